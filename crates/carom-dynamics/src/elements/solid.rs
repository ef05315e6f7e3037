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
//! or another law of [the list](carom_laws::contact::solids) or a [`Formula`] in place of IMPACT, and bristles in place of the drag. The rule says where p, n and x come from (docs/theory/contact.md):
//!
//! | rule | n | p | x |
//! |---|---|---|---|
//! | `adams` | from the nearest point on I to that on J of the centroid of the volume | their distance | between the two |
//! | `smooth` | against the vector area N of I's surface inside J | the chord through the centroid along n, at least the mean thickness V/|N| | centroid |
//! | `potential` | likewise | likewise, for the damping; the spring is k·Vᵉ·|N|, with its torque, the gradient of k·Vᵉ⁺¹/(e+1) | centroid |
//!
//! VOLUME has the direction and the point of `smooth` whatever the rule is: the pressures k·δ of a foundation along m sum up to k·V, at the centroid.
#![allow(non_snake_case)]

use crate::elements::contact_group::ContactGroup;
use crate::elements::formula::Formula;
use crate::mechanism::coordinate::generalized;
use crate::mechanism::frames::Frames;
use crate::mechanism::function::FunctionId;
use crate::mechanism::kinematics::{Body, Carrier};
pub use crate::mechanism::stand::{Stand, Touch};
use crate::output::ContactRow;
use carom_base::{Number, Span, Vec3};
use carom_expr::tape::Mode;
use carom_geometry::overlap::Rate3;
use carom_laws::contact::solids::Branches;
use carom_laws::friction::{Friction as Answer, Regime, StickSlip, Tangent};
use carom_laws::{Coulomb, Piece};
use carom_model::analysis::ContactRule;
pub use carried::SolidOn;
pub use incident::{Incident, OPEN};
pub use normal::{Normal, NormalForce};
use std::ops::Range;
use std::sync::Arc;

mod carried;
mod incident;
mod normal;

/// Guards of a place: touch, full damping, clamp (POISSON: touch, closing and leaving fast), slower and faster slip. Those of a formula's switches
/// are the last ones.
pub const GUARDS: usize = 5;
/// Where bristles are, their creep at its limit as well.
pub const CREEP: usize = GUARDS;
/// Places of a pair that may overlap in several volumes.
pub const MOST_PLACES: usize = 8;

/// A solid of side I and one of side J.
#[derive(Clone, Debug, PartialEq)]
pub struct Pair {
    /// Its contact, in [`SolidContacts::contacts`].
    pub contact: usize,
    /// The solids, in [`SolidContacts::solids`].
    pub solids: [usize; 2],
    /// Its places, in [`SolidContacts::places`].
    pub places: Range<usize>,
}

/// A place where a pair may touch: room for one volume.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    /// Its pair, in [`SolidContacts::pairs`].
    pub pair: usize,
    /// Mode of the normal force, then that of friction, then those of a formula's switches, in the run's array of modes.
    pub modes: Range<usize>,
    /// First of three extra states: how the bristles are bent, on axes of the body of J.
    pub bristles: Option<usize>,
    /// Its guards among the run's guards.
    pub guards: Range<usize>,
}

/// The contacts of solids of a system.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SolidContacts {
    /// Solids of contacts.
    pub solids: Vec<SolidOn>,
    /// Pairs of them that may touch.
    pub pairs: Vec<Pair>,
    /// Places where a pair may touch.
    pub places: Vec<Place>,
    /// The contacts.
    pub contacts: Vec<Contact>,
    /// What is special about those of groups.
    pub contact_groups: Vec<ContactGroup>,
}

impl SolidContacts {
    /// May a place where solids touch be closed? `false`: all are open. Their modes stand in a row.
    pub fn may_touch(&self, modes: &[Mode]) -> bool {
        let ends = self.places.first().zip(self.places.last());
        ends.is_some_and(|(first, last)| {
            let modes = &modes[first.modes.start..last.modes.end];
            modes.iter().any(|mode| *mode != OPEN)
        })
    }

