//! Runs models and keeps everything they tell.

use super::record::Run;
use carom_base::diagnostic::render_plain;
use carom_base::{Diagnostics, Severity, Span};
use carom_dynamics::{Observer, Progress, RunOptions, Simulation, Statistics};
use carom_files::{acf, adm, motionsolve, native};
use carom_model::analysis::{Analysis, Command, End, ImpactOrder, OutputGrid, RigidContact};
use carom_model::run::{EventRow, Frame, Layout, Linearization};
use carom_model::{Element, Model};
use carom_solve::Locate;
use carom_stability::basin::Basins;
use carom_stability::{Family, report};
use carom_study::{Row, Study};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// Everything that a run told.
#[derive(Debug, Default)]
pub struct Recording {
    /// Order of the rows.
    pub layout: Layout,
    /// Labels of the parts in the order of the rows.
    pub parts: Vec<u32>,
    /// Output.
    pub frames: Vec<Frame>,
    /// Events.
    pub events: Vec<EventRow>,
    /// Linear analyses.
    pub linearizations: Vec<Linearization>,
    /// Counts of each analysis.
    pub statistics: Vec<Statistics>,
    /// Degrees of freedom.
    pub degrees_of_freedom: i64,
    /// Redundant constraints, by name.
    pub redundant: Vec<String>,
}

impl Observer for Recording {
    fn begin(&mut self, _: Analysis, layout: &Layout, _: usize) {
        self.layout = layout.clone();
    }
    fn frame(&mut self, frame: &Frame) {
        self.frames.push(frame.clone());
    }
    fn event(&mut self, event: &EventRow) {
        self.events.push(event.clone());
    }
    fn linear(&mut self, linearization: &Linearization) {
        self.linearizations.push(linearization.clone());
    }
    fn progress(&mut self, _: Progress) -> bool {
        true
    }
    fn end(&mut self, statistics: &Statistics) {
        self.statistics.push(statistics.clone());
    }
}

/// Reads a model in the language that its file name says.
///
/// # Errors
/// The diagnostics, when there are errors among them.
pub fn read(path: &Path) -> Result<Model, String> {
    let extension = path.extension().and_then(|e| e.to_str()).unwrap_or("");
    let (model, diagnostics) = match extension {
        "acf" => acf::read(path),
        "xml" => motionsolve::read(path),
        "toml" => native::read(path),
        _ => adm::read(path),
    };
    match model {
        Some(model) if !diagnostics.has_errors() => Ok(model),
        other => Err(errors(
            &other.unwrap_or_else(|| Model::new(carom_base::Dialect::Adams)),
            &diagnostics,
        )),
    }
}

fn errors(model: &Model, diagnostics: &Diagnostics) -> String {
    let errors = diagnostics.iter().filter(|d| d.severity == Severity::Error);
    errors.map(|d| render_plain(d, &model.sources)).collect()
}

/// Carries out a run.
///
/// # Errors
/// Why it could not start or go to its end.
pub fn run(model: &Model, run: &Run) -> Result<Recording, String> {
    let mut diagnostics = Diagnostics::default();
    let rigid = run.restitution.map(|e| {
        let mut model = model.clone();
        model.settings.rigid = Some(RigidContact {
            restitution: Some(e),
            order: if run.simultaneous {
                ImpactOrder::Simultaneous
            } else {
                ImpactOrder::Sequential
            },
            ..RigidContact::default()
        });
        model
    });
    let model = rigid.as_ref().unwrap_or(model);
    let mut simulation =
        Simulation::assemble(model, &mut diagnostics).ok_or_else(|| errors(model, &diagnostics))?;
    let options = RunOptions {
        integrator: run.integrator.clone(),
        error: run.error,
        hmax: run.hmax,
        verbose_events: run.verbose,
        locate: if run.henon {
            Locate::Henon
        } else {
            Locate::Auto
        },
        ..RunOptions::default()
    };
    let segments: Vec<Command> = run.segments.iter().map(|s| segment(*s)).collect();
    let commands = if segments.is_empty() {
        &model.commands
    } else {
        &segments
    };
    let mut recording = Recording {
        degrees_of_freedom: simulation.degrees_of_freedom(),
        redundant: simulation.redundant().to_vec(),
        ..Recording::default()
    };
    for command in commands {
        simulation
            .execute(command, &options, &mut recording)
            .map_err(|e| e.to_string())?;
    }
    if recording.frames.is_empty() && recording.linearizations.is_empty() {
        return Err("the run has no output: nothing says how long it should last".into());
    }
    let labels = recording.layout.bodies.iter();
    recording.parts = labels.map(|&p| model.parts[p].tag().label).collect();
    Ok(recording)
}

