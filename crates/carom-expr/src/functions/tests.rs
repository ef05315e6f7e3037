use super::*;
use crate::{Expression, Tables, Tape};
use carom_base::{Diagnostics, Severity, SpannedText};
use std::collections::HashSet;
use std::sync::Arc;

/// One spline for every label.
struct Squares;

impl Tables for Squares {
    fn spline(&self, _: u32) -> Option<Arc<crate::spline::SplineTable>> {
        let x: Vec<f64> = (0..8).map(f64::from).collect();
        Some(Arc::new(crate::spline::SplineTable {
            curves: vec![(0.0, x.iter().map(|x| x * x).collect())],
            x,
            beyond: crate::spline::Beyond::Parabola,
        }))
    }
    fn curve(&self, _: u32) -> Option<Result<Arc<crate::spline::CurveTable>, String>> {
        let x = vec![-1.0, 0.0, 1.0];
        let pieces = std::array::from_fn(|_| vec![[0.0, 1.0, 0.0, 0.0], [1.0, 1.0, 0.0, 0.0]]);
        let corners = true;
        Some(Ok(Arc::new(crate::spline::CurveTable {
            x,
            pieces,
            corners,
        })))
    }
    fn is_named(&self, _: &str) -> bool {
        false
    }
}

fn compile(text: &str, dialect: Dialect) -> Result<Tape, Diagnostics> {
    let mut d = Diagnostics::default();
    let tape = Expression::parse(SpannedText::bare(text), dialect, &mut d)
        .and_then(|e| Tape::compile(&e, &Squares, &mut d));
    assert_eq!(tape.is_none(), d.has_errors(), "{text}: {d:?}");
    tape.ok_or(d)
}

const BOTH: [Dialect; 2] = [Dialect::Adams, Dialect::MotionSolve];

#[test]
fn names_are_unique_in_each_language() {
    for dialect in BOTH {
        let mut names = HashSet::new();
        for f in FUNCTIONS.iter().filter(|f| f.is_in(dialect)) {
            assert!(names.insert(f.name), "{} twice", f.name);
            assert_eq!(f.name, f.name.to_uppercase());
        }
    }
    let own = FUNCTIONS.iter().filter(|f| f.is_own()).map(|f| f.name);
    assert!(own.eq(["DEPTH", "DEPTHDOT", "VOLUME", "AREA"]));
}

#[test]
fn each_entry_describes_itself() {
    for f in FUNCTIONS {
        assert!(!f.text.is_empty() && !f.text.ends_with('.'), "{}", f.name);
        assert!(
            !f.source.is_empty() && !f.example.text.is_empty(),
            "{}",
            f.name
        );
        assert!(f.example.text.contains(f.name), "{}", f.name);
        assert_eq!(f.called, !f.arguments.is_empty(), "{}", f.name);
        let mut names = HashSet::new();
        for a in f.arguments {
            assert!(names.insert(a.name) && !a.meaning.is_empty(), "{}", f.name);
        }
        // Only the last arguments are optional, and a list is not.
        let order = f.arguments.iter().map(|a| a.optional);
        assert!(order.is_sorted(), "{}", f.name);
        assert!(f.repeats == 1 || f.fewest() == f.arguments.len());
    }
}

#[test]
fn examples_give_their_value_or_their_reason() {
    for f in FUNCTIONS {
        for dialect in BOTH.into_iter().filter(|d| f.is_in(*d)) {
            let result = compile(f.example.text, dialect);
            if let Status::Refused(reason) = f.status {
                let d = result.unwrap_err();
                let refusal = d.iter().find(|d| d.name == "expr-function-refused");
                assert!(
                    refusal.is_some_and(|d| d.message.contains(reason)),
                    "{}",
                    f.name
                );
                continue;
            }
            if f.name == "USER" {
                continue; // for the readers: the tests of expressions look at it
            }
            let tape = result.unwrap_or_else(|d| panic!("{}: {d:?}", f.example.text));
            let (Some(value), true) = (f.example.value, dialect == Dialect::Adams || !f.adams)
            else {
                continue;
            };
            let got = tape
                .as_constant()
                .unwrap_or_else(|| panic!("{} is no constant", f.name));
            // 1e-12: rounding of a few operations on numbers of up to 1e3
            assert!(
                (got - value).abs() < 1e-12,
                "{}: {got} {value}",
                f.example.text
            );
        }
    }
}

#[test]
fn the_other_language_is_named() {
    for f in FUNCTIONS.iter().filter(|f| f.adams != f.motionsolve) {
        let dialect = if f.adams {
            Dialect::MotionSolve
        } else {
            Dialect::Adams
        };
        // The other language may have a function of the same name and other arguments: NFORCE.
        if lookup(f.name, dialect).is_some() {
            continue;
        }
        let text = if f.called {
            format!("{}(1)", f.name)
        } else {
            f.name.into()
        };
        let d = compile(&text, dialect).unwrap_err();
        assert_eq!(
            d.iter().next().map(|d| d.name),
            Some("expr-other-language"),
            "{text}"
        );
        assert_eq!(d.count(Severity::Error), 1);
    }
}
