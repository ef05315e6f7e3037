//! The slopes of functions that look at time and markers only: along the motion, and by the position or the velocity of a body.
//!
//! Constraints and penalties are made of such functions in each kind of number that forces are computed in. They all take their slopes in one
//! direction after the other, with the one further kind of number that it takes for each.
#![allow(non_snake_case)]

use crate::mechanism::Mechanism;
use crate::mechanism::frames::Frames;
use crate::mechanism::function::Function;
use crate::mechanism::kinematics::{Body, Carrier};
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
    direction: Direction,
}

/// How a marker moves along a direction: its origin, a small turn of its axes, its velocity and angular velocity; ground axes.
struct Change<T> {
    p: Vec3<T>,
    turn: Vec3<T>,
    v: Vec3<T>,
    w: Vec3<T>,
}

impl<T: Number> Along<'_, T> {
    /// With ρ from the body to the marker: `p = r + ρ`, `v = v_body + ω × ρ`. Velocities of bodies turn along with them; nothing where the marker rests.
    fn change(&self, m: usize, marker: &MarkerState<T>) -> Option<Change<T>> {
        let b = self.frames.carrier(m).body()?;
        let zero = Vec3::zeros();
        let axis = |k: usize| Vec3::from_fn(|j| if j == k { T::one() } else { T::zero() });
        let mut change = Change {
            p: zero,
            turn: zero,
            v: zero,
            w: zero,
        };
        match self.direction {
            Direction::Motion => {
                change.p = marker.v;
                change.turn = marker.w;
                change.v = marker.w.cross(&marker.w.cross(&self.frames.arm(m, b)));
            }
            Direction::Position(of, _) | Direction::Velocity(of, _) if of != b => return None,
            Direction::Position(_, k) if k < 3 => change.p = axis(k),
            Direction::Velocity(_, k) if k < 3 => change.v = axis(k),
            Direction::Position(_, k) => {
                let (turn, arm) = (self.frames.body(b).R.column(k - 3), self.frames.arm(m, b));
                change.turn = turn;
                change.p = turn.cross(&arm);
                change.w = turn.cross(&marker.w);
                change.v = change.w.cross(&arm) + marker.w.cross(&change.p);
            }
            Direction::Velocity(_, k) => {
                change.w = self.frames.body(b).R.column(k - 3);
                change.v = change.w.cross(&self.frames.arm(m, b));
            }
        }
        Some(change)
    }
}

impl Function {
    /// Its value and its rate along the motion.
    pub(crate) fn along_motion<T: Number>(&self, frames: &dyn Frames<T>) -> Dual<T, 1> {
        self.along(frames, Direction::Motion)
    }

    /// Its slopes by the coordinates of a body, of its positions or of its velocities.
    pub(crate) fn gradient_by<T: Number>(
        &self,
        mechanism: &Mechanism,
        frames: &dyn Frames<T>,
        body: usize,
        direction: fn(usize, usize) -> Direction,
    ) -> [T; 6] {
        let mut slopes = [T::zero(); 6];
        let count = if mechanism.bodies[body].turns { 6 } else { 3 };
        for (k, slope) in slopes[..count].iter_mut().enumerate() {
            *slope = self.along(frames, direction(body, k)).eps[0];
        }
        slopes
    }

    fn along<T: Number>(&self, frames: &dyn Frames<T>, direction: Direction) -> Dual<T, 1> {
        self.eval_at_markers(&Along { frames, direction })
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

    /// From the marker as it stands, which costs far less than to make it of a body with derivatives.
    fn marker(&self, m: usize) -> Cow<'_, MarkerState<Dual<T, 1>>> {
        let plain = self.frames.marker(m);
        let mut marker = MarkerState {
            p: plain.p.map(constant),
            R: plain.R.map(constant),
            v: plain.v.map(constant),
            w: plain.w.map(constant),
            a: plain.a.map(constant),
            wdot: plain.wdot.map(constant),
        };
        if let Some(change) = self.change(m, &plain) {
            let set = |x: &mut Vec3<Dual<T, 1>>, dx: &Vec3<T>| {
                (x.x.eps[0], x.y.eps[0], x.z.eps[0]) = (dx.x, dx.y, dx.z);
            };
            set(&mut marker.p, &change.p);
            set(&mut marker.v, &change.v);
            set(&mut marker.w, &change.w);
            for k in 0..3 {
                let mut column = marker.R.column(k);
                set(&mut column, &change.turn.cross(&plain.R.column(k)));
                marker.R.set_column(k, &column);
            }
        }
        Cow::Owned(marker)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mechanism::kinematics::MarkerOn;
    use carom_base::space::exp_so3;

    /// A body with a marker on it, and a marker of ground.
    struct One {
        body: Body<f64>,
        markers: [MarkerOn; 2],
    }

    impl Frames<f64> for One {
        fn time(&self) -> f64 {
            0.3
        }
        fn body(&self, _: usize) -> Cow<'_, Body<f64>> {
            Cow::Borrowed(&self.body)
        }
        fn marker(&self, m: usize) -> Cow<'_, MarkerState<f64>> {
            Cow::Owned(match m {
                0 => self.markers[m].state(&self.body),
                _ => self.markers[m].state(&Body::rest()),
            })
        }
        fn carrier(&self, m: usize) -> Carrier {
            self.markers[m].carrier
        }
        fn modes(&self, _: &Range<usize>) -> &[Mode] {
            &[]
        }
        fn turns(&self, _: usize, _: f64) -> f64 {
            0.0
        }
    }

    fn entries(m: &MarkerState<Dual<f64, 1>>) -> impl Iterator<Item = &Dual<f64, 1>> {
        let vectors = [&m.p, &m.v, &m.w].into_iter().flat_map(|v| v.iter());
        m.R.iter().chain(vectors)
    }

    /// The changes of a marker by formulas are those of a marker that is made of a body with derivatives.
    #[test]
    fn markers_move_with_their_bodies() {
        let on = MarkerOn {
            carrier: Carrier::Body(0),
            s: Vec3::new(0.2, 0.5, -0.1),
            R: exp_so3(&Vec3::new(-0.4, 0.1, 0.8)),
        };
        let one = One {
            body: Body {
                r: Vec3::new(0.3, -1.0, 2.0),
                R: exp_so3(&Vec3::new(0.4, -0.9, 0.3)),
                v: Vec3::new(1.0, 2.0, -0.5),
                w: Vec3::new(-0.7, 0.2, 1.1),
            },
            markers: [on, MarkerOn::ground()],
        };
        let of_body = |of: usize| {
            let both = [Direction::Position, Direction::Velocity];
            both.into_iter()
                .flat_map(move |d| (0..6).map(move |k| d(of, k)))
        };
        let all = of_body(0).chain(of_body(1)).chain([Direction::Motion]);
        for direction in all {
            let along = Along {
                frames: &one,
                direction,
            };
            let made = one.markers[0].state(&along.body(0));
            for (a, b) in entries(&along.marker(0)).zip(entries(&made)) {
                // 1e-15: a few roundings of numbers of order one
                assert!((a.re - b.re).abs() < 1e-15, "{direction:?}");
                assert!(
                    (a.eps[0] - b.eps[0]).abs() < 2e-15,
                    "{direction:?}: {a:?} {b:?}"
                );
            }
            assert!(entries(&along.marker(1)).all(|x| x.eps[0] == 0.0));
        }
    }
}
