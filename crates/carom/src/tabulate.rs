//! A run with its result tables in memory.

use crate::open::Loaded;
use crate::plan::{self, Request};
use crate::summary::{self, AnalysisSummary, ErrorSummary, Summary};
use crate::watcher::Watcher;
use carom_base::Diagnostics;
use carom_dynamics::{Observer, Progress, SearchProgress, Simulation, Statistics};
use carom_files::results::tables::{Rows, Tables};
use carom_model::analysis::Analysis;
use carom_model::run::{EventRow, Frame, Layout, Linearization};

/// A run as tables.
#[derive(Clone, Debug)]
pub struct Tabulated {
    /// All tables in the order of [`carom_files::results::tables::TABLES`]; those without use for the model are empty.
    pub tables: Vec<Rows>,
    /// What `run.json` would say; there are no files.
    pub summary: Summary,
    /// What linear analyses found.
    pub linearizations: Vec<Linearization>,
    /// What there was to say beyond the diagnostics of the model.
    pub diagnostics: Diagnostics,
}

/// Runs a model and keeps its result tables in memory. Of the request, formats, folder and checkpoints do not matter.
/// A run that ends early keeps its results; the summary says why.
///
/// # Errors
/// All diagnostics, if the model or the request is refused.
pub fn tabulate(
    loaded: &Loaded,
    request: &Request,
    watcher: &mut dyn Watcher,
) -> Result<Tabulated, Diagnostics> {
    let refused = |own: &Diagnostics| {
        let mut all = loaded.diagnostics.clone();
        all.extend(own.clone());
        if request.strict {
            all.make_strict();
        }
        all.has_errors().then_some(all)
    };
    let mut own = Diagnostics::default();
    plan::check(request, &mut own);
    let Some(model) = &loaded.model else {
        return Err(loaded.diagnostics.clone());
    };
    let commands = plan::commands(model, request, &mut own);
    if let Some(all) = refused(&own) {
        return Err(all);
    }
    let (changed, commands) = plan::begin(model, request, commands);
    let begun = changed.as_ref().unwrap_or(model);
    let simulation = Simulation::assemble(begun, &mut own);
    if let Some(all) = refused(&own) {
        return Err(all);
    }
    let Some(mut simulation) = simulation else {
        return Err(own);
    };
    watcher.assembled(simulation.degrees_of_freedom(), simulation.redundant());
    let said = summary::diagnostics(loaded.diagnostics.iter().chain(&own), &model.sources);
    let mut summary = Summary::begin(&loaded.path, model, said);
    summary.degrees_of_freedom = simulation.degrees_of_freedom();
    summary.redundant_constraints = simulation.redundant().to_vec();
    let mut keeper = Keeper {
        tables: Tables::new(model, simulation.layout()),
        watcher,
        linearizations: Vec::new(),
        analyses: Vec::new(),
        stopped: false,
    };
    let options = plan::run_options(request);
    for c in &commands {
        let result = simulation.execute(c, &options, &mut keeper);
        summary.error = match result {
            Err(e) if !keeper.stopped => Some(ErrorSummary::from(e)),
            _ if keeper.stopped => {
                let why = keeper.watcher.why();
                Some(ErrorSummary::stopped(simulation.time(), why))
            }
            _ => None,
        };
        if summary.error.is_some() || simulation.halted() {
            break;
        }
    }
    let status = if summary.error.is_none() {
        "done"
    } else {
        "early"
    };
    summary.status = status.to_owned();
    summary.analyses = keeper.analyses;
    Ok(Tabulated {
        tables: keeper.tables.into_rows(),
        summary,
        linearizations: keeper.linearizations,
        diagnostics: own,
    })
}

/// Listens to the run.
struct Keeper<'a> {
    tables: Tables,
    watcher: &'a mut dyn Watcher,
    linearizations: Vec<Linearization>,
    analyses: Vec<AnalysisSummary>,
    /// The watcher asked for an end.
    stopped: bool,
}

impl Observer for Keeper<'_> {
    fn begin(&mut self, analysis: Analysis, _: &Layout, _: usize) {
        self.watcher.begin(analysis);
    }
    fn frame(&mut self, frame: &Frame) {
        self.tables.frame(frame);
    }
    fn event(&mut self, event: &EventRow) {
        self.watcher.event(event);
        self.tables.event(event);
    }
    fn linear(&mut self, linearization: &Linearization) {
        self.tables.linear(linearization);
        self.linearizations.push(linearization.clone());
    }
    fn progress(&mut self, progress: Progress) -> bool {
        self.stopped |= !self.watcher.progress(progress);
        !self.stopped
    }
    fn search(&mut self, progress: SearchProgress) -> bool {
        self.stopped |= !self.watcher.search(progress);
        !self.stopped
    }
    fn end(&mut self, statistics: &Statistics) {
        self.watcher.end(statistics);
        self.analyses.push(AnalysisSummary::from(statistics));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use carom_files::adm;
    use carom_files::results::tables::{Column, TABLES};

    /// A ball that falls for a second and has no events.
    const BALL: &str = "\
Ball
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
PART/1, GROUND
PART/2, MASS=1, CM=2, IP=1,1,1
MARKER/2, PART=2
ACCGRAV/KGRAV=-10
END
";

    /// Asks for an end at the first step.
    struct Impatient;
    impl Watcher for Impatient {
        fn progress(&mut self, _: Progress) -> bool {
            false
        }
    }

    fn loaded() -> Loaded {
        let (model, diagnostics) = adm::read_text("ball.adm", BALL);
        assert!(!diagnostics.has_errors());
        Loaded::from_model(model.unwrap())
    }

    #[test]
    fn the_tables_hold_the_frames_of_the_run() {
        let request = Request {
            end: Some(1.0),
            ..Request::default()
        };
        let loaded = loaded();
        let run = tabulate(&loaded, &request, &mut ()).unwrap();
        let results = crate::simulate(loaded.model.as_ref().unwrap(), &request).unwrap();
        assert_eq!(run.summary.status, "done");
        assert_eq!(run.tables.len(), TABLES.len());
        let [bodies, events] = [&run.tables[0], &run.tables[5]];
        assert_eq!((events.table.name, events.len()), ("events", 0));
        let heights: Vec<f64> = results
            .frames
            .iter()
            .map(|f| f.bodies[0].position[2])
            .collect();
        assert_eq!(bodies.columns[0], Column::Number(results.times()));
        assert_eq!(bodies.columns[4], Column::Number(heights));
        assert_eq!(bodies.columns.len(), bodies.table.columns.len());
    }

    #[test]
    fn a_watcher_can_end_a_run() {
        let request = Request {
            end: Some(1.0),
            ..Request::default()
        };
        let run = tabulate(&loaded(), &request, &mut Impatient).unwrap();
        assert_eq!(run.summary.status, "early");
        let error = run.summary.error.unwrap();
        assert_eq!(error.message, "stopped on request");
        assert!(error.time < 1.0);
    }

    #[test]
    fn a_refusal_has_all_diagnostics() {
        let mut loaded = loaded();
        let note = carom_base::Diagnostic::note("adm-x", carom_base::Span::NONE, "first");
        loaded.diagnostics.push(note);
        let refused = tabulate(&loaded, &Request::default(), &mut ()).unwrap_err();
        let names: Vec<_> = refused.iter().map(|d| d.name).collect();
        assert_eq!(names, ["adm-x", "session-no-end"]);
    }
}
