//! Random mechanisms told in other words: moved, turned, mirrored, with I and J exchanged, in other units. The physics stays, and
//! so does the work of the integrator. `bench/random_decks` does the same with more kinds of elements, as many as one likes.
#![allow(clippy::unwrap_used)] // a helper of a test fails like the test itself

use carom::base::dimension::symbols::L;
use carom::base::space::{angles_313, exp_so3};
use carom::base::{Mat3, Scale, Vec3};
use carom::convert::{Form, convert, units};
use carom::files::{Texts, native};
use carom::model::Model;
use carom::model::analysis::OutputGrid;
use carom::{Request, Results};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Decks. Each runs seven times.
const DECKS: u64 = 18;
/// The methods, one after the other.
const INTEGRATORS: [&str; 6] = ["auto", "radau", "dop853", "gstiff", "abam", "rkf45"];
/// Steps of one telling and another: so many more or fewer of a hundred, or so many at all. Tellings differ by rounding, which a restart takes
/// differences of; nothing else may change the steps. Exchanged markers give other equations beyond the manifold, on which Newton's last move depends.
const STEPS: f64 = 5.0;
const FEW: f64 = 3.0;
/// Tolerance of a step, and length of a run.
const ERROR: f64 = 1e-9;
const END: f64 = 1.0;
/// Positions agree to this, metres: a thousand times the tolerance of a step, for what chaotic chains make of roundings and of
/// errors that differ from step to step.
const CLOSE: f64 = 1e-6;

/// Numbers from a seed (splitmix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Between `a` and `b`.
    fn real(&mut self, a: f64, b: f64) -> f64 {
        a + (b - a) * (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }

    fn vector(&mut self, size: f64) -> Vec3 {
        let mut x = || self.real(-size, size);
        Vec3::new(x(), x(), x())
    }

    fn below(&mut self, n: u64) -> usize {
        (self.next() % n) as usize
    }
}

/// A frame in ground.
#[derive(Clone, Copy)]
struct Place {
    p: Vec3,
    r: Mat3,
}

struct Body {
    mass: f64,
    inertia: [f64; 3],
    /// Centre of mass and principal axes.
    at: Place,
    spin: Vec3,
    velocity: Vec3,
}

/// What joins two bodies (0 is ground) at two frames.
struct Link {
    kind: Kind,
    bodies: [usize; 2],
    places: [Place; 2],
}

enum Kind {
    Joint(&'static str),
    Spring([f64; 3]),
    /// A bushing with these stiffnesses along all axes and about them.
    Bushing([f64; 2]),
    /// An IMPACT on the distance: free length, stiffness, damping.
    Impact([f64; 3]),
}

/// A mechanism without words.
struct Mechanism {
    bodies: Vec<Body>,
    links: Vec<Link>,
    gravity: Vec3,
}

/// Body `k` of a chain.
fn body(random: &mut Random, k: usize) -> Body {
    let at = Place {
        p: Vec3::new(0.6 * (k as f64 + 1.0), 0.0, 0.0) + random.vector(0.2),
        r: exp_so3(&random.vector(1.5)),
    };
    Body {
        mass: random.real(0.5, 3.0),
        inertia: [0; 3].map(|_| random.real(0.05, 0.09)),
        at,
        spin: Vec3::zeros(),
        velocity: Vec3::zeros(),
    }
}

/// The joint before it.
fn joint(random: &mut Random, k: usize) -> Link {
    let between = Place {
        p: Vec3::new(0.6 * k as f64 + 0.3, 0.0, 0.0) + random.vector(0.1),
        r: exp_so3(&random.vector(1.5)),
    };
    let names = [
        "REVOLUTE",
        "SPHERICAL",
        "CYLINDRICAL",
        "HOOKE",
        "TRANSLATIONAL",
        "PLANAR",
    ];
    let kind = names[random.below(names.len() as u64)];
    let other = match kind {
        // its arms stand across each other: x of I and y of J
        "HOOKE" => Place {
            r: between.r * exp_so3(&Vec3::new(0.3, 0.0, 0.0)),
            ..between
        },
        _ => between,
    };
    Link {
        kind: Kind::Joint(kind),
        bodies: [k + 1, k],
        places: [between, other],
    }
}

/// A frame near a body (0 is ground).
fn anywhere(random: &mut Random, bodies: &[Body], b: usize) -> Place {
    let centre = match b {
        0 => random.vector(1.0),
        b => bodies[b - 1].at.p,
    };
    Place {
        p: centre + random.vector(0.2),
        r: exp_so3(&random.vector(1.5)),
    }
}

/// A spring across the chain, or an impact, from the third on.
fn across(random: &mut Random, bodies: &[Body], n: usize) -> Link {
    let i = 1 + random.below(bodies.len() as u64);
    let j = random.below(i as u64);
    let places = [anywhere(random, bodies, i), anywhere(random, bodies, j)];
    let distance = (places[0].p - places[1].p).norm();
    let kind = match n {
        0 | 1 => Kind::Spring([
            random.real(20.0, 200.0),
            random.real(0.1, 1.0),
            distance * random.real(0.7, 1.1),
        ]),
        _ => Kind::Impact([
            distance * random.real(0.8, 0.95),
            random.real(1e3, 1e4),
            5.0,
        ]),
    };
    Link {
        kind,
        bodies: [i, j],
        places,
    }
}

/// A chain from ground, springs across it, and two impacts.
fn mechanism(seed: u64) -> Mechanism {
    let random = &mut Random(seed);
    let count = 2 + random.below(2);
    let mut bodies = Vec::new();
    let mut links = Vec::new();
    for k in 0..count {
        bodies.push(body(random, k));
        links.push(joint(random, k));
    }
    for n in 0..4 {
        links.push(across(random, &bodies, n));
    }
    // From the last body to ground, turned against each other about all axes.
    let at = anywhere(random, &bodies, count);
    let beside = Place {
        p: at.p + random.vector(0.05),
        r: at.r * exp_so3(&random.vector(0.4)),
    };
    links.push(Link {
        kind: Kind::Bushing([random.real(10.0, 50.0), random.real(1.0, 5.0)]),
        bodies: [count, 0],
        places: [at, beside],
    });
    Mechanism {
        bodies,
        links,
        gravity: random.vector(8.0),
    }
}

/// How the same mechanism is told: everything at `shift + turn·x`, mirrored before that in the plane x z, and with I for J.
#[derive(Clone, Copy)]
struct Telling {
    shift: Vec3,
    turn: Mat3,
    mirror: bool,
    exchange: bool,
}

impl Telling {
    fn plain() -> Self {
        Self {
            shift: Vec3::zeros(),
            turn: Mat3::identity(),
            mirror: false,
            exchange: false,
        }
    }

