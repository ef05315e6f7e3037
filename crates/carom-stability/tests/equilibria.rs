//! Branches of equilibria against closed forms: folds, branch points and Hopf bifurcations of mechanisms whose loads grow.

use crate::common;

use carom_stability::branch::{Branch, Branches};
use carom_stability::orbit::Orbit;
use carom_stability::{Error, Family};
use carom_study::BifurcationKind;
use common::study;

/// The branches that a study asks for.
fn branches(deck: &str, toml: &str) -> Branches {
    Family::new(&study(deck, toml)).branches().unwrap()
}

/// Where something happens on a branch.
fn values(branch: &Branch, kind: BifurcationKind) -> Vec<f64> {
    let own = branch.bifurcations.iter().filter(|b| b.kind == kind);
    own.map(|b| b.value).collect()
}

/// Locations are told to 1e-10 of a range of order one; tests allow a hundred of it.
const LOCATED: f64 = 1e-8;

/// A mass on a vertical line, held by a slanted spring of stiffness 100 and natural length 1.25 from (1, 0), pressed down by P: the von Mises truss.
const TRUSS: &str = "A shallow truss
UNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = METER, TIME = SECOND
PART/1, GROUND
MARKER/10, PART = 1, QP = 1, 0, 0
MARKER/11, PART = 1, QP = 0, 0, 0, REULER = 0, 0, 0
PART/2, MASS = 2, CM = 20, IP = 1, 1, 1, QG = 0, 0, 0.75
MARKER/20, PART = 2
JOINT/1, TRANSLATIONAL, I = 20, J = 11
SPRINGDAMPER/1, TRANSLATION, I = 20, J = 10, K = 100, LENGTH = 1.25, C = 0.5
SFORCE/1, TRANSLATIONAL, ACTIONONLY, I = 20, J = 11, FUNCTION = -1.0
END
";

/// P over the height z of the truss.
fn truss_load(z: f64) -> f64 {
    100.0 * (1.25 / z.hypot(1.0) - 1.0) * z
}

#[test]
fn a_truss_snaps_through_at_its_folds() {
    let found = branches(
        TRUSS,
        "[parameters]\np = { at = \"SFORCE/1.function#1\", was = 1, values = [1] }\n[equilibrium]\n[branch]\nalong = \"p\"\nfrom = -20\nto = 20\n",
    );
    let branch = &found[0].1;
    // dP/dz = 0 where the length is the cube root of 1.25
    let z = (1.25f64.powf(2.0 / 3.0) - 1.0).sqrt();
    let folds = values(branch, BifurcationKind::Fold);
    assert_eq!(folds.len(), 2, "{folds:?}");
    for (fold, z) in folds.iter().zip([z, -z]) {
        assert!((fold - truss_load(z)).abs() < LOCATED * 40.0, "{fold}");
    }
    for orbit in &branch.orbits {
        let (p, height) = (orbit.point[0], orbit.state[2]);
        // rounding of the stiffness, 1e2 times 1e-11 of an equilibrium
        assert!((truss_load(height) - p).abs() < 1e-9, "{p} at {height}");
        assert_eq!(orbit.is_stable(), height.abs() > z, "{height}");
    }
    assert_eq!(
        branch.ended,
        ["end of the range", "end of the range"].map(String::from)
    );
}

/// A bar of length 1 that a spring of stiffness 3 holds upright, under a dead load P: Euler's column of one link.
const COLUMN: &str = "A column of one link
UNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = METER, TIME = SECOND
PART/1, GROUND
MARKER/10, PART = 1, REULER = 0, 90D, 0
PART/2, MASS = 1, CM = 21, IP = 0.1, 0.1, 0.1
MARKER/20, PART = 2, REULER = 0, 90D, 0
MARKER/21, PART = 2, QP = 0, 0, 0.5
MARKER/22, PART = 2, QP = 0, 0, 1
MARKER/12, PART = 1
JOINT/1, REVOLUTE, I = 20, J = 10
SFORCE/2, ROTATIONAL, I = 20, J = 10, FUNCTION = -3*AZ(20, 10) - 0.1*WZ(20, 10, 10)
SFORCE/1, TRANSLATIONAL, ACTIONONLY, I = 22, J = 12, FUNCTION = -1.0
END
";

/// The angle of the bar, from its quaternion about an axis.
fn angle(orbit: &Orbit) -> f64 {
    let q = &orbit.state[3..7];
    2.0 * (q[1].hypot(q[2]).hypot(q[3])).atan2(q[0].abs())
}

