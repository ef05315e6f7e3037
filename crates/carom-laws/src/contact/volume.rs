//! VOLUME: an elastic foundation, by the volume in which two solids overlap.

use crate::LawError;
use crate::contact::damped::{Damped, DampedMode, damped_law};
use crate::contact::law::{Argument, ContactLaw, Dimension, argument};
use crate::contact::solid_law::{Branches, Indentation, Parameter, Range, SolidLaw, parameter};
use crate::error::Check;
use crate::guard::{Guard, SwitchEvent};
use crate::jet::Jet2;
use carom_base::dimension::symbols as of;
use carom_base::{Dialect, Dual, Number};

/// One-sided elastic foundation with damping: pushes below the free length, never pulls.
///
/// ```text
/// F = max(0, k·V·(1 − c·ẋ))   if x < x₁,   else 0
/// ```
///
/// | arg      | meaning                        | dimension | range  |
/// |----------|--------------------------------|-----------|--------|
/// | `x`      | distance                       | L         |        |
/// | `xdot`   | its rate; closing is negative  | L/T       |        |
/// | `x1`     | free length                    | L         | finite |
/// | `volume` | volume of the overlap          | L³        | ≥ 0    |
/// | `k`      | stiffness for a volume         | F·L⁻³     | ≥ 0    |
/// | `c`      | damping for a speed            | T·L⁻¹     | ≥ 0    |
///
/// A foundation of springs side by side that know nothing of each other (Winkler) carries the pressure k·δ where it is pressed in by δ, and over the
/// patch ∫k·δ dA = k·V. Two layers of moduli E and depths L, one on the other, have k = 1/(L_I/E_I + L_J/E_J); the lateral strain is taken as free, a
/// layer that is held sideways has E·(1 − ν)/((1 + ν)·(1 − 2ν)) in place of E. Each spring has a damper k·c·δ·δ̇, which over a patch that moves as one gives
/// the second term: it vanishes with the depth, so there is no force at first touch, and it pulls nowhere but where ẋ > 1/c.
///
/// Sources: K. L. Johnson, Contact Mechanics (1985), section 4.3 (foundation); K. H. Hunt, F. R. E. Crossley, Coefficient of restitution interpreted as
/// damping in vibroimpact, J. Appl. Mech. 42 (1975), and the elastic foundation of Simbody, k·x·a·(1 + c·v) for each element of area a (damping).
#[inline]
pub fn volume<T: Number>(x: T, xdot: T, x1: T, volume: T, k: T, c: T) -> T {
    Volume::from([x, xdot, x1, volume, k, c]).value()
}

/// The arguments of [`volume`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Volume<T> {
    /// Distance.
    pub x: T,
    /// Its rate.
    pub xdot: T,
    /// Free length.
    pub x1: T,
    /// Volume of the overlap.
    pub volume: T,
    /// Stiffness for a volume.
    pub k: T,
    /// Damping for a speed.
    pub c: T,
}

impl<T> From<[T; 6]> for Volume<T> {
    fn from([x, xdot, x1, volume, k, c]: [T; 6]) -> Self {
        Self {
            x,
            xdot,
            x1,
            volume,
            k,
            c,
        }
    }
}

impl<T: Number> Volume<T> {
    /// Names the parameter that is out of its range.
    pub fn check(&self) -> Result<(), LawError> {
        let check = Check("VOLUME");
        check.finite("x1", self.x1.value())?;
        check.not_negative("volume", self.volume.value())?;
        check.not_negative("k", self.k.value())?;
        check.not_negative("c", self.c.value())
    }
}

damped_law!(Volume, |law: &Volume<T>| law.k * law.volume);

/// The stiffness for a volume of two elastic layers, one on the other: moduli F·L⁻² and depths L. A layer without depth does not yield.
pub fn of_layers([e_i, e_j]: [f64; 2], [depth_i, depth_j]: [f64; 2]) -> f64 {
    1.0 / (depth_i / e_i + depth_j / e_j)
}

/// VOLUME as the normal law of a contact of solids.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VolumeParameters {
    /// Force for a volume, F·L⁻³.
    pub stiffness: f64,
    /// Part by which a speed of one adds to the force, T·L⁻¹.
    pub damping: f64,
}

