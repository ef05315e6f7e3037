//! How each run goes: `[run]`.

use super::Reader;
use crate::input::{Entry, Section};
use crate::study::{Output, Rigid, Settings};
use carom::base::Diagnostic;
use carom::dynamics::{Coordinates, RunOptions};
use carom::laws::RestitutionLaw;
use carom::model::analysis::{Analysis, ContactGroups, ContactRule, ImpactList, ImpactOrder};
use carom::solve::Locate;

/// Keys of `[run]`.
const KEYS: [&str; 17] = [
    "analysis",
    "end",
    "steps",
    "dt",
    "integrator",
    "error",
    "hmax",
    "contact",
    "contact-rule",
    "contact-groups",
    "restitution",
    "yield-speed",
    "impact-law",
    "impact-order",
    "impacts",
    "locator",
    "coordinates",
];

impl<'a> Reader<'a, '_> {
    pub(super) fn settings(&mut self, entry: Option<&Entry<'a>>) -> Option<Settings> {
        let mut settings = Settings {
            analysis: None,
            options: RunOptions::default(),
            end: None,
            output: None,
            rigid: None,
            contact_rule: None,
            contact_groups: None,
        };
        let Some(entry) = entry else {
            return Some(settings);
        };
        let section = self.reading.section(entry, "[run]", &KEYS)?;
        if let Some(e) = section.get("analysis") {
            settings.analysis = Some(self.reading.word(e, &Analysis::WORDS)?);
        }
        settings.end = self.optional(&section, "end")?;
        if let Some(e) = section.get("steps") {
            let n = self.reading.whole(e, 1, u64::from(u32::MAX))?;
            settings.output = Some(Output::Steps(n as u32));
        }
        if let Some(e) = section.get("dt") {
            if settings.output.is_some() {
                self.error(
                    "study-conflict",
                    e.key_span,
                    "[run] has steps or dt, not both",
                );
                return None;
            }
            settings.output = Some(Output::Interval(self.formula(e)?));
        }
        let options = &mut settings.options;
        if let Some(e) = section.get("integrator") {
            let name = self.reading.text(e)?;
            if !carom::dynamics::accepts_integrator(&name.text) {
                let names = carom::solve::integrators::INTEGRATORS
                    .iter()
                    .map(|i| i.name());
                let message = format!("there is no integrator {}", name.text);
                let d = Diagnostic::error("study-bad-value", name.whole(), message);
                self.reading.diagnostics.push(d.suggest(&name.text, names));
                return None;
            }
            options.integrator = Some(name.text);
        }
        for (key, into) in [("error", &mut options.error), ("hmax", &mut options.hmax)] {
            if let Some(e) = section.get(key) {
                let x = self.reading.number(e)?;
                if x <= 0.0 {
                    let message = format!("{key} is {x}; it has to be above 0");
                    self.reading.error("study-bad-value", e.span, message);
                    return None;
                }
                *into = Some(x);
            }
        }
        if let Some(e) = section.get("locator") {
            let words = [("auto", Locate::Auto), ("henon", Locate::Henon)];
            options.locate = self.reading.word(e, &words)?;
        }
        if let Some(e) = section.get("coordinates") {
            options.coordinates = self.reading.word(e, &Coordinates::WORDS)?;
        }
        if let Some(e) = section.get("contact-rule") {
            settings.contact_rule = Some(self.reading.word(e, &ContactRule::WORDS)?);
        }
        if let Some(e) = section.get("contact-groups") {
            settings.contact_groups = Some(self.reading.word(e, &ContactGroups::WORDS)?);
        }
        self.contact(&section, &mut settings)?;
        Some(settings)
    }

    pub(super) fn contact(&mut self, section: &Section<'a>, settings: &mut Settings) -> Option<()> {
        let words = [
            ("as-modelled", false),
            ("compliant", false),
            ("rigid", true),
        ];
        let rigid = match section.get("contact") {
            Some(e) => self.reading.word(e, &words)?,
            None => false,
        };
        for key in [
            "restitution",
            "yield-speed",
            "impact-law",
            "impact-order",
            "impacts",
        ] {
            if let Some(e) = section.get(key).filter(|_| !rigid) {
                let message = format!("{key} goes with contact = \"rigid\"");
                self.error("study-conflict", e.key_span, message);
                return None;
            }
        }
        if !rigid {
            return Some(());
        }
        let restitution = self.optional(section, "restitution")?;
        let yield_speed = self.optional(section, "yield-speed")?;
        let law = match section.get("impact-law") {
            Some(e) => self.reading.word(e, &RestitutionLaw::words())?,
            None => RestitutionLaw::default(),
        };
        let order = match section.get("impact-order") {
            Some(e) => self.reading.word(e, &ImpactOrder::WORDS)?,
            None => ImpactOrder::Sequential,
        };
        let list = match section.get("impacts") {
            Some(e) => self.reading.word(e, &ImpactList::WORDS)?,
            None => ImpactList::Resolved,
        };
        settings.rigid = Some(Rigid {
            restitution,
            yield_speed,
            law,
            order,
            list,
        });
        Some(())
    }
}
