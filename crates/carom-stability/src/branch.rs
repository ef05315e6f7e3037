//! Branches of periodic orbits in one parameter, and where they change.
//!
//! With `F(y, p) = x(T; y, p) − y` the branch is the curve F = 0 in the space of states and parameter, followed by its arc length: a step along the tangent, then Newton's method
//! across it,
//!
//! ```text
//! [ M − 1   F_p ] [δy]     [ F        ]
//! [ t_y     t_p ] [δp] = − [ t·(z−z*) ]
//! ```
//!
//! which goes around folds. What happens on the way shows in the multipliers and events of the orbits, and is located by its own equation, to a step of the
//! parameter of 1e-10 of its range or to what the tolerance of the runs allows:
//!
//! | what | where |
//! |---|---|
//! | fold | the parameter turns: t_p = 0 |
//! | period doubling | det(M + 1) = 0 |
//! | torus (Neimark, Sacker) | a complex pair of multipliers on the unit circle |
//! | change of events | the orbit has other events beyond: a grazing contact, a contact more or less |
//!
//! Where events change and the orbits beside each other do too (an impact that begins without speed), the branch ends: what goes on from there is another branch.
//!
//! Sources: Allgower, Georg, Numerical Continuation Methods (1990); Govaerts, Numerical Methods for Bifurcations of Dynamical Equilibria (2000).

use crate::family::{Error, Family};
use crate::orbit::{Orbit, Section, Shot, least, multipliers, neutral};
use nalgebra::{DMatrix, DVector};

/// Newton's steps of a corrector.
const STEPS: usize = 10;
/// A corrector that takes so many asks for a shorter step next, one that takes fewer for a longer one.
const WANTED: usize = 3;
/// Halvings of a step, and its least length, before the branch ends.
const HALVINGS: usize = 40;
const SHORTEST: f64 = 1e-11;
/// So near its end a range has ended, relative to it.
const END: f64 = 1e-6;
/// An impact is slow below this part of its speeds on the branch,
const SLOW: f64 = 0.1;
/// and below this part of that of the first orbit it grazes.
const GRAZES: f64 = 3e-4;
/// How near a bifurcation is located, relative to the range of the parameter.
const LOCATED: f64 = 1e-10;
/// Looks at most for one bifurcation.
const LOOKS: usize = 60;
/// A new branch of a period doubling is looked for this far from it, in the sizes of the unknowns.
const ASIDE: f64 = 1e-3;

/// When orbits of a point return.
pub type SectionOf<'a> = dyn Fn(&[f64]) -> Section + 'a;

/// What to follow.
#[derive(Clone, Debug, PartialEq)]
pub struct Path {
    /// Which coordinate of the design.
    pub coordinate: usize,
    /// From where to where; the branch begins inside.
    pub range: [f64; 2],
    /// Longest step of the parameter, as a fraction of the range.
    pub longest: f64,
    /// Most points in one direction.
    pub points: usize,
}

/// What happens to a branch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BifurcationKind {
    /// The parameter turns.
    Fold,
    /// A multiplier passes −1.
    PeriodDoubling,
    /// A complex pair leaves or enters the unit circle.
    Torus,
    /// The events change.
    Grazing,
}

impl BifurcationKind {
    /// As tables spell it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Fold => "fold",
            Self::PeriodDoubling => "period-doubling",
            Self::Torus => "torus",
            Self::Grazing => "grazing",
        }
    }
}

/// A bifurcation.
#[derive(Clone, Debug)]
pub struct Bifurcation {
    /// Its kind.
    pub kind: BifurcationKind,
    /// The value of the parameter.
    pub value: f64,
    /// How far it may be off by its bracket.
    pub error: f64,
    /// The orbit there (at a grazing: the last one with the events of the branch).
    pub orbit: Orbit,
    /// Behind which point of the branch it lies.
    pub after: usize,
}

