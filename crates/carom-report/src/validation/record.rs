//! The format of the records.
//!
//! ```toml
//! title = "Ball on IMPACT"                      # a section of the page
//! text = "What the model is."
//! [defaults]                                    # for every record that does not say otherwise
//! model = "examples/bouncing_ball/ball.adm"     # relative to the repository
//! run = { error = 1e-10, segments = [[0.73, 10]] }
//! source = "34-digit extrapolation"
//! digits = 16
//!
//! [[record]]
//! id = "ball-contact-begin"
//! quantity = "first touch"
//! value = { event = { kind = "contact-begin" } }
//! reference = { json = "validation/values/impact_ball.json", at = "/B1_fall_1m_start_1.1/t_contact" }
//! unit = "s"
//! tolerance = 1e-9
//! reason = "what an error of 1e-10 a step allows over the contact"
//! ```

use serde::Deserialize;
use std::path::Path;

/// A file of records: one section of the page.
#[derive(Clone, Debug)]
pub struct Group {
    /// Heading.
    pub title: String,
    /// What the section is about.
    pub text: String,
    /// Its records, defaults filled in.
    pub records: Vec<Record>,
}

/// One reference quantity.
#[derive(Clone, Debug)]
pub struct Record {
    /// Unique over all files, kebab-case.
    pub id: String,
    /// What it is, in words.
    pub quantity: String,
    /// Where the reference comes from.
    pub source: String,
    /// Significant digits of the reference.
    pub digits: u32,
    /// Model file, relative to the repository; empty where none is needed.
    pub model: String,
    /// How the model runs.
    pub run: Run,
    /// What to take out of the run.
    pub value: Quantity,
    /// What it should be.
    pub reference: Reference,
    /// Unit of value, error and tolerance; empty for pure numbers.
    pub unit: String,
    /// Largest distance from the reference.
    pub tolerance: f64,
    /// Why this tolerance.
    pub reason: String,
    /// Why it is known to differ; such a record is expected to fail and stays on the page.
    pub known_difference: Option<String>,
    /// Left out of the tests.
    pub slow: bool,
}

/// Options of a run. What is not given is as in the model.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Run {
    /// Error tolerance.
    pub error: Option<f64>,
    /// Integrator.
    pub integrator: Option<String>,
    /// Largest step.
    pub hmax: Option<f64>,
    /// Events of every switch, not of contacts alone.
    #[serde(default)]
    pub verbose: bool,
    /// Rigid contacts with this coefficient of restitution.
    pub restitution: Option<f64>,
    /// All contacts that touch answer an impact at once.
    #[serde(default)]
    pub simultaneous: bool,
    /// Events by Hénon's step.
    #[serde(default)]
    pub henon: bool,
    /// Dynamic analyses, one after the other: end time and number of outputs. Empty: the commands of the model.
    #[serde(default)]
    pub segments: Vec<(f64, u32)>,
}

