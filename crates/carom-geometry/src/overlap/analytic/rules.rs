//! Rules of quadrature for what planes leave of slices and discs.
//!
//! Integrands are analytic but for known places, and for square roots where slices shrink to nothing. How many points a rule takes follows from the nearest of those places:
//! of the ellipse with the ends of the range as foci that goes through it, with the half axis e in halves of the range, `ρ = e + √(e² − 1)` is what errors fall by.
//!
//! | at the ends | rule | error of n points |
//! |---|---|---|
//! | a root at both, or its inverse, and even | [`chebyshev`] | ρ²⁻²ⁿ |
//! | a root at one, or none | [`Ends`] | ρ⁻²ⁿ |
//! | anything, also places of no analyticity beside an end | [`rule`] | slower |

use std::f64::consts::PI;
use std::sync::LazyLock;

/// Of the ellipses with foci `begin` and `end` through places in the complex plane, by real and imaginary part, the smallest: its length over the distance of the
/// foci. Places that are an end to rounding do not count: there the substitution helps.
pub(super) fn clearance(places: &[(f64, f64)], begin: f64, end: f64) -> f64 {
    let span = end - begin;
    let mut least = f64::INFINITY;
    for &(re, im) in places {
        let e = ellipse(re - begin, re - end, im) / span;
        if e > 1.0 + 1e-12 {
            // beside an end the points are close
            let equal = if im == 0.0 {
                1.0 + 1.2 * (e - 1.0).sqrt()
            } else {
                e
            };
            least = least.min(equal.max(e));
        }
    }
    least
}

/// Sum of the distances of a place from the foci, from its real parts from them and its imaginary part.
fn ellipse(x: f64, y: f64, im: f64) -> f64 {
    if im == 0.0 {
        x.abs() + y.abs()
    } else {
        (x * x + im * im).sqrt() + (y * y + im * im).sqrt()
    }
}

/// e of the nearest of some places, by real and imaginary part.
pub(super) fn half_axis<'a>(
    places: impl Iterator<Item = &'a (f64, f64)>,
    begin: f64,
    end: f64,
) -> f64 {
    let least = places.fold(f64::INFINITY, |least, &(re, im)| {
        least.min(ellipse(re - begin, re - end, im))
    });
    least / (end - begin)
}

/// The k-th place in (−1, 1), from above, and its weight of Gauss's rule of so many points.
fn legendre(count: usize, k: usize) -> (f64, f64) {
    let n = count as f64;
    // a zero of the Legendre polynomial by Newton's method
    let mut x = (PI * (k as f64 + 0.75) / (n + 0.5)).cos();
    let mut slope = 1.0;
    for _ in 0..20 {
        let (mut p, mut q) = (1.0, 0.0);
        for j in 0..count {
            let j = j as f64;
            (p, q) = (((2.0 * j + 1.0) * x * p - j * q) / (j + 1.0), p);
        }
        slope = n * (x * p - q) / (x * x - 1.0);
        x -= p / slope;
    }
    (x, 2.0 / ((1.0 - x * x) * slope * slope))
}

/// Place in (0, 1) and weight of Gauss's rule of N points after the substitution λ = (1 − cos φ)/2, φ from 0 to π.
fn points_of<const N: usize>() -> [(f64, f64); N] {
    std::array::from_fn(|k| {
        let (x, weight) = legendre(N, k);
        let (sin, cos) = (0.5 * PI * (1.0 + x)).sin_cos();
        (0.5 * (1.0 - cos), 0.25 * PI * sin * weight)
    })
}

/// The rule of 32 points.
static RULE: LazyLock<[(f64, f64); 32]> = LazyLock::new(points_of);

/// Rules of fewer and of more points.
static RULES: LazyLock<Rules> = LazyLock::new(|| Rules {
    of_14: points_of(),
    of_20: points_of(),
    of_48: points_of(),
});

struct Rules {
    of_14: [(f64, f64); 14],
    of_20: [(f64, f64); 20],
    of_48: [(f64, f64); 48],
}

/// The rule that is exact to rounding if the nearest place at which the integrand is not analytic is on the ellipse with the ends of the range as foci that is
/// `clearance` times as long as they are apart. With cosh b = `clearance` the places are b off the range of φ, and the error of n points falls as
/// (β + √(1 + β²))⁻²ⁿ, β = 2b/π.
pub(super) fn rule(clearance: f64) -> &'static [(f64, f64)] {
    let rules = &*RULES;
    match clearance {
        e if e > 6.0 => &rules.of_14,
        e if e > 2.6 => &rules.of_20,
        e if e > 1.2 => &*RULE,
        _ => &rules.of_48,
    }
}

/// What integrands are at the ends of a range.
#[derive(Clone, Copy)]
pub(super) enum Ends {
    /// An analytic function.
    Smooth,
    /// √λ, or √(1 − λ), times an analytic function.
    RootFirst,
    RootLast,
}

impl Ends {
    /// Places in (0, 1) and weights: Gauss's rule, and where there is a root that of Gauss and Jacobi, λ or 1 − λ = u² with the places u of the rule of 2n points on
    /// (−1, 1). With e as for [`chebyshev`] the error falls as (e + √(e² − 1))⁻²ⁿ; none where that takes too many.
    pub(super) fn rule(self, clearance: f64) -> Option<&'static [(f64, f64)]> {
        let rule = RULES_BY_ENDS.iter().find(|r| clearance >= r.clearance)?;
        Some(&rule.points[self as usize])
    }
}

