//! The Sobol sequence.
//!
//! Points xₙ in [0, 1)ᵈ of which each 2ᵏ in a row, from a multiple of 2ᵏ on, have one coordinate in each of 2ᵏ strata.
//! Coordinate j is made of direction numbers v₁ v₂ ...: xₙ = xₙ₋₁ ⊕ v_c, c the lowest zero bit of n − 1 (Antonov and
//! Saleev 1979). Direction numbers follow from a primitive polynomial of degree s with inner coefficients a, and from
//! starting values m₁ ... m_s:
//!
//! ```text
//! m_k = 2·a₁·m_(k−1) ⊕ 4·a₂·m_(k−2) ⊕ ... ⊕ 2ˢ·m_(k−s) ⊕ m_(k−s),   v_k = m_k/2ᵏ
//! ```
//!
//! Source of polynomials and starting values: S. Joe and F. Y. Kuo, Constructing Sobol sequences with better
//! two-dimensional projections, SIAM J. Sci. Comput. 30, 2635-2654 (2008), file new-joe-kuo-6.21201.

/// Bits of a coordinate: the sequence has 2⁵² points.
const BITS: usize = 52;

/// Most coordinates.
pub const MOST_DIMENSIONS: usize = POLYNOMIALS.len() + 1;

/// (inner coefficients a, starting values m) of coordinates from the second on.
#[rustfmt::skip]
const POLYNOMIALS: &[(u64, &[u64])] = &[
    (0, &[1]),
    (1, &[1, 3]),
    (1, &[1, 3, 1]),
    (2, &[1, 1, 1]),
    (1, &[1, 1, 3, 3]),
    (4, &[1, 3, 5, 13]),
    (2, &[1, 1, 5, 5, 17]),
    (4, &[1, 1, 5, 5, 5]),
    (7, &[1, 1, 7, 11, 19]),
    (11, &[1, 1, 5, 1, 1]),
    (13, &[1, 1, 1, 3, 11]),
    (14, &[1, 3, 5, 5, 31]),
    (1, &[1, 3, 3, 9, 7, 49]),
    (13, &[1, 1, 1, 15, 21, 21]),
    (16, &[1, 3, 1, 13, 27, 49]),
    (19, &[1, 1, 1, 15, 7, 5]),
    (22, &[1, 3, 1, 15, 13, 25]),
    (25, &[1, 1, 5, 5, 19, 61]),
    (1, &[1, 3, 7, 11, 23, 15, 103]),
    (4, &[1, 3, 7, 13, 13, 15, 69]),
    (7, &[1, 1, 3, 13, 7, 35, 63]),
    (8, &[1, 3, 5, 9, 1, 25, 53]),
    (14, &[1, 3, 1, 13, 9, 35, 107]),
    (19, &[1, 3, 1, 5, 27, 61, 31]),
    (21, &[1, 1, 5, 11, 19, 41, 61]),
    (28, &[1, 3, 5, 3, 3, 13, 69]),
    (31, &[1, 1, 7, 13, 1, 19, 1]),
    (32, &[1, 3, 7, 5, 13, 19, 59]),
    (37, &[1, 1, 3, 9, 25, 29, 41]),
    (41, &[1, 3, 5, 13, 23, 1, 55]),
    (42, &[1, 3, 7, 3, 13, 59, 17]),
    (50, &[1, 3, 1, 3, 5, 53, 69]),
    (55, &[1, 1, 5, 5, 23, 33, 13]),
    (56, &[1, 1, 7, 7, 1, 61, 123]),
    (59, &[1, 1, 7, 9, 13, 61, 49]),
    (62, &[1, 3, 3, 5, 3, 55, 33]),
    (14, &[1, 3, 1, 15, 31, 13, 49, 245]),
    (21, &[1, 3, 5, 15, 31, 59, 63, 97]),
    (22, &[1, 3, 1, 11, 11, 11, 77, 249]),
    (38, &[1, 3, 1, 11, 27, 43, 71, 9]),
    (47, &[1, 1, 7, 15, 21, 11, 81, 45]),
    (49, &[1, 3, 7, 3, 25, 31, 65, 79]),
    (50, &[1, 3, 1, 1, 19, 11, 3, 205]),
    (52, &[1, 1, 5, 9, 19, 21, 29, 157]),
    (56, &[1, 3, 7, 11, 1, 33, 89, 185]),
    (67, &[1, 3, 3, 3, 15, 9, 79, 71]),
    (70, &[1, 3, 7, 11, 15, 39, 119, 27]),
    (84, &[1, 1, 3, 1, 11, 31, 97, 225]),
    (97, &[1, 1, 1, 3, 23, 43, 57, 177]),
    (103, &[1, 3, 7, 7, 17, 17, 37, 71]),
    (115, &[1, 3, 1, 5, 27, 63, 123, 213]),
    (122, &[1, 1, 3, 5, 11, 43, 53, 133]),
    (8, &[1, 3, 5, 5, 29, 17, 47, 173, 479]),
    (13, &[1, 3, 3, 11, 3, 1, 109, 9, 69]),
    (16, &[1, 1, 1, 5, 17, 39, 23, 5, 343]),
    (22, &[1, 3, 1, 5, 25, 15, 31, 103, 499]),
    (25, &[1, 1, 1, 11, 11, 17, 63, 105, 183]),
    (44, &[1, 1, 5, 11, 9, 29, 97, 231, 363]),
    (47, &[1, 1, 5, 15, 19, 45, 41, 7, 383]),
    (52, &[1, 3, 7, 7, 31, 19, 83, 137, 221]),
    (55, &[1, 1, 1, 3, 23, 15, 111, 223, 83]),
    (59, &[1, 1, 5, 13, 31, 15, 55, 25, 161]),
    (62, &[1, 1, 3, 13, 25, 47, 39, 87, 257]),
];

