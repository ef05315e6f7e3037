//! The equations along a deviation: what positions, velocities and states that change ask of the accelerations.
#![allow(non_snake_case)]

use super::Plan;
use crate::elements::constraint::Equations as Rows;
use crate::equations::Equations;
use crate::equations::measured;
use crate::mechanism::coordinate::generalized;
use crate::mechanism::frames::Frames;
use crate::mechanism::function::{FunctionId, Source};
use crate::mechanism::kinematics::{Body, Carrier};
use crate::system::evaluation;
use crate::system::motion::{DiscreteState, EvaluatedState, Reactions, View};
use crate::system::source::source_value;
use crate::system::{ExtraState, System};
use carom_base::space::skew;
use carom_base::{Dual, Mat3, Number, Vec3};
use carom_expr::MarkerState;
use carom_expr::tape::Mode;
use nalgebra::DMatrix;
use std::borrow::Cow;
use std::ops::Range;

/// A number with its derivative along a direction of states (outermost) and twice along time.
pub(super) type Jet = Dual<Dual<Dual<f64, 1>, 1>, 1>;

/// From value, first and second rate, and what the direction changes of each.
fn jet(x: [f64; 3], d: [f64; 3]) -> Jet {
    let inner = |re: f64, eps: f64| Dual { re, eps: [eps] };
    let middle = |x: [f64; 3]| Dual {
        re: inner(x[0], x[1]),
        eps: [inner(x[1], x[2])],
    };
    Dual {
        re: middle(x),
        eps: [middle(d)],
    }
}

/// What the direction changes of a value.
pub(super) fn change(x: &Jet) -> f64 {
    x.eps[0].re.re
}

/// What it changes of the first rate.
fn rate_change(x: &Jet) -> f64 {
    x.eps[0].re.eps[0]
}

/// What it changes of the second rate.
fn second_change(x: &Jet) -> f64 {
    x.eps[0].eps[0].eps[0]
}

fn jets(x: [Vec3; 3], d: [Vec3; 3]) -> Vec3<Jet> {
    Vec3::from_fn(|k| jet(x.map(|v| v[k]), d.map(|v| v[k])))
}

/// A direction of states. Positions, velocities and accelerations as in the unknowns: translations on ground axes,
/// rotations on body axes.
#[derive(Clone)]
pub(super) struct Direction {
    pub(super) q: Vec<f64>,
    pub(super) v: Vec<f64>,
    pub(super) a: Vec<f64>,
    pub(super) lambda: Vec<f64>,
    pub(super) x: Vec<f64>,
    pub(super) dx: Vec<f64>,
    pub(super) input: Option<FunctionId>,
}

/// What a direction changes.
pub(super) struct Answer {
    /// Forces, with those of the multipliers, as generalized forces.
    pub(super) force: Vec<f64>,
    /// Φ' of the kept rows.
    pub(super) rates: Vec<f64>,
    /// Φ'' of the kept rows for unchanged accelerations, if the direction has none.
    pub(super) seconds: Vec<f64>,
    /// Rates of the extra states.
    pub(super) states: Vec<f64>,
    /// First and second rates of the given coordinates.
    pub(super) coordinates: Vec<[f64; 2]>,
    /// Outputs.
    pub(super) outputs: Vec<f64>,
}

/// A state at which directions are tried.
pub(super) struct Probe<'a> {
    pub(super) system: &'a System,
    pub(super) plan: &'a Plan,
    now: EvaluatedState<f64>,
    memory: DiscreteState,
    /// Accelerations of all bodies, multipliers of all rows, rates of the extra states.
    a: Vec<f64>,
    lambda: Vec<f64>,
    state_rates: Vec<f64>,
    /// Functions of outputs and coordinates that the motion does not need, in order.
    told: Vec<FunctionId>,
    jets: EvaluatedState<Jet>,
    reactions: Vec<[(Vec3<Jet>, Vec3<Jet>); 2]>,
}

/// A look at jets, with reactions.
struct JetView<'a> {
    view: View<'a, Jet>,
    reactions: &'a [[(Vec3<Jet>, Vec3<Jet>); 2]],
}

