//! Contact of CAD solids as it passes from face to edge: depth, direction and rates go on evenly.
// A helper of a test fails like the test itself.
#![allow(clippy::unwrap_used)]

use carom_base::space::exp_so3;
use carom_base::{Mat3, Pose, Vec3};
use carom_cad::brep::{Body, Placement};
use carom_cad::{MeshOptions, faceted, step};
use carom_geometry::overlap::{Form, Memory, Options, Prepared, Volume, Workspace};
use carom_geometry::{CONTACT_TRIANGLES, Refinement};
use std::f64::consts::{PI, TAU};
use std::sync::Arc;

/// A body of the examples.
fn body(name: &str) -> Arc<Body> {
    let root = env!("CARGO_MANIFEST_DIR");
    let path = format!("{root}/../../examples/cad_contact/{name}.step");
    let file = step::read(&std::fs::read(path).unwrap()).unwrap();
    Arc::new(file.solids.bodies[0].clone())
}

/// As contacts take it where a rotation puts it, in another unit.
fn placed(name: &str, rotation: Mat3, translation: Vec3, unit: f64) -> Prepared {
    let body = body(name);
    let options = MeshOptions::by_resolution(&body, 300.0).unwrap();
    let place = Placement {
        body: 0,
        path: String::new(),
        rotation,
        translation,
    };
    let made = faceted(&[(body, &place, options)], unit).unwrap();
    Prepared::facets(made.solid(CONTACT_TRIANGLES).unwrap())
}

fn example(name: &str) -> Prepared {
    placed(name, Mat3::identity(), Vec3::zeros(), 1.0)
}

/// An involute gear of the examples: module 4 mm, pressure angle 20°, a play of 0.1 mm between both.
struct Gear {
    teeth: f64,
    centre: Vec3,
    /// Radii of the base circle and of the tips.
    base: f64,
    tip: f64,
    /// Half the angle of a tooth at the base circle.
    half: f64,
}

const PRESSURE: f64 = PI / 9.0;

impl Gear {
    fn new(teeth: f64, centre: f64) -> Self {
        let pitch = 2.0 * teeth;
        let half = PI / (2.0 * teeth) - 0.1 / (4.0 * pitch);
        Self {
            teeth,
            centre: Vec3::x() * centre,
            base: pitch * PRESSURE.cos(),
            tip: pitch + 4.0,
            half: half + PRESSURE.tan() - PRESSURE,
        }
    }

    /// Where the thread of the involute on the upper flank leaves the base circle at its root, for a tooth at an angle.
    fn root(&self, tooth: f64) -> f64 {
        tooth + self.half
    }

    /// The tip of the upper flank.
    fn tip(&self, tooth: f64) -> Vec3 {
        let u = ((self.tip / self.base).powi(2) - 1.0).sqrt();
        let a = self.root(tooth) - (u - u.atan());
        self.centre + Vec3::new(a.cos(), a.sin(), 0.0) * self.tip
    }

    /// The depth of a point below the involute of the upper flank, and the outward normal there: along the thread that is tangent to the base circle.
    fn depth(&self, tooth: f64, p: &Vec3) -> (f64, Vec3) {
        let arm = p - self.centre;
        let free = (arm.norm_squared() - self.base * self.base).sqrt();
        let tangent = arm.y.atan2(arm.x) - (free / self.base).atan();
        let wound = (self.root(tooth) - tangent + PI).rem_euclid(TAU) - PI;
        let normal = Vec3::new(-tangent.sin(), tangent.cos(), 0.0);
        (self.base * wound - free, normal)
    }

    /// The length of the thread that leaves the base circle at an angle.
    fn thread(&self, tooth: f64, leaves: f64) -> f64 {
        self.base * ((self.root(tooth) - leaves + PI).rem_euclid(TAU) - PI)
    }
}

/// Depth, direction of the force on the pinion and place of the deepest point.
type Touch = (f64, Vec3, Vec3);

