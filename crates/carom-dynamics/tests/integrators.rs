//! Every integrator on mechanisms with rotations in space: charts, constraints, events.

use crate::support;

use carom_dynamics::{Frame, Statistics};
use carom_model::analysis::Analysis;
use carom_model::constraint::{Freedom, Function, MotionLevel, MotionTarget};
use carom_model::force::Kind;
use carom_model::{JointKind, Motion, Tag};
use carom_solve::{Formulation, INTEGRATORS, Integrator};
use support::*;

const G: f64 = 9.80665;

/// A heavy top: an unequal body on a ball joint one metre from its centre of mass, spinning fast and thrown sideways.
fn top() -> Deck {
    let mut d = Deck::new(G);
    d.body(2, 1.0, [0.2, 0.25, 0.05], at(0.6, 0.0, 0.8));
    d.marker(20, 2, at(-0.6, 0.0, -0.8));
    d.joint(1, JointKind::Spherical, 20, 1);
    let id = d.part_id(2);
    d.0.parts[id].angular_velocity = [Some(3.0), Some(2.0), Some(15.0)];
    d
}

/// The tolerance that suits a method, its step if that is fixed, and what errors of this tolerance add up to.
fn suited(integrator: &dyn Integrator) -> (carom_dynamics::RunOptions, f64) {
    let profile = integrator.profile();
    let error = profile.finest.max(1e-9);
    let mut options = options(integrator.name(), error);
    options.hmax = profile.is_fixed.then_some(5e-4);
    // Some hundred steps with errors of this size; index 3 tests positions alone.
    let index_3 = profile.formulation == Formulation::Positions;
    let gathers = if index_3 { 1e4 } else { 1e3 };
    (options, gathers * error)
}

/// The largest difference of positions of the first body.
fn miss(a: &[Frame], b: &[Frame]) -> f64 {
    let pairs = a.iter().zip(b);
    pairs
        .map(|(a, b)| {
            let (a, b) = (&a.bodies[0].position, &b.bodies[0].position);
            (0..3).map(|k| (a[k] - b[k]).abs()).fold(0.0, f64::max)
        })
        .fold(0.0, f64::max)
}

fn say(name: &str, miss: f64, s: &Statistics) {
    println!(
        "{name:10} {miss:8.1e} {:6} {:3} {:6} {:5} {:5} {:6}",
        s.steps, s.rejected, s.rhs_evaluations, s.jacobians, s.factorizations, s.newton_iterations
    );
}

#[test]
fn a_heavy_top_moves_alike_with_all() {
    let reference = run(
        &top(),
        Analysis::Dynamic,
        2.0,
        20,
        &options("radau13", 1e-12),
    );
    let [energy, scale] = reference.statistics[0].energy_balance.expect("audited");
    assert!(energy.abs() < 1e-11 * scale);
    // First order is of no use at any tolerance.
    for integrator in INTEGRATORS.iter().filter(|i| i.profile().orders[1] > 1) {
        let (options, bound) = suited(*integrator);
        let r = run(&top(), Analysis::Dynamic, 2.0, 20, &options);
        let miss = miss(&r.frames, &reference.frames);
        say(integrator.name(), miss, &r.statistics[0]);
        assert!(miss < bound, "{}: {miss:e}", integrator.name());
        for f in &r.frames {
            // Outputs lie on the constraints; frames at the ends of steps, those of index 3 included, up to Newton's tolerance.
            let p = f.bodies[0].position;
            let length = (p[0] * p[0] + p[1] * p[1] + p[2] * p[2]).sqrt();
            assert!((length - 1.0).abs() < bound.min(1e-6), "{length}");
        }
        let index_3 = integrator.profile().formulation == Formulation::Positions;
        let [energy, scale] = r.statistics[0].energy_balance.expect("audited");
        // Velocities of index 3 do not follow the tolerance.
        let bound = if index_3 { 100.0 * bound } else { 10.0 * bound };
        assert!(
            energy.abs() < bound * scale,
            "{}: {energy:e} of {scale}",
            integrator.name()
        );
    }
}

