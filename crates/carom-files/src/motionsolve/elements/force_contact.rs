//! Force_Contact: forces between solids that touch.
//!
//! MotionSolve, its Python classes and MotionView have three sets of defaults. Here only those of the solver hold,
//! and a law without its stiffness, or friction without its coefficients, is refused rather than guessed.

use crate::common::coverage::Status;
use crate::motionsolve::build::{Builder, Built, Stop};
use crate::motionsolve::element::Element;
use crate::motionsolve::record::Record;
use crate::motionsolve::syntax::{
    Attribute, CALLED, Kind, LABELLED, Range, Section, id, ids, integer, number, text, word,
};
use carom_laws::contact::solids::{ImpactParameters, LayersParameters, PoissonParameters};
use carom_model::constraint::UserFunction;
use carom_model::force::{Friction, NormalLaw};
use carom_model::graphics::Shape;
use carom_model::{Contact, Graphic, Id, PartId};

const FLEXIBLE: &str = "flexible bodies are not supported";
const MESH: &str = "it belongs to the search for contact between meshes";
const POST: &str = "it only writes results";

/// Sides and search for contact.
const SIDES: &[Attribute] = &[
    integer("num_i_graphics").range(Range::Positive),
    ids("i_graphics_id", &["Post_Graphic"]).required(),
    integer("num_j_graphics").range(Range::Positive),
    ids("j_graphics_id", &["Post_Graphic"]).required(),
    id("i_flexbody_id", &[]).refused(FLEXIBLE),
    id("j_flexbody_id", &[]).refused(FLEXIBLE),
    text("i_flip_flex").refused(FLEXIBLE),
    text("j_flip_flex").refused(FLEXIBLE),
    number("ignore_penetration_larger_than")
        .dim("L")
        .partial("no penetration is discarded; a warning says so"),
    word("master_surface", &["I", "J", "I_and_J", "AUTO"]).ignored(MESH),
    word("enable_node_mode", &["TRUE", "FALSE", "AUTO"]).ignored(MESH),
    word("enable_analytical", &["TRUE", "FALSE", "AUTO"]).ignored(MESH),
    word("enable_sphere_to_mesh", &["TRUE", "FALSE", "AUTO"]).ignored(MESH),
    number("contact_stability_2d").ignored(MESH),
];

/// The normal force.
const NORMAL: &[Attribute] = &[
    word("cnf_type", &["POISSON", "IMPACT", "VOLUME", "USERCNF"]).required(),
    number("penalty").dim("F·L⁻¹").range(Range::Positive),
    number("restitution_coef")
        .alias(&["restitution_coeff"])
        .range(Range::Unit),
    number("normal_trans_vel")
        .dim("L·T⁻¹")
        .range(Range::Positive)
        .default("1 mm/s"),
    number("stiffness")
        .dim("F·L^(-exponent)")
        .range(Range::Positive),
    number("exponent")
        .range(Range::Positive)
        .default("1.5 with IMPACT; VOLUME needs it, 1"),
    number("damping")
        .dim("F·T·L⁻¹; with VOLUME T·L⁻¹")
        .range(Range::NonNegative)
        .default("0"),
    number("dmax")
        .dim("L")
        .range(Range::NonNegative)
        .default("needed with damping, else 0"),
    number("i_elastic_modulus")
        .dim("F·L⁻²")
        .range(Range::Positive),
    number("j_elastic_modulus")
        .dim("F·L⁻²")
        .range(Range::Positive),
    number("i_layer_depth").dim("L").range(Range::Positive),
    number("j_layer_depth").dim("L").range(Range::Positive),
    Attribute::new("cnf_param_string", Kind::User).partial(CALLED),
    text("cnf_fnc_name").partial(CALLED),
    text("cnf_dll_name").partial(CALLED),
];

