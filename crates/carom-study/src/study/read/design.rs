//! Which values the parameters take: `[design]`.

use super::{AxisOrColumn, MOST_NUMBERS, MOST_RUNS, Reader, Written};
use crate::design::{Axis, DESIGNS, Design, Kind};
use crate::input::Entry;
use crate::study::{Origin, Parameter};
use crate::{deck, sobol, table};
use carom::base::{Diagnostic, Span, SpannedText};

/// Largest table of points, bytes.
const LARGEST_TABLE: u64 = 1 << 30;

impl<'a> Reader<'a, '_> {
    pub(super) fn design_keys(
        &mut self,
        entry: Option<&Entry<'a>>,
    ) -> Option<(Kind, Option<u64>, u64, Option<SpannedText>)> {
        let Some(entry) = entry else {
            return Some((Kind::Grid, None, 0, None));
        };
        let keys = ["kind", "points", "seed", "file"];
        let section = self.reading.section(entry, "[design]", &keys)?;
        let kind = match section.get("kind") {
            Some(e) => self.reading.word(e, DESIGNS)?,
            None => Kind::Grid,
        };
        let points = match section.get("points") {
            Some(e) => Some(self.reading.whole(e, 1, MOST_RUNS)?),
            None => None,
        };
        let seed = match section.get("seed") {
            Some(e) => self.reading.whole(e, 0, i64::MAX as u64)?,
            None => 0,
        };
        let file = match section.get("file") {
            Some(e) => Some(self.reading.text(e)?),
            None => None,
        };
        let drawn = matches!(kind, Kind::Random | Kind::LatinHypercube | Kind::Sobol);
        let name = DESIGNS.iter().find(|d| d.1 == kind).map_or("", |d| d.0);
        for (key, fits) in [
            ("points", drawn),
            ("seed", drawn && kind != Kind::Sobol),
            ("file", kind == Kind::File),
        ] {
            if let Some(e) = section.get(key).filter(|_| !fits) {
                let message = format!("a design of kind {name} has no {key}");
                self.error("study-conflict", e.key_span, message);
            }
        }
        let needed = if drawn {
            Some("points").filter(|_| points.is_none())
        } else {
            Some("file").filter(|_| kind == Kind::File && file.is_none())
        };
        if let Some(key) = needed {
            let message = format!("a design of kind {name} needs {key}");
            self.error("study-missing-key", section.span, message);
            return None;
        }
        Some((kind, points, seed, file))
    }

    pub(super) fn design(
        &mut self,
        (kind, points, seed, file): (Kind, Option<u64>, u64, Option<SpannedText>),
        written: Vec<Written>,
    ) -> Option<(Design, Vec<Parameter>)> {
        self.places_once(&written)?;
        let mut axes = Vec::new();
        let mut columns = Vec::new();
        let mut parameters = Vec::new();
        for mut w in written {
            match w.axis {
                Some(AxisOrColumn::Axis(axis)) => {
                    w.parameter.origin = Origin::Varied(axes.len());
                    axes.push((axis, w.span));
                }
                Some(AxisOrColumn::Column(name)) => {
                    w.parameter.origin = Origin::Varied(columns.len());
                    columns.push((name, w.span));
                }
                None => {}
            }
            parameters.push(w.parameter);
        }
        let design = match kind {
            Kind::File => self.points_of(&file?, &columns)?,
            Kind::List => self.list(axes)?,
            Kind::Grid => {
                let last = axes.last().map_or(Span::NONE, |a| a.1);
                let design = Design::grid(axes.into_iter().map(|a| a.0).collect());
                let some = design.filter(|d| d.len() as u64 <= MOST_RUNS);
                if some.is_none() {
                    let message = format!("the grid has more than {MOST_RUNS} points");
                    self.error("study-too-large", last, message);
                }
                some?
            }
            Kind::Random | Kind::LatinHypercube | Kind::Sobol => {
                let last = axes.last().map_or(Span::NONE, |a| a.1);
                let points = points? as usize;
                if points.saturating_mul(axes.len()) > MOST_NUMBERS {
                    let message = format!("the design has more than {MOST_NUMBERS} numbers");
                    self.error("study-too-large", last, message);
                    return None;
                }
                let axes = axes.into_iter().map(|a| a.0).collect();
                let design = Design::drawn(kind, axes, points, seed);
                if design.is_none() {
                    let most = sobol::MOST_DIMENSIONS;
                    let message = format!("a Sobol design has at most {most} varied parameters");
                    self.error("study-too-large", last, message);
                }
                design?
            }
        };
        Some((design, parameters))
    }

    /// Two numbers at one place would be one too many.
    pub(super) fn places_once(&mut self, written: &[Written]) -> Option<()> {
        let mut all: Vec<(Span, &str, Span)> = Vec::new();
        let mut sound = true;
        for w in written {
            for place in &w.parameter.places {
                let s = place.span;
                let meets = |o: &&(Span, &str, Span)| {
                    let o = o.0;
                    // Arguments that are added stand one after the other.
                    (s.start < o.end && o.start < s.end) || (s == o && place.value.is_some())
                };
                if let Some((_, other, _)) = all.iter().find(meets) {
                    let message =
                        format!("{} and {other} meet at {}", w.parameter.name, place.path);
                    let d = Diagnostic::error("study-same-place", w.span, message);
                    self.reading.diagnostics.push(d.related(s, "this number"));
                    sound = false;
                }
                all.push((s, &w.parameter.name, w.span));
            }
        }
        sound.then_some(())
    }

    pub(super) fn list(&mut self, axes: Vec<(Axis, Span)>) -> Option<Design> {
        let first = axes.first().and_then(|a| a.0.listed());
        for (axis, span) in &axes {
            if let (Some(n), Some(first)) = (axis.listed(), first)
                && n != first
            {
                let message = format!("it has {n} values, and the first parameter {first}");
                let d = Diagnostic::error("study-conflict", *span, message);
                let help = "a list takes the values one by one: all parameters have as many; a grid takes all combinations";
                self.reading.diagnostics.push(d.help(help));
                return None;
            }
        }
        Some(Design::list(axes.into_iter().map(|a| a.0).collect()))
    }

    pub(super) fn points_of(
        &mut self,
        file: &SpannedText,
        columns: &[(String, Span)],
    ) -> Option<Design> {
        let path = deck::beside(self.path, &file.text);
        if self.points_file.is_none() {
            match carom::files::special::read(&path, LARGEST_TABLE) {
                Ok(bytes) => self.points_file = Some(bytes),
                Err(e) => {
                    let message = format!("{} cannot be read: {e}", path.display());
                    self.error("study-points-file", file.whole(), message);
                    return None;
                }
            }
        }
        let bytes = self.points_file.clone().unwrap_or_default();
        let read = table::read_columns(&path, bytes, columns.iter().map(|c| c.0.as_str()));
        match read {
            Ok(columns) => {
                if columns.first().is_some_and(Vec::is_empty) {
                    let message = format!("{} has no rows", path.display());
                    self.error("study-points-file", file.whole(), message);
                    return None;
                }
                Some(Design::table(&columns))
            }
            Err(table::Unreadable::Column(k, message)) => {
                self.error("study-points-file", columns[k].1, message);
                None
            }
            Err(table::Unreadable::File(message)) => {
                self.error("study-points-file", file.whole(), message);
                None
            }
        }
    }
}
