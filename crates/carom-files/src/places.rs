//! The numbers of a deck by the names of their places, so that a study can give them other values.
//!
//! A place is named as the deck names it: element, argument, and where the argument has several numbers which of them.
//!
//! | place | what |
//! |---|---|
//! | `PART/2.mass`, `Body_Rigid/2.mass` | an argument, whether the deck gives it or not |
//! | `PART/2.qg.z`, `PART/2.ip[3]` | one of several numbers, by coordinate or by number |
//! | `VARIABLE/4.function` | a whole expression |
//! | `SFORCE/1.function.IMPACT.k` | an argument of a function in an expression; `IMPACT[2].k` of the second IMPACT in it |
//! | `SFORCE/1.function#3` | the third number of the text of an expression |
//! | `ACCGRAV.kgrav`, `Simulate[2].end_time` | an element without id; the second one of its name |
//! | `PART/2.pose.position.z`, `gravity.z` | in a model file, by its keys |
//!
//! Upper and lower case are the same. The value takes the place of the number in the text, in the unit in which it is
//! written there: where the deck says `30D`, it is in degrees. So whatever the deck may say there, and whatever is
//! wrong with it, is said by the reader of the deck, with its place.

pub(crate) mod place;

pub use place::Place;

use carom_base::{Span, diagnostic::closest};
use carom_model::Model;

/// All numbers of a model's deck, in the order of the deck.
pub fn list(model: &Model) -> Vec<Place> {
    let mut list = Vec::new();
    of(model, &mut |_| true, &mut list);
    list.retain(|p| p.value.is_some());
    list
}

/// Why there is no place.
#[derive(Clone, Debug, PartialEq)]
pub struct NoPlace {
    /// What is wrong with the path.
    pub message: String,
    /// A path that may be meant.
    pub near: Option<String>,
}

/// The place of a name.
///
/// # Errors
/// There is no such element, it has no such argument, or the argument holds no such number.
pub fn find(model: &Model, path: &str) -> Result<Place, NoPlace> {
    let (element, argument) = split(path);
    let mut list = Vec::new();
    let mut elements = Vec::new();
    let mut wanted = |who: &str| {
        elements.push(who.to_owned());
        who.eq_ignore_ascii_case(element)
    };
    of(model, &mut wanted, &mut list);
    if let Some(place) = list.iter().find(|p| p.is(path)) {
        return Ok(place.clone());
    }
    if !elements.iter().any(|e| e.eq_ignore_ascii_case(element)) {
        let near = closest(element, elements.iter().map(String::as_str));
        return Err(NoPlace {
            message: format!("the model has no {element}"),
            near: near.map(|e| format!("{e}{}", &path[element.len()..])),
        });
    }
    let near = closest(path, list.iter().map(|p| p.path.as_str())).map(str::to_owned);
    let message = match argument {
        "" => format!("{element} is an element; a path goes on to one of its numbers"),
        _ => format!("{element} has no number {argument}"),
    };
    // Nothing near: the numbers that are there tell more than nothing.
    let some = || {
        let given = list.iter().filter(|p| p.value.is_some()).take(4);
        let names: Vec<_> = given.map(|p| p.path.clone()).collect();
        (!names.is_empty()).then(|| names.join(", "))
    };
    Err(NoPlace {
        message,
        near: near.or_else(some),
    })
}

/// Element and the rest of a path.
fn split(path: &str) -> (&str, &str) {
    path.split_once('.').unwrap_or((path, ""))
}

fn of(model: &Model, wanted: &mut dyn FnMut(&str) -> bool, list: &mut Vec<Place>) {
    let Some(first) = model.parts.iter().next() else {
        return;
    };
    let id = first.tag.span.source;
    let Some(source) = model.sources.get(id) else {
        return;
    };
    if source
        .path
        .extension()
        .is_some_and(|e| e.eq_ignore_ascii_case("toml"))
    {
        return crate::native::places(&source.text, id, wanted, list);
    }
    match model.dialect {
        carom_base::Dialect::Adams => crate::adm::places::places(&source.text, id, wanted, list),
        carom_base::Dialect::MotionSolve => {
            crate::motionsolve::places::places(&source.text, id, wanted, list);
        }
    }
}

