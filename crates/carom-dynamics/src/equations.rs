//! The equations of motion as a [`Problem`].
//!
//! Unknowns `y = [q, v, x | λ, μ]`: positions (centre of mass; rotation vector in the chart of the step's start),
//! velocities (centre of mass on ground axes, angular on body axes), extra states, multipliers of the constraints and
//! of the stabilization (Gear, Leimkuhler, Gupta 1985):
//!
//! ```text
//! q' = T(q)⁻¹(v − W⁻¹·Gᵀ·μ)     M·v' = F(t, q, v, x) + Gᵀ·λ     x' = h(t, q, v, x)     Φ(t, q, x) = 0     G·v + Φ_t = 0
//! ```
//!
//! Masses are divided by the units consistency factor, so that forces and multipliers are in model units.
#![allow(non_snake_case)]

use crate::constraint::{Drive, Equations as Rows};
use crate::coordinate::generalized;
use crate::function::{Source, follow, source_value};
use crate::jacobian::{Entries, Layout};
use crate::kinematics::{Body, Carrier, Flow, SEEDS, Seeded, chart_rate, chart_rotation};
use crate::kkt::Kkt;
use crate::law::Law;
use crate::motion::{Memory, Now, Seeds, StateSeeds, View, wrapped_angle};
use crate::system::{BodyData, ExtraState, GuardOwner, SensorData, System};
use carom_base::space::skew;
use carom_base::{Mat3, Number, Vec3};
use carom_expr::SwitchEvent;
use carom_model::control::Comparison;
use carom_model::run::EventKind;
use carom_solve::sparse::{Matrix, Pattern};
use carom_solve::{Fault, Guard, Problem, Response};
use std::sync::Arc;

/// An event as the equations saw it.
#[derive(Clone, Debug, PartialEq)]
pub struct Happening {
    /// What.
    pub kind: EventKind,
    /// Which element.
    pub element: String,
    /// Gap of a contact; not a number otherwise.
    pub gap: f64,
    /// Its rate.
    pub rate: f64,
    /// Value of the function that switched, just after.
    pub value: f64,
    /// Whether a frame is asked for.
    pub print: bool,
}

/// A system with the state of one run.
pub struct Equations {
    /// The system.
    pub system: Arc<System>,
    /// Modes, turns.
    pub memory: Memory,
    /// The state last looked at.
    pub now: Now<f64>,
    /// What happened at the last event.
    pub happened: Vec<Happening>,
    /// Solver at acceleration level.
    pub kkt: Kkt,
    /// Orientation at the origin of the chart, of each body.
    base: Vec<Mat3>,
    flow: Now<Flow>,
    layout: Layout,
    mass: Matrix,
    index: Vec<u8>,
    gradients: Vec<f64>,
    force: Vec<f64>,
    applied_power: f64,
    stabilization: Vec<f64>,
    lambda: Vec<f64>,
    rows: Vec<f64>,
    rates: Vec<f64>,
    scratch: Vec<f64>,
    room: Room,
}

/// The most guards of one function.
const MOST_GUARDS: usize = 256;

/// Room for the inputs, registers and guards of one function.
#[derive(Default)]
struct Room {
    values: Vec<f64>,
    rates: Vec<f64>,
    registers: Vec<Flow>,
    plain: Vec<f64>,
    partials: Vec<f64>,
    adjoints: Vec<f64>,
    guards: Vec<(f64, f64, f64)>,
}

impl Room {
    /// Enough for each function of a system.
    fn new(system: &System) -> Self {
        let most = |of: fn(&crate::function::Function) -> usize| {
            system.functions.iter().map(of).max().unwrap_or(0)
        };
        let inputs = most(|f| f.sources.len());
        let registers = most(|f| f.tape.registers());
        Self {
            values: vec![0.0; inputs],
            rates: vec![0.0; inputs],
            registers: vec![Flow::constant(0.0); registers],
            plain: vec![0.0; registers],
            partials: vec![0.0; inputs],
            adjoints: vec![0.0; registers],
            guards: vec![(f64::INFINITY, 0.0, 1.0); most(|f| f.guards.len())],
        }
    }
}

impl Equations {
    /// The equations of a system at its start (before assembly).
    pub fn new(system: Arc<System>) -> Self {
        let memory = Memory {
            modes: vec![0; system.modes],
            turns: vec![0.0; system.turns.len()],
            sensors: vec![0.0; system.sensors.len()],
            sides: vec![1.0; system.sensors.len()],
            mode: 4.0,
        };
        let (n, p, m) = (system.dimension(), system.positions, system.rows.len());
        let index = (0..n)
            .map(|k| if k < system.differential() { 1 } else { 2 })
            .collect();
        let mut now = Now::new(&system);
        for (body, data) in now.bodies.iter_mut().zip(&system.bodies) {
            *body = data.start;
        }
        now.states.copy_from_slice(&system.state_start);
        now.place_markers(&system);
        let mut equations = Self {
            memory,
            base: now.bodies.iter().map(|b| b.R).collect(),
            flow: Now::new(&system),
            kkt: Kkt::new(&system),
            layout: Layout::default(),
            mass: mass_matrix(&system),
            index,
            gradients: vec![0.0; system.gradients],
            force: vec![0.0; p],
            applied_power: 0.0,
            stabilization: vec![0.0; p],
            lambda: vec![0.0; system.all_rows],
            rows: vec![0.0; system.all_rows],
            rates: vec![0.0; system.all_rows],
            scratch: vec![0.0; system.all_rows.max(m)],
            room: Room::new(&system),
            happened: Vec::new(),
            now,
            system,
        };
        let mut sequence = Vec::new();
        equations.fill(&mut Entries::Record(&mut sequence));
        equations.layout = Layout::new(n, &sequence);
        equations
    }

