//! `run.json`: what ran, how it went, and which files hold the results.

use carom_base::{Diagnostic, Dialect, Sources, Units};
use carom_dynamics::{RunError, Statistics};
use carom_files::special;
use carom_model::Model;
use serde::{Deserialize, Serialize};
use std::fs;
use std::io;
use std::path::Path;

/// Name of the file.
pub const RUN_FILE: &str = "run.json";
/// What [`Summary::program`] says.
const PROGRAM: &str = "carom";

/// The whole file.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Summary {
    /// Always `carom`; tells a result folder from any other.
    pub program: String,
    /// Version of the program.
    pub version: String,
    /// `running`, `done`, or `early`.
    pub status: String,
    /// The file of the model.
    pub model: String,
    /// Its title.
    pub title: String,
    /// `adams` or `motionsolve`.
    pub language: String,
    /// Units of all numbers in the tables; angles are in radians.
    pub units: UnitNames,
    /// 6·bodies (3 for a point mass) − independent constraints.
    pub degrees_of_freedom: i64,
    /// Constraint equations that others already imply: `JOINT/3: rotation about x`.
    pub redundant_constraints: Vec<String>,
    /// Users' routines that were called, with their elements and libraries.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub user_code: Vec<String>,
    /// How often each of these was called.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub user_calls: Vec<u64>,
    /// In the order they ran.
    pub analyses: Vec<AnalysisSummary>,
    /// Why the run ended early.
    pub error: Option<ErrorSummary>,
    /// The run was interrupted: `--resume` goes on with it to the same bits.
    #[serde(default)]
    pub resumable: bool,
    /// What there was to say about the input.
    pub diagnostics: Vec<DiagnosticSummary>,
    /// Files of results in this folder.
    pub files: Vec<String>,
}

/// Units by name, and the factor that makes force · ucf = mass · acceleration hold among them.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct UnitNames {
    /// Of forces.
    pub force: String,
    /// Of masses.
    pub mass: String,
    /// Of lengths.
    pub length: String,
    /// Of times.
    pub time: String,
    /// Units consistency factor.
    pub ucf: f64,
}

/// One analysis.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct AnalysisSummary {
    /// `dynamic`, `kinematic`, `static`, `initial-conditions`, `linear`.
    pub kind: String,
    /// Start time.
    pub start: f64,
    /// Time reached.
    pub end: f64,
    /// Integrator by name.
    pub integrator: String,
    /// Why this one; null for analyses that do not integrate.
    pub reason: Option<String>,
    /// Accepted steps.
    pub steps: u64,
    /// Refused trial steps.
    pub rejected: u64,
    /// The same by cause.
    pub rejected_because: RejectionSummary,
    /// How the times of events were found, `auto` or `henon`; null for analyses that do not integrate.
    pub locator: Option<String>,
    /// Steps solved again to end on an event; none of them is refused.
    pub event_steps: u64,
    /// Events located by Hénon's step.
    pub henon_steps: u64,
    /// Hénon's steps that were not regular (near a graze, or over too long a step): these events were located otherwise.
    pub henon_refused: u64,
    /// How it is known that no event was missed: guards of accepted steps by the way in which they were judged.
    #[serde(default)]
    pub guards: GuardSummary,
    /// Evaluations of the right-hand side.
    pub rhs_evaluations: u64,
    /// Jacobians.
    pub jacobians: u64,
    /// Factorizations, real and complex counted one each.
    pub factorizations: u64,
    /// Newton iterations.
    pub newton_iterations: u64,
    /// Events.
    pub events: u64,
    /// Energy that is missing or too much at the end, and the scale it is measured by; null where they are not finite.
    pub energy_balance: Option<[f64; 2]>,
    /// Wall time in seconds.
    pub wall_s: f64,
}

/// Guards of accepted steps. A guard is the condition under which a branch of a function, a contact or a sensor's side holds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GuardSummary {
    /// Proved by bounds over the whole step not to have changed their sign unseen.
    pub proved: u64,
    /// Proved by bounds over parts of the step.
    pub bisected: u64,
    /// Looked at in some places only: nothing is proved.
    pub sampled: u64,
    /// The elements of these.
    pub sampled_of: Vec<String>,
}

