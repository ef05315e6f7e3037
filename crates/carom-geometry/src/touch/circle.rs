//! Points of a circle next to a line or to another circle.
//!
//! With φ the angle along the circle, t its tangent, a the point there and b that of the other curve next to a, the distance is least where
//!
//! ```text
//! F(φ) = (a − b)·t = 0      F' > 0
//! ```
//!
//! It is found in plain numbers; two steps of Newton's method from there in numbers that carry derivatives give those of φ up to the third.
#![allow(non_snake_case)]

use crate::polyhedron::Wall;
use carom_base::{Number, Vec3};
use std::f64::consts::{FRAC_PI_2, PI, TAU};

/// Looks around a circle for where it comes next to something.
const LOOKS: usize = 32;
/// Steps of Newton's method, or halvings, until such a place is known to rounding.
const STEPS: usize = 60;
/// Halvings of the way between two looks until two places there are one.
const HALVINGS: usize = 24;
/// Places next to a curve: of a line two, of a circle four at most.
pub const MOST: usize = 4;
/// Where F rises by less, relative to the radius, the circle is as near all round.
const EVEN: f64 = 1e-9;
/// What is nearer to an axis than this, relative to the radius, has no direction from it.
const NONE: f64 = 1e-12;

/// A circle.
#[derive(Clone, Copy, Debug)]
pub struct Circle<T: Number> {
    pub centre: Vec3<T>,
    /// Directions in its plane.
    pub across: [Vec3<T>; 2],
    pub axis: Vec3<T>,
    pub radius: f64,
    /// A vector A on its axes, on the third about whose direction α the tube around it is thinner by `|A|·(1 − cos(φ − α))`; zero without feet.
    pub recedes: [f64; 2],
}

/// A straight line.
#[derive(Clone, Copy, Debug)]
pub struct Line<T: Number> {
    pub middle: Vec3<T>,
    /// Of length one.
    pub direction: Vec3<T>,
}

/// A cone, the wall around an axis.
#[derive(Clone, Copy, Debug)]
pub struct Cone<T: Number> {
    pub axis: Line<T>,
    pub wall: Wall,
    /// Radius of the largest ball along the axis of the solid.
    pub largest: f64,
}

/// A point of a circle.
#[derive(Clone, Copy, Debug)]
pub struct OnCircle<T: Number> {
    pub at: Vec3<T>,
    /// Away from the centre.
    pub out: Vec3<T>,
    pub tangent: Vec3<T>,
}

/// What a circle comes next to.
pub trait Curve<T: Number>: Copy {
    /// Its point next to a point, and how that moves where the point moves along a direction.
    fn foot(&self, at: &Vec3<T>, along: &Vec3<T>) -> [Vec3<T>; 2];
    /// How far a point is from it.
    fn distance(&self, at: &Vec3<T>) -> T;
}

impl<T: Number> Circle<T> {
    /// At an angle.
    pub fn at(&self, angle: T) -> OnCircle<T> {
        self.at_turned([angle.sin(), angle.cos()])
    }

    /// The same by the sine and the cosine of the angle.
    fn at_turned(&self, [s, c]: [T; 2]) -> OnCircle<T> {
        let [x, y] = self.across;
        let out = x * c + y * s;
        OnCircle {
            at: self.centre + out.map(|x| x * self.radius),
            out,
            tangent: y * c - x * s,
        }
    }

    /// F and its slope at an angle.
    pub fn slope(&self, angle: T, curve: &impl Curve<T>) -> [T; 2] {
        let turned = [angle.sin(), angle.cos()];
        let on = self.at_turned(turned);
        let [b, turn] = curve.foot(&on.at, &on.tangent);
        let w = on.at - b;
        let change = (on.tangent - turn).map(|x| x * self.radius);
        let slope = [w.dot(&on.tangent), change.dot(&on.tangent) - w.dot(&on.out)];
        match self.has_feet() {
            true => self.beside_foot(turned, slope, [w, change]),
            false => slope,
        }
    }

