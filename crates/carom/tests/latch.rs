//! The latch of the examples, with the kinematics and statics of its linkage worked out here: angles, the closed form of the dead centre, equilibrium under a
//! push that is too weak, moments, power and energy on the way.
#![allow(clippy::unwrap_used)] // a helper of a test fails like the test itself

use carom::model::Model;
use carom::model::analysis::OutputGrid;
use carom::model::run::{BodyRow, ContactRow, Frame};
use carom::{Request, Results};
use std::fs;
use std::path::{Path, PathBuf};

type Point = [f64; 2];

// Where things are at the start, cm.
const HOOK_ON_PIVOT: Point = [3.0, 3.0];
const HANDLE_ON_PIVOT: Point = [2.0, 8.0];
const SLIDER_ON_HANDLE: Point = [-1.0, 10.0];
const SLIDER_ON_HOOK: Point = [-6.0, 5.0];
const HANDLE_END: Point = [-10.0, 22.0];
const SPRING_ON_HOOK: Point = [-14.0, 1.0];
/// The corner of the hook that presses on the block.
const CORNER: Point = [-12.0, 1.0];
const SPRING_ON_GROUND: Point = [-23.0, 1.0];
/// Top of the block.
const TOP: f64 = 1.0;
/// The push of the handle, as it turns with it.
const PUSH: Point = [-std::f64::consts::FRAC_1_SQRT_2; 2];

const GRAVITY: f64 = 980.665;
/// Force times this is mass times acceleration: 1 N is 100 kg·cm/s².
const UNIT: f64 = 100.0;
/// Centres of mass at the start, masses, moments of inertia: pivot, handle, slider, hook.
const PARTS: [(Point, f64, f64); 4] = [
    ([5.0 / 3.0, 11.0 / 3.0], 0.070209, 0.218428),
    ([-4.0, 15.0], 0.11297428925882397, 3.2079990887453556),
    ([-3.5, 7.5], 0.043323662250716766, 0.18322298826865635),
    (
        [-6.049180327868852, 4.027322404371584],
        0.475861,
        16.041250295992718,
    ),
];
const STIFFNESS: f64 = 800.0;
const DAMPING: f64 = 0.5;
const LENGTH: f64 = 9.0;

fn sub(a: Point, b: Point) -> Point {
    [a[0] - b[0], a[1] - b[1]]
}

fn dot(a: Point, b: Point) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

fn cross(a: Point, b: Point) -> f64 {
    a[0] * b[1] - a[1] * b[0]
}

fn distance(a: Point, b: Point) -> f64 {
    let d = sub(a, b);
    d[0].hypot(d[1])
}

fn heading(from: Point, to: Point) -> f64 {
    let d = sub(to, from);
    d[1].atan2(d[0])
}

fn turned(v: Point, angle: f64) -> Point {
    let (s, c) = angle.sin_cos();
    [c * v[0] - s * v[1], s * v[0] + c * v[1]]
}

/// A part that has turned by an angle; what was at `was` is at `is`.
#[derive(Clone, Copy)]
struct Placed {
    was: Point,
    is: Point,
    angle: f64,
}

impl Placed {
    fn at(&self, start: Point) -> Point {
        let r = turned(sub(start, self.was), self.angle);
        [self.is[0] + r[0], self.is[1] + r[1]]
    }

    /// As a run tells it, with the centre of mass.
    fn of(row: &BodyRow, part: usize) -> Self {
        let [w, x, y, z] = row.orientation;
        // The mechanism stays in its plane.
        assert!(x.abs() + y.abs() + row.position[2].abs() < 1e-9, "{row:?}");
        Self {
            was: PARTS[part].0,
            is: [row.position[0], row.position[1]],
            angle: 2.0 * z.atan2(w),
        }
    }
}

