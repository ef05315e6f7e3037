//! Friction in joints: a force along, or a torque about, what the joint leaves free. Its size depends on the joint's own reaction, so it
//! is a function of positions, velocities, deformations of the surfaces (extra states) and multipliers. docs/theory/friction.md has the formulas.
#![allow(non_snake_case)]

use crate::elements::constraint::Constraint;
use crate::mechanism::coordinate::Coordinate;
use crate::mechanism::frames::Frames;
use carom_base::{Number, Span, Vec3};
use carom_expr::tape::Mode;
use carom_expr::{FrictionQuantity, MarkerState};
use carom_laws::friction::{Friction as Answer, Regime, StickSlip, Tangent};
use carom_model::friction::{FrictionInputs, FrictionLaw, FrictionSize};
use std::ops::Range;

/// Most rows of a joint with friction.
pub const MOST_ROWS: usize = 6;
/// Most states of its surfaces.
pub const MOST_STATES: usize = 6;

/// A pair of sliding surfaces in a joint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Slides along z of J.
    Slider,
    /// Slides along and turns about z of J.
    Cylinder,
    /// Turns about an axis (0 x, 1 y, 2 z) of marker I.
    PinOfI(usize),
    /// Turns about an axis of marker J.
    PinOfJ(usize),
    /// Turns in all directions.
    Ball,
}

impl Shape {
    /// Number of components of its slip, and of its deformation.
    pub fn components(self) -> usize {
        match self {
            Shape::Slider | Shape::PinOfI(_) | Shape::PinOfJ(_) => 1,
            Shape::Cylinder => 2,
            Shape::Ball => 3,
        }
    }
}

/// A pair of surfaces with its places in the run's arrays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Surface {
    /// How it slides.
    pub shape: Shape,
    /// First of the extra states of its deformation.
    pub state: usize,
    /// Its regime in the run's array of modes.
    pub mode: usize,
    /// First of its guards.
    pub guard: usize,
}

/// Friction of a joint.
#[derive(Clone, Debug, PartialEq)]
pub struct Friction {
    /// `FRICTION/3`.
    pub label: String,
    /// Where it stands.
    pub span: Span,
    /// The joint, in [`crate::system::System::constraints`].
    pub joint: usize,
    /// Marker I of the joint.
    pub i: usize,
    /// Marker J.
    pub j: usize,
    /// The coefficient.
    pub law: FrictionLaw,
    /// Which loads count.
    pub inputs: FrictionInputs,
    /// Friction force without load.
    pub force_preload: f64,
    /// Friction torque without load.
    pub torque_preload: f64,
    /// Largest force.
    pub largest_force: f64,
    /// Largest torque.
    pub largest_torque: f64,
    /// Sizes of the joint.
    pub size: FrictionSize,
    /// Translation of I along z of J at which the overlap is that of `size`.
    pub start: f64,
    /// No friction in statics.
    pub inactive_in_statics: bool,
    /// Its surfaces.
    pub surfaces: Vec<Surface>,
    /// Bodies on which it acts, ascending.
    pub bodies: Vec<u32>,
}

/// The regime as a mode, and back.
fn mode_of(regime: Regime) -> Mode {
    2 * regime.speed + Mode::from(regime.held)
}

fn regime_of(mode: Mode) -> Regime {
    Regime {
        speed: mode.div_euclid(2),
        held: mode.rem_euclid(2) == 1,
    }
}

fn length<T: Number>(v: &Vec3<T>) -> T {
    let square = v.dot(v);
    // The slope of a length at zero is undefined; zero is the mean of its sides.
    if square.value() == 0.0 {
        T::zero()
    } else {
        square.sqrt()
    }
}

/// The joint at one instant: its markers and the reaction on I at its origin.
struct Pose<T: Number> {
    i: MarkerState<T>,
    j: MarkerState<T>,
    force: Vec3<T>,
    torque: Vec3<T>,
}

impl Friction {
    /// Its extra states.
    pub fn states(&self) -> Range<usize> {
        let first = self.surfaces.first().map_or(0, |s| s.state);
        first
            ..first
                + self
                    .surfaces
                    .iter()
                    .map(|s| s.shape.components())
                    .sum::<usize>()
    }

    /// Force and torque of friction on I at its origin, ground axes. The opposite acts on J's body at the same place.
    pub fn action<T: Number>(
        &self,
        constraints: &[Constraint],
        frames: &dyn Frames<T>,
    ) -> (Vec3<T>, Vec3<T>) {
        let (mut force, mut torque) = (Vec3::zeros(), Vec3::zeros());
        if self.rests(frames) {
            return (force, torque);
        }
        let pose = self.pose(constraints, frames);
        for surface in &self.surfaces {
            let answer = self.answer(surface, &pose, frames);
            let (f, t) = self.on_surface(surface, &pose, &answer);
            force += f;
            torque += t;
        }
        (force, torque)
    }

