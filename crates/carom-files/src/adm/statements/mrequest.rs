//! MREQUEST: one request for each of several elements.

use crate::adm::build::{Builder, insert};
use crate::adm::record::Record;
use crate::adm::statement::{SYSTEMS, Statement};
use crate::adm::syntax::{Label, Syntax, flag, id, list, text};
use crate::common::coverage::Status;
use crate::common::labels::Built;
use carom_base::{Diagnostic, Dialect, Span, SpannedText};
use carom_expr::Expression;
use carom_model::constraint::Function;
use carom_model::output::{RequestKind, Standard};
use carom_model::{MarkerId, Request, Tag};

const STANDARD: [&str; 4] = ["DISPLACEMENT", "VELOCITY", "ACCELERATION", "FORCE"];
const ELEMENTS: [&str; 4] = ["PARTS", "JOINTS", "JPRIMS", "APPFORS"];
/// In the place of a list.
const ALL: &str = "ALL";

/// MREQUEST
///
/// Of a part, the marker CM in ground; of other elements, I with respect to J. The ids of the requests follow the largest of the REQUESTs, in the order
/// of the lists: which ids Adams gives them is not published.
pub const STATEMENT: Statement = Statement::new(
    Syntax {
        name: "MREQUEST",
        aliases: &[],
        label: Label::Needed,
        status: Status::Partial(
            "not of NFORCE; the requests are numbered on from the largest id of a REQUEST",
        ),
        text: "One request for each of several parts, joints, joint primitives or applied forces.",
        source: "Adams Solver help, MREQUEST (Fortran)",
        arguments: &[
            flag("DISPLACEMENT"),
            flag("VELOCITY"),
            flag("ACCELERATION"),
            flag("FORCE"),
            list("PARTS"),
            list("JOINTS"),
            list("JPRIMS"),
            list("APPFORS"),
            id("RM").default("ground"),
            text("COMMENT").alias(&["C"]),
        ],
    },
    SYSTEMS,
    build,
)
.motionless();

/// What a request is of.
struct Of {
    who: String,
    i: MarkerId,
    j: Option<MarkerId>,
    /// The function of its force, and its label.
    force: Option<(&'static str, u32)>,
}

fn build(r: &Record, b: &mut Builder) -> Built {
    let which = match b.one_of(r, &STANDARD, "a quantity")? {
        "DISPLACEMENT" => Standard::Displacement,
        "VELOCITY" => Standard::Velocity,
        "ACCELERATION" => Standard::Acceleration,
        _ => Standard::Force,
    };
    let elements = b.one_of(r, &ELEMENTS, "a list")?;
    if which == Standard::Force && elements == "PARTS" {
        let what = "FORCE goes with JOINTS, JPRIMS and APPFORS";
        return Err(b.error(r, "adm-conflicting-arguments", r.place("PARTS"), what));
    }
    let rm = b.any_marker(r, "RM")?;
    let of_elements = listed(r, b, elements)?;
    let first = b.model.requests.labels().max().unwrap_or(0);
    let mut label = first;
    for of in &of_elements {
        label += 1;
        let kind = match of.force.filter(|_| which == Standard::Force) {
            Some(force) => components(r, b, force, rm),
            None => RequestKind::Standard {
                which,
                i: of.i,
                j: of.j,
                rm,
            },
        };
        let comment = match r.args.text("COMMENT") {
            "" => of.who.clone(),
            comment => format!("{comment}: {}", of.who),
        };
        let request = Request {
            tag: Tag {
                statement: "REQUEST",
                label,
                ..r.tag()
            },
            titles: Vec::new(),
            comment,
            kind,
        };
        insert(&mut b.model.requests, request)?;
    }
    let becomes = match &of_elements[..] {
        [] => "no request: there is nothing of the kind".to_owned(),
        [of] => format!("REQUEST/{label}, of {}", of.who),
        [of, .., last] => format!(
            "REQUEST/{} to REQUEST/{label}, of {} to {}",
            first + 1,
            of.who,
            last.who
        ),
    };
    let message = format!("{} becomes {becomes}", r.who);
    b.reading
        .push(Diagnostic::note("adm-mrequest", r.span, message));
    Ok(())
}

/// The components of the force of an element on I.
fn components(r: &Record, b: &Builder, force: (&str, u32), rm: Option<MarkerId>) -> RequestKind {
    let rm = rm.map_or(0, |rm| b.model.markers[rm].tag.label);
    let mut functions: [Option<Function>; 8] = Default::default();
    for (k, slot) in functions.iter_mut().enumerate() {
        let text = format!("{}({},0,{},{rm})", force.0, force.1, k + 1);
        let mut spanned = SpannedText::default();
        spanned.push(&text, r.span);
        let mut found = Default::default();
        *slot = Expression::parse(spanned, Dialect::Adams, &mut found).map(Function::Expression);
    }
    RequestKind::Functions(Box::new(functions))
}

/// The elements of a list; every one that is missing is reported.
fn listed(r: &Record, b: &mut Builder, argument: &str) -> Built<Vec<Of>> {
    let words = r.args.words(argument).to_vec();
    if let [(word, _)] = &words[..]
        && word.eq_ignore_ascii_case(ALL)
    {
        let mut all = of_all(b, argument);
        all.sort_by_key(|(label, _)| *label);
        return Ok(all.into_iter().map(|(_, of)| of).collect());
    }
    let all = of_all(b, argument);
    let mut list = Vec::with_capacity(words.len());
    for (word, span) in words {
        list.push(named(r, b, argument, &all, &word, span));
    }
    list.into_iter().collect()
}

fn named(
    r: &Record,
    b: &mut Builder,
    argument: &str,
    all: &[(u32, Of)],
    word: &str,
    span: Span,
) -> Built<Of> {
    let Ok(label) = word.parse::<u32>() else {
        let what = format!("{argument} lists ids, or is ALL");
        return Err(b.error(r, "adm-bad-value", span, &what));
    };
    // Of several forces with one label the first counts.
    match all.iter().find(|(l, _)| *l == label) {
        Some((_, of)) => Ok(Of {
            who: of.who.clone(),
            ..*of
        }),
        None => {
            let what = format!("there is no {label} among the {}", argument.to_lowercase());
            Err(b.error(r, "adm-unknown-element", span, &what))
        }
    }
}

/// All elements of a kind with their labels.
fn of_all(b: &Builder, argument: &str) -> Vec<(u32, Of)> {
    let m = &b.model;
    let mut list = Vec::new();
    let mut add = |tag: &Tag, i: MarkerId, j: Option<MarkerId>, force| {
        let who = tag.to_string();
        let force = Some((force, tag.label));
        list.push((tag.label, Of { who, i, j, force }));
    };
    match argument {
        "PARTS" => {
            let with_cm = m.parts.iter().filter_map(|p| Some((p, p.cm?)));
            with_cm.for_each(|(p, cm)| add(&p.tag, cm, None, ""));
        }
        "JOINTS" => m
            .joints
            .iter()
            .for_each(|e| add(&e.tag, e.i, Some(e.j), "JOINT")),
        "JPRIMS" => m
            .primitives
            .iter()
            .for_each(|e| add(&e.tag, e.i, Some(e.j), "JPRIM")),
        _ => {
            m.beams
                .iter()
                .for_each(|e| add(&e.tag, e.i, Some(e.j), "BEAM"));
            m.bushings
                .iter()
                .for_each(|e| add(&e.tag, e.i, Some(e.j), "BUSH"));
            m.fields
                .iter()
                .for_each(|e| add(&e.tag, e.i, Some(e.j), "FIELD"));
            for (table, name) in [
                (&m.general_forces, "GFORCE"),
                (&m.vector_forces, "VFORCE"),
                (&m.vector_torques, "VTORQ"),
            ] {
                table
                    .iter()
                    .for_each(|e| add(&e.tag, e.i, e.reaction.and_then(|(_, j)| j), name));
            }
            for e in m.scalar_forces.iter() {
                add(&e.tag, e.i, Some(e.j).filter(|_| !e.action_only), "SFORCE");
            }
            m.spring_dampers
                .iter()
                .for_each(|e| add(&e.tag, e.i, Some(e.j), "SPDP"));
        }
    }
    list
}

#[cfg(test)]
mod tests {
    use crate::adm::testing::{accept, find, refuse};
    use carom_model::output::RequestKind;