/// Refused trial steps by cause.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RejectionSummary {
    /// The error was larger than the tolerance.
    pub error: u64,
    /// Newton's iteration did not converge.
    pub newton: u64,
    /// The matrix of the equations was singular.
    pub singular: u64,
    /// A rate was infinite or not a number.
    pub not_finite: u64,
    /// The model refused a point.
    pub model: u64,
}

impl From<&Statistics> for AnalysisSummary {
    fn from(s: &Statistics) -> Self {
        Self {
            kind: s.kind.clone(),
            start: s.start,
            end: s.end,
            integrator: s.integrator.clone(),
            reason: s.reason.clone(),
            steps: s.steps,
            rejected: s.rejected,
            rejected_because: RejectionSummary {
                error: s.rejections.error,
                newton: s.rejections.newton,
                singular: s.rejections.singular,
                not_finite: s.rejections.not_finite,
                model: s.rejections.model,
            },
            locator: s.locator.map(|l| l.name().to_owned()),
            event_steps: s.event_steps,
            henon_steps: s.henon_steps,
            henon_refused: s.henon_refused,
            guards: GuardSummary {
                proved: s.guards.proved,
                bisected: s.guards.bisected,
                sampled: s.guards.sampled,
                sampled_of: s.guards.sampled_of.clone(),
            },
            rhs_evaluations: s.rhs_evaluations,
            jacobians: s.jacobians,
            factorizations: s.factorizations,
            newton_iterations: s.newton_iterations,
            events: s.events,
            // JSON has no word for what is not finite, and a number could not be read back.
            energy_balance: s.energy_balance.filter(|b| b.iter().all(|x| x.is_finite())),
            wall_s: s.wall_s,
        }
    }
}

/// Why a run ended early.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ErrorSummary {
    /// Time reached.
    pub time: f64,
    /// What happened.
    pub message: String,
    /// What to try.
    pub help: Option<String>,
}

impl ErrorSummary {
    /// Of a run whose watcher asked for an end, and why.
    pub fn stopped(time: f64, why: Option<String>) -> Self {
        Self {
            time,
            message: why.unwrap_or_else(|| "stopped on request".to_owned()),
            help: None,
        }
    }
}

impl From<RunError> for ErrorSummary {
    fn from(e: RunError) -> Self {
        Self {
            time: e.time,
            message: e.message,
            help: e.help,
        }
    }
}

/// One diagnostic.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DiagnosticSummary {
    /// Stable name.
    pub name: String,
    /// `note`, `warning` or `error`.
    pub severity: String,
    /// The message.
    pub message: String,
    /// File; absent for messages without a place.
    pub file: Option<String>,
    /// Line from 1.
    pub line: Option<usize>,
    /// Column from 1, in characters.
    pub column: Option<usize>,
    /// What to do about it.
    pub help: Option<String>,
}

/// Diagnostics for machines.
pub fn diagnostics<'a>(
    diagnostics: impl IntoIterator<Item = &'a Diagnostic>,
    sources: &Sources,
) -> Vec<DiagnosticSummary> {
    let one = |d: &Diagnostic| {
        let source = sources.get(d.span.source);
        let place = source.map(|s| s.line_column(d.span.start));
        DiagnosticSummary {
            name: d.name.to_owned(),
            severity: d.severity.word().to_owned(),
            message: d.message.clone(),
            file: source.map(|s| s.path.display().to_string()),
            line: place.map(|p| p.0),
            column: place.map(|p| p.1),
            help: d.help.clone(),
        }
    };
    diagnostics.into_iter().map(one).collect()
}

impl From<&Units> for UnitNames {
    fn from(u: &Units) -> Self {
        Self {
            force: u.force.name.clone(),
            mass: u.mass.name.clone(),
            length: u.length.name.clone(),
            time: u.time.name.clone(),
            ucf: u.ucf,
        }
    }
}

