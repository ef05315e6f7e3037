//! PART: a rigid body, or ground.

use crate::adm::build::Builder;
use crate::adm::orientation;
use crate::adm::record::Record;
use crate::adm::statement::{PARTS, Statement};
use crate::adm::syntax::{
    Argument, Label, Range, Syntax, flag, id, number, numbers, some_numbers, text, words,
};
use crate::common::coverage::Status;
use crate::common::labels::Built;
use carom_base::{Diagnostic, Mat3};
use carom_model::{MarkerId, Part, PartKind};

const ARGUMENTS: &[Argument] = &[
    flag("GROUND"),
    numbers("QG", 3).dim("L").default("0, 0, 0"),
    numbers("REULER", 3).dim("θ").default("0, 0, 0"),
    numbers("ZG", 3).dim("L"),
    numbers("XG", 3).dim("L"),
    number("MASS")
        .dim("M")
        .default("0")
        .range(Range::NonNegative),
    id("CM"),
    id("IM").default("CM"),
    some_numbers("IP", 3, 6).dim("M·L²").default("0"),
    number("VX").dim("L·T⁻¹"),
    number("VY").dim("L·T⁻¹"),
    number("VZ").dim("L·T⁻¹"),
    number("WX").dim("θ·T⁻¹"),
    number("WY").dim("θ·T⁻¹"),
    number("WZ").dim("θ·T⁻¹"),
    id("VM").default("ground"),
    id("WM").default("CM"),
    words("EXACT", &["X", "Y", "Z", "PSI", "THETA", "PHI"]),
    text("MATERIAL").ignored("MASS and IP give the inertia"),
];

/// PART
pub const STATEMENT: Statement = Statement::new(
    Syntax {
        name: "PART",
        aliases: &[],
        label: Label::Needed,
        status: Status::Full,
        text: "A rigid body with its mass, inertia and initial state, or ground.",
        source: "Adams Solver help, PART",
        arguments: ARGUMENTS,
    },
    PARTS,
    build,
)
.linked(link);

fn build(r: &Record, b: &mut Builder) -> Built {
    let args = &r.args;
    if args.has("GROUND") {
        let Some(first) = b.model.ground() else {
            return ground(r, b);
        };
        // It is built as the part that it would be else.
        let first = b.model.parts[first].tag.span;
        let message = format!("{} is a second ground", r.who);
        let d = Diagnostic::error("adm-two-grounds", r.place("GROUND"), message)
            .related(first, "the first one");
        b.reading.push(d);
    }
    let mut part = Part::new(r.tag(), PartKind::Rigid);
    let (pose, given) = orientation::pose(r, &orientation::OF_PART, b)?;
    (part.pose, part.given) = (pose, Some(given));
    part.mass = args.number("MASS").unwrap_or(0.0);
    part.velocity = ["VX", "VY", "VZ"].map(|n| args.number(n));
    part.angular_velocity = ["WX", "WY", "WZ"].map(|n| args.number(n));
    part.exact = exact(r);
    if let Some(tensor) = inertia(r, b)? {
        part.inertia = tensor;
    }
    b.insert_part(r.label, part);
    Ok(())
}

fn ground(r: &Record, b: &mut Builder) -> Built {
    for argument in ARGUMENTS.iter().filter(|a| a.name != "GROUND") {
        if let Some(span) = r.args.span(argument.name) {
            let what = format!("{} has no meaning on ground", argument.name);
            b.warning(r, "adm-ground-argument", span, &what);
        }
    }
    b.insert_part(r.label, Part::new(r.tag(), PartKind::Ground));
    Ok(())
}

/// EXACT: coordinates that assembly must not move.
pub(super) fn exact(r: &Record) -> [bool; 6] {
    let given = r.args.words("EXACT");
    ["X", "Y", "Z", "PSI", "THETA", "PHI"].map(|name| given.iter().any(|(w, _)| w == name))
}

/// IP as a tensor. The products of the language are positive integrals, `Ixy = ∫xy dm`, so they enter
/// with a minus sign.
fn inertia(r: &Record, b: &mut Builder) -> Built<Option<Mat3>> {
    let ip = r.args.placed_numbers("IP");
    if let Some(&(_, span)) = ip.iter().take(3).find(|(x, _)| *x < 0.0) {
        let what = "a moment of inertia is 0 or more";
        return Err(b.error(r, "adm-out-of-range", span, what));
    }
    let (xx, yy, zz, xy, xz, yz) = match r.args.numbers("IP")[..] {
        [] => return Ok(None),
        [xx, yy, zz] => (xx, yy, zz, 0.0, 0.0, 0.0),
        [xx, yy, zz, xy, xz, yz] => (xx, yy, zz, xy, xz, yz),
        ref other => {
            let what = format!("IP has 3 or 6 values, not {}", other.len());
            return Err(b.error(r, "adm-wrong-count", r.place("IP"), &what));
        }
    };
    // Not −0 where there is none.
    let [xy, xz, yz] = [xy, xz, yz].map(|product| 0.0 - product);
    let tensor = Mat3::new(xx, xy, xz, xy, yy, yz, xz, yz, zz);
    let mut moments: [f64; 3] = tensor.symmetric_eigenvalues().into();
    moments.sort_by(f64::total_cmp);
    let [least, middle, most] = moments;
    // 1e-4: decks print moments with few digits
    if most - (least + middle) > 1e-4 * most {
        // Seven digits are enough to read.
        let [least, middle, most] = [least, middle, most].map(|m| m as f32);
        let what = format!(
            "no body has the principal moments {least}, {middle} and {most}: the largest exceeds the sum of the others"
        );
        b.warning(r, "adm-inertia-triangle", r.place("IP"), &what);
    }
    Ok(Some(tensor))
}

