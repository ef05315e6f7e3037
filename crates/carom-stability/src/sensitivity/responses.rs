//! All responses of a study with their derivatives, by the run to first order beside its point.

use super::differences::{CHANGE, Slope, slope};
use super::record::{Record, Sample};
use carom_study::{Gathering, Reducer, Rule, Study};

/// All responses of a study and their derivatives.
pub(super) struct Responses {
    pub values: Vec<Option<f64>>,
    /// One list a parameter.
    pub by: Vec<Vec<f64>>,
    /// Derivatives to the two sides, where they differ: response, parameter, below, above.
    pub corners: Vec<(usize, usize, [f64; 2])>,
    /// What each response that is found in the run looks at.
    pub samples: Vec<Vec<Sample>>,
}

impl Responses {
    pub fn found(study: &Study, record: &Record) -> Self {
        let mut all = Self {
            values: Vec::new(),
            by: vec![Vec::new(); record.coordinates.len()],
            corners: Vec::new(),
            samples: (study.responses.iter().map(|r| record.samples(&r.rule))).collect(),
        };
        let parameters = study.values_at(&record.point);
        for (i, response) in study.responses.iter().enumerate() {
            let value = match (&response.rule, response.rule.gathering(&parameters)) {
                (Rule::Formula(f), _) => Some(f.value(&known(&parameters, &all.values))),
                (_, Some(gathering)) => gather(gathering, &all.samples[i], record.times()),
                (_, None) => None,
            };
            let value = value.filter(|x| !x.is_nan());
            for j in 0..record.coordinates.len() {
                let found = match &response.rule {
                    Rule::Formula(_) => all.slope_of_formula(study, record, i, j),
                    Rule::Found { .. } => all.slope_of_reducer(study, record, i, j),
                };
                let has_value = value.is_some();
                all.by[j].push(if has_value { found.value } else { f64::NAN });
                if let Some(sides) = found.sides.filter(|_| has_value) {
                    all.corners.push((i, j, sides));
                }
            }
            all.values.push(value);
        }
        all
    }

    /// A reducer, fed with the run as it is to first order beside the point.
    fn slope_of_reducer(&self, study: &Study, record: &Record, i: usize, j: usize) -> Slope {
        let Rule::Found { reducer, .. } = &study.responses[i].rule else {
            return Slope::NONE;
        };
        if *reducer == Reducer::Count {
            return Slope::of(0.0);
        }
        let samples = &self.samples[i];
        let size = samples.iter().fold(0.0f64, |m, s| m.max(s.value.abs()));
        let by = samples.iter().map(|s| s.by[j].abs());
        let most = by.filter(|x| x.is_finite()).fold(0.0, f64::max);
        let own = CHANGE * record.sizes[j];
        let mut change = match size > 0.0 && most > 0.0 {
            true => CHANGE * size / most,
            false => own,
        };
        let rule = &study.responses[i].rule;
        if record.moves(j) || depends(study, record, rule, j) {
            change = change.min(own);
        }
        let mut beside = |s: f64| {
            let point = record.beside(j, s);
            let gathering = rule.gathering(&study.values_at(&point))?;
            let times = record.times_at(&point);
            let mut moved = samples.clone();
            moved
                .iter_mut()
                .for_each(|x| x.shift(j, s, record.times(), &times));
            gather(gathering, &moved, &times)
        };
        slope(&mut beside, change)
    }

    /// A formula, with parameters and responses changed together.
    pub fn slope_of_formula(&self, study: &Study, record: &Record, i: usize, j: usize) -> Slope {
        let Rule::Formula(formula) = &study.responses[i].rule else {
            return Slope::NONE;
        };
        let mut beside = |s: f64| {
            let moved = self.values.iter().zip(&self.by[j]);
            let moved: Vec<_> = moved.map(|(x, by)| x.map(|x| x + s * by)).collect();
            let parameters = study.values_at(&record.beside(j, s));
            Some(formula.value(&known(&parameters, &moved)))
        };
        slope(&mut beside, CHANGE * record.sizes[j])
    }

    /// Whether a formula looks at a response.
    pub fn looks_at(&self, study: &Study, record: &Record, i: usize, other: usize) -> bool {
        let Rule::Formula(formula) = &study.responses[i].rule else {
            return false;
        };
        let parameters = study.values_at(&record.point);
        let value = |by: f64| {
            let mut values = self.values[..i].to_vec();
            if let Some(x) = values[other].as_mut() {
                *x += by * x.abs().max(1e-3);
            }
            formula.value(&known(&parameters, &values))
        };
        let here = value(0.0).to_bits();
        [-1e-3, 1e-3].iter().any(|by| value(*by).to_bits() != here)
    }
}

/// What formulas know: parameters, and the responses so far.
fn known(parameters: &[f64], responses: &[Option<f64>]) -> Vec<f64> {
    let responses = responses.iter().map(|x| x.unwrap_or(f64::NAN));
    parameters.iter().copied().chain(responses).collect()
}

/// Feeds a reducer.
pub(super) fn gather(mut gathering: Gathering, samples: &[Sample], times: &[f64]) -> Option<f64> {
    for s in samples {
        gathering.take(s.time_of(times), s.value);
    }
    gathering.result()
}

/// Whether the window or the argument of a reducer depends on a parameter.
fn depends(study: &Study, record: &Record, rule: &Rule, j: usize) -> bool {
    let Rule::Found {
        from, to, argument, ..
    } = rule
    else {
        return false;
    };
    let here = study.values_at(&record.point);
    let there = study.values_at(&record.beside(j, CHANGE * record.sizes[j]));
    let all = [from, to, argument];
    let mut all = all.into_iter().flatten();
    all.any(|f| f.value(&here).to_bits() != f.value(&there).to_bits())
}