/// What to take out of a run.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Quantity {
    /// Of an event.
    Event {
        /// `contact-begin`, ...
        kind: String,
        /// Which of its kind, from 1.
        #[serde(default = "first")]
        nth: usize,
        /// `time`, `gap`, `rate` (after the event), `rate-before`, `impulse`, `force`.
        #[serde(default = "time")]
        field: String,
        /// Divide by the same field of the first event of this kind.
        over: Option<String>,
    },
    /// A series at an output time; the last one if none is given.
    At {
        /// For instance `body 2 z`, `request 1 f2`, `joint JOINT/1 fx`, `force SFORCE/1 fz`, `variable 1`.
        series: String,
        /// An output time.
        time: Option<f64>,
    },
    /// The largest (or smallest) value of a series, and its time, from the parabola through the three outputs around it.
    Peak {
        /// As in [`Quantity::At`].
        series: String,
        /// Minimum instead of maximum.
        #[serde(default)]
        minimum: bool,
        /// Its time instead of its value.
        #[serde(default)]
        time: bool,
        /// Look from this time on.
        #[serde(default)]
        from: f64,
        /// Look up to this time.
        #[serde(default = "forever")]
        to: f64,
    },
    /// Largest difference from the columns of a text file (time first, then one per series), or of a request file of Adams
    /// (`.req`), over all its rows. From a request file each series, `request 5 f6`, is compared with the same request and
    /// column there, angles of displacements in radians and up to full turns.
    Table {
        /// The file, relative to the repository.
        file: String,
        /// The series, each with a sign that the file has against us: `-joint JOINT/1 fx`.
        series: Vec<String>,
        /// The whole row may have either sign (quaternions).
        #[serde(default)]
        either_sign: bool,
    },
    /// Largest difference of a series from an expression in TIME.
    Formula {
        /// As in [`Quantity::At`].
        series: String,
        /// The expression.
        formula: String,
    },
    /// Of the last linear analysis: the eigenvalue nearest to a number, its real or imaginary part.
    Eigenvalue {
        /// Real and imaginary part of that number.
        near: [f64; 2],
        /// The imaginary part.
        #[serde(default)]
        imaginary: bool,
    },
    /// Of the last linear analysis: the transfer function `C·(s·I − A)⁻¹·B + D` at a number s, its real or imaginary part.
    Transfer {
        /// Real and imaginary part of s.
        s: [f64; 2],
        /// Which input, from 1.
        #[serde(default = "first")]
        input: usize,
        /// Which output, from 1.
        #[serde(default = "first")]
        output: usize,
        /// The imaginary part.
        #[serde(default)]
        imaginary: bool,
    },
    /// What does not balance of work and change of energy, over the largest energy.
    EnergyBalance,
    /// Largest difference of all event times and all output of another model.
    Twin {
        /// The other model.
        model: String,
    },
    /// How many: `degrees-of-freedom`, `redundant`, `events`.
    Count {
        /// What.
        of: String,
        /// Only those whose name has this in it.
        #[serde(default)]
        containing: String,
    },
    /// Of a study about orbits or sensitivities, which stands in the place of the model.
    Study {
        /// `orbit`, `branch`, `exponents`, `sensitivities` or `basin`: what the command of this name prints as JSON.
        find: String,
        /// JSON pointer to a number in it.
        at: String,
    },
    /// The value of an expression without model.
    Expression {
        /// The expression.
        text: String,
    },
    /// The stiffness `k` with exponent `e`, from one set of units (force, mass, length, time) to another.
    Stiffness {
        /// The number.
        k: f64,
        /// The exponent.
        e: f64,
        /// Units it is in.
        from: [String; 4],
        /// Units it is wanted in.
        to: [String; 4],
    },
}

/// A reference value.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub enum Reference {
    /// Here.
    Number(f64),
    /// In a file of values.
    Json {
        /// The file, relative to the repository.
        json: String,
        /// JSON pointer to a number, or to a text that is one.
        at: String,
        /// The reference is this many times that number ...
        #[serde(default = "one")]
        times: f64,
        /// ... plus this.
        #[serde(default)]
        plus: f64,
    },
}

impl Reference {
    /// The number.
    ///
    /// # Errors
    /// When the file has none at that place.
    pub fn value(&self, root: &Path) -> Result<f64, String> {
        match self {
            Self::Number(x) => Ok(*x),
            Self::Json {
                json,
                at,
                times,
                plus,
            } => {
                let text =
                    std::fs::read_to_string(root.join(json)).map_err(|e| format!("{json}: {e}"))?;
                let tree: serde_json::Value =
                    serde_json::from_str(&text).map_err(|e| format!("{json}: {e}"))?;
                let number = tree.pointer(at).and_then(|v| match v {
                    serde_json::Value::String(s) => s.parse().ok(),
                    other => other.as_f64(),
                });
                number
                    .map(|x: f64| times * x + plus)
                    .ok_or_else(|| format!("{json} has no number at {at}"))
            }
        }
    }
}

