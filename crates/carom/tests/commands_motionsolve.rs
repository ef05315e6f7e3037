//! What steers a run in models of MotionSolve: sensors, Activate and Deactivate, elements repeated in the section Command.
#![allow(clippy::unwrap_used)] // a helper of a test fails like the test itself

use carom::model::Model;
use carom::{Request, Results};
use std::path::Path;

/// What is compared with a closed form, relative to numbers of order one: the tolerance of the runs is 1e-11.
const CLOSE: f64 = 1e-9;

/// A mass of 1 at the height 20, gravity 10 downwards, held by joint 1 and pulled up by force 1.
const MODEL: &str = "<Param_Unit force_unit='NEWTON' mass_unit='KILOGRAM' length_unit='METER' time_unit='SECOND'/>
<Force_Gravity grav_z='-10'/>
<Body_Rigid id='1' IsGround='TRUE'/><Reference_Marker id='10' body_id='1'/>
<Reference_Marker id='11' body_id='1' pos_z='20'/>
<Body_Rigid id='2' cg_id='20' mass='1' inertia_xx='1' inertia_yy='1' inertia_zz='1'/>
<Reference_Marker id='20' body_id='2' pos_z='20'/>
<Constraint_Joint id='1' type='FIXED' i_marker_id='20' j_marker_id='11'/>
<Force_Scalar_TwoBody id='1' type='Force' i_marker_id='20' j_marker_id='10' is_action_only='TRUE' val='4'/>";

fn read(more: &str, commands: &str) -> (Option<Model>, Vec<&'static str>) {
    let text = format!(
        "<MultiBodySystem><Model>{MODEL}{more}</Model><Command>{commands}</Command></MultiBodySystem>"
    );
    let (model, diagnostics) = carom::files::motionsolve::read_text(Path::new("m.xml"), text);
    let names = diagnostics.iter().map(|d| d.name).collect();
    (model, names)
}

#[track_caller]
fn run(more: &str, commands: &str) -> (Model, Results) {
    let (model, said) = read(more, commands);
    assert_eq!(said, [""; 0]);
    let model = model.unwrap();
    let mut request = Request::default();
    request.options.error = Some(1e-11);
    let results = carom::simulate(&model, &request).unwrap();
    assert_eq!(results.error, None);
    (model, results)
}

/// Time, height and velocity of the mass.
fn motion((model, results): &(Model, Results)) -> Vec<[f64; 3]> {
    let times = results.times();
    let rows = times.iter().zip(results.body(model, 2));
    rows.map(|(t, b)| [*t, b.position[2], b.velocity[2]])
        .collect()
}

#[track_caller]
fn assert_close<const N: usize>(is: [f64; N], shall: [f64; N]) {
    for (a, b) in is.iter().zip(&shall) {
        assert!((a - b).abs() < CLOSE, "{is:?} is not {shall:?}");
    }
}

const FREE: &str = "<Deactivate element_type='JOINT' element_id='1'/>";

fn simulate(end: &str) -> String {
    format!("<Simulate analysis_type='Transient' end_time='{end}' num_step='1'/>")
}

#[test]
fn elements_rest_and_work() {
    // From the start the joint is off: it falls with 6; then the force is off, too, and it falls with 10.
    let commands = format!(
        "{FREE}{}<Deactivate element_type='SFORCE' element_id='1'/>{}",
        simulate("1"),
        simulate("2")
    );
    let z = motion(&run("", &commands));
    assert_close(z[1], [1.0, 17.0, -6.0]);
    assert_close(z[3], [2.0, 17.0 - 6.0 - 5.0, -16.0]);
}

#[test]
fn elements_in_commands_change_their_data() {
    for (element, acceleration) in [
        ("<Force_Scalar_TwoBody id='1' val='10'/>", 0.0),
        (
            "<Force_Scalar_TwoBody id='1' val_expression='12*TIME/TIME'/>",
            2.0,
        ),
        ("<Force_Gravity grav_z='-4'/>", 0.0),
        ("<Body_Rigid id='2' mass='2'/>", -8.0),
    ] {
        let commands = format!("{FREE}{}{element}{}", simulate("1"), simulate("2"));
        let z = motion(&run("", &commands));
        assert_close(
            z[3],
            [2.0, 17.0 - 6.0 + acceleration / 2.0, -6.0 + acceleration],
        );
    }
    let said = |element: &str| {
        let commands = format!("{FREE}{}{element}{}", simulate("1"), simulate("2"));
        read("", &commands).1
    };
    assert_eq!(
        said("<Force_Scalar_TwoBody id='7' val='1'/>"),
        ["xml-unknown-reference"]
    );
    assert_eq!(
        said("<Reference_Marker id='20' pos_z='1'/>"),
        ["xml-unsupported-command"]
    );
    assert_eq!(
        said("<Constraint_Joint id='1' type='REVOLUTE'/>"),
        ["xml-unsupported-command"]
    );
    assert_eq!(said("<Body_Rigid id='2' mass='-1'/>"), ["xml-out-of-range"]);
    assert_eq!(
        said("<Force_Scalar_TwoBody id='1' i_marker_id='99'/>"),
        ["xml-unknown-reference"]
    );
}

#[test]
fn sensors_do_all_that_they_say() {
    // At v = −3 (t = 0.5) it prints, stores, changes outputs and steps; the one at the height 17 (t = 1) returns.
    let sensors =
        "<Sensor_Event id='1' expr='VZ(20,10)' compare='LT' value='-3' print='TRUE' dt='0.125'
             stepsize='1e-4' hmax='0.01' restart='TRUE' evaluate_id='1'/>
         <Sensor_Evaluate id='1' type='EXPRESSION' expr='DZ(20,10)'/>
         <Sensor_Event id='2' expr='DZ(20,10)' compare='EQ' value='17' return='TRUE'/>
         <Sensor_Event id='3' expr='TIME' compare='GE' value='1.5' halt='TRUE'/>
         <Post_Request id='1' type='EXPRESSION' expr1='SENVAL(1)'/>";
    let r = run(
        sensors,
        &format!("{FREE}{}{}", simulate("10"), simulate("20")),
    );
    let shall = [0.0, 0.5, 0.625, 0.75, 0.875, 1.0];
    let mut times = r.1.times();
    // What is printed and told at the same instant stands there once or twice, as the last bit of the time falls.
    times.dedup_by(|a, b| (*a - *b).abs() < CLOSE);
    assert_eq!(times.len(), shall.len(), "{times:?}");
    for (is, shall) in times.iter().zip(shall) {
        assert!((is - shall).abs() < CLOSE, "{times:?}");
    }
    let events: Vec<(&str, f64)> =
        r.1.events
            .iter()
            .map(|e| (e.element.as_str(), e.time))
            .collect();
    let names: Vec<&str> = events.iter().map(|e| e.0).collect();
    assert_eq!(
        names,
        ["Sensor_Event/1", "Sensor_Event/2", "Sensor_Event/3"]
    );
    for ((_, is), shall) in events.iter().zip([0.5, 1.0, 1.5]) {
        assert!((is - shall).abs() < CLOSE, "{events:?}");
    }
    assert_close([r.1.request(1).last().unwrap()[0]], [20.0 - 3.0 * 0.25]);
    // A twentieth of a hundredth from 0.5 to 1: fifty steps, and those that grow from the first small one.
    let steps = r.1.statistics[0].steps;
    assert!((50..70).contains(&steps), "{steps} steps");
}
