//! Rigid contacts of polyhedra: which features their stops are about, and what watches all others ([`crate::elements::touch`]).

use super::{CONTACT_FRICTION_NUMBERS, Equations, EventRecord, ranges};
use crate::elements::touch::{OnMarkers, Touch};
use crate::equations::contact::state::IMPACT_NUMBERS;
use crate::equations::contact::tolerances::TOUCHES;
use crate::mechanism::kinematics::{Carrier, Flow};
use crate::system::MOST_POINTS;
use crate::system::motion::{EvaluatedState, View};
use crate::system::{PolyhedronPair, System};
use carom_base::{Number, Vec3};
use carom_expr::tape::{Mode, Ranged};
use carom_geometry::touch::ranges::{Heights, above};
use carom_geometry::touch::{
    Feature, Polyhedra, Relative, are_apart, are_next, is_farther, may_be_behind, nearly_touches,
    ring_of, touches_twice,
};
use carom_model::run::EventKind;
use carom_solve::{Fault, Guard, GuardRange};
use std::sync::Arc;

/// Solids whose balls are this far apart, relative to their size, are watched by these.
const FAR: f64 = 0.5;
/// Speeds that differ by this part of themselves are the same.
const STILL: f64 = 1e-11;
/// Lengths that differ by so many roundings are one.
const SAME_PLACE: f64 = 100.0;
/// Points this far apart, relative to the solids, span a line, and so far from a line a plane.
const FLAT: f64 = 1e-3;
/// Solids that overlap by more than this, relative to their size, have missed a touch: closed gaps, and what a contact goes on to, are smaller by far.
const OVERLAPS: f64 = 1e-8;
/// Normals that differ by less are one.
const SAME_NORMAL: f64 = 1e-9;
/// The mode of a stop without features.
const NONE: Mode = 0;

/// The features of the stops of a pair.
struct Known {
    features: [Option<Feature>; MOST_POINTS],
    /// Whether the stop holds them together.
    holds: [bool; MOST_POINTS],
    count: usize,
    is_curved: bool,
}

impl Known {
    /// Without those of the stops `left`.
    fn of(pair: &PolyhedronPair, equations: &Equations, left: &[usize]) -> Self {
        let (system, view) = (&equations.system, equations.view());
        let mut known = Self {
            features: [None; MOST_POINTS],
            holds: [false; MOST_POINTS],
            count: pair.stops.len(),
            is_curved: pair.solids.is_curved(),
        };
        let stops = pair.stops.clone().enumerate();
        for (n, k) in stops.filter(|(_, k)| !left.contains(k)) {
            known.features[n] = system.touch(k).and_then(|touch| touch.own(&view));
            known.holds[n] = system.is_closed(k) || equations.is_held(k);
        }
        known
    }

    /// Whether a stop is about these features, or about the same corner: of a sharp solid, which is highest over one face, whichever that is; of a rounded one
    /// where it is held, as one point of the other solid is next to it.
    fn has(&self, feature: Feature) -> bool {
        let stops = self.features[..self.count].iter().zip(&self.holds);
        let knows = |(known, holds): (&Option<Feature>, &bool)| {
            let Some(known) = *known else { return false };
            known == feature
                || match known {
                    Feature::Corner { side, corner, .. } | Feature::Beside { side, corner, .. } => {
                        (!self.is_curved || *holds) && feature.has_corner(side, corner)
                    }
                    Feature::Corners([a, b]) => {
                        *holds && (feature.has_corner(0, a) || feature.has_corner(1, b))
                    }
                    // An ellipsoid touches a convex solid in one point.
                    Feature::Smooth { .. } => *holds,
                    _ => false,
                }
        };
        stops.into_iter().any(knows)
    }

    /// Whether a stop holds these features.
    fn holds_features(&self, feature: Feature) -> bool {
        let mut stops = self.features[..self.count].iter().zip(&self.holds);
        stops.any(|(known, holds)| *holds && *known == Some(feature))
    }

