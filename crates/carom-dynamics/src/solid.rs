//! Contacts of solids: forces at the volumes in which they overlap.
//!
//! The geometry says of a pair of solids how they stand: a [`Touch`] for each place where they overlap, or one for the gap between them, with its
//! derivatives by the motion of one against the other. From these and the motion of both bodies follow, in any kind of number,
//!
//! ```text
//! n   unit direction of the force on I          p   depth (less than 0: the gap)       x   where the force acts on both
//! v = v_I(x) − v_J(x)                           ṗ = −n·v                               s = v − n·(n·v)   slip
//! F_n = IMPACT(−p, −ṗ, 0, k, e, c_max, d)       F on I = F_n·n − F_n·drag(s²)·s        −F on J, at the same point of space
//! ```
//!
//! Rule `adams` (docs/theory/contact.md): p and n lead from the nearest point on I to that on J of the centroid of the volume; x is between the two.
#![allow(non_snake_case)]

use crate::coordinate::generalized;
use crate::frames::Frames;
use crate::kinematics::{Body, Carrier};
use crate::output::ContactRow;
use crate::system::System;
use carom_base::{Number, Pose, Span, Vec3};
use carom_geometry::overlap::{Prepared, Rate1, Rate3, Separation};
use carom_laws::{Coulomb, Impact, ImpactMode, Piece};
use std::ops::Range;
use std::sync::Arc;

/// Guards of a place: touch, full damping, clamp, slower and faster slip.
pub const GUARDS: usize = 5;
/// Places of a pair that may overlap in several volumes.
pub const MOST_PLACES: usize = 8;

/// A solid on its carrier.
#[derive(Clone, Debug)]
pub struct SolidOn {
    /// `GRAPHICS/3`.
    pub label: String,
    /// What carries it.
    pub carrier: Carrier,
    /// Where its frame is: from the centre of mass (the global origin on ground), on body axes.
    pub pose: Pose,
    /// The solid.
    pub solid: Arc<Prepared>,
    /// Centre, as `pose`, and radius of a ball around it; none if it has no bounds.
    pub ball: Option<(Vec3, f64)>,
    /// See [`Prepared::thickness`].
    pub thickness: f64,
}

impl SolidOn {
    /// A point that is given as `pose` is, on ground axes.
    pub fn place(&self, point: &Vec3, bodies: &[Body<f64>]) -> Vec3 {
        match self.carrier {
            Carrier::Ground => *point,
            Carrier::Body(b) => bodies[b as usize].r + bodies[b as usize].R * point,
        }
    }

    /// The velocity of the point of its body that is at `x`; ground axes.
    pub fn velocity(&self, x: &Vec3, bodies: &[Body<f64>]) -> Vec3 {
        match self.carrier {
            Carrier::Ground => Vec3::zeros(),
            Carrier::Body(b) => {
                let body = &bodies[b as usize];
                body.v + (body.R * body.w).cross(&(x - body.r))
            }
        }
    }

    /// Where its frame stands.
    pub fn pose(&self, bodies: &[Body<f64>]) -> Pose {
        match self.carrier {
            Carrier::Ground => self.pose,
            Carrier::Body(b) => {
                let body = &bodies[b as usize];
                Pose {
                    position: body.r,
                    rotation: body.R,
                } * self.pose
            }
        }
    }
}

/// A solid of side I and one of side J.
#[derive(Clone, Debug)]
pub struct Pair {
    /// Its contact, in [`System::contacts`].
    pub contact: usize,
    /// The solids, in [`System::solids`].
    pub solids: [usize; 2],
    /// Its places, in [`System::places`].
    pub places: Range<usize>,
}

/// A place where a pair may touch: room for one volume.
#[derive(Clone, Debug)]
pub struct Place {
    /// Its pair, in [`System::pairs`].
    pub pair: usize,
    /// Mode of IMPACT, then that of friction, in the run's array of modes.
    pub modes: Range<usize>,
    /// Its guards among the run's guards.
    pub guards: Range<usize>,
}

/// The law IMPACT of a contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Normal {
    /// F·L⁻ᵉ.
    pub stiffness: f64,
    /// > 0.
    pub exponent: f64,
    /// Full damping, F·T·L⁻¹.
    pub damping: f64,
    /// Depth of full damping, L, > 0.
    pub dmax: f64,
}

/// A contact of solids.
#[derive(Clone, Debug)]
pub struct Contact {
    /// `CONTACT/1`.
    pub label: String,
    /// Where it stands.
    pub span: Span,
    /// What carries the solids of side I and of side J.
    pub carriers: [Carrier; 2],
    /// Its pairs, in [`System::pairs`].
    pub pairs: Range<usize>,
    /// Its places, in [`System::places`].
    pub places: Range<usize>,
    /// Normal force.
    pub normal: Normal,
    /// μ_s, μ_d, v_s, v_d of friction.
    pub friction: Option<[f64; 4]>,
    /// Bodies on which it acts, ascending.
    pub bodies: Vec<u32>,
}

