//! A run: the commands of a model carried out on its assembled system.

use crate::checkpoint::Saved;
use crate::constraint::{Constraint, Equations as Rows};
use crate::control::Interpreter;
use crate::equations::{Equations, EventRecord};
use crate::integration::{Arrival, Audit, Integration, Segment, Wait};
use crate::integrator_selection::{self, IntegratorSelection, choose};
use crate::motion::RunNumbers;
use crate::output::{EventRow, Frame, Layout};
use crate::pending_events::PendingEvents;
use crate::quasi_static::{Mover, Stride};
use crate::rechoose::RowsTook;
use crate::report::Reporter;
use crate::stall_detector::StallDetector;
use crate::system::{ExtraState, System};
use crate::tangent::Tangent;
use crate::{assemble, initial, linearize};
use carom_base::{Diagnostic, Diagnostics, Span};
use carom_model::analysis::{
    Analysis, Command, End, IntegratorSettings, LinearSettings, OutputGrid, StaticSettings, Store,
};
use carom_model::run::{EventKind, Linearization};
use carom_model::{Id, Model, Plant};
use carom_solve::drive::{self, FailureKind};
use carom_solve::{Fault, Locate, Rejections};
use std::collections::{BTreeSet, HashMap};
use std::time::Instant;

/// Tolerance where neither deck nor command line gives one.
pub const DEFAULT_ERROR: f64 = 1e-6;
/// Integrator where neither deck nor command line gives one.
pub const DEFAULT_INTEGRATOR: &str = "auto";

/// What the command line may override. `None`: as the deck says, or our default.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RunOptions {
    /// Integrator by name.
    pub integrator: Option<String>,
    /// Error tolerance.
    pub error: Option<f64>,
    /// Largest step.
    pub hmax: Option<f64>,
    /// Report switches of expressions too.
    pub verbose_events: bool,
    /// How the times of events are found.
    pub locate: Locate,
    /// Ends with an error where it is not proved that no event was missed.
    pub strict: bool,
    /// Goes on where the run would take days at its pace.
    pub patient: bool,
}

/// Where a run stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// Time.
    pub time: f64,
    /// End of the analysis.
    pub end: f64,
    /// Step size.
    pub step: f64,
    /// Events so far.
    pub events: u64,
}

/// Receives a run as it happens.
pub trait Observer {
    /// An analysis begins (number from 0).
    fn begin(&mut self, analysis: Analysis, layout: &Layout, number: usize);
    /// An output time.
    fn frame(&mut self, frame: &Frame);
    /// An event.
    fn event(&mut self, event: &EventRow);
    /// What a linear analysis found.
    fn linear(&mut self, linearization: &Linearization) {
        let _ = linearization;
    }
    /// After a step; `false` asks for an early end.
    fn progress(&mut self, progress: Progress) -> bool;
    /// The analysis ended, well or not.
    fn end(&mut self, statistics: &Statistics);
    /// A run can be taken up here later: `state` gives what [`Simulation::resume`] wants.
    fn checkpoint(&mut self, state: &mut dyn FnMut() -> Vec<u8>) {
        let _ = state;
    }
    /// SAVE: keeps a state under a name.
    ///
    /// # Errors
    /// Why it cannot.
    fn save(&mut self, name: &str, state: &[u8]) -> Result<(), String> {
        let _ = (name, state);
        Ok(())
    }
    /// RELOAD of a state that this run did not save.
    ///
    /// # Errors
    /// Why it is not there.
    fn load(&mut self, name: &str) -> Result<Vec<u8>, String> {
        Err(format!("no state was saved under the name {name}"))
    }
}

/// How often a guard, the condition under which a branch of a function or a contact holds, was judged in which way over an accepted step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GuardProof {
    /// By bounds over the whole step: it did not change its sign unseen.
    pub proved: u64,
    /// By bounds over parts of the step: neither.
    pub bisected: u64,
    /// By looks at single times: it is not proved that it did not fall and rise again between them.
    pub sampled: u64,
    /// The elements of these, in the order of their names.
    pub sampled_of: Vec<String>,
}

