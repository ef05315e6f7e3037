//! What makes derivatives doubtful, and how far they hold.

use super::found::EventSensitivity;
use super::record::{Record, Sample};
use super::responses::{Responses, gather};
use crate::family::NOTHING;
use carom::dynamics::EventKind;
use carom_study::{Reducer, Rule, SensitivityRequest, Source, Study};

/// A doubt about a derivative, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flag {
    /// The response.
    pub output: String,
    /// The parameter; none: all of them.
    pub parameter: Option<String>,
    /// The doubt.
    pub text: String,
}

/// Derivatives that hold only within less of this part of the parameter are flagged.
const SMALL: f64 = 1e-2;
/// What differences may leave of a derivative without a word.
const LEFT: f64 = 1e-6;
/// Changes of values, relative to their size, that show what a reducer looks at.
const TOUCH: f64 = 1e-6;

/// Flags, and the changes up to which derivatives say anything: one list a response.
pub(super) struct Flags {
    pub list: Vec<Flag>,
    pub valid_within: Vec<Vec<f64>>,
}

/// What a response looks at, in time.
#[derive(Clone, Debug, Default)]
struct Looked {
    /// The last time; none: at nothing.
    until: Option<f64>,
    /// The outputs by their numbers, if there are one or two of them.
    outputs: Vec<usize>,
}

/// What is wrong with a response: of one parameter, or of all.
type Doubts = Vec<(Option<usize>, String)>;

/// Everything there is to say.
pub(super) fn all(
    study: &Study,
    record: &Record,
    responses: &Responses,
    request: &SensitivityRequest,
) -> Flags {
    let count = record.coordinates.len();
    let mut doubts: Vec<Doubts> = Vec::new();
    let mut valid_within: Vec<Vec<f64>> = Vec::new();
    for (i, response) in study.responses.iter().enumerate() {
        let mut own = Doubts::new();
        let mut within = vec![f64::INFINITY; count];
        match &response.rule {
            Rule::Formula(_) => {
                for other in (0..i).filter(|k| responses.looks_at(study, record, i, *k)) {
                    let name = &study.responses[other].name;
                    let theirs = doubts[other].iter();
                    own.extend(theirs.map(|(j, text)| match text.starts_with("through ") {
                        true => (*j, text.clone()),
                        false => (*j, format!("through {name}: {text}")),
                    }));
                    for (w, theirs) in within.iter_mut().zip(&valid_within[other]) {
                        *w = w.min(*theirs);
                    }
                }
            }
            Rule::Found {
                source, reducer, ..
            } => {
                let looked = looked(study, record, responses, i);
                own = of_events(record, source, &looked);
                own.extend(of_outputs(study, record, source, *reducer, &looked));
                within = (0..count)
                    .map(|j| bound(record, source, &looked, j))
                    .collect();
            }
        }
        own.extend(of_numbers(responses, i));
        own.extend(of_differences(record, responses, i));
        own.extend(of_tiny(record, responses, i));
        doubts.push(own);
        valid_within.push(within);
    }
    for (doubts, within) in doubts.iter_mut().zip(&valid_within) {
        let small = |(j, within): &(usize, &f64)| **within < SMALL * record.sizes[*j];
        let nearby = within.iter().enumerate().filter(small);
        doubts.extend(nearby.map(|(j, w)| (Some(j), format!("valid within {w:.2e} only"))));
    }
    let name = |j: usize| study.parameters[request.to[j]].name.clone();
    let flags = request.of.iter().flat_map(|i| {
        doubts[*i].iter().map(|(j, text)| Flag {
            output: study.responses[*i].name.clone(),
            parameter: j.map(name),
            text: text.clone(),
        })
    });
    Flags {
        list: flags.collect(),
        valid_within,
    }
}

/// An event in a sentence.
fn named(e: &EventSensitivity) -> String {
    let row = &e.event;
    format!(
        "{} of {} at time {}",
        row.kind.name(),
        row.element,
        row.time
    )
}

