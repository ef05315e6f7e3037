//! The passage of a contact from face to edge to corner.
//!
//! Each solid takes part with a face, a convex edge or a corner, its seat. With u the direction of the force on A, o = −u for A and u for B points out of a solid
//! to the other one, and a step s along its surface leads deeper if `o·s > 0`. So a place is the deepest next to it if
//!
//! ```text
//! on a face      it is within the edges of this face
//! on an edge     o·w ≤ 0 for both faces, w leading into the face across the edge
//! on a corner    o·t ≤ 0 for all edges, t leading along the edge away from the corner
//! ```
//!
//! and otherwise the seat is the edge beyond which it is, the face, or the edge into which it leads. Since both seats hold the same place where they take
//! turns, depth and direction go on evenly. Seats have the deepest place
//!
//! ```text
//! an edge C(s) and a face     n·t = 0 by Newton's steps  −n·t/(n·C'' + t·S·t), along straight lines of contact the place of c;   u is the normal of the face
//! two edges across each other (b − a)·t_a = (b − a)·t_b = 0;   u along t_a × t_b
//! a corner and a face         the foot of the corner
//! others                      the foot of one on the other: these do not lie in each other, and it is a gap
//! ```
//!
//! A plane on a plane, or a straight edge on one, has no single deepest place as long as it lies flat: it keeps the place of c. As it leans by l more and more,
//! that changes over to the edge or corner ahead,
//!
//! ```text
//! p = w·p_flat + (1 − w)·p_ahead,   w = 1 − 3s² + 2s³,   s = (l − l₀)/(l₁ − l₀) in [0, 1]
//! ```
//!
//! for the points on both solids, first from the face to an edge by `l = |m + n|`, then from the edge to a corner by `l = |n·t|`.

use super::lean::{DEEP, FLATTEST, Flat, Lean, OPEN};
use super::pair::{At, Of, Pair, STRAIGHT, Stand, found, on_triangle, unbent, unbent_across};
use crate::EdgeFoot;
use crate::overlap::nearest::{Feature, Nearest, nearest, nearest_of_triangle};
use crate::overlap::rate::{Rate1, Rate3};
use crate::solid::{ClosedMesh, Sharp, SharpEdge, near};
use carom_base::{Mat3, Vec3};

/// Newton's steps at most: on faces that bend alike over the size of a volume three are enough.
const STEPS: usize = 8;

/// A step that begins with normals so nearly opposite is the last one: the next would be its square.
const OPPOSITE: f64 = 1e-6;
/// Seats that are tried at most.
const TURNS: usize = 12;
/// A triangle looks at the other solid within 45 degrees.
const FACING: f64 = 0.7;
/// A place on a surface that goes on smoothly is lower than this part of its distance from an edge of it.
const FLAT: f64 = 0.5;
/// An edge lies ahead within 60 degrees.
const AHEAD: f64 = 0.5;
/// Edges are parallel if the sine of their angle is smaller.
const PARALLEL: f64 = 0.05;
/// A slope that is clear from the middle of a chord on, whose ends turn by no more than 15 degrees.
const CLEAR: f64 = 0.3;
/// An edge across another one is the deepest place for sure where both faces beside it fall off by this slope.
const FALLS: f64 = 0.01;
/// Into a face or along an edge it goes deeper if the slope is more than rounding.
const DEEPER: f64 = 1e-9;

/// With what a solid takes part.
#[derive(Clone, Copy, Debug)]
enum Seat {
    /// The face of a triangle, with a place on it; that of a half-space without one.
    Face(Option<Nearest>),
    /// The number of a sharp edge.
    Edge(u32),
    /// The number of a vertex.
    Corner(u32),
}

/// A place with its rates.
type Place = (Vec3, Rate3);

/// What two seats have come to.
// it lives on the stack of one query and is never stored
#[allow(clippy::large_enum_variant)]
enum Found {
    /// The deepest place, the place from which its points are feet, and how far it leans if it is flat.
    Stand(Stand, Place, Option<Lean>),
    /// The way to it leads beyond an edge of a face, or its tip.
    Beyond(usize, Seat),
    /// There is none on faces, and no edge or tip on the way.
    Nowhere,
}

/// A foot on an edge in the frame of A with its rates.
struct OnEdge {
    point: Vec3,
    point_by: Rate3,
    tangent: Vec3,
    tangent_by: Rate3,
    bend: Vec3,
    end: bool,
}

/// The way of one query through seats.
pub(super) struct Passage<'a, 'b> {
    pub pair: &'a Pair<'b>,
    pub stack: &'a mut Vec<(u32, u32)>,
}

