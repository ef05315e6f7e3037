//! Cylinders, cones and frusta cut by a plane, slice by slice across their axis.
//!
//! At the place s of the axis the solid is a disc of radius ρ(s), and the plane c·s + σ·y = h (c, σ cosine and sine of the angle between axis
//! and normal; y across the axis, towards the normal) leaves the part y ≤ e(s) of it: a segment of a circle, in closed form. The range of s is divided where the plane meets the side.
//! Right across it, along cylinders, and between two places of a cone that are not near to each other there are closed forms. What is left is an integral over s by a rule of few points
//! ([`rules`](super::rules)): the places at which the integrand is not analytic are known, where the plane meets the continued side, and where that ends.
//!
//! On a part both s and y run linearly; keeping both, nothing is divided by σ, and an upright solid on the plane (σ → 0) is no special case.

use super::cones::piece;
use super::moments::Moments;
use super::rules::{Ends, clearance, half_axis, rule};
use super::segments::{Segment, area_of_segment, cube, root};
use super::side::Side;
use carom_base::Number;
use std::f64::consts::PI;

impl Side {
    /// Where the line c·s + σ·y = h meets y = ρ(s) and y = −ρ(s) of the side continued over its ends.
    fn meets<T: Number>(&self, c: T, sigma: T, h: T) -> Meets<T> {
        let mut meets = Meets::default();
        for sign in [1.0, -1.0] {
            let across = c + sigma * (sign * self.slope);
            let s = (h - sigma * (sign * self.start)) / across;
            if s.value().is_finite() {
                meets.take(s, self.at(s) * sign);
            }
        }
        if self.slope != 0.0 {
            meets.avoid(self.apex());
        }
        meets
    }
}

/// Where a plane meets a side, and where slices are not analytic in s.
struct Meets<T> {
    points: [Option<(T, T)>; 2],
    singular: [(f64, f64); 3],
    count: usize,
}

impl<T: Number> Default for Meets<T> {
    fn default() -> Self {
        Self {
            points: [None; 2],
            singular: [(0.0, 0.0); 3],
            count: 0,
        }
    }
}

impl<T: Number> Meets<T> {
    fn take(&mut self, s: T, y: T) {
        if let Some(free) = self.points.iter_mut().find(|p| p.is_none()) {
            *free = Some((s, y));
        }
        self.avoid(s.value());
    }

    fn avoid(&mut self, s: f64) {
        self.singular[self.count] = (s, 0.0);
        self.count += 1;
    }

    fn clearance(&self, begin: f64, end: f64) -> f64 {
        clearance(&self.singular[..self.count], begin, end)
    }

    /// The same, of all places but `root`, one of the ends, without help from a substitution.
    fn clearance_beside(&self, root: Option<f64>, begin: f64, end: f64) -> f64 {
        let is_root = |&&(s, _): &&(f64, f64)| Some(s) == root;
        let places = self.singular[..self.count].iter();
        half_axis(places.filter(|p| !is_root(p)), begin, end)
    }
}

impl<T: Number> Moments<T> {
    /// Whole discs between s₀ and s₁.
    fn whole(side: &Side, s0: T, s1: T) -> Self {
        let ds = s1 - s0;
        let mut sum = Self::zero();
        let mut add = |s: T, weight: f64| {
            let rho = side.at(s);
            let part = rho * rho * ds * (PI * weight);
            sum.volume += part;
            sum.along += part * s;
        };
        // of third degree in s, for which Simpson's rule is exact
        add(s0, 1.0 / 6.0);
        add((s0 + s1) * 0.5, 4.0 / 6.0);
        add(s1, 1.0 / 6.0);
        sum
    }

