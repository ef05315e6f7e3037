//! Guards: located exactly, none missed, none twice, in order; all integrators.

#![allow(clippy::unwrap_used)] // a test may panic

use crate::suite;

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use carom_solve::{Driver, End, FailureKind, Guard, INTEGRATORS, Integrator, Response, Settings};
use suite::flat::Flat;
use suite::{Recorder, adaptive, collected, run, run_with, settings};

const G: f64 = 9.80665;

fn guard(value: f64, rate: f64, tolerance: f64) -> Guard {
    Guard {
        value,
        rate,
        tolerance,
    }
}

/// Those that integrate a constant acceleration exactly.
fn follows_parabolas() -> impl Iterator<Item = &'static &'static dyn Integrator> {
    INTEGRATORS.iter().filter(|i| i.profile().orders[1] > 1)
}

/// A rigid ball that loses a fifth of its speed at each bounce; one guard, the gap.
fn bouncing(restitution: f64) -> Flat {
    Flat::new(2, |_, y, f| {
        f[0] = y[1];
        f[1] = -G;
    })
    .with_guards(
        1,
        |_, y, _, out| out[0] = guard(y[0], y[1], 1e-13),
        move |_, y, _| {
            y[1] *= -restitution;
            Response::Restart
        },
    )
}

#[test]
fn sixty_bounces_and_none_is_missed() {
    let first = (2.0 / G).sqrt();
    let impact = |k: i32| first * (1.0 + 2.0 * (1..k).map(|j| 0.8f64.powi(j)).sum::<f64>());
    for integrator in follows_parabolas() {
        let mut ball = bouncing(0.8);
        let mut recorder = Recorder::default();
        let end = 0.5 * (impact(60) + impact(61));
        let settings = settings(*integrator, 1e-10, 0.01);
        let (driver, _) = run_with(
            *integrator,
            &mut ball,
            settings,
            &[1.0, 0.0],
            end,
            &[],
            &mut recorder,
        )
        .unwrap();
        assert_eq!(recorder.events.len(), 60, "{}", integrator.name());
        for (k, event) in recorder.events.iter().enumerate() {
            // The parabola is integrated exactly; the time of a bounce inherits the rounding of those before.
            let miss = (event.0 - impact(k as i32 + 1)).abs();
            assert!(
                miss < 1e-10,
                "{} bounce {}: {miss:e}",
                integrator.name(),
                k + 1
            );
        }
        assert!(driver.statistics().steps < 60 * 30 + 500);
    }
}

/// The floor lies so high that the shortest step moves the ball by less than its height is rounded to: a gap below that is no gap, whatever its
/// tolerance says, and the next impact is not expected there again and again.
#[test]
fn a_floor_that_rounding_never_reaches() {
    const FLOOR: f64 = 2e4;
    // The height is a multiple of this.
    let ulp = FLOOR * f64::EPSILON;
    let mut first = None;
    // Those that go on from an impact with long steps, aimed at the next one.
    let aims = |i: &&&dyn Integrator| ["auto", "radau", "radau5", "dop853"].contains(&i.name());
    for integrator in follows_parabolas().filter(aims) {
        for part in 0..64 {
            let offset = ulp * 0.5f64.powf(0.25 * f64::from(part));
            let mut ball = Flat::new(2, |_, y, f| {
                // Air, so that the fall is no parabola and the aim is off at first.
                f[0] = y[1];
                f[1] = -G - 0.3 * y[1] * y[1].abs();
            })
            .with_weight(1e-4)
            .with_guards(
                1,
                move |_, y, _, out| out[0] = guard(y[0] - FLOOR + offset, y[1], 1e-16),
                |_, y, _| {
                    y[1] *= -0.8;
                    Response::Restart
                },
            );
            ball.keeps_equations = true;
            let mut recorder = Recorder::default();
            let settings = Settings {
                max_steps: 50_000,
                ..settings(*integrator, 1e-8, 0.01)
            };
            let start = [FLOOR + 1.0, 0.0];
            let done = run_with(
                *integrator,
                &mut ball,
                settings,
                &start,
                3.0,
                &[],
                &mut recorder,
            );
            let what = format!("{}, offset {offset:e}", integrator.name());
            assert!(done.is_ok(), "{what}: {:?}", done.err());
            let events = recorder.events.len();
            assert!(
                first.is_none_or(|first| first == events),
                "{what}: {events}"
            );
            first = Some(events);
        }
    }
}

