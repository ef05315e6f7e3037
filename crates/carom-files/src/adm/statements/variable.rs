//! VARIABLE: a quantity computed from the state.

use crate::adm::build::{Builder, insert};
use crate::adm::record::Record;
use crate::adm::statement::{ELEMENTS, Statement};
use crate::adm::syntax::{Label, Syntax, function, number, routine};
use crate::common::coverage::Status;
use crate::common::labels::Built;
use carom_model::Variable;

/// VARIABLE
pub const STATEMENT: Statement = Statement::new(
    Syntax {
        name: "VARIABLE",
        aliases: &[],
        label: Label::Needed,
        status: Status::Full,
        text: "A quantity given by a function, possibly of itself.",
        source: "Adams Solver help, VARIABLE",
        arguments: &[
            function("FUNCTION").required(),
            number("IC").default("0"),
            routine("ROUTINE"),
        ],
    },
    ELEMENTS,
    build,
);

fn build(r: &Record, b: &mut Builder) -> Built {
    let function = r.args.function("FUNCTION", Some("ROUTINE"));
    let variable = Variable {
        tag: r.tag(),
        initial: r.args.number("IC").unwrap_or(0.0),
        function: b.needs(r, function, "FUNCTION")?,
    };
    insert(&mut b.model.variables, variable)
}

#[cfg(test)]
mod tests {
    use crate::adm::testing::{accept, find, refuse};
    use carom_model::constraint::Function;

    #[test]
    fn over_several_lines() {
        let m = accept("VARIABLE/3\n, IC=2\n, FUNCTION = (1 +\n, TIME)/\n! comment\n, 4");
        let v = &m.variables[find(&m.variables, 3)];
        assert_eq!(v.initial, 2.0);
        let Function::Expression(e) = &v.function else {
            panic!("an expression")
        };
        assert_eq!(e.text(), "(1 +  TIME)/  4");
    }

    #[test]
    fn refused() {
        refuse("VARIABLE/3", &["adm-missing-argument"]);
        refuse("VARIABLE/3, FUNCTION=\n, IC=1", &["adm-missing-value"]);
    }
}
