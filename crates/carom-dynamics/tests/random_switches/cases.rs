//! Random forces that switch, and when they do.

use super::phase::{KINDS, Phase, merged, rises_to};
use super::support::random::Random;
use super::support::{Deck, at, expression};
use super::{diff, variable};
use carom_base::{Diagnostics, Dialect, SpannedText};
use carom_expr::Expression;
use carom_expr::spline::{Beyond, SplineTable};
use carom_model::Tag;
use carom_model::constraint::Function;
use carom_model::control::{Comparison, Sensor, Spline};
use carom_model::force::Kind;
use std::f64::consts::{PI, TAU};
use std::sync::Arc;

/// A mass of 1 under a force along z that switches, and what is known of it.
pub struct Case {
    pub deck: Deck,
    /// For messages.
    pub text: String,
    /// When something switches, ascending.
    pub times: Vec<f64>,
    /// When it does after the end, where a motion that errs may get there before it.
    pub pending_events: Vec<f64>,
    /// The kinds of its events, which follow each other in a circle, where that is known.
    pub cycle: &'static [&'static str],
    /// The force before the first switch and after each; empty where it is not constant in between.
    pub values: Vec<f64>,
    pub end: f64,
    /// How exactly the times come out.
    pub exact: Exact,
    /// Whether all its conditions are bounded over steps.
    pub has_bounds: bool,
}

/// What errors of the integration do to the times.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Exact {
    /// Conditions of time.
    Rounding,
    /// Of states that every method follows as they are polynomials.
    State,
    /// Of states whose errors add up: by how many times the tolerance times may be off, relative to the end.
    Motion { gain: f64 },
}

/// What all kinds of cases are made with.
struct Maker {
    r: Random,
    d: Deck,
    phase: Phase,
    force: f64,
}

/// A random case; of one kind where it is named.
pub fn random_case(mut r: Random, kind: Option<&str>) -> Case {
    let end = r.between(1.0, 3.0) * 10f64.powf(r.between(-3.0, 3.0));
    let growth = r.between(1.0, 60.0) * PI;
    let force = r.between(0.5, 5.0) / (end * end);
    let mut d = Deck::new(0.0);
    d.body(2, 1.0, [1.0; 3], at(0.0, 0.0, 0.0));
    let of = KINDS[r.pick(KINDS.len())];
    let phase = Phase::new(&mut r, &mut d, of, growth, end);
    let (name, make) = match kind {
        Some(kind) => *CASES.iter().find(|c| c.0 == kind).expect("a kind of case"),
        None => CASES[r.pick(CASES.len())],
    };
    let mut case = make(Maker { r, d, phase, force });
    case.text = format!("{name}: {}", case.text);
    case
}

type Make = fn(Maker) -> Case;

