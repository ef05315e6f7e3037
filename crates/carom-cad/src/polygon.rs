//! From the loops of a face to a polygon of its plane: bands are cut, poles and whole surfaces get sides of their own.

use crate::chart::{Chart, Pole};
use crate::loops::{FaceLoops, Trouble, area, contains, widest};
use carom_base::Vec3;

/// A point of a ring: number in the mesh, place in the plane.
pub(crate) type Node = (u32, [f64; 2]);

/// What bounds a band at one side.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Side {
    /// Index of a loop.
    Loop(usize),
    /// A line of the plane that is a point.
    Pole(Pole),
}

/// How the loops lie on the surface.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Arrangement {
    /// One outer loop around the others.
    Plain {
        /// Its index.
        outer: usize,
    },
    /// All around in direction `axis`, between two sides.
    Band {
        /// 0: u goes around, 1: v.
        axis: usize,
        lower: Side,
        upper: Side,
    },
    /// All around in both directions.
    Torus,
}

/// Coordinates with `a` around and `b` across, keeping orientation.
pub(crate) fn to_ab(axis: usize, q: [f64; 2]) -> [f64; 2] {
    if axis == 0 { q } else { [q[1], -q[0]] }
}

pub(crate) fn from_ab(axis: usize, [a, b]: [f64; 2]) -> [f64; 2] {
    if axis == 0 { [a, b] } else { [-b, a] }
}

/// Finds how the loops lie, and moves the upper loop of a band on a torus above the lower one.
pub(crate) fn arrange(face: &mut FaceLoops) -> Result<Arrangement, Trouble> {
    let around: Vec<usize> = (0..face.loops.len())
        .filter(|&i| face.loops[i].winding != [0, 0])
        .collect();
    if around.is_empty() {
        let areas: Vec<f64> = face.loops.iter().map(|l| area(&l.corners)).collect();
        return match widest(&areas) {
            Some(outer) if areas[outer] > 0.0 => Ok(Arrangement::Plain { outer }),
            _ => closed(&face.chart),
        };
    }
    let axis = usize::from(face.loops[around[0]].winding[0] == 0);
    let turns = |i: usize| (face.loops[i].winding[axis], face.loops[i].winding[1 - axis]);
    let (mut lower, mut upper) = (None, None);
    for &i in &around {
        let side = match turns(i) {
            (1, 0) => &mut lower,
            (-1, 0) => &mut upper,
            (a, b) => {
                return Err(Trouble::Refused(format!(
                    "a loop goes around its surface {a} and {b} times"
                )));
            }
        };
        if side.replace(Side::Loop(i)).is_some() {
            return Err(Trouble::Refused(
                "two loops go around its surface in the same direction".into(),
            ));
        }
    }
    let pole = |above: bool| {
        let p = face
            .chart
            .poles
            .iter()
            .find(|p| p.fixed != axis && (p.high == above) == (axis == 0));
        p.map(|p| Side::Pole(*p)).ok_or_else(|| {
            Trouble::Refused(
                "one loop goes around its surface, and nothing bounds the face at the other side"
                    .into(),
            )
        })
    };
    let (lower, upper) = match (lower, upper) {
        (Some(l), Some(u)) => (l, u),
        (Some(l), None) => (l, pole(true)?),
        (None, Some(u)) => (pole(false)?, u),
        (None, None) => return closed(&face.chart),
    };
    if let (Side::Loop(l), Side::Loop(u), Some(period)) =
        (lower, upper, face.chart.periods[1 - axis])
    {
        let mean = |i: usize| {
            let corners = &face.loops[i].corners;
            corners.iter().map(|c| to_ab(axis, c.q)[1]).sum::<f64>() / corners.len() as f64
        };
        let gap = mean(u) - mean(l);
        let shift = gap.rem_euclid(period) - gap;
        for corner in &mut face.loops[u].corners {
            let [a, b] = to_ab(axis, corner.q);
            corner.q = from_ab(axis, [a, b + shift]);
        }
    }
    Ok(Arrangement::Band { axis, lower, upper })
}