#[test]
fn the_ball_that_does_not_bounce_up_is_a_livelock_with_a_name() {
    for integrator in INTEGRATORS {
        let mut ball = bouncing(0.0);
        let settings = settings(*integrator, 1e-8, 0.01);
        let failure = run(*integrator, &mut ball, settings, &[1.0, 0.0], 2.0)
            .err()
            .unwrap();
        // Speed zero on the floor, gravity pulls: it falls through at once, again and again.
        match failure.kind {
            FailureKind::Livelock { guards } => assert_eq!(guards, [0]),
            other => panic!("{}: {other:?}", integrator.name()),
        }
        let miss = (failure.time - (2.0 / G).sqrt()).abs();
        assert!(miss < collected(*integrator, 1e-6), "{}", integrator.name());
    }
}

/// y = time², the guard (t - 1)² ± 1e-8 as a function of the state.
fn parabola(offset: f64) -> Flat {
    Flat::new(1, |t, _, f| f[0] = 2.0 * (t - 1.0)).with_guards(
        1,
        move |_, y, dy, out| out[0] = guard(y[0] + offset, dy[0], 1e-14),
        |_, _, _| Response::Continue,
    )
}

#[test]
fn a_double_root_is_found_and_a_near_miss_is_not() {
    for integrator in follows_parabolas() {
        for (start, fixed) in [(0.8, 0.5), (0.0, 0.07)] {
            let settings = Settings {
                h_max: fixed,
                h_start: Some(fixed),
                ..settings(*integrator, 1e-6, fixed)
            };
            for (offset, expected) in [(-1e-8, 1), (1e-8, 0)] {
                let mut problem = parabola(offset);
                let mut recorder = Recorder::default();
                let mut driver = Driver::new(*integrator, &mut problem, settings);
                driver
                    .start(&mut problem, start, &[(start - 1.0) * (start - 1.0)])
                    .unwrap();
                driver
                    .advance(&mut problem, 1.5, &[], &mut recorder)
                    .unwrap();
                let name = integrator.name();
                assert_eq!(
                    recorder.events.len(),
                    expected,
                    "{name} from {start}, {offset}"
                );
                for event in &recorder.events {
                    assert!((event.0 - (1.0 - 1e-4)).abs() < 1e-9, "{name}: {}", event.0);
                }
            }
        }
    }
}

#[test]
fn every_zero_of_a_sine_once() {
    for integrator in INTEGRATORS {
        let fallen = Rc::new(RefCell::new(Vec::new()));
        let log = fallen.clone();
        let mut problem = suite::flat::oscillator().with_guards(
            2,
            |_, y, _, out| {
                // cos t falls at π/2 + 2kπ, -cos t at 3π/2 + 2kπ.
                out[0] = guard(y[0], y[1], 1e-14);
                out[1] = guard(-y[0], -y[1], 1e-14);
            },
            move |t, _, fired| {
                log.borrow_mut().push((t, fired.to_vec()));
                Response::Continue
            },
        );
        let settings = settings(*integrator, 1e-10, 0.002);
        run(*integrator, &mut problem, settings, &[1.0, 0.0], 100.0).unwrap();
        let fallen = fallen.borrow();
        assert_eq!(fallen.len(), 32, "{}", integrator.name());
        for (k, (t, fired)) in fallen.iter().enumerate() {
            let exact = std::f64::consts::PI * (k as f64 + 0.5);
            assert!(
                (t - exact).abs() < 10.0 * collected(*integrator, 1e-10),
                "{}: {t} {exact}",
                integrator.name()
            );
            assert_eq!(fired, &[k % 2]);
        }
    }
}

