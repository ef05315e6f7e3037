//! How the responses of a study change with its parameters, at the first point of its design.
//!
//! The run is carried out once, with its tangent. At each output time the series that responses look at have a value x, a derivative X = ∂x/∂p and, where the
//! output times themselves move with p, a rate x'; each event has its time and numbers and their derivatives. To first order, the run at p + s is
//!
//! ```text
//! outputs   (t_k(p + s),  x_k + s·X_k + x'_k·(t_k(p + s) − t_k))
//! events    (t + s·t',    y + s·y')
//! ```
//!
//! and the reducers and formulas of the study, fed with it, give R(s), whose difference at s = 0 is the derivative: each reducer is differentiated by its own code.

mod differences;
mod flags;
mod record;
mod reverse;
mod tell;

use crate::family::Error;
use carom::dynamics::EventRow;
use carom_study::{Gathering, Reducer, Rule, SensitivityRequest, Study};
use differences::slope;
pub use flags::Flag;
use record::{Record, Sample};

/// Changes for differences, relative to the sizes of what is changed: the order leaves their fourth power, rounding 1e-16 over them.
const CHANGE: f64 = 1e-4;

/// A parameter.
#[derive(Clone, Debug, PartialEq)]
pub struct ParameterValue {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: f64,
}

/// A response, and its derivatives.
#[derive(Clone, Debug, PartialEq)]
pub struct ResponseSensitivity {
    /// Its name.
    pub name: String,
    /// Its value; none where the run gives none.
    pub value: Option<f64>,
    /// Derivatives, one for each parameter; NaN where it does not exist.
    pub by: Vec<f64>,
    /// Up to which change of a parameter the first derivative says anything, one a parameter; infinite: nothing bounds it. From there on an event takes place
    /// with a much different speed or not at all, or passes the output that the response looks at.
    pub valid_within: Vec<f64>,
}

/// An event, and its derivatives.
#[derive(Clone, Debug, PartialEq)]
pub struct EventSensitivity {
    /// The event.
    pub event: EventRow,
    /// Derivatives of its time, one a parameter.
    pub time_by: Vec<f64>,
    /// Derivatives of gap, rate before, rate after, impulse and force, one list a parameter.
    pub numbers_by: Vec<[f64; 5]>,
    /// Up to which change of a parameter they hold.
    pub valid_within: Vec<f64>,
    /// Whether nothing jumps: then the motion behind it does not depend on its time, to first order.
    pub is_smooth: bool,
    /// Whether it is one of impacts that become ever slower and come to an end, behind the first of them.
    pub in_series: bool,
    /// Why they are doubtful; empty: they are not.
    pub doubt: String,
}

/// How responses change with parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct Sensitivities {
    /// The parameters, in the order that was asked for.
    pub parameters: Vec<ParameterValue>,
    /// The responses, likewise.
    pub responses: Vec<ResponseSensitivity>,
    /// All events of the run.
    pub events: Vec<EventSensitivity>,
    /// What makes derivatives doubtful.
    pub flags: Vec<Flag>,
}

impl ResponseSensitivity {
    /// The relative derivative with respect to a parameter: p/R·dR/dp. None where the response is 0 or missing.
    pub fn scaled(&self, j: usize, parameter: f64) -> Option<f64> {
        let value = self.value.filter(|x| *x != 0.0)?;
        Some(self.by[j] * parameter / value).filter(|x| x.is_finite())
    }
}

/// Runs a study at the first point of its design, with its tangent.
///
/// # Errors
/// When the study, its model or the run has no derivatives, or the run ends early.
pub fn sensitivities(study: &Study, request: &SensitivityRequest) -> Result<Sensitivities, Error> {
    let mut record = Record::of(study, &request.to, request.is_reverse)?;
    let all = match request.is_reverse {
        true => Responses::found_back(study, &mut record)?,
        false => Responses::found(study, &record),
    };
    let flags = flags::all(study, &record, &all, request);
    let parameters = request.to.iter().zip(&record.coordinates);
    let parameters = parameters.map(|(k, coordinate)| ParameterValue {
        name: study.parameters[*k].name.clone(),
        value: record.point[*coordinate],
    });
    let responses = request.of.iter().map(|i| ResponseSensitivity {
        name: study.responses[*i].name.clone(),
        value: all.values[*i],
        by: all.by.iter().map(|by| by[*i]).collect(),
        valid_within: flags.valid_within[*i].clone(),
    });
    Ok(Sensitivities {
        parameters: parameters.collect(),
        responses: responses.collect(),
        flags: flags.list,
        events: record.events,
    })
}

/// All responses of a study and their derivatives.
struct Responses {
    values: Vec<Option<f64>>,
    /// One list a parameter.
    by: Vec<Vec<f64>>,
    /// Derivatives to the two sides, where they differ: response, parameter, below, above.
    corners: Vec<(usize, usize, [f64; 2])>,
    /// What each response that is found in the run looks at.
    samples: Vec<Vec<Sample>>,
}

impl Responses {
    fn found(study: &Study, record: &Record) -> Self {
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
    fn slope_of_reducer(
        &self,
        study: &Study,
        record: &Record,
        i: usize,
        j: usize,
    ) -> differences::Slope {
        let Rule::Found { reducer, .. } = &study.responses[i].rule else {
            return differences::Slope::NONE;
        };
        if *reducer == Reducer::Count {
            return differences::Slope::of(0.0);
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
    fn slope_of_formula(
        &self,
        study: &Study,
        record: &Record,
        i: usize,
        j: usize,
    ) -> differences::Slope {
        let Rule::Formula(formula) = &study.responses[i].rule else {
            return differences::Slope::NONE;
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
    fn looks_at(&self, study: &Study, record: &Record, i: usize, other: usize) -> bool {
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
fn gather(mut gathering: Gathering, samples: &[Sample], times: &[f64]) -> Option<f64> {
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
