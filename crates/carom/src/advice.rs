//! Advice on numbers that are legal and seldom meant, as the manuals of contact laws give it: `carom check` says it, a run does not.

use carom_base::{Diagnostic, Diagnostics, Span};
use carom_expr::Expression;
use carom_laws::contact::solids::{AnyLaw, ImpactParameters};
use carom_model::constraint::Function;
use carom_model::force::NormalLaw;
use carom_model::{Id, Marker, MarkerId, Model, PartId, PartKind};

/// Exponents from here to one above are near one.
const NEAR_ONE: f64 = 1.1;
/// Exponents beyond are those of no contact; a stiffness below the exponent then points to an exchange.
const STEEP: f64 = 10.0;
/// How much deeper than at rest a body may sink in a moderate impact. δ(v)/δ(0) = ((e + 1)/2 · v²/(g·δ(0)))^(1/(e + 1)): with e = 1.5, g = 10 m/s²
/// and δ(0) = 1 µm this is 110 for 1 m/s.
const HARDER: f64 = 100.0;
/// A depth of full damping this part of that at rest, or less, is one of first touch.
const AT_ONCE: f64 = 1e-6;

/// One contact law, with the places of its numbers.
struct Law {
    owner: String,
    stiffness: Option<f64>,
    exponent: Option<f64>,
    damping: Option<f64>,
    full_damping_at: Option<f64>,
    /// Of k, e, c and d.
    spans: [Span; 4],
    /// What weighs on it at rest.
    mass: Option<f64>,
}

/// What there is to advise on a model.
pub(crate) fn advise(model: &Model, diagnostics: &mut Diagnostics) {
    for law in laws(model) {
        of_exponent(&law, diagnostics);
        of_damping(&law, model, diagnostics);
    }
    of_gravity(model, diagnostics);
}

/// Gravity of the earth, m/s².
const EARTH: f64 = 9.806_65;
/// How far gravity is from that of the earth where the number of one unit of length stands in a model in another one.
const MIXED: &[f64] = &[1000.0, 100.0, 1.0 / 0.0254, 1.0 / 0.3048, 25.4];

/// The number 9806.65 in a model in metres, 9.81 in one in millimetres.
fn of_gravity(model: &Model, diagnostics: &mut Diagnostics) {
    let units = &model.units;
    if units.length.name == "none" {
        return;
    }
    let sum: f64 = model.gravity.iter().map(|g| g * g).sum();
    let size = sum.sqrt();
    let earths = size * units.length.si / (units.time.si * units.time.si) / EARTH;
    let is_near = |factor: &f64| (earths / factor - 1.0).abs() < 0.01;
    if MIXED.iter().any(|f| is_near(f) || is_near(&f.recip())) {
        let message = format!(
            "gravity is {earths:.4} times that of the earth: its number seems to be that of another unit of length than {}",
            units.length.name
        );
        let due = EARTH * units.time.si * units.time.si / units.length.si;
        let help = format!(
            "in these units that of the earth is {}",
            (due * 1e6).round() / 1e6
        );
        diagnostics.push(note("advice-gravity", Span::NONE, message, &help));
    }
}

fn note(name: &'static str, span: Span, message: String, help: &str) -> Diagnostic {
    Diagnostic::note(name, span, message).help(help)
}

fn of_exponent(law: &Law, diagnostics: &mut Diagnostics) {
    let Some(e) = law.exponent else { return };
    let owner = &law.owner;
    if let Some(k) = law.stiffness
        && e > STEEP
        && k < e
    {
        let message = format!(
            "{owner}: the stiffness {k} is small and the exponent {e} large: they may be exchanged"
        );
        let help = "the stiffness comes before the exponent; exponents of contacts are from 1 to 3";
        diagnostics.push(note("advice-exchanged", law.spans[0], message, help));
    } else if e < 1.0 {
        let message = format!(
            "{owner}: with the exponent {e} the stiffness is infinite at first touch, and integration errors become energy"
        );
        let help = "exponents of contacts are above 1: 1.5 for spheres of metal, 1.1 for rubber, 2.2 as a first guess";
        diagnostics.push(note("advice-exponent", law.spans[1], message, help));
    } else if e < NEAR_ONE && law.damping != Some(0.0) {
        let message =
            format!("{owner}: with the exponent {e} the force has a corner at first touch");
        let help = "Carom ends a step there, other solvers take very short ones; above 1.1, often 1.5 to 2.2, the force begins smoothly";
        diagnostics.push(note("advice-exponent", law.spans[1], message, help));
    }
}

