//! Rates of meshes against differences, and what each quantity has to obey.
#![allow(clippy::unwrap_used)]

use crate::common;

use carom_base::{Pose, Vec3};
use carom_geometry::ClosedMesh;
use carom_geometry::overlap::{Flags, Memory, Options, Rates, Volume, Workspace};
use common::{Random, bumpy, closed, cube, gear, icosphere, nearest, screwed, tube};

const RATES: Options = Options {
    rates: true,
    deep: 0.01,
};

fn ask(work: &mut Workspace, a: &ClosedMesh, b: &ClosedMesh, pose: &Pose) -> Vec<(Volume, Rates)> {
    let volumes = work
        .meshes(a, b, pose, &mut Memory::default(), &RATES)
        .unwrap()
        .to_vec();
    volumes.into_iter().zip(work.rates().to_vec()).collect()
}

/// All quantities with a rate, on axes that stand still, and their rates in the same order.
fn listed(v: &Volume, r: &Rates) -> Vec<(f64, [f64; 6])> {
    let mut list = vec![(v.volume, row(&r.volume)), (v.chord, row(&r.chord))];
    list.push((v.mean_thickness(), row(&r.mean_thickness(v))));
    list.push((v.distance(), row(&r.distance(v))));
    let vectors = [
        (v.centroid, r.centroid),
        (v.vector_area, r.vector_area),
        (v.moment, r.moment),
        (v.nearest[0], r.nearest[0]),
        (v.nearest[1], r.nearest[1]),
        (v.normal().unwrap(), r.normal(v)),
        (v.direction().unwrap(), r.direction(v)),
    ];
    for (x, dx) in vectors {
        for k in 0..3 {
            list.push((x[k], std::array::from_fn(|j| dx[(k, j)])));
        }
    }
    list
}

fn row(r: &carom_geometry::overlap::Rate1) -> [f64; 6] {
    std::array::from_fn(|j| r[j])
}

/// The volume nearest to `near` when A has moved by a screw and B has not, told on the axes that stood still.
fn moved(
    work: &mut Workspace,
    a: &ClosedMesh,
    b: &ClosedMesh,
    pose: &Pose,
    screw: [f64; 6],
    near: &Vec3,
) -> Option<Volume> {
    let at = screwed(screw);
    let found = ask(work, a, b, &(at.inverse() * *pose));
    nearest(found.into_iter().map(|(v, _)| v), &at, near)
}

/// Central differences over steps h and h/2, extrapolated: their own error is some 1e-10 (fifth derivatives, rounding over the step)
/// where nothing breaks within the step.
const STEP: f64 = 1e-5;
/// Relative to the larger of the rate and of the size of the quantity over the size of the volume.
const TOLERANCE: f64 = 1e-8;

/// Rates against differences; which differ comes into `errors`. Whether a kink is within a step.
fn differs(
    work: &mut Workspace,
    (a, b): (&ClosedMesh, &ClosedMesh),
    pose: &Pose,
    (v, r): (&Volume, &Rates),
    errors: &mut String,
) -> bool {
    let now = listed(v, r);
    let mut broken = false;
    for k in 0..6 {
        let mut screw = [0.0; 6];
        let mut at = |x: f64| {
            screw[k] = x;
            moved(work, a, b, pose, screw, &v.centroid).map(|m| listed(&m, r))
        };
        let ends = [-STEP, -0.5 * STEP, 0.5 * STEP, STEP].map(&mut at);
        let [Some(low), Some(below), Some(above), Some(high)] = ends else {
            broken = true;
            continue;
        };
        for (n, (value, rate)) in now.iter().enumerate() {
            let (left, right) = ((value - low[n].0) / STEP, (high[n].0 - value) / STEP);
            let (wide, narrow) = (0.5 * (left + right), (above[n].0 - below[n].0) / STEP);
            let difference = (4.0 * narrow - wide) / 3.0;
            let scale = rate[k].abs().max(value.abs()).max(1.0);
            // a kink within the step: the two steps disagree by more than the third derivative explains
            if (wide - narrow).abs() > 1e-7 * scale {
                broken = true;
                continue;
            }
            let error = (rate[k] - difference).abs() / scale;
            if error > TOLERANCE {
                *errors += &format!(
                    "quantity {n} motion {k}: {} {difference} {error:e} sides {left} {right} {:?}\n",
                    rate[k], v.flags
                );
            }
        }
    }
    broken
}

