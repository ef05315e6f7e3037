//! Problems of nonsmooth dynamics through the interface for hybrid systems, against validation/values/zoo.json.

#![allow(clippy::unwrap_used)] // a test may panic
#![allow(clippy::excessive_precision)] // numbers as the references give them

use crate::suite;

use carom_base::Number;
use carom_solve::accumulation::Accumulation;
use carom_solve::hybrid::{Along, Hybrid, Told, Trajectory};
use carom_solve::{
    End, INTEGRATORS, Integrator, Locate, OnGuard, Settings, Statistics, integrator,
};
use suite::bounces::{Ball, Flight, G};

/// The methods of order 5 and more, with each locator that they have.
fn methods() -> Vec<(&'static dyn Integrator, Settings)> {
    let mut list = Vec::new();
    for name in ["radau9", "radau13", "dop853", "gstiff"] {
        let method = integrator(name).unwrap();
        for locate in [Locate::Auto, Locate::Henon] {
            if locate == Locate::Auto || method.profile().on_guard != OnGuard::Never {
                let settings = Settings {
                    locate,
                    ..suite::settings(method, 1e-12, 0.01)
                };
                list.push((method, settings));
            }
        }
    }
    list
}

/// Time of an event, and the unknowns before it.
type Before = (f64, Vec<f64>);

/// All events, and the work.
fn events<H: Hybrid>(
    system: H,
    mode: H::Mode,
    y: &[f64],
    t_end: f64,
    (method, settings): (&dyn Integrator, Settings),
) -> (Vec<Before>, Trajectory<H>, End) {
    let mut run = Trajectory::new(system, mode, 0.0, y, method, settings).unwrap();
    let mut list = Vec::new();
    let end = run
        .advance(t_end, &[], |told| {
            if let Told::Event { t, before, .. } = told {
                list.push((t, before.to_vec()));
            }
        })
        .unwrap();
    (list, run, end)
}

/// Steps solved again for each event.
fn cost(statistics: &Statistics) -> f64 {
    statistics.event_steps as f64 / statistics.events as f64
}

/// What a tolerance of 1e-12 in each step adds up to in the times of events over some hundred steps.
fn bound(method: &dyn Integrator) -> f64 {
    1e3 * suite::reachable(method, 1e-12)
}

#[test]
fn a_ball_bounces_until_it_rests() {
    let first = (2.0 / G).sqrt();
    for with in methods() {
        for restitution in [0.5, 0.8, 0.9] {
            let end = first * (1.0 + restitution) / (1.0 - restitution);
            let ball = Ball::new(restitution);
            let (list, run, _) = events(ball, Flight::Flying, &[1.0, 0.0], end + 1.0, with);
            let name = with.0.name();
            // What is left after k impacts is the k-th part of the whole: 2·first·eᵏ/(1 − e).
            let last = (1e-6 * (1.0 - restitution) / (2.0 * first)).ln() / restitution.ln();
            assert!(
                (list.len() as f64 - last).abs() < 2.0,
                "{name}: {} {last}",
                list.len()
            );
            let found = run.system().end.unwrap();
            println!(
                "{name} {:?} {restitution}: {} impacts, end off by {:e}, {} solved again an event",
                with.1.locate,
                list.len(),
                found - end,
                cost(&run.statistics())
            );
            // Parabolas are integrated exactly; rounding adds up over the impacts.
            assert!((found - end).abs() < 1e-11, "{name}: {:e}", found - end);
            assert_eq!(
                (run.mode(), run.state()),
                (Flight::Resting, &[0.0, 0.0][..])
            );
            assert!(cost(&run.statistics()) <= 2.0, "{name}");
        }
    }
}

