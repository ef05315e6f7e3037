//! The progress bar: time, step size, events. Shown on stderr if that is a terminal.

use crate::signal;
use carom::Watcher;
use carom::dynamics::{Progress, SearchProgress, Statistics};
use carom::model::analysis::Analysis;
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Positions of the bar.
const LENGTH: u64 = 1000;

pub struct Bar {
    bar: ProgressBar,
    start: Option<f64>,
    /// Steps until the clock is looked at again: a run of a millisecond has no time for a bar.
    idle: u32,
}

impl Bar {
    pub fn new(shown: bool) -> Self {
        let target = if shown {
            ProgressDrawTarget::stderr()
        } else {
            ProgressDrawTarget::hidden()
        };
        let bar = ProgressBar::with_draw_target(Some(LENGTH), target);
        let style = ProgressStyle::with_template("{prefix:10} {bar:30} {percent:>3}%  {msg}");
        if let Ok(style) = style {
            bar.set_style(style);
        }
        Self {
            bar,
            start: None,
            idle: 0,
        }
    }
}

impl Watcher for Bar {
    fn begin(&mut self, analysis: Analysis) {
        let name = match analysis {
            Analysis::Dynamic | Analysis::Transient => "dynamic",
            Analysis::Kinematic => "kinematic",
            Analysis::Static => "static",
            Analysis::InitialConditions => "initial",
            Analysis::Linear => "linear",
        };
        self.bar.set_prefix(name);
        self.bar.set_position(0);
        self.start = None;
    }

    fn progress(&mut self, p: Progress) -> bool {
        if signal::given().is_some() {
            return false;
        }
        let start = *self.start.get_or_insert(p.time);
        if self.idle > 0 {
            self.idle -= 1;
            return true;
        }
        self.idle = 20;
        if !self.bar.is_hidden() {
            let share = (p.time - start) / (p.end - start).max(f64::MIN_POSITIVE);
            self.bar
                .set_position((share.clamp(0.0, 1.0) * LENGTH as f64) as u64);
            let left = match share > 0.0 {
                true => format!("  {} left", HumanDuration(self.bar.eta())),
                false => String::new(),
            };
            self.bar.set_message(format!(
                "t = {:.6} of {:.6}  step {:.1e}  {} events{left}",
                p.time, p.end, p.step, p.events
            ));
        }
        true
    }

    fn search(&mut self, p: SearchProgress) -> bool {
        if signal::given().is_some() {
            return false;
        }
        if !self.bar.is_hidden() {
            let way = if p.is_relaxation {
                "relaxation"
            } else {
                "Newton"
            };
            self.bar.set_message(format!(
                "equilibrium at {:.6}  {way}, {} iterations  largest unbalanced force {:.1e}",
                p.time, p.iterations, p.imbalance
            ));
        }
        true
    }

    fn why(&self) -> Option<String> {
        signal::given().map(|signal| format!("interrupted by {signal}"))
    }

    fn end(&mut self, _: &Statistics) {
        self.bar.finish_and_clear();
    }
}
