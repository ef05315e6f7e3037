//! How a motion changes with the parameters of its model: the tangent `X = ∂x/∂θ`, carried along a run.
//!
//! Between events X follows the variational equation; at events one rule holds for all kinds of them. With the guard h, the reset g, and the rates f⁻, f⁺ before
//! and behind the event, hdot = h_x·f⁻ + h_t,
//!
//! ```text
//! t'  = −(h_x·X⁻ + h_p)/hdot                               derivative of the time of the event
//! X⁺  = g_x·X⁻ + g_p + (g_x·f⁻ + g_t − f⁺)·t'              at the same fixed time on both sides
//! ```
//!
//! A change of the state is `[δr, δφ, δv, δω, δx]` of each body, δφ a small turn on body axes: no chart enters, no normalization of quaternions, and with
//! constraints the columns of X lie in their tangent space, as each step ends on the constraints of positions and of velocities (`flow`).
//!
//! The model with another value of a parameter is another model ([`Variants`]), read and assembled like the first: so each number of a model that can be
//! changed may be a parameter, whatever it moves: forces, masses, places of markers, the initial state, guards, resets.
//!
//! Source: Kong, Payne, Zhu, Johnson, Saltation Matrices: The Essential Tool for Linearizing Hybrid Dynamical Systems, Proc. IEEE 112 (2024) 585.

pub(in crate::tangent) mod column;
use crate::tangent::column::Column;
use crate::tangent::column::Moment;
use crate::tangent::column::follow;
pub(in crate::tangent) mod by_joints;
mod corners;
pub(in crate::tangent) mod event;
mod flow;
pub(crate) mod joints;
mod jump;
mod lifted;
pub(in crate::tangent) mod record;
mod reverse;
mod rows;
pub(in crate::tangent) mod run;
pub(crate) mod space;
mod state;

use crate::equations::report::Reporter;
use crate::equations::variations::{Passage, Place, place_at};
use crate::equations::{Equations, JointCoordinates};
use crate::mechanism::function::Function;
use crate::output::{EventKind, Frame};
use crate::system::System;
use by_joints::ByJoints;
use carom_solve::{Fault, Step};
pub(crate) use column::NEARER;
pub use column::{AT, CHANGE, Variants, WEIGHTS};
use corners::corners;
pub use event::EventTangent;
use flow::{At, Flow, Motion, Part, power_ends};
use joints::{by_bodies, passage, state_in_joints};
use lifted::{Lifted, model_of};
pub use reverse::{Gradient, Seeds};
pub use run::Tangent;
use state::{Change, State};

impl Tangent {
    /// Of the run that `of` is about to begin, at this time.
    ///
    /// # Errors
    /// When the model remembers what a change of its parameters would change: delays, values that sensors store. When a variant has other rows of constraints
    /// or other branches at the start.
    pub(crate) fn new(of: &Equations, variants: Vec<Variants>, error: f64) -> Result<Self, Fault> {
        refuse_memory(of)?;
        let lifted = Lifted::new(&of.system, &variants);
        let here = State::of(of);
        let columns = variants.into_iter().enumerate().map(|(k, variants)| {
            let x = started(of, &here, &variants)?;
            let x = x.widened(lifted.slopes(k));
            let size = variants.change / CHANGE;
            let variants = (!lifted.is_all(k)).then(|| variants.widened(&lifted, of));
            Ok(Column {
                is_parameter: true,
                variants,
                size,
                ..Column::of(x)
            })
        });
        let columns = columns.collect::<Result<_, Fault>>()?;
        let mut model = model_of(lifted.widen(&of.system, &of.system), of);
        follow(of, &mut model);
        Ok(Self {
            columns,
            flow: Flow::new(&model),
            by_joints: ByJoints::default(),
            reporter: Reporter::default(),
            model,
            lifted,
            jump: None,
            events: Vec::new(),
            error,
            record: None,
        })
    }

    /// A state of the run as one of the model here.
    fn widened(&self, state: State) -> State {
        state.widened(self.lifted.values())
    }

