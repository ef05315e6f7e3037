//! PLY 1.0, text and binary of both byte orders: x, y, z of `vertex` and the corners of `face`. All else is passed over.

use super::format::{Format, FormatError, Place, at_byte, at_line, lines};
use super::obj::cut;
use crate::Mesh;
use carom_base::Vec3;

pub(super) struct Ply;

impl Format for Ply {
    fn name(&self) -> &'static str {
        "ply"
    }

    fn text(&self) -> &'static str {
        "vertices and faces, text or binary of either byte order; convex polygons are cut into triangles"
    }

    fn read(&self, bytes: &[u8]) -> Result<Mesh, FormatError> {
        let (coding, elements, mut data) = header(bytes)?;
        let mut mesh = Mesh::default();
        data.coding = coding;
        let mut corners = Vec::new();
        let mut seen_faces = false;
        for element in &elements {
            let vertex = element.name == "vertex";
            let face = element.name == "face";
            for property in ["x", "y", "z"] {
                if vertex && !element.has(property) {
                    return at_line(
                        element.line,
                        format!("element vertex has no property {property}"),
                    );
                }
            }
            if face && !element.properties.iter().any(Property::is_corners) {
                return at_line(element.line, "element face has no list vertex_indices");
            }
            seen_faces |= face;
            for k in 0..element.count {
                let mut p = Vec3::zeros();
                corners.clear();
                for property in &element.properties {
                    // An entry without a byte of its own would let a count run on without end.
                    let begin = data.at;
                    let of = |d: &Data, e: Lack| d.error(e, &element.name, k);
                    if let Some(count) = property.list {
                        let n = data.number(count).map_err(|e| of(&data, e))?;
                        for _ in 0..n as u64 {
                            let x = data.number(property.kind).map_err(|e| of(&data, e))?;
                            if face && property.is_corners() {
                                if x < 0.0 || x >= mesh.vertices.len() as f64 {
                                    let message = format!(
                                        "face {k}: vertex {x} does not exist, there are {}",
                                        mesh.vertices.len()
                                    );
                                    return Err(data.at_place(begin, message));
                                }
                                corners.push(x as u32);
                            }
                        }
                        continue;
                    }
                    let x = data.number(property.kind).map_err(|e| of(&data, e))?;
                    if vertex
                        && let Some(axis) = ["x", "y", "z"].iter().position(|n| *n == property.name)
                    {
                        if !x.is_finite() {
                            return Err(data.at_place(
                                begin,
                                format!("vertex {k}: a coordinate is not finite"),
                            ));
                        }
                        p[axis] = x;
                    }
                }
                if vertex {
                    mesh.vertices.push(p);
                } else if face {
                    let at = data.place(data.at);
                    cut(&mut mesh, 0, &corners).map_err(|e| FormatError {
                        place: at,
                        message: format!("face {k}: {}", e.message),
                    })?;
                } else if element.properties.is_empty() {
                    break;
                }
            }
        }
        if !seen_faces || mesh.triangles.is_empty() {
            return at_byte(bytes.len(), "no faces");
        }
        Ok(mesh)
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Coding {
    Text,
    Little,
    Big,
}

/// Bytes of a number, whether it has a sign, whether it is a float.
#[derive(Clone, Copy)]
struct Kind {
    size: usize,
    signed: bool,
    float: bool,
}

const KINDS: &[(&str, &str, Kind)] = &[
    ("char", "int8", kind(1, true, false)),
    ("uchar", "uint8", kind(1, false, false)),
    ("short", "int16", kind(2, true, false)),
    ("ushort", "uint16", kind(2, false, false)),
    ("int", "int32", kind(4, true, false)),
    ("uint", "uint32", kind(4, false, false)),
    ("float", "float32", kind(4, true, true)),
    ("double", "float64", kind(8, true, true)),
];

const fn kind(size: usize, signed: bool, float: bool) -> Kind {
    Kind {
        size,
        signed,
        float,
    }
}

struct Property {
    name: String,
    kind: Kind,
    /// Kind of the number of entries of a list.
    list: Option<Kind>,
}

impl Property {
    fn is_corners(&self) -> bool {
        self.list.is_some() && matches!(self.name.as_str(), "vertex_indices" | "vertex_index")
    }
}

struct Element {
    name: String,
    count: u64,
    line: usize,
    properties: Vec<Property>,
}

impl Element {
    fn has(&self, property: &str) -> bool {
        self.properties
            .iter()
            .any(|p| p.name == property && p.list.is_none())
    }
}

fn property(line: usize, words: &[&str]) -> Result<Property, FormatError> {
    let kind = |name: &str| {
        let found = KINDS
            .iter()
            .find(|(old, new, _)| *old == name || *new == name);
        found.map(|(.., kind)| *kind).ok_or_else(|| FormatError {
            place: Place::Line(line),
            message: format!("the type `{name}` is not known"),
        })
    };
    Ok(match words {
        ["list", count, kind_of, name] => Property {
            name: (*name).to_owned(),
            kind: kind(kind_of)?,
            list: Some(kind(count)?),
        },
        [kind_of, name] => Property {
            name: (*name).to_owned(),
            kind: kind(kind_of)?,
            list: None,
        },
        _ => {
            return at_line(
                line,
                "a property is a type and a name, or `list`, two types and a name",
            );
        }
    })
}

fn header(bytes: &[u8]) -> Result<(Coding, Vec<Element>, Data<'_>), FormatError> {
    let mut coding = None;
    let mut elements: Vec<Element> = Vec::new();
    let mut at = 0;
    for (line, text) in lines(bytes) {
        let text = text?;
        at += text.len() + 1;
        let words: Vec<&str> = text.split_ascii_whitespace().collect();
        match words.as_slice() {
            _ if line == 1 => {
                if words != ["ply"] {
                    return at_line(1, "not a PLY file: it does not begin with `ply`");
                }
            }
            [] | ["comment" | "obj_info", ..] => {}
            ["format", name, version] => {
                coding = Some(match (*name, *version) {
                    ("ascii", "1.0") => Coding::Text,
                    ("binary_little_endian", "1.0") => Coding::Little,
                    ("binary_big_endian", "1.0") => Coding::Big,
                    _ => {
                        return at_line(
                            line,
                            format!("the format `{name} {version}` is not known"),
                        );
                    }
                });
            }
            ["element", name, count] => {
                let Ok(count) = count.parse() else {
                    return at_line(line, format!("{count} is not a number of elements"));
                };
                elements.push(Element {
                    name: (*name).to_owned(),
                    count,
                    line,
                    properties: Vec::new(),
                });
            }
            ["property", rest @ ..] => {
                let property = property(line, rest)?;
                match elements.last_mut() {
                    Some(e) => e.properties.push(property),
                    None => return at_line(line, "a property before any element"),
                }
            }
            ["end_header"] => {
                let Some(coding) = coding else {
                    return at_line(line, "the header has no format");
                };
                let data = Data { bytes, at, coding };
                return Ok((coding, elements, data));
            }
            _ => {
                return at_line(
                    line,
                    format!("`{}` is not a statement of the header", text.trim()),
                );
            }
        }
    }
    at_byte(bytes.len(), "the header has no end")
}

/// Why there is no number.
enum Lack {
    End,
    Word(String),
}

struct Data<'a> {
    bytes: &'a [u8],
    at: usize,
    coding: Coding,
}

