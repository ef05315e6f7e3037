//! POINT_MASS: a body without rotation.

use super::part::{exact, needs_cm, own_marker};
use crate::adm::build::Builder;
use crate::adm::orientation;
use crate::adm::record::Record;
use crate::adm::statement::{POINT_MASSES, Statement};
use crate::adm::syntax::{Label, Range, Syntax, id, number, numbers, words};
use crate::common::coverage::Status;
use crate::common::labels::Built;
use carom_model::{Part, PartKind};

/// POINT_MASS
pub const STATEMENT: Statement = Statement::new(
    Syntax {
        name: "POINT_MASS",
        aliases: &[],
        label: Label::Needed,
        status: Status::Full,
        text: "A body with three degrees of freedom, whose markers do not turn.",
        source: "Adams Solver help, POINT_MASS",
        arguments: &[
            numbers("QG", 3).dim("L").default("0, 0, 0"),
            numbers("REULER", 3).dim("θ").default("0, 0, 0"),
            numbers("ZG", 3).dim("L"),
            numbers("XG", 3).dim("L"),
            number("MASS")
                .dim("M")
                .default("0")
                .range(Range::NonNegative),
            id("CM"),
            number("VX").dim("L·T⁻¹"),
            number("VY").dim("L·T⁻¹"),
            number("VZ").dim("L·T⁻¹"),
            words("EXACT", &["X", "Y", "Z"]),
        ],
    },
    POINT_MASSES,
    build,
)
.linked(link);

fn build(r: &Record, b: &mut Builder) -> Built {
    let mut part = Part::new(r.tag(), PartKind::Point);
    let (pose, given) = orientation::pose(r, &orientation::OF_PART, b)?;
    (part.pose, part.given) = (pose, Some(given));
    part.mass = r.args.number("MASS").unwrap_or(0.0);
    part.velocity = ["VX", "VY", "VZ"].map(|n| r.args.number(n));
    part.exact = exact(r);
    b.insert_part(r.label, part);
    Ok(())
}

fn link(r: &Record, b: &mut Builder) -> Built {
    let id = b.own_part(r)?;
    b.model.parts[id].cm = own_marker(r, "CM", b)?;
    needs_cm(r, b)
}

#[cfg(test)]
mod tests {
    use crate::adm::testing::{accept, refuse};
    use carom_model::{Element, PartKind};

    #[test]
    fn labels_of_its_own() {
        let m = accept(
            "POINT_MASS/1, MASS=2, CM=7, QG=1,0,0, VX=3, EXACT=X:Y\nMARKER/7, POINT_MASS=1\nMARKER/8, PART=1",
        );
        let mut parts = m.parts.iter();
        let point = parts.find(|p| p.kind == PartKind::Point).expect("read");
        assert_eq!(point.tag().to_string(), "POINT_MASS/1");
        assert_eq!(m.markers[point.cm.expect("given")].tag.label, 7);
        assert_eq!(point.velocity, [Some(3.0), None, None]);
        assert_eq!(point.exact[..3], [true, true, false]);
        let owner = |label| {
            let id = m.markers.find(label).expect("read");
            m.parts[m.markers[id].part].kind
        };
        assert_eq!((owner(7), owner(8)), (PartKind::Point, PartKind::Ground));
    }

    #[test]
    fn refused() {
        refuse("POINT_MASS/2, MASS=1", &["adm-missing-cm"]);
        refuse("POINT_MASS/2, IP=1,1,1", &["adm-unknown-argument"]);
        refuse("POINT_MASS/2, MASS=1, CM=1", &["adm-marker-on-other-part"]);
        refuse("MARKER/7, POINT_MASS=3", &["adm-unknown-element"]);
    }
}
