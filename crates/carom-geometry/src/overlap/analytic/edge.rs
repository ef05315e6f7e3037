//! A ball and the edge of two planes.

use super::balls::{cap, on_plane};
use super::found::{Found, List};
use super::half_ball;
use super::numbers::{constant, norm, value};
use super::rules::{Ends, half_axis};
use super::segments::{Part, moment_about_chord};
use super::slices::MANY;
use super::surface::leave_ball;
use crate::overlap::volume::Flags;
use carom_base::{Number, Vec3};
use std::f64::consts::PI;

/// Ball and the edge of two planes through the origin: the solid n₁·x ≤ 0 and n₂·x ≤ 0 (`convex`), or one of them (a groove).
pub(super) fn wedge<T: Number>(
    radius: f64,
    normals: &[Vec3; 2],
    convex: bool,
    centre: &Vec3<T>,
) -> List<T> {
    if convex {
        [convex_edge(radius, normals, centre), None]
    } else {
        groove(radius, normals, centre)
    }
}

fn groove<T: Number>(radius: f64, normals: &[Vec3; 2], centre: &Vec3<T>) -> List<T> {
    let caps = normals.map(|n| on_plane(radius, centre, &n));
    let contained = |c: &&Found<T>| c.flags.contains(Flags::CONTAINED);
    if let Some(all) = caps.iter().flatten().find(contained) {
        return [Some(*all), None];
    }
    let [Some(x), Some(y)] = &caps else {
        return caps;
    };
    match common(radius, normals, centre) {
        Some(both) => [Some(merged(radius, x, y, &both, centre)), None],
        None => caps,
    }
}

fn convex_edge<T: Number>(radius: f64, normals: &[Vec3; 2], centre: &Vec3<T>) -> Option<Found<T>> {
    let within = |n: &Vec3| -n.dot(&value(centre)) >= radius;
    if normals.iter().all(within) {
        return on_plane(radius, centre, &normals[0]);
    }
    let both = common(radius, normals, centre)?;
    let c = both.first * (T::one() / both.volume);
    // the nearer face from inside
    let depth = normals.map(|n| -constant::<T>(&n).dot(&c));
    let k = usize::from(depth[1].value() < depth[0].value());
    let mut flags = Flags::NONE;
    let tie = (depth[0].value() - depth[1].value()).abs() <= 1e-6 * depth[k].value();
    // cosine of 5 degrees
    flags.set(
        Flags::AMBIGUOUS_NEAREST,
        tie && normals[0].dot(&normals[1]) < 0.996_194_7,
    );
    let on_a = pole(radius, centre, &c);
    let mut found = Found {
        volume: both.volume,
        centroid: c,
        area: both.area,
        moment: both.moment,
        nearest: [on_a, c + constant::<T>(&normals[k]) * depth[k]],
        chord: T::zero(),
        flags,
    };
    let size = norm(&both.area);
    if size.value() > 0.0 {
        let m = both.area * (-T::one() / size);
        // along m out of the planes, against it out of the ball
        let out = normals.map(|n| {
            let n = constant::<T>(&n);
            (n.dot(&m), -n.dot(&c))
        });
        let ahead = out
            .iter()
            .filter(|(slope, _)| slope.value() > 0.0)
            .map(|(slope, gap)| *gap / *slope);
        let ahead = ahead.min_by(|x, y| x.value().total_cmp(&y.value()));
        let ball = |m: &Vec3<T>| leave_ball(radius, &(c - centre), m);
        let behind = out
            .iter()
            .filter(|(slope, _)| slope.value() < 0.0)
            .map(|(slope, gap)| *gap / -*slope);
        let least = |x: T, y: T| if y.value() < x.value() { y } else { x };
        found.chord = ahead.into_iter().fold(ball(&m), least) + behind.fold(ball(&-m), least);
    }
    Some(found)
}

/// The point of the sphere nearest to c.
fn pole<T: Number>(radius: f64, centre: &Vec3<T>, c: &Vec3<T>) -> Vec3<T> {
    let r = c - centre;
    centre + r * (T::constant(radius) / norm(&r))
}

/// Both caps of a groove have grown together: inclusion and exclusion.
fn merged<T: Number>(
    radius: f64,
    x: &Found<T>,
    y: &Found<T>,
    both: &Common<T>,
    centre: &Vec3<T>,
) -> Found<T> {
    let volume = x.volume + y.volume - both.volume;
    let first = x.centroid * x.volume + y.centroid * y.volume - both.first;
    let c = first * (T::one() / volume);
    let mut flags = Flags::MERGED;
    let [u, v] = [x, y].map(|f| norm(&(f.nearest[1] - c)).value());
    flags.set(Flags::AMBIGUOUS_NEAREST, (u - v).abs() <= 1e-6 * u);
    flags.set(Flags::CENTROID_OUTSIDE, true);
    // the foot of c on the nearer flank
    let near = if u <= v { x } else { y };
    let n = near.area * (-T::one() / norm(&near.area));
    Found {
        volume,
        centroid: c,
        area: x.area + y.area - both.area,
        moment: x.moment + y.moment - both.moment,
        nearest: [pole(radius, centre, &c), c - n * n.dot(&c)],
        chord: T::zero(),
        flags,
    }
}

