//! Reference_Variable with dot_form: the integral of an expression, alone, of itself, and in a force.
#![allow(clippy::unwrap_used)] // a helper of a test fails like the test itself

use carom::Request;
use std::fs;

/// `VARVAL(1)` decays as 2·exp(−t), `VARVAL(2)` is t²/2 in spite of a Control_Diff with its id, `VARVAL(3)` the impulse of a force
/// that is driven by it: m·x'' = VARVAL(2), so that x' = t³/6 and x = t⁴/24.
const MODEL: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<MultiBodySystem><Model>
 <Param_Unit force_unit="NEWTON" mass_unit="KILOGRAM" length_unit="METER" time_unit="SECOND"/>
 <Body_Rigid id="1" IsGround="TRUE"/>
 <Reference_Marker id="1" body_id="1"/>
 <Body_Rigid id="2" cg_id="20" mass="1" inertia_xx="1" inertia_yy="1" inertia_zz="1"/>
 <Reference_Marker id="20" body_id="2"/>
 <Control_Diff id="2" type="EXPRESSION" expr="5" ic="1"/>
 <Reference_Variable id="1" type="EXPRESSION" expr="-VARVAL(1)" dot_form="TRUE" ic="2"/>
 <Reference_Variable id="2" type="EXPRESSION" expr="TIME" dot_form="TRUE"/>
 <Reference_Variable id="3" type="EXPRESSION" expr="VARVAL(2)" dot_form="TRUE"/>
 <Force_Vector_OneBody id="1" type="ForceOnly" marker_id="20" ref_marker_id="1"
  fx_expression="VARVAL(2)" fy_expression="0" fz_expression="0"/>
 <Post_Request id="1" type="EXPRESSION" expr2="VARVAL(1)" expr3="VARVAL(2)" expr4="VARVAL(3)"
  expr6="VX(20,1)" expr7="DX(20,1)" expr8="DIF(2)"/>
</Model><Command>
 <Simulate analysis_type="Transient" end_time="2." num_step="4"/>
</Command></MultiBodySystem>
"#;

#[test]
fn integrals_follow_their_closed_forms() {
    for integrator in [None, Some("radau5"), Some("gstiff")] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("m.xml");
        fs::write(&path, MODEL).unwrap();
        let loaded = carom::open(&path, None);
        let model = loaded
            .accepted()
            .unwrap_or_else(|| panic!("{:?}", loaded.diagnostics));
        let mut request = Request::default();
        request.options.error = Some(1e-9);
        request.options.integrator = integrator.map(str::to_string);
        let results = carom::simulate(model, &request).unwrap();
        assert_eq!(results.error, None);
        assert_eq!(results.times().last(), Some(&2.0));
        for (t, row) in results.times().iter().zip(results.request(1)) {
            let shall = [
                (1, 2.0 * (-t).exp()),
                (2, t * t / 2.0),
                (3, t.powi(3) / 6.0),
                (5, t.powi(3) / 6.0),
                (6, t.powi(4) / 24.0),
                (7, 1.0 + 5.0 * t),
            ];
            for (column, shall) in shall {
                // A thousand tolerances of the integration: methods of low order add up some of them over hundreds of steps.
                let off = (row[column] - shall).abs();
                assert!(off < 1e-6, "{integrator:?}, {t}, column {column}: {row:?}");
            }
        }
    }
}