/// Friction, and output.
const FRICTION: &[Attribute] = &[
    word(
        "cff_type",
        &[
            "COULOMB_ON",
            "COULOMB_OFF",
            "COULOMB_DYNAMICONLY",
            "DYNAMICS_ONLY",
            "USERCFF",
        ],
    )
    .default("COULOMB_OFF"),
    number("mu_static").range(Range::NonNegative),
    number("mu_dynamic").range(Range::NonNegative),
    number("stiction_trans_vel")
        .dim("L·T⁻¹")
        .range(Range::Positive),
    number("friction_trans_vel")
        .dim("L·T⁻¹")
        .range(Range::Positive),
    Attribute::new("cff_param_string", Kind::User).partial(CALLED),
    text("cff_fnc_name").partial(CALLED),
    text("cff_dll_name").partial(CALLED),
    text("cpost_param_string").ignored(POST),
    text("cpost_fnc_name").ignored(POST),
    text("cpost_dll_name").ignored(POST),
];

/// Force_Contact
///
/// IMPACT is the function of that name in the penetration g: max(0, stiffness·g^exponent + STEP(g, 0, 0, dmax,
/// damping)·ġ), for each volume in which two solids overlap; MotionSolve itself has a force for each facet. The help gives no formula for POISSON and VOLUME. POISSON here is a spring, penalty·g on the way in and restitution_coef² of that on the way out, with a smooth step between the normal speeds ±normal_trans_vel. VOLUME here is an elastic foundation of two layers, the volume of the overlap over i_layer_depth/i_elastic_modulus + j_layer_depth/j_elastic_modulus, times 1 + damping·ġ; a warning says so, and exponents other than 1 are refused. `COULOMB_DYNAMICONLY` has one coefficient,
/// `mu_dynamic`, which holds from the slip speed `friction_trans_vel` on.
pub const ELEMENT: Element = Element {
    status: Status::Partial(
        "solids of rigid bodies with IMPACT, POISSON, VOLUME (exponent 1) and Coulomb friction; shapes of several bodies on a side are groups, all of which meet; user-written laws with --allow-user-code",
    ),
    section: Section::Both,
    attributes: &[LABELLED, SIDES, NORMAL, FRICTION],
    phase: 6,
    build: Some(build),
    ..Element::new(
        "Force_Contact",
        "Normal force and friction between the solids of two bodies.",
        "MotionSolve help, xml-format_57, xml-format_9, contact_api",
    )
};

fn build(r: &Record, b: &mut Builder) -> Built {
    let (i, parts_i) = side(r, b, "i_graphics_id", "num_i_graphics")?;
    let (j, parts_j) = side(r, b, "j_graphics_id", "num_j_graphics")?;
    // sides on several bodies are groups
    if parts_i.len() == 1 && parts_i == parts_j {
        let what = format!("both sides are on {}", b.model.parts[parts_i[0]].tag);
        return Err(b.error(r, "xml-same-body", r.place("j_graphics_id"), &what));
    }
    let name = "ignore_penetration_larger_than";
    if r.has(name) {
        let what = format!("{name} is not used; forces may differ");
        b.warning(r, "xml-unsupported-attribute", r.place(name), &what);
    }
    let contact = Contact {
        tag: r.tag(),
        i,
        j,
        flipped: Vec::new(),
        normal: normal(r, b)?,
        friction: friction(r, b)?,
        friction_routine: (r.word("cff_type") == Some("USERCFF")).then(|| user(r, "cff")),
    };
    b.insert(|m| &mut m.contacts, contact)
}

