//! Basins of attraction: against reference values, against symmetries and closed forms, and whether they depend on who has run them.
#![allow(clippy::unwrap_used)] // a helper of a test fails like the test itself

use crate::common;

use carom_stability::basin::{Basins, Refined};
use carom_study::basin::MotionKind;
use carom_study::{Dataset, Earlier, Study, run_missing};
use common::{number, study as read, values};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

const STOP: &str = include_str!("../../../examples/studies/stop_oscillator.adm");
const TABLE: &str = include_str!("../../../examples/studies/vibrating_table.adm");
const BALL: &str = include_str!("../../../examples/bouncing_ball/ball.adm");
/// Two wells: x'' + 0.15·x' − x + x³ = F·cos t.
const WELLS: &str = "\
Duffing
UNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = METER, TIME = SECOND
PART/1, GROUND
MARKER/10, PART = 1
POINT_MASS/2, MASS = 1, CM = 20, QG = 0, 0, 0.5
MARKER/20, POINT_MASS = 2
SFORCE/1, TRANSLATIONAL, ACTIONONLY, I = 20, J = 10
, FUNCTION = 0.3*COS(1.0*TIME) - 0.15*VZ(20,10) + DZ(20,10) - DZ(20,10)**3
END
";

fn sweep(study: &Study, folder: &Path, threads: usize, earlier: Earlier) {
    let mut dataset = Dataset::open(study, folder, earlier).unwrap();
    run_missing(&mut dataset, study, threads, &|| false, &mut |_| {}).unwrap();
    dataset.finish().unwrap();
}

/// What is found of a study.
fn found<T>(study: &Study, look: impl FnOnce(&Basins<'_>) -> T) -> T {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().join("b.sweep");
    sweep(study, &folder, 2, Earlier::Kept);
    look(&Basins::of(study, &folder).unwrap())
}

/// An oscillator at a stop with w = 1.5, s = 1, e = 0.6: `starts` in the parameters x and v.
fn stop(starts: &str, more: &str) -> Study {
    let text = format!(
        r#"
{more}
[run]
contact = "rigid"
restitution = 0.6
integrator = "dop853"
error = 1e-9
[parameters]
omega = {{ at = "SFORCE/1.function#1", was = 2.2, value = 1.5 }}
s = {{ at = "SFORCE/2.function.IMPACT.x1", was = 0, value = -1 }}
{starts}
[basin]
period = "2*PI/omega"
"#
    );
    read(STOP, &text)
}

/// The probes of the reference (RK of order 8 with exact impacts, other program), the motion without impacts in closed form, and multipliers of both.
#[test]
fn an_oscillator_at_a_stop() {
    let study = stop(
        r#"
x = { at = "POINT_MASS/2.qg.z", values = [-0.5, -2, -1.25, 1, 1.1] }
v = { at = "POINT_MASS/2.vz", values = [0, -2, 1, 0, 0] }
"#,
        "design = { kind = \"list\" }",
    );
    let probes = &values()["rigid_stop"]["basins_w1.5_s1.0"]["probes"];
    found(&study, |basins| {
        let labels = &basins.labels;
        for (k, probe) in ["(-0.5,0)", "(-2,-2)", "(-1.25,1)", "(1,0)"]
            .iter()
            .enumerate()
        {
            let attractor = labels.attractor(labels.labels[k]).unwrap();
            let impacts = attractor.sequence == "impact SFORCE/2";
            assert_eq!(impacts, probes[probe] == "impacting", "{probe}");
            assert_eq!(
                (attractor.kind, attractor.period),
                (Some(MotionKind::Periodic), 1)
            );
        }
        // beyond the stop there is no start
        let end = labels.attractor(labels.labels[4]).unwrap();
        assert_eq!((end.label, end.starts, end.kind), (-1, 1, None));
        assert!(
            end.reason.contains("overlap by ... at the start"),
            "{}",
            end.reason
        );
        // x = Re(e^{iwt}/(1 − w² + 0.2·i·w)), seen at full periods
        let w: f64 = 1.5;
        let (re, im) = (1.0 - w * w, 0.2 * w);
        let square = re * re + im * im;
        let free = labels.attractor(labels.labels[0]).unwrap();
        let state = &free.points[0];
        // settled within the tolerance of 1e-7
        assert!((state[2] - re / square).abs() < 1e-7 && (state[9] - w * im / square).abs() < 1e-7);
        // Both pairs are complex: their size is the root of the determinant, e²·exp(−0.2·T) with an impact.
        let decay = (-0.1 * std::f64::consts::TAU / w).exp();
        for (label, size) in [(labels.labels[0], decay), (labels.labels[1], 0.6 * decay)] {
            let at = labels
                .attractors
                .iter()
                .position(|a| a.label == label)
                .unwrap();
            let Refined::Orbit(period, multipliers) = &basins.refined[at] else {
                panic!("{:?}", basins.refined[at]);
            };
            assert!((period - std::f64::consts::TAU / w).abs() < 1e-12);
            assert_eq!(multipliers.len(), 2);
            // ten tolerances of the run
            multipliers
                .iter()
                .for_each(|m| assert!((m.norm() - size).abs() < 1e-8));
        }
    });
}

fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut all = BTreeMap::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => all.extend(files(&path)),
            false => drop(all.insert(path.clone(), std::fs::read(&path).unwrap())),
        }
    }
    all
}

