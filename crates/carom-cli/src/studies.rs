//! Studies, as commands read them.

use crate::args::UserArgs;
use crate::exit::Exit;
use crate::output::{self, Say};
use crate::supervise;
use carom_study::{Study, UserLeave};
use std::path::Path;
use std::time::Duration;

/// Reads a study, with leave to call user-written code where the command line gives it: then in a process of its own, whose end is that of this one.
///
/// # Errors
/// How the command ends.
pub fn read(path: &Path, user: &UserArgs, say: Say) -> Result<Study, Exit> {
    if user.allow_user_code && !supervise::is_child() {
        // The model is read with its routines, too.
        let limit = Duration::from_secs(user.user_timeout);
        return Err(supervise::supervise(limit, say, || None));
    }
    let leave = user.allow_user_code.then(|| UserLeave {
        library: user.user_library.clone(),
    });
    Study::read_with(path, leave).map_err(|refused| {
        output::diagnostics(&refused.diagnostics, &refused.sources, say);
        Exit::Refused
    })
}
