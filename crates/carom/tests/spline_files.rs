//! Splines whose points are in files, in motion: against closed forms.
#![allow(clippy::unwrap_used)] // a helper of a test fails like the test itself

use carom::{Loaded, Request, Results};
use std::fs;

/// Channel 1 is a load of 4·t and channel 2 is 1 − t, each at 16 points from t = 0 to 0.75; `rpc3-file` 1.0 of PyPI has written it.
const RAMP: &[u8] = include_bytes!("spline_files/ramp.rsp");

/// The numbers of the file are rounded to 3/32752/2.
const ROUNDED: f64 = 5e-5;

const DECK: &str = "t
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
PART/1, GROUND
MARKER/1, PART=1
PART/2, MASS=2, CM=20, IP=1,1,1
MARKER/20, PART=2
SFORCE/1, TRANSLATION, I=20, J=1, ACTIONONLY, FUNCTION=AKISPL(TIME,0,5)
REQUEST/1, DISPLACEMENT, I=20
";

fn opened(folder: &tempfile::TempDir, spline: &str) -> Loaded {
    let path = folder.path().join("m.adm");
    fs::write(&path, format!("{DECK}{spline}\nEND\n")).unwrap();
    carom::open(&path, None)
}

fn simulated(loaded: &Loaded) -> Results {
    let told = &loaded.diagnostics;
    let model = loaded.accepted().unwrap_or_else(|| panic!("{told:?}"));
    let mut request = Request {
        end: Some(1.5),
        ..Request::default()
    };
    request.options.error = Some(1e-10);
    let results = carom::simulate(model, &request).unwrap();
    assert_eq!(results.error, None);
    results
}

/// m·z̈ = 4·t up to 0.75, then 3, the last value of the file.
#[test]
fn a_channel_over_time_keeps_its_last_value() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("loads")).unwrap();
    fs::write(folder.path().join("loads/Ramp.rsp"), RAMP).unwrap();
    // Names of files are seen from the folder of the deck, whatever the case, as on Windows.
    let loaded = opened(&folder, "SPLINE/5, FILE=loads\\ramp.rsp, CHANNEL=1");
    let told = loaded
        .diagnostics
        .iter()
        .find(|d| d.name == "adm-spline-file");
    let told = &told.unwrap().message;
    assert!(
        told.contains("16 points of") && told.contains("channel 1, Load, over time"),
        "{told}"
    );
    let results = simulated(&loaded);
    let shall = |t: f64| {
        let ramp = |t: f64| (t.powi(3) / 3.0, t * t);
        let (z, v) = ramp(t.min(0.75));
        let late = (t - 0.75).max(0.0);
        z + v * late + 0.75 * late * late
    };
    for (t, row) in results.times().iter().zip(results.request(1)) {
        assert!(
            (row[3] - shall(*t)).abs() < ROUNDED,
            "{t}: {} {}",
            row[3],
            shall(*t)
        );
    }
    // Along a line it goes on as it came.
    let line = opened(
        &folder,
        "SPLINE/5, FILE=loads/Ramp.rsp, CHANNEL=1, LINEAR_EXTRAPOLATE",
    );
    let last = *simulated(&line).request(1).last().unwrap();
    assert!(
        (last[3] - 1.5f64.powi(3) / 3.0).abs() < 10.0 * ROUNDED,
        "{last:?}"
    );
}

/// The same points between the tags and from a CSV text give the same motion.
#[test]
fn a_csv_text_is_as_good_as_points_between_the_tags() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(
        folder.path().join("loads.csv"),
        "Time,Fx,Fy\n0,0,0\n1,9,1\n2,9,4\n3,9,9\n4,9,16\n",
    )
    .unwrap();
    fs::write(folder.path().join("ramp.rsp"), RAMP).unwrap();
    let last = |spline: &str| {
        let deck = format!(
            "<MultiBodySystem><Model>
            <Body_Rigid id='1' IsGround='TRUE'/><Reference_Marker id='1' body_id='1' body_type='RigidBody'/>
            <Body_Rigid id='2' cg_id='20' mass='2' inertia_xx='1' inertia_yy='1' inertia_zz='1'/>
            <Reference_Marker id='20' body_id='2' body_type='RigidBody'/>
            <Force_Scalar_TwoBody id='1' type='Force' i_marker_id='20' j_marker_id='1' is_action_only='TRUE' val_expression='CUBSPL(TIME,0,5)'/>
            {spline}
            <Post_Request id='1' type='EXPRESSION' expr2='DZ(20,1)'/></Model>
            <Command><Simulate analysis_type='Transient' end_time='0.7' print_interval='0.1'/></Command></MultiBodySystem>"
        );
        let path = folder.path().join("m.xml");
        fs::write(&path, deck).unwrap();
        let loaded = carom::open(&path, None);
        let told = &loaded.diagnostics;
        let model = loaded.accepted().unwrap_or_else(|| panic!("{told:?}"));
        let results = carom::simulate(model, &Request::default()).unwrap();
        results.request(1).last().copied().unwrap()[1]
    };
    let tags = last("<Reference_Spline id='5'>0 0 1 1 2 4 3 9 4 16</Reference_Spline>");
    for block in ["Fy", "2D::Time,Fy"] {
        let file = format!(
            "<Reference_Spline id='5' file_name='loads.csv' block_name='{block}' usrsub_dll_name='NULL' usrsub_fnc_name='USER_SPLINE_READ'/>"
        );
        assert_eq!(last(&file).to_bits(), tags.to_bits());
    }
    let channel = last("<Reference_Spline id='5' file_name='ramp.rsp' block_name='Load'/>");
    assert!(
        (channel - 0.7f64.powi(3) / 3.0).abs() < ROUNDED,
        "{channel}"
    );
}

/// What is named and is no file is refused at once.
#[test]
fn files_are_files() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("a.rsp")).unwrap();
    for named in ["/dev/zero", "a.rsp", "none.rsp"] {
        let loaded = opened(&folder, &format!("SPLINE/5, FILE={named}, CHANNEL=1"));
        assert!(loaded.accepted().is_none());
        assert!(
            loaded
                .diagnostics
                .iter()
                .any(|d| d.name == "adm-spline-file"),
            "{named}"
        );
    }
}