    /// A step of the run is about to become final; `joints`: its coordinates, where they are those of joints.
    pub(crate) fn step(
        &mut self,
        e: &Equations,
        joints: Option<&JointCoordinates>,
        step: &Step<'_>,
    ) -> Result<(), Fault> {
        let reached = self.inside(e, joints, step, step.t1)?;
        if let Some(record) = &mut self.record {
            record.step(e, reached.flow(), reached.parts);
        }
        match (&mut self.by_joints.now, reached.place) {
            (Some(now), Some((_, place))) => (now.place, now.x) = (place, reached.x),
            _ => {
                let each = self.columns.iter_mut().zip(reached.x);
                each.for_each(|(column, x)| column.x = x);
            }
        }
        Ok(())
    }

    /// X at a time inside of a step that is not final yet.
    fn inside(
        &mut self,
        e: &Equations,
        joints: Option<&JointCoordinates>,
        step: &Step<'_>,
        until: f64,
    ) -> Result<Reached, Fault> {
        match joints {
            Some(joints) => joints::enter(self, e, joints, (step.t0, step.y0)),
            None => joints::leave(self),
        }
        follow(e, &mut self.model);
        let (model, numbers) = (&mut self.model, self.lifted.values());
        let state = |t: f64, y: &[f64]| match joints {
            Some(joints) => state_in_joints(e, joints, t, y).widened(numbers),
            None => State::at(e, y).widened(numbers),
        };
        let (mut y, mut dy) = (vec![0.0; step.y0.len()], vec![0.0; step.y0.len()]);
        step.interpolate(until, &mut y, &mut dy);
        let ends = e.powers_act() && power_ends(model, until, &state(until, &y))?;
        // Joints with friction are no coordinates.
        let corners = match joints {
            Some(_) => Vec::new(),
            None => corners(model, &|y| state(until, y), step, until)?,
        };
        let columns = &mut self.columns[..];
        let error = self.error;
        let ends = (until, &corners[..], ends);
        if let (Some(now), Some(joints)) = (&self.by_joints.now, joints) {
            let read = |t: f64, y: &[f64]| {
                At::Joints(place_at(joints, t, y).inputs((joints, &e.memory), numbers))
            };
            let motion = Motion {
                of: e,
                step,
                read: &read,
            };
            let mut x = now.x.clone();
            let flow = &mut self.by_joints.flows[now.flow];
            // What is kept for the way back has one bound.
            flow.may_keep = self.flow.may_keep;
            let parts = flow.advance((&motion, model), ends, (columns, &mut x), error)?;
            self.flow.may_keep = flow.may_keep;
            let place = Some((now.flow, place_at(joints, until, &y)));
            return Ok(Reached { x, parts, place });
        }
        let read = |t: f64, y: &[f64]| At::Bodies(state(t, y));
        let motion = Motion {
            of: e,
            step,
            read: &read,
        };
        let mut x: Vec<Change> = columns.iter().map(|c| c.x.clone()).collect();
        let parts = self
            .flow
            .advance((&motion, model), ends, (columns, &mut x), error)?;
        Ok(Reached {
            x,
            parts,
            place: None,
        })
    }

