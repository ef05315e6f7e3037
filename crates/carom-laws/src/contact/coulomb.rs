//! Coulomb friction as a function of the slip velocity.

use crate::LawError;
use crate::contact::law::{Argument, ContactLaw, Dimension, argument};
use crate::error::Check;
use crate::guard::{Guard, Piece};
use crate::jet::Jet2;
use crate::step::step;
use carom_base::{Dialect, Dual, Number};

/// Friction coefficient with the sign of its force: against the slip velocity, smooth through zero.
///
/// ```text
/// μ(v) = −step(v; −v_s, −μ_s, v_s, μ_s)               |v| ≤ v_s
///        −step(|v|; v_s, μ_s, v_d, μ_d)·sign v         v_s < |v| < v_d
///        −μ_d·sign v                                   |v| ≥ v_d
/// F = μ(v)·F_n,   F_n ≥ 0
/// ```
///
/// | arg  | meaning                          | dimension | range Adams    | range MotionSolve |
/// |------|----------------------------------|-----------|----------------|-------------------|
/// | `v`  | slip velocity                    | L/T       |                |                   |
/// | `mu_static`  | largest coefficient, at ±v_s | 1   | ≥ μ_d          | ≥ 0               |
/// | `mu_dynamic` | coefficient of sliding   | 1         | ≥ 0            | ≥ 0               |
/// | `vs` | stiction transition velocity     | L/T       | > 0            | > 0               |
/// | `vd` | friction transition velocity     | L/T       | > v_s          | ≥ v_s             |
///
/// Value and slope are continuous; the second derivative jumps at ±v_s and ±v_d. With v_s = v_d
/// (the defaults of MotionSolve) the coefficient jumps there. μ(0) = 0: a body under load creeps, it does not stick.
/// In space use the norm of the slip velocity, and its direction for the force.
/// The Adams page asks 0 < μ_d < μ_s; we accept equality, where the formula is as good.
/// Sources: Adams View help, contact friction force; MotionSolve help, Force_Contact.
#[inline]
pub fn coulomb<T: Number>(v: T, mu_static: T, mu_dynamic: T, vs: T, vd: T) -> T {
    Coulomb::from([v, mu_static, mu_dynamic, vs, vd]).value()
}

/// The arguments of [`coulomb`]. Modes: [`Piece`] 0 below −v_d, 1 up to −v_s, 2 up to v_s, 3 up to v_d, 4 above.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Coulomb<T> {
    /// Slip velocity.
    pub v: T,
    /// Coefficient at ±`vs`.
    pub mu_static: T,
    /// Coefficient from ±`vd` on.
    pub mu_dynamic: T,
    /// Stiction transition velocity.
    pub vs: T,
    /// Friction transition velocity.
    pub vd: T,
}

impl<T> From<[T; 5]> for Coulomb<T> {
    fn from([v, mu_static, mu_dynamic, vs, vd]: [T; 5]) -> Self {
        Self {
            v,
            mu_static,
            mu_dynamic,
            vs,
            vd,
        }
    }
}

/// s²(3 − 2s)
fn rise<T: Number>(s: T) -> T {
    s * s * (s * -2.0 + 3.0)
}

impl<T: Number> Coulomb<T> {
    /// Number of guard slots: −v_d, −v_s, v_s, v_d.
    pub const SLOTS: usize = 4;

    /// On the branch that the arguments ask for.
    #[inline]
    pub fn value(&self) -> T {
        let speed = self.v.abs();
        if speed.value() <= self.vs.value() {
            return -step(self.v, -self.vs, -self.mu_static, self.vs, self.mu_static);
        }
        let mu = if speed.value() >= self.vd.value() {
            self.mu_dynamic
        } else {
            step(speed, self.vs, self.mu_static, self.vd, self.mu_dynamic)
        };
        if self.v.value() > 0.0 { -mu } else { mu }
    }

    /// In a frozen mode, continued beyond its ends.
    pub fn value_in(&self, mode: Piece) -> T {
        match mode.0 {
            0 => self.mu_dynamic,
            1 => self.transition(-self.v),
            2 => {
                let s = (self.v / self.vs + 1.0) * 0.5;
                self.mu_static * (rise(s) * -2.0 + 1.0)
            }
            3 => -self.transition(self.v),
            _ => -self.mu_dynamic,
        }
    }

