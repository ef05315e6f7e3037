//! Which balls of many are near each other: candidates that are known to hold all pairs that touch.
//!
//! A search finds all pairs whose surfaces are at most a margin apart, by a grid of cells whose edge is the widest reach of a pair: a ball is compared with those of
//! its own and the 26 cells around. Until some ball has moved by a quarter of the margin, all pairs within half of it are in the list; then it is made anew. Balls
//! much larger than most are compared with all. Work and memory grow with the number of balls and of pairs that are near.

use carom_base::Vec3;

/// The margin, relative to the median radius. A wider one makes lists less often, and longer ones.
const MARGIN: f64 = 0.25;
/// Balls of a larger radius than so many medians are compared with all others.
const LARGE: f64 = 4.0;
/// Most cells for a ball: where balls are scattered far, cells are larger than they need to be.
const CELLS: usize = 8;

/// Balls, and pairs of them that may touch.
#[derive(Clone, Debug, Default)]
pub struct NeighbourList {
    radii: Vec<f64>,
    margin: f64,
    /// Those in the grid, ascending, and those compared with all.
    small: Vec<u32>,
    large: Vec<u32>,
    /// Least edge of a cell.
    edge: f64,
    /// Where the balls were at the last search; empty before the first.
    at: Vec<Vec3>,
    /// The cell of each small ball; where each cell begins in `sorted`.
    cells: Vec<u32>,
    first: Vec<u32>,
    sorted: Vec<u32>,
    pairs: Vec<[u32; 2]>,
    /// Number of searches.
    searches: u64,
}

impl NeighbourList {
    /// Balls of these radii, none of them zero.
    pub fn new(radii: Vec<f64>) -> Self {
        let mut ordered = radii.clone();
        ordered.sort_by(f64::total_cmp);
        let median = ordered.get(ordered.len() / 2).copied().unwrap_or(0.0);
        let numbers = || 0..radii.len() as u32;
        let is_small = |k: &u32| radii[*k as usize] <= LARGE * median;
        let small: Vec<u32> = numbers().filter(is_small).collect();
        let large = numbers().filter(|k| !is_small(k)).collect();
        let widest = small.iter().map(|k| radii[*k as usize]);
        let margin = MARGIN * median;
        Self {
            edge: 2.0 * widest.fold(0.0, f64::max) + margin,
            cells: vec![0; small.len()],
            sorted: vec![0; small.len()],
            margin,
            small,
            large,
            radii,
            ..Self::default()
        }
    }

    /// All pairs with a gap up to this are in the list.
    pub fn list_radius(&self) -> f64 {
        0.5 * self.margin
    }

    /// How far a ball may move before the next search.
    pub fn skin(&self) -> f64 {
        0.25 * self.margin
    }

    /// Pairs of the last search, each in ascending order and all in the order of their numbers.
    pub fn pairs(&self) -> &[[u32; 2]] {
        &self.pairs
    }

    /// Number of searches.
    pub fn searches(&self) -> u64 {
        self.searches
    }

    /// Whether some ball has moved by more than it may since the last search; yes before the first, and where a place is or was no number.
    fn is_left(&self, centres: &[Vec3]) -> bool {
        let most = self.skin().powi(2);
        let mut moved = centres.iter().zip(&self.at);
        self.at.len() != centres.len()
            || moved.any(|(c, was)| {
                let stays = (c - was).norm_squared() <= most;
                !stays
            })
    }

    /// Makes the list anew if it no longer holds all pairs that touch; whether it did. `may` says which pairs count.
    pub fn follow(&mut self, centres: &[Vec3], may: impl Fn(u32, u32) -> bool) -> bool {
        if !self.is_left(centres) {
            return false;
        }
        self.search(centres, may);
        true
    }

    /// Whether the surfaces of two balls are within the margin.
    fn is_near(&self, centres: &[Vec3], a: u32, b: u32) -> bool {
        let [a, b] = [a as usize, b as usize];
        let reach = self.radii[a] + self.radii[b] + self.margin;
        (centres[a] - centres[b]).norm_squared() <= reach * reach
    }

