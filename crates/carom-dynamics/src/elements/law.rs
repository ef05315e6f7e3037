//! Force laws between markers: the force and torque on marker I, at its origin. The opposite acts on the
//! reaction body at the same space point, so a pair never adds momentum.
//!
//! Forces are in model units; the equations of motion divide masses by the units consistency factor.
#![allow(non_snake_case)]

use crate::elements::multi::MultiPoint;
use crate::elements::penalty::Penalty;
use crate::mechanism::frames::Frames;
use crate::mechanism::relative::deviation;
use crate::mechanism::relative::velocity;
use carom_base::{Number, Vec3};
use carom_expr::MarkerState;
use carom_model::force::Damping;

/// How the numbers of a force element become a force and a torque.
#[derive(Clone, Debug, PartialEq)]
pub enum Law {
    /// `f₀` along the line from J to I: positive repels. Undefined where they coincide.
    Line,
    /// `f₀` along z of J.
    AlongZ,
    /// Torque `f₀` about z of J.
    AboutZ,
    /// Force `f₀ f₁ f₂` and torque `f₃ f₄ f₅` on the axes of RM.
    Components,
    /// Along the line: `preload − stiffness·(|p_JI| − length) − damping·d|p_JI|/dt`.
    Spring(Spring),
    /// Torque about z of J: the same of the angle of I about z of J.
    TorsionSpring(Spring),
    /// Six linear components on the axes of J: bushing, field, linear beam.
    Linear(Box<Linear>),
    /// A beam whose tension stiffens it.
    String(Box<StringBeam>),
    /// Linear in the displacements of several markers.
    Multi(MultiPoint),
    /// On one of the bodies that an expression looks at, which it drives to zero.
    Penalty(Penalty),
}

/// Numbers of a spring-damper.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spring {
    /// Per length or radian.
    pub stiffness: f64,
    /// Per rate.
    pub damping: f64,
    /// Force or torque at `length`.
    pub preload: f64,
    /// Reference length or angle.
    pub length: f64,
}

/// `F = preload − K·(q − length) − C·u` on the axes of J, with q = [x y z a b c] (displacement of I and its projected
/// small angles about x, y, z of J) and u the velocity and angular velocity of I as seen from J.
#[derive(Clone, Debug, PartialEq)]
pub struct Linear {
    /// Shape (6, 6), row major.
    pub stiffness: [f64; 36],
    /// Shape (6, 6), row major.
    pub damping: [f64; 36],
    /// q without elastic force.
    pub length: [f64; 6],
    /// Constant part.
    pub preload: [f64; 6],
}

impl Linear {
    /// A bushing: diagonal matrices.
    pub fn diagonal(stiffness: &[f64; 6], damping: &[f64; 6], preload: &[f64; 6]) -> Self {
        let diagonal = |d: &[f64; 6]| {
            let mut m = [0.0; 36];
            for k in 0..6 {
                m[7 * k] = d[k];
            }
            m
        };
        Self {
            stiffness: diagonal(stiffness),
            damping: diagonal(damping),
            length: [0.0; 6],
            preload: *preload,
        }
    }

    /// From matrices, with damping as a matrix or a share of the stiffness.
    pub fn new(
        stiffness: [f64; 36],
        damping: &Damping,
        length: [f64; 6],
        preload: [f64; 6],
    ) -> Self {
        let damping = match damping {
            Damping::Ratio(ratio) => stiffness.map(|k| k * ratio),
            Damping::Matrix(c) => *c,
        };
        Self {
            stiffness,
            damping,
            length,
            preload,
        }
    }

    /// The linear Timoshenko beam along x of J, I at its far end.
    ///
    /// Source: the end stiffness of a uniform beam with shear deformation (Przemieniecki, Theory of Matrix
    /// Structural Analysis, 1968, eq. 5.116), in the arrangement of the Adams BEAM statement.
    pub fn beam(b: &carom_model::Beam) -> Self {
        let l = b.length;
        let shear = |ratio: f64, i: f64| {
            if ratio == 0.0 {
                0.0
            } else {
                12.0 * b.e * i * ratio / (b.g * b.area * l * l)
            }
        };
        let (py, pz) = (shear(b.asy, b.izz), shear(b.asz, b.iyy));
        let mut k = [0.0; 36];
        let mut set = |r: usize, c: usize, value: f64| {
            k[6 * r + c] = value;
            k[6 * c + r] = value;
        };
        set(0, 0, b.e * b.area / l);
        set(1, 1, 12.0 * b.e * b.izz / (l.powi(3) * (1.0 + py)));
        set(1, 5, -6.0 * b.e * b.izz / (l.powi(2) * (1.0 + py)));
        set(2, 2, 12.0 * b.e * b.iyy / (l.powi(3) * (1.0 + pz)));
        set(2, 4, 6.0 * b.e * b.iyy / (l.powi(2) * (1.0 + pz)));
        set(3, 3, b.g * b.ixx / l);
        set(4, 4, (4.0 + pz) * b.e * b.iyy / (l * (1.0 + pz)));
        set(5, 5, (4.0 + py) * b.e * b.izz / (l * (1.0 + py)));
        Self::new(k, &b.damping, [l, 0.0, 0.0, 0.0, 0.0, 0.0], [0.0; 6])
    }
}

