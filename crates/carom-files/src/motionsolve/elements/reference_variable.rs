//! Reference_Variable: a quantity computed from the state.

use crate::common::coverage::Status;
use crate::motionsolve::build::{Builder, Built, Stop};
use crate::motionsolve::record::Record;
use crate::motionsolve::syntax::{
    Element, FUNCTION_TYPE, LABELLED, Section, USERSUB, boolean, expression, number, word,
};
use carom_base::{Diagnostics, SpannedText};
use carom_expr::{Expression, Input};
use carom_model::Variable;
use carom_model::constraint::Function;

const PENALTY: &str = "belongs to the balance by penalty, which is not supported";

/// Reference_Variable
///
/// The value is the expression, which may use the variable itself, or with `is_implicit` what makes the expression
/// zero. An integral (`dot_form`) and a balance by penalty are not supported.
pub const ELEMENT: Element = Element {
    status: Status::Partial("not dot_form, and not a balance by penalty"),
    section: Section::Both,
    attributes: &[
        LABELLED,
        FUNCTION_TYPE,
        &[
            expression("expr"),
            number("ic").default("0"),
            boolean("is_implicit").default("FALSE"),
            word(
                "autobalance",
                &["DEFAULT", "CONDITIONAL", "DISABLED", "PENALTY"],
            )
            .partial("DEFAULT and DISABLED"),
            boolean("dot_form")
                .default("FALSE")
                .partial("FALSE; Control_Diff integrates"),
            number("penalty").ignored(PENALTY),
            number("penalty1").ignored(PENALTY),
            boolean("static_hold").ignored("belongs to dot_form, which is not supported"),
        ],
        USERSUB,
    ],
    phase: 3,
    build: Some(build),
    ..Element::new(
        "Reference_Variable",
        "A quantity given by a function, possibly of itself.",
        "MotionSolve help, xml-format_94; exported models",
    )
};

fn build(r: &Record, b: &mut Builder) -> Built {
    let other = |name: &str, why: &str| Stop::Unsupported(why.to_string(), r.place(name));
    if r.flag("dot_form") == Some(true) {
        let why = "dot_form is TRUE; Control_Diff integrates";
        return Err(other("dot_form", why));
    }
    if let Some("CONDITIONAL" | "PENALTY") = r.word("autobalance") {
        return Err(other("autobalance", "its equation is balanced by others"));
    }
    let variable = Variable {
        tag: r.tag(),
        initial: r.number("ic").unwrap_or(0.0),
        function: implicit_if(r.flag("is_implicit") == Some(true), r, b)?,
    };
    b.insert(|m| &mut m.variables, variable)
}

/// The function of a variable; of an implicit one, whose expression f stays zero, it is `x − f(x)`: that is x where
/// f is zero, and an equation of the variable itself is solved by Newton's method with the slope of f.
fn implicit_if(implicit: bool, r: &Record, b: &mut Builder) -> Built<Function> {
    let function = b.needed_function(r, "expr")?;
    let Function::Expression(e) = &function else {
        return Ok(function);
    };
    if !implicit {
        return Ok(function);
    }
    let own = Input::Variable(r.label);
    if !e.uses().inputs.iter().any(|(input, _)| *input == own) {
        let what = format!("an implicit equation looks at its own value, {own}");
        return Err(b.error(r, "xml-implicit-variable", e.span(), &what));
    }
    let mut text = SpannedText::default();
    text.push(&format!("{own}-("), e.span());
    text.push(e.text(), e.span());
    text.push(")", e.span());
    let read = Expression::parse(text, e.dialect(), &mut Diagnostics::default());
    Ok(read.map_or(function, Function::Expression))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::motionsolve::testing::{find, model_of, names_of, read, refused};

    #[test]
    fn forms() {
        let m = model_of(
            "<Reference_Variable id='3' label='x' type='EXPRESSION' expr='2*VARVAL(4)' autobalance='default'/>
             <reference_variable id='4' EXPR='TIME' ic='2.' is_implicit='FALSE'/>",
        );
        let v = find(&m.variables, 3);
        assert_eq!((v.initial, v.tag.name.as_str()), (0.0, "x"));
        let Function::Expression(e) = &v.function else {
            panic!("an expression")
        };
        assert_eq!(e.text(), "2*VARVAL(4)");
        assert_eq!(find(&m.variables, 4).initial, 2.0);
    }

    #[test]
    fn other_forms_are_not_supported() {
        for a in ["dot_form='TRUE'", "autobalance='penalty'"] {
            let text = format!("<Reference_Variable id='3' expr='TIME' {a}/>");
            let (m, d) = read(&text);
            assert!(!d.has_errors());
            assert_eq!(names_of(&text), ["xml-unsupported-reference"], "{a}");
            let m = m.expect("a model");
            assert!(m.variables.find(3).is_none() && m.unsupported[0].changes_motion);
        }
        let text = "<Reference_Variable id='3' type='USERSUB' usrsub_param_string='USER(1)'/>";
        assert_eq!(names_of(text), [""; 0]);
    }

    #[test]
    fn refusals() {
        let names = |a: &str| names_of(&format!("<Reference_Variable id='3' {a}/>"));
        refused(&names("type='EXPRESSION'"), "xml-missing-attribute");
        refused(&names("expr=''"), "xml-missing-attribute");
        refused(&names("expr='VARVAL(9)'"), "xml-unknown-reference");
        refused(&names("expr='1' ic='a'"), "xml-bad-number");
        refused(&names("expr='1' type='EXPRESION'"), "xml-bad-value");
    }
}
