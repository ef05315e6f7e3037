//! One contact that strikes with friction: the motion of the contact point while the normal impulse p grows (E.J. Routh 1860; J.B. Keller 1986).
//!
//! Positions stay, so the velocities u = (u_N, u_T) of the point change with p by constant laws,
//!
//! ```text
//! slides   du/dp = A·(1, −μ_d·s)   s = u_T/|u_T|
//! sticks   du/dp = A·(1, f)        A_TT·f + A_TN = 0, as long as |f| ≤ μ_s
//! ```
//!
//! A the block (3, 3) of the contact, rows normal, tangent, tangent. Sliding that comes to its end turns to sticking, or goes on the other way.
//! The contact is compressed until u_N = 0; what restitution means says where the path ends from there on, or which impulse takes its place
//! ([`carom_laws::restitution`]).
//!
//! A point that sticks where the mechanism leaves it one way to move, askew to the normal, is wedged: no impulse moves it, du_N/dp = 0, and by Newton's and Stronge's
//! laws, which ask for a motion, nothing comes back.
//!
//! Without friction, and where the direction of sliding neither ends nor turns, Newton's, Poisson's and Stronge's laws are one.
//!
//! Sources: W.J. Stronge, Impact Mechanics (2000), chapters 3 and 5; Y. Wang, M.T. Mason, J. Appl. Mech. 59 (1992).

use carom_laws::restitution::{self, RestitutionLaw, Strike, Until};
use carom_solve::cone::{directions, pseudo_solve};
use nalgebra::{Matrix3, Vector2, Vector3};

/// Terms of the series of a path that turns.
const TERMS: usize = 20;
/// What the last term may be, relative to the velocity.
const LAST: f64 = 1e-17;
/// A direction turns if it does so by more than this part of what the speed changes.
const CURVED: f64 = 1e-12;
/// Sliding slower than this part of the velocity at the start is none.
const ENDED: f64 = 1e-12;
/// Where a point that sticks is pushed away by less than this part of what it is without friction, it is wedged, and stands if it is slower than this part of its
/// speed before: A and u are known to rounding that the masses of the mechanism enlarge, and beyond this part an impulse would be that of rounding.
const WEDGED: f64 = 1e-9;
/// Most stretches.
const STRETCHES: usize = 10_000;

/// A contact that strikes.
#[derive(Clone, Copy, Debug)]
pub struct SinglePointImpact {
    /// Change of the velocities by unit impulses, symmetric.
    pub a: Matrix3<f64>,
    /// Velocity before, the normal part not positive.
    pub u: Vector3<f64>,
    /// Static and dynamic coefficient.
    pub mu: [f64; 2],
    /// Coefficient of restitution.
    pub restitution: f64,
    /// What it means.
    pub law: RestitutionLaw,
}

/// Where a path is.
#[derive(Clone, Copy, Debug)]
struct Place {
    /// Velocity of the point.
    u: Vector3<f64>,
    /// Impulse so far.
    impulse: Vector3<f64>,
    /// Work of the normal impulse so far.
    work: f64,
}

/// A number of order one that is zero where compression or expansion ends, and rises.
type Ends<'a> = &'a dyn Fn(&Place) -> f64;

/// How the path goes on.
enum Stretch {
    /// With constant rates over a length in normal impulse; sliding may come to rest there.
    Straight { length: f64, stops: bool },
    /// It turns.
    Turning,
}

impl SinglePointImpact {
    /// The impulse. `None`: the path has no end.
    pub fn impulse(&self) -> Option<Vector3<f64>> {
        let (size, speed) = (self.a.amax(), self.u.norm());
        if !(size > 0.0 && speed > 0.0) {
            return self.impulse_of_order_one();
        }
        // In units of its own: powers of numbers in units of the model leave what a number can hold.
        let own = SinglePointImpact {
            a: self.a / size,
            u: self.u / speed,
            ..*self
        };
        let impulse = own.impulse_of_order_one()?;
        Some(impulse * (speed / size))
    }

