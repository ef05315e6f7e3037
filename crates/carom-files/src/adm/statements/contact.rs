//! CONTACT: forces between solids that touch.

use crate::adm::build::{Builder, insert};
use crate::adm::record::Record;
use crate::adm::statement::{Statement, USERS};
use crate::adm::syntax::{
    Argument, Label, Range, Syntax, flag, function, ids, number, routine, text, word,
};
use crate::common::coverage::Status;
use crate::common::labels::Built;
use carom_laws::contact::solids::{ImpactParameters, PoissonParameters};
use carom_model::constraint::{Function, UserFunction};
use carom_model::force::{Friction, NormalLaw};
use carom_model::{Contact, Graphic, Id, PartId};

const FLEXIBLE: &str = "flexible bodies are not supported";
const FLIPPED: &str = "shapes of this side: curves, circles and spheres";

const ARGUMENTS: &[Argument] = &[
    ids("IGEOM", 1, usize::MAX).required(),
    ids("JGEOM", 1, usize::MAX).required(),
    word("TYPE", &[]).ignored("the shapes say it"),
    ids("IFLEX", 1, usize::MAX).refused(FLEXIBLE),
    ids("JFLEX", 1, usize::MAX).refused(FLEXIBLE),
    ids("I_FLIP_NORMAL", 1, usize::MAX).partial(FLIPPED),
    ids("J_FLIP_NORMAL", 1, usize::MAX).partial(FLIPPED),
    ids("I_FLIP_GEOM", 1, usize::MAX).partial(FLIPPED),
    ids("J_FLIP_GEOM", 1, usize::MAX).partial(FLIPPED),
    flag("IMPACT"),
    number("STIFFNESS")
        .dim("F·L^(-EXPONENT)")
        .range(Range::Positive),
    number("EXPONENT").range(Range::Positive),
    number("DAMPING").dim("F·T·L⁻¹").range(Range::NonNegative),
    number("DMAX").dim("L").range(Range::Positive),
    flag("POISSON"),
    number("PENALTY").dim("F·L⁻¹").range(Range::Positive),
    number("RESTITUTION_COEFFICIENT").range(Range::Unit),
    flag("AUGMENTED_LAGRANGIAN_FORMULATION").refused(
        "how it improves the force is not public; POISSON without it and a larger PENALTY press in as little",
    ),
    function("NORMAL_FUNCTION"),
    routine("NORMAL_ROUTINE"),
    word("COULOMB_FRICTION", &["ON", "OFF", "DYNAMICS_ONLY"]).default("OFF"),
    number("MU_STATIC").range(Range::NonNegative),
    number("MU_DYNAMIC").range(Range::NonNegative),
    number("STICTION_TRANSITION_VELOCITY")
        .dim("L·T⁻¹")
        .range(Range::Positive),
    number("FRICTION_TRANSITION_VELOCITY")
        .dim("L·T⁻¹")
        .range(Range::Positive),
    word("STICTION", &["ON", "OFF"]).default("OFF"),
    number("MAX_STICTION_DEFORMATION")
        .dim("L")
        .default("0.01")
        .range(Range::Positive),
    function("FRICTION_FUNCTION"),
    routine("FRICTION_ROUTINE"),
    text("GEOMETRY_ROUTINES").refused("volumes and points of contacts are computed by Carom alone"),
];

/// CONTACT
pub const STATEMENT: Statement = Statement::new(
    Syntax {
        name: "CONTACT",
        aliases: &[],
        label: Label::Needed,
        status: Status::Partial(
            "solids and plane figures of rigid parts with IMPACT, POISSON and Coulomb friction, also with stiction; shapes of several parts on a side are groups, all of which meet; CNFSUB and CFFSUB where --allow-user-code is given",
        ),
        text: "Normal force and friction between the solids of two parts. Choosing: EXPONENT above 1 (1.5 for spheres of metal, 2.2 as a first guess), DAMPING about 1 % of STIFFNESS, DMAX smaller than the penetration that impacts reach.",
        source: "Adams Solver help, CONTACT",
        arguments: ARGUMENTS,
    },
    USERS,
    build,
);

