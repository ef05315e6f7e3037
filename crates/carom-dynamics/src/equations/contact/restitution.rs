//! Impulses of impacts without friction, by the laws of restitution.

use super::delassus::Delassus;
use crate::system::System;
use carom_laws::restitution::{Together, yielding_restitution};
use carom_model::analysis::ImpactOrder;
use carom_solve::lcp;

/// Impacts one after the other at one event, for each contact, before all are solved for at once.
pub(in crate::equations) const ROUNDS: usize = 50;

/// The coefficient of restitution of a stop whose gap has this rate before an impact.
pub(in crate::equations) fn of_stop(system: &System, stop: usize, rate: f64) -> f64 {
    let e0 = system.rigid.stops[stop].restitution;
    match system.rigid.impacts.yield_speed {
        Some(yields) => yielding_restitution(e0, yields, -rate),
        None => e0,
    }
}

/// The coefficient of restitution of one of the contacts that touch, whose gap has a rate before the impact.
pub(super) type Restitution<'a> = &'a dyn Fn(usize, f64) -> f64;

/// Impulses that answer the rates `before`.
pub(super) fn impact(
    system: &System,
    touching: &Delassus,
    before: &[f64],
    restitution: Restitution,
    still: f64,
) -> Option<Vec<f64>> {
    // Contacts that close at the same time have no order.
    let closing = before.iter().filter(|rate| **rate < -still).count();
    let solved = match system.rigid.impacts.order() {
        ImpactOrder::Sequential if closing == 1 => {
            one_by_one(touching, before, restitution, still)?
        }
        _ => match system.rigid.impacts.law.together {
            Together::Speeds => newton(touching, before, restitution)?,
            Together::Impulses => poisson(touching, before, restitution)?,
        },
    };
    // The impulses take the mean speed's work out of the motion. Different restitutions at contacts that are coupled may put some in; compression
    // and expansion apart never do with equal ones, and plastic impacts never do.
    let gains = |impulse: &[f64]| {
        let after = touching.after(before, impulse);
        let all = || 0..before.len();
        let gain: f64 = all().map(|k| impulse[k] * (before[k] + after[k])).sum();
        let size: f64 = all()
            .map(|k| impulse[k] * (before[k].abs() + after[k].abs()))
            .sum();
        gain > 1e-12 * size
    };
    if !gains(&solved) {
        return Some(solved);
    }
    let softer = poisson(touching, before, restitution)?;
    if !gains(&softer) {
        return Some(softer);
    }
    poisson(touching, before, &|_, _| 0.0)
}

/// 0 ≤ Λ ⟂ A·Λ + ġ⁻ + e·min(ġ⁻, 0) ≥ 0
pub(super) fn newton(
    touching: &Delassus,
    before: &[f64],
    restitution: Restitution,
) -> Option<Vec<f64>> {
    let b: Vec<f64> = before
        .iter()
        .enumerate()
        .map(|(at, rate)| rate + restitution(at, *rate) * rate.min(0.0))
        .collect();
    lcp::solve(&touching.a, &b)
}

/// Compression to rest, then a part e of each impulse comes back, and what else keeps the gaps from closing.
pub(super) fn poisson(
    touching: &Delassus,
    before: &[f64],
    restitution: Restitution,
) -> Option<Vec<f64>> {
    let compression = lcp::solve(&touching.a, before)?;
    let expansion: Vec<f64> = compression
        .iter()
        .enumerate()
        .map(|(at, l)| l * restitution(at, before[at]))
        .collect();
    let both: Vec<f64> = compression
        .iter()
        .zip(&expansion)
        .map(|(c, e)| c + e)
        .collect();
    let more = lcp::solve(&touching.a, &touching.after(before, &both))?;
    Some(both.iter().zip(more).map(|(a, b)| a + b).collect())
}

/// Contacts that approach as fast as the fastest one, to this part, are struck together: their order would be that of their numbers.
const AS_FAST: f64 = 1e-9;

/// Those that approach fastest.
pub(in crate::equations) fn fastest(rates: &[f64]) -> Vec<usize> {
    let most = rates.iter().fold(0.0f64, |most, rate| most.min(*rate));
    let is_as_fast = |at: &usize| rates[*at] <= most * (1.0 - AS_FAST);
    (0..rates.len()).filter(is_as_fast).collect()
}

/// One contact after the other, the one that approaches fastest first, those that are as fast together; what is left after many rounds all at once.
pub(super) fn one_by_one(
    touching: &Delassus,
    before: &[f64],
    restitution: Restitution,
    still: f64,
) -> Option<Vec<f64>> {
    let n = touching.len();
    let mut impulse = vec![0.0; n];
    let mut rates = before.to_vec();
    for _ in 0..ROUNDS * n {
        let struck = fastest(&rates);
        let [first, ..] = struck[..] else { break };
        if rates[first] >= -still {
            return Some(impulse);
        }
        let bounced = |at: &usize| (1.0 + restitution(*at, rates[*at])) * rates[*at];
        let b: Vec<f64> = struck.iter().map(bounced).collect();
        let entries = struck
            .iter()
            .flat_map(|i| struck.iter().map(move |j| (i, j)));
        let a: Vec<f64> = entries.map(|(i, j)| touching.a[i * n + j]).collect();
        let own = lcp::least(&a, &lcp::solve(&a, &b)?);
        for (at, more) in struck.iter().zip(own) {
            impulse[*at] += more;
        }
        rates = touching.after(before, &impulse);
    }
    let rest = newton(touching, &rates, restitution)?;
    Some(impulse.iter().zip(rest).map(|(a, b)| a + b).collect())
}
