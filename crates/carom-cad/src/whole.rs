//! Bodies that are one shape as a whole, such as a ball, a pin or a plate: contacts have formulas for them.
//!
//! A body is a shape if its faces lie on the surfaces of that shape and on no others, and its exact volume is that of the shape.

use crate::brep::Body;
use crate::moments::mass_properties;
use crate::sample::size_of;
use crate::surface::{Frame, Surface};
use carom_base::Vec3;
use carom_geometry::overlap::Form;
use std::f64::consts::PI;

/// Coordinates and radii that are the same, relative to the size of the body: writers round to about 1e-12.
const SAME: f64 = 1e-9;
/// Volumes that are the same, relative.
const ALIKE: f64 = 1e-8;

/// The shape that a body is, and the frame in which it stands: z is its axis.
pub fn shape(body: &Body) -> Option<(Form, Frame)> {
    let shells = body.regions.iter().map(|r| r.shells.len()).sum::<usize>();
    if shells != 1 || body.regions.len() != 1 || body.faces.len() > 64 {
        return None;
    }
    let size = size_of(body);
    let faces = Faces::of(body, SAME * size)?;
    let (form, frame, volume) = faces.shape()?;
    let found = mass_properties(body).ok()?;
    let same = (found.properties.volume - volume).abs() <= ALIKE * volume && found.exact;
    same.then_some((form, frame))
}

/// The surfaces of a body, each once.
#[derive(Default)]
struct Faces {
    /// A point and the outward normal.
    planes: Vec<(Vec3, Vec3)>,
    cylinders: Vec<(Frame, f64)>,
    cones: Vec<(Frame, f64, f64)>,
    spheres: Vec<(Vec3, f64)>,
    tori: Vec<(Frame, f64, f64)>,
    room: f64,
}

impl Faces {
    /// None for a body with faces of another kind or with material outside of a round face.
    fn of(body: &Body, room: f64) -> Option<Self> {
        let mut all = Self {
            room,
            ..Self::default()
        };
        let near = |p: Vec3, q: Vec3| (p - q).norm() <= room;
        // on one line, whatever its direction
        let coaxial = |a: &Frame, b: &Frame| {
            let off = b.origin - a.origin;
            a.z.cross(&b.z).norm() <= SAME && (off - a.z * a.z.dot(&off)).norm() <= room
        };
        for face in &body.faces {
            match &*face.surface {
                Surface::Plane(f) => {
                    let n = if face.reversed { -f.z } else { f.z };
                    let known = |(p, m): &(Vec3, Vec3)| {
                        (*m - n).norm() <= SAME && n.dot(&(*p - f.origin)).abs() <= room
                    };
                    if !all.planes.iter().any(known) {
                        all.planes.push((f.origin, n));
                    }
                }
                _ if face.reversed => return None,
                Surface::Cylinder { frame, radius } => {
                    let known =
                        |(f, r): &(Frame, f64)| coaxial(f, frame) && (r - radius).abs() <= room;
                    if !all.cylinders.iter().any(known) {
                        all.cylinders.push((*frame, *radius));
                    }
                }
                Surface::Cone {
                    frame,
                    radius,
                    slope,
                } => {
                    // from the apex along growing radius
                    let apex = frame.origin - frame.z * (radius / slope);
                    let z = frame.z * slope.signum();
                    let frame = Frame::new(apex, z, Some(frame.x))?;
                    let known = |(f, _, s): &(Frame, f64, f64)| {
                        near(f.origin, apex)
                            && (f.z - z).norm() <= SAME
                            && (s - slope.abs()).abs() <= SAME
                    };
                    if !all.cones.iter().any(known) {
                        all.cones.push((frame, 0.0, slope.abs()));
                    }
                }
                Surface::Sphere { frame, radius } => {
                    let known =
                        |(c, r): &(Vec3, f64)| near(*c, frame.origin) && (r - radius).abs() <= room;
                    if !all.spheres.iter().any(known) {
                        all.spheres.push((frame.origin, *radius));
                    }
                }
                Surface::Torus {
                    frame,
                    major,
                    minor,
                } => {
                    let known = |(f, a, b): &(Frame, f64, f64)| {
                        near(f.origin, frame.origin)
                            && coaxial(f, frame)
                            && (a - major).abs() <= room
                            && (b - minor).abs() <= room
                    };
                    if !all.tori.iter().any(known) {
                        all.tori.push((*frame, *major, *minor));
                    }
                }
                _ => return None,
            }
        }
        Some(all)
    }