/// Of teeth at two angles, if their flanks are p deep in each other: both threads fill the line of action.
fn of_teeth(gears: &[Gear; 2], teeth: [f64; 2], p: f64) -> Option<Touch> {
    let leaves = [-PRESSURE, PI - PRESSURE];
    let threads = [0, 1].map(|k| gears[k].thread(teeth[k], leaves[k]));
    let between = gears[1].centre.norm() * PRESSURE.sin();
    let fill = (threads[0] + threads[1] - between - p).abs() < 1e-9;
    if !fill || threads[0].min(threads[1]) < 0.0 {
        return None;
    }
    let beyond = |k: usize| gears[k].base.hypot(threads[k]) > gears[k].tip;
    if !beyond(0) && !beyond(1) {
        let normal = Vec3::new(PRESSURE.sin(), PRESSURE.cos(), 0.0);
        let tangent = Vec3::new(leaves[0].cos(), leaves[0].sin(), 0.0) * gears[0].base;
        return Some((p, -normal, tangent + normal * (threads[0] - 0.5 * p)));
    }
    // the tip of one on the flank of the other
    let k = usize::from(!beyond(1));
    let tip = gears[1 - k].tip(teeth[1 - k]);
    let (depth, normal) = gears[k].depth(teeth[k], &tip);
    let u = if k == 0 { -normal } else { normal };
    (depth > 0.0).then_some((depth, u, tip + normal * (0.5 * depth)))
}

/// All of them, the least deep one first.
fn closed_form(gears: &[Gear; 2], angles: [f64; 2], p: f64) -> Vec<Touch> {
    let tooth = |k: usize, i: u32| angles[k] + TAU * f64::from(i) / gears[k].teeth;
    let pairs = (0..18).flat_map(|i| (0..27).map(move |j| [i, j]));
    let mut found: Vec<_> = pairs
        .filter_map(|[i, j]| of_teeth(gears, [tooth(0, i), tooth(1, j)], p))
        .collect();
    found.sort_by(|x, y| x.0.total_cmp(&y.0));
    found
}

/// Two involute gears over one and a half pitches, one held ahead of the even motion: two flanks, then the sharp tip of one in the flank of the other until it
/// leaves it, are as deep in each other as involutes say, without a jump; so is the moment on the wheel.
#[test]
fn tips_of_gears_leave_flanks_evenly() {
    let solids = [example("pinion"), example("gear")];
    let gears = [Gear::new(18.0, 0.0), Gear::new(27.0, 90.0)];
    let (mut space, mut memory) = (Workspace::default(), Memory::default());
    // splines through 19 points are up to 18 nm off the involute
    let spline = 2e-5;
    for p in [0.003, 0.02] {
        let (mut worst, mut turned, mut moments) = (0.0f64, 0.0f64, 0.0f64);
        let mut passing = 0;
        for k in 0..600 {
            let a = 0.0009 * f64::from(k);
            let b = -a * 18.0 / 27.0 + 0.05 / 54.0 + p / gears[1].base;
            let turn = exp_so3(&Vec3::new(0.0, 0.0, a));
            let pose = Pose {
                position: turn.tr_mul(&gears[1].centre),
                rotation: turn.transpose() * exp_so3(&Vec3::new(0.0, 0.0, b)),
            };
            let found = space
                .overlap(
                    &solids[0],
                    &solids[1],
                    &pose,
                    &mut memory,
                    &Options::default(),
                )
                .unwrap();
            let mut found: Vec<&Volume> = found.iter().collect();
            found.sort_by(|x, y| x.distance().total_cmp(&y.distance()));
            let mut wanted = closed_form(&gears, [a, b], p);
            // a touch within the error of the splines may be missed or be one too many
            if wanted.len() > found.len() && wanted[0].0 < spline {
                wanted.remove(0);
            }
            if found.len() > wanted.len() && found[0].distance() < spline {
                found.remove(0);
            }
            assert_eq!(found.len(), wanted.len(), "{p} {k}");
            let moment = |at: Vec3, u: Vec3, depth: f64| {
                (depth / p).powf(1.5) * (at - gears[1].centre).cross(&u).z / gears[1].base
            };
            let mut sums = [0.0; 2];
            for (v, (depth, u, at)) in found.iter().zip(&wanted) {
                worst = worst.max((v.distance() - depth).abs());
                passing += usize::from(*depth < 0.999 * p);
                let direction = turn * v.direction().unwrap();
                if *depth > spline {
                    turned = turned.max((direction - u).norm());
                }
                let middle = turn * ((v.nearest[0] + v.nearest[1]) * 0.5);
                sums[0] += moment(middle, direction, v.distance());
                sums[1] += moment(*at, *u, *depth);
            }
            moments = moments.max((sums[0] / sums[1] - 1.0).abs());
        }
        assert!(passing > 25, "{passing}");
        // so steps from one angle to the next are those of the closed form within twice that
        assert!(worst < spline, "{p}: {worst:e}");
        // the slope of a spline that far off over a piece of the flank of 0.1 mm
        assert!(turned < 2e-3, "{p}: {turned:e}");
        assert!(moments < 1e-2, "{p}: {moments:e}");
    }
}

