//! Ways to locate events beside each other: error and work on problems whose events are known.

use carom_base::Number;
use carom_solve::hybrid::{Along, Hybrid, Told, Trajectory};
use carom_solve::{Failure, Integrator, Locate, OnGuard, Settings, Statistics, integrator};
use std::fmt::Write;

/// Times of the events and the work.
type Run = Result<(Vec<f64>, Statistics), Failure>;

/// A problem with events.
struct Problem {
    /// As the page calls it.
    name: &'static str,
    /// What it shows.
    text: &'static str,
    /// Runs it.
    run: fn(&dyn Integrator, Settings) -> Run,
    /// The times as they are known; the first events are compared.
    exact: &'static [f64],
}

const PROBLEMS: &[Problem] = &[
    Problem {
        name: "ball",
        text: "a ball falls from 1 m on a floor, with restitution 0.8: parabolas, which all methods integrate exactly",
        run: |m, s| run(Ball, (), &[1.0, 0.0], 2.7, m, s),
        // t₁·(1 + 2·Σ eʲ), t₁ = √(2/g)
        exact: &[
            0.451_600_755_751_787_5,
            1.174_161_964_954_647_6,
            1.752_210_932_316_935_6,
            2.214_650_106_206_766,
            2.584_601_445_318_63,
        ],
    },
    Problem {
        name: "rigid stop",
        text: "a forced oscillator against a rigid stop (validation/values/zoo.json)",
        run: |m, s| run(Forced { spring: 0.0 }, false, &[-1.0, 0.0], 13.0, m, s),
        exact: &[
            1.360_903_019_377_571_3,
            3.710_848_220_641_155_4,
            6.610_539_891_153_533,
            9.512_779_969_607_004,
            12.396_071_913_637_403,
        ],
    },
    Problem {
        name: "elastic stop",
        text: "the same against a spring that begins at a gap (validation/values/zoo.json)",
        run: |m, s| run(Forced { spring: 9.0 }, false, &[-1.0, 0.0], 13.5, m, s),
        exact: &[
            2.872_270_358_930_286,
            3.903_900_078_540_823,
            7.105_109_725_849_982,
            7.817_902_175_944_345,
            12.708_073_260_768_773,
            13.093_681_210_845_882,
        ],
    },
    Problem {
        name: "two masses",
        text: "pressed together, they part where their force falls to zero, and collide (validation/values/dedow_murphy.json, case A)",
        run: |m, s| {
            run(
                Masses,
                true,
                &[-0.1302, -0.3039, -0.1302, -0.3039],
                14.0,
                m,
                s,
            )
        },
        exact: &[3.259_925_661_373_86, 11.829_945_508_016_114],
    },
    Problem {
        name: "wavy floor",
        text: "a ball thrown on the floor y = 0.3·sin 3x with restitution 0.5: a guard that is curved along the step",
        run: |m, s| run(Wavy, (), &[0.0, 1.0, 2.0, 1.0], 1.0, m, s),
        // Newton's method on the parabola and the sine, 30 digits.
        exact: &[WAVY],
    },
    Problem {
        name: "graze",
        text: "an undamped oscillator touches a stop a millionth below its amplitude: the guard's rate falls to nothing",
        run: |m, s| run(Graze, (), &[0.0, 1.0], 2.0, m, s),
        // arcsin(1 − 1e-6)
        exact: &[GRAZE],
    },
];

/// The first touch of the wavy floor: x = 2t, y = 1 + t − g·t²/2 = 0.3·sin 6t.
const WAVY: f64 = 0.589_852_150_645_593_7;
/// See `graze`.
const GRAZE: f64 = 1.569_382_113_114_672_4;

/// Gravity.
const G: f64 = 9.80665;

/// Runs a hybrid system.
fn run<H: Hybrid>(
    system: H,
    mode: H::Mode,
    y: &[f64],
    end: f64,
    method: &dyn Integrator,
    settings: Settings,
) -> Run {
    let mut run = Trajectory::new(system, mode, 0.0, y, method, settings)?;
    let mut times = Vec::new();
    run.advance(end, &[], |told| {
        if let Told::Event { t, .. } = told {
            times.push(t);
        }
    })?;
    Ok((times, run.statistics()))
}

struct Ball;

impl Hybrid for Ball {
    type Mode = ();
    fn dimension(&self) -> usize {
        2
    }
    fn guards(&self) -> usize {
        1
    }
    fn rates(&self, _: (), _: f64, y: &[f64], dy: &mut [f64]) {
        dy.copy_from_slice(&[y[1], -G]);
    }
    fn watch(&self, _: (), _: Along, y: &[Along], guards: &mut [Along]) {
        guards[0] = y[0];
    }
    fn jump(&mut self, _: (), _: f64, y: &mut [f64], _: &[usize]) -> Option<()> {
        y[1] *= -0.8;
        Some(())
    }
}

