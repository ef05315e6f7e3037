//! Random blocks under turning forces, and random solids dropped on a plane: friction of rigid contacts is never along the slip and never beyond its
//! cone, no energy comes from nowhere, nothing sinks in, and every run goes to its end.
//!
//! Some tens of each; `CAROM_BLOCKS`, `CAROM_SOLIDS` and `CAROM_KINDS` set other numbers, as `bench/random_contact_friction` does, and `CAROM_FIRST` the first of
//! them.
#![allow(non_snake_case)]

use crate::support;
use carom_laws::restitution::{NEWTON, POISSON, RestitutionLaw, STRONGE};
#[path = "random_contact_friction/thrown.rs"]
mod thrown;

use carom_base::space::Quaternion;
use carom_base::{Mat3, Pose, Units, Vec3};
use carom_dynamics::{
    EventKind, EventRow, Frame, Layout, Observer, Progress, RunOptions, Statistics,
};
use carom_model::JointKind;
use carom_model::analysis::{Analysis, Command, End, ImpactOrder, OutputGrid, RigidContact};
use carom_model::constraint::Function;
use carom_model::graphics::Shape;
use carom_model::run::BodyRow;
use std::time::{Duration, Instant};
use support::random::Random;
use support::solids::*;
use support::{Deck, Record, assemble, at, expression, options, turned};
use thrown::Thrown;

/// How many, and from which on.
fn range(name: &str, most: u64) -> std::ops::Range<u64> {
    let number = |name: &str| std::env::var(name).ok().and_then(|s| s.parse().ok());
    let first = number("CAROM_FIRST").unwrap_or(0);
    first..first + number(name).unwrap_or(most)
}

/// A run that takes more steps does not get on,
const PATIENCE: u32 = 200_000;
/// nor does one that takes longer.
const MOST_TIME: Duration = Duration::from_secs(600);
/// The clock is read once in so many steps.
const CLOCK: u32 = 256;

/// Processor time of this thread, where the system tells it (Linux): other work of the machine counts in no run. Elsewhere the time since `start`.
fn time_used(start: Instant) -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat");
    let first = text.ok().and_then(|s| s.split(' ').next()?.parse().ok());
    first.map_or_else(|| start.elapsed(), Duration::from_nanos)
}

/// Keeps what a run tells, as long as it gets on.
struct Patient {
    record: Record,
    steps: u32,
    start: Instant,
    /// [`time_used`] at its start.
    before: Duration,
}

impl Observer for Patient {
    fn begin(&mut self, _: Analysis, _: &Layout, _: usize) {}
    fn frame(&mut self, frame: &Frame) {
        self.record.frame(frame);
    }
    fn event(&mut self, event: &EventRow) {
        self.record.event(event);
    }
    fn progress(&mut self, _: Progress) -> bool {
        self.steps += 1;
        self.steps < PATIENCE
            && (!self.steps.is_multiple_of(CLOCK)
                || time_used(self.start) < self.before + MOST_TIME)
    }
    fn end(&mut self, statistics: &Statistics) {
        self.record.end(statistics);
    }
}

/// A run, and why one ended early.
fn try_run(deck: &Deck, end: f64, steps: u32, options: &RunOptions) -> (Record, Option<String>) {
    let start = Instant::now();
    let mut patient = Patient {
        record: Record::default(),
        steps: 0,
        start,
        before: time_used(start),
    };
    let command = Command::Simulate {
        analysis: Analysis::Dynamic,
        end: Some(End::Time(end)),
        output: Some(OutputGrid::Steps(steps)),
        span: carom_base::Span::NONE,
    };
    let result = assemble(deck).execute(&command, options, &mut patient);
    let record = patient.record;
    let reached = record.frames.last().map_or(0.0, |f| f.time);
    let steps = record.statistics.first().map_or(0, |s| s.steps);
    let late = (reached < end).then(|| format!("only got to {reached} in {steps} steps"));
    (record, result.err().map(|e| e.to_string()).or(late))
}

const METHODS: [&str; 5] = ["auto", "dop853", "rkf45", "radau5", "radau13"];
const LAWS: [RestitutionLaw; 3] = [NEWTON, POISSON, STRONGE];
const ORDERS: [ImpactOrder; 2] = [ImpactOrder::Sequential, ImpactOrder::Simultaneous];