/// x'' + 0.2·x' + x + 9·max(x − 0.25, 0) = cos 2.2t (Shaw and Holmes), or with a rigid stop at 0.
struct Forced {
    restitution: Option<f64>,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Side {
    Free,
    Touching,
}

impl Hybrid for Forced {
    type Mode = Side;
    fn dimension(&self) -> usize {
        2
    }
    fn guards(&self) -> usize {
        1
    }
    fn rates(&self, mode: Side, t: f64, y: &[f64], dy: &mut [f64]) {
        let stop = match mode {
            Side::Free => 0.0,
            Side::Touching => 9.0 * (y[0] - 0.25),
        };
        dy[0] = y[1];
        dy[1] = (2.2 * t).cos() - 0.2 * y[1] - y[0] - stop;
    }
    fn watch(&self, mode: Side, _: Along, y: &[Along], guards: &mut [Along]) {
        let stop = if self.restitution.is_some() {
            0.0
        } else {
            0.25
        };
        guards[0] = match mode {
            Side::Free => -y[0] + stop,
            Side::Touching => y[0] - stop,
        };
    }
    fn jump(&mut self, mode: Side, _: f64, y: &mut [f64], _: &[usize]) -> Option<Side> {
        if let Some(e) = self.restitution {
            y[1] *= -e;
            return Some(mode);
        }
        Some(match mode {
            Side::Free => Side::Touching,
            Side::Touching => Side::Free,
        })
    }
}

#[test]
fn an_oscillator_hits_a_rigid_stop() {
    const IMPACTS: [[f64; 2]; 5] = [
        [1.360_903_019_377_571_3, 0.648_916_633_849_050_4],
        [3.710_848_220_641_155_4, 0.914_194_423_511_649_6],
        [6.610_539_891_153_533, 1.307_127_704_106_905_4],
        [9.512_779_969_607_004, 1.436_624_766_905_037_8],
        [12.396_071_913_637_403, 1.455_486_524_861_525],
    ];
    for with in methods() {
        let system = Forced {
            restitution: Some(0.6),
        };
        let (list, run, _) = events(system, Side::Free, &[-1.0, 0.0], 400.0, with);
        let name = with.0.name();
        for (event, exact) in list.iter().zip(IMPACTS) {
            assert!(
                (event.0 - exact[0]).abs() < bound(with.0),
                "{name}: {event:?}"
            );
            assert!(
                (event.1[1] - exact[1]).abs() < bound(with.0),
                "{name}: {event:?}"
            );
        }
        // The orbit of one impact a period is stable: the last impact has its phase and speed.
        let (t, y) = list.last().unwrap();
        let phase = (2.2 * t).rem_euclid(std::f64::consts::TAU);
        assert!(
            (phase - 2.167_418_689_004_256_6).abs() < bound(with.0),
            "{name}: {phase}"
        );
        assert!(
            (y[1] - 1.418_544_070_429_202).abs() < bound(with.0),
            "{name}"
        );
        println!("{name} {:?}: {}", with.1.locate, cost(&run.statistics()));
        assert!(cost(&run.statistics()) <= 2.0, "{name}");
    }
}

#[test]
fn a_spring_that_begins_at_a_gap() {
    const SWITCHES: [[f64; 2]; 10] = [
        [2.872_270_358_930_286, 0.289_881_851_207_483_1],
        [3.903_900_078_540_822_7, -0.635_187_192_769_963_8],
        [7.105_109_725_849_982, 0.710_944_498_295_997],
        [7.817_902_175_944_345, -0.549_296_146_751_287_5],
        [12.708_073_260_768_773, 0.275_231_805_397_555_3],
        [13.093_681_210_845_882, -0.262_004_932_197_297_93],
        [15.414_880_937_171_207, 0.214_760_624_497_471_96],
        [15.746_605_216_484_378, -0.220_932_122_117_251_4],
        [21.046_642_523_236_273, 0.328_631_685_576_900_9],
        [21.513_556_129_089_717, -0.341_727_289_489_190_2],
    ];
    for with in methods() {
        let system = Forced { restitution: None };
        let (list, run, _) = events(system, Side::Free, &[-1.0, 0.0], 22.0, with);
        assert_eq!(list.len(), SWITCHES.len(), "{}", with.0.name());
        for (event, exact) in list.iter().zip(SWITCHES) {
            let miss = (event.0 - exact[0]).abs();
            assert!(miss < bound(with.0), "{}: {miss:e}", with.0.name());
            assert!(
                (event.1[1] - exact[1]).abs() < bound(with.0),
                "{}",
                with.0.name()
            );
        }
        assert!(cost(&run.statistics()) <= 2.0, "{}", with.0.name());
    }
}

/// Equal balls in a row with Hertz contacts of unit stiffness and mass; y = (x..., v...). Slot k is the gap between k and k + 1, the mode the
/// contacts that are closed, a bit each.
struct Cradle {
    balls: usize,
}

impl Hybrid for Cradle {
    type Mode = u32;
    fn dimension(&self) -> usize {
        2 * self.balls
    }
    fn guards(&self) -> usize {
        self.balls - 1
    }
    fn rates(&self, closed: u32, _: f64, y: &[f64], dy: &mut [f64]) {
        let n = self.balls;
        dy[..n].copy_from_slice(&y[n..]);
        dy[n..].fill(0.0);
        for k in (0..n - 1).filter(|k| closed >> k & 1 == 1) {
            // Beyond its end the formula goes on as an odd function.
            let depth = y[k] - y[k + 1];
            let force = depth * depth.abs().sqrt();
            dy[n + k] -= force;
            dy[n + k + 1] += force;
        }
    }
    fn watch(&self, closed: u32, _: Along, y: &[Along], guards: &mut [Along]) {
        for (k, guard) in guards.iter_mut().enumerate() {
            let gap = y[k + 1] - y[k];
            *guard = if closed >> k & 1 == 1 { -gap } else { gap };
        }
    }
    fn jump(&mut self, closed: u32, _: f64, _: &mut [f64], fired: &[usize]) -> Option<u32> {
        Some(fired.iter().fold(closed, |closed, k| closed ^ (1 << k)))
    }
}

#[test]
fn a_cradle_with_hertz_contacts() {
    let exact: [&[f64]; 3] = [
        &[-0.070_952_353_651_4, 0.076_403_039_071_2, 0.994_549_314_58],
        &[
            -0.071_085_016_118_5,
            -0.029_626_196_492,
            0.109_738_639_893,
            0.990_972_572_718,
        ],
        &[
            -0.071_085_017_086,
            -0.030_273_764_096_8,
            -0.014_463_629_032_3,
            0.127_044_986_07,
            0.988_777_424_145,
        ],
    ];
    let method = integrator("dop853").unwrap();
    let settings = suite::settings(method, 1e-13, 0.0);
    for exact in exact {
        let balls = exact.len();
        let mut y = vec![0.0; 2 * balls];
        y[balls] = 1.0;
        let (_, run, _) = events(Cradle { balls }, 1, &y, 60.0, (method, settings));
        for (v, exact) in run.state()[balls..].iter().zip(exact) {
            // The references have eleven digits; at the first touch the acceleration begins as t^1.5.
            assert!((v - exact).abs() < 2e-10, "{balls}: {v} {exact}");
        }
    }
}

/// A block that rocks about one edge and then the other (Housner 1963): θ'' = ∓p²·sin(α ∓ θ).
struct Rocking {
    alpha: f64,
    p: f64,
    keeps: f64,
    impacts: Accumulation,
    end: Option<f64>,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Edge {
    Left,
    Right,
    Both,
}

impl Hybrid for Rocking {
    type Mode = Edge;
    fn dimension(&self) -> usize {
        2
    }
    fn guards(&self) -> usize {
        1
    }
    fn rates(&self, mode: Edge, _: f64, y: &[f64], dy: &mut [f64]) {
        let pull = |angle: f64| self.p * self.p * (self.alpha - angle).sin();
        dy[0] = y[1];
        dy[1] = match mode {
            Edge::Left => -pull(y[0]),
            Edge::Right => pull(-y[0]),
            Edge::Both => 0.0,
        };
    }
    fn watch(&self, mode: Edge, _: Along, y: &[Along], guards: &mut [Along]) {
        match mode {
            Edge::Left => guards[0] = y[0],
            Edge::Right => guards[0] = -y[0],
            Edge::Both => {}
        }
    }
    fn jump(&mut self, mode: Edge, t: f64, y: &mut [f64], _: &[usize]) -> Option<Edge> {
        y[1] *= self.keeps;
        self.end = self.impacts.impact(t, 1e-4);
        if self.end.is_some() {
            y.fill(0.0);
            return Some(Edge::Both);
        }
        Some(match mode {
            Edge::Left => Edge::Right,
            _ => Edge::Left,
        })
    }
}

#[test]
fn a_block_rocks_until_it_stands() {
    let (b, h) = (0.25f64, 1.0f64);
    let alpha = (b / h).atan();
    const IMPACTS: [f64; 6] = [
        0.493_887_550_683_775_35,
        1.297_691_829_260_839_8,
        1.979_728_987_131_641_8,
        2.571_159_882_807_003,
        3.090_876_818_633_502_4,
        3.551_645_470_256_735_8,
    ];
    // The errors of the short steps with which methods of many steps begin anew add up over a hundred impacts.
    for with in methods().into_iter().filter(|m| m.0.name() != "gstiff") {
        let block = Rocking {
            alpha,
            p: (0.75 * G / b.hypot(h)).sqrt(),
            keeps: 1.0 - 1.5 * alpha.sin().powi(2),
            impacts: Accumulation::new(),
            end: None,
        };
        let (list, run, _) = events(block, Edge::Left, &[0.5 * alpha, 0.0], 9.0, with);
        let name = with.0.name();
        for (event, exact) in list.iter().zip(IMPACTS) {
            let miss = (event.0 - exact).abs();
            assert!(miss < bound(with.0), "{name}: {miss:e}");
        }
        let end = run.system().end.unwrap();
        println!(
            "{name} {:?}: {} impacts, end off by {:e}, {}",
            with.1.locate,
            list.len(),
            end - 7.942_808_914_170_647_5,
            cost(&run.statistics())
        );
        // Errors of 1e-12 in the angle are divided by speeds that fall to nothing; those of the last impacts hardly move the end.
        assert!(
            (end - 7.942_808_914_170_647_5).abs() < 1e-8,
            "{name}: {end}"
        );
        assert_eq!(run.mode(), Edge::Both);
    }
}

/// A mass on a belt: it sticks until the spring pulls with 1, and slides under 0.5 until it is as fast as the belt again.
struct Belt;

#[derive(Clone, Copy, PartialEq, Debug)]
enum Grip {
    Stick,
    Slip,
}

impl Hybrid for Belt {
    type Mode = Grip;
    fn dimension(&self) -> usize {
        2
    }
    fn guards(&self) -> usize {
        1
    }
    fn rates(&self, mode: Grip, _: f64, y: &[f64], dy: &mut [f64]) {
        dy[0] = y[1];
        dy[1] = match mode {
            Grip::Stick => 0.0,
            Grip::Slip => 0.5 - y[0],
        };
    }
    fn watch(&self, mode: Grip, _: Along, y: &[Along], guards: &mut [Along]) {
        guards[0] = match mode {
            Grip::Stick => -y[0] + 1.0,
            Grip::Slip => -y[1] + 0.2,
        };
    }
    fn jump(&mut self, mode: Grip, _: f64, y: &mut [f64], _: &[usize]) -> Option<Grip> {
        Some(match mode {
            Grip::Stick => Grip::Slip,
            Grip::Slip => {
                y[1] = 0.2;
                Grip::Stick
            }
        })
    }
}

#[test]
fn a_mass_sticks_and_slips_on_a_belt() {
    for with in methods() {
        let (list, run, _) = events(Belt, Grip::Stick, &[0.0, 0.2], 50.0, with);
        let name = with.0.name();
        let times: Vec<f64> = list.iter().map(|e| e.0).collect();
        // From x = 0 on; then slips and sticks by turns.
        assert!(times.len() >= 10, "{name}");
        for pair in times.windows(3).step_by(2) {
            let slip = pair[1] - pair[0];
            let stick = pair[2] - pair[1];
            assert!(
                (slip - 3.902_605_407_814_523).abs() < bound(with.0),
                "{name}: {slip}"
            );
            assert!((stick - 5.0).abs() < bound(with.0), "{name}: {stick}");
        }
        // Where it begins to stick again, as much below the middle of the slip as the start of it is above.
        let lowest = list[1].1[0];
        assert!(lowest.abs() < bound(with.0), "{name}: {lowest}");
        assert!(
            cost(&run.statistics()) <= 3.0,
            "{name} {}",
            cost(&run.statistics())
        );
    }
}

/// A ball on a table that moves as A·sin ωt, in units of 1/ω and g/ω²: the height above the table's mean, and the speed.
struct OnTable {
    gamma: f64,
}

impl Hybrid for OnTable {
    type Mode = ();
    fn dimension(&self) -> usize {
        2
    }
    fn guards(&self) -> usize {
        1
    }
    fn rates(&self, _: (), _: f64, y: &[f64], dy: &mut [f64]) {
        dy[0] = y[1];
        dy[1] = -1.0;
    }
    fn watch(&self, _: (), t: Along, y: &[Along], guards: &mut [Along]) {
        guards[0] = y[0] - t.sin() * self.gamma;
    }
    fn jump(&mut self, _: (), t: f64, y: &mut [f64], _: &[usize]) -> Option<()> {
        let table = self.gamma * t.cos();
        y[1] = table - 0.5 * (y[1] - table);
        Some(())
    }
}

/// Phase and speed after the next impact, from those after one.
fn next_impact(gamma: f64, [phase, speed]: [f64; 2]) -> [f64; 2] {
    let method = integrator("dop853").unwrap();
    let settings = suite::settings(method, 1e-13, 0.0);
    let y = [gamma * phase.sin(), speed];
    let mut run = Trajectory::new(OnTable { gamma }, (), phase, &y, method, settings).unwrap();
    let mut next = None;
    run.advance(phase + 20.0, &[], |told| {
        if let Told::Event { t, after, .. } = told {
            next.get_or_insert([t - std::f64::consts::TAU, after[1]]);
        }
    })
    .unwrap();
    next.unwrap()
}

#[test]
fn a_ball_on_a_vibrating_table_doubles_its_period() {
    // The orbit of one bounce a period: cos φ = Γ_SN/Γ, speed after the impact π.
    let saddle_node = std::f64::consts::PI / 3.0;
    let orbit = |gamma: f64| [(saddle_node / gamma).acos(), std::f64::consts::PI];
    // det + trace + 1 of the impact map there: zero where the period doubles.
    let doubling = |gamma: f64| {
        let fixed = orbit(gamma);
        let back = next_impact(gamma, fixed);
        assert!((back[0] - fixed[0]).abs() < 1e-11 && (back[1] - fixed[1]).abs() < 1e-11);
        let d = 1e-4;
        let column = |k: usize| {
            let moved = |by: f64| {
                let mut x = fixed;
                x[k] += by;
                next_impact(gamma, x)
            };
            let (up, down) = (moved(d), moved(-d));
            [0, 1].map(|i| (up[i] - down[i]) / (2.0 * d))
        };
        let (a, b) = (column(0), column(1));
        let det = a[0] * b[1] - a[1] * b[0];
        // Time preserves areas in (phase, speed against the table) up to e².
        assert!((det - 0.25).abs() < 1e-6, "{det}");
        det + a[0] + b[1] + 1.0
    };
    let (mut low, mut high) = (1.4f64, 1.6f64);
    let (mut f_low, mut f_high) = (doubling(low), doubling(high));
    for _ in 0..8 {
        let next = high - f_high * (high - low) / (f_high - f_low);
        (low, f_low) = (high, f_high);
        (high, f_high) = (next, doubling(next));
        if (high - low).abs() < 1e-12 {
            break;
        }
    }
    // Truncation of the differences: 1e-8 times third derivatives of the map.
    assert!((high - 1.526_823_700_519_061).abs() < 1e-6, "{high}");
}

#[test]
fn every_method_takes_hybrid_systems() {
    for method in INTEGRATORS {
        let settings = suite::settings(*method, 1e-8, 0.002);
        let (list, _, end) = events(Belt, Grip::Stick, &[0.0, 0.2], 20.0, (*method, settings));
        assert_eq!(end, End::Reached);
        let miss = (list[1].0 - 8.902_605_407_814_523).abs();
        let bound = suite::collected(*method, 1e-8);
        assert!(miss < bound, "{}: {miss:e}", method.name());
    }
}

/// What events cost over all problems of this file: steps solved again, of which none is more than a step's worth of evaluations.
#[test]
fn events_cost_at_most_two_steps() {
    use std::fmt::Write;
    let mut table = String::from("method  problem         events  again  an event\n");
    for name in ["dop853", "radau9"] {
        let method = integrator(name).unwrap();
        let with = || (method, suite::settings(method, 1e-12, 0.01));
        let mut all = [0, 0];
        let mut row = |problem: &str, s: Statistics| {
            all = [all[0] + s.events, all[1] + s.event_steps];
            writeln!(
                table,
                "{name:7} {problem:15} {:6} {:6} {:9.2}",
                s.events,
                s.event_steps,
                cost(&s)
            )
            .unwrap();
        };
        let ball = Ball::new(0.9);
        let run = events(ball, Flight::Flying, &[1.0, 0.0], 10.0, with());
        row("bouncing ball", run.1.statistics());
        for (problem, restitution) in [("rigid stop", Some(0.6)), ("elastic stop", None)] {
            let system = Forced { restitution };
            let run = events(system, Side::Free, &[-1.0, 0.0], 100.0, with());
            row(problem, run.1.statistics());
        }
        let y = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0];
        let run = events(Cradle { balls: 3 }, 1, &y, 60.0, with());
        row("cradle", run.1.statistics());
        let alpha = 0.25f64.atan();
        let block = Rocking {
            alpha,
            p: (0.75 * G / 0.25f64.hypot(1.0)).sqrt(),
            keeps: 1.0 - 1.5 * alpha.sin().powi(2),
            impacts: Accumulation::new(),
            end: None,
        };
        let run = events(block, Edge::Left, &[0.5 * alpha, 0.0], 9.0, with());
        row("rocking block", run.1.statistics());
        let run = events(Belt, Grip::Stick, &[0.0, 0.2], 50.0, with());
        row("belt", run.1.statistics());
        // On the orbit of one bounce a period, from the flight that lands at the phase φ on.
        let gamma = 1.2;
        let phase = (std::f64::consts::PI / 3.0 / gamma).acos();
        let flown = std::f64::consts::TAU - phase;
        let speed = std::f64::consts::PI - flown;
        let height = gamma * phase.sin() + 0.5 * (std::f64::consts::PI + speed) * flown;
        let run = events(OnTable { gamma }, (), &[height, speed], 200.0, with());
        row("vibrating table", run.1.statistics());
        let [events, again] = all;
        assert!(again <= 2 * events, "{name}: {again} for {events} events");
    }
    insta::assert_snapshot!(table);
}
