//! What a model file may say and a model may not mean: functions of elements that are not there, sizes that do not fit.

use crate::common::functions::{Named, examine, named};
use crate::common::system;
use carom_base::Span;
use carom_expr::ElementForce;
use carom_model::data::Reading;
use carom_model::force::NormalLaw;
use carom_model::{Element, Graphic, Id, MarkerId, Model, PartKind};

/// Checks a model that was read without errors.
pub fn check(model: &Model, reading: &mut Reading) {
    functions(reading);
    ground(model, reading);
    parts(model, reading);
    sizes(model, reading);
    numbers(model, reading);
}

/// Every element that a function names is there.
fn functions(reading: &mut Reading) {
    for (who, expression) in std::mem::take(&mut reading.expressions) {
        if expression.as_user().is_some() {
            continue;
        }
        let (uses, errors) = examine(&who, &expression);
        reading.diagnostics.extend(errors);
        for (what, label, span) in named(&uses) {
            if what == Named::Marker && label == 0 {
                continue;
            }
            let keys = keys(what);
            if !keys.iter().any(|key| reading.has(key, label)) {
                reading.who.clone_from(&who);
                let what = format!("there is no [[{}]] with the id {label}", keys[0]);
                reading.error("toml-unknown-element", span, what);
            }
        }
    }
    reading.who.clear();
}

/// The tables of what a function may name.
fn keys(what: Named) -> &'static [&'static str] {
    use ElementForce::*;
    match what {
        Named::Marker => &["marker"],
        Named::Body => &["part"],
        Named::Variable => &["variable"],
        Named::Diff => &["diff"],
        Named::Array => &["array"],
        Named::Spline => &["spline"],
        Named::Curve => &["curve"],
        Named::Sensor => &["sensor"],
        Named::PlantInput => &["plant_input"],
        Named::PlantOutput => &["plant_output"],
        Named::Force(element) => match element {
            Joint => &["joint"],
            Jprim => &["primitive"],
            Motion => &["motion"],
            Sforce => &["scalar_force"],
            Vforce => &["vector_force", "general_force", "vector_torque"],
            Vtorq => &["vector_torque", "general_force", "vector_force"],
            Gforce => &["general_force", "vector_force", "vector_torque"],
            Spdp => &["spring_damper"],
            Bush => &["bushing"],
            Beam => &["beam"],
            Field => &["field"],
            Nforce => &["multi_point"],
            Contact => &["contact"],
            Friction => &["friction"],
            Ptcv => &["point_on_curve"],
            Cvcv => &["curve_on_curve"],
        },
    }
}

fn about(reading: &mut Reading, e: &impl Element, name: &'static str, what: &str) {
    reading.who = e.tag().to_string();
    reading.error(name, e.tag().span, what);
    reading.who.clear();
}

fn ground(model: &Model, reading: &mut Reading) {
    let mut grounds = model.parts.iter().filter(|p| p.kind == PartKind::Ground);
    if grounds.next().is_none() {
        let what = "the model has no ground: add [[part]] with kind = \"ground\"";
        let all = Span::new(carom_base::SourceId(0), 0, 1);
        reading.error("toml-no-ground", all, what);
    }
    if let Some(second) = grounds.next() {
        about(reading, second, "toml-no-ground", "it is a second ground");
    }
}

/// Masses with their markers, floating markers, both sides of a joint.
fn parts(model: &Model, reading: &mut Reading) {
    for id in model.parts.ids() {
        let part = &model.parts[id];
        if part.mass < 0.0 {
            about(reading, part, "toml-bad-value", "mass has to be 0 or more");
        }
        if part.mass > 0.0 && part.cm.is_none() && part.kind != PartKind::Ground {
            about(reading, part, "toml-missing-key", "it has mass and no cm");
        }
        for marker in [part.cm, part.im].into_iter().flatten() {
            if model.markers[marker].part != id {
                let what = format!("{} is on another part", model.markers[marker].tag);
                about(reading, part, "toml-wrong-part", &what);
            }
        }
        if (part.inertia.transpose() - part.inertia).amax() > 0.0 {
            about(reading, part, "toml-bad-value", "inertia is not symmetric");
        }
    }
    let fixed = |reading: &mut Reading, e: &dyn Element, markers: &[MarkerId]| {
        let floating = markers.iter().find(|m| model.markers[**m].floating);
        if let Some(&m) = floating {
            let what = format!("{} floats and has no place", model.markers[m].tag);
            reading.who = e.tag().to_string();
            reading.error("toml-floating-marker", e.tag().span, what);
        }
    };
    macro_rules! pairs {
        ($($table:ident),+) => {$(
            for e in &model.$table {
                fixed(reading, e, &[e.i, e.j]);
            }
        )+};
    }
    pairs!(
        joints,
        primitives,
        scalar_forces,
        spring_dampers,
        bushings,
        beams,
        fields
    );
    for f in model
        .vector_forces
        .iter()
        .chain(&model.vector_torques)
        .chain(&model.general_forces)
    {
        fixed(reading, f, &[f.i]);
    }
    reading.who.clear();
    macro_rules! apart {
        ($($table:ident),+) => {$(
            for e in &model.$table {
                if model.markers[e.i].part == model.markers[e.j].part {
                    about(reading, e, "toml-wrong-part", "i and j are on one part");
                }
            }
        )+};
    }
    apart!(joints, primitives, spring_dampers, bushings, beams, fields);
    for c in &model.contacts {
        for (side, list) in [("i", &c.i), ("j", &c.j)] {
            let drawn = list.iter().any(|g| model.graphics[*g].marker.is_none());
            if list.is_empty() || drawn {
                let what = format!("{side} needs solids that are on markers");
                about(reading, c, "toml-bad-value", &what);
            }
        }
    }
}