    /// Whether the tube around it stands on feet.
    fn has_feet(&self) -> bool {
        self.recedes != [0.0; 2]
    }

    /// By how much the tube is thinner at an angle.
    pub fn receding(&self, angle: T) -> T {
        let [x, y] = self.recedes;
        -(angle.cos() * x + angle.sin() * y) + x.hypot(y)
    }

    /// F and its slope where the tube is thinner beside a foot: with d = |a − b| its surface is next to the curve where `F + |A|/R·d·sin(φ − α)` is zero, as
    /// the distance has the slope R·F/d.
    fn beside_foot(&self, [s, c]: [T; 2], [f, slope]: [T; 2], [w, change]: [Vec3<T>; 2]) -> [T; 2] {
        let [x, y] = self.recedes.map(|a| a / self.radius);
        let (s, c) = (s * x - c * y, c * x + s * y);
        let d = w.dot(&w).sqrt();
        let rises = w.dot(&change) / d;
        [f + d * s, slope + rises * s + d * c]
    }

    /// The angle next to a curve, from that in plain numbers.
    pub fn refined(&self, angle: f64, curve: &impl Curve<T>) -> T {
        let mut angle = T::constant(angle);
        for _ in 0..2 {
            let [f, slope] = self.slope(angle, curve);
            angle -= f / slope;
        }
        angle
    }
}

impl Circle<f64> {
    /// Angles at which the circle comes next to a curve, and how many.
    pub fn places<C: Curve<f64>>(&self, curve: &C) -> ([f64; MOST], usize) {
        self.places_between([0.0, TAU], LOOKS, curve)
    }

    /// The same between two angles, with so many looks.
    pub fn places_between<C: Curve<f64>>(
        &self,
        [from, to]: [f64; 2],
        looks: usize,
        curve: &C,
    ) -> ([f64; MOST], usize) {
        let (mut found, mut count) = ([0.0; MOST], 0);
        let angle = |k: usize| from + (to - from) * k as f64 / looks as f64;
        let mut before = self.slope(angle(0), curve);
        for k in 0..looks {
            let after = self.slope(angle(k + 1), curve);
            let between = [angle(k), angle(k + 1)];
            for bounds in self.all_upwards(between, [before, after], curve) {
                let Some(bounds) = bounds.filter(|_| count < MOST) else {
                    continue;
                };
                let place = self.place_between(bounds, curve);
                found[count] = place;
                count += usize::from(self.is_place(place, curve));
            }
            before = after;
        }
        (found, count)
    }

    /// The same next to a line: at most one on each half of the circle, the halves parted by a plane through the centre at right angles to the line; first that on the
    /// side to which the line points.
    ///
    /// With θ from the direction e of the line in the plane of the circle, s its length there, and d from the line to the centre, d⟂line:
    ///
    /// ```text
    /// F = −dx·sin θ + dy·cos θ + R·s²·sin θ·cos θ        dx = d·e, dy = d·(axis×e)
    /// ```
    ///
    /// On a half, F/cos θ is p·u + q + k·u/√(1 + u²), u = tan θ, p = ∓dx, q = ±dy, k = R·s²: it rises where cos³θ > −p/k, which is one interval about the middle.
    pub fn places_at_line(&self, line: &Line<f64>) -> [Option<f64>; 2] {
        let v = line.direction;
        let [x, y] = self.across.map(|across| across.dot(&v));
        let (turn, k) = (y.atan2(x), self.radius * (x * x + y * y));
        let d = self.centre - line.middle;
        let d = d - v * d.dot(&v);
        let (sin, cos) = turn.sin_cos();
        let [x, y] = self.across.map(|across| across.dot(&d));
        let (dx, dy) = (x * cos + y * sin, y * cos - x * sin);
        [0, 1].map(|half| {
            let (sign, begin) = if half == 0 {
                (1.0, turn)
            } else {
                (-1.0, turn + PI)
            };
            let (p, q) = (-sign * dx, sign * dy);
            let place = if p == 0.0 {
                // F = cos θ·(q + k·sin θ)
                match q.abs() < k {
                    true => begin - (q / k).asin(),
                    false if half == 0 && q != 0.0 => begin - FRAC_PI_2.copysign(q),
                    false => return None,
                }
            } else {
                let most = if p > 0.0 {
                    FRAC_PI_2
                } else if -p < k {
                    (-p / k).cbrt().acos()
                } else {
                    return None;
                };
                let f = |angle: f64| {
                    let (s, c) = angle.sin_cos();
                    p * s + q * c + k * s * c
                };
                if p < 0.0 && (f(-most) >= 0.0 || f(most) <= 0.0) {
                    return None;
                }
                self.place_between([begin - most, begin + most], line)
            };
            self.is_place(place, line).then_some(place)
        })
    }