/// A branch.
#[derive(Clone, Debug)]
pub struct Branch {
    /// Its orbits, in the order of arc length.
    pub orbits: Vec<Orbit>,
    /// Arc length of each, from the one it began with.
    pub lengths: Vec<f64>,
    /// What happens on it, in the same order.
    pub bifurcations: Vec<Bifurcation>,
    /// Why it ends on both sides.
    pub ended: [String; 2],
}

impl Branch {
    /// One orbit alone.
    pub fn of(orbit: Orbit) -> Self {
        Self {
            orbits: vec![orbit],
            lengths: vec![0.0],
            bifurcations: Vec::new(),
            ended: [String::new(), String::new()],
        }
    }
}

/// A point of a branch with what the next step needs.
#[derive(Clone)]
struct Point {
    parameters: Vec<f64>,
    state: Vec<f64>,
    shot: std::rc::Rc<Shot>,
    /// Unit tangent: change of the state, change of the parameter over its range.
    tangent: (Vec<f64>, f64),
    steps: usize,
}

struct Walk<'a> {
    family: &'a Family<'a>,
    section: &'a SectionOf<'a>,
    path: &'a Path,
    /// Neutral directions, and how many multipliers they have.
    neutral: usize,
    neutral_ones: usize,
}

impl Family<'_> {
    /// The branch of the first orbit, as the study's `[orbit]` and `[branch]` say, and those that leave it at period doublings, each with how many returns
    /// its orbits take.
    ///
    /// # Errors
    /// When there are no such sections; when the first orbit is not found.
    pub fn branches(&self) -> Result<Vec<(u32, Branch)>, Error> {
        let Some(spec) = &self.study.orbits.branch else {
            return Err(Error::NotFound(
                "the study has no section [branch]: [branch] along = \"omega\", from = 1, to = 4"
                    .into(),
            ));
        };
        let orbit = self.first_orbit()?;
        let first = self.section(&orbit.point)?;
        let path = Path {
            coordinate: spec.along,
            range: spec.range,
            // steps of the parameter are parts of the range; those of the state are of sizes of the unknowns
            longest: spec.step,
            points: spec.points,
        };
        let start = orbit.point[spec.along];
        if start < spec.range[0] || start > spec.range[1] {
            return Err(Error::NotFound(format!(
                "the first orbit is at {start}, outside of the range of the branch, {} to {}",
                spec.range[0], spec.range[1]
            )));
        }
        let mut all = Vec::new();
        let mut count = first.count;
        let section = |count: u32| {
            move |point: &[f64]| Section {
                count,
                ..self.section(point).expect("the first orbit had one")
            }
        };
        let branch = self.follow(&orbit, &section(count), &path)?;
        all.push((count, branch));
        for _ in 0..spec.doublings {
            let last = &all[all.len() - 1].1;
            let mut doublings = last.bifurcations.iter();
            let next = doublings.find(|b| b.kind == BifurcationKind::PeriodDoubling);
            let Some(next) = next else { break };
            let doubled = self.double(next, &section(count), &path);
            match doubled {
                Ok(doubled) => {
                    count *= 2;
                    all.push((count, doubled));
                }
                Err(e) => {
                    let ended = &mut all.last_mut().expect("one is there").1.ended[1];
                    *ended = format!("{ended}; {e}");
                    break;
                }
            }
        }
        Ok(all)
    }

    /// Follows the branch of an orbit through the range of a parameter, in both directions.
    ///
    /// # Errors
    /// When the orbit is none for the first step.
    pub fn follow(
        &self,
        orbit: &Orbit,
        section: &SectionOf<'_>,
        path: &Path,
    ) -> Result<Branch, Error> {
        let walk = Walk::new(self, section, path, &orbit.matrix);
        let start = walk.start(&orbit.point, &orbit.state, None)?;
        let forth = walk.go(start.clone(), 1.0)?;
        let back = walk.go(start.clone(), -1.0)?;
        Ok(join(walk.orbit(&start), back, forth))
    }

    /// Follows the branch of twice the period that leaves a period doubling.
    ///
    /// # Errors
    /// When no orbit of twice the period is found beside it.
    pub fn double(
        &self,
        at: &Bifurcation,
        section: &SectionOf<'_>,
        path: &Path,
    ) -> Result<Branch, Error> {
        let doubled = |point: &[f64]| {
            let once = section(point);
            Section {
                count: 2 * once.count,
                ..once
            }
        };
        let once = Walk::new(self, section, path, &at.orbit.matrix);
        let shot = once.shot(&at.orbit.point, &at.orbit.state)?;
        // The direction that changes its sign each period.
        let n = shot.matrix.nrows();
        let svd = (&shot.matrix + DMatrix::identity(n, n)).svd(false, true);
        let least = svd.singular_values.imin();
        let Some(v) = svd.v_t else {
            return Err(Error::NotFound(
                "the direction of the period doubling is not found".into(),
            ));
        };
        let w: Vec<f64> = v.row(least).iter().copied().collect();
        let mut direction = vec![0.0; shot.basis.first().map_or(0, Vec::len)];
        for (basis, w) in shot.basis.iter().zip(&w) {
            direction
                .iter_mut()
                .zip(basis)
                .for_each(|(d, b)| *d += w * b);
        }
        let walk = Walk::new(self, &doubled, path, &at.orbit.matrix);
        let from = Point {
            parameters: at.orbit.point.clone(),
            state: at.orbit.state.clone(),
            shot: std::rc::Rc::new(walk.shot(&at.orbit.point, &at.orbit.state)?),
            tangent: (direction, 0.0),
            steps: 0,
        };
        let start = walk.correct(&from, ASIDE).ok_or_else(|| {
            Error::NotFound(
                "no orbit of twice the period was found beside the period doubling".into(),
            )
        })?;
        // Away from it, wherever that leads.
        let start = walk.with_tangent(start, Some(&from.tangent));
        let forth = walk.go(start.clone(), 1.0)?;
        Ok(join(walk.orbit(&start), Half::default(), forth))
    }
}

