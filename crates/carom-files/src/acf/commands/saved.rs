//! SAVE and RELOAD: a state is kept, and taken back.

use super::command::{Command, Record, Runner};
use crate::adm::syntax::{Label, Syntax, flag, text};
use crate::common::coverage::Status;
use carom_model::analysis::{Command as Action, ReloadScope, Store};

const TITLE: &str = "a saved state has no title";
const OWN_FORMAT: &str = "in Carom's own format; saved states of other programs are refused";

/// SAVE
pub const SAVE: Command = Command {
    syntax: Syntax {
        name: "SAVE",
        aliases: &[],
        label: Label::None,
        status: Status::Partial(OWN_FORMAT),
        text: "Keeps the state of the run in a file or, with STATES, in a buffer, to be taken back by RELOAD.",
        source: "Adams Solver help, SAVE",
        arguments: &[
            flag("SYSTEM"),
            flag("STATES"),
            text("FILE"),
            text("BUFFER"),
            text("TITLE").ignored(TITLE),
        ],
    },
    opaque: false,
    take: Some(save),
};

/// RELOAD
pub const RELOAD: Command = Command {
    syntax: Syntax {
        name: "RELOAD",
        aliases: &[],
        label: Label::None,
        status: Status::Partial(OWN_FORMAT),
        text: "Takes back a state that SAVE kept: time and state with STATES, and the data of the elements, too, with SYSTEM alone.",
        source: "Adams Solver help, RELOAD",
        arguments: &[
            flag("SYSTEM"),
            flag("STATES"),
            text("FILE"),
            text("BUFFER"),
            text("OUTPUT_PREFIX").ignored("output goes on in the files of the run"),
            text("TITLE").ignored(TITLE),
        ],
    },
    opaque: false,
    take: Some(reload),
};

/// The file or buffer; `None` after an error.
fn store(r: &Record, run: &mut Runner) -> Option<Store> {
    if !r.args.has("SYSTEM") && !r.args.has("STATES") {
        run.one_of(r, &["SYSTEM", "STATES"], "what to keep")?;
    }
    let name = run.one_of(r, &["FILE", "BUFFER"], "FILE or BUFFER")?;
    let text = r.args.file(name).replace('\\', "/");
    if text.is_empty() {
        run.error(r, "adm-missing-argument", r.place(name), "a name is needed");
        return None;
    }
    Some(match name {
        "FILE" => Store::File(text),
        _ => Store::Memory(text),
    })
}

fn save(r: &Record, run: &mut Runner) {
    if let Some(to) = store(r, run) {
        run.revise();
        let then = (run.time, run.dataset.clone());
        run.saved.insert(to.clone(), then);
        run.model.commands.push(Action::Save { to, span: r.span });
    }
}

fn reload(r: &Record, run: &mut Runner) {
    let Some(from) = store(r, run) else {
        return;
    };
    let scope = match r.args.has("STATES") {
        true => ReloadScope::States,
        false => ReloadScope::System,
    };
    run.revise();
    let saved = run.saved.get(&from).cloned();
    run.time = saved.as_ref().and_then(|(time, _)| *time);
    if let (ReloadScope::System, Some((_, dataset))) = (scope, saved) {
        // The statements are back as they were. A state of another run fits those that there are now, or is refused.
        run.dataset = dataset;
    }
    run.model.commands.push(Action::Reload {
        from,
        scope,
        span: r.span,
    });
}