/// A block of unit mass that cannot turn, under a force that turns and that friction cannot hold.
struct Block {
    /// Coefficient of friction, force, its direction `d0 + swing·sin(rate·t)`.
    mu: f64,
    force: f64,
    d0: f64,
    swing: f64,
    rate: f64,
    v: [f64; 2],
    method: &'static str,
    error: f64,
}

impl Block {
    fn random(number: u64) -> Self {
        let mut r = Random(number);
        let mu = r.between(0.1, 0.6);
        Self {
            mu,
            force: 10.0 * mu * r.between(1.02, 1.5),
            d0: r.between(0.0, 6.3),
            swing: r.between(0.5, 4.0),
            rate: r.between(1.0, 10.0),
            v: [r.between(-2.0, 2.0), r.between(-2.0, 2.0)],
            method: r.one_of(&METHODS),
            error: r.one_of(&[1e-4, 1e-6, 1e-8]),
        }
    }

    fn deck(&self) -> Deck {
        let mut deck = Deck::new(10.0);
        deck.body(2, 1.0, [1.0; 3], at(0.0, 0.0, 0.1));
        deck.joint(1, JointKind::Orientation, 200, 1);
        shape(&mut deck, 1, 200, ball(0.1), false);
        shape(&mut deck, 2, 1, PLANE, false);
        contact(&mut deck, [1, 2], LAW, Some([self.mu; 2]));
        rigid(&mut deck, Some(0.0), NEWTON);
        speed(
            &mut deck,
            2,
            Vec3::new(self.v[0], self.v[1], 0.0),
            Vec3::zeros(),
        );
        let (f, d0, swing, rate) = (self.force, self.d0, self.swing, self.rate);
        let along = |f_of: &str| {
            let text = format!("{f:e}*{f_of}({d0:e}+{swing:e}*SIN({rate:e}*TIME))");
            Some(Function::Expression(expression(&text)))
        };
        deck.vforce(2, 200, [along("COS"), along("SIN"), None, None, None, None]);
        deck
    }

    fn pull(&self, t: f64, v: [f64; 2]) -> [f64; 2] {
        let (s, c) = (self.d0 + self.swing * (self.rate * t).sin()).sin_cos();
        let speed = v[0].hypot(v[1]);
        let mut a = [self.force * c, self.force * s];
        for (a, v) in a.iter_mut().zip(v) {
            *a -= 10.0 * self.mu * v / speed;
        }
        a
    }

    /// Velocity at the end by the classical method of Runge and Kutta, in steps over which the direction turns little; and the least speed on the way.
    fn exact(&self, v: [f64; 2], end: f64) -> ([f64; 2], f64) {
        let (mut t, mut v, mut least) = (0.0, v, f64::INFINITY);
        let plus = |v: [f64; 2], k: [f64; 2], h: f64| [v[0] + h * k[0], v[1] + h * k[1]];
        while t < end {
            let speed = v[0].hypot(v[1]);
            least = f64::min(least, speed);
            let h = (1e-3 / self.rate)
                .min(0.02 * speed / (self.force + 10.0 * self.mu))
                .max(1e-9)
                .min(end - t);
            let k1 = self.pull(t, v);
            let k2 = self.pull(t + 0.5 * h, plus(v, k1, 0.5 * h));
            let k3 = self.pull(t + 0.5 * h, plus(v, k2, 0.5 * h));
            let k4 = self.pull(t + h, plus(v, k3, h));
            for c in 0..2 {
                v[c] += h / 6.0 * (k1[c] + 2.0 * k2[c] + 2.0 * k3[c] + k4[c]);
            }
            t += h;
        }
        (v, least)
    }
}

