//! Texts of users in messages.

/// A name or number for a message: its beginning, if it is very long.
pub(crate) fn excerpt(text: &str) -> std::borrow::Cow<'_, str> {
    const LONGEST: usize = 48;
    match text.char_indices().nth(LONGEST) {
        None => text.into(),
        Some((end, _)) => format!("{}...", &text[..end]).into(),
    }
}
