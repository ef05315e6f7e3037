//! Where the law of a contact says nothing any more: solids that go all through each other, volumes that become one.
//!
//! The law knows the surfaces near one place. Half a thickness deep the nearest surface may be that of the other side; where one solid reaches all through
//! another, both sides are as near, and rounding says where the force points. Such a run goes on, and is told of afterwards; where the direction turns over
//! with nearly every step it ends, as it would not get on.

use super::Equations;
use crate::elements::solid::{Pair, Stand, Touch};
use crate::equations::limits::state::short;
use crate::system::System;
use carom_base::Diagnostic;
use carom_base::pack::{Packer, Unpacker};
use carom_expr::tape::UNSET;
use carom_solve::Fault;

pub(in crate::equations) mod state;

/// Depth relative to the thinner solid from which on a contact is reported.
const DEEP: f64 = 0.5;
/// Depth relative to the thinner solid below which an overlap is rounding of its places.
const MATERIAL: f64 = 1e-9;
/// The cosine from which on a direction has turned over between the ends of a step.
const OVER: f64 = 0.5;
/// What a step that turns the direction over counts, against one that does not.
const COUNT: u32 = 3;
/// Steps counted like that before a run is given up.
const COUNTS_MAX: u32 = 600;

impl Equations {
    /// At the end of a step.
    pub(super) fn watch_limits(&mut self, time: f64) {
        self.watch_splines(time);
        for k in 0..self.watching.limits.pairs.len() {
            let system = &self.system;
            let pair = &system.solid_contacts.pairs[k];
            let inside = |place: &usize| {
                let closed = self.memory.modes[system.solid_contacts.places[*place].modes.start]
                    != crate::elements::solid::OPEN;
                closed && self.now.touches[*place].stand == Stand::Inside
            };
            let touches = pair.places.clone().filter(inside);
            let touches = touches.map(|place| &self.now.touches[place]);
            let deepest = touches.clone().max_by(|a, b| a.depth.total_cmp(&b.depth));
            let limit = &mut self.watching.limits.pairs[k];
            let Some(touch) = deepest else {
                limit.normal = None;
                continue;
            };
            if touches.clone().any(|t| t.is_merged) {
                limit.merged.get_or_insert(time);
            }
            if touch.depth > DEEP * thinner(system, pair) {
                let deep = limit.deep.get_or_insert([time, touch.depth]);
                deep[1] = deep[1].max(touch.depth);
            }
            let turned = (limit.normal).is_some_and(|n| n.dot(&touch.normal) < OVER);
            limit.normal = Some(touch.normal);
            limit.counts = match turned {
                true => limit.counts + COUNT,
                false => limit.counts.saturating_sub(1),
            };
            if limit.counts > COUNTS_MAX {
                let message = format!(
                    "{}, {:.3e} deep in each other: the direction of the force turns over from step to step, as where one solid reaches all through the other no surface is the nearest",
                    super::solids::names(system, pair),
                    touch.depth
                );
                self.watching.limits.fault = Some(Fault { message });
            }
        }
    }

    /// Which splines are beyond their points.
    pub(crate) fn watch_splines(&mut self, time: f64) {
        let kept = self.watching.limits.splines.iter_mut();
        for s in kept.filter(|s| !s.is_told) {
            let function = &self.system.mechanism.functions[s.function];
            let modes = &self.memory.modes[function.modes.clone()];
            if let Some(end) = function.tape.beyond(s.switch, modes) {
                s.seen.get_or_insert(([time; 2], end)).0[1] = time;
            }
        }
    }

