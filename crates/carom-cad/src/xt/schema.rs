//! Layouts of the nodes: those of schema 13006, and what a file says of the differences of its own schema.
//!
//! A file of the key `SCH_modeller_effective_13006` describes each node type whose layout is not that of schema 13006 where the type
//! occurs first: letters that copy (`C`), drop (`D`), insert (`I`) and append (`A`) fields, up to `Z`. So this one table is enough.
//! Source: Parasolid XT Format Reference, embedded schemas.

use super::error::{Fault, XtError, fault};
use super::lexer::Lexer;

/// The base schema.
const BASE: &str = "13006";

/// More fields than any node has.
const MOST_FIELDS: usize = 254;

/// A field of a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Field {
    pub name: String,
    /// `u n d w` whole numbers, `c` character, `l` logical, `p` pointer, `f` real, `i` interval, `v` vector, `b` box, `h` point.
    pub kind: u8,
    /// 0 one value, 1 as many as the node says, else so many.
    pub count: usize,
}

impl Field {
    /// Numbers of one value.
    pub fn width(&self) -> usize {
        match self.kind {
            b'i' => 2,
            b'v' | b'h' => 3,
            b'b' => 6,
            _ => 1,
        }
    }
}

/// The fields of a node type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    pub number: u32,
    pub name: String,
    pub fields: Vec<Field>,
}

impl Layout {
    /// Whether the number of values of the last field stands in the node.
    pub fn is_variable(&self) -> bool {
        self.fields.last().is_some_and(|f| f.count == 1)
    }
}

/// Attributes of topology begin with these two fields.
const A: &str = "d node_id, p attributes_features";
/// Of curves and surfaces.
const G: &str =
    "d node_id, p attributes_features, p owner, p next, p previous, p geometric_owner, c sense";

