//! Force_Penalty: against the same force written out, its energy, and its generalized force on bodies that turn.
#![allow(clippy::unwrap_used)] // a helper of a test fails like the test itself

use carom::model::Model;
use carom::{Request, Results};
use std::path::Path;

fn run(elements: &str, integrator: &str) -> (Model, Results) {
    let text = format!(
        "<MultiBodySystem><Model>
<Param_Unit force_unit='NEWTON' mass_unit='KILOGRAM' length_unit='METER' time_unit='SECOND'/>
<Body_Rigid id='1' IsGround='TRUE'/><Reference_Marker id='10' body_id='1'/>
{elements}</Model>
<Command><Simulate analysis_type='Transient' end_time='2' num_step='40'/></Command></MultiBodySystem>"
    );
    let (model, said) = carom::files::motionsolve::read_text(Path::new("m.xml"), text);
    assert_eq!(said.iter().count(), 0, "{said:?}");
    let model = model.unwrap();
    let mut request = Request::default();
    request.options.error = Some(1e-10);
    request.options.integrator = Some(integrator.to_owned());
    let results = carom::simulate(&model, &request).unwrap();
    assert_eq!(results.error, None);
    (model, results)
}

/// A particle that slides along a catenary, as in the example of the help.
const PARTICLE: &str = "<Force_Gravity grav_y='-10'/>
<Body_Rigid id='2' cg_id='20' mass='2' inertia_xx='1' inertia_yy='1' inertia_zz='1' v_ic_y='0.5'/>
<Reference_Marker id='20' body_id='2' pos_x='1' pos_y='1.6'/>";

#[test]
fn it_is_the_gradient_written_out() {
    let soft = "<Force_Penalty id='1' type='Expression' expr='dy(20)-cosh(dx(20))' penalty='1E3' penalty1='2E1'/>";
    let phi = "(1E3*(dy(20)-cosh(dx(20)))+2E1*(vy(20)-sinh(dx(20))*vx(20)))";
    let written = format!(
        "<Force_Vector_OneBody id='1' type='ForceOnly' marker_id='20' ref_marker_id='10'
 fx_expression='{phi}*sinh(dx(20))' fy_expression='-{phi}' fz_expression='0'/>"
    );
    for integrator in ["radau5", "dop853"] {
        let (model, a) = run(&format!("{PARTICLE}{soft}"), integrator);
        let (_, b) = run(&format!("{PARTICLE}{written}"), integrator);
        let (a, b) = (a.body(&model, 2), b.body(&model, 2));
        assert_eq!((a.len(), b.len()), (41, 41));
        for (a, b) in a.iter().zip(&b) {
            for k in 0..3 {
                // The tolerance of the runs is 1e-10, over some thirty oscillations.
                assert!((a.position[k] - b.position[k]).abs() < 1e-8, "{integrator}");
            }
        }
        assert!(
            (a[40].position[0] - a[0].position[0]).abs() > 0.1,
            "it slides"
        );
    }
}

