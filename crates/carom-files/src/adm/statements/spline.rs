//! SPLINE: points of a curve or of a family of curves.

use crate::adm::arguments::Value;
use crate::adm::build::{Builder, insert};
use crate::adm::record::Record;
use crate::adm::statement::{SETTINGS, Statement};
use crate::adm::syntax::{
    Label, Range, Syntax, flag, function, integer, routine, some_numbers, text,
};
use crate::common::coverage::Status;
use crate::common::labels::{Built, Stop};
use crate::common::points::{File, stand_in};
use carom_base::{Diagnostic, Span};
use carom_expr::spline::{Beyond, SplineTable};
use carom_model::Spline;
use carom_model::constraint::{Function, UserFunction};
use carom_model::control::SplineRoutine;
use std::sync::Arc;

/// The fewest points of a curve.
const FEWEST: usize = 4;
const FILE: &str = "RPC III time histories; with FUNCTION=USER(...) or ROUTINE, SPLINE_READ reads any file where --allow-user-code is given; DAC is not read, as it has no public description";
const ROUTINE: &str = "blocks of files are read by user-written code, SPLINE_READ, which FUNCTION=USER(...) or ROUTINE has to name";
const BLOCK: &str = "for SPLINE_READ, where --allow-user-code is given";

/// SPLINE
pub const STATEMENT: Statement = Statement::new(
    Syntax {
        name: "SPLINE",
        aliases: &[],
        label: Label::Needed,
        status: Status::Partial("points in the dataset and in RPC III files; not in DAC files"),
        text: "Points of a curve y(x), or of curves y(x) at several z, for AKISPL and CUBSPL.",
        source: "Adams Solver help, SPLINE",
        arguments: &[
            some_numbers("X", FEWEST, usize::MAX),
            some_numbers("Y", FEWEST, usize::MAX).repeats(),
            flag("LINEAR_EXTRAPOLATE"),
            text("FILE").partial(FILE),
            text("BLOCK").partial(BLOCK),
            integer("CHANNEL").range(Range::Positive),
            function("FUNCTION"),
            routine("ROUTINE"),
        ],
    },
    SETTINGS,
    build,
);

/// The routine that gives the points of a spline, and the table that it will fill.
fn of_routine(r: &Record, b: &mut Builder, user: UserFunction) -> Built {
    let spline = Spline {
        tag: r.tag(),
        table: Arc::new(SplineTable {
            beyond: Beyond::line_if(r.args.has("LINEAR_EXTRAPOLATE")),
            ..SplineTable::default()
        }),
        routine: Some(SplineRoutine {
            file: r.args.file("FILE").to_owned(),
            block: r.args.text("BLOCK").to_owned(),
            user,
        }),
    };
    insert(&mut b.model.splines, spline)
}

/// The points of a time history, which beyond its ends keeps its first and last value.
fn of_file(r: &Record, b: &mut Builder) -> Built {
    b.exclusive(r, &[("FILE", "X"), ("FILE", "Y")])?;
    if r.args.has("BLOCK") {
        return Err(Stop::Unsupported(ROUTINE.into(), r.place("BLOCK")));
    }
    let dataset = b.model.sources.get(r.span.source).map(|s| s.path.clone());
    let at = r.place("FILE");
    let channel = r.args.number("CHANNEL").map(|n| n as u32);
    let file = File::open(&dataset.unwrap_or_default(), r.args.file("FILE"));
    let read = file.and_then(|file| Ok((file.channel(channel)?, file)));
    let (points, file) = read.map_err(|what| b.error(r, "adm-spline-file", at, &what))?;
    if points.x.len() < FEWEST {
        let what = format!("{} points are too few, it takes {FEWEST}", points.x.len());
        return Err(b.error(r, "adm-spline-points", at, &what));
    }
    let read = format!(
        "{}: {} points of {}, {}",
        r.who,
        points.x.len(),
        file.path.display(),
        points.said
    );
    b.reading
        .push(Diagnostic::note("adm-spline-file", at, read));
    let mark = file.mark();
    let source = b.model.sources.add(file.path, mark);
    b.model.sources.hide(source);
    let beyond = match r.args.has("LINEAR_EXTRAPOLATE") {
        true => Beyond::Line,
        false => Beyond::Level,
    };
    let spline = Spline {
        tag: r.tag(),
        table: Arc::new(SplineTable {
            x: points.x,
            curves: points.curves,
            beyond,
        }),
        routine: None,
    };
    insert(&mut b.model.splines, spline)
}

fn build(r: &Record, b: &mut Builder) -> Built {
    let built = points(r, b);
    if matches!(built, Err(Stop::Reported)) {
        let spline = Spline {
            tag: r.tag(),
            table: Arc::new(stand_in()),
            routine: None,
        };
        insert(&mut b.model.splines, spline)?;
    }
    built
}

