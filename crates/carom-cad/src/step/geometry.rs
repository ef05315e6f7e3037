//! Curves and surfaces of entities.
//!
//! A surface of revolution has angle and profile in the other order here, a trimmed curve may run against its basis: what is read
//! says whether it runs the other way than in the file.

use super::entities::{Arguments, Entities, Entity};
use super::error::{Fault, StepError};
use crate::curve::Curve;
use crate::nurbs::{NurbsCurve, NurbsSurface};
use crate::surface::{Frame, Surface};
use carom_base::Vec3;
use std::collections::HashMap;
use std::sync::Arc;

/// Curves of surfaces of curves: not deeper.
const DEEPEST: usize = 24;

/// Coordinates in the length unit of the file.
const FARTHEST: f64 = 1e12;

/// Curves that carry a curve in space and others on surfaces.
const SURFACE_CURVES: &[&str] = &[
    "SURFACE_CURVE",
    "SEAM_CURVE",
    "INTERSECTION_CURVE",
    "BOUNDED_SURFACE_CURVE",
];

/// A curve or a surface, and whether it runs, or its natural normal points, the other way than in the file.
pub(super) type Turned<T> = (Arc<T>, bool);

/// Curves and surfaces that were read, by the numbers of their entities.
pub(super) struct Geometry<'e, 'a> {
    entities: &'e Entities<'a>,
    /// Radians per angle unit.
    pub radians: f64,
    curves: HashMap<u32, Turned<Curve>>,
    surfaces: HashMap<u32, Turned<Surface>>,
    depth: usize,
}

impl<'e, 'a> Geometry<'e, 'a> {
    pub fn new(entities: &'e Entities<'a>, radians: f64) -> Self {
        Self {
            entities,
            radians,
            curves: HashMap::new(),
            surfaces: HashMap::new(),
            depth: 0,
        }
    }

    fn down(&mut self, entity: &Entity) -> Result<(), StepError> {
        self.depth += 1;
        match self.depth > DEEPEST {
            false => Ok(()),
            true => {
                self.depth = 0;
                entity.wrong(
                    Fault::Reference,
                    "curves and surfaces refer to each other in a circle or too deep",
                )
            }
        }
    }

    /// The surface of an entity.
    pub fn surface(&mut self, id: u32) -> Result<Turned<Surface>, StepError> {
        if let Some(found) = self.surfaces.get(&id) {
            return Ok(found.clone());
        }
        let entity = self.entities.get(id)?;
        self.down(&entity)?;
        let found = self.new_surface(&entity)?;
        self.depth -= 1;
        self.surfaces.insert(id, found.clone());
        Ok(found)
    }

    /// The curve of an entity.
    pub fn curve(&mut self, id: u32) -> Result<Turned<Curve>, StepError> {
        if let Some(found) = self.curves.get(&id) {
            return Ok(found.clone());
        }
        let entity = self.entities.get(id)?;
        self.down(&entity)?;
        let found = self.new_curve(&entity)?;
        self.depth -= 1;
        self.curves.insert(id, found.clone());
        Ok(found)
    }

    fn new_surface(&mut self, e: &Entity) -> Result<Turned<Surface>, StepError> {
        if e.is("B_SPLINE_SURFACE")
            || e.name().starts_with("B_SPLINE_SURFACE")
            || e.is("BEZIER_SURFACE")
        {
            return Ok((Arc::new(Surface::Nurbs(self.spline_surface(e)?)), false));
        }
        let name = e.name();
        let surface = match name.as_str() {
            "PLANE" => Surface::Plane(self.placement(e.simple(2)?.reference(1)?)?),
            "CYLINDRICAL_SURFACE" => {
                let a = e.simple(3)?;
                Surface::Cylinder {
                    frame: self.placement(a.reference(1)?)?,
                    radius: positive(a, 2)?,
                }
            }
            "CONICAL_SURFACE" => self.cone(e)?,
            "SPHERICAL_SURFACE" => {
                let a = e.simple(3)?;
                Surface::Sphere {
                    frame: self.placement(a.reference(1)?)?,
                    radius: positive(a, 2)?,
                }
            }
            "TOROIDAL_SURFACE" | "DEGENERATE_TOROIDAL_SURFACE" => self.torus(e)?,
            "SURFACE_OF_LINEAR_EXTRUSION" => {
                let a = e.simple(3)?;
                let (section, turned) = self.curve(a.reference(1)?)?;
                let direction = self.vector(a.reference(2)?)?;
                return Ok((Arc::new(Surface::Swept { section, direction }), turned));
            }
            "SURFACE_OF_REVOLUTION" => return self.spun(e),
            "OFFSET_SURFACE" => {
                let a = e.simple(3)?;
                let (base, turned) = self.surface(a.reference(1)?)?;
                let distance = bounded(a, 2)? * if turned { -1.0 } else { 1.0 };
                return Ok((Arc::new(Surface::Offset { base, distance }), turned));
            }
            "RECTANGULAR_TRIMMED_SURFACE" => {
                let a = e.simple(8)?;
                let (base, turned) = self.surface(a.reference(1)?)?;
                return Ok((base, turned != (a.is_true(6)? != a.is_true(7)?)));
            }
            other => {
                return e.wrong(
                    Fault::Unsupported,
                    format!("the surface {other:.60} is not supported"),
                );
            }
        };
        Ok((Arc::new(surface), false))
    }