/// A surface without a boundary around the face.
fn closed(chart: &Chart) -> Result<Arrangement, Trouble> {
    if chart.periods.iter().all(Option::is_some) {
        return Ok(Arrangement::Torus);
    }
    for axis in 0..2 {
        let side = |above: bool| {
            chart
                .poles
                .iter()
                .find(|p| p.fixed != axis && (p.high == above) == (axis == 0))
        };
        if let (Some(_), Some(lower), Some(upper)) = (chart.periods[axis], side(false), side(true))
        {
            return Ok(Arrangement::Band {
                axis,
                lower: Side::Pole(*lower),
                upper: Side::Pole(*upper),
            });
        }
    }
    Err(Trouble::Refused(
        "has no outer boundary, and its surface is not closed".into(),
    ))
}

/// The rings of a face: the first one is its outer boundary. New points of cuts are appended to `points`.
pub(crate) fn rings(
    face: &FaceLoops,
    arrangement: Arrangement,
    steps: [f64; 2],
    chord: f64,
    points: &mut Vec<Vec3>,
) -> Result<Vec<Vec<Node>>, Trouble> {
    let nodes = |i: usize| -> Vec<Node> {
        face.loops[i]
            .corners
            .iter()
            .map(|c| (c.number, c.q))
            .collect()
    };
    let (outer, used) = match arrangement {
        Arrangement::Plain { outer } => (nodes(outer), vec![outer]),
        Arrangement::Torus => (torus_box(face, steps, points)?, Vec::new()),
        Arrangement::Band { axis, lower, upper } => {
            let cut = Cut {
                face,
                axis,
                steps,
                chord,
            };
            (
                cut.band(lower, upper, points)?,
                [lower, upper]
                    .iter()
                    .filter_map(|s| match s {
                        Side::Loop(i) => Some(*i),
                        Side::Pole(_) => None,
                    })
                    .collect(),
            )
        }
    };
    let shape: Vec<[f64; 2]> = outer.iter().map(|n| n.1).collect();
    let mut rings = vec![outer];
    for i in (0..face.loops.len()).filter(|i| !used.contains(i)) {
        let hole = shift_inside(nodes(i), &shape, face.chart.periods)
            .ok_or_else(|| Trouble::Coarse("a hole is not inside of its outer boundary".into()))?;
        rings.push(hole);
    }
    Ok(rings)
}

/// Moves a hole by periods into the outer ring.
fn shift_inside(
    hole: Vec<Node>,
    outer: &[[f64; 2]],
    periods: [Option<f64>; 2],
) -> Option<Vec<Node>> {
    let range = |p: Option<f64>| {
        if p.is_some() {
            vec![0.0, -1.0, 1.0, -2.0, 2.0]
        } else {
            vec![0.0]
        }
    };
    for i in range(periods[0]) {
        for j in range(periods[1]) {
            let shift = [i * periods[0].unwrap_or(0.0), j * periods[1].unwrap_or(0.0)];
            let moved: Vec<Node> = hole
                .iter()
                .map(|n| (n.0, [n.1[0] + shift[0], n.1[1] + shift[1]]))
                .collect();
            let inside = moved.iter().filter(|n| contains(outer, n.1)).count();
            if 2 * inside > moved.len() {
                return Some(moved);
            }
        }
    }
    None
}

/// A band cut open.
struct Cut<'a> {
    face: &'a FaceLoops,
    axis: usize,
    steps: [f64; 2],
    chord: f64,
}

/// How often a part of a cut is halved at most.
const MOST_HALVES: usize = 10;