    /// The same where velocities and A are of order one.
    fn impulse_of_order_one(&self) -> Option<Vector3<f64>> {
        let start = Place {
            u: self.u,
            impulse: Vector3::zeros(),
            work: 0.0,
        };
        let speed = self.u.norm();
        let compressed = |at: &Place| at.u[0] / speed;
        let end = self.path(start, &compressed, Until::Moved)?;
        if end.impulse[0] == 0.0 {
            return Some(end.impulse);
        }
        let impulse = (self.law.impulse)(self, &end.into())?;
        Some(impulse.into())
    }

    /// Follows the path until `ends` is no longer negative.
    fn path(&self, mut at: Place, ends: Ends<'_>, until: Until) -> Option<Place> {
        let ended = ENDED * self.u.norm();
        for _ in 0..STRETCHES {
            if at.u.yz().norm() <= ended {
                (at.u[1], at.u[2]) = (0.0, 0.0);
            }
            let (along, stretch) = self.stretch(&at.u)?;
            let drawn_in = at.u[0] <= 0.0 && self.a.row(0).transpose().dot(&along) < 0.0;
            if ends(&at) >= -f64::EPSILON && !drawn_in {
                return Some(at);
            }
            if until == Until::Moved && self.is_wedged(&at, &along) {
                return Some(at);
            }
            let (next, over) = match stretch {
                Stretch::Straight { length, stops } => {
                    let (mut next, over) = self.go_straight(&at, &along, length, ends)?;
                    if stops && !over {
                        (next.u[1], next.u[2]) = (0.0, 0.0);
                    }
                    (next, over)
                }
                Stretch::Turning => self.turn(&at, ends),
            };
            if over {
                return Some(next);
            }
            at = next;
        }
        None
    }

    /// Whether the point stands still and no more impulse along a direction moves it.
    fn is_wedged(&self, at: &Place, along: &Vector3<f64>) -> bool {
        let away = self.a.row(0).transpose().dot(along);
        let stands = at.u.yz().norm() == 0.0 && at.u[0].abs() <= WEDGED * self.u.norm();
        stands && away.abs() <= WEDGED * self.a[(0, 0)]
    }

    /// What comes next at a velocity: the impulse along a unit of normal impulse, as it begins, and how it goes on.
    fn stretch(&self, u: &Vector3<f64>) -> Option<(Vector3<f64>, Stretch)> {
        let at = self.a.fixed_view::<2, 1>(1, 0).into_owned();
        let att = self.a.fixed_view::<2, 2>(1, 1).into_owned();
        let [mu_static, mu] = self.mu;
        let along = |s: &Vector2<f64>| Vector3::new(1.0, -mu * s.x, -mu * s.y);
        let slip = |s: &Vector2<f64>| at - att * s * mu;
        let for_ever = Stretch::Straight {
            length: f64::INFINITY,
            stops: false,
        };
        let (ut, speed) = (u.yz(), u.yz().norm());
        if speed == 0.0 {
            let f = -pseudo_solve(&att, &at);
            if f.norm() <= mu_static {
                return Some((Vector3::new(1.0, f.x, f.y), for_ever));
            }
            // From rest the direction that it takes is the one that it keeps.
            let s = directions(slip, |s| slip(s).dot(s) > 0.0)?;
            return Some((along(&s), for_ever));
        }
        let s = ut / speed;
        let rate = slip(&s);
        let slows = -rate.dot(&s);
        let turns = (s.x * rate.y - s.y * rate.x).abs();
        if turns > CURVED * att.amax().max(at.amax()) {
            return Some((along(&s), Stretch::Turning));
        }
        let stops = slows > 0.0;
        let length = if stops { speed / slows } else { f64::INFINITY };
        Some((along(&s), Stretch::Straight { length, stops }))
    }

