//! BEAM: a massless elastic beam.

use crate::adm::build::{Builder, insert};
use crate::adm::record::Record;
use crate::adm::statement::{ELEMENTS, Statement};
use crate::adm::syntax::{Label, Range, Syntax, id, number, numbers, word};
use crate::common::coverage::Status;
use crate::common::labels::{Built, Stop};
use carom_model::Beam;
use carom_model::force::{BeamTheory, Damping};

/// BEAM
pub const STATEMENT: Statement = Statement::new(
    Syntax {
        name: "BEAM",
        aliases: &[],
        label: Label::Needed,
        status: Status::Partial("not FORMULATION=NONLINEAR, whose formulas are not public"),
        text: "A massless elastic beam along x of J; I is its far end.",
        source: "Adams Solver help, BEAM",
        arguments: &[
            id("I").required(),
            id("J").required(),
            number("LENGTH").dim("L").required().range(Range::Positive),
            number("AREA").dim("L²").required().range(Range::Positive),
            number("IXX").dim("L⁴").required().range(Range::NonNegative),
            number("IYY").dim("L⁴").required().range(Range::NonNegative),
            number("IZZ").dim("L⁴").required().range(Range::NonNegative),
            number("EMODULUS")
                .dim("F·L⁻²")
                .required()
                .range(Range::Positive),
            number("GMODULUS")
                .dim("F·L⁻²")
                .required()
                .range(Range::Positive),
            number("ASY").default("0").range(Range::NonNegative),
            number("ASZ").default("0").range(Range::NonNegative),
            number("CRATIO")
                .dim("T")
                .default("0")
                .range(Range::NonNegative),
            numbers("CMATRIX", 21).dim("F·T·L⁻¹, F·T·θ⁻¹, F·L·T·θ⁻¹"),
            word("FORMULATION", &["LINEAR", "NONLINEAR", "STRING"])
                .default("LINEAR")
                .partial("LINEAR, and STRING in our reading: the tension of the beam stiffens it, docs/theory/laws.md"),
        ],
    },
    ELEMENTS,
    build,
);

fn build(r: &Record, b: &mut Builder) -> Built {
    let theory = match r.args.word("FORMULATION") {
        Some("NONLINEAR") => {
            let why = "FORMULATION=NONLINEAR is not computed: its formulas are not public";
            return Err(Stop::Unsupported(why.into(), r.place("FORMULATION")));
        }
        Some("STRING") => BeamTheory::String,
        _ => BeamTheory::Linear,
    };
    b.exclusive(r, &[("CRATIO", "CMATRIX")])?;
    let (i, j) = b.pair_of_parts(r)?;
    let value = |name| r.args.number(name).unwrap_or(0.0);
    let beam = Beam {
        tag: r.tag(),
        i,
        j,
        length: value("LENGTH"),
        area: value("AREA"),
        ixx: value("IXX"),
        iyy: value("IYY"),
        izz: value("IZZ"),
        e: value("EMODULUS"),
        g: value("GMODULUS"),
        asy: value("ASY"),
        asz: value("ASZ"),
        damping: match r.args.array("CMATRIX") {
            Some(lower) => Damping::Matrix(symmetric(lower)),
            None => Damping::Ratio(value("CRATIO")),
        },
        theory,
    };
    insert(&mut b.model.beams, beam)
}

/// The full matrix (6, 6) from the columns of its lower half, each from the diagonal down.
fn symmetric(lower: [f64; 21]) -> [f64; 36] {
    let mut full = [0.0; 36];
    let mut values = lower.into_iter();
    for column in 0..6 {
        for row in column..6 {
            let x = values.next().unwrap_or(0.0);
            full[6 * row + column] = x;
            full[6 * column + row] = x;
        }
    }
    full
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adm::testing::{accept, find, refuse, unsupported};

    const TWO: &str = "PART/2\nMARKER/2, PART=2\nMARKER/3, PART=2\n";
    const BEAM: &str =
        "I=2, J=1, LENGTH=1, AREA=2, IXX=3, IYY=4, IZZ=5, EMODULUS=6, GMOD=7, ASY=1.2";

    #[test]
    fn all_arguments() {
        let m = accept(&format!("{TWO}BEAM/5, {BEAM}, CRATIO=0.1"));
        let e = &m.beams[find(&m.beams, 5)];
        assert_eq!(
            (e.length, e.area, e.ixx, e.iyy, e.izz),
            (1.0, 2.0, 3.0, 4.0, 5.0)
        );
        assert_eq!((e.e, e.g, e.asy, e.asz), (6.0, 7.0, 1.2, 0.0));
        assert_eq!(e.damping, Damping::Ratio(0.1));
        assert_eq!(e.theory, BeamTheory::Linear);
        let m = accept(&format!("{TWO}BEAM/5, {BEAM}, FORMULATION=STRING"));
        assert_eq!(m.beams[find(&m.beams, 5)].theory, BeamTheory::String);
    }

    #[test]
    fn damping_matrix_comes_by_columns_of_its_lower_half() {
        // value = 10·row + column of the lower half
        let columns: Vec<String> = (1..=6)
            .flat_map(|c| (c..=6).map(move |r| format!("{r}{c}")))
            .collect();
        let m = accept(&format!(
            "{TWO}BEAM/5, {BEAM}, CMATRIX={}",
            columns.join(",")
        ));
        let Damping::Matrix(c) = &m.beams[find(&m.beams, 5)].damping else {
            panic!("a matrix")
        };
        for row in 0..6 {
            for column in 0..6 {
                let (low, high) = (row.min(column), row.max(column));
                assert_eq!(c[6 * row + column], (10 * (high + 1) + low + 1) as f64);
            }
        }
    }

    #[test]
    fn refused() {
        let refuse = |text: &str, names: &[&str]| refuse(&format!("{TWO}BEAM/5, {text}"), names);
        refuse("I=2, J=1, LENGTH=1, AREA=2", &["adm-missing-argument"; 5]);
        refuse(&BEAM.replace("LENGTH=1", "LENGTH=0"), &["adm-out-of-range"]);
        refuse(
            &format!("{BEAM}, CRATIO=1, CMATRIX={}1", "1,".repeat(20)),
            &["adm-conflicting-arguments"],
        );
        refuse(&format!("{BEAM}, CMATRIX=1,2,3"), &["adm-wrong-count"]);
        unsupported(
            &format!("{TWO}BEAM/5, {BEAM}, FORMULATION=NONLINEAR"),
            &["BEAM/5"],
        );
    }
}