/// Lists whose length follows from something else.
fn sizes(model: &Model, reading: &mut Reading) {
    for m in &model.matrices {
        if m.rows.checked_mul(m.columns) != Some(m.values.len()) || m.values.is_empty() {
            let what = format!(
                "{} values are not {} rows of {}",
                m.values.len(),
                m.rows,
                m.columns
            );
            about(reading, m, "toml-wrong-count", &what);
        }
    }
    for f in &model.multi_points {
        let n = 6 * f.markers.len();
        let fits = f.stiffness.len() == n * n
            && f.damping.len() == n * n
            && f.length.len() == n
            && f.preload.len() == n;
        if n == 0 || !fits {
            let what = format!("{} markers need matrices of {n} rows", f.markers.len());
            about(reading, f, "toml-wrong-count", &what);
        }
    }
    for c in &model.curves {
        if c.points.len() < 4 {
            about(
                reading,
                c,
                "toml-wrong-count",
                "a curve has 4 points or more",
            );
        }
    }
    for c in &model.couplers {
        if !(2..=3).contains(&c.terms.len()) {
            about(
                reading,
                c,
                "toml-wrong-count",
                "a coupler has two or three terms",
            );
        }
    }
    for s in model.linear_systems.iter().chain(&model.transfer_functions) {
        if let Some((matrix, what)) = system::misfit(s) {
            about(reading, s, "toml-wrong-count", &format!("{matrix}: {what}"));
        }
        if !s.initial.is_empty() && s.initial.len() != s.a.len() {
            about(
                reading,
                s,
                "toml-wrong-count",
                "initial does not fit the states",
            );
        }
        for (_, _, what) in system::problems(model, s) {
            about(reading, s, "toml-wrong-count", &what);
        }
    }
}

/// Numbers out of their range.
fn numbers(model: &Model, reading: &mut Reading) {
    for s in &model.sensors {
        if s.error <= 0.0 {
            about(reading, s, "toml-bad-value", "error has to be positive");
        }
        for (key, dt) in [
            ("output_interval", s.output_interval),
            ("step_size", s.step_size),
            ("step_limit", s.step_limit),
        ] {
            if dt.is_some_and(|dt| dt <= 0.0) {
                about(
                    reading,
                    s,
                    "toml-bad-value",
                    &format!("{key} has to be positive"),
                );
            }
        }
    }
    for b in &model.beams {
        if [b.length, b.area, b.e, b.g].iter().any(|x| *x <= 0.0) {
            let what = "length, area, e and g have to be positive";
            about(reading, b, "toml-bad-value", what);
        }
    }
    for j in &model.joints {
        if matches!(j.kind, carom_model::JointKind::RackPinion { diameter } if diameter == 0.0) {
            about(reading, j, "toml-bad-value", "diameter may not be 0");
        }
    }
    for c in &model.contacts {
        if let NormalLaw::Parametric(law) = &c.normal
            && let Some(wrong) = law.wrong()
        {
            about(reading, c, "toml-bad-value", &wrong);
        }
        let carrier = |list: &[Id<Graphic>]| {
            let part = |g: &Id<Graphic>| Some(model.markers[model.graphics[*g].marker?].part);
            let first = part(list.first()?)?;
            list.iter().all(|g| part(g) == Some(first)).then_some(first)
        };
        if carrier(&c.i).is_some_and(|part| carrier(&c.j) == Some(part)) {
            about(reading, c, "toml-bad-value", "both sides are on one part");
        }
    }
}
