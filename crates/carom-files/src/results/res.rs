//! `res`: the XML result file of Adams (XRF).
//!
//! ```text
//! Results > Bibliography, Analysis > Bibliography, ModelInfo, Units, StepMap, Data ..., TerminationStatus
//! ```
//!
//! The `StepMap` numbers all components of all entities; each `Step` lists their values in the order of these
//! numbers. Numbers run by quantity first: the positions of all parts, then all velocities, then all
//! accelerations, then forces, variables and requests entity by entity.
//!
//! A contact reports the sum of its forces on side I; where they act is in the table `contacts`.
//!
//! A part reports its local frame (origin and 3-1-3 angles), not its centre of mass: Adams View help,
//! `numeric_results transform`. Layout and names of parts, joints, single forces and variables are those of
//! files written by Adams 2016 and 2022; the type names of other entities are ours.

mod entities;
mod part;

use super::error::ResultError;
use super::format::{Heading, Outcome, ResultFormat, ResultWriter};
use super::stamp::Stamp;
use super::text::{Digits17, TextFile};
use super::unit_names::xrf;
use carom_base::Vec3;
use carom_model::analysis::Analysis;
use carom_model::run::{BodyRow, ContactRow, EventRow, Frame};
use carom_model::{Model, PartId};
use entities::{Entity, entities};
use part::{as_given, centre, frame_quantities};
use std::fmt;
use std::path::PathBuf;

/// The format `res`.
pub struct Res;

impl ResultFormat for Res {
    fn name(&self) -> &'static str {
        "res"
    }
    fn text(&self) -> &'static str {
        "Adams result file, XML (XRF): parts, joints, forces, contacts, variables, requests"
    }
    fn create(&self, heading: &Heading) -> Result<Box<dyn ResultWriter>, ResultError> {
        Ok(Box::new(ResWriter::create(heading)?))
    }
}

struct ResWriter {
    file: TextFile,
    /// Centre of mass in each part's frame.
    centres: Vec<Vec3>,
    /// How many contacts there are.
    contacts: usize,
    /// Numbers of values in each line of a step, after the line of time.
    lines: Vec<usize>,
    values: Vec<f64>,
    blocks: Blocks,
}

/// Where in the sequence of `Data` blocks the writer stands.
#[derive(Default)]
struct Blocks {
    count: usize,
    counts: Vec<(&'static str, usize)>,
    kind: &'static str,
    open: bool,
    /// The next frame holds the initial conditions of the run.
    initial: bool,
    analyses: usize,
}

impl ResWriter {
    fn create(heading: &Heading) -> Result<Self, ResultError> {
        let Heading { model, layout, .. } = heading;
        let path = heading.folder.join(format!("{}.res", heading.stem));
        let map = entities(model, layout);
        let mut w = Self {
            file: TextFile::create(path)?,
            centres: layout.bodies.iter().map(|&p| centre(model, p)).collect(),
            contacts: layout.contacts.len(),
            lines: map.lines,
            values: Vec::new(),
            blocks: Blocks::default(),
        };
        w.head(heading);
        w.step_map(&map.entities);
        w.model_input(model, &layout.bodies)?;
        w.file.flush()?;
        Ok(w)
    }

    fn head(&mut self, heading: &Heading) {
        let date = Stamp(heading.created);
        let path = std::path::absolute(self.file.path());
        let path = path.unwrap_or_else(|_| self.file.path().into());
        let path = path.display().to_string();
        let units = &heading.model.units;
        self.file.put(format_args!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>
<Results xmlns=\"http://www.mscsoftware.com/:xrf10\">
<Bibliography>
<File URI=\"file://{path}\" schema=\"xrf\" version=\"2.0.0.0\" publicationDate=\"{date}+00:00\" />
<Corporation author=\"Carom\" URI=\"-unknown-\" />
<Author user=\"-unknown-\" name=\"-unknown-\" />
<Revision version=\"1\" derivedFrom=\"-unknown-\">
<Comment>

</Comment>
</Revision>
</Bibliography>
<Analysis name=\"ANALYSIS_01\" executionDate=\"{date}\" Solver=\"{program}\" script=\"-unknown-\">
<Bibliography>
<Environment operatingSystem=\"{system}\" hostname=\"-unknown-\" />
<Application name=\"Carom\" version=\"{version}\" />
</Bibliography>
<ModelInfo title=\"{title}\" creationDate=\"-unknown-\" checksum=\"-unknown-\" />
<Units angle=\"rad\" length=\"{length}\" mass=\"{mass}\" time=\"{time}\" />
",
            path = Xml(&path),
            program = Xml(heading.program),
            version = env!("CARGO_PKG_VERSION"),
            system = std::env::consts::OS,
            title = Xml(&heading.model.title),
            length = xrf(&units.length),
            mass = xrf(&units.mass),
            time = xrf(&units.time),
        ));
    }

    fn step_map(&mut self, entities: &[Entity]) {
        let file = &mut self.file;
        file.put(format_args!("<StepMap name=\"map_001\">\n"));
        for e in entities {
            file.put(format_args!("<Entity name=\"{}\"", Xml(&e.name)));
            if let Some(o) = &e.object {
                file.put(format_args!(
                    " entity=\"{}\" entType=\"{}\" objectId=\"{}\"",
                    Xml(&o.name),
                    o.kind,
                    o.label
                ));
            }
            file.put(format_args!(">\n"));
            for c in &e.components {
                file.put(format_args!("<Component name=\"{}\"", Xml(&c.name)));
                if !c.unit.is_empty() {
                    file.put(format_args!(" unitsValue=\"{}\"", Xml(&c.unit)));
                }
                file.put(format_args!(" id=\"{}\" />\n", c.id));
            }
            file.put(format_args!("</Entity>\n"));
        }
        file.put(format_args!("</StepMap>\n"));
    }

