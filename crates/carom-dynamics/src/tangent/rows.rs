//! The rows and columns of the equations of the model that X has.

use super::state::Change;
use crate::equations::Equations;
use crate::equations::variations::Variations;
use crate::system::{ExtraState, System};
use carom_solve::Problem;
use carom_solve::sparse::{Matrix, Pattern};
use carom_solve::variation::Shape;
use std::ops::Range;

/// Most unknowns of independent coordinates, at a stage, for dense matrices; most components that these follow from.
const MOST_FREE: usize = 24;
const MOST_POSITIONS: usize = 120;

/// The equations of X: those of the model without the rows and columns of numbers that do not change ([`ExtraState::Number`]), which are sources, and with the constraints of velocities alone:
/// X meets those of positions at the start and at events, and with their rates between. Where there are few degrees of freedom, those of places follow, for independent coordinates.
pub(super) struct Rows {
    pub pattern: Pattern,
    pub mass: Matrix,
    /// Rows of the model.
    pub rows: Vec<usize>,
    /// Row and column of each entry of the constraints of places, where they are there.
    pub places: Vec<(usize, usize)>,
    /// What there is of each kind, for independent coordinates.
    pub shape: Option<Shape>,
    /// Places in the Jacobian of the model: of the pattern, then of `places`.
    pub kept: Vec<usize>,
    /// Columns of numbers: row here, number, place in the Jacobian of the model.
    pub by_numbers: Vec<(usize, usize, usize)>,
    /// Unknowns of numbers.
    pub numbers: Range<usize>,
}

/// Which kept rows say something of velocities by their derivative. Of a row that is one of velocities by itself, the other says that its second
/// multiplier is zero.
fn rows_of_rates(system: &System) -> Vec<bool> {
    let m = system.rows.len();
    let mut of_rates = vec![true; m];
    for c in system.constraints.iter().filter(|c| !c.is_holonomic()) {
        for row in c.first_row..c.first_row + c.rows() {
            if let Ok(k) = system.rows.binary_search(&row) {
                of_rates[k] = false;
            }
        }
    }
    of_rates
}

impl Rows {
    pub fn new(e: &Equations) -> Self {
        let system = &e.system;
        let is_number = |s: &&ExtraState| matches!(s, ExtraState::Number(_));
        let count = system.extra.states.iter().filter(is_number).count();
        let (nd, m) = (system.differential(), system.rows.len());
        let numbers = nd - 1 - count..nd - 1;
        let of_rates = rows_of_rates(system);
        let of_row = (0..m).map(|k| if of_rates[k] { nd + m + k } else { nd + k });
        let states = (0..nd).filter(|k| !numbers.contains(k));
        let mut rows: Vec<usize> = states.clone().chain(of_row).collect();
        let columns: Vec<usize> = states.chain(nd..nd + m).collect();
        let place = |all: &[usize]| {
            let mut place = vec![None; e.dimension()];
            all.iter()
                .enumerate()
                .for_each(|(k, at)| place[*at] = Some(k));
            place
        };
        let (row_of, column_of) = (place(&rows), place(&columns));
        let (mut found, mut by_numbers) = (Vec::new(), Vec::new());
        for (at, (r, c)) in e.pattern_of_jacobian().entries().enumerate() {
            match (row_of[r], column_of[c]) {
                (Some(r), Some(c)) => found.push(((c, r), at)),
                (Some(r), None) if numbers.contains(&c) => {
                    by_numbers.push((r, c - numbers.start, at));
                }
                _ => {}
            }
        }
        // in the order of the new pattern
        found.sort_unstable();
        let entries = found.iter().map(|((c, r), _)| (*r, *c));
        let mass = e.mass();
        let of_mass = mass.pattern.entries().zip(&mass.values);
        let of_mass = of_mass.filter_map(|((r, c), m)| Some((row_of[r]?, column_of[c]?, *m)));
        let n = rows.len();
        let pattern = Pattern::from_entries(n, entries);
        let mass = Matrix::from_entries(n, &of_mass.collect::<Vec<_>>());
        let mut kept: Vec<usize> = found.into_iter().map(|(_, at)| at).collect();
        let shape = Shape {
            positions: system.mechanism.positions,
            states: nd - count - 2 * system.mechanism.positions,
            rows: m,
        };
        let is_plain =
            |k: usize| mass.pattern.position(k, k).map(|at| mass.values[at]) == Some(1.0);
        let can_move = m < system.mechanism.positions;
        let are_few = shape.free() + shape.states <= MOST_FREE
            && system.mechanism.positions <= MOST_POSITIONS;
        let serves = can_move
            && are_few
            && of_rates.iter().all(|h| *h)
            && (2 * system.mechanism.positions..nd - count).all(is_plain);
        let mut places = Vec::new();
        if serves {
            for (at, (r, c)) in e.pattern_of_jacobian().entries().enumerate() {
                if let (true, Some(c)) = ((nd..nd + m).contains(&r), column_of[c]) {
                    places.push((r - nd, c));
                    kept.push(at);
                }
            }
            rows.extend(nd..nd + m);
        }
        Self {
            pattern,
            mass,
            rows,
            places,
            shape: serves.then_some(shape),
            kept,
            by_numbers,
            numbers,
        }
    }

