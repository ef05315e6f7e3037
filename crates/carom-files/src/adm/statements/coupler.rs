//! COUPLER: a linear relation between joint displacements.

use super::motion::freedom;
use crate::adm::build::{Builder, insert};
use crate::adm::record::Record;
use crate::adm::statement::{Statement, USERS};
use crate::adm::syntax::{Label, Syntax, function, ids, routines, some_numbers, words};
use crate::common::coverage::Status;
use crate::common::labels::Built;
use carom_model::constraint::{Coupler, Freedom, Function, UserFunction};

/// COUPLER
pub const STATEMENT: Statement = Statement::new(
    Syntax {
        name: "COUPLER",
        aliases: &[],
        label: Label::Needed,
        status: Status::Full,
        text: "Keeps r1·q1 + r2·q2 + r3·q3 at zero for the displacements of two or three joints.",
        source: "Adams Solver help, COUPLER",
        arguments: &[
            ids("JOINTS", 2, 3).required(),
            words("TYPE", &["T", "R"]),
            some_numbers("SCALES", 1, 3),
            function("FUNCTION"),
            routines("ROUTINE"),
        ],
    },
    USERS,
    build,
);

fn build(r: &Record, b: &mut Builder) -> Built {
    let joints = b.elements(r, "JOINTS", "JOINT", |m| &m.joints)?;
    let n = joints.len();
    let user = match r.args.function("FUNCTION", None) {
        None => None,
        Some(Function::User(user)) => {
            let routines = r.args.words("ROUTINE").iter().map(|(w, _)| w.as_str());
            Some(UserFunction {
                routine: routines.collect::<Vec<_>>().join(", "),
                ..user
            })
        }
        Some(Function::Expression(_)) => {
            let what = "FUNCTION has to be USER(...)";
            return Err(b.error(r, "adm-bad-value", r.place("FUNCTION"), what));
        }
    };
    let mut scales = match user {
        Some(_) => vec![1.0; n],
        None => r.args.numbers("SCALES"),
    };
    if scales.len() + 1 == n {
        // The first factor may be left out.
        scales.insert(0, 1.0);
    }
    if scales.len() != n {
        let what = format!("SCALES needs {} or {n} values", n - 1);
        return Err(b.error(r, "adm-wrong-count", r.place("SCALES"), &what));
    }
    let types = r.args.words("TYPE");
    if !types.is_empty() && types.len() != n {
        let what = format!("TYPE needs {n} values");
        return Err(b.error(r, "adm-wrong-count", r.place("TYPE"), &what));
    }
    let mut terms = Vec::with_capacity(n);
    for (k, (&joint, &scale)) in joints.iter().zip(&scales).enumerate() {
        let asked = types.get(k).map(|(word, _)| match word.as_str() {
            "T" => Freedom::Translation,
            _ => Freedom::Rotation,
        });
        terms.push((
            joint,
            freedom(r, b, joint, asked, ("JOINTS", "TYPE"))?,
            scale,
        ));
    }
    let coupler = Coupler {
        tag: r.tag(),
        terms,
        user,
    };
    insert(&mut b.model.couplers, coupler)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adm::testing::{accept, find, refuse};

    const DECK: &str = "PART/2\nMARKER/2, PART=2\nPART/3\nMARKER/3, PART=3\n\
        JOINT/1, REVOLUTE, I=2, J=1\nJOINT/2, CYLINDRICAL, I=3, J=1\n\
        JOINT/3, TRANSLATIONAL, I=3, J=2\nJOINT/4, FIXED, I=2, J=1\n";

    fn terms(text: &str) -> Vec<(u32, Freedom, f64)> {
        let m = accept(&format!("{DECK}COUPLER/5, {text}"));
        m.couplers[find(&m.couplers, 5)]
            .terms
            .iter()
            .map(|&(j, f, s)| (m.joints[j].tag.label, f, s))
            .collect()
    }

    #[test]
    fn scales_and_types() {
        use Freedom::{Rotation, Translation};
        // q1 = 2·q2 in both spellings
        let expected = [(1, Rotation, 1.0), (3, Translation, -2.0)];
        assert_eq!(terms("JOINTS=1,3, SCALES=1,-2"), expected);
        assert_eq!(terms("JOINTS=1,3, SCALES=-2"), expected);
        assert_eq!(
            terms("JOINTS=1,2,3, TYPE=R:T:T, SCALES=2,3,4"),
            [
                (1, Rotation, 2.0),
                (2, Translation, 3.0),
                (3, Translation, 4.0)
            ]
        );
    }

    #[test]
    fn refused() {
        let refuse =
            |text: &str, names: &[&str]| refuse(&format!("{DECK}COUPLER/5, {text}"), names);
        refuse("JOINTS=1, SCALES=1", &["adm-wrong-count"]);
        refuse("JOINTS=1,3", &["adm-wrong-count"]);
        refuse("JOINTS=1,3, SCALES=1,2,3", &["adm-wrong-count"]);
        refuse("JOINTS=1,2, SCALES=1", &["adm-missing-argument"]);
        refuse("JOINTS=1,4, SCALES=1", &["adm-motion-target"]);
        refuse("JOINTS=1,3, TYPE=T:T, SCALES=1", &["adm-motion-target"]);
        refuse("JOINTS=1,9, SCALES=1", &["adm-unknown-element"]);
    }

    #[test]
    fn user_code() {
        let user = "COUPLER/5, JOINTS=1,3, FUNCTION=USER(1,2)\\, ROUTINE=a::f, b::g";
        let m = accept(&format!("{DECK}{user}"));
        let c = &m.couplers[find(&m.couplers, 5)];
        let user = c.user.as_ref().expect("user-written code");
        assert_eq!(
            (&user.parameters[..], user.routine.as_str()),
            (&[1.0, 2.0][..], "a::f, b::g")
        );
        refuse(
            &format!("{DECK}COUPLER/5, JOINTS=1,3, FUNCTION=TIME"),
            &["adm-bad-value"],
        );
    }
}
