//! Simulate: one analysis.

use crate::common::coverage::Status;
use crate::motionsolve::build::{Builder, Built};
use crate::motionsolve::element::Element;
use crate::motionsolve::record::Record;
use crate::motionsolve::syntax::{Range, Section, id, integer, number, word};
use carom_model::Command;
use carom_model::analysis::{Analysis, End, OutputGrid};

const GRIDS: [&str; 4] = [
    "num_step",
    "print_interval",
    "print_increment",
    "print_array_id",
];

/// Simulate
///
/// The end time counts from 0 and analyses go on where the last one ended. A static analysis that does not end
/// later than it begins is one equilibrium; one that does is a series of them.
pub const ELEMENT: Element = Element {
    status: Status::Partial("outputs at a number or an interval of times"),
    section: Section::Command,
    attributes: &[&[
        word(
            "analysis_type",
            &[
                "Transient",
                "Static",
                "Assembly",
                "Linear",
                "Kinematic",
                "Kinematics",
                "Dynamic",
                "Dynamics",
                "Quasi_Static",
                "QuasiStatic",
            ],
        )
        .required(),
        number("start_time")
            .dim("T")
            .default("0")
            .partial("where the last analysis ended"),
        number("end_time").dim("T"),
        number("duration")
            .dim("T")
            .range(Range::NonNegative)
            .partial("0 is for one equilibrium or an assembly"),
        integer("num_step")
            .alias(&["num_steps"])
            .range(Range::Positive),
        number("print_interval").dim("T").range(Range::Positive),
        integer("print_increment").partial("outputs only at start and end"),
        id("print_array_id", &["Reference_Array"]).partial("outputs only at start and end"),
        id("restart_array_id", &[]).ignored("one-step methods have no history to drop"),
    ]],
    command: Some(command),
    ..Element::new(
        "Simulate",
        "One analysis, from where the last one ended.",
        "MotionSolve help, xml-format_31; exported models",
    )
};

fn command(r: &Record, b: &mut Builder) -> Built {
    b.exclusive(r, &[("end_time", "duration")])?;
    for (k, first) in GRIDS.iter().enumerate() {
        for second in &GRIDS[k + 1..] {
            b.exclusive(r, &[(first, second)])?;
        }
    }
    let analysis = match r.word("analysis_type") {
        Some("Static" | "Quasi_Static" | "QuasiStatic") => Analysis::Static,
        Some("Assembly") => Analysis::InitialConditions,
        Some("Linear") => Analysis::Linear,
        Some("Kinematic" | "Kinematics") => Analysis::Kinematic,
        Some("Dynamic" | "Dynamics") => Analysis::Dynamic,
        _ => Analysis::Transient,
    };
    let end = end(r, b, analysis)?;
    let output = grid(r, b);
    if analysis == Analysis::Linear {
        let settings = super::param_linear::complete(&b.model);
        b.analysis = Some(Command::Linear(settings, r.span));
        return Ok(());
    }
    if b.model.sensors.iter().any(|s| s.ends_command) {
        // It may end before.
        b.time = None;
    }
    b.analysis = Some(Command::Simulate {
        analysis,
        end,
        output,
        span: r.span,
    });
    Ok(())
}

/// The end, and the time that the commands have reached.
fn end(r: &Record, b: &mut Builder, analysis: Analysis) -> Built<Option<End>> {
    let now = b.time;
    if let (Some(start), Some(now)) = (r.number("start_time"), now)
        && start != now
    {
        let what = format!("it starts at {now}, where the last analysis ended, not at {start}");
        b.warning(r, "xml-end-not-after-start", r.place("start_time"), &what);
    }
    let later = |t: f64| now.is_none_or(|now| t > now);
    let single = matches!(
        analysis,
        Analysis::Static | Analysis::InitialConditions | Analysis::Linear
    );
    let end = match (r.number("end_time"), r.number("duration")) {
        (Some(t), _) if later(t) => Some(End::Time(t)),
        (_, Some(d)) if d > 0.0 => Some(End::Duration(d)),
        (None, None) if !single => {
            return Err(b.error(
                r,
                "xml-missing-attribute",
                r.span,
                "end_time or duration is needed",
            ));
        }
        _ if single => None,
        _ => {
            let now = now.unwrap_or(0.0);
            let (place, what) = match r.has("end_time") {
                true => (
                    "end_time",
                    format!("the analysis does not end after it starts, at {now}"),
                ),
                false => (
                    "duration",
                    "a duration of 0 is for one equilibrium or an assembly, and this analysis goes on in time".to_owned(),
                ),
            };
            return Err(b.error(r, "xml-end-not-after-start", r.place(place), &what));
        }
    };
    match end {
        Some(End::Time(t)) => b.time = Some(t),
        Some(End::Duration(d)) => b.time = now.map(|t| t + d),
        None => {}
    }
    Ok(end)
}

