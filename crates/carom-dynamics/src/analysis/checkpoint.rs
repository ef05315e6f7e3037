//! States of a run as bytes, and runs taken up from them: SAVE, RELOAD, and checkpoints.
//!
//! A run is taken up only where nothing but its state matters: between analyses, and at the beginning of a segment of a dynamic
//! analysis. There all that methods remember for speed (pivots, Jacobians, steps before) is dropped, in every run alike,
//! so a run that was taken up goes on bit by bit like one that was never interrupted.
#![allow(non_snake_case)]

use crate::analysis::integration::segment::{Audit, Segment};
use crate::analysis::observer::{Observer, RunError};
use crate::analysis::simulation::Saved;
use crate::analysis::simulation::Simulation;
use crate::analysis::stall_detector::StallDetector;
use crate::assemble;
use crate::elements::constraint::{Drive, Equations as Rows};
use crate::equations::Equations;
use crate::equations::limits::{pack_limits, unpack_limits};
use crate::equations::{CONTACT_FRICTION_NUMBERS, IMPACT_NUMBERS};
use crate::mechanism::delay::Past;
use crate::start::agreement::dropped_beside;
use crate::system::System;
use crate::system::motion::SensorSide;
use crate::system::row_choice::Independence;
use carom_base::pack::{Packer, Unpacker};
use carom_base::{Diagnostics, Mat3};
use carom_model::Model;
use carom_model::analysis::{Command, ReloadScope, Store};
use carom_solve::drive;
use std::collections::HashMap;
use std::sync::Arc;

mod remarks;

/// The first bytes of a state: whose it is.
const NAME: &str = "carom state";
/// The order of what follows.
const VERSION: u64 = 10;