#[test]
fn times_are_hit_to_the_last_place_and_together() {
    for integrator in INTEGRATORS {
        // A pulse from 0.1 to 0.7 drives y; a third guard falls with the first one.
        let on = Rc::new(RefCell::new(0.0));
        let (in_rhs, in_switch) = (on.clone(), on.clone());
        let times = [0.1, 0.7, 0.1];
        let mut problem = Flat::new(1, move |_, _, f| f[0] = *in_rhs.borrow()).with_guards(
            3,
            move |t, _, _, out| {
                for (out, at) in out.iter_mut().zip(times) {
                    *out = guard(at - t, -1.0, 1e-15);
                }
            },
            move |_, _, fired| {
                *in_switch.borrow_mut() = if fired.contains(&0) { 1.0 } else { 0.0 };
                Response::Restart
            },
        );
        let mut recorder = Recorder::default();
        let settings = settings(*integrator, 1e-8, 0.037);
        let (driver, _) = run_with(
            *integrator,
            &mut problem,
            settings,
            &[0.0],
            1.0,
            &[],
            &mut recorder,
        )
        .unwrap();
        let events: Vec<_> = recorder.events.iter().map(|e| (e.0, e.2.clone())).collect();
        assert_eq!(events.len(), 2, "{}: {events:?}", integrator.name());
        assert!(
            (events[0].0 - 0.1).abs() < 2e-16 && events[0].1 == [0, 2],
            "{events:?}"
        );
        assert!(
            (events[1].0 - 0.7).abs() < 2e-16 && events[1].1 == [1],
            "{events:?}"
        );
        assert!(
            (driver.state()[0] - 0.6).abs() < 1e-15,
            "{}",
            integrator.name()
        );
    }
}

#[test]
fn simultaneous_guards_of_the_state_fire_in_order_of_their_slots() {
    for integrator in INTEGRATORS {
        let mut problem = suite::flat::oscillator().with_guards(
            3,
            |_, y, _, out| {
                out[0] = guard(2.0 * y[0] - 1.0, 2.0 * y[1], 1e-13);
                out[1] = Guard::IDLE;
                out[2] = guard(y[0] - 0.5, y[1], 1e-13);
            },
            |_, _, _| Response::Restart,
        );
        let mut recorder = Recorder::default();
        let settings = settings(*integrator, 1e-9, 0.005);
        let result = run_with(
            *integrator,
            &mut problem,
            settings,
            &[1.0, 0.0],
            1.2,
            &[],
            &mut recorder,
        );
        // The switch changed nothing: they have fired, and wait until they rise again.
        assert!(result.is_ok());
        assert_eq!(recorder.events.len(), 1);
        assert_eq!(recorder.events[0].2, [0, 2], "{}", integrator.name());
        let miss = (recorder.events[0].0 - std::f64::consts::FRAC_PI_3).abs();
        assert!(
            miss < collected(*integrator, 1e-10),
            "{}: {miss:e}",
            integrator.name()
        );
    }
}

#[test]
fn an_event_may_end_the_run_and_the_run_may_go_on() {
    for integrator in INTEGRATORS {
        let mut problem = suite::flat::oscillator().with_guards(
            1,
            |_, y, _, out| out[0] = guard(y[0], y[1], 1e-13),
            |_, _, _| Response::Stop,
        );
        let settings = settings(*integrator, 1e-10, 0.005);
        let (mut driver, end) =
            run(*integrator, &mut problem, settings, &[1.0, 0.0], 10.0).unwrap();
        assert_eq!(end, End::Stopped);
        let miss = (driver.time() - std::f64::consts::FRAC_PI_2).abs();
        let bound = collected(*integrator, 1e-10);
        assert!(miss < bound, "{}: {miss:e}", integrator.name());
        // From the same place on: only the next fall stops it again.
        assert_eq!(
            driver.advance(&mut problem, 10.0, &[], &mut ()).unwrap(),
            End::Stopped
        );
        assert!(
            (driver.time() - 2.5 * std::f64::consts::PI).abs() < 10.0 * bound,
            "{}",
            driver.time()
        );
    }
}

#[test]
fn an_output_at_an_event_shows_the_state_before() {
    for integrator in INTEGRATORS {
        let mut problem = Flat::new(1, |_, _, f| f[0] = 1.0).with_guards(
            1,
            |t, _, _, out| out[0] = guard(0.5 - t, -1.0, 1e-15),
            |_, y, _| {
                y[0] = 10.0;
                Response::Restart
            },
        );
        let mut recorder = Recorder::default();
        let times = [0.0, 0.25, 0.5, 0.75, 1.0];
        let settings = settings(*integrator, 1e-8, 0.1);
        run_with(
            *integrator,
            &mut problem,
            settings,
            &[0.0],
            1.0,
            &times,
            &mut recorder,
        )
        .unwrap();
        let values: Vec<f64> = recorder.rows.iter().map(|r| r.1[0]).collect();
        for (value, exact) in values.iter().zip([0.0, 0.25, 0.5, 10.25, 10.5]) {
            assert!(
                (value - exact).abs() < 1e-13,
                "{}: {values:?}",
                integrator.name()
            );
        }
    }
}

