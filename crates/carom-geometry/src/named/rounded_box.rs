//! A box with round edges and corners.

use super::shape::{NamedShape, NamedSolid};
use crate::round::{Place, facets_of};
use crate::shapes::Cuboid;
use crate::{
    Faces, Faceted, Facets, Foot, MassProperties, Mesh, Polyhedron, Refinement, ShapeError, Solid,
};
use carom_base::{Mat3, Vec3};
use std::f64::consts::{FRAC_PI_2, PI};
use std::sync::Arc;

/// A box about the origin, edges along the axes, all of which are rounded by r: what is within r of a core, a box with the half edges hₓ, h_y, h_z.
///
/// ```text
/// V       = 8·hₓ·h_y·h_z + 8·r·(hₓ·h_y + h_y·h_z + h_z·hₓ) + 2π·r²·(hₓ + h_y + h_z) + 4π/3·r³                     (Steiner)
/// ∫x² dV  = A(r)·2hₓ³/3 + 2·∫₀ʳ (hₓ + s)²·A(√(r² − s²)) ds      A(ρ) = 4·h_y·h_z + 4·ρ·(h_y + h_z) + π·ρ²       Iₓₓ = ∫y² + ∫z²
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RoundedBox {
    /// Half the edges of the core.
    half: Vec3,
    radius: f64,
}

/// Its only face: flat over the faces of the core, round over its edges and corners, with one normal everywhere.
const FACE: u32 = 0;

impl RoundedBox {
    /// From its full extents along x, y, z and the radius of its edges, which is less than half of each extent; all greater than 0.
    pub fn new(extents: [f64; 3], radius: f64) -> Result<Self, ShapeError> {
        let [x, y, z] = extents;
        let smallest = x.min(y).min(z);
        let all = [x, y, z, radius];
        for (name, value) in DIMENSIONS.iter().copied().zip(all) {
            let (holds, range) = match name {
                "radius" if value > 0.0 => {
                    (2.0 * value < smallest, "less than half of each extent")
                }
                _ => (value > 0.0, "greater than 0"),
            };
            if !holds || !value.is_finite() {
                return Err(ShapeError::Range {
                    shape: NAME,
                    dimension: name,
                    value,
                    range,
                });
            }
        }
        Ok(Self {
            half: Vec3::from(extents.map(|e| 0.5 * e - radius)),
            radius,
        })
    }

    /// ∫x² dV along an axis.
    fn second_moment(&self, axis: usize) -> f64 {
        let r = self.radius;
        let h = self.half[axis];
        let [a, b] = [self.half[(axis + 1) % 3], self.half[(axis + 2) % 3]];
        let (flat, edges) = (4.0 * a * b, 4.0 * (a + b));
        let across = flat + edges * r + PI * r * r;
        // ∫(h + s)²·ρᵏ ds over 0 ≤ s ≤ r, ρ² = r² − s², for k = 0, 1, 2
        let cap = [
            ((h + r).powi(3) - h.powi(3)) / 3.0,
            h * h * PI * r * r / 4.0 + 2.0 / 3.0 * h * r.powi(3) + PI * r.powi(4) / 16.0,
            2.0 / 3.0 * h * h * r.powi(3) + 0.5 * h * r.powi(4) + 2.0 / 15.0 * r.powi(5),
        ];
        across * 2.0 / 3.0 * h.powi(3) + 2.0 * (flat * cap[0] + edges * cap[1] + PI * cap[2])
    }

    /// The place of the surface that is nearest to a point, or of the nearest face to one inside the core.
    fn surface(&self, p: &Vec3) -> Option<Place> {
        let core = Vec3::from_fn(|i| p[i].clamp(-self.half[i], self.half[i]));
        let out = p - core;
        if let Some(normal) = out.try_normalize(0.0) {
            // the edges of the core along which the normal does not turn
            let mut bend = Mat3::identity() - normal.outer(&normal);
            for i in (0..3).filter(|i| out[*i] == 0.0) {
                let e = unit(i);
                bend -= e.outer(&e);
            }
            return Some(Place {
                point: core + normal * self.radius,
                normal,
                bend: match out.iter().filter(|x| **x != 0.0).count() {
                    1 => Mat3::zeros(),
                    _ => bend * (1.0 / self.radius),
                },
            });
        }
        let depth = |i: &usize| self.half[*i] - p[*i].abs();
        let axis = (0..3).min_by(|a, b| depth(a).total_cmp(&depth(b)))?;
        let normal = unit(axis) * p[axis].signum();
        Some(Place {
            point: core + normal * (depth(&axis) + self.radius),
            normal,
            bend: Mat3::zeros(),
        })
    }
}

