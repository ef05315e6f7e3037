//! Scalar coordinates between two markers, and the force that works on them.
//!
//! A coordinate `q(I, J)` has a gradient that is itself a mechanical action: the force and torque on I (and
//! their opposite on J) whose power is `q̇`. So value and [`Action`] say everything: the rate is the power of
//! the unit action, the row of the constraint matrix is the unit action as generalized force, and the
//! reaction of a constraint is its multiplier times the action.
#![allow(non_snake_case)]

use crate::mechanism::kinematics::{Body, MarkerOn};
use carom_base::{Number, Vec3};
use carom_expr::MarkerState;
use carom_model::constraint::MotionDirection;

/// Number of an axis: 0 x, 1 y, 2 z.
pub type Axis = usize;

/// A scalar that says how marker I stands to marker J.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Coordinate {
    /// `p_JI · axis of J`
    Along(Axis),
    /// `p_JI · d`, with d on the axes of J
    AlongDirection([f64; 3]),
    /// `p_JI · axis of ground`
    GroundAlong(Axis),
    /// `axis of I · axis of J`
    Dot(Axis, Axis),
    /// `x_I·y_J − y_I·x_J`: zero when I and J turn alike about their z axes.
    EqualSpin,
    /// `x_I·y_J + y_I·x_J`: the same with z axes that point away from each other, about which I and J turn oppositely.
    OppositeSpin,
    /// Angle of I about z of J, `AZ(I, J)`.
    Angle,
    /// Angle from z of J to x of I, counted about z of I: how far a pinion rolled on a rack.
    Roll,
    /// Body-fixed 1-2-3 angle number 0, 1, 2 of I in J.
    Cardan(usize),
}

/// A force and torque on marker I at its origin; the opposite acts on J's body, at the point `on_j`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Action<T> {
    /// Force on I, ground axes.
    pub force: Vec3<T>,
    /// Torque on I, ground axes.
    pub torque: Vec3<T>,
    /// Where the reaction meets J's body, ground axes.
    pub on_j: Vec3<T>,
}

impl Coordinate {
    /// The coordinate that a motion between markers drives.
    pub fn of_direction(direction: MotionDirection) -> Self {
        match direction {
            MotionDirection::X => Self::Along(0),
            MotionDirection::Y => Self::Along(1),
            MotionDirection::Z => Self::Along(2),
            MotionDirection::B1 => Self::Cardan(0),
            MotionDirection::B2 => Self::Cardan(1),
            MotionDirection::B3 => Self::Cardan(2),
        }
    }

    /// Whether the value is an angle that comes back after a turn.
    pub fn is_periodic(self) -> bool {
        matches!(
            self,
            Self::Angle | Self::Roll | Self::Cardan(0) | Self::Cardan(2)
        )
    }

    /// The value; angles in (−π, π].
    pub fn value<T: Number>(self, i: &MarkerState<T>, j: &MarkerState<T>) -> T {
        let cosine = |a: Axis, b: Axis| i.R.column(a).dot(&j.R.column(b));
        match self {
            Self::Along(k) => (i.p - j.p).dot(&j.R.column(k)),
            Self::AlongDirection(d) => (i.p - j.p).dot(&(j.R * fixed(d))),
            Self::GroundAlong(k) => i.p[k] - j.p[k],
            Self::Dot(a, b) => cosine(a, b),
            Self::EqualSpin => cosine(0, 1) - cosine(1, 0),
            Self::OppositeSpin => cosine(0, 1) + cosine(1, 0),
            Self::Angle => cosine(0, 1).atan2(cosine(0, 0)),
            Self::Roll => (-cosine(1, 2)).atan2(cosine(0, 2)),
            // R_JI = Rx(a)·Ry(b)·Rz(c): R13 = sin b, R23 = −sin a cos b, R33 = cos a cos b, ...
            Self::Cardan(0) => (-cosine(2, 1)).atan2(cosine(2, 2)),
            Self::Cardan(1) => cosine(2, 0).asin(),
            Self::Cardan(_) => (-cosine(1, 0)).atan2(cosine(0, 0)),
        }
    }

