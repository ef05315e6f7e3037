//! `carom basin`.

use crate::args::BasinArgs;
use crate::exit::Exit;
use crate::output::{self, Say, err, out};
use crate::{studies, sweep};
use carom::base::{Diagnostic, Diagnostics, Span};
use carom_stability::basin::Basins;
use carom_study::{Study, Summary, default_folder, read_summary};
use serde_json::json;
use std::path::{Path, PathBuf};

pub fn basin(args: &BasinArgs) -> Exit {
    let say = if args.quiet { Say::Errors } else { Say::All };
    let study = match studies::read(&args.study, &args.user, say) {
        Ok(study) => study,
        Err(exit) => return exit,
    };
    if let Err(d) = study.basin_asked() {
        return refused(&study, d);
    }
    output::diagnostics(&study.diagnostics, &study.sources(), say);
    let (folder, summary, wall_s) = match runs(&study, args, say) {
        Ok(found) => found,
        Err(exit) => return exit,
    };
    if summary.ended.refused == summary.runs {
        return every_start_refused(&study);
    }
    let basins = match Basins::of(&study, &folder) {
        Ok(basins) => basins,
        Err(d) => return refused(&study, d),
    };
    if let Err(e) = basins.write(&folder) {
        err(&format!("ended early: {}: {e}\n", folder.display()));
        return Exit::Early;
    }
    if args.json {
        let mut found = basins.json();
        found["folder"] = json!(folder);
        found["wall_s"] = json!(wall_s);
        output::json(&found);
    } else if !args.quiet {
        out(&basins.text());
        out(&format!("{wall_s:.3} s; tables in {}\n", folder.display()));
    }
    Exit::Done
}

/// Carries out the runs; the folder, how they ended, how long this took.
fn runs(study: &Study, args: &BasinArgs, say: Say) -> Result<(PathBuf, Summary, f64), Exit> {
    let asked = args.runs();
    let Some(address) = &args.dask else {
        let found = sweep::collect(study, &asked, say)?;
        return match found.tell_interruption() {
            true => Err(Exit::Early),
            false => Ok((found.folder, found.summary, found.wall_s)),
        };
    };
    let started = std::time::Instant::now();
    let folder = args.out.clone();
    let folder = folder.unwrap_or_else(|| default_folder(&study.path));
    // Its words are those of a study: starts that come to no motion are no failures here.
    let quiet = crate::args::SweepArgs {
        quiet: true,
        json: false,
        ..asked
    };
    let exit = sweep::on_dask(address, &quiet);
    match read_summary(Path::new(&folder)) {
        Some(summary) if exit != Exit::Refused && summary.status == "done" => {
            Ok((folder, summary, started.elapsed().as_secs_f64()))
        }
        _ => Err(match exit {
            Exit::Done => Exit::Early,
            exit => exit,
        }),
    }
}

fn refused(study: &Study, d: Diagnostic) -> Exit {
    let mut list = Diagnostics::default();
    list.push(d);
    output::diagnostics(&list, &study.sources(), Say::All);
    Exit::Refused
}

/// The reason of the first of them stands for all.
fn every_start_refused(study: &Study) -> Exit {
    let row = study.run(0);
    let d = Diagnostic::error(
        "study-bad-value",
        Span::NONE,
        "the model is refused at every start",
    );
    err(&format!("{}\n", row.reason));
    refused(study, d)
}
