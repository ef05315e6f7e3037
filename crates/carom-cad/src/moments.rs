//! Mass properties of bodies from their exact boundaries.
//!
//! Volume, first and second moments are surface integrals (divergence theorem), e.g. `V = ⅓ ∮ r·N du dv`. Over each face
//! they become integrals along its edges (Green's theorem): with `G = ∫ g db` from a fixed `b₀` to `b`, where (a, b) is (u, v) or
//! (v, −u), `∬ g da db = −∮ G da`. Both integrals are Gauss sums, halved until they agree.

use crate::CadError;
use crate::brep::Body;
use crate::chart::{Chart, Pole};
use crate::loops::{Corner, FaceLoops, Segment, Trouble, lay_out};
use crate::mesh::{MeshOptions, edge_curves, mesh, skeleton};
use crate::polygon::{Arrangement, Side, arrange, from_ab, to_ab};
use crate::sample::{EdgeCurve, Fineness, size_of};
use crate::surface::{Surface, SurfacePoint};
use carom_base::{Mat3, Vec3};
use carom_geometry::MassProperties;

/// Nodes and weights of Gauss-Legendre quadrature with ten points on [−1, 1], the positive half (Abramowitz and Stegun, table 25.4).
const GAUSS: [[f64; 2]; 5] = [
    [0.148_874_338_981_631_2, 0.295_524_224_714_752_9],
    [0.433_395_394_129_247_2, 0.269_266_719_309_996_3],
    [0.679_409_568_299_024_4, 0.219_086_362_515_982_1],
    [0.865_063_366_688_984_5, 0.149_451_349_150_580_6],
    [0.973_906_528_517_171_7, 0.066_671_344_308_688_1],
];
/// How often a piece of an edge is halved at most.
const HALVINGS: u32 = 8;
/// Differences between one piece and its halves that are accepted, relative to the size of the body.
const ACCEPTED: f64 = 1e-14;
/// Differences that are accepted, relative to the absolute values that a sum adds up: some roundings. Faces far larger than the body,
/// whose parts cancel, come no nearer to each other.
const ROUNDING: f64 = 1e-14;
/// Halvings of one piece at most: a kink or a pole takes two a level, an integrand without any order would take all 255.
const PIECE_HALVINGS: u32 = 48;

/// Mass properties with their error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodyMass {
    /// At density one, in the length unit and the axes of the body.
    pub properties: MassProperties,
    /// Area of the surface.
    pub area: f64,
    /// Estimate of the error of the volume, relative to it.
    pub error: f64,
    /// Whether they come from the exact surfaces; else from two meshes, extrapolated.
    pub exact: bool,
}

/// Number of surface integrals.
const COUNT: usize = 14;

/// The last of them.
const AREA: usize = COUNT - 1;

/// `∫ dV`, `∫ r dV` (x, y, z), `∫ r rᵀ dV` (xx, yy, zz, xy, yz, zx), `∮ dA` (x, y, z), zero for a closed surface, and `∮ |dA|`.
type Moments = [f64; COUNT];

/// Volume, centroid and inertia of a body.
///
/// Errors: those of [`mesh`], for a body whose faces allow neither surface integrals nor meshes; a volume that is not positive.
pub fn mass_properties(body: &Body) -> Result<BodyMass, CadError> {
    body.check()?;
    let mass = match exact(body) {
        Ok(mass) => mass,
        Err(Failure::Body(error)) => return Err(error),
        Err(Failure::Face) => extrapolated(body)?,
    };
    // A volume that is not a number fails too.
    if mass.properties.volume.partial_cmp(&0.0) != Some(std::cmp::Ordering::Greater) {
        return Err(CadError::Entity {
            body: body.name.clone(),
            entity: "its boundary".into(),
            what: format!(
                "encloses a volume of {:e}: it is inside out or empty",
                mass.properties.volume
            ),
        });
    }
    Ok(mass)
}

/// Why the exact integrals stop: the body is unsound, or a face cannot be laid out.
enum Failure {
    Body(CadError),
    Face,
}

