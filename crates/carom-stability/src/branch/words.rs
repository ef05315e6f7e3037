//! Events of orbits on a branch, in words.

use crate::orbit::Orbit;
use carom::dynamics::EventKind;

/// Events by kind and element.
pub(super) type Signature = Vec<(EventKind, String)>;

/// Speed of the slowest impact of an orbit; infinite if it has none.
pub(super) fn impact_speed(orbit: &Orbit) -> f64 {
    orbit
        .slowest_impact()
        .map_or(f64::INFINITY, |(_, speed)| speed)
}

/// The slowest impact of an orbit, in words.
pub(super) fn slowest(orbit: &Orbit) -> String {
    match orbit.slowest_impact() {
        Some((e, speed)) => format!("its slowest impact is one of {} at {speed:.3e}", e.element),
        None => "it has no impact".into(),
    }
}

/// What other events an orbit has, in words.
pub(super) fn differing(own: &Signature, others: &Signature) -> String {
    let count = |all: &Signature, of: &(EventKind, String)| all.iter().filter(|e| *e == of).count();
    let mut all: Vec<&(EventKind, String)> = own.iter().chain(others).collect();
    all.sort_by_key(|e| (e.0 as usize, &e.1));
    all.dedup();
    let each = all.into_iter().filter_map(|e| {
        let (before, behind) = (count(own, e), count(others, e));
        let name = format!("{} of {}", e.0.name(), e.1);
        (before != behind).then(|| format!("{behind} {name} in place of {before}"))
    });
    let each: Vec<String> = each.collect();
    match each.is_empty() {
        true => "; beyond they come in another order".into(),
        false => format!("; beyond a period has {}", each.join(", ")),
    }
}
