//! Orbits, equilibria and branches as text, tables and pictures.

pub use crate::branch::Branches;
use crate::branch::{Bifurcation, Branch};
use crate::curves::{Curve, CurvePoint};
use crate::exponents::Exponents;
use crate::family::{Error, Family};
use crate::orbit::{Multiplier, Orbit, OrbitEvent};
use crate::tables::{self, Table};
use serde_json::{Value, json};
use std::fmt::Write;

impl Family<'_> {
    /// The names of the varied parameters, in the order of the coordinates of a point.
    pub fn names(&self) -> Vec<&str> {
        let all = 0..self.study.parameters.len();
        let mut named: Vec<(usize, &str)> = all
            .filter_map(|k| {
                Some((
                    self.study.coordinate(k)?,
                    self.study.parameters[k].name.as_str(),
                ))
            })
            .collect();
        named.sort_unstable();
        named.into_iter().map(|(_, name)| name).collect()
    }

    /// The names of the numbers of a state.
    ///
    /// # Errors
    /// When the model is refused.
    pub fn state_names(&self) -> Result<Vec<String>, Error> {
        let point = self.study.design.point(0);
        Ok(self.begin(&point, None)?.state_names())
    }
}

/// What was found, for other programs and as tables.
#[derive(Debug)]
pub struct Summarized {
    /// In words.
    pub text: String,
    /// Everything.
    pub json: Value,
    /// The tables.
    pub tables: Vec<Table>,
    /// What was asked for besides and not found, and why.
    pub missing: Option<String>,
}

/// Events of an orbit, or numbers of an equilibrium, that are told.
const SHOWN: usize = 12;
/// Intervals of time of the motion along an orbit.
const INTERVALS: u32 = 400;

impl Summarized {
    /// The orbit, or the equilibrium, of the first point of a study.
    ///
    /// # Errors
    /// As [`Family::first_orbit`].
    pub fn orbit(family: &Family<'_>) -> Result<Self, Error> {
        let found = family.first_orbit()?;
        let count = family.section(&found.point)?.count;
        let names = family.names();
        let states = family.state_names()?;
        let trace = match found.is_at_rest() {
            true => None,
            false => Some(family.trace(&found, INTERVALS)?),
        };
        let mut json = orbit_json(&found);
        json["returns"] = count.into();
        json["names"] = json!(names);
        json["states"] = json!(states);
        let text = match found.is_at_rest() {
            true => equilibrium(&found, &states),
            false => orbit(&found, count),
        };
        let alone = vec![(count, Branch::of(found))];
        let mut tables = tables::of_branches(&alone, &names, &states, None);
        tables.extend(trace.map(|t| tables::of_trace(&t, &states)));
        Ok(Self {
            text,
            json,
            tables,
            missing: None,
        })
    }

    /// The branches of a study.
    ///
    /// # Errors
    /// As [`Family::branches`].
    pub fn branch(family: &Family<'_>) -> Result<Self, Error> {
        let all = family.branches()?;
        let names = family.names();
        let along = family.study.orbits.branch.as_ref();
        let along = along.map_or("", |b| names[b.along]);
        let states = family.state_names()?;
        let mut json = branches_json(&all, along, &states);
        json["names"] = json!(names);
        let mut text = branches(&all, along);
        let mut tables = tables::of_branches(&all, &names, &states, Some(along));
        let mut missing = None;
        if family.study.orbits.curve.is_some() {
            match family.curve(&all) {
                Ok(found) => {
                    text += &curve(&found, &names);
                    json["curve"] = curve_json(&found, &names);
                    tables.push(tables::of_curve(&found, &names, &states));
                }
                // The branches are there.
                Err(Error::NotFound(why)) => missing = Some(why),
                Err(other) => return Err(other),
            }
        }
        Ok(Self {
            text,
            json,
            tables,
            missing,
        })
    }

    /// The exponents of the first point of a study.
    ///
    /// # Errors
    /// As [`Family::exponents`].
    pub fn exponents(family: &Family<'_>) -> Result<Self, Error> {
        let found = family.exponents()?;
        Ok(Self {
            text: exponents(&found),
            json: exponents_json(&found),
            tables: tables::of_exponents(&found),
            missing: None,
        })
    }
}

