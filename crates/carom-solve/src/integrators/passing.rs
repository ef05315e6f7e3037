//! Explicit methods where no step of theirs leads on: past singular positions, and through slips that hardly move. The
//! steps there are those of Radau IIA.
//!
//! On the constraints differentiated twice, a deviation δ along the singular direction obeys `(σ·δ)'' = 0`, and σ goes through zero. The
//! exact solution has forgotten a deviation of rounding once it is past; the stages of an explicit method multiply it by
//! factors of thousands, wherever they lie. Radau IIA puts each of its stages on the constraints themselves.
//!
//! Friction draws the direction of a slip of speed u to its balance at a rate of μ·g/u. Where the slip sets out from
//! rest, or creeps, that rate has no bound, though nothing moves fast: an explicit method would take steps in
//! proportion to u for as long as that lasts.

use super::collocation::{Collocation, Tableau};
use super::step::Step;
use super::stepper::{Aim, REACH, Stepper, Trial, pass_between};
use crate::drive::{Failure, Settings, Statistics};
use crate::problem::{Fault, Problem};
use std::sync::LazyLock;

/// Order 9: its steps are about as long as those of the methods at any tolerance.
const STAGES: usize = 5;

/// Where no node of it lies.
static GAP: LazyLock<[f64; 2]> = LazyLock::new(|| Tableau::radau(STAGES).widest_gap());

/// Steps that a slip made short, less half of those that it did not, after which Radau IIA takes over.
const MANY_HELD: u32 = 8;

/// A method with Radau IIA for the steps that pass singular positions.
pub struct Passing<M> {
    method: M,
    /// Made when the first step needs it.
    radau: Option<Box<Collocation>>,
    gap: [f64; 2],
    /// Does the step in hand pass a singular position, and does Radau IIA stand at its start?
    passes: bool,
    is_ready: bool,
    /// A step beside the decay of a slip, their product, that this method hardly takes; `None`: it is left alone with slips.
    most: Option<f64>,
    /// Twice how many steps a slip made short, less those that it did not; whether the one in hand was solved for an
    /// event.
    held: u32,
    is_cut: bool,
    /// Radau IIA takes the steps until the slip is fast enough.
    eases: bool,
    /// What the step in hand was begun with.
    y: Vec<f64>,
    /// Why the method could not start after a step of Radau IIA.
    failure: Option<Failure>,
    settings: Settings,
}

impl<M: Stepper> Passing<M> {
    /// Around a method of variable step.
    pub fn new(method: M, problem: &dyn Problem, settings: &Settings) -> Passing<M> {
        Passing {
            method,
            radau: None,
            gap: *GAP,
            passes: false,
            is_ready: false,
            most: None,
            held: 0,
            is_cut: false,
            eases: false,
            y: vec![0.0; problem.dimension()],
            failure: None,
            settings: *settings,
        }
    }

    /// With Radau IIA also through slips whose direction decays within so small a part of a step.
    pub fn easing(self, most: f64) -> Passing<M> {
        Passing {
            most: Some(most),
            ..self
        }
    }

    /// The method that takes all other steps.
    pub fn method(&self) -> &M {
        &self.method
    }

    /// The same.
    pub fn method_mut(&mut self) -> &mut M {
        &mut self.method
    }

    /// Radau IIA, if it has the step in hand.
    fn at_work(&self) -> Option<&Collocation> {
        self.radau.as_deref().filter(|_| self.is_radau())
    }

    fn is_radau(&self) -> bool {
        self.passes || self.eases
    }

    /// Whether slips shall be eased, after the step in hand.
    fn shall_ease(&mut self, problem: &mut dyn Problem, most: f64) -> bool {
        let step = self.step();
        let h = step.h();
        if self.eases {
            return h * problem.drawn_rate(step.t1, step.y1) > most;
        }
        let decay = problem.known_decay(step.t1, step.y1);
        let is_held = h * decay > most || (self.is_cut && decay > 0.0);
        self.held = if is_held {
            self.held + 2
        } else {
            self.held.saturating_sub(1)
        };
        self.held >= 2 * MANY_HELD
    }
}

