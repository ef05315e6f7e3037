//! `carom sensitivities` as users call it.
// A helper of a test fails like the test itself.
#![allow(clippy::unwrap_used)]

use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output};

fn carom(args: &[&str]) -> Output {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut c = Command::new(env!("CARGO_BIN_EXE_carom"));
    c.arg("sensitivities")
        .args(args)
        .current_dir(root)
        .output()
        .unwrap()
}

fn out(o: &Output) -> String {
    String::from_utf8(o.stdout.clone()).unwrap()
}

fn err(o: &Output) -> String {
    String::from_utf8(o.stderr.clone()).unwrap()
}

const BALL: &str = "examples/studies/ball_sensitivities.toml";

#[test]
fn the_example_prints_responses_and_events() {
    let o = carom(&[BALL]);
    assert_eq!(o.status.code(), Some(0), "{}", err(&o));
    let text = out(&o);
    for line in [
        "at k = 100000, e = 1.5, cmax = 50, z0 = 1.1",
        "touch       4.516008e-1               0               0               0     2.258004e-1",
        "    4 contact-end   SFORCE/1    0.477774925    -1.162504e-7     4.296997e-2     5.108560e-5     2.227305e-1",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
    let o = carom(&[BALL, "--events", "1"]);
    assert!(out(&o).contains("3 more events; --events all shows them"));
}

/// The numbers of `validation/values/stability.json` (impact_ball).
#[test]
fn json_has_all_numbers() {
    let o = carom(&[BALL, "--json", "--of", "leave,touch", "--to", "cmax"]);
    let said: Value = serde_json::from_str(&out(&o)).unwrap();
    assert_eq!(said["responses"].as_array().unwrap().len(), 2);
    let by = said["responses"][0]["derivatives"]["cmax"]
        .as_f64()
        .unwrap();
    // The run's error of 1e-10, and differences at 3e-5.
    assert!((by / 5.108_559_550_730_9e-5 - 1.0).abs() < 1e-8, "{by}");
    let of_event = said["events"][3]["derivatives"]["cmax"]["time"].as_f64();
    // Differences of reducers at 1e-4 leave roundings.
    assert!((of_event.unwrap() / by - 1.0).abs() < 1e-9);
    assert_eq!(said["events"][3]["kind"], "contact-end");
    assert_eq!(said["flags"], Value::Array(Vec::new()));
}

#[test]
fn tables_are_written() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().to_str().unwrap();
    let o = carom(&[BALL, "--out", place, "--format", "csv"]);
    assert!(out(&o).contains("event_sensitivities.csv"), "{}", err(&o));
    let text = std::fs::read_to_string(folder.path().join("sensitivities.csv")).unwrap();
    assert_eq!(text.lines().count(), 1 + 4 * 4);
    assert!(text.starts_with("output,parameter,value,derivative,scaled,valid_within,flags\n"));
    carom(&[BALL, "--out", place]);
    let bytes = std::fs::read(folder.path().join("event_sensitivities.parquet")).unwrap();
    assert!(bytes.starts_with(b"PAR1") && bytes.ends_with(b"PAR1"));
}

#[test]
fn what_is_not_there_is_refused() {
    let o = carom(&[BALL, "--of", "tuch", "--to", "drop"]);
    assert_eq!(o.status.code(), Some(2));
    let said = err(&o);
    assert!(said.contains("the study has no response tuch"), "{said}");
    assert!(said.contains("did you mean touch?"), "{said}");
    assert!(said.contains("drop follows from a formula"), "{said}");
    let o = carom(&["examples/studies/vibrating_table.toml"]);
    assert_eq!(o.status.code(), Some(2), "{}", err(&o));
}

/// On the way back: the same derivatives of responses; those of events by themselves are not known.
#[test]
fn the_way_back_agrees() {
    let [forth, back] = [&[BALL, "--json"][..], &[BALL, "--json", "--reverse"]].map(|args| {
        let o = carom(args);
        assert_eq!(o.status.code(), Some(0), "{}", err(&o));
        serde_json::from_str::<Value>(&out(&o)).unwrap()
    });
    let all = |v: &Value| v["responses"].as_array().unwrap().clone();
    for (f, b) in all(&forth).iter().zip(&all(&back)) {
        assert_eq!(f["value"], b["value"]);
        for (name, by) in f["derivatives"].as_object().unwrap() {
            let (x, y) = (
                by.as_f64().unwrap(),
                b["derivatives"][name].as_f64().unwrap(),
            );
            let size = forth["parameters"].as_array().unwrap().iter();
            let size = size.filter(|p| p["name"] == name.as_str());
            let size = size.map(|p| p["value"].as_f64().unwrap()).sum::<f64>();
            // The run's error of 1e-10, times some hundred for the impact.
            assert!(((x - y) * size).abs() < 1e-7, "{name}: {x} {y}");
        }
    }
    assert!(back["events"][0]["derivatives"]["k"]["time"].is_null());
}
