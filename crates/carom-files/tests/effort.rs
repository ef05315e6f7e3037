//! Reading takes time in proportion to the length of what is read: models of MotionSolve, command files, models in Carom's own form.

use carom_base::Dialect;
use carom_files::{acf, motionsolve, native};
use carom_model::Model;
use std::path::Path;
use std::time::Instant;

/// How long reading takes: the quickest of some, as others use the machine as well.
fn seconds(read: &dyn Fn(&str), text: &str) -> f64 {
    let once = || {
        let start = Instant::now();
        read(text);
        start.elapsed().as_secs_f64()
    };
    (0..3).map(|_| once()).fold(f64::MAX, f64::min)
}

type Make<'a> = &'a dyn Fn(usize) -> String;

/// A text that is eight times as long takes less than 32 times as long; what grows with the square would take 64 times. What is soon done says nothing.
fn in_proportion(read: &dyn Fn(&str), cases: &[(&str, Make)]) {
    for (what, make) in cases {
        let (short, long) = (make(2000), make(16_000));
        let once = || (seconds(read, &short).max(2e-3), seconds(read, &long));
        // A machine that is busy for a moment says nothing either: what is not in proportion is so each time.
        let mut tries = std::iter::repeat_with(once).take(4);
        let holds = tries.any(|(a, b)| b < 32.0 * a);
        assert!(
            holds,
            "{what}: eight times the text takes more than 32 times as long"
        );
    }
}

#[test]
fn models_of_motionsolve() {
    let read = |text: &str| {
        let text = format!(
            "<MultiBodySystem><Model><Body_Rigid id='1' IsGround='TRUE'/>{text}</Model><Command/></MultiBodySystem>"
        );
        std::hint::black_box(motionsolve::read_text(Path::new("x.xml"), text));
    };
    in_proportion(
        &read,
        &[
            ("elements", &|n| {
                (1..n)
                    .map(|k| {
                        format!("<Reference_Variable id='{k}' type='EXPRESSION' expr='TIME'/>")
                    })
                    .collect()
            }),
            ("markers", &|n| {
                (1..n)
                    .map(|k| {
                        format!("<Reference_Marker id='{k}' body_id='1' body_type='RigidBody'/>")
                    })
                    .collect()
            }),
            ("unknown elements", &|n| "<a/>".repeat(2 * n)),
            ("nested elements", &|n| "<a>".repeat(2 * n)),
            ("attributes", &|n| {
                let list: String = (0..n).map(|k| format!("a{k}='1' ")).collect();
                format!("<Body_Rigid {list}/>")
            }),
            ("references", &|n| {
                format!(
                    "<Reference_String id='1' string='{}'/>",
                    "&lt;".repeat(2 * n)
                )
            }),
            ("numbers", &|n| {
                format!(
                    "<Reference_Spline id='1'>{}</Reference_Spline>",
                    "1 2 ".repeat(2 * n)
                )
            }),
            ("comments", &|n| "<!-- c -->".repeat(2 * n)),
            ("one name", &|n| format!("<{}/>", "a".repeat(10 * n))),
        ],
    );
}

#[test]
fn command_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("x.acf");
    let read = |text: &str| {
        std::fs::write(&path, format!("x\n\n{text}STOP\n")).expect("writable");
        let mut model = Model::new(Dialect::Adams);
        std::hint::black_box(acf::read_commands(&mut model, &path));
    };
    in_proportion(
        &read,
        &[
            ("comments", &|n| "! c\n".repeat(3 * n)),
            ("commas", &|n| {
                format!("SIMULATE/DYN{}\n", ",".repeat(10 * n))
            }),
            ("continued lines", &|n| {
                format!("SIMULATE/DYN\n{}", ", \n".repeat(3 * n))
            }),
            ("unknown commands", &|n| "FOO/1\n".repeat(2 * n)),
            ("commands", &|n| {
                "SIMULATE/DYN, DURATION=1, STEPS=1\n".repeat(n)
            }),
        ],
    );
}

#[test]
fn models_of_our_own_form() {
    let read = |text: &str| {
        std::hint::black_box(native::read_text("x.carom.toml", text));
    };
    in_proportion(
        &read,
        &[
            ("keys", &|n| (0..n).map(|k| format!("k{k} = 1\n")).collect()),
            ("tables", &|n| {
                (1..n)
                    .map(|k| format!("[[variables]]\nlabel = {k}\n"))
                    .collect()
            }),
            ("brackets", &|n| format!("a = {}", "[".repeat(10 * n))),
            ("one text", &|n| format!("a = \"{}\"", "b".repeat(10 * n))),
        ],
    );
}
