//! Derivatives of responses against closed forms and against differences of sweeps.

use crate::common;

use carom_stability::{Error, Sensitivities, sensitivities};
use carom_study::Study;
use common::{number, study, values};

const BALL: &str = "\
Ball on a table
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
ACCGRAV/KGRAV=-9.80665
PART/1, GROUND
MARKER/10, PART=1
POINT_MASS/2, MASS=1, CM=20, QG=0,0,1
MARKER/20, POINT_MASS=2
SFORCE/1, TRANSLATIONAL, ACTIONONLY, I=20, J=10
, FUNCTION=IMPACT(DZ(20,10),VZ(20,10),0.0,1E6,1.5,50.0,1E-4)
END
";

const RIGID: &str = r#"
contact = "rigid"
restitution = "e"
integrator = "dop853"
error = 1e-12
"#;

/// All of a study.
fn of(study: &Study) -> Sensitivities {
    found(study).unwrap_or_else(|e| panic!("{e}"))
}

fn found(study: &Study) -> Result<Sensitivities, Error> {
    let request = study.seek(None, None).expect("the names are there");
    sensitivities(study, &request)
}

fn derivative(s: &Sensitivities, response: &str, parameter: &str) -> f64 {
    let j = s.parameters.iter().position(|p| p.name == parameter);
    let r = s.responses.iter().find(|r| r.name == response);
    r.expect("it is there").by[j.expect("it is there")]
}

fn value(s: &Sensitivities, response: &str) -> f64 {
    let r = s.responses.iter().find(|r| r.name == response);
    r.and_then(|r| r.value).expect("it has a value")
}

fn near(what: &str, found: f64, expected: f64, tolerance: f64) {
    let error = (found - expected).abs() / expected.abs().max(1.0);
    assert!(error < tolerance, "{what}: {found} for {expected}");
}

fn flags(s: &Sensitivities) -> String {
    let each = s.flags.iter();
    let text = each.map(|f| {
        let parameter = f.parameter.as_deref().unwrap_or("all");
        format!("{} by {parameter}: {}", f.output, f.text)
    });
    text.collect::<Vec<_>>().join("\n")
}

/// z and v after n bounces, the time of the last impact and the speed after it.
#[test]
fn a_ball_on_a_rigid_table() {
    let all = &values()["bouncing_ball_fixed_table"]["cases"];
    for case in ["e0.8_T1.0", "e0.8_T1.5", "e0.8_T3.0", "e0.8_T3.9"] {
        let case = &all[case];
        let (end, bounces) = (number(&case["T"]), number(&case["bounces"]));
        let study = study(
            BALL,
            &format!(
                r#"
[run]
end = {end}
{RIGID}
[parameters]
h0 = {{ at = "POINT_MASS/2.qg.z", values = [1, 2] }}
gg = {{ values = [9.80665] }}
g = {{ at = "ACCGRAV.kgrav", value = "-gg" }}
e = {{ values = [0.8] }}
[responses]
z = {{ last = "DZ(20,10)" }}
v = {{ last = "PART/2.vz" }}
t = {{ last = "time", event = "impact" }}
up = {{ last = "rate_after", event = "impact" }}
n = {{ count = "impact" }}
energy = {{ value = "v**2/2+gg*z" }}
lost = {{ value = "gg*h0-energy" }}
"#
            )
            .replace("PART/2.vz", "POINT_MASS/2.vz"),
        );
        let s = of(&study);
        // Near the end of the chatter, an impact is at 3.9 where e is larger by 1.4e-3.
        let said = flags(&s);
        let said: Vec<_> = said
            .lines()
            .filter(|l| !l.contains("by e: valid within 1.40e-3"))
            .collect();
        assert_eq!(said, [""; 0]);
        assert_eq!(value(&s, "n"), bounces);
        assert_eq!(s.events.len() as f64, bounces);
        for (name, key) in [("h0", "d_h0"), ("gg", "d_g"), ("e", "d_e")] {
            let of = |what: &str| number(&case[key][what]);
            // Differences at 3e-5 leave roundings of 1e-16/3e-5 for each of the 14 bounces; those of reducers 1e-16/1e-4.
            let close = |what: &str, expected: f64| {
                near(
                    &format!("{what} by {name}"),
                    derivative(&s, what, name),
                    expected,
                    1e-10,
                );
            };
            close("z", of("z"));
            close("v", of("v"));
            close("t", of("t_last_impact"));
            close("up", of("v_plus_last_impact"));
            close("n", 0.0);
            let (z, v) = (number(&case["z"]), number(&case["v"]));
            let own = |p: &str, x: f64| if name == p { x } else { 0.0 };
            let energy = v * of("v") + 9.80665 * of("z") + own("gg", z);
            close("energy", energy);
            close("lost", own("gg", 1.0) + own("h0", 9.80665) - energy);
        }
        let last = s.events.last().expect("it bounces");
        near(
            "its time",
            last.time_by[0],
            number(&case["d_h0"]["t_last_impact"]),
            1e-10,
        );
    }
}

