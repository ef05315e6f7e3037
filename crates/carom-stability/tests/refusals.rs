//! What is no orbit, or no branch: the message says why, and what to do.

use crate::common;

use carom_stability::{Error, Family};
use common::study;

const STOP: &str = include_str!("../../../examples/studies/stop_oscillator.adm");
const RUN: &str = "
[run]
contact = \"rigid\"
restitution = 0.6
integrator = \"dop853\"
error = 1e-10
[parameters]
w = { at = \"SFORCE/1.function#1\", was = 2.2, values = [2.2] }
k = { at = \"SFORCE/2.function.IMPACT.k\", values = [1e6] }
";

/// What is said of the branches of the stop oscillator with these sections.
fn said(sections: &str) -> String {
    let study = study(STOP, &format!("{RUN}{sections}"));
    match Family::new(&study).branches() {
        Err(Error::NotFound(why) | Error::Refused(why)) => why,
        Err(Error::Run(e)) => e.message,
        Ok(_) => panic!("it has branches"),
    }
}

#[test]
fn messages_state_cause_and_advice() {
    let branch = "[branch]\nalong = \"w\"\nfrom = 2\nto = 2.4\n";
    let cases = [
        // a period that is not that of the forcing
        (
            "[orbit]\nperiod = 2.5\nsettle = 50\n",
            "[orbit] period is to be that of the forcing",
        ),
        // none at all
        ("[orbit]\nperiod = \"-1\"\n", "it has to be above 0"),
        // an event that never comes
        (
            "[orbit]\nevent = \"stick\"\nsettle = 10\n",
            "within a time of 1e4",
        ),
        // a coordinate that is not there
        (
            "[orbit]\nperiod = \"2*PI/w\"\ncyclic = [\"PART/7.x\"]\n",
            "the coordinates of this model are POINT_MASS/2.x",
        ),
    ];
    for (orbit, expected) in cases {
        let said = said(&format!("{orbit}{branch}"));
        assert!(said.contains(expected), "{orbit}: {said}");
    }
    let orbit = "[orbit]\nperiod = \"2*PI/w\"\nsettle = \"50*2*PI/w\"\n";
    // a number that rigid contacts do not look at
    let along_k = branch
        .replace("\"w\"", "\"k\"")
        .replace("from = 2\nto = 2.4", "from = 1e5\nto = 1e7");
    let without_effect = said(&format!("{orbit}{along_k}"));
    assert!(
        without_effect.contains("nothing of the orbit changes with k"),
        "{without_effect}"
    );
    let outside = said(&format!(
        "{orbit}{}",
        branch.replace("from = 2\n", "from = 2.3\n")
    ));
    assert!(
        outside.contains("outside of the range of the branch"),
        "{outside}"
    );
}

/// A range over which the period of the forcing is infinite, negative, or a thousand times longer.
#[test]
fn a_range_without_a_period() {
    let orbit = "[orbit]\nperiod = \"2*PI/w\"\nsettle = \"50*2*PI/w\"\n";
    let cases = [
        ("0", "goes to w = 0, where the period is inf"),
        ("-1", "goes to w = -1, where the period is -6.28"),
        ("1e-4", "2e4 times that of the first orbit"),
    ];
    for (from, expected) in cases {
        let branch = format!("[branch]\nalong = \"w\"\nfrom = {from}\nto = 2.4\n");
        let said = said(&format!("{orbit}{branch}"));
        assert!(said.contains(expected), "{from}: {said}");
        assert!(said.contains("Let [branch] from and to leave it out"));
    }
}

/// Restitution up to 1: there is no derivative at 1, as there is no model beyond; the branch ends beside it and says why.
#[test]
fn a_range_that_ends_where_the_model_is_refused() {
    let toml = RUN.replace("restitution = 0.6", "restitution = \"e\"")
        + "e = { values = [0.9] }\n[orbit]\nperiod = \"2*PI/w\"\nsettle = \"50*2*PI/w\"\n[branch]\nalong = \"e\"\nfrom = 0.89\nto = 1\nstep = 1\n";
    let study = study(STOP, &toml);
    let branches = Family::new(&study).branches().unwrap();
    let branch = &branches[0].1;
    assert!(
        branch.ended[1].contains("there are no derivatives, which take models on both sides"),
        "{:?}",
        branch.ended
    );
    assert!(branch.ended[1].contains("Let the range of the branch end before"));
    let grazings = branch
        .bifurcations
        .iter()
        .filter(|b| b.kind.name() == "grazing");
    assert_eq!(grazings.count(), 0);
}

/// `x'' = x'/2 − x + cos t`: what settles grows by e^(t/4), to 1e16 of the sizes. A study without its section is refused.
#[test]
fn what_settles_without_bound() {
    let deck = "\
rail
UNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = METER, TIME = SECOND
PART/1, GROUND
MARKER/10, PART=1, REULER=90D,90D,0
PART/2, MASS=1, CM=21, IP=0.1,0.11,0.03
MARKER/21, PART=2, REULER=90D,90D,0
JOINT/1, TRANSLATIONAL, I=21, J=10
SFORCE/1, TRANSLATIONAL, ACTIONONLY, I=21, J=10, FUNCTION=COS(1.0*TIME)+0.5*VZ(21,10,10)-DZ(21,10,10)
END
";
    let of = |settle: &str| {
        let toml = format!(
            "[run]\nintegrator = \"dop853\"\nerror = 1e-10\n[parameters]\nw = {{ at = \"SFORCE/1.function#1\", values = [1] }}\n[orbit]\nperiod = \"2*PI/w\"\nsettle = \"{settle}\"\n"
        );
        study(deck, &toml)
    };
    let grows = of("24*2*PI/w");
    let Err(Error::NotFound(why)) = Family::new(&grows).first_orbit() else {
        panic!("there is no orbit so far away");
    };
    assert!(why.contains("seems to grow without bound"), "{why}");
    assert!(why.contains("a shorter settling"), "{why}");
    // The advice: from the start itself x = −2·sin t is found.
    let near = of("0");
    let orbit = Family::new(&near).first_orbit().unwrap();
    let [x, v] = [orbit.state[0], orbit.state[7]];
    // a hundred tolerances of the runs
    assert!(x.abs() < 1e-8 && (v + 2.0).abs() < 1e-8, "{x} {v}");
    let Err(Error::Refused(why)) = Family::new(&near).exponents() else {
        panic!("the study has no section of exponents");
    };
    assert!(why.contains("no section [exponents]"), "{why}");
}
