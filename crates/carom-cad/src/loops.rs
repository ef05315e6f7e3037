//! The boundary of a face in the plane of its chart.

use crate::brep::{Body, Loop};
use crate::chart::{Chart, Pole, sphere_directions};
use crate::periods::next_to;
use crate::sample::SampledEdge;
use crate::surface::Surface;
use carom_base::Vec3;

/// Why a face was not divided.
#[derive(Clone, Debug)]
pub(crate) enum Trouble {
    /// Finer edges and triangles may help.
    Coarse(String),
    /// Nothing will.
    Refused(String),
}

/// A piece of an edge between two of its points, in the direction of the loop.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Segment {
    pub edge: usize,
    /// Parameters on the curve of the edge.
    pub range: [f64; 2],
}

/// A point of a boundary.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Corner {
    /// In the mesh.
    pub number: u32,
    pub point: Vec3,
    /// In the plane, continuous along the loop.
    pub q: [f64; 2],
    /// From here to the next corner; `None` along a pole.
    pub segment: Option<Segment>,
}

/// A closed boundary with the face on its left against the natural normal.
#[derive(Clone, Debug)]
pub(crate) struct FaceLoop {
    pub corners: Vec<Corner>,
    /// Periods of u and v from the first corner once around to itself.
    pub winding: [i32; 2],
}

/// The boundary of a face.
#[derive(Clone, Debug)]
pub(crate) struct FaceLoops {
    pub chart: Chart,
    pub loops: Vec<FaceLoop>,
}

/// A point of a loop before it is laid into the plane.
type Raw = (u32, Vec3, Segment);

/// Lays the boundary of a face into the plane of its chart.
pub(crate) fn lay_out(
    body: &Body,
    index: usize,
    edges: &[SampledEdge],
    size: f64,
) -> Result<FaceLoops, Trouble> {
    let face = &body.faces[index];
    let raw = raw_loops(body, index, edges)?;
    let limit = boundary_limit(body, index, size);
    if matches!(&*face.surface, Surface::Sphere { .. }) && !raw.is_empty() {
        return sphere(&face.surface, &raw, size, limit);
    }
    let chart = Chart::new(&face.surface, size);
    let loops = raw
        .iter()
        .map(|r| unwrap(&chart, r, limit, body))
        .collect::<Result<_, _>>()?;
    Ok(FaceLoops { chart, loops })
}

/// How far edges may be from the surface of their face.
fn boundary_limit(body: &Body, index: usize, size: f64) -> f64 {
    let tolerances = body.faces[index].loops.iter().flat_map(|l| match l {
        Loop::Fins(fins) => fins.iter().map(|f| body.edges[f.edge].tolerance).collect(),
        Loop::Vertex(_) => Vec::new(),
    });
    let widest = tolerances.fold(body.resolution, f64::max);
    (10.0 * widest).max(2e-4 * size)
}

/// The points of the loops, without seams, in the direction that has the face on the left against the natural normal.
fn raw_loops(body: &Body, index: usize, edges: &[SampledEdge]) -> Result<Vec<Vec<Raw>>, Trouble> {
    let face = &body.faces[index];
    let mut fins: Vec<(usize, bool)> = Vec::new();
    let mut next: Vec<usize> = Vec::new();
    for one in &face.loops {
        let Loop::Fins(list) = one else { continue };
        let first = fins.len();
        fins.extend(list.iter().map(|f| (f.edge, f.reversed)));
        next.extend((0..list.len()).map(|k| first + (k + 1) % list.len()));
    }
    remove_seams(&face.surface, &fins, &mut next);
    let mut done = vec![false; fins.len()];
    let mut loops = Vec::new();
    for start in 0..fins.len() {
        let mut order = Vec::new();
        let mut fin = start;
        while fin != usize::MAX && !done[fin] && next[fin] != usize::MAX {
            done[fin] = true;
            order.push(fins[fin]);
            fin = next[fin];
        }
        if order.is_empty() {
            continue;
        }
        if face.reversed {
            order.reverse();
            order.iter_mut().for_each(|f| f.1 = !f.1);
        }
        loops.push(points_of(body, &order, edges)?);
    }
    Ok(loops)
}

fn points_of(
    body: &Body,
    order: &[(usize, bool)],
    edges: &[SampledEdge],
) -> Result<Vec<Raw>, Trouble> {
    let ends = |&(edge, reversed): &(usize, bool)| {
        let numbers = &edges[edge].numbers;
        let ends = [numbers[0], numbers[numbers.len() - 1]];
        if reversed { [ends[1], ends[0]] } else { ends }
    };
    let mut points: Vec<Raw> = Vec::new();
    for (k, fin) in order.iter().enumerate() {
        let after = &order[(k + 1) % order.len()];
        if ends(fin)[1] != ends(after)[0] {
            let (a, b) = (&body.edges[fin.0].name, &body.edges[after.0].name);
            return Err(Trouble::Refused(format!(
                "its loop is not connected from {a} to {b}"
            )));
        }
        let e = &edges[fin.0];
        let n = e.points.len();
        for k in 0..n - 1 {
            let (i, j) = if fin.1 {
                (n - 1 - k, n - 2 - k)
            } else {
                (k, k + 1)
            };
            let range = [e.parameters[i], e.parameters[j]];
            let segment = Segment { edge: fin.0, range };
            points.push((e.numbers[i], e.points[i], segment));
        }
    }
    Ok(points)
}