    /// Puts a state into the arrays: bodies, markers, extra states, functions.
    pub fn look(&mut self, t: f64, y: &[f64]) -> Result<(), Fault> {
        self.place(t, y);
        let system = Arc::clone(&self.system);
        self.now.evaluate(&system, &self.memory, &system.dynamic);
        self.check_functions()
    }

    /// Puts a state into the arrays: bodies, markers, extra states.
    pub fn place(&mut self, t: f64, y: &[f64]) {
        let n = self.system.positions;
        self.now.time = t;
        for ((body, data), base) in self
            .now
            .bodies
            .iter_mut()
            .zip(&self.system.bodies)
            .zip(&self.base)
        {
            let (q, v) = (&y[data.first..], &y[n + data.first..]);
            body.r = Vec3::new(q[0], q[1], q[2]);
            body.v = Vec3::new(v[0], v[1], v[2]);
            if data.turns {
                body.R = chart_rotation(base, &Vec3::new(q[3], q[4], q[5]));
                body.w = Vec3::new(v[3], v[4], v[5]);
            }
        }
        self.now
            .states
            .copy_from_slice(&y[2 * n..self.system.differential()]);
        self.now.place_markers(&self.system);
    }

    /// Writes the state in the arrays as unknowns at the chart's origin; multipliers are zero.
    pub fn unknowns(&mut self) -> Vec<f64> {
        let n = self.system.positions;
        let mut y = vec![0.0; self.system.dimension()];
        for ((body, data), base) in self
            .now
            .bodies
            .iter()
            .zip(&self.system.bodies)
            .zip(&mut self.base)
        {
            *base = body.R;
            y[data.first..data.first + 3].copy_from_slice(body.r.as_slice());
            y[n + data.first..n + data.first + 3].copy_from_slice(body.v.as_slice());
            if data.turns {
                y[n + data.first + 3..n + data.first + 6].copy_from_slice(body.w.as_slice());
            }
        }
        y[2 * n..self.system.differential()].copy_from_slice(&self.now.states);
        y
    }

    fn check_functions(&mut self) -> Result<(), Fault> {
        for &f in &self.system.dynamic {
            if !self.now.values[f].is_finite() {
                return Err(self.function_fault(f));
            }
        }
        Ok(())
    }

    /// Why a function is not finite, in the user's words.
    fn function_fault(&self, f: usize) -> Fault {
        let function = &self.system.functions[f];
        let view = View {
            system: &self.system,
            now: &self.now,
            memory: &self.memory,
            reactions: None,
        };
        let inputs: Vec<f64> = function
            .sources
            .iter()
            .map(|s| function.input(s, &self.system, &view))
            .collect();
        let mut registers = vec![0.0; function.tape.registers()];
        let modes = &self.memory.modes[function.modes.clone()];
        let why = function
            .tape
            .fault(&inputs, modes, &mut registers)
            .map_or_else(|| "its value is not finite".to_string(), |(m, _)| m);
        Fault {
            message: format!("{}: {why}", function.owner),
        }
    }

    /// Applied, gyroscopic and gravity forces of the state in the arrays, as generalized forces.
    pub fn applied_forces(&mut self) -> Result<(), Fault> {
        let system = &self.system;
        for (body, data) in self.now.bodies.iter().zip(&system.bodies) {
            let k = data.first;
            let weight = system.gravity * data.mass;
            self.force[k..k + 3].copy_from_slice(weight.as_slice());
            if data.turns {
                let gyro = -body.w.cross(&(data.inertia * body.w));
                self.force[k + 3..k + 6].copy_from_slice(gyro.as_slice());
            }
        }
        let view = View {
            system,
            now: &self.now,
            memory: &self.memory,
            reactions: None,
        };
        let mut power = 0.0;
        for element in &system.forces {
            let (f, t) = element.action(&view);
            if !(f.iter().chain(t.iter()).all(|x| x.is_finite())) {
                return Err(Fault {
                    message: format!(
                        "{}: its force is not finite{}",
                        element.label,
                        hint(&element.law)
                    ),
                });
            }
            let p = self.now.markers[element.i].p;
            let mut add = |carrier: Carrier, f: &Vec3, t: &Vec3| {
                if let Carrier::Body(b) = carrier {
                    let body = &self.now.bodies[b as usize];
                    let q = generalized(body, &p, f, t);
                    accumulate(&mut self.force, &system.bodies[b as usize], &q, 1.0);
                    power += power_on(body, &q);
                }
            };
            add(system.markers[element.i].carrier, &f, &t);
            if let Some(carrier) = element.reaction {
                add(carrier, &-f, &-t);
            }
        }
        self.applied_power = power;
        Ok(())
    }

    /// Generalized forces computed last.
    pub fn generalized_forces(&self) -> &[f64] {
        &self.force
    }