/// All kinds of cases.
const CASES: [(&str, Make); 30] = [
    ("if", |m| {
        m.square(|s, f| format!("IF({s}: {:e}, 0, {f:e})", -0.3 * f), -0.3)
    }),
    ("sign", |m| {
        m.square(|s, f| format!("SIGN({f:e}, {s})"), -1.0)
    }),
    ("max", |m| {
        m.of_sine(&[0.0], |s, f| format!("{f:e}*MAX({s}, 0)"))
    }),
    ("dim", |m| {
        m.levels(
            |s, f, [c, _]| format!("{f:e}*DIM({s}, {c:e})"),
            |c| vec![c[0]],
        )
    }),
    ("abs of a difference", |m| {
        m.levels(
            |s, f, [c, _]| format!("{f:e}*ABS({s} - ({c:e}))"),
            |c| vec![c[0]],
        )
    }),
    ("if of abs", |m| {
        let text = |s: &str, f: f64, [_, c]: [f64; 2]| {
            format!("IF(ABS({s}) - {:e}: 0, 0, {f:e})", c.abs())
        };
        m.levels(text, |c| vec![0.0, c[1].abs(), -c[1].abs()])
    }),
    ("max of min", |m| {
        let text = |s: &str, f: f64, [a, b]: [f64; 2]| format!("{f:e}*MAX(MIN({s}, {b:e}), {a:e})");
        m.levels(text, |c| c.to_vec())
    }),
    ("nested if", Maker::nested),
    ("mod", Maker::saw_tooth),
    ("whole numbers", Maker::stairs),
    ("step of a sine", Maker::step_of_sine),
    ("level of a step", Maker::level_of_step),
    ("sweep", Maker::sweep),
    ("if of a sweep", Maker::sweep_crosses),
    ("spline", Maker::spline),
    ("spline of a sine", Maker::spline_of_sine),
    ("if of a spline", Maker::spline_crosses),
    ("impact", |m| m.impact(0.0, 1.5)),
    ("impact with a linear spring and a damper", |m| {
        m.impact(1.0, 1.0)
    }),
    ("impact with a square spring and a damper", |m| {
        m.impact(1.0, 2.0)
    }),
    ("bistop", Maker::bistop),
    ("sensor", Maker::sensor),
    ("sensor that stores", Maker::sensor_stores),
    ("sensor that ends the run", Maker::sensor_ends),
    ("variable that switches", Maker::variable_switches),
    ("state that turns", Maker::triangle),
    ("force of another element", Maker::other_force),
    ("circle of functions", Maker::circle),
    ("something passes", Maker::pass),
    ("relay and stops", Maker::own_motion),
];

impl Maker {
    fn done(self, text: String, times: Vec<f64>, values: Vec<f64>) -> Case {
        let mut d = self.d;
        d.sforce(1, Kind::Translation, true, (200, 1), &text);
        if text.contains("LINSPL") || text.contains("QUISPL") {
            // functions of MotionSolve alone
            let force = d.0.scalar_forces.find(1).expect("it was just made");
            let e = Expression::parse(
                SpannedText::bare(&text),
                Dialect::MotionSolve,
                &mut Diagnostics::default(),
            );
            d.0.scalar_forces[force].function = Function::Expression(e.expect("an expression"));
        }
        let exact = match self.phase.is_of_state {
            true => Exact::State,
            false => Exact::Rounding,
        };
        Case {
            deck: d,
            text: format!("{text} of {}", self.phase.text),
            times,
            pending_events: Vec::new(),
            cycle: &[],
            values,
            end: self.phase.end,
            exact,
            has_bounds: true,
        }
    }

    /// The force in the middle between switches.
    fn pieces(&self, times: &[f64], value: impl Fn(f64) -> f64) -> Vec<f64> {
        let ends: Vec<f64> = [0.0]
            .iter()
            .chain(times)
            .chain([&self.phase.end])
            .copied()
            .collect();
        ends.windows(2)
            .map(|e| value(0.5 * (e[0] + e[1])))
            .collect()
    }

    fn sine(&mut self) -> String {
        self.phase.sine_text(&mut self.r)
    }

    fn level(&mut self) -> f64 {
        self.r.between(-0.95, 0.95)
    }

    /// Switches between the force and `low` of it with the sign of the sine.
    fn square(mut self, text: impl Fn(&str, f64) -> String, low: f64) -> Case {
        let times = self.phase.sine_is(0.0);
        let high = |t: f64| if self.phase.sine(t) > 0.0 { 1.0 } else { low };
        let values = self.pieces(&times, |t| self.force * high(t));
        let text = text(&self.sine(), self.force);
        self.done(text, times, values)
    }

    fn of_sine(mut self, at: &[f64], text: impl Fn(&str, f64) -> String) -> Case {
        let times = self.phase.sine_is_one_of(at);
        let text = text(&self.sine(), self.force);
        self.done(text, times, Vec::new())
    }

    /// Switches at levels of the sine that follow from two, which ascend.
    fn levels(
        mut self,
        text: impl Fn(&str, f64, [f64; 2]) -> String,
        at: impl Fn([f64; 2]) -> Vec<f64>,
    ) -> Case {
        let (a, b) = (self.level(), self.level());
        let levels = [a.min(b), a.max(b)];
        self.of_sine(&at(levels), |s, f| text(s, f, levels))
    }

