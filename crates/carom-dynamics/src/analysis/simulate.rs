//! A run: the commands of a model carried out on its assembled system.

use crate::analysis::integrator_selection;
use crate::analysis::linearize;
use crate::analysis::observer::Observer;
use crate::analysis::observer::RunError;
use crate::analysis::observer::Statistics;
use crate::analysis::observer::output_times;
use crate::analysis::pending_events::PendingEvents;
use crate::analysis::run_options::RunOptions;
use crate::analysis::simulation::Simulation;
use crate::assemble;
use crate::equations::report::Reporter;
use crate::output::Layout;
use crate::start::initial;
use crate::system::motion::RunNumbers;
use crate::system::row_choice::RowsTook;
use crate::system::{ExtraState, System};
use carom_base::{Diagnostic, Diagnostics};
use carom_model::Model;
use carom_model::analysis::{Analysis, Command, End, LinearSettings, OutputGrid};
use carom_model::run::EventKind;
use carom_solve::Fault;
use checks::{deep_starts, half_turns, span_of_culprit, undetermined_friction};
use std::collections::HashMap;
use std::time::Instant;

mod checks;
mod dynamic;
pub(crate) mod linear;
mod statics;

impl Simulation {
    /// Resolves, compiles, checks, and finds initial conditions. Problems go to `diagnostics`; `None` if the model cannot run.
    pub fn assemble(model: &Model, diagnostics: &mut Diagnostics) -> Option<Self> {
        let system = assemble::assemble(model, diagnostics)?;
        let mut equations = match initial::start(model, system) {
            Ok(equations) => equations,
            Err(d) => {
                diagnostics.push(d);
                return None;
            }
        };
        let y = equations.unknowns();
        if let Err(fault) = equations.settle(0.0, &y) {
            let marked = equations.function_not_finite();
            let span = match marked.filter(|(why, _)| *why == fault.message) {
                Some((_, span)) => span,
                None => span_of_culprit(model, &equations, &fault.message),
            };
            let d = Diagnostic::error("cannot-start", span, fault.message);
            diagnostics.push(match &d.message {
                m if m.contains("no mass") => {
                    d.help("give it MASS and IP (mass and moments of inertia), or hold it by joints to parts that have them")
                }
                m if m.contains("markers I and J may coincide") => {
                    d.help("a force along the line between two markers needs them apart; give it ACTIONONLY, or a VFORCE in fixed axes")
                }
                _ => d,
            });
            return None;
        }
        let lines = equations.check_lines();
        if !lines.is_empty() {
            diagnostics.extend(lines);
            return None;
        }
        integrator_selection::notes(&model.settings.integrator, diagnostics);
        undetermined_friction(&equations, diagnostics);
        deep_starts(&equations, diagnostics);
        half_turns(&equations, diagnostics);
        initial::report_changes(model, &equations, diagnostics);
        Some(Self {
            equations,
            settings: model.settings.integrator.clone(),
            statics: model.settings.statics.clone(),
            time: 0.0,
            analyses: 0,
            reporter: Reporter::default(),
            model: crate::analysis::between_analyses::without_commands(model),
            stale: false,
            text: crate::analysis::checkpoint::text_of(model),
            resumed: None,
            saved: HashMap::new(),
            remarks: Vec::new(),
            rows_took: RowsTook::default(),
            pending_events: PendingEvents::default(),
            tangent: None,
            interpreter: None,
        })
    }

    /// The order of rows.
    pub fn layout(&self) -> &Layout {
        &self.equations.system.outputs.layout
    }

    /// The assembled system.
    pub fn system(&self) -> &System {
        &self.equations.system
    }

    /// Degrees of freedom: 6·bodies (3 for a point mass) − independent constraints.
    pub fn degrees_of_freedom(&self) -> i64 {
        self.equations.system.degrees_of_freedom()
    }

    /// The users' routines that it calls: `SFORCE/1: Sfosub of /models/forces.so`.
    pub fn user_routines(&self) -> &[String] {
        &self.equations.system.user_code.user_routines
    }

    /// The libraries that they stand in, each once.
    pub fn user_libraries(&self) -> &[std::path::PathBuf] {
        &self.equations.system.user_code.user_libraries
    }

    /// Constraint equations that others already imply: `JOINT/3: rotation about x`.
    pub fn redundant(&self) -> &[String] {
        &self.equations.system.left_out.redundant
    }

    /// The current time.
    pub fn time(&self) -> f64 {
        self.time
    }

