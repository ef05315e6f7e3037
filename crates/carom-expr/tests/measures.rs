//! All measures against definitions by differences in time, along random motions of four frames.
#![allow(non_snake_case)]

use crate::common;

use carom_base::space::{angles_313, angles_321, rotation_x, rotation_y, rotation_z};
use carom_base::{Dual, Mat3, Number, Vec3};
use carom_expr::measure::{MarkerState, Measure, Role};
use common::Random;

/// Each coordinate is a sum of two sines of time, each angle too.
struct Motion {
    waves: [[f64; 6]; 6],
    /// Keeps the frames apart, where directions between them are smooth.
    middle: Vec3,
}

impl Motion {
    fn random(r: &mut Random) -> Self {
        let waves = std::array::from_fn(|_| {
            std::array::from_fn(|k| match k % 3 {
                0 => r.between(-1.0, 1.0),
                1 => r.between(0.5, 2.0),
                _ => r.between(-3.0, 3.0),
            })
        });
        let middle = Vec3::new(9.0 * r.unit(), 9.0 * r.unit(), 0.0);
        Self { waves, middle }
    }
    fn coordinate<T: Number>(&self, k: usize, t: T) -> T {
        let w = &self.waves[k];
        (t * w[1] + w[2]).sin() * w[0] + (t * w[4] + w[5]).sin() * w[3]
    }
    fn p<T: Number>(&self, t: T) -> Vec3<T> {
        Vec3::new(
            self.coordinate(0, t) + self.middle.x,
            self.coordinate(1, t) + self.middle.y,
            self.coordinate(2, t) + self.middle.z,
        )
    }
    fn R(&self, t: f64) -> Mat3 {
        let a = |k| self.coordinate(k, t);
        rotation_z(a(3)) * rotation_y(a(4)) * rotation_x(a(5))
    }
    /// ω = ȧ·z + ḃ·Rz·y + ċ·Rz·Ry·x for R = Rz(a)·Ry(b)·Rx(c)
    fn w<T: Number>(&self, t: T) -> Vec3<T> {
        let time = Dual::<T, 1>::variable(t, 0);
        let [a, b, c] = [3, 4, 5].map(|k| self.coordinate(k, time));
        let (sa, ca, sb, cb) = (a.re.sin(), a.re.cos(), b.re.sin(), b.re.cos());
        let z = Vec3::new(T::zero(), T::zero(), a.eps[0]);
        let y = Vec3::new(-sa, ca, T::zero()) * b.eps[0];
        let x = Vec3::new(ca * cb, sa * cb, -sb) * c.eps[0];
        z + y + x
    }
    fn state(&self, t: f64) -> MarkerState<f64> {
        let time = Dual::<Dual<f64, 1>, 1>::variable(Dual::variable(t, 0), 0);
        let p = self.p(time);
        let w = self.w(Dual::<f64, 1>::variable(t, 0));
        MarkerState {
            p: p.map(|c| c.re.re),
            R: self.R(t),
            v: p.map(|c| c.re.eps[0]),
            w: w.map(|c| c.re),
            a: p.map(|c| c.eps[0].eps[0]),
            wdot: w.map(|c| c.eps[0]),
        }
    }
}

const H: f64 = 2e-3;

/// First difference, five points: h⁴·f⁽⁵⁾/30 ≈ 1e-11 for these waves, rounding 1e-13.
fn rate<V>(f: impl Fn(f64) -> V) -> V
where
    V: std::ops::Sub<Output = V> + std::ops::Mul<f64, Output = V>,
{
    rate_with(H, f)
}

fn rate_with<V>(h: f64, f: impl Fn(f64) -> V) -> V
where
    V: std::ops::Sub<Output = V> + std::ops::Mul<f64, Output = V>,
{
    (f(h) - f(-h)) * (8.0 / (12.0 * h)) - (f(2.0 * h) - f(-2.0 * h)) * (1.0 / (12.0 * h))
}