    /// A straight stretch, or the part of it up to the end, and whether that is reached. `None`: it goes on for ever.
    fn go_straight(
        &self,
        from: &Place,
        along: &Vector3<f64>,
        length: f64,
        ends: Ends<'_>,
    ) -> Option<(Place, bool)> {
        let rate = self.a * along;
        let place = |p: f64| Place {
            u: from.u + rate * p,
            impulse: from.impulse + along * p,
            work: from.work + p * (from.u[0] + 0.5 * p * rate[0]),
        };
        // At most quadratic in p: its numbers at three places give it.
        let unit = (self.u.norm() / self.a.amax()).min(length);
        let [c, half, whole] = [0.0, 0.5 * unit, unit].map(|p| ends(&place(p)));
        let curved = 2.0 * (whole - 2.0 * half + c);
        let steep = whole - c - curved;
        let root = steep * steep - 4.0 * curved * c;
        let end = if root < 0.0 {
            f64::INFINITY
        } else {
            // c is negative; the root where it rises.
            let size = steep + root.sqrt();
            if size > 0.0 {
                -2.0 * c / size * unit
            } else {
                f64::INFINITY
            }
        };
        let p = end.min(length);
        p.is_finite().then(|| (place(p), end <= length))
    }

    /// A stretch that turns, or the part of it up to the end, and whether that is reached: the series of the path by τ, `dp = |u_T|·dτ`, in which it is smooth.
    ///
    /// ```text
    /// P' = (r, −μ·u_T)   u' = A·P'   W' = u_N·r   r = |u_T|
    /// ```
    fn turn(&self, from: &Place, ends: Ends<'_>) -> (Place, bool) {
        let mu = self.mu[1];
        let mut u = [Vector3::zeros(); TERMS + 1];
        let mut impulse = [Vector3::zeros(); TERMS + 1];
        let (mut work, mut r) = ([0.0; TERMS + 1], [0.0; TERMS + 1]);
        (u[0], impulse[0], work[0]) = (from.u, from.impulse, from.work);
        for k in 0..TERMS {
            r[k] = if k == 0 {
                u[0].yz().norm()
            } else {
                let squares: f64 = (0..=k).map(|j| u[j].yz().dot(&u[k - j].yz())).sum();
                let inner: f64 = (1..k).map(|j| r[j] * r[k - j]).sum();
                (squares - inner) / (2.0 * r[0])
            };
            let order = (k + 1) as f64;
            impulse[k + 1] = Vector3::new(r[k], -mu * u[k].y, -mu * u[k].z) / order;
            u[k + 1] = self.a * impulse[k + 1];
            work[k + 1] = (0..=k).map(|j| u[j][0] * r[k - j]).sum::<f64>() / order;
        }
        let place = |tau: f64| {
            let mut at = Place {
                u: Vector3::zeros(),
                impulse: Vector3::zeros(),
                work: 0.0,
            };
            for k in (0..=TERMS).rev() {
                at.u = at.u * tau + u[k];
                at.impulse = at.impulse * tau + impulse[k];
                at.work = at.work * tau + work[k];
            }
            at
        };
        // The last two terms, as one of them may vanish.
        let length = |k: usize| (LAST * from.u.norm() / u[k].norm()).powf(1.0 / k as f64);
        let length = length(TERMS).min(length(TERMS - 1));
        let end = place(length);
        if ends(&end) < 0.0 {
            return (end, false);
        }
        let (mut low, mut high) = (0.0, length);
        loop {
            let middle = 0.5 * (low + high);
            if middle <= low || middle >= high {
                return (place(high), true);
            }
            if ends(&place(middle)) < 0.0 {
                low = middle;
            } else {
                high = middle;
            }
        }
    }
}

impl From<Place> for restitution::Place {
    fn from(place: Place) -> Self {
        Self {
            velocity: place.u.into(),
            impulse: place.impulse.into(),
            work: place.work,
        }
    }
}

impl Strike for SinglePointImpact {
    fn restitution(&self) -> f64 {
        self.restitution
    }

    fn friction(&self) -> [f64; 2] {
        self.mu
    }

    fn before(&self) -> [f64; 3] {
        self.u.into()
    }

    fn a(&self) -> [[f64; 3]; 3] {
        self.a.into()
    }

    fn stopping(&self) -> [f64; 3] {
        (-pseudo_solve(&self.a, &self.u)).into()
    }