    /// Whether the circle is not as near all round; with feet it never is.
    fn is_place<C: Curve<f64>>(&self, place: f64, curve: &C) -> bool {
        let least = if self.has_feet() { 0.0 } else { EVEN };
        self.slope(place, curve)[1] > least * self.radius
    }

    /// Bounds of the places between two looks. Where F comes through zero it may do so twice: its slope falls below zero in between.
    fn all_upwards<C: Curve<f64>>(
        &self,
        [low, high]: [f64; 2],
        [before, after]: [[f64; 2]; 2],
        curve: &C,
    ) -> [Option<[f64; 2]>; 2] {
        if before[0] < 0.0 && after[0] >= 0.0 && before[1] > 0.0 && after[1] > 0.0 {
            let middle = self.slope(0.5 * (low + high), curve)[1];
            // The lowest point of the parabola through the slopes.
            let bend = before[1] - 2.0 * middle + after[1];
            let part = 0.5 - 0.25 * (after[1] - before[1]) / bend;
            if bend > 0.0 && part > 0.0 && part < 1.0 {
                let lowest = low + part * (high - low);
                let there = self.slope(lowest, curve);
                if there[1] < 0.0 {
                    return [
                        self.upwards([low, lowest], [before, there], curve),
                        self.upwards([lowest, high], [there, after], curve),
                    ];
                }
            }
        }
        [self.upwards([low, high], [before, after], curve), None]
    }

    /// Bounds of a place between two looks, each F and its slope: F comes through zero upwards, or rises above it and falls again, or falls and rises.
    fn upwards<C: Curve<f64>>(
        &self,
        [low, high]: [f64; 2],
        [[before, falls], [after, rises]]: [[f64; 2]; 2],
        curve: &C,
    ) -> Option<[f64; 2]> {
        if (before < 0.0) != (after < 0.0) {
            return (before < 0.0).then_some([low, high]);
        }
        let sign = if before < 0.0 { -1.0 } else { 1.0 };
        if sign * falls >= 0.0 || sign * rises <= 0.0 {
            return None;
        }
        let [mut a, mut b] = [low, high];
        for _ in 0..HALVINGS {
            let middle = 0.5 * (a + b);
            let [f, slope] = self.slope(middle, curve);
            if sign * f < 0.0 {
                return Some(if sign < 0.0 {
                    [low, middle]
                } else {
                    [middle, high]
                });
            }
            if sign * slope < 0.0 {
                a = middle
            } else {
                b = middle
            }
        }
        None
    }

    /// The next place beside an arc that has none, looked for in steps of a length, so many at most.
    pub fn place_beside<C: Curve<f64>>(
        &self,
        [from, to]: [f64; 2],
        (step, most): (f64, usize),
        curve: &C,
    ) -> Option<f64> {
        let f = |angle| self.slope(angle, curve)[0];
        let (mut end, step) = match (f(from) > 0.0, f(to) < 0.0) {
            (true, _) => (from, -step),
            (_, true) => (to, step),
            _ => return None,
        };
        for _ in 0..most {
            let next = end + step;
            if f(next) * step > 0.0 {
                let place = self.place_between([end.min(next), end.max(next)], curve);
                return self.is_place(place, curve).then_some(place);
            }
            end = next;
        }
        None
    }

