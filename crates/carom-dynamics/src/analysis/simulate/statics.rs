//! Kinematic, static and quasi-static analyses of a run.

use crate::analysis::observer::Observer;
use crate::analysis::observer::RunError;
use crate::analysis::observer::Statistics;
use crate::analysis::observer::row;
use crate::analysis::quasi_static::{Mover, Stride};
use crate::analysis::simulation::Simulation;
use crate::analysis::statics::series::next_equilibrium;
use crate::equations::Equations;
use crate::system::ExtraState;
use crate::system::row_choice::Independence;
use carom_base::{Diagnostic, Span};

/// How often rows may be chosen anew where an equilibrium is found.
const CHOICES: usize = 3;

/// How often a step of a series of equilibria is halved where none is found at its end.
const HALVINGS: u32 = 6;

impl Simulation {
    pub(super) fn kinematic(
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
        // A static analysis leaves all at rest; and the first step begins with the velocities.
        let met = self.equations.follow_velocities();
        met.map_err(|f| self.fault(f))?;
        self.report_start(observer)?;
        let drive: Mover<'_> = &|e, t, _| e.drive_to(t).map(|()| 0);
        let stride = Stride { h_max, halvings: 0 };
        self.quasi_static_sweep(times, stride, drive, observer, statistics)
    }

    pub(super) fn statics(
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
        self.equations.search.relaxed_searches = 0;
        let settings = self.statics.clone();
        let settle = |e: &mut Equations, t: f64, observer: &mut dyn Observer| {
            next_equilibrium(e, t, &settings, observer)
        };
        let closed = self.equations.closed_stops();
        let mut found = settle(&mut self.equations, self.time, observer);
        for _ in 0..CHOICES {
            // Kept rows that come to depend on each other hold nothing where others do.
            let watched = self.equations.system.left_out.independence;
            let is_watched = matches!(watched, Some(Independence::Share(_)));
            if found.is_ok() || !is_watched || !self.equations.choose_rows_anew() {
                break;
            }
            found = settle(&mut self.equations, self.time, observer);
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
            let again = settle(&mut self.equations, self.time, observer);
            statistics.newton_iterations += again.map_err(|f| self.fault(f))?;
        }
        self.equations.agree().map_err(|f| self.fault(f))?;
        statistics.steps += 1;
        for h in self.equations.contact_changes(&closed) {
            statistics.events += 1;
            observer.event(&row(self.time, h));
        }
        self.report_start(observer)?;
        let stride = Stride {
            h_max: None,
            halvings: HALVINGS,
        };
        let walked = self.quasi_static_sweep(times, stride, &settle, observer, statistics);
        self.note_friction();
        note_motions(self, times);
        let relaxed = self.equations.search.relaxed_searches;
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

    /// Says of an equilibrium that friction alone makes it one.
    fn note_friction(&mut self) {
        if !self.equations.search.rests_by_friction {
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

/// Says of a series of equilibria that motions given by rates do not move in it.
fn note_motions(of: &mut Simulation, times: &[f64]) {
    let system = &of.equations.system;
    let by_rate = |s: &ExtraState| match s {
        ExtraState::MotionDisplacement(f) => Some(system.mechanism.functions[*f].owner.clone()),
        _ => None,
    };
    let mut held: Vec<String> = system.extra.states.iter().filter_map(by_rate).collect();
    held.dedup();
    if held.is_empty() || times.is_empty() {
        return;
    }
    let message = format!(
        "{} gives a rate, and nothing moves in equilibria: the joint stays where it stands in all of them",
        held.join(", ")
    );
    let d = Diagnostic::warning("static-motion", Span::NONE, message);
    of.remark(d.help("give the displacement as a function of TIME"));
}
