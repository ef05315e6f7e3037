//! Places and weights for integrals over roots of two squares, by Jacobi's elliptic functions.
//!
//! An integrand that holds roots of t² − α and t² − β and is analytic otherwise becomes analytic and periodic if t is that function of θ = πu/2K of which both are squares:
//!
//! | over | t | k′ |
//! |---|---|---|
//! | 0 to r, roots at ±r and ±if | r·cn u | f/√(r² + f²) |
//! | 0 to ∞, roots at ±in and ±i/f | n·sc u | n·f |
//!
//! n equal steps of a quarter of the period then leave an error of q²ⁿ, q the nome, unless places at which the integrand is not analytic are nearer than the quarter period K′. Ratios of
//! theta functions make all of them, of few terms where the steps are few:
//!
//! ```text
//! θ₂ = Σ q^{m(m+1)} cos(2m+1)θ,   θ₄ = 1 + 2·Σ (−1)^m q^{m²} cos 2mθ
//! ```
//!
//! (θ₂ without the factor 2q^¼; θ₁ is θ₂ of π/2 − θ). Abramowitz and Stegun, chapter 16.

use super::slices::MANY;
use std::f64::consts::{FRAC_PI_2, PI};
use std::sync::LazyLock;

/// The range of t, and the roots, all positive.
pub(super) enum Range {
    /// From 0 to `root`, further roots at ±i·`far`.
    ToRoot { root: f64, far: f64 },
    /// From 0 to ∞, roots at ±i·`near` and ±i/`far`.
    AllRound { near: f64, far: f64 },
}

/// Places in a range.
pub(super) struct Places {
    nome: Nome,
    all_round: bool,
    scale: f64,
    step: f64,
    angles: &'static [(f64, f64)],
}

impl Places {
    /// So many that the error is that of rounding; `closer` times as many for places nearby at which the integrand is not analytic.
    pub(super) fn new(range: &Range, closer: f64) -> Self {
        // where two roots are nearly one, what is between them is nothing
        let (all_round, root, complement) = match *range {
            Range::ToRoot { root, far } => {
                let far = far.max(root.min(1e3) * LEAST);
                let root = root.min(far / LEAST);
                (false, root, far / (root * root + far * far).sqrt())
            }
            Range::AllRound { near, far } => {
                let complement = (near * far).max(LEAST);
                (true, near / complement.sqrt(), complement)
            }
        };
        let nome = Nome::new(complement);
        let count = if nome.count == 0 {
            3.0
        } else {
            18.5 * closer / -nome.q.ln() + 2.0
        };
        let angles = &ANGLES[(count.ceil() as usize).clamp(3, MOST) - 3];
        let scale = if all_round {
            root
        } else {
            root * nome.even(&[1.0], &[0.0])[0][0] / nome.odd(&[1.0], &[0.0])[0][0]
        };
        Self {
            nome,
            all_round,
            scale,
            step: FRAC_PI_2 / angles.len() as f64,
            angles,
        }
    }

    pub(super) fn count(&self) -> usize {
        self.angles.len()
    }

    /// t, and dt times the step, of the next places from one on.
    pub(super) fn chunk(&self, from: usize) -> [[f64; MANY]; 2] {
        let [mut t, mut dt] = [[0.0; MANY]; 2];
        let end = self.count().min(from + MANY);
        for k in (from..end).step_by(LANES) {
            let places = k - from..k - from + LANES;
            let lists = (&mut t[places.clone()], &mut dt[places]);
            self.fill(&self.angles[k..end.min(k + LANES)], lists);
        }
        [t, dt]
    }

    /// Without sums, so that processors take several at once.
    fn fill(&self, angles: &[(f64, f64)], (t, dt): (&mut [f64], &mut [f64])) {
        let [mut cos, mut sin] = [[1.0; LANES]; 2];
        for (k, angle) in angles.iter().enumerate() {
            (cos[k], sin[k]) = *angle;
        }
        let below = self.nome.odd(&cos, &sin);
        let (n, d) = if self.all_round {
            let [n, slope] = self.nome.odd(&sin, &cos);
            ([n, slope.map(|x| -x)], below)
        } else {
            (below, self.nome.even(&cos, &sin))
        };
        for k in 0..LANES {
            let inverse = 1.0 / d[0][k];
            t[k] = self.scale * n[0][k] * inverse;
            dt[k] = (self.scale * n[1][k] - t[k] * d[1][k]).abs() * inverse * self.step;
        }
    }
}

