//! Random switched functions against the times at which they switch, known in closed form: every switch found, none invented, by every integrator.
//!
//! Conditions of time alone, of a state alone and of both, by IF, SIGN, MAX, ABS, MOD and SENSOR, over six decades of time.
//! 1500 systems, 2500 where `CI` is set; `CAROM_SYSTEMS` sets another number, as `bench/random_switches` does, and `CAROM_FIRST` the first of them.

mod support;

use carom_dynamics::{EventKind, RunOptions};
use carom_model::Tag;
use carom_model::analysis::Analysis;
use carom_model::constraint::Function;
use carom_model::control::{Comparison, Sensor};
use carom_model::force::Kind;
use carom_solve::INTEGRATORS;
use std::f64::consts::{PI, TAU};
use support::{Deck, at, expression, run};

/// SplitMix64 (Steele, Lea, Flood 2014): numbers in [0, 1).
struct Random(u64);

impl Random {
    fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 53) as f64
    }
    fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }
    fn pick(&mut self, n: usize) -> usize {
        ((self.unit() * n as f64) as usize).min(n - 1)
    }
}

/// A force of the z direction that switches, and what is known of it.
struct Case {
    /// Its function.
    text: String,
    /// What a sensor watches in its place.
    sensor: bool,
    /// When it switches, ascending.
    times: Vec<f64>,
    /// Its value before the first switch and after each; empty where it is not constant in between.
    values: Vec<f64>,
    end: f64,
    /// Velocity along x, which nothing changes.
    speed: f64,
}

/// Zeros of sin(w·t + p) in (0, end).
fn zeros(w: f64, p: f64, end: f64) -> Vec<f64> {
    let first = (p / PI).floor() as i64;
    let times = (first..).map(|k| (k as f64 * PI - p) / w);
    times
        .skip_while(|t| *t <= 0.0)
        .take_while(|t| *t < end)
        .collect()
}

fn random_case(r: &mut Random) -> Case {
    let scale = 10f64.powf(r.between(-3.0, 3.0));
    let end = r.between(1.0, 3.0) * scale;
    let count = r.between(1.0, 60.0);
    let (w, p) = (count * PI / end, r.between(0.0, TAU));
    let force = r.between(0.5, 5.0) / (scale * scale);
    let speed = r.between(0.2, 3.0) / scale;
    // The same phase by time, by the place of the mass, by both.
    let share = r.unit();
    let phase = match r.pick(3) {
        0 => format!("{w:e}*TIME + {p:e}"),
        1 => format!("{:e}*DX(200,1) + {p:e}", w / speed),
        _ => format!(
            "{:e}*DX(200,1) + {:e}*TIME + {p:e}",
            share * w / speed,
            (1.0 - share) * w
        ),
    };
    let square = |high: f64, low: f64, times: &[f64]| -> Vec<f64> {
        let up = |t: f64| (w * t + p).sin() > 0.0;
        let ends: Vec<f64> = [0.0].iter().chain(times).chain([&end]).copied().collect();
        ends.windows(2)
            .map(|e| if up(0.5 * (e[0] + e[1])) { high } else { low })
            .collect()
    };
    let times = zeros(w, p, end);
    let case = |text: String, times: Vec<f64>, values: Vec<f64>| Case {
        text,
        sensor: false,
        times,
        values,
        end,
        speed,
    };
    match r.pick(6) {
        0 => {
            let values = square(force, -0.3 * force, &times);
            case(
                format!("IF(SIN({phase}): {:e}, 0, {force:e})", -0.3 * force),
                times,
                values,
            )
        }
        1 => {
            let values = square(force, -force, &times);
            case(format!("SIGN({force:e}, SIN({phase}))"), times, values)
        }
        2 => case(format!("{force:e}*MAX(SIN({phase}), 0)"), times, Vec::new()),
        3 => {
            // |sin| = c where sin = ±c; the corners of ABS switch as well.
            let (c, mut all) = (r.between(0.2, 0.8), times);
            all.extend(zeros(w, p - c.asin(), end));
            all.extend(zeros(w, p + c.asin(), end));
            all.sort_by(f64::total_cmp);
            case(
                format!("IF(ABS(SIN({phase})) - {c:e}: 0, 0, {force:e})"),
                all,
                Vec::new(),
            )
        }
        4 => {
            // A saw tooth of period T and its level d·T.
            let (period, d) = (TAU / w, r.between(0.1, 0.9));
            let teeth = (1..)
                .map(|k| f64::from(k) * period)
                .take_while(|t| *t < end);
            let levels = (0..)
                .map(|k| (f64::from(k) + d) * period)
                .take_while(|t| *t < end);
            let mut all: Vec<f64> = teeth.chain(levels).collect();
            all.sort_by(f64::total_cmp);
            let ends: Vec<f64> = [0.0].iter().chain(&all).chain([&end]).copied().collect();
            let low = |t: f64| (t / period).fract() < d;
            let values = ends
                .windows(2)
                .map(|e| if low(0.5 * (e[0] + e[1])) { force } else { 0.0 });
            let values = values.collect();
            let text = format!(
                "IF(MOD(TIME, {period:e}) - {:e}: {force:e}, 0, 0)",
                d * period
            );
            case(text, all, values)
        }
        _ => Case {
            sensor: true,
            ..case(format!("SIN({phase})"), times, Vec::new())
        },
    }
}

