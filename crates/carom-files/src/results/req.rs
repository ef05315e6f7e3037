//! `req`: the request file of Adams, as text.
//!
//! ```text
//!  A.R3    2023-06-13 22:52:01               0         0  3D
//! title, 80 characters
//!     n     INLBS_PFRACA 3.937007874015748E+01        requests, unit code, length units in a metre
//!          id          type             I             J         words      n times, I11 and 4 I14, followed by
//! comment                                             where words > 0: padded to words of four characters
//!    1.00000E-02                                      per output time: time,
//!    f2 f3 f4 f6 f7 f8                                then one line per request, magnitudes left out
//! ```
//!
//! As files written by Adams 2012 and 2022 have it; a test reads one and writes it again, byte by byte. A number with an
//! exponent of three digits fills its 13 columns, so that no blank stands before it: numbers are found by their columns.
//! The three angles of a DISPLACEMENT are in degrees, all other numbers in the units of the model and radians.
//! Types: 1 displacement, 2 velocity, 3 acceleration, 4 force, 5 anything else.

use super::error::ResultError;
use super::format::{Heading, Outcome, ResultFormat, ResultWriter};
use super::stamp::Stamp;
use super::text::{Fortran, TextFile};
use super::unit_names;
use carom_model::Model;
use carom_model::analysis::Analysis;
use carom_model::output::{Request, RequestKind, Standard};
use carom_model::run::{EventRow, Frame};
use std::fmt;
use std::path::PathBuf;

/// The format `req`.
pub struct Req;

impl ResultFormat for Req {
    fn name(&self) -> &'static str {
        "req"
    }
    fn text(&self) -> &'static str {
        "Adams request file, text: six columns per request"
    }
    fn create(&self, heading: &Heading) -> Result<Box<dyn ResultWriter>, ResultError> {
        let model = heading.model;
        let path = heading.folder.join(format!("{}.req", heading.stem));
        let mut file = TextFile::create(path)?;
        let entries = requests(model, &heading.layout.requests)
            .into_iter()
            .map(|request| {
                let (kind, i, j) = directory(model, request);
                Entry {
                    label: request.tag.label,
                    kind,
                    markers: [i, j],
                    comment: one_line(&request.comment, 80),
                }
            })
            .collect();
        let head = Head {
            date: Stamp(heading.created).to_string(),
            title: one_line(&model.title, 80),
            units: unit_names::code(&model.units).to_string(),
            per_metre: unit_names::per_metre(&model.units),
            requests: entries,
        };
        file.put(format_args!("{head}"));
        file.flush()?;
        let degrees = head.requests.iter().map(Entry::has_angles).collect();
        Ok(Box::new(RecordWriter { file, degrees }))
    }
}

/// What a request file says before its numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Head {
    /// Date and time, `2023-06-13 22:52:01`.
    pub date: String,
    /// Title of the model.
    pub title: String,
    /// Unit code, `MMKGS_N_RACA`.
    pub units: String,
    /// Length units in a metre.
    pub per_metre: f64,
    /// Its requests, in the order of the lines of each output.
    pub requests: Vec<Entry>,
}

/// A request in the head of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// Label of the request.
    pub label: u32,
    /// 1 displacement, 2 velocity, 3 acceleration, 4 force, 5 anything else.
    pub kind: u8,
    /// Labels of I and J, 0 where there is none.
    pub markers: [u32; 2],
    /// Its comment; may be empty.
    pub comment: String,
}

impl Entry {
    /// Whether its last three columns are angles, written in degrees.
    pub fn has_angles(&self) -> bool {
        self.kind == 1
    }
}

/// The first line, but for the date.
const FIRST: [&str; 2] = [" A.R3    ", "               0         0  3D"];

/// As it stands in the file.
impl fmt::Display for Head {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let [before, after] = FIRST;
        writeln!(f, "{before}{}{after}\n{:<80}", self.date, self.title)?;
        let metre = Fortran {
            value: self.per_metre,
            width: 21,
            digits: 15,
        };
        let count = self.requests.len();
        writeln!(f, "{count:5}     {} {metre}", self.units)?;
        self.requests.iter().try_for_each(|entry| entry.fmt(f))
    }
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let (label, kind, [i, j]) = (self.label, self.kind, self.markers);
        let words = self.comment.len().div_ceil(4);
        writeln!(f, "{label:11}{kind:14}{i:14}{j:14}{words:14}")?;
        if words > 0 {
            let blanks = 4 * words - self.comment.len();
            writeln!(f, "{}{:blanks$}", self.comment, "")?;
        }
        Ok(())
    }
}

/// The six numbers of a request, or the time alone, as they stand in a line.
struct Line<'a>(&'a [f64]);

impl fmt::Display for Line<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(" ")?;
        for &value in self.0 {
            let (width, digits) = (COLUMN, 5);
            #[rustfmt::skip]
            let number = Fortran { value, width, digits };
            number.fmt(f)?;
        }
        f.write_str("\n")
    }
}

/// Characters of a number.
const COLUMN: usize = 13;

