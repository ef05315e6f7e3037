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
//! | branch point | the determinant of the matrix above is zero: another branch crosses |
//! | period doubling | det(M + 1) = 0 |
//! | torus (Neimark, Sacker) | a complex pair of multipliers on the unit circle |
//! | Hopf bifurcation of an equilibrium | a complex pair of eigenvalues on the imaginary axis |
//! | change of events | the orbit has other events beyond: a grazing contact, a contact more or less |
//!
//! Where events change and the orbits beside each other do too (an impact that begins without speed), the branch ends: what goes on from there is another branch.
//!
//! Sources: Allgower, Georg, Numerical Continuation Methods (1990); Govaerts, Numerical Methods for Bifurcations of Dynamical Equilibria (2000).

mod words;

use crate::family::{Error, Family};
use crate::orbit::{Orbit, Section, told_at_the_start};
pub use crate::sheet::SectionOf;
use crate::sheet::{Direction, Moving, Point, Sheet};
pub use carom_study::BifurcationKind;
use carom_study::BranchSpec;
use nalgebra::DMatrix;
use words::{Signature, differing, impact_speed, slowest};

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
/// Orbits that differ by no more than this are the same.
const NOTHING: f64 = 1e-9;
/// How near a bifurcation is located, relative to the range of the parameter.
const LOCATED: f64 = 1e-10;
/// Where the other end of a bracket is looked for, in this unit.
const TIGHT: [f64; 6] = [-1.0, 1.0, -1e2, 1e2, -1e4, 1e4];
/// Looks at most for one bifurcation.
const LOOKS: usize = 60;
/// A period so many times that of the first orbit, where no step leads on, grows without bound.
const GROWN: f64 = 2.0;
/// The shortest step towards an infinite period: it goes like the logarithm of what is left, and changes over it like a power.
const LATE: f64 = 1e-9;
/// At so many steps of its range the period of a branch is looked at before it begins,
const RANGE_LOOKS: u32 = 100;
/// which is no more than so many times that of the first orbit.
const LONGER: f64 = 1e3;
/// A new branch of a period doubling is looked for this far from it, in the sizes of the unknowns.
const ASIDE: f64 = 1e-3;
/// One that crosses at a branch point also farther, as the two part slowly.
const FARTHER: [f64; 3] = [1.0, 4.0, 16.0];
/// Branch points as near as this to each other, over the range and in the sizes of the unknowns, are one.
const SAME: f64 = 1e-4;

/// Why a branch ends where nothing else ends it.
const END_OF_RANGE: &str = "end of the range";
const CLOSED: &str = "a closed curve: it comes back to where it began";

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
    /// From which bifurcation of which branch it leaves, both counted from 0; none: it begins with the first orbit.
    pub from: Option<[usize; 2]>,
}

/// A branch and those that leave it at period doublings and branch points: each with how many returns its orbits take.
pub type Branches = Vec<(u32, Branch)>;

impl Branch {
    /// One orbit alone.
    pub fn of(orbit: Orbit) -> Self {
        Self {
            orbits: vec![orbit],
            lengths: vec![0.0],
            bifurcations: Vec::new(),
            ended: [String::new(), String::new()],
            from: None,
        }
    }
}

/// Why a step does not lead on along a branch.
enum Miss {
    NoOrbit(Error),
    /// The orbit there has other events.
    Events(Signature),
}

/// A point of a branch, with its unit tangent.
#[derive(Clone)]
struct Place {
    point: Point,
    tangent: Direction,
}

impl Place {
    /// With the tangent along which the parameter grows (`sign` 1) or falls.
    fn towards(mut self, sign: f64) -> Self {
        if sign * self.tangent.parameters[0] < 0.0 {
            self.tangent = self.tangent.turned();
        }
        self
    }
}

struct Walk<'a> {
    sheet: Sheet<'a>,
    path: &'a Path,
    /// Whether it goes along equilibria,
    is_at_rest: bool,
    /// the first of which is not damped.
    is_undamped: bool,
}

