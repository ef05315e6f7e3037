//! Force_Penalty: a constraint that gives way.

use crate::common::coverage::Status;
use crate::motionsolve::build::{Builder, Built, Stop};
use crate::motionsolve::element::Element;
use crate::motionsolve::record::Record;
use crate::motionsolve::syntax::{
    FUNCTION_TYPE, LABELLED, Range, Section, USERSUB, boolean, expression, number,
};
use carom_model::Penalty;
use carom_model::constraint::Function;

const RAMP: &str = "unilateral: how the force begins is not public; a Force_Vector_TwoBody with IMPACT pushes on one side only";

/// Force_Penalty
///
/// −(penalty·Φ + penalty1·Φ')·∂Φ/∂q on every coordinate q of the bodies that the expression Φ looks at. The help has the factors and says
/// that both are restoring; that they multiply Φ and its rate is our reading.
pub const ELEMENT: Element = Element {
    status: Status::Partial("expressions of displacements and time; not unilateral, no PFOSUB"),
    section: Section::Both,
    attributes: &[
        LABELLED,
        FUNCTION_TYPE,
        &[
            expression("expr").alias(&["expression"]),
            number("penalty")
                .dim("F·L, over the square of the expression")
                .range(Range::NonNegative)
                .required(),
            number("penalty1")
                .dim("F·L·T, over the square of the expression")
                .range(Range::NonNegative)
                .default("0"),
            boolean("unilateral")
                .default("FALSE")
                .partial("FALSE only: how the force of TRUE begins is not public"),
            number("smoothing_factor").ignored("belongs to unilateral=TRUE"),
        ],
        USERSUB,
    ],
    phase: 6,
    build: Some(build),
    ..Element::new(
        "Force_Penalty",
        "A force that drives an expression to zero: a constraint that gives way.",
        "MotionSolve help, xml-format_64, pforce_api",
    )
};

fn build(r: &Record, b: &mut Builder) -> Built {
    if r.flag("unilateral") == Some(true) {
        return Err(Stop::Unsupported(RAMP.into(), r.place("unilateral")));
    }
    // User-written code has been reported, and there is nothing to keep.
    let Function::Expression(function) = b.needed_function(r, "expr")? else {
        return Ok(());
    };
    let [stiffness, damping] = r.numbers_of(["penalty", "penalty1"]);
    let force = Penalty {
        tag: r.tag(),
        function,
        stiffness,
        damping,
    };
    b.insert(|m| &mut m.penalties, force)
}

#[cfg(test)]
mod tests {
    use crate::motionsolve::testing::{BODY, find, model_of, names_of, read, refused};

    fn with(attributes: &str) -> String {
        format!("{BODY}<Force_Penalty id='5' {attributes}/>")
    }

    #[test]
    fn forms() {
        let m = model_of(&with(
            "type='Expression' expr='DM(20,10)-2' penalty='1E4' penalty1='1E2'",
        ));
        let p = find(&m.penalties, 5);
        assert_eq!((p.stiffness, p.damping), (1e4, 1e2));
        assert_eq!(p.function.text(), "DM(20,10)-2");
        let m = model_of(&with("expr='DX(20)' penalty='1' unilateral='FALSE'"));
        assert_eq!(find(&m.penalties, 5).damping, 0.0);
    }

    #[test]
    fn refusals() {
        let names = |a: &str| names_of(&with(a));
        refused(&names("penalty='1'"), "xml-missing-attribute");
        refused(&names("expr='DX(20)'"), "xml-missing-attribute");
        refused(&names("expr='DX(20)' penalty='-1'"), "xml-out-of-range");
        refused(&names("expr='DX(99)' penalty='1'"), "xml-unknown-reference");
        for (text, name) in [
            (
                "expr='DX(20)' penalty='1' unilateral='TRUE'",
                "xml-unsupported-reference",
            ),
            ("expr='USER(1)' penalty='1'", "xml-user-subroutine"),
        ] {
            assert_eq!(names(text), [name]);
            let m = read(&with(text)).0.expect("a model");
            assert!(m.unsupported[0].changes_motion);
            assert!(m.penalties.find(5).is_none());
        }
    }
}