    fn follow(
        &self,
        from: &restitution::Place,
        until: Until,
        left: &dyn Fn(&restitution::Place) -> f64,
    ) -> Option<[f64; 3]> {
        let from = Place {
            u: from.velocity.into(),
            impulse: from.impulse.into(),
            work: from.work,
        };
        let end = self.path(from, &|at| left(&(*at).into()), until)?;
        Some(end.impulse.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use carom_laws::restitution::{NEWTON, POISSON, RESTITUTION_LAWS, STRONGE};

    /// The same strike in grams, centimetres and milliseconds with forces in dyne, where A is 1e-9, and in other units.
    #[test]
    fn a_strike_is_the_same_in_all_units() {
        let strike = SinglePointImpact {
            a: Matrix3::new(1.2, 0.3, -0.1, 0.3, 2.5, 0.2, -0.1, 0.2, 1.9),
            u: Vector3::new(-0.5, 1.4, 1.0),
            mu: [0.5, 0.4],
            restitution: 0.6,
            law: STRONGE,
        };
        for law in RESTITUTION_LAWS.iter().copied() {
            let strike = SinglePointImpact { law, ..strike };
            let plain = strike.impulse().expect("an end");
            for size in [1e-30, 1e-9, 1e9, 1e30] {
                for speed in [1e-12, 0.1, 1e6] {
                    let other = SinglePointImpact {
                        a: strike.a * size,
                        u: strike.u * speed,
                        ..strike
                    };
                    let found = other.impulse().expect("an end") * (size / speed);
                    // 1e-14: roundings of the factors
                    let miss = (found - plain).norm();
                    assert!(miss < 1e-14 * plain.norm(), "{size} {speed}: {miss:e}");
                }
            }
        }
    }

    /// Those that say where the path ends.
    const LAWS: [RestitutionLaw; 3] = [NEWTON, POISSON, STRONGE];

    /// Without friction a part e of the speed comes back, and a ball on a wall that stops sliding, or does not, has one answer too.
    #[test]
    fn all_laws_agree_where_they_have_to() {
        let e = 0.6;
        let close = |p: Vector3<f64>, exact: [f64; 3], law| {
            // 1e-14: rounding of some sums of numbers of order one
            let miss = (p - Vector3::from(exact)).norm();
            assert!(miss < 1e-14, "{law:?}: {p} instead of {exact:?}");
        };
        for law in RESTITUTION_LAWS.iter().copied() {
            let strike = |a, slip: f64, mu: f64| SinglePointImpact {
                a,
                u: Vector3::new(-1.0, slip, 0.0),
                mu: [mu; 2],
                restitution: e,
                law,
            };
            let skew = Matrix3::new(2.0, 0.3, -0.1, 0.3, 2.5, 0.2, -0.1, 0.2, 1.9);
            let smooth = strike(skew, 0.7, 0.0).impulse().expect("an end");
            close(smooth, [(1.0 + e) / 2.0, 0.0, 0.0], law);
            // A ball of mass 1: A = diag(1, 7/2, 7/2)
            let ball = Matrix3::from_diagonal(&Vector3::new(1.0, 3.5, 3.5));
            let sticks = strike(ball, 0.7, 0.5).impulse().expect("an end");
            close(sticks, [1.0 + e, -0.2, 0.0], law);
            let slides = strike(ball, 7.0, 0.5).impulse().expect("an end");
            close(slides, [1.0 + e, -0.5 * (1.0 + e), 0.0], law);
        }
    }

    fn close(value: f64, exact: f64) {
        // Rounding of some sums of numbers of order one.
        assert!((value - exact).abs() < 1e-14, "{value} instead of {exact}");
    }

    /// A body on a hinge or a slide: A has rank one. With enough friction the point is wedged when it comes to rest, with less it slides and comes back.
    #[test]
    fn a_point_with_one_way_to_move_is_wedged() {
        // u = d·v, P = (p, −μ·p) along the slip, v' = d·P/m: comes to rest at p = v·m/(1 + 2·μ).
        let d = Vector3::new(0.1, 0.2, 0.0) / 0.1;
        for law in LAWS {
            // As rounding of a mechanism leaves it.
            let miss = Matrix3::new(1.0, -1.0, 0.0, -1.0, 2.0, 0.0, 0.0, 0.0, 1.0) * 1e-13;
            let strike = |mu: f64| SinglePointImpact {
                a: d * d.transpose() / 3.0 + miss,
                u: -d * 0.7 + Vector3::new(-2e-12, 3e-12, 0.0),
                mu: [mu; 2],
                restitution: 0.5,
                law,
            };
            let back = if law == POISSON { 1.5 } else { 1.0 };
            let rest = 0.7 * 3.0 / (1.0 + 2.0 * 0.6);
            let found = strike(0.6).impulse().unwrap()[0];
            // What is added to A and u.
            assert!((found - rest * back).abs() < 1e-11, "{law:?} {found}");
            // Sliding back, f = −0.5 would hold it, and 0.4 does not.
            let slides = strike(0.4).impulse().unwrap();
            let v = -0.7 + (slides[0] + 2.0 * slides[1]) / 3.0;
            assert!(v > 0.0, "{law:?} {v}");
        }
    }

    /// Mass 1, a ball: A = diag(1, 7/2, 7/2). The three laws are one.
    #[test]
    fn a_ball_slides_or_rolls() {
        let a = Matrix3::from_diagonal(&Vector3::new(1.0, 3.5, 3.5));
        for law in LAWS {
            let strike = |speed: f64, mu: f64| SinglePointImpact {
                a,
                u: Vector3::new(-2.0, speed, 0.0),
                mu: [mu; 2],
                restitution: 0.5,
                law,
            };
            let slides = strike(30.0, 0.2).impulse().unwrap();
            close(slides[0], 3.0);
            close(slides[1], -0.6);
            let sticks = strike(-1.0, 0.2).impulse().unwrap();
            close(sticks[0], 3.0);
            close(sticks[1], 1.0 / 3.5);
        }
    }

    /// A rod that falls on its end at an angle: mass 1, length 2, `A = [1 + 3c² 3sc; 3sc 1 + 3s²]`. Impulses of a sliding contact by hand, and
    /// of one whose sliding ends in compression, for each law.
    #[test]
    fn a_rod_falls_on_its_end() {
        let (s, c) = (0.6, 0.8);
        let a = Matrix3::new(
            1.0 + 3.0 * c * c,
            3.0 * s * c,
            0.0,
            3.0 * s * c,
            1.0 + 3.0 * s * s,
            0.0,
            0.0,
            0.0,
            1.0,
        );
        let (n, t, m) = (a[(0, 0)], a[(1, 1)], a[(0, 1)]);
        // It slides on in its direction: |u_T| large, μ = 0.1.
        let (mu, e) = (0.1, 0.5);
        let along = n - mu * m;
        for law in LAWS {
            let u = Vector3::new(-1.0, 5.0, 0.0);
            let strike = SinglePointImpact {
                a,
                u,
                mu: [mu; 2],
                restitution: e,
                law,
            };
            let p = strike.impulse().unwrap();
            close(p[0], (1.0 + e) / along);
            close(p[1], -mu * (1.0 + e) / along);
        }
        // It stops sliding at p₁ and sticks, as μ is large: μ > m/t.
        let (mu, u0) = (1.0, -0.2);
        let u = Vector3::new(-1.0, u0, 0.0);
        // Sliding backwards, friction pushes forwards: du_T/dp = m + μ·t, du_N/dp = n + μ·m.
        let p1 = -u0 / (m + mu * t);
        let (f, u1) = (-m / t, -1.0 + (n + mu * m) * p1);
        let rise = n + m * f;
        let pc = p1 - u1 / rise;
        let wc = p1 * 0.5 * (-1.0 + u1) + (pc - p1) * 0.5 * u1;
        let ends = [
            pc + e / rise,
            (1.0 + e) * pc,
            pc + (2.0 * e * e * -wc / rise).sqrt(),
        ];
        for (law, end) in LAWS.into_iter().zip(ends) {
            let strike = SinglePointImpact {
                a,
                u,
                mu: [mu; 2],
                restitution: e,
                law,
            };
            let p = strike.impulse().unwrap();
            close(p[0], end);
            close(p[1], mu * p1 + f * (end - p1));
        }
        // All three differ.
        assert!(
            (ends[0] - ends[1]).abs() > 1e-3 && (ends[1] - ends[2]).abs() > 1e-4,
            "{ends:?}"
        );
    }

    /// Drawn in by its own friction without closing: the rod slides with `p = n − μ·m < 0` until it stops, then sticks and is pushed out.
    #[test]
    fn an_impact_without_collision() {
        let (s, c) = f64::to_radians(60.0).sin_cos();
        let (n, t, m) = (1.0 + 3.0 * c * c, 1.0 + 3.0 * s * s, 3.0 * s * c);
        let a = Matrix3::new(n, m, 0.0, m, t, 0.0, 0.0, 0.0, 1.0);
        let (mu, e, speed) = (1.6, 0.5, 0.7);
        assert!(n - mu * m < 0.0 && m / t < mu);
        let strike = SinglePointImpact {
            a,
            u: Vector3::new(0.0, speed, 0.0),
            mu: [mu; 2],
            restitution: e,
            law: POISSON,
        };
        let p = strike.impulse().unwrap();
        let p1 = speed / (mu * t - m);
        let pc = p1 - (n - mu * m) * p1 / (n - m * m / t);
        close(p[0], (1.0 + e) * pc);
        close(p[1], -mu * p1 - m / t * (p[0] - p1));
    }

    /// Stronge's law takes energy in every strike; Newton's does not, which is why it is audited.
    #[test]
    fn stronge_never_adds_energy() {
        let mut seed = 5u64;
        let mut random = || {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (seed >> 11) as f64 / (1u64 << 53) as f64 - 0.5
        };
        let mut gains = [0; 3];
        for _ in 0..300 {
            let g = Matrix3::from_fn(|_, _| random());
            let a = g * g.transpose() + Matrix3::identity() * 0.02;
            let u = Vector3::new(-0.6 + random(), 2.0 * random(), 2.0 * random());
            for (law, count) in LAWS.into_iter().zip(&mut gains) {
                let mu = 0.1 + random().abs();
                let strike = SinglePointImpact {
                    a,
                    u,
                    mu: [mu; 2],
                    restitution: 0.9,
                    law,
                };
                let Some(p) = strike.impulse() else { continue };
                let after = u + a * p;
                let gain = 0.5 * p.dot(&(u + after));
                *count += usize::from(gain > 1e-12);
                assert!(p.yz().norm() <= mu * p[0] * (1.0 + 1e-9));
                if law == NEWTON && u[0] < 0.0 {
                    assert!((after[0] + 0.9 * u[0]).abs() < 1e-12);
                }
            }
        }
        assert!(
            gains[0] > 0,
            "some of these strikes are of the kind that Newton's law gets wrong"
        );
        assert_eq!(gains[2], 0);
    }

    /// A path that turns, against Runge and Kutta's method on du/dp in 200,000 steps.
    #[test]
    fn a_path_that_turns() {
        let a = Matrix3::new(1.0, 0.3, -0.2, 0.3, 2.0, 0.5, -0.2, 0.5, 4.0);
        let u = Vector3::new(-1.0, 1.0, 0.8);
        let mu = 0.4;
        let strike = SinglePointImpact {
            a,
            u,
            mu: [mu; 2],
            restitution: 0.5,
            law: POISSON,
        };
        let p = strike.impulse().unwrap();
        let rate = |u: &Vector3<f64>| {
            let s = u.yz().normalize();
            a * Vector3::new(1.0, -mu * s.x, -mu * s.y)
        };
        let (count, h) = (200_000, p[0] / 200_000.0);
        let mut v = u;
        for _ in 0..count {
            let k1 = rate(&v);
            let k2 = rate(&(v + k1 * (0.5 * h)));
            let k3 = rate(&(v + k2 * (0.5 * h)));
            let k4 = rate(&(v + k3 * h));
            v += (k1 + k2 * 2.0 + k3 * 2.0 + k4) * (h / 6.0);
        }
        let after = u + a * p;
        // Rounding of 200,000 steps.
        assert!((after - v).norm() < 1e-12, "{after} {v}");
        assert!(v.yz().norm() > 0.1, "it slides to the end");
    }
}