    /// X at `until`, as changes of bodies: at the last accepted time, or inside of the step in hand.
    pub(crate) fn at(
        &mut self,
        e: &Equations,
        in_hand: Option<(Step<'_>, Option<&JointCoordinates>)>,
        until: f64,
    ) -> Result<Vec<Vec<f64>>, Fault> {
        let x = match in_hand {
            Some((step, joints)) => {
                let reached = self.inside(e, joints, &step, until)?;
                match passage_of(self, &reached) {
                    Some(passage) => {
                        let to_bodies = |x: &Change| Change(passage.to_bodies(&x.0));
                        reached.x.iter().map(to_bodies).collect()
                    }
                    None => reached.x,
                }
            }
            None => (0..self.columns.len())
                .map(|j| by_bodies(self, j))
                .collect(),
        };
        let count = self.lifted.count();
        Ok(x.into_iter().map(|x| x.narrowed(count).0).collect())
    }

    /// Adds directions in the space of initial states; each has the length of [`Tangent::column`].
    pub(crate) fn add_directions(&mut self, directions: &[Vec<f64>]) {
        joints::leave(self);
        let none = vec![0.0; self.lifted.count()];
        let columns = directions.iter().map(|x| Change(x.clone()).widened(&none));
        self.columns.extend(columns.map(Column::of));
    }

    /// Replaces the columns of initial states by sums of them, a list of factors each. Those of parameters stay.
    pub(crate) fn mix(&mut self, factors: &[Vec<f64>]) {
        joints::leave(self);
        let first = self.columns.iter().position(|c| !c.is_parameter);
        let old = self.columns.split_off(first.unwrap_or(self.columns.len()));
        for factors in factors {
            let mut x = Change::none(&self.model);
            for (column, factor) in old.iter().zip(factors) {
                x.add(&column.x, *factor);
            }
            // The work of the forces is no state: in columns that shrink its part would only grow.
            if let Some(work) = x.0.last_mut() {
                *work = 0.0;
            }
            self.columns.push(Column::of(x));
        }
        self.events.clear();
    }

    /// Number of directions: those of parameters first.
    pub fn len(&self) -> usize {
        self.columns.len()
    }

    /// None at all.
    pub fn is_empty(&self) -> bool {
        self.columns.is_empty()
    }

    /// A column of X at the last accepted time: for all bodies `δr, δφ` (three numbers for a point mass), then `δv, δω`, then the extra states.
    pub fn column(&self, j: usize) -> Vec<f64> {
        by_bodies(self, j).narrowed(self.lifted.count()).0
    }

    /// What differences between models left of the parameter's part in a column where that was largest, relative to it: the order of the differences, where the parameter moves
    /// something by more than a little of its own scale, as the frequency of a forcing does in a long run.
    pub fn left(&self, j: usize) -> f64 {
        match &self.record {
            Some(record) => record.parameters[j].left,
            None => self.columns[j].left,
        }
    }

    /// What the events so far do, in their order.
    pub fn events(&self) -> &[EventTangent] {
        &self.events
    }

    /// Derivatives of what `read` makes of a frame at (t, y), in the chart of `e`; X given. One list a column.
    pub(crate) fn of_frame(
        &mut self,
        e: &Equations,
        t: f64,
        y: &[f64],
        x: &[Vec<f64>],
        read: &dyn Fn(&Frame) -> Vec<f64>,
    ) -> Result<Vec<Vec<f64>>, Fault> {
        let here = self.widened(State::at(e, y));
        let mut all = Vec::with_capacity(x.len());
        for (j, x) in x.iter().enumerate() {
            let mut look = look_at_frame(&mut self.reporter, read);
            let column = &mut self.columns[j];
            let numbers = column.x.numbers(self.lifted.count());
            let change = (&Change(x.clone()).widened(numbers), 0.0);
            column.is_read = true;
            let moment = Moment::of(e);
            let found = column.derivative(&mut self.model, moment, (t, &here), change, &mut look);
            column.is_read = false;
            all.push(found?);
        }
        Ok(all)
    }

    /// How fast what `read` makes of a frame changes along the motion, at (t, y), in the chart of `e`.
    pub(crate) fn rates_of_frame(
        &mut self,
        e: &Equations,
        t: f64,
        y: &[f64],
        read: &dyn Fn(&Frame) -> Vec<f64>,
    ) -> Result<Vec<f64>, Fault> {
        let here = self.widened(State::at(e, y));
        follow(e, &mut self.model);
        let (_, rates) = event::rates_of(&mut self.model, t, &here)?;
        let mut motion = Column::of(Change(Vec::new()));
        let mut look = look_at_frame(&mut self.reporter, read);
        motion.derivative(
            &mut self.model,
            Moment::of(e),
            (t, &here),
            (&rates, 1.0),
            &mut look,
        )
    }
}

/// Whether forces of a model have corners: switches of functions, contacts.
pub fn has_corners(system: &System) -> bool {
    let switches = |f: &Function| f.tape.switches() > 0;
    !system.solid_contacts.contacts.is_empty() || system.mechanism.functions.iter().any(switches)
}

/// The columns of parameters, where they are.
fn of_parameters(tangent: &mut Tangent) -> &mut [Column] {
    match &mut tangent.record {
        Some(record) => &mut record.parameters,
        None => &mut tangent.columns,
    }
}

/// How much of the parameter's part in a column comes from differences that take even the smaller change over corners of forces, relative to it.
pub fn crossed(tangent: &Tangent, j: usize) -> f64 {
    let [crossed, all] = match &tangent.record {
        Some(record) => record.parameters[j].crossed,
        None => tangent.columns[j].crossed,
    };
    if crossed > 0.0 { crossed / all } else { 0.0 }
}

/// The parameters whose models nearer to the point are wanted ([`add_nearer`]).
pub(crate) fn wants_nearer(tangent: &mut Tangent) -> Vec<usize> {
    if !has_corners(&tangent.model.system) {
        return Vec::new();
    }
    let all = of_parameters(tangent).iter().enumerate();
    all.filter(|(_, c)| c.variants.is_some())
        .map(|(j, _)| j)
        .collect()
}

/// Gives a parameter models at [`AT`]·δ/[`NEARER`].
pub(crate) fn add_nearer(tangent: &mut Tangent, j: usize, models: Vec<Equations>, of: &Equations) {
    let wide = |e: Equations| model_of(tangent.lifted.widen(&e.system, &of.system), of);
    let models = models.into_iter().map(wide).collect();
    if let Some(variants) = &mut of_parameters(tangent)[j].variants {
        variants.nearer = models;
    }
}

/// X somewhere in a step.
struct Reached {
    x: Vec<Change>,
    parts: Vec<Part>,
    /// Where X is in the coordinates of joints: the number of its flow, and the place.
    place: Option<(usize, Place)>,
}

impl Reached {
    fn flow(&self) -> Option<usize> {
        self.place.as_ref().map(|(flow, _)| *flow)
    }
}

/// From the coordinates of joints to bodies, where X is in these.
fn passage_of(tangent: &Tangent, reached: &Reached) -> Option<Passage> {
    let (flow, place) = reached.place.as_ref()?;
    passage(tangent, *flow, place)
}

/// Numbers of the frame of another model, in another state.
fn look_at_frame<'a>(
    reporter: &'a mut Reporter,
    read: &'a dyn Fn(&Frame) -> Vec<f64>,
) -> impl FnMut(&mut Equations, f64, &State) -> Result<Vec<f64>, Fault> + 'a {
    move |other, t, state| {
        let mut y = state.enter(other, t);
        other.project_closely(t, &mut y)?;
        Ok(read(reporter.frame(other, t, &y)?))
    }
}

