//! A study that can be run.

use crate::basin::BasinSpec;
use crate::continuation::Continuation;
use crate::deck;
use crate::deck::Deck;
use crate::design::Design;
use crate::formula::Formula;
use crate::orbit::OrbitSpecs;
use crate::response::{Response, Which};
use crate::section::Section as PointSection;
use crate::sensitivities::SensitivityRequest;
use carom::Request;
use carom::base::{Diagnostics, Sources};
use carom::dynamics::{Layout, RunOptions};
use carom::expr::Expression;
use carom::files::places::Place;
use carom::laws::RestitutionLaw;
use carom::model::Model;
use carom::model::analysis::{
    Analysis, ContactGroups, ContactRule, ImpactList, ImpactOrder, OutputGrid, RigidContact,
};
use std::path::PathBuf;

mod read;
pub use read::UserLeave;

/// A study that was refused: what is wrong, and the texts that this points into.
#[derive(Clone, Debug, Default)]
pub struct Refused {
    /// What is wrong.
    pub diagnostics: Diagnostics,
    /// The texts.
    pub sources: Sources,
}

/// A parameter of a study.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// The numbers of the deck that it takes the place of; none if only formulas use it.
    pub places: Vec<Place>,
    /// Where its values come from.
    pub origin: Origin,
}

/// Where the values of a parameter come from.
#[derive(Clone, Debug)]
pub enum Origin {
    /// The design: this coordinate of its points.
    Varied(usize),
    /// The parameters before it.
    Formula(Formula),
}

/// How each run is carried out.
#[derive(Clone, Debug)]
pub struct Settings {
    /// One analysis in place of those of the deck.
    pub analysis: Option<Analysis>,
    /// Integrator, error, largest step, locator.
    pub options: RunOptions,
    /// End of the run; `None`: as the deck says.
    pub end: Option<Formula>,
    /// Output times; `None`: as the deck says.
    pub output: Option<Output>,
    /// Rigid contacts; `None`: by their force laws.
    pub rigid: Option<Rigid>,
    /// How overlaps of solids become forces; `None`: as the deck says.
    pub contact_rule: Option<ContactRule>,
    /// How contacts of groups are computed, if not as the model says.
    pub contact_groups: Option<ContactGroups>,
}

/// Output times.
#[derive(Clone, Debug)]
pub enum Output {
    /// This many intervals.
    Steps(u32),
    /// One interval.
    Interval(Formula),
}

/// Rigid contacts, with a restitution that may depend on parameters.
#[derive(Clone, Debug)]
pub struct Rigid {
    /// Restitution of contacts that bring none.
    pub restitution: Option<Formula>,
    /// Beyond this speed bodies yield.
    pub yield_speed: Option<Formula>,
    /// What it means.
    pub law: RestitutionLaw,
    /// Contacts that touch at the same time.
    pub order: ImpactOrder,
    /// Which impacts are told.
    pub list: ImpactList,
}

/// When a run ends before its end.
#[derive(Clone, Debug)]
pub enum Stop {
    /// This many events of a kind have happened.
    Events(Which, u64),
    /// An expression has risen above (+1) or fallen below (−1) a value. The expression is one of [`Study`]'s.
    Level {
        /// Which expression.
        expression: usize,
        /// The value.
        value: Formula,
        /// Up or down.
        sign: f64,
    },
}

/// Many runs of one model.
#[derive(Clone, Debug)]
pub struct Study {
    /// The study file.
    pub path: PathBuf,
    /// Its text.
    pub text: String,
    /// The table of points of a design of kind `file`, as it was read.
    pub points_file: Vec<u8>,
    /// The model.
    pub deck: Deck,
    /// Parameters, in the order of the file.
    pub parameters: Vec<Parameter>,
    /// The points.
    pub design: Design,
    /// How each run is carried out.
    pub settings: Settings,
    /// What is wanted of each run.
    pub responses: Vec<Response>,
    /// Expressions that are evaluated at the output times.
    pub expressions: Vec<Expression>,
    /// What ends runs.
    pub stops: Vec<Stop>,
    /// Points that are kept of each run.
    pub section: Option<PointSection>,
    /// Runs that begin where others ended.
    pub continuation: Option<Continuation>,
    /// Derivatives that are asked for; none said: those of all responses with respect to all varied parameters.
    pub sensitivities: Option<SensitivityRequest>,
    /// What is asked about periodic orbits.
    pub orbits: OrbitSpecs,
    /// What is asked about basins of attraction: then runs go on until they repeat themselves.
    pub basin: Option<BasinSpec>,
    /// Runs in one file of the dataset.
    pub part_runs: u64,
    /// The order of the rows of an output, with the expressions.
    pub layout: Layout,
    /// Notes and warnings on the model and the study.
    pub diagnostics: Diagnostics,
}

impl Study {
    /// How many runs it has.
    pub fn len(&self) -> u64 {
        let all = self.continuation.as_ref().map(Continuation::runs);
        all.unwrap_or(self.design.len() as u64)
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.design.is_empty()
    }

