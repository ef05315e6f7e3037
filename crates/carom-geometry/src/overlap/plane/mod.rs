//! Contacts in a plane: discs, points (discs of radius zero), figures within closed smooth curves and the fronts of open ones, with each other and with half-spaces.
//!
//! Two figures touch where they have a common normal: points p_A and p_B of their borders, with normals opposite to each other and along p_B − p_A.
//! The depth is |p_B − p_A| where each point lies within the other figure, and the gap the same with the other sign where they are apart: one continuous
//! function. A disc is its centre at the distance of its radius. There is a contact for each place that is deeper than those around it.
//!
//! At an end of an open curve, a corner, all normals of the other figure count that lead off the curve: depth and direction are then continuous as a disc rolls
//! over the end.
//!
//! Places are found in numbers; two steps of Newton's method in numbers with derivatives make their rates exact, as they double the number of exact derivatives.

mod rim;

use super::analytic::{Place, Six, found_at, rates_of, seeded, sort, to_frame_of_a};
use super::distance::Separation;
use super::form::Form;
use super::prepared::Prepared;
use super::query::{Options, OverlapError};
use super::volume::{Rates, Volume};
use carom_base::{Number, Pose, Vec3};
pub use rim::RimError;
pub(crate) use rim::{Rim, Spot};

/// Planes of two figures may be off by this angle, and by this part of the figures' size: decks print six digits and more.
const PLANAR: f64 = 1e-4;
/// A depth is told as this part of the coordinates at least: below it, what rounding leaves of the difference of the two ends has no direction.
const THIN: f64 = 1e-11;
/// Iterations of Newton's method for a common normal.
const STEPS: usize = 30;
/// A common normal that is found twice, relative to the size of a figure.
const SAME: f64 = 1e-9;

/// A figure, or a half-space.
enum Figure<'a> {
    HalfSpace,
    Disc(f64),
    Rim(&'a Rim),
}

fn figure(solid: &Prepared) -> Option<Figure<'_>> {
    match solid.form {
        Form::HalfSpace => Some(Figure::HalfSpace),
        Form::Point => Some(Figure::Disc(0.0)),
        Form::Circle { radius } => Some(Figure::Disc(radius)),
        Form::Curve => solid.rim.as_deref().map(Figure::Rim),
        _ => None,
    }
}

/// A common normal: where it begins and ends, as far as that is on a curve.
#[derive(Clone, Copy, Debug)]
struct Seat {
    on_a: Spot,
    on_b: Spot,
    /// Less than 0: apart.
    depth: f64,
    /// Out of B, in the frame of B: the direction of the gap, or of the depth.
    out: Vec3,
}

/// Work space.
#[derive(Default)]
pub(super) struct Seats(Vec<Seat>);

impl Seats {
    /// Contacts of a pair, in the frame of A; and, where there is none, how they are apart. `pose` is that of B in A.
    pub(super) fn solve(
        &mut self,
        a: &Prepared,
        b: &Prepared,
        pose: &Pose,
        options: &Options,
        volumes: &mut Vec<Volume>,
        rates: &mut Vec<Rates>,
    ) -> Result<Option<Separation>, OverlapError> {
        let (Some(of_a), Some(of_b)) = (figure(a), figure(b)) else {
            return Err(OverlapError::Unsupported);
        };
        let at = pose.inverse();
        check(a, b, &at)?;
        let place = Place {
            position: at.position,
            rotation: at.rotation,
        };
        self.0.clear();
        seats(&of_a, &of_b, &place, &mut self.0);
        let thin = THIN * (at.position.amax() + reach(&of_a) + reach(&of_b));
        let found = |s: &Seat| found_at(ends::<f64>(&of_a, &of_b, &place, s));
        if !self.0.iter().any(|s| s.depth > 0.0) {
            let nearest = self.0.iter().max_by(|x, y| x.depth.total_cmp(&y.depth));
            let unseen = unseen(&of_a, &of_b);
            let seat = nearest
                .or(unseen.as_ref())
                .ok_or(OverlapError::Inconsistent("a figure lies within the other"))?;
            let volume = to_frame_of_a(&found(seat), pose);
            return Ok(Some(Separation {
                distance: -seat.depth,
                nearest: volume.nearest,
                direction: -(pose.rotation * seat.out),
            }));
        }
        for seat in self.0.iter().filter(|s| s.depth > 0.0) {
            let mut ends = ends::<f64>(&of_a, &of_b, &place, seat);
            if seat.depth < thin {
                let (middle, half) = ((ends[0] + ends[1]) * 0.5, seat.out * (0.5 * thin));
                ends = [middle - half, middle + half];
            }
            volumes.push(to_frame_of_a(&found_at(ends), pose));
            if options.rates {
                let moving = found_at(self::ends::<Six>(&of_a, &of_b, &seeded(&at), seat));
                rates.push(rates_of(&moving, pose));
            }
        }
        sort(volumes, rates);
        Ok(None)
    }
}

