//! Forces that begin as a power of the penetration whose exponent is no whole number, `k·pᵉ`: IMPACT and its companions, and powers in expressions of what
//! is zero at the end of a branch, as `MAX(x,0)**1.5`. With e < 1 they are roots.
//!
//! A body that touches at t₀ with the speed v feels `k·(v·(t − t₀))ᵉ`: from some derivative on its rates have no bound there, and so again where it
//! leaves; those of a root have an unbounded slope. Newton's method with the Jacobian of such a point makes moves of no length, which look like a solution.

use crate::elements::solid::{Normal, OPEN};
use crate::system::System;
use crate::system::motion::DiscreteState;
use carom_expr::tape::Root;

/// Where such forces may come from.
pub(super) struct Powers {
    /// Functions and what in them begins so.
    functions: Vec<(usize, Root)>,
    /// Modes of contacts, and whether the exponent is below 1.
    contacts: Vec<(usize, bool)>,
    /// How many of them acted after the last event, and when one last began to.
    acting: usize,
    began: f64,
}

impl Powers {
    pub fn new(system: &System) -> Self {
        let functions = system.order.dynamic.iter().flat_map(|&f| {
            let roots = system.mechanism.functions[f].tape.roots();
            roots.map(move |root| (f, root))
        });
        let contacts = system.solid_contacts.places.iter().filter_map(|place| {
            match &system.solid_contacts.contacts[system.solid_contacts.pairs[place.pair].contact]
                .normal
            {
                Normal::Parametric(law) => {
                    let [_, e] = law.spring().filter(|[_, e]| e.fract() != 0.0)?;
                    Some((place.modes.start, e < 1.0))
                }
                Normal::Formula(law) => law.has_powers().then_some((place.modes.start, false)),
            }
        });
        Self {
            functions: functions.collect(),
            contacts: contacts.collect(),
            acting: 0,
            began: f64::NAN,
        }
    }

    /// Notes what acts after an event at `t`.
    pub fn note(&mut self, t: f64, system: &System, memory: &DiscreteState) {
        let acting = self.act(system, memory).count();
        if acting > self.acting {
            self.began = t;
        }
        self.acting = acting;
    }

    /// Forgets when one last began; what acts now has begun before.
    pub fn renew(&mut self, system: &System, memory: &DiscreteState) {
        self.acting = self.act(system, memory).count();
        self.began = f64::NAN;
    }

    /// Did one of them begin at `t`?
    pub fn begin(&self, t: f64) -> bool {
        self.began == t
    }

    /// Does one act?
    pub fn some_act(&self, system: &System, memory: &DiscreteState) -> bool {
        self.act(system, memory).next().is_some()
    }

    /// Does a root act?
    pub fn roots_act(&self, system: &System, memory: &DiscreteState) -> bool {
        self.act(system, memory).any(|steep| steep)
    }

    /// Those that act, and whether they are roots.
    fn act(&self, system: &System, memory: &DiscreteState) -> impl Iterator<Item = bool> {
        let acts = |&&(f, root): &&(usize, Root)| {
            let function = &system.mechanism.functions[f];
            let modes = &memory.modes[function.modes.clone()];
            function.tape.acts(root, modes)
        };
        let functions = self.functions.iter().filter(acts);
        let touches = |&&(at, _): &&(usize, bool)| memory.modes[at] != OPEN;
        let contacts = self.contacts.iter().filter(touches);
        functions
            .map(|(_, root)| root.steep)
            .chain(contacts.map(|(_, steep)| *steep))
    }
}
