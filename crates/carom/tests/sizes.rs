//! No file, function or type so long that it is not read in one go.
//!
//! Sources are formatted by rustfmt, so that what begins on a line ends with a brace at the same indentation: no parser is needed. What is longer than
//! its limit stands in a list here with the reason, or, for structs and types, with its present number: that one may shrink, but not grow.
// A helper of a test fails like the test itself.
#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Lines of a file.
const FILE: usize = 900;
/// Lines of a function, from its name to its brace.
const FUNCTION: usize = 80;
/// Fields of a struct.
const FIELDS: usize = 15;
/// Methods of a type, in all its impls within a crate.
const METHODS: usize = 30;

/// Files over the limit, each with its reason.
const LONG_FILES: &[(&str, &str)] = &[];

/// Functions over the limit, each with its reason.
const LONG_FUNCTIONS: &[(&str, &str)] = &[
    (
        "carom-cad/tests/geometry.rs: surfaces",
        "a list of surfaces",
    ),
    (
        "carom-cad/tests/xt_writer/mod.rs: body",
        "one statement for each node of the format, in its order",
    ),
    (
        "carom-dynamics/src/assemble/rigid_solids.rs: gaps_of_solids",
        "to be split",
    ),
    (
        "carom-dynamics/src/equations/pressing.rs: report_forces",
        "to be split",
    ),
    (
        "carom-geometry/src/overlap/analytic/torus.rs: about_to_be_cut_all_round",
        "a table of reference values",
    ),
];

/// Structs with many fields, by crate and name, with the most that they may have.
const WIDE_STRUCTS: &[(&str, usize)] = &[
    ("carom-cli::PlotArgs", 21),
    ("carom-dynamics::Builder", 20),
    ("carom-dynamics::Flow", 17),
    ("carom-dynamics::Friction", 16),
    ("carom-dynamics::Kkt", 16),
    ("carom-dynamics::Ledger", 16),
    ("carom-dynamics::Ranges", 24),
    ("carom-dynamics::Search", 19),
    ("carom-dynamics::Simulation", 16),
    ("carom-dynamics::Standing", 17),
    ("carom-dynamics::Statistics", 20),
    ("carom-dynamics::Touch", 16),
    ("carom-expr::Builder", 25),
    ("carom-expr::Tape", 16),
    ("carom-geometry::ClosedMesh", 16),
    ("carom-geometry::Scratch", 27),
    ("carom-model::Model", 51),
    ("carom-python::Options", 25),
    ("carom-solve::Collocation", 20),
    ("carom-solve::Locator", 24),
    ("carom-solve::Lu", 19),
    ("carom-solve::Method", 29),
    ("carom-solve::Newton", 16),
    ("carom-solve::Prover", 16),
    ("carom-solve::Statistics", 16),
    ("carom-study::Study", 18),
    ("carom-view::Motion", 16),
    ("carom::AnalysisSummary", 20),
    ("carom::Summary", 16),
];

/// Types with many methods, by crate and name, with the most that they may have.
const BUSY_TYPES: &[(&str, usize)] = &[
    ("carom-base::Dual", 44),
    ("carom-base::Interval", 53),
    ("carom-base::Vec3", 39),
    ("carom-dynamics::Builder", 214),
    ("carom-dynamics::Equations", 461),
    ("carom-dynamics::InJoints", 38),
    ("carom-dynamics::Simulation", 77),
    ("carom-dynamics::Stepping", 63),
    ("carom-dynamics::Tangent", 31),
    ("carom-expr::Builder", 53),
    ("carom-expr::Tape", 80),
    ("carom-files::Builder", 73),
    ("carom-files::Record", 37),
    ("carom-files::Scanner", 33),
    ("carom-files::Writer", 60),
    ("carom-geometry::Query", 40),
    ("carom-python::Simulation", 34),
    ("carom-solve::Locator", 33),
    ("carom-solve::Method", 153),
    ("carom-stability::Family", 43),
    ("carom-study::Reader", 52),
    ("carom-study::Study", 36),
];