    fn nested(mut self) -> Case {
        let (a, b, f) = (self.level(), self.level(), self.force);
        let s = self.sine();
        let inner = format!("IF({s} - ({b:e}): {f:e}, 0, {:e})", -0.5 * f);
        let text = format!("IF({s} - ({a:e}): {inner}, 0, {:e})", 0.25 * f);
        // Above a nobody asks where b is.
        let times = match b < a {
            true => self.phase.sine_is_one_of(&[a, b]),
            false => self.phase.sine_is(a),
        };
        let values = self.pieces(&times, |t| match self.phase.sine(t) {
            s if s > a => 0.25 * f,
            s if s > b => -0.5 * f,
            _ => f,
        });
        self.done(text, times, values)
    }

    /// A saw tooth, and a level of it.
    fn saw_tooth(mut self) -> Case {
        let (part, f, x) = (self.r.between(0.1, 0.9), self.force, &self.phase.text);
        let level = part * TAU;
        let text = format!("IF(MOD({x}, {TAU:e}) - {level:e}: {f:e}, 0, 0)");
        let times = merged([self.phase.every(0.0, TAU), self.phase.every(level, TAU)]);
        let low = |t: f64| self.phase.at(t).rem_euclid(TAU) < level;
        let values = self.pieces(&times, |t| if low(t) { f } else { 0.0 });
        self.done(text, times, values)
    }

    fn stairs(mut self) -> Case {
        let (f, x) = (self.force, &self.phase.text);
        let whole = |y: f64| f * y;
        let (text, times, values);
        if self.r.chance(0.5) {
            text = format!("{f:e}*AINT(({x})/{PI:e})");
            times = self.phase.every(0.0, PI);
            values = self.pieces(&times, |t| whole((self.phase.at(t) / PI).trunc()));
        } else {
            text = format!("{f:e}*ANINT(({x})/{PI:e})");
            times = self.phase.every(0.5 * PI, PI);
            values = self.pieces(&times, |t| whole((self.phase.at(t) / PI).round()));
        }
        self.done(text, times, values)
    }

    fn step_of_sine(mut self) -> Case {
        let name = RISES[self.r.pick(3)].0;
        let (a, b, f) = (self.level(), self.level(), self.force);
        let text = format!("{name}({}, {a:e}, 0, {b:e}, {f:e})", self.sine());
        let times = self.phase.sine_is_one_of(&[a, b]);
        self.done(text, times, Vec::new())
    }

    /// Up or down a step, and a level on its way.
    fn level_of_step(mut self) -> Case {
        let (name, rise) = RISES[self.r.pick(3)];
        let (p, w, f, x) = (
            self.phase.p,
            self.phase.growth,
            self.force,
            &self.phase.text,
        );
        let (a, b, c) = (
            p + w * self.r.between(-0.2, 1.2),
            p + w * self.r.between(-0.2, 1.2),
            self.r.between(0.05, 0.95),
        );
        let text = format!(
            "IF({name}({x}, {a:e}, 0, {b:e}, 1) - {c:e}: {f:e}, 0, {:e})",
            -f
        );
        let level = a + rises_to(c, rise) * (b - a);
        let inside = [a, b, level].into_iter().filter(|x| *x > p && *x < p + w);
        let times = merged([inside.map(|x| self.phase.when(x)).collect()]);
        let values = self.pieces(&times, |t| match (self.phase.at(t) > level) == (b > a) {
            true => -f,
            false => f,
        });
        self.done(text, times, values)
    }

