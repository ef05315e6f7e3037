//! The sizes of unknowns and rows of a system, by its [`Scale`].

use crate::elements::constraint::{Drive, Equations as Rows};
use crate::mechanism::coordinate::Coordinate;
use crate::mechanism::scale::Scale;
use crate::mechanism::term::Term;
use crate::system::motion::EvaluatedState;
use crate::system::{ExtraState, System};
use carom_base::{Units, Vec3};

/// How far L may be above the extent, and W above the energy of all bodies at L/T, as a factor.
const MOST: f64 = 10.0;
/// How far they may be below.
const LEAST: f64 = 1000.0;

impl Scale {
    /// Of an assembled system.
    pub fn new(system: &System, units: &Units) -> Self {
        let metre = 1.0 / units.length.si;
        let time = 1.0 / units.time.si;
        let (middle, extent) = middle_and_extent(system);
        let length = near(metre, extent);
        let mass: f64 = system.mechanism.bodies.iter().map(|b| b.mass).sum();
        let joule = metre / units.force.si;
        Self {
            length,
            time,
            energy: near(joule, mass * (length / time).powi(2)),
            middle,
        }
    }

    /// Of all differential unknowns.
    pub fn of_unknowns(&self, system: &System) -> Vec<f64> {
        let mut sizes = Vec::with_capacity(system.differential());
        for per_time in [1.0, self.time] {
            for body in &system.mechanism.bodies {
                sizes.extend([self.length / per_time; 3]);
                sizes.extend(vec![1.0 / per_time; body.freedoms() - 3]);
            }
        }
        let states = system.extra.states.iter().enumerate();
        sizes.extend(states.map(|(k, state)| self.of_state(system, k, state)));
        sizes
    }

    fn of_state(&self, system: &System, number: usize, state: &ExtraState) -> f64 {
        match state {
            ExtraState::Diff(_) => 1.0,
            ExtraState::MotionDisplacement(_) | ExtraState::MotionPosition => {
                self.of_drive(system, number)
            }
            // The state before it is its displacement.
            ExtraState::MotionVelocity(_) => self.of_drive(system, number - 1) / self.time,
            ExtraState::Deformation(f, _) => system.frictions[*f].law.deformation(),
            ExtraState::Bristles(c, _) => {
                let law = system.solid_contacts.contacts[*c].bristle_law();
                law.map_or(self.length, |law| law.creep)
            }
            ExtraState::Number(size) => *size,
            ExtraState::Work => self.energy,
        }
    }

    /// Of the displacement that this state drives.
    fn of_drive(&self, system: &System, state: usize) -> f64 {
        let driven = system.constraints.iter().find_map(|c| match &c.equations {
            Rows::Sum(terms, Drive::Velocity(_, x) | Drive::Acceleration(_, x)) if *x == state => {
                Some(self.of_sum(terms))
            }
            _ => None,
        });
        driven.unwrap_or(1.0)
    }

    fn of_sum(&self, terms: &[Term]) -> f64 {
        let is_length = terms.iter().any(|t| is_length(t.coordinate));
        if is_length { self.length } else { 1.0 }
    }

    /// Of the rates of the residuals of all rows of the constraints.
    pub fn of_rates(&self, system: &System) -> Vec<f64> {
        let mut sizes = self.of_rows(system);
        sizes.iter_mut().for_each(|size| *size /= self.time);
        sizes
    }

    /// Of the residuals of all rows of the constraints.
    pub fn of_rows(&self, system: &System) -> Vec<f64> {
        let mut sizes = vec![self.length; system.all_rows];
        for c in &system.constraints {
            let own = &mut sizes[c.first_row..c.first_row + c.rows()];
            match &c.equations {
                Rows::Pair(rows) => {
                    for (size, (coordinate, ..)) in own.iter_mut().zip(rows.iter()) {
                        *size = if is_length(*coordinate) {
                            self.length
                        } else {
                            1.0
                        };
                    }
                }
                Rows::Sum(terms, _) => own.fill(self.of_sum(terms)),
                _ => {}
            }
        }
        sizes
    }
}

/// The size itself, or what comes nearest to it within a factor of what the model has; itself where the model has none.
fn near(size: f64, of_model: f64) -> f64 {
    if of_model > 0.0 && of_model.is_finite() {
        size.clamp(of_model / LEAST, MOST * of_model)
    } else {
        size
    }
}

fn is_length(coordinate: Coordinate) -> bool {
    matches!(
        coordinate,
        Coordinate::Along(_) | Coordinate::AlongDirection(_) | Coordinate::GroundAlong(_)
    )
}

/// The mean of all centres of mass of the design position, and twice the largest distance of one of them or of a marker from it: of the order of the
/// diameter, in any axes. Markers have no part in the mean: one that only a result looks at must not change the steps.
fn middle_and_extent(system: &System) -> (Vec3, f64) {
    let mut now = EvaluatedState::new(system);
    for (body, data) in now.bodies.iter_mut().zip(&system.mechanism.bodies) {
        *body = data.start;
    }
    now.place_markers(system);
    let is_finite = |p: &Vec3| p.iter().all(|x| x.is_finite());
    let centres = now.bodies.iter().map(|b| b.r).filter(is_finite);
    let centres: Vec<Vec3> = centres.collect();
    let Some(first) = centres.first() else {
        return (Vec3::zeros(), 0.0);
    };
    // Differences to one of them: far from the origin sums would lose digits.
    let sum = centres
        .iter()
        .fold(Vec3::zeros(), |sum, p| sum + (p - first));
    let middle = first + sum / centres.len() as f64;
    // Number 0 is the global frame: not a part of the model.
    let markers = (1..system.mechanism.markers.len()).map(|m| now.marker(system, m).p);
    let points = markers.filter(is_finite).chain(centres);
    let points: Vec<Vec3> = points.collect();
    let furthest = points.iter().map(|p| (p - middle).norm());
    let extent = 2.0 * furthest.fold(0.0, f64::max);
    if extent > 0.0 {
        return (middle, extent);
    }
    // One point: a ball whose centre is the only marker.
    let radii = system
        .mechanism
        .bodies
        .iter()
        .filter(|b| b.turns && b.inertia.trace() > 0.0);
    (middle, radii.map(|b| b.radius).fold(0.0, f64::max))
}
