//! AKISPL: Akima's local cubics.
//!
//! The slope at a point comes from the slopes m of the four intervals around it,
//!
//! ```text
//! tᵢ = (|mᵢ₊₁ − mᵢ|·mᵢ₋₁ + |mᵢ₋₁ − mᵢ₋₂|·mᵢ) / (|mᵢ₊₁ − mᵢ| + |mᵢ₋₁ − mᵢ₋₂|)
//! ```
//!
//! where mᵢ belongs to the interval right of the point; the mean of mᵢ₋₁ and mᵢ where both weights vanish. Two
//! slopes beyond each end continue the sequence in a straight line. Source: H. Akima, J. ACM 17 (1970) 589.

use super::piece::{Piece, hermite};

pub fn pieces(x: &[f64], y: &[f64]) -> Vec<Piece> {
    let t = slopes(x, y);
    (1..x.len())
        .map(|k| hermite(x[k] - x[k - 1], y[k - 1], t[k - 1], y[k], t[k]))
        .collect()
}

fn slopes(x: &[f64], y: &[f64]) -> Vec<f64> {
    let n = x.len();
    let inner: Vec<f64> = (1..n)
        .map(|k| (y[k] - y[k - 1]) / (x[k] - x[k - 1]))
        .collect();
    // m[k + 2] is the slope of interval k; two more on either side
    let step = |a: f64, b: f64| 2.0 * a - b;
    let mut m = vec![0.0; n + 3];
    m[2..=n].copy_from_slice(&inner);
    m[1] = step(m[2], m[3]);
    m[0] = step(m[1], m[2]);
    m[n + 1] = step(m[n], m[n - 1]);
    m[n + 2] = step(m[n + 1], m[n]);
    (0..n)
        .map(|i| {
            let (right, left) = ((m[i + 3] - m[i + 2]).abs(), (m[i + 1] - m[i]).abs());
            if right + left == 0.0 {
                0.5 * (m[i + 1] + m[i + 2])
            } else {
                (right * m[i + 1] + left * m[i + 2]) / (right + left)
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_corner_stays_local() {
        // flat, then a unit slope: by the formula t = 0 on the flat side, the mean at the corner
        let x = [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
        let y = [0.0, 0.0, 0.0, 0.0, 1.0, 2.0, 3.0];
        assert_eq!(slopes(&x, &y), [0.0, 0.0, 0.0, 0.5, 1.0, 1.0, 1.0]);
        assert_eq!(pieces(&x, &y)[1], [0.0; 6]);
    }

    #[test]
    fn uneven_points_by_hand() {
        // x² at 0 1 3 4 6: interval slopes 1 4 7 10, beyond the ends -5 -2 and 13 16; equal steps, equal weights
        let x = [0.0, 1.0, 3.0, 4.0, 6.0];
        let y = x.map(|x: f64| x * x);
        assert_eq!(slopes(&x, &y), [-0.5, 2.5, 5.5, 8.5, 11.5]);
    }
}
