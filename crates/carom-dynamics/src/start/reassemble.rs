//! Goes on with another assembly of the same model: elements were switched on or off, or have other data.
//!
//! Positions stay where they are, unless constraints ask for others; then they move by the smallest change in the metric
//! of the radii of gyration, as at the start. Velocities that the constraints do not allow are changed as an impact at
//! the new constraints would change them:
//!
//! ```text
//! M·Δv = Gᵀ·Λ     G·(v + Δv) + Φ_t = 0
//! ```
//!
//! so momentum is lost to the new constraints only, and no more of it than they take. Sources of the equations: an
//! inelastic impact, Pfeiffer, Glocker, Multibody Dynamics with Unilateral Contacts (1996), chapter 6.
#![allow(non_snake_case)]

use crate::elements::constraint::{Drive, Equations as Rows};
use crate::equations::Equations;
use crate::equations::contact_statics::carry_contacts;
use crate::equations::kkt::rows::Gamma;
use crate::mechanism::coordinate::Coordinate;
use crate::mechanism::delay::Delay;
use crate::mechanism::function::{Source, follow};
use crate::mechanism::term::Term;
use crate::start::initial;
use crate::start::nearest;
use crate::start::search;
use crate::system::motion::{View, wrapped_angle};
use crate::system::{ExtraState, System, TurnCounter};
use carom_base::{Diagnostic, Vec3};
use carom_model::MarkerId;
use carom_solve::Fault;
use std::sync::Arc;

/// Stands the newly assembled `system` where `old` stands and moves.
///
/// # Errors
/// When no position or no velocity meets the constraints.
pub fn go_on(mut system: System, old: &Equations) -> Result<Equations, Diagnostic> {
    carry_extra_states(&mut system, old);
    mesh_again(&mut system, old);
    let mut search = Equations::new(Arc::new(system));
    carry_motion(&mut search, old);
    carry_memory(&mut search, old);
    let begins = |c: usize| old.system.constraints.get(c).is_none_or(|c| c.rows() == 0);
    initial::choose_turns(&mut search, begins);
    search.kkt.arms = initial::arms_of_positions(&search.system);
    let left_out = nearest::find_positions(&mut search)?;

    let system = initial::with_independent_rows(&mut search, &left_out);
    let mut here = Equations::new(system);
    search::copy_state(&search, &mut here);
    here.memory.clone_from(&search.memory);
    search::prepare(&mut here);
    search::open_drives(&mut here, true);
    here.impact_velocities().map_err(cannot_go_on)?;
    initial::judge_velocities(&mut here)?;
    here.count_turns();
    carry_contacts(&mut here, old);
    Ok(here)
}

fn cannot_go_on(fault: Fault) -> Diagnostic {
    Diagnostic::error("cannot-assemble", carom_base::Span::NONE, fault.message)
}

impl Equations {
    /// Gives the bodies velocities that meet the constraints if theirs do not.
    pub fn meet_velocities(&mut self) -> Result<(), Fault> {
        let kept = self.system.rows.clone();
        let sizes = self.system.mechanism.scale.of_rates(&self.system);
        let rates = self.constraint_rates();
        let off = kept.iter().map(|r| rates[*r].abs() / sizes[*r]);
        let worst = off.fold(0.0, f64::max);
        // Below this it is the error of an integration.
        if worst > 1e-3 * self.relative_speed() {
            self.impact_velocities()?;
        }
        Ok(())
    }

    /// The largest velocity of a body, relative to L/T and 1 rad/T; at least 1.
    pub(crate) fn relative_speed(&self) -> f64 {
        let scale = &self.system.mechanism.scale;
        let bodies = self.now.bodies.iter();
        let speeds = bodies.map(|b| (b.v.norm() / scale.length + b.w.norm()) * scale.time);
        speeds.fold(1.0, f64::max)
    }

    /// Changes the velocities as an inelastic impact at all constraints would, so that they meet them.
    /// The impulses, in the order of the rows.
    pub(crate) fn impact_velocities(&mut self) -> Result<Vec<f64>, Fault> {
        let system = Arc::clone(&self.system);
        let mut impulses = vec![0.0; system.rows.len()];
        let nothing = vec![0.0; system.mechanism.positions];
        // The second pass removes the rounding of the first.
        for _ in 0..2 {
            if system.rows.is_empty() {
                break;
            }
            let missing: Vec<f64> = self.constraint_rates().iter().map(|r| -r).collect();
            let view = View {
                system: &system,
                now: &self.now,
                memory: &self.memory,
                reactions: None,
            };
            self.kkt
                .solve(&system, &view, &nothing, Gamma::Given(&missing))
                .map_err(|message| Fault { message })?;
            for (body, data) in self.now.bodies.iter_mut().zip(&system.mechanism.bodies) {
                let (dv, dw) = data.accelerations(&self.kkt.a);
                body.v += dv;
                body.w += dw;
            }
            self.now.place_markers(&system);
            let each = impulses.iter_mut().zip(&self.kkt.lambda);
            each.for_each(|(sum, impulse)| *sum += impulse);
        }
        Ok(impulses)
    }
}