impl Cut<'_> {
    fn period(&self) -> f64 {
        self.face.chart.periods[self.axis].unwrap_or(f64::NAN)
    }

    /// Steps along a and b.
    fn step(&self) -> [f64; 2] {
        if self.axis == 0 {
            self.steps
        } else {
            [self.steps[1], self.steps[0]]
        }
    }

    fn band(&self, lower: Side, upper: Side, points: &mut Vec<Vec3>) -> Result<Vec<Node>, Trouble> {
        let start = match (lower, upper) {
            (Side::Loop(i), _) | (_, Side::Loop(i)) => {
                to_ab(self.axis, self.face.loops[i].corners[0].q)[0]
            }
            _ => 0.0,
        };
        let lower = self.side(lower, 1.0, start, points);
        let upper = self.side(upper, -1.0, start, points);
        let (i, j) = self
            .seam(&lower, &upper)
            .ok_or_else(|| Trouble::Coarse("no straight cut leads across its band".into()))?;
        let period = self.period();
        let mut ring: Vec<(u32, [f64; 2])> = Vec::new();
        let run = |side: &[Node], from: usize, sign: f64, base: f64, ring: &mut Vec<Node>| {
            let n = side.len();
            let offset = base - side[from].1[0];
            for k in 0..=n {
                let wrap = if from + k >= n {
                    sign * period * ((from + k) / n) as f64
                } else {
                    0.0
                };
                let (number, [a, b]) = side[(from + k) % n];
                ring.push((number, [a + offset + wrap, b]));
            }
        };
        let foot = lower[i].1;
        run(&lower, i, 1.0, foot[0], &mut ring);
        let head = {
            let [a, b] = upper[j].1;
            [a + ((foot[0] + period - a) / period).round() * period, b]
        };
        let from = [foot[0] + period, foot[1]];
        let seam = self.seam_points(from, head, points);
        ring.extend(seam.iter().copied());
        run(&upper, j, -1.0, head[0], &mut ring);
        ring.extend(
            seam.iter()
                .rev()
                .map(|&(number, [a, b])| (number, [a - period, b])),
        );
        Ok(ring
            .into_iter()
            .map(|(number, ab)| (number, from_ab(self.axis, ab)))
            .collect())
    }

    /// The points of one side in (a, b), along a in direction `sign`, once around without the last one.
    fn side(&self, side: Side, sign: f64, start: f64, points: &mut Vec<Vec3>) -> Vec<Node> {
        match side {
            Side::Loop(i) => {
                let corners = &self.face.loops[i].corners;
                corners
                    .iter()
                    .map(|c| (c.number, to_ab(self.axis, c.q)))
                    .collect()
            }
            Side::Pole(pole) => {
                let number = points.len() as u32;
                points.push(pole.point);
                let b = if self.axis == 0 {
                    pole.value
                } else {
                    -pole.value
                };
                let count = (self.period() / self.step()[0]).ceil().clamp(6.0, 96.0) as usize;
                let at = |k: usize| start + sign * self.period() * k as f64 / count as f64;
                (0..count).map(|k| (number, [at(k), b])).collect()
            }
        }
    }

    /// Indices of the points to be joined: close, and without a boundary in between.
    fn seam(&self, lower: &[Node], upper: &[Node]) -> Option<(usize, usize)> {
        let (period, [sa, sb]) = (self.period(), self.step());
        let across = |i: usize, j: usize| {
            let (p, q) = (lower[i].1, upper[j].1);
            let a = q[0] - p[0];
            [(a - (a / period).round() * period) / sa, (q[1] - p[1]) / sb]
        };
        let cost = |i: usize, j: usize| {
            let [a, b] = across(i, j);
            4.0 * a.abs() + b.abs()
        };
        let mut pairs: Vec<(f64, usize, usize)> = Vec::new();
        for i in 0..lower.len() {
            let mut ahead: Vec<(f64, usize)> = (0..upper.len()).map(|j| (cost(i, j), j)).collect();
            ahead.sort_by(|x, y| x.0.total_cmp(&y.0));
            pairs.extend(ahead.iter().take(3).map(|&(c, j)| (c, i, j)));
        }
        pairs.sort_by(|x, y| x.0.total_cmp(&y.0));
        let clear = |i: usize, j: usize| {
            let p = lower[i].1;
            let [a, b] = across(i, j);
            self.is_clear(p, [p[0] + a * sa, p[1] + b * sb])
        };
        pairs
            .iter()
            .map(|&(_, i, j)| (i, j))
            .find(|&(i, j)| clear(i, j))
    }

    /// Whether no boundary crosses or touches the inside of a segment.
    fn is_clear(&self, p: [f64; 2], q: [f64; 2]) -> bool {
        let period = self.period();
        let side = |a: [f64; 2], b: [f64; 2], c: [f64; 2]| {
            (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
        };
        let mut all = self.face.loops.iter().flat_map(|l| {
            let n = l.corners.len();
            let close = l.winding[self.axis];
            (0..n).map(move |k| {
                let a = to_ab(self.axis, l.corners[k].q);
                let mut b = to_ab(self.axis, l.corners[(k + 1) % n].q);
                if k + 1 == n {
                    b[0] += f64::from(close) * period;
                }
                (a, b)
            })
        });
        let across = self.face.chart.periods[1 - self.axis];
        let rows: &[f64] = if across.is_some() {
            &[-1.0, 0.0, 1.0]
        } else {
            &[0.0]
        };
        all.all(|(a, b)| {
            let middle = 0.5 * (a[0] + b[0]);
            let nearest = ((0.5 * (p[0] + q[0]) - middle) / period).round();
            [-1.0, 0.0, 1.0].iter().all(|k| {
                rows.iter().all(|row| {
                    let shift = [(nearest + k) * period, row * across.unwrap_or(0.0)];
                    let a = [a[0] + shift[0], a[1] + shift[1]];
                    let b = [b[0] + shift[0], b[1] + shift[1]];
                    let near = |x: [f64; 2], y: [f64; 2]| {
                        (x[0] - y[0]).abs() + (x[1] - y[1]).abs() < 1e-9 * period
                    };
                    let shares = [a, b].iter().any(|&x| near(x, p) || near(x, q));
                    let crosses = side(p, q, a) * side(p, q, b) <= 0.0
                        && side(a, b, p) * side(a, b, q) <= 0.0;
                    // A neighbour of an end may run along the segment: then the other end is inside of it.
                    let along = shares
                        && [a, b].iter().any(|&x| {
                            let t = ((x[0] - p[0]) * (q[0] - p[0]) + (x[1] - p[1]) * (q[1] - p[1]))
                                / ((q[0] - p[0]).powi(2) + (q[1] - p[1]).powi(2));
                            let off = side(p, q, x).abs()
                                / ((q[0] - p[0]).powi(2) + (q[1] - p[1]).powi(2));
                            off < 1e-9 && t > 1e-6 && t < 1.0 - 1e-6
                        });
                    if shares { !along } else { !crosses }
                })
            })
        })
    }

    fn seam_points(&self, p: [f64; 2], q: [f64; 2], points: &mut Vec<Vec3>) -> Vec<Node> {
        let [sa, sb] = self.step();
        let count = ((q[0] - p[0]).abs() / sa)
            .max((q[1] - p[1]).abs() / sb)
            .ceil()
            .clamp(1.0, 10_000.0) as usize;
        let place = |t: f64| [p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])];
        let mut inner = Vec::new();
        for k in 0..count {
            let ends = [k, k + 1].map(|k| k as f64 / count as f64);
            self.halve(&place, ends, MOST_HALVES, &mut inner);
            if k + 1 < count {
                inner.push(ends[1]);
            }
        }
        let node = |t: f64| {
            points.push(self.face.chart.at(from_ab(self.axis, place(t))).0);
            (points.len() as u32 - 1, place(t))
        };
        inner.into_iter().map(node).collect()
    }

    /// Where a part of a cut has to be divided, so that its chords are as close to the surface as those of edges: steps are means over the face.
    fn halve(
        &self,
        place: &impl Fn(f64) -> [f64; 2],
        [s, t]: [f64; 2],
        depth: usize,
        inner: &mut Vec<f64>,
    ) {
        let at = |x: f64| self.face.chart.at(from_ab(self.axis, place(x))).0;
        let first = at(s);
        let chord = at(t) - first;
        let square = chord.norm_squared().max(f64::MIN_POSITIVE);
        let off = [0.25, 0.5, 0.75].map(|x| {
            let arm = at(s + x * (t - s)) - first;
            (arm - chord * (arm.dot(&chord) / square)).norm()
        });
        if depth == 0 || off.iter().all(|x| *x <= self.chord) {
            return;
        }
        let middle = 0.5 * (s + t);
        self.halve(place, [s, middle], depth - 1, inner);
        inner.push(middle);
        self.halve(place, [middle, t], depth - 1, inner);
    }
}

