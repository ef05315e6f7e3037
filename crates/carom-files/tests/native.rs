//! Carom's own model files: every deck goes through them to the bit.
// A helper of a test fails like the test itself.
#![allow(clippy::unwrap_used)]

use carom_base::Dialect;
use carom_files::{Texts, acf, adm, motionsolve, native};
use carom_model::{Command, Model};
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// All decks below two folders, sorted.
fn decks() -> Vec<PathBuf> {
    fn walk(folder: &Path, list: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let ending = path.extension().map(|e| e.to_string_lossy().to_lowercase());
            if path.is_dir() {
                walk(&path, list);
            } else if matches!(ending.as_deref(), Some("adm" | "acf" | "xml")) {
                list.push(path);
            }
        }
    }
    let mut list = Vec::new();
    walk(&root().join("validation/decks"), &mut list);
    walk(&root().join("examples"), &mut list);
    list.sort();
    list
}

fn open(path: &Path) -> Option<Model> {
    let ending = path.extension().unwrap().to_string_lossy().to_lowercase();
    let (model, diagnostics) = match &*ending {
        "adm" => adm::read(path),
        "acf" => acf::read(path),
        _ => motionsolve::read(path),
    };
    model.filter(|_| !diagnostics.has_errors())
}

/// Other data between analyses have no place in a model file.
fn writable(model: &Model) -> bool {
    let revises = |c: &Command| matches!(c, Command::Revise { .. });
    !model.commands.iter().any(revises) && model.unsupported.is_empty()
}

/// Decks that have no dataset, and why: what the diagnostics say.
const NO_DATASET: &[(&str, &str)] = &[
    (
        "examples/both_ways/star.adm",
        "GRAPHICS/20: a shape that is not written",
    ),
    (
        "examples/cad_contact/ball_on_plate.acf",
        "GRAPHICS/1: a shape that is not written",
    ),
    (
        "examples/cad_contact/ball_on_plate.adm",
        "GRAPHICS/1: a shape that is not written",
    ),
    (
        "examples/cad_contact/cam_and_follower.acf",
        "GRAPHICS/1: a shape that is not written",
    ),
    (
        "examples/cad_contact/cam_and_follower.adm",
        "GRAPHICS/1: a shape that is not written",
    ),
    (
        "examples/cad_contact/gear_pair.acf",
        "GRAPHICS/1: a shape that is not written",
    ),
    (
        "examples/cad_contact/gear_pair.adm",
        "GRAPHICS/1: a shape that is not written",
    ),
    (
        "examples/cad_contact/geneva.acf",
        "GRAPHICS/1: a shape that is not written",
    ),
    (
        "examples/cad_contact/geneva.adm",
        "GRAPHICS/1: a shape that is not written",
    ),
    (
        "examples/mechanisms/gear_pair.acf",
        "GRAPHICS/1: a shape that is not written",
    ),
    (
        "examples/mechanisms/gear_pair.adm",
        "GRAPHICS/1: a shape that is not written",
    ),
    (
        "examples/mechanisms/geneva.acf",
        "GRAPHICS/2: a shape that is not written",
    ),
    (
        "examples/mechanisms/geneva.adm",
        "GRAPHICS/2: a shape that is not written",
    ),
    (
        "examples/mesh_contact/wedge_of_triangles.acf",
        "GRAPHICS/2: a shape that is not written",
    ),
    (
        "examples/mesh_contact/wedge_of_triangles.adm",
        "GRAPHICS/2: a shape that is not written",
    ),
];

/// What a dataset cannot keep and the motion does not depend on: drawings, and tables that it names in other words.
fn comparable(text: &str) -> String {
    let blocks = text.split("\n\n").filter(|b| {
        let drawing = b.starts_with("[[graphic]]") && b.contains("shape = { other");
        !drawing && !b.starts_with("[[matrix]]")
    });
    // Lines of functions are broken at blanks.
    let words = blocks.flat_map(|b| b.split_whitespace());
    words.collect()
}