    /// The shape with its frame and its volume.
    fn shape(&self) -> Option<(Form, Frame, f64)> {
        let counts = [
            self.planes.len(),
            self.cylinders.len(),
            self.cones.len(),
            self.spheres.len(),
            self.tori.len(),
        ];
        match counts {
            [0, 0, 0, 1, 0] => {
                let (centre, radius) = self.spheres[0];
                let frame = Frame::new(centre, Vec3::z(), Some(Vec3::x()))?;
                let volume = 4.0 / 3.0 * PI * radius.powi(3);
                Some((Form::Sphere { radius }, frame, volume))
            }
            [0, 0, 0, 0, 1] => {
                let (frame, major, minor) = self.tori[0];
                let volume = 2.0 * PI * PI * major * minor * minor;
                (major > minor).then_some((Form::Torus { major, minor }, frame, volume))
            }
            [2, 1, 0, 0, 0] => {
                let (frame, radius) = self.cylinders[0];
                let [low, high] = self.ends(&frame)?;
                let length = high - low;
                let frame = along(&frame, low);
                let volume = PI * radius * radius * length;
                Some((Form::Cylinder { length, radius }, frame, volume))
            }
            [0, 1, 0, 2, 0] => self.capsule(),
            [1 | 2, 0, 1, 0, 0] => self.frustum(),
            [6, 0, 0, 0, 0] => self.cuboid(),
            _ => None,
        }
    }

    /// Where planes across an axis cut it, the lower one first; none if there are others.
    fn ends(&self, axis: &Frame) -> Option<[f64; 2]> {
        let mut ends = [f64::NAN; 2];
        for (point, normal) in &self.planes {
            let up = normal.dot(&axis.z);
            if normal.cross(&axis.z).norm() > SAME {
                return None;
            }
            ends[usize::from(up > 0.0)] = axis.z.dot(&(*point - axis.origin));
        }
        Some(ends)
    }

    fn capsule(&self) -> Option<(Form, Frame, f64)> {
        let (axis, radius) = self.cylinders[0];
        let [(a, ra), (b, rb)] = [self.spheres[0], self.spheres[1]];
        let length = (b - a).norm();
        let on_axis = |c: Vec3| {
            let arm = c - axis.origin;
            (arm - axis.z * axis.z.dot(&arm)).norm() <= self.room
        };
        let alike = |r: f64| (r - radius).abs() <= self.room;
        if !(alike(ra) && alike(rb) && on_axis(a) && on_axis(b)) {
            return None;
        }
        let frame = Frame::new((a + b) * 0.5, b - a, Some(axis.x))?;
        let volume = PI * radius * radius * (length + 4.0 / 3.0 * radius);
        Some((Form::Capsule { length, radius }, frame, volume))
    }

    /// The axis runs from the apex to the wide end.
    fn frustum(&self) -> Option<(Form, Frame, f64)> {
        let (axis, _, slope) = self.cones[0];
        let [low, high] = self.ends(&axis)?;
        let low = if low.is_nan() { 0.0 } else { low };
        let (bottom, top, length) = (slope * low, slope * high, high - low);
        if !(low >= 0.0 && length > 0.0) {
            return None;
        }
        let form = Form::Frustum {
            length,
            bottom,
            top,
        };
        let volume = PI / 3.0 * length * (bottom * bottom + bottom * top + top * top);
        Some((form, along(&axis, low), volume))
    }

    fn cuboid(&self) -> Option<(Form, Frame, f64)> {
        let x = self.planes[0].1;
        let z = self.planes.iter().map(|p| p.1);
        let z = z.into_iter().find(|n| n.dot(&x).abs() <= SAME)?;
        let frame = Frame::new(Vec3::zeros(), z, Some(x))?;
        let (mut extents, mut centre) = (Vec3::zeros(), Vec3::zeros());
        for (k, axis) in [frame.x, frame.y(), frame.z].into_iter().enumerate() {
            let mut at = [f64::NAN; 2];
            for (point, normal) in &self.planes {
                if normal.cross(&axis).norm() <= SAME {
                    at[usize::from(normal.dot(&axis) > 0.0)] = axis.dot(point);
                }
            }
            extents[k] = at[1] - at[0];
            centre += axis * (0.5 * (at[0] + at[1]));
        }
        // not a number has to fail as well
        if !extents.iter().all(|x| *x > 0.0) {
            return None;
        }
        let frame = Frame {
            origin: centre,
            ..frame
        };
        Some((Form::Box { extents }, frame, extents.product()))
    }
}

fn along(frame: &Frame, height: f64) -> Frame {
    Frame {
        origin: frame.origin + frame.z * height,
        ..*frame
    }
}