impl Family<'_> {
    /// The branch of the first orbit or equilibrium, as the study's `[orbit]` or `[equilibrium]` and `[branch]` say, and those that leave it at period doublings and branch points, each with
    /// how many returns its orbits take.
    ///
    /// # Errors
    /// When there are no such sections; when the first orbit is not found.
    pub fn branches(&self) -> Result<Branches, Error> {
        let Some(spec) = &self.study.orbits.branch else {
            return Err(Error::Refused(
                "the study has no section [branch]: [branch] along = \"omega\", from = 1, to = 4"
                    .into(),
            ));
        };
        self.periods_of_range(spec)?;
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
                "the first {} is at {start}, outside of the range of the branch, {} to {}",
                if orbit.is_at_rest() {
                    "equilibrium"
                } else {
                    "orbit"
                },
                spec.range[0],
                spec.range[1]
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
            let next = doublings.position(|b| b.kind == BifurcationKind::PeriodDoubling);
            let Some(next) = next else { break };
            let doubled = self.double(&last.bifurcations[next], &section(count), &path);
            match doubled {
                Ok(mut doubled) => {
                    count *= 2;
                    doubled.from = Some([all.len() - 1, next]);
                    all.push((count, doubled));
                }
                Err(e) => {
                    let ended = &mut all.last_mut().expect("one is there").1.ended[1];
                    *ended = format!("{ended}; {e}");
                    break;
                }
            }
        }
        cross(self, &mut all, spec.branch_points as usize, &section, &path)?;
        Ok(all)
    }

    /// Refuses a range over which the period by its formula is not above 0, or more than [`LONGER`] times that of the first orbit.
    fn periods_of_range(&self, spec: &BranchSpec) -> Result<(), Error> {
        let point = self.first_point()?;
        let period = |at: f64| -> Result<Option<f64>, Error> {
            let mut point = point.clone();
            point[spec.along] = at;
            Ok(self.section(&point)?.span())
        };
        let Some(own) = period(point[spec.along])? else {
            return Ok(());
        };
        let [from, to] = spec.range;
        for k in 0..=RANGE_LOOKS {
            let at = from + (to - from) * f64::from(k) / f64::from(RANGE_LOOKS);
            let Some(period) = period(at)? else { break };
            let is_one = period > 0.0 && period.is_finite();
            if is_one && period <= LONGER * own {
                continue;
            }
            let name = &self.names()[spec.along];
            let what = match is_one {
                true => format!(
                    "where the period is {period:.3e}, {:.0e} times that of the first orbit, and a run takes as much longer",
                    period / own
                ),
                false => format!("where the period is {period}; it has to be above 0"),
            };
            return Err(Error::NotFound(format!(
                "the range of the branch goes to {name} = {at}, {what}. Let [branch] from and to leave it out"
            )));
        }
        Ok(())
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
        let walk = Walk::new(self, section, path, orbit);
        let start = walk.start(orbit)?;
        let forth = walk.go(start.clone().towards(1.0))?;
        let back = match forth.ended == CLOSED {
            true => Half::default(),
            false => walk.go(start.clone().towards(-1.0))?,
        };
        let branch = join(walk.orbit(&start), back, forth);
        let differs = |o: &Orbit| {
            let states = o.state.iter().zip(&orbit.state);
            let multipliers = o.multipliers.iter().zip(&orbit.multipliers);
            states.fold(0.0f64, |m, (a, b)| m.max((a - b).abs())) > NOTHING
                || (o.period - orbit.period).abs() > NOTHING
                || (o.is_at_rest()
                    && multipliers.fold(0.0f64, |m, (a, b)| m.max((a.value - b.value).norm()))
                        > NOTHING)
        };
        // A place that no orbit comes to has no effect, until one grazes it.
        let goes_through = branch.ended.iter().all(|e| e == END_OF_RANGE) || !orbit.is_at_rest();
        let is_still = branch.bifurcations.is_empty() && !branch.orbits.iter().any(differs);
        if is_still && goes_through {
            return Err(Error::NotFound(format!(
                "nothing of the orbit changes with {} in this range: a branch goes along a parameter that the motion depends on. Is it the number that is meant (`carom sweep --places MODEL` lists them)?",
                self.names()[path.coordinate]
            )));
        }
        Ok(branch)
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
        let once = Walk::new(self, section, path, &at.orbit);
        let chain = once.sheet.shot(&at.orbit.point, &at.orbit.knots)?;
        // The direction that changes its sign each period.
        let svd = chain.jacobian(-1.0).svd(false, true);
        let least = svd.singular_values.imin();
        let Some(v) = svd.v_t else {
            return Err(Error::NotFound(
                "the direction of the period doubling is not found".into(),
            ));
        };
        let mut states = chain.changes(&v.row(least).transpose());
        let mut knots = at.orbit.knots.clone();
        if knots.len() > 1 {
            // The second half goes through the same knots, the other way aside.
            let other: Vec<Vec<f64>> = states
                .iter()
                .map(|x| x.iter().map(|x| -x).collect())
                .collect();
            states.extend(other);
            let span = section(&at.orbit.point).span();
            knots = twice(&knots, span, at.orbit.period);
        }
        let mut orbit = at.orbit.clone();
        orbit.knots = knots;
        let walk = Walk::new(self, &doubled, path, &orbit);
        let from = walk.sheet.point(&orbit.point, &orbit.knots)?;
        let aside = Direction {
            states,
            parameters: vec![0.0],
        };
        let start = walk
            .sheet
            .correct(&from, std::slice::from_ref(&aside), &[ASIDE]);
        let start = start.map_err(|_| {
            Error::NotFound(
                "no orbit of twice the period was found beside the period doubling".into(),
            )
        })?;
        // Away from it, wherever that leads.
        let start = walk.with_tangent(start, &aside);
        let forth = walk.go(start.clone())?;
        Ok(join(walk.orbit(&start), Half::default(), forth))
    }
}

