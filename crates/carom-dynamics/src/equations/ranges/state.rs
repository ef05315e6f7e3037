//! Room for the bounds of guards.
#![allow(non_snake_case)]

use crate::equations::ranges::needs::{
    Needs, Wants, asked_values, bounded_functions, bounded_stops, looked_at, wants,
};
use crate::mechanism::function::Function;
use crate::system::System;
use crate::system::motion::EvaluatedState;
use carom_base::Vec3;
use carom_expr::tape::{Ranged, Sum};
use carom_geometry::touch::ranges::{Heights, UNKNOWN};

use crate::equations::ranges::needs::any_has_bounds;
use crate::equations::ranges::rated::GuardRate;
use crate::equations::ranges::rated::Motion;
use crate::equations::ranges::rated::Turning;
use crate::equations::ranges::rated::guard_rates;
use crate::equations::ranges::rated::turning_bodies;
/// What bounds of guards are made with.
pub(in crate::equations) struct Ranges {
    pub(in crate::equations) now: EvaluatedState<Ranged>,
    /// Functions that have bounds, in their order: those that guards look at.
    pub(in crate::equations) functions: Vec<usize>,
    /// Those of them whose values others, or sensors, look at.
    pub(in crate::equations) values: Vec<usize>,
    /// Whether each function has bounds.
    pub(in crate::equations) bounded: Vec<bool>,
    /// Those of them whose guards are asked for.
    pub(in crate::equations) asked: Vec<usize>,
    /// All guards are asked for.
    pub(in crate::equations) every: Vec<bool>,
    /// Functions of time alone whose guards are watched, and all that they need, in their order.
    pub(in crate::equations) timed: Vec<usize>,
    /// The guards of these, and of sensors that watch one.
    pub(in crate::equations) timed_slots: Vec<usize>,
    /// Forces of closed stops, where they have bounds.
    pub(in crate::equations) pressing: Option<crate::equations::pressing::state::Pressing>,
    /// Stops whose open gaps have bounds.
    pub(in crate::equations) stops: Vec<usize>,
    /// What each function looks at.
    pub(in crate::equations) needs: Vec<Needs>,
    /// What is looked at of each marker.
    pub(in crate::equations) wants: Vec<Wants>,
    /// Bodies and markers that have been placed, and the angular velocities of bodies on axes of ground.
    pub(in crate::equations) placed: [Vec<bool>; 2],
    pub(in crate::equations) spins: Vec<Option<Vec3<Ranged>>>,
    /// Guards whose rates are bounded by those of bodies.
    pub(in crate::equations) rates: Vec<GuardRate>,
    /// Bodies whose turning counts there.
    pub(in crate::equations) turning: Vec<Turning>,
    /// Room for sums of unknowns.
    pub(in crate::equations) terms: Vec<(usize, f64)>,
    /// Inputs of functions.
    pub(in crate::equations) inputs: Inputs,
    pub(in crate::equations) registers: Vec<Ranged>,
    pub(in crate::equations) guards: Vec<Ranged>,
    pub(in crate::equations) quotients: Vec<Option<Ranged>>,
    /// Of the corners of polyhedra.
    pub(in crate::equations) heights: Heights,
    /// Whether any guard has bounds.
    pub(in crate::equations) any: bool,
    /// Guards without bounds that are cheap to look at.
    pub(in crate::equations) looked_at: Vec<bool>,
}

/// Inputs of functions.
pub(in crate::equations) struct Inputs {
    /// Of the function that is looked at.
    pub(in crate::equations) of_one: Vec<Ranged>,
    /// Of all that one program looks at for ([`crate::equations::joint_coordinates::Looks`]).
    pub(in crate::equations) of_looks: Vec<Ranged>,
    /// Room for this program.
    pub(in crate::equations) slots: Vec<Ranged>,
}

impl Inputs {
    /// For functions of so many at most.
    fn new(most: usize) -> Self {
        Self {
            of_one: vec![UNKNOWN; most],
            of_looks: Vec::new(),
            slots: Vec::new(),
        }
    }
}

pub(in crate::equations) fn nowhere() -> Vec3<Ranged> {
    Vec3::from_fn(|_| UNKNOWN)
}