/// What ball and both half-spaces have in common.
struct Common<T: Number> {
    volume: T,
    first: Vec3<T>,
    area: Vec3<T>,
    moment: Vec3<T>,
}

/// Ball, n₁·x ≤ 0 and n₂·x ≤ 0. About the centre of the ball the planes are nᵢ·x = hᵢ, and their edge is at E, |E| = e. On each of them the disc of the ball is cut by the edge, tᵢ
/// across it into the solid, at d = tᵢ·E from its centre: segments in closed form, which make N and M and by the divergence theorem the first moment, as of [`half_ball`].
fn common<T: Number>(radius: f64, normals: &[Vec3; 2], centre: &Vec3<T>) -> Option<Common<T>> {
    let [n1, n2] = normals;
    let cosine = n1.dot(n2);
    let sine = (n2 - n1 * cosine).norm();
    let heights = normals.map(|n| -constant::<T>(&n).dot(centre));
    if heights.iter().any(|h| h.value() <= -radius) {
        return None;
    }
    let mut sum = Common {
        volume: T::zero(),
        first: Vec3::zeros(),
        area: Vec3::zeros(),
        moment: Vec3::zeros(),
    };
    let ways = [0, 1].map(|k| (heights[k] * cosine - heights[1 - k]) / sine);
    let squares = heights[0] * heights[0] + ways[0] * ways[0];
    let e = squares.value().sqrt();
    // half the edge's chord squared, the same for both faces as thin solids are a small difference of theirs
    let qq = -(squares - squares.value()) + (radius - e) * (radius + e);
    let mut wet = [false; 2];
    for (k, n) in normals.iter().enumerate() {
        let (own, way) = (heights[k], ways[k]);
        let part = if e < radius {
            Some(Part::segment((qq + way * way).sqrt(), way, qq.sqrt()))
        } else if own.value() < radius {
            Part::of_disc(((-own + radius) * (own + radius)).sqrt(), way)
        } else {
            None
        };
        let Some(Part { area, first, bulge }) = part else {
            continue;
        };
        wet[k] = true;
        let t = (n * cosine - normals[1 - k]) / sine;
        let n = constant::<T>(n);
        let part = n * -area;
        let middle = centre + n * own + constant::<T>(&t) * (first / area);
        sum.area += part;
        sum.moment += middle.cross(&part);
        sum.first -= n * bulge;
    }
    let [heights, ways] = [heights, ways].map(|list| list.map(T::value));
    let volume = if e < radius {
        swept(radius, e, heights, ways, cosine)
    } else {
        apart(radius, heights, wet)?
    };
    if volume <= 0.0 {
        return None;
    }
    // N is what the volume grows by
    let moved = centre - constant(&centre.map(T::value));
    sum.volume = sum.area.dot(&moved) + volume;
    sum.first += centre * sum.volume;
    Some(sum)
}

/// Volume below planes whose edge is out of the ball.
fn apart(radius: f64, heights: [f64; 2], wet: [bool; 2]) -> Option<f64> {
    let caps = heights.map(|h| cap(radius, (h + radius).min(2.0 * radius)).0);
    match wet {
        [true, true] => Some(caps[0] + caps[1] - 4.0 / 3.0 * PI * radius.powi(3)),
        [true, false] => Some(caps[0]),
        [false, true] => Some(caps[1]),
        // wholly within both, or one of them nowhere in the other
        [false, false] => heights.iter().all(|h| *h >= radius).then_some(caps[0]),
    }
}

