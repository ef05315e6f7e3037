//! Which points a study runs: grids, lists, random and quasi-random designs, tables of a file.
//!
//! | design | points |
//! |---|---|
//! | `grid` | all combinations, the last parameter fastest |
//! | `list` | the first values of all parameters, the second ones, ... |
//! | `random` | independent |
//! | `latin-hypercube` | of each parameter one in each of n strata of equal probability, at random in it; strata paired at random (McKay, Beckman, Conover 1979) |
//! | `sobol` | the Sobol sequence with the direction numbers of Joe and Kuo (2008), from its first point, the middle of all ranges, on |
//! | `file` | the rows of a table |
//!
//! Random numbers come from ChaCha with 8 rounds, one stream for each parameter: a seed gives the same points on every
//! machine, and a parameter more leaves those of the others as they are.

use crate::normal;
use crate::sobol;
use chacha20::ChaCha8Rng;
use chacha20::rand_core::{Rng, SeedableRng};

/// The kinds of designs, as study files name them.
pub const DESIGNS: &[(&str, Kind)] = &[
    ("grid", Kind::Grid),
    ("list", Kind::List),
    ("random", Kind::Random),
    ("latin-hypercube", Kind::LatinHypercube),
    ("sobol", Kind::Sobol),
    ("file", Kind::File),
];

/// A kind of design.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// All combinations.
    Grid,
    /// Value by value.
    List,
    /// Independent random points.
    Random,
    /// One point in each stratum of each parameter.
    LatinHypercube,
    /// The Sobol sequence.
    Sobol,
    /// Rows of a file.
    File,
}

/// The values that a parameter may take.
#[derive(Clone, Debug, PartialEq)]
pub enum Axis {
    /// These; where points are drawn, each with the same probability.
    Values(Vec<f64>),
    /// From one number to another; where points are drawn, with the same density everywhere.
    Range {
        /// One end.
        from: f64,
        /// The other end.
        to: f64,
        /// Points of a grid or list.
        points: Option<usize>,
        /// Even in the logarithm.
        log: bool,
    },
    /// Normal distribution.
    Normal {
        /// Mean.
        mean: f64,
        /// Standard deviation.
        deviation: f64,
    },
}

impl Axis {
    /// How many values it lists by itself.
    pub fn listed(&self) -> Option<usize> {
        match self {
            Self::Values(list) => Some(list.len()),
            Self::Range { points, .. } => *points,
            Self::Normal { .. } => None,
        }
    }

    /// The value of a number in a list; both ends of a range are hit exactly.
    fn at(&self, k: usize) -> f64 {
        match self {
            Self::Values(list) => list[k],
            Self::Range {
                from, to, points, ..
            } => match points.unwrap_or(1) {
                1 => *from,
                n if k + 1 == n => *to,
                n => self.quantile(k as f64 / (n - 1) as f64),
            },
            Self::Normal { mean, .. } => *mean,
        }
    }

    /// The value below which the share `u` of all points lies, 0 < u < 1.
    pub fn quantile(&self, u: f64) -> f64 {
        match self {
            Self::Values(list) => list[((u * list.len() as f64) as usize).min(list.len() - 1)],
            Self::Range {
                from,
                to,
                log: false,
                ..
            } => from + u * (to - from),
            Self::Range { from, to, .. } => {
                if u == 0.0 {
                    *from
                } else {
                    (from.ln() + u * (to.ln() - from.ln())).exp()
                }
            }
            Self::Normal { mean, deviation } => {
                // Infinite at the ends, which no design reaches; the nearest numbers inside are 8 deviations away.
                let u = u.clamp(f64::EPSILON / 2.0, 1.0 - f64::EPSILON / 2.0);
                mean + deviation * normal::quantile(u)
            }
        }
    }
}

/// The points of a study: a value of each varied parameter for each run.
#[derive(Clone, Debug, PartialEq)]
pub struct Design {
    axes: Vec<Axis>,
    points: Points,
    len: usize,
}

#[derive(Clone, Debug, PartialEq)]
enum Points {
    /// Found by its number.
    Grid,
    List,
    /// Row by row.
    Table(Vec<f64>),
}