fn unit(axis: usize) -> Vec3 {
    Vec3::from_fn(|i| f64::from(i == axis))
}

impl Solid for RoundedBox {
    fn mass_properties(&self) -> Option<MassProperties> {
        let (r, [x, y, z]) = (self.radius, self.half.to_array());
        let volume = 8.0 * x * y * z
            + 8.0 * r * (x * y + y * z + z * x)
            + 2.0 * PI * r * r * (x + y + z)
            + 4.0 / 3.0 * PI * r.powi(3);
        let [jx, jy, jz] = [0, 1, 2].map(|axis| self.second_moment(axis));
        let moments = [jy + jz, jx + jz, jx + jy];
        Some(MassProperties::principal(volume, Vec3::zeros(), moments))
    }

    /// A ball in latitudes and longitudes, pulled apart along its great circles in the planes of the axes.
    fn mesh(&self, refinement: Refinement) -> Mesh {
        let n = refinement.segments() / 4;
        let turn = |k: u32| {
            let (s, c) = (FRAC_PI_2 * f64::from(k) / f64::from(n)).sin_cos();
            // cos π/2 is not quite zero
            [if k == n { 0.0 } else { c }, if k == 0 { 0.0 } else { s }]
        };
        // columns around z: quadrants, each from its first to its last longitude
        let columns: Vec<[f64; 4]> = (0..4)
            .flat_map(|quadrant| (0..=n).map(move |k| (quadrant, turn(k))))
            .map(|(quadrant, [c, s])| match quadrant {
                0 => [1.0, 1.0, c, s],
                1 => [-1.0, 1.0, -s, c],
                2 => [-1.0, -1.0, -c, -s],
                _ => [1.0, -1.0, s, -c],
            })
            .collect();
        // rings from below the pole to above the other one
        let rings: Vec<[f64; 3]> = (1..=n)
            .map(|k| (1.0, turn(k)))
            .chain(
                (0..n)
                    .rev()
                    .map(|k| (-1.0, turn(k + 1)))
                    .map(|(s, [c, t])| (s, [-c, t])),
            )
            .map(|(sign, [c, s])| [sign, c, s])
            .collect();
        let [hx, hy, hz] = self.half.to_array();
        let r = self.radius;
        let mut mesh = Mesh::default();
        for [sign, c, s] in &rings {
            for [sx, sy, x, y] in &columns {
                mesh.vertices.push(Vec3::new(
                    sx * hx + r * s * x,
                    sy * hy + r * s * y,
                    sign * hz + r * c,
                ));
            }
        }
        let around = columns.len() as u32;
        for ring in 0..rings.len() as u32 - 1 {
            for k in 0..around {
                let next = (k + 1) % around;
                let [a, b] = [ring * around + k, ring * around + next];
                let [c, d] = [a + around, b + around];
                mesh.triangles.extend([[a, c, b], [b, c, d]]);
            }
        }
        for (sign, ring) in [(1.0, 0), (-1.0, rings.len() as u32 - 1)] {
            let first = mesh.vertices.len() as u32;
            for [sx, sy] in [[1.0, 1.0], [-1.0, 1.0], [-1.0, -1.0], [1.0, -1.0]] {
                mesh.vertices
                    .push(Vec3::new(sx * hx, sy * hy, sign * (hz + r)));
            }
            let mut add = |[a, b, c]: [u32; 3]| {
                let upwards = [a, b, c];
                let downwards = [a, c, b];
                mesh.triangles
                    .push(if sign > 0.0 { upwards } else { downwards });
            };
            for quadrant in 0..4 {
                let [own, next] = [first + quadrant, first + (quadrant + 1) % 4];
                let column = |k: u32| ring * around + (quadrant * (n + 1) + k) % around;
                for k in 0..n {
                    add([own, column(k), column(k + 1)]);
                }
                add([own, column(n), column(n + 1)]);
                add([own, column(n + 1), next]);
            }
            add([first, first + 1, first + 2]);
            add([first, first + 2, first + 3]);
        }
        mesh
    }
}

impl Faces for RoundedBox {
    fn foot(&self, _: u32, point: &Vec3) -> Option<Foot> {
        self.surface(point)?.foot(point)
    }
    fn is_flat(&self, _: u32) -> bool {
        false
    }
    fn divide(&self, _: usize) -> Result<Option<Facets>, String> {
        Ok(None)
    }
}

