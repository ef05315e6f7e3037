//! GEAR: two bodies on a carrier that mesh.

use crate::adm::build::{Builder, insert};
use crate::adm::record::Record;
use crate::adm::statement::{Statement, USERS};
use crate::adm::syntax::{Label, Syntax, id, ids};
use crate::common::coverage::Status;
use crate::common::labels::Built;
use carom_model::{Gear, JointKind};

/// GEAR
pub const STATEMENT: Statement = Statement::new(
    Syntax {
        name: "GEAR",
        aliases: &[],
        label: Label::Needed,
        status: Status::Full,
        text: "Two bodies, each in a joint with one carrier, have the same velocity at their pitch point along z of the marker CV.",
        source: "Adams View help, gears; Adams Solver help, GEAR",
        arguments: &[ids("JOINTS", 2, 2).required(), id("CV").required()],
    },
    USERS,
    build,
);

fn build(r: &Record, b: &mut Builder) -> Built {
    let joints = b.elements(r, "JOINTS", "JOINT", |m| &m.joints);
    let cv = b.marker(r, "CV");
    let (joints, cv) = (joints?, cv?);
    let cv = b.needs(r, cv, "CV")?;
    let [first, second] = joints[..] else {
        return b.needs(r, None, "JOINTS");
    };
    for joint in [first, second] {
        let kind = b.model.joints[joint].kind;
        if !matches!(
            kind,
            JointKind::Revolute | JointKind::Translational | JointKind::Cylindrical
        ) {
            let what = format!(
                "{} is neither REVOLUTE nor TRANSLATIONAL nor CYLINDRICAL",
                b.model.joints[joint].tag
            );
            return Err(b.error(r, "adm-motion-target", r.place("JOINTS"), &what));
        }
    }
    let gear = Gear {
        tag: r.tag(),
        joints: [first, second],
        cv,
    };
    insert(&mut b.model.gears, gear)
}

#[cfg(test)]
mod tests {
    use crate::adm::testing::{accept, find, refuse};

    const DECK: &str = "PART/2\nMARKER/2, PART=2\nPART/3\nMARKER/3, PART=3\nMARKER/4, PART=1\n\
        JOINT/1, REVOLUTE, I=2, J=1\nJOINT/2, TRANSLATIONAL, I=3, J=1\nJOINT/3, FIXED, I=3, J=1\n";

    #[test]
    fn joints_and_pitch_point() {
        let m = accept(&format!("{DECK}GEAR/7, JOINTS=1,2, CV=4"));
        let gear = &m.gears[find(&m.gears, 7)];
        assert_eq!(gear.joints.map(|j| m.joints[j].tag.label), [1, 2]);
        assert_eq!(m.markers[gear.cv].tag.label, 4);
    }

    #[test]
    fn refused() {
        let refuse = |text: &str, name: &str| refuse(&format!("{DECK}GEAR/7, {text}"), &[name]);
        refuse("JOINTS=1,2", "adm-missing-argument");
        refuse("JOINTS=1, CV=4", "adm-wrong-count");
        refuse("JOINTS=1,3, CV=4", "adm-motion-target");
        refuse("JOINTS=1,9, CV=4", "adm-unknown-element");
        refuse("JOINTS=1,2, CV=9", "adm-unknown-element");
    }
}
