//! UCON: a user-written constraint between coordinates of parts.

use crate::adm::build::{Builder, insert};
use crate::adm::record::Record;
use crate::adm::statement::{Statement, USERS};
use crate::adm::syntax::{Label, Syntax, function, routine};
use crate::common::coverage::Status;
use crate::common::labels::Built;
use carom_model::UserConstraint;
use carom_model::constraint::Function;

/// UCON
pub const STATEMENT: Statement = Statement::new(
    Syntax {
        name: "UCON",
        aliases: &[],
        label: Label::Needed,
        status: Status::Partial("angles of parts (codes 14 to 16, 24 to 26 of UCOVAR) are refused"),
        text: "Keeps what a user-written routine, UCOSUB, makes of coordinates of parts at zero.",
        source: "Adams Solver help, UCON, UCOSUB and UCOVAR",
        arguments: &[function("FUNCTION").required(), routine("ROUTINE")],
    },
    USERS,
    build,
);

fn build(r: &Record, b: &mut Builder) -> Built {
    let function = r.args.function("FUNCTION", Some("ROUTINE"));
    let Function::User(user) = b.needs(r, function, "FUNCTION")? else {
        let what =
            "the constraint is user-written code: FUNCTION=USER(...); a GCON takes an expression";
        return Err(b.error(r, "adm-bad-value", r.place("FUNCTION"), what));
    };
    let constraint = UserConstraint { tag: r.tag(), user };
    insert(&mut b.model.user_constraints, constraint)
}

#[cfg(test)]
mod tests {
    use crate::adm::testing::{accept, find, refuse};

    #[test]
    fn forms() {
        let m = accept("UCON/5, FUNCTION=USER(2,7)\\, ROUTINE=lib::Ucosub");
        let user = &m.user_constraints[find(&m.user_constraints, 5)].user;
        assert_eq!(user.parameters, [2.0, 7.0]);
        assert_eq!(user.routine, "lib::Ucosub");
        refuse("UCON/1", &["adm-missing-argument"]);
        refuse("UCON/1, FUNCTION=TIME", &["adm-bad-value"]);
    }
}
