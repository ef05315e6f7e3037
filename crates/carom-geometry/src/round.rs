//! Round shapes by their exact faces, for pairs without a formula.
//!
//! A point p has the foot r on a face with the outward normal n; the normal turns with the foot by S, and with h = (p − r)·n the foot follows the point by
//!
//! ```text
//! (1 + h·S)⁻¹ − n nᵀ
//! ```
//!
//! With e the direction away from the axis z, t = z × e, ρ the distance of the foot from the axis, and K the slope of the radius:
//!
//! | face | n | S |
//! |---|---|---|
//! | cylinder, cone | (e − K·z)/√(1 + K²) | t tᵀ/(ρ·√(1 + K²)) |
//! | torus of the radii R, r | (p − R·e)/‖p − R·e‖ | m mᵀ/r + t tᵀ·(n·e)/ρ, with m = t × n |
//! | ball; capsule by its axis | away from the centre or the axis | (1 − n nᵀ)/r; t tᵀ/r |
//! | ellipsoid, x²/a² + y²/b² + z²/c² = 1 | g/‖g‖, g = D·r, D = diag(a⁻², b⁻², c⁻²) | P·D·P/‖g‖, P = 1 − n nᵀ |
//!
//! The foot on an ellipsoid is `a²·p/(a² + τ)` for each coordinate, with the τ for which it is on the surface (Eberly 2013, distance from a point to an ellipsoid).

use crate::overlap::Form;
use crate::{EdgeFoot, Faces, Faceted, Facets, Foot, Mesh};
use carom_base::{Mat3, Vec3};
use std::sync::Arc;

/// The round face.
const SIDE: u32 = 0;
/// The disc at z = 0.
const BOTTOM: u32 = 1;
/// The disc at the other end.
const TOP: u32 = 2;
/// Of Newton's search for τ: from next to the surface it takes four or five.
const STEPS: usize = 30;

/// A shape with a round face.
#[derive(Debug)]
struct Round(Form);

/// The triangles of a shape with the faces that they stand for; none if none of its faces is round.
pub(crate) fn faceted(form: &Form, mesh: Mesh) -> Option<Faceted> {
    let round = match form {
        Form::Sphere { .. }
        | Form::Cylinder { .. }
        | Form::Capsule { .. }
        | Form::Ellipsoid { .. }
        | Form::Frustum { .. }
        | Form::Torus { .. } => Round(*form),
        _ => return None,
    };
    let face_of = |t: usize| round.face_of(&mesh.triangles[t].map(|v| mesh.vertices[v as usize]));
    let facets = facets_of(&mesh, face_of, |face, p| round.surface(face, p));
    Some(Faceted {
        facets: Facets {
            mesh: Arc::new(mesh),
            ..facets
        },
        primitive: None,
        exact: Arc::new(round),
    })
}

/// The triangles of a mesh as those of the faces `face_of` their numbers, which have these places next to a point.
pub(crate) fn facets_of(
    mesh: &Mesh,
    face_of: impl Fn(usize) -> u32,
    surface: impl Fn(u32, &Vec3) -> Option<Place>,
) -> Facets {
    let mut facets = Facets::default();
    for (t, triangle) in mesh.triangles.iter().enumerate() {
        let corners = triangle.map(|v| mesh.vertices[v as usize]);
        let face = face_of(t);
        let [a, b, c] = corners;
        let across = (b - a).cross(&(c - a)).normalize();
        let normal = |p: &Vec3| surface(face, p).map_or(across, |s| s.normal);
        facets.normals.push(corners.map(|p| normal(&p)));
        facets.faces.push(face);
        let between = [a + b, b + c, c + a].map(|sum| sum * 0.5);
        for p in between.into_iter().chain([(a + b + c) / 3.0]) {
            let off = surface(face, &p).map_or(0.0, |s| (p - s.point).norm());
            facets.tolerance = facets.tolerance.max(off);
        }
    }
    facets
}

/// A place of a surface.
pub(crate) struct Place {
    pub point: Vec3,
    pub normal: Vec3,
    /// S.
    pub bend: Mat3,
}

impl Place {
    /// As the foot of a point.
    pub fn foot(&self, of: &Vec3) -> Option<Foot> {
        let height = (of - self.point).dot(&self.normal);
        let moved = (Mat3::identity() + self.bend * height).try_inverse()?;
        Some(Foot {
            point: self.point,
            normal: self.normal,
            follows: moved - self.normal.outer(&self.normal),
            bend: self.bend,
        })
    }
}

