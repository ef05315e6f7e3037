//! Lyapunov exponents: how fast neighbouring motions part, in all directions.
//!
//! The tangent of a long run is made orthonormal after each period, `X = Q·R`; what R's diagonal has grown by, over the time, are the exponents. Batches of the run give the standard
//! error of each. The sum of all has a value of its own: that of ln|det X|, the mean divergence and what impacts take (2·ln e each), which R's diagonals have
//! exactly and which no error of the split touches.
//!
//! What events take away, at a plastic impact or where sticking begins, has the exponent −∞: such columns are dropped, and counted.
//!
//! Sources: Benettin et al., Meccanica 15 (1980) 9; at impacts Müller, Chaos, Solitons & Fractals 5 (1995) 1671.

use crate::family::{Error, Family};
use crate::orbit::Return;
use crate::shooting::space;
use carom::dynamics::Reached;

/// An exponent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Exponent {
    /// 1/time.
    pub value: f64,
    /// Its standard error by batches.
    pub error: f64,
}

/// The exponents of a motion.
#[derive(Clone, Debug, PartialEq)]
pub struct Exponents {
    /// The largest first.
    pub all: Vec<Exponent>,
    /// How many are −∞.
    pub lost: usize,
    /// Their sum, as one number of the run.
    pub sum: f64,
    /// The time over which they were found, after settling.
    pub time: f64,
    /// Events in that time.
    pub events: u64,
    /// What was known at times on the way: the time since settling, and the exponents by then, in the order of `all`.
    pub history: Vec<(f64, Vec<f64>)>,
}

/// A column that one period leaves this part of is lost.
const LOST: f64 = 1e-200;
/// Times of the history.
const LOOKS: u64 = 200;

impl Family<'_> {
    /// Exponents of the motion of the first point of the design, as the study's `[orbit]` and `[exponents]` say.
    ///
    /// # Errors
    /// When there are no such sections; when the run ends, or has no derivative.
    pub fn exponents(&self) -> Result<Exponents, Error> {
        let Some(spec) = &self.study.orbits.exponents else {
            return Err(Error::Refused(
                "the study has no section [exponents]: [exponents] periods = 2000".into(),
            ));
        };
        let point = self.study.design.point(0);
        let Return::Period(period) = self.section(&point)?.at else {
            return Err(Error::Refused(
                "exponents are looked at after each period: [orbit] period = a time (any, where nothing is forced)".into(),
            ));
        };
        let values = self.study.values_at(&point);
        let settle = self.study.orbits.orbit.as_ref();
        let settle = settle.map_or(0.0, |s| s.settle.value(&values));
        let state = self.settle(&point, (settle / period).round() * period)?;
        self.exponents_from(&point, &state, period, (spec.periods, spec.batches))
    }

    /// The same from a state, looked at after each `period`, for so many of them, in batches.
    ///
    /// # Errors
    /// As [`Family::exponents`].
    pub fn exponents_from(
        &self,
        point: &[f64],
        state: &[f64],
        period: f64,
        (periods, batches): (u64, u64),
    ) -> Result<Exponents, Error> {
        let mut at_start = self.begin(point, None)?;
        at_start.set_state(state)?;
        let start = at_start.state()?;
        let (directions, sizes) = space(&mut at_start)?;
        let mut run = self.vary_from(point, &start, &[], &directions)?;
        let begun = run.time();
        run.take_events();
        let count = directions.len();
        let mut kept = count;
        // Of each batch: the sums of the logarithms.
        let mut sums = vec![vec![0.0; count]; batches as usize];
        let mut events = 0;
        let mut history: Vec<(f64, Vec<f64>)> = Vec::new();
        for k in 1..=periods {
            let t = begun + k as f64 * period;
            if run.run_until(t)? != Reached::Time {
                return Err(Error::NotFound("the run ends".into()));
            }
            events += run.take_events().len() as u64;
            let x = run.tangent_here()?;
            // the work of the forces, the last, is no state of the mechanism
            let found = orthonormal(&x[..kept], &sizes[..sizes.len() - 1]);
            let Some((inverse, diagonal)) = found else {
                return Err(Error::NotFound(format!(
                    "the motion has no derivative up to the time {t}{}",
                    doubt(&run)
                )));
            };
            kept = diagonal.len();
            let batch = ((k - 1) * batches / periods) as usize;
            for (sum, r) in sums[batch].iter_mut().zip(&diagonal) {
                *sum += r.ln();
            }
            run.mix_directions(&inverse);
            if (k * LOOKS) / periods > ((k - 1) * LOOKS) / periods {
                let t = k as f64 * period;
                let total = |j: usize| sums.iter().map(|s| s[j]).sum::<f64>() / t;
                history.push((t, (0..kept).map(total).collect()));
            }
        }
        let time = periods as f64 * period;
        let each = time / batches as f64;
        let all: Vec<Exponent> = (0..kept)
            .map(|j| {
                let of = sums.iter().map(|s| s[j] / each);
                let mean = of.clone().sum::<f64>() / batches as f64;
                let spread = of.map(|x| (x - mean).powi(2)).sum::<f64>();
                Exponent {
                    value: mean,
                    error: (spread / (batches * (batches - 1)) as f64).sqrt(),
                }
            })
            .collect();
        let mut order: Vec<usize> = (0..kept).collect();
        order.sort_by(|a, b| all[*b].value.total_cmp(&all[*a].value));
        for (_, means) in &mut history {
            *means = order.iter().map(|j| means[*j]).collect();
        }
        let all: Vec<Exponent> = order.iter().map(|j| all[*j]).collect();
        Ok(Exponents {
            history,
            sum: all.iter().map(|e| e.value).sum(),
            lost: count - kept,
            time,
            events,
            all,
        })
    }
}