fn grid(r: &Record, b: &mut Builder) -> Option<OutputGrid> {
    if let Some(n) = r.number("num_step") {
        return Some(OutputGrid::Steps(n.min(f64::from(u32::MAX)) as u32));
    }
    if let Some(dt) = r.number("print_interval") {
        return Some(OutputGrid::Interval(dt));
    }
    for name in ["print_increment", "print_array_id"] {
        if r.has(name) {
            let what =
                format!("outputs by {name} are not supported; only start and end are put out");
            b.warning(r, "xml-output-grid", r.place(name), &what);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use crate::motionsolve::testing::{model_with, names, read_with};
    use carom_model::Command;
    use carom_model::analysis::{Analysis, End, OutputGrid};

    fn simulations(commands: &str) -> Vec<(Analysis, Option<End>, Option<OutputGrid>)> {
        let m = model_with("", commands);
        let list = m.commands.iter().map(|c| match c {
            Command::Linear(..) => (Analysis::Linear, None, None),
            Command::Simulate {
                analysis,
                end,
                output,
                ..
            } => (*analysis, *end, *output),
            other => panic!("{other:?}"),
        });
        list.collect()
    }

    #[test]
    fn analyses_follow_each_other() {
        let list = simulations(
            "<Simulate analysis_type='Static' end_time='0.'/>
             <Simulate analysis_type='Transient' end_time='2.' print_interval='0.1'/>
             <SIMULATE analysis_type='TRANSIENT' duration='1' num_steps='7'/>
             <Simulate analysis_type='Static' end_time='4' num_step='3'/>
             <Simulate analysis_type='Linear'/>
             <Simulate analysis_type='Assembly'/>",
        );
        let (static_, transient) = (Analysis::Static, Analysis::Transient);
        assert_eq!(
            list,
            [
                (static_, None, None),
                (
                    transient,
                    Some(End::Time(2.0)),
                    Some(OutputGrid::Interval(0.1))
                ),
                (
                    transient,
                    Some(End::Duration(1.0)),
                    Some(OutputGrid::Steps(7))
                ),
                (static_, Some(End::Time(4.0)), Some(OutputGrid::Steps(3))),
                (Analysis::Linear, None, None),
                (Analysis::InitialConditions, None, None),
            ]
        );
    }

    #[test]
    fn refusals() {
        let names = |c: &str| names(&read_with("", c).1);
        let one = "<Simulate analysis_type='Transient' end_time='1'/>";
        assert_eq!(
            names("<Simulate analysis_type='Transient'/>"),
            ["xml-missing-attribute"]
        );
        assert_eq!(names(&format!("{one}{one}")), ["xml-end-not-after-start"]);
        // One equilibrium has no length; what goes on in time has.
        let no_time = |kind| format!("<Simulate analysis_type='{kind}' duration='0'/>");
        assert_eq!(names(&no_time("Static")), [""; 0]);
        assert_eq!(names(&no_time("Transient")), ["xml-end-not-after-start"]);
        let two =
            "<Simulate analysis_type='Transient' end_time='1' num_step='3' print_interval='1'/>";
        assert_eq!(names(two), ["xml-conflicting-attributes"]);
        let increment = "<Simulate analysis_type='Transient' end_time='1' print_increment='3'/>";
        assert_eq!(names(increment), ["xml-output-grid"]);
        assert_eq!(
            names("<Simulate analysis_type='Transiant' end_time='1'/>"),
            ["xml-bad-value"]
        );
        assert_eq!(
            names("<Simulate analysis_type='Transient' end_time='1' num_step='0'/>"),
            ["xml-out-of-range"]
        );
    }
}
