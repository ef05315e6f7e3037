//! Random switched functions against the times at which they switch, known in closed form: every switch found, none invented, by every integrator.
//!
//! Conditions of time, of states and of both ([phases](random_switches/phase.rs)), in functions of all kinds that switch ([cases](random_switches/cases.rs)), over six decades of time.
//! 1500 systems, 2500 where `CI` is set; `CAROM_SYSTEMS` sets another number, as `bench/random_switches` does, and `CAROM_FIRST` the first of them;
//! `CAROM_KIND` asks for one kind alone, and `CAROM_KEEP_GOING` tells of all that is wrong.

#[path = "random_switches/cases.rs"]
mod cases;
#[path = "random_switches/phase.rs"]
mod phase;
use crate::support;

use carom_dynamics::{EventRow, RunOptions};
use carom_model::Tag;
use carom_model::analysis::Analysis;
use carom_model::constraint::Function;
use carom_model::control::{Diff, Variable};
use carom_solve::{Formulation, INTEGRATORS, Integrator};
use cases::{Case, Exact, random_case};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use support::random::Random;
use support::{Deck, expression, try_run};

fn variable(d: &mut Deck, label: u32, text: &str) {
    let variable = Variable {
        tag: Tag::new("VARIABLE", label),
        initial: 0.0,
        function: Function::Expression(expression(text)),
    };
    d.0.variables.insert(variable).expect("a new label");
}