impl<'b> Passage<'_, 'b> {
    /// How the solids stand next to the place c that moves by `by`; `hint` is the direction of the force on A as triangles have it. What `can_be` denies does
    /// not count.
    pub fn find(
        &mut self,
        c: &Vec3,
        by: &Rate3,
        hint: &Vec3,
        can_be: &impl Fn(&Stand) -> bool,
    ) -> Option<Stand> {
        let seats = [self.facing(0, c, hint)?, self.facing(1, c, hint)?];
        let found = self.mixed(seats, (*c, *by), [OPEN; 2], can_be);
        let is_deepest = |found: &(Stand, bool)| found.1 && found.0.depth > 0.0;
        if let Some((stand, _)) = found.filter(is_deepest) {
            return Some(stand);
        }
        // From faces the way may go round in circles where rims cross.
        let crossed = self.edges_across((*c, *by)).filter(|stand| can_be(stand));
        crossed.or(found.map(|(stand, _)| stand))
    }

    /// How the sharp edges next to a place stand, where they cross and all four faces beside them fall off clearly.
    fn edges_across(&mut self, place: Place) -> Option<Stand> {
        let mut nearest = |k: usize| {
            let (mesh, sharp) = sharp_of(&self.pair.sides[k])?;
            let p = self.pair.inside(k, &place.0);
            sharp.nearest(&p, mesh.radius, self.stack, |_, _| true)
        };
        let edges = [nearest(0)?, nearest(1)?];
        let Found::Stand(stand, ..) = self.two_edges(edges, place)? else {
            return None;
        };
        let falls = |k: usize| {
            let out = if k == 0 {
                -stand.direction
            } else {
                stand.direction
            };
            self.fan(k, edges[k], &stand.at[k].point)
                .is_some_and(|[m, n]| {
                    let slopes = [into(&m, &n), into(&n, &m)];
                    slopes.iter().flatten().all(|w| out.dot(w) < -FALLS)
                })
        };
        let is_deepest = stand.depth > 0.0 && falls(0) && falls(1);
        (is_deepest && self.leave(&stand, &edges.map(Seat::Edge)).is_none()).then_some(stand)
    }

    /// What lies flat stays so up to `flattest`, by [`Flat`]; as it leans it has more and more of what is ahead. Whether it is the deepest place, and not one of some between
    /// which the way goes round.
    fn mixed(
        &mut self,
        seats: [Seat; 2],
        start: Place,
        mut flattest: [f64; 2],
        can_be: &impl Fn(&Stand) -> bool,
    ) -> Option<(Stand, bool)> {
        let (stand, lean, is_deepest) = self.walk(seats, start, flattest)?;
        let found = Some((stand, is_deepest)).filter(|(stand, _)| can_be(stand));
        let open = |l: &Lean| l.by > FLATTEST || self.is_shallow(&stand, l.by);
        let Some(lean) = lean.filter(open) else {
            return found;
        };
        let fewer = if lean.by > FLATTEST { FLATTEST } else { 0.0 };
        if fewer >= flattest[lean.flat as usize] {
            return found;
        }
        flattest[lean.flat as usize] = fewer;
        match (found, self.mixed(seats, start, flattest, can_be)) {
            (Some((flat, a)), Some((ahead, b))) => Some((lean.mixture(&flat, &ahead), a && b)),
            (flat, ahead) => flat.or(ahead),
        }
    }

    /// Whether what is ahead may be deeper by so much, on solids of this size, that what lies flat counts less.
    fn is_shallow(&self, flat: &Stand, leans: f64) -> bool {
        let radii = [0, 1].map(|k| self.mesh(k).map_or(f64::INFINITY, |mesh| mesh.radius));
        flat.depth < DEEP * (flat.depth + leans * radii[0].min(radii[1]))
    }

    /// Through seats until none is deeper; whether there was such an end.
    fn walk(
        &mut self,
        mut seats: [Seat; 2],
        start: Place,
        flattest: [f64; 2],
    ) -> Option<(Stand, Option<Lean>, bool)> {
        let mut place = start;
        let mut tried: [Option<[(u8, u32); 2]>; TURNS] = [None; TURNS];
        let mut last = None;
        let mut returned = false;
        for turn in 0..TURNS {
            let keys = [0, 1].map(|k| self.key(k, &seats[k]));
            let known = |keys: &[(u8, u32); 2], tried: &[Option<[(u8, u32); 2]>]| {
                tried.iter().flatten().any(|t| t == keys)
            };
            match self.settle(&seats, place, flattest)? {
                Found::Stand(stand, there, lean) => {
                    tried[turn] = Some(keys);
                    last = Some((stand, lean, false));
                    if self.pair.stays.is_none() {
                        place = there;
                    }
                    let next = self.leave(&stand, &seats);
                    let Some((k, seat)) = next else {
                        return Some((stand, lean, true));
                    };
                    if let (Seat::Corner(_), Seat::Face(_)) = (&seats[k], &seat) {
                        // a tip is no place of its face
                        place = start;
                    }
                    seats[k] = seat;
                }
                Found::Nowhere => return last,
                Found::Beyond(k, seat) => {
                    // once more from the edge, if that leads back
                    if returned {
                        tried[turn] = Some(keys);
                    }
                    returned = true;
                    seats[k] = seat;
                }
            }
            if known(&[0, 1].map(|k| self.key(k, &seats[k])), &tried) {
                break;
            }
        }
        last
    }

    fn mesh(&self, k: usize) -> Option<&'b ClosedMesh> {
        match self.pair.sides[k] {
            Of::Mesh(mesh, _) => Some(mesh),
            Of::HalfSpace => None,
        }
    }

    fn sharp(&self, k: usize) -> Option<(&'b ClosedMesh, &'b Sharp)> {
        sharp_of(&self.pair.sides[k])
    }

    fn edge(&self, k: usize, edge: u32) -> Option<(&ClosedMesh, &SharpEdge)> {
        let (mesh, sharp) = self.sharp(k)?;
        Some((mesh, sharp.edge(edge)))
    }

    /// Seats are the same if these are.
    fn key(&self, k: usize, seat: &Seat) -> (u8, u32) {
        match seat {
            Seat::Face(None) => (0, 0),
            Seat::Face(Some(on)) => {
                let exact = self.mesh(k).and_then(|m| m.exact.as_ref());
                (0, exact.map_or(on.triangle, |e| e.face(on.triangle)))
            }
            Seat::Edge(e) => (1, *e),
            Seat::Corner(v) => (2, *v),
        }
    }

    /// The triangle next to a place that looks at the other solid: the nearest one, or the one that does so most among those that are not much farther.
    /// None at an edge of a polyhedron whose edges are not known.
    fn facing(&mut self, k: usize, c: &Vec3, hint: &Vec3) -> Option<Seat> {
        let Of::Mesh(mesh, on) = self.pair.sides[k] else {
            return Some(Seat::Face(None));
        };
        if mesh.exact.is_none() && mesh.sharp().is_none() && on.feature != Feature::Face {
            return None;
        }
        let p = self.pair.inside(k, c);
        let out = self
            .pair
            .turned_inside(k, &if k == 0 { -*hint } else { *hint });
        let looks = |t: u32| {
            let [a, b, c] = mesh.corners(t);
            (b - a).cross(&(c - a)).normalize().dot(&out)
        };
        let smooth = on.feature == Feature::Face || mesh.foot(&p, on).is_some();
        if smooth && looks(on.triangle) > FACING {
            return Some(Seat::Face(Some(*on)));
        }
        let reach = 1.5 * on.squared.sqrt() + 4.0 * mesh.offset();
        let mut best = (looks(on.triangle), *on);
        // of faces that look alike the nearest one counts
        let mut least = f64::INFINITY;
        near(&mesh.tree, &p, self.stack, reach * reach, |t| {
            let (point, _) = nearest_of_triangle(&p, &mesh.corners(t));
            let squared = (point - p).norm_squared();
            let look = looks(t);
            let better = match look > FACING {
                true => squared < least,
                false => least == f64::INFINITY && look > best.0,
            };
            if squared <= reach * reach && better {
                if look > FACING {
                    least = squared;
                }
                best = (look, on_triangle(t, point, squared));
            }
            reach * reach
        });
        Some(Seat::Face(Some(Nearest {
            feature: Feature::Face,
            ..best.1
        })))
    }

    /// The deepest place of two seats.
    fn settle(&mut self, seats: &[Seat; 2], place: Place, flattest: [f64; 2]) -> Option<Found> {
        let [of_faces, of_edges] = flattest;
        match seats {
            [Seat::Face(a), Seat::Face(b)] => self.on_faces([*a, *b], place, of_faces),
            [Seat::Edge(e), Seat::Face(on)] => self.edge_on_face(0, *e, *on, place, of_edges),
            [Seat::Face(on), Seat::Edge(e)] => self.edge_on_face(1, *e, *on, place, of_edges),
            [Seat::Corner(v), Seat::Face(on)] => self.corner_on_face(0, *v, *on),
            [Seat::Face(on), Seat::Corner(v)] => self.corner_on_face(1, *v, *on),
            [Seat::Edge(d), Seat::Edge(e)] => self.two_edges([*d, *e], place),
            [Seat::Corner(v), Seat::Edge(e)] => self.corner_by_edge(0, *v, *e),
            [Seat::Edge(e), Seat::Corner(v)] => self.corner_by_edge(1, *v, *e),
            [Seat::Corner(v), Seat::Corner(w)] => {
                let at = [self.corner(0, *v)?, self.corner(1, *w)?];
                apart(at, at[0].point)
            }
        }
    }

    /// A foot on a face; from a place that has gone far from its triangle, that of the one that is nearest there.
    fn foot(&mut self, k: usize, on: &mut Option<Nearest>, x: &Vec3, by: &Rate3) -> Option<At> {
        let pair = self.pair;
        if let Some(foot) = pair.foot(k, on.as_ref(), x) {
            return Some(pair.follow(k, &foot, x, by));
        }
        let Of::Mesh(mesh, _) = pair.sides[k] else {
            return None;
        };
        let far = nearest(mesh, &pair.inside(k, x), self.stack);
        let was = on.as_ref().map(|on| on.triangle);
        let looks = |t: u32| {
            let [a, b, c] = mesh.corners(t);
            (b - a).cross(&(c - a)).normalize()
        };
        let alike = was.is_some_and(|t| looks(t).dot(&looks(far.triangle)) > FACING);
        let foot = alike.then(|| pair.foot(k, Some(&far), x))??;
        *on = Some(far);
        Some(pair.follow(k, &foot, x, by))
    }

    /// The deepest place of two faces, or the edge that is on the way there.
    fn on_faces(
        &mut self,
        mut on: [Option<Nearest>; 2],
        (mut x, mut by): Place,
        flattest: f64,
    ) -> Option<Found> {
        let start = on;
        if let Some(k) = self.without_foot(&start, &x) {
            // next to the tip of a cone, or on its axis
            let beside = self.pair.outside(k, &on[k]?.point);
            if self.pair.foot(k, on[k].as_ref(), &beside).is_none() {
                return Some(self.off(k, on[k].as_ref(), &x));
            }
            x = beside;
        }
        let mut now = self.feet(&mut on, &x, &by)?;
        for _ in 0..STEPS {
            let bend = now[0].bend + now[1].bend;
            let open = now[0].normal + now[1].normal;
            let across = now[0].normal - now[1].normal;
            let inverse = match &self.pair.stays {
                Some(stays) => unbent_across(&bend, &across, stays),
                None => unbent(&bend, &across),
            };
            let Some(inverse) = inverse else {
                break;
            };
            let open_by = now[0].normal_by + now[1].normal_by;
            let (mut step, mut step_by) = (inverse * open, inverse * open_by);
            let mut next = self.feet(&mut on, &(x - step), &(by - step_by));
            if next.is_none() {
                match self.ahead(&start, &now, &-step) {
                    Found::Nowhere => {}
                    edge => return Some(edge),
                }
            }
            for _ in 0..STEPS {
                if next.is_some() {
                    break;
                }
                (step, step_by) = (step * 0.5, step_by * 0.5);
                next = self.feet(&mut on, &(x - step), &(by - step_by));
            }
            (now, x, by) = (next?, x - step, by - step_by);
            if open.norm() < OPPOSITE {
                break;
            }
            if let Some((k, edge)) = self.beyond_any(&start, &now) {
                return Some(Found::Beyond(k, Seat::Edge(edge)));
            }
        }
        let open = now[0].normal + now[1].normal;
        if open.norm() > flattest {
            return Some(self.ahead(&start, &now, &-open));
        }
        let lean = Lean::of_faces(&now);
        let u = (now[1].normal - now[0].normal).try_normalize(0.0)?;
        Some(Found::Stand(found(now, u), (x, by), lean))
    }

    fn feet(&mut self, on: &mut [Option<Nearest>; 2], x: &Vec3, by: &Rate3) -> Option<[At; 2]> {
        let [a, b] = on;
        Some([self.foot(0, a, x, by)?, self.foot(1, b, x, by)?])
    }

    /// The first of two faces on which a place has no foot.
    fn without_foot(&self, on: &[Option<Nearest>; 2], x: &Vec3) -> Option<usize> {
        (0..2).find(|&k| self.pair.foot(k, on[k].as_ref(), x).is_none())
    }

    fn follow_edge(&self, k: usize, foot: &EdgeFoot, x: &Vec3, by: &Rate3) -> OnEdge {
        let pair = self.pair;
        let r = match k {
            0 => Mat3::identity(),
            _ => pair.pose.rotation,
        };
        let (t, bend) = (r * foot.tangent, r * foot.bend);
        let point = match k {
            0 => foot.point,
            _ => r * foot.point + pair.pose.position,
        };
        let still = match k {
            0 => Rate3::carried(&point),
            _ => Rate3::ZERO,
        };
        // (1 − (x − C)·C'')·ds = t·(dx − dC)
        let stretch = 1.0 - (x - point).dot(&bend);
        let moved = match k {
            0 => *by - Rate3::carried(x),
            _ => *by,
        };
        let along = match foot.end || stretch <= 0.0 {
            true => Rate1::ZERO,
            false => moved.along(&t) / stretch,
        };
        let turned = match k {
            0 => Rate3::turning_with(&t),
            _ => Rate3::ZERO,
        };
        OnEdge {
            point,
            point_by: still + Rate3::outer(&t, &along),
            tangent: t,
            tangent_by: turned + Rate3::outer(&bend, &along),
            bend,
            end: foot.end,
        }
    }

    /// The edge of a side on the face of the other.
    fn edge_on_face(
        &mut self,
        k: usize,
        edge: u32,
        mut on: Option<Nearest>,
        (mut x, mut by): Place,
        flattest: f64,
    ) -> Option<Found> {
        let start = on;
        let mut last: Option<(OnEdge, At)> = None;
        let mut lean = None;
        let mut open = f64::INFINITY;
        for turn in 0..=STEPS {
            let (mesh, e) = self.edge(k, edge)?;
            let foot = mesh.edge_foot(e, &self.pair.inside(k, &x));
            let at = self.follow_edge(k, &foot, &x, &by);
            let Some(other) = self.foot(1 - k, &mut on, &at.point, &at.point_by) else {
                if last.is_none() {
                    return Some(self.off(1 - k, on.as_ref(), &at.point));
                }
                break;
            };
            if turn > 0
                && let Some(on) = &start
                && let Some(edge) = self.beyond(1 - k, on, &other.point, &other.normal)
            {
                return Some(Found::Beyond(1 - k, Seat::Edge(edge)));
            }
            let done = open.abs() < OPPOSITE;
            open = other.normal.dot(&at.tangent);
            let bend = at.bend.dot(&other.normal) + at.tangent.dot(&(other.bend * at.tangent));
            let floor = STRAIGHT * at.bend.norm().max(other.bend.amax());
            let open_by = other.normal_by.along(&at.tangent) + at.tangent_by.along(&other.normal);
            (x, by) = (at.point, at.point_by);
            if self.pair.stays.is_some() {
                last = Some((at, other));
                break;
            }
            if !(done || at.end && last.is_some()) && bend > 0.0 {
                let inverse = bend / (bend * bend + floor * floor);
                x -= at.tangent * (open * inverse);
                by -= Rate3::outer(&at.tangent, &(open_by * inverse));
                last = Some((at, other));
                continue;
            }
            let straight = !at.end && bend.abs() <= floor;
            if open.abs() > flattest && straight {
                // along a straight edge on a plane it is deepest at a corner
                let (mesh, _) = self.edge(k, edge)?;
                let far = at.point - at.tangent * (2.0 * mesh.radius * open.signum());
                (x, by) = (far, by);
                last = Some((at, other));
                continue;
            }
            lean = straight.then(|| Lean {
                flat: Flat::Edge,
                by: open.abs(),
                by_by: open_by * open.signum(),
            });
            last = Some((at, other));
            break;
        }
        let (at, other) = last?;
        let edge = At {
            point: at.point,
            point_by: at.point_by,
            normal: -other.normal,
            normal_by: -other.normal_by,
            bend: Mat3::zeros(),
        };
        let place = (at.point, at.point_by);
        Some(pointed(k, edge, other, place, lean))
    }

    fn corner(&self, k: usize, vertex: u32) -> Option<At> {
        let mesh = self.mesh(k)?;
        let p = match mesh.tip(vertex) {
            Some(tip) => tip.point,
            None => mesh.sharp()?.vertices[vertex as usize],
        };
        let point = self.pair.outside(k, &p);
        Some(At {
            point,
            point_by: match k {
                0 => Rate3::carried(&point),
                _ => Rate3::ZERO,
            },
            normal: Vec3::zeros(),
            normal_by: Rate3::ZERO,
            bend: Mat3::zeros(),
        })
    }

    fn corner_on_face(&mut self, k: usize, vertex: u32, mut on: Option<Nearest>) -> Option<Found> {
        let at = self.corner(k, vertex)?;
        let Some(other) = self.foot(1 - k, &mut on, &at.point, &at.point_by) else {
            return Some(self.off(1 - k, on.as_ref(), &at.point));
        };
        Some(pointed(k, at, other, (at.point, at.point_by), None))
    }

    fn corner_by_edge(&mut self, k: usize, vertex: u32, edge: u32) -> Option<Found> {
        let at = self.corner(k, vertex)?;
        let (mesh, e) = self.edge(1 - k, edge)?;
        let foot = mesh.edge_foot(e, &self.pair.inside(1 - k, &at.point));
        let other = self.follow_edge(1 - k, &foot, &at.point, &at.point_by);
        let both = [at, other.at()];
        apart(if k == 0 { both } else { [both[1], both[0]] }, at.point)
    }

    /// Two edges across each other, by Newton's steps to where both are across the way between them; or along each other.
    fn two_edges(&mut self, edges: [u32; 2], (x, by): Place) -> Option<Found> {
        let foot = |k: usize, x: &Vec3, by: &Rate3| {
            let (mesh, e) = self.edge(k, edges[k])?;
            let foot = mesh.edge_foot(e, &self.pair.inside(k, x));
            Some(self.follow_edge(k, &foot, x, by))
        };
        let mut at = [foot(0, &x, &by)?, foot(1, &x, &by)?];
        if at[0].tangent.cross(&at[1].tangent).norm() < PARALLEL {
            at[1] = foot(1, &at[0].point, &at[0].point_by)?;
            return apart([at[0].at(), at[1].at()], at[0].point);
        }
        for _ in 0..STEPS {
            let way = at[1].point - at[0].point;
            let [[a, b], [c, d]] = crossing(&at, &way)?;
            let g = [way.dot(&at[0].tangent), way.dot(&at[1].tangent)];
            let steps = [-(a * g[0] + b * g[1]), -(c * g[0] + d * g[1])];
            let to = [0, 1].map(|i: usize| at[i].point + at[i].tangent * steps[i]);
            at = [foot(0, &to[0], &by)?, foot(1, &to[1], &by)?];
            let small = STRAIGHT * OPPOSITE * (way.norm() + to[0].norm());
            if steps[0].abs().max(steps[1].abs()) <= small {
                break;
            }
        }
        let way = at[1].point - at[0].point;
        let [[a, b], [c, d]] = crossing(&at, &way)?;
        // both along their edges, with A carried along
        let carried = Rate3::carried(&at[0].point);
        let turned = Rate3::turning_with(&at[0].tangent);
        let g_by = [
            turned.along(&way) - carried.along(&at[0].tangent),
            -carried.along(&at[1].tangent),
        ];
        let steps = [
            (g_by[0] * a + g_by[1] * b) * -1.0,
            (g_by[0] * c + g_by[1] * d) * -1.0,
        ];
        let ends = [at[0].end, at[1].end];
        let along = |i: usize| match ends[i] {
            true => Rate3::ZERO,
            false => Rate3::outer(&at[i].tangent, &steps[i]),
        };
        let both = [carried + along(0), along(1)];
        let mut u = at[0].tangent.cross(&at[1].tangent).normalize();
        let outward = [0, 1].map(|k| self.fan(k, edges[k], &at[k].point).map(|[m, n]| m + n));
        let [Some(of_a), Some(of_b)] = outward else {
            return None;
        };
        if (of_b - of_a).dot(&u) < 0.0 {
            u = -u;
        }
        let sides = [0, 1].map(|k: usize| At {
            point_by: both[k],
            ..at[k].at()
        });
        Some(Found::Stand(found(sides, u), (x, by), None))
    }

    /// The normals of the faces on both sides of an edge, in the frame of A.
    fn fan(&self, k: usize, edge: u32, point: &Vec3) -> Option<[Vec3; 2]> {
        let (mesh, e) = self.edge(k, edge)?;
        let normals = mesh.edge_normals(e, &self.pair.inside(k, point));
        Some(normals.map(|n| self.pair.turned_outside(k, &n)))
    }

    /// The side that has to leave its seat, and for which one; none if the place is the deepest.
    fn leave(&mut self, stand: &Stand, seats: &[Seat; 2]) -> Option<(usize, Seat)> {
        for k in 0..2 {
            let out = if k == 0 {
                -stand.direction
            } else {
                stand.direction
            };
            let at = &stand.at[k].point;
            let next = match &seats[k] {
                Seat::Face(None) => None,
                Seat::Face(Some(on)) => {
                    let normal = stand.at[k].normal;
                    self.beyond(k, on, at, &normal).map(Seat::Edge)
                }
                Seat::Edge(e) => self.off_edge(k, *e, at, &out),
                Seat::Corner(v) => self.off_corner(k, *v, &out),
            };
            if let Some(seat) = next {
                return Some((k, seat));
            }
        }
        None
    }

    /// The edge beyond which a place of a face is.
    fn beyond(&mut self, k: usize, on: &Nearest, at: &Vec3, normal: &Vec3) -> Option<u32> {
        let pair = self.pair;
        let (Of::Mesh(mesh, _), p) = (pair.sides[k], pair.inside(k, at)) else {
            return None;
        };
        let sharp = mesh.sharp()?;
        let n = pair.turned_inside(k, normal);
        // between a place on the face and one beyond an edge of it there is that edge
        let reach = 1.01 * (p - on.point).norm() + 4.0 * mesh.offset();
        let room = 2.0 * mesh.tolerance();
        let edge = sharp.nearest(&p, reach, self.stack, |e, q| {
            let off = p - q;
            let flat = off.dot(&n).abs() <= FLAT * off.norm() + room;
            flat && mesh.border(sharp, e, on.triangle, &n).is_some()
        })?;
        // at a corner as near as another one: the edge beyond which it is
        let inward = |e: &SharpEdge, q: &Vec3, normals: [Vec3; 2]| {
            let i = mesh.border(sharp, e, on.triangle, &n)?;
            Some((p - q).dot(&into(&normals[i], &normals[1 - i])?))
        };
        let off = |k: u32| {
            let e = sharp.edge(k);
            Some((inward(e, &e.nearest(&p), e.normals)?, k))
        };
        let q = sharp.edge(edge).nearest(&p);
        let end = mesh.end_of(sharp.edge(edge), &q);
        let is_end = sharp.vertices[end as usize] == q;
        let others = mesh.sharp_around(sharp, end).filter(|_| is_end);
        let all = others.chain([edge]).filter_map(off);
        let (off, edge) = all.min_by(|x, y| x.0.total_cmp(&y.0))?;
        let e = sharp.edge(edge);
        // its chord says it unless the place is next to it
        if off > room + FLAT * (p - e.nearest(&p)).norm() {
            return None;
        }
        let q = mesh.edge_foot(e, &p).point;
        (inward(e, &q, mesh.edge_normals(e, &q))? < 0.0).then_some(edge)
    }

    /// The same on either side.
    fn beyond_any(&mut self, on: &[Option<Nearest>; 2], at: &[At; 2]) -> Option<(usize, u32)> {
        (0..2).find_map(|k| {
            let edge = self.beyond(k, on[k].as_ref()?, &at[k].point, &at[k].normal)?;
            Some((k, edge))
        })
    }

    /// The edge or tip on a way that leads out of faces from places on them: the nearest one.
    fn ahead(&mut self, on: &[Option<Nearest>; 2], at: &[At; 2], way: &Vec3) -> Found {
        if let Some((k, edge)) = self.beyond_any(on, at) {
            return Found::Beyond(k, Seat::Edge(edge));
        }
        let mut best: (f64, Found) = (f64::INFINITY, Found::Nowhere);
        for k in 0..2 {
            let (Some(mesh), Some(on)) = (self.mesh(k), &on[k]) else {
                continue;
            };
            let (p, n, d) = (
                self.pair.inside(k, &at[k].point),
                self.pair.turned_inside(k, &at[k].normal),
                self.pair.turned_inside(k, way),
            );
            let Some(d) = (d - n * n.dot(&d)).try_normalize(0.0) else {
                continue;
            };
            let room = 2.0 * mesh.tolerance();
            let is_ahead = |off: &Vec3| {
                let flat = off.dot(&n).abs() <= FLAT * off.norm() + room;
                flat && off.dot(&d) >= AHEAD * off.norm()
            };
            // Of an edge that is no farther than chords are off, the chord would not tell which way it is.
            let way_to = |e: &SharpEdge, q: &Vec3| match (q - p).norm() <= room {
                true => mesh.edge_foot(e, &p).point - p,
                false => q - p,
            };
            let stack = &mut *self.stack;
            let edge = mesh.sharp().and_then(|sharp| {
                let edge = sharp.nearest(&p, best.0, stack, |e, q| {
                    is_ahead(&way_to(e, q)) && mesh.border(sharp, e, on.triangle, &n).is_some()
                })?;
                let found = sharp.edge(edge);
                Some((way_to(found, &found.nearest(&p)).norm(), Seat::Edge(edge)))
            });
            let tips = mesh.tips().iter().filter(|tip| is_ahead(&(tip.point - p)));
            let tips = tips.map(|tip| ((tip.point - p).norm(), Seat::Corner(tip.vertex)));
            for (far, seat) in tips.chain(edge) {
                if far < best.0 {
                    best = (far, Found::Beyond(k, seat));
                }
            }
        }
        best.1
    }

    /// The edge beyond which a point without a foot on a face is, or the tip.
    fn off(&mut self, k: usize, on: Option<&Nearest>, at: &Vec3) -> Found {
        let (Some(mesh), Some(on)) = (self.mesh(k), on) else {
            return Found::Nowhere;
        };
        let p = self.pair.inside(k, at);
        let [a, b, c] = mesh.corners(on.triangle);
        let n = (b - a).cross(&(c - a)).normalize();
        let reach = 1.01 * (p - on.point).norm() + 4.0 * mesh.offset();
        let tips = mesh
            .tips()
            .iter()
            .map(|tip| ((tip.point - p).norm(), tip.vertex));
        let tip = tips.filter(|(far, _)| *far <= reach);
        let tip = tip.min_by(|x, y| x.0.total_cmp(&y.0));
        let within = tip.map_or(reach, |(far, _)| far);
        let edge = mesh.sharp().and_then(|sharp| {
            let is_border = |e: &SharpEdge| mesh.border(sharp, e, on.triangle, &n).is_some();
            sharp.nearest(&p, within, self.stack, |e, _| is_border(e))
        });
        let seat = edge.map(Seat::Edge).or(tip.map(|(_, v)| Seat::Corner(v)));
        seat.map_or(Found::Nowhere, |seat| Found::Beyond(k, seat))
    }

    /// A corner or a face that is deeper than an edge.
    fn off_edge(&self, k: usize, edge: u32, at: &Vec3, out: &Vec3) -> Option<Seat> {
        let (mesh, e) = self.edge(k, edge)?;
        let (_, sharp) = self.sharp(k)?;
        let (p, out) = (self.pair.inside(k, at), self.pair.turned_inside(k, out));
        let foot = mesh.edge_foot(e, &p);
        let end = mesh.end_of(e, &foot.point);
        let away = sharp.vertices[end as usize] * 2.0 - e.ends[0] - e.ends[1];
        let beyond = foot.tangent * foot.tangent.dot(&away).signum();
        if foot.end && out.dot(&beyond) > DEEPER {
            return Some(Seat::Corner(end));
        }
        let slopes = |normals: [Vec3; 2]| {
            let slope = |i: usize| into(&normals[i], &normals[1 - i]).map_or(0.0, |w| out.dot(&w));
            [slope(0), slope(1)]
        };
        // half way along its chord they are not much different
        let about = slopes(e.normals);
        if about[0].max(about[1]) < -CLEAR {
            return None;
        }
        let slopes = slopes(mesh.edge_normals(e, &p));
        let i = usize::from(slopes[1] > slopes[0]);
        (slopes[i] > DEEPER).then(|| {
            let triangle = mesh.beside(e)[i];
            let (point, _) = nearest_of_triangle(&p, &mesh.corners(triangle));
            let squared = (point - p).norm_squared();
            Seat::Face(Some(on_triangle(triangle, point, squared)))
        })
    }

    /// The edge along which it goes deepest from a corner, or the face from a tip.
    fn off_corner(&self, k: usize, vertex: u32, out: &Vec3) -> Option<Seat> {
        let mesh = self.mesh(k)?;
        let out = self.pair.turned_inside(k, out);
        let mut best = (DEEPER, None);
        let line = mesh.tip(vertex).and_then(|tip| tip.line(&out));
        if let Some(line) = line.filter(|line| line.slope > DEEPER) {
            let face = on_triangle(line.triangle, line.along, 0.0);
            best = (line.slope, Some(Seat::Face(Some(face))));
        }
        let Some(sharp) = mesh.sharp() else {
            return best.1;
        };
        let p = sharp.vertices[vertex as usize];
        for edge in mesh.sharp_around(sharp, vertex) {
            let e = sharp.edge(edge);
            let foot = mesh.edge_foot(e, &p);
            let away = e.ends[0] + e.ends[1] - p - p;
            let slope = out.dot(&foot.tangent) * foot.tangent.dot(&away).signum();
            if slope > best.0 {
                best = (slope, Some(Seat::Edge(edge)));
            }
        }
        best.1
    }
}