    /// Whether the normal law of some contact is a function.
    pub fn has_formulas(&self) -> bool {
        let mut laws = self.contacts.iter().map(|c| &c.normal);
        laws.any(|normal| matches!(normal, Normal::Formula(_)))
    }
}

/// Friction of a contact.
#[derive(Clone, Debug, PartialEq)]
pub enum Grip {
    /// μ_s, μ_d, v_s, v_d of Coulomb friction in the slip speed.
    Slip([f64; 4]),
    /// Friction that holds: bristles in stiction.
    Bristles(StickSlip),
    /// A user's routine, in the slip speed and the normal force.
    Routine(Arc<Formula>),
}

/// A formula of a contact, with the first of its modes and of its guards at a place.
#[derive(Clone, Copy, Debug)]
pub struct Written<'a> {
    /// The formula.
    pub formula: &'a Arc<Formula>,
    /// How many modes of a place come before those of its switches.
    pub modes: usize,
    /// How many guards of a place come before those of its switches, beside [`Place::slots`].
    pub guards: usize,
    /// Whether it is the law of friction.
    pub is_friction: bool,
}

impl Written<'_> {
    /// Its modes at a place.
    pub fn of(&self, place: &Place) -> Range<usize> {
        let first = place.modes.start + self.modes;
        first..first + self.formula.switches()
    }
}

/// A regime of bristles as a mode, and back.
pub fn mode_of(regime: Regime) -> i32 {
    2 * regime.speed + i32::from(regime.held)
}

/// See [`mode_of`].
pub fn regime_of(mode: i32) -> Regime {
    Regime {
        speed: mode.div_euclid(2),
        held: mode.rem_euclid(2) == 1,
    }
}

/// A contact of solids.
#[derive(Clone, Debug, PartialEq)]
pub struct Contact {
    /// `CONTACT/1`.
    pub label: String,
    /// Where it stands.
    pub span: Span,
    /// What carries the solids of side I and of side J.
    pub carriers: [Carrier; 2],
    /// Its number in [`SolidContacts::contact_groups`], if its sides are groups on several bodies; it then has no pairs and places.
    pub contact_group: Option<usize>,
    /// Its pairs, in [`SolidContacts::pairs`].
    pub pairs: Range<usize>,
    /// Its places, in [`SolidContacts::places`].
    pub places: Range<usize>,
    /// Where depth, direction and point come from.
    pub rule: ContactRule,
    /// Normal force.
    pub normal: Normal,
    /// Friction.
    pub friction: Option<Grip>,
    /// Its place among the contacts of the results; those of the pairs of a group have one.
    pub element: u32,
    /// Whether its incidents are counted for each pair of solids, as those of groups are, and not all together.
    pub counts_by_pair: bool,
    /// Bodies on which it acts, ascending.
    pub bodies: Vec<u32>,
    /// Bodies and extra states on which its forces hang, ascending: those of a formula's functions as well.
    pub support: [Vec<u32>; 2],
}

/// Slip and bend in the plane of contact, ground axes.
pub fn tangents<T: Number>(at: &Incident<T>, bend: &Tangent<T>) -> (Tangent<T>, Tangent<T>) {
    let bend = at.axes * Vec3::from(*bend);
    let bend = bend - at.normal * at.normal.dot(&bend);
    (at.slip.to_array(), bend.to_array())
}

impl Place {
    /// How its bristles are bent, on their axes.
    pub fn bend<T: Number>(&self, frames: &dyn Frames<T>) -> Tangent<T> {
        let first = self.bristles;
        first.map_or([T::zero(); 3], |s| {
            std::array::from_fn(|k| frames.state(s + k))
        })
    }

    /// Number of its guards but those of a formula's switches.
    pub fn slots(&self) -> usize {
        GUARDS + usize::from(self.bristles.is_some())
    }
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
        self.body.v + self.spin().cross(&(x - self.body.r))
    }

    /// Angular velocity on ground axes.
    fn spin(&self) -> Vec3<T> {
        self.body.R * self.body.w
    }
}

