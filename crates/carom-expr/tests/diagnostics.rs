//! Wrong expressions and what Carom says: `tests/diagnostics.txt` is the manual of it.
//!
//! `CAROM_BLESS=1 cargo test -p carom-expr --test all diagnostics` rewrites that file; look at the change.

use crate::common;

use carom_base::diagnostic::render_plain;
use carom_base::{Diagnostics, Dialect, Sources, Span, SpannedText};
use carom_expr::spline::{Beyond, SplineTable};
use carom_expr::{Expression, Tape};
use common::World;

const ADAMS: &[&str] = &[
    // characters and numbers
    "",
    "   ",
    "2 ^ 3",
    "IF(TIME > 1: 0, 0, 1)",
    "2 = TIME",
    "DX(1,2) % 3",
    "[1, 2, 3]",
    "DXYZ(1,2) + DX(1,2)",
    "DX(1,2)/DXYZ(1,2)",
    "DXYZ(1,2)**2",
    "SIN(UVX(1))",
    "MAG([1, 2])",
    "[1, 2, 3",
    "1]",
    "UV(DXYZ(1,2),2)*[1,0,0]",
    "INTERP(TIME, 2, 4)",
    "{1 + 2}*3",
    "\"text\"",
    "1 + 2 & 3",
    "3 × 4",
    "1D3",
    "2.5d-3X",
    "1.2.3",
    "3x + 1",
    "1E",
    "1E999",
    "IMPACT(DZ(1,2), VZ(1,2), 1, le7, 1.5, 0, 0.1)",
    // structure
    "(1 + 2",
    "SIN(TIME",
    "1 + 2)",
    "SIN(TIME))",
    "1 +",
    "* 2",
    "2 * / 3",
    "()",
    "SIN()",
    "MAX(1,)",
    "MAX(,1)",
    "(1, 2)",
    "1, 2",
    "2 3",
    "2 TIME",
    "SIN TIME",
    "(1)(2)",
    "1 : 2",
    "MAX(1: 2)",
    "IF(TIME, 1, 2, 3)",
    "IF(TIME: 1, 2)",
    // names
    "SINE(TIME)",
    "STPE(TIME, 0, 0, 1, 1)",
    "TIMEE*2",
    "ALPHA + 1",
    "NOSUCHTHING(1)",
    "AXU(1, 2)",
    "LINSPL(TIME, 0, 1)",
    "TIME(1)",
    "PI()",
    "STEP + 1",
    "DELAY(DX(1,2), 0.1, DY(1,2))",
    "INVPSD(TIME, 1, 0, 1, 10, 0, 1)",
    "FXYZ(1,2)",
    "CURVE(TIME, 0, 1, 2)",
    "FRICTION(1,23)",
    "2*USER(1, 2)",
    "USER(TIME)",
    // arguments
    "STEP(TIME, 0, 0, 1)",
    "SIN(1, 2)",
    "ABS(1, 2, 3)",
    "DX()",
    "DX(1.5, 2)",
    "DX(-1, 2)",
    "DX(0, 2)",
    "DX(TIME)",
    "DX(1,2,3,4)",
    "DX(,2)",
    "VARVAL(0)",
    "SFORCE(1,2,3,0)",
    "SFORCE(1,0,9,0)",
    "SFORCE(1,,3,0)",
    "ORIENT(30,1,2,4)",
    "ORIENT(3,4,2)",
    "STEP(TIME, 1, 0, 1, 5)",
    "IMPACT(DZ(1,2), VZ(1,2), 1, -5, 1.5, 10, 0.1)",
    "IMPACT(DZ(1,2), VZ(1,2), 1, 5, 0, 10, 0.1)",
    "IMPACT(DZ(1,2), VZ(1,2), 1, 5, 1, 10, 0)",
    "BISTOP(DZ(1,2), VZ(1,2), 2, 1, 5, 1, 10, 0.1)",
    "SWEEP(TIME, 1, 5, 1, 2, 3, 1)",
    "AKISPL(TIME, 0, 7)",
    "AKISPL(TIME, 0, 2)",
    "AKISPL(TIME, 0, 3)",
    "AKISPL(TIME, DX(1,2), 4, 1)",
    "CUBSPL(TIME, 0, 1, 3)",
    // values
    "1/0",
    "SQRT(-1) + LOG(0)",
    "TIME + 1E300*1E300",
    "ATAN2(0, 0)",
    // several at once
    "SINE(1) + COSINE(2)*ABS(FOO)",
    "IF(BAR: BAZ, 0, QUX(1))",
    // continuation and warnings
    "IMPACT(DZ(11,21,21),, VZ(11,21,21,21),1.0, 100, 1.5, 25, 0.1)",
    "MAX(TIME\n, 2)",
    "MAX(1,, 2,, SINN(3))",
    "1 +\n2 +\nFOO",
];