#[test]
fn a_column_buckles_where_its_branches_cross() {
    let found = branches(
        COLUMN,
        "[parameters]\np = { at = \"SFORCE/1.function#1\", was = 1, values = [1] }\n[equilibrium]\n[branch]\nalong = \"p\"\nfrom = 0.5\nto = 6\n",
    );
    assert_eq!(found.len(), 2);
    let [upright, bent] = [&found[0].1, &found[1].1];
    let crossings = values(upright, BifurcationKind::BranchPoint);
    assert_eq!(crossings.len(), 1, "{crossings:?}");
    assert!((crossings[0] - 3.0).abs() < LOCATED, "{crossings:?}");
    assert_eq!(bent.from, Some([0, 0]));
    for orbit in &upright.orbits {
        assert!(angle(orbit) < 1e-9);
        assert_eq!(orbit.is_stable(), orbit.point[0] < 3.0);
    }
    // both sides, up to the end of the range
    let sides: Vec<&Orbit> = [bent.orbits.first(), bent.orbits.last()]
        .into_iter()
        .flatten()
        .collect();
    assert!(sides.iter().all(|o| (o.point[0] - 6.0).abs() < 1e-3));
    assert!(sides[0].state[4] * sides[1].state[4] + sides[0].state[5] * sides[1].state[5] < 0.0);
    for orbit in &bent.orbits {
        let theta = angle(orbit);
        let load = if theta < 1e-3 {
            3.0 * (1.0 + theta * theta / 6.0)
        } else {
            3.0 * theta / theta.sin()
        };
        // the square of 1e-5, what is left of an angle by its quaternion near the crossing
        assert!(
            (orbit.point[0] - load).abs() < 1e-9,
            "{} at {theta}",
            orbit.point[0]
        );
        assert!(orbit.is_stable() || theta < 1e-4, "{theta}");
    }
}

/// Ziegler's column: two bars of length 1 and mass 1.2 with springs of stiffness 2 and dampers c in their joints, and a load P that follows the second bar.
fn ziegler(c: &str) -> String {
    format!(
        "Ziegler's column
UNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = METER, TIME = SECOND
PART/1, GROUND
MARKER/10, PART = 1, REULER = 0, 90D, 0
PART/2, MASS = 1.2, CM = 21, IP = 0.1, 0.1, 0.1
MARKER/20, PART = 2, REULER = 0, 90D, 0
MARKER/21, PART = 2, QP = 0, 0, 0.5
MARKER/22, PART = 2, QP = 0, 0, 1, REULER = 0, 90D, 0
PART/3, MASS = 1.2, CM = 31, IP = 0.1, 0.1, 0.1, QG = 0, 0, 1
MARKER/30, PART = 3, REULER = 0, 90D, 0
MARKER/31, PART = 3, QP = 0, 0, 0.5
MARKER/32, PART = 3, QP = 0, 0, 1
JOINT/1, REVOLUTE, I = 20, J = 10
JOINT/2, REVOLUTE, I = 30, J = 22
SFORCE/1, TRANSLATIONAL, ACTIONONLY, I = 32, J = 31, FUNCTION = -1.0
SFORCE/2, ROTATIONAL, I = 20, J = 10, FUNCTION = -2*AZ(20, 10) - {c}*WZ(20, 10, 10)
SFORCE/3, ROTATIONAL, I = 30, J = 22, FUNCTION = -2*AZ(30, 22) - {c}*WZ(30, 22, 22)
END
"
    )
}

/// Coefficients of det(λ²M + λC + K − PL) of [`ziegler`] for the angles of the bars against the vertical, from λ⁴ down.
fn characteristic(c: f64, p: f64) -> [f64; 5] {
    let (m, k) = (1.2, 2.0);
    let mass = [[m * 1.25 + 0.1, m * 0.5], [m * 0.5, m * 0.25 + 0.1]];
    let damping = [[2.0 * c, -c], [-c, c]];
    let stiff = [[2.0 * k - p, -k + p], [-k, k]];
    let mut out = [0.0; 5];
    let entry = |i: usize, j: usize| [mass[i][j], damping[i][j], stiff[i][j]];
    let mut add = |a: [f64; 3], b: [f64; 3], sign: f64| {
        for (i, x) in a.iter().enumerate() {
            for (j, y) in b.iter().enumerate() {
                out[i + j] += sign * x * y;
            }
        }
    };
    add(entry(0, 0), entry(1, 1), 1.0);
    add(entry(0, 1), entry(1, 0), -1.0);
    out
}

/// The load at which a quantity of the characteristic polynomial changes its sign, by bisection.
fn critical(c: f64, quantity: impl Fn([f64; 5]) -> f64) -> f64 {
    let (mut low, mut high) = (0.5, 6.0);
    assert!(quantity(characteristic(c, low)) > 0.0 && quantity(characteristic(c, high)) < 0.0);
    for _ in 0..60 {
        let p = 0.5 * (low + high);
        if quantity(characteristic(c, p)) > 0.0 {
            low = p;
        } else {
            high = p;
        }
    }
    low
}