/// Second difference: h⁴·f⁽⁶⁾/90 with f⁽⁶⁾ up to 1e5, and rounding 1e-15/h²: below 1e-7.
fn second(f: impl Fn(f64) -> Vec3) -> Vec3 {
    let h = H;
    let sum = |k: f64| f(k * h) + f(-k * h);
    (sum(1.0) * 16.0 - sum(2.0) - f(0.0) * 30.0) / (12.0 * h * h)
}

fn axial(m: &Mat3) -> Vec3 {
    Vec3::new(
        m[(2, 1)] - m[(1, 2)],
        m[(0, 2)] - m[(2, 0)],
        m[(1, 0)] - m[(0, 1)],
    ) * 0.5
}

const EULER: [Measure; 4] = [Measure::E0, Measure::E1, Measure::E2, Measure::E3];

/// What the manuals say, from positions and orientations at times around `t` only.
fn expected(measure: Measure, m: &[Motion; 4], t: f64) -> f64 {
    use Measure::*;
    let [i, j, k, l] = m;
    let third = matches!(measure, VM | VR | ACCM | WDTM);
    let l = if third { k } else { l };
    let r = |s: f64| i.p(t + s) - j.p(t + s);
    let axis = |n: usize| k.R(t).column(n);
    let R_JI = j.R(t).transpose() * i.R(t);
    // derivatives as an observer in l sees them
    let seen = |s: f64| l.R(t + s).transpose() * r(s);
    let velocity = || l.R(t) * rate(seen);
    let acceleration = || l.R(t) * second(seen);
    // angular velocity of i in j, from the change of its axes
    let omega = |s: f64| {
        let at = |s: f64| j.R(t + s).transpose() * i.R(t + s);
        j.R(t + s) * axial(&(rate(|h| at(s + h)) * at(s).transpose()))
    };
    let omega_rate = || l.R(t) * rate(|s| l.R(t + s).transpose() * omega(s));
    let project = |a: &Vec3| {
        let [x, y, z] = [i.R(t).column(0), i.R(t).column(1), i.R(t).column(2)].map(|c| c.dot(a));
        [x, y, z]
    };
    match measure {
        DX => axis(0).dot(&r(0.0)),
        DY => axis(1).dot(&r(0.0)),
        DZ => axis(2).dot(&r(0.0)),
        DM => r(0.0).norm(),
        // z of j on the axes of i turned back about x of j: see the definitions of the manual
        AX | AXU => (-project(&j.R(t).column(1))[2]).atan2(project(&j.R(t).column(2))[2]),
        AY | AYU => (project(&j.R(t).column(0))[2]).atan2(project(&j.R(t).column(2))[2]),
        AZ | AZU => (project(&j.R(t).column(1))[0]).atan2(project(&j.R(t).column(0))[0]),
        PSI => angles_313(&R_JI)[0],
        THETA => angles_313(&R_JI)[1],
        PHI => angles_313(&R_JI)[2],
        YAW => angles_321(&R_JI)[0],
        PITCH => -angles_321(&R_JI)[1],
        ROLL => angles_321(&R_JI)[2],
        INCANG => {
            // law of cosines
            let (a, b) = ((i.p(t) - j.p(t)).norm(), (k.p(t) - j.p(t)).norm());
            let c = (i.p(t) - k.p(t)).norm();
            ((a * a + b * b - c * c) / (2.0 * a * b)).acos()
        }
        // by half the 3-1-3 angles, with the sign that they give
        E0 | E1 | E2 | E3 => {
            let [psi, theta, phi] = angles_313(&R_JI).map(|a| 0.5 * a);
            let (s, c) = theta.sin_cos();
            let [sum, difference] = [psi + phi, psi - phi].map(f64::sin_cos);
            [c * sum.1, s * difference.1, s * difference.0, c * sum.0][EULER
                .iter()
                .position(|m| *m == measure)
                .expect("one of them")]
        }
        Euler(_) | Cosine { .. } => unreachable!("not among all; see the tests of ORIENT"),
        VX => axis(0).dot(&velocity()),
        VY => axis(1).dot(&velocity()),
        VZ => axis(2).dot(&velocity()),
        VM => velocity().norm(),
        VR => rate(|s| r(s).norm()),
        WX => axis(0).dot(&omega(0.0)),
        WY => axis(1).dot(&omega(0.0)),
        WZ => axis(2).dot(&omega(0.0)),
        WM => omega(0.0).norm(),
        ACCX => axis(0).dot(&acceleration()),
        ACCY => axis(1).dot(&acceleration()),
        ACCZ => axis(2).dot(&acceleration()),
        ACCM => acceleration().norm(),
        WDTX => axis(0).dot(&omega_rate()),
        WDTY => axis(1).dot(&omega_rate()),
        WDTZ => axis(2).dot(&omega_rate()),
        WDTM => omega_rate().norm(),
    }
}

