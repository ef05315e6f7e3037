//! A reader of XML result files, written from the facts of the format alone: it shares nothing with the writer.

use std::collections::BTreeMap;

/// A start tag: name and attributes in order; `closes` for `<a />`.
#[derive(Clone, Debug, PartialEq)]
pub enum Piece {
    Start(String, Vec<(String, String)>, bool),
    End(String),
    Text(String),
}

/// Splits a document into tags and texts. Panics where it is not well-formed: this is a test.
pub fn pieces(text: &str) -> Vec<Piece> {
    let mut list = Vec::new();
    let mut open: Vec<String> = Vec::new();
    let mut rest = text;
    while let Some(k) = rest.find('<') {
        let between = rest[..k].trim();
        if !between.is_empty() {
            list.push(Piece::Text(between.to_owned()));
        }
        let end = k + rest[k..].find('>').expect("a tag ends");
        let tag = &rest[k + 1..end];
        rest = &rest[end + 1..];
        if tag.starts_with('?') {
            continue;
        }
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop().as_deref(), Some(name));
            list.push(Piece::End(name.to_owned()));
            continue;
        }
        let closes = tag.ends_with('/');
        let (name, attributes) = start(tag.trim_end_matches('/'));
        if !closes {
            open.push(name.clone());
        }
        list.push(Piece::Start(name, attributes, closes));
    }
    assert!(open.is_empty() && rest.trim().is_empty());
    list
}

fn start(tag: &str) -> (String, Vec<(String, String)>) {
    let (name, mut rest) = tag.split_once(char::is_whitespace).unwrap_or((tag, ""));
    let mut attributes = Vec::new();
    while let Some((key, after)) = rest.split_once('=') {
        let after = after.strip_prefix('"').expect("a quoted value");
        let (value, after) = after.split_once('"').expect("a closing quote");
        let value = value.replace("&lt;", "<").replace("&gt;", ">");
        let value = value.replace("&quot;", "\"").replace("&amp;", "&");
        attributes.push((key.trim().to_owned(), value));
        rest = after;
    }
    assert!(rest.trim().is_empty(), "{rest}");
    (name.to_owned(), attributes)
}

/// A result file: components by `ENTITY.COMPONENT`, and blocks of steps.
#[derive(Debug, Default)]
pub struct Xrf {
    /// Position of each component in the list of values of a step.
    pub components: BTreeMap<String, usize>,
    /// `unitsValue` of each component; empty where it has none.
    pub units: BTreeMap<String, String>,
    /// Name of each block, type of its steps, values of each step.
    pub blocks: Vec<(String, String, Vec<Vec<f64>>)>,
    /// `runStatus`.
    pub status: String,
}

impl Xrf {
    pub fn read(text: &str) -> Self {
        let mut xrf = Self::default();
        let mut entity = String::new();
        let mut in_step = false;
        for piece in pieces(text) {
            match piece {
                Piece::Start(name, attributes, _) => {
                    let get = |key: &str| {
                        let found = attributes.iter().find(|(k, _)| k == key);
                        found.map(|(_, v)| v.clone())
                    };
                    match name.as_str() {
                        "Entity" => entity = get("name").unwrap(),
                        "Component" => {
                            let full = format!("{entity}.{}", get("name").unwrap());
                            let id: usize = get("id").unwrap().parse().unwrap();
                            assert!(xrf.components.values().all(|k| k + 1 != id), "{id} twice");
                            xrf.units
                                .insert(full.clone(), get("unitsValue").unwrap_or_default());
                            assert!(xrf.components.insert(full, id - 1).is_none());
                        }
                        "Data" => {
                            let number: usize = get("id").unwrap().parse().unwrap();
                            assert_eq!(number, xrf.blocks.len() + 1);
                            xrf.blocks
                                .push((get("name").unwrap(), String::new(), Vec::new()));
                        }
                        "Step" => {
                            xrf.blocks.last_mut().unwrap().1 = get("type").unwrap();
                            in_step = true;
                        }
                        "TerminationStatus" => xrf.status = get("runStatus").unwrap(),
                        _ => {}
                    }
                }
                Piece::Text(text) if in_step => {
                    let values = text.split_whitespace().map(|x| x.parse().unwrap());
                    let values: Vec<f64> = values.collect();
                    assert_eq!(values.len(), xrf.components.len());
                    xrf.blocks.last_mut().unwrap().2.push(values);
                }
                Piece::Text(_) => {}
                Piece::End(name) => in_step &= name != "Step",
            }
        }
        xrf
    }

    /// A component over all steps of all blocks but the first, which holds the input.
    pub fn curve(&self, name: &str) -> Vec<f64> {
        let k = self.components[name];
        let steps = self.blocks[1..].iter().flat_map(|b| &b.2);
        steps.map(|v| v[k]).collect()
    }
}

/// Structure of a document: tags with the names of their attributes, numbers of steps, and the lengths of the
/// lines of each step; values are left out.
pub fn structure(text: &str) -> Vec<String> {
    let mut list = Vec::new();
    for piece in pieces(text) {
        list.push(match piece {
            Piece::Start(name, attributes, closes) => {
                let keys: Vec<_> = attributes.iter().map(|(k, _)| k.as_str()).collect();
                format!("<{name} {} {closes}", keys.join(" "))
            }
            Piece::End(name) => format!("</{name}"),
            Piece::Text(text) => {
                let widths: Vec<_> = text
                    .lines()
                    .map(|l| l.split_whitespace().count().to_string())
                    .collect();
                format!("text {}", widths.join(" "))
            }
        });
    }
    list
}
