//! Two triangles of one surface that pass through each other.
//!
//! An edge passes a triangle where its ends lie strictly on both sides of it and the point between them strictly inside: touching is not passing. Signs are exact.
//! Most triangles whose boxes meet are neighbours, or lie in one plane beside each other. Those have a plane between them through an edge of one, along its normal:
//! a plane that keeps one triangle on one side, and the other on the other side or in it, leaves nothing to pass. Corners that both share with that edge lie in it.

use super::predicates::{Det, Plane, boxes_apart, orient};
use carom_base::Vec3;

/// A triangle of a surface: its corners, and the numbers of its vertices, equal for corners at equal places.
pub(crate) struct Corners {
    pub at: [Vec3; 3],
    pub vertices: [u32; 3],
}

/// The place where an edge of one triangle passes the inside of the other.
pub(crate) fn passing(a: &Corners, b: &Corners) -> Option<Vec3> {
    if boxes_apart(&a.at, &b.at, 0.0) || divided(a, b) || divided(b, a) {
        return None;
    }
    // without corners on both sides b is beyond the plane of a or in it, and nothing passes
    let of_b = sides(a, b)?;
    let of_a = sides(b, a)?;
    let through = |x: &Corners, of_x: &[(i8, f64); 3], y: &Corners| {
        (0..3).find_map(|k| {
            let ends = [k, (k + 1) % 3];
            let [(s, p), (t, q)] = ends.map(|k| of_x[k]);
            let [from, to] = ends.map(|k| &x.at[k]);
            (s * t < 0 && is_inside(from, to, &y.at)).then(|| from + (to - from) * (p / (p - q)))
        })
    };
    through(a, &of_a, b).or_else(|| through(b, &of_b, a))
}

/// Whether a plane through an edge of a, along its normal, has b beyond it, without doubt.
fn divided(a: &Corners, b: &Corners) -> bool {
    let normal = Plane::new(&a.at).normal;
    (0..3).any(|k| {
        let [p, q, r] = [k, (k + 1) % 3, (k + 2) % 3];
        let between = Plane::spanned(a.at[p], &(a.at[q] - a.at[p]), &normal);
        let own = between.det(&a.at[r]);
        let edge = [a.vertices[p], a.vertices[q]];
        let beyond = |(at, vertex): (&Vec3, &u32)| {
            let det = between.det(at);
            det.value > det.error || edge.contains(vertex)
        };
        own.value < -own.error && b.at.iter().zip(&b.vertices).all(beyond)
    })
}

/// On which side of a each corner of b is, with its determinant; none if no two are on different sides.
fn sides(a: &Corners, b: &Corners) -> Option<[(i8, f64); 3]> {
    let plane = Plane::new(&a.at);
    let of = |k: usize| {
        if a.vertices.contains(&b.vertices[k]) {
            return (0, 0.0);
        }
        let det = plane.det(&b.at[k]);
        let [p, q, r] = &a.at;
        (sign(det, || orient(p, q, r, &b.at[k])), det.value)
    };
    let found = [of(0), of(1), of(2)];
    let any = |s: i8| found.iter().any(|(t, _)| *t == s);
    (any(1) && any(-1)).then_some(found)
}

/// Whether the line through two points passes strictly inside a triangle.
fn is_inside(p: &Vec3, q: &Vec3, triangle: &[Vec3; 3]) -> bool {
    let turn = |k: usize| {
        let (x, y) = (&triangle[k], &triangle[(k + 1) % 3]);
        sign(Det::of(&(q - p), &(x - p), &(y - p)), || orient(p, q, x, y))
    };
    let first = turn(0);
    first != 0 && turn(1) == first && turn(2) == first
}

fn sign(det: Det, exact: impl Fn() -> i8) -> i8 {
    if det.value > det.error {
        return 1;
    }
    if det.value < -det.error {
        return -1;
    }
    exact()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Corners on a small grid, so that all kinds of touching occur.
    fn corners(seed: &mut u64) -> Corners {
        let mut next = || {
            *seed ^= *seed << 13;
            *seed ^= *seed >> 7;
            *seed ^= *seed << 17;
            (*seed % 4) as f64
        };
        let at = [0; 3].map(|_| Vec3::new(next(), next(), next()));
        // equal numbers at equal places
        let vertices = at.map(|p| (p.x * 16.0 + p.y * 4.0 + p.z) as u32);
        Corners { at, vertices }
    }

    fn orient_of_integers(a: &Vec3, b: &Vec3, c: &Vec3, d: &Vec3) -> i64 {
        let [u, v, w] = [b - a, c - a, d - a].map(|x| x.to_array().map(|x| x as i64));
        u[0] * (v[1] * w[2] - v[2] * w[1]) - u[1] * (v[0] * w[2] - v[2] * w[0])
            + u[2] * (v[0] * w[1] - v[1] * w[0])
    }

    /// By whole numbers, without shortcuts.
    fn passes(a: &Corners, b: &Corners) -> bool {
        let o = orient_of_integers;
        let edge = |p: &Vec3, q: &Vec3, [x, y, z]: &[Vec3; 3]| {
            let sides = o(x, y, z, p).signum() * o(x, y, z, q).signum();
            let turns = [o(p, q, x, y), o(p, q, y, z), o(p, q, z, x)].map(i64::signum);
            sides < 0 && turns[0] != 0 && turns == [turns[0]; 3]
        };
        let any =
            |x: &Corners, y: &Corners| (0..3).any(|k| edge(&x.at[k], &x.at[(k + 1) % 3], &y.at));
        any(a, b) || any(b, a)
    }

    #[test]
    fn shortcuts_change_nothing() {
        let mut seed = 0x9e37_79b9_7f4a_7c15;
        let mut count = [0; 2];
        let has_area = |c: &Corners| (c.at[1] - c.at[0]).cross(&(c.at[2] - c.at[0])).norm() > 0.0;
        while count[0] + count[1] < 200_000 {
            let (a, b) = (corners(&mut seed), corners(&mut seed));
            // a surface has no triangles without area
            if !(has_area(&a) && has_area(&b)) {
                continue;
            }
            let found = passing(&a, &b).is_some();
            assert_eq!(found, passes(&a, &b), "{:?} {:?}", a.at, b.at);
            assert_eq!(passing(&b, &a).is_some(), found);
            count[usize::from(found)] += 1;
        }
        assert!(count[1] > 10_000, "{count:?}");
    }
}
