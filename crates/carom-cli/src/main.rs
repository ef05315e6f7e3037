//! The command line of Carom: `carom run`, `linear`, `new`, `examples`, `check`, `convert`, `sweep`, `sensitivities`, `eval`, `overlap`, `explain`, `plot`, `view`, `build-user`, `completions`.

mod args;
mod basin;
mod build_user;
mod check;
mod completions;
mod convert;
mod eval;
mod events;
mod examples;
mod exit;
mod explain;
mod guard;
mod linear;
mod mass;
mod new;
mod orbits;
mod output;
mod overlap;
mod plot;
mod progress;
mod run;
mod sensitivities;
mod signal;
mod studies;
mod supervise;
mod sweep;
mod sweep_process;
mod view;

use args::{Cli, Command};
use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    // Wrong usage prints its message and exits with 2, --help and --version with 0.
    let cli = Cli::parse();
    let exit = guard::guarded(|| match &cli.command {
        Command::Run(args) => run::run(args),
        Command::Linear(args) => linear::linear(args),
        Command::New(args) => new::new(args),
        Command::Examples(args) => examples::examples(args),
        Command::Check(args) => check::check(args),
        Command::Convert(args) => convert::convert(args),
        Command::Sweep(args) => sweep::sweep(args),
        Command::Sensitivities(args) => sensitivities::sensitivities(args),
        Command::Orbit(args) => orbits::orbit(args),
        Command::Branch(args) => orbits::branch(args),
        Command::Exponents(args) => orbits::exponents(args),
        Command::Basin(args) => basin::basin(args),
        Command::Eval(args) => eval::eval(args),
        Command::Overlap(args) => overlap::overlap(args),
        Command::Mass(args) => mass::mass(args),
        Command::Explain(args) => explain::explain(args),
        Command::Plot(args) => plot::plot(args),
        Command::View(args) => view::view(args),
        Command::BuildUser(args) => build_user::build(args),
        Command::Completions(args) => completions::completions(args),
    });
    ExitCode::from(signal::end(exit) as u8)
}
