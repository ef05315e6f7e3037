//! Body_Point: a point mass. Its axes stay parallel to the global frame.

use super::body_rigid::{VELOCITY, frame, link, velocities};
use crate::motionsolve::build::{Builder, Built};
use crate::motionsolve::element::Element;
use crate::motionsolve::record::Record;
use crate::motionsolve::syntax::{LABELLED, Range, marker, number};
use carom_base::Mat3;
use carom_model::{Part, PartKind};

/// Body_Point
///
/// Its part frame has the origin of the marker `lprf_id` (without one: `cg_id`) and the axes of the global frame.
pub const ELEMENT: Element = Element {
    attributes: &[
        LABELLED,
        &[
            marker("cg_id").required(),
            marker("lprf_id"),
            number("mass").dim("M").required().range(Range::Positive),
        ],
        VELOCITY,
    ],
    phase: 1,
    build: Some(build),
    link: Some(link),
    ..Element::new(
        "Body_Point",
        "A point mass with three degrees of freedom.",
        "MotionSolve help, xml-format_81",
    )
};

fn build(r: &Record, b: &mut Builder) -> Built {
    let mut part = Part::new(r.tag(), PartKind::Point);
    part.mass = r.number("mass").unwrap_or(0.0);
    part.pose = frame(r, b)?;
    part.pose.rotation = Mat3::identity();
    velocities(r, &mut part);
    b.insert_body(r, part);
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::motionsolve::testing::{model_of, names_of};
    use carom_model::PartKind;

    #[test]
    fn shares_ids_with_rigid_bodies() {
        let m = model_of(
            "<Body_Point id='1' cg_id='20' mass='2.' v_ic_x='3'/>
             <Reference_Marker id='20' body_id='1' body_type='PointBody' pos_z='4' psi='1' theta='0' phi='0'/>",
        );
        let cg = &m.markers[m.markers.find(20).expect("there")];
        let p = &m.parts[cg.part];
        assert_eq!(
            (p.kind, p.mass, p.pose.position.z),
            (PartKind::Point, 2.0, 4.0)
        );
        assert_eq!(p.velocity, [Some(3.0), None, None]);
        // the rotation belongs to the marker, not to the part
        assert_eq!(p.pose.rotation, carom_base::Mat3::identity());
        assert!((cg.pose.rotation[(0, 0)] - 1f64.cos()).abs() < 1e-15);
        assert_eq!(cg.pose.position.norm(), 0.0);
        assert_eq!(
            m.parts[m.parts.find(1).expect("ground")].kind,
            PartKind::Ground
        );
    }

    #[test]
    fn refusals() {
        assert_eq!(
            names_of("<Body_Point id='7' mass='1'/>"),
            ["xml-missing-attribute"]
        );
        let massless = "<Reference_Marker id='20' body_id='7' body_type='POINTBODY'/><Body_Point id='7' cg_id='20' mass='0'/>";
        assert_eq!(names_of(massless)[0], "xml-out-of-range");
    }
}
