//! Folds, period doublings, tori and grazings over two parameters.
//!
//! The orbits F(y, p, q) = 0 over two parameters are a surface, regular at folds, too. What happens at a point of it is said by one number g: the curve is where g = 0.
//!
//! | what | g |
//! |---|---|
//! | fold | the determinant of the parameters' parts of two tangents of the surface: it turns over the plane of the parameters |
//! | period doubling | det(M + 1) |
//! | torus | the square of the size of a complex pair of multipliers, less 1 |
//! | Hopf bifurcation | the largest real part of a complex pair of eigenvalues |
//! | grazing | the smallest gap that a contact without impact there comes to |
//!
//! A step goes along the curve by its length; there, across it on the surface, g = 0 is found by the method of the secant, each look at g at an orbit that Newton's method has closed.

use crate::branch::{Bifurcation, Branch, doubling, torus};
use crate::family::{Error, Family};
use crate::orbit::{Knot, Orbit, Section, told_at_the_start};
use crate::sheet::{Direction, Moving, Point, SectionOf, Sheet};
use carom::dynamics::tangent::has_corners;
use carom_study::{BifurcationKind, CurveSpec};

/// Looks at g for one point.
const LOOKS: usize = 20;
/// How near a point is to the curve, as a change of the orbit.
const LOCATED: f64 = 1e-11;
/// The first look aside, for the slope of g.
const ASIDE: f64 = 1e-4;
/// Halvings of a step before the curve ends.
const HALVINGS: usize = 14;
/// The shortest step along a curve, in the sizes of the unknowns and parts of the ranges.
const SHORTEST: f64 = 1e-8;
/// A curve that turns by more than this in one step (its cosine) is gone along in shorter ones.
const TURN: f64 = 0.9;
/// After so many halvings of a step the direction of the curve is looked for anew: the one that the last step foretold may be off where the curve turns.
const ASTRAY: usize = 3;
/// So near a border a range has ended, relative to it.
const END: f64 = 1e-6;
/// Newton's steps that a longer step along the curve may take.
const WANTED: usize = 4;
/// The least part that the parameters have in a step along the curve.
const LEAST_PART: f64 = 0.02;
/// Looks at the gaps over a period.
const SAMPLES: usize = 200;
/// and over the part of it where one is smallest.
const FINER: usize = 16;
/// A gap that an orbit can come no closer to than by this part of the way has closed.
const CLOSED: f64 = 1e-8;

/// A point of a curve.
#[derive(Clone, Debug)]
pub struct CurvePoint {
    /// The orbit there.
    pub orbit: Orbit,
    /// How far the two parameters may be off.
    pub error: f64,
}

/// A curve over two parameters.
#[derive(Clone, Debug)]
pub struct Curve {
    /// What happens there.
    pub kind: BifurcationKind,
    /// Which coordinates of the design it goes over.
    pub along: [usize; 2],
    /// Its points, in the order of arc length.
    pub points: Vec<CurvePoint>,
    /// Why it ends on both sides.
    pub ended: [String; 2],
}

/// A point of the curve with what the next step needs.
#[derive(Clone)]
struct Place {
    point: Point,
    /// Unit directions of the surface: along the curve and across it.
    frame: [Direction; 2],
    /// Slope of g across the curve.
    slope: f64,
    error: f64,
}

struct Follower<'a> {
    sheet: Sheet<'a>,
    kind: BifurcationKind,
    signature: Vec<(carom::dynamics::EventKind, String)>,
}

