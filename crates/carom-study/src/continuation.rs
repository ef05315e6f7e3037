//! Continuation: each run begins where the run before it ended.
//!
//! The runs of a grid along one parameter are a chain: upwards in its values, downwards, or both, one chain for each
//! combination of the other parameters. The first run of a chain starts as the model says, the others take positions,
//! velocities and further states from the end of the run before, at time 0. So a motion that depends on time by a
//! forcing goes on with the same phase if each run ends after whole periods. Where a run fails, the next one starts as the
//! model says.

use crate::design::Design;

/// Directions, as study files name them.
pub const DIRECTIONS: &[(&str, &[Direction])] = &[
    ("up", &[Direction::Up]),
    ("down", &[Direction::Down]),
    ("both", &[Direction::Up, Direction::Down]),
];

/// Which way a chain goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// From small values to large ones.
    Up,
    /// From large values to small ones.
    Down,
}

impl Direction {
    /// As tables spell it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Up => "up",
            Self::Down => "down",
        }
    }
}

/// The chains of a study.
#[derive(Clone, Debug, PartialEq)]
pub struct Continuation {
    directions: &'static [Direction],
    /// Points of the design.
    points: u64,
    /// Distance of neighbours along the parameter in the numbers of points.
    stride: u64,
    /// The numbers along the parameter, by ascending values.
    ascending: Vec<u64>,
}

impl Continuation {
    /// Along an axis of a grid.
    pub fn new(design: &Design, axis: usize, directions: &'static [Direction]) -> Option<Self> {
        let counts = design.counts()?;
        let values = design.axis_values(axis);
        let mut ascending: Vec<u64> = (0..values.len() as u64).collect();
        ascending.sort_by(|a, b| values[*a as usize].total_cmp(&values[*b as usize]));
        Some(Self {
            directions,
            points: design.len() as u64,
            stride: counts[axis + 1..].iter().map(|n| *n as u64).product(),
            ascending,
        })
    }

    /// How many runs: all points, once for each direction.
    pub fn runs(&self) -> u64 {
        self.points * self.directions.len() as u64
    }

    /// The point of a run.
    pub fn point(&self, run: u64) -> u64 {
        run % self.points
    }

    /// The direction of the chain of a run.
    pub fn direction(&self, run: u64) -> Direction {
        self.directions[(run / self.points) as usize]
    }

    /// The runs of the chain to which a run belongs, in their order.
    pub fn chain(&self, run: u64) -> Vec<u64> {
        let point = self.point(run);
        let along = point / self.stride % self.ascending.len() as u64;
        let first = run - along * self.stride;
        let one = |k: &u64| first + k * self.stride;
        match self.direction(run) {
            Direction::Up => self.ascending.iter().map(one).collect(),
            Direction::Down => self.ascending.iter().rev().map(one).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::design::Axis;

    #[test]
    fn chains_of_a_grid() {
        let axis = |values: &[f64]| Axis::Values(values.to_vec());
        // runs 0 ... 5: (a, c), (a, d), (b, c), ... of three values of the first and two of the second
        let design = Design::grid(vec![axis(&[3.0, 1.0, 2.0]), axis(&[5.0, 6.0])]).unwrap();
        let first = Continuation::new(&design, 0, DIRECTIONS[2].1).unwrap();
        assert_eq!(first.runs(), 12);
        assert_eq!(first.chain(0), [2, 4, 0]);
        assert_eq!(first.chain(5), [3, 5, 1]);
        assert_eq!(first.chain(6), [6, 10, 8]);
        assert_eq!((first.direction(6), first.point(7)), (Direction::Down, 1));
        let second = Continuation::new(&design, 1, DIRECTIONS[0].1).unwrap();
        assert_eq!(second.chain(3), [2, 3]);
    }
}