/// A request file as it was read. Its angles of displacements are in degrees, as in the file.
#[derive(Clone, Debug, PartialEq)]
pub struct RequestFile {
    /// What it says before the numbers.
    pub head: Head,
    /// Each output: the time, and F2 F3 F4 F6 F7 F8 of each request.
    pub outputs: Vec<(f64, Vec<[f64; 6]>)>,
}

impl RequestFile {
    /// Reads the text of a file.
    ///
    /// # Errors
    /// What is wrong, with the number of the line. A last output that is not complete is no error: the solver may have been stopped.
    pub fn read(text: &str) -> Result<Self, String> {
        let mut lines = Lines {
            lines: text.lines().enumerate(),
        };
        let head = lines.head()?;
        let mut outputs = Vec::new();
        while let Some((at, line)) = lines.next_filled() {
            let [time] = numbers(at, line)?;
            let mut rows = Vec::with_capacity(head.requests.len());
            for _ in &head.requests {
                let Some((at, line)) = lines.next_filled() else {
                    return Ok(Self { head, outputs });
                };
                rows.push(numbers::<6>(at, line)?);
            }
            outputs.push((time, rows));
        }
        Ok(Self { head, outputs })
    }

    /// The number of a request among the lines of an output.
    pub fn position(&self, label: u32) -> Option<usize> {
        self.head.requests.iter().position(|r| r.label == label)
    }
}

/// As it stands in the file.
impl fmt::Display for RequestFile {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.head.fmt(f)?;
        for (time, rows) in &self.outputs {
            Line(&[*time]).fmt(f)?;
            rows.iter().try_for_each(|row| Line(row).fmt(f))?;
        }
        Ok(())
    }
}

/// Lines with their numbers.
struct Lines<'a> {
    lines: std::iter::Enumerate<std::str::Lines<'a>>,
}

impl<'a> Lines<'a> {
    fn need(&mut self, what: &str) -> Result<(usize, &'a str), String> {
        let next = self.lines.next().map(|(k, line)| (k + 1, line));
        next.ok_or_else(|| format!("the file ends before {what}"))
    }

    fn next_filled(&mut self) -> Option<(usize, &'a str)> {
        let filled = self.lines.find(|(_, line)| !line.trim().is_empty())?;
        Some((filled.0 + 1, filled.1))
    }

    fn head(&mut self) -> Result<Head, String> {
        let (at, line) = self.need("its first line")?;
        let [before, after] = FIRST;
        let date = line
            .strip_prefix(before)
            .and_then(|rest| rest.trim_end().strip_suffix(after));
        let date =
            date.ok_or_else(|| format!("line {at}: this is no text request file of Adams"))?;
        let (_, title) = self.need("its title")?;
        let (at, line) = self.need("the number of its requests")?;
        let words: Vec<&str> = line.split_whitespace().collect();
        let [count, units, per_metre] = words[..] else {
            return Err(format!(
                "line {at}: number of requests, unit code and length unit are needed"
            ));
        };
        let bad = |what: &str| format!("line {at}: {what} is no number");
        let count: usize = count.parse().map_err(|_| bad(count))?;
        let mut head = Head {
            date: date.into(),
            title: title.trim_end().into(),
            units: units.into(),
            per_metre: per_metre.parse().map_err(|_| bad(per_metre))?,
            requests: Vec::new(),
        };
        for _ in 0..count {
            let entry = self.entry()?;
            head.requests.push(entry);
        }
        Ok(head)
    }

    fn entry(&mut self) -> Result<Entry, String> {
        let (at, line) = self.need("its requests")?;
        let bad = || format!("line {at}: label, type, I, J and length of a request are needed");
        let list: Option<Vec<u32>> = line.split_whitespace().map(|w| w.parse().ok()).collect();
        let [label, kind, i, j, words] = list.ok_or_else(bad)?[..] else {
            return Err(bad());
        };
        let comment = match words {
            0 => "",
            _ => self.need("the comment of a request")?.1,
        };
        Ok(Entry {
            label,
            kind: u8::try_from(kind).map_err(|_| bad())?,
            markers: [i, j],
            comment: padded(comment, 4 * words as usize),
        })
    }
}

/// A comment without the blanks that fill its last word.
fn padded(text: &str, length: usize) -> String {
    let mut comment = text.to_string();
    // Blanks that are more than padding were given.
    while comment.ends_with(' ') && comment.len() > length.saturating_sub(3) {
        comment.pop();
    }
    comment
}

/// The numbers of a line, by their columns.
fn numbers<const N: usize>(at: usize, line: &str) -> Result<[f64; N], String> {
    let mut list = [0.0; N];
    for (k, x) in list.iter_mut().enumerate() {
        let first = 1 + k * COLUMN;
        let word = line.get(first..first + COLUMN).map(str::trim);
        let word =
            word.ok_or_else(|| format!("line {at}: {N} numbers of {COLUMN} columns are needed"))?;
        *x = fortran(word).ok_or_else(|| format!("line {at}: {word:?} is no number"))?;
    }
    Ok(list)
}