/// Sources and tests of all crates, by their path below `crates`.
fn sources() -> BTreeMap<String, String> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut all = BTreeMap::new();
    for folder in crates.read_dir().unwrap() {
        let folder = folder.unwrap().path();
        for part in ["src", "tests"] {
            collect(&folder.join(part), crates, &mut all);
        }
    }
    assert!(all.len() > 500, "{}", all.len());
    all
}

fn collect(folder: &Path, crates: &Path, all: &mut BTreeMap<String, String>) {
    let Ok(entries) = folder.read_dir() else {
        return;
    };
    for path in entries.map(|entry| entry.unwrap().path()) {
        if path.is_dir() {
            collect(&path, crates, all);
        } else if path.extension().is_some_and(|e| e == "rs") {
            let text = std::fs::read_to_string(&path).unwrap();
            let below: PathBuf = path.strip_prefix(crates).unwrap().into();
            all.insert(below.to_str().unwrap().replace('\\', "/"), text);
        }
    }
}

/// A line without its visibility and what else may stand before `fn`, `struct` and `impl`.
fn bare(line: &str) -> &str {
    let mut rest = line.trim_start();
    loop {
        let before = rest;
        if let Some(after) = rest.strip_prefix("pub(") {
            rest = after.split_once(") ").map_or("", |(_, after)| after);
        }
        for word in ["pub ", "const ", "async ", "unsafe ", "extern \"C\" "] {
            rest = rest.strip_prefix(word).unwrap_or(rest);
        }
        if rest == before {
            return rest;
        }
    }
}

/// The word at the begin of a text.
fn word(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_');
    &text[..end.unwrap_or(text.len())]
}

/// Number of white characters before the first other.
fn indentation(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// Where a block that begins on a line has its brace; `None` if it has no block of its own lines.
fn end_of_block(lines: &[&str], first: usize) -> Option<usize> {
    let opens = (first..lines.len()).find(|k| lines[*k].trim_end().ends_with(['{', ';', '}']))?;
    if !lines[opens].trim_end().ends_with('{') {
        return None;
    }
    let brace = format!("{}}}", " ".repeat(indentation(lines[first])));
    (opens + 1..lines.len()).find(|k| lines[*k] == brace)
}

/// Blocks that begin with a word: the rest of their first line, the number of that line, and that of their last.
fn blocks<'a>(lines: &[&'a str], keyword: &str) -> Vec<(&'a str, usize, usize)> {
    let begin = |(k, line): (usize, &&'a str)| {
        let rest = bare(line).strip_prefix(keyword)?;
        Some((rest, k, end_of_block(lines, k)?))
    };
    lines.iter().enumerate().filter_map(begin).collect()
}

/// Name of the type that an impl is for: `impl<T> Frames<T> for View<'_, T> {` is for `View`.
fn implemented(rest: &str) -> Option<&str> {
    let mut depth = 0;
    let parameters = rest.starts_with('<').then(|| {
        rest.find(|c| {
            depth += i32::from(c == '<') - i32::from(c == '>');
            depth == 0
        })
    });
    let rest = match parameters {
        Some(end) => &rest[end? + 1..],
        None => rest,
    };
    let path = rest.split(" for ").last()?.trim_start_matches(['&', ' ']);
    let path = path.split(['<', ' ']).next()?;
    Some(word(path.rsplit("::").next()?)).filter(|name| !name.is_empty())
}

/// What is over its limit without an exception, and exceptions of what is not.
fn faults(over: &BTreeMap<String, usize>, listed: &BTreeSet<&str>, limit: usize) -> Vec<String> {
    let new = over.iter().filter(|(name, _)| !listed.contains(&name[..]));
    let new = new.map(|(name, n)| format!("{name}: {n}, more than {limit}"));
    let gone = listed.iter().filter(|name| !over.contains_key(**name));
    let gone = gone.map(|name| format!("{name} is within {limit} now: off the list with it"));
    new.chain(gone).collect()
}

