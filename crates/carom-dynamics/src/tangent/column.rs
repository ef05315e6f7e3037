//! One direction in which a run is varied, and the differences that tell what it does.

use crate::equations::Equations;
use crate::system::motion::DiscreteState;
use crate::tangent::state::{Change, State};
use carom_solve::Fault;

/// Differences of order 4: `f' = Σ WEIGHTS·f(AT·δ)/δ`.
pub const AT: [f64; 4] = [-2.0, -1.0, 1.0, 2.0];

/// See [`AT`].
pub const WEIGHTS: [f64; 4] = [1.0 / 12.0, -2.0 / 3.0, 2.0 / 3.0, -1.0 / 12.0];

/// Changes for differences, of parameters and of states, relative to their sizes: rounding leaves 1e-16 over this, the order its fourth power.
pub const CHANGE: f64 = 3e-5;

/// What differences leave, relative to the size of a model over that of the parameter: 1e-16/[`CHANGE`], times some ten.
pub(in crate::tangent) const ROUNDING: f64 = 1e-10;

/// A change of a parameter's size by less than this tells little more than rounding: 1e-16 over it.
pub(in crate::tangent) const LEAST: f64 = 2e-6;

/// A larger one is so many times larger.
pub(in crate::tangent) const LARGER: f64 = 32.0;

/// The largest change of the state at which it is changed together with the parameter: the order leaves 1e-12.
pub(in crate::tangent) const TOGETHER: f64 = 1e-3;

/// Models nearer to the point than the others by this factor: 3e-8 of the parameter, which leaves a rounding of 1e-9 and steps over corners that near alone.
pub const NEARER: f64 = 1024.0;

/// Slopes over one change and over twice that which differ by more than this, relative to the largest of their kind: there is a corner between, or a bend as sharp.
const ROUGH: f64 = 1e-6;

/// What is smaller than this beside the largest of all slopes is not looked at for corners: there projections round.
const MINOR: f64 = 1e-9;

/// Each number is of a kind of its own.
const ALL: usize = usize::MAX;

/// Roundings that slopes may differ by.
const ROUNDINGS: f64 = 1e3;

/// The model with other values of one parameter: at p + [`AT`]·δ, each where an analysis is about to begin.
pub struct Variants {
    /// What messages call the parameter.
    pub name: String,
    /// δ, in the unit of the parameter.
    pub change: f64,
    /// The models.
    pub(crate) models: Vec<Equations>,
    /// Those at δ/[`NEARER`], where forces have corners; else none.
    pub(crate) nearer: Vec<Equations>,
}

/// Finds numbers in equations at a distance.
pub(in crate::tangent) type Finding<'a> =
    dyn FnMut(&mut Equations, f64) -> Result<Vec<f64>, Fault> + 'a;

impl Variants {
    /// Slopes by the parameter of what `look` finds in models at these distances. Of forces, whose kinds repeat after `stride` numbers, those that have a corner within reach are taken over the
    /// smaller change.
    pub(in crate::tangent) fn slopes(
        &mut self,
        stride: Option<usize>,
        look: &mut Finding<'_>,
    ) -> Result<Difference, Fault> {
        let mut over = |models: &mut [Equations], change: f64| {
            let mut found = Difference::new(change);
            for ((at, weight), other) in AT.iter().zip(WEIGHTS).zip(models) {
                found.add(look(other, at * change)?, *at, weight);
            }
            Ok::<_, Fault>(found)
        };
        let mut found = over(&mut self.models, self.change)?;
        if let Some(stride) = stride.filter(|_| !self.nearer.is_empty())
            && found.rough(stride).contains(&true)
        {
            let nearer = over(&mut self.nearer, self.change / NEARER)?;
            found.come_nearer(nearer, stride);
        }
        Ok(found)
    }
}

/// Numbers of a model at a time and in a state.
pub(in crate::tangent) type Look<'a> =
    dyn FnMut(&mut Equations, f64, &State) -> Result<Vec<f64>, Fault> + 'a;