/// Node types of schema 13006. `A` and `G` stand for the fields above.
#[rustfmt::skip]
const TYPES: &[(u32, &str, &str)] = &[
    (10, "ASSEMBLY", "d highest_node_id, p attributes_features, p attribute_chains, p list, p surface, p curve, p point, p key, f res_size, f res_linear, \
        p ref_instance, p next, p previous, u state, p owner, u type, p sub_instance"),
    (11, "INSTANCE", "A, u type, p part, p transform, p assembly, p next_in_part, p prev_in_part, p next_of_part, p prev_of_part"),
    (12, "BODY", "d highest_node_id, p attributes_features, p attribute_chains, p surface, p curve, p point, p key, f res_size, f res_linear, \
        p ref_instance, p next, p previous, u state, p owner, u body_type, u nom_geom_state, p shell, p boundary_surface, p boundary_curve, \
        p boundary_point, p region, p edge, p vertex"),
    (13, "SHELL", "A, p body, p next, p face, p edge, p vertex, p region, p front_face"),
    (14, "FACE", "A, f tolerance, p next, p previous, p loop, p shell, p surface, c sense, p next_on_surface, p previous_on_surface, p next_front, \
        p previous_front, p front_shell"),
    (15, "LOOP", "A, p halfedge, p face, p next"),
    (16, "EDGE", "A, f tolerance, p halfedge, p previous, p next, p curve, p next_on_curve, p previous_on_curve, p owner"),
    (17, "HALFEDGE", "p attributes_features, p loop, p forward, p backward, p vertex, p other, p edge, p curve, p next_at_vx, c sense"),
    (18, "VERTEX", "A, p halfedge, p previous, p next, p point, f tolerance, p owner"),
    (19, "REGION", "A, p body, p next, p previous, p shell, c type"),
    (29, "POINT", "A, p owner, p next, p previous, v pvec"),
    (30, "LINE", "G, v pvec, v direction"),
    (31, "CIRCLE", "G, v centre, v normal, v x_axis, f radius"),
    (32, "ELLIPSE", "G, v centre, v normal, v x_axis, f major_radius, f minor_radius"),
    (38, "INTERSECTION", "G, p[2] surface, p chart, p start, p end"),
    (40, "CHART", "f base_parameter, f base_scale, d chart_count, f chordal_error, f angular_error, f[2] parameter_error, h[] hvec"),
    (41, "LIMIT", "c type, h[] hvec"),
    (45, "BSPLINE_VERTICES", "f[] vertices"),
    (50, "PLANE", "G, v pvec, v normal, v x_axis"),
    (51, "CYLINDER", "G, v pvec, v axis, f radius, v x_axis"),
    (52, "CONE", "G, v pvec, v axis, f radius, f sin_half_angle, f cos_half_angle, v x_axis"),
    (53, "SPHERE", "G, v centre, f radius, v axis, v x_axis"),
    (54, "TORUS", "G, v centre, v axis, f major_radius, f minor_radius, v x_axis"),
    (56, "BLENDED_EDGE", "G, c blend_type, p[2] surface, p spine, f[2] range, f[2] thumb_weight, p[2] boundary, p start, p end"),
    (59, "BLEND_BOUND", "G, n boundary, p blend"),
    (60, "OFFSET_SURF", "G, c check, l true_offset, p surface, f offset, f scale"),
    (67, "SWEPT_SURF", "G, p section, v sweep, f scale"),
    (68, "SPUN_SURF", "G, p profile, v base, v axis, v start, v end, f start_param, f end_param, v x_axis, f scale"),
    (70, "LIST", "d node_id, p owner, p next, p previous, d type, d length, d block_length, d entry_size, p list_block, p cursor_block, d cursor_index, \
        l notransmit"),
    (74, "POINTER_LIS_BLOCK", "d n_entries, p next_block, p[] entries"),
    (79, "ATT_DEF_ID", "c[] string"),
    (80, "ATTRIB_DEF", "p next, p identifier, d type_id, u[8] actions, p field_names, l[14] legal_owners, u[] fields"),
    (81, "ATTRIBUTE", "d node_id, p definition, p owner, p next, p previous, p next_of_type, p previous_of_type, p[] fields"),
    (82, "INT_VALUES", "d[] values"),
    (83, "REAL_VALUES", "f[] values"),
    (84, "CHAR_VALUES", "c[] values"),
    (90, "FEATURE", "A, p owner, p next, p previous, u type, p first_member"),
    (91, "MEMBER_OF_FEATURE", "d dummy_node_id, p owning_feature, p owner, p next, p previous, p next_member, p previous_member"),
    (98, "UNICODE_VALUES", "w[] values"),
    (99, "FIELD_NAMES", "p[] names"),
    (100, "TRANSFORM", "d node_id, p owner, p next, p previous, f[9] rotation_matrix, v translation_vector, f scale, d flag, v perspective_vector"),
    (124, "B_SURFACE", "G, p nurbs, p data"),
    (125, "SURFACE_DATA", "i[4] intervals, u self_int, c[12] flags, p[4] forms"),
    (126, "NURBS_SURF", "l u_periodic, l v_periodic, n u_degree, n v_degree, d n_u_vertices, d n_v_vertices, u u_knot_type, u v_knot_type, d n_u_knots, \
        d n_v_knots, l rational, l u_closed, l v_closed, u surface_form, n vertex_dim, p bspline_vertices, p u_knot_mult, p v_knot_mult, p u_knots, p v_knots"),
    (127, "KNOT_MULT", "n[] mult"),
    (128, "KNOT_SET", "f[] knots"),
    (133, "TRIMMED_CURVE", "G, p basis_curve, v point_1, v point_2, f parm_1, f parm_2"),
    (134, "B_CURVE", "G, p nurbs, p data"),
    (135, "CURVE_DATA", "u self_int, p analytic_form"),
    (136, "NURBS_CURVE", "n degree, d n_vertices, n vertex_dim, d n_knots, u knot_type, l periodic, l closed, l rational, u curve_form, \
        p bspline_vertices, p knot_mult, p knots"),
    (137, "SP_CURVE", "G, p surface, p b_curve, p original, f tolerance_to_original"),
    (141, "GEOMETRIC_OWNER", "p owner, p next, p previous, p shared_geometry"),
];

/// The layout of a type in schema 13006.
pub(super) fn base(number: u32) -> Option<Layout> {
    let (_, name, text) = TYPES.iter().find(|(n, _, _)| *n == number)?;
    let mut fields = Vec::new();
    for word in text.split(", ").map(str::trim) {
        match word {
            "A" => fields.extend(A.split(", ").filter_map(field)),
            "G" => fields.extend(G.split(", ").filter_map(field)),
            _ => fields.extend(field(word)),
        }
    }
    Some(Layout {
        number,
        name: (*name).to_owned(),
        fields,
    })
}

