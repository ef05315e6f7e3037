//! A normal law that is a function: of the depth, its rate, the volume and the area of the place, and of all else that functions know.
//!
//! ```text
//! F = max(0, f(DEPTH, DEPTHDOT, VOLUME, AREA, TIME, ...))   where solids overlap
//! ```
//!
//! Each place has the modes of the function's switches for itself. What the function asks of the model beside the place stands in functions of the
//! system, so that it has its derivatives and its order like all others.
//!
//! Beyond the end of a contact, where a method may look within a step, the function goes on as at a depth that is next to nothing: powers of it
//! and quotients of volume and area have values there.

use crate::elements::solid::Incident;
use crate::mechanism::frames::Frames;
use crate::mechanism::function::{FunctionId, Source};
use crate::mechanism::kinematics::Flow;
use carom_base::{Number, Span};
use carom_expr::tape::Mode;
use carom_expr::{Incident as Quantity, Tape};
use carom_laws::{Guard, SwitchEvent};

/// The most that a function may ask for.
pub const MOST_INPUTS: usize = 32;
/// The most guards of its switches.
pub const MOST_SLOTS: usize = 64;
/// Registers that stand on the stack.
const FEW: usize = 64;
/// A depth that is next to nothing; its square and its cube are numbers as well.
const NEXT_TO_NOTHING: f64 = 1e-50;
/// The sign of the force is watched as it is at this part of the size of the solids, or deeper: at first touch force and depth are both zero.
const REENTRY: f64 = 1e-9;
/// Rounding of the function, relative to its value.
const ROUNDING: f64 = 16.0 * f64::EPSILON;

/// Modes of a place: no contact, a force, a function that would pull.
pub const OPEN: Mode = 0;
/// See [`OPEN`].
pub const PUSHING: Mode = 1;
/// See [`OPEN`].
pub const CLIPPED: Mode = 2;
/// The guard of the sign of the force; 0 is that of the gap.
pub const CLIP: usize = 2;

/// What an input of the function is.
#[derive(Clone, Debug, PartialEq)]
pub enum Asked {
    /// Something about the place.
    Place(Quantity),
    /// Where it is: three components of the point, three of the normal; ground axes.
    Spot(usize),
    /// The slip speed, not below a least one ([`Formula::drag`]).
    Slip,
    /// The normal force.
    Press,
    /// Something that is one for all places: time, a sensor, a function.
    Model(Source),
}

/// A normal law as it is written.
#[derive(Clone, Debug, PartialEq)]
pub struct Formula {
    /// Where it stands.
    pub span: Span,
    tape: Tape,
    asked: Vec<Asked>,
    /// The least slip speed that it is told.
    least_speed: f64,
}

/// Calls `act` with so many registers.
fn with_registers<T: Number, R>(count: usize, act: impl FnOnce(&mut [T]) -> R) -> R {
    if count <= FEW {
        act(&mut [T::zero(); FEW][..count])
    } else {
        act(&mut vec![T::zero(); count])
    }
}

impl Formula {
    /// Whether powers in it may begin with the depth.
    pub fn has_powers(&self) -> bool {
        self.tape.has_powers()
    }

    /// One source for each input of the tape.
    pub fn new(span: Span, tape: Tape, asked: Vec<Asked>) -> Self {
        Self {
            span,
            tape,
            asked,
            least_speed: 0.0,
        }
    }

    /// The same as a law of friction, which is told no slip speed below this one.
    pub fn of_slip(self, least_speed: f64) -> Self {
        Self {
            least_speed,
            ..self
        }
    }

    /// The slip speed as an argument of the law; constant below the least one, where the slip has no direction.
    fn speed<T: Number>(&self, at: &Incident<T>) -> T {
        let square = at.slip.dot(&at.slip);
        if square.value() > self.least_speed * self.least_speed {
            square.sqrt()
        } else {
            T::constant(self.least_speed)
        }
    }

    /// As a law of friction: its force along the slip over the slip speed, so that `slip · drag` is the force on side I. It is linear in the
    /// slip below the least speed.
    pub fn drag<T: Number>(&self, at: &Incident<T>, frames: &dyn Frames<T>, modes: &[Mode]) -> T {
        self.value(at, frames, modes) / self.speed(at)
    }

    /// Number of its inputs.
    pub fn inputs(&self) -> usize {
        self.asked.len()
    }

    /// Number of its modes.
    pub fn switches(&self) -> usize {
        self.tape.switches()
    }

    /// Number of the guards of its switches.
    pub fn slots(&self) -> usize {
        (0..self.tape.switches())
            .map(|s| self.tape.guard_slots(s))
            .sum()
    }

    /// Whether it asks for the volume or the area.
    pub fn measures_overlap(&self) -> bool {
        let is_overlap = |a: &Asked| matches!(a, Asked::Place(Quantity::Volume | Quantity::Area));
        self.asked.iter().any(is_overlap)
    }

