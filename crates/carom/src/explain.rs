//! The pages of `carom explain`: made from the lists of functions, statements, elements, integrators, formats,
//! tables and diagnostics, so that a page says what the program does.

use carom_base::diagnostic::closest;
use carom_expr::functions::{Function, Status};
use carom_files::common::coverage::Entry;
use carom_files::results::tables::{ColumnKind, TABLES, TableSpec, measure};
use carom_files::results::{RESULT_FORMATS, ResultFormat};
use carom_files::{acf, adm, motionsolve};
use carom_geometry::named::{NAMED_SHAPES, NamedShape};
use carom_laws::contact::solids::AnyLaw;
use carom_model::run::EventKind;
use carom_solve::integrators::{INTEGRATORS, Integrator};
use std::fmt::Write;

/// What a page is about.
#[derive(Clone, Debug)]
pub struct Topic {
    /// `function`, `statement`, `command`, `element`, `law`, `shape`, `integrator`, `format`, `table`, `column`, `event`, `diagnostic`, `list`.
    pub kind: &'static str,
    /// Its name.
    pub name: String,
    /// Other names it answers to.
    pub aliases: Vec<String>,
    /// One line on it.
    pub text: String,
    /// The page, ends with a line end.
    pub page: String,
}

/// All topics, kind after kind, in the order of the manual.
pub fn topics() -> Vec<Topic> {
    let mut all: Vec<Topic> = carom_expr::FUNCTIONS.iter().map(|f| function(f)).collect();
    all.extend(
        adm::STATEMENTS
            .iter()
            .map(|s| entry("statement", "Adams dataset", &s.syntax.entry())),
    );
    all.extend(
        acf::COMMANDS
            .iter()
            .map(|c| entry("command", "Adams commands", &c.syntax.entry())),
    );
    all.extend(
        motionsolve::ELEMENTS
            .iter()
            .map(|e| entry("element", "MotionSolve", &e.entry())),
    );
    all.extend(normal_laws());
    all.extend(NAMED_SHAPES.iter().map(|s| shape(*s)));
    all.extend(INTEGRATORS.iter().map(|i| integrator(*i)));
    all.extend(RESULT_FORMATS.iter().map(|f| format(*f)));
    all.extend(TABLES.iter().map(table));
    all.extend(columns_of_tables());
    all.extend(EventKind::ALL.into_iter().map(event));
    all.extend(crate::diagnostics::all().into_iter().map(diagnostic));
    let lists: Vec<Topic> = LISTS
        .iter()
        .map(|(name, kind, text)| list(name, kind, text, &all))
        .collect();
    all.extend(lists);
    all
}

/// Name of a list, the kind it lists, what it is.
const LISTS: &[(&str, &str, &str)] = &[
    ("functions", "function", "functions of expressions"),
    ("statements", "statement", "statements of Adams datasets"),
    ("commands", "command", "commands of Adams command files"),
    ("elements", "element", "elements of MotionSolve models"),
    ("laws", "law", "normal laws of contacts in model files"),
    (
        "shapes",
        "shape",
        "shapes of model files beside those of the languages",
    ),
    ("integrators", "integrator", "integration methods"),
    ("formats", "format", "kinds of result files"),
    ("tables", "table", "result tables"),
    ("columns", "column", "columns of result tables"),
    ("events", "event", "kinds of events"),
    ("diagnostics", "diagnostic", "messages about an input"),
];

/// The topics of a name, in any case; with none, the nearest name that has one.
pub fn explain(name: &str) -> Result<Vec<Topic>, Option<String>> {
    let mut all = topics();
    let is_it = |t: &Topic| {
        let mut names = [&t.name].into_iter().chain(&t.aliases);
        names.any(|n| n.eq_ignore_ascii_case(name))
    };
    if all.iter().any(is_it) {
        all.retain(is_it);
        return Ok(all);
    }
    let names = all.iter().map(|t| t.name.as_str());
    Err(closest(name, names).map(str::to_owned))
}

