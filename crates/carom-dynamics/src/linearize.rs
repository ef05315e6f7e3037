//! Linearization: how small deviations from the present motion go on.
//!
//! A deviation of a body is a small displacement ρ of its centre of mass and a small rotation φ, both *on the axes of
//! the body as it moves*. In a steady motion (rest, straight travel, steady turning) the linear equations then have
//! constant coefficients, and their eigenvalues do not depend on who looks. In any other motion the coefficients are
//! those of the instant, frozen, and depend on the choice of states; a PSTATE makes this choice.
//!
//! The states are independent coordinates ξ, their rates ξ', and the extra states x. Coordinates are functions of the
//! positions that a PSTATE lists, completed by displacements and rotations of bodies; those of the bodies are chosen by
//! pivoting, so that all others follow from them as well as can be. With the rows S of the coordinates and C of the constraints,
//!
//! ```text
//! [ C ]       [ 0 ]
//! [ S ] · δ = [ ξ ]    position      C·δ' = −(C'·δ) ...  the constraints hold at their rates and accelerations, too
//! ```
//!
//! Each column of the state matrix is the exact derivative in one direction: the state is given numbers that carry the
//! derivative along the direction and twice along time (`Jet`), and the formulas of forces, constraints and functions are evaluated
//! with them, in the modes that are in force (a contact stays closed or open). So the stiffness that multipliers
//! give, gyroscopic and centrifugal terms are all there.
#![allow(non_snake_case)]
// `!(x <= limit)` is meant: what is not a number shall fail the test.
#![allow(clippy::neg_cmp_op_on_partial_ord)]

use crate::algebraic_loop;
use crate::constraint::Equations as Rows;
use crate::coordinate::generalized;
use crate::equations::{Equations, measured};
use crate::frames::Frames;
use crate::function::{FunctionId, Source, source_value};
use crate::kinematics::{Body, Carrier};
use crate::kkt::{Gamma, for_each_row};
use crate::motion::{DiscreteState, EvaluatedState, Reactions, View};
use crate::solid::{Contact, Grip};
use crate::system::{ExtraState, System};
use carom_base::space::skew;
use carom_base::{Dual, Mat3, Number, Vec3};
use carom_expr::MarkerState;
use carom_expr::tape::Mode;
use carom_model::run::{Linearization, ModeShape};
use carom_solve::Fault;
use carom_solve::eigen::eigen;
use nalgebra::{DMatrix, DVector};
use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

/// What to linearize for.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// Functions that inputs are added to, with their names.
    pub inputs: Vec<(String, FunctionId)>,
    /// Functions that are outputs, with their names.
    pub outputs: Vec<(String, FunctionId)>,
    /// Functions of positions that are coordinates, with their names.
    pub coordinates: Vec<(String, FunctionId)>,
    /// Forces are kept from depending on velocities.
    pub undamped: bool,
    /// Eigenvalues and shapes are asked for.
    pub eigenvalues: bool,
}