/// The events that a response depends on: those that it looks at, and those before its last time at which the motion jumps, or would if it took place or not.
fn met<'a>(
    record: &'a Record,
    source: &'a Source,
    looked: &Looked,
) -> impl Iterator<Item = &'a EventSensitivity> {
    let until = looked.until.unwrap_or(f64::NEG_INFINITY);
    record.events.iter().filter(move |e| {
        let is_own = matches!(source, Source::Events(which, _) if which.is(&e.event));
        e.event.time <= until && (is_own || matters(e))
    })
}

/// Whether the motion behind an event depends on it.
fn matters(e: &EventSensitivity) -> bool {
    (!e.is_smooth && !e.in_series) || e.event.kind == EventKind::ContactBegin
}

/// Events with a doubt of their own.
fn of_events(record: &Record, source: &Source, looked: &Looked) -> Doubts {
    let before = met(record, source, looked);
    let doubtful: Vec<_> = before.filter(|e| !e.doubt.is_empty()).collect();
    let Some(first) = doubtful.first() else {
        return Doubts::new();
    };
    let more = match doubtful.len() {
        1 => String::new(),
        n => format!(" (and {} more such events)", n - 1),
    };
    vec![(
        None,
        format!("it follows the {}: {}{more}", named(first), first.doubt),
    )]
}

/// Outputs at events, outputs of sensors, times that move in steps.
fn of_outputs(
    study: &Study,
    record: &Record,
    source: &Source,
    reducer: Reducer,
    looked: &Looked,
) -> Doubts {
    let mut doubts = Doubts::new();
    let Source::Outputs(_) = source else {
        return doubts;
    };
    for k in &looked.outputs {
        let t = record.times()[*k];
        let here = |e: &&EventSensitivity| (e.event.time - t).abs() <= record.near;
        for e in record.events.iter().filter(here).filter(|e| matters(e)) {
            for (j, by) in e.time_by.iter().enumerate().filter(|(_, by)| **by != 0.0) {
                if !(by.is_finite() && record.moves(j)) {
                    let text = format!(
                        "the output at {t} is at the very time of the {}: it is looked at before the event",
                        named(e)
                    );
                    doubts.push((Some(j), text));
                }
            }
        }
    }
    if matches!(reducer, Reducer::TimeOfMin | Reducer::TimeOfMax) {
        let text = "it is the time of an output, which moves from one to the next: between, its derivative is that of the output time";
        doubts.push((None, text.into()));
    }
    let sensors = study.deck.model.sensors.iter();
    let mut own = sensors.filter(|s| s.print || s.output_interval.is_some());
    let fired = own.find(|s| {
        let name = s.tag.to_string();
        record.events.iter().any(|e| e.event.element == name)
    });
    if let Some(s) = fired {
        let text = format!("{} makes outputs of its own, which are left out", s.tag);
        doubts.push((None, text));
    }
    doubts
}

/// Derivatives of which the differences between models leave more than [`LEFT`].
fn of_differences(record: &Record, responses: &Responses, i: usize) -> Doubts {
    let left = record.left.iter().enumerate();
    let much = left.filter(|(j, left)| **left > LEFT && responses.by[*j][i] != 0.0);
    let text = |(j, left): (usize, &f64)| {
        let text = format!(
            "differences between models leave up to {left:.0e} of it: in a run so long the parameter moves a phase by much; write it in scaled time, or shorten it"
        );
        (Some(j), text)
    };
    let crossed = record.crossed.iter().enumerate();
    let over = crossed.filter(|(j, crossed)| **crossed > LEFT && responses.by[*j][i] != 0.0);
    let corner = |(j, crossed): (usize, &f64)| {
        let text = format!(
            "differences between models leave about {crossed:.0e} of it: the change of the parameter crosses a corner of a force (IMPACT, a contact, MAX, IF), whose lengths are small beside the parameter; move the origin, so that its value is small, or make the corner rounder"
        );
        (Some(j), text)
    };
    much.map(text).chain(over.map(corner)).collect()
}

/// Parameters that are so small that they count as zero.
fn of_tiny(record: &Record, responses: &Responses, i: usize) -> Doubts {
    let all = record.coordinates.iter().map(|k| record.point[*k].abs());
    let each = all.zip(&record.sizes).enumerate();
    let tiny = each.filter(|(j, (own, size))| {
        *own > 0.0 && *own <= NOTHING && *own < **size && responses.by[*j][i] != 0.0
    });
    let text = |(j, (own, size)): (usize, (f64, &f64))| {
        let text = format!(
            "the parameter, {own:e}, counts as what rounding leaves of zero, and as one of size {size}: write 0 for it, or take units in which it is larger"
        );
        (Some(j), text)
    };
    tiny.map(text).collect()
}

