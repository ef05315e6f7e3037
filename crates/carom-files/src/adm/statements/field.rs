//! FIELD: full stiffness and damping matrices between two markers.

use crate::adm::build::{Builder, insert};
use crate::adm::record::Record;
use crate::adm::statement::{ELEMENTS, Statement};
use crate::adm::syntax::{Label, Range, Syntax, function, id, number, numbers, routine, word};
use crate::common::coverage::Status;
use crate::common::labels::{Built, Stop};
use carom_model::Field;
use carom_model::constraint::Function;
use carom_model::force::Damping;

/// FIELD
pub const STATEMENT: Statement = Statement::new(
    Syntax {
        name: "FIELD",
        aliases: &[],
        label: Label::Needed,
        status: Status::Partial("the linear form, and FIESUB where --allow-user-code is given"),
        text: "Force and torque by stiffness and damping matrices (6, 6), on the axes of J.",
        source: "Adams Solver help, FIELD; order of the matrices as the FAST-to-ADAMS writer has it",
        arguments: &[
            id("I").required(),
            id("J").required(),
            numbers("KMATRIX", 36).dim("F·L⁻¹, F·θ⁻¹, F·L·θ⁻¹"),
            numbers("CMATRIX", 36).dim("F·T·L⁻¹, F·T·θ⁻¹, F·L·T·θ⁻¹"),
            number("CRATIO")
                .dim("T")
                .default("0")
                .range(Range::NonNegative),
            numbers("FORCE", 6).dim("F, F·L").default("0"),
            numbers("LENGTH", 6).dim("L, θ").default("0"),
            function("FUNCTION"),
            routine("ROUTINE"),
            word("FORMULATION", &["LINEAR", "NONLINEAR"])
                .default("LINEAR")
                .partial("LINEAR; the formulas of NONLINEAR are not public"),
        ],
    },
    ELEMENTS,
    build,
);

fn build(r: &Record, b: &mut Builder) -> Built {
    if r.args.word("FORMULATION") == Some("NONLINEAR") {
        return Err(Stop::Unsupported(
            "FORMULATION=NONLINEAR is not computed: its formulas are not public".into(),
            r.place("FORMULATION"),
        ));
    }
    b.exclusive(r, &[("CRATIO", "CMATRIX")])?;
    let (i, j) = b.pair_of_parts(r)?;
    let user = match r.args.function("FUNCTION", Some("ROUTINE")) {
        Some(Function::User(user)) => Some(user),
        Some(Function::Expression(_)) => {
            let what = "FUNCTION has to be USER(...); six expressions are a GFORCE";
            return Err(b.error(r, "adm-bad-value", r.place("FUNCTION"), what));
        }
        None => None,
    };
    let columns = match (r.args.array("KMATRIX"), &user) {
        (None, Some(_)) => [0.0; 36],
        (columns, _) => b.needs(r, columns, "KMATRIX")?,
    };
    let field = Field {
        tag: r.tag(),
        i,
        j,
        stiffness: by_rows(columns),
        damping: match r.args.array("CMATRIX") {
            Some(columns) => Damping::Matrix(by_rows(columns)),
            None => Damping::Ratio(r.args.number("CRATIO").unwrap_or(0.0)),
        },
        length: r.args.array("LENGTH").unwrap_or_default(),
        preload: r.args.array("FORCE").unwrap_or_default(),
        user,
    };
    insert(&mut b.model.fields, field)
}

/// The matrix (6, 6) row by row from its columns.
fn by_rows(columns: [f64; 36]) -> [f64; 36] {
    std::array::from_fn(|k| columns[6 * (k % 6) + k / 6])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adm::testing::{accept, find, refuse, unsupported};

    const TWO: &str = "PART/2\nMARKER/2, PART=2\nMARKER/3, PART=2\n";

    /// Value = 10·row + column, column by column.
    fn matrix() -> String {
        let values: Vec<String> = (1..=6)
            .flat_map(|c| (1..=6).map(move |r| format!("{r}{c}")))
            .collect();
        values.join(", ")
    }

    #[test]
    fn matrices_come_by_columns() {
        let m = accept(&format!(
            "{TWO}FIELD/5, I=2, J=1, CMATRIX =\n, {0}\n, KMATRIX = \n, {0}, FORCE=1,2,3,4,5,6\n, LENGTH=6,5,4,3,2,1",
            matrix()
        ));
        let f = &m.fields[find(&m.fields, 5)];
        for row in 0..6 {
            for column in 0..6 {
                assert_eq!(
                    f.stiffness[6 * row + column],
                    (10 * (row + 1) + column + 1) as f64
                );
            }
        }
        assert_eq!(f.damping, Damping::Matrix(f.stiffness));
        assert_eq!(f.preload, [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
        assert_eq!(f.length, [6.0, 5.0, 4.0, 3.0, 2.0, 1.0]);
        let m = accept(&format!(
            "{TWO}FIELD/5, I=2, J=1, CRATIO=0.5, KMATRIX={}",
            matrix()
        ));
        assert_eq!(m.fields[find(&m.fields, 5)].damping, Damping::Ratio(0.5));
    }

    #[test]
    fn refused() {
        let refuse = |text: &str, names: &[&str]| refuse(&format!("{TWO}FIELD/5, {text}"), names);
        refuse("I=2, J=1", &["adm-missing-argument"]);
        refuse("I=2, J=1, KMATRIX=1,2,3", &["adm-wrong-count"]);
        refuse(
            &format!("I=2, J=3, KMATRIX={}", matrix()),
            &["adm-same-part"],
        );
        let m = accept(&format!(
            "{TWO}FIELD/5, I=2, J=1, FUNCTION=USER(1)\\, ROUTINE=lib::"
        ));
        let user = m.fields[find(&m.fields, 5)].user.as_ref();
        assert_eq!(user.map(|u| u.routine.as_str()), Some("lib::"));
        refuse("I=2, J=1, FUNCTION=TIME", &["adm-bad-value"]);
        unsupported(
            &format!(
                "{TWO}FIELD/5, I=2, J=1, FORMULATION=NON, KMATRIX={}",
                matrix()
            ),
            &["FIELD/5"],
        );
    }
}