fn deck_of(case: &Case) -> Deck {
    let mut d = Deck::new(0.0);
    d.body(2, 1.0, [1.0; 3], at(0.0, 0.0, 0.0));
    let id = d.part_id(2);
    d.0.parts[id].velocity = [Some(case.speed), None, None];
    if case.sensor {
        let sensor = Sensor {
            tag: Tag::new("SENSOR", 1),
            function: Function::Expression(expression(&case.text)),
            value: 0.0,
            error: 1e-6,
            comparison: Comparison::Equal,
            halt: false,
            ends_command: false,
            restart: false,
            print: true,
            output_interval: None,
            step_size: None,
            step_limit: None,
            evaluate: None,
        };
        d.0.sensors.insert(sensor).expect("a new label");
    } else {
        d.sforce(1, Kind::Translation, true, (200, 1), &case.text);
    }
    d
}

/// Place of a mass of 1 after constant forces one after the other.
fn place(case: &Case) -> f64 {
    let ends = case.times.iter().chain([&case.end]);
    let (mut z, mut v, mut t) = (0.0, 0.0, 0.0);
    for (end, f) in ends.zip(&case.values) {
        let h = end - t;
        z += h * (v + 0.5 * f * h);
        v += f * h;
        t = *end;
    }
    z
}

#[test]
fn every_switch_is_found_and_none_is_invented() {
    let number = |name: &str| std::env::var(name).ok().and_then(|n| n.parse::<u64>().ok());
    let default = if std::env::var_os("CI").is_some() {
        2500
    } else {
        1500
    };
    let (first, systems) = (
        number("CAROM_FIRST").unwrap_or(0),
        number("CAROM_SYSTEMS").unwrap_or(default),
    );
    let (mut switches, mut sampled, mut worst_time, mut worst_place) = (0, 0, 0.0f64, 0.0f64);
    for k in first..first + systems {
        let mut r = Random(k);
        let case = random_case(&mut r);
        let method = INTEGRATORS[r.pick(INTEGRATORS.len())];
        // What lies at the ends, or closer together than the tolerance of the comparison, is another question.
        let ends: Vec<f64> = [0.0]
            .iter()
            .chain(&case.times)
            .chain([&case.end])
            .copied()
            .collect();
        if ends.windows(2).any(|e| e[1] - e[0] < 1e-6 * case.end) {
            continue;
        }
        let error = 10f64.powf(r.between(-9.0, -4.0));
        let options = RunOptions {
            integrator: Some(method.name().into()),
            error: Some(error),
            hmax: method
                .profile()
                .is_fixed
                .then_some(case.end / r.between(3.0, 30.0)),
            verbose_events: true,
            ..RunOptions::default()
        };
        let record = run(&deck_of(&case), Analysis::Dynamic, case.end, 4, &options);
        let kinds = [EventKind::Switch, EventKind::Sensor];
        let told = record.events.iter().filter(|e| kinds.contains(&e.kind));
        let mut told: Vec<f64> = told.map(|e| e.time).collect();
        told.dedup_by(|b, a| *b - *a < 1e-9 * case.end);
        let what = || {
            format!(
                "system {k}: {} by {}, to {:e}",
                case.text,
                method.name(),
                case.end
            )
        };
        assert_eq!(
            told.len(),
            case.times.len(),
            "{}\n{told:?}\n{:?}",
            what(),
            case.times
        );
        let off = told
            .iter()
            .zip(&case.times)
            .map(|(t, exact)| (t - exact).abs() / case.end);
        let off = off.fold(0.0, f64::max);
        worst_time = worst_time.max(off);
        switches += told.len();
        // 1e-11: conditions of time are solved to rounding, which a sum of many steps adds up; those of a place are as
        // exact as the place, whose error over the run is some times that of a step.
        let bound = if case.text.contains("DX") {
            1e-11 + 100.0 * error
        } else {
            1e-11
        };
        assert!(
            off < bound,
            "{}: {off:e}\n{told:?}\n{:?}",
            what(),
            case.times
        );
        if !case.values.is_empty() {
            let z = record.frames.last().expect("frames").bodies[0].position[2];
            let off = (z - place(&case)).abs();
            worst_place = worst_place.max(off);
            // 1e-9 of places of some ten units: between switches the force is constant, which every method integrates to rounding; a switch that comes
            // late by a part of the end moves the place by some ten times as much
            assert!(
                off < 1e-9 + 10.0 * (bound - 1e-11),
                "{}: {z} {}",
                what(),
                place(&case)
            );
        }
        sampled += record.statistics[0].guards.sampled;
    }
    // A bound that comes to rest within rounding of zero is left undecided.
    assert!(1000 * sampled <= switches as u64, "{sampled} of {switches}");
    println!(
        "{systems} systems, {switches} switches; times within {worst_time:e}, places within {worst_place:e}"
    );
}