    /// `−μ(v)/v` for slip in space: the friction is `−drag·F_n` times the slip velocity, whose square is `square`. In the modes 2, 3 and 4 of a positive
    /// speed, continued beyond their ends; in the first one a polynomial,
    ///
    /// ```text
    /// −μ(v)/v = μ_s·(3 − v²/v_s²)/(2·v_s)
    /// ```
    ///
    /// so that rest is no place of its own.
    pub fn drag(&self, square: T, mode: Piece) -> T {
        match mode.0 {
            0..=2 => self.mu_static * (-square / (self.vs * self.vs) + 3.0) / (self.vs * 2.0),
            3 => {
                let speed = square.sqrt();
                self.transition(speed) / speed
            }
            _ => self.mu_dynamic / square.sqrt(),
        }
    }

    fn transition(&self, speed: T) -> T {
        let s = (speed - self.vs) / (self.vd - self.vs);
        self.mu_static + (self.mu_dynamic - self.mu_static) * rise(s)
    }

    fn past(&self) -> [Guard<T>; 4] {
        [-self.vd, -self.vs, self.vs, self.vd].map(|end| Guard::difference(self.v, end))
    }

    /// The guards of a mode: −v_d, −v_s, v_s, v_d.
    pub fn guards(&self, mode: Piece) -> [Guard<T>; 4] {
        mode.guards(self.past())
    }

    /// Names the parameter that is out of its range.
    pub fn check(&self, dialect: Dialect) -> Result<(), LawError> {
        let check = Check("Coulomb friction");
        let (mu_static, mu_dynamic) = (self.mu_static.value(), self.mu_dynamic.value());
        let (vs, vd) = (self.vs.value(), self.vd.value());
        check.not_negative("mu_dynamic", mu_dynamic)?;
        check.not_negative("mu_static", mu_static)?;
        check.positive("vs", vs)?;
        let argument = "vd";
        match dialect {
            Dialect::Adams => {
                let range = "mu_dynamic or greater";
                check.relation(mu_static >= mu_dynamic, "mu_static", mu_static, range)?;
                let range = "greater than vs";
                check.relation(vd > vs, argument, vd, range)
            }
            Dialect::MotionSolve => {
                let range = "vs or greater";
                check.relation(vd >= vs, argument, vd, range)
            }
        }
    }
}

impl Coulomb<Dual<f64, 1>> {
    /// The mode that holds at these arguments, whose derivatives are rates in time.
    pub fn mode(&self) -> Piece {
        Piece::at(self.past())
    }
}

/// Coulomb friction in the list of laws.
pub(crate) struct CoulombLaw;

const ARGUMENTS: &[Argument] = &[
    argument("v", "slip velocity", Dimension::Speed, ""),
    argument(
        "mu_static",
        "coefficient at ±vs",
        Dimension::Number,
        "≥ mu_dynamic",
    ),
    argument(
        "mu_dynamic",
        "coefficient of sliding",
        Dimension::Number,
        "≥ 0",
    ),
    argument(
        "vs",
        "stiction transition velocity",
        Dimension::Speed,
        "> 0",
    ),
    argument(
        "vd",
        "friction transition velocity",
        Dimension::Speed,
        "> vs",
    ),
];

fn arguments<T: Number>(args: &[T]) -> Coulomb<T> {
    Coulomb::from(std::array::from_fn(|i| args[i]))
}

