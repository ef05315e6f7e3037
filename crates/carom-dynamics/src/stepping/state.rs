//! The state of a stepped run as one array: written, set, shifted, kept and restored.
#![allow(non_snake_case)]

use super::{Reached, Stepping};
use crate::analysis::observer::RunError;
use crate::system::motion::BODY_NUMBERS;
use crate::system::{ExtraState, System};
use carom_base::Quaternion;
use carom_model::analysis::ReloadScope;
use carom_solve::{Formulation, Problem};
use std::sync::Arc;

impl System {
    /// See [`Stepping::state_names`].
    pub fn state_names(&self) -> Vec<String> {
        let bodies = self.mechanism.bodies.iter();
        let bodies = bodies.flat_map(|b| BODY_NUMBERS.iter().map(|n| format!("{}.{n}", b.label)));
        let first = 2 * self.mechanism.positions;
        let extra = (0..self.extra_states()).map(|k| self.unknown_name(first + k));
        bodies.chain(extra).collect()
    }

    /// See [`Stepping::state_len`].
    pub fn state_len(&self) -> usize {
        BODY_NUMBERS.len() * self.mechanism.bodies.len() + self.extra_states()
    }

    /// What absolute tolerances of the numbers of the state are measured by, in the order of [`Stepping::state_names`]; of the four numbers of an orientation
    /// that of an angle.
    pub fn state_sizes(&self) -> Vec<f64> {
        let crate::mechanism::scale::Scale { length, time, .. } = self.mechanism.scale;
        let numbers = |_| {
            let position = [length; 3].into_iter().chain([1.0; 4]);
            position.chain([length / time; 3]).chain([1.0 / time; 3])
        };
        let extra = self.mechanism.scale.of_unknowns(self);
        let extra = &extra[2 * self.mechanism.positions..][..self.extra_states()];
        let bodies = self.mechanism.bodies.iter().flat_map(numbers);
        bodies.chain(extra.iter().copied()).collect()
    }

    /// How many extra states belong to the state: all but the work of the forces, which comes last.
    fn extra_states(&self) -> usize {
        let states = self.extra.states.iter();
        states.filter(|s| !matches!(s, ExtraState::Work)).count()
    }
}

impl Stepping {
    /// Names of the numbers of the state: `PART/2.x` and so on for each moving part ([`BODY_NUMBERS`]), then the states of differential equations.
    pub fn state_names(&self) -> Vec<String> {
        self.system().state_names()
    }

    /// How many numbers the state has.
    pub fn state_len(&self) -> usize {
        self.system().state_len()
    }

    /// The state at the current time, in the order of [`Stepping::state_names`]; `out` has their number.
    ///
    /// # Errors
    /// When the constraints cannot be met there.
    pub fn state_into(&mut self, out: &mut [f64]) -> Result<(), RunError> {
        self.find()?;
        let e = &mut self.simulation.equations;
        e.place(self.time, &self.y);
        let (bodies, extra) = out.split_at_mut(BODY_NUMBERS.len() * e.now.bodies.len());
        for (body, out) in e
            .now
            .bodies
            .iter()
            .zip(bodies.chunks_exact_mut(BODY_NUMBERS.len()))
        {
            out[..3].copy_from_slice(&body.r.to_array());
            out[3..7].copy_from_slice(&Quaternion::from_matrix(&body.R).0);
            out[7..10].copy_from_slice(&body.v.to_array());
            out[10..].copy_from_slice(&(body.R * body.w).to_array());
        }
        extra.copy_from_slice(&e.now.states[..extra.len()]);
        Ok(())
    }

    /// The state, in a vector.
    ///
    /// # Errors
    /// As [`Stepping::state_into`].
    pub fn state(&mut self) -> Result<Vec<f64>, RunError> {
        let mut state = vec![0.0; self.state_len()];
        self.state_into(&mut state)?;
        Ok(state)
    }

    /// Puts the bodies into this state, at the current time. Quaternions are normalized, positions and velocities put on the constraints by the smallest change;
    /// contacts and branches of functions are found as at the start of an analysis. A run that was over goes on from here, if it is not at its end.
    ///
    /// # Errors
    /// When a number is not finite, a quaternion is zero, or the constraints cannot be met; then the state is the one before.
    pub fn set_state(&mut self, state: &[f64]) -> Result<(), RunError> {
        if state.len() != self.state_len() {
            let (has, n) = (state.len(), self.state_len());
            return Err(self.refuse(format!("the state has {n} numbers, not {has}")));
        }
        let names = |k: usize| self.state_names().swap_remove(k);
        if let Some(k) = state.iter().position(|x| !x.is_finite()) {
            return Err(self.refuse(format!("{} is {}", names(k), state[k])));
        }
        let count = BODY_NUMBERS.len();
        let bodies = self.simulation.equations.now.bodies.len();
        let turned = |b: usize| {
            state[count * b + 3..count * b + 7]
                .iter()
                .any(|q| *q != 0.0)
        };
        if let Some(b) = (0..bodies).find(|b| !turned(*b)) {
            return Err(self.refuse(format!("the quaternion of {} is zero", names(count * b))));
        }
        self.cut()?;
        let before = self.y.clone();
        let e = &mut self.simulation.equations;
        let charts = e.charts().to_vec();
        let system = Arc::clone(&e.system);
        let joints = system.joint_rows();
        if system.rows != joints {
            // A contact that is closed now holds nothing of the new state.
            let mut open = System::clone(&system);
            open.rows = joints;
            e.go_on_with(open);
        }
        for ((body, data), x) in e
            .now
            .bodies
            .iter_mut()
            .zip(&system.mechanism.bodies)
            .zip(state.chunks_exact(count))
        {
            body.r = [x[0], x[1], x[2]].into();
            body.v = [x[7], x[8], x[9]].into();
            if data.turns {
                body.R = Quaternion([x[3], x[4], x[5], x[6]]).normalized().matrix();
                body.w = body.R.transpose() * carom_base::Vec3::new(x[10], x[11], x[12]);
            }
        }
        let extra = &state[count * bodies..];
        e.now.states[..extra.len()].copy_from_slice(extra);
        let mut y = e.unknowns();
        if let Err(fault) = e.project(self.time, &mut y) {
            e.go_on_with(System::clone(&system));
            e.set_charts(&charts);
            e.place(self.time, &before);
            return Err(self.refuse(fault.message));
        }
        e.accept(self.time, &mut y);
        self.y = y;
        self.go_on_here()
    }