/// Without gravity, z(T) = e(u·T − h), which also moves with the end of the run and its output times (brax, issue 317).
#[test]
fn a_ball_without_gravity() {
    let deck = BALL.replace("ACCGRAV/KGRAV=-9.80665\n", "");
    let study = study(
        &deck,
        &format!(
            r#"
[run]
end = "T"
dt = "T/7"
{RIGID}
[parameters]
h = {{ at = "POINT_MASS/2.qg.z", values = [0.5] }}
u = {{ values = [1.2] }}
down = {{ at = "POINT_MASS/2.vz", value = "-u" }}
e = {{ values = [0.7] }}
T = {{ values = [1.5] }}
[responses]
z = {{ last = "DZ(20,10)" }}
mean = {{ mean = "DZ(20,10)", from = "T*0.55" }}
now = {{ last = "time" }}
"#
        ),
    );
    let s = of(&study);
    assert_eq!(flags(&s), "");
    let (h, u, e, end) = (0.5, 1.2, 0.7, 1.5);
    near("z", value(&s, "z"), e * (u * end - h), 1e-12);
    // A straight line over 0.55 to 1 of T: the mean is at the middle.
    let middle = 0.5 * (0.55 + 1.0);
    let mean = e * (u * end * middle - h);
    near("mean", value(&s, "mean"), mean, 1e-12);
    let expected = [
        ("h", -e, -e, 0.0),
        ("u", e * end, e * end * middle, 0.0),
        ("e", u * end - h, mean / e, 0.0),
        ("T", e * u, e * u * middle, 1.0),
    ];
    for (p, z, mean, now) in expected {
        // As above.
        near(p, derivative(&s, "z", p), z, 1e-10);
        near(p, derivative(&s, "mean", p), mean, 1e-10);
        near(p, derivative(&s, "now", p), now, 1e-10);
    }
}

/// Equal elastic discs that hit head on: the second one ends where the first one would, a diameter further (nimblephysics, issue 97).
#[test]
fn two_discs() {
    let deck = "\
Two discs
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
PART/1, GROUND
MARKER/10, PART=1
POINT_MASS/2, MASS=1, CM=20, QG=0,0,0, VX=1
MARKER/20, POINT_MASS=2
POINT_MASS/3, MASS=1, CM=30, QG=0.52,0,0, VX=1E-9
MARKER/30, POINT_MASS=3
SFORCE/1, TRANSLATIONAL, I=30, J=20
, FUNCTION=IMPACT(DX(30,20),VX(30,20),0.2,1E6,1.5,50.0,1E-4)
END
";
    let study = study(
        deck,
        &format!(
            r#"
[run]
end = 1
{RIGID}
[parameters]
x1 = {{ at = "POINT_MASS/2.qg.x", values = [0] }}
x2 = {{ at = "POINT_MASS/3.qg.x", values = [0.52] }}
v0 = {{ at = "POINT_MASS/2.vx", values = [1] }}
u0 = {{ at = "POINT_MASS/3.vx", values = [0] }}
e = {{ value = 1 }}
[responses]
x = {{ last = "DX(30,10)" }}
"#
        ),
    );
    let s = of(&study);
    near("x", value(&s, "x"), 1.2, 1e-12);
    let expected = values()["two_discs"]["gradient_x1_x2_v0_u0"].clone();
    for (k, p) in ["x1", "x2", "v0", "u0"].into_iter().enumerate() {
        // Roundings of differences at 3e-5·1e-2 where the parameter is 0.
        near(p, derivative(&s, "x", p), number(&expected[k]), 1e-8);
    }
    assert_eq!(s.events.len(), 1);
    assert_eq!(s.events[0].event.kind.name(), "impact");
}

/// x' = −a and y' = b until x = 0: y(1) = b·x₀/a (SciMLSensitivity, issue 4).
#[test]
fn a_decay_that_stops() {
    let deck = "\
Decay
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
PART/1, GROUND
POINT_MASS/2, MASS=1, CM=20
MARKER/20, POINT_MASS=2
DIFF/1, IC=1, FUNCTION=-2
DIFF/2, IC=0, FUNCTION=IF(DIF(1): 0, 0, 1)
END
";
    let study = study(
        deck,
        r#"
[run]
end = 1
error = 1e-10
[parameters]
a = { values = [2] }
fall = { at = "DIFF/1.function", value = "-a" }
b = { at = "DIFF/2.function#4", was = 1, values = [1] }
[responses]
y = { last = "DIFF/2.value" }
"#,
    );
    let s = of(&study);
    let case = &values()["stopped_decay"];
    // Straight lines: rounding.
    near("y", value(&s, "y"), number(&case["y_1"]), 1e-10);
    near("a", derivative(&s, "y", "a"), number(&case["dy_da"]), 1e-9);
    near("b", derivative(&s, "y", "b"), number(&case["dy_db"]), 1e-9);
}

