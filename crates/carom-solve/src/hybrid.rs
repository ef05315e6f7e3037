//! Hybrid systems: modes with a vector field each, guards that end a mode, jumps to the next.
//!
//! For equations of one's own: what happens between the events is a function, what happens at them another, and the
//! integrators and the location of events are those of mechanisms. An oscillator that hits a stop:
//!
//! ```
//! use carom_solve::hybrid::{Along, Hybrid, Told, Trajectory};
//! use carom_solve::{Settings, integrator};
//!
//! /// x'' + 0.2·x' + x = cos 2.2t with a stop at x = 0 that gives back 0.6 of the speed.
//! struct Oscillator;
//!
//! impl Hybrid for Oscillator {
//!     type Mode = ();
//!     fn dimension(&self) -> usize { 2 }
//!     fn guards(&self) -> usize { 1 }
//!     fn rates(&self, _: (), t: f64, y: &[f64], dy: &mut [f64]) {
//!         dy[0] = y[1];
//!         dy[1] = (2.2 * t).cos() - 0.2 * y[1] - y[0];
//!     }
//!     fn watch(&self, _: (), _: Along, y: &[Along], guards: &mut [Along]) {
//!         guards[0] = -y[0]; // the gap, with its rate
//!     }
//!     fn jump(&mut self, _: (), _: f64, y: &mut [f64], _: &[usize]) -> Option<()> {
//!         y[1] *= -0.6;
//!         Some(())
//!     }
//! }
//!
//! let settings = Settings { rtol: 1e-12, atol: 1e-12, ..Settings::default() };
//! let method = integrator("dop853").expect("it is in the list");
//! let mut run = Trajectory::new(Oscillator, (), 0.0, &[-1.0, 0.0], method, settings)?;
//! let mut impacts = Vec::new();
//! run.advance(3.0, &[], |told| {
//!     if let Told::Event { t, .. } = told { impacts.push(t) }
//! })?;
//! // validation/values/zoo.json
//! assert!((impacts[0] - 1.360_903_019_377_571).abs() < 1e-11);
//! # Ok::<(), carom_solve::Failure>(())
//! ```
//!
//! # No guard is missed
//!
//! Steps grow past whole periods of a guard that swings faster than the solution. With bounds of the guards the driver proves of each step that none
//! falls inside of it, or finds the place. They take one function more, the same formulas over bounds of time and unknowns ([`Within`]): write the guards
//! once for every [`Number`] and call them twice.
//!
//! ```
//! use carom_base::Number;
//! use carom_solve::hybrid::{Along, Hybrid, Trajectory, Within};
//! use carom_solve::{Settings, integrator};
//!
//! /// y' = 1, with an event at each zero of sin(500·y).
//! struct Wave;
//!
//! impl Wave {
//!     fn gaps<T: Number>(&self, up: bool, y: &[T], guards: &mut [T]) {
//!         let wave = (y[0] * 500.0).sin();
//!         guards[0] = if up { wave } else { -wave };
//!     }
//! }
//!
//! impl Hybrid for Wave {
//!     type Mode = bool;
//!     fn dimension(&self) -> usize { 1 }
//!     fn guards(&self) -> usize { 1 }
//!     fn rates(&self, _: bool, _: f64, _: &[f64], dy: &mut [f64]) { dy[0] = 1.0 }
//!     fn watch(&self, up: bool, _: Along, y: &[Along], guards: &mut [Along]) {
//!         self.gaps(up, y, guards);
//!     }
//!     fn bound(&self, up: bool, _: Within, y: &[Within], guards: &mut [Within]) -> bool {
//!         self.gaps(up, y, guards);
//!         true
//!     }
//!     fn jump(&mut self, up: bool, _: f64, _: &mut [f64], _: &[usize]) -> Option<bool> { Some(!up) }
//! }
//!
//! let method = integrator("dop853").expect("it is in the list");
//! let mut run = Trajectory::new(Wave, true, 0.0, &[0.0], method, Settings::default())?;
//! run.advance(10.0, &[], |_| {})?;
//! assert_eq!(run.statistics().events, 1591); // 5000/π
//! assert_eq!(run.statistics().guards_sampled, 0);
//! # Ok::<(), carom_solve::Failure>(())
//! ```
//!
//! Without them guards are looked at by their own time scale: a step is halved in looks until each guard is a cubic between two of them. That finds
//! what such looks find, and [`Statistics`] counts these guards as sampled.
//!
//! # Guards
//!
//! A guard is positive while its mode is valid; it fires where it falls through zero, exactly at the end of a step. Guards are written with numbers
//! that carry their rate along the motion ([`Along`]), so nobody has to differentiate them. After a jump into another mode the guards are those of
//! that mode. After a jump within the same mode a guard that still falls at zero has had its say and waits until it has risen.

