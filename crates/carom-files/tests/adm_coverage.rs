//! Every word of the dataset and command languages is in the readers' lists, with what is done with it.

use carom_files::adm::syntax::Syntax;
use carom_files::common::coverage::Status;
use carom_files::{acf, adm};

fn subtract(language: &[(&str, &[&str])], lists: &[&Syntax]) -> Vec<String> {
    let mut left = Vec::new();
    for (name, arguments) in language {
        match lists.iter().find(|s| s.name == *name) {
            None => left.push((*name).to_string()),
            Some(syntax) => {
                let known =
                    |a: &&&str| syntax.arguments.iter().any(|k| k.names().any(|n| n == **a));
                let missing = arguments.iter().filter(|a| !known(a));
                left.extend(missing.map(|a| format!("{name} {a}")));
            }
        }
    }
    left
}

#[test]
fn no_word_of_the_language_is_left() {
    let statements: Vec<&Syntax> = adm::STATEMENTS.iter().map(|s| &s.syntax).collect();
    assert_eq!(subtract(adm::LANGUAGE_KEYWORDS, &statements), [""; 0]);
    let commands: Vec<&Syntax> = acf::COMMANDS.iter().map(|c| &c.syntax).collect();
    assert_eq!(subtract(acf::LANGUAGE_KEYWORDS, &commands), [""; 0]);
}

#[test]
fn every_statement_of_the_lists_is_a_word_of_the_language() {
    for s in adm::STATEMENTS {
        let known = adm::LANGUAGE_KEYWORDS
            .iter()
            .any(|(n, _)| *n == s.syntax.name);
        assert!(known, "{}", s.syntax.name);
    }
    for c in acf::COMMANDS {
        let known = acf::LANGUAGE_KEYWORDS
            .iter()
            .any(|(n, _)| *n == c.syntax.name);
        assert!(known, "{}", c.syntax.name);
    }
}

#[test]
fn entries_are_complete() {
    let statements = adm::STATEMENTS.iter().map(|s| &s.syntax);
    let commands = acf::COMMANDS.iter().map(|c| &c.syntax);
    for syntax in statements.chain(commands) {
        let name = syntax.name;
        assert!(
            !syntax.text.is_empty() && !syntax.source.is_empty(),
            "{name}"
        );
        assert!(syntax.text.ends_with('.'), "{name}");
        let mut spellings: Vec<&str> = syntax.arguments.iter().flat_map(|a| a.names()).collect();
        let count = spellings.len();
        spellings.sort_unstable();
        spellings.dedup();
        assert_eq!(spellings.len(), count, "{name} has an argument twice");
        for a in syntax.arguments {
            assert_eq!(a.status == Status::Full, a.status.reason().is_empty());
        }
    }
}

#[test]
fn statement_names_are_unique_and_found() {
    let mut names: Vec<&str> = adm::STATEMENTS
        .iter()
        .flat_map(|s| s.syntax.names())
        .collect();
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count);
    let sorted: Vec<&str> = adm::STATEMENTS.iter().map(|s| s.syntax.name).collect();
    assert!(
        sorted.is_sorted(),
        "the order of the manual is alphabetical"
    );
}

#[test]
fn tables_for_the_manual() {
    let table = adm::coverage_markdown();
    assert!(table.contains("| `PART` | full |"));
    assert!(table.contains("| `MFORCE` | refused |"));
    assert!(table.contains("## SFORCE"));
    assert!(table.contains("| `FXYZ` | function of a vector | F |  | full |"));
    // every row has the cells of its header
    let mut columns = 0;
    for line in table.lines() {
        if !line.starts_with('|') {
            columns = 0;
            continue;
        }
        let cells = line.replace("\\|", "").matches('|').count();
        if columns == 0 {
            columns = cells;
        }
        assert_eq!(cells, columns, "{line}");
    }
    assert!(acf::coverage_markdown().contains("| `SIMULATE` | full |"));
}