    /// What FRICTION tells, ground axes: sums over its surfaces of what each has along or about its axes.
    pub fn quantity<T: Number>(
        &self,
        quantity: FrictionQuantity,
        constraints: &[Constraint],
        frames: &dyn Frames<T>,
    ) -> Vec3<T> {
        use FrictionQuantity::*;
        match quantity {
            Force => return self.action(constraints, frames).0,
            Torque => return self.action(constraints, frames).1,
            Coefficient | TurningCoefficient if self.rests(frames) => return Vec3::zeros(),
            _ => {}
        }
        let turns = matches!(quantity, TurningCoefficient | Spin);
        let (i, j) = (frames.marker(self.i), frames.marker(self.j));
        let mut sum = Vec3::zeros();
        for surface in &self.surfaces {
            let (slip, bend) = (self.slip(surface, &i, &j), deformation(surface, frames));
            let coefficient = match quantity {
                Coefficient | TurningCoefficient => {
                    self.law(surface, &slip, &bend, frames).coefficient
                }
                _ => [T::zero(); 3],
            };
            for k in 0..surface.shape.components() {
                let (axis, is_turn) = match surface.shape {
                    Shape::Slider => (self.axis(surface, &i, &j), false),
                    Shape::Cylinder => (self.axis(surface, &i, &j), k == 1),
                    Shape::PinOfI(_) | Shape::PinOfJ(_) => (self.axis(surface, &i, &j), true),
                    Shape::Ball => (j.R.column(k), true),
                };
                if is_turn != turns {
                    continue;
                }
                let part = match quantity {
                    Spin => axis.dot(&(i.w - j.w)),
                    Slip => slip[k],
                    Creep => bend[k],
                    _ => coefficient[k],
                };
                sum += axis * part;
            }
        }
        sum
    }

    /// The size of the coefficient of surfaces that stick, the largest of them; zero where all slide, and by a law without regimes.
    pub fn sticking<T: Number>(&self, frames: &dyn Frames<T>) -> T {
        let mut most = T::zero();
        if self.regimes().is_none() || self.rests(frames) {
            return most;
        }
        let (i, j) = (frames.marker(self.i), frames.marker(self.j));
        for surface in &self.surfaces {
            let mode = frames.modes(&(surface.mode..surface.mode + 1))[0];
            if regime_of(mode).speed != 0 {
                continue;
            }
            let (slip, bend) = (self.slip(surface, &i, &j), deformation(surface, frames));
            let size = length(&Vec3::from(
                self.law(surface, &slip, &bend, frames).coefficient,
            ));
            if size.value() > most.value() {
                most = size;
            }
        }
        most
    }

    /// Rates of its states: hands over the number of each and its rate.
    pub fn rates<T: Number>(&self, frames: &dyn Frames<T>, mut take: impl FnMut(usize, T)) {
        let rests = self.rests(frames);
        let (i, j) = (frames.marker(self.i), frames.marker(self.j));
        for surface in &self.surfaces {
            let (slip, bend) = (self.slip(surface, &i, &j), deformation(surface, frames));
            let rate = self.law(surface, &slip, &bend, frames).rate;
            for (k, rate) in rate.iter().enumerate().take(surface.shape.components()) {
                take(surface.state + k, if rests { T::zero() } else { *rate });
            }
        }
    }

    /// Not in force: in statics, if it is not to act there (MODE 5 and 6).
    fn rests<T: Number>(&self, frames: &dyn Frames<T>) -> bool {
        self.inactive_in_statics && matches!(frames.mode(), 5.0 | 6.0)
    }

    fn pose<T: Number>(&self, constraints: &[Constraint], frames: &dyn Frames<T>) -> Pose<T> {
        let joint = &constraints[self.joint];
        let (i, j) = (frames.marker(self.i), frames.marker(self.j));
        let (force, torque) =
            joint.pair_reaction(&i, &j, |k| frames.multiplier(joint.first_row + k));
        Pose {
            i: i.into_owned(),
            j: j.into_owned(),
            force,
            torque,
        }
    }

    /// The axis along or about which a surface slides.
    fn axis<T: Number>(
        &self,
        surface: &Surface,
        i: &MarkerState<T>,
        j: &MarkerState<T>,
    ) -> Vec3<T> {
        match surface.shape {
            Shape::PinOfI(k) => i.R.column(k),
            Shape::PinOfJ(k) => j.R.column(k),
            Shape::Slider | Shape::Cylinder | Shape::Ball => j.R.column(2),
        }
    }

