//! Guards: where a branch of a law ends, and what the end means.

use carom_base::{Dual, Number};

/// A switching function: positive while the mode that watches it is valid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Guard<T> {
    /// The function.
    pub value: T,
    /// Size below which `value` counts as zero: rounding of its own terms. Greater than 0.
    pub tolerance: f64,
}

/// Rounding of a term of size one, with room for the few operations that made it.
pub(crate) const ROUNDING: f64 = 4.0 * f64::EPSILON;

impl<T: Number> Guard<T> {
    /// A slot that the mode does not watch.
    pub fn idle() -> Self {
        Self {
            value: T::constant(f64::INFINITY),
            tolerance: 1.0,
        }
    }

    pub(crate) fn new(value: T, tolerance: f64) -> Self {
        Self {
            value,
            tolerance: tolerance.max(f64::MIN_POSITIVE),
        }
    }

    /// `a - b`
    pub(crate) fn difference(a: T, b: T) -> Self {
        Self::new(a - b, ROUNDING * (a.value().abs() + b.value().abs()))
    }

    /// The same end seen from the other side.
    pub(crate) fn flipped(self) -> Self {
        Self {
            value: -self.value,
            ..self
        }
    }
}

/// Whether `g` is positive, or zero and rising: where a value says nothing, its rate decides.
pub(crate) fn rises(g: Dual<f64, 1>) -> bool {
    g.re > 0.0 || (g.re == 0.0 && g.eps[0] > 0.0)
}

/// What it means that a guard fell through zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SwitchEvent {
    /// IMPACT or BISTOP touches.
    ContactBegin,
    /// The penetration reaches the depth of full damping.
    FullDamping,
    /// The force is clamped at zero although the bodies still overlap.
    ForceOff,
    /// The clamp ends.
    ForceOn,
    /// The gap opens.
    ContactEnd,
    /// Any other change of branch.
    Switch,
}

/// Mode of a law made of pieces along one variable: the number of ends that lie behind, 0 before the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Piece(pub u8);

impl Piece {
    /// The piece at the given distances past the ends (ascending ends: descending distances).
    /// Exactly on an end the rate decides.
    pub(crate) fn at<const N: usize>(past: [Guard<Dual<f64, 1>>; N]) -> Self {
        Self(past.iter().filter(|g| rises(g.value)).count() as u8)
    }

    /// All ends are always watched, each from the side on which the mode is.
    pub(crate) fn guards<T: Number, const N: usize>(self, past: [Guard<T>; N]) -> [Guard<T>; N] {
        std::array::from_fn(|i| {
            if i < usize::from(self.0) {
                past[i]
            } else {
                past[i].flipped()
            }
        })
    }

    /// The piece on the other side of the end `slot`.
    pub fn after(self, slot: usize) -> (Self, SwitchEvent) {
        let end = slot as u8;
        let next = if self.0 <= end { end + 1 } else { end };
        (Self(next), SwitchEvent::Switch)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn past(x: f64, rate: f64) -> [Guard<Dual<f64, 1>>; 2] {
        let x = Dual { re: x, eps: [rate] };
        [0.0, 1.0].map(|end| Guard::difference(x, Dual::constant(end)))
    }

    #[test]
    fn pieces_follow_the_variable() {
        for (x, rate, piece) in [
            (-0.5, 1.0, 0),
            (0.5, 1.0, 1),
            (1.5, 1.0, 2),
            // on an end
            (0.0, 1.0, 1),
            (0.0, -1.0, 0),
            (1.0, 1.0, 2),
            (1.0, -1.0, 1),
        ] {
            let mode = Piece::at(past(x, rate));
            assert_eq!(mode, Piece(piece), "{x} {rate}");
            assert!(mode.guards(past(x, rate)).iter().all(|g| g.value.re >= 0.0));
        }
        assert_eq!(Piece(0).after(0).0, Piece(1));
        assert_eq!(Piece(1).after(0).0, Piece(0));
        assert_eq!(Piece(1).after(1).0, Piece(2));
        assert_eq!(Piece(2).after(1).0, Piece(1));
    }

    #[test]
    fn a_tolerance_is_never_zero() {
        assert!(Guard::difference(0.0, 0.0).tolerance > 0.0);
    }
}