/// Pivot, handle, slider and hook, from the angles of pivot and hook: two circles meet where handle and slider join.
fn linkage(pivot: f64, hook: f64) -> [Placed; 4] {
    let origin = [0.0, 0.0];
    let pivot = Placed {
        was: origin,
        is: origin,
        angle: pivot,
    };
    let hook = Placed {
        was: HOOK_ON_PIVOT,
        is: pivot.at(HOOK_ON_PIVOT),
        angle: hook,
    };
    let (a, b) = (pivot.at(HANDLE_ON_PIVOT), hook.at(SLIDER_ON_HOOK));
    let along = distance(HANDLE_ON_PIVOT, SLIDER_ON_HANDLE);
    let beyond = distance(SLIDER_ON_HANDLE, SLIDER_ON_HOOK);
    let d = distance(a, b);
    let x = (d * d + along * along - beyond * beyond) / (2.0 * d);
    // Open: on the side where it is at the start.
    let y = -(along * along - x * x).sqrt();
    let meet = turned([x, y], heading(a, b));
    let meet = [a[0] + meet[0], a[1] + meet[1]];
    let arm = |was: Point, is: Point, from: Point, to: Point| Placed {
        was,
        is,
        angle: heading(is, to) - heading(was, from),
    };
    let handle = arm(HANDLE_ON_PIVOT, a, SLIDER_ON_HANDLE, meet);
    let slider = arm(SLIDER_ON_HOOK, b, SLIDER_ON_HANDLE, meet);
    [pivot, handle, slider, hook]
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/latch")
}

#[track_caller]
fn simulate(path: &Path, steps: Option<u32>, end: Option<f64>) -> (Model, Results) {
    let loaded = carom::open(path, None);
    let model = loaded
        .accepted()
        .unwrap_or_else(|| panic!("{:?}", loaded.diagnostics))
        .clone();
    let mut request = Request {
        output: steps.map(OutputGrid::Steps),
        end,
        ..Request::default()
    };
    request.options.error = Some(1e-10);
    let results = carom::simulate(&model, &request).unwrap();
    assert_eq!(results.error, None);
    assert_eq!(
        (results.degrees_of_freedom, results.redundant.len()),
        (2, 0)
    );
    (model, results)
}

/// One dynamic run, to the dead centre.
fn closing(steps: u32) -> Results {
    // It closes in 25 ms; the rest of the run would only widen the grid.
    simulate(&folder().join("latch.acf"), Some(steps), Some(0.025)).1
}

/// Equilibrium under another push.
fn held(push: u32) -> Results {
    let deck = fs::read_to_string(folder().join("latch.adm")).unwrap();
    let (is, shall) = ("FUNCTION = 80\n", format!("FUNCTION = {push}\n"));
    assert_eq!(deck.matches(is).count(), 1);
    let place = tempfile::tempdir().unwrap();
    fs::write(place.path().join("latch.adm"), deck.replace(is, &shall)).unwrap();
    let commands = place.path().join("latch.acf");
    fs::write(&commands, "latch\n\nSIMULATE/STATICS\nSTOP\n").unwrap();
    simulate(&commands, None, None).1
}

fn placed(frame: &Frame) -> [Placed; 4] {
    [0, 1, 2, 3].map(|k| Placed::of(&frame.bodies[k], k))
}

/// The force on the hook, in the plane, and where.
fn of_contact(contact: &ContactRow) -> (Point, Point) {
    let force = [0, 1].map(|k| contact.force * contact.normal[k]);
    assert_eq!(contact.friction, [0.0; 3]);
    ([contact.point[0], contact.point[1]], force)
}

/// What the wedge of a right-angled corner gives that leans by an angle and is `plain` deep under the top, by the rule of nearest points: the depth, and the
/// angle of the force from the vertical. The centroid of the triangle is two thirds of the way up.
fn wedge(plain: f64, lean: f64) -> (f64, f64) {
    let t = lean.tan();
    (plain * (4.0 + t * t).sqrt() / 3.0, (0.5 * t).atan())
}