/// Counts of one analysis.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Statistics {
    /// `dynamic`, `kinematic`, `static`, `initial-conditions`, `linear`.
    pub kind: String,
    /// Start time.
    pub start: f64,
    /// Time reached.
    pub end: f64,
    /// Integrator by name.
    pub integrator: String,
    /// Why this one; `None` for analyses that do not integrate, unless a search for equilibrium took its fallback.
    pub reason: Option<String>,
    /// Accepted steps.
    pub steps: u64,
    /// Rejected steps.
    pub rejected: u64,
    /// The same by cause.
    pub rejections: Rejections,
    /// How the times of events were found; `None` for analyses that do not integrate.
    pub locator: Option<Locate>,
    /// Steps solved again to end on an event.
    pub event_steps: u64,
    /// Events located by Hénon's step.
    pub henon_steps: u64,
    /// Hénon's steps that were not regular.
    pub henon_refused: u64,
    /// How it is known that no event was missed.
    pub guards: GuardProof,
    /// Evaluations of the right-hand side.
    pub rhs_evaluations: u64,
    /// Jacobians.
    pub jacobians: u64,
    /// Factorizations (real and complex counted one each).
    pub factorizations: u64,
    /// Newton iterations.
    pub newton_iterations: u64,
    /// Events.
    pub events: u64,
    /// |energy at the end − energy at the start − work of all non-conservative forces and motions| and the scale it is measured by.
    pub energy_balance: Option<[f64; 2]>,
    /// Wall time in seconds.
    pub wall_s: f64,
}

impl Statistics {
    /// Takes over the counts of an integration.
    pub(crate) fn take_counts(&mut self, counts: &drive::Statistics) {
        self.steps = counts.steps;
        self.rejected = counts.rejected;
        self.rejections = counts.rejections;
        self.event_steps = counts.event_steps;
        self.henon_steps = counts.henon_steps;
        self.henon_refused = counts.henon_refused;
        self.guards = GuardProof {
            proved: counts.guards_proved,
            bisected: counts.guards_bisected,
            sampled: counts.guards_sampled,
            sampled_of: std::mem::take(&mut self.guards.sampled_of),
        };
        self.rhs_evaluations = counts.rhs_evaluations;
        self.jacobians = counts.jacobians;
        self.factorizations = counts.factorizations;
        self.newton_iterations = counts.newton_iterations;
        self.events = counts.events;
    }
}

/// Friction of a joint whose reaction is not determined.
fn undetermined_friction(equations: &Equations, diagnostics: &mut Diagnostics) {
    let system = &equations.system;
    for friction in &system.frictions {
        let joint = &system.constraints[friction.joint];
        let mut rows = joint.first_row..joint.first_row + joint.rows();
        if rows.any(|row| system.rows.binary_search(&row).is_err()) {
            let message = format!(
                "{}: some constraints of {} are redundant, so that its load is not determined",
                friction.label, joint.label
            );
            let d = Diagnostic::warning("friction-redundant", friction.span, message);
            diagnostics.push(d.help(
                "a joint that removes fewer freedoms, with the same motion, has a load that is",
            ));
        }
    }
    for &f in &system.loaded {
        let function = &system.functions[f];
        let redundant = |row: &&u32| {
            **row < crate::function::FED && system.rows.binary_search(&(**row as usize)).is_err()
        };
        if let Some(row) = function.rows.iter().find(redundant) {
            let message = format!(
                "{} looks at a reaction that is not determined: {} is redundant",
                function.owner,
                system.row_name(*row as usize)
            );
            let d = Diagnostic::warning("reaction-redundant", function.span, message);
            diagnostics.push(d.help(
                "a joint that removes fewer freedoms, with the same motion, has a reaction that is",
            ));
        }
    }
}

/// Depth at the start relative to the thinner solid from which on a contact is reported: stiff contacts stay below a thousandth, soft ones may reach tenths.
const DEEP_START: f64 = 0.25;
/// How often rows may be chosen anew where an equilibrium is found.
const CHOICES: usize = 3;

