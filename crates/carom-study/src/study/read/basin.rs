//! `[basin]`.

use super::Reader;
use crate::basin::{BasinSpec, By, Measure, default_tolerance};
use crate::deck::Deck;
use crate::design::Design;
use crate::input::{Entry, Section};
use crate::orbit::OrbitReturn;
use crate::study::{Origin, Parameter, Settings, request, values};
use carom::Ready;
use carom::base::{Diagnostic, SpannedText};
use carom::dynamics::analysis::run_options::DEFAULT_ERROR;
use carom::model::analysis::{Analysis, Command};
use toml::de::DeValue;

/// The longest period that is looked for where nothing is said, in returns.
const LONGEST: u32 = 32;
/// Returns after which a run is given up where nothing is said.
const RETURNS: u32 = 1000;
/// All states at returns are kept while a run goes on.
const MOST_RETURNS: u64 = 20_000;
/// A period is told from none when it was seen so many times.
const SEEN: u64 = 4;
/// Each return is compared with so many before.
const MOST_PERIODS: u64 = 256;
/// Names that columns of the tables have.
const TAKEN: [&str; 7] = [
    "kind", "period", "returns", "sequence", "label", "row", "column",
];

/// The local error of the runs: of the study, of the commands before the analysis, of the deck.
fn error(settings: &Settings, commands: &[Command], deck: &Deck) -> f64 {
    let commanded = commands.iter().rev().find_map(|c| match c {
        Command::Integrator(settings, _) => settings.error,
        _ => None,
    });
    let of_deck = deck.model.settings.integrator.error;
    let said = settings.options.error.or(commanded).or(of_deck);
    said.unwrap_or(DEFAULT_ERROR)
}

