//! A model as an Adams dataset, and its commands as a command file.
//!
//! What the language cannot say is refused by name and place; nothing is left out in silence. Numbers have the fewest
//! digits that read back as the same bits, so a dataset that is read, written and read again moves to the same bits.

mod commands;
mod elements;

use carom_base::space::{angles_313, rotation_313};
use carom_base::{Diagnostic, Diagnostics, Dialect, Mat3, Pose, Span};
use carom_model::constraint::{Function, UserFunction};
use carom_model::{Id, MarkerId, Model, Orientation, Placement, Tag};

/// Lines are broken where they would be longer.
const WIDTH: usize = 78;

/// A dataset. It must not be used if the diagnostics have errors.
pub fn dataset(model: &Model) -> (String, Diagnostics) {
    let mut w = Writer::new(model);
    if w.speaks_adams() {
        let title = model.title.lines().next().unwrap_or_default();
        w.out = format!("{title}\n");
        w.elements();
        w.out += "END\n";
    }
    (w.out, w.diagnostics)
}

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

/// The statements of [`dataset`], taken apart.
pub fn statements(model: &Model) -> (Vec<Written>, Diagnostics) {
    let mut w = Writer::new(model);
    if w.speaks_adams() {
        w.elements();
    }
    (w.statements, w.diagnostics)
}

/// A command file for the dataset of a name. It must not be used if the diagnostics have errors.
pub fn commands(model: &Model, dataset: &str) -> (String, Diagnostics) {
    let mut w = Writer::new(model);
    if w.speaks_adams() {
        let prefix = model.output.prefix.as_deref().unwrap_or_default();
        w.out = format!("{dataset}\n{prefix}\n");
        w.commands();
    }
    (w.out, w.diagnostics)
}

struct Writer<'m> {
    model: &'m Model,
    out: String,
    statements: Vec<Written>,
    diagnostics: Diagnostics,
    /// The next label of a MATRIX that the model does not have.
    next_matrix: u32,
}

impl<'m> Writer<'m> {
    fn new(model: &'m Model) -> Self {
        Self {
            model,
            out: String::new(),
            statements: Vec::new(),
            diagnostics: Diagnostics::default(),
            next_matrix: model.matrices.labels().max().unwrap_or(0),
        }
    }

