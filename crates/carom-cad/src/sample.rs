//! Edges divided into chords, once for all faces that share them.

use crate::CadError;
use crate::brep::{Body, Edge};
use crate::curve::{Curve, CurvePoint, Intersection};
use crate::periods::next_to;
use crate::project;
use carom_base::Vec3;
use std::sync::Arc;

/// Chords of one edge at most.
const MOST: usize = 100_000;

/// The curve of an edge from its start to its end.
#[derive(Clone, Debug)]
pub(crate) struct EdgeCurve {
    pub curve: Arc<Curve>,
    /// Parameters of start and end; falling if the edge runs against the curve. May pass the end of a closed curve.
    pub range: [f64; 2],
    /// Range of the parameter of a closed curve that is not an angle.
    wrap: Option<[f64; 2]>,
    /// Parameters inside of the range, growing, at which the curve is less smooth.
    pub breaks: Vec<f64>,
}

/// Breaks of a curve inside of a range, which may pass the end of a closed curve.
fn breaks_between(curve: &Curve, range: [f64; 2]) -> Vec<f64> {
    let breaks = curve.breaks();
    if breaks.is_empty() {
        return breaks;
    }
    let (low, high) = (range[0].min(range[1]), range[0].max(range[1]));
    let (sweep, period) = (high - low, curve.period());
    let mut ends = breaks;
    if period.is_some() {
        ends.push(curve.domain()[0]);
    }
    let turns = if period.is_some() { 2 } else { 0 };
    let mut inside: Vec<f64> = ends
        .iter()
        .flat_map(|&b| {
            let b = next_to(b, low, period);
            (-turns..=turns).map(move |k| b + f64::from(k) * period.unwrap_or(0.0))
        })
        .filter(|b| *b > low + 1e-9 * sweep && *b < high - 1e-9 * sweep)
        .collect();
    inside.sort_by(f64::total_cmp);
    inside.dedup();
    inside
}

impl EdgeCurve {
    fn new(curve: Arc<Curve>, range: [f64; 2]) -> Self {
        let wrap = match &*curve {
            Curve::Line { .. } | Curve::Circle { .. } | Curve::Ellipse { .. } => None,
            _ => {
                let [low, high] = curve.domain();
                let outside = range.iter().any(|t| *t < low || *t > high);
                outside.then_some([low, high])
            }
        };
        let breaks = breaks_between(&curve, range);
        Self {
            curve,
            range,
            wrap,
            breaks,
        }
    }

    pub fn at(&self, t: f64) -> CurvePoint {
        match self.wrap {
            Some([low, high]) if t < low || t > high => {
                self.curve.at(low + (t - low).rem_euclid(high - low))
            }
            _ => self.curve.at(t),
        }
    }
}

/// An edge with the points that all faces share.
#[derive(Clone, Debug)]
pub(crate) struct SampledEdge {
    /// Parameters of the points, from start to end.
    pub parameters: Vec<f64>,
    /// The points. The ends are those of the vertices.
    pub points: Vec<Vec3>,
    /// Numbers of the points in the mesh. A ring repeats its first one at the end.
    pub numbers: Vec<u32>,
}

/// How finely an edge is divided: chord height, and angle between tangents.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fineness {
    pub chord: f64,
    pub angle: f64,
}

pub(crate) fn entity(body: &Body, entity: &str, what: impl Into<String>) -> CadError {
    CadError::Entity {
        body: body.name.clone(),
        entity: entity.to_owned(),
        what: what.into(),
    }
}