/// How far a figure reaches from its origin.
fn reach(figure: &Figure) -> f64 {
    match figure {
        Figure::HalfSpace => 0.0,
        Figure::Disc(r) => *r,
        Figure::Rim(rim) => rim.centre.norm() + rim.radius,
    }
}

/// Both figures have to lie in one plane, and a half-space to stand upright on it; `at` is where A lies in the frame of B.
fn check(a: &Prepared, b: &Prepared, at: &Pose) -> Result<(), OverlapError> {
    let off = match (axis(a), axis(b)) {
        (Some((m, x, r)), Some((n, y, s))) => {
            let m = at.rotation * m;
            let lift = n.dot(&(at.rotation * x + at.position - y)).abs();
            m.cross(&n).norm() > PLANAR || lift > PLANAR * r.max(s)
        }
        (Some((m, ..)), None) if b.form == Form::HalfSpace => (at.rotation * m).z.abs() > PLANAR,
        (None, Some((n, ..))) if a.form == Form::HalfSpace => {
            at.rotation.column(2).dot(&n).abs() > PLANAR
        }
        // a point: its height over the plane of the other
        (None, Some((n, y, s))) => n.dot(&(at.position - y)).abs() > PLANAR * s,
        (Some((m, x, r)), None) => m.dot(&(at.inverse().position - x)).abs() > PLANAR * r,
        (None, None) => false,
    };
    if off {
        return Err(OverlapError::OutOfPlane);
    }
    Ok(())
}

/// Normal, centre and radius of a figure, in its frame; a point and a half-space have none.
fn axis(solid: &Prepared) -> Option<(Vec3, Vec3, f64)> {
    match (&solid.form, &solid.rim) {
        (Form::Circle { radius }, _) => Some((Vec3::z(), Vec3::zeros(), *radius)),
        (Form::Curve, Some(rim)) => Some((rim.normal, rim.centre, rim.radius)),
        _ => None,
    }
}

/// Two figures of which one is an open curve and shows the other its back, wherever they are: no motion is known that makes them touch, and one as long as the
/// wall is thick does not.
fn unseen(a: &Figure, b: &Figure) -> Option<Seat> {
    let wall = |f: &Figure| match f {
        Figure::Rim(rim) if rim.is_open() => rim.thickness,
        _ => f64::INFINITY,
    };
    let thickness = wall(a).min(wall(b));
    thickness.is_finite().then_some(Seat {
        on_a: Spot::NOWHERE,
        on_b: Spot::NOWHERE,
        depth: -thickness,
        out: Vec3::zeros(),
    })
}

