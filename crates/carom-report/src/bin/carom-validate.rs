//! Runs all records of `validation/records` and writes `docs/verification.md`.
//!
//! Exit status 1 when a record does not come out as expected.

use carom_report::repository;
use carom_report::validation::record::Group;
use carom_report::validation::{page, verify_all};
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

fn main() -> ExitCode {
    match validate() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::from(2)
        }
    }
}

fn validate() -> Result<bool, String> {
    let root = repository();
    let groups = Group::read_all(&root.join("validation/records"))?;
    let judged = verify_all(&groups, &root, true)?;
    let mut good = true;
    for o in judged.iter().flatten() {
        let word = if o.is_as_expected() { "ok  " } else { "FAIL" };
        println!("{word} {}", o.line());
        good &= o.is_as_expected();
    }
    let groups: Vec<_> = groups.into_iter().zip(judged).collect();
    let now = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |d| d.as_secs());
    let path = root.join("docs/verification.md");
    std::fs::write(&path, page::markdown(&groups, &page::date(now)))
        .map_err(|e| format!("{}: {e}", path.display()))?;
    println!("wrote docs/verification.md");
    Ok(good)
}