/// Half the diagonal of the box around the vertices and around points of closed edges and of whole surfaces.
pub(crate) fn size_of(body: &Body) -> f64 {
    let mut low = Vec3::repeat(f64::INFINITY);
    let mut high = Vec3::repeat(f64::NEG_INFINITY);
    let mut take = |p: Vec3| {
        if p.iter().all(|x| x.is_finite()) {
            (low, high) = (low.inf(&p), high.sup(&p));
        }
    };
    body.vertices.iter().for_each(|v| take(v.point));
    for edge in &body.edges {
        let around = edge.ends.is_none_or(|[a, b]| a == b);
        if let (Some(curve), true) = (&edge.curve, around) {
            let [a, b] = curve.domain();
            if (b - a).is_finite() {
                (0..4).for_each(|k| take(curve.at(a + (b - a) * f64::from(k) / 4.0).point));
            }
        }
    }
    for face in &body.faces {
        match &*face.surface {
            crate::surface::Surface::Sphere { frame, radius } if face.loops.len() < 2 => {
                take(frame.origin + Vec3::repeat(*radius));
                take(frame.origin - Vec3::repeat(*radius));
            }
            crate::surface::Surface::Torus {
                frame,
                major,
                minor,
            } if face.loops.is_empty() => {
                take(frame.origin + Vec3::repeat(major.abs() + minor));
                take(frame.origin - Vec3::repeat(major.abs() + minor));
            }
            crate::surface::Surface::Nurbs(n) if face.loops.is_empty() => {
                n.points.iter().for_each(|p| take(*p))
            }
            _ => {}
        }
    }
    let mut size = 0.5 * (high - low).norm();
    if size.is_nan() || size <= 0.0 {
        // A single vertex, as on a closed spline surface or a surface of revolution: control points and a grid.
        for face in &body.faces {
            if let crate::surface::Surface::Nurbs(n) = &*face.surface {
                for p in n.points.iter().filter(|p| p.amax().is_finite()) {
                    (low, high) = (low.inf(p), high.sup(p));
                }
            }
            let [[a, b], [c, d]] = face.surface.domain();
            for k in 0..25 {
                let (i, j) = (f64::from(k / 5) / 4.0, f64::from(k % 5) / 4.0);
                let p = face.surface.at(a + i * (b - a), c + j * (d - c)).point;
                if p.iter().all(|x| x.is_finite()) {
                    (low, high) = (low.inf(&p), high.sup(&p));
                }
            }
        }
        size = 0.5 * (high - low).norm();
    }
    if size.is_finite() { size } else { 0.0 }
}

/// Curve and parameters of an edge. `size` is that of the body.
pub(crate) fn edge_curve(body: &Body, index: usize, size: f64) -> Result<EdgeCurve, CadError> {
    let edge = &body.edges[index];
    let fail = |what: String| entity(body, &edge.name, what);
    let Some(curve) = &edge.curve else {
        return fin_curve(body, index)
            .ok_or_else(|| fail("neither it nor its fins have a curve".into()));
    };
    let Some(ends) = edge.ends else {
        return ring(curve, edge.reversed).ok_or_else(|| {
            fail(format!(
                "has no vertices, but its {} is not closed",
                curve.kind()
            ))
        });
    };
    let vertices = ends.map(|v| &body.vertices[v]);
    if let Curve::Intersection(intersection) = &**curve {
        let points = vertices.map(|v| v.point);
        return intersection_edge(
            intersection,
            points,
            ends[0] == ends[1],
            edge.reversed,
            size,
        )
        .ok_or_else(|| fail("its intersection of surfaces cannot be solved for".into()));
    }
    let limit = |i: usize| {
        (10.0
            * vertices[i]
                .tolerance
                .max(edge.tolerance)
                .max(body.resolution))
        .max(1e-4 * size)
    };
    let mut range = [0.0; 2];
    for i in 0..2 {
        let point = vertices[i].point;
        let t = curve.parameter(&point, None).filter(|t| t.is_finite());
        range[i] = t.ok_or_else(|| {
            fail(format!(
                "{} is not found on its {}",
                vertices[i].name,
                curve.kind()
            ))
        })?;
        let gap = (curve.at(range[i]).point - point).norm();
        if gap.is_nan() || gap > limit(i) {
            return Err(fail(format!(
                "its {} passes {} at a distance of {gap:e}",
                curve.kind(),
                vertices[i].name
            )));
        }
    }
    orient(
        &mut range,
        curve.period(),
        edge.reversed,
        ends[0] == ends[1],
    );
    if !edge.reversed && range[1] <= range[0] || edge.reversed && range[1] >= range[0] {
        return Err(fail(format!(
            "runs against its {} between its vertices",
            curve.kind()
        )));
    }
    Ok(EdgeCurve::new(curve.clone(), range))
}

/// On a closed curve, moves the end by periods until it lies ahead of the start.
fn orient(range: &mut [f64; 2], period: Option<f64>, reversed: bool, whole: bool) {
    let Some(period) = period else { return };
    let sign = if reversed { -1.0 } else { 1.0 };
    if whole {
        range[1] = range[0] + sign * period;
        return;
    }
    let ahead = (sign * (range[1] - range[0])).rem_euclid(period);
    // Ends that are the same place to rounding: once around.
    let ahead = if ahead < 1e-12 * period {
        period
    } else {
        ahead
    };
    range[1] = range[0] + sign * ahead;
}