#[test]
fn every_adams_deck_is_a_dataset_again() {
    let mut refused = Vec::new();
    for path in decks() {
        let name = path.strip_prefix(root()).unwrap().display().to_string();
        let Some(model) = open(&path).filter(writable) else {
            continue;
        };
        if model.dialect != Dialect::Adams {
            continue;
        }
        let text = native::write(&model);
        let model = native::read_text("again.carom.toml", &text).0.unwrap();
        let (dataset, told) = adm::write::dataset(&model);
        if told.has_errors() {
            let first = told.iter().next().unwrap();
            refused.push((name, first.message.clone()));
            continue;
        }
        let (commands, told) = adm::write::commands(&model, "again");
        assert!(!told.has_errors(), "{name}: {told:?}");
        let files = [("again.adm", &dataset), ("again.acf", &commands)];
        let texts: Texts = files
            .iter()
            .map(|(path, text)| (PathBuf::from(path), (*text).clone()))
            .collect();
        let (again, diagnostics) = acf::read_with("again.acf", &texts);
        let mut again = again.unwrap();
        let told: Vec<_> = diagnostics
            .iter()
            .map(|d| format!("{} {} {}", d.name, again.sources.place(d.span), d.message))
            .collect();
        assert!(
            !diagnostics.has_errors(),
            "{name}: {told:#?}\n{dataset}\n{commands}"
        );
        // STOP ends a command file.
        if !model.commands.contains(&Command::Stop) {
            assert_eq!(again.commands.pop(), Some(Command::Stop), "{name}");
        }
        let (a, b) = (comparable(&text), comparable(&native::write(&again)));
        if a != b {
            let k = a
                .bytes()
                .zip(b.bytes())
                .position(|(a, b)| a != b)
                .unwrap_or(0);
            let part = |t: &str| t[k.saturating_sub(200)..(k + 200).min(t.len())].to_owned();
            panic!("{name}:\n{}\n\n{}\n{dataset}", part(&a), part(&b));
        }
    }
    let expected: Vec<_> = NO_DATASET
        .iter()
        .map(|(name, why)| ((*name).to_owned(), (*why).to_owned()))
        .collect();
    assert_eq!(refused, expected);
}

#[test]
fn every_deck_comes_back_to_the_bit() {
    let (mut seen, mut passed_over) = (0, Vec::new());
    for path in decks() {
        let name = path.strip_prefix(root()).unwrap().display().to_string();
        let Some(model) = open(&path).filter(writable) else {
            passed_over.push(name);
            continue;
        };
        let text = native::write(&model);
        let (again, diagnostics) = native::read_text("again.carom.toml", &text);
        let again = again.unwrap();
        let told: Vec<_> = diagnostics
            .iter()
            .map(|d| format!("{} {} {}", d.name, again.sources.place(d.span), d.message))
            .collect();
        assert!(told.is_empty(), "{name}: {told:#?}\n{text}");
        assert_eq!(native::write(&again), text, "{name}");
        for (a, b) in model.parts.iter().zip(&again.parts) {
            assert_eq!(a.pose, b.pose, "{name}: {}", a.tag);
        }
        for (a, b) in model.markers.iter().zip(&again.markers) {
            assert_eq!(a.pose, b.pose, "{name}: {}", a.tag);
        }
        seen += 1;
    }
    println!("{passed_over:#?}");
    assert!(seen > 60, "{seen} decks");
}

/// The model file of the manual, and what the manual says of functions in other units.
#[test]
fn the_manual_is_right() {
    let page = std::fs::read_to_string(root().join("docs/convert.md")).unwrap();
    let file = page.split("```toml\n").nth(1).unwrap();
    let file = file.split("```").next().unwrap();
    let (model, diagnostics) = native::read_text("manual.carom.toml", file);
    assert!(diagnostics.is_empty(), "{diagnostics:#?}");
    assert_eq!(model.unwrap().scalar_forces.len(), 1);
    let new = carom_base::Units::from_names("newton", "tonne", "millimeter", "millisecond");
    let scale = carom_base::Scale::between(&carom_base::Units::si(), &new.unwrap());
    use carom_base::dimension::symbols::{F, L};
    let table = page.split("| written, in m").nth(1).unwrap();
    let table = table.split("\n\n").next().unwrap();
    let rows = table.lines().filter(|l| l.starts_with("| `"));
    let mut seen = 0;
    for row in rows {
        let cells: Vec<&str> = row.trim_matches('|').split(" | ").map(str::trim).collect();
        let [old, new] = cells[..] else { continue };
        let code = |cell: &str| cell.split('`').nth(1).map(str::to_owned);
        let (Some(text), Some(expected)) = (code(old), code(new)) else {
            continue;
        };
        let wanted = if old.ends_with("as a length") { L } else { F };
        let text = carom_base::SpannedText::bare(text);
        let mut d = carom_base::Diagnostics::default();
        let e = carom_expr::Expression::parse(text, Dialect::Adams, &mut d).unwrap();
        assert_eq!(e.in_units(wanted, &scale).unwrap().text(), expected);
        seen += 1;
    }
    assert_eq!(seen, 5);
}

/// A contact of the ball on a plate, with its normal force and side J as given: what is told.
fn contact_told(normal: &str, j: u32) -> Vec<String> {
    let xml = std::fs::read_to_string(root().join("examples/solid_contact/ball_on_plate.xml"));
    let undamped = xml.unwrap().replace("damping=\"50.\" dmax=\"1.0E-4\"", "");
    let (model, diagnostics) = motionsolve::read_text(Path::new("ball.xml"), undamped);
    assert!(!diagnostics.has_errors(), "{diagnostics:#?}");
    let text = native::write(&model.unwrap());
    let written =
        "normal = { impact = { stiffness = 100000, exponent = 1.5, damping = 0, dmax = 0 } }";
    assert!(text.contains(written) && text.contains("j = [1]"), "{text}");
    let text = text.replace(written, &format!("normal = {normal}"));
    let text = text.replace("j = [1]", &format!("j = [{j}]"));
    let (_, diagnostics) = native::read_text("ball.carom.toml", &text);
    diagnostics.iter().map(|d| d.message.clone()).collect()
}

