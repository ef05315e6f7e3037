//! Load_Command: the commands of another file take the place of the command that names it.

use super::diagnostics::Reading;
use super::element::Item;
use super::sections::{load, parse};
use crate::common::include::Chain;
use carom_base::{Diagnostic, Sources, Span};
use std::path::Path;

/// Puts the commands of other files where they are named, in them too.
///
/// Errors: `xml-command-cycle`, `xml-no-command-section`, those of reading a file.
pub fn commands(
    name: &Path,
    commands: &mut Option<(Span, Vec<Item>)>,
    sources: &mut Sources,
    reading: &mut Reading,
) {
    if let Some((_, items)) = commands {
        let all = std::mem::take(items);
        expand(all, &Chain::new(name), items, sources, reading);
    }
}

fn expand(
    items: Vec<Item>,
    chain: &Chain,
    all: &mut Vec<Item>,
    sources: &mut Sources,
    reading: &mut Reading,
) {
    for item in items {
        let record = &item.record;
        if record.syntax.name != "Load_Command" || !record.sound || reading.is_full() {
            all.push(item);
            continue;
        }
        let file = record.text("command_file").to_string();
        let place = record.place("command_file");
        let path = chain.folder().join(file.replace('\\', "/"));
        let Some(next) = chain.with(&path) else {
            let message = format!("{}: {file} would carry out itself", record.who);
            reading.push(
                Diagnostic::error("xml-command-cycle", place, message)
                    .help("the files that carry out each other lead back to one of them"),
            );
            continue;
        };
        let (text, notes) = match load(&path, &reading.texts) {
            Ok(read) => read,
            Err(d) => {
                reading.push(Diagnostic { span: place, ..*d });
                continue;
            }
        };
        notes.into_iter().for_each(|d| reading.push(d));
        let Some(sections) = parse(&path, text, sources, reading) else {
            continue;
        };
        match sections.commands {
            Some((_, inner)) => expand(inner, &next, all, sources, reading),
            None => {
                let message = format!("{}: {file} has no section Command", record.who);
                reading.push(Diagnostic::error("xml-no-command-section", place, message));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::motionsolve::read;
    use crate::motionsolve::testing::{names, refused};
    use carom_model::Command;
    use std::fs;

    fn write(folder: &Path, name: &str, commands: &str) {
        let model = "<Model><Body_Rigid id='1' IsGround='TRUE'/></Model>";
        let text = match name {
            "m.xml" => {
                format!("<MultiBodySystem>{model}<Command>{commands}</Command></MultiBodySystem>")
            }
            _ => format!("<Command>{commands}</Command>"),
        };
        fs::write(folder.join(name), text).expect("writable");
    }
    use std::path::Path;

    #[test]
    fn commands_of_other_files_stand_where_they_are_named() {
        let folder = tempfile::tempdir().expect("a folder");
        let static_ = "<Simulate analysis_type='Static'/>";
        write(
            folder.path(),
            "m.xml",
            &format!("<Load_Command command_file='a.xml'/>{static_}"),
        );
        write(
            folder.path(),
            "a.xml",
            "<Load_Command command_file='b.xml'/><Load_Command command_file='b.xml'/>",
        );
        write(
            folder.path(),
            "b.xml",
            "<Simulate analysis_type='Transient' duration='1'/>",
        );
        let (m, d) = read(&folder.path().join("m.xml"));
        assert!(!d.has_errors(), "{d:#?}");
        let m = m.expect("a model");
        let timed = |c: &Command| matches!(c, Command::Simulate { end: Some(_), .. });
        let list: Vec<bool> = m.commands.iter().map(timed).collect();
        assert_eq!(list, [true, true, false]);

        write(
            folder.path(),
            "b.xml",
            "<Load_Command command_file='a.xml'/>",
        );
        refused(
            &names(&read(&folder.path().join("m.xml")).1),
            "xml-command-cycle",
        );
        write(
            folder.path(),
            "b.xml",
            "<Load_Command command_file='none.xml'/>",
        );
        refused(
            &names(&read(&folder.path().join("m.xml")).1),
            "file-not-readable",
        );
    }
}