    /// The unit action.
    pub fn action<T: Number>(self, i: &MarkerState<T>, j: &MarkerState<T>) -> Action<T> {
        let zero = Vec3::zeros();
        let turn = |torque| Action {
            force: zero,
            torque,
            on_j: j.p,
        };
        // d(a_I·b_J) = (ω_I − ω_J)·(a_I × b_J)
        let cosine = |a: Axis, b: Axis| {
            let (a, b) = (i.R.column(a), j.R.column(b));
            (a.dot(&b), a.cross(&b))
        };
        // d atan2(s, c) = (c·ds − s·dc)/(c² + s²)
        let atan2 =
            |(s, ds): (T, Vec3<T>), (c, dc): (T, Vec3<T>)| (ds * c - dc * s) / (c * c + s * s);
        let minus = |(x, dx): (T, Vec3<T>)| (-x, -dx);
        match self {
            Self::Along(k) => Action {
                force: j.R.column(k),
                torque: zero,
                on_j: i.p,
            },
            Self::AlongDirection(d) => Action {
                force: j.R * fixed(d),
                torque: zero,
                on_j: i.p,
            },
            Self::GroundAlong(k) => {
                let mut force = zero;
                force[k] = T::one();
                Action {
                    force,
                    torque: zero,
                    on_j: j.p,
                }
            }
            Self::Dot(a, b) => turn(cosine(a, b).1),
            Self::EqualSpin => turn(cosine(0, 1).1 - cosine(1, 0).1),
            Self::OppositeSpin => turn(cosine(0, 1).1 + cosine(1, 0).1),
            Self::Angle => turn(atan2(cosine(0, 1), cosine(0, 0))),
            Self::Roll => turn(atan2(minus(cosine(1, 2)), cosine(0, 2))),
            Self::Cardan(0) => turn(atan2(minus(cosine(2, 1)), cosine(2, 2))),
            Self::Cardan(1) => {
                let (s, ds) = cosine(2, 0);
                turn(ds / (-(s * s) + 1.0).sqrt())
            }
            Self::Cardan(_) => turn(atan2(minus(cosine(1, 0)), cosine(0, 0))),
        }
    }

    /// Whether the action is a torque and no force; the others are a force and no torque.
    pub fn turns(self) -> bool {
        !matches!(
            self,
            Self::Along(_) | Self::AlongDirection(_) | Self::GroundAlong(_)
        )
    }

    /// The rate: the power of the unit action.
    pub fn rate<T: Number>(self, i: &MarkerState<T>, j: &MarkerState<T>) -> T {
        let a = self.action(i, j);
        if self.turns() {
            return a.torque.dot(&(i.w - j.w));
        }
        let v_j = j.v + j.w.cross(&(a.on_j - j.p));
        a.force.dot(&(i.v - v_j))
    }

    /// The unit action as generalized forces on the bodies of I and J, where they move: a row of the constraint matrix.
    pub fn row<T: Number>(
        self,
        i: &End<'_, T>,
        j: &End<'_, T>,
    ) -> (Option<[T; 6]>, Option<[T; 6]>) {
        let zero = T::zero();
        if let Self::GroundAlong(k) = self {
            // The axis seen from the body is a row of its R, so nothing has to be turned.
            let on = |end: &End<'_, T>, sign: T| {
                let body = end.body?;
                let t = end.s.map(T::constant).cross(&body.R.row(k)) * sign;
                let mut q = [zero, zero, zero, t.x, t.y, t.z];
                q[k] = sign;
                Some(q)
            };
            return (on(i, T::one()), on(j, -T::one()));
        }
        let a = self.action(&i.marker, &j.marker);
        let on = |body: &Body<T>, p: &Vec3<T>, sign: T| {
            if self.turns() {
                let t = body.R.tr_mul(&a.torque) * sign;
                return [zero, zero, zero, t.x, t.y, t.z];
            }
            let f = a.force * sign;
            let t = body.R.tr_mul(&(p - body.r).cross(&f));
            [f.x, f.y, f.z, t.x, t.y, t.z]
        };
        (
            i.body.map(|body| on(body, &i.marker.p, T::one())),
            j.body.map(|body| on(body, &a.on_j, -T::one())),
        )
    }

    /// γ: less the rate of [`Coordinate::rate`] while the bodies have no accelerations (`w' = 0` on body axes). The kinds of most joints by
    /// their formulas, the others by differentiation.
    pub fn gamma<T: Number>(self, i: &End<'_, T>, j: &End<'_, T>) -> T {
        match self {
            Self::GroundAlong(k) => j.bend[k] - i.bend[k],
            // (d·a)'' = d''·a + 2·d'·a' + d·a'', the axis a turning with J
            Self::Along(k) => {
                let a = j.marker.R.column(k);
                let (d, rate) = (i.marker.p - j.marker.p, i.marker.v - j.marker.v);
                let turn = j.marker.w.cross(&a);
                let bend = (i.bend - j.bend).dot(&a) + rate.dot(&turn) * T::constant(2.0);
                -(bend + d.dot(&j.marker.w.cross(&turn)))
            }
            // (ω_I − ω_J)·(a × b), a turning with I and b with J
            Self::Dot(a, b) => {
                let (w_i, w_j) = (&i.marker.w, &j.marker.w);
                let (a, b) = (i.marker.R.column(a), j.marker.R.column(b));
                let turn = w_i.cross(&a).cross(&b) + a.cross(&w_j.cross(&b));
                (w_j - w_i).dot(&turn)
            }
            _ => {
                let coasting = |end: &End<'_, T>| MarkerOn::coasting(&end.marker, end.body);
                -self.rate(&coasting(i), &coasting(j)).eps[0]
            }
        }
    }
}