    fn sweep(mut self) -> Case {
        let (p, w, f, x) = (
            self.phase.p,
            self.phase.growth,
            self.force,
            &self.phase.text,
        );
        let x0 = p + w * self.r.between(-0.2, 0.5);
        let (x1, dx) = (
            x0 + w * self.r.between(0.1, 0.7),
            w * self.r.between(0.02, 0.3),
        );
        let [f0, f1] = [0; 2].map(|_| self.r.between(0.5, 5.0) / w);
        let text = format!("SWEEP({x}, {f:e}, {x0:e}, {f0:e}, {x1:e}, {f1:e}, {dx:e})");
        let inside = [x0, x1, x0 + dx]
            .into_iter()
            .filter(|x| *x > p && *x < p + w);
        let times = merged([inside.map(|x| self.phase.when(x)).collect()]);
        self.done(text, times, Vec::new())
    }

    /// The zeros of a sweep that was faded in long ago.
    fn sweep_crosses(mut self) -> Case {
        let (p, w, f, x) = (
            self.phase.p,
            self.phase.growth,
            self.force,
            &self.phase.text,
        );
        let dx = w * self.r.between(0.02, 0.3);
        let x0 = p - dx - w * self.r.between(0.01, 0.2);
        let x1 = p + w * self.r.between(0.2, 1.1);
        let [f0, f1] = [0; 2].map(|_| self.r.between(0.5, 15.0) / w);
        let text = format!(
            "IF(SWEEP({x}, 1, {x0:e}, {f0:e}, {x1:e}, {f1:e}, {dx:e}): {:e}, 0, {f:e})",
            -f
        );
        let cycles = |x: f64| match x < x1 {
            true => f0 * x + 0.5 * (f1 - f0) * (x - x0) * (x - x0) / (x1 - x0),
            false => f1 * x - 0.5 * (f1 - f0) * (x1 + x0),
        };
        let [first, last] = [p, p + w].map(|x| 2.0 * cycles(x));
        let zeros = (first.ceil() as i64..=last.floor() as i64)
            .map(|n| p + w * rises_to(0.5 * n as f64, |s| cycles(p + w * s)));
        let ends = (x1 < p + w).then_some(x1);
        let times = merged([zeros.chain(ends).map(|x| self.phase.when(x)).collect()]);
        let up = |t: f64| (TAU * cycles(self.phase.at(t))).sin() > 0.0;
        let values = self.pieces(&times, |t| if up(t) { f } else { -f });
        self.done(text, times, values)
    }

    /// Any points, and the places of those where something breaks.
    fn table(&mut self, [low, high]: [f64; 2], number: u32) -> (String, Vec<f64>) {
        let (name, breaks) = SPLINES[self.r.pick(4)];
        let steps = 6 + self.r.pick(20);
        let mut x = vec![low];
        for k in 1..=steps {
            let share = (k as f64 + self.r.between(-0.3, 0.3)) / steps as f64;
            x.push(low + (high - low) * share.min(1.0));
        }
        let y: Vec<f64> = x.iter().map(|_| self.r.between(-1.0, 1.0)).collect();
        let knots = match breaks {
            true => x.clone(),
            false => vec![x[0], x[x.len() - 1]],
        };
        points(&mut self.d, number, x, y);
        (name.into(), knots)
    }

    /// The knots of a spline of a phase, and its ends.
    fn spline(mut self) -> Case {
        let (p, w, f) = (self.phase.p, self.phase.growth, self.force);
        let low = p + w * self.r.between(-0.2, 0.2);
        let high = p + w * self.r.between(0.7, 1.2);
        let (name, knots) = self.table([low, high], 5);
        let text = format!("{f:e}*{name}({}, 0, 5)", self.phase.text);
        let inside = knots.into_iter().filter(|x| *x > p && *x < p + w);
        let times = merged([inside.map(|x| self.phase.when(x)).collect()]);
        self.done(text, times, Vec::new())
    }

    fn spline_of_sine(mut self) -> Case {
        let [low, high] = [self.r.between(-1.5, -0.5), self.r.between(0.5, 1.5)];
        let (name, knots) = self.table([low, high], 5);
        let s = self.sine();
        let text = format!("{:e}*{name}({s}, 0, 5)", self.force);
        let times = self.phase.sine_is_one_of(&knots);
        self.done(text, times, Vec::new())
    }