fn one() -> f64 {
    1.0
}
fn first() -> usize {
    1
}
fn time() -> String {
    "time".into()
}
fn forever() -> f64 {
    f64::INFINITY
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GroupFile {
    title: String,
    #[serde(default)]
    text: String,
    #[serde(default)]
    defaults: Defaults,
    record: Vec<RecordEntry>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Defaults {
    model: Option<String>,
    run: Option<Run>,
    source: Option<String>,
    digits: Option<u32>,
    unit: Option<String>,
    tolerance: Option<f64>,
    reason: Option<String>,
    slow: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RecordEntry {
    id: String,
    quantity: String,
    value: Quantity,
    reference: Reference,
    known_difference: Option<String>,
    model: Option<String>,
    run: Option<Run>,
    source: Option<String>,
    digits: Option<u32>,
    unit: Option<String>,
    tolerance: Option<f64>,
    reason: Option<String>,
    slow: Option<bool>,
}

impl RecordEntry {
    fn complete(self, d: &Defaults) -> Result<Record, String> {
        let id = self.id;
        let missing = |what: &str| format!("record {id} has no {what}");
        Ok(Record {
            quantity: self.quantity,
            value: self.value,
            reference: self.reference,
            known_difference: self.known_difference,
            model: self.model.or_else(|| d.model.clone()).unwrap_or_default(),
            run: self.run.or_else(|| d.run.clone()).unwrap_or_default(),
            source: self
                .source
                .or_else(|| d.source.clone())
                .ok_or_else(|| missing("source"))?,
            digits: self.digits.or(d.digits).ok_or_else(|| missing("digits"))?,
            unit: self.unit.or_else(|| d.unit.clone()).unwrap_or_default(),
            tolerance: self
                .tolerance
                .or(d.tolerance)
                .ok_or_else(|| missing("tolerance"))?,
            reason: self
                .reason
                .or_else(|| d.reason.clone())
                .ok_or_else(|| missing("reason"))?,
            slow: self.slow.unwrap_or(d.slow),
            id,
        })
    }
}

impl Group {
    /// From the text of a file.
    ///
    /// # Errors
    /// When it does not have the format.
    pub fn parse(text: &str) -> Result<Self, String> {
        let file: GroupFile = toml::from_str(text).map_err(|e| e.to_string())?;
        let complete = |r: RecordEntry| r.complete(&file.defaults);
        Ok(Self {
            title: file.title,
            text: file.text,
            records: file
                .record
                .into_iter()
                .map(complete)
                .collect::<Result<_, _>>()?,
        })
    }

    /// All files of a folder, in the order of their names.
    ///
    /// # Errors
    /// When one cannot be read.
    pub fn read_all(folder: &Path) -> Result<Vec<Self>, String> {
        let entries =
            std::fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
        let mut paths: Vec<_> = entries
            .filter_map(|e| Some(e.ok()?.path()))
            .filter(|p| p.extension().is_some_and(|e| e == "toml"))
            .collect();
        paths.sort();
        let read = |path: &std::path::PathBuf| {
            let text = std::fs::read_to_string(path).map_err(|e| e.to_string());
            text.and_then(|t| Self::parse(&t))
                .map_err(|e| format!("{}: {e}", path.display()))
        };
        paths.iter().map(read).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_fill_records_and_misspellings_are_refused() {
        let text = r#"
            title = "T"
            defaults = { model = "m.adm", source = "s", digits = 4, tolerance = 1e-3, reason = "r" }
            [[record]]
            id = "a"
            quantity = "q"
            value = { at = { series = "body 2 z" } }
            reference = 1.5
            tolerance = 1e-6
        "#;
        let group = Group::parse(text).unwrap();
        let r = &group.records[0];
        assert_eq!(
            (r.model.as_str(), r.digits, r.tolerance),
            ("m.adm", 4, 1e-6)
        );
        assert!(Group::parse(&text.replace("quantity", "quantitty")).is_err());
        assert!(Group::parse(&text.replace("reason = \"r\"", "slow = false")).is_err());
    }
}
