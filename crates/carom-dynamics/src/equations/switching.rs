//! Modes of functions, their guards, and what happens when one fires.

use super::{Equations, EventRecord, MOST_GUARDS};
use crate::elements::friction::Step;
use crate::mechanism::kinematics::Flow;
use crate::system::evaluation;
use crate::system::motion::{SensorSide, View};
use crate::system::source::source_value;
use crate::system::{GuardOwner, SensorActions, SensorData, System};
use carom_base::Number;
use carom_expr::SwitchEvent;
use carom_model::control::Comparison;
use carom_model::run::EventKind;
use carom_solve::{Fault, Guard, Problem};
use std::sync::Arc;

/// A sensor this close to its value at the start of an analysis, relative to it, stands on it: events are located to
/// rounding, and a new assembly moves nothing by more than that.
const SAME: f64 = 1e-9;
/// Rounding of what sensors watch, relative to the value: of functions of the state, and of what a linear system gives.
const ROUNDING: [f64; 2] = [1e-14, 1e-12];

/// What is so many roundings off rests on the value of a sensor, if it moves by less than this part of its size within T; it has left at so many roundings.
const ON_VALUE: f64 = 4.0;
const AT_REST: f64 = 1e-6;
const ON: f64 = 1e4;
/// A moment, relative to T and to the last step: longer than what locating an event leaves, and far shorter than anything that moves.
pub(super) const MOMENT: f64 = 1e-9;

/// How often the modes of a circle of functions are set anew with its values.
const SETTLINGS: usize = 10;

impl Equations {
    /// Sets the modes of all dynamic functions by the state (t, y) and its rates.
    pub fn settle(&mut self, t: f64, y: &[f64]) -> Result<(), Fault> {
        self.place(t, y);
        self.initialize_curves();
        let system = Arc::clone(&self.system);
        let n = system.mechanism.positions;
        self.initialize_friction(&system);
        self.find_touches()?;
        // Modes may depend on rates, rates on modes: the second pass sees the rates of the first. Where functions look at
        // reactions, modes depend on those, and reactions on modes: as many passes as it takes.
        let passes = if system.order.loaded.is_empty() {
            2
        } else {
            SETTLINGS
        };
        let mut before = Vec::new();
        let mut accelerations = vec![0.0; n];
        let mut rates = vec![0.0; system.extra.states.len()];
        for pass in 0..passes {
            self.flow.along(&system, &self.now, &accelerations, &rates);
            self.initialize_contacts_and_functions(&system);
            if pass > 0 && self.memory.modes == before {
                break;
            }
            before.clone_from(&self.memory.modes);
            if pass + 1 < passes {
                self.check_functions(self.system.looked_at())?;
                self.accelerations()?;
                accelerations.copy_from_slice(&self.kkt.a);
                self.state_rates_into(0.0, &mut rates);
            }
        }
        self.check_functions(self.system.looked_at())?;
        self.check_loaded()
    }

    /// Sets the modes by the state in the arrays, as if nothing moved, and computes the functions.
    pub fn initialize_modes_at_rest(&mut self) {
        let system = Arc::clone(&self.system);
        let (still, rates) = (
            vec![0.0; system.mechanism.positions],
            vec![0.0; system.extra.states.len()],
        );
        if let Err(fault) = self.find_touches() {
            self.touching.solids.fault = Some(fault);
        }
        self.flow.along(&system, &self.now, &still, &rates);
        self.initialize_friction(&system);
        self.initialize_contacts_and_functions(&system);
    }

    /// Functions look at forces of contacts, and formulas of contacts at functions.
    fn initialize_contacts_and_functions(&mut self, system: &System) {
        if system.solid_contacts.has_formulas() {
            self.initialize_functions(system);
        }
        self.initialize_contacts(system);
        self.initialize_functions(system);
    }

    fn initialize_functions(&mut self, system: &System) {
        for &f in &system.order.dynamic {
            match system.mechanism.functions[f].algebraic_loop {
                None => self.initialize_function(system, f),
                Some(which) if system.order.loops[which].members[0] == f => {
                    self.solve_algebraic_loop(system, which);
                }
                Some(_) => {}
            }
        }
    }