    /// Velocity of the surface of I against that of J.
    fn slip<T: Number>(
        &self,
        surface: &Surface,
        i: &MarkerState<T>,
        j: &MarkerState<T>,
    ) -> Tangent<T> {
        let zero = T::zero();
        let spin = i.w - j.w;
        let rim = |axis: &Vec3<T>| axis.dot(&spin) * self.size.pin_radius;
        let axis = self.axis(surface, i, j);
        match surface.shape {
            Shape::Slider => [Coordinate::Along(2).rate(i, j), zero, zero],
            Shape::Cylinder => [Coordinate::Along(2).rate(i, j), rim(&axis), zero],
            Shape::PinOfI(_) | Shape::PinOfJ(_) => [rim(&axis), zero, zero],
            Shape::Ball => {
                let s = j.R.tr_mul(&spin) * T::constant(self.size.ball_radius);
                [s.x, s.y, s.z]
            }
        }
    }

    fn law<T: Number>(
        &self,
        surface: &Surface,
        slip: &Tangent<T>,
        bend: &Tangent<T>,
        frames: &dyn Frames<T>,
    ) -> Answer<T> {
        match &self.law {
            FrictionLaw::StickSlip(law) => {
                let mode = frames.modes(&(surface.mode..surface.mode + 1))[0];
                law.value_in(slip, bend, regime_of(mode), scalar(surface))
            }
            FrictionLaw::LuGre(law) => law.value(slip, bend),
        }
    }

    fn answer<T: Number>(
        &self,
        surface: &Surface,
        pose: &Pose<T>,
        frames: &dyn Frames<T>,
    ) -> Answer<T> {
        let slip = self.slip(surface, &pose.i, &pose.j);
        self.law(surface, &slip, &deformation(surface, frames), frames)
    }

    /// Force and torque on I from one pair of surfaces.
    fn on_surface<T: Number>(
        &self,
        surface: &Surface,
        pose: &Pose<T>,
        a: &Answer<T>,
    ) -> (Vec3<T>, Vec3<T>) {
        let zero = Vec3::zeros();
        let preload = |p: f64| if self.inputs.preload { p } else { 0.0 };
        let (pf, pt) = (preload(self.force_preload), preload(self.torque_preload));
        let load = self.load(surface, pose);
        let axis = self.axis(surface, &pose.i, &pose.j);
        let along =
            |k: usize, arm: f64, p: f64| -(a.coefficient[k] * load * arm + a.direction[k] * p);
        match surface.shape {
            Shape::Slider => (axis * limited(along(0, 1.0, pf), self.largest_force), zero),
            Shape::Cylinder => (
                axis * limited(along(0, 1.0, pf), self.largest_force),
                axis * limited(along(1, self.size.pin_radius, pt), self.largest_torque),
            ),
            Shape::PinOfI(_) | Shape::PinOfJ(_) => {
                (zero, axis * limited(along(0, 1.0, pt), self.largest_torque))
            }
            Shape::Ball => {
                let torque = Vec3::new(along(0, 1.0, pt), along(1, 1.0, pt), along(2, 1.0, pt));
                let size = length(&torque);
                let share = if size.value() > self.largest_torque {
                    size.recip() * self.largest_torque
                } else {
                    T::one()
                };
                (zero, pose.j.R * (torque * share))
            }
        }
    }

    /// What presses the surfaces together: a force for sliders and cylinders, force times arm for pins and balls.
    fn load<T: Number>(&self, surface: &Surface, pose: &Pose<T>) -> T {
        let (size, inputs) = (&self.size, &self.inputs);
        let axis = self.axis(surface, &pose.i, &pose.j);
        let split = |v: &Vec3<T>| {
            let axial = axis.dot(v);
            (axial, length(&(v - axis * axial)))
        };
        let ((thrust, radial), (twist, bending)) = (split(&pose.force), split(&pose.torque));
        let counts = |yes: bool, x: T| if yes { x } else { T::zero() };
        match surface.shape {
            Shape::Slider | Shape::Cylinder => {
                let z = Coordinate::Along(2).value(&pose.i, &pose.j);
                let overlap = (z - self.start) * size.overlap_rate + size.overlap;
                // Nothing overlaps any more: not a number, which ends the run with a message.
                let overlap = if overlap.value() > 0.0 {
                    overlap
                } else {
                    T::undefined()
                };
                let force = counts(inputs.reaction_force, radial)
                    + counts(inputs.bending_moment, bending / overlap);
                if surface.shape == Shape::Slider {
                    force + counts(inputs.torsional_moment, twist.abs() / size.reaction_arm)
                } else {
                    force
                }
            }
            Shape::PinOfI(_) | Shape::PinOfJ(_) => {
                counts(
                    inputs.reaction_force,
                    thrust.abs() * size.friction_arm + radial * size.pin_radius,
                ) + counts(
                    inputs.bending_moment,
                    bending * (size.pin_radius / size.bending_arm),
                )
            }
            Shape::Ball => counts(
                inputs.reaction_force,
                length(&pose.force) * size.ball_radius,
            ),
        }
    }