    fn mirrored(&self) -> Mat3 {
        let y = if self.mirror { -1.0 } else { 1.0 };
        Mat3::new(1.0, 0.0, 0.0, 0.0, y, 0.0, 0.0, 0.0, 1.0)
    }

    fn point(&self, p: Vec3) -> Vec3 {
        self.shift + self.vector(p)
    }

    fn vector(&self, v: Vec3) -> Vec3 {
        self.turn * (self.mirrored() * v)
    }

    /// The axes of the mirrored frame, y the other way, so that they stay right-handed.
    fn axes(&self, r: Mat3) -> Mat3 {
        self.turn * (self.mirrored() * r * self.mirrored())
    }

    fn text(&self, m: &Mechanism) -> String {
        let mut t = String::from(
            "title\nUNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND\nPART/1, GROUND\n",
        );
        let list = |v: Vec3| format!("{:?},{:?},{:?}", v.x, v.y, v.z);
        let marker = |t: &mut String, label: usize, part: usize, place: &Place| {
            let [psi, theta, phi] = angles_313(&self.axes(place.r));
            let at = list(self.point(place.p));
            writeln!(
                t,
                "MARKER/{label}, PART={part}, QP={at}\n, REULER={psi:?},{theta:?},{phi:?}"
            )
            .unwrap();
        };
        let g = self.vector(m.gravity);
        writeln!(
            t,
            "ACCGRAV/IGRAV={:?}, JGRAV={:?}, KGRAV={:?}",
            g.x, g.y, g.z
        )
        .unwrap();
        for (k, b) in m.bodies.iter().enumerate() {
            let (part, cm) = (k + 2, 10 * (k + 2));
            let [x, y, z] = b.inertia;
            writeln!(
                t,
                "PART/{part}, MASS={:?}, CM={cm}, IP={x:?},{y:?},{z:?}",
                b.mass
            )
            .unwrap();
            marker(&mut t, cm, part, &b.at);
            assert!(b.spin == Vec3::zeros() && b.velocity == Vec3::zeros());
        }
        for (k, link) in m.links.iter().enumerate() {
            let label = k + 1;
            let ends: [usize; 2] = [0, 1].map(|e| {
                let id = 1000 + 10 * label + e;
                marker(&mut t, id, link.bodies[e] + 1, &link.places[e]);
                id
            });
            // x of I and y of J are the arms of a Hooke joint, and J has the axes of a bushing: neither looks alike from the
            // other side.
            let fixed = matches!(link.kind, Kind::Joint("HOOKE") | Kind::Bushing(_));
            let [i, j] = match self.exchange && !fixed {
                true => [ends[1], ends[0]],
                false => ends,
            };
            match &link.kind {
                Kind::Joint(name) => writeln!(t, "JOINT/{label}, {name}, I={i}, J={j}"),
                Kind::Spring([k, c, length]) => writeln!(
                    t,
                    "SPRINGDAMPER/{label}, TRANSLATION, I={i}, J={j}, K={k:?}, C={c:?}, LENGTH={length:?}"
                ),
                Kind::Bushing([k, kt]) => writeln!(
                    t,
                    "BUSHING/{label}, I={i}, J={j}, K={k:?},{k:?},{k:?}, KT={kt:?},{kt:?},{kt:?}"
                ),
                Kind::Impact([x1, k, c]) => writeln!(
                    t,
                    "SFORCE/{label}, TRANSLATION, I={i}, J={j}\n, FUNCTION=IMPACT(DM({i},{j}), VR({i},{j}), {x1:?}, {k:?}, 1.5, {c:?}, 1E-3)"
                ),
            }
            .unwrap();
        }
        t + "END\n"
    }
}

fn read(text: &str) -> Model {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("m.adm");
    std::fs::write(&path, text).unwrap();
    let loaded = carom::open(&path, None);
    let model = loaded.accepted();
    model
        .unwrap_or_else(|| panic!("{:?}\n{text}", loaded.diagnostics))
        .clone()
}

fn run(model: &Model, seed: u64) -> Results {
    let mut request = Request {
        end: Some(END),
        output: Some(OutputGrid::Steps(20)),
        ..Request::default()
    };
    request.options.error = Some(ERROR);
    request.options.integrator = Some(INTEGRATORS[seed as usize % INTEGRATORS.len()].into());
    let results = carom::simulate(model, &request).unwrap();
    assert_eq!(results.error, None);
    results
}

/// The largest distance of a body from where another telling has it, metres.
fn apart(plain: &Results, other: &Results, place: impl Fn(Vec3) -> Vec3) -> f64 {
    assert_eq!(plain.frames.len(), other.frames.len());
    let frames = plain.frames.iter().zip(&other.frames);
    let bodies = frames.flat_map(|(a, b)| a.bodies.iter().zip(&b.bodies));
    let distances = bodies.map(|(a, b)| (place(a.position.into()) - Vec3::from(b.position)).norm());
    distances.fold(0.0, f64::max)
}

/// The same events and as many steps.
fn expect_same_work(plain: &Results, other: &Results, what: &str) {
    assert_eq!(plain.events.len(), other.events.len(), "{what}");
    let [a, b] = [plain, other].map(|results| results.statistics[0].steps as f64);
    let most = FEW.max(0.01 * STEPS * a);
    assert!((a - b).abs() <= most, "{what}: {a} and {b} steps");
}

#[test]
fn the_same_in_other_words() {
    let tellings = [
        (
            "moved",
            Telling {
                shift: Vec3::new(3.0, -2.0, 1.0),
                ..Telling::plain()
            },
        ),
        (
            "turned",
            Telling {
                turn: exp_so3(&Vec3::new(0.4, -1.1, 2.0)),
                ..Telling::plain()
            },
        ),
        (
            "mirrored",
            Telling {
                mirror: true,
                ..Telling::plain()
            },
        ),
        (
            "exchanged",
            Telling {
                exchange: true,
                ..Telling::plain()
            },
        ),
    ];
    let mut events = 0;
    for seed in 0..DECKS {
        let m = mechanism(seed);
        let plain = run(&read(&Telling::plain().text(&m)), seed);
        for (what, telling) in &tellings {
            let other = run(&read(&telling.text(&m)), seed);
            let off = apart(&plain, &other, |p| telling.point(p));
            let what = format!("deck {seed}, {what}");
            assert!(off < CLOSE, "{what}: {off:e} m apart");
            expect_same_work(&plain, &other, &what);
        }
        events += plain.events.len();
    }
    assert!(events > 20, "the impacts take part: {events} events");
}

#[test]
fn the_same_in_other_units() {
    for seed in 0..DECKS {
        let model = read(&Telling::plain().text(&mechanism(seed)));
        let plain = run(&model, seed);
        for system in [
            "newton,kilogram,millimeter,second",
            "pound_force,slug,foot,second",
        ] {
            let new = units(system).unwrap();
            let converted = convert(&model, "again", Form::Toml, Some(&new));
            let texts: Texts = converted
                .files
                .iter()
                .map(|(name, text)| (PathBuf::from(name), text.clone()))
                .collect();
            let (other, d) = native::read_with(Path::new("again.carom.toml"), &texts);
            let other = run(&other.unwrap_or_else(|| panic!("{d:?}")), seed);
            let factor = Scale::between(&model.units, &new).apply(1.0, L);
            let off = apart(&plain, &other, |p| p * factor) / factor;
            assert!(off < CLOSE, "deck {seed} in {system}: {off:e} m apart");
            expect_same_work(&plain, &other, &format!("deck {seed} in {system}"));
        }
    }
}
