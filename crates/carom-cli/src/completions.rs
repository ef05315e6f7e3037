//! `carom completions`.

use crate::args::{Cli, CompletionArgs};
use crate::exit::Exit;
use clap::CommandFactory;

pub fn completions(args: &CompletionArgs) -> Exit {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "carom", &mut script);
    crate::output::out(&String::from_utf8_lossy(&script));
    Exit::Done
}