impl Family<'_> {
    /// The curve of the study's `[curve]`, from the bifurcation that it names on these branches.
    ///
    /// # Errors
    /// When there is no such section or no such bifurcation; when g has no slope there.
    pub fn curve(&self, branches: &[(u32, Branch)]) -> Result<Curve, Error> {
        let Some(spec) = &self.study.orbits.curve else {
            return Err(Error::Refused(
                "the study has no section [curve]: [curve] of = \"fold\", along = [\"omega\", \"e\"], from = [1, 0.3], to = [4, 0.9]".into(),
            ));
        };
        let all = branches.iter().flat_map(|(count, branch)| {
            branch.bifurcations.iter().map(move |b| (*count, branch, b))
        });
        let mut those = all.filter(|(.., b)| b.kind == spec.of);
        let Some((count, branch, from)) = those.nth(spec.number - 1) else {
            let name = spec.of.name();
            return Err(Error::NotFound(format!(
                "the branches have no {name} number {}, at which [curve] could start: a wider range of [branch], or other values of the other parameters, may have one",
                spec.number
            )));
        };
        let section = |point: &[f64]| Section {
            count,
            ..self.section(point).expect("the first orbit had one")
        };
        self.follow_curve(from, branch, &section, spec)
    }

    /// Follows what happens at a bifurcation over two parameters, in both directions.
    ///
    /// # Errors
    /// When g has no slope there; of a grazing when it is an impact that loses its speed.
    pub fn follow_curve(
        &self,
        from: &Bifurcation,
        branch: &Branch,
        section: &SectionOf<'_>,
        spec: &CurveSpec,
    ) -> Result<Curve, Error> {
        let moving = [0, 1].map(|k| Moving {
            coordinate: spec.along[k],
            range: spec.range[k],
        });
        let follower = Follower {
            sheet: Sheet::new(self, section, moving.to_vec(), &from.orbit),
            kind: spec.of,
            signature: from.orbit.signature(),
        };
        let start = follower.start(from, branch)?;
        let forth = follower.go(start.clone(), spec)?;
        let mut other = start.clone();
        other.frame = other.frame.map(Direction::turned);
        other.slope = -other.slope;
        let back = follower.go(other, spec)?;
        let mut points: Vec<CurvePoint> = back.0.into_iter().rev().collect();
        points.push(follower.told(&start));
        points.extend(forth.0);
        Ok(Curve {
            kind: spec.of,
            along: spec.along,
            points,
            ended: [back.1, forth.1],
        })
    }

    /// The smallest gap to which a contact comes over the period of an orbit without an impact there, by cubics between looks at gaps and their rates.
    pub(crate) fn least_gap(
        &self,
        point: &[f64],
        knots: &[Knot],
        period: f64,
    ) -> Result<Option<f64>, Error> {
        let state = &knots[0].state;
        let coarse = self.lows(point, state, (0.0, period / SAMPLES as f64), SAMPLES)?;
        let Some((_, k)) = coarse.into_iter().min_by(|a, b| a.0.total_cmp(&b.0)) else {
            return Ok(None);
        };
        // once more, closely
        let (h, finer) = (period / SAMPLES as f64, FINER as f64);
        let close = self.lows(point, state, (k as f64 * h, h / finer), FINER)?;
        Ok(close.into_iter().map(|low| low.0).reduce(f64::min))
    }

    /// The lowest gaps inside of intervals of a length from a time on, each with the number of its interval.
    fn lows(
        &self,
        point: &[f64],
        state: &[f64],
        (from, h): (f64, f64),
        count: usize,
    ) -> Result<Vec<(f64, usize)>, Error> {
        let mut run = self.begin_at(point, 0.0, state)?;
        let begun = run.time() + from;
        run.run_until(begun)?;
        run.take_events();
        let mut before: Vec<(String, f64, f64)> = run.open_gaps()?;
        let mut all = Vec::new();
        for k in 0..count {
            run.run_until(begun + (k + 1) as f64 * h)?;
            let events = run.take_events();
            let now = run.open_gaps()?;
            for (name, gap, rate) in &now {
                let touched = events.iter().any(|e| e.element == *name);
                let other = before.iter().find(|b| b.0 == *name);
                if let (false, Some((_, a, va))) = (touched, other)
                    && *va < 0.0
                    && *rate >= 0.0
                {
                    all.push((lowest([*a, *va * h], [*gap, *rate * h]), k));
                }
            }
            before = now;
        }
        Ok(all)
    }
}

/// The lowest value of the cubic with these values and slopes at 0 and 1, which falls at 0 and rises at 1.
fn lowest([a, va]: [f64; 2], [b, vb]: [f64; 2]) -> f64 {
    let (c3, c2) = (2.0 * (a - b) + va + vb, 3.0 * (b - a) - 2.0 * va - vb);
    let value = |x: f64| a + x * (va + x * (c2 + x * c3));
    let slope = |x: f64| va + x * (2.0 * c2 + 3.0 * x * c3);
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..60 {
        let x = 0.5 * (low + high);
        if slope(x) < 0.0 {
            low = x;
        } else {
            high = x;
        }
    }
    value(0.5 * (low + high))
}