/// One direction of a branch.
#[derive(Default)]
struct Half {
    orbits: Vec<Orbit>,
    lengths: Vec<f64>,
    bifurcations: Vec<Bifurcation>,
    ended: String,
}

fn join(start: Orbit, back: Half, forth: Half) -> Branch {
    let before = back.orbits.len();
    let mut orbits: Vec<Orbit> = back.orbits.into_iter().rev().collect();
    orbits.push(start);
    orbits.extend(forth.orbits);
    let mut lengths: Vec<f64> = back.lengths.into_iter().rev().map(|s| -s).collect();
    lengths.push(0.0);
    lengths.extend(forth.lengths);
    let behind = |mut b: Bifurcation, after: usize| {
        b.after = after;
        b
    };
    let of_back = back.bifurcations.into_iter().rev();
    let mut bifurcations: Vec<Bifurcation> = of_back
        .map(|b| {
            // counted from the start, the other way
            let after = (before - b.after).saturating_sub(1);
            behind(b, after)
        })
        .collect();
    bifurcations.extend(forth.bifurcations.into_iter().map(|b| {
        let after = before + b.after;
        behind(b, after)
    }));
    Branch {
        orbits,
        lengths,
        bifurcations,
        ended: [back.ended, forth.ended],
    }
}

impl<'a> Walk<'a> {
    fn new(
        family: &'a Family<'a>,
        section: &'a SectionOf<'a>,
        path: &'a Path,
        matrix: &DMatrix<f64>,
    ) -> Self {
        let is_neutral =
            |m: &&crate::orbit::Multiplier| m.kind == crate::orbit::MultiplierKind::Neutral;
        Self {
            family,
            section,
            path,
            neutral: neutral(matrix),
            neutral_ones: multipliers(matrix, None).iter().filter(is_neutral).count(),
        }
    }

    fn range(&self) -> f64 {
        (self.path.range[1] - self.path.range[0]).abs()
    }

    fn parameter(&self, point: &Point) -> f64 {
        point.parameters[self.path.coordinate]
    }

