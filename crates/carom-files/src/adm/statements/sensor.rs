//! SENSOR: something happens when a function reaches a value.

use crate::adm::build::{Builder, insert};
use crate::adm::record::Record;
use crate::adm::statement::{Statement, USERS};
use crate::adm::syntax::{Label, Range, Syntax, flag, function, number, routine};
use crate::common::coverage::Status;
use crate::common::labels::Built;
use carom_model::Sensor;
use carom_model::control::Comparison;

const ACTIONS: [&str; 7] = [
    "HALT", "RETURN", "RESTART", "PRINT", "DT", "STEPSIZE", "EVALUATE",
];

/// SENSOR
pub const STATEMENT: Statement = Statement::new(
    Syntax {
        name: "SENSOR",
        aliases: &[],
        label: Label::Needed,
        status: Status::Full,
        text: "Watches a function and acts when it reaches a value: exactly there, so that ERROR, within which a sensor that looks at the ends of steps acts, is not needed. A function that comes within ERROR and turns back does not act.",
        source: "Adams Solver help, SENSOR",
        arguments: &[
            function("FUNCTION").required(),
            number("VALUE").default("0"),
            number("ERROR").default("0.001").range(Range::Positive),
            flag("EQ").default("this"),
            flag("GE"),
            flag("LE"),
            flag("HALT"),
            flag("RETURN"),
            flag("RESTART"),
            flag("PRINT"),
            number("DT").dim("T").range(Range::Positive),
            number("STEPSIZE").dim("T").range(Range::Positive),
            flag("CODGEN").ignored("matrices are ordered once"),
            flag("YYDUMP").ignored("a dump for debugging"),
            function("EVALUATE"),
            flag("BISECTION").ignored("events are always located to the last digit"),
            routine("ROUTINE"),
            routine("EVALUATE_ROUTINE"),
        ],
    },
    USERS,
    build,
);

fn build(r: &Record, b: &mut Builder) -> Built {
    let args = &r.args;
    let comparison = match b.choice(r, &["EQ", "GE", "LE"])? {
        Some("GE") => Comparison::GreaterOrEqual,
        Some("LE") => Comparison::LessOrEqual,
        _ => Comparison::Equal,
    };
    if !ACTIONS.iter().any(|a| args.has(a)) {
        let what = format!("it does nothing: none of {}", ACTIONS.join(", "));
        b.warning(r, "adm-sensor-without-action", r.span, &what);
    }
    let function = args.function("FUNCTION", Some("ROUTINE"));
    let sensor = Sensor {
        tag: r.tag(),
        function: b.needs(r, function, "FUNCTION")?,
        value: args.number("VALUE").unwrap_or(0.0),
        error: args.number("ERROR").unwrap_or(0.001),
        comparison,
        halt: args.has("HALT"),
        ends_command: args.has("RETURN"),
        restart: args.has("RESTART"),
        print: args.has("PRINT"),
        output_interval: args.number("DT"),
        step_size: args.number("STEPSIZE"),
        step_limit: None,
        evaluate: args.function("EVALUATE", Some("EVALUATE_ROUTINE")),
    };
    insert(&mut b.model.sensors, sensor)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adm::testing::{accept, find, refuse, warn};

    #[test]
    fn all_arguments() {
        let m = accept(
            "SENSOR/1, GE, VALUE=90D, ERROR=1E-6, HALT, RETURN, RESTART, PRINT, DT=0.1, STEPSIZE=1E-3\n\
             , CODGEN, YYDUMP, BISECTION, FUNCTION=TIME\\ EVALUATE=2*TIME\nSENSOR/2, HALT, FUNCTION=TIME",
        );
        let s = &m.sensors[find(&m.sensors, 1)];
        assert_eq!(s.comparison, Comparison::GreaterOrEqual);
        assert_eq!((s.value, s.error), (90f64.to_radians(), 1e-6));
        assert!(s.halt && s.ends_command && s.restart && s.print);
        assert_eq!((s.output_interval, s.step_size), (Some(0.1), Some(1e-3)));
        assert!(s.evaluate.is_some());
        let s = &m.sensors[find(&m.sensors, 2)];
        assert_eq!(s.comparison, Comparison::Equal);
        assert_eq!((s.value, s.error), (0.0, 0.001));
        assert!(s.evaluate.is_none() && !s.restart);
    }

    #[test]
    fn refused() {
        refuse("SENSOR/1, HALT", &["adm-missing-argument"]);
        refuse(
            "SENSOR/1, HALT, ERROR=0, FUNCTION=TIME",
            &["adm-out-of-range"],
        );
        refuse("SENSOR/1, DT=-1, FUNCTION=TIME", &["adm-out-of-range"]);
        refuse(
            "SENSOR/1, GE, LE, HALT, FUNCTION=TIME",
            &["adm-conflicting-arguments"],
        );
        warn("SENSOR/1, FUNCTION=TIME", &["adm-sensor-without-action"]);
    }
}
