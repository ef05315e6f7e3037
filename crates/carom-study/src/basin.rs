//! Basins of attraction: which motion each start comes to.
//!
//! The runs of a study with `[basin]` go on until their motion repeats itself, and their rows say how it does: where the state is at its returns, after how
//! many of them it comes back, and by which events ([`settle`]). Which of these motions are the same is found afterwards, in the order of the runs
//! ([`label`]), so that labels depend neither on threads and machines nor on interruptions.

use crate::orbit::OrbitReturn;
use carom::base::pack::{Packer, Unpacker};
use carom::dynamics::system::System;

pub mod label;
mod run;
pub mod settle;

/// `[basin]`: when a motion returns, and when it counts as settled.
#[derive(Clone, Debug)]
pub struct BasinSpec {
    /// When it returns.
    pub at: OrbitReturn,
    /// The longest period that is looked for, in returns.
    pub periods: u32,
    /// Returns after which a run is given up.
    pub returns: u32,
    /// What makes two motions the same.
    pub by: By,
    /// The distance below which a motion has settled, in the sizes of the unknowns.
    pub tolerance: f64,
    /// Names of the numbers of a state.
    pub states: Vec<String>,
    /// How states are compared.
    pub measure: Measure,
}

/// What makes two motions the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum By {
    /// Their points.
    #[default]
    Points,
    /// Their periods and events: where parameters of the model vary, the points of the same kind of motion do, too.
    Events,
}

impl By {
    /// As study files spell them.
    pub const WORDS: [(&'static str, Self); 2] =
        [("points", Self::Points), ("events", Self::Events)];
}

/// How many tolerances two motions that are the same may lie apart. Each is one tolerance from its limit at most, where it counts as settled, and the
/// runs' own errors add up over the returns that the orbit remembers, `1/(1 − |μ|)` of them.
pub const SAME: f64 = 10.0;

/// The tolerance where none is given, by the local error of the runs: well above what is left of that at a return, and small against any motion.
pub fn default_tolerance(error: f64) -> f64 {
    (100.0 * error).clamp(1e-9, 1e-3)
}

/// What of two states is compared, and in which sizes: what tolerances of the runs are measured by.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Measure(Vec<Term>);

#[derive(Clone, Copy, Debug, PartialEq)]
enum Term {
    /// A number, with its size.
    Number(usize, f64),
    /// An orientation by its first number: the angle between the two.
    Turn(usize),
}

impl Measure {
    /// Of all numbers of a state but those that `is_left_out` says by their place.
    pub fn of(system: &System, is_left_out: impl Fn(usize) -> bool) -> Self {
        let sizes = system.state_sizes();
        let count = carom::dynamics::stepping::BODY_NUMBERS.len();
        let mut terms = Vec::new();
        for (b, body) in system.mechanism.bodies.iter().enumerate() {
            let first = count * b;
            let turning = [first + 3].into_iter().filter(|_| body.turns);
            for k in (first..first + 3)
                .chain(turning)
                .chain(first + 7..first + 10)
            {
                let of_turn = k == first + 3;
                let mut own = k..k + if of_turn { 4 } else { 1 };
                if !own.any(&is_left_out) {
                    terms.push(if of_turn {
                        Term::Turn(k)
                    } else {
                        Term::Number(k, sizes[k])
                    });
                }
            }
            for k in (first + 10..first + 13).filter(|k| body.turns && !is_left_out(*k)) {
                terms.push(Term::Number(k, sizes[k]));
            }
        }
        let extra = count * system.mechanism.bodies.len()..sizes.len();
        terms.extend(
            extra
                .filter(|k| !is_left_out(*k))
                .map(|k| Term::Number(k, sizes[k])),
        );
        Self(terms)
    }

    /// Of plain numbers, for tests of what compares them.
    #[cfg(test)]
    pub fn plain(count: usize) -> Self {
        Self((0..count).map(|k| Term::Number(k, 1.0)).collect())
    }

    /// Whether nothing is compared.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How far two states are apart: the largest difference.
    pub fn distance(&self, a: &[f64], b: &[f64]) -> f64 {
        self.0.iter().fold(0.0, |most, t| t.apart(a, b).max(most))
    }

    /// Whether two states are apart by no more than this.
    pub fn is_within(&self, a: &[f64], b: &[f64], most: f64) -> bool {
        self.0.iter().all(|t| t.apart(a, b) <= most)
    }

    /// The numbers that are compared by themselves, with their sizes: all but those of orientations.
    pub fn numbers(&self) -> impl Iterator<Item = (usize, f64)> + '_ {
        self.0.iter().filter_map(|t| match *t {
            Term::Number(k, size) => Some((k, size)),
            Term::Turn(_) => None,
        })
    }
}

impl Term {
    fn apart(self, a: &[f64], b: &[f64]) -> f64 {
        match self {
            Self::Number(k, size) => (a[k] - b[k]).abs() / size,
            Self::Turn(k) => turn(&a[k..k + 4], &b[k..k + 4]),
        }
    }
}

/// The angle between two orientations: of b·a* the vector part, which does not mind the sign of either.
fn turn(a: &[f64], b: &[f64]) -> f64 {
    let vector = [
        b[1] * a[0] - b[0] * a[1] - b[2] * a[3] + b[3] * a[2],
        b[2] * a[0] - b[0] * a[2] - b[3] * a[1] + b[1] * a[3],
        b[3] * a[0] - b[0] * a[3] - b[1] * a[2] + b[2] * a[1],
    ];
    2.0 * vector
        .iter()
        .map(|x| x * x)
        .sum::<f64>()
        .sqrt()
        .min(1.0)
        .asin()
}

/// What a motion is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MotionKind {
    /// It comes back after some returns.
    Periodic,
    /// Nothing moves.
    Equilibrium,
    /// It has no period that was looked for, and does not come nearer to one: chaotic, quasi-periodic, or of a longer period.
    Other,
    /// It still came nearer to a period when the run was given up.
    Unsettled,
}

