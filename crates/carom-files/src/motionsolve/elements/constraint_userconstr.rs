//! Constraint_UserConstr: a user-written constraint between coordinates of bodies.

use crate::common::coverage::Status;
use crate::motionsolve::build::{Builder, Built};
use crate::motionsolve::element::Element;
use crate::motionsolve::record::Record;
use crate::motionsolve::syntax::{LABELLED, Section, USERSUB};
use carom_model::UserConstraint;

/// Constraint_UserConstr
pub const ELEMENT: Element = Element {
    status: Status::Full,
    section: Section::Both,
    attributes: &[LABELLED, USERSUB],
    phase: 6,
    build: Some(build),
    ..Element::new(
        "Constraint_UserConstr",
        "Keeps what a user-written routine, UCOSUB, makes of coordinates of bodies at zero.",
        "MotionSolve help, Constraint: User, UCOSUB and UCOVAR",
    )
};

fn build(r: &Record, b: &mut Builder) -> Built {
    let user = b.user_code(r);
    let user = b.needs(r, user, "usrsub_param_string")?;
    b.report_user_code(r, &user);
    let constraint = UserConstraint { tag: r.tag(), user };
    b.insert(|m| &mut m.user_constraints, constraint)
}

#[cfg(test)]
mod tests {
    use crate::motionsolve::testing::{BODY, find, model_of, names_of, refused};

    #[test]
    fn forms() {
        let with = |attributes: &str| format!("{BODY}<Constraint_UserConstr id='5' {attributes}/>");
        let m = model_of(&with(
            "usrsub_param_string='USER(1,2)' usrsub_dll_name='lib'",
        ));
        let user = &find(&m.user_constraints, 5).user;
        assert_eq!(user.parameters, [1.0, 2.0]);
        refused(&names_of(&with("")), "xml-missing-attribute");
    }
}
