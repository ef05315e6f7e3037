//! A model that is converted moves as before: to the same bits in its own units, up to rounding in others.
// A helper of a test fails like the test itself.
#![allow(clippy::unwrap_used)]

use carom::base::dimension::symbols::{L, M, ONE, T};
use carom::base::{Dimension, Scale, Units};
use carom::convert::{Form, convert, units};
use carom::dynamics::RunOptions;
use carom::files::{Texts, acf, adm, native};
use carom::model::analysis::OutputGrid;
use carom::model::run::Frame;
use carom::{Request, Results, simulate};
use carom_laws::contact::solids::{AnyLaw, LayersParameters};
use carom_model::Model;
use carom_model::force::NormalLaw;
use std::path::{Path, PathBuf};

fn model(path: &str) -> Model {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(path);
    let loaded = carom::open(&path, None);
    loaded.accepted().unwrap().clone()
}

/// Written in a form, and read again.
fn again(model: &Model, form: Form, units: Option<&Units>) -> Model {
    let converted = convert(model, "again", form, units);
    assert!(!converted.diagnostics.has_errors(), "{converted:#?}");
    let texts: Texts = converted
        .files
        .iter()
        .map(|(name, text)| (PathBuf::from(name), text.clone()))
        .collect();
    let (read, diagnostics) = match (form, converted.files.len()) {
        (Form::Toml, _) => native::read_with("again.carom.toml", &texts),
        (Form::Adm, 1) => adm::read_with("again.adm", &texts),
        (Form::Adm, _) => acf::read_with("again.acf", &texts),
    };
    assert!(!diagnostics.has_errors(), "{diagnostics:#?}");
    read.unwrap()
}

fn run(model: &Model, end: f64, integrator: Option<&str>, hmax: Option<f64>) -> Results {
    let request = Request {
        end: Some(end),
        output: Some(OutputGrid::Steps(20)),
        options: RunOptions {
            integrator: integrator.map(str::to_owned),
            hmax,
            ..RunOptions::default()
        },
        ..Request::default()
    };
    let results = simulate(model, &request).unwrap();
    assert!(results.error.is_none(), "{:?}", results.error);
    results
}

/// Decks with their ends: joints, contacts by expressions and of solids, friction, curves, systems, statics.
const DECKS: &[(&str, f64)] = &[
    ("examples/bouncing_ball/ball.adm", 0.5),
    ("examples/four_bar/four_bar.acf", 0.1),
    ("examples/andrews/andrews.acf", 0.003),
    ("examples/solid_contact/wedge_and_block.acf", 0.05),
    ("examples/two_masses/two_masses.adm", 0.2),
    ("validation/decks/friction_block.adm", 0.2),
    ("validation/decks/bead_on_ellipse.adm", 0.1),
    ("validation/decks/linear/step_response.adm", 0.5),
    ("validation/decks/spring_fitted.adm", 0.2),
];

/// Normal laws that datasets have no words for, with an end and a step.
const NATIVE: &[(&str, f64, f64)] = &[
    (
        "validation/decks/foundation/ball_by_function.carom.toml",
        0.5,
        2e-5,
    ),
    (
        "validation/decks/foundation/cube_on_corner.carom.toml",
        0.2,
        2e-5,
    ),
];

#[test]
fn normal_laws_of_model_files() {
    for &(deck, end, _) in NATIVE {
        let model = model(deck);
        let before = run(&model, end, None, None);
        let after = run(&again(&model, Form::Toml, None), end, None, None);
        assert_eq!(before.frames, after.frames, "{deck}");
        let refused = convert(&model, "again", Form::Adm, None);
        assert!(refused.diagnostics.has_errors(), "{deck}");
        let said = format!("{:?}", refused.diagnostics);
        assert!(
            said.contains("CONTACT has no word") || said.contains("CONTACT takes no"),
            "{said}"
        );
    }
    let layers = model("validation/decks/foundation/ball_on_layers.xml");
    let small = units("dyne,gram,centimeter,minute").unwrap();
    let layers = again(&layers, Form::Toml, Some(&small));
    let NormalLaw::Parametric(AnyLaw::Layers(LayersParameters {
        i_modulus,
        i_depth,
        damping,
        ..
    })) = layers.contacts.iter().next().unwrap().normal
    else {
        panic!("layers stay layers");
    };
    for (is, shall) in [
        (i_modulus, 4e5 * 1e5 / 1e4),
        (i_depth, 10.0),
        (damping, 0.5 / 60.0 / 100.0),
    ] {
        // 1e-14: roundings of the factors
        assert!((is / shall - 1.0f64).abs() < 1e-14, "{is} {shall}");
    }
}