impl OnEdge {
    fn at(&self) -> At {
        At {
            point: self.point,
            point_by: self.point_by,
            normal: Vec3::zeros(),
            normal_by: Rate3::ZERO,
            bend: Mat3::zeros(),
        }
    }
}

/// The inverse of the derivatives of `(b − a)·t_a` and `(b − a)·t_b` by steps along both edges.
fn crossing(at: &[OnEdge; 2], way: &Vec3) -> Option<[[f64; 2]; 2]> {
    let across = at[0].tangent.dot(&at[1].tangent);
    let (a, b) = (way.dot(&at[0].bend) - 1.0, across);
    let (c, d) = (-across, 1.0 + way.dot(&at[1].bend));
    let det = a * d - b * c;
    (det.abs() > 0.0).then(|| [[d / det, -b / det], [-c / det, a / det]])
}

/// A side with its sharp edges.
fn sharp_of<'a>(side: &Of<'a>) -> Option<(&'a ClosedMesh, &'a Sharp)> {
    match side {
        Of::Mesh(mesh, _) => Some((mesh, mesh.sharp()?)),
        Of::HalfSpace => None,
    }
}

/// Into the face with the normal n across its edge with a face with the normal m.
fn into(n: &Vec3, m: &Vec3) -> Option<Vec3> {
    (n * n.dot(m) - m).try_normalize(0.0)
}

/// A point of side k on the face of the other.
fn pointed(k: usize, point: At, face: At, place: Place, lean: Option<Lean>) -> Found {
    let (at, u) = match k {
        0 => ([point, face], face.normal),
        _ => ([face, point], -face.normal),
    };
    Found::Stand(found(at, u), place, lean)
}

/// Two places of solids that do not lie in each other.
fn apart(at: [At; 2], x: Vec3) -> Option<Found> {
    let u = (at[0].point - at[1].point).try_normalize(0.0)?;
    Some(Found::Stand(found(at, u), (x, at[0].point_by), None))
}
