//! MARKER: a frame on a part.

use crate::adm::build::Builder;
use crate::adm::orientation;
use crate::adm::record::Record;
use crate::adm::statement::{MARKERS, Statement};
use crate::adm::syntax::{Label, Syntax, flag, id, ids, numbers};
use crate::common::coverage::Status;
use crate::common::labels::{Built, Stop};
use carom_base::{Diagnostic, Pose};
use carom_model::{Marker, PartId};

const FLEXIBLE: &str = "flexible bodies are not supported";
const ON_CURVE: &str = "markers that ride on a curve are not supported";
const POSE: [&str; 6] = ["QP", "REULER", "ZP", "XP", "USEXP", "RM"];

/// MARKER
pub const STATEMENT: Statement = Statement::new(
    Syntax {
        name: "MARKER",
        aliases: &[],
        label: Label::Needed,
        status: Status::Partial("not on flexible bodies or curves"),
        text: "A frame fixed on a part, or a floating one for the reaction of a force.",
        source: "Adams Solver help, MARKER",
        arguments: &[
            id("PART").default("the last PART before it"),
            id("POINT_MASS"),
            id("FLEX_BODY").refused(FLEXIBLE),
            id("FE_PART").refused(FLEXIBLE),
            ids("NODE_ID", 1, usize::MAX).refused(FLEXIBLE),
            id("NODE_LABEL").refused(FLEXIBLE),
            id("LABEL").refused(FLEXIBLE),
            numbers("QP", 3).dim("L").default("0, 0, 0"),
            numbers("REULER", 3).dim("θ").default("0, 0, 0"),
            numbers("ZP", 3).dim("L"),
            numbers("XP", 3).dim("L"),
            flag("USEXP"),
            id("RM").default("the part"),
            flag("FLOATING"),
            id("CURVE").refused(ON_CURVE),
            numbers("VELOCITY", 3).refused(ON_CURVE),
            numbers("VECTOR", 3).refused(ON_CURVE),
        ],
    },
    MARKERS,
    build,
)
// What uses a marker that is not supported is reported itself.
.motionless()
.linked(link);

fn build(r: &Record, b: &mut Builder) -> Built {
    let part = owner(r, b)?;
    let floating = r.args.has("FLOATING");
    let (pose, given) = if floating {
        for name in POSE {
            b.exclusive(r, &[("FLOATING", name)])?;
        }
        (Pose::identity(), None)
    } else {
        let (pose, given) = orientation::pose(r, &orientation::OF_MARKER, b)?;
        (pose, Some(given))
    };
    b.insert_marker(Marker {
        tag: r.tag(),
        part,
        pose,
        given,
        floating,
    })
}

fn owner(r: &Record, b: &mut Builder) -> Built<PartId> {
    b.exclusive(r, &[("PART", "POINT_MASS")])?;
    if let Some((label, span)) = r.args.id("PART") {
        return b.part(r, label, span);
    }
    if let Some((label, span)) = r.args.id("POINT_MASS") {
        return b.point_mass(r, label, span);
    }
    let Some(label) = r.last_part else {
        let what = "it names no part, and no PART stands before it";
        return Err(b.error(r, "adm-marker-without-owner", r.span, what));
    };
    let message = format!("{} names no part: it is on PART/{label}", r.who);
    b.reading
        .push(Diagnostic::note("adm-default-owner", r.span, message));
    b.part(r, label, r.span)
}

