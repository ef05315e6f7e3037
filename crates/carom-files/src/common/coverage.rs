//! What Carom does with each word of an input language, and the table of it for the manual.

use std::fmt::Write;

/// What Carom does with a statement, element, command or argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Works as its language documents it.
    Full,
    /// Works in part: what does not.
    Partial(&'static str),
    /// Read and left aside, because it does not change a result: why.
    Ignored(&'static str),
    /// Known and not supported: why. A model that uses it is refused if that would change its motion.
    Refused(&'static str),
}

impl Status {
    /// The word of the table.
    pub fn word(self) -> &'static str {
        match self {
            Status::Full => "full",
            Status::Partial(_) => "partial",
            Status::Ignored(_) => "ignored",
            Status::Refused(_) => "refused",
        }
    }

    /// The reason; empty for [`Status::Full`].
    pub fn reason(self) -> &'static str {
        match self {
            Status::Full => "",
            Status::Partial(r) | Status::Ignored(r) | Status::Refused(r) => r,
        }
    }
}

/// One statement, element or command of the table.
pub struct Entry {
    /// Its name.
    pub name: String,
    /// What is done with it.
    pub status: Status,
    /// One line on it.
    pub text: String,
    /// Its arguments: name, kind of value, dimension, default, status, reason.
    pub arguments: Vec<[String; 6]>,
}

/// The table as Markdown: an overview, then one section per entry.
pub fn markdown(title: &str, what: &str, entries: &[Entry]) -> String {
    let mut out = format!("# {title}\n\nGenerated from the reader's own lists.\n\n");
    // Writing to a string does not fail.
    let _ = writeln!(out, "| {what} | status | what it is | remark |");
    let _ = writeln!(out, "|---|---|---|---|");
    for e in entries {
        let _ = writeln!(
            out,
            "| `{}` | {} | {} | {} |",
            e.name,
            e.status.word(),
            cell(&e.text),
            cell(e.status.reason())
        );
    }
    for e in entries.iter().filter(|e| !e.arguments.is_empty()) {
        let _ = writeln!(out, "\n## {}\n\n{}\n", e.name, e.text);
        let _ = writeln!(
            out,
            "| argument | value | dimension | default | status | remark |"
        );
        let _ = writeln!(out, "|---|---|---|---|---|---|");
        for row in &e.arguments {
            let cells: Vec<String> = row.iter().map(|c| cell(c)).collect();
            let _ = writeln!(out, "| {} |", cells.join(" | "));
        }
    }
    out
}

fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}