/// Follows the branches that cross these at branch points, and those that cross them, so many at most.
fn cross<'s, S: Fn(&[f64]) -> Section + 's>(
    family: &Family<'_>,
    all: &mut Branches,
    most: usize,
    section: &dyn Fn(u32) -> S,
    path: &Path,
) -> Result<(), Error> {
    let mut crossed: Vec<Orbit> = Vec::new();
    let mut from = 0;
    while from < all.len() {
        let count = all[from].0;
        for k in 0..all[from].1.bifurcations.len() {
            let here = all[from].1.bifurcations[k].clone();
            if here.kind != BifurcationKind::BranchPoint || crossed.len() == most {
                continue;
            }
            let is_it = |o: &Orbit| is_near(family, o, &here.orbit, path).unwrap_or(false);
            // Where two branches cross that are both there, nothing is new.
            let others = all.iter().enumerate().filter(|(k, _)| *k != from);
            let mut points = others.flat_map(|(_, (_, other))| &other.bifurcations);
            let is_between = points.any(|b| b.kind == here.kind && is_it(&b.orbit));
            if is_between || crossed.iter().any(is_it) {
                continue;
            }
            match other_branch(family, &here, &section(count), path) {
                Ok(mut other) => {
                    other.from = Some([from, k]);
                    all.push((count, other));
                }
                Err(Error::NotFound(why)) => {
                    let ended = &mut all[from].1.ended[1];
                    *ended = format!("{ended}; {why}");
                }
                Err(e) => return Err(e),
            }
            crossed.push(here.orbit);
        }
        from += 1;
    }
    Ok(())
}

/// Whether two orbits are one.
fn is_near(family: &Family<'_>, a: &Orbit, b: &Orbit, path: &Path) -> Result<bool, Error> {
    let [from, to] = path.range;
    let apart = (a.point[path.coordinate] - b.point[path.coordinate]).abs() / (to - from).abs();
    let mut run = family.begin_at(&b.point, 0.0, &b.state)?;
    let sizes = run.projector()?.1;
    let change = family.change(&b.point, &b.state, &a.state)?;
    let parts = change.iter().zip(&sizes).map(|(x, s)| (x / s).abs());
    Ok(parts.take(sizes.len() - 1).fold(apart, f64::max) < SAME)
}