/// Takes edges that the face has on both sides out of its loops: `A s B s⁻¹` becomes the loops A and B.
fn remove_seams(surface: &Surface, fins: &[(usize, bool)], next: &mut [usize]) {
    let closes =
        surface.periods().iter().any(Option::is_some) || matches!(surface, Surface::Plane(_));
    if !closes {
        return;
    }
    for f in 0..fins.len() {
        let twin = (f + 1..fins.len()).find(|&g| fins[g].0 == fins[f].0 && fins[g].1 != fins[f].1);
        let Some(g) = twin else { continue };
        if next[f] == usize::MAX || next[g] == usize::MAX {
            continue;
        }
        let before = |x: usize, next: &[usize]| next.iter().position(|&n| n == x);
        let (Some(a), Some(c)) = (before(f, next), before(g, next)) else {
            continue;
        };
        let (b, d) = (next[f], next[g]);
        next[f] = usize::MAX;
        next[g] = usize::MAX;
        // a f b … c g d: a goes on with d, c with b. A fin that is a loop of its own leaves the other side closed.
        match (a == f, c == g) {
            (true, true) => {}
            (true, false) => next[c] = d,
            (false, true) => next[a] = b,
            (false, false) => {
                if b != g {
                    next[c] = b;
                }
                if d != f {
                    next[a] = d;
                }
            }
        }
    }
}

/// A part of a sphere: the projection whose centre is not in the face.
fn sphere(
    surface: &Surface,
    raw: &[Vec<Raw>],
    size: f64,
    limit: f64,
) -> Result<FaceLoops, Trouble> {
    let Surface::Sphere { frame, radius } = surface else {
        return Err(Trouble::Refused("is no sphere".into()));
    };
    let points: Vec<Vec<Vec3>> = raw
        .iter()
        .map(|l| l.iter().map(|r| r.1).collect())
        .collect();
    for p in points.iter().flatten() {
        let gap = ((*p - frame.origin).norm() - radius).abs();
        if gap.is_nan() || gap > limit {
            return Err(Trouble::Refused(format!(
                "an edge is {gap:e} away from its surface"
            )));
        }
    }
    for direction in sphere_directions(frame.origin, &points) {
        let Some(chart) = Chart::sphere(surface, direction, size) else {
            continue;
        };
        let laid = raw.iter().map(|r| {
            let corner = |&(number, point, segment): &Raw| {
                let q = chart.locate(&point, None)?;
                let segment = Some(segment);
                Some(Corner {
                    number,
                    point,
                    q,
                    segment,
                })
            };
            Some(FaceLoop {
                corners: r.iter().map(corner).collect::<Option<_>>()?,
                winding: [0, 0],
            })
        });
        let Some(loops) = laid.collect::<Option<Vec<FaceLoop>>>() else {
            continue;
        };
        if is_bounded(&loops) {
            return Ok(FaceLoops { chart, loops });
        }
    }
    Err(Trouble::Coarse(
        "no projection of its sphere shows the face from outside".into(),
    ))
}

/// Whether one loop runs counter-clockwise around all others, which run clockwise.
fn is_bounded(loops: &[FaceLoop]) -> bool {
    let areas: Vec<f64> = loops.iter().map(|l| area(&l.corners)).collect();
    let Some(outer) = widest(&areas) else {
        return false;
    };
    let ring: Vec<[f64; 2]> = loops[outer].corners.iter().map(|c| c.q).collect();
    areas.iter().enumerate().all(|(i, &a)| {
        if i == outer {
            a > 0.0
        } else {
            a < 0.0 && contains(&ring, loops[i].corners[0].q)
        }
    })
}

/// Index of the value of largest size.
pub(crate) fn widest(areas: &[f64]) -> Option<usize> {
    (0..areas.len()).max_by(|&i, &j| areas[i].abs().total_cmp(&areas[j].abs()))
}

/// Signed area in the plane.
pub(crate) fn area(corners: &[Corner]) -> f64 {
    let Some(o) = corners.first() else { return 0.0 };
    let twice: f64 = (0..corners.len())
        .map(|i| {
            let (p, q) = (corners[i].q, corners[(i + 1) % corners.len()].q);
            (p[0] - o.q[0]) * (q[1] - o.q[1]) - (q[0] - o.q[0]) * (p[1] - o.q[1])
        })
        .sum();
    0.5 * twice
}