fn build(r: &Record, b: &mut Builder) -> Built {
    let i = b.elements(r, "IGEOM", "GRAPHICS", |m| &m.graphics);
    let j = b.elements(r, "JGEOM", "GRAPHICS", |m| &m.graphics);
    let (i, j) = (i?, j?);
    let (parts_i, parts_j) = (parts(r, b, "IGEOM", &i)?, parts(r, b, "JGEOM", &j)?);
    // sides on several parts are groups
    if parts_i.len() == 1 && parts_i == parts_j {
        let what = format!("both sides are on {}", b.model.parts[parts_i[0]].tag);
        return Err(b.error(r, "adm-contact-parts", r.place("JGEOM"), &what));
    }
    let mut flipped = Vec::new();
    for (name, side) in [
        ("I_FLIP_NORMAL", &i),
        ("I_FLIP_GEOM", &i),
        ("J_FLIP_NORMAL", &j),
        ("J_FLIP_GEOM", &j),
    ] {
        flipped.extend(turned(r, b, name, side)?);
    }
    let contact = Contact {
        tag: r.tag(),
        i,
        j,
        flipped,
        normal: normal(r, b)?,
        friction: friction(r, b)?,
        friction_routine: friction_routine(r, b)?,
    };
    insert(&mut b.model.contacts, contact)
}

/// Shapes of a side that are turned inside out.
fn turned(
    r: &Record,
    b: &mut Builder,
    argument: &str,
    side: &[Id<Graphic>],
) -> Built<Vec<Id<Graphic>>> {
    let list = b.elements(r, argument, "GRAPHICS", |m| &m.graphics)?;
    match list.iter().find(|id| !side.contains(id)) {
        None => Ok(list),
        Some(id) => {
            let what = format!("{} is not of this side", b.model.graphics[*id].tag);
            Err(b.error(r, "adm-contact-parts", r.place(argument), &what))
        }
    }
}

/// The parts that carry the shapes of a side, each once.
fn parts(
    r: &Record,
    b: &mut Builder,
    argument: &str,
    shapes: &[Id<Graphic>],
) -> Built<Vec<PartId>> {
    let mut found = Vec::new();
    for (&shape, &(_, span)) in shapes.iter().zip(r.args.ids(argument)) {
        let graphic = &b.model.graphics[shape];
        let Some(marker) = graphic.marker else {
            let what = format!("{} is a drawing, not a shape on a part", graphic.tag);
            return Err(b.error(r, "adm-contact-parts", span, &what));
        };
        found.push(b.model.markers[marker].part);
    }
    found.sort_unstable();
    found.dedup();
    Ok(found)
}

fn normal(r: &Record, b: &mut Builder) -> Built<NormalLaw> {
    let laws = ["IMPACT", "POISSON", "NORMAL_FUNCTION"];
    Ok(match b.one_of(r, &laws, "a normal force")? {
        "IMPACT" => {
            let names = ["STIFFNESS", "EXPONENT", "DAMPING", "DMAX"];
            let [stiffness, exponent, damping, dmax] = b.numbers(r, "IMPACT", names)?;
            NormalLaw::of(ImpactParameters {
                stiffness,
                exponent,
                damping,
                dmax,
            })
        }
        "POISSON" => {
            let names = ["PENALTY", "RESTITUTION_COEFFICIENT"];
            let [penalty, restitution] = b.numbers(r, "POISSON", names)?;
            NormalLaw::of(PoissonParameters {
                penalty,
                restitution,
                transition_velocity: None,
            })
        }
        _ => match r.args.function("NORMAL_FUNCTION", Some("NORMAL_ROUTINE")) {
            Some(Function::User(user)) => NormalLaw::User(user),
            _ => {
                let what = "NORMAL_FUNCTION has to be USER(...)";
                let span = r.place("NORMAL_FUNCTION");
                return Err(b.error(r, "adm-bad-value", span, what));
            }
        },
    })
}

fn friction_routine(r: &Record, b: &mut Builder) -> Built<Option<UserFunction>> {
    match r
        .args
        .function("FRICTION_FUNCTION", Some("FRICTION_ROUTINE"))
    {
        None => Ok(None),
        Some(Function::User(user)) => {
            b.exclusive(r, &[("FRICTION_FUNCTION", "COULOMB_FRICTION")])?;
            Ok(Some(user))
        }
        Some(Function::Expression(_)) => {
            let what = "FRICTION_FUNCTION has to be USER(...)";
            Err(b.error(r, "adm-bad-value", r.place("FRICTION_FUNCTION"), what))
        }
    }
}