    /// Carries out one command.
    ///
    /// # Errors
    /// When the run cannot go on; everything up to [`RunError::time`] has been told.
    pub fn execute(
        &mut self,
        command: &Command,
        options: &RunOptions,
        observer: &mut dyn Observer,
    ) -> Result<(), RunError> {
        match command {
            Command::Simulate {
                analysis,
                end,
                output,
                ..
            } => {
                let Some(end) = end_within(self, *end, options.latest) else {
                    return Ok(());
                };
                self.reassemble()?;
                // In the middle of an analysis the checkpoint that it was taken up from is the one that holds.
                if self.pending_events.is_empty() && self.resumed.is_none() {
                    observer.checkpoint(&mut || self.checkpoint(None));
                }
                self.simulate(*analysis, end, *output, options, observer)
            }
            Command::Linear(settings, _) => {
                self.reassemble()?;
                self.linear(settings, observer)
            }
            Command::Integrator(settings, _) => {
                self.settings = settings.clone();
                Ok(())
            }
            Command::Equilibrium(settings, _) => {
                self.statics = settings.clone();
                Ok(())
            }
            Command::Control { user, .. } => self.control(user, options, observer),
            Command::Stop => Ok(()),
            Command::SetActive { .. } | Command::Revise { .. } => {
                self.change(command);
                Ok(())
            }
            Command::Save { to, .. } => self.save(to, observer),
            Command::Reload { from, scope, .. } => self.reload(from, *scope, observer),
            Command::Unsupported { name, .. } => {
                Err(self.refuse(format!("the command {name} is not supported")))
            }
        }
    }

    pub(crate) fn refuse(&self, message: String) -> RunError {
        RunError {
            time: self.time,
            message,
            help: None,
        }
    }

    pub(crate) fn simulate(
        &mut self,
        analysis: Analysis,
        end: Option<End>,
        output: Option<OutputGrid>,
        options: &RunOptions,
        observer: &mut dyn Observer,
    ) -> Result<(), RunError> {
        let integrates = self.integrates();
        let analysis = self.meant(analysis);
        let begins = begins(self);
        let t_end = match end {
            Some(End::Time(t)) => t,
            Some(End::Duration(d)) => begins + d,
            None => self.time,
        };
        if !(t_end.is_finite() && t_end >= self.time) {
            return Err(self.refuse(format!(
                "the end of the analysis, {t_end}, is not after the current time"
            )));
        }
        self.is_possible(analysis, &self.settings, options)?;
        if self.resumed.is_none() {
            set_in_motion(self, analysis)?;
            let number = self.analyses;
            self.analyses += 1;
            observer.begin(analysis, &self.layout().clone(), number);
        }
        let started = Instant::now();
        let times = output_times(self.time, t_end, output);
        let mut statistics = Statistics {
            kind: kind_name(analysis).into(),
            start: begins,
            ..Statistics::default()
        };
        self.equations.memory.numbers = RunNumbers::default();
        let result = match analysis {
            Analysis::Dynamic | Analysis::Transient => {
                self.equations.memory.mode = 4.0;
                self.dynamic(t_end, &times, options, observer, &mut statistics)
            }
            Analysis::Kinematic if integrates => {
                self.equations.memory.mode = 1.0;
                self.dynamic(t_end, &times, options, observer, &mut statistics)
            }
            Analysis::Kinematic => {
                let h_max = options.hmax.or(self.settings.hmax);
                self.kinematic(&times, h_max, observer, &mut statistics)
            }
            Analysis::Static => self.statics(&times, observer, &mut statistics),
            Analysis::InitialConditions => {
                self.equations.memory.mode = 3.0;
                self.report_start(observer)
            }
            Analysis::Linear => self.linearize(&LinearSettings::default(), observer),
        };
        self.remarks.extend(self.equations.take_limits());
        statistics.end = self.time;
        statistics.wall_s = started.elapsed().as_secs_f64();
        observer.end(&statistics);
        result
    }

    /// Whether the contacts that are closed are those of an equilibrium.
    fn follows_statics(&self) -> bool {
        let mode = self.equations.memory.mode;
        (5.0..=6.0).contains(&mode) && self.equations.has_stops()
    }

    /// Whether something is found by integration even where nothing is free: differential equations, motions given by rates.
    fn integrates(&self) -> bool {
        let states = &self.equations.system.extra.states;
        states.iter().any(|s| !matches!(s, ExtraState::Work)) || self.nonholonomic().is_some()
    }

    /// Kinematics or dynamics, where a transient analysis is asked for.
    pub(crate) fn meant(&self, analysis: Analysis) -> Analysis {
        match analysis {
            Analysis::Transient if self.degrees_of_freedom() == 0 && !self.integrates() => {
                Analysis::Kinematic
            }
            Analysis::Transient => Analysis::Dynamic,
            other => other,
        }
    }

    /// Refuses an analysis that does not know an element of this system.
    pub(crate) fn knows(&self, analysis: Analysis, system: &System) -> Result<(), RunError> {
        let unknown = match analysis {
            Analysis::Linear => linearize::unknown_to_linear(system),
            _ => None,
        };
        unknown.map_or(Ok(()), |why| Err(self.refuse(why)))
    }

