//! An operation whose code is not ours: value, slopes and curvature in all kinds of numbers, and nothing over ranges.
// A helper of a test fails like the test itself.
#![allow(clippy::unwrap_used)]

use carom_base::{Diagnostics, Dual, Interval, Number, Span};
use carom_expr::tape::{External, Part, Watched, Wire};
use carom_expr::{Input, NoTables, Tape};
use std::sync::Arc;

/// Component 0: sin(t)·x + y², component 1: x.
#[derive(Debug)]
struct Known;

impl External for Known {
    fn value(&self, component: usize, a: &[f64]) -> f64 {
        [a[0].sin() * a[1] + a[2] * a[2], a[1]][component]
    }
    fn slopes(&self, component: usize, a: &[f64], slopes: &mut [f64]) -> f64 {
        let of_both = [[a[0].cos() * a[1], a[0].sin(), 2.0 * a[2]], [0.0, 1.0, 0.0]];
        slopes.copy_from_slice(&of_both[component]);
        self.value(component, a)
    }
    fn curved(&self) -> usize {
        1
    }
    fn curvature(&self, _: usize, a: &[f64], _: [usize; 2]) -> f64 {
        -a[0].sin() * a[1]
    }
    fn fault(&self) -> Option<String> {
        Some("it is tired".into())
    }
}

fn tape(component: usize) -> Tape {
    let reads = ["DX(1,2)".to_owned(), "VARVAL(3)".to_owned()];
    let mut d = Diagnostics::default();
    let place = (&NoTables as &dyn carom_expr::Tables, Span::NONE);
    let part = Part {
        code: Arc::new(Known),
        component,
        laws: &[],
    };
    Tape::routine(part, &reads, place, &mut d).unwrap()
}

const AT: [f64; 3] = [0.4, 2.0, -3.0];

#[test]
fn inputs_are_those_of_the_reads() {
    let t = tape(0);
    assert_eq!(t.inputs()[0], Input::Time);
    assert!(matches!(t.inputs()[1], Input::Measure { .. }));
    assert_eq!(t.inputs()[2], Input::Variable(3));
    assert!(t.is_routine());
}

#[test]
fn values_and_slopes() {
    let t = tape(0);
    let (mut r, mut a, mut g) = (vec![0.0; t.registers()], vec![0.0; t.registers()], [0.0; 3]);
    let expected = [0.4_f64.cos() * 2.0, 0.4_f64.sin(), -6.0];
    let value = 0.4_f64.sin() * 2.0 + 9.0;
    assert_eq!(t.eval(&AT, &[], &mut r), value);
    assert_eq!(t.gradient(&AT, &[], &mut r, &mut a, &mut g), value);
    assert_eq!(g, expected);
    let seeded: Vec<Dual<f64, 3>> = (0..3).map(|k| Dual::variable(AT[k], k)).collect();
    let mut r = vec![Dual::constant(0.0); t.registers()];
    let y = t.eval(&seeded, &[], &mut r);
    assert_eq!((y.re, y.eps), (value, expected));
}

#[test]
fn the_second_derivative_by_time() {
    let t = tape(0);
    let time = Dual::<Dual<f64, 1>, 1>::variable(Dual::variable(0.4, 0), 0);
    let mut r = vec![Dual::constant(0.0); t.registers()];
    let y = t.eval(
        &[time, Dual::constant(2.0), Dual::constant(-3.0)],
        &[],
        &mut r,
    );
    assert_eq!(y.re.eps[0], 0.4_f64.cos() * 2.0);
    assert_eq!(y.eps[0].eps[0], -0.4_f64.sin() * 2.0);
}

#[test]
fn over_a_range_nothing_is_known() {
    let t = tape(0);
    let mut r = vec![Dual::<Interval, 1>::constant(0.0); t.registers()];
    let at = AT.map(Dual::<Interval, 1>::constant);
    let [low, high] = t.eval(&at, &[], &mut r).bounds();
    assert_eq!([low, high], [f64::NEG_INFINITY, f64::INFINITY]);
}