/// Impacts without number, whose end is a smooth function of the first: t(1 + e)/(1 − e), with t = √(2h/g).
#[test]
fn a_ball_that_comes_to_rest() {
    let study = study(
        BALL,
        &format!(
            r#"
[run]
end = 5
steps = 10
{RIGID}
[parameters]
h0 = {{ at = "POINT_MASS/2.qg.z", values = [1] }}
gg = {{ values = [9.80665] }}
g = {{ at = "ACCGRAV.kgrav", value = "-gg" }}
e = {{ values = [0.8] }}
[responses]
rest = {{ last = "time", event = "accumulation" }}
closes = {{ last = "time", event = "closure" }}
force = {{ last = "SFORCE/1.fz" }}
"#
        ),
    );
    let s = of(&study);
    assert_eq!(flags(&s), "");
    let first = (2.0f64 / 9.80665).sqrt();
    let rest = 9.0 * first;
    let expected = [
        ("h0", rest / 2.0, 0.0),
        ("gg", -rest / 2.0 / 9.80665, 1.0),
        ("e", 2.0 * first / 0.04, 0.0),
    ];
    for (p, time, force) in expected {
        // The roundings of differences of a hundred impacts.
        near(p, derivative(&s, "rest", p), time, 1e-9);
        near(p, derivative(&s, "closes", p), time, 1e-9);
        near(p, derivative(&s, "force", p), force, 1e-9);
    }
}

/// Every reducer, on outputs and on events, against differences of runs of the sweep beside the point.
#[test]
fn reducers_against_runs_beside_the_point() {
    let deck = include_str!("../../../examples/bouncing_ball/ball.adm");
    let responses = r#"
first = { first = "PART/2.z", from = "0.3*z0+0.001" }
last = { last = "PART/2.z" }
low = { min = "PART/2.z" }
high = { max = "PART/2.z", from = 0.6 }
middle = { mean = "PART/2.vz", from = 0.2 }
square = { rms = "DZ(20,10)**2", to = 0.8 }
at = { at = "PART/2.z", time = "z0-0.198" }
when = { time-of-max = "PART/2.z", from = 0.6 }
force = { max = "SFORCE/1.fz" }
touch = { first = "time", event = "contact-begin" }
touches = { last = "rate_before", event = "contact-begin" }
third = { nth = "rate_after", event = "contact-end", number = 2 }
before = { nth = "gap", event = "full-damping", number = -2 }
fastest = { min = "rate_before", event = "contact-begin" }
slowest = { max = "rate_before", event = "contact-begin" }
soonest = { time-of-max = "rate_before", event = "contact-begin", to = 2 }
average = { mean = "time", event = "contact-end" }
root = { rms = "rate_after", event = "contact-end" }
how_many = { count = "contact-end" }
ratio = { value = "(high-0.1)/(z0-0.1)*SQRT(square)" }
"#;
    let parameters = [
        ("k", "SFORCE/1.function.IMPACT.k", 1e5, 1.0),
        ("cm", "SFORCE/1.function.IMPACT.cmax", 50.0, 1e-3),
        ("z0", "PART/2.qg.z", 1.1, 1e-5),
    ];
    let text = |name: &str, change: f64| {
        let each = parameters.iter().map(|(p, at, value, _)| {
            let x = value + if *p == name { change } else { 0.0 };
            format!("{p} = {{ at = \"{at}\", values = [{x:e}] }}\n")
        });
        let each: String = each.collect();
        format!(
            "[run]\nend = 2.5\nsteps = 500\nintegrator = \"dop853\"\nerror = 1e-12\n[parameters]\n{each}[responses]{responses}"
        )
    };
    let row = |name: &str, change: f64| study(deck, &text(name, change)).run(0).responses;
    let middle = study(deck, &text("", 0.0));
    let s = of(&middle);
    let values = row("", 0.0);
    for (found, swept) in s.responses.iter().zip(&values) {
        // The steps of the run are those of the sweep.
        let both = found.value.zip(*swept);
        let (a, b) = both.unwrap_or_else(|| panic!("{} has no value", found.name));
        assert!(
            (a - b).abs() <= 1e-12 * b.abs(),
            "{}: {a} for {b}",
            found.name
        );
    }
    assert_eq!(flags(&s).lines().count(), 1, "{}", flags(&s));
    assert!(flags(&s).starts_with("when by all: it is the time of an output"));
    for (j, (p, _, _, change)) in parameters.iter().enumerate() {
        let (below, above) = (row(p, -change), row(p, *change));
        for (k, r) in s.responses.iter().enumerate() {
            let by = (above[k].unwrap() - below[k].unwrap()) / (2.0 * change);
            // Differences of order 2 leave 1e-10 of the third derivative, and the runs' error of 1e-12 over the change of 1e-5.
            let size = r.value.unwrap().abs().max(1e-3) / s.parameters[j].value;
            let error = (r.by[j] - by).abs() / by.abs().max(size);
            assert!(error < 5e-7, "{} by {p}: {} for {by}", r.name, r.by[j]);
        }
    }
}