    fn search(&mut self, centres: &[Vec3], may: impl Fn(u32, u32) -> bool) {
        self.searches += 1;
        self.at.clear();
        self.at.extend_from_slice(centres);
        let mut pairs = std::mem::take(&mut self.pairs);
        pairs.clear();
        let sides = self.fill_cells(centres);
        for (k, &a) in self.small.iter().enumerate() {
            let begin = pairs.len();
            for cells in rows_around(self.cells[k], sides) {
                let [from, to] = cells.map(|c| self.first[c as usize] as usize);
                for &b in &self.sorted[from..to] {
                    if b > a && self.is_near(centres, a, b) && may(a, b) {
                        pairs.push([a, b]);
                    }
                }
            }
            pairs[begin..].sort_unstable();
        }
        if !self.large.is_empty() {
            for &a in &self.large {
                for b in 0..self.radii.len() as u32 {
                    let pair = [a.min(b), a.max(b)];
                    let seen = a == b || (b < a && self.large.binary_search(&b).is_ok());
                    if !seen && self.is_near(centres, a, b) && may(pair[0], pair[1]) {
                        pairs.push(pair);
                    }
                }
            }
            pairs.sort_unstable();
        }
        self.pairs = pairs;
    }

    /// Sorts the small balls into cells: a sort that counts. Number of cells along each axis.
    fn fill_cells(&mut self, centres: &[Vec3]) -> [u32; 3] {
        let of = |k: &u32| centres[*k as usize];
        let none = Vec3::new(f64::INFINITY, f64::INFINITY, f64::INFINITY);
        let least = |a: Vec3, b: Vec3| Vec3::from_fn(|c| a[c].min(b[c]));
        let low = self.small.iter().map(of).fold(none, least);
        let high = -self.small.iter().map(|k| -of(k)).fold(none, least);
        let most = (CELLS * self.small.len() + 64) as f64;
        let mut edge = self.edge;
        let along = |edge: f64| {
            let counts = (0..3).map(|c| ((high[c] - low[c]) / edge).floor().max(0.0) + 1.0);
            let mut sides = [1.0; 3];
            sides.iter_mut().zip(counts).for_each(|(s, n)| *s = n);
            sides
        };
        while along(edge).iter().product::<f64>() > most {
            edge *= 1.25;
        }
        let sides = along(edge).map(|n| n as u32);
        self.first.clear();
        self.first
            .resize(sides.iter().product::<u32>() as usize + 1, 0);
        for (cell, k) in self.cells.iter_mut().zip(&self.small) {
            let x = of(k) - low;
            let at = |c: usize| ((x[c] / edge) as u32).min(sides[c] - 1);
            *cell = at(0) + sides[0] * (at(1) + sides[1] * at(2));
            self.first[*cell as usize + 1] += 1;
        }
        for k in 1..self.first.len() {
            self.first[k] += self.first[k - 1];
        }
        // Filled from behind, so that a cell holds its balls in their order and `first` ends where it has to be.
        let mut ends = std::mem::take(&mut self.first);
        for (cell, k) in self.cells.iter().zip(&self.small).rev() {
            let end = &mut ends[*cell as usize + 1];
            *end -= 1;
            self.sorted[*end as usize] = *k;
        }
        // EvaluatedState each entry but the first holds where the cell before it begins.
        ends.rotate_left(1);
        if let Some(last) = ends.last_mut() {
            *last = self.small.len() as u32;
        }
        self.first = ends;
        sides
    }
}

