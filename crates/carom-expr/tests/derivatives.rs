//! Values against formulas written here, gradients and second derivatives against differences.

use crate::common;

use carom_base::{Dual, Number};
use common::{Random, Run, World, compile};

type Jet = Dual<Dual<f64, 2>, 2>;

/// IMPACT as the manuals print it.
fn impact(x: f64, v: f64, x1: f64, [k, e, c, d]: [f64; 4]) -> f64 {
    let p = x1 - x;
    if p <= 0.0 {
        return 0.0;
    }
    let s = (p / d).min(1.0);
    (k * p.powf(e) - c * s * s * (3.0 - 2.0 * s) * v).max(0.0)
}

/// A random place at IMPACT, or at one of the sides of BISTOP.
struct Place {
    text: String,
    /// Stiffness, exponent, damping, depth.
    parameters: [f64; 4],
    /// Where it begins; the upper side, of BISTOP.
    x1: f64,
    x2: Option<f64>,
    upper: bool,
    /// Penetration, negative before contact.
    depth: f64,
    x: f64,
    v: f64,
}

impl Place {
    fn new(random: &mut Random, bistop: bool) -> Self {
        let parameters = [
            random.decades(0.0, 6.0),
            [1.5, 2.0, 2.2, 3.0, random.between(1.1, 3.5)][random.below(5)],
            random.decades(-2.0, 4.0),
            random.decades(-2.0, 0.0),
        ];
        let [k, e, c, d] = parameters;
        let x1 = random.between(-1.0, 2.0);
        let x2 = x1 + random.between(0.1, 3.0);
        let upper = bistop && random.below(2) == 1;
        let (side, stop) = if upper { (-1.0, x2) } else { (1.0, x1) };
        let x = stop - side * d * random.between(-0.2, 2.0);
        Self {
            text: if bistop {
                format!("BISTOP(X, V, {x1:?}, {x2:?}, {k:?}, {e:?}, {c:?}, {d:?})")
            } else {
                format!("IMPACT(X, V, {x1:?}, {k:?}, {e:?}, {c:?}, {d:?})")
            },
            parameters,
            x1,
            x2: bistop.then_some(x2),
            upper,
            depth: stop - x,
            x,
            v: random.between(-5.0, 5.0),
        }
    }

    fn value(&self) -> f64 {
        let lower = impact(self.x, self.v, self.x1, self.parameters);
        match self.x2 {
            Some(x2) => lower - impact(-self.x, -self.v, -x2, self.parameters),
            None => lower,
        }
    }
}

/// 10,000 random points of IMPACT and of both sides of BISTOP: value, gradient, second derivatives.
#[test]
fn contact_laws() {
    let mut random = Random(5);
    let (mut touching, mut upper) = (0, 0);
    for n in 0..10_000 {
        let place = Place::new(&mut random, n % 2 == 1);
        let (text, [k, e, c, d]) = (&place.text, place.parameters);
        let at = [place.x, place.v];
        let mut run = Run::of(text, &["X", "V"]);
        run.settle(&at, &[place.v, 0.0]);
        let (value, gradient) = run.gradient(&at);
        // rounding of x1 - x through the exponent, against the sizes of both terms
        let p = place.depth.abs().max(1e-3 * d);
        let size = k * p.powf(e) + c * place.v.abs();
        let want = place.value();
        assert!(
            (value - want).abs() < 1e-12 * size * (1.0 + e / p),
            "{text}: {value} {want}"
        );
        // dual numbers divide by multiplying with the inverse: a rounding more
        assert!((value - run.eval(&at)).abs() <= 1e-15 * size);
        assert_eq!(run.eval(&at), run.live(&at));
        let jet = [0, 1].map(|a| Jet::variable(Dual::variable(at[a], a), a));
        let mut registers = vec![Jet::constant(0.0); run.tape.registers()];
        let y = run.tape.eval(&jet, &run.modes, &mut registers);
        assert_eq!(y.re.re, value);
        if value == 0.0 {
            assert_eq!(gradient, [0.0, 0.0]);
            continue;
        }
        touching += 1;
        upper += i32::from(place.upper);
        // third derivatives grow without bound at first touch
        if p >= 1e-2 * d {
            let scale = [size * (e / p + 1.0 / d), c + size / 5.0];
            differences(&mut run, &place, y, scale, size);
        }
    }
    // the points reach what they are for
    assert!(touching > 4000 && upper > 800, "{touching} {upper}");
}

