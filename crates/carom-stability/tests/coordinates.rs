//! The tangent of a run is the same in the coordinates of joints, where its derivative is a program of its own, as by bodies.

// A helper of a test fails like the test itself.
#![allow(clippy::unwrap_used)]

use crate::common;

use carom::dynamics::Frame;
use carom::dynamics::tangent::Seeds;
use carom_stability::Family;
use carom_study::Study;
use common::study;

const HEAD: &str = "Tangents\n\
    UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND\n\
    ACCGRAV/KGRAV=-9.80665\nPART/1, GROUND\nMARKER/10, PART=1\n";

/// A body on ground or on another one, by a joint with such markers; its spring and damper have numbers.
fn body(k: usize, joint: &str, on: &str, turned: &str) -> String {
    format!(
        "PART/{k}, MASS=1.3, CM={k}05, IP=0.04,0.06,0.05,0.004,-0.003,0.002, QG=0.{k},0.1,0.2, REULER=0.3,0.2,0.1, WX=0.4, VY=0.2\n\
         MARKER/{k}05, PART={k}, QP=0.2,0.05,-0.1\nMARKER/{k}00, PART={k}, {turned}\nMARKER/{k}01, PART={k}, QP=0.4,0,0.1, {turned}\n\
         MARKER/{k}02, PART={on}, QP=0.{k},0.1,0.2, {turned}\n{joint}\n\
         VFORCE/{k}, I={k}05, JFLOAT={k}03, RM=10\n, FX=-3*DX({k}05,10,10)-0.2*VX({k}05,10,10)+SIN(2*TIME)\\\n\
         , FY=-2*DY({k}05,10,10)**3\\\n, FZ=-5*DZ({k}05,10,10)-0.1*VM({k}05,10)*VZ({k}05,10,10)\nMARKER/{k}03, PART=1, FLOATING\n"
    )
}

fn joint(kind: &str, k: usize) -> String {
    format!("JOINT/{k}, {kind}, I={k}00, J={k}02")
}

/// Rods on pins in a row, each turned by a spring and a damper of its own.
fn rods(count: usize) -> String {
    let rod = |k: usize| {
        let before = k - 1;
        format!(
            "PART/{k}, MASS=1, CM={k}00, IP=0.1,0.1,0.1, QG={},0,0\nMARKER/{k}00, PART={k}, QP=0.5,0,0\nMARKER/{k}01, PART={k}\nMARKER/{k}02, PART={k}, QP=1,0,0\n\
             JOINT/{k}, REVOLUTE, I={k}01, J={before}02\nSFORCE/{k}, ROTATIONAL, I={k}01, J={before}02, FUNCTION=-{}*AZ({k}01,{before}02)-0.{k}*WZ({k}01,{before}02)\n",
            k - 2,
            [2, 5, 3][k % 3]
        )
    };
    let all: String = (2..count + 2).map(rod).collect();
    let head = HEAD.replace("KGRAV", "JGRAV");
    format!("{head}MARKER/102, PART=1\n{all}END\n")
}

/// Mechanisms with all that a tree may have, each with three parameters.
fn mechanisms() -> Vec<(&'static str, String)> {
    let chain = |kinds: [&str; 2]| {
        let first = body(2, &joint(kinds[0], 2), "1", "");
        let second = body(3, &joint(kinds[1], 3), "2", "REULER=0,0.4,0");
        format!("{HEAD}{first}{second}END\n")
    };
    let free = format!(
        "{HEAD}{}{}END\n",
        body(2, "", "1", ""),
        body(3, "", "1", "")
    );
    let loops = format!(
        "{HEAD}\
         PART/2, MASS=1, CM=205, IP=0.1,0.1,0.1, QG=0,0,0, WZ=3, VX=-0.5\nMARKER/205, PART=2, QP=0,0.5,0\nMARKER/200, PART=2\nMARKER/201, PART=2, QP=0,1,0\n\
         PART/3, MASS=1, CM=305, IP=0.1,0.1,0.1, QG=0,1,0\nMARKER/305, PART=3, QP=0.75,0.25,0\nMARKER/300, PART=3\nMARKER/301, PART=3, QP=1.5,0.5,0\n\
         PART/4, MASS=1, CM=405, IP=0.1,0.1,0.1, QG=1.5,0,0\nMARKER/405, PART=4, QP=0,0.75,0\nMARKER/400, PART=4\nMARKER/401, PART=4, QP=0,1.5,0\n\
         MARKER/11, PART=1\nMARKER/12, PART=1, QP=1.5,0,0\n\
         JOINT/1, REVOLUTE, I=200, J=11\nJOINT/2, REVOLUTE, I=300, J=201\nJOINT/3, REVOLUTE, I=301, J=401\nJOINT/4, REVOLUTE, I=400, J=12\n\
         SFORCE/2, ROTATIONAL, I=200, J=11, FUNCTION=-3*AZ(200,11)-0.2*WZ(200,11)+SIN(2*TIME)\n\
         SFORCE/3, ROTATIONAL, I=400, J=12, FUNCTION=-2*AZ(400,12)**3\n\
         SFORCE/4, ROTATIONAL, I=300, J=201, FUNCTION=-5*AZ(300,201)\nEND\n"
    );
    let states = format!(
        "{HEAD}{}DIFF/1, IC=0.5, FUNCTION=VX(205,10,10)-3*DIF(1)+0.2*DIF(2)\nDIFF/2, IC=0, FUNCTION=SIN(2*TIME)-DIF(2)+DZ(205,10,10)\n\
         SFORCE/9, TRANSLATIONAL, ACTIONONLY, I=205, J=10, FUNCTION=5*DIF(1)*DIF(2)\nEND\n",
        body(2, &joint("CYLINDRICAL", 2), "1", "REULER=0,0.7,0")
    );
    vec![
        ("a hinge and a cross", chain(["REVOLUTE", "UNIVERSAL"])),
        (
            "a ball joint and a slide",
            chain(["SPHERICAL", "TRANSLATIONAL"]),
        ),
        (
            "a planar and a cylindrical joint",
            chain(["PLANAR", "CYLINDRICAL"]),
        ),
        (
            "a screwed-down body with a hinge",
            chain(["FIXED", "REVOLUTE"]),
        ),
        ("free bodies", free),
        ("five rods", rods(5)),
        ("a four-bar", loops),
        ("differential equations", states),
    ]
}

