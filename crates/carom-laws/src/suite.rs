//! What every contact and friction law must fulfil; walks [`CONTACT_LAWS`].

use crate::contact::{CONTACT_LAWS, ContactLaw, Dimension};
use crate::jet::Jet2;
use carom_base::{Dialect, Dual, Number, Units};

/// Random numbers with a fixed seed (SplitMix64).
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }
    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }
    /// In [0, 1).
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }
    pub fn between(&mut self, a: f64, b: f64) -> f64 {
        a + (b - a) * self.unit()
    }
    pub fn below(&mut self, n: usize) -> usize {
        (self.unit() * n as f64) as usize
    }
}

/// Random legal arguments of a law, by the names of its arguments.
fn sample(law: &dyn ContactLaw, random: &mut Random) -> Vec<f64> {
    let d = random.between(0.01, 1.0);
    let x1 = random.between(-1.0, 1.0);
    let x2 = x1 + random.between(0.1, 1.0);
    let mu = random.between(0.1, 1.0);
    let vs = random.between(0.1, 1.0);
    let vd = vs + random.between(0.1, 1.0);
    let log = |random: &mut Random, a, b| 10f64.powf(random.between(a, b));
    // Both branches, partial and full damping, and a part of the points open.
    let depth = random.between(-0.3, 2.0) * d;
    let below = random.unit() < 0.5 || law.index("x2").is_none();
    let args: Vec<f64> = law
        .arguments()
        .iter()
        .map(|a| match a.name {
            "x" if below => x1 - depth,
            "x" => x2 + depth,
            "xdot" => random.between(-3.0, 3.0),
            "x1" => x1,
            "x2" => x2,
            "k" => log(random, 0.0, 6.0),
            "e" => random.between(1.1, 3.5),
            "cmax" => log(random, -2.0, 4.0),
            "d" => d,
            "v" => random.between(-1.5, 1.5) * vd,
            "mu_static" => mu,
            "mu_dynamic" => 0.7 * mu,
            "vs" => vs,
            "vd" => vd,
            "restitution" => mu,
            "vt" => vs,
            "volume" => log(random, -3.0, 0.0),
            "c" => mu,
            name => panic!("{}: no sample for {name}", law.name()),
        })
        .collect();
    assert_eq!(law.check(Dialect::Adams, &args), Ok(()));
    args
}

/// Index of the first state argument, and of the velocity.
fn state(law: &dyn ContactLaw) -> (usize, usize) {
    let velocity = law.index("xdot").or(law.index("v")).unwrap();
    (law.index("x").unwrap_or(velocity), velocity)
}

/// `[f, f_a, f_b, f_aa, f_ab, f_bb]` in the arguments `a` and `b`, exactly.
fn exact(law: &dyn ContactLaw, args: &[f64], (a, b): (usize, usize)) -> [f64; 6] {
    let mut jets: Vec<Jet2> = args.iter().map(|&x| Jet2::constant(x)).collect();
    jets[b] = Dual::variable(Dual::variable(args[b], 1), 1);
    jets[a] = Dual::variable(Dual::variable(args[a], 0), 0);
    let f = law.jet(&jets);
    let (re, [u, v]) = (f.re, f.eps);
    [re.re, re.eps[0], re.eps[1], u.eps[0], u.eps[1], v.eps[1]]
}

/// Five-point difference of `f` at 0: error h⁴f⁽⁵⁾/30, rounding 1.5·ε·f/h.
fn difference(f: impl Fn(f64) -> f64, h: f64) -> f64 {
    (8.0 * (f(h) - f(-h)) - (f(2.0 * h) - f(-2.0 * h))) / (12.0 * h)
}

/// First and second derivatives at 10,000 points against differences, relative to 1e-6.
///
/// Relative to the largest of the derivative, of the value over the smallest length in play (`d`, `vs`,
/// penetration), which is what cancellation between spring and damper leaves, as a difference can resolve no more.
/// Points whose stencil crosses the end of a branch have no difference there and are drawn again.
#[test]
fn derivatives_match_differences() {
    for law in CONTACT_LAWS {
        let mut random = Random::new(20_260_101);
        let (a, b) = state(*law);
        let (mut points, mut drawn, mut worst) = (0, 0, 0f64);
        let mut signs = [0; 3];
        while points < 10_000 {
            drawn += 1;
            let args = sample(*law, &mut random);
            let at = |i: usize, h: f64| {
                let mut moved = args.clone();
                moved[i] += h;
                exact(*law, &moved, (a, b))
            };
            let f = exact(*law, &args, (a, b));
            // a quotient of dual numbers is rounded twice
            let rounding = 1e-15 * force_terms(*law, &args);
            assert!(
                (f[0] - law.value(&args)).abs() <= rounding,
                "{}",
                law.name()
            );
            let scale = |i: usize| match law.arguments()[i].name {
                // powers of the penetration bend over its own length
                "x" => ["x1", "x2"]
                    .iter()
                    .filter_map(|end| law.index(end))
                    .map(|end| (args[a] - args[end]).abs())
                    .fold(law.index("d").map_or(1.0, |d| args[d]), f64::min),
                "v" => args[law.index("vs").unwrap()],
                _ => 1.0,
            };
            let h = |i: usize| 1e-3 * scale(i);
            let near_end = |i: usize| {
                [-2.0, 2.0]
                    .iter()
                    .any(|s| law_branch(*law, &args, i, s * h(i)))
            };
            if near_end(a) || near_end(b) {
                continue;
            }
            points += 1;
            signs[(f[0].signum() * f64::from(f[0] != 0.0) + 1.0) as usize] += 1;
            let mut compare = |got: f64, order: usize, i: usize, size: f64| {
                let expected = difference(|s| at(i, s)[order], h(i));
                let error = (got - expected).abs() / got.abs().max(size / scale(i)).max(1e-300);
                worst = worst.max(error);
                assert!(error < 1e-6, "{} {args:?}: {got} {expected}", law.name());
            };
            compare(f[1], 0, a, f[0].abs());
            compare(f[3], 1, a, f[1].abs());
            if a != b {
                compare(f[2], 0, b, f[0].abs());
                compare(f[4], 2, a, f[2].abs());
                compare(f[4], 1, b, f[1].abs());
                compare(f[5], 2, b, f[2].abs());
            }
        }
        assert!(drawn < 11_000, "{}: {drawn} points drawn", law.name());
        // pushing, idle and, with a second side, pulling points were all among them
        assert!(signs[1] > 300 || law.index("v").is_some());
        assert!(signs[2] > 2000);
        assert!(signs[0] > 2000 || law.index("x2").is_none() && law.index("x").is_some());
        println!("{}: worst {worst:.1e}", law.name());
    }
}

