//! Nothing allocates inside the step loop.

#![allow(clippy::unwrap_used)] // a test may panic

mod suite;

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use carom_solve::{Driver, INTEGRATORS, Problem};
use suite::ball::Ball;
use suite::pendulum::Pendulum;
use suite::settings;

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

struct Counting;

// SAFETY: passes everything on to the system's allocator.
#[allow(unsafe_code)]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.with(|n| n.set(n.get() + 1));
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        unsafe { System.dealloc(at, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Allocations from `warm` to `end`, after a first stretch that factors, fires and fills every work space.
fn allocations<P: Problem>(name: &str, problem: &mut P, y: &[f64], warm: f64, end: f64) -> u64 {
    let integrator = carom_solve::integrator(name).unwrap();
    let mut driver = Driver::new(integrator, problem, settings(integrator, 1e-8, 1e-4));
    driver.start(problem, 0.0, y).unwrap();
    driver.advance(problem, warm, &[], &mut ()).unwrap();
    let outputs: Vec<f64> = (0..1000).map(|k| warm + 1e-3 * f64::from(k)).collect();
    let before = ALLOCATIONS.with(Cell::get);
    driver.advance(problem, end, &outputs, &mut ()).unwrap();
    let after = ALLOCATIONS.with(Cell::get);
    assert!(driver.statistics().steps > 10);
    after - before
}

#[test]
fn none_in_the_step_loop() {
    for integrator in INTEGRATORS {
        let mut ball = Ball::new(10);
        let y = ball.start();
        // One bounce to warm up, three more with all their events.
        assert_eq!(
            allocations(integrator.name(), &mut ball, &y, 0.6, 2.0),
            0,
            "{}",
            integrator.name()
        );
        let mut pendulum = Pendulum::new();
        let y = [1.0, 0.0, 0.0, 0.0, 0.0, 0.0];
        assert_eq!(
            allocations(integrator.name(), &mut pendulum, &y, 0.5, 2.0),
            0,
            "{}",
            integrator.name()
        );
    }
}
