//! Distance of two meshes that do not meet.

use super::nearest::nearest_of_triangle;
use crate::solid::{ClosedMesh, Node};
use carom_base::{Mat3, Pose, Vec3};

/// Two points nearest to each other, in the frame of A.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Separation {
    /// At least 0, but for rounding.
    pub distance: f64,
    /// On A and on B.
    pub nearest: [Vec3; 2],
    /// Of length one, from A towards B; also where the two points fall together.
    pub direction: Vec3,
}

/// Nearest points closer than this part of the triangles' size have no direction of their own: it would be rounding.
const TOUCHING: f64 = 1e-9;

/// The direction from the triangle A to B: between their nearest points, or, where they touch, the one of their normals and of the products of their
/// edges that separates them most.
fn direction(a: &[Vec3; 3], b: &[Vec3; 3], between: &Vec3) -> Vec3 {
    let edges = |t: &[Vec3; 3]| [t[1] - t[0], t[2] - t[1], t[0] - t[2]];
    let (e, f) = (edges(a), edges(b));
    let size = e.iter().chain(&f).map(Vec3::norm).fold(0.0, f64::max);
    if between.norm() > TOUCHING * size {
        return between.normalize();
    }
    let products = e.iter().flat_map(|x| f.iter().map(move |y| x.cross(y)));
    let faces = [e[0].cross(&e[1]), -f[0].cross(&f[1])];
    let mut best = (f64::NEG_INFINITY, Vec3::z());
    for axis in faces.into_iter().chain(products) {
        let Some(axis) = axis.try_normalize(1e-12 * size * size) else {
            continue;
        };
        for w in [axis, -axis] {
            let far = a
                .iter()
                .map(|p| p.dot(&w))
                .fold(f64::NEG_INFINITY, f64::max);
            let near = b.iter().map(|p| p.dot(&w)).fold(f64::INFINITY, f64::min);
            // a face before a product of edges that is no better than by rounding
            if near - far > best.0 + 1e-12 * size {
                best = (near - far, w);
            }
        }
    }
    best.1
}

/// The smallest distance of two surfaces. `hint` is a pair of triangles to begin with and becomes the nearest pair; it changes
/// the work and never the distance.
pub(crate) fn distance(
    a: &ClosedMesh,
    b: &ClosedMesh,
    pose: &Pose,
    hint: &mut [u32; 2],
    stack: &mut Vec<(f64, u32, u32)>,
) -> Separation {
    let placed = |t: u32| b.corners(t).map(|p| pose.rotation * p + pose.position);
    let fits = (hint[0] as usize) < a.len() && (hint[1] as usize) < b.len();
    if !fits {
        *hint = [0, 0];
    }
    let mut best = of_triangles(&a.corners(hint[0]), &placed(hint[1]));
    let absolute = pose.rotation.abs();
    let bound = |i: u32, j: u32| {
        let (p, q) = (&a.tree.nodes[i as usize], &b.tree.nodes[j as usize]);
        (of_nodes(p, q, pose, &absolute), i, j)
    };
    stack.clear();
    stack.push(bound(0, 0));
    while let Some((least, i, j)) = stack.pop() {
        if least >= best.0 {
            continue;
        }
        let (p, q) = (&a.tree.nodes[i as usize], &b.tree.nodes[j as usize]);
        let [x, y] = match (p.is_leaf(), q.is_leaf()) {
            (true, true) => {
                for s in p.first..p.first + p.count {
                    let of_a = a.corners(s);
                    for t in q.first..q.first + q.count {
                        let of_b = placed(t);
                        if of_boxes(&of_a, &of_b) >= best.0 {
                            continue;
                        }
                        let found = of_triangles(&of_a, &of_b);
                        if found.0 < best.0 {
                            best = found;
                            *hint = [s, t];
                        }
                    }
                }
                continue;
            }
            (false, leaf) if leaf || p.size >= q.size => [bound(p.first, j), bound(p.first + 1, j)],
            _ => [bound(i, q.first), bound(i, q.first + 1)],
        };
        // the nearer one is looked at first
        let (near, far) = if x.0 <= y.0 { (x, y) } else { (y, x) };
        if far.0 < best.0 {
            stack.push(far);
        }
        if near.0 < best.0 {
            stack.push(near);
        }
    }
    let [p, q] = best.1;
    Separation {
        distance: best.0.sqrt(),
        nearest: best.1,
        direction: direction(&a.corners(hint[0]), &placed(hint[1]), &(q - p)),
    }
}