impl Follower<'_> {
    /// What is zero on the curve, at a point of the surface with these tangents of it as guesses; none where the orbit has other events.
    fn g(&self, point: &Point, frame: &[Direction; 2]) -> Option<f64> {
        let orbit = self.sheet.orbit(point);
        if orbit.signature() != self.signature {
            return None;
        }
        match self.kind {
            BifurcationKind::Fold => {
                let t = self.sheet.tangents(point, frame)?;
                let [a, b] = [&t[0].parameters, &t[1].parameters];
                Some(a[0] * b[1] - a[1] * b[0])
            }
            BifurcationKind::PeriodDoubling => Some(doubling(point)),
            BifurcationKind::Torus => torus(&orbit),
            BifurcationKind::Hopf => orbit.flutter(),
            // no curve is asked for of these
            BifurcationKind::BranchPoint => None,
            BifurcationKind::Grazing => {
                let family = self.sheet.family;
                let found = family.least_gap(&point.parameters, &point.knots, orbit.period);
                found.ok().flatten()
            }
        }
    }

    /// The bifurcation as a point of the curve.
    fn start(&self, from: &Bifurcation, branch: &Branch) -> Result<Place, Error> {
        let none = |why: &str| {
            Error::NotFound(format!(
                "the curve does not start at the {} at {}: {why}",
                from.kind.name(),
                from.value
            ))
        };
        let point = self.sheet.point(&from.orbit.point, &from.orbit.knots)?;
        // The way that the branch took there, and the parameters.
        let beside = branch
            .orbits
            .get(from.after)
            .filter(|o| o.knots.len() == point.knots.len());
        let mut guesses = Vec::new();
        if let Some(beside) = beside {
            let mut states = Vec::new();
            for (a, b) in beside.knots.iter().zip(&point.knots) {
                states.push(
                    self.sheet
                        .family
                        .change(&point.parameters, &a.state, &b.state)?,
                );
            }
            let parameters = self.sheet.moving.iter().map(|m| {
                (point.parameters[m.coordinate] - beside.point[m.coordinate]) / m.length()
            });
            guesses.push(Direction {
                states,
                parameters: parameters.collect(),
            });
        }
        guesses.extend([0, 1].map(|j| self.sheet.along(&point, j)));
        let pairs = (0..guesses.len()).flat_map(|i| (i + 1..guesses.len()).map(move |j| (i, j)));
        let frames = pairs.filter_map(|(i, j)| {
            let pair = [guesses[i].clone(), guesses[j].clone()];
            let t = self.sheet.tangents(&point, &pair)?;
            <[Direction; 2]>::try_from(t).ok()
        });
        let mut why = "the orbits beside it are no surface over both parameters; does the second one change anything?".to_owned();
        for frame in frames {
            match self.placed(point.clone(), &frame) {
                Ok(place) => return Ok(place),
                Err(e) => why = e,
            }
        }
        if from.kind == BifurcationKind::Grazing {
            why += "; a curve of grazings starts at an orbit that misses the contact and comes to touch it. Where an impact loses its speed, begin a branch with the orbit that does not have it";
        }
        Err(none(&why))
    }

    /// The point of the curve next to one of the surface: its frame, and g = 0.
    fn placed(&self, point: Point, frame: &[Direction; 2]) -> Result<Place, String> {
        let (frame, slope) = self.directions(&point, frame)?;
        let place = Place {
            point,
            frame,
            slope,
            error: 0.0,
        };
        self.meet(&place, 0.0)
            .ok_or_else(|| "what says it has no zero beside it".into())
    }

    /// Directions along and across the curve at a point of the surface with this frame, and the slope of g across; the way along is that of the first direction of the frame.
    fn directions(
        &self,
        point: &Point,
        frame: &[Direction; 2],
    ) -> Result<([Direction; 2], f64), String> {
        let g = self.g(point, frame).ok_or("g is not known there")?;
        let mut slopes = [0.0; 2];
        for (k, slope) in slopes.iter_mut().enumerate() {
            for h in [ASIDE, -ASIDE] {
                let mut s = [0.0; 2];
                s[k] = h;
                let beside = self.sheet.correct(point, frame, &s).ok();
                if let Some(there) = beside.and_then(|p| self.g(&p, frame)) {
                    *slope = (there - g) / h;
                    break;
                }
            }
        }
        let steep = slopes[0].hypot(slopes[1]);
        if !(steep > 0.0 && steep.is_finite()) {
            return Err("what says it does not change with the orbit".into());
        }
        let [a, b] = slopes.map(|s| s / steep);
        let sign = if b < 0.0 { -1.0 } else { 1.0 };
        let along = Direction::sum(frame, &[sign * b, -sign * a]);
        let across = Direction::sum(frame, &[sign * a, sign * b]);
        Ok(([along, across], sign * steep))
    }

    /// The point of the curve at a distance along it.
    fn meet(&self, from: &Place, s: f64) -> Option<Place> {
        let look = |u: f64| {
            let point = self.sheet.correct(&from.point, &from.frame, &[s, u]).ok()?;
            let g = self.g(&point, &from.frame)?;
            Some((point, g))
        };
        let mut u = 0.0;
        let mut found = look(u);
        // Beyond a grazing there is no such orbit: from the side on which the gap is open.
        let open = if from.slope < 0.0 { -1.0 } else { 1.0 };
        let mut back = ASIDE;
        while found.is_none() && self.kind == BifurcationKind::Grazing && back < s.abs().max(1e-2) {
            u = open * back;
            found = look(u);
            back *= 3.0;
        }
        let (mut point, mut g) = found?;
        let mut slope = from.slope;
        let mut moved = f64::INFINITY;
        for _ in 0..LOOKS {
            let mut step = -g / slope;
            if step.abs() < LOCATED {
                moved = step.abs();
                break;
            }
            let mut next = look(u + step);
            let mut halved = 0;
            while next.is_none() && halved < 6 {
                // to half of the way to what does not exist, and to all but a part of it at last
                step *= if halved == 0 { 0.999 } else { 0.5 };
                next = look(u + step);
                halved += 1;
            }
            let Some((there, value)) = next else {
                if self.kind == BifurcationKind::Grazing && step.abs() < CLOSED {
                    moved = step.abs();
                    break;
                }
                return None;
            };
            if value != g {
                slope = (value - g) / step;
            }
            moved = step.abs();
            (point, g, u) = (there, value, u + step);
            if g == 0.0 {
                break;
            }
        }
        if moved.min((g / slope).abs()) > 1e3 * LOCATED {
            return None;
        }
        let frame = self.sheet.tangents(&point, &from.frame)?;
        Some(Place {
            point,
            frame: <[Direction; 2]>::try_from(frame).ok()?,
            slope,
            error: moved.min((g / slope).abs()).max(LOCATED),
        })
    }

    /// Follows the curve from a point of it.
    fn go(&self, start: Place, spec: &CurveSpec) -> Result<(Vec<CurvePoint>, String), Error> {
        let mut points = Vec::new();
        let mut at = start;
        let mut step = 0.3 * spec.step;
        let mut halvings = 0;
        while points.len() < spec.points {
            let Some(room) = self.room(&at) else {
                return Ok((points, "end of the range".into()));
            };
            // steps of the parameters are parts of the ranges, those of the state follow, but for turns
            let part = at.frame[0]
                .parameters
                .iter()
                .fold(0.0f64, |m, p| m.max(p.abs()));
            step = step.min(spec.step / part.max(LEAST_PART));
            let s = step.min(room);
            let next = self.meet(&at, s).filter(|next| self.is_inside(next));
            // The chord: how the curve turned.
            let next = next.and_then(|next| {
                let chord = self.chord(&at, &next)?;
                (chord[0].hypot(chord[1]) > 0.0 && chord[0] >= TURN * chord[0].hypot(chord[1]))
                    .then_some((next, chord))
            });
            let Some((next, [c, d])) = next else {
                halvings += 1;
                step = 0.5 * s;
                if halvings > HALVINGS || step < SHORTEST {
                    return Ok((points, self.why(&at)));
                }
                if halvings == ASTRAY
                    && let Ok(found) = self.directions(&at.point, &at.frame)
                {
                    (at.frame, at.slope) = found;
                }
                continue;
            };
            halvings = 0;
            let size = c.hypot(d);
            // The next step goes on as the chord did, turned once more by as much.
            let (c, d) = (c / size, d / size);
            let (c, d) = (c * c - d * d, 2.0 * c * d);
            let along = Direction::sum(&next.frame, &[c, d]);
            let across = Direction::sum(&next.frame, &[-d, c]);
            points.push(self.told(&next));
            let slow = if next.point.steps > WANTED { 0.7 } else { 1.5 };
            step *= slow;
            at = Place {
                frame: [along, across],
                ..next
            };
        }
        Ok((points, "as many points as were asked for".into()))
    }

    /// How far the curve goes on along its direction up to a border of the parameters; none where it has come there.
    fn room(&self, at: &Place) -> Option<f64> {
        let each = self.sheet.moving.iter().zip(&at.frame[0].parameters);
        let mut least = f64::INFINITY;
        for (m, slope) in each.filter(|(_, slope)| **slope != 0.0) {
            let p = at.point.parameters[m.coordinate];
            let border = if *slope > 0.0 { m.range[1] } else { m.range[0] };
            let room = (border - p) * slope.signum() / m.length();
            if room <= END {
                return None;
            }
            least = least.min(room / slope.abs());
        }
        Some(least)
    }

    /// Whether the parameters are in their ranges, or beyond by less than counts.
    fn is_inside(&self, place: &Place) -> bool {
        self.sheet.moving.iter().all(|m| {
            let p = place.point.parameters[m.coordinate];
            let slack = END * m.length();
            p >= m.range[0] - slack && p <= m.range[1] + slack
        })
    }

    /// From a point to the next one, in the frame of the former.
    fn chord(&self, from: &Place, to: &Place) -> Option<[f64; 2]> {
        let mut states = Vec::new();
        for (a, b) in from.point.knots.iter().zip(&to.point.knots) {
            let family = self.sheet.family;
            states.push(
                family
                    .change(&from.point.parameters, &a.state, &b.state)
                    .ok()?,
            );
        }
        let parameters = self.sheet.moving.iter().map(|m| {
            let [a, b] = [from, to].map(|p| p.point.parameters[m.coordinate]);
            (b - a) / m.length()
        });
        let chord = Direction {
            states,
            parameters: parameters.collect(),
        };
        let chain = &from.point.chain;
        let chord = self.sheet.coefficients(chain, &chord);
        let part = |d: &Direction| self.sheet.coefficients(chain, d).dot(&chord);
        Some([part(&from.frame[0]), part(&from.frame[1])])
    }

    fn why(&self, at: &Place) -> String {
        let values = self
            .sheet
            .moving
            .iter()
            .map(|m| at.point.parameters[m.coordinate]);
        let values: Vec<String> = values.map(|v| format!("{v:.9}")).collect();
        let orbit = self.sheet.orbit(&at.point);
        let section = (self.sheet.section)(&at.point.parameters);
        if let Some(e) = orbit.at_the_start(&section) {
            return format!("at {} {}", values.join(", "), told_at_the_start(e));
        }
        let begun = self.sheet.family.begin(&at.point.parameters, None);
        let what = match begun.is_ok_and(|run| has_corners(run.system())) {
            true => {
                "with the same events is found: another contact grazes there, or the curve has a corner"
            }
            false => {
                "of this kind is found: the curve has a corner, or turns by more than the steps follow; shorter ones may ([curve] step)"
            }
        };
        format!("beyond {} no orbit {what}", values.join(", "))
    }

    fn told(&self, place: &Place) -> CurvePoint {
        CurvePoint {
            orbit: self.sheet.orbit(&place.point),
            error: place.error,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::lowest;

    /// x³ − x on [0, 1] moved up: its lowest value is at 1/√3.
    #[test]
    fn the_lowest_value_of_a_cubic() {
        let x = 1.0 / 3f64.sqrt();
        let found = lowest([1.0, -1.0], [1.0, 2.0]);
        // bisection to rounding
        assert!((found - (1.0 + x * x * x - x)).abs() < 1e-15, "{found}");
    }
}
