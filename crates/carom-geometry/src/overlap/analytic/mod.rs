//! Pairs of solids with formulas instead of meshes.
//!
//! Formulas are written once over [`Number`]: with `f64` they give the volumes, with duals their rates by the screw of A. They stand in the
//! frame of B, where A lies at a pose; [`solve`] carries the results to the frame of A.

mod balls;
mod cones;
mod cuboid;
mod edge;
mod elliptic;
mod half_ball;
mod half_space;
mod rules;
mod segments;
mod slices;
mod sphere_mesh;
mod surface;
mod torus;

use super::rate::{Rate1, Rate3};
use super::volume::{Flags, Rates, Volume};
use super::{Form, Options};
pub(super) use balls::spread;
use carom_base::space::skew;
use carom_base::{Dual, Mat3, Number, Pose, Vec3};
pub(super) use cuboid::nearest_from_outside;
pub(super) use sphere_mesh::{Answer, Patches, on_surface, sort};
pub(crate) use surface::Revolved;

/// A number with the rates by the six motions of A.
pub(super) type Six = Dual<f64, 6>;

/// One volume in the frame of B.
#[derive(Clone, Copy)]
pub(super) struct Found<T: Number> {
    volume: T,
    centroid: Vec3<T>,
    /// N.
    area: Vec3<T>,
    /// M about the origin of B.
    moment: Vec3<T>,
    nearest: [Vec3<T>; 2],
    chord: T,
    flags: Flags,
}

/// A contact without extent: between two points.
pub(super) fn found_at<T: Number>(nearest: [Vec3<T>; 2]) -> Found<T> {
    Found {
        volume: T::zero(),
        centroid: (nearest[0] + nearest[1]) * T::constant(0.5),
        area: Vec3::zeros(),
        moment: Vec3::zeros(),
        nearest,
        chord: T::zero(),
        flags: Flags::NONE,
    }
}

/// At most two volumes: none of the pairs has more.
pub(super) type List<T> = [Option<Found<T>>; 2];

/// Where A lies in the frame of B.
#[derive(Clone, Copy)]
pub(super) struct Place<T: Number> {
    pub position: Vec3<T>,
    pub rotation: Mat3<T>,
}

impl<T: Number> Place<T> {
    /// A point of A in the frame of B.
    pub(super) fn carry(&self, p: &Vec3<T>) -> Vec3<T> {
        self.rotation * p + self.position
    }
}

/// From 0 to 1 as s is, without a kink.
fn smooth<T: Number>(s: T) -> T {
    match s.value() {
        x if x <= 0.0 => T::zero(),
        x if x >= 1.0 => T::one(),
        _ => s * s * (T::constant(3.0) - s * 2.0),
    }
}

fn norm<T: Number>(v: &Vec3<T>) -> T {
    v.dot(v).sqrt()
}

fn constant<T: Number>(v: &Vec3) -> Vec3<T> {
    v.map(T::constant)
}

fn value<T: Number>(v: &Vec3<T>) -> Vec3 {
    v.map(Number::value)
}

/// Whether the formulas know a pair, at this pose of B in A.
pub(super) fn knows(a: &Form, b: &Form, pose: &Pose) -> bool {
    match (a, b) {
        (Form::Sphere { .. }, Form::Sphere { .. } | Form::Cavity { .. } | Form::Wedge { .. }) => {
            true
        }
        (Form::Sphere { .. }, Form::Box { .. }) => true,
        (Form::Sphere { .. } | Form::Ellipsoid { .. } | Form::Box { .. }, Form::HalfSpace) => true,
        (_, Form::HalfSpace) => a.revolved().is_some(),
        (Form::Sphere { radius: ball }, _) => b.revolved().is_some_and(|solid| {
            let centre = pose.inverse().position;
            let beside = |length: f64, radius| balls::is_beside(*ball, length, radius, &centre);
            // right on the surface there is no way to it
            (solid.nearest(&centre).0 != centre)
                || matches!(b, Form::Cylinder { length, radius } if beside(*length, *radius))
        }),
        _ => false,
    }
}

/// The volumes of a known pair, in the frame of A. `pose` is that of B in A.
pub(super) fn solve(
    a: &Form,
    b: &Form,
    pose: &Pose,
    options: &Options,
    volumes: &mut Vec<Volume>,
    rates: &mut Vec<Rates>,
) {
    let of_a = pose.inverse();
    let place = Place {
        position: of_a.position,
        rotation: of_a.rotation,
    };
    let size = a.volume().min(b.volume());
    // A volume that is nothing by rounding has no centroid.
    let mut kept = [false; 2];
    let mut number = 0;
    pair(a, b, &place, |f: &Found<f64>| {
        if f.volume > 0.0 {
            let mut volume = to_frame_of_a(f, pose);
            let deep = f.volume > options.deep * size;
            volume.flags.set(Flags::DEEP, deep);
            volume.flags.set(Flags::DIVERGING, volume.diverges());
            volumes.push(volume);
            kept[number] = true;
        }
        number += 1;
    });
    if options.rates {
        let mut number = 0;
        pair(a, b, &seeded(&of_a), |f: &Found<Six>| {
            if kept[number] {
                rates.push(rates_of(f, pose));
            }
            number += 1;
        });
    }
    sort(volumes, rates);
}