    /// One period at these parameters, with what the period changes by along the parameter.
    fn shot(&self, parameters: &[f64], state: &[f64]) -> Result<Shot, Error> {
        let k = self.path.coordinate;
        let period = |by: f64| {
            let mut moved = parameters.to_vec();
            moved[k] += by;
            match (self.section)(&moved).at {
                crate::orbit::Return::Period(t) => t,
                crate::orbit::Return::Event(..) => 0.0,
            }
        };
        let d = 1e-4 * self.range();
        let rate =
            (8.0 * (period(d) - period(-d)) - (period(2.0 * d) - period(-2.0 * d))) / (12.0 * d);
        let section = (self.section)(parameters);
        self.family
            .shoot(parameters, state, &section, Some((k, rate)))
    }

    fn start(
        &self,
        parameters: &[f64],
        state: &[f64],
        before: Option<&(Vec<f64>, f64)>,
    ) -> Result<Point, Error> {
        let shot = self.shot(parameters, state)?;
        let point = Point {
            parameters: parameters.to_vec(),
            state: state.to_vec(),
            shot: std::rc::Rc::new(shot),
            tangent: (Vec::new(), 1.0),
            steps: 0,
        };
        Ok(self.with_tangent(point, before))
    }

    /// The matrix `[M − 1, F_p]`.
    fn extended(&self, shot: &Shot) -> DMatrix<f64> {
        let n = shot.matrix.nrows();
        let m = &shot.matrix - DMatrix::identity(n, n);
        m.insert_column(n, 0.0).map_with_location(|i, j, x| {
            if j == n {
                shot.by_parameter[i] * self.range()
            } else {
                x
            }
        })
    }

    /// With its tangent, in the direction of the one before.
    fn with_tangent(&self, mut point: Point, before: Option<&(Vec<f64>, f64)>) -> Point {
        let shot = &point.shot;
        let n = shot.matrix.nrows();
        let guess = match before {
            Some((change, p)) => {
                let y = shot.coefficients(change);
                y.push(*p)
            }
            None => DVector::from_fn(n + 1, |k, _| f64::from(u8::from(k == n))),
        };
        // The null vector along which the guess points most: what is left of it by the rows, but for neutral directions, which nothing moves.
        let a = self.extended(shot);
        let image = &a * &guess;
        let off = least(a.clone(), &image, self.neutral);
        let mut t = guess - off;
        if t.norm() < 1e-8 {
            // the guess stands across the branch: the parameter alone
            t = DVector::from_fn(n + 1, |k, _| f64::from(u8::from(k == n)));
            let image = &a * &t;
            t -= least(a, &image, self.neutral);
        }
        let t = t.clone() / t.norm();
        let mut change = vec![0.0; shot.basis.first().map_or(0, Vec::len)];
        for (basis, y) in shot.basis.iter().zip(t.iter()) {
            change.iter_mut().zip(basis).for_each(|(c, b)| *c += y * b);
        }
        point.tangent = (change, t[n]);
        point
    }

    /// The point of the branch at the length `s` along the tangent of another one; none if Newton's method does not come to it.
    fn correct(&self, from: &Point, s: f64) -> Option<Point> {
        let k = self.path.coordinate;
        let n = from.shot.matrix.nrows();
        let y = from.shot.coefficients(&from.tangent.0) * s;
        let mut state = self
            .family
            .moved(&from.parameters, &from.state, &from.shot, &y)
            .ok()?;
        let mut parameters = from.parameters.clone();
        parameters[k] += s * from.tangent.1 * self.range();
        // Sum of the corrections, as coefficients.
        let mut along = 0.0;
        let mut last = f64::INFINITY;
        for steps in 0..=STEPS {
            let shot = self.shot(&parameters, &state).ok()?;
            let size = shot.residual.norm();
            if size <= self.family.closed() {
                let point = Point {
                    parameters,
                    state,
                    shot: std::rc::Rc::new(shot),
                    tangent: from.tangent.clone(),
                    steps,
                };
                return Some(self.with_tangent(point, Some(&from.tangent)));
            }
            if steps > 2 && size > 0.5 * last {
                return None;
            }
            last = size;
            let t = shot.coefficients(&from.tangent.0).push(from.tangent.1);
            let a = self.extended(&shot);
            let rows = a.nrows();
            let a = a
                .insert_row(rows, 0.0)
                .map_with_location(|i, j, x| if i == rows { t[j] } else { x });
            let b = (-&shot.residual).push(-along);
            let d = least(a, &b, self.neutral);
            along += t.dot(&d);
            state = self
                .family
                .moved(&parameters, &state, &shot, &d.rows(0, n).into_owned())
                .ok()?;
            parameters[k] += d[n] * self.range();
        }
        None
    }