    /// A spline through points that alternate: far from the ends it is zero half way between them.
    fn spline_crosses(mut self) -> Case {
        let (name, breaks) = SPLINES[self.r.pick(4)];
        // What the ends do falls by 0.27 (cubic) or 0.43 (quintic) a point.
        let margin = 48;
        let first = (self.phase.p / PI).floor() as i64 - margin;
        let last = ((self.phase.p + self.phase.growth) / PI).ceil() as i64 + margin;
        let x: Vec<f64> = (first..=last).map(|k| k as f64).collect();
        let y = (first..=last).map(|k| if k % 2 == 0 { 1.0 } else { -1.0 });
        points(&mut self.d, 5, x, y.collect());
        let (f, x) = (self.force, &self.phase.text);
        let text = format!("IF({name}(({x})/{PI:e}, 0, 5): {:e}, 0, {f:e})", -f);
        let zeros = self.phase.every(0.5 * PI, PI);
        let times = match breaks {
            true => merged([zeros, self.phase.every(0.0, PI)]),
            false => zeros,
        };
        let up = |t: f64| self.phase.at(t).cos() > 0.0;
        let values = self.pieces(&times, |t| if up(t) { f } else { -f });
        self.done(text, times, values)
    }

    /// A stop at the sine, with a constant in the place of its rate.
    fn impact(mut self, damping: f64, e: f64) -> Case {
        let (f, x1) = (self.force, self.level());
        let d = self.r.between(0.05, 1.0) * (1.0 + x1);
        // Spring and damper are alike within the depth of full damping.
        let at_full = d.powf(e);
        let damper = damping * at_full * self.r.between(0.2, 3.0);
        let text = format!(
            "IMPACT({}, 1, {x1:e}, {f:e}, {e}, {:e}, {d:e})",
            self.sine(),
            f * damper
        );
        let unclamped = |p: f64| {
            let s = (p / d).min(1.0);
            p.powf(e) - damper * s * s * (3.0 - 2.0 * s)
        };
        // Roots of that beside p = 0: between samples, by bisection.
        let most = 1.0 + x1;
        let mut depths = vec![0.0, d];
        let at = |k: u32| most * f64::from(k) / 4000.0;
        for k in 1..4000 {
            let (a, b) = (unclamped(at(k)), unclamped(at(k + 1)));
            if a * b < 0.0 {
                let share = rises_to(0.0, |s| {
                    b.signum() * unclamped(at(k) + s * (at(k + 1) - at(k)))
                });
                depths.push(at(k) + share * (at(k + 1) - at(k)));
            }
        }
        let levels: Vec<f64> = depths.iter().map(|p| x1 - p).collect();
        let times = self.phase.sine_is_one_of(&levels);
        self.done(text, times, Vec::new())
    }

    fn bistop(mut self) -> Case {
        let (a, b, f) = (self.level(), self.level(), self.force);
        let (x1, x2) = (a.min(b), a.max(b));
        let d = self.r.between(0.05, 1.0);
        let e = self.r.between(1.0, 3.0);
        let text = format!(
            "BISTOP({}, 0, {x1:e}, {x2:e}, {f:e}, {e:e}, 0, {d:e})",
            self.sine()
        );
        let times = self.phase.sine_is_one_of(&[x1, x2, x1 - d, x2 + d]);
        self.done(text, times, Vec::new())
    }

