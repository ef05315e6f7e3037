//! A run that is killed and taken up again ends with the bits of one that was never interrupted.
#![allow(clippy::unwrap_used)] // a helper of a test fails like the test itself

use carom::dynamics::Progress;
use carom::files::results::{find, read::Table};
use carom::{Report, Request, Watcher};
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// Says to the child which folder to run in, and when to die.
const FOLDER: &str = "CAROM_TEST_FOLDER";
const DEATH: &str = "CAROM_TEST_DEATH";

/// A pendulum that turns over and over beside a ball that bounces, with a differential equation, a sensor that changes
/// the outputs and one that stores, and other data between the analyses.
const DECK: &str = "title
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
PART/1, GROUND
MARKER/10, PART=1
MARKER/11, PART=1, REULER=0,90D,0
PART/2, MASS=1, CM=20, IP=1,1,1, QG=0,0,0.3
MARKER/20, PART=2
PART/3, MASS=2, CM=30, IP=1,2,3, QG=1,0,0, WY=9, VZ=-9
MARKER/30, PART=3
MARKER/31, PART=3, QP=-1,0,0, REULER=0,90D,0
JOINT/1, REVOLUTE, I=31, J=11
SFORCE/1, TRANS, ACTIONONLY, I=20, J=10
, FUNCTION=IMPACT(DZ(20,10,10), VZ(20,10,10,10), 0.1, 1000, 1.5, 1, 0.01)
DIFF/1, IC=1, FUNCTION=-DIF(1)+AZ(31,11)
SENSOR/1, GE, VALUE=0.2, DT=0.03, EVALUATE=DZ(20)\\ FUNCTION=TIME
SENSOR/2, LE, VALUE=15, PRINT, FUNCTION=FM(31,11)
REQUEST/1, F1=AZ(31,11)\\ F2=SENVAL(1)\\ F3=SFORCE(1,0,4,10)
ACCGRAV/KGRAV=-9.80665
END
";
const COMMANDS: &str = "m

SIM/DYN, END=0.6, DTOUT=0.01
SFORCE/1, FUNCTION=IMPACT(DZ(20,10,10), VZ(20,10,10,10), 0.1, 2000, 1.5, 1, 0.01)
DEACTIVATE/SENSOR, ID=2
SAVE/SYSTEM, FILE=half.state
SIM/DYN, END=1.5, DTOUT=0.01
RELOAD/SYSTEM, FILE=half.state
SIM/DYN, END=1, STEPS=7
";

/// The bits of a column of the bodies' Parquet file.
fn parquet(report: &Report) -> Vec<u64> {
    let table = Table::read(&report.folder, "bodies").unwrap();
    let column = table.numbers("x");
    column.iter().map(|x| x.to_bits()).collect()
}

struct Death(f64, u32);

impl Watcher for Death {
    fn begin(&mut self, _: carom::model::analysis::Analysis) {
        self.1 += 1;
    }
    fn progress(&mut self, p: Progress) -> bool {
        if self.1 >= 2 && p.time > self.0 {
            std::process::abort();
        }
        true
    }
}

fn request(folder: &Path) -> Request {
    let mut request = Request {
        out: Some(folder.join("out")),
        formats: vec![find("parquet").unwrap(), find("csv").unwrap()],
        checkpoint: Some(Duration::ZERO),
        ..Request::default()
    };
    // More than a thousand steps: several legs of an analysis.
    request.options.hmax = Some(5e-4);
    request
}

fn run(folder: &Path, resume: bool, watcher: &mut dyn Watcher) -> Report {
    fs::write(folder.join("m.adm"), DECK).unwrap();
    fs::write(folder.join("m.acf"), COMMANDS).unwrap();
    let mut loaded = carom::open(folder.join("m.acf"), None);
    let request = Request {
        resume,
        ..request(folder)
    };
    let report = carom::run(&mut loaded, &request, watcher);
    report.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics))
}

/// Does nothing by itself: the process that is to die, started by the test below.
#[test]
fn a_process_that_is_killed() {
    let Some(folder) = std::env::var_os(FOLDER) else {
        return;
    };
    let death = std::env::var(DEATH).unwrap().parse().unwrap();
    let resume = Path::new(&folder).join("out").exists();
    run(Path::new(&folder), resume, &mut Death(death, 0));
    unreachable!("it was to be killed");
}

fn kill_at(folder: &Path, time: &str) {
    let child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "a_process_that_is_killed"])
        .env(FOLDER, folder)
        .env(DEATH, time)
        .output()
        .unwrap();
    assert!(!child.status.success());
    let out = folder.join("out");
    assert!(out.join("run.checkpoint").exists(), "{child:?}");
    assert!(
        fs::read_to_string(out.join("run.json"))
            .unwrap()
            .contains("running")
    );
}

#[test]
fn a_killed_run_goes_on_to_the_same_bits() {
    let (whole, cut) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let shall = run(whole.path(), false, &mut ());
    assert!(shall.is_complete(), "{:?}", shall.summary.error);
    // Killed in the second analysis.
    kill_at(cut.path(), "1.2");
    let is = run(cut.path(), true, &mut ());
    assert!(is.is_complete(), "{:?}", is.summary.error);
    assert_eq!(is.event_count, shall.event_count);
    assert_eq!(is.summary.analyses.len(), 3);
    for (a, b) in is.summary.analyses.iter().zip(&shall.summary.analyses) {
        assert!(b.steps > 700, "{b:?}");
        assert_eq!((a.steps, a.rhs_evaluations), (b.steps, b.rhs_evaluations));
        assert_eq!(a.energy_balance, b.energy_balance);
    }
    assert!(!shall.summary.files.is_empty());
    for name in &shall.summary.files {
        if name.ends_with("csv") {
            let bytes = |r: &Report| fs::read(r.folder.join(name)).unwrap();
            assert!(bytes(&is) == bytes(&shall), "{name} differs");
        }
    }
    // How many rows stand together in a group of a Parquet file is a matter of time; the numbers are the same.
    let (a, b) = (parquet(&is), parquet(&shall));
    assert!(a.len() > 100 && a == b, "bodies.parquet differs");
    for name in ["run.checkpoint", "run.journal"] {
        assert!(!is.folder.join(name).exists(), "{name} is left");
    }
}

#[test]
fn what_cannot_be_resumed_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let names = |resume: bool, end: Option<f64>, commands: &str| {
        fs::write(folder.path().join("m.adm"), DECK).unwrap();
        fs::write(folder.path().join("m.acf"), commands).unwrap();
        let mut loaded = carom::open(folder.path().join("m.acf"), None);
        let request = Request {
            end,
            resume,
            ..request(folder.path())
        };
        carom::run(&mut loaded, &request, &mut ());
        let names: Vec<&str> = loaded.diagnostics.iter().map(|d| d.name).collect();
        names
    };
    let short = "m\n\nSIM/DYN, END=0.01, STEPS=2\n";
    assert_eq!(names(true, None, short), ["session-nothing-to-resume"]);
    assert_eq!(names(true, None, short), ["session-cannot-resume"]);
    assert_eq!(names(false, None, short), [""; 0]);
    fs::remove_dir_all(folder.path().join("out")).unwrap();
    kill_at(folder.path(), "0.9");
    assert_eq!(names(true, Some(1.0), COMMANDS), ["session-cannot-resume"]);
    assert_eq!(names(true, None, short), ["session-cannot-resume"]);
}
