//! What derivatives cost, in runs without them.
//!
//! ```text
//! cargo bench -p carom-stability --bench sensitivities
//! ```
// What fails here has no result.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

#[path = "../tests/common/mod.rs"]
mod common;

use carom::dynamics::tangent::Seeds;
use carom::dynamics::{Frame, Stepping};
use carom_stability::Family;
use carom_study::Study;
use common::study;
use std::time::Instant;

/// Runs that are measured together.
const RUNS: usize = 10;

/// Seconds of the processor that this process has had, where the system tells them: other work does not count then.
fn processor() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/self/schedstat").ok()?;
    let nanoseconds: f64 = text.split(' ').next()?.parse().ok()?;
    Some(1e-9 * nanoseconds)
}

/// The least of some rounds of `go` over what `make` made, seconds.
fn least<T>(make: impl Fn() -> T, mut go: impl FnMut(&mut T)) -> f64 {
    let mut timed = || {
        let mut of = make();
        let begin = (processor(), Instant::now());
        go(&mut of);
        match (begin.0, processor()) {
            (Some(a), Some(b)) => b - a,
            _ => begin.1.elapsed().as_secs_f64(),
        }
    };
    (0..3).map(|_| timed()).fold(f64::INFINITY, f64::min)
}

fn compare(what: &str, study: &Study, end: f64) {
    // `cargo bench ... -- ball`: those alone whose name begins so
    let wanted = std::env::args().nth(1).filter(|w| !w.starts_with('-'));
    if wanted.is_some_and(|w| !what.starts_with(&w)) {
        return;
    }
    let family = Family::new(study);
    let point = study.design.point(0);
    let all: Vec<usize> = (0..point.len()).collect();
    // Several at once: the clock of the processor goes by milliseconds.
    let each = |make: &dyn Fn() -> Stepping, go: &dyn Fn(&mut Stepping)| {
        let make = || (0..RUNS).map(|_| make()).collect::<Vec<Stepping>>();
        least(make, |runs| runs.iter_mut().for_each(go)) / RUNS as f64
    };
    let to_end = |run: &mut Stepping| {
        run.run_until(end).unwrap();
    };
    let run = each(&|| family.begin(&point, Some(end)).unwrap(), &to_end);
    let vary = || family.vary(&point, &all, &[], Some(end)).unwrap();
    let begin = |all: &mut Vec<Stepping>| all.extend((0..RUNS).map(|_| vary()));
    let start = least(Vec::new, begin) / RUNS as f64;
    let forward = each(&vary, &to_end);
    let read = |f: &Frame| vec![f.bodies[0].position[2]];
    let back = each(
        &|| family.vary_back(&point, &all, Some(end)).unwrap(),
        &|run| {
            run.run_until(end).unwrap();
            let output = run.mark_output().unwrap();
            let seeds = Seeds {
                outputs: vec![(output, vec![1.0])],
                events: Vec::new(),
            };
            run.gradients(&read, &[seeds]).unwrap();
        },
    );
    println!(
        "{what}, {} parameters: run {:.2} ms, start of all models {:.1} ms; forward {:.2} ms, {:.1} times the run; back {:.2} ms, {:.1} times",
        all.len(),
        1e3 * run,
        1e3 * start,
        1e3 * forward,
        forward / run,
        1e3 * back,
        back / run
    );
}

const BALL: &str = include_str!("../../../examples/bouncing_ball/ball.adm");
const MASSES: &str = include_str!("../../../examples/two_masses/two_masses.adm");

/// Rods on pins in a row, each turned by a spring and a damper of its own.
fn chain(count: usize) -> String {
    let mut deck = "Rods\nUNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND\n\
        ACCGRAV/JGRAV=-9.80665\nPART/1, GROUND\nMARKER/102, PART=1\n"
        .to_owned();
    for k in 2..count + 2 {
        let x = (k - 2) as f64;
        deck += &format!(
            "PART/{k}, MASS=1, CM={k}00, IP=0.1,0.1,0.1, QG={x},0,0\nMARKER/{k}00, PART={k}, QP=0.5,0,0\nMARKER/{k}01, PART={k}\nMARKER/{k}02, PART={k}, QP=1,0,0\n\
             JOINT/{k}, REVOLUTE, I={k}01, J={}02\nSFORCE/{k}, ROTATIONAL, I={k}01, J={}02\n, FUNCTION=-{}*AZ({k}01,{}02)-0.{}*WZ({k}01,{}02)\n",
            k - 1,
            k - 1,
            50 + k,
            k - 1,
            10 + k,
            k - 1
        );
    }
    deck + "END\n"
}