impl Frames<Jet> for JetView<'_> {
    fn time(&self) -> Jet {
        self.view.time()
    }
    fn body(&self, b: usize) -> Cow<'_, Body<Jet>> {
        self.view.body(b)
    }
    fn marker(&self, m: usize) -> Cow<'_, MarkerState<Jet>> {
        self.view.marker(m)
    }
    fn carrier(&self, m: usize) -> Carrier {
        self.view.carrier(m)
    }
    fn modes(&self, range: &Range<usize>) -> &[Mode] {
        self.view.modes(range)
    }
    fn turns(&self, slot: usize, wrapped: f64) -> f64 {
        self.view.turns(slot, wrapped)
    }
    fn mode(&self) -> f64 {
        self.view.mode()
    }
    fn value(&self, f: FunctionId) -> Jet {
        self.view.value(f)
    }
    fn state(&self, k: usize) -> Jet {
        self.view.state(k)
    }
    fn touch(&self, place: usize) -> crate::elements::solid::Touch {
        self.view.touch(place)
    }
    fn sensor(&self, k: usize) -> f64 {
        self.view.sensor(k)
    }
    fn acceleration(&self, k: usize) -> Jet {
        self.view.acceleration(k)
    }
    fn multiplier(&self, row: usize) -> Jet {
        self.view.multiplier(row)
    }
    fn reaction(&self, c: usize, at_j: bool) -> (Vec3<Jet>, Vec3<Jet>) {
        self.reactions
            .get(c)
            .map_or_else(|| self.view.reaction(c, at_j), |r| r[usize::from(at_j)])
    }
}

impl<'a> Probe<'a> {
    /// Functions, accelerations and multipliers of `e` are those of its state; `reactions` follow from them.
    pub(super) fn new(
        e: &Equations,
        system: &'a System,
        plan: &'a Plan,
        reactions: &Reactions,
    ) -> Self {
        let mut state_rates = vec![0.0; system.extra.states.len()];
        e.state_rates_into(0.0, &mut state_rates);
        let mut probe = Self {
            system,
            plan,
            now: e.now.clone(),
            memory: e.memory.clone(),
            a: e.kkt.a.clone(),
            lambda: e.multipliers().to_vec(),
            state_rates,
            told: told_functions(system, plan),
            jets: EvaluatedState::new(system),
            reactions: Vec::new(),
        };
        probe.jets.touches.clone_from(&e.now.touches);
        probe.settle_told(reactions);
        probe
    }

    /// The modes of functions that only outputs need.
    fn settle_told(&mut self, reactions: &Reactions) {
        for &f in &self.told {
            let function = &self.system.mechanism.functions[f];
            let view = View {
                system: self.system,
                now: &self.now,
                memory: &self.memory,
                reactions: Some(reactions),
            };
            let inputs: Vec<f64> = function
                .sources
                .iter()
                .map(|s| source_value(s, self.system, &view))
                .collect();
            let rates = vec![0.0; inputs.len()];
            let mut registers = vec![0.0; function.tape.registers()];
            let modes = &mut self.memory.modes[function.modes.clone()];
            function.tape.settle(&inputs, &rates, modes, &mut registers);
        }
    }

    pub(super) fn no_direction(&self) -> Direction {
        let n = self.system.mechanism.positions;
        Direction {
            q: vec![0.0; n],
            v: vec![0.0; n],
            a: vec![0.0; n],
            lambda: vec![0.0; self.system.all_rows],
            x: vec![0.0; self.system.extra.states.len()],
            dx: vec![0.0; self.system.extra.states.len()],
            input: None,
        }
    }