/// Volume below planes whose edge is in the ball, swept by a plane that turns about the edge from one face to the other: 2q the length of the edge in the ball, φ its angle from E,
/// the disc is cut d from its centre, and what is beyond has a moment about the edge of
///
/// ```text
/// V = ∫ μ(d) dφ,   d = e·cos φ,   μ = ⅔q³ − d·A(d)
/// ```
///
/// By T = tan φ the integrand is even in d and analytic but for T = ±iR/q: few points do for a ball that the edge does not enter far. Where they do not, or the plane turns by more
/// than a right angle from E, V is hardly ever small to the caps of the faces, and it is by the closed forms of the half balls on both sides of the plane through the centre and the
/// edge, which are exact to rounding of the caps.
fn swept(radius: f64, e: f64, heights: [f64; 2], ways: [f64; 2], cosine: f64) -> f64 {
    let q = ((radius - e) * (radius + e)).sqrt();
    if ways[0].min(ways[1]) > 0.0 {
        // of the angles of the faces from E
        let [from, to] = [heights[0] / ways[0], -heights[1] / ways[1]];
        let places = [(0.0, radius / q)];
        if let Some(points) = Ends::Smooth.rule(half_axis(places.iter(), from, to)) {
            let mut moments = [0.0; MANY];
            // without sums, so that processors take several at once
            for (moment, (at, weight)) in moments.iter_mut().zip(points) {
                let tan = from + (to - from) * at;
                let inverse = 1.0 / (1.0 + tan * tan);
                *moment = moment_about_chord(e * inverse.sqrt(), q) * inverse * weight;
            }
            return (to - from) * moments.iter().sum::<f64>();
        }
    }
    if e == 0.0 {
        return 2.0 / 3.0 * radius.powi(3) * (-cosine).acos();
    }
    let part = |k: usize| {
        let (c, sigma) = (ways[k] / e, heights[k].abs() / e);
        let part = half_ball::volume_beside(radius, e, c, sigma);
        if heights[k] < 0.0 { -part } else { part }
    };
    let inside = heights.iter().all(|h| *h >= 0.0);
    let whole = if inside {
        4.0 / 3.0 * PI * radius.powi(3)
    } else {
        0.0
    };
    whole - part(0) - part(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::overlap::analytic::{excess, integral};

    /// By slices along the first plane, discs that the second cuts: convex edges of all angles, with the centre of the ball all about them.
    #[test]
    fn a_ball_on_an_edge_agrees_with_slices() {
        let radius = 1.0;
        let mut worst = 0.0f64;
        for angle in [3.0f64, 20.0, 60.0, 90.0, 130.0, 170.0, 177.0] {
            // between the normals
            let theta = PI - angle.to_radians();
            let normals = [Vec3::z(), Vec3::new(theta.sin(), 0.0, theta.cos())];
            for way in (0..24).map(|k| 0.1 + PI / 12.0 * f64::from(k)) {
                for e in [0.0, 1e-9, 0.01, 0.3, 0.7, 0.95, 0.999, 1.0 - 1e-6, 1.05] {
                    let centre = Vec3::new(way.cos(), 0.0, way.sin()) * -e;
                    let [h1, h2] = normals.map(|n| -n.dot(&centre));
                    let slice = |z: f64| {
                        let square = 1.0 - z * z;
                        let d = (z * theta.cos() - h2) / theta.sin();
                        let rest = square - d * d;
                        match (rest > 0.0, d < 0.0) {
                            (true, _) => {
                                let q = rest.sqrt();
                                [square * excess(q.atan2(d)), -2.0 / 3.0 * q * rest]
                            }
                            (false, true) => [square * PI, 0.0],
                            (false, false) => [0.0, 0.0],
                        }
                    };
                    let mut places = vec![-1.0, h1.min(1.0)];
                    if h2.abs() < 1.0 {
                        let (middle, half) =
                            (h2 * theta.cos(), theta.sin() * (1.0 - h2 * h2).sqrt());
                        places.extend([middle - half, middle + half].map(|z| z.min(h1)));
                    }
                    places.sort_by(f64::total_cmp);
                    let mut exact = [0.0; 2];
                    for w in places.windows(2).filter(|w| w[1] - w[0] > 1e-14) {
                        let part = integral(w[0], w[1], |u, _| slice(w[0] + u));
                        exact = [exact[0] + part[0], exact[1] + part[1]];
                    }
                    let Some(found) = common(radius, &normals, &centre) else {
                        assert!(exact[0] < 1e-14, "{angle} {way} {e}: {}", exact[0]);
                        continue;
                    };
                    // squares of chords are differences of those of distances
                    let error = (found.volume - exact[0]).abs() / exact[0];
                    let rounding = 1e-15 / (1.0 - e).abs();
                    worst = worst.max(error / (1e-12 + rounding));
                    assert!(
                        error < 1e-12 + 20.0 * rounding,
                        "{angle} {way} {e}: {} {}",
                        found.volume,
                        exact[0]
                    );
                    let across = (found.first - centre * found.volume).x;
                    assert!(
                        (across - exact[1]).abs() < (1e-12 + 20.0 * rounding) * exact[0],
                        "{angle} {way} {e}: {across} {}",
                        exact[1]
                    );
                }
            }
        }
        assert!(worst > 0.0);
    }
}