fn segment((end, steps): (f64, u32)) -> Command {
    Command::Simulate {
        analysis: Analysis::Dynamic,
        end: Some(End::Time(end)),
        output: Some(OutputGrid::Steps(steps)),
        span: Span::NONE,
    }
}

/// Runs that were made; each model and set of options runs once.
pub struct Runs {
    root: PathBuf,
    done: HashMap<String, Result<Rc<Recording>, String>>,
    studies: HashMap<String, Result<Rc<serde_json::Value>, String>>,
}

impl Runs {
    /// For models below this folder.
    pub fn new(root: &Path) -> Self {
        Self {
            root: root.to_owned(),
            done: HashMap::new(),
            studies: HashMap::new(),
        }
    }

    /// The folder.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The run of a model.
    ///
    /// # Errors
    /// Those of [`read`] and [`run`].
    pub fn get(&mut self, model: &str, options: &Run) -> Result<Rc<Recording>, String> {
        let key = format!("{model} {options:?}");
        let path = self.root.join(model);
        let make = || {
            let model = read(&path)?;
            run(&model, options).map(Rc::new)
        };
        self.done.entry(key).or_insert_with(make).clone()
    }

    /// What is found of the orbits of a study.
    ///
    /// # Errors
    /// When the study is refused, or has none.
    pub fn study(&mut self, study: &str, find: &str) -> Result<Rc<serde_json::Value>, String> {
        let path = self.root.join(study);
        let make = || of_study(&path, find).map(Rc::new);
        let key = format!("{study} {find}");
        self.studies.entry(key).or_insert_with(make).clone()
    }
}

fn of_study(path: &Path, find: &str) -> Result<serde_json::Value, String> {
    let study = Study::read(path).map_err(|refused| {
        let each = refused.diagnostics.iter();
        each.map(|d| render_plain(d, &refused.sources))
            .collect::<String>()
    })?;
    let family = Family::new(&study);
    let found = match find {
        "orbit" => family.first_orbit().map(|o| report::orbit_json(&o)),
        "branch" => family
            .branches()
            .and_then(|b| branches_and_curve(&family, &b)),
        "exponents" => family.exponents().map(|e| report::exponents_json(&e)),
        "sensitivities" => {
            let request = study.seek(None, None).map_err(|wrong| {
                let each = wrong.iter().map(|d| render_plain(d, &study.sources()));
                each.collect::<String>()
            })?;
            carom_stability::sensitivities(&study, &request).map(|s| s.to_json())
        }
        "basin" => {
            let basins = Basins::of_rows(&study, rows(&study));
            return basins.map(|b| b.json()).map_err(|d| d.message);
        }
        other => {
            return Err(format!(
                "a study is asked for orbit, branch, exponents, sensitivities or basin, not {other}"
            ));
        }
    };
    found.map_err(|e| e.to_string())
}

/// Branches as `carom branch` has them, with the curve over two parameters if the study asks for one.
fn branches_and_curve(
    family: &Family<'_>,
    branches: &report::Branches,
) -> Result<serde_json::Value, carom_stability::Error> {
    let mut json = report::branches_json(branches, "", &[]);
    if family.study.orbits.curve.is_some() {
        json["curve"] = report::curve_json(&family.curve(branches)?, &family.names());
    }
    Ok(json)
}

/// All rows of a study, on as many threads as there are processors.
fn rows(study: &Study) -> Vec<Row> {
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let mut rows: Vec<Row> = std::thread::scope(|scope| {
        let each = (0..threads).map(|t| {
            let own = (t as u64..study.len()).step_by(threads);
            scope.spawn(move || own.map(|run| study.run(run)).collect::<Vec<_>>())
        });
        let each: Vec<_> = each.collect();
        each.into_iter()
            .flat_map(|t| t.join().unwrap_or_default())
            .collect()
    });
    rows.sort_by_key(|row| row.run);
    rows
}
