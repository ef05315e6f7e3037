//! A spline ready to be evaluated: polynomials on intervals, lines between the curves of a family.

use super::method::Method;
use super::piece::Piece;
use super::table::{Beyond, CurveTable, SplineTable};
use crate::mode::{Mode, ROUNDING, Rated, sign};
use carom_base::Number;
use carom_laws::Guard;

/// Pieces of which an enclosure is that of all; beyond, they are too far from each other to say anything.
const MOST_PIECES: usize = 16;

/// Pieces of one curve: before the first point, each interval, beyond the last point. Before and beyond, as the table
/// says: a parabola through the last three points, a line through the last two, or the value of the last.
///
/// A mode is `region + regions·row`. The regions along x are all pieces where the second derivative breaks at the
/// points (AKISPL, LINSPL), else before, inside and beyond. The row is the gap between two neighbouring curves in z,
/// counted from 0; beyond the first and last curve the line between the last two goes on.
///
/// Slots: left and right end of the region, lower and upper end of the row.
#[derive(Debug, PartialEq)]
pub struct Surface {
    name: &'static str,
    /// The pieces are modes of their own: a derivative breaks where they meet.
    breaks_inside: bool,
    x: Vec<f64>,
    z: Vec<f64>,
    /// The table says how it goes on beyond its points.
    continued: bool,
    /// `x.len() + 1` for each curve, curve after curve.
    pieces: Vec<Piece>,
}

impl Surface {
    /// The derivative of order `order` with respect to x of the spline through a sound table.
    pub fn new(method: Method, table: &SplineTable, order: u8) -> Self {
        let x = table.x.clone();
        let mut pieces = Vec::new();
        for (_, y) in &table.curves {
            let n = x.len();
            let few = method == Method::Linear || n == 2;
            pieces.push(match table.beyond {
                Beyond::Level => level(y[0]),
                Beyond::Parabola if !few => parabola(&x[..3], &y[..3], 0),
                Beyond::Parabola | Beyond::Line => line(&x[..2], &y[..2], 0),
            });
            pieces.extend(method.pieces(&x, y));
            pieces.push(match table.beyond {
                Beyond::Level => level(y[n - 1]),
                Beyond::Parabola if !few => parabola(&x[n - 3..], &y[n - 3..], 2),
                Beyond::Parabola | Beyond::Line => line(&x[n - 2..], &y[n - 2..], 1),
            });
        }
        for piece in &mut pieces {
            for _ in 0..order {
                *piece = differentiate(piece);
            }
        }
        Self {
            name: method.name(),
            breaks_inside: method.breaks_inside(),
            x,
            z: table.curves.iter().map(|c| c.0).collect(),
            continued: table.beyond != Beyond::Parabola,
            pieces,
        }
    }

    /// The derivative of order `order` of a component of a curve with respect to its parameter. Beyond its ends the tangents go on.
    pub fn of_curve(table: &CurveTable, component: usize, order: u8) -> Self {
        let whole = |p: &[f64; 4]| [p[0], p[1], p[2], p[3], 0.0, 0.0];
        let inner: Vec<Piece> = table.pieces[component].iter().map(whole).collect();
        let (first, last) = (inner[0], inner[inner.len() - 1]);
        let h = table.x[table.x.len() - 1] - table.x[table.x.len() - 2];
        let at_end = |p: &Piece| p.iter().rev().fold(0.0, |sum, c| sum * h + c);
        let end = [
            at_end(&last),
            at_end(&differentiate(&last)),
            0.0,
            0.0,
            0.0,
            0.0,
        ];
        let start = [first[0], first[1], 0.0, 0.0, 0.0, 0.0];
        let mut pieces: Vec<Piece> = [start].into_iter().chain(inner).chain([end]).collect();
        for piece in &mut pieces {
            for _ in 0..order {
                *piece = differentiate(piece);
            }
        }
        Self {
            name: "CURVE",
            breaks_inside: table.corners,
            x: table.x.clone(),
            z: vec![0.0],
            continued: false,
            pieces,
        }
    }

