//! Force_Vector_TwoBody: a force, a torque or both on I, with the reaction on the body of the floating marker.

use crate::motionsolve::build::{Builder, Built};
use crate::motionsolve::element::Element;
use crate::motionsolve::record::Record;
use crate::motionsolve::syntax::{
    Attribute, LABELLED, Section, USERSUB, expression, id, marker, word,
};
use carom_base::Diagnostic;
use carom_model::constraint::{Function, UserFunction};
use carom_model::{MarkerId, PartId, VectorForce};

/// The attribute `type` of vector forces.
pub(super) const TYPE: &[Attribute] =
    &[word("type", &["ForceOnly", "TorqueOnly", "ForceAndTorque"]).required()];

/// The components of vector forces.
pub(super) const COMPONENTS: &[Attribute] = &[
    expression("fx_expression").dim("F").default("0"),
    expression("fy_expression").dim("F").default("0"),
    expression("fz_expression").dim("F").default("0"),
    expression("tx_expression").dim("F·L").default("0"),
    expression("ty_expression").dim("F·L").default("0"),
    expression("tz_expression").dim("F·L").default("0"),
];

/// Why attributes that name bodies are left aside.
const BODIES: &str = "the markers say on which bodies they are";

/// Force_Vector_TwoBody
///
/// The components act on the body of I at I, along the axes of `ref_marker_id`. The body of
/// `j_floating_marker_id` takes the opposite force and torque **at the place where I is**: the floating marker
/// follows I, so nothing else may use its place.
pub const ELEMENT: Element = Element {
    section: Section::Both,
    attributes: &[
        LABELLED,
        TYPE,
        &[
            marker("i_marker_id").required(),
            marker("j_floating_marker_id").required(),
            marker("ref_marker_id").default("the global frame"),
            id("body1_id", &[]).ignored(BODIES),
            id("body2_id", &[]).ignored(BODIES),
            id("ref_body_id", &[]).ignored(BODIES),
        ],
        COMPONENTS,
        USERSUB,
    ],
    // Before all that uses places of markers: from here on the floating ones are known.
    phase: 3,
    build: Some(build),
    link: Some(link),
    ..Element::new(
        "Force_Vector_TwoBody",
        "A force, a torque or both on I; the reaction acts on another body at the place of I.",
        "MotionSolve help, xml-format_69, gfosub",
    )
};

fn build(r: &Record, b: &mut Builder) -> Built {
    let i = b.needed_marker(r, "i_marker_id")?;
    let j = float(r, b, i)?;
    let part = b.model.markers[j].part;
    insert(r, b, i, Some((part, Some(j))))
}

/// The floating marker, which from now on follows I.
fn float(r: &Record, b: &mut Builder, i: MarkerId) -> Built<MarkerId> {
    const NAME: &str = "j_floating_marker_id";
    let j = b.needed_marker(r, NAME)?;
    b.different_bodies(r, i, (j, NAME))?;
    b.model.markers[j].floating = true;
    b.floating.insert(j, (r.who.clone(), r.place(NAME)));
    Ok(j)
}

/// All floating markers are known only now.
fn link(r: &Record, b: &mut Builder) -> Built {
    b.marker(r, "i_marker_id")?;
    b.marker(r, "ref_marker_id")?;
    Ok(())
}

/// Enters a vector force in the table of its type.
pub(super) fn insert(
    r: &Record,
    b: &mut Builder,
    i: MarkerId,
    reaction: Option<(PartId, Option<MarkerId>)>,
) -> Built {
    let rm = b.marker(r, "ref_marker_id")?;
    let (components, user) = components(r, b)?;
    let force = VectorForce {
        tag: r.tag(),
        i,
        reaction,
        rm,
        components,
        user,
    };
    // Force_Vector_OneBody and Force_Vector_TwoBody count their ids apart and share these tables.
    match r.word("type") {
        Some("ForceOnly") => b.insert_shared(r, |m| &mut m.vector_forces, force),
        Some("TorqueOnly") => b.insert_shared(r, |m| &mut m.vector_torques, force),
        _ => b.insert_shared(r, |m| &mut m.general_forces, force),
    };
    Ok(())
}

/// FX FY FZ TX TY TZ as far as the type has them, or user-written code for all of them.
fn components(r: &Record, b: &mut Builder) -> Built<([Option<Function>; 6], Option<UserFunction>)> {
    let kept = match r.word("type") {
        Some("ForceOnly") => 0..3,
        Some("TorqueOnly") => 3..6,
        _ => 0..6,
    };
    let mut list = [const { None }; 6];
    for (k, a) in COMPONENTS.iter().enumerate() {
        if r.expression(a.name).is_none() {
            continue;
        }
        if !kept.contains(&k) {
            let place = r.place(a.name);
            let message = format!("{}: its type has no {}", r.who, a.name);
            let d = Diagnostic::error("xml-conflicting-attributes", place, message)
                .related(r.place("type"), "the type")
                .help("type=\"ForceAndTorque\" has all six components");
            b.reading.push(d);
            return Err(crate::motionsolve::build::Stop::Reported);
        }
        list[k] = b.function(r, a.name)?;
    }
    if list.iter().any(Option::is_some) {
        return Ok((list, None));
    }
    let first = COMPONENTS[kept.start].name;
    let user = b.user_code(r);
    let user = b.needs(r, user, first)?;
    b.report_user_code(r, &user);
    Ok((list, Some(user)))
}