/// Follows the branch that crosses another one at a branch point, to both sides.
///
/// # Errors
/// When no orbit of it is found beside the branch point.
fn other_branch(
    family: &Family<'_>,
    at: &Bifurcation,
    section: &SectionOf<'_>,
    path: &Path,
) -> Result<Branch, Error> {
    let walk = Walk::new(family, section, path, &at.orbit);
    let from = walk.start(&at.orbit)?;
    let across = walk.sheet.across(&from.point, &from.tangent);
    let beside = |sign: f64| {
        let aside = Direction::sum(std::slice::from_ref(&across), &[sign]);
        let mut tries = FARTHER.iter().filter_map(|far| {
            let along = std::slice::from_ref(&aside);
            walk.sheet.correct(&from.point, along, &[far * ASIDE]).ok()
        });
        let point = tries.next()?;
        Some(walk.with_tangent(point, &aside))
    };
    let half = |sign: f64| -> Result<Option<Half>, Error> {
        let Some(start) = beside(sign) else {
            return Ok(None);
        };
        let mut half = walk.go(start.clone())?;
        half.orbits.insert(0, walk.orbit(&start));
        half.lengths.iter_mut().for_each(|s| *s += ASIDE);
        half.lengths.insert(0, ASIDE);
        half.bifurcations.iter_mut().for_each(|b| b.after += 1);
        Ok(Some(half))
    };
    let forth = half(1.0)?;
    let back = match &forth {
        Some(forth) if forth.ended == CLOSED => None,
        _ => half(-1.0)?,
    };
    if back.is_none() && forth.is_none() {
        return Err(Error::NotFound(format!(
            "no other branch was found beside the branch point at {:.9}",
            at.value
        )));
    }
    let [back, forth] = [back, forth].map(Option::unwrap_or_default);
    Ok(join(walk.orbit(&from), back, forth))
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
        from: None,
    }
}

/// Knots of an orbit that is gone through twice.
fn twice(knots: &[crate::orbit::Knot], span: Option<f64>, period: f64) -> Vec<crate::orbit::Knot> {
    let at = |at: f64, round: f64| match span {
        Some(_) => 0.5 * (at + round),
        None => at + round * period,
    };
    let each = [0.0, 1.0].into_iter().flat_map(|round| {
        knots.iter().map(move |k| crate::orbit::Knot {
            at: at(k.at, round),
            state: k.state.clone(),
        })
    });
    each.collect()
}

impl<'a> Walk<'a> {
    fn new(
        family: &'a Family<'a>,
        section: &'a SectionOf<'a>,
        path: &'a Path,
        like: &Orbit,
    ) -> Self {
        let moving = Moving {
            coordinate: path.coordinate,
            range: path.range,
        };
        Self {
            sheet: Sheet::new(family, section, vec![moving], like),
            path,
            is_at_rest: like.is_at_rest(),
            is_undamped: like.is_at_rest() && like.is_undamped(),
        }
    }

    fn range(&self) -> f64 {
        self.sheet.moving[0].length()
    }

    fn parameter(&self, point: &Point) -> f64 {
        point.parameters[self.path.coordinate]
    }

    fn start(&self, orbit: &Orbit) -> Result<Place, Error> {
        let point = self.sheet.point(&orbit.point, &orbit.knots)?;
        let along = self.sheet.along(&point, 0);
        Ok(self.with_tangent(point, &along))
    }

    /// With its tangent, in the direction of the one before.
    fn with_tangent(&self, point: Point, before: &Direction) -> Place {
        let found = self.sheet.tangents(&point, std::slice::from_ref(before));
        // the guess may stand across the branch: the parameter alone
        let along = || self.sheet.tangents(&point, &[self.sheet.along(&point, 0)]);
        let tangent = found.or_else(along).and_then(|mut t| t.pop());
        Place {
            tangent: tangent.unwrap_or_else(|| before.clone()),
            point,
        }
    }

    /// The point of the branch at the length `s` along the tangent of another one, as [`Sheet::correct`].
    fn correct(&self, from: &Place, s: f64) -> Result<Place, Error> {
        let tangent = std::slice::from_ref(&from.tangent);
        let point = self.sheet.correct(&from.point, tangent, &[s])?;
        Ok(self.with_tangent(point, &from.tangent))
    }

    /// The same if it has these events.
    fn next(&self, from: &Place, s: f64, signature: &Signature) -> Result<Place, Miss> {
        let next = self.correct(from, s).map_err(Miss::NoOrbit)?;
        let own = self.orbit(&next).signature();
        match own == *signature {
            true => Ok(next),
            false => Err(Miss::Events(own)),
        }
    }

    fn orbit(&self, place: &Place) -> Orbit {
        self.sheet.orbit(&place.point)
    }