    /// Puts a direction into the jets of bodies, markers, extra states and functions.
    fn place(&mut self, d: &Direction, with_velocities: bool) {
        let three = |all: &[f64], k: usize| Vec3::new(all[k], all[k + 1], all[k + 2]);
        let zero = Vec3::zeros();
        self.jets.time = jet([self.now.time, 1.0, 0.0], [0.0; 3]);
        for (b, data) in self.system.mechanism.bodies.iter().enumerate() {
            let (body, k) = (&self.now.bodies[b], data.first);
            let (a, wdot) = data.accelerations(&self.a);
            let (dv, da) = if with_velocities {
                (three(&d.v, k), three(&d.a, k))
            } else {
                (zero, zero)
            };
            let out = &mut self.jets.bodies[b];
            out.r = jets([body.r, body.v, a], [three(&d.q, k), dv, da]);
            out.v = jets([body.v, a, zero], [dv, da, zero]);
            let (phi, dw, dwdot) = match (data.turns, with_velocities) {
                (false, _) => (zero, zero, zero),
                (true, false) => (three(&d.q, k + 3), zero, zero),
                (true, true) => (three(&d.q, k + 3), three(&d.v, k + 3), three(&d.a, k + 3)),
            };
            // R' = R·ω~, R'' = R·(ω~² + ω'~), and what changes when R becomes R·(1 + φ~).
            let (W, dW, P) = (skew(&body.w), skew(&dw), skew(&phi));
            let twice = W * W + skew(&wdot);
            let value = [body.R, body.R * W, body.R * twice];
            let changed = [
                body.R * P,
                body.R * (P * W + dW),
                body.R * (P * twice + dW * W + W * dW + skew(&dwdot)),
            ];
            out.R = Mat3::from_fn(|r, c| jet(value.map(|m| m[(r, c)]), changed.map(|m| m[(r, c)])));
            out.w = jets([body.w, wdot, zero], [dw, dwdot, zero]);
        }
        for k in 0..self.system.extra.states.len() {
            let value = [self.now.states[k], self.state_rates[k], 0.0];
            self.jets.states[k] = jet(value, [d.x[k], d.dx[k], 0.0]);
        }
        self.jets.place_markers(self.system);
        self.place_loads(d);
        self.evaluate(&self.system.order.dynamic.clone(), d.input, false);
    }

    /// The multipliers and accelerations that functions of the motion look at. These count without damping, too: the bodies' jets then have
    /// no changes of velocities.
    fn place_loads(&mut self, d: &Direction) {
        let system = self.system;
        if system.order.loaded.is_empty() {
            return;
        }
        let all = self.lambda.iter().zip(&d.lambda);
        for (out, (l, dl)) in self.jets.multipliers.iter_mut().zip(all) {
            *out = jet([*l, 0.0, 0.0], [*dl, 0.0, 0.0]);
        }
        for (k, z) in system.order.fed.iter().enumerate() {
            let accelerations = |b: usize| self.accelerations_of(b, d);
            self.jets.fed[k] = measured(system, z, |b| self.jets.bodies[b], accelerations);
        }
    }

    /// Acceleration (ground) and angular acceleration (body axes) of a body.
    fn accelerations_of(&self, b: usize, d: &Direction) -> (Vec3<Jet>, Vec3<Jet>) {
        let data = &self.system.mechanism.bodies[b];
        let (a, wdot) = data.accelerations(&self.a);
        let (da, dwdot) = data.accelerations(&d.a);
        let zero = Vec3::zeros();
        let steady = |x: Vec3, dx: Vec3| jets([x, zero, zero], [dx, zero, zero]);
        (steady(a, da), steady(wdot, dwdot))
    }

    /// Computes functions; an input is a number added to one of them.
    fn evaluate(&mut self, order: &[FunctionId], input: Option<FunctionId>, reactions: bool) {
        for &f in order {
            if let Some(which) = self.system.mechanism.functions[f].algebraic_loop {
                if self.system.order.loops[which].members[0] == f {
                    let one = jet([0.0; 3], [1.0, 0.0, 0.0]);
                    let added = input.map(|f| (f, one));
                    evaluation::solve(&mut self.jets, self.system, &self.memory, which, added);
                }
                continue;
            }
            let view = JetView {
                view: View {
                    system: self.system,
                    now: &self.jets,
                    memory: &self.memory,
                    reactions: None,
                },
                reactions: if reactions { &self.reactions } else { &[] },
            };
            let mut value: Jet = self.system.mechanism.functions[f].eval(self.system, &view);
            if input == Some(f) {
                value.eps[0].re.re += 1.0;
            }
            self.jets.values[f] = value;
        }
    }