/// Whether a move of argument `i` by `h` passes the end of a branch.
fn law_branch(law: &dyn ContactLaw, args: &[f64], i: usize, h: f64) -> bool {
    let mut moved = args.to_vec();
    moved[i] += h;
    let side = |args: &[f64]| {
        let get = |name: &str| law.index(name).map(|i| args[i]);
        let mut sides = vec![law.value(args) == 0.0];
        if let (Some(x), Some(x1)) = (get("x"), get("x1")) {
            let d = get("d").unwrap_or(0.0);
            let x2 = get("x2").unwrap_or(f64::INFINITY);
            for end in [x1, x1 - d, x2, x2 + d] {
                sides.push(x < end);
            }
        }
        if let (Some(v), Some(vt)) = (get("xdot"), get("vt")) {
            sides.extend([v < -vt, v < vt]);
        }
        if let (Some(v), Some(vs), Some(vd)) = (get("v"), get("vs"), get("vd")) {
            for end in [-vd, -vs, vs, vd] {
                sides.push(v < end);
            }
        }
        sides
    };
    side(args) != side(&moved)
}

/// A stop pushes and never pulls; friction brakes and never drives.
#[test]
fn no_pull() {
    for law in CONTACT_LAWS {
        let mut random = Random::new(2);
        for _ in 0..10_000 {
            let args = sample(*law, &mut random);
            let (f, sign) = (law.value(&args), law.sign(&args));
            assert!(f == 0.0 || f * sign > 0.0, "{} {args:?}: {f}", law.name());
        }
    }
}

/// Over a closed cycle of motion the law takes energy out.
#[test]
fn dissipation() {
    const N: usize = 400;
    for law in CONTACT_LAWS {
        let mut random = Random::new(3);
        let (a, b) = state(*law);
        let mut took = 0;
        for _ in 0..1000 {
            let mut args = sample(*law, &mut random);
            let (centre, amplitude) = (args[a], random.between(0.01, 1.0));
            let (mut work, mut size) = (0.0, 0.0);
            for i in 0..N {
                let (s, c) = (std::f64::consts::TAU * i as f64 / N as f64).sin_cos();
                args[a] = centre + amplitude * c;
                args[b] = -amplitude * s;
                let power = law.value(&args) * args[b];
                work += power;
                size += power.abs();
            }
            // An undamped cycle does no work: left and right samples cancel to rounding.
            assert!(work <= 1e-12 * size, "{} {args:?}: {work}", law.name());
            took += usize::from(work < 0.0);
        }
        assert!(took > 500, "{}: {took}", law.name());
    }
}

/// The same motion in other units gives the same force in the other unit.
#[test]
fn units_scale() {
    let sets = [
        ("newton", "millimeter", "second"),
        ("pound_force", "inch", "millisecond"),
        ("dyne", "centimeter", "minute"),
    ]
    .map(|(f, l, t)| Units::from_names(f, "kilogram", l, t).unwrap());
    for law in CONTACT_LAWS {
        let mut random = Random::new(4);
        for _ in 0..1000 {
            let args = sample(*law, &mut random);
            for to in &sets {
                let converted = law.converted(&args, &Units::si(), to);
                let factor = law.dimension().factor(&Units::si(), to, 1.0);
                let (f, g) = (law.value(&args) * factor, law.value(&converted));
                // Rounding of x through the power law, and cancellation between spring and damper.
                let size = force_terms(*law, &args) * factor;
                assert!((f - g).abs() <= 1e-11 * size, "{} {args:?}", law.name());
            }
        }
    }
}

/// Size of the terms of the value, for rounding: spring plus damper, or a coefficient of friction.
fn force_terms(law: &dyn ContactLaw, args: &[f64]) -> f64 {
    if law.dimension() == Dimension::Number {
        return 1.0;
    }
    let get = |name: &str, absent: f64| law.index(name).map_or(absent, |i| args[i]);
    if let Some(i) = law.index("volume") {
        return get("k", 0.0) * args[i] * (1.0 + get("c", 0.0) * get("xdot", 0.0).abs());
    }
    let p = (get("x1", 0.0) - get("x", 0.0)).abs() + 1.0;
    let speed = get("xdot", 0.0).abs();
    let spring = get("k", 0.0) * p.powf(get("e", 1.0));
    spring * (1.0 + get("c", 0.0) * speed) + get("cmax", 0.0) * speed
}
