//! Compares the ways to locate events and writes `docs/locators.md`.

use carom_report::{locators, repository};
use std::process::ExitCode;

fn main() -> ExitCode {
    let path = repository().join("docs/locators.md");
    let written = locators::page().and_then(|page| {
        std::fs::write(&path, page).map_err(|e| format!("{}: {e}", path.display()))
    });
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}