fn of_damping(law: &Law, model: &Model, diagnostics: &mut Diagnostics) {
    let owner = &law.owner;
    if law.damping == Some(0.0) {
        let message = format!(
            "{owner}: without damping a contact takes no energy: what drops bounces for ever"
        );
        let help = "about 1 % of the stiffness, in the model's own numbers, is a usual first guess";
        diagnostics.push(note("advice-damping", law.spans[2], message, help));
        return;
    }
    let (Some(k), Some(e), Some(d), Some(mass)) =
        (law.stiffness, law.exponent, law.full_damping_at, law.mass)
    else {
        return;
    };
    let g = model.gravity.iter().map(|g| g * g).sum::<f64>().sqrt();
    let at_rest = (mass * g / (k * model.units.ucf)).powf(1.0 / e);
    if at_rest > 0.0 && at_rest.is_finite() && d > HARDER * at_rest {
        let message = format!(
            "{owner}: full damping acts from a depth of {d} on, and under its own weight the body sinks in by {at_rest:.1e} only: \
             most of the damping may never act"
        );
        let help = "the depth of full damping is to be smaller than the depth that impacts reach";
        diagnostics.push(note("advice-penetration", law.spans[3], message, help));
    } else if at_rest.is_finite() && d < AT_ONCE * at_rest {
        let message = format!(
            "{owner}: full damping acts from a depth of {d} on, and under its own weight the body sinks in by {at_rest:.1e}: \
             the force jumps at first touch"
        );
        let help = "damping that grows over a hundredth to a tenth of the depth at rest is as strong, and begins smoothly";
        diagnostics.push(note("advice-penetration", law.spans[3], message, help));
    }
}

fn laws(model: &Model) -> Vec<Law> {
    let mut list = Vec::new();
    for c in model.contacts.iter() {
        if let NormalLaw::Parametric(AnyLaw::Impact(ImpactParameters {
            stiffness,
            exponent,
            damping,
            dmax,
        })) = c.normal
        {
            let part = |id: &Id<carom_model::Graphic>| {
                Some(model.markers[model.graphics[*id].marker?].part)
            };
            let parts: Vec<PartId> = c.i.iter().chain(&c.j).filter_map(part).collect();
            list.push(Law {
                owner: c.tag.to_string(),
                stiffness: Some(stiffness),
                exponent: Some(exponent),
                damping: Some(damping),
                full_damping_at: Some(dmax),
                spans: [c.tag.span; 4],
                mass: lightest(model, &parts),
            });
        }
    }
    for f in model.scalar_forces.iter() {
        let mass = match f.kind {
            carom_model::force::Kind::Translation => of_markers(model, &[f.i, f.j]),
            carom_model::force::Kind::Rotation => None,
        };
        of_function(&f.function, &f.tag.to_string(), mass, &mut list);
    }
    let vectors = model
        .vector_forces
        .iter()
        .chain(model.vector_torques.iter());
    for f in vectors.chain(model.general_forces.iter()) {
        for function in f.components.iter().flatten() {
            of_function(function, &f.tag.to_string(), None, &mut list);
        }
    }
    for v in model.variables.iter() {
        of_function(&v.function, &v.tag.to_string(), None, &mut list);
    }
    list
}

fn of_markers(model: &Model, markers: &[MarkerId]) -> Option<f64> {
    let of = |m: &MarkerId| -> &Marker { &model.markers[*m] };
    let parts: Vec<PartId> = markers.iter().map(|m| of(m).part).collect();
    lightest(model, &parts)
}

/// The mass of the lightest moving part that has one.
fn lightest(model: &Model, parts: &[PartId]) -> Option<f64> {
    let parts = parts.iter().map(|p| &model.parts[*p]);
    let masses = parts.filter(|p| p.kind != PartKind::Ground && p.mass > 0.0);
    masses.map(|p| p.mass).min_by(f64::total_cmp)
}

/// The IMPACT and BISTOP of a function, with those of their arguments that are numbers.
fn of_function(function: &Function, owner: &str, mass: Option<f64>, list: &mut Vec<Law>) {
    let Function::Expression(expression) = function else {
        return;
    };
    for call in calls(expression) {
        let numbers = expression.literals();
        let find = |argument: &str| {
            let name = format!("{call}.{argument}");
            numbers.iter().find(|l| l.name == name)
        };
        let value = |argument: &str| find(argument).map(|l| l.value);
        let spans = ["k", "e", "cmax", "d"]
            .map(|argument| find(argument).map_or(expression.span(), |l| l.span));
        list.push(Law {
            owner: format!("{owner}: {}", call.split('[').next().unwrap_or_default()),
            stiffness: value("k"),
            exponent: value("e"),
            damping: value("cmax"),
            full_damping_at: value("d"),
            spans,
            mass,
        });
    }
}

/// `IMPACT`, `IMPACT[2]`, `BISTOP`: as the numbers of an expression are named.
fn calls(expression: &Expression) -> Vec<String> {
    let mut list: Vec<String> = Vec::new();
    for literal in expression.literals() {
        let Some((call, _)) = literal.name.split_once('.') else {
            continue;
        };
        let is_law = call.starts_with("IMPACT") || call.starts_with("BISTOP");
        if is_law && !list.iter().any(|c| c == call) {
            list.push(call.to_owned());
        }
    }
    list
}