    /// A cone, its half angle in the unit of the file.
    fn cone(&mut self, e: &Entity) -> Result<Surface, StepError> {
        let a = e.simple(4)?;
        let (radius, angle) = (bounded(a, 2)?, a.real(3)? * self.radians);
        if radius < 0.0 || !(angle > 0.0 && angle < std::f64::consts::FRAC_PI_2) {
            let message = format!("the radius {radius} and half angle {angle} rad make no cone");
            return e.wrong(Fault::Geometry, message);
        }
        Ok(Surface::Cone {
            frame: self.placement(a.reference(1)?)?,
            radius,
            slope: angle.tan(),
        })
    }

    /// A curve turned about an axis.
    fn spun(&mut self, e: &Entity) -> Result<Turned<Surface>, StepError> {
        let a = e.simple(3)?;
        let (profile, turned) = self.curve(a.reference(1)?)?;
        let axis = self.entities.get(a.reference(2)?)?;
        let of = axis.of("AXIS1_PLACEMENT")?;
        let surface = Surface::Spun {
            profile,
            origin: self.point(of.reference(1)?)?,
            axis: match of.maybe_reference(2)? {
                Some(id) => self.direction(id)?,
                None => Vec3::z(),
            },
            range: None,
        };
        Ok((Arc::new(surface), !turned))
    }

    /// The inner part of a torus that crosses itself has a negative radius here.
    fn torus(&mut self, e: &Entity) -> Result<Surface, StepError> {
        let a = e.simple(4)?;
        let frame = self.placement(a.reference(1)?)?;
        let (major, minor) = (bounded(a, 2)?, positive(a, 3)?);
        let inner = e.is("DEGENERATE_TOROIDAL_SURFACE") && !a.is_true(4)?;
        let major = if inner { -major } else { major };
        if major == 0.0 || major <= -minor {
            return e.wrong(
                Fault::Geometry,
                format!("the radii {major} and {minor} make no torus"),
            );
        }
        Ok(Surface::Torus {
            frame,
            major,
            minor,
        })
    }

    /// The arc of a parabola or hyperbola between two points of it, from the first to the second, as a rational curve; none for other
    /// curves.
    ///
    /// ```text
    /// hyperbola  C + a·X cosh t + b·Y sinh t     middle control point at (t₀ + t₁)/2, divided by w = cosh((t₁ − t₀)/2), its weight
    /// parabola   C + f·(t²·X + 2t·Y)             middle control point C + f·(t₀t₁·X + (t₀ + t₁)·Y)
    /// ```
    pub fn conic(&self, id: u32, ends: [Vec3; 2]) -> Result<Option<Curve>, StepError> {
        let mut e = self.entities.get(id)?;
        for _ in 0..DEEPEST {
            if !SURFACE_CURVES.contains(&e.name().as_str()) {
                break;
            }
            e = self.entities.get(e.simple(2)?.reference(1)?)?;
        }
        let (a, b) = match e.name().as_str() {
            "HYPERBOLA" => (positive(e.simple(4)?, 2)?, positive(e.simple(4)?, 3)?),
            "PARABOLA" => (0.0, positive(e.simple(3)?, 2)?),
            _ => return Ok(None),
        };
        let Frame { origin, x, z } = self.placement(e.simple(2)?.reference(1)?)?;
        let y = z.cross(&x);
        let [across0, across1] = ends.map(|p| (p - origin).dot(&y));
        let (middle, weight) = match a > 0.0 {
            true => {
                let [t0, t1] = [across0, across1].map(|s| (s / b).asinh());
                let (half, t) = (0.5 * (t1 - t0), 0.5 * (t0 + t1));
                let w = half.cosh();
                (
                    origin + (x * (a * t.cosh()) + y * (b * t.sinh())) * (1.0 / w),
                    w,
                )
            }
            false => {
                let [t0, t1] = [across0, across1].map(|s| s / (2.0 * b));
                (origin + x * (b * t0 * t1) + y * (b * (t0 + t1)), 1.0)
            }
        };
        let curve = NurbsCurve {
            degree: 2,
            knots: vec![0.0, 0.0, 0.0, 1.0, 1.0, 1.0],
            points: vec![ends[0], middle, ends[1]],
            weights: vec![1.0, weight, 1.0],
        };
        Ok(Some(Curve::Nurbs(checked(&e, curve, NurbsCurve::check)?)))
    }