    /// Whether a stop is about the same point with the same normal: of two corners, one upon the other, one is enough.
    fn has_point(&self, solids: &Polyhedra, at: &Relative<f64>, feature: Feature) -> bool {
        self.has_such_point(solids, at, feature, |_, _| true)
    }

    /// The same of stops that hold, or are about the other branch of two curves, which meet here. What another open one is about may have come to that point
    /// behind what touches there before; `is_closed`: whether the features touch but for rounding, without which a ring's stop that is open does not count.
    fn watches_point(
        &self,
        solids: &Polyhedra,
        at: &Relative<f64>,
        (feature, is_closed): (Feature, bool),
    ) -> bool {
        let counts = is_closed || ring_of(solids).is_none();
        self.has_such_point(solids, at, feature, |known, holds| {
            holds || counts && known.is_branch_of(feature)
        })
    }

    fn has_such_point(
        &self,
        solids: &Polyhedra,
        at: &Relative<f64>,
        feature: Feature,
        counts: impl Fn(Feature, bool) -> bool,
    ) -> bool {
        let [p, n] = solids.spot(at, feature);
        let stops = self.features[..self.count].iter().zip(&self.holds);
        let mut known = stops.filter_map(|(known, holds)| {
            let known = known.filter(|k| counts(*k, *holds));
            known.map(|known| (known, *holds))
        });
        known.any(|(known, holds)| {
            let [q, m] = solids.spot(at, known);
            let is_there = (p - q).norm() <= 0.5 * solids.border() && (n - m).norm() <= SAME_NORMAL;
            // A sector that is held has its point until this slides off.
            let is_own = holds && matches!(known, Feature::Ring { .. });
            is_there && (is_own || are_next(solids, at, known))
        })
    }
}

/// Whether two contacts are one that goes over from features to others.
fn is_same_spot(solids: &Polyhedra, [p, n]: [Vec3; 2], [q, m]: [Vec3; 2]) -> bool {
    let border = solids.border();
    // Normals turn by this on the way from where a contact begins to where it ends.
    let [i, j] = &solids.solids;
    let turn = border / i.thickness.min(j.thickness) + SAME_NORMAL;
    (p - q).norm() <= border && (n - m).norm() <= turn
}

/// Whether a stop of other pieces of the same two solids holds them in the place of two features: where faces of pieces lie in one plane, a contact slides from the
/// one to the other.
fn is_held_beside(
    equations: &Equations,
    system: &System,
    pair: &PolyhedronPair,
    (at, feature): (&Relative<f64>, Feature),
) -> bool {
    let solids = &pair.solids;
    if !carom_geometry::touch::are_pieces(solids) {
        return false;
    }
    let spot = solids.spot(at, feature);
    let view = equations.view();
    let is_beside = |other: &&PolyhedronPair| {
        other.stops != pair.stops && (other.solids.i, other.solids.j) == (solids.i, solids.j)
    };
    let holds = |k: &usize| {
        let holds = system.is_closed(*k) || equations.is_held(*k);
        holds && !equations.contacts.left.contains(k)
    };
    system
        .rigid
        .polyhedra
        .iter()
        .filter(is_beside)
        .any(|other| {
            other.stops.clone().filter(holds).any(|k| {
                let own = system.touch(k).and_then(|touch| touch.own(&view));
                own.is_some_and(|own| is_same_spot(solids, spot, other.solids.spot(at, own)))
            })
        })
}

