//! A run that is killed and taken up again ends with the bits of one that was never interrupted.
#![allow(clippy::unwrap_used)] // a helper of a test fails like the test itself

use carom::dynamics::Progress;
use carom::files::results::{find, read::Table};
use carom::model::analysis::RigidContact;
use carom::{Report, Request, Watcher};
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// Says to the child which folder to run in, and when to die.
const FOLDER: &str = "CAROM_TEST_FOLDER";
const DEATH: &str = "CAROM_TEST_DEATH";
/// Set: what else there is, see [`Kind`].
const KIND: &str = "CAROM_TEST_KIND";

/// What is run.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// The deck.
    Plain,
    /// With rigid contacts.
    Rigid,
    /// With [`SOLIDS`].
    Solids,
    /// With rigid contacts and [`RUBBING`].
    Rubbing,
}

const KINDS: [(&str, Kind); 4] = [
    ("plain", Kind::Plain),
    ("rigid", Kind::Rigid),
    ("solids", Kind::Solids),
    ("rubbing", Kind::Rubbing),
];

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
DIFF/2, IC=0, FUNCTION=DELAY(VZ(20,10), 0.07, 0)-DELAY(IF(DZ(20,10)-0.15: DIF(2), 0, 1), 0.11, 0)
SENSOR/1, GE, VALUE=0.2, DT=0.03, EVALUATE=DZ(20)\\ FUNCTION=TIME
SENSOR/2, LE, VALUE=15, PRINT, FUNCTION=FM(31,11)
REQUEST/1, F1=AZ(31,11)\\ F2=SENVAL(1)\\ F3=SFORCE(1,0,4,10)
ACCGRAV/KGRAV=-9.80665
END
";
/// A block that slides on a plate, stops at 0.4 s and is held by its bristles, and a ball that bounces on the same plate and comes to rest.
const SOLIDS: &str = "MARKER/12, PART=1, QP=2,-0.5,-0.1
GRAPHICS/2, BOX, CORNER=12, X=3, Y=1, Z=0.1
PART/4, MASS=1, CM=40, IP=1E-3,1E-3,1E-3, QG=3,0,0.01, VX=0.4
MARKER/40, PART=4
MARKER/41, PART=4, QP=-0.02,-0.02,-0.01
GRAPHICS/1, BOX, CORNER=41, X=0.04, Y=0.04, Z=0.02
CONTACT/1, IGEOM=1, JGEOM=2, IMPACT, STIFFNESS=1E6, EXPONENT=1.5, DAMPING=100, DMAX=1E-4
, COULOMB_FRICTION=ON, MU_STATIC=0.3, MU_DYNAMIC=0.1, STICTION_TRANSITION_VELOCITY=0.01
, FRICTION_TRANSITION_VELOCITY=0.1, STICTION=ON, MAX_STICTION_DEFORMATION=1E-4
PART/5, MASS=1, CM=50, IP=4E-3,4E-3,4E-3, QG=4,0,0.3
MARKER/50, PART=5
GRAPHICS/3, ELLIPSOID, CM=50, XSCALE=0.2, YSCALE=0.2, ZSCALE=0.2
CONTACT/2, IGEOM=3, JGEOM=2, POISSON, PENALTY=1E5, RESTITUTION_COEFFICIENT=0.5
";
/// A block that slides to rest at 1 s, and a ball that rolls off another one, falls on the plane, bounces and comes to roll.
const RUBBING: &str = "MARKER/12, PART=1
GRAPHICS/2, PLANE, RM=12, XMIN=-9, XMAX=9, YMIN=-9, YMAX=9
PART/4, MASS=1, CM=40, IP=1E-3,1E-3,1E-3, QG=3,0,0.01, VX=0.980665
MARKER/40, PART=4
MARKER/41, PART=4, QP=-0.02,-0.02,-0.01
GRAPHICS/1, BOX, CORNER=41, X=0.04, Y=0.04, Z=0.02
CONTACT/1, IGEOM=1, JGEOM=2, IMPACT, STIFFNESS=1E6, EXPONENT=1.5, DAMPING=100, DMAX=1E-4
, COULOMB_FRICTION=ON, MU_STATIC=0.3, MU_DYNAMIC=0.1, STICTION_TRANSITION_VELOCITY=0.01
, FRICTION_TRANSITION_VELOCITY=0.1
MARKER/13, PART=1, QP=6,0,0
GRAPHICS/4, ELLIPSOID, CM=13, XSCALE=1, YSCALE=1, ZSCALE=1
PART/5, MASS=1, CM=50, IP=4E-3,4E-3,4E-3, QG=6.2,0.05,0.5634714
MARKER/50, PART=5
GRAPHICS/3, ELLIPSOID, CM=50, XSCALE=0.2, YSCALE=0.2, ZSCALE=0.2
CONTACT/2, IGEOM=3, JGEOM=4, IMPACT, STIFFNESS=1E6, EXPONENT=1.5, DAMPING=100, DMAX=1E-4
, COULOMB_FRICTION=ON, MU_STATIC=0.5, MU_DYNAMIC=0.5, STICTION_TRANSITION_VELOCITY=0.01
, FRICTION_TRANSITION_VELOCITY=0.1
CONTACT/3, IGEOM=3, JGEOM=2, IMPACT, STIFFNESS=1E6, EXPONENT=1.5, DAMPING=100, DMAX=1E-4
, COULOMB_FRICTION=ON, MU_STATIC=0.3, MU_DYNAMIC=0.3, STICTION_TRANSITION_VELOCITY=0.01
, FRICTION_TRANSITION_VELOCITY=0.1
";
const COMMANDS: &str = "m

