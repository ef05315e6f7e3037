//! Constraints that others imply: which are left out, and that they go on to agree. Against closed forms.
#![allow(clippy::unwrap_used)] // a helper of a test fails like the test itself

use carom::model::Model;
use carom::model::analysis::{Analysis, OutputGrid, RigidContact};
use carom::model::run::Frame;
use carom::{Loaded, Request, Results};
use carom_base::Diagnostic;
use std::fs;

const SI: &str = "UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
PART/1, GROUND
MARKER/10, PART=1
";

/// A deck with its commands, read from files.
fn load(deck: &str, commands: &str) -> Loaded {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("m.adm");
    fs::write(&path, format!("title\n{SI}{deck}END\n")).unwrap();
    if commands.is_empty() {
        return carom::open(&path, None);
    }
    let path = folder.path().join("m.acf");
    fs::write(&path, format!("m\n\n{commands}STOP\n")).unwrap();
    carom::open(&path, None)
}

fn accepted(loaded: &Loaded) -> &Model {
    let model = loaded.accepted();
    model.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics))
}

fn simulate(deck: &str, end: f64, analysis: Option<Analysis>) -> Results {
    simulate_with(deck, end, analysis, None)
}

fn simulate_with(
    deck: &str,
    end: f64,
    analysis: Option<Analysis>,
    rigid: Option<RigidContact>,
) -> Results {
    let mut request = Request {
        end: Some(end),
        output: Some(OutputGrid::Steps(20)),
        analysis,
        rigid,
        ..Request::default()
    };
    request.options.error = Some(1e-8);
    carom::simulate(accepted(&load(deck, "")), &request).unwrap()
}

/// A body that nothing but motions holds, and two motions along x that agree until t = 1.
const TWO_MOTIONS: &str = "PART/2, MASS=1, CM=20, IP=1,1,1, QG=1,0,0
MARKER/20, PART=2
MOTION/1, X, I=20, J=10, FUNCTION=5*TIME
MOTION/2, X, I=20, J=10, FUNCTION=5*TIME+STEP(TIME,1,0,2,3)
";

/// Sliders 2 and 3 along z.
const SLIDERS: &str = "PART/2, MASS=1, CM=20, IP=1,1,1
MARKER/20, PART=2
PART/3, MASS=1, CM=30, IP=1,1,1
MARKER/30, PART=3
JOINT/1, TRANSLATIONAL, I=20, J=10
JOINT/2, TRANSLATIONAL, I=30, J=10
";

/// The run ends between 1 and 1.05 and names all these: STEP rises with the cube of the time from 1, so that it is beyond a
/// tolerance of 1e-4 of the extent at 1.05 (3·10·0.05³ = 4e-3).
#[track_caller]
fn parts(results: &Results, names: &[&str]) {
    let error = results.error.as_ref().expect("the constraints part");
    assert!(error.time > 1.0 && error.time < 1.05, "{error:?}");
    for name in names {
        assert!(error.message.contains(name), "{name}: {error:?}");
    }
    let last = results.frames.last().unwrap().time;
    assert!(last <= error.time && last > error.time - 0.2, "{last}");
}

#[test]
fn two_motions_that_part_end_a_dynamic_run() {
    let results = simulate(TWO_MOTIONS, 3.0, None);
    assert_eq!(results.redundant, ["MOTION/2"]);
    parts(&results, &["MOTION/1", "MOTION/2"]);
}

#[test]
fn two_motions_that_agree_run_to_the_end() {
    let deck = TWO_MOTIONS.replace("STEP(TIME,1,0,2,3)", "0*TIME");
    let results = simulate(&deck, 3.0, None);
    assert_eq!((results.error, results.redundant.len()), (None, 1));
}

/// One of them by its velocity: what integration leaves is no disagreement, another velocity is.
#[test]
fn a_motion_by_its_velocity_parts_from_one_by_its_displacement() {
    let deck = TWO_MOTIONS
        .replace("FUNCTION=5*TIME\n", "FUNCTION=SIN(TIME)\n")
        .replace("FUNCTION=5*TIME+STEP", "VELOCITY, FUNCTION=COS(TIME)+STEP");
    parts(&simulate(&deck, 3.0, None), &["MOTION/1", "MOTION/2"]);
    let agrees = deck.replace("STEP(TIME,1,0,2,3)", "0*TIME");
    assert_eq!(simulate(&agrees, 3.0, None).error, None);
}