    /// What there is to say of them. At a single time a spline may just have come to its last point.
    fn take_splines(&mut self) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        for s in &mut self.watching.limits.splines {
            let Some(([first, last], end)) = s.seen.take() else {
                continue;
            };
            if last > first {
                let function = &self.system.mechanism.functions[s.function];
                let (name, span) = function.tape.switch_place(s.switch);
                let message = format!(
                    "{}: {name} is extrapolated beyond its points, which end at x = {end}, from time {} on",
                    function.owner,
                    short(first)
                );
                let d = Diagnostic::note("spline-extrapolated", span, message);
                found.push(d.help("beyond its points a spline goes on as a parabola, which grows without bound; give it points for all values that it meets, or let it go on as a line"));
            }
        }
        found
    }

    /// Contacts that went beyond what their laws say, since this was asked last.
    pub(crate) fn take_limits(&mut self) -> Vec<Diagnostic> {
        let mut found = self.take_splines();
        for (limit, pair) in self
            .watching
            .limits
            .pairs
            .iter_mut()
            .zip(&self.system.solid_contacts.pairs)
        {
            let names = super::solids::names(&self.system, pair);
            let span = self.system.solid_contacts.contacts[pair.contact].span;
            if let Some([time, depth]) = limit.deep.take() {
                let message = format!(
                    "{names} were {depth:.3e} deep in each other, from {time:.6e} on by more than half of the thinner of them"
                );
                let d = Diagnostic::warning("contact-deep", span, message);
                found.push(d.help("the law of a contact knows the nearest surface, which is that of the other side soon; a stiffer contact or thicker solids stay within it"));
            }
            if let Some(time) = limit.merged.take() {
                let message =
                    format!("{names}: from {time:.6e} on volumes in which they overlap are one");
                let d = Diagnostic::warning("contact-merged", span, message);
                found.push(d.help("the law of a contact is one of small volumes, each on one plane; a stiffer contact keeps them apart"));
            }
        }
        found
    }

    /// Whether an overlap is more than what rounding leaves of one that ends.
    pub(super) fn is_material(&self, pair: &Pair, touch: &Touch) -> bool {
        let size = thinner(&self.system, pair);
        size.is_infinite() || touch.depth > MATERIAL * size
    }

    /// The contacts that are closed, by name: the first three, and how many more.
    pub(crate) fn in_contact(&self) -> Option<String> {
        let closed = |place: usize| {
            let place = &self.system.solid_contacts.places[place];
            self.memory.modes[place.modes.start] != crate::elements::solid::OPEN
        };
        let contacts = self.system.solid_contacts.contacts.iter();
        let mut names = contacts
            .filter(|c| c.places.clone().any(closed))
            .map(|c| c.label.as_str());
        let first: Vec<&str> = names.by_ref().take(3).collect();
        let more = names.count();
        match (first.is_empty(), more) {
            (true, _) => None,
            (_, 0) => Some(first.join(", ")),
            _ => Some(format!("{} and {more} more", first.join(", "))),
        }
    }
}

/// The thickness of the thinner solid of a pair; a point is as thick as what it meets.
fn thinner(system: &System, pair: &Pair) -> f64 {
    let thick = pair
        .solids
        .map(|s| system.solid_contacts.solids[s].thickness)
        .into_iter();
    thick.filter(|t| *t > 0.0).fold(f64::INFINITY, f64::min)
}

/// Which splines of a function that only results need are beyond their points, by what it was computed from.
pub(super) fn watch_told_splines(e: &mut Equations, f: usize, inputs: &[f64]) {
    let time = e.now.time;
    let tape = &e.system.mechanism.functions[f].tape;
    let own = e.watching.limits.splines.iter_mut();
    for s in own.filter(|s| s.is_told && s.function == f) {
        let mut modes = vec![UNSET; tape.switches()];
        let still = vec![0.0; inputs.len()];
        tape.settle(inputs, &still, &mut modes, &mut []);
        if let Some(end) = tape.beyond(s.switch, &modes) {
            s.seen.get_or_insert(([time; 2], end)).0[1] = time;
        }
    }
}

/// What is known so far of contacts and splines beyond their limits, for a checkpoint.
pub(crate) fn pack_limits(e: &Equations, p: &mut Packer) {
    for limit in &e.watching.limits.pairs {
        p.numbers(limit.deep.as_ref().map_or(&[], |x| &x[..]));
        p.optional(limit.merged);
    }
    for s in &e.watching.limits.splines {
        let seen = s.seen.map(|([first, last], end)| [first, last, end]);
        p.numbers(seen.as_ref().map_or(&[], |x| &x[..]));
    }
}

/// Takes it back.
pub(crate) fn unpack_limits(e: &mut Equations, u: &mut Unpacker<'_>) -> Option<()> {
    for limit in &mut e.watching.limits.pairs {
        limit.deep = u.numbers()?.try_into().ok();
        limit.merged = u.optional()?;
    }
    for s in &mut e.watching.limits.splines {
        let seen: Option<[f64; 3]> = u.numbers()?.try_into().ok();
        s.seen = seen.map(|[first, last, end]| ([first, last], end));
    }
    Some(())
}