/// How two solids stand at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stand {
    /// This place has no volume, though the solids may overlap elsewhere.
    Vacant,
    /// So far apart that balls around the solids are; the depth is less than 0, by their gap.
    Far,
    /// Apart; the depth is less than 0, by the gap.
    Apart,
    /// They overlap.
    Inside,
}

/// What the geometry says of a place: ground axes.
#[derive(Clone, Copy, Debug)]
pub struct Touch {
    /// Whether there is a volume.
    pub stand: Stand,
    /// p.
    pub depth: f64,
    /// n.
    pub normal: Vec3,
    /// x.
    pub point: Vec3,
    /// Volume, L³.
    pub volume: f64,
    /// Its centroid.
    pub centroid: Vec3,
    /// Derivatives by a motion of I while J stands still: velocity at `origin`, angular velocity.
    pub depth_by: Rate1,
    /// Of n.
    pub normal_by: Rate3,
    /// Of x.
    pub point_by: Rate3,
    /// See `depth_by`.
    pub origin: Vec3,
}

impl Touch {
    /// Nothing.
    pub const NONE: Self = {
        const ZERO: Vec3 = Vec3::new(0.0, 0.0, 0.0);
        Self {
            stand: Stand::Vacant,
            depth: 0.0,
            normal: ZERO,
            point: ZERO,
            volume: 0.0,
            centroid: ZERO,
            depth_by: Rate1::ZERO,
            normal_by: Rate3::ZERO,
            point_by: Rate3::ZERO,
            origin: ZERO,
        }
    };

    /// Whether a force may act.
    pub fn is_near(&self) -> bool {
        matches!(self.stand, Stand::Apart | Stand::Inside)
    }

    /// Solids apart, by points and direction on ground axes: p = −|gap|, which a motion of I changes as its nearest point moves along n.
    pub fn apart(gap: &Separation, stand: Stand) -> Self {
        let n = -gap.direction;
        let mut depth_by = Rate1::ZERO;
        for k in 0..3 {
            depth_by[k] = -n[k];
        }
        let point = (gap.nearest[0] + gap.nearest[1]) * 0.5;
        Self {
            stand,
            depth: -gap.distance,
            normal: n,
            point,
            centroid: point,
            depth_by,
            origin: gap.nearest[0],
            ..Self::NONE
        }
    }
}

/// A place in one kind of number.
#[derive(Clone, Copy, Debug)]
pub struct Incident<T: Number> {
    /// n.
    pub normal: Vec3<T>,
    /// x.
    pub point: Vec3<T>,
    /// p.
    pub depth: T,
    /// −ṗ.
    pub gap_rate: T,
    /// s.
    pub slip: Vec3<T>,
}

/// A body, and how it has moved (to first order, in the derivatives of a number) since the touch was found.
struct Moved<T: Number> {
    body: Body<T>,
    at: Vec3,
    shift: Vec3<T>,
    turn: Vec3<T>,
}

impl<T: Number> Moved<T> {
    fn new(frames: &dyn Frames<T>, carrier: Carrier) -> Self {
        let Carrier::Body(b) = carrier else {
            let rest = Body::rest();
            return Self {
                body: rest.lift(),
                at: rest.r,
                shift: Vec3::zeros(),
                turn: Vec3::zeros(),
            };
        };
        let body = *frames.body(b as usize);
        let at = body.r.map(Number::value);
        let R = body.R.map(Number::value);
        let W = body.R * R.transpose().map(T::constant);
        let turn = Vec3::new(
            W[(2, 1)] - W[(1, 2)],
            W[(0, 2)] - W[(2, 0)],
            W[(1, 0)] - W[(0, 1)],
        ) * T::constant(0.5);
        Self {
            shift: body.r - at.map(T::constant),
            turn: turn - turn.map(|x| T::constant(x.value())),
            body,
            at,
        }
    }

    /// How a point fixed on it has moved.
    fn of(&self, x: &Vec3) -> Vec3<T> {
        self.shift + self.turn.cross(&(x - self.at).map(T::constant))
    }

    fn velocity(&self, x: &Vec3<T>) -> Vec3<T> {
        let w = self.body.R * self.body.w;
        self.body.v + w.cross(&(x - self.body.r))
    }
}

impl Contact {
    /// A place in the kind of number of the frames.
    pub fn incident<T: Number>(&self, frames: &dyn Frames<T>, touch: &Touch) -> Incident<T> {
        let [i, j] = self.carriers.map(|c| Moved::new(frames, c));
        let velocity = i.of(&touch.origin) - j.of(&touch.origin);
        let turn = i.turn - j.turn;
        let screw = |k: usize| if k < 3 { velocity[k] } else { turn[k - 3] };
        let along =
            |row: &dyn Fn(usize) -> f64| (0..6).fold(T::zero(), |sum, k| sum + screw(k) * row(k));
        let rows = |m: &Rate3| Vec3::from_fn(|r| along(&|k| m[(r, k)]));
        let normal = touch.normal.map(T::constant);
        let n = normal + j.turn.cross(&normal) + rows(&touch.normal_by);
        let x = touch.point.map(T::constant) + j.of(&touch.point) + rows(&touch.point_by);
        let v = i.velocity(&x) - j.velocity(&x);
        let gap_rate = n.dot(&v);
        Incident {
            normal: n,
            point: x,
            depth: along(&|k| touch.depth_by[k]) + touch.depth,
            gap_rate,
            slip: v - n * gap_rate,
        }
    }