fn exact(body: &Body) -> Result<BodyMass, Failure> {
    let size = size_of(body);
    let curves = edge_curves(body, size).map_err(Failure::Body)?;
    let fineness = Fineness {
        chord: 0.02 * size,
        angle: 0.8,
    };
    let skeleton = skeleton(body, &curves, |_| fineness).map_err(Failure::Body)?;
    let origin = centre(&skeleton.points);
    let (mut total, mut error) = ([0.0; COUNT], [0.0; COUNT]);
    // A face that cannot be laid out ends it before any integral is worked out.
    let laid_out = |index: usize| {
        let mut laid = lay_out(body, index, &skeleton.edges, size)?;
        let arrangement = arrange(&mut laid)?;
        Ok((laid, arrangement))
    };
    let faces: Result<Vec<_>, Trouble> = (0..body.faces.len()).map(laid_out).collect();
    for (index, (laid, arrangement)) in faces.map_err(|_| Failure::Face)?.iter().enumerate() {
        let face = Face::new(laid, *arrangement, &curves, origin, size);
        let (sum, difference) = face.integral();
        let sign = if body.faces[index].reversed {
            -1.0
        } else {
            1.0
        };
        for k in 0..COUNT {
            total[k] += if k == AREA { sum[k] } else { sign * sum[k] };
            error[k] += difference[k];
        }
    }
    if !total.iter().all(|x| x.is_finite()) {
        return Err(Failure::Face);
    }
    // Gaps at tolerant edges: what the surface lacks to be closed, times the reach of r in ⅓ ∮ r·N.
    let gap = Vec3::new(total[10], total[11], total[12]).norm() * size / 3.0;
    Ok(BodyMass {
        properties: properties(&total, origin),
        area: total[AREA],
        error: (error[0] + gap) / total[0].abs(),
        exact: true,
    })
}

fn centre(points: &[Vec3]) -> Vec3 {
    let mut low = Vec3::repeat(f64::INFINITY);
    let mut high = Vec3::repeat(f64::NEG_INFINITY);
    for p in points {
        (low, high) = (low.inf(p), high.sup(p));
    }
    let middle = (low + high) * 0.5;
    if middle.amax().is_finite() {
        middle
    } else {
        Vec3::zeros()
    }
}

fn properties(m: &Moments, origin: Vec3) -> MassProperties {
    let second = Mat3::new(m[4], m[7], m[9], m[7], m[5], m[8], m[9], m[8], m[6]);
    MassProperties::from_moments(m[0], Vec3::new(m[1], m[2], m[3]), second, origin)
}

/// From meshes with chord heights e and e/4, whose errors are as 4 to 1.
fn extrapolated(body: &Body) -> Result<BodyMass, CadError> {
    let size = size_of(body);
    let at = |chord: f64| {
        let options = MeshOptions { chord, angle: 1.0 };
        let mesh = mesh(body, &options)?;
        Ok::<_, CadError>((mesh.mesh.mass_properties(), mesh.solid.area()))
    };
    let ((coarse, coarse_area), (fine, fine_area)) = (at(1e-3 * size)?, at(2.5e-4 * size)?);
    let mix = |a: f64, b: f64| (4.0 * b - a) / 3.0;
    Ok(BodyMass {
        properties: MassProperties {
            volume: mix(coarse.volume, fine.volume),
            centroid: (fine.centroid * 4.0 - coarse.centroid) * (1.0 / 3.0),
            inertia: (fine.inertia * 4.0 - coarse.inertia) * (1.0 / 3.0),
        },
        area: mix(coarse_area, fine_area),
        error: (fine.volume - coarse.volume).abs() / 3.0 / fine.volume.abs(),
        exact: false,
    })
}

/// One face with what its integrals need.
struct Face<'a> {
    laid: &'a FaceLoops,
    arrangement: Arrangement,
    curves: &'a [EdgeCurve],
    origin: Vec3,
    size: f64,
    axis: usize,
    /// Lower end of the inner integral.
    base: f64,
    /// Breaks of the surface along b, in one period.
    breaks: Vec<f64>,
    period: Option<f64>,
    /// Longest piece of the inner integral.
    longest: f64,
    /// Whether the inner integrands are polynomials of degree four at most: straight lines along b.
    polynomial: bool,
}

/// Which way b runs along its parameter, v or −u.
fn sign_of_b(axis: usize) -> f64 {
    if axis == 0 { 1.0 } else { -1.0 }
}