/// What makes derivatives doubtful is said.
#[test]
fn flags_are_never_silent() {
    let parameters = r#"
[parameters]
h0 = { at = "POINT_MASS/2.qg.z", values = [1] }
e = { values = [0.8] }
"#;
    // An output at the first impact, at √(2/g).
    let at_impact = study(
        BALL,
        &format!(
            "[run]\nend = 1\n{RIGID}{parameters}[responses]\nv = {{ at = \"DZ(20,10)\", time = {t:?} }}\nw = {{ value = \"2*v\" }}\n",
            t = (2.0f64 / 9.80665).sqrt()
        )
        .replace("end = 1", &format!("end = {:?}\nsteps = 2", 2.0 * (2.0f64 / 9.80665).sqrt())),
    );
    let s = of(&at_impact);
    let said = flags(&s);
    assert!(said.contains("v by h0: the output at 0.4516"), "{said}");
    assert!(
        said.contains("w by h0: through v: the output at 0.4516"),
        "{said}"
    );
    // A corner of a formula, a window that an event leaves, a value that is not there.
    let corners = study(
        BALL,
        &format!(
            "[run]\nend = 1\n{RIGID}{parameters}[responses]\na = {{ value = \"ABS(h0-1)\" }}\nb = {{ nth = \"time\", event = \"impact\", number = 9 }}\n"
        ),
    );
    let s = of(&corners);
    let said = flags(&s);
    assert!(
        said.contains("a by h0: it has a corner here: its derivative is -1.0"),
        "{said}"
    );
    assert!(!said.contains("a by e"), "{said}");
    assert!(
        said.contains("b by all: it has no value in this run"),
        "{said}"
    );
    // A ball that barely reaches the table: an impact at 1e-3 m/s, gone with a change of the height by less than that.
    let graze = BALL
        .replace("ACCGRAV/KGRAV=-9.80665\n", "ACCGRAV/KGRAV=9.80665\n")
        .replace("QG=0,0,1", "QG=0,0,1, VZ=-4.4287");
    let graze = study(
        &graze,
        &format!(
            "[run]\nend = 1\n{RIGID}[parameters]\nh0 = {{ at = \"POINT_MASS/2.qg.z\", values = [1] }}\ne = {{ values = [0.8] }}\n[responses]\nz = {{ last = \"DZ(20,10)\" }}\n"
        ),
    );
    let s = of(&graze);
    let said = flags(&s);
    assert!(
        said.contains("z by h0: valid within"),
        "{said}\n{:?}",
        s.events
    );
}

/// Studies whose runs have no derivatives are refused with a reason.
#[test]
fn refusals() {
    let text = |more: &str| {
        format!(
            "[run]\nend = 1\n[parameters]\nm = {{ at = \"POINT_MASS/2.mass\", values = [1] }}\nn = {{ value = \"2*m\" }}\n[responses]\nz = {{ last = \"POINT_MASS/2.z\" }}\n{more}"
        )
    };
    let why = |deck: &str, more: &str| found(&study(deck, &text(more))).unwrap_err().to_string();
    let delay = BALL.replace(
        "END\n",
        "VARIABLE/1, FUNCTION=DELAY(DZ(20,10), 0.1, 1)\nEND\n",
    );
    let said = why(&delay, "");
    assert!(
        said.contains("VARIABLE/1: DELAY remembers a part of the past"),
        "{said}"
    );
    let said = why(BALL, "[[stop]]\nevent = \"contact-begin\"\n");
    assert!(said.starts_with("the study has a stop rule"), "{said}");
    let sensor = BALL.replace(
        "END\n",
        "SENSOR/1, FUNCTION=DZ(20,10), VALUE=0.5, LE, ERROR=1E-6, HALT\nEND\n",
    );
    let said = why(&sensor, "");
    assert!(
        said.starts_with("SENSOR/1 ends the run at time 0.3"),
        "{said}"
    );
    let named = |of: &str, to: &str| {
        let found = study(BALL, &text(""));
        let list = found.seek(Some(&[of.to_owned()]), Some(&[to.to_owned()]));
        let each = list.err().into_iter().flatten();
        each.map(|d| format!("{} ({})", d.message, d.help.unwrap_or_default()))
            .collect::<Vec<_>>()
            .join("; ")
    };
    assert_eq!(named("z", "m"), "");
    assert_eq!(
        named("zz", "m"),
        "the study has no response zz (did you mean z?)"
    );
    assert_eq!(
        named("z", "n"),
        "n follows from a formula: nothing can vary it by itself (varied parameters are m)"
    );
    assert_eq!(
        named("z", "q"),
        "the study has no parameter q (its parameters are m)"
    );
}

