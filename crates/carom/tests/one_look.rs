//! One `check` says all: the errors of every stage, each cause once, and what a run would stop at.
#![allow(clippy::unwrap_used)] // a helper of a test fails like the test itself

use carom::base::diagnostic::render_plain;
use carom::base::{Diagnostic, Severity};
use carom::{Loaded, Request};
use std::fs;

const HEAD: &str = "title
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
PART/1, GROUND
MARKER/10, PART=1, REULER=0,90D,0
PART/2, MASS=2, CM=20, IP=0.1,0.1,0.1
MARKER/20, PART=2, QP=1,0,0
MARKER/21, PART=2, REULER=0,90D,0
JOINT/1, REVOLUTE, I=21, J=10
";

/// Opens a text as a file of this name, with others beside it.
fn open(name: &str, text: &str, beside: &[(&str, &str)]) -> Loaded {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in beside {
        fs::write(folder.path().join(name), text).unwrap();
    }
    let path = folder.path().join(name);
    fs::write(&path, text).unwrap();
    carom::open(&path, None)
}

fn deck(body: &str) -> Loaded {
    open("m.adm", &format!("{HEAD}{body}END\n"), &[])
}

/// What `check` says, with the source.
fn told(loaded: &mut Loaded, request: &Request) -> Vec<(Diagnostic, String)> {
    let check = carom::check::check_with(loaded, request).unwrap();
    let errors = loaded.diagnostics.count(Severity::Error);
    assert_eq!(check.accepted, errors == 0);
    let sources = loaded.sources();
    let render = |d: &Diagnostic| (d.clone(), render_plain(d, &sources));
    loaded.diagnostics.iter().map(render).collect()
}

/// The names of the errors and warnings, in order.
fn names(loaded: &mut Loaded) -> Vec<&'static str> {
    let all = told(loaded, &Request::default());
    let serious = all.iter().filter(|(d, _)| d.severity > Severity::Note);
    serious.map(|(d, _)| d.name).collect()
}

const SHAPES: &str = "GRAPHICS/1, PLANE, RM=10, XMIN=-1, XMAX=1, YMIN=-1, YMAX=1
GRAPHICS/2, PLANE, RM=20, XMIN=-1, XMAX=1, YMIN=-1, YMAX=1
CONTACT/1, IGEOM=1, JGEOM=2, IMPACT, STIFFNESS=1E6, EXPONENT=1.5, DAMPING=100, DMAX=1E-4
";
const OUT_OF_REACH: &str = "MARKER/12, PART=1, QP=3,0,0\nJOINT/2, SPHERICAL, I=20, J=12\n";

/// An unknown argument, a statement that is not supported, a pair of shapes that is not computed, a joint out of reach, a
/// function without a value at the start: once it took a round for each.
#[test]
fn every_stage_speaks_in_one_check() {
    let body = format!(
        "ACCGRAV/KGRAV=-9.81, PLANET=MARS\nMFORCE/1\n{SHAPES}{OUT_OF_REACH}\
         SFORCE/1, ROTATION, I=21, J=10, FUNCTION=LOG(TIME-1)\n"
    );
    assert_eq!(
        names(&mut deck(&body)),
        [
            "adm-unknown-argument",
            "adm-unsupported-statement",
            "contact-shape",
            "cannot-assemble",
            "cannot-start"
        ]
    );
}

/// What a part lacks says nothing of where it is: the joints on it are looked at as well.
#[test]
fn a_faulty_part_does_not_hide_its_joints() {
    let body = HEAD.replace("MASS=2", "MASSE=2") + SHAPES + OUT_OF_REACH + "END\n";
    let mut loaded = open("m.adm", &body, &[]);
    let said = names(&mut loaded);
    assert_eq!(
        said,
        ["adm-unknown-argument", "contact-shape", "cannot-assemble"]
    );
    // where a part is may be what could not be read: then nothing follows from its place
    let body = HEAD.replace("QP=1,0,0", "QP=1,0") + OUT_OF_REACH + "END\n";
    assert_eq!(names(&mut open("m.adm", &body, &[])), ["adm-wrong-count"]);
}

/// Elements of MotionSolve models likewise.
#[test]
fn every_stage_of_a_motionsolve_model() {
    let text = r#"<MultiBodySystem><Model>
<Body_Rigid id="1" IsGround="TRUE"/>
<Reference_Marker id="10" body_id="1"/>
<Reference_Marker id="11" body_id="1" pos_x="3"/>
<Body_Rigid id="2" cg_id="20" mass="-1" inertia_xx="1" inertia_yy="1" inertia_zz="1"/>
<Reference_Marker id="20" body_id="2"/>
<Constraint_Joint id="1" type="SPHERICAL" i_marker_id="20" j_marker_id="10"/>
<Constraint_Joint id="2" type="SPHERICAL" i_marker_id="20" j_marker_id="11"/>
</Model><Command><Simulate analysis_type="Transient" end_time="1"/></Command></MultiBodySystem>"#;
    let said = names(&mut open("m.xml", text, &[]));
    assert_eq!(said, ["xml-out-of-range", "cannot-assemble"]);
}