fn ring(curve: &Arc<Curve>, reversed: bool) -> Option<EdgeCurve> {
    let period = curve.period()?;
    let [low, _] = curve.domain();
    let (curve, high) = match &**curve {
        Curve::Intersection(i) => {
            let refined = refine(i, i.chart.clone())?;
            let high = *refined.parameters.last()?;
            (Arc::new(Curve::Intersection(refined)), high)
        }
        _ => (curve.clone(), low + period),
    };
    let low = curve.domain()[0].max(low.min(high));
    Some(EdgeCurve::new(
        curve,
        if reversed { [high, low] } else { [low, high] },
    ))
}

/// Of a tolerant edge: the curve of its first fin that has one.
fn fin_curve(body: &Body, index: usize) -> Option<EdgeCurve> {
    let fins = body
        .faces
        .iter()
        .flat_map(|f| &f.loops)
        .flat_map(|l| match l {
            crate::brep::Loop::Fins(fins) => fins.as_slice(),
            crate::brep::Loop::Vertex(_) => &[],
        });
    let fin = fins
        .filter(|f| f.edge == index)
        .find(|f| f.curve.is_some())?;
    let curve = fin.curve.clone()?;
    let [low, high] = curve.domain();
    let range = if fin.reversed {
        [high, low]
    } else {
        [low, high]
    };
    (high - low)
        .is_finite()
        .then(|| EdgeCurve::new(curve, range))
}

/// The part of an intersection between two points, with a chart so fine that the planes across its chords stay across the curve.
fn intersection_edge(
    intersection: &Intersection,
    mut ends: [Vec3; 2],
    whole: bool,
    reversed: bool,
    size: f64,
) -> Option<EdgeCurve> {
    if reversed {
        ends.swap(0, 1);
    }
    let curve = Curve::Intersection(intersection.clone());
    let chart = &intersection.chart;
    let mut range = [0, 1].map(|i| intersection.nearest(&ends[i]));
    let closed = (*chart.first()? - *chart.last()?).norm() <= 1e-7 * size;
    let period = closed.then(|| curve.domain()).map(|[a, b]| b - a);
    orient(&mut range, period, false, whole);
    let mut points = vec![ends[0]];
    let turns = if closed { 2 } else { 1 };
    for turn in 0..turns {
        for (p, q) in intersection.parameters.iter().zip(chart) {
            let t = p + period.unwrap_or(0.0) * f64::from(turn);
            let apart = 1e-6 * size;
            let new = points.last().is_some_and(|l| (*l - *q).norm() > apart)
                && (ends[1] - *q).norm() > apart;
            if t > range[0] && t < range[1] && new {
                points.push(*q);
            }
        }
    }
    points.push(ends[1]);
    let refined = refine(intersection, points)?;
    let [low, high] = [refined.parameters[0], *refined.parameters.last()?];
    let range = if reversed { [high, low] } else { [low, high] };
    Some(EdgeCurve::new(
        Arc::new(Curve::Intersection(refined)),
        range,
    ))
}

/// Puts solved points between those of a chart until each chord is within 0.2 rad of the tangents at its ends.
fn refine(intersection: &Intersection, points: Vec<Vec3>) -> Option<Intersection> {
    let mut chart = vec![*points.first()?];
    for pair in points.windows(2) {
        bisect(intersection, pair[0], pair[1], 0, &mut chart)?;
    }
    (chart.len() >= 2).then(|| Intersection::new(intersection.surfaces.clone(), chart))
}

fn bisect(
    intersection: &Intersection,
    a: Vec3,
    b: Vec3,
    depth: u32,
    chart: &mut Vec<Vec3>,
) -> Option<()> {
    let chord = b - a;
    let length = chord.norm();
    let tangent = |x: Vec3| project::to_intersection(&intersection.surfaces, x, &chord);
    let (middle, across) = tangent((a + b) * 0.5)?;
    if (middle - (a + b) * 0.5).norm() > 0.6 * length {
        return None; // another branch
    }
    // Both half chords and the tangent between them against the chord.
    let bend = [middle - a, b - middle, across].map(|d| d.angle(&chord));
    let straight = bend.iter().all(|angle| *angle < 0.1);
    if depth >= 14 {
        return None;
    }
    if straight && depth >= 1 {
        chart.push(b);
        return Some(());
    }
    bisect(intersection, a, middle, depth + 1, chart)?;
    bisect(intersection, middle, b, depth + 1, chart)
}

