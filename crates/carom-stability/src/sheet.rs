//! Orbits as points of a curve or a surface over parameters, and Newton's method across it.
//!
//! With k parameters p the orbits F(y, p) = 0 are a surface of dimension k. From a point z with k directions t_i of its tangent space the point
//! with `t_i·(z' − z) = s_i` is found by
//!
//! ```text
//! [ F_y   F_p  ] [δy]     [ F                   ]
//! [ t_y   t_p  ] [δp] = − [ t_i·(z' − z) − s_i  ]
//! ```
//!
//! in which the matrix is regular at folds, too.

use crate::chain::Chain;
use crate::family::{Error, Family};
use crate::orbit::{Knot, MultiplierKind, Orbit, Return, Section, WAIT, least};
use nalgebra::{DMatrix, DVector};
use std::rc::Rc;

/// Newton's steps of a corrector.
const STEPS: usize = 10;
/// Steps to an equilibrium of a soft mechanism with stiff parts may end at so many times what is asked for.
const STALLED: f64 = 1e3;

/// A curve passes a point that is beside a step by no more than this part of it,
const BESIDE: f64 = 0.3;
/// and from the orbit there by no more than this, in the sizes of the unknowns.
const SAME: f64 = 1e-6;

/// When orbits of a point return.
pub type SectionOf<'a> = dyn Fn(&[f64]) -> Section + 'a;

/// A parameter that moves: its coordinate of the design, and its range.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Moving {
    pub coordinate: usize,
    pub range: [f64; 2],
}

impl Moving {
    /// Length of the range.
    pub fn length(&self) -> f64 {
        (self.range[1] - self.range[0]).abs()
    }
}

/// A direction: changes of the states at the knots, and of the parameters over their ranges.
#[derive(Clone, Debug)]
pub(crate) struct Direction {
    pub states: Vec<Vec<f64>>,
    pub parameters: Vec<f64>,
}

impl Direction {
    /// The other way.
    pub fn turned(mut self) -> Self {
        self.states.iter_mut().flatten().for_each(|x| *x = -*x);
        self.parameters.iter_mut().for_each(|x| *x = -*x);
        self
    }

    /// A sum of directions.
    pub fn sum(all: &[Self], factors: &[f64]) -> Self {
        let mut sum = all[0].clone();
        sum.states
            .iter_mut()
            .flatten()
            .for_each(|x| *x *= factors[0]);
        sum.parameters.iter_mut().for_each(|x| *x *= factors[0]);
        for (one, f) in all.iter().zip(factors).skip(1) {
            let states = sum.states.iter_mut().flatten();
            states
                .zip(one.states.iter().flatten())
                .for_each(|(x, y)| *x += f * y);
            let parameters = sum.parameters.iter_mut().zip(&one.parameters);
            parameters.for_each(|(x, y)| *x += f * y);
        }
        sum
    }
}

/// An orbit with what the next step needs.
#[derive(Clone)]
pub(crate) struct Point {
    pub parameters: Vec<f64>,
    pub knots: Vec<Knot>,
    pub chain: Rc<Chain>,
    pub steps: usize,
}

/// The orbits of a family over some parameters.
pub(crate) struct Sheet<'a> {
    pub family: &'a Family<'a>,
    pub section: &'a SectionOf<'a>,
    pub moving: Vec<Moving>,
    /// Neutral directions, and how many multipliers they have.
    neutral: usize,
    neutral_ones: usize,
}

impl<'a> Sheet<'a> {
    /// Of the orbits like this one.
    pub fn new(
        family: &'a Family<'a>,
        section: &'a SectionOf<'a>,
        moving: Vec<Moving>,
        like: &Orbit,
    ) -> Self {
        let is_neutral = |m: &&crate::orbit::Multiplier| m.kind == MultiplierKind::Neutral;
        Self {
            family,
            section,
            moving,
            neutral: like.neutral,
            neutral_ones: like.multipliers.iter().filter(is_neutral).count(),
        }
    }

    /// One period from these knots, with what the period changes by along the parameters.
    pub fn shot(&self, parameters: &[f64], knots: &[Knot]) -> Result<Chain, Error> {
        self.shot_within(parameters, knots, f64::INFINITY)
    }

    /// The same, where an event that ends the period is waited for no longer than this.
    fn shot_within(
        &self,
        parameters: &[f64],
        knots: &[Knot],
        longest: f64,
    ) -> Result<Chain, Error> {
        let along: Vec<(usize, f64)> = self
            .moving
            .iter()
            .map(|m| (m.coordinate, self.rate(parameters, m)))
            .collect();
        let mut section = (self.section)(parameters);
        section.longest = section.longest.min(longest);
        self.family.shoot(parameters, knots, &section, &along)
    }

