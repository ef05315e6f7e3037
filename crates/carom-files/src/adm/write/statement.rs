//! A statement while its arguments are put together, and its lines.

use carom_model::constraint::{Function, UserFunction};

/// Lines are broken where they would be longer.
const WIDTH: usize = 78;

/// A statement while its arguments are put together.
pub(super) struct Statement {
    /// The name for the comment before it.
    pub(super) name: String,
    pub(super) head: String,
    pub(super) arguments: Vec<String>,
}

impl Statement {
    pub(super) fn flag(&mut self, name: &str) {
        self.arguments.push(name.to_owned());
    }

    pub(super) fn flag_if(&mut self, name: &str, given: bool) {
        if given {
            self.flag(name);
        }
    }

    pub(super) fn word(&mut self, name: &str, word: &str) {
        self.arguments.push(format!("{name} = {word}"));
    }

    pub(super) fn integer(&mut self, name: &str, n: u32) {
        self.word(name, &n.to_string());
    }

    /// The size of an array, if anything gives it one.
    pub(super) fn size(&mut self, n: usize) {
        if n > 0 {
            self.word("SIZE", &n.to_string());
        }
    }

    pub(super) fn integers(&mut self, name: &str, list: &[u32]) {
        let list: Vec<String> = list.iter().map(u32::to_string).collect();
        self.word(name, &list.join(", "));
    }

    pub(super) fn number(&mut self, name: &str, x: f64) {
        self.word(name, &number(x));
    }

    /// A number that need not be said if it is zero.
    pub(super) fn number_if(&mut self, name: &str, x: f64) {
        if x.to_bits() != 0 {
            self.number(name, x);
        }
    }

    pub(super) fn optional(&mut self, name: &str, x: Option<f64>) {
        if let Some(x) = x {
            self.number(name, x);
        }
    }

    pub(super) fn numbers(&mut self, name: &str, list: &[f64]) {
        let list: Vec<String> = list.iter().map(|x| number(*x)).collect();
        self.word(name, &list.join(", "));
    }

    /// Numbers that need not be said if all of them are zero.
    pub(super) fn numbers_if(&mut self, name: &str, list: &[f64]) {
        if list.iter().any(|x| x.to_bits() != 0) {
            self.numbers(name, list);
        }
    }

    /// A text; commas end it unless it is quoted, and there are no quotes in quotes.
    pub(super) fn text(&mut self, name: &str, text: &str) {
        let text = text.replace(['"', '\n', '\r'], " ");
        self.word(name, &format!("\"{text}\""));
    }

    /// A function; `routine` names the argument for the routine of user-written code.
    pub(super) fn function(&mut self, name: &str, function: &Function, routine: &str) {
        match function {
            Function::Expression(e) => self.word(name, e.text().trim()),
            Function::User(user) => self.user(name, user, routine),
        }
    }

    pub(super) fn user(&mut self, name: &str, user: &UserFunction, routine: &str) {
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

    pub(super) fn finished(&self) -> String {
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