    /// A sensor on the sine with random actions, and when it fires.
    fn watch(&mut self) -> (Sensor, Vec<f64>) {
        let end = self.phase.end;
        let value = if self.r.chance(0.3) {
            0.0
        } else {
            self.level()
        };
        let comparisons = [
            Comparison::Equal,
            Comparison::GreaterOrEqual,
            Comparison::LessOrEqual,
        ];
        let comparison = comparisons[self.r.pick(3)];
        let sensor = Sensor {
            tag: Tag::new("SENSOR", 1),
            function: Function::Expression(expression(&self.sine())),
            value,
            error: 1e-6,
            comparison,
            halt: false,
            ends_command: false,
            restart: self.r.chance(0.5),
            print: self.r.chance(0.5),
            output_interval: self.r.chance(0.3).then_some(0.1 * end),
            step_size: self.r.chance(0.3).then_some(0.02 * end),
            step_limit: self.r.chance(0.3).then_some(0.05 * end),
            evaluate: None,
        };
        let mut times = self.phase.sine_is(value);
        let turn = 1e-7 * end;
        times.retain(|t| {
            let rises = self.phase.sine(t + turn) > self.phase.sine(t - turn);
            match comparison {
                Comparison::Equal => true,
                Comparison::GreaterOrEqual => rises,
                Comparison::LessOrEqual => !rises,
            }
        });
        (sensor, times)
    }

    fn sensor(mut self) -> Case {
        let (sensor, times) = self.watch();
        self.d.0.sensors.insert(sensor).expect("a new label");
        self.done("0".into(), times, Vec::new())
    }

    /// The force is what a sensor has stored last: the time at which it fired.
    fn sensor_stores(mut self) -> Case {
        let (mut sensor, times) = self.watch();
        sensor.evaluate = Some(Function::Expression(expression("TIME")));
        self.d.0.sensors.insert(sensor).expect("a new label");
        let factor = self.force / self.phase.end;
        let values = [0.0].iter().chain(&times).map(|t| factor * t).collect();
        self.done(format!("{factor:e}*SENVAL(1)"), times, values)
    }

    fn sensor_ends(mut self) -> Case {
        let (mut sensor, mut times) = self.watch();
        if self.r.chance(0.5) {
            sensor.halt = true;
        } else {
            sensor.ends_command = true;
        }
        self.d.0.sensors.insert(sensor).expect("a new label");
        times.truncate(1);
        self.done("0".into(), times, Vec::new())
    }

    /// A condition on what another one switches: both jump at once.
    fn variable_switches(mut self) -> Case {
        let text = format!("IF({}: 0, 0, 1)", self.sine());
        variable(&mut self.d, 5, &text);
        self.square(
            |_, f| format!("IF(VARVAL(5) - 0.5: {:e}, 0, {f:e})", -f),
            -1.0,
        )
    }

    /// A state whose rate switches, and a level of it.
    fn triangle(mut self) -> Case {
        let (rate, f) = (1.0 / self.phase.end, self.force);
        let rises = self.sine();
        diff(
            &mut self.d,
            5,
            0.0,
            &format!("IF({rises}: {:e}, 0, {rate:e})", -rate),
        );
        let turns = self.phase.sine_is(0.0);
        let slopes = self.pieces(&turns, |t| rate * self.phase.sine(t).signum());
        let ends: Vec<f64> = [0.0]
            .iter()
            .chain(&turns)
            .chain([&self.phase.end])
            .copied()
            .collect();
        let mut corners = vec![0.0];
        for (e, slope) in ends.windows(2).zip(&slopes) {
            corners.push(corners[corners.len() - 1] + slope * (e[1] - e[0]));
        }
        let most = corners.iter().fold(f64::MIN, |m, x| m.max(*x));
        let least = corners.iter().fold(f64::MAX, |m, x| m.min(*x));
        let level = least + self.r.between(0.05, 0.95) * (most - least);
        let mut crossings = Vec::new();
        for (k, slope) in slopes.iter().enumerate() {
            if (corners[k] - level) * (corners[k + 1] - level) < 0.0 {
                crossings.push(ends[k] + (level - corners[k]) / slope);
            }
        }
        let value = |t: f64| {
            let k = ends.partition_point(|e| *e <= t) - 1;
            corners[k] + slopes[k] * (t - ends[k])
        };
        let times = merged([turns.clone(), crossings]);
        let values = self.pieces(&times, |t| if value(t) > level { f } else { 0.0 });
        let text = format!("IF(DIF(5) - ({level:e}): 0, 0, {f:e})");
        let mut case = self.done(text, times, values);
        case.exact = Exact::State;
        case
    }

