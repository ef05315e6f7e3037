//! Bounds of the guards of closed places where a ball touches a plane or another ball: there all that the geometry says is a formula of where the
//! solids are, in the [rule](carom_model::analysis::ContactRule::Adams) that goes by nearest points.
//!
//! | solids | n, from J to I | p |
//! |---|---|---|
//! | ball, plane | normal of the plane, turned round if the ball is J | r − n·(c − o) |
//! | two balls | (c_I − c_J)/\|c_I − c_J\| | r_I + r_J − \|c_I − c_J\| |
//!
//! The force acts half way between the two nearest points, p/2 inside of a ball.

use super::Equations;
use super::ranges::Bounds;
use crate::elements::solid::{Contact, Incident, NormalForce, OPEN, Pair, SolidOn, Stand};
use crate::equations::ranges::needs::has_bounds;
use crate::equations::ranges::rated::known;
use crate::equations::ranges::state::Ranges;
use crate::mechanism::frames::Frames;
use crate::mechanism::kinematics::{Body, Carrier};
use crate::system::System;
use crate::system::motion::View;
use carom_base::{Interval, Mat3, Number, Vec3};
use carom_expr::tape::Ranged;
use carom_geometry::overlap::Form;
use carom_laws::contact::solids::{AnyForce, Branches};
use carom_laws::{Impact, ImpactMode};
use carom_solve::GuardRange;

/// A solid whose body is anywhere within bounds.
struct Side<'a> {
    on: &'a SolidOn,
    body: Body<Ranged>,
}

impl<'a> Side<'a> {
    fn new(on: &'a SolidOn, frames: &dyn Frames<Ranged>) -> Self {
        let body = match on.carrier {
            Carrier::Ground => Body::rest().lift(),
            Carrier::Body(b) => *frames.body(b as usize),
        };
        Self { on, body }
    }

    /// The origin of its frame.
    fn origin(&self) -> Vec3<Ranged> {
        self.body.r + self.body.R * self.on.pose.position.map(Ranged::constant)
    }

    /// Its z axis.
    fn axis(&self) -> Vec3<Ranged> {
        let turn: Mat3 = self.on.pose.rotation;
        self.body.R * turn.column(2).map(Ranged::constant)
    }

    fn radius(&self) -> Option<f64> {
        match self.on.solid.form() {
            Form::Sphere { radius } => Some(*radius),
            _ => None,
        }
    }

    fn is_plane(&self) -> bool {
        matches!(self.on.solid.form(), Form::HalfSpace)
    }

    fn velocity(&self, x: &Vec3<Ranged>) -> Vec3<Ranged> {
        self.body.v + (self.body.R * self.body.w).cross(&(x - self.body.r))
    }
}

/// A ball on a plane or on another ball.
fn incident(system: &System, pair: &Pair, frames: &dyn Frames<Ranged>) -> Option<Incident<Ranged>> {
    let [i, j] = pair
        .solids
        .map(|s| Side::new(&system.solid_contacts.solids[s], frames));
    let constant = Ranged::constant;
    // From a centre to the place, along n.
    let (normal, depth, centre, radius) = match (i.radius(), j.radius()) {
        (Some(r), None) if j.is_plane() => {
            let (n, c) = (j.axis(), i.origin());
            (n, constant(r) - n.dot(&(c - j.origin())), c, -r)
        }
        (None, Some(r)) if i.is_plane() => {
            let (n, c) = (i.axis(), j.origin());
            (-n, constant(r) - n.dot(&(c - i.origin())), c, r)
        }
        (Some(r), Some(s)) => {
            let (c, between) = (i.origin(), i.origin() - j.origin());
            let distance = between.norm();
            // One inside of the other has no such depth.
            if distance.re.low <= (r - s).abs() {
                return None;
            }
            let n = between / distance;
            (n, constant(r + s) - distance, c, -r)
        }
        _ => return None,
    };
    let inside = constant(radius) - depth * (0.5 * radius.signum());
    let point = centre + normal * inside;
    let v = i.velocity(&point) - j.velocity(&point);
    let parting = normal.dot(&v);
    Some(Incident {
        normal,
        point,
        depth,
        gap_rate: parting,
        slip: v - normal * parting,
        lever: Vec3::zeros(),
        overlap: [constant(0.0); 2],
        formula: constant(0.0),
        press: constant(0.0),
        drag: constant(0.0),
        axes: j.body.R,
    })
}

impl Equations {
    /// Bounds of the guards of closed places of balls, if they are wanted.
    pub(super) fn solid_ranges(
        &self,
        r: &mut Ranges,
        bounds: Bounds<'_>,
        wanted: &[bool],
        out: &mut [GuardRange],
    ) {
        let system = &*self.system;
        for (k, place) in system.solid_contacts.places.iter().enumerate() {
            let pair = &system.solid_contacts.pairs[place.pair];
            let [mode, slip] = [0, 1].map(|m| self.memory.modes[place.modes.start + m]);
            let is_closed = mode != OPEN && self.now.touches[k].stand == Stand::Inside;
            let is_wanted = wanted[place.guards.clone()].contains(&true);
            if !(is_closed && is_wanted && has_bounds(system, pair)) {
                continue;
            }
            for s in pair.solids {
                if let Carrier::Body(b) = system.solid_contacts.solids[s].carrier {
                    self.place_body(r, b as usize, bounds);
                }
            }
            let view = View {
                system,
                now: &r.now,
                memory: &self.memory,
                reactions: None,
            };
            let Some(at) = incident(system, pair, &view) else {
                continue;
            };
            let contact = &system.solid_contacts.contacts[pair.contact];
            let slots = &mut out[place.guards.clone()];
            force_ranges(contact, &at, mode, slots);
            let bend = place.bend(&view);
            let regimes = contact.slip_guards(&at, &bend, slip, 0.0);
            for (out, guard) in slots[3..].iter_mut().zip(regimes) {
                if let Some((guard, _)) = guard {
                    *out = known(guard);
                }
            }
        }
    }
}

/// Of the law of the normal force.
fn force_ranges(contact: &Contact, at: &Incident<Ranged>, mode: i32, out: &mut [GuardRange]) {
    let is_watched = |value: &Ranged| value.re.low < f64::INFINITY;
    let mut tell = |slot: usize, value: Ranged| {
        if is_watched(&value) {
            out[slot] = known(value);
        }
    };
    match contact.law(at) {
        NormalForce::Parametric(AnyForce::Impact(law)) => {
            let mode = ImpactMode::from_code(mode);
            let [touch, full, _] = law.guards_with(mode, false);
            tell(0, touch.value);
            // Without damping neither full damping nor the clamp is watched.
            let damping = law.cmax.re.high;
            if damping == 0.0 {
                return;
            }
            tell(1, full.value);
            let plain = Impact {
                x: 0.0,
                xdot: 0.0,
                x1: 0.0,
                k: law.k.re.high,
                e: law.e.re.high,
                cmax: damping,
                d: law.d.re.high,
            };
            if let Some(force) = plain.clamp_range(mode, at.depth, at.gap_rate) {
                let quotient = law.clamp_quotient(mode);
                out[2] = GuardRange {
                    // What is watched is lifted by some roundings.
                    value: Interval::new(force.re.low, f64::INFINITY),
                    quotient: quotient.map(|q| (q.re, q.eps[0])),
                    ..known(force)
                };
            }
        }
        NormalForce::Parametric(law) => {
            let guards = law.guards(mode);
            for (slot, guard) in guards.into_iter().enumerate() {
                tell(slot, guard.value);
            }
        }
        NormalForce::Formula(_) => {}
    }
}
