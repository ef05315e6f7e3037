//! What the columns of the tables are, and in which units.

use crate::run::{Run, UnitNames};
use carom_files::results::tables::{MEASURES, measure};

/// What a number measures.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Quantity {
    /// In words: `velocity`; empty if it is not known.
    pub words: String,
    /// Its unit in the model's units: `mm/s`; empty for pure numbers, and where it is not known.
    pub unit: String,
}

impl Quantity {
    /// Words with unit, as axes and titles have them.
    pub fn label(&self) -> String {
        with_unit(&self.words, &self.unit)
    }
}

/// `height, m`
pub fn with_unit(words: &str, unit: &str) -> String {
    match unit {
        "" => words.to_owned(),
        unit => format!("{words}, {unit}"),
    }
}

/// What a column of a table measures. Columns of requests are known where the request is a standard one or has titles.
pub fn of(run: &Run, table: &str, column: &str, id: Option<u32>) -> Quantity {
    let units = &run.about.units;
    if column == "time" {
        return quantity("time", "time", units);
    }
    if table == "requests" {
        return of_request(run, column, id);
    }
    match measure(table, column) {
        Some(m) => quantity(m.words, m.dimension, units),
        None => quantity("", "", units),
    }
}

/// What a column is called in words, where no other column of its table measures the same: `normal force` for `fn`.
pub fn own_words(table: &str, column: &str) -> Option<&'static str> {
    let alone = MEASURES
        .iter()
        .find(|m| m.table == table && *m.columns == [column]);
    alone.map(|m| m.words)
}

fn of_request(run: &Run, column: &str, id: Option<u32>) -> Quantity {
    let k = request_column(column);
    let request = run.scene.requests.iter().find(|r| Some(r.id) == id);
    let (Some(request), Some(k)) = (request, k) else {
        return quantity("", "", &run.about.units);
    };
    let dimension = request.dimensions[k].as_str();
    let title = request.titles[k].trim();
    let words = if title.is_empty() { dimension } else { title };
    quantity(words, dimension, &run.about.units)
}

/// `f1` is column 0.
pub fn request_column(column: &str) -> Option<usize> {
    let k: usize = column.strip_prefix('f')?.parse().ok()?;
    (1..=8).contains(&k).then(|| k - 1)
}

/// A quantity of a dimension, in the units of a model.
pub fn quantity(words: &str, dimension: &str, units: &UnitNames) -> Quantity {
    Quantity {
        words: words.to_owned(),
        unit: unit(dimension, units),
    }
}

/// The unit of a dimension; empty for a model without units.
pub fn unit(dimension: &str, units: &UnitNames) -> String {
    let [f, l, t] = [&units.force, &units.length, &units.time].map(|n| symbol(n));
    let over = |top: &str, bottom: &str| match (top, bottom) {
        ("", "") => String::new(),
        ("", b) => format!("1/{b}"),
        (t, "") => t.to_owned(),
        (t, b) => format!("{t}/{b}"),
    };
    let times = |a: &str, b: &str| match (a, b) {
        ("", x) | (x, "") => x.to_owned(),
        (a, b) => format!("{a}·{b}"),
    };
    let power = |u: &str, p: &str| {
        if u.is_empty() {
            String::new()
        } else {
            format!("{u}{p}")
        }
    };
    match dimension {
        "time" => t.to_owned(),
        "length" => l.to_owned(),
        "volume" => power(l, "³"),
        "velocity" => over(l, t),
        "acceleration" => over(l, &power(t, "²")),
        "angle" => "rad".to_owned(),
        "angular velocity" => over("rad", t),
        "angular acceleration" => over("rad", &power(t, "²")),
        "force" => f.to_owned(),
        "torque" => times(f, l),
        "impulse" => times(f, t),
        "rate" => over("", t),
        "frequency" if t == "s" => "Hz".to_owned(),
        "frequency" => over("", t),
        _ => String::new(),
    }
}

/// Symbols of units; the others are written by their names.
const SYMBOLS: &[(&str, &str)] = &[
    ("none", ""),
    ("newton", "N"),
    ("knewton", "kN"),
    ("meganewton", "MN"),
    ("millinewton", "mN"),
    ("dyne", "dyn"),
    ("kilogram_force", "kgf"),
    ("pound_force", "lbf"),
    ("ounce_force", "ozf"),
    ("poundal", "pdl"),
    ("kilogram", "kg"),
    ("gram", "g"),
    ("tonne", "t"),
    ("pound_mass", "lb"),
    ("meter", "m"),
    ("millimeter", "mm"),
    ("centimeter", "cm"),
    ("kilometer", "km"),
    ("micrometer", "µm"),
    ("nanometer", "nm"),
    ("inch", "in"),
    ("foot", "ft"),
    ("yard", "yd"),
    ("mile", "mi"),
    ("second", "s"),
    ("millisecond", "ms"),
    ("milliseconds", "ms"),
    ("microsecond", "µs"),
    ("nanosecond", "ns"),
    ("minute", "min"),
    ("hour", "h"),
    ("day", "d"),
];

fn symbol(name: &str) -> &str {
    let found = SYMBOLS.iter().find(|(n, _)| *n == name);
    found.map_or(name, |(_, symbol)| symbol)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_those_of_the_model() {
        let named = |force: &str, length: &str, time: &str| UnitNames {
            force: force.into(),
            mass: "kilogram".into(),
            length: length.into(),
            time: time.into(),
        };
        let si = named("newton", "millimeter", "second");
        assert_eq!(unit("acceleration", &si), "mm/s²");
        assert_eq!(unit("torque", &si), "N·mm");
        assert_eq!(unit("frequency", &si), "Hz");
        let none = named("none", "none", "none");
        assert_eq!(unit("velocity", &none), "");
        assert_eq!(unit("angular velocity", &none), "rad");
        assert_eq!(unit("rate", &named("dyne", "furlong", "minute")), "1/min");
        assert_eq!(
            unit("velocity", &named("dyne", "furlong", "minute")),
            "furlong/min"
        );
    }
}
