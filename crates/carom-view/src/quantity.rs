//! What the columns of the tables are, and in which units.

use crate::run::{Run, UnitNames};

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

/// Table, columns, quantity in words, dimension. The one place that knows what columns measure.
const QUANTITIES: &[(&str, &[&str], &str, &str)] = &[
    ("bodies", &["x", "y", "z"], "position", "length"),
    ("bodies", &["q0", "q1", "q2", "q3"], "orientation", ""),
    ("bodies", &["vx", "vy", "vz"], "velocity", "velocity"),
    (
        "bodies",
        &["wx", "wy", "wz"],
        "angular velocity",
        "angular velocity",
    ),
    (
        "bodies",
        &["ax", "ay", "az"],
        "acceleration",
        "acceleration",
    ),
    (
        "bodies",
        &["bx", "by", "bz"],
        "angular acceleration",
        "angular acceleration",
    ),
    ("joints", &["fx", "fy", "fz"], "reaction force", "force"),
    ("joints", &["tx", "ty", "tz"], "reaction torque", "torque"),
    ("forces", &["fx", "fy", "fz"], "force", "force"),
    ("forces", &["tx", "ty", "tz"], "torque", "torque"),
    ("contacts", &["volume"], "volume of overlap", "volume"),
    (
        "contacts",
        &["cx", "cy", "cz"],
        "centroid of overlap",
        "length",
    ),
    ("contacts", &["depth"], "depth", "length"),
    ("contacts", &["rate"], "rate of depth", "velocity"),
    (
        "contacts",
        &["px", "py", "pz"],
        "point of contact",
        "length",
    ),
    ("contacts", &["nx", "ny", "nz"], "normal", ""),
    ("contacts", &["fn"], "normal force", "force"),
    ("contacts", &["ftx", "fty", "ftz"], "friction", "force"),
    ("contacts", &["sx", "sy", "sz"], "slip", "velocity"),
    ("events", &["gap"], "gap", "length"),
    (
        "events",
        &["rate_before", "rate_after"],
        "rate of gap",
        "velocity",
    ),
    ("events", &["impulse"], "impulse", "impulse"),
    ("events", &["force"], "force", "force"),
    ("eigenvalues", &["real"], "real part", "rate"),
    ("eigenvalues", &["imag"], "imaginary part", "rate"),
    ("eigenvalues", &["frequency"], "frequency", "frequency"),
    ("eigenvalues", &["damping"], "damping ratio", ""),
    (
        "modes",
        &["x_re", "x_im", "y_re", "y_im", "z_re", "z_im"],
        "translation in the mode",
        "",
    ),
    (
        "modes",
        &["rx_re", "rx_im", "ry_re", "ry_im", "rz_re", "rz_im"],
        "rotation in the mode",
        "",
    ),
];

/// What a column of a table measures. Columns of requests are known where the request is a standard one or has titles.
pub fn of(run: &Run, table: &str, column: &str, id: Option<u32>) -> Quantity {
    let units = &run.about.units;
    if column == "time" {
        return quantity("time", "time", units);
    }
    if table == "requests" {
        return of_request(run, column, id);
    }
    let found = QUANTITIES
        .iter()
        .find(|(t, columns, ..)| *t == table && columns.contains(&column));
    match found {
        Some((.., words, dimension)) => quantity(words, dimension, units),
        None => quantity("", "", units),
    }
}

/// What a column is called in words, where no other column of its table measures the same: `normal force` for `fn`.
pub fn own_words(table: &str, column: &str) -> Option<&'static str> {
    let found = QUANTITIES
        .iter()
        .find(|(t, columns, ..)| *t == table && *columns == [column]);
    found.map(|(.., words, _)| *words)
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
    use carom_files::results::tables::{ColumnKind, TABLES};

    #[test]
    fn every_column_of_numbers_measures_something() {
        for table in TABLES.iter().filter(|t| t.name != "requests") {
            for (column, kind) in table.columns.iter().filter(|(c, _)| *c != "time") {
                let known = QUANTITIES
                    .iter()
                    .filter(|(t, columns, ..)| *t == table.name && columns.contains(column));
                let expected = usize::from(*kind == ColumnKind::Number);
                assert_eq!(known.count(), expected, "{}.{column}", table.name);
            }
        }
    }

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