    /// Follows the branch from a point in the direction of its tangent.
    fn go(&self, start: Place) -> Result<Half, Error> {
        let mut half = Half::default();
        let begun = start.point.clone();
        let mut at = start;
        let mut length = 0.0;
        let mut step = 0.3 * self.path.longest;
        let mut halvings = 0;
        let first = self.orbit(&at);
        let (signature, speed) = (first.signature(), impact_speed(&first));
        while half.orbits.len() < self.path.points {
            let p = self.parameter(&at.point);
            let [low, high] = [
                self.path.range[0].min(self.path.range[1]),
                self.path.range[0].max(self.path.range[1]),
            ];
            // Never beyond the range by more than a little.
            let room = if at.tangent.parameters[0] > 0.0 {
                high - p
            } else {
                p - low
            };
            if room <= END * self.range() {
                half.ended = END_OF_RANGE.into();
                return Ok(half);
            }
            let to_end = room / (at.tangent.parameters[0].abs() * self.range()).max(1e-300);
            let s = step.min(to_end.max(1e-12));
            let next = match self.next(&at, s, &signature) {
                Ok(next) => next,
                Err(miss) => {
                    step = 0.5 * s;
                    halvings += 1;
                    let grows = self.grows(&first, &self.orbit(&at));
                    if halvings > HALVINGS || step < SHORTEST || (grows && step < LATE) {
                        self.end_behind(&mut half, (&first, self.orbit(&at)), step, &miss);
                        return Ok(half);
                    }
                    continue;
                }
            };
            halvings = 0;
            for &kind in self.kinds() {
                let [a, b] = [&at, &next].map(|p| self.test(kind, p));
                if let (Some(a), Some(b)) = (a, b)
                    && a * b < 0.0
                {
                    let found = self.locate(kind, &at, s, [a, b], half.orbits.len());
                    half.bifurcations.push(found);
                }
            }
            length += s;
            let factor = match next.point.steps {
                n if n < WANTED => 1.5,
                n if n > WANTED => 0.6,
                _ => 1.0,
            };
            step = (s * factor).min(self.path.longest);
            half.orbits.push(self.orbit(&next));
            half.lengths.push(length);
            let passes =
                half.orbits.len() > 2 && self.sheet.passes(&at.point, &at.tangent, s, &begun);
            at = next;
            if passes {
                half.ended = CLOSED.into();
                return Ok(half);
            }
            if impact_speed(&half.orbits[half.orbits.len() - 1]) < GRAZES * speed {
                self.end_by_grazing(&mut half, self.orbit(&at), 0.0, "");
                return Ok(half);
            }
        }
        half.ended = "as many points as were asked for".into();
        Ok(half)
    }