/// One direction in which a run is varied.
pub(in crate::tangent) struct Column {
    /// Of a parameter; else of a change of the initial state.
    pub(in crate::tangent) is_parameter: bool,
    /// Models beside the point, where the parameter moves more than the initial state and numbers of functions.
    pub(in crate::tangent) variants: Option<Variants>,
    /// What counts as a change of order one of the parameter; zero of another direction.
    pub(in crate::tangent) size: f64,
    /// X: a change of the state, per unit of the parameter.
    pub(in crate::tangent) x: Change,
    /// What differences between models left of f_p where it was largest so far, relative to it, and how large it was there.
    pub(in crate::tangent) left: f64,
    pub(in crate::tangent) steepest: f64,
    /// How much of f_p even the smaller change takes over corners, and all of f_p, both summed over time.
    pub(in crate::tangent) crossed: [f64; 2],
    /// Differences by the state are taken over no larger change than this.
    pub(in crate::tangent) longest: f64,
    /// Of forces that are read at an output: over a corner of theirs the smaller change is taken.
    pub(in crate::tangent) is_read: bool,
}

impl Column {
    /// A change of the initial state.
    pub(in crate::tangent) fn of(x: Change) -> Self {
        Self {
            is_parameter: false,
            variants: None,
            size: 0.0,
            x,
            left: 0.0,
            steepest: 0.0,
            crossed: [0.0; 2],
            longest: f64::INFINITY,
            is_read: false,
        }
    }

    /// What of the change is rounding, in the sizes of the unknowns: of the differences between models, or of the change itself.
    pub(in crate::tangent) fn least(&self, x: &Change, sizes: &[f64]) -> f64 {
        let size = x.size_by(sizes);
        match &self.variants {
            Some(v) => size.max(CHANGE / v.change) * ROUNDING,
            None => size * ROUNDING,
        }
    }

    /// The derivative of `look` along a change of state and time, and along the parameter: both together where the change is small enough.
    pub(in crate::tangent) fn derivative(
        &mut self,
        model: &mut Equations,
        moment: Moment<'_>,
        (t, here): (f64, &State),
        (along, time): (&Change, f64),
        look: &mut Look<'_>,
    ) -> Result<Vec<f64>, Fault> {
        let size = along
            .size(model)
            .max(time.abs() / model.system.mechanism.scale.time);
        let mut sum: Vec<f64> = Vec::new();
        let is_together = match &self.variants {
            Some(v) => v.change * size <= TOGETHER && v.change <= self.longest,
            None => false,
        };
        if !is_together && size > 0.0 {
            let mut at = |change: f64| {
                let mut found = Difference::new(change);
                for (at, weight) in AT.iter().zip(WEIGHTS) {
                    let by = at * change;
                    moment.enter(model);
                    let values = look(model, t + by * time, &here.moved(along, by))?;
                    found.add(values, *at, weight);
                }
                Ok::<_, Fault>(found)
            };
            let mut change = (CHANGE / size).min(self.longest);
            let mut found = at(change)?;
            // Sizes may be those of small parts of a large mechanism: a change of some roundings says little, and a larger one more, if both agree.
            while change < LEAST * self.size && LARGER * change <= self.longest {
                change *= LARGER;
                if !found.improve(at(change)?, change / LARGER) {
                    break;
                }
            }
            if self.is_read && found.rough(ALL).contains(&true) {
                found.come_nearer(at(change / NEARER)?, ALL);
            }
            sum = found.slopes;
        }
        let stride = self.is_read.then_some(ALL);
        if let Some(v) = &mut self.variants {
            let found = v.slopes(stride, &mut |other, by| {
                moment.enter(other);
                let by = if is_together { by } else { 0.0 };
                look(other, t + by * time, &here.moved(along, by))
            })?;
            sum.resize(found.slopes.len(), 0.0);
            sum.iter_mut().zip(found.slopes).for_each(|(s, f)| *s += f);
        }
        if sum.is_empty() {
            // nothing moves: as many zeros as there are numbers
            moment.enter(model);
            sum = vec![0.0; look(model, t, here)?.len()];
        }
        Ok(sum)
    }
}

/// What differences of order 4 leave of a slope, where it differs from that over twice the change by so much: of what is smooth the square, relative to the slope.
pub(in crate::tangent) fn left_by_order(apart: f64, slope: f64) -> f64 {
    let (apart, slope) = (apart.abs(), slope.abs());
    if apart < slope {
        apart * apart / slope
    } else {
        apart
    }
}