#[test]
fn measures_follow_their_definitions() {
    let mut random = Random(1);
    for _ in 0..200 {
        let motions: [Motion; 4] = std::array::from_fn(|_| Motion::random(&mut random));
        let t = random.between(-2.0, 2.0);
        let states = [0, 1, 2, 3].map(|k| motions[k].state(t));
        for measure in Measure::ALL {
            let got = measure.eval(states.each_ref());
            let want = expected(measure, &motions, t);
            let tolerance = if measure.needs_acceleration() {
                1e-6 // second differences, and differences of differences
            } else if measure.needs_velocity() {
                1e-8
            } else if measure == Measure::INCANG {
                1e-7 // the arc cosine loses half of the digits near 0 and π
            } else {
                1e-12
            };
            let error = (got - want).abs();
            // An angle near ±π may land on either side.
            let error = error.min((error - std::f64::consts::TAU).abs());
            assert!(error < tolerance, "{measure:?}: {got} {want}");
        }
    }
}

/// The gradient along the motion is the rate of the value.
#[test]
fn gradients_are_rates() {
    let mut random = Random(2);
    for _ in 0..100 {
        let motions: [Motion; 4] = std::array::from_fn(|_| Motion::random(&mut random));
        let t = random.between(-2.0, 2.0);
        let at = |s: f64| [0, 1, 2, 3].map(|k| motions[k].state(t + s));
        let moving: [MarkerState<Dual<f64, 1>>; 4] = std::array::from_fn(|k| {
            let v = |f: fn(&MarkerState<f64>) -> Vec3| {
                let slope = rate(|s| f(&motions[k].state(t + s)));
                f(&motions[k].state(t)).zip_map(&slope, |re, e| Dual { re, eps: [e] })
            };
            let slope = rate(|s| motions[k].R(t + s));
            MarkerState {
                p: v(|m| m.p),
                R: motions[k]
                    .R(t)
                    .zip_map(&slope, |re, e| Dual { re, eps: [e] }),
                v: v(|m| m.v),
                w: v(|m| m.w),
                a: v(|m| m.a),
                wdot: v(|m| m.wdot),
            }
        });
        for measure in Measure::ALL {
            let got = measure.eval(moving.each_ref());
            let change = |s: f64| {
                let jump = measure.eval(at(s).each_ref()) - got.re;
                // keep angles on one turn
                jump - (jump / std::f64::consts::TAU).round() * std::f64::consts::TAU
            };
            let (want, coarse) = (rate(change), rate_with(2.0 * H, change));
            // dual numbers divide by multiplying with the inverse: one more rounding
            assert!((got.re - measure.eval(at(0.0).each_ref())).abs() < 1e-13);
            // The coarse difference has 16 times the error of the fine one; the rest is that of the states.
            let tolerance = 1e-8 + 0.2 * (want - coarse).abs() + 1e-9 * want.abs();
            assert!(
                (got.eps[0] - want).abs() < tolerance,
                "{measure:?} {} {want} {coarse}",
                got.eps[0]
            );
        }
    }
}

