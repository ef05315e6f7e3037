//! One search for an equilibrium: its unknowns, the imbalance, its rounding and its scale.
#![allow(non_snake_case)]

use crate::analysis::observer::{Observer, SearchProgress};
use crate::equations::Equations;
use crate::system::{ExtraState, System};
use carom_base::Vec3;
use carom_model::analysis::StaticSettings;
use carom_solve::sparse::{Lu, Pattern};
use carom_solve::{Fault, Problem};

/// The rate of an extra state that is left, of the largest that the search has met.
const SETTLED: f64 = 1e-6;
/// So many times further than it sets out, and than it goes within T at its largest rate, no extra state goes to its equilibrium.
const RUN_OFF: f64 = 1e8;

/// A search for equilibrium.
pub(in crate::analysis::statics) struct Search<'a> {
    pub(in crate::analysis::statics) observer: &'a mut dyn Observer,
    pub(in crate::analysis::statics) pattern: Pattern,
    pub(in crate::analysis::statics) lu: Lu<f64>,
    /// Extra states that are unknowns.
    pub(in crate::analysis::statics) free: Vec<usize>,
    pub(in crate::analysis::statics) y: Vec<f64>,
    pub(in crate::analysis::statics) f: Vec<f64>,
    pub(in crate::analysis::statics) jacobian: Vec<f64>,
    /// Largest change of one step: translation, rotation.
    pub(in crate::analysis::statics) limits: [f64; 2],
    pub(in crate::analysis::statics) length: f64,
    pub(in crate::analysis::statics) weight: f64,
    pub(in crate::analysis::statics) iterations: u64,
    /// Those of relaxations among them.
    pub(in crate::analysis::statics) relaxed: u64,
    /// Iterations of the search that runs.
    pub(in crate::analysis::statics) most: u64,
    /// Correction and imbalance that are good enough, if the model says so.
    pub(in crate::analysis::statics) content: Option<[f64; 2]>,
    /// Largest force at the start, and the last correction.
    pub(in crate::analysis::statics) first: f64,
    pub(in crate::analysis::statics) correction: f64,
    pub(in crate::analysis::statics) pressed: Pressed,
    pub(in crate::analysis::statics) moved: Moved,
}

/// What has moved since a search set out.
pub(in crate::analysis::statics) struct Moved {
    /// Where the bodies set out, and whether one has gone beyond all contacts since.
    pub(in crate::analysis::statics) bodies: Vec<Vec3>,
    pub(in crate::analysis::statics) is_lost: bool,
    /// Where the free extra states set out, and the largest rates met.
    states: Vec<f64>,
    rates: Vec<f64>,
}

/// Rigid contacts that the last step would press although they are not pressed from rest.
#[derive(Default)]
pub(in crate::analysis::statics) struct Pressed {
    /// Their stops.
    pub(in crate::analysis::statics) stops: Vec<usize>,
    /// How often one of them turned out to pull.
    pub(in crate::analysis::statics) reversals: u32,
}

/// How far a position is from equilibrium.
#[derive(Clone, Copy, Debug)]
pub(in crate::analysis::statics) struct Imbalance {
    /// Largest generalized force.
    pub(in crate::analysis::statics) force: f64,
    /// Its unknown.
    pub(in crate::analysis::statics) worst: usize,
    /// Largest force or rate against what rounding leaves of it.
    pub(in crate::analysis::statics) excess: f64,
    /// Largest residual of a constraint, beyond its rounding.
    pub(in crate::analysis::statics) gap: f64,
    /// Its row.
    pub(in crate::analysis::statics) open: Option<usize>,
}

impl<'a> Search<'a> {
    pub(in crate::analysis::statics) fn new(
        e: &Equations,
        settings: &StaticSettings,
        observer: &'a mut dyn Observer,
    ) -> Self {
        let system = &e.system;
        let (n, m, nd) = (
            system.mechanism.positions,
            system.rows.len(),
            e.differential(),
        );
        let is_free = |k: &usize| {
            matches!(system.extra.states[*k], ExtraState::Diff(_))
                && system.extra.held.binary_search(k).is_err()
        };
        let free: Vec<usize> = (0..system.extra.states.len()).filter(is_free).collect();
        let g = system.mechanism.gravity.norm();
        let weight: f64 = system.mechanism.bodies.iter().map(|b| b.mass * g).sum();
        let length = e.extent();
        let place = Places {
            n,
            m,
            nd,
            free: &free,
        };
        let pattern = static_pattern(e.pattern_of_jacobian(), &e.mass().pattern, &place);
        Self {
            observer,
            lu: Lu::new(&pattern),
            pattern,
            y: vec![0.0; e.dimension()],
            f: vec![0.0; e.dimension()],
            jacobian: vec![0.0; e.pattern_of_jacobian().len()],
            limits: [
                settings
                    .translation_limit
                    .unwrap_or(f64::INFINITY)
                    .min(0.1 * length),
                settings
                    .rotation_limit
                    .unwrap_or(f64::INFINITY)
                    .min(10f64.to_radians()),
            ],
            length,
            weight,
            iterations: 0,
            relaxed: 0,
            most: STEPS,
            content: match (settings.error, settings.imbalance) {
                (None, None) => None,
                (error, imbalance) => Some([error, imbalance].map(|x| x.unwrap_or(CONTENT))),
            },
            first: f64::NAN,
            correction: f64::INFINITY,
            pressed: Pressed::default(),
            moved: Moved {
                bodies: e.now.bodies.iter().map(|b| b.r).collect(),
                is_lost: false,
                states: free.iter().map(|k| e.now.states[*k]).collect(),
                rates: vec![0.0; free.len()],
            },
            free,
        }
    }