    /// Discs of one radius r cut by the plane, which goes from (s₀, y₀) to (s₁, y₁): differences of [`Segment::sums`] with s = s* + (u₁ − u₀)⁻¹·(s₁ − s₀)·u, which lose what
    /// the range of u is shorter than u.
    fn add_cylinder(&mut self, r: f64, ends: &[(T, T)]) {
        let ((s0, y0), (s1, y1)) = (ends[0], ends[1]);
        let (low, high) = (Segment::new(r, y0), Segment::new(r, y1));
        let [area, first] = std::array::from_fn(|k| high.moments[k] - low.moments[k]);
        let [of_area, of_moment, of_cube] = std::array::from_fn(|k| high.sums[k] - low.sums[k]);
        let (ds, dy) = (s1 - s0, y1 - y0);
        let along = ds / dy;
        let from = s0 - along * (y0 + r);
        self.volume += of_area * along;
        self.along += (from * of_area + along * of_moment) * along;
        self.across += of_cube * along * (-2.0 / 3.0);
        // y runs upwards or downwards
        let length = (along * along + 1.0).sqrt() * dy.value().signum();
        let cube = |y: T| cube(root((-y + r) * (y + r)));
        self.area += area * length;
        self.area_along += (from * area + along * first) * length;
        self.area_across += (cube(y1) - cube(y0)) * length * (-2.0 / 3.0);
    }

    /// What the plane leaves of a frustum that it goes right across, from where a disc is whole, at s₀ with the radius ρ₀, to where there is nothing of it, at s₁ with ρ₁. The
    /// section is an ellipse with the half axes √(Δs² + (ρ₀ + ρ₁)²)/2 and g = √(ρ₀ρ₁) about its middle, and a cone on it has a third of its axis's height: with
    /// q = √(ρ₁/ρ₀), less the cone that ends at the whole disc,
    ///
    /// ```text
    /// V = π/3·Δs·ρ₀²(q² + q + 1)/(q + 1),   ∫(s − s₀) dV = π/24·Δs²·ρ₀²·(3q³ + 6q² + 4q + 2)/(q + 1)²,   ∫ y dV = −π/8·|Δs|·g³
    /// ```
    fn add_across(&mut self, [s0, s1]: [T; 2], [r0, r1]: [T; 2]) {
        let ds = s1 - s0;
        let length = if ds.value() < 0.0 { -ds } else { ds };
        let g = (r0 * r1).sqrt();
        // ρ₀/(q + 1), which a tip does not divide by nothing
        let sum = r0 + g;
        let share = if sum.value() > 0.0 {
            r0 / sum
        } else {
            T::one()
        };
        let volume = share * (r0 * r0 + r0 * g + r1 * r0) * length * (PI / 3.0);
        let beyond = (r1 * g * 3.0 + r0 * r1 * 6.0 + r0 * g * 4.0 + r0 * r0 * 2.0) * share * share;
        let across = r0 + r1;
        let area = (ds * ds + across * across).sqrt() * g * (0.5 * PI);
        self.volume += volume;
        self.along += s0 * volume + beyond * ds * length * (PI / 24.0);
        self.across -= cube(g) * length * (PI / 8.0);
        self.area += area;
        self.area_along += area * (s0 + s1) * 0.5;
        self.area_across += area * (r0 - r1) * 0.5;
    }

    /// Without a part of it.
    fn less(mut self, o: &Self) -> Self {
        self.volume -= o.volume;
        self.along -= o.along;
        self.across -= o.across;
        self.area -= o.area;
        self.area_along -= o.area_along;
        self.area_across -= o.area_across;
        self
    }

    /// All of a solid that has its moments across the axis balanced, less what is above the plane: `above` is that with y downwards, and its section is the same.
    pub(crate) fn less_above(self, above: &Self) -> Self {
        Self {
            volume: self.volume - above.volume,
            along: self.along - above.along,
            across: above.across,
            area: above.area,
            area_along: above.area_along,
            area_across: -above.area_across,
        }
    }

