//! The Jacobian of the right-hand side: gradients of functions, forces, constraints, all at the origin of the chart.
//!
//! Each body's unknowns are seeded in turn ([`Seeds`]): value and derivatives of a force or constraint come from the same formula.

use super::{Equations, power_on};
use crate::elements::constraint::{Drive, Equations as Rows};
use crate::elements::friction::MOST_ROWS;
use crate::equations::couplings::for_each_load;
use crate::equations::jacobian::Entries;
use crate::equations::run::Room;
use crate::mechanism::coordinate::generalized;
use crate::mechanism::frames::Frames;
use crate::mechanism::function::Single;
use crate::mechanism::function::{Function, Source};
use crate::mechanism::kinematics::{Carrier, SEEDS, Seeded};
use crate::system::evaluation;
use crate::system::seeds::LoadSeeds;
use crate::system::seeds::{Seeds, SingleSeeds};
use crate::system::source::source_value;
use crate::system::{ExtraState, System};
use carom_base::Number;
use carom_base::space::skew;
use std::sync::Arc;

impl Equations {
    /// The gradients of all dynamic functions at the state in the arrays.
    pub(super) fn compute_gradients(&mut self) {
        let system = Arc::clone(&self.system);
        let mut room = std::mem::take(&mut self.buffers.room);
        for &f in &system.order.dynamic {
            if let Some(which) = system.mechanism.functions[f].algebraic_loop {
                if system.order.loops[which].members[0] == f {
                    self.circle_gradients(&system, which, &mut room);
                }
                continue;
            }
            self.partials(&system, f, &mut room);
            let n = system.mechanism.functions[f].sources.len();
            self.chain_gradient(f, &room.partials[..n]);
        }
        self.buffers.room = room;
    }

    /// Partial derivatives of a function with respect to its inputs, into the room.
    fn partials(&self, system: &System, f: usize, room: &mut Room) {
        let function = &system.mechanism.functions[f];
        let (n, r) = (function.sources.len(), function.tape.registers());
        let view = self.view();
        for (input, s) in room.values.iter_mut().zip(&function.sources) {
            *input = source_value(s, system, &view);
        }
        function.tape.gradient(
            &room.values[..n],
            &self.memory.modes[function.modes.clone()],
            &mut room.plain[..r],
            &mut room.adjoints[..r],
            &mut room.partials[..n],
        );
    }

    /// The gradients of the functions of an algebraic loop: `(∂R/∂z)·dz = −(∂R/∂w)·dw`.
    fn circle_gradients(&mut self, system: &System, which: usize, room: &mut Room) {
        let circle = &system.order.loops[which];
        let n = circle.len();
        let support = system.mechanism.functions[circle.members[0]].support();
        room.matrix[..n * n].fill(0.0);
        room.direct[..n * support].fill(0.0);
        let places = |f: usize| {
            system.mechanism.functions[f].gradient..system.mechanism.functions[f].gradient + support
        };
        for &f in &circle.members {
            self.buffers.gradients[places(f)].fill(0.0);
        }
        for (k, &f) in circle.members.iter().enumerate() {
            let function = &system.mechanism.functions[f];
            if let Some(j) = function.root_of.and_then(|g| circle.position(g)) {
                room.matrix[k * n + j] = 1.0;
                continue;
            }
            self.partials(system, f, room);
            room.matrix[k * n + k] = 1.0;
            for (source, p) in function.sources.iter().zip(&room.partials) {
                for (j, &g) in circle.members.iter().enumerate() {
                    let slope = evaluation::slope(system, &self.now, &self.memory, source, g);
                    room.matrix[k * n + j] -= p * slope;
                }
            }
            self.chain_gradient(f, &room.partials[..function.sources.len()]);
            room.direct[k * support..(k + 1) * support]
                .copy_from_slice(&self.buffers.gradients[places(f)]);
            self.buffers.gradients[places(f)].fill(0.0);
        }
        // Where it is singular the values were not found before.
        let direct = &mut room.direct[..n * support];
        if crate::system::algebraic_loop::eliminate(&mut room.matrix[..n * n], direct) {
            for (row, &f) in direct.chunks_exact(support.max(1)).zip(&circle.members) {
                self.buffers.gradients[places(f)].copy_from_slice(row);
            }
        }
    }