/// Where the inner integral of a face begins: at a pole, or amid the corners.
fn base(laid: &FaceLoops, arrangement: Arrangement, axis: usize) -> f64 {
    let value = |pole: &Pole| sign_of_b(axis) * pole.value;
    match arrangement {
        _ if laid.chart.sphere.is_some() => std::f64::consts::FRAC_PI_2,
        Arrangement::Band {
            lower: Side::Pole(p),
            ..
        } => value(&p),
        Arrangement::Band {
            upper: Side::Pole(p),
            ..
        } => value(&p),
        _ => {
            let corners = laid.loops.iter().flat_map(|l| &l.corners);
            let (sum, count) =
                corners.fold((0.0, 0.0), |(s, n), c| (s + to_ab(axis, c.q)[1], n + 1.0));
            if count > 0.0 {
                sum / count
            } else {
                sign_of_b(axis) * laid.chart.surface.domain()[1 - axis][0]
            }
        }
    }
}

/// The longest piece along b over which one Gauss sum serves, of a surface with so many breaks there.
fn longest_piece(surface: &Surface, axis: usize, breaks: usize) -> f64 {
    let across = 1 - axis;
    match surface {
        Surface::Plane(_) | Surface::Cylinder { .. } | Surface::Cone { .. } if axis == 0 => {
            f64::INFINITY
        }
        Surface::Blend { .. } => f64::INFINITY,
        // Rational pieces are no polynomials.
        Surface::Nurbs(n) => {
            let [low, high] = n.domain()[across];
            let pieces = if n.weights.is_empty() {
                1
            } else {
                2 * (breaks + 1)
            };
            (high - low) / pieces as f64
        }
        Surface::Swept { .. } if axis == 0 => f64::INFINITY,
        Surface::Swept { .. } | Surface::Offset { .. } => {
            let [low, high] = surface.domain()[across];
            if (high - low).is_finite() {
                (high - low) / 8.0
            } else {
                f64::INFINITY
            }
        }
        _ => 1.0,
    }
}

impl<'a> Face<'a> {
    fn new(
        laid: &'a FaceLoops,
        arrangement: Arrangement,
        curves: &'a [EdgeCurve],
        origin: Vec3,
        size: f64,
    ) -> Self {
        let axis = match arrangement {
            Arrangement::Band { axis, .. } => axis,
            _ => 0,
        };
        let surface = &laid.chart.surface;
        let (across, sign) = (1 - axis, sign_of_b(axis));
        let mut breaks: Vec<f64> = surface.breaks(across).iter().map(|b| sign * b).collect();
        let period = laid.chart.periods[across];
        if period.is_some() && !breaks.is_empty() {
            breaks.push(sign * surface.domain()[across][0]);
        }
        breaks.sort_by(f64::total_cmp);
        let base = base(laid, arrangement, axis);
        let longest = longest_piece(surface, axis, breaks.len());
        let polynomial = axis == 0
            && matches!(
                &**surface,
                Surface::Plane(_)
                    | Surface::Cylinder { .. }
                    | Surface::Cone { .. }
                    | Surface::Swept { .. }
            );
        Self {
            laid,
            arrangement,
            curves,
            origin,
            size,
            axis,
            base,
            breaks,
            period,
            longest,
            polynomial,
        }
    }

    /// The moments of the face, and the differences between the last two stages of their sums.
    fn integral(&self) -> (Moments, Moments) {
        let (mut sum, mut difference) = ([0.0; COUNT], [0.0; COUNT]);
        for one in &self.laid.loops {
            let n = one.corners.len();
            for k in 0..n {
                let from = &one.corners[k];
                let mut to = one.corners[(k + 1) % n].q;
                if k + 1 == n {
                    for i in 0..2 {
                        to[i] +=
                            f64::from(one.winding[i]) * self.laid.chart.periods[i].unwrap_or(0.0);
                    }
                }
                self.piece(from, to, &mut sum, &mut difference);
            }
        }
        if let Some((top, period)) = self.top() {
            let edge = |a: f64| self.inner([a, top]);
            let surface = &self.laid.chart.surface;
            let low = surface.domain()[self.axis][0];
            let mut ends: Vec<f64> = (0..=8).map(|k| low + period * f64::from(k) / 8.0).collect();
            ends.extend(surface.breaks(self.axis));
            ends.sort_by(f64::total_cmp);
            for pair in ends.windows(2).filter(|p| p[1] > p[0]) {
                let range = [pair[0], pair[1]];
                self.adaptive(range, &edge, &mut sum, &mut difference);
            }
        }
        (sum, difference)
    }

