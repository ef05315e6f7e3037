//! Chatterjee's and Ruina's law: the impulse by a formula, between that which only stops the approach and that which stops the point.

use super::law::{Place, RestitutionLaw, Strike, Together};

/// A part of the normal speed comes back, as by Newton's law, without a path and without a gain of energy.
///
/// ```text
/// P_I  = −u_N/A_NN·(1, 0)      ends the approach, without friction
/// P_II = −A⁻¹·u                stops the point
/// P    = (1 + e)·P_I + κ·(P_II − P_I)
/// ```
///
/// with κ = 1, an impulse that stops the point and one of e·P_I that pushes it off, where static friction can hold that, and otherwise the κ < 1 for which P is on
/// the cone of dynamic friction. `P_II − P_I` changes no normal speed, so that u_N⁺ = −e·u_N⁻ always. The energy that the point can lose is
/// `e²·|P_I|² + (1 − κ)²·|P_II − P_I|²` after and `|P_I|² + |P_II − P_I|²` before, |P|² = P·A·P/2: it never grows, and is least at κ = 1. A contact that is drawn
/// in by its own friction without an approach is compressed along its path, and nothing comes back.
///
/// The tangential restitution of the paper is 0 here: slip is not turned over.
///
/// Source: A. Chatterjee, A. Ruina, A new algebraic rigid body collision law based on impulse space considerations, J. Appl. Mech. 65 (1998).
pub const CHATTERJEE_RUINA: RestitutionLaw = RestitutionLaw {
    name: "chatterjee-ruina",
    meaning: "The speeds after and before the impact, with the impulse of friction by a formula: never more energy",
    together: Together::Speeds,
    in_sequence: true,
    impulse,
};

fn impulse(strike: &dyn Strike, compressed: &Place) -> Option<[f64; 3]> {
    if strike.before()[0] >= 0.0 {
        return Some(compressed.impulse);
    }
    let e = strike.restitution();
    let [mu_static, mu] = strike.friction();
    let end = -strike.before()[0] / strike.a()[0][0];
    let [n, s, t] = strike.stopping();
    let (more, across) = (n - end, s.hypot(t));
    let holds = across <= mu_static * ((1.0 + e) * end + more);
    let part = if holds {
        1.0
    } else {
        mu * (1.0 + e) * end / (across - mu * more)
    };
    Some([(1.0 + e) * end + part * more, part * s, part * t])
}

#[cfg(test)]
mod tests {
    use super::super::law::Until;
    use super::*;
    use carom_base::{Mat3, Vec3};

    /// One without a path.
    struct Formula {
        a: Mat3,
        u: Vec3,
        e: f64,
        mu: [f64; 2],
    }

    impl Strike for Formula {
        fn restitution(&self) -> f64 {
            self.e
        }
        fn friction(&self) -> [f64; 2] {
            self.mu
        }
        fn before(&self) -> [f64; 3] {
            [self.u.x, self.u.y, self.u.z]
        }
        fn a(&self) -> [[f64; 3]; 3] {
            std::array::from_fn(|i| std::array::from_fn(|j| self.a[(i, j)]))
        }
        fn stopping(&self) -> [f64; 3] {
            // Cramer's rule on A·P = −u
            let column = |k: usize| Vec3::new(self.a[(0, k)], self.a[(1, k)], self.a[(2, k)]);
            let [a, b, c] = [column(0), column(1), column(2)];
            let whole = a.dot(&b.cross(&c));
            let u = -self.u;
            [
                u.dot(&b.cross(&c)),
                a.dot(&u.cross(&c)),
                a.dot(&b.cross(&u)),
            ]
            .map(|x| x / whole)
        }
        fn follow(&self, _: &Place, _: Until, _: &dyn Fn(&Place) -> f64) -> Option<[f64; 3]> {
            None
        }
    }

    fn answer(strike: &Formula) -> Vec3 {
        let compressed = Place {
            velocity: [0.0; 3],
            impulse: [1.0, 0.0, 0.0],
            work: -1.0,
        };
        impulse(strike, &compressed).expect("a formula").into()
    }

    /// Normal speed, cone and energy of strikes of any kind; and that the point is stopped and pushed off, or slides.
    #[test]
    fn the_speed_comes_back_and_never_more_energy() {
        let mut seed = 11_u64;
        let mut random = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 11) as f64 / (1_u64 << 53) as f64 - 0.5
        };
        let [mut holds, mut slides] = [0; 2];
        for _ in 0..2000 {
            let g = Mat3::from_fn(|_, _| random());
            let a = Mat3::from_fn(|i, j| {
                let square: f64 = (0..3).map(|k| g[(i, k)] * g[(j, k)]).sum();
                square + if i == j { 0.05 } else { 0.0 }
            });
            let [e, mu] = [random() + 0.5, random() + 0.5];
            let u = Vec3::new(random() - 0.5, 2.0 * random(), 2.0 * random());
            let strike = Formula {
                a,
                u,
                e,
                mu: [1.2 * mu, mu],
            };
            let p = answer(&strike);
            let after = u + a * p;
            // 1e-12: rounding, enlarged by the condition of A, below 1e2
            assert!((after.x + e * u.x).abs() < 1e-12, "{}", after.x);
            assert!(p.y.hypot(p.z) <= 1.2 * mu * p.x * (1.0 + 1e-12));
            // What impulses do along the mean of the speeds is the change of the energy.
            assert!(p.dot(&(u + after)) < 1e-12);
            let push = Vec3::new(-e * u.x / a[(0, 0)], 0.0, 0.0);
            if (after - a * push).norm() < 1e-12 {
                holds += 1;
            } else {
                slides += 1;
                assert!((p.y.hypot(p.z) - mu * p.x).abs() < 1e-12);
            }
        }
        assert!(holds > 100 && slides > 100, "{holds} {slides}");
    }

    /// A rod of mass 1 and length 2 that strikes with its end, at 45 degrees: A = [[5/2, 3/2], [3/2, 5/2]] in its plane. With u = (−1, 0) P_I = 2/5 and P_II = (5/8, −3/8).
    #[test]
    fn a_rod_strikes_with_its_end() {
        let a = Mat3::from_fn(|i, j| match (i, j) {
            (2, 2) => 1.0,
            (2, _) | (_, 2) => 0.0,
            (i, j) if i == j => 2.5,
            _ => 1.5,
        });
        let strike = |mu: f64| Formula {
            a,
            u: Vec3::new(-1.0, 0.0, 0.0),
            e: 0.5,
            mu: [mu; 2],
        };
        let close = |p: Vec3, exact: Vec3| {
            // 1e-15: roundings
            assert!((p - exact).norm() < 1e-15, "{p:?} instead of {exact:?}");
        };
        // μ = 1: P = (3/5 + 9/40, −3/8), of the slope 5/11: it is held.
        close(answer(&strike(1.0)), Vec3::new(0.825, -0.375, 0.0));
        // μ = 1/4: κ = 0.15/(0.375 − 0.05625) = 8/17
        let part = 8.0 / 17.0;
        let slides = Vec3::new(0.6 + 0.225 * part, -0.375 * part, 0.0);
        close(answer(&strike(0.25)), slides);
    }

    #[test]
    fn what_does_not_approach_is_only_compressed() {
        let strike = Formula {
            a: Mat3::from_fn(|i, j| if i == j { 1.0 } else { 0.0 }),
            u: Vec3::new(0.0, 1.0, 0.0),
            e: 0.5,
            mu: [1.0; 2],
        };
        assert_eq!(answer(&strike), Vec3::new(1.0, 0.0, 0.0));
    }
}