#[test]
fn rates_agree_with_differences() {
    let solids: Vec<ClosedMesh> = [
        cube([1.0, 0.8, 0.6]),
        icosphere(1),
        tube(0.8, 0.5, 0.7, 12),
        gear(5, 0.5, 1.0, 0.4),
        bumpy(2),
        icosphere(0),
    ]
    .iter()
    .map(closed)
    .collect();
    let mut random = Random(11);
    let mut work = Workspace::default();
    let (mut tested, mut skipped) = (0, 0);
    let mut report = String::new();
    while tested < 400 {
        let [i, j] = [0, 1].map(|_| random.below(solids.len() as u64) as usize);
        let (a, b) = (&solids[i], &solids[j]);
        let pose = Pose {
            position: random.vector() * 1.2,
            rotation: random.rotation(),
        };
        for (v, r) in ask(&mut work, a, b, &pose) {
            // ties, and volumes that a step could lose: the pose has a rate on one side only
            if v.flags.contains(Flags::AMBIGUOUS_NEAREST)
                || v.volume < 1e-4
                || v.vector_area.norm() < 0.1 * v.volume.powf(2.0 / 3.0)
                || v.distance() < 1e-2
            {
                skipped += 1;
                continue;
            }
            let mut errors = String::new();
            let broken = differs(&mut work, (a, b), &pose, (&v, &r), &mut errors);
            skipped += usize::from(broken);
            if !broken {
                let lines = errors.lines();
                lines.for_each(|e| report += &format!("{i} {j} {e}\n"));
            }
            tested += 1;
        }
    }
    println!("{tested} volumes, {skipped} skipped or with a kink within the step");
    assert!(report.is_empty(), "{report}");
    assert!(
        20 * skipped < tested,
        "{skipped} of {tested} could not be judged"
    );
}

/// V, N and M agree with the volume's own differences by definition; here that the Hessian of V by translations is symmetric, and that
/// a motion of both solids together turns everything with them.
#[test]
fn symmetries() {
    let (a, b) = (closed(&bumpy(2)), closed(&cube([1.0, 0.8, 0.6])));
    let mut random = Random(5);
    let mut work = Workspace::default();
    let mut tested = 0;
    while tested < 50 {
        let pose = Pose {
            position: random.vector(),
            rotation: random.rotation(),
        };
        let there = ask(&mut work, &a, &b, &pose);
        let back = ask(&mut work, &b, &a, &pose.inverse());
        assert_eq!(there.len(), back.len());
        for (v, r) in &there {
            let hessian = r.vector_area.velocity;
            // 1e-12: each entry is a sum over the contact curve of terms of the size of its length
            assert!((hessian - hessian.transpose()).amax() < 1e-12);
            // roles swapped: the same volume, the opposite area
            let place = |p: &Vec3| pose.rotation * p + pose.position;
            let near = |w: &Volume| (place(&w.centroid) - v.centroid).norm();
            let w = back
                .iter()
                .map(|(w, _)| w)
                .min_by(|x, y| near(x).total_cmp(&near(y)))
                .unwrap();
            assert!((w.volume - v.volume).abs() < 1e-14);
            assert!(near(w) < 1e-13);
            assert!((pose.rotation * w.vector_area + v.vector_area).norm() < 1e-13);
            assert!((place(&w.nearest[0]) - v.nearest[1]).norm() < 1e-12);
            assert!((w.chord - v.chord).abs() < 1e-12);
            tested += 1;
        }
    }
}