/// A number with its derivative along a direction of states (outermost) and twice along time.
type Jet = Dual<Dual<Dual<f64, 1>, 1>, 1>;

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
fn change(x: &Jet) -> f64 {
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
struct Direction {
    q: Vec<f64>,
    v: Vec<f64>,
    a: Vec<f64>,
    lambda: Vec<f64>,
    x: Vec<f64>,
    dx: Vec<f64>,
    input: Option<FunctionId>,
}

/// What a direction changes.
struct Answer {
    /// Forces, with those of the multipliers, as generalized forces.
    force: Vec<f64>,
    /// Φ' of the kept rows.
    rates: Vec<f64>,
    /// Φ'' of the kept rows for unchanged accelerations, if the direction has none.
    seconds: Vec<f64>,
    /// Rates of the extra states.
    states: Vec<f64>,
    /// First and second rates of the given coordinates.
    coordinates: Vec<[f64; 2]>,
    /// Outputs.
    outputs: Vec<f64>,
}

/// A state at which directions are tried.
struct Probe<'a> {
    system: &'a System,
    plan: &'a Plan,
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
    fn touch(&self, place: usize) -> crate::solid::Touch {
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
    fn new(e: &Equations, system: &'a System, plan: &'a Plan, reactions: &Reactions) -> Self {
        let mut state_rates = vec![0.0; system.states.len()];
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
            let function = &self.system.functions[f];
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

    fn no_direction(&self) -> Direction {
        let n = self.system.positions;
        Direction {
            q: vec![0.0; n],
            v: vec![0.0; n],
            a: vec![0.0; n],
            lambda: vec![0.0; self.system.all_rows],
            x: vec![0.0; self.system.states.len()],
            dx: vec![0.0; self.system.states.len()],
            input: None,
        }
    }

    /// Puts a direction into the jets of bodies, markers, extra states and functions.
    fn place(&mut self, d: &Direction, with_velocities: bool) {
        let three = |all: &[f64], k: usize| Vec3::new(all[k], all[k + 1], all[k + 2]);
        let zero = Vec3::zeros();
        self.jets.time = jet([self.now.time, 1.0, 0.0], [0.0; 3]);
        for (b, data) in self.system.bodies.iter().enumerate() {
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
        for k in 0..self.system.states.len() {
            let value = [self.now.states[k], self.state_rates[k], 0.0];
            self.jets.states[k] = jet(value, [d.x[k], d.dx[k], 0.0]);
        }
        self.jets.place_markers(self.system);
        self.place_loads(d);
        self.evaluate(&self.system.dynamic.clone(), d.input, false);
    }

    /// The multipliers and accelerations that functions of the motion look at. These count without damping, too: the bodies' jets then have
    /// no changes of velocities.
    fn place_loads(&mut self, d: &Direction) {
        let system = self.system;
        if system.loaded.is_empty() {
            return;
        }
        let all = self.lambda.iter().zip(&d.lambda);
        for (out, (l, dl)) in self.jets.multipliers.iter_mut().zip(all) {
            *out = jet([*l, 0.0, 0.0], [*dl, 0.0, 0.0]);
        }
        for (k, z) in system.fed.iter().enumerate() {
            let accelerations = |b: usize| self.accelerations_of(b, d);
            self.jets.fed[k] = measured(system, z, |b| self.jets.bodies[b], accelerations);
        }
    }

    /// Acceleration (ground) and angular acceleration (body axes) of a body.
    fn accelerations_of(&self, b: usize, d: &Direction) -> (Vec3<Jet>, Vec3<Jet>) {
        let data = &self.system.bodies[b];
        let (a, wdot) = data.accelerations(&self.a);
        let (da, dwdot) = data.accelerations(&d.a);
        let zero = Vec3::zeros();
        let steady = |x: Vec3, dx: Vec3| jets([x, zero, zero], [dx, zero, zero]);
        (steady(a, da), steady(wdot, dwdot))
    }

    /// Computes functions; an input is a number added to one of them.
    fn evaluate(&mut self, order: &[FunctionId], input: Option<FunctionId>, reactions: bool) {
        for &f in order {
            if let Some(which) = self.system.functions[f].algebraic_loop {
                if self.system.loops[which].members[0] == f {
                    let one = jet([0.0; 3], [1.0, 0.0, 0.0]);
                    let added = input.map(|f| (f, one));
                    algebraic_loop::solve(&mut self.jets, self.system, &self.memory, which, added);
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
            let mut value: Jet = self.system.functions[f].eval(self.system, &view);
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
    fn ask(&mut self, d: &Direction) -> Answer {
        let system = self.system;
        let mut force = vec![0.0; system.positions];
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
            c.coordinate_forces(system, &view, lambda, &mut |b, q| {
                add_change(&mut force, &system.bodies[b], &q, 1.0);
            });
            c.rates(system, &view, &mut out[..c.rows()]);
            for k in 0..c.rows() {
                if system.rows.binary_search(&(c.first_row + k)).is_ok() {
                    rates.push(change(&out[k]));
                    seconds.push(rate_change(&out[k]));
                }
            }
        }
        self.add_expressions(&mut force);
        let states = system
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
            let (f, t) = element.action(system, &view);
            let p = view.marker(element.i).p;
            let mut add = |carrier: Carrier, f: &Vec3<Jet>, t: &Vec3<Jet>| {
                if let Carrier::Body(b) = carrier {
                    let q = generalized(&self.jets.bodies[b as usize], &p, f, t);
                    add_change(force, &system.bodies[b as usize], &q, 1.0);
                }
            };
            add(system.markers[element.i].carrier, &f, &t);
            if let Some(carrier) = element.reaction {
                add(carrier, &-f, &-t);
            }
        }
        for contact in &system.contacts {
            contact.forces(system, &view, |b, q| {
                add_change(force, &system.bodies[b], &q, 1.0);
            });
        }
    }

    /// Gᵀ·λ of constraints by expressions.
    fn add_expressions(&self, force: &mut [f64]) {
        let system = self.system;
        for c in &system.constraints {
            if matches!(c.equations, Rows::Expression(_)) {
                let lambda = [self.lambda[c.first_row]];
                c.forces(system, &self.view(), &lambda, &mut |b, q| {
                    add_change(force, &system.bodies[b], &q, 1.0);
                });
            }
        }
    }

    /// −ω×(J·ω)
    fn add_gyroscopic(&self, d: &Direction, force: &mut [f64]) {
        for (body, data) in self.now.bodies.iter().zip(&self.system.bodies) {
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
        let bodies = 0..system.bodies.len();
        let accelerations: Vec<_> = bodies.map(|b| self.accelerations_of(b, d)).collect();
        for (state, marker) in self.jets.markers.iter_mut().zip(&system.markers) {
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
            all.push([false, true].map(|at_j| c.reaction(system, &view, &lambda, at_j, on_body)));
        }
        self.reactions = all;
    }
}

fn add_change(all: &mut [f64], data: &crate::system::BodyData, q: &[Jet; 6], factor: f64) {
    for k in 0..data.freedoms() {
        all[data.first + k] += factor * change(&q[k]);
    }
}

/// The functions that the plan asks for and the motion does not, each after those it asks.
fn told_functions(system: &System, plan: &Plan) -> Vec<FunctionId> {
    let mut wanted = vec![false; system.functions.len()];
    let asked = plan.outputs.iter().chain(&plan.coordinates);
    let mut open: Vec<FunctionId> = asked.map(|(_, f)| *f).collect();
    while let Some(f) = open.pop() {
        if !std::mem::replace(&mut wanted[f], true) {
            open.extend(system.functions[f].sources.iter().filter_map(|s| match s {
                Source::Function(g) => Some(*g),
                _ => None,
            }));
        }
    }
    system.told.iter().copied().filter(|f| wanted[*f]).collect()
}

/// The equations of a linearization in the coordinates of bodies (ρ and φ, each on body axes).
struct Reduction {
    system: Arc<System>,
    /// Orientation of each body, to turn translations.
    bodies: Vec<Body<f64>>,
    a: Vec<f64>,
    /// Numbers of the body coordinates that are states, after those of the plan.
    chosen: Vec<usize>,
    /// Factors of `[C; S]`.
    split: nalgebra::LU<f64, nalgebra::Dyn, nalgebra::Dyn>,
    /// Factors of `[M, −Gᵀ; G, 0]`.
    kkt: nalgebra::LU<f64, nalgebra::Dyn, nalgebra::Dyn>,
}

impl Reduction {
    fn freedoms(&self) -> usize {
        self.system.positions - self.system.rows.len()
    }

    /// Solves `[C; S]·δ = [c; s]`.
    fn deviation(&self, c: &[f64], s: &[f64]) -> Vec<f64> {
        let n = self.system.positions;
        let right = DVector::from_iterator(n, c.iter().chain(s).copied());
        let solution = self.split.solve(&right);
        solution.map_or_else(|| vec![f64::NAN; n], |x| x.as_slice().to_vec())
    }

    /// Translations on ground axes from those on body axes, or back.
    fn turn(&self, x: &[f64], to_ground: bool) -> Vec<f64> {
        let mut out = x.to_vec();
        for (body, data) in self.bodies.iter().zip(&self.system.bodies) {
            let k = data.first;
            let v = Vec3::new(x[k], x[k + 1], x[k + 2]);
            let v = if to_ground {
                body.R * v
            } else {
                body.R.tr_mul(&v)
            };
            out[k..k + 3].copy_from_slice(&v.to_array());
        }
        out
    }

    /// The change of the velocities (translations on ground axes) for δ and δ' on body axes: both turn with the body.
    fn velocities(&self, d: &[f64], rate: &[f64]) -> Vec<f64> {
        let mut out = rate.to_vec();
        for (body, data) in self.bodies.iter().zip(&self.system.bodies) {
            for k in (data.first..data.first + data.freedoms()).step_by(3) {
                let spin = body.w.cross(&Vec3::new(d[k], d[k + 1], d[k + 2]));
                for c in 0..3 {
                    out[k + c] += spin[c];
                }
            }
        }
        self.turn(&out, true)
    }

    /// δ'' on body axes for the change `a` of the accelerations.
    fn second_rates(&self, d: &[f64], rate: &[f64], a: &[f64]) -> Vec<f64> {
        let a = self.turn(a, false);
        let mut out = vec![0.0; a.len()];
        for (body, data) in self.bodies.iter().zip(&self.system.bodies) {
            let (_, wdot) = data.accelerations(&self.a);
            let w = &body.w;
            let at = |x: &[f64], k: usize| Vec3::new(x[k], x[k + 1], x[k + 2]);
            let k = data.first;
            let (p, v) = (at(d, k), at(rate, k));
            let second = at(&a, k) - w.cross(&v) * 2.0 - wdot.cross(&p) - w.cross(&w.cross(&p));
            out[k..k + 3].copy_from_slice(&second.to_array());
            if data.turns {
                let k = k + 3;
                let second = at(&a, k) - wdot.cross(&at(d, k)) - w.cross(&at(rate, k));
                out[k..k + 3].copy_from_slice(&second.to_array());
            }
        }
        out
    }

    /// Changes of accelerations and multipliers (kept rows).
    fn accelerations(&self, force: &[f64], seconds: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let n = self.system.positions;
        let size = n + seconds.len();
        let right = force.iter().copied().chain(seconds.iter().map(|x| -x));
        let solution = self.kkt.solve(&DVector::from_iterator(size, right));
        let all = solution.map_or_else(|| vec![f64::NAN; size], |x| x.as_slice().to_vec());
        (all[..n].to_vec(), all[n..].to_vec())
    }
}

/// What a body coordinate counts as a length.
fn lengths(system: &System) -> Vec<f64> {
    let mut length = vec![1.0; system.positions];
    for data in system.bodies.iter().filter(|b| b.turns) {
        length[data.first + 3..data.first + 6].fill(data.radius);
    }
    length
}

/// Rows of `candidates` (first `given`, all of them wanted, then any) that make a square matrix regular together with
/// `fixed`: Gram-Schmidt with pivoting. The first given row that follows from the others is the error.
fn complete(
    fixed: &DMatrix<f64>,
    given: &DMatrix<f64>,
    length: &[f64],
) -> Result<Vec<usize>, usize> {
    let n = length.len();
    let scaled = |row: &[f64]| -> Vec<f64> { row.iter().zip(length).map(|(x, l)| x / l).collect() };
    let mut basis: Vec<Vec<f64>> = Vec::new();
    let remove = |basis: &[Vec<f64>], row: &mut [f64]| {
        // Twice, against rounding.
        for _ in 0..2 {
            for q in basis {
                let d: f64 = q.iter().zip(row.iter()).map(|(a, b)| a * b).sum();
                row.iter_mut().zip(q).for_each(|(x, q)| *x -= d * q);
            }
        }
    };
    let norm = |row: &[f64]| row.iter().map(|x| x * x).sum::<f64>().sqrt();
    for (matrix, wanted) in [(fixed, false), (given, true)] {
        for r in 0..matrix.nrows() {
            let mut row = scaled(&matrix.row(r).iter().copied().collect::<Vec<f64>>());
            let before = norm(&row);
            remove(&basis, &mut row);
            let rest = norm(&row);
            // The bound of redundant constraints: less than a millionth is new.
            if wanted && !(rest > 1e-6 * before) {
                return Err(r);
            }
            row.iter_mut().for_each(|x| *x /= rest);
            basis.push(row);
        }
    }
    // A coordinate for itself, as far as it is not yet decided.
    let mut rest: Vec<Vec<f64>> = (0..n)
        .map(|k| {
            let mut row = vec![0.0; n];
            row[k] = 1.0;
            remove(&basis, &mut row);
            row
        })
        .collect();
    let mut chosen = Vec::new();
    while basis.len() < n {
        // The first one as good as any: a part in a thousand does not count, so that rounding decides nothing.
        let most = rest.iter().map(|r| norm(r)).fold(0.0, f64::max);
        let Some(k) = (0..n).find(|&k| norm(&rest[k]) >= 0.999 * most) else {
            return Err(usize::MAX);
        };
        if !(most > 1e-9) {
            return Err(usize::MAX);
        }
        let mut row = rest[k].clone();
        let length = norm(&row);
        row.iter_mut().for_each(|x| *x /= length);
        for other in &mut rest {
            remove(std::slice::from_ref(&row), other);
        }
        basis.push(row);
        chosen.push(k);
    }
    chosen.sort_unstable();
    Ok(chosen)
}

/// The coordinates at the state in the arrays of `e`, for which accelerations were computed.
fn reduce(e: &Equations, probe: &mut Probe<'_>) -> Result<Reduction, Fault> {
    let system = Arc::clone(&e.system);
    let (n, m) = (system.positions, system.rows.len());
    let mut G = DMatrix::zeros(m, n);
    for_each_row(&system, &e.view(), &mut Gamma::none(), |row, b, g| {
        let data = &system.bodies[b];
        for c in 0..data.freedoms() {
            G[(row, data.first + c)] += g[c];
        }
    });
    let mut reduction = Reduction {
        bodies: e.now.bodies.clone(),
        a: e.kkt.a.clone(),
        chosen: Vec::new(),
        split: DMatrix::zeros(0, 0).lu(),
        kkt: with_loads(probe, kkt_matrix(&system, &G)).lu(),
        system: Arc::clone(&system),
    };
    let mut C = G;
    for r in 0..m {
        let row: Vec<f64> = C.row(r).iter().copied().collect();
        for (k, x) in reduction.turn(&row, false).into_iter().enumerate() {
            C[(r, k)] = x;
        }
    }
    let given = coordinate_rows(probe, &reduction)?;
    let chosen = complete(&C, &given, &lengths(&system)).map_err(|row| {
        let message = probe.plan.coordinates.get(row).map_or_else(
            || "the degrees of freedom cannot be told apart here".to_string(),
            |(name, _)| {
                format!("{name} as a state of the linear analysis follows from the constraints and the states before it")
            },
        );
        Fault { message }
    })?;
    let mut split = DMatrix::zeros(n, n);
    split.rows_mut(0, m).copy_from(&C);
    split.rows_mut(m, given.nrows()).copy_from(&given);
    for (k, &c) in chosen.iter().enumerate() {
        split[(m + given.nrows() + k, c)] = 1.0;
    }
    reduction.split = split.lu();
    reduction.chosen = chosen;
    Ok(reduction)
}

/// The matrix at acceleration level with forces that look at accelerations and reactions: `[M − F_a, −(Gᵀ + F_λ); G, 0]`.
fn with_loads(probe: &mut Probe<'_>, mut matrix: DMatrix<f64>) -> DMatrix<f64> {
    let system = probe.system;
    if system.loaded.is_empty() {
        return matrix;
    }
    let n = system.positions;
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

/// The direction (translations on ground axes, rotations on body axes) in which a body at rest would leave its position by
/// itself, by the stiffness alone; `None` if there is none, or no derivative.
pub fn unstable_direction(e: &Equations) -> Option<Vec<f64>> {
    let system = Arc::clone(&e.system);
    if !system.frictions.is_empty() || !system.loaded.is_empty() || bristles(&system).is_some() {
        return None; // what holds by friction may rest where its stiffness alone would not let it
    }
    let plan = Plan::default();
    let mut probe = Probe::new(e, &system, &plan, &Reactions::default());
    let reduction = reduce(e, &mut probe).ok()?;
    let f = reduction.freedoms();
    let (no_rows, no_rates) = (vec![0.0; system.rows.len()], vec![0.0; f]);
    let mut a = DMatrix::zeros(f, f);
    for k in 0..f {
        let d = reduction.deviation(&no_rows, &unit(f, k));
        let column = column(&mut probe, &reduction, &[], &d, &no_rates, None, None);
        for r in 0..f {
            a[(r, k)] = column[f + r];
        }
    }
    let found = eigen(&a)?;
    // What lies on its contacts may be free to move along them: then all eigenvalues are rounding, beside those that its forces could give.
    let stops = !system.stops.is_empty();
    let pace = system.bodies.iter().map(|data| {
        let force = &e.generalized_forces()[data.first..data.first + 3];
        let largest = force.iter().fold(0.0, |m: f64, f| m.max(f.abs()));
        largest / (data.mass * system.scale.length)
    });
    let pace = pace.filter(|x| x.is_finite()).fold(0.0, f64::max);
    let size = found
        .values
        .iter()
        .map(|v| v.re.hypot(v.im))
        .fold(0.0, f64::max);
    let size = if stops { size.max(pace) } else { size };
    // ξ'' = μ·ξ with μ > 0 grows; a billionth of the largest is rounding.
    let worst = (0..f).max_by(|&i, &j| found.values[i].re.total_cmp(&found.values[j].re))?;
    if !(found.values[worst].re > 1e-9 * size) {
        return None;
    }
    let x: Vec<f64> = found.vectors[worst].iter().map(|v| v.re).collect();
    Some(reduction.turn(&reduction.deviation(&no_rows, &x), true))
}

/// The vector number `k` of `n` along the axes.
fn unit(n: usize, k: usize) -> Vec<f64> {
    let mut x = vec![0.0; n];
    x[k] = 1.0;
    x
}

/// A contact whose friction holds by bristles.
fn bristles(system: &System) -> Option<&str> {
    let sticks = |c: &&Contact| matches!(c.friction, Some(Grip::Bristles(_)));
    let found = system.contacts.iter().find(sticks)?;
    Some(&found.label)
}

/// What of a model linear analysis does not know yet, in the user's words.
pub(crate) fn unknown_to_linear(system: &System) -> Option<String> {
    // Without surfaces it rests.
    let contact_frictions = |f: &&crate::friction::Friction| !f.surfaces.is_empty();
    if let Some(friction) = system.frictions.iter().find(contact_frictions) {
        return Some(format!(
            "{} depends on the reaction of its joint, which linear analysis does not follow yet",
            friction.label
        ));
    }
    let label = bristles(system)?;
    Some(format!(
        "{label} sticks, which linear analysis does not follow yet"
    ))
}

/// Linearizes about the state in the arrays of `e`, for which accelerations and `reactions` were computed.
pub fn linearize(
    e: &Equations,
    plan: &Plan,
    reactions: &Reactions,
) -> Result<Linearization, Fault> {
    let system = Arc::clone(&e.system);
    let (n, m) = (system.positions, system.rows.len());
    let f = n - m;
    if let Some(message) = unknown_to_linear(&system) {
        return Err(Fault { message });
    }
    let mut probe = Probe::new(e, &system, plan, reactions);
    let reduction = reduce(e, &mut probe)?;

    // Columns of the states, then those of the inputs.
    let states: Vec<usize> = (0..system.states.len())
        .filter(|&k| matches!(system.states[k], ExtraState::Diff(_)))
        .collect();
    let size = 2 * f + states.len();
    let mut columns = Vec::with_capacity(size + plan.inputs.len());
    let (no_rows, no_states) = (vec![0.0; m], vec![0.0; f]);
    let still = vec![0.0; n];
    for k in 0..f {
        let d = reduction.deviation(&no_rows, &unit(f, k));
        columns.push(column(
            &mut probe, &reduction, &states, &d, &no_states, None, None,
        ));
    }
    for k in 0..f {
        columns.push(column(
            &mut probe,
            &reduction,
            &states,
            &still,
            &unit(f, k),
            None,
            None,
        ));
    }
    for &x in &states {
        columns.push(column(
            &mut probe,
            &reduction,
            &states,
            &still,
            &no_states,
            Some(x),
            None,
        ));
    }
    for (_, input) in &plan.inputs {
        columns.push(column(
            &mut probe,
            &reduction,
            &states,
            &still,
            &no_states,
            None,
            Some(*input),
        ));
    }
    if columns.iter().flatten().any(|x| !x.is_finite()) {
        return Err(Fault {
            message: "the linear equations have a number that is not finite: a function may have no derivative here, or a part no mass where nothing holds it".into(),
        });
    }
    let names = state_names(&system, plan, &reduction, &states);
    let entry = |r: usize, c: usize| columns[c][r];
    let outputs = plan.outputs.len();
    let matrix = |rows: Range<usize>, cols: Range<usize>| -> Vec<Vec<f64>> {
        rows.map(|r| cols.clone().map(|c| entry(r, c)).collect())
            .collect()
    };
    let all = size + plan.inputs.len();
    let mut result = Linearization {
        time: e.now.time,
        states: names,
        inputs: plan.inputs.iter().map(|(n, _)| n.clone()).collect(),
        outputs: plan.outputs.iter().map(|(n, _)| n.clone()).collect(),
        a: matrix(0..size, 0..size),
        b: matrix(0..size, size..all),
        c: matrix(size..size + outputs, 0..size),
        d: matrix(size..size + outputs, size..all),
        largest_velocity: largest(e.now.bodies.iter().flat_map(|b| [b.v, b.w])),
        largest_acceleration: e.kkt.a.iter().fold(0.0, |m: f64, x| m.max(x.abs())),
        ..Linearization::default()
    };
    if plan.eigenvalues {
        add_eigenvalues(&mut result, &reduction)?;
    }
    Ok(result)
}

fn largest(vectors: impl Iterator<Item = Vec3>) -> f64 {
    vectors.fold(0.0, |m, v| m.max(v.amax()))
}

fn kkt_matrix(system: &System, G: &DMatrix<f64>) -> DMatrix<f64> {
    let (m, n) = G.shape();
    let mut K = DMatrix::zeros(n + m, n + m);
    for data in &system.bodies {
        let k = data.first;
        for c in 0..3 {
            K[(k + c, k + c)] = data.mass;
        }
        if data.turns {
            for (a, b) in (0..3).flat_map(|a| (0..3).map(move |b| (a, b))) {
                K[(k + 3 + a, k + 3 + b)] = data.inertia[(a, b)];
            }
        }
    }
    K.view_mut((n, 0), (m, n)).copy_from(G);
    K.view_mut((0, n), (n, m)).copy_from(&-G.transpose());
    K
}

/// The gradients of the coordinates that the plan gives, on body axes.
fn coordinate_rows(probe: &mut Probe<'_>, reduction: &Reduction) -> Result<DMatrix<f64>, Fault> {
    let (n, given) = (probe.system.positions, &probe.plan.coordinates);
    let f = n - probe.system.rows.len();
    if given.len() > f {
        let message = format!(
            "{} states of positions are asked for, and there are {f} degrees of freedom",
            given.len()
        );
        return Err(Fault { message });
    }
    for (name, function) in given {
        if let Some(what) = more_than_positions(probe.system, *function) {
            let message = format!(
                "{name} is a state of the linear analysis and depends on {what}; it may depend on positions only, its rate is added as a state"
            );
            return Err(Fault { message });
        }
    }
    let mut rows = DMatrix::zeros(given.len(), n);
    if given.is_empty() {
        return Ok(rows);
    }
    for k in 0..n {
        let mut d = probe.no_direction();
        // The rate of a function of positions for a velocity is its gradient.
        d.v = reduction.turn(&unit(n, k), true);
        for (r, x) in probe.ask(&d).coordinates.iter().enumerate() {
            rows[(r, k)] = x[0];
        }
    }
    Ok(rows)
}

/// What a function depends on beside positions and time.
fn more_than_positions(system: &System, f: FunctionId) -> Option<&'static str> {
    system.functions[f].sources.iter().find_map(|s| match s {
        Source::Time
        | Source::Constant(_)
        | Source::Mode
        | Source::Sensor(_)
        | Source::Delayed { .. }
        | Source::Statistic(_) => None,
        Source::Acceleration(_) => Some("an acceleration"),
        Source::Measure { measure, .. } if measure.needs_acceleration() => Some("an acceleration"),
        Source::Measure { measure, .. } if measure.needs_velocity() => Some("a velocity"),
        Source::Measure { .. } => None,
        Source::Function(g) => more_than_positions(system, *g),
        Source::State(_) => Some("an extra state"),
        _ => Some("a force or an energy"),
    })
}

/// One column: rates of all states, then the outputs, for a deviation `d` on body axes, rates of the coordinates, an
/// extra state and an input.
fn column(
    probe: &mut Probe<'_>,
    reduction: &Reduction,
    states: &[usize],
    d: &[f64],
    coordinate_rates: &[f64],
    state: Option<usize>,
    input: Option<FunctionId>,
) -> Vec<f64> {
    let system = &reduction.system;
    let f = reduction.freedoms();
    let given = probe.plan.coordinates.len();
    let mut direction = probe.no_direction();
    direction.input = input;
    if let Some(x) = state {
        direction.x[x] = 1.0;
    }
    direction.q = reduction.turn(d, true);
    // With δ' = 0 constraints and coordinates have rates; δ' takes them away and adds those asked for.
    direction.v = reduction.velocities(d, &vec![0.0; d.len()]);
    let first = probe.ask(&direction);
    let c: Vec<f64> = first.rates.iter().map(|x| -x).collect();
    let mut s = coordinate_rates.to_vec();
    for (s, x) in s.iter_mut().zip(&first.coordinates) {
        *s -= x[0];
    }
    let rate = reduction.deviation(&c, &s);
    direction.v = reduction.velocities(d, &rate);
    let second = probe.ask(&direction);
    direction.dx.copy_from_slice(&second.states);
    let (a, lambda) = reduction.accelerations(&second.force, &second.seconds);
    let seconds = reduction.second_rates(d, &rate, &a);
    direction.a = a;
    for (row, l) in system.rows.iter().zip(&lambda) {
        direction.lambda[*row] = *l;
    }
    if !system.loaded.is_empty() {
        // Rates of extra states may look at them.
        direction.dx = probe.ask(&direction).states;
    }
    let last = if !system.loaded.is_empty() || given > 0 || !probe.plan.outputs.is_empty() {
        probe.ask(&direction)
    } else {
        second
    };
    let mut column = coordinate_rates.to_vec();
    column.extend(last.coordinates.iter().map(|x| x[1]));
    column.extend(reduction.chosen.iter().map(|&k| seconds[k]));
    debug_assert_eq!(column.len(), 2 * f);
    column.extend(states.iter().map(|&x| last.states[x]));
    column.extend(last.outputs);
    column
}

/// `VARIABLE/3`, `PART/2: x` (of its centre of mass, on its own axes), their rates, `DIFF/1`.
fn state_names(
    system: &System,
    plan: &Plan,
    reduction: &Reduction,
    states: &[usize],
) -> Vec<String> {
    let body = |&k: &usize| {
        let b = system.bodies.partition_point(|b| b.first <= k) - 1;
        let data = &system.bodies[b];
        let c = k - data.first;
        let what = if c < 3 { "" } else { "rotation " };
        format!("{}: {what}{}", data.label, ["x", "y", "z"][c % 3])
    };
    let coordinates: Vec<String> = plan
        .coordinates
        .iter()
        .map(|(name, _)| name.clone())
        .chain(reduction.chosen.iter().map(body))
        .collect();
    let rates = coordinates.iter().map(|c| format!("rate of {c}"));
    let extra = states
        .iter()
        .map(|x| system.unknown_name(2 * system.positions + x));
    coordinates
        .iter()
        .cloned()
        .chain(rates)
        .chain(extra)
        .collect()
}

/// Eigenvalues of the state matrix, with the shapes of the bodies.
fn add_eigenvalues(result: &mut Linearization, reduction: &Reduction) -> Result<(), Fault> {
    let size = result.a.len();
    let a = DMatrix::from_fn(size, size, |r, c| result.a[r][c]);
    let Some(e) = eigen(&a) else {
        return Err(Fault {
            message: "the eigenvalues of the state matrix could not be found".into(),
        });
    };
    let system = &reduction.system;
    let (f, length) = (reduction.freedoms(), lengths(system));
    let no_rows = vec![0.0; system.rows.len()];
    for (value, vector) in e.values.iter().zip(&e.vectors) {
        result.eigenvalues.push([value.re, value.im]);
        let part = |of: fn(&carom_solve::sparse::Complex) -> f64| {
            let x: Vec<f64> = vector[..f].iter().map(of).collect();
            reduction.deviation(&no_rows, &x)
        };
        let (mut re, mut im) = (part(|x| x.re), part(|x| x.im));
        scale_shape(&mut re, &mut im, &length);
        let (re, im) = (reduction.on_ground_axes(&re), reduction.on_ground_axes(&im));
        let bodies = system
            .bodies
            .iter()
            .map(|data| {
                let at = |c: usize| {
                    if c < data.freedoms() {
                        [re[data.first + c], im[data.first + c]]
                    } else {
                        [0.0, 0.0]
                    }
                };
                std::array::from_fn(at)
            })
            .collect();
        result.modes.push(ModeShape { bodies });
    }
    Ok(())
}

impl Reduction {
    /// Translations and rotations on ground axes from those on body axes.
    fn on_ground_axes(&self, x: &[f64]) -> Vec<f64> {
        let mut out = x.to_vec();
        for (body, data) in self.bodies.iter().zip(&self.system.bodies) {
            for k in (data.first..data.first + data.freedoms()).step_by(3) {
                let v = body.R * Vec3::new(x[k], x[k + 1], x[k + 2]);
                out[k..k + 3].copy_from_slice(&v.to_array());
            }
        }
        out
    }
}

/// The largest movement (a rotation times the radius of gyration counts as a length) becomes one, without imaginary part.
/// A mode of extra states alone moves nothing and stays at zero.
fn scale_shape(re: &mut [f64], im: &mut [f64], length: &[f64]) {
    let size = |k: usize, re: &[f64], im: &[f64]| re[k].hypot(im[k]) * length[k];
    let most = (0..re.len()).map(|k| size(k, re, im)).fold(0.0, f64::max);
    if !(most > 1e-12) {
        re.fill(0.0);
        im.fill(0.0);
        return;
    }
    let lead = (0..re.len()).find(|&k| size(k, re, im) >= most * (1.0 - 1e-6));
    let Some(k) = lead else { return };
    // Times the conjugate of the leading number over its square.
    let factor = length[k] * re[k].hypot(im[k]).powi(2);
    let (c, s) = (re[k] / factor, -im[k] / factor);
    for (x, y) in re.iter_mut().zip(im) {
        (*x, *y) = (*x * c - *y * s, *x * s + *y * c);
    }
}
