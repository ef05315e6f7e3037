//! X while the run goes by the coordinates of joints.
//!
//! Between events X is carried in these coordinates where the derivative of the run is a program there ([`Variations`]), and by bodies where it is not, or where a parameter moves more
//! than numbers of functions. Events look at bodies in any case.

use super::Tangent;
use super::flow::Flow;
use super::record::Item;
use super::state::{Change, State};
use crate::equations::variations::{Passage, Place, Variations, bodies_at, place_at, sizes};
use crate::equations::{Equations, JointCoordinates};
use crate::system::ExtraState;
use crate::tangent::column::follow;

/// X in the coordinates of joints, and what carries it there.
#[derive(Default)]
pub(in crate::tangent) struct ByJoints {
    /// One for each set of branches, and tree.
    pub flows: Vec<Flow>,
    /// X, as long as it is in these coordinates.
    pub now: Option<Now>,
    /// Nothing carries it in the branches that hold.
    refused: bool,
}

/// X in the coordinates of joints.
pub(in crate::tangent) struct Now {
    /// Number of the flow.
    pub flow: usize,
    /// Where the run stands.
    pub place: Place,
    /// The columns.
    pub x: Vec<Change>,
}

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

impl Tangent {
    /// Goes over to the coordinates of joints at the start of a step, if X is not in them, and can be.
    pub(super) fn enter_joints(
        &mut self,
        e: &Equations,
        joints: &JointCoordinates,
        (t, y): (f64, &[f64]),
    ) {
        if self.by_joints.now.is_some() || self.by_joints.refused || self.moves_more_than_numbers()
        {
            return;
        }
        let Some(flow) = self.flow_in_joints(e, joints) else {
            self.by_joints.refused = true;
            return;
        };
        let place = place_at(joints, t, y);
        let Some(passage) = self.passage(flow, &place) else {
            return;
        };
        let to_joints = |x: &Change| Change(passage.to_joints(&x.0));
        let x = self.columns.iter().map(|c| to_joints(&c.x)).collect();
        self.by_joints.now = Some(Now { flow, place, x });
        if let Some(record) = &mut self.record {
            record.items.push(Item::Enter(Box::new(passage)));
        }
    }

    /// Goes back to bodies, where the run stands.
    pub(crate) fn leave_joints(&mut self) {
        self.by_joints.refused = false;
        let Some(now) = self.by_joints.now.take() else {
            return;
        };
        let Some(passage) = self.passage(now.flow, &now.place) else {
            return;
        };
        for (column, x) in self.columns.iter_mut().zip(&now.x) {
            column.x = Change(passage.to_bodies(&x.0));
        }
        if let Some(record) = &mut self.record {
            record.items.push(Item::Leave(Box::new(passage)));
        }
    }

    /// A column as a change of bodies.
    pub(super) fn by_bodies(&self, j: usize) -> Change {
        let now = self.by_joints.now.as_ref();
        let in_joints = now.and_then(|now| Some((self.passage(now.flow, &now.place)?, now)));
        match in_joints {
            Some((passage, now)) => Change(passage.to_bodies(&now.x[j].0)),
            None => self.columns[j].x.clone(),
        }
    }

    /// The way between both kinds of changes in a place.
    pub(super) fn passage(&self, flow: usize, place: &Place) -> Option<Passage> {
        let variations = self.by_joints.flows[flow].variations()?;
        Some(variations.passage(place.clone(), &self.model.system))
    }

    fn moves_more_than_numbers(&self) -> bool {
        let of_record = self.record.iter().flat_map(|r| &r.parameters);
        let mut all = self.columns.iter().chain(of_record);
        all.any(|c| c.variants.is_some())
    }

    /// The number of the flow of the branches that hold, and of this tree.
    fn flow_in_joints(&mut self, e: &Equations, joints: &JointCoordinates) -> Option<usize> {
        let is = |flow: &Flow| {
            flow.variations()
                .is_some_and(|v| v.are_of(joints, &e.memory))
        };
        if let Some(known) = self.by_joints.flows.iter().position(is) {
            return Some(known);
        }
        follow(e, &mut self.model);
        let system = &self.model.system;
        let variations = Variations::new(joints, system, &e.memory)?;
        let states = system.extra.states.len();
        let is_number = |s: &&ExtraState| matches!(s, ExtraState::Number(_));
        let numbers = system.extra.states.iter().filter(is_number).count();
        let mut flow = Flow::in_joints(variations, (states, numbers), sizes(joints, &self.model));
        flow.keeps = self.flow.keeps;
        self.by_joints.flows.push(flow);
        Some(self.by_joints.flows.len() - 1)
    }
}
