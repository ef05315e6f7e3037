//! Derivatives of measures by the motion of their markers.
//!
//! The measures that forces are made of have closed forms here; the others are evaluated with dual numbers.
#![allow(non_snake_case)]

use super::{MarkerState, Measure, Measure::*, axis};
use carom_base::space::skew;
use carom_base::{Dual, Number, Vec3};

/// Derivatives of a measure by the motion of one marker, ground axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MarkerGradient {
    /// By the position of its origin.
    pub p: Vec3,
    /// By a small turn of its axes, a rotation vector.
    pub turn: Vec3,
    /// By the velocity of its origin.
    pub v: Vec3,
    /// By its angular velocity.
    pub w: Vec3,
}

impl MarkerGradient {
    /// Nothing depends on the marker.
    #[inline]
    pub fn zero() -> Self {
        let z = Vec3::zeros();
        Self {
            p: z,
            turn: z,
            v: z,
            w: z,
        }
    }

    /// Adds `c` times another, as the chain rule does.
    #[inline]
    pub fn add_scaled(&mut self, c: f64, other: &Self) {
        self.p += other.p * c;
        self.turn += other.turn * c;
        self.v += other.v * c;
        self.w += other.w * c;
    }

    /// The same by the motion of the body that carries the marker, ground axes: position of the body's origin, small
    /// turn, velocity of the origin, angular velocity. `arm` goes from the body's origin to the marker, `omega` is the
    /// angular velocity of the body.
    ///
    /// ```text
    /// δp = δr + δφ × ρ      δω = δφ × ω + δω'      δv = δv' + δφ × (ω × ρ) + δω' × ρ
    /// ```
    ///
    /// where δω' is the change of ω on the axes of the body, written on ground axes: what a solver that keeps
    /// angular velocities on body axes calls R·δw.
    #[inline]
    pub fn on_body(&self, arm: &Vec3, omega: &Vec3) -> MarkerGradient {
        MarkerGradient {
            p: self.p,
            turn: self.turn
                + arm.cross(&self.p)
                + omega.cross(arm).cross(&self.v)
                + omega.cross(&self.w),
            v: self.v,
            w: self.w + arm.cross(&self.v),
        }
    }
}

impl Measure {
    /// The value and its derivatives by the motion of each marker, positions and velocities only. Markers that are
    /// the same frame count separately: their derivatives add.
    #[inline]
    pub fn gradient(self, m: [&MarkerState<f64>; 4]) -> (f64, [MarkerGradient; 4]) {
        match self {
            DX | DY | DZ => displacement(m, self.component()),
            VX | VY | VZ => velocity(m, self.component()),
            WX | WY | WZ => angular_velocity(m, self.component()),
            _ => self.by_duals(m),
        }
    }

    /// With the twelve coordinates of one marker after the other as variables.
    fn by_duals(self, m: [&MarkerState<f64>; 4]) -> (f64, [MarkerGradient; 4]) {
        let constant = m.map(lift);
        let mut gradient = [MarkerGradient::zero(); 4];
        let mut value = f64::NAN;
        for k in 0..self.roles().len() {
            let mut seeded = constant;
            seed(&mut seeded[k], m[k]);
            let y = self.eval(seeded.each_ref());
            value = y.re;
            let part = |at: usize| Vec3::new(y.eps[at], y.eps[at + 1], y.eps[at + 2]);
            gradient[k] = MarkerGradient {
                p: part(0),
                turn: part(3),
                v: part(6),
                w: part(9),
            };
        }
        (value, gradient)
    }
}

type Seeded = Dual<f64, 12>;

fn lift(m: &MarkerState<f64>) -> MarkerState<Seeded> {
    let v = |v: Vec3| v.map(Seeded::constant);
    MarkerState {
        p: v(m.p),
        R: m.R.map(Seeded::constant),
        v: v(m.v),
        w: v(m.w),
        a: v(m.a),
        wdot: v(m.wdot),
    }
}

fn seed(s: &mut MarkerState<Seeded>, m: &MarkerState<f64>) {
    for k in 0..3 {
        s.p[k].eps[k] = 1.0;
        s.v[k].eps[6 + k] = 1.0;
        s.w[k].eps[9 + k] = 1.0;
        let mut about = Vec3::zeros();
        about[k] = 1.0;
        let dR = skew(&about) * m.R;
        for (entry, d) in s.R.iter_mut().zip(dR.iter()) {
            entry.eps[3 + k] = *d;
        }
    }
}