#[test]
fn a_fault_has_the_words_of_the_routine() {
    let t = tape(0);
    let mut r = vec![0.0; t.registers()];
    let (why, _) = t.fault(&[0.0, f64::MAX, f64::MAX], &[], &mut r).unwrap();
    assert_eq!(why, "it is tired");
}

/// −VARVAL(3)·DX, and IMPACT(DX, VARVAL(3), 0.1, ...) with its mode at the end.
#[derive(Debug)]
struct Stop;

const LAW: [f64; 5] = [0.1, 1e3, 2.2, 5.0, 0.01];

impl External for Stop {
    fn value(&self, component: usize, a: &[f64]) -> f64 {
        // Component 1 is the argument of the law that the routine computes.
        if component == 1 {
            return a[2] * 2.0;
        }
        assert_eq!(a.len(), 4, "three arguments and a mode");
        let [x1, k, e, c, d] = LAW;
        let law = carom_laws::Impact::from([a[1], a[2] * 2.0, x1, k, e, c, d]);
        law.value_in(carom_laws::ImpactMode::from_code(a[3] as i32))
    }
    fn slopes(&self, component: usize, a: &[f64], slopes: &mut [f64]) -> f64 {
        slopes.fill(0.0);
        if component == 1 {
            slopes[2] = 2.0;
        }
        self.value(component, a)
    }
    fn fault(&self) -> Option<String> {
        None
    }
}

/// A law in a routine has the modes, guards and values of the same law in an expression.
#[test]
fn laws_in_a_routine_are_watched() {
    let reads = ["DX(1,2)".to_owned(), "VARVAL(3)".to_owned()];
    let mut d = Diagnostics::default();
    let place = (&NoTables as &dyn carom_expr::Tables, Span::NONE);
    let mut arguments = vec![Wire::Argument(1), Wire::Component(1)];
    arguments.extend(LAW.map(Wire::Constant));
    let watched = Watched {
        law: carom_laws::Branched::Impact,
        arguments,
    };
    let part = Part {
        code: Arc::new(Stop),
        component: 0,
        laws: &[watched],
    };
    let t = Tape::routine(part, &reads, place, &mut d).unwrap();
    let text =
        carom_base::SpannedText::bare("IMPACT(DX(1,2),2*VARVAL(3),0.1,1E3,2.2,5,0.01)+0*TIME");
    let e = carom_expr::Expression::parse(text, carom_base::Dialect::Adams, &mut d).unwrap();
    let law = Tape::compile(&e, &NoTables, &mut d).unwrap();
    assert_eq!(t.switches(), 1);
    // TIME comes first in the one and not in the other.
    let (order, _): (Vec<usize>, Vec<()>) = law
        .inputs()
        .iter()
        .map(|i| (t.inputs().iter().position(|j| i == j).unwrap(), ()))
        .unzip();
    for x in [0.2, 0.1, 0.0999, 0.095, 0.05, -0.3] {
        for v in [-3.0, 0.0, 0.7, 40.0] {
            let (at, rates) = ([0.5, x, v], [1.0, 2.0 * v, 0.3]);
            let of_law = |a: &[f64; 3]| order.iter().map(|&k| a[k]).collect::<Vec<_>>();
            let (mut modes, mut expected) = ([0], [0]);
            t.settle(&at, &rates, &mut modes, &mut []);
            law.settle(&of_law(&at), &of_law(&rates), &mut expected, &mut []);
            assert_eq!(modes, expected, "{x} {v}");
            let guards = |t: &Tape, at: &[f64], rates: &[f64]| {
                let mut out = [(0.0, 0.0, 0.0); 3];
                let mut registers = vec![Dual::constant(0.0); t.registers()];
                t.guards(at, rates, &modes, &mut registers, &mut out);
                out
            };
            assert_eq!(
                guards(&t, &at, &rates),
                guards(&law, &of_law(&at), &of_law(&rates))
            );
            for mode in 0..5 {
                let y = t.eval(&at, &[mode], &mut vec![0.0; t.registers()]);
                let z = law.eval(&of_law(&at), &[mode], &mut vec![0.0; law.registers()]);
                assert!(
                    y.to_bits() == z.to_bits() || y == z,
                    "{x} {v} {mode}: {y} {z}"
                );
            }
        }
    }
}