    /// Notes how fast extra states move where the search stands.
    pub(in crate::analysis::statics) fn note_rates(&mut self, e: &Equations) {
        let first = 2 * e.system.mechanism.positions;
        for (rate, k) in self.moved.rates.iter_mut().zip(&self.free) {
            *rate = rate.max(self.f[first + k].abs());
        }
    }

    /// An extra state whose rate has not come to zero where the search stands, or that has run off without bound.
    pub(in crate::analysis::statics) fn moving_state(&self, e: &Equations) -> Option<Fault> {
        let (name, rate) = self.moving_name(e, SETTLED)?;
        Some(Fault {
            message: format!(
                "no equilibrium: {name} does not come to rest, its rate is {rate:.3e}; with STATIC_HOLD it would keep its value"
            ),
        })
    }

    /// Its name and rate. `settled`: the part of the largest rate that counts as none.
    pub(in crate::analysis::statics) fn moving_name(
        &self,
        e: &Equations,
        settled: f64,
    ) -> Option<(String, f64)> {
        let first = 2 * e.system.mechanism.positions;
        let unit = e.system.mechanism.scale.time;
        let rounding = self.rounding(e);
        let mut each = self
            .free
            .iter()
            .zip(self.moved.states.iter().zip(&self.moved.rates));
        let (k, _) = each.find(|(k, (start, fastest))| {
            let (rate, way) = (
                self.f[first + *k].abs(),
                (self.y[first + *k] - *start).abs(),
            );
            let usual = start.abs() + unit * **fastest;
            let rests = rate <= rounding[first + *k] || rate <= settled * **fastest;
            !rests || way > RUN_OFF * usual
        })?;
        Some((e.system.unknown_name(first + k), self.f[first + k]))
    }

    /// Goes on with equations that keep other rows than `before`: multipliers of the rows of both stay, those of contacts are the forces in `closed`.
    pub(in crate::analysis::statics) fn take_rows(
        &mut self,
        e: &Equations,
        before: &System,
        closed: &[(usize, f64)],
    ) {
        let (system, nd) = (&e.system, e.differential());
        let (n, m) = (system.mechanism.positions, system.rows.len());
        let place = Places {
            n,
            m,
            nd,
            free: &self.free,
        };
        self.pattern = static_pattern(e.pattern_of_jacobian(), &e.mass().pattern, &place);
        self.lu = Lu::new(&self.pattern);
        let mut y = vec![0.0; e.dimension()];
        y[..nd].copy_from_slice(&self.y[..nd]);
        for (k, row) in system.rows.iter().enumerate() {
            if let Ok(old) = before.rows.binary_search(row) {
                y[nd + k] = self.y[nd + old];
            }
        }
        for (stop, force) in closed {
            if let Ok(k) = system.rows.binary_search(&system.stop_row(*stop)) {
                y[nd + k] = *force;
            }
        }
        self.y = y;
        self.f = vec![0.0; e.dimension()];
        self.jacobian = vec![0.0; e.pattern_of_jacobian().len()];
    }

