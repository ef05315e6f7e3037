//! CVCV: two plane curves that touch.

use super::ptcv::start;
use crate::adm::build::{Builder, insert};
use crate::adm::record::Record;
use crate::adm::statement::{Statement, USERS};
use crate::adm::syntax::{Argument, Label, Syntax, id, numbers};
use crate::common::coverage::Status;
use crate::common::labels::Built;
use carom_model::CurveOnCurve;

/// A floating marker of the contact.
const fn float(name: &'static str) -> Argument {
    id(name).partial("the reaction acts at the contact; its axes cannot be asked for")
}

const fn begin(name: &'static str) -> Argument {
    numbers(name, 3)
        .dim("L")
        .default("where the curves are closest")
        .partial("the assembly begins there; it may end elsewhere")
}

/// CVCV
pub const STATEMENT: Statement = Statement::new(
    Syntax {
        name: "CVCV",
        aliases: &[],
        label: Label::Needed,
        status: Status::Full,
        text: "Two plane curves touch and slide on each other without friction; they do not lift off.",
        source: "Adams Solver help, CVCV",
        arguments: &[
            id("ICURVE").required(),
            id("JCURVE").required(),
            id("IRM").required(),
            id("JRM").required(),
            float("IFLOAT"),
            float("JFLOAT"),
            begin("IDISP"),
            begin("JDISP"),
            id("ICM").default("IRM"),
            id("JCM").default("JRM"),
        ],
    },
    USERS,
    build,
);

fn build(r: &Record, b: &mut Builder) -> Built {
    let curve = |b: &mut Builder, name: &str| {
        let curve = b.find(r, name, "CURVE", |m| &m.curves)?;
        b.needs(r, curve, name)
    };
    let curves = (curve(b, "ICURVE"), curve(b, "JCURVE"));
    let (irm, jrm) = (b.marker(r, "IRM"), b.marker(r, "JRM"));
    let floats = (b.any_marker(r, "IFLOAT"), b.any_marker(r, "JFLOAT"));
    let (curves, irm, jrm) = ([curves.0?, curves.1?], irm?, jrm?);
    let floats = [floats.0?, floats.1?];
    let rm = [b.needs(r, irm, "IRM")?, b.needs(r, jrm, "JRM")?];
    b.different_parts(r, (rm[0], "IRM"), (rm[1], "JRM"))?;
    let start = [
        start(r, b, ("IDISP", "ICM"), rm[0])?,
        start(r, b, ("JDISP", "JCM"), rm[1])?,
    ];
    let cvcv = CurveOnCurve {
        tag: r.tag(),
        curves,
        rm,
        floats,
        start,
    };
    insert(&mut b.model.curves_on_curves, cvcv)
}

#[cfg(test)]
mod tests {
    use crate::adm::testing::{accept, find, refuse};

    const DECK: &str = "PART/2\nMARKER/2, PART=2\nMARKER/3, PART=1\n\
        MATRIX/1, FULL=RORDER, ROWS=4, COLUMNS=3, VALUES=0,0,0, 1,0,0, 2,1,0, 3,1,0\n\
        CURVE/1, MATRIX=1, CURVE_POINTS\nCURVE/2, MATRIX=1, CURVE_POINTS\n";

    #[test]
    fn curves_and_frames() {
        let m = accept(&format!(
            "{DECK}CVCV/5, ICURVE=2, JCURVE=1, IRM=2, JRM=1, JDISP=1,0,0, JCM=3"
        ));
        let c = &m.curves_on_curves[find(&m.curves_on_curves, 5)];
        assert_eq!(c.curves.map(|k| m.curves[k].tag.label), [2, 1]);
        assert_eq!(c.rm.map(|k| m.markers[k].tag.label), [2, 1]);
        let frame = c.start[1].and_then(|s| s.frame).expect("a frame");
        assert!(c.start[0].is_none() && m.markers[frame].tag.label == 3);
    }

    #[test]
    fn refused() {
        let refuse = |text: &str, name: &str| refuse(&format!("{DECK}CVCV/5, {text}"), &[name]);
        refuse("ICURVE=2, JCURVE=1, IRM=2", "adm-missing-argument");
        refuse("ICURVE=2, JCURVE=1, IRM=3, JRM=1", "adm-same-part");
        refuse("ICURVE=2, JCURVE=9, IRM=2, JRM=1", "adm-unknown-element");
    }
}