impl Round {
    /// The face of a triangle: those of the discs lie across the axis.
    fn face_of(&self, corners: &[Vec3; 3]) -> u32 {
        let (Form::Cylinder { length, .. } | Form::Frustum { length, .. }) = self.0 else {
            return SIDE;
        };
        let z = corners[0].z;
        match corners.iter().all(|p| p.z == z) {
            true if z.abs() < 0.5 * length.abs() => BOTTOM,
            true => TOP,
            false => SIDE,
        }
    }

    /// The place of a face that is nearest to a point.
    fn surface(&self, face: u32, p: &Vec3) -> Option<Place> {
        match self.0 {
            Form::Cylinder { length, .. } | Form::Frustum { length, .. } if face != SIDE => {
                let (z, out) = match face {
                    BOTTOM => (0.0, -length.signum()),
                    _ => (length, length.signum()),
                };
                Some(Place {
                    point: Vec3::new(p.x, p.y, z),
                    normal: Vec3::z() * out,
                    bend: Mat3::zeros(),
                })
            }
            Form::Cylinder { radius, .. } => cone(p, radius, 0.0),
            Form::Frustum {
                length,
                bottom,
                top,
            } => cone(p, bottom, (top - bottom) / length),
            Form::Torus { major, minor } => torus(p, major, minor),
            Form::Sphere { radius } => capsule(p, 0.0, radius),
            Form::Capsule { length, radius } => capsule(p, 0.5 * length, radius),
            Form::Ellipsoid { semi_axes } => ellipsoid(p, &semi_axes),
            _ => None,
        }
    }
}

/// The nearest point of a circle about the z axis.
pub(crate) fn rim(radius: f64, z: f64, p: &Vec3) -> Option<EdgeFoot> {
    let [e, t] = around(p)?;
    (radius > 0.0).then(|| EdgeFoot {
        point: e * radius + Vec3::z() * z,
        tangent: t,
        bend: e * (-1.0 / radius),
        end: false,
    })
}

/// e and t.
pub(crate) fn around(p: &Vec3) -> Option<[Vec3; 2]> {
    let e = Vec3::new(p.x, p.y, 0.0).try_normalize(0.0)?;
    Some([e, Vec3::new(-e.y, e.x, 0.0)])
}

/// The surface whose radius is `radius` at z = 0 and grows by `slope`.
fn cone(p: &Vec3, radius: f64, slope: f64) -> Option<Place> {
    let [e, t] = around(p)?;
    let lean = 1.0 / (1.0 + slope * slope).sqrt();
    let along = (e * slope + Vec3::z()) * lean;
    let foot = e * radius;
    let point = foot + along * along.dot(&(p - foot));
    let rho = point.dot(&e);
    (rho > 0.0).then(|| Place {
        point,
        normal: (e - Vec3::z() * slope) * lean,
        bend: t.outer(&t) * (lean / rho),
    })
}

fn torus(p: &Vec3, major: f64, minor: f64) -> Option<Place> {
    let [e, t] = around(p)?;
    let normal = (p - e * major).try_normalize(0.0)?;
    let point = e * major + normal * minor;
    let m = t.cross(&normal);
    let rho = point.dot(&e);
    (rho > 0.0).then(|| Place {
        point,
        normal,
        bend: m.outer(&m) * (1.0 / minor) + t.outer(&t) * (normal.dot(&e) / rho),
    })
}

fn capsule(p: &Vec3, half: f64, radius: f64) -> Option<Place> {
    let centre = Vec3::z() * p.z.clamp(-half, half);
    let normal = (p - centre).try_normalize(0.0)?;
    let mut bend = Mat3::identity() - normal.outer(&normal);
    if p.z.abs() < half {
        bend -= Vec3::z().outer(&Vec3::z());
    }
    Some(Place {
        point: centre + normal * radius,
        normal,
        bend: bend * (1.0 / radius),
    })
}