    /// Rates of the extra states, with the power of the forces for [`ExtraState::Work`].
    fn state_rates_into(&self, power: f64, out: &mut [f64]) {
        for (k, state) in self.system.states.iter().enumerate() {
            out[k] = match state {
                ExtraState::Diff(f)
                | ExtraState::MotionDisplacement(f)
                | ExtraState::MotionVelocity(f) => self.now.values[*f],
                ExtraState::MotionPosition => self.now.states[k + 1],
                ExtraState::Work => power,
            };
        }
    }

    /// Power of the applied forces computed last (gravity is not among them), and of driven constraints with the
    /// multipliers in the arrays.
    fn power(&self) -> f64 {
        let (system, view) = (&self.system, self.view());
        let mut power = self.applied_power;
        for c in &system.constraints {
            if matches!(
                c.equations,
                Rows::Pair(_) | Rows::Sum(_, Drive::Constant(_))
            ) {
                continue;
            }
            let lambda = &self.lambda[c.first_row..c.first_row + c.rows()];
            c.forces(system, &view, lambda, &mut |b, q| {
                power += power_on(&self.now.bodies[b], &q);
            });
        }
        power
    }

    /// A look at the state in the arrays.
    pub fn view(&self) -> View<'_, f64> {
        View {
            system: &self.system,
            now: &self.now,
            memory: &self.memory,
            reactions: None,
        }
    }

    /// Multipliers of all rows, zero for redundant ones, from those of the kept rows.
    pub fn spread_multipliers(&mut self, kept: &[f64]) {
        self.lambda.fill(0.0);
        for (row, l) in self.system.rows.iter().zip(kept) {
            self.lambda[*row] = *l;
        }
    }

    /// Multipliers of all rows.
    pub fn multipliers(&self) -> &[f64] {
        &self.lambda
    }

    /// Φ of all rows for the state in the arrays.
    pub fn constraint_values(&mut self) -> &[f64] {
        let view = View {
            system: &self.system,
            now: &self.now,
            memory: &self.memory,
            reactions: None,
        };
        for c in &self.system.constraints {
            let range = c.first_row..c.first_row + c.rows();
            c.values(&self.system, &view, &mut self.rows[range]);
        }
        &self.rows
    }

    /// Φ' of all rows for the state in the arrays.
    pub fn constraint_rates(&mut self) -> &[f64] {
        let view = View {
            system: &self.system,
            now: &self.now,
            memory: &self.memory,
            reactions: None,
        };
        for c in &self.system.constraints {
            let range = c.first_row..c.first_row + c.rows();
            c.rates(&self.system, &view, &mut self.rates[range]);
        }
        &self.rates
    }

    /// Accelerations and multipliers (kept rows) of the state in the arrays, functions computed:
    /// `M·a − Gᵀ·λ = F`, `G·a = γ`.
    pub fn accelerations(&mut self) -> Result<(), Fault> {
        self.applied_forces()?;
        let (system, n) = (Arc::clone(&self.system), self.system.positions);
        if !system.rows.is_empty() {
            // γ = −d(Φ')/dt at zero acceleration
            let mut power_free = vec_take(&mut self.scratch, system.states.len().max(1));
            self.state_rates_into(0.0, &mut power_free[..system.states.len()]);
            self.kkt.zero.resize(n, 0.0);
            self.flow
                .along(&system, &self.now, &self.kkt.zero, &power_free);
            self.scratch = power_free;
            for &f in &system.dynamic {
                self.flow.values[f] = Flow::constant(self.now.values[f]);
            }
            let view = View {
                system: &system,
                now: &self.flow,
                memory: &self.memory,
                reactions: None,
            };
            let mut out = [Flow::constant(0.0); 6];
            for c in &system.constraints {
                c.rates(&system, &view, &mut out[..c.rows()]);
                for k in 0..c.rows() {
                    self.rates[c.first_row + k] = -out[k].eps[0];
                }
            }
        }
        let view = View {
            system: &system,
            now: &self.now,
            memory: &self.memory,
            reactions: None,
        };
        self.kkt
            .solve(&system, &view, &self.force, &self.rates)
            .map_err(|message| Fault { message })?;
        let lambda = std::mem::take(&mut self.kkt.lambda);
        self.spread_multipliers(&lambda);
        self.kkt.lambda = lambda;
        Ok(())
    }

    /// Rates of the differential unknowns of the state in the arrays, after [`Equations::accelerations`].
    fn explicit_rates_into(&self, y: &[f64], dy: &mut [f64]) {
        let n = self.system.positions;
        dy[n..2 * n].copy_from_slice(&self.kkt.a);
        self.position_rates_into(y, None, dy);
        let power = self.power();
        self.state_rates_into(power, &mut dy[2 * n..self.system.differential()]);
    }

    /// `q'`, with the stabilization's velocity correction if there is one.
    fn position_rates_into(&self, y: &[f64], correction: Option<&[f64]>, dy: &mut [f64]) {
        for (body, data) in self.now.bodies.iter().zip(&self.system.bodies) {
            let k = data.first;
            let (mut v, mut w) = (body.v, body.w);
            if let Some(c) = correction {
                v -= Vec3::new(c[k], c[k + 1], c[k + 2]);
                if data.turns {
                    w -= Vec3::new(c[k + 3], c[k + 4], c[k + 5]) / (data.radius * data.radius);
                }
            }
            dy[k..k + 3].copy_from_slice(v.as_slice());
            if data.turns {
                let rate = chart_rate(&Vec3::new(y[k + 3], y[k + 4], y[k + 5]), &w);
                dy[k + 3..k + 6].copy_from_slice(rate.as_slice());
            }
        }
    }

    /// The gradients of all dynamic functions at the state in the arrays.
    fn compute_gradients(&mut self) {
        let system = Arc::clone(&self.system);
        let mut room = std::mem::take(&mut self.room);
        for &f in &system.dynamic {
            let function = &system.functions[f];
            let (n, r) = (function.sources.len(), function.tape.registers());
            let view = self.view();
            for (input, s) in room.values.iter_mut().zip(&function.sources) {
                *input = source_value(s, &system, &view);
            }
            function.tape.gradient(
                &room.values[..n],
                &self.memory.modes[function.modes.clone()],
                &mut room.plain[..r],
                &mut room.adjoints[..r],
                &mut room.partials[..n],
            );
            self.chain_gradient(f, &room.partials[..n]);
        }
        self.room = room;
    }

    /// The gradient of a function from its partial derivatives with respect to its inputs.
    fn chain_gradient(&mut self, f: usize, partials: &[f64]) {
        let system = Arc::clone(&self.system);
        let function = &system.functions[f];
        let start = function.gradient;
        for (k, &b) in function.bodies.iter().enumerate() {
            let mut sum = [0.0; SEEDS];
            let seeds = Seeds::new(
                &system,
                &self.now,
                &self.memory,
                b as usize,
                &self.gradients,
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
            self.gradients[at..at + SEEDS].copy_from_slice(&sum);
        }
        let first_state = start + SEEDS * function.bodies.len();
        for (k, &x) in function.states.iter().enumerate() {
            let seeds = StateSeeds::new(
                &system,
                &self.now,
                &self.memory,
                x as usize,
                &self.gradients,
            );
            let slope = |s: &Source| source_value(s, &system, &seeds).eps[0];
            let terms = function.sources.iter().zip(partials);
            let sum = terms.map(|(s, p)| p * slope(s)).sum();
            self.gradients[first_state + k] = sum;
        }
    }

    /// `∂f/∂y` at the origin of the chart, for the state in the arrays with its functions and multipliers.
    fn fill(&mut self, entries: &mut Entries<'_>) {
        let system = Arc::clone(&self.system);
        let n = system.positions;
        for k in 0..n {
            entries.add(k, n + k, 1.0);
        }
        for (body, data) in self.now.bodies.iter().zip(&system.bodies) {
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
        self.fill_states(&system, entries);
        self.fill_constraints(&system, entries);
    }

    fn fill_forces(&self, system: &System, entries: &mut Entries<'_>) {
        let n = system.positions;
        let work = system.differential() - 1;
        let view = self.view();
        for element in &system.forces {
            let p = self.now.markers[element.i].p;
            let ends = [
                (system.markers[element.i].carrier, 1.0),
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
                    let data = &system.bodies[b as usize];
                    for r in 0..data.freedoms() {
                        self.add_gradient(entries, n + data.first + r, *f, sign * q[r]);
                    }
                }
                self.add_gradient(entries, work, *f, power);
            }
            // The law's own dependence on positions and velocities, its functions held.
            for &b in &element.bodies {
                let seeds = Seeds::new(system, &self.now, &self.memory, b as usize, &[]);
                let (force, torque) = element.action(&seeds);
                let p = crate::system::Frames::marker(&seeds, element.i).p;
                let mut power = Seeded::constant(0.0);
                for (carrier, sign) in ends {
                    let Carrier::Body(on) = carrier else { continue };
                    let body: Body<Seeded> = crate::system::Frames::body(&seeds, on as usize);
                    let q = generalized(&body, &p, &force, &torque);
                    power += power_on(&body, &q) * sign;
                    let data = &system.bodies[on as usize];
                    for r in 0..data.freedoms() {
                        self.add_seeds(entries, n + data.first + r, b as usize, &q[r], sign);
                    }
                }
                self.add_seeds(entries, work, b as usize, &power, 1.0);
            }
        }
    }

    /// A row's derivatives with respect to the unknowns of one body.
    fn add_seeds(&self, entries: &mut Entries<'_>, row: usize, b: usize, d: &Seeded, sign: f64) {
        let (data, n) = (&self.system.bodies[b], self.system.positions);
        for c in 0..data.freedoms() {
            entries.add(row, data.first + c, sign * d.eps[c]);
            entries.add(row, n + data.first + c, sign * d.eps[6 + c]);
        }
    }

    /// A row's derivatives through a function.
    fn add_gradient(&self, entries: &mut Entries<'_>, row: usize, f: usize, factor: f64) {
        let function = &self.system.functions[f];
        for (k, &b) in function.bodies.iter().enumerate() {
            let mut d = Seeded::constant(0.0);
            let start = function.gradient + SEEDS * k;
            d.eps.copy_from_slice(&self.gradients[start..start + SEEDS]);
            self.add_seeds(entries, row, b as usize, &d, factor);
        }
        let first = function.gradient + SEEDS * function.bodies.len();
        for (k, &x) in function.states.iter().enumerate() {
            entries.add(
                row,
                2 * self.system.positions + x as usize,
                factor * self.gradients[first + k],
            );
        }
    }

    fn fill_states(&self, system: &System, entries: &mut Entries<'_>) {
        let first = 2 * system.positions;
        for (k, state) in system.states.iter().enumerate() {
            match state {
                ExtraState::Diff(f) => self.add_gradient(entries, first + k, *f, 1.0),
                ExtraState::MotionPosition => entries.add(first + k, first + k + 1, 1.0),
                // Functions of time only; the power of the forces is filled in with them.
                ExtraState::MotionDisplacement(_)
                | ExtraState::MotionVelocity(_)
                | ExtraState::Work => {}
            }
        }
    }

    fn fill_constraints(&self, system: &System, entries: &mut Entries<'_>) {
        let (n, nd, m) = (system.positions, system.differential(), system.rows.len());
        let mut values = [Seeded::constant(0.0); 6];
        let mut rates = [Seeded::constant(0.0); 6];
        for c in &system.constraints {
            let kept = |k: usize| system.rows.binary_search(&(c.first_row + k)).ok();
            let lambda = &self.lambda[c.first_row..c.first_row + c.rows()];
            for &b in &c.bodies {
                let b = b as usize;
                let data = &system.bodies[b];
                let seeds = Seeds::new(system, &self.now, &self.memory, b, &self.gradients);
                c.values(system, &seeds, &mut values);
                c.rates(system, &seeds, &mut rates);
                let stretch = 1.0 / (data.radius * data.radius);
                for k in 0..c.rows() {
                    let Some(row) = kept(k) else { continue };
                    for j in 0..data.freedoms() {
                        let g = values[k].eps[j];
                        entries.add(nd + row, data.first + j, g);
                        entries.add(nd + m + row, data.first + j, rates[k].eps[j]);
                        entries.add(nd + m + row, n + data.first + j, rates[k].eps[6 + j]);
                        entries.add(n + data.first + j, nd + row, g);
                        let w = if j < 3 { 1.0 } else { stretch };
                        entries.add(data.first + j, nd + m + row, -w * g);
                    }
                }
                // (Gᵀλ)_q: a fixed block for each body the constraint acts on
                let mut blocks = [[Seeded::constant(0.0); 6]; 8];
                c.forces(system, &seeds, lambda, &mut |on, q| {
                    if let Ok(at) = c.bodies.binary_search(&(on as u32)) {
                        for (sum, q) in blocks[at].iter_mut().zip(q) {
                            *sum += q;
                        }
                    }
                });
                for (&on, block) in c.bodies.iter().zip(&blocks) {
                    let acted = &system.bodies[on as usize];
                    for r in 0..acted.freedoms() {
                        for j in 0..data.freedoms() {
                            entries.add(n + acted.first + r, data.first + j, block[r].eps[j]);
                        }
                    }
                }
            }
            if let Rows::Sum(_, drive) = &c.equations
                && let Some(row) = kept(0)
            {
                match drive {
                    Drive::Velocity(_, x) => entries.add(nd + row, 2 * n + x, -1.0),
                    Drive::Acceleration(_, x) => {
                        entries.add(nd + row, 2 * n + x, -1.0);
                        entries.add(nd + m + row, 2 * n + x + 1, -1.0);
                    }
                    Drive::Constant(_) | Drive::Start(..) | Drive::Displacement(_) => {}
                }
            }
        }
    }

    /// Sets the modes of all dynamic functions by the state (t, y) and its rates.
    pub fn settle(&mut self, t: f64, y: &[f64]) -> Result<(), Fault> {
        self.place(t, y);
        let system = Arc::clone(&self.system);
        let n = system.positions;
        // Modes may hang on rates, rates on modes: the second pass sees the rates of the first.
        let mut accelerations = vec![0.0; n];
        let mut rates = vec![0.0; system.states.len()];
        for pass in 0..2 {
            self.flow.along(&system, &self.now, &accelerations, &rates);
            for &f in &system.dynamic {
                self.settle_function(&system, f);
            }
            if pass == 0 {
                self.check_functions()?;
                self.accelerations()?;
                accelerations.copy_from_slice(&self.kkt.a);
                self.state_rates_into(0.0, &mut rates);
            }
        }
        self.check_functions()
    }

    /// Sets the modes by the state in the arrays, as if nothing moved, and computes the functions.
    pub fn settle_still(&mut self) {
        let system = Arc::clone(&self.system);
        let (still, rates) = (vec![0.0; system.positions], vec![0.0; system.states.len()]);
        self.flow.along(&system, &self.now, &still, &rates);
        for &f in &system.dynamic {
            self.settle_function(&system, f);
        }
    }

    /// The same equations for a system that keeps other rows.
    pub fn replace_rows(&mut self, system: Arc<System>) {
        let mut other = Self::new(system);
        other.now = self.now.clone();
        other.memory = self.memory.clone();
        other.kkt.weights = std::mem::take(&mut self.kkt.weights);
        *self = other;
    }

    fn settle_function(&mut self, system: &System, f: usize) {
        let function = &system.functions[f];
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
        let mut flow_registers = vec![Flow::constant(0.0); function.tape.registers()];
        let value: Flow = function.tape.eval(&inputs, modes, &mut flow_registers);
        self.flow.values[f] = value;
        self.now.values[f] = value.re;
    }

    /// Kinetic energy and energy in the field of gravity of the state in the arrays.
    pub fn energies(&self) -> [f64; 2] {
        let mut sum = [0.0; 2];
        for (body, data) in self.now.bodies.iter().zip(&self.system.bodies) {
            sum[0] += data.kinetic_energy(body);
            sum[1] -= data.mass * self.system.gravity.dot(&body.r);
        }
        sum
    }

    /// Sensors that wait for a crossing learn on which side they are.
    pub fn start_sensors(&mut self) {
        for sensor in &self.system.sensors {
            let above = self.now.values[sensor.function] >= sensor.value;
            self.memory.sides[sensor.number] = if above { 1.0 } else { -1.0 };
        }
    }

    /// The owner of a guard.
    pub fn guard_name(&self, guard: usize) -> String {
        match self.system.guards[guard] {
            GuardOwner::Switch { function, .. } => self.system.functions[function].owner.clone(),
            GuardOwner::Sensor(k) => self.system.sensors[k].label.clone(),
        }
    }

    /// Pattern of the Jacobian.
    pub fn pattern_of_jacobian(&self) -> &Pattern {
        &self.layout.pattern
    }

    /// Brings the counters of turns to the state in the arrays.
    pub fn count_turns(&mut self) {
        for (k, counter) in self.system.turns.iter().enumerate() {
            let wrapped = wrapped_angle(counter, &self.now);
            self.memory.turns[k] = wrapped + follow(self.memory.turns[k], wrapped);
        }
    }

    /// Sets the counters of turns by the state in the arrays, starting from zero turns.
    pub fn start_turns(&mut self) {
        for (k, counter) in self.system.turns.iter().enumerate() {
            self.memory.turns[k] = wrapped_angle(counter, &self.now);
        }
    }
}

