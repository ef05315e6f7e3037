//! Reference_Array: constants, or the states, inputs and outputs of system elements.

use crate::common::coverage::Status;
use crate::motionsolve::build::{Builder, Built, Stop};
use crate::motionsolve::element::Element;
use crate::motionsolve::record::Record;
use crate::motionsolve::syntax::{Content, LABELLED, Range, Section, USERSUB, ids, integer, word};
use carom_base::Span;
use carom_model::control::{ArrayKind, Variable};
use carom_model::{Array, Id};

const VARIABLE: &[&str] = &["Reference_Variable"];

/// Reference_Array
///
/// The numbers of IC stand between the tags; the variables of U in `variable_id` or between the tags.
pub const ELEMENT: Element = Element {
    status: Status::Partial("numbers from user-written code are not read"),
    section: Section::Both,
    attributes: &[
        LABELLED,
        &[
            word("type", &["X", "Y", "U", "IC", "PRINT", "RESTART"]).required(),
            integer("num_element").range(Range::Positive),
            ids("variable_id", VARIABLE),
        ],
        USERSUB,
    ],
    content: Content::Numbers,
    phase: 4,
    build: Some(build),
    ..Element::new(
        "Reference_Array",
        "Constants (IC), or states (X), outputs (Y) and inputs (U) of system elements.",
        "MotionSolve help, xml-format_86; exported models",
    )
};

fn build(r: &Record, b: &mut Builder) -> Built {
    if let Some(user) = b.user_code(r) {
        let reason = "its numbers come from user-written code".to_string();
        return Err(Stop::Unsupported(reason, user.span));
    }
    let size = r.number("num_element").map(|n| n as usize);
    let kind = match r.word("type") {
        // Of PRINT and RESTART the numbers are times, which print_array_id and restart_array_id of Simulate name.
        Some("IC" | "PRINT" | "RESTART") => {
            ArrayKind::Constants(r.numbers.iter().map(|(x, _)| *x).collect())
        }
        Some("U") => ArrayKind::Inputs(inputs(r, b)?),
        Some("X") => ArrayKind::States(b.needs(r, size, "num_element")?),
        _ => ArrayKind::Outputs(b.needs(r, size, "num_element")?),
    };
    let is_list = |k: &ArrayKind| matches!(k, ArrayKind::Constants(_) | ArrayKind::Inputs(_));
    if !is_list(&kind) && !r.numbers.is_empty() {
        let what = "arrays of the types X and Y hold no numbers";
        return Err(b.error(r, "xml-array-size", r.numbers[0].1, what));
    }
    if !matches!(kind, ArrayKind::Inputs(_)) && r.has("variable_id") {
        let what = "only an array of the type U holds variables";
        return Err(b.error(r, "xml-array-size", r.place("variable_id"), what));
    }
    let count = match &kind {
        ArrayKind::Constants(list) => list.len(),
        ArrayKind::Inputs(list) => list.len(),
        ArrayKind::States(n) | ArrayKind::Outputs(n) => *n,
    };
    if count == 0 || size.is_some_and(|s| s != count) {
        let what = format!("it holds {count} values, which does not fit num_element");
        return Err(b.error(r, "xml-array-size", r.place("num_element"), &what));
    }
    b.insert(|m| &mut m.arrays, Array { tag: r.tag(), kind })
}

/// The variables, from the attribute or from the text.
fn inputs(r: &Record, b: &mut Builder) -> Built<Vec<Id<Variable>>> {
    if r.has("variable_id") && !r.numbers.is_empty() {
        let what = "its variables stand both in variable_id and between the tags";
        return Err(b.error(r, "xml-array-size", r.numbers[0].1, what));
    }
    let mut labels: Vec<(u32, Span)> = r.ids("variable_id").to_vec();
    for &(x, span) in &r.numbers {
        if x < 1.0 || x > f64::from(u32::MAX) || x.fract() != 0.0 {
            let what = format!("{x} is no id of a Reference_Variable");
            return Err(b.error(r, "xml-bad-id", span, &what));
        }
        b.known(r, VARIABLE, x as u32, span)?;
        labels.push((x as u32, span));
    }
    let find = |(label, _)| b.model.variables.find(label).ok_or(Stop::Reported);
    labels.into_iter().map(find).collect()
}

#[cfg(test)]
mod tests {
    use crate::motionsolve::testing::{find, label, model_of, names_of, refused};
    use carom_model::control::ArrayKind;

    const VARIABLES: &str =
        "<Reference_Variable id='7' expr='1'/><Reference_Variable id='8' expr='2'/>";

    #[test]
    fn kinds() {
        let m = model_of(&format!(
            "<Reference_Array id='1' type='IC' num_element='3'>\n 1. 2.5\n -3.0E-1\n</Reference_Array>
             <Reference_Array id='2' type='X' num_element='4'/><Reference_Array id='3' type='y' num_element='5'/>
             <Reference_Array id='4' type='U' num_element='2' variable_id='8 7'/>
             <Reference_Array id='6' type='PRINT' num_element='1'>0.5</Reference_Array><Reference_Array id='7' type='Restart'>0.1</Reference_Array>
             <Reference_Array id='5' type='U'>7</Reference_Array>{VARIABLES}"
        ));
        let kind = |l| &find(&m.arrays, l).kind;
        let ArrayKind::Constants(list) = kind(1) else {
            panic!("constants")
        };
        assert_eq!(list[..], [1.0, 2.5, -0.3]);
        assert!(matches!(kind(2), ArrayKind::States(4)));
        assert!(matches!(kind(3), ArrayKind::Outputs(5)));
        for (array, expected) in [(4, vec![8, 7]), (5, vec![7])] {
            let ArrayKind::Inputs(list) = kind(array) else {
                panic!("inputs")
            };
            let labels: Vec<u32> = list.iter().map(|v| label(&m.variables, *v)).collect();
            assert_eq!(labels, expected);
        }
    }

    #[test]
    fn refusals() {
        let names = |a: &str, text: &str| {
            names_of(&format!(
                "{VARIABLES}<Reference_Array id='1' {a}>{text}</Reference_Array>"
            ))
        };
        refused(&names("num_element='1'", "1"), "xml-missing-attribute");
        refused(&names("type='IC' num_element='2'", "1"), "xml-array-size");
        refused(&names("type='IC'", ""), "xml-array-size");
        refused(&names("type='IC'", "1 a"), "xml-bad-number");
        refused(&names("type='X'", ""), "xml-missing-attribute");
        refused(&names("type='X' num_element='1'", "1"), "xml-array-size");
        refused(&names("type='U'", "7.5"), "xml-bad-id");
        refused(&names("type='U'", "9"), "xml-unknown-reference");
        refused(
            &names("type='U' variable_id='9'", ""),
            "xml-unknown-reference",
        );
        refused(&names("type='U' variable_id='7'", "8"), "xml-array-size");
        refused(&names("type='IC' variable_id='7'", "8"), "xml-array-size");
        assert_eq!(
            names(
                "type='IC' num_element='2' usrsub_param_string='USER(1)'",
                ""
            ),
            ["xml-unsupported-reference"]
        );
    }
}
