//! The end of a run whose process is gone: its results are brought to disk by another one.
//!
//! User-written code may end the process of a run at any call. What was told to the writers of results stands in the
//! journal by then ([`crate::checkpoint`]); here it is told again to new writers, which close their files as after any
//! early end.

use crate::checkpoint::{self, Checkpoint, Entry, Journal, Opening, Replay};
use crate::folder::{self, RUNS};
use crate::linear::LinearWriter;
use crate::open::Loaded;
use crate::plan::Request;
use crate::record::Recorder;
use crate::run::{formats, open_writers, stem_of};
use crate::summary::{AnalysisSummary, ErrorSummary, Summary};
use carom_base::Diagnostics;
use carom_files::results::Outcome;
use carom_files::results::scene::SCENE_FILE;
use carom_model::Model;
use carom_model::run::Layout;
use std::io;
use std::path::Path;

/// How the results of a run whose process is gone were closed.
#[derive(Clone, Debug)]
pub struct Lost {
    /// What `run.json` says now.
    pub summary: Summary,
    /// Why the tables do not hold all that was told; they hold what had come to disk then.
    pub incomplete: Option<String>,
}

/// Closes the results in `folder` of a run of this model and request whose process is gone, for this reason. A time
/// that is no number is replaced by the last one of the results.
///
/// # Errors
/// There are no results of a run in the folder, or it cannot be written to.
pub fn close(
    loaded: &Loaded,
    request: &Request,
    folder: &Path,
    error: ErrorSummary,
) -> Result<Lost, String> {
    // The system has taken the lock back from the process; this one removes it when it is done.
    let _claim = folder::claim(folder, &RUNS).map_err(|d| d.message)?;
    let mut summary = Summary::read(folder).ok_or("its run.json cannot be read")?;
    let told = Journal::left(folder);
    let (opening, last) = looked_through(&told).map_err(|e| e.to_string())?;
    let tables = match (&loaded.model, opening) {
        (Some(model), Some(opening)) => write(
            loaded,
            model,
            request,
            folder,
            &told,
            &opening,
            &mut summary,
        ),
        _ => Err("nothing was told to them".to_owned()),
    };
    let can_go_on = matches!(Checkpoint::read(folder), Ok(Some(_)));
    summary.status = "early".to_owned();
    summary.resumable = can_go_on;
    summary.error = Some(ErrorSummary {
        time: if error.time.is_finite() {
            error.time
        } else {
            last
        },
        ..error
    });
    summary.write(folder).map_err(|e| e.to_string())?;
    // Without the tables the journal is all there is.
    if !can_go_on && tables.is_ok() {
        checkpoint::remove(folder).map_err(|e| e.to_string())?;
    }
    Ok(Lost {
        summary,
        incomplete: tables.err(),
    })
}

/// For whom the tables are, and the last time in them.
fn looked_through(told: &Replay) -> io::Result<(Option<Opening>, f64)> {
    let (mut opening, mut last) = (None, 0.0_f64);
    told.each(&mut |entry| {
        match entry {
            Entry::Opened(o) => opening = Some(o),
            Entry::Frame(f) => last = last.max(f.time),
            Entry::Event(e) => last = last.max(e.time),
            Entry::Linear(l) => last = last.max(l.time),
            Entry::Begin(_) | Entry::End(_) => {}
        }
        Ok(())
    })?;
    Ok((opening, last))
}

/// Writes the files of results again, with all that was told.
fn write(
    loaded: &Loaded,
    model: &Model,
    request: &Request,
    folder: &Path,
    told: &Replay,
    opening: &Opening,
    summary: &mut Summary,
) -> Result<(), String> {
    if checkpoint::fingerprint(model, request) != opening.fingerprint {
        return Err("the model has been changed since".to_owned());
    }
    let number = |k: &u64| model.parts.ids().find(|p| p.index() as u64 == *k);
    let bodies: Option<Vec<_>> = opening.bodies.iter().map(number).collect();
    let layout = Layout {
        bodies: bodies.ok_or("the model has been changed since")?,
        ..opening.layout.clone()
    };
    let stem = stem_of(loaded, model);
    let formats = formats(request, &model.output, &mut Diagnostics::default());
    let writers = open_writers(model, &layout, &formats, folder, &stem, opening.created)
        .map_err(|e| e.to_string())?;
    let mut nobody = ();
    let mut recorder = Recorder::new(writers, LinearWriter::new(folder, &stem), &mut nobody);
    recorder.replay(told);
    recorder.finish(Outcome::Early);
    let mut files = crate::run::names(&recorder.files());
    files.push(SCENE_FILE.to_owned());
    summary.files = files;
    summary.analyses = recorder
        .statistics
        .iter()
        .map(AnalysisSummary::from)
        .collect();
    recorder.failure.map_or(Ok(()), |e| Err(e.to_string()))
}