    /// The gradient of a function from its partial derivatives with respect to its inputs.
    fn chain_gradient(&mut self, f: usize, partials: &[f64]) {
        let system = Arc::clone(&self.system);
        let function = &system.mechanism.functions[f];
        let start = function.gradient;
        for (k, &b) in function.bodies.iter().enumerate() {
            let mut sum = [0.0; SEEDS];
            let seeds = Seeds::new(
                &system,
                &self.now,
                &self.memory,
                b as usize,
                &self.buffers.gradients,
            );
            for (source, p) in function.sources.iter().zip(partials) {
                if *p != 0.0 && source.depends_on_bodies() {
                    let d: Seeded = source_value(source, &system, &seeds);
                    for (s, e) in sum.iter_mut().zip(d.eps) {
                        *s += p * e;
                    }
                }
            }
            let at = start + SEEDS * k;
            self.buffers.gradients[at..at + SEEDS].copy_from_slice(&sum);
        }
        let first = start + SEEDS * function.bodies.len();
        self.chain_states(function, partials, first);
        self.chain_rows(function, partials);
    }

    /// The part of the gradient of a function that belongs to extra states. Where it looks at them by itself alone, each is one of its inputs: there may be many of them.
    fn chain_states(&mut self, function: &Function, partials: &[f64], first: usize) {
        let through_others =
            |s: &Source| !matches!(s, Source::State(_)) && s.may_vary_with(Single::State(0));
        if function.sources.iter().any(through_others) {
            for (k, &x) in function.states.iter().enumerate() {
                let single = Single::State(x as usize);
                self.buffers.gradients[first + k] = self.slope(function, partials, single);
            }
            return;
        }
        self.buffers.gradients[first..first + function.states.len()].fill(0.0);
        for (source, p) in function.sources.iter().zip(partials) {
            if let Source::State(x) = source
                && let Ok(k) = function.states.binary_search(&(*x as u32))
            {
                self.buffers.gradients[first + k] += p;
            }
        }
    }

    /// The part of the gradient of a function that belongs to multipliers.
    fn chain_rows(&mut self, function: &Function, partials: &[f64]) {
        let first = function.gradient + SEEDS * function.bodies.len() + function.states.len();
        for (k, &row) in function.rows.iter().enumerate() {
            self.buffers.gradients[first + k] =
                self.slope(function, partials, Single::Row(row as usize));
        }
    }

    /// A function's derivative with respect to one number.
    fn slope(&self, function: &Function, partials: &[f64], single: Single) -> f64 {
        let (system, gradients) = (&self.system, &self.buffers.gradients);
        let seeds = SingleSeeds::new(system, &self.now, &self.memory, single, gradients);
        let terms = function
            .sources
            .iter()
            .zip(partials)
            .filter(|(s, p)| **p != 0.0 && s.may_vary_with(single));
        terms
            .map(|(s, p)| p * source_value(s, system, &seeds).eps[0])
            .sum()
    }

    /// What depending on multipliers adds to the matrix at acceleration level: `−∂F/∂λ` of the forces by functions, in the order of
    /// [`load_coupling`](super::couplings::load_coupling).
    pub(super) fn linearize_loads(&mut self, system: &Arc<System>, first: usize) {
        self.find_loads(system);
        let mut next = first;
        let mut coupling = std::mem::take(&mut self.kkt.coupling);
        for_each_load(system, |element, c, _, gradient| {
            let slope = self.buffers.gradients[gradient];
            let mut unit = [0.0; 6];
            unit[c] = 1.0;
            let element = &system.forces[element];
            let (force, torque) = element.action_of(&self.view(), &unit);
            let p = self.now.markers[element.i].p;
            for (b, sign) in element.ends(&system.mechanism) {
                let q = generalized(&self.now.bodies[b], &p, &force, &torque);
                for q in &q[..system.mechanism.bodies[b].freedoms()] {
                    coupling[next].2 = -sign * q * slope;
                    next += 1;
                }
            }
        });
        self.kkt.coupling = coupling;
    }

    /// The parts of gradients that belong to multipliers and accelerations.
    pub(super) fn find_loads(&mut self, system: &Arc<System>) {
        let mut room = std::mem::take(&mut self.buffers.room);
        for &f in &system.order.loaded {
            let function = &system.mechanism.functions[f];
            match function.algebraic_loop {
                Some(which) if system.order.loops[which].members[0] == f => {
                    self.circle_gradients(system, which, &mut room);
                }
                Some(_) => {}
                None => {
                    self.partials(system, f, &mut room);
                    self.chain_rows(function, &room.partials[..function.sources.len()]);
                }
            }
        }
        self.buffers.room = room;
    }

