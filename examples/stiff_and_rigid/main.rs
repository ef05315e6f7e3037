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
use carom_report::plot::{Curve, log_log};

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

fn main() -> std::io::Result<()> {
    let rigid = run(
        1e5,
        Some(RigidContact {
            restitution: Some(restitution()),
            ..RigidContact::default()
        }),
    );
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
    let names = ["second touch", "third touch", "height"];
    let mut curves = names.map(|name| Curve {
        name: name.into(),
        points: Vec::new(),
    });
    for exponent in 3..=9 {
        let stiffness = 10.0_f64.powi(exponent);
        let record = run(stiffness, None);
        let times = touches(&record, EventKind::ContactBegin);
        let apart = [
            times[1] - exact[1],
            times[2] - exact[2],
            record.height - rigid.height,
        ];
        println!(
            "{stiffness:12e}  {:12.3e}  {:12.3e}  {:12.3e}  {:11}",
            apart[0], apart[1], apart[2], record.evaluations
        );
        for (curve, apart) in curves.iter_mut().zip(apart) {
            curve.points.push([stiffness, apart.abs()]);
        }
    }
    let chart = ("Compliant beside rigid", "stiffness, N/m", curves.to_vec());
    let picture = log_log(
        &[chart],
        "difference, s and m",
        "Differences of a compliant contact from the rigid one over its stiffness",
    );
    std::fs::write("stiff_and_rigid.svg", picture)
}