/// First and second derivatives against differences. The steps stay on the branch: the modes are frozen. Step relative
/// to the scale of the law; central differences leave h²/6·f‴ and rounding/h.
fn differences(run: &mut Run, place: &Place, y: Jet, scale: [f64; 2], size: f64) {
    let Place { text, x, v, .. } = place;
    let gradient = run.gradient(&[*x, *v]).1;
    let slope = |h: [f64; 2], f: &mut dyn FnMut(f64, f64) -> f64| {
        (f(x + h[0], v + h[1]) - f(x - h[0], v - h[1])) / (2.0 * (h[0] + h[1]))
    };
    let d = place.parameters[3];
    let p = place.depth.abs().max(1e-3 * d);
    let steps = [[1e-5 * p.min(d), 0.0], [0.0, 1e-4]];
    for a in 0..2 {
        let got = gradient[a];
        assert!((got - y.re.eps[a]).abs() <= 1e-13 * scale[a], "{text}");
        let difference = slope(steps[a], &mut |x, v| run.eval(&[x, v]));
        assert!(
            (got - difference).abs() < 1e-6 * scale[a],
            "{text}: {got} {difference}"
        );
        for b in 0..2 {
            let second = y.eps[a].eps[b];
            let difference = slope(steps[b], &mut |x, v| run.gradient(&[x, v]).1[a]);
            let scale = scale[a] * scale[b] / size;
            assert!(
                (second - difference).abs() < 1e-6 * scale,
                "{text}: {second} {difference}"
            );
        }
    }
}

/// All operations: the backward sweep, dual numbers and differences agree.
#[test]
fn all_operations() {
    let world = World::with_names(&["X", "Y", "V"]);
    for text in [
        "X + Y - V",
        "X*Y/V",
        "-X**3 + X**-2 + Y**2.5 + (X*Y)**0.5",
        "X**Y + (1 + V)**X",
        "SIN(X) + COS(X*Y) + TAN(Y)",
        "ASIN(X/5) + ACOS(Y/5) + ATAN(V)",
        "SINH(X) + COSH(Y) + TANH(V)",
        "EXP(X) + LOG(Y) + LOG10(V) + SQRT(X*Y)",
        "ATAN2(X, Y) + ATAN2(-Y, -V)",
        "ABS(X - 1) + ABS(Y - 3)*SIGN(X, -V)",
        "MAX(X, Y, V) + MIN(X*V, Y) + DIM(Y, X) + DIM(X, Y)",
        "MOD(5*Y, X) + AINT(3*Y)*X + ANINT(2*V)*Y",
        "IF(X - Y: X**2, 0, Y**2) + IF(V: 0, 0, IF(Y: 1, 2, V*Y))*X",
        "STEP(X, 0, Y, 2, V) + STEP5(Y, V, 1, X, 2) + HAVSIN(V, 3, 1, 0, X)",
        "POLY(X, Y, 1, V, 3, 4) + CHEBY(X, 0.1, 1, 2, Y, V)",
        "FORCOS(X, Y, 1.3, 1, 2, V) + FORSIN(X, 0, V, Y, 1, 2, 3)",
        "SHF(X, 0.1, Y, V, 0.3, 2)",
        "SWEEP(X, Y, 0.2, V, 3, 4, 0.5)",
        "IMPACT(X, V, Y + 1, 100*Y, 1.5, V, 0.4)",
        "IMPACT(X, V, 2, 100, Y, 3, 0.4)",
        "BISTOP(Y, V, 0.1, 1, 100*X, 1.5, 10, 0.3*V)",
        "X*X*Y*SIN(X*X*Y) + X*X*Y",
    ] {
        let mut run = Run::new(compile(text, &world));
        let n = run.tape.inputs().len();
        let point: Vec<f64> = run
            .tape
            .inputs()
            .iter()
            .map(|i| match i.to_string().as_str() {
                "X" => 1.3,
                "Y" => 1.7,
                _ => 0.9,
            })
            .collect();
        run.settle(&point, &vec![0.0; n]);
        let (value, gradient) = run.gradient(&point);
        assert!(
            value.is_finite() && (value - run.live(&point)).abs() <= 1e-14 * value.abs(),
            "{text}"
        );
        for k in 0..n {
            let mut duals: Vec<Dual<f64, 1>> = point.iter().map(|&x| Dual::constant(x)).collect();
            duals[k].eps[0] = 1.0;
            let mut registers = vec![Dual::constant(0.0); run.tape.registers()];
            let dual = run.tape.eval(&duals, &run.modes, &mut registers).eps[0];
            let scale = 1.0 + dual.abs();
            assert!((gradient[k] - dual).abs() < 1e-12 * scale, "{text} {k}");
            let mut shifted = point.clone();
            shifted[k] += 1e-5;
            let forth = run.eval(&shifted);
            shifted[k] -= 2e-5;
            let difference = (forth - run.eval(&shifted)) / 2e-5;
            // h²·f‴/6 and rounding/h for values up to 1e3
            assert!(
                (dual - difference).abs() < 1e-5 * scale,
                "{text} {k}: {dual} {difference}"
            );
        }
    }
}