impl Design {
    /// All combinations; `None` if they are too many to be counted. Each axis lists its values.
    pub fn grid(axes: Vec<Axis>) -> Option<Self> {
        let counts = axes.iter().map(|a| a.listed().unwrap_or(1));
        let len = counts.into_iter().try_fold(1_usize, usize::checked_mul)?;
        Some(Self {
            axes,
            points: Points::Grid,
            len,
        })
    }

    /// Value by value; each axis lists as many.
    pub fn list(axes: Vec<Axis>) -> Self {
        let len = axes.iter().filter_map(Axis::listed).max().unwrap_or(1);
        Self {
            axes,
            points: Points::List,
            len,
        }
    }

    /// `len` points that are drawn. `None`: the Sobol sequence has not so many parameters.
    pub fn drawn(kind: Kind, axes: Vec<Axis>, len: usize, seed: u64) -> Option<Self> {
        let width = axes.len();
        let mut table = vec![0.0; len * width];
        match kind {
            Kind::LatinHypercube => {
                for k in 0..width {
                    let mut random = stream(seed, k);
                    let strata = permutation(len, &mut random);
                    for (row, stratum) in strata.into_iter().enumerate() {
                        let inside = uniform(&mut random);
                        table[row * width + k] = (stratum as f64 + inside) / len as f64;
                    }
                }
            }
            Kind::Sobol => {
                let mut sequence = sobol::Sobol::new(width)?;
                // The first point of the sequence is the corner of all ranges, where a normal distribution is infinite.
                sequence.next_point();
                for row in 0..len {
                    table[row * width..][..width].copy_from_slice(sequence.next_point());
                }
            }
            _ => {
                for k in 0..width {
                    let mut random = stream(seed, k);
                    for row in 0..len {
                        table[row * width + k] = uniform(&mut random);
                    }
                }
            }
        }
        for row in table.chunks_mut(width.max(1)) {
            for (x, axis) in row.iter_mut().zip(&axes) {
                *x = axis.quantile(*x);
            }
        }
        Some(Self {
            axes,
            points: Points::Table(table),
            len,
        })
    }

    /// The columns of a table, one for each parameter, all of one length.
    pub fn table(columns: &[Vec<f64>]) -> Self {
        let len = columns.first().map_or(1, Vec::len);
        let rows = (0..len).flat_map(|row| columns.iter().map(move |c| c[row]));
        Self {
            axes: columns.iter().map(|_| Axis::Values(Vec::new())).collect(),
            points: Points::Table(rows.collect()),
            len,
        }
    }

    /// How many points.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// How many values each axis of a grid lists; `None` if it is no grid.
    pub fn counts(&self) -> Option<Vec<usize>> {
        let counts = self.axes.iter().map(|a| a.listed().unwrap_or(1));
        (self.points == Points::Grid).then(|| counts.collect())
    }

    /// The values of an axis of a grid.
    pub fn axis_values(&self, axis: usize) -> Vec<f64> {
        let axis = &self.axes[axis];
        (0..axis.listed().unwrap_or(1))
            .map(|k| axis.at(k))
            .collect()
    }

    /// The values of the varied parameters at a point.
    pub fn point(&self, number: usize) -> Vec<f64> {
        match &self.points {
            Points::Grid => {
                let mut rest = number;
                let mut values: Vec<f64> = self
                    .axes
                    .iter()
                    .rev()
                    .map(|axis| {
                        let n = axis.listed().unwrap_or(1);
                        let k = rest % n;
                        rest /= n;
                        axis.at(k)
                    })
                    .collect();
                values.reverse();
                values
            }
            Points::List => self.axes.iter().map(|axis| axis.at(number)).collect(),
            Points::Table(table) => {
                let width = self.axes.len();
                table[number * width..][..width].to_vec()
            }
        }
    }
}

fn stream(seed: u64, number: usize) -> ChaCha8Rng {
    // The seed as it is, not spread by a function that another version may change.
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    let mut random = ChaCha8Rng::from_seed(bytes);
    random.set_stream(number as u64);
    random
}

/// Even in (0, 1): the middles of 2⁵² intervals.
fn uniform(random: &mut ChaCha8Rng) -> f64 {
    ((random.next_u64() >> 12) as f64 + 0.5) / (1_u64 << 52) as f64
}

