//! The numbers of a MotionSolve model by the names of their places.

use super::diagnostics::Reading;
use super::element::Item;
use super::sections::sections_of;
use crate::places::place::{self, Place};
use carom_base::SourceId;

/// The numbers of a model's text, of the elements that are wanted: those of the model, then those of the commands.
pub(crate) fn places(
    text: &str,
    source: SourceId,
    wanted: &mut dyn FnMut(&str) -> bool,
    list: &mut Vec<Place>,
) {
    let mut reading = Reading::default();
    let Some(sections) = sections_of(text, source, &mut reading) else {
        return;
    };
    let both = [sections.model, sections.commands];
    let mut names = place::Names::default();
    for Item { record, .. } in both.iter().flatten().flat_map(|(_, items)| items) {
        let who = names.next(&record.who);
        if wanted(&who) {
            record.places(&who, text, list);
        }
    }
}
