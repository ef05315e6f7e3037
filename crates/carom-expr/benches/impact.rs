//! Cost of one evaluation of force expressions, in nanoseconds.
//!
//! `cargo bench -p carom-expr`

use carom_base::{Diagnostics, Dialect, Dual, Number, SpannedText, Vec3};
use carom_expr::measure::MarkerGradient;
use carom_expr::{Expression, Input, MarkerState, Measure, NoTables, Tape};
use divan::{Bencher, black_box};

#[global_allocator]
static ALLOCATIONS: divan::AllocProfiler = divan::AllocProfiler::system();

fn main() {
    divan::main();
}

const IMPACT: &str = "IMPACT(DZ(11,21,21),VZ(11,21,21,21),1,100,1.5,25,0.1)";
const MIXED: &str = "IMPACT(DZ(11,21,21),VZ(11,21,21,21),1,100,1.5,25,0.1) \
     + STEP(TIME,0,0,1,5)*SIN(3*TIME + 0.2) - 2*ABS(VZ(11,21,21,21))*DZ(11,21,21)/(1 + DZ(11,21,21)**2)";

fn compile(text: &str) -> Tape {
    let mut d = Diagnostics::default();
    let e = Expression::parse(SpannedText::bare(text), Dialect::Adams, &mut d);
    Tape::compile(&e.expect("sound"), &NoTables, &mut d).expect("sound")
}

/// DZ, VZ and TIME in contact, halfway to full damping.
fn inputs(tape: &Tape) -> Vec<f64> {
    let value = |i: &Input| match i {
        Input::Time => 0.3,
        Input::Measure { measure, .. } if measure.is_velocity() => -2.0,
        _ => 0.95,
    };
    tape.inputs().iter().map(value).collect()
}

#[divan::bench(args = ["impact", "mixed"], sample_size = 1000)]
fn value(bencher: Bencher<'_, '_>, name: &str) {
    let tape = compile(if name == "impact" { IMPACT } else { MIXED });
    let inputs = inputs(&tape);
    let mut registers = vec![0.0; tape.registers()];
    let mut modes = vec![0; tape.switches()];
    tape.settle(
        &inputs,
        &vec![0.0; inputs.len()],
        &mut modes,
        &mut registers,
    );
    bencher.bench_local(|| tape.eval(black_box(&inputs), &modes, &mut registers));
}

#[divan::bench(args = ["impact", "mixed"], sample_size = 1000)]
fn value_and_gradient(bencher: Bencher<'_, '_>, name: &str) {
    let tape = compile(if name == "impact" { IMPACT } else { MIXED });
    let inputs = inputs(&tape);
    let n = tape.registers();
    let (mut registers, mut adjoints) = (vec![0.0; n], vec![0.0; n]);
    let mut gradient = vec![0.0; inputs.len()];
    let mut modes = vec![0; tape.switches()];
    tape.settle(
        &inputs,
        &vec![0.0; inputs.len()],
        &mut modes,
        &mut registers,
    );
    bencher.bench_local(|| {
        let inputs = black_box(&inputs);
        tape.gradient(inputs, &modes, &mut registers, &mut adjoints, &mut gradient)
    });
}

#[divan::bench(args = ["impact", "mixed"], sample_size = 1000)]
fn guards(bencher: Bencher<'_, '_>, name: &str) {
    let tape = compile(if name == "impact" { IMPACT } else { MIXED });
    let inputs = inputs(&tape);
    let rates = vec![0.5; inputs.len()];
    let mut registers = vec![Dual::constant(0.0); tape.registers()];
    let mut modes = vec![0; tape.switches()];
    tape.settle(
        &inputs,
        &rates,
        &mut modes,
        &mut vec![0.0; tape.registers()],
    );
    let slots: usize = (0..tape.switches()).map(|s| tape.guard_slots(s)).sum();
    let mut out = vec![(0.0, 0.0, 0.0); slots];
    bencher.bench_local(|| {
        tape.guards(black_box(&inputs), &rates, &modes, &mut registers, &mut out);
        out[0]
    });
}

/// The law alone, with the slopes in distance and rate.
#[divan::bench(sample_size = 1000)]
fn law_alone(bencher: Bencher<'_, '_>) {
    let args = [0.95, -2.0, 1.0, 100.0, 1.5, 25.0, 0.1].map(Dual::<f64, 2>::constant);
    bencher.bench_local(|| {
        let mut a = black_box(args);
        a[0].eps[0] = 1.0;
        a[1].eps[1] = 1.0;
        carom_laws::Impact::from(a).value_in(carom_laws::ImpactMode::from_code(1))
    });
}

/// The whole of it: two markers on two moving bodies, DZ and VZ with their gradients by the twelve coordinates of each
/// body (position, turn, velocity, angular velocity), the law with its slopes, the chain rule.
#[divan::bench(sample_size = 1000)]
fn force_with_measures_and_full_gradient(bencher: Bencher<'_, '_>) {
    let tape = compile(IMPACT);
    let n = tape.registers();
    let (mut registers, mut adjoints) = (vec![0.0; n], vec![0.0; n]);
    let modes = vec![1; tape.switches()];
    let mut m = [MarkerState::<f64>::ground(); 2];
    m[0].p.z = 0.95;
    m[0].v.z = -2.0;
    m[1].w = Vec3::new(0.1, 0.2, 0.3);
    let arms = [Vec3::new(0.1, 0.2, 0.0), Vec3::new(0.0, 0.3, 0.1)];
    bencher.bench_local(|| {
        let [i, j] = black_box(&m);
        let (dz, a) = Measure::DZ.gradient([i, j, j, j]);
        let (vz, b) = Measure::VZ.gradient([i, j, j, j]);
        let mut slope = [0.0; 2];
        let force = tape.gradient(&[dz, vz], &modes, &mut registers, &mut adjoints, &mut slope);
        let mut bodies = [MarkerGradient::zero(); 2];
        for k in 0..4 {
            let body = usize::from(k > 0);
            bodies[body].add_scaled(slope[0], &a[k]);
            bodies[body].add_scaled(slope[1], &b[k]);
        }
        let first = bodies[0].on_body(&arms[0], &m[0].w);
        let second = bodies[1].on_body(&arms[1], &m[1].w);
        (force, first, second)
    });
}