/// x'' + 0.2·x' + x = cos 2.2t with a rigid stop at 0, or with a spring from 0.25 on; the mode says whether it is touched.
struct Forced {
    spring: f64,
}

impl Hybrid for Forced {
    type Mode = bool;
    fn dimension(&self) -> usize {
        2
    }
    fn guards(&self) -> usize {
        1
    }
    fn rates(&self, touched: bool, t: f64, y: &[f64], dy: &mut [f64]) {
        let stop = if touched {
            self.spring * (y[0] - 0.25)
        } else {
            0.0
        };
        dy.copy_from_slice(&[y[1], (2.2 * t).cos() - 0.2 * y[1] - y[0] - stop]);
    }
    fn watch(&self, touched: bool, _: Along, y: &[Along], guards: &mut [Along]) {
        let gap = -y[0] + if self.spring > 0.0 { 0.25 } else { 0.0 };
        guards[0] = if touched { -gap } else { gap };
    }
    fn jump(&mut self, touched: bool, _: f64, y: &mut [f64], _: &[usize]) -> Option<bool> {
        if self.spring > 0.0 {
            return Some(!touched);
        }
        y[1] *= -0.6;
        Some(touched)
    }
}

/// Two masses, each to a wall by spring and damper, the first one driven; the mode says whether they press against each other.
struct Masses;

impl Masses {
    const M: [f64; 2] = [1.0, 2.0];

    /// Accelerations without a force between them, in any kind of number.
    fn free<T: Number>(t: T, y: &[T]) -> [T; 2] {
        let drive = (t * 0.4).cos() * 0.5;
        [
            (drive - y[1] * 0.15 - y[0] * 0.9) / Self::M[0],
            (y[3] * -0.05 - y[2] * 0.2) / Self::M[1],
        ]
    }
}

impl Hybrid for Masses {
    type Mode = bool;
    fn dimension(&self) -> usize {
        4
    }
    fn guards(&self) -> usize {
        1
    }
    fn rates(&self, pressed: bool, t: f64, y: &[f64], dy: &mut [f64]) {
        let [mut a, mut b] = Self::free(t, y);
        if pressed {
            a = (Self::M[0] * a + Self::M[1] * b) / (Self::M[0] + Self::M[1]);
            b = a;
        }
        dy.copy_from_slice(&[y[1], a, y[3], b]);
    }
    fn watch(&self, pressed: bool, t: Along, y: &[Along], guards: &mut [Along]) {
        let [a, b] = Self::free(t, y);
        guards[0] = if pressed { a - b } else { y[2] - y[0] };
    }
    fn jump(&mut self, pressed: bool, _: f64, y: &mut [f64], _: &[usize]) -> Option<bool> {
        if !pressed {
            let impulse = 1.8 * (y[1] - y[3]) * Self::M[0] * Self::M[1] / (Self::M[0] + Self::M[1]);
            y[1] -= impulse / Self::M[0];
            y[3] += impulse / Self::M[1];
        }
        Some(false)
    }
}

/// y = (x, height, their rates).
struct Wavy;

impl Hybrid for Wavy {
    type Mode = ();
    fn dimension(&self) -> usize {
        4
    }
    fn guards(&self) -> usize {
        1
    }
    fn rates(&self, _: (), _: f64, y: &[f64], dy: &mut [f64]) {
        dy.copy_from_slice(&[y[2], y[3], 0.0, -G]);
    }
    fn watch(&self, _: (), _: Along, y: &[Along], guards: &mut [Along]) {
        guards[0] = y[1] - (y[0] * 3.0).sin() * 0.3;
    }
    fn jump(&mut self, _: (), _: f64, _: &mut [f64], _: &[usize]) -> Option<()> {
        None
    }
}

struct Graze;

impl Hybrid for Graze {
    type Mode = ();
    fn dimension(&self) -> usize {
        2
    }
    fn guards(&self) -> usize {
        1
    }
    fn rates(&self, _: (), _: f64, y: &[f64], dy: &mut [f64]) {
        dy.copy_from_slice(&[y[1], -y[0]]);
    }
    fn watch(&self, _: (), _: Along, y: &[Along], guards: &mut [Along]) {
        guards[0] = -y[0] + (1.0 - 1e-6);
    }
    fn jump(&mut self, _: (), _: f64, _: &mut [f64], _: &[usize]) -> Option<()> {
        None
    }
}

/// Methods of the page, with the step of those that have a fixed one or else the tolerance.
const METHODS: &[(&str, f64)] = &[
    ("rk4", 0.1),
    ("rk4", 0.025),
    ("rkf45", 1e-8),
    ("dop853", 1e-8),
    ("radau9", 1e-8),
    ("gstiff", 1e-8),
];

