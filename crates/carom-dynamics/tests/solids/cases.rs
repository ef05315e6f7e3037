//! Pairs of shapes in contact, each with each normal law and friction: derivatives, rates of guards, momentum.

use super::*;
use carom_laws::contact::solids::{
    AnyLaw, HuntCrossleyParameters, ImpactParameters, PoissonParameters, VolumeParameters,
};

/// Rules, laws and friction in turn.
fn variants() -> Vec<(ContactRule, NormalLaw, Friction)> {
    use ContactRule::{Adams, Potential, Smooth};
    let impact = NormalLaw::Parametric(AnyLaw::Impact(ImpactParameters {
        stiffness: 300.0,
        exponent: 1.7,
        damping: 4.0,
        dmax: 0.15,
    }));
    // turning, closing or leaving: the speeds of the tests are of order one
    let poisson = |speed: f64| {
        NormalLaw::Parametric(AnyLaw::Poisson(PoissonParameters {
            penalty: 300.0,
            restitution: 0.6,
            transition_velocity: Some(speed),
        }))
    };
    let volume = NormalLaw::Parametric(AnyLaw::Volume(VolumeParameters {
        stiffness: 300.0,
        damping: 0.2,
    }));
    let hunt_crossley = NormalLaw::of(HuntCrossleyParameters {
        stiffness: 300.0,
        exponent: 1.7,
        damping: 0.05,
    });
    let sticks = |vs: f64| Friction {
        max_stiction_deformation: Some(0.01),
        ..coulomb(vs, 9.0)
    };
    vec![
        (Adams, impact.clone(), coulomb(0.3, 9.0)),
        (Smooth, impact.clone(), coulomb(0.3, 9.0)),
        (Potential, impact.clone(), coulomb(0.3, 9.0)),
        (Adams, poisson(9.0), coulomb(0.3, 9.0)),
        (Smooth, poisson(0.1), sticks(0.3)),
        (Adams, impact, sticks(7.0)),
        (Potential, poisson(9.0), sticks(7.0)),
        (Adams, function(BY_DEPTH), coulomb(0.3, 9.0)),
        (Smooth, function(BY_DEPTH), sticks(7.0)),
        (Adams, volume, coulomb(0.3, 9.0)),
        (Smooth, function(BY_VOLUME), sticks(7.0)),
        (Adams, function(BY_VOLUME), coulomb(0.3, 9.0)),
        (Potential, function(BY_VOLUME), coulomb(0.3, 9.0)),
        (Adams, hunt_crossley.clone(), coulomb(0.3, 9.0)),
        (Potential, hunt_crossley, sticks(7.0)),
    ]
}

/// What all functions of normal laws may ask for: time, other bodies, a state; with switches inside.
const BY_DEPTH: &str = "300*DEPTH**1.7*(1 + 0.2*DEPTHDOT)*(1 + 0.3*SIN(TIME + 1)) + 20*VARVAL(1)**2*DEPTH \
    + IMPACT(-DEPTH, -DEPTHDOT, 0, 200, 1.5, 3, 0.2) + DIF(1)*STEP(DEPTH, 0, 0, 0.5, 4)";

const BY_VOLUME: &str =
    "90*VOLUME*(1 + 0.2*DEPTHDOT) + 5*AREA**1.3 + VARVAL(1)**2*VOLUME/AREA + DIF(1)*DEPTH*VOLUME";

/// Whether a law asks for a volume.
fn by_volume(law: &NormalLaw) -> bool {
    match law {
        NormalLaw::Function(e) => e.text().contains("VOLUME"),
        law => matches!(law, NormalLaw::Parametric(AnyLaw::Volume(_))),
    }
}

/// An egg in the plane z = 0 as the first curve of a deck.
fn egg_curve(d: &mut Deck) -> Shape {
    let points = (0..=24u32).map(|k| {
        let t = std::f64::consts::TAU * f64::from(k % 24) / 24.0;
        [0.5 * t.cos() + 0.06 * (2.0 * t).cos(), 0.35 * t.sin(), 0.0]
    });
    let curve = carom_model::Curve {
        tag: Tag::new("CURVE", 1),
        points: points.collect(),
        closed: true,
        straight: false,
        routine: None,
    };
    Shape::Curve(d.0.curves.insert(curve).expect("a new label"))
}