    /// Modes depend on values and values on modes: both anew until the modes stay.
    fn solve_algebraic_loop(&mut self, system: &System, which: usize) {
        let members = &system.order.loops[which].members;
        let first = system.order.loops[which].first;
        for (k, &f) in members.iter().enumerate() {
            self.flow.values[f] = Flow::constant(self.memory.loops[first + k]);
        }
        let modes = |e: &Self| -> Vec<carom_expr::tape::Mode> {
            let all = members
                .iter()
                .map(|f| &e.memory.modes[system.mechanism.functions[*f].modes.clone()]);
            all.flatten().copied().collect()
        };
        for _ in 0..SETTLINGS {
            let before = modes(self);
            for &f in members {
                self.initialize_modes(system, f);
            }
            evaluation::solve(&mut self.flow, system, &self.memory, which, None);
            for &f in members {
                self.now.values[f] = self.flow.values[f].re;
            }
            if modes(self) == before {
                break;
            }
        }
    }

    /// Sets the regimes of friction by the state in the arrays.
    fn initialize_friction(&mut self, system: &System) {
        for friction in &system.frictions {
            for surface in &friction.surfaces {
                let mode = friction.settled(surface, &self.view());
                self.memory.modes[surface.mode] = mode;
            }
        }
    }

    /// Guards of the regimes of friction along the motion.
    pub(super) fn friction_guards(&self, system: &System, out: &mut [Guard]) {
        let view = View {
            system,
            now: &self.flow,
            memory: &self.memory,
            reactions: None,
        };
        for friction in system.frictions.iter().filter(|f| f.slots() > 0) {
            for surface in &friction.surfaces {
                let guards = friction.guards(surface, &view);
                for (out, guard) in out[surface.guard..].iter_mut().zip(guards) {
                    *out = guard.map_or(Guard::IDLE, |g| Guard {
                        value: g.re,
                        rate: g.eps[0],
                        tolerance: 1e-14,
                    });
                }
            }
        }
    }

    /// A surface goes over to its next regime.
    pub(super) fn switch_friction(&mut self, number: usize, surface: usize, slot: usize) {
        let system = Arc::clone(&self.system);
        let friction = &system.frictions[number];
        let surface = &friction.surfaces[surface];
        let (mode, step) = friction.after(surface, slot, &self.view());
        let speed = friction.speed(surface, &self.view());
        self.memory.modes[surface.mode] = mode;
        let kind = match step {
            Step::Stick => EventKind::Stick,
            Step::Slip => EventKind::Slip,
            Step::Other => EventKind::Switch,
        };
        let element = friction.label.clone();
        self.event
            .happened
            .push(EventRecord::new(kind, element, f64::NAN, speed, f64::NAN));
    }

    fn initialize_function(&mut self, system: &System, f: usize) {
        let inputs = self.initialize_modes(system, f);
        let function = &system.mechanism.functions[f];
        let modes = &self.memory.modes[function.modes.clone()];
        let mut registers = vec![Flow::constant(0.0); function.tape.registers()];
        let value: Flow = function.tape.eval(&inputs, modes, &mut registers);
        self.flow.values[f] = value;
        self.now.values[f] = value.re;
    }

    /// Sets the modes of one function along the motion; its inputs.
    fn initialize_modes(&mut self, system: &System, f: usize) -> Vec<Flow> {
        let function = &system.mechanism.functions[f];
        let view = View {
            system,
            now: &self.flow,
            memory: &self.memory,
            reactions: None,
        };
        let inputs: Vec<Flow> = function
            .sources
            .iter()
            .map(|s| function.input(s, system, &view))
            .collect();
        let values: Vec<f64> = inputs.iter().map(|x| x.re).collect();
        let slopes: Vec<f64> = inputs.iter().map(|x| x.eps[0]).collect();
        let mut registers = vec![0.0; function.tape.registers()];
        let modes = &mut self.memory.modes[function.modes.clone()];
        function
            .tape
            .settle(&values, &slopes, modes, &mut registers);
        inputs
    }

    /// Sensors that wait for a crossing learn on which side they are. One that stands on its value since its event has
    /// crossed it and stays on the far side; one that stands on it from the start has not come there from a side, and crosses
    /// nothing when it leaves.
    /// `moves`: whether the state has rates.
    pub fn start_sensors(&mut self, moves: bool) -> Result<(), Fault> {
        if self.system.sensing.sensors.is_empty() {
            return Ok(());
        }
        let system = Arc::clone(&self.system);
        if moves {
            self.flow_here(&system)?;
        }
        self.watch_here()?;
        for sensor in &system.sensing.sensors {
            let distance = self.now.values[sensor.function] - sensor.value;
            let rate = if moves && !sensor.watches_solution {
                self.flow.values[sensor.function].eps[0]
            } else {
                0.0
            };
            let size = self.size_of(sensor, rate);
            let side = self.memory.sides[sensor.number];
            if side == SensorSide::Unknown || distance.abs() > SAME * size {
                let is_new = side == SensorSide::Unknown && sensor.sampler.is_none();
                self.memory.sides[sensor.number] = match is_new {
                    true => side_at_start(self, sensor, distance, rate),
                    false => SensorSide::of(distance),
                };
            }
        }
        Ok(())
    }