/// Bodies stand and move as before. A body whose centre of mass is another one now keeps the motion of its part.
fn carry_motion(search: &mut Equations, old: &Equations) {
    let system = Arc::clone(&search.system);
    search.now.time = old.now.time;
    let before = old.now.bodies.iter().zip(&old.system.mechanism.bodies);
    for ((body, data), (last, was)) in search
        .now
        .bodies
        .iter_mut()
        .zip(&system.mechanism.bodies)
        .zip(before)
    {
        *body = *last;
        let shift = data.cm - was.cm;
        if shift != Vec3::zeros() {
            body.r += body.R * shift;
            body.v += body.R * body.w.cross(&shift);
        }
    }
    search.now.states.copy_from_slice(&system.extra.state_start);
    // What is not known yet is found with the positions.
    for x in search.now.states.iter_mut().filter(|x| x.is_nan()) {
        *x = 0.0;
    }
    search.now.place_markers(&system);
}

/// An extra state in the words of the model, the same in both assemblies.
fn state_key(system: &System, k: usize) -> (u8, &str) {
    let owner = |f: usize| system.mechanism.functions[f].owner.as_str();
    match system.extra.states[k] {
        ExtraState::Diff(f) => (0, owner(f)),
        ExtraState::MotionDisplacement(f) => (1, owner(f)),
        ExtraState::MotionPosition => match system.extra.states.get(k + 1) {
            Some(ExtraState::MotionVelocity(f)) => (2, owner(*f)),
            _ => (2, ""),
        },
        ExtraState::MotionVelocity(f) => (3, owner(f)),
        ExtraState::Deformation(f, _) => (4, &system.frictions[f].label),
        ExtraState::Number(_) => (7, ""),
        ExtraState::Work => (5, ""),
        ExtraState::Bristles(c, _) => (6, &system.solid_contacts.contacts[c].label),
    }
}

/// The keys of all extra states, each with how many of the same key stand before it.
fn state_keys(system: &System) -> Vec<((u8, &str), usize)> {
    let mut keys: Vec<((u8, &str), usize)> = Vec::new();
    for k in 0..system.extra.states.len() {
        let key = state_key(system, k);
        let before = keys.iter().filter(|(other, _)| *other == key).count();
        keys.push((key, before));
    }
    keys
}

/// Extra states go on where they are; those that were not there before start as the model says.
fn carry_extra_states(system: &mut System, old: &Equations) {
    let known = state_keys(&old.system);
    let places: Vec<Option<usize>> = state_keys(system)
        .iter()
        .map(|key| known.iter().position(|k| k == key))
        .collect();
    for (start, place) in system.extra.state_start.iter_mut().zip(places) {
        if let Some(b) = place {
            *start = old.now.states[b];
        }
    }
}

/// Teeth that were out of mesh, of a rack or of gears, mesh again where they stand.
fn mesh_again(system: &mut System, old: &Equations) {
    let turns = turns_before(system, old);
    for (c, was) in system.constraints.iter_mut().zip(&old.system.constraints) {
        if c.rows() == 0 || was.rows() > 0 {
            continue;
        }
        let rolls = |t: &Term| t.coordinate == Coordinate::Roll;
        let (terms, at) = match &mut c.equations {
            Rows::Gear(gear) => (&gear.terms, &mut gear.start),
            Rows::Sum(terms, Drive::Constant(at)) if terms.iter().any(rolls) => (&*terms, at),
            _ => continue,
        };
        let state = |m: usize| {
            let marker = &system.mechanism.markers[m];
            match marker.carrier.body() {
                None => marker.state(&crate::mechanism::kinematics::Body::rest()),
                Some(b) => marker.state(&old.now.bodies[b]),
            }
        };
        let displacement = |t: &Term| {
            let wrapped = t.coordinate.value(&state(t.i), &state(t.j));
            let before = t.slot.and_then(|slot| turns[slot]);
            t.factor * (wrapped + before.map_or(0.0, |angle| follow(angle, wrapped)))
        };
        *at = terms.iter().map(displacement).sum();
    }
}