const FOLLOWER: &str = "[parameters]\np = { at = \"SFORCE/1.function#1\", was = 1, values = [1] }\n[equilibrium]\n[branch]\nalong = \"p\"\nfrom = 0.5\nto = 6\n";

/// With damping the determinant of Hurwitz vanishes where a pair of eigenvalues crosses the axis.
#[test]
fn a_follower_load_flutters() {
    let hurwitz = |[a4, a3, a2, a1, a0]: [f64; 5]| a1 * a2 * a3 - a0 * a3 * a3 - a1 * a1 * a4;
    for c in [0.02, 0.3] {
        let found = branches(&ziegler(&c.to_string()), FOLLOWER);
        let flutter = values(&found[0].1, BifurcationKind::Hopf);
        let expected = critical(c, hurwitz);
        assert_eq!(flutter.len(), 1, "{flutter:?}");
        assert!(
            (flutter[0] - expected).abs() < LOCATED,
            "{} {expected}",
            flutter[0]
        );
        let point = &found[0].1.bifurcations[0].orbit;
        let [_, a3, _, a1, _] = characteristic(c, expected);
        // ω² = a1/a3 there
        let pair = point
            .plain()
            .find(|z| z.im > 0.0 && z.re.abs() < 1e-6)
            .unwrap();
        assert!((pair.im - (a1 / a3).sqrt()).abs() < 1e-7, "{pair}");
    }
}

/// Without damping two frequencies come together: the discriminant of the polynomial in λ².
#[test]
fn without_damping_two_frequencies_meet() {
    let found = branches(&ziegler("0"), FOLLOWER);
    let flutter = values(&found[0].1, BifurcationKind::Hopf);
    let expected = critical(0.0, |[a4, _, a2, _, a0]| a2 * a2 - 4.0 * a4 * a0);
    // what counts as rounding, 1e-8 of the frequencies, is reached at its square beyond; the bracket is 1e-10 of the range
    assert!(
        flutter.len() == 1 && (flutter[0] - expected).abs() < LOCATED,
        "{flutter:?} {expected}"
    );
    // the load that damping takes away: Ziegler's paradox
    let damped = branches(&ziegler("0.02"), FOLLOWER);
    assert!(values(&damped[0].1, BifurcationKind::Hopf)[0] < 0.9 * flutter[0]);
}

/// A mass on a spring of stiffness 10 that a load presses against a stop of 1000·x^1.5 at a distance of 0.1.
const STOP: &str = "A mass against a stop
UNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = METER, TIME = SECOND
PART/1, GROUND
MARKER/10, PART = 1
POINT_MASS/2, MASS = 1, CM = 20
MARKER/20, POINT_MASS = 2
JPRIM/1, INLINE, I = 20, J = 10
SFORCE/1, TRANSLATIONAL, ACTIONONLY, I = 20, J = 10, FUNCTION = 0.5 - 10*DZ(20,10) - VZ(20,10)
SFORCE/2, TRANSLATIONAL, ACTIONONLY, I = 20, J = 10
, FUNCTION = -IMPACT(0.1-DZ(20,10), -VZ(20,10), 0.0, 1000, 1.5, 5, 0.001)
END
";

#[test]
fn a_contact_closes_on_the_way() {
    let found = branches(
        STOP,
        "[parameters]\np = { at = \"SFORCE/1.function#1\", was = 0.5, values = [0.5] }\n[equilibrium]\n[branch]\nalong = \"p\"\nfrom = 0\nto = 5\n",
    );
    let branch = &found[0].1;
    assert_eq!(
        branch.ended,
        ["end of the range", "end of the range"].map(String::from)
    );
    for orbit in &branch.orbits {
        let z = orbit.state[2];
        let load = 10.0 * z + 1000.0 * (z - 0.1).max(0.0).powf(1.5);
        // the stiffness is up to 300
        assert!(
            (orbit.point[0] - load).abs() < 1e-8,
            "{} at {z}",
            orbit.point[0]
        );
        assert!(orbit.is_stable());
    }
}

