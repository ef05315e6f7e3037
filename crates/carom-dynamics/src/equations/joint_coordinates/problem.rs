//! What an explicit method asks of a mechanism in the coordinates of its joints.

use super::contacts::{self, ByJoints};
use super::{JointCoordinates, Leaving, MOST_TURN};
use crate::equations::Equations;
use crate::equations::contact_friction::last_of_a_slip;
use crate::equations::formulation::rotation_between;
use crate::equations::problem::{accepted, guards_along, remember, share_of_tolerance};
use crate::equations::swept::Placing;
use crate::equations::switching::turn_at_start;
use crate::mechanism::kinematics::{Body, chart_rate};
use carom_base::{Interval, Vec3};
use carom_solve::sparse::{Matrix, Pattern};
use carom_solve::{
    Fault, Guard, GuardRange, InForce, Jump, Part, Problem, Response, Slipping, Step,
};

/// Equations in the coordinates of the joints.
pub(crate) struct InJoints<'a> {
    /// Both.
    pub parts: Parts<'a>,
}

/// The equations, and the coordinates that they are in.
pub(crate) struct Parts<'a> {
    /// The equations.
    pub equations: &'a mut Equations,
    /// The coordinates.
    pub joints: &'a mut JointCoordinates,
}

/// These equations in these coordinates.
pub(crate) fn in_joints<'a>(
    equations: &'a mut Equations,
    joints: &'a mut JointCoordinates,
) -> InJoints<'a> {
    InJoints {
        parts: Parts { equations, joints },
    }
}

