//! Numbers in columns, as a FORMAT of Fortran places them: `(3F6.3)`, `(1X, 2(I4, E12.4))`.
//!
//! Read are the descriptors F, E, D, G (numbers), I (whole numbers), X (skipped columns), `/` (next line), repetition
//! and groups. Source: ISO 1539, edit descriptors. A field without a point has its last `d` digits behind the point; a
//! blank field is zero; a line that ends early is filled with blanks.

/// What a place of a format does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// A number of so many columns, with so many digits behind a point that is not written.
    Number(usize, usize),
    /// Columns without meaning.
    Skip(usize),
    /// The next line.
    NextLine,
}

/// More places than any file has.
const MOST_PLACES: usize = 10_000;
/// Groups deeper than this are no format.
const DEEPEST: usize = 8;

/// A format, its groups written out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Format(Vec<Place>);

impl Format {
    /// Reads a format with its parentheses.
    pub fn parse(text: &str) -> Result<Self, String> {
        let compact: String = text.chars().filter(|c| !c.is_whitespace()).collect();
        let upper = compact.to_ascii_uppercase();
        let mut rest = upper.as_str();
        let mut places = Vec::new();
        rest = rest.strip_prefix('(').ok_or("a format begins with (")?;
        group(&mut rest, &mut places, 0)?;
        if !rest.is_empty() {
            return Err(format!("{rest} stands behind the format"));
        }
        if !places.iter().any(|p| matches!(p, Place::Number(..))) {
            return Err("the format has no place for a number".into());
        }
        Ok(Self(places))
    }

    /// Reads `count` numbers from lines, the format over and over, each time from a new line.
    /// The error says in which of the lines.
    pub fn read<'a>(
        &self,
        lines: impl IntoIterator<Item = &'a str>,
        count: usize,
    ) -> Result<Vec<f64>, (usize, String)> {
        let mut numbers = Vec::with_capacity(count.min(1 << 16));
        let mut lines = lines.into_iter();
        let mut number_of_line = 0;
        while numbers.len() < count {
            let mut line = lines.next();
            let mut at = 0;
            for place in &self.0 {
                if numbers.len() == count {
                    break;
                }
                match *place {
                    Place::Skip(n) => at += n,
                    Place::NextLine => {
                        line = lines.next();
                        number_of_line += 1;
                        at = 0;
                    }
                    Place::Number(width, digits) => {
                        let Some(line) = line else {
                            let what = format!("{} of {count} values are there", numbers.len());
                            return Err((number_of_line, what));
                        };
                        let field: String = line.chars().skip(at).take(width).collect();
                        numbers.push(value(&field, digits).map_err(|e| (number_of_line, e))?);
                        at += width;
                    }
                }
            }
            number_of_line += 1;
        }
        Ok(numbers)
    }
}

/// The number at the front of the text, if there is one.
fn take_number(rest: &mut &str) -> Option<usize> {
    let end = rest
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(rest.len());
    let number = rest[..end].parse().ok()?;
    *rest = &rest[end..];
    Some(number)
}

fn group(rest: &mut &str, places: &mut Vec<Place>, depth: usize) -> Result<(), String> {
    if depth > DEEPEST {
        return Err("its groups stand too deep in each other".into());
    }
    loop {
        *rest = rest.trim_start_matches(',');
        if let Some(more) = rest.strip_prefix(')') {
            *rest = more;
            return Ok(());
        }
        let repeat = take_number(rest).unwrap_or(1);
        let Some(letter) = rest.chars().next() else {
            return Err("its ) is missing".into());
        };
        *rest = &rest[letter.len_utf8()..];
        let mut inner = Vec::new();
        match letter {
            '(' => group(rest, &mut inner, depth + 1)?,
            '/' => inner.push(Place::NextLine),
            'X' => inner.push(Place::Skip(1)),
            'F' | 'E' | 'D' | 'G' | 'I' => {
                let width = take_number(rest).filter(|w| (1..=200).contains(w));
                let width = width.ok_or_else(|| format!("{letter} needs a width"))?;
                let digits = match rest.strip_prefix('.') {
                    Some(more) => {
                        *rest = more;
                        take_number(rest).ok_or_else(|| format!("{letter}{width}. needs digits"))?
                    }
                    None => 0,
                };
                if let Some(more) = rest.strip_prefix('E') {
                    // The width of an exponent does not matter for reading.
                    *rest = more;
                    take_number(rest);
                }
                inner.push(Place::Number(width, if letter == 'I' { 0 } else { digits }));
            }
            other => return Err(format!("{other} is no descriptor that is read")),
        }
        if inner.len().saturating_mul(repeat) > MOST_PLACES - places.len().min(MOST_PLACES) {
            return Err(format!("it has more than {MOST_PLACES} places"));
        }
        for _ in 0..repeat {
            places.extend_from_slice(&inner);
        }
    }
}

