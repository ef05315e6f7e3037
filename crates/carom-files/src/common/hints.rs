//! What was probably meant by words that belong to other programs.

/// The name of a unit by its symbol, any case, if it is one of `names`.
pub fn unit<'a>(symbol: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    const SYMBOLS: &[(&str, &str)] = &[
        ("N", "NEWTON"),
        ("KN", "KNEWTON"),
        ("MN", "MNEWTON"),
        ("LBF", "POUND_FORCE"),
        ("LB", "POUND_MASS"),
        ("LBM", "POUND_MASS"),
        ("KG", "KILOGRAM"),
        ("G", "GRAM"),
        ("T", "TONNE"),
        ("M", "METER"),
        ("METRE", "METER"),
        ("MM", "MILLIMETER"),
        ("CM", "CENTIMETER"),
        ("KM", "KILOMETER"),
        ("IN", "INCH"),
        ("FT", "FOOT"),
        ("S", "SECOND"),
        ("SEC", "SECOND"),
        ("MS", "MILLISECOND"),
        ("MIN", "MINUTE"),
    ];
    let meant = SYMBOLS
        .iter()
        .filter(|(s, _)| s.eq_ignore_ascii_case(symbol));
    let meant: Vec<&str> = meant.map(|(_, name)| *name).collect();
    let mut names = names.into_iter();
    names.find(|n| meant.iter().any(|m| m.eq_ignore_ascii_case(n)))
}

/// What an argument of a statement is called here, by a word for it that other programs have.
pub fn argument(statement: &str, word: &str) -> Option<&'static str> {
    const WORDS: &[(&str, &[&str], &str)] = &[
        (
            "PART",
            &["IXX", "IYY", "IZZ", "IXY", "IXZ", "IYZ", "INERTIA"],
            "IP has all moments: IP=Ixx, Iyy, Izz[, Ixy, Ixz, Iyz]",
        ),
        (
            "PART",
            &["POSITION", "LOCATION", "ORIGIN"],
            "QG is the place of a part",
        ),
        (
            "MARKER",
            &["POSITION", "LOCATION", "ORIGIN"],
            "QP is the place of a marker on its part",
        ),
        (
            "SPRINGDAMPER",
            &["STIFFNESS"],
            "K is the stiffness of a translation, KT that of a rotation",
        ),
        (
            "SPRINGDAMPER",
            &["DAMPING"],
            "C is the damping of a translation, CT that of a rotation",
        ),
        (
            "ACCGRAV",
            &["GRAVITY", "G", "X", "Y", "Z"],
            "gravity has a component each: IGRAV, JGRAV, KGRAV",
        ),
        (
            "REQUEST",
            &["PART", "PARTS", "MARKER"],
            "a request measures markers: I=id, and J=id against another",
        ),
        (
            "INTEGRATOR",
            &[
                "AUTO", "DOP853", "RADAU", "RADAU5", "RADAU9", "RADAU13", "RK4",
            ],
            "a method that the language does not have: --integrator on the command line names it",
        ),
        (
            "MOTION",
            &["SFORCE", "FORCE", "PART"],
            "a motion drives a JOINT, or markers I and J along or about an axis",
        ),
    ];
    let is_it = |(s, words, _): &&(&str, &[&str], &str)| {
        *s == statement && words.iter().any(|w| w.eq_ignore_ascii_case(word))
    };
    WORDS.iter().find(is_it).map(|(_, _, help)| *help)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_are_of_the_kind_that_is_asked_for() {
        assert_eq!(unit("mm", ["METER", "MILLIMETER"]), Some("MILLIMETER"));
        assert_eq!(unit("N", ["Newton"]), Some("Newton"));
        assert_eq!(unit("N", ["METER"]), None);
        assert!(argument("PART", "ixx").is_some_and(|h| h.contains("IP")));
        assert_eq!(argument("MARKER", "IXX"), None);
        assert!(argument("INTEGRATOR", "dop853").is_some_and(|h| h.contains("--integrator")));
    }
}
