//! Sums over the pieces of the surface.

use crate::overlap::predicates::Side;
use crate::overlap::rate::Rate3;
use carom_base::space::skew;
use carom_base::{Mat3, Vec3};

/// Sums over the pieces of one component, about the working origin.
#[derive(Clone, Copy)]
pub(super) struct Sums {
    pub(super) volume: f64,
    pub(super) first: Vec3,
    pub(super) area: Vec3,
    pub(super) moment: Vec3,
    pub(super) low: Vec3,
    pub(super) high: Vec3,
    /// Whether there is a contact curve.
    pub(super) curve: bool,
    /// ∫ x·n_Aᵀ dS.
    pub(super) outer: Mat3,
    /// ∫ x·(x × n_A)ᵀ dS.
    pub(super) turning: Mat3,
    pub(super) area_rate: Rate3,
    pub(super) moment_rate: Rate3,
}

impl Sums {
    pub(super) fn zero() -> Self {
        Self {
            volume: 0.0,
            first: Vec3::zeros(),
            area: Vec3::zeros(),
            moment: Vec3::zeros(),
            low: Vec3::repeat(f64::INFINITY),
            high: Vec3::repeat(f64::NEG_INFINITY),
            curve: false,
            outer: Mat3::zeros(),
            turning: Mat3::zeros(),
            area_rate: Rate3::ZERO,
            moment_rate: Rate3::ZERO,
        }
    }

    /// The fan of a piece x→y about r on a face of the given side.
    pub(super) fn fan(&mut self, side: Side, rates: bool, r: &Vec3, x: &Vec3, y: &Vec3) {
        let across = (x - r).cross(&(y - r));
        let volume = r.dot(&across) / 6.0;
        let sum = r + x + y;
        self.volume += volume;
        self.first += sum * (0.25 * volume);
        if side == Side::B {
            return;
        }
        let area = across * 0.5;
        let middle = sum / 3.0;
        self.area += area;
        self.moment += middle.cross(&area);
        if rates {
            self.outer += middle.outer(&area);
            let squares = r.outer(r) + x.outer(x) + y.outer(y);
            self.turning += (squares + sum.outer(&sum)) * skew(&area) / 12.0;
        }
    }

    pub(super) fn reach(&mut self, p: &Vec3) {
        self.low = self.low.inf(p);
        self.high = self.high.sup(p);
    }

    pub(super) fn add(&mut self, o: &Self) {
        self.volume += o.volume;
        self.first += o.first;
        self.area += o.area;
        self.moment += o.moment;
        self.low = self.low.inf(&o.low);
        self.high = self.high.sup(&o.high);
        self.curve |= o.curve;
        self.outer += o.outer;
        self.turning += o.turning;
        self.area_rate += o.area_rate;
        self.moment_rate += o.moment_rate;
    }
}