#[test]
fn a_vertical_distance_and_its_rate() {
    // the velocity of DZ(i,j,j) is VZ(i,j,j,j), not VZ(i,j,j)
    let mut random = Random(3);
    let (a, b) = (Motion::random(&mut random), Motion::random(&mut random));
    let at = |t: f64| {
        let (i, j) = (a.state(t), b.state(t));
        [i, j, j, j]
    };
    let want = rate(|s| Measure::DZ.eval(at(0.3 + s).each_ref()));
    assert!((Measure::VZ.eval(at(0.3).each_ref()) - want).abs() < 1e-9);
    let mut without = at(0.3);
    without[3] = MarkerState::ground();
    assert!((Measure::VZ.eval(without.each_ref()) - want).abs() > 1e-2);
}

#[test]
fn where_there_is_no_direction() {
    let m: [MarkerState<Dual<f64, 1>>; 4] = std::array::from_fn(|_| {
        let mut m = MarkerState::ground();
        m.p.x = Dual::variable(0.0, 0);
        m
    });
    for magnitude in [
        Measure::DM,
        Measure::VM,
        Measure::WM,
        Measure::ACCM,
        Measure::WDTM,
    ] {
        assert_eq!(magnitude.eval(m.each_ref()), Dual::constant(0.0));
    }
    assert!(Measure::VR.eval(m.each_ref()).re.is_nan());
    assert!(Measure::INCANG.eval(m.each_ref()).re.is_nan());
    assert_eq!(Measure::PSI.eval(m.each_ref()).re, 0.0);
    // half a turn about an axis in the plane: AZ has both arguments of its arc tangent zero
    let mut up: [MarkerState<f64>; 4] = std::array::from_fn(|_| MarkerState::ground());
    up[0].R = Mat3::new(0.0, 0.0, 1.0, 0.0, 1.0, 0.0, -1.0, 0.0, 0.0);
    assert!(Measure::AZ.eval(up.each_ref()).is_nan());
    // YAW PITCH ROLL there: pitch is a quarter turn
    assert_eq!(
        Measure::PITCH.eval(up.each_ref()),
        -std::f64::consts::FRAC_PI_2
    );
}

#[test]
fn pitch_has_the_other_sign() {
    let mut m: [MarkerState<f64>; 4] = std::array::from_fn(|_| MarkerState::ground());
    m[0].R = rotation_z(0.4) * rotation_y(0.3) * rotation_x(0.2);
    for (measure, want) in [
        (Measure::YAW, 0.4),
        (Measure::PITCH, -0.3),
        (Measure::ROLL, 0.2),
    ] {
        assert!((measure.eval(m.each_ref()) - want).abs() < 1e-15);
    }
}

#[test]
fn rotations_about_one_axis() {
    for angle in [-3.0, -1.0, 0.2, 3.1] {
        for (measure, R) in [
            (Measure::AX, rotation_x(angle)),
            (Measure::AY, rotation_y(angle)),
            (Measure::AZ, rotation_z(angle)),
        ] {
            let mut m: [MarkerState<f64>; 4] = std::array::from_fn(|_| MarkerState::ground());
            m[0].R = R;
            assert!(
                (measure.eval(m.each_ref()) - angle).abs() < 1e-15,
                "{measure:?}"
            );
        }
    }
}

#[test]
fn roles_and_turns() {
    for m in Measure::ALL {
        assert_eq!(m.roles()[0], Role::I);
        assert!(m.roles().len() <= 4);
        // only what depends on velocities asks for a frame of the derivative
        assert_eq!(
            m.roles().contains(&Role::L),
            m.needs_velocity()
                && !matches!(m, Measure::WX | Measure::WY | Measure::WZ | Measure::WM)
        );
    }
    let counted = Measure::ALL.into_iter().filter(|m| m.unwraps());
    assert!(counted.eq([
        Measure::AX,
        Measure::AY,
        Measure::AZ,
        Measure::AXU,
        Measure::AYU,
        Measure::AZU
    ]));
}
