//! Equations of one's own: a forced oscillator that hits a stop, and its bifurcation diagram over the frequency of the forcing, `bifurcation.png`.
//!
//! ```text
//! cargo run --release -p carom-report --example impact_oscillator
//! ```
use carom_base::Number;
use carom_plot::{Axis, Curve, Figure, Panel, Style};
use carom_solve::accumulation::Accumulation;
use carom_solve::hybrid::{Along, Hybrid, Told, Trajectory};
use carom_solve::{Settings, integrator};

/// x'' + 0.2·x' + x = cos ωt for x < 0; the stop at x = 0 gives back 0.8 of the speed.
struct Oscillator {
    frequency: f64,
    impacts: Accumulation,
}

#[derive(Clone, Copy, PartialEq)]
enum Mode {
    Free,
    /// Held against the stop by the forcing, after impacts that accumulated.
    Resting,
}

impl Hybrid for Oscillator {
    type Mode = Mode;
    fn dimension(&self) -> usize {
        2
    }
    fn guards(&self) -> usize {
        1
    }
    fn rates(&self, mode: Mode, t: f64, y: &[f64], dy: &mut [f64]) {
        let free = (self.frequency * t).cos() - 0.2 * y[1] - y[0];
        dy.copy_from_slice(&[y[1], if mode == Mode::Free { free } else { 0.0 }]);
    }
    fn watch(&self, mode: Mode, t: Along, y: &[Along], guards: &mut [Along]) {
        guards[0] = match mode {
            Mode::Free => -y[0],                         // the gap
            Mode::Resting => (t * self.frequency).cos(), // the force on the stop
        };
    }
    fn jump(&mut self, mode: Mode, t: f64, y: &mut [f64], _: &[usize]) -> Option<Mode> {
        y[1] *= -0.8;
        let accumulate = mode == Mode::Free && self.impacts.impact(t, 1e-5).is_some();
        if accumulate {
            y.fill(0.0);
        }
        Some(if accumulate {
            Mode::Resting
        } else {
            Mode::Free
        })
    }
}

/// Speeds of the impacts in the last hundred of five hundred periods.
fn impacts(frequency: f64) -> Vec<[f64; 2]> {
    let period = std::f64::consts::TAU / frequency;
    let settings = Settings {
        rtol: 1e-7,
        atol: 1e-7,
        ..Settings::default()
    };
    let method = integrator("dop853").expect("it is in the list");
    let system = Oscillator {
        frequency,
        impacts: Accumulation::new(),
    };
    let mut run = Trajectory::new(system, Mode::Free, 0.0, &[-1.0, 0.0], method, settings)
        .expect("the rates are finite");
    let mut list = Vec::new();
    run.advance(500.0 * period, &[], |told| match told {
        Told::Event { t, before, .. } if t > 400.0 * period => list.push([frequency, before[1]]),
        _ => {}
    })
    .expect("the run goes to its end");
    list
}

fn main() -> std::io::Result<()> {
    let range = [2.5, 4.5];
    let values: Vec<f64> = (0..1000)
        .map(|k| range[0] + 2.0 * f64::from(k) / 999.0)
        .collect();
    let (started, workers) = (std::time::Instant::now(), 2);
    let points: Vec<[f64; 2]> = std::thread::scope(|scope| {
        let parts: Vec<_> = (0..workers)
            .map(|w| values.iter().skip(w).step_by(workers).copied())
            .map(|part| scope.spawn(move || part.flat_map(impacts).collect::<Vec<_>>()))
            .collect();
        parts
            .into_iter()
            .flat_map(|p| p.join().expect("no panic"))
            .collect()
    });
    println!(
        "{} impacts, 500,000 periods in {:.1} s",
        points.len(),
        started.elapsed().as_secs_f64()
    );
    let panel = Panel {
        title: "Speed of the impacts".into(),
        x: Axis {
            range: Some(range),
            ..Axis::named("frequency of the forcing")
        },
        height: 420.0,
        curves: vec![Curve {
            points,
            style: Style::Dots,
            ..Curve::default()
        }],
        ..Panel::default()
    };
    let figure = Figure::of(vec![panel], "Bifurcation diagram of an impact oscillator");
    let png = figure.png(2.0).map_err(std::io::Error::other)?;
    std::fs::write("bifurcation.png", png)
}
