//! Mass properties of whole surfaces and small bodies built by hand, against closed forms.
// A helper of a test fails like the test itself.
#![allow(clippy::unwrap_used)]

use crate::bodies;

use bodies::{bored, bored_in_halves, cylinder, frame, lemon, one_face, sphere, torus};
use carom_base::{Mat3, Vec3};
use carom_cad::brep::Body;
use carom_cad::{CadError, mass_properties};
use std::f64::consts::PI;

/// Rounding of some thousand terms, and of the gap between halved Gauss sums.
const TOLERANCE: f64 = 1e-12;

fn check(body: &Body, volume: f64, area: f64, centre: Vec3, inertia: Mat3) {
    let mass = mass_properties(body).unwrap();
    assert!(mass.exact);
    assert!(mass.error < TOLERANCE, "{}", mass.error);
    let m = mass.properties;
    assert!(
        (m.volume / volume - 1.0).abs() < TOLERANCE,
        "{} {volume}",
        m.volume
    );
    assert!(
        (mass.area / area - 1.0).abs() < TOLERANCE,
        "{} {area}",
        mass.area
    );
    let size = volume.cbrt();
    assert!(
        (m.centroid - centre).amax() < TOLERANCE * size,
        "{}",
        m.centroid
    );
    assert!(
        (m.inertia - inertia).amax() < TOLERANCE * inertia.amax(),
        "{:?} {inertia:?}",
        m.inertia
    );
}

/// On the axes of the frame, whose z axis has the moment `along`.
fn turned(across: f64, along: f64) -> Mat3 {
    let z = frame().z;
    Mat3::identity() * across + z.outer(&z) * (along - across)
}

#[test]
fn a_sphere() {
    let r: f64 = 1.7;
    let (volume, area) = (4.0 / 3.0 * PI * r.powi(3), 4.0 * PI * r * r);
    let moment = 0.4 * volume * r * r;
    check(
        &sphere(r),
        volume,
        area,
        frame().origin,
        Mat3::identity() * moment,
    );
}

/// V = 2π²ab², A = 4π²ab, I = V(a² + ¾b²) along the axis, V(½a² + ⅝b²) across.
#[test]
fn a_torus() {
    let (a, b): (f64, f64) = (3.0, 1.1);
    let volume = 2.0 * PI * PI * a * b * b;
    let inertia = turned(
        volume * (0.5 * a * a + 0.625 * b * b),
        volume * (a * a + 0.75 * b * b),
    );
    check(
        &torus(a, b),
        volume,
        4.0 * PI * PI * a * b,
        frame().origin,
        inertia,
    );
}

/// Rings without seams, as Parasolid has them.
#[test]
fn a_cylinder_of_rings() {
    let (r, h): (f64, f64) = (0.8, 2.5);
    let volume = PI * r * r * h;
    let centre = frame().origin + frame().z * (0.5 * h);
    let inertia = turned(volume * (r * r / 4.0 + h * h / 12.0), volume * r * r / 2.0);
    check(
        &cylinder(r, h),
        volume,
        2.0 * PI * r * (r + h),
        centre,
        inertia,
    );
}

/// A circular arc turned about its chord: radius b, half angle α with cos α = −a/b.
/// V = 2πb³ (sin α − α cos α − ⅓ sin³ α), A = 4πb² (sin α − α cos α).
#[test]
fn a_lemon() {
    let (a, b): (f64, f64) = (-1.0, 3.0);
    let alpha = (-a / b).acos();
    let (s, c) = alpha.sin_cos();
    let volume = 2.0 * PI * b.powi(3) * (s - alpha * c - s.powi(3) / 3.0);
    let area = 4.0 * PI * b * b * (s - alpha * c);
    let mass = mass_properties(&lemon(a, b)).unwrap();
    assert!((mass.properties.volume / volume - 1.0).abs() < TOLERANCE);
    assert!((mass.area / area - 1.0).abs() < TOLERANCE);
    assert!((mass.properties.centroid - frame().origin).amax() < TOLERANCE);
}

#[test]
fn a_surface_turned_inside_out_encloses_nothing() {
    let mut body = sphere(1.0);
    body.faces[0].reversed = true;
    let error = mass_properties(&body).unwrap_err();
    assert!(matches!(error, CadError::Entity { .. }));
    assert!(error.to_string().contains("inside out"), "{error}");
}

#[test]
fn an_open_surface_is_refused_by_name() {
    let plane = carom_cad::surface::Surface::Plane(frame());
    let error = mass_properties(&one_face(plane)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "body ball: the chord height of its mesh is not positive"
    );
}

/// Two cylinders of radii R > r whose axes cross share `8 r² ∫₀^{π/2} cos²t √(R² − r² sin²t) dt`; the sum of a smooth periodic function
/// over equal steps is exact to rounding.
#[test]
fn a_bore_whose_edges_are_intersections() {
    let (big, small): (f64, f64) = (5.0, 3.0);
    let count = 64;
    let term = |k: u32| {
        let (s, c) = (std::f64::consts::TAU * f64::from(k) / f64::from(count)).sin_cos();
        c * c * (big * big - small * small * s * s).sqrt()
    };
    let common = 2.0 * small * small * std::f64::consts::TAU / f64::from(count)
        * (0..count).map(term).sum::<f64>();
    let volume = PI * big * big * 4.0 * big - common;
    for body in [bored(big, small), bored_in_halves(big, small)] {
        let mass = mass_properties(&body).unwrap();
        assert!(mass.exact);
        // Newton's method on the surfaces ends at rounding.
        let error = mass.properties.volume / volume - 1.0;
        assert!(error.abs() < 1e-11, "{error:e}");
        assert!(mass.properties.centroid.amax() < 1e-10);
    }
}