/// A mass on many springs and dampers, each with its own numbers: twice as many parameters.
fn springs(count: usize) -> Study {
    let mut deck = "Springs\nUNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND\nPART/1, GROUND\nMARKER/10, PART=1\n\
        POINT_MASS/2, MASS=1, CM=20, QG=0.1,0,0.2\nMARKER/20, POINT_MASS=2\nSFORCE/1, TRANSLATIONAL, ACTIONONLY, I=20, J=10\n, FUNCTION=COS(3*TIME)\n"
        .to_owned();
    let mut toml =
        "[run]\nintegrator = \"dop853\"\nend = 1\nerror = 1e-8\n[parameters]\n".to_owned();
    for k in 0..count {
        let (spring, damper) = (0.05 + 0.01 * k as f64, 0.001 + 1e-4 * k as f64);
        deck += &format!(", -{spring}*DZ(20,10)**3-{damper}*VZ(20,10)\n").replacen(", ", ",  ", 1);
        for (name, at, was) in [("k", 2, spring), ("c", 6, damper)] {
            let at = at + 7 * k;
            toml += &format!(
                "{name}{k} = {{ at = \"SFORCE/1.function#{at}\", was = {was}, values = [{was}] }}\n"
            );
        }
    }
    deck += "END\n";
    toml += "[responses]\nz = { last = \"POINT_MASS/2.z\" }\n";
    study(&deck, &toml)
}

fn main() {
    let ball = study(
        BALL,
        r#"
[run]
integrator = "dop853"
end = 1
error = 1e-8
[parameters]
k = { at = "SFORCE/1.function.IMPACT.k", values = [1e5] }
e = { at = "SFORCE/1.function.IMPACT.e", values = [1.5] }
cmax = { at = "SFORCE/1.function.IMPACT.cmax", values = [50] }
d = { at = "SFORCE/1.function.IMPACT.d", values = [1e-4] }
x1 = { at = "SFORCE/1.function.IMPACT.x1", values = [0.1] }
z0 = { at = "PART/2.qg.z", values = [1.1] }
[responses]
z = { last = "PART/2.z" }
"#,
    );
    compare("ball with IMPACT", &ball, 2.0);
    compare("ball with IMPACT for long", &ball, 10.0);
    let masses = study(
        MASSES,
        r#"
[run]
end = 1
contact = "rigid"
restitution = "e"
integrator = "dop853"
error = 1e-8
[parameters]
c1 = { at = "SFORCE/2.function#4", was = 0.15, values = [0.15] }
k1 = { at = "SFORCE/2.function#1", was = 0.9, values = [0.9] }
P1 = { at = "SFORCE/2.function#7", was = 0.5, values = [0.5] }
e = { values = [0.8] }
c2 = { at = "SFORCE/3.function#5", was = 0.05, values = [0.05] }
v0 = { at = ["PART/2.vz", "PART/3.vz"], values = [-0.3039] }
m1 = { at = "PART/2.mass", values = [1] }
w = { at = "SFORCE/2.function#8", was = 0.4, values = [0.4] }
k2 = { at = "SFORCE/3.function#1", was = 0.2, values = [0.2] }
m2 = { at = "PART/3.mass", values = [2] }
[responses]
z = { last = "PART/2.z" }
"#,
    );
    compare("two masses", &masses, 20.0);
    compare("one mass on 50 springs", &springs(50), 20.0);
    for (count, all) in [(5, 10), (20, 40)] {
        let mut toml =
            "[run]\nintegrator = \"dop853\"\nend = 1\nerror = 1e-8\n[parameters]\n".to_owned();
        for k in 2..2 + all / 2 {
            let (spring, damper) = (50 + k, 10 + k);
            toml += &format!(
                "k{k} = {{ at = \"SFORCE/{k}.function#1\", was = {spring}, values = [{spring}] }}\n\
                 c{k} = {{ at = \"SFORCE/{k}.function#4\", was = 0.{damper}, values = [0.{damper}] }}\n"
            );
        }
        toml += "[responses]\nz = { last = \"PART/2.z\" }\n";
        let rods = study(&chain(count), &toml);
        compare(&format!("{count} rods"), &rods, 2.0);
        compare(&format!("{count} rods for long"), &rods, 20.0);
    }
}
