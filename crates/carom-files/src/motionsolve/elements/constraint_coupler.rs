//! Constraint_Coupler: c1·q1 + c2·q2 [+ c3·q3] = 0 for the displacements of joints.

use super::constraint_joint::{VIRTUAL, keep_virtual};
use super::motion_joint::freedom;
use crate::common::coverage::Status;
use crate::motionsolve::build::{Builder, Built};
use crate::motionsolve::element::Element;
use crate::motionsolve::record::Record;
use crate::motionsolve::syntax::{LABELLED, Section, USERSUB, id, numbers, word};
use carom_model::Coupler;

const JOINT: &[&str] = &["Constraint_Joint"];
const FREEDOM: &[&str] = &["T", "R"];
const TERMS: [(&str, &str); 3] = [
    ("joint1_id", "freedom_1"),
    ("joint2_id", "freedom_2"),
    ("joint3_id", "freedom_3"),
];

/// Constraint_Coupler
pub const ELEMENT: Element = Element {
    status: Status::Full,
    section: Section::Both,
    attributes: &[
        LABELLED,
        &[
            word("type", &["LINEAR", "EXPRESSION", "USERSUB"]),
            id("joint1_id", JOINT).required(),
            word("freedom_1", FREEDOM).default("the only freedom of the joint"),
            id("joint2_id", JOINT).required(),
            word("freedom_2", FREEDOM).default("the only freedom of the joint"),
            id("joint3_id", JOINT),
            word("freedom_3", FREEDOM).default("the only freedom of the joint"),
            numbers("coefficients"),
            VIRTUAL,
        ],
        USERSUB,
    ],
    phase: 4,
    build: Some(build),
    ..Element::new(
        "Constraint_Coupler",
        "Keeps c1·q1 + c2·q2 + c3·q3 at zero for the displacements of two or three joints.",
        "MotionSolve help, xml-format_36",
    )
};

fn build(r: &Record, b: &mut Builder) -> Built {
    keep_virtual(r, b);
    let user = b.user_code(r);
    let coefficients = match &user {
        Some(user) => {
            b.report_user_code(r, user);
            let joints = if r.id("joint3_id").is_some() { 3 } else { 2 };
            vec![(1.0, user.span); joints]
        }
        None => {
            let list = r.get("coefficients").map(|_| r.list("coefficients"));
            b.needs(r, list, "coefficients")?.to_vec()
        }
    };
    let mut terms = Vec::with_capacity(TERMS.len());
    for (k, (joint_id, choice)) in TERMS.into_iter().enumerate() {
        let joint = b.find(r, joint_id, |m| &m.joints)?;
        let Some(joint) = joint else {
            if k < 2 {
                b.needs(r, joint, joint_id)?;
            }
            continue;
        };
        let Some((factor, _)) = coefficients.get(k) else {
            break;
        };
        terms.push((joint, freedom(r, b, joint, (joint_id, choice))?, *factor));
    }
    let joints = if r.id("joint3_id").is_some() { 3 } else { 2 };
    if coefficients.len() != joints {
        let what = format!("coefficients needs {joints} numbers, one for each joint");
        return Err(b.error(r, "xml-bad-value", r.place("coefficients"), &what));
    }
    let coupler = Coupler {
        tag: r.tag(),
        terms,
        user,
    };
    b.insert(|m| &mut m.couplers, coupler)
}

#[cfg(test)]
mod tests {
    use crate::motionsolve::testing::{BODY, deck, find, label, model_of, names_of, refused};
    use carom_model::constraint::Freedom;

    fn with(attributes: &str) -> String {
        let joint = |id: u32, kind: &str| {
            format!("<Constraint_Joint id='{id}' type='{kind}' i_marker_id='20' j_marker_id='10'/>")
        };
        let joints = [
            joint(1, "REVOLUTE"),
            joint(2, "TRANSLATIONAL"),
            joint(3, "CYLINDRICAL"),
            joint(4, "FIXED"),
        ];
        let joints = joints.concat();
        format!("{BODY}{joints}<Constraint_Coupler id='5' {attributes}/>")
    }

    #[test]
    fn forms() {
        let m = model_of(&with(
            "joint1_id='1' freedom_1='R' joint2_id='2' coefficients='1., -2.5'",
        ));
        let (t, r) = (Freedom::Translation, Freedom::Rotation);
        let terms = |m: &carom_model::Model| -> Vec<(u32, Freedom, f64)> {
            let list = find(&m.couplers, 5).terms.iter();
            list.map(|(j, f, c)| (label(&m.joints, *j), *f, *c))
                .collect()
        };
        assert_eq!(terms(&m), [(1, r, 1.0), (2, t, -2.5)]);
        let m = model_of(&with(
            "joint1_id='3' freedom_1='T' joint2_id='1' joint3_id='3' freedom_3='r' coefficients='1 2 3'",
        ));
        assert_eq!(terms(&m), [(3, t, 1.0), (1, r, 2.0), (3, r, 3.0)]);
    }

    #[test]
    fn user_code_is_kept() {
        let text = with("joint1_id='1' joint2_id='2' type='USERSUB' usrsub_param_string='USER(1)'");
        let m = model_of(&text);
        let user = find(&m.couplers, 5).user.as_ref();
        assert_eq!(user.map(|u| &u.parameters[..]), Some(&[1.0][..]));
    }

    #[test]
    fn refusals() {
        let names = |a: &str| names_of(&with(a));
        refused(
            &names("joint1_id='1' joint2_id='2'"),
            "xml-missing-attribute",
        );
        refused(
            &names("joint1_id='1' joint2_id='0' coefficients='1 2'"),
            "xml-missing-attribute",
        );
        refused(
            &names("joint1_id='1' joint2_id='3' coefficients='1 2'"),
            "xml-missing-attribute",
        );
        refused(
            &names("joint1_id='1' joint2_id='2' coefficients='1 2 3'"),
            "xml-bad-value",
        );
        refused(
            &names("joint1_id='1' joint2_id='2' joint3_id='1' coefficients='1 2'"),
            "xml-bad-value",
        );
        refused(
            &names("joint1_id='1' joint2_id='4' coefficients='1 2'"),
            "xml-motion-target",
        );
        refused(
            &names("joint1_id='1' freedom_1='T' joint2_id='2' coefficients='1 2'"),
            "xml-motion-target",
        );
    }

    #[test]
    fn a_deck() {
        assert_eq!(deck("coupler").couplers.iter().count(), 1);
    }
}