    /// Upper end of b where no loop bounds the face there and the lower one is the base; and the period of a.
    fn top(&self) -> Option<(f64, f64)> {
        let sign = sign_of_b(self.axis);
        let around = self.laid.chart.periods[self.axis]?;
        match self.arrangement {
            Arrangement::Band {
                lower: Side::Pole(_),
                upper: Side::Pole(p),
                ..
            } => Some((sign * p.value, around)),
            Arrangement::Torus => Some((self.base + self.period?, around)),
            _ => None,
        }
    }

    /// Adds `−∫ G da` from a corner to the next one at `to`.
    fn piece(&self, from: &Corner, to: [f64; 2], sum: &mut Moments, difference: &mut Moments) {
        match from.segment {
            Some(Segment { edge, range }) => {
                let f = |t: f64| {
                    let s = (t - range[0]) / (range[1] - range[0]);
                    let near = [0, 1].map(|i| from.q[i] + s * (to[i] - from.q[i]));
                    self.along_edge(&self.curves[edge], t, near)
                };
                // Gauss sums do not see knots, nor the points of a chart: their pieces end there.
                let (low, high) = (range[0].min(range[1]), range[0].max(range[1]));
                let breaks = &self.curves[edge].breaks;
                let first = breaks.partition_point(|&b| b <= low);
                let last = breaks.partition_point(|&b| b < high).max(first);
                let mut ends = breaks[first..last].to_vec();
                if range[1] < range[0] {
                    ends.reverse();
                }
                ends.push(range[1]);
                let mut start = range[0];
                for end in ends {
                    self.adaptive([start, end], &f, sum, difference);
                    start = end;
                }
            }
            None => {
                let (p, q) = (to_ab(self.axis, from.q), to_ab(self.axis, to));
                let f = |s: f64| {
                    let g = self.inner([p[0] + s * (q[0] - p[0]), p[1] + s * (q[1] - p[1])]);
                    g.map(|x| -x * (q[0] - p[0]))
                };
                self.adaptive([0.0, 1.0], &f, sum, difference);
            }
        }
    }

    /// `−G da/dt` at a point of an edge.
    fn along_edge(&self, curve: &EdgeCurve, t: f64, near: [f64; 2]) -> Moments {
        let c = curve.at(t);
        let chart = &self.laid.chart;
        let start = if chart.sphere.is_some() {
            None
        } else {
            Some(near)
        };
        let Some(q) = chart.surface_parameters(&c.point, start) else {
            return [f64::NAN; COUNT];
        };
        let s = chart.jet(q);
        // dq/dt from P_u u' + P_v v' = C' by least squares
        let (uu, uv, vv) = (s.du.norm_squared(), s.du.dot(&s.dv), s.dv.norm_squared());
        let (fu, fv) = (s.du.dot(&c.first), s.dv.dot(&c.first));
        let det = uu * vv - uv * uv;
        let rate = [(vv * fu - uv * fv) / det, (uu * fv - uv * fu) / det];
        let [da, _] = to_ab(self.axis, rate);
        if da == 0.0 {
            return [0.0; COUNT];
        }
        self.inner(to_ab(self.axis, q)).map(|g| -g * da)
    }

    /// Adds the integral of f from a to b: intervals are halved until both halves agree with the whole.
    fn adaptive(
        &self,
        [a, b]: [f64; 2],
        f: &dyn Fn(f64) -> Moments,
        sum: &mut Moments,
        difference: &mut Moments,
    ) {
        let mut left = PIECE_HALVINGS;
        let mut open = vec![(a, b, gauss(a, b, f), 0)];
        while let Some((a, b, whole, depth)) = open.pop() {
            let middle = 0.5 * (a + b);
            let halves = [gauss(a, middle, f), gauss(middle, b, f)];
            let both = add(halves[0].sum, halves[1].sum);
            let change = |k: usize| (both[k] - whole.sum[k]).abs();
            let close = (0..COUNT).all(|k| {
                let added = halves[0].absolute[k] + halves[1].absolute[k];
                change(k) <= (ACCEPTED * self.unit(k)).max(ROUNDING * added)
            });
            if close || depth >= HALVINGS || left == 0 || both.iter().any(|x| !x.is_finite()) {
                for k in 0..COUNT {
                    sum[k] += both[k];
                    difference[k] += change(k);
                }
                continue;
            }
            left -= 1;
            let [first, second] = halves;
            open.push((middle, b, second, depth + 1));
            open.push((a, middle, first, depth + 1));
        }
    }

