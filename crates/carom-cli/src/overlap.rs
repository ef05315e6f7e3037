//! `carom overlap`.

use crate::args::{OverlapArgs, Rule};
use crate::exit::Exit;
use crate::output::{self, err, out};
use carom::overlap::{self, read_cases, stl_text};
use serde_json::{Value, json};
use std::fmt::Write;
use std::path::Path;

pub fn overlap(args: &OverlapArgs) -> Exit {
    let name = args.case.display();
    let refused = |message: &str| {
        err(&format!("error: {name}: {message}\n"));
        Exit::Refused
    };
    let text = match carom::files::special::read_text(&args.case, 1 << 30) {
        Ok(text) => text,
        Err(e) => return refused(&e.to_string()),
    };
    let folder = args.case.parent().unwrap_or(Path::new("."));
    let cases = match read_cases(&text, folder) {
        Ok(cases) => cases,
        Err(e) => return refused(&e.to_string()),
    };
    let rule = args.rule.map(|r| match r {
        Rule::Adams => overlap::Rule::Adams,
        Rule::Smooth => overlap::Rule::Smooth,
        Rule::Potential => overlap::Rule::Potential,
    });
    if let Some(file) = &args.stl {
        let [case] = cases.as_slice() else {
            return refused("--stl takes a file of one case");
        };
        let surface = match case.surface() {
            Ok(surface) => surface,
            Err(e) => return refused(&e.to_string()),
        };
        if let Err(e) = std::fs::write(file, stl_text(&surface, "intersection")) {
            return refused(&format!("{}: {e}", file.display()));
        }
    }
    let mut answers = Vec::new();
    for case in &cases {
        match case.answer(rule) {
            Ok(answer) => answers.push(answer),
            Err(e) => return refused(&e.to_string()),
        }
    }
    match (args.json, answers.as_slice()) {
        (true, [one]) => output::json(one),
        (true, all) => output::json(&json!({ "cases": all })),
        (false, all) => all.iter().for_each(|a| out(&told(a))),
    }
    Exit::Done
}

/// One line for each quantity.
fn told(answer: &Value) -> String {
    let mut text = String::new();
    let empty = Vec::new();
    let components = answer["components"].as_array().unwrap_or(&empty);
    if let Some(id) = answer["id"].as_str() {
        let _ = writeln!(text, "{id}");
    }
    let _ = match (components.len(), answer["min_distance"].as_f64()) {
        (0, Some(d)) => writeln!(text, "no volume of intersection; distance {d}"),
        (0, None) => writeln!(text, "no volume of intersection"),
        (1, _) => writeln!(text, "1 volume of intersection"),
        (n, _) => writeln!(text, "{n} volumes of intersection"),
    };
    for (k, c) in components.iter().enumerate() {
        let _ = writeln!(text, "{}", k + 1);
        for (name, key) in [
            ("volume", "volume"),
            ("centroid", "centroid"),
            ("nearest on A", "nearest_on_A"),
            ("nearest on B", "nearest_on_B"),
            ("distance", "nearest_distance"),
            ("direction on A", "force_dir_on_A"),
            ("vector area of A", "vector_area_A"),
            ("chord", "chord_along_vector_area"),
            ("mean thickness", "mean_thickness"),
        ] {
            let _ = writeln!(text, "  {name:18}{}", numbers(&c[key]));
        }
        if let Some(rule) = c["rule"]["name"].as_str() {
            for key in ["direction", "depth", "point"] {
                let label = format!("{rule} {key}");
                let _ = writeln!(text, "  {label:18}{}", numbers(&c["rule"][key]));
            }
        }
        let flags: Vec<&str> = c["flags"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect();
        if !flags.is_empty() {
            let _ = writeln!(text, "  {:18}{}", "flags", flags.join(", "));
        }
    }
    text
}

fn numbers(value: &Value) -> String {
    match value {
        Value::Array(list) => list
            .iter()
            .map(Value::to_string)
            .collect::<Vec<_>>()
            .join(" "),
        Value::Null => "undefined".into(),
        other => other.to_string(),
    }
}
