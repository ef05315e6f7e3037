//! Force_MultiPoint: a linear force between several markers and one.

use crate::motionsolve::build::{Builder, Built};
use crate::motionsolve::element::Element;
use crate::motionsolve::record::Record;
use crate::motionsolve::syntax::{Content, LABELLED, Range, Section, id, integer, marker, number};
use carom_model::{MarkerId, MultiPoint};

const MATRIX: &[&str] = &["Reference_Matrix"];

/// Force_MultiPoint
///
/// Between the tags stand the I markers. `length_mtx_id` has three numbers for each of them; its small angles count from zero.
pub const ELEMENT: Element = Element {
    section: Section::Both,
    attributes: &[
        LABELLED,
        &[
            marker("ref_marker_id").required(),
            id("kmtx_id", MATRIX).required(),
            id("cmtx_id", MATRIX),
            number("cratio")
                .dim("T")
                .default("0")
                .range(Range::NonNegative),
            id("preload_mtx_id", MATRIX),
            id("length_mtx_id", MATRIX),
            integer("n_i_marker").range(Range::Positive),
        ],
    ],
    content: Content::Numbers,
    phase: 6,
    build: Some(build),
    ..Element::new(
        "Force_MultiPoint",
        "Forces on several markers that are linear in their displacements and velocities against the reference marker, on its axes.",
        "MotionSolve help, xml-format_62",
    )
};

fn build(r: &Record, b: &mut Builder) -> Built {
    b.exclusive(r, &[("cratio", "cmtx_id")])?;
    let j = b.needed_marker(r, "ref_marker_id")?;
    let markers = markers(r, b)?;
    let count = markers.len();
    if r.number("n_i_marker").is_some_and(|n| n as usize != count) || count == 0 {
        let what = format!("{count} markers do not fit n_i_marker");
        return Err(b.error(r, "xml-array-size", r.place("n_i_marker"), &what));
    }
    let n = 6 * count;
    let stiffness = values(r, b, "kmtx_id", (n, n))?;
    let stiffness = b.needs(r, stiffness, "kmtx_id")?;
    let ratio = r.number("cratio").unwrap_or(0.0);
    let damping = values(r, b, "cmtx_id", (n, n))?;
    let damping = damping.unwrap_or_else(|| stiffness.iter().map(|k| k * ratio).collect());
    let places = values(r, b, "length_mtx_id", (3 * count, 1))?.unwrap_or(vec![0.0; 3 * count]);
    let length = places
        .chunks_exact(3)
        .flat_map(|p| [p[0], p[1], p[2], 0.0, 0.0, 0.0])
        .collect();
    let force = MultiPoint {
        tag: r.tag(),
        markers,
        j,
        stiffness,
        damping,
        length,
        preload: values(r, b, "preload_mtx_id", (n, 1))?.unwrap_or(vec![0.0; n]),
    };
    b.insert(|m| &mut m.multi_points, force)
}

/// The I markers, from the text.
fn markers(r: &Record, b: &mut Builder) -> Built<Vec<MarkerId>> {
    let mut list = Vec::new();
    for &(x, span) in &r.numbers {
        let label = x as u32;
        if f64::from(label) != x || label == 0 {
            let what = format!("{x} is no id of a marker");
            return Err(b.error(r, "xml-bad-id", span, &what));
        }
        b.known(r, &["Reference_Marker"], label, span)?;
        list.extend(b.model.markers.find(label));
    }
    Ok(list)
}

/// The values of a matrix of a size, row by row. A column may be written as a row.
fn values(
    r: &Record,
    b: &mut Builder,
    name: &'static str,
    (rows, columns): (usize, usize),
) -> Built<Option<Vec<f64>>> {
    let Some(id) = b.find(r, name, |m| &m.matrices)? else {
        return Ok(None);
    };
    let m = &b.model.matrices[id];
    let size = (m.rows, m.columns);
    if size != (rows, columns) && !(columns == 1 && size == (1, rows)) {
        let what = format!(
            "{} has {} rows and {} columns, and {rows} and {columns} fit the markers",
            m.tag, m.rows, m.columns
        );
        return Err(b.error(r, "xml-matrix-size", r.place(name), &what));
    }
    Ok(Some(m.values.clone()))
}

#[cfg(test)]
mod tests {
    use crate::motionsolve::testing::{BODY, find, model_of, names_of, refused};

    fn matrix(id: u32, rows: usize, columns: usize) -> String {
        let list: Vec<String> = (1..=rows * columns).map(|k| k.to_string()).collect();
        format!(
            "<Reference_Matrix id='{id}' nrow='{rows}' ncol='{columns}' isroworder='TRUE'>{}</Reference_Matrix>",
            list.join(" ")
        )
    }

    fn with(attributes: &str, markers: &str) -> String {
        let data = [matrix(1, 6, 6), matrix(2, 3, 1), matrix(3, 6, 1)].concat();
        format!("{BODY}{data}<Force_MultiPoint id='5' {attributes}>{markers}</Force_MultiPoint>")
    }

    #[test]
    fn all_attributes() {
        let m = model_of(&with(
            "ref_marker_id='10' kmtx_id='1' cratio='0.5' length_mtx_id='2' preload_mtx_id='3' n_i_marker='1'",
            "20",
        ));
        let f = find(&m.multi_points, 5);
        assert_eq!((f.stiffness[7], f.damping[7]), (8.0, 4.0));
        assert_eq!(f.length, [1.0, 2.0, 3.0, 0.0, 0.0, 0.0]);
        assert_eq!(f.preload, [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
    }

    #[test]
    fn refusals() {
        let names = |a: &str, m: &str| names_of(&with(&format!("ref_marker_id='10' {a}"), m));
        refused(&names("", "20"), "xml-missing-attribute");
        refused(&names("kmtx_id='1'", ""), "xml-array-size");
        refused(&names("kmtx_id='1' n_i_marker='2'", "20"), "xml-array-size");
        refused(&names("kmtx_id='2'", "20"), "xml-matrix-size");
        refused(&names("kmtx_id='1'", "99"), "xml-unknown-reference");
        refused(&names("kmtx_id='1'", "2.5"), "xml-bad-id");
        refused(
            &names("kmtx_id='1' cmtx_id='1' cratio='1'", "20"),
            "xml-conflicting-attributes",
        );
    }
}
