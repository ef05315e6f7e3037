//! Pairs of solids with formulas instead of meshes.
//!
//! Formulas are written once over [`Number`]: with `f64` they give the volumes, with duals their rates by the screw of A. They stand in the
//! frame of B, where A lies at a pose; [`solve`] carries the results to the frame of A.

mod balls;
mod cones;
mod cuboid;
mod edge;
mod elliptic;
mod found;
mod half_ball;
mod half_space;
mod moments;
mod numbers;
mod rules;
mod segments;
mod side;
mod slices;
mod sphere_mesh;
mod surface;
mod torus;

use super::form::Form;
use super::query::Options;
use super::volume::{Flags, Rates, Volume};
pub(super) use balls::spread;
use carom_base::{Number, Pose};
pub(super) use cuboid::nearest_from_outside;
use found::Found;
pub(super) use found::{Place, Six, found_at, rates_of, seeded, to_frame_of_a};
use numbers::value;
pub(super) use sphere_mesh::{Answer, Patches, on_surface, sort};
pub(crate) use surface::Revolved;

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