fn ellipsoid(p: &Vec3, semi_axes: &Vec3) -> Option<Place> {
    let squares = semi_axes.component_mul(semi_axes);
    let mut tau = 0.0;
    for _ in 0..STEPS {
        // F = Σ (a·p/(a² + τ))² − 1 falls and is convex above −min a²
        let (mut value, mut slope) = (-1.0, 0.0);
        for i in 0..3 {
            let below = squares[i] + tau;
            let part = semi_axes[i] * p[i] / below;
            value += part * part;
            slope -= 2.0 * part * part / below;
        }
        let next = tau - value / slope;
        if next.is_nan() || next <= -squares.min() {
            return None;
        }
        let done = (next - tau).abs() <= 1e-15 * (squares.min() + tau);
        tau = next;
        if done {
            break;
        }
    }
    let point = Vec3::from_fn(|i| squares[i] * p[i] / (squares[i] + tau));
    let g = Vec3::from_fn(|i| point[i] / squares[i]);
    let normal = g.try_normalize(0.0)?;
    let across = Mat3::identity() - normal.outer(&normal);
    let d = Mat3::from_diagonal(&Vec3::from_fn(|i| 1.0 / squares[i]));
    Some(Place {
        point,
        normal,
        bend: across * d * across * (1.0 / g.norm()),
    })
}

impl Faces for Round {
    fn foot(&self, face: u32, point: &Vec3) -> Option<Foot> {
        self.surface(face, point)?.foot(point)
    }

    /// The rim between the round face and a disc.
    fn edge_foot(&self, faces: [u32; 2], point: &Vec3) -> Option<EdgeFoot> {
        let top = match faces {
            [SIDE, BOTTOM] | [BOTTOM, SIDE] => false,
            [SIDE, TOP] | [TOP, SIDE] => true,
            _ => return None,
        };
        let (length, radii) = match self.0 {
            Form::Cylinder { length, radius } => (length, [radius; 2]),
            Form::Frustum {
                length,
                bottom,
                top,
            } => (length, [bottom, top]),
            _ => return None,
        };
        let (z, radius) = if top {
            (length, radii[1])
        } else {
            (0.0, radii[0])
        };
        rim(radius, z, point)
    }

    fn is_flat(&self, face: u32) -> bool {
        face != SIDE
    }

