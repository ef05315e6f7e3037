//! Solids that pass each other fast: every touch is found, however short it is, and none is made up. `bench/fast_passes` runs many more.

use crate::support;
use carom_laws::contact::solids::{AnyLaw, ImpactParameters};

use carom_base::space::exp_so3;
use carom_base::{Pose, Vec3};
use carom_dynamics::EventKind;
use carom_model::analysis::Analysis;
use carom_model::force::NormalLaw;
use carom_model::graphics::Shape;
use support::solids::{ball, connect, of_kind, shape, speed};
use support::*;

/// Numbers in [0, 1) that are the same everywhere (Knuth's MMIX).
struct Random(u64);

impl Random {
    fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005);
        self.0 = self.0.wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    /// Ten to a power.
    fn decades(&mut self, low: f64, high: f64) -> f64 {
        10f64.powf(self.between(low, high))
    }

    fn direction(&mut self) -> Vec3 {
        loop {
            let v = Vec3::from_fn(|_| self.between(-1.0, 1.0));
            if v.norm() < 1.0 && v.norm() > 0.1 {
                return v.normalize();
            }
        }
    }
}

/// The hull of points (a ball is one point) with a radius about them.
struct Core {
    shape: Shape,
    points: Vec<Vec3>,
    radius: f64,
    size: f64,
}

fn ball_of(size: f64) -> Core {
    Core {
        shape: ball(0.5 * size),
        points: vec![Vec3::zeros()],
        radius: 0.5 * size,
        size,
    }
}

fn box_of(next: &mut Random, size: f64) -> Core {
    let lengths = [0; 3].map(|_| size * next.decades(-1.3, 0.0));
    let corner = |k: usize| Vec3::from_fn(|c| if k >> c & 1 == 1 { lengths[c] } else { 0.0 });
    Core {
        shape: Shape::BoxFromCorner(lengths),
        points: (0..8).map(corner).collect(),
        radius: 0.0,
        size,
    }
}

/// Known by its triangles.
fn prism_of(next: &mut Random, size: f64) -> Core {
    let n = 3 + (4.0 * next.unit()) as usize;
    let start = next.between(0.0, 6.0);
    let corner = |k: usize| {
        let (s, c) = (start + std::f64::consts::TAU * k as f64 / n as f64).sin_cos();
        [0.5 * size * c, 0.5 * size * s]
    };
    let outline: Vec<[f64; 2]> = (0..n).map(corner).collect();
    let length = size * next.decades(-1.0, 0.0);
    let ends = [0.0, length];
    let points = outline
        .iter()
        .flat_map(|[x, y]| ends.map(|z| Vec3::new(*x, *y, z)));
    Core {
        points: points.collect(),
        shape: Shape::Extrusion { outline, length },
        radius: 0.0,
        size,
    }
}

type Point = [f64; 2];

fn turns_left(a: Point, b: Point, c: Point) -> bool {
    (b[0] - a[0]) * (c[1] - a[1]) > (b[1] - a[1]) * (c[0] - a[0])
}

/// The convex hull (Andrew's monotone chain).
fn hull(mut points: Vec<Point>) -> Vec<Point> {
    points.sort_by(|a, b| a.partial_cmp(b).expect("numbers"));
    points.dedup();
    if points.len() < 3 {
        return points;
    }
    let half = |points: &mut dyn Iterator<Item = &Point>| {
        let mut chain: Vec<Point> = Vec::new();
        for p in points {
            while let [.., a, b] = chain[..]
                && !turns_left(a, b, *p)
            {
                chain.pop();
            }
            chain.push(*p);
        }
        chain.pop();
        chain
    };
    let mut around = half(&mut points.iter());
    around.extend(half(&mut points.iter().rev()));
    around
}

