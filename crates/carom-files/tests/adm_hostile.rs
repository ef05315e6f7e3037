//! Whatever the bytes are, the reader ends soon, without panic and with few words.

use carom_base::Severity;
use carom_base::diagnostic::render_plain;
use carom_files::{acf, adm};
use std::time::{Duration, Instant};

/// Reads bytes as a dataset and as a command file. The names of the errors of the dataset.
fn read(bytes: &[u8]) -> Vec<&'static str> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("x.adm");
    std::fs::write(&path, bytes).expect("writable");
    let start = Instant::now();
    let (model, d) = adm::read(&path);
    if let Some(model) = &model {
        for d in &d {
            assert!(render_plain(d, &model.sources).len() < 20_000);
        }
    }
    let (_, commands) = acf::read(&path);
    // Against hangs: 100 MB in a test build on a busy machine. A release build takes a hundredth of it.
    assert!(
        start.elapsed() < Duration::from_secs(120),
        "{:?}",
        start.elapsed()
    );
    assert!(d.count(Severity::Error) <= 201 && commands.count(Severity::Error) <= 401);
    d.iter()
        .filter(|d| d.severity == Severity::Error)
        .map(|d| d.name)
        .collect()
}

/// A fixed sequence of numbers (Numerical Recipes' linear congruence).
fn random(state: &mut u64) -> usize {
    *state = state
        .wrapping_mul(6364136223846793005)
        .wrapping_add(1442695040888963407);
    (*state >> 33) as usize
}

#[test]
fn not_text() {
    assert_eq!(read(b"PK\x03\x04\0\0\0\0"), ["adm-not-text"]);
    assert_eq!(read(&[0; 1000]), ["adm-not-text"]);
    let mut state = 1;
    let garbage: Vec<u8> = (0..100_000).map(|_| random(&mut state) as u8).collect();
    assert_eq!(read(&garbage), ["adm-not-text"]);
    let printable: Vec<u8> = (0..300_000)
        .map(|_| b"ABC=,/\\;&!\"(): 019.-\n"[random(&mut state) % 20])
        .collect();
    assert!(!read(&printable).is_empty());
    let high: Vec<u8> = (0..100_000)
        .map(|k| {
            if k % 50 == 0 {
                b'\n'
            } else {
                0x80 | random(&mut state) as u8
            }
        })
        .collect();
    // one word for a file without any statement, a hundred errors for one with a statement
    assert_eq!(read(&high), ["adm-not-a-dataset"]);
    let begun = [&b"t\nPART/1, GROUND\n"[..], &high].concat();
    assert!(read(&begun).contains(&"adm-too-many-errors"));
    assert_eq!(read(b""), ["adm-no-ground"]);
    assert_eq!(read(b"\n"), ["adm-no-ground"]);
}

#[test]
fn one_line_of_100_mb() {
    let mut deck = b"title\nPART/1, GROUND\nMARKER/1, PART=1, QP=".to_vec();
    while deck.len() < 100_000_000 {
        deck.extend_from_slice(b"1.0, ");
    }
    assert_eq!(read(&deck), ["adm-line-too-long"]);
    let deck = vec![b'('; 100_000_000];
    assert_eq!(read(&deck), ["adm-line-too-long"]);
}

#[test]
fn long_statements() {
    // lists over many lines are legal; 300 000 numbers are read in time
    let mut deck = String::from("t\nPART/1, GROUND\nARRAY/1, IC, NUMBERS=0\n");
    for k in 0..300_000 {
        deck += &format!(", {k}\n");
    }
    deck += "END\n";
    assert_eq!(read(deck.as_bytes()), [""; 0]);
    let mut deck = String::from("t\nPART/1, GROUND\nVARIABLE/1, FUNCTION=1\n");
    for _ in 0..100_000 {
        deck += ", + (1\n";
    }
    let errors = read(deck.as_bytes());
    assert!(!errors.is_empty() && errors.len() < 10, "{errors:?}");
    let mut deck = String::from("t\nPART/1, GROUND\n");
    for k in 0..50_000 {
        deck += &format!("MARKER/{}, PART=1, RM={}\n", k + 1, (k + 1) % 50_000 + 1);
    }
    deck += "END\n";
    assert_eq!(read(deck.as_bytes()), ["adm-marker-cycle"]);
}