    const DECK: &str = "PART/2, MASS=1, CM=20, IP=1,1,1\nMARKER/20, PART=2\n\
        PART/3, MASS=1, CM=30, IP=1,1,1\nMARKER/30, PART=3\nJOINT/4, REVOLUTE, I=20, J=1\nJOINT/5, REVOLUTE, I=30, J=20\n\
        SFORCE/7, TRANSLATION, I=20, J=30, FUNCTION=3\nREQUEST/11, DISPLACEMENT, I=20\n";

    #[test]
    fn one_request_each() {
        let m = accept(&format!(
            "{DECK}MREQUEST/1, DISPLACEMENT, PARTS=ALL\nMREQUEST/2, PARTS=3, VELOCITY, RM=20, COMMENT=speeds\n\
             MREQUEST/3, FORCE, JOINTS=5,4\nMREQUEST/4, FORCE, APPFORS=ALL"
        ));
        let of = |k: u32| &m.requests[find(&m.requests, k)];
        let comments: Vec<_> = (12..=17).map(|k| of(k).comment.as_str()).collect();
        assert_eq!(
            comments,
            [
                "PART/2",
                "PART/3",
                "speeds: PART/3",
                "JOINT/5",
                "JOINT/4",
                "SFORCE/7"
            ]
        );
        let RequestKind::Functions(f) = &of(15).kind else {
            panic!("{:?}", of(15));
        };
        assert!(f.iter().all(Option::is_some));
        assert!(matches!(
            of(14).kind,
            RequestKind::Standard {
                j: None,
                rm: Some(_),
                ..
            }
        ));
    }

    #[test]
    fn refused() {
        let refuse = |text: &str, name: &str| refuse(&format!("{DECK}MREQUEST/1, {text}"), &[name]);
        refuse("DISPLACEMENT", "adm-missing-argument");
        refuse("PARTS=2", "adm-missing-argument");
        refuse("FORCE, PARTS=2", "adm-conflicting-arguments");
        refuse("FORCE, VELOCITY, JOINTS=4", "adm-conflicting-arguments");
        refuse("VELOCITY, PARTS=9", "adm-unknown-element");
        refuse("VELOCITY, PARTS=two", "adm-bad-value");
    }
}