/// Of a point from a convex polygon.
fn distance(polygon: &[Point], x: Point) -> f64 {
    let mut inside = polygon.len() > 2;
    let mut best = f64::INFINITY;
    for (k, a) in polygon.iter().enumerate() {
        let b = polygon[(k + 1) % polygon.len()];
        inside &= turns_left(*a, b, x);
        let (d, w) = ([b[0] - a[0], b[1] - a[1]], [x[0] - a[0], x[1] - a[1]]);
        let square = d[0] * d[0] + d[1] * d[1];
        let t = ((d[0] * w[0] + d[1] * w[1]) / square.max(f64::MIN_POSITIVE)).clamp(0.0, 1.0);
        best = best.min((w[0] - t * d[0]).hypot(w[1] - t * d[1]));
    }
    if inside { 0.0 } else { best }
}

/// How far along the first axis from the middle of the polygon, widened by the radius, its border is; and that middle.
fn border(polygon: &[Point], radius: f64) -> (Point, f64) {
    let n = polygon.len() as f64;
    let middle = [0, 1].map(|c| polygon.iter().map(|p| p[c]).sum::<f64>() / n);
    let far = polygon
        .iter()
        .map(|p| (p[0] - middle[0]).hypot(p[1] - middle[1]));
    let (mut low, mut high) = (0.0, 1.1 * (radius + far.fold(0.0, f64::max)));
    for _ in 0..100 {
        let x = 0.5 * (low + high);
        if distance(polygon, [middle[0] + x, middle[1]]) <= radius {
            low = x;
        } else {
            high = x;
        }
    }
    (middle, low)
}

/// Stops a mass of one within a hundredth of the size.
fn stiff(v: f64, size: f64) -> NormalLaw {
    NormalLaw::Parametric(AnyLaw::Impact(ImpactParameters {
        stiffness: 1.25 * v * v / (0.01 * size).powf(2.5),
        exponent: 1.5,
        damping: 0.0,
        dmax: 1e-4,
    }))
}

/// A body of the mass one that flies past a solid at rest, both turned anyhow, at the offset of touching times `part`.
fn pass(next: &mut Random, [a, b]: [Core; 2], v: f64, part: f64) -> (Deck, f64) {
    let turns = [0; 2].map(|_| exp_so3(&(next.direction() * next.between(0.0, 3.0))));
    let way = next.direction();
    let e = way.cross(&next.direction()).normalize();
    let f = way.cross(&e);
    let [p, q] = [(&a, turns[0]), (&b, turns[1])].map(|(s, turn)| {
        let points = s.points.iter().map(|x| turn * x);
        points.map(|x| [e.dot(&x), f.dot(&x)]).collect::<Vec<_>>()
    });
    let differences = p
        .iter()
        .flat_map(|x| q.iter().map(move |y| [y[0] - x[0], y[1] - x[1]]));
    let (middle, offset) = border(&hull(differences.collect()), a.radius + b.radius);
    let size = a.size + b.size;
    let [before, after] = [0; 2].map(|_| size * next.decades(0.5, 2.0));
    let start = e * (middle[0] + part * offset) + f * middle[1] - way * before;
    let mut d = Deck::new(0.0);
    let inertia = 0.4 * a.size * a.size;
    d.body(2, 1.0, [inertia; 3], at(start.x, start.y, start.z));
    speed(&mut d, 2, way * v, Vec3::zeros());
    let turned = |rotation| Pose {
        position: Vec3::zeros(),
        rotation,
    };
    d.marker(21, 2, turned(turns[0]));
    d.marker(11, 1, turned(turns[1]));
    let law = stiff(v, a.size.min(b.size));
    shape(&mut d, 1, 21, a.shape, false);
    shape(&mut d, 2, 11, b.shape, false);
    connect(&mut d, 1, (&[1], &[2]), law, None);
    (d, (before + after) / v)
}