    fn view(&self) -> View<'_, Jet> {
        View {
            system: self.system,
            now: &self.jets,
            memory: &self.memory,
            reactions: None,
        }
    }

    /// What a direction changes of forces, constraints and extra states.
    pub(super) fn ask(&mut self, d: &Direction) -> Answer {
        let system = self.system;
        let mut force = vec![0.0; system.mechanism.positions];
        if self.plan.undamped {
            self.place(d, false);
            self.add_elements(&mut force);
            self.place(d, true);
        } else {
            self.place(d, true);
            self.add_elements(&mut force);
        }
        self.add_gyroscopic(d, &mut force);
        let view = self.view();
        let (mut rates, mut seconds) = (Vec::new(), Vec::new());
        let mut out = [Jet::constant(0.0); 6];
        for c in &system.constraints {
            let lambda = &self.lambda[c.first_row..c.first_row + c.rows()];
            c.coordinate_forces(&system.mechanism, &view, lambda, &mut |b, q| {
                add_change(&mut force, &system.mechanism.bodies[b], &q, 1.0);
            });
            c.rates(&system.mechanism, &view, &mut out[..c.rows()]);
            for k in 0..c.rows() {
                if system.rows.binary_search(&(c.first_row + k)).is_ok() {
                    rates.push(change(&out[k]));
                    seconds.push(rate_change(&out[k]));
                }
            }
        }
        self.add_expressions(&mut force);
        let states = system
            .extra
            .states
            .iter()
            .map(|s| match s {
                ExtraState::Diff(f) => change(&self.jets.values[*f]),
                _ => 0.0,
            })
            .collect();
        let (mut coordinates, mut outputs) = (Vec::new(), Vec::new());
        if !self.plan.coordinates.is_empty() || !self.plan.outputs.is_empty() {
            self.accelerate_markers(d);
            self.find_reactions(d);
            let told = std::mem::take(&mut self.told);
            self.evaluate(&told, d.input, true);
            self.told = told;
            let value = |f: &FunctionId| &self.jets.values[*f];
            for (_, f) in &self.plan.coordinates {
                coordinates.push([rate_change(value(f)), second_change(value(f))]);
            }
            outputs = self
                .plan
                .outputs
                .iter()
                .map(|(_, f)| change(value(f)))
                .collect();
        }
        Answer {
            force,
            rates,
            seconds,
            states,
            coordinates,
            outputs,
        }
    }

    fn add_elements(&self, force: &mut [f64]) {
        let (system, view) = (self.system, self.view());
        for element in &system.forces {
            let (f, t) = element.action(&system.mechanism, &view);
            let p = view.marker(element.i).p;
            let mut add = |carrier: Carrier, f: &Vec3<Jet>, t: &Vec3<Jet>| {
                if let Carrier::Body(b) = carrier {
                    let q = generalized(&self.jets.bodies[b as usize], &p, f, t);
                    add_change(force, &system.mechanism.bodies[b as usize], &q, 1.0);
                }
            };
            add(system.mechanism.markers[element.i].carrier, &f, &t);
            if let Some(carrier) = element.reaction {
                add(carrier, &-f, &-t);
            }
        }
        for contact in &system.solid_contacts.contacts {
            contact.forces(&system.solid_contacts, &view, |b, q| {
                add_change(force, &system.mechanism.bodies[b], &q, 1.0);
            });
        }
    }

    /// Gᵀ·λ of constraints by expressions.
    fn add_expressions(&self, force: &mut [f64]) {
        let system = self.system;
        for c in &system.constraints {
            if matches!(c.equations, Rows::Expression(_)) {
                let lambda = [self.lambda[c.first_row]];
                c.forces(&system.mechanism, &self.view(), &lambda, &mut |b, q| {
                    add_change(force, &system.mechanism.bodies[b], &q, 1.0);
                });
            }
        }
    }

    /// −ω×(J·ω)
    fn add_gyroscopic(&self, d: &Direction, force: &mut [f64]) {
        for (body, data) in self.now.bodies.iter().zip(&self.system.mechanism.bodies) {
            if data.turns {
                let k = data.first + 3;
                let dw = Vec3::new(d.v[k], d.v[k + 1], d.v[k + 2]);
                let (w, J) = (&body.w, &data.inertia);
                let moment = dw.cross(&(J * w)) + w.cross(&(J * dw));
                for c in 0..3 {
                    force[k + c] -= moment[c];
                }
            }
        }
    }

    fn accelerate_markers(&mut self, d: &Direction) {
        let system = self.system;
        let bodies = 0..system.mechanism.bodies.len();
        let accelerations: Vec<_> = bodies.map(|b| self.accelerations_of(b, d)).collect();
        for (state, marker) in self.jets.markers.iter_mut().zip(&system.mechanism.markers) {
            if let Carrier::Body(b) = marker.carrier {
                let (a, wdot) = accelerations[b as usize];
                let body = &self.jets.bodies[b as usize];
                (state.a, state.wdot) = marker.acceleration(body, &a, &wdot);
            }
        }
    }

    fn find_reactions(&mut self, d: &Direction) {
        let (system, view) = (self.system, self.view());
        let mut all = Vec::with_capacity(system.constraints.len());
        for c in &system.constraints {
            let range = c.first_row..c.first_row + c.rows();
            let (fixed, varied) = (&self.lambda[range.clone()], &d.lambda[range]);
            let lambda: Vec<Jet> = fixed
                .iter()
                .zip(varied)
                .map(|(l, dl)| jet([*l, 0.0, 0.0], [*dl, 0.0, 0.0]))
                .collect();
            // Reactions of constraints by expressions are told as not a number: assembly of their gradient in jets is left out.
            let on_body = |_: usize| [Jet::constant(f64::NAN); 6];
            all.push(
                [false, true]
                    .map(|at_j| c.reaction(&system.mechanism, &view, &lambda, at_j, on_body)),
            );
        }
        self.reactions = all;
    }
}

