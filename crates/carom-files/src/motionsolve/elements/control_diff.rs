//! Control_Diff: a differential equation of first order.

use crate::motionsolve::build::{Builder, Built};
use crate::motionsolve::element::Element;
use crate::motionsolve::record::Record;
use crate::motionsolve::syntax::{
    FUNCTION_TYPE, LABELLED, Section, USERSUB, boolean, expression, number,
};
use carom_model::Diff;

/// Control_Diff
///
/// The expression is the rate of the state, or with `is_implicit` what stays zero. `ic_dot` is where the search for
/// the rate of an implicit equation begins; an explicit one gives its rate itself.
pub const ELEMENT: Element = Element {
    section: Section::Both,
    attributes: &[
        LABELLED,
        FUNCTION_TYPE,
        &[
            expression("expr"),
            boolean("is_implicit").default("FALSE"),
            number("ic").default("0"),
            number("ic_dot").default("0"),
            boolean("is_static_hold").default("FALSE"),
        ],
        USERSUB,
    ],
    phase: 3,
    build: Some(build),
    ..Element::new(
        "Control_Diff",
        "A differential equation: the function is the rate, or with is_implicit what stays zero.",
        "MotionSolve help, xml-format_50",
    )
};

fn build(r: &Record, b: &mut Builder) -> Built {
    let diff = Diff {
        tag: r.tag(),
        initial: r.number("ic").unwrap_or(0.0),
        initial_rate: r.number("ic_dot").unwrap_or(0.0),
        implicit: r.flag("is_implicit").unwrap_or(false),
        static_hold: r.flag("is_static_hold").unwrap_or(false),
        function: b.needed_function(r, "expr")?,
    };
    b.insert(|m| &mut m.diffs, diff)
}

#[cfg(test)]
mod tests {
    use crate::motionsolve::testing::{find, model_of, names_of, read, refused};

    #[test]
    fn forms() {
        let m = model_of(
            "<Control_Diff id='3' ic='2.' is_static_hold='TRUE' type='EXPRESSION' expr='-DIF(3)'/>
             <Control_Diff id='4' is_implicit='TRUE' ic='1' ic_dot='2' expr='DIF1(4)+DIF(4)'/>",
        );
        let d = find(&m.diffs, 3);
        assert_eq!(
            (d.initial, d.initial_rate, d.implicit, d.static_hold),
            (2.0, 0.0, false, true)
        );
        let d = find(&m.diffs, 4);
        assert_eq!(
            (d.initial, d.initial_rate, d.implicit, d.static_hold),
            (1.0, 2.0, true, false)
        );
    }

    #[test]
    fn user_code_is_kept() {
        let text = "<Control_Diff id='3' type='USERSUB' usrsub_param_string='USER(1,2)'/>";
        assert_eq!(names_of(text), [""; 0]);
        assert!(read(text).0.expect("a model").unsupported.is_empty());
    }

    #[test]
    fn refusals() {
        let names = |a: &str| names_of(&format!("<Control_Diff id='3' {a}/>"));
        refused(&names("ic='1'"), "xml-missing-attribute");
        refused(&names("expr='DIF(4)'"), "xml-unknown-reference");
        refused(&names("expr='1' is_implicit='MAYBE'"), "xml-bad-value");
        refused(&names("expr='(1'"), "expr-unclosed-parenthesis");
    }
}
