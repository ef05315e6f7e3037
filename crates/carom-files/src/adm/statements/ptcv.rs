//! PTCV: a point that stays on a curve.

use crate::adm::build::{Builder, insert};
use crate::adm::record::Record;
use crate::adm::statement::{Statement, USERS};
use crate::adm::syntax::{Label, Syntax, id, number, numbers};
use crate::common::coverage::Status;
use crate::common::labels::Built;
use carom_model::curve::StartPoint;
use carom_model::{MarkerId, PointOnCurve};

/// PTCV
pub const STATEMENT: Statement = Statement::new(
    Syntax {
        name: "PTCV",
        aliases: &[],
        label: Label::Needed,
        status: Status::Full,
        text: "The origin of marker I stays on a curve and slides along it without friction.",
        source: "Adams Solver help, PTCV",
        arguments: &[
            id("I").required(),
            id("CURVE").required(),
            id("RM").required(),
            id("JFLOAT").partial("the reaction acts at the contact; its axes cannot be asked for"),
            numbers("DISP", 3)
                .dim("L")
                .default("the point nearest to I"),
            id("ICM").default("RM"),
            number("VEL").dim("L·T⁻¹").default("as assembled"),
        ],
    },
    USERS,
    build,
);

fn build(r: &Record, b: &mut Builder) -> Built {
    let curve = b.find(r, "CURVE", "CURVE", |m| &m.curves);
    let (i, rm, jfloat) = (
        b.marker(r, "I"),
        b.marker(r, "RM"),
        b.any_marker(r, "JFLOAT"),
    );
    let (curve, i, rm, jfloat) = (curve?, i?, rm?, jfloat?);
    let (i, rm) = (b.needs(r, i, "I")?, b.needs(r, rm, "RM")?);
    let curve = b.needs(r, curve, "CURVE")?;
    b.different_parts(r, (i, "I"), (rm, "RM"))?;
    let start = start(r, b, ("DISP", "ICM"), rm)?;
    let ptcv = PointOnCurve {
        tag: r.tag(),
        i,
        curve,
        rm,
        jfloat,
        start: start.map(|s| StartPoint { exact: true, ..s }),
        velocity: r.args.number("VEL"),
    };
    insert(&mut b.model.points_on_curves, ptcv)
}

/// A start point `point`, given in the frame of the marker `frame` on the part of `rm`.
pub(super) fn start(
    r: &Record,
    b: &mut Builder,
    (point, frame): (&str, &str),
    rm: MarkerId,
) -> Built<Option<StartPoint>> {
    let given = b.marker(r, frame)?;
    if let Some(m) = given {
        let markers = &b.model.markers;
        if markers[m].part != markers[rm].part {
            let what = format!("{frame} has to be on the part of the curve");
            return Err(b.error(r, "adm-marker-on-other-part", r.place(frame), &what));
        }
    }
    let point = r.args.array::<3>(point);
    Ok(point.map(|point| StartPoint {
        point,
        frame: Some(given.unwrap_or(rm)),
        exact: false,
    }))
}

#[cfg(test)]
mod tests {
    use crate::adm::testing::{accept, find, refuse, unsupported};

    const DECK: &str = "PART/2\nMARKER/2, PART=2\nMARKER/3, PART=1\nMARKER/9, PART=1, FLOATING\n\
        MATRIX/1, FULL=RORDER, ROWS=4, COLUMNS=3, VALUES=0,0,0, 1,0,0, 2,1,0, 3,1,0\n\
        CURVE/1, MATRIX=1, CURVE_POINTS\nCURVE/2, MATRIX=1\n";

    #[test]
    fn starts() {
        let ptcv = |text: &str| {
            let m = accept(&format!(
                "{}PTCV/5, I=2, CURVE=1, RM=1, JFLOAT=9{text}",
                DECK.replace("CURVE/2, MATRIX=1\n", "")
            ));
            let c = m.points_on_curves[find(&m.points_on_curves, 5)].clone();
            let label = |k| m.markers[k].tag.label;
            let frame = c.start.and_then(|s| s.frame).map(label);
            (label(c.i), label(c.rm), c.start, frame, c.velocity)
        };
        assert_eq!(ptcv(""), (2, 1, None, None, None));
        let (_, _, start, frame, velocity) = ptcv(", DISP=1,0,0, VEL=-2");
        assert_eq!((frame, velocity), (Some(1), Some(-2.0)));
        assert!(start.is_some_and(|s| s.exact && s.point == [1.0, 0.0, 0.0]));
        assert_eq!(ptcv(", DISP=1,0,0, ICM=3").3, Some(3));
    }

    #[test]
    fn refused() {
        let deck = DECK.replace("CURVE/2, MATRIX=1\n", "");
        let refuse = |text: &str, name: &str| refuse(&format!("{deck}PTCV/5, {text}"), &[name]);
        refuse("I=2, CURVE=1", "adm-missing-argument");
        refuse("I=2, CURVE=1, RM=9", "adm-floating-marker");
        refuse("I=3, CURVE=1, RM=1", "adm-same-part");
        refuse("I=2, CURVE=7, RM=1", "adm-unknown-element");
        refuse("I=2, CURVE=1, RM=1, DISP=1,2", "adm-wrong-count");
        refuse(
            "I=2, CURVE=1, RM=1, DISP=1,2,3, ICM=2",
            "adm-marker-on-other-part",
        );
        let text = format!("{DECK}PTCV/5, I=2, CURVE=2, RM=1");
        unsupported(&text, &["CURVE/2", "PTCV/5"]);
    }
}