#[test]
fn a_guard_that_jumps_fires_at_its_jump() {
    for integrator in adaptive() {
        let mut problem = Flat::new(1, |_, _, f| f[0] = 1.0).with_guards(
            1,
            |_, y, _, out| out[0] = guard(if y[0] < 0.4 { 1.0 } else { -1.0 }, 0.0, 1e-12),
            |_, _, _| Response::Continue,
        );
        let mut recorder = Recorder::default();
        run_with(
            integrator,
            &mut problem,
            settings(integrator, 1e-8, 0.1),
            &[0.0],
            1.0,
            &[],
            &mut recorder,
        )
        .unwrap();
        assert_eq!(recorder.events.len(), 1);
        assert!(
            (recorder.events[0].0 - 0.4).abs() < 1e-14,
            "{}",
            recorder.events[0].0
        );
    }
}

/// A clamp of a force: the mode is the side on which the force counts as zero, its guard ± the force. What the model says at the moment of the switch
/// is noise, as of a direction that is rounding at first touch: it lets go of a force that is clearly there. The guard of the new mode is far
/// below zero and sinks, so the mode is left again; without that it would hold for good.
#[test]
fn a_mode_that_its_own_guard_refutes_is_left() {
    for integrator in INTEGRATORS {
        let switches = Rc::new(Cell::new(0));
        let (watched, switched) = (Rc::clone(&switches), Rc::clone(&switches));
        let mut problem = Flat::new(1, |_, _, f| f[0] = 1.0).with_guards(
            1,
            move |_, y, _, out| {
                out[0] = match watched.get() {
                    0 => guard(0.4 - y[0], -1.0, 1e-12),
                    1 => guard(-1.0 - 2.0 * y[0], -2.0, 1e-12),
                    _ => guard(1.0 + 2.0 * y[0], 2.0, 1e-12),
                };
            },
            move |_, _, _| {
                switched.set(switched.get() + 1);
                Response::Restart
            },
        );
        let settings = settings(*integrator, 1e-8, 0.1);
        run(*integrator, &mut problem, settings, &[0.0], 1.0).unwrap();
        assert_eq!(switches.get(), 2, "{}", integrator.name());
    }
}

/// An implicit step that is solved again ends within its tolerance of where it was. Of a guard that fell in the first solution and stays up in the
/// second nothing is told.
#[test]
fn a_guard_that_stays_up_when_its_step_is_solved_again_does_not_fire() {
    let mut stayed = 0;
    for integrator in adaptive() {
        let last = Rc::new(Cell::new(f64::NAN));
        let (told, asked) = (Rc::clone(&last), Cell::new(f64::NAN));
        let up = Rc::new(Cell::new(false));
        let stays = Rc::clone(&up);
        let mut problem = Flat::new(1, |_, _, f| f[0] = 1.0).with_guards(
            1,
            move |t, _, _, out| {
                // below zero from 0.4 on, until it is asked twice for one time there
                stays.set(stays.get() || t >= 0.4 && asked.replace(t) == t);
                let value = if t < 0.4 || stays.get() { 1.0 } else { -1.0 };
                told.set(value);
                out[0] = guard(value, 0.0, 1e-12);
            },
            move |_, _, _| {
                assert!(last.get() < 0.0);
                Response::Continue
            },
        );
        let settings = settings(integrator, 1e-8, 0.1);
        run(integrator, &mut problem, settings, &[0.0], 1.0).unwrap();
        stayed += usize::from(up.get());
    }
    // in some of them the step is solved again
    assert!(stayed > 0);
}

#[test]
fn a_negative_guard_at_the_start_waits_until_it_has_risen() {
    for integrator in INTEGRATORS {
        // -cos t: negative until π/2, falls at 3π/2.
        let mut problem = suite::flat::oscillator().with_guards(
            1,
            |_, y, _, out| out[0] = guard(-y[0], -y[1], 1e-13),
            |_, _, _| Response::Continue,
        );
        let mut recorder = Recorder::default();
        let settings = settings(*integrator, 1e-10, 0.005);
        run_with(
            *integrator,
            &mut problem,
            settings,
            &[1.0, 0.0],
            6.0,
            &[],
            &mut recorder,
        )
        .unwrap();
        assert_eq!(recorder.events.len(), 1, "{}", integrator.name());
        let miss = (recorder.events[0].0 - 1.5 * std::f64::consts::PI).abs();
        let bound = collected(*integrator, 1e-10);
        assert!(miss < bound, "{}: {miss:e}", integrator.name());
    }
}