SIM/DYN, END=0.6, DTOUT=0.01
SFORCE/1, FUNCTION=IMPACT(DZ(20,10,10), VZ(20,10,10,10), 0.1, 2000, 1.5, 1, 0.01)
DEACTIVATE/SENSOR, ID=2
SAVE/SYSTEM, FILE=half.state
SIM/DYN, DURATION=0.9, DTOUT=0.01
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

fn request(folder: &Path, kind: Kind) -> Request {
    let mut request = Request {
        rigid: matches!(kind, Kind::Rigid | Kind::Rubbing).then(|| RigidContact {
            restitution: Some(0.7),
            ..RigidContact::default()
        }),
        out: Some(folder.join("out")),
        formats: vec![find("parquet").unwrap(), find("csv").unwrap()],
        checkpoint: Some(Duration::ZERO),
        ..Request::default()
    };
    // More than a thousand steps: several legs of an analysis.
    request.options.hmax = Some(5e-4);
    request
}

fn run(folder: &Path, kind: Kind, resume: bool, watcher: &mut dyn Watcher) -> Report {
    let more = match kind {
        Kind::Solids => SOLIDS,
        Kind::Rubbing => RUBBING,
        Kind::Plain | Kind::Rigid => "",
    };
    let deck = DECK.replace("END\n", &format!("{more}END\n"));
    fs::write(folder.join("m.adm"), deck).unwrap();
    fs::write(folder.join("m.acf"), COMMANDS).unwrap();
    let mut loaded = carom::open(folder.join("m.acf"), None);
    let request = Request {
        resume,
        ..request(folder, kind)
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
    let kind = std::env::var(KIND).unwrap();
    let (_, kind) = KINDS.into_iter().find(|(name, _)| *name == kind).unwrap();
    let resume = Path::new(&folder).join("out").exists();
    run(Path::new(&folder), kind, resume, &mut Death(death, 0));
    unreachable!("it was to be killed");
}

fn kill_at(folder: &Path, kind: Kind, time: &str) {
    let (name, _) = KINDS.into_iter().find(|(_, k)| *k == kind).unwrap();
    let mut command = Command::new(std::env::current_exe().unwrap());
    command
        .args(["--exact", "resume::a_process_that_is_killed"])
        .env(FOLDER, folder)
        .env(DEATH, time)
        .env(KIND, name);
    let child = command.output().unwrap();
    assert!(!child.status.success());
    let out = folder.join("out");
    assert!(out.join("run.checkpoint").exists(), "{child:?}");
    assert!(
        fs::read_to_string(out.join("run.json"))
            .unwrap()
            .contains("running")
    );
}

/// Killed at each of these times, in the second analysis, and taken up again: the number of events of the whole run.
fn goes_on_to_the_same_bits(kind: Kind, times: &[&str]) -> u64 {
    let whole = tempfile::tempdir().unwrap();
    let shall = run(whole.path(), kind, false, &mut ());
    assert!(shall.is_complete(), "{:?}", shall.summary.error);
    assert!(!shall.summary.files.is_empty());
    for time in times {
        let cut = tempfile::tempdir().unwrap();
        kill_at(cut.path(), kind, time);
        let is = run(cut.path(), kind, true, &mut ());
        assert!(is.is_complete(), "{:?}", is.summary.error);
        are_the_same(&is, &shall);
    }
    shall.event_count
}

fn are_the_same(is: &Report, shall: &Report) {
    assert_eq!(is.event_count, shall.event_count);
    assert_eq!(is.summary.analyses.len(), 3);
    for (a, b) in is.summary.analyses.iter().zip(&shall.summary.analyses) {
        assert!(b.steps > 700, "{b:?}");
        assert_eq!((a.steps, a.rhs_evaluations), (b.steps, b.rhs_evaluations));
        assert_eq!(a.energy_balance, b.energy_balance);
        assert_eq!((a.start, a.end), (b.start, b.end));
    }
    for name in &shall.summary.files {
        if name.ends_with("csv") {
            let bytes = |r: &Report| fs::read(r.folder.join(name)).unwrap();
            assert!(bytes(is) == bytes(shall), "{name} differs");
        }
    }
    // How many rows stand together in a group of a Parquet file is a matter of time; the numbers are the same.
    let (a, b) = (parquet(is), parquet(shall));
    assert!(a.len() > 100 && a == b, "bodies.parquet differs");
    for name in ["run.checkpoint", "run.journal"] {
        assert!(!is.folder.join(name).exists(), "{name} is left");
    }
}

#[test]
fn a_killed_run_goes_on_to_the_same_bits() {
    goes_on_to_the_same_bits(Kind::Plain, &["1.2"]);
}

/// Killed while the block sticks and the ball bounces, and while it rests.
#[test]
fn so_does_one_in_the_middle_of_contacts() {
    let events = goes_on_to_the_same_bits(Kind::Solids, &["0.7", "1.3"]);
    assert!(events > 10, "{events}");
}

/// The ball's impacts accumulate at (1 + e)/(1 − e)·√(2h/g) = 1.144 s, h = 0.2: killed among them, and while it rests.
#[test]
fn so_does_one_with_rigid_contacts() {
    let events = goes_on_to_the_same_bits(Kind::Rigid, &["0.9", "1.3"]);
    assert!(events > 10, "{events}");
}

/// Killed while the block slides and the ball rolls on the other one, and while the block sticks and the ball bounces.
#[test]
fn so_does_one_with_rigid_contacts_that_rub() {
    let events = goes_on_to_the_same_bits(Kind::Rubbing, &["0.7", "1.3"]);
    assert!(events > 10, "{events}");
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
            ..request(folder.path(), Kind::Plain)
        };
        carom::run(&mut loaded, &request, &mut ());
        let names: Vec<&str> = loaded.diagnostics.iter().map(|d| d.name).collect();
        names
    };
    let short = "m\n\nSIM/DYN, END=0.01, STEPS=2\n";
    assert_eq!(names(true, None, short), ["session-nothing-to-resume"]);
    assert_eq!(names(true, None, short), ["session-cannot-resume"]);
    assert_eq!(names(false, None, short), ["session-output-kept"]);
    assert!(folder.path().join("out.1/run.json").exists());
    fs::remove_dir_all(folder.path().join("out")).unwrap();
    kill_at(folder.path(), Kind::Plain, "0.9");
    assert_eq!(names(true, Some(1.0), COMMANDS), ["session-cannot-resume"]);
    assert_eq!(names(true, None, short), ["session-cannot-resume"]);
    // what could go on is not begun again by accident
    assert_eq!(names(false, None, COMMANDS), ["session-output-interrupted"]);
    // a bit of what is needed has flipped
    for name in ["run.checkpoint", "run.journal"] {
        let path = folder.path().join("out").join(name);
        let sound = fs::read(&path).unwrap();
        let mut bytes = sound.clone();
        bytes[sound.len() / 2] ^= 4;
        fs::write(&path, bytes).unwrap();
        assert_eq!(names(true, None, COMMANDS), ["session-cannot-resume"]);
        fs::write(&path, sound).unwrap();
    }
    assert_eq!(names(true, None, COMMANDS), [""; 0]);
}