fn head(page: &mut String, name: &str, what: &str) {
    let _ = writeln!(page, "{name}  ({what})\n");
}

fn paragraph(page: &mut String, text: &str) {
    if !text.is_empty() {
        let _ = writeln!(page, "{}\n", wrap(text));
    }
}

/// Lines of at most 90 characters, broken at blanks.
fn wrap(text: &str) -> String {
    let mut out = String::new();
    let mut width = 0;
    for word in text.split_whitespace() {
        let length = word.chars().count();
        if width > 0 && width + 1 + length > 90 {
            out.push('\n');
            width = 0;
        }
        if width > 0 {
            out.push(' ');
            width += 1;
        }
        out.push_str(word);
        width += length;
    }
    out
}

/// Rows as columns with two blanks between them; empty columns vanish.
fn columns(page: &mut String, rows: &[Vec<String>]) {
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    let cell = |row: &Vec<String>, k: usize| row.get(k).map_or(0, |c| c.chars().count());
    let widths: Vec<usize> = (0..count)
        .map(|k| rows.iter().map(|r| cell(r, k)).max().unwrap_or(0))
        .collect();
    for row in rows {
        let mut line = String::new();
        for (c, &width) in row.iter().zip(&widths) {
            if width > 0 {
                let _ = write!(line, "  {c}{}", " ".repeat(width - c.chars().count()));
            }
        }
        let _ = writeln!(page, "{}", line.trim_end());
    }
    if !rows.is_empty() {
        page.push('\n');
    }
}

fn function(f: &Function) -> Topic {
    let mut page = String::new();
    let languages = match (f.adams, f.motionsolve) {
        (true, false) => "function, Adams only",
        (false, true) => "function, MotionSolve only",
        (false, false) => "function, Carom's own",
        _ => "function, Adams and MotionSolve",
    };
    head(&mut page, &f.form(), languages);
    paragraph(&mut page, f.text);
    let rows: Vec<_> = f
        .arguments
        .iter()
        .map(|a| {
            let optional = if a.optional { "optional" } else { "" };
            [a.name, a.meaning, a.dimension, a.range, optional]
                .map(str::to_owned)
                .to_vec()
        })
        .collect();
    columns(&mut page, &rows);
    paragraph(&mut page, f.details);
    if let Status::Refused(reason) = f.status {
        paragraph(&mut page, &format!("Not supported: {reason}."));
    }
    if !f.example.text.is_empty() {
        let value = f.example.value.map(|v| format!(" = {v}"));
        let value = value.unwrap_or_default();
        let _ = writeln!(page, "Example: {}{value}\n", f.example.text);
    }
    if !f.source.is_empty() {
        let _ = writeln!(page, "Source: {}", f.source);
    }
    Topic {
        kind: "function",
        name: f.name.to_owned(),
        aliases: Vec::new(),
        text: f.text.to_owned(),
        page,
    }
}

fn entry(kind: &'static str, language: &str, e: &Entry) -> Topic {
    let mut page = String::new();
    head(&mut page, &e.name, &format!("{kind}, {language}"));
    paragraph(&mut page, &e.text);
    let status = match e.status.reason() {
        "" => format!("Support: {}", e.status.word()),
        reason => format!("Support: {}: {reason}", e.status.word()),
    };
    paragraph(&mut page, &status);
    let rows: Vec<_> = e
        .arguments
        .iter()
        .map(|a| a.iter().map(|c| c.replace('`', "")).collect())
        .collect();
    columns(&mut page, &rows);
    Topic {
        kind,
        name: e.name.clone(),
        aliases: Vec::new(),
        text: e.text.clone(),
        page,
    }
}