impl<'a> Reader<'a, '_> {
    pub(super) fn basin_spec(
        &mut self,
        entry: &Entry<'a>,
        find: &dyn Fn(&str) -> Option<Entry<'a>>,
        settings: &Settings,
        parameters: &[Parameter],
        design: &Design,
    ) -> Option<BasinSpec> {
        let keys = [
            "period",
            "event",
            "of",
            "longest",
            "returns",
            "tolerance",
            "ignore",
            "by",
        ];
        let section = self.reading.section(entry, "[basin]", &keys)?;
        self.basin_alone(find)?;
        self.basin_starts(&section, parameters, design)?;
        let at = self.basin_return(&section, find("run").as_ref(), settings)?;
        let mut whole = |key: &str, default: u32, least: u64, most: u64| match section.get(key) {
            Some(e) => self.reading.whole(e, least, most).map(|n| n as u32),
            None => Some(default),
        };
        let returns = whole("returns", RETURNS, SEEN, MOST_RETURNS)?;
        let most = returns / SEEN as u32;
        let periods = whole("longest", LONGEST.min(most), 1, MOST_PERIODS)?;
        if periods > most {
            let message = format!(
                "a period of {periods} returns is not seen within {returns}: returns is {SEEN} times longest at least"
            );
            let span = section.get("longest").map_or(section.span, |e| e.span);
            self.error("study-bad-value", span, message);
            return None;
        }
        let mut request = request(settings, &values(parameters, &design.point(0)));
        // Some end: the parts of the model do not depend on it.
        request.end = request.end.or(Some(1.0));
        let ready = match Ready::new(&self.deck.model, &request) {
            Ok(ready) => ready,
            Err(d) => {
                self.reading.diagnostics.extend(d);
                return None;
            }
        };
        let system = ready.simulation.system();
        let states = system.state_names();
        let ignored = self.ignored(&section, &states)?;
        let measure = Measure::of(system, |k| ignored.contains(&k));
        if measure.is_empty() {
            let message = "no number of the state is left to compare motions by";
            self.error("study-bad-value", section.span, message);
            return None;
        }
        let tolerance =
            self.basin_tolerance(&section, error(settings, &ready.commands, self.deck))?;
        let by = match section.get("by") {
            Some(e) => self.reading.word(e, &By::WORDS)?,
            None => By::default(),
        };
        Some(BasinSpec {
            at,
            by,
            periods,
            returns,
            tolerance,
            states,
            measure,
        })
    }

    /// What a study of basins does not have.
    fn basin_alone(&mut self, find: &dyn Fn(&str) -> Option<Entry<'a>>) -> Option<()> {
        for (key, why) in [
            ("responses", "what is found of each run is its motion"),
            ("section", "the returns of [basin] are its sections"),
            ("continuation", "each run has a start of its own"),
        ] {
            if let Some(e) = find(key) {
                let message = format!("a study with [basin] has no {key}: {why}");
                let d = Diagnostic::error("study-conflict", e.key_span, message);
                let help = format!("take {key}, or [basin], to a study of its own");
                self.reading.diagnostics.push(d.help(help));
                return None;
            }
        }
        let parameters = match find("parameters").map(|e| e.value) {
            Some(DeValue::Table(table)) => self.reading.entries(table),
            _ => Vec::new(),
        };
        let taken = |e: &&Entry<'a>| TAKEN.iter().any(|t| e.key.eq_ignore_ascii_case(t));
        if let Some(e) = parameters.iter().find(taken) {
            let message = format!(
                "{} cannot be used: the tables of basins have a column of this name",
                e.key
            );
            self.error("study-bad-name", e.key_span, message);
            return None;
        }
        Some(())
    }

    /// Whether there are several starts, and each axis of a grid has several values.
    fn basin_starts(
        &mut self,
        section: &Section<'a>,
        parameters: &[Parameter],
        design: &Design,
    ) -> Option<()> {
        let help = "give parameters that say where runs start a range: x = { at = \"PART/2.qg.x\", from = -1, to = 1, points = 101 }, v = { at = \"PART/2.vx\", ... }";
        let mut refuse = |message: String| {
            let d = Diagnostic::error("study-bad-value", section.span, message);
            self.reading.diagnostics.push(d.help(help));
        };
        if design.len() < 2 {
            refuse("a basin has several starts, and this study has one run".into());
            return None;
        }
        for axis in 0..design.counts().map_or(0, |c| c.len()) {
            let list = design.axis_values(axis);
            if list.len() > 1 && list.iter().all(|x| *x == list[0]) {
                let is_it = |p: &&Parameter| matches!(p.origin, Origin::Varied(k) if k == axis);
                let name = parameters
                    .iter()
                    .find(is_it)
                    .map_or("", |p| p.name.as_str());
                refuse(format!(
                    "{name} is an axis of the grid, and constant: {}",
                    list[0]
                ));
                return None;
            }
        }
        Some(())
    }

    fn basin_return(
        &mut self,
        section: &Section<'a>,
        run: Option<&Entry<'a>>,
        settings: &Settings,
    ) -> Option<OrbitReturn> {
        let at = match (section.get("period"), section.get("event")) {
            (Some(e), None) => OrbitReturn::Period(self.formula(e)?),
            (None, Some(e)) => OrbitReturn::Event(self.which(section, &e.clone())?),
            (Some(_), Some(e)) => {
                let message = "a basin has period or event, not both";
                self.error("study-conflict", e.key_span, message);
                return None;
            }
            (None, None) => {
                let message = "[basin] does not say when the motion returns";
                let d = Diagnostic::error("study-missing-key", section.span, message);
                let help = "period = \"2*PI/omega\" where time forces it, event = \"impact\" where nothing does";
                self.reading.diagnostics.push(d.help(help));
                return None;
            }
        };
        let by_period = matches!(at, OrbitReturn::Period(_));
        if let Some(e) = section.get("of").filter(|_| by_period) {
            self.error("study-conflict", e.key_span, "of goes with event");
            return None;
        }
        let other = settings.analysis.filter(|a| *a != Analysis::Dynamic);
        let (key, span) = match run {
            Some(run) => ("[run]", run.key_span),
            None => ("the study", section.span),
        };
        if other.is_some() {
            self.error("study-conflict", span, "the runs of a basin are dynamic");
            return None;
        }
        match (by_period, settings.end.is_some()) {
            (true, true) => {
                let message =
                    "[run] has an end, and a basin ends its runs where their motion repeats itself";
                let d = Diagnostic::error("study-conflict", span, message);
                let help = "leave end out; [basin] returns = 1000 says after how many periods a run is given up";
                self.reading.diagnostics.push(d.help(help));
                None
            }
            (false, false) => {
                let message = format!(
                    "{key} has no end: a motion that comes to rest has no event more to wait for"
                );
                let d = Diagnostic::error("study-missing-key", span, message);
                self.reading
                    .diagnostics
                    .push(d.help("[run] end = the time after which a run is given up"));
                None
            }
            _ => Some(at),
        }
    }

    fn basin_tolerance(&mut self, section: &Section<'a>, error: f64) -> Option<f64> {
        let Some(e) = section.get("tolerance") else {
            return Some(default_tolerance(error));
        };
        let tolerance = self.reading.number(e)?;
        if !(tolerance > error && tolerance < 1.0) {
            let message = format!(
                "tolerance is {tolerance:?}: above the error of the runs, {error:?}, and below 1; it counts in the sizes of the unknowns"
            );
            self.error("study-bad-value", e.span, message);
            return None;
        }
        Some(tolerance)
    }

    /// The numbers of the state that are left out, by their names.
    fn ignored(&mut self, section: &Section<'a>, states: &[String]) -> Option<Vec<usize>> {
        let Some(e) = section.get("ignore") else {
            return Some(Vec::new());
        };
        let names: Vec<SpannedText> = self.reading.texts(e)?;
        let mut list = Vec::new();
        for name in names {
            let found = states
                .iter()
                .position(|s| s.eq_ignore_ascii_case(&name.text));
            let Some(k) = found else {
                let message = format!("the state has no number {}", name.text);
                let d = Diagnostic::error("study-unknown-column", name.whole(), message);
                let d = d.suggest(&name.text, states.iter().map(String::as_str));
                self.reading.diagnostics.push(match d.help {
                    Some(_) => d,
                    None => d.help(format!("it has {}", states.join(", "))),
                });
                return None;
            };
            list.push(k);
        }
        Some(list)
    }
}