    /// By how much the period that time gives grows with a parameter.
    fn rate(&self, parameters: &[f64], moving: &Moving) -> f64 {
        let period = |by: f64| {
            let mut moved = parameters.to_vec();
            moved[moving.coordinate] += by;
            match (self.section)(&moved).at {
                Return::Period(t) => t,
                Return::Event(..) | Return::Rest => 0.0,
            }
        };
        let d = 1e-4 * moving.length();
        (8.0 * (period(d) - period(-d)) - (period(2.0 * d) - period(-2.0 * d))) / (12.0 * d)
    }

    /// The point of an orbit.
    pub fn point(&self, parameters: &[f64], knots: &[Knot]) -> Result<Point, Error> {
        Ok(Point {
            chain: Rc::new(self.shot(parameters, knots)?),
            parameters: parameters.to_vec(),
            knots: knots.to_vec(),
            steps: 0,
        })
    }

    /// The matrix `[F_y, F_p]`, parameters over their ranges.
    fn extended(&self, chain: &Chain) -> DMatrix<f64> {
        let mut all = chain.jacobian(1.0);
        for (j, m) in self.moving.iter().enumerate() {
            let n = all.ncols();
            all = all.insert_column(n, 0.0);
            all.set_column(n, &(chain.by(j) * m.length()));
        }
        all
    }

    /// The matrix across a tangent, `[F_y, F_p; t_y, t_p]`.
    fn bordered(&self, point: &Point, tangent: &Direction) -> DMatrix<f64> {
        let a = self.extended(&point.chain);
        let n = a.nrows();
        let mut a = a.insert_row(n, 0.0);
        a.set_row(n, &self.coefficients(&point.chain, tangent).transpose());
        a
    }

    /// The determinant of that matrix, zero where branches cross; none where directions are neutral, as it is zero everywhere.
    pub fn regular(&self, point: &Point, tangent: &Direction) -> Option<f64> {
        (self.neutral == 0).then(|| self.bordered(point, tangent).determinant())
    }

    /// The direction across a tangent in which another branch leaves where two cross.
    pub fn across(&self, point: &Point, tangent: &Direction) -> Direction {
        let a = self.bordered(point, tangent);
        let svd = a.svd(false, true);
        let k = svd.singular_values.imin();
        let v = svd.v_t.expect("it was asked for").row(k).transpose();
        self.direction(&point.chain, &v)
    }

    /// Coefficients of a direction at a point.
    pub fn coefficients(&self, chain: &Chain, of: &Direction) -> DVector<f64> {
        let mut y = chain.coefficients(&of.states).data.as_vec().clone();
        y.extend(&of.parameters);
        DVector::from_vec(y)
    }

    /// The direction that some coefficients at a point stand for.
    fn direction(&self, chain: &Chain, coefficients: &DVector<f64>) -> Direction {
        let n = chain.len();
        Direction {
            states: chain.changes(&coefficients.rows(0, n).into_owned()),
            parameters: coefficients.as_slice()[n..].to_vec(),
        }
    }

    /// The direction along parameter number `j` alone.
    pub fn along(&self, point: &Point, j: usize) -> Direction {
        let n = point.chain.len() + self.moving.len();
        let unit = DVector::from_fn(n, |k, _| f64::from(u8::from(k == point.chain.len() + j)));
        self.direction(&point.chain, &unit)
    }

    /// Directions of the tangent space at a point, orthonormal, as near to these as they come; none where two of them fall together.
    pub fn tangents(&self, point: &Point, guesses: &[Direction]) -> Option<Vec<Direction>> {
        let chain = &point.chain;
        let a = self.extended(chain);
        let mut found: Vec<DVector<f64>> = Vec::new();
        for guess in guesses {
            let mut t = self.coefficients(chain, guess);
            // What the rows leave of it, but for neutral directions, which nothing moves.
            let image = &a * &t;
            t -= least(a.clone(), &image, self.neutral);
            for other in &found {
                t -= other * other.dot(&t);
            }
            if t.norm() < 1e-8 {
                return None;
            }
            found.push(t.normalize());
        }
        Some(found.iter().map(|t| self.direction(chain, t)).collect())
    }

