//! Rigid contacts in the coordinates of the joints.
//!
//! An open contact is a guard. One that is closed is a row beside those that close loops, and its multiplier is the force that presses; so are the tangents of one that
//! sticks. One that slides has a force that goes with that multiplier ([`super::contact_rows`]). Which contacts are closed, and which stick, changes at events alone, and
//! a segment begins there with a tree and rows of its own.
//!
//! Impacts are solved in absolute coordinates, where all laws of restitution and friction are: what the joints allow is what they answer there, so that the velocities
//! behind an impact are velocities of the coordinates.

use super::{JointCoordinates, recursion};
use crate::equations::Equations;
use crate::equations::accelerations::Solving;
use carom_solve::{Fault, Problem, Response};

/// Lets guards switch at (t, y), at a chart's origin: modes and extra states, and velocities where an impact changes them.
pub(super) fn switch(
    e: &mut Equations,
    joints: &mut JointCoordinates,
    (t, y): (f64, &mut [f64]),
    fired: &[usize],
) -> Result<Response, Fault> {
    joints.place(e, t, y);
    let mut all = e.unknowns();
    let n = e.system.mechanism.positions;
    let before = all[n..2 * n].to_vec();
    let response = e.switch(t, &mut all, fired)?;
    let states = &mut y[2 * joints.count()..];
    states.copy_from_slice(&all[2 * n..2 * n + states.len()]);
    if all[n..2 * n] != before[..] {
        e.place(t, &all);
        read_velocities(e, joints, y);
    }
    if let Some(loops) = &mut joints.loops {
        loops.contacts.begin();
    }
    Ok(response)
}

/// Velocities of the bodies in the arrays as those of the coordinates, which stay.
fn read_velocities(e: &Equations, joints: &JointCoordinates, y: &mut [f64]) {
    let n = joints.count();
    // A body has no more freedoms.
    let mut places = [0.0; 6];
    for node in &joints.tree.nodes {
        let bodies = &e.now.bodies;
        let parent = node.parent.map(|p| &bodies[joints.tree.nodes[p].body]);
        let count = node.count();
        let velocities = &mut y[n + node.first..][..count];
        let numbers = (&mut places[..count], velocities);
        recursion::read(node, parent, &bodies[node.body], numbers);
    }
}

/// Multipliers of a state in these coordinates.
pub(super) struct ByJoints<'a>(pub &'a mut JointCoordinates);

impl Solving for ByJoints<'_> {
    fn look(&mut self, e: &mut Equations, t: f64, y: &[f64]) -> Result<(), Fault> {
        self.0.look(e, t, y)
    }

    fn solve(&mut self, e: &mut Equations, t: f64, y: &[f64]) -> Result<(), Fault> {
        let mut room = std::mem::take(&mut self.0.room);
        let solved = self.0.derivative(e, t, y, &mut room);
        self.0.room = room;
        solved
    }
}