/// FNV-1a (Fowler, Noll, Vo): a number that changes with the bytes.
pub fn mixed(hash: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(hash, |h, b| {
        (h ^ u64::from(*b)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// The text of a model's dataset, in one number.
pub fn text_of(model: &Model) -> u64 {
    let source = model.parts.iter().next().map(|p| p.tag.span.source);
    let text = source.and_then(|s| model.sources.get(s));
    mixed(
        0xcbf2_9ce4_8422_2325,
        text.map_or(&[][..], |s| s.text.as_bytes()),
    )
}

impl Simulation {
    /// Everything that decides how the run goes on; with `segment`, in the middle of an analysis.
    pub(crate) fn state(&mut self, segment: Option<&Segment>) -> Vec<u8> {
        let mut p = Packer::new();
        p.text(NAME);
        p.whole(VERSION);
        p.whole(self.definition());
        p.flag(self.stale);
        p.number(self.time);
        p.whole(self.analyses as u64);
        let activity = self.model.activity();
        p.whole(activity.len() as u64);
        activity.iter().for_each(|a| p.flag(*a));
        pack_equations(&self.equations, &mut p);
        p.flag(segment.is_some());
        if let Some(segment) = segment {
            segment.pack(&mut p);
        }
        p.finish()
    }

    /// What the model is made of, in one number: its dataset and the changes since.
    fn definition(&self) -> u64 {
        let revisions = self.model.revisions.iter();
        revisions.fold(self.text, |hash, r| mixed(mixed(hash, r.as_bytes()), &[0]))
    }

    /// Where the run stands, for [`Simulation::begin_where`] of another one.
    pub fn snapshot(&mut self) -> Vec<u8> {
        self.state(None)
    }

    /// Stands and moves as a run of the same mechanism did where it was asked for a [`Simulation::snapshot`], at time 0. Its
    /// data may be others: bodies, constraints and states are to be the same. Velocities that constraints do not allow change as an impact
    /// at the constraints would change them when the first analysis begins.
    ///
    /// # Errors
    /// When the bytes are no state, or do not fit the model.
    pub fn begin_where(&mut self, snapshot: &[u8]) -> Result<(), String> {
        let mut u = Unpacker::new(snapshot);
        header(&mut u)?;
        let mut read = || {
            let (_, _, _, _) = (u.whole()?, u.flag()?, u.number()?, u.whole()?);
            for _ in 0..u.whole()? {
                u.flag()?;
            }
            Standing::unpack(&mut u)?.move_to(&mut self.equations)
        };
        read().ok_or("it does not fit this model, or is cut off")?;
        self.equations.now.time = 0.0;
        // Before time 0 there is the history of DELAY itself.
        self.equations.memory.pasts.fill(Past::default());
        // From here on it goes on like after an analysis: what is assembled next is assembled where the bodies stand.
        (self.time, self.analyses, self.stale) = (0.0, self.analyses.max(1), true);
        Ok(())
    }

    /// A state with all that the run has kept in memory beside it.
    pub(crate) fn checkpoint(&mut self, segment: Option<&Segment>) -> Vec<u8> {
        let mut p = Packer::new();
        p.raw(&self.state(segment));
        let mut buffers: Vec<(&str, &[u8])> = self
            .saved
            .iter()
            .filter_map(|(store, saved)| match (store, &saved.state) {
                (Store::Memory(name), Some(state)) => Some((name.as_str(), state.as_slice())),
                _ => None,
            })
            .collect();
        buffers.sort_unstable();
        p.whole(buffers.len() as u64);
        for (name, state) in buffers {
            p.text(name);
            p.raw(state);
        }
        remarks::pack(&self.remarks, &mut p);
        pack_limits(&self.equations, &mut p);
        p.finish()
    }

    /// Stands where [`Observer::checkpoint`] was told the state, after the commands `before` of the run. The command that
    /// was being carried out then is to be executed again: it goes on.
    ///
    /// # Errors
    /// When the bytes are not a state of this model and version.
    pub fn resume(&mut self, checkpoint: &[u8], before: &[Command]) -> Result<(), String> {
        let cut_off = || "it is cut off".to_string();
        let mut u = Unpacker::new(checkpoint);
        let state = u.raw().ok_or_else(cut_off)?;
        let count = u.whole().ok_or_else(cut_off)?;
        let mut buffers = HashMap::new();
        for _ in 0..count {
            let (name, bytes) = u.text().zip(u.raw()).ok_or_else(cut_off)?;
            buffers.insert(name, bytes.to_vec());
        }
        self.remarks = remarks::unpack(&mut u).ok_or_else(cut_off)?;
        for command in before {
            match command {
                Command::Control { .. } => {
                    let why = "what the routine of CONTROL has changed before it is not kept";
                    return Err(why.into());
                }
                Command::SetActive { .. } | Command::Revise { .. } => self.change(command),
                Command::Integrator(settings, _) => self.settings = settings.clone(),
                Command::Equilibrium(settings, _) => self.statics = settings.clone(),
                Command::Save { to, .. } => {
                    let state = match to {
                        Store::Memory(name) => buffers.get(name.as_str()).cloned(),
                        Store::File(_) => None,
                    };
                    let model = self.model.clone();
                    self.saved.insert(to.clone(), Saved { state, model });
                }
                Command::Reload { from, scope, .. } => self.take_back(from, *scope),
                _ => {}
            }
        }
        self.stand(state, ReloadScope::System)?;
        unpack_limits(&mut self.equations, &mut u).ok_or_else(cut_off)
    }

    /// The model as it was when a state was saved.
    fn take_back(&mut self, from: &Store, scope: ReloadScope) {
        if let (ReloadScope::System, Some(saved)) = (scope, self.saved.get(from)) {
            self.model = saved.model.clone();
        }
    }

    /// SAVE.
    pub(crate) fn save(&mut self, to: &Store, observer: &mut dyn Observer) -> Result<(), RunError> {
        self.reassemble()?;
        let state = self.state(None);
        if let Store::File(name) = to {
            observer
                .save(name, &state)
                .map_err(|why| self.refuse(format!("{to} cannot be written: {why}")))?;
        }
        let saved = Saved {
            state: Some(state),
            model: self.model.clone(),
        };
        self.saved.insert(to.clone(), saved);
        Ok(())
    }

    /// RELOAD.
    pub(crate) fn reload(
        &mut self,
        from: &Store,
        scope: ReloadScope,
        observer: &mut dyn Observer,
    ) -> Result<(), RunError> {
        let kept = self.saved.get(from).and_then(|s| s.state.clone());
        let state = match (kept, from) {
            (Some(state), _) => Ok(state),
            (None, Store::File(name)) => observer.load(name),
            (None, Store::Memory(_)) => Err("nothing was saved in it".into()),
        };
        self.take_back(from, scope);
        state
            .and_then(|state| self.stand(&state, scope))
            .map_err(|why| self.refuse(format!("{from} cannot be reloaded: {why}")))
    }

    /// Takes a state. With [`ReloadScope::System`] it must be one of the current model, and elements work and rest as they did.
    pub(crate) fn stand(&mut self, state: &[u8], scope: ReloadScope) -> Result<(), String> {
        let mut u = Unpacker::new(state);
        header(&mut u)?;
        self.pending_events.clear();
        self.unpack(&mut u, scope)?
            .ok_or_else(|| "it does not fit this model, or is cut off".to_string())
    }

    fn unpack(&mut self, u: &mut Unpacker<'_>, scope: ReloadScope) -> Result<Option<()>, String> {
        let Some((definition, was_stale)) = u.whole().zip(u.flag()) else {
            return Ok(None);
        };
        if scope == ReloadScope::System && definition != self.definition() {
            return Err(
                "it is about another model, or about this one with other data; RELOAD/STATES takes time and state only"
                    .into(),
            );
        }
        let mut read = || {
            let (time, analyses) = u.number().zip(u.whole())?;
            let count = u.whole()?;
            let activity: Option<Vec<bool>> = (0..count).map(|_| u.flag()).collect();
            let equations = Standing::unpack(u)?;
            let segment = match u.flag()? {
                true => Some(Segment::unpack(u)?),
                false => None,
            };
            u.is_empty()
                .then_some((time, analyses, activity?, equations, segment))
        };
        let Some((time, analyses, activity, standing, segment)) = read() else {
            return Ok(None);
        };
        if scope == ReloadScope::System {
            if activity.len() != self.model.activity().len() {
                return Ok(None);
            }
            self.model.set_activity(&activity);
        }
        let mut diagnostics = Diagnostics::default();
        let assembled = assemble::assemble(&self.model, &mut diagnostics);
        let Some(system) =
            assembled.filter(|s| s.outputs.layout == self.equations.system.outputs.layout)
        else {
            return Ok(None);
        };
        if scope == ReloadScope::System || definition == self.definition() {
            // The very system: it stands there bit by bit.
            if let Some(equations) = standing.stand(system.clone(), segment.as_ref()) {
                self.equations = equations;
                self.stale = was_stale;
                (self.time, self.analyses) = (time, analyses as usize);
                self.resumed = segment;
                return Ok(Some(()));
            }
        }
        if scope == ReloadScope::System {
            return Ok(None);
        }
        // Another one: it is assembled where the bodies stand when the next analysis begins.
        if standing.move_to(&mut self.equations).is_none() {
            if definition != self.definition() {
                return Err(OTHER_STATES.into());
            }
            let Some(as_it_was) = with_activity(&self.model, &activity, &standing) else {
                return Ok(None);
            };
            self.equations = as_it_was;
        }
        self.equations.now.time = time;
        (self.time, self.analyses, self.stale) = (time, analyses as usize, true);
        Ok(Some(()))
    }
}

/// The equations of a model where other elements rest, standing as it is kept; `None` if that does not fit.
fn with_activity(model: &Model, activity: &[bool], standing: &Standing) -> Option<Equations> {
    let mut model = model.clone();
    model.set_activity(activity);
    let system = assemble::assemble(&model, &mut Diagnostics::default())?;
    standing.stand(system, None)
}

/// Why RELOAD/STATES cannot take a state.
const OTHER_STATES: &str = "it is about another model, or about this one with data that make its state one of other numbers; \
                            RELOAD/SYSTEM without STATES takes back data that commands of this run have changed";

/// The first words of a state: whose it is, and which form.
fn header(u: &mut Unpacker<'_>) -> Result<(), String> {
    if u.text() != Some(NAME) {
        return Err(
            "the file is no saved state of Carom; those of other programs are not read".into(),
        );
    }
    match u.whole() {
        Some(VERSION) => Ok(()),
        Some(other) => Err(format!(
            "it has version {other} of the format; this Carom reads version {VERSION}"
        )),
        None => Err("the file is cut off".into()),
    }
}

/// Constants of driven sums and of gears: those of racks and gears are found when they mesh.
fn constants(system: &mut System) -> Vec<&mut f64> {
    let list = system.constraints.iter_mut().map(|c| &mut c.equations);
    list.filter_map(|e| match e {
        Rows::Sum(_, Drive::Constant(at)) => Some(at),
        Rows::Gear(gear) => Some(&mut gear.start),
        _ => None,
    })
    .collect()
}

fn pack_matrix(m: &Mat3, p: &mut Packer) {
    m.iter().for_each(|x| p.number(*x));
}

fn pack_equations(e: &Equations, p: &mut Packer) {
    let system = &e.system;
    KeptRows::of(system).pack(p);
    let mut copy = System::clone(system);
    let at: Vec<f64> = constants(&mut copy).into_iter().map(|x| *x).collect();
    p.numbers(&at);
    p.numbers(&system.extra.state_start);
    p.whole(e.now.bodies.len() as u64);
    for (body, chart) in e.now.bodies.iter().zip(e.charts()) {
        body.r.iter().for_each(|x| p.number(*x));
        pack_matrix(&body.R, p);
        body.v.iter().for_each(|x| p.number(*x));
        body.w.iter().for_each(|x| p.number(*x));
        pack_matrix(chart, p);
    }
    p.numbers(&e.now.states);
    p.number(e.now.time);
    let memory = &e.memory;
    p.whole(memory.modes.len() as u64);
    memory.modes.iter().for_each(|m| p.whole(*m as u32 as u64));
    p.numbers(&memory.turns);
    p.numbers(&memory.sensors);
    p.whole(memory.sides.len() as u64);
    memory.sides.iter().for_each(|s| p.whole(*s as u64));
    p.number(memory.mode);
    p.numbers(&memory.impacts);
    p.numbers(&memory.contact_frictions);
    p.numbers(&memory.anchors);
    p.numbers(&memory.loops);
    p.whole(memory.pasts.len() as u64);
    memory.pasts.iter().for_each(|past| past.pack(p));
    p.flag(e.event.sensor_actions.halt);
}

/// A body with the chart of its orientation, as it is kept.
struct KeptBody {
    r: [f64; 3],
    R: [f64; 9],
    v: [f64; 3],
    w: [f64; 3],
    chart: [f64; 9],
}

/// The rows that are kept, the constraints whose points are held along the axes of marker J, and how independent the rows were found.
struct KeptRows {
    rows: Vec<usize>,
    turned: Vec<usize>,
    independence: Option<Independence>,
}

impl KeptRows {
    fn of(system: &System) -> Self {
        let all = system.constraints.iter().enumerate();
        let turned = all.filter(|(_, c)| c.holds_point_along_j());
        Self {
            rows: system.rows.clone(),
            turned: turned.map(|(k, _)| k).collect(),
            independence: system.left_out.independence,
        }
    }

    fn pack(&self, p: &mut Packer) {
        for numbers in [&self.rows, &self.turned] {
            p.whole(numbers.len() as u64);
            numbers.iter().for_each(|k| p.whole(*k as u64));
        }
        let (kind, independence) = match self.independence {
            None => (0, 0.0),
            Some(Independence::Share(x)) => (1, x),
            Some(Independence::Sigma(x)) => (2, x),
        };
        p.whole(kind);
        p.number(independence);
    }

    fn unpack(u: &mut Unpacker<'_>) -> Option<Self> {
        let numbers = |u: &mut Unpacker<'_>| -> Option<Vec<usize>> {
            let count = u.whole()?;
            (0..count).map(|_| Some(u.whole()? as usize)).collect()
        };
        Some(Self {
            rows: numbers(u)?,
            turned: numbers(u)?,
            independence: match (u.whole()?, u.number()?) {
                (1, x) => Some(Independence::Share(x)),
                (2, x) => Some(Independence::Sigma(x)),
                _ => None,
            },
        })
    }

    /// Whether they are of such a system.
    fn fit(&self, system: &System) -> bool {
        let ascending = self.rows.windows(2).all(|w| w[0] < w[1]);
        let constraints = system.constraints.len();
        ascending
            && self.rows.last().is_none_or(|r| *r < system.all_rows)
            && self.turned.iter().all(|k| *k < constraints)
    }

    /// Makes a system keep them.
    fn keep_in(&self, system: &mut System) {
        for k in &self.turned {
            system.constraints[*k].turn_point();
        }
        let left_out = |r: &&usize| self.rows.binary_search(r).is_err();
        let joint_rows = system.joint_rows();
        let names = joint_rows.iter().filter(left_out);
        system.left_out.redundant = names.map(|r| system.row_name(*r)).collect();
        system.rows.clone_from(&self.rows);
        system.left_out.independence = self.independence;
    }
}

/// Equations as they are kept.
struct Standing {
    rows: KeptRows,
    constants: Vec<f64>,
    state_start: Vec<f64>,
    bodies: Vec<KeptBody>,
    states: Vec<f64>,
    time: f64,
    modes: Vec<i32>,
    turns: Vec<f64>,
    sensors: Vec<f64>,
    sides: Vec<SensorSide>,
    mode: f64,
    impacts: Vec<f64>,
    contact_frictions: Vec<f64>,
    anchors: Vec<f64>,
    loops: Vec<f64>,
    pasts: Vec<Past>,
    halt: bool,
}

impl Standing {
    fn unpack(u: &mut Unpacker<'_>) -> Option<Self> {
        fn array<const N: usize>(u: &mut Unpacker<'_>) -> Option<[f64; N]> {
            let mut list = [0.0; N];
            for x in &mut list {
                *x = u.number()?;
            }
            Some(list)
        }
        let rows = KeptRows::unpack(u)?;
        let (constants, state_start) = (u.numbers()?, u.numbers()?);
        let count = u.whole()?;
        let mut body = || {
            Some(KeptBody {
                r: array(u)?,
                R: array(u)?,
                v: array(u)?,
                w: array(u)?,
                chart: array(u)?,
            })
        };
        let bodies: Option<Vec<KeptBody>> = (0..count).map(|_| body()).collect();
        let (states, time) = (u.numbers()?, u.number()?);
        let count = u.whole()?;
        let modes: Option<Vec<i32>> = (0..count).map(|_| Some(u.whole()? as u32 as i32)).collect();
        Some(Self {
            rows,
            constants,
            state_start,
            bodies: bodies?,
            states,
            time,
            modes: modes?,
            turns: u.numbers()?,
            sensors: u.numbers()?,
            sides: {
                let count = u.whole()?;
                let side = |_| SensorSide::ALL.get(u.whole()? as usize).copied();
                (0..count).map(side).collect::<Option<_>>()?
            },
            mode: u.number()?,
            impacts: u.numbers()?,
            contact_frictions: u.numbers()?,
            anchors: u.numbers()?,
            loops: u.numbers()?,
            pasts: {
                let count = u.whole()?;
                (0..count).map(|_| Past::unpack(u)).collect::<Option<_>>()?
            },
            halt: u.flag()?,
        })
    }

    /// The equations of a system, standing and remembering what is kept; `None` if it does not fit.
    fn stand(&self, mut system: System, segment: Option<&Segment>) -> Option<Equations> {
        let fits = self.rows.fit(&system)
            && self.state_start.len() == system.extra.state_start.len()
            && self.states.len() == system.extra.states.len()
            && self.modes.len() == system.arrays.modes
            && self.turns.len() == system.arrays.turns.len()
            && self.sensors.len() == system.sensing.sensor_slots
            && self.sides.len() == system.sensing.sensor_slots
            && self.impacts.len() == IMPACT_NUMBERS * system.rigid.stops.len()
            && self.contact_frictions.len()
                == CONTACT_FRICTION_NUMBERS * system.rigid.contact_frictions.len()
            && self.anchors.len() == 3 * system.solid_contacts.places.len()
            && self.loops.len() == loop_unknowns(&system)
            && self.pasts.len() == system.order.delays.len()
            && self.bodies.len() == system.mechanism.bodies.len();
        let mut places = constants(&mut system);
        if !fits || places.len() != self.constants.len() {
            return None;
        }
        for (place, x) in places.iter_mut().zip(&self.constants) {
            **place = *x;
        }
        system.extra.state_start.copy_from_slice(&self.state_start);
        let joint_rows = system.joint_rows();
        self.rows.keep_in(&mut system);
        let mut e = Equations::new(Arc::new(system));
        if segment.is_some_and(|segment| segment.y.len() != e.system.dimension()) {
            return None;
        }
        e.now.time = self.time;
        for (body, kept) in e.now.bodies.iter_mut().zip(&self.bodies) {
            body.r = kept.r.into();
            body.R = Mat3::from_column_slice(&kept.R);
            body.v = kept.v.into();
            body.w = kept.w.into();
        }
        let charts: Vec<Mat3> = self
            .bodies
            .iter()
            .map(|b| Mat3::from_column_slice(&b.chart))
            .collect();
        e.set_charts(&charts);
        e.now.states.copy_from_slice(&self.states);
        e.memory.modes.clone_from(&self.modes);
        e.memory.turns.clone_from(&self.turns);
        e.memory.sensors.clone_from(&self.sensors);
        e.memory.sides.clone_from(&self.sides);
        e.memory.mode = self.mode;
        e.memory.impacts.clone_from(&self.impacts);
        e.memory
            .contact_frictions
            .clone_from(&self.contact_frictions);
        e.memory.anchors.clone_from(&self.anchors);
        e.memory.loops.clone_from(&self.loops);
        e.memory.pasts.clone_from(&self.pasts);
        e.event.sensor_actions.halt = self.halt;
        if segment.is_some() {
            e.renew();
        }
        let system = Arc::clone(&e.system);
        e.now.place_markers(&system);
        if !system.left_out.redundant.is_empty() {
            let dropped = dropped_beside(&e, joint_rows);
            Arc::make_mut(&mut e.system).left_out.dropped = dropped;
        }
        Some(e)
    }

    /// Moves bodies and extra states of equations of another system where they are kept; `None` if it does not fit.
    fn move_to(&self, e: &mut Equations) -> Option<()> {
        let fits = self.bodies.len() == e.now.bodies.len()
            && self.states.len() == e.now.states.len()
            && self.sensors.len() == e.memory.sensors.len()
            && self.turns.len() == e.memory.turns.len()
            && self.loops.len() == e.memory.loops.len()
            && self.pasts.len() == e.memory.pasts.len();
        if !fits {
            return None;
        }
        for (body, kept) in e.now.bodies.iter_mut().zip(&self.bodies) {
            body.r = kept.r.into();
            body.R = Mat3::from_column_slice(&kept.R);
            body.v = kept.v.into();
            body.w = kept.w.into();
        }
        e.now.states.copy_from_slice(&self.states);
        e.memory.sensors.clone_from(&self.sensors);
        e.memory.sides.clone_from(&self.sides);
        e.memory.turns.clone_from(&self.turns);
        e.memory.loops.clone_from(&self.loops);
        e.memory.pasts.clone_from(&self.pasts);
        let system = Arc::clone(&e.system);
        e.now.place_markers(&system);
        Some(())
    }
}

/// Number of unknowns of all circles of functions.
fn loop_unknowns(system: &System) -> usize {
    system
        .order
        .loops
        .iter()
        .map(crate::system::algebraic_loop::AlgebraicLoop::len)
        .sum()
}

impl Segment {
    fn pack(&self, p: &mut Packer) {
        p.numbers(&self.y);
        p.optional(self.length);
        p.number(self.h_max);
        p.numbers(&self.outputs);
        p.number(self.started);
        for x in [self.audit.start, self.audit.now].concat() {
            p.number(x);
        }
        p.number(self.audit.scale);
        p.whole(self.pace.steps);
        self.pace.marks.iter().for_each(|t| p.number(*t));
        p.flag(self.pace.crawls);
        self.counts.list().iter().for_each(|n| p.whole(*n));
        let times: Vec<f64> = self.changes.iter().map(|(t, _)| *t).collect();
        p.numbers(&times);
        self.changes
            .iter()
            .for_each(|(_, implicit)| p.flag(*implicit));
        p.whole(self.sampled_of.len() as u64);
        self.sampled_of.iter().for_each(|name| p.text(name));
    }

    fn unpack(u: &mut Unpacker<'_>) -> Option<Self> {
        let (y, length, h_max) = (u.numbers()?, u.optional()?, u.number()?);
        let (outputs, started) = (u.numbers()?, u.number()?);
        let audit = Audit {
            start: [u.number()?, u.number()?],
            now: [u.number()?, u.number()?],
            scale: u.number()?,
        };
        let mut pace = StallDetector {
            steps: u.whole()?,
            ..StallDetector::default()
        };
        for t in &mut pace.marks {
            *t = u.number()?;
        }
        pace.crawls = u.flag()?;
        let mut counts = [0; 20];
        for n in &mut counts {
            *n = u.whole()?;
        }
        let mut changes = Vec::new();
        for t in u.numbers()? {
            changes.push((t, u.flag()?));
        }
        Some(Self {
            y,
            length,
            h_max,
            outputs,
            started,
            audit,
            pace,
            counts: drive::Statistics::from_list(counts),
            sampled_of: {
                let count = u.whole()?;
                let names = (0..count).map(|_| u.text().map(str::to_owned));
                names.collect::<Option<_>>()?
            },
            changes,
        })
    }
}
