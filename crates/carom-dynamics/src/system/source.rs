//! The values of what functions look at: quantities of the whole system.

use crate::mechanism::delay::Lag;
use crate::mechanism::frames::Frames;
use crate::mechanism::function::{ForceEnd, Function, Source, measured};
use crate::system::System;
use carom_base::{Number, Vec3};
use carom_expr::{FrictionQuantity, GenericForce, MarkerState};
use std::ops::Range;

impl Function {
    /// Its value for any kind of number.
    pub fn eval<T: Number>(&self, system: &System, frames: &dyn Frames<T>) -> T {
        let modes = frames.modes(&self.modes);
        self.eval_with(|source| source_value(source, system, frames), modes)
    }

    /// The value of one of its inputs.
    pub fn input<T: Number>(&self, source: &Source, system: &System, frames: &dyn Frames<T>) -> T {
        source_value(source, system, frames)
    }
}

/// The value of a source.
pub fn source_value<T: Number>(source: &Source, system: &System, frames: &dyn Frames<T>) -> T {
    match source {
        Source::Time => frames.time(),
        Source::Constant(x) => T::constant(*x),
        Source::Mode => T::constant(frames.mode()),
        Source::Measure {
            measure,
            markers,
            slot,
        } => measured(frames, *measure, markers, *slot),
        Source::Acceleration(k) => frames.acceleration(*k),
        Source::Function(f) => frames.value(*f),
        Source::State(k) => frames.state(*k),
        Source::Sensor(k) => T::constant(frames.sensor(*k)),
        Source::Friction {
            friction,
            quantity: FrictionQuantity::Sticking,
            ..
        } => system.frictions[*friction].sticking(frames),
        Source::Friction {
            friction,
            quantity,
            axis,
            rm,
        } => {
            let v = system.frictions[*friction].quantity(*quantity, &system.constraints, frames);
            frames.marker(*rm).R.column(usize::from(*axis)).dot(&v)
        }
        Source::Delayed { delay, .. } => {
            let time = match system.order.delays[*delay].lag {
                Lag::Constant(time) => frames.time() - time,
                Lag::Varies(f) => frames.time() - frames.value(f),
            };
            frames.delayed(*delay, time)
        }
        Source::Statistic(name) => T::constant(frames.statistic(name)),
        Source::KineticEnergy(b) => system.mechanism.bodies[*b].kinetic_energy(&frames.body(*b)),
        Source::Applied {
            element,
            at_j,
            component: c,
            rm,
        } => {
            let end = if *at_j { ForceEnd::J } else { ForceEnd::I };
            let (f, t) = applied(*element, end, system, frames);
            component(*c, &f, &t, &frames.marker(*rm))
        }
        Source::Reaction {
            constraint,
            at_j,
            component: c,
            rm,
        } => {
            let (f, t) = frames.reaction(*constraint, *at_j);
            component(*c, &f, &t, &frames.marker(*rm))
        }
        Source::Contact {
            contacts,
            at_j,
            component: c,
            rm,
        } => {
            let (f, t) = sum_of_contacts(contacts, usize::from(*at_j), system, frames);
            component(*c, &f, &t, &frames.marker(*rm))
        }
        Source::Sum {
            forces,
            constraints,
            force,
            rm,
        } => {
            let sum = sum_of_forces(forces, constraints, system, frames);
            component(number_of(*force), &sum.0, &sum.1, &frames.marker(*rm))
        }
    }
}

/// The component that a generic force asks for.
fn number_of(force: GenericForce) -> u8 {
    match force {
        GenericForce::FM => 1,
        GenericForce::FX => 2,
        GenericForce::FY => 3,
        GenericForce::FZ => 4,
        GenericForce::TM => 5,
        GenericForce::TX => 6,
        GenericForce::TY => 7,
        GenericForce::TZ => 8,
    }
}

/// Force and torque of an element on one of its ends.
fn applied<T: Number>(
    element: usize,
    end: ForceEnd,
    system: &System,
    frames: &dyn Frames<T>,
) -> (Vec3<T>, Vec3<T>) {
    let e = &system.forces[element];
    let action = e.action(&system.mechanism, frames);
    match end {
        ForceEnd::I => action,
        ForceEnd::J => e.reaction_of(&system.mechanism, frames, action),
    }
}

/// Force and torque of contacts on a side.
fn sum_of_contacts<T: Number>(
    contacts: &Range<usize>,
    side: usize,
    system: &System,
    frames: &dyn Frames<T>,
) -> (Vec3<T>, Vec3<T>) {
    let (mut force, mut torque) = (Vec3::zeros(), Vec3::zeros());
    for contact in &system.solid_contacts.contacts[contacts.clone()] {
        let (f, t) = contact.sum(&system.solid_contacts, frames, side);
        force += f;
        torque += t;
    }
    (force, torque)
}

/// Force and torque of elements and constraints on their ends.
fn sum_of_forces<T: Number>(
    forces: &[(usize, ForceEnd)],
    constraints: &[(usize, ForceEnd)],
    system: &System,
    frames: &dyn Frames<T>,
) -> (Vec3<T>, Vec3<T>) {
    let mut sum = (Vec3::zeros(), Vec3::zeros());
    for &(element, end) in forces {
        let (f, t) = applied(element, end, system, frames);
        sum.0 += f;
        sum.1 += t;
    }
    for &(c, end) in constraints {
        let (f, t) = frames.reaction(c, end == ForceEnd::J);
        sum.0 += f;
        sum.1 += t;
    }
    sum
}

/// Component 1 FM, 2 FX, 3 FY, 4 FZ, 5 TM, 6 TX, 7 TY, 8 TZ of a force and torque on the axes of a marker.
fn component<T: Number>(number: u8, force: &Vec3<T>, torque: &Vec3<T>, rm: &MarkerState<T>) -> T {
    let magnitude = |v: &Vec3<T>| {
        let square = v.norm_squared();
        // The slope of a magnitude at zero is undefined; zero is the mean of its sides.
        if square.value() == 0.0 {
            T::zero()
        } else {
            square.sqrt()
        }
    };
    match number {
        1 => magnitude(force),
        2..=4 => rm.R.column(usize::from(number) - 2).dot(force),
        5 => magnitude(torque),
        _ => rm.R.column(usize::from(number) - 6).dot(torque),
    }
}
