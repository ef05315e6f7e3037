//! Functions are compiled, and their inputs resolved to places in the system.

use crate::assemble::builder::Builder;
use crate::assemble::builder::ElementRef;
use crate::assemble::caller::Caller;
use crate::elements::constraint::{Drive, Equations};
use crate::mechanism::function::{ForceEnd, Function, FunctionId, Source};
use crate::system::algebraic_loop::EQUATION;
use crate::system::{ExtraState, TurnCounter};
use carom_base::{Diagnostic, Dialect, Span};
use carom_expr::measure::Role;
use carom_expr::spline::{CurveTable, SplineTable};
use carom_expr::tape::Lag;
use carom_expr::{ElementForce, Expression, GenericForce, Input, Measure, Tables, Tape};
use carom_geometry::{Curve, Polyline, Polynomials, uneven_chord};
use carom_model::constraint::{Function as Written, UserFunction};
use carom_model::control::ArrayKind;
use carom_model::{Diff, MarkerId, Model, Plant, Table};
use std::collections::HashSet;
use std::sync::Arc;

/// What expressions may look up while they are compiled.
pub(super) struct ModelTables<'a>(pub &'a Model);

impl Tables for ModelTables<'_> {
    fn spline(&self, label: u32) -> Option<Arc<SplineTable>> {
        let id = self.0.splines.find(label)?;
        Some(Arc::clone(&self.0.splines[id].table))
    }
    fn curve(&self, label: u32) -> Option<Result<Arc<CurveTable>, String>> {
        let model = self.0;
        let curve = &model.curves[model.curves.find(label)?];
        if model.dialect == Dialect::MotionSolve {
            let why =
                "MotionSolve chooses the parameter of a curve through points, and does not tell it";
            return Some(Err(why.into()));
        }
        if let Some((k, length)) = uneven_chord(&curve.points) {
            let why = format!(
                "the parameter of its points is not published, and by equal steps it is another than by the lengths of the chords, that from point {} to {} being {length:.3} times the mean; give points of equal distances",
                k + 1,
                k + 2
            );
            return Some(Err(why));
        }
        let along = match curve.straight {
            true => Polyline::through(&curve.points, curve.closed).map(|c| c.polynomials()),
            false => Curve::through(&curve.points, curve.closed).map(|c| c.polynomials()),
        };
        let table = |p: Polynomials| CurveTable {
            x: p.ends,
            pieces: p.pieces,
            corners: curve.straight,
        };
        Some(along.map(|p| Arc::new(table(p))).map_err(|e| e.to_string()))
    }
    fn is_named(&self, _name: &str) -> bool {
        false
    }
}