    /// `∂f/∂y` at the origin of the chart, for the state in the arrays with its functions and multipliers.
    pub(super) fn fill(&self, entries: &mut Entries<'_>) {
        let system = Arc::clone(&self.system);
        let n = system.mechanism.positions;
        for k in 0..n {
            entries.add(k, n + k, 1.0);
        }
        for (body, data) in self.now.bodies.iter().zip(&system.mechanism.bodies) {
            if data.turns {
                let k = data.first + 3;
                let w = skew(&body.w);
                let gyro = skew(&(data.inertia * body.w)) - w * data.inertia;
                for r in 0..3 {
                    for c in 0..3 {
                        // θ' = ω + θ×ω/2 + ...
                        entries.add(k + r, k + c, -0.5 * w[(r, c)]);
                        entries.add(n + k + r, n + k + c, gyro[(r, c)]);
                    }
                }
            }
        }
        self.fill_forces(&system, entries);
        self.fill_contacts(&system, entries);
        self.fill_frictions(&system, entries);
        self.fill_states(&system, entries);
        self.fill_constraints(&system, entries);
        self.fill_contact_frictions(&system, entries);
    }

    fn fill_forces(&self, system: &System, entries: &mut Entries<'_>) {
        let n = system.mechanism.positions;
        let work = system.differential() - 1;
        let view = self.view();
        for element in &system.forces {
            let p = self.now.markers[element.i].p;
            let ends = [
                (system.mechanism.markers[element.i].carrier, 1.0),
                (element.reaction.unwrap_or(Carrier::Ground), -1.0),
            ];
            // The law is linear in its functions: the force for a unit value, times the function's gradient.
            for (c, f) in element.functions.iter().enumerate() {
                let Some(f) = f else { continue };
                let mut unit = [0.0; 6];
                unit[c] = 1.0;
                let (force, torque) = element.action_of(&view, &unit);
                let mut power = 0.0;
                for (carrier, sign) in ends {
                    let Carrier::Body(b) = carrier else { continue };
                    let body = &self.now.bodies[b as usize];
                    let q = generalized(body, &p, &force, &torque);
                    power += sign * power_on(body, &q);
                    let data = &system.mechanism.bodies[b as usize];
                    for r in 0..data.freedoms() {
                        self.add_gradient(entries, n + data.first + r, *f, sign * q[r]);
                    }
                }
                self.add_gradient(entries, work, *f, power);
            }
            // The law's own dependence on positions and velocities, its functions held.
            for &b in &element.bodies {
                let seeds = Seeds::new(system, &self.now, &self.memory, b as usize, &[]);
                let (force, torque) = element.action(&system.mechanism, &seeds);
                let p = crate::mechanism::frames::Frames::marker(&seeds, element.i).p;
                let mut power = Seeded::constant(0.0);
                for (carrier, sign) in ends {
                    let Carrier::Body(on) = carrier else { continue };
                    let body = crate::mechanism::frames::Frames::body(&seeds, on as usize);
                    let q = generalized(&body, &p, &force, &torque);
                    power += power_on(&body, &q) * sign;
                    let data = &system.mechanism.bodies[on as usize];
                    for r in 0..data.freedoms() {
                        self.add_seeds(entries, n + data.first + r, b as usize, &q[r], sign);
                    }
                }
                self.add_seeds(entries, work, b as usize, &power, 1.0);
            }
        }
    }