fn friction(r: &Record, b: &mut Builder) -> Built<Option<Friction>> {
    let word = r.args.word("COULOMB_FRICTION").unwrap_or("OFF");
    if word == "OFF" {
        return Ok(None);
    }
    let sticks = r.args.word("STICTION") == Some("ON");
    let names = [
        "MU_STATIC",
        "MU_DYNAMIC",
        "STICTION_TRANSITION_VELOCITY",
        "FRICTION_TRANSITION_VELOCITY",
    ];
    let case = format!("COULOMB_FRICTION={word}");
    let [mu_static, mu_dynamic, stiction_velocity, friction_velocity] =
        b.numbers(r, &case, names)?;
    let friction = Friction {
        mu_static,
        mu_dynamic,
        stiction_velocity,
        friction_velocity,
        dynamics_only: word == "DYNAMICS_ONLY",
        max_stiction_deformation: sticks
            .then(|| r.args.number("MAX_STICTION_DEFORMATION").unwrap_or(0.01)),
    };
    if friction.mu_dynamic > friction.mu_static {
        let what = "MU_DYNAMIC may not exceed MU_STATIC";
        return Err(b.error(r, "adm-friction-range", r.place("MU_DYNAMIC"), what));
    }
    if friction.stiction_velocity >= friction.friction_velocity {
        let what = "STICTION_TRANSITION_VELOCITY has to be below FRICTION_TRANSITION_VELOCITY";
        let span = r.place("STICTION_TRANSITION_VELOCITY");
        return Err(b.error(r, "adm-friction-range", span, what));
    }
    Ok(Some(friction))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adm::testing::{accept, find, refuse, unsupported};
    use carom_laws::contact::solids::AnyLaw;

    const DECK: &str = "PART/2\nMARKER/2, PART=2\nGRAPHICS/1, BOX, CORNER=1, X=1, Y=1, Z=1\n\
        GRAPHICS/2, ELLIPSOID, CM=2, XSCALE=1, YSCALE=1, ZSCALE=1\nGRAPHICS/3, POINT, RM=2\n";
    const LAW: &str = "IGEOM=1, JGEOM=2, IMPACT, STIFFNESS=1E5, DAMPING=10, DMAX=0.1, EXPONENT=2.2";
    const SLIP: &str = "MU_STATIC=0.3, MU_DYNAMIC=0.1\n\
        , STICTION_TRANSITION_VELOCITY=100, FRICTION_TRANSITION_VELOCITY=1000";

    fn contact(text: &str) -> Contact {
        let m = accept(&format!("{DECK}CONTACT/5, {text}"));
        m.contacts[find(&m.contacts, 5)].clone()
    }

    #[test]
    fn laws() {
        let c = contact(&format!("TYPE = SOLID_TO_SOLID, {LAW}, STICTION=OFF"));
        assert_eq!((c.i.len(), c.j.len()), (1, 1));
        assert_eq!(
            c.normal,
            NormalLaw::Parametric(AnyLaw::Impact(ImpactParameters {
                stiffness: 1e5,
                exponent: 2.2,
                damping: 10.0,
                dmax: 0.1
            }))
        );
        assert_eq!(c.friction, None);
        let c = contact("IGEOM=1, JGEOM=2,3, POISSON, PENALTY=5, RESTITUTION=0.8");
        assert_eq!(
            c.normal,
            NormalLaw::Parametric(AnyLaw::Poisson(PoissonParameters {
                penalty: 5.0,
                restitution: 0.8,
                transition_velocity: None,
            }))
        );
        assert_eq!(c.j.len(), 2);
    }

    /// Shapes of several parts on a side, and one on both: groups.
    #[test]
    fn groups() {
        let law = LAW.trim_start_matches("IGEOM=1, JGEOM=2, ");
        let deck = format!("{DECK}CONTACT/5, IGEOM=1,2, JGEOM=2,3, {law}");
        let m = accept(&deck);
        let c = &m.contacts[find(&m.contacts, 5)];
        assert_eq!((c.i.len(), c.j.len()), (2, 2));
        assert!(c.is_of_groups(&m));
        let m = accept(&format!("{DECK}CONTACT/5, {LAW}"));
        assert!(!m.contacts[find(&m.contacts, 5)].is_of_groups(&m));
    }

    #[test]
    fn turned_shapes() {
        let flipped = |text: &str| contact(&format!("{LAW}, {text}")).flipped.len();
        assert_eq!(flipped("STICTION=OFF"), 0);
        assert_eq!(flipped("J_FLIP_GEOM=2"), 1);
        assert_eq!(flipped("I_FLIP_NORMAL=1, J_FLIP_NORMAL=2"), 2);
        let other_side = format!("{DECK}CONTACT/5, {LAW}, I_FLIP_GEOM=2");
        refuse(&other_side, &["adm-contact-parts"]);
    }

    #[test]
    fn friction_words() {
        let friction = |text: &str| contact(&format!("{LAW}, {text}, {SLIP}")).friction;
        let on = Friction {
            mu_static: 0.3,
            mu_dynamic: 0.1,
            stiction_velocity: 100.0,
            friction_velocity: 1000.0,
            dynamics_only: false,
            max_stiction_deformation: None,
        };
        assert_eq!(friction("COULOMB_FRICTION=OFF"), None);
        assert_eq!(friction("COULOMB_FRICTION=ON"), Some(on.clone()));
        let dynamics = friction("COULOMB_FRICTION=DYNAMICS_ONLY").expect("on");
        assert!(dynamics.dynamics_only);
        let stick = friction("COULOMB_FRICTION=ON, STICTION=ON, MAX_STICTION_DEFORMATION=0.02");
        let deformation = stick.and_then(|f| f.max_stiction_deformation);
        assert_eq!(deformation, Some(0.02));
    }

    #[test]
    fn refused() {
        let refuse =
            |text: &str, names: &[&str]| refuse(&format!("{DECK}CONTACT/5, {text}"), names);
        refuse("IGEOM=1, JGEOM=2", &["adm-missing-argument"]);
        refuse("IGEOM=1, JGEOM=9, IMPACT", &["adm-unknown-element"]);
        refuse("IGEOM=2, JGEOM=3, IMPACT", &["adm-contact-parts"]);
        refuse("IGEOM=1, JGEOM=2, IMPACT", &["adm-missing-argument"]);
        refuse(&format!("{LAW}, POISSON"), &["adm-conflicting-arguments"]);
        refuse(&LAW.replace("DMAX=0.1", "DMAX=0"), &["adm-out-of-range"]);
        refuse(
            &LAW.replace("STIFFNESS=1E5", "STIFFNESS=-1"),
            &["adm-out-of-range"],
        );
        let poisson = "IGEOM=1, JGEOM=2, POISSON, PENALTY=5, RESTITUTION=1.1";
        refuse(poisson, &["adm-out-of-range"]);
        refuse(
            &format!("{LAW}, COULOMB_FRICTION=ON"),
            &["adm-missing-argument"],
        );
        let bad = SLIP.replace("MU_STATIC=0.3", "MU_STATIC=0.01");
        refuse(
            &format!("{LAW}, COULOMB_FRICTION=ON, {bad}"),
            &["adm-friction-range"],
        );
        let bad = SLIP.replace("=100,", "=1000,");
        refuse(
            &format!("{LAW}, COULOMB_FRICTION=ON, {bad}"),
            &["adm-friction-range"],
        );
    }

    #[test]
    fn not_supported() {
        let text = "CONTACT/5, IFLEX=1, JGEOM=2, IMPACT";
        unsupported(&format!("{DECK}{text}"), &["CONTACT/5"]);
    }

    #[test]
    fn a_law_in_users_code() {
        let c = contact("IGEOM=1, JGEOM=2, NORMAL_FUNCTION=USER(1,2)\\, NORMAL_ROUTINE=lib::cnf");
        let NormalLaw::User(user) = &c.normal else {
            panic!("user-written code")
        };
        assert_eq!(
            (&user.parameters[..], user.routine.as_str()),
            (&[1.0, 2.0][..], "lib::cnf")
        );
    }
}