/// The common normals that matter: all with a depth above 0, and among the others the one with the smallest gap.
fn seats(a: &Figure, b: &Figure, place: &Place<f64>, list: &mut Vec<Seat>) {
    let x = place.position;
    let r0 = &place.rotation;
    let seat = |on_a, on_b, depth, out| Seat {
        on_a,
        on_b,
        depth,
        out,
    };
    let nowhere = Spot::NOWHERE;
    match (a, b) {
        (Figure::HalfSpace, Figure::HalfSpace) => {}
        (Figure::Disc(r), Figure::HalfSpace) => {
            list.push(seat(nowhere, nowhere, r - x.z, Vec3::z()));
        }
        (Figure::HalfSpace, Figure::Disc(r)) => {
            let up = r0.column(2);
            list.push(seat(nowhere, nowhere, r + up.dot(&x), -up));
        }
        (Figure::Disc(r), Figure::Disc(s)) => {
            let out = x.try_normalize(0.0).unwrap_or_else(Vec3::x);
            list.push(seat(nowhere, nowhere, r + s - x.norm(), out));
        }
        (Figure::Rim(rim), Figure::HalfSpace) => on_plane(rim, &r0.row(2), x.z, |s, h| {
            list.push(seat(s, nowhere, -h, Vec3::z()));
        }),
        (Figure::HalfSpace, Figure::Rim(rim)) => {
            let up = r0.column(2);
            on_plane(rim, &up, -up.dot(&x), |s, h| {
                list.push(seat(nowhere, s, -h, -up));
            });
        }
        (Figure::Disc(r), Figure::Rim(rim)) => around(rim, &x, *r, |s, depth, out| {
            list.push(seat(nowhere, s, depth, out));
        }),
        (Figure::Rim(rim), Figure::Disc(r)) => {
            let centre = r0.tr_mul(&-x);
            around(rim, &centre, *r, |s, depth, out| {
                list.push(seat(s, nowhere, depth, -(r0 * out)));
            });
        }
        (Figure::Rim(one), Figure::Rim(other)) => {
            common_normals(one, other, place, list);
            corners(one, other, place, list);
        }
    }
}

/// Lowest places of a rim along `up`, with their heights over a plane; `offset` is that of the rim's origin. An open curve stands on its front and its ends.
fn on_plane(rim: &Rim, up: &Vec3, offset: f64, mut found: impl FnMut(Spot, f64)) {
    let height = |piece, u| up.dot(&rim.at(piece, u)) + offset;
    let slope = |piece, u| up.dot(&rim.slope(piece, u));
    let faces = |s: &Spot| !rim.is_open() || rim.out(s.piece, s.u).dot(up) <= 0.0;
    rim.minima(height, slope, |s| {
        if faces(&s) {
            found(s, height(s.piece, s.u));
        }
    });
    for (end, away) in rim.ends() {
        if away.dot(up) <= 0.0 {
            found(end, height(end.piece, end.u));
        }
    }
}

/// How a disc of radius `r` about a point stands to a rim: places, depths (below 0: gaps) and directions. In front: all places that are nearer than those around them.
/// Behind: the nearest of all.
fn around(rim: &Rim, x: &Vec3, r: f64, mut found: impl FnMut(Spot, f64, Vec3)) {
    let nearest = rim.nearest(x);
    let h = rim.over(&nearest, x);
    if h <= 0.0 && !nearest.end {
        let out = rim.out(nearest.piece, nearest.u);
        return match rim.is_open() && h <= -rim.thickness {
            // behind the wall: how far from it
            true => found(nearest, h + rim.thickness, -out),
            false => found(nearest, r - h, out),
        };
    }
    rim.feet(x, |s| {
        let h = rim.over(&s, x);
        // the back of a wall is seen from inside
        if h > 0.0 {
            found(s, r - h, rim.out(s.piece, s.u));
        }
    });
    for (end, away) in rim.ends() {
        let off = x - rim.at(end.piece, end.u);
        if away.dot(&off) >= 0.0 {
            let radial = off.try_normalize(0.0);
            let out = radial.unwrap_or_else(|| rim.out(end.piece, end.u));
            found(end, r - off.norm(), out);
        }
    }
}

