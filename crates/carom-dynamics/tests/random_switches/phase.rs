//! What conditions are made of: a phase that grows from p to p + W, and a wave of it.

use super::support::random::Random;
use super::support::{Deck, at};
use super::{diff, variable};
use std::f64::consts::{PI, TAU};

/// A phase that grows with time, by whatever it is computed.
pub struct Phase {
    /// How a function says it.
    pub text: String,
    /// At the start; from 0 to 2π.
    pub p: f64,
    /// By how much it grows to the end.
    pub growth: f64,
    /// With the square of time.
    is_quadratic: bool,
    /// Whether states are among what it is computed from.
    pub is_of_state: bool,
    pub end: f64,
    /// The sine by the place of a marker.
    wheel: Option<String>,
}

impl Phase {
    /// A phase of the number `kind` of [`KINDS`]; `d` gets what it needs.
    pub fn new(r: &mut Random, d: &mut Deck, kind: &str, growth: f64, end: f64) -> Self {
        let (w, p) = (growth / end, r.between(0.0, TAU));
        let speed = r.between(0.2, 3.0) / end;
        let share = r.between(0.1, 0.9);
        let part = d.part_id(2);
        d.0.parts[part].velocity = [Some(speed), None, None];
        let mut wheel = None;
        let text = match kind {
            "wheel" => {
                // The marker is as high as the sine of the phase.
                let radius = r.between(0.1, 3.0);
                d.0.parts[part].angular_velocity = [None, None, Some(w)];
                d.marker(201, 2, at(radius * p.cos(), radius * p.sin(), 0.0));
                wheel = Some(format!("DY(201,200,1)/{radius:e}"));
                format!("AZ(200,1) + {p:e}")
            }
            "time" => format!("{w:e}*TIME + {p:e}"),
            "place" => format!("{:e}*DX(200,1) + {p:e}", w / speed),
            "both" => format!(
                "{:e}*DX(200,1) + {:e}*TIME + {p:e}",
                share * w / speed,
                (1.0 - share) * w
            ),
            "product" => format!("{:e}*VX(200,1)*TIME + {p:e}", w / speed),
            "variable of time" => {
                variable(d, 1, &format!("{w:e}*TIME + {p:e}"));
                "VARVAL(1)".into()
            }
            "variable of place" => {
                variable(d, 1, &format!("{:e}*DX(200,1)", w / speed));
                format!("VARVAL(1) + {p:e}")
            }
            "differential equation" => {
                diff(d, 1, p, &format!("{w:e}"));
                "DIF(1)".into()
            }
            "angle" => {
                let spin = r.between(1.0, 20.0) / end;
                d.0.parts[part].angular_velocity = [None, None, Some(spin)];
                format!("{:e}*AZ(200,1) + {p:e}", w / spin)
            }
            "fall" => {
                let fall = r.between(0.2, 3.0);
                d.0.gravity = [0.0, 2.0 * fall / (end * end), 0.0];
                format!("{:e}*DY(200,1) + {p:e}", growth / fall)
            }
            other => panic!("{other}"),
        };
        Self {
            text,
            p,
            growth,
            is_quadratic: kind == "fall",
            is_of_state: !matches!(kind, "time" | "variable of time"),
            end,
            wheel,
        }
    }

    pub fn at(&self, t: f64) -> f64 {
        let x = t / self.end;
        self.p + self.growth * if self.is_quadratic { x * x } else { x }
    }

    /// When it has a value.
    pub fn when(&self, phase: f64) -> f64 {
        let x = (phase - self.p) / self.growth;
        self.end
            * if self.is_quadratic {
                x.max(0.0).sqrt()
            } else {
                x
            }
    }

    /// The times in (0, end) at which it is one of some values, which ascend.
    fn times_of(&self, phases: impl Iterator<Item = f64>) -> Vec<f64> {
        let last = self.p + self.growth;
        let inside = phases
            .skip_while(|x| *x <= self.p)
            .take_while(|x| *x < last);
        inside.map(|x| self.when(x)).collect()
    }

    /// Times at which it is `base` + k·`step` for a whole k.
    pub fn every(&self, base: f64, step: f64) -> Vec<f64> {
        let first = ((self.p - base) / step).floor() as i64;
        self.times_of((first..).map(|k| base + k as f64 * step))
    }

    /// Times at which its sine is `c`.
    pub fn sine_is(&self, c: f64) -> Vec<f64> {
        match c.abs() {
            a if a > 1.0 => Vec::new(),
            _ if c == 0.0 => self.every(0.0, PI),
            _ => merged([self.every(c.asin(), TAU), self.every(PI - c.asin(), TAU)]),
        }
    }

    /// The times at which the sine is one of several values.
    pub fn sine_is_one_of(&self, values: &[f64]) -> Vec<f64> {
        merged(values.iter().map(|c| self.sine_is(*c)))
    }

    pub fn sine(&self, t: f64) -> f64 {
        self.at(t).sin()
    }

    /// Its sine, in one of several ways.
    pub fn sine_text(&self, r: &mut Random) -> String {
        let x = &self.text;
        if let Some(wheel) = &self.wheel {
            return wheel.clone();
        }
        match r.pick(4) {
            0 => format!("FORSIN({x}, 0, 1, 0, 1)"),
            1 => format!("SHF({x}, 0, 1, 1, 0, 0)"),
            2 => format!("COS({x} - {:e})", 0.5 * PI),
            _ => format!("SIN({x})"),
        }
    }
}

/// Names of [`Phase::new`].
pub const KINDS: [&str; 10] = [
    "wheel",
    "time",
    "place",
    "both",
    "product",
    "variable of time",
    "variable of place",
    "differential equation",
    "angle",
    "fall",
];

/// All times, ascending, those that are one counted once.
pub fn merged(lists: impl IntoIterator<Item = Vec<f64>>) -> Vec<f64> {
    let mut all: Vec<f64> = lists.into_iter().flatten().collect();
    all.sort_by(f64::total_cmp);
    all
}

/// Where a function that rises over [0, 1] is `c`.
pub fn rises_to(c: f64, f: impl Fn(f64) -> f64) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        if f(middle) < c {
            low = middle;
        } else {
            high = middle;
        }
    }
    high
}