impl ContactLaw for CoulombLaw {
    fn name(&self) -> &'static str {
        "COULOMB"
    }
    fn text(&self) -> &'static str {
        "friction coefficient over slip velocity, with the sign of its force"
    }
    fn arguments(&self) -> &'static [Argument] {
        ARGUMENTS
    }
    fn dimension(&self) -> Dimension {
        Dimension::Number
    }
    fn example(&self) -> (&'static [f64], f64) {
        // half way from static to dynamic
        (&[550.0, 0.3, 0.1, 100.0, 1000.0], -0.2)
    }
    fn check(&self, dialect: Dialect, args: &[f64]) -> Result<(), LawError> {
        arguments(args).check(dialect)
    }
    fn value(&self, args: &[f64]) -> f64 {
        arguments(args).value()
    }
    fn jet(&self, args: &[Jet2]) -> Jet2 {
        arguments(args).value()
    }
    fn sign(&self, args: &[f64]) -> f64 {
        match args[0] {
            v if v > 0.0 => -1.0,
            v if v < 0.0 => 1.0,
            _ => 0.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mu(v: f64) -> f64 {
        coulomb(v, 0.3, 0.1, 100.0, 1000.0)
    }

    /// The drag in space is the law of one dimension, less its direction.
    #[test]
    fn drag_is_the_coefficient_over_the_speed() {
        for (v, mode) in [
            (1e-9, 2),
            (0.3, 2),
            (0.99, 2),
            (1.2, 3),
            (1.99, 3),
            (5.0, 4),
        ] {
            let law = Coulomb::from([v, 0.3, 0.1, 1.0, 2.0]);
            // 1e-14: STEP near its middle loses digits
            let difference: f64 = law.drag(v * v, Piece(mode)) * v + law.value();
            assert!(difference.abs() < 1e-14, "{v}");
        }
    }

    #[test]
    fn points_by_hand() {
        assert_eq!([mu(0.0), mu(100.0), mu(-100.0)], [0.0, -0.3, 0.3]);
        assert_eq!([mu(1000.0), mu(-1e6)], [-0.1, 0.1]);
        assert!(mu(f64::NAN).is_nan());
        // half way through the transition
        assert!((mu(550.0) + 0.2).abs() < 1e-16);
        // s = 3/4 of the inner step: 27/32 of the way from μ_s to −μ_s
        assert!((mu(50.0) - 0.3 * (1.0 - 2.0 * 27.0 / 32.0)).abs() < 1e-16);
    }

    /// The product form: −STEP(v, −vs, −1, vs, 1)·STEP(|v|, vs, μ_s, vd, μ_d).
    #[test]
    fn the_product_of_two_steps_is_the_same_law() {
        for i in -150..=150 {
            let v = 10.0 * f64::from(i);
            let product =
                -step(v, -100.0, -1.0, 100.0, 1.0) * step(v.abs(), 100.0, 0.3, 1000.0, 0.1);
            // 1e-16: one rounding of numbers below ½
            assert!((mu(v) - product).abs() <= 1e-16, "{v}");
        }
    }

    #[test]
    fn modes() {
        for (v, piece) in [
            (-1500.0, 0),
            (-500.0, 1),
            (50.0, 2),
            (500.0, 3),
            (2000.0, 4),
        ] {
            let law = Coulomb::from([v, 0.3, 0.1, 100.0, 1000.0].map(Dual::<f64, 1>::constant));
            let mode = law.mode();
            assert_eq!(mode, Piece(piece));
            // 1e-16: the frozen inner step is arranged differently
            assert!((law.value_in(mode).re - mu(v)).abs() <= 1e-16);
            assert!(law.guards(mode).iter().all(|g| g.value.re > 0.0));
        }
    }

    #[test]
    fn ranges_by_dialect() {
        let check = |dialect, args: [f64; 4]| {
            let [a, b, c, d] = args;
            Coulomb::from([0.0, a, b, c, d])
                .check(dialect)
                .map_err(|e| e.argument)
        };
        use Dialect::{Adams, MotionSolve};
        let equal_velocities = [0.3, 0.1, 1e-3, 1e-3];
        assert_eq!(check(Adams, equal_velocities), Err("vd"));
        assert_eq!(check(MotionSolve, equal_velocities), Ok(()));
        assert_eq!(check(Adams, [0.1, 0.3, 1.0, 2.0]), Err("mu_static"));
        assert_eq!(check(MotionSolve, [0.1, 0.3, 1.0, 2.0]), Ok(()));
        assert_eq!(check(MotionSolve, [0.3, 0.1, 0.0, 2.0]), Err("vs"));
        assert_eq!(check(Adams, [0.3, -0.1, 1.0, 2.0]), Err("mu_dynamic"));
        // equal velocities: the value stays finite, the coefficient jumps
        let at = |v| coulomb(v, 0.3, 0.1, 1.0, 1.0);
        assert_eq!([at(1.0), at(1.0 + 1e-15)], [-0.3, -0.1]);
    }
}