    /// The law of its normal force at a place.
    pub fn law<T: Number>(&self, at: &Incident<T>) -> Impact<T> {
        let l = &self.normal;
        let c = T::constant;
        Impact {
            x: -at.depth,
            xdot: at.gap_rate,
            x1: T::zero(),
            k: c(l.stiffness),
            e: c(l.exponent),
            cmax: c(l.damping),
            d: c(l.dmax),
        }
    }

    /// The law of its friction.
    pub fn coulomb<T: Number>(&self) -> Option<Coulomb<T>> {
        self.friction
            .map(|[mu_static, mu_dynamic, vs, vd]| Coulomb {
                v: T::zero(),
                mu_static: T::constant(mu_static),
                mu_dynamic: T::constant(mu_dynamic),
                vs: T::constant(vs),
                vd: T::constant(vd),
            })
    }

    /// Normal force and friction on side I, in the modes of IMPACT and of friction.
    pub fn force<T: Number>(&self, at: &Incident<T>, modes: [i32; 2]) -> (T, Vec3<T>) {
        let normal = self.law(at).value_in(ImpactMode::from_code(modes[0]));
        let friction = match self.coulomb() {
            Some(law) => {
                let drag = law.drag(at.slip.dot(&at.slip), Piece(modes[1] as u8));
                at.slip * -(drag * normal)
            }
            None => Vec3::zeros(),
        };
        (normal, friction)
    }

    /// Its places at which a force acts: number and touch.
    pub fn acting<'a, T: Number>(
        &'a self,
        system: &'a System,
        frames: &'a dyn Frames<T>,
    ) -> impl Iterator<Item = (usize, Touch, [i32; 2])> + 'a {
        self.places.clone().filter_map(move |k| {
            let modes = frames.modes(&system.places[k].modes);
            if modes[0] == 0 {
                return None;
            }
            let touch = frames.touch(k);
            touch.is_near().then(|| (k, touch, [modes[0], modes[1]]))
        })
    }

    /// Calls `add` with each generalized force on a body.
    pub fn forces<T: Number>(
        &self,
        system: &System,
        frames: &dyn Frames<T>,
        mut add: impl FnMut(usize, [T; 6]),
    ) {
        for (_, touch, modes) in self.acting(system, frames) {
            let at = self.incident(frames, &touch);
            let (normal, friction) = self.force(&at, modes);
            let force = at.normal * normal + friction;
            for (carrier, f) in self.carriers.into_iter().zip([force, -force]) {
                if let Carrier::Body(b) = carrier {
                    let body = frames.body(b as usize);
                    add(
                        b as usize,
                        generalized(&body, &at.point, &f, &Vec3::zeros()),
                    );
                }
            }
        }
    }

    /// Sum of its forces on a side (0: I, 1: J), and their torque about the centre of mass of the side's body, or the global origin; ground axes.
    pub fn sum<T: Number>(
        &self,
        system: &System,
        frames: &dyn Frames<T>,
        side: usize,
    ) -> (Vec3<T>, Vec3<T>) {
        let about = match self.carriers[side] {
            Carrier::Ground => Vec3::zeros(),
            Carrier::Body(b) => frames.body(b as usize).r,
        };
        let sign = T::constant(if side == 0 { 1.0 } else { -1.0 });
        let (mut force, mut torque) = (Vec3::zeros(), Vec3::zeros());
        for (_, touch, modes) in self.acting(system, frames) {
            let at = self.incident(frames, &touch);
            let (normal, friction) = self.force(&at, modes);
            let f = (at.normal * normal + friction) * sign;
            force += f;
            torque += (at.point - about).cross(&f);
        }
        (force, torque)
    }

    /// Rows of results: one for each volume, also while the force is clamped at zero.
    pub fn tell(
        &self,
        system: &System,
        frames: &dyn Frames<f64>,
        number: u32,
        rows: &mut Vec<ContactRow>,
    ) {
        let mut incident = 0;
        for (_, touch, modes) in self.acting(system, frames) {
            if touch.stand != Stand::Inside {
                continue;
            }
            incident += 1;
            let at = self.incident(frames, &touch);
            let (force, friction) = self.force(&at, modes);
            rows.push(ContactRow {
                contact: number,
                incident,
                volume: touch.volume,
                centroid: touch.centroid.into(),
                depth: at.depth,
                rate: -at.gap_rate,
                point: at.point.into(),
                normal: at.normal.into(),
                force,
                friction: friction.into(),
                slip: at.slip.into(),
            });
        }
    }
}
