//! The diagnostics of one reading, and the list of their names.

pub use crate::common::diagnostics::DiagnosticName;
use crate::common::diagnostics::{Found, d};
use crate::common::functions::owned;
use crate::common::texts::Texts;
use carom_base::{Diagnostic, Diagnostics, Dialect, Span, SpannedText};
use carom_expr::Expression;

/// What a reading collects while it goes on.
#[derive(Debug)]
pub struct Reading {
    /// What was found so far.
    pub found: Found,
    /// Texts that stand for files.
    pub texts: Texts,
    /// Names of elements whose id is lost to an error.
    pub nameless: Vec<&'static str>,
    ignored: Vec<Ignored>,
}

/// An attribute that was read and left aside, however often it stands there.
#[derive(Debug)]
struct Ignored {
    element: &'static str,
    attributes: Vec<&'static str>,
    why: &'static str,
    first: Span,
    count: usize,
}

impl Default for Reading {
    fn default() -> Self {
        Self {
            found: Found::new("xml-too-many-errors"),
            texts: Texts::default(),
            nameless: Vec::new(),
            ignored: Vec::new(),
        }
    }
}

impl Reading {
    /// With texts that stand for files.
    pub fn with(texts: &Texts) -> Self {
        Self {
            texts: texts.clone(),
            ..Self::default()
        }
    }

    /// Adds a diagnostic.
    pub fn push(&mut self, d: Diagnostic) {
        self.found.push(d);
    }

    /// Whether reading should stop.
    pub fn is_full(&self) -> bool {
        self.found.is_full()
    }

    /// Reads an expression of `who`; its diagnostics are added.
    pub fn expression(&mut self, who: &str, text: SpannedText) -> Option<Expression> {
        let mut own = Diagnostics::default();
        let read = Expression::parse(text, Dialect::MotionSolve, &mut own);
        let sound = !own.has_errors();
        for d in own {
            self.push(owned(who, d));
        }
        read.filter(|_| sound)
    }

    /// Notes that an attribute was left aside. All notes on one element for one reason become one diagnostic.
    pub fn ignore(
        &mut self,
        element: &'static str,
        attribute: &'static str,
        why: &'static str,
        span: Span,
    ) {
        let same = |i: &&mut Ignored| i.element == element && i.why == why;
        match self.ignored.iter_mut().find(same) {
            Some(i) => {
                i.count += 1;
                if !i.attributes.contains(&attribute) {
                    i.attributes.push(attribute);
                }
            }
            None => self.ignored.push(Ignored {
                element,
                attributes: vec![attribute],
                why,
                first: span,
                count: 1,
            }),
        }
    }

    /// All diagnostics, the notes on what was left aside at the end.
    pub fn finish(self) -> Diagnostics {
        let mut diagnostics = self.found.diagnostics;
        for i in self.ignored {
            let times = match i.count {
                1 => String::new(),
                n => format!(" ({n} times)"),
            };
            let verb = if i.attributes.len() > 1 { "are" } else { "is" };
            let message = format!(
                "{}: {} {verb} not used{times}: {}",
                i.element,
                i.attributes.join(", "),
                i.why
            );
            let d = Diagnostic::note("xml-ignored-attribute", i.first, message);
            diagnostics.push(d);
        }
        diagnostics
    }
}

