//! Reference_Variable: a quantity computed from the state.

use crate::common::coverage::Status;
use crate::motionsolve::build::{Builder, Built, Stop};
use crate::motionsolve::element::Element;
use crate::motionsolve::record::Record;
use crate::motionsolve::syntax::{
    FUNCTION_TYPE, LABELLED, Section, USERSUB, boolean, expression, number, word,
};
use carom_base::{Diagnostics, Dialect, SpannedText};
use carom_expr::{Expression, Input};
use carom_model::constraint::Function;
use carom_model::{Diff, Tag, Variable};

const PENALTY: &str = "belongs to the balance by penalty, which is not supported";

/// Reference_Variable
///
/// The value is the expression, which may use the variable itself, or with `is_implicit` what makes the expression
/// zero, or with `dot_form` its integral, from `ic` at the start. A balance by penalty is not supported.
pub const ELEMENT: Element = Element {
    status: Status::Partial("not a balance by penalty"),
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
            boolean("dot_form").default("FALSE").partial(
                "of an expression that is not implicit; it becomes a differential equation",
            ),
            number("penalty").ignored(PENALTY),
            number("penalty1").ignored(PENALTY),
            boolean("static_hold").default("FALSE"),
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
    if let Some("CONDITIONAL" | "PENALTY") = r.word("autobalance") {
        return Err(other("autobalance", "its equation is balanced by others"));
    }
    let implicit = r.flag("is_implicit") == Some(true);
    let function = if r.flag("dot_form") == Some(true) {
        if implicit {
            let why = "dot_form and is_implicit are both TRUE; Control_Diff has implicit equations";
            return Err(other("dot_form", why));
        }
        integral(r, b)?
    } else {
        implicit_if(implicit, r, b)?
    };
    let variable = Variable {
        tag: r.tag(),
        initial: r.number("ic").unwrap_or(0.0),
        function,
    };
    b.insert(|m| &mut m.variables, variable)
}

/// The integral of the expression: the state of a differential equation, which takes the id of the variable, or the next one
/// that no other has.
fn integral(r: &Record, b: &mut Builder) -> Built<Function> {
    let function = b.needed_function(r, "expr")?;
    if !matches!(function, Function::Expression(_)) {
        let why = "dot_form is TRUE, and its rate is user-written code; Control_Diff calls such";
        return Err(Stop::Unsupported(why.to_string(), r.place("dot_form")));
    }
    let taken = |b: &Builder, label: u32| {
        b.lookup(&["Control_Diff"], label).is_some() || b.model.diffs.find(label).is_some()
    };
    let mut label = r.label;
    while taken(b, label) {
        label += 1;
    }
    let diff = Diff {
        tag: Tag {
            statement: "Control_Diff",
            label,
            ..r.tag()
        },
        initial: r.number("ic").unwrap_or(0.0),
        initial_rate: 0.0,
        implicit: false,
        static_hold: r.flag("static_hold").unwrap_or(false),
        function,
    };
    b.insert(|m| &mut m.diffs, diff)?;
    let mut text = SpannedText::default();
    text.push(&Input::Diff(label).to_string(), r.span);
    let read = Expression::parse(text, Dialect::MotionSolve, &mut Diagnostics::default());
    read.map(Function::Expression).ok_or(Stop::Reported)
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
    fn integrals() {
        let m = model_of(
            "<Control_Diff id='3' expr='1'/>
             <Reference_Variable id='3' type='EXPRESSION' expr='-VARVAL(3)' dot_form='TRUE' ic='2' static_hold='TRUE'/>
             <Reference_Variable id='7' type='EXPRESSION' expr='TIME' dot_form='TRUE'/>",
        );
        let text = |label: u32| match &find(&m.variables, label).function {
            Function::Expression(e) => e.text().to_string(),
            other => panic!("{other:?}"),
        };
        // The differential equation of the deck keeps its id.
        assert_eq!((text(3).as_str(), text(7).as_str()), ("DIF(4)", "DIF(7)"));
        assert!(m.diffs.find(3).is_some());
        let d = find(&m.diffs, 4);
        assert_eq!((d.initial, d.static_hold, d.implicit), (2.0, true, false));
        assert_eq!(find(&m.diffs, 7).initial, 0.0);
    }

    #[test]
    fn other_forms_are_not_supported() {
        for a in [
            "dot_form='TRUE' is_implicit='TRUE'",
            "autobalance='penalty'",
        ] {
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
