//! Adds up the pieces of the surface: signed fans, and what the contact curve does to their rates.

use super::query::Query;
use super::scratch::{Inside, at};
use super::sums::Sums;
use crate::overlap::predicates::Side;
use crate::overlap::rate::{Rate1, Rate3};
use carom_base::space::skew;
use carom_base::{Mat3, Vec3};

impl Query<'_> {
    /// Sums are about a point near by: far away, moments would cancel.
    pub(super) fn origin(&self) -> Vec3 {
        let mut low = Vec3::repeat(f64::INFINITY);
        let mut high = -low;
        for c in &self.s.crossings {
            low = low.inf(&c.point);
            high = high.sup(&c.point);
        }
        match (self.s.crossings.is_empty(), self.s.insides.first()) {
            (false, _) => (low + high) * 0.5,
            (true, Some(inside)) => self.shell_centre(inside),
            (true, None) => Vec3::zeros(),
        }
    }

    fn shell_centre(&self, inside: &Inside) -> Vec3 {
        let c = self.mesh(inside.side).shells[inside.shell as usize].centre;
        match inside.side {
            Side::A => c,
            Side::B => self.pose.rotation * c + self.pose.position,
        }
    }

    pub(super) fn sum(&mut self, origin: &Vec3, rates: bool) {
        let generation = self.s.generation;
        let mut sums = std::mem::take(&mut self.s.sums);
        let mut marks = std::mem::take(&mut self.s.marks);
        self.pieces(|side, face, element, from, to| {
            let sum = &mut sums[self.s.component[element as usize].1 as usize];
            let (x, y) = (from - origin, to - origin);
            let mark = &mut marks[at(side)].face[face as usize];
            if mark.referred != generation {
                mark.referred = generation;
                // A point near by: about a far corner of a large face the fans would cancel.
                mark.reference = x;
            }
            sum.fan(side, rates, &mark.reference, &x, &y);
            sum.reach(&x);
        });
        self.s.marks = marks;
        for k in 0..self.s.segments.len() {
            let s = self.s.segments[k];
            let sum = &mut sums[self.s.component[s.from as usize].1 as usize];
            sum.curve = true;
            if rates {
                let [x, y] = [s.from, s.to].map(|c| self.s.crossings[c as usize].point - origin);
                let [na, nb] =
                    [(Side::A, s.faces[0]), (Side::B, s.faces[1])].map(|(side, face)| {
                        let [a, b, c] = self.corners(side, face);
                        (b - a).cross(&(c - a)).normalize()
                    });
                curve_rates(sum, &na, &nb, &x, &y);
            }
        }
        for inside in &self.s.insides {
            let shell = &self.mesh(inside.side).shells[inside.shell as usize];
            let sum = &mut sums[self.s.component[inside.element as usize].1 as usize];
            let turn = match inside.side {
                Side::A => Mat3::identity(),
                Side::B => self.pose.rotation,
            };
            let centre = self.shell_centre(inside) - origin;
            let first = turn * shell.first + centre * shell.volume;
            sum.volume += shell.volume;
            sum.first += first;
            let reach = turn.abs() * shell.half;
            sum.reach(&(centre - reach));
            sum.reach(&(centre + reach));
            if inside.side == Side::A {
                // ∫ x·nᵀ dS = V and ∫ x·(x × n)ᵀ dS = −[∫ x dV]× over a closed surface
                sum.outer += Mat3::identity() * shell.volume;
                sum.turning -= skew(&first);
            }
        }
        self.s.sums = sums;
    }
}

/// Rates of N and M by the motion of the contact curve over the faces of B:
///
/// ```text
/// dN = −∮ n_B·(w·n_A)/|n_A × n_B| dl,   dM = −∮ (x × n_B)·(w·n_A)/|n_A × n_B| dl,   w = δx + δθ × x
/// ```
fn curve_rates(sum: &mut Sums, na: &Vec3, nb: &Vec3, x: &Vec3, y: &Vec3) {
    let sine = na.cross(nb).norm();
    // Faces in one plane have no rate; just above, rounding would be all that is seen.
    if sine < 1e-12 {
        return;
    }
    let length = (y - x).norm();
    let at = |v: &Vec3, p: &Vec3| Rate3::outer(v, &Rate1::new(*na, p.cross(na)));
    let middle = (x + y) * 0.5;
    sum.area_rate -= at(nb, &middle) * (length / sine);
    // Simpson's rule is exact: the integrand is of second order along the segment
    let moment = at(&x.cross(nb), x) + at(&middle.cross(nb), &middle) * 4.0 + at(&y.cross(nb), y);
    sum.moment_rate -= moment * (length / (6.0 * sine));
}
