//! Questions to one mesh: the nearest point, the first hit of a ray.

use crate::solid::{ClosedMesh, near};
use carom_base::{Mat3, Vec3};

/// Where on its triangle a nearest point lies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Feature {
    Face,
    /// From corner k to corner k + 1.
    Edge(u8),
    Vertex,
}

/// The nearest point of a surface.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Nearest {
    pub squared: f64,
    pub point: Vec3,
    pub triangle: u32,
    pub feature: Feature,
}

/// The nearest point of a triangle (Ericson, Real-Time Collision Detection, 5.1.5: Voronoi regions by barycentric signs).
pub(crate) fn nearest_of_triangle(p: &Vec3, [a, b, c]: &[Vec3; 3]) -> (Vec3, Feature) {
    let (ab, ac, ap) = (b - a, c - a, p - a);
    let (d1, d2) = (ab.dot(&ap), ac.dot(&ap));
    if d1 <= 0.0 && d2 <= 0.0 {
        return (*a, Feature::Vertex);
    }
    let bp = p - b;
    let (d3, d4) = (ab.dot(&bp), ac.dot(&bp));
    if d3 >= 0.0 && d4 <= d3 {
        return (*b, Feature::Vertex);
    }
    let vc = d1 * d4 - d3 * d2;
    if vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0 {
        return (a + ab * (d1 / (d1 - d3)), Feature::Edge(0));
    }
    let cp = p - c;
    let (d5, d6) = (ab.dot(&cp), ac.dot(&cp));
    if d6 >= 0.0 && d5 <= d6 {
        return (*c, Feature::Vertex);
    }
    let vb = d5 * d2 - d1 * d6;
    if vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0 {
        return (a + ac * (d2 / (d2 - d6)), Feature::Edge(2));
    }
    let va = d3 * d6 - d5 * d4;
    if va <= 0.0 && d4 - d3 >= 0.0 && d5 - d6 >= 0.0 {
        let t = (d4 - d3) / ((d4 - d3) + (d5 - d6));
        return (b + (c - b) * t, Feature::Edge(1));
    }
    // The foot on the plane, by the normal: barycentric coordinates lose digits on slivers.
    let n = ab.cross(&ac);
    (p - n * (n.dot(&ap) / n.norm_squared()), Feature::Face)
}

/// The nearest point of the surface. Among equals the first triangle of the tree that is met.
pub(crate) fn nearest(mesh: &ClosedMesh, p: &Vec3, stack: &mut Vec<(u32, u32)>) -> Nearest {
    let mut best = Nearest {
        squared: f64::INFINITY,
        point: Vec3::zeros(),
        triangle: u32::MAX,
        feature: Feature::Vertex,
    };
    near(&mesh.tree, p, stack, f64::INFINITY, |t| {
        let (point, feature) = nearest_of_triangle(p, &mesh.corners(t));
        let squared = (point - p).norm_squared();
        if squared < best.squared {
            best = Nearest {
                squared,
                point,
                triangle: t,
                feature,
            };
        }
        best.squared
    });
    best
}

/// The largest angle (as a cosine) at which the point sees a second place at most 1e-6 farther than the nearest one; 1 if none.
pub(crate) fn second(
    mesh: &ClosedMesh,
    p: &Vec3,
    best: &Nearest,
    stack: &mut Vec<(u32, u32)>,
) -> f64 {
    let bound = best.squared * (1.0 + 2e-6);
    let towards = best.point - p;
    let mut cosine: f64 = 1.0;
    near(&mesh.tree, p, stack, bound, |t| {
        let (point, _) = nearest_of_triangle(p, &mesh.corners(t));
        let d = point - p;
        if d.norm_squared() <= bound && best.squared > 0.0 {
            cosine = cosine.min(d.dot(&towards) / (d.norm() * best.squared.sqrt()));
        }
        bound
    });
    cosine
}

/// The first triangle that a ray meets.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hit {
    /// In lengths of the direction.
    pub at: f64,
    pub triangle: u32,
    /// Whether the ray leaves the solid there.
    pub leaves: bool,
}

