//! What is written so far, and what there is to say about it.

use super::statement::Statement;
use carom_base::space::{angles_313, rotation_313};
use carom_base::{Diagnostic, Diagnostics, Dialect, Mat3, Pose, Span};
use carom_model::{Id, MarkerId, Model, Orientation, Placement, Tag};

/// A statement of a dataset, taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// `SFORCE/3`.
    pub head: String,
    /// The name of the element; empty if it has none.
    pub name: String,
    /// `I = 20`, `ACTIONONLY`, ...
    pub arguments: Vec<String>,
}

/// A dataset or a command file while it is written.
pub(super) struct Writer<'m> {
    pub(super) model: &'m Model,
    pub(super) out: String,
    pub(super) statements: Vec<Written>,
    pub(super) diagnostics: Diagnostics,
    /// The next label of a MATRIX that the model does not have.
    next_matrix: u32,
}

impl<'m> Writer<'m> {
    pub(super) fn new(model: &'m Model) -> Self {
        Self {
            model,
            out: String::new(),
            statements: Vec::new(),
            diagnostics: Diagnostics::default(),
            next_matrix: model.matrices.labels().max().unwrap_or(0),
        }
    }

    /// Functions of the same name differ between the languages, so a model of the other one is not rewritten.
    pub(super) fn speaks_adams(&mut self) -> bool {
        let speaks = self.model.dialect == Dialect::Adams;
        if !speaks {
            let what = "the model speaks the language of MotionSolve, in which functions and elements of the same name mean other things";
            let d = Diagnostic::error("convert-not-in-adams", Span::NONE, what);
            self.diagnostics
                .push(d.help("write a model file: --to toml"));
        }
        speaks
    }

    /// An element that the language, or this writer, has no words for.
    pub(super) fn refuse(&mut self, tag: &Tag, what: &str) {
        let message = format!("{tag}: {what}");
        self.diagnostics
            .push(Diagnostic::error("convert-not-in-adams", tag.span, message));
    }

    /// Something that does not change the motion is not written.
    pub(super) fn leave_out(&mut self, tag: &Tag, what: &str) {
        let message = format!("{tag}: {what}");
        self.diagnostics
            .push(Diagnostic::warning("convert-left-out", tag.span, message));
    }

    pub(super) fn begin(&self, name: &str) -> Statement {
        Statement {
            name: String::new(),
            head: format!("{name}/"),
            arguments: Vec::new(),
        }
    }

    pub(super) fn element(&mut self, name: &str, tag: &Tag) -> Statement {
        if tag.label == 0 {
            self.refuse(tag, "an id of a dataset is 1 or more");
        }
        Statement {
            name: match tag.name.contains(['\'', '\n']) {
                true => String::new(),
                false => tag.name.clone(),
            },
            head: format!("{name}/{}", tag.label),
            arguments: Vec::new(),
        }
    }

    pub(super) fn put(&mut self, statement: Statement) {
        self.statements.push(Written {
            head: statement.head.clone(),
            name: statement.name.clone(),
            arguments: statement.arguments.clone(),
        });
        self.out += &statement.finished();
    }

    pub(super) fn marker(&self, id: MarkerId) -> u32 {
        self.model.markers[id].tag.label
    }

    /// Statements that read as this pose, with the names of the arguments for origin, z and x. A pose that comes from
    /// neither angles nor points is given by the angles that are nearest to it.
    pub(super) fn pose(
        &mut self,
        s: &mut Statement,
        (origin, z_name, x_name): (&str, &str, &str),
        (pose, given): (&Pose, Option<&Placement>),
        tag: &Tag,
    ) {
        let place = |s: &mut Statement, p: [f64; 3]| {
            if p.iter().any(|x| x.to_bits() != 0) {
                s.numbers(origin, &p);
            }
        };
        let Some(given) = Placement::fits(given, pose, &self.model.markers) else {
            place(s, pose.position.into());
            if let Some(angles) = self.angles(&pose.rotation, tag) {
                s.numbers("REULER", &angles);
            }
            return;
        };
        place(s, given.position);
        match &given.orientation {
            Orientation::Aligned => {}
            Orientation::Angles(angles) => s.numbers("REULER", angles),
            Orientation::Points { z, x, x_first } => {
                z.iter().for_each(|z| s.numbers(z_name, z));
                x.iter().for_each(|x| s.numbers(x_name, x));
                s.flag_if("USEXP", *x_first);
            }
        }
        if let Some(frame) = given.frame {
            s.integer("RM", self.marker(frame));
        }
    }

    /// 3-1-3 angles of a rotation; `None` for a matrix that is no rotation.
    fn angles(&mut self, rotation: &Mat3, tag: &Tag) -> Option<[f64; 3]> {
        if *rotation == Mat3::identity() {
            return None;
        }
        let [psi, theta, phi] = angles_313(rotation);
        let off = (rotation_313(psi, theta, phi) - *rotation).amax();
        if off > 0.0 {
            let what = format!("the axes are given by angles that are off by {off:.1e}");
            let message = format!("{tag}: {what}");
            self.diagnostics
                .push(Diagnostic::note("convert-rounded", tag.span, message));
        }
        Some([psi, theta, phi])
    }

    /// A MATRIX with values that the model has in an element; gives its label.
    pub(super) fn matrix(&mut self, rows: usize, columns: usize, values: &[f64]) -> u32 {
        self.next_matrix += 1;
        let label = self.next_matrix;
        let mut s = Statement {
            name: String::new(),
            head: format!("MATRIX/{label}"),
            arguments: Vec::new(),
        };
        s.word("FULL", "RORDER");
        s.integer("ROWS", rows as u32);
        s.integer("COLUMNS", columns as u32);
        s.numbers("VALUES", values);
        self.put(s);
        label
    }
}

/// The labels of elements.
pub(super) fn labels<T: carom_model::Element>(
    table: &carom_model::Table<T>,
    ids: &[Id<T>],
) -> Vec<u32> {
    ids.iter().map(|id| table[*id].tag().label).collect()
}
