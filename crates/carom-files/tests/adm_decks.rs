//! Datasets and command files of others are read to the end, and every report about them is true.

use carom_base::diagnostic::render_plain;
use carom_base::{Diagnostics, Severity};
use carom_files::{acf, adm};
use carom_model::analysis::{Analysis, Command, End, OutputGrid};
use carom_model::constraint::JointKind;
use carom_model::{Element, Model, PartKind, Table};
use std::path::{Path, PathBuf};
use std::time::Instant;

fn models(folder: &str, extension: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../validation/models");
    let entries = std::fs::read_dir(root.join(folder)).expect("the models are part of the project");
    let mut list: Vec<PathBuf> = entries
        .map(|e| e.expect("readable").path())
        .filter(|p| p.extension().is_some_and(|e| e == extension))
        .collect();
    list.sort();
    assert!(!list.is_empty());
    list
}

fn rendered(model: &Model, d: &Diagnostics) -> String {
    d.iter().map(|d| render_plain(d, &model.sources)).collect()
}

fn labels<T: Element>(table: &Table<T>) -> usize {
    table.labels().count()
}

/// The statements of a file by a plain look at its lines: first word, slash.
fn count(text: &str, statement: &str) -> usize {
    let begins = |line: &&str| line.trim_start().starts_with(&format!("{statement}/"));
    text.lines().filter(begins).count()
}

/// Every statement of the text became an element or is listed as not supported.
fn everything_is_there(path: &Path, model: &Model) {
    let bytes = std::fs::read(path).expect("readable");
    let text = String::from_utf8_lossy(&bytes);
    let text = text
        .lines()
        .filter(|l| !l.trim_start().starts_with('!'))
        .collect::<Vec<_>>()
        .join("\n");
    let elements = [
        ("PART", labels(&model.parts)),
        ("MARKER", labels(&model.markers)),
        ("JOINT", labels(&model.joints)),
        ("JPRIM", labels(&model.primitives)),
        ("GCON", labels(&model.general_constraints)),
        ("MOTION", labels(&model.motions)),
        ("SFORCE", labels(&model.scalar_forces)),
        ("VFORCE", labels(&model.vector_forces)),
        ("GFORCE", labels(&model.general_forces)),
        ("SPRINGDAMPER", labels(&model.spring_dampers)),
        ("FIELD", labels(&model.fields)),
        ("CONTACT", labels(&model.contacts)),
        ("VARIABLE", labels(&model.variables)),
        ("ARRAY", labels(&model.arrays)),
        ("STRING", labels(&model.strings)),
        ("REQUEST", labels(&model.requests)),
        ("GRAPHICS", labels(&model.graphics)),
    ];
    for (statement, found) in elements {
        let without = model
            .unsupported
            .iter()
            .filter(|u| u.statement.starts_with(&format!("{statement}/")))
            .filter(|u| !u.reason.contains("user-written"))
            .count();
        assert_eq!(
            found + without,
            count(&text, statement),
            "{} {statement}",
            path.display()
        );
    }
}

#[test]
fn supported_datasets_have_no_errors_and_nothing_unsupported() {
    for folder in ["chrono", "aview_hpc", "adamspy"] {
        for path in models(folder, "adm") {
            let (model, d) = adm::read(&path);
            let model = model.expect("a text");
            let text = rendered(&model, &d);
            assert!(!d.has_errors(), "{}\n{text}", path.display());
            assert_eq!(d.count(Severity::Warning), 0, "{}\n{text}", path.display());
            assert!(model.unsupported.is_empty());
            assert!(model.ground().is_some());
            everything_is_there(&path, &model);
        }
    }
}

#[test]
fn a_pendulum_in_detail() {
    let path = &models("chrono", "adm")[4];
    assert!(path.ends_with("test_Revolute_Case01.adm"));
    let (model, _) = adm::read(path);
    let model = model.expect("a text");
    assert_eq!(model.title, "ADAMS/View model name: test_Revolute_Case01");
    assert_eq!(model.units.ucf, 1.0);
    assert_eq!(model.gravity, [0.0, 0.0, -9.80665]);
    let joint = &model.joints[model.joints.find(1).expect("JOINT/1")];
    assert_eq!(joint.kind, JointKind::Revolute);
    let body = &model.parts[model.parts.find(2).expect("PART/2")];
    assert_eq!((body.kind, body.mass), (PartKind::Rigid, 1.0));
    assert!(model.output.req && !model.output.gra && !model.output.res);
    assert_eq!(labels(&model.requests), 5);
}

#[test]
fn names_of_adams_view() {
    let path = &models("adamspy", "adm")[1];
    assert!(path.ends_with("test_analysis_with_spikes.adm"));
    let (model, _) = adm::read(path);
    let model = model.expect("a text");
    let force = &model.scalar_forces[model.scalar_forces.find(1).expect("SFORCE/1")];
    assert_eq!(force.tag.name, "torque_spike");
    let primitive = &model.primitives[model.primitives.find(1).expect("JPRIM/1")];
    assert_eq!(
        (primitive.kind, primitive.tag.name.as_str()),
        (JointKind::InLine, "JOINT_3")
    );
    assert!(model.output.req && model.output.gra && model.output.res);
}