/// The first hit; edges belong to both their triangles.
pub(crate) fn cast(
    mesh: &ClosedMesh,
    origin: &Vec3,
    direction: &Vec3,
    stack: &mut Vec<(u32, u32)>,
) -> Option<Hit> {
    let inverse = direction.map(f64::recip);
    let mut best: Option<Hit> = None;
    stack.clear();
    stack.push((0, 0));
    while let Some((at, _)) = stack.pop() {
        let node = &mesh.tree.nodes[at as usize];
        let end = best.map_or(f64::MAX, |h| h.at);
        if !node.is_met(origin, &inverse, end) {
            continue;
        }
        if !node.is_leaf() {
            stack.extend([(node.first + 1, 0), (node.first, 0)]);
            continue;
        }
        for t in node.first..node.first + node.count {
            let [a, b, c] = mesh.corners(t);
            let (u, v, s) = (b - a, c - a, origin - a);
            let n = u.cross(&v);
            let slope = n.dot(direction);
            if slope == 0.0 {
                continue;
            }
            // Möller and Trumbore 1997, with a little room at the edges so that no ray slips through between two triangles
            let w = s.cross(direction);
            let (x, y) = (-w.dot(&v) / slope, w.dot(&u) / slope);
            let t_hit = -n.dot(&s) / slope;
            let room = 1e-12;
            if x >= -room
                && y >= -room
                && x + y <= 1.0 + room
                && t_hit >= 0.0
                && t_hit < end.min(best.map_or(f64::MAX, |h| h.at))
            {
                best = Some(Hit {
                    at: t_hit,
                    triangle: t,
                    leaves: slope > 0.0,
                });
            }
        }
    }
    best
}