impl Builder<'_> {
    /// Compiles a function; user-written code is refused where no routine is known to be called.
    pub(super) fn function(&mut self, owner: &str, function: &Written) -> Option<FunctionId> {
        match function {
            Written::Expression(e) => self.expression(owner, e),
            Written::User(user) => {
                if let Some(binding) = self.binding(owner) {
                    return self.bound(binding, user.span);
                }
                self.user_code(owner, user);
                None
            }
        }
    }

    pub(super) fn user_code(&mut self, owner: &str, user: &UserFunction) {
        let told = |d: &Diagnostic| d.name.ends_with("user-subroutine") && d.span == user.span;
        if self.diagnostics.raise(told) || self.diagnostics.iter().any(told) {
            return;
        }
        self.error(
            "user-code",
            user.span,
            format!("{owner} calls user-written code, which is not supported here"),
            Some("write the function as an expression"),
        );
    }

    pub(super) fn expression(&mut self, owner: &str, e: &Expression) -> Option<FunctionId> {
        if let Some(binding) = self.binding(owner) {
            return self.bound(binding, e.span());
        }
        let tape = Tape::compile(e, &ModelTables(self.model), self.diagnostics)?;
        if self.has_too_many_switches(owner, &tape, e.span()) {
            return None;
        }
        let function = Function::new(owner.to_string(), e.span(), tape);
        self.system.mechanism.functions.push(function);
        Some(self.system.mechanism.functions.len() - 1)
    }

    pub(super) fn variables_and_diffs(&mut self) {
        let model = self.model;
        for (k, v) in model.variables.iter().enumerate() {
            self.variables[k] = self.written(&v.function, Self::of_variable(v));
            self.starts
                .extend(self.variables[k].map(|f| (f, v.initial)));
            self.system.outputs.layout.variables.push(v.tag.label);
            self.system.outputs.variables.push(self.variables[k]);
        }
        let mut implicit = Vec::new();
        for (k, d) in model.diffs.iter().enumerate() {
            let label = d.tag.to_string();
            if d.implicit {
                let owner = format!("{label}{EQUATION}");
                let caller = Caller {
                    owner,
                    ..Self::of_diff(d)
                };
                let equation = self.written(&d.function, caller);
                implicit.extend(equation.map(|f| (k, d, f)));
            } else if let Some(f) = self.written(&d.function, Self::of_diff(d)) {
                self.differential(k, d, f);
            }
        }
        let looks_at = |f: FunctionId, label: u32| {
            let inputs = self.system.mechanism.functions[f].tape.inputs();
            inputs.contains(&Input::DiffRate(label))
        };
        let equations = implicit.iter().map(|(_, _, f)| *f).collect();
        let functions = self.with_variables(equations);
        let rates: Vec<bool> = implicit
            .iter()
            .map(|(_, d, _)| functions.iter().any(|f| looks_at(*f, d.tag.label)))
            .collect();
        for ((k, d, equation), has_rate) in implicit.into_iter().zip(rates) {
            let unknown = self.root_of(d.tag.to_string(), equation);
            if has_rate {
                self.starts.push((unknown, d.initial_rate));
                self.differential(k, d, unknown);
            } else {
                self.starts.push((unknown, d.initial));
                self.add_diff(k, d, (Source::Function(unknown), None));
            }
        }
    }

    /// Some functions and the variables that they look at, directly or through others.
    fn with_variables(&self, mut open: Vec<FunctionId>) -> Vec<FunctionId> {
        let mut found = Vec::new();
        while let Some(f) = open.pop() {
            if found.contains(&f) {
                continue;
            }
            found.push(f);
            for input in self.system.mechanism.functions[f].tape.inputs() {
                if let Input::Variable(label) = input
                    && let Some(id) = self.model.variables.find(*label)
                {
                    open.extend(self.variables[id.index()]);
                }
            }
        }
        found
    }

    /// The rates of states that implicit equations give without their rates, where a function asks for them: they solve
    /// the equations `0 = dF/dt`, in which the rates stand once.
    fn rates_of_algebraic_states(&mut self) {
        let mut f = 0;
        while f < self.system.mechanism.functions.len() {
            let inputs = self.system.mechanism.functions[f].tape.inputs().to_vec();
            for (k, input) in inputs.iter().enumerate() {
                if let Input::DiffRate(label) = input {
                    let span = self.system.mechanism.functions[f].tape.input_span(k);
                    self.rate_of_algebraic_state(*label, span);
                }
            }
            f += 1;
        }
    }

    fn rate_of_algebraic_state(&mut self, label: u32, span: Span) {
        let Some(id) = self.model.diffs.find(label) else {
            return;
        };
        let Some((state, None)) = self.diffs[id.index()].clone() else {
            return;
        };
        let d = &self.model.diffs[id];
        let Written::Expression(equation) = &d.function else {
            return;
        };
        let model = self.model;
        let variable = |label| match &model.variables[model.variables.find(label)?].function {
            Written::Expression(e) => Some(e.clone()),
            _ => None,
        };
        let tag = d.tag.to_string();
        let rate = match equation.time_derivative(&variable) {
            Ok(rate) => rate,
            Err(what) => {
                let message = format!(
                    "{tag} has no rate: no implicit equation looks at it, and {what} in its own has no time derivative here"
                );
                let help =
                    "its equation gives the state itself; write DIF1 into it, or ask for DIF";
                return self.error("algebraic-diff", span, message, Some(help));
            }
        };
        let owner = format!("{tag}: its rate");
        let Some(equation) = self.expression(&format!("{owner}{EQUATION}"), &rate) else {
            return;
        };
        let unknown = self.root_of(owner, equation);
        self.starts.push((unknown, d.initial_rate));
        let place = (state, Some(unknown));
        if let Some(told) = self
            .system
            .outputs
            .layout
            .diffs
            .iter()
            .position(|l| *l == label)
        {
            self.system.outputs.diffs[told] = place.clone();
        }
        self.diffs[id.index()] = Some(place);
    }

    /// A differential equation with the rate `f`: an extra state.
    fn differential(&mut self, k: usize, d: &Diff, f: FunctionId) {
        self.system.extra.states.push(ExtraState::Diff(f));
        self.system.extra.state_start.push(d.initial);
        let x = self.system.extra.states.len() - 1;
        if d.static_hold {
            self.system.extra.held.push(x);
        }
        self.add_diff(k, d, (Source::State(x), Some(f)));
    }

    fn add_diff(&mut self, k: usize, d: &Diff, place: (Source, Option<FunctionId>)) {
        self.diffs[k] = Some(place.clone());
        self.system.outputs.layout.diffs.push(d.tag.label);
        self.system.outputs.diffs.push(place);
    }

    /// An unknown that makes another function zero.
    pub(super) fn root_of(&mut self, owner: String, equation: FunctionId) -> FunctionId {
        let span = self.system.mechanism.functions[equation].span;
        let mut unknown = Function::new(owner, span, Tape::linear(&[], span));
        unknown.root_of = Some(equation);
        self.system.mechanism.functions.push(unknown);
        self.system.mechanism.functions.len() - 1
    }

    /// Resolves the inputs of all functions.
    pub(super) fn resolve(&mut self) {
        self.rates_of_algebraic_states();
        // What is delayed comes to them.
        let mut f = 0;
        while f < self.system.mechanism.functions.len() {
            let inputs = self.system.mechanism.functions[f].tape.inputs().to_vec();
            for (k, input) in inputs.iter().enumerate() {
                let span = self.system.mechanism.functions[f].tape.input_span(k);
                let source = match input {
                    Input::Delayed(number) => self.delayed(f, *number, span),
                    input => self.source_of(f, input, span),
                };
                self.system.mechanism.functions[f].sources.push(source);
            }
            f += 1;
        }
        for c in 0..self.system.constraints.len() {
            match self.system.constraints[c].equations {
                Equations::Expression(f) => self.expression_constraint(c, f),
                Equations::Sum(
                    _,
                    Drive::Displacement(f) | Drive::Velocity(f, _) | Drive::Acceleration(f, _),
                ) => self.motion_of_time(c, f),
                _ => {}
            }
        }
    }

    /// The past of what a function delays.
    fn delayed(&mut self, f: FunctionId, number: u32, span: Span) -> Source {
        let function = &self.system.mechanism.functions[f];
        let delayed = function.tape.delayed(number).clone();
        let owner = format!("{}: DELAY", function.owner);
        let tapes = match &delayed.lag {
            Lag::Constant(_) => vec![&delayed.tape],
            Lag::Varies(lag) => vec![&delayed.tape, lag],
        };
        for tape in tapes {
            if self.has_too_many_switches(&owner, tape, span) {
                return Source::Constant(0.0);
            }
        }
        let mut add = |tape| {
            let functions = &mut self.system.mechanism.functions;
            functions.push(Function::new(owner.clone(), span, tape));
            functions.len() - 1
        };
        let function = add(delayed.tape);
        let lag = match delayed.lag {
            Lag::Constant(time) => crate::mechanism::delay::Lag::Constant(time),
            Lag::Varies(tape) => crate::mechanism::delay::Lag::Varies(add(*tape)),
        };
        self.system
            .order
            .delays
            .push(crate::mechanism::delay::Delay {
                function,
                lag,
                smooths: true,
            });
        Source::Delayed {
            delay: self.system.order.delays.len() - 1,
            lag: lag.function(),
        }
    }

    fn has_too_many_switches(&mut self, owner: &str, tape: &Tape, span: Span) -> bool {
        let slots: usize = (0..tape.switches()).map(|s| tape.guard_slots(s)).sum();
        if slots > 256 {
            self.error(
                "too-many-switches",
                span,
                format!("{owner} has {slots} switches, more than 256"),
                Some("split it over several VARIABLEs"),
            );
        }
        slots > 256
    }

    /// A motion is a function of time, by itself and by what it asks.
    fn motion_of_time(&mut self, c: usize, f: FunctionId) {
        let of_time = |source: &Source| {
            matches!(
                source,
                Source::Time | Source::Constant(_) | Source::Mode | Source::Function(_)
            )
        };
        for g in self.reach(vec![f]) {
            let function = &self.system.mechanism.functions[g];
            let other = function.sources.iter().position(|s| !of_time(s));
            // A variable of itself has no value at a time.
            let span = match (other, function.root_of) {
                (Some(k), _) => function.tape.input_span(k),
                (None, Some(_)) => function.span,
                (None, None) => continue,
            };
            let motion = &self.system.constraints[c].label;
            let message = match g == f {
                true => format!("{motion} may look at TIME only"),
                false => format!(
                    "{motion} may look at TIME only, and {} looks at more",
                    function.owner
                ),
            };
            let help = "a GCON (Constraint_General) takes displacements and velocities; a force can drive towards anything";
            self.error("constraint-input", span, message, Some(help));
            return;
        }
    }

    /// A constraint by an expression looks at displacements and velocities of markers and at time; a stop at no velocities.
    fn expression_constraint(&mut self, c: usize, f: FunctionId) {
        let is_stop = self.system.rigid.stops.iter().any(|s| s.constraint == c);
        let (mut markers, mut velocities) = (Vec::new(), false);
        let function = self.system.mechanism.functions[f].clone();
        for (k, source) in function.sources.iter().enumerate() {
            match source {
                Source::Time | Source::Constant(_) => {}
                // Routines may ask for the kind of analysis.
                Source::Mode if function.tape.is_routine() => {}
                Source::Measure {
                    measure,
                    markers: m,
                    ..
                } if !measure.needs_acceleration() && (!is_stop || !measure.needs_velocity()) => {
                    markers.extend(*m);
                    velocities |= measure.needs_velocity();
                }
                _ => self.error(
                    "constraint-input",
                    function.tape.input_span(k),
                    format!(
                        "{} may look at displacements{} of markers and at TIME only",
                        function.owner,
                        if is_stop { "" } else { " and velocities" }
                    ),
                    None,
                ),
            }
        }
        let bodies = self.bodies_of(&markers);
        if bodies.len() > 8 {
            self.error(
                "constraint-bodies",
                function.span,
                format!("{} looks at more than eight parts", function.owner),
                None,
            );
        }
        self.system.constraints[c].bodies = bodies;
        if velocities {
            self.system.constraints[c].equations = Equations::Nonholonomic(f);
        }
    }

    fn marker_label(&mut self, label: u32, span: Span) -> Option<usize> {
        if let Some(&own) = self.own_markers.get(&label) {
            return Some(own);
        }
        match self.model.markers.find(label) {
            Some(id) if self.model.markers[id].floating => {
                self.error(
                    "floating-marker",
                    span,
                    format!("MARKER/{label} floats: with a force it has the place of its marker I, and neither axes nor a velocity"),
                    Some("use the I marker of the force, or for axes and velocities a marker that is fixed on a part"),
                );
                None
            }
            Some(id) => Some(self.marker(id)),
            None => {
                self.missing("MARKER", label, span);
                None
            }
        }
    }

    /// The marker at whose origin a floating marker is, where a measure looks at nothing but its origin.
    fn floating_place(
        &mut self,
        measure: Measure,
        argument: usize,
        label: Option<u32>,
    ) -> Option<usize> {
        use Measure::{DM, DX, DY, DZ, INCANG};
        let of_places = matches!(measure, DX | DY | DZ | DM | INCANG);
        if !of_places || measure.roles().get(argument) == Some(&Role::K) {
            return None;
        }
        let id = self.model.markers.find(label?)?;
        if !self.model.markers[id].floating {
            return None;
        }
        let floats = self.marker(id);
        self.system.mechanism.floating.get(&floats).copied()
    }

    fn missing(&mut self, what: &str, label: u32, span: Span) {
        self.diagnostics.push(
            Diagnostic::error(
                "missing-element",
                span,
                format!("there is no {what}/{label}"),
            )
            .label("named here"),
        );
    }

    fn axes(&mut self, label: Option<u32>, span: Span) -> Option<usize> {
        label.map_or(Some(0), |l| self.marker_label(l, span))
    }

    /// Where an input's value comes from; `None` after a diagnostic.
    pub(super) fn source(&mut self, input: &Input, span: Span) -> Option<Source> {
        Some(match input {
            Input::Time => Source::Time,
            Input::Mode => Source::Mode,
            Input::Measure { measure, markers } => self.measure(*measure, markers, span)?,
            Input::GenericForce { force, i, j, k } => {
                self.generic_force(*force, *i, *j, *k, span)?
            }
            Input::ElementForce {
                element,
                id,
                at_j,
                component,
                rm,
            } => self.element_force(*element, *id, *at_j, *component, *rm, span)?,
            Input::MultiPoint {
                id,
                at,
                component,
                rm,
            } => self.multi_point_force(*id, *at, *component, *rm, span)?,
            Input::Friction {
                id,
                quantity,
                axis,
                rm,
            } => {
                let friction = self.joint_friction(*id, span)?;
                Source::Friction {
                    friction,
                    quantity: *quantity,
                    axis: *axis,
                    rm: match rm {
                        Some(rm) => self.marker_label(*rm, span)?,
                        None => self.system.frictions[friction].j,
                    },
                }
            }
            Input::Variable(l) => match self.model.variables.find(*l) {
                Some(id) => Source::Function(self.variables[id.index()]?),
                None => return self.refuse_missing("VARIABLE", *l, span),
            },
            Input::Array(l, n) => self.array(*l, *n, span)?,
            Input::Diff(l) => match self.model.diffs.find(*l) {
                Some(id) => self.diffs[id.index()].clone()?.0,
                None => return self.refuse_missing("DIFF", *l, span),
            },
            Input::DiffRate(l) => self.diff_rate(*l, span)?,
            Input::Sensor(l) if self.own_slots.contains_key(l) => Source::Sensor(self.own_slots[l]),
            Input::Sensor(l) => match self.model.sensors.find(*l) {
                Some(id) => Source::Sensor(id.index()),
                None => return self.refuse_missing("SENSOR", *l, span),
            },
            Input::KineticEnergy(l) => self.kinetic_energy(*l, span)?,
            Input::PlantInput(l, n) => {
                let table = &self.model.plant_inputs;
                self.plant("PINPUT", table, *l, *n, span)?
            }
            Input::PlantOutput(l, n) => {
                let table = &self.model.plant_outputs;
                self.plant("POUTPUT", table, *l, *n, span)?
            }
            // Looked for with its tape.
            Input::Delayed(_) => return None,
            // The motion may not depend on it, see `refuse_statistics`.
            Input::Statistic(name) => Source::Statistic(name),
            Input::Incident(what) => {
                let name = what.name();
                let why =
                    format!("{name} is known in the normal law of a contact, and nowhere else");
                return self.refuse_input("unsupported-input", why, span);
            }
            Input::Named(name) => {
                let why = format!("{name} has no value in a model");
                return self.refuse_input("unknown-name", why, span);
            }
        })
    }

    /// A measure of markers, with its counter of turns.
    pub(super) fn measure(
        &mut self,
        measure: Measure,
        markers: &[Option<u32>; 4],
        span: Span,
    ) -> Option<Source> {
        let mut m = [0; 4];
        for (k, (slot, label)) in m.iter_mut().zip(markers).enumerate() {
            *slot = match self.floating_place(measure, k, *label) {
                Some(place) => place,
                None => self.axes(*label, span)?,
            };
        }
        let slot = measure.unwraps().then(|| {
            self.system
                .arrays
                .turns
                .push(TurnCounter::Measure(measure, m));
            self.system.arrays.turns.len() - 1
        });
        Some(Source::Measure {
            measure,
            markers: m,
            slot,
        })
    }

    /// The friction of this label among those that act.
    fn joint_friction(&mut self, id: u32, span: Span) -> Option<usize> {
        let Some(found) = self.model.frictions.find(id) else {
            self.refuse_missing("FRICTION", id, span);
            return None;
        };
        let label = self.model.frictions[found].tag.to_string();
        let mut frictions = self.system.frictions.iter();
        // If it is not there it has said why.
        frictions.position(|f| f.label == label)
    }

    /// The rate of a DIFF.
    fn diff_rate(&mut self, label: u32, span: Span) -> Option<Source> {
        let Some(id) = self.model.diffs.find(label) else {
            return self.refuse_missing("DIFF", label, span);
        };
        // Without one, the lookup has reported the reason.
        let (_, rate) = self.diffs[id.index()].clone()?;
        rate.map(Source::Function)
    }

    /// The kinetic energy of a part; ground has none.
    fn kinetic_energy(&mut self, label: u32, span: Span) -> Option<Source> {
        let Some(id) = self.model.parts.find(label) else {
            return self.refuse_missing("PART", label, span);
        };
        Some(match self.carriers.get(&id).and_then(|c| c.body()) {
            Some(b) => Source::KineticEnergy(b),
            None => Source::Constant(0.0),
        })
    }

    /// An input that no function of a model has.
    fn refuse_input(&mut self, name: &'static str, why: String, span: Span) -> Option<Source> {
        self.error(name, span, why, None);
        None
    }

    /// The variable that is entry `n` of a plant's inputs or outputs.
    fn plant(
        &mut self,
        what: &str,
        table: &Table<Plant>,
        label: u32,
        n: u32,
        span: Span,
    ) -> Option<Source> {
        let Some(id) = table.find(label) else {
            return self.refuse_missing(what, label, span);
        };
        let entry = (n as usize).checked_sub(1);
        let Some(v) = entry.and_then(|k| table[id].variables.get(k)) else {
            self.error(
                "array-entry",
                span,
                format!("{what}/{label} has no entry {n}"),
                None,
            );
            return None;
        };
        Some(Source::Function(self.variables[v.index()]?))
    }

    fn refuse_missing(&mut self, what: &str, label: u32, span: Span) -> Option<Source> {
        self.missing(what, label, span);
        None
    }

    fn array(&mut self, label: u32, n: u32, span: Span) -> Option<Source> {
        if let Some(list) = self.own_arrays.get(&label) {
            let f = list.get((n as usize).checked_sub(1)?)?;
            return Some(Source::Function(*f));
        }
        let Some(id) = self.model.arrays.find(label) else {
            return self.refuse_missing("ARRAY", label, span);
        };
        let entry = (n as usize).checked_sub(1);
        let source = match &self.model.arrays[id].kind {
            ArrayKind::Constants(values) => entry
                .and_then(|k| values.get(k))
                .map(|x| Source::Constant(*x)),
            ArrayKind::Inputs(list) => match entry.and_then(|k| list.get(k)) {
                Some(v) => Some(Source::Function(self.variables[v.index()]?)),
                None => None,
            },
            ArrayKind::States(_) | ArrayKind::Outputs(_) => self.system_array(id, entry, span),
        };
        if source.is_none() {
            self.error(
                "array-entry",
                span,
                format!("ARRAY/{label} has no entry {n}"),
                None,
            );
        }
        source
    }

    fn element_force(
        &mut self,
        element: ElementForce,
        id: u32,
        at_j: bool,
        component: u8,
        rm: Option<u32>,
        span: Span,
    ) -> Option<Source> {
        let rm = self.axes(rm, span)?;
        match self.elements.get(&(element, id)) {
            Some(&ElementRef::Force(force)) if self.has_stops(force) => {
                self.force_with_stops(force, at_j, component, rm)
            }
            Some(&ElementRef::Force(element)) => Some(Source::Applied {
                element,
                at_j,
                component,
                rm,
            }),
            Some(&ElementRef::Constraint(constraint)) => Some(Source::Reaction {
                constraint,
                at_j,
                component,
                rm,
            }),
            Some(&ElementRef::Contacts(first, count)) => {
                self.contact_force(first..first + count, at_j, component, rm, span)
            }
            // the contact itself has said why
            None if element == ElementForce::Contact && self.model.contacts.find(id).is_some() => {
                None
            }
            None => self.refuse_missing(&format!("{element:?}").to_uppercase(), id, span),
        }
    }

    /// What a multi-point force exerts on one of its markers.
    fn multi_point_force(
        &mut self,
        id: u32,
        at: u32,
        component: u8,
        rm: Option<u32>,
        span: Span,
    ) -> Option<Source> {
        use GenericForce::{FM, FX, FY, FZ, TM, TX, TY, TZ};
        let rm = self.axes(rm, span)?;
        let at_marker = self.marker_label(at, span)?;
        let Some(places) = self.multi_points.get(&id).cloned() else {
            return self.refuse_missing("NFORCE", id, span);
        };
        let forces: Vec<_> = places
            .filter_map(|k| {
                let force = &self.system.forces[k];
                match at_marker {
                    m if m == force.i => Some((k, ForceEnd::I)),
                    m if m == force.j => Some((k, ForceEnd::J)),
                    _ => None,
                }
            })
            .collect();
        if forces.is_empty() {
            let message = format!("MARKER/{at} is no marker of NFORCE/{id}");
            self.error("missing-element", span, message, None);
            return None;
        }
        let all = [FM, FX, FY, FZ, TM, TX, TY, TZ];
        Some(Source::Sum {
            forces,
            constraints: Vec::new(),
            force: *all.get(usize::from(component).checked_sub(1)?)?,
            rm,
        })
    }

    fn has_stops(&self, force: usize) -> bool {
        self.system.rigid.stops.iter().any(|s| s.element == force)
    }

    /// A component of a force that has become stops, wholly or in part: what it still exerts and their reactions.
    fn force_with_stops(
        &self,
        force: usize,
        at_j: bool,
        component: u8,
        rm: usize,
    ) -> Option<Source> {
        use GenericForce::{FM, FX, FY, FZ, TM, TX, TY, TZ};
        let all = [FM, FX, FY, FZ, TM, TX, TY, TZ];
        let end = if at_j { ForceEnd::J } else { ForceEnd::I };
        let stops = self
            .system
            .rigid
            .stops
            .iter()
            .filter(|s| s.element == force);
        Some(Source::Sum {
            forces: vec![(force, end)],
            constraints: stops
                .filter(|s| s.has_reaction || !at_j)
                .flat_map(|s| {
                    let slip = s
                        .contact_friction
                        .map(|r| self.system.rigid.contact_frictions[r].constraint);
                    std::iter::once(s.constraint).chain(slip)
                })
                .map(|c| (c, end))
                .collect(),
            force: *all.get(usize::from(component).checked_sub(1)?)?,
            rm,
        })
    }

    fn generic_force(
        &mut self,
        force: GenericForce,
        i: u32,
        j: Option<u32>,
        k: Option<u32>,
        span: Span,
    ) -> Option<Source> {
        let rm = self.axes(k, span)?;
        let find = |s: &mut Self, l: u32| -> Option<MarkerId> {
            let id = s.model.markers.find(l);
            if id.is_none() {
                s.missing("MARKER", l, span);
            }
            id
        };
        let (i, j) = (
            find(self, i)?,
            match j {
                Some(l) => Some(find(self, l)?),
                None => None,
            },
        );
        Some(self.sum_of_forces(force, i, j, rm))
    }

    /// All elements that join two markers (all at `i` when `j` is left out), with the sign of their action on `i`.
    pub(super) fn sum_of_forces(
        &mut self,
        force: GenericForce,
        i: MarkerId,
        j: Option<MarkerId>,
        rm: usize,
    ) -> Source {
        let i = self.marker(i);
        let j = j.map(|m| self.marker(m));
        let end = |a: usize, b: usize, reacts: bool| {
            if a == i && j.is_none_or(|j| j == b) {
                Some(ForceEnd::I)
            } else if reacts && b == i && j.is_none_or(|j| j == a) {
                Some(ForceEnd::J)
            } else {
                None
            }
        };
        let pick = |list: Vec<(usize, usize, bool)>| {
            list.into_iter()
                .enumerate()
                .filter_map(|(k, (a, b, reacts))| end(a, b, reacts).map(|end| (k, end)))
                .collect()
        };
        let forces = pick(
            self.system
                .forces
                .iter()
                .map(|e| (e.i, e.j, e.reaction.is_some()))
                .collect(),
        );
        let action_only: HashSet<usize> = self
            .system
            .rigid
            .stops
            .iter()
            .filter(|s| !s.has_reaction)
            .map(|s| s.constraint)
            .collect();
        let constraints = pick(
            self.system
                .constraints
                .iter()
                .enumerate()
                .map(|(k, c)| (c.i, c.j, !action_only.contains(&k)))
                .collect(),
        );
        Source::Sum {
            forces,
            constraints,
            force,
            rm,
        }
    }
}