#[test]
fn at_the_dead_centre_the_triangle_of_pivot_and_hook_is_closed() {
    let results = closing(100);
    let frame = results.frames.last().unwrap();
    let sensor = results.events.last().unwrap();
    assert_eq!(sensor.time, frame.time);
    let [pivot, _, _, hook] = placed(frame);

    // Handle and slider are in line, so that three sides of the triangle are known: the law of cosines.
    let a = distance(HOOK_ON_PIVOT, HANDLE_ON_PIVOT);
    let b = distance(HOOK_ON_PIVOT, SLIDER_ON_HOOK);
    let c =
        distance(HANDLE_ON_PIVOT, SLIDER_ON_HANDLE) + distance(SLIDER_ON_HANDLE, SLIDER_ON_HOOK);
    let closed = ((a * a + b * b - c * c) / (2.0 * a * b)).acos();
    let open = heading(HOOK_ON_PIVOT, SLIDER_ON_HOOK) - heading(HOOK_ON_PIVOT, HANDLE_ON_PIVOT);
    // The angle at the dead centre is flat in that of the triangle: rounding of 1e-16 leaves its square root.
    let turn = hook.angle - pivot.angle;
    assert!((turn - (closed - open)).abs() < 1e-8, "{turn}");

    // Pivot and hook turn about (0,0) as one; the depth of the contact says how high the corner is, and so how far they have turned.
    let contact = &frame.contacts[0];
    let (_, direction) = wedge(1.0, hook.angle);
    let plain = contact.depth / wedge(1.0, hook.angle).0;
    let at_start = |p: Point| {
        let r = turned(sub(p, HOOK_ON_PIVOT), closed - open);
        [r[0] + HOOK_ON_PIVOT[0], r[1] + HOOK_ON_PIVOT[1]]
    };
    let corner = at_start(CORNER);
    let (r, begin) = (corner[0].hypot(corner[1]), heading([0.0; 2], corner));
    // A corner at this depth is on the left, at the angle π − asin(height/r).
    let closed_at = |plain: f64| std::f64::consts::PI - ((TOP - plain) / r).asin() - begin;
    let angle = closed_at(plain);
    assert!((angle - pivot.angle).sin().abs() < 1e-8, "{angle}");

    // The spring is as long as that place says; a corner that does not sink in would stretch it a little more.
    let length = |angle| distance(turned(at_start(SPRING_ON_HOOK), angle), SPRING_ON_GROUND);
    let [_, degrees, told, force, _, x, y, _] = results.request(1).pop().unwrap();
    assert!(degrees.abs() < 1e-9, "{degrees}");
    assert!((length(angle) - told).abs() < 1e-7, "{told}");
    let elastic = |angle| STIFFNESS * (length(angle) - LENGTH);
    assert!((elastic(closed_at(0.0)) - 846.2426).abs() < 1e-4);
    // The rest is the damper: 0.5 N·s/cm at less than 1 cm/s.
    assert!((force - elastic(angle)).abs() < 0.5, "{force}");

    // The contact: K·dᵉ, and the damper in full beyond 0.01 cm; as steep as the wedge.
    assert!(contact.depth > 0.01);
    let law = 1e6 * contact.depth.powf(2.2) + 100.0 * contact.rate;
    assert!((contact.force - law).abs() < 1e-9 * law);
    let lateral = contact.normal[0].atan2(contact.normal[1]);
    assert!((lateral + direction).abs() < 1e-9, "{lateral}");
    let (_, pressed) = of_contact(contact);
    assert!((x - pressed[0]).abs() + (y - pressed[1]).abs() < 1e-9 * contact.force);
}