/// Two bodies that turn and are held together by an expression of their distance and an angle between them.
#[test]
fn energy_and_momentum_stay() {
    let bodies = "<Body_Rigid id='2' cg_id='20' mass='2' inertia_xx='1' inertia_yy='2' inertia_zz='2.5' w_ic_x='1' w_ic_z='2'/>
<Reference_Marker id='20' body_id='2' pos_x='1'/><Reference_Marker id='21' body_id='2' pos_x='1.3' pos_y='0.4'/>
<Body_Rigid id='3' cg_id='30' mass='1' inertia_xx='1' inertia_yy='1' inertia_zz='1.5' v_ic_x='-1' w_ic_y='-1'/>
<Reference_Marker id='30' body_id='3' pos_z='1'/><Reference_Marker id='31' body_id='3' pos_x='-0.2' pos_z='1.5'/>
<Force_Penalty id='1' expr='DM(21,31)**2-2+0.7*AZ(21,31)' penalty='30'/>
<Post_Request id='1' type='EXPRESSION' expr1='DM(21,31)**2-2+0.7*AZ(21,31)'/>";
    let (model, results) = run(bodies, "dop853");
    let phi: Vec<f64> = results.request(1).iter().map(|f| f[0]).collect();
    let inertia = [[1.0, 2.0, 2.5], [1.0, 1.0, 1.5]];
    let rows = [2, 3].map(|b| results.body(&model, b));
    let energy = |k: usize| {
        let mut sum = 15.0 * phi[k] * phi[k];
        for (b, mass) in [2.0, 1.0].into_iter().enumerate() {
            let row = &rows[b][k];
            let square = |v: [f64; 3]| v.iter().map(|x| x * x).sum::<f64>();
            sum += 0.5 * mass * square(row.velocity);
            let w = body_axes(row.orientation, row.angular_velocity);
            sum += (0..3)
                .map(|j| 0.5 * inertia[b][j] * w[j] * w[j])
                .sum::<f64>();
        }
        sum
    };
    let momentum =
        |k: usize| [0, 1, 2].map(|j| 2.0 * rows[0][k].velocity[j] + rows[1][k].velocity[j]);
    let first = energy(0);
    assert!(
        first > 5.0 && phi.iter().any(|p| (p - phi[0]).abs() > 0.1),
        "it moves"
    );
    for k in 0..phi.len() {
        // Tolerances of 1e-10 over two seconds, energies of some ten joules.
        assert!((energy(k) - first).abs() < 1e-7, "{} {first}", energy(k));
        for (p, p0) in momentum(k).iter().zip(momentum(0)) {
            // Rounding of some hundred steps: the forces are opposite to the last digits.
            assert!((p - p0).abs() < 1e-9, "{p} {p0}");
        }
    }
}

/// A vector of ground axes on those of a body with these Euler parameters.
fn body_axes(q: [f64; 4], v: [f64; 3]) -> [f64; 3] {
    let [w, x, y, z] = q;
    let r = [
        [
            1.0 - 2.0 * (y * y + z * z),
            2.0 * (x * y - w * z),
            2.0 * (x * z + w * y),
        ],
        [
            2.0 * (x * y + w * z),
            1.0 - 2.0 * (x * x + z * z),
            2.0 * (y * z - w * x),
        ],
        [
            2.0 * (x * z - w * y),
            2.0 * (y * z + w * x),
            1.0 - 2.0 * (x * x + y * y),
        ],
    ];
    [0, 1, 2].map(|k| (0..3).map(|j| r[j][k] * v[j]).sum())
}

/// At rest the spring constant of Φ = z·2 is penalty·4, and a mass hangs at −m·g/(4·penalty).
#[test]
fn at_rest_it_bears_the_weight() {
    let body = "<Force_Gravity grav_z='-10'/>
<Body_Rigid id='2' cg_id='20' mass='2' inertia_xx='1' inertia_yy='1' inertia_zz='1'/>
<Reference_Marker id='20' body_id='2' pos_z='0.3'/>
<Constraint_Joint id='1' type='TRANSLATIONAL' i_marker_id='20' j_marker_id='10'/>
<Force_Penalty id='1' expr='2*DZ(20)' penalty='50' penalty1='25'/>";
    let text = format!(
        "<MultiBodySystem><Model><Param_Unit force_unit='NEWTON' mass_unit='KILOGRAM' length_unit='METER' time_unit='SECOND'/>
<Body_Rigid id='1' IsGround='TRUE'/><Reference_Marker id='10' body_id='1'/>{body}</Model>
<Command><Simulate analysis_type='Static'/></Command></MultiBodySystem>"
    );
    let (model, _) = carom::files::motionsolve::read_text(Path::new("m.xml"), text);
    let model = model.unwrap();
    let results = carom::simulate(&model, &Request::default()).unwrap();
    let last = *results.body(&model, 2).last().unwrap();
    // The search of equilibria goes on to rounding.
    assert!(
        (last.position[2] + 0.1).abs() < 1e-12,
        "{}",
        last.position[2]
    );
}