fn points(r: &Record, b: &mut Builder) -> Built {
    match r.args.function("FUNCTION", Some("ROUTINE")) {
        Some(Function::User(user)) => return of_routine(r, b, user),
        None if r.args.has("ROUTINE") => {
            let user = UserFunction {
                parameters: Vec::new(),
                routine: r.args.text("ROUTINE").to_owned(),
                span: r.place("ROUTINE"),
            };
            return of_routine(r, b, user);
        }
        Some(Function::Expression(_)) => {
            let what = "FUNCTION has to be USER(...)";
            return Err(b.error(r, "adm-bad-value", r.place("FUNCTION"), what));
        }
        None => {}
    }
    if r.args.has("FILE") {
        return of_file(r, b);
    }
    b.exclusive(r, &[("X", "BLOCK"), ("X", "CHANNEL")])?;
    let given = (!r.args.numbers("X").is_empty()).then_some(());
    b.needs(r, given, "X")?;
    let given = (!r.args.all("Y").is_empty()).then_some(());
    b.needs(r, given, "Y")?;
    increasing(r, b, r.args.placed_numbers("X"), "X")?;
    let x = r.args.numbers("X");
    let given = r.args.all("Y");
    let mut curves: Vec<(f64, Vec<f64>)> = Vec::with_capacity(given.len());
    let mut z_values = Vec::new();
    for y in given {
        let Value::Numbers(list) = &y.value else {
            continue;
        };
        let values = |from: usize| list[from..].iter().map(|(v, _)| *v).collect::<Vec<_>>();
        if list.len() == x.len() && given.len() == 1 {
            curves.push((0.0, values(0)));
        } else if list.len() == x.len() + 1 {
            // A curve of a family: its z comes first.
            z_values.push(list[0]);
            curves.push((list[0].0, values(1)));
        } else {
            let extra = if given.len() == 1 { 0 } else { 1 };
            let what = format!(
                "Y needs {} values for {} points, not {}",
                x.len() + extra,
                x.len(),
                list.len()
            );
            return Err(b.error(r, "adm-spline-points", y.keyword, &what));
        }
    }
    increasing(r, b, &z_values, "z, the first value of each Y,")?;
    let table = SplineTable {
        x,
        curves,
        beyond: Beyond::line_if(r.args.has("LINEAR_EXTRAPOLATE")),
    };
    let spline = Spline {
        tag: r.tag(),
        table: Arc::new(table),
        routine: None,
    };
    insert(&mut b.model.splines, spline)
}

fn increasing(r: &Record, b: &mut Builder, list: &[(f64, Span)], name: &str) -> Built {
    match list.windows(2).find(|w| w[1].0 <= w[0].0) {
        Some(w) => {
            let what = format!("{name} has to increase: {} follows {}", w[1].0, w[0].0);
            Err(b.error(r, "adm-spline-points", w[1].1, &what))
        }
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use crate::adm::testing::{accept, find, refuse, unsupported};
    use carom_expr::spline::Beyond;

    #[test]
    fn curves_and_surfaces() {
        let m = accept(
            "SPLINE/1\n, X = -4, -3, -2,\n, 0\n, Y = 1, 2, 3, 4, LINEAR_EXTRAPOLATE\n\
             SPLINE/2, X=1,2,3,4\n, Y=10, 1,2,3,4\n, Y=20, 5,6,7,8",
        );
        let t = &m.splines[find(&m.splines, 1)].table;
        assert_eq!(t.x, [-4.0, -3.0, -2.0, 0.0]);
        assert_eq!(t.curves, [(0.0, vec![1.0, 2.0, 3.0, 4.0])]);
        assert_eq!(t.beyond, Beyond::Line);
        let t = &m.splines[find(&m.splines, 2)].table;
        assert_eq!(t.curves[1], (20.0, vec![5.0, 6.0, 7.0, 8.0]));
        assert_eq!(t.beyond, Beyond::Parabola);
    }

    #[test]
    fn refused() {
        refuse("SPLINE/1, X=1,2,2,4, Y=1,2,3,4", &["adm-spline-points"]);
        refuse("SPLINE/1, X=1,2,3,4, Y=1,2,3,4,5,6", &["adm-spline-points"]);
        refuse(
            "SPLINE/1, X=1,2,3,4, Y=2,1,2,3,4, Y=1,1,2,3,4",
            &["adm-spline-points"],
        );
        refuse(
            "SPLINE/1, X=1,2,3,4, Y=1,2,3,4, Y=1,2,3,4",
            &["adm-spline-points"],
        );
        refuse("SPLINE/1, X=1,2,3, Y=1,2,3", &["adm-wrong-count"; 2]);
        refuse("SPLINE/1, X=1,2,3,4", &["adm-missing-argument"]);
        refuse(
            "SPLINE/1, X=1,2,3,4, X=1,2,3,4, Y=1,2,3,4",
            &["adm-duplicate-argument"],
        );
        unsupported("SPLINE/1, FILE=road.dat, BLOCK=a", &["SPLINE/1"]);
        refuse(
            "SPLINE/1, FILE=nowhere.rsp, CHANNEL=1",
            &["adm-spline-file"],
        );
    }
}