    /// How far each sensor is from its value, positive on the side where it stands, of the state in the arrays.
    pub fn distances(&mut self) -> Result<Vec<f64>, Fault> {
        self.watch_here()?;
        let off = |s: &SensorData| self.now.values[s.function] - s.value;
        let sensors = self.system.sensing.sensors.iter();
        Ok(sensors
            .map(|s| distance_of_sensor(self, s, off(s)))
            .collect())
    }

    /// Sensors cross their values; how those that wait for it steer.
    pub fn fire_sensors(&mut self, crossing: &[usize]) -> SensorActions {
        let system = Arc::clone(&self.system);
        let mut sensor_actions = SensorActions::default();
        for &k in crossing {
            let sensor = &system.sensing.sensors[k];
            let rests = self.now.values[sensor.function] == sensor.value;
            if self.fire_sensor(&system, k, rests) {
                sensor_actions = sensor_actions.and(&system.sensing.sensors[k].actions);
            }
        }
        self.event.sensor_actions.halt |= sensor_actions.halt;
        sensor_actions
    }

    /// Functions with their rates along the motion, of the state in the arrays. Where some look at reactions they stay those of the last look at the
    /// guards.
    pub(super) fn flow_here(&mut self, system: &System) -> Result<(), Fault> {
        if !system.order.loaded.is_empty() {
            return Ok(());
        }
        self.accelerations()?;
        let mut rates = vec![0.0; system.extra.states.len()];
        self.state_rates_into(0.0, &mut rates);
        self.flow.along(system, &self.now, &self.kkt.a, &rates);
        self.flow
            .evaluate(system, &self.memory, &system.order.dynamic);
        Ok(())
    }

    /// The owner of a guard.
    pub fn guard_name(&self, guard: usize) -> String {
        match self.system.arrays.guards[guard] {
            GuardOwner::Switch { function, .. } => {
                self.system.mechanism.functions[function].owner.clone()
            }
            GuardOwner::Sensor(k) => self.system.sensing.sensors[k].label.clone(),
            GuardOwner::Delay(k) => self.system.mechanism.functions
                [self.system.order.delays[k].function]
                .owner
                .clone(),
            GuardOwner::Stop(k) | GuardOwner::Border(k) => self.system.rigid.stops[k].label.clone(),
            GuardOwner::Features(pair) => {
                let first = self.system.rigid.polyhedra[pair].stops.start;
                self.system.rigid.stops[first].label.clone()
            }
            GuardOwner::ContactFriction(k) => self.system.rigid.stops
                [self.system.rigid.contact_frictions[k].stop]
                .label
                .clone(),
            GuardOwner::Solid(place, _) => {
                let pair = &self.system.solid_contacts.pairs
                    [self.system.solid_contacts.places[place].pair];
                self.system.solid_contacts.contacts[pair.contact]
                    .label
                    .clone()
            }
            GuardOwner::Friction { friction, .. } => self.system.frictions[friction].label.clone(),
            GuardOwner::Piece { constraint, .. } => {
                self.system.constraints[constraint].label.clone()
            }
        }
    }

    /// Inputs of a function along the motion, from the state last looked at by [`carom_solve::Problem::guards`].
    fn flow_inputs(&self, f: usize, values: &mut [f64], rates: &mut [f64]) {
        let view = View {
            system: &self.system,
            now: &self.flow,
            memory: &self.memory,
            reactions: None,
        };
        for (k, s) in self.system.mechanism.functions[f]
            .sources
            .iter()
            .enumerate()
        {
            let x = source_value(s, &self.system, &view);
            (values[k], rates[k]) = (x.re, x.eps[0]);
        }
    }