/// Figures in a plane, which motions in space leave.
fn plane_cases() -> Vec<(&'static str, Shape, Shape, Pose)> {
    let egg = egg_curve(&mut Deck::new(0.0));
    let disc = |radius: f64| Shape::Circle { radius };
    let arc = |radius: f64, angle: f64| Shape::Arc { radius, angle };
    let half = |radius: f64| arc(radius, PI);
    let upright = Pose {
        position: Vec3::new(0.1, -0.3, 0.0),
        rotation: carom_base::space::exp_so3(&Vec3::new(0.0, 0.0, 0.3))
            * carom_base::Mat3::from_columns([Vec3::z(), Vec3::x(), Vec3::y()]),
    };
    let flat = |x, y, angle| turned(x, y, 0.0, [0.0, 0.0, angle]);
    vec![
        ("disc, disc", disc(0.5), disc(0.3), flat(0.6, 0.3, 20.0)),
        ("point, disc", Shape::Point, disc(0.3), flat(0.2, 0.1, 20.0)),
        ("disc, curve", disc(0.3), egg.clone(), flat(0.6, 0.35, 20.0)),
        ("curve, disc", egg.clone(), disc(0.3), flat(0.5, 0.35, 20.0)),
        (
            "curve, curve",
            egg.clone(),
            egg.clone(),
            flat(0.7, 0.3, 40.0),
        ),
        (
            "point, curve",
            Shape::Point,
            egg.clone(),
            flat(0.35, 0.1, 20.0),
        ),
        ("curve, plane", egg.clone(), PLANE, upright),
        ("arc, disc", half(0.5), disc(0.3), flat(0.2, 0.75, 20.0)),
        (
            "arc, disc over its end",
            half(0.5),
            disc(0.3),
            flat(0.76, -0.1, 20.0),
        ),
        ("curve, arc", egg, half(0.4), flat(0.2, -0.7, 10.0)),
        (
            "point, arc",
            Shape::Point,
            half(0.3),
            flat(0.05, -0.28, 20.0),
        ),
        ("arc, plane", arc(0.4, -PI), PLANE, upright),
        ("arc, plane at its end", arc(0.4, -PI / 4.0), PLANE, upright),
        (
            "arc, arc on its end",
            half(0.4),
            arc(0.3, 2.0 * PI / 3.0),
            flat(0.2428, 0.6198, -250.0),
        ),
        ("disc, plane", disc(0.4), PLANE, upright),
    ]
}

/// Two bodies against each other in general motion, one pair of shapes each.
fn pair_of(
    a: &Shape,
    b: &Shape,
    place: Pose,
    (rule, law, friction): (ContactRule, NormalLaw, Friction),
) -> Deck {
    let mut d = Deck::new(9.81);
    d.body(
        2,
        1.3,
        [0.3, 0.2, 0.4],
        turned(0.2, -0.1, 0.3, [20.0, 40.0, -30.0]),
    );
    let stand = turned(0.2, -0.1, 0.3, [20.0, 40.0, -30.0]);
    d.body(3, 0.7, [0.1, 0.25, 0.2], stand * place);
    egg_curve(&mut d);
    shape(&mut d, 1, 200, a.clone(), false);
    shape(&mut d, 2, 300, b.clone(), false);
    d.0.settings.contact_rule = rule;
    if let NormalLaw::Function(_) = law {
        d.body(4, 0.4, [0.1, 0.2, 0.3], at(2.0, 0.3, 0.1));
        let variable = Variable {
            tag: Tag::new("VARIABLE", 1),
            function: Function::Expression(expression("DX(400,200) + VY(400,300)")),
            initial: 0.0,
        };
        d.0.variables.insert(variable).expect("a new label");
        let diff = Diff {
            tag: Tag::new("DIFF", 1),
            initial: 0.7,
            initial_rate: 0.0,
            implicit: false,
            static_hold: false,
            function: Function::Expression(expression("0.3*DIF(1) + DX(400)")),
        };
        d.0.diffs.insert(diff).expect("a new label");
    }
    connect(&mut d, 1, (&[1], &[2]), law, Some(friction));
    d
}

/// Each pair of shapes with each variant.
fn all_cases() -> impl Iterator<Item = (String, Pose, impl Fn(Pose) -> Deck)> {
    let solids = cases().into_iter().map(|case| (case, false));
    let figures = plane_cases().into_iter().map(|case| (case, true));
    solids
        .chain(figures)
        .flat_map(|((name, a, b, place), plane)| {
            let all = variants().into_iter().enumerate();
            // figures have no volume
            let known = all
                .filter(move |(_, v)| !plane || v.0 != ContactRule::Potential && !by_volume(&v.1));
            known.map(move |(k, variant)| {
                let (a, b) = (a.clone(), b.clone());
                let make = move |place: Pose| pair_of(&a, &b, place, variant.clone());
                (format!("{name}, variant {k}"), place, make)
            })
        })
}

pub fn cases() -> Vec<(&'static str, Shape, Shape, Pose)> {
    [balls_on_solids(), solids_on_planes()].concat()
}

