//! Unit names as result files of other programs spell them.

use carom_base::Units;
use carom_base::units::Unit;

/// A unit as `.res` files spell it: `inch`, `mm`, `kg`, `sec`. Units without a spelling of their own keep their name.
pub fn xrf(unit: &Unit) -> &str {
    match unit.name.as_str() {
        "millimeter" => "mm",
        "centimeter" => "cm",
        "kilometer" => "km",
        "kilogram" => "kg",
        "second" => "sec",
        "millisecond" | "milliseconds" => "millisec",
        "minute" => "min",
        other => other,
    }
}

/// The twelve letters for length, mass, time, force, angle and coordinates in the headers of `.req` and `.plt`
/// files: `MMKGS_N_RACA` is mm, kg, s, N, radian, Cartesian; `INLBS_PFRACA` inch, lb, s, lbf.
///
/// Seen in real files: `M_`, `MM`, `IN`; `KG`, `LB`; `S_`; `N_`, `PF`. The other pairs are ours.
pub fn code(units: &Units) -> String {
    let length = match units.length.name.as_str() {
        "meter" => "M_",
        "millimeter" => "MM",
        "inch" => "IN",
        "centimeter" => "CM",
        "kilometer" => "KM",
        "foot" => "FT",
        "yard" => "YD",
        "mile" => "MI",
        _ => "__",
    };
    let mass = match units.mass.name.as_str() {
        "kilogram" => "KG",
        "pound_mass" => "LB",
        "gram" => "G_",
        "tonne" | "megagram" => "TN",
        "slug" => "SL",
        "slinch" => "SI",
        "ounce_mass" => "OM",
        _ => "__",
    };
    let time = match units.time.name.as_str() {
        "second" => "S_",
        "millisecond" | "milliseconds" => "MS",
        "minute" => "MN",
        "hour" => "HR",
        _ => "__",
    };
    let force = match units.force.name.as_str() {
        "newton" => "N_",
        "pound_force" => "PF",
        "knewton" => "KN",
        "kilogram_force" => "KF",
        "dyne" => "DY",
        "ounce_force" => "OF",
        _ => "__",
    };
    format!("{length}{mass}{time}{force}RACA")
}

/// The number behind [`code`] in a header: length units in a metre, as both real files at hand have it
/// (inch: 39.37..., millimetre: 1000).
pub fn per_metre(units: &Units) -> f64 {
    1.0 / units.length.si
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_of_real_files() {
        let code = |f, m, l, t| code(&Units::from_names(f, m, l, t).expect("known units"));
        assert_eq!(
            code("pound_force", "pound_mass", "inch", "second"),
            "INLBS_PFRACA"
        );
        assert_eq!(
            code("newton", "kilogram", "millimeter", "second"),
            "MMKGS_N_RACA"
        );
        assert_eq!(
            code("newton", "kilogram", "meter", "second"),
            "M_KGS_N_RACA"
        );
    }
}