/// Straight passes, by the offset at which the shadows along the way only just touch: 1e-7 to 0.3 of it to both sides.
#[test]
fn no_touch_is_missed_and_none_made_up() {
    let mut next = Random(1);
    let mut touches = 0;
    for number in 0..400 {
        let size = next.decades(-3.0, 0.0);
        let other = size * next.decades(-0.7, 0.7);
        let pair = match number % 5 {
            0 => [ball_of(size), ball_of(other)],
            1 => [ball_of(size), box_of(&mut next, other)],
            2 => [box_of(&mut next, size), box_of(&mut next, other)],
            3 => [ball_of(size), prism_of(&mut next, other)],
            _ => [box_of(&mut next, size), prism_of(&mut next, other)],
        };
        let (v, depth) = (next.decades(-1.0, 3.0), next.decades(-7.0, -0.5));
        let touching = number % 4 < 3;
        let part = if touching { 1.0 - depth } else { 1.0 + depth };
        let (deck, end) = pass(&mut next, pair, v, part);
        let method = ["auto", "auto", "radau", "gstiff"][number / 5 % 4];
        let record = run(&deck, Analysis::Dynamic, end, 1, &options(method, 1e-6));
        let found = !of_kind(&record, EventKind::ContactBegin).is_empty();
        assert_eq!(found, touching, "{number}: {v} {depth:e} {method}");
        touches += u32::from(found);
    }
    assert_eq!(touches, 300);
}

/// A bar that spins fast as it flies past a ball, which its end only just reaches or misses at one moment.
#[test]
fn a_spinning_bar_beside_a_ball() {
    let (half, v, spin) = (Vec3::new(0.5, 0.05, 0.05), 3.0, 40.0);
    let (start, end) = (Vec3::new(-3.0, 0.75, 0.0), 2.0);
    let at_time = |t: f64| {
        let x = exp_so3(&(Vec3::z() * (spin * t))).tr_mul(&-(start + Vec3::x() * (v * t)));
        Vec3::from_fn(|k| (x[k].abs() - half[k]).max(0.0)).norm()
    };
    // by samples of a ten-thousandth of a turn: to their square, 1e-7
    let samples = (0..200_000).map(|k| at_time(end * f64::from(k) / 200_000.0));
    let nearest = samples.fold(f64::INFINITY, f64::min);
    for (part, touches) in [
        (1.0 - 1e-6, false),
        (1.0 + 1e-6, true),
        (1.001, true),
        (0.9, false),
    ] {
        let mut d = Deck::new(0.0);
        d.body(2, 1.0, [0.1; 3], at(start.x, start.y, start.z));
        speed(&mut d, 2, Vec3::x() * v, Vec3::z() * spin);
        shape(&mut d, 1, 1, ball(nearest * part), false);
        shape(
            &mut d,
            2,
            200,
            Shape::BoxFromCenter((half * 2.0).to_array()),
            false,
        );
        connect(&mut d, 1, (&[2], &[1]), stiff(10.0, 0.1), None);
        for method in ["auto", "radau"] {
            let record = run(&d, Analysis::Dynamic, end, 1, &options(method, 1e-8));
            let found = !of_kind(&record, EventKind::ContactBegin).is_empty();
            assert_eq!(found, touches, "{part} {method}");
        }
    }
}

/// A plate that slides over another one at a hair's breadth: a look or two is enough for each step, which is as long as without the gap being small.
#[test]
fn what_slides_apart_costs_no_steps() {
    let steps = |gap: f64| {
        let mut d = Deck::new(0.0);
        d.body(2, 1.0, [0.1; 3], at(-5.0, 0.3, gap));
        speed(&mut d, 2, Vec3::x() * 5.0, Vec3::zeros());
        shape(&mut d, 1, 200, Shape::BoxFromCorner([1.0, 0.5, 0.2]), false);
        d.marker(11, 1, at(-10.0, -1.0, -0.3));
        shape(&mut d, 2, 11, Shape::BoxFromCorner([20.0, 2.0, 0.3]), false);
        connect(&mut d, 1, (&[1], &[2]), stiff(5.0, 0.2), None);
        let record = run(&d, Analysis::Dynamic, 2.0, 1, &options("auto", 1e-6));
        assert!(record.events.is_empty());
        record.statistics[0].steps
    };
    let [near, far] = [steps(1e-9), steps(1e-2)];
    assert!(near <= far + far / 10, "{near} instead of {far}");
}