    /// Where F goes through zero upwards: Newton's method, halving where it would leave the bounds.
    fn place_between<C: Curve<f64>>(&self, [mut low, mut high]: [f64; 2], curve: &C) -> f64 {
        let mut angle = 0.5 * (low + high);
        for _ in 0..STEPS {
            let [f, slope] = self.slope(angle, curve);
            if f < 0.0 {
                low = angle;
            } else {
                high = angle;
            }
            let next = angle - f / slope;
            let next = if next > low && next < high {
                next
            } else {
                0.5 * (low + high)
            };
            let moved = (next - angle).abs();
            angle = next;
            if moved <= f64::EPSILON {
                break;
            }
        }
        angle
    }
}

impl<T: Number> Curve<T> for Line<T> {
    fn foot(&self, at: &Vec3<T>, along: &Vec3<T>) -> [Vec3<T>; 2] {
        let v = self.direction;
        let t = (*at - self.middle).dot(&v);
        [self.middle + v * t, v * along.dot(&v)]
    }
    fn distance(&self, at: &Vec3<T>) -> T {
        let w = *at - self.middle;
        (w - self.direction * w.dot(&self.direction)).norm()
    }
}

impl<T: Number> Curve<T> for Cone<T> {
    /// Centre of the ball whose wall is next to the point.
    fn foot(&self, at: &Vec3<T>, along: &Vec3<T>) -> [Vec3<T>; 2] {
        let v = self.axis.direction;
        let across = |x: &Vec3<T>| *x - v * x.dot(&v);
        let w = *at - self.axis.middle;
        let (out, tan) = (across(&w), self.wall.slope / self.wall.cosine());
        let least = T::constant((NONE * self.largest).powi(2));
        let aside = (out.dot(&out) + least).sqrt();
        let moves = along.dot(&v) + out.dot(along) / aside * tan;
        let t = w.dot(&v) + aside * tan;
        [self.axis.middle + v * t, v * moves]
    }

    /// From the axis of a cylinder with the radius of the largest ball that would be as far from the point.
    fn distance(&self, at: &Vec3<T>) -> T {
        let w = *at - self.axis.middle;
        let t = w.dot(&self.axis.direction);
        let aside = (w - self.axis.direction * t).norm();
        aside * self.wall.cosine() - t * self.wall.slope - self.wall.radius + self.largest
    }
}

impl<T: Number> Curve<T> for Circle<T> {
    fn foot(&self, at: &Vec3<T>, along: &Vec3<T>) -> [Vec3<T>; 2] {
        let flat = |v: Vec3<T>| v - self.axis * v.dot(&self.axis);
        let (r, out) = (T::constant(self.radius), flat(*at - self.centre));
        let least = T::constant((NONE * self.radius).powi(2));
        let far = (out.dot(&out) + least).sqrt();
        let (out, along) = (out / far, flat(*along));
        [
            self.centre + out * r,
            (along - out * along.dot(&out)) * (r / far),
        ]
    }
    fn distance(&self, at: &Vec3<T>) -> T {
        let w = *at - self.centre;
        let height = w.dot(&self.axis);
        let aside = (w - self.axis * height).norm() - self.radius;
        (aside.square() + height.square()).sqrt()
    }
}

/// How far a point is from a circle.
pub fn from_circle(circle: &Circle<f64>, at: &Vec3) -> f64 {
    let w = *at - circle.centre;
    let height = w.dot(&circle.axis);
    ((w - circle.axis * height).norm() - circle.radius).hypot(height)
}

#[cfg(test)]
mod tests {
    use super::*;
    use carom_base::Dual;
    use carom_base::Flow;