/// A frequency that stands in the function of a force has its derivative by the exact Jacobian, however many periods there are. Behind the transient,
/// x = A·cos(wt) + B·sin(wt), and at a whole number of periods ∂x/∂w = A' + B·t.
#[test]
fn the_frequency_of_a_force_in_a_long_run() {
    let deck = "\
Forced mass
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
PART/1, GROUND
MARKER/10, PART=1
POINT_MASS/2, MASS=1, CM=20, QG=0,0,0
MARKER/20, POINT_MASS=2
SFORCE/1, TRANSLATIONAL, ACTIONONLY, I=20, J=10
, FUNCTION=COS(2*TIME)-0.2*VZ(20,10)-DZ(20,10)
END
";
    let end = std::f64::consts::PI * 500.0;
    let text = format!(
        "[run]\nend = {end}\nsteps = 1\nintegrator = \"dop853\"\nerror = 1e-11\n[parameters]\nw = {{ at = \"SFORCE/1.function#1\", was = 2, values = [2] }}\n[responses]\nx = {{ last = \"DZ(20,10)\" }}\n"
    );
    let s = of(&study(deck, &text));
    assert_eq!(flags(&s), "");
    let w = 2.0f64;
    let square = (1.0 - w * w).powi(2) + 0.04 * w * w;
    let slope = -4.0 * w * (1.0 - w * w) + 0.08 * w;
    let a = (-2.0 * w * square - (1.0 - w * w) * slope) / (square * square);
    let expected = a + 0.2 * w / square * end;
    // some thousand steps of 1e-11; differences at 3e-5 would leave 6e-6 of it
    near("x by w", derivative(&s, "x", "w"), expected, 1e-8);
}

/// A cam drives a light follower through a stiff contact: the one length of the deck is a depth of 5e-6, sizes go by it, and places are a thousand times as large. Differences over a change of
/// 3e-5 of the sizes would leave 2e-7 of the cam's place, and the stiff contact 1e-4 of its force.
#[test]
fn a_place_in_a_deck_of_small_sizes() {
    let deck = "\
Cam
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
PART/1, GROUND
MARKER/10, PART=1
VARIABLE/2, FUNCTION=0.0
PART/2, MASS=1, CM=20, IP=1,1,1
MARKER/20, PART=2
JOINT/2, TRANSLATIONAL, I=20, J=10
MOTION/2, JOINT=2, TRANSLATIONAL
, FUNCTION=(0.009*(1-COS(800*TIME))+VARVAL(2)*(1-COS(1600*TIME)))/2
PART/3, MASS=0.12, CM=30, IP=1,1,1, QG=0,0,-5E-6
MARKER/30, PART=3
JOINT/3, TRANSLATIONAL, I=30, J=10
SFORCE/1, TRANSLATIONAL, ACTIONONLY, I=30, J=10, FUNCTION=-250-2E4*DZ(30,10)-20*VZ(30,10)
SFORCE/2, TRANSLATIONAL, ACTIONONLY, I=30, J=20
, FUNCTION=IMPACT(DZ(30,20),VZ(30,20),0.0,5E7,1.0,500.0,1E-6)
END
";
    let times = [0.0009f64, 0.0023, 0.0031, 0.0052];
    let mut text = "[run]\nend = 0.006\nsteps = 60\nhmax = 1e-4\nintegrator = \"dop853\"\nerror = 1e-9\n[parameters]\na = { at = \"VARIABLE/2.function\", values = [0] }\n[responses]\n".to_owned();
    for (k, t) in times.iter().enumerate() {
        text += &format!("z{k} = {{ at = \"DZ(20,10)\", time = {t} }}\n");
    }
    let s = of(&study(deck, &text));
    for (k, t) in times.iter().enumerate() {
        let expected = (1.0 - (1600.0 * t).cos()) / 2.0;
        // roundings of 1e-18 over changes of 1e-9 and more
        near(
            &format!("at {t}"),
            derivative(&s, &format!("z{k}"), "a"),
            expected,
            1e-9,
        );
    }
}

/// That of a motion loses digits to the differences between models as the phase grows, (3e-5·ωt)⁴/30 of it: 1.5e-11 after 20 periods, 6e-6 after 500. That is said.
#[test]
fn what_differences_leave_of_a_frequency_is_said() {
    let deck = "\
Mass on a shaken support
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
PART/1, GROUND
MARKER/10, PART=1
PART/2, MASS=1, CM=20, IP=1,1,1, QG=0,0,0
MARKER/20, PART=2
JOINT/2, TRANSLATIONAL, I=20, J=10
MOTION/2, JOINT=2, TRANSLATIONAL, FUNCTION=COS(2*TIME)-1
POINT_MASS/3, MASS=1, CM=30, QG=0,0,0
MARKER/30, POINT_MASS=3
SFORCE/1, TRANSLATIONAL, ACTIONONLY, I=30, J=20
, FUNCTION=-0.2*VZ(30,20)-DZ(30,20)
END
";
    for (periods, said) in [(20, false), (500, true)] {
        let text = format!(
            "[run]\nend = {}\nsteps = 1\nintegrator = \"dop853\"\nerror = 1e-9\n[parameters]\nw = {{ at = \"MOTION/2.function#1\", was = 2, values = [2] }}\n[responses]\nx = {{ last = \"DZ(30,20)\" }}\n",
            std::f64::consts::PI * f64::from(periods)
        );
        let all = flags(&of(&study(deck, &text)));
        assert_eq!(
            all.contains("differences between models leave"),
            said,
            "{all}"
        );
    }
}