/// e·r with e an axis of k: by e in rᵢ, -e in rⱼ, and δe = δφ × e.
#[inline]
fn displacement(m: [&MarkerState<f64>; 4], number: usize) -> (f64, [MarkerGradient; 4]) {
    let [i, j, k, _] = m;
    let (e, r) = (axis(k, number), i.p - j.p);
    let mut g = [MarkerGradient::zero(); 4];
    g[0].p = e;
    g[1].p = -e;
    g[2].turn = e.cross(&r);
    (e.dot(&r), g)
}

/// e·u with u = vᵢ - vⱼ - ωₗ × r
#[inline]
fn velocity(m: [&MarkerState<f64>; 4], number: usize) -> (f64, [MarkerGradient; 4]) {
    let [i, j, k, l] = m;
    let (e, r) = (axis(k, number), i.p - j.p);
    let u = i.v - j.v - l.w.cross(&r);
    let mut g = [MarkerGradient::zero(); 4];
    g[0].v = e;
    g[1].v = -e;
    g[0].p = l.w.cross(&e);
    g[1].p = -g[0].p;
    g[2].turn = e.cross(&u);
    g[3].w = e.cross(&r);
    (e.dot(&u), g)
}

/// e·(ωᵢ - ωⱼ)
#[inline]
fn angular_velocity(m: [&MarkerState<f64>; 4], number: usize) -> (f64, [MarkerGradient; 4]) {
    let [i, j, k, _] = m;
    let (e, w) = (axis(k, number), i.w - j.w);
    let mut g = [MarkerGradient::zero(); 4];
    g[0].w = e;
    g[1].w = -e;
    g[2].turn = e.cross(&w);
    (e.dot(&w), g)
}

#[cfg(test)]
mod tests {
    use super::*;
    use carom_base::space::rotation_313;

    #[test]
    fn closed_forms_agree_with_duals() {
        let mut m = [MarkerState::<f64>::ground(); 4];
        for (n, m) in m.iter_mut().enumerate() {
            let x = |k: f64| (1.7 * k + 0.9 * n as f64 + 0.3).sin();
            m.p = Vec3::new(x(0.0), x(1.0), x(2.0));
            m.R = rotation_313(x(3.0), x(4.0), x(5.0));
            m.v = Vec3::new(x(6.0), x(7.0), x(8.0));
            m.w = Vec3::new(x(9.0), x(10.0), x(11.0));
        }
        for measure in [DX, DY, DZ, VX, VY, VZ, WX, WY, WZ] {
            let ((a, g), (b, h)) = (
                measure.gradient(m.each_ref()),
                measure.by_duals(m.each_ref()),
            );
            assert!((a - b).abs() < 1e-15);
            for k in 0..4 {
                for (x, y) in [
                    (g[k].p, h[k].p),
                    (g[k].turn, h[k].turn),
                    (g[k].v, h[k].v),
                    (g[k].w, h[k].w),
                ] {
                    // 1e-14: a few roundings of numbers of order one
                    assert!((x - y).amax() < 1e-14, "{measure:?} {k}");
                }
            }
        }
    }

    /// VZ(i,j,j,j) with i on a body, through the motion of the body: twelve variables of it against differences.
    #[test]
    fn through_a_body() {
        let (s, R) = (Vec3::new(0.3, -0.2, 0.5), rotation_313(0.1, 0.7, -0.4));
        let (r, v, w) = (
            Vec3::new(1.0, 0.2, -0.6),
            Vec3::new(0.4, -0.9, 0.3),
            Vec3::new(-1.1, 0.5, 0.8),
        );
        let mut j = MarkerState::ground();
        j.w = Vec3::new(0.2, 0.3, -0.1);
        // small changes: position, turn, velocity, angular velocity on body axes (written on ground axes)
        let value = |d: &[f64; 12]| {
            let part = |k: usize| Vec3::new(d[k], d[k + 1], d[k + 2]);
            let R1 = carom_base::space::exp_so3(&part(3)) * R;
            let omega = R1 * (w + R.transpose() * part(9));
            let mut i = MarkerState::ground();
            i.p = r + part(0) + R1 * s;
            i.v = v + part(6) + omega.cross(&(R1 * s));
            VZ.eval([&i, &j, &j, &j])
        };
        let (arm, omega) = (R * s, R * w);
        let mut i = MarkerState::ground();
        (i.p, i.v) = (r + arm, v + omega.cross(&arm));
        let (_, g) = VZ.gradient([&i, &j, &j, &j]);
        let g = g[0].on_body(&arm, &omega);
        for k in 0..12 {
            let mut d = [0.0; 12];
            d[k] = 1e-5;
            let forth = value(&d);
            d[k] = -1e-5;
            let difference = (forth - value(&d)) / 2e-5;
            let got = [g.p, g.turn, g.v, g.w][k / 3][k % 3];
            // 1e-9: h² and rounding/h
            assert!((got - difference).abs() < 1e-9, "{k}: {got} {difference}");
        }
    }
}