/// A text with other numbers in it.
///
/// Spans must not overlap; those of [`Place`]s of one text do so only if one is a part of the other.
pub fn edit(text: &str, edits: &mut [(Span, String)]) -> String {
    edits.sort_by_key(|(span, _)| (span.start, span.end));
    let mut out = String::with_capacity(text.len() + 16 * edits.len());
    let mut at = 0;
    for (span, new) in edits.iter() {
        out.push_str(&text[at..span.start as usize]);
        out.push_str(new);
        at = span.end as usize;
    }
    out.push_str(&text[at..]);
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{adm, motionsolve};
    use std::path::Path;

    const DECK: &str = "\
Ball
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
PART/1, GROUND
MARKER/1, PART=1, REULER=30D, 0, 0
PART/2, MASS=1, CM=2, IP=1,2,
, 3, QG = 0, 0, 1.1
MARKER/2, PART=2
ACCGRAV/KGRAV=-9.80665
SFORCE/1, I=2, J=1, TRANSLATION, ACTIONONLY
, FUNCTION=IMPACT(DZ(2,1), VZ(2,1), 0.1,
, 1E5, 1.5, 50, 1E-4) + 2*SIN(30D)
VARIABLE/4, FUNCTION = 1 +
, 2
END
";

    fn model() -> Model {
        let (model, d) = adm::read_text("ball.adm", DECK);
        assert!(!d.has_errors(), "{d:?}");
        model.expect("sound")
    }

    /// The deck with other values.
    fn edited(changes: &[(&str, f64)]) -> String {
        let model = model();
        let mut edits: Vec<_> = changes
            .iter()
            .map(|(path, x)| {
                let place = find(&model, path).unwrap_or_else(|e| panic!("{path}: {e:?}"));
                (place.span, place.written(*x))
            })
            .collect();
        edit(DECK, &mut edits)
    }

    #[test]
    fn places_are_found_and_changed() {
        let text = edited(&[
            ("PART/2.mass", 2.5),
            ("part/2.QG.z", -1.0),
            ("PART/2.ip[2]", 7.0),
            ("PART/2.vx", 1e-7),
            ("MARKER/1.reuler[1]", 45.0),
            ("ACCGRAV.kgrav", -1.62),
            ("SFORCE/1.function.IMPACT.k", 1e6),
            ("SFORCE/1.function#10", -3.0),
            ("SFORCE/1.function.SIN.a", -60.0),
            ("VARIABLE/4.function", 0.1 + 0.2),
        ]);
        for piece in [
            "PART/2, VX=1e-7, MASS=2.5,",
            "IP=1,7.0,\n, 3, QG = 0, 0, -1.0\n",
            "REULER=45.0D, 0",
            "KGRAV=-1.62\n",
            ", 1000000.0, 1.5, 50, 1E-4) + (-3.0)*SIN(-60.0D)\n",
            "FUNCTION = 0.30000000000000004\n\nEND",
        ] {
            assert!(text.contains(piece), "{piece} in {text}");
        }
        let (again, d) = adm::read_text("ball.adm", text.clone());
        assert!(!d.has_errors(), "{d:?}");
        let again = again.expect("sound");
        let part = again.parts.iter().nth(1).expect("it has two");
        assert_eq!((part.mass, again.gravity[2]), (2.5, -1.62));
        // what stands behind keeps its line
        assert_eq!(text.lines().count(), DECK.lines().count());
    }

    #[test]
    fn the_list_names_what_find_finds() {
        let model = model();
        let list = list(&model);
        assert!(list.len() > 20, "{list:?}");
        for place in &list {
            assert_eq!(find(&model, &place.path).as_ref(), Ok(place));
        }
        let value = |path: &str| find(&model, path).map(|p| p.value);
        assert_eq!(value("PART/2.qg.z"), Ok(Some(1.1)));
        assert_eq!(value("PART/2.qg[3]"), Ok(Some(1.1)));
        assert_eq!(value("MARKER/1.reuler[1]"), Ok(Some(30.0)));
        assert_eq!(value("SFORCE/1.function"), Ok(None));
        assert_eq!(value("PART/2.wx"), Ok(None));
    }

    #[test]
    fn what_is_not_there_is_told() {
        let model = model();
        let e = find(&model, "PART/3.mass").unwrap_err();
        assert_eq!(
            (e.message.as_str(), e.near.as_deref()),
            ("the model has no PART/3", Some("PART/1.mass"))
        );
        let e = find(&model, "PART/2.mas").unwrap_err();
        assert_eq!(e.message, "PART/2 has no number mas");
        assert_eq!(e.near.as_deref(), Some("PART/2.MASS"));
        assert!(find(&model, "PART/2").is_err());
        assert!(
            find(&model, "PART/2.cm").is_err(),
            "an id is no number to vary"
        );
        assert!(find(&model, "").is_err());
    }

    const XML: &str = r#"<MultiBodySystem><Model>
 <Body_Rigid id="1" IsGround="TRUE"/>
 <Reference_Marker id="1" body_id="1" body_type="RigidBody" pos_x="0." pos_y="0." pos_z="0."/>
 <Body_Rigid id="2" mass="1.0E0" cg_id="2" inertia_xx="1" inertia_yy="1" inertia_zz="1"/>
 <Reference_Marker id="2" body_id="2" body_type="RigidBody" pos_z="1.1"/>
 <Force_Scalar_TwoBody id="1" i_marker_id="2" j_marker_id="1" type="Force" is_action_only="TRUE"
   val_expression="IF(TIME-1: 0, 0, -2.5)"/>
 <Reference_Variable id="7" type="EXPRESSION" expr="3"/>
</Model><Command><Simulate analysis_type="Transient" end_time="1.0" print_interval="0.1"/>
<Simulate analysis_type="Transient" end_time="2.0" print_interval="0.1"/></Command></MultiBodySystem>"#;

    #[test]
    fn attributes_of_motionsolve() {
        let (model, _) = motionsolve::read_text(Path::new("a.xml"), XML.into());
        let model = model.expect("it is there");
        let place = |path: &str| find(&model, path).unwrap_or_else(|e| panic!("{path}: {e:?}"));
        assert_eq!(place("body_rigid/2.mass").value, Some(1.0));
        assert_eq!(place("Reference_Variable/7.expr").value, Some(3.0));
        assert_eq!(place("Simulate[2].end_time").value, Some(2.0));
        let mut edits: Vec<_> = [
            ("Body_Rigid/2.v_ic_x", 0.25),
            ("Reference_Marker/2.pos_z", -3.0),
            ("Force_Scalar_TwoBody/1.val_expression#3", 4.0),
        ]
        .iter()
        .map(|(path, x)| {
            let p = place(path);
            (p.span, p.written(*x))
        })
        .collect();
        let text = edit(XML, &mut edits);
        for piece in [
            r#"<Body_Rigid v_ic_x="0.25" id="2""#,
            r#"pos_z="-3.0"/>"#,
            "1: 0, 4.0, -2.5)",
        ] {
            assert!(text.contains(piece), "{piece} in {text}");
        }
    }
}