    /// The functions of the system that it asks.
    pub fn functions(&self) -> impl Iterator<Item = FunctionId> + '_ {
        self.asked.iter().filter_map(|a| match a {
            Asked::Model(Source::Function(f)) => Some(*f),
            _ => None,
        })
    }

    /// Its inputs, the place not shallower than `least`.
    fn load<T: Number>(
        &self,
        registers: &mut [T],
        least: f64,
        at: &Incident<T>,
        frames: &dyn Frames<T>,
    ) {
        let above = |x: T, least: f64| {
            if x.value() > least {
                x
            } else {
                T::constant(least)
            }
        };
        for (register, asked) in registers.iter_mut().zip(&self.asked) {
            *register = match asked {
                Asked::Place(Quantity::Depth) => above(at.depth, least),
                Asked::Place(Quantity::DepthRate) => -at.gap_rate,
                Asked::Place(Quantity::Volume) => above(at.overlap[0], least.powi(3)),
                Asked::Place(Quantity::Area) => above(at.overlap[1], least.powi(2)),
                Asked::Slip => self.speed(at),
                Asked::Press => at.press,
                Asked::Spot(k) if *k < 3 => at.point[*k],
                Asked::Spot(k) => at.normal[*k - 3],
                Asked::Model(source) => source.of_all_places(frames),
            };
        }
    }

    /// The function, in the modes of its switches.
    pub fn value<T: Number>(&self, at: &Incident<T>, frames: &dyn Frames<T>, modes: &[Mode]) -> T {
        with_registers(self.tape.registers(), |registers| {
            self.load(registers, NEXT_TO_NOTHING, at, frames);
            self.tape.eval_loaded(modes, registers)
        })
    }

    /// Why it has no value, if it has none.
    pub fn fault(
        &self,
        at: &Incident<f64>,
        frames: &dyn Frames<f64>,
        modes: &[Mode],
    ) -> Option<String> {
        let mut inputs = [0.0; MOST_INPUTS];
        self.load(&mut inputs, NEXT_TO_NOTHING, at, frames);
        with_registers(self.tape.registers(), |registers| {
            let found = self
                .tape
                .fault(&inputs[..self.asked.len()], modes, registers);
            found.map(|(why, _)| why)
        })
    }

    /// The guard of its sign, positive while it pushes, and its rounding with that of the depth. `size` is that of the solids.
    pub fn clip(
        &self,
        at: &Incident<Flow>,
        frames: &dyn Frames<Flow>,
        modes: &[Mode],
        (size, rounding): (f64, f64),
    ) -> Guard<Flow> {
        with_registers(self.tape.registers(), |registers| {
            let mut look = |at: &Incident<Flow>| {
                self.load(registers, REENTRY * size, at, frames);
                self.tape.eval_loaded(modes, registers)
            };
            let force = look(at);
            let deeper = Incident {
                depth: at.depth + rounding,
                overlap: [at.overlap[0] + at.overlap[1] * rounding, at.overlap[1]],
                ..*at
            };
            let slope = (look(&deeper).re - force.re).abs();
            Guard {
                value: force,
                tolerance: (slope + ROUNDING * force.re.abs()).max(f64::MIN_POSITIVE),
            }
        })
    }

    /// Its inputs with their rates.
    fn rated(&self, at: &Incident<Flow>, frames: &dyn Frames<Flow>) -> [[f64; MOST_INPUTS]; 2] {
        let mut inputs = [Flow::constant(0.0); MOST_INPUTS];
        self.load(&mut inputs, NEXT_TO_NOTHING, at, frames);
        [inputs.map(|x| x.re), inputs.map(|x| x.eps[0])]
    }

    /// Guards of its switches: value, rate, tolerance.
    pub fn guards(
        &self,
        at: &Incident<Flow>,
        frames: &dyn Frames<Flow>,
        modes: &[Mode],
        out: &mut [(f64, f64, f64)],
    ) {
        let [values, rates] = self.rated(at, frames);
        let n = self.asked.len();
        with_registers(self.tape.registers(), |registers| {
            self.tape
                .guards(&values[..n], &rates[..n], modes, registers, out);
        });
    }

    /// Sets the modes of its switches along the motion; `anew` also those that are known.
    pub fn settle(
        &self,
        at: &Incident<Flow>,
        frames: &dyn Frames<Flow>,
        modes: &mut [Mode],
        anew: bool,
    ) {
        let [values, rates] = self.rated(at, frames);
        let (values, rates) = (&values[..self.asked.len()], &rates[..self.asked.len()]);
        if anew {
            self.tape.settle(values, rates, modes, &mut []);
        } else {
            self.tape.refresh(values, rates, modes);
        }
    }

    /// The switch of a guard among those of all switches, and which guard of it.
    pub fn switch_of(&self, guard: usize) -> (usize, usize) {
        let mut left = guard;
        for switch in 0..self.tape.switches() {
            let slots = self.tape.guard_slots(switch);
            if left < slots {
                return (switch, left);
            }
            left -= slots;
        }
        (0, 0)
    }

    /// The mode of a switch behind one of its guards.
    pub fn behind(&self, (switch, slot): (usize, usize), mode: Mode) -> Mode {
        self.tape.transition(switch, slot, mode).0
    }
}

/// What a function says of a place, as a law beside the others.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pushed<T> {
    /// Minus the depth.
    pub x: T,
    /// The function.
    pub force: T,
}

impl<T: Number> Pushed<T> {
    /// In a frozen mode.
    pub fn value_in(&self, mode: Mode) -> T {
        if mode == PUSHING {
            self.force
        } else {
            T::zero()
        }
    }

    /// The guard of the gap. Those of the function's sign and of its switches are asked for apart: [`Formula::clip`], [`Formula::guards`].
    pub fn gap(&self, mode: Mode) -> Guard<T> {
        Guard {
            value: if mode == OPEN { self.x } else { -self.x },
            tolerance: (ROUNDING * self.x.value().abs()).max(f64::MIN_POSITIVE),
        }
    }

    /// The mode behind a guard, and what that means.
    pub fn after(mode: Mode, slot: usize) -> (Mode, SwitchEvent) {
        match (mode, slot) {
            (OPEN, 0) => (PUSHING, SwitchEvent::ContactBegin),
            (_, 0) => (OPEN, SwitchEvent::ContactEnd),
            (PUSHING, CLIP) => (CLIPPED, SwitchEvent::ForceOff),
            (CLIPPED, CLIP) => (PUSHING, SwitchEvent::ForceOn),
            _ => (mode, SwitchEvent::Switch),
        }
    }
}