const MOTIONSOLVE: &[&str] = &[
    "DX(1,2) % 3",
    "MAG([1, 2, 3])",
    "INCANG(1, 2, 3)",
    "ORIENT(27, 1, 2)",
    "CPU + 1",
    "KE(1.5)",
    "SFORCE(1, 0, 12)",
    "AKISPL(TIME, 0, 1)",
    "max(1\n 2)",
];

fn world() -> World {
    let table = |n: usize, curves: usize, bad: bool| {
        let mut x: Vec<f64> = (0..n).map(|k| k as f64).collect();
        if bad {
            x[2] = x[1];
        }
        SplineTable {
            curves: (0..curves).map(|z| (z as f64, x.clone())).collect(),
            x,
            beyond: Beyond::Parabola,
        }
    };
    World::default()
        .with_spline(1, table(5, 1, false))
        .with_spline(2, table(3, 1, false))
        .with_spline(3, table(6, 1, true))
        .with_spline(4, table(6, 2, false))
}

fn answer(text: &str, dialect: Dialect) -> String {
    let mut sources = Sources::default();
    let id = sources.add("f", text.to_string());
    let mut spanned = SpannedText::default();
    spanned.push(text, Span::new(id, 0, text.len()));
    let mut d = Diagnostics::default();
    let tape = Expression::parse(spanned, dialect, &mut d)
        .and_then(|e| Tape::compile(&e, &world(), &mut d));
    assert_eq!(tape.is_none(), d.has_errors(), "{text}");
    assert!(!d.is_empty(), "{text} has nothing wrong");
    let mut out = String::new();
    for d in &d {
        assert!(
            d.name.starts_with("expr-") && !d.message.ends_with('.'),
            "{d:?}"
        );
        assert!(d.span != Span::NONE || text.is_empty(), "{text}: {d:?}");
        out += &render_plain(d, &sources);
    }
    out
}

#[test]
fn each_wrong_expression_has_its_answer() {
    let mut page = String::new();
    let mut never: Vec<&str> = carom_expr::DIAGNOSTICS.iter().map(|d| d.0).collect();
    for (dialect, list) in [(Dialect::Adams, ADAMS), (Dialect::MotionSolve, MOTIONSOLVE)] {
        for text in list {
            let answer = answer(text, dialect);
            never.retain(|name| !answer.contains(&format!("[{name}]")));
            page += &format!("--- {dialect:?}: {text:?}\n{answer}\n");
        }
    }
    // too large for a page; the tests of texts have them
    assert_eq!(never, ["expr-too-deep", "expr-too-long"]);
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/diagnostics.txt");
    if std::env::var_os("CAROM_BLESS").is_some() {
        std::fs::write(file, &page).expect("writable");
    }
    let golden = std::fs::read_to_string(file).expect("the page is part of the repository");
    for (a, b) in golden.split("--- ").zip(page.split("--- ")) {
        assert_eq!(b, a, "(left: now, right: expected)");
    }
    assert_eq!(golden.len(), page.len());
}