#[test]
fn a_coupler_and_two_motions_that_part_end_a_kinematic_run() {
    let deck = format!(
        "{SLIDERS}COUPLER/1, JOINTS=1,2, TYPE=T:T, SCALES=1,-1
MOTION/1, JOINT=1, TRANSLATIONAL, FUNCTION=TIME
MOTION/2, JOINT=2, TRANSLATIONAL, FUNCTION=TIME+STEP(TIME,1,0,2,5)
"
    );
    let names = ["COUPLER/1", "MOTION/1", "MOTION/2"];
    parts(&simulate(&deck, 3.0, Some(Analysis::Kinematic)), &names);
    // An output far behind the time at which they part does not move that time.
    let mut request = Request {
        end: Some(3.0),
        analysis: Some(Analysis::Kinematic),
        output: Some(OutputGrid::Steps(1)),
        ..Request::default()
    };
    request.options.error = Some(1e-8);
    let results = carom::simulate(accepted(&load(&deck, "")), &request).unwrap();
    let time = results.error.unwrap().time;
    assert!(time > 1.0 && time < 1.05, "{time}");
}

/// Equilibria at one time after the other.
#[test]
fn two_motions_that_part_end_a_static_series() {
    let deck = format!(
        "{SLIDERS}MOTION/1, JOINT=1, TRANSLATIONAL, FUNCTION=TIME
MOTION/2, JOINT=1, TRANSLATIONAL, FUNCTION=TIME+STEP(TIME,1,0,2,5)
SPRINGDAMPER/1, TRANSLATION, I=30, J=20, K=10, C=1, LENGTH=0.5
PART/4, MASS=1, CM=40, IP=1,1,1
MARKER/40, PART=4
JOINT/4, FIXED, I=40, J=10
"
    );
    let deck = deck.replace("PART/3, MASS=1", "PART/3, QG=0,0,0.5, MASS=1");
    parts(
        &simulate(&deck, 3.0, Some(Analysis::Static)),
        &["MOTION/1", "MOTION/2"],
    );
}

/// A loop that one constraint closes only where the mechanism starts: two cranks of the lengths 1 and 1.5 whose ends are at the same
/// height at the start only.
#[test]
fn a_loop_that_opens_is_told() {
    let deck = "PART/2, MASS=1, CM=20, IP=1,1,1
MARKER/20, PART=2
MARKER/21, PART=2, QP=1,0,0
PART/3, MASS=1, CM=30, IP=1,1,1
MARKER/30, PART=3
MARKER/31, PART=3, QP=1.5,0,0
JOINT/1, REVOLUTE, I=20, J=10
JOINT/2, REVOLUTE, I=30, J=10
MOTION/1, JOINT=1, ROTATION, FUNCTION=STEP(TIME,1,0,2,0.5)
MOTION/2, JOINT=2, ROTATION, FUNCTION=STEP(TIME,1,0,2,0.5)
GCON/1, I=21, FUNCTION=DY(21,10)-DY(31,10)
";
    parts(&simulate(deck, 3.0, None), &["GCON/1"]);
}

#[test]
fn the_last_constraint_may_be_switched_off() {
    let deck = "PART/2, MASS=2, CM=20, IP=.1,.1,.1
MARKER/20, PART=2, QP=0,0,-1
JOINT/1, TRANSLATIONAL, I=20, J=10
MOTION/1, JOINT=1, TRANSLATIONAL, FUNCTION=-1
SPRINGDAMPER/1, TRANSLATION, I=20, J=10, K=200, C=.2, LENGTH=1
ACCGRAV/KGRAV=-10
";
    // Statics: the spring carries the weight, 2·10/200 below its length. The damping of 0.2 leaves the frequency at √(k/m) = 10 to 1e-5.
    let loaded = load(
        deck,
        "DEACTIVATE/MOTION, ID=1\nSIMULATE/STATIC\nLINEAR/EIGENSOL\n",
    );
    let model = accepted(&loaded);
    let results = carom::simulate(model, &Request::default()).unwrap();
    assert_eq!(results.error, None);
    let z = results.body(model, 2).last().unwrap().position[2];
    assert!((z + 1.1).abs() < 1e-9, "{z}"); // 1e-9: the imbalance that statics leave
    let [re, im] = results.linearizations[0].eigenvalues[0];
    assert!((re.hypot(im) - 10.0).abs() < 1e-6, "{re} {im}");
    // Nothing at all is left to hold the part: three translations and three rotations, all with zero eigenvalues.
    let free = deck.replace(
        "SPRINGDAMPER/1, TRANSLATION, I=20, J=10, K=200, C=.2, LENGTH=1\n",
        "",
    );
    let commands = "DEACTIVATE/MOTION, ID=1\nDEACTIVATE/JOINT, ID=1\nLINEAR/EIGENSOL\n";
    let loaded = load(&free, commands);
    let results = carom::simulate(accepted(&loaded), &Request::default()).unwrap();
    assert_eq!(
        (results.error, results.linearizations[0].eigenvalues.len()),
        (None, 12)
    );
}