    fn orbit(&self, point: &Point) -> Orbit {
        let shot = Shot::clone(&point.shot);
        let ones = Some(self.neutral_ones);
        self.family.found(
            &point.parameters,
            point.state.clone(),
            shot,
            point.steps,
            ones,
        )
    }

    /// Follows the branch from a point with the parameter growing at first (`sign` 1) or falling.
    fn go(&self, start: Point, sign: f64) -> Result<Half, Error> {
        let mut half = Half::default();
        let mut at = start;
        let turned = sign * at.tangent.1 < 0.0;
        if turned {
            at.tangent.0.iter_mut().for_each(|x| *x = -*x);
            at.tangent.1 = -at.tangent.1;
        }
        let mut length = 0.0;
        let mut step = 0.3 * self.path.longest;
        let mut halvings = 0;
        let first = self.orbit(&at);
        let (signature, speed) = (first.signature(), impact_speed(&first));
        while half.orbits.len() < self.path.points {
            let p = self.parameter(&at);
            let [low, high] = [
                self.path.range[0].min(self.path.range[1]),
                self.path.range[0].max(self.path.range[1]),
            ];
            // Never beyond the range by more than a little.
            let room = if at.tangent.1 > 0.0 {
                high - p
            } else {
                p - low
            };
            if room <= END * self.range() {
                half.ended = "end of the range".into();
                return Ok(half);
            }
            let to_end = room / (at.tangent.1.abs() * self.range()).max(1e-300);
            let s = step.min(to_end.max(1e-12));
            let next = self
                .correct(&at, s)
                .filter(|n| self.orbit(n).signature() == signature);
            let Some(next) = next else {
                step = 0.5 * s;
                halvings += 1;
                if halvings > HALVINGS || step < SHORTEST {
                    self.end_by_grazing(&mut half, self.orbit(&at), step);
                    return Ok(half);
                }
                continue;
            };
            halvings = 0;
            for kind in [
                BifurcationKind::Fold,
                BifurcationKind::PeriodDoubling,
                BifurcationKind::Torus,
            ] {
                let [a, b] = [&at, &next].map(|p| self.test(kind, p));
                if let (Some(a), Some(b)) = (a, b)
                    && a * b < 0.0
                    && let Some(found) = self.locate(kind, &at, s, [a, b], half.orbits.len())
                {
                    half.bifurcations.push(found);
                }
            }
            length += s;
            let factor = match next.steps {
                n if n < WANTED => 1.5,
                n if n > WANTED => 0.6,
                _ => 1.0,
            };
            step = (s * factor).min(self.path.longest);
            half.orbits.push(self.orbit(&next));
            half.lengths.push(length);
            at = next;
            if impact_speed(&half.orbits[half.orbits.len() - 1]) < GRAZES * speed {
                self.end_by_grazing(&mut half, self.orbit(&at), 0.0);
                return Ok(half);
            }
        }
        half.ended = "as many points as were asked for".into();
        Ok(half)
    }

    /// What changes its sign at a bifurcation.
    fn test(&self, kind: BifurcationKind, point: &Point) -> Option<f64> {
        let m = &point.shot.matrix;
        let n = m.nrows();
        match kind {
            BifurcationKind::Fold => Some(point.tangent.1),
            BifurcationKind::PeriodDoubling => Some((m + DMatrix::identity(n, n)).determinant()),
            BifurcationKind::Torus => {
                let orbit = self.orbit(point);
                let pairs = orbit.plain().filter(|z| z.im > 0.0);
                pairs.map(|z| z.norm_sqr() - 1.0).reduce(f64::max)
            }
            BifurcationKind::Grazing => None,
        }
    }