/// The same with its coordinates said; numbers of the first function as parameters.
fn run_in(deck: &str, coordinates: &str) -> Study {
    let at = |name: &str, at: &str, was: f64| {
        format!("{name} = {{ at = \"{at}\", was = {was}, values = [{was}] }}\n")
    };
    let last = [3, 2]
        .into_iter()
        .find(|k| deck.contains(&format!("VFORCE/{k},")));
    let own = match last {
        Some(k) => [
            at("a", &format!("VFORCE/{k}.fx#1"), 3.0),
            at("b", &format!("VFORCE/{k}.fz#1"), 5.0),
            at("c", &format!("VFORCE/{k}.fy#1"), 2.0),
        ],
        None => [
            at("a", "SFORCE/2.function#1", 3.0),
            at("b", "SFORCE/4.function#1", 5.0),
            at("c", "SFORCE/3.function#1", 2.0),
        ],
    };
    let text = format!(
        "[run]\nend = 1\nsteps = 1\nintegrator = \"dop853\"\nerror = 1e-12\ncoordinates = \"{coordinates}\"\n[parameters]\n{}[responses]\nz = {{ last = \"PART/2.z\" }}\n",
        own.concat()
    );
    study(deck, &text)
}

fn read(f: &Frame) -> Vec<f64> {
    let numbers = f.bodies.iter().flat_map(|b| {
        let mut all = b.position.to_vec();
        all.extend(b.velocity);
        all.extend(b.angular_velocity);
        all
    });
    numbers.collect()
}

/// Derivatives forward at two times, and those of a weighted sum of all numbers by going back.
fn derivatives(study: &Study) -> ([Vec<Vec<f64>>; 2], Vec<f64>) {
    let point = study.design.point(0);
    let family = Family::new(study);
    let times = [0.6, 1.0];
    let mut run = family.vary(&point, &[0, 1, 2], &[], Some(1.0)).unwrap();
    let mut back = family.vary_back(&point, &[0, 1, 2], Some(1.0)).unwrap();
    let mut seeds = Seeds::default();
    let forward = times.map(|t| {
        run.run_until(t).unwrap();
        back.run_until(t).unwrap();
        let found = run.derivatives(&read).unwrap();
        let output = back.mark_output().unwrap();
        seeds.outputs.push((output, weights(found[0].len())));
        found
    });
    let found = back.gradients(&read, &[seeds]).unwrap();
    (forward, found[0].parameters.clone())
}

fn weights(count: usize) -> Vec<f64> {
    (0..count).map(|k| 1.0 + 0.1 * k as f64).collect()
}

#[test]
fn tangents_by_joints_are_those_by_bodies() {
    for (name, deck) in mechanisms() {
        let ways = ["absolute", "auto"].map(|c| derivatives(&run_in(&deck, c)));
        let [(by_bodies, _), (by_joints, _)] = &ways;
        let all = |of: &[Vec<Vec<f64>>; 2]| of.iter().flatten().flatten().copied().collect();
        let [a, b]: [Vec<f64>; 2] = [by_bodies, by_joints].map(all);
        let scale = a.iter().fold(0.0f64, |m, x| m.max(x.abs()));
        assert!(scale > 1e-3, "{name}: nothing moves");
        for (x, y) in a.iter().zip(&b) {
            // what some hundred steps at 1e-11 leave, and differences of 3e-5 of the sizes where frames are read
            assert!((x - y).abs() < 2e-8 * scale, "{name}: {x} {y}");
        }
        for (what, (forward, back)) in ["bodies", "joints"].iter().zip(&ways) {
            for (k, found) in back.iter().enumerate() {
                let sum = |x: &Vec<f64>| -> f64 {
                    x.iter().zip(weights(x.len())).map(|(x, w)| x * w).sum()
                };
                let expected: f64 = forward.iter().map(|at| sum(&at[k])).sum();
                // Both ways find by differences over 3e-5 of the sizes what frames read, of some tens of numbers.
                let off = (found - expected).abs();
                assert!(off < 1e-6 * scale, "{name}, {what}: {found} {expected}");
            }
        }
    }
}