/// One row: largest error of the times of the events, and the work.
pub struct Row {
    /// Of the problem.
    pub problem: &'static str,
    /// Its name and step or tolerance.
    pub method: String,
    /// How.
    pub locate: Locate,
    /// Largest difference from the times as they are known.
    pub error: f64,
    /// All counts.
    pub work: Statistics,
}

/// All problems with all methods and the locators that they have.
///
/// # Errors
/// When a run fails or finds other events than there are.
pub fn rows() -> Result<Vec<Row>, String> {
    let mut rows = Vec::new();
    for problem in PROBLEMS {
        for (name, fineness) in METHODS {
            let method = integrator(name).ok_or_else(|| format!("no method {name}"))?;
            let fixed = method.profile().is_fixed;
            for locate in Locate::ALL {
                if locate == Locate::Henon && method.profile().on_guard == OnGuard::Never {
                    continue;
                }
                let mut settings = Settings {
                    locate,
                    ..Settings::default()
                };
                if fixed {
                    settings.h_max = *fineness;
                } else {
                    (settings.rtol, settings.atol) = (*fineness, *fineness);
                }
                let (times, work) = (problem.run)(method, settings)
                    .map_err(|e| format!("{}, {name}: {e}", problem.name))?;
                let exact = problem.exact;
                if times.len() != exact.len() {
                    let (found, all) = (times.len(), exact.len());
                    return Err(format!("{}, {name}: {found} of {all} events", problem.name));
                }
                let miss = times.iter().zip(exact).map(|(a, b)| (a - b).abs());
                let what = if fixed { "h" } else { "error" };
                rows.push(Row {
                    problem: problem.name,
                    method: format!("{name}, {what} = {fineness:e}"),
                    locate,
                    error: miss.fold(0.0, f64::max),
                    work,
                });
            }
        }
    }
    Ok(rows)
}

/// The page.
///
/// # Errors
/// As [`rows`].
pub fn page() -> Result<String, String> {
    let mut out = String::from(
        "# Locators beside each other\n\n\
         Made by `cargo run --release -p carom-report --bin carom-locators`; do not edit.\n\n\
         Each way to locate events, on problems whose events are known; the page on [events](theory/events.md) has the mathematics and the limits of each.\n\n\
         - `auto`: the step is solved for the length that ends it on the guard, by Newton's method inside a bracket. After a jump of the state the step is first aimed at the fall \
         of the guard as a parabola; where that hits, nothing is solved again.\n\
         - `henon`: one step with the guard as independent variable, where that is regular; else as by `auto`. Methods of many steps have no such step.\n\n\
         *error* is the largest one of the times of the events, with that of the method up to there; *again* counts steps solved again for an event; *evaluations* are those of the \
         right-hand side; *taken* and *refused* are Hénon's steps. Counts are the same on every machine.\n",
    );
    let rows = rows()?;
    // Writing to a string does not fail.
    for problem in PROBLEMS {
        let _ = writeln!(out, "\n## {}\n\n{}.\n", problem.name, capital(problem.text));
        let _ = writeln!(
            out,
            "| method | locator | error | events | again | evaluations | taken | refused |\n|---|---|---|---|---|---|---|---|"
        );
        for row in rows.iter().filter(|r| r.problem == problem.name) {
            let _ = writeln!(
                out,
                "| {} | {} | {:.0e} | {} | {} | {} | {} | {} |",
                row.method,
                row.locate.name(),
                row.error.max(1e-16),
                row.work.events,
                row.work.event_steps,
                row.work.rhs_evaluations,
                row.work.henon_steps,
                row.work.henon_refused
            );
        }
    }
    Ok(out)
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_are_found_by_each_locator_with_the_accuracy_of_the_method() {
        for row in rows().expect("all events are found") {
            let Row {
                problem,
                method,
                locate,
                error,
                work,
            } = row;
            let name = format!("{problem}, {method}, {}", locate.name());
            // What the steps up to there leave: of rk4 1e-3 at h = 0.1, 256 times less at a quarter of that; of methods with a tolerance some
            // tens of it. At a graze an error of the place is divided by the rate, 1.4e-3.
            let graze = if problem == "graze" { 1e3 } else { 1.0 };
            let most = match method.as_str() {
                "rk4, h = 1e-1" => 1e-3,
                "rk4, h = 2.5e-2" => 1e-5,
                _ => 1e-6,
            };
            assert!(error < most * graze, "{name}: {error:e}");
            // One more solution for an event; near a graze the search is by halves for a while.
            let most = if problem == "graze" { 6 } else { 3 };
            assert!(work.event_steps <= most * work.events, "{name}: {work:?}");
        }
    }
}
