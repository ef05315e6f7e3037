//! A crate may use only lower floors; neighbours do not see each other.
// A helper of a test fails like the test itself.
#![allow(clippy::unwrap_used)]

use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

/// The building, ground floor first. A new crate gets its floor here.
const FLOORS: &[&[&str]] = &[
    &["carom-base", "carom-derive"],
    &["carom-laws", "carom-geometry", "carom-solve", "carom-plot"],
    &["carom-expr", "carom-user", "carom-cad"],
    &["carom-model"],
    &["carom-files", "carom-dynamics", "carom-dynamics-units"],
    &["carom", "carom-view"],
    &["carom-study"],
    &["carom-stability"],
    &["carom-report"],
    &["carom-cli", "carom-python", "carom-c"],
];

/// Name of each crate of the workspace, and the crates of the workspace that it uses, in tests too.
fn workspace() -> BTreeMap<String, Vec<String>> {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".into());
    let output = Command::new(cargo)
        .args([
            "metadata",
            "--no-deps",
            "--format-version",
            "1",
            "--offline",
        ])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs this test");
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    let name = |v: &Value| v["name"].as_str().unwrap().to_owned();
    let own: Vec<String> = packages.iter().map(name).collect();
    packages
        .iter()
        .map(|p| {
            let uses = p["dependencies"].as_array().unwrap().iter().map(name);
            (name(p), uses.filter(|d| own.contains(d)).collect())
        })
        .collect()
}

fn floor(name: &str) -> Option<usize> {
    FLOORS.iter().position(|f| f.contains(&name))
}

#[test]
fn each_crate_uses_lower_floors_only() {
    let workspace = workspace();
    assert!(workspace.len() >= 13);
    for (name, uses) in &workspace {
        let own = floor(name).unwrap_or_else(|| panic!("{name} has no floor"));
        for used in uses {
            let below = floor(used).unwrap_or_else(|| panic!("{used} has no floor"));
            assert!(
                below < own,
                "{name} (floor {own}) uses {used} (floor {below})"
            );
        }
    }
}

#[test]
fn no_crate_stands_on_two_floors() {
    let all: Vec<_> = FLOORS.iter().flat_map(|f| f.iter()).collect();
    let mut once = all.clone();
    once.sort_unstable();
    once.dedup();
    assert_eq!(all.len(), once.len());
}

/// Where tests of several files are one program, each file is in it or has a program of its own: none is left out in silence.
#[test]
fn every_file_of_tests_is_run() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut seen = 0;
    for folder in crates.read_dir().unwrap() {
        let folder = folder.unwrap().path();
        let Ok(all) = std::fs::read_to_string(folder.join("tests/all.rs")) else {
            continue;
        };
        let manifest = std::fs::read_to_string(folder.join("Cargo.toml")).unwrap();
        for file in folder.join("tests").read_dir().unwrap() {
            let file = file.unwrap().path();
            let is_source = file.extension().is_some_and(|e| e == "rs");
            let name = file.file_stem().unwrap().to_string_lossy().into_owned();
            if !is_source || name == "all" {
                continue;
            }
            let is_in = all.lines().any(|line| line == format!("mod {name};"));
            let has_own = manifest.contains(&format!("[[test]]\nname = \"{name}\"\n"));
            assert!(is_in != has_own, "{}", file.display());
            seen += 1;
        }
    }
    assert!(seen > 100, "{seen}");
}