    /// A condition on a value that asks for itself, x = x/2 + sin/2, which has no bounds.
    fn circle(mut self) -> Case {
        let text = format!("0.5*VARVAL(5) + 0.5*{}", self.sine());
        variable(&mut self.d, 5, &text);
        let mut case = self.square(|_, f| format!("IF(VARVAL(5): {:e}, 0, {f:e})", -f), -1.0);
        case.has_bounds = false;
        case
    }

    /// A condition on the force that another element applies to another body.
    fn other_force(mut self) -> Case {
        self.d.body(3, 1.0, [1.0; 3], at(0.0, 0.0, 5.0));
        let s = self.sine();
        let text = format!("{:e}*{s}", self.force);
        self.d.sforce(2, Kind::Translation, true, (300, 1), &text);
        self.square(
            |_, f| format!("IF(SFORCE(2,0,4,1): {:e}, 0, {f:e})", -f),
            -1.0,
        )
    }

    /// Another body passes at a distance, fast or slowly, nearer than a radius or not.
    fn pass(mut self) -> Case {
        let (end, f) = (self.phase.end, self.force);
        self.d.0.gravity = [0.0; 3];
        let radius = 10f64.powf(self.r.between(-2.0, 0.0));
        let depth = 10f64.powf(self.r.between(-5.0, -0.3));
        let touches = self.r.chance(0.75);
        let offset = radius * if touches { 1.0 - depth } else { 1.0 + depth };
        let start = self.r.between(1.0, 300.0) * radius;
        let speed = start * self.r.between(1.1, 3.0) / end;
        self.d.body(3, 1.0, [1.0; 3], at(-start, offset, 0.0));
        let part = self.d.part_id(3);
        self.d.0.parts[part].velocity = [Some(speed), None, None];
        let d = radius * depth * self.r.between(0.1, 2.0);
        let crossings = |r: f64| -> Vec<f64> {
            let half = (r - offset) * (r + offset);
            let at = |s: f64| (start + s * half.sqrt()) / speed;
            match half > 0.0 {
                true => [at(-1.0), at(1.0)]
                    .into_iter()
                    .filter(|t| *t < end)
                    .collect(),
                false => Vec::new(),
            }
        };
        let mut times = crossings(radius);
        let dm = "DM(300,1)";
        let text = match self.r.pick(4) {
            0 => format!("IF({dm} - {radius:e}: {f:e}, 0, 0)"),
            1 => format!("{:e}*MAX({radius:e} - {dm}, 0)", f / radius),
            2 => {
                times = merged([times, crossings(radius - d)]);
                let k = f / radius.powf(1.5);
                format!("IMPACT({dm}, VR(300,1), {radius:e}, {k:e}, 1.5, 0, {d:e})")
            }
            _ => {
                times = merged([times, crossings(radius - d)]);
                let (far, k) = (2.0 * start + radius, f / radius.powf(1.5));
                format!("BISTOP({dm}, VR(300,1), {radius:e}, {far:e}, {k:e}, 1.5, 0, {d:e})")
            }
        };
        let mut case = self.done(text, times, Vec::new());
        case.exact = Exact::State;
        case
    }

