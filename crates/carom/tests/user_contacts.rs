//! Contacts in users' routines (CNFSUB, CFFSUB), beside the laws that they write down.
// A helper of a test fails like the test itself.
#![allow(clippy::unwrap_used)]
#![cfg(all(target_os = "linux", target_arch = "x86_64"))]

use carom::user::compile;
use carom::{Request, Results};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The libraries, compiled once for all tests.
fn libraries() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("user_contacts");
        let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/user_code");
        for (source, library) in [("contacts.c", "in_c.so"), ("contacts.f90", "in_fortran.so")] {
            let work = folder.join(format!("work_{library}"));
            std::fs::create_dir_all(&work).unwrap();
            compile::build(&[sources.join(source)], &folder.join(library), &work)
                .unwrap_or_else(|e| panic!("gcc and gfortran are needed: {e}"));
        }
        folder
    })
}

/// A ball of radius 0.1 above a table, which it meets with friction.
const HEAD: &str = "a ball on a table
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
ACCGRAV/KGRAV=-9.81
PART/1, GROUND
MARKER/10, PART=1, QP=-5,-5,-1
PART/2, MASS=2, CM=20, IP=0.008,0.008,0.008, QG=0.3,0,0.4, VX=0.5
MARKER/20, PART=2
VARIABLE/7, FUNCTION=0.25*TIME
GRAPHICS/1, BOX, CORNER=10, X=10, Y=10, Z=1
GRAPHICS/2, ELLIPSOID, CM=20, XSCALE=0.2, YSCALE=0.2, ZSCALE=0.2
";
const SLIP: &str =
    "COULOMB_FRICTION=ON, MU_STATIC=0.3, MU_DYNAMIC=0.2, STICTION_TRANSITION_VELOCITY=0.01
, FRICTION_TRANSITION_VELOCITY=0.1";

fn run(law: &str, integrator: &str, error: f64) -> Results {
    run_contact(&format!("{law}, {SLIP}"), integrator, error)
}

fn run_contact(law: &str, integrator: &str, error: f64) -> Results {
    let dir = tempfile::tempdir().unwrap();
    let deck = dir.path().join("deck.adm");
    let contact = format!("CONTACT/1, IGEOM=2, JGEOM=1, {law}");
    std::fs::write(&deck, format!("{HEAD}{contact}\nEND\n")).unwrap();
    let mut loaded = carom::open(&deck, None);
    loaded.path = libraries().join("deck.adm");
    loaded.allow_user_code(None);
    let mut request = Request {
        end: Some(1.0),
        output: Some(carom::model::analysis::OutputGrid::Steps(50)),
        ..Request::default()
    };
    request.options.integrator = Some(integrator.into());
    request.options.error = Some(error);
    request.options.verbose_events = true;
    let model = loaded.model.as_ref().unwrap();
    carom::simulate(model, &request).unwrap_or_else(|d| {
        let all: Vec<_> = d.iter().map(|d| (&d.message, &d.help)).collect();
        panic!("{all:?} {:?}", loaded.diagnostics)
    })
}

fn path(r: &Results) -> Vec<f64> {
    assert!(r.error.is_none(), "{:?}", r.error);
    assert_eq!(r.frames.len(), 51);
    let bodies = r.frames.iter().map(|f| &f.bodies[0]);
    bodies
        .flat_map(|b| [b.position, b.velocity].concat())
        .collect()
}

/// The times at which the ball meets the table and leaves it.
fn touches(r: &Results) -> Vec<(&'static str, f64)> {
    let events = r.events.iter().map(|e| (e.kind.name(), e.time));
    events
        .filter(|(name, _)| name.starts_with("contact"))
        .collect()
}

#[test]
fn a_routine_that_writes_impact_is_the_contact() {
    let expression = "IMPACT, STIFFNESS=1E4, EXPONENT=1.5, DAMPING=20, DMAX=0.001";
    for (integrator, error) in [("dop853", 1e-9), ("radau5", 1e-9)] {
        let law = run(expression, integrator, error);
        assert!(touches(&law).len() >= 5, "{:?}", law.events);
        for library in ["in_c", "in_fortran"] {
            let user =
                format!("NORMAL_FUNCTION=USER(1E4,1.5,20,0.001)\\, NORMAL_ROUTINE={library}::");
            let user = run(&user, integrator, error);
            let (a, b) = (touches(&law), touches(&user));
            assert_eq!(a.len(), b.len(), "{library}: {a:?} {b:?}");
            for ((kind, t), (other, u)) in a.iter().zip(&b) {
                // The end of full damping is no event of the routine: the step control meets it, to 1e-9 in a step;
                // 1e-6 after three bounces.
                assert!(
                    kind == other && (t - u).abs() < 1e-6,
                    "{library} {integrator}: {kind} {t} {u}"
                );
            }
            for (x, y) in path(&law).iter().zip(path(&user)) {
                assert!((x - y).abs() < 1e-5, "{library} {integrator}: {x} {y}");
            }
        }
    }
}