/// The shapes of a side, and the bodies that carry them, each once.
fn side(
    r: &Record,
    b: &mut Builder,
    names: &str,
    count: &str,
) -> Built<(Vec<Id<Graphic>>, Vec<PartId>)> {
    let list = r.ids(names);
    if let Some(n) = r.number(count)
        && n != list.len() as f64
    {
        let what = format!("{count} is {n}, and {names} names {}", list.len());
        return Err(b.error(r, "xml-bad-value", r.place(count), &what));
    }
    let mut shapes = Vec::with_capacity(list.len());
    let mut owners = Vec::with_capacity(list.len());
    for &(label, span) in list {
        let shape = b.model.graphics.find(label).ok_or(Stop::Reported)?;
        let graphic = &b.model.graphics[shape];
        let known = !matches!(graphic.shape, Shape::Other(_));
        let Some(marker) = graphic.marker.filter(|_| known) else {
            let tag = &graphic.tag;
            let what = match &graphic.shape {
                Shape::Other(kind) => format!(
                    "{tag} is of the type {kind}, which has no solid here; exported as a solid (Parasolid text, STEP) or as a closed surface of triangles (STL, OBJ, PLY) it has one"
                ),
                _ => format!("{tag} has no marker"),
            };
            return Err(Stop::Unsupported(what, span));
        };
        owners.push(b.model.markers[marker].part);
        shapes.push(shape);
    }
    b.needs(r, owners.first(), names)?;
    owners.sort_unstable();
    owners.dedup();
    Ok((shapes, owners))
}

fn value(r: &Record, b: &mut Builder, name: &str) -> Built<f64> {
    b.needs(r, r.number(name), name)
}

fn normal(r: &Record, b: &mut Builder) -> Built<NormalLaw> {
    match r.word("cnf_type") {
        Some("IMPACT") => {
            let stiffness = value(r, b, "stiffness")?;
            let damping = r.number("damping").unwrap_or(0.0);
            let dmax = match damping {
                0.0 => r.number("dmax").unwrap_or(0.0),
                _ => value(r, b, "dmax")?,
            };
            if damping > 0.0 && dmax == 0.0 {
                let what = "dmax is 0, and has to be above 0 where there is damping";
                return Err(b.error(r, "xml-out-of-range", r.place("dmax"), what));
            }
            let law = ImpactParameters {
                stiffness,
                exponent: r.number("exponent").unwrap_or(1.5),
                damping,
                dmax,
            };
            Ok(NormalLaw::of(law))
        }
        Some("POISSON") => {
            let law = PoissonParameters {
                penalty: value(r, b, "penalty")?,
                restitution: value(r, b, "restitution_coef")?,
                transition_velocity: r.number("normal_trans_vel"),
            };
            Ok(NormalLaw::of(law))
        }
        Some("USERCNF") => Ok(NormalLaw::User(user(r, "cnf"))),
        _ => volume(r, b),
    }
}

/// VOLUME, read as two elastic layers, one on the other.
fn volume(r: &Record, b: &mut Builder) -> Built<NormalLaw> {
    let exponent = value(r, b, "exponent")?;
    if exponent != 1.0 {
        let what = format!(
            "the formula of the law VOLUME is not published; it is read as an elastic foundation, whose exponent is 1, not {exponent}"
        );
        return Err(Stop::Unsupported(what, r.place("exponent")));
    }
    let law = LayersParameters {
        i_modulus: value(r, b, "i_elastic_modulus")?,
        i_depth: value(r, b, "i_layer_depth")?,
        j_modulus: value(r, b, "j_elastic_modulus")?,
        j_depth: value(r, b, "j_layer_depth")?,
        damping: r.number("damping").unwrap_or(0.0),
    };
    let what = "the help gives no formula for VOLUME; it is computed as an elastic foundation of two layers, by the volume of the overlap";
    b.warning(r, "xml-contact-volume", r.place("cnf_type"), what);
    Ok(NormalLaw::of(law))
}

/// User-written code of the normal force (`cnf`) or of friction (`cff`).
fn user(r: &Record, which: &str) -> UserFunction {
    let named = |what: &str| format!("{which}_{what}");
    let parameters = r.list(&named("param_string"));
    let routine = r.text(&named("fnc_name"));
    UserFunction {
        parameters: parameters.iter().map(|(x, _)| *x).collect(),
        routine: match r.text(&named("dll_name")) {
            "" => routine.to_owned(),
            library => format!("{library}::{routine}"),
        },
        span: r.place(&named("type")),
    }
}