#[test]
fn a_weak_push_is_held_where_virtual_work_vanishes() {
    for push in [20, 40, 60] {
        let results = held(push);
        let frame = results.frames.last().unwrap();
        let told = placed(frame);
        let (pivot, hook) = (told[0].angle, told[3].angle);
        let own = linkage(pivot, hook);
        for (a, b) in own.iter().zip(&told) {
            // Constraints are solved to rounding; two circles that cross at this angle lose one digit.
            assert!(distance(a.at(b.was), b.is) < 1e-11);
            assert!((a.angle - b.angle).abs() < 1e-11);
        }
        // It has not closed.
        assert!(results.request(1)[0][1] > 40.0);

        let contact = &frame.contacts[0];
        let (point, pressed) = of_contact(contact);
        let law = 1e6 * contact.depth.powf(2.2);
        assert!((contact.force - law).abs() < 1e-9 * law);
        if push > 20 {
            // Enough lean for a wedge. Depth and direction of the force follow from the place of the corner.
            let plain = TOP - own[3].at(CORNER)[1];
            let (depth, direction) = wedge(plain, hook);
            assert!((contact.depth - depth).abs() < 1e-9, "{depth}");
            let lateral = contact.normal[0].atan2(contact.normal[1]);
            assert!((lateral + direction).abs() < 1e-9, "{lateral}");
        }

        // Virtual work of the two freedoms, by central differences: what is left is of the order of their step squared.
        let step = 1e-5;
        let material = |p: Placed| turned(sub(point, p.is), -p.angle);
        let pressed_at = [HOOK_ON_PIVOT, material(own[3])];
        let pressed_at = [
            pressed_at[0][0] + pressed_at[1][0],
            pressed_at[0][1] + pressed_at[1][1],
        ];
        let spring = sub(SPRING_ON_GROUND, own[3].at(SPRING_ON_HOOK));
        let length = distance(spring, [0.0; 2]);
        let pull = spring.map(|x| x / length * STIFFNESS * (length - LENGTH));
        let push_now = turned(PUSH, own[1].angle).map(|x| x * f64::from(push));
        for (dp, dh) in [(step, 0.0), (0.0, step)] {
            let (plus, minus) = (
                linkage(pivot + dp, hook + dh),
                linkage(pivot - dp, hook - dh),
            );
            let moved = |part: usize, p: Point| {
                sub(plus[part].at(p), minus[part].at(p)).map(|x| x / (2.0 * step))
            };
            let mut work = vec![
                dot(push_now, moved(1, HANDLE_END)),
                dot(pull, moved(3, SPRING_ON_HOOK)),
                dot(pressed, moved(3, pressed_at)),
            ];
            for (k, (centre, mass, _)) in PARTS.iter().enumerate() {
                work.push(-mass * GRAVITY / UNIT * moved(k, *centre)[1]);
            }
            let total: f64 = work.iter().sum();
            let largest = work.iter().fold(0.0, |m: f64, w| m.max(w.abs()));
            assert!(total.abs() < 1e-8 * largest, "{push}: {total} of {work:?}");
        }
    }
}

/// Sums over the parts at one time, in N and cm.
struct Balance {
    /// Moment about the pivot on ground: of all forces on the latch, less the rate of its angular momentum; and its largest term.
    moment: [f64; 2],
    /// Power of all forces less the rate of kinetic energy, and its largest term.
    power: [f64; 2],
    /// Kinetic energy, and potential energy of weight and spring.
    energy: f64,
    /// Power of what is neither: push, damper, contact.
    supply: f64,
}

