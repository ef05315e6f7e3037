//! X while the run goes by the coordinates of joints.
//!
//! Between events X is carried in these coordinates where the derivative of the run is a program there ([`Variations`]), and by bodies where it is not, or where a parameter moves more
//! than numbers of functions. Events look at bodies in any case.

use super::by_joints::Now;
use super::flow::Flow;
use super::record::Item;
use super::run::Tangent;
use super::state::{Change, State};
use crate::equations::variations::{
    Case, MOST_COUPLED, Passage, Place, Variations, bodies_at, place_at, sizes,
};
use crate::equations::{Equations, JointCoordinates};
use crate::system::ExtraState;
use crate::tangent::column::follow;

/// Cases that a run is looked at in. One that comes through more of them changes them too often for programs to pay.
const MOST_CASES: usize = 64;

/// The state of a run in the coordinates of joints.
pub(super) fn state_in_joints(
    e: &Equations,
    joints: &JointCoordinates,
    t: f64,
    y: &[f64],
) -> State {
    let mechanism = &e.system.mechanism;
    let place = place_at(joints, t, y);
    State {
        bodies: bodies_at(joints, &place, mechanism.bodies.len()),
        turns: mechanism.bodies.iter().map(|b| b.turns).collect(),
        states: place.states(joints),
        positions: mechanism.positions,
    }
}

/// Goes over to the coordinates of joints at the start of a step, if X is not in them, and can be.
pub(super) fn enter(
    tangent: &mut Tangent,
    e: &Equations,
    joints: &JointCoordinates,
    (t, y): (f64, &[f64]),
) {
    if tangent.by_joints.now.is_some()
        || tangent.by_joints.refused
        || moves_more_than_numbers(tangent)
    {
        return;
    }
    let Some(flow) = flow_in_joints(tangent, e, joints) else {
        tangent.by_joints.refused = true;
        return;
    };
    let place = place_at(joints, t, y);
    let Some(passage) = passage(tangent, flow, &place) else {
        return;
    };
    let to_joints = |x: &Change| Change(passage.to_joints(&x.0));
    let x = tangent.columns.iter().map(|c| to_joints(&c.x)).collect();
    tangent.by_joints.now = Some(Now { flow, place, x });
    if let Some(record) = &mut tangent.record {
        record.items.push(Item::Enter(Box::new(passage)));
    }
}

/// Goes back to bodies, where the run stands.
pub(crate) fn leave(tangent: &mut Tangent) {
    tangent.by_joints.refused = false;
    let Some(now) = tangent.by_joints.now.take() else {
        return;
    };
    let Some(passage) = passage(tangent, now.flow, &now.place) else {
        return;
    };
    for (column, x) in tangent.columns.iter_mut().zip(&now.x) {
        column.x = Change(passage.to_bodies(&x.0));
    }
    if let Some(record) = &mut tangent.record {
        record.items.push(Item::Leave(Box::new(passage)));
    }
}

/// A column as a change of bodies.
pub(super) fn by_bodies(tangent: &Tangent, j: usize) -> Change {
    let now = tangent.by_joints.now.as_ref();
    let in_joints = now.and_then(|now| Some((passage(tangent, now.flow, &now.place)?, now)));
    match in_joints {
        Some((passage, now)) => Change(passage.to_bodies(&now.x[j].0)),
        None => tangent.columns[j].x.clone(),
    }
}

/// The way between both kinds of changes in a place.
pub(super) fn passage(tangent: &Tangent, flow: usize, place: &Place) -> Option<Passage> {
    let variations = tangent.by_joints.flows[flow].variations()?;
    Some(variations.passage(place.clone(), &tangent.model.system))
}

fn moves_more_than_numbers(tangent: &Tangent) -> bool {
    let of_record = tangent.record.iter().flat_map(|r| &r.parameters);
    let mut all = tangent.columns.iter().chain(of_record);
    all.any(|c| c.variants.is_some())
}

/// The number of the flow of the case that holds, if there is one.
fn flow_in_joints(
    tangent: &mut Tangent,
    e: &Equations,
    joints: &JointCoordinates,
) -> Option<usize> {
    let is_now = |case: &Case| case.is(joints, &e.memory);
    let is = |flow: &Flow| flow.variations().is_some_and(|v| is_now(v.case()));
    let all = &mut tangent.by_joints;
    if let Some(known) = all.flows.iter().position(is) {
        return Some(known);
    }
    if all.others.iter().any(is_now) || all.flows.len() + all.others.len() >= MOST_CASES {
        return None;
    }
    match new_flow(tangent, e, joints) {
        Some(flow) => tangent.by_joints.flows.push(flow),
        None => {
            let case = Case::of(joints, &e.memory);
            tangent.by_joints.others.push(case);
            return None;
        }
    }
    Some(tangent.by_joints.flows.len() - 1)
}

/// What carries X in the case that holds; `None`: its derivative is no program, or bodies serve better.
fn new_flow(tangent: &mut Tangent, e: &Equations, joints: &JointCoordinates) -> Option<Flow> {
    follow(e, &mut tangent.model);
    let system = &tangent.model.system;
    let variations = Variations::new(joints, system, &e.memory)?;
    let states = system.extra.states.len();
    let is_number = |s: &&ExtraState| matches!(s, ExtraState::Number(_));
    let numbers = system.extra.states.iter().filter(is_number).count();
    let sizes = sizes(joints, &tangent.model);
    let flow = Flow::in_joints(variations, (states, numbers), sizes);
    (flow.coupled() <= MOST_COUPLED).then_some(flow)
}
