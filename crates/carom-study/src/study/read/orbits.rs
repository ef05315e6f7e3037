//! `[orbit]`, `[equilibrium]`, `[branch]`, `[curve]`, `[exponents]`.

use super::Reader;
use crate::formula::Formula;
use crate::input::{Entry, Section};
use crate::orbit::{
    BifurcationKind, BranchSpec, CurveSpec, ExponentsSpec, OrbitReturn, OrbitSpec, OrbitSpecs,
};
use crate::study::{Origin, Parameter};
use carom::base::{Diagnostic, Span, SpannedText};

/// The sections of a study about orbits.
pub(super) const SECTIONS: [&str; 5] = ["orbit", "equilibrium", "branch", "curve", "exponents"];

impl<'a> Reader<'a, '_> {
    pub(super) fn orbit_specs(
        &mut self,
        find: &dyn Fn(&str) -> Option<Entry<'a>>,
        parameters: &[Parameter],
    ) -> Option<OrbitSpecs> {
        let [orbit, equilibrium, branch, curve, exponents] = SECTIONS.map(find);
        if let (Some(_), Some(e)) = (&orbit, &equilibrium) {
            let message = "a study is about an orbit or about an equilibrium, not both";
            self.error("study-conflict", e.key_span, message);
            return None;
        }
        let asked = branch.as_ref().or(curve.as_ref()).or(exponents.as_ref());
        if let (None, None, Some(e)) = (&orbit, &equilibrium, asked) {
            let message = format!(
                "[{}] needs [orbit], which says when the motion returns, or [equilibrium]",
                e.key
            );
            let d = Diagnostic::error("study-missing-key", e.key_span, message);
            let help = "[orbit] period = \"2*PI/omega\", or event = \"impact\"; of what is at rest an empty section [equilibrium]";
            self.reading.diagnostics.push(d.help(help));
            return None;
        }
        if let (None, Some(e)) = (&branch, &curve) {
            let message = "[curve] needs [branch], on which it starts";
            let d = Diagnostic::error("study-missing-key", e.key_span, message);
            let help = "[branch] along = \"omega\", from = 1, to = 4";
            self.reading.diagnostics.push(d.help(help));
            return None;
        }
        let mut specs = OrbitSpecs::default();
        if let Some(e) = orbit {
            specs.orbit = Some(self.orbit_spec(&e, parameters)?);
        }
        if let Some(e) = equilibrium {
            specs.orbit = Some(equilibrium_spec(self, &e, parameters)?);
        }
        if let Some(e) = branch {
            specs.branch = Some(self.branch_spec(&e, parameters)?);
        }
        if let Some(e) = curve {
            specs.curve = Some(self.curve_spec(&e, parameters)?);
        }
        if let Some(e) = exponents {
            specs.exponents = Some(self.exponents_spec(&e)?);
        }
        Some(specs)
    }

    fn orbit_spec(&mut self, entry: &Entry<'a>, parameters: &[Parameter]) -> Option<OrbitSpec> {
        let keys = [
            "period", "event", "of", "periods", "settle", "start", "knots", "cyclic",
        ];
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
        let (settle, start) = settle_and_start(self, &section, parameters)?;
        let knots = match section.get("knots") {
            Some(e) => Some(self.reading.whole(e, 1, 1000)? as usize),
            None => None,
        };
        let cyclic = match section.get("cyclic") {
            Some(e) => self.reading.texts(e)?,
            None => Vec::new(),
        };
        Some(OrbitSpec {
            at: Some(at),
            periods,
            settle,
            start,
            knots,
            cyclic: cyclic.into_iter().map(|name| name.text).collect(),
        })
    }

    /// `start = { omega = 24 }`: other values for the first orbit.
    fn start(&mut self, entry: &Entry<'a>, parameters: &[Parameter]) -> Option<Vec<(usize, f64)>> {
        let names: Vec<&str> = parameters
            .iter()
            .filter(|p| matches!(p.origin, Origin::Varied(_)))
            .map(|p| p.name.as_str())
            .collect();
        let section = self.reading.section(entry, "start", &names)?;
        let mut all = Vec::new();
        for parameter in parameters {
            if let (Origin::Varied(axis), Some(e)) =
                (&parameter.origin, section.get(&parameter.name))
            {
                all.push((*axis, self.reading.number(e)?));
            }
        }
        Some(all)
    }

    fn branch_spec(&mut self, entry: &Entry<'a>, parameters: &[Parameter]) -> Option<BranchSpec> {
        let keys = [
            "along",
            "from",
            "to",
            "step",
            "points",
            "doublings",
            "branch_points",
        ];
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
        let coordinate = self.coordinate(&along, parameters)?;
        let range = [self.reading.number(from)?, self.reading.number(to)?];
        self.ascends(range, from.span.to(to.span))?;
        let (step, points) = self.step_and_points(&section)?;
        let mut followed = |key: &str| match section.get(key) {
            Some(e) => self.reading.whole(e, 0, 20).map(|n| n as u32),
            None => Some(1),
        };
        let (doublings, branch_points) = (followed("doublings")?, followed("branch_points")?);
        Some(BranchSpec {
            along: coordinate,
            range,
            step,
            points,
            doublings,
            branch_points,
        })
    }

    /// The coordinate of a parameter that has values of its own.
    fn coordinate(&mut self, along: &SpannedText, parameters: &[Parameter]) -> Option<usize> {
        let is_it = |p: &&Parameter| p.name.eq_ignore_ascii_case(&along.text);
        let message = match parameters.iter().find(is_it).map(|p| &p.origin) {
            Some(Origin::Varied(axis)) => return Some(*axis),
            None => format!("there is no parameter {}", along.text),
            Some(_) => format!(
                "{} follows from other parameters: a branch goes along one that has values of its own",
                along.text
            ),
        };
        let names = parameters.iter().map(|p| p.name.as_str());
        let d = Diagnostic::error("study-bad-value", along.whole(), message);
        self.reading.diagnostics.push(d.suggest(&along.text, names));
        None
    }

    fn ascends(&mut self, range: [f64; 2], span: Span) -> Option<()> {
        if range[0] < range[1] {
            return Some(());
        }
        let message = format!(
            "the range of a branch goes up: {} is not below {}",
            range[0], range[1]
        );
        self.error("study-bad-value", span, message);
        None
    }

    /// `step` and `points`.
    fn step_and_points(&mut self, section: &Section<'a>) -> Option<(f64, usize)> {
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
        Some((step, points))
    }

    fn curve_spec(&mut self, entry: &Entry<'a>, parameters: &[Parameter]) -> Option<CurveSpec> {
        let keys = ["of", "number", "along", "from", "to", "step", "points"];
        let section = self.reading.section(entry, "[curve]", &keys)?;
        let needed = ["of", "along", "from", "to"];
        if let Some(key) = needed.into_iter().find(|k| section.get(k).is_none()) {
            let message = format!("[curve] needs {key}");
            let d = Diagnostic::error("study-missing-key", section.span, message);
            let help = "[curve] of = \"period-doubling\", along = [\"omega\", \"e\"], from = [1, 0.3], to = [4, 0.9]";
            self.reading.diagnostics.push(d.help(help));
            return None;
        }
        let [of, along, from, to] = needed.map(|k| section.get(k).cloned());
        let (of, along, from, to) = (of?, along?, from?, to?);
        let kind = self.reading.text(&of)?;
        let is_it = |k: &BifurcationKind| k.name().eq_ignore_ascii_case(&kind.text);
        // Where branches cross for two parameters is as a rule a point, and no curve.
        let curves = BifurcationKind::ALL
            .into_iter()
            .filter(|k| *k != BifurcationKind::BranchPoint);
        let Some(found) = curves.clone().find(is_it) else {
            let names: Vec<&str> = curves.map(BifurcationKind::name).collect();
            let message = format!("{} is none of {}", kind.text, names.join(", "));
            let d = Diagnostic::error("study-bad-value", kind.whole(), message);
            self.reading.diagnostics.push(d.suggest(&kind.text, names));
            return None;
        };
        let names = self.reading.texts(&along)?;
        let [from_each, to_each] = [self.reading.numbers(&from)?, self.reading.numbers(&to)?];
        for (count, entry) in [
            (names.len(), &along),
            (from_each.len(), &from),
            (to_each.len(), &to),
        ] {
            if count != 2 {
                let message = format!(
                    "{} has {count} values; a curve goes over two parameters",
                    entry.key
                );
                self.error("study-bad-value", entry.span, message);
                return None;
            }
        }
        let axes = [
            self.coordinate(&names[0], parameters)?,
            self.coordinate(&names[1], parameters)?,
        ];
        if axes[0] == axes[1] {
            self.error(
                "study-bad-value",
                along.span,
                "a curve goes over two different parameters",
            );
            return None;
        }
        let range = [0, 1].map(|k| [from_each[k], to_each[k]]);
        for range in range {
            self.ascends(range, from.span.to(to.span))?;
        }
        let (step, points) = self.step_and_points(&section)?;
        let number = match section.get("number") {
            Some(e) => self.reading.whole(e, 1, 1000)? as usize,
            None => 1,
        };
        Some(CurveSpec {
            of: found,
            number,
            along: axes,
            range,
            step,
            points,
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

/// `[equilibrium]`.
fn equilibrium_spec<'a>(
    reader: &mut Reader<'a, '_>,
    entry: &Entry<'a>,
    parameters: &[Parameter],
) -> Option<OrbitSpec> {
    let keys = ["settle", "start"];
    let section = reader.reading.section(entry, "[equilibrium]", &keys)?;
    let (settle, start) = settle_and_start(reader, &section, parameters)?;
    Some(OrbitSpec {
        at: None,
        periods: 1,
        settle,
        start,
        knots: None,
        cyclic: Vec::new(),
    })
}

/// How long a run settles, and other values of parameters for the first orbit.
fn settle_and_start<'a>(
    reader: &mut Reader<'a, '_>,
    section: &Section<'a>,
    parameters: &[Parameter],
) -> Option<(Formula, Vec<(usize, f64)>)> {
    let settle = match section.get("settle") {
        Some(e) => reader.formula(e)?,
        None => Formula::read(SpannedText::bare("0"), &[], &mut reader.reading.diagnostics)?,
    };
    let start = match section.get("start") {
        Some(e) => reader.start(&e.clone(), parameters)?,
        None => Vec::new(),
    };
    Some((settle, start))
}