impl Law {
    /// Force and torque on I at its origin, ground axes. `f` are the values of the element's functions at the markers I, J and RM, `turns` says
    /// what is added to a wrapped angle that counts turns.
    #[inline]
    pub fn action<T: Number>(
        &self,
        frames: &dyn Frames<T>,
        [i, j, rm]: [usize; 3],
        f: &[T; 6],
        turns: &dyn Fn(T) -> T,
    ) -> (Vec3<T>, Vec3<T>) {
        let zero = Vec3::zeros();
        let marker = |m| frames.marker(m);
        match self {
            Law::Line => {
                let d = marker(i).p - marker(j).p;
                (d * (f[0] / d.dot(&d).sqrt()), zero)
            }
            Law::AlongZ => (marker(j).R.column(2) * f[0], zero),
            Law::AboutZ => (zero, marker(j).R.column(2) * f[0]),
            Law::Components => {
                let rm = marker(rm);
                (
                    rm.R * Vec3::new(f[0], f[1], f[2]),
                    rm.R * Vec3::new(f[3], f[4], f[5]),
                )
            }
            Law::Spring(s) => {
                let (i, j) = (marker(i), marker(j));
                let d = i.p - j.p;
                let length = d.dot(&d).sqrt();
                let u = d / length;
                let size = s.size(length, u.dot(&(i.v - j.v)));
                (u * size, zero)
            }
            Law::TorsionSpring(s) => {
                let (i, j) = (marker(i), marker(j));
                let wrapped = crate::mechanism::coordinate::Coordinate::Angle.value(&i, &j);
                let angle = wrapped + turns(wrapped);
                let z = j.R.column(2);
                (zero, z * s.size(angle, z.dot(&(i.w - j.w))))
            }
            Law::Linear(l) => l.action(&marker(i), &marker(j), turns),
            Law::String(s) => s.action(&marker(i), &marker(j)),
            // They look at more than these markers: ForceElement::action has it.
            Law::Multi(_) | Law::Penalty(_) => (zero, zero),
        }
    }

    /// The angle that counts turns, if the element has one: about z, while the other two of six components stay small.
    pub fn turning(&self) -> Option<Turning> {
        match self {
            Law::TorsionSpring(_) => Some(Turning::OfJoint),
            Law::Linear(_) => Some(Turning::Projected),
            _ => None,
        }
    }
}

/// An angle about z of J.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turning {
    /// That of a revolute joint.
    OfJoint,
    /// AZ.
    Projected,
}

impl Spring {
    fn size<T: Number>(&self, q: T, rate: T) -> T {
        (q - self.length) * -self.stiffness - rate * self.damping + self.preload
    }
}

impl Linear {
    fn action<T: Number>(
        &self,
        i: &MarkerState<T>,
        j: &MarkerState<T>,
        turns: &dyn Fn(T) -> T,
    ) -> (Vec3<T>, Vec3<T>) {
        let mut q = deviation(i, j);
        q[5] += turns(q[5]);
        on_axes(j, self.components(&q, &velocity(i, j)))
    }

    /// Force and torque on the axes of J.
    fn components<T: Number>(&self, q: &[T; 6], u: &[T; 6]) -> [T; 6] {
        let mut out = [T::zero(); 6];
        for r in 0..6 {
            out[r] = T::constant(self.preload[r]);
            for c in 0..6 {
                let (k, b) = (self.stiffness[6 * r + c], self.damping[6 * r + c]);
                if k != 0.0 {
                    out[r] -= (q[c] - self.length[c]) * k;
                }
                if b != 0.0 {
                    out[r] -= u[c] * b;
                }
            }
        }
        out
    }
}

fn on_axes<T: Number>(j: &MarkerState<T>, out: [T; 6]) -> (Vec3<T>, Vec3<T>) {
    (
        j.R * Vec3::new(out[0], out[1], out[2]),
        j.R * Vec3::new(out[3], out[4], out[5]),
    )
}

/// A beam of Euler and Bernoulli along x of J that stretches as it bends, by energy:
///
/// ```text
/// U = ½·E·A·l·(e + s)² + U_bending + U_torsion        e = (x − l)/l
/// s = 1/(2·l)·∫(v'² + w'²) dx = 1/(2·l)·[6/(5·l)·(y² + z²) − 1/5·(y·c − z·b) + 2·l/15·(b² + c²)]
/// ```
///
/// with the cubics v, w that take the deflections y, z and the slopes c, −b at the end. The strain e + s is the same
/// all along the beam, as nothing pulls between its ends, so its tension is N = E·A·(e + s). It adds `6·N/(5·l)` to
/// the stiffness against deflection.
///
/// Source: Przemieniecki, Theory of Matrix Structural Analysis (1968), chapter 15 (geometric stiffness).
#[derive(Clone, Debug, PartialEq)]
pub struct StringBeam {
    /// The forces of the linear beam without shear deformation.
    pub linear: Linear,
    /// E·A.
    pub stretch: f64,
    /// Undeformed length l.
    pub length: f64,
}

