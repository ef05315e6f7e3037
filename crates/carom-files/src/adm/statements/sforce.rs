//! SFORCE: a single force or torque.

use crate::adm::build::{Builder, insert};
use crate::adm::record::Record;
use crate::adm::statement::{Statement, USERS};
use crate::adm::syntax::{Label, Syntax, flag, function, id, routine};
use crate::common::coverage::Status;
use crate::common::labels::Built;
use carom_model::ScalarForce;
use carom_model::force::Kind;

/// SFORCE
pub const STATEMENT: Statement = Statement::new(
    Syntax {
        name: "SFORCE",
        aliases: &[],
        label: Label::Needed,
        status: Status::Full,
        text: "A force along the line between I and J, or a torque about z of J; with ACTIONONLY on I alone.",
        source: "Adams Solver help, SFORCE",
        arguments: &[
            flag("TRANSLATION").alias(&["TRANSLATIONAL"]),
            flag("ROTATION").alias(&["ROTATIONAL"]),
            id("I").required(),
            id("J").required(),
            flag("ACTIONONLY"),
            flag("REACTION").default("this"),
            function("FUNCTION").required().dim("F or F·L"),
            routine("ROUTINE"),
        ],
    },
    USERS,
    build,
);

fn build(r: &Record, b: &mut Builder) -> Built {
    let kind = kind(r, b)?;
    b.exclusive(r, &[("ACTIONONLY", "REACTION")])?;
    let action_only = r.args.has("ACTIONONLY");
    // Action only: J gives nothing but a direction, and may be on the part of I.
    let (i, j) = if action_only {
        b.pair(r)?
    } else {
        b.pair_of_parts(r)?
    };
    let function = b.needs(r, r.args.function("FUNCTION", Some("ROUTINE")), "FUNCTION")?;
    let force = ScalarForce {
        tag: r.tag(),
        kind,
        i,
        j,
        action_only,
        function,
    };
    insert(&mut b.model.scalar_forces, force)
}

/// TRANSLATION or ROTATION.
pub(super) fn kind(r: &Record, b: &mut Builder) -> Built<Kind> {
    Ok(match b.one_of(r, &["TRANSLATION", "ROTATION"], "a kind")? {
        "TRANSLATION" => Kind::Translation,
        _ => Kind::Rotation,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adm::testing::{accept, find, refuse};
    use carom_model::constraint::Function;

    const TWO: &str = "PART/2\nMARKER/2, PART=2\nMARKER/3, PART=2\n";

    #[test]
    fn forms() {
        let force = |text: &str| {
            let m = accept(&format!("{TWO}SFORCE/5, {text}"));
            m.scalar_forces[find(&m.scalar_forces, 5)].clone()
        };
        let f = force("TRANSLATIONAL, I=2, J=1, FUNCTION=-100.0*(DM(2,1)-2)\n, -1.0*VR(2,1)");
        assert_eq!((f.kind, f.action_only), (Kind::Translation, false));
        let Function::Expression(e) = &f.function else {
            panic!("an expression")
        };
        assert_eq!(e.text(), "-100.0*(DM(2,1)-2)  -1.0*VR(2,1)");
        let f = force("ROTATION, I=2, J=3, ACTIONONLY, FUN=1");
        assert_eq!((f.kind, f.action_only), (Kind::Rotation, true));
        // no backslash before the next argument
        let f = force("TRANSLATION, FUNCTION=TIME, I=2, J=1");
        assert!(matches!(f.function, Function::Expression(e) if e.text() == "TIME"));
    }

    #[test]
    fn names_of_comments() {
        let m = accept(&format!(
            "{TWO}!   adams_view_name='SPRING_1.sforce'\nSFORCE/5, TRANS, I=2, J=1, FUNCTION=1"
        ));
        assert_eq!(
            m.scalar_forces[find(&m.scalar_forces, 5)].tag.name,
            "SPRING_1.sforce"
        );
    }

    #[test]
    fn refused() {
        let refuse = |text: &str, names: &[&str]| refuse(&format!("{TWO}SFORCE/5, {text}"), names);
        refuse("I=2, J=1, FUNCTION=1", &["adm-missing-argument"]);
        refuse("TRANS, I=2, J=3, FUNCTION=1", &["adm-same-part"]);
        refuse("TRANS, I=2, J=1", &["adm-missing-argument"]);
        refuse(
            "TRANS, ROT, I=2, J=1, FUNCTION=1",
            &["adm-conflicting-arguments"],
        );
        refuse(
            "TRANS, I=2, J=1, ACTION, REACTION, FUNCTION=1",
            &["adm-conflicting-arguments"],
        );
        refuse("TRANS, I=2, J=1, FUNCTION=USER(1, x)", &["adm-bad-number"]);
    }

    #[test]
    fn user_code_is_kept() {
        let m = accept(&format!(
            "{TWO}SFORCE/5, ROTATION, I=2, J=1, FUNCTION = USER( 11, 1047.2,\n, 9999.9 )"
        ));
        let Function::User(u) = &m.scalar_forces[find(&m.scalar_forces, 5)].function else {
            panic!("user code")
        };
        assert_eq!(u.parameters, [11.0, 1047.2, 9999.9]);
        assert!(m.unsupported.is_empty());
    }
}