use crate::drive::{Driver, End, Failure, Settings, Sink, Statistics};
use crate::integrators::{Integrator, Step};
use crate::problem::{Fault, Guard, GuardRange, InForce, Problem, Response};
use crate::sparse::{Matrix, Pattern};
use carom_base::{Dual, Interval, Number};

/// A number with its rate along the motion.
pub type Along = Dual<f64, 1>;

/// Bounds of a number with those of its rate along the motion.
pub type Within = Dual<Interval, 1>;

/// Rounding of a guard, relative to the largest unknown so far.
const ROUNDING: f64 = 2.0 * f64::EPSILON;

/// Modes, vector fields, guards and jumps.
pub trait Hybrid {
    /// What says which vector field holds.
    type Mode: Copy + PartialEq;

    /// Number of unknowns.
    fn dimension(&self) -> usize;

    /// Number of guards, those of all modes counted where they share a place.
    fn guards(&self) -> usize;

    /// `y'` in a mode, at and around the states where it is valid.
    fn rates(&self, mode: Self::Mode, t: f64, y: &[f64], dy: &mut [f64]);

    /// The guards of a mode. A guard that is left as it comes is not watched.
    fn watch(&self, mode: Self::Mode, t: Along, y: &[Along], guards: &mut [Along]);

    /// Bounds of the guards of a mode while time and unknowns stay within theirs: the formulas of [`Hybrid::watch`] in interval arithmetic. `false`, as it
    /// comes: there are none.
    fn bound(&self, mode: Self::Mode, t: Within, y: &[Within], guards: &mut [Within]) -> bool {
        let _ = (mode, t, y, guards);
        false
    }

    /// The guards `fired` fell to zero together: the next mode, with `y` changed as it jumps. `None` ends the run.
    fn jump(
        &mut self,
        mode: Self::Mode,
        t: f64,
        y: &mut [f64],
        fired: &[usize],
    ) -> Option<Self::Mode>;
}

/// What [`Trajectory::advance`] tells, in the order of time.
#[derive(Clone, Copy, Debug)]
pub enum Told<'a, M> {
    /// The state at a time that was asked for; at the time of an event the state before it.
    Output {
        /// When.
        t: f64,
        /// The unknowns.
        y: &'a [f64],
    },
    /// An event.
    Event {
        /// When.
        t: f64,
        /// Which guards fell.
        fired: &'a [usize],
        /// The unknowns before the jump.
        before: &'a [f64],
        /// The unknowns after it.
        after: &'a [f64],
        /// The mode after it; the mode before when the run ends here.
        mode: M,
    },
}

/// A hybrid system on its way.
pub struct Trajectory<H: Hybrid> {
    problem: Equations<H>,
    driver: Driver,
    room: [Vec<f64>; 2],
}

impl<H: Hybrid> Trajectory<H> {
    /// Starts at time `t` in the state `y`.
    ///
    /// # Errors
    /// When rates or guards are not finite there.
    pub fn new(
        system: H,
        mode: H::Mode,
        t: f64,
        y: &[f64],
        method: &dyn Integrator,
        settings: Settings,
    ) -> Result<Self, Failure> {
        let mut problem = Equations::new(system, mode, y);
        let mut driver = Driver::new(method, &mut problem, settings);
        driver.start(&mut problem, t, y)?;
        Ok(Self {
            problem,
            driver,
            room: [vec![0.0; y.len()], vec![0.0; y.len()]],
        })
    }

