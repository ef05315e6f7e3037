//! UNITS: the units of all numbers, or the factor between force and mass times acceleration.

use crate::adm::build::Builder;
use crate::adm::record::Record;
use crate::adm::statement::{SETTINGS, Statement};
use crate::adm::syntax::{Label, Range, Syntax, number, word};
use crate::common::coverage::Status;
use crate::common::labels::Built;
use carom_base::Units;

const FORCE: &[&str] = &[
    "CENTINEWTON",
    "DYNE",
    "KILOGRAM_FORCE",
    "KNEWTON",
    "KPOUND_FORCE",
    "MEGANEWTON",
    "MICRONEWTON",
    "MILLINEWTON",
    "NANONEWTON",
    "NEWTON",
    "OUNCE_FORCE",
    "POUND_FORCE",
    "POUNDAL",
];
const MASS: &[&str] = &[
    "GRAM",
    "KILOGRAM",
    "KPOUND_MASS",
    "MICROGRAM",
    "MILLIGRAM",
    "NANOGRAM",
    "OUNCE_MASS",
    "POUND_MASS",
    "SLINCH",
    "SLUG",
    "TONNE",
    "US_TON",
];
const LENGTH: &[&str] = &[
    "ANGSTROM",
    "CENTIMETER",
    "FOOT",
    "INCH",
    "KILOMETER",
    "METER",
    "MICROINCH",
    "MICROMETER",
    "MILE",
    "MILLIMETER",
    "MILS",
    "NANOMETER",
    "YARD",
];
const TIME: &[&str] = &[
    "DAY",
    "HOUR",
    "MICROSECOND",
    "MILLISECONDS",
    "MINUTE",
    "NANOSECOND",
    "SECOND",
];
const NAMED: [&str; 4] = ["FORCE", "MASS", "LENGTH", "TIME"];

/// UNITS
pub const STATEMENT: Statement = Statement::new(
    Syntax {
        name: "UNITS",
        aliases: &[],
        label: Label::None,
        status: Status::Full,
        text: "Units of all numbers; they give the factor in force · UCF = mass · acceleration.",
        source: "Adams Solver help, UNITS",
        arguments: &[
            word("FORCE", FORCE),
            word("MASS", MASS),
            word("LENGTH", LENGTH),
            word("TIME", TIME),
            word("SYSTEM", &["CGS", "FPS", "IPS", "MKS", "NONE"]),
            number("UCF").range(Range::Positive).default("1"),
        ],
    },
    SETTINGS,
    build,
)
.once();

fn build(r: &Record, b: &mut Builder) -> Built {
    for name in NAMED {
        b.exclusive(r, &[("SYSTEM", name), ("UCF", name)])?;
    }
    b.exclusive(r, &[("SYSTEM", "UCF")])?;
    let [force, mass, length, time] = match (r.args.word("SYSTEM"), r.args.number("UCF")) {
        (Some("CGS"), _) => ["DYNE", "GRAM", "CENTIMETER", "SECOND"],
        (Some("FPS"), _) => ["POUND_FORCE", "POUND_MASS", "FOOT", "SECOND"],
        (Some("IPS"), _) => ["POUND_FORCE", "POUND_MASS", "INCH", "SECOND"],
        (Some("MKS"), _) => ["NEWTON", "KILOGRAM", "METER", "SECOND"],
        (Some(_), _) => {
            b.model.units = Units::none(1.0);
            return Ok(());
        }
        (None, Some(ucf)) => {
            b.model.units = Units::none(ucf);
            return Ok(());
        }
        (None, None) => {
            let mut names = [""; 4];
            for (slot, name) in names.iter_mut().zip(NAMED) {
                *slot = b.needs(r, r.args.word(name), name)?;
            }
            names
        }
    };
    let units = Units::from_names(force, mass, length, time);
    b.model.units = units.map_err(|name| {
        let what = format!("{name} is not a unit");
        b.error(r, "adm-unknown-unit", r.span, &what)
    })?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adm::testing::{accept, refuse};

    #[test]
    fn forms() {
        let ucf = |units: &str| accept(units).units.ucf;
        assert_eq!(
            ucf("UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=MILLIMETER, TIME=SECOND"),
            1000.0
        );
        assert_eq!(
            ucf("units/force = newton\n, mass = ton\n, length = millim, time = sec"),
            1.0
        );
        assert_eq!(ucf("UNITS/SYSTEM=MKS"), 1.0);
        // pound_force / (pound_mass · inch / s²), ten digits of the help's table
        assert!((ucf("UNITS/SYSTEM=IPS") / 386.0885827 - 1.0).abs() < 1.5e-10);
        assert_eq!(ucf("UNITS/UCF=386.4"), 386.4);
        assert_eq!(ucf("UNITS/SYSTEM=NONE"), 1.0);
    }

    #[test]
    fn every_listed_unit_has_a_size() {
        for (list, sizes) in [
            (FORCE, carom_base::units::FORCE),
            (MASS, carom_base::units::MASS),
            (LENGTH, carom_base::units::LENGTH),
            (TIME, carom_base::units::TIME),
        ] {
            for name in list {
                assert!(carom_base::units::find(sizes, name).is_some(), "{name}");
            }
        }
    }

    #[test]
    fn refused() {
        let four = "UNITS/FORCE=NEWTONN, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND";
        refuse(four, &["adm-unknown-unit"]);
        let four = "UNITS/FORCE=M, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND";
        refuse(four, &["adm-ambiguous-value"]);
        let three = "UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER";
        refuse(three, &["adm-missing-argument"]);
        refuse("UNITS/SYSTEM=MKS, UCF=2", &["adm-conflicting-arguments"]);
        refuse(
            "UNITS/SYSTEM=MKS, MASS=TONNE",
            &["adm-conflicting-arguments"],
        );
        refuse("UNITS/UCF=0", &["adm-out-of-range"]);
        refuse(
            "UNITS/SYSTEM=MKS\nUNITS/SYSTEM=CGS",
            &["adm-duplicate-statement"],
        );
        refuse("UNITS/3, SYSTEM=MKS", &["adm-unexpected-id"]);
    }
}
