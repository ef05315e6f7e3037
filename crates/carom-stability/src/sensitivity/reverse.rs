//! Derivatives of few responses by many parameters, on the way back through the run.
//!
//! A first run without derivatives shows what each response looks at, and with which weight: the slope of its reducer in each sample. A second one is recorded, and its gradients are taken
//! for these weights. What moves with a parameter beside the run (windows, output times) is added as forward.

use super::differences::{CHANGE, Slope, slope};
use super::record::{Record, Sample, When};
use super::responses::{Responses, gather};
use crate::family::{Error, Family};
use carom::dynamics::tangent::Seeds;
use carom_study::{Reducer, Rule, Source, Study};

/// The weights of a response: on outputs by their numbers, on events by theirs.
struct Weights {
    outputs: Vec<(usize, f64)>,
    /// Event, weight of its time, of its numbers.
    events: Vec<(usize, f64, [f64; 5])>,
    has_corner: bool,
}

/// Replaces what a record without derivatives says of them: gradients of all responses that are found in the run.
pub(super) fn gradients(study: &Study, record: &mut Record<'_>) -> Result<Vec<Vec<f64>>, Error> {
    let parameters = study.values_at(&record.point);
    let responses = study.responses.iter();
    let weights: Vec<Option<Weights>> = responses
        .map(|r| match &r.rule {
            Rule::Formula(_) => None,
            rule => weights(rule, record, &parameters),
        })
        .collect();
    let mut marked: Vec<usize> = weights
        .iter()
        .flatten()
        .flat_map(|w| w.outputs.iter().map(|(k, _)| *k))
        .collect();
    marked.sort_unstable();
    marked.dedup();
    let family = Family::new(study);
    let times = record.times().to_vec();
    let end = times.last().copied();
    let mut run = family.vary_back(&record.point, &record.coordinates, end)?;
    for k in &marked {
        run.run_until(times[*k])?;
        run.mark_output()?;
    }
    if let Some(end) = end {
        run.run_until(end)?;
    }
    let before = record.events.len();
    let told = record.take_events_of(&mut run);
    if told.len() != before {
        return Err(Error::NotFound(format!(
            "the recorded run has {} events where the run without record has {before}: ask for derivatives forward",
            told.len()
        )));
    }
    let columns = record.series_count();
    let seeds = study.responses.iter().zip(&weights).map(|(r, w)| {
        let mut seeds = Seeds::default();
        let Some(w) = w else { return seeds };
        if let Some(column) = record.column(&r.rule) {
            seeds.outputs = w
                .outputs
                .iter()
                .map(|(k, weight)| {
                    let mut row = vec![0.0; columns];
                    row[column] = *weight;
                    (marked.binary_search(k).unwrap_or(0), row)
                })
                .collect();
        }
        let known = w.events.iter();
        seeds.events = known
            .filter_map(|(k, t, n)| Some((told.get(*k).copied().flatten()?, *t, *n)))
            .collect();
        seeds
    });
    let seeds: Vec<Seeds> = seeds.collect();
    let read = record.reader(study);
    let found = run.gradients(&read, &seeds)?;
    record.take_leftovers_of(&run);
    let all = found.into_iter().zip(&weights).map(|(gradient, w)| {
        let is_known = w.as_ref().is_some_and(|w| {
            let all_told = w
                .events
                .iter()
                .all(|(k, ..)| told.get(*k).is_some_and(Option::is_some));
            !w.has_corner && all_told
        });
        match is_known {
            true => gradient.parameters,
            false => vec![f64::NAN; record.coordinates.len()],
        }
    });
    Ok(all.collect())
}

/// How a reducer changes with each of its samples.
fn weights(rule: &Rule, record: &Record<'_>, parameters: &[f64]) -> Option<Weights> {
    let Rule::Found {
        source, reducer, ..
    } = rule
    else {
        return None;
    };
    let mut found = Weights {
        outputs: Vec::new(),
        events: Vec::new(),
        has_corner: false,
    };
    if *reducer == Reducer::Count {
        return Some(found);
    }
    let samples = record.samples(rule);
    if gather(rule.gathering(parameters)?, &samples, record.times()).is_none_or(f64::is_nan) {
        // Nothing to weigh.
        found.has_corner = true;
        return Some(found);
    }
    let size = samples.iter().fold(0.0f64, |m, s| m.max(s.value.abs()));
    let change = if size > 0.0 { CHANGE * size } else { CHANGE };
    let events = match source {
        Source::Events(which, column) => Some((record.numbers_of(which), *column)),
        Source::Outputs(_) => None,
    };
    for k in 0..samples.len() {
        let by = |moved: &dyn Fn(&mut Sample, f64)| {
            let mut beside = |s: f64| {
                let mut samples = samples.clone();
                moved(&mut samples[k], s);
                gather(rule.gathering(parameters)?, &samples, record.times())
            };
            slope(&mut beside, change)
        };
        let value = by(&|sample, s| sample.value += s);
        // What has no slope here is not asked on the way back: one number that is none would make all gradients so.
        let mut take = |slope: Slope| {
            found.has_corner |= slope.sides.is_some() || slope.value.is_nan();
            if slope.value.is_nan() {
                0.0
            } else {
                slope.value
            }
        };
        let value = take(value);
        match (&samples[k].when, &events) {
            (When::Output(output), _) if value != 0.0 => found.outputs.push((*output, value)),
            (When::Event(..), Some((numbers, column))) => {
                let time = by(&|sample, s| {
                    if let When::Event(t, _) = &mut sample.when {
                        *t += s;
                    }
                });
                let mut time = take(time);
                let mut each = [0.0; 5];
                match column.checked_sub(1) {
                    None => time += value,
                    Some(n) => each[n] = value,
                }
                if time != 0.0 || value != 0.0 {
                    found.events.push((numbers[k], time, each));
                }
            }
            _ => {}
        }
    }
    Some(found)
}

impl Responses {
    /// All responses of a study; those found in the run have their derivatives by gradients on the way back.
    pub(super) fn found_back(study: &Study, record: &mut Record<'_>) -> Result<Self, Error> {
        // What samples do is zero in this record: what is left is how windows and output times move.
        let mut all = Self::found(study, record);
        let gradients = gradients(study, record)?;
        for (i, response) in study.responses.iter().enumerate() {
            if matches!(response.rule, Rule::Formula(_)) {
                for j in 0..record.coordinates.len() {
                    let found = all.slope_of_formula(study, record, i, j);
                    let has_value = all.values[i].is_some();
                    all.by[j][i] = if has_value { found.value } else { f64::NAN };
                }
            } else {
                for (by, gradient) in all.by.iter_mut().zip(&gradients[i]) {
                    by[i] += gradient;
                }
            }
        }
        Ok(all)
    }
}
