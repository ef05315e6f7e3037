//! In which order functions are computed, what they depend on, where their numbers live.

use crate::assemble::builder::Builder;
use crate::elements::constraint::{Constraint, Drive, Equations, functions_of};
use crate::elements::law::Law;
use crate::elements::slip::Spot;
use crate::mechanism::function::{FED, FunctionId, Source, carriers};
use crate::system::{Column, ExtraState, Fed, GuardOwner, System};
use carom_expr::FrictionQuantity;
use std::collections::BTreeSet;

impl Builder<'_> {
    pub(super) fn order(&mut self) {
        let count = self.system.mechanism.functions.len();
        super::number_rows(&mut self.system);
        self.refuse_formulas();
        if self.diagnostics.has_errors() {
            return;
        }
        self.find_loops();
        if self.diagnostics.has_errors() {
            return;
        }
        self.find_watchers();
        self.refuse_delays();
        let mut visited = vec![false; count];
        let mut order = Vec::new();
        for f in self.dynamic_roots() {
            self.visit(f, &mut visited, &mut order);
        }
        self.system.order.moving = order.len();
        for f in self.gap_roots() {
            self.visit(f, &mut visited, &mut order);
        }
        self.refuse_groups(&order);
        self.feed_accelerations(&order);
        self.refuse_statistics(&order);
        self.system.order.dynamic = order.clone();
        let dynamic = order.len();
        for f in 0..count {
            self.visit(f, &mut visited, &mut order);
        }
        self.system.order.told = order.split_off(dynamic);
        self.find_loaded();
        self.find_watched();
        self.find_guarded();
        self.find_delayed();
        self.allot();
    }

    /// What is delayed is computed on the dense output of steps, which has places, velocities and states; what follows from the solution of the
    /// equations it has not.
    fn refuse_delays(&mut self) {
        for k in 0..self.system.order.delays.len() {
            let f = self.system.order.delays[k].function;
            let lag = self.system.order.delays[k].lag.function();
            let reach = self.reach(vec![f]);
            let with_lag = self.reach([f].into_iter().chain(lag).collect());
            let sources = |reach: &BTreeSet<FunctionId>| -> Vec<Source> {
                let functions = reach.iter().map(|f| &self.system.mechanism.functions[*f]);
                functions.flat_map(|f| f.sources.iter().cloned()).collect()
            };
            let is_grouped = |s: &Source| match s {
                Source::Contact { contacts, .. } => {
                    let mut all = self.system.solid_contacts.contacts[contacts.clone()].iter();
                    all.any(|c| c.contact_group.is_some())
                }
                Source::Statistic(_) => true,
                s => s.needs_solution(),
            };
            let looks_back = |s: &Source| matches!(s, Source::Delayed { .. });
            let refused = sources(&with_lag).iter().any(is_grouped);
            let smooths = !sources(&reach).iter().any(looks_back);
            self.system.order.delays[k].smooths = smooths;
            if refused {
                let (owner, span) = {
                    let function = &self.system.mechanism.functions[f];
                    (function.owner.clone(), function.span)
                };
                let message = format!(
                    "{owner} delays what follows from accelerations, reactions, contacts of groups or the run itself, whose past is not kept"
                );
                let help = "displacements, velocities, states, variables and applied forces can be delayed";
                self.error("delay-input", span, message, Some(help));
            }
        }
    }

    /// What is delayed, and all that it needs.
    fn find_delayed(&mut self) {
        let roots = self
            .system
            .order
            .delays
            .iter()
            .map(|d| d.function)
            .collect();
        let reach = self.reach(roots);
        let mut delayed = self.system.order.dynamic.clone();
        delayed.retain(|f| reach.contains(f));
        self.system.order.delayed = delayed;
    }

    /// Numbers about the run may stand in requests, and in variables for them: a motion that depends on how it was computed
    /// is none.
    fn refuse_statistics(&mut self, dynamic: &[FunctionId]) {
        let watched = self.system.sensing.sensors.iter();
        let watched = watched.flat_map(|s| s.functions());
        let reach = self.reach(watched.chain(dynamic.iter().copied()).collect());
        for f in reach {
            let function = &self.system.mechanism.functions[f];
            let sources = function.sources.iter().enumerate();
            let found: Vec<_> = sources
                .filter_map(|(k, s)| match s {
                    Source::Statistic(name) => Some((function.tape.input_span(k), *name)),
                    _ => None,
                })
                .collect();
            for (span, name) in found {
                let message =
                    format!("{name} is for requests only: the motion must not depend on it");
                self.error("unsupported-input", span, message, None);
            }
        }
    }

    /// Functions that forces, constraints, extra states and sensors ask directly.
    fn dynamic_roots(&self) -> Vec<FunctionId> {
        let forces = self.system.forces.iter();
        let of_forces = forces.flat_map(|e| {
            let by_law = match &e.law {
                Law::Penalty(p) => Some(p.function),
                _ => None,
            };
            e.functions.iter().flatten().copied().chain(by_law)
        });
        of_forces.chain(self.roots_beside_forces()).collect()
    }

    /// Those of constraints, extra states and sensors.
    fn roots_beside_forces(&self) -> Vec<FunctionId> {
        let s = &self.system;
        let mut roots = Vec::new();
        let is_gap = |number: &usize| s.rigid.stops.iter().any(|stop| stop.constraint == *number);
        for (number, c) in s.constraints.iter().enumerate() {
            match c.equations {
                Equations::Sum(
                    _,
                    Drive::Displacement(f) | Drive::Velocity(f, _) | Drive::Acceleration(f, _),
                ) => roots.push(f),
                Equations::Expression(f) if !is_gap(&number) => roots.push(f),
                Equations::Nonholonomic(f) => roots.push(f),
                _ => {}
            }
        }
        roots.extend(s.extra.states.iter().filter_map(|state| match state {
            ExtraState::Diff(f) => Some(*f),
            _ => None,
        }));
        roots.extend(s.order.loops.iter().map(|l| l.members[0]));
        roots.extend(s.order.delays.iter().map(|d| d.function));
        roots.extend(s.solid_contacts.contacts.iter().flat_map(|c| c.functions()));
        for sensor in &s.sensing.sensors {
            let at_once = |f: &FunctionId| !sensor.after_solution.contains(f);
            roots.extend(sensor.functions().filter(at_once));
        }
        roots
    }

    /// The gaps of rigid contacts, which only their constraints ask.
    fn gap_roots(&self) -> Vec<FunctionId> {
        let stops = self.system.rigid.stops.iter();
        stops
            .filter_map(
                |stop| match self.system.constraints[stop.constraint].equations {
                    Equations::Expression(f) => Some(f),
                    _ => None,
                },
            )
            .collect()
    }

    /// Which sensors watch or store what follows from accelerations or reactions. They act on the motion at events only, so
    /// that is no loop: these functions are computed after the accelerations.
    fn find_watchers(&mut self) {
        for k in 0..self.system.sensing.sensors.len() {
            let functions = self.system.sensing.sensors[k].functions();
            let late: Vec<FunctionId> = functions.filter(|f| self.is_loaded(*f)).collect();
            let sensor = &mut self.system.sensing.sensors[k];
            sensor.watches_solution = late.contains(&sensor.function);
            sensor.after_solution = late;
        }
    }

    /// Whether a function depends on accelerations or reactions.
    fn is_loaded(&self, f: FunctionId) -> bool {
        let reach = self.reach(vec![f]);
        let functions = reach.iter().map(|f| &self.system.mechanism.functions[*f]);
        functions
            .flat_map(|f| &f.sources)
            .any(Source::needs_solution)
    }

    /// The functions of the motion that depend on reactions.
    fn find_loaded(&mut self) {
        let dynamic = self.system.order.dynamic.iter().copied();
        self.system.order.loaded = dynamic.filter(|f| self.is_loaded(*f)).collect();
    }

    /// The functions that such sensors need and the motion does not, in their order.
    fn find_watched(&mut self) {
        let sensors = self.system.sensing.sensors.iter();
        let roots = sensors.flat_map(|s| s.after_solution.iter().copied());
        let reach = self.reach(roots.collect());
        let mut watched = self.system.order.told.clone();
        watched.retain(|f| reach.contains(f));
        self.system.order.watched = watched;
    }

    /// The functions that guards look at: what only forces ask, and what does not switch, is no concern of theirs. Contacts of solids and
    /// friction look at forces as well.
    fn find_guarded(&mut self) {
        let s = &self.system;
        let all = s.looked_at();
        let simple = s.order.loops.is_empty()
            && s.order.loaded.is_empty()
            && s.frictions.is_empty()
            && s.rigid.contact_frictions.is_empty()
            && s.solid_contacts.contacts.is_empty();
        self.system.order.guarded = if simple {
            let switching = all.iter().copied();
            let switching = switching.filter(|f| s.mechanism.functions[*f].tape.switches() > 0);
            let roots = switching.chain(self.roots_beside_forces());
            let reach = self.reach(roots.chain(self.gap_roots()).collect());
            all.iter().copied().filter(|f| reach.contains(f)).collect()
        } else {
            all.to_vec()
        };
    }

    /// Some functions and all that they need.
    pub(super) fn reach(&self, mut open: Vec<FunctionId>) -> BTreeSet<FunctionId> {
        let mut reach = BTreeSet::new();
        while let Some(f) = open.pop() {
            if reach.insert(f) {
                open.extend(self.system.needed(f));
            }
        }
        reach
    }

    /// After all that it needs. The functions of an algebraic loop follow each other.
    fn visit(&mut self, f: FunctionId, visited: &mut [bool], order: &mut Vec<FunctionId>) {
        if visited[f] {
            return;
        }
        let members = match self.system.mechanism.functions[f].algebraic_loop {
            Some(which) => self.system.order.loops[which].members.clone(),
            None => vec![f],
        };
        for &g in &members {
            visited[g] = true;
        }
        for &g in &members {
            for h in self.system.needed(g) {
                self.visit(h, visited, order);
            }
        }
        order.extend(members);
    }

    /// Forces may not depend on what contacts of groups by who is near exert, whose sums know no derivatives.
    fn refuse_groups(&mut self, dynamic: &[FunctionId]) {
        for &f in dynamic {
            let function = self.system.mechanism.functions[f].clone();
            for (k, source) in function.sources.iter().enumerate() {
                let contact = match source {
                    Source::Contact { contacts, .. } => {
                        self.system.solid_contacts.contacts[contacts.clone()].first()
                    }
                    _ => None,
                };
                if let Some(contact) = contact.filter(|c| c.contact_group.is_some()) {
                    let message = format!(
                        "{} looks at {}, which is between groups of shapes on several bodies",
                        function.owner, contact.label
                    );
                    let help = "requests, and variables that neither forces nor sensors use, may look at it; so may all with --contact-groups pairs";
                    self.error(
                        "contact-groups",
                        function.tape.input_span(k),
                        message,
                        Some(help),
                    );
                }
            }
        }
    }

    /// Accelerations that the motion depends on are unknowns of loops, which the equations close.
    fn feed_accelerations(&mut self, dynamic: &[FunctionId]) {
        for &f in dynamic {
            for k in 0..self.system.mechanism.functions[f].sources.len() {
                let Source::Measure {
                    measure, markers, ..
                } = self.system.mechanism.functions[f].sources[k]
                else {
                    continue;
                };
                if !measure.needs_acceleration() {
                    continue;
                }
                let fed = Fed {
                    measure,
                    markers,
                    bodies: carriers(&markers, &self.system.mechanism.markers),
                };
                self.refuse_massless(f, k, &fed);
                let known = self.system.order.fed.iter().position(|z| *z == fed);
                let number = known.unwrap_or_else(|| {
                    self.system.order.fed_bodies.extend(&fed.bodies);
                    self.system.order.fed.push(fed);
                    self.system.order.fed.len() - 1
                });
                self.system.mechanism.functions[f].sources[k] = Source::Acceleration(number);
            }
        }
        self.system.order.fed_bodies.sort_unstable();
        self.system.order.fed_bodies.dedup();
    }

    /// What has no mass has an acceleration by its constraints only, which no method knows before its forces.
    fn refuse_massless(&mut self, f: FunctionId, input: usize, fed: &Fed) {
        let is_massless = |b: &&u32| {
            let data = &self.system.mechanism.bodies[**b as usize];
            let inertia = crate::mechanism::inverse_or_zero(&data.inertia);
            data.mass <= 0.0 || (data.turns && inertia == carom_base::Mat3::zeros())
        };
        let Some(&b) = fed.bodies.iter().find(is_massless) else {
            return;
        };
        let function = &self.system.mechanism.functions[f];
        let (owner, span) = (&function.owner, function.tape.input_span(input));
        let message = format!(
            "{owner} depends on an acceleration of {}, which has no mass or no inertia",
            self.system.mechanism.bodies[b as usize].label
        );
        let help =
            "give it mass and moments of inertia, or look at a marker on the part that carries it";
        self.error("algebraic-loop", span, message, Some(help));
    }

    /// Dependencies, modes, guards and gradients.
    fn allot(&mut self) {
        let order: Vec<FunctionId> = self
            .system
            .order
            .dynamic
            .iter()
            .chain(&self.system.order.told)
            .copied()
            .collect();
        let dynamic = self.system.order.dynamic.len();
        for (position, &f) in order.iter().enumerate() {
            let [bodies, states, rows] = self.joint_support(f);
            let gradient = self.system.arrays.gradients;
            let modes = self.system.arrays.modes;
            let function = &mut self.system.mechanism.functions[f];
            function.bodies = bodies;
            function.states = states;
            function.rows = rows;
            function.gradient = gradient;
            let switches = function.tape.switches();
            function.modes = modes..modes + switches;
            let support = function.support();
            self.system.arrays.modes += switches;
            if position < dynamic {
                self.system.arrays.gradients += support;
                let first = self.system.arrays.guards.len();
                let tape = &self.system.mechanism.functions[f].tape;
                let owners: Vec<GuardOwner> = (0..switches)
                    .flat_map(|switch| {
                        (0..tape.guard_slots(switch)).map(move |slot| GuardOwner::Switch {
                            function: f,
                            switch,
                            slot,
                        })
                    })
                    .collect();
                self.system.arrays.guards.extend(owners);
                self.system.mechanism.functions[f].guards = first..self.system.arrays.guards.len();
            }
        }
        find_nested(&mut self.system);
        self.find_supports();
        self.allot_pieces();
        self.allot_places();
        self.allot_tangents();
        for k in 0..self.system.rigid.stops.len() {
            self.system.rigid.stops[k].guard = self.system.arrays.guards.len();
            self.system.arrays.guards.push(GuardOwner::Stop(k));
        }
        for k in 0..self.system.rigid.polyhedra.len() {
            let stops = self.system.rigid.polyhedra[k].stops.clone();
            self.system.rigid.polyhedra[k].guard = self.system.arrays.guards.len();
            self.system.arrays.guards.push(GuardOwner::Features(k));
            self.system
                .arrays
                .guards
                .extend(stops.map(GuardOwner::Border));
        }
        for k in 0..self.system.rigid.contact_frictions.len() {
            self.system.rigid.contact_frictions[k].guard = self.system.arrays.guards.len();
            let owners = [GuardOwner::ContactFriction(k); crate::system::CONTACT_FRICTION_GUARDS];
            self.system.arrays.guards.extend(owners);
        }
        self.system.order.delay_guards = self.system.arrays.guards.len();
        let delays = (0..self.system.order.delays.len()).map(GuardOwner::Delay);
        self.system.arrays.guards.extend(delays);
        for k in 0..self.system.sensing.sensors.len() {
            self.system.sensing.sensors[k].guard = self.system.arrays.guards.len();
            self.system.arrays.guards.push(GuardOwner::Sensor(k));
        }
    }

    /// On what the forces of contacts hang.
    fn find_supports(&mut self) {
        for k in 0..self.system.solid_contacts.contacts.len() {
            let [mut bodies, mut states, _]: [BTreeSet<u32>; 3] = Default::default();
            bodies.extend(&self.system.solid_contacts.contacts[k].bodies);
            for f in self.system.solid_contacts.contacts[k].functions() {
                bodies.extend(&self.system.mechanism.functions[f].bodies);
                states.extend(&self.system.mechanism.functions[f].states);
            }
            self.system.solid_contacts.contacts[k].support =
                [bodies, states].map(|s| s.into_iter().collect());
        }
    }

    /// Modes and guards of the places where solids may touch.
    fn allot_places(&mut self) {
        let system = &mut self.system;
        for (k, place) in system.solid_contacts.places.iter_mut().enumerate() {
            let contact =
                &system.solid_contacts.contacts[system.solid_contacts.pairs[place.pair].contact];
            let counts = contact
                .written()
                .map(|w| (w.formula.switches(), w.formula.slots()));
            let (switches, slots) = counts.fold((0, 0), |a, b| (a.0 + b.0, a.1 + b.1));
            place.modes = system.arrays.modes..system.arrays.modes + 2 + switches;
            system.arrays.modes += 2 + switches;
            let slots = place.slots() + slots;
            place.guards = system.arrays.guards.len()..system.arrays.guards.len() + slots;
            let owners = (0..slots).map(|slot| GuardOwner::Solid(k, slot));
            system.arrays.guards.extend(owners);
        }
    }

    /// Modes of the surfaces of rigid contacts.
    fn allot_tangents(&mut self) {
        let system = &mut self.system;
        let mut features = 0..0;
        for c in &mut system.constraints {
            let mut allot = || {
                system.arrays.modes += 1;
                system.arrays.modes - 1..system.arrays.modes
            };
            match &mut c.equations {
                Equations::Touch(touch) => {
                    touch.modes = allot();
                    features = touch.modes.clone();
                }
                Equations::Slip(slip) => {
                    slip.modes = allot();
                    // Its stop is right before it.
                    if let Spot::Features(touch) = &mut slip.spot {
                        touch.modes = features.clone();
                    }
                }
                _ => {}
            }
        }
    }

    /// Modes and guards of the contacts on curves.
    fn allot_pieces(&mut self) {
        let system = &mut self.system;
        for (constraint, c) in system.constraints.iter_mut().enumerate() {
            let Equations::Curve(pair) = &mut c.equations else {
                continue;
            };
            let sides = pair.sides();
            pair.modes = system.arrays.modes..system.arrays.modes + sides.len();
            system.arrays.modes += sides.len();
            let first = system.arrays.guards.len();
            for &side in sides {
                system
                    .arrays
                    .guards
                    .extend([false, true].map(|forward| GuardOwner::Piece {
                        constraint,
                        side,
                        forward,
                    }));
            }
            pair.guards = first..system.arrays.guards.len();
        }
    }

    /// The support of a function; in an algebraic loop, what any of its functions looks at outside.
    fn joint_support(&self, f: FunctionId) -> [Vec<u32>; 3] {
        let mut all: [BTreeSet<u32>; 3] = Default::default();
        let members = match self.system.mechanism.functions[f].algebraic_loop {
            Some(which) => &self.system.order.loops[which].members[..],
            None => &[f],
        };
        for &g in members {
            // In an algebraic loop the supports of the others are still empty, or the same.
            for (all, of_one) in all.iter_mut().zip(self.support(g)) {
                all.extend(of_one);
            }
        }
        all.map(|set| set.into_iter().collect())
    }

    /// Bodies, extra states and rows of constraints that a function's value depends on.
    fn support(&self, f: FunctionId) -> [BTreeSet<u32>; 3] {
        let [mut bodies, mut states, mut rows]: [BTreeSet<u32>; 3] = Default::default();
        let (system, mechanism) = (&self.system, &self.system.mechanism);
        let on = |markers: &[usize; 4]| carriers(markers, &mechanism.markers);
        let rows_of = |c: &Constraint| (c.first_row..c.first_row + c.rows()).map(|r| r as u32);
        for source in &mechanism.functions[f].sources {
            match source {
                Source::Measure { markers, .. } => bodies.extend(on(markers)),
                Source::State(k) => {
                    states.insert(*k as u32);
                }
                Source::Acceleration(k) => {
                    rows.insert(FED + *k as u32);
                }
                Source::Friction {
                    friction,
                    quantity,
                    rm,
                    ..
                } => {
                    let f = &system.frictions[*friction];
                    bodies.extend(&f.bodies);
                    bodies.extend(on(&[*rm; 4]));
                    states.extend(f.states().map(|k| k as u32));
                    if matches!(quantity, FrictionQuantity::Force | FrictionQuantity::Torque) {
                        let c = &system.constraints[f.joint];
                        bodies.extend(&c.bodies);
                        rows.extend(rows_of(c));
                    }
                }
                Source::KineticEnergy(b) => {
                    bodies.insert(*b as u32);
                }
                Source::Applied { element, rm, .. } => {
                    bodies.extend(&system.forces[*element].bodies);
                    bodies.extend(on(&[*rm; 4]));
                }
                Source::Contact { contacts, rm, .. } => {
                    for contact in &system.solid_contacts.contacts[contacts.clone()] {
                        bodies.extend(&contact.bodies);
                        for f in contact.functions() {
                            bodies.extend(&mechanism.functions[f].bodies);
                            states.extend(&mechanism.functions[f].states);
                        }
                    }
                    bodies.extend(on(&[*rm; 4]));
                }
                Source::Reaction { constraint, rm, .. } => {
                    let c = &system.constraints[*constraint];
                    bodies.extend(&c.bodies);
                    bodies.extend(on(&[c.i, c.j, *rm, *rm]));
                    rows.extend(rows_of(c));
                }
                Source::Sum {
                    forces,
                    constraints,
                    rm,
                    ..
                } => {
                    for (c, _) in constraints {
                        let c = &system.constraints[*c];
                        bodies.extend(&c.bodies);
                        bodies.extend(on(&[c.i, c.j, c.i, c.j]));
                        rows.extend(rows_of(c));
                    }
                    for (e, _) in forces {
                        bodies.extend(&system.forces[*e].bodies);
                    }
                    bodies.extend(on(&[*rm; 4]));
                }
                _ => {}
            }
            for g in system.needs(source) {
                bodies.extend(&mechanism.functions[g].bodies);
                states.extend(&mechanism.functions[g].states);
                rows.extend(&mechanism.functions[g].rows);
            }
        }
        [bodies, states, rows]
    }

    /// Whether a column of a request can be told.
    pub(super) fn column(f: Option<FunctionId>) -> Column {
        f.map_or(Column::Missing, Column::Function)
    }
}

/// Functions of which a switch may look at another one.
fn find_nested(system: &mut System) {
    let mut switches = vec![false; system.mechanism.functions.len()];
    let mut nested = Vec::new();
    // In their order, those that only constraints look at too.
    for &f in &system.order.dynamic {
        let own = system.mechanism.functions[f].tape.switches();
        let by_others = system.needed(f).iter().any(|g| switches[*g]);
        switches[f] = own > 0 || by_others;
        if own > 1 || own > 0 && by_others {
            nested.push(f);
        }
    }
    let drives_switch = functions_of(&system.constraints).any(|f| switches[f]);
    (system.order.nested, system.order.drives_switch) = (nested, drives_switch);
}
