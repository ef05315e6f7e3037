//! Bounds of the clearance between a rim and a curve where numbers stand for intervals: arc by arc, as where on the rim they are next to each other is not
//! known before.
//!
//! With F(φ) = (a − b)·t as in [`super::circle`], which has the zeros with F' > 0 that are the places:
//!
//! ```text
//! the clearance is above zero all over the arc        it stays apart there
//! F keeps its sign, or F' < 0                         no place is on it
//! F' > 0                                              one at most, in m − F(m)/F', its slope along the motion −Ḟ/F'
//! ```
//!
//! An arc of which none of these holds is halved. (Interval Newton method: R. E. Moore, R. B. Kearfott, M. J. Cloud, Introduction to Interval Analysis, 2009, ch. 8.)

#![allow(non_snake_case)]

use super::circle::{Circle, Curve};
use super::feature::{Feature, Polyhedra, Relative, larger};
use super::other::Other;
use super::regions::{along, radii, reach};
use super::rims::{curves, way_at, way_behind};
use carom_base::{Dual, Interval, Number, Ranged};
use std::f64::consts::TAU;

/// Arcs to begin with.
const ARCS: u32 = 8;
/// An arc is halved so often at most,
const HALVINGS: u32 = 10;
/// and so many arcs are looked at; what is open after them is not known.
const MOST: usize = 48;
/// Where the solids turn by less than this within the bounds, more arcs are worth it.
const NARROW: f64 = 1e-3;
const MOST_OF_NARROW: usize = 240;

/// What is known of an arc.
enum Arc {
    /// Bounds of the clearance at its places, with those of the rate; at none of them.
    Known(Option<Ranged>),
    /// No more than that it is not less anywhere on it.
    Open(f64),
}

/// Hands bounds of the clearance at all places of a rim next to a curve to `take`, until it wants no more; above `enough` no more is asked.
pub(super) fn bounds(
    of: &Polyhedra,
    at: &Relative<Ranged>,
    feature: Feature,
    (floor, enough): (f64, f64),
    take: &mut impl FnMut(Ranged) -> bool,
) {
    let Some((rim, other)) = curves(of, at, feature) else {
        return;
    };
    let look = |arc: Interval| look(of, at, feature, (&rim, &other), arc, (floor, enough));
    let mut open = [(Interval::ENTIRE, 0); (ARCS + HALVINGS) as usize];
    for (k, arc) in (0..ARCS).zip(&mut open) {
        let [low, high] = [k, k + 1].map(|k| TAU * f64::from(k) / f64::from(ARCS));
        *arc = (Interval::new(low, high), 0);
    }
    let (R, _) = at.parts();
    let is_narrow = R.iter().all(|x| x.re.width() < NARROW);
    let most = if is_narrow { MOST_OF_NARROW } else { MOST };
    let (mut count, mut looks) = (ARCS as usize, 0);
    while count > 0 {
        count -= 1;
        let (arc, depth) = open[count];
        looks += 1;
        let goes_on = match look(arc) {
            Arc::Known(bounds) => bounds.is_none_or(&mut *take),
            Arc::Open(low) if depth == HALVINGS || looks > most => take(above(low)),
            Arc::Open(_) => {
                let middle = arc.middle();
                open[count] = (Interval::new(arc.low, middle), depth + 1);
                open[count + 1] = (Interval::new(middle, arc.high), depth + 1);
                count += 2;
                true
            }
        };
        if !goes_on {
            return;
        }
    }
}

/// It stays above this, and its rate is not known.
pub fn above(low: f64) -> Ranged {
    Dual {
        re: Interval::new(low, f64::INFINITY),
        eps: [Interval::ENTIRE],
    }
}

/// What does not move with the solids.
fn fixed(re: Interval) -> Ranged {
    Dual {
        re,
        eps: [Interval::constant(0.0)],
    }
}

fn look(
    of: &Polyhedra,
    at: &Relative<Ranged>,
    feature: Feature,
    (rim, other): (&Circle<Ranged>, &Other<Ranged>),
    arc: Interval,
    (floor, enough): (f64, f64),
) -> Arc {
    // Along the normal of sharp curves they are as far apart, to the one side or, on far sides of solids, to the other.
    let distance = other.distance(&rim.at(fixed(arc)).at).re;
    let far = distance.low - reach(of, feature) - floor;
    if far > enough {
        return Arc::Known(Some(above(far)));
    }
    let clearance = |angle: Ranged| {
        let m = along(of, feature, way_at(of, at, feature, angle)?);
        Some((larger(m.gap - floor, m.beyond), m.is_decided))
    };
    let Some((on_arc, _)) = clearance(fixed(arc)) else {
        return Arc::Known(None);
    };
    let mut low = on_arc.re.low;
    if low <= enough {
        low = low.max(least_of_sharp(of, at, feature, (arc, distance.low, floor)));
    }
    if low > enough {
        return Arc::Known(Some(above(low)));
    }
    let [f, slope] = rim.slope(fixed(arc), other);
    if f.re.low > 0.0 || f.re.high < 0.0 || slope.re.high < 0.0 {
        return Arc::Known(None);
    }
    if slope.re.low <= 0.0 || !slope.re.is_bounded() {
        return Arc::Open(low);
    }
    let Some((place, slope)) = newton(arc, |angle| rim.slope(angle, other)) else {
        return Arc::Known(None);
    };
    let [f, _] = rim.slope(fixed(place), other);
    let moving = Dual {
        re: place,
        eps: [-f.eps[0] / slope],
    };
    match clearance(moving) {
        None => Arc::Known(None),
        Some((bounds, true)) => Arc::Known(Some(bounds)),
        Some((bounds, false)) => Arc::Open(bounds.re.low),
    }
}

/// The clearance at places on an arc is no less. Sharp curves that are next to each other are as far apart along their normal as they are anyhow, or on
/// far sides of the solids: also where they are parallel, so that their normal turns over there.
fn least_of_sharp(
    of: &Polyhedra,
    at: &Relative<Ranged>,
    feature: Feature,
    (arc, distance, floor): (Interval, f64, f64),
) -> f64 {
    if radii(of, feature) != [0.0; 2] || distance <= 0.0 {
        return f64::NEG_INFINITY;
    }
    let behind = way_behind(of, at, feature, fixed(arc)).map(|way| along(of, feature, way));
    let clearance = behind.map(|m| larger(m.gap - floor, m.beyond).re.low);
    clearance.map_or(f64::NEG_INFINITY, |c| c.min(distance - floor))
}

/// Bounds of the zero of a function that rises all over an arc, and of its slope there; none if it has no zero.
fn newton(mut arc: Interval, f: impl Fn(Ranged) -> [Ranged; 2]) -> Option<(Interval, Interval)> {
    let mut slope = f(fixed(arc))[1].re;
    for _ in 0..3 {
        let middle = arc.middle();
        let step = f(fixed(Interval::constant(middle)))[0].re / slope;
        let (low, high) = (middle - step.high, middle - step.low);
        // Rounding of an angle.
        let room = 4.0 * f64::EPSILON * TAU;
        let (low, high) = (arc.low.max(low - room), arc.high.min(high + room));
        if low > high {
            return None;
        }
        arc = Interval::new(low, high);
        slope = f(fixed(arc))[1].re;
    }
    Some((arc, slope))
}