impl Equations {
    /// Guards of the pairs of polyhedra, with the state along the motion.
    pub(super) fn feature_guards(&self, system: &System, out: &mut [Guard]) {
        let flow = View {
            system,
            now: &self.flow,
            memory: &self.memory,
            reactions: None,
        };
        for pair in &system.rigid.polyhedra {
            let along = pair.solids.relative(&flow);
            let tolerance = self
                .gap_rounding(system, pair.stops.start)
                .max(f64::MIN_POSITIVE);
            let guard = |x: Flow| Guard {
                value: x.re,
                rate: x.eps[0],
                tolerance,
            };
            let apart: Flow = pair.solids.ball_distance(&along);
            if apart.re > FAR * pair.solids.size() && !has_features(self, system, pair) {
                out[pair.guard] = guard(apart);
                out[pair.guard + 1..][..pair.stops.len()].fill(Guard::IDLE);
                continue;
            }
            let known = Known::of(pair, self, &[]);
            let still = along.still();
            let within = TOUCHES * tolerance;
            let is_held = |f| {
                is_held_beside(self, system, pair, (&still, f))
                    || is_held_off(self, &pair.solids, &still, f, within)
            };
            let least = least_clearance(&pair.solids, &along, (&known, is_held), tolerance);
            out[pair.guard] = guard(least);
            for (n, k) in pair.stops.clone().enumerate() {
                let holds = system.is_closed(k) || self.is_held(k);
                let feature = known.features[n].filter(|_| holds && !self.active_set_changes());
                let room = feature.map(|feature| pair.solids.room(&along, feature));
                out[pair.guard + 1 + n] = room.map_or(Guard::IDLE, guard);
            }
        }
    }

    /// Bounds of the guards of the pairs of polyhedra and of their open stops, if they are wanted, by bounds of the places of markers.
    pub(super) fn feature_ranges(
        &self,
        (now, heights): (&EvaluatedState<Ranged>, &mut Heights),
        wanted: &[bool],
        out: &mut [GuardRange],
    ) {
        let system = &self.system;
        let view = View {
            system,
            now,
            memory: &self.memory,
            reactions: None,
        };
        for pair in system
            .rigid
            .polyhedra
            .iter()
            .filter(|p| p.is_wanted(system, wanted))
        {
            let at = pair.solids.relative(&view);
            let known = Known::of(pair, self, &[]);
            if wanted[pair.guard] {
                let far = FAR * pair.solids.size();
                let tolerance = self.gap_rounding(system, pair.stops.start);
                let is_known = |feature| known.has(feature);
                let least = match self.rests_flat(system, pair) {
                    true => above(pair.solids.size()),
                    false => pair
                        .solids
                        .least_range(&at, (far, tolerance), is_known, heights),
                };
                out[pair.guard] = ranges::rated::known(least);
            }
            for (n, k) in pair.stops.clone().enumerate() {
                let Some(feature) = known.features[n] else {
                    continue;
                };
                let (guard, slides_off) = (system.rigid.stops[k].guard, pair.guard + 1 + n);
                if wanted[slides_off] {
                    out[slides_off] = ranges::rated::known(pair.solids.room_range(&at, feature));
                }
                if wanted[guard]
                    && let Some(floor) = self.watched_floor(system, k)
                {
                    out[guard] =
                        ranges::rated::known(pair.solids.clearance_range(&at, feature, floor));
                }
            }
        }
    }

    /// Whether closed stops hold a plane between the solids: three points that are not on one line, with one normal, and each solid on its side. As long as
    /// they are closed and their features stay on each other, which guards of their own watch, the solids move along the plane, and no
    /// other features come through it.
    fn rests_flat(&self, system: &System, pair: &PolyhedronPair) -> bool {
        let view = self.view();
        let at = pair.solids.relative(&view);
        let closed = pair.stops.clone().filter(|k| system.is_closed(*k));
        let features = closed.filter_map(|k| system.touch(k)?.own(&view));
        let mut spots = features.map(|feature| pair.solids.spot(&at, feature));
        let Some([p, n]) = spots.next() else {
            return false;
        };
        let mut arm: Option<Vec3> = None;
        let mut spans = false;
        for [q, m] in spots {
            if (m - n).norm() > SAME_NORMAL {
                return false;
            }
            let d = q - p;
            let least = FLAT * pair.solids.size();
            match arm {
                None if d.norm() > least => arm = Some(d.normalize()),
                None => {}
                Some(arm) => spans |= arm.cross(&d).norm() > least,
            }
        }
        let within = TOUCHES * self.gap_rounding(system, pair.stops.start);
        spans && pair.solids.is_parted(&at, [p, n], within)
    }

