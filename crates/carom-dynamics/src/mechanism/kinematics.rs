//! How bodies and the markers on them stand and move.
//!
//! A body's unknowns are the position of its centre of mass (ground axes), its orientation, the velocity of
//! its centre of mass (ground axes) and its angular velocity on its *own* axes. Small changes of orientation
//! are rotation vectors on body axes: `R = R₀·exp(θ~)`.
#![allow(non_snake_case)]

pub use carom_base::Flow;
use carom_base::space::{exp_so3, skew};
use carom_base::{Dual, Interval, Mat3, Number, Vec3};
use carom_expr::MarkerState;
use carom_expr::tape::Ranged;

/// Number of unknowns that a dual pass seeds for one body: δr, δθ, δv, δω.
pub const SEEDS: usize = 12;
/// A number with derivatives with respect to one body's unknowns.
pub type Seeded = Dual<f64, SEEDS>;

/// Where a body is and how it moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Body<T> {
    /// Centre of mass, ground axes.
    pub r: Vec3<T>,
    /// `R_GP`, the part frame's axes as columns.
    pub R: Mat3<T>,
    /// Velocity of the centre of mass, ground axes.
    pub v: Vec3<T>,
    /// Angular velocity, body axes.
    pub w: Vec3<T>,
}

impl<T: Number> Body<T> {
    /// At rest on top of the global frame.
    pub fn rest() -> Self {
        Self {
            r: Vec3::zeros(),
            R: Mat3::identity(),
            v: Vec3::zeros(),
            w: Vec3::zeros(),
        }
    }
}

impl Body<f64> {
    /// The same numbers as constants of another kind.
    pub fn lift<T: Number>(&self) -> Body<T> {
        Body {
            r: self.r.map(T::constant),
            R: self.R.map(T::constant),
            v: self.v.map(T::constant),
            w: self.w.map(T::constant),
        }
    }

    /// With its own unknowns as variables. The orientation of a point mass is not among them.
    pub fn seed(&self, turns: bool) -> Body<Seeded> {
        let mut b: Body<Seeded> = self.lift();
        for k in 0..3 {
            b.r[k].eps[k] = 1.0;
            b.v[k].eps[6 + k] = 1.0;
        }
        if turns {
            for k in 0..3 {
                let mut e = Vec3::zeros();
                e[k] = 1.0;
                let dR = self.R * skew(&e);
                for (entry, d) in b.R.iter_mut().zip(dR.iter()) {
                    entry.eps[3 + k] = *d;
                }
                b.w[k].eps[9 + k] = 1.0;
            }
        }
        b
    }

    /// Moving along its velocity, with the accelerations `a` (ground) and `wdot` (body axes).
    pub fn flow(&self, a: &Vec3, wdot: &Vec3) -> Body<Flow> {
        let along = |x: f64, dx: f64| Dual { re: x, eps: [dx] };
        let dR = self.R * skew(&self.w);
        Body {
            r: self.r.zip_map(&self.v, along),
            R: self.R.zip_map(&dR, along),
            v: self.v.zip_map(a, along),
            w: self.w.zip_map(wdot, along),
        }
    }
}

/// `T(θ)⁻¹·ω`: the rate of the rotation vector θ of a chart for the angular velocity ω on body axes,
/// `θ' = ω + θ×ω/2 + c·θ×(θ×ω)` with `c = (1 − (a/2)·cot(a/2))/a²`, a = |θ|.
pub fn chart_rate<T: Number>(theta: &Vec3<T>, w: &Vec3<T>) -> Vec3<T> {
    let a2 = theta.dot(theta);
    // 1/12 + a²/720 + a⁴/30240 + a⁶/1209600
    let series =
        || [a2 * (a2 * (a2 * (1.0 / 1_209_600.0) + 1.0 / 30_240.0) + 1.0 / 720.0) + 1.0 / 12.0];
    let quotient = || {
        let half = a2.sqrt() * 0.5;
        [(-(half / half.tan()) + 1.0) / a2]
    };
    let [c] = T::choose(a2 - 1e-3, series, quotient);
    let once = theta.cross(w);
    w + once * T::constant(0.5) + theta.cross(&once) * c
}