/// A run refuses with the same words as the check.
#[test]
fn a_run_says_the_same() {
    let body = format!("ACCGRAV/PLANET=MARS\n{SHAPES}{OUT_OF_REACH}");
    let folder = tempfile::tempdir().unwrap();
    let request = Request {
        end: Some(1.0),
        out: Some(folder.path().join("out")),
        ..Request::default()
    };
    let (mut one, mut other) = (deck(&body), deck(&body));
    carom::check::check_with(&mut one, &request).unwrap();
    assert!(carom::run(&mut other, &request, &mut ()).is_none());
    let messages =
        |l: &Loaded| -> Vec<String> { l.diagnostics.iter().map(|d| d.message.clone()).collect() };
    assert_eq!(messages(&one), messages(&other));
}

/// Each of these has one cause and gets one message.
#[test]
fn one_cause_one_message() {
    for (this, that, name) in [
        // a label that is lost to an error is not missed again by those who name it
        ("PART/2, MASS", "PART/, MASS", "adm-missing-id"),
        ("MARKER/21", "MARKER/20", "adm-duplicate-id"),
        ("MARKER/21", "MRKER/21", "adm-unknown-statement"),
        ("JOINT/1, REV", "JOINT 1, REV", "adm-missing-slash"),
        ("MASS=2", "GROUND, MASS=2", "adm-two-grounds"),
        ("QP=1,0,0", "QP=1,O,0", "adm-bad-number"),
        ("I=21, J=10\n", "I=21; J=10\n", "adm-ambiguous-statement"),
        (
            "J=10\n",
            "J=10\nSFORCE/1, ROTATION, I=21, J=10, FUNCTION=M=5\n",
            "adm-unexpected-text",
        ),
        (
            "J=10\n",
            "J=10\nSFORCE/1, ROTATION, I=21, J=10, FUNCTION=USER(1)\n",
            "user-code",
        ),
        ("J=10\n", "J=10\nMFORCE/1\n", "adm-unsupported-statement"),
        ("\nEND\n", "\nEDN\n", "adm-unknown-statement"),
        (
            "\nEND\n",
            "\nSFORCE/1, ROTATION, I=21, J=10, FUNCTION=-AZ(21",
            "adm-truncated",
        ),
        (
            "CM=20, IP=0.1,0.1,0.1",
            "CM=20, IP=0.1,0.1,0.1,0.2,0,0",
            "impossible-inertia",
        ),
    ] {
        let text = format!("{HEAD}END\n");
        assert!(text.contains(this), "{this}");
        let mut loaded = open("m.adm", &text.replacen(this, that, 1), &[]);
        let said = told(&mut loaded, &Request::default());
        let serious = said.iter().filter(|(d, _)| d.severity > Severity::Note);
        let found: Vec<&str> = serious.map(|(d, _)| d.name).collect();
        assert_eq!(found, [name], "{that}: {said:#?}");
    }
    // two that are missing, of which one may have been lost: the other is said
    let text = format!(
        "{HEAD}MARKER/20, PART=2\nJOINT/2, FIXED, I=31, J=10\nJOINT/3, FIXED, I=32, J=10\nEND\n"
    );
    let said = names(&mut open("m.adm", &text, &[]));
    assert_eq!(said, ["adm-duplicate-id", "adm-unknown-element"]);
}

/// A misspelt END, STEPS or SIMULATE is one mistake; it was also said that the file holds no SIMULATE command.
#[test]
fn a_misspelt_command_is_one_mistake() {
    let dataset = format!("{HEAD}END\n");
    for (commands, name) in [
        (
            "SIMULATE/DYNAMICS, EDN=1, STEPS=10\n",
            "adm-unknown-argument",
        ),
        (
            "SIMULATE/DYNAMICS, END=1, STESP=10\n",
            "adm-unknown-argument",
        ),
        (
            "SIMULATET/DYNAMICS, END=1, STEPS=10\n",
            "acf-unknown-command",
        ),
        ("SIMULATE/DYNAMICS, STEPS=10\n", "adm-missing-argument"),
        ("INTEGRATOR/GSTIFF\n", "acf-no-commands"),
    ] {
        let text = format!("m\n\n{commands}STOP\n");
        let beside = [("m.adm", dataset.as_str())];
        let mut loaded = open("c.acf", &text, &beside);
        assert_eq!(names(&mut loaded), [name], "{commands}");
        let mut loaded = open("c.acf", &text, &beside);
        assert!(carom::run(&mut loaded, &Request::default(), &mut ()).is_none());
        let errors = loaded.diagnostics.iter();
        let errors: Vec<_> = errors.filter(|d| d.severity == Severity::Error).collect();
        assert_eq!(errors.len(), 1, "{errors:#?}");
        assert_eq!(errors[0].name, name);
    }
}