    /// The clearance of the features of an open stop, its gap counted from `floor`; none if it is about none.
    pub(super) fn clearance_along(
        &self,
        (stop, touch): (usize, &Touch),
        flow: &View<'_, Flow>,
        floor: f64,
    ) -> Option<Flow> {
        let feature = touch.own(flow)?;
        let at = touch.of.relative(flow);
        let rounding = SAME_PLACE * self.gap_rounding(flow.system, stop);
        Some(touch.of.clearance_along(&at, feature, (floor, rounding)))
    }

    /// Whether the features of a stop touch; `None` if it is about none.
    pub(super) fn touches(&self, system: &System, stop: usize) -> Option<bool> {
        let (view, touch) = (self.view(), system.touch(stop)?);
        let feature = touch.own(&view)?;
        let gap = TOUCHES * self.gap_rounding(system, stop);
        Some(touch.of.touches(&touch.of.relative(&view), feature, gap))
    }

    /// Lets stops go whose features have slid off each other, and takes stops for features that touch and have none. Those that are constraints keep their
    /// features until the constraints are others ([`Equations::update_active_set`]). `fired`: stops whose
    /// features have just come to the border. The stops that were taken.
    pub(super) fn renew_features(&mut self, system: &System, fired: &[usize]) -> Vec<usize> {
        self.contacts.left.clear();
        let mut taken = Vec::new();
        for pair in &system.rigid.polyhedra {
            let at = pair.solids.relative(&self.view());
            let within = TOUCHES * self.gap_rounding(system, pair.stops.start);
            for k in pair.stops.clone() {
                let feature = pair
                    .solids
                    .feature(self.memory.modes[self.mode_of(system, k)]);
                let Some(feature) = feature else { continue };
                let holds = system.is_closed(k) || self.is_held(k);
                // What comes under a face from aside may touch another one.
                let is_under = !holds && self.gap(system, k) < -within;
                let slides_off = pair.solids.room(&at, feature) <= 0.0 || fired.contains(&k);
                let is_held_off = !holds && is_held_off(self, &pair.solids, &at, feature, within);
                if !slides_off && !is_under && !is_held_off {
                    continue;
                }
                if holds && let Some(next) = goes_on(pair, &at, feature, within) {
                    let mode = self.mode_of(system, k);
                    self.memory.modes[mode] = pair.solids.code(next);
                    continue;
                }
                self.tell_leaving(system, k);
                if system.has_rows(k) {
                    self.contacts.left.push(k);
                } else {
                    self.take_features(system, k, NONE);
                }
            }
            if pair.solids.ball_distance(&at) > FAR * pair.solids.size() {
                continue;
            }
            let mut known = Known::of(pair, self, &self.contacts.left);
            let is_new = |f: &Feature| !known.has(*f) && pair.solids.touches(&at, *f, within);
            let mut fresh: Vec<Feature> = pair.solids.all(&at).filter(is_new).collect();
            let are_behind = |f: &Feature| may_be_behind(&pair.solids, &at, *f);
            if fresh.iter().any(are_behind) && are_apart(&pair.solids, &at) {
                fresh.retain(|f| !are_behind(f));
            }
            for feature in fresh {
                let feature = self.face_touched(&pair.solids, &at, feature);
                let is_known = known.has_point(&pair.solids, &at, feature)
                    || is_held_beside(self, system, pair, (&at, feature))
                    || is_held_off(self, &pair.solids, &at, feature, within);
                if is_known {
                    continue;
                }
                let Some(k) = self.room_for_features(system, pair, &at) else {
                    // More points than two faces have in common: the others hold them.
                    break;
                };
                self.take_features(system, k, pair.solids.code(feature));
                known.features[k - pair.stops.start] = Some(feature);
                taken.push(k);
            }
        }
        taken
    }