impl Problem for InJoints<'_> {
    fn dimension(&self) -> usize {
        self.parts.joints.differential(self.parts.equations)
    }

    fn differential(&self) -> usize {
        self.dimension()
    }

    fn positions(&self) -> usize {
        self.parts.joints.tree.count
    }

    fn mass(&self) -> &Matrix {
        &self.parts.joints.shape.0
    }

    fn pattern(&self) -> &Pattern {
        &self.parts.joints.shape.1
    }

    fn jacobian(&mut self, _t: f64, _y: &[f64], _values: &mut [f64]) -> Result<(), Fault> {
        Err(Fault {
            message: "implicit methods go by absolute coordinates".into(),
        })
    }

    fn declines_implicit(&mut self) -> bool {
        self.parts.joints.leaves = Some(Leaving::Stiff);
        true
    }

    fn hands_over(&self) -> bool {
        self.parts.joints.leaves.is_some()
    }

    fn index(&self) -> &[u8] {
        &self.parts.joints.index
    }

    fn weights(&self, y: &[f64], rtol: f64, atol: f64, w: &mut [f64]) {
        let share = share_of_tolerance(self.parts.equations);
        self.parts
            .joints
            .lengths_of_vectors(self.parts.equations, y, |unknowns, length, size| {
                w[unknowns].fill(share * (atol * size + rtol * length));
            });
    }

    fn magnitudes(&self, y: &[f64], out: &mut [f64]) {
        self.parts
            .joints
            .lengths_of_vectors(self.parts.equations, y, |unknowns, length, _| {
                let part = length / (unknowns.len() as f64).sqrt();
                out[unknowns].fill(part);
            });
    }

    fn time_scale(&self) -> f64 {
        self.parts.equations.time_scale()
    }

    fn derivative(&mut self, t: f64, y: &[f64], dy: &mut [f64]) -> Result<(), Fault> {
        self.parts.joints.derivative(self.parts.equations, t, y, dy)
    }

    fn project(&mut self, t: f64, y: &mut [f64]) -> Result<(), Fault> {
        self.parts.joints.project(self.parts.equations, t, y)
    }

    fn accept(&mut self, t: f64, y: &mut [f64]) {
        self.parts.equations.watching.watch.accept(t);
        self.parts.joints.accept(self.parts.equations, t, y);
        accepted(self.parts.equations, t);
        remember(self.parts.equations);
    }

    fn accept_rates(&mut self, _t: f64, y: &[f64], dy: &mut [f64]) {
        let n = self.parts.joints.tree.count;
        for k in self.parts.joints.rotation_vectors() {
            dy[k..k + 3].copy_from_slice(&y[n + k..n + k + 3]);
        }
    }

    fn carry(&self, end: &[f64], y: &mut [f64], dy: &mut [f64]) {
        let n = self.parts.joints.tree.count;
        let vector = |y: &[f64], k: usize| Vec3::new(y[k], y[k + 1], y[k + 2]);
        for k in self.parts.joints.rotation_vectors() {
            let turn = rotation_between(&vector(end, k), &vector(y, k));
            y[k..k + 3].copy_from_slice(&turn.to_array());
            let rate = chart_rate(&turn, &vector(y, n + k));
            dy[k..k + 3].copy_from_slice(&rate.to_array());
        }
    }

    fn guard_count(&self) -> usize {
        self.parts.equations.guard_count()
    }

    fn guards(&mut self, t: f64, y: &[f64], dy: &[f64], out: &mut [Guard]) -> Result<(), Fault> {
        let (e, joints) = (&mut *self.parts.equations, &mut *self.parts.joints);
        e.press_along((t, y, dy), &mut ByJoints(joints))?;
        let n = joints.tree.count;
        joints.place(e, t, y);
        e.refresh_rates();
        e.touching.solids.sound()?;
        e.now
            .evaluate(&e.system, &e.memory, &e.system.order.guarded);
        e.check_functions(&e.system.order.guarded)?;
        joints.follow(e, &dy[n..2 * n]);
        let states = e.system.extra.states.len();
        let rates = (&joints.accelerations[..], &dy[2 * n..2 * n + states]);
        guards_along(e, t, rates, false, out)
    }

    fn arm_guards(&mut self, t: f64, y: &[f64], dy: &[f64], fired: &[usize]) {
        let [all, rates] = self.parts.joints.absolute(self.parts.equations, t, y, dy);
        self.parts.equations.arm_guards(t, &all, &rates, fired);
        if fired.is_empty() {
            turn_at_start(self, (t, y, dy), |p| &mut *p.parts.equations);
        }
    }

    fn bounds_guards(&self) -> bool {
        self.parts.equations.bounds_guards()
    }

    fn has_own_scale(&self, slot: usize) -> bool {
        self.parts.equations.has_own_scale(slot)
    }

    fn guard_ranges(
        &mut self,
        t: Interval,
        state: (&[Interval], &[Interval]),
        wanted: &[bool],
        out: &mut [GuardRange],
    ) {
        let joints = &*self.parts.joints;
        self.parts
            .equations
            .ranges_of_guards(t, state, Some(joints), wanted, out);
    }

    fn guard_rates(&mut self, part: &Part<'_>, wanted: &[bool], out: &mut [GuardRange]) -> bool {
        let looks = self.parts.joints.looks();
        let equations = &mut self.parts.equations;
        looks.is_some_and(|looks| equations.rates_of_guards(Some(looks), part, wanted, out))
    }

    fn timed_guards(&self) -> &[usize] {
        self.parts.equations.timed_guards()
    }

    fn timed_ranges(&mut self, t: Interval, out: &mut [GuardRange]) {
        self.parts.equations.timed_ranges(t, out);
    }

    fn timed_at(&mut self, t: f64, out: &mut [Guard]) {
        self.parts.equations.timed_at(t, out);
    }

    fn switch(&mut self, t: f64, y: &mut [f64], fired: &[usize]) -> Result<Response, Fault> {
        contacts::switch(self.parts.equations, self.parts.joints, (t, y), fired)
    }

    fn may_pass(&mut self, step: &Step<'_>) -> bool {
        self.parts.equations.find_suspects(step, self.parts.joints)
            | self.parts.equations.may_slip_inside()
    }

    fn watches_inside(&self, slot: usize) -> bool {
        self.parts.equations.watches_inside(slot)
    }

    fn passed(&mut self, step: &Step<'_>) -> Result<Option<(usize, f64)>, Fault> {
        match self.parts.equations.touch_inside(step, self.parts.joints)? {
            None => {
                let by = &mut ByJoints(self.parts.joints);
                self.parts.equations.slip_inside(step, by)
            }
            found => Ok(found),
        }
    }

    fn jump_of(&self, slot: usize) -> Jump {
        self.parts.equations.jump_of(slot)
    }

    fn renews_guards(&self) -> bool {
        self.parts.equations.renews_guards()
    }

    fn slipping(&mut self) -> Option<&mut dyn Slipping> {
        Some(&mut self.parts)
    }

    fn in_force(&self) -> InForce {
        self.parts.equations.in_force()
    }

    fn is_rough(&self) -> bool {
        self.parts.equations.is_rough()
    }

    fn power_begins(&self, t: f64) -> bool {
        self.parts.equations.power_begins(t)
    }

    /// No rotation vector becomes longer than `MOST_TURN`, no body turns by more whose angles seen from others count their turns, and no solid of a
    /// contact, compliant or rigid, passes through another.
    fn step_bound(&mut self, t: f64, y: &[f64], dy: &[f64]) -> f64 {
        let n = self.parts.joints.tree.count;
        let size = |v: &[f64], k: usize| Vec3::new(v[n + k], v[n + k + 1], v[n + k + 2]).norm();
        let vectors = self.parts.joints.rotation_vectors();
        let of_vectors = vectors.map(|k| bound(size(y, k), size(dy, k)));
        let least = of_vectors.fold(f64::INFINITY, f64::min);
        let system = &self.parts.equations.system;
        let touches = !(system.solid_contacts.pairs.is_empty()
            && system.solid_contacts.contact_groups.is_empty()
            && system.rigid.polyhedra.is_empty());
        if system.arrays.turns.is_empty() && !touches {
            return least;
        }
        let (e, joints) = (&mut *self.parts.equations, &mut *self.parts.joints);
        joints.place(e, t, y);
        joints.follow(e, &dy[n..2 * n]);
        let least = match touches {
            true => least
                .min(e.passing_bound(&joints.accelerations))
                .min(e.polyhedra_bound(&joints.accelerations)),
            false => least,
        };
        if e.system.arrays.turns.is_empty() {
            return least;
        }
        let counted = joints.tree.counted.iter();
        let spins = counted.map(|k| joints.recursion.turning(*k));
        spins.map(|(w, wdot)| bound(w, wdot)).fold(least, f64::min)
    }
}

