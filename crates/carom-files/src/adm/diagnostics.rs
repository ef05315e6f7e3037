//! The diagnostics of one reading, and the list of their names.

use crate::common::diagnostics::{DiagnosticName, Found, d};
use crate::common::texts::Texts;
use carom_base::{Diagnostic, Diagnostics, Severity, Span};

/// What a reading collects while it goes on.
#[derive(Debug)]
pub struct Reading {
    /// What was found so far.
    pub found: Found,
    /// Whether a dataset is read (END ends it) or a command file.
    pub datasets: bool,
    /// Texts that stand for files.
    pub texts: Texts,
    /// Names of statements whose id is lost to an error.
    pub nameless: Vec<&'static str>,
    /// The statement in the middle of which the file ends.
    pub cut: Option<Span>,
    ignored: Vec<Ignored>,
}

/// Arguments of one statement that were read and left aside for one reason.
#[derive(Debug)]
struct Ignored {
    statement: &'static str,
    arguments: Vec<&'static str>,
    reason: &'static str,
    first: Span,
    count: usize,
}

impl Reading {
    /// For a dataset.
    pub fn dataset() -> Self {
        Self {
            datasets: true,
            ..Self::commands()
        }
    }

    /// For a command file.
    pub fn commands() -> Self {
        Self {
            found: Found::new("adm-too-many-errors"),
            datasets: false,
            texts: Texts::default(),
            nameless: Vec::new(),
            cut: None,
            ignored: Vec::new(),
        }
    }

    /// With texts that stand for files.
    pub fn with(self, texts: &Texts) -> Self {
        Self {
            texts: texts.clone(),
            ..self
        }
    }

    /// Adds a diagnostic.
    pub fn push(&mut self, d: Diagnostic) {
        self.found.push(d);
    }

    /// Adds the diagnostics of another reading.
    pub fn extend(&mut self, diagnostics: Diagnostics) {
        diagnostics.into_iter().for_each(|d| self.push(d));
    }

    /// Takes back what was said under a name at a place.
    pub fn forget(&mut self, name: &str, span: Span) {
        let all = std::mem::take(&mut self.found.diagnostics);
        let kept = all.into_iter().filter(|d| d.name != name || d.span != span);
        self.found.diagnostics.extend(kept);
    }

    /// Whether reading should stop.
    pub fn is_full(&self) -> bool {
        self.found.is_full()
    }

    /// Notes that an argument was left aside. All notes on one statement for one reason become one diagnostic.
    pub fn ignore(
        &mut self,
        statement: &'static str,
        argument: &'static str,
        reason: &'static str,
        span: Span,
    ) {
        let mut list = self.ignored.iter_mut();
        match list.find(|i| i.statement == statement && i.reason == reason) {
            Some(i) => {
                i.count += 1;
                if !i.arguments.contains(&argument) {
                    i.arguments.push(argument);
                }
            }
            None => self.ignored.push(Ignored {
                statement,
                arguments: vec![argument],
                reason,
                first: span,
                count: 1,
            }),
        }
    }

    /// All diagnostics in the order of the text.
    pub fn finish(self) -> Diagnostics {
        let mut found = self.found.diagnostics;
        for i in self.ignored {
            let verb = if i.arguments.len() > 1 { "are" } else { "is" };
            let times = match i.count {
                1 => String::new(),
                n => format!(" ({n} times)"),
            };
            let message = format!(
                "{}: {} {verb} not used{times}: {}",
                i.statement,
                i.arguments.join(", "),
                i.reason
            );
            found.push(Diagnostic::note("adm-ignored-argument", i.first, message));
        }
        let mut list: Vec<Diagnostic> = found.into_iter().collect();
        if let Some(cut) = self.cut {
            // What is wrong with a statement that was cut off follows from that.
            list.retain(|d| {
                let after = d.span.source == cut.source && d.span.start >= cut.start;
                d.name == "adm-truncated" || !after || d.severity != Severity::Error
            });
        }
        list.sort_by_key(|d| {
            let nowhere = d.span == Span::NONE;
            let last = d.name == "adm-too-many-errors";
            (last, !nowhere, d.span.source, d.span.start)
        });
        let mut sorted = Diagnostics::default();
        sorted.extend(list);
        sorted
    }
}