/// The cells around a cell, in rows along x: first cell, and the one behind the last.
fn rows_around(cell: u32, sides: [u32; 3]) -> impl Iterator<Item = [u32; 2]> {
    let [x, y, z] = [
        cell % sides[0],
        cell / sides[0] % sides[1],
        cell / (sides[0] * sides[1]),
    ];
    let range = |c: u32, side: u32| c.saturating_sub(1)..(c + 2).min(side);
    let (xs, ys) = (range(x, sides[0]), range(y, sides[1]));
    range(z, sides[2]).flat_map(move |z| {
        let xs = xs.clone();
        ys.clone().map(move |y| {
            let row = sides[0] * (y + sides[1] * z);
            [row + xs.start, row + xs.end]
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A sequence of numbers in [0, 1) that is the same everywhere.
    fn random(seed: u64) -> impl FnMut() -> f64 {
        let mut state = seed;
        move || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 11) as f64 / (1_u64 << 53) as f64
        }
    }

    fn all_pairs(
        near: &NeighbourList,
        centres: &[Vec3],
        may: impl Fn(u32, u32) -> bool,
    ) -> Vec<[u32; 2]> {
        let n = centres.len() as u32;
        let pairs = (0..n).flat_map(|a| (a + 1..n).map(move |b| [a, b]));
        pairs
            .filter(|[a, b]| near.is_near(centres, *a, *b) && may(*a, *b))
            .collect()
    }

    #[test]
    fn the_list_is_that_of_all_pairs() {
        let mut next = random(1);
        for (n, size, large) in [
            (1, 1.0, 0),
            (2, 1.0, 0),
            (300, 12.0, 0),
            (300, 1e6, 0),
            (200, 9.0, 3),
        ] {
            let radii = (0..n).map(|k| {
                if k % 50 < large {
                    6.0
                } else {
                    0.4 + 0.3 * next()
                }
            });
            let mut near = NeighbourList::new(radii.collect());
            let centres: Vec<Vec3> = (0..n)
                .map(|_| Vec3::new(size * next(), size * (next() - 3.0), 0.3 * size * next()))
                .collect();
            for may in [|_, _| true, |a: u32, b: u32| !(a + b).is_multiple_of(3)] {
                near.search(&centres, may);
                assert_eq!(near.pairs(), all_pairs(&near, &centres, may), "{n} {size}");
            }
        }
    }

    /// What the margin promises: while no search is called for, each pair that touches is in the list.
    #[test]
    fn no_touch_is_missed_while_balls_move() {
        let mut next = random(2);
        let n = 120;
        let mut near = NeighbourList::new(vec![0.5; n]);
        let mut centres: Vec<Vec3> = (0..n)
            .map(|_| Vec3::new(5.0 * next(), 5.0 * next(), 5.0 * next()))
            .collect();
        let speeds: Vec<Vec3> = (0..n)
            .map(|_| Vec3::new(next() - 0.5, next() - 0.5, next() - 0.5))
            .collect();
        let (mut touches, mut kept) = (0, 0);
        for _ in 0..400 {
            kept += usize::from(!near.follow(&centres, |_, _| true));
            for a in 0..n as u32 {
                for b in a + 1..n as u32 {
                    let apart = (centres[a as usize] - centres[b as usize]).norm();
                    if apart < 1.0 {
                        touches += 1;
                        assert!(near.pairs().binary_search(&[a, b]).is_ok());
                    }
                }
            }
            for (c, v) in centres.iter_mut().zip(&speeds) {
                *c += *v * 0.02;
            }
        }
        // The test says something: there are touches, and lists that were kept.
        assert!(touches > 10_000 && kept > 200, "{touches} {kept}");
        assert_eq!(near.searches() as usize, 400 - kept);
    }

    /// What a step tried and gave up leaves no trace, wherever it threw the balls.
    #[test]
    fn places_that_are_no_numbers() {
        let centres = [0.0, 1.9, 3.8].map(|x| Vec3::new(x, 0.0, 0.0));
        let all = [[0, 1], [1, 2]];
        for bad in [f64::NAN, f64::INFINITY, 1e300] {
            for k in 0..3 {
                let mut near = NeighbourList::new(vec![1.0; 3]);
                assert!(near.follow(&centres, |_, _| true));
                assert_eq!(near.pairs(), all);
                let mut thrown = centres;
                thrown[k].y = bad;
                assert!(near.follow(&thrown, |_, _| true));
                assert!(near.pairs().iter().all(|p| !p.contains(&(k as u32))));
                assert!(near.follow(&centres, |_, _| true), "{bad} {k}");
                assert_eq!(near.pairs(), all);
                assert!(!near.follow(&centres, |_, _| true));
            }
        }
    }
}