    /// Friction: with respect to positions and velocities, to the multipliers of its joint and to its deformations.
    fn fill_frictions(&self, system: &System, entries: &mut Entries<'_>) {
        let (n, nd) = (system.mechanism.positions, system.differential());
        let (x, work) = (2 * n, nd - 1);
        for friction in &system.frictions {
            let joint = &system.constraints[friction.joint];
            let ends = [(friction.i, 1.0), (friction.j, -1.0)];
            let ends = ends.map(|(m, sign)| (system.mechanism.markers[m].carrier, sign));
            for &b in &friction.bodies {
                let seeds = Seeds::new(system, &self.now, &self.memory, b as usize, &[]);
                let (force, torque) = friction.action(&system.constraints, &seeds);
                let p = Frames::marker(&seeds, friction.i).p;
                let mut power = Seeded::constant(0.0);
                for (carrier, sign) in ends {
                    let Carrier::Body(on) = carrier else { continue };
                    let body = Frames::body(&seeds, on as usize);
                    let q = generalized(&body, &p, &force, &torque);
                    power += power_on(&body, &q) * sign;
                    let data = &system.mechanism.bodies[on as usize];
                    for r in 0..data.freedoms() {
                        self.add_seeds(entries, n + data.first + r, b as usize, &q[r], sign);
                    }
                }
                self.add_seeds(entries, work, b as usize, &power, 1.0);
                friction.rates(&seeds, |state, rate| {
                    self.add_seeds(entries, x + state, b as usize, &rate, 1.0);
                });
            }
            let seeds = LoadSeeds::new(system, &self.now, &self.memory, friction);
            let mut add = |row: usize, d: &Seeded, sign: f64| {
                for k in 0..joint.rows() {
                    if let Ok(kept) = system.rows.binary_search(&(joint.first_row + k)) {
                        entries.add(row, nd + kept, sign * d.eps[k]);
                    }
                }
                for (k, state) in friction.states().enumerate() {
                    entries.add(row, x + state, sign * d.eps[MOST_ROWS + k]);
                }
            };
            let (force, torque) = friction.action(&system.constraints, &seeds);
            let p = Frames::marker(&seeds, friction.i).p;
            let mut power = Seeded::constant(0.0);
            for (carrier, sign) in ends {
                let Carrier::Body(on) = carrier else { continue };
                let body = Frames::body(&seeds, on as usize);
                let q = generalized(&body, &p, &force, &torque);
                power += power_on(&body, &q) * sign;
                let data = &system.mechanism.bodies[on as usize];
                for (r, q) in q.iter().enumerate().take(data.freedoms()) {
                    add(n + data.first + r, q, sign);
                }
            }
            add(work, &power, 1.0);
            friction.rates(&seeds, |state, rate| add(x + state, &rate, 1.0));
        }
    }

    /// A row's derivatives with respect to the unknowns of one body.
    pub(super) fn add_seeds(
        &self,
        entries: &mut Entries<'_>,
        row: usize,
        b: usize,
        d: &Seeded,
        sign: f64,
    ) {
        let (data, n) = (
            &self.system.mechanism.bodies[b],
            self.system.mechanism.positions,
        );
        for c in 0..data.freedoms() {
            entries.add(row, data.first + c, sign * d.eps[c]);
            entries.add(row, n + data.first + c, sign * d.eps[6 + c]);
        }
    }

    /// A row's derivatives through a function.
    fn add_gradient(&self, entries: &mut Entries<'_>, row: usize, f: usize, factor: f64) {
        let function = &self.system.mechanism.functions[f];
        for (k, &b) in function.bodies.iter().enumerate() {
            let mut d = Seeded::constant(0.0);
            let start = function.gradient + SEEDS * k;
            d.eps
                .copy_from_slice(&self.buffers.gradients[start..start + SEEDS]);
            self.add_seeds(entries, row, b as usize, &d, factor);
        }
        let first = function.gradient + SEEDS * function.bodies.len();
        for (k, &x) in function.states.iter().enumerate() {
            entries.add(
                row,
                2 * self.system.mechanism.positions + x as usize,
                factor * self.buffers.gradients[first + k],
            );
        }
        let first = first + function.states.len();
        for (k, &r) in function.rows.iter().enumerate() {
            if let Ok(kept) = self.system.rows.binary_search(&(r as usize)) {
                let column = self.system.differential() + kept;
                entries.add(row, column, factor * self.buffers.gradients[first + k]);
            }
        }
    }

    fn fill_states(&self, system: &System, entries: &mut Entries<'_>) {
        let first = 2 * system.mechanism.positions;
        for (k, state) in system.extra.states.iter().enumerate() {
            match state {
                ExtraState::Diff(f) => self.add_gradient(entries, first + k, *f, 1.0),
                ExtraState::MotionPosition => entries.add(first + k, first + k + 1, 1.0),
                // Functions of time only; the power of the forces is filled in with them.
                ExtraState::MotionDisplacement(_)
                | ExtraState::MotionVelocity(_)
                | ExtraState::Deformation(..)
                | ExtraState::Bristles(..)
                | ExtraState::Number(_)
                | ExtraState::Work => {}
            }
        }
    }

    /// What a constraint of one row exerts on a body for λ = 1.
    fn unit_action(&self, c: &crate::elements::constraint::Constraint, b: usize) -> [f64; 6] {
        let mut sum = [0.0; 6];
        c.forces(
            &self.system.mechanism,
            &self.view(),
            &[1.0],
            &mut |on, q| {
                if on == b {
                    sum.iter_mut().zip(q).for_each(|(s, q)| *s += q);
                }
            },
        );
        sum
    }