/// The orientation of a chart: `R₀·exp(θ~)`.
pub fn chart_rotation<T: Number>(R0: &Mat3<T>, theta: &Vec3<T>) -> Mat3<T> {
    if *theta == Vec3::zeros() {
        // Exactly; most bodies that never turn are still there.
        return *R0;
    }
    R0 * exp_so3(theta)
}

/// [`chart_rotation`] of all rotation vectors within bounds, |θ| ≤ 3. NeighbourList zero, where the angle itself cannot divide, as anywhere else: by the
/// series in a = |θ|², sin √a/√a = Σ (−a)ᵏ/(2k+1)! and (1 − cos √a)/a = Σ (−a)ᵏ/(2k+2)!.
pub fn chart_rotation_ranges(R0: &Mat3, theta: &Vec3<Ranged>) -> Mat3<Ranged> {
    if *theta == Vec3::zeros() {
        return R0.map(Ranged::constant);
    }
    let a = theta.norm_squared();
    // The fifteenth term is below 1e-17 there; nothing is said of larger turns, nor of what is not bounded.
    if !a.re.is_bounded() || a.re.high >= 9.0 {
        return R0.map(|_| Ranged::undefined());
    }
    let [s, c] = [&SINE, &COSINE].map(|of| series_range(of, a));
    let (xx, yy, zz) = (theta.x.square(), theta.y.square(), theta.z.square());
    let turned = theta.map(|x| x * s);
    let sum = |x: Ranged, y: Ranged| (x * y) * c;
    let (xy, yz, zx) = (
        sum(theta.x, theta.y),
        sum(theta.y, theta.z),
        sum(theta.z, theta.x),
    );
    let about = |p: Ranged, q: Ranged| -((p + q) * c) + 1.0;
    // exp(θ~) = 1 + s·θ~ + c·(θ·θᵀ − a), column by column.
    let turn = Mat3::from_columns([
        Vec3::new(about(yy, zz), xy + turned.z, zx - turned.y),
        Vec3::new(xy - turned.z, about(zz, xx), yz + turned.x),
        Vec3::new(zx + turned.y, yz - turned.x, about(xx, yy)),
    ]);
    let row =
        |i: usize, of: &Vec3<Ranged>| of.x * R0[(i, 0)] + of.y * R0[(i, 1)] + of.z * R0[(i, 2)];
    Mat3::from_columns([0, 1, 2].map(|j| {
        let column = turn.column(j);
        Vec3::from_fn(|i| row(i, &column))
    }))
}

/// Terms of the series of [`chart_rotation_ranges`].
const TERMS: usize = 15;
/// 1/(2k+1)! and 1/(2k+2)!.
const SINE: [f64; TERMS] = reciprocals(1);
const COSINE: [f64; TERMS] = reciprocals(2);

/// 1/(2k + first)!, k = 0, 1, 2, ...
const fn reciprocals(first: usize) -> [f64; TERMS] {
    let mut all = [0.0; TERMS];
    let (mut factorial, mut n, mut k) = (1.0, 1, 0);
    while k < TERMS {
        while n < 2 * k + first {
            n += 1;
            factorial *= n as f64;
        }
        all[k] = 1.0 / factorial;
        k += 1;
    }
    all
}

/// f(a) = Σ cₖ·(−a)ᵏ over 0 ≤ a < 9, with its rate. f is entire, of an order below one, and its zeros are real and no less than π², so those of all its
/// derivatives are, too: f falls and is convex there, and the ends of a are the ends of f and of f'.
fn series_range(terms: &[f64; TERMS], a: Ranged) -> Ranged {
    // What these leave out, (N + 1)·aᴺ/(2N + 3)! of a rate and less of a value, is below 1e-17.
    let last = match a.re.high {
        x if x < 1e-4 => 4,
        x if x < 1e-2 => 5,
        x if x < 0.25 => 8,
        _ => TERMS - 1,
    };
    let at = |a: f64| {
        let (mut f, mut slope) = (terms[last], 0.0);
        for c in terms[..last].iter().rev() {
            slope = -f - a * slope;
            f = c - a * f;
        }
        (f, slope)
    };
    let ((most, steepest), (least, flattest)) = (at(a.re.low), at(a.re.high));
    Dual {
        re: Interval::between(least, most),
        eps: [Interval::between(steepest, flattest) * a.eps[0]],
    }
}

