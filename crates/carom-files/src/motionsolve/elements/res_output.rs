//! ResOutput: which result files are written, and how angles are given.

use crate::common::coverage::Status;
use crate::motionsolve::build::{Builder, Built};
use crate::motionsolve::element::Element;
use crate::motionsolve::record::Record;
use crate::motionsolve::syntax::{Section, boolean, number, text, word};

const ABF: &str = "no .abf files are written";
const TIMES: &str = "an analysis begins with a row of its own";
const ZERO: &str = "small numbers are written as they are";

/// ResOutput
///
/// In Command it changes what is given. One set of options holds for a whole run: behind the first Simulate the
/// element is left aside with a warning.
pub const ELEMENT: Element = Element {
    status: Status::Partial("which files are written, and the angles of displacement requests"),
    section: Section::Both,
    attributes: &[&[
        boolean("mrf_file").default("TRUE"),
        boolean("plt_file").default("FALSE"),
        word("angle_type", &["EULER_ANGLES", "EULER", "YPR"]).default("EULER_ANGLES"),
        boolean("abf_file").ignored(ABF),
        text("abf_unique_time").ignored(ABF),
        boolean("abf_yrequest_label").ignored(ABF),
        text("plt_unique_time").ignored(TIMES),
        boolean("flex_vel_acc_output").ignored("flexible bodies are not supported"),
        text("contact_gra_output").ignored("it only draws"),
        boolean("cof_file").ignored("contact results come by requests"),
        text("capture_max_pd").ignored("outputs stand at the times that Simulate asks for"),
        boolean("req_comment_only").ignored("titles hold label and comment"),
        number("dzero").ignored(ZERO),
        number("vzero").ignored(ZERO),
        number("azero").ignored(ZERO),
        number("fzero").ignored(ZERO),
    ]],
    once: true,
    changes_motion: false,
    build: Some(build),
    command: Some(command),
    ..Element::new(
        "ResOutput",
        "Which result files are written, and which angles they hold.",
        "MotionSolve help, xml-format_20; exported models",
    )
};

/// What is given replaces what holds.
fn merge(r: &Record, b: &mut Builder) {
    let output = &mut b.model.output;
    output.mrf = r.flag("mrf_file").unwrap_or(output.mrf);
    output.plt = r.flag("plt_file").unwrap_or(output.plt);
    if let Some(angles) = r.word("angle_type") {
        output.yaw_pitch_roll = angles == "YPR";
    }
}

fn build(r: &Record, b: &mut Builder) -> Built {
    b.model.output.mrf = true;
    merge(r, b);
    Ok(())
}

fn command(r: &Record, b: &mut Builder) -> Built {
    if b.simulated {
        let what = "it is not used: the files of a run are chosen before the first Simulate";
        b.warning(r, "xml-late-output", r.span, what);
    } else {
        merge(r, b);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::motionsolve::testing::{model_of, model_with, names, names_of, read_with, refused};

    const SIMULATE: &str = "<Simulate analysis_type='Transient' end_time='1' num_step='1'/>";

    #[test]
    fn files_and_angles() {
        let m = model_of(
            "<ResOutput plt_file='TRUE' angle_type='YPR' abf_file='FALSE' dzero='1.0000E-10'/>",
        );
        assert!(m.output.plt && m.output.mrf && m.output.yaw_pitch_roll);
        let m = model_of("<ResOutput mrf_file='FALSE' angle_type='Euler_Angles'/>");
        assert!(!m.output.plt && !m.output.mrf && !m.output.yaw_pitch_roll);
    }

    #[test]
    fn commands_change_what_they_give() {
        let model = "<ResOutput plt_file='TRUE' angle_type='YPR'/>";
        let m = model_with(
            model,
            &format!("<ResOutput angle_type='EULER_ANGLES'/>{SIMULATE}"),
        );
        assert!(m.output.plt && !m.output.yaw_pitch_roll);
        assert_eq!(m.commands.len(), 1);
        let late = format!("{SIMULATE}<ResOutput plt_file='FALSE'/>");
        let (m, d) = read_with(model, &late);
        assert_eq!(names(&d), ["xml-late-output"]);
        assert!(m.expect("a model").output.plt);
    }

    #[test]
    fn refusals() {
        refused(
            &names_of("<ResOutput plt_file='PERHAPS'/>"),
            "xml-bad-value",
        );
        refused(&names_of("<ResOutput angle_type='YRP'/>"), "xml-bad-value");
        refused(
            &names_of("<ResOutput/><ResOutput/>"),
            "xml-duplicate-element",
        );
        refused(
            &names_of("<ResOutput plot_file='TRUE'/>"),
            "xml-unknown-attribute",
        );
    }
}
