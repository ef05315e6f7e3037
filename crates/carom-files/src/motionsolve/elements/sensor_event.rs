//! Sensor_Event: something happens when a function reaches a value.

use crate::common::coverage::Status;
use crate::motionsolve::build::{Builder, Built};
use crate::motionsolve::element::Element;
use crate::motionsolve::record::Record;
use crate::motionsolve::syntax::{
    FUNCTION_TYPE, LABELLED, Range, Section, USERSUB, boolean, expression, id, number, word,
};
use carom_model::Sensor;
use carom_model::control::Comparison;

const ACTIONS: [&str; 8] = [
    "halt",
    "return",
    "restart",
    "print",
    "dt",
    "stepsize",
    "hmax",
    "evaluate_id",
];

/// Sensor_Event
///
/// LT and LE are one comparison: both become true where the function comes down to the value.
pub const ELEMENT: Element = Element {
    status: Status::Full,
    section: Section::Both,
    attributes: &[
        LABELLED,
        FUNCTION_TYPE,
        &[
            expression("expr"),
            number("value").required(),
            word("compare", &["EQ", "GE", "LE", "LT"]).default("EQ"),
            number("error_tol").default("0.001").range(Range::Positive),
            boolean("halt").default("FALSE"),
            boolean("return").default("FALSE"),
            boolean("restart").default("FALSE"),
            boolean("print").default("FALSE"),
            number("dt").dim("T").range(Range::Positive),
            number("stepsize").dim("T").range(Range::Positive),
            id("evaluate_id", &["Sensor_Evaluate"]),
            number("zero_crossing").ignored("events are always located to the last digit"),
            number("hmax").dim("T").range(Range::Positive),
            boolean("verbose").ignored("it only prints"),
        ],
        USERSUB,
    ],
    phase: 8,
    build: Some(build),
    ..Element::new(
        "Sensor_Event",
        "Watches a function and acts when it reaches a value.",
        "MotionSolve help, xml-format_98, sensor_api",
    )
};

fn build(r: &Record, b: &mut Builder) -> Built {
    let set = |name: &&str| r.has(name) && r.flag(name) != Some(false);
    if !ACTIONS.iter().any(set) {
        let what = format!("it does nothing: none of {}", ACTIONS.join(", "));
        b.warning(r, "xml-sensor-without-action", r.span, &what);
    }
    let flag = |name| r.flag(name) == Some(true);
    let evaluate = r.id("evaluate_id").map(|(label, _)| label);
    let sensor = Sensor {
        tag: r.tag(),
        function: b.needed_function(r, "expr")?,
        value: b.needs(r, r.number("value"), "value")?,
        error: r.number("error_tol").unwrap_or(0.001),
        comparison: match r.word("compare") {
            Some("GE") => Comparison::GreaterOrEqual,
            Some("LE" | "LT") => Comparison::LessOrEqual,
            _ => Comparison::Equal,
        },
        halt: flag("halt"),
        ends_command: flag("return"),
        restart: flag("restart"),
        print: flag("print"),
        output_interval: r.number("dt"),
        step_size: r.number("stepsize"),
        step_limit: r.number("hmax"),
        evaluate: evaluate.and_then(|label| b.evaluations.get(&label).cloned()),
    };
    b.insert(|m| &mut m.sensors, sensor)
}

#[cfg(test)]
mod tests {
    use crate::motionsolve::testing::{find, model_of, names_of, refused};
    use carom_model::control::Comparison;

    #[test]
    fn all_attributes() {
        let m = model_of(
            "<Sensor_Event id='1' type='EXPRESSION' expr='TIME' compare='ge' value='0.5' error_tol='1e-6'
               halt='TRUE' return='TRUE' restart='TRUE' print='TRUE' dt='0.1' stepsize='1e-3' evaluate_id='4'
               zero_crossing='0.01' hmax='0.1' verbose='TRUE'/>
             <Sensor_Evaluate id='4' type='EXPRESSION' expr='2*TIME'/>
             <Sensor_Event id='2' expr='TIME' value='1' halt='TRUE' evaluate_id='0'/>
             <Sensor_Event id='3' expr='TIME' value='1' compare='LT' return='TRUE'/>",
        );
        let s = find(&m.sensors, 1);
        assert_eq!(s.comparison, Comparison::GreaterOrEqual);
        assert_eq!((s.value, s.error), (0.5, 1e-6));
        assert!(s.halt && s.ends_command && s.restart && s.print);
        assert_eq!((s.output_interval, s.step_size), (Some(0.1), Some(1e-3)));
        assert_eq!(s.step_limit, Some(0.1));
        assert!(s.evaluate.is_some());
        let s = find(&m.sensors, 2);
        assert_eq!(
            (s.comparison, s.value, s.error),
            (Comparison::Equal, 1.0, 0.001)
        );
        assert!(s.halt && !s.ends_command && !s.restart && !s.print && s.evaluate.is_none());
        assert_eq!(find(&m.sensors, 3).comparison, Comparison::LessOrEqual);
    }

    #[test]
    fn refusals() {
        let names = |a: &str| names_of(&format!("<Sensor_Event id='1' {a}/>"));
        refused(&names("value='1' halt='TRUE'"), "xml-missing-attribute");
        refused(&names("expr='TIME' halt='TRUE'"), "xml-missing-attribute");
        let good = "expr='TIME' value='1'";
        refused(
            &names(&format!("{good} error_tol='0' halt='TRUE'")),
            "xml-out-of-range",
        );
        refused(&names(&format!("{good} dt='-1'")), "xml-out-of-range");
        refused(
            &names(&format!("{good} evaluate_id='9'")),
            "xml-unknown-reference",
        );
        refused(&names(&format!("{good} compare='GT'")), "xml-bad-value");
        assert_eq!(names(good), ["xml-sensor-without-action"]);
        assert_eq!(
            names(&format!("{good} halt='FALSE'")),
            ["xml-sensor-without-action"]
        );
        assert_eq!(
            names("type='USERSUB' usrsub_param_string='USER(1)' value='1' halt='TRUE'"),
            [""; 0]
        );
    }
}
