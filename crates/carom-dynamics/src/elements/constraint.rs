//! Constraints: joints as rows of coordinates, motions, couplers, and expressions kept at zero.
#![allow(non_snake_case)]

use crate::elements::curve::{self, CurvePair};
use crate::elements::gear::GearPair;
use crate::elements::slip::{self, Slip};
use crate::elements::touch::Touch;
use crate::mechanism::Mechanism;
use crate::mechanism::along::Direction;
use crate::mechanism::coordinate::{Coordinate, generalized};
use crate::mechanism::frames::Frames;
use crate::mechanism::function::{FunctionId, time_jet};
use crate::mechanism::kinematics::Carrier;
use crate::mechanism::term::Term;
use carom_base::{Number, Span, Vec3};
use carom_expr::MarkerState;
use carom_model::JointKind;
use std::sync::Arc;

/// What the left side of a constraint is driven to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Drive {
    /// A number that does not change.
    Constant(f64),
    /// A number with a rate, for initial conditions only.
    Start(f64, f64),
    /// A function of time.
    Displacement(FunctionId),
    /// An extra state whose rate is a function of time.
    Velocity(FunctionId, usize),
    /// An extra state, whose rate is the next one, whose rate is a function of time.
    Acceleration(FunctionId, usize),
}

/// A row of a joint: a coordinate, the number it is kept at, its name for messages.
pub type PairRow = (Coordinate, f64, &'static str);

/// The equations of a constraint.
#[derive(Clone, Debug, PartialEq)]
pub enum Equations {
    /// Coordinates of one pair of markers, each kept at a number. Joints of a kind share them.
    Pair(Arc<[PairRow]>),
    /// One equation: a sum of coordinates follows a drive.
    Sum(Vec<Term>, Drive),
    /// One equation: a function of positions and time stays zero.
    Expression(FunctionId),
    /// One equation: a function that is linear in velocities stays zero (nonholonomic). Of positions it says nothing.
    Nonholonomic(FunctionId),
    /// Two equations: a point or a curve stays on a curve.
    Curve(CurvePair),
    /// One equation: two bodies mesh.
    Gear(GearPair),
    /// One equation: features of two polyhedra touch.
    Touch(Touch),
    /// Two equations on velocities alone: surfaces of solids that touch stick to each other.
    Slip(Slip),
}

/// A constraint element. What each step looks at comes first, as of [`crate::mechanism::BodyData`].
#[derive(Clone, Debug, PartialEq)]
#[repr(C)]
pub struct Constraint {
    /// Marker I, where the reaction is told (0, the global frame, if it has none).
    pub i: usize,
    /// Marker J.
    pub j: usize,
    /// First of its rows.
    pub first_row: usize,
    /// Its equations.
    pub equations: Equations,
    /// `JOINT/3`.
    pub label: String,
    /// Where it stands.
    pub span: Span,
    /// Bodies it acts on, ascending.
    pub bodies: Vec<u32>,
}

/// The names of the rows of a point.
const POINT: [&str; 3] = ["x of the origin", "y of the origin", "z of the origin"];

/// The rows of a joint: coordinates that stay at zero, with names. Codirected z axes are two zero cosines;
/// the wrong branch (z opposite) is excluded by the start position.
pub fn joint_rows(kind: JointKind) -> Vec<PairRow> {
    use Coordinate::{Along, Dot, GroundAlong};
    let point = [
        (GroundAlong(0), 0.0, POINT[0]),
        (GroundAlong(1), 0.0, POINT[1]),
        (GroundAlong(2), 0.0, POINT[2]),
    ];
    let line = [
        (Along(0), 0.0, "translation along x"),
        (Along(1), 0.0, "translation along y"),
    ];
    let plane = [(Along(2), 0.0, "translation along z")];
    let axis = [
        (Dot(2, 0), 0.0, "rotation about y"),
        (Dot(2, 1), 0.0, "rotation about x"),
    ];
    let spin = [(Dot(0, 1), 0.0, "rotation about z")];
    let cross = |c, name| vec![(c, 0.0, name)];
    match kind {
        JointKind::Fixed => [&point[..], &axis, &spin].concat(),
        JointKind::Revolute => [&point[..], &axis].concat(),
        JointKind::Translational => [&line[..], &axis, &spin].concat(),
        JointKind::Cylindrical => [&line[..], &axis].concat(),
        JointKind::Spherical | JointKind::AtPoint => point.to_vec(),
        JointKind::Universal => [&point[..], &cross(Dot(2, 2), "angle of the cross")].concat(),
        JointKind::Hooke => [&point[..], &cross(Dot(0, 1), "angle of the cross")].concat(),
        JointKind::ConstantVelocity => {
            [&point[..], &cross(Coordinate::EqualSpin, "equal spin")].concat()
        }
        JointKind::Planar => [&plane[..], &axis].concat(),
        JointKind::InLine => line.to_vec(),
        JointKind::InPlane => plane.to_vec(),
        JointKind::Orientation => [&axis[..], &spin].concat(),
        JointKind::ParallelAxes => axis.to_vec(),
        JointKind::Perpendicular => cross(Dot(2, 2), "angle of the z axes"),
        JointKind::Screw { .. } | JointKind::RackPinion { .. } | JointKind::Free => Vec::new(),
    }
}

/// The rows of a constant-velocity joint whose z axes start on opposite sides: both point away from the joint, down the
/// shafts, as Adams wants them, and the shafts turn oppositely about them. There the equation of equal spin is empty.
pub fn outward_constant_velocity() -> Vec<PairRow> {
    let mut rows = joint_rows(JointKind::ConstantVelocity);
    let is_spin = |row: &&mut PairRow| row.0 == Coordinate::EqualSpin;
    if let Some(spin) = rows.iter_mut().find(is_spin) {
        *spin = (Coordinate::OppositeSpin, 0.0, "opposite spin");
    }
    rows
}

impl Constraint {
    /// Holds a point that is held along the axes of ground along those of marker J.
    pub fn turn_point(&mut self) {
        if let Equations::Pair(rows) = &self.equations {
            let along_j = |row: &PairRow| match row.0 {
                Coordinate::GroundAlong(axis) => (Coordinate::Along(axis), row.1, row.2),
                _ => *row,
            };
            self.equations = Equations::Pair(rows.iter().map(along_j).collect());
        }
    }

    /// Whether it holds a point along the axes of marker J ([`Constraint::turn_point`]).
    pub fn holds_point_along_j(&self) -> bool {
        let is_turned =
            |row: &PairRow| matches!(row.0, Coordinate::Along(_)) && POINT.contains(&row.2);
        matches!(&self.equations, Equations::Pair(rows) if rows.iter().any(is_turned))
    }

    /// Number of its rows.
    pub fn rows(&self) -> usize {
        match &self.equations {
            Equations::Pair(rows) => rows.len(),
            Equations::Curve(_) => curve::ROWS.len(),
            Equations::Slip(_) => slip::ROWS,
            Equations::Sum(..)
            | Equations::Expression(_)
            | Equations::Nonholonomic(_)
            | Equations::Touch(_)
            | Equations::Gear(_) => 1,
        }
    }

    /// Name of one of its rows: `JOINT/3: rotation about x`.
    pub fn row_name(&self, row: usize) -> String {
        match &self.equations {
            Equations::Pair(rows) => format!("{}: {}", self.label, rows[row].2),
            Equations::Curve(_) => format!("{}: {}", self.label, curve::ROWS[row]),
            Equations::Slip(_) => format!("{}: sticking", self.label),
            _ => self.label.clone(),
        }
    }

    /// What rounding leaves of a sum of coordinates, of which angles count turns.
    pub fn rounding(&self, frames: &dyn Frames<f64>) -> f64 {
        match &self.equations {
            Equations::Sum(terms, _) => {
                let size = |t: &Term| (t.displacement(frames) * t.factor).abs();
                // 8: a few operations for each coordinate and for what it is driven to
                8.0 * f64::EPSILON * terms.iter().map(size).sum::<f64>()
            }
            _ => 0.0,
        }
    }

    /// Whether it restricts positions; else velocities alone.
    pub fn is_holonomic(&self) -> bool {
        !matches!(
            self.equations,
            Equations::Nonholonomic(_) | Equations::Slip(_)
        )
    }

    /// Φ, one number a row; zero where it says nothing of positions.
    pub fn values<T: Number>(&self, mechanism: &Mechanism, frames: &dyn Frames<T>, out: &mut [T]) {
        match &self.equations {
            Equations::Pair(rows) => {
                let (i, j) = (frames.marker(self.i), frames.marker(self.j));
                for (o, (c, at, _)) in out.iter_mut().zip(rows.iter()) {
                    *o = c.value(&i, &j) - *at;
                }
            }
            Equations::Sum(terms, drive) => {
                let mut sum = T::zero();
                for t in terms {
                    sum += t.displacement(frames) * t.factor;
                }
                out[0] = sum - drive.value(mechanism, frames);
            }
            Equations::Expression(f) => out[0] = mechanism.functions[*f].eval_at_markers(frames),
            Equations::Nonholonomic(_) => out[0] = T::zero(),
            Equations::Curve(pair) => pair.values(mechanism, frames, out),
            Equations::Gear(gear) => out[0] = gear.value(frames),
            Equations::Touch(touch) => out[0] = touch.value(frames),
            Equations::Slip(_) => out[..slip::ROWS].fill(T::zero()),
        }
    }

    /// Φ' = G·v + Φ_t, one number a row.
    pub fn rates<T: Number>(&self, mechanism: &Mechanism, frames: &dyn Frames<T>, out: &mut [T]) {
        match &self.equations {
            Equations::Pair(rows) => {
                let (i, j) = (frames.marker(self.i), frames.marker(self.j));
                for (o, (c, _, _)) in out.iter_mut().zip(rows.iter()) {
                    *o = c.rate(&i, &j);
                }
            }
            Equations::Sum(terms, drive) => {
                let mut sum = T::zero();
                for t in terms {
                    let (i, j) = (frames.marker(t.i), frames.marker(t.j));
                    sum += t.coordinate.rate(&i, &j) * t.factor;
                }
                out[0] = sum - drive.rate(mechanism, frames);
            }
            Equations::Expression(f) => {
                out[0] = mechanism.functions[*f].along_motion(frames).eps[0];
            }
            Equations::Nonholonomic(f) => out[0] = mechanism.functions[*f].eval_at_markers(frames),
            Equations::Curve(pair) => pair.rates(mechanism, frames, out),
            Equations::Gear(gear) => out[0] = gear.rate(frames),
            Equations::Touch(touch) => out[0] = touch.rate(frames),
            Equations::Slip(slip) => {
                out[..slip::ROWS].copy_from_slice(&slip.velocity(frames));
            }
        }
    }

    /// Its reaction on I at I's origin (or on J at J's), ground axes, with the multipliers that `frames` have.
    pub fn reaction_in<T: Number>(
        &self,
        mechanism: &Mechanism,
        frames: &dyn Frames<T>,
        at_j: bool,
    ) -> (Vec3<T>, Vec3<T>) {
        let mut lambda = [T::zero(); 6];
        let lambda = &mut lambda[..self.rows()];
        for (k, l) in lambda.iter_mut().enumerate() {
            *l = frames.multiplier(self.first_row + k);
        }
        let on_body = |b: usize| {
            let mut sum = [T::zero(); 6];
            let mut add = |on: usize, q: [T; 6]| {
                if on == b {
                    sum.iter_mut().zip(q).for_each(|(s, q)| *s += q);
                }
            };
            match &self.equations {
                Equations::Slip(slip) => {
                    slip.forces(mechanism, frames, [lambda[0], lambda[1]], &mut add);
                }
                // Asked for by constraints of one row only.
                _ => self.forces(mechanism, frames, &[1.0], &mut |on, q: [T; 6]| {
                    add(on, q.map(|q| q * lambda[0]));
                }),
            }
            sum
        };
        self.reaction(mechanism, frames, lambda, at_j, on_body)
    }

    /// Gᵀ·λ: hands the generalized force on each body (its number) to `add`.
    pub fn forces<T: Number>(
        &self,
        mechanism: &Mechanism,
        frames: &dyn Frames<T>,
        lambda: &[f64],
        add: &mut impl FnMut(usize, [T; 6]),
    ) {
        if let Equations::Expression(f) | Equations::Nonholonomic(f) = &self.equations
            && lambda[0] != 0.0
        {
            let direction: fn(usize, usize) -> Direction = if self.is_holonomic() {
                Direction::Position
            } else {
                Direction::Velocity
            };
            for &b in &self.bodies {
                let b = b as usize;
                let slopes = mechanism.functions[*f].gradient_by(mechanism, frames, b, direction);
                add(b, slopes.map(|g| g * lambda[0]));
            }
        }
        self.coordinate_forces(mechanism, frames, lambda, add);
    }

    /// The same of a constraint by coordinates; nothing of one by an expression.
    pub fn coordinate_forces<T: Number>(
        &self,
        mechanism: &Mechanism,
        frames: &dyn Frames<T>,
        lambda: &[f64],
        add: &mut impl FnMut(usize, [T; 6]),
    ) {
        match &self.equations {
            Equations::Pair(rows) => {
                let (i, j) = (frames.marker(self.i), frames.marker(self.j));
                for ((c, _, _), l) in rows.iter().zip(lambda).filter(|(_, l)| **l != 0.0) {
                    act(mechanism, frames, *c, (self.i, &i), (self.j, &j), *l, add);
                }
            }
            Equations::Sum(terms, _) => {
                for t in terms {
                    let (i, j) = (frames.marker(t.i), frames.marker(t.j));
                    let l = lambda[0] * t.factor;
                    act(
                        mechanism,
                        frames,
                        t.coordinate,
                        (t.i, &i),
                        (t.j, &j),
                        l,
                        add,
                    );
                }
            }
            Equations::Expression(_) | Equations::Nonholonomic(_) => {}
            Equations::Curve(pair) => pair.forces(mechanism, frames, lambda, add),
            Equations::Gear(gear) => gear.forces(mechanism, frames, lambda[0], add),
            Equations::Touch(touch) => touch.forces(mechanism, frames, lambda[0], add),
            Equations::Slip(slip) => {
                slip.forces(
                    mechanism,
                    frames,
                    [lambda[0], lambda[1]].map(T::constant),
                    add,
                );
            }
        }
    }

    /// The same on I at I's origin for a pair of markers, in any kind of number; zero for other equations.
    pub fn pair_reaction<T: Number>(
        &self,
        i: &MarkerState<T>,
        j: &MarkerState<T>,
        multiplier: impl Fn(usize) -> T,
    ) -> (Vec3<T>, Vec3<T>) {
        let (mut force, mut torque) = (Vec3::zeros(), Vec3::zeros());
        if let Equations::Pair(rows) = &self.equations {
            for (k, (c, _, _)) in rows.iter().enumerate() {
                let (a, l) = (c.action(i, j), multiplier(k));
                force += a.force * l;
                torque += a.torque * l;
            }
        }
        (force, torque)
    }

    /// Whether Gᵀ is the gradient of Φ also off the other constraints.
    pub fn acts_along_gradient(&self) -> bool {
        !matches!(self.equations, Equations::Gear(_))
    }

    /// Force and torque of its reaction on I at I's origin (or on J at J's origin), ground axes. On a curve and between
    /// gears: at the point of the contact.
    pub fn reaction<T: Number>(
        &self,
        mechanism: &Mechanism,
        frames: &dyn Frames<T>,
        lambda: &[T],
        at_j: bool,
        on_body: impl Fn(usize) -> [T; 6],
    ) -> (Vec3<T>, Vec3<T>) {
        let (mut force, mut torque) = (Vec3::zeros(), Vec3::zeros());
        let sign = if at_j { -1.0 } else { 1.0 };
        let mut add = |c: Coordinate, i: &MarkerState<T>, j: &MarkerState<T>, l: T| {
            let a = c.action(i, j);
            if at_j {
                force -= a.force * l;
                torque -= (a.torque + (a.on_j - j.p).cross(&a.force)) * l;
            } else {
                force += a.force * l;
                torque += a.torque * l;
            }
        };
        match &self.equations {
            Equations::Pair(rows) => {
                let (i, j) = (frames.marker(self.i), frames.marker(self.j));
                for ((c, _, _), l) in rows.iter().zip(lambda) {
                    add(*c, &i, &j, *l);
                }
            }
            Equations::Sum(terms, _) => {
                for t in terms.iter().filter(|t| t.i == self.i && t.j == self.j) {
                    let (i, j) = (frames.marker(t.i), frames.marker(t.j));
                    add(t.coordinate, &i, &j, lambda[0] * t.factor);
                }
            }
            Equations::Curve(pair) => {
                let touch = pair.touch(mechanism, frames);
                force = pair.force(mechanism, frames, &touch, lambda) * T::constant(sign);
            }
            Equations::Gear(gear) => {
                force = frames.marker(gear.cv).R.column(2) * (lambda[0] * sign);
            }
            Equations::Expression(_)
            | Equations::Nonholonomic(_)
            | Equations::Touch(_)
            | Equations::Slip(_) => {
                // On the body of the marker; on ground the opposite of what acts on all bodies.
                let m = if at_j { self.j } else { self.i };
                let origin = frames.marker(mechanism.stands_at(m)).p;
                let mut take = |b: usize, sign: T| {
                    let (q, body) = (on_body(b), frames.body(b));
                    let f = Vec3::new(q[0], q[1], q[2]) * sign;
                    force += f;
                    torque +=
                        body.R * Vec3::new(q[3], q[4], q[5]) * sign + (body.r - origin).cross(&f);
                };
                match frames.carrier(m).body() {
                    Some(b) => take(b, T::one()),
                    None => self
                        .bodies
                        .iter()
                        .for_each(|&b| take(b as usize, -T::one())),
                }
            }
        }
        (force, torque)
    }
}

/// Adds `size` times the unit action of a coordinate to the bodies of its markers.
fn act<T: Number>(
    mechanism: &Mechanism,
    frames: &dyn Frames<T>,
    c: Coordinate,
    (i, state_i): (usize, &MarkerState<T>),
    (j, state_j): (usize, &MarkerState<T>),
    size: f64,
    add: &mut impl FnMut(usize, [T; 6]),
) {
    let a = c.action(state_i, state_j);
    let (force, torque) = (a.force * T::constant(size), a.torque * T::constant(size));
    if let Carrier::Body(b) = mechanism.markers[i].carrier {
        let body = frames.body(b as usize);
        add(b as usize, generalized(&body, &state_i.p, &force, &torque));
    }
    if let Carrier::Body(b) = mechanism.markers[j].carrier {
        let body = frames.body(b as usize);
        add(b as usize, generalized(&body, &a.on_j, &-force, &-torque));
    }
}

impl Drive {
    fn value<T: Number>(self, mechanism: &Mechanism, frames: &dyn Frames<T>) -> T {
        match self {
            Drive::Constant(x) | Drive::Start(x, _) => T::constant(x),
            Drive::Displacement(f) => jet(mechanism, frames, f)[0],
            Drive::Velocity(_, x) | Drive::Acceleration(_, x) => frames.state(x),
        }
    }

    /// The rate that it asks for.
    pub fn rate<T: Number>(self, mechanism: &Mechanism, frames: &dyn Frames<T>) -> T {
        match self {
            Drive::Constant(_) => T::zero(),
            Drive::Start(_, rate) => T::constant(rate),
            Drive::Displacement(f) => jet(mechanism, frames, f)[1],
            Drive::Velocity(f, _) => jet(mechanism, frames, f)[0],
            Drive::Acceleration(_, x) => frames.state(x + 1),
        }
    }
}

fn jet<T: Number>(mechanism: &Mechanism, frames: &dyn Frames<T>, f: FunctionId) -> [T; 2] {
    time_jet(f, &mechanism.functions, frames)
}

/// The functions that constraints look at: those of drives, and equations.
pub fn functions_of(constraints: &[Constraint]) -> impl Iterator<Item = FunctionId> + '_ {
    constraints.iter().filter_map(|c| match &c.equations {
        Equations::Expression(f) | Equations::Nonholonomic(f) => Some(*f),
        Equations::Sum(_, drive) => match drive {
            Drive::Displacement(f) | Drive::Velocity(f, _) | Drive::Acceleration(f, _) => Some(*f),
            Drive::Constant(_) | Drive::Start(..) => None,
        },
        Equations::Pair(_)
        | Equations::Curve(_)
        | Equations::Gear(_)
        | Equations::Touch(_)
        | Equations::Slip(_) => None,
    })
}