/// Every diagnostic of the reader of MotionSolve models, sorted by name. `file-not-readable` and `file-too-large`
/// are shared with the readers of datasets.
#[rustfmt::skip]
pub const DIAGNOSTICS: &[DiagnosticName] = &[
    d("xml-array-size", "A number of values that the element announces and the number that it holds disagree, or an array and the system that uses it."),
    d("xml-array-type", "A system element names a Reference_Array of another type: X holds states, U inputs, Y outputs, IC constants."),
    d("xml-bad-id", "An id is a whole number above 0; in a reference, 0 means none."),
    d("xml-bad-number", "The value is not a number such as 1, -2.5, 1000. or 1.0E-3."),
    d("xml-bad-value", "The attribute does not accept this value."),
    d("xml-cad-file", "A file of CAD solids that a Post_Graphic names, and its bodies."),
    d("xml-cad-solid", "The body of a CAD file that a Post_Graphic names, and how closely triangles follow its faces."),
    d("xml-command-cycle", "Files carry out each other by Load_Command, and the way leads back to one of them."),
    d("xml-conflicting-attributes", "Two attributes of the element exclude each other."),
    d("xml-contact-volume", "The help gives no formula for the contact law VOLUME. It is computed as an elastic foundation of two layers, one on the other: the volume of the overlap over i_layer_depth/i_elastic_modulus + j_layer_depth/j_elastic_modulus, times 1 + damping·(speed of approach). Only the exponent 1 is read."),
    d("xml-curve-points", "The points of a curve do not fit: fewer than four, not as many as announced, two neighbours that coincide, a closed curve whose ends differ, a curve that turns back on itself."),
    d("xml-degenerate-orientation", "The numbers that give an orientation are no rotation: an axis of length 0, two axes in line, Euler parameters that are all 0."),
    d("xml-dtd", "A document type definition is refused: models need none, and entities defined in one can fill the memory."),
    d("xml-duplicate-attribute", "The attribute stands twice in one element, in different case or spelling."),
    d("xml-duplicate-element", "The element may stand in a model once."),
    d("xml-duplicate-id", "Two elements of one name have the same id. Elements of different names may share one."),
    d("xml-duplicate-section", "Model or Command stands twice in one file."),
    d("xml-encoding", "The file is not written in the encoding that it declares, or in one that Carom does not read. UTF-8, UTF-16 and Western European encodings are read."),
    d("xml-end-not-after-start", "Simulate ends at or before the time that the commands have already reached."),
    d("xml-floating-marker", "The floating marker of a vector force follows the point where the force acts; nothing else may use its place, and no second force may use it."),
    d("xml-friction-range", "Friction needs mu_static at or above mu_dynamic, and stiction_trans_vel below friction_trans_vel."),
    d("xml-ground-attribute", "Ground does not move: the attribute has no meaning on it."),
    d("xml-ignored-attribute", "The attribute is known and left aside, because it does not change a result; the message says why."),
    d("xml-ignored-element", "The element is known and left aside, because it does not change a result; the message says why."),
    d("xml-implicit-variable", "An implicit variable makes its expression zero; the expression has to look at it."),
    d("xml-inertia-triangle", "No distribution of mass has these moments of inertia: none may exceed the sum of the other two."),
    d("xml-joint-attribute", "The attribute does not belong to this type of joint."),
    d("xml-late-output", "The options of the result files hold for a whole run and have to stand before the first Simulate."),
    d("xml-load-model", "Load_Model works at the beginning of the commands of a file that has no model of its own."),
    d("xml-marker-cycle", "Markers are placed relative to each other in a circle."),
    d("xml-marker-on-other-body", "The marker has to be on the same body."),
    d("xml-massless-body", "A body without mass that no constraint touches has no equation of motion."),
    d("xml-matrix-size", "A matrix does not fit the element that uses it: the numbers of rows and columns follow from states, inputs and outputs, or from the number of markers."),
    d("xml-matrix-values", "The values of a matrix do not fit its rows and columns."),
    d("xml-mesh-file", "The file that a Post_Graphic names is not there or cannot be read, or has no such body. The shape is kept by name; a Force_Contact that needs it is refused."),
    d("xml-mismatched-tag", "An end tag does not fit the start tag before it."),
    d("xml-missing-attribute", "The element needs an attribute that is not there."),
    d("xml-missing-cg", "A body with mass needs cg_id, the marker at its centre of mass."),
    d("xml-missing-quote", "The value of an attribute has no quotation mark at its end."),
    d("xml-motion-start", "ic_disp starts a motion given as velocity or acceleration, ic_vel one given as acceleration; elsewhere the function says the start."),
    d("xml-motion-target", "Only the freedom of a translational, revolute or cylindrical joint can be driven or coupled."),
    d("xml-no-command-section", "Load_Command names a file that has no section Command."),
    d("xml-no-commands", "The file holds no Simulate command."),
    d("xml-no-ground", "No Body_Rigid has IsGround=\"TRUE\"."),
    d("xml-no-model", "The file holds commands and no model."),
    d("xml-no-units", "The model has no Param_Unit: force = mass times acceleration holds without a factor."),
    d("xml-not-motionsolve", "The file is XML and no MotionSolve model: its root is neither MultiBodySystem nor Command."),
    d("xml-not-text", "The file is not a text file."),
    d("xml-not-xml", "The file does not begin with <."),
    d("xml-out-of-range", "The value lies outside the range that the attribute has."),
    d("xml-output-grid", "Outputs at this choice of times are not supported; only the start and the end of the analysis are put out."),
    d("xml-rotation-not-orthogonal", "The axes of a marker are not perpendicular; the nearest frame with the same z axis (x axis where only x is given) is used."),
    d("xml-same-body", "The markers of the element have to be on different bodies."),
    d("xml-sensor-without-action", "The sensor does nothing when it fires."),
    d("xml-shared-label", "Two elements of different names share an id: functions that name it mean one of them, commands both."),
    d("xml-spline-file", "The file with the points of a Reference_Spline, and what is read of it; or it is not there, of a form that is not read, or has no such block."),
    d("xml-spline-points", "The points of a spline do not fit: too few, not increasing, or not as many as announced."),
    d("xml-spline-surface", "A spline surface is read in the order z values, then one row per x with x and the value at each z."),
    d("xml-syntax", "The XML is not well formed."),
    d("xml-template", "A value holds a MotionView template (back-quotes or braces), which MotionView replaces when it exports a solver deck; the file is no such deck."),
    d("xml-too-deep", "Elements stand too deep in each other."),
    d("xml-too-large", "The file is larger than any model."),
    d("xml-too-many-attributes", "An element has more attributes than any element of the language."),
    d("xml-too-many-errors", "Reading stopped after very many errors."),
    d("xml-transfer-function", "The coefficients are not those of a transfer function: the denominator is zero, or its order is lower than that of the numerator."),
    d("xml-truncated", "The file ends before its elements are closed."),
    d("xml-two-grounds", "More than one Body_Rigid has IsGround=\"TRUE\"."),
    d("xml-unexpected-child", "Elements of a model stand side by side, not in each other."),
    d("xml-unexpected-text", "Text stands where none is used."),
    d("xml-unknown-attribute", "The element has no such attribute. An error, as what it was meant to say may change the motion; a warning where the element only says what is told of a run, a note where the attribute only describes or shows the element."),
    d("xml-unknown-element", "No element of the language has this name."),
    d("xml-unknown-reference", "An element or function names an element that the model does not have."),
    d("xml-unknown-unit", "No unit of the language has this name."),
    d("xml-unsupported-attribute", "The attribute belongs to the language, and Carom does not support it."),
    d("xml-unsupported-command", "The command belongs to the language, and Carom does not carry it out."),
    d("xml-unsupported-element", "The element belongs to the language, and Carom does not support it. A model is refused when it would move differently without it."),
    d("xml-unsupported-reference", "The element uses something that Carom does not support, so it cannot be computed either."),
    d("xml-user-subroutine", "The element calls user-written code, which Carom does not run in this element: a script, or a kind of routine that it does not call."),
    d("xml-value-too-long", "A name, a value or a text is longer than any that a model has."),
    d("xml-virtual-constraint", "is_virtual asks for a stiff force in place of the constraint; Carom keeps the constraint."),
    d("xml-wrong-section", "The element belongs into the other section, Model or Command."),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::common::diagnostics::MOST_ERRORS;
    use carom_base::Severity;

    #[test]
    fn names_are_sorted_unique_kebab_case() {
        for pair in DIAGNOSTICS.windows(2) {
            assert!(pair[0].name < pair[1].name, "{}", pair[1].name);
        }
        for d in DIAGNOSTICS {
            let kebab = |c: char| c.is_ascii_lowercase() || c == '-';
            assert!(d.name.starts_with("xml-") && d.name.chars().all(kebab));
            assert!(d.text.ends_with('.'), "{}", d.name);
        }
    }

    #[test]
    fn stops_after_many_errors_and_counts_what_it_ignores() {
        let mut r = Reading::default();
        for _ in 0..3 {
            r.ignore("Post_Graphic", "color", "drawing", Span::NONE);
        }
        for _ in 0..MOST_ERRORS + 5 {
            r.push(Diagnostic::error("xml-bad-id", Span::NONE, "x"));
        }
        assert!(r.is_full());
        let all = r.finish();
        assert_eq!(all.count(Severity::Error), MOST_ERRORS + 1);
        assert!(all.iter().any(|d| d.message.contains("(3 times)")));
    }
}