    /// The same at another time: the run goes on from there, as an analysis that starts at it.
    ///
    /// # Errors
    /// As [`Stepping::set_state`]; when the time is not finite, or not before the end.
    pub fn set_state_at(&mut self, time: f64, state: &[f64]) -> Result<(), RunError> {
        if !(time.is_finite() && time < self.end) {
            return Err(self.refuse(format!("a run cannot go on at the time {time}")));
        }
        if time != self.time {
            self.cut()?;
            (self.time, self.simulation.time) = (time, time);
            self.simulation.equations.now.time = time;
        }
        self.set_state(state)
    }

    /// The unilateral constraints that are open at the current time: their elements, gaps, and rates of the gaps.
    ///
    /// # Errors
    /// As [`Stepping::frame`].
    pub fn open_gaps(&mut self) -> Result<Vec<(String, f64, f64)>, RunError> {
        self.find()?;
        let system = Arc::clone(&self.simulation.equations.system);
        let mut dy = vec![0.0; self.y.len()];
        let e = &mut self.simulation.equations;
        let differential = system.differential();
        let mut guards = vec![carom_solve::Guard::IDLE; system.arrays.guards.len()];
        let found = e
            .derivative(self.time, &self.y[..differential], &mut dy[..differential])
            .and_then(|()| e.guards(self.time, &self.y, &dy, &mut guards));
        found.map_err(|f| self.refuse(f.message))?;
        let open = system.rigid.stops.iter().enumerate();
        let open = open.filter(|(k, _)| !system.is_closed(*k));
        Ok(open
            .map(|(_, stop)| (stop.label.clone(), guards[stop.guard]))
            .filter(|(_, gap)| gap.value.is_finite())
            .map(|(label, gap)| (label, gap.value, gap.rate))
            .collect())
    }

    /// Changes the state by a sum of changes ([`crate::tangent::Tangent::column`]); contacts that are closed stay closed.
    ///
    /// # Errors
    /// When the constraints cannot be met there; then the state is the one before.
    pub fn shift_state(&mut self, along: &[Vec<f64>], by: &[f64]) -> Result<(), RunError> {
        let now = self.state()?;
        let moved = self.moved_state(&now, along, by);
        self.cut()?;
        let e = &mut self.simulation.equations;
        let put = crate::tangent::space::put(e, self.time, &moved);
        put.map_err(|f| self.refuse(f.message))?;
        let put = self.simulation.equations.unknowns();
        self.y = put;
        self.go_on_here()
    }

    /// Goes on from the state in the arrays; a run that was over begins anew.
    fn go_on_here(&mut self) -> Result<(), RunError> {
        match self.integration.is_some() {
            true => self.set_out(),
            false if self.time < self.end => self.begin(),
            false => {
                (self.is_known, self.is_framed) = (true, false);
                Ok(())
            }
        }
    }

    /// Everything that decides how the run goes on, as bytes. The method starts anew at this time, here and where it is restored.
    ///
    /// # Errors
    /// When the constraints cannot be met at this time.
    pub fn save(&mut self) -> Result<Vec<u8>, RunError> {
        self.cut()?;
        let e = &mut self.simulation.equations;
        e.formulate(Formulation::Stabilized);
        e.renew();
        // The chart is that of the state itself, as it will be where it is restored.
        let multipliers = self.y[e.system.differential()..].to_vec();
        let mut y = e.unknowns();
        y[e.system.differential()..].copy_from_slice(&multipliers);
        self.y.clone_from(&y);
        if let Some(integration) = &mut self.integration {
            integration.renew(y);
        }
        let segment = self.integration.as_ref().map(|i| &i.segment);
        Ok(self.simulation.state(segment))
    }

    /// Stands where a run of this model was saved. Events that were not taken are dropped.
    ///
    /// # Errors
    /// When the bytes are no state of this model; then all is as it was.
    pub fn restore(&mut self, saved: &[u8]) -> Result<(), RunError> {
        let taken = self.simulation.stand(saved, ReloadScope::System);
        taken.map_err(|why| self.refuse(format!("the state cannot be restored: {why}")))?;
        self.events.clear();
        self.integration = None;
        self.time = self.simulation.time;
        if self.simulation.resumed.is_some() {
            return self.begin();
        }
        // It was saved at its end.
        self.y = self.simulation.equations.unknowns();
        (self.is_known, self.is_framed, self.is_disturbed) = (true, false, false);
        self.last_input = f64::NEG_INFINITY;
        self.over = Some(Ok(Reached::End));
        Ok(())
    }
}