/// Powers of q: q^{m(m+1)} and q^{m²}, m from 1, as far as they count.
struct Nome {
    q: f64,
    powers: [[f64; 2]; TERMS],
    count: usize,
}

const TERMS: usize = 8;

impl Nome {
    /// From the complementary modulus.
    fn new(complement: f64) -> Self {
        let q = if complement > 0.2 {
            nome(complement)
        } else {
            let modulus = ((1.0 - complement) * (1.0 + complement)).sqrt();
            (PI * PI / nome(modulus).ln()).exp()
        };
        let mut powers = [[0.0; 2]; TERMS];
        let mut count = 0;
        // (m + 1)² is m² and 2m + 1
        let (mut square, mut power) = (q, q);
        for place in &mut powers {
            // without the rest it is a function of θ with the same ends, and nearly the same squares
            if square < 1e-8 {
                break;
            }
            *place = [square * power, square];
            square *= power * power * q;
            power *= q;
            count += 1;
        }
        Self { q, powers, count }
    }

    /// θ₂ without its factor, and its derivative.
    fn odd<const N: usize>(&self, cos: &[f64; N], sin: &[f64; N]) -> [[f64; N]; 2] {
        let [c2, s2] = doubled(cos, sin);
        let (mut c, mut s) = (*cos, *sin);
        let (mut sum, mut slope, mut n) = (c, s.map(|s| -s), 1.0);
        for [power, _] in &self.powers[..self.count] {
            turn(&mut c, &mut s, &c2, &s2);
            n += 2.0;
            for k in 0..N {
                sum[k] += power * c[k];
                slope[k] -= n * power * s[k];
            }
        }
        [sum, slope]
    }

    /// θ₄ and its derivative.
    fn even<const N: usize>(&self, cos: &[f64; N], sin: &[f64; N]) -> [[f64; N]; 2] {
        let [c2, s2] = doubled(cos, sin);
        let (mut c, mut s) = ([1.0; N], [0.0; N]);
        let (mut sum, mut slope, mut n) = ([1.0; N], [0.0; N], 0.0);
        let mut factor = 2.0;
        for [_, power] in &self.powers[..self.count] {
            turn(&mut c, &mut s, &c2, &s2);
            n += 2.0;
            factor = -factor;
            for k in 0..N {
                sum[k] += factor * power * c[k];
                slope[k] -= n * factor * power * s[k];
            }
        }
        [sum, slope]
    }
}

/// Cosine and sine of twice the angles.
fn doubled<const N: usize>(cos: &[f64; N], sin: &[f64; N]) -> [[f64; N]; 2] {
    let of = |f: fn(f64, f64) -> f64| std::array::from_fn(|k| f(cos[k], sin[k]));
    [of(|c, s| c * c - s * s), of(|c, s| 2.0 * s * c)]
}

/// Adds angles.
fn turn<const N: usize>(c: &mut [f64; N], s: &mut [f64; N], c2: &[f64; N], s2: &[f64; N]) {
    for k in 0..N {
        (c[k], s[k]) = (c[k] * c2[k] - s[k] * s2[k], s[k] * c2[k] + c[k] * s2[k]);
    }
}

/// q from k′, not much below ½: by ε = ½·(1 − √k′)/(1 + √k′), with a relative error of some 2000·ε²⁰.
fn nome(complement: f64) -> f64 {
    let x = complement.sqrt();
    let e = 0.5 * (1.0 - x) / (1.0 + x);
    let f = e * e * e * e;
    e * (1.0 + f * (2.0 + f * (15.0 + f * (150.0 + f * 1707.0))))
}

/// Places at a time.
const LANES: usize = 8;

/// The least k′.
const LEAST: f64 = 1e-7;

const MOST: usize = 96;

/// Cosine and sine of the middles of 3 to [`MOST`] equal steps of a quarter of a circle.
static ANGLES: LazyLock<Vec<Vec<(f64, f64)>>> = LazyLock::new(|| {
    let of = |count: usize| {
        let step = FRAC_PI_2 / count as f64;
        let at = |k: usize| (step * (k as f64 + 0.5)).sin_cos();
        (0..count).map(|k| (at(k).1, at(k).0)).collect()
    };
    (3..=MOST).map(of).collect()
});
