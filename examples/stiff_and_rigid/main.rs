//! One deck, compliant and rigid: what the stiffness of a contact changes, and what is left when it grows.
//!
//! ```text
//! cargo run --release -p carom-report --example stiff_and_rigid
//! ```
//!
//! A ball falls on a spring and damper that act in compression only. The damping grows with the root of the stiffness, so that the ball keeps the
//! same part of its speed; with it the rigid contact bounces.
use carom_dynamics::{EventKind, EventRow, Frame, Layout, Observer, Progress, RunOptions};
use carom_dynamics::{Simulation, Statistics};
use carom_model::analysis::{Analysis, Command, End, OutputGrid, RigidContact};
use carom_plot::{Axis, Curve, Figure, Panel};

/// Share ζ of critical damping.
const DAMPING: f64 = 0.07;
/// When the heights are compared: after the third bounce.
const END: f64 = 2.2;

/// A linear contact: from F = max(0, k·δ + c·δ'), c = 2·ζ·√(k·m). Damping acts from a depth on that no run resolves.
fn deck(stiffness: f64) -> String {
    let damping = 2.0 * DAMPING * stiffness.sqrt();
    format!(
        "Ball\nUNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND\nACCGRAV/KGRAV=-9.80665\n\
         PART/1, GROUND\nMARKER/1, PART=1\n\
         PART/2, MASS=1, CM=2, IP=1,1,1, QG=0,0,1.1\nMARKER/2, PART=2\n\
         SFORCE/1, I=2, J=1, TRANSLATION, ACTIONONLY\n\
         , FUNCTION=IMPACT(DZ(2,1), VZ(2,1), 0.1, {stiffness:E}, 1, {damping:E}, 1E-12)\nEND\n"
    )
}

/// The part of the speed that a linear contact gives back, without weight: the force vanishes at ω·t = π − arctan(2ζ√(1−ζ²)/(1−2ζ²)) over √(1−ζ²), where
/// the speed is that of the start times exp(−ζ·ω·t).
fn restitution() -> f64 {
    let root = (1.0 - DAMPING * DAMPING).sqrt();
    let angle =
        std::f64::consts::PI - (2.0 * DAMPING * root / (1.0 - 2.0 * DAMPING * DAMPING)).atan();
    (-DAMPING / root * angle).exp()
}

/// Keeps events, the last height, and how much work it was.
#[derive(Default)]
struct Record {
    events: Vec<EventRow>,
    height: f64,
    evaluations: u64,
}

impl Observer for Record {
    fn begin(&mut self, _: Analysis, _: &Layout, _: usize) {}
    fn frame(&mut self, frame: &Frame) {
        self.height = frame.bodies[0].position[2];
    }
    fn event(&mut self, event: &EventRow) {
        self.events.push(event.clone());
    }
    fn progress(&mut self, _: Progress) -> bool {
        true
    }
    fn end(&mut self, statistics: &Statistics) {
        self.evaluations = statistics.rhs_evaluations;
    }
}

fn run(stiffness: f64, rigid: Option<RigidContact>) -> Record {
    let (model, mut diagnostics) = carom_files::adm::read_text("ball.adm", deck(stiffness));
    let mut model = model.expect("the deck is sound");
    model.settings.rigid = rigid;
    let command = Command::Simulate {
        analysis: Analysis::Dynamic,
        end: Some(End::Time(END)),
        output: Some(OutputGrid::Steps(1)),
        span: carom_base::Span::NONE,
    };
    let options = RunOptions {
        error: Some(1e-11),
        ..RunOptions::default()
    };
    let mut record = Record::default();
    Simulation::assemble(&model, &mut diagnostics)
        .expect("the model is sound")
        .execute(&command, &options, &mut record)
        .expect("the run goes to its end");
    record
}

/// Times of the touches and, for compliant ones, rates of the gap where the ball loses contact with the force.
fn touches(record: &Record, kind: EventKind) -> Vec<f64> {
    let events = record.events.iter().filter(|e| e.kind == kind);
    events.map(|e| e.time).collect()
}

/// The deck with a rigid contact that gives back the same part of the speed.
fn rigid() -> Record {
    let contact = RigidContact {
        restitution: Some(restitution()),
        ..RigidContact::default()
    };
    run(1e5, Some(contact))
}

/// What is compared: times of the second and the third touch, height at the end.
const QUANTITIES: [&str; 3] = ["second touch", "third touch", "height"];

/// How far the compliant deck is from the rigid one, and its evaluations.
fn apart(stiffness: f64, rigid: &Record) -> ([f64; 3], u64) {
    let exact = touches(rigid, EventKind::Impact);
    let record = run(stiffness, None);
    let times = touches(&record, EventKind::ContactBegin);
    let apart = [
        times[1] - exact[1],
        times[2] - exact[2],
        record.height - rigid.height,
    ];
    (apart, record.evaluations)
}

fn main() -> std::io::Result<()> {
    let rigid = rigid();
    let exact = touches(&rigid, EventKind::Impact);
    println!(
        "restitution {:.6}; rigid: touches at {:.6}, {:.6}, {:.6} s, {} evaluations",
        restitution(),
        exact[0],
        exact[1],
        exact[2],
        rigid.evaluations
    );
    println!("   stiffness  second touch   third touch        height  evaluations");
    let mut lines = QUANTITIES.map(|_| Vec::new());
    for exponent in 3..=9 {
        let stiffness = 10.0_f64.powi(exponent);
        let (apart, evaluations) = apart(stiffness, &rigid);
        println!(
            "{stiffness:12e}  {:12.3e}  {:12.3e}  {:12.3e}  {evaluations:11}",
            apart[0], apart[1], apart[2]
        );
        for (line, apart) in lines.iter_mut().zip(apart) {
            line.push([stiffness, apart.abs()]);
        }
    }
    let curves = lines.into_iter().zip(QUANTITIES).enumerate();
    let panel = Panel {
        title: "Compliant beside rigid".into(),
        x: Axis::log("stiffness, N/m"),
        y: Axis::log("difference, s and m"),
        height: 300.0,
        curves: curves
            .map(|(k, (points, name))| Curve::number(k, name, points))
            .collect(),
        ..Panel::default()
    };
    let about = "Differences of a compliant contact from the rigid one over its stiffness";
    let figure = Figure {
        width: 560.0,
        ..Figure::of(vec![panel], about)
    };
    std::fs::write("stiff_and_rigid.svg", figure.svg())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All that differs is the time spent in contact, π/ω = π·√(m/k), so that each difference falls with the root of the stiffness.
    #[test]
    fn differences_fall_with_the_root_of_the_stiffness() {
        let rigid = rigid();
        let [soft, hard] = [1e6, 1e8].map(|k| apart(k, &rigid).0);
        for (soft, hard) in soft.iter().zip(hard) {
            // A tenth, up to the next power of the same root: 2 % of it at k = 1e6.
            assert!((hard / soft - 0.1).abs() < 3e-3, "{soft} {hard}");
            assert!(hard.abs() < 4e-3, "{hard}");
        }
    }
}