    pub(super) fn function_guards(&mut self, f: usize, out: &mut [Guard]) {
        let system = Arc::clone(&self.system);
        let function = &system.mechanism.functions[f];
        let n = function.sources.len();
        let mut room = std::mem::take(&mut self.buffers.room);
        self.flow_inputs(f, &mut room.values[..n], &mut room.rates[..n]);
        function.tape.guards(
            &room.values[..n],
            &room.rates[..n],
            &self.memory.modes[function.modes.clone()],
            &mut room.registers[..function.tape.registers()],
            &mut room.guards[..out.len()],
        );
        for (guard, &(value, rate, tolerance)) in out.iter_mut().zip(&room.guards) {
            *guard = Guard {
                value,
                rate,
                tolerance,
            };
        }
        self.buffers.room = room;
    }

    /// Positive on the side of the value where the sensor stands.
    pub(super) fn sensor_guard(&self, sensor: &SensorData, value: Flow) -> Guard {
        let distance = distance_of_sensor(self, sensor, value - sensor.value);
        Guard {
            value: distance.re,
            rate: distance.eps[0],
            tolerance: rounding_of(sensor) * self.size_of(sensor, value.eps[0]),
        }
    }

    /// What rounding of what a sensor watches is measured by: its value, and how far it goes in T at this rate. Where both are zero nothing is known
    /// of its size, in whatever units it is.
    fn size_of(&self, sensor: &SensorData, rate: f64) -> f64 {
        let size = sensor.value.abs() + rate.abs() * self.system.mechanism.scale.time;
        if size > 0.0 && size.is_finite() {
            size
        } else {
            1.0
        }
    }

    /// Whether another switch at the same instant has lifted a guard that fired: it is further above zero than it goes in a moment.
    pub(super) fn is_void(&self, guard: Guard) -> bool {
        guard.value > zero_of(self, guard) && !self.event.happened.is_empty()
    }

    /// Whether another switch at the same instant has turned a guard that fired, as ABS(x) turns what looks at it: it rises from zero.
    fn is_turned(&self, guard: Guard) -> bool {
        let rises = guard.value >= -zero_of(self, guard) && guard.rate > 0.0;
        rises && !self.event.happened.is_empty()
    }

    /// One switch of a function goes over to its next mode, unless another switch at the same instant made that void.
    pub(super) fn switch_function(&mut self, f: usize, switch: usize, slot: usize) {
        let system = Arc::clone(&self.system);
        let function = &system.mechanism.functions[f];
        let tape = &function.tape;
        let slots = function.guards.len();
        let mut guards = [Guard::IDLE; MOST_GUARDS];
        self.function_guards(f, &mut guards[..slots]);
        let before: usize = (0..switch).map(|s| tape.guard_slots(s)).sum();
        let guard = guards[before + slot];
        let modes = function.modes.clone();
        let rests = (guard.value, guard.rate) == (0.0, 0.0) && !self.event.happened.is_empty();
        let mode = self.memory.modes[modes.start + switch];
        if self.is_void(guard)
            || self.is_turned(guard)
            || (rests && tape.holds_at_zero(switch, mode))
        {
            return;
        }
        let gap = tape.switch_gap(
            switch,
            &self.memory.modes[modes.clone()],
            &self.buffers.room.registers[..tape.registers()],
        );
        let at = modes.start + switch;
        let (mode, meaning) = tape.transition(switch, slot, self.memory.modes[at]);
        self.memory.modes[at] = mode;
        let mut meanings = vec![meaning];
        self.pass_on(f, (switch, slot), &guards[..slots], &mut meanings);
        let value = refresh(self, f);
        let (gap, rate) = gap.unwrap_or((f64::NAN, f64::NAN));
        for meaning in meanings {
            let element = function.owner.clone();
            self.event.happened.push(EventRecord::new(
                kind_of(meaning),
                element,
                gap,
                rate,
                value,
            ));
        }
    }

    /// Guards that the mode just entered has begun to watch may be below zero already, as where IMPACT touches with a rate that its damper pulls at:
    /// then the mode beyond them holds. `before`: the guards of the function in the mode that was left, by the fall of `fell` among those of the switch.
    fn pass_on(
        &mut self,
        f: usize,
        (switch, fell): (usize, usize),
        before: &[Guard],
        meanings: &mut Vec<SwitchEvent>,
    ) {
        let system = Arc::clone(&self.system);
        let function = &system.mechanism.functions[f];
        let tape = &function.tape;
        let at = function.modes.start + switch;
        let first: usize = (0..switch).map(|s| tape.guard_slots(s)).sum();
        let mut guards = [Guard::IDLE; MOST_GUARDS];
        self.function_guards(f, &mut guards[..before.len()]);
        let end = before[first + fell].value.abs();
        for slot in 0..tape.guard_slots(switch) {
            let (old, new) = (before[first + slot], guards[first + slot]);
            // One that is the very end that was passed, seen from the other side, is at zero.
            let is_end = new.value.abs() == end;
            if old.value == f64::INFINITY && new.value < -new.tolerance && !is_end {
                let (mode, meaning) = tape.transition(switch, slot, self.memory.modes[at]);
                self.memory.modes[at] = mode;
                meanings.push(meaning);
            }
        }
    }