    /// Whether a stop has a gap: one of its own, or between features.
    pub(super) fn has_gap(&self, system: &System, stop: usize) -> bool {
        let view = self.view();
        system
            .touch(stop)
            .is_none_or(|touch| touch.own(&view).is_some())
    }

    /// How far a pair is apart; where some of its stops are closed, the least clearance of all other features.
    pub(super) fn open_gap(&self, system: &System, pair: &PolyhedronPair) -> f64 {
        let view = self.view();
        let at = pair.solids.relative(&view);
        if pair.solids.ball_distance(&at) > FAR * pair.solids.size() {
            return pair.solids.ball_distance(&at);
        }
        let mut known = Known::of(pair, self, &[]);
        for (n, k) in pair.stops.clone().enumerate() {
            if !system.is_closed(k) {
                known.features[n] = None;
            }
        }
        if known.features.iter().all(Option::is_none) {
            return pair.solids.separation(&at);
        }
        let others = pair.solids.all(&at).filter(|f| !known.has(*f));
        let are_apart = are_apart(&pair.solids, &at);
        let others = others.filter(|f| !are_apart || !may_be_behind(&pair.solids, &at, *f));
        let each = others.map(|f| pair.solids.clearance(&at, f));
        each.fold(pair.solids.size(), f64::min)
    }

    /// Constraints of features that slid off each other are gone.
    pub(super) fn forget_left(&mut self) {
        let system = Arc::clone(&self.system);
        for k in std::mem::take(&mut self.contacts.left) {
            self.take_features(&system, k, NONE);
        }
    }

    pub(super) fn mode_of(&self, system: &System, stop: usize) -> usize {
        system.touch(stop).map_or(0, |touch| touch.modes.start)
    }

    /// A stop for other features: one without any, or an open one, that whose features are farthest apart.
    fn room_for_features(
        &self,
        system: &System,
        pair: &PolyhedronPair,
        at: &Relative<f64>,
    ) -> Option<usize> {
        let view = self.view();
        let clearance = |k: usize| match system.touch(k)?.own(&view) {
            None => Some(f64::INFINITY),
            Some(_) if system.has_rows(k) || self.is_held(k) => None,
            Some(_) if self.touches(system, k)? => None,
            Some(feature) => Some(pair.solids.clearance(at, feature)),
        };
        let free = pair.stops.clone().filter_map(|k| Some((k, clearance(k)?)));
        free.max_by(|a, b| a.1.total_cmp(&b.1)).map(|(k, _)| k)
    }

    /// The face that a corner touches: of several, on a border, that which it approaches least, and is highest over a moment later.
    fn face_touched(&self, solids: &OnMarkers, at: &Relative<f64>, feature: Feature) -> Feature {
        let Feature::Corner { side, corner, .. } = feature else {
            return feature;
        };
        if solids.is_curved() {
            return feature;
        }
        let on = |face: usize| Feature::Corner { side, corner, face };
        let rate = |face: usize| solids.rate_of(&self.view(), on(face));
        let faster = |best: usize, face: usize| {
            let [old, new] = [best, face].map(rate);
            let rounding = STILL * (new.abs() + old.abs());
            if new > old + rounding { face } else { best }
        };
        let found = solids.faces_at(at, side, corner).reduce(faster);
        found.map_or(feature, on)
    }

    /// A stop is about other features from here on, and knows nothing of earlier impacts.
    fn take_features(&mut self, system: &System, stop: usize, mode: Mode) {
        let at = self.mode_of(system, stop);
        self.memory.modes[at] = mode;
        self.memory.impacts[IMPACT_NUMBERS * stop..][..IMPACT_NUMBERS].fill(f64::NAN);
        if let Some(friction) = system.rigid.stops[stop].contact_friction {
            let numbers = CONTACT_FRICTION_NUMBERS * friction;
            self.memory.contact_frictions[numbers..][..CONTACT_FRICTION_NUMBERS].fill(0.0);
        }
    }

