//! Straight lines from point to point.

use crate::curve::{CurveError, sound};
use crate::polynomials::Polynomials;
use carom_base::Vec3;

/// Straight lines through points, with the length of the lines as parameter.
#[derive(Clone, Debug, PartialEq)]
pub struct Polyline {
    points: Vec<Vec3>,
}

impl Polyline {
    /// The lines through points, at least four as for a smooth curve.
    ///
    /// # Errors
    /// As of [`crate::Curve::through`], but for cusps.
    pub fn through(points: &[[f64; 3]], closed: bool) -> Result<Self, CurveError> {
        let (points, _) = sound(points, closed)?;
        Ok(Self { points })
    }

    /// The lines along the parameter.
    pub fn polynomials(&self) -> Polynomials {
        let steps: Vec<f64> = self
            .points
            .windows(2)
            .map(|w| (w[1] - w[0]).norm())
            .collect();
        let total: f64 = steps.iter().sum();
        let mut at = 0.0;
        let mut ends = vec![-1.0];
        for h in &steps {
            at += h;
            ends.push(-1.0 + 2.0 * at / total);
        }
        let piece = |k: usize, c: usize| {
            let (a, b) = (self.points[k][c], self.points[k + 1][c]);
            [a, (b - a) / (ends[k + 1] - ends[k]), 0.0, 0.0]
        };
        let pieces = [0, 1, 2].map(|c| (0..steps.len()).map(|k| piece(k, c)).collect());
        Polynomials { ends, pieces }
    }
}

/// The chord (from 0) between points whose length differs most from the mean, with its length relative to that, where it differs by more than a
/// millionth.
pub fn uneven_chord(points: &[[f64; 3]]) -> Option<(usize, f64)> {
    let length = |w: &[[f64; 3]]| (Vec3::from(w[1]) - Vec3::from(w[0])).norm();
    let lengths: Vec<f64> = points.windows(2).map(length).collect();
    let mean = lengths.iter().sum::<f64>() / lengths.len() as f64;
    let off = |l: &f64| (l / mean - 1.0).abs();
    let (k, l) = lengths
        .iter()
        .enumerate()
        .max_by(|a, b| off(a.1).total_cmp(&off(b.1)))?;
    // Decks print coordinates with six digits and more.
    (off(l) > 1e-6).then_some((k, l / mean))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Curve;

    #[test]
    fn lines_have_their_lengths_as_parameter() {
        let corner = [[0.0; 3], [3.0, 0.0, 0.0], [3.0, 1.0, 0.0], [1.0, 1.0, 0.0]];
        let lines = Polyline::through(&corner, false).unwrap().polynomials();
        for (end, right) in lines.ends.iter().zip([-1.0, 0.0, 1.0 / 3.0, 1.0]) {
            // Sums of three lengths round.
            assert!((end - right).abs() < 1e-15, "{:?}", lines.ends);
        }
        assert_eq!(lines.ends.len(), 4);
        assert_eq!(lines.pieces[0][0], [0.0, 3.0, 0.0, 0.0]);
        assert_eq!(lines.pieces[0][2][0], 3.0);
        assert!((lines.pieces[0][2][1] + 3.0).abs() < 1e-15);
        assert_eq!(uneven_chord(&corner), Some((1, 0.5)));
        let twice = [[0.0; 3], [0.0; 3], [1.0; 3], [2.0; 3]];
        assert_eq!(
            Polyline::through(&twice, false),
            Err(CurveError::Coincide(1, 2))
        );
    }

    /// The cubics along the parameter of the whole curve are the pieces.
    #[test]
    fn cubics_are_those_of_the_pieces() {
        let points = [
            [0.0; 3],
            [1.0, 0.0, 0.0],
            [2.0, 1.0, 3.0],
            [0.0, 2.0, 1.0],
            [0.0, 2.0, -1.0],
        ];
        let curve = Curve::through(&points, false).unwrap();
        let table = curve.polynomials();
        for (k, piece) in curve.pieces.iter().enumerate() {
            for u in [0.0, 0.3, 1.0] {
                let d = piece.parameter(u) - table.ends[k];
                let p: carom_base::Vec3 = piece.at(u);
                for c in 0..3 {
                    let a = table.pieces[c][k];
                    let x = ((a[3] * d + a[2]) * d + a[1]) * d + a[0];
                    // rounding of coordinates up to 3
                    assert!((x - p[c]).abs() < 1e-14, "{x} {}", p[c]);
                }
            }
        }
    }
}