impl<M: Stepper> Stepper for Passing<M> {
    fn start(&mut self, problem: &mut dyn Problem, t: f64, y: &[f64]) -> Result<(), Failure> {
        self.passes = false;
        self.is_ready = false;
        self.failure = None;
        self.is_cut = false;
        // Events that swinging slips bring about say nothing against them.
        self.eases = self.held >= 2 * MANY_HELD;
        self.method.start(problem, t, y)
    }

    fn first_length(&mut self, problem: &mut dyn Problem, bound: f64) -> Result<f64, Failure> {
        self.method.first_length(problem, bound)
    }

    fn attempt(&mut self, problem: &mut dyn Problem, t1: f64, aim: Aim) -> Result<Trial, Failure> {
        if let Some(failure) = self.failure.take() {
            return Err(failure);
        }
        self.is_cut |= aim == Aim::Event;
        if !self.is_radau() {
            return self.method.attempt(problem, t1, aim);
        }
        let settings = &self.settings;
        let radau = self
            .radau
            .get_or_insert_with(|| Box::new(Collocation::new(STAGES, problem, settings)));
        if !self.is_ready {
            let (t, y, _) = self.method.now();
            self.y.copy_from_slice(y);
            radau.start(problem, t, &self.y)?;
            self.is_ready = true;
        }
        if self.passes {
            radau.expect_singular_position();
        }
        radau.attempt(problem, t1, aim)
    }

    fn step(&self) -> Step<'_> {
        match self.at_work() {
            Some(radau) => radau.step(),
            None => self.method.step(),
        }
    }

    fn prepare_dense(&mut self, problem: &mut dyn Problem) -> Result<(), Fault> {
        if self.is_radau() {
            return Ok(());
        }
        self.method.prepare_dense(problem)
    }

    fn reach(&self) -> f64 {
        match self.radau.as_deref().filter(|_| self.is_radau()) {
            Some(radau) => radau.reach(),
            None => REACH,
        }
    }

    fn land(&mut self, problem: &mut dyn Problem, t1: f64, y1: &[f64]) -> Result<bool, Fault> {
        let at_work = self.is_radau();
        match self.radau.as_deref_mut().filter(|_| at_work) {
            Some(radau) => radau.land(problem, t1, y1),
            None => self.method.land(problem, t1, y1),
        }
    }

    fn accept(&mut self, problem: &mut dyn Problem) {
        let eases = self.most.is_some_and(|most| self.shall_ease(problem, most));
        let was_radau = self.is_radau();
        match self.radau.as_deref_mut().filter(|_| was_radau) {
            Some(radau) => {
                radau.accept(problem);
                let (t, y, _) = radau.now();
                self.failure = self.method.start(problem, t, y).err();
            }
            None => self.method.accept(problem),
        }
        // Radau IIA stands where it goes on.
        self.is_ready = was_radau && eases;
        if self.eases != eases {
            self.held = 0;
        }
        (self.passes, self.is_cut, self.eases) = (false, false, eases);
    }

    fn pass(&mut self, ahead: f64, length: f64) -> f64 {
        let length = pass_between(self.gap, ahead, length);
        self.passes = ahead < length;
        length
    }

    fn starts_at_once(&self) -> bool {
        self.method.starts_at_once()
    }

    fn now(&self) -> (f64, &[f64], &[f64]) {
        self.method.now()
    }

    fn complaint(&self) -> Option<Failure> {
        match self.at_work() {
            Some(radau) => radau.complaint(),
            None => self.method.complaint(),
        }
    }

    fn statistics(&self) -> Statistics {
        let own = self.method.statistics();
        match &self.radau {
            Some(radau) => own.plus(&radau.statistics()),
            None => own,
        }
    }
}
