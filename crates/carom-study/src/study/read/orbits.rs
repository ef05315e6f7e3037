//! `[orbit]`, `[branch]`, `[exponents]`.

use super::Reader;
use crate::formula::Formula;
use crate::input::Entry;
use crate::orbit::{BranchSpec, ExponentsSpec, OrbitReturn, OrbitSpec, OrbitSpecs};
use crate::study::{Origin, Parameter};
use carom::base::{Diagnostic, SpannedText};

/// The sections of a study about orbits.
pub(super) const SECTIONS: [&str; 3] = ["orbit", "branch", "exponents"];

impl<'a> Reader<'a, '_> {
    pub(super) fn orbit_specs(
        &mut self,
        find: &dyn Fn(&str) -> Option<Entry<'a>>,
        parameters: &[Parameter],
    ) -> Option<OrbitSpecs> {
        let [orbit, branch, exponents] = SECTIONS.map(find);
        if let (None, Some(e)) = (&orbit, branch.as_ref().or(exponents.as_ref())) {
            let message = format!(
                "[{}] needs [orbit], which says when the motion returns",
                e.key
            );
            let d = Diagnostic::error("study-missing-key", e.key_span, message);
            let help = "[orbit] period = \"2*PI/omega\", or event = \"impact\"";
            self.reading.diagnostics.push(d.help(help));
            return None;
        }
        let mut specs = OrbitSpecs::default();
        if let Some(e) = orbit {
            specs.orbit = Some(self.orbit_spec(&e)?);
        }
        if let Some(e) = branch {
            specs.branch = Some(self.branch_spec(&e, parameters)?);
        }
        if let Some(e) = exponents {
            specs.exponents = Some(self.exponents_spec(&e)?);
        }
        Some(specs)
    }

    fn orbit_spec(&mut self, entry: &Entry<'a>) -> Option<OrbitSpec> {
        let keys = ["period", "event", "of", "periods", "settle"];
        let section = self.reading.section(entry, "[orbit]", &keys)?;
        let at = match (section.get("period"), section.get("event")) {
            (Some(e), None) => OrbitReturn::Period(self.formula(e)?),
            (None, Some(e)) => OrbitReturn::Event(self.which(&section, &e.clone())?),
            (Some(_), Some(e)) => {
                let message = "an orbit has period or event, not both";
                self.error("study-conflict", e.key_span, message);
                return None;
            }
            (None, None) => {
                let message = "[orbit] does not say when the motion returns";
                let d = Diagnostic::error("study-missing-key", section.span, message);
                let help = "period = \"2*PI/omega\" where time forces it, event = \"impact\" where nothing does";
                self.reading.diagnostics.push(d.help(help));
                return None;
            }
        };
        let periods = match section.get("periods") {
            Some(e) => self.reading.whole(e, 1, 10_000)? as u32,
            None => 1,
        };
        let settle = match section.get("settle") {
            Some(e) => self.formula(e)?,
            None => Formula::read(SpannedText::bare("0"), &[], &mut self.reading.diagnostics)?,
        };
        Some(OrbitSpec {
            at,
            periods,
            settle,
        })
    }

    fn branch_spec(&mut self, entry: &Entry<'a>, parameters: &[Parameter]) -> Option<BranchSpec> {
        let keys = ["along", "from", "to", "step", "points", "doublings"];
        let section = self.reading.section(entry, "[branch]", &keys)?;
        let mut missing = |key: &str, what: &str| {
            let message = format!("[branch] needs {key} = {what}");
            self.error("study-missing-key", section.span, message);
        };
        let Some(e) = section.get("along") else {
            missing("along", "the name of a parameter");
            return None;
        };
        let (Some(from), Some(to)) = (section.get("from"), section.get("to")) else {
            missing("from and to", "the range of the parameter");
            return None;
        };
        let along = self.reading.text(e)?;
        let is_it = |p: &&Parameter| p.name.eq_ignore_ascii_case(&along.text);
        let coordinate = match parameters.iter().find(is_it).map(|p| &p.origin) {
            Some(Origin::Varied(axis)) => *axis,
            found => {
                let message = match found {
                    None => format!("there is no parameter {}", along.text),
                    Some(_) => format!(
                        "{} follows from other parameters: a branch goes along one that has values of its own",
                        along.text
                    ),
                };
                let names = parameters.iter().map(|p| p.name.as_str());
                let d = Diagnostic::error("study-bad-value", along.whole(), message);
                self.reading.diagnostics.push(d.suggest(&along.text, names));
                return None;
            }
        };
        let range = [self.reading.number(from)?, self.reading.number(to)?];
        if range[0] >= range[1] {
            let message = format!(
                "the range of a branch goes up: {} is not below {}",
                range[0], range[1]
            );
            self.error("study-bad-value", from.span.to(to.span), message);
            return None;
        }
        let step = match section.get("step") {
            Some(e) => {
                let step = self.reading.number(e)?;
                if !(step > 0.0 && step <= 1.0) {
                    let message = format!(
                        "step is {step}: the longest step as a fraction of the range, above 0 and up to 1"
                    );
                    self.error("study-bad-value", e.span, message);
                    return None;
                }
                step
            }
            None => 0.05,
        };
        let points = match section.get("points") {
            Some(e) => self.reading.whole(e, 1, 1_000_000)? as usize,
            None => 500,
        };
        let doublings = match section.get("doublings") {
            Some(e) => self.reading.whole(e, 0, 20)? as u32,
            None => 1,
        };
        Some(BranchSpec {
            along: coordinate,
            range,
            step,
            points,
            doublings,
        })
    }

    fn exponents_spec(&mut self, entry: &Entry<'a>) -> Option<ExponentsSpec> {
        let section = self
            .reading
            .section(entry, "[exponents]", &["periods", "batches"])?;
        let mut whole = |key: &str, default: u64, least: u64| match section.get(key) {
            Some(e) => self.reading.whole(e, least, 1_000_000_000),
            None => Some(default),
        };
        let spec = ExponentsSpec {
            periods: whole("periods", 2000, 2)?,
            batches: whole("batches", 20, 2)?,
        };
        if spec.batches > spec.periods {
            let message = "there are more batches than periods";
            self.error("study-bad-value", section.span, message);
            return None;
        }
        Some(spec)
    }
}