fn hint(law: &Law) -> &'static str {
    match law {
        Law::Line | Law::Spring(_) => {
            "; its markers I and J may coincide, so its line of action is undefined"
        }
        _ => "",
    }
}

/// Takes a buffer of at least `n` numbers out of its owner.
fn vec_take(owner: &mut Vec<f64>, n: usize) -> Vec<f64> {
    let mut v = std::mem::take(owner);
    if v.len() < n {
        v.resize(n, 0.0);
    }
    v
}

/// Power of a generalized force on a body.
fn power_on<T: Number>(body: &Body<T>, q: &[T; 6]) -> T {
    let on = |v: &Vec3<T>, k: usize| q[k] * v.x + q[k + 1] * v.y + q[k + 2] * v.z;
    on(&body.v, 0) + on(&body.w, 3)
}

fn accumulate(all: &mut [f64], data: &BodyData, q: &[f64; 6], factor: f64) {
    for k in 0..data.freedoms() {
        all[data.first + k] += factor * q[k];
    }
}

fn mass_matrix(system: &System) -> Matrix {
    let (n, nd) = (system.positions, system.differential());
    let mut entries: Vec<(usize, usize, f64)> = (0..n).map(|k| (k, k, 1.0)).collect();
    for data in &system.bodies {
        let k = n + data.first;
        for a in 0..3 {
            entries.push((k + a, k + a, data.mass));
            if data.turns {
                for b in 0..3 {
                    entries.push((k + 3 + a, k + 3 + b, data.inertia[(a, b)]));
                }
            }
        }
    }
    entries.extend((2 * n..nd).map(|k| (k, k, 1.0)));
    Matrix::from_entries(system.dimension(), &entries)
}

