//! The numbers of a model file by the names of their places: `PART/2.pose.position.z`, `SFORCE/1.function.IMPACT.k`, `gravity.z`.

use super::File;
use crate::places::place::{self, Names, Place};
use carom_base::{Dialect, SourceId, Span};
use carom_expr::Expression;
use carom_model::Model;
use carom_model::data::{Entry, Node, ROWS, Reading, Value};
use toml::de::DeTable;

/// The numbers of a model file's text, of the elements that are wanted.
pub(crate) fn places(
    text: &str,
    source: SourceId,
    wanted: &mut dyn FnMut(&str) -> bool,
    list: &mut Vec<Place>,
) {
    let Ok(table) = DeTable::parse(text) else {
        return;
    };
    let mut reading = Reading::new(Dialect::Adams);
    let file = File { text, source };
    let node = Node {
        value: file.table(table.get_ref(), &mut reading),
        span: Span::new(source, 0, 1),
    };
    // Which texts are expressions, the model knows.
    let _ = Model::from_data(&node, &mut reading);
    let walk = Walk {
        text,
        expressions: reading.expressions.into_iter().map(|(_, e)| e).collect(),
    };
    let Value::Table(entries) = &node.value else {
        return;
    };
    let mut names = Names::default();
    for e in entries {
        let row = ROWS.iter().find(|r| r.key == e.key);
        match &e.node.value {
            Value::List(items) if row.is_some() || e.key == "command" => {
                for item in items {
                    let usual = row.map_or(&*e.key, |r| r.statements[0]);
                    let who = names.next(&who(item, usual));
                    if wanted(&who) {
                        walk.node(&who, item, list);
                    }
                }
            }
            _ if wanted(&e.key) => walk.node(&e.key, &e.node, list),
            _ => {}
        }
    }
}

/// `PART/2`; a command has no id.
fn who(item: &Node, usual: &str) -> String {
    let Value::Table(entries) = &item.value else {
        return usual.to_owned();
    };
    let value = |key: &str| entries.iter().find(|e| e.key == key).map(|e| &e.node.value);
    let statement = match value("statement") {
        Some(Value::Text(text)) => &*text.text,
        _ => usual,
    };
    match value("id") {
        Some(Value::Integer(id)) => format!("{statement}/{id}"),
        _ => statement.to_owned(),
    }
}

/// Keys of an element that are no quantities.
const NAMES: [&str; 4] = ["id", "name", "statement", "active"];

struct Walk<'a> {
    text: &'a str,
    expressions: Vec<Expression>,
}

impl Walk<'_> {
    fn node(&self, path: &str, node: &Node, list: &mut Vec<Place>) {
        match &node.value {
            Value::Number(_) => list.push(Place::number(path.to_owned(), node.span, self.text)),
            Value::Integer(_) => list.push(Place::number(path.to_owned(), node.span, self.text)),
            Value::Text(text) => {
                let is_it = |e: &&Expression| e.span() == text.whole();
                if let Some(e) = self.expressions.iter().find(is_it) {
                    list.extend(place::expression(path, e, self.text));
                }
            }
            Value::List(items) => {
                let number = |n: &Node| match n.value {
                    Value::Number(x) => Some((x, n.span)),
                    Value::Integer(x) => Some((x as f64, n.span)),
                    _ => None,
                };
                let numbers: Option<Vec<(f64, Span)>> = items.iter().map(number).collect();
                match numbers {
                    Some(numbers) => {
                        let coordinates = numbers.len() == 3;
                        list.extend(place::several(path, &numbers, coordinates, self.text));
                    }
                    None => {
                        for (k, item) in items.iter().enumerate() {
                            self.node(&format!("{path}[{}]", k + 1), item, list);
                        }
                    }
                }
            }
            Value::Table(entries) => {
                let told = |e: &&Entry| !NAMES.contains(&&*e.key);
                for e in entries.iter().filter(told) {
                    self.node(&format!("{path}.{}", e.key), &e.node, list);
                }
            }
            Value::Flag(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::places;

    const FILE: &str = r#"carom = 1
gravity = [0, 0, -9.81]

[[part]]
id = 1
kind = "ground"

[[part]]
id = 2
kind = "rigid"
pose = { position = [0, 0, 1.1] }
mass = 1
cm = 20

[[marker]]
id = 20
part = 2

[[marker]]
id = 10
part = 1

[[scalar_force]]
id = 1
kind = "translation"
i = 20
j = 10
action_only = true
function = "IMPACT(DZ(20,10), VZ(20,10), 0.1, 1E5, 1.5, 50, 1E-4)"
"#;

    #[test]
    fn numbers_of_a_model_file_have_names() {
        let (model, d) = crate::native::read_text("m.carom.toml", FILE);
        assert!(!d.has_errors(), "{d:?}");
        let model = model.expect("sound");
        let mut edits: Vec<_> = [
            ("PART/2.mass", 2.5),
            ("PART/2.pose.position.z", -1.0),
            ("SFORCE/1.function.IMPACT.k", 1e6),
            ("gravity.z", -1.62),
        ]
        .iter()
        .map(|(path, x)| {
            let place = places::find(&model, path).unwrap_or_else(|e| panic!("{path}: {e:?}"));
            (place.span, place.written(*x))
        })
        .collect();
        let text = places::edit(FILE, &mut edits);
        for piece in [
            "mass = 2.5\n",
            "position = [0, 0, -1.0]",
            "0.1, 1000000.0, 1.5",
            "gravity = [0, 0, -1.62]",
        ] {
            assert!(text.contains(piece), "{piece}: {text}");
        }
        let (_, d) = crate::native::read_text("m.carom.toml", &text);
        assert!(!d.has_errors(), "{d:?}");
    }
}