/// Values and derivatives that are not there, and corners.
fn of_numbers(responses: &Responses, i: usize) -> Doubts {
    if responses.values[i].is_none() {
        return vec![(None, "it has no value in this run".into())];
    }
    let mut doubts = Doubts::new();
    for (j, by) in responses.by.iter().map(|by| by[i]).enumerate() {
        let corner = responses.corners.iter().find(|c| (c.0, c.1) == (i, j));
        if let Some((_, _, [below, above])) = corner {
            let text = format!(
                "it has a corner here: its derivative is {below:.6e} below and {above:.6e} above"
            );
            doubts.push((Some(j), text));
        } else if !by.is_finite() {
            let text = "no derivative is known of what it looks at".to_owned();
            doubts.push((Some(j), text));
        }
    }
    doubts
}

/// Up to which change of a parameter the derivative of a response says anything.
fn bound(record: &Record, source: &Source, looked: &Looked, j: usize) -> f64 {
    let events = met(record, source, looked).map(|e| e.valid_within[j]);
    let events = events.filter(|w| !w.is_nan());
    let mut bound = events.fold(f64::INFINITY, f64::min);
    if record.moves(j) {
        return bound;
    }
    for k in &looked.outputs {
        let t = record.times()[*k];
        for e in record.events.iter().filter(|e| matters(e)) {
            let passes = ((e.event.time - t) / e.time_by[j]).abs();
            if passes < bound {
                bound = passes;
            }
        }
    }
    bound
}

/// What a reducer looks at is found by touching it.
fn looked(study: &Study, record: &Record, responses: &Responses, i: usize) -> Looked {
    let samples = &responses.samples[i];
    let rule = &study.responses[i].rule;
    let parameters = study.values_at(&record.point);
    let Rule::Found {
        source, reducer, ..
    } = rule
    else {
        return Looked::default();
    };
    let times = record.times();
    let is_outputs = matches!(source, Source::Outputs(_));
    if matches!(reducer, Reducer::TimeOfMin | Reducer::TimeOfMax) {
        let until = responses.values[i];
        let at = samples.iter().position(|s| Some(s.time_of(times)) == until);
        return Looked {
            until,
            outputs: at.filter(|_| is_outputs).into_iter().collect(),
        };
    }
    let size = samples.iter().fold(0.0f64, |m, s| m.max(s.value.abs()));
    let touch = TOUCH * if size > 0.0 { size } else { 1.0 };
    let result = |samples: &[Sample]| gather_with(rule, &parameters, samples, times);
    let here = result(samples);
    let changes = |from: usize, to: usize| {
        [-touch, touch].into_iter().any(|by| {
            let mut touched = samples.clone();
            touched[from..to].iter_mut().for_each(|s| s.value += by);
            result(&touched) != here
        })
    };
    let n = samples.len();
    if n == 0 || !changes(0, n) {
        return Looked::default();
    }
    // the last one: the largest k such that those from k on matter; the first one likewise
    let last = partition(n, |k| changes(k, n)) - 1;
    let first = partition(n, |k| !changes(0, k + 1));
    let outputs = match is_outputs && last - first.min(last) <= 1 {
        true => (first.min(last)..=last).collect(),
        false => Vec::new(),
    };
    Looked {
        until: Some(samples[last].time_of(times)),
        outputs,
    }
}

fn gather_with(rule: &Rule, parameters: &[f64], samples: &[Sample], times: &[f64]) -> Option<f64> {
    gather(rule.gathering(parameters)?, samples, times)
}

/// How many of 0, 1, ... n − 1 fulfil what the first ones fulfil and the others do not.
fn partition(n: usize, fulfils: impl Fn(usize) -> bool) -> usize {
    let (mut low, mut high) = (0, n);
    while low < high {
        let middle = usize::midpoint(low, high);
        match fulfils(middle) {
            true => low = middle + 1,
            false => high = middle,
        }
    }
    low
}
