//! The names of the diagnostics of expressions, for the manual and `carom explain`.

/// Name and meaning of each diagnostic that reading or compiling an expression can give.
pub const DIAGNOSTICS: &[(&str, &str)] = &[
    (
        "expr-argument-range",
        "A constant argument is out of the range that its function allows.",
    ),
    (
        "expr-arguments-expected",
        "A function is named without its parentheses.",
    ),
    (
        "expr-curve",
        "CURVE asks for a curve that does not exist, or that has no known parameter: the parameter of points with unequal distances is not published.",
    ),
    (
        "expr-delay-history",
        "The third argument of DELAY is what the expression was before time 0: a constant or a function of TIME.",
    ),
    (
        "expr-double-exponent",
        "A number ends in D and digits. D after a number means degrees; exponents are written with E.",
    ),
    (
        "expr-doubled-comma",
        "Two commas stand between arguments of a function that has none to leave out. They count as one: the second often is the mark of a continuation line.",
    ),
    ("expr-empty", "There is no expression."),
    (
        "expr-few-spline-points",
        "The spline has fewer points than the manual asks for. It is used all the same.",
    ),
    (
        "expr-function-refused",
        "The function belongs to the language, but Carom does not support it. The message gives the reason.",
    ),
    (
        "expr-id-expected",
        "A label, component or order must be written as a whole number in its range; it cannot be computed.",
    ),
    (
        "expr-if-colon",
        "The test of IF is followed by a colon, its three values by commas.",
    ),
    (
        "expr-interp-method",
        "INTERP knows method 1, straight lines, and 3, cubics.",
    ),
    (
        "expr-malformed-number",
        "A number is followed by letters or points that do not belong to it.",
    ),
    (
        "expr-misplaced-colon",
        "A colon stands anywhere but after the test of IF.",
    ),
    (
        "expr-misplaced-comma",
        "A comma stands outside of the arguments of a function.",
    ),
    (
        "expr-missing-argument",
        "An argument that cannot be left out is missing between two commas.",
    ),
    (
        "expr-missing-comma",
        "On a continuation line an argument follows another without a comma. The comma that opens the line only continues it; it is taken as a separator here.",
    ),
    (
        "expr-missing-operand",
        "An operator, comma or parenthesis stands where a number, a name or a parenthesis is needed.",
    ),
    ("expr-missing-operator", "Two operands follow each other."),
    (
        "expr-not-a-function",
        "A constant or variable is followed by parentheses.",
    ),
    (
        "expr-not-finite",
        "A constant part of the expression has no finite value, such as a division by zero.",
    ),
    (
        "expr-number-too-large",
        "A number is beyond the range of double precision.",
    ),
    (
        "expr-orient-type",
        "The first argument of ORIENT, the number of a convention, is from 1 to 29.",
    ),
    (
        "expr-other-language",
        "The function belongs to the other input language only.",
    ),
    (
        "expr-spline-points",
        "The points of a spline cannot be used: too few, not increasing, or not finite.",
    ),
    (
        "expr-surface-derivative",
        "A derivative is asked of a spline that is a family of curves.",
    ),
    (
        "expr-too-deep",
        "Parentheses, calls, signs or powers are nested deeper than 400 levels.",
    ),
    (
        "expr-too-few-arguments",
        "A function has fewer arguments than it needs.",
    ),
    (
        "expr-too-long",
        "The expression has more than a million operands.",
    ),
    (
        "expr-too-many-arguments",
        "A function has more arguments than it takes.",
    ),
    (
        "expr-unclosed-parenthesis",
        "A parenthesis is never closed.",
    ),
    (
        "expr-unexpected-character",
        "The character has no meaning in an expression.",
    ),
    (
        "expr-unknown-function",
        "There is no function of this name.",
    ),
    (
        "expr-unknown-name",
        "There is no constant or variable of this name.",
    ),
    (
        "expr-unknown-spline",
        "The model has no spline with this label.",
    ),
    (
        "expr-unopened-parenthesis",
        "A parenthesis closes that was never opened.",
    ),
    (
        "expr-user-inside",
        "USER stands inside a larger expression. It may only be the whole of one.",
    ),
    (
        "expr-user-not-constant",
        "USER stands where no subroutine is accepted, or its arguments are not constants.",
    ),
    (
        "expr-vector",
        "A vector where a number is wanted, a number where a vector is wanted, or an operation that vectors do not have. MotionSolve has no vectors in expressions.",
    ),
];

#[cfg(test)]
mod tests {
    use super::DIAGNOSTICS;

    /// The list against the names in the sources of this crate.
    #[test]
    fn each_name_in_the_code_is_explained() {
        let mut used = std::collections::BTreeSet::new();
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/src");
        let mut folders = vec![std::path::PathBuf::from(root)];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else if !path.ends_with("diagnostics.rs") {
                    let text = std::fs::read_to_string(path).unwrap();
                    for part in text.split('"').filter(|p| p.starts_with("expr-")) {
                        used.insert(part.to_string());
                    }
                }
            }
        }
        used.retain(|name| name.bytes().all(|c| c.is_ascii_lowercase() || c == b'-'));
        let listed: Vec<String> = DIAGNOSTICS.iter().map(|d| d.0.to_string()).collect();
        assert!(listed.is_sorted());
        // the tests of the functions name some of them too, which changes nothing
        assert_eq!(used.into_iter().collect::<Vec<_>>(), listed);
    }
}