/// The disc of the cam, a cylinder of 40 mm about (10, 0) between z = −10 and 10, and a ball of 30 mm that has no formulas: on its round side, its upper face and
/// over the circle between them, wherever the body is put and in whatever unit, the depth is 30 mm less the distance of the centre.
#[test]
fn the_rim_of_a_disc_meets_a_ball() {
    let turn = exp_so3(&Vec3::new(0.3, -0.7, 1.1));
    let mirror = Mat3::from_diagonal(&Vec3::new(-1.0, 1.0, 1.0));
    for (rotation, unit) in [(turn, 1.0), (turn * mirror, 1e-3)] {
        let cam = placed("cam", rotation, Vec3::new(5.0, -3.0, 2.0), unit);
        let semi_axes = Vec3::repeat(30.0 * unit);
        let form = Form::Ellipsoid { semi_axes };
        let ball = Prepared::with_faces(form, Refinement::VIEW).unwrap();
        let mut space = Workspace::default();
        let mut before: Option<f64> = None;
        for k in 0..300 {
            // around the rim from the side to the upper face
            let k = f64::from(k);
            let (around, up) = (0.02 * k - 1.5, (0.5 * PI + 0.4) * k / 300.0 - 0.2);
            let out = Vec3::new(around.cos(), around.sin(), 0.0);
            let rim = Vec3::new(10.0, 0.0, 10.0) + out * 40.0;
            let depth = 0.05 * (1.0 + 0.9 * (0.1 * k).sin());
            let reach = 30.0 - depth;
            let way = out * up.cos() + Vec3::z() * up.sin();
            // below the rim the nearest point is on the side, within it on the upper face
            let centre = match up {
                _ if up < 0.0 => rim + out * reach + Vec3::z() * (30.0 * up),
                _ if up > 0.5 * PI => rim + Vec3::z() * reach + out * (30.0 * (0.5 * PI - up)),
                _ => rim + way * reach,
            };
            let u = match up {
                _ if up < 0.0 => out,
                _ if up > 0.5 * PI => Vec3::z(),
                _ => way,
            };
            let pose = Pose {
                position: (rotation * centre + Vec3::new(5.0, -3.0, 2.0)) * unit,
                rotation: exp_so3(&Vec3::new(0.1 * k, 0.2, 0.3)),
            };
            let found = space
                .overlap(
                    &cam,
                    &ball,
                    &pose,
                    &mut Memory::default(),
                    &Options::default(),
                )
                .unwrap();
            assert_eq!(found.len(), 1, "{k}");
            let d = found[0].distance() / unit;
            // coordinates of 50 with twelve digits in the file
            assert!((d - depth).abs() < 1e-9, "{k} {d} {depth}");
            let lean = found[0].direction().unwrap() + rotation * u;
            // what Newton's steps leave of the place on two faces
            assert!(lean.norm() < 1e-5, "{k} {lean:?}");
            // so it takes no step that the given depth does not take: 0.0045 mm from one place to the next
            assert!(before.is_none_or(|b| (d - b).abs() < 0.0046), "{k}");
            before = Some(d);
        }
    }
}