/// RM: the frame in which the pose is given, possibly of a later marker.
fn link(r: &Record, b: &mut Builder) -> Built {
    let Some(rm) = b.marker(r, "RM")? else {
        return Ok(());
    };
    let own = b.model.markers.find(r.label).ok_or(Stop::Reported)?;
    let (own_part, rm_part) = (b.model.markers[own].part, b.model.markers[rm].part);
    if own_part != rm_part {
        let what = format!(
            "RM has to be on {}, and {} is on {}",
            b.model.parts[own_part].tag, b.model.markers[rm].tag, b.model.parts[rm_part].tag
        );
        return Err(b.error(r, "adm-marker-on-other-part", r.place("RM"), &what));
    }
    if let Some(given) = &mut b.model.markers[own].given {
        given.frame = Some(rm);
    }
    b.relative.push((own, rm, r.place("RM")));
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::adm::testing::{accept, find, refuse, unsupported, warn};
    use carom_base::{Pose, Vec3, space::rotation_313};

    fn pose(deck: &str, label: u32) -> Pose {
        let m = accept(deck);
        m.markers[find(&m.markers, label)].pose
    }

    #[test]
    fn euler_angles() {
        let p = pose("MARKER/7, PART=1, QP=1,2,3, REULER=10D, 20D, 0.5", 7);
        assert_eq!(p.position, Vec3::new(1.0, 2.0, 3.0));
        let d = std::f64::consts::PI / 180.0;
        assert!((p.rotation - rotation_313(10.0 * d, 20.0 * d, 0.5)).amax() < 1e-15);
    }

    #[test]
    fn points_are_in_the_part_frame() {
        // the z axis goes from QP to ZP
        let p = pose("MARKER/7, PART=1, QP=1,1,1, ZP=1,1,3, XP=1,4,1", 7);
        assert_eq!(p.rotation.column(2), Vec3::z());
        assert_eq!(p.rotation.column(0), Vec3::y());
        let p = pose("MARKER/7, PART=1, QP=1,1,1, ZP=1,1,3, XP=1,4,1, USEXP", 7);
        assert_eq!(p.rotation.column(0), Vec3::y());
        assert_eq!(p.rotation.column(2), Vec3::z());
        let p = pose("MARKER/7, PART=1, XP=0,2,0", 7);
        assert_eq!(p.rotation.column(0), Vec3::y());
        let p = pose("MARKER/7, PART=1, ZP=0,2,0", 7);
        assert_eq!(p.rotation.column(2), Vec3::y());
        assert_eq!(p.rotation.column(0), Vec3::x());
    }

    #[test]
    fn chains_may_point_forward() {
        let deck = "MARKER/7, PART=1, RM=8, QP=1,0,0\n\
                    MARKER/8, PART=1, RM=9, QP=0,2,0, REULER=90D,0,0\n\
                    MARKER/9, PART=1, QP=0,0,3, REULER=0,90D,0";
        // 9 turns y to z: 8 sits at (0,0,3)+(0,0,2); its x is the y of 9, the z of ground: 7 one further
        let p = pose(deck, 7);
        assert!((p.position - Vec3::new(0.0, 0.0, 6.0)).norm() < 1e-15);
        let p = pose(deck, 8);
        assert!((p.position - Vec3::new(0.0, 0.0, 5.0)).norm() < 1e-15);
    }

    #[test]
    fn long_chains_do_not_overflow_the_stack() {
        let mut deck = String::from("MARKER/100000, PART=1, QP=1,0,0\n");
        for k in (1000..100_000).rev() {
            deck += &format!("MARKER/{k}, PART=1, RM={}, QP=1,0,0\n", k + 1);
        }
        assert_eq!(pose(&deck, 1000).position.x, 99001.0);
    }

    #[test]
    fn owners() {
        let m = accept("PART/5\nMARKER/7\nPART/6\nMARKER/8, FLOATING\nMARKER/9, PART=5");
        let owner = |l| m.parts[m.markers[find(&m.markers, l)].part].tag.label;
        assert_eq!((owner(7), owner(8), owner(9)), (5, 6, 5));
        assert!(m.markers[find(&m.markers, 8)].floating);
    }

    #[test]
    fn refused() {
        refuse("MARKER/7, PART=99", &["adm-unknown-element"]);
        refuse("MARKER/7, PART=1, QP=1,2", &["adm-wrong-count"]);
        refuse("MARKER/7, PART=1, RM=99", &["adm-unknown-element"]);
        refuse(
            "PART/5\nMARKER/7, PART=5, RM=1",
            &["adm-marker-on-other-part"],
        );
        refuse(
            "MARKER/7, PART=1, FLOATING, QP=1,0,0",
            &["adm-conflicting-arguments"],
        );
        refuse(
            "MARKER/7, PART=1, FLOATING\nMARKER/8, PART=1, RM=7",
            &["adm-floating-marker"],
        );
        refuse("MARKER/7, PART=1, RM=7", &["adm-marker-cycle"]);
        refuse(
            "MARKER/7, PART=1, RM=8\nMARKER/8, PART=1, RM=9\nMARKER/9, PART=1, RM=8",
            &["adm-marker-cycle"],
        );
        refuse(
            "MARKER/7, PART=1, ZP=1,0,0, XP=3,0,0",
            &["adm-degenerate-orientation"],
        );
        refuse(
            "MARKER/7, PART=1, ZP=1,0,0, USEXP",
            &["adm-missing-argument"],
        );
        refuse(
            "MARKER/7, PART=1, POINT_MASS=1",
            &["adm-conflicting-arguments"],
        );
        refuse("MARKER/7, PART=1D0", &["adm-fortran-exponent"]);
        refuse("MARKER/7, PART=-1", &["adm-bad-id"]);
    }

    #[test]
    fn warned_and_unsupported() {
        warn("MARKER/7, PART=1, ZP=5,0,0", &["adm-default-x-axis"]);
        unsupported("MARKER/7, FLEX_BODY=3, NODE_ID=1000", &["MARKER/7"]);
        unsupported(
            "MARKER/7, FLEX_BODY=3, NODE_ID=1000\nPART/2\nMARKER/8, PART=2\nJOINT/1, FIXED, I=7, J=8",
            &["MARKER/7", "JOINT/1"],
        );
    }
}
