//! The verification page: what Carom computes against what is known, one record per quantity.
//!
//! Records are data (`validation/records/*.toml`, format in [`record`]). [`verify`] runs the models that they need, each
//! once, takes the values out ([`extract`]) and judges them; [`page`] writes them down. The tests judge the same records.

pub mod extract;
pub mod observe;
pub mod page;
pub mod record;

use extract::Extraction;
use observe::Runs;
use record::{Group, Record};
use std::path::Path;
use std::sync::Mutex;
use std::thread;

/// A record with what came of it.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The record.
    pub record: Record,
    /// Its reference value.
    pub reference: f64,
    /// Our value and its distance from the reference; or why there is none.
    pub result: Result<Extraction, String>,
}

impl Outcome {
    /// Whether our value lies within the tolerance.
    pub fn is_within(&self) -> bool {
        self.result
            .as_ref()
            .is_ok_and(|r| r.error <= self.record.tolerance)
    }

    /// Whether all is as it should be: within the tolerance, or a known difference that is still there.
    pub fn is_as_expected(&self) -> bool {
        self.is_within() != self.record.known_difference.is_some()
    }

    /// One line for a log.
    pub fn line(&self) -> String {
        let (r, tolerance) = (&self.record, self.record.tolerance);
        match &self.result {
            Ok(x) => format!(
                "{}: {:e}, reference {:e}, error {:.2e} of {tolerance:.0e}",
                r.id, x.value, self.reference, x.error
            ),
            Err(why) => format!("{}: {why}", r.id),
        }
    }
}

/// Judges the records of a group; `slow` ones only if asked to.
///
/// # Errors
/// When a reference cannot be read: a broken record, not a wrong result.
pub fn verify(group: &Group, root: &Path, slow: bool) -> Result<Vec<Outcome>, String> {
    let mut runs = Runs::new(root);
    let mut outcomes = Vec::new();
    for record in group.records.iter().filter(|r| slow || !r.slow) {
        let reference = record.reference.value(root)?;
        outcomes.push(Outcome {
            record: record.clone(),
            reference,
            result: extract::extract(record, reference, &mut runs),
        });
    }
    Ok(outcomes)
}

/// Judges the records of all groups as [`verify`] does, as many groups side by side as the machine has processors. In the order of the groups.
///
/// # Errors
/// As of [`verify`], of the first group that has one.
pub fn verify_all(groups: &[Group], root: &Path, slow: bool) -> Result<Vec<Vec<Outcome>>, String> {
    let next = Mutex::new(groups.iter().enumerate());
    let judged = Mutex::new(Vec::new());
    let work = || {
        loop {
            // A binding of its own: the lock is held while the next group is taken, not while it is judged.
            let taken = next.lock().expect("no thread panics with it").next();
            let Some((place, group)) = taken else { break };
            let outcomes = verify(group, root, slow);
            let mut judged = judged.lock().expect("no thread panics with it");
            judged.push((place, outcomes));
        }
    };
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(work);
        }
    });
    let mut judged = judged.into_inner().expect("no thread panics with it");
    judged.sort_by_key(|(place, _)| *place);
    judged.into_iter().map(|(_, outcomes)| outcomes).collect()
}