impl NamedSolid for RoundedBox {
    fn faceted(&self, refinement: Refinement) -> Option<Faceted> {
        let mesh = self.mesh(refinement);
        let facets = facets_of(&mesh, |_| FACE, |_, p| self.surface(p));
        Some(Faceted {
            facets: Facets {
                mesh: Arc::new(mesh),
                ..facets
            },
            primitive: None,
            exact: Arc::new(*self),
        })
    }
    fn core(&self) -> Option<Polyhedron> {
        let core = Cuboid::new((self.half * 2.0).to_array()).ok()?;
        let sharp = Polyhedron::of(&core.mesh(Refinement::COARSE)).ok()?;
        Some(sharp.rounded(self.radius))
    }
}

const NAME: &str = "rounded_box";
const DIMENSIONS: &[&str] = &["x", "y", "z", "radius"];

#[derive(Debug)]
pub(super) struct RoundedBoxShape;

impl NamedShape for RoundedBoxShape {
    fn name(&self) -> &'static str {
        NAME
    }
    fn text(&self) -> &'static str {
        "its centre at the marker, edges along its axes and rounded by the radius; x, y and z are full extents"
    }
    fn dimensions(&self) -> &'static [&'static str] {
        DIMENSIONS
    }
    fn example(&self) -> &'static [f64] {
        &[0.3, 0.2, 0.5, 0.05]
    }
    fn make(&self, dimensions: &[f64]) -> Result<Box<dyn NamedSolid>, ShapeError> {
        let [x, y, z, radius] = std::array::from_fn(|i| dimensions[i]);
        Ok(Box::new(RoundedBox::new([x, y, z], radius)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::overlap::{Form, Memory, Options, Prepared, Workspace};
    use carom_base::Pose;
    use carom_base::space::exp_so3;

    /// On a plane, on a box and under a ball, however it is turned, its depth is that of its exact surface: over faces, edges and corners all of it, where an
    /// edge leans that between the nearest points to the centroid.
    #[test]
    fn depths_are_those_of_the_exact_surface() {
        let solid = RoundedBox::new([0.3, 0.2, 0.5], 0.05).unwrap();
        let made = solid.faceted(Refinement::VIEW).unwrap();
        let own = Prepared::facets(made.closed(&made.facets).unwrap());
        let ready = |form| Prepared::new(form, Refinement::FINE).unwrap();
        let plane = ready(Form::HalfSpace);
        let plate = ready(Form::Box {
            extents: Vec3::new(3.0, 3.0, 0.4),
        });
        let ball = ready(Form::Sphere { radius: 0.1 });
        let core = solid.core().unwrap();
        let options = Options::default();
        let mut space = Workspace::default();
        let mut corners = 0;
        for k in 0..60 {
            let t = f64::from(k);
            // some lie on a face, on an edge or stand on a corner
            let turn = match k {
                0..3 => Mat3::identity(),
                3..10 => exp_so3(&Vec3::new(0.1 * t, 0.0, 0.0)),
                _ => exp_so3(&(Vec3::new(t.sin(), (1.7 * t).cos(), (0.6 * t).sin()) * 2.0)),
            };
            let low = core.corners.iter().map(|c| (turn * c).z);
            let low = low.fold(f64::INFINITY, f64::min) - core.rounding;
            let p = 1e-3;
            for (a, top) in [(&plane, 0.0), (&plate, 0.2)] {
                let place = Vec3::new(0.07, -0.04, top - low - p);
                let pose = Pose {
                    position: place,
                    rotation: turn,
                };
                let mut memory = Memory::default();
                let found = space.overlap(a, &own, &pose, &mut memory, &options);
                let volume = found.unwrap()[0];
                let c = volume.centroid;
                let own = solid.surface(&turn.tr_mul(&(c - place))).unwrap().point;
                let depth = (turn * own + place - Vec3::new(c.x, c.y, top)).norm();
                // rounding of lengths of a unit
                let found = volume.distance();
                // over a corner it is the depth of the corner, else that at the centroid; 1e-14: rounding of lengths of a unit
                let is_deepest = (found - p).abs() < 1e-14;
                assert!(
                    is_deepest || (k >= 10 && (found / depth - 1.0).abs() < 0.02),
                    "{k}"
                );
                corners += u32::from(k >= 10 && is_deepest);
            }
            // A ball over the place of a direction: it stands off that of the core by both radii.
            let over = solid.surface(&(turn.tr_mul(&Vec3::z()) + turn.column(0) * 0.1));
            let over = over.unwrap();
            let pose = Pose {
                position: -(turn * (over.point + over.normal * (0.1 - p))),
                rotation: turn,
            };
            let mut memory = Memory::default();
            let found = space.overlap(&ball, &own, &pose, &mut memory, &options);
            assert!((found.unwrap()[0].distance() - p).abs() < 1e-14, "{k}");
        }
        assert!(corners > 70, "{corners}");
    }
}