    /// Functions of the same name differ between the languages, so a model of the other one is not rewritten.
    fn speaks_adams(&mut self) -> bool {
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
    fn refuse(&mut self, tag: &Tag, what: &str) {
        let message = format!("{tag}: {what}");
        self.diagnostics
            .push(Diagnostic::error("convert-not-in-adams", tag.span, message));
    }

    /// Something that does not change the motion is not written.
    fn leave_out(&mut self, tag: &Tag, what: &str) {
        let message = format!("{tag}: {what}");
        self.diagnostics
            .push(Diagnostic::warning("convert-left-out", tag.span, message));
    }

    fn begin(&self, name: &str) -> Statement {
        Statement {
            name: String::new(),
            head: format!("{name}/"),
            arguments: Vec::new(),
        }
    }

    fn element(&mut self, name: &str, tag: &Tag) -> Statement {
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

    fn put(&mut self, statement: Statement) {
        self.statements.push(Written {
            head: statement.head.clone(),
            name: statement.name.clone(),
            arguments: statement.arguments.clone(),
        });
        self.out += &statement.finished();
    }

    fn marker(&self, id: MarkerId) -> u32 {
        self.model.markers[id].tag.label
    }

    /// Statements that read as this pose, with the names of the arguments for origin, z and x. A pose that comes from
    /// neither angles nor points is given by the angles that are nearest to it.
    fn pose(
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

    /// 3-1-3 angles of a rotation; `None` if it is none.
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
    fn matrix(&mut self, rows: usize, columns: usize, values: &[f64]) -> u32 {
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

fn labels<T: carom_model::Element>(table: &carom_model::Table<T>, ids: &[Id<T>]) -> Vec<u32> {
    ids.iter().map(|id| table[*id].tag().label).collect()
}

/// A statement while its arguments are put together.
struct Statement {
    /// The name for the comment before it.
    name: String,
    head: String,
    arguments: Vec<String>,
}

impl Statement {
    fn flag(&mut self, name: &str) {
        self.arguments.push(name.to_owned());
    }

    fn flag_if(&mut self, name: &str, given: bool) {
        if given {
            self.flag(name);
        }
    }

    fn word(&mut self, name: &str, word: &str) {
        self.arguments.push(format!("{name} = {word}"));
    }

    fn integer(&mut self, name: &str, n: u32) {
        self.word(name, &n.to_string());
    }

    /// The size of an array, if anything gives it one.
    fn size(&mut self, n: usize) {
        if n > 0 {
            self.word("SIZE", &n.to_string());
        }
    }

    fn integers(&mut self, name: &str, list: &[u32]) {
        let list: Vec<String> = list.iter().map(u32::to_string).collect();
        self.word(name, &list.join(", "));
    }

    fn number(&mut self, name: &str, x: f64) {
        self.word(name, &number(x));
    }

    /// A number that need not be said if it is zero.
    fn number_if(&mut self, name: &str, x: f64) {
        if x.to_bits() != 0 {
            self.number(name, x);
        }
    }

    fn optional(&mut self, name: &str, x: Option<f64>) {
        if let Some(x) = x {
            self.number(name, x);
        }
    }

    fn numbers(&mut self, name: &str, list: &[f64]) {
        let list: Vec<String> = list.iter().map(|x| number(*x)).collect();
        self.word(name, &list.join(", "));
    }

    /// Numbers that need not be said if all of them are zero.
    fn numbers_if(&mut self, name: &str, list: &[f64]) {
        if list.iter().any(|x| x.to_bits() != 0) {
            self.numbers(name, list);
        }
    }

    /// A text; commas end it unless it is quoted, and there are no quotes in quotes.
    fn text(&mut self, name: &str, text: &str) {
        let text = text.replace(['"', '\n', '\r'], " ");
        self.word(name, &format!("\"{text}\""));
    }

    /// A function; `routine` names the argument for the routine of user-written code.
    fn function(&mut self, name: &str, function: &Function, routine: &str) {
        match function {
            Function::Expression(e) => self.word(name, e.text().trim()),
            Function::User(user) => self.user(name, user, routine),
        }
    }

    fn user(&mut self, name: &str, user: &UserFunction, routine: &str) {
        let list: Vec<String> = user.parameters.iter().map(|x| number(*x)).collect();
        self.word(name, &format!("USER({})", list.join(", ")));
        if !user.routine.is_empty() {
            self.word(routine, &user.routine);
        }
    }

    /// On lines of moderate length; a line that continues it begins with a comma.
    fn text_lines(&self) -> Vec<String> {
        let mut lines = vec![self.head.clone()];
        let mut first = self.head.ends_with('/');
        for argument in &self.arguments {
            let line = lines.last_mut().expect("the first one");
            // Functions begin on a line of their own: nothing but a new line says where they end.
            let function = argument.contains('(');
            if !function && line.len() + argument.len() + 2 <= WIDTH && !line.contains('(') {
                let comma = if first { "" } else { ", " };
                *line += &format!("{comma}{argument}");
            } else if first {
                line.push_str(argument);
            } else {
                lines.extend(broken(argument));
            }
            first = false;
        }
        lines
    }

    fn finished(&self) -> String {
        let mut out = String::new();
        if !self.name.is_empty() {
            out += &format!("! adams_view_name='{}'\n", self.name);
        }
        for line in self.text_lines() {
            out += &format!("{line}\n");
        }
        out
    }
}

/// An argument on lines that begin with a comma, broken after commas and blanks.
fn broken(argument: &str) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::from(", ");
    let mut quoted = false;
    let mut piece = String::new();
    let flush = |line: &mut String, piece: &mut String, lines: &mut Vec<String>| {
        if line.len() + piece.trim_end().len() > WIDTH && line.len() > 2 {
            lines.push(std::mem::replace(line, String::from(", ")));
        }
        line.push_str(piece);
        piece.clear();
    };
    for c in argument.chars() {
        quoted ^= c == '"';
        piece.push(c);
        if !quoted && (c == ',' || c == ' ') {
            flush(&mut line, &mut piece, &mut lines);
        }
    }
    flush(&mut line, &mut piece, &mut lines);
    lines.push(line);
    lines.iter().map(|l| l.trim_end().to_owned()).collect()
}

/// The fewest digits that read back as the same bits.
fn number(x: f64) -> String {
    let text = format!("{x:?}").replace('e', "E");
    match text.strip_suffix(".0") {
        // −0 is a number, too.
        Some(whole) if x != 0.0 || x.is_sign_positive() => whole.to_owned(),
        _ => text,
    }
}