/// Friction against the slip at every output, as much as it is; and the velocity at the end that of the equations without events.
#[test]
fn blocks_under_turning_forces() {
    let (end, mut faults, mut compared) = (3.0, Vec::new(), 0);
    let numbers = range("CAROM_BLOCKS", 60);
    let count = numbers.end - numbers.start;
    for number in numbers {
        let block = Block::random(number);
        let opts = options(block.method, block.error);
        let (record, failure) = try_run(&block.deck(), end, 100, &opts);
        let who = format!("block {number} ({}, {:e})", block.method, block.error);
        if let Some(message) = failure {
            faults.push(format!("{who}: {message}"));
            continue;
        }
        for frame in &record.frames {
            let v = frame.bodies[0].velocity;
            let f = frame.forces.last().expect("that of the contact");
            let power = f[0] * v[0] + f[1] * v[1];
            let most = block.mu * f[2];
            // Rounding of the velocity at rest, of the force as it turns.
            if power > 1e-11 || f[0].hypot(f[1]) > most * (1.0 + 1e-12) {
                faults.push(format!("{who}: at {} power {power:e}", frame.time));
                break;
            }
        }
        // Where the speed nearly vanishes an error grows; by how much a start beside shows.
        let aside = 1e-7;
        let (exact, least) = block.exact(block.v, end);
        let (other, _) = block.exact([block.v[0] + aside, block.v[1] + aside], end);
        let growth = (exact[0] - other[0]).hypot(exact[1] - other[1]) / aside;
        let v = record.frames.last().expect("frames").bodies[0].velocity;
        let miss = (v[0] - exact[0]).hypot(v[1] - exact[1]);
        // A tolerance is of one step: some hundred steps, and what they become.
        let bound = 1e2 * block.error * growth.max(1.0) + 1e-6;
        if least > 10.0 * block.error {
            compared += 1;
            if miss > bound {
                faults.push(format!(
                    "{who}: off by {miss:e}, least speed {least:e}, growth {growth:e}"
                ));
            }
        }
    }
    println!(
        "{count} blocks, {compared} compared, {} faults",
        faults.len()
    );
    assert!(
        faults.is_empty(),
        "{} of {count}:\n{}",
        faults.len(),
        faults.join("\n")
    );
}

#[test]
fn solids_thrown_at_a_plane() {
    drop_solids(range("CAROM_SOLIDS", 30), Thrown::random);
}

#[test]
fn solids_of_all_kinds() {
    drop_solids(range("CAROM_KINDS", 12), Thrown::of_all_kinds);
}

/// Frustums and cylinders on their side, on two points that share what acts along the line through both: where both come to rest, one way to share it has one
/// of them at its limit, and another one leaves it room.
#[test]
fn contacts_that_share_their_load_stick_while_some_way_to_share_holds() {
    for number in [68, 1824] {
        drop_solids(number..number + 1, Thrown::random);
    }
}

/// Frustums that rattle on two points, the impact on one throwing both back: the first one flies away from the plane as long as the other one does, and is drawn
/// back once that rests. Its last rebounds, of 1e-14 m, came without end.
#[test]
fn what_another_contact_draws_back_at_rest_rests_too() {
    for number in [607, 1727] {
        drop_solids(number..number + 1, Thrown::random);
    }
}

/// A box on two corners, one of which begins to slide: until the rows change, its friction stands beside the constraints of its sticking, and what is left of
/// the other one's is not that.
#[test]
fn guards_of_contacts_wait_for_the_rows_of_their_modes() {
    drop_solids(1696..1697, Thrown::random);
}

/// A torus of long arms of inertia that slips back and forth: friction draws its slip to its direction up to 150 times as fast as it gains
/// speed. Explicit steps swing there below the tolerance, each time to an event, and implicit ones found no solution among the roundings. A cylinder that does so
/// takes minutes: `CAROM_FIRST=1922 CAROM_KINDS=1` with the test of all kinds.
#[test]
fn slips_set_out_along_steep_directions() {
    drop_solids(41..42, Thrown::of_all_kinds);
}

/// Slips that set out from rest or creep, by explicit methods: friction draws their direction to its balance within
/// 1e-8 s, over and over.
#[test]
fn slow_slips_go_on_by_explicit_methods() {
    for number in [472, 641, 1701, 1723] {
        drop_solids(number..number + 1, Thrown::of_all_kinds);
    }
}

/// Boxes and rims on several points, whose friction couples the normal forces so that one contact after the other
/// comes to no end.
#[test]
fn forces_of_many_points_are_found() {
    for number in [913, 1957] {
        drop_solids(number..number + 1, Thrown::of_all_kinds);
    }
}

/// Boxes that come to rest, whose rows of sticking have to be chosen well (31, 52, 72, 73, 79), solids on their side that roll (89), and a slip that begins
/// and ends inside of a step (12).
#[test]
fn solids_that_once_failed() {
    for number in [12, 31, 52, 72, 73, 79, 89] {
        drop_solids(number..number + 1, Thrown::random);
    }
}

