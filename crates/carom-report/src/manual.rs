//! The reference manual in `docs/reference`, made from the lists that the program itself works with.

use carom_expr::functions::{Argument, FUNCTIONS, Function, Status};
use carom_files::results::RESULT_FORMATS;
use carom_files::results::tables::TABLES;
use carom_files::{acf, adm, motionsolve};
use carom_model::run::EventKind;
use carom_solve::INTEGRATORS;
use std::fmt::Write;

/// A page: its path in the repository and its text.
pub struct Page {
    /// Relative to the repository.
    pub path: &'static str,
    /// Markdown.
    pub text: String,
}

/// All pages.
pub fn pages() -> Vec<Page> {
    let page = |path, text| Page { path, text };
    vec![
        page("docs/reference/functions.md", functions()),
        page(
            "docs/reference/adams-statements.md",
            adm::coverage_markdown(),
        ),
        page("docs/reference/adams-commands.md", acf::coverage_markdown()),
        page(
            "docs/reference/motionsolve-elements.md",
            motionsolve::coverage_markdown(),
        ),
        page("docs/reference/integrators.md", integrators()),
        page("docs/reference/results.md", results()),
        page("docs/reference/diagnostics.md", diagnostics()),
    ]
}

const GENERATED: &str = "Made by `cargo run -p carom-report --bin carom-docs`; do not edit.";

// Writing to a string does not fail: the results of `write!` are dropped below.

fn functions() -> String {
    let mut out = format!(
        "# Functions\n\n{GENERATED}\n\nFunction expressions of both languages. A = Adams, M = MotionSolve, Carom = in neither. Names may be \
         written in any case. `carom explain NAME` shows one entry.\n\n| function | in | works | value |\n|---|---|---|---|\n"
    );
    for f in FUNCTIONS {
        let works = match f.status {
            Status::Works => "yes",
            Status::Refused(_) => "no",
        };
        let _ = writeln!(
            out,
            "| [`{}`](#{}) | {} | {works} | {} |",
            f.form(),
            f.name.to_ascii_lowercase(),
            languages(f),
            cell(f.text)
        );
    }
    for f in FUNCTIONS {
        function(&mut out, f);
    }
    out
}

fn results() -> String {
    let mut out = format!(
        "# Results\n\n{GENERATED}\n\nA run writes a folder: `run.json` (what was run, how, and what it said), `scene.json` (names and shapes), and tables, one file each. \
         Numbers are in the units of the model, angles in radians, vectors on ground axes; a table holds full double precision in every format. Times of output are exactly \
         those that were asked for; rows of `events` have the exact time of the event. `carom explain NAME` shows a table, a column, a kind of event or a format.\n\n## Tables\n"
    );
    for t in TABLES {
        let _ = write!(
            out,
            "\n### {}\n\nA row: {}.\n\n| column | what | dimension |\n|---|---|---|\n",
            t.name,
            t.text.split_whitespace().collect::<Vec<_>>().join(" ")
        );
        for (name, kind) in t.columns {
            let (words, dimension) = carom::explain::meaning(t, name, *kind);
            let _ = writeln!(out, "| `{name}` | {words} | {dimension} |");
        }
    }
    out += "\n## Kinds of events\n\n| kind | what happens |\n|---|---|\n";
    for kind in EventKind::ALL {
        let _ = writeln!(out, "| `{}` | {} |", kind.name(), kind.text());
    }
    out += "\n## Formats\n\n| `--format` | what |\n|---|---|\n";
    for f in RESULT_FORMATS {
        let refused = f
            .refusal()
            .map(|r| format!(" Not supported: {r}."))
            .unwrap_or_default();
        let _ = writeln!(out, "| `{}` | {}{refused} |", f.name(), cell(f.text()));
    }
    out
}

fn languages(f: &Function) -> &'static str {
    match (f.adams, f.motionsolve) {
        (true, true) => "A M",
        (true, false) => "A",
        (false, true) => "M",
        (false, false) => "Carom",
    }
}

fn function(out: &mut String, f: &Function) {
    let _ = write!(out, "\n## {}\n\n`{}`\n\n{}\n", f.name, f.form(), f.text);
    if !f.details.is_empty() {
        // An asterisk is a product here, not emphasis.
        let _ = write!(out, "\n{}\n", f.details.trim_end().replace('*', "\\*"));
    }
    if let Status::Refused(reason) = f.status {
        let _ = write!(out, "\nKnown and refused: {reason}.\n");
    }
    if !f.arguments.is_empty() {
        out.push_str("\n| argument | meaning | dimension | range |\n|---|---|---|---|\n");
        for a in f.arguments {
            argument(out, a);
        }
    }
    if !f.example.text.is_empty() {
        let _ = write!(out, "\nExample: `{}`", f.example.text);
        if let Some(value) = f.example.value {
            let _ = write!(out, " = {value}");
        }
        out.push('\n');
    }
    if !f.source.is_empty() {
        let _ = write!(out, "\nSource: {}\n", f.source);
    }
}

fn argument(out: &mut String, a: &Argument) {
    let optional = if a.optional { " (optional)" } else { "" };
    let _ = writeln!(
        out,
        "| `{}`{optional} | {} | {} | {} |",
        a.name,
        cell(a.meaning),
        cell(a.dimension),
        cell(a.range)
    );
}

fn integrators() -> String {
    let mut out = format!(
        "# Integrators\n\n{GENERATED}\n\n| name | also | what it is | what it is for |\n|---|---|---|---|\n"
    );
    for i in INTEGRATORS {
        let also: Vec<String> = i.aliases().iter().map(|a| format!("`{a}`")).collect();
        let _ = writeln!(
            out,
            "| `{}` | {} | {} | {} |",
            i.name(),
            also.join(", "),
            cell(i.text()),
            cell(i.purpose())
        );
    }
    let _ = write!(
        out,
        "\nWhere neither model nor command line names one, or where they name `auto`, `{}` runs, with an error of {:e}; \
         [the decision](../decisions/009-auto.md) has the numbers. What decks name runs as named: GSTIFF, DSTIFF, HASTIFF, CONSTANT_BDF are `gstiff`, \
         WSTIFF, VSTIFF, MSTIFF are `wstiff`, with I3 (or an index of 3) `gstiff_i3` and `wstiff_i3`; see [the decision](../decisions/004-names-of-multistep-methods.md).\n",
        carom_dynamics::analysis::run_options::DEFAULT_INTEGRATOR,
        carom_dynamics::analysis::run_options::DEFAULT_ERROR,
    );
    out
}

fn diagnostics() -> String {
    let mut out = format!(
        "# Diagnostics\n\n{GENERATED}\n\nThe stable names of what Carom says about an input. The beginning of a name tells who says it: \
         `adm-` and `acf-` the readers of Adams files, `xml-` the reader of MotionSolve models, `toml-` that of model files, `convert-` the writers, `expr-` the compiler of \
         function expressions, `file-` whoever opens a file, `session-` a run and its options, `study-` the reader of studies, `view-` pictures and pages of runs, \
         `python-` models that are built in Python; names without such a beginning come from the assembly of the equations of motion. `carom explain NAME` shows one.\n\n\
         | name | meaning and remedy |\n|---|---|\n"
    );
    for (name, text) in carom::diagnostics::all() {
        let _ = writeln!(out, "| `{name}` | {} |", cell(text));
    }
    out
}

fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}