/// Stands up at a time of the second analysis and does something.
struct Disturbance<F: FnMut() -> bool> {
    time: f64,
    analyses: u32,
    act: Option<F>,
}

impl<F: FnMut() -> bool> Watcher for Disturbance<F> {
    fn begin(&mut self, _: carom::model::analysis::Analysis) {
        self.analyses += 1;
    }
    fn progress(&mut self, p: Progress) -> bool {
        if self.analyses < 2 || p.time < self.time {
            return true;
        }
        self.act.take().is_none_or(|mut act| act())
    }
    fn why(&self) -> Option<String> {
        Some("interrupted by a test".to_owned())
    }
}

fn disturbed(folder: &Path, time: f64, act: impl FnMut() -> bool) -> Report {
    let mut disturbance = Disturbance {
        time,
        analyses: 0,
        act: Some(act),
    };
    run(folder, Kind::Plain, false, &mut disturbance)
}

/// The times of the rows on disk.
fn times(folder: &Path) -> Vec<f64> {
    let table = Table::read(folder, "bodies").unwrap();
    table.numbers("time").to_vec()
}

#[test]
fn a_run_that_is_stopped_says_so_and_goes_on_to_the_same_bits() {
    let whole = tempfile::tempdir().unwrap();
    let shall = run(whole.path(), Kind::Plain, false, &mut ());
    for time in [0.61, 1.2] {
        let cut = tempfile::tempdir().unwrap();
        let stopped = disturbed(cut.path(), time, || false);
        let error = stopped.summary.error.as_ref().unwrap();
        assert_eq!(error.message, "interrupted by a test");
        let told = carom::summary::Summary::read(&stopped.folder).unwrap();
        assert!(told.status == "early" && told.resumable, "{told:?}");
        // an output each 0.01, and all up to the end are there
        let last = *times(&stopped.folder).last().unwrap();
        assert!((error.time - last).abs() < 0.011, "{last}");
        let is = run(cut.path(), Kind::Plain, true, &mut ());
        assert!(!is.summary.resumable);
        are_the_same(&is, &shall);
    }
}