/// A frustum that rolls on its rim over the feet of its face, two points a hair apart: what still turns draws them together by ω²·l, which no force changes, and
/// what is light on one of them begins to slide with next to no acceleration against the other. There was an event each 1e-4 s.
#[test]
fn contacts_close_together_stick_or_slide_once() {
    drop_solids(541..542, Thrown::of_all_kinds);
}

/// An ellipsoid that tumbles on ice: for 0.03 s of a step of 0.1 s it would have to be held down, which bounds of the force that presses it leave open.
#[test]
fn a_contact_that_lets_go_inside_of_a_step_opens() {
    drop_solids(884..885, Thrown::of_all_kinds);
}

/// Boxes that turn as they slide to rest, on which each way to share the load has its own friction.
#[test]
fn boxes_that_once_switched_in_turn() {
    for number in [29, 281, 284, 310, 316] {
        drop_solids(number..number + 1, Thrown::of_all_kinds);
    }
}

/// Slips that set out from rest or nearly come to it, more slowly than the tolerance: errors that count nowhere else turn the direction of friction, and near
/// Painlevé's paradox (317) the normal force with it.
#[test]
fn slips_slower_than_the_tolerance_go_on() {
    for number in [35, 46, 264, 317, 442, 2568] {
        drop_solids(number..number + 1, Thrown::of_all_kinds);
    }
}

/// Rims that roll fast and begin to slip while what draws them turns: they run aside first, at speeds that do not count.
#[test]
fn slips_set_out_while_the_load_turns() {
    drop_solids(15..16, Thrown::of_all_kinds);
}

/// A box that rattles on its corners until its rebounds are lower than what counts as touching.
#[test]
fn the_lowest_hops_of_several_corners_end() {
    drop_solids(185..186, Thrown::of_all_kinds);
}

/// A torus that rolls, with and without friction: what the steps leave of its energy adds up, and falls with the tolerance.
#[test]
fn energy_grows_by_the_integration_only() {
    for number in [305, 1165] {
        drop_solids(number..number + 1, Thrown::of_all_kinds);
    }
}

/// Rims that begin to slip. By seven stages Newton's moves are soon rounding, which shrinks no further: that asks for no shorter steps. The same solids with
/// other laws, orders and methods.
#[test]
fn moves_that_are_rounding_shorten_no_steps() {
    let methods = [(871, "radau13"), (968, "radau13"), (968, "radau9")];
    for (k, (number, method)) in methods.into_iter().enumerate() {
        let same = Thrown::of_all_kinds;
        let other = |number| {
            let mut solid = Thrown::of_all_kinds(number);
            let law = LAWS.iter().position(|law| *law == solid.law).unwrap_or(0);
            (solid.law, solid.order) = (LAWS[(law + 1 + k) % 3], ImpactOrder::Simultaneous);
            solid.method = method;
            solid
        };
        if k < 2 {
            drop_solids(number..number + 1, same);
        }
        drop_solids(number..number + 1, other);
    }
}

/// A cylinder that slides on its rim with much friction, near Painlevé's paradox: whether a step is found there depends on the last bits, and a run that
/// ends names the paradox (`Thrown::is_drawn_in`).
#[test]
fn a_solid_that_is_drawn_in_goes_on_or_says_so() {
    drop_solids(1355..1356, Thrown::of_all_kinds);
}

/// The same, by methods that look at other places of a step.
#[test]
fn slow_slips_go_on_by_all_implicit_methods() {
    for (number, methods) in [(264, ["radau5", "radau9"]), (317, ["radau5", "auto"])] {
        for method in methods {
            let by = |number| Thrown {
                method,
                ..Thrown::of_all_kinds(number)
            };
            drop_solids(number..number + 1, by);
        }
    }
}

/// With a tolerance of 1e-4 the first step that rolls on a rim is longer than the slip that is inside of it.
#[test]
fn a_slip_inside_of_a_step_is_seen() {
    let first_slip = |error: f64| {
        let solid = Thrown::random(12);
        let opts = options(solid.method, error);
        let (record, failure) = try_run(&solid.deck(), 1.2, 12, &opts);
        assert_eq!(failure, None);
        let slips = of_kind(&record, EventKind::Slip);
        slips.first().expect("it slips").time
    };
    let exact = first_slip(1e-9);
    // The slip sets in where what friction holds and what it has to grow apart by some newton a second: 1e-4 of forces of some newton.
    let miss = (first_slip(1e-4) - exact).abs();
    assert!(miss < 1e-3, "{miss:e} from {exact}");
}