/// A field of the table: `f name`, `f[2] name`, `f[] name`.
fn field(word: &str) -> Option<Field> {
    let (kind, name) = word.trim().split_once(' ')?;
    let count = match kind.get(1..)? {
        "" => 0,
        "[]" => 1,
        n => n.trim_matches(['[', ']']).parse().ok()?,
    };
    Some(Field {
        name: name.to_owned(),
        kind: *kind.as_bytes().first()?,
        count,
    })
}

/// Whether the file describes its layouts, from the key of its schema.
pub(super) fn embedded(key: &str, byte: usize) -> Result<bool, XtError> {
    let parts: Vec<&str> = key.split('_').collect();
    match parts[..] {
        ["SCH", _, _, BASE] => Ok(true),
        ["SCH", _, BASE] => Ok(false),
        _ => fault(
            Fault::Schema,
            byte,
            format!(
                "the schema `{}` is not known: read are those that are embedded on base {BASE} (SCH_…_…_{BASE}) and {BASE} itself",
                key.escape_default()
                    .to_string()
                    .chars()
                    .take(60)
                    .collect::<String>()
            ),
        ),
    }
}

/// The layout of a type that occurs for the first time in a file that describes its layouts.
pub(super) fn described(number: u32, lexer: &mut Lexer) -> Result<Layout, XtError> {
    let place = lexer.byte();
    let base = base(number);
    let count = lexer.count()? as usize;
    if let (255, Some(base)) = (count, &base) {
        return Ok(base.clone());
    }
    if count > MOST_FIELDS {
        return fault(
            Fault::Schema,
            place,
            format!("node type {number} cannot have {count} fields"),
        );
    }
    let Some(base) = base else {
        return new_type(number, count, place, lexer);
    };
    let mut copied = base.fields.iter();
    let mut fields = Vec::new();
    loop {
        let byte = lexer.byte();
        let mut next = || match copied.next() {
            Some(field) => Ok(field.clone()),
            None => fault(
                Fault::Schema,
                byte,
                format!(
                    "the description of {} has more fields than its base",
                    base.name
                ),
            ),
        };
        match lexer.char()? {
            b'C' => fields.push(next()?),
            b'D' => drop(next()?),
            b'I' | b'A' => fields.push(described_field(lexer)?),
            b'Z' => break,
            other => {
                let message = format!(
                    "`{}` in the description of {} is none of C, D, I, A and Z",
                    char::from(other),
                    base.name
                );
                return fault(Fault::Schema, byte, message);
            }
        }
        if fields.len() > count {
            break;
        }
    }
    if fields.len() != count {
        let message = format!(
            "the description of {} announces {count} fields and has {}",
            base.name,
            fields.len()
        );
        return fault(Fault::Schema, place, message);
    }
    checked(Layout { fields, ..base }, place)
}

fn new_type(number: u32, count: usize, place: usize, lexer: &mut Lexer) -> Result<Layout, XtError> {
    let name = lexer.string();
    let Ok(name) = name.map(str::to_owned) else {
        let message = format!("node type {number} is not known, and the file does not describe it");
        return fault(Fault::Schema, place, message);
    };
    lexer.string()?;
    let fields = (0..count)
        .map(|_| described_field(lexer))
        .collect::<Result<_, _>>()?;
    checked(
        Layout {
            number,
            name,
            fields,
        },
        place,
    )
}

fn described_field(lexer: &mut Lexer) -> Result<Field, XtError> {
    let place = lexer.byte();
    let name = lexer.string()?.to_owned();
    let class = lexer.count()?;
    let count = lexer.count()? as usize;
    if count > MOST_FIELDS {
        return fault(
            Fault::Schema,
            place,
            format!("the field {name} cannot have {count} values"),
        );
    }
    let kind = match class {
        0 => match lexer.string()?.as_bytes() {
            [kind] if b"uclnwdpfivbh".contains(kind) => *kind,
            _ => {
                return fault(
                    Fault::Schema,
                    place,
                    format!("the field {name} has a type that is not known"),
                );
            }
        },
        _ => b'p',
    };
    if count == 1 && !lexer.logical()? {
        let message = format!("the field {name} is not transmitted, which is not supported");
        return fault(Fault::Schema, place, message);
    }
    Ok(Field { name, kind, count })
}