    /// Where a test function is zero between a point and the one at the length `s` from it: the method of false position (Illinois).
    fn locate(
        &self,
        kind: BifurcationKind,
        from: &Point,
        s: f64,
        [mut fa, mut fb]: [f64; 2],
        after: usize,
    ) -> Option<Bifurcation> {
        let (mut a, mut b) = (0.0, s);
        let mut best: Option<Point> = None;
        let mut side = 0;
        for _ in 0..LOOKS {
            let c = (a * fb - b * fa) / (fb - fa);
            let point = self.correct(from, c)?;
            let fc = self.test(kind, &point)?;
            let moved = best.as_ref().map_or(f64::INFINITY, |p| {
                (self.parameter(p) - self.parameter(&point)).abs()
            });
            best = Some(point);
            if fc == 0.0 || (b - a).abs() < LOCATED || moved < LOCATED * self.range() * 1e-2 {
                break;
            }
            if fc * fb < 0.0 {
                (a, fa) = (b, fb);
                side = 0;
            } else {
                // the end that stays weighs half
                fa *= if side == 1 { 0.5 } else { 1.0 };
                side = 1;
            }
            (b, fb) = (c, fc);
        }
        let point = best?;
        let value = self.parameter(&point);
        let error = (b - a).abs().min(1.0) * self.range() * from.tangent.1.abs();
        Some(Bifurcation {
            kind,
            value,
            error: error.min(self.range()).max(LOCATED * self.range()),
            orbit: self.orbit(&point),
            after,
        })
    }

    /// Ends a branch behind its last orbit, beyond which the events change: there, or, if its slowest impact has become slow, where that has no speed: by the parabola through
    /// three orbits whose impacts are twice as fast each.
    fn end_by_grazing(&self, half: &mut Half, last: Orbit, step: f64) {
        let k = self.path.coordinate;
        let speed_and_place = |o: &Orbit| (impact_speed(o), o.point[k]);
        let mut points = vec![speed_and_place(&last)];
        for orbit in half.orbits.iter().rev() {
            let (v, p) = speed_and_place(orbit);
            if v >= 2.0 * points[points.len() - 1].0 {
                points.push((v, p));
            }
        }
        let (mut value, mut error) = (last.point[k], step * self.range());
        if let [(a, p), (b, q), (c, r), ..] = points[..]
            && a < SLOW * points[points.len() - 1].0
        {
            let line = (p * b - q * a) / (b - a);
            let next = (q * c - r * b) / (c - b);
            value = (line * c - next * a) / (c - a);
            error = error.max((value - line).abs());
        }
        half.ended = format!(
            "beyond {value:.9} there is no orbit with these events (grazing): {}",
            slowest(&last)
        );
        half.bifurcations.push(Bifurcation {
            kind: BifurcationKind::Grazing,
            value,
            error,
            orbit: last,
            after: half.orbits.len(),
        });
    }
}

/// Speed of the slowest impact of an orbit; infinite if it has none.
fn impact_speed(orbit: &Orbit) -> f64 {
    let impacts = orbit.events.iter().map(|e| -e.row.rate[0]);
    impacts.filter(|v| *v > 0.0).fold(f64::INFINITY, f64::min)
}

/// The slowest impact of an orbit, in words.
fn slowest(orbit: &Orbit) -> String {
    let impacts = orbit
        .events
        .iter()
        .map(|e| &e.row)
        .filter(|e| e.rate[0] < 0.0);
    match impacts.min_by(|a, b| b.rate[0].total_cmp(&a.rate[0])) {
        Some(e) => format!(
            "its slowest impact is one of {} at {:.3e}",
            e.element, -e.rate[0]
        ),
        None => "it has no impact".into(),
    }
}