impl Contact {
    /// The functions that its law asks.
    pub fn functions(&self) -> impl Iterator<Item = FunctionId> + '_ {
        self.written().flat_map(|w| w.formula.functions())
    }

    /// Its formulas: normal law, friction.
    pub fn written(&self) -> impl Iterator<Item = Written<'_>> {
        let normal = match &self.normal {
            Normal::Formula(formula) => Some(formula),
            _ => None,
        };
        let friction = match &self.friction {
            Some(Grip::Routine(formula)) => Some(formula),
            _ => None,
        };
        let (modes, guards) = normal.map_or((0, 0), |f| (f.switches(), f.slots()));
        let normal = normal.map(|formula| Written {
            formula,
            modes: 2,
            guards: 0,
            is_friction: false,
        });
        let friction = friction.map(|formula| Written {
            formula,
            modes: 2 + modes,
            guards,
            is_friction: true,
        });
        normal.into_iter().chain(friction)
    }

    /// Whether its law asks for volume and area.
    pub fn measures_overlap(&self) -> bool {
        self.rule == ContactRule::Potential
            || match &self.normal {
                Normal::Parametric(law) => law.asks_volume(),
                Normal::Formula(formula) => formula.measures_overlap(),
            }
    }

    /// A place in the kind of number of the frames, with what a formula says of it.
    pub fn incident<T: Number>(
        &self,
        all: &SolidContacts,
        frames: &dyn Frames<T>,
        place: usize,
        touch: &Touch,
    ) -> Incident<T> {
        let mut at = self.stand(frames, touch);
        let modes = frames.modes(&all.places[place].modes);
        if modes[0] == OPEN {
            return at;
        }
        for w in self.written() {
            let own = &modes[w.modes..w.modes + w.formula.switches()];
            if w.is_friction {
                at.press = self.law(&at).value_in(modes[0]);
                at.drag = w.formula.drag(&at, frames, own);
            } else {
                at.formula = w.formula.value(&at, frames, own);
            }
        }
        at
    }

    /// A place in the kind of number of the frames.
    pub fn stand<T: Number>(&self, frames: &dyn Frames<T>, touch: &Touch) -> Incident<T> {
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
        let parting = n.dot(&v);
        let mut at = Incident {
            normal: n,
            point: x,
            depth: along(&|k| touch.depth_by[k]) + touch.depth,
            gap_rate: parting,
            slip: v - n * parting,
            lever: Vec3::zeros(),
            overlap: [T::zero(); 2],
            formula: T::zero(),
            press: T::zero(),
            drag: T::zero(),
            axes: j.body.R,
        };
        if self.rule == ContactRule::Potential && touch.stand == Stand::Inside {
            let lever = touch.lever.map(T::constant);
            at.lever = lever + j.turn.cross(&lever) + rows(&touch.lever_by);
            // The damper acts along the same wrench, so that it takes what it moves.
            at.gap_rate += at.lever.dot(&(i.spin() - j.spin()));
        }
        if self.measures_overlap() && touch.stand == Stand::Inside {
            at.overlap = [
                along(&|k| touch.volume_by[k]) + touch.volume,
                along(&|k| touch.area_by[k]) + touch.area,
            ];
        }
        at
    }

    /// The law of its normal force at a place.
    #[inline]
    pub fn law<T: Number>(&self, at: &Incident<T>) -> NormalForce<T> {
        self.normal.at(at, self.rule == ContactRule::Potential)
    }

    /// Guards of the regimes of friction at a closed place, each with its rounding: slower, faster, and of bristles their creep. `noise`: rounding of velocities.
    pub fn slip_guards<T: Number>(
        &self,
        at: &Incident<T>,
        bend: &Tangent<T>,
        slip: i32,
        noise: f64,
    ) -> [Option<(T, f64)>; 3] {
        let [vs, vd] = match &self.friction {
            None | Some(Grip::Routine(_)) => return [None; 3],
            Some(Grip::Slip([_, _, vs, vd])) => [*vs, *vd],
            Some(Grip::Bristles(law)) => {
                let (slip_now, bend) = tangents(at, bend);
                let guards = law.guards(&slip_now, &bend, regime_of(slip), false);
                return guards.map(|g| Some((g?, 1e-14 + noise / law.vs)));
            }
        };
        let square = at.slip.x.square() + at.slip.y.square() + at.slip.z.square();
        // (v² − end²)/2·end: as v − end where it is zero, smooth at v = 0
        let past = |end: f64| (square - end * end) / (2.0 * end);
        let rounding = |end: f64| 1e-14 * end + noise;
        let (slower, faster) = match slip {
            ..=2 => (None, Some(vs)),
            3 => (Some(vs), Some(vd)),
            _ => (Some(vd), None),
        };
        let slower = slower.map(|end| (past(end), rounding(end)));
        let faster = faster.map(|end| (-past(end), rounding(end)));
        [slower, faster, None]
    }

    /// The guard of a closed mode that leads out of contact, or a step nearer to it.
    pub fn way_out(&self, mode: i32) -> Option<usize> {
        let law = self.normal.parametric();
        (mode != OPEN).then(|| law.map_or(0, |law| law.way_out(mode)))
    }

    /// The power of the depth by which its spring grows at most, where it is not the exponent.
    pub fn order(&self) -> Option<f64> {
        let [_, exponent] = self.normal.parametric()?.spring()?;
        // V grows as p² where faces are round, as p³ at a corner
        (self.rule == ContactRule::Potential).then_some(3.0 * exponent + 2.0)
    }

    /// The law of Coulomb friction in the slip speed.
    pub fn coulomb<T: Number>(&self) -> Option<Coulomb<T>> {
        let Some(Grip::Slip([mu_static, mu_dynamic, vs, vd])) = &self.friction else {
            return None;
        };
        Some(Coulomb {
            v: T::zero(),
            mu_static: T::constant(*mu_static),
            mu_dynamic: T::constant(*mu_dynamic),
            vs: T::constant(*vs),
            vd: T::constant(*vd),
        })
    }

    /// The law of bristles, if there are some.
    pub fn bristle_law(&self) -> Option<&StickSlip> {
        match &self.friction {
            Some(Grip::Bristles(law)) => Some(law),
            _ => None,
        }
    }

    /// What bristles say of a place in a regime; ground axes.
    pub fn bristles<T: Number>(
        &self,
        at: &Incident<T>,
        bend: &Tangent<T>,
        mode: i32,
    ) -> Option<Answer<T>> {
        let law = self.bristle_law()?;
        let (slip, bend) = tangents(at, bend);
        Some(law.value_in(&slip, &bend, regime_of(mode), false))
    }

    /// Normal force and friction on side I at a place, in its modes.
    pub fn force<T: Number>(
        &self,
        at: &Incident<T>,
        bend: &Tangent<T>,
        modes: [i32; 2],
    ) -> (T, Vec3<T>) {
        let normal = self.law(at).value_in(modes[0]);
        let friction = match (self.coulomb(), self.bristles(at, bend, modes[1])) {
            (Some(law), _) => {
                let drag = law.drag(at.slip.dot(&at.slip), Piece(modes[1] as u8));
                at.slip * -(drag * normal)
            }
            (None, Some(answer)) => Vec3::from(answer.coefficient) * -normal,
            (None, None) => match self.friction {
                Some(Grip::Routine(_)) => at.slip * at.drag,
                _ => Vec3::zeros(),
            },
        };
        (normal, friction)
    }

    /// Its places at which a force acts: number and touch.
    pub fn acting<'a, T: Number>(
        &'a self,
        all: &'a SolidContacts,
        frames: &'a dyn Frames<T>,
    ) -> impl Iterator<Item = (usize, Touch, [i32; 2])> + 'a {
        self.places.clone().filter_map(move |k| {
            let modes = frames.modes(&all.places[k].modes);
            if modes[0] == OPEN {
                return None;
            }
            let touch = frames.touch(k);
            touch.is_near().then(|| (k, touch, [modes[0], modes[1]]))
        })
    }

    /// Calls `add` with each generalized force on a body.
    pub fn forces<T: Number>(
        &self,
        all: &SolidContacts,
        frames: &dyn Frames<T>,
        mut add: impl FnMut(usize, [T; 6]),
    ) {
        for (k, touch, modes) in self.acting(all, frames) {
            let at = self.incident(all, frames, k, &touch);
            let bend = all.places[k].bend(frames);
            let (normal, friction) = self.force(&at, &bend, modes);
            let (force, torque) = (at.normal * normal + friction, at.lever * normal);
            let sides = [(force, torque), (-force, -torque)];
            for (carrier, (f, t)) in self.carriers.into_iter().zip(sides) {
                if let Carrier::Body(b) = carrier {
                    let body = frames.body(b as usize);
                    add(b as usize, generalized(&body, &at.point, &f, &t));
                }
            }
        }
    }

    /// Rates of the bristles of a place on their axes: none while it is open.
    pub fn bending<T: Number>(
        &self,
        all: &SolidContacts,
        frames: &dyn Frames<T>,
        place: usize,
    ) -> Tangent<T> {
        let rest = [T::zero(); 3];
        let modes = frames.modes(&all.places[place].modes);
        let touch = frames.touch(place);
        if modes[0] == OPEN || !touch.is_near() {
            return rest;
        }
        let at = self.stand(frames, &touch);
        let bend = all.places[place].bend(frames);
        let answer = self.bristles(&at, &bend, modes[1]);
        answer.map_or(rest, |a| at.axes.tr_mul(&Vec3::from(a.rate)).to_array())
    }

    /// Sum of its forces on a side (0: I, 1: J), and their torque about the centre of mass of the side's body, or the global origin; ground axes. Groups
    /// have no torque: assembly refuses to ask for one.
    pub fn sum<T: Number>(
        &self,
        all: &SolidContacts,
        frames: &dyn Frames<T>,
        side: usize,
    ) -> (Vec3<T>, Vec3<T>) {
        let about = match self.carriers[side] {
            Carrier::Ground => Vec3::zeros(),
            Carrier::Body(b) => frames.body(b as usize).r,
        };
        let sign = T::constant(if side == 0 { 1.0 } else { -1.0 });
        if let Some(contact_group) = self.contact_group {
            return (frames.contact_group(contact_group) * sign, Vec3::zeros());
        }
        let (mut force, mut torque) = (Vec3::zeros(), Vec3::zeros());
        for (k, touch, modes) in self.acting(all, frames) {
            let at = self.incident(all, frames, k, &touch);
            let bend = all.places[k].bend(frames);
            let (normal, friction) = self.force(&at, &bend, modes);
            let f = (at.normal * normal + friction) * sign;
            force += f;
            torque += (at.point - about).cross(&f) + at.lever * (normal * sign);
        }
        (force, torque)
    }

    /// Rows of results: one for each volume, also while the force is clamped at zero.
    pub fn tell(&self, all: &SolidContacts, frames: &dyn Frames<f64>, rows: &mut Vec<ContactRow>) {
        let mut incident = 0;
        let mut last = None;
        for (k, touch, modes) in self.acting(all, frames) {
            if touch.stand != Stand::Inside {
                continue;
            }
            let solids = all.pairs[all.places[k].pair].solids;
            if self.counts_by_pair && last.is_some_and(|last| last != solids) {
                incident = 0;
            }
            last = Some(solids);
            incident += 1;
            let at = self.incident(all, frames, k, &touch);
            let bend = all.places[k].bend(frames);
            let (force, friction) = self.force(&at, &bend, modes);
            rows.push(ContactRow {
                contact: self.element,
                incident,
                solids: solids.map(|s| all.solids[s].id),
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