/// XML that is cut off or not well formed: file, line and the marked source.
#[test]
fn xml_errors_have_a_place() {
    for (text, place) in [
        ("<MultiBodySystem>\n<Model>\n", ":2:2 "),
        ("<MultiBodySystem>\n<Model>\n</MultiBodySystem>\n", ":3:1 "),
        (
            "<MultiBodySystem>\n <Model a=\"1>\n </Model></MultiBodySystem>\n",
            ":2:11 ",
        ),
        (
            "<MultiBodySystem>\n <Model a=1/></MultiBodySystem>\n",
            ":2:11 ",
        ),
        ("<robot>\n</robot>\n", ":1:2 "),
        ("<!DOCTYPE a>\n<MultiBodySystem/>\n", ":1:1 "),
    ] {
        let mut loaded = open("m.xml", text, &[]);
        let said = told(&mut loaded, &Request::default());
        assert_eq!(said.len(), 1, "{said:#?}");
        let text = &said[0].1;
        assert!(text.contains("m.xml") && text.contains(place), "{text}");
        assert!(text.contains(" | ") && text.contains('^'), "{text}");
    }
}

/// What is not finite is told of the function that made it so; it was "stays off by NaN".
#[test]
fn a_function_that_is_not_finite_is_named() {
    let motion = |f: &str| format!("MOTION/1, ROTATION, JOINT=1, FUNCTION={f}\n");
    let variable = |f: &str| {
        format!("VARIABLE/7, FUNCTION={f}\nMOTION/1, ROTATION, JOINT=1, FUNCTION=VARVAL(7)\n")
    };
    for (body, words, marked) in [
        (
            motion("SQRT(TIME-1)"),
            "MOTION/1: SQRT of -1",
            "SQRT(TIME-1)",
        ),
        (motion("2*LOG(TIME)"), "MOTION/1: LOG of 0", "LOG(TIME)"),
        (
            motion("1/TIME"),
            "MOTION/1: division of 1 by zero",
            "1/TIME",
        ),
        (
            format!("{}GCON/1, FUNCTION=DZ(20,10)-ASIN(TIME+2)\n", ""),
            "GCON/1: ASIN of 2",
            "ASIN(TIME+2)",
        ),
    ] {
        let mut loaded = deck(&body);
        let said = told(&mut loaded, &Request::default());
        assert_eq!(said.len(), 1, "{said:#?}");
        let (d, text) = &said[0];
        assert_eq!(d.name, "cannot-start", "{text}");
        assert!(d.message.contains(words), "{text}");
        let carets = text.matches('^').count();
        assert_eq!(carets, marked.len(), "{text}");
    }
    // by way of a variable: a motion may look at TIME only, which is said
    assert_eq!(names(&mut deck(&variable("SQRT(TIME-1)"))).len(), 1);
}

const SPLINE: &str = "PART/3, MASS=1, CM=30, IP=1,1,1\nMARKER/30, PART=3\nMARKER/11, PART=1\n";

fn remarks(body: &str, end: f64) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let request = Request {
        end: Some(end),
        out: Some(folder.path().join("out")),
        ..Request::default()
    };
    let mut loaded = deck(body);
    let report = carom::run(&mut loaded, &request, &mut ());
    assert!(report.unwrap().is_complete());
    let notes = loaded.diagnostics.iter();
    let notes = notes.filter(|d| d.name == "spline-extrapolated");
    notes.map(|d| d.message.clone()).collect()
}

/// A force by a spline whose points end at 0.05: a run beyond says so, one within does not.
#[test]
fn a_spline_beyond_its_points_is_told_of() {
    let of = |f: &str| {
        format!(
            "{SPLINE}SFORCE/1, TRANSLATION, ACTIONONLY, I=30, J=11, FUNCTION={f}(TIME,0,1)\n\
             SPLINE/1, X=0,0.01,0.02,0.03,0.05, Y=0,1,0,1,0\n"
        )
    };
    for method in ["AKISPL", "CUBSPL"] {
        let said = remarks(&of(method), 1.0);
        assert_eq!(said.len(), 1, "{said:?}");
        let words = format!(
            "SFORCE/1: {method} is extrapolated beyond its points, which end at x = 0.05, from time 0.05"
        );
        assert!(said[0].starts_with(&words), "{said:?}");
        // up to the last point, which the end of the run is
        assert!(remarks(&of(method), 0.05).is_empty());
    }
}