fn refusal(deck: &str, toml: &str) -> String {
    match Family::new(&study(deck, toml)).branches() {
        Err(Error::NotFound(why) | Error::Refused(why)) => why,
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_is_no_equilibrium_is_said() {
    let toml = "[parameters]\np = { at = \"SFORCE/1.function#1\", was = 1, values = [1] }\n[equilibrium]\n[branch]\nalong = \"p\"\nfrom = 0.5\nto = 6\n";
    let forced = COLUMN.replace("FUNCTION = -1.0", "FUNCTION = -1.0 + 0.1*SIN(3*TIME)");
    let tilted = forced.replace("REULER = 0, 90D, 0\nPART/2", "REULER = 0, 90D, 5D\nPART/2");
    // upright its stiffness alone changes with time
    for deck in [forced, tilted] {
        let why = refusal(&deck, toml);
        assert!(why.contains("time forces this model"), "{why}");
    }
    let falls = COLUMN.replace("JOINT/1, REVOLUTE, I = 20, J = 10\n", "");
    let why = refusal(&falls, toml);
    assert!(why.contains("no equilibrium was found"), "{why}");
}

/// A ball of 1 kg on a compliant floor, free to roll and drift.
const BALL: &str = "A ball on a floor
UNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = METER, TIME = SECOND
ACCGRAV/KGRAV = -9.80665
PART/1, GROUND
MARKER/10, PART = 1
PART/2, MASS = 1, CM = 20, IP = 0.004, 0.004, 0.004, QG = 0.1, 0.2, 0.098
MARKER/20, PART = 2
SFORCE/1, TRANSLATIONAL, ACTIONONLY, I = 20, J = 10
, FUNCTION = IMPACT(DZ(20,10), VZ(20,10), 0.1, 1.0E5, 1.5, 50.0, 1.0E-4)
END
";

/// Five directions are neutral. The depth of the ball is `(g/1e5)^(2/3)`.
#[test]
fn a_ball_lies_on_a_floor() {
    let found = branches(
        BALL,
        "[parameters]\ng = { at = \"ACCGRAV.KGRAV\", was = -9.80665, values = [-9.80665] }\n[equilibrium]\n[branch]\nalong = \"g\"\nfrom = -30\nto = -0.5\n",
    );
    assert_eq!(
        found[0].1.ended,
        ["end of the range", "end of the range"].map(String::from)
    );
    for orbit in &found[0].1.orbits {
        let depth = (-orbit.point[0] / 1e5).powf(2.0 / 3.0);
        // what is left of Newton's steps
        assert!(
            (0.1 - orbit.state[2] - depth).abs() < 1e-10,
            "{:?}",
            orbit.state
        );
        assert!(orbit.is_stable());
    }
}

/// What a motion turns is no equilibrium.
#[test]
fn a_wheel_that_turns_is_refused() {
    let deck = BALL.replace(
        "SFORCE/1, TRANSLATIONAL, ACTIONONLY, I = 20, J = 10\n, FUNCTION = IMPACT(DZ(20,10), VZ(20,10), 0.1, 1.0E5, 1.5, 50.0, 1.0E-4)\n",
        "MARKER/11, PART = 1, QP = 0.1, 0.2, 0.098\nJOINT/1, REVOLUTE, I = 20, J = 11\nMOTION/1, ROTATIONAL, JOINT = 1, FUNCTION = 2*TIME\n",
    );
    let why = refusal(
        &deck,
        "[parameters]\ng = { at = \"ACCGRAV.KGRAV\", was = -9.80665, values = [-9.80665] }\n[equilibrium]\n[branch]\nalong = \"g\"\nfrom = -30\nto = -0.5\n",
    );
    assert!(why.contains("motions of the model move it"), "{why}");
}

/// A mass on a vertical line under the force 1 − z² − p²: its equilibria are a circle, which is gone round once.
#[test]
fn a_closed_curve_is_told_once() {
    let deck = "A mass whose equilibria are a circle
UNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = METER, TIME = SECOND
PART/1, GROUND
MARKER/10, PART = 1
PART/2, MASS = 1, CM = 20, IP = 1, 1, 1, QG = 0, 0, 0.98
MARKER/20, PART = 2
JOINT/1, TRANSLATIONAL, I = 20, J = 10
SFORCE/1, TRANSLATIONAL, ACTIONONLY, I = 20, J = 10, FUNCTION = 1.5-DZ(20,10)**2-0.2**2-VZ(20,10)-0.5
END
";
    let found = branches(
        deck,
        "[parameters]\np = { at = \"SFORCE/1.function#5\", was = 0.2, values = [0.2] }\n[equilibrium]\n[branch]\nalong = \"p\"\nfrom = -2\nto = 2\n",
    );
    let branch = &found[0].1;
    let folds = values(branch, BifurcationKind::Fold);
    assert_eq!(folds.len(), 2, "{folds:?}");
    for (fold, expected) in folds.iter().zip([1.0, -1.0]) {
        assert!((fold - expected).abs() < LOCATED * 4.0, "{fold}");
    }
    assert!(
        branch.ended[1].contains("closed curve"),
        "{:?}",
        branch.ended
    );
    for orbit in &branch.orbits {
        let (p, z) = (orbit.point[0], orbit.state[2]);
        // an equilibrium is found to 1e-11
        assert!((p * p + z * z - 1.0).abs() < 1e-9, "{p} {z}");
    }
}
