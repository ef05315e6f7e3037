//! The slopes of functions that look at time and markers only: along the motion, and by the position or the velocity of a body.
//!
//! Constraints and penalties are made of such functions in each kind of number that forces are computed in. They all take their slopes in one
//! direction after the other, with the one further kind of number that it takes for each.
#![allow(non_snake_case)]

use crate::frames::{Frames, marker_of};
use crate::function::Function;
use crate::kinematics::{Body, Carrier};
use crate::system::System;
use carom_base::space::skew;
use carom_base::{Dual, Number, Vec3};
use carom_expr::MarkerState;
use carom_expr::tape::Mode;
use std::borrow::Cow;
use std::ops::Range;

/// What changes along a direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    /// Time and all positions, with the velocities, which are constant.
    Motion,
    /// A coordinate of the position of a body: 0 to 2 along the axes of ground, 3 to 5 a small turn about those of the body.
    Position(usize, usize),
    /// The same of its velocity and angular velocity.
    Velocity(usize, usize),
}

/// Frames with a further derivative, along a direction.
struct Along<'a, T> {
    frames: &'a dyn Frames<T>,
    system: &'a System,
    direction: Direction,
}

impl Function {
    /// Its value and its rate along the motion.
    pub(crate) fn along_motion<T: Number>(
        &self,
        system: &System,
        frames: &dyn Frames<T>,
    ) -> Dual<T, 1> {
        self.along(system, frames, Direction::Motion)
    }

    /// Its slopes by the coordinates of a body, of its positions or of its velocities.
    pub(crate) fn gradient_by<T: Number>(
        &self,
        system: &System,
        frames: &dyn Frames<T>,
        body: usize,
        direction: fn(usize, usize) -> Direction,
    ) -> [T; 6] {
        let mut slopes = [T::zero(); 6];
        let count = if system.bodies[body].turns { 6 } else { 3 };
        for (k, slope) in slopes[..count].iter_mut().enumerate() {
            *slope = self.along(system, frames, direction(body, k)).eps[0];
        }
        slopes
    }

    fn along<T: Number>(
        &self,
        system: &System,
        frames: &dyn Frames<T>,
        direction: Direction,
    ) -> Dual<T, 1> {
        self.eval_at_markers(&Along {
            frames,
            system,
            direction,
        })
    }
}

fn constant<T: Number>(x: T) -> Dual<T, 1> {
    Dual {
        re: x,
        eps: [T::zero()],
    }
}

impl<T: Number> Frames<Dual<T, 1>> for Along<'_, T> {
    fn time(&self) -> Dual<T, 1> {
        let time = self.frames.time();
        match self.direction {
            Direction::Motion => Dual::variable(time, 0),
            Direction::Position(..) | Direction::Velocity(..) => constant(time),
        }
    }

    fn body(&self, b: usize) -> Cow<'_, Body<Dual<T, 1>>> {
        let plain = self.frames.body(b);
        let mut body = Body {
            r: plain.r.map(constant),
            R: plain.R.map(constant),
            v: plain.v.map(constant),
            w: plain.w.map(constant),
        };
        let turn = |R: &mut carom_base::Mat3<Dual<T, 1>>, w: &Vec3<T>| {
            let dR = plain.R * skew(w);
            for (entry, d) in R.iter_mut().zip(dR.iter()) {
                entry.eps[0] = *d;
            }
        };
        match self.direction {
            Direction::Motion => {
                for (r, v) in body.r.iter_mut().zip(plain.v.iter()) {
                    r.eps[0] = *v;
                }
                turn(&mut body.R, &plain.w);
            }
            Direction::Position(of, k) if of == b => match k.checked_sub(3) {
                None => body.r[k].eps[0] = T::one(),
                Some(k) => {
                    let mut axis = Vec3::zeros();
                    axis[k] = T::one();
                    turn(&mut body.R, &axis);
                }
            },
            Direction::Velocity(of, k) if of == b => match k.checked_sub(3) {
                None => body.v[k].eps[0] = T::one(),
                Some(k) => body.w[k].eps[0] = T::one(),
            },
            Direction::Position(..) | Direction::Velocity(..) => {}
        }
        Cow::Owned(body)
    }

    fn marker(&self, m: usize) -> Cow<'_, MarkerState<Dual<T, 1>>> {
        Cow::Owned(marker_of(self.system, self, m))
    }

    fn carrier(&self, m: usize) -> Carrier {
        self.frames.carrier(m)
    }

    fn modes(&self, range: &Range<usize>) -> &[Mode] {
        self.frames.modes(range)
    }

    fn turns(&self, slot: usize, wrapped: f64) -> f64 {
        self.frames.turns(slot, wrapped)
    }
}