    /// A clock strikes: what it samples is stored, and its next time. It stands before that time again.
    fn sample(&mut self, system: &System, k: usize) {
        let sensor = &system.sensing.sensors[k];
        let Some(sampler) = &sensor.sampler else {
            return;
        };
        let values: Vec<f64> = sampler
            .stores
            .iter()
            .map(|(f, _)| self.now.values[*f])
            .collect();
        for ((_, slot), value) in sampler.stores.iter().zip(values) {
            self.memory.sensors[*slot] = value;
        }
        let next = &mut self.memory.sensors[sensor.number];
        *next = sampler.next(*next, self.now.values[sampler.period]);
        self.memory.sides[sensor.number] = SensorSide::Below;
    }

    /// Samples that are due where an analysis begins are taken; whether there were any. The functions have to be those
    /// of time and state.
    pub fn sample_what_is_due(&mut self) -> bool {
        let system = Arc::clone(&self.system);
        let mut any = false;
        for (k, sensor) in system.sensing.sensors.iter().enumerate() {
            let next = self.memory.sensors[sensor.number];
            if sensor.sampler.is_some() && next <= self.now.time {
                self.sample(&system, k);
                any = true;
            }
        }
        any
    }

    /// The value of a sensor crosses to the other side. Whether that is what the sensor waits for; if so, it stores its value.
    pub(super) fn fire_sensor(&mut self, system: &System, k: usize, rests: bool) -> bool {
        let sensor = &system.sensing.sensors[k];
        let number = sensor.number;
        if sensor.sampler.is_some() {
            self.sample(system, k);
            return true;
        }
        let waits_for = waits_for(self, sensor);
        self.memory.sides[number] = match self.memory.sides[number] {
            SensorSide::On => SensorSide::of(self.now.values[sensor.function] - sensor.value),
            _ if rests => SensorSide::On,
            SensorSide::Below => SensorSide::Above,
            SensorSide::Above | SensorSide::Unknown => SensorSide::Below,
        };
        if !waits_for {
            return false;
        }
        if let Some(f) = sensor.evaluate {
            self.memory.sensors[number] = self.now.values[f];
        }
        let value = self.now.values[sensor.function];
        let label = sensor.label.clone();
        self.event.happened.push(EventRecord {
            print: sensor.prints,
            ..EventRecord::new(EventKind::Sensor, label, f64::NAN, f64::NAN, value)
        });
        true
    }
}

/// Where a state is put anew, as in other coordinates, a function whose guard was zero may lie a rounding on the other side of it than where its modes were set, and
/// goes on there: its switch goes over without a word. `equations`: those of the problem.
pub(super) fn turn_at_start<P: Problem>(
    problem: &mut P,
    (t, y, dy): (f64, &[f64], &[f64]),
    equations: impl Fn(&mut P) -> &mut Equations,
) {
    let system = Arc::clone(&equations(problem).system);
    if !system.order.loaded.is_empty() {
        return;
    }
    let mut guards = vec![Guard::IDLE; system.arrays.guards.len()];
    let moment = MOMENT * system.mechanism.scale.time;
    // Of switches that look at each other each turns once.
    for _ in 0..SETTLINGS {
        if problem.guards(t, y, dy, &mut guards).is_err() {
            return;
        }
        let has_fallen = |g: &Guard| g.value < 0.0 && g.rate * moment < g.value;
        let mut is_settled = true;
        for (guard, owner) in guards.iter().zip(&system.arrays.guards) {
            if let GuardOwner::Switch {
                function,
                switch,
                slot,
            } = owner
                && has_fallen(guard)
            {
                let (e, of) = (equations(problem), &system.mechanism.functions[*function]);
                let mode = &mut e.memory.modes[of.modes.start + switch];
                *mode = of.tape.transition(*switch, *slot, *mode).0;
                refresh(e, *function);
                is_settled = false;
            }
        }
        if is_settled {
            return;
        }
    }
}

