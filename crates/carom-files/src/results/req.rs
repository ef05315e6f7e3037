//! `req`: the request file of Adams, as text.
//!
//! ```text
//!  A.R3    2023-06-13 22:52:01               0         0  3D
//! title, 80 characters
//!     n     INLBS_PFRACA 3.937007874015748E+01        requests, unit code, length units in a metre
//!  id type I J length                                 n times, followed by the comment when length > 0
//!    1.00000E-02                                      per output time: time,
//!    f2 f3 f4 f6 f7 f8                                then one line per request, magnitudes left out
//! ```
//!
//! The first three lines and the lines of time are those of a file written by Adams 2022. That file has no
//! request; the lines of requests follow the two formats that descend from this one (`.plt` of MotionSolve,
//! whose fifth number is the length of the name line, and the request file of RecurDyn), with the spacing of
//! the Adams animation file. Types: 1 displacement, 2 velocity, 3 acceleration, 4 force, 5 anything else.

use super::stamp::Stamp;
use super::text::{Fortran, TextFile};
use super::unit_names;
use super::{Heading, Outcome, ResultError, ResultFormat, ResultWriter};
use carom_model::Model;
use carom_model::analysis::Analysis;
use carom_model::output::{Request, RequestKind, Standard};
use carom_model::run::{EventRow, Frame};
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
        let date = Stamp(heading.created);
        let title = one_line(&model.title, 80);
        file.put(format_args!(
            " A.R3    {date}               0         0  3D\n{title:<80}\n"
        ));
        let metre = Fortran {
            value: unit_names::per_metre(&model.units),
            width: 21,
            digits: 15,
        };
        let count = heading.layout.requests.len();
        let code = unit_names::code(&model.units);
        file.put(format_args!("{count:5}     {code} {metre}\n"));
        for request in requests(model, &heading.layout.requests) {
            let (kind, i, j) = directory(model, request);
            let id = request.tag.label;
            let comment = one_line(&request.comment, 80);
            let length = comment.len();
            file.put(format_args!(" {id:10}{kind:10}{i:10}{j:10}{length:10}\n"));
            if length > 0 {
                file.put(format_args!("{comment}\n"));
            }
        }
        file.flush()?;
        Ok(Box::new(RecordWriter { file }))
    }
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
}

impl ResultWriter for RecordWriter {
    fn begin(&mut self, _: Analysis) -> Result<(), ResultError> {
        Ok(())
    }

    fn frame(&mut self, frame: &Frame) -> Result<(), ResultError> {
        let number = |value| Fortran {
            value,
            width: 13,
            digits: 5,
        };
        self.file.put(format_args!(" {}\n", number(frame.time)));
        for [_, f2, f3, f4, _, f6, f7, f8] in &frame.requests {
            self.file.text().push(' ');
            for &f in [f2, f3, f4, f6, f7, f8] {
                self.file.put(format_args!("{}", number(f)));
            }
            self.file.text().push('\n');
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