impl Problem for Equations {
    fn dimension(&self) -> usize {
        self.system.dimension()
    }

    fn differential(&self) -> usize {
        self.system.differential()
    }

    fn mass(&self) -> &Matrix {
        &self.mass
    }

    fn rhs(&mut self, t: f64, y: &[f64], f: &mut [f64]) -> Result<(), Fault> {
        self.look(t, y)?;
        self.applied_forces()?;
        let system = Arc::clone(&self.system);
        let (n, nd, m) = (system.positions, system.differential(), system.rows.len());
        self.spread_multipliers(&y[nd..nd + m]);
        self.stabilization.fill(0.0);
        for (row, mu) in system.rows.iter().zip(&y[nd + m..]) {
            self.scratch[*row] = *mu;
        }
        let view = View {
            system: &system,
            now: &self.now,
            memory: &self.memory,
            reactions: None,
        };
        for c in &system.constraints {
            let range = c.first_row..c.first_row + c.rows();
            c.values(&system, &view, &mut self.rows[range.clone()]);
            c.rates(&system, &view, &mut self.rates[range.clone()]);
            c.forces(&system, &view, &self.lambda[range.clone()], &mut |b, q| {
                accumulate(&mut self.force, &system.bodies[b], &q, 1.0);
            });
            c.forces(&system, &view, &self.scratch[range], &mut |b, q| {
                accumulate(&mut self.stabilization, &system.bodies[b], &q, 1.0);
            });
        }
        self.position_rates_into(y, Some(&self.stabilization), f);
        f[n..2 * n].copy_from_slice(&self.force);
        let power = self.power();
        self.state_rates_into(power, &mut f[2 * n..nd]);
        for (k, row) in system.rows.iter().enumerate() {
            f[nd + k] = self.rows[*row];
            f[nd + m + k] = self.rates[*row];
        }
        Ok(())
    }

