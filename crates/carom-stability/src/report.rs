//! Orbits and branches as text, tables and pictures.

use crate::branch::{Bifurcation, BifurcationKind, Branch};
use crate::exponents::Exponents;
use crate::family::Family;
use crate::orbit::{Multiplier, MultiplierKind, Orbit, OrbitEvent};
use carom_plot::{Axis, Curve, Figure, Mark, Panel, Style};
use serde_json::{Value, json};
use std::fmt::Write;

/// A branch and those that leave it at period doublings: each with how many returns its orbits take.
pub type Branches = Vec<(u32, Branch)>;

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
}

fn word(kind: MultiplierKind) -> &'static str {
    match kind {
        MultiplierKind::Plain => "plain",
        MultiplierKind::Neutral => "neutral",
        MultiplierKind::Zero => "zero",
    }
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
    const SHOWN: usize = 12;
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
            word(m.kind),
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
        let _ = writeln!(
            text,
            "branch {} of {count} return{}: {} orbits, {stable} of them stable",
            k + 1,
            if *count == 1 { "" } else { "s" },
            branch.orbits.len()
        );
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
        |m: &Multiplier| json!({ "re": m.value.re, "im": m.value.im, "kind": word(m.kind) });
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
    })
}

/// Tables as CSV: names of files and their texts.
pub fn tables(
    all: &Branches,
    parameters: &[&str],
    states: &[String],
) -> Vec<(&'static str, String)> {
    let head = |text: &str| {
        format!(
            "branch,point,{}{text}",
            parameters
                .iter()
                .map(|p| format!("{p},"))
                .collect::<String>()
        )
    };
    let states: String = states.iter().map(|s| format!(",{s}")).collect();
    let mut orbits = head(&format!(
        "arclength,period,returns,events,stable,mu_max,slowest_impact,residual{states}\n"
    ));
    let mut multipliers = head("number,re,im,abs,kind\n");
    let mut bifurcations = "branch,after_point,type,value,error,period\n".to_owned();
    for (b, (count, branch)) in all.iter().enumerate() {
        for (k, (orbit, s)) in branch.orbits.iter().zip(&branch.lengths).enumerate() {
            let mut place = format!("{},{},", b + 1, k + 1);
            orbit.point.iter().for_each(|p| {
                let _ = write!(place, "{p:?},");
            });
            let most = orbit.plain().map(|m| m.norm()).fold(0.0, f64::max);
            let _ = write!(
                orbits,
                "{place}{s:?},{:?},{count},{},{},{most:?},{:?},{:?}",
                orbit.period,
                orbit.events.len(),
                orbit.is_stable(),
                slowest(orbit),
                orbit.residual
            );
            for x in &orbit.state {
                let _ = write!(orbits, ",{x:?}");
            }
            orbits.push('\n');
            for (j, m) in orbit.multipliers.iter().enumerate() {
                let (z, kind) = (m.value, word(m.kind));
                let _ = writeln!(
                    multipliers,
                    "{place}{},{:?},{:?},{:?},{kind}",
                    j + 1,
                    z.re,
                    z.im,
                    z.norm()
                );
            }
        }
        for x in &branch.bifurcations {
            let _ = writeln!(
                bifurcations,
                "{},{},{},{:?},{:?},{:?}",
                b + 1,
                x.after + 1,
                x.kind.name(),
                x.value,
                x.error,
                x.orbit.period
            );
        }
    }
    vec![
        ("orbits.csv", orbits),
        ("multipliers.csv", multipliers),
        ("bifurcations.csv", bifurcations),
    ]
}

/// Speed of the slowest impact; not a number without one.
fn slowest(orbit: &Orbit) -> f64 {
    let speeds = orbit
        .events
        .iter()
        .map(|e| -e.row.rate[0])
        .filter(|v| *v > 0.0);
    speeds.reduce(f64::min).unwrap_or(f64::NAN)
}

/// The speeds of all impacts of the orbits over the parameter (without impacts: the state that moves most), stable orbits in one colour, unstable ones in another.
pub fn figure(all: &Branches, coordinate: usize, parameter: &str, states: &[String]) -> Figure {
    let has_impacts = all
        .iter()
        .flat_map(|(_, b)| &b.orbits)
        .any(|o| slowest(o).is_finite());
    let spread = |k: usize| {
        let of = all.iter().flat_map(|(_, b)| &b.orbits).map(|o| o.state[k]);
        let (low, high) = of.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), x| {
            (l.min(x), h.max(x))
        });
        high - low
    };
    let widest = (0..states.len())
        .max_by(|a, b| spread(*a).total_cmp(&spread(*b)))
        .unwrap_or(0);
    let heights = |o: &Orbit| -> Vec<f64> {
        match has_impacts {
            true => o
                .events
                .iter()
                .map(|e| -e.row.rate[0])
                .filter(|v| *v > 0.0)
                .collect(),
            false => vec![o.state[widest]],
        }
    };
    let mut stable = Vec::new();
    let mut unstable = Vec::new();
    for orbit in all.iter().flat_map(|(_, b)| &b.orbits) {
        let to = if orbit.is_stable() {
            &mut stable
        } else {
            &mut unstable
        };
        to.extend(
            heights(orbit)
                .into_iter()
                .map(|y| [orbit.point[coordinate], y]),
        );
    }
    let dots = |name: &str, colour: usize, points: Vec<[f64; 2]>| Curve {
        name: name.into(),
        points,
        style: Style::Dots,
        colour,
        dash: 0,
    };
    let marks = all.iter().flat_map(|(_, b)| &b.bifurcations).map(|b| Mark {
        x: b.value,
        colour: 2,
        label: match b.kind {
            BifurcationKind::Fold => "LP",
            BifurcationKind::PeriodDoubling => "PD",
            BifurcationKind::Torus => "NS",
            BifurcationKind::Grazing => "GR",
        }
        .into(),
        name: String::new(),
    });
    let label = if has_impacts {
        "speed of impacts".to_owned()
    } else {
        states.get(widest).cloned().unwrap_or_default()
    };
    let panel = Panel {
        title: format!("{label} over {parameter}"),
        x: Axis::named(parameter),
        y: Axis::named(label.clone()),
        height: 320.0,
        curves: vec![dots("stable", 0, stable), dots("unstable", 1, unstable)],
        marks: marks.collect(),
        ..Panel::default()
    };
    Figure::of(
        vec![panel],
        format!(
            "Branches of periodic orbits: {label} over {parameter}; folds LP, period doublings PD, tori NS, grazings GR"
        ),
    )
}
