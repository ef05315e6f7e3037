//! Post_Request: eight columns of results.

use crate::common::coverage::Status;
use crate::motionsolve::build::{Builder, Built};
use crate::motionsolve::element::Element;
use crate::motionsolve::inputs;
use crate::motionsolve::record::Record;
use crate::motionsolve::syntax::{
    LABELLED, Range, Section, USERSUB, expression, id, integer, marker, text, word,
};
use carom_base::Diagnostic;
use carom_expr::{ElementForce, Input};
use carom_model::Request;
use carom_model::constraint::Function;
use carom_model::output::{RequestKind, Standard};

/// Keywords of elements whose force can be asked for.
const KEYWORDS: &[(&str, ElementForce)] = &[
    ("JOINT", ElementForce::Joint),
    ("JPRIM", ElementForce::Jprim),
    ("MOTION", ElementForce::Motion),
    ("SFORCE", ElementForce::Sforce),
    ("VFORCE", ElementForce::Vforce),
    ("VTORQUE", ElementForce::Vtorq),
    ("GFORCE", ElementForce::Gforce),
    ("SPDP", ElementForce::Spdp),
    ("BUSH", ElementForce::Bush),
    ("BUSHING", ElementForce::Bush),
    ("BEAM", ElementForce::Beam),
    ("FIELD", ElementForce::Field),
    ("NFORCE", ElementForce::Nforce),
    ("CONTACT", ElementForce::Contact),
    ("FRICTION", ElementForce::Friction),
    ("PTCV", ElementForce::Ptcv),
    ("CVCV", ElementForce::Cvcv),
];

const SLOTS: [&str; 8] = [
    "expr1", "expr2", "expr3", "expr4", "expr5", "expr6", "expr7", "expr8",
];

/// Post_Request
pub const ELEMENT: Element = Element {
    status: Status::Partial(
        "user-written requests with --allow-user-code; else their columns are empty",
    ),
    section: Section::Both,
    attributes: &[
        LABELLED,
        &[
            text("comment"),
            word(
                "type",
                &[
                    "MARKER_DISPLACEMENT",
                    "MARKER_VELOCITY",
                    "MARKER_ACCELERATION",
                    "MARKER_FORCE",
                    "ELEMENTAL_FORCE",
                    "EXPRESSION",
                    "USERSUB",
                ],
            )
            .required(),
            marker("i_marker_id"),
            marker("j_marker_id").default("the global frame"),
            marker("ref_marker_id").default("the global frame"),
            text("elem_type"),
            id("elem_id", &[]).alias(&["element_id"]),
            integer("jflag").default("0").range(Range::Unit),
            expression("expr1"),
            expression("expr2"),
            expression("expr3"),
            expression("expr4"),
            expression("expr5"),
            expression("expr6"),
            expression("expr7"),
            expression("expr8"),
        ],
        USERSUB,
    ],
    phase: 9,
    changes_motion: false,
    build: Some(build),
    ..Element::new(
        "Post_Request",
        "Results of markers, of an element, or of expressions.",
        "MotionSolve help, xml-format_83; exported models",
    )
};

fn build(r: &Record, b: &mut Builder) -> Built {
    let kind = match r.word("type") {
        Some("MARKER_DISPLACEMENT") => standard(r, b, Standard::Displacement)?,
        Some("MARKER_VELOCITY") => standard(r, b, Standard::Velocity)?,
        Some("MARKER_ACCELERATION") => standard(r, b, Standard::Acceleration)?,
        Some("MARKER_FORCE") => standard(r, b, Standard::Force)?,
        Some("ELEMENTAL_FORCE") => elemental(r, b)?,
        Some("USERSUB") => {
            let user = b.user_code(r);
            let user = b.needs(r, user, "usrsub_param_string")?;
            b.report_user_code(r, &user);
            RequestKind::User(user)
        }
        _ => RequestKind::Functions(Box::new(
            SLOTS.map(|name| r.expression(name).map(|e| Function::Expression(e.clone()))),
        )),
    };
    let comment = match r.text("comment") {
        "" => r.text("label"),
        comment => comment,
    };
    let request = Request {
        tag: r.tag(),
        titles: Vec::new(),
        comment: comment.to_string(),
        kind,
    };
    b.insert(|m| &mut m.requests, request)
}

fn standard(r: &Record, b: &mut Builder, which: Standard) -> Built<RequestKind> {
    Ok(RequestKind::Standard {
        which,
        i: b.needed_marker(r, "i_marker_id")?,
        j: b.marker(r, "j_marker_id")?,
        rm: b.marker(r, "ref_marker_id")?,
    })
}

fn elemental(r: &Record, b: &mut Builder) -> Built<RequestKind> {
    let given = b.needs(r, r.get("elem_type").cloned(), "elem_type")?;
    let word = r.text("elem_type");
    let Some(&(_, element)) = KEYWORDS.iter().find(|(k, _)| k.eq_ignore_ascii_case(word)) else {
        // The name of the element does as well.
        return match by_name(r, b, word) {
            Some(element) => force_of(r, b, element),
            None => {
                let message = format!("{}: elem_type knows no {word:?}", r.who);
                let d = Diagnostic::error("xml-bad-value", given.span, message)
                    .suggest(word, KEYWORDS.iter().map(|(k, _)| *k));
                b.reading.push(d);
                Err(crate::motionsolve::build::Stop::Reported)
            }
        };
    };
    force_of(r, b, element)
}