    fn pattern(&self) -> &Pattern {
        &self.layout.pattern
    }

    fn jacobian(&mut self, t: f64, y: &[f64], values: &mut [f64]) -> Result<(), Fault> {
        self.look(t, y)?;
        let (nd, m) = (self.system.differential(), self.system.rows.len());
        self.spread_multipliers(&y[nd..nd + m]);
        self.compute_gradients();
        values.fill(0.0);
        let layout = std::mem::take(&mut self.layout);
        self.fill(&mut Entries::Fill {
            places: &layout.places,
            values,
            next: 0,
        });
        self.layout = layout;
        Ok(())
    }

    fn index(&self) -> &[u8] {
        &self.index
    }

    fn weights(&self, y: &[f64], rtol: f64, atol: f64, w: &mut [f64]) {
        let nd = self.system.differential();
        for k in 0..nd {
            w[k] = atol + rtol * y[k].abs();
        }
        w[nd..].fill(f64::INFINITY);
    }

    fn derivative(&mut self, t: f64, y: &[f64], dy: &mut [f64]) -> Result<(), Fault> {
        self.look(t, y)?;
        self.accelerations()?;
        self.explicit_rates_into(y, dy);
        Ok(())
    }

    fn project(&mut self, t: f64, y: &mut [f64]) -> Result<(), Fault> {
        if self.system.rows.is_empty() {
            return Ok(());
        }
        let n = self.system.positions;
        for _ in 0..4 {
            self.look(t, y)?;
            self.constraint_values();
            let worst = self
                .system
                .rows
                .iter()
                .map(|r| self.rows[*r].abs())
                .fold(0.0, f64::max);
            if worst < 1e-13 {
                break;
            }
            self.correct(true)?;
            self.move_positions(&self.kkt.step, y);
        }
        self.look(t, y)?;
        self.constraint_rates();
        self.correct(false)?;
        for (v, d) in y[n..2 * n].iter_mut().zip(&self.kkt.step) {
            *v += d;
        }
        Ok(())
    }