/// The markers of a part: they may stand after it.
fn link(r: &Record, b: &mut Builder) -> Built {
    let id = b.own_part(r)?;
    if b.model.parts[id].kind == PartKind::Ground {
        return Ok(());
    }
    let (cm, im) = (own_marker(r, "CM", b), own_marker(r, "IM", b));
    let (vm, wm) = (b.marker(r, "VM"), b.marker(r, "WM"));
    let part = &mut b.model.parts[id];
    (part.cm, part.im) = (cm?, im?);
    (part.velocity_axes, part.angular_velocity_axes) = (vm?, wm?);
    if r.args.has("GROUND") {
        // A second ground, which was reported.
        return Ok(());
    }
    needs_cm(r, b)
}

/// A marker that has to be on the part of the record.
pub(super) fn own_marker(r: &Record, argument: &str, b: &mut Builder) -> Built<Option<MarkerId>> {
    let part = b.own_part(r)?;
    let marker = b.marker(r, argument)?;
    if let Some(m) = marker
        && b.model.markers[m].part != part
    {
        let marker = &b.model.markers[m];
        let owner = &b.model.parts[marker.part].tag;
        let what = format!(
            "{argument} has to be on {}, and {} is on {owner}",
            r.who, marker.tag
        );
        let span = r.place(argument);
        return Err(b.error(r, "adm-marker-on-other-part", span, &what));
    }
    Ok(marker)
}

/// A part with mass needs its centre of mass.
pub(super) fn needs_cm(r: &Record, b: &mut Builder) -> Built {
    if r.args.number("MASS").unwrap_or(0.0) > 0.0
        && !r.args.has("CM")
        && !r.args.lost.contains(&"CM")
    {
        let message = format!("{} has mass and no CM", r.who);
        let d = Diagnostic::error("adm-missing-cm", r.place("MASS"), message)
            .help("name the marker at the centre of mass: CM=id");
        b.reading.push(d);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::adm::testing::{accept, find, refuse, warn};
    use carom_base::{Mat3, Vec3, space::rotation_z};
    use carom_model::{MarkerId, PartKind};

    #[test]
    fn all_arguments() {
        let m = accept(
            "PART/02, QG=1,2,3, REULER=90D,0,0, MASS=2, CM=20, IM=0021, IP=4,5,6,.1,.2,.3\n\
             , VX=1, VZ=-2, WY=180D, VM=21, WM=20, EXACT=X:PHI, MATERIAL=steel\n\
             MARKER/20, PART=2\nMARKER/21, PART=2, QP=0,0,1\n",
        );
        let p = &m.parts[find(&m.parts, 2)];
        assert_eq!(p.kind, PartKind::Rigid);
        assert_eq!(p.pose.position, Vec3::new(1.0, 2.0, 3.0));
        assert_eq!(p.pose.rotation, rotation_z(90f64.to_radians()));
        assert_eq!((p.mass, p.velocity), (2.0, [Some(1.0), None, Some(-2.0)]));
        assert_eq!(p.angular_velocity, [None, Some(std::f64::consts::PI), None]);
        // products of inertia are positive integrals: they enter the tensor with a minus sign
        assert_eq!(
            p.inertia,
            Mat3::new(4.0, -0.1, -0.2, -0.1, 5.0, -0.3, -0.2, -0.3, 6.0)
        );
        let marker = |id: Option<MarkerId>| id.map(|i| m.markers[i].tag.label);
        assert_eq!((marker(p.cm), marker(p.im)), (Some(20), Some(21)));
        assert_eq!(marker(p.velocity_axes), Some(21));
        assert_eq!(marker(p.angular_velocity_axes), Some(20));
        assert_eq!(p.exact, [true, false, false, false, false, true]);
    }

    #[test]
    fn points_orient_it() {
        let m = accept("PART/2, QG=1,0,0, ZG=1,5,0, XG=9,7,0");
        let r = m.parts[find(&m.parts, 2)].pose.rotation;
        assert_eq!(r.column(2), Vec3::y());
        assert_eq!(r.column(0), Vec3::x());
    }

    #[test]
    fn refused() {
        refuse("PART/2, MASS=-1", &["adm-out-of-range"]);
        refuse("PART/2, MASS=1", &["adm-missing-cm"]);
        refuse("PART/2, MAS=1", &["adm-missing-cm"]);
        refuse("PART/2, MASS=1, CM=99", &["adm-unknown-element"]);
        refuse("PART/2, MASS=1, CM=1", &["adm-marker-on-other-part"]);
        refuse("PART/2, IP=1,2", &["adm-wrong-count"]);
        refuse("PART/2, IP=1,2,3,4", &["adm-wrong-count"]);
        refuse("PART/2, IP=-1,2,3", &["adm-out-of-range"]);
        refuse(
            "PART/2, REULER=0,0,0, ZG=0,0,1",
            &["adm-conflicting-arguments"],
        );
        refuse("PART/2, XG=0,0,1", &["adm-degenerate-orientation"]);
        refuse("PART/2, GROUND", &["adm-two-grounds"]);
        refuse("PART/2\nPART/2", &["adm-duplicate-id"]);
        refuse("PART/, MASS=1", &["adm-missing-id"]);
        refuse("PART/2, EXACT=X:Q", &["adm-bad-value"]);
        refuse("PART/2, MSS=1", &["adm-unknown-argument"]);
        refuse("PART/2, MASS 1", &["adm-missing-value"]);
    }

    #[test]
    fn warned() {
        warn("PART/2, IP=1,1,3", &["adm-inertia-triangle"]);
        warn("PART/2, IP=1,1,1,2,0,0", &["adm-inertia-triangle"]);
    }
}