    fn divide(&self, _: usize) -> Result<Option<Facets>, String> {
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::overlap::{Memory, Options, Prepared, Workspace};
    use crate::shapes::Cuboid;
    use crate::{Refinement, Revolution, Solid};
    use carom_base::Pose;
    use carom_base::space::exp_so3;

    fn shapes() -> Vec<Form> {
        vec![
            Form::Sphere { radius: 0.7 },
            Form::Cylinder {
                length: 2.0,
                radius: 0.5,
            },
            Form::Cylinder {
                length: -2.0,
                radius: 0.5,
            },
            Form::Frustum {
                length: 1.5,
                bottom: 0.9,
                top: 0.3,
            },
            Form::Frustum {
                length: -1.5,
                bottom: 0.3,
                top: 0.9,
            },
            Form::Frustum {
                length: 1.5,
                bottom: 0.9,
                top: 0.0,
            },
            Form::Capsule {
                length: 1.0,
                radius: 0.4,
            },
            Form::Torus {
                major: 1.0,
                minor: 0.3,
            },
            Form::Ellipsoid {
                semi_axes: Vec3::new(0.5, 0.8, 1.3),
            },
        ]
    }

    /// The foot is on the surface, the way to it at a right angle; foot and normal move as differences say. Triangles are as far off as they say.
    #[test]
    fn feet_on_round_faces() {
        let round = shapes().into_iter().map(|form| {
            let mesh = form.solid().unwrap().unwrap().mesh(Refinement::VIEW);
            (format!("{form:?}"), faceted(&form, mesh).unwrap())
        });
        // a pulley with a bore
        let ring = [
            [0.2, 0.0],
            [0.5, 0.0],
            [0.5, 0.1],
            [0.35, 0.2],
            [0.5, 0.3],
            [0.2, 0.3],
            [0.2, 0.0],
        ];
        let turned = Revolution::new(&ring).unwrap().faceted(Refinement::VIEW);
        for (form, made) in round.chain([("a pulley".into(), turned)]) {
            let facets = &made.facets;
            let mut seen = 0;
            for (t, &face) in facets.mesh.triangles.iter().zip(&facets.faces) {
                let [a, b, c] = t.map(|v| facets.mesh.vertices[v as usize]);
                let across = (b - a).cross(&(c - a)).normalize();
                for height in [0.05, -0.05] {
                    let p = a * 0.5 + b * 0.3 + c * 0.2 + across * height;
                    let Some(foot) = made.exact.foot(face, &p) else {
                        // at the apex of a cone
                        continue;
                    };
                    seen += 1;
                    assert!(foot.normal.dot(&across) > 0.9, "{form} {face}");
                    let way = p - foot.point;
                    // rounding of numbers of size one
                    let aside = (way - foot.normal * foot.normal.dot(&way)).amax();
                    assert!(aside < 1e-14, "{form} {aside:e}");
                    let again = made.exact.foot(face, &foot.point).unwrap();
                    assert!((again.point - foot.point).amax() < 1e-14, "{form}");
                    for axis in 0..3 {
                        let step = Vec3::from_fn(|i| if i == axis { 1e-6 } else { 0.0 });
                        let at = |q: Vec3| made.exact.foot(face, &q).unwrap();
                        let (ahead, behind) = (at(p + step), at(p - step));
                        let slope = (ahead.point - behind.point) / 2e-6;
                        let off = (slope - foot.follows.column(axis)).amax();
                        // differences: rounding over the step, and its square over the radius
                        assert!(off < 2e-9, "{form} {face} {off:e}");
                        let turn = (ahead.normal - behind.normal) / 2e-6;
                        let off = (turn - foot.bend * foot.follows.column(axis)).amax();
                        assert!(off < 2e-9, "{form} {face} {off:e}");
                    }
                    let within = a * 0.5 + b * 0.3 + c * 0.2;
                    let off = made.exact.foot(face, &within).unwrap().point - within;
                    // the middles of sides and of the triangle do not have the largest distance of doubly curved faces
                    assert!(
                        off.norm() < 1.1 * facets.tolerance + 1e-15,
                        "{form} {off:?}"
                    );
                }
            }
            assert!(seen > 100, "{form}: {seen}");
        }
    }

    /// Round shapes that lie or roll on a plate of triangles: by their faces as deep as they are, by triangles not.
    #[test]
    fn round_shapes_roll_without_facets() {
        let plate = Cuboid::new([8.0, 8.0, 1.0]).unwrap().mesh(Refinement::VIEW);
        let plate = Prepared::mesh(&plate).unwrap();
        let p = 1e-3;
        let options = Options::default();
        let mut space = Workspace::default();
        let mut depth = |shape: &Prepared, turn: &Mat3, height: f64| {
            let pose = Pose {
                position: Vec3::new(0.31, 0.17, 0.5 + height - p),
                rotation: *turn,
            };
            let mut memory = Memory::default();
            let found = space.overlap(&plate, shape, &pose, &mut memory, &options);
            found.unwrap().first().map_or(0.0, |v| v.distance())
        };
        for form in shapes() {
            // a frustum rolls on its side, a cylinder and a torus too
            let (lean, height) = match form {
                Form::Cylinder { radius, .. } => (0.0, radius),
                Form::Frustum {
                    length,
                    bottom,
                    top,
                } => {
                    let angle = ((top - bottom) / length).atan();
                    (-angle, bottom * angle.cos())
                }
                Form::Capsule { radius, .. } => (0.0, radius),
                Form::Torus { major, minor } => (0.0, major + minor),
                Form::Sphere { radius } => (0.0, radius),
                _ => continue,
            };
            let faces = Prepared::with_faces(form, Refinement::FINE).unwrap();
            let plain = Prepared::new(form, Refinement::FINE).unwrap();
            let (mut worst, mut rough) = (0.0f64, 0.0f64);
            for k in 0..100 {
                // about its axis, which then lies along x and leans
                let about = exp_so3(&Vec3::new(0.0, 0.0, 0.0123 * f64::from(k)));
                let along = exp_so3(&Vec3::new(0.0, std::f64::consts::FRAC_PI_2 + lean, 0.0));
                let turn = along * about;
                worst = worst.max((depth(&faces, &turn, height) / p - 1.0).abs());
                rough = rough.max((depth(&plain, &turn, height) / p - 1.0).abs());
            }
            // rounding of lengths of one over a depth of a thousandth
            assert!(worst < 1e-11, "{form:?}: {worst:e}");
            // 128 facets around: a ball goes by its distance anyway
            let by_distance = matches!(form, Form::Sphere { .. });
            assert!(by_distance || rough > 0.1, "{form:?}: {rough:e}");
        }
    }
}