fn friction(r: &Record, b: &mut Builder) -> Built<Option<Friction>> {
    let Some(kind) = r.word("cff_type") else {
        if r.number("mu_static").unwrap_or(0.0) > 0.0 || r.number("mu_dynamic").unwrap_or(0.0) > 0.0
        {
            let what = "cff_type is needed with coefficients of friction";
            return Err(b.error(r, "xml-missing-attribute", r.span, what));
        }
        return Ok(None);
    };
    match kind {
        "COULOMB_ON" => coulomb(r, b).map(Some),
        // Of user-written code there is more in `build`.
        "COULOMB_OFF" | "USERCFF" => Ok(None),
        _ => {
            let mu = value(r, b, "mu_dynamic")?;
            let speed = value(r, b, "friction_trans_vel")?;
            Ok(Some(Friction {
                mu_static: mu,
                mu_dynamic: mu,
                stiction_velocity: speed,
                friction_velocity: speed,
                // A law in the slip speed gives nothing in statics anyway.
                dynamics_only: true,
                max_stiction_deformation: None,
            }))
        }
    }
}

fn coulomb(r: &Record, b: &mut Builder) -> Built<Friction> {
    let friction = Friction {
        mu_static: value(r, b, "mu_static")?,
        mu_dynamic: value(r, b, "mu_dynamic")?,
        stiction_velocity: value(r, b, "stiction_trans_vel")?,
        friction_velocity: value(r, b, "friction_trans_vel")?,
        dynamics_only: false,
        max_stiction_deformation: None,
    };
    if friction.mu_dynamic > friction.mu_static {
        let what = "mu_dynamic may not exceed mu_static";
        return Err(b.error(r, "xml-friction-range", r.place("mu_dynamic"), what));
    }
    if friction.stiction_velocity >= friction.friction_velocity {
        let what = "stiction_trans_vel has to be below friction_trans_vel";
        let place = r.place("stiction_trans_vel");
        return Err(b.error(r, "xml-friction-range", place, what));
    }
    Ok(friction)
}

#[cfg(test)]
mod tests {
    use crate::motionsolve::testing::{BODY, deck, find, model_of, names_of, read, refused};
    use carom_laws::contact::solids::{
        AnyLaw, ImpactParameters, LayersParameters, PoissonParameters,
    };
    use carom_model::Contact;
    use carom_model::force::{Friction, NormalLaw};

    const SHAPES: &str = "<Post_Graphic id='1' type='Sphere' center_marker_id='20' radius='1'/>\
        <Post_Graphic id='2' type='Sphere' center_marker_id='10' radius='1'/>\
        <Post_Graphic id='3' type='Sphere' center_marker_id='21' radius='1'/>\
        <Post_Graphic id='4' type='Parasolid' file_name='a.x_t'/>";
    const SIDES: &str =
        "num_i_graphics='2' i_graphics_id='1, 3' num_j_graphics='1' j_graphics_id='2'";
    const IMPACT: &str =
        "cnf_type='Impact' stiffness='1000.' exponent='2.1' damping='0.1' dmax='0.2'";
    const VOLUME: &str = "cnf_type='VOLUME' i_elastic_modulus='2e5' i_layer_depth='3' \
        j_elastic_modulus='1e5' j_layer_depth='4'";
    const SLIP: &str =
        "mu_static='0.3' mu_dynamic='0.1' stiction_trans_vel='1' friction_trans_vel='1.5'";

    fn with(attributes: &str) -> String {
        format!("{BODY}{SHAPES}<Force_Contact id='5' {attributes}/>")
    }

    fn contact(attributes: &str) -> Contact {
        let m = model_of(&with(&format!("{SIDES} {attributes}")));
        find(&m.contacts, 5).clone()
    }