impl MotionKind {
    /// All of them.
    pub const ALL: [Self; 4] = [
        Self::Periodic,
        Self::Equilibrium,
        Self::Other,
        Self::Unsettled,
    ];

    /// As tables spell it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Periodic => "periodic",
            Self::Equilibrium => "equilibrium",
            Self::Other => "other",
            Self::Unsettled => "unsettled",
        }
    }
}

/// What a run of a basin has come to.
#[derive(Clone, Debug, PartialEq)]
pub struct Motion {
    /// What it is.
    pub kind: MotionKind,
    /// How many returns its period has; 0: no period.
    pub period: u32,
    /// How many returns the run took.
    pub returns: u32,
    /// The events of a period in words.
    pub sequence: String,
}

impl Motion {
    pub(crate) fn pack(&self, p: &mut Packer) {
        p.whole(self.kind as u64);
        p.whole(u64::from(self.period));
        p.whole(u64::from(self.returns));
        p.text(&self.sequence);
    }

    pub(crate) fn unpack(u: &mut Unpacker<'_>) -> Option<Self> {
        Some(Self {
            kind: *MotionKind::ALL.get(u.whole()? as usize)?,
            period: u32::try_from(u.whole()?).ok()?,
            returns: u32::try_from(u.whole()?).ok()?,
            sequence: u.text()?.to_owned(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The angle between two orientations is that of the turn from one to the other, whatever the signs of their quaternions.
    #[test]
    fn angles_between_orientations() {
        let about = |axis: [f64; 3], angle: f64| {
            let (s, c) = (0.5 * angle).sin_cos();
            [c, s * axis[0], s * axis[1], s * axis[2]]
        };
        let a = about([0.0, 0.6, 0.8], 0.7);
        let b = about([0.0, 0.6, 0.8], 0.7 + 1e-7);
        let minus = b.map(|x| -x);
        // the difference of two numbers of order one, in rounding
        assert!((turn(&a, &b) - 1e-7).abs() < 1e-15, "{}", turn(&a, &b));
        assert!((turn(&a, &minus) - 1e-7).abs() < 1e-15);
        let x = about([1.0, 0.0, 0.0], 0.3);
        let z = about([0.0, 0.0, 1.0], 0.4);
        // cos of half the angle is the product of the cosines where the axes are perpendicular
        let angle = 2.0 * (0.15_f64.cos() * 0.2_f64.cos()).acos();
        assert!((turn(&x, &z) - angle).abs() < 1e-14);
    }
}
