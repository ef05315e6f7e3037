//! END: the last statement. The line level stops at it; text after it is not read.

use crate::adm::statement::{SETTINGS, Statement};
use crate::adm::syntax::{Label, Syntax};
use crate::common::coverage::Status;

/// END
pub const STATEMENT: Statement = Statement::new(
    Syntax {
        name: "END",
        aliases: &[],
        label: Label::None,
        status: Status::Full,
        text: "Ends the dataset; what follows is not read.",
        source: "datasets written by Adams View",
        arguments: &[],
    },
    SETTINGS,
    |_, _| Ok(()),
);
