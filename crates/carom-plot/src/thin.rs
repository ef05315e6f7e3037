//! Points that nobody sees are left out.

/// Points closer than this to the line between their neighbours are left out, in pixels.
const THIN: f64 = 0.05;
/// A straight piece is looked at over so many points.
const REACH: usize = 256;

/// The same polyline, in pixels, to within [`THIN`], with fewer points; gaps (points that are not finite) split it.
pub fn polylines(points: &[[f64; 2]]) -> Vec<Vec<[f64; 2]>> {
    let pieces = points.split(|p| !(p[0].is_finite() && p[1].is_finite()));
    let pieces = pieces.filter(|p| !p.is_empty());
    pieces.map(|p| straight(&columns(p))).collect()
}

/// Of the many points of a column a quarter of a pixel wide, those that show: first, lowest, highest, last.
fn columns(points: &[[f64; 2]]) -> Vec<[f64; 2]> {
    let column = |p: &[f64; 2]| (4.0 * p[0]).floor();
    let mut kept: Vec<[f64; 2]> = Vec::new();
    for group in points.chunk_by(|a, b| column(a) == column(b)) {
        if group.len() <= 4 {
            kept.extend(group);
            continue;
        }
        let by_height = |a: &usize, b: &usize| group[*a][1].total_cmp(&group[*b][1]);
        let last = group.len() - 1;
        let lowest = (0..=last).min_by(by_height).unwrap_or(0);
        let highest = (0..=last).max_by(by_height).unwrap_or(0);
        let mut show = vec![0, lowest, highest, last];
        show.sort_unstable();
        show.dedup();
        kept.extend(show.iter().map(|&k| group[k]));
    }
    kept
}

/// Leaves out points that a straight line replaces.
fn straight(points: &[[f64; 2]]) -> Vec<[f64; 2]> {
    let mut kept: Vec<[f64; 2]> = Vec::new();
    let mut start = 0;
    for end in 1..points.len() {
        let off = |k: usize| distance(points[k], points[start], points[end]) > THIN;
        if end - start > REACH || (start + 1..end).any(off) {
            kept.push(points[start]);
            start = end - 1;
        }
    }
    if let Some(last) = points.last() {
        kept.push(points[start]);
        kept.push(*last);
    }
    kept
}

/// Distance of a point from the piece between two others.
fn distance(p: [f64; 2], a: [f64; 2], b: [f64; 2]) -> f64 {
    let (u, v) = ([b[0] - a[0], b[1] - a[1]], [p[0] - a[0], p[1] - a[1]]);
    let square = u[0] * u[0] + u[1] * u[1];
    let along = if square > 0.0 {
        ((u[0] * v[0] + u[1] * v[1]) / square).clamp(0.0, 1.0)
    } else {
        0.0
    };
    (v[0] - along * u[0]).hypot(v[1] - along * u[1])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_becomes_its_ends_and_a_corner_stays() {
        let line: Vec<[f64; 2]> = (0..9).map(|k| [f64::from(k), 2.0 * f64::from(k)]).collect();
        assert_eq!(polylines(&line), [[[0.0, 0.0], [8.0, 16.0]]]);
        let corner = [[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [2.0, 1.0], [2.0, 2.0]];
        assert_eq!(polylines(&corner), [[[0.0, 0.0], [2.0, 0.0], [2.0, 2.0]]]);
        // there and back: the far end stays
        let back = [[0.0, 0.0], [5.0, 0.0], [9.0, 0.0], [4.0, 0.0], [0.0, 0.0]];
        assert_eq!(polylines(&back), [[[0.0, 0.0], [9.0, 0.0], [0.0, 0.0]]]);
    }

    #[test]
    fn a_gap_splits_and_peaks_stay() {
        let gap = [
            [0.0, 0.0],
            [1.0, 1.0],
            [1.5, f64::NAN],
            [2.0, 0.0],
            [3.0, 0.0],
        ];
        assert_eq!(polylines(&gap).len(), 2);
        let mut many: Vec<[f64; 2]> = (0..100_000).map(|k| [1e-3 * f64::from(k), 0.0]).collect();
        many[54_321][1] = 7.0;
        let thin = polylines(&many).concat();
        assert!(thin.len() < 1000, "{}", thin.len());
        assert!(thin.iter().any(|p| p[1] == 7.0));
    }
}