/// A counter of turns in the words of the model.
#[derive(PartialEq)]
enum CounterKey {
    Coordinate(Coordinate, [Option<MarkerId>; 2]),
    Measure(carom_expr::Measure, [Option<MarkerId>; 4]),
}

fn counter_key(system: &System, counter: &TurnCounter) -> CounterKey {
    let id = |m: usize| system.mechanism.marker_ids[m];
    match counter {
        TurnCounter::Coordinate(c, i, j) => CounterKey::Coordinate(*c, [id(*i), id(*j)]),
        TurnCounter::Measure(m, markers) => CounterKey::Measure(*m, markers.map(id)),
    }
}

/// Algebraic loops go on from where they are.
fn carry_loops(search: &mut Equations, old: &Equations) {
    let system = Arc::clone(&search.system);
    let before = old.system.order.loops.iter().flat_map(|l| &l.members);
    let before: Vec<&str> = before
        .map(|f| old.system.mechanism.functions[*f].owner.as_str())
        .collect();
    let members = system.order.loops.iter().flat_map(|l| &l.members);
    for (f, x) in members.zip(&mut search.memory.loops) {
        let owner = &system.mechanism.functions[*f].owner;
        if let Some(b) = before.iter().position(|name| name == owner) {
            *x = old.memory.loops[b];
        }
    }
}

/// Whether two inputs are the same in the words of the model, in this system and in the one before.
fn is_same_source((new, a): (&System, &Source), (old, b): (&System, &Source)) -> bool {
    match (a, b) {
        (Source::Time | Source::Mode | Source::Constant(_), _) => a == b,
        (
            Source::Measure {
                measure, markers, ..
            },
            Source::Measure {
                measure: was,
                markers: before,
                ..
            },
        ) => {
            let id = |system: &System, m: usize| system.mechanism.marker_ids[m];
            measure == was && markers.map(|m| id(new, m)) == before.map(|m| id(old, m))
        }
        (Source::State(k), Source::State(l)) => state_keys(new)[*k] == state_keys(old)[*l],
        (Source::Function(f), Source::Function(g)) => {
            let (f, g) = (&new.mechanism.functions[*f], &old.mechanism.functions[*g]);
            f.owner == g.owner && f.span == g.span
        }
        _ => false,
    }
}

/// Whether a delay is one of the system before: as long, and of an expression of the same element that stands at the same place of a text or computes
/// the same of the same inputs.
fn is_same_delay((new, a): (&System, &Delay), (old, b): (&System, &Delay)) -> bool {
    let bits = |delay: &Delay| delay.lag.constant().map(f64::to_bits);
    let (f, g) = (
        &new.mechanism.functions[a.function],
        &old.mechanism.functions[b.function],
    );
    let computes_the_same = || {
        let mut inputs = f.sources.iter().zip(&g.sources);
        f.tape == g.tape && inputs.all(|(a, b)| is_same_source((new, a), (old, b)))
    };
    bits(a) == bits(b) && f.owner == g.owner && (f.span == g.span || computes_the_same())
}

/// The past of the same expressions. What a command delays otherwise has none.
fn carry_pasts(search: &mut Equations, old: &Equations) {
    let system = Arc::clone(&search.system);
    for (past, delay) in search.memory.pasts.iter_mut().zip(&system.order.delays) {
        let mut before = old.system.order.delays.iter();
        if let Some(b) = before.position(|d| is_same_delay((&system, delay), (&old.system, d))) {
            past.clone_from(&old.memory.pasts[b]);
        }
    }
}

/// Turns go on being counted; what sensors stored and where they stand stays.
fn carry_memory(search: &mut Equations, old: &Equations) {
    let system = Arc::clone(&search.system);
    search.memory.mode = old.memory.mode;
    search.memory.sensors.clone_from(&old.memory.sensors);
    search.memory.sides.clone_from(&old.memory.sides);
    carry_loops(search, old);
    carry_pasts(search, old);
    let before = turns_before(&system, old);
    for (k, counter) in system.arrays.turns.iter().enumerate() {
        search.memory.turns[k] = match before[k] {
            Some(angle) => angle,
            None => wrapped_angle(counter, &search.system, &search.now),
        };
    }
}

/// What the counters of turns had come to in the system before, of those that were there.
fn turns_before(system: &System, old: &Equations) -> Vec<Option<f64>> {
    let counters = &old.system.arrays.turns;
    let keys: Vec<CounterKey> = counters
        .iter()
        .map(|t| counter_key(&old.system, t))
        .collect();
    let before = |counter: &TurnCounter| {
        let key = counter_key(system, counter);
        let place = keys.iter().position(|b| *b == key)?;
        Some(old.memory.turns[place])
    };
    system.arrays.turns.iter().map(before).collect()
}
