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
//! The contact is compressed until u_N = 0 at p_c; what restitution means says where it ends:
//!
//! ```text
//! Newton    u_N⁺ = −e·u_N⁻
//! Poisson   p = (1 + e)·p_c
//! Stronge   ∫u_N·dp of the expansion = −e²·∫u_N·dp of the compression
//! ```
//!
//! Without friction, and where the direction of sliding neither ends nor turns, the three are one. Stronge's never adds energy; Newton's may where
//! friction slows the point down (T.R. Kane, D.A. Levinson, Dynamics (1985)), Poisson's at one contact does not.
//!
//! Sources: W.J. Stronge, Impact Mechanics (2000), chapters 3 and 5; Y. Wang, M.T. Mason, J. Appl. Mech. 59 (1992).

use carom_model::analysis::ImpactLaw;
use carom_solve::cone::{directions, pseudo_solve2};
use nalgebra::{Matrix3, Vector2, Vector3};

/// Pieces of a curved path: the direction turns by no more than this in one, radians. The midpoint rule leaves its square over 24.
const TURN: f64 = 1e-3;
/// A direction turns if it does so by more than this part of what the speed changes.
const CURVED: f64 = 1e-12;
/// Sliding slower than this part of its speed at the start has ended.
const ENDED: f64 = 1e-10;
/// Most pieces.
const PIECES: usize = 1_000_000;

/// A contact that strikes.
#[derive(Clone, Copy, Debug)]
pub struct Strike {
    /// Change of the velocities by unit impulses, symmetric.
    pub a: Matrix3<f64>,
    /// Velocity before, the normal part not positive.
    pub u: Vector3<f64>,
    /// Static and dynamic coefficient.
    pub mu: [f64; 2],
    /// Coefficient of restitution.
    pub restitution: f64,
    /// What it means.
    pub law: ImpactLaw,
}

/// A stretch of the path with constant rates.
struct Stretch {
    /// Impulse along a unit of normal impulse.
    impulse: Vector3<f64>,
    /// Normal impulse until it ends.
    length: f64,
    /// Whether sliding ends there.
    stops: bool,
}

impl Strike {
    /// The impulse. `None`: the path has no end.
    pub fn impulse(&self) -> Option<Vector3<f64>> {
        let (mut u, mut impulse) = (self.u, Vector3::zeros());
        let mut work = 0.0;
        // Impulse and work of the compression once it is over.
        let mut compressed: Option<[f64; 2]> = None;
        let mut sticks = u.yz() == Vector2::zeros();
        let first = u.yz().norm();
        for _ in 0..PIECES {
            let stretch = self.stretch(&u, sticks)?;
            let rate = self.a * stretch.impulse;
            let rise = rate[0];
            let ends = match compressed {
                None if u[0] >= 0.0 && rise >= 0.0 => Some(0.0),
                None => (rise > 0.0).then(|| -u[0] / rise),
                Some(compression) => self.ends(u[0], rise, impulse[0], work, compression),
            };
            let ends = ends.filter(|p| *p <= stretch.length);
            let p = ends.unwrap_or(stretch.length);
            if !p.is_finite() {
                return None;
            }
            work += p * (u[0] + 0.5 * p * rise);
            impulse += stretch.impulse * p;
            u += rate * p;
            match (ends, compressed) {
                (Some(_), None) => {
                    u[0] = 0.0;
                    compressed = Some([impulse[0], work]);
                }
                (Some(_), Some(_)) => return Some(impulse),
                (None, _) => {
                    if stretch.stops || u.yz().norm() <= ENDED * first {
                        (u[1], u[2]) = (0.0, 0.0);
                        sticks = true;
                    }
                }
            }
            if sticks && u.yz().norm() > ENDED * first {
                sticks = false;
            }
        }
        None
    }

    /// Normal impulse from here to the end of the expansion.
    fn ends(&self, u: f64, rise: f64, p: f64, work: f64, [pc, wc]: [f64; 2]) -> Option<f64> {
        let e = self.restitution;
        let left = match self.law {
            ImpactLaw::Newton => (-e * self.u[0] - u) / rise,
            ImpactLaw::Poisson => (1.0 + e) * pc - p,
            ImpactLaw::Stronge => {
                // u·p + rise·p²/2 = what is still to come back
                let due = -e * e * wc - (work - wc);
                let root = (u * u + 2.0 * rise * due).sqrt();
                if due <= 0.0 {
                    0.0
                } else {
                    2.0 * due / (u + root)
                }
            }
        };
        (left >= 0.0 || left.abs() <= 1e-12 * p).then_some(left.max(0.0))
    }

    fn stretch(&self, u: &Vector3<f64>, sticks: bool) -> Option<Stretch> {
        let at = self.a.fixed_view::<2, 1>(1, 0).into_owned();
        let att = self.a.fixed_view::<2, 2>(1, 1).into_owned();
        let [mu_static, mu] = self.mu;
        let along = |s: &Vector2<f64>| Vector3::new(1.0, -mu * s.x, -mu * s.y);
        let slip = |s: &Vector2<f64>| at - att * s * mu;
        if sticks {
            let f = -pseudo_solve2(&att, &at);
            if f.norm() <= mu_static {
                return Some(Stretch {
                    impulse: Vector3::new(1.0, f.x, f.y),
                    length: f64::INFINITY,
                    stops: false,
                });
            }
            // From rest the direction that it takes is the one that it keeps.
            let s = directions(slip, |s| slip(s).dot(s) > 0.0)?;
            return Some(Stretch {
                impulse: along(&s),
                length: f64::INFINITY,
                stops: false,
            });
        }
        let (ut, speed) = (u.yz(), u.yz().norm());
        let s = ut / speed;
        let rate = slip(&s);
        let slows = -rate.dot(&s);
        let turns = (s.x * rate.y - s.y * rate.x).abs();
        if turns <= CURVED * att.amax().max(at.amax()) {
            let ends = slows > 0.0;
            return Some(Stretch {
                impulse: along(&s),
                length: if ends { speed / slows } else { f64::INFINITY },
                stops: ends,
            });
        }
        let length = TURN * speed / rate.norm();
        let middle = (ut + rate * (0.5 * length)).normalize();
        Some(Stretch {
            impulse: along(&middle),
            length,
            stops: false,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LAWS: [ImpactLaw; 3] = [ImpactLaw::Newton, ImpactLaw::Poisson, ImpactLaw::Stronge];

    fn close(value: f64, exact: f64) {
        // Rounding of some sums of numbers of order one.
        assert!((value - exact).abs() < 1e-14, "{value} instead of {exact}");
    }

    /// Mass 1, a ball: A = diag(1, 7/2, 7/2). The three laws are one.
    #[test]
    fn a_ball_slides_or_rolls() {
        let a = Matrix3::from_diagonal(&Vector3::new(1.0, 3.5, 3.5));
        for law in LAWS {
            let strike = |speed: f64, mu: f64| Strike {
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
            let strike = Strike {
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
            let strike = Strike {
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
                let strike = Strike {
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
                if law == ImpactLaw::Newton && u[0] < 0.0 {
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
        let strike = Strike {
            a,
            u,
            mu: [mu; 2],
            restitution: 0.5,
            law: ImpactLaw::Poisson,
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
        // The square of a turn of 1e-3 over 24 in each piece.
        assert!((after - v).norm() < 1e-7, "{after} {v}");
        assert!(v.yz().norm() > 0.1, "it slides to the end");
    }
}