/// An equilibrium in words.
pub fn equilibrium(found: &Orbit, states: &[String]) -> String {
    let mut text = format!(
        "equilibrium, found to {:.1e} after {} Newton steps\n",
        found.residual, found.steps
    );
    let moving = states.iter().zip(&found.state).filter(|(_, x)| **x != 0.0);
    for (name, x) in moving.take(SHOWN) {
        let _ = writeln!(text, "  {name:<24} {x:>20.12}");
    }
    let _ = writeln!(
        text,
        "{:<12} {:>16} {:>16}",
        "eigenvalues", "real", "imaginary"
    );
    for m in found.multipliers.iter().filter(|m| m.value.im >= 0.0) {
        let pair = if m.value.im > 0.0 { "±" } else { " " };
        let _ = writeln!(
            text,
            "{:<12} {:>16.10} {pair}{:>15.10}",
            m.kind.name(),
            m.value.re,
            m.value.im
        );
    }
    let verdict = match found.unstable() {
        0 => "stable".to_owned(),
        1 => "unstable: one eigenvalue is right of the imaginary axis".to_owned(),
        n => format!("unstable: {n} eigenvalues are right of the imaginary axis"),
    };
    text + &verdict + "\n"
}

/// An orbit in words.
pub fn orbit(orbit: &Orbit, count: u32) -> String {
    let mut text = format!(
        "orbit of period {:.9}{}, closed to {:.1e} after {} Newton steps\n",
        orbit.period,
        if count > 1 {
            format!(" ({count} returns)")
        } else {
            String::new()
        },
        orbit.residual,
        orbit.steps
    );
    for e in orbit.events.iter().take(SHOWN) {
        let row = &e.row;
        let _ = write!(
            text,
            "  {:<14} {:<14} t {:.9}",
            row.kind.name(),
            row.element,
            row.time
        );
        if row.rate[0].is_finite() {
            let _ = write!(
                text,
                "   rate before {:.9}   after {:.9}",
                row.rate[0], row.rate[1]
            );
        }
        if !e.doubt.is_empty() {
            let _ = write!(text, "   ({})", e.doubt);
        }
        text.push('\n');
    }
    if orbit.events.len() > SHOWN {
        let _ = writeln!(text, "  and {} more events", orbit.events.len() - SHOWN);
    }
    let _ = writeln!(
        text,
        "{:<12} {:>16} {:>16} {:>14}",
        "multipliers", "real", "imaginary", "size"
    );
    for m in orbit.multipliers.iter().filter(|m| m.value.im >= 0.0) {
        let pair = if m.value.im > 0.0 { "±" } else { " " };
        let _ = writeln!(
            text,
            "{:<12} {:>16.10} {pair}{:>15.10} {:>14.10}",
            m.kind.name(),
            m.value.re,
            m.value.im,
            m.value.norm()
        );
    }
    let verdict = if orbit.is_stable() {
        "stable"
    } else {
        "unstable"
    };
    let _ = writeln!(
        text,
        "{verdict}; the product of all multipliers is {:.10e}",
        orbit.matrix.determinant()
    );
    text
}

/// What happens on branches, in words.
pub fn branches(all: &Branches, parameter: &str) -> String {
    let mut text = String::new();
    for (k, (count, branch)) in all.iter().enumerate() {
        let stable = branch.orbits.iter().filter(|o| o.is_stable()).count();
        let what = match branch.orbits.first().is_some_and(Orbit::is_at_rest) {
            true => format!(": {} equilibria", branch.orbits.len()),
            false => format!(
                " of {count} return{}: {} orbits",
                if *count == 1 { "" } else { "s" },
                branch.orbits.len()
            ),
        };
        let _ = writeln!(text, "branch {}{what}, {stable} of them stable", k + 1);
        for b in &branch.bifurcations {
            let _ = writeln!(
                text,
                "  {:<17} {parameter} = {:.12}  (within {:.1e})",
                b.kind.name(),
                b.value,
                b.error
            );
        }
        let [back, forth] = &branch.ended;
        if !back.is_empty() {
            let _ = writeln!(text, "  down: {back}");
        }
        let _ = writeln!(text, "  up: {forth}");
    }
    text
}