    /// Discs cut by the plane, which goes from (s₀, y₀) to (s₁, y₁).
    fn add_cut(&mut self, side: &Side, ends: &[(T, T)], rule: &[(f64, f64)]) {
        let ((s0, y0), (s1, y1)) = (ends[0], ends[1]);
        let (ds, dy) = (s1 - s0, y1 - y0);
        let length = (ds * ds + dy * dy).sqrt();
        let mut part = Self::zero();
        for points in rule.chunks(MANY) {
            // first what takes roots and quotients, without sums, so that processors take several points at once
            let mut discs = ([T::zero(); MANY], [T::zero(); MANY]);
            for ((&(at, _), half), area) in points.iter().zip(&mut discs.0).zip(&mut discs.1) {
                let (rho, y) = (side.at(s0 + ds * at), y0 + dy * at);
                *half = root((rho - y) * (rho + y));
                *area = area_of_segment(rho, y, *half);
            }
            for ((&(at, weight), half), area) in points.iter().zip(&discs.0).zip(&discs.1) {
                let (s, y) = (s0 + ds * at, y0 + dy * at);
                let (area, chord) = (*area * weight, *half * weight);
                part.volume += area;
                part.along += area * s;
                part.across += chord * (*half * *half);
                part.area += chord;
                part.area_along += chord * s;
                part.area_across += chord * y;
            }
        }
        self.volume += part.volume * ds;
        self.along += part.along * ds;
        self.across += part.across * ds * (-2.0 / 3.0);
        let length = length * 2.0;
        self.area += part.area * length;
        self.area_along += part.area_along * length;
        self.area_across += part.area_across * length;
    }
}

/// So many points are about as fast as closed forms, and lose no digits where these are small differences.
const FEW: usize = 8;

/// Points at a time.
pub(super) const MANY: usize = 16;

/// The part c·s + σ·y ≤ h of the solid between s = `begin` and s = `end`.
pub(crate) fn slices<T: Number>(side: &Side, begin: T, end: T, c: T, sigma: T, h: T) -> Moments<T> {
    let mut sum = Moments::zero();
    if begin.value() >= end.value() {
        return sum;
    }
    // y of the plane at an end; far out where the plane is across the axis
    let tiny = 1e-200;
    let level = |s: T| {
        let e = h - c * s;
        if sigma.value() > tiny {
            e / sigma
        } else {
            T::constant(e.value() / tiny)
        }
    };
    let mut points = [(begin, level(begin)); 4];
    let mut count = 1;
    let meets = side.meets(c, sigma, h);
    for (s, y) in meets.points.into_iter().flatten() {
        if s.value() > begin.value() && s.value() < end.value() {
            points[count] = (s, y);
            count += 1;
        }
    }
    points[count] = (end, level(end));
    count += 1;
    if count > 3 {
        points[1..count - 1].sort_by(|x, y| x.0.value().total_cmp(&y.0.value()));
    }
    for (k, w) in points[..count].windows(2).enumerate() {
        let ((s0, y0), (s1, y1)) = (w[0], w[1]);
        let radii = [s0, (s0 + s1) * 0.5, s1].map(|s| side.at(s));
        let middle = radii[1].value();
        let y = 0.5 * y0.value() + 0.5 * y1.value();
        if y <= -middle {
            continue;
        }
        if y >= middle {
            sum.add(&Moments::whole(side, s0, s1));
            continue;
        }
        let met = [k > 0, k + 2 < count];
        if met == [true, true] {
            if y0.value() > 0.0 {
                sum.add_across([s0, s1], [radii[0], radii[2]]);
            } else {
                sum.add_across([s1, s0], [radii[2], radii[0]]);
            }
            continue;
        }
        // where more than half of the larger discs is left, what is not is the smaller part
        let larger = if radii[0].value() > radii[2].value() {
            y0
        } else {
            y1
        };
        if larger.value() > 0.0 {
            let above = part(side, &meets, [-c, sigma, -h], [(s0, -y0), (s1, -y1)], met);
            sum.add(&Moments::whole(side, s0, s1).less_above(&above));
        } else {
            sum.add(&part(
                side,
                &meets,
                [c, sigma, h],
                [(s0, y0), (s1, y1)],
                met,
            ));
        }
    }
    sum
}