    pub(in crate::analysis::statics) fn imbalance(&self, e: &Equations) -> Imbalance {
        let (n, m, nd) = (
            e.system.mechanism.positions,
            e.system.rows.len(),
            e.differential(),
        );
        let largest = |x: &[f64]| {
            x.iter().fold(
                0.0,
                |m: f64, x| if x.is_nan() { *x } else { m.max(x.abs()) },
            )
        };
        let mut worst = 0;
        for k in 0..n {
            if !(self.f[n + k].abs() <= self.f[n + worst].abs()) {
                worst = k;
            }
        }
        let rounding = self.rounding(e);
        let forces = n..2 * n;
        let excess = forces
            .chain(self.free.iter().map(|x| 2 * n + x))
            .map(|k| self.f[k].abs() / rounding[k])
            .fold(0.0, |m: f64, x| if x.is_nan() { x } else { m.max(x) });
        let view = e.view();
        let gaps = self.f[nd..nd + m].iter().zip(&e.system.rows);
        let gaps: Vec<f64> = gaps
            .map(|(gap, row)| {
                let constraint = &e.system.constraints[e.system.constraint_of_row(*row)];
                gap.abs() - constraint.rounding(&view).min(gap.abs())
            })
            .collect();
        let open = (0..m).max_by(|a, b| gaps[*a].total_cmp(&gaps[*b]));
        Imbalance {
            open: open.map(|k| e.system.rows[k]),
            force: largest(&self.f[n..2 * n]),
            worst,
            excess,
            gap: largest(&gaps),
        }
    }

    /// What rounding leaves of each row of the right-hand side: of the unknowns through their derivatives, of what multipliers hand on from other rows, and a share of the
    /// forces that meet.
    pub(in crate::analysis::statics) fn rounding(&self, e: &Equations) -> Vec<f64> {
        let (n, nd) = (e.system.mechanism.positions, e.differential());
        let mut size = vec![0.0; e.dimension()];
        for data in &e.system.mechanism.bodies {
            size[data.first..data.first + 3].fill(self.length);
            size[data.first + 3..data.first + data.freedoms()].fill(1.0);
        }
        for (k, y) in self.y.iter().enumerate().skip(2 * n) {
            size[k] = y.abs();
        }
        let mut rounding = vec![f64::MIN_POSITIVE; e.dimension()];
        let mut meeting: f64 = self.weight;
        let is_force = |row: usize| (n..2 * n).contains(&row);
        let entries = || e.pattern_of_jacobian().entries().zip(&self.jacobian);
        for ((row, column), value) in entries() {
            // 16: a few operations each.
            rounding[row] += 16.0 * f64::EPSILON * value.abs() * size[column];
        }
        let reactions = || entries().filter(|((row, column), _)| *column >= nd && is_force(*row));
        let mut lever = vec![0.0_f64; e.dimension()];
        for ((row, column), value) in reactions() {
            meeting = meeting.max(value.abs() * size[column]);
            lever[column] = lever[column].max(value.abs() * size[row - n]);
        }
        // A reaction is as uncertain as the forces that it balances: those that it has a lever to.
        let mut handed = vec![0.0_f64; e.dimension()];
        for ((row, column), value) in reactions() {
            if value.abs() * size[row - n] > 0.1 * lever[column] {
                handed[column] = handed[column].max(rounding[row] / value.abs());
            }
        }
        for ((row, column), value) in reactions() {
            rounding[row] += value.abs() * handed[column];
        }
        let meeting = if meeting > 0.0 { meeting } else { 1.0 };
        for k in n..2 * n {
            rounding[k] += BALANCE * meeting;
        }
        for k in 2 * n..nd {
            rounding[k] += BALANCE * (e.size_of_state(k - 2 * n) + self.y[k].abs());
        }
        rounding
    }

    /// Tells the observer where the search stands.
    ///
    /// # Errors
    /// It asks for an end.
    pub(in crate::analysis::statics) fn tell(
        &mut self,
        time: f64,
        now: &Imbalance,
    ) -> Result<(), Fault> {
        let progress = SearchProgress {
            time,
            iterations: self.iterations,
            is_relaxation: self.relaxed > 0,
            imbalance: now.force,
        };
        match self.observer.search(progress) {
            true => Ok(()),
            false => Err(Fault {
                message: "the search for an equilibrium was stopped".into(),
            }),
        }
    }

    /// Balanced, up to rounding.
    pub(in crate::analysis::statics) fn is_balanced(&self, now: &Imbalance) -> bool {
        now.excess <= 1.0 && now.gap <= MET * self.length
    }

    /// Balanced but for a small part of the weight: bodies that slide freely on others follow the roundings of their normals, and these come back as forces.
    pub(in crate::analysis::statics) fn is_nearly_balanced(&self, now: &Imbalance) -> bool {
        let small = now.force <= NEARLY * self.weight && now.gap <= CONTENT_GAP * self.length;
        self.is_balanced(now) || small
    }

    /// Good enough for the model.
    pub(in crate::analysis::statics) fn is_content(&self, now: &Imbalance) -> bool {
        self.content.is_some_and(|[error, imbalance]| {
            self.correction <= error
                && now.force <= imbalance
                && now.gap <= CONTENT_GAP * self.length
        })
    }

