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

/// The pieces of polylines inside of a rectangle, from its upper left to its lower right corner (D. Cohen, I. Sutherland: what a segment has beyond an
/// edge is cut off).
pub fn clip(lines: Vec<Vec<[f64; 2]>>, low: [f64; 2], high: [f64; 2]) -> Vec<Vec<[f64; 2]>> {
    let inside = |p: &[f64; 2]| (0..2).all(|k| low[k] <= p[k] && p[k] <= high[k]);
    let mut out = Vec::new();
    for line in lines {
        if line.iter().all(inside) {
            out.push(line);
            continue;
        }
        let mut piece: Vec<[f64; 2]> = Vec::new();
        for ends in line.windows(2) {
            let Some([a, b]) = cut([ends[0], ends[1]], low, high) else {
                continue;
            };
            if piece.last() != Some(&a) {
                out.extend((!piece.is_empty()).then(|| std::mem::take(&mut piece)));
                piece.push(a);
            }
            piece.push(b);
        }
        out.extend((!piece.is_empty()).then_some(piece));
    }
    out
}

/// A segment inside of a rectangle; `None` if it misses it.
fn cut([mut a, mut b]: [[f64; 2]; 2], low: [f64; 2], high: [f64; 2]) -> Option<[[f64; 2]; 2]> {
    for k in 0..2 {
        for (edge, beyond) in [(low[k], -1.0), (high[k], 1.0)] {
            let out = |p: &[f64; 2]| beyond * (p[k] - edge) > 0.0;
            let cross = |p: [f64; 2], q: [f64; 2]| {
                let share = (edge - p[k]) / (q[k] - p[k]);
                let mut at = [0, 1].map(|c| p[c] + share * (q[c] - p[c]));
                at[k] = edge;
                at
            };
            match (out(&a), out(&b)) {
                (true, true) => return None,
                (true, false) => a = cross(b, a),
                (false, true) => b = cross(a, b),
                (false, false) => {}
            }
        }
    }
    Some([a, b])
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
    fn what_is_outside_is_cut_off() {
        let line = vec![
            [-1.0, 5.0],
            [5.0, 5.0],
            [5.0, 25.0],
            [8.0, 25.0],
            [8.0, 1.0],
        ];
        let cut = clip(vec![line], [0.0, 0.0], [10.0, 10.0]);
        assert_eq!(
            cut,
            [
                vec![[0.0, 5.0], [5.0, 5.0], [5.0, 10.0]],
                vec![[8.0, 10.0], [8.0, 1.0]]
            ]
        );
        assert!(clip(vec![vec![[-5.0, 4.0], [4.0, -5.0]]], [0.0; 2], [10.0; 2]).is_empty());
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