    fn accept(&mut self, t: f64, y: &mut [f64]) {
        self.place(t, y);
        for ((body, data), base) in self
            .now
            .bodies
            .iter()
            .zip(&self.system.bodies)
            .zip(&mut self.base)
        {
            if data.turns {
                // Orthonormal to round-off: through the unit quaternion.
                *base = carom_base::Quaternion::from_matrix(&body.R).matrix();
                y[data.first + 3..data.first + 6].fill(0.0);
            }
        }
        self.count_turns();
    }

    /// At the origin of a chart the rate of the rotation vector is the angular velocity itself.
    fn accept_rates(&mut self, _t: f64, y: &[f64], dy: &mut [f64]) {
        let n = self.system.positions;
        for data in self.system.bodies.iter().filter(|b| b.turns) {
            let k = data.first + 3;
            dy[k..k + 3].copy_from_slice(&y[n + k..n + k + 3]);
        }
    }

    fn guard_count(&self) -> usize {
        self.system.guards.len()
    }

    fn guards(&mut self, t: f64, y: &[f64], dy: &[f64], out: &mut [Guard]) -> Result<(), Fault> {
        self.look(t, y)?;
        let system = Arc::clone(&self.system);
        let (n, nd) = (system.positions, system.differential());
        self.flow
            .along(&system, &self.now, &dy[n..2 * n], &dy[2 * n..nd]);
        self.flow.evaluate(&system, &self.memory, &system.dynamic);
        for &f in &system.dynamic {
            let function = &system.functions[f];
            if !function.guards.is_empty() {
                self.function_guards(f, &mut out[function.guards.clone()]);
            }
        }
        for sensor in &system.sensors {
            let value = self.flow.values[sensor.function];
            out[sensor.guard] = self.sensor_guard(sensor, value);
        }
        Ok(())
    }

    fn switch(&mut self, t: f64, y: &mut [f64], fired: &[usize]) -> Result<Response, Fault> {
        self.look(t, y)?;
        self.happened.clear();
        let system = Arc::clone(&self.system);
        let mut response = Response::Continue;
        for &g in fired {
            match system.guards[g] {
                GuardOwner::Switch {
                    function,
                    switch,
                    slot,
                } => {
                    self.switch_function(function, switch, slot);
                    response = Response::Restart;
                }
                GuardOwner::Sensor(k) => {
                    if !self.fire_sensor(&system, k) {
                        continue;
                    }
                    if system.sensors[k].stops {
                        return Ok(Response::Stop);
                    }
                    if system.sensors[k].restarts {
                        response = Response::Restart;
                    }
                }
            }
        }
        Ok(response)
    }

    /// A switch watches the end of its new mode.
    fn renews_guards(&self) -> bool {
        true
    }

    fn step_bound(&mut self, _t: f64, _y: &[f64], _dy: &[f64]) -> f64 {
        f64::INFINITY
    }
}