/// Discs that the plane cuts, all of them, from (s₀, y₀) to (s₁, y₁); where it meets the side at an end, and nothing is left there, they shrink to nothing.
fn part<T: Number>(
    side: &Side,
    meets: &Meets<T>,
    plane: [T; 3],
    ends: [(T, T); 2],
    met: [bool; 2],
) -> Moments<T> {
    let [(from, y0), (to, y1)] = ends.map(|(s, y)| (s.value(), y.value()));
    let kind = match met {
        [true, false] if y0 < 0.0 => Some((Ends::RootFirst, Some(from))),
        [false, true] if y1 < 0.0 => Some((Ends::RootLast, Some(to))),
        [false, false] => Some((Ends::Smooth, None)),
        _ => None,
    };
    let points = kind.and_then(|(ends, root)| ends.rule(meets.clearance_beside(root, from, to)));
    let mut sum = Moments::zero();
    if let Some(points) = points.filter(|p| p.len() <= FEW) {
        sum.add_cut(side, &ends, points);
        return sum;
    }
    if side.slope == 0.0 {
        sum.add_cylinder(side.start, &ends);
        return sum;
    }
    let [near, far] = [from, to].map(|s| (s - side.apex()).abs());
    if near < NEARER * far {
        return piece(side, plane, ends, met);
    }
    if far < NEARER * near {
        return piece(side, plane, [ends[1], ends[0]], [met[1], met[0]]);
    }
    if let Some(points) = points {
        sum.add_cut(side, &ends, points);
    } else if let Some(less) = across_less_rest(side, meets, ends, met) {
        return less;
    } else {
        sum.add_cut(side, &ends, rule(meets.clearance(from, to)));
    }
    sum
}

/// Between one of the places at which the plane meets the side and an end at which it has almost gone across: all across, less what is beyond the end. None where it never does.
fn across_less_rest<T: Number>(
    side: &Side,
    meets: &Meets<T>,
    ends: [(T, T); 2],
    met: [bool; 2],
) -> Option<Moments<T>> {
    let (root, end) = match met {
        [true, false] => (ends[0], ends[1]),
        [false, true] => (ends[1], ends[0]),
        _ => return None,
    };
    let place = |p: &(T, T)| p.0.value();
    let beyond = |p: &&(T, T)| (place(p) - place(&end)) * (place(&end) - place(&root)) > 0.0;
    let (far, _) = *meets.points.iter().flatten().find(beyond)?;
    let tip = side.at(far);
    // beyond the end nothing is left of discs, or all is, and then what is above shrinks to nothing
    let whole = root.1.value() > 0.0;
    let rest = [(end.0, if whole { end.1 } else { -end.1 }), (far, -tip)];
    let (rest, kind) = if place(&end) < far.value() {
        (rest, Ends::RootLast)
    } else {
        ([rest[1], rest[0]], Ends::RootFirst)
    };
    let [from, to] = [rest[0].0, rest[1].0];
    let clearance = meets.clearance_beside(Some(far.value()), from.value(), to.value());
    let mut cut = Moments::zero();
    cut.add_cut(side, &rest, kind.rule(clearance)?);
    let radius = side.at(root.0);
    let mut sum = Moments::zero();
    if whole {
        sum.add_across([root.0, far], [radius, tip]);
        return Some(sum.less(&cut));
    }
    sum.add_across([far, root.0], [tip, radius]);
    Some(sum.less(&Moments::whole(side, from, to).less_above(&cut)))
}