/// Differences of numbers, with how large these are.
pub(in crate::tangent) struct Difference {
    change: f64,
    pub(in crate::tangent) slopes: Vec<f64>,
    largest: Vec<f64>,
    /// Slopes over twice the change less those over the change.
    pub(in crate::tangent) apart: Vec<f64>,
    /// Which numbers have a corner even within the smaller change; empty: none.
    pub(in crate::tangent) crossed: Vec<bool>,
}

impl Difference {
    /// Over a change of one.
    pub(in crate::tangent) fn new(change: f64) -> Self {
        Self {
            change,
            slopes: Vec::new(),
            largest: Vec::new(),
            apart: Vec::new(),
            crossed: Vec::new(),
        }
    }

    fn add(&mut self, values: Vec<f64>, at: f64, weight: f64) {
        let count = values.len();
        self.slopes.resize(count, 0.0);
        self.largest.resize(count, 0.0);
        self.apart.resize(count, 0.0);
        let doubled = if at.abs() > 1.0 { 0.5 } else { -1.0 };
        let of_apart = at.signum() * doubled / (2.0 * self.change);
        let factor = weight / self.change;
        let each = self.slopes.iter_mut().zip(&mut self.largest);
        for (((slope, largest), apart), x) in each.zip(&mut self.apart).zip(values) {
            *slope += factor * x;
            *apart += of_apart * x;
            *largest = largest.max(x.abs());
        }
    }

    fn rounding(&self, k: usize) -> f64 {
        f64::EPSILON * self.largest[k] / self.change
    }

    /// Which slopes differ over the change and over twice that, beside the largest of those of the same kind.
    fn rough(&self, stride: usize) -> Vec<bool> {
        let count = self.slopes.len();
        let kinds = stride.min(count.max(1));
        let mut most = vec![0.0f64; kinds];
        for (k, slope) in self.slopes.iter().enumerate() {
            most[k % kinds] = most[k % kinds].max(slope.abs());
        }
        let all = most.iter().fold(0.0f64, |m, x| m.max(*x));
        let is_rough = |k: usize| {
            let smooth = (ROUGH * most[k % kinds]).max(MINOR * all);
            self.apart[k].abs() > smooth + ROUNDINGS * self.rounding(k)
        };
        (0..count).map(is_rough).collect()
    }

    /// Takes those over a smaller change that err less there.
    fn come_nearer(&mut self, nearer: Self, stride: usize) {
        let (rough, still) = (self.rough(stride), nearer.rough(stride));
        self.crossed = vec![false; rough.len()];
        for k in (0..rough.len()).filter(|k| rough[*k]) {
            // What projections round is in the difference between slopes over the smaller change.
            let rounded = nearer.apart[k].abs() + nearer.rounding(k);
            if rounded < left_by_order(self.apart[k], self.slopes[k]) {
                self.slopes[k] = nearer.slopes[k];
                self.apart[k] = nearer.apart[k];
            }
            self.crossed[k] = still[k];
        }
    }

    /// Takes those over a larger change that differ from these, over `change`, by no more than their rounding; whether there are such.
    fn improve(&mut self, larger: Self, change: f64) -> bool {
        let mut is_better = false;
        for (k, (slope, other)) in self.slopes.iter_mut().zip(larger.slopes).enumerate() {
            // projections and functions of the numbers round some more
            let rounding = 32.0 * f64::EPSILON * self.largest[k] / change;
            if (*slope - other).abs() <= rounding && *slope != other {
                *slope = other;
                is_better = true;
            }
        }
        is_better
    }
}

/// What holds at an instant of a run: rows, discrete state.
#[derive(Clone, Copy)]
pub(in crate::tangent) struct Moment<'a> {
    pub(in crate::tangent) rows: &'a [usize],
    pub(in crate::tangent) memory: &'a DiscreteState,
}

impl<'a> Moment<'a> {
    pub(in crate::tangent) fn of(e: &'a Equations) -> Self {
        Self {
            rows: &e.system.rows,
            memory: &e.memory,
        }
    }

    /// Puts it into another model of the same structure.
    pub(in crate::tangent) fn enter(&self, other: &mut Equations) {
        if other.system.rows != self.rows {
            let mut system = crate::system::System::clone(&other.system);
            system.rows = self.rows.to_vec();
            other.go_on_with(system);
        }
        other.memory.clone_from(self.memory);
    }
}

/// Puts the discrete state of a run into another model of the same structure.
pub(in crate::tangent) fn follow(of: &Equations, other: &mut Equations) {
    Moment::of(of).enter(other);
}