#[test]
fn motions_of_time() {
    let mut run = Run::of("0.1*TIME**3 + STEP(TIME, 1, 0, 3, 2)", &[]);
    run.settle(&[2.0], &[1.0]);
    let mut registers = vec![carom_expr::tape::TimeJet::constant(0.0); run.tape.registers()];
    let jet = run.tape.time_jet(2.0, &run.modes, &mut registers);
    // at mid-step: 0.8 + 1, 1.2 + 1.5, 1.2 + 0
    for (got, want) in jet.into_iter().zip([1.8, 2.7, 1.2]) {
        assert!((got - want).abs() < 1e-15);
    }
    let constant = compile("2*PI", &World::default());
    assert_eq!(
        constant.time_jet(
            1.0,
            &[],
            &mut vec![carom_expr::tape::TimeJet::constant(0.0); constant.registers()]
        )[1],
        0.0
    );
}

#[test]
fn roots_at_zero_have_no_slope() {
    let mut run = Run::of("SQRT(X**2 + Y**2) + (X**2 + Y**2)**0.5", &["X", "Y"]);
    assert_eq!(run.gradient(&[0.0, 0.0]), (0.0, vec![0.0, 0.0]));
    let (_, g) = run.gradient(&[3.0, 4.0]);
    assert!((g[0] - 1.2).abs() < 1e-15 && (g[1] - 1.6).abs() < 1e-15);
}

#[test]
fn arguments_out_of_range_are_no_number() {
    let mut run = Run::of("IMPACT(X, 0, 1, Y, 1.5, 0, 0.1)", &["X", "Y"]);
    run.settle(&[0.9, 100.0], &[0.0, 0.0]);
    assert!(run.eval(&[0.9, 100.0]) > 3.0);
    assert!(run.eval(&[0.9, -1.0]).is_nan() && run.gradient(&[0.9, -1.0]).0.is_nan());
    let fault = run
        .tape
        .fault(&[0.9, -1.0], &run.modes, &mut run.registers.clone());
    let (message, span) = fault.expect("not finite");
    assert_eq!(
        (message.as_str(), span.start),
        ("IMPACT: k = -1 must be 0 or greater", 0)
    );
    for (text, inputs, message, place) in [
        ("1 + SQRT(X - 1)", [0.75], "SQRT of -0.25", "SQRT(X - 1)"),
        ("2*(3/X)", [0.0], "division of 3 by zero", "(3/X)"),
        ("LOG(X)", [0.0], "LOG of 0", "LOG(X)"),
        ("ATAN2(X, X)", [0.0], "ATAN2 of 0 and 0", "ATAN2(X, X)"),
        (
            "ABS(X - 3)**0.3 + (X - 3)**0.3",
            [1.0],
            "-2 to the power 0.3",
            "(X - 3)**0.3",
        ),
        ("ASIN(X)", [1.5], "ASIN of 1.5", "ASIN(X)"),
        ("EXP(X)", [1e4], "EXP of 10000", "EXP(X)"),
        (
            "IF(X: 0, 0, 1/(X - 2))",
            [2.0],
            "division of 1 by zero",
            "1/(X - 2)",
        ),
        ("MAX(X, 1)", [f64::NAN], "X is NaN", "X"),
        (
            "STEP(X, 0, 0, X - 1, 1)",
            [1.0],
            "STEP: x1 = 0 must be a finite number other than x0",
            "STEP(X, 0, 0, X - 1, 1)",
        ),
    ] {
        let mut run = Run::of(text, &["X"]);
        run.settle(&inputs, &[0.0]);
        assert!(!run.live(&inputs).is_finite(), "{text}");
        let (got, span) = run
            .tape
            .fault(&inputs, &run.modes, &mut run.registers.clone())
            .unwrap_or_else(|| panic!("{text}"));
        let at = &text[span.start as usize..span.end as usize];
        assert_eq!(got, message);
        assert_eq!(at, place);
    }
    let mut fine = Run::of("IF(X: 0, 0, 1/X)", &["X"]);
    fine.settle(&[-1.0], &[0.0]);
    assert_eq!(
        fine.tape
            .fault(&[-1.0], &fine.modes, &mut fine.registers.clone()),
        None
    );
}
