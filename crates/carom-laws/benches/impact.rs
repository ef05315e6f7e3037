//! IMPACT: value, gradient, second derivatives, frozen value and guards.

use carom_base::Dual;
use carom_laws::{Clamp, Impact, ImpactMode, impact};
use divan::{Bencher, black_box};

type D2 = Dual<f64, 2>;
type DD2 = Dual<Dual<f64, 2>, 2>;

fn main() {
    divan::main();
}

const EXPONENTS: [f64; 2] = [1.5, 2.2];

fn args(e: f64) -> [f64; 7] {
    [0.95, -2.0, 1.0, 100.0, e, 25.0, 0.1]
}

/// x and ẋ are the variables, the parameters are constants.
fn seeded(e: f64) -> [D2; 7] {
    use carom_base::Number;
    let a = args(e);
    let mut s = a.map(D2::constant);
    s[0] = D2::variable(a[0], 0);
    s[1] = D2::variable(a[1], 1);
    s
}

#[divan::bench(args = EXPONENTS)]
fn value(b: Bencher, e: f64) {
    b.bench_local(|| {
        let [x, v, x1, k, e, c, d] = black_box(args(e));
        impact(x, v, x1, k, e, c, d)
    });
}

#[divan::bench(args = EXPONENTS)]
fn gradient(b: Bencher, e: f64) {
    let a = seeded(e);
    b.bench_local(|| Impact::from(black_box(a)).value());
}

#[divan::bench(args = EXPONENTS)]
fn gradient_frozen(b: Bencher, e: f64) {
    let a = seeded(e);
    b.bench_local(|| Impact::from(black_box(a)).value_in(ImpactMode::Partial(Clamp::Free)));
}

#[divan::bench(args = EXPONENTS)]
fn second_derivatives(b: Bencher, e: f64) {
    use carom_base::Number;
    let a = args(e);
    let mut s = a.map(DD2::constant);
    for i in 0..2 {
        s[i] = Dual::variable(Dual::variable(a[i], i), i);
    }
    b.bench_local(|| Impact::from(black_box(s)).value());
}

#[divan::bench(args = EXPONENTS)]
fn guards(b: Bencher, e: f64) {
    use carom_base::Number;
    let mut a = args(e).map(Dual::<f64, 1>::constant);
    a[0].eps[0] = -2.0;
    b.bench_local(|| Impact::from(black_box(a)).guards(ImpactMode::Partial(Clamp::Free)));
}