/// Rows, labels and tables have the same bytes on one thread, on several, after an interruption, and where other machines have run them in another order.
#[test]
fn who_runs_it_does_not_matter() {
    let study = stop(
        r#"
x = { at = "POINT_MASS/2.qg.z", from = -2, to = 1, points = 7 }
v = { at = "POINT_MASS/2.vz", from = -2, to = 2, points = 5 }
"#,
        "results = { part = 10 }",
    );
    let all = tempfile::tempdir().unwrap();
    let bytes = |name: &str, fill: &dyn Fn(&Path)| {
        let folder = all.path().join(name);
        fill(&folder);
        Basins::of(&study, &folder).unwrap().write(&folder).unwrap();
        let found = files(&folder);
        let short = |(p, b): (PathBuf, Vec<u8>)| (p.strip_prefix(&folder).unwrap().to_owned(), b);
        found.into_iter().map(short).collect::<BTreeMap<_, _>>()
    };
    let one = bytes("one", &|f| sweep(&study, f, 1, Earlier::Kept));
    assert!(one.contains_key(Path::new("basin.svg")) && one.len() == 1 + 4 + 4 + 4);
    assert_eq!(one, bytes("three", &|f| sweep(&study, f, 3, Earlier::Kept)));
    // The same without a folder.
    let rows = (0..study.len()).map(|run| study.run(run)).collect();
    let alone = Basins::of_rows(&study, rows).unwrap();
    let in_folder = Basins::of(&study, &all.path().join("one")).unwrap();
    assert_eq!(alone.labels, in_folder.labels);
    let interrupted = bytes("interrupted", &|f| {
        // A process that is killed leaves its journal; here it is cut off in the middle of a row, too.
        let mut dataset = Dataset::open(&study, f, Earlier::Kept).unwrap();
        for run in [3, 11, 12, 19, 34] {
            dataset.add_points(&study.run_points(&[run])).unwrap();
        }
        drop(dataset);
        let journal = f.join("journal");
        let length = std::fs::metadata(&journal).unwrap().len();
        let file = std::fs::File::options().write(true).open(&journal).unwrap();
        file.set_len(length - 5).unwrap();
        sweep(&study, f, 2, Earlier::Resumed);
    });
    assert_eq!(one, interrupted);
    let elsewhere = bytes("elsewhere", &|f| {
        let mut dataset = Dataset::open(&study, f, Earlier::Kept).unwrap();
        for run in dataset.missing().into_iter().rev() {
            dataset.add_points(&study.run_points(&[run])).unwrap();
        }
        dataset.finish().unwrap();
    });
    assert_eq!(one, elsewhere);
}