fn doubt(run: &carom::dynamics::Stepping) -> String {
    let events = run.tangent().map(|t| t.events()).unwrap_or_default();
    let found = events.iter().find(|e| !e.doubt.is_empty());
    found.map_or_else(String::new, |e| {
        format!(
            ": {} of {} at {:.6e}: {}",
            e.kind.name(),
            e.element,
            e.time,
            e.doubt
        )
    })
}

/// `X = Q·R` in the sizes of the unknowns: R⁻¹, a list for each column of Q, and R's diagonal; columns that depend on those before are left out. None if a
/// number is not finite.
fn orthonormal(x: &[Vec<f64>], sizes: &[f64]) -> Option<(Vec<Vec<f64>>, Vec<f64>)> {
    let inner = |a: &[f64], b: &[f64]| -> f64 {
        let products = a.iter().zip(b).zip(sizes);
        products.map(|((a, b), s)| a * b / (s * s)).sum()
    };
    let mut q: Vec<Vec<f64>> = Vec::new();
    let (mut inverse, mut diagonal) = (Vec::<Vec<f64>>::new(), Vec::new());
    for (j, x_j) in x.iter().enumerate() {
        let mut v = x_j.clone();
        let mut mix = vec![0.0; x.len()];
        mix[j] = 1.0;
        // twice is enough
        for _ in 0..2 {
            for (q, of) in q.iter().zip(&inverse) {
                let d = inner(q, &v);
                v.iter_mut()
                    .zip(q)
                    .for_each(|(v, q): (&mut f64, &f64)| *v -= d * q);
                mix.iter_mut().zip(of).for_each(|(m, o)| *m -= d * o);
            }
        }
        let size = inner(&v, &v).sqrt();
        if !size.is_finite() {
            return None;
        }
        if size < LOST {
            continue;
        }
        q.push(v.into_iter().map(|v| v / size).collect());
        inverse.push(mix.into_iter().map(|m| m / size).collect());
        diagonal.push(size);
    }
    Some((inverse, diagonal))
}