/// The value of a field: blanks count for nothing, D is an exponent, an exponent may lack its letter.
fn value(field: &str, digits: usize) -> Result<f64, String> {
    let wrong = || format!("{:?} is not a number", field.trim());
    let mut text: String = field.chars().filter(|c| !c.is_whitespace()).collect();
    text.make_ascii_uppercase();
    let text = text.replace('D', "E");
    if text.is_empty() {
        return Ok(0.0);
    }
    let sign_inside = text
        .char_indices()
        .skip(1)
        .find(|&(k, c)| matches!(c, '+' | '-') && !text[..k].ends_with('E'));
    let (mantissa, exponent) = match (text.split_once('E'), sign_inside) {
        (Some((m, e)), _) => (m.to_string(), e.to_string()),
        (None, Some((k, _))) => (text[..k].to_string(), text[k..].to_string()),
        (None, None) => (text, "0".to_string()),
    };
    let exponent: i32 = exponent.parse().map_err(|_| wrong())?;
    let implied = if mantissa.contains('.') {
        0
    } else {
        digits as i32
    };
    let number: f64 = format!("{mantissa}E{}", exponent.saturating_sub(implied))
        .parse()
        .map_err(|_| wrong())?;
    if number.is_finite() {
        Ok(number)
    } else {
        Err(wrong())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(format: &str, text: &str, count: usize) -> Result<Vec<f64>, (usize, String)> {
        Format::parse(format)
            .expect(format)
            .read(text.lines(), count)
    }

    #[test]
    fn fields_in_columns() {
        let text = " 1.970 0.000-3.440\n 0.000 4.510 6.020\n-3.440 6.020 0.100";
        let list = [1.97, 0.0, -3.44, 0.0, 4.51, 6.02, -3.44, 6.02, 0.1];
        assert_eq!(read("(3F6.3)", text, 9).unwrap(), list);
        assert_eq!(
            read("( 1X, 2( I2, 1X, E8.2 ) )", "x12 1.5D+01 -3  2.0E-1", 4).unwrap(),
            [12.0, 15.0, -3.0, 0.2]
        );
        // no point: the last two digits are behind it; no letter: an exponent; no text: zero
        assert_eq!(
            read("(F5.2,F7.1,F4.0)", "  123 1.5-3", 3).unwrap(),
            [1.23, 1.5e-3, 0.0]
        );
        assert_eq!(
            read("(F4.0/F4.0)", "1.\n2.\n3.\n4.", 4).unwrap(),
            [1.0, 2.0, 3.0, 4.0]
        );
    }

    #[test]
    fn refusals() {
        for wrong in [
            "3F6.3",
            "(3F6.3",
            "(A8)",
            "(F)",
            "()",
            "(3X)",
            "(F6.3)x",
            "(9999999F8.1)",
            "(F0.1)",
            "(99999999999999999999F8.1)",
        ] {
            assert!(Format::parse(wrong).is_err(), "{wrong}");
        }
        let deep = format!("{}F1.0{}", "(".repeat(50), ")".repeat(50));
        assert!(Format::parse(&deep).is_err());
        assert_eq!(read("(2F4.1)", "1.0 2.0\n3.0 abc", 4).unwrap_err().0, 1);
        assert_eq!(read("(2F4.1)", "1.0 2.0", 3).unwrap_err().0, 1);
        assert_eq!(read("(F9.1)", "1E999", 1).unwrap_err().0, 0);
    }
}