fn wells(force: f64, points: usize, basin: &str) -> Study {
    let text = format!(
        r#"
[run]
integrator = "dop853"
error = 1e-8
[parameters]
f = {{ at = "SFORCE/1.function#1", was = 0.3, value = {force} }}
x = {{ at = "POINT_MASS/2.qg.z", from = -2, to = 2, points = {points} }}
v = {{ at = "POINT_MASS/2.vz", from = -2, to = 2, points = {points} }}
[basin]
{basin}
"#
    );
    read(WELLS, &text)
}

/// Two wells without forcing: turned about the middle, the picture is the same with the wells exchanged; the middle itself stays where it is, and is unstable.
#[test]
fn two_wells_are_alike() {
    let study = wells(0.0, 9, "period = 3");
    found(&study, |basins| {
        let labels = &basins.labels.labels;
        assert_eq!(labels.len(), 81);
        assert_eq!(labels[40], 3);
        for (k, label) in labels.iter().enumerate().filter(|(k, _)| *k != 40) {
            assert_eq!(label + labels[80 - k], 3, "{k}");
        }
        let all = &basins.labels.attractors;
        assert!(all.iter().all(|a| a.kind == Some(MotionKind::Equilibrium)));
        let places: Vec<f64> = all.iter().map(|a| a.points[0][2]).collect();
        // within the tolerance of 1e-6
        assert!((places[0] + places[1]).abs() < 2e-6 && (places[0].abs() - 1.0).abs() < 1e-6);
        let stable: Vec<_> = basins.refined.iter().map(Refined::is_stable).collect();
        assert_eq!(stable, [Some(true), Some(true), Some(false)]);
        // At 0 one of λ² + 0.15·λ − 1 = 0 is exp(3·λ), the largest.
        let lambda = -0.075 + (0.075_f64 * 0.075 + 1.0).sqrt();
        let Refined::Orbit(_, multipliers) = &basins.refined[2] else {
            panic!("{:?}", basins.refined[2]);
        };
        assert!((multipliers[0].re / (3.0 * lambda).exp() - 1.0).abs() < 1e-5);
        assert!(
            basins
                .text()
                .contains("unstable: its starts lie at a boundary")
        );
    });
}

/// With a force of 0.3 the motion in both wells has no period: one label beside that of the large orbit around both.
#[test]
fn a_motion_without_a_period_has_one_label() {
    let study = wells(0.3, 4, "period = \"2*PI\"\nreturns = 300");
    found(&study, |basins| {
        let kinds: Vec<_> = basins
            .labels
            .motions()
            .map(|a| (a.kind, a.period))
            .collect();
        assert_eq!(kinds.len(), 2, "{}", basins.text());
        assert!(kinds.contains(&(Some(MotionKind::Other), 0)));
        assert!(kinds.contains(&(Some(MotionKind::Periodic), 1)));
    });
}

/// A ball that is dropped comes to rest after impacts without number, which are no period. Some starts overlap.
#[test]
fn a_ball_comes_to_rest() {
    let study = read(
        BALL,
        r#"
[run]
contact = "rigid"
restitution = 0.5
error = 1e-8
end = 5
[parameters]
z = { at = "PART/2.qg.z", was = 1.1, values = [0.05, 0.1, 0.2, 1.1] }
v = { at = "PART/2.vz", values = [-1, 0, 1] }
[basin]
event = "impact"
"#,
    );
    found(&study, |basins| {
        assert_eq!(
            basins.labels.labels,
            [[-1; 3], [1; 3], [1; 3], [1; 3]].concat()
        );
        let rest = &basins.labels.attractors[0];
        assert_eq!((rest.kind, rest.starts), (Some(MotionKind::Equilibrium), 9));
        // on the table, by the radius of the ball
        assert!((rest.points[0][2] - 0.1).abs() < 1e-9);
    });
}

