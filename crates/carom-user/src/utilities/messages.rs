//! ERRMES and USRMES.

use super::going::{ask_for_stop, going, host};
use crate::host::Message;

/// A text as routines end it: at a NUL, or with blanks.
pub fn trimmed(text: &str) -> &str {
    let end = text.find('\0').unwrap_or(text.len());
    // Some write the two characters \0.
    text[..end].trim_end().trim_end_matches("\\0").trim_end()
}

/// ERRMES: tells if the flag is raised; the word STOP ends the run. The routine goes on and returns: to leave it from here would skip
/// what it still has to put in order.
pub fn errmes(raised: bool, text: &str, id: i32, end: &str) {
    if !raised {
        return;
    }
    let (text, end) = (trimmed(text).to_owned(), trimmed(end).trim().to_uppercase());
    if end == "STOP" {
        let number = if id == 0 {
            String::new()
        } else {
            format!(" (id {id})")
        };
        ask_for_stop(format!(
            "its routine asks for the end of the run: {text}{number}"
        ));
        return;
    }
    tell("ERROR", text, id);
}

/// USRMES: tells if the flag is raised.
pub fn usrmes(raised: bool, text: &str, id: i32, kind: &str) {
    if raised {
        tell(trimmed(kind).trim(), trimmed(text).to_owned(), id);
    }
}

fn tell(kind: &str, text: String, id: i32) {
    let owner = going(|g| g.owner.to_owned()).unwrap_or_default();
    let message = Message {
        kind: kind.to_uppercase(),
        text: format!("{owner}: {text}"),
        id,
    };
    host(|h| h.message(message));
}
