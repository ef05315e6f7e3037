//! A model as TOML.

use carom_model::Model;
use carom_model::data::{Entry, Node, Value};

/// Beyond this, a list stands on several lines.
const WIDTH: usize = 100;

/// The text of a model file. Numbers have the fewest digits that read back as the same bits.
pub fn write(model: &Model) -> String {
    let mut out = String::new();
    let Value::Table(entries) = model.data() else {
        return out;
    };
    let is_table = |n: &Node| matches!(n.value, Value::Table(_));
    let elements = |e: &&Entry| match &e.node.value {
        Value::List(list) => list.iter().any(is_table),
        _ => false,
    };
    let section = |e: &&Entry| matches!(e.node.value, Value::Table(_));
    for e in entries.iter().filter(|e| !elements(e) && !section(e)) {
        entry(e, &mut out);
    }
    for e in entries.iter().filter(section) {
        out += &format!("\n[{}]\n", e.key);
        table(&e.node, &mut out);
    }
    for e in entries.iter().filter(elements) {
        let Value::List(list) = &e.node.value else {
            continue;
        };
        for node in list {
            out += &format!("\n[[{}]]\n", e.key);
            match &node.value {
                // A word among tables: a variant that holds nothing.
                Value::Text(word) => out += &format!("{} = {{}}\n", word.text),
                _ => table(node, &mut out),
            }
        }
    }
    out
}

fn table(node: &Node, out: &mut String) {
    if let Value::Table(entries) = &node.value {
        entries.iter().for_each(|e| entry(e, out));
    }
}

fn entry(e: &Entry, out: &mut String) {
    let (key, text) = (&e.key, inline(&e.node.value));
    match &e.node.value {
        Value::List(items) if key.len() + text.len() > WIDTH => {
            *out += &format!("{key} = [\n");
            for item in wrapped(items) {
                *out += &format!("    {item},\n");
            }
            *out += "]\n";
        }
        _ => *out += &format!("{key} = {text}\n"),
    }
}

/// The items of a list on lines that are full.
fn wrapped(items: &[Node]) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for item in items {
        let text = inline(&item.value);
        match lines.last_mut() {
            Some(line) if line.len() + text.len() + 2 <= WIDTH => {
                line.push_str(", ");
                line.push_str(&text);
            }
            _ => lines.push(text),
        }
    }
    lines
}

fn inline(value: &Value) -> String {
    match value {
        Value::Flag(flag) => flag.to_string(),
        Value::Integer(n) => n.to_string(),
        Value::Number(x) => number(*x),
        Value::Text(text) => quoted(&text.text),
        Value::List(items) => {
            let items: Vec<String> = items.iter().map(|n| inline(&n.value)).collect();
            format!("[{}]", items.join(", "))
        }
        Value::Table(entries) if entries.is_empty() => "{}".into(),
        Value::Table(entries) => {
            let one = |e: &Entry| format!("{} = {}", e.key, inline(&e.node.value));
            let entries: Vec<String> = entries.iter().map(one).collect();
            format!("{{ {} }}", entries.join(", "))
        }
    }
}

/// Whole numbers without a point; they are read as numbers where numbers belong.
fn number(x: f64) -> String {
    let text = format!("{x:?}");
    match text.strip_suffix(".0") {
        // −0 has a sign that a whole number loses.
        Some(whole) if x != 0.0 || x.is_sign_positive() => whole.to_owned(),
        _ => text,
    }
}

fn quoted(text: &str) -> String {
    let mut out = String::from('"');
    for c in text.chars() {
        match c {
            '"' => out += "\\\"",
            '\\' => out += "\\\\",
            '\n' => out += "\\n",
            '\t' => out += "\\t",
            c if c.is_control() => out += &format!("\\u{:04X}", c as u32),
            c => out.push(c),
        }
    }
    out + "\""
}

#[cfg(test)]
mod tests {
    use super::{number, quoted};

    #[test]
    fn numbers_read_back_to_the_bit() {
        for x in [
            0.1,
            -0.0,
            0.0,
            1e300,
            5e-324,
            1e22,
            123456789.0,
            -7.85e-9,
            f64::MAX,
            1e16,
        ] {
            let text = number(x);
            let table: toml::Table = format!("x = {text}").parse().expect("TOML");
            let back = match &table["x"] {
                toml::Value::Float(y) => *y,
                toml::Value::Integer(n) => *n as f64,
                other => panic!("{other}"),
            };
            assert_eq!(back.to_bits(), x.to_bits(), "{text}");
        }
    }

    #[test]
    fn letters_read_back() {
        for text in [
            "",
            "a\"b\\c",
            "line\nline\ttab",
            "ä <script> 'q' \u{1}\u{7f}",
        ] {
            let table: toml::Table = format!("x = {}", quoted(text)).parse().expect("TOML");
            assert_eq!(table["x"].as_str(), Some(text));
        }
    }
}
