//! UserProgramControl: user-written code that runs the analyses.

use crate::common::coverage::Status;
use crate::motionsolve::build::{Builder, Built};
use crate::motionsolve::element::Element;
use crate::motionsolve::record::Record;
use crate::motionsolve::syntax::{Section, USERSUB};
use carom_model::Command;

/// UserProgramControl
pub const ELEMENT: Element = Element {
    status: Status::Partial(
        "with --allow-user-code; MODIFY, which takes commands of Adams, finds no statement of theirs in a MotionSolve model",
    ),
    section: Section::Command,
    attributes: &[USERSUB],
    command: Some(command),
    ..Element::new(
        "UserProgramControl",
        "Calls CONSUB, which runs analyses (ANALYS) and writes rows of results (DATOUT).",
        "MotionSolve help, CONSUB",
    )
};

fn command(r: &Record, b: &mut Builder) -> Built {
    let user = b.user_code(r);
    let user = b.needs(r, user, "usrsub_param_string")?;
    b.report_user_code(r, &user);
    // What it does is not known.
    b.time = None;
    b.analysis = Some(Command::Control { user, span: r.span });
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::motionsolve::testing::model_with;
    use carom_model::Command;

    #[test]
    fn the_routine_is_kept() {
        let text = "<UserProgramControl script_name='drive.py' interpreter='PYTHON' usrsub_param_string='USER(1,2)' usrsub_fnc_name='CONSUB'/>";
        let m = model_with("", text);
        let [Command::Control { user, .. }] = &m.commands[..] else {
            panic!("{:?}", m.commands)
        };
        assert_eq!(
            (user.routine.as_str(), &user.parameters[..]),
            ("drive.py::CONSUB", &[1.0, 2.0][..])
        );
    }
}
