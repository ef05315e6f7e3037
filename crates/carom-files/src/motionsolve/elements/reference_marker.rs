//! Reference_Marker: a frame on a body. Where it stands, `motionsolve::placement` says.

use crate::common::coverage::Status;
use crate::motionsolve::build::{Builder, Built, Stop};
use crate::motionsolve::element::Element;
use crate::motionsolve::record::Record;
use crate::motionsolve::syntax::{LABELLED, Section, USERSUB, id, marker, number, word};
use carom_base::Pose;
use carom_model::Marker;

/// Reference_Marker
pub const ELEMENT: Element = Element {
    status: Status::Partial("user-written placement and markers on flexible bodies are refused"),
    section: Section::Both,
    attributes: &[
        LABELLED,
        &[
            id("body_id", &[]).required(),
            word("body_type", &["RIGIDBODY", "POINTBODY", "FLEXBODY"]).default("RIGIDBODY"),
            marker("rm_id").default("the global frame"),
            id("node_id", &[]).refused("nodes belong to flexible bodies"),
            number("pos_x").dim("L").default("0"),
            number("pos_y").dim("L").default("0"),
            number("pos_z").dim("L").default("0"),
            number("a00"),
            number("a10"),
            number("a20"),
            number("a01"),
            number("a11"),
            number("a21"),
            number("a02"),
            number("a12"),
            number("a22"),
            number("psi").dim("θ").default("0"),
            number("theta").dim("θ").default("0"),
            number("phi").dim("θ").default("0"),
            number("yaw").dim("θ").default("0"),
            number("pitch")
                .dim("θ")
                .default("0")
                .partial("an angle about +y; the function PITCH counts about -y"),
            number("roll").dim("θ").default("0"),
            number("e0"),
            number("e1"),
            number("e2"),
            number("e3"),
        ],
        USERSUB,
    ],
    phase: 2,
    build: Some(build),
    ..Element::new(
        "Reference_Marker",
        "A frame on a body, placed in the global frame or in that of the marker rm_id.",
        "MotionSolve help, xml-format_90; exported models",
    )
};

fn build(r: &Record, b: &mut Builder) -> Built {
    let name = match r.word("body_type") {
        Some("FLEXBODY") => "Body_Flexible",
        Some("POINTBODY") => "Body_Point",
        _ => "Body_Rigid",
    };
    let Some((label, span)) = r.id("body_id") else {
        let what = "body_id is the id of a body, not 0";
        return Err(b.error(r, "xml-bad-id", r.place("body_id"), what));
    };
    let part = b.body(r, name, label, span)?;
    let placed = b.placements.get(&r.label).cloned();
    let placed = placed.unwrap_or(Err(Stop::Reported))?;
    // A marker on top of the part frame stands there exactly, not up to a rounding.
    let frame = b.model.parts[part].pose;
    let pose = if frame == placed {
        Pose::identity()
    } else {
        frame.inverse() * placed
    };
    let marker = Marker {
        tag: r.tag(),
        part,
        pose,
        given: None,
        floating: false,
    };
    b.insert(|m| &mut m.markers, marker)
}

#[cfg(test)]
mod tests {
    use crate::motionsolve::testing::{BODY, model_of, names_of, refused};
    use carom_base::space::{rotation_313, rotation_321};
    use carom_base::{Mat3, Pose, Quaternion, Vec3};

    fn pose(attributes: &str) -> Pose {
        let m = model_of(&format!(
            "<Reference_Marker id='50' body_id='1' {attributes}/>"
        ));
        m.markers[m.markers.find(50).expect("there")].pose
    }

    fn near(a: Mat3, b: Mat3) {
        // 1e-15: a few roundings of numbers of order one
        assert!((a - b).amax() < 1e-15, "{a:?} {b:?}");
    }

    #[test]
    fn orientations() {
        assert_eq!(pose(""), Pose::identity());
        let p = pose("pos_x='1.' pos_y='\n2.' pos_z='3.0E0' psi='0.3' theta='1.1' phi='-2'");
        assert_eq!(p.position, Vec3::new(1.0, 2.0, 3.0));
        near(p.rotation, rotation_313(0.3, 1.1, -2.0));
        near(
            pose("yaw='0.3' pitch='1.1' roll='-2'").rotation,
            rotation_321(0.3, 1.1, -2.0),
        );
        let q = Quaternion([1.0, 2.0, 3.0, 4.0]).normalized();
        near(pose("e0='1' e1='2' e2='3' e3='4'").rotation, q.matrix());
        let r = rotation_313(0.3, 1.1, -2.0);
        let entry = |i: usize, j: usize| format!("a{i}{j}='{}' ", r[(i, j)]);
        let column = |j| format!("{}{}{}", entry(0, j), entry(1, j), entry(2, j));
        near(pose(&(column(0) + &column(2))).rotation, r);
        near(pose(&(column(0) + &column(1) + &column(2))).rotation, r);
        near(pose(&(column(0) + &column(1))).rotation, r);
        near(pose(&(column(1) + &column(2))).rotation, r);
    }

    #[test]
    fn relative_markers() {
        // 51 stands in the frame of 50, which is on another body, and comes first
        let m = model_of(&format!(
            "{BODY}<Reference_Marker id='51' body_id='2' rm_id='50' pos_x='1'/>
             <Reference_Marker id='50' body_id='1' rm_id='52' pos_z='1' psi='{}'/>
             <Reference_Marker id='52' body_id='1' pos_y='5'/>",
            std::f64::consts::FRAC_PI_2
        ));
        let marker = &m.markers[m.markers.find(51).expect("there")];
        let global = m.parts[marker.part].pose * marker.pose;
        assert!((global.position - Vec3::new(0.0, 6.0, 1.0)).norm() < 1e-15);
    }

    #[test]
    fn refusals() {
        let names = |a: &str| names_of(&format!("<Reference_Marker id='50' {a}/>"));
        refused(&names("body_id='0'"), "xml-bad-id");
        refused(&names("body_id='9'"), "xml-unknown-reference");
        refused(
            &names("body_id='1' body_type='PointBody'"),
            "xml-unknown-reference",
        );
        refused(&names("body_id='1' a00='1'"), "xml-missing-attribute");
        refused(
            &names("body_id='1' a00='1' a10='0' a20='0'"),
            "xml-degenerate-orientation",
        );
        refused(&names("body_id='1' e0='0'"), "xml-degenerate-orientation");
        refused(
            &names("body_id='1' e0='1' psi='1'"),
            "xml-conflicting-attributes",
        );
        refused(&names("body_id='1' rm_id='50'"), "xml-marker-cycle");
        let skew = "body_id='1' a00='1' a10='0' a20='0' a02='0.5' a12='0' a22='1'";
        assert_eq!(names(skew), ["xml-rotation-not-orthogonal"]);
        let read = "body_id='1' usrsub_param_string='USER(0)' usrsub_fnc_name='MARKER_READ'";
        assert_eq!(names(read), ["xml-unsupported-reference"]);
    }
}