struct ByEnds {
    clearance: f64,
    points: [Vec<(f64, f64)>; 3],
}

/// Of 5 to 16 points.
static RULES_BY_ENDS: LazyLock<Vec<ByEnds>> = LazyLock::new(|| {
    let rule = |count: usize| {
        let smooth = |k: usize| {
            let (x, weight) = legendre(count, k);
            (0.5 + 0.5 * x, 0.5 * weight)
        };
        let square = |k: usize| {
            let (u, weight) = legendre(2 * count, k);
            (u * u, 2.0 * u * weight)
        };
        let first: Vec<_> = (0..count).map(square).collect();
        let last = first.iter().map(|(x, w)| (1.0 - x, *w)).collect();
        ByEnds {
            clearance: (18.5 / count as f64).cosh(),
            points: [(0..count).map(smooth).collect(), first, last],
        }
    };
    (5..=16).map(rule).collect()
});

/// The positive half of a rule for what is a power, ±½, 1½ and so on, of 1 − x² times a function that is even and analytic: places and weights, for sums over both halves. Of Gauss
/// and Chebyshev, x = cos φ at the middles of equal steps of φ. With e the half axis of the ellipse with foci ±1 through the nearest place at which the function is not analytic, the error
/// of n points in the half falls as (e + √(e² − 1))²⁻⁴ⁿ, if the power is not above 1½. It is exact to rounding for a root at `root`, and for a pole as segments have it, of high order, at `pole`.
pub(super) fn chebyshev(root: f64, pole: f64) -> &'static [(f64, f64)] {
    let rules = &*EQUAL_STEPS;
    let rule = rules.iter().find(|r| root >= r.root && pole >= r.pole);
    &rule.unwrap_or(&rules[rules.len() - 1]).points
}

/// A rule and how far off places have to be for it.
struct EqualSteps {
    root: f64,
    pole: f64,
    points: Vec<(f64, f64)>,
}

/// Of 2 to 48 points.
static EQUAL_STEPS: LazyLock<Vec<EqualSteps>> = LazyLock::new(|| {
    let rule = |half: usize| {
        let falls = (2 * half - 1) as f64;
        let step = PI / (2 * half) as f64;
        let at = |k: usize| (step * (k as f64 + 0.5)).sin_cos();
        EqualSteps {
            // e^(−2·18.5) is 1e-16; in front of the powers of poles of order six stands 1e5, e^(2·5.8)
            root: (18.5 / falls).cosh(),
            pole: (24.3 / falls).cosh(),
            points: (0..half).map(|k| (at(k).1, step * at(k).0)).collect(),
        }
    };
    (2..=48).map(rule).collect()
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rule_integrates_what_it_is_made_for() {
        let of = |f: fn(f64) -> f64| RULE.iter().map(|&(x, w)| w * f(x)).sum::<f64>();
        assert!((of(|_| 1.0) - 1.0).abs() < 1e-15);
        assert!((of(|x| x.powi(7)) - 0.125).abs() < 1e-15);
        // roots at both ends: ∫ √(x(1−x)) = π/8
        assert!((of(|x| (x * (1.0 - x)).sqrt()) - PI / 8.0).abs() < 1e-15);
        assert!((of(|x| x.powf(1.5)) - 0.4).abs() < 1e-15);
    }

    #[test]
    fn roots_at_the_ends_cost_nothing() {
        // a place at 1.75 and one at −0.75, where e is 2.5, and poles of first order there
        let f = |x: f64| 1.0 / ((1.75 - x) * (0.75 + x));
        let sum = |ends: Ends, g: fn(f64) -> f64| {
            let points = ends.rule(2.5).unwrap();
            points.iter().map(|&(x, w)| w * g(x) * f(x)).sum::<f64>()
        };
        // partial fractions: ∫dx/(a − x) = ln(a/(a − 1)), ∫√x dx/(a − x) = 2√a·artanh(1/√a) − 2, ∫√x dx/(b + x) = 2 − 2√b·arctan(1/√b)
        let (a, b) = (1.75f64, 0.75f64);
        let smooth = ((a / (a - 1.0)).ln() + ((1.0 + b) / b).ln()) / (a + b);
        let (p, q) = (a.sqrt(), b.sqrt());
        let rooted =
            (2.0 * p * (1.0 / p).atanh() - 2.0 + 2.0 - 2.0 * q * (1.0 / q).atan()) / (a + b);
        // rounding of a sum of 12 terms
        assert!((sum(Ends::Smooth, |_| 1.0) - smooth).abs() < 1e-15);
        assert!((sum(Ends::RootFirst, f64::sqrt) - rooted).abs() < 1e-15);
        assert!((sum(Ends::RootLast, |x| (1.0 - x).sqrt()) - rooted).abs() < 1e-15);
        // ∫√(1 − x²)/(a² − x²) dx over (−1, 1) is π·(1 − √(1 − 1/a²))
        let points = chebyshev(2.5, f64::INFINITY);
        let both = |&(x, w): &(f64, f64)| 2.0 * w * (1.0 - x * x).sqrt() / (6.25 - x * x);
        let exact = PI * (1.0 - (1.0f64 - 0.16).sqrt());
        assert!((points.iter().map(both).sum::<f64>() - exact).abs() < 1e-15);
    }
}
