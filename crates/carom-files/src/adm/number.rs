//! Numbers as the language writes them.
//!
//! `1`, `1.`, `.5`, `-650`, `7.801E-006`; a `D` directly after the number means degrees: the value times π/180.
//! A Fortran exponent such as `1D3` is no number here.

/// A number at the beginning of a text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Literal {
    /// Its value, degrees turned into radians.
    pub value: f64,
    /// How many bytes it takes.
    pub length: usize,
    /// Written as a whole number without point, exponent and suffix.
    pub whole: bool,
}

/// Why a text does not begin with a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoNumber {
    /// It begins with something else, or letters follow directly.
    Malformed,
    /// `1D3`: a D with digits after it.
    FortranExponent,
    /// Too large for a double.
    TooLarge,
}

/// Reads the number at the beginning of `text`. It ends at the end of the text or before a character that is
/// neither letter, digit, point nor underscore.
pub fn scan(text: &str) -> Result<Literal, NoNumber> {
    let b = text.as_bytes();
    let digits = |mut k: usize| {
        while b.get(k).is_some_and(u8::is_ascii_digit) {
            k += 1;
        }
        k
    };
    let start = usize::from(matches!(b.first(), Some(b'+' | b'-')));
    let mut end = digits(start);
    let mut count = end - start;
    let mut whole = true;
    if b.get(end) == Some(&b'.') {
        whole = false;
        let more = digits(end + 1);
        count += more - end - 1;
        end = more;
    }
    if count == 0 {
        return Err(NoNumber::Malformed);
    }
    if matches!(b.get(end), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(b.get(end + 1), Some(b'+' | b'-')));
        let more = digits(end + 1 + sign);
        if more == end + 1 + sign {
            return Err(NoNumber::Malformed);
        }
        whole = false;
        end = more;
    }
    let value: f64 = text[..end].parse().map_err(|_| NoNumber::Malformed)?;
    if !value.is_finite() {
        return Err(NoNumber::TooLarge);
    }
    let degrees = matches!(b.get(end), Some(b'd' | b'D'));
    let length = end + usize::from(degrees);
    let continues = |c: &u8| c.is_ascii_alphanumeric() || matches!(c, b'_' | b'.');
    match b.get(length) {
        Some(c) if degrees && (c.is_ascii_digit() || matches!(c, b'+' | b'-')) => {
            Err(NoNumber::FortranExponent)
        }
        Some(c) if continues(c) => Err(NoNumber::Malformed),
        _ => Ok(Literal {
            value: if degrees { value.to_radians() } else { value },
            length,
            whole: whole && !degrees,
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::PI;

    #[test]
    fn forms() {
        let value = |t: &str| scan(t).map(|l| (l.value, l.length, l.whole));
        assert_eq!(value("1"), Ok((1.0, 1, true)));
        assert_eq!(value("0304,"), Ok((304.0, 4, true)));
        assert_eq!(value("1. x"), Ok((1.0, 2, false)));
        assert_eq!(value("-.5,"), Ok((-0.5, 3, false)));
        assert_eq!(value("+7.801E-006\\"), Ok((7.801e-6, 11, false)));
        assert_eq!(value("2.1e+006"), Ok((2.1e6, 8, false)));
        assert_eq!(value("180D, 2"), Ok((PI, 4, false)));
        assert_eq!(value("-90d"), Ok((-PI / 2.0, 4, false)));
    }

    #[test]
    fn not_numbers() {
        for t in ["", "-", ".", "le7", "1e", "1e+", "1x", "1.2.3", "1_", "E5"] {
            assert_eq!(scan(t), Err(NoNumber::Malformed), "{t}");
        }
        assert_eq!(scan("1D3"), Err(NoNumber::FortranExponent));
        assert_eq!(scan("1.5D-3"), Err(NoNumber::FortranExponent));
        assert_eq!(scan("1e999"), Err(NoNumber::TooLarge));
    }
}