    /// Tells that the features of a stop that held have slid off each other.
    fn tell_leaving(&mut self, system: &System, stop: usize) {
        if system.is_closed(stop) || self.is_held(stop) {
            let label = system.rigid.stops[stop].label.clone();
            let (gap, rate) = (self.gap(system, stop), self.gap_rate(system, stop));
            let record = EventRecord::new(EventKind::Separation, label, gap, rate, 0.0);
            self.event.happened.push(EventRecord { stop, ..record });
        }
    }

    /// Polyhedra that overlap at the start.
    pub(super) fn refuse_overlaps(&self, system: &System) -> Result<(), Fault> {
        for pair in &system.rigid.polyhedra {
            let at = pair.solids.relative(&self.view());
            let within = TOUCHES * self.gap_rounding(system, pair.stops.start);
            let apart = pair.solids.separation(&at);
            if apart < -within {
                let label = &system.rigid.stops[pair.stops.start].label;
                let message = format!(
                    "{label}: its rigid parts overlap by {:e} at the start",
                    -apart
                );
                return Err(Fault { message });
            }
        }
        Ok(())
    }

    /// The longest step in which no polyhedra pass through each other, as of solids ([`Equations::passing_bound`]).
    pub(super) fn polyhedra_bound(&self, rates: &[f64]) -> f64 {
        let system = &self.system;
        let bound = |pair: &PolyhedronPair| {
            let at = pair.solids.relative(&self.view());
            let gap = pair.solids.ball_distance(&at).max(0.0);
            let room = gap + pair.room;
            let (mut speed, mut growth) = (0.0, 0.0);
            let mut between = [Vec3::zeros(); 2];
            for (side, m, sign) in [(0, pair.solids.i, 1.0), (1, pair.solids.j, -1.0)] {
                let marker = &system.mechanism.markers[m];
                let Carrier::Body(k) = marker.carrier else {
                    continue;
                };
                let (body, data) = (
                    &self.now.bodies[k as usize],
                    &system.mechanism.bodies[k as usize],
                );
                let (acceleration, turning) = data.accelerations(rates);
                between[0] += body.v * sign;
                between[1] += acceleration * sign;
                let solid = &pair.solids.solids[side];
                let reach = marker.s.norm() + solid.centre.norm() + solid.radius;
                speed += body.w.norm() * reach;
                growth += turning.norm() * reach;
            }
            speed += between[0].norm();
            growth += between[1].norm();
            // The first root of μ·h + a·h²/2 = room.
            2.0 * room / (speed + (speed * speed + 2.0 * growth * room).sqrt())
        };
        let bounds = system.rigid.polyhedra.iter().map(bound);
        bounds.fold(f64::INFINITY, f64::min)
    }
}

/// Pairs whose guards are sampled must not have come to overlap in a step that showed no touch, nor touch twice on one sector of a ring.
pub(super) fn sampled_pairs_are_sound(equations: &Equations) -> Result<(), Fault> {
    let system = &equations.system;
    let pairs = system.rigid.polyhedra.iter();
    for pair in pairs.filter(|pair| !pair.has_bounds()) {
        let (solids, at) = (&pair.solids, pair.solids.relative(&equations.view()));
        if solids.ball_distance(&at) > 0.0 {
            continue;
        }
        let label = &system.rigid.stops[pair.stops.start].label;
        let known = Known::of(pair, equations, &[]);
        let held = known.features.iter().zip(&known.holds);
        let mut held = held.filter_map(|(feature, holds)| feature.filter(|_| *holds));
        if held.any(|feature| touches_twice(solids, &at, feature)) {
            let message = format!(
                "{label}: the ring touches in two places so near to each other that they are about to become one, which its contacts do not tell apart"
            );
            return Err(Fault { message });
        }
        let apart = solids.separation(&at);
        if apart < -OVERLAPS * solids.size() {
            let message = format!(
                "{label}: its rigid parts have come to overlap by {:e} within a step, which contacts of rings do not rule out; take shorter steps (HMAX)",
                -apart
            );
            return Err(Fault { message });
        }
    }
    Ok(())
}