/// Whether a point is inside of a ring, by crossings of the ray to the right.
pub(crate) fn contains(ring: &[[f64; 2]], p: [f64; 2]) -> bool {
    let mut inside = false;
    for i in 0..ring.len() {
        let (a, b) = (ring[i], ring[(i + 1) % ring.len()]);
        if (a[1] > p[1]) != (b[1] > p[1])
            && p[0] < a[0] + (p[1] - a[1]) / (b[1] - a[1]) * (b[0] - a[0])
        {
            inside = !inside;
        }
    }
    inside
}

/// Follows a loop through the plane: angles go on continuously, poles become lines.
fn unwrap(chart: &Chart, raw: &[Raw], limit: f64, body: &Body) -> Result<FaceLoop, Trouble> {
    let poles: Vec<Option<&Pole>> = raw.iter().map(|r| chart.pole_at(&r.1)).collect();
    let Some(start) = poles.iter().position(Option::is_none) else {
        return Err(Trouble::Refused(
            "a loop is only a pole of its surface".into(),
        ));
    };
    let n = raw.len();
    let name = |k: usize| &body.edges[raw[k % n].2.edge].name;
    let find = |k: usize, near: Option<[f64; 2]>| -> Result<[f64; 2], Trouble> {
        let point = raw[k % n].1;
        let gap = |q: &[f64; 2]| (chart.at(*q).0 - point).norm();
        let first = chart.locate(&point, near).filter(|q| gap(q) <= limit);
        let found = first.or_else(|| {
            let q = chart.locate(&point, None)?;
            Some(match near {
                Some(near) => [0, 1].map(|i| next_to(q[i], near[i], chart.periods[i])),
                None => q,
            })
        });
        let far =
            |gap: f64| Trouble::Refused(format!("{} is {gap:e} away from its surface", name(k)));
        let q = found.ok_or_else(|| far(f64::INFINITY))?;
        let gap = gap(&q);
        if gap <= limit { Ok(q) } else { Err(far(gap)) }
    };
    let mut corners: Vec<Corner> = Vec::with_capacity(n);
    let first = find(start, None)?;
    let mut here = first;
    let mut k = start;
    let mut end = None;
    while end.is_none() {
        let (number, point, segment) = raw[k % n];
        corners.push(Corner {
            number,
            point,
            q: here,
            segment: Some(segment),
        });
        let mut next = k + 1;
        here = match poles[next % n] {
            None => find(next, Some(here))?,
            Some(pole) => {
                let singular = raw[next % n];
                next += 1;
                if poles[next % n].is_some() {
                    return Err(Trouble::Refused(format!(
                        "{} runs along a pole of its surface",
                        name(next - 1)
                    )));
                }
                let beyond = find(next, None)?;
                along_pole(chart, pole, here, beyond, singular, &mut corners)
            }
        };
        if let Some(jump) = jump(chart, &corners, here) {
            return Err(Trouble::Coarse(format!(
                "{} jumps by {jump:.2} of a period",
                name(next - 1)
            )));
        }
        if next - start >= n {
            end = Some(here);
        }
        k = next;
    }
    let end = end.unwrap_or(first);
    let winding = [0, 1].map(|i| match chart.periods[i] {
        Some(period) => ((end[i] - first[i]) / period).round() as i32,
        None => 0,
    });
    Ok(FaceLoop { corners, winding })
}

/// A step of more than a third of a period from the last corner, unless it starts at a pole.
fn jump(chart: &Chart, corners: &[Corner], to: [f64; 2]) -> Option<f64> {
    let from = corners.last()?;
    if chart.pole_at(&from.point).is_some() {
        return None;
    }
    let steps = [0, 1].map(|i| chart.periods[i].map_or(0.0, |p| ((to[i] - from.q[i]) / p).abs()));
    let most = steps[0].max(steps[1]);
    (most > 0.35).then_some(most)
}

/// From a corner through a pole to a point beyond it: the line of the pole has the face on its left. Returns the point, unwrapped.
fn along_pole(
    chart: &Chart,
    pole: &Pole,
    from: [f64; 2],
    to: [f64; 2],
    (number, point, segment): Raw,
    corners: &mut Vec<Corner>,
) -> [f64; 2] {
    let angular = 1 - pole.fixed;
    // At the upper end of v the face lies below, on the left of falling u; at the upper end of u left of growing v.
    let sign = if (pole.fixed == 1) == pole.high {
        -1.0
    } else {
        1.0
    };
    let turn = match chart.periods[angular] {
        Some(period) => {
            let turn = (sign * (to[angular] - from[angular])).rem_euclid(period);
            let whole = turn < 1e-6 * period || turn > (1.0 - 1e-6) * period;
            sign * if whole { period } else { turn }
        }
        None => to[angular] - from[angular],
    };
    let whole = chart.periods[angular].unwrap_or(4.0 * turn.abs());
    let count = (24.0 * turn.abs() / whole).ceil().max(1.0) as usize;
    for k in 0..=count {
        let mut q = [pole.value; 2];
        q[angular] = from[angular] + turn * k as f64 / count as f64;
        corners.push(Corner {
            number,
            point,
            q,
            segment: (k == count).then_some(segment),
        });
    }
    let mut beyond = to;
    beyond[angular] = from[angular] + turn;
    beyond
}