fn balance(frame: &Frame) -> Balance {
    let parts = placed(frame);
    let velocity = |part: usize, p: Point| {
        let (row, r) = (&frame.bodies[part], sub(p, parts[part].is));
        let w = row.angular_velocity[2];
        [row.velocity[0] - w * r[1], row.velocity[1] + w * r[0]]
    };
    let end = parts[1].at(HANDLE_END);
    let push = turned(PUSH, parts[1].angle).map(|x| 80.0 * x);
    let hooked = parts[3].at(SPRING_ON_HOOK);
    let spring = sub(SPRING_ON_GROUND, hooked);
    let length = distance(spring, [0.0; 2]);
    let along = spring.map(|x| x / length);
    let rate = -dot(velocity(3, hooked), along);
    let pull = along.map(|x| x * (STIFFNESS * (length - LENGTH) + DAMPING * rate));
    let mut forces = vec![(1, end, push), (3, hooked, pull)];
    let mut supply = dot(push, velocity(1, end)) - DAMPING * rate * rate;
    for contact in &frame.contacts {
        let (point, pressed) = of_contact(contact);
        forces.push((3, point, pressed));
        supply += dot(pressed, velocity(3, point));
    }
    let mut moments: Vec<f64> = forces.iter().map(|f| cross(f.1, f.2)).collect();
    let mut powers: Vec<f64> = forces
        .iter()
        .map(|f| dot(f.2, velocity(f.0, f.1)))
        .collect();
    let mut energy = 0.5 * STIFFNESS * (length - LENGTH).powi(2);
    for (row, (_, mass, inertia)) in frame.bodies.iter().zip(&PARTS) {
        let pick = |v: [f64; 3]| [v[0], v[1]];
        let (at, v) = (pick(row.position), pick(row.velocity));
        let (w, turn) = (row.angular_velocity[2], row.angular_acceleration[2]);
        let lost = pick(row.acceleration);
        let lost = [-lost[0], -lost[1] - GRAVITY].map(|a| mass * a / UNIT);
        moments.push(cross(at, lost) - inertia * turn / UNIT);
        powers.push(dot(lost, v) - inertia * turn * w / UNIT);
        energy += (0.5 * mass * dot(v, v) + 0.5 * inertia * w * w + mass * GRAVITY * at[1]) / UNIT;
    }
    let of = |list: &[f64]| {
        let largest = list.iter().fold(0.0, |m: f64, x| m.max(x.abs()));
        [list.iter().sum(), largest]
    };
    Balance {
        moment: of(&moments),
        power: of(&powers),
        energy,
        supply,
    }
}

#[test]
fn the_contact_presses_as_moments_ask_and_energy_goes_nowhere() {
    let results = closing(1000);
    let frames = &results.frames;
    let times = results.times();
    let all: Vec<Balance> = frames.iter().map(balance).collect();
    // A frame at the start, one for each 25 µs, one at the sensor.
    assert!(all.len() > 990 && frames[1..].iter().all(|f| f.contacts.len() == 1));
    for (t, b) in times.iter().zip(&all) {
        // The whole latch turns about (0,0): neither joints nor what holds it together count. Accelerations are solved to 1e-10 of the largest force.
        assert!(
            b.moment[0].abs() < 1e-8 * b.moment[1],
            "{t}: {:?}",
            b.moment
        );
        assert!(b.power[0].abs() <= 1e-8 * b.power[1], "{t}: {:?}", b.power);
    }
    // Simpson's rule over pairs of intervals. It leaves 3e-11 of the energy, most of it of the kink where damping is full.
    let n = (all.len() - 2) / 2 * 2;
    let h = times[1] - times[0];
    let mut work = 0.0;
    for k in (0..n).step_by(2) {
        work += h / 3.0 * (all[k].supply + 4.0 * all[k + 1].supply + all[k + 2].supply);
    }
    let gained = all[n].energy - all[0].energy;
    assert!(gained > 300.0);
    assert!((gained - work).abs() < 1e-9 * gained, "{gained} of {work}");
}

#[test]
fn both_languages_close_at_one_time() {
    let adams = closing(10);
    let (_, motionsolve) = simulate(&folder().join("latch.xml"), Some(10), Some(0.025));
    let (a, b) = (
        adams.events.last().unwrap(),
        motionsolve.events.last().unwrap(),
    );
    // Errors of 1e-10 in each of some hundred steps.
    assert!((a.time - b.time).abs() < 1e-9, "{} {}", a.time, b.time);
    let ends = [&adams, &motionsolve].map(|r| r.request(1).pop().unwrap());
    for (a, b) in ends[0].iter().zip(&ends[1]) {
        assert!((a - b).abs() < 1e-6 * a.abs().max(1.0), "{ends:?}");
    }
}