/// The guards whose rates are sums of those of bodies and extra states.
fn rates_of_bodies(system: &System, functions: &[usize], stops: &[usize]) -> Vec<GuardRate> {
    let all = &system.mechanism.functions;
    let rate = |f: usize, sum: &Sum| Motion::rate(system, &all[f], sum);
    let speed = |f: usize, sum: &Sum| Motion::speed(system, &all[f], sum);
    guard_rates(system, (functions, stops), rate, speed)
}

impl Ranges {
    pub fn new(system: &System) -> Self {
        let (bounded, timed_only) = bounded_functions(system);
        let guarded = system.order.guarded.iter().copied();
        let functions: Vec<usize> = guarded.filter(|f| bounded[*f]).collect();
        let values = asked_values(system, &functions);
        let timed: Vec<usize> = functions
            .iter()
            .copied()
            .filter(|f| timed_only[*f])
            .collect();
        let mut timed_slots: Vec<usize> = timed
            .iter()
            .flat_map(|f| system.mechanism.functions[*f].guards.clone())
            .collect();
        let sensors = system
            .sensing
            .sensors
            .iter()
            .filter(|s| !s.watches_solution);
        timed_slots.extend(sensors.filter(|s| timed_only[s.function]).map(|s| s.guard));
        timed_slots.extend(system.timed_delays());
        timed_slots.sort_unstable();
        let stops = bounded_stops(system, &bounded);
        let mut rates = rates_of_bodies(system, &functions, &stops);
        let most = |of: fn(&Function) -> usize| {
            system.mechanism.functions.iter().map(of).max().unwrap_or(0)
        };
        let switches = |f: &usize| !system.mechanism.functions[*f].guards.is_empty();
        let pressing = crate::equations::pressing::state::Pressing::new(system, &bounded);
        let loads = pressing.iter().flat_map(|p| &p.functions);
        let any = functions.iter().any(switches)
            || pressing.is_some()
            || !stops.is_empty()
            || !system.rigid.polyhedra.is_empty()
            || !system.rigid.contact_frictions.is_empty()
            || any_has_bounds(system)
            || system.frictions.iter().any(|friction| friction.slots() > 0)
            || !system.order.delays.is_empty()
            || system.sensing.sensors.iter().any(|s| bounded[s.function]);
        let mut now = EvaluatedState::new(system);
        now.multipliers.fill(UNKNOWN);
        now.values.fill(UNKNOWN);
        for (m, _) in &system.mechanism.riding {
            let state = &mut now.markers[*m];
            (state.R, state.v, state.w) = (state.R.map(|_| UNKNOWN), nowhere(), nowhere());
        }
        Self {
            looked_at: looked_at(system, &bounded),
            heights: Heights::default(),
            any,
            stops,
            wants: wants(system, functions.iter().chain(loads)),
            pressing,
            needs: system.mechanism.functions.iter().map(Needs::of).collect(),
            placed: [
                system.mechanism.bodies.len(),
                system.mechanism.markers.len(),
            ]
            .map(|n| vec![false; n]),
            spins: vec![None; system.mechanism.bodies.len()],
            turning: turning_bodies(system, &mut rates),
            rates,
            terms: Vec::new(),
            inputs: Inputs::new(most(|f| f.sources.len())),
            registers: vec![UNKNOWN; most(|f| f.tape.registers())],
            guards: vec![UNKNOWN; most(|f| f.guards.len())],
            quotients: vec![None; most(|f| f.guards.len())],
            now,
            asked: Vec::with_capacity(functions.len()),
            every: vec![true; system.arrays.guards.len()],
            functions,
            values,
            bounded,
            timed,
            timed_slots,
        }
    }

    /// Whether any guard has bounds.
    pub fn is_any(&self) -> bool {
        self.any
    }

    /// Whether a guard without bounds is one of a function that may be faster than the motion, and cheap to look at.
    pub fn is_looked_at(&self, slot: usize) -> bool {
        self.looked_at[slot]
    }

    /// Guards of time alone.
    pub fn timed_slots(&self) -> &[usize] {
        &self.timed_slots
    }
}

impl Ranges {
    /// Forgets where things were.
    pub(in crate::equations) fn unplace(&mut self) {
        self.placed.iter_mut().for_each(|p| p.fill(false));
        self.spins.fill(None);
    }
}