/// A function that only results look at has no modes that a step keeps: it is looked at where it is computed, at outputs (20 of them).
#[test]
fn a_spline_of_a_request_is_told_of_only_beyond_its_points() {
    let of = |last: f64| {
        format!(
            "{SPLINE}REQUEST/1, F2=CUBSPL(4*TIME+0.5,0,1)\\\nSPLINE/1, X=0,1,2,{last}, Y=0,1,4,9\n"
        )
    };
    assert_eq!(remarks(&of(4.6), 1.0), Vec::<String>::new());
    let said = remarks(&of(3.0), 1.0);
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(
        said[0].contains("which end at x = 3, from time 0."),
        "{said:?}"
    );
    let from: f64 = said[0]
        .split("from time ")
        .nth(1)
        .unwrap()
        .trim_end_matches(" on")
        .parse()
        .unwrap();
    // x = 3 at 0.625
    assert!(from > 0.625 && from < 0.7, "{said:?}");
}

/// The same of a mechanism without degrees of freedom, which is not integrated.
#[test]
fn a_motion_beyond_its_spline_is_told_of() {
    let body = "MOTION/1, ROTATION, JOINT=1, FUNCTION=CUBSPL(TIME,0,1)\nSPLINE/1, X=0,1,2,3,4, Y=0,1,0,1,0\n";
    assert_eq!(remarks(body, 6.0).len(), 1);
    assert!(remarks(body, 3.0).is_empty());
}

/// A method of fixed step without a step is refused before anything moves, by check and run.
#[test]
fn a_fixed_step_has_to_be_given() {
    for (name, refused) in [("rk4", true), ("dop853", false)] {
        let mut request = Request::default();
        request.options.integrator = Some(name.into());
        let mut loaded = deck("");
        let said = told(&mut loaded, &request);
        assert_eq!(
            said.iter().any(|(d, _)| d.name == "session-no-step"),
            refused
        );
        let helped = |(_, text): &(Diagnostic, String)| text.contains("--hmax");
        assert_eq!(said.iter().any(helped), refused);
    }
    // with the step there is nothing to refuse
    let mut request = Request::default();
    request.options.integrator = Some("rk4".into());
    request.options.hmax = Some(1e-3);
    assert!(told(&mut deck(""), &request).is_empty());
}

/// Numbers that manuals advise against, each beside one that is fine.
#[test]
fn advice() {
    let spring = |law: &str| {
        let fall = "ACCGRAV/KGRAV=-9.81\n";
        format!("{fall}{SPLINE}SFORCE/1, TRANSLATION, ACTIONONLY, I=30, J=11, FUNCTION={law}\n")
    };
    let impact = |k: &str, e: &str, c: &str, d: &str| {
        spring(&format!("IMPACT(DZ(30,11),VZ(30,11),0,{k},{e},{c},{d})"))
    };
    for (body, name) in [
        (impact("1E5", "1.5", "10", "1E-3"), None),
        (impact("1.5", "1E5", "10", "1E-3"), Some("advice-exchanged")),
        (impact("1E5", "0.3", "10", "1E-12"), Some("advice-exponent")),
        (impact("1E5", "1.0", "10", "1E-3"), Some("advice-exponent")),
        (impact("1E5", "1.5", "0", "1E-3"), Some("advice-damping")),
        (
            impact("1E8", "1.5", "10", "0.1"),
            Some("advice-penetration"),
        ),
        (
            impact("1E5", "1.5", "10", "1E-10"),
            Some("advice-penetration"),
        ),
    ] {
        let mut loaded = deck(&body);
        let said = told(&mut loaded, &Request::default());
        let found: Vec<&str> = said.iter().map(|(d, _)| d.name).collect();
        assert_eq!(found, name.into_iter().collect::<Vec<_>>(), "{said:#?}");
        assert!(said.iter().all(|(d, _)| d.severity == Severity::Note));
    }
    let radians = HEAD.replace("REULER=0,90D,0", "REULER=0,90,0");
    let mut loaded = open("m.adm", &format!("{radians}END\n"), &[]);
    let said = told(&mut loaded, &Request::default());
    assert!(
        said.iter().all(|(d, _)| d.name == "adm-radians"),
        "{said:#?}"
    );
    assert_eq!(said.len(), 2);
}