/// A torus cut along two circles that meet no hole.
fn torus_box(
    face: &FaceLoops,
    steps: [f64; 2],
    points: &mut Vec<Vec3>,
) -> Result<Vec<Node>, Trouble> {
    let chart = &face.chart;
    let periods = chart.periods.map(|p| p.unwrap_or(f64::NAN));
    let mut low = [0.0; 2];
    for i in 0..2 {
        low[i] = free_place(face, i, periods[i]).ok_or_else(|| {
            Trouble::Refused("holes leave no place for a cut around its surface".into())
        })?;
    }
    let count = [0, 1].map(|i| (periods[i] / steps[i]).ceil().clamp(3.0, 10_000.0) as usize);
    let place = |k: [usize; 2]| [0, 1].map(|i| low[i] + periods[i] * k[i] as f64 / count[i] as f64);
    let mut add = |k: [usize; 2]| {
        points.push(chart.at(place(k)).0);
        points.len() as u32 - 1
    };
    let corner = add([0, 0]);
    let mut along = [0, 1].map(|i| {
        let inner = (1..count[i]).map(|k| if i == 0 { add([k, 0]) } else { add([0, k]) });
        let mut numbers = vec![corner];
        numbers.extend(inner);
        numbers
    });
    along.iter_mut().for_each(|numbers| numbers.push(corner));
    let [u, v] = &along;
    let mut ring = Vec::new();
    ring.extend((0..count[0]).map(|k| (u[k], place([k, 0]))));
    ring.extend((0..count[1]).map(|k| (v[k], place([count[0], k]))));
    ring.extend((1..=count[0]).rev().map(|k| (u[k], place([k, count[1]]))));
    ring.extend((1..=count[1]).rev().map(|k| (v[k], place([0, k]))));
    Ok(ring)
}

/// The middle of the widest gap between holes along one direction.
fn free_place(face: &FaceLoops, i: usize, period: f64) -> Option<f64> {
    let mut spans: Vec<(f64, f64)> = face
        .loops
        .iter()
        .map(|l| {
            let low = l
                .corners
                .iter()
                .map(|c| c.q[i])
                .fold(f64::INFINITY, f64::min);
            let high = l
                .corners
                .iter()
                .map(|c| c.q[i])
                .fold(f64::NEG_INFINITY, f64::max);
            let base = low.rem_euclid(period);
            (base, base + high - low)
        })
        .collect();
    let Some(&first) = spans.iter().min_by(|a, b| a.0.total_cmp(&b.0)) else {
        return Some(0.0);
    };
    spans.sort_by(|a, b| a.0.total_cmp(&b.0));
    spans.push((first.0 + period, first.1 + period));
    let mut reached = first.1;
    let mut best = (0.0, None);
    for &(low, high) in &spans[1..] {
        if low - reached > best.0 {
            best = (low - reached, Some(0.5 * (low + reached)));
        }
        reached = f64::max(reached, high);
    }
    best.1
}
