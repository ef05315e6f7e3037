//! Curves and surfaces of nodes.
//!
//! Parameters are those of the format, which are those of [`crate::curve`] and [`crate::surface`], but for intersection curves:
//! their parameter here is the arc length of the chart, and trimmed curves over them are placed by their end points.

use super::error::{Fault, XtError};
use super::nodes::Node;
use crate::curve::{Curve, Intersection};
use crate::nurbs::{NurbsCurve, NurbsSurface};
use crate::surface::{Frame, Surface};
use carom_base::Vec3;
use std::collections::HashMap;
use std::sync::Arc;

/// Types of curves and surfaces.
pub(super) const CURVES: &[u32] = &[30, 31, 32, 38, 130, 133, 134, 137];
pub(super) const SURFACES: &[u32] = &[50, 51, 52, 53, 54, 56, 59, 60, 67, 68, 120, 124];

/// Axes are unit vectors at right angles to this. The format has angles to 1e-11, its text 15 digits.
const SQUARE: f64 = 1e-9;

/// Coordinates in metre; the format has ±500, origins of frames may be outside.
const FARTHEST: f64 = 1e9;

/// Surfaces of curves of surfaces: not deeper.
const DEEPEST: usize = 24;

/// Curves and surfaces that were read, by the index of their nodes.
#[derive(Default)]
pub(super) struct Geometry {
    curves: HashMap<u32, Arc<Curve>>,
    surfaces: HashMap<u32, Arc<Surface>>,
    depth: usize,
}

impl Geometry {
    /// The surface of a node.
    pub fn surface(&mut self, node: Node) -> Result<Arc<Surface>, XtError> {
        if let Some(found) = self.surfaces.get(&node.index) {
            return Ok(Arc::clone(found));
        }
        self.down(node)?;
        let made = Arc::new(self.new_surface(node)?);
        self.depth -= 1;
        self.surfaces.insert(node.index, Arc::clone(&made));
        Ok(made)
    }

    /// The curve of a node.
    pub fn curve(&mut self, node: Node) -> Result<Arc<Curve>, XtError> {
        if let Some(found) = self.curves.get(&node.index) {
            return Ok(Arc::clone(found));
        }
        self.down(node)?;
        let made = Arc::new(self.new_curve(node)?);
        self.depth -= 1;
        self.curves.insert(node.index, Arc::clone(&made));
        Ok(made)
    }

    fn down(&mut self, node: Node) -> Result<(), XtError> {
        self.depth += 1;
        match self.depth > DEEPEST {
            false => Ok(()),
            true => {
                self.depth = 0;
                node.wrong(
                    Fault::Reference,
                    "curves and surfaces refer to each other in a circle or too deep",
                )
            }
        }
    }

    fn new_surface(&mut self, n: Node) -> Result<Surface, XtError> {
        Ok(match n.kind() {
            50 => Surface::Plane(frame(n, "pvec", "normal")?),
            51 => Surface::Cylinder {
                frame: frame(n, "pvec", "axis")?,
                radius: positive(n, "radius")?,
            },
            52 => cone(n)?,
            53 => Surface::Sphere {
                frame: frame(n, "centre", "axis")?,
                radius: positive(n, "radius")?,
            },
            54 => torus(n)?,
            56 => self.blend(n)?,
            60 => {
                let base = n.needs("surface", SURFACES)?;
                let side = if base.sense()? { 1.0 } else { -1.0 };
                Surface::Offset {
                    distance: side * bounded(n, "offset")?,
                    base: self.surface(base)?,
                }
            }
            67 => Surface::Swept {
                section: self.curve(n.needs("section", CURVES)?)?,
                direction: unit(n, "sweep")?,
            },
            68 => self.spun(n)?,
            124 => Surface::Nurbs(nurbs_surface(n.needs("nurbs", &[126])?)?),
            _ => {
                let message = format!(
                    "a surface of the type {} is not supported",
                    n.type_name().escape_default()
                );
                return n.wrong(Fault::Unsupported, message);
            }
        })
    }

    /// The spine runs where both supports are offset by the radius of the ball, each to its side.
    fn blend(&mut self, n: Node) -> Result<Surface, XtError> {
        if n.char("blend_type")? != b'R' {
            return n.wrong(
                Fault::Unsupported,
                "only blends by a rolling ball are supported",
            );
        }
        let [Some(a), Some(b)] =
            [0, 1].map(|k| n.all("surface").ok().and_then(|s| s.get(k).copied()))
        else {
            return n.wrong(Fault::Reference, "a blend needs two surfaces");
        };
        let [range_a, range_b] = *n.values("range")? else {
            return n.wrong(Fault::Geometry, "a blend needs two radii");
        };
        if !(range_a.is_finite()
            && range_b.is_finite()
            && range_a != 0.0
            && range_a.abs() == range_b.abs())
        {
            return n.wrong(
                Fault::Unsupported,
                "only blends of one radius are supported",
            );
        }
        let side = |s: Node| s.sense().map(|plus| if plus { 1.0 } else { -1.0 });
        let spine = n.needs("spine", CURVES)?;
        let mut offsets = [range_a * side(a)?, range_b * side(b)?];
        let mut supports = [self.surface(a)?, self.surface(b)?];
        if !spine.sense()? {
            offsets.swap(0, 1);
            supports.swap(0, 1);
        }
        Ok(Surface::Blend {
            supports,
            offsets,
            spine: self.curve(spine)?,
        })
    }