/// Contacts whose solids stand deep inside each other at the start: their force throws them apart.
fn deep_starts(equations: &Equations, diagnostics: &mut Diagnostics) {
    for (contact, [a, b], depth) in equations.deep_pairs(DEEP_START) {
        let message = format!(
            "{}: {} and {} stand {depth:.3e} deep in each other at the start",
            contact.label, a.label, b.label
        );
        let d = Diagnostic::warning("contact-deep-start", contact.span, message);
        diagnostics.push(d.help(
            "the contact throws them apart; look at their places, at the lengths of the shapes, and at which side their material is on: a plane has it below z of its marker",
        ));
    }
}

/// A run that ended early: when, why, which element. Results up to `time` have been handed over.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("at time {time}: {message}")]
pub struct RunError {
    /// Time reached.
    pub time: f64,
    /// What happened, naming the element.
    pub message: String,
    /// What to try.
    pub help: Option<String>,
}

/// An assembled model with its current state.
pub struct Simulation {
    pub(crate) equations: Equations,
    pub(crate) settings: IntegratorSettings,
    pub(crate) time: f64,
    pub(crate) analyses: usize,
    pub(crate) statics: StaticSettings,
    pub(crate) reporter: Reporter,
    /// The model as commands have left it.
    pub(crate) model: Model,
    /// Whether `equations` are those of an earlier `model`.
    pub(crate) stale: bool,
    /// What the model was read from, in one number.
    pub(crate) text: u64,
    /// A dynamic analysis to be taken up.
    pub(crate) resumed: Option<Segment>,
    /// What SAVE has kept: state and model by name.
    pub(crate) saved: HashMap<Store, Saved>,
    /// See [`Simulation::take_remarks`].
    pub(crate) remarks: Vec<Diagnostic>,
    /// What choices of other rows took of the kinetic energy so far.
    pub(crate) rows_took: RowsTook,
    /// Events whose time has not come.
    pub(crate) pending_events: PendingEvents,
    /// How the motion changes with parameters, where somebody asks for it.
    pub(crate) tangent: Option<Box<Tangent>>,
    /// What understands MODIFY.
    pub(crate) interpreter: Option<Interpreter>,
}

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
        initial::report_changes(model, &equations, diagnostics);
        Some(Self {
            equations,
            settings: model.settings.integrator.clone(),
            statics: model.settings.statics.clone(),
            time: 0.0,
            analyses: 0,
            reporter: Reporter::default(),
            model: crate::between_analyses::without_commands(model),
            stale: false,
            text: crate::checkpoint::text_of(model),
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
        &self.equations.system.layout
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
        &self.equations.system.user_routines
    }

    /// The libraries that they stand in, each once.
    pub fn user_libraries(&self) -> &[std::path::PathBuf] {
        &self.equations.system.user_libraries
    }

    /// Constraint equations that others already imply: `JOINT/3: rotation about x`.
    pub fn redundant(&self) -> &[String] {
        &self.equations.system.redundant
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
                self.reassemble()?;
                if self.pending_events.is_empty() {
                    observer.checkpoint(&mut || self.checkpoint(None));
                }
                self.simulate(*analysis, *end, *output, options, observer)
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
        let t_end = match end {
            Some(End::Time(t)) => t,
            Some(End::Duration(d)) => {
                let begins = self
                    .resumed
                    .as_ref()
                    .map_or(self.time, |segment| segment.started);
                begins + d
            }
            None => self.time,
        };
        if !(t_end.is_finite() && t_end >= self.time) {
            return Err(self.refuse(format!(
                "the end of the analysis, {t_end}, is not after the current time"
            )));
        }
        self.is_possible(analysis, &self.settings, options)?;
        let begins = self
            .resumed
            .as_ref()
            .map_or(self.time, |segment| segment.started);
        if self.resumed.is_none() {
            if matches!(analysis, Analysis::Dynamic | Analysis::InitialConditions) {
                // A static analysis leaves all at rest, also what motions drive.
                let met = self.equations.meet_velocities();
                met.map_err(|f| self.fault(f))?;
                if self.follows_statics() {
                    // What is closed stays so without an impact, however slowly it moves.
                    let met = self.equations.impact_velocities();
                    met.map_err(|f| self.fault(f))?;
                }
            }
            let number = self.analyses;
            self.analyses += 1;
            observer.begin(analysis, &self.equations.system.layout.clone(), number);
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
            Analysis::InitialConditions => self.report_start(observer),
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
        let states = &self.equations.system.states;
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

    /// Refuses an analysis that the assembled model does not have.
    pub(crate) fn is_possible(
        &self,
        analysis: Analysis,
        settings: &IntegratorSettings,
        options: &RunOptions,
    ) -> Result<(), RunError> {
        let frees = self.degrees_of_freedom();
        if analysis == Analysis::Kinematic && frees > 0 {
            return Err(RunError {
                time: self.time,
                message: format!(
                    "a kinematic analysis needs a mechanism without degrees of freedom; this one has {frees}"
                ),
                help: Some("drive them with motions, or ask for a dynamic analysis".into()),
            });
        }
        self.knows(analysis, &self.equations.system)?;
        match analysis {
            Analysis::Static => {
                self.refuse_nonholonomic("static")?;
                self.refuse_groups("static")
            }
            Analysis::Linear => {
                self.refuse_nonholonomic("linear")?;
                self.refuse_groups("linear")?;
                self.refuse_delays()
            }
            Analysis::Dynamic => self.method_for(settings, options).map(|_| ()),
            Analysis::Kinematic if self.integrates() => {
                self.method_for(settings, options).map(|_| ())
            }
            _ => Ok(()),
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

    /// The method of dynamic analyses.
    fn method_for(
        &self,
        settings: &IntegratorSettings,
        options: &RunOptions,
    ) -> Result<IntegratorSelection, RunError> {
        let chosen = choose(settings, options).map_err(|message| self.refuse(message))?;
        let chosen = self.explicit_for_groups(chosen)?;
        let no_step = options.hmax.or(settings.hmax).is_none();
        if chosen.method.profile().is_fixed && no_step {
            let name = chosen.method.name();
            let message = format!(
                "{name} takes steps of one length, and none is given ({})",
                chosen.reason
            );
            return Err(RunError {
                help: Some("--hmax 1e-4 gives it, HMAX of INTEGRATOR in a model too".into()),
                ..self.refuse(message)
            });
        }
        Ok(chosen)
    }

    /// A constraint that restricts velocities alone.
    fn nonholonomic(&self) -> Option<&Constraint> {
        let mut acting = self.equations.system.acting();
        // What sticks holds velocities, too, and where all is at rest positions.
        acting.find(|c| matches!(c.equations, Rows::Nonholonomic(_)))
    }

    fn refuse_nonholonomic(&self, kind: &str) -> Result<(), RunError> {
        let Some(c) = self.nonholonomic() else {
            return Ok(());
        };
        Err(RunError {
            time: self.time,
            message: format!(
                "{} restricts velocities and not positions (nonholonomic), which {kind} analyses do not know",
                c.label
            ),
            help: Some("deactivate it for this analysis, or ask for a dynamic one".into()),
        })
    }

    /// A linear analysis at the current state.
    fn linear(
        &mut self,
        settings: &LinearSettings,
        observer: &mut dyn Observer,
    ) -> Result<(), RunError> {
        let number = self.analyses;
        self.analyses += 1;
        let layout = self.equations.system.layout.clone();
        observer.begin(Analysis::Linear, &layout, number);
        let started = Instant::now();
        let mut statistics = Statistics {
            kind: kind_name(Analysis::Linear).into(),
            start: self.time,
            end: self.time,
            integrator: "none".into(),
            ..Statistics::default()
        };
        let result = self.linearize(settings, observer);
        statistics.wall_s = started.elapsed().as_secs_f64();
        observer.end(&statistics);
        result
    }

    pub(crate) fn linearize(
        &mut self,
        settings: &LinearSettings,
        observer: &mut dyn Observer,
    ) -> Result<(), RunError> {
        self.refuse_nonholonomic("linear")?;
        self.refuse_groups("linear")?;
        self.refuse_delays()?;
        self.decide_contacts()?;
        self.equations.memory.mode = 7.0;
        let y = self.equations.unknowns();
        let e = &mut self.equations;
        let found = e.settle(self.time, &y).and_then(|()| {
            self.reporter.frame(e, self.time, &y)?;
            e.refresh_rates();
            let plan = linear_plan(&e.system, settings);
            linearize::linearize(e, &plan, self.reporter.reactions())
        });
        let mut found = found.map_err(|f| self.fault(f))?;
        let edge = self.equations.on_the_edge();
        let edge = edge.map_err(|f| self.fault(f))?;
        if !edge.is_empty() {
            let message = format!(
                "{} touches without a force and is taken as closed: on the edge between open and closed the linear equations are those of one side only",
                edge.join(", ")
            );
            self.remark(Diagnostic::warning(
                "linear-contact-edge",
                Span::NONE,
                message,
            ));
        }
        found.matrices = settings.matrices;
        found.file.clone_from(&settings.file);
        if !settings.shapes {
            found.modes.clear();
        }
        observer.linear(&found);
        Ok(())
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
            let struck = e.happened.iter().find(|h| h.kind == EventKind::Impact);
            let struck = struck.map(|h| h.element.clone());
            e.happened.clear();
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

    fn dynamic(
        &mut self,
        t_end: f64,
        times: &[f64],
        options: &RunOptions,
        observer: &mut dyn Observer,
        statistics: &mut Statistics,
    ) -> Result<(), RunError> {
        let mut integration = self.begin_dynamic(t_end, times, options, observer, statistics)?;
        match self.integrate(&mut integration, Wait::NEVER, observer)? {
            Arrival::Over(crawls, result) => {
                self.conclude(integration, crawls, result, options, statistics)
            }
            Arrival::Waiting => unreachable!("it waits nowhere"),
        }
    }

    /// Makes a dynamic analysis ready to be integrated, and tells its first frame. Without an end (an infinite one) steps are no longer than the
    /// time scale of the model: times inside of a step that goes on for ever could not be told apart.
    pub(crate) fn begin_dynamic(
        &mut self,
        t_end: f64,
        times: &[f64],
        options: &RunOptions,
        observer: &mut dyn Observer,
        statistics: &mut Statistics,
    ) -> Result<Integration, RunError> {
        let touches = !self.equations.system.stops.is_empty();
        if self.resumed.is_none() && !touches {
            self.report_start(observer)?;
        }
        let IntegratorSelection { method, reason } = self.method_for(&self.settings, options)?;
        statistics.reason = Some(reason);
        statistics.integrator = method.name().into();
        statistics.locator = Some(options.locate);
        let error = options
            .error
            .or(self.settings.error)
            .unwrap_or(DEFAULT_ERROR);
        let longest = match t_end.is_finite() {
            true => f64::INFINITY,
            false => self.equations.system.scale.time,
        };
        let settings = drive::Settings {
            rtol: error,
            atol: error,
            h_max: options.hmax.or(self.settings.hmax).unwrap_or(longest),
            h_start: self.settings.hinit,
            max_order: self.settings.max_order,
            locate: options.locate,
            ..drive::Settings::default()
        };
        self.equations.expect_error(error);
        let segment = match self.resumed.take() {
            Some(segment) => segment,
            None => {
                let segment = self.first_segment(times, settings.h_max, observer)?;
                if touches {
                    // With the forces of the contacts that are closed from the start.
                    self.report_start(observer)?;
                }
                segment
            }
        };
        let parts = (method, settings);
        Ok(Integration::new(segment, parts, t_end, options, self.time))
    }

    /// What there is to say of the analyses so far beside their results: contacts that went beyond what their laws know. Each is said once.
    pub fn take_remarks(&mut self) -> Vec<Diagnostic> {
        std::mem::take(&mut self.remarks)
    }

    /// One more of them.
    pub(crate) fn remark(&mut self, d: Diagnostic) {
        self.remarks.push(d);
    }

    /// Contacts of groups run with explicit methods only.
    fn explicit_for_groups(
        &self,
        chosen: IntegratorSelection,
    ) -> Result<IntegratorSelection, RunError> {
        let Some(label) = self.group_label() else {
            return Ok(chosen);
        };
        integrator_selection::explicit(chosen, label).map_err(|message| RunError {
            help: Some(
                "--integrator auto takes an explicit method; dop853, abam and rk4 are others"
                    .into(),
            ),
            ..self.refuse(message)
        })
    }

    /// A contact between groups, if there is one.
    fn group_label(&self) -> Option<&str> {
        let system = &self.equations.system;
        let contact_group = system.contact_groups.first()?;
        Some(&system.contacts[contact_group.contact].label)
    }

    /// Refuses an analysis that needs the Jacobian, which forces of groups do not have.
    /// A delay has no finite number of states, to be linearized in.
    fn refuse_delays(&self) -> Result<(), RunError> {
        let system = &self.equations.system;
        let Some(delay) = system.delays.first() else {
            return Ok(());
        };
        let message = format!(
            "{} looks back, and a delay has no finite number of states to be linearized in",
            system.functions[delay.function].owner
        );
        Err(RunError {
            help: Some("a transfer function (TFSISO, Control_SISO) of a Padé approximation of the delay has".into()),
            ..self.refuse(message)
        })
    }

    fn refuse_groups(&self, kind: &str) -> Result<(), RunError> {
        let Some(label) = self.group_label() else {
            return Ok(());
        };
        let message = format!(
            "{label} is between groups of shapes on several bodies, which {kind} analyses do not know"
        );
        Err(RunError {
            help: Some("a dynamic analysis with damping comes to rest where the equilibrium is; a contact for each pair of bodies has all analyses".into()),
            ..self.refuse(message)
        })
    }

    /// Where a dynamic analysis sets out.
    pub(crate) fn first_segment(
        &mut self,
        outputs: &[f64],
        h_max: f64,
        observer: &mut dyn Observer,
    ) -> Result<Segment, RunError> {
        let mut y = self.equations.unknowns();
        self.equations
            .settle(self.time, &y)
            .map_err(|f| self.fault(f))?;
        if self.equations.sample_what_is_due() {
            self.equations
                .settle(self.time, &y)
                .map_err(|f| self.fault(f))?;
        }
        self.equations.begin_pasts(self.time);
        self.equations
            .start_contacts(self.time, &mut y)
            .map_err(|f| self.fault(f))?;
        for h in self.equations.happened.drain(..) {
            self.pending_events.tell(self.time, h, observer);
        }
        // Multipliers start where the accelerations put them: Newton's first guess.
        self.equations.place(self.time, &y);
        y = self
            .equations
            .update_active_set()
            .map_err(|f| self.fault(f))?;
        let started = self.equations.start_sensors(true);
        started.map_err(|f| self.fault(f))?;
        Ok(Segment {
            y,
            length: None,
            h_max,
            outputs: outputs.to_vec(),
            started: self.time,
            audit: Audit::start(&self.equations),
            pace: StallDetector::default(),
            counts: drive::Statistics::default(),
            sampled_of: BTreeSet::new(),
            changes: Vec::new(),
        })
    }

    /// A failure of the integrator in the user's words.
    pub(crate) fn failure(&mut self, f: &drive::Failure) -> RunError {
        let who = f
            .worst
            .map(|k| format!(" ({})", self.equations.system.unknown_name(k)))
            .unwrap_or_default();
        let (message, help) = match &f.kind {
            FailureKind::Model(fault) => (fault.message.clone(), None),
            FailureKind::Livelock { guards } => {
                let names: Vec<String> = guards
                    .iter()
                    .map(|g| self.equations.guard_name(*g))
                    .collect();
                (
                    format!("{} switches again and again without time going by", names.join(", ")),
                    Some("smooth the function there, for instance with STEP".to_string()),
                )
            }
            kind => match self.equations.drawn_in() {
                Some(contact) => (
                    format!(
                        "{contact}: friction draws the sliding contact in, and its force grows beyond all bounds (Painlevé's paradox)"
                    ),
                    Some(
                        "rigid surfaces with Coulomb's law have no motion from here on; a contact with its force law, --contact compliant, gets over this time"
                            .into(),
                    ),
                ),
                None => (
                    format!("{kind}{who}; the step was {:.3e}{}", f.step, self.while_in_contact()),
                    Some("look at the forces on it at this time; a smaller error or hmax may help over a kink".into()),
                ),
            },
        };
        let locked = self.equations.dependent_constraint().map(|name| {
            format!(
                "the mechanism stands near a singular position, where {name} is no longer independent of the other constraints: \
                 it may lock there"
            )
        });
        RunError {
            time: f.time,
            message,
            help: locked.or(help),
        }
    }

    fn kinematic(
        &mut self,
        times: &[f64],
        h_max: Option<f64>,
        observer: &mut dyn Observer,
        statistics: &mut Statistics,
    ) -> Result<(), RunError> {
        self.equations.memory.mode = 1.0;
        self.pending_events.clear();
        statistics.integrator = "none".into();
        self.equations.arrange();
        if let Some((label, gap)) = self.equations.overlap() {
            let message = format!(
                "{label}: its rigid parts overlap by {:e} at the start",
                -gap
            );
            return Err(self.refuse(message));
        }
        self.report_start(observer)?;
        let drive: Mover<'_> = &|e, t| e.drive_to(t).map(|()| 0);
        let stride = Stride {
            h_max,
            halvings: HALVINGS,
        };
        self.quasi_static_sweep(times, stride, drive, observer, statistics)
    }

    fn statics(
        &mut self,
        times: &[f64],
        observer: &mut dyn Observer,
        statistics: &mut Statistics,
    ) -> Result<(), RunError> {
        self.equations.stand_still(true);
        let result = self.find_statics(times, observer, statistics);
        self.equations.stand_still(false);
        result
    }

    fn find_statics(
        &mut self,
        times: &[f64],
        observer: &mut dyn Observer,
        statistics: &mut Statistics,
    ) -> Result<(), RunError> {
        // 5 one equilibrium, 6 a series of them in time
        self.equations.memory.mode = if times.is_empty() { 5.0 } else { 6.0 };
        statistics.integrator = "newton".into();
        self.pending_events.clear();
        self.equations.relaxed_searches = 0;
        let settings = self.statics.clone();
        let settle = |e: &mut Equations, t: f64| e.equilibrium(t, &settings);
        let closed = self.equations.closed_stops();
        let mut found = settle(&mut self.equations, self.time);
        for _ in 0..CHOICES {
            // Kept rows that come to depend on each other hold nothing where others do.
            let is_watched = self.equations.system.independence.is_some();
            if found.is_ok() || !is_watched || !self.equations.choose_rows_anew() {
                break;
            }
            found = settle(&mut self.equations, self.time);
        }
        let iterations = found.map_err(|f| {
            let mut help = "look at what should hold this part; a start nearer to rest may help, or a dynamic run with damping that comes to rest".to_string();
            if let Some(rule) = self.steadier_rule(false) {
                help = format!("{help}. {rule}");
            }
            RunError { time: self.time, message: f.message, help: Some(help) }
        })?;
        statistics.newton_iterations += iterations;
        for _ in 0..CHOICES {
            let Err(fault) = self.equations.agree() else {
                break;
            };
            if !self.equations.choose_rows_anew() {
                return Err(self.fault(fault));
            }
            let again = settle(&mut self.equations, self.time);
            statistics.newton_iterations += again.map_err(|f| self.fault(f))?;
        }
        self.equations.agree().map_err(|f| self.fault(f))?;
        statistics.steps += 1;
        for h in self.equations.contact_changes(&closed) {
            statistics.events += 1;
            observer.event(&row(self.time, h));
        }
        self.report_start(observer)?;
        let walked =
            self.quasi_static_sweep(times, Stride::default(), &settle, observer, statistics);
        self.note_friction();
        let relaxed = self.equations.relaxed_searches;
        if relaxed > 0 {
            statistics.integrator = "newton, relaxation".into();
            let why = match self.statics.by_motion {
                true => "the model asks for it",
                false => "Newton's method alone did not settle",
            };
            let of = statistics.steps;
            statistics.reason = Some(format!("{why} in {relaxed} of {of} positions"));
        }
        walked
    }
}

impl Simulation {
    /// Says of an equilibrium that friction alone makes it one.
    fn note_friction(&mut self) {
        if !self.equations.rests_by_friction {
            return;
        }
        let stop = self.equations.sticking_contact();
        let message = format!(
            "without friction there is no equilibrium: the bodies stay where they start, held by the friction of {}",
            stop.unwrap_or("their contacts")
        );
        let d = Diagnostic::warning("static-friction", Span::NONE, message);
        self.remark(d.help(
            "it is one of many; a dynamic analysis says which one a motion comes to rest in",
        ));
    }
}

/// The functions that the settings of a linear analysis name.
fn linear_plan(system: &System, settings: &LinearSettings) -> linearize::Plan {
    type Plants = Vec<Vec<(String, crate::function::FunctionId)>>;
    let pick = |ids: &[Id<Plant>], all: &Plants| -> Vec<_> {
        let lists = ids.iter().filter_map(|id| all.get(id.index()));
        lists.flatten().cloned().collect()
    };
    linearize::Plan {
        inputs: pick(&settings.inputs, &system.plant_inputs),
        outputs: pick(&settings.outputs, &system.plant_outputs),
        coordinates: pick(&settings.states, &system.plant_states),
        undamped: !settings.damping,
        eigenvalues: settings.eigenvalues,
    }
}

/// Where the element stands that a message begins with or speaks of.
fn span_of_culprit(model: &Model, equations: &Equations, message: &str) -> Span {
    let system = &equations.system;
    let parts = system
        .bodies
        .iter()
        .map(|b| (b.label.as_str(), model.parts[b.part].tag.span));
    let forces = system.forces.iter().map(|f| (f.label.as_str(), f.span));
    let contacts = system.contacts.iter().map(|c| (c.label.as_str(), c.span));
    let functions = system.functions.iter().map(|f| (f.owner.as_str(), f.span));
    let constraints = system
        .constraints
        .iter()
        .map(|c| (c.label.as_str(), c.span));
    let speaks_of = |label: &str| {
        message.match_indices(label).any(|(at, _)| {
            // PART/3 is not PART/30.
            !message[at + label.len()..].starts_with(|c: char| c.is_ascii_digit())
        })
    };
    forces
        .chain(contacts)
        .chain(functions)
        .chain(constraints)
        .chain(parts)
        .find(|(label, _)| speaks_of(label))
        .map_or(Span::NONE, |(_, span)| span)
}

/// The requested times after `start`: the end is always among them.
pub fn output_times(start: f64, end: f64, output: Option<OutputGrid>) -> Vec<f64> {
    let span = end - start;
    if span <= 0.0 {
        return Vec::new();
    }
    match output {
        None => vec![end],
        Some(OutputGrid::Steps(n)) => {
            let n = n.max(1);
            (1..=n)
                .map(|k| {
                    if k == n {
                        end
                    } else {
                        start + span * f64::from(k) / f64::from(n)
                    }
                })
                .collect()
        }
        Some(OutputGrid::Interval(dt)) => {
            // An interval that fits up to rounding fits.
            let n = (span / dt * (1.0 + 1e-12)).floor() as u64;
            let mut times: Vec<f64> = (1..=n).map(|k| start + dt * k as f64).collect();
            match times.last_mut() {
                Some(last) if (*last - end).abs() <= 1e-9 * dt => *last = end,
                _ => times.push(end),
            }
            times
        }
    }
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

/// How often a step of kinematics is halved: a body that turns by hundreds of radians between two outputs is followed.
const HALVINGS: u32 = 8;

pub(crate) fn row(time: f64, h: EventRecord) -> EventRow {
    EventRow {
        time: h.time.unwrap_or(time),
        kind: h.kind,
        element: h.element,
        gap: h.gap,
        rate: [h.rate, h.rate_after],
        impulse: h.impulse,
        force: h.value,
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