/// Stops at once.
struct Impatient;

impl Watcher for Impatient {
    fn progress(&mut self, _: Progress) -> bool {
        false
    }
}

/// Again and again before there is another checkpoint: that which the run was taken up from holds.
#[test]
fn so_does_one_that_is_stopped_as_soon_as_it_goes_on() {
    let whole = tempfile::tempdir().unwrap();
    let shall = run(whole.path(), Kind::Plain, false, &mut ());
    let cut = tempfile::tempdir().unwrap();
    disturbed(cut.path(), 1.2, || false);
    for _ in 0..2 {
        let again = run(cut.path(), Kind::Plain, true, &mut Impatient);
        assert!(again.summary.resumable);
    }
    let is = run(cut.path(), Kind::Plain, true, &mut ());
    are_the_same(&is, &shall);
}

/// A mass of 2 on a spring of 50, ω = 5, with a linear analysis before each of the two times at which something happens.
fn vibrate(folder: &Path, resume: bool, watcher: &mut dyn Watcher) -> Report {
    let deck = "title
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
PART/1, GROUND
MARKER/10, PART=1, REULER=90D,90D,0
MARKER/11, PART=1
PART/2, MASS=2, CM=20, IP=1,1,1, QG=0.3,0,0
MARKER/20, PART=2, REULER=90D,90D,0
JOINT/1, TRANSLATIONAL, I=20, J=10
SFORCE/1, TRANSLATION, ACTIONONLY, I=20, J=10, FUNCTION=-50*DX(20,11)
END
";
    let commands = "m\n\nSIM/DYN, END=0.6, STEPS=6\nLINEAR/EIGENSOL\nLINEAR/STATEMAT, FILE=plant.mat\nSIM/DYN, END=1.5, STEPS=9\nLINEAR/EIGENSOL\n";
    fs::write(folder.join("m.adm"), deck).unwrap();
    fs::write(folder.join("m.acf"), commands).unwrap();
    let mut loaded = carom::open(folder.join("m.acf"), None);
    let request = Request {
        resume,
        ..request(folder, Kind::Plain)
    };
    let report = carom::run(&mut loaded, &request, watcher);
    report.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics))
}