impl Slipping for Parts<'_> {
    fn gives_in(&mut self, t: f64, y: &[f64]) -> Vec<usize> {
        let by = &mut ByJoints(self.joints);
        self.equations.nearly_at_rest((t, y), by)
    }

    fn known_decay(&mut self, t: f64, y: &[f64]) -> f64 {
        let (unknown, by) = (self.equations.speed_of_error(), &mut ByJoints(self.joints));
        self.equations.decay_of_turns((t, y), unknown, by)
    }

    fn drawn_rate(&mut self, t: f64, y: &[f64]) -> f64 {
        let by = &mut ByJoints(self.joints);
        self.equations.decay_of_turns((t, y), f64::INFINITY, by)
    }

    fn last_length(&mut self, step: &Step<'_>) -> Option<f64> {
        last_of_a_slip(self.equations, step, &mut ByJoints(self.joints))
    }
}

impl Placing for JointCoordinates {
    fn bodies(&mut self, e: &Equations, y: &[f64], bodies: &mut Vec<Body<f64>>) {
        let n = self.tree.count;
        bodies.clone_from(&e.now.bodies);
        self.recursion
            .place(&self.tree, &self.charts, (&y[..n], &y[n..2 * n]), bodies);
    }

    fn rates(&mut self, e: &Equations, dy: &[f64], bodies: &[Body<f64>], rates: &mut Vec<f64>) {
        let n = self.tree.count;
        self.follow_with((&e.system.mechanism.bodies, bodies), &dy[n..2 * n]);
        rates.clone_from(&self.accelerations);
    }
}

/// The first root of `ω·h + ω'·h²/2 = MOST_TURN`.
fn bound(w: f64, wdot: f64) -> f64 {
    2.0 * MOST_TURN / (w + (w * w + 2.0 * MOST_TURN * wdot).sqrt())
}