/// Squared distance of two boxes from below: along the axes of A and along those of B.
fn of_nodes(p: &Node, q: &Node, pose: &Pose, absolute: &Mat3) -> f64 {
    let d = pose.rotation * q.centre + pose.position - p.centre;
    let beyond = |d: &Vec3, reach: &Vec3| (d.abs() - reach).sup(&Vec3::zeros()).norm_squared();
    let of_a = beyond(&d, &(p.half + absolute * q.half));
    let of_b = beyond(
        &pose.rotation.tr_mul(&d),
        &(q.half + absolute.tr_mul(&p.half)),
    );
    of_a.max(of_b)
}

/// Squared distance of the boxes of two triangles.
fn of_boxes(a: &[Vec3; 3], b: &[Vec3; 3]) -> f64 {
    let mut sum = 0.0;
    for k in 0..3 {
        let low = |t: &[Vec3; 3]| t[0][k].min(t[1][k]).min(t[2][k]);
        let high = |t: &[Vec3; 3]| t[0][k].max(t[1][k]).max(t[2][k]);
        let d = (low(a) - high(b)).max(low(b) - high(a)).max(0.0);
        sum += d * d;
    }
    sum
}

/// Squared distance of two triangles that do not meet: a corner and a face, or two edges.
fn of_triangles(a: &[Vec3; 3], b: &[Vec3; 3]) -> (f64, [Vec3; 2]) {
    let mut best = (f64::INFINITY, [Vec3::zeros(); 2]);
    let mut take = |p: Vec3, q: Vec3| {
        let d = (q - p).norm_squared();
        if d < best.0 {
            best = (d, [p, q]);
        }
    };
    for k in 0..3 {
        take(a[k], nearest_of_triangle(&a[k], b).0);
        take(nearest_of_triangle(&b[k], a).0, b[k]);
    }
    for i in 0..3 {
        for j in 0..3 {
            let (p, q) = of_edges(&a[i], &a[(i + 1) % 3], &b[j], &b[(j + 1) % 3]);
            take(p, q);
        }
    }
    best
}

/// Nearest points of two segments (Ericson, Real-Time Collision Detection, 5.1.9).
fn of_edges(p: &Vec3, q: &Vec3, a: &Vec3, b: &Vec3) -> (Vec3, Vec3) {
    let (d1, d2, r) = (q - p, b - a, p - a);
    let (e1, e2) = (d1.norm_squared(), d2.norm_squared());
    let (c, f, g) = (d1.dot(&r), d2.dot(&r), d1.dot(&d2));
    let span = e1 * e2 - g * g;
    let s = if span > 1e-14 * e1 * e2 {
        ((g * f - c * e2) / span).clamp(0.0, 1.0)
    } else {
        0.0
    };
    let t = (g * s + f) / e2;
    let (s, t) = if t < 0.0 {
        ((-c / e1).clamp(0.0, 1.0), 0.0)
    } else if t > 1.0 {
        (((g - c) / e1).clamp(0.0, 1.0), 1.0)
    } else {
        (s, t)
    };
    (p + d1 * s, a + d2 * t)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two triangles against a fine grid of points on both.
    #[test]
    fn triangles_by_sampling() {
        let x = |i: u32, k: u32| f64::from((i * k + 7) % 23) / 11.0 - 1.0;
        for i in 1..60u32 {
            let point = |k: u32| Vec3::new(x(i, 3 + k), x(i, 5 + 2 * k), x(i, 11 + 3 * k));
            let a = [point(0), point(1), point(2)];
            let b = [point(3), point(4), point(5)].map(|p| p + Vec3::new(0.0, 0.0, 2.5));
            let (d, [p, q]) = of_triangles(&a, &b);
            assert!(((q - p).norm_squared() - d).abs() < 1e-15);
            let n = 24;
            let on = |t: &[Vec3; 3], i: u32, j: u32| {
                t[0] + (t[1] - t[0]) * (f64::from(i) / f64::from(n))
                    + (t[2] - t[0]) * (f64::from(j) / f64::from(n))
            };
            let mut least = f64::INFINITY;
            for (i, j) in (0..=n).flat_map(|i| (0..=n - i).map(move |j| (i, j))) {
                let s = on(&a, i, j);
                least = least.min((nearest_of_triangle(&s, &b).0 - s).norm_squared());
                let s = on(&b, i, j);
                least = least.min((nearest_of_triangle(&s, &a).0 - s).norm_squared());
            }
            // sampling misses by the square of half a grid cell at most, where the optimum lies between
            assert!(
                d <= least * (1.0 + 1e-12) && least.sqrt() - d.sqrt() < 0.02,
                "{d} {least}"
            );
        }
    }
}
