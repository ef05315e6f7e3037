//! MATRIX: a table of numbers for other elements.

use crate::adm::build::{Builder, Stop, insert};
use crate::adm::matrix_file;
use crate::adm::record::Record;
use crate::adm::statement::{SETTINGS, Statement};
use crate::adm::syntax::{Label, Range, Syntax, flag, ids, integer, some_numbers, text, word};
use crate::common::coverage::Status;
use crate::common::labels::Built;
use crate::common::{beside, matrix};
use carom_base::{Diagnostic, Span};
use carom_model::Matrix;

const ANY: usize = usize::MAX;

/// MATRIX
pub const STATEMENT: Statement = Statement::new(
    Syntax {
        name: "MATRIX",
        aliases: &[],
        label: Label::Needed,
        status: Status::Partial("files: the form ADAMSMAT, full matrices"),
        text: "A matrix of numbers for other elements.",
        source: "Adams Solver help, MATRIX; Adams View help, data_element create matrix",
        arguments: &[
            word("FULL", &["RORDER", "CORDER"]),
            integer("ROWS").range(Range::Positive),
            integer("COLUMNS").range(Range::Positive),
            flag("SPARSE"),
            ids("I", 1, ANY),
            ids("J", 1, ANY),
            some_numbers("VALUES", 1, ANY),
            text("FILE"),
            text("NAME").default("the only matrix of the file"),
        ],
    },
    SETTINGS,
    build,
)
.motionless();

fn build(r: &Record, b: &mut Builder) -> Built {
    let (rows, columns, values) = match b.one_of(r, &["FULL", "SPARSE", "FILE"], "a form")? {
        "FILE" => file(r, b)?,
        form => listed(r, b, form == "SPARSE")?,
    };
    let matrix = Matrix {
        tag: r.tag(),
        rows,
        columns,
        values,
    };
    insert(&mut b.model.matrices, matrix)
}

/// Values that stand in the dataset.
fn listed(r: &Record, b: &mut Builder, sparse: bool) -> Built<matrix_file::Table> {
    let form = if sparse { "SPARSE" } else { "FULL" };
    let none = if sparse {
        &[][..]
    } else {
        &[("FULL", "I"), ("FULL", "J")]
    };
    b.exclusive(r, none)?;
    b.exclusive(r, &[(form, "NAME")])?;
    let rows = b.needs(r, r.args.number("ROWS"), "ROWS")?;
    let columns = b.needs(r, r.args.number("COLUMNS"), "COLUMNS")?;
    let given = r.args.placed_numbers("VALUES");
    b.needs(r, given.first(), "VALUES")?;
    let values = r.args.numbers("VALUES");
    let wrong =
        |b: &mut Builder, at: Span, what: String| b.error(r, "adm-matrix-values", at, &what);
    let (rows, columns) =
        matrix::entries(rows, columns).map_err(|what| wrong(b, r.place("ROWS"), what))?;
    if !sparse {
        let by_rows = r.args.word("FULL") == Some("RORDER");
        let values = matrix::dense(rows, columns, by_rows, &values)
            .map_err(|what| wrong(b, r.place("VALUES"), what))?;
        return Ok((rows, columns, values));
    }
    let (i, j) = (r.args.ids("I"), r.args.ids("J"));
    if i.len() != values.len() || j.len() != values.len() {
        let what = format!(
            "I, J and VALUES have {}, {} and {} values",
            i.len(),
            j.len(),
            values.len()
        );
        return Err(wrong(b, r.place("VALUES"), what));
    }
    let places = i
        .iter()
        .zip(j)
        .map(|((i, _), (j, _))| (f64::from(*i), f64::from(*j)));
    let list = places.zip(&values).map(|((i, j), v)| (i, j, *v));
    let values = matrix::sparse(rows, columns, list)
        .map_err(|(k, what)| wrong(b, i[k].1.to(i[k].1), what))?;
    Ok((rows, columns, values))
}

/// Values that stand in a file, which is looked for from the folder of the dataset.
fn file(r: &Record, b: &mut Builder) -> Built<matrix_file::Table> {
    let others = ["ROWS", "COLUMNS", "I", "J", "VALUES"].map(|other| ("FILE", other));
    b.exclusive(r, &others)?;
    let named = r.args.file("FILE");
    let dataset = b.model.sources.get(r.span.source).map(|s| s.path.clone());
    let dataset = dataset.unwrap_or_default();
    let fail = |b: &mut Builder, span: Span, what: String, help: String| {
        let message = format!("{}: {what}", r.who);
        let mut d = Diagnostic::error("adm-matrix-file", span, message);
        if !help.is_empty() {
            d = d.help(help);
        }
        b.reading.push(d);
        Stop::Reported
    };
    let place = r.place("FILE");
    let Some(path) = beside::find_with(&dataset, &[named], &b.reading.texts) else {
        let what = format!("the file {named} is not there");
        let help = format!("looked for it in {}", beside::shown_folder(&dataset));
        return Err(fail(b, place, what, help));
    };
    let read = b.reading.texts.read(&path);
    let (text, notes) = read.map_err(|d| fail(b, place, d.message, String::new()))?;
    notes.into_iter().for_each(|d| b.reading.push(d));
    let name = r.args.has("NAME").then(|| r.args.text("NAME"));
    let table = matrix_file::read(&text, name);
    let is_ours = text.trim_start().starts_with("ADAMSMAT");
    let source = b.model.sources.add(path, text);
    if !is_ours {
        b.model.sources.hide(source);
    }
    table.map_err(|(range, what)| {
        let span = Span::new(source, range.start, range.end);
        fail(b, span, what, String::new())
    })
}