impl StringBeam {
    /// From the data of a BEAM; its shear area ratios count for nothing.
    pub fn new(b: &carom_model::Beam) -> Self {
        let linear = Linear::beam(&carom_model::Beam {
            asy: 0.0,
            asz: 0.0,
            ..b.clone()
        });
        Self {
            linear,
            stretch: b.e * b.area,
            length: b.length,
        }
    }

    /// What the deflection adds to the forces −∂U/∂q of the linear beam.
    fn tension<T: Number>(&self, [x, y, z, _, b, c]: &[T; 6]) -> [T; 6] {
        let l = self.length;
        // l·∂s/∂q of y, z, b, c
        let [sy, sz] = [(*y, -*c), (*z, *b)].map(|(d, turn)| d * (1.2 / l) + turn * 0.1);
        let [sb, sc] = [(*b, *z), (*c, -*y)].map(|(turn, d)| turn * (2.0 * l / 15.0) + d * 0.1);
        // s is a square form: half of q·∂s/∂q
        let s = (*y * sy + *z * sz + *b * sb + *c * sc) * (0.5 / l);
        let n = ((*x - l) * (1.0 / l) + s) * self.stretch;
        [
            -(s * self.stretch),
            -(n * sy),
            -(n * sz),
            T::zero(),
            -(n * sb),
            -(n * sc),
        ]
    }

    fn action<T: Number>(&self, i: &MarkerState<T>, j: &MarkerState<T>) -> (Vec3<T>, Vec3<T>) {
        let q = deviation(i, j);
        let mut out = self.linear.components(&q, &velocity(i, j));
        for (out, more) in out.iter_mut().zip(self.tension(&q)) {
            *out += more;
        }
        on_axes(j, out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use carom_base::{Dialect, space::Pose};
    use carom_model::force::BeamTheory;
    use carom_model::{Marker, Model, Part, PartKind, Tag};

    /// The forces of a string beam are the slopes of its energy, written out with the integrals of the cubics by
    /// Gauss' rule.
    #[test]
    fn a_string_beam_has_an_energy() {
        let mut model = Model::new(Dialect::Adams);
        let ground = Part::new(Tag::new("PART", 1), PartKind::Ground);
        let part = model.parts.insert(ground).expect("a new label");
        let marker = Marker {
            tag: Tag::new("MARKER", 1),
            part,
            pose: Pose::identity(),
            given: None,
            floating: false,
        };
        let marker = model.markers.insert(marker).expect("a new label");
        let data = carom_model::Beam {
            tag: Tag::new("BEAM", 1),
            i: marker,
            j: marker,
            length: 0.8,
            area: 0.02,
            ixx: 0.3,
            iyy: 0.2,
            izz: 0.5,
            e: 70.0,
            g: 30.0,
            asy: 1.2,
            asz: 0.0,
            damping: Damping::Ratio(0.0),
            theory: BeamTheory::String,
        };
        let beam = StringBeam::new(&data);
        let l = data.length;
        let energy = |q: &[f64; 6]| {
            let [x, y, z, a, b, c] = *q;
            let (mut s, mut bending) = (0.0, 0.0);
            // exact for the quartic v'²
            let nodes = [
                (0.0, 8.0 / 9.0),
                (0.6f64.sqrt(), 5.0 / 9.0),
                (-(0.6f64.sqrt()), 5.0 / 9.0),
            ];
            for (node, weight) in nodes {
                let (p, w) = (0.5 + 0.5 * node, 0.5 * weight * l);
                let slope =
                    |d: f64, turn: f64| d * 6.0 * (p - p * p) / l + turn * (3.0 * p * p - 2.0 * p);
                let curvature =
                    |d: f64, turn: f64| d * (6.0 - 12.0 * p) / l / l + turn * (6.0 * p - 2.0) / l;
                s += w * (slope(y, c).powi(2) + slope(z, -b).powi(2)) / (2.0 * l);
                bending += 0.5
                    * w
                    * data.e
                    * (data.izz * curvature(y, c).powi(2) + data.iyy * curvature(z, -b).powi(2));
            }
            let strain = (x - l) / l + s;
            0.5 * data.e * data.area * l * strain * strain
                + bending
                + 0.5 * data.g * data.ixx / l * a * a
        };
        let q = [0.85, 0.1, -0.2, 0.15, 0.3, -0.25];
        let mut force = beam.linear.components(&q, &[0.0; 6]);
        for (f, more) in force.iter_mut().zip(beam.tension(&q)) {
            *f += more;
        }
        for k in 0..6 {
            let h = 1e-5;
            let at = |d: f64| {
                let mut q = q;
                q[k] += d;
                energy(&q)
            };
            let slope = (at(h) - at(-h)) / (2.0 * h);
            // 1e-7: the difference quotient's error of order h² beside rounding of 1e-15/h, of numbers of order a
            // hundred
            assert!(
                (force[k] + slope).abs() < 1e-7,
                "{k}: {} and {slope}",
                force[k]
            );
        }
    }
}