/// The damping of foundations.
const DAMPING: Parameter = Parameter {
    absent: Some(0.0),
    ..parameter(
        "damping",
        "part by which a speed of one adds to the force, T·L⁻¹",
        |_| of::T / of::L,
        Range::NotNegative,
    )
};

impl SolidLaw for VolumeParameters {
    type Force<T: Number> = Volume<T>;
    const KEY: &'static str = "volume";
    const TEXT: &'static str = "an elastic foundation: a force by the volume of the overlap";
    const PARAMETERS: &'static [Parameter] = &[
        parameter(
            "stiffness",
            "force for a volume, F·L⁻³",
            |_| of::F / of::L.power(3.0),
            Range::Positive,
        ),
        DAMPING,
    ];
    const ASKS_VOLUME: bool = true;

    fn from_values(values: &[f64]) -> Self {
        Self {
            stiffness: values[0],
            damping: values[1],
        }
    }
    fn values(&self) -> Vec<f64> {
        vec![self.stiffness, self.damping]
    }
    fn at<T: Number>(&self, place: &Indentation<T>) -> Volume<T> {
        Volume {
            x: -place.depth,
            xdot: place.gap_rate,
            x1: T::zero(),
            volume: place.volume,
            k: T::constant(self.stiffness),
            c: T::constant(self.damping),
        }
    }
    fn branch(at: &Volume<Dual<f64, 1>>) -> i32 {
        at.mode().code()
    }
}

/// VOLUME of two elastic layers, one on the other, as the normal law of a contact of solids.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LayersParameters {
    /// Elastic modulus of the layer on side I, F·L⁻².
    pub i_modulus: f64,
    /// Its depth, L; 0: it does not yield.
    pub i_depth: f64,
    /// Elastic modulus of the layer on side J, F·L⁻².
    pub j_modulus: f64,
    /// Its depth, L.
    pub j_depth: f64,
    /// As with [`VolumeParameters`], T·L⁻¹.
    pub damping: f64,
}

impl SolidLaw for LayersParameters {
    type Force<T: Number> = Volume<T>;
    const KEY: &'static str = "layers";
    const TEXT: &'static str = "an elastic foundation of two layers, the volume law of MotionSolve";
    const PARAMETERS: &'static [Parameter] = &[
        parameter(
            "i_modulus",
            "elastic modulus of the layer on side I, F·L⁻²",
            |_| of::F / of::L / of::L,
            Range::Positive,
        ),
        parameter(
            "i_depth",
            "its depth, L; 0: it does not yield",
            |_| of::L,
            Range::NotNegative,
        ),
        parameter(
            "j_modulus",
            "elastic modulus of the layer on side J, F·L⁻²",
            |_| of::F / of::L / of::L,
            Range::Positive,
        ),
        parameter("j_depth", "its depth, L", |_| of::L, Range::NotNegative),
        DAMPING,
    ];
    const ASKS_VOLUME: bool = true;

    fn from_values(values: &[f64]) -> Self {
        let [i_modulus, i_depth, j_modulus, j_depth, damping] = std::array::from_fn(|i| values[i]);
        Self {
            i_modulus,
            i_depth,
            j_modulus,
            j_depth,
            damping,
        }
    }
    fn values(&self) -> Vec<f64> {
        vec![
            self.i_modulus,
            self.i_depth,
            self.j_modulus,
            self.j_depth,
            self.damping,
        ]
    }
    fn conflict(&self) -> Option<&'static str> {
        (self.i_depth + self.j_depth == 0.0).then_some("the depths of the layers may not both be 0")
    }
    fn at<T: Number>(&self, place: &Indentation<T>) -> Volume<T> {
        let moduli = [self.i_modulus, self.j_modulus];
        let one = VolumeParameters {
            stiffness: of_layers(moduli, [self.i_depth, self.j_depth]),
            damping: self.damping,
        };
        one.at(place)
    }
    fn branch(at: &Volume<Dual<f64, 1>>) -> i32 {
        at.mode().code()
    }
}