    /// Says how far a search came that failed.
    pub(in crate::analysis::statics) fn how_far(&self, fault: Fault) -> Fault {
        let fallback = match self.relaxed {
            0 => String::new(),
            n => format!(
                ", {n} of them by dynamics, brought to rest at each peak of its kinetic energy"
            ),
        };
        let start = if self.first.is_finite() {
            format!("; at the start it was {:.3e}", self.first)
        } else {
            String::new()
        };
        Fault {
            message: format!(
                "{}{start} ({} iterations{fallback})",
                fault.message, self.iterations
            ),
        }
    }

    /// The right-hand side of a Newton step.
    pub(in crate::analysis::statics) fn residual(&self, n: usize, m: usize, nd: usize) -> Vec<f64> {
        let states = self.free.iter().map(|x| self.f[2 * n + x]);
        let forces = self.f[n..2 * n].iter().copied();
        let rows = self.f[nd..nd + m].iter().copied();
        forces.chain(states).chain(rows).map(|x| -x).collect()
    }

    /// The largest change of a step against its limits.
    pub(in crate::analysis::statics) fn reach(&self, e: &Equations, step: &[f64]) -> f64 {
        let mut reach: f64 = 0.0;
        for data in &e.system.mechanism.bodies {
            let k = data.first;
            let d = Vec3::new(step[k], step[k + 1], step[k + 2]).norm();
            reach = reach.max(d / self.limits[0]);
            if data.turns {
                let a = Vec3::new(step[k + 3], step[k + 4], step[k + 5]).norm();
                reach = reach.max(a / self.limits[1]);
            }
        }
        if step.iter().all(|x| x.is_finite()) {
            reach
        } else {
            f64::NAN
        }
    }
}

/// Where the rows and columns of the full Jacobian stand in that of the search.
pub(in crate::analysis::statics) struct Places<'a> {
    pub(in crate::analysis::statics) n: usize,
    pub(in crate::analysis::statics) m: usize,
    pub(in crate::analysis::statics) nd: usize,
    pub(in crate::analysis::statics) free: &'a [usize],
}

impl Places<'_> {
    pub(in crate::analysis::statics) fn row(&self, row: usize) -> Option<usize> {
        match row {
            r if (self.n..2 * self.n).contains(&r) => Some(r - self.n),
            r => self.after_positions(r),
        }
    }

    pub(in crate::analysis::statics) fn column(&self, column: usize) -> Option<usize> {
        match column {
            c if c < self.n => Some(c),
            c => self.after_positions(c),
        }
    }

    /// Extra states and first multipliers have the same places among rows and columns.
    pub(in crate::analysis::statics) fn after_positions(&self, k: usize) -> Option<usize> {
        if (2 * self.n..self.nd).contains(&k) {
            let x = self.free.binary_search(&(k - 2 * self.n)).ok()?;
            return Some(self.n + x);
        }
        let multiplier = k.checked_sub(self.nd).filter(|l| *l < self.m)?;
        Some(self.n + self.free.len() + multiplier)
    }
}

pub(in crate::analysis::statics) fn static_pattern(
    full: &Pattern,
    mass: &Pattern,
    place: &Places<'_>,
) -> Pattern {
    let (n, size) = (place.n, place.n + place.free.len() + place.m);
    let mut entries: Vec<(usize, usize)> = full
        .entries()
        .filter_map(|(r, c)| Some((place.row(r)?, place.column(c)?)))
        .collect();
    entries.extend((0..size - place.m).map(|k| (k, k)));
    let inertia = mass.entries().filter(|(r, _)| (n..2 * n).contains(r));
    entries.extend(inertia.map(|(r, c)| (r - n, c - n)));
    Pattern::from_entries(size, entries)
}

/// Most steps of one pseudo-transient search.
pub(in crate::analysis::statics) const STEPS: u64 = 600;

/// Smallest imbalance that is asked for, relative to the weight of all bodies or of the largest force on one.
pub(in crate::analysis::statics) const BALANCE: f64 = 1e-12;

/// The same, where some freedom has no stiffness, and rounding no end.
pub(in crate::analysis::statics) const NEARLY: f64 = 1e-10;

/// ERROR and IMBALANCE where only the other one is given: the defaults of the deck's language.
pub(in crate::analysis::statics) const CONTENT: f64 = 1e-4;

/// What a constraint that is met is off at most, relative to the length: rounding of the places of its markers.
pub(in crate::analysis::statics) const MET: f64 = 1e-12;

/// What a constraint may be off relative to the length, to be content with.
pub(in crate::analysis::statics) const CONTENT_GAP: f64 = 1e-9;