    fn spun(&mut self, n: Node) -> Result<Surface, XtError> {
        let range = match (n.maybe("start_param")?, n.maybe("end_param")?) {
            (Some(from), Some(to)) if from < to => Some([from, to]),
            _ => None,
        };
        Ok(Surface::Spun {
            profile: self.curve(n.needs("profile", CURVES)?)?,
            origin: point(n, "base")?,
            axis: unit(n, "axis")?,
            range,
        })
    }

    fn new_curve(&mut self, n: Node) -> Result<Curve, XtError> {
        Ok(match n.kind() {
            30 => Curve::Line {
                origin: point(n, "pvec")?,
                direction: unit(n, "direction")?,
            },
            31 => Curve::Circle {
                frame: frame(n, "centre", "normal")?,
                radius: positive(n, "radius")?,
            },
            32 => Curve::Ellipse {
                frame: frame(n, "centre", "normal")?,
                radii: [positive(n, "major_radius")?, positive(n, "minor_radius")?],
            },
            38 => Curve::Intersection(self.intersection(n)?),
            133 => self.trimmed(n)?,
            134 => {
                let nurbs = n.needs("nurbs", &[136])?;
                match nurbs_curve(nurbs)? {
                    (3, curve) => Curve::Nurbs(curve),
                    _ => {
                        return nurbs.wrong(
                            Fault::Geometry,
                            "a curve in space has points of three coordinates",
                        );
                    }
                }
            }
            137 => {
                let flat = n.needs("b_curve", &[134])?.needs("nurbs", &[136])?;
                match nurbs_curve(flat)? {
                    (2, parameters) => Curve::OnSurface {
                        surface: self.surface(n.needs("surface", SURFACES)?)?,
                        parameters,
                    },
                    _ => {
                        return flat.wrong(
                            Fault::Geometry,
                            "a curve of surface parameters has points of two",
                        );
                    }
                }
            }
            _ => {
                let message = format!(
                    "a curve of the type {} is not supported",
                    n.type_name().escape_default()
                );
                return n.wrong(Fault::Unsupported, message);
            }
        })
    }

    fn intersection(&mut self, n: Node) -> Result<Intersection, XtError> {
        let both = n.all("surface")?;
        let [a, b] = both[..] else {
            return n.wrong(Fault::Reference, "an intersection curve needs two surfaces");
        };
        let chart_node = n.needs("chart", &[40])?;
        let mut chart = points(chart_node, "hvec")?;
        // A chart stops a little before a singular end; the limit has the point itself.
        for (name, at_start) in [("start", true), ("end", false)] {
            let Some(limit) = n.maybe_to(name, &[41])? else {
                continue;
            };
            if limit.char("type")? != b'T' {
                continue;
            }
            let near = |p: &Vec3, q: Option<&Vec3>| q.is_some_and(|q| (p - q).norm() < 1e-8);
            let end = if at_start {
                chart.first()
            } else {
                chart.last()
            };
            let singular = points(limit, "hvec")?.into_iter().find(|p| !near(p, end));
            match (singular, at_start) {
                (Some(p), true) => chart.insert(0, p),
                (Some(p), false) => chart.push(p),
                (None, _) => {}
            }
        }
        // equal neighbours give no chord
        chart.dedup_by(|p, q| (*p - *q).norm() == 0.0);
        if chart.len() < 2 {
            return chart_node.wrong(
                Fault::Geometry,
                "the chart of an intersection curve needs two points",
            );
        }
        Ok(Intersection::new(
            [self.surface(a)?, self.surface(b)?],
            chart,
        ))
    }

    fn trimmed(&mut self, n: Node) -> Result<Curve, XtError> {
        let basis_node = n.needs("basis_curve", CURVES)?;
        if basis_node.kind() == 133 {
            return n.wrong(
                Fault::Unsupported,
                "a trimmed curve of a trimmed curve is not supported",
            );
        }
        let basis = self.curve(basis_node)?;
        let mut range = [bounded(n, "parm_1")?, bounded(n, "parm_2")?];
        if let Curve::Intersection(i) = &*basis {
            let grows = range[1] > range[0];
            range = [point(n, "point_1")?, point(n, "point_2")?].map(|p| on_chart(i, p));
            let first = i.parameters.first().copied().unwrap_or(0.0);
            let period = i.parameters.last().copied().unwrap_or(0.0) - first;
            let closed = i.chart.first() == i.chart.last();
            match (grows, closed) {
                (true, true) if range[1] <= range[0] => range[1] += period,
                (false, true) if range[1] >= range[0] => range[0] += period,
                _ => {}
            }
        }
        if range[0] == range[1] {
            return n.wrong(Fault::Geometry, "a trimmed curve begins where it ends");
        }
        Ok(Curve::Trimmed { basis, range })
    }
}

