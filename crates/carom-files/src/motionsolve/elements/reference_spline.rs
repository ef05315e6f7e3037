//! Reference_Spline: points of a curve or of a family of curves.

use crate::common::coverage::Status;
use crate::common::points::{File, stand_in};
use crate::motionsolve::build::{Builder, Built, Stop};
use crate::motionsolve::element::Element;
use crate::motionsolve::record::Record;
use crate::motionsolve::syntax::{
    Content, LABELLED, Range, Section, USERSUB, boolean, integer, text,
};
use carom_base::{Diagnostic, Span};
use carom_expr::spline::{Beyond, SplineTable};
use carom_model::Spline;
use carom_model::control::SplineRoutine;
use std::sync::Arc;

/// The fewest points of a curve.
const FEWEST: usize = 4;
const FILE: &str = "CSV texts and RPC III time histories, by USER_SPLINE_READ or without a routine; other files by user-written code (SPLINE_READ) where --allow-user-code is given; DAC is not read, as it has no public description";
/// MotionSolve's own routine, for files of known forms.
const READY_MADE: &str = "USER_SPLINE_READ";

/// Reference_Spline
///
/// Between the tags of a curve stand pairs of x and y; of a surface the values of z, then for each x a row of x and
/// the value at each z. The latter is how MotionView lists such a table; the reader says so.
pub const ELEMENT: Element = Element {
    status: Status::Partial(
        "points between the tags and in CSV and RPC III files; not in DAC files",
    ),
    section: Section::Both,
    attributes: &[
        LABELLED,
        &[
            integer("num_xy_pair").range(Range::Positive),
            integer("num_x").range(Range::Positive),
            integer("num_z").range(Range::Positive),
            boolean("linear_extrap").default("FALSE"),
            text("file_name").partial(FILE),
            text("block_name").partial(FILE),
        ],
        USERSUB,
    ],
    content: Content::Numbers,
    phase: 3,
    build: Some(build),
    ..Element::new(
        "Reference_Spline",
        "Points of a curve y(x), or of curves y(x) at several z.",
        "MotionSolve help, xml-format_95, spline_api; MotionView help, SetSpline3D",
    )
};

fn build(r: &Record, b: &mut Builder) -> Built {
    let built = points(r, b);
    if matches!(built, Err(Stop::Reported)) {
        let spline = Spline {
            tag: r.tag(),
            table: Arc::new(stand_in()),
            routine: None,
        };
        b.insert(|m| &mut m.splines, spline)?;
    }
    built
}

fn points(r: &Record, b: &mut Builder) -> Built {
    let is_ready_made = r.text("usrsub_fnc_name").eq_ignore_ascii_case(READY_MADE);
    if let Some(user) = b.user_code(r).filter(|_| !is_ready_made) {
        b.report_user_code(r, &user);
        let spline = Spline {
            tag: r.tag(),
            table: Arc::new(SplineTable {
                beyond: Beyond::line_if(r.flag("linear_extrap").unwrap_or(false)),
                ..SplineTable::default()
            }),
            routine: Some(SplineRoutine {
                file: r.text("file_name").to_owned(),
                block: r.text("block_name").to_owned(),
                user,
            }),
        };
        return b.insert(|m| &mut m.splines, spline);
    }
    if r.has("file_name") {
        return of_file(r, b);
    }
    b.exclusive(r, &[("num_xy_pair", "num_x"), ("num_xy_pair", "num_z")])?;
    let count = |name| r.number(name).map(|n| n as usize);
    let planes = count("num_z").unwrap_or(1);
    let columns = planes.saturating_add(1);
    let heads: &[(f64, Span)] = if planes > 1 {
        b.warning(
            r,
            "xml-spline-surface",
            r.place("num_z"),
            "its numbers are read as the values of z, then one row per x with x and the value at each z",
        );
        r.numbers.get(..planes).unwrap_or(&[])
    } else {
        &[]
    };
    let body = r.numbers.get(heads.len()..).unwrap_or(&[]);
    let rows = body.len() / columns;
    let announced = count("num_xy_pair").or(count("num_x")).unwrap_or(rows);
    if rows < FEWEST || !body.len().is_multiple_of(columns) || announced != rows {
        let form = match planes {
            1 => "pairs of x and y".to_string(),
            n => format!("{n} values of z and rows of {columns} numbers"),
        };
        let what = format!(
            "{} numbers are no {form} that fit the counts, with at least {FEWEST} points",
            r.numbers.len()
        );
        return Err(b.error(r, "xml-spline-points", r.span, &what));
    }
    let x: Vec<(f64, Span)> = body.iter().step_by(columns).copied().collect();
    increasing(r, b, &x, "x")?;
    increasing(r, b, heads, "z")?;
    let curve = |k: usize| {
        let y = body.iter().skip(k + 1).step_by(columns).map(|(y, _)| *y);
        (heads.get(k).map_or(0.0, |(z, _)| *z), y.collect())
    };
    let table = SplineTable {
        x: x.iter().map(|(x, _)| *x).collect(),
        curves: (0..planes).map(curve).collect(),
        beyond: Beyond::line_if(r.flag("linear_extrap").unwrap_or(false)),
    };
    let spline = Spline {
        tag: r.tag(),
        table: Arc::new(table),
        routine: None,
    };
    b.insert(|m| &mut m.splines, spline)
}

