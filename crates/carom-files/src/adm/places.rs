//! The numbers of a dataset by the names of their places.

use super::arguments::Value;
use super::diagnostics::Reading;
use super::lexer;
use super::record::Record;
use super::records::records;
use super::statement::Item;
use super::syntax::{Kind, Label};
use crate::places::place::{self, Place};
use carom_base::SourceId;
use carom_model::constraint::Function;

/// The numbers of a dataset's text, of the elements that are wanted.
pub(crate) fn places(
    text: &str,
    source: SourceId,
    wanted: &mut dyn FnMut(&str) -> bool,
    list: &mut Vec<Place>,
) {
    let mut reading = Reading::dataset();
    let lexed = lexer::lex(text, source, true, 0, &mut reading);
    let mut names = place::Names::default();
    for Item { record, .. } in records(&lexed, &mut reading) {
        let who = names.next(&record.who);
        if wanted(&who) {
            record_places(&record, &who, text, list);
        }
    }
}

fn record_places(record: &Record, who: &str, text: &str, list: &mut Vec<Place>) {
    let labelled = record.syntax.label == Label::Needed;
    for (k, argument) in record.syntax.arguments.iter().enumerate() {
        let given = record.args.at(k);
        let path = format!("{who}.{}", argument.name);
        let single = matches!(argument.kind, Kind::Number | Kind::Integer);
        if given.is_empty() && single && labelled {
            let around = [format!(", {}=", argument.name), String::new()];
            let place = Place::missing(path.clone(), record.span, around);
            list.push(whole_if(argument.kind == Kind::Integer, place));
        }
        for (n, given) in given.iter().enumerate() {
            // An argument that stands several times is numbered from the second on.
            let path = match n {
                0 => path.clone(),
                n => format!("{path}[{}]", n + 1),
            };
            match &given.value {
                Value::Numbers(numbers) if single => {
                    let place = Place::number(path, numbers[0].1, text);
                    list.push(whole_if(argument.kind == Kind::Integer, place));
                }
                Value::Numbers(numbers) => {
                    let coordinates = numbers.len() == 3 && argument.dimension.starts_with('L');
                    list.extend(place::several(&path, numbers, coordinates, text));
                }
                Value::Function(Function::Expression(e)) => {
                    list.extend(place::expression(&path, e, text));
                }
                _ => {}
            }
        }
    }
}

fn whole_if(whole: bool, place: Place) -> Place {
    if whole { place.whole() } else { place }
}