#[test]
fn the_same_bits_in_the_same_units() {
    for &(deck, end) in DECKS {
        let model = model(deck);
        let before = run(&model, end, None, None);
        let native = again(&model, Form::Toml, None);
        let dataset = again(&native, Form::Adm, None);
        for (what, model) in [("toml", native), ("adm", dataset)] {
            let after = run(&model, end, None, None);
            assert_eq!(before.frames, after.frames, "{deck} as {what}");
            assert_eq!(before.events, after.events, "{deck} as {what}");
        }
    }
}

/// The largest difference of one quantity of all bodies, relative to its largest value, or to one that is large enough to
/// be no rounding.
fn difference(
    least: f64,
    a: &[Frame],
    b: &[Frame],
    to: impl Fn(f64) -> f64,
    of: impl Fn(&Frame) -> Vec<[f64; 3]>,
) -> f64 {
    let (mut largest, mut off) = (least, 0.0f64);
    for (a, b) in a.iter().zip(b) {
        for (a, b) in of(a).iter().zip(of(b)) {
            for (a, b) in a.iter().zip(b) {
                let a = to(*a);
                largest = largest.max(a.abs());
                off = off.max((a - b).abs());
            }
        }
    }
    off / largest
}

const TRANSFER: &str = "validation/decks/linear/step_response.adm";

/// With steps of fixed length the same products and sums are taken of scaled numbers, so what differs are roundings: some
/// hundred steps of a few hundred roundings each (1e-16), enlarged by what the mechanism makes of a small deviation; 1e-10 leaves
/// room for a factor of 1e4 of that.
#[test]
fn the_same_motion_in_other_units() {
    let systems = [
        "newton,tonne,millimeter,millisecond",
        "pound_force,slug,foot,second",
        "dyne,gram,centimeter,minute",
    ];
    let decks: &[(&str, f64, f64)] = &[
        ("examples/bouncing_ball/ball.adm", 0.5, 2e-5),
        ("examples/four_bar/four_bar.acf", 0.1, 1e-3),
        ("examples/andrews/andrews.acf", 0.003, 3e-5),
        ("examples/two_masses/two_masses.adm", 0.2, 1e-3),
        ("validation/decks/spring_fitted.adm", 0.2, 1e-3),
        (TRANSFER, 0.5, 1e-2),
        ("examples/solid_contact/wedge_and_block.acf", 0.01, 1e-5),
    ];
    for &(deck, end, step) in decks.iter().chain(NATIVE) {
        let old = model(deck);
        let before = run(&old, end, Some("rk4"), Some(step));
        for system in systems {
            let new = units(system).unwrap();
            let to = Scale::between(&old.units, &new);
            for form in [Form::Toml, Form::Adm] {
                if form == Form::Adm && NATIVE.iter().any(|n| n.0 == deck) {
                    continue;
                }
                if form == Form::Adm && deck == TRANSFER {
                    // In other units of time the matrices of a transfer function have no coefficients.
                    let told = convert(&old, "again", form, Some(&new)).diagnostics;
                    let seconds = new.time.name == "second";
                    assert_eq!(told.has_errors(), !seconds, "{told:?}");
                    continue;
                }
                let converted = again(&old, form, Some(&new));
                let (end, step) = (to.apply(end, T), to.apply(step, T));
                let after = run(&converted, end, Some("rk4"), Some(step));
                assert_eq!(before.frames.len(), after.frames.len(), "{deck}");
                type Quantity = fn(&Frame) -> Vec<[f64; 3]>;
                let quantities: [(Dimension, Quantity); 4] = [
                    (L, |f| f.bodies.iter().map(|b| b.position).collect()),
                    (L / T, |f| f.bodies.iter().map(|b| b.velocity).collect()),
                    (ONE / T, |f| {
                        f.bodies.iter().map(|b| b.angular_velocity).collect()
                    }),
                    (ONE, |f| {
                        f.bodies
                            .iter()
                            .map(|b| [1.0, b.orientation[1], b.orientation[3]])
                            .collect()
                    }),
                ];
                for (dimension, of) in quantities {
                    // A thousandth of a turn in the run is a rotation.
                    let turns = dimension == ONE / T;
                    let least = if turns { 1e-3 / end } else { f64::MIN_POSITIVE };
                    let to = |x| to.apply(x, dimension);
                    let off = difference(least, &before.frames, &after.frames, to, of);
                    assert!(
                        off < 1e-10,
                        "{deck} in {system} as {form:?}: {off} of {dimension:?}"
                    );
                }
            }
        }
        // Masses, so that a wrong scale of everything would show.
        let new = units(systems[0]).unwrap();
        let converted = again(&old, Form::Toml, Some(&new));
        let scale = Scale::between(&old.units, &new);
        for (a, b) in old.parts.iter().zip(&converted.parts) {
            assert_eq!(scale.apply(a.mass, M), b.mass);
        }
    }
}