    /// The orbit at the distances `s` along these directions from a point.
    ///
    /// # Errors
    /// When Newton's method does not come to it; when there is no run, or no derivative.
    pub fn correct(&self, from: &Point, along: &[Direction], s: &[f64]) -> Result<Point, Error> {
        let n = from.chain.len();
        let lengths: Vec<f64> = self.moving.iter().map(Moving::length).collect();
        let shift = |parameters: &mut [f64], by: &[f64]| {
            for ((m, l), d) in self.moving.iter().zip(&lengths).zip(by) {
                parameters[m.coordinate] += d * l;
            }
        };
        let step = Direction::sum(along, s);
        let y = self
            .coefficients(&from.chain, &step)
            .rows(0, n)
            .into_owned();
        let move_by = |parameters: &[f64], knots: &[Knot], chain: &Chain, y: &DVector<f64>| {
            let section = (self.section)(parameters);
            self.family.moved(parameters, (knots, &section), chain, y)
        };
        let mut knots = move_by(&from.parameters, &from.knots, &from.chain, &y)?;
        let mut parameters = from.parameters.clone();
        shift(&mut parameters, &step.parameters);
        // Sums of the corrections along the directions.
        let mut sums = vec![0.0; along.len()];
        let mut last = f64::INFINITY;
        for steps in 0..=STEPS {
            let chain = self.shot_within(&parameters, &knots, WAIT * from.chain.period)?;
            if chain.len() != n {
                return Err(Error::NotFound(
                    "other contacts hold at the start of the period than before".into(),
                ));
            }
            let residual = chain.residual();
            let mut a = self.extended(&chain);
            let mut b = -&residual;
            let rows: Vec<DVector<f64>> =
                along.iter().map(|t| self.coefficients(&chain, t)).collect();
            for (t, sum) in rows.iter().zip(&sums) {
                let k = a.nrows();
                a = a.insert_row(k, 0.0);
                a.set_row(k, &t.transpose());
                b = b.push(-sum);
            }
            let d = least(a, &b, self.neutral);
            let section = (self.section)(&parameters);
            let (is_at_rest, goal) = (section.at == Return::Rest, self.family.closed(&section));
            // An equilibrium is found where Newton's steps end: its residual is no smaller than rounding beside its stiffest parts.
            let size = if is_at_rest {
                d.norm()
            } else {
                residual.norm()
            };
            let stalls = steps > 2 && size > 0.5 * last;
            if size <= goal || (stalls && is_at_rest && size <= STALLED * goal) {
                return Ok(Point {
                    chain: Rc::new(chain),
                    parameters,
                    knots,
                    steps,
                });
            }
            if stalls {
                break;
            }
            last = size;
            for (t, sum) in rows.iter().zip(&mut sums) {
                *sum += t.dot(&d);
            }
            knots = move_by(&parameters, &knots, &chain, &d.rows(0, n).into_owned())?;
            shift(&mut parameters, &d.as_slice()[n..]);
        }
        Err(Error::NotFound(
            "Newton's method does not come to an orbit or equilibrium".into(),
        ))
    }

    /// Whether a step of this length along a tangent of a curve passes another point: that lies beside the step by no more than a part of it, and the orbit there is it.
    pub fn passes(&self, from: &Point, tangent: &Direction, step: f64, other: &Point) -> bool {
        let Some(apart) = self.apart(from, other) else {
            return false;
        };
        let along = apart.dot(&self.coefficients(&from.chain, tangent));
        let aside = (apart.norm_squared() - along * along).max(0.0).sqrt();
        if !(0.0..=step).contains(&along) || aside > BESIDE * step {
            return false;
        }
        let there = self.correct(from, std::slice::from_ref(tangent), &[along]);
        let there = there.ok().and_then(|p| self.apart(&p, other));
        there.is_some_and(|d| d.norm() < SAME)
    }

    /// What leads from a point to another one, as coefficients.
    fn apart(&self, from: &Point, to: &Point) -> Option<DVector<f64>> {
        if from.knots.len() != to.knots.len() {
            return None;
        }
        let states = from.knots.iter().zip(&to.knots);
        let states = states.map(|(a, b)| self.family.change(&from.parameters, &a.state, &b.state));
        let parameters = self.moving.iter().map(|m| {
            let k = m.coordinate;
            (to.parameters[k] - from.parameters[k]) / m.length()
        });
        let direction = Direction {
            states: states.collect::<Result<_, _>>().ok()?,
            parameters: parameters.collect(),
        };
        Some(self.coefficients(&from.chain, &direction))
    }

    /// The orbit of a point.
    pub fn orbit(&self, point: &Point) -> Orbit {
        let neutral = Some((self.neutral, self.neutral_ones));
        let knots = point.knots.clone();
        self.family
            .found(&point.parameters, knots, &point.chain, point.steps, neutral)
    }
}