    /// In the coordinates of joints, with so many extra states, the last ones but one numbers: `δq' = δv − ω×δq` for turns that are rotation vectors, and the slopes of all
    /// other rates. The values of a node are these slopes, a one, then the entries of `−ω×`: row and column of each, the unknown that is the component of ω, and its factor.
    pub fn in_joints(
        variations: &Variations,
        (states, count): (usize, usize),
    ) -> (Self, Vec<(usize, usize, usize, f64)>) {
        let n = variations.count();
        let nd = 2 * n + states;
        let numbers = nd - 1 - count..nd - 1;
        let place = |k: usize| match k {
            k if k < numbers.start => Some(k),
            k if k == nd - 1 => Some(numbers.start),
            _ => None,
        };
        let (mut found, mut by_numbers) = (Vec::new(), Vec::new());
        for (at, (r, c)) in variations.places().enumerate() {
            let Some(r) = place(r) else { continue };
            match place(c) {
                Some(c) => found.push(((c, r), at)),
                None => by_numbers.push((r, c - numbers.start, at)),
            }
        }
        let one = variations.places().count();
        found.extend((0..n).map(|k| ((n + k, k), one)));
        let mut spins = Vec::new();
        for first in variations.vectors() {
            // −ω×: entry (r, c) is ω of the third axis, with the sign of e_c × e_third along r.
            for (r, c) in (0..3).flat_map(|r| (0..3).map(move |c| (r, c))) {
                if r == c {
                    continue;
                }
                let third = 3 - r - c;
                let sign = if (c + 1) % 3 == third { 1.0 } else { -1.0 };
                found.push(((first + c, first + r), one + 1 + spins.len()));
                spins.push((first + r, first + c, n + first + third, sign));
            }
        }
        found.sort_unstable();
        let size = numbers.start + 1;
        let entries = found.iter().map(|((c, r), _)| (*r, *c));
        let rows = Self {
            pattern: Pattern::from_entries(size, entries),
            mass: Matrix::identity(size),
            rows: (0..size).collect(),
            places: Vec::new(),
            shape: None,
            kept: found.into_iter().map(|(_, at)| at).collect(),
            by_numbers,
            numbers,
        };
        (rows, spins)
    }

    /// Values of the Jacobian at a node and rows of sources that are of independent coordinates alone.
    pub fn unused(&self) -> [usize; 2] {
        [self.places.len(), self.rows.len() - self.pattern.n]
    }

    /// The unknowns that move, of a change.
    pub fn moving<'a>(&self, x: &'a Change) -> impl Iterator<Item = f64> + 'a {
        let Range { start, end } = self.numbers;
        x.0[..start].iter().copied().chain([x.0[end]])
    }

    /// The same back.
    pub fn put(&self, u: impl Iterator<Item = f64>, x: &mut Change) {
        let Range { start, end } = self.numbers;
        let (moving, rest) = x.0.split_at_mut(start);
        let work = rest.iter_mut().skip(end - start).take(1);
        moving
            .iter_mut()
            .chain(work)
            .zip(u)
            .for_each(|(x, u)| *x = u);
    }
}