/// Reports name a statement that is in the file, at the line where it stands.
fn reports_are_true(path: &Path, model: &Model, d: &Diagnostics) {
    let text = rendered(model, d);
    assert!(!d.has_errors(), "{}\n{text}", path.display());
    for u in &model.unsupported {
        let place = model.sources.place(u.span);
        let line: usize = place
            .rsplit(':')
            .nth(1)
            .and_then(|l| l.parse().ok())
            .expect("a line");
        let source = model.sources.get(u.span.source).expect("a source");
        assert!(
            source.line(line).starts_with(&u.statement),
            "{place}: {}",
            u.statement
        );
    }
}

#[test]
fn fast_models_are_read_to_the_end() {
    for path in models("FAST", "adm") {
        let start = Instant::now();
        let (model, d) = adm::read(&path);
        let wall = start.elapsed();
        let model = model.expect("a text");
        reports_are_true(&path, &model, &d);
        everything_is_there(&path, &model);
        let bytes = std::fs::read(&path).expect("readable");
        let text = String::from_utf8_lossy(&bytes).replace([' ', '\r', '\n', ','], "");
        let users = text.matches("=USER(").count();
        assert_eq!(model.unsupported.len(), 0);
        assert_eq!(model.general_systems.iter().count(), 1);
        // all are kept, to be called or refused by the assembly
        assert!(users > 10, "{users}");
        // The last element of the file was read.
        assert_eq!(model.requests.len(), 1);
        // Test builds are slower than release builds, in which this takes 20 ms.
        assert!(wall.as_secs_f64() < 5.0, "{wall:?}");
    }
}

#[test]
fn flexible_parts_are_reported_with_all_that_stands_on_them() {
    let path = &models("adams_vscode", "adm")[0];
    let (model, d) = adm::read(path);
    let model = model.expect("a text");
    reports_are_true(path, &model, &d);
    everything_is_there(path, &model);
    let mut list: Vec<&str> = model
        .unsupported
        .iter()
        .map(|u| u.statement.as_str())
        .collect();
    list.sort_unstable();
    assert_eq!(
        list,
        [
            "CONTACT/1",
            "CONTACT/2",
            "CONTACT/3",
            "FE_NODE/1",
            "FE_NODE/2",
            "FE_NODE/3",
            "FE_NODE/4",
            "FE_NODE/5",
            "FE_NODE/6",
            "FE_PART/2",
            "GRAPHICS/10",
            "GRAPHICS/2",
            "MARKER/11",
            "MARKER/2",
            "MARKER/7",
            "MARKER/8",
            "MARKER/9",
            "SECTION/1",
        ]
    );
    let moving: Vec<&str> = model
        .unsupported
        .iter()
        .filter(|u| u.changes_motion)
        .map(|u| u.statement.as_str())
        .collect();
    assert_eq!(moving, ["FE_PART/2", "CONTACT/1", "CONTACT/2", "CONTACT/3"]);
}

fn simulations(model: &Model) -> Vec<(Analysis, Option<End>, Option<OutputGrid>)> {
    model
        .commands
        .iter()
        .filter_map(|c| match c {
            Command::Simulate {
                analysis,
                end,
                output,
                ..
            } => Some((*analysis, *end, *output)),
            _ => None,
        })
        .collect()
}

#[test]
fn command_files_of_adams_view() {
    for folder in ["aview_hpc", "adamspy"] {
        for path in models(folder, "acf") {
            let (model, d) = acf::read(&path);
            let model = model.expect("a text");
            assert!(
                !d.has_errors(),
                "{}\n{}",
                path.display(),
                rendered(&model, &d)
            );
            assert_eq!(simulations(&model).len(), 1);
            assert_eq!(model.commands.last(), Some(&Command::Stop));
            assert!(model.parts.len() > 1);
        }
    }
    let (model, _) = acf::read(&models("adamspy", "acf")[0]);
    let expected = (
        Analysis::Dynamic,
        Some(End::Time(20.0)),
        Some(OutputGrid::Interval(0.1)),
    );
    assert_eq!(simulations(&model.expect("a text")), [expected]);
}

#[test]
fn command_files_of_fast() {
    let path = &models("FAST", "acf")[1];
    assert!(path.ends_with("Test16_ADAMS.acf"));
    let (model, d) = acf::read(path);
    let model = model.expect("a text");
    assert!(!d.has_errors(), "{}", rendered(&model, &d));
    assert_eq!(model.output.prefix.as_deref(), Some("Test16_ADAMS"));
    assert!(matches!(&model.commands[0], Command::Integrator(s, _)
        if s.name.as_deref() == Some("gstiff") && s.error == Some(0.001) && s.hmax == Some(1e-3)));
    let active: Vec<(&str, usize, bool)> = model
        .commands
        .iter()
        .filter_map(|c| match c {
            Command::SetActive {
                statements,
                labels,
                active,
                ..
            } => Some((statements[0], labels.len(), *active)),
            _ => None,
        })
        .collect();
    // four motions, and all joints of each range
    assert_eq!(active[..4], [("MOTION", 1, false); 4]);
    assert_eq!(active[4..], [("JOINT", 15, false); 3]);
    assert_eq!(simulations(&model).len(), 2);
}
