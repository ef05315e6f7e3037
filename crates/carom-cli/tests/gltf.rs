//! `carom view --gltf`: the file against the run, and against the validator of the format.
#![allow(clippy::unwrap_used)] // a helper of a test fails like the test itself

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

fn carom(folder: &Path, args: &[&str]) {
    let mut c = Command::new(env!("CARGO_BIN_EXE_carom"));
    let output = c.args(args).current_dir(folder).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{args:?}: {said}");
}

/// The run of an example as a film.
fn film(folder: &Path, deck: &str, more: &[&str]) -> Vec<u8> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let deck = root.join(deck).display().to_string();
    carom(
        folder,
        &[&["run", &deck, "--quiet", "--out", "r.carom"], more].concat(),
    );
    carom(
        folder,
        &["view", "r.carom", "--gltf", "film.glb", "--quiet"],
    );
    std::fs::read(folder.join("film.glb")).unwrap()
}

fn word(bytes: &[u8], at: usize) -> usize {
    u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize
}

/// The two chunks of a file.
fn chunks(bytes: &[u8]) -> (Value, &[u8]) {
    assert_eq!(&bytes[..4], b"glTF");
    assert_eq!((word(bytes, 4), word(bytes, 8)), (2, bytes.len()));
    let n = word(bytes, 12);
    assert_eq!(&bytes[16..20], b"JSON");
    let buffer = 20 + n + 8;
    assert_eq!(&bytes[20 + n + 4..buffer], b"BIN\0");
    assert_eq!(buffer + word(bytes, 20 + n), bytes.len());
    assert_eq!(n % 4, 0);
    (
        serde_json::from_slice(&bytes[20..20 + n]).unwrap(),
        &bytes[buffer..],
    )
}

/// The numbers of an accessor.
fn numbers(file: &Value, buffer: &[u8], accessor: &Value) -> Vec<f32> {
    let accessor = &file["accessors"][accessor.as_u64().unwrap() as usize];
    let view = &file["bufferViews"][accessor["bufferView"].as_u64().unwrap() as usize];
    let at = |key: &str| view[key].as_u64().unwrap() as usize;
    let bytes = &buffer[at("byteOffset")..at("byteOffset") + at("byteLength")];
    let list = bytes
        .chunks(4)
        .map(|b| f32::from_le_bytes(b.try_into().unwrap()));
    list.collect()
}

#[test]
fn the_ball_falls_in_the_film() {
    let place = tempfile::tempdir().unwrap();
    let bytes = film(
        place.path(),
        "bouncing_ball/ball.adm",
        &["--end", "1", "--dt", "0.01"],
    );
    let (file, buffer) = chunks(&bytes);
    let ball = file["nodes"]
        .as_array()
        .unwrap()
        .iter()
        .position(|n| n["name"] == "ball");
    let animation = &file["animations"][0];
    let channel = animation["channels"]
        .as_array()
        .unwrap()
        .iter()
        .find(|c| c["target"]["node"] == ball.unwrap() && c["target"]["path"] == "translation");
    let sampler = &animation["samplers"][channel.unwrap()["sampler"].as_u64().unwrap() as usize];
    let times = numbers(&file, buffer, &sampler["input"]);
    let places = numbers(&file, buffer, &sampler["output"]);
    assert_eq!((times.len(), places.len()), (101, 303));
    // One second of the model is drawn out.
    let speed = file["asset"]["extras"]["time_in_a_second"]
        .as_f64()
        .unwrap();
    for (k, t) in times.iter().enumerate().take(45) {
        let t = f64::from(*t) * speed;
        // free fall: z = 1.1 − g·t²/2 up to the resolution of single precision
        let z = 1.1 - 0.5 * 9.80665 * t * t;
        assert!((f64::from(places[3 * k + 2]) - z).abs() < 1e-6, "{t}");
    }
}

/// The validator of the Khronos Group, by npm.
#[test]
fn the_validator_finds_nothing() {
    let tools = Path::new(env!("CARGO_TARGET_TMPDIR")).join("gltf");
    std::fs::create_dir_all(&tools).unwrap();
    if !tools.join("node_modules/gltf-validator").exists() {
        let mut npm = Command::new("npm");
        npm.args([
            "install",
            "--silent",
            "--no-audit",
            "--no-fund",
            "gltf-validator@2.0.0-dev.3.10",
        ]);
        if !npm
            .current_dir(&tools)
            .output()
            .is_ok_and(|o| o.status.success())
        {
            println!("not run: the_validator_finds_nothing (npm could not install gltf-validator)");
            return;
        }
    }
    let script = "const fs = require('fs');
        require('gltf-validator').validateBytes(new Uint8Array(fs.readFileSync(process.argv[1])))
            .then(r => console.log(JSON.stringify(r)))";
    let place = tempfile::tempdir().unwrap();
    for (deck, more) in [
        ("bouncing_ball/ball.adm", ["--end", "0.5", "--steps", "50"]),
        ("andrews/andrews.acf", ["--end", "0.003", "--steps", "20"]),
        (
            "solid_contact/wedge_and_block.acf",
            ["--end", "0.02", "--steps", "20"],
        ),
    ] {
        film(place.path(), deck, &more);
        let mut node = Command::new("node");
        node.args(["-e", script]).arg(place.path().join("film.glb"));
        let output = node.current_dir(&tools).output().unwrap();
        let report: Value = serde_json::from_slice(&output.stdout)
            .unwrap_or_else(|e| panic!("{e}: {}", String::from_utf8_lossy(&output.stderr)));
        let issues = &report["issues"];
        let none = |key: &str| issues[key] == 0;
        assert!(
            none("numErrors") && none("numWarnings"),
            "{deck}: {issues:#}"
        );
        assert_eq!(report["info"]["animationCount"], 1, "{deck}: {report:#}");
        std::fs::remove_dir_all(place.path().join("r.carom")).unwrap();
    }
}