    /// What may happen on the way.
    fn kinds(&self) -> &'static [BifurcationKind] {
        use BifurcationKind::{BranchPoint, Fold, Hopf, PeriodDoubling, Torus};
        match self.is_at_rest {
            true => &[Fold, BranchPoint, Hopf],
            false => &[Fold, BranchPoint, PeriodDoubling, Torus],
        }
    }

    /// What changes its sign at a bifurcation.
    fn test(&self, kind: BifurcationKind, place: &Place) -> Option<f64> {
        match kind {
            BifurcationKind::Fold => Some(place.tangent.parameters[0]),
            BifurcationKind::BranchPoint => self.sheet.regular(&place.point, &place.tangent),
            // without damping two frequencies come together: a step
            BifurcationKind::Hopf if self.is_undamped => {
                let grows = self
                    .orbit(place)
                    .flutter()
                    .filter(|_| !self.orbit(place).is_undamped());
                Some(grows.unwrap_or(f64::NEG_INFINITY))
            }
            BifurcationKind::Hopf => self.orbit(place).flutter(),
            BifurcationKind::PeriodDoubling => Some(doubling(&place.point)),
            BifurcationKind::Torus => torus(&self.orbit(place)),
            BifurcationKind::Grazing => None,
        }
    }

    /// Where a test function is zero between a point and the one at the length `s` from it: the method of false position (Illinois), or halving where one end is infinite.
    fn locate(
        &self,
        kind: BifurcationKind,
        from: &Place,
        s: f64,
        [mut fa, mut fb]: [f64; 2],
        after: usize,
    ) -> Bifurcation {
        let (mut a, mut b) = (0.0, s);
        let mut best: Option<Place> = None;
        let mut side = 0;
        for _ in 0..LOOKS {
            let c = match fa.is_finite() && fb.is_finite() {
                true => (a * fb - b * fa) / (fb - fa),
                false => 0.5 * (a + b),
            };
            let Ok(point) = self.correct(from, c) else {
                break;
            };
            let Some(fc) = self.test(kind, &point) else {
                break;
            };
            let moved = best.as_ref().map_or(f64::INFINITY, |p| {
                (self.parameter(&p.point) - self.parameter(&point.point)).abs()
            });
            best = Some(point);
            let is_found =
                fc == 0.0 || (b - a).abs() < LOCATED || moved < LOCATED * self.range() * 1e-2;
            if fc * fb < 0.0 {
                (a, fa) = (b, fb);
                side = 0;
            } else {
                // the end that stays weighs half
                fa *= if side == 1 { 0.5 } else { 1.0 };
                side = 1;
            }
            (b, fb) = (c, fc);
            if is_found {
                break;
            }
        }
        let error = self.range() * self.bracket(kind, from, [a, b], fb);
        // where no orbit is found inside, the bracket says how far it may be off
        let point = best.unwrap_or_else(|| from.clone());
        let value = self.parameter(&point.point);
        Bifurcation {
            kind,
            value,
            error: error.min(self.range()).max(LOCATED * self.range()),
            orbit: self.orbit(&point),
            after,
        }
    }

    /// How far a zero may be from the end `b` of its bracket that is next to it, with the value `fb` there, as a part of the range of the parameter: false position leaves the other end where it
    /// was, so a nearer one is looked for.
    fn bracket(&self, kind: BifurcationKind, from: &Place, [a, b]: [f64; 2], fb: f64) -> f64 {
        let slope = from.tangent.parameters[0].abs();
        for beside in TIGHT.map(|d| b + d * LOCATED) {
            if (beside - b).abs() >= (a - b).abs() {
                continue;
            }
            let other = self.correct(from, beside).ok();
            let Some(f) = other.and_then(|p| self.test(kind, &p)) else {
                continue;
            };
            if f * fb <= 0.0 {
                // what changes its sign at a fold is the slope itself
                let slope = match kind {
                    BifurcationKind::Fold => f.abs().max(fb.abs()),
                    _ => slope,
                };
                return (beside - b).abs() * slope;
            }
        }
        (b - a).abs().min(1.0) * slope
    }

    /// Whether the period has grown much by itself, without time that forces it.
    fn grows(&self, first: &Orbit, last: &Orbit) -> bool {
        let is_free = (self.sheet.section)(&last.point).span().is_none();
        is_free && last.period > GROWN * first.period
    }

    /// Ends a branch behind its last orbit, for what was missed a short step behind it.
    fn end_behind(&self, half: &mut Half, (first, last): (&Orbit, Orbit), step: f64, miss: &Miss) {
        let k = self.path.coordinate;
        let value = last.point[k];
        if self.grows(first, &last) {
            half.ended = format!(
                "towards {value:.9} the period grows without bound, from {:.6} to {:.6}: the motion comes to an equilibrium that it leaves ever later",
                first.period, last.period
            );
            return;
        }
        if let Some(e) = last.at_the_start(&(self.sheet.section)(&last.point)) {
            half.ended = format!("at {value:.9} {}", told_at_the_start(e));
            return;
        }
        match miss {
            Miss::NoOrbit(Error::Refused(why)) => {
                half.ended = format!(
                    "beyond {value:.9} there are no derivatives, which take models on both sides: {why}. Let the range of the branch end before"
                );
            }
            Miss::NoOrbit(e) if last.is_at_rest() => {
                half.ended = format!(
                    "beyond {value:.9} no equilibrium is found beside this one: a contact may open or close there, or a function have a corner ({e})"
                );
            }
            Miss::NoOrbit(_) => self.end_by_grazing(half, last, step, ""),
            Miss::Events(others) => {
                let what = differing(&last.signature(), others);
                self.end_by_grazing(half, last, step, &what);
            }
        }
    }

    /// Ends a branch behind its last orbit, beyond which the events change: there, or, if its slowest impact has become slow, where that has no speed: by the parabola through
    /// three orbits whose impacts are twice as fast each.
    fn end_by_grazing(&self, half: &mut Half, last: Orbit, step: f64, what: &str) {
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
            "beyond {value:.9} there is no orbit with these events (grazing): {}{what}",
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

/// det(M + 1), of all pieces: zero at a period doubling.
pub(crate) fn doubling(point: &Point) -> f64 {
    let m: DMatrix<f64> = point.chain.jacobian(-1.0);
    m.determinant()
}

/// |μ|² − 1 of the largest pair of complex multipliers.
pub(crate) fn torus(orbit: &Orbit) -> Option<f64> {
    let pairs = orbit.plain().filter(|z| z.im > 0.0);
    pairs.map(|z| z.norm_sqr() - 1.0).reduce(f64::max)
}