    /// The first block: positions and velocities as the deck gives them, everything else zero.
    fn model_input(&mut self, model: &Model, parts: &[PartId]) -> Result<(), ResultError> {
        let rows: Vec<BodyRow> = parts.iter().map(|&p| as_given(model, p)).collect();
        self.values.clear();
        self.values.push(0.0);
        self.push_parts(&rows);
        let count = 1 + self.lines.iter().sum::<usize>();
        self.values.resize(count, 0.0);
        self.open_block("modelInput");
        self.step("input")
    }

    fn push_parts(&mut self, rows: &[BodyRow]) {
        for quantity in 0..3 {
            for (row, centre) in rows.iter().zip(&self.centres) {
                self.values.extend(frame_quantities(row, centre)[quantity]);
            }
        }
    }

    /// The force of each contact on side I.
    fn push_contacts(&mut self, rows: &[ContactRow]) {
        let first = self.values.len();
        self.values.resize(first + 3 * self.contacts, 0.0);
        for row in rows {
            let sum = &mut self.values[first + 3 * row.contact as usize..];
            for k in 0..3 {
                sum[k] += row.normal[k] * row.force + row.friction[k];
            }
        }
    }

    fn open_block(&mut self, kind: &'static str) {
        self.close_block();
        let b = &mut self.blocks;
        b.count += 1;
        b.open = true;
        if !b.counts.iter().any(|(k, _)| *k == kind) {
            b.counts.push((kind, 0));
        }
        let mut number = 0;
        for (k, n) in &mut b.counts {
            if *k == kind {
                *n += 1;
                number = *n;
            }
        }
        self.file.put(format_args!(
            "<Data name=\"{kind}_{number:03}\" id=\"{}\">\n",
            b.count
        ));
    }

    fn close_block(&mut self) {
        if std::mem::take(&mut self.blocks.open) {
            self.file.put(format_args!("</Data>\n"));
        }
    }

    fn step(&mut self, kind: &str) -> Result<(), ResultError> {
        self.file.put(format_args!("<Step type=\"{kind}\">\n"));
        let mut values = self.values.iter();
        for &width in [1].iter().chain(&self.lines) {
            for (k, v) in values.by_ref().take(width).enumerate() {
                let blank = if k > 0 { " " } else { "" };
                self.file.put(format_args!("{blank}{}", Digits17(*v)));
            }
            self.file.text().push('\n');
        }
        self.file.put(format_args!("</Step>\n"));
        self.file.piece_ends()
    }
}

impl ResultWriter for ResWriter {
    fn begin(&mut self, analysis: Analysis) -> Result<(), ResultError> {
        self.close_block();
        self.blocks.analyses += 1;
        let moves = !matches!(analysis, Analysis::Static | Analysis::Linear);
        self.blocks.initial = moves && self.blocks.analyses == 1;
        self.blocks.kind = match analysis {
            Analysis::Dynamic | Analysis::Transient => "dynamic",
            Analysis::Kinematic => "kinematic",
            Analysis::Static => "static",
            Analysis::InitialConditions => "initialConditions",
            Analysis::Linear => "linear",
        };
        Ok(())
    }

    fn frame(&mut self, frame: &Frame) -> Result<(), ResultError> {
        let initial = std::mem::take(&mut self.blocks.initial);
        let kind = if initial {
            "initialConditions"
        } else {
            self.blocks.kind
        };
        if !self.blocks.open {
            self.open_block(kind);
        }
        self.values.clear();
        self.values.push(frame.time);
        self.push_parts(&frame.bodies);
        for f in frame.joints.iter().chain(&frame.forces) {
            self.values.extend(f);
        }
        self.push_contacts(&frame.contacts);
        self.values.extend(&frame.variables);
        for d in &frame.diffs {
            self.values.extend(d);
        }
        for f in &frame.requests {
            self.values.extend(f);
        }
        self.step(kind)?;
        if initial {
            self.close_block();
        }
        Ok(())
    }

    fn event(&mut self, _: &EventRow) -> Result<(), ResultError> {
        Ok(())
    }

    fn end(&mut self) -> Result<(), ResultError> {
        self.close_block();
        self.file.flush()
    }

    fn finish(&mut self, outcome: Outcome) -> Result<(), ResultError> {
        self.close_block();
        let status = match outcome {
            Outcome::Done => "Successful",
            Outcome::Early => "Failed",
        };
        self.file.put(format_args!(
            "<TerminationStatus runTermObject=\"\" runStatus=\"{status}\" />\n</Analysis>\n</Results>\n"
        ));
        self.file.flush()
    }

    fn files(&self) -> Vec<PathBuf> {
        vec![self.file.path().to_owned()]
    }
}

/// Text as an XML attribute value. Characters that XML 1.0 does not allow become `?`.
struct Xml<'a>(&'a str);

impl fmt::Display for Xml<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        use fmt::Write;
        for c in self.0.chars() {
            match c {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\t' | '\n' | '\r' => f.write_char(' ')?,
                '\0'..' ' | '\u{FFFE}' | '\u{FFFF}' => f.write_char('?')?,
                c => f.write_char(c)?,
            }
        }
        Ok(())
    }
}