/// What linear analyses found before a run was stopped, or before its folder was removed, is there when it ends.
#[test]
fn linear_analyses_are_not_forgotten() {
    let whole = tempfile::tempdir().unwrap();
    let shall = vibrate(whole.path(), false, &mut ());
    assert_eq!(shall.linearizations.len(), 3);
    for found in [&shall.linearizations[0], &shall.linearizations[2]] {
        let largest = found
            .eigenvalues
            .iter()
            .map(|[_, im]| *im)
            .fold(0.0, f64::max);
        // The eigenvalues of a matrix of exact derivatives.
        assert!((largest - 5.0).abs() < 1e-9, "{largest}");
    }
    for gone in [false, true] {
        let cut = tempfile::tempdir().unwrap();
        let out = cut.path().join("out");
        let mut disturbance = Disturbance {
            time: 1.2,
            // The first one has gone by when the counting begins at the second.
            analyses: 0,
            act: Some(|| {
                if gone {
                    fs::remove_dir_all(&out).unwrap();
                    std::thread::sleep(Duration::from_millis(1100));
                }
                gone
            }),
        };
        let stopped = vibrate(cut.path(), false, &mut disturbance);
        assert_eq!(stopped.linearizations, shall.linearizations[..2]);
        assert!(out.join("linear.json").exists() && out.join("plant.a").exists());
        let is = vibrate(cut.path(), true, &mut ());
        assert!(is.is_complete(), "{:?}", is.summary.error);
        assert_eq!(is.linearizations, shall.linearizations);
        let names = shall.summary.files.iter();
        for name in names.filter(|name| !name.ends_with("parquet")) {
            let bytes = |r: &Report| fs::read(r.folder.join(name)).unwrap();
            assert!(bytes(&is) == bytes(&shall), "{name} differs");
        }
        let kinds = |r: &Report| -> Vec<String> {
            r.summary.analyses.iter().map(|a| a.kind.clone()).collect()
        };
        assert_eq!(kinds(&is), kinds(&shall));
    }
}

/// Two shafts, the second turned by 1 rad against the first while their coupler rests: it catches with a jump, which is told between the analyses.
fn catch(folder: &Path, resume: bool, watcher: &mut dyn Watcher) -> Report {
    let deck = "title
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
PART/1, GROUND
MARKER/10, PART=1
PART/2, MASS=1, CM=20, IP=1,1,1, WZ=1
MARKER/20, PART=2
PART/3, MASS=1, CM=30, IP=1,1,1
MARKER/30, PART=3
JOINT/1, REVOLUTE, I=20, J=10
JOINT/2, REVOLUTE, I=30, J=10
COUPLER/1, JOINTS=1,2, SCALES=1,-1
END
";
    let commands = "m\n\nDEACTIVATE/COUPLER, ID=1\nSIM/DYN, END=1, STEPS=2\nACTIVATE/COUPLER, ID=1\nSIM/DYN, END=3, STEPS=8\n";
    fs::write(folder.join("m.adm"), deck).unwrap();
    fs::write(folder.join("m.acf"), commands).unwrap();
    let mut loaded = carom::open(folder.join("m.acf"), None);
    let request = Request {
        resume,
        ..request(folder, Kind::Plain)
    };
    let report = carom::run(&mut loaded, &request, watcher);
    report.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics))
}