/// Shapes that model files name beside those of the languages come back, in other units too; a dimension out of its range is named.
#[test]
fn shapes_of_our_own() {
    let xml = std::fs::read_to_string(root().join("examples/solid_contact/ball_on_plate.xml"));
    let (model, diagnostics) = motionsolve::read_text(Path::new("ball.xml"), xml.unwrap());
    assert!(!diagnostics.has_errors(), "{diagnostics:#?}");
    let text = native::write(&model.unwrap());
    let start = text.find("shape = {").expect("a shape");
    let end = start + text[start..].find('\n').expect("a line");
    let read = |shape: &str| {
        let text = format!("{}shape = {shape}{}", &text[..start], &text[end..]);
        native::read_text("ball.carom.toml", &text)
    };
    for shape in [
        "{ capsule = { length = 0.5, radius = 0.1 } }",
        "{ rounded_box = { x = 0.3, y = 0.5, z = 0.2, radius = 0.05 } }",
    ] {
        let (model, diagnostics) = read(shape);
        assert!(!diagnostics.has_errors(), "{diagnostics:#?}");
        let model = model.expect("a model");
        assert!(native::write(&model).contains(&format!("shape = {shape}")));
        let units =
            carom_base::Units::from_names("newton", "kilogram", "centimeter", "second").unwrap();
        let (model, _) = model.in_units(&units);
        let hundredfold = ["length = 50", "radius = 10", "x = 30", "radius = 5"];
        let written = native::write(&model);
        assert!(hundredfold.iter().filter(|n| written.contains(*n)).count() >= 2);
    }
    for (shape, what) in [
        (
            "{ capsule = { length = 0, radius = 0.1 } }",
            "length = 0 must be greater than 0",
        ),
        ("{ capsule = { length = 1 } }", "the key radius is missing"),
        (
            "{ capsule = { length = 1, radius = 1, top = 1 } }",
            "there is no key top",
        ),
        (
            "{ rounded_box = { x = 1, y = 1, z = 0.1, radius = 0.05 } }",
            "radius = 0.05 must be less than half of each extent",
        ),
        ("{ rounded_bx = { x = 1 } }", "rounded_bx is none of"),
    ] {
        let (_, diagnostics) = read(shape);
        let told = diagnostics.iter().any(|d| d.message.contains(what));
        assert!(told, "{shape}: {diagnostics:#?}");
    }
}

/// A contact without damping, which MotionSolve gives no depth of full damping, is written and comes back; a number out of its range is named.
#[test]
fn laws_of_contacts() {
    let impact = |k, e, c, d| {
        format!("{{ impact = {{ stiffness = {k}, exponent = {e}, damping = {c}, dmax = {d} }} }}")
    };
    let told = |normal: &str| contact_told(normal, 1);
    assert!(told(&impact("1e5", "1.5", "0", "0")).is_empty());
    let says = |normal: &str, range: &str| {
        let expected = format!("Force_Contact/1: {range}");
        assert_eq!(told(normal), [expected]);
    };
    says(
        &impact("-1", "1.5", "0", "0"),
        "stiffness has to be above 0",
    );
    says(&impact("1", "0", "0", "0"), "exponent has to be above 0");
    says(&impact("1", "1", "-2", "1"), "damping may not be below 0");
    let dmax = "dmax has to be above 0 where there is damping";
    says(&impact("1", "1", "2", "0"), dmax);
    says(
        "{ poisson = { penalty = 1, restitution = 2 } }",
        "restitution is from 0 to 1",
    );
    says(
        "{ volume = { stiffness = 0, damping = 0 } }",
        "stiffness has to be above 0",
    );
    assert!(
        told("{ hunt_crossley = { stiffness = 1e5, exponent = 1.5, damping = 0 } }").is_empty()
    );
    says(
        "{ hunt_crossley = { stiffness = 1e5, exponent = 1.5, damping = -1 } }",
        "damping may not be below 0",
    );
    says(
        "{ layers = { i_modulus = 1, i_depth = 0, j_modulus = 1, j_depth = 0 } }",
        "the depths of the layers may not both be 0",
    );
    let missing = told("{ hunt_crossley = { stiffness = 1e5, exponent = 1.5 } }");
    assert_eq!(missing, ["Force_Contact/1: the key damping is missing"]);
    let own = contact_told(&impact("1e5", "1.5", "0", "0"), 2);
    assert_eq!(own, ["Force_Contact/1: both sides are on one part"]);
}
