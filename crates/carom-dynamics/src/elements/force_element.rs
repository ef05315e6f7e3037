//! Force elements: a law between two markers, and the functions that it is told.

use crate::elements::law::Law;
use crate::mechanism::Mechanism;
use crate::mechanism::frames::{Frames, FunctionId};
use crate::mechanism::kinematics::Carrier;
use carom_base::{Number, Span, Vec3};

/// A force element.
#[derive(Clone, Debug, PartialEq)]
pub struct ForceElement {
    /// `SFORCE/3`.
    pub label: String,
    /// Where it stands.
    pub span: Span,
    /// Its law.
    pub law: Law,
    /// Marker I.
    pub i: usize,
    /// Marker J.
    pub j: usize,
    /// Marker of the axes.
    pub rm: usize,
    /// What takes the reaction; `None`: nothing does.
    pub reaction: Option<Carrier>,
    /// Its functions; a missing one is zero.
    pub functions: [Option<FunctionId>; 6],
    /// Counter of turns.
    pub slot: Option<usize>,
    /// Bodies whose unknowns the law looks at by itself or on which it acts, ascending.
    pub bodies: Vec<u32>,
}

impl ForceElement {
    /// The moving bodies on which it acts, with the sign.
    pub fn ends<'a>(
        &self,
        mechanism: &'a Mechanism,
    ) -> impl Iterator<Item = (usize, f64)> + use<'a> {
        let reaction = self.reaction.unwrap_or(Carrier::Ground);
        let ends = [(mechanism.markers[self.i].carrier, 1.0), (reaction, -1.0)];
        ends.into_iter()
            .filter_map(|(carrier, sign)| Some((carrier.body()?, sign)))
    }

    /// Whether it never exerts anything: what it does is told by rigid contacts.
    pub fn is_idle(&self) -> bool {
        let bare = matches!(
            self.law,
            Law::Line | Law::AlongZ | Law::AboutZ | Law::Components
        );
        bare && self.functions.iter().all(Option::is_none)
    }

    /// Force and torque on its other end, ground axes, for those on I at its origin: at the origin of J, or of I where J
    /// floats with it. Zero where nothing takes a reaction.
    pub fn reaction_of<T: Number>(
        &self,
        mechanism: &Mechanism,
        frames: &dyn Frames<T>,
        (force, torque): (Vec3<T>, Vec3<T>),
    ) -> (Vec3<T>, Vec3<T>) {
        if self.reaction.is_none() {
            return (Vec3::zeros(), Vec3::zeros());
        }
        if mechanism.floating.contains_key(&self.j) {
            return (-force, -torque);
        }
        let arm = frames.marker(self.i).p - frames.marker(self.j).p;
        (-force, -(torque + arm.cross(&force)))
    }

    /// Force and torque on I at its origin, ground axes.
    #[inline]
    pub fn action<T: Number>(
        &self,
        mechanism: &Mechanism,
        frames: &dyn Frames<T>,
    ) -> (Vec3<T>, Vec3<T>) {
        if let Law::Penalty(penalty) = &self.law {
            return penalty.action(mechanism, frames);
        }
        let mut f = [T::zero(); 6];
        for (f, id) in f.iter_mut().zip(&self.functions) {
            if let Some(id) = id {
                *f = frames.value(*id);
            }
        }
        self.action_of(frames, &f)
    }

    /// The same for given values of its functions.
    #[inline]
    pub fn action_of<T: Number>(&self, frames: &dyn Frames<T>, f: &[T; 6]) -> (Vec3<T>, Vec3<T>) {
        if let Law::Multi(force) = &self.law {
            return force.action(frames, self.j);
        }
        let turns = |wrapped: T| {
            let slot = self.slot;
            slot.map_or(T::zero(), |s| frames.turned(s, wrapped))
        };
        let markers = [self.i, self.j, self.rm];
        self.law.action(frames, markers, f, &turns)
    }
}
