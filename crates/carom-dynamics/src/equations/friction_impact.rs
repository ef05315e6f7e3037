//! Impulses of impacts with friction, of one contact after the other or of all at once ([`super::contact_friction_events`]).

use super::contact::delassus::Delassus;
use super::contact::restitution::{self, ROUNDS};
use crate::equations::single_point_impact::SinglePointImpact;
use crate::system::System;
use carom_laws::restitution::{RestitutionLaw, STRONGE, Together};
use carom_model::analysis::ImpactOrder;
use carom_solve::cone::{self, Outcome, TangentialLaw};

/// Work of impulses, relative to its terms, that is rounding.
const NO_GAIN: f64 = 1e-12;

/// The impulses of one contact by the path of its own impulse; `restitution` in place of its own.
pub(super) fn strike(
    system: &System,
    touching: &Delassus,
    at: usize,
    rates: &[f64],
    law: RestitutionLaw,
    restitution: Option<f64>,
) -> Option<Vec<f64>> {
    let stop = &system.rigid.stops[touching.stops[at]];
    let (a, mut u) = touching.block(at, rates);
    u[0] = u[0].min(0.0);
    let mu = stop.contact_friction.map_or([0.0; 2], |contact_friction| {
        [
            system.rigid.contact_frictions[contact_friction].mu_static,
            system.rigid.contact_frictions[contact_friction].mu_dynamic,
        ]
    });
    let strike = SinglePointImpact {
        a,
        u,
        mu,
        restitution: restitution
            .unwrap_or_else(|| restitution::of_stop(system, touching.stops[at], u[0])),
        law,
    };
    let own = strike.impulse()?;
    let mut impulse = vec![0.0; touching.len()];
    for (row, x) in touching.rows_of(at).into_iter().zip(own.iter()) {
        impulse[row] = *x;
    }
    Some(impulse)
}

/// Impulses that answer the rates `before`, and whether they are of a softer law because the one that was asked for would put energy into the motion.
pub(super) fn friction_impact(
    system: &System,
    touching: &Delassus,
    before: &[f64],
    still: f64,
) -> Option<(Vec<f64>, bool)> {
    let n = touching.stops.len();
    let closing = before[..n].iter().filter(|rate| **rate < -still).count();
    let law = system.rigid.impacts.law;
    // Contacts that close at the same time have no order.
    let in_sequence = closing == 1 && system.rigid.impacts.order() == ImpactOrder::Sequential;
    let at_once = |back| at_once(system, touching, before, back, None);
    let one_by_one = |law| one_by_one(system, touching, before, law, None, still);
    let fair = |impulse: &Vec<f64>| !gains(touching, before, impulse);
    let softer = || {
        let softer = if in_sequence {
            one_by_one(STRONGE)
        } else {
            at_once(Together::Impulses)
        };
        softer.filter(fair)
    };
    let mut found = if in_sequence {
        one_by_one(law).or_else(|| at_once(law.together))
    } else {
        at_once(law.together)
    };
    if found.is_none() && !in_sequence {
        // As of a ring that wedges itself on a cone, which Newton's law would throw back: an answer that prefers none of the contacts comes first.
        if let Some(impulse) = softer() {
            return Some((impulse, true));
        }
        found = one_by_one(law);
    }
    if let Some(impulse) = found.filter(fair) {
        return Some((impulse, false));
    }
    let plastic = || plastic(system, touching, before, still);
    let impulse = softer().or_else(plastic)?;
    Some((impulse, true))
}

/// Impulses that answer the rates `before` without giving anything back.
pub(super) fn plastic(
    system: &System,
    touching: &Delassus,
    before: &[f64],
    still: f64,
) -> Option<Vec<f64>> {
    let law = system.rigid.impacts.law;
    at_once(system, touching, before, law.together, Some(0.0))
        .or_else(|| one_by_one(system, touching, before, law, Some(0.0), still))
}

/// Whether the impulses do work on the motion: along the mean of the speeds before and after.
fn gains(touching: &Delassus, before: &[f64], impulse: &[f64]) -> bool {
    let after = touching.after(before, impulse);
    let all = || 0..before.len();
    let gain: f64 = all().map(|k| impulse[k] * (before[k] + after[k])).sum();
    let size: f64 = all()
        .map(|k| impulse[k].abs() * (before[k].abs() + after[k].abs()))
        .sum();
    gain > NO_GAIN * size
}

/// One contact after the other, the one that approaches fastest first; what is left after many rounds all at once.
fn one_by_one(
    system: &System,
    touching: &Delassus,
    before: &[f64],
    law: RestitutionLaw,
    restitution: Option<f64>,
    still: f64,
) -> Option<Vec<f64>> {
    let n = touching.stops.len();
    let mut impulse = vec![0.0; touching.len()];
    for _ in 0..ROUNDS * n {
        let rates = touching.after(before, &impulse);
        let fastest = (0..n).min_by(|a, b| rates[*a].total_cmp(&rates[*b]))?;
        if rates[fastest] >= -still {
            return Some(impulse);
        }
        let more = strike(system, touching, fastest, &rates, law, restitution)?;
        impulse.iter_mut().zip(more).for_each(|(sum, x)| *sum += x);
    }
    let rates = touching.after(before, &impulse);
    let rest = at_once(system, touching, &rates, law.together, restitution)?;
    Some(impulse.iter().zip(rest).map(|(a, b)| a + b).collect())
}

/// All contacts that touch, together.
fn at_once(
    system: &System,
    touching: &Delassus,
    before: &[f64],
    back: Together,
    restitution: Option<f64>,
) -> Option<Vec<f64>> {
    let n = touching.stops.len();
    let own = |at: usize| restitution::of_stop(system, touching.stops[at], before[at]);
    let e = |at: usize| restitution.unwrap_or_else(|| own(at));
    let solve = |rates: &[f64], least: &[f64]| {
        let contacts: Vec<cone::Contact> = (0..n)
            .map(|at| {
                let contact_friction = match system.rigid.stops[touching.stops[at]].contact_friction
                {
                    None => TangentialLaw::Smooth,
                    Some(contact_friction) => TangentialLaw::Holds {
                        mu: system.rigid.contact_frictions[contact_friction].mu_dynamic,
                        stuck: false,
                    },
                };
                touching.cone(at, contact_friction, least[at])
            })
            .collect();
        match cone::solve(&touching.a, rates, &contacts) {
            Outcome::Found(impulse, _) => Some(impulse),
            Outcome::Paradox(_) | Outcome::Lost => None,
        }
    };
    let nothing = vec![0.0; n];
    if back == Together::Speeds {
        let mut rates = before.to_vec();
        for (at, rate) in rates[..n].iter_mut().enumerate() {
            *rate += e(at) * rate.min(0.0);
        }
        return solve(&rates, &nothing);
    }
    let compression = solve(before, &nothing)?;
    let least: Vec<f64> = (0..n).map(|at| e(at) * compression[at]).collect();
    let expansion = solve(&touching.after(before, &compression), &least)?;
    Some(
        compression
            .iter()
            .zip(expansion)
            .map(|(a, b)| a + b)
            .collect(),
    )
}