    /// The size of the body to the dimension of a moment.
    fn unit(&self, k: usize) -> f64 {
        self.size.powi(match k {
            0 => 3,
            1..=3 => 4,
            4..=9 => 5,
            _ => 2,
        })
    }

    /// `G = ∫ g db` from the base to `b`.
    fn inner(&self, [a, b]: [f64; 2]) -> Moments {
        let mut total = [0.0; COUNT];
        let (low, high) = (self.base.min(b), self.base.max(b));
        let mut from = low;
        while from < high {
            let to = self.next_break(from).min(from + self.longest).min(high);
            let density = |b: f64| self.density(from_ab(self.axis, [a, b]));
            let part = if self.polynomial {
                few(from, to, density)
            } else {
                gauss(from, to, density).sum
            };
            total = add(total, part);
            from = to;
        }
        if b < self.base {
            total.map(|x| -x)
        } else {
            total
        }
    }

    /// The first break beyond a place.
    fn next_break(&self, from: f64) -> f64 {
        let beyond = |b: f64| b > from + 1e-12 * (1.0 + from.abs());
        let candidates = self.breaks.iter().map(|&b| match self.period {
            Some(period) => {
                let turns = ((from - b) / period).floor();
                [0.0, 1.0, 2.0]
                    .map(|k| b + (turns + k) * period)
                    .into_iter()
                    .find(|&b| beyond(b))
                    .unwrap_or(f64::INFINITY)
            }
            None if beyond(b) => b,
            None => f64::INFINITY,
        });
        candidates.fold(f64::INFINITY, f64::min)
    }

    /// The integrands of all moments at (u, v).
    fn density(&self, q: [f64; 2]) -> Moments {
        let s = self.laid.chart.jet(q);
        let (r, n) = (s.point - self.origin, s.normal());
        let square = r.component_mul(&r);
        [
            r.dot(&n) / 3.0,
            square.x * n.x / 2.0,
            square.y * n.y / 2.0,
            square.z * n.z / 2.0,
            square.x * r.x * n.x / 3.0,
            square.y * r.y * n.y / 3.0,
            square.z * r.z * n.z / 3.0,
            square.x * r.y * n.x / 2.0,
            square.y * r.z * n.y / 2.0,
            square.z * r.x * n.z / 2.0,
            n.x,
            n.y,
            n.z,
            n.norm(),
        ]
    }
}

impl Chart {
    /// The surface at an unwrapped (u, v).
    fn jet(&self, q: [f64; 2]) -> SurfacePoint {
        let [u, v] = self.wrapped(q);
        self.surface.at(u, v)
    }
}

fn add(a: Moments, b: Moments) -> Moments {
    std::array::from_fn(|k| a[k] + b[k])
}

/// Gauss-Legendre quadrature with three points: exact to degree five. The area of a cone is linear.
fn few(a: f64, b: f64, f: impl Fn(f64) -> Moments) -> Moments {
    let (middle, half) = (0.5 * (a + b), 0.5 * (b - a));
    let x = 0.6f64.sqrt() * half;
    let (left, centre, right) = (f(middle - x), f(middle), f(middle + x));
    std::array::from_fn(|k| half * (5.0 * (left[k] + right[k]) + 8.0 * centre[k]) / 9.0)
}

/// A Gauss sum, and what it would be of absolute values.
struct Sum {
    sum: Moments,
    absolute: Moments,
}

fn gauss(a: f64, b: f64, f: impl Fn(f64) -> Moments) -> Sum {
    let (middle, half) = (0.5 * (a + b), 0.5 * (b - a));
    let (mut sum, mut absolute) = ([0.0; COUNT], [0.0; COUNT]);
    for [x, w] in GAUSS {
        for x in [middle - half * x, middle + half * x] {
            let y = f(x);
            for k in 0..COUNT {
                let part = w * half * y[k];
                sum[k] += part;
                absolute[k] += part.abs();
            }
        }
    }
    Sum { sum, absolute }
}
