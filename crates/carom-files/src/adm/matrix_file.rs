//! Files with matrices for `MATRIX/id, FILE=...`, in the form that begins with `ADAMSMAT`.
//!
//! The first line is a title behind that word; the second says how many matrices there are; their names follow. Each
//! matrix begins with a line `name FULL RORDER rows columns count (format)`, and its values stand in the columns that
//! the format of Fortran gives. Names are compared whatever their case.
//!
//! Source: Adams View help, data_element create matrix file, with its example. How that file writes a sparse matrix,
//! and the forms `ADAMSMAT2`, `MATRIXx` and `MATSAVE`, are not described there; they are refused.

use super::fortran::Format;
use crate::common::matrix::{dense, entries};
use std::ops::Range;

/// A matrix of a file: rows, columns, values row by row.
pub type Table = (usize, usize, Vec<f64>);

/// What is wrong with a file: where (bytes of its text) and what.
pub type Problem = (Range<usize>, String);

/// The matrix with a name, or the only one of the file.
pub fn read(text: &str, name: Option<&str>) -> Result<Table, Problem> {
    let lines: Vec<Range<usize>> = lines(text);
    let line = |k: usize| lines.get(k).map_or("", |r| &text[r.clone()]);
    let place = |k: usize| lines.get(k).cloned().unwrap_or(text.len()..text.len());
    let first = line(0);
    let form = first.split_whitespace().next().unwrap_or("");
    if form != "ADAMSMAT" {
        let what = match form {
            "ADAMSMAT2" | "MATRIXx" | "MATSAVE" => format!("files of the form {form} are not read"),
            _ => "the file does not begin with ADAMSMAT".to_string(),
        };
        return Err((place(0), what));
    }
    let count: usize = line(1).trim().parse().map_err(|_| {
        (
            place(1),
            "the second line is the number of matrices".to_string(),
        )
    })?;
    let name = match name {
        Some(name) => name,
        None if count == 1 => line(2).trim(),
        None => {
            return Err((
                place(1),
                format!("NAME has to say which of the {count} matrices"),
            ));
        }
    };
    let begins = |k: &usize| {
        let mut words = line(*k).split_whitespace();
        words.next().is_some_and(|w| w.eq_ignore_ascii_case(name))
            && words.next().is_some_and(|w| matches!(w, "FULL" | "SPARSE"))
    };
    let head = (2..lines.len())
        .find(begins)
        .ok_or_else(|| (place(2), format!("the file has no matrix {name}")))?;
    let (rows, columns, by_rows, count, format) =
        header(line(head)).map_err(|what| (place(head), what))?;
    let body = lines[head + 1..].iter().map(|r| &text[r.clone()]);
    let values = format
        .read(body, count)
        .map_err(|(k, what)| (place(head + 1 + k), what))?;
    let values = dense(rows, columns, by_rows, &values).map_err(|what| (place(head), what))?;
    Ok((rows, columns, values))
}

/// Rows, columns, whether row by row, number of values, and the format of the values.
fn header(line: &str) -> Result<(usize, usize, bool, usize, Format), String> {
    let (words, format) = line.split_at(line.find('(').unwrap_or(line.len()));
    let words: Vec<&str> = words.split_whitespace().collect();
    let [_, kind, order, rows, columns, count] = words[..] else {
        let what = match words.get(1) {
            Some(&"SPARSE") => "sparse matrices in files are not read",
            _ => "a matrix begins with: name FULL order rows columns count (format)",
        };
        return Err(what.into());
    };
    if kind == "SPARSE" {
        return Err("sparse matrices in files are not read".into());
    }
    let by_rows = match order {
        "RORDER" => true,
        "CORDER" => false,
        other => return Err(format!("{other} is neither RORDER nor CORDER")),
    };
    let number = |word: &str| match word.parse::<u32>() {
        Ok(n) if n > 0 => Ok(f64::from(n)),
        _ => Err(format!("{word} is not a number of rows, columns or values")),
    };
    let (rows, columns) = entries(number(rows)?, number(columns)?)?;
    let count = number(count)? as usize;
    if count != rows * columns {
        return Err(format!(
            "{rows} rows and {columns} columns are not {count} values"
        ));
    }
    let format = Format::parse(format).map_err(|e| format!("its format is not read: {e}"))?;
    Ok((rows, columns, by_rows, count, format))
}

/// The lines of a text without their ends.
fn lines(text: &str) -> Vec<Range<usize>> {
    let start = text.as_ptr() as usize;
    let place = |l: &str| {
        let at = l.as_ptr() as usize - start;
        at..at + l.len()
    };
    text.lines().map(place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "ADAMSMAT a platform\n3\nTRF VALK SMALL\n\
        TRF FULL RORDER 4 2 8 ( 8F8.5 )\n\
        \x201.36400 0.00000 0.00000 0.00000-3.54600 4.00800 0.00000 0.79900\n\
        VALK FULL CORDER 2 3 6 ( 2F6.3 )\n 1.970 0.000\n-3.440 4.510\n 6.020-7.000\n\
        SMALL SPARSE 2 2 1 (2I3,F6.2)\n  1  2  3.00\n";

    #[test]
    fn matrices_by_name() {
        let (rows, columns, values) = read(FILE, Some("trf")).unwrap();
        assert_eq!((rows, columns), (4, 2));
        // A field is eight columns wide, the blank before it is a part of it.
        assert_eq!(values[0], 1.364);
        let (_, _, values) = read(FILE, Some("VALK")).unwrap();
        assert_eq!(values, [1.97, -3.44, 6.02, 0.0, 4.51, -7.0]);
        let single = "ADAMSMAT\n1\nA\nA FULL RORDER 1 2 2 (2F4.1)\n 1.0 2.0\n";
        assert_eq!(read(single, None).unwrap(), (1, 2, vec![1.0, 2.0]));
    }

    #[test]
    fn refusals_name_the_line() {
        let line_of = |text: &str, name: Option<&str>| {
            let (range, what) = read(text, name).unwrap_err();
            (text[..range.start].lines().count(), what)
        };
        assert_eq!(line_of("MATSAVE x\n", None).0, 0);
        assert_eq!(line_of("", None).0, 0);
        assert_eq!(line_of("ADAMSMAT\nx\n", None).0, 1);
        assert_eq!(line_of(FILE, None).0, 1);
        assert_eq!(line_of(FILE, Some("none")).0, 2);
        assert_eq!(line_of(FILE, Some("small")).0, 9);
        assert_eq!(line_of(&FILE.replace("4.510", "4.5x0"), Some("valk")).0, 7);
        assert_eq!(line_of(&FILE.replace("4 2 8", "4 2 9"), Some("trf")).0, 3);
        assert_eq!(line_of(&FILE.replace("8F8.5", "8A8"), Some("trf")).0, 3);
        let (cut, _) = FILE.split_once(" 6.020").expect("a value");
        assert_eq!(line_of(cut, Some("valk")).1, "4 of 6 values are there");
    }
}
