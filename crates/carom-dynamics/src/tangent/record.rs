//! What the way back along a run needs.

use crate::equations::Equations;
use crate::equations::variations::Passage;
use crate::system::motion::DiscreteState;
use crate::tangent::column::Column;
use crate::tangent::column::Moment;
use crate::tangent::event::Past;
use crate::tangent::flow::Part;
use crate::tangent::state::State;
use std::sync::Arc;

/// What holds over several steps, once.
#[derive(Debug)]
pub(in crate::tangent) struct Setting {
    pub(in crate::tangent) rows: Vec<usize>,
    pub(in crate::tangent) memory: DiscreteState,
}

impl Setting {
    pub(in crate::tangent) fn moment(&self) -> Moment<'_> {
        Moment {
            rows: &self.rows,
            memory: &self.memory,
        }
    }
}

pub(in crate::tangent) enum Item {
    /// A step; the number of the flow in the coordinates of joints, where X is in these.
    Parts(Arc<Setting>, Option<usize>, Vec<Part>),
    /// An output inside of the step that comes next, reached over these parts.
    Output(Box<Output>),
    /// X goes over to the coordinates of joints.
    Enter(Box<Passage>),
    /// And back to bodies.
    Leave(Box<Passage>),
    /// An event.
    Event(Box<Past>),
}

/// An output.
pub(in crate::tangent) struct Output {
    pub(in crate::tangent) setting: Arc<Setting>,
    /// From the step before it.
    pub(in crate::tangent) parts: Vec<Part>,
    pub(in crate::tangent) t: f64,
    pub(in crate::tangent) state: State,
    /// Where X is in the coordinates of joints: the number of its flow, and the way from bodies.
    pub(in crate::tangent) in_joints: Option<(usize, Passage)>,
}

/// What a run leaves for the way back.
#[derive(Default)]
pub(in crate::tangent) struct Record {
    pub(in crate::tangent) items: Vec<Item>,
    pub(in crate::tangent) setting: Option<Arc<Setting>>,
    /// Parameters: how the initial state changes, and models beside the point where more than numbers of functions moves.
    pub parameters: Vec<Column>,
    pub(in crate::tangent) outputs: usize,
}

impl Record {
    pub(in crate::tangent) fn setting(&mut self, e: &Equations) -> Arc<Setting> {
        let is_same = |s: &&Arc<Setting>| {
            let (m, n) = (&s.memory, &e.memory);
            s.rows == e.system.rows
                && m.modes == n.modes
                && m.turns == n.turns
                && m.sensors == n.sensors
                && m.contact_frictions == n.contact_frictions
                && m.loops == n.loops
                && m.anchors
                    .iter()
                    .zip(&n.anchors)
                    .all(|(a, b)| a.to_bits() == b.to_bits())
                && m.impacts
                    .iter()
                    .zip(&n.impacts)
                    .all(|(a, b)| a.to_bits() == b.to_bits())
        };
        if let Some(s) = self.setting.as_ref().filter(is_same) {
            return Arc::clone(s);
        }
        let new = Arc::new(Setting {
            rows: e.system.rows.clone(),
            memory: e.memory.clone(),
        });
        self.setting = Some(Arc::clone(&new));
        new
    }

    pub fn step(&mut self, e: &Equations, flow: Option<usize>, parts: Vec<Part>) {
        let setting = self.setting(e);
        self.items.push(Item::Parts(setting, flow, parts));
    }

    pub fn event(&mut self, past: Past) {
        self.items.push(Item::Event(Box::new(past)));
    }
}