/// Parameter on an intersection curve of a point of it: that of the nearest point of the chart's polygon.
fn on_chart(i: &Intersection, p: Vec3) -> f64 {
    let mut best = (f64::INFINITY, 0.0);
    for (ends, t) in i.chart.windows(2).zip(i.parameters.windows(2)) {
        let chord = ends[1] - ends[0];
        let part = ((p - ends[0]).dot(&chord) / chord.norm_squared()).clamp(0.0, 1.0);
        let distance = (ends[0] + chord * part - p).norm();
        if distance < best.0 {
            best = (distance, t[0] + part * (t[1] - t[0]));
        }
    }
    best.1
}

/// The radius grows along the stored axis: 255 of 255 boundary circles of Adams files say so.
fn cone(n: Node) -> Result<Surface, XtError> {
    let frame = frame(n, "pvec", "axis")?;
    let [sin, cos] = [bounded(n, "sin_half_angle")?, bounded(n, "cos_half_angle")?];
    if (sin.hypot(cos) - 1.0).abs() > SQUARE || cos.abs() < SQUARE || sin.abs() < SQUARE {
        return n.wrong(
            Fault::Geometry,
            format!("the sine {sin} and cosine {cos} of its half angle make no cone"),
        );
    }
    let radius = bounded(n, "radius")?;
    if radius < 0.0 {
        return n.wrong(Fault::Geometry, format!("the radius {radius} is negative"));
    }
    Ok(Surface::Cone {
        frame,
        radius,
        slope: sin / cos,
    })
}

fn torus(n: Node) -> Result<Surface, XtError> {
    let (major, minor) = (bounded(n, "major_radius")?, positive(n, "minor_radius")?);
    if major == 0.0 || major <= -minor {
        return n.wrong(
            Fault::Geometry,
            format!("the radii {major} and {minor} make no torus"),
        );
    }
    Ok(Surface::Torus {
        frame: frame(n, "centre", "axis")?,
        major,
        minor,
    })
}

/// Dimension of the points (without weight) and the curve; points of two coordinates have z = 0.
fn nurbs_curve(n: Node) -> Result<(usize, NurbsCurve), XtError> {
    let rational = n.is("rational")?;
    let count = size(n, "n_vertices")?;
    let dimension = dimension(n, rational)?;
    let (points, weights) = control(n, count, dimension, rational)?;
    let degree = size(n, "degree")?;
    let knots = knots(n, "n_knots", "knot_mult", "knots", count + degree + 1)?;
    let curve = NurbsCurve {
        degree,
        knots,
        points,
        weights,
    };
    match curve.check() {
        Ok(()) => Ok((dimension, curve)),
        Err(what) => n.wrong(Fault::Geometry, what),
    }
}

fn nurbs_surface(n: Node) -> Result<NurbsSurface, XtError> {
    let rational = n.is("rational")?;
    let count = [size(n, "n_u_vertices")?, size(n, "n_v_vertices")?];
    let degree = [size(n, "u_degree")?, size(n, "v_degree")?];
    if dimension(n, rational)? != 3 {
        return n.wrong(Fault::Geometry, "a surface has points of three coordinates");
    }
    let (points, weights) = control(n, count[0].saturating_mul(count[1]), 3, rational)?;
    let surface = NurbsSurface {
        degree,
        knots: [
            knots(
                n,
                "n_u_knots",
                "u_knot_mult",
                "u_knots",
                count[0] + degree[0] + 1,
            )?,
            knots(
                n,
                "n_v_knots",
                "v_knot_mult",
                "v_knots",
                count[1] + degree[1] + 1,
            )?,
        ],
        count,
        points,
        weights,
        closed: Default::default(),
    };
    match surface.check() {
        Ok(()) => Ok(surface),
        Err(what) => n.wrong(Fault::Geometry, what),
    }
}

fn dimension(n: Node, rational: bool) -> Result<usize, XtError> {
    match size(n, "vertex_dim")?.checked_sub(usize::from(rational)) {
        Some(d @ (2 | 3)) => Ok(d),
        _ => n.wrong(
            Fault::Geometry,
            "its points have neither two nor three coordinates",
        ),
    }
}

