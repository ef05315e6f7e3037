//! Text files that grow, and numbers as text.

use super::error::ResultError;
use std::fmt;
use std::fs::File;
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// A text file that is written in whole pieces: what stands on disk ends where a piece ends, unless the system
/// stops in the middle of a write.
#[derive(Debug)]
pub struct TextFile {
    path: PathBuf,
    file: File,
    /// Bytes on disk.
    length: u64,
    pending: String,
}

/// Pieces are collected up to this size, bytes.
const BLOCK: usize = 1 << 18;

impl TextFile {
    /// Creates or replaces the file.
    pub fn create(path: PathBuf) -> Result<Self, ResultError> {
        let file = File::create(&path).map_err(ResultError::io(&path))?;
        Ok(Self {
            path,
            file,
            length: 0,
            pending: String::new(),
        })
    }

    /// Where to write the next piece; call [`TextFile::piece_ends`] after it.
    pub fn text(&mut self) -> &mut String {
        &mut self.pending
    }

    /// Formats into the current piece.
    pub fn put(&mut self, arguments: fmt::Arguments) {
        use fmt::Write;
        self.pending
            .write_fmt(arguments)
            .expect("a String takes everything");
    }

    /// A piece is complete; goes to disk when enough has come together.
    pub fn piece_ends(&mut self) -> Result<(), ResultError> {
        if self.pending.len() >= BLOCK {
            self.flush()?;
        }
        Ok(())
    }

    /// All to disk.
    pub fn flush(&mut self) -> Result<(), ResultError> {
        if let Err(e) = self.file.write_all(self.pending.as_bytes()) {
            // A part may have come to disk, and all of it is written again when there is space.
            let back = self.file.set_len(self.length);
            let _ = back.and_then(|()| self.file.seek(SeekFrom::Start(self.length)));
            return Err(ResultError::io(&self.path)(e));
        }
        self.length += self.pending.len() as u64;
        self.pending.clear();
        Ok(())
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// Appends the shortest decimal that reads back as the same number: `0.1`, `-1e-9`, `3`, `NaN`.
pub fn push_shortest(out: &mut String, x: f64) {
    use fmt::Write;
    let size = x.abs();
    if x == x.trunc() && size < 1e15 {
        if x == 0.0 && x.is_sign_negative() {
            out.push('-');
        }
        out.push_str(itoa::Buffer::new().format(x as i64));
    } else if !(size < 1e-5 || (1e-4..1e16).contains(&size)) {
        // The crate puts zeros where the standard library puts an exponent, and a plus before it.
        write!(out, "{x:?}").expect("a String takes everything");
    } else {
        out.push_str(zmij::Buffer::new().format_finite(x));
    }
}

/// Up to 17 significant digits without trailing zeros, as `%.17g` of C prints: `0.070000000000000007`, `1.5E-014`.
pub struct Digits17(pub f64);

impl fmt::Display for Digits17 {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let x = self.0;
        if x == 0.0 || !x.is_finite() {
            return write!(f, "{x}");
        }
        let scientific = format!("{x:.16e}");
        let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
        let exponent: i32 = exponent.parse().unwrap_or(0);
        if (-5..17).contains(&exponent) {
            let decimals = (16 - exponent).max(0) as usize;
            f.write_str(trim_zeros(&format!("{x:.decimals$}")))
        } else {
            let sign = if exponent < 0 { '-' } else { '+' };
            let size = exponent.abs();
            write!(f, "{}E{sign}{size:03}", trim_zeros(mantissa))
        }
    }
}

fn trim_zeros(s: &str) -> &str {
    if s.contains('.') {
        s.trim_end_matches('0').trim_end_matches('.')
    } else {
        s
    }
}

/// Fortran's `1P,E<width>.<digits>`: `  1.00000E-02`.
pub struct Fortran {
    /// The number.
    pub value: f64,
    /// Characters, blanks in front.
    pub width: usize,
    /// Digits after the point.
    pub digits: usize,
}

impl fmt::Display for Fortran {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let (value, width, digits) = (self.value, self.width, self.digits);
        if !value.is_finite() {
            return write!(f, "{value:>width$}");
        }
        let scientific = format!("{value:.digits$e}");
        let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
        let exponent: i32 = exponent.parse().unwrap_or(0);
        let sign = if exponent < 0 { '-' } else { '+' };
        let text = format!("{mantissa}E{sign}{:02}", exponent.abs());
        write!(f, "{text:>width$}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shortest(x: f64) -> String {
        let mut text = String::new();
        push_shortest(&mut text, x);
        text
    }

