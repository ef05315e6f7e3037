//! Basins as a picture: the plane of the starts in the colours of what they come to.

use super::Basins;
use crate::family::Family;
use carom_plot::{AREAS, Area, Axis, Cells, Figure, Panel};
use carom_study::basin::MotionKind;
use carom_study::basin::label::Attractor;

/// Greys of runs that have ended.
const ENDS: [&str; 4] = ["#444444", "#777777", "#aaaaaa", "#d0d0d0"];
/// Of starts that have not settled.
const UNSETTLED: &str = "#000000";
/// A picture has no more cells along an axis.
const MOST_CELLS: usize = 4000;
/// Relative change of a parameter by which the plane of the starts is found.
const SMALL: f64 = 1e-3;

impl Basins<'_> {
    /// The picture of a grid with two axes; `None` where the starts are no plane.
    ///
    /// The dots are the points of the attractors, put on the plane of the starts by least squares in the sizes of the state, where the axes are states.
    pub fn figure(&self) -> Option<Figure> {
        let axes = self.axes();
        let [(x, across), (y, up)] = &axes[..] else {
            return None;
        };
        if across.len().max(up.len()) > MOST_CELLS {
            return None;
        }
        let all = &self.labels.attractors;
        let number = |label: i32| all.iter().position(|a| a.label == label).unwrap_or(0);
        let numbers: std::collections::HashMap<i32, u8> = (all.iter())
            .map(|a| (a.label, number(a.label).min(usize::from(u8::MAX)) as u8))
            .collect();
        // the labels go along the second axis first, the rows of the picture along the first
        let (columns, rows) = (across.len(), up.len());
        let cells = (0..rows).flat_map(|j| (0..columns).map(move |i| i * rows + j));
        let cells = cells.map(|k| numbers[&self.labels.labels[k]]).collect();
        let ends = |list: &[f64]| [list[0], list[list.len() - 1]];
        let panel = Panel {
            x: Axis::named(*x),
            y: Axis::named(*y),
            height: 420.0,
            cells: Some(Cells {
                x: ends(across),
                y: ends(up),
                columns,
                cells,
                areas: all.iter().map(|a| self.area(a)).collect(),
                dots: self.dots(ends(across), ends(up)).unwrap_or_default(),
            }),
            ..Panel::default()
        };
        let stem = self.study.path.file_stem();
        let title = stem.map_or_else(String::new, |s| s.to_string_lossy().into_owned());
        let description = format!(
            "Basins of attraction over {x} and {y}: {} starts, {} motions",
            self.all(),
            self.labels.motions().count()
        );
        Some(Figure {
            title,
            width: 820.0,
            ..Figure::of(vec![panel], description)
        })
    }

    fn area(&self, a: &Attractor) -> Area {
        let k = a.label.unsigned_abs() as usize;
        let colour = match a.label {
            0 => UNSETTLED,
            1.. => AREAS[(k - 1) % AREAS.len()],
            _ => ENDS[(k - 1) % ENDS.len()],
        };
        let share = 100.0 * a.share(self.all());
        let what = match a.kind {
            Some(MotionKind::Periodic) if a.sequence.is_empty() => "no events",
            Some(_) => a.sequence.as_str(),
            None => a.reason.as_str(),
        };
        let what = if what.is_empty() {
            String::new()
        } else {
            format!(", {what}")
        };
        // More than the colours can tell apart are counted in the tables.
        let shown = a.label <= AREAS.len() as i32 && a.label >= -(ENDS.len() as i32);
        let name = match shown {
            true => format!("{}: {share:.1} %, {}{what}", a.label, a.name()),
            false => String::new(),
        };
        Area { colour, name }
    }

    /// The points of the attractors on the plane of the starts.
    fn dots(&self, x: [f64; 2], y: [f64; 2]) -> Option<Vec<([f64; 2], u8)>> {
        let [(first, _), (second, _)] = self.labels.grid[..] else {
            return None;
        };
        let family = Family::new(self.study);
        let terms: Vec<(usize, f64)> = self.spec.measure.numbers().collect();
        let middle = |e: [f64; 2]| 0.5 * (e[0] + e[1]);
        let start = |at: [f64; 2]| -> Option<Vec<f64>> {
            let mut point = self.study.design.point(0);
            (point[first], point[second]) = (at[0], at[1]);
            let state = family.begin(&point, None).ok()?.state().ok()?;
            Some(terms.iter().map(|(k, size)| state[*k] / size).collect())
        };
        // Where two parts would overlap there is no start: somewhere else there may be one.
        let mut corners = [middle(x), x[0], x[1]].into_iter();
        let mut places = corners
            .by_ref()
            .flat_map(|a| [middle(y), y[0], y[1]].map(|b| [a, b]));
        let beside = [x, y].map(|e| SMALL * (e[1] - e[0]));
        let plane = places.find_map(|at| {
            let origin = start(at)?;
            let along = [
                start([at[0] - beside[0], at[1]])?,
                start([at[0], at[1] - beside[1]])?,
            ];
            Some((at, origin, along))
        });
        let (at, origin, along) = plane?;
        let columns: Vec<Vec<f64>> = (along.iter().zip(beside))
            .map(|(s, d)| s.iter().zip(&origin).map(|(s, o)| (o - s) / d).collect())
            .collect();
        let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
        let [a, b] = [&columns[0], &columns[1]];
        let (aa, ab, bb) = (dot(a, a), dot(a, b), dot(b, b));
        let det = aa * bb - ab * ab;
        // Parameters that are no states of the start, or the same one, span no plane.
        if !(det > 1e-6 * aa * bb && aa > 0.0 && bb > 0.0) {
            return None;
        }
        let place = |state: &[f64]| {
            let d: Vec<f64> = (terms.iter().zip(&origin))
                .map(|((k, size), o)| state[*k] / size - o)
                .collect();
            let (ad, bd) = (dot(a, &d), dot(b, &d));
            [
                at[0] + (bb * ad - ab * bd) / det,
                at[1] + (aa * bd - ab * ad) / det,
            ]
        };
        let mut dots = Vec::new();
        for (k, attractor) in self.labels.attractors.iter().enumerate() {
            let is_one = attractor.label > 0 && (attractor.label as usize) <= AREAS.len();
            let points = if attractor.period > 0 {
                attractor.points.len()
            } else {
                1
            };
            for state in attractor.points.iter().take(points).filter(|_| is_one) {
                dots.push((place(state), k as u8));
            }
        }
        Some(dots)
    }
}