    fn new_curve(&mut self, e: &Entity) -> Result<Turned<Curve>, StepError> {
        if e.is("B_SPLINE_CURVE") || e.name().starts_with("B_SPLINE_CURVE") || e.is("BEZIER_CURVE")
        {
            return Ok((Arc::new(Curve::Nurbs(self.spline_curve(e)?)), false));
        }
        // complex instances of curves in space name the curve they are
        let curve = match e.name().as_str() {
            "LINE" => {
                let a = e.simple(3)?;
                Curve::Line {
                    origin: self.point(a.reference(1)?)?,
                    direction: self.vector(a.reference(2)?)?,
                }
            }
            "CIRCLE" => {
                let a = e.simple(3)?;
                Curve::Circle {
                    frame: self.placement(a.reference(1)?)?,
                    radius: positive(a, 2)?,
                }
            }
            "ELLIPSE" => {
                let a = e.simple(4)?;
                Curve::Ellipse {
                    frame: self.placement(a.reference(1)?)?,
                    radii: [positive(a, 2)?, positive(a, 3)?],
                }
            }
            "POLYLINE" => {
                let points = e.simple(2)?.references(1)?;
                let points = points
                    .iter()
                    .map(|p| self.point(*p))
                    .collect::<Result<Vec<_>, _>>()?;
                let mut knots = vec![0.0];
                knots.extend((0..points.len()).map(|k| k as f64));
                knots.push(points.len().saturating_sub(1) as f64);
                let curve = NurbsCurve {
                    degree: 1,
                    knots,
                    points,
                    weights: Vec::new(),
                };
                Curve::Nurbs(checked(e, curve, NurbsCurve::check)?)
            }
            "TRIMMED_CURVE" => {
                let a = e.simple(6)?;
                let (curve, turned) = self.curve(a.reference(1)?)?;
                return Ok((curve, turned == a.is_true(4)?));
            }
            name if SURFACE_CURVES.contains(&name) => {
                return self.curve(e.simple(2)?.reference(1)?);
            }
            "COMPOSITE_CURVE" => return self.composite(e),
            other => {
                return e.wrong(
                    Fault::Unsupported,
                    format!("the curve {other:.60} is not supported"),
                );
            }
        };
        Ok((Arc::new(curve), false))
    }

    /// A composite curve of one segment is that segment.
    fn composite(&mut self, e: &Entity) -> Result<Turned<Curve>, StepError> {
        let segments = e.simple(2)?.references(1)?;
        let [segment] = segments[..] else {
            return e.wrong(
                Fault::Unsupported,
                "composite curves of several segments are not supported",
            );
        };
        let segment = self.entities.get(segment)?;
        let a = segment.simple(3)?;
        let (curve, turned) = self.curve(a.reference(2)?)?;
        Ok((curve, turned == a.is_true(1)?))
    }