/// Whether a stop of a pair is about features.
fn has_features(equations: &Equations, system: &System, pair: &PolyhedronPair) -> bool {
    let modes = &equations.memory.modes;
    let mut stops = pair.stops.clone();
    stops.any(|k| modes[equations.mode_of(system, k)] != NONE)
}

/// Whether features touch in a point in which others do as well that approach less: the gap of convex solids is that along the direction in which it is largest, so a
/// corner that comes to the border of a face does not strike it where an edge beside it holds or leaves.
fn is_held_off(
    e: &Equations,
    solids: &OnMarkers,
    at: &Relative<f64>,
    feature: Feature,
    within: f64,
) -> bool {
    if ring_of(solids).is_some() || !solids.touches(at, feature, within) {
        return false;
    }
    let rate = |f: Feature| solids.rate_of(&e.view(), f);
    let (p, least) = (
        solids.spot(at, feature)[0],
        rate(feature) + STILL * e.speed(),
    );
    let is_beside = |f: &Feature| {
        let off = solids.spot(at, *f)[0] - p;
        off.norm() <= solids.border() && nearly_touches(solids, at, *f, within)
    };
    let mut others = solids.all(at).filter(|f| *f != feature);
    others.any(|f| is_beside(&f) && rate(e.face_touched(solids, at, f)) > least)
}

/// The features with which a contact of rounded solids goes on where it has come to the border of its own: others that touch in the same point, with the same
/// normal.
fn goes_on(
    pair: &PolyhedronPair,
    at: &Relative<f64>,
    feature: Feature,
    within: f64,
) -> Option<Feature> {
    let solids = &pair.solids;
    if !solids.is_curved() {
        return None;
    }
    let spot = solids.spot(at, feature);
    let is_same = |f: &Feature| is_same_spot(solids, spot, solids.spot(at, *f));
    let mut others = solids.all(at).filter(|f| *f != feature);
    others.find(|f| solids.touches(at, *f, within) && is_same(f))
}

/// The least clearance of features that no stop is about; of solids that are far apart the distance of the balls around them. A place of a ring goes from one sector to
/// the next within a step, and no bounds tell: what is clearly open is watched here whichever stop is about it.
fn least_clearance(
    touch: &Polyhedra,
    along: &Relative<Flow>,
    (known, is_held): (&Known, impl Fn(Feature) -> bool),
    tolerance: f64,
) -> Flow {
    let at = along.still();
    if touch.ball_distance(&at) > FAR * touch.size() {
        return touch.ball_distance(along);
    }
    let has_stop = |f: Feature| match ring_of(touch) {
        Some(_) => known.holds_features(f),
        None => known.has(f),
    };
    let (mut least, mut apart) = (None::<(f64, Feature)>, None);
    for f in touch.all(&at).filter(|f| !has_stop(*f)) {
        let so_far = least.map_or(f64::INFINITY, |(clearance, _)| clearance);
        if is_farther(touch, &at, f, so_far) {
            continue;
        }
        let clearance = touch.clearance(&at, f);
        let is_closed = clearance.abs() <= TOUCHES * tolerance;
        if clearance < 0.0
            && may_be_behind(touch, &at, f)
            && *apart.get_or_insert_with(|| are_apart(touch, &at))
        {
            continue;
        }
        let is_watched = is_closed && known.has(f)
            || clearance <= touch.border()
                && (known.watches_point(touch, &at, (f, is_closed)) || is_held(f));
        if clearance < so_far && !is_watched {
            least = Some((clearance, f));
        }
    }
    let rounding = SAME_PLACE * tolerance;
    least.map_or(Flow::constant(touch.size()), |(_, f)| {
        touch.clearance_along(along, f, (0.0, rounding))
    })
}