/// Ends of open curves on the other curve.
fn corners(a: &Rim, b: &Rim, place: &Place<f64>, list: &mut Vec<Seat>) {
    let r0 = &place.rotation;
    // the way into the other figure leads off the curve
    for (end, away) in a.ends() {
        let x = place.carry(&a.at(end.piece, end.u));
        around(b, &x, 0.0, |on_b, depth, out| {
            if depth <= 0.0 || away.dot(&r0.tr_mul(&out)) <= 0.0 {
                list.push(Seat {
                    on_a: end,
                    on_b,
                    depth,
                    out,
                });
            }
        });
    }
    for (end, away) in b.ends() {
        let x = r0.tr_mul(&(b.at(end.piece, end.u) - place.position));
        around(a, &x, 0.0, |on_a, depth, out| {
            let out = -(r0 * out);
            if depth <= 0.0 || away.dot(&out) >= 0.0 {
                list.push(Seat {
                    on_a,
                    on_b: end,
                    depth,
                    out,
                });
            }
        });
    }
}

/// Piece by piece: those whose tangents may be opposite, and that are near enough.
fn common_normals(a: &Rim, b: &Rim, place: &Place<f64>, list: &mut Vec<Seat>) {
    let to_a = |p: &Vec3| place.rotation.tr_mul(&(p - place.position));
    // two curves about opposite normals run along each other where they touch
    let sense = (place.rotation * a.normal).dot(&b.normal).signum();
    let turn = |v: &Vec3| place.rotation.tr_mul(v) * sense;
    let mut near = 0.5 * a.radius.min(b.radius);
    let pairs = || (0..a.pieces()).flat_map(|i| (0..b.pieces()).map(move |j| (i, j)));
    let gap = pairs().fold(f64::INFINITY, |least, (i, j)| {
        least.min(a.distances(i, b, j, to_a)[1])
    });
    near = near.max(gap);
    let size = a.radius.min(b.radius);
    for (i, j) in pairs() {
        if a.distances(i, b, j, to_a)[0] > near || !a.opposite(i, b, j, turn) {
            continue;
        }
        for start in [[0.5, 0.5], [0.1, 0.9], [0.9, 0.1]] {
            let Some([u, v]) = common_normal(a, b, [i, j], start, place, sense) else {
                continue;
            };
            let out = b.out(j, v);
            let mut seat = Seat {
                on_a: Spot::within(i, u),
                on_b: Spot::within(j, v),
                depth: 0.0,
                out,
            };
            let ends = ends::<f64>(&Figure::Rim(a), &Figure::Rim(b), place, &seat);
            seat.depth = out.dot(&(ends[1] - ends[0]));
            if seat.depth > 0.0 && !overlaps(a, b, place, &seat, &ends) {
                continue;
            }
            let known = list.iter().any(|s| {
                let p = a.at(s.on_a.piece, s.on_a.u);
                (p - a.at(i, u)).norm() < SAME * size && (s.depth - seat.depth).abs() < SAME * size
            });
            if !known {
                list.push(seat);
            }
        }
    }
}

/// Whether each end of a common normal lies within the other figure, and the depth is the largest there.
fn overlaps(a: &Rim, b: &Rim, place: &Place<f64>, seat: &Seat, ends: &[Vec3; 2]) -> bool {
    let [k, l] = [
        a.curvature(seat.on_a.piece, seat.on_a.u),
        b.curvature(seat.on_b.piece, seat.on_b.u),
    ];
    let of_b = place.rotation.tr_mul(&(ends[1] - place.position));
    // the curve parallel to B's border through p_A curves by l/(1 − depth·l); for convex figures: 1/k + 1/l > depth
    k + l > seat.depth * k * l && b.holds(&ends[0]) && a.holds(&of_b)
}

