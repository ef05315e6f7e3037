//! FILE/COMMAND: the commands of another file take the place of the command that names it.

use super::commands::Record;
use super::locate;
use super::records::open_one;
use crate::adm::diagnostics::Reading;
use crate::common::include::Chain;
use carom_base::Diagnostic;
use carom_model::Model;

/// Puts the commands of other files where they are named, in them too.
///
/// Errors: `acf-command-cycle`, `acf-file-not-found`.
pub fn expand(
    records: Vec<Record>,
    chain: &Chain,
    all: &mut Vec<Record>,
    model: &mut Model,
    reading: &mut Reading,
) {
    for record in records {
        let named = record
            .commands()
            .filter(|_| record.args.sound && !reading.is_full());
        let Some((name, span)) = named else {
            all.push(record);
            continue;
        };
        let Some(path) = locate::commands(chain.last(), &name, &reading.texts) else {
            let d = locate::not_found(chain.last(), "command file", &name, span);
            reading.push(d);
            continue;
        };
        let Some(next) = chain.with(&path) else {
            let message = format!("{name} would carry out itself");
            reading.push(
                Diagnostic::error("acf-command-cycle", span, message)
                    .help("the files that carry out each other lead back to one of them"),
            );
            continue;
        };
        let Some(file) = open_one(&path, model, reading) else {
            continue;
        };
        if let Some((dataset, span)) = file.header.model {
            let message =
                format!("{dataset} is not read: the commands are for the model of the first file");
            reading.push(Diagnostic::note("acf-ignored-command", span, message));
        }
        expand(file.records, &next, all, model, reading);
    }
}
