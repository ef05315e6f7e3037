//! The commands, one after the other.

use super::build::{Builder, Stop};
use super::element::Item;
use super::record::Record;
use crate::common::coverage::Status;
use carom_base::Diagnostic;
use carom_model::Command;

impl Builder<'_> {
    /// Takes the commands in, in their order.
    ///
    /// Errors: those of the commands. Warnings: `xml-unsupported-command`.
    pub fn build_commands(&mut self, items: &[Item]) {
        self.integrator = self.model.settings.integrator.clone();
        self.statics = self.model.settings.statics.clone();
        // The elements of the model, once a command changes one.
        let mut dataset = None;
        for Item { element, record } in items {
            if self.reading.is_full() {
                return;
            }
            let done = match (element.command, element.status) {
                (Some(command), _) => self.before(record).and_then(|()| command(record, self)),
                (None, Status::Ignored(why)) => {
                    self.ignored(record, why);
                    Ok(())
                }
                (None, Status::Refused(why)) => {
                    self.unsupported_command(record, why);
                    Ok(())
                }
                (None, _) => self
                    .before(record)
                    .and_then(|()| self.change(record, &mut dataset)),
            };
            if let Err(Stop::Unsupported(reason, _)) = done {
                self.unsupported_command(record, &reason);
            }
            if let Some(analysis) = self.analysis.take() {
                self.revise(&mut dataset);
                self.simulated = true;
                self.model.commands.push(analysis);
            }
        }
        self.revise(&mut dataset);
    }

    /// Keeps a command that is not carried out, with a warning.
    fn unsupported_command(&mut self, record: &Record, why: &str) {
        let message = format!("the command {} is not supported: {why}", record.who);
        self.reading.push(
            Diagnostic::warning("xml-unsupported-command", record.span, message)
                .help("a run stops when it arrives here"),
        );
        self.model.commands.push(Command::Unsupported {
            name: record.syntax.name.to_string(),
            span: record.span,
        });
    }
}