impl Equations {
    /// Adds a small change of positions (rotations on body axes) to the unknowns of the current chart.
    fn move_positions(&self, step: &[f64], y: &mut [f64]) {
        for data in &self.system.bodies {
            let k = data.first;
            for c in 0..3 {
                y[k + c] += step[k + c];
            }
            if data.turns {
                let theta = Vec3::new(y[k + 3], y[k + 4], y[k + 5]);
                let turn = Vec3::new(step[k + 3], step[k + 4], step[k + 5]);
                let moved = theta + chart_rate(&theta, &turn);
                y[k + 3..k + 6].copy_from_slice(moved.as_slice());
            }
        }
    }

    /// The smallest change (in the metric of the radii) that removes Φ (positions) or Φ' (velocities) of the kept
    /// rows, left in `kkt.step`.
    pub fn correct(&mut self, positions: bool) -> Result<(), Fault> {
        let system = Arc::clone(&self.system);
        let view = View {
            system: &system,
            now: &self.now,
            memory: &self.memory,
            reactions: None,
        };
        let residual = if positions { &self.rows } else { &self.rates };
        self.kkt
            .correct(&system, &view, residual)
            .map_err(|message| Fault { message })
    }

    /// Inputs of a function along the motion, from the state last looked at by [`Problem::guards`].
    fn flow_inputs(&self, f: usize, values: &mut [f64], rates: &mut [f64]) {
        let view = View {
            system: &self.system,
            now: &self.flow,
            memory: &self.memory,
            reactions: None,
        };
        for (k, s) in self.system.functions[f].sources.iter().enumerate() {
            let x = source_value(s, &self.system, &view);
            (values[k], rates[k]) = (x.re, x.eps[0]);
        }
    }

    fn function_guards(&mut self, f: usize, out: &mut [Guard]) {
        let system = Arc::clone(&self.system);
        let function = &system.functions[f];
        let n = function.sources.len();
        let mut room = std::mem::take(&mut self.room);
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
        self.room = room;
    }

    /// Positive on the side of the value where the sensor stands.
    fn sensor_guard(&self, sensor: &SensorData, value: Flow) -> Guard {
        let side = self.memory.sides[sensor.number];
        let distance = (value - sensor.value) * side;
        Guard {
            value: distance.re,
            rate: distance.eps[0],
            tolerance: 1e-14 * (1.0 + sensor.value.abs()),
        }
    }

    /// One switch of a function goes over to its next mode, unless another switch at the same instant made that void.
    fn switch_function(&mut self, f: usize, switch: usize, slot: usize) {
        let system = Arc::clone(&self.system);
        let function = &system.functions[f];
        let tape = &function.tape;
        let slots = function.guards.len();
        let mut guards = [Guard::IDLE; MOST_GUARDS];
        self.function_guards(f, &mut guards[..slots]);
        let before: usize = (0..switch).map(|s| tape.guard_slots(s)).sum();
        let guard = guards[before + slot];
        if guard.value > guard.tolerance.max(1e-9) && !self.happened.is_empty() {
            return;
        }
        let modes = function.modes.clone();
        let n = function.sources.len();
        let room = &mut self.room;
        let gap = tape.switch_gap(
            switch,
            &self.memory.modes[modes.clone()],
            &room.registers[..tape.registers()],
        );
        let at = modes.start + switch;
        let (mode, meaning) = tape.transition(switch, slot, self.memory.modes[at]);
        self.memory.modes[at] = mode;
        let (values, rates) = (&room.values[..n], &room.rates[..n]);
        tape.refresh(values, rates, &mut self.memory.modes[modes.clone()]);
        let registers = &mut room.plain[..tape.registers()];
        let value = tape.eval(values, &self.memory.modes[modes], registers);
        self.now.values[f] = value;
        let (gap, rate) = gap.unwrap_or((f64::NAN, f64::NAN));
        self.happened.push(Happening {
            kind: kind_of(meaning),
            element: function.owner.clone(),
            gap,
            rate,
            value,
            print: false,
        });
    }

    /// The value of a sensor crosses to the other side. Whether that is what the sensor waits for; if so, it stores its value.
    fn fire_sensor(&mut self, system: &System, k: usize) -> bool {
        let sensor = &system.sensors[k];
        let rises = self.memory.sides[k] < 0.0;
        self.memory.sides[k] = -self.memory.sides[k];
        let waits_for = match sensor.comparison {
            Comparison::Equal => true,
            Comparison::GreaterOrEqual => rises,
            Comparison::LessOrEqual => !rises,
        };
        if !waits_for {
            return false;
        }
        if let Some(f) = sensor.evaluate {
            self.memory.sensors[k] = self.now.values[f];
        }
        self.happened.push(Happening {
            kind: EventKind::Sensor,
            element: sensor.label.clone(),
            gap: f64::NAN,
            rate: f64::NAN,
            value: self.now.values[sensor.function],
            print: sensor.prints,
        });
        true
    }
}

fn kind_of(event: SwitchEvent) -> EventKind {
    match event {
        SwitchEvent::ContactBegin => EventKind::ContactBegin,
        SwitchEvent::FullDamping => EventKind::FullDamping,
        SwitchEvent::ForceOff => EventKind::ForceOff,
        SwitchEvent::ForceOn => EventKind::ForceOn,
        SwitchEvent::ContactEnd => EventKind::ContactEnd,
        SwitchEvent::Switch => EventKind::Switch,
    }
}