/// Every diagnostic of the readers of datasets and command files, sorted by name.
#[rustfmt::skip]
pub const DIAGNOSTICS: &[DiagnosticName] = &[
    d("acf-command-cycle", "Command files carry out each other by FILE/COMMAND, and the way leads back to one of them."),
    d("acf-end-not-after-start", "SIMULATE ends at or before the time that the commands have already reached."),
    d("acf-file-not-found", "The dataset or command file that a command file names is not there. It is looked for in the folder of the file that names it, as written and with .adm or .acf added, whatever its case."),
    d("acf-ignored-command", "The command only prints, logs or sets something that does not change a result; a run without it is the same. Or it is OUTPUT after the first analysis, which comes too late for the files that it asks for."),
    d("acf-no-commands", "The file holds no command that simulates anything."),
    d("acf-no-model", "The command file names no dataset, neither in its first line nor by FILE/MODEL."),
    d("acf-not-commands", "The file is no command file: no line begins with a command, and the first line names no dataset. Its lines are not shown in messages, since a deck may name any file."),
    d("acf-unknown-command", "No command of the language has this name."),
    d("acf-unknown-element", "A command names an element that the model does not have. Commands switch elements and change their data; they add none."),
    d("acf-unsupported-command", "The command belongs to the language, and Carom does not carry it out."),
    d("adm-ambiguous-argument", "The abbreviation is the beginning of several arguments of the statement."),
    d("adm-ambiguous-statement", "The abbreviation is the beginning of several statements."),
    d("adm-ambiguous-value", "The abbreviation is the beginning of several values that the argument may have."),
    d("adm-array-size", "SIZE of an ARRAY and the number of its values disagree, or the number of values and the system that uses it."),
    d("adm-array-type", "A system element names an ARRAY of another type: X holds states, U inputs, Y outputs, IC constants."),
    d("adm-bad-id", "An id is a positive whole number."),
    d("adm-bad-number", "The value is not a number of the language, such as 1, -2.5, 1.0E-3 or 90D."),
    d("adm-bad-value", "The argument does not accept this value."),
    d("adm-cad-file", "A file of CAD solids that a GRAPHICS names, and its bodies."),
    d("adm-cad-solid", "The body of a CAD file that a GRAPHICS names, and how closely triangles follow its faces."),
    d("adm-conflicting-arguments", "Two arguments of the statement exclude each other."),
    d("adm-contact-parts", "The shapes of a contact are on parts, and not all on one."),
    d("adm-curve-points", "The points of a CURVE do not fit: not three columns, fewer than four points, two neighbours that coincide, a closed curve whose ends differ, a curve that turns back on itself."),
    d("adm-dangling-continuation", "A line begins with a comma, and there is no statement before it that it could continue."),
    d("adm-default-owner", "The marker names no owner; it belongs to the last PART before it."),
    d("adm-default-x-axis", "Only ZP or ZG is given and it points along the x axis of the frame it is given in, so that the rule 'x near the x of the frame' does not say which x is meant."),
    d("adm-degenerate-orientation", "The points that give an orientation coincide or lie on one line."),
    d("adm-duplicate-argument", "The argument stands twice in one statement."),
    d("adm-duplicate-id", "Two statements of one kind have the same id."),
    d("adm-duplicate-statement", "The statement may stand in a dataset once."),
    d("adm-empty-argument", "Two commas stand where one argument is expected between them."),
    d("adm-floating-marker", "A floating marker has no place of its own; only the reaction of a force may use it."),
    d("adm-fortran-exponent", "In this language a D after a number means degrees; write the exponent with E."),
    d("adm-friction-range", "Friction needs MU_STATIC at or above MU_DYNAMIC, and STICTION_TRANSITION_VELOCITY below FRICTION_TRANSITION_VELOCITY."),
    d("adm-ground-argument", "Ground does not move: the argument has no meaning on it."),
    d("adm-ignored-argument", "The argument is known and left aside, because it does not change a result; the message says why."),
    d("adm-ignored-statement", "The statement is known and left aside, because it does not change a result; the message says why."),
    d("adm-inertia-triangle", "No distribution of mass has these moments of inertia: none may exceed the sum of the other two."),
    d("adm-joint-argument", "The argument does not belong to this type of joint."),
    d("adm-line-too-long", "A line has more than a mebibyte: this is no dataset."),
    d("adm-marker-cycle", "Markers are placed relative to each other in a circle."),
    d("adm-marker-on-other-part", "The marker has to be on the same part."),
    d("adm-marker-without-owner", "The marker names no part, and no PART stands before it."),
    d("adm-matrix-file", "The file of a MATRIX is not there, or it is no file with matrices in a form that Carom reads, or it has no matrix of this name."),
    d("adm-matrix-size", "The matrices of a linear system do not fit each other: A is square, B has its rows, C its columns, D the rows of C and the columns of B."),
    d("adm-matrix-values", "The values of a MATRIX do not fit its rows and columns."),
    d("adm-mesh-file", "The file that a GRAPHICS names is not there or cannot be read, has no such body, or is of a kind that is not read. The shape is kept by name; a CONTACT that needs it is refused."),
    d("adm-missing-argument", "The statement needs an argument that is not there."),
    d("adm-missing-cm", "A part with mass needs CM, the marker at its centre of mass."),
    d("adm-missing-comma", "Values or arguments are not separated by a comma."),
    d("adm-missing-end", "The dataset does not end with END; it may have been cut off."),
    d("adm-missing-id", "The statement needs an id: NAME/id."),
    d("adm-missing-slash", "A statement or command begins with its name and a slash."),
    d("adm-missing-value", "The argument needs a value: NAME=value."),
    d("adm-motion-target", "Only the freedom of a TRANSLATIONAL, REVOLUTE or CYLINDRICAL joint can be driven or coupled."),
    d("adm-mrequest", "The requests that an MREQUEST becomes."),
    d("adm-no-ground", "The dataset has no PART with GROUND."),
    d("adm-no-units", "The dataset has no UNITS: force = mass times acceleration holds without a factor."),
    d("adm-not-a-dataset", "The file is no dataset: no line begins with the name of a statement. Its lines are not shown in messages, since a command file or a study may name any file."),
    d("adm-not-a-statement", "A line begins with something that is not a name."),
    d("adm-not-text", "The file is not plain text."),
    d("adm-out-of-range", "The value lies outside the range that the argument has."),
    d("adm-outline", "The outline of an EXTRUSION or REVOLUTION: a note says how it is taken, an error why it makes no solid."),
    d("adm-radians", "An angle of REULER is larger than a turn. Angles are in radians unless the suffix D follows them: 90D is a right angle, 90 is more than 14 turns."),
    d("adm-replaced-bytes", "Bytes that are not UTF-8 text were replaced."),
    d("adm-same-part", "The markers of the statement have to be on different parts."),
    d("adm-sensor-without-action", "The sensor does nothing when it fires."),
    d("adm-spline-file", "The file with the points of a SPLINE, and what is read of it; or it is not there, of a form that is not read, or has no such channel."),
    d("adm-spline-points", "The points of a spline do not fit: too few, not increasing, or lists of different lengths."),
    d("adm-too-many-errors", "Reading stopped after very many errors."),
    d("adm-transfer-function", "The coefficients are not those of a transfer function: the denominator is zero, or its order is lower than that of the numerator."),
    d("adm-truncated", "The file ends in the middle of a statement."),
    d("adm-two-grounds", "More than one PART has GROUND."),
    d("adm-unexpected-id", "The statement has no id."),
    d("adm-unexpected-text", "Something stands where an argument is expected."),
    d("adm-unexpected-value", "The argument is a flag and takes no value."),
    d("adm-unknown-argument", "The statement has no such argument."),
    d("adm-unknown-element", "A statement or function names an element that the dataset does not have."),
    d("adm-unknown-statement", "No statement of the language has this name."),
    d("adm-unknown-unit", "No unit of the language has this name."),
    d("adm-unsupported-argument", "The argument belongs to the language, and Carom does not support it."),
    d("adm-unsupported-reference", "The statement uses something that Carom does not support, so it cannot be computed either."),
    d("adm-unsupported-statement", "The statement belongs to the language, and Carom does not support it. A model is refused when it would move differently without it."),
    d("adm-wrong-count", "The argument has too many or too few values."),
    d("file-not-readable", "A file is not there or cannot be read."),
    d("file-too-large", "The file is larger than any dataset."),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::common::diagnostics::MOST_ERRORS;

    #[test]
    fn names_are_sorted_unique_kebab_case() {
        for pair in DIAGNOSTICS.windows(2) {
            assert!(pair[0].name < pair[1].name, "{}", pair[1].name);
        }
        for d in DIAGNOSTICS {
            assert!(
                d.name
                    .chars()
                    .all(|c| c.is_ascii_lowercase() || c == '-' || c.is_ascii_digit())
            );
            assert!(d.text.ends_with('.'), "{}", d.name);
        }
    }

    #[test]
    fn stops_after_many_errors_and_counts_what_it_ignores() {
        let mut r = Reading::dataset();
        for _ in 0..3 {
            r.ignore("GRAPHICS", "SEG", "drawing", Span::NONE);
        }
        for _ in 0..MOST_ERRORS + 5 {
            r.push(Diagnostic::error("adm-bad-id", Span::NONE, "x"));
        }
        assert!(r.is_full());
        let all = r.finish();
        assert_eq!(all.count(Severity::Error), MOST_ERRORS + 1);
        assert!(all.iter().any(|d| d.message.contains("(3 times)")));
    }
}