    fn random(seed: &mut u64) -> f64 {
        *seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (*seed >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }

    fn vector(seed: &mut u64) -> Vec3 {
        Vec3::from_fn(|_| random(seed))
    }

    fn circle(seed: &mut u64) -> Circle<f64> {
        let x = vector(seed).normalize();
        let axis = x.cross(&vector(seed)).normalize();
        Circle {
            centre: vector(seed),
            across: [x, axis.cross(&x)],
            axis,
            radius: 0.4 + 0.3 * random(seed),
            recedes: [0.0; 2],
        }
    }

    /// Against a thousand points around the circle: none is nearer than the nearest of the places found, beyond what the arc between two of them does.
    #[test]
    fn no_point_is_nearer() {
        let mut seed = 5;
        for _ in 0..300 {
            let c = circle(&mut seed);
            let line = Line {
                middle: vector(&mut seed),
                direction: vector(&mut seed).normalize(),
            };
            let other = circle(&mut seed);
            let far = |p: &Vec3| line.distance(p);
            let round = |p: &Vec3| from_circle(&other, p);
            check(&c, &c.places(&line).0[..c.places(&line).1], &far);
            let at_line = c.places_at_line(&line);
            check(&c, &at_line.into_iter().flatten().collect::<Vec<_>>(), &far);
            check(&c, &c.places(&other).0[..c.places(&other).1], &round);
        }
    }

    /// Next to a line, against all zeros of F with a slope above zero among ten thousand points of the circle; also where two places are near each other.
    #[test]
    fn places_at_a_line_are_all() {
        let mut seed = 7;
        for case in 0..2000 {
            let c = circle(&mut seed);
            let v = vector(&mut seed).normalize();
            let [x, y] = c.across.map(|across| across.dot(&v));
            let along = (c.across[0] * x + c.across[1] * y).normalize();
            let d = if case % 2 == 0 {
                vector(&mut seed)
            } else {
                // Near the cusp, dx = 0 and |dy| = R·s².
                let [a, b] = [0, 1].map(|_| 0.1 * random(&mut seed));
                let height = random(&mut seed);
                let wanted = (c.axis.cross(&along) * (1.0 + b) + along * a)
                    * (c.radius * (x * x + y * y))
                    + c.axis * height;
                wanted - v * wanted.dot(&v)
            };
            let line = Line {
                middle: c.centre - d,
                direction: v,
            };
            let count = 10_000;
            let f = |k: i32| c.slope(TAU * f64::from(k) / f64::from(count), &line)[0];
            let zeros = (0..count).filter(|k| f(*k) < 0.0 && f(k + 1) >= 0.0);
            let mut zeros: Vec<f64> = zeros
                .map(|k| TAU * f64::from(k) / f64::from(count))
                .collect();
            let found = c.places_at_line(&line);
            for (half, place) in found.iter().enumerate() {
                let Some(place) = place else { continue };
                // Where F is zero but for rounding its sign is not known: R·1e-16 over a slope above 1e-9·R.
                assert!(c.slope(*place, &line)[0].abs() < 1e-15, "{case}");
                let side = c.at(*place).out.dot(&v);
                assert!(
                    if half == 0 {
                        side > -1e-12
                    } else {
                        side < 1e-12
                    },
                    "{case}"
                );
                // Points are this far from each other.
                let is_near = |zero: &f64| {
                    let off = (place - zero).rem_euclid(TAU);
                    off < 7e-4 || TAU - off < 1e-9
                };
                let before = zeros.len();
                zeros.retain(|zero| !is_near(zero));
                assert!(zeros.len() < before, "{case}: {place} is no place");
            }
            assert!(
                zeros.is_empty(),
                "{case}: {zeros:?} are missing of {found:?}"
            );
        }
    }

    /// Next to a circle so large that it is nearly a line, by the cusp where one place becomes two.
    #[test]
    fn two_places_between_two_looks() {
        // Turned so that they are between two looks.
        let (sin, cos) = (0.5 * TAU / LOOKS as f64).sin_cos();
        let c = Circle {
            centre: Vec3::zeros(),
            across: [Vec3::new(cos, sin, 0.0), Vec3::new(-sin, cos, 0.0)],
            axis: Vec3::new(0.0, 0.0, 1.0),
            radius: 1.0,
            recedes: [0.0; 2],
        };
        let (v, out) = (Vec3::new(0.8, 0.0, 0.6), Vec3::new(0.6, 0.0, -0.8));
        let mut twice = 0;
        for k in 0..400 {
            let middle = Vec3::new(0.0, -0.64 * (0.9 + 5e-4 * f64::from(k)), 0.0);
            let radius = 1e4;
            let other = Circle {
                centre: middle - out * radius,
                across: [out, v],
                axis: out.cross(&v),
                radius,
                recedes: [0.0; 2],
            };
            let (found, count) = c.places(&other);
            let f = |k: i32| c.slope(TAU * (f64::from(k) + 0.5) / 1e4, &other)[0];
            let zeros = (0..10_000).filter(|k| f(*k) < 0.0 && f(k + 1) >= 0.0);
            let found = &found[..count];
            // Points do not tell places apart that are nearer to each other than they are.
            let is_seen = found.windows(2).all(|w| w[1] - w[0] > TAU / 1e4);
            assert!(!is_seen || zeros.count() == count, "{k}: {found:?}");
            let look = |angle: f64| (angle * LOOKS as f64 / TAU) as u32;
            let between = found.windows(2).any(|w| look(w[0]) == look(w[1]));
            twice += usize::from(between);
        }
        assert!(twice > 0, "{twice}");
    }

    fn check(c: &Circle<f64>, places: &[f64], from: &impl Fn(&Vec3) -> f64) {
        let at = |angle: f64| from(&c.at(angle).at);
        let sampled = (0..1000).map(|k| at(f64::from(k) * std::f64::consts::TAU / 1e3));
        let sampled = sampled.fold(f64::INFINITY, f64::min);
        let found = places.iter().map(|a| at(*a));
        let found = found.fold(f64::INFINITY, f64::min);
        // At a least distance the curve bends by no more than 1/2·h²·(1 + R/d); near zero it falls by at most R·h.
        assert!(found <= sampled + 1e-15 && found > sampled - 3.2e-3 * c.radius);
    }

    /// The slope of the angle along a motion, by differences of fourth order.
    #[test]
    fn angles_have_their_slopes() {
        let mut seed = 9;
        let (c, v) = (circle(&mut seed), vector(&mut seed));
        let line = Line {
            middle: vector(&mut seed),
            direction: vector(&mut seed).normalize(),
        };
        let other = circle(&mut seed);
        let moved = |t: f64| Circle {
            centre: c.centre + v * t,
            ..c
        };
        let of_line = |t: f64| moved(t).places(&line).0[0];
        let of_circle = |t: f64| moved(t).places(&other).0[0];
        let flow = Circle::<Flow> {
            centre: Vec3::from_fn(|k| Dual {
                re: c.centre.to_array()[k],
                eps: [v.to_array()[k]],
            }),
            across: c.across.map(|x| x.map(Flow::constant)),
            axis: c.axis.map(Flow::constant),
            radius: c.radius,
            recedes: [0.0; 2],
        };
        let fixed = Line {
            middle: line.middle.map(Flow::constant),
            direction: line.direction.map(Flow::constant),
        };
        let round = Circle {
            centre: other.centre.map(Flow::constant),
            across: other.across.map(|x| x.map(Flow::constant)),
            axis: other.axis.map(Flow::constant),
            radius: other.radius,
            recedes: [0.0; 2],
        };
        let slopes = [
            flow.refined(of_line(0.0), &fixed),
            flow.refined(of_circle(0.0), &round),
        ];
        let h = 2e-4;
        let differences = [&of_line as &dyn Fn(f64) -> f64, &of_circle]
            .map(|f| (8.0 * (f(h) - f(-h)) - (f(2.0 * h) - f(-2.0 * h))) / (12.0 * h));
        for (slope, difference) in slopes.iter().zip(differences) {
            // h⁴ times a fifth derivative of size 1e5.
            assert!(
                (slope.eps[0] - difference).abs() < 1e-9,
                "{slope:?} {difference}"
            );
        }
    }
}