/// The place of A as it moves by the screw: velocity and turning on the axes of A, about the origin of A.
pub(super) fn seeded(of_a: &Pose) -> Place<Six> {
    let mut position = constant::<Six>(&of_a.position);
    let mut rotation = of_a.rotation.map(Six::constant);
    for k in 0..3 {
        let axis = of_a.rotation.column(k);
        let turned = skew(&axis) * of_a.rotation;
        for i in 0..3 {
            position[i].eps[k] = axis[i];
            for j in 0..3 {
                rotation[(i, j)].eps[k + 3] = turned[(i, j)];
            }
        }
    }
    Place { position, rotation }
}

pub(super) fn to_frame_of_a(f: &Found<f64>, pose: &Pose) -> Volume {
    let place = |p: &Vec3| pose.rotation * p + pose.position;
    let area = pose.rotation * f.area;
    Volume {
        volume: f.volume,
        centroid: place(&f.centroid),
        vector_area: area,
        moment: pose.rotation * f.moment + pose.position.cross(&area),
        nearest: [place(&f.nearest[0]), place(&f.nearest[1])],
        chord: f.chord,
        flags: f.flags,
    }
}

pub(super) fn rates_of(f: &Found<Six>, pose: &Pose) -> Rates {
    let row = |x: &Six| Rate1::new(Vec3::from_slice(&x.eps[..3]), Vec3::from_slice(&x.eps[3..]));
    let rows = |v: &Vec3<Six>| {
        let by = |first| Mat3::from_fn(|i, k| v[i].eps[first + k]);
        pose.rotation * Rate3::new(by(0), by(3))
    };
    let area = rows(&f.area);
    Rates {
        volume: row(&f.volume),
        centroid: rows(&f.centroid),
        vector_area: area,
        moment: rows(&f.moment) + skew(&pose.position) * area,
        nearest: [rows(&f.nearest[0]), rows(&f.nearest[1])],
        chord: row(&f.chord),
    }
}

/// The volumes of a known pair, at most two, to `take`.
fn pair<T: Number>(a: &Form, b: &Form, place: &Place<T>, mut take: impl FnMut(&Found<T>)) {
    let found = match (a, b) {
        (Form::Sphere { radius }, Form::HalfSpace) => balls::half_space(*radius, &place.position),
        (Form::Sphere { radius }, Form::Sphere { radius: other }) => {
            balls::spheres(*radius, *other, &place.position)
        }
        (Form::Sphere { radius }, Form::Cavity { radius: other }) => {
            balls::cavity(*radius, *other, &place.position)
        }
        (Form::Sphere { radius }, Form::Wedge { normals, convex }) => {
            let [first, second] = edge::wedge(*radius, normals, *convex, &place.position);
            first.iter().for_each(&mut take);
            second
        }
        (
            Form::Sphere { radius },
            Form::Cylinder {
                length,
                radius: other,
            },
        ) if balls::is_beside(*radius, *length, *other, &value(&place.position)) => {
            balls::cylinder(*radius, *other, &place.position)
        }
        (Form::Sphere { radius }, Form::Box { extents }) => {
            cuboid::ball(*radius, extents, &place.position)
        }
        (Form::Box { extents }, Form::HalfSpace) => cuboid::on_half_space(extents, place),
        (Form::Ellipsoid { semi_axes }, Form::HalfSpace) => half_space::ellipsoid(semi_axes, place),
        (Form::Capsule { length, radius }, Form::HalfSpace)
            if let Some(end) = half_space::end_of_capsule(*length, *radius, place) =>
        {
            balls::half_space(*radius, &end)
        }
        (_, Form::HalfSpace) => a
            .revolved()
            .and_then(|solid| half_space::revolved(&solid, place)),
        (Form::Sphere { radius }, _) => b
            .revolved()
            .and_then(|solid| balls::revolved(*radius, &solid, &place.position)),
        _ => None,
    };
    found.iter().for_each(take);
}

/// ∫ f between two places by the double exponential rule; f of the distances from both.
#[cfg(test)]
pub(super) fn integral(begin: f64, end: f64, f: impl Fn(f64, f64) -> [f64; 2]) -> [f64; 2] {
    let (span, step) = (end - begin, 1.0 / 64.0);
    let mut sum = [0.0; 2];
    for k in -260..=260 {
        let t = step * f64::from(k);
        let u = 0.5 * std::f64::consts::PI * t.sinh();
        let weight = 0.5 * span * step * 0.5 * std::f64::consts::PI * t.cosh() / u.cosh().powi(2);
        let near = span / (1.0 + (2.0 * u.abs()).exp());
        let far = span - near;
        let values = if t < 0.0 { f(near, far) } else { f(far, near) };
        sum = std::array::from_fn(|k| sum[k] + values[k] * weight);
    }
    sum
}

/// φ − sin φ·cos φ with its digits where it is small.
#[cfg(test)]
pub(super) fn excess(phi: f64) -> f64 {
    let x = 2.0 * phi;
    if x > 1.0 {
        return 0.5 * (x - x.sin());
    }
    let term = |(t, s): (f64, f64), k: u32| {
        let t = -t * x * x / (f64::from(2 * k) * f64::from(2 * k + 1));
        (t, s - t)
    };
    0.5 * (1..30).fold((x, 0.0), term).1
}

/// Numbers in [0, 1) of a linear congruential generator (Knuth's MMIX).
#[cfg(test)]
pub(super) fn random(mut state: u64) -> impl FnMut() -> f64 {
    move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005);
        state = state.wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1u64 << 53) as f64
    }
}