    /// The text is that of the standard library, over all exponents and in decades near one; where two of one length are as near, either.
    #[test]
    fn shortest_numbers_are_those_of_the_standard_library() {
        let mut state = 1u64;
        let mut draw = || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            state ^ (state >> 33)
        };
        let expected = |x: f64| match x {
            x if x == x.trunc() && x.abs() < 1e15 => format!("{x}"),
            x => format!("{x:?}"),
        };
        for k in 0..200_000 {
            let any = f64::from_bits(draw());
            let near = (draw() as i64 as f64) * 10f64.powi(-(k % 36));
            let few = (near * 100.0).round() / 100.0;
            let whole = (draw() >> (k % 64)) as f64;
            for x in [any, near, few, whole, -whole] {
                let (text, expected) = (shortest(x), expected(x));
                if text != expected {
                    assert_eq!((text.len(), text.parse()), (expected.len(), Ok(x)));
                    assert_eq!(expected.parse(), Ok(x));
                }
            }
        }
        for x in [
            0.0,
            -0.0,
            1e15,
            1e16,
            1e-4,
            1e-5,
            9.999e-6,
            f64::INFINITY,
            f64::NEG_INFINITY,
        ] {
            assert_eq!(shortest(x), expected(x));
            assert_eq!(shortest(-x), expected(-x));
        }
    }

    #[test]
    fn shortest_numbers_return() {
        for (x, s) in [
            (0.0, "0"),
            (1.0, "1"),
            (-2.5, "-2.5"),
            (0.1, "0.1"),
            (1e-9, "1e-9"),
            (6.02214076e23, "6.02214076e23"),
            (1e300, "1e300"),
        ] {
            assert_eq!(shortest(x), s);
        }
        for x in [0.1 + 0.2, f64::MIN_POSITIVE, 5e-324, f64::MAX, 1.0 / 3.0] {
            assert_eq!(shortest(x).parse(), Ok(x));
        }
        assert_eq!(shortest(f64::NAN), "NaN");
    }

    /// As the result file of an Adams 2016 run prints the same numbers.
    #[test]
    fn seventeen_digits() {
        for (x, s) in [
            (0.0, "0"),
            (-0.1, "-0.10000000000000001"),
            (4.903325, "4.9033249999999997"),
            (9.80665, "9.8066499999999994"),
            (0.01, "0.01"),
            (1.0745505424136453e-15, "1.0745505424136453E-015"),
            (1e22, "1E+022"),
        ] {
            assert_eq!(Digits17(x).to_string(), s);
            assert_eq!(s.parse(), Ok(x));
        }
        for k in 0..2000 {
            let x = (f64::from(k) * 0.37 - 300.0).exp2() / 3.0;
            assert_eq!(Digits17(x).to_string().parse(), Ok(x));
        }
    }

    #[test]
    fn fortran_numbers() {
        let e = |value| {
            let (width, digits) = (13, 5);
            #[rustfmt::skip]
            let number = Fortran { value, width, digits };
            number.to_string()
        };
        assert_eq!(e(0.0), "  0.00000E+00");
        assert_eq!(e(-999_999.0), " -9.99999E+05");
        assert_eq!(e(0.01), "  1.00000E-02");
        assert_eq!(e(1e-120), " 1.00000E-120");
        assert_eq!(e(f64::NAN), "          NaN");
    }
}