/// A ball on a vibrating table with e = 0.5 and A = 0.33: one impact in each period, whose multipliers have the product e² (both are complex); other starts
/// end in impacts without number and on the table, each period.
#[test]
fn a_vibrating_table() {
    let text = r#"
[run]
contact = "rigid"
restitution = 0.5
error = 1e-9
integrator = "dop853"
[parameters]
A = { at = "MOTION/1.function#1", was = 0.3, value = 0.33 }
z = { at = "POINT_MASS/3.qg.z", from = 0.2, to = 1.0, points = 4 }
v = { at = "POINT_MASS/3.vz", was = -4.1, from = -6, to = 6, points = 3 }
[basin]
period = 1
"#;
    found(&read(TABLE, text), |basins| {
        let all = &basins.labels.attractors;
        assert_eq!(all.len(), 2, "{}", basins.text());
        let one = all
            .iter()
            .position(|a| a.sequence == "impact SFORCE/1")
            .unwrap();
        let Refined::Orbit(_, multipliers) = &basins.refined[one] else {
            panic!("{:?}", basins.refined[one]);
        };
        // ten tolerances of the run
        multipliers
            .iter()
            .take(2)
            .for_each(|m| assert!((m.norm() - 0.5).abs() < 1e-8));
        assert!(all[1 - one].sequence.contains("accumulation SFORCE/1"));
        assert_eq!(basins.refined[1 - one].is_stable(), Some(true));
    });
    // With impacts as returns it is the same; where the ball stays on the table the orbit has nothing that could change.
    let by_event = text.replace("period = 1\n", "event = \"impact\"\n");
    let by_event = by_event.replace("[run]", "[run]\nend = 100");
    found(&read(TABLE, &by_event), |basins| {
        let sequences: Vec<_> = basins
            .labels
            .motions()
            .map(|a| a.sequence.clone())
            .collect();
        assert!(
            sequences.contains(&"impact SFORCE/1".to_owned()),
            "{}",
            basins.text()
        );
    });
}

/// Shares of random starts are those of the grid within their standard errors: 9101 of 10201 in the reference.
#[test]
fn random_starts_have_their_shares() {
    let study = stop(
        r#"
x = { at = "POINT_MASS/2.qg.z", from = -2, to = 1 }
v = { at = "POINT_MASS/2.vz", from = -2, to = 2 }
"#,
        "design = { kind = \"random\", points = 300, seed = 5 }",
    );
    let reference = &values()["rigid_stop"]["basins_w1.5_s1.0"];
    let share = number(&reference["impacting_cells"]) / 10201.0;
    found(&study, |basins| {
        let first = &basins.labels.attractors[0];
        let (found, error) = (first.share(300), first.error(300));
        assert!((error - (share * (1.0 - share) / 300.0).sqrt()).abs() < 3e-3);
        // three standard errors
        assert!((found - share).abs() < 3.0 * error, "{found} {share}");
        assert!(basins.figure().is_none() && basins.labels.grid.is_empty());
    });
}

/// Parameters of the model move the motions: by their events they are one.
#[test]
fn motions_by_their_events() {
    let text = |by: &str| {
        format!(
            r#"
design = {{ kind = "sobol", points = 12 }}
[run]
contact = "rigid"
restitution = "e"
error = 1e-8
[parameters]
omega = {{ at = "SFORCE/1.function#1", was = 2.2, value = 2.2 }}
e = {{ from = 0.5, to = 0.7 }}
x = {{ at = "POINT_MASS/2.qg.z", from = -1, to = -0.1 }}
[basin]
period = "2*PI/omega"
{by}
"#
        )
    };
    let motions = |by: &str| found(&read(STOP, &text(by)), |b| b.labels.motions().count());
    assert_eq!(motions("by = \"events\""), 1);
    assert_eq!(motions(""), 12);
}