    /// Goes on to `t_end`, or to a jump that ends the run. Tells the state at each of the times `outputs` (ascending), and every event.
    ///
    /// # Errors
    /// [`crate::FailureKind`] lists them.
    pub fn advance(
        &mut self,
        t_end: f64,
        outputs: &[f64],
        tell: impl FnMut(Told<'_, H::Mode>),
    ) -> Result<End, Failure> {
        let [y, dy] = &mut self.room;
        let mut teller = Teller { tell, y, dy };
        self.driver
            .advance(&mut self.problem, t_end, outputs, &mut teller)
    }

    /// The current time.
    pub fn time(&self) -> f64 {
        self.driver.time()
    }

    /// The current unknowns.
    pub fn state(&self) -> &[f64] {
        self.driver.state()
    }

    /// The current mode.
    pub fn mode(&self) -> H::Mode {
        self.problem.mode
    }

    /// The system, with what its jumps have kept.
    pub fn system(&self) -> &H {
        &self.problem.system
    }

    /// The work done so far.
    pub fn statistics(&self) -> Statistics {
        self.driver.statistics()
    }
}

struct Teller<'a, F> {
    tell: F,
    y: &'a mut [f64],
    dy: &'a mut [f64],
}

impl<H: Hybrid, F: FnMut(Told<'_, H::Mode>)> Sink<Equations<H>> for Teller<'_, F> {
    fn output(&mut self, _: &mut Equations<H>, step: &Step<'_>, t: f64) -> Result<(), Fault> {
        step.interpolate(t, self.y, self.dy);
        (self.tell)(Told::Output { t, y: self.y });
        Ok(())
    }

    fn event(
        &mut self,
        problem: &mut Equations<H>,
        t: f64,
        y: &[f64],
        fired: &[usize],
        _: Response,
    ) -> Result<(), Fault> {
        (self.tell)(Told::Event {
            t,
            fired,
            before: &problem.before,
            after: y,
            mode: problem.mode,
        });
        Ok(())
    }
}

/// A hybrid system as a problem.
struct Equations<H: Hybrid> {
    system: H,
    mode: H::Mode,
    /// Did the last jump lead to another mode?
    renewed: bool,
    /// The unknowns before the last jump.
    before: Vec<f64>,
    /// The largest unknown so far.
    largest: f64,
    along: Vec<Along>,
    guards: Vec<Along>,
    within: Vec<Within>,
    bounds: Vec<Within>,
    /// Whether the system bounds its guards.
    is_bounded: bool,
    mass: Matrix,
    pattern: Pattern,
    index: Vec<u8>,
    moved: [Vec<f64>; 3],
}

impl<H: Hybrid> Equations<H> {
    fn new(system: H, mode: H::Mode, y: &[f64]) -> Self {
        let (n, slots) = (system.dimension(), system.guards());
        let constant = |x: &f64| Within::constant(*x);
        let within: Vec<Within> = y.iter().map(constant).collect();
        let mut bounds = vec![constant(&f64::INFINITY); slots];
        let is_bounded = system.bound(mode, constant(&0.0), &within, &mut bounds);
        Self {
            within,
            bounds,
            is_bounded,
            mode,
            renewed: false,
            before: vec![0.0; n],
            largest: y.iter().fold(f64::MIN_POSITIVE, |m, y| m.max(y.abs())),
            along: vec![Along::constant(0.0); n],
            guards: vec![Along::constant(0.0); slots],
            mass: Matrix::identity(n),
            pattern: Pattern::dense(n),
            index: vec![1; n],
            moved: [vec![0.0; n], vec![0.0; n], vec![0.0; n]],
            system,
        }
    }
}

impl<H: Hybrid> Problem for Equations<H> {
    fn dimension(&self) -> usize {
        self.index.len()
    }
    fn differential(&self) -> usize {
        self.index.len()
    }
    fn mass(&self) -> &Matrix {
        &self.mass
    }
    fn rhs(&mut self, t: f64, y: &[f64], f: &mut [f64]) -> Result<(), Fault> {
        self.system.rates(self.mode, t, y, f);
        Ok(())
    }
    fn pattern(&self) -> &Pattern {
        &self.pattern
    }
    /// Central differences: their error slows Newton's iteration down by nothing that counts.
    fn jacobian(&mut self, t: f64, y: &[f64], values: &mut [f64]) -> Result<(), Fault> {
        let n = y.len();
        let [moved, up, down] = &mut self.moved;
        moved.copy_from_slice(y);
        for j in 0..n {
            let d = 1e-6 * (1.0 + y[j].abs());
            moved[j] = y[j] + d;
            self.system.rates(self.mode, t, moved, up);
            moved[j] = y[j] - d;
            self.system.rates(self.mode, t, moved, down);
            moved[j] = y[j];
            for i in 0..n {
                values[j * n + i] = (up[i] - down[i]) / (2.0 * d);
            }
        }
        Ok(())
    }
    fn index(&self) -> &[u8] {
        &self.index
    }
    fn weights(&self, y: &[f64], rtol: f64, atol: f64, w: &mut [f64]) {
        for (w, y) in w.iter_mut().zip(y) {
            *w = atol + rtol * y.abs();
        }
    }
    fn derivative(&mut self, t: f64, y: &[f64], dy: &mut [f64]) -> Result<(), Fault> {
        self.system.rates(self.mode, t, y, dy);
        Ok(())
    }
    fn project(&mut self, _: f64, _: &mut [f64]) -> Result<(), Fault> {
        Ok(())
    }
    fn accept(&mut self, _: f64, y: &mut [f64]) {
        self.largest = y.iter().fold(self.largest, |m, y| m.max(y.abs()));
    }
    fn guard_count(&self) -> usize {
        self.guards.len()
    }
    fn guards(&mut self, t: f64, y: &[f64], dy: &[f64], out: &mut [Guard]) -> Result<(), Fault> {
        for ((along, y), dy) in self.along.iter_mut().zip(y).zip(dy) {
            *along = Along { re: *y, eps: [*dy] };
        }
        self.guards.fill(Along::constant(f64::INFINITY));
        self.system.watch(
            self.mode,
            Along { re: t, eps: [1.0] },
            &self.along,
            &mut self.guards,
        );
        for (out, guard) in out.iter_mut().zip(&self.guards) {
            *out = Guard {
                value: guard.re,
                rate: guard.eps[0],
                tolerance: ROUNDING * self.largest,
            };
        }
        Ok(())
    }
    fn bounds_guards(&self) -> bool {
        self.is_bounded
    }
    fn guard_ranges(
        &mut self,
        t: Interval,
        (y, dy): (&[Interval], &[Interval]),
        _: &[bool],
        out: &mut [GuardRange],
    ) {
        let with_rate = |re: Interval, rate: Interval| Within { re, eps: [rate] };
        for ((within, y), dy) in self.within.iter_mut().zip(y).zip(dy) {
            *within = with_rate(*y, *dy);
        }
        self.bounds.fill(Within::constant(f64::INFINITY));
        let t = with_rate(t, Interval::constant(1.0));
        let is_known = self
            .system
            .bound(self.mode, t, &self.within, &mut self.bounds);
        for (out, bounds) in out.iter_mut().zip(&self.bounds).filter(|_| is_known) {
            *out = GuardRange {
                value: bounds.re,
                rate: bounds.eps[0],
                quotient: None,
                is_known,
            };
        }
    }
    fn has_own_scale(&self, _: usize) -> bool {
        true
    }
    fn switch(&mut self, t: f64, y: &mut [f64], fired: &[usize]) -> Result<Response, Fault> {
        self.before.copy_from_slice(y);
        Ok(match self.system.jump(self.mode, t, y, fired) {
            Some(mode) => {
                self.renewed = mode != self.mode;
                self.mode = mode;
                Response::Restart
            }
            None => Response::Stop,
        })
    }
    fn renews_guards(&self) -> bool {
        self.renewed
    }
    fn in_force(&self) -> InForce {
        InForce {
            as_before: !self.renewed,
            branches: None,
        }
    }
    fn step_bound(&mut self, _: f64, _: &[f64], _: &[f64]) -> f64 {
        f64::INFINITY
    }
}