/// Only the last field may have as many values as the node says.
fn checked(layout: Layout, place: usize) -> Result<Layout, XtError> {
    let inner = layout.fields.split_last().map_or(&[][..], |(_, rest)| rest);
    match inner.iter().find(|f| f.count == 1) {
        None => Ok(layout),
        Some(f) => {
            let message = format!(
                "the field {} of {} has any length and is not the last",
                f.name, layout.name
            );
            fault(Fault::Schema, place, message)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lexer(stream: &str) -> Lexer {
        let mut lexer = Lexer::new(format!("**END_OF_HEADER\nT{stream}").as_bytes()).unwrap();
        lexer.char().unwrap();
        lexer
    }

    #[test]
    fn the_table_is_whole() {
        for (number, name, text) in TYPES {
            let layout = base(*number).unwrap();
            let mut expected = text.split(", ").count();
            expected += usize::from(text.starts_with('A')) + 6 * usize::from(text.starts_with('G'));
            assert_eq!(layout.fields.len(), expected, "{name}");
            assert!(
                layout
                    .fields
                    .iter()
                    .all(|f| b"uclnwdpfivbh".contains(&f.kind)),
                "{name}"
            );
            assert!(checked(layout, 0).is_ok(), "{name}");
        }
        assert_eq!(base(12).unwrap().fields.len(), 23);
        assert!(base(40).unwrap().is_variable() && !base(14).unwrap().is_variable());
        assert_eq!(base(126).unwrap().fields.len(), 20);
    }

    /// The edit of LIST as Adams files have it.
    #[test]
    fn edits() {
        let mut l = lexer(
            "11 CI9 list_type0 0 1 uI10 notransmit0 0 1 lCCCDCCDI12 finger_index0 0 1 dI12 finger_block1012 0 CZ3 0 ",
        );
        let layout = described(70, &mut l).unwrap();
        let names: Vec<&str> = layout.fields.iter().map(|f| f.name.as_str()).collect();
        assert_eq!(
            names,
            [
                "node_id",
                "list_type",
                "notransmit",
                "owner",
                "next",
                "previous",
                "length",
                "block_length",
                "finger_index",
                "finger_block",
                "list_block"
            ]
        );
        assert_eq!((layout.fields[1].kind, layout.fields[9].kind), (b'u', b'p'));
        assert_eq!(l.count().unwrap(), 3);
        assert_eq!(
            described(29, &mut lexer("255 8 ")).unwrap(),
            base(29).unwrap()
        );
    }

    #[test]
    fn new_types_describe_themselves() {
        let mut l = lexer("2 17 INTERSECTION_DATA5 thing7 uv_type0 0 1 u6 values0 1 1 fT6 ");
        let layout = described(204, &mut l).unwrap();
        assert_eq!(layout.name, "INTERSECTION_DATA");
        assert!(layout.is_variable());
        assert_eq!(l.count().unwrap(), 6);
        let e = described(999, &mut lexer("17 0 0 3 4 ")).unwrap_err();
        assert!(
            e.to_string().contains("999") || e.kind != Fault::Syntax,
            "{e}"
        );
    }

    #[test]
    fn wrong_descriptions() {
        for (text, expected) in [
            ("3 CCZ", "announces 3 fields and has 2"),
            ("8 CCCCCCCCCC", "has more fields than its base"),
            ("3 CX", "`X` in the description of REGION is none of"),
            ("300 ", "cannot have 300 fields"),
            ("3 I3 abc0 0 1 xZ", "a type that is not known"),
            ("3 I3 abc0 1 1 fTCCZ", "has any length and is not the last"),
            ("3 I3 abc0 1 1 fFCCZ", "is not transmitted"),
        ] {
            let e = described(19, &mut lexer(text)).unwrap_err();
            assert_eq!(e.kind, Fault::Schema);
            assert!(e.to_string().contains(expected), "{text}: {e}");
        }
        assert!(embedded("SCH_3301252_33103_13006", 0).unwrap());
        assert!(!embedded("SCH_1300000_13006", 0).unwrap());
        assert_eq!(
            embedded("SCH_1200000_12006", 0).unwrap_err().kind,
            Fault::Schema
        );
    }
}
