//! Units of a model. A model chooses its units; Carom computes in them and never rescales a number.

/// The four units of a model and the factor that makes force = mass · acceleration hold among them.
#[derive(Clone, Debug, PartialEq)]
pub struct Units {
    /// Name of the force unit as the model wrote it, and its size in newton.
    pub force: Unit,
    /// Mass unit, in kilogram.
    pub mass: Unit,
    /// Length unit, in metre.
    pub length: Unit,
    /// Time unit, in second.
    pub time: Unit,
    /// Units consistency factor: `force · ucf = mass · acceleration`.
    /// Follows from the four units, or is given alone.
    pub ucf: f64,
}

/// A unit: its name in lower case (`"newton"`, `"pound_force"`) and its size in SI.
#[derive(Clone, Debug, PartialEq)]
pub struct Unit {
    /// Canonical lower-case name, `"none"` for a model without units.
    pub name: String,
    /// Size in the SI unit of its dimension.
    pub si: f64,
}

impl Unit {
    fn new(name: &str, si: f64) -> Self {
        Self {
            name: name.to_ascii_lowercase(),
            si,
        }
    }
}

const POUND: f64 = 0.453_592_37; // kg, exact (1959)
const G0: f64 = 9.806_65; // m/s², exact: standard gravity
const INCH: f64 = 0.0254; // m, exact

/// Names and sizes (newton) of the force units of both languages.
pub const FORCE: &[(&str, f64)] = &[
    ("newton", 1.0),
    ("knewton", 1e3),
    ("meganewton", 1e6),
    ("centinewton", 1e-2),
    ("millinewton", 1e-3),
    ("micronewton", 1e-6),
    ("nanonewton", 1e-9),
    ("dyne", 1e-5),
    ("kilogram_force", G0),
    ("pound_force", POUND * G0),
    ("kpound_force", 1e3 * POUND * G0),
    ("ounce_force", POUND * G0 / 16.0),
    ("poundal", POUND * 12.0 * INCH),
];

/// Names and sizes (kilogram) of the mass units of both languages.
pub const MASS: &[(&str, f64)] = &[
    ("kilogram", 1.0),
    ("gram", 1e-3),
    ("milligram", 1e-6),
    ("microgram", 1e-9),
    ("nanogram", 1e-12),
    ("megagram", 1e3),
    ("tonne", 1e3),
    ("us_ton", 2000.0 * POUND),
    ("pound_mass", POUND),
    ("kpound_mass", 1e3 * POUND),
    ("ounce_mass", POUND / 16.0),
    ("slug", POUND * G0 / (12.0 * INCH)),
    ("slinch", POUND * G0 / INCH),
];

/// Names and sizes (metre) of the length units of both languages.
pub const LENGTH: &[(&str, f64)] = &[
    ("meter", 1.0),
    ("millimeter", 1e-3),
    ("centimeter", 1e-2),
    ("kilometer", 1e3),
    ("micrometer", 1e-6),
    ("nanometer", 1e-9),
    ("angstrom", 1e-10),
    ("angstorm", 1e-10), // spelled so in MotionSolve's list
    ("inch", INCH),
    ("foot", 12.0 * INCH),
    ("yard", 36.0 * INCH),
    ("mile", 63360.0 * INCH),
    ("milliinch", 1e-3 * INCH),
    ("mils", 1e-3 * INCH),
    ("microinch", 1e-6 * INCH),
];

/// Names and sizes (second) of the time units of both languages.
pub const TIME: &[(&str, f64)] = &[
    ("second", 1.0),
    ("millisecond", 1e-3),
    ("milliseconds", 1e-3),
    ("microsecond", 1e-6),
    ("nanosecond", 1e-9),
    ("minute", 60.0),
    ("hour", 3600.0),
    ("day", 86400.0),
];

/// Looks a unit up in one of the lists; case and blanks for underscores do not matter.
pub fn find(list: &[(&str, f64)], name: &str) -> Option<Unit> {
    let key = name.trim().to_ascii_lowercase().replace(' ', "_");
    list.iter()
        .find(|(n, _)| *n == key)
        .map(|(n, si)| Unit::new(n, *si))
}

impl Units {
    /// From four unit names (force, mass, length, time); `None` names the first unknown one.
    pub fn from_names<'a>(
        force: &'a str,
        mass: &'a str,
        length: &'a str,
        time: &'a str,
    ) -> Result<Self, &'a str> {
        let force = find(FORCE, force).ok_or(force)?;
        let mass = find(MASS, mass).ok_or(mass)?;
        let length = find(LENGTH, length).ok_or(length)?;
        let time = find(TIME, time).ok_or(time)?;
        let ucf = force.si / (mass.si * length.si / (time.si * time.si));
        // Metric sets give whole powers of ten: say 1000 where rounding says 1000.0000000000001.
        let power = 10f64.powi(ucf.log10().round() as i32);
        let ucf = if (ucf / power - 1.0).abs() < 1e-12 {
            power
        } else {
            ucf
        };
        Ok(Self {
            force,
            mass,
            length,
            time,
            ucf,
        })
    }

    /// Newton, kilogram, metre, second.
    pub fn si() -> Self {
        Self {
            force: Unit::new("newton", 1.0),
            mass: Unit::new("kilogram", 1.0),
            length: Unit::new("meter", 1.0),
            time: Unit::new("second", 1.0),
            ucf: 1.0,
        }
    }

    /// A model that names no units: consistent among themselves, sizes unknown.
    pub fn none(ucf: f64) -> Self {
        let none = Unit::new("none", 1.0);
        Self {
            force: none.clone(),
            mass: none.clone(),
            length: none.clone(),
            time: none,
            ucf,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Factors of the Adams units page: inch-pound sets to 10 digits as printed there, metric sets exactly.
    #[test]
    fn consistency_factors() {
        let ucf = |f, m, l, t| Units::from_names(f, m, l, t).expect("known names").ucf;
        assert_eq!(ucf("newton", "kilogram", "meter", "second"), 1.0);
        assert_eq!(ucf("NEWTON", "Kilogram", "millimeter", "second"), 1000.0);
        assert_eq!(ucf("newton", "tonne", "millimeter", "second"), 1.0);
        assert_eq!(ucf("knewton", "kilogram", "meter", "second"), 1000.0);
        assert_eq!(ucf("dyne", "gram", "centimeter", "second"), 1.0);
        // 1.5e-10: half a unit in the tenth printed digit
        let close = |a: f64, b: f64| (a / b - 1.0).abs() < 1.5e-10;
        assert!(close(
            ucf("pound_force", "pound_mass", "inch", "second"),
            386.0885827
        ));
        assert!(close(
            ucf("pound_force", "pound_mass", "foot", "second"),
            32.17404856
        ));
        assert!(close(ucf("pound_force", "slinch", "inch", "second"), 1.0));
        assert_eq!(
            Units::from_names("newton", "stone", "meter", "second"),
            Err("stone")
        );
    }
}