/// A pair of routines that write IMPACT and Coulomb friction with its transition velocities is the CONTACT with IMPACT and friction ON: same events,
/// also those at the ends of the transition, where the ball slips first and then rolls.
#[test]
fn routines_that_write_impact_and_coulomb_are_the_contact() {
    const IMPACT: &str = "IMPACT, STIFFNESS=1E4, EXPONENT=1.5, DAMPING=20, DMAX=0.001";
    for (integrator, error) in [("dop853", 1e-9), ("radau5", 1e-9)] {
        let law = run(IMPACT, integrator, error);
        let speeds = |r: &Results| -> Vec<f64> {
            let events = r.events.iter().filter(|e| e.kind.name() == "switch");
            let mut times: Vec<f64> = events.map(|e| e.time).collect();
            // At the end of sticking both steps of the routine end.
            times.dedup();
            times
        };
        assert!(speeds(&law).len() >= 2, "{:?}", law.events);
        for library in ["in_c", "in_fortran"] {
            for normal in [
                IMPACT.to_owned(),
                format!("NORMAL_FUNCTION=USER(1E4,1.5,20,0.001)\\, NORMAL_ROUTINE={library}::"),
            ] {
                let friction = format!(
                    "FRICTION_FUNCTION=USER(0.3,0.2,0.01,0.1)\\, FRICTION_ROUTINE={library}::"
                );
                let user = run_contact(&format!("{normal}, {friction}"), integrator, error);
                let (a, b) = (touches(&law), touches(&user));
                assert_eq!(a.len(), b.len(), "{library}: {a:?} {b:?}");
                for ((kind, t), (other, u)) in a.iter().zip(&b) {
                    // 1e-6: as above; with the same normal law the rest is the noise of steps that end elsewhere.
                    assert!(
                        kind == other && (t - u).abs() < 1e-6,
                        "{library} {integrator}: {kind} {t} {u}"
                    );
                }
                for (x, y) in path(&law).iter().zip(path(&user)) {
                    assert!((x - y).abs() < 1e-5, "{library} {integrator}: {x} {y}");
                }
                let (a, b) = (speeds(&law), speeds(&user));
                for t in &a {
                    let found = b.iter().any(|u| (t - u).abs() < 1e-5);
                    assert!(found, "{library} {integrator}: {t} in {b:?}");
                }
            }
        }
    }
}

/// Friction has one component, along the slip; what is given across is said, not dropped.
#[test]
fn friction_across_the_slip_is_refused() {
    let user = run_contact(
        "IMPACT, STIFFNESS=1E4, EXPONENT=1.5, DAMPING=20, DMAX=0.001
, FRICTION_FUNCTION=USER(0.3)\\, FRICTION_ROUTINE=in_c::Across",
        "dop853",
        1e-9,
    );
    let why = user.error.map(|e| e.message).unwrap_or_default();
    assert!(why.contains("results 2 and 3"), "{why}");
}

/// What a law reads beside the gap: as the same law written as an expression of the model.
#[test]
fn a_law_that_reads_the_model_and_its_place() {
    let user = "NORMAL_FUNCTION=USER(1E4,7)\\, NORMAL_ROUTINE=in_c::Leaning";
    let user = run(user, "dop853", 1e-9);
    let dir = tempfile::tempdir().unwrap();
    let deck = dir.path().join("deck.adm");
    let contact = format!(
        "CONTACT/1, IGEOM=2, JGEOM=1, IMPACT, STIFFNESS=1, EXPONENT=1, DAMPING=0, DMAX=1, {SLIP}"
    );
    std::fs::write(&deck, format!("{HEAD}{contact}\nEND\n")).unwrap();
    let mut loaded = carom::open(&deck, None);
    let model = loaded.model.as_mut().unwrap();
    let id = model.contacts.ids().next().unwrap();
    let text = carom::base::SpannedText::bare("1E4*(1 + VARVAL(7) + DX(20))*DEPTH");
    let mut said = carom::base::Diagnostics::default();
    let e = carom::expr::Expression::parse(text, carom::base::Dialect::Adams, &mut said).unwrap();
    model.contacts[id].normal = carom::model::force::NormalLaw::Function(e);
    let mut request = Request {
        end: Some(1.0),
        output: Some(carom::model::analysis::OutputGrid::Steps(50)),
        ..Request::default()
    };
    request.options.integrator = Some("dop853".into());
    request.options.error = Some(1e-9);
    let law = carom::simulate(model, &request).unwrap_or_else(|d| panic!("{d:?}"));
    assert!(touches(&law).len() >= 4);
    for (x, y) in path(&law).iter().zip(path(&user)) {
        // x of the ball's centre is x of the place on a level table; a hundred times the tolerance for some bounces
        assert!((x - y).abs() < 1e-7, "{x} {y}");
    }
}

#[test]
fn the_structure_tells_the_contact() {
    let user = "NORMAL_FUNCTION=USER(1,2)\\, NORMAL_ROUTINE=in_c::Telling";
    let run = run(user, "dop853", 1e-6);
    let error = run.error.expect("it ends the run");
    assert!(
        error.message.contains("all is right (id 1)"),
        "{}",
        error.message
    );
    // The ball falls 0.3: from then on the gap is negative.
    assert!(
        (error.time - (0.6_f64 / 9.81).sqrt()).abs() < 1e-2,
        "{}",
        error.time
    );
}