/// A marker of a joint, with the body that carries it.
#[derive(Clone, Copy, Debug)]
pub struct End<'a, T = f64> {
    /// How it stands and moves.
    pub marker: MarkerState<T>,
    /// What carries it; none: ground.
    pub body: Option<&'a Body<T>>,
    /// Position from the centre of mass, body axes.
    pub s: Vec3,
    /// Acceleration of its origin while the body has none: on a circle about the centre of mass.
    pub bend: Vec3<T>,
}

impl<'a, T: Number> End<'a, T> {
    /// A marker on a body.
    #[inline]
    pub fn new(on: &MarkerOn, body: Option<&'a Body<T>>) -> Self {
        let (marker, bend) = match body {
            None => (on.state(&Body::rest().lift()), Vec3::zeros()),
            Some(body) => {
                let marker = on.state(body);
                let bend = marker.w.cross(&(marker.v - body.v));
                (marker, bend)
            }
        };
        Self {
            marker,
            body,
            s: on.s,
            bend,
        }
    }
}

/// A direction as a constant.
fn fixed<T: Number>(d: [f64; 3]) -> Vec3<T> {
    Vec3::from(d).map(T::constant)
}

/// Generalized force on a body of a force at the point `p` and a torque (ground axes):
/// force on ground axes, torque about the centre of mass on body axes.
pub fn generalized<T: Number>(
    body: &Body<T>,
    p: &Vec3<T>,
    force: &Vec3<T>,
    torque: &Vec3<T>,
) -> [T; 6] {
    let t = body.R.tr_mul(&((p - body.r).cross(force) + torque));
    [force.x, force.y, force.z, t.x, t.y, t.z]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mechanism::kinematics::Carrier;
    use carom_base::Mat3;
    use carom_base::space::{exp_so3, rotation_x, rotation_y, rotation_z};

    fn body(k: f64) -> Body<f64> {
        Body {
            r: Vec3::new(0.3 * k, -1.0, 2.0 - k),
            R: exp_so3(&Vec3::new(0.4, -0.9 + k, 0.3)),
            v: Vec3::new(1.0, 2.0 * k, -0.5),
            w: Vec3::new(-0.7, 0.2, 1.1 * k),
        }
    }

    fn marker(s: Vec3) -> MarkerOn {
        MarkerOn {
            carrier: Carrier::Body(0),
            s,
            R: exp_so3(&(s * 0.7)),
        }
    }

    const ALL: [Coordinate; 12] = [
        Coordinate::Along(1),
        Coordinate::AlongDirection([0.6, -0.3, 1.1]),
        Coordinate::GroundAlong(2),
        Coordinate::Dot(0, 2),
        Coordinate::Dot(1, 1),
        Coordinate::EqualSpin,
        Coordinate::OppositeSpin,
        Coordinate::Roll,
        Coordinate::Angle,
        Coordinate::Cardan(0),
        Coordinate::Cardan(1),
        Coordinate::Cardan(2),
    ];

    /// The power of the unit action is the derivative of the value along the motion, and the generalized
    /// force is the gradient of the value: both from duals through `value` alone.
    #[test]
    fn action_is_the_gradient() {
        let (bi, bj) = (body(1.0), body(0.4));
        let (mi, mj) = (
            marker(Vec3::new(0.2, 0.5, -0.1)),
            marker(Vec3::new(-0.3, 0.1, 0.4)),
        );
        let (si, sj) = (mi.state(&bi), mj.state(&bj));
        let still = Vec3::zeros();
        let (fi, fj) = (
            mi.state(&bi.flow(&still, &still)),
            mj.state(&bj.flow(&still, &still)),
        );
        for c in ALL {
            // 1e-13: a few roundings of numbers of order one
            assert!(
                (c.value(&fi, &fj).eps[0] - c.rate(&si, &sj)).abs() < 1e-13,
                "{c:?}"
            );
            let a = c.action(&si, &sj);
            let on_i = generalized(&bi, &si.p, &a.force, &a.torque);
            let on_j = generalized(&bj, &a.on_j, &-a.force, &-a.torque);
            let grad_i = c.value(&mi.state(&bi.seed(true)), &mj.state(&bj.lift()));
            let grad_j = c.value(&mi.state(&bi.lift()), &mj.state(&bj.seed(true)));
            for k in 0..6 {
                assert!((on_i[k] - grad_i.eps[k]).abs() < 1e-13, "{c:?} {k}");
                assert!((on_j[k] - grad_j.eps[k]).abs() < 1e-13, "{c:?} {k}");
            }
        }
    }

    /// Rows and γ against their definitions: the gradient of the value, and the derivative of the rate along a motion without accelerations.
    #[test]
    fn rows_and_gamma() {
        let (bi, bj) = (body(1.0), body(0.4));
        let (mi, mj) = (
            marker(Vec3::new(0.2, 0.5, -0.1)),
            marker(Vec3::new(-0.3, 0.1, 0.4)),
        );
        let still = Vec3::zeros();
        let (fi, fj) = (
            mi.state(&bi.flow(&still, &still)),
            mj.state(&bj.flow(&still, &still)),
        );
        let ground = MarkerOn::ground();
        let on_ground = ground.state(&Body::rest().lift());
        for c in ALL {
            let (i, j) = (End::new(&mi, Some(&bi)), End::new(&mj, Some(&bj)));
            // 1e-13: a few roundings of numbers of order one
            let near = |a: f64, b: f64| assert!((a - b).abs() < 1e-13, "{c:?}: {a} {b}");
            near(c.gamma(&i, &j), -c.rate(&fi, &fj).eps[0]);
            near(
                c.gamma(&i, &End::new(&ground, None)),
                -c.rate(&fi, &on_ground).eps[0],
            );
            let (on_i, on_j) = c.row(&i, &j);
            let gradients = [
                (
                    on_i,
                    c.value(&mi.state(&bi.seed(true)), &mj.state(&bj.lift())),
                ),
                (
                    on_j,
                    c.value(&mi.state(&bi.lift()), &mj.state(&bj.seed(true))),
                ),
            ];
            for (row, value) in gradients {
                let row = row.expect("both ends move");
                (0..6).for_each(|k| near(row[k], value.eps[k]));
            }
            assert!(c.row(&i, &End::new(&ground, None)).1.is_none());
        }
    }

    #[test]
    fn cardan_angles() {
        let ground = MarkerOn::ground().state(&Body::rest());
        let mut m = ground;
        m.R = rotation_x(0.3) * rotation_y(-0.8) * rotation_z(2.5);
        for (k, angle) in [0.3, -0.8, 2.5].into_iter().enumerate() {
            assert!((Coordinate::Cardan(k).value(&m, &ground) - angle).abs() < 1e-15);
        }
        m.R = rotation_z(-2.0) * Mat3::identity();
        assert!((Coordinate::Angle.value(&m, &ground) + 2.0).abs() < 1e-15);
    }
}