#[cfg(test)]
mod tests {
    use crate::motionsolve::testing::{BODY, deck, find, label, model_of, names_of, read, refused};
    use carom_model::constraint::Function;

    const MARKERS: &str = "i_marker_id='20' j_floating_marker_id='10' ref_marker_id='1'";

    fn with(attributes: &str) -> String {
        format!("{BODY}<Force_Vector_TwoBody id='5' {attributes}/>")
    }

    #[test]
    fn types() {
        let m = model_of(&with(&format!(
            "type='FORCEONLY' {MARKERS} fz_expression='-2*DZ(20,1)' fx_expression='NULL'"
        )));
        let f = find(&m.vector_forces, 5);
        let given: Vec<bool> = f.components.iter().map(Option::is_some).collect();
        assert_eq!(given, [false, false, true, false, false, false]);
        let Some(Function::Expression(e)) = &f.components[2] else {
            panic!("an expression")
        };
        assert_eq!(e.text(), "-2*DZ(20,1)");
        let (part, floating) = f.reaction.expect("a reaction");
        assert_eq!(label(&m.parts, part), 1);
        assert_eq!(floating.map(|k| label(&m.markers, k)), Some(10));
        assert!(find(&m.markers, 10).floating && !find(&m.markers, 20).floating);
        assert_eq!(f.rm.map(|k| label(&m.markers, k)), Some(1));
        let m = model_of(&with(&format!(
            "type='TorqueOnly' {MARKERS} ty_expression='1'"
        )));
        assert!(find(&m.vector_torques, 5).components[4].is_some());
        // a leading blank, as exported decks have it
        let m = model_of(&with(
            "type=' ForceAndTorque' i_marker_id='20' j_floating_marker_id='10' tz_expression='1'",
        ));
        let f = find(&m.general_forces, 5);
        assert!(f.components[5].is_some() && f.rm.is_none() && f.user.is_none());
    }

    #[test]
    fn user_code_is_kept() {
        let text = with(&format!(
            "type='ForceAndTorque' {MARKERS} usrsub_param_string='USER(3,4)' usrsub_fnc_name='GFOSUB'"
        ));
        let (m, d) = read(&text);
        assert!(!d.has_errors());
        assert_eq!(names_of(&text), [""; 0]);
        let m = m.expect("a model");
        let user = find(&m.general_forces, 5).user.as_ref().expect("user code");
        assert_eq!(user.parameters, [3.0, 4.0]);
        assert!(m.unsupported.is_empty());
    }

    #[test]
    fn refusals() {
        let names = |a: &str| names_of(&with(a));
        let missing = "xml-missing-attribute";
        refused(&names(&format!("{MARKERS} fx_expression='1'")), missing);
        refused(&names(&format!("type='ForceOnly' {MARKERS}")), missing);
        refused(
            &names("type='ForceOnly' i_marker_id='20' fx_expression='1'"),
            missing,
        );
        refused(
            &names(&format!("type='ForceOnly' {MARKERS} tx_expression='1'")),
            "xml-conflicting-attributes",
        );
        refused(
            &names("type='ForceOnly' i_marker_id='20' j_floating_marker_id='21' fx_expression='1'"),
            "xml-same-body",
        );
    }

    #[test]
    fn a_floating_marker_has_one_use() {
        let one =
            format!("<Force_Vector_TwoBody id='6' type='ForceOnly' {MARKERS} fx_expression='1'/>");
        let second = with(&format!("type='ForceOnly' {MARKERS} fx_expression='1'"));
        let floating = "xml-floating-marker";
        refused(&names_of(&format!("{second}{one}")), floating);
        let scalar =
            "<Force_Scalar_TwoBody id='6' type='Force' i_marker_id='20' j_marker_id='10' val='1'/>";
        refused(&names_of(&format!("{second}{scalar}")), floating);
        // as axes of a force that stands before the one that makes it float
        let before = "<Force_Vector_OneBody id='7' type='ForceOnly' marker_id='20' ref_marker_id='10' \
             fx_expression='1'/>";
        refused(&names_of(&format!("{before}{second}")), floating);
    }

    #[test]
    fn decks() {
        let m = deck("force_vector_two_body");
        assert_eq!(
            (
                m.vector_forces.iter().count(),
                m.general_forces.iter().count()
            ),
            (1, 1)
        );
        let m = deck("impact_vector");
        assert_eq!(m.vector_forces.iter().count(), 2);
        let m = deck("impact_scalar");
        assert_eq!(m.scalar_forces.iter().count(), 2);
    }
}
