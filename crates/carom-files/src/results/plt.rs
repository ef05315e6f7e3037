//! `plt`: the text plot file of MotionSolve.
//!
//! ```text
//! MotionSolve v9.1 Plot File
//! date
//! n  MMKGS_N_RACA  1.000e+03          requests, unit code, length units in a metre
//! id type I J length                  n times, each followed by
//! name                                a line with its comment or name
//! time                                per output time: time,
//! f2 f3 f4 f6 f7 f8                   then one line per request, magnitudes left out
//! ```
//!
//! Fields are separated by blanks. Readers know the format by its first line, so it stands as it is.

use super::error::ResultError;
use super::format::{Heading, ResultFormat, ResultWriter};
use super::req::{RecordWriter, directory, one_line, requests};
use super::stamp::Stamp;
use super::text::{Fortran, TextFile};
use super::unit_names;

/// The format `plt`.
pub struct Plt;

impl ResultFormat for Plt {
    fn name(&self) -> &'static str {
        "plt"
    }
    fn text(&self) -> &'static str {
        "MotionSolve plot file, text: six columns per request"
    }
    fn create(&self, heading: &Heading) -> Result<Box<dyn ResultWriter>, ResultError> {
        let model = heading.model;
        let path = heading.folder.join(format!("{}.plt", heading.stem));
        let mut file = TextFile::create(path)?;
        let date = Stamp(heading.created);
        let metre = Fortran {
            value: unit_names::per_metre(&model.units),
            width: 10,
            digits: 3,
        };
        let count = heading.layout.requests.len();
        let code = unit_names::code(&model.units);
        file.put(format_args!(
            "MotionSolve v9.1 Plot File\n{date}\n{count:8} {code} {metre}\n"
        ));
        for request in requests(model, &heading.layout.requests) {
            let (kind, i, j) = directory(model, request);
            let id = request.tag.label;
            let name = [&request.comment, &request.tag.name]
                .into_iter()
                .find(|n| !n.trim().is_empty())
                .map_or_else(|| format!("REQ/{id}"), |n| one_line(n, 80));
            let length = name.len();
            file.put(format_args!(
                " {id:10}{kind:10}{i:10}{j:10}{length:10}\n{name}\n"
            ));
        }
        file.flush()?;
        let degrees = Vec::new();
        Ok(Box::new(RecordWriter { file, degrees }))
    }
}