    fn spline_curve(&mut self, e: &Entity) -> Result<NurbsCurve, StepError> {
        let split = Split::of(e, "B_SPLINE_CURVE", 1, 5)?;
        let degree = split.main.count(split.first)?;
        let points = split.main.references(split.first + 1)?;
        let points = points
            .iter()
            .map(|p| self.point(*p))
            .collect::<Result<Vec<_>, _>>()?;
        let knots = split.knots(e, 0, 1, degree, points.len())?;
        let weights = match e.is("RATIONAL_B_SPLINE_CURVE") {
            true => e.of("RATIONAL_B_SPLINE_CURVE")?.reals(0)?,
            false => Vec::new(),
        };
        let curve = NurbsCurve {
            degree,
            knots,
            points,
            weights,
        };
        checked(e, curve, NurbsCurve::check)
    }

    fn spline_surface(&mut self, e: &Entity) -> Result<NurbsSurface, StepError> {
        let split = Split::of(e, "B_SPLINE_SURFACE", 1, 7)?;
        let degree = [
            split.main.count(split.first)?,
            split.main.count(split.first + 1)?,
        ];
        // rows by u, v within
        let rows = split.main.list(split.first + 2)?;
        let mut points = Vec::new();
        for row in rows {
            let super::lexer::Value::List(row) = row else {
                return e.wrong(Fault::Syntax, "the control points must be a list of lists");
            };
            for p in row {
                match p {
                    super::lexer::Value::Reference(id) => points.push(self.point(*id)?),
                    _ => return e.wrong(Fault::Syntax, "a control point must be an entity"),
                }
            }
        }
        let columns = points.len().checked_div(rows.len()).unwrap_or(0);
        let even = |row: &super::lexer::Value| matches!(row, super::lexer::Value::List(row) if row.len() == columns);
        if !rows.iter().all(even) {
            return e.wrong(
                Fault::Geometry,
                "the rows of control points differ in length",
            );
        }
        let weights = match e.is("RATIONAL_B_SPLINE_SURFACE") {
            false => Vec::new(),
            true => {
                let rows = e.of("RATIONAL_B_SPLINE_SURFACE")?;
                let mut weights = Vec::new();
                for row in rows.list(0)? {
                    let row = [row.clone()];
                    let row = Arguments {
                        entity: e,
                        values: &row,
                    };
                    weights.extend(row.reals(0)?);
                }
                weights
            }
        };
        let count = [rows.len(), columns];
        let surface = NurbsSurface {
            degree,
            knots: [
                split.knots(e, 0, 2, degree[0], count[0])?,
                split.knots(e, 1, 3, degree[1], count[1])?,
            ],
            count,
            points,
            weights,
            closed: Default::default(),
        };
        checked(e, surface, NurbsSurface::check)
    }

    /// A point in the length unit of the file.
    pub fn point(&self, id: u32) -> Result<Vec3, StepError> {
        let e = self.entities.get(id)?;
        let xyz = e.of("CARTESIAN_POINT")?.reals(1)?;
        match xyz[..] {
            [x, y, z] if [x, y, z].iter().all(|c| c.abs() <= FARTHEST) => Ok(Vec3::new(x, y, z)),
            [_, _, _] => e.wrong(Fault::Geometry, "the point is too far away"),
            _ => e.wrong(
                Fault::Geometry,
                format!("a point in space has three coordinates, not {}", xyz.len()),
            ),
        }
    }

    /// A unit vector.
    pub fn direction(&self, id: u32) -> Result<Vec3, StepError> {
        let e = self.entities.get(id)?;
        let xyz = e.of("DIRECTION")?.reals(1)?;
        let [x, y, z] = xyz[..] else {
            return e.wrong(Fault::Geometry, "a direction in space has three components");
        };
        let v = Vec3::new(x, y, z);
        match v.amax() < FARTHEST && v.norm() > 1e-12 {
            true => Ok(v.normalize()),
            false => e.wrong(Fault::Geometry, "the direction has no length"),
        }
    }

    /// The direction of a VECTOR. Its magnitude only scales a parameter.
    fn vector(&self, id: u32) -> Result<Vec3, StepError> {
        let e = self.entities.get(id)?;
        self.direction(e.of("VECTOR")?.reference(1)?)
    }