    #[test]
    fn laws() {
        let c = contact(IMPACT);
        assert_eq!((c.i.len(), c.j.len(), c.friction), (2, 1, None));
        let impact = NormalLaw::Parametric(AnyLaw::Impact(ImpactParameters {
            stiffness: 1000.0,
            exponent: 2.1,
            damping: 0.1,
            dmax: 0.2,
        }));
        assert_eq!(c.normal, impact);
        // what the solver takes where only the stiffness is given
        let impact = NormalLaw::Parametric(AnyLaw::Impact(ImpactParameters {
            stiffness: 7.0,
            exponent: 1.5,
            damping: 0.0,
            dmax: 0.0,
        }));
        assert_eq!(contact("cnf_type='IMPACT' stiffness='7'").normal, impact);
        for name in ["restitution_coef", "restitution_coeff"] {
            let c = contact(&format!("cnf_type='Poisson' penalty='5000' {name}='0.8'"));
            let poisson = NormalLaw::Parametric(AnyLaw::Poisson(PoissonParameters {
                penalty: 5000.0,
                restitution: 0.8,
                transition_velocity: None,
            }));
            assert_eq!(c.normal, poisson);
        }
        let slow = "cnf_type='POISSON' penalty='5' restitution_coef='1' normal_trans_vel='0.2'";
        let poisson = NormalLaw::Parametric(AnyLaw::Poisson(PoissonParameters {
            penalty: 5.0,
            restitution: 1.0,
            transition_velocity: Some(0.2),
        }));
        assert_eq!(contact(slow).normal, poisson);
    }

    #[test]
    fn volume() {
        let deck = with(&format!("{SIDES} {VOLUME} exponent='1' damping='0.5'"));
        assert_eq!(names_of(&deck), ["xml-contact-volume"]);
        let m = read(&deck).0.expect("a model");
        let layers = NormalLaw::Parametric(AnyLaw::Layers(LayersParameters {
            i_modulus: 2e5,
            i_depth: 3.0,
            j_modulus: 1e5,
            j_depth: 4.0,
            damping: 0.5,
        }));
        assert_eq!(find(&m.contacts, 5).normal, layers);
        // two defaults, one for each layer of the program: none is taken
        let deck = with(&format!("{SIDES} {VOLUME}"));
        refused(&names_of(&deck), "xml-missing-attribute");
    }

    #[test]
    fn friction_types() {
        let friction = |a: &str| contact(&format!("{IMPACT} {a}")).friction;
        let on = Friction {
            mu_static: 0.3,
            mu_dynamic: 0.1,
            stiction_velocity: 1.0,
            friction_velocity: 1.5,
            dynamics_only: false,
            max_stiction_deformation: None,
        };
        assert_eq!(friction(&format!("cff_type='Coulomb_On' {SLIP}")), Some(on));
        assert_eq!(friction(&format!("cff_type='Coulomb_Off' {SLIP}")), None);
        for word in ["COULOMB_DYNAMICONLY", "Dynamics_Only"] {
            let f = friction(&format!(
                "cff_type='{word}' mu_dynamic='0.1' friction_trans_vel='1.5'"
            ));
            let f = f.expect("friction");
            assert_eq!((f.mu_static, f.mu_dynamic), (0.1, 0.1));
            assert_eq!((f.stiction_velocity, f.friction_velocity), (1.5, 1.5));
        }
    }