fn normal_laws() -> impl Iterator<Item = Topic> {
    let laws = AnyLaw::KEYS.iter().zip(AnyLaw::TEXTS);
    laws.map(|(key, text)| {
        let mut page = String::new();
        head(&mut page, key, "normal law of contacts, model files");
        paragraph(&mut page, text);
        let parameters = AnyLaw::parameters(key).unwrap_or_default();
        let rows: Vec<_> = parameters
            .iter()
            .map(|p| {
                let absent = match p.absent {
                    None => String::new(),
                    Some(x) if x.is_nan() => "optional".into(),
                    Some(x) => format!("{x} if it is not said"),
                };
                let [name, meaning, range] = [p.name, p.meaning, p.range.text()];
                vec![name.into(), meaning.into(), range.into(), absent]
            })
            .collect();
        columns(&mut page, &rows);
        let names: Vec<_> = parameters
            .iter()
            .filter(|p| p.absent.is_none())
            .map(|p| format!("{} = ...", p.name))
            .collect();
        let names = names.join(", ");
        let _ = writeln!(page, "normal = {{ {key} = {{ {names} }} }}");
        Topic {
            kind: "law",
            name: (*key).to_owned(),
            aliases: Vec::new(),
            text: (*text).to_owned(),
            page,
        }
    })
}

fn shape(s: &dyn NamedShape) -> Topic {
    let mut page = String::new();
    head(&mut page, s.name(), "shape, model files");
    paragraph(&mut page, s.text());
    let sizes = s.dimensions().iter().zip(s.example());
    let sizes: Vec<_> = sizes.map(|(name, x)| format!("{name} = {x}")).collect();
    let (name, sizes) = (s.name(), sizes.join(", "));
    let _ = writeln!(page, "shape = {{ {name} = {{ {sizes} }} }}");
    Topic {
        kind: "shape",
        name: name.to_owned(),
        aliases: Vec::new(),
        text: s.text().to_owned(),
        page,
    }
}

fn integrator(i: &dyn Integrator) -> Topic {
    let mut page = String::new();
    head(&mut page, i.name(), "integrator");
    paragraph(&mut page, i.text());
    paragraph(&mut page, &format!("Use: {}", i.purpose()));
    if !i.aliases().is_empty() {
        paragraph(
            &mut page,
            &format!("Other names: {}", i.aliases().join(", ")),
        );
    }
    Topic {
        kind: "integrator",
        name: i.name().to_owned(),
        aliases: i.aliases().iter().map(|a| (*a).to_owned()).collect(),
        text: i.text().to_owned(),
        page,
    }
}

fn format(f: &dyn ResultFormat) -> Topic {
    let mut page = String::new();
    head(&mut page, f.name(), "result format, --format");
    paragraph(&mut page, f.text());
    if let Some(reason) = f.refusal() {
        paragraph(&mut page, &format!("Not supported: {reason}."));
    }
    Topic {
        kind: "format",
        name: f.name().to_owned(),
        aliases: Vec::new(),
        text: f.text().to_owned(),
        page,
    }
}

fn table(t: &TableSpec) -> Topic {
    let mut page = String::new();
    head(&mut page, t.name, "result table");
    paragraph(&mut page, t.text);
    let rows: Vec<_> = t
        .columns
        .iter()
        .map(|(name, kind)| {
            let (words, dimension) = meaning(t, name, *kind);
            vec![(*name).to_owned(), words, dimension.to_owned()]
        })
        .collect();
    columns(&mut page, &rows);
    Topic {
        kind: "table",
        name: t.name.to_owned(),
        aliases: Vec::new(),
        text: t.text.to_owned(),
        page,
    }
}

/// What a column holds, in words, and its dimension.
pub fn meaning(t: &TableSpec, column: &str, kind: ColumnKind) -> (String, &'static str) {
    match (measure(t.name, column), kind) {
        (Some(m), _) => (m.words.to_owned(), m.dimension),
        (None, _) if column == "time" => ("time".into(), "time"),
        (None, ColumnKind::Number) => ("as the request says".into(), ""),
        (None, ColumnKind::Id) if column == "incident" => {
            ("number of the volume, from 1".into(), "")
        }
        (None, ColumnKind::Id) if ["mode", "analysis"].contains(&column) => {
            (format!("number of the {column}, from 1"), "")
        }
        (None, ColumnKind::Id) => ("label".into(), ""),
        (None, ColumnKind::Text) if column == "kind" => ("kind of the event".into(), ""),
        (None, ColumnKind::Text) => ("element, such as SFORCE/3".into(), ""),
    }
}