/// Newton's method for `t_A × t_B = 0`, `t_B·(p_A − p_B) = 0` with tangents opposite; none if it ends outside of the pieces.
fn common_normal(
    a: &Rim,
    b: &Rim,
    [i, j]: [usize; 2],
    mut at: [f64; 2],
    place: &Place<f64>,
    sense: f64,
) -> Option<[f64; 2]> {
    for _ in 0..STEPS {
        let [du, dv] = step(a, b, [i, j], at, place)?;
        at = [at[0] - du.clamp(-0.5, 0.5), at[1] - dv.clamp(-0.5, 0.5)];
        if at.iter().any(|u| !(-0.6..=1.6).contains(u)) {
            return None;
        }
        // the next step would be its square
        if du.abs() + dv.abs() < 1e-9 {
            let along = (place.rotation * a.slope(i, at[0])).dot(&b.slope(j, at[1]));
            let opposite = along * sense < 0.0;
            let within = at.iter().all(|u| (-SAME..=1.0 + SAME).contains(u));
            return (opposite && within).then_some(at);
        }
    }
    None
}

/// One step; none where both borders are straight or curved alike, so that no place is the one.
fn step<T: Number>(
    a: &Rim,
    b: &Rim,
    [i, j]: [usize; 2],
    [u, v]: [T; 2],
    place: &Place<T>,
) -> Option<[T; 2]> {
    let normal = b.normal.map(T::constant);
    let between = place.carry(&a.at(i, u)) - b.at(j, v);
    let (t, s) = (place.rotation * a.slope(i, u), b.slope(j, v));
    let (bend_a, bend_b) = (place.rotation * a.bend(i, u), b.bend(j, v));
    let f = t.cross(&s).dot(&normal);
    let g = s.dot(&between);
    let (f_u, f_v) = (bend_a.cross(&s).dot(&normal), t.cross(&bend_b).dot(&normal));
    let (g_u, g_v) = (s.dot(&t), bend_b.dot(&between) - s.dot(&s));
    let det = f_u * g_v - f_v * g_u;
    let size = f_u.value().abs() * g_v.value().abs() + f_v.value().abs() * g_u.value().abs();
    // not where it is not a number either
    let clear = det.value().abs() > 1e-12 * size;
    if !clear {
        return None;
    }
    Some([(f * g_v - f_v * g) / det, (f_u * g - f * g_u) / det])
}

/// A parameter at which `slope` is zero, with its derivatives: steps of Newton's method. Where the slope does not change, and at a corner, it stays.
fn settled<T: Number>(spot: &Spot, slope: impl Fn(T) -> T, change: impl Fn(T) -> T) -> T {
    let mut u = T::constant(spot.u);
    if spot.end {
        return u;
    }
    for _ in 0..2 {
        let change = change(u);
        if change.value() != 0.0 {
            u -= slope(u) / change;
        }
    }
    u
}

