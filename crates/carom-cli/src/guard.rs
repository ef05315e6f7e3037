//! A panic is our bug: it is reported as such, with what helps to find it, and the program exits with 3.

use crate::exit::Exit;
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};

/// Runs a command; a panic becomes a report and [`Exit::Bug`].
pub fn guarded(command: impl FnOnce() -> Exit) -> Exit {
    panic::set_hook(Box::new(|info| crate::output::err(&report(info))));
    panic::catch_unwind(AssertUnwindSafe(command)).unwrap_or(Exit::Bug)
}

fn report(info: &PanicHookInfo) -> String {
    let payload = info.payload();
    let message = payload
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| payload.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("no message");
    let place = info.location().map(ToString::to_string);
    let command: Vec<_> = std::env::args_os()
        .map(|a| a.to_string_lossy().into_owned())
        .collect();
    format!(
        "\nThis is a bug of Carom, not of your model. Results written so far are kept.\n\
         Please report it with the model, if you can share it, and these lines:\n\
         \n    program: {}\n    command: {}\n    place:   {}\n    message: {message}\n",
        carom::PROGRAM,
        command.join(" "),
        place.as_deref().unwrap_or("unknown"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_status_three() {
        assert_eq!(
            guarded(|| panic!("on purpose, to test the report")),
            Exit::Bug
        );
        assert_eq!(guarded(|| Exit::Early), Exit::Early);
        let _ = panic::take_hook();
    }
}