    /// The columns of the points of its runs, time first; `None` if it keeps none.
    pub(crate) fn point_names(&self) -> Option<Vec<&str>> {
        let time = std::iter::once("time");
        if let Some(basin) = &self.basin {
            return Some(
                time.chain(basin.states.iter().map(String::as_str))
                    .collect(),
            );
        }
        let section = self.section.as_ref()?;
        Some(
            time.chain(section.columns.iter().map(|c| c.0.as_str()))
                .collect(),
        )
    }

    /// All parameters of a run.
    pub fn values(&self, run: u64) -> Vec<f64> {
        let point = self.continuation.as_ref().map_or(run, |c| c.point(run));
        values(&self.parameters, &self.design.point(point as usize))
    }

    /// All parameters at a point of the design.
    pub fn values_at(&self, point: &[f64]) -> Vec<f64> {
        values(&self.parameters, point)
    }

    /// The same study with another first point of its design; the points that were there say what counts as a large change of a parameter, as before.
    pub fn beginning_at(&self, point: &[f64]) -> Self {
        let last = self.design.len().saturating_sub(1);
        let before = [0, last / 2, last].map(|k| self.design.point(k));
        let column = |(k, x): (usize, &f64)| {
            let mut all = vec![*x];
            all.extend(before.iter().map(|p| p[k]));
            all
        };
        let columns: Vec<Vec<f64>> = point.iter().enumerate().map(column).collect();
        Self {
            design: Design::table(&columns),
            ..self.clone()
        }
    }

    /// The coordinate of the design that is this parameter; `None` if it follows from others.
    pub fn coordinate(&self, parameter: usize) -> Option<usize> {
        match self.parameters[parameter].origin {
            Origin::Varied(k) => Some(k),
            Origin::Formula(_) => None,
        }
    }

    /// The model with these values, and with a request for each of the expressions; their labels.
    ///
    /// # Errors
    /// The first thing that is wrong, with its place.
    pub fn model_with(&self, values: &[f64]) -> Result<(Model, Vec<u32>), String> {
        let mut model = (self.deck.with(&self.edits(values)))
            .map_err(|(d, sources)| crate::refusal::first_error(&d, &sources))?;
        let labels = crate::requests::ask(&mut model, &self.expressions);
        Ok((model, labels))
    }

    /// How a run with these values is carried out.
    pub fn request_with(&self, values: &[f64]) -> Request {
        self.request(values)
    }

    /// The first error among these, with its place in deck or study.
    pub fn first_error(&self, diagnostics: &Diagnostics) -> String {
        crate::refusal::first_error(diagnostics, &self.sources())
    }

    /// The texts that its diagnostics point into.
    pub fn sources(&self) -> Sources {
        deck::with_source(&self.deck.model.sources, &self.path, &self.text)
    }

    /// The text of the deck that is run, for those who want to run it by itself.
    pub fn deck_text(&self, run: u64) -> String {
        let values = self.values(run);
        self.deck.text_with(&self.edits(&values))
    }

    /// The numbers that take the places of those of the deck.
    pub(crate) fn edits(&self, values: &[f64]) -> Vec<(&Place, f64)> {
        let placed = self.parameters.iter().zip(values);
        placed
            .flat_map(|(p, x)| p.places.iter().map(move |place| (place, *x)))
            .collect()
    }

    /// What is asked for beyond the deck.
    pub(crate) fn request(&self, values: &[f64]) -> Request {
        let mut request = request(&self.settings, values);
        if let Some([period, end]) = self.section.as_ref().and_then(|s| s.times(values)) {
            request.output = Some(OutputGrid::Interval(period));
            request.end = Some(end);
        }
        request
    }
}

fn request(settings: &Settings, values: &[f64]) -> Request {
    let value = |f: &Option<Formula>| f.as_ref().map(|f| f.value(values));
    Request {
        analysis: settings.analysis,
        end: value(&settings.end),
        output: settings.output.as_ref().map(|o| match o {
            Output::Steps(n) => OutputGrid::Steps(*n),
            Output::Interval(f) => OutputGrid::Interval(f.value(values)),
        }),
        // When a run is given up must not depend on the clock: rows are the same on every machine.
        options: RunOptions {
            patient: true,
            ..settings.options.clone()
        },
        rigid: settings.rigid.as_ref().map(|r| RigidContact {
            restitution: value(&r.restitution),
            yield_speed: value(&r.yield_speed),
            law: r.law,
            order: r.order,
            list: r.list,
        }),
        contact_rule: settings.contact_rule,
        contact_groups: settings.contact_groups,
        ..Request::default()
    }
}

fn values(parameters: &[Parameter], point: &[f64]) -> Vec<f64> {
    let mut values: Vec<f64> = Vec::with_capacity(parameters.len());
    for p in parameters {
        let x = match &p.origin {
            Origin::Varied(k) => point[*k],
            Origin::Formula(f) => f.value(&values),
        };
        values.push(x);
    }
    values
}