/// Control points and weights. Coordinates of the file are multiplied by the weight, which stands last.
fn control(
    n: Node,
    count: usize,
    dimension: usize,
    rational: bool,
) -> Result<(Vec<Vec3>, Vec<f64>), XtError> {
    let list = n.needs("bspline_vertices", &[45])?;
    let values = list.values("vertices")?;
    let step = dimension + usize::from(rational);
    if count.checked_mul(step) != Some(values.len()) {
        let message = format!("{} numbers are not {count} points of {step}", values.len());
        return list.wrong(Fault::Geometry, message);
    }
    if !values.iter().all(|x| x.is_finite()) {
        return list.wrong(Fault::Geometry, "a coordinate is unset");
    }
    let weights: Vec<f64> = match rational {
        true => values.chunks_exact(step).map(|p| p[dimension]).collect(),
        false => Vec::new(),
    };
    if weights.iter().any(|w| *w <= 0.0) {
        return list.wrong(Fault::Geometry, "a weight is not positive");
    }
    let at = |(k, p): (usize, &[f64])| {
        let w = weights.get(k).copied().unwrap_or(1.0);
        let z = if dimension == 3 { p[2] / w } else { 0.0 };
        Vec3::new(p[0] / w, p[1] / w, z)
    };
    Ok((
        values.chunks_exact(step).enumerate().map(at).collect(),
        weights,
    ))
}

/// Knots with their repetitions, of which there must be so many.
fn knots(n: Node, count: &str, mult: &str, set: &str, needed: usize) -> Result<Vec<f64>, XtError> {
    let distinct = size(n, count)?;
    let times = n.needs(mult, &[127])?.values("mult")?;
    let at = n.needs(set, &[128])?.values("knots")?;
    if times.len() != distinct || at.len() != distinct {
        let message = format!(
            "{distinct} knots are announced, and there are {} with {} repetitions",
            at.len(),
            times.len()
        );
        return n.wrong(Fault::Geometry, message);
    }
    let mut knots = Vec::new();
    for (&x, &times) in at.iter().zip(times) {
        if !(times >= 1.0 && knots.len() as f64 + times <= needed as f64) {
            let message = format!(
                "the repetitions of its knots are not those of {needed} knots (periodic splines are not supported)"
            );
            return n.wrong(Fault::Geometry, message);
        }
        knots.extend(std::iter::repeat_n(x, times as usize));
    }
    Ok(knots)
}

/// A count from 0.
fn size(n: Node, name: &str) -> Result<usize, XtError> {
    match usize::try_from(n.integer(name)?) {
        Ok(size) if size <= 1 << 24 => Ok(size),
        _ => n.wrong(Fault::Geometry, format!("{name} is negative or too large")),
    }
}

/// A number of any sign.
fn bounded(n: Node, name: &str) -> Result<f64, XtError> {
    let x = n.number(name)?;
    match x.abs() <= FARTHEST {
        true => Ok(x),
        false => n.wrong(Fault::Geometry, format!("{name} = {x} is too large")),
    }
}

fn positive(n: Node, name: &str) -> Result<f64, XtError> {
    let x = bounded(n, name)?;
    match x > 0.0 {
        true => Ok(x),
        false => n.wrong(
            Fault::Geometry,
            format!("{name} = {x} must be greater than 0"),
        ),
    }
}

/// A point in metre.
pub(super) fn point(n: Node, name: &str) -> Result<Vec3, XtError> {
    let p = Vec3::from(n.vector(name)?);
    match p.amax() <= FARTHEST {
        true => Ok(p),
        false => n.wrong(Fault::Geometry, format!("{name} is too far away")),
    }
}

fn points(n: Node, name: &str) -> Result<Vec<Vec3>, XtError> {
    let values = n.values(name)?;
    match values.iter().all(|x| x.abs() <= FARTHEST) {
        true => Ok(values
            .chunks_exact(3)
            .map(|p| Vec3::new(p[0], p[1], p[2]))
            .collect()),
        false => n.wrong(
            Fault::Geometry,
            format!("a point of {name} is unset or too far away"),
        ),
    }
}

fn unit(n: Node, name: &str) -> Result<Vec3, XtError> {
    let v = Vec3::from(n.vector(name)?);
    match (v.norm() - 1.0).abs() <= SQUARE {
        true => Ok(v.normalize()),
        false => n.wrong(Fault::Geometry, format!("{name} is no unit vector")),
    }
}

fn frame(n: Node, origin: &str, axis: &str) -> Result<Frame, XtError> {
    let (z, x) = (unit(n, axis)?, unit(n, "x_axis")?);
    if x.dot(&z).abs() > SQUARE {
        return n.wrong(
            Fault::Geometry,
            format!("x_axis and {axis} are not at right angles"),
        );
    }
    Ok(Frame {
        origin: point(n, origin)?,
        x: (x - z * x.dot(&z)).normalize(),
        z,
    })
}
