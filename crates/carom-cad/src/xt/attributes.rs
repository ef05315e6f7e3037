//! Attributes of parts, bodies and faces: names and colours.

use super::error::XtError;
use super::nodes::Node;
use crate::brep::{Attribute, AttributeValue, Colour};

const DEFINITION: u32 = 80;

const ATTRIBUTE: u32 = 81;

/// The attributes of a part or a face. The chain mixes them with groups and members of groups.
pub(super) fn attributes(node: Node) -> Result<Vec<Attribute>, XtError> {
    let mut found = Vec::new();
    for node in node.chain("attributes_features", "next", &[ATTRIBUTE, 90, 91])? {
        if node.kind() != ATTRIBUTE {
            continue;
        }
        let name = node
            .needs("definition", &[DEFINITION])?
            .needs("identifier", &[79])?
            .text("string")?;
        let mut values = Vec::new();
        for field in node.all("fields")? {
            values.extend(match field.kind() {
                82 => field
                    .values("values")?
                    .iter()
                    .map(|x| AttributeValue::Integer(*x as i64))
                    .collect(),
                83 => field
                    .values("values")?
                    .iter()
                    .map(|x| AttributeValue::Real(*x))
                    .collect(),
                84 | 98 => vec![AttributeValue::Text(field.text("values")?)],
                _ => Vec::new(),
            });
        }
        found.push(Attribute { name, values });
    }
    Ok(found)
}

/// The name that Adams or the CAD system gave, else that of the node.
pub(super) fn name_of(node: Node, attributes: &[Attribute]) -> String {
    let text = |name: &str| {
        let found = attributes.iter().find(|a| a.name == name)?;
        match found.values.first()? {
            AttributeValue::Text(text) => Some(text.clone()),
            _ => None,
        }
    };
    let names = ["AdamsObjectName", "SDL/TYSA_UNAME", "SDL/TYSA_NAME"];
    names
        .iter()
        .find_map(|n| text(n))
        .unwrap_or_else(|| format!("{} node {}", node.type_name(), node.index))
}

/// Red, green and blue.
pub(super) fn colour(attributes: &[Attribute]) -> Option<Colour> {
    let found = attributes.iter().find(|a| a.name == "SDL/TYSA_COLOUR")?;
    match found.values[..] {
        [
            AttributeValue::Real(r),
            AttributeValue::Real(g),
            AttributeValue::Real(b),
        ] => Some([r, g, b].map(|x| x.clamp(0.0, 1.0))),
        _ => None,
    }
}