/// Every prefix of a dataset, and the dataset with one byte changed, ends without panic.
#[test]
fn damaged_datasets() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../validation/models");
    let mut state = 7;
    for file in [
        "chrono/test_TransSpring_Case01.adm",
        "adams_vscode/test.adm",
    ] {
        let deck = std::fs::read(root.join(file)).expect("part of the project");
        for _ in 0..150 {
            let cut = random(&mut state) % deck.len();
            let text = String::from_utf8_lossy(&deck[..cut]).into_owned();
            let (_, d) = adm::read_text("cut.adm", text);
            // whatever is cut off, END is
            assert!(d.iter().any(|d| {
                ["adm-missing-end", "adm-truncated", "adm-no-ground"].contains(&d.name)
            }));
            let mut changed = deck.clone();
            changed[cut] = b"\n,=&;!\\()\"/D0 e\xE9:"[random(&mut state) % 17];
            let text = String::from_utf8_lossy(&changed).into_owned();
            let (model, d) = adm::read_text("changed.adm", text);
            let model = model.expect("a text");
            for d in &d {
                assert!(!render_plain(d, &model.sources).is_empty());
            }
        }
    }
}

/// How long reading takes.
fn seconds(text: &str) -> f64 {
    let start = Instant::now();
    let (_, d) = adm::read_text("x.adm", text.to_owned());
    std::hint::black_box(d);
    start.elapsed().as_secs_f64()
}

/// A text that is eight times as long takes less than 32 times as long; what grows with the square would take 64 times.
#[test]
fn effort_grows_with_the_length() {
    let deck = |body: &str| {
        format!(
            "t\nPART/1, GROUND\nMARKER/1, PART=1\nPART/2, MASS=1, CM=2, IP=1,1,1\nMARKER/2, PART=2\n{body}\nEND\n"
        )
    };
    type Make<'a> = &'a dyn Fn(usize) -> String;
    let cases: [(&str, Make); 16] = [
        ("commas", &|n| {
            format!("REQUEST/1, F1={}", ",".repeat(10 * n))
        }),
        ("lines of commas", &|n| {
            format!("REQUEST/1\n{}", ",\n".repeat(5 * n))
        }),
        ("parentheses", &|n| {
            format!("VARIABLE/1, FUNCTION={}", "(".repeat(10 * n))
        }),
        ("signs", &|n| {
            format!("VARIABLE/1, FUNCTION={}1", "-".repeat(10 * n))
        }),
        ("operands", &|n| {
            format!("VARIABLE/1, FUNCTION=1{}", "+1".repeat(5 * n))
        }),
        ("comments", &|n| "! c\n".repeat(3 * n)),
        ("one comment", &|n| format!("!{}", "c".repeat(10 * n))),
        ("continued arguments", &|n| {
            format!("VARIABLE/1, FUNCTION=MAX(1\n{})", ", 1\n".repeat(2 * n))
        }),
        ("continued lines", &|n| {
            format!("VARIABLE/1, FUNCTION=1&\n{}", "+1&\n".repeat(2 * n))
        }),
        ("one number", &|n| {
            format!("VARIABLE/1, FUNCTION={}", "1".repeat(10 * n))
        }),
        ("one name", &|n| format!("{}/1", "A".repeat(10 * n))),
        ("titles", &|n| {
            format!("REQUEST/1, D, I=2, TITLE={}", "a:".repeat(5 * n))
        }),
        ("titles on lines", &|n| {
            format!("REQUEST/1, D, I=2, TITLE=a\n{}", ", \n".repeat(3 * n))
        }),
        ("ids", &|n| {
            format!("ARRAY/1, U, VARIABLES=1{}", ",1".repeat(5 * n))
        }),
        ("statements", &|n| {
            (1..n)
                .map(|k| format!("VARIABLE/{k}, FUNCTION=TIME\n"))
                .collect()
        }),
        ("no statements", &|n| "FOO/1\n".repeat(2 * n)),
    ];
    for (what, make) in cases {
        let n = 2000;
        let (short, long) = (deck(&make(n)), deck(&make(8 * n)));
        // The quickest of some: others use the machine as well. What is soon done anyway says nothing.
        let quickest = |text: &str| (0..3).map(|_| seconds(text)).fold(f64::MAX, f64::min);
        let (a, b) = (quickest(&short).max(2e-3), quickest(&long));
        assert!(b < 32.0 * a, "{what}: {a} s and {b} s");
    }
}