impl Data<'_> {
    fn number(&mut self, kind: Kind) -> Result<f64, Lack> {
        if self.coding == Coding::Text {
            return self.word();
        }
        let end = self.at + kind.size;
        let bytes = self.bytes.get(self.at..end).ok_or(Lack::End)?;
        self.at = end;
        let mut wide = [0u8; 8];
        for (k, b) in bytes.iter().enumerate() {
            let k = if self.coding == Coding::Big {
                kind.size - 1 - k
            } else {
                k
            };
            wide[k] = *b;
        }
        let bits = u64::from_le_bytes(wide);
        let shift = 64 - 8 * kind.size as u32;
        Ok(match (kind.float, kind.size) {
            (true, 4) => f64::from(f32::from_bits(bits as u32)),
            (true, _) => f64::from_bits(bits),
            // the sign is spread over the upper bytes
            (false, _) if kind.signed => ((bits << shift) as i64 >> shift) as f64,
            _ => bits as f64,
        })
    }

    fn word(&mut self) -> Result<f64, Lack> {
        // The header may end with the file, without the end of its line.
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let Some(begin) = rest.iter().position(|b| !b.is_ascii_whitespace()) else {
            return Err(Lack::End);
        };
        let length = rest[begin..]
            .iter()
            .position(u8::is_ascii_whitespace)
            .unwrap_or(rest.len() - begin);
        let word = String::from_utf8_lossy(&rest[begin..begin + length]);
        self.at += begin + length;
        word.parse().map_err(|_| Lack::Word(word.into_owned()))
    }

    /// A line in a text, a byte otherwise.
    fn place(&self, at: usize) -> Place {
        match self.coding {
            Coding::Text => Place::Line(
                1 + self.bytes[..at.min(self.bytes.len())]
                    .iter()
                    .filter(|b| **b == b'\n')
                    .count(),
            ),
            _ => Place::Byte(at),
        }
    }

    fn at_place(&self, at: usize, message: String) -> FormatError {
        FormatError {
            place: self.place(at),
            message,
        }
    }

    fn error(&self, lack: Lack, element: &str, number: u64) -> FormatError {
        let message = match lack {
            Lack::End => format!("the file ends within element {element} {number}"),
            Lack::Word(word) => format!("element {element} {number}: {word} is not a number"),
        };
        self.at_place(self.at, message)
    }
}
