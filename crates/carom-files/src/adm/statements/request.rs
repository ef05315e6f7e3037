//! REQUEST: quantities for the output files.

use crate::adm::build::{Builder, insert};
use crate::adm::record::Record;
use crate::adm::statement::{Statement, USERS};
use crate::adm::syntax::{Label, Syntax, flag, function, id, ids, names, routine, text};
use crate::common::coverage::Status;
use crate::common::labels::Built;
use carom_base::{Diagnostics, Dialect, SpannedText};
use carom_expr::Expression;
use carom_model::Request;
use carom_model::constraint::Function;
use carom_model::output::{RequestKind, Standard};

const STANDARD: [&str; 4] = ["DISPLACEMENT", "VELOCITY", "ACCELERATION", "FORCE"];
const FUNCTIONS: [&str; 8] = ["F1", "F2", "F3", "F4", "F5", "F6", "F7", "F8"];

/// REQUEST
pub const STATEMENT: Statement = Statement::new(
    Syntax {
        name: "REQUEST",
        aliases: &[],
        label: Label::Needed,
        status: Status::Full,
        text: "Up to eight quantities that are written at each output step.",
        source: "Adams Solver help, REQUEST; abbreviations of the Chrono test models",
        arguments: &[
            flag("DISPLACEMENT"),
            flag("VELOCITY"),
            flag("ACCELERATION"),
            flag("FORCE"),
            id("I"),
            id("J").default("ground; with FORCE: whatever acts on I"),
            id("RM").default("ground"),
            function("F1").default("0"),
            function("F2").default("0"),
            function("F3").default("0"),
            function("F4").default("0"),
            function("F5").default("0"),
            function("F6").default("0"),
            function("F7").default("0"),
            function("F8").default("0"),
            ids("VARIABLES", 1, 8),
            function("FUNCTION").alias(&["F", "FU", "FUN"]),
            routine("ROUTINE"),
            names("TITLE"),
            text("COMMENT").alias(&["C"]),
            names("CNAMES").partial("taken as titles"),
            names("CUNITS").ignored("numbers are in the units of the model"),
            names("CLABELS").ignored("labels of axes in plots of Adams"),
            text("RESULTS_NAME").ignored("requests are named by their id and comment"),
        ],
    },
    USERS,
    build,
)
.motionless();

fn build(r: &Record, b: &mut Builder) -> Built {
    let request = Request {
        tag: r.tag(),
        titles: titles(r),
        comment: r.args.text("COMMENT").to_string(),
        kind: kind(r, b)?,
    };
    insert(&mut b.model.requests, request)
}

fn titles(r: &Record) -> Vec<String> {
    let given = ["TITLE", "CNAMES"].iter().find(|n| r.args.has(n));
    given.map_or(Vec::new(), |name| {
        let words = r.args.words(name).iter();
        words.map(|(word, _)| word.clone()).collect()
    })
}

/// The values of variables, as columns in their order.
fn values(r: &Record) -> [Option<Function>; 8] {
    let mut columns: [Option<Function>; 8] = Default::default();
    for (column, (label, span)) in columns.iter_mut().zip(r.args.ids("VARIABLES")) {
        let mut text = SpannedText::default();
        text.push(&format!("VARVAL({label})"), *span);
        let mut found = Diagnostics::default();
        *column = Expression::parse(text, Dialect::Adams, &mut found).map(Function::Expression);
    }
    columns
}