/// Parameters that divide an edge: chords within `fineness`, in sum of all its tests.
pub(crate) fn divide(edge: &EdgeCurve, fineness: Fineness) -> Option<Vec<f64>> {
    let [from, to] = edge.range;
    let sweep = (to - from).abs();
    let count = match &*edge.curve {
        Curve::Line { .. } => Some(1.0),
        Curve::Circle { radius, .. } => {
            let by_chord = 2.0 * (1.0 - (fineness.chord / radius).min(1.0)).acos();
            Some(
                (sweep / by_chord.min(fineness.angle) - 1e-9)
                    .ceil()
                    .max(1.0),
            )
        }
        _ => None,
    };
    if let Some(count) = count {
        let count = if count.is_finite() && count <= MOST as f64 {
            count as usize
        } else {
            return None;
        };
        let at = |k: usize| {
            if k == count {
                to
            } else {
                from + (to - from) * k as f64 / count as f64
            }
        };
        return Some((0..=count).map(at).collect());
    }
    let mut starts = vec![from];
    let (low, period) = (from.min(to), edge.curve.period());
    let mut breaks = edge.breaks.clone();
    // Knots only help to see all of the curve; where they are close the chords need not end there.
    let kept = breaks.len() <= 8;
    if kept || period.is_some() {
        if breaks.len() < 3 && period.is_some() && sweep > 0.9 * period.unwrap_or(f64::INFINITY) {
            breaks = (1..4).map(|k| low + sweep * f64::from(k) / 4.0).collect();
        }
        if kept {
            if to < from {
                breaks.reverse();
            }
            starts.extend(breaks.iter().copied());
        }
    }
    starts.push(to);
    let mut parameters = vec![from];
    let least = if kept {
        0
    } else {
        (breaks.len() as f64).log2().ceil() as u32
    };
    for pair in starts.windows(2) {
        halve(
            edge,
            fineness,
            [pair[0], pair[1]],
            least,
            0,
            &mut parameters,
        )?;
    }
    Some(parameters)
}

fn halve(
    edge: &EdgeCurve,
    fineness: Fineness,
    [a, b]: [f64; 2],
    least: u32,
    depth: u32,
    out: &mut Vec<f64>,
) -> Option<()> {
    let at = |s: f64| edge.at(a + s * (b - a));
    let points = [0.0, 0.25, 0.5, 0.75, 1.0].map(at);
    if points.iter().any(|p| !p.point.amax().is_finite()) || out.len() > MOST {
        return None;
    }
    let chord = points[4].point - points[0].point;
    let square = chord.norm_squared().max(f64::MIN_POSITIVE);
    let height = |p: Vec3| {
        let r = p - points[0].point;
        (r - chord * (r.dot(&chord) / square)).norm()
    };
    let flat = points[1..4]
        .iter()
        .all(|p| height(p.point) <= fineness.chord);
    let turn = |i: usize, j: usize| {
        let angle = points[i].first.angle(&points[j].first);
        if angle.is_finite() { angle } else { 0.0 }
    };
    let gentle = turn(0, 4) <= fineness.angle && turn(0, 2) + turn(2, 4) <= fineness.angle;
    if depth >= least && ((flat && gentle) || depth >= 24) {
        out.push(b);
        return Some(());
    }
    let middle = 0.5 * (a + b);
    halve(edge, fineness, [a, middle], least, depth + 1, out)?;
    halve(edge, fineness, [middle, b], least, depth + 1, out)
}

/// Divides an edge and numbers its inner points from `next` on. `vertices` are the numbers of the body's vertices.
pub(crate) fn sample(
    body: &Body,
    edge: &Edge,
    curve: EdgeCurve,
    fineness: Fineness,
    next: &mut Vec<Vec3>,
) -> Result<SampledEdge, CadError> {
    let parameters = divide(&curve, fineness).ok_or_else(|| {
        entity(
            body,
            &edge.name,
            "cannot be divided into chords of the tolerance",
        )
    })?;
    let mut points: Vec<Vec3> = parameters.iter().map(|&t| curve.at(t).point).collect();
    let last = points.len() - 1;
    let mut number = |p: Vec3| {
        next.push(p);
        next.len() as u32 - 1
    };
    let mut numbers = Vec::with_capacity(points.len());
    match edge.ends {
        Some([start, end]) => {
            points[0] = body.vertices[start].point;
            points[last] = body.vertices[end].point;
            numbers.push(start as u32);
            numbers.extend(points[1..last].iter().map(|p| number(*p)));
            numbers.push(end as u32);
        }
        None => {
            points[last] = points[0];
            numbers.extend(points[..last].iter().map(|p| number(*p)));
            numbers.push(numbers[0]);
        }
    }
    if !points.iter().all(|p| p.amax().is_finite()) {
        return Err(entity(body, &edge.name, "has a point that is not finite"));
    }
    Ok(SampledEdge {
        parameters,
        points,
        numbers,
    })
}