#[test]
fn a_top_that_hits_a_floor_has_the_same_events_with_all() {
    let mut d = top();
    // Below z = 0.55 a soft floor pushes the centre of mass up.
    let f = "IMPACT(DZ(200,1,1), VZ(200,1,1,1), 0.55, 1E4, 1.5, 20, 1E-3)";
    d.sforce(1, Kind::Translation, true, (200, 1), f);
    let events = |name: &str, error: f64, hmax: Option<f64>| {
        let mut options = options(name, error);
        options.hmax = hmax;
        run(&d, Analysis::Dynamic, 0.6, 6, &options).events
    };
    let reference = events("radau13", 1e-12, None);
    assert!(reference.len() >= 4, "{reference:?}");
    for integrator in INTEGRATORS.iter().filter(|i| i.profile().orders[1] > 1) {
        let (options, bound) = suited(*integrator);
        let told = events(
            integrator.name(),
            options.error.unwrap_or(1e-9),
            options.hmax,
        );
        assert_eq!(told.len(), reference.len(), "{}", integrator.name());
        for (a, b) in told.iter().zip(&reference) {
            assert_eq!((a.kind, &a.element), (b.kind, &b.element));
            assert!(
                (a.time - b.time).abs() < bound,
                "{}: {} {}",
                integrator.name(),
                a.time,
                b.time
            );
        }
    }
}

#[test]
fn two_runs_are_the_same_bits() {
    for integrator in INTEGRATORS {
        let mut options = options(integrator.name(), 1e-6);
        options.hmax = integrator.profile().is_fixed.then_some(1e-3);
        let runs = [(); 2].map(|()| run(&top(), Analysis::Dynamic, 0.3, 7, &options));
        let bits = |f: &Frame| f.bodies[0].position.map(f64::to_bits);
        let [a, b] = runs.map(|r| r.frames.iter().map(bits).collect::<Vec<_>>());
        assert_eq!(a, b, "{}", integrator.name());
    }
}

/// A hinge about a skew axis on a table that turns: the work of the motion that drives the table is an integral of multipliers, and says nothing of how Newton's iteration
/// gets on with the motion. It did once, and cost 7 times as many steps, most of them refused before.
#[test]
fn the_work_of_a_motion_holds_no_implicit_method_up() {
    let mut d = Deck::new(9.81);
    d.body(2, 1.0, [0.2, 0.3, 0.4], at(0.3, 0.4, -0.2));
    d.body(3, 1.0, [0.2, 0.3, 0.4], at(1.3, 0.4, -0.2));
    d.marker(11, 1, at(0.0, 0.0, 0.0));
    d.marker(21, 2, at(-0.3, -0.4, 0.2));
    let hinge = [10.0, 60.0, 0.0];
    d.marker(22, 2, turned(0.7, -0.4, 0.2, hinge));
    d.marker(31, 3, turned(-0.3, -0.4, 0.2, hinge));
    d.joint(1, JointKind::Revolute, 21, 11);
    d.joint(2, JointKind::Revolute, 31, 22);
    let motion = Motion {
        tag: Tag::new("MOTION", 1),
        target: MotionTarget::Joint(d.0.joints.find(1).expect("made"), Freedom::Rotation),
        level: MotionLevel::Displacement,
        initial_displacement: None,
        initial_velocity: None,
        function: Function::Expression(expression("3*TIME")),
    };
    d.0.motions.insert(motion).expect("a new label");
    let by = |name: &str, error: f64| run(&d, Analysis::Dynamic, 0.5, 5, &options(name, error));
    let reference = by("dop853", 1e-12);
    for name in ["radau", "radau5"] {
        let record = by(name, 1e-8);
        let statistics = &record.statistics[0];
        let refused = statistics.rejections.newton;
        assert!(
            refused <= 2,
            "{name}: {refused} of {} steps",
            statistics.steps
        );
        let pairs = record.frames.iter().zip(&reference.frames);
        let off = pairs
            .flat_map(|(a, b)| (0..3).map(|k| a.bodies[1].position[k] - b.bodies[1].position[k]));
        // Ten tolerances over half a second, of places of a metre.
        assert!(off.fold(0.0_f64, |m, x| m.max(x.abs())) < 1e-7, "{name}");
        let miss = support::solids::imbalance(&record);
        // Likewise, of the work.
        assert!(miss < 1e-7, "{name}: {miss:e}");
    }
}