/// The change of the initial state.
fn started(of: &Equations, here: &State, variants: &Variants) -> Result<Change, Fault> {
    let mut x = Change::none(of);
    for ((at, weight), other) in AT.iter().zip(WEIGHTS).zip(&variants.models) {
        if let Some(what) = differs_at_start(of, other) {
            return Err(Fault {
                message: format!(
                    "at the start, {what} if {} changes by {:e}: there is no derivative by it",
                    variants.name,
                    at * variants.change
                ),
            });
        }
        x.add(&here.to(&State::of(other)), weight / variants.change);
    }
    Ok(x)
}

/// What holds in a model beside the point and does not in the one at it, in words. Of contacts that hold the same in many places, as the corners of a box, any choice of rows is as good.
fn differs_at_start(of: &Equations, other: &Equations) -> Option<String> {
    let holds = |e: &Equations, k: usize| e.system.is_closed(k) || e.is_held(k);
    let stops = &of.system.rigid.stops;
    if stops.len() != other.system.rigid.stops.len() {
        return Some("the contacts have other places".into());
    }
    let mut changed = (0..stops.len()).filter(|k| holds(of, *k) != holds(other, *k));
    if let Some(k) = changed.next() {
        let how = if holds(of, k) { "opens" } else { "closes" };
        return Some(format!("{} {how}", stops[k].label));
    }
    if other.memory.modes != of.memory.modes {
        return Some("other branches of functions or of friction hold".into());
    }
    let is_same = other.system.rows.len() == of.system.rows.len()
        && other.now.bodies.len() == of.now.bodies.len();
    (!is_same).then(|| "other constraints hold".into())
}

/// What the tangent does not know: the past that a model remembers beside its state.
fn refuse_memory(of: &Equations) -> Result<(), Fault> {
    let system = &of.system;
    let sensor = system.sensing.sensors.iter().find(|s| s.evaluate.is_some());
    let delay = system.order.delays.first();
    let name = sensor
        .map(|s| s.label.clone())
        .or_else(|| delay.map(|d| system.mechanism.functions[d.function].owner.clone()));
    match name {
        None => Ok(()),
        Some(name) => Err(Fault {
            message: format!(
                "{name} remembers a part of the past, which sensitivities do not know"
            ),
        }),
    }
}

/// Whether an event of this kind is a jump of the velocities.
fn jumps(kind: EventKind) -> bool {
    matches!(kind, EventKind::Impact | EventKind::Closure)
}