    #[test]
    fn what_is_not_computed_is_said() {
        let names = |a: &str| names_of(&with(&format!("{SIDES} {a}")));
        let law = "cnf_type='USERCNF' cnf_param_string='USER(1,2)' cnf_dll_name='lib' cnf_fnc_name='CNFSUB'";
        let m = model_of(&with(&format!("{SIDES} {law}")));
        let c = m.contacts.iter().next().expect("a contact");
        assert!(
            matches!(&c.normal, NormalLaw::User(u) if u.routine == "lib::CNFSUB" && u.parameters == [1.0, 2.0])
        );
        let law = "cff_type='USERCFF' cff_param_string='USER(3)' cff_fnc_name='CFFSUB'";
        let m = model_of(&with(&format!("{SIDES} {IMPACT} {law}")));
        let c = m.contacts.iter().next().expect("a contact");
        let user = c.friction_routine.as_ref().expect("user-written code");
        assert_eq!(
            (user.routine.as_str(), &user.parameters[..]),
            ("CFFSUB", &[3.0][..])
        );
        assert!(c.friction.is_none());
        let text = with(&format!("{SIDES} {VOLUME} exponent='2.1'"));
        let m = read(&text).0.expect("a model");
        assert_eq!((m.contacts.iter().count(), m.unsupported.len()), (0, 1));
        assert!(m.unsupported[0].changes_motion);
        let attribute = "xml-unsupported-attribute";
        refused(&names(&format!("{IMPACT} i_flexbody_id='3'")), attribute);
        // a flexible body in place of graphics: these are not asked for
        let flexible = with(&format!("i_flexbody_id='3' j_graphics_id='2' {IMPACT}"));
        assert_eq!(names_of(&flexible), [attribute]);
        refused(
            &names(&format!("{IMPACT} ignore_penetration_larger_than='3'")),
            attribute,
        );
        let file = with(&format!("i_graphics_id='1' j_graphics_id='4' {IMPACT}"));
        assert_eq!(names_of(&file), ["xml-unsupported-reference"]);
        let placed = file.replace("file_name='a.x_t'", "center_marker_id='10'");
        assert_eq!(names_of(&placed), ["xml-unsupported-reference"]);
    }

    #[test]
    fn refusals() {
        let names = |a: &str| names_of(&with(&format!("{SIDES} {a}")));
        let missing = "xml-missing-attribute";
        refused(&names(""), missing);
        refused(&names("cnf_type='IMPACT'"), missing);
        refused(
            &names("cnf_type='IMPACT' stiffness='1' damping='1'"),
            missing,
        );
        refused(&names("cnf_type='POISSON' penalty='1'"), missing);
        refused(&names(&format!("{IMPACT} cff_type='COULOMB_ON'")), missing);
        refused(&names(&format!("{IMPACT} {SLIP}")), missing);
        refused(
            &names("cnf_type='IMPACT' stiffness='1' damping='1' dmax='0'"),
            "xml-out-of-range",
        );
        refused(
            &names("cnf_type='POISSON' penalty='1' restitution_coef='1.1'"),
            "xml-out-of-range",
        );
        for (from, to) in [
            ("mu_dynamic='0.1'", "mu_dynamic='0.4'"),
            ("vel='1'", "vel='2'"),
        ] {
            let slip = SLIP.replace(from, to);
            refused(
                &names(&format!("{IMPACT} cff_type='COULOMB_ON' {slip}")),
                "xml-friction-range",
            );
        }
    }

    #[test]
    fn sides() {
        let names = |a: &str| names_of(&with(&format!("{a} {IMPACT}")));
        // shapes of several bodies on a side are groups
        assert!(names("i_graphics_id='1 2' j_graphics_id='3'").is_empty());
        refused(
            &names("i_graphics_id='1' j_graphics_id='3'"),
            "xml-same-body",
        );
        refused(
            &names("i_graphics_id='1' j_graphics_id='9'"),
            "xml-unknown-reference",
        );
        refused(
            &names("num_i_graphics='2' i_graphics_id='1' j_graphics_id='2'"),
            "xml-bad-value",
        );
        refused(&names("i_graphics_id='1'"), "xml-missing-attribute");
    }

    #[test]
    fn a_deck() {
        assert_eq!(deck("force_contact").contacts.iter().count(), 1);
    }
}