/// One of each pair is a ball.
fn balls_on_solids() -> Vec<(&'static str, Shape, Shape, Pose)> {
    let cube = Shape::BoxFromCenter([1.0, 0.8, 0.6]);
    let rod = Shape::Cylinder {
        length: 0.9,
        radius: 0.3,
    };
    let cone = Shape::Frustum {
        length: 0.7,
        bottom: 0.4,
        top: 0.2,
    };
    let ring = Shape::Torus {
        major: 0.5,
        minor: 0.2,
    };
    vec![
        ("ball, ball", sphere(0.5), sphere(0.3), at(0.4, 0.3, 0.5)),
        (
            "ball, plane",
            sphere(0.5),
            PLANE,
            turned(0.1, -0.2, -0.4, [30.0, 20.0, 10.0]),
        ),
        (
            "plane, ball",
            PLANE,
            sphere(0.4),
            turned(0.1, -0.2, 0.3, [30.0, 20.0, 10.0]),
        ),
        (
            "ball, face",
            sphere(0.5),
            cube.clone(),
            turned(0.1, 0.1, 0.7, [5.0, 10.0, -5.0]),
        ),
        (
            "ball, edge",
            sphere(0.5),
            cube.clone(),
            turned(0.75, 0.05, 0.55, [3.0, 4.0, 5.0]),
        ),
        (
            "ball, rod",
            sphere(0.5),
            rod.clone(),
            turned(0.65, 0.2, -0.3, [5.0, 10.0, 0.0]),
        ),
        (
            "ball, rim",
            sphere(0.5),
            rod.clone(),
            turned(0.45, 0.2, 0.3, [5.0, 10.0, 0.0]),
        ),
        ("cone, ball", cone.clone(), sphere(0.3), at(0.5, 0.2, 0.3)),
        ("ring, ball", ring.clone(), sphere(0.3), at(0.8, 0.2, 0.3)),
    ]
}

/// Solids on a plane, and a box on a box.
fn solids_on_planes() -> Vec<(&'static str, Shape, Shape, Pose)> {
    let cube = Shape::BoxFromCenter([1.0, 0.8, 0.6]);
    let other = Shape::BoxFromCorner([0.7, 0.9, 0.5]);
    let rod = Shape::Cylinder {
        length: 0.9,
        radius: 0.3,
    };
    let cone = Shape::Frustum {
        length: 0.7,
        bottom: 0.4,
        top: 0.2,
    };
    let ring = Shape::Torus {
        major: 0.5,
        minor: 0.2,
    };
    let egg = Shape::Ellipsoid([0.3, 0.4, 0.5]);
    vec![
        (
            "egg, plane",
            egg,
            PLANE,
            turned(0.1, -0.1, -0.3, [40.0, 25.0, 10.0]),
        ),
        (
            "rod, plane",
            rod,
            PLANE,
            turned(0.1, -0.1, -0.05, [40.0, 25.0, 10.0]),
        ),
        (
            "cone, plane",
            cone,
            PLANE,
            turned(0.1, -0.1, -0.05, [40.0, 25.0, 10.0]),
        ),
        (
            "ring, plane",
            ring,
            PLANE,
            turned(0.1, -0.1, -0.35, [40.0, 35.0, 10.0]),
        ),
        (
            "box, plane",
            cube.clone(),
            PLANE,
            turned(0.1, -0.1, -0.4, [40.0, 25.0, 10.0]),
        ),
        (
            "box, box",
            cube,
            other,
            turned(0.1, -0.3, 0.25, [20.0, 10.0, 30.0]),
        ),
    ]
}

/// In motion, at a time: velocities that make the contact approach and slip.
fn moving(deck: &Deck) -> (Equations, Vec<f64>) {
    let mut d = Diagnostics::default();
    let system = assemble_system(&deck.0, &mut d).unwrap_or_else(|| panic!("{d:?}"));
    let mut e = initial::start(&deck.0, system).expect("starts");
    let mut y = e.unknowns();
    let n = e.system.mechanism.positions;
    for k in 0..n {
        y[n + k] = 0.3 * ((k * 7 % 5) as f64 - 2.0) + 0.05;
    }
    // bristles, and the work, on which nothing hangs
    for (k, z) in y[2 * n..e.differential()].iter_mut().enumerate() {
        *z = 0.002 * (k as f64 % 3.0) - 0.001;
    }
    e.settle(0.0, &y).expect("finite");
    (e, y)
}

