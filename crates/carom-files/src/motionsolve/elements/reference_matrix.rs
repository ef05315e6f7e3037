//! Reference_Matrix: a table of numbers for other elements.

use crate::common::coverage::Status;
use crate::common::matrix;
use crate::motionsolve::build::{Builder, Built, Stop};
use crate::motionsolve::element::Element;
use crate::motionsolve::record::Record;
use crate::motionsolve::syntax::{Content, LABELLED, Range, Section, USERSUB, boolean, integer};
use carom_model::Matrix;

/// Reference_Matrix
///
/// Between the tags stand the values, column by column or with `isroworder` row by row; with `issparse` the row, the
/// column and the value of each entry that is not zero.
pub const ELEMENT: Element = Element {
    status: Status::Partial("values from user-written code are not read"),
    section: Section::Both,
    attributes: &[
        LABELLED,
        &[
            integer("nrow").range(Range::Positive).required(),
            integer("ncol").range(Range::Positive).required(),
            boolean("isroworder").default("FALSE"),
            boolean("issparse").default("FALSE"),
            integer("nval").range(Range::NonNegative),
        ],
        USERSUB,
    ],
    content: Content::Numbers,
    changes_motion: false,
    phase: 3,
    build: Some(build),
    ..Element::new(
        "Reference_Matrix",
        "A matrix of numbers for other elements.",
        "MotionSolve help, xml-format_91, matrix_api",
    )
};

fn build(r: &Record, b: &mut Builder) -> Built {
    if let Some(user) = b.user_code(r) {
        let reason = "its values come from user-written code".to_string();
        return Err(Stop::Unsupported(reason, user.span));
    }
    let rows = b.needs(r, r.number("nrow"), "nrow")?;
    let columns = b.needs(r, r.number("ncol"), "ncol")?;
    let name = "xml-matrix-values";
    let size = matrix::entries(rows, columns);
    let (rows, columns) = size.map_err(|what| b.error(r, name, r.place("nrow"), &what))?;
    let numbers: Vec<f64> = r.numbers.iter().map(|(x, _)| *x).collect();
    let values = if r.flag("issparse") == Some(true) {
        b.exclusive(r, &[("isroworder", "issparse")])?;
        let announced = r.number("nval").map(|n| n as usize);
        if !numbers.len().is_multiple_of(3) || announced.is_some_and(|n| 3 * n != numbers.len()) {
            let what = format!(
                "a sparse matrix holds row, column and value of nval entries, not {} numbers",
                numbers.len()
            );
            return Err(b.error(r, name, r.place("nval"), &what));
        }
        let list = numbers.chunks_exact(3).map(|e| (e[0], e[1], e[2]));
        matrix::sparse(rows, columns, list)
            .map_err(|(k, what)| b.error(r, name, r.numbers[3 * k].1, &what))?
    } else {
        let by_rows = r.flag("isroworder") == Some(true);
        matrix::dense(rows, columns, by_rows, &numbers)
            .map_err(|what| b.error(r, name, r.span, &what))?
    };
    let matrix = Matrix {
        tag: r.tag(),
        rows,
        columns,
        values,
    };
    b.insert(|m| &mut m.matrices, matrix)
}

#[cfg(test)]
mod tests {
    use crate::motionsolve::testing::{find, model_of, names_of, refused};

    fn with(attributes: &str, numbers: &str) -> String {
        format!("<Reference_Matrix id='5' {attributes}>{numbers}</Reference_Matrix>")
    }

    #[test]
    fn orders_and_sparse() {
        let values = |a: &str, n: &str| {
            let m = model_of(&with(&format!("nrow='2' ncol='3' {a}"), n));
            let matrix = find(&m.matrices, 5);
            assert_eq!((matrix.rows, matrix.columns), (2, 3));
            matrix.values.clone()
        };
        let rows = [11.0, 12.0, 13.0, 21.0, 22.0, 23.0];
        assert_eq!(
            values("isroworder='TRUE'", "11, 12, 13,\n 21, 22, 23"),
            rows
        );
        assert_eq!(values("", "11 21 12 22 13 23"), rows);
        assert_eq!(values("isroworder='FALSE'", "11 21 12 22 13 23"), rows);
        let sparse = values("issparse='TRUE' nval='2'", "1 2 12\n 2 3 23");
        assert_eq!(sparse, [0.0, 12.0, 0.0, 0.0, 0.0, 23.0]);
        assert_eq!(values("issparse='TRUE'", ""), [0.0; 6]);
    }

    #[test]
    fn refusals() {
        let names = |a: &str, n: &str| names_of(&with(a, n));
        refused(&names("nrow='2'", "1 2"), "xml-missing-attribute");
        refused(&names("nrow='2' ncol='2'", "1 2"), "xml-matrix-values");
        refused(
            &names("nrow='9999999' ncol='9999999'", "1"),
            "xml-matrix-values",
        );
        let sparse = "nrow='2' ncol='2' issparse='TRUE'";
        refused(&names(sparse, "1 2"), "xml-matrix-values");
        refused(&names(sparse, "3 1 5"), "xml-matrix-values");
        refused(
            &names(&format!("{sparse} nval='2'"), "1 1 5"),
            "xml-matrix-values",
        );
        let user = "nrow='2' ncol='2' usrsub_dll_name='a.dll'";
        assert_eq!(names(user, ""), ["xml-unsupported-reference"]);
    }
}
