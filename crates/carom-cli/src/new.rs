//! `carom new`.

use crate::args::NewArgs;
use crate::exit::Exit;
use crate::output::{self, Say, out};
use carom::base::{Diagnostic, Diagnostics, Sources, Span};
use std::fs::File;
use std::io::{ErrorKind, Write};

/// What a new model is, by the ending of its file.
const MODELS: [(&str, &str); 2] = [
    (
        "adm",
        include_str!("../../../examples/bouncing_ball/ball.adm"),
    ),
    (
        "xml",
        include_str!("../../../examples/bouncing_ball/ball.xml"),
    ),
];

pub fn new(args: &NewArgs) -> Exit {
    if let Err(refused) = write(args) {
        let mut said = Diagnostics::default();
        said.push(refused);
        output::diagnostics(&said, &Sources::default(), Say::All);
        return Exit::Refused;
    }
    if !args.quiet {
        out(&format!("wrote {}\n", args.file.display()));
    }
    Exit::Done
}

fn write(args: &NewArgs) -> Result<(), Diagnostic> {
    let file = args.file.display();
    let refused = |message: String, help: &str| {
        Diagnostic::error("session-new-model", Span::NONE, message).help(help)
    };
    let ending = args.file.extension().unwrap_or_default();
    let found = MODELS.iter().find(|(e, _)| ending.eq_ignore_ascii_case(e));
    let Some((_, text)) = found else {
        let message = format!("{file} does not say in which language the model is to be");
        return Err(refused(
            message,
            "end the name with .adm (Adams) or .xml (MotionSolve)",
        ));
    };
    let written = File::create_new(&args.file).and_then(|mut f| f.write_all(text.as_bytes()));
    written.map_err(|e| match e.kind() {
        ErrorKind::AlreadyExists => refused(
            format!("{file} is there already"),
            "choose another name, or remove the file first",
        ),
        _ => refused(
            format!("{file} cannot be written: {e}"),
            "choose another folder",
        ),
    })
}