/// How much nearer to the apex one end has to be for the closed form of a cone to lose few digits.
const NEARER: f64 = 0.9;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::overlap::analytic::{Revolved, excess, half_space, random};

    /// V, ∫ s dV, ∫ y dV, section and its two moments by the double exponential rule over pieces between changes of the slices, which bisection finds.
    fn by_quadrature(radius: impl Fn(f64) -> f64, range: [f64; 2], plane: [f64; 3]) -> [f64; 6] {
        let [c, sigma, h] = plane;
        let kind = |s: f64| {
            let (rho, y) = (radius(s), (h - c * s) / sigma);
            i32::from(y > rho) - i32::from(y < -rho)
        };
        let mut cuts = vec![range[0]];
        const CELLS: usize = 20_000;
        let grid = |k: usize| range[0] + (range[1] - range[0]) * k as f64 / CELLS as f64;
        for k in 0..CELLS {
            let ends = [grid(k), grid(k + 1)];
            let kinds = ends.map(kind);
            if kinds[0] == kinds[1] {
                continue;
            }
            // the end of the first kind, and the beginning of the last
            for wanted in 0..2 {
                let [mut low, mut high] = ends;
                for _ in 0..100 {
                    let middle = 0.5 * (low + high);
                    if (kind(middle) == kinds[wanted]) == (wanted == 0) {
                        low = middle;
                    } else {
                        high = middle;
                    }
                }
                cuts.push(0.5 * (low + high));
            }
        }
        cuts.push(range[1]);
        let mut sum = [0.0; 6];
        for w in cuts.windows(2) {
            let (half, step) = (0.5 * (w[1] - w[0]), 1.0 / 64.0);
            for k in -260..=260 {
                let t = step * f64::from(k);
                let u = 0.5 * PI * t.sinh();
                let weight = half * step * 0.5 * PI * t.cosh() / u.cosh().powi(2);
                // from the nearer end
                let from_end = half * 2.0 / (1.0 + (2.0 * u.abs()).exp());
                let s = if t < 0.0 {
                    w[0] + from_end
                } else {
                    w[1] - from_end
                };
                let (rho, y) = (radius(s), (h - c * s) / sigma);
                if y <= -rho {
                    continue;
                }
                let square = (rho - y) * (rho + y);
                let (area, q) = if square <= 0.0 {
                    (PI * rho * rho, 0.0)
                } else {
                    (rho * rho * excess(square.sqrt().atan2(-y)), square.sqrt())
                };
                let line = 2.0 * q / sigma;
                let add = [
                    area,
                    area * s,
                    -2.0 / 3.0 * q * q * q,
                    line,
                    line * s,
                    line * y,
                ];
                for (sum, add) in sum.iter_mut().zip(add) {
                    *sum += add * weight;
                }
            }
        }
        sum
    }

    /// Planes at random, and of each kind that is special: nearly across the axis and nearly along it, nearly touching, nearly whole. Cosine, sine, and the share of
    /// the reach of the solid along the normal that is below.
    fn planes() -> impl Iterator<Item = (f64, f64, f64)> {
        let mut random = random(12_345);
        (0..400).map(move |k| {
            let small = 10f64.powf(-1.0 - 3.0 * random());
            let tilt = match k % 4 {
                0 => random() * PI,
                1 => small,
                2 => 0.5 * PI + (random() - 0.5) * small,
                _ => PI - small,
            };
            let share = match k / 4 % 3 {
                0 => random(),
                1 => 10f64.powf(-5.0 * random()),
                _ => 1.0 - 10f64.powf(-5.0 * random()),
            };
            let (sine, cosine) = tilt.sin_cos();
            (cosine, sine, share)
        })
    }

    /// Differences from the quadrature; `reach` are the least and the largest c·s + σ·y of the solid.
    fn compare(
        what: &str,
        ours: impl Fn(f64, f64, f64) -> Moments<f64>,
        theirs: impl Fn([f64; 3]) -> [f64; 6],
        reach: impl Fn(f64, f64) -> [f64; 2],
        tolerance: f64,
    ) {
        let mut count = 0;
        for (c, sigma, share) in planes() {
            let [low, high] = reach(c, sigma);
            let h = low + (high - low) * share;
            let (m, r) = (ours(c, sigma, h), theirs([c, sigma, h]));
            if r[0] <= 0.0 {
                continue;
            }
            count += 1;
            let list = m.list();
            // h is rounded by as much of the depth, y of the reference by as much over the sine
            let rounding = 8.0 * f64::EPSILON * (1.0 / share + 1.0 / (1.0 - share) + 1.0 / sigma);
            for (k, (x, y)) in list.iter().zip(r).enumerate() {
                // lengths are of the size of one
                let size = if k < 3 { r[0] } else { r[3] };
                let error = (x - y).abs() / size;
                assert!(
                    error < tolerance + rounding,
                    "{what} {k}: {error:e} of {:e} at {c} {sigma} {share}",
                    tolerance + rounding
                );
            }
        }
        assert!(count > 350, "{count}");
        // wholly below the plane
        let [_, high] = reach(0.6, 0.8);
        let (m, r) = (ours(0.6, 0.8, high + 0.1), theirs([0.6, 0.8, high + 0.1]));
        assert!((m.volume / r[0] - 1.0).abs() < tolerance);
        assert!((m.along - r[1]).abs() < tolerance * r[0] && m.across.abs() < tolerance * r[0]);
        assert_eq!((m.area, m.area_along, m.area_across), (0.0, 0.0, 0.0));
    }

    #[test]
    fn slices_agree_with_the_double_exponential_rule() {
        let line = |start: f64, slope: f64| Side { start, slope };
        for (what, side, range) in [
            ("cylinder", line(0.5, 0.0), [0.0, 2.0]),
            ("disc", line(1.0, 0.0), [0.0, 0.1]),
            ("cone", line(0.0, 0.5), [0.0, 2.0]),
            ("frustum", line(0.3, 0.2), [0.0, 1.0]),
            ("blunt frustum", line(0.8, -0.7), [-1.0, 1.0]),
        ] {
            let reach = |c: f64, sigma: f64| {
                let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
                for k in 0..=1000 {
                    let s = range[0] + (range[1] - range[0]) * f64::from(k) / 1000.0;
                    let out = sigma * side.at(s);
                    (low, high) = (low.min(c * s - out), high.max(c * s + out));
                }
                [low, high]
            };
            compare(
                what,
                |c, sigma, h| slices(&side, range[0], range[1], c, sigma, h),
                |plane| by_quadrature(|s| side.at(s), range, plane),
                reach,
                1e-12,
            );
        }
    }

    /// A tube and half a ball at each end.
    #[test]
    fn a_capsule_agrees_with_the_double_exponential_rule() {
        for (half, r) in [(1.0, 0.3), (0.2, 0.5), (1e-3, 1.0)] {
            let solid = Revolved::Capsule { half, radius: r };
            let radius = |s: f64| {
                let beyond = (s.abs() - half).max(0.0);
                (r * r - beyond * beyond).max(0.0).sqrt()
            };
            let ranges = [[-half - r, -half], [-half, half], [half, half + r]];
            let theirs = |plane| {
                let parts = ranges.map(|range| by_quadrature(radius, range, plane));
                std::array::from_fn(|k| parts.iter().map(|p| p[k]).sum())
            };
            let reach = |c: f64, _: f64| [-half * c.abs() - r, half * c.abs() + r];
            compare(
                "capsule",
                |c, sigma, h| half_space::moments(&solid, c, sigma, h),
                theirs,
                reach,
                1e-12,
            );
        }
    }

    /// A torus is what its outer side encloses less what its inner side does.
    #[test]
    fn a_torus_agrees_with_the_double_exponential_rule() {
        for (major, minor) in [(1.0, 0.25), (0.8, 0.1), (0.7, 0.6)] {
            let theirs = |plane| {
                let side = |sign: f64| {
                    let radius = |s: f64| major + sign * (minor * minor - s * s).max(0.0).sqrt();
                    by_quadrature(radius, [-minor, minor], plane)
                };
                let (outer, inner) = (side(1.0), side(-1.0));
                std::array::from_fn(|k| outer[k] - inner[k])
            };
            let reach = |c: f64, sigma: f64| {
                let high = sigma * major + minor + 0.0 * c;
                [-high, high]
            };
            compare(
                "torus",
                |c, sigma, h| super::super::torus::moments(major, minor, c, sigma, h),
                theirs,
                reach,
                // discs that the plane nearly touches from within: 48 points leave this of the section
                3e-12,
            );
        }
    }
}