/// A curve over two parameters in words.
pub fn curve(found: &Curve, names: &[&str]) -> String {
    let [x, y] = found.along;
    let mut text = format!(
        "curve of the {} over {} and {}: {} points\n",
        found.kind.name(),
        names[x],
        names[y],
        found.points.len()
    );
    let [back, forth] = &found.ended;
    for (end, why) in [(found.points.first(), back), (found.points.last(), forth)] {
        if let Some(point) = end {
            let at = &point.orbit.point;
            let _ = writeln!(
                text,
                "  {} = {:.9}, {} = {:.9}: {why}",
                names[x], at[x], names[y], at[y]
            );
        }
    }
    text
}

/// A curve as JSON.
pub fn curve_json(found: &Curve, names: &[&str]) -> Value {
    let point = |p: &CurvePoint| json!({ "error": p.error, "orbit": orbit_json(&p.orbit) });
    json!({
        "of": found.kind.name(),
        "along": found.along.map(|k| names[k]),
        "ended": found.ended,
        "points": found.points.iter().map(point).collect::<Vec<_>>(),
    })
}

/// Exponents in words.
pub fn exponents(found: &Exponents) -> String {
    let mut text = format!(
        "Lyapunov exponents over {:.6e} of time, {} events (standard errors by batches)\n",
        found.time, found.events
    );
    for e in &found.all {
        let _ = writeln!(text, "  {:>16.9}  ± {:.1e}", e.value, e.error);
    }
    if found.lost > 0 {
        let _ = writeln!(text, "  −∞ ({} of them)", found.lost);
    }
    let _ = writeln!(
        text,
        "sum {:.12}, which no error of the split touches",
        found.sum
    );
    if let Some(first) = found.all.first()
        && first.value > 5.0 * first.error
    {
        text.push_str("chaotic: the largest is above 0 by more than five standard errors\n");
    }
    text
}

/// An orbit as JSON.
pub fn orbit_json(o: &Orbit) -> Value {
    let multiplier =
        |m: &Multiplier| json!({ "re": m.value.re, "im": m.value.im, "kind": m.kind.name() });
    let event = |e: &OrbitEvent| {
        json!({
            "kind": e.row.kind.name(),
            "of": e.row.element,
            "time": e.row.time,
            "rate_before": e.row.rate[0],
            "rate_after": e.row.rate[1],
            "doubt": e.doubt,
        })
    };
    json!({
        "parameters": o.point,
        "period": o.period,
        "state": o.state,
        "residual": o.residual,
        "stable": o.is_stable(),
        "multipliers": o.multipliers.iter().map(multiplier).collect::<Vec<_>>(),
        "events": o.events.iter().map(event).collect::<Vec<_>>(),
    })
}

/// Branches as JSON.
pub fn branches_json(all: &Branches, parameter: &str, states: &[String]) -> Value {
    let bifurcation = |b: &Bifurcation| {
        json!({
            "type": b.kind.name(),
            "value": b.value,
            "error": b.error,
            "orbit": orbit_json(&b.orbit),
        })
    };
    let one = |(count, b): &(u32, Branch)| {
        json!({
            "returns": count,
            "bifurcations": b.bifurcations.iter().map(bifurcation).collect::<Vec<_>>(),
            "ended": b.ended,
            "orbits": b.orbits.iter().map(orbit_json).collect::<Vec<_>>(),
        })
    };
    json!({
        "along": parameter,
        "states": states,
        "branches": all.iter().map(one).collect::<Vec<_>>(),
    })
}

/// Exponents as JSON.
pub fn exponents_json(found: &Exponents) -> Value {
    let each = found.all.iter();
    let each = each.map(|e| json!({ "value": e.value, "standard_error": e.error }));
    json!({
        "exponents": each.collect::<Vec<_>>(),
        "lost": found.lost,
        "sum": found.sum,
        "time": found.time,
        "events": found.events,
        "history": found.history,
    })
}