/// The sequence, from its first point on.
pub struct Sobol {
    directions: Vec<[u64; BITS]>,
    state: Vec<u64>,
    point: Vec<f64>,
    count: u64,
}

impl Sobol {
    /// With `dimensions` coordinates; `None` if they are more than [`MOST_DIMENSIONS`].
    pub fn new(dimensions: usize) -> Option<Self> {
        if dimensions > MOST_DIMENSIONS {
            return None;
        }
        Some(Self {
            directions: (0..dimensions).map(directions).collect(),
            state: vec![0; dimensions],
            point: vec![0.0; dimensions],
            count: 0,
        })
    }

    /// The next point; the first one is zero.
    pub fn next_point(&mut self) -> &[f64] {
        if self.count > 0 {
            let c = (self.count - 1).trailing_ones() as usize;
            for (x, v) in self.state.iter_mut().zip(&self.directions) {
                *x ^= v[c];
            }
        }
        self.count += 1;
        for (x, bits) in self.point.iter_mut().zip(&self.state) {
            *x = *bits as f64 / (1_u64 << BITS) as f64;
        }
        &self.point
    }
}

/// v₁ v₂ ... of a coordinate (from 0), as whole numbers of 2⁻⁵².
fn directions(coordinate: usize) -> [u64; BITS] {
    let mut m = [1_u64; BITS];
    if let Some((a, start)) = coordinate.checked_sub(1).map(|k| POLYNOMIALS[k]) {
        let s = start.len();
        m[..s].copy_from_slice(start);
        for k in s..BITS {
            m[k] = m[k - s] ^ (m[k - s] << s);
            for i in 1..s {
                if a >> (s - 1 - i) & 1 == 1 {
                    m[k] ^= m[k - i] << i;
                }
            }
        }
    }
    std::array::from_fn(|k| m[k] << (BITS - 1 - k))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(dimensions: usize, n: usize) -> Vec<Vec<f64>> {
        let mut s = Sobol::new(dimensions).unwrap();
        (0..n).map(|_| s.next_point().to_vec()).collect()
    }

    /// The first ten points in three dimensions as Joe and Kuo print them with their program sobol.cc.
    #[test]
    fn the_first_points() {
        let published = [
            [0.0, 0.0, 0.0],
            [0.5, 0.5, 0.5],
            [0.75, 0.25, 0.25],
            [0.25, 0.75, 0.75],
            [0.375, 0.375, 0.625],
            [0.875, 0.875, 0.125],
            [0.625, 0.125, 0.875],
            [0.125, 0.625, 0.375],
            [0.1875, 0.3125, 0.9375],
            [0.6875, 0.8125, 0.4375],
        ];
        assert_eq!(points(3, 10), published);
    }

    #[test]
    fn every_coordinate_fills_its_strata() {
        let n = 256;
        let all = points(MOST_DIMENSIONS, n);
        for k in 0..MOST_DIMENSIONS {
            let mut strata: Vec<usize> = all.iter().map(|p| (p[k] * n as f64) as usize).collect();
            strata.sort_unstable();
            assert_eq!(strata, (0..n).collect::<Vec<_>>(), "coordinate {k}");
        }
        assert!(Sobol::new(MOST_DIMENSIONS + 1).is_none());
    }

    /// Property A of Sobol: of 2ᵈ points in a row, each has an octant of the cube, halved along each axis, for itself.
    #[test]
    fn the_first_coordinates_halve_the_cube() {
        let d = 6;
        let mut octants: Vec<usize> = points(d, 1 << d)
            .iter()
            .map(|p| p.iter().fold(0, |o, x| 2 * o + usize::from(*x >= 0.5)))
            .collect();
        octants.sort_unstable();
        octants.dedup();
        assert_eq!(octants.len(), 1 << d);
    }
}