/// Which body carries a marker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Carrier {
    /// Ground.
    Ground,
    /// A moving body, by its number in the system.
    Body(u32),
}

impl Carrier {
    /// The number of a moving body.
    pub fn body(self) -> Option<usize> {
        match self {
            Carrier::Ground => None,
            Carrier::Body(b) => Some(b as usize),
        }
    }
}

/// A marker on its carrier.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MarkerOn {
    /// What carries it.
    pub carrier: Carrier,
    /// Position from the centre of mass (from the global origin on ground), body axes.
    pub s: Vec3,
    /// `R_PM` (`R_GM` on ground).
    pub R: Mat3,
}

impl MarkerOn {
    /// The global frame.
    pub fn ground() -> Self {
        Self {
            carrier: Carrier::Ground,
            s: Vec3::zeros(),
            R: Mat3::identity(),
        }
    }

    /// Pose and velocity; `body` is the state of the carrier (not read for ground). Accelerations are zero.
    #[inline]
    pub fn state<T: Number>(&self, body: &Body<T>) -> MarkerState<T> {
        let zero = Vec3::zeros();
        let mut state = MarkerState {
            p: self.s.map(T::constant),
            R: self.R.map(T::constant),
            v: zero,
            w: zero,
            a: zero,
            wdot: zero,
        };
        if self.carrier != Carrier::Ground {
            self.move_with(body, &mut state);
        }
        state
    }

    /// Pose and velocity with the carrying body, in the place of an earlier state. Accelerations are zero.
    #[inline]
    pub fn move_with<T: Number>(&self, body: &Body<T>, state: &mut MarkerState<T>) {
        self.move_with_spin(body, body.R * body.w, state);
    }

    /// The same with the angular velocity of the body on axes of ground, which all of its markers share.
    #[inline]
    pub fn move_with_spin<T: Number>(
        &self,
        body: &Body<T>,
        spin: Vec3<T>,
        state: &mut MarkerState<T>,
    ) {
        // Many markers stand in the centre of mass, on the axes of the body, or both.
        if self.s == Vec3::zeros() {
            (state.p, state.v) = (body.r, body.v);
        } else {
            state.p = body.r + body.R.times(&self.s);
            state.v = body.v + body.R * body.w.cross_with(&self.s);
        }
        state.R = if self.R == Mat3::identity() {
            body.R
        } else {
            body.R.times_matrix(&self.R)
        };
        state.w = spin;
        (state.a, state.wdot) = (Vec3::zeros(), Vec3::zeros());
    }

    /// Position and velocity with a carrying body that does not turn; the rest is that of an earlier state.
    #[inline]
    pub fn shift_with<T: Number>(&self, body: &Body<T>, state: &mut MarkerState<T>) {
        self.place_with(body, state);
        state.v = body.v;
    }

    /// The place with the carrying body; the rest is that of an earlier state.
    #[inline]
    pub fn place_with<T: Number>(&self, body: &Body<T>, state: &mut MarkerState<T>) {
        state.p = body.r;
        if self.s != Vec3::zeros() {
            state.p += body.R.times(&self.s);
        }
    }

    /// The axes with the carrying body; the rest is that of an earlier state.
    pub fn turn_with<T: Number>(&self, body: &Body<T>, state: &mut MarkerState<T>) {
        state.R = if self.R == Mat3::identity() {
            body.R
        } else {
            body.R.times_matrix(&self.R)
        };
    }

    /// The velocities with the carrying body; the rest is that of an earlier state.
    pub fn swing_with<T: Number>(&self, body: &Body<T>, spin: Vec3<T>, state: &mut MarkerState<T>) {
        state.v = body.v;
        if self.s != Vec3::zeros() {
            state.v += body.R * body.w.cross_with(&self.s);
        }
        state.w = spin;
    }