#[test]
fn a_guard_that_leaves_zero_slowly_fires_on_its_return() {
    for integrator in INTEGRATORS {
        // t³(1 - t): value, slope and curvature are zero at the start.
        let mut problem = Flat::new(1, |t, _, f| f[0] = t * t * (3.0 - 4.0 * t)).with_guards(
            1,
            |_, y, dy, out| out[0] = guard(y[0], dy[0], 1e-13),
            |_, _, _| Response::Continue,
        );
        let mut recorder = Recorder::default();
        let settings = settings(*integrator, 1e-10, 0.01);
        run_with(
            *integrator,
            &mut problem,
            settings,
            &[0.0],
            1.5,
            &[],
            &mut recorder,
        )
        .unwrap();
        assert_eq!(recorder.events.len(), 1, "{}", integrator.name());
        let miss = (recorder.events[0].0 - 1.0).abs();
        let bound = collected(*integrator, 1e-10);
        assert!(miss < bound, "{}: {miss:e}", integrator.name());
    }
}

#[test]
fn a_guard_that_starts_at_zero_and_falls_fires_at_once() {
    for integrator in INTEGRATORS {
        let mut problem = Flat::new(1, |_, _, f| f[0] = -1.0).with_guards(
            1,
            |_, y, dy, out| out[0] = guard(y[0], dy[0], 1e-13),
            |_, _, _| Response::Continue,
        );
        let mut recorder = Recorder::default();
        let settings = settings(*integrator, 1e-8, 0.1);
        run_with(
            *integrator,
            &mut problem,
            settings,
            &[0.0],
            1.0,
            &[],
            &mut recorder,
        )
        .unwrap();
        assert_eq!(recorder.events.len(), 1, "{}", integrator.name());
        assert_eq!(recorder.events[0].0, 0.0);
    }
}

/// x'' + 0.2·x' + x = cos 2.2t with stiffness added beyond x = 0.25 (Shaw and Holmes).
fn bilinear() -> Flat {
    let stiff = Rc::new(RefCell::new(false));
    let (in_rhs, in_guard, in_switch) = (stiff.clone(), stiff.clone(), stiff);
    Flat::new(2, move |t, y, f| {
        let stop = if *in_rhs.borrow() {
            9.0 * (y[0] - 0.25)
        } else {
            0.0
        };
        f[0] = y[1];
        f[1] = (2.2 * t).cos() - 0.2 * y[1] - y[0] - stop;
    })
    .with_guards(
        1,
        move |_, y, _, out| {
            let sign = if *in_guard.borrow() { 1.0 } else { -1.0 };
            out[0] = guard(sign * (y[0] - 0.25), sign * y[1], 1e-13);
        },
        move |_, _, _| {
            let mut stiff = in_switch.borrow_mut();
            *stiff = !*stiff;
            Response::Restart
        },
    )
}

#[test]
fn bilinear_oscillator() {
    // validation/values/zoo.json, switch_t_v.
    let reference = [
        2.872_270_358_930_286_4,
        3.903_900_078_540_822_5,
        7.105_109_725_849_982,
        7.817_902_175_944_345,
        12.708_073_260_768_773,
        13.093_681_210_845_882,
        15.414_880_937_171_208,
        15.746_605_216_484_38,
        21.046_642_523_236_27,
        21.513_556_129_089_716,
    ];
    for integrator in INTEGRATORS {
        let mut recorder = Recorder::default();
        let settings = settings(*integrator, 1e-10, 0.002);
        run_with(
            *integrator,
            &mut bilinear(),
            settings,
            &[-1.0, 0.0],
            22.0,
            &[],
            &mut recorder,
        )
        .unwrap();
        assert_eq!(
            recorder.events.len(),
            reference.len(),
            "{}",
            integrator.name()
        );
        for (event, exact) in recorder.events.iter().zip(reference) {
            // Ten switches multiply the local errors by some hundreds.
            let miss = (event.0 - exact).abs();
            assert!(
                miss < collected(*integrator, 1e-10),
                "{}: {} {miss:e}",
                integrator.name(),
                event.0
            );
        }
    }
}