/// The points that a block of a file gives.
fn of_file(r: &Record, b: &mut Builder) -> Built {
    let at = r.place("file_name");
    let model = b.model.sources.get(r.span.source).map(|s| s.path.clone());
    let file = File::open(&model.unwrap_or_default(), r.text("file_name"));
    let read = file.and_then(|file| Ok((file.block(r.text("block_name"))?, file)));
    let (points, file) = read.map_err(|what| b.error(r, "xml-spline-file", at, &what))?;
    let table = SplineTable {
        x: points.x,
        curves: points.curves,
        beyond: Beyond::line_if(r.flag("linear_extrap").unwrap_or(false)),
    };
    if table.x.len() < FEWEST {
        let what = format!("{} points are too few, it takes {FEWEST}", table.x.len());
        return Err(b.error(r, "xml-spline-points", at, &what));
    }
    if let Some(what) = table.problem() {
        return Err(b.error(r, "xml-spline-points", at, &what));
    }
    if points.left_aside > 0 {
        let what = format!(
            "the last {} rows of {} are left aside: x stops to increase there",
            points.left_aside,
            file.path.display()
        );
        b.warning(r, "xml-spline-file", at, &what);
    }
    let said = format!(
        "{}: {} points of {}, {}",
        r.who,
        table.x.len(),
        file.path.display(),
        points.said
    );
    b.reading
        .push(Diagnostic::note("xml-spline-file", at, said));
    let mark = file.mark();
    let source = b.model.sources.add(file.path, mark);
    b.model.sources.hide(source);
    let spline = Spline {
        tag: r.tag(),
        table: Arc::new(table),
        routine: None,
    };
    b.insert(|m| &mut m.splines, spline)
}

fn increasing(r: &Record, b: &mut Builder, list: &[(f64, Span)], name: &str) -> Built {
    match list.windows(2).find(|w| w[1].0 <= w[0].0) {
        Some(w) => {
            let what = format!("{name} has to increase: {} follows {}", w[1].0, w[0].0);
            Err(b.error(r, "xml-spline-points", w[1].1, &what))
        }
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use crate::motionsolve::testing::{find, model_of, names_of, refused};
    use carom_expr::spline::Beyond;

    fn with(attributes: &str, numbers: &str) -> String {
        format!("<Reference_Spline id='5' {attributes}>{numbers}</Reference_Spline>")
    }

    #[test]
    fn curves() {
        let m = model_of(&with(
            "num_xy_pair='4' linear_extrap='TRUE'",
            "\n 0. 1.\n 1. 3.\n 2., 5.\n 4. 6.\n",
        ));
        let t = &find(&m.splines, 5).table;
        assert_eq!(t.x, [0.0, 1.0, 2.0, 4.0]);
        assert_eq!(t.curves, [(0.0, vec![1.0, 3.0, 5.0, 6.0])]);
        assert!(t.beyond == Beyond::Line && t.problem().is_none());
        let m = model_of(&with("", "0 1 1 3 2 5 4 6 5 7"));
        assert_eq!(find(&m.splines, 5).table.beyond, Beyond::Parabola);
    }

    #[test]
    fn surfaces() {
        let text = with(
            "num_x='4' num_z='2'",
            "10 20\n 0 1 2\n 1 3 4\n 2 5 6\n 3 7 8",
        );
        assert_eq!(names_of(&text), ["xml-spline-surface"]);
        let t = model_of(&text);
        let t = &find(&t.splines, 5).table;
        assert_eq!(t.x, [0.0, 1.0, 2.0, 3.0]);
        let expected = [
            (10.0, vec![1.0, 3.0, 5.0, 7.0]),
            (20.0, vec![2.0, 4.0, 6.0, 8.0]),
        ];
        assert_eq!(t.curves, expected);
        assert!(t.problem().is_none());
    }

    #[test]
    fn refusals() {
        let names = |a: &str, n: &str| names_of(&with(a, n));
        refused(
            &names("num_xy_pair='5'", "0 1 1 2 2 3 3 4"),
            "xml-spline-points",
        );
        refused(&names("", "0 1 1 2 2 3"), "xml-spline-points");
        refused(&names("", "0 1 1 2 2 3 3 4 5"), "xml-spline-points");
        refused(&names("", "0 1 1 2 1 3 3 4"), "xml-spline-points");
        refused(&names("", ""), "xml-spline-points");
        refused(&names("num_z='4000000000'", "0 1"), "xml-spline-points");
        refused(
            &names("num_z='2'", "2 1 0 1 2 1 3 4 2 5 6 3 7 8"),
            "xml-spline-points",
        );
        refused(&names("", "0 1 1 b"), "xml-bad-number");
        let m = model_of(&with(
            "file_name='a.dat' block_name='b' usrsub_dll_name='a.dll'",
            "",
        ));
        let routine = find(&m.splines, 5)
            .routine
            .as_ref()
            .expect("user-written code");
        assert_eq!(
            (routine.file.as_str(), routine.block.as_str()),
            ("a.dat", "b")
        );
        let text = with("file_name='a.dat' block_name='b'", "");
        assert_eq!(names_of(&text), ["xml-spline-file"]);
    }
}
