//! Who calls a routine of the user, and the routines of the process.

use crate::system::algebraic_loop::EQUATION;
use carom_user::{Callee, Element, Kind};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

/// Who calls a routine: its name in messages, its label, and what the routine learns about it.
pub(in crate::assemble) struct Caller {
    pub owner: String,
    pub label: u32,
    pub kind: Kind,
    pub element: Element,
}

/// Rows and columns of a routine of derivatives: first and count of each.
pub(in crate::assemble) type Partial = ((usize, usize), (usize, usize));

impl Caller {
    /// The name of one of the results.
    pub(in crate::assemble) fn component(&self, component: usize) -> String {
        let owner = &self.owner;
        let axes = ["FX", "FY", "FZ", "TX", "TY", "TZ"];
        match self.kind {
            Kind::Vfosub | Kind::Gfosub | Kind::Fiesub => format!("{owner} {}", axes[component]),
            Kind::Vtosub => format!("{owner} {}", axes[component + 3]),
            Kind::Reqsub => format!("{owner} F{}", component + 1),
            Kind::Gsesub | Kind::GseDeriv | Kind::GseUpdate => match owner.strip_suffix(EQUATION) {
                Some(owner) => format!("{owner}: state {}{EQUATION}", component + 1),
                None => format!("{owner}: state {}", component + 1),
            },
            Kind::GseOutput => format!("{owner}: output {}", component + 1),
            _ => owner.clone(),
        }
    }
}

/// Routines of the process, which are set up once.
pub(in crate::assemble) fn callees() -> MutexGuard<'static, HashMap<String, Arc<Callee>>> {
    static ALL: OnceLock<Mutex<HashMap<String, Arc<Callee>>>> = OnceLock::new();
    let all = ALL.get_or_init(Mutex::default);
    all.lock().unwrap_or_else(PoisonError::into_inner)
}

/// How often each of these routines, named as in the report, was called so far by all runs of the process, with whatever constants.
pub fn routine_calls(routines: &[String]) -> Vec<u64> {
    let all = callees();
    let of = |name: &String| {
        let same = all
            .values()
            .filter(|c| format!("{}: {}", c.owner, c.found) == *name);
        same.map(|c| c.calls()).sum()
    };
    routines.iter().map(of).collect()
}

pub(in crate::assemble) fn callee(
    make: impl FnOnce() -> Callee,
    key: String,
) -> (Arc<Callee>, bool) {
    let mut all = callees();
    if let Some(known) = all.get(&key) {
        return (Arc::clone(known), false);
    }
    let new = Arc::new(make());
    all.insert(key, Arc::clone(&new));
    (new, true)
}