#[test]
fn rigid_stop_oscillator() {
    // validation/values/zoo.json, impacts_t_vminus: x'' + 0.2·x' + x = cos 2.2t, x ≤ 0, restitution 0.6.
    let reference = [
        (1.360_903_019_377_571_3, 0.648_916_638_849_050_4),
        (3.710_848_220_641_155_4, 0.914_194_423_511_649_6),
        (6.610_539_891_153_533, 1.307_127_704_106_905_4),
        (9.512_779_969_607_004, 1.436_624_766_905_037_8),
        (12.396_071_913_637_403, 1.455_486_524_861_525),
    ];
    let before = |integrator: &dyn Integrator| {
        let speeds = Rc::new(RefCell::new(Vec::new()));
        let log = speeds.clone();
        let mut problem = Flat::new(2, |t, y, f| {
            f[0] = y[1];
            f[1] = (2.2 * t).cos() - 0.2 * y[1] - y[0];
        })
        .with_guards(
            1,
            |_, y, _, out| out[0] = guard(-y[0], -y[1], 1e-13),
            move |t, y, _| {
                log.borrow_mut().push((t, y[1]));
                y[1] *= -0.6;
                Response::Restart
            },
        );
        let settings = settings(integrator, 1e-10, 0.002);
        run(integrator, &mut problem, settings, &[-1.0, 0.0], 13.0).unwrap();
        speeds.take()
    };
    for integrator in INTEGRATORS {
        let impacts = before(*integrator);
        assert_eq!(impacts.len(), reference.len(), "{}", integrator.name());
        for ((t, v), exact) in impacts.iter().zip(reference) {
            let bound = collected(*integrator, 1e-10);
            assert!((t - exact.0).abs() < bound, "{}: {t}", integrator.name());
            assert!((v - exact.1).abs() < bound, "{}: {v}", integrator.name());
        }
    }
}

#[test]
fn rates_that_overstate_do_not_invent_events() {
    for integrator in INTEGRATORS {
        // Stays above 0.5; the rates at the ends of a step make every cubic dip far below zero.
        let mut problem = Flat::new(1, |_, _, f| f[0] = 1.0).with_guards(
            1,
            |t, _, _, out| {
                let rate = if (10.0 * t).floor() as i64 % 2 == 0 {
                    -1e3
                } else {
                    1e3
                };
                out[0] = guard(1.0 + 0.5 * (7.0 * t).sin(), rate, 1e-12);
            },
            |_, _, _| Response::Continue,
        );
        let mut recorder = Recorder::default();
        let settings = settings(*integrator, 1e-8, 0.03);
        run_with(
            *integrator,
            &mut problem,
            settings,
            &[0.0],
            5.0,
            &[],
            &mut recorder,
        )
        .unwrap();
        assert!(
            recorder.events.is_empty(),
            "{}: {:?}",
            integrator.name(),
            recorder.events
        );
        assert!(recorder.steps.len() < 2000, "{}", recorder.steps.len());
    }
}

#[test]
fn a_dip_between_the_ends_of_a_step_is_seen_also_after_leaving_zero() {
    // From zero up to 1 at t = 1, a dip through zero between 1.9 and 2.1, up again: 0.01 - (t-2)², turned over, times t.
    for integrator in INTEGRATORS {
        let value = |t: f64| t * ((t - 2.0) * (t - 2.0) - 0.01);
        let rate = |t: f64| (t - 2.0) * (t - 2.0) - 0.01 + 2.0 * t * (t - 2.0);
        let mut problem = Flat::new(1, |_, _, f| f[0] = 1.0).with_guards(
            1,
            move |t, _, _, out| out[0] = guard(value(t), rate(t), 1e-13),
            |_, _, _| Response::Continue,
        );
        let mut recorder = Recorder::default();
        let settings = Settings {
            h_max: 3.0,
            ..settings(*integrator, 1e-8, 3.0)
        };
        run_with(
            *integrator,
            &mut problem,
            settings,
            &[0.0],
            3.0,
            &[],
            &mut recorder,
        )
        .unwrap();
        assert_eq!(recorder.events.len(), 1, "{}", integrator.name());
        assert!(
            (recorder.events[0].0 - 1.9).abs() < 1e-12,
            "{}",
            recorder.events[0].0
        );
    }
}