/// A rod hinged on a cart that a motion sets off at t0 with v, by its mass too: `ω = ω₀ − m·L·cos θ·v/(I + m·L²)` with θ = π/4 + ω₀·t0.
#[test]
fn a_motion_with_a_kink() {
    let deck = include_str!("../../../validation/decks/drives/kink.adm");
    let (theta, inertia) = (std::f64::consts::FRAC_PI_4 + 0.15, 1.1);
    for integrator in ["dop853", "gstiff"] {
        let text = format!(
            r#"
[run]
end = 1
steps = 1
integrator = "{integrator}"
error = 1e-10
[parameters]
v = {{ at = "MOTION/1.function#2", was = 2, values = [2] }}
m = {{ at = "PART/3.mass", values = [1] }}
t0 = {{ at = "MOTION/1.function#3", was = 0.5, values = [0.5] }}
[responses]
w = {{ last = "WY(31)" }}
t = {{ first = "time", event = "jump" }}
"#
        );
        let s = of(&study(deck, &text));
        assert_eq!(flags(&s), "");
        let sign = value(&s, "w").signum() * (0.3 - theta.cos() * 2.0 / inertia).signum();
        for (parameter, expected) in [
            ("v", -theta.cos() / inertia),
            ("m", -2.0 * theta.cos() * 0.1 / inertia.powi(2)),
            ("t0", theta.sin() * 0.3 * 2.0 / inertia),
        ] {
            // the tolerance of gstiff, which is that of the derivatives too
            near(
                parameter,
                derivative(&s, "w", parameter),
                sign * expected,
                1e-7,
            );
        }
        for (parameter, expected) in [("v", 0.0), ("m", 0.0), ("t0", 1.0)] {
            near(parameter, derivative(&s, "t", parameter), expected, 1e-9);
        }
    }
}

/// A mass that comes with the speed 1 to a wall at w, compliant, with a ramp of the damping of `ramp`.
fn at_a_wall(ramp: &str) -> Sensitivities {
    let deck = format!(
        "\
mass and wall
UNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = METER, TIME = SECOND
PART/1, GROUND
MARKER/10, PART=1, QP=1.0,0,0, REULER=90D,90D,0
PART/2, MASS=1, CM=21, IP=1,1,1, VX=1
MARKER/21, PART=2, REULER=90D,90D,0
JOINT/1, TRANSLATIONAL, I=21, J=10
SFORCE/1, TRANSLATIONAL, ACTIONONLY, I=21, J=10, FUNCTION=-IMPACT(-DZ(21,10,10),-VZ(21,10,10),0.0,1E7,1.5,30,{ramp})
END
"
    );
    let toml = "[run]\nend = 1.3\nsteps = 5\nintegrator = \"dop853\"\nerror = 1e-12\n[parameters]\nw = { at = \"MARKER/10.qp.x\", values = [1.0] }\n[responses]\nt = { first = \"time\", event = \"contact-end\" }\nx = { last = \"PART/2.x\" }\nu = { last = \"PART/2.vx\" }\n";
    of(&study(&deck, toml))
}

/// The wall at w + s is met later by s: x is that of the time T − s, moved by s, and u is constant behind. The penetration is 2e-3 and the ramp of the damping 1e-4, where the change of a place
/// of 1 is 3e-5: the smaller one is 3e-8.
#[test]
fn a_place_in_front_of_a_thin_ramp() {
    let s = at_a_wall("1E-4");
    near("t by w", derivative(&s, "t", "w"), 1.0, 1e-8);
    // The forces on the way have slopes of 1500 by the place, which cancel; (3e-8/2e-3)^1.5 of them is left where the power begins.
    let u = value(&s, "u");
    near("u by w", derivative(&s, "u", "w"), 0.0, 1e-4);
    near("x by w", derivative(&s, "x", "w"), 1.0 - u, 1e-5);
    assert!(s.flags.is_empty(), "{}", flags(&s));
    // A ramp that is shorter than any change can be.
    let said = flags(&at_a_wall("1E-8"));
    assert!(
        said.contains("u by w: differences between models leave about"),
        "{said}"
    );
    assert!(said.contains("crosses a corner of a force"), "{said}");
}

