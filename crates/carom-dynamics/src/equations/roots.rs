//! Forces that begin as a root of the penetration, `k·pᵉ` with e < 1: IMPACT and its companions, and roots in expressions of what is zero at the end
//! of a branch, as `MAX(x,0)**0.3`.
//!
//! A body that touches at t₀ with the speed v feels `k·(v·(t − t₀))ᵉ`: its rates have an unbounded slope there, and so again where it
//! leaves. Newton's method with the Jacobian of such a point makes moves of no length, which look like a solution.

use crate::motion::Memory;
use crate::solid::{Normal, OPEN};
use crate::system::System;
use carom_expr::tape::Root;

/// Where such forces may come from.
pub(super) struct Roots {
    /// Functions and what in them begins so.
    functions: Vec<(usize, Root)>,
    /// Modes of contacts.
    contacts: Vec<usize>,
}

impl Roots {
    pub fn new(system: &System) -> Self {
        let functions = system.dynamic.iter().flat_map(|&f| {
            let roots = system.functions[f].tape.roots();
            roots.map(move |root| (f, root))
        });
        let is_root = |contact: usize| {
            let normal = &system.contacts[contact].normal;
            matches!(normal, Normal::Impact { exponent, .. } if *exponent < 1.0)
        };
        let contacts = system.places.iter();
        let contacts = contacts.filter(|place| is_root(system.pairs[place.pair].contact));
        Self {
            functions: functions.collect(),
            contacts: contacts.map(|place| place.modes.start).collect(),
        }
    }

    /// Does one of them act?
    pub fn act(&self, system: &System, memory: &Memory) -> bool {
        let acts = |&(f, root): &(usize, Root)| {
            let function = &system.functions[f];
            let modes = &memory.modes[function.modes.clone()];
            function.tape.acts(root, modes)
        };
        self.functions.iter().any(acts) || self.contacts.iter().any(|at| memory.modes[*at] != OPEN)
    }
}