#[cfg(test)]
mod tests {
    use crate::adm;
    use crate::adm::testing::{accept, find, refuse};

    #[test]
    fn orders_and_sparse() {
        let m = accept(
            "MATRIX/1, FULL=RORDER, ROWS=2, COLUMNS=3\n, VALUES=11,12,13\n, 21,22,23\n\
             MATRIX/2, FULL=CORDER, ROWS=2, COLUMNS=3, VALUES=11,21,12,22,13,23\n\
             MATRIX/3, SPARSE, ROWS=2, COLUMNS=3, I=1,2, J=2,3, VALUES=12,23",
        );
        let values = |k| &m.matrices[find(&m.matrices, k)];
        assert_eq!(values(1).values, [11.0, 12.0, 13.0, 21.0, 22.0, 23.0]);
        assert_eq!(values(1).row(1), [21.0, 22.0, 23.0]);
        assert_eq!(values(2).values, values(1).values);
        assert_eq!(values(3).values, [0.0, 12.0, 0.0, 0.0, 0.0, 23.0]);
        assert_eq!((values(3).rows, values(3).columns), (2, 3));
    }

    #[test]
    fn refused() {
        let refuse = |text: &str, name: &str| refuse(&format!("MATRIX/1, {text}"), &[name]);
        refuse("ROWS=1, COLUMNS=1, VALUES=1", "adm-missing-argument");
        refuse("FULL=RORDER, COLUMNS=1, VALUES=1", "adm-missing-argument");
        refuse("FULL=RORDER, ROWS=1, COLUMNS=1", "adm-missing-argument");
        refuse(
            "FULL=RORDER, ROWS=1, COLUMNS=2, VALUES=1",
            "adm-matrix-values",
        );
        refuse(
            "FULL=RORDER, ROWS=0, COLUMNS=2, VALUES=1",
            "adm-out-of-range",
        );
        refuse(
            "FULL=RORDER, ROWS=4000000, COLUMNS=4000000, VALUES=1",
            "adm-matrix-values",
        );
        refuse("FULL=RORDER, SPARSE", "adm-conflicting-arguments");
        refuse("FULL=RORDER, I=1", "adm-conflicting-arguments");
        let sparse = "SPARSE, ROWS=2, COLUMNS=2, VALUES=1,2";
        refuse(&format!("{sparse}, I=1,2, J=1"), "adm-matrix-values");
        refuse(&format!("{sparse}, I=1,3, J=1,1"), "adm-matrix-values");
        refuse(&format!("{sparse}, I=1,1, J=1,1"), "adm-matrix-values");
        refuse("FILE=nowhere.dat", "adm-matrix-file");
        refuse("FILE=a.dat, ROWS=2", "adm-conflicting-arguments");
    }

    #[test]
    fn files_beside_the_dataset() {
        let folder = tempfile::tempdir().expect("a folder");
        let deck = |argument: &str| {
            let text = format!("t\nPART/1, GROUND\nMATRIX/7, {argument}\nEND\n");
            let path = folder.path().join("a.adm");
            std::fs::write(&path, text).expect("writable");
            let (m, d) = adm::read(&path);
            (m.expect("a text gives a model"), d)
        };
        std::fs::create_dir(folder.path().join("sub")).expect("writable");
        let file = "ADAMSMAT t\n1\nA\nA FULL CORDER 2 2 4 (4F4.1)\n 1.0 2.0 3.0 4.0\n";
        std::fs::write(folder.path().join("sub/Points.dat"), file).expect("writable");
        let (m, d) = deck("FILE=sub\\points.dat, NAME=a");
        assert!(!d.has_errors(), "{d:?}");
        assert_eq!(
            m.matrices[find(&m.matrices, 7)].values,
            [1.0, 3.0, 2.0, 4.0]
        );
        let (m, d) = deck("FILE=sub/points.dat, NAME=b");
        let error = d
            .iter()
            .find(|d| d.name == "adm-matrix-file")
            .expect("an error");
        assert!(m.sources.place(error.span).ends_with("Points.dat:3:1"));
        assert_eq!(
            deck("FILE=sub")
                .1
                .iter()
                .filter(|d| d.name == "adm-matrix-file")
                .count(),
            1
        );
    }
}
