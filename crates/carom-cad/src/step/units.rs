//! Units of a representation: metres of its length unit, radians of its angle unit, its uncertainty.

use super::entities::{Entities, Entity, number};
use super::error::{Fault, StepError};
use super::lexer::Value;

/// Units within units.
const DEEPEST: usize = 8;

/// Where a file gives no uncertainty, metre: that of the writers seen.
const RESOLUTION: f64 = 1e-8;

/// Units of a representation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Units {
    /// Metres per length unit.
    pub metres: f64,
    /// Radians per angle unit.
    pub radians: f64,
    /// Points closer than this are the same, in the length unit.
    pub resolution: f64,
}

/// The units of a context of a representation.
pub(super) fn units(entities: &Entities, context: u32) -> Result<Units, StepError> {
    let context = entities.get(context)?;
    if !context.is("GLOBAL_UNIT_ASSIGNED_CONTEXT") {
        return context.wrong(Fault::Unit, "the context has no units");
    }
    let (mut metres, mut radians) = (None, 1.0);
    for id in context.of("GLOBAL_UNIT_ASSIGNED_CONTEXT")?.references(0)? {
        let unit = entities.get(id)?;
        if unit.is("LENGTH_UNIT") {
            metres = Some(size(entities, &unit, "METRE", 0)?);
        } else if unit.is("PLANE_ANGLE_UNIT") {
            radians = size(entities, &unit, "RADIAN", 0)?;
        }
    }
    let Some(metres) = metres else {
        return context.wrong(Fault::Unit, "the context has no length unit");
    };
    let mut resolution = RESOLUTION / metres;
    if context.is("GLOBAL_UNCERTAINTY_ASSIGNED_CONTEXT") {
        for id in context
            .of("GLOBAL_UNCERTAINTY_ASSIGNED_CONTEXT")?
            .references(0)?
        {
            let measure = entities.get(id)?;
            let values = measure.records[0].values.as_slice();
            let [Value::Typed(kind, _), Value::Reference(unit), ..] = values else {
                continue;
            };
            let unit = entities.get(*unit)?;
            if let (true, Some(x)) = (
                kind.ends_with("LENGTH_MEASURE") && unit.is("LENGTH_UNIT"),
                number(&values[0]),
            ) {
                let x = x * size(entities, &unit, "METRE", 0)? / metres;
                if x > 0.0 && x * metres < 1.0 {
                    resolution = x;
                }
            }
        }
    }
    Ok(Units {
        metres,
        radians,
        resolution,
    })
}

/// A unit in the unit of the SI that it must come down to.
fn size(entities: &Entities, unit: &Entity, base: &str, depth: usize) -> Result<f64, StepError> {
    if depth == DEEPEST {
        return unit.wrong(Fault::Reference, "units refer to each other in a circle");
    }
    if unit.is("SI_UNIT") {
        let of = unit.of("SI_UNIT")?;
        let name = match of.get(of.values.len().saturating_sub(1))? {
            Value::Enumeration(name) => name,
            _ => return unit.wrong(Fault::Unit, "the unit has no name"),
        };
        if name != base {
            return unit.wrong(Fault::Unit, format!("the unit {name} is not {base}"));
        }
        // in a simple instance the dimensions come first
        return match of.get(of.values.len().saturating_sub(2))? {
            Value::Unset => Ok(1.0),
            Value::Enumeration(prefix) => match PREFIXES.iter().find(|(p, _)| p == prefix) {
                Some((_, factor)) => Ok(*factor),
                None => unit.wrong(Fault::Unit, format!("the prefix {prefix} is not known")),
            },
            _ => unit.wrong(Fault::Unit, "the unit has no prefix"),
        };
    }
    if !unit.is("CONVERSION_BASED_UNIT") {
        return unit.wrong(Fault::Unit, "the unit is neither of the SI nor based on it");
    }
    let factor = entities.get(unit.of("CONVERSION_BASED_UNIT")?.reference(1)?)?;
    let values = factor.simple(2)?;
    let x = values.real(0)?;
    if !(x > 0.0 && x < 1e12) {
        return factor.wrong(Fault::Unit, format!("the factor {x} makes no unit"));
    }
    let inner = entities.get(values.reference(1)?)?;
    Ok(x * size(entities, &inner, base, depth + 1)?)
}

const PREFIXES: &[(&str, f64)] = &[
    ("EXA", 1e18),
    ("PETA", 1e15),
    ("TERA", 1e12),
    ("GIGA", 1e9),
    ("MEGA", 1e6),
    ("KILO", 1e3),
    ("HECTO", 1e2),
    ("DECA", 1e1),
    ("DECI", 1e-1),
    ("CENTI", 1e-2),
    ("MILLI", 1e-3),
    ("MICRO", 1e-6),
    ("NANO", 1e-9),
    ("PICO", 1e-12),
    ("FEMTO", 1e-15),
    ("ATTO", 1e-18),
];