fn add_change(all: &mut [f64], data: &crate::mechanism::BodyData, q: &[Jet; 6], factor: f64) {
    for k in 0..data.freedoms() {
        all[data.first + k] += factor * change(&q[k]);
    }
}

/// The functions that the plan asks for and the motion does not, each after those it asks.
fn told_functions(system: &System, plan: &Plan) -> Vec<FunctionId> {
    let mut wanted = vec![false; system.mechanism.functions.len()];
    let asked = plan.outputs.iter().chain(&plan.coordinates);
    let mut open: Vec<FunctionId> = asked.map(|(_, f)| *f).collect();
    while let Some(f) = open.pop() {
        if !std::mem::replace(&mut wanted[f], true) {
            open.extend(
                system.mechanism.functions[f]
                    .sources
                    .iter()
                    .filter_map(|s| match s {
                        Source::Function(g) => Some(*g),
                        _ => None,
                    }),
            );
        }
    }
    system
        .order
        .told
        .iter()
        .copied()
        .filter(|f| wanted[*f])
        .collect()
}

/// The matrix at acceleration level with forces that look at accelerations and reactions: `[M − F_a, −(Gᵀ + F_λ); G, 0]`.
pub(super) fn with_loads(probe: &mut Probe<'_>, mut matrix: DMatrix<f64>) -> DMatrix<f64> {
    let system = probe.system;
    if system.order.loaded.is_empty() {
        return matrix;
    }
    let n = system.mechanism.positions;
    for column in 0..matrix.ncols() {
        let mut direction = probe.no_direction();
        match column.checked_sub(n) {
            None => direction.a[column] = 1.0,
            Some(kept) => direction.lambda[system.rows[kept]] = 1.0,
        }
        let force = probe.ask(&direction).force;
        for (row, f) in force.iter().enumerate() {
            matrix[(row, column)] -= f;
        }
    }
    matrix
}
