//! A polygon in convex pieces: triangles, of which those are put together again that make a convex polygon (Hertel and Mehlhorn, Fast triangulation of simple
//! polygons, 1983: at most four times as many pieces as there have to be). No corner is added, so that pieces meet along lines between corners and not within a side.

use super::ears;
use super::turn::Flat;

/// Corners so near to a line between others, relative to the size of the polygon, are on it,
const NEAR: f64 = 1e-9;
/// and those at which sides turn by less, as a sine: in space their walls are one face.
const STRAIGHT: f64 = 2e-6;

/// Convex polygons between the corners of one that does not cross itself, all counterclockwise. Their sides are sides of it, or lie inside.
pub(super) fn convex(corners: &[[f64; 2]]) -> Vec<Vec<u32>> {
    let whole: Vec<u32> = (0..corners.len() as u32).collect();
    if is_convex(corners, &whole, &Flat::default()) {
        return vec![whole];
    }
    convex_of(corners, &whole)
}

/// The same of a polygon that may pass a corner twice, as on its way to a hole and back.
pub(crate) fn convex_of(corners: &[[f64; 2]], polygon: &[u32]) -> Vec<Vec<u32>> {
    let places: Vec<[f64; 2]> = polygon.iter().map(|k| corners[*k as usize]).collect();
    let number = |k: u32| polygon[k as usize];
    let flat = flat(&places);
    let triangles = ears::stout_triangles(&places, &flat).into_iter();
    let mut pieces: Vec<Vec<u32>> = triangles.map(|t| t.map(number).to_vec()).collect();
    // Without the longest lines first, which leave the stoutest pieces.
    while let Some((a, b, joined)) = longest_to_drop(corners, &pieces, &flat) {
        pieces[a] = joined;
        pieces.remove(b);
    }
    pieces
}

/// What counts as a straight line in a polygon.
fn flat(corners: &[[f64; 2]]) -> Flat {
    let across = |axis: usize| {
        let all = corners.iter().map(|c| c[axis]);
        let [low, high] = [
            all.clone().fold(f64::INFINITY, f64::min),
            all.fold(f64::NEG_INFINITY, f64::max),
        ];
        high - low
    };
    Flat {
        near: NEAR * across(0).max(across(1)),
        sine: STRAIGHT,
    }
}

/// Two pieces, the first before the second, and the convex one that they make together.
type Joint = (usize, usize, Vec<u32>);

/// That without the longest line between two pieces.
fn longest_to_drop(corners: &[[f64; 2]], pieces: &[Vec<u32>], flat: &Flat) -> Option<Joint> {
    let (mut most, mut best) = (0.0, None);
    for (a, own) in pieces.iter().enumerate() {
        for (b, other) in pieces.iter().enumerate().skip(a + 1) {
            let Some(side) = shared(own, other) else {
                continue;
            };
            let [p, q] = side.map(|k| corners[k as usize]);
            let length = (p[0] - q[0]).hypot(p[1] - q[1]);
            if length <= most {
                continue;
            }
            let joined = join(own, other, side);
            if is_convex(corners, &joined, flat) {
                (most, best) = (length, Some((a, b, joined)));
            }
        }
    }
    best
}

/// The side of the one that the other one has the other way round.
fn shared(own: &[u32], other: &[u32]) -> Option<[u32; 2]> {
    let sides = |list: &[u32]| -> Vec<[u32; 2]> {
        let next = list.iter().cycle().skip(1);
        list.iter().zip(next).map(|(a, b)| [*a, *b]).collect()
    };
    let others = sides(other);
    sides(own)
        .into_iter()
        .find(|[a, b]| others.contains(&[*b, *a]))
}

/// Around the one from the end of the side to its beginning, and on around the other one.
fn join(own: &[u32], other: &[u32], [from, to]: [u32; 2]) -> Vec<u32> {
    let around = |list: &[u32], first: u32| {
        let at = list.iter().position(|k| *k == first).unwrap_or(0);
        let mut list = list.to_vec();
        list.rotate_left(at);
        list
    };
    let mut joined = around(own, to);
    let rest = around(other, from);
    joined.extend(&rest[1..rest.len() - 1]);
    joined
}

/// Without a corner within a straight side, where another piece would meet no corner of this one.
fn is_convex(corners: &[[f64; 2]], piece: &[u32], flat: &Flat) -> bool {
    let n = piece.len();
    (0..n).all(|k| {
        let [a, b, c] = [k, k + 1, k + 2].map(|i| corners[piece[i % n] as usize]);
        flat.turn(a, b, c) > 0
    })
}

#[cfg(test)]
mod tests {
    use super::super::area;
    use super::*;

    /// Pieces are convex and add up to the whole; a convex polygon is one piece, a star with n rays no more than n + 1.
    #[test]
    fn pieces_are_convex_and_cover() {
        let star = |n: u32, inner: f64| -> Vec<[f64; 2]> {
            let corner = |k: u32| {
                let (s, c) = (std::f64::consts::TAU * f64::from(k) / f64::from(n)).sin_cos();
                let r = if k.is_multiple_of(2) { 1.0 } else { inner };
                [3.0 + r * c, r * s]
            };
            (0..n).map(corner).collect()
        };
        let groove = vec![
            [-2.0, -1.0],
            [2.0, -1.0],
            [2.0, 1.0],
            [0.0, 0.2],
            [-2.0, 1.0],
        ];
        let hook = vec![
            [0.0, 0.0],
            [3.0, 0.0],
            [3.0, 3.0],
            [1.0, 3.0],
            [1.0, 2.0],
            [2.0, 2.0],
            [2.0, 1.0],
            [0.0, 1.0],
        ];
        for (corners, most) in [
            (star(10, 1.0), 1),
            (star(12, 0.3), 7),
            (star(48, 0.8), 25),
            (groove, 2),
            (hook, 4),
        ] {
            let pieces = convex(&corners);
            assert!(pieces.len() <= most, "{} of {most}", pieces.len());
            let mut sum = 0.0;
            for piece in &pieces {
                assert!(is_convex(&corners, piece, &Flat::default()));
                let own: Vec<[f64; 2]> = piece.iter().map(|k| corners[*k as usize]).collect();
                let own = area(&own);
                assert!(own > 0.0);
                sum += own;
            }
            // Some ten roundings of numbers of the size of the whole.
            let whole = area(&corners);
            assert!((sum - whole).abs() < 1e-13 * whole, "{sum} {whole}");
        }
    }
}