/// The same of a CONTACT: a plane and a ball that are moved by as much move what is behind by as much, and a diameter counts half of that.
#[test]
fn shapes_of_a_stiff_contact() {
    let deck = "\
mass and wall
UNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = METER, TIME = SECOND
ACCGRAV/KGRAV=-9.81
PART/1, GROUND
MARKER/10, PART=1, QP=0,0,0
GRAPHICS/2, PLANE, RM=10, XMIN=-10, XMAX=10, YMIN=-10, YMAX=10
PART/2, MASS=1, CM=21, IP=4E-3,4E-3,4E-3, QG=0,0,0.5
MARKER/21, PART=2
GRAPHICS/1, ELLIPSOID, CM=21, XSCALE=0.2, YSCALE=0.2, ZSCALE=0.2
CONTACT/1, IGEOM=1, JGEOM=2, IMPACT, STIFFNESS=1E8, EXPONENT=1.5, DAMPING=1000, DMAX=1E-4
END
";
    let toml = "[run]\nend = 0.5\nsteps = 5\nintegrator = \"dop853\"\nerror = 1e-12\n[parameters]\nplane = { at = \"MARKER/10.qp.z\", values = [0.0] }\nz0 = { at = \"PART/2.qg.z\", values = [0.5] }\nd = { at = [\"GRAPHICS/1.xscale\", \"GRAPHICS/1.yscale\", \"GRAPHICS/1.zscale\"], values = [0.2] }\n[responses]\nz = { last = \"PART/2.z\" }\nv = { last = \"PART/2.vz\" }\n";
    let s = of(&study(deck, toml));
    for (response, moved) in [("z", 1.0), ("v", 0.0)] {
        let by = |parameter: &str| derivative(&s, response, parameter);
        // slopes of the forces of 1e4 cancel to 1e-8
        near(response, by("plane") + by("z0"), moved, 1e-6);
        near(response, by("d"), 0.5 * by("plane"), 1e-6);
    }
}

/// The exponent of a power that begins, together with a mass: an impact without loss on `k·pᵉ` lasts `τ = 2·P/v·√π·Γ(1 + 1/n)/Γ(1/2 + 1/n)` with n = e + 1 and `Pⁿ = m·n·v²/(2·k)`, and the place
/// behind moves by v·dτ.
#[test]
fn the_exponent_of_a_power() {
    let deck = "\
mass and wall
UNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = METER, TIME = SECOND
PART/1, GROUND
MARKER/10, PART=1, REULER=90D,90D,0
PART/2, MASS=1, CM=21, IP=1,1,1, QG=0.1,0,0, VX=0.3
MARKER/21, PART=2, REULER=90D,90D,0
JOINT/1, TRANSLATIONAL, I=21, J=10
SFORCE/1, TRANSLATIONAL, ACTIONONLY, I=21, J=10, FUNCTION=-50*MAX(0,DZ(21,10,10)-0.12)**1.5
END
";
    let toml = "[run]\nend = 1\nintegrator = \"dop853\"\nerror = 1e-12\n[parameters]\ne = { at = \"SFORCE/1.function#7\", values = [1.5] }\nm = { at = \"PART/2.mass\", values = [1] }\n[responses]\nx = { last = \"PART/2.x\" }\n";
    let branch = "IF(DZ(21,10,10)-0.12:0,0,-50*(DZ(21,10,10)-0.12)**1.5)";
    let max = "-50*MAX(0,DZ(21,10,10)-0.12)**1.5";
    for (function, number) in [(max, "#7"), (branch, "#12")] {
        let deck = deck.replace(max, function);
        let s = of(&study(&deck, &toml.replace("#7", number)));
        // the run's error, 1e-12, times the slopes of the force
        near("x by e", derivative(&s, "x", "e"), 0.263_164_032_057, 1e-8);
        near("x by m", derivative(&s, "x", "m"), 0.102_745_750_163, 1e-8);
    }
}