    /// The law with regimes, if that is the law.
    fn regimes(&self) -> Option<&StickSlip> {
        match &self.law {
            FrictionLaw::StickSlip(law) => Some(law),
            FrictionLaw::LuGre(_) => None,
        }
    }

    /// Number of guards of each surface.
    pub fn slots(&self) -> usize {
        self.regimes().map_or(0, |_| StickSlip::SLOTS)
    }

    /// The guards of a surface, as those of [`StickSlip::guards`].
    pub fn guards<T: Number>(&self, surface: &Surface, frames: &dyn Frames<T>) -> [Option<T>; 3] {
        let Some(law) = self.regimes() else {
            return [None; 3];
        };
        let (i, j) = (frames.marker(self.i), frames.marker(self.j));
        let mode = frames.modes(&(surface.mode..surface.mode + 1))[0];
        let (slip, bend) = (self.slip(surface, &i, &j), deformation(surface, frames));
        law.guards(&slip, &bend, regime_of(mode), scalar(surface))
    }

    /// The mode of a surface that holds in a state.
    pub fn settled(&self, surface: &Surface, frames: &dyn Frames<f64>) -> Mode {
        let Some(law) = self.regimes() else { return 0 };
        let (i, j) = (frames.marker(self.i), frames.marker(self.j));
        let (slip, bend) = (self.slip(surface, &i, &j), deformation(surface, frames));
        mode_of(law.regime(&slip, &bend, scalar(surface)))
    }

    /// The mode behind a guard of a surface, and whether it begins to stick or to slip.
    pub fn after(&self, surface: &Surface, slot: usize, frames: &dyn Frames<f64>) -> (Mode, Step) {
        let mode = frames.modes(&(surface.mode..surface.mode + 1))[0];
        let Some(law) = self.regimes() else {
            return (mode, Step::Other);
        };
        let (i, j) = (frames.marker(self.i), frames.marker(self.j));
        let slip = self.slip(surface, &i, &j);
        let before = regime_of(mode);
        let next = law.after(before, slot, &slip, scalar(surface));
        let step = match (before.speed == 0, next.speed == 0) {
            (false, true) => Step::Stick,
            (true, false) => Step::Slip,
            _ => Step::Other,
        };
        (mode_of(next), step)
    }

    /// The slip of a surface in stiction that slides one way only: where it turns round the law has a corner that is no event. Zero elsewhere.
    pub fn turning(&self, surface: &Surface, frames: &dyn Frames<f64>) -> f64 {
        let mode = frames.modes(&(surface.mode..surface.mode + 1))[0];
        if self.regimes().is_none() || !scalar(surface) || regime_of(mode).speed != 0 {
            return 0.0;
        }
        let (i, j) = (frames.marker(self.i), frames.marker(self.j));
        self.slip(surface, &i, &j)[0]
    }

    /// Velocity of the surfaces against each other, its size.
    pub fn speed(&self, surface: &Surface, frames: &dyn Frames<f64>) -> f64 {
        let (i, j) = (frames.marker(self.i), frames.marker(self.j));
        Vec3::from(self.slip(surface, &i, &j)).norm()
    }
}

/// What a change of regime means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The surfaces slow down to stiction.
    Stick,
    /// They leave it.
    Slip,
    /// Another change.
    Other,
}

fn scalar(surface: &Surface) -> bool {
    surface.shape.components() == 1
}

fn deformation<T: Number>(surface: &Surface, frames: &dyn Frames<T>) -> Tangent<T> {
    let mut z = [T::zero(); 3];
    for (k, z) in z.iter_mut().enumerate().take(surface.shape.components()) {
        *z = frames.state(surface.state + k);
    }
    z
}

/// Kept between ±`largest`.
fn limited<T: Number>(x: T, largest: f64) -> T {
    if x.value().abs() > largest {
        T::constant(largest.copysign(x.value()))
    } else {
        x
    }
}
