//! Forces that look at accelerations, from decks of both languages: an inerter between two masses, against its closed form.
#![allow(clippy::unwrap_used)] // a helper of a test fails like the test itself

use carom::{Loaded, Request};
use std::fs;

/// Masses of 2 and 3 kg, an inerter of 1.5 kg and a spring of 400 N/m between them, stretched by 0.1 of 1 m.
fn distance(t: f64) -> f64 {
    let omega: f64 = (400.0_f64 / (2.0 * 3.0 / 5.0 + 1.5)).sqrt();
    1.0 + 0.1 * (omega * t).cos()
}

/// In millimeters: forces in newtons are divided by accelerations in mm/s².
const ADM: &str = "an inerter
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=MILLIMETER, TIME=SECOND
PART/1, GROUND
MARKER/1, PART=1
PART/2, MASS=2, CM=20, IP=1E5,1E5,1E5
MARKER/20, PART=2
PART/3, MASS=3, CM=30, IP=1E5,1E5,1E5, QG=0,0,1100
MARKER/30, PART=3
VARIABLE/1, FUNCTION=ACCZ(30,20,20,20)
SFORCE/1, I=30, J=20, TRANSLATION, FUNCTION=-1.5E-3*VARVAL(1)-0.4*(DM(30,20)-1000)
REQUEST/1, F2=DM(30,20)
END
";

const XML: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<MultiBodySystem><Model>
 <Param_Unit force_unit="NEWTON" mass_unit="KILOGRAM" length_unit="METER" time_unit="SECOND"/>
 <Body_Rigid id="1" IsGround="TRUE"/>
 <Reference_Marker id="1" body_id="1"/>
 <Body_Rigid id="2" cg_id="20" mass="2" inertia_xx="0.1" inertia_yy="0.1" inertia_zz="0.1"/>
 <Reference_Marker id="20" body_id="2"/>
 <Body_Rigid id="3" cg_id="30" mass="3" inertia_xx="0.1" inertia_yy="0.1" inertia_zz="0.1"/>
 <Reference_Marker id="30" body_id="3" pos_z="1.1"/>
 <Reference_Variable id="1" type="EXPRESSION" expr="ACCZ(30,20,20,20)"/>
 <Force_Scalar_TwoBody id="1" type="Force" i_marker_id="30" j_marker_id="20"
   val_expression="-1.5*VARVAL(1)-400*(DM(30,20)-1)"/>
 <Post_Request id="1" type="EXPRESSION" f2="DM(30,20)"/>
</Model><Command>
 <Simulate analysis_type="Transient" end_time="1." num_step="8"/>
</Command></MultiBodySystem>
"#;

fn load(name: &str, text: &str) -> Loaded {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    fs::write(&path, text).unwrap();
    fs::write(
        folder.path().join("m.acf"),
        "\n\nSIMULATE/DYNAMICS, END=1, STEPS=8\n",
    )
    .unwrap();
    let commands = name.ends_with("adm").then(|| folder.path().join("m.acf"));
    carom::open(&path, commands.as_deref())
}

#[test]
fn an_inerter_in_both_languages() {
    for (name, text, unit) in [("m.adm", ADM, 1000.0), ("m.xml", XML, 1.0)] {
        let loaded = load(name, text);
        let model = loaded
            .accepted()
            .unwrap_or_else(|| panic!("{name}: {:?}", loaded.diagnostics));
        for integrator in ["auto", "radau", "dop853", "gstiff"] {
            let mut request = Request::default();
            request.options.error = Some(1e-9);
            request.options.integrator = Some(integrator.into());
            let results = carom::simulate(model, &request).unwrap();
            assert_eq!(results.error, None, "{name} {integrator}");
            assert_eq!(results.frames.len(), 9);
            for f in &results.frames {
                let is = (f.bodies[1].position[2] - f.bodies[0].position[2]) / unit;
                // A hundred times the tolerance, over two periods.
                let miss = (is - distance(f.time)).abs();
                assert!(miss < 1e-7, "{name} {integrator} at {}: {miss:e}", f.time);
            }
        }
    }
}