/// A box that stands on four corners, of which any three would do, is pushed by k·t: it slides from μ·m·g/k on, by `k·(T − μ·m·g/k)³/(6·m)`.
#[test]
fn a_box_that_stands_on_four_corners() {
    let deck = "\
Box on a table
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
ACCGRAV/KGRAV=-9.80665
PART/1, GROUND
MARKER/10, PART=1
MARKER/11, PART=1, QP=-5,-5,-1
MARKER/12, PART=1, REULER=90D,90D,0
GRAPHICS/1, BOX, CORNER=11, X=10, Y=10, Z=1
PART/8, MASS=1, CM=80, IP=0.01,0.01,0.01, QG=0,0,0.05
MARKER/80, PART=8
MARKER/81, PART=8, QP=-0.2,-0.1,-0.05
GRAPHICS/8, BOX, CORNER=81, X=0.4, Y=0.2, Z=0.1
CONTACT/8, IGEOM=8, JGEOM=1, IMPACT, STIFFNESS=1E5, EXPONENT=1.5, DAMPING=20, DMAX=0.001
, COULOMB_FRICTION=ON, MU_STATIC=0.3, MU_DYNAMIC=0.3, STICTION_TRANSITION_VELOCITY=0.1, FRICTION_TRANSITION_VELOCITY=0.2
SFORCE/1, TRANSLATIONAL, ACTIONONLY, I=80, J=12, FUNCTION=6.0*TIME
END
";
    let (g, m, mu, k, end) = (9.80665f64, 1.0f64, 0.3f64, 6.0f64, 1.0f64);
    let study = study(
        deck,
        r#"
[run]
end = 1
contact = "rigid"
restitution = 0
integrator = "dop853"
error = 1e-12
[parameters]
m = { at = "PART/8.mass", values = [1] }
mu = { at = ["CONTACT/8.mu_static", "CONTACT/8.mu_dynamic"], values = [0.3] }
k = { at = "SFORCE/1.function#1", was = 6, values = [6] }
[responses]
x = { last = "PART/8.x" }
"#,
    );
    let s = of(&study);
    let late = end - mu * m * g / k;
    let x = k * late.powi(3) / (6.0 * m);
    let by_delay = -k * late.powi(2) / (2.0 * m);
    // differences between models, 1e-10, and the time of the slip
    near("x", value(&s, "x"), x, 1e-10);
    near(
        "m",
        derivative(&s, "x", "m"),
        by_delay * mu * g / k - x / m,
        1e-8,
    );
    near("mu", derivative(&s, "x", "mu"), by_delay * m * g / k, 1e-8);
    near(
        "k",
        derivative(&s, "x", "k"),
        x / k - by_delay * mu * m * g / (k * k),
        1e-8,
    );
}

/// A place of 1e-16 is what rounding leaves of zero, and is changed as zero is; a mass of 1e-16 is one: under the force of 1e-16 it is at t²·F/(2·m), the place aside.
#[test]
fn parameters_that_are_tiny() {
    let deck = "\
Tiny mass
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
PART/1, GROUND
MARKER/10, PART=1, QP=1E-16,0,0
POINT_MASS/2, MASS=1E-16, CM=20
MARKER/20, POINT_MASS=2
SFORCE/1, TRANSLATIONAL, ACTIONONLY, I=20, J=10, FUNCTION=1E-16
END
";
    let study = study(
        deck,
        r#"
[run]
end = 1
steps = 1
integrator = "dop853"
error = 1e-10
[parameters]
m = { at = "POINT_MASS/2.mass", values = [1e-16] }
x = { at = "MARKER/10.qp.x", values = [1e-16] }
[responses]
far = { last = "1+DX(20,10)" }
up = { last = "DZ(20,10)" }
"#,
    );
    let s = of(&study);
    // differences at 3e-7 of numbers of order one
    near("far by x", derivative(&s, "far", "x"), -1.0, 1e-8);
    near("up by m", derivative(&s, "up", "m") * 1e-16, -0.5, 1e-8);
    // The place is told to count as zero.
    let by_x = s
        .flags
        .iter()
        .filter(|f| f.parameter.as_deref() == Some("x"));
    assert!(by_x.into_iter().any(|f| f.text.contains("counts as")));
    assert!(s.flags.iter().all(|f| f.parameter.as_deref() != Some("m")));
}

/// The force of a ball that has touched the table a moment ago, at a depth p so small that the way of the ball is that of its fall: `k·p^e + c(p)·v`, whose corner at p = 0 is within the
/// changes for differences.
#[test]
fn a_force_next_to_its_corner() {
    let (g, h, x1, dt) = (9.80665f64, 1.1f64, 0.1f64, 1e-7f64);
    let touch = (2.0 * (h - x1) / g).sqrt();
    let end = touch + dt;
    let (p, v) = (0.5 * g * end * end - (h - x1), g * end);
    let (k, e, c, d) = (1e5, 1.5, 50.0, 1e-4);
    let share = p / d;
    let slope_of_step = 6.0 * share * (1.0 - share) / d;
    let expected = -(k * e * p.powf(e - 1.0) + c * v * slope_of_step);
    let study = study(
        include_str!("../../../examples/bouncing_ball/ball.adm"),
        &format!(
            "[run]\nend = {end:?}\nsteps = 1\nintegrator = \"dop853\"\nerror = 1e-12\n[parameters]\nh = {{ at = \"PART/2.qg.z\", values = [1.1] }}\n[responses]\nf = {{ last = \"SFORCE/1.fz\" }}\n"
        ),
    );
    let mut request = study.seek(None, None).expect("the names are there");
    for is_reverse in [false, true] {
        request.is_reverse = is_reverse;
        let s = sensitivities(&study, &request).unwrap_or_else(|e| panic!("{e}"));
        // Depth and place: 4e-7 of numbers that round at 1e-16. What the force has changed of the speed on the way is 4e-10 of the slope.
        near("f", derivative(&s, "f", "h"), expected, 1e-8);
    }
}