    /// What switches depends on the motion that it makes: a relay; a mass between two springs.
    fn own_motion(mut self) -> Case {
        let end = self.phase.end;
        let part = self.d.part_id(2);
        let mut d = self.d;
        let count = self.r.between(1.0, 12.0);
        let (text, times, gain, cycle): (_, Vec<f64>, _, &[&str]);
        let until = 2.0 * end;
        if self.r.chance(0.5) {
            // z'' = −f·sign(z) from z = h at rest: a quarter of the period is √(2h/f).
            let (h, quarter) = (self.r.between(0.1, 2.0), 0.5 * end / count);
            d.0.parts[part].pose = at(0.0, 0.0, h);
            text = format!("-SIGN({:e}, DZ(200,1))", 2.0 * h / (quarter * quarter));
            times = (0..)
                .map(|k| (1 + 2 * k) as f64 * quarter)
                .take_while(|t| *t < until)
                .collect();
            // Between switches every method is exact to what its iterations leave, some times the tolerance at each.
            gain = 100.0 * (1.0 + count);
            cycle = &["switch"];
        } else {
            // Free over the length 1, then half a period of an oscillator of the frequency w.
            let v = self.r.between(1.0, 2.0) * count / end;
            let w = PI * v / self.r.between(0.05, 1.0);
            // Full damping well within the depth v/w or well beyond it: the bar allows the speed to be off by up to 0.6 of itself at the end.
            let share = match self.r.between(0.3, 2.0) {
                x if x < 1.0 => 0.3 + 0.1 * (x - 0.3) / 0.7,
                x => x + 0.6,
            };
            let d_full = share * v / w;
            let start = self.r.between(0.05, 0.95);
            d.0.parts[part].pose = at(0.0, 0.0, start);
            d.0.parts[part].velocity = [None, None, Some(v)];
            text = format!(
                "BISTOP(DZ(200,1), VZ(200,1), 0, 1, {:e}, 1, 0, {d_full:e})",
                w * w
            );
            let (mut t, mut all) = ((1.0 - start) / v, Vec::new());
            while t < until {
                all.push(t);
                if d_full * w < v {
                    let by = (d_full * w / v).asin() / w;
                    all.extend([t + by, t + PI / w - by]);
                }
                all.push(t + PI / w);
                t += PI / w + 1.0 / v;
            }
            times = all.into_iter().filter(|t| *t < until).collect();
            gain = gain_between_stops(end, v, w);
            cycle = match d_full * w < v {
                true => &["contact-begin", "full-damping", "switch", "contact-end"],
                false => &["contact-begin", "contact-end"],
            };
        }
        d.sforce(1, Kind::Translation, true, (200, 1), &text);
        let (times, pending_events) = times.into_iter().partition(|t| *t < end);
        Case {
            deck: d,
            text,
            times,
            pending_events,
            cycle,
            values: Vec::new(),
            end,
            exact: Exact::Motion { gain },
            has_bounds: true,
        }
    }
}

/// By how many times the tolerance the last times of a mass between two springs are off, relative to the end.
///
/// A step may err by the tolerance E in the speed, as E·(1 + v), and in the place, as 2E; half a period later the latter is 2E·w of the speed. A
/// contact takes some ten steps: the speed v is another one after each by up to 10·E·(1 + 1/v + 2w/v) of itself. After n of them, each flight being as
/// much shorter or longer as all of them before made it, the times are off by n/2 times that, and an event is located as exactly as any of a state.
fn gain_between_stops(end: f64, v: f64, w: f64) -> f64 {
    let contacts = end / (1.0 / v + PI / w);
    100.0 + 10.0 * (1.0 + 1.0 / v + 2.0 * w / v) * 0.5 * (1.0 + contacts)
}

/// From 0 to 1 over [0, 1].
type Rise = fn(f64) -> f64;

/// Functions that rise from one level to another, with their rise over [0, 1].
const RISES: [(&str, Rise); 3] = [
    ("STEP", |x| x * x * (3.0 - 2.0 * x)),
    ("STEP5", |x| x * x * x * (10.0 + x * (6.0 * x - 15.0))),
    ("HAVSIN", |x| 0.5 - 0.5 * (PI * x).cos()),
];

/// Splines, and whether they break at each point.
const SPLINES: [(&str, bool); 4] = [
    ("AKISPL", true),
    ("LINSPL", true),
    ("CUBSPL", false),
    ("QUISPL", false),
];

fn points(d: &mut Deck, label: u32, x: Vec<f64>, y: Vec<f64>) {
    let table = SplineTable {
        x,
        curves: vec![(0.0, y)],
        beyond: Beyond::Parabola,
    };
    let spline = Spline {
        tag: Tag::new("SPLINE", label),
        table: Arc::new(table),
        routine: None,
    };
    d.0.splines.insert(spline).expect("a new label");
}
