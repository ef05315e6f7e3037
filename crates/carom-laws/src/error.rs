//! What a law answers to an argument out of its range.

/// An argument of a law is out of its range.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("{law}: {argument} = {value} must be {range}")]
pub struct LawError {
    /// Name of the law, as in the input languages.
    pub law: &'static str,
    /// Name of the argument, as in the manuals.
    pub argument: &'static str,
    /// Its value.
    pub value: f64,
    /// The range, to be read after "must be".
    pub range: &'static str,
}

/// The ranges of one law, tested argument after argument.
#[derive(Clone, Copy)]
pub(crate) struct Check(pub &'static str);

impl Check {
    fn that(
        self,
        holds: bool,
        argument: &'static str,
        value: f64,
        range: &'static str,
    ) -> Result<(), LawError> {
        // A comparison with NaN is false, so NaN fails every range.
        if holds && value.is_finite() {
            return Ok(());
        }
        Err(LawError {
            law: self.0,
            argument,
            value,
            range,
        })
    }

    pub fn finite(self, argument: &'static str, value: f64) -> Result<(), LawError> {
        self.that(true, argument, value, "a finite number")
    }

    pub fn positive(self, argument: &'static str, value: f64) -> Result<(), LawError> {
        self.that(value > 0.0, argument, value, "greater than 0")
    }

    pub fn not_negative(self, argument: &'static str, value: f64) -> Result<(), LawError> {
        self.that(value >= 0.0, argument, value, "0 or greater")
    }

    /// `range` tells in words what `holds` has tested against another argument.
    pub fn relation(
        self,
        holds: bool,
        argument: &'static str,
        value: f64,
        range: &'static str,
    ) -> Result<(), LawError> {
        self.that(holds, argument, value, range)
    }
}

/// The series of the manuals (POLY, CHEBY, FORCOS, FORSIN) have 1 to 31 coefficients.
pub fn check_coefficients(law: &'static str, count: usize) -> Result<(), LawError> {
    Check(law).relation(
        (1..=31).contains(&count),
        "number of coefficients",
        count as f64,
        "1 to 31",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_message_names_law_argument_and_range() {
        let error = Check("IMPACT").not_negative("k", -3.0).unwrap_err();
        assert_eq!(error.to_string(), "IMPACT: k = -3 must be 0 or greater");
        assert!(Check("IMPACT").positive("d", f64::NAN).is_err());
        assert!(Check("IMPACT").positive("d", f64::INFINITY).is_err());
        assert!(check_coefficients("POLY", 31).is_ok());
        assert!(check_coefficients("POLY", 0).is_err());
        assert!(check_coefficients("POLY", 32).is_err());
    }
}