    /// (Gᵀλ)_q by the positions of body `b`: a fixed block for each body the constraint acts on.
    fn fill_curvature(
        &self,
        system: &System,
        c: &crate::elements::constraint::Constraint,
        b: usize,
        seeds: &Seeds<'_>,
        entries: &mut Entries<'_>,
    ) {
        let (n, data) = (system.mechanism.positions, &system.mechanism.bodies[b]);
        let lambda = &self.now.multipliers[c.first_row..c.first_row + c.rows()];
        let mut blocks = [[Seeded::constant(0.0); 6]; 8];
        c.forces(&system.mechanism, seeds, lambda, &mut |on, q| {
            if let Ok(at) = c.bodies.binary_search(&(on as u32)) {
                for (sum, q) in blocks[at].iter_mut().zip(q) {
                    *sum += q;
                }
            }
        });
        for (&on, block) in c.bodies.iter().zip(&blocks) {
            let acted = &system.mechanism.bodies[on as usize];
            for r in 0..acted.freedoms() {
                for j in 0..data.freedoms() {
                    entries.add(n + acted.first + r, data.first + j, block[r].eps[j]);
                }
            }
        }
    }

    fn fill_constraints(&self, system: &System, entries: &mut Entries<'_>) {
        let (n, nd, m) = (
            system.mechanism.positions,
            system.differential(),
            system.rows.len(),
        );
        // What stands in the rows of the second multipliers, and what they do to q'.
        let (stabilized, vanishing) = if self.is_stabilized() {
            (1.0, 0.0)
        } else {
            (0.0, 1.0)
        };
        if self.form.has_both_formulations {
            for row in nd + m..system.dimension() {
                entries.add(row, row, vanishing);
            }
        }
        let mut values = [Seeded::constant(0.0); 6];
        let mut rates = [Seeded::constant(0.0); 6];
        let mut rows = system.kept_rows();
        for c in system.acting() {
            let mut kept = |k: usize| rows.number(c.first_row + k);
            for &b in &c.bodies {
                let b = b as usize;
                let data = &system.mechanism.bodies[b];
                let seeds = Seeds::new(system, &self.now, &self.memory, b, &self.buffers.gradients);
                c.values(&system.mechanism, &seeds, &mut values);
                c.rates(&system.mechanism, &seeds, &mut rates);
                let stretch = 1.0 / (data.radius * data.radius);
                let push = (!c.acts_along_gradient()).then(|| self.unit_action(c, b));
                for k in 0..c.rows() {
                    let Some(row) = kept(k) else { continue };
                    for j in 0..data.freedoms() {
                        let g = values[k].eps[j];
                        let [of_q, of_v] = [j, 6 + j].map(|column| rates[k].eps[column]);
                        if !c.is_holonomic() {
                            entries.add(nd + row, data.first + j, of_q);
                            entries.add(nd + row, n + data.first + j, of_v);
                            entries.add(n + data.first + j, nd + row, of_v);
                            continue;
                        }
                        entries.add(nd + row, data.first + j, g);
                        let g = push.map_or(g, |p| p[j]);
                        entries.add(n + data.first + j, nd + row, g);
                        let (of_q, of_v) = (stabilized * of_q, stabilized * of_v);
                        entries.add(nd + m + row, data.first + j, of_q);
                        entries.add(nd + m + row, n + data.first + j, of_v);
                        let w = if j < 3 { 1.0 } else { stretch };
                        entries.add(data.first + j, nd + m + row, -w * g * stabilized);
                    }
                }
                self.fill_curvature(system, c, b, &seeds, entries);
            }
            if !c.is_holonomic() {
                for row in (0..c.rows()).filter_map(&mut kept) {
                    entries.add(nd + m + row, nd + m + row, stabilized);
                }
            }
            if let Rows::Sum(_, drive) = &c.equations
                && let Some(row) = kept(0)
            {
                match drive {
                    Drive::Velocity(_, x) => entries.add(nd + row, 2 * n + x, -1.0),
                    Drive::Acceleration(_, x) => {
                        entries.add(nd + row, 2 * n + x, -1.0);
                        entries.add(nd + m + row, 2 * n + x + 1, -stabilized);
                    }
                    Drive::Constant(_) | Drive::Start(..) | Drive::Displacement(_) => {}
                }
            }
        }
    }
}
