//! Derivatives of random mechanisms with joints, friction, stops and contacts against differences of runs beside the point.
//!
//! `CAROM_MECHANISMS=0..200 cargo test -p carom-stability --test all random_mechanisms` tries others, or more of them.

// A helper of a test fails like the test itself.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

use crate::common;

use carom::dynamics::Frame;
use carom::dynamics::tangent::AT;
use carom_stability::Family;
use carom_study::Study;
use common::study;
use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};

/// Evenly spread numbers (xorshift, Marsaglia 2003).
struct Random(u64);

impl Random {
    fn next(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Between two numbers, with four digits.
    fn between(&mut self, a: f64, b: f64) -> f64 {
        ((a + (b - a) * self.next()) * 1e4).round() / 1e4
    }

    fn chance(&mut self, p: f64) -> bool {
        self.next() < p
    }
}

/// Adds a line to a text.
macro_rules! line {
    ($to:expr, $($part:tt)*) => { writeln!($to, $($part)*).unwrap() };
}

/// A link of the chain on a pin or a ball, with spring, damper, drive and friction, that begins at `x`; its length.
fn link(
    r: &mut Random,
    k: usize,
    x: f64,
    is_rigid: bool,
    (deck, to): (&mut String, &mut String),
) -> f64 {
    let before = if k == 2 { 109 } else { (k - 1) * 100 + 9 };
    let (mass, length, inertia) = (
        r.between(0.5, 2.0),
        r.between(0.4, 1.0),
        r.between(0.02, 0.1),
    );
    line!(
        deck,
        "PART/{k}, MASS={mass}, CM={k}05, IP={inertia},{inertia},{inertia}, QG={x},0,0"
    );
    line!(deck, "MARKER/{k}00, PART={k}, REULER=0D,90D,0D");
    line!(deck, "MARKER/{k}05, PART={k}, QP={},0,0", length / 2.0);
    line!(
        deck,
        "MARKER/{k}09, PART={k}, QP={length},0,0, REULER=0D,90D,0D"
    );
    line!(to, "m{k} = {{ at = \"PART/{k}.mass\", values = [{mass}] }}");
    if k > 2 && r.chance(0.3) {
        line!(deck, "JOINT/{k}, SPHERICAL, I={k}00, J={before}");
    } else {
        let (stiff, damp) = (r.between(0.5, 10.0), r.between(0.05, 0.5));
        let (drive, omega) = (r.between(0.1, 2.0), r.between(2.0, 9.0));
        line!(deck, "JOINT/{k}, REVOLUTE, I={k}00, J={before}");
        line!(
            deck,
            "SFORCE/{k}, ROTATIONAL, I={k}00, J={before}\n, FUNCTION=-{stiff}*AZ({k}00,{before})-{damp}*WZ({k}00,{before})+{drive}*SIN({omega}*TIME)"
        );
        line!(
            to,
            "k{k} = {{ at = \"SFORCE/{k}.function#1\", was = {stiff}, values = [{stiff}] }}"
        );
        line!(
            to,
            "w{k} = {{ at = \"SFORCE/{k}.function#8\", was = {omega}, values = [{omega}] }}"
        );
        // friction in joints stands beside compliant contacts only
        if r.chance(0.4) && !is_rigid {
            let mu = r.between(0.05, 0.3);
            line!(
                deck,
                "FRICTION/{k}, JOINT={k}, MU_STATIC={}, MU_DYNAMIC={mu}, PIN_RADIUS=0.05, FRICTION_ARM=0.05, BENDING_REACTION_ARM=0.1",
                1.5 * mu
            );
        }
    }
    length
}

/// The stop that the end of the chain hits.
fn stop(r: &mut Random, links: usize, is_rigid: bool, (deck, to): (&mut String, &mut String)) {
    let end = (links + 1) * 100 + 9;
    let depth = r.between(0.1, 0.6);
    let (stiff, power) = (r.between(1e3, 2e4), r.between(1.2, 2.2));
    let damp = r.between(1.0, 20.0);
    line!(
        deck,
        "SFORCE/20, TRANSLATIONAL, ACTIONONLY, I={end}, J=10\n, FUNCTION=IMPACT(DZ({end},10),VZ({end},10,10),-{depth},{stiff},{power},{damp},0.01)"
    );
    line!(
        to,
        "stop = {{ at = \"SFORCE/20.function.IMPACT.x1\", values = [-{depth}] }}"
    );
    if !is_rigid {
        line!(
            to,
            "stiff = {{ at = \"SFORCE/20.function.IMPACT.k\", values = [{stiff}] }}"
        );
        line!(
            to,
            "power = {{ at = \"SFORCE/20.function.IMPACT.e\", values = [{power}] }}"
        );
    }
}

/// A ball that falls on a table and slides.
fn ball(r: &mut Random, (deck, to): (&mut String, &mut String)) {
    let (height, speed, mu) = (
        r.between(0.15, 0.6),
        r.between(-2.0, 2.0),
        r.between(0.05, 0.4),
    );
    line!(
        deck,
        "MARKER/11, PART=1, QP=-5,5,-1\nGRAPHICS/1, BOX, CORNER=11, X=10, Y=10, Z=1\n\
         PART/8, MASS=1, CM=80, IP=0.004,0.004,0.004, QG=0,8,{height}, VX={speed}, WY={}\n\
         MARKER/80, PART=8\nGRAPHICS/8, ELLIPSOID, CM=80, XSCALE=0.2, YSCALE=0.2, ZSCALE=0.2\n\
         CONTACT/8, IGEOM=8, JGEOM=1, IMPACT, STIFFNESS={}, EXPONENT=1.5, DAMPING=20, DMAX=0.001\n\
         , COULOMB_FRICTION=ON, MU_STATIC={mu}, MU_DYNAMIC={mu}, STICTION_TRANSITION_VELOCITY=0.1, FRICTION_TRANSITION_VELOCITY=0.2",
        r.between(-10.0, 10.0),
        r.between(1e4, 1e5),
    );
    line!(to, "h = {{ at = \"PART/8.qg.z\", values = [{height}] }}");
    line!(to, "v = {{ at = \"PART/8.vx\", values = [{speed}] }}");
}

/// A chain of one to three links on pins and balls, with springs, dampers, drives and friction, whose end hits a stop; beside it a ball falls on a table and slides.
fn mechanism(seed: u64) -> (String, String) {
    let mut r = Random(0x9E37_79B9_7F4A_7C15 ^ (seed + 1).wrapping_mul(0xD129_0F8B_6C33_1F3D));
    (0..8).for_each(|_| {
        r.next();
    });
    let is_rigid = r.chance(0.5);
    let links = 1 + (3.0 * r.next()) as usize;
    let mut deck = "Random mechanism\n\
        UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND\n\
        ACCGRAV/KGRAV=-9.80665\nPART/1, GROUND\nMARKER/10, PART=1\nMARKER/109, PART=1, REULER=0D,90D,0D\n"
        .to_owned();
    let mut to = String::new();
    let mut x = 0.0;
    for k in 2..links + 2 {
        x += link(&mut r, k, x, is_rigid, (&mut deck, &mut to));
    }
    stop(&mut r, links, is_rigid, (&mut deck, &mut to));
    if r.chance(0.7) {
        ball(&mut r, (&mut deck, &mut to));
    }
    deck += "END\n";
    let method = if r.chance(0.7) { "dop853" } else { "radau9" };
    let contact = match is_rigid {
        true => format!(
            "contact = \"rigid\"\nrestitution = \"cor\"\n[parameters]\ncor = {{ values = [{}] }}\n",
            r.between(0.2, 0.9)
        ),
        false => "[parameters]\n".into(),
    };
    let text = format!(
        "[run]\nend = 0.7\nsteps = 1\nintegrator = \"{method}\"\nerror = 1e-12\n{contact}{to}[responses]\nz = {{ last = \"PART/2.z\" }}\n"
    );
    (deck, text)
}

/// Positions and velocities of all bodies.
fn state(f: &Frame) -> Vec<f64> {
    let all = f.bodies.iter();
    all.flat_map(|b| [b.position, b.velocity])
        .flatten()
        .collect()
}

const END: f64 = 0.7;
const WEIGHTS: [f64; 4] = [1.0 / 12.0, -2.0 / 3.0, 2.0 / 3.0, -1.0 / 12.0];

fn at(study: &Study, point: &[f64]) -> Option<(Vec<f64>, usize)> {
    let mut run = Family::new(study).begin(point, Some(END)).ok()?;
    run.run_until(END).ok()?;
    let values = state(run.frame().ok()?);
    Some((values, run.take_events().len()))
}

/// Differences of order 4 of runs with this relative change.
fn differences(
    study: &Study,
    point: &[f64],
    k: usize,
    share: f64,
    events: usize,
) -> Option<Vec<f64>> {
    let change = (share * point[k].abs().max(1e-2)).log2().round().exp2();
    let mut sum = Vec::new();
    for (at_, weight) in AT.iter().zip(WEIGHTS) {
        let mut beside = point.to_vec();
        beside[k] += at_ * change;
        let (values, told) = at(study, &beside)?;
        if told != events {
            return None;
        }
        sum.resize(values.len(), 0.0);
        for (s, v) in sum.iter_mut().zip(values) {
            *s += weight / change * v;
        }
    }
    Some(sum)
}

#[derive(Default, Debug)]
struct Count {
    mechanisms: u32,
    derivatives: u32,
    /// Mechanisms with a doubtful event, parameters too near to an event of another kind, differences that do not agree with each other.
    flagged: u32,
    near: u32,
    rough: u32,
    worst: f64,
}

impl Count {
    fn add(&mut self, other: &Self) {
        self.mechanisms += other.mechanisms;
        self.derivatives += other.derivatives;
        self.flagged += other.flagged;
        self.near += other.near;
        self.rough += other.rough;
        self.worst = self.worst.max(other.worst);
    }
}

fn examine(seed: u64, count: &mut Count) -> Result<(), String> {
    let (deck, text) = mechanism(seed);
    let study = study(&deck, &text);
    let point = study.design.point(0);
    let family = Family::new(&study);
    let all: Vec<usize> = (0..point.len()).collect();
    let fail = |e: &dyn std::fmt::Display| format!("mechanism {seed}: {e}\n{deck}\n{text}");
    let mut run = family
        .vary(&point, &all, &[], Some(END))
        .map_err(|e| fail(&e))?;
    run.run_until(END).map_err(|e| fail(&e))?;
    let by = run.derivatives(&state).map_err(|e| fail(&e))?;
    let values = state(run.frame().map_err(|e| fail(&e))?);
    let events = run.take_events().len();
    count.mechanisms += 1;
    let told = run.tangent().unwrap().events();
    if told.iter().any(|e| !e.doubt.is_empty()) {
        count.flagged += 1;
        return Ok(());
    }
    for k in all {
        // Differences are of changes of 2e-3 at most: what holds only within some of these is no contradiction.
        let size = point[k].abs().max(1e-2);
        let matters = told.iter().filter(|e| !e.is_smooth);
        if matters.into_iter().any(|e| e.valid_within[k] < 0.05 * size) {
            count.near += 1;
            continue;
        }
        // Two changes that agree: the larger errs by its order, the smaller by the tolerance of the runs over it.
        let scale = by[k].iter().zip(&values);
        let scale = scale.fold(0.0f64, |m, (d, v)| {
            m.max(d.abs()).max(v.abs() / size * 1e-3)
        });
        let apart = |a: &[f64], b: &[f64]| {
            let each = a.iter().zip(b).map(|(a, b)| (a - b).abs());
            each.fold(0.0, f64::max) / scale
        };
        let mut found = differences(&study, &point, k, 1e-3, events);
        let mut agreed = None;
        for share in [2.5e-4, 6e-5] {
            let next = differences(&study, &point, k, share, events);
            if let (Some(a), Some(b)) = (&found, &next) {
                let doubt = apart(a, b);
                if doubt < 3e-7 {
                    agreed = Some((doubt, b.clone()));
                    break;
                }
            }
            found = next;
        }
        let Some((doubt, expected)) = agreed else {
            count.rough += 1;
            continue;
        };
        let expected = &expected;
        let error = apart(expected, &by[k]);
        count.derivatives += 1;
        count.worst = count.worst.max(error);
        // asked for, and what the differences are unsure of themselves
        if error > 1e-6 + doubt {
            return Err(fail(&format!(
                "parameter {k} of {point:?}: off by {error:e}, differences by {doubt:e}\n{:?}\n{expected:?}",
                by[k]
            )));
        }
    }
    Ok(())
}

#[test]
fn derivatives_of_random_mechanisms() {
    let range = std::env::var("CAROM_MECHANISMS").unwrap_or("100..103".into());
    let (a, b) = range.split_once("..").expect("as 0..200");
    let (a, b): (u64, u64) = (a.parse().unwrap(), b.parse().unwrap());
    let next = AtomicU64::new(a);
    let some = || {
        let (mut count, mut wrong) = (Count::default(), Vec::new());
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= b {
                return (count, wrong);
            }
            let begin = std::time::Instant::now();
            if let Err(e) = examine(seed, &mut count) {
                wrong.push(e);
            }
            println!("{seed}: {:.1} s", begin.elapsed().as_secs_f64());
        }
    };
    let (mut count, mut wrong) = (Count::default(), Vec::new());
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        let all: Vec<_> = (0..threads).map(|_| scope.spawn(some)).collect();
        for thread in all {
            let (own, failed) = thread.join().unwrap();
            count.add(&own);
            wrong.extend(failed);
        }
    });
    println!("{count:?}");
    assert!(
        wrong.is_empty(),
        "{}\n{} of them",
        wrong.join("\n"),
        wrong.len()
    );
    assert!(count.derivatives > 0);
}