/// Completes the modes of a function whose guards were just looked at, and computes it anew: functions that look at it, and switch at the same instant, see it as it is now.
pub(super) fn refresh(e: &mut Equations, f: usize) -> f64 {
    let system = Arc::clone(&e.system);
    let function = &system.mechanism.functions[f];
    let (tape, modes) = (&function.tape, function.modes.clone());
    let n = function.sources.len();
    let room = &mut e.buffers.room;
    let (values, rates) = (&room.values[..n], &room.rates[..n]);
    tape.refresh(values, rates, &mut e.memory.modes[modes.clone()]);
    let registers = &mut room.plain[..tape.registers()];
    let value = tape.eval(values, &e.memory.modes[modes.clone()], registers);
    e.now.values[f] = value;
    if function.algebraic_loop.is_none() && function.root_of.is_none() {
        let inputs: Vec<Flow> = values
            .iter()
            .zip(rates)
            .map(|(&re, &rate)| Flow { re, eps: [rate] })
            .collect();
        let registers = &mut room.registers[..tape.registers()];
        e.flow.values[f] = tape.eval(&inputs, &e.memory.modes[modes], registers);
    }
    value
}

/// How far a guard goes in a moment.
fn zero_of(e: &Equations, guard: Guard) -> f64 {
    let moment = MOMENT
        * e.watching
            .watch
            .length_of_step()
            .max(e.system.mechanism.scale.time);
    guard.tolerance.max(moment * guard.rate.abs())
}

/// Rounding of what a sensor watches, relative to its size.
fn rounding_of(sensor: &SensorData) -> f64 {
    ROUNDING[usize::from(sensor.watches_solution)]
}

/// Whether what a sensor watches goes no further than a small part of its size within T.
fn is_slow(e: &Equations, rate: f64, size: f64) -> bool {
    rate.abs() * e.system.mechanism.scale.time <= AT_REST * size
}

/// The side of a sensor whose value was never looked at; from its value itself it goes where the rate leads.
fn side_at_start(e: &Equations, sensor: &SensorData, off: f64, rate: f64) -> SensorSide {
    let size = e.size_of(sensor, rate);
    if off.abs() > ON_VALUE * rounding_of(sensor) * size {
        return SensorSide::of(off);
    }
    // Where something looks at reactions the rate is not that of this state.
    let is_known = e.system.order.loaded.is_empty();
    match is_known && !is_slow(e, rate, size) {
        true => SensorSide::of(rate),
        false => SensorSide::On,
    }
}

/// How far what a sensor watches is from leaving its side.
pub(super) fn distance_of_sensor<T: Number>(e: &Equations, sensor: &SensorData, off: T) -> T {
    let room = ON * rounding_of(sensor) * e.size_of(sensor, 0.0);
    e.memory.sides[sensor.number].distance(off, room)
}

/// Whether what a sensor watches rests on its value, after a look at the state with its rates.
pub(super) fn rests_on_value(e: &Equations, system: &System, k: usize) -> bool {
    let sensor = &system.sensing.sensors[k];
    let seen = match sensor.watches_solution {
        true => e.watching.watch.seen[k],
        false => e.flow.values[sensor.function],
    };
    let rate = seen.eps[0];
    let off = e.now.values[sensor.function] - sensor.value;
    let size = e.size_of(sensor, rate);
    off.abs() <= ON_VALUE * rounding_of(sensor) * size && is_slow(e, rate, size)
}

/// Whether a sensor waits for its value on the side where it stands.
pub(super) fn waits_for(e: &Equations, sensor: &SensorData) -> bool {
    match (e.memory.sides[sensor.number], sensor.comparison) {
        (SensorSide::On, _) => false,
        (_, Comparison::Equal) => true,
        (side, Comparison::GreaterOrEqual) => side == SensorSide::Below,
        (side, Comparison::LessOrEqual) => side != SensorSide::Below,
    }
}

pub(super) fn kind_of(event: SwitchEvent) -> EventKind {
    match event {
        SwitchEvent::ContactBegin => EventKind::ContactBegin,
        SwitchEvent::FullDamping => EventKind::FullDamping,
        SwitchEvent::ForceOff => EventKind::ForceOff,
        SwitchEvent::ForceOn => EventKind::ForceOn,
        SwitchEvent::ContactEnd => EventKind::ContactEnd,
        SwitchEvent::Switch => EventKind::Switch,
    }
}