    pub fn name(&self) -> &'static str {
        self.name
    }

    /// As another function has it: INTERP goes along the curves of LINSPL and CUBSPL.
    pub fn named(self, name: &'static str) -> Self {
        Self { name, ..self }
    }

    pub fn slots(&self) -> usize {
        if self.z.len() > 2 { 4 } else { 2 }
    }

    fn regions(&self) -> Mode {
        if self.breaks_inside {
            self.x.len() as Mode + 1
        } else {
            3
        }
    }

    /// The end of the points beyond which a mode is, unless the table says how it goes on there.
    pub fn beyond(&self, mode: Mode) -> Option<f64> {
        let (region, _) = self.split(mode);
        match region {
            _ if self.continued => None,
            0 => self.x.first().copied(),
            r if r == self.regions() - 1 => self.x.last().copied(),
            _ => None,
        }
    }

    fn rows(&self) -> Mode {
        (self.z.len() as Mode - 1).max(1)
    }

    /// (region, row) of a mode; a mode of something else is brought into range.
    fn split(&self, mode: Mode) -> (Mode, Mode) {
        let mode = mode.rem_euclid(self.regions() * self.rows());
        (mode % self.regions(), mode / self.regions())
    }

    /// The piece of a region at `x`.
    fn piece(&self, region: Mode, x: f64) -> usize {
        let n = self.x.len();
        if self.breaks_inside {
            return region as usize;
        }
        match region {
            0 => 0,
            1 => self.x.partition_point(|&k| k <= x).clamp(1, n - 1),
            _ => n,
        }
    }

    fn curve<T: Number>(&self, curve: usize, piece: usize, x: T) -> T {
        let u = x - self.x[piece.max(1) - 1];
        let c = &self.pieces[curve * (self.x.len() + 1) + piece];
        let mut sum = T::constant(c[5]);
        for k in (0..5).rev() {
            sum = sum * u + c[k];
        }
        sum
    }

    pub fn value<T: Number>(&self, x: T, z: T, mode: Mode) -> T {
        let (region, row) = self.split(mode);
        if self.z.len() == 1 {
            return self.along(0, region, x);
        }
        let row = row as usize;
        let w = (z - self.z[row]) / (self.z[row + 1] - self.z[row]);
        let (low, high) = (self.along(row, region, x), self.along(row + 1, region, x));
        low + (high - low) * w
    }

    /// A curve within a region; of a number that stands for many, each piece on its part of them.
    fn along<T: Number>(&self, curve: usize, region: Mode, x: T) -> T {
        let [low, high] = x.bounds();
        if low == high {
            return self.curve(curve, self.piece(region, x.value()), x);
        }
        let (first, last) = (self.piece(region, low), self.piece(region, high));
        if last - first > MOST_PIECES {
            return T::undefined();
        }
        let mut value = self.curve(curve, first, x);
        for piece in first + 1..=last {
            // From the knot between both on it is the next one.
            value = T::select(x - self.x[piece - 1], value, self.curve(curve, piece, x));
        }
        value
    }

    pub fn decide(&self, x: Rated, z: Rated) -> Mode {
        let behind = |knots: &[f64], v: Rated| {
            // A knot lies behind where v has passed it, or stands on it and moves on (or stays).
            knots
                .iter()
                .rposition(|&k| k < v.re || (k == v.re && v.eps[0] >= 0.0))
                .map_or(0, |k| k as Mode + 1)
        };
        let region = if self.breaks_inside {
            behind(&self.x, x)
        } else {
            let (first, last) = (self.x[0], self.x[self.x.len() - 1]);
            Mode::from(sign(x - first) >= 0) + Mode::from(sign(x - last) > 0)
        };
        let row = if self.z.len() > 2 {
            behind(&self.z[1..self.z.len() - 1], z)
        } else {
            0
        };
        region + self.regions() * row
    }

    /// Ends of a region or row among its knots, `None` where it is open.
    fn ends(&self, region: Mode) -> (Option<f64>, Option<f64>) {
        let (region, n) = (region as usize, self.x.len());
        if self.breaks_inside {
            (
                region.checked_sub(1).map(|k| self.x[k]),
                self.x.get(region).copied(),
            )
        } else {
            let (first, last) = (self.x[0], self.x[n - 1]);
            match region {
                0 => (None, Some(first)),
                1 => (Some(first), Some(last)),
                _ => (Some(last), None),
            }
        }
    }

    pub fn guards<T: Number>(&self, x: T, z: T, mode: Mode, out: &mut [Guard<T>]) {
        let (region, row) = self.split(mode);
        let (low, high) = self.ends(region);
        out[0] = after(x, low);
        out[1] = before(x, high);
        if self.z.len() > 2 {
            let row = row as usize;
            out[2] = after(z, (row > 0).then(|| self.z[row]));
            out[3] = before(z, (row + 2 < self.z.len()).then(|| self.z[row + 1]));
        }
    }

    pub fn after(&self, slot: usize, mode: Mode) -> Mode {
        let (mut region, mut row) = self.split(mode);
        match slot {
            0 => region -= 1,
            1 => region += 1,
            2 => row -= 1,
            _ => row += 1,
        }
        region.clamp(0, self.regions() - 1) + self.regions() * row.clamp(0, self.rows() - 1)
    }
}

fn after<T: Number>(v: T, end: Option<f64>) -> Guard<T> {
    end.map_or(Guard::idle(), |end| Guard {
        value: v - end,
        tolerance: (ROUNDING * (v.value().abs() + end.abs())).max(f64::MIN_POSITIVE),
    })
}

fn before<T: Number>(v: T, end: Option<f64>) -> Guard<T> {
    let g = after(v, end);
    if end.is_none() {
        return g;
    }
    Guard {
        value: -g.value,
        ..g
    }
}

/// A value that stays.
fn level(y: f64) -> Piece {
    [y, 0.0, 0.0, 0.0, 0.0, 0.0]
}

/// Through two points, about `x[origin]`.
fn line(x: &[f64], y: &[f64], origin: usize) -> Piece {
    let slope = (y[1] - y[0]) / (x[1] - x[0]);
    [y[origin], slope, 0.0, 0.0, 0.0, 0.0]
}

/// Through three points, about `x[origin]`, which is the first or the last.
fn parabola(x: &[f64], y: &[f64], origin: usize) -> Piece {
    let (m0, m1) = ((y[1] - y[0]) / (x[1] - x[0]), (y[2] - y[1]) / (x[2] - x[1]));
    let c = (m1 - m0) / (x[2] - x[0]);
    let slope = if origin == 0 {
        m0 - c * (x[1] - x[0])
    } else {
        m1 + c * (x[2] - x[1])
    };
    [y[origin], slope, c, 0.0, 0.0, 0.0]
}

fn differentiate(p: &Piece) -> Piece {
    std::array::from_fn(|i| {
        if i < 5 {
            p[i + 1] * (i + 1) as f64
        } else {
            0.0
        }
    })
}