fn diff(d: &mut Deck, label: u32, initial: f64, rate: &str) {
    let diff = Diff {
        tag: Tag::new("DIFF", label),
        initial,
        initial_rate: 0.0,
        implicit: false,
        static_hold: false,
        function: Function::Expression(expression(rate)),
    };
    d.0.diffs.insert(diff).expect("a new label");
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

/// What counts together.
#[derive(Default)]
struct Sums {
    systems: usize,
    switches: usize,
    missed: usize,
    invented: usize,
    sampled: u64,
    worst_time: f64,
    worst_place: f64,
}

impl Sums {
    fn add(&mut self, s: &Self) {
        self.systems += s.systems;
        self.switches += s.switches;
        self.missed += s.missed;
        self.invented += s.invented;
        self.sampled += s.sampled;
        self.worst_time = self.worst_time.max(s.worst_time);
        self.worst_place = self.worst_place.max(s.worst_place);
    }
}

/// What came of some of the systems: sums by method, and the numbers of those that went wrong.
type Judged = (BTreeMap<&'static str, Sums>, Vec<u64>);

/// A case and how it is run.
struct Trial {
    case: Case,
    method: &'static dyn Integrator,
    error: f64,
    hmax: Option<f64>,
    number: u64,
}

impl Trial {
    /// None where switches are closer together, or to the ends, than the tolerance of the comparison.
    fn new(number: u64, kind: Option<&str>) -> Option<Self> {
        let case = random_case(Random(number), kind);
        let mut r = Random(!number);
        let mut method = INTEGRATORS[r.pick(INTEGRATORS.len())];
        let mut error = 10f64.powf(r.between(-9.0, -4.0));
        let parts = r.between(3.0, 30.0);
        let profile = method.profile();
        if matches!(case.exact, Exact::Motion { .. })
            && (profile.is_fixed || profile.formulation == Formulation::Positions)
        {
            // What the tolerance says about velocities is little, or nothing.
            method = INTEGRATORS[0];
        }
        if let Exact::Motion { gain } = case.exact {
            // A bar of more than a third of the run would say nothing.
            error = error.min(0.3 / gain);
        }
        let hmax = method.profile().is_fixed.then_some(case.end / parts);
        let mut case = case;
        case.times.dedup_by(|b, a| *b - *a < 1e-9 * case.end);
        let ends: Vec<f64> = [0.0]
            .iter()
            .chain(&case.times)
            .chain([&case.end])
            .copied()
            .collect();
        let close = ends.windows(2).any(|e| e[1] - e[0] < 1e-6 * case.end);
        (!close).then_some(Self {
            case,
            method,
            error,
            hmax,
            number,
        })
    }

    fn name(&self) -> String {
        let (case, method) = (&self.case, self.method.name());
        format!(
            "system {} by {method}, error {:e}, to {:e}: {}",
            self.number, self.error, case.end, case.text
        )
    }

    /// By how much times may be off, relative to the end. 1e-11: conditions of time are solved to rounding, which a sum of many steps adds up; those of
    /// states are as exact as these, whose error over the run is some times that of a step; where it makes the motion another one the case says how much.
    fn bound(&self) -> f64 {
        1e-11
            + match self.case.exact {
                Exact::Rounding => 0.0,
                Exact::State => 100.0 * self.error,
                Exact::Motion { gain } => gain * self.error,
            }
    }

    /// The least and the largest number of events: where times may be off, what is close to the end may come before it or after it.
    fn counts(&self) -> [usize; 2] {
        let case = &self.case;
        let Exact::Motion { .. } = case.exact else {
            return [case.times.len(); 2];
        };
        let all = case.times.iter().chain(&case.pending_events);
        [-1.0, 1.0].map(|side| {
            let end = case.end * (1.0 + side * self.bound());
            all.clone().filter(|t| **t < end).count()
        })
    }

    /// Runs it; what is wrong.
    fn judge(&self, sums: &mut Sums) -> Result<(), String> {
        let case = &self.case;
        let options = RunOptions {
            integrator: Some(self.method.name().into()),
            error: Some(self.error),
            hmax: self.hmax,
            verbose_events: true,
            ..RunOptions::default()
        };
        let record = try_run(&case.deck, Analysis::Dynamic, case.end, 4, &options)
            .map_err(|e| format!("{}: {e:?}", self.name()))?;
        let mut told: Vec<f64> = record.events.iter().map(|e: &EventRow| e.time).collect();
        told.dedup_by(|b, a| *b - *a < 1e-9 * case.end);
        sums.systems += 1;
        sums.switches += case.times.len();
        if case.has_bounds {
            sums.sampled += record.statistics[0].guards.sampled;
        }
        let [least, most] = self.counts();
        let in_turn = |(k, e): (usize, &EventRow)| {
            case.cycle.is_empty() || e.kind.name() == case.cycle[k % case.cycle.len()]
        };
        let is_cycle = record.events.iter().enumerate().all(in_turn);
        if !is_cycle || !(least..=most).contains(&told.len()) {
            sums.missed += least.saturating_sub(told.len());
            sums.invented += told.len().saturating_sub(most);
            let all = record.events.iter().map(|e| (e.time, e.kind.name()));
            let all: Vec<_> = all.collect();
            return Err(format!("{}\n{all:?}\n{:?}", self.name(), case.times));
        }
        let pairs = told
            .iter()
            .zip(case.times.iter().chain(&case.pending_events));
        let off = pairs.map(|(t, exact)| (t - exact).abs() / case.end);
        let off = off.fold(0.0, f64::max);
        sums.worst_time = sums.worst_time.max(off);
        let bound = self.bound();
        if off >= bound {
            return Err(format!(
                "{}: off by {off:e}\n{told:?}\n{:?}",
                self.name(),
                case.times
            ));
        }
        if case.values.is_empty() {
            return Ok(());
        }
        let z = record.frames.last().expect("frames").bodies[0].position[2];
        let off = (z - place(case)).abs();
        sums.worst_place = sums.worst_place.max(off);
        // 1e-9 of places of some ten units: between switches the force is constant, which every method integrates to rounding; a switch that comes
        // late by a part of the end moves the place by some ten times as much
        if off < 1e-9 + 10.0 * (bound - 1e-11) {
            Ok(())
        } else {
            Err(format!("{}: {z} {}", self.name(), place(case)))
        }
    }
}

#[test]
fn every_switch_is_found_and_none_is_invented() {
    let text = |name: &str| std::env::var(name).ok();
    let number = |name: &str| text(name).and_then(|n| n.parse::<u64>().ok());
    let default = if text("CI").is_some() { 2500 } else { 1500 };
    let first = number("CAROM_FIRST").unwrap_or(0);
    let systems = number("CAROM_SYSTEMS").unwrap_or(default);
    let (kind, keep_going) = (text("CAROM_KIND"), text("CAROM_KEEP_GOING").is_some());
    let next = AtomicU64::new(first);
    let some = || -> Judged {
        let (mut by_method, mut wrong) = Judged::default();
        loop {
            let k = next.fetch_add(1, Ordering::Relaxed);
            if k >= first + systems {
                return (by_method, wrong);
            }
            let Some(trial) = Trial::new(k, kind.as_deref()) else {
                continue;
            };
            let sums = by_method.entry(trial.method.name()).or_default();
            if let Err(what) = trial.judge(sums) {
                assert!(keep_going, "{what}");
                println!("WRONG {what}");
                wrong.push(k);
            }
        }
    };
    let (mut by_method, mut wrong) = Judged::default();
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        let all: Vec<_> = (0..threads).map(|_| scope.spawn(some)).collect();
        for thread in all {
            let (sums, failed) = thread.join().expect("every switch is found");
            for (name, s) in &sums {
                by_method.entry(*name).or_default().add(s);
            }
            wrong.extend(failed);
        }
    });
    println!("method systems switches missed invented sampled; times and places within");
    let mut all = Sums::default();
    for (name, s) in &by_method {
        all.add(s);
        println!(
            "{name} {} {} {} {} {}; {:e} {:e}",
            s.systems, s.switches, s.missed, s.invented, s.sampled, s.worst_time, s.worst_place
        );
    }
    println!(
        "{} systems, {} switches, {} sampled",
        all.systems, all.switches, all.sampled
    );
    assert!(wrong.is_empty(), "{wrong:?}");
    // A bound that comes to rest within rounding of zero is left undecided.
    assert!(
        1000 * all.sampled <= all.switches as u64,
        "{} of {}",
        all.sampled,
        all.switches
    );
}
