//! A polygon in triangles: ear after ear is cut off (Meisters, Polygons have ears, 1975).

use super::turn::Flat;

/// Triangles between the corners of a polygon that does not cross itself, counterclockwise.
///
/// Signs are exact, so that an ear is always found; every corner is one of a triangle, also within a straight side. Among the ears the one with the
/// shortest new side is cut. Of a polygon that crosses itself triangles with the same border are made.
pub(crate) fn triangles(corners: &[[f64; 2]]) -> Vec<[u32; 3]> {
    stout_triangles(corners, &Flat::default())
}

/// The same without triangles that are flat, if that is possible.
pub(super) fn stout_triangles(corners: &[[f64; 2]], flat: &Flat) -> Vec<[u32; 3]> {
    let mut left: Vec<u32> = (0..corners.len() as u32).collect();
    let mut found = Vec::with_capacity(corners.len().saturating_sub(2));
    let place = |k: u32| corners[k as usize];
    while left.len() >= 3 {
        let n = left.len();
        let corner = |k: usize| [(k + n - 1) % n, k, (k + 1) % n].map(|i| left[i]);
        let length = |k: &usize| {
            let [a, _, c] = corner(*k).map(place);
            (a[0] - c[0]).hypot(a[1] - c[1])
        };
        let shorter = |i: &usize, j: &usize| length(i).total_cmp(&length(j));
        let ears = |flat: &Flat| {
            let ears = (0..n).filter(|k| is_ear(corners, &left, corner(*k), flat));
            ears.min_by(shorter)
        };
        let stout = ears(flat).or_else(|| ears(&Flat::default()));
        let cut = stout.or_else(|| (0..n).min_by(shorter));
        let Some(k) = cut else { break };
        found.push(corner(k));
        left.remove(k);
    }
    found
}

/// A corner that turns left, with no other corner in its triangle or on its border but for those at the places of its own.
fn is_ear(corners: &[[f64; 2]], left: &[u32], ear: [u32; 3], flat: &Flat) -> bool {
    let [a, b, c] = ear.map(|k| corners[k as usize]);
    flat.turn(a, b, c) > 0
        && left.iter().filter(|k| !ear.contains(k)).all(|&k| {
            let p = corners[k as usize];
            let same = [a, b, c].contains(&p);
            same || [(a, b), (b, c), (c, a)]
                .iter()
                .any(|&(x, y)| flat.turn(x, y, p) < 0)
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn doubled(t: [[f64; 2]; 3]) -> f64 {
        let [a, b, c] = t;
        (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1])
    }

    /// Areas of the triangles are positive and add up; every side of the polygon belongs to one triangle.
    #[test]
    fn polygons_are_covered() {
        let star = |n: u32, inner: f64| -> Vec<[f64; 2]> {
            (0..n)
                .map(|k| {
                    let angle = std::f64::consts::TAU * f64::from(k) / f64::from(n);
                    let r = if k % 2 == 0 { 1.0 } else { inner };
                    [r * angle.cos(), r * angle.sin()]
                })
                .collect()
        };
        let comb: Vec<[f64; 2]> = [[0.0, 0.0], [9.0, 0.0]]
            .into_iter()
            .chain(
                (0..9)
                    .rev()
                    .map(|k| [f64::from(k), 1.0 + f64::from(k % 2) * 3.0]),
            )
            .collect();
        for corners in [star(12, 0.2), star(64, 0.9), star(3, 1.0), comb] {
            let n = corners.len() as u32;
            let cut = triangles(&corners);
            assert_eq!(cut.len() as u32, n - 2);
            let areas = cut.iter().map(|t| doubled(t.map(|k| corners[k as usize])));
            assert!(areas.clone().all(|a| a > 0.0));
            let whole: f64 = (0..n as usize)
                .map(|k| doubled([[0.0; 2], corners[k], corners[(k + 1) % n as usize]]))
                .sum();
            // some hundred roundings of numbers of the size of the whole
            assert!((areas.sum::<f64>() - whole).abs() < 1e-13 * whole);
            for k in 0..n {
                let side = [k, (k + 1) % n];
                let with = |t: &&[u32; 3]| (0..3).any(|i| [t[i], t[(i + 1) % 3]] == side);
                assert_eq!(cut.iter().filter(with).count(), 1);
            }
        }
    }
}