/// Half of 1 rad is less than a turn and more than 5 degrees: the jump is remarked on, once, also by the run that goes on behind it.
#[test]
fn remarks_are_not_forgotten() {
    let cut = tempfile::tempdir().unwrap();
    let mut disturbance = Disturbance {
        time: 2.0,
        analyses: 0,
        act: Some(|| false),
    };
    let stopped = catch(cut.path(), false, &mut disturbance);
    assert!(stopped.summary.resumable);
    let is = catch(cut.path(), true, &mut ());
    for report in [&stopped, &is] {
        let told = carom::summary::Summary::read(&report.folder).unwrap();
        let jumps = told.diagnostics.iter().filter(|d| d.name == "start-moved");
        assert_eq!(jumps.count(), 1);
    }
}

/// Removed, or moved to another name, while the run goes on.
#[test]
fn a_folder_that_is_gone_is_made_again_with_all_results() {
    let whole = tempfile::tempdir().unwrap();
    let shall = run(whole.path(), Kind::Plain, false, &mut ());
    for moved in [false, true] {
        let cut = tempfile::tempdir().unwrap();
        let out = cut.path().join("out");
        let gone = disturbed(cut.path(), 1.2, || {
            match moved {
                true => fs::rename(&out, cut.path().join("elsewhere")).unwrap(),
                false => fs::remove_dir_all(&out).unwrap(),
            }
            // it is looked each second whether it is there
            std::thread::sleep(Duration::from_millis(1100));
            true
        });
        let error = gone.summary.error.as_ref().unwrap();
        assert!(
            error.message.contains("was removed or moved away"),
            "{error:?}"
        );
        let told = carom::summary::Summary::read(&out).unwrap();
        assert!(told.status == "early" && told.resumable);
        assert!((times(&out).last().unwrap() - error.time).abs() < 0.011);
        assert_eq!(
            Table::read(&out, "events").unwrap().len() as u64,
            gone.event_count
        );
        let is = run(cut.path(), Kind::Plain, true, &mut ());
        are_the_same(&is, &shall);
    }
}

#[test]
fn states_are_saved_in_the_folder_of_results_alone() {
    let ends = |commands: &str, before: &dyn Fn(&Path)| {
        let folder = tempfile::tempdir().unwrap();
        let work = folder.path().join("work");
        fs::create_dir_all(work.join("out")).unwrap();
        before(folder.path());
        fs::write(work.join("m.adm"), DECK).unwrap();
        fs::write(work.join("m.acf"), commands).unwrap();
        let mut loaded = carom::open(work.join("m.acf"), None);
        let request = Request {
            out: Some(work.join("results")),
            ..request(&work, Kind::Plain)
        };
        let report = carom::run(&mut loaded, &request, &mut ()).unwrap();
        let names = |p: &Path| {
            let entries = fs::read_dir(p).unwrap();
            let mut names: Vec<_> = entries.map(|e| e.unwrap().file_name()).collect();
            names.sort();
            names
        };
        let said = report.summary.error.map(|e| e.message).unwrap_or_default();
        (said, names(folder.path()), names(&work))
    };
    let save =
        |name: &str| format!("m\n\nSIM/DYN, END=0.01, STEPS=2\nSAVE/SYSTEM, FILE={name}\nSTOP\n");
    for name in ["../x.state", "../../x.state", "/tmp/carom-test-x.state"] {
        let (said, top, work) = ends(&save(name), &|_| {});
        assert!(
            said.contains("leads out of the folder of the results"),
            "{name}: {said}"
        );
        assert_eq!(top, ["work"]);
        assert_eq!(work, ["m.acf", "m.adm", "out", "results"]);
    }
    assert!(!Path::new("/tmp/carom-test-x.state").exists());
    let (said, ..) = ends(&save("deeper/x.state"), &|_| {});
    assert_eq!(said, "");
}