fn by_name(r: &Record, b: &Builder, word: &str) -> Option<ElementForce> {
    let element = KEYWORDS.iter().map(|(_, e)| *e);
    let names = |e: ElementForce| inputs::elements(e).iter();
    let of = |e: &ElementForce| names(*e).find(|n| n.eq_ignore_ascii_case(word));
    let (element, name) = element.filter_map(|e| Some((e, of(&e)?))).next()?;
    // One element with a type, of which each has a function.
    let vector = r.id("elem_id").and_then(|(id, _)| b.lookup(&[name], id));
    let vector = vector.and_then(|(_, known)| inputs::vector_function(known.variant));
    Some(vector.map_or(element, |(function, _)| function))
}

fn force_of(r: &Record, b: &mut Builder, element: ElementForce) -> Built<RequestKind> {
    let (label, span) = b.needs(r, r.id("elem_id"), "elem_id")?;
    b.known(r, inputs::elements(element), label, span)?;
    let rm = b.marker(r, "ref_marker_id")?;
    Ok(RequestKind::Element(Input::ElementForce {
        element,
        id: label,
        at_j: r.number("jflag") == Some(1.0),
        component: 1,
        rm: rm.map(|m| b.model.markers[m].tag.label),
    }))
}

#[cfg(test)]
mod tests {
    use crate::motionsolve::testing::{BODY, find, label, model_of, names_of, read, refused};
    use carom_expr::{ElementForce, Input};
    use carom_model::output::{RequestKind, Standard};

    fn with(attributes: &str) -> String {
        let force =
            "<Force_Scalar_TwoBody id='5' type='Force' i_marker_id='20' j_marker_id='10' val='1'/>";
        format!("{BODY}{force}<Post_Request id='7' {attributes}/>")
    }

    #[test]
    fn of_markers() {
        let m = model_of(&with(
            "type='marker_velocity' i_marker_id='20' ref_marker_id='21' comment='speed'",
        ));
        let r = find(&m.requests, 7);
        let RequestKind::Standard { which, i, j, rm } = r.kind else {
            panic!("markers")
        };
        assert_eq!(
            (which, j, r.comment.as_str()),
            (Standard::Velocity, None, "speed")
        );
        assert_eq!(
            (label(&m.markers, i), rm.map(|k| label(&m.markers, k))),
            (20, Some(21))
        );
    }

    #[test]
    fn of_expressions() {
        let m = model_of(&with(
            "type='EXPRESSION' expr2='DZ(20)' EXPR3='NULL' expr4='null' label='x'",
        ));
        let r = find(&m.requests, 7);
        let RequestKind::Functions(list) = &r.kind else {
            panic!("expressions")
        };
        let given: Vec<bool> = list.iter().map(Option::is_some).collect();
        assert_eq!(
            given,
            [false, true, false, false, false, false, false, false]
        );
        assert_eq!((r.comment.as_str(), r.tag.name.as_str()), ("x", "x"));
    }

    #[test]
    fn of_elements() {
        for word in ["SFORCE", "Force_Scalar_TwoBody"] {
            let m = model_of(&with(&format!(
                "type='ELEMENTAL_FORCE' elem_type='{word}' elem_id='5' jflag='1'"
            )));
            let RequestKind::Element(input) = &find(&m.requests, 7).kind else {
                panic!("an element")
            };
            let expected = Input::ElementForce {
                element: ElementForce::Sforce,
                id: 5,
                at_j: true,
                component: 1,
                rm: None,
            };
            assert_eq!(*input, expected);
        }
    }

    /// The name of the element with a type, of which the language has three functions.
    #[test]
    fn of_vectors() {
        for (kind, function) in [
            ("ForceOnly' fx_expression='1", ElementForce::Vforce),
            ("TorqueOnly' tx_expression='1", ElementForce::Vtorq),
            ("ForceAndTorque' tz_expression='1", ElementForce::Gforce),
        ] {
            let text = format!(
                "<Reference_Marker id='13' body_id='1'/><Force_Vector_TwoBody id='8' type='{kind}' i_marker_id='20' j_floating_marker_id='13'/>"
            );
            let m = model_of(
                &(with("type='ELEMENTAL_FORCE' elem_type='FORCE_VECTOR_TwoBody' elem_id='8'")
                    + &text),
            );
            let RequestKind::Element(Input::ElementForce { element, .. }) =
                &find(&m.requests, 7).kind
            else {
                panic!("an element")
            };
            assert_eq!(*element, function, "{kind}");
        }
    }

    #[test]
    fn of_user_code() {
        let text =
            with("type='USERSUB' usrsub_param_string='USER(902,1)' usrsub_fnc_name='reqsub'");
        let (m, d) = read(&text);
        assert!(!d.has_errors() && names_of(&text) == [""; 0]);
        let m = m.expect("a model");
        assert!(matches!(find(&m.requests, 7).kind, RequestKind::User(_)));
        assert!(m.unsupported.is_empty());
    }

    #[test]
    fn refusals() {
        let names = |a: &str| names_of(&with(a));
        refused(&names("i_marker_id='20'"), "xml-missing-attribute");
        refused(&names("type='MARKER_FORCE'"), "xml-missing-attribute");
        refused(
            &names("type='ELEMENTAL_FORCE' elem_type='SFROCE' elem_id='5'"),
            "xml-bad-value",
        );
        refused(
            &names("type='ELEMENTAL_FORCE' elem_type='JOINT' elem_id='5'"),
            "xml-unknown-reference",
        );
        refused(
            &names("type='ELEMENTAL_FORCE' elem_type='SFORCE' elem_id='5' jflag='2'"),
            "xml-out-of-range",
        );
        refused(
            &names("type='EXPRESSION' expr1='SFORCE(6,0,1,0)'"),
            "xml-unknown-reference",
        );
    }
}