/// Fisher and Yates.
fn permutation(n: usize, random: &mut ChaCha8Rng) -> Vec<usize> {
    let mut list: Vec<usize> = (0..n).collect();
    for k in (1..n).rev() {
        // The share of a number is off by 2⁻⁶⁴·n at most.
        let j = (u128::from(random.next_u64()) * (k as u128 + 1)) >> 64;
        list.swap(k, j as usize);
    }
    list
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(from: f64, to: f64) -> Axis {
        Axis::Range {
            from,
            to,
            points: None,
            log: false,
        }
    }

    fn points(d: &Design) -> Vec<Vec<f64>> {
        (0..d.len()).map(|k| d.point(k)).collect()
    }

    #[test]
    fn grids_and_lists() {
        let log = Axis::Range {
            from: 1.0,
            to: 100.0,
            points: Some(3),
            log: true,
        };
        let grid = Design::grid(vec![Axis::Values(vec![5.0, 6.0]), log.clone()]).unwrap();
        let all = points(&grid);
        assert_eq!(all.len(), 6);
        assert_eq!((all[0][0], all[0][1]), (5.0, 1.0));
        // e^(ln 100 / 2) in rounding
        assert!((all[1][1] - 10.0).abs() < 1e-14);
        assert_eq!((all[2][0], all[2][1]), (5.0, 100.0));
        assert_eq!(all[3][0], 6.0);
        let list = Design::list(vec![Axis::Values(vec![5.0, 6.0, 7.0]), log]);
        assert_eq!(points(&list)[2], [7.0, 100.0]);
        let many = Axis::Values(vec![0.0; 1 << 17]);
        assert_eq!(Design::grid(vec![many; 4]), None);
    }

    #[test]
    fn a_latin_hypercube_has_one_point_in_each_stratum() {
        let n = 50;
        let axes = vec![range(0.0, 1.0), range(-2.0, 2.0), range(0.0, 1.0)];
        let d = Design::drawn(Kind::LatinHypercube, axes, n, 3).unwrap();
        let all = points(&d);
        let mut orders = Vec::new();
        for (k, scale) in [(0, [0.0, 1.0]), (1, [-2.0, 4.0]), (2, [0.0, 1.0])] {
            let stratum = |p: &Vec<f64>| ((p[k] - scale[0]) / scale[1] * n as f64) as usize;
            let strata: Vec<usize> = all.iter().map(stratum).collect();
            let mut sorted = strata.clone();
            sorted.sort_unstable();
            assert_eq!(sorted, (0..n).collect::<Vec<_>>());
            orders.push(strata);
        }
        assert_ne!(orders[0], orders[2], "paired at random");
    }

    #[test]
    fn seeds_decide() {
        let draw = |seed, width| {
            let axes = vec![range(0.0, 1.0); width];
            points(&Design::drawn(Kind::Random, axes, 1000, seed).unwrap())
        };
        assert_eq!(draw(1, 2), draw(1, 2));
        assert_ne!(draw(1, 2), draw(2, 2));
        let first = |d: Vec<Vec<f64>>| d.into_iter().map(|p| p[0]).collect::<Vec<_>>();
        assert_eq!(first(draw(1, 1)), first(draw(1, 2)));
        // mean 1/2 with deviation 1/√(12·1000): 5 of them are 0.046
        let mean = first(draw(7, 1)).iter().sum::<f64>() / 1000.0;
        assert!((mean - 0.5).abs() < 0.046, "{mean}");
    }

    /// The numbers of ChaCha8 with an all-zero key, stream 0: the first word of its published key stream
    /// (Strombergson, test vectors of draft-strombergson-chacha-test-vectors, TC1: 3e 00 ef 2f 89 5f 40 d6 ...).
    #[test]
    fn random_numbers_are_those_of_chacha() {
        let mut r = stream(0, 0);
        assert_eq!(r.next_u64(), 0xd640_5f89_2fef_003e);
    }

    #[test]
    fn distributions() {
        let normal = Axis::Normal {
            mean: 10.0,
            deviation: 2.0,
        };
        // tables of the normal distribution
        assert!((normal.quantile(0.975) - (10.0 + 2.0 * 1.959_963_984_540_054)).abs() < 1e-9);
        assert_eq!(normal.quantile(0.5), 10.0);
        assert!(normal.quantile(0.0).is_finite() && normal.quantile(1.0).is_finite());
        let list = Axis::Values(vec![1.0, 2.0, 3.0]);
        assert_eq!([0.0, 0.34, 0.99].map(|u| list.quantile(u)), [1.0, 2.0, 3.0]);
    }
}