/// Whether a run that ran out of steps spent them on impacts of a solid that loses nothing in them: once friction has
/// taken the energy of all other motion, its points bounce together for ever, with a speed v of 1e-5 m/s, say, each
/// 2·v/g. There is one step from an impact to the next, and no end to them.
///
/// Only what says that the effort has no end is excused so.
fn bounces_for_ever(solid: &Thrown, record: &Record, failure: &str) -> bool {
    let efforts = ["only got to", "at the pace of now", "the end would take"];
    if !efforts.iter().any(|e| failure.contains(e)) {
        return false;
    }
    let on_impacts = |s: &Statistics| 10 * s.events > 9 * s.steps;
    solid.restitution == 1.0 && record.statistics.first().is_some_and(on_impacts)
}

/// Lets these solids fall.
fn drop_solids(numbers: std::ops::Range<u64>, solid: impl Fn(u64) -> Thrown) {
    let mut faults: Vec<String> = Vec::new();
    let count = numbers.end - numbers.start;
    for number in numbers {
        let solid = solid(number);
        let opts = options(solid.method, solid.error);
        let (record, failure) = try_run(&solid.deck(), 3.0, 300, &opts);
        let failure =
            failure.filter(|f| !bounces_for_ever(&solid, &record, f) && !solid.is_drawn_in(f));
        let list = solid.faults(&record, failure);
        if let Some(first) = list.first() {
            faults.push(format!(
                "solid {number} ({:?}, e {}, mu {:?}, {:?}, {:?}, {}, {:e}, {}): {} times, {first}",
                solid.shape,
                solid.restitution,
                solid.mu,
                solid.law,
                solid.order,
                solid.method,
                solid.error,
                solid.units.length.name,
                list.len()
            ));
            println!("{}", faults[faults.len() - 1]);
        }
    }
    println!("{count} solids, {} faults", faults.len());
    assert!(
        faults.is_empty(),
        "{} of {count}:\n{}",
        faults.len(),
        faults.join("\n")
    );
}

/// Solids dropped upon an edge of their face rattle to rest on it. `CAROM_LEANING`: with all tilts, coefficients and restitutions.
#[test]
fn leaning_solids_come_to_rest() {
    let shapes = [
        Shape::Cylinder {
            length: 0.1,
            radius: 0.2,
        },
        Shape::Frustum {
            length: 0.1,
            bottom: 0.2,
            top: 0.1,
        },
        Shape::Torus {
            major: 0.2,
            minor: 0.05,
        },
        Shape::BoxFromCenter([0.4, 0.3, 0.1]),
    ];
    let all = std::env::var("CAROM_LEANING").is_ok();
    let (tilts, others): (&[f64], &[f64]) = if all {
        (&[1e-3, 1e-2, 0.1], &[0.0, 0.3, 0.6])
    } else {
        (&[1e-3, 0.1], &[0.3])
    };
    let (mut faults, mut number) = (Vec::new(), 0);
    for shape in &shapes {
        for &tilt in tilts {
            for &e in others {
                for &mu in others.iter().filter(|mu| **mu > 0.0) {
                    number += 1;
                    let mut solid = Thrown::random(0);
                    solid.lean(shape, tilt, number);
                    (solid.mu, solid.restitution) = ([mu; 2], e);
                    let opts = options(solid.method, solid.error);
                    let (record, failure) = try_run(&solid.deck(), 3.0, 300, &opts);
                    let mut list = solid.faults(&record, failure);
                    let last = &record.frames.last().expect("frames").bodies[0];
                    let R = Quaternion(last.orientation).matrix();
                    let lean = R[(2, 0)].hypot(R[(2, 1)]);
                    let speed = Vec3::from(last.velocity).norm()
                        + 0.2 * Vec3::from(last.angular_velocity).norm();
                    // A rim between its feet is 1e-5 of its radius above the plane.
                    if lean > 1e-4 || speed > 1e-6 {
                        list.push(format!("leans by {lean:e}, speed {speed:e}"));
                    }
                    if !list.is_empty() {
                        faults.push(format!("{shape:?}, {tilt} rad, e {e}, mu {mu}: {list:?}"));
                    }
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
