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
mod found;
mod record;
mod responses;
mod reverse;
mod tell;

use crate::family::Error;
use carom_study::{SensitivityRequest, Study};
pub use flags::Flag;
pub use found::{EventSensitivity, ParameterValue, ResponseSensitivity};
use record::Record;
use responses::Responses;

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