/// How the nearest point `q` of a triangle moves when the point `p` that it is asked for moves: a projection, onto the face, the edge or the corner.
///
/// Above the border of a face both it and the edge are one-sided derivatives, and between two coplanar triangles only the face is one: of the edge's own
/// region nothing is left there. So the larger feature is taken, and likewise the edge above the border of a corner.
pub(crate) fn projection(corners: &[Vec3; 3], feature: Feature, p: &Vec3, q: &Vec3) -> Mat3 {
    let side = |k: usize| corners[(k + 1) % 3] - corners[k];
    let onto_edge = |t: Vec3| t.outer(&t) / t.norm_squared();
    let d = p - q;
    let n = side(0).cross(&side(1));
    // A billionth of a side: rounding of points and of q, and no more than a corner that is blunt by as much.
    let room = 1e-9 * (0..3).map(|k| side(k).norm()).fold(0.0, f64::max);
    let beside_face = (d - n * (n.dot(&d) / n.norm_squared())).norm();
    if feature == Feature::Face || beside_face <= room {
        return Mat3::identity() - n.outer(&n) / n.norm_squared();
    }
    match feature {
        Feature::Edge(k) => onto_edge(side(k as usize)),
        _ => (0..3)
            .filter(|&k| *q == corners[k] || *q == corners[(k + 1) % 3])
            .map(side)
            .find(|t| d.dot(t).abs() <= room * t.norm())
            .map_or(Mat3::zeros(), onto_edge),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shapes::{Cuboid, Ellipsoid};
    use crate::{Refinement, Solid};

    fn ball() -> ClosedMesh {
        let mesh = Ellipsoid::new([1.0, 0.8, 0.6])
            .unwrap()
            .mesh(Refinement::VIEW);
        ClosedMesh::new(&mesh).unwrap()
    }

    fn points() -> impl Iterator<Item = Vec3> {
        (0..200u32).map(|i| {
            let x = |k: u32| f64::from((i * k + 17) % 101) / 50.0 - 1.0;
            Vec3::new(x(31), x(57), x(73)) * 1.3
        })
    }

    /// The tree finds what trying every triangle finds.
    #[test]
    fn nearest_points_and_rays_by_exhaustion() {
        let mesh = ball();
        let mut stack = Vec::new();
        for p in points() {
            let best = nearest(&mesh, &p, &mut stack);
            let all = (0..mesh.len() as u32)
                .map(|t| (nearest_of_triangle(&p, &mesh.corners(t)).0 - p).norm_squared())
                .fold(f64::INFINITY, f64::min);
            assert_eq!(best.squared, all);
            // sampled points of the triangle are not nearer
            let [a, b, c] = mesh.corners(best.triangle);
            for (i, j) in (0..10).flat_map(|i| (0..10 - i).map(move |j| (i, j))) {
                let q = a + (b - a) * (f64::from(i) / 9.0) + (c - a) * (f64::from(j) / 9.0);
                assert!((q - p).norm_squared() >= best.squared * (1.0 - 1e-12));
            }
            let inside = (p.zip_map(&Vec3::new(1.0, 0.8, 0.6), |x, a| x / a)).norm_squared();
            let hit = cast(&mesh, &p, &Vec3::new(0.3, -0.5, 0.81), &mut stack);
            if inside < 0.9 {
                assert!(hit.unwrap().leaves, "{p:?}");
            } else if inside > 1.0 {
                assert!(hit.is_none_or(|h| !h.leaves), "{p:?}");
            }
        }
    }

    /// The middle of a side of a box lies on the diagonal between two coplanar triangles, whichever it is, and a fan of triangles has a corner in the
    /// middle of a plane: over both the nearest point follows in the plane. Over an edge of the box it follows along the edge.
    #[test]
    fn derivatives_between_coplanar_triangles_are_those_of_the_face() {
        let cube = Cuboid::new([2.0; 3]).unwrap().mesh(Refinement::VIEW);
        let moves = |mesh: &ClosedMesh, p: Vec3| {
            let best = nearest(mesh, &p, &mut Vec::new());
            projection(&mesh.corners(best.triangle), best.feature, &p, &best.point)
        };
        let cube = ClosedMesh::new(&cube).unwrap();
        for p in [
            Vec3::new(0.0, 0.0, 1.5),
            Vec3::new(0.3, -0.3, 1.5),
            Vec3::new(0.3, 0.3, 1.5),
            Vec3::new(0.0, 0.0, 0.9),
        ] {
            let off = moves(&cube, p) - Mat3::from_diagonal(&Vec3::new(1.0, 1.0, 0.0));
            assert!(off.amax() < 1e-15, "{p:?}"); // products of ones
        }
        let edge = moves(&cube, Vec3::new(0.2, 1.5, 1.5));
        assert!((edge - Mat3::from_diagonal(&Vec3::new(1.0, 0.0, 0.0))).amax() < 1e-15);
        let corner = moves(&cube, Vec3::new(1.5, 1.5, 1.5));
        assert_eq!(corner.amax(), 0.0);

        let o = Vec3::zeros();
        let fan = [o, Vec3::new(1.0, 0.0, 0.0), Vec3::new(0.3, 1.0, 0.0)];
        let p = Vec3::new(0.0, 0.0, 0.7);
        let face = projection(&fan, Feature::Vertex, &p, &o);
        assert!((face - Mat3::from_diagonal(&Vec3::new(1.0, 1.0, 0.0))).amax() < 1e-15);
        // across one side only: the roof over the side along x
        let roof = projection(&fan, Feature::Vertex, &Vec3::new(0.0, -0.5, 0.5), &o);
        assert!((roof - Mat3::from_diagonal(&Vec3::new(1.0, 0.0, 0.0))).amax() < 1e-15);
    }

    /// A line that is parallel to an axis but for rounding meets the surface all the same, at a vertex too, where all boxes end.
    #[test]
    fn rays_that_rounding_has_turned() {
        let mesh = ball();
        let mut stack = Vec::new();
        for i in 0..2000u32 {
            let x = |k: u32| (f64::from((i * k + 17) % 101) / 50.0 - 1.0) * 1e-16;
            let p = Vec3::new(x(31), x(57), -0.59);
            for z in [-1.0, 1.0] {
                let hit = cast(&mesh, &p, &Vec3::new(x(73), x(19), z), &mut stack);
                let hit = hit.expect("within the ball");
                // 1e-12: the pole is a vertex; one facet away is 1e-16 times its slope
                assert!(hit.leaves && (hit.at - (0.6 + z * 0.59)).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn ties_are_seen() {
        let mesh =
            ClosedMesh::new(&Cuboid::new([1.0, 1.0, 2.0]).unwrap().mesh(Refinement::VIEW)).unwrap();
        let mut stack = Vec::new();
        let mut angle = |p: Vec3| {
            let best = nearest(&mesh, &p, &mut stack);
            second(&mesh, &p, &best, &mut stack)
        };
        assert!((angle(Vec3::new(0.3, 0.3, 0.2))).abs() < 1e-9);
        assert_eq!(angle(Vec3::new(0.0, 0.0, 0.0)), -1.0);
        assert!(angle(Vec3::new(0.3, 0.31, 0.2)) > 0.999);
    }
}