    /// Which rigid contacts are closed, where no analysis has decided that yet; linear equations hold them so.
    fn decide_contacts(&mut self) -> Result<(), RunError> {
        let e = &mut self.equations;
        if !e.has_stops() {
            return Ok(());
        }
        if !e.closed_stops().contains(&true) {
            let mut y = e.unknowns();
            let found = e
                .settle(self.time, &y)
                .and_then(|()| e.start_contacts(self.time, &mut y));
            let mut happened = e.event.happened.iter();
            let struck = happened.find(|h| h.kind == EventKind::Impact);
            let struck = struck.map(|h| h.element.clone());
            e.event.happened.clear();
            let found = found.and_then(|()| e.update_active_set());
            found.map_err(|f| self.fault(f))?;
            if let Some(label) = struck {
                return Err(self.refuse(format!(
                    "{label} is struck at this time, and an impact has no linear equations"
                )));
            }
        }
        let e = &self.equations;
        if let Some(label) = e.sliding_contact() {
            return Err(self.refuse(format!(
                "{label} slides, which linear analysis does not follow yet"
            )));
        }
        match e.sticking_contact() {
            Some(label) if !e.all_rest() => Err(self.refuse(format!(
                "{label} sticks while bodies move (it rolls), which linear analysis does not follow yet"
            ))),
            _ => Ok(()),
        }
    }

    pub(crate) fn fault(&self, fault: Fault) -> RunError {
        self.refuse(fault.message)
    }

    /// The first frame, at the current state.
    pub(crate) fn report_start(&mut self, observer: &mut dyn Observer) -> Result<(), RunError> {
        let y = self.equations.unknowns();
        let frame = self
            .reporter
            .frame(&mut self.equations, self.time, &y)
            .map_err(|f| RunError {
                time: self.time,
                message: f.message,
                help: None,
            })?;
        observer.frame(frame);
        Ok(())
    }

    /// What there is to say of the analyses so far beside their results: contacts that went beyond what their laws know. Each is said once.
    pub fn take_remarks(&mut self) -> Vec<Diagnostic> {
        std::mem::take(&mut self.remarks)
    }

    /// One more of them.
    pub(crate) fn remark(&mut self, d: Diagnostic) {
        self.remarks.push(d);
    }
}

/// Where the next analysis begins, or that which is taken up has begun.
fn begins(of: &Simulation) -> f64 {
    let taken_up = of.resumed.as_ref();
    taken_up.map_or(of.time, |segment| segment.started)
}

/// The end of an analysis in a run that goes no further than `latest`; `None` if it would begin there or beyond.
fn end_within(of: &Simulation, end: Option<End>, latest: Option<f64>) -> Option<Option<End>> {
    let (Some(written), Some(latest)) = (end, latest) else {
        return Some(end);
    };
    let begins = begins(of);
    let until = match written {
        End::Time(t) => t,
        End::Duration(d) => begins + d,
    };
    match until > latest {
        _ if begins >= latest => None,
        true => Some(Some(End::Time(latest))),
        false => Some(end),
    }
}

/// Gives velocities that the constraints ask for where an analysis moves: a static one leaves all at rest, also what motions drive.
fn set_in_motion(of: &mut Simulation, analysis: Analysis) -> Result<(), RunError> {
    let moves = [
        Analysis::Dynamic,
        Analysis::Kinematic,
        Analysis::InitialConditions,
    ];
    if !moves.contains(&analysis) {
        return Ok(());
    }
    let met = of.equations.meet_velocities();
    met.map_err(|f| of.fault(f))?;
    if of.follows_statics() {
        // What is closed stays so without an impact, however slowly it moves.
        let met = of.equations.impact_velocities();
        met.map_err(|f| of.fault(f))?;
    }
    Ok(())
}

fn kind_name(analysis: Analysis) -> &'static str {
    match analysis {
        Analysis::Dynamic | Analysis::Transient => "dynamic",
        Analysis::Kinematic => "kinematic",
        Analysis::Static => "static",
        Analysis::InitialConditions => "initial-conditions",
        Analysis::Linear => "linear",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn output_grids() {
        assert_eq!(output_times(0.0, 1.0, None), [1.0]);
        assert_eq!(
            output_times(0.0, 1.0, Some(OutputGrid::Steps(4))),
            [0.25, 0.5, 0.75, 1.0]
        );
        assert_eq!(
            output_times(0.0, 0.25, Some(OutputGrid::Interval(0.1))),
            [0.1, 0.2, 0.25]
        );
        assert_eq!(
            output_times(0.0, 0.25, Some(OutputGrid::Interval(0.01))).len(),
            25
        );
        assert!(output_times(1.0, 1.0, Some(OutputGrid::Steps(4))).is_empty());
    }
}
