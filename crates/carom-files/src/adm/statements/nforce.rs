//! NFORCE: a linear force between several markers and one.

use crate::adm::build::{Builder, insert};
use crate::adm::record::Record;
use crate::adm::statement::{Statement, USERS};
use crate::adm::syntax::{Label, Range, Syntax, id, ids, number};
use crate::common::coverage::Status;
use crate::common::labels::Built;
use carom_model::MultiPoint;

/// NFORCE
pub const STATEMENT: Statement = Statement::new(
    Syntax {
        name: "NFORCE",
        aliases: &[],
        label: Label::Needed,
        status: Status::Full,
        text: "Forces on several markers that are linear in their displacements and velocities against J, on the axes of J.",
        source: "Adams Solver help, NFORCE",
        arguments: &[
            ids("IMARKERS", 1, 350).required(),
            id("J").required(),
            id("KMATRIX"),
            id("CMATRIX"),
            number("CRATIO")
                .dim("T")
                .default("0")
                .range(Range::NonNegative),
            id("FORCE"),
            id("LENGTH"),
        ],
    },
    USERS,
    build,
);

fn build(r: &Record, b: &mut Builder) -> Built {
    b.exclusive(r, &[("CRATIO", "CMATRIX")])?;
    let markers = b.elements(r, "IMARKERS", "MARKER", |m| &m.markers)?;
    let j = b.marker(r, "J")?;
    let j = b.needs(r, j, "J")?;
    let n = 6 * markers.len();
    let stiffness = values(r, b, "KMATRIX", &[(n, n)])?;
    let ratio = r.args.number("CRATIO").unwrap_or(0.0);
    let damping = match values(r, b, "CMATRIX", &[(n, n)])? {
        Some(matrix) => matrix,
        None => stiffness.iter().flatten().map(|k| k * ratio).collect(),
    };
    let zero = || vec![0.0; n * n];
    let column = [(n, 1), (1, n)];
    let force = MultiPoint {
        tag: r.tag(),
        markers,
        j,
        damping: if damping.is_empty() { zero() } else { damping },
        stiffness: stiffness.unwrap_or_else(zero),
        length: values(r, b, "LENGTH", &column)?.unwrap_or_else(|| vec![0.0; n]),
        preload: values(r, b, "FORCE", &column)?.unwrap_or_else(|| vec![0.0; n]),
    };
    insert(&mut b.model.multi_points, force)
}

/// The values of a matrix, row by row, that has one of some sizes.
fn values(
    r: &Record,
    b: &mut Builder,
    name: &'static str,
    sizes: &[(usize, usize)],
) -> Built<Option<Vec<f64>>> {
    let Some(id) = b.find(r, name, "MATRIX", |m| &m.matrices)? else {
        return Ok(None);
    };
    let m = &b.model.matrices[id];
    if !sizes.contains(&(m.rows, m.columns)) {
        let (rows, columns) = sizes[0];
        let what = format!(
            "{} has {} rows and {} columns, and {rows} and {columns} fit the markers",
            m.tag, m.rows, m.columns
        );
        return Err(b.error(r, "adm-matrix-size", r.place(name), &what));
    }
    Ok(Some(m.values.clone()))
}

#[cfg(test)]
mod tests {
    use crate::adm::testing::{accept, find, refuse};

    const DECK: &str = "PART/2\nMARKER/2, PART=2\nMARKER/3, PART=2\nPART/4\nMARKER/4, PART=4\n";

    /// A matrix whose entries are the numbers from 1 on, row by row.
    fn matrix(label: u32, rows: usize, columns: usize) -> String {
        let list: Vec<String> = (1..=rows * columns).map(|k| k.to_string()).collect();
        format!(
            "MATRIX/{label}, FULL=RORDER, ROWS={rows}, COLUMNS={columns}, VALUES={}\n",
            list.join("\n, ")
        )
    }

    #[test]
    fn matrices_of_two_markers() {
        let data = [matrix(1, 12, 12), matrix(2, 12, 1)].concat();
        let m = accept(&format!(
            "{DECK}{data}NFORCE/5, IMARKERS=2,4, J=1, KMATRIX=1, CRATIO=0.5, LENGTH=2"
        ));
        let f = &m.multi_points[find(&m.multi_points, 5)];
        assert_eq!(f.markers.len(), 2);
        assert_eq!((f.stiffness[0], f.stiffness[13]), (1.0, 14.0));
        assert_eq!(f.damping[13], 7.0);
        assert_eq!((f.length[11], f.preload.clone()), (12.0, vec![0.0; 12]));
        let undamped = accept(&format!("{DECK}NFORCE/5, IMARKERS=2, J=1"));
        let f = &undamped.multi_points[find(&undamped.multi_points, 5)];
        assert_eq!((f.stiffness.len(), f.damping.len()), (36, 36));
    }

    #[test]
    fn refused() {
        let one =
            |text: &str, name: &str| refuse(&format!("{DECK}{}{text}", matrix(1, 6, 6)), &[name]);
        one("NFORCE/5, J=1, KMATRIX=1", "adm-missing-argument");
        one("NFORCE/5, IMARKERS=2,4, J=1, KMATRIX=1", "adm-matrix-size");
        one(
            "NFORCE/5, IMARKERS=2, J=1, KMATRIX=1, LENGTH=1",
            "adm-matrix-size",
        );
        one(
            "NFORCE/5, IMARKERS=2, J=1, KMATRIX=9",
            "adm-unknown-element",
        );
        one(
            "NFORCE/5, IMARKERS=2, J=1, KMATRIX=1, CMATRIX=1, CRATIO=1",
            "adm-conflicting-arguments",
        );
    }
}