/// All derivatives of forces and of the work against differences, in contact and apart.
#[test]
fn jacobian() {
    let all = all_cases().flat_map(|(name, place, make)| {
        let mut apart = place;
        apart.position *= 1.45;
        let decks = [make(place), make(apart)];
        (decks.into_iter().zip([true, false])).map(move |(deck, touch)| (name.clone(), deck, touch))
    });
    for (name, deck, touches) in all {
        let (mut e, y) = moving(&deck);
        if touches {
            let place = &e.system.solid_contacts.places[0];
            assert_ne!(e.memory.modes[place.modes.start], 0, "{name}: overlaps");
        }
        let (n, nd) = (e.dimension(), e.differential());
        let mut values = vec![0.0; e.pattern().len()];
        e.jacobian(0.0, &y, &mut values).expect("finite");
        let mut exact = vec![vec![0.0; n]; n];
        for ((r, c), v) in e.pattern().entries().zip(&values) {
            exact[r][c] += v;
        }
        let h = 1e-6;
        for c in 0..nd {
            let mut side = |sign: f64| {
                let mut moved = y.clone();
                moved[c] += sign * h;
                let mut f = vec![0.0; n];
                e.rhs(0.0, &moved, &mut f).expect("finite");
                f
            };
            let (plus, minus) = (side(1.0), side(-1.0));
            for r in 0..nd {
                let slope = (plus[r] - minus[r]) / (2.0 * h);
                let size = 1.0 + slope.abs() + exact[r][c].abs();
                // 1e-7: rounding 1e-16·|f|/h with |f| up to 100 and some digits lost in the volumes; truncation h²·|f'''|
                assert!(
                    (exact[r][c] - slope).abs() < 1e-7 * size,
                    "{name}: d {r} / d {}: {} against {slope}",
                    e.system.unknown_name(c),
                    exact[r][c]
                );
            }
        }
    }
}

/// The rates of all guards against differences along the motion, in contact and apart.
#[test]
fn guards_move_by_their_rates() {
    for (name, place, make) in all_cases() {
        for away in [0.0, 1.0] {
            let mut place = place;
            // apart by about 0.2, or by what the balls around them say
            place.position *= 1.0 + 0.45 * away;
            let (mut e, y) = moving(&make(place));
            let (nd, count) = (e.differential(), e.guard_count());
            let mut dy = vec![0.0; nd];
            e.derivative(0.0, &y[..nd], &mut dy).expect("finite");
            let mut at = |t: f64| {
                let moved: Vec<f64> = y[..nd].iter().zip(&dy).map(|(y, d)| y + t * d).collect();
                let mut padded = moved.clone();
                padded.resize(e.dimension(), 0.0);
                let mut guards = vec![carom_solve::Guard::IDLE; count];
                e.guards(t, &padded, &dy, &mut guards).expect("finite");
                guards
            };
            let h = 1e-6;
            let (now, plus, minus) = (at(0.0), at(h), at(-h));
            for (k, guard) in now.iter().enumerate().filter(|(_, g)| g.value.is_finite()) {
                let slope = (plus[k].value - minus[k].value) / (2.0 * h);
                // 1e-6: rounding of forces of some 100 and volumes over h
                let size = 1.0 + slope.abs();
                assert!(
                    (guard.rate - slope).abs() < 1e-6 * size,
                    "{name} {away}: guard {k}: {} against {slope}",
                    guard.rate
                );
            }
        }
    }
}

/// Forces on both sides are opposite at one point: a free pair keeps its momentum and its angular momentum.
#[test]
fn momentum_is_kept() {
    // figures in a plane leave it when they move in space
    let solids = all_cases().filter(|(name, ..)| {
        let of_figures = |f: &str| name.starts_with(f);
        !["disc", "point", "curve", "arc"]
            .into_iter()
            .any(of_figures)
    });
    for (name, place, make) in solids {
        let mut deck = make(place);
        deck.0.gravity = [0.0; 3];
        let record = run(&deck, Analysis::Dynamic, 0.3, 3, &options("auto", 1e-10));
        let total = |k: usize| {
            let (mut p, mut l) = (Vec3::zeros(), Vec3::zeros());
            for (row, (m, i)) in record.frames[k].bodies.iter().zip([
                (1.3, Vec3::new(0.3, 0.2, 0.4)),
                (0.7, Vec3::new(0.1, 0.25, 0.2)),
            ]) {
                let [r, v, w] = [row.position, row.velocity, row.angular_velocity].map(Vec3::from);
                let q = carom_base::Quaternion(row.orientation).matrix();
                p += v * m;
                l += r.cross(&v) * m + q * i.component_mul(&q.tr_mul(&w));
            }
            (p, l)
        };
        let ((p, l), (q, m)) = (total(0), total(3));
        // the tolerance of the run, 1e-10, grown over its length
        assert!(
            (p - q).norm() < 1e-8 && (l - m).norm() < 1e-8,
            "{name} {} {}",
            (p - q).norm(),
            (l - m).norm()
        );
        let [balance, scale] = record.statistics[0].energy_balance.expect("audited");
        assert!(balance.abs() < 1e-7 * scale, "{name}: {balance} of {scale}");
    }
}