/// The two ends of a common normal in the frame of B, as A moves.
fn ends<T: Number>(a: &Figure, b: &Figure, place: &Place<T>, seat: &Seat) -> [Vec3<T>; 2] {
    let zero = Vec3::zeros();
    let x = place.position;
    let up = Vec3::z().map(T::constant);
    // ends of a disc's normal: from its centre against, or along, the way out of the other
    let disc = |r: f64, centre: Vec3<T>, out: Vec3<T>| centre - out * T::constant(r);
    match (a, b) {
        (Figure::HalfSpace, Figure::HalfSpace) => [zero; 2],
        (Figure::Disc(r), Figure::HalfSpace) => {
            let foot = x - up * x.z;
            [disc(*r, x, up), foot]
        }
        (Figure::HalfSpace, Figure::Disc(r)) => {
            let up = place.rotation.column(2);
            [up * up.dot(&x), disc(*r, zero, up)]
        }
        (Figure::Disc(r), Figure::Disc(s)) => {
            let way = x.dot(&x).sqrt();
            // one on the other: any way out
            let out = match way.value() == 0.0 {
                true => Vec3::x().map(T::constant),
                false => x / way,
            };
            [disc(*r, x, out), out * T::constant(*s)]
        }
        (Figure::Rim(rim), Figure::HalfSpace) => {
            let u = level(rim, &seat.on_a, &place.rotation.row(2));
            let p = place.carry(&rim.at(seat.on_a.piece, u));
            [p, p - up * p.z]
        }
        (Figure::HalfSpace, Figure::Rim(rim)) => {
            let up = place.rotation.column(2);
            let u = level(rim, &seat.on_b, &up);
            let q = rim.at(seat.on_b.piece, u);
            [q - up * up.dot(&(q - x)), q]
        }
        (Figure::Disc(r), Figure::Rim(rim)) => {
            let k = seat.on_b.piece;
            let q = rim.at(k, foot(rim, &seat.on_b, &x));
            [disc(*r, x, way_out(rim, &seat.on_b, &x)), q]
        }
        (Figure::Rim(rim), Figure::Disc(r)) => {
            let k = seat.on_a.piece;
            let centre = place.rotation.transpose() * -x;
            let p = rim.at(k, foot(rim, &seat.on_a, &centre));
            let out = place.rotation * way_out(rim, &seat.on_a, &centre);
            [place.carry(&p), disc(*r, zero, out)]
        }
        (Figure::Rim(one), Figure::Rim(other)) => ends_on_rims(one, other, place, seat),
    }
}

/// The same of two rims.
fn ends_on_rims<T: Number>(one: &Rim, other: &Rim, place: &Place<T>, seat: &Seat) -> [Vec3<T>; 2] {
    let pieces = [seat.on_a.piece, seat.on_b.piece];
    if seat.on_a.end {
        let p = place.carry(&one.at(pieces[0], T::constant(seat.on_a.u)));
        return [p, other.at(pieces[1], foot(other, &seat.on_b, &p))];
    }
    if seat.on_b.end {
        let q = other.at(pieces[1], T::constant(seat.on_b.u));
        let back = place.rotation.transpose() * (q - place.position);
        let p = one.at(pieces[0], foot(one, &seat.on_a, &back));
        return [place.carry(&p), q];
    }
    let mut at = [seat.on_a.u, seat.on_b.u].map(T::constant);
    for _ in 0..2 {
        if let Some([du, dv]) = step(one, other, pieces, at, place) {
            at = [at[0] - du, at[1] - dv];
        }
    }
    [
        place.carry(&one.at(pieces[0], at[0])),
        other.at(pieces[1], at[1]),
    ]
}

/// The parameter of a place near by where a rim is level; `up` is in the frame of the rim.
fn level<T: Number>(rim: &Rim, spot: &Spot, up: &Vec3<T>) -> T {
    let k = spot.piece;
    settled(
        spot,
        |u| up.dot(&rim.slope(k, u)),
        |u| up.dot(&rim.bend(k, u)),
    )
}

/// The parameter of the place of a rim nearest to a point near by.
fn foot<T: Number>(rim: &Rim, spot: &Spot, x: &Vec3<T>) -> T {
    let k = spot.piece;
    settled(
        spot,
        |u| (rim.at(k, u) - x).dot(&rim.slope(k, u)),
        |u| {
            let t = rim.slope(k, u);
            t.dot(&t) + (rim.at(k, u) - x).dot(&rim.bend(k, u))
        },
    )
}

/// The direction from a place of a rim to a point whose foot it is: its normal, or from a corner to the point.
fn way_out<T: Number>(rim: &Rim, spot: &Spot, x: &Vec3<T>) -> Vec3<T> {
    let off = x - rim.at(spot.piece, T::constant(spot.u));
    let distance = off.dot(&off).sqrt();
    match spot.end && distance.value() > 0.0 {
        true => off / distance,
        false => rim.out(spot.piece, foot(rim, spot, x)),
    }
}