/// VOLUME in the list of laws.
pub(crate) struct VolumeLaw;

const ARGUMENTS: &[Argument] = &[
    argument("x", "distance", Dimension::Length, ""),
    argument(
        "xdot",
        "its rate, closing is negative",
        Dimension::Speed,
        "",
    ),
    argument("x1", "free length", Dimension::Length, "finite"),
    argument("volume", "volume of the overlap", Dimension::Volume, "≥ 0"),
    argument("k", "stiffness for a volume", Dimension::Foundation, "≥ 0"),
    argument("c", "damping for a speed", Dimension::PerSpeed, "≥ 0"),
];

fn arguments<T: Number>(args: &[T]) -> Volume<T> {
    Volume::from(std::array::from_fn(|i| args[i]))
}

impl ContactLaw for VolumeLaw {
    fn name(&self) -> &'static str {
        "VOLUME"
    }
    fn text(&self) -> &'static str {
        "elastic foundation: pressure by the depth at each place, force by the volume of the overlap"
    }
    fn arguments(&self) -> &'static [Argument] {
        ARGUMENTS
    }
    fn dimension(&self) -> Dimension {
        Dimension::Force
    }
    fn example(&self) -> (&'static [f64], f64) {
        // 1e4·0.002·(1 + 0.5·0.5)
        (&[0.95, -0.5, 1.0, 0.002, 1e4, 0.5], 25.0)
    }
    fn check(&self, _: Dialect, args: &[f64]) -> Result<(), LawError> {
        arguments(args).check()
    }
    fn value(&self, args: &[f64]) -> f64 {
        arguments(args).value()
    }
    fn jet(&self, args: &[Jet2]) -> Jet2 {
        arguments(args).value()
    }
    fn sign(&self, args: &[f64]) -> f64 {
        if args[0] < args[2] { 1.0 } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use DampedMode::Free;

    fn law(x: f64, xdot: f64) -> Volume<f64> {
        Volume::from([x, xdot, 0.0, 0.002, 1e4, 0.5])
    }

    #[test]
    fn values() {
        assert_eq!(law(-0.1, 0.0).value(), 20.0);
        assert_eq!(law(-0.1, -2.0).value(), 40.0);
        assert_eq!(law(-0.1, 1.0).value(), 10.0);
        // faster than 1/c out: it would pull
        assert_eq!(law(-0.1, 3.0).value(), 0.0);
        assert_eq!(law(-0.1, 3.0).value_in(Free), -10.0);
        assert_eq!(law(0.0, -2.0).value(), 0.0);
    }

    /// Two equal layers yield twice as much as one, and one without depth not at all.
    #[test]
    fn layers_in_series() {
        assert_eq!(of_layers([4.0, 4.0], [0.5, 0.5]), 4.0);
        assert_eq!(of_layers([4.0, 1.0], [0.5, 0.0]), 8.0);
    }

    /// Along x = −sin t with c > 1/max ẋ: each guard that falls leads to the mode that holds.
    #[test]
    fn modes_follow_a_motion() {
        let at = |t: f64| {
            let (s, c) = t.sin_cos();
            let mut law = Volume::from([-s, -c, 0.0, 0.1, 1.0, 2.0].map(Dual::<f64, 1>::constant));
            (law.x.eps, law.xdot.eps) = ([-c], [s]);
            law
        };
        let mut mode = at(-0.1).mode();
        let mut seen = Vec::new();
        for i in 0..700 {
            let law = at(0.0137 + f64::from(i) * 0.01);
            for _ in 0..2 {
                let fallen = law.guards(mode).iter().position(|g| g.value.re < 0.0);
                let Some(slot) = fallen else { break };
                let (next, meaning) = mode.after(slot);
                seen.push(meaning);
                mode = next;
            }
            assert_eq!(mode, law.mode());
            assert_eq!(law.value_in(mode), law.value());
            assert_eq!(DampedMode::from_code(mode.code()), mode);
        }
        use SwitchEvent::{ContactBegin, ContactEnd, ForceOff};
        assert_eq!(seen, [ContactBegin, ForceOff, ContactEnd, ContactBegin]);
    }
}