fn kind(r: &Record, b: &mut Builder) -> Built<RequestKind> {
    let standard = b.choice(r, &STANDARD)?;
    let functions = FUNCTIONS.iter().any(|f| r.args.has(f));
    for other in STANDARD.iter().chain(&FUNCTIONS).chain(&["FUNCTION"]) {
        b.exclusive(r, &[("VARIABLES", other)])?;
    }
    if r.args.has("VARIABLES") {
        b.elements(r, "VARIABLES", "VARIABLE", |m| &m.variables)?;
        return Ok(RequestKind::Functions(Box::new(values(r))));
    }
    for f in FUNCTIONS {
        b.exclusive(r, &[("FUNCTION", f)])?;
        for s in STANDARD {
            b.exclusive(r, &[(s, f), (s, "FUNCTION")])?;
        }
    }
    let Some(name) = standard else {
        for marker in ["I", "J", "RM"] {
            if r.args.has(marker) {
                let what = format!("{marker} goes with {}", STANDARD.join(", "));
                let span = r.place(marker);
                return Err(b.error(r, "adm-conflicting-arguments", span, &what));
            }
        }
        if functions {
            let function = |name| r.args.function(name, Some("ROUTINE"));
            return Ok(RequestKind::Functions(Box::new(FUNCTIONS.map(function))));
        }
        return match r.args.function("FUNCTION", Some("ROUTINE")) {
            Some(Function::User(user)) => Ok(RequestKind::User(user)),
            Some(Function::Expression(_)) => {
                let what = "FUNCTION has to be USER(...); expressions are F1 to F8";
                Err(b.error(r, "adm-bad-value", r.place("FUNCTION"), what))
            }
            None => {
                let what =
                    "a quantity is needed: DISPLACEMENT, VELOCITY, ACCELERATION, FORCE or F1 to F8";
                Err(b.error(r, "adm-missing-argument", r.span, what))
            }
        };
    };
    let (i, j) = (b.any_marker(r, "I"), b.any_marker(r, "J"));
    let (i, j, rm) = (i?, j?, b.any_marker(r, "RM")?);
    Ok(RequestKind::Standard {
        which: match name {
            "DISPLACEMENT" => Standard::Displacement,
            "VELOCITY" => Standard::Velocity,
            "ACCELERATION" => Standard::Acceleration,
            _ => Standard::Force,
        },
        i: b.needs(r, i, "I")?,
        j,
        rm,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adm::testing::{accept, find, refuse};

    fn request(text: &str) -> Request {
        let m = accept(&format!("REQUEST/5, {text}"));
        m.requests[find(&m.requests, 5)].clone()
    }

    #[test]
    fn standard() {
        use Standard::{Acceleration, Displacement, Force, Velocity};
        for (word, expected) in [
            ("D", Displacement),
            ("V", Velocity),
            ("ACC", Acceleration),
            ("F", Force),
        ] {
            let r = request(&format!("{word},I=01,J=1,C=POSITION: X (1-2): Y"));
            assert_eq!(r.comment, "POSITION: X (1-2): Y");
            let RequestKind::Standard { which, j, rm, .. } = r.kind else {
                panic!("standard")
            };
            assert_eq!((which, j.is_some(), rm), (expected, true, None));
        }
    }

    #[test]
    fn functions() {
        let r = request("F2=TIME\\F3=2*TIME\\F8=IF(TIME: 1,\n, 2, 3)\\, TITLE=a:b c::d, COM=x");
        let RequestKind::Functions(f) = r.kind else {
            panic!("functions")
        };
        let given: Vec<bool> = f.iter().map(Option::is_some).collect();
        assert_eq!(given, [false, true, true, false, false, false, false, true]);
        assert_eq!(r.titles, ["a", "b c", "", "d"]);
        assert_eq!(r.comment, "x");
        let r = request("COMMENT = e\n, F1 = TIME\\\n, CNAMES = \"\",X,\"Y Z\", CUNITS=a,b");
        assert_eq!(r.titles, ["", "X", "Y Z"]);
        let r = request("CNAMES=\"a\", \"b\", CLABELS=\"mm\", \"mm\", F2=TIME\\F3=2");
        assert_eq!(r.titles, ["a", "b"]);
    }

    #[test]
    fn variables_are_columns() {
        let m = accept(
            "VARIABLE/7, FUNCTION=TIME\nVARIABLE/8, FUNCTION=2*TIME\nREQUEST/5, VARIABLES=8,7, CNAMES=a,b",
        );
        let RequestKind::Functions(f) = &m.requests[find(&m.requests, 5)].kind else {
            panic!("functions")
        };
        let text = |k: usize| match &f[k] {
            Some(Function::Expression(e)) => e.text().to_string(),
            _ => String::new(),
        };
        assert_eq!([text(0), text(1), text(2)], ["VARVAL(8)", "VARVAL(7)", ""]);
        refuse("REQUEST/5, VARIABLES=9", &["adm-unknown-element"]);
        refuse(
            "VARIABLE/7, FUNCTION=TIME\nREQUEST/5, VARIABLES=7, F2=TIME",
            &["adm-conflicting-arguments"],
        );
    }

    #[test]
    fn refused() {
        let refuse = |text: &str, names: &[&str]| refuse(&format!("REQUEST/5, {text}"), names);
        refuse("C=nothing", &["adm-missing-argument"]);
        refuse("D", &["adm-missing-argument"]);
        refuse("D, V, I=1", &["adm-conflicting-arguments"]);
        refuse("D, I=1, F1=TIME", &["adm-conflicting-arguments"]);
        refuse("I=1, F1=TIME", &["adm-conflicting-arguments"]);
        refuse("D, I=9", &["adm-unknown-element"]);
        refuse("FUNCTION=TIME", &["adm-bad-value"]);
    }

    #[test]
    fn user_code_is_kept() {
        let kind = request("FUNCTION = USER( 1 )\\ ROUTINE = lib::req").kind;
        assert!(matches!(kind, RequestKind::User(u) if u.routine == "lib::req"));
    }
}
