//! LSE: a linear system of equations.

use crate::adm::build::{Builder, insert};
use crate::adm::linear_system::check_arrays;
use crate::adm::record::Record;
use crate::adm::statement::{SYSTEMS, Statement};
use crate::adm::syntax::{Label, Syntax, flag, id};
use crate::common::coverage::Status;
use crate::common::labels::{Built, Stop};
use crate::common::system::misfit;
use carom_model::LinearSystem;
use carom_model::control::ArrayKind;

/// LSE
pub const STATEMENT: Statement = Statement::new(
    Syntax {
        name: "LSE",
        aliases: &[],
        label: Label::Needed,
        status: Status::Full,
        text: "A linear system of equations: x' = A·x + B·u, y = C·x + D·u; a missing matrix is zero.",
        source: "Adams Solver help, LSE",
        arguments: &[
            id("X").required(),
            id("U"),
            id("Y"),
            id("A").required(),
            id("B"),
            id("C"),
            id("D"),
            id("IC"),
            flag("STATIC_HOLD"),
        ],
    },
    SYSTEMS,
    build,
);

fn build(r: &Record, b: &mut Builder) -> Built {
    let states = b.find(r, "X", "ARRAY", |m| &m.arrays)?;
    let inputs = b.find(r, "U", "ARRAY", |m| &m.arrays)?;
    let outputs = b.find(r, "Y", "ARRAY", |m| &m.arrays)?;
    let a = matrix(r, b, "A")?;
    let n = a.len();
    let system = LinearSystem {
        tag: r.tag(),
        states,
        inputs,
        outputs,
        b: matrix(r, b, "B")?,
        c: matrix(r, b, "C")?,
        d: matrix(r, b, "D")?,
        a,
        initial: initial(r, b, n)?,
        static_hold: r.args.has("STATIC_HOLD"),
    };
    if let Some((name, what)) = misfit(&system) {
        return Err(b.error(r, "adm-matrix-size", r.place(name), &what));
    }
    let width = |m: &[Vec<f64>]| m.first().map_or(0, Vec::len);
    let u = width(&system.b).max(width(&system.d));
    let y = system.c.len().max(system.d.len());
    for (names, matrix, needed) in [(["B", "D"], u, "U"), (["C", "D"], y, "Y")] {
        let given = names.iter().any(|n| r.args.has(n));
        if given && matrix > 0 && !r.args.has(needed) {
            return Err(b
                .needs(r, None::<()>, needed)
                .err()
                .unwrap_or(Stop::Reported));
        }
    }
    check_arrays(r, b, &system)?;
    insert(&mut b.model.linear_systems, system)
}

/// The rows of a matrix; none if it is not given.
fn matrix(r: &Record, b: &mut Builder, name: &'static str) -> Built<Vec<Vec<f64>>> {
    let id = b.find(r, name, "MATRIX", |m| &m.matrices)?;
    let rows = id.map(|id| &b.model.matrices[id]);
    Ok(rows.map_or(Vec::new(), |m| {
        (0..m.rows).map(|k| m.row(k).to_vec()).collect()
    }))
}

/// The initial states, from an array of constants.
fn initial(r: &Record, b: &mut Builder, n: usize) -> Built<Vec<f64>> {
    let Some(id) = b.find(r, "IC", "ARRAY", |m| &m.arrays)? else {
        return Ok(Vec::new());
    };
    let array = &b.model.arrays[id];
    match &array.kind {
        ArrayKind::Constants(list) if list.len() == n => Ok(list.clone()),
        ArrayKind::Constants(list) => {
            let what = format!("{} holds {} values for {n} states", array.tag, list.len());
            Err(b.error(r, "adm-array-size", r.place("IC"), &what))
        }
        _ => {
            let what = format!("{} is no array of type IC", array.tag);
            Err(b.error(r, "adm-array-type", r.place("IC"), &what))
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::adm::testing::{accept, find, refuse};

    const DATA: &str = "ARRAY/1, X, SIZE=2\nARRAY/2, U, VARIABLES=7\nARRAY/3, Y, SIZE=1\nARRAY/4, IC, NUMBERS=2,0\n\
        VARIABLE/7, FUNCTION=1\nMATRIX/1, FULL=RORDER, ROWS=2, COLUMNS=2, VALUES=-1,2,0,-3\n\
        MATRIX/2, FULL=RORDER, ROWS=2, COLUMNS=1, VALUES=0,1\nMATRIX/3, FULL=RORDER, ROWS=1, COLUMNS=2, VALUES=1,1\n";

    #[test]
    fn matrices_and_initial_states() {
        let m = accept(&format!("{DATA}LSE/5, X=1, U=2, Y=3, A=1, B=2, C=3, IC=4"));
        let s = &m.linear_systems[find(&m.linear_systems, 5)];
        assert_eq!(s.a, [[-1.0, 2.0], [0.0, -3.0]]);
        assert_eq!(
            (&s.b[..], &s.c[..]),
            (&[vec![0.0], vec![1.0]][..], &[vec![1.0, 1.0]][..])
        );
        assert_eq!(
            (s.d.len(), &s.initial[..], s.static_hold),
            (0, &[2.0, 0.0][..], false)
        );
    }

    #[test]
    fn refused() {
        let one = |text: &str, name: &str| refuse(&format!("{DATA}{text}"), &[name]);
        one("LSE/5, X=1", "adm-missing-argument");
        one("LSE/5, X=1, A=2", "adm-matrix-size");
        one("LSE/5, X=1, U=2, A=1, B=3", "adm-matrix-size");
        one("LSE/5, X=1, A=1, B=2", "adm-missing-argument");
        one("LSE/5, X=3, A=1", "adm-array-type");
        one("LSE/5, X=1, A=1, IC=2", "adm-array-type");
        one("LSE/5, X=1, A=9", "adm-unknown-element");
    }
}