/// A number as Fortran writes it: with an exponent of three digits the E may be missing.
fn fortran(word: &str) -> Option<f64> {
    if let Ok(x) = word.parse() {
        return Some(x);
    }
    let sign = word.rfind(['+', '-']).filter(|k| *k > 0)?;
    let (mantissa, exponent) = word.split_at(sign);
    format!("{mantissa}E{exponent}").parse().ok()
}

/// The requests of these labels.
pub(super) fn requests<'a>(model: &'a Model, labels: &[u32]) -> Vec<&'a Request> {
    let ids = labels.iter().filter_map(|&l| model.requests.find(l));
    ids.map(|id| &model.requests[id]).collect()
}

/// Type code, label of I, label of J; zero where there is none.
pub(super) fn directory(model: &Model, request: &Request) -> (u8, u32, u32) {
    let label = |m| model.markers[m].tag.label;
    match &request.kind {
        RequestKind::Standard { which, i, j, .. } => {
            let kind = match which {
                Standard::Displacement => 1,
                Standard::Velocity => 2,
                Standard::Acceleration => 3,
                Standard::Force => 4,
            };
            (kind, label(*i), j.map_or(0, label))
        }
        RequestKind::Functions(_) | RequestKind::Element(_) | RequestKind::User(_) => (5, 0, 0),
    }
}

/// Text that fits a header line: no line ends, at most `length` bytes.
pub(super) fn one_line(text: &str, length: usize) -> String {
    let mut line = text.replace(['\n', '\r', '\t'], " ");
    let mut end = length.min(line.len());
    while !line.is_char_boundary(end) {
        end -= 1;
    }
    line.truncate(end);
    line
}

/// Writes records: time alone, then six numbers for each request (F2 F3 F4 F6 F7 F8).
pub(super) struct RecordWriter {
    pub(super) file: TextFile,
    /// Of each request, whether its last three numbers are angles that are written in degrees.
    pub(super) degrees: Vec<bool>,
}

impl ResultWriter for RecordWriter {
    fn begin(&mut self, _: Analysis) -> Result<(), ResultError> {
        Ok(())
    }

    fn frame(&mut self, frame: &Frame) -> Result<(), ResultError> {
        self.file.put(format_args!("{}", Line(&[frame.time])));
        for (k, &[_, f2, f3, f4, _, f6, f7, f8]) in frame.requests.iter().enumerate() {
            let angle = |x: f64| match self.degrees.get(k) {
                Some(true) => x.to_degrees(),
                _ => x,
            };
            let row = [f2, f3, f4, angle(f6), angle(f7), angle(f8)];
            self.file.put(format_args!("{}", Line(&row)));
        }
        self.file.piece_ends()
    }

    fn event(&mut self, _: &EventRow) -> Result<(), ResultError> {
        Ok(())
    }

    fn end(&mut self) -> Result<(), ResultError> {
        self.file.flush()
    }

    fn finish(&mut self, _: Outcome) -> Result<(), ResultError> {
        self.file.flush()
    }

    fn files(&self) -> Vec<PathBuf> {
        vec![self.file.path().to_owned()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Blanks in front, three digits in an exponent, and the form without E.
    #[test]
    fn numbers_by_columns() {
        let line =
            " -9.28955E-124-9.28955E-124  1.00000E+00-1.50000E-100  2.00000-101  0.00000E+00";
        let row: [f64; 6] = numbers(1, line).expect("six numbers");
        assert_eq!(
            row,
            [-9.28955e-124, -9.28955e-124, 1.0, -1.5e-100, 2e-101, 0.0]
        );
        let line = " -9.28955E-124-9.28955E-124";
        assert_eq!(numbers::<2>(1, line), Ok([-9.28955e-124; 2]));
        assert_eq!(Line(&[-9.28955e-124; 2]).to_string(), format!("{line}\n"));
        assert!(numbers::<3>(1, line).is_err_and(|e| e.contains("line 1")));
        assert!(numbers::<1>(4, "   1.00x00E+00").is_err_and(|e| e.contains("line 4")));
    }

    #[test]
    fn comments_in_words_of_four() {
        for (comment, words) in [
            ("", 0),
            ("a", 1),
            ("abcd", 1),
            ("abcde", 2),
            ("ends in a blank ", 4),
        ] {
            let entry = Entry {
                label: 7,
                kind: 5,
                markers: [1, 20],
                comment: comment.into(),
            };
            let text = entry.to_string();
            let mut lines = text.lines();
            let numbers: String = [(7, 11), (5, 14), (1, 14), (20, 14), (words, 14)]
                .map(|(n, width)| format!("{n:width$}"))
                .concat();
            assert_eq!(lines.next(), Some(numbers.as_str()));
            assert_eq!(lines.next().map_or(0, str::len), 4 * words);
            let mut lines = Lines {
                lines: text.lines().enumerate(),
            };
            assert_eq!(lines.entry().map(|e| e.to_string()), Ok(text.clone()));
        }
    }

    #[test]
    fn other_files_are_refused() {
        for text in [
            "",
            "time,request\n",
            " A.R3    2023-06-13 22:52:01               0         0  3D\ntitle\n1 X\n",
        ] {
            assert!(RequestFile::read(text).is_err(), "{text:?}");
        }
    }
}