impl Summary {
    /// Of a run that begins.
    pub fn begin(path: &Path, model: &Model, diagnostics: Vec<DiagnosticSummary>) -> Self {
        Self {
            program: PROGRAM.to_owned(),
            version: crate::VERSION.to_owned(),
            status: "running".to_owned(),
            model: path.display().to_string(),
            title: model.title.clone(),
            language: match model.dialect {
                Dialect::Adams => "adams",
                Dialect::MotionSolve => "motionsolve",
            }
            .to_owned(),
            units: UnitNames::from(&model.units),
            degrees_of_freedom: 0,
            redundant_constraints: Vec::new(),
            user_code: Vec::new(),
            user_calls: Vec::new(),
            analyses: Vec::new(),
            error: None,
            resumable: false,
            diagnostics,
            files: Vec::new(),
        }
    }

    /// The summary in a folder; `None` if there is none, or none of Carom.
    pub fn read(folder: &Path) -> Option<Self> {
        let text = special::read_text(&folder.join(RUN_FILE), 1 << 30).ok()?;
        let summary: Self = serde_json::from_str(&text).ok()?;
        (summary.program == PROGRAM).then_some(summary)
    }

    /// Writes the file; it is whole at all times.
    pub fn write(&self, folder: &Path) -> io::Result<()> {
        let text = serde_json::to_string_pretty(self)?;
        let next = folder.join("run.json.next");
        let mut written = fs::write(&next, text + "\n");
        if written.is_ok() {
            written = fs::rename(&next, folder.join(RUN_FILE));
        }
        if written.is_err() {
            // half of it would take space from the disk that has none
            let _ = fs::remove_file(&next);
        }
        written
    }

    #[cfg(test)]
    pub(crate) fn example() -> Self {
        Self::begin(Path::new("a.adm"), &Model::new(Dialect::Adams), Vec::new())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use carom_base::Diagnostics;
    use carom_base::{Diagnostic, Span};

    #[test]
    fn a_summary_returns() {
        let folder = tempfile::tempdir().unwrap();
        let mut s = Summary::example();
        s.analyses.push(AnalysisSummary::from(&Statistics {
            kind: "dynamic".into(),
            end: 0.1 + 0.2,
            energy_balance: Some([1e-12, 3.0]),
            ..Statistics::default()
        }));
        s.error = Some(ErrorSummary {
            time: 0.3,
            message: "no".into(),
            help: None,
        });
        s.write(folder.path()).unwrap();
        let back = Summary::read(folder.path()).unwrap();
        assert_eq!(back.analyses[0].end, 0.1 + 0.2);
        assert_eq!(back.error, s.error);
    }

    /// A run whose forces overflow has no energy to tell, and its folder is still one of ours: a table to draw, a result to replace.
    #[test]
    fn a_run_that_overflows_can_be_read() {
        let folder = tempfile::tempdir().unwrap();
        let mut s = Summary::example();
        for balance in [[f64::NAN, 1.0], [f64::INFINITY; 2]] {
            s.analyses.push(AnalysisSummary::from(&Statistics {
                energy_balance: Some(balance),
                ..Statistics::default()
            }));
        }
        s.write(folder.path()).unwrap();
        let back = Summary::read(folder.path()).unwrap();
        assert_eq!(back.analyses.len(), 2);
        assert_eq!(back.analyses[1].energy_balance, None);
    }

    #[test]
    fn diagnostics_have_their_place() {
        let mut sources = Sources::default();
        let id = sources.add("a.adm", "title\nPART/1".into());
        let mut list = Diagnostics::default();
        list.push(Diagnostic::warning("w", Span::new(id, 11, 12), "m").help("h"));
        list.push(Diagnostic::note("n", Span::NONE, "m"));
        let d = diagnostics(&list, &sources);
        assert_eq!((d[0].line, d[0].column), (Some(2), Some(6)));
        assert_eq!(d[0].file.as_deref(), Some("a.adm"));
        assert_eq!((d[1].line, &d[1].file), (None, &None));
    }
}