fn reasoned(over: &BTreeMap<String, usize>, list: &[(&str, &str)], limit: usize) {
    let listed = list.iter().map(|(name, _)| *name).collect();
    let faults = faults(over, &listed, limit);
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(list.iter().all(|(_, reason)| !reason.is_empty()));
}

/// Exceptions with a ceiling.
fn held(over: &BTreeMap<String, usize>, list: &[(&str, usize)], limit: usize) {
    let listed = list.iter().map(|(name, _)| *name).collect();
    let mut faults = faults(over, &listed, limit);
    let grown = list.iter().filter_map(|(name, most)| {
        let n = over.get(*name).filter(|n| *n > most)?;
        Some(format!("{name}: {n}, grown from {most}"))
    });
    faults.extend(grown);
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn files_are_short() {
    let lengths = sources().into_iter().map(|(f, t)| (f, t.lines().count()));
    reasoned(
        &lengths.filter(|(_, n)| *n > FILE).collect(),
        LONG_FILES,
        FILE,
    );
}

#[test]
fn functions_are_short() {
    let mut over = BTreeMap::new();
    for (file, text) in sources() {
        let lines: Vec<&str> = text.lines().collect();
        for (rest, first, last) in blocks(&lines, "fn ") {
            let n = last - first + 1;
            if n > FUNCTION {
                over.insert(format!("{file}: {}", word(rest)), n);
            }
        }
    }
    reasoned(&over, LONG_FUNCTIONS, FUNCTION);
}

#[test]
fn structs_have_few_fields() {
    let mut over = BTreeMap::new();
    for (file, text) in sources() {
        let lines: Vec<&str> = text.lines().collect();
        for (rest, first, last) in blocks(&lines, "struct ") {
            let inner = indentation(lines[first]) + 4;
            let is_field = |line: &&&str| {
                let name = word(bare(line));
                let after = bare(line).strip_prefix(name).unwrap_or("");
                indentation(line) == inner && !name.is_empty() && after.starts_with(": ")
            };
            let n = lines[first + 1..last].iter().filter(is_field).count();
            if n > FIELDS {
                let most = over.entry(format!("{}::{}", crate_of(&file), word(rest)));
                let most = most.or_insert(n);
                *most = n.max(*most);
            }
        }
    }
    held(&over, WIDE_STRUCTS, FIELDS);
}

#[test]
fn types_have_few_methods() {
    let mut methods = BTreeMap::new();
    for (file, text) in sources() {
        let lines: Vec<&str> = text.lines().collect();
        for (rest, first, last) in blocks(&lines, "impl") {
            let Some(name) = implemented(rest) else {
                continue;
            };
            let inner = indentation(lines[first]) + 4;
            let is_method =
                |line: &&&str| indentation(line) == inner && bare(line).starts_with("fn ");
            let n = lines[first + 1..last].iter().filter(is_method).count();
            *methods
                .entry(format!("{}::{name}", crate_of(&file)))
                .or_insert(0) += n;
        }
    }
    methods.retain(|_, n| *n > METHODS);
    held(&methods, BUSY_TYPES, METHODS);
}

/// Types of tests are counted apart from those of the crate.
fn crate_of(file: &str) -> String {
    let mut parts = file.split('/');
    let name = parts.next().unwrap();
    match parts.next() {
        Some("tests") => format!("{name}/tests"),
        _ => name.to_owned(),
    }
}

#[test]
fn what_the_counts_read() {
    assert_eq!(implemented("<T> Frames<T> for View<'_, T> {"), Some("View"));
    assert_eq!(implemented(" crate::motion::State {"), Some("State"));
    assert_eq!(bare("    pub(crate) const fn f("), "fn f(");
    assert_eq!(word("place_all(&self"), "place_all");
    let lines = [
        "    fn f(",
        "        x: f64,",
        "    ) -> f64 {",
        "        x",
        "    }",
    ];
    assert_eq!(blocks(&lines, "fn "), [("f(", 0, 4)]);
}
