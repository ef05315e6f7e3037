//! Chains of pendulums: what a step costs a body as the chain grows beyond the caches.
//!
//! `cargo bench -p carom-dynamics --bench chain -- dop853 100 10000`: the method and the lengths, all of them by default.

#[path = "../tests/support/mod.rs"]
mod support;

use carom_model::JointKind;
use carom_model::analysis::Analysis;
use support::*;

/// Links of 1 m and 1 kg in a row along x, each hinged to the one before, held at the first end.
fn chain(links: u32) -> Deck {
    let mut d = Deck::new(9.81);
    d.marker(2_000_000, 1, at(0.0, 0.0, 0.0));
    let mut before = 2_000_000;
    for k in 0..links {
        let label = k + 2;
        let inertia = [0.001_667, 0.083_333, 0.083_333];
        d.body(label, 1.0, inertia, at(f64::from(k) + 0.5, 0.0, 0.0));
        let ends = [2_000_001 + 2 * k, 2_000_002 + 2 * k];
        d.marker(ends[0], label, at(-0.5, 0.0, 0.0));
        d.marker(ends[1], label, at(0.5, 0.0, 0.0));
        d.joint(label, JointKind::Revolute, ends[0], before);
        before = ends[1];
    }
    d
}

fn main() {
    let words: Vec<String> = std::env::args()
        .skip(1)
        .filter(|a| a != "--bench")
        .collect();
    let asked: Vec<u32> = words.iter().filter_map(|w| w.parse().ok()).collect();
    let lengths = if asked.is_empty() {
        vec![10, 100, 1000, 10_000]
    } else {
        asked
    };
    let method = words.iter().find(|w| w.parse::<u32>().is_err());
    let methods = method.map_or(vec!["dop853", "radau5"], |m| vec![m.as_str()]);
    for method in methods {
        let mut options = options(method, 1e-2);
        options.hmax = Some(1e-3);
        for &links in &lengths {
            // The shortest of several: a machine is busy now and then. What a run costs before its first step falls out of a difference.
            let steps = (20_000 / links).clamp(10, 200);
            let seconds = |steps: u32| {
                let end = f64::from(steps) * 1e-3;
                let runs = (0..7).map(|_| run(&chain(links), Analysis::Dynamic, end, 1, &options));
                let walls = runs.map(|r| r.statistics[0].wall_s);
                walls.fold(f64::INFINITY, f64::min)
            };
            let step = (seconds(steps + 5) - seconds(5)) / f64::from(steps);
            let body = step * 1e6 / f64::from(links);
            println!(
                "{method}: {links} links, {:.3} ms a step, {body:.1} µs a step and link",
                step * 1e3
            );
        }
    }
}