    /// A marker that stands as `now` says, moving along while its body has no acceleration of the centre of mass and none of the
    /// rotation, `w' = 0` on body axes. The same as `state` of [`Body::flow`], in a fraction of its products.
    pub fn coasting<T: Number>(
        now: &MarkerState<T>,
        body: Option<&Body<T>>,
    ) -> MarkerState<Dual<T, 1>> {
        let along = |x: T, dx: T| Dual { re: x, eps: [dx] };
        let zero = Vec3::zeros();
        // Relative to the centre of mass a point moves by w × s, on a circle.
        let bend = body.map_or(zero, |body| now.w.cross(&(now.v - body.v)));
        let turn = |k: usize| {
            let axis = now.R.column(k);
            axis.zip_map(&now.w.cross(&axis), along)
        };
        MarkerState {
            p: now.p.zip_map(&now.v, along),
            R: Mat3::from_columns([turn(0), turn(1), turn(2)]),
            v: now.v.zip_map(&bend, along),
            w: now.w.map(|x| along(x, T::zero())),
            a: Vec3::zeros(),
            wdot: Vec3::zeros(),
        }
    }

    /// Acceleration of the origin and angular acceleration, ground axes, of a marker on a body with these accelerations.
    pub fn acceleration<T: Number>(
        &self,
        body: &Body<T>,
        a: &Vec3<T>,
        wdot: &Vec3<T>,
    ) -> (Vec3<T>, Vec3<T>) {
        match self.carrier {
            Carrier::Ground => (Vec3::zeros(), Vec3::zeros()),
            Carrier::Body(_) => {
                let (w, s) = (&body.w, self.s.map(T::constant));
                (
                    a + body.R * (wdot.cross(&s) + w.cross(&w.cross(&s))),
                    body.R * wdot,
                )
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Body<f64> {
        Body {
            r: Vec3::new(0.3, -1.0, 2.0),
            R: exp_so3(&Vec3::new(0.4, -0.9, 1.3)),
            v: Vec3::new(1.0, 2.0, -0.5),
            w: Vec3::new(-0.7, 0.2, 1.1),
        }
    }

    /// T⁻¹ gives the rate that exp really has.
    #[test]
    fn chart_maps() {
        for theta in [
            Vec3::new(0.5, -0.3, 0.8),
            Vec3::new(1e-3, 2e-3, -1e-3),
            Vec3::zeros(),
        ] {
            let w = Vec3::new(0.3, 1.7, -0.4);
            let rate = chart_rate(&theta, &w);
            // d/dt exp(θ) = exp(θ)·ω~, by a central difference (1e-6: truncation 1e-12 times third derivatives)
            let h = 1e-6;
            let d = (exp_so3(&(theta + rate * h)) - exp_so3(&(theta - rate * h))) / (2.0 * h);
            assert!((d - exp_so3(&theta) * skew(&w)).amax() < 1e-9);
        }
    }

    /// Numbers in [−1, 1], the same each time.
    fn draw(state: &mut u64) -> f64 {
        *state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (*state >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }

    /// Orientations and their rates at states within bounds are within theirs, and no arm moves faster than its length times the rate of the rotation
    /// vector.
    #[test]
    fn ranges_hold_the_rotations() {
        let mut state = 7;
        for size in [1e-9, 1e-3, 0.09, 0.4, 1.7] {
            for _ in 0..40 {
                let mut d = || draw(&mut state);
                let R0 = exp_so3(&Vec3::new(d(), d(), d()));
                let (middle, rate) = (Vec3::new(d(), d(), d()) * size, Vec3::new(d(), d(), d()));
                let (wide, slack) = (0.3 * size * d().abs(), 0.2 * d().abs());
                let theta = middle.zip_map(&rate, |m, r| Dual {
                    re: Interval::around(m, wide),
                    eps: [Interval::around(r, slack)],
                });
                let bounds = chart_rotation_ranges(&R0, &theta);
                let arm = Vec3::new(d(), d(), d());
                for _ in 0..20 {
                    let at = middle + Vec3::new(d(), d(), d()) * wide;
                    let along = rate + Vec3::new(d(), d(), d()) * slack;
                    let flow = at.zip_map(&along, |re, eps| Flow { re, eps: [eps] });
                    let exact = R0.map(Flow::constant) * exp_so3(&flow);
                    for (bound, exact) in bounds.iter().zip(exact.iter()) {
                        // 1e-14: rounding of a few products of numbers of order one
                        let holds = |r: Interval, x: f64| r.low - 1e-14 <= x && x <= r.high + 1e-14;
                        assert!(holds(bound.re, exact.re), "{bound:?} {exact:?}");
                        assert!(holds(bound.eps[0], exact.eps[0]), "{bound:?} {exact:?}");
                    }
                    let moved = exact.times(&arm).map(|x| x.eps[0]).norm();
                    assert!(moved <= arm.norm() * along.norm() * (1.0 + 1e-12));
                }
            }
        }
    }

    #[test]
    fn coasting_is_the_flow_without_accelerations() {
        let (body, still) = (sample(), Vec3::zeros());
        let marker = MarkerOn {
            carrier: Carrier::Body(0),
            s: Vec3::new(0.2, 0.5, -0.1),
            R: exp_so3(&Vec3::new(0.1, 0.2, 0.3)),
        };
        let exact = marker.state(&body.flow(&still, &still));
        let fast = MarkerOn::coasting(&marker.state(&body), Some(&body));
        // 1e-15: a few roundings of numbers of order one
        let near =
            |a: Flow, b: Flow| (a.re - b.re).abs() < 1e-15 && (a.eps[0] - b.eps[0]).abs() < 2e-15;
        for c in 0..3 {
            assert!(near(exact.p[c], fast.p[c]) && near(exact.v[c], fast.v[c]));
            assert!(near(exact.w[c], fast.w[c]));
        }
        assert!(exact.R.iter().zip(fast.R.iter()).all(|(a, b)| near(*a, *b)));
    }

    #[test]
    fn seeds_are_derivatives() {
        let body = sample();
        let marker = MarkerOn {
            carrier: Carrier::Body(0),
            s: Vec3::new(0.2, 0.5, -0.1),
            R: exp_so3(&Vec3::new(0.1, 0.2, 0.3)),
        };
        let exact = marker.state(&body.seed(true));
        let h = 1e-6;
        for k in 0..SEEDS {
            let moved = |h: f64| {
                let mut b = body;
                let mut theta = Vec3::zeros();
                match k {
                    0..3 => b.r[k] += h,
                    3..6 => theta[k - 3] = h,
                    6..9 => b.v[k - 6] += h,
                    _ => b.w[k - 9] += h,
                }
                b.R = chart_rotation(&b.R, &theta);
                marker.state(&b)
            };
            let (p, m) = (moved(h), moved(-h));
            // 1e-9: rounding 1e-16/h and truncation h²
            for c in 0..3 {
                assert!((exact.p[c].eps[k] - (p.p[c] - m.p[c]) / (2.0 * h)).abs() < 1e-9);
                assert!((exact.v[c].eps[k] - (p.v[c] - m.v[c]) / (2.0 * h)).abs() < 1e-9);
                assert!((exact.w[c].eps[k] - (p.w[c] - m.w[c]) / (2.0 * h)).abs() < 1e-9);
            }
            assert!((exact.R.map(|x| x.eps[k]) - (p.R - m.R) / (2.0 * h)).amax() < 1e-9);
        }
    }

    /// Velocities are the rates of positions, accelerations the rates of velocities.
    #[test]
    fn flow_and_acceleration() {
        let body = sample();
        let (a, wdot) = (Vec3::new(0.3, 0.1, -9.0), Vec3::new(2.0, -1.0, 0.5));
        let marker = MarkerOn {
            carrier: Carrier::Body(0),
            s: Vec3::new(0.2, 0.5, -0.1),
            R: Mat3::identity(),
        };
        let f = marker.state(&body.flow(&a, &wdot));
        let (acc, alpha) = marker.acceleration(&body, &a, &wdot);
        assert!((f.p.map(|x| x.eps[0]) - f.v.map(|x| x.re)).norm() < 1e-14);
        assert!((f.v.map(|x| x.eps[0]) - acc).norm() < 1e-14);
        assert!((f.w.map(|x| x.eps[0]) - alpha).norm() < 1e-14);
    }
}