/// The only constraint of a model cannot be met, by its distance, by a constant, and by its velocity.
#[test]
fn a_constraint_that_stands_alone_and_cannot_be_met_is_refused() {
    for (function, name) in [
        ("DM(20,10)+2", "cannot-assemble"),
        ("1+0*DX(20,10)", "cannot-assemble"),
        ("1+0*VX(20,10)", "inconsistent-velocities"),
    ] {
        let deck = format!(
            "PART/2, MASS=1, CM=20, IP=1,1,1, QG=1,0,0
MARKER/20, PART=2
GCON/1, I=20, FUNCTION={function}
"
        );
        let loaded = load(&deck, "");
        let request = Request {
            end: Some(1.0),
            ..Request::default()
        };
        let refused = carom::simulate(accepted(&loaded), &request).unwrap_err();
        let names: Vec<&str> = refused.iter().map(|d| d.name).collect();
        assert!(names.contains(&name), "{function}: {names:?}");
    }
}

/// Numbers of chance, the same each time.
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> f64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }
}

/// A plate on a table (PLANAR) and on a ball joint in the table's plane at one of its points, and one more plate on it: the height of
/// the ball joint is implied. Places are off by about `noise`, lengths are of about `size`.
fn plates(seed: u64, noise: f64, size: f64) -> String {
    let mut chance = Chance(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let mut near =
        |x: f64| x * size + noise * (chance.next() + chance.next() + chance.next() - 1.5) * 2.0;
    let mut at = |p: [f64; 3]| p.map(&mut near).map(|x| format!("{x:.12e}")).join(",");
    let (a, b, c, d, e) = (
        at([0.3, 0.1, 0.0]),
        at([0.3, 0.1, 0.0]),
        at([0.1, -0.4, 0.0]),
        at([-0.2, 0.3, 0.0]),
        at([0.4, 0.2, 0.1]),
    );
    format!(
        "PART/2, MASS=1, CM=20, IP={i},{i},{i}
MARKER/20, PART=2
MARKER/21, PART=2, QP={a}
MARKER/22, PART=2, QP={c}
MARKER/23, PART=2, QP={e}
MARKER/11, PART=1, QP={b}
MARKER/12, PART=1, QP={d}
PART/3, MASS=1, CM=30, IP={i},{i},{i}, QG={e}
MARKER/30, PART=3
JOINT/1, SPHERICAL, I=21, J=11
JOINT/2, PLANAR, I=22, J=12
JOINT/3, PLANAR, I=30, J=23
",
        i = 0.1 * size * size
    )
}

/// What CAD systems print, from twelve digits to six, in metres and in millimetres.
#[test]
fn rows_that_agree_to_the_digits_printed_are_left_out_and_named() {
    for noise in [0.0, 1e-12, 1e-10, 1e-9, 1e-8, 1e-7, 1e-6, 3e-6] {
        for (seed, size) in (0..12).zip([1.0, 0.03, 40.0].into_iter().cycle()) {
            let results = simulate(&plates(seed, noise * size, size), 0.1, None);
            assert_eq!(results.error, None, "{noise:e} {seed}");
            assert_eq!(
                results.redundant.len(),
                1,
                "{noise:e} {seed} {:?}",
                results.redundant
            );
            let name = &results.redundant[0];
            assert!(
                name.starts_with("JOINT/1") || name.starts_with("JOINT/2"),
                "{name}"
            );
            // 12 freedoms less 3 and 3 and 3, one of them told twice.
            assert_eq!(results.degrees_of_freedom, 4);
        }
    }
}

/// What two constraints ask for at the start, in place and in velocity, is no rounding: a millimetre of a metre.
#[test]
fn rows_that_do_not_agree_are_refused_with_both_names() {
    for (second, diagnostic) in [
        ("5*TIME+0.001", "cannot-assemble"),
        ("5.01*TIME", "inconsistent-velocities"),
    ] {
        let deck = TWO_MOTIONS.replace("5*TIME+STEP(TIME,1,0,2,3)", second);
        let loaded = load(&deck, "");
        let request = Request {
            end: Some(0.1),
            ..Request::default()
        };
        let refused = carom::simulate(accepted(&loaded), &request).unwrap_err();
        let d = refused.iter().find(|d| d.name == diagnostic);
        let said = format!("{:?}", d.unwrap_or_else(|| panic!("{refused:?}")));
        assert!(
            said.contains("MOTION/1") && said.contains("MOTION/2"),
            "{said}"
        );
    }
}

/// A mechanism that starts near a singular position has a row of which little is new; it is no redundant one. A slider crank with crank and
/// rod of length 1, nearly stretched: crank at `angle`, slider at 2·cos(angle) held by a spring that is not there.
#[test]
fn a_start_near_a_singular_position_keeps_its_rows() {
    for angle in [1e-2f64, 1e-3, 1e-4] {
        let (s, c) = angle.sin_cos();
        let degrees = angle.to_degrees();
        let deck = format!(
            "PART/2, MASS=1, CM=20, IP=0.1,0.1,0.1, REULER={degrees:.14}D,0D,0D, WZ=1
MARKER/20, PART=2
MARKER/21, PART=2, QP=1,0,0
PART/3, MASS=1, CM=30, IP=0.1,0.1,0.1, QG={c:.16},{s:.16},0, REULER=-{degrees:.14}D,0D,0D
MARKER/30, PART=3
MARKER/31, PART=3, QP=1,0,0
JOINT/1, REVOLUTE, I=20, J=10
JOINT/2, REVOLUTE, I=30, J=21
GCON/1, I=31, FUNCTION=DY(31,10)
MOTION/1, X, I=31, J=10, FUNCTION={x:.17}+0*TIME
",
            x = 2.0 * c
        );
        // Crank and rod and both conditions on the end: nothing is free, and no row is implied by the others.
        let results = simulate(&deck, 0.1, None);
        assert_eq!(
            (results.degrees_of_freedom, results.redundant.len()),
            (0, 0),
            "{angle}: {:?}",
            results.redundant
        );
        assert_eq!(results.error, None);
    }
}

/// A planar mechanism of four bars on revolute joints in space, the places and axes of its markers off by about `noise` of its size.
/// Three rows are implied. The crank turns three times.
fn four_bars(seed: u64, noise: f64, size: f64, drive: &str) -> String {
    let mut chance = Chance(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let mut off = || noise * (chance.next() + chance.next() + chance.next() - 1.5) * 2.0;
    let (crank, rod, rocker) = (0.3 * size, size, 0.8 * size);
    let pins = {
        let a = [0.0, crank];
        let (d, between) = ([size, 0.0], (size * size + crank * crank).sqrt());
        let along = (rod * rod - rocker * rocker + between * between) / (2.0 * between);
        let across = (rod * rod - along * along).sqrt();
        let u = [(d[0] - a[0]) / between, (d[1] - a[1]) / between];
        let b = [
            a[0] + along * u[0] - across * u[1],
            a[1] + along * u[1] + across * u[0],
        ];
        [[0.0, 0.0], a, b, d]
    };
    let mut marker = |id: u32, part: u32, [x, y]: [f64; 2]| {
        let angles = [off(), off(), off()].map(|a| format!("{:.12}D", a.to_degrees()));
        format!(
            "MARKER/{id}, PART={part}, QP={:.15},{:.15},{:.15}, REULER={}\n",
            x + off() * size,
            y + off() * size,
            off() * size,
            angles.join(",")
        )
    };
    let mut deck = marker(11, 1, pins[0]) + &marker(14, 1, pins[3]);
    for (k, (from, to)) in [(0, 1), (1, 2), (3, 2)].into_iter().enumerate() {
        let (part, p, q) = (k as u32 + 2, pins[from], pins[to]);
        let (dx, dy) = (q[0] - p[0], q[1] - p[1]);
        let length = dx.hypot(dy);
        deck += &format!(
            "PART/{part}, MASS=1, CM={part}0, IP={i},{i},{i}, QG={:.15},{:.15},0, REULER={:.13}D,0,0
MARKER/{part}0, PART={part}, QP={:.15},0,0\n",
            p[0],
            p[1],
            dy.atan2(dx).to_degrees(),
            0.5 * length,
            i = 0.1 * size * size,
        );
        deck += &marker(10 * part + 1, part, [0.0, 0.0]);
        deck += &marker(10 * part + 2, part, [length, 0.0]);
    }
    deck + "JOINT/1, REVOLUTE, I=21, J=11
JOINT/2, REVOLUTE, I=31, J=22
JOINT/3, REVOLUTE, I=41, J=14
JOINT/4, REVOLUTE, I=42, J=32
ACCGRAV/JGRAV=-9.81
" + drive
}

/// The rows that are left out agree to the digits printed all the way round, though levers and directions change: no false end.
#[test]
fn a_loop_of_few_digits_turns_round() {
    let driven = "MOTION/1, JOINT=1, ROTATION, FUNCTION=PI/2+2*PI*TIME\n";
    for (seed, noise) in [0.0, 1e-10, 1e-8, 1e-7, 1e-6].into_iter().enumerate() {
        for (size, drive) in [(1.0, driven), (0.05, driven), (30.0, ""), (0.05, "")] {
            let deck = four_bars(seed as u64, noise, size, drive);
            let results = simulate(&deck, 3.0, None);
            assert_eq!(results.error, None, "{noise:e} {size}");
            assert_eq!(results.redundant.len(), 3, "{noise:e} {size}");
            let free = i64::from(drive.is_empty());
            assert_eq!(results.degrees_of_freedom, free, "{noise:e} {size}");
        }
    }
}

/// A disc on a pin and a bar on a pin of the disc across the first, the pins `off` from the centre of the disc.
fn disc_and_bar(off: f64) -> String {
    format!(
        "PART/2, MASS=1, CM=20, IP=.1,.1,.1
MARKER/20, PART=2
MARKER/21, PART=2, QP={off:e},0,{off:e}, REULER=0D,90D,0D
MARKER/22, PART=2, QP={off:e},-{off:e},0
MARKER/11, PART=1, QP={off:e},0,{off:e}, REULER=0D,90D,0D
PART/3, MASS=1, CM=30, IP=.1,.1,.1, QG=1,0,0
MARKER/30, PART=3
MARKER/31, PART=3, QP={x:.17},-{off:e},0
JOINT/1, REVOLUTE, I=21, J=11
JOINT/2, REVOLUTE, I=31, J=22
ACCGRAV/JGRAV=-9.81
",
        x = off - 1.0
    )
}

/// A pin that is a hair beside the centre of mass of a body gives it a lever of that hair, in which its turns hardly count: rows of turns between it and
/// others hold all the same. Of a chain none is redundant, and the bar swings as a pendulum of 1 m does: its angle by `x = cos φ`, from
/// `φ'² = 2·m·g·l·(−sin φ)/J`, J = 1.1; the disc does not turn.
#[test]
fn pins_beside_centres_of_mass_hold() {
    for off in [
        0.0, 1e-9, 1e-7, 1e-6, 3e-6, 1e-5, 1e-4, 3e-4, 1e-3, 1e-2, 0.1,
    ] {
        let results = simulate(&disc_and_bar(off), 0.5, None);
        assert_eq!(results.error, None, "{off:e}");
        assert_eq!(
            (results.degrees_of_freedom, results.redundant.len()),
            (2, 0),
            "{off:e}: {:?}",
            results.redundant
        );
        for frame in &results.frames {
            let bar = &frame.bodies[1];
            // Pins that are off turn the disc by as much and move the pendulum's own; 1e-6: the error of the run is 1e-8.
            let bound = 100.0 * off + 1e-6;
            assert!(bar.angular_velocity[0].abs() < bound, "{off:e}");
            assert!(bar.angular_velocity[1].abs() < bound, "{off:e}");
            let fallen = -bar.position[1];
            let expected = 2.0 * 9.81 * fallen / 1.1;
            let speed = bar.angular_velocity[2];
            assert!((speed * speed - expected).abs() < bound, "{off:e}");
        }
    }
}

/// A crank of 0.3 and a rod of 1 that move a slider along x, all on revolute joints in space, places and axes off by about `noise` of the size, as a whole
/// turned about x. Three rows are implied.
fn slider_crank(seed: u64, noise: f64, size: f64, start: f64) -> String {
    let mut chance = Chance(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let mut off = || noise * (chance.next() + chance.next() + chance.next() - 1.5) * 2.0;
    let a = [0.3 * start.cos(), 0.3 * start.sin()];
    let s = [a[0] + (1.0 - a[1] * a[1]).sqrt(), 0.0];
    let centres = [
        [0.5 * a[0], 0.5 * a[1]],
        [0.5 * (a[0] + s[0]), 0.5 * a[1]],
        s,
    ];
    let mut deck = String::new();
    let mut marker = |id: u32, part: usize, p: [f64; 2], axes: [f64; 3]| {
        let c = if part == 1 {
            [0.0; 2]
        } else {
            centres[part - 2]
        };
        let angles = axes.map(|x| format!("{:.12}D", x + off().to_degrees()));
        format!(
            "MARKER/{id}, PART={part}, QP={:.15},{:.15},{:.15}, REULER={}\n",
            size * (p[0] - c[0] + off()),
            size * (p[1] - c[1] + off()),
            size * off(),
            angles.join(",")
        )
    };
    for (k, c) in centres.iter().enumerate() {
        let i = 0.02 * size * size;
        deck += &format!(
            "PART/{n}, MASS=1, CM={n}0, IP={i},{i},{i}, QG={:.15},{:.15},0\nMARKER/{n}0, PART={n}\n",
            size * c[0],
            size * c[1],
            n = k + 2
        );
    }
    let (about_z, along_x) = ([0.0; 3], [90.0, 90.0, 0.0]);
    deck += &marker(21, 2, [0.0; 2], about_z);
    deck += &marker(11, 1, [0.0; 2], about_z);
    deck += &marker(31, 3, a, about_z);
    deck += &marker(22, 2, a, about_z);
    deck += &marker(41, 4, s, about_z);
    deck += &marker(32, 3, s, about_z);
    deck += &marker(42, 4, s, along_x);
    deck += &marker(14, 1, s, along_x);
    deck + &format!(
        "JOINT/1, REVOLUTE, I=21, J=11
JOINT/2, REVOLUTE, I=31, J=22
JOINT/3, REVOLUTE, I=41, J=32
JOINT/4, TRANSLATIONAL, I=42, J=14
ACCGRAV/IGRAV={}, JGRAV={}
",
        3.0 * size,
        -9.0 * size
    )
}

/// Rows of few digits that hold a plane loop in its plane come to depend on each other where a rod turns on; others hold there. Rounding of the places moves the
/// mechanism by little more than itself, in motion and at rest, and not by its square root.
#[test]
fn places_of_few_digits_change_motions_by_as_few() {
    let decks: [fn(u64, f64, f64) -> String; 3] = [
        |seed, noise, size| slider_crank(seed, noise, size, 0.7),
        |seed, noise, size| slider_crank(seed, noise, size, 2.1),
        |seed, noise, size| four_bars(seed, noise, size, ""),
    ];
    for deck in decks {
        for (seed, noise, size) in [
            (0, 1e-10, 0.05),
            (1, 1e-8, 1.0),
            (2, 1e-7, 0.05),
            (3, 1e-6, 1.0),
        ] {
            for analysis in [None, Some(Analysis::Static)] {
                let end = analysis.map_or(1.5, |_| 0.0);
                let exact = simulate(&deck(seed, 0.0, size), end, analysis);
                let rounded = simulate(&deck(seed, noise, size), end, analysis);
                assert_eq!(rounded.error, None, "{noise:e} {size} {analysis:?}");
                assert_eq!(rounded.redundant.len(), 3);
                let off = apart(&exact, &rounded) / size;
                // 1e3: levers, and what a swing makes of a start that is off; 1e-6: errors of the runs
                let bound = 1e3 * noise + 1e-6;
                assert!(off < bound, "{noise:e} {size} {analysis:?}: {off:e}");
            }
        }
    }
}

/// The largest difference of the places of all bodies.
fn apart(a: &Results, b: &Results) -> f64 {
    let places = |r: &Results| {
        let bodies = r.frames.iter().flat_map(|f| f.bodies.clone());
        bodies.map(|b| b.position).collect::<Vec<_>>()
    };
    let (a, b) = (places(a), places(b));
    assert_eq!(a.len(), b.len());
    let pairs = a.iter().flatten().zip(b.iter().flatten());
    pairs.map(|(x, y)| (x - y).abs()).fold(0.0, f64::max)
}

/// The same beside a contact that is closed all the time: of a ball that slides on a plane, which is another mechanism altogether.
#[test]
fn places_of_few_digits_beside_a_closed_contact() {
    // The plane's z points along y.
    let ball = "PART/8, MASS=1, CM=80, IP=1,1,1, QG=5,0.1,0
MARKER/80, PART=8
MARKER/81, PART=1, QP=5,0,0, REULER=180D,90D,0D
GRAPHICS/80, ELLIPSOID, CM=80, XSCALE=0.2, YSCALE=0.2, ZSCALE=0.2
GRAPHICS/81, PLANE, RM=81, XMIN=-1, XMAX=1, YMIN=-1, YMAX=1
CONTACT/1, IGEOM=80, JGEOM=81, IMPACT, STIFFNESS=1E6, DAMPING=1, DMAX=0.001, EXPONENT=1.5
";
    let rigid = RigidContact {
        restitution: Some(0.0),
        ..RigidContact::default()
    };
    for start in [0.7, 2.1] {
        for (seed, noise) in [(1, 1e-8), (3, 1e-6)] {
            let deck = |noise| slider_crank(seed, noise, 1.0, start) + ball;
            let exact = simulate_with(&deck(0.0), 1.5, None, Some(rigid));
            let rounded = simulate_with(&deck(noise), 1.5, None, Some(rigid));
            assert_eq!(rounded.error, None, "{start} {noise:e}");
            let off = apart(&exact, &rounded);
            // as above
            let bound = 1e3 * noise + 1e-6;
            assert!(off < bound, "{start} {noise:e}: {off:e}");
        }
    }
}

/// Four parallel cranks that hang from the ground and carry a coupler, at the angle φ, places to so many digits (17: all).
fn cranks(phi: f64, digits: usize) -> String {
    let (length, base) = (0.3, 0.8);
    let (x, y) = (length * phi.cos(), length * phi.sin());
    let mut deck = String::from("ACCGRAV/JGRAV=-9.81\n");
    let place = |x: f64, y: f64| format!("QP={x:.digits$},{y:.digits$},0");
    let part = |number: usize, mass: f64, x: f64, y: f64| {
        let at = place(x, y);
        format!(
            "PART/{number}, MASS={mass:?}, CM={number}0, IP=0.01,0.01,0.01\nMARKER/{number}0, PART={number}, {at}\n"
        )
    };
    for k in 0..4 {
        let foot = base * k as f64 / 3.0;
        deck += &part(2 + k, 1.0, foot + 0.5 * x, 0.5 * y);
    }
    deck += &part(6, 2.0, 0.5 * base + x, y);
    for k in 0..4 {
        let foot = base * k as f64 / 3.0;
        for (joint, at, other) in [
            (2 * k + 1, place(foot, 0.0), 1),
            (2 * k + 2, place(foot + x, y), 6),
        ] {
            let crank = 2 + k;
            deck += &format!(
                "MARKER/{joint}01, PART={crank}, {at}\nMARKER/{joint}02, PART={other}, {at}\nJOINT/{joint}, REVOLUTE, I={joint}01, J={joint}02\n"
            );
        }
    }
    deck
}

/// Each time four cranks pass the line of their feet, the last digits of places decide which way the coupler turns. The motion is that of exact places, or the
/// run says that it is not.
#[test]
fn cranks_that_pass_their_stretched_position_do_not_part_in_silence() {
    for phi in [0.3, 0.7] {
        let exact = simulate(&cranks(phi, 17), 2.0, None);
        assert_eq!(exact.error, None);
        for digits in [6, 7, 8] {
            let rounded = simulate(&cranks(phi, digits), 2.0, None);
            let frames = exact.frames.iter().zip(&rounded.frames);
            let height = |f: &Frame| f.bodies[4].position[1];
            let off = frames.map(|(a, b)| (height(a) - height(b)).abs());
            let off = off.fold(0.0, f64::max);
            let says = |d: &Diagnostic| d.name == "constraints-anew";
            let told = rounded.error.is_some() || rounded.diagnostics.iter().any(says);
            // 1e3: what swings make of a start that is off
            let close = 1e3 * 10f64.powi(-(digits as i32));
            assert!(told || off < close, "{phi} {digits}: {off:e}");
            let whole = rounded.frames.len() == exact.frames.len();
            assert!(whole || rounded.error.is_some(), "{phi} {digits}");
        }
    }
}

/// A shaft about z and a slide along z that a coupler or a GCON ties to it: one row acts in the plane of the mechanism on the one and across it on the other, and has to
/// be looked at on both. M = (I + m·r²)·α = (0.01 + 4·0.05²)·1.
#[test]
fn a_row_that_acts_in_the_plane_and_across_it_holds_both() {
    let parts = "MARKER/11, PART=1, QP=1,0,0
PART/2, MASS=1, CM=20, IP=0.01,0.01,0.01
MARKER/20, PART=2
PART/3, MASS=4, CM=30, IP=1,1,1, QG=1,0,0
MARKER/30, PART=3
JOINT/1, REVOLUTE, I=20, J=10
JOINT/3, TRANSLATIONAL, I=30, J=11
SFORCE/1, ROTATION, ACTIONONLY, I=20, J=10, FUNCTION=0.02
REQUEST/1, F2=AZ(20,10)\\F3=WZ(20,10)\\F4=DZ(30,11)\\F6=WDTZ(20,10)\\F7=ACCZ(30)
";
    let coupler = "COUPLER/1, JOINTS=1,3, SCALES=0.05,-1\n";
    let gcon = "GCON/1, FUNCTION=0.05*WZ(20,10)-VZ(30)\n";
    for tie in [coupler, gcon] {
        for method in ["auto", "dop853", "radau"] {
            let mut request = Request {
                end: Some(1.0),
                output: Some(OutputGrid::Steps(1)),
                ..Request::default()
            };
            request.options.integrator = Some(method.into());
            let results =
                carom::simulate(accepted(&load(&format!("{parts}{tie}"), "")), &request).unwrap();
            let row = results.frames.last().unwrap().requests[0];
            // 1e-12: the motion is a polynomial that the methods follow but for rounding.
            for (got, exact) in [
                (row[1], 0.5),
                (row[2], 1.0),
                (row[3], 0.025),
                (row[5], 1.0),
                (row[6], 0.05),
            ] {
                assert!((got - exact).abs() < 1e-12, "{tie} {method}: {row:?}");
            }
        }
    }
}

/// A shaft whose centre of mass is a little off its axis, and a screw of a fine lead: small lever arms make rows look alike that are not, and none is redundant.
#[test]
fn what_is_tied_by_small_levers_is_driven_all_the_same() {
    let shaft = |off: f64| {
        format!(
            "MARKER/11, PART=1, QP=1,0,0
PART/2, MASS=1, CM=20, IP=0.01,0.01,0.01
MARKER/20, PART=2, QP={off:?},0,0
MARKER/21, PART=2
PART/3, MASS=1, CM=30, IP=0.01,0.01,0.01, QG=1,0,0
MARKER/30, PART=3
JOINT/1, REVOLUTE, I=21, J=10
JOINT/3, TRANSLATIONAL, I=30, J=11
COUPLER/1, JOINTS=1,3, SCALES=0.05,-1
MOTION/1, ROTATION, JOINT=1, FUNCTION=0.02*TIME**2
REQUEST/1, F2=AZ(21,10)\\F4=DZ(30,11)
"
        )
    };
    let request = Request {
        end: Some(3.0),
        output: Some(OutputGrid::Steps(3)),
        ..Request::default()
    };
    for off in [1e-6, 3e-6, 1e-5, 3e-5, 1e-4] {
        let results = carom::simulate(accepted(&load(&shaft(off), "")), &request).unwrap();
        let row = results.frames.last().unwrap().requests[0];
        // 1e-9: what Newton's method leaves of positions.
        assert!(
            (row[1] - 0.18).abs() < 1e-9 && (row[3] - 0.009).abs() < 1e-9,
            "{off}: {row:?}"
        );
    }
    for lead in [1e-4, 1e-3, 5e-3] {
        let deck = format!(
            "PART/2, MASS=1, CM=20, IP=0.01,0.01,0.01
MARKER/20, PART=2, QP=1E-3,0,0
MARKER/21, PART=2
JOINT/1, CYLINDRICAL, I=21, J=10
JOINT/2, SCREW, I=21, J=10, PITCH={lead:?}
MOTION/1, TRANSLATION, JOINT=1, FUNCTION={:?}*TIME**2
REQUEST/1, F2=AZ(21,10)\\F4=DZ(21,10)
",
            0.1 * lead
        );
        let results = carom::simulate(accepted(&load(&deck, "")), &request).unwrap();
        let row = results.frames.last().unwrap().requests[0];
        let turn = 2.0 * std::f64::consts::PI * 0.9;
        assert!(
            (row[1] - turn).abs() < 1e-9 && (row[3] - 0.9 * lead).abs() < 1e-9,
            "{lead}: {row:?}"
        );
    }
}

/// A screw that starts 25 leads up, and there turns under a torque of 1: it stays where it is put, and `α·(I + m·(lead/2π)²) = 1`.
#[test]
fn a_screw_starts_many_leads_from_its_nut() {
    let deck = "PART/2, MASS=1, CM=20, IP=1,1,1, QG=0,0,0.5
MARKER/20, PART=2
JOINT/1, CYLINDRICAL, I=20, J=10
JOINT/2, SCREW, I=20, J=10, PITCH=0.02
SFORCE/1, ROTATION, ACTIONONLY, I=20, J=10, FUNCTION=1
REQUEST/1, F2=AZ(20,10)\\F4=DZ(20,10)
";
    let lead = 0.02 / (2.0 * std::f64::consts::PI);
    let results = simulate(deck, 4.0, None);
    for (t, row) in results.times().iter().zip(results.request(1)) {
        let angle = 0.5 * t * t / (1.0 + lead * lead);
        // 1e-9: the motion is a polynomial; what Newton's method leaves of the start.
        assert!(
            (row[1] - angle).abs() < 1e-9 && (row[3] - 0.5 - lead * angle).abs() < 1e-9,
            "{t}: {row:?}"
        );
    }
}

/// A hinge whose axes point to opposite sides is one all the same, and that is said; the same of parts that start the right way round is not.
#[test]
fn a_joint_that_stands_half_a_turn_off_is_named() {
    for (turn, said) in [("0,0,0", false), ("0,180D,0", true), ("0,179D,0", true)] {
        let deck = format!(
            "PART/2, MASS=1, CM=20, IP=1,1,1, REULER={turn}\nMARKER/20, PART=2\nJOINT/1, REVOLUTE, I=20, J=10\n"
        );
        let mut loaded = load(&deck, "");
        carom::check(&mut loaded, false).unwrap();
        let notes = loaded.diagnostics.iter();
        let found = notes.filter(|d| d.name == "joint-half-turn" && d.message.contains("JOINT/1"));
        assert_eq!(found.count(), usize::from(said), "{turn}");
    }
}