    /// A frame: axis Z and the part of the reference direction across it.
    pub fn placement(&self, id: u32) -> Result<Frame, StepError> {
        let e = self.entities.get(id)?;
        let a = e.of("AXIS2_PLACEMENT_3D")?;
        let z = match a.maybe_reference(2)? {
            Some(id) => self.direction(id)?,
            None => Vec3::z(),
        };
        let given = match a.maybe_reference(3) {
            Ok(Some(id)) => self.direction(id)?,
            // any direction across: that of ISO 10303-42, x or else z
            _ => match z.x.abs() < 1.0 - 1e-9 {
                true => Vec3::x(),
                false => Vec3::z(),
            },
        };
        let Some(x) = (given - z * given.dot(&z)).try_normalize(1e-9) else {
            return e.wrong(
                Fault::Geometry,
                "the axis and the reference direction are parallel",
            );
        };
        Ok(Frame {
            origin: self.point(a.reference(1)?)?,
            x,
            z,
        })
    }
}

/// Arguments of a spline: in one record with its knots, or spread over those of a complex instance.
struct Split<'e> {
    main: Arguments<'e>,
    /// Number of its first own argument, behind the name.
    first: usize,
    /// Repetitions and knots, and the number of the first of them.
    knots: Option<(Arguments<'e>, usize)>,
}

impl<'e> Split<'e> {
    fn of(e: &'e Entity, name: &str, first: usize, count: usize) -> Result<Self, StepError> {
        let with_knots = format!("{name}_WITH_KNOTS");
        if e.records.len() == 1 {
            let main = e.simple(count + first)?;
            let knots = e.is(&with_knots).then_some((main, first + count));
            return Ok(Self { main, first, knots });
        }
        let knots = match e.is(&with_knots) {
            true => Some((e.of(&with_knots)?, 0)),
            false => None,
        };
        Ok(Self {
            main: e.of(name)?,
            first: 0,
            knots,
        })
    }

    /// Knots with their repetitions; without a list of them those of a Bézier form, or equally spaced.
    fn knots(
        &self,
        e: &Entity,
        times: usize,
        at: usize,
        degree: usize,
        count: usize,
    ) -> Result<Vec<f64>, StepError> {
        let needed = count + degree + 1;
        let Some((list, first)) = &self.knots else {
            let single = e
                .records
                .iter()
                .find(|r| r.name.starts_with("BEZIER") || r.name.contains("UNIFORM"));
            let name = single.map(|r| r.name.as_str()).unwrap_or_default();
            let spans = count.saturating_sub(degree);
            return match name.split('_').next() {
                Some("BEZIER") | Some("QUASI") if spans >= 1 => {
                    // Bézier: one span here; more would repeat each knot
                    let inner = (1..spans).map(|k| k as f64);
                    let ends = [0.0, spans as f64].map(|x| vec![x; degree + 1]);
                    if name.starts_with("BEZIER") && spans != 1 {
                        return e.wrong(
                            Fault::Unsupported,
                            "Bézier forms of several pieces are not supported",
                        );
                    }
                    Ok([ends[0].clone(), inner.collect(), ends[1].clone()].concat())
                }
                Some("UNIFORM") => Ok((0..needed).map(|k| k as f64).collect()),
                _ => e.wrong(Fault::Geometry, "the spline has no knots"),
            };
        };
        let (times, at) = (list.counts(first + times)?, list.reals(first + at)?);
        if times.len() != at.len() {
            let message = format!("{} knots have {} repetitions", at.len(), times.len());
            return e.wrong(Fault::Geometry, message);
        }
        let mut knots = Vec::new();
        for (x, times) in at.into_iter().zip(times) {
            if times == 0 || knots.len() + times > needed {
                let message =
                    format!("the repetitions of its knots are not those of {needed} knots");
                return e.wrong(Fault::Geometry, message);
            }
            knots.extend(std::iter::repeat_n(x, times));
        }
        Ok(knots)
    }
}

fn checked<T>(
    e: &Entity,
    spline: T,
    check: impl Fn(&T) -> Result<(), String>,
) -> Result<T, StepError> {
    match check(&spline) {
        Ok(()) => Ok(spline),
        Err(what) => e.wrong(Fault::Geometry, what),
    }
}

fn bounded(a: Arguments, k: usize) -> Result<f64, StepError> {
    let x = a.real(k)?;
    match x.abs() <= FARTHEST {
        true => Ok(x),
        false => a
            .entity
            .wrong(Fault::Geometry, format!("the length {x} is too large")),
    }
}

fn positive(a: Arguments, k: usize) -> Result<f64, StepError> {
    let x = bounded(a, k)?;
    match x > 0.0 {
        true => Ok(x),
        false => a.entity.wrong(
            Fault::Geometry,
            format!("the radius {x} must be greater than 0"),
        ),
    }
}