/// One page for each name of a column, with what it is in each table that has it.
fn columns_of_tables() -> Vec<Topic> {
    let mut all: Vec<Topic> = Vec::new();
    for t in TABLES {
        for (name, kind) in t.columns {
            let (words, dimension) = meaning(t, name, *kind);
            let line = match dimension {
                "" => format!("  {:12}{words}\n", t.name),
                d if d == words => format!("  {:12}{words}\n", t.name),
                d => format!("  {:12}{words} ({d})\n", t.name),
            };
            match all.iter_mut().find(|c| c.name == *name) {
                Some(column) => column.page += &line,
                None => {
                    let mut page = String::new();
                    head(&mut page, name, "column of result tables");
                    page += &line;
                    all.push(Topic {
                        kind: "column",
                        name: (*name).to_owned(),
                        aliases: Vec::new(),
                        text: words,
                        page,
                    });
                }
            }
        }
    }
    all
}

fn event(kind: EventKind) -> Topic {
    let mut page = String::new();
    head(&mut page, kind.name(), "kind of event");
    paragraph(&mut page, kind.text());
    Topic {
        kind: "event",
        name: kind.name().to_owned(),
        aliases: Vec::new(),
        text: kind.text().to_owned(),
        page,
    }
}

fn diagnostic((name, text): (&'static str, &'static str)) -> Topic {
    let mut page = String::new();
    head(&mut page, name, "diagnostic");
    paragraph(&mut page, text);
    Topic {
        kind: "diagnostic",
        name: name.to_owned(),
        aliases: Vec::new(),
        text: text.to_owned(),
        page,
    }
}

fn list(name: &str, kind: &str, text: &str, all: &[Topic]) -> Topic {
    let mut page = String::new();
    head(&mut page, name, text);
    let rows: Vec<_> = all
        .iter()
        .filter(|t| t.kind == kind)
        .map(|t| vec![t.name.clone(), shorten(&t.text)])
        .collect();
    columns(&mut page, &rows);
    Topic {
        kind: "list",
        name: name.to_owned(),
        aliases: Vec::new(),
        text: text.to_owned(),
        page,
    }
}

/// One line of a list.
fn shorten(text: &str) -> String {
    const WIDTH: usize = 90;
    if text.chars().count() <= WIDTH {
        return text.to_owned();
    }
    let cut: String = text.chars().take(WIDTH - 4).collect();
    let end = cut.rfind(' ').unwrap_or(cut.len());
    format!("{} ...", &cut[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_page_has_text_and_its_own_name() {
        let all = topics();
        assert!(all.len() > 200, "{}", all.len());
        for (k, t) in all.iter().enumerate() {
            assert!(t.text.len() > 2, "{} {}", t.kind, t.name);
            assert!(t.page.contains(&t.name) && t.page.ends_with('\n'));
            let twin = all[..k]
                .iter()
                .find(|o| o.kind == t.kind && o.name == t.name);
            // the languages may share a function name; each entry then belongs to one of them
            if let Some(twin) = twin {
                assert_eq!(t.kind, "function", "{} {}", t.kind, t.name);
                assert_ne!(twin.page, t.page, "{}", t.name);
            }
        }
    }

    #[test]
    fn names_are_found_in_any_case_and_slips_are_caught() {
        let pages = explain("impact").unwrap();
        assert_eq!(pages[0].kind, "function");
        assert!(pages[0].page.contains("IMPACT(x, xdot, x1, k, e, cmax, d)"));
        assert_eq!(explain("IMPCAT").unwrap_err().as_deref(), Some("IMPACT"));
        assert_eq!(explain("zzzzzzzzzz").unwrap_err(), None);
        assert_eq!(explain("session-no-end").unwrap()[0].kind, "diagnostic");
        assert!(explain("integrators").unwrap()[0].page.contains("radau5"));
    }
}
