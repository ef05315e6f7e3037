//! Param_Unit: the units of all numbers.

use crate::common::coverage::Status;
use crate::common::hints;
use crate::motionsolve::build::{Builder, Built};
use crate::motionsolve::element::Element;
use crate::motionsolve::record::{Record, shown};
use crate::motionsolve::syntax::{Range, number, text};
use carom_base::{Diagnostic, Units, units};

/// Param_Unit
///
/// Either the names of four units, or the factor by which a mass is multiplied so that force = mass · acceleration
/// holds: kilogram, millimetre, newton and second need 0.001.
pub const ELEMENT: Element = Element {
    status: Status::Full,
    attributes: &[&[
        text("force_unit"),
        text("mass_unit"),
        text("length_unit"),
        text("time_unit"),
        number("mass_mult_factor")
            .default("1")
            .range(Range::Positive),
    ]],
    once: true,
    build: Some(build),
    ..Element::new(
        "Param_Unit",
        "The units of force, mass, length and time.",
        "MotionSolve help, xml-format_80",
    )
};

const UNITS: [(&str, &[(&str, f64)]); 4] = [
    ("force_unit", units::FORCE),
    ("mass_unit", units::MASS),
    ("length_unit", units::LENGTH),
    ("time_unit", units::TIME),
];

fn build(r: &Record, b: &mut Builder) -> Built {
    for (name, _) in UNITS {
        b.exclusive(r, &[("mass_mult_factor", name)])?;
    }
    if let Some(factor) = r.number("mass_mult_factor") {
        b.model.units = Units::none(1.0 / factor);
        return Ok(());
    }
    if UNITS.iter().all(|(name, _)| !r.has(name)) {
        b.model.units = Units::none(1.0);
        return Ok(());
    }
    for (name, list) in UNITS {
        b.needs(r, r.get(name).map(|_| ()), name)?;
        let word = r.text(name);
        if units::find(list, word).is_none() {
            let message = format!("{}: {name} knows no {}", r.who, shown(word));
            let names = || list.iter().map(|(n, _)| *n);
            let d = Diagnostic::error("xml-unknown-unit", r.place(name), message);
            let d = match hints::unit(word, names()) {
                Some(meant) => d.help(format!("did you mean {meant}?")),
                None => d.suggest(word, names()),
            };
            let d = match d.help {
                Some(_) => d,
                None => {
                    let all: Vec<&str> = names().collect();
                    d.help(format!("it is one of {}", all.join(", ")))
                }
            };
            b.reading.push(d);
            return Err(crate::motionsolve::build::Stop::Reported);
        }
    }
    let [force, mass, length, time] = UNITS.map(|(name, _)| r.text(name));
    if let Ok(units) = Units::from_names(force, mass, length, time) {
        b.model.units = units;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::motionsolve::testing::{model_of, names_of};

    #[test]
    fn units() {
        let m = model_of(
            "<PARAM_UNIT force_unit='Newton' mass_unit='KILOGRAM' length_unit=' Millimeter' time_unit='SECOND'/>",
        );
        assert_eq!(
            (m.units.ucf, m.units.length.name.as_str()),
            (1000.0, "millimeter")
        );
        let m = model_of("<Param_Unit mass_mult_factor='0.001'/>");
        assert_eq!(m.units.ucf, 1000.0);
        assert_eq!(
            names_of("<Param_Unit force_unit='NEWTON'/>"),
            ["xml-missing-attribute"]
        );
        let stone = "<Param_Unit force_unit='NEWTON' mass_unit='STONE' length_unit='METER' time_unit='SECOND'/>";
        assert_eq!(names_of(stone), ["xml-unknown-unit"]);
        let both = "<Param_Unit force_unit='NEWTON' mass_mult_factor='1'/>";
        assert_eq!(names_of(both), ["xml-conflicting-attributes"]);
    }
}
