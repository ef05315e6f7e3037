//! Runs through the session: what ends them, and that memory and disk tell the same.
#![allow(clippy::unwrap_used)] // a helper of a test fails like the test itself

use carom::dynamics::{Progress, SearchProgress};
use carom::files::results::{find, read::Table};
use carom::model::Model;
use carom::model::analysis::{Analysis, Command, End, OutputGrid};
use carom::{Loaded, Request, Watcher};

/// A mass of 1 that falls with 10 from the height 20: z = 20 − 5·t².
fn falling(more: &str) -> Model {
    let deck = format!(
        "Falling mass
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
PART/1, GROUND
MARKER/10, PART=1
PART/2, MASS=1, CM=20, IP=1,1,1, QG=0,0,20
MARKER/20, PART=2
ACCGRAV/KGRAV=-10
{more}END
"
    );
    let (model, diagnostics) = carom::files::adm::read_text("falling.adm", deck);
    assert!(!diagnostics.has_errors(), "{diagnostics:?}");
    model.unwrap()
}

fn simulate(end: f64) -> Command {
    Command::Simulate {
        analysis: Analysis::Dynamic,
        end: Some(End::Time(end)),
        output: Some(OutputGrid::Steps(10)),
        span: carom::base::Span::NONE,
    }
}

fn until(end: f64) -> Request {
    Request {
        end: Some(end),
        ..Request::default()
    }
}

#[test]
fn memory_and_disk_tell_the_same() {
    let model = falling("REQUEST/7, DISPLACEMENT, I=20, J=10\n");
    let memory = carom::simulate(&model, &until(1.0)).unwrap();
    assert!(memory.error.is_none());
    let folder = tempfile::tempdir().unwrap();
    let request = Request {
        out: Some(folder.path().join("out")),
        formats: vec![find("parquet").unwrap(), find("csv").unwrap()],
        ..until(1.0)
    };
    let mut loaded = Loaded::from_model(model.clone());
    let report = carom::run(&mut loaded, &request, &mut ()).unwrap();
    assert_eq!(report.summary.degrees_of_freedom, memory.degrees_of_freedom);
    let body = memory.body(&model, 2);
    let z: Vec<_> = body.iter().map(|b| b.position[2]).collect();
    for _ in 0..2 {
        let bodies = Table::read(&report.folder, "bodies").unwrap();
        assert_eq!(bodies.numbers("time"), memory.times());
        assert_eq!(bodies.numbers("z"), z);
        let requests = Table::read(&report.folder, "requests").unwrap();
        let f4: Vec<_> = memory.request(7).iter().map(|f| f[3]).collect();
        assert_eq!(requests.numbers("f4"), f4);
        // the second time round, the text
        let _ = std::fs::remove_file(report.folder.join("bodies.parquet"));
        let _ = std::fs::remove_file(report.folder.join("requests.parquet"));
    }
    for (t, z) in memory.times().into_iter().zip(z) {
        // 1e-12: a parabola is exact for the method, up to rounding of numbers of size 20
        assert!((z - (20.0 - 5.0 * t * t)).abs() < 1e-12);
    }
}

#[test]
fn a_halting_sensor_ends_the_run_and_a_returning_one_its_analysis() {
    // z = 15 at t = 1
    for (word, analyses, end) in [("HALT", 1, 1.0), ("RETURN", 2, 1.5)] {
        let sensor = format!("SENSOR/1, VALUE=15, ERROR=1E-6, EQ, {word}, FUNCTION=DZ(20,10)\n");
        let mut model = falling(&sensor);
        model.commands = vec![simulate(1.25), simulate(1.5)];
        let run = carom::simulate(&model, &Request::default()).unwrap();
        assert!(run.error.is_none(), "{:?}", run.error);
        assert_eq!(run.statistics.len(), analyses, "{word}");
        assert_eq!(run.events.len(), 1);
        assert!((run.events[0].time - 1.0).abs() < 1e-9);
        let reached = run.statistics.last().unwrap().end;
        assert!((reached - end).abs() < 1e-9, "{word}: {reached}");

        let folder = tempfile::tempdir().unwrap();
        let request = Request {
            out: Some(folder.path().join("out")),
            ..Request::default()
        };
        let mut loaded = Loaded::from_model(model);
        let report = carom::run(&mut loaded, &request, &mut ()).unwrap();
        assert!(report.is_complete());
        assert_eq!(report.summary.analyses.len(), analyses, "{word}");
    }
}

/// Asks for an end once time is past 0.5.
struct Impatient;

impl Watcher for Impatient {
    fn progress(&mut self, p: Progress) -> bool {
        p.time < 0.5
    }
}

#[test]
fn a_watcher_may_end_a_run_early() {
    let folder = tempfile::tempdir().unwrap();
    let mut request = Request {
        out: Some(folder.path().join("out")),
        ..until(10.0)
    };
    request.options.hmax = Some(0.1);
    let mut loaded = Loaded::from_model(falling(""));
    let report = carom::run(&mut loaded, &request, &mut Impatient).unwrap();
    let error = report.summary.error.unwrap();
    assert_eq!(error.message, "stopped on request");
    // no step is longer than hmax
    assert!((0.5..0.61).contains(&error.time), "{}", error.time);
}

/// Asks for an end at the third look at a search for an equilibrium.
struct ImpatientSearcher(Vec<SearchProgress>);

impl Watcher for ImpatientSearcher {
    fn search(&mut self, p: SearchProgress) -> bool {
        self.0.push(p);
        self.0.len() < 3
    }
}

/// A mass on a spring that is not linear, so that Newton's method takes some iterations.
#[test]
fn a_watcher_may_end_a_search_for_equilibrium_early() {
    let spring = "JOINT/1, TRANSLATIONAL, I=20, J=10
SFORCE/1, TRANSLATIONAL, ACTIONONLY, I=20, J=10, FUNCTION=-100*(DZ(20,10)-20)**3
";
    let statics = Command::Simulate {
        analysis: Analysis::Static,
        end: None,
        output: None,
        span: carom::base::Span::NONE,
    };
    let folder = tempfile::tempdir().unwrap();
    let mut model = falling(spring);
    model.commands = vec![statics];
    let request = Request {
        out: Some(folder.path().join("out")),
        ..Request::default()
    };
    let mut watcher = ImpatientSearcher(Vec::new());
    let mut loaded = Loaded::from_model(model);
    let report = carom::run(&mut loaded, &request, &mut watcher).unwrap();
    assert_eq!(report.summary.error.unwrap().message, "stopped on request");
    let seen = watcher.0;
    // at the start the weight of 10 is out of balance
    assert_eq!((seen[0].time, seen[0].is_relaxation), (0.0, false));
    assert!((seen[0].imbalance - 10.0).abs() < 1e-9, "{seen:?}");
    assert!(seen.windows(2).all(|w| w[0].iterations <= w[1].iterations));
}

#[test]
fn a_file_that_cannot_be_written_refuses_the_run() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let request = Request {
        out: Some(out.clone()),
        formats: vec![find("csv").unwrap()],
        overwrite: true,
        ..until(1.0)
    };
    let mut loaded = Loaded::from_model(falling(""));
    assert!(carom::run(&mut loaded, &request, &mut ()).is_some());
    // a folder stands where a table should go
    std::fs::remove_file(out.join("events.csv")).unwrap();
    std::fs::create_dir(out.join("events.csv")).unwrap();
    assert!(carom::run(&mut loaded, &request, &mut ()).is_none());
    let name = loaded.diagnostics.iter().last().map(|d| d.name);
    assert_eq!(name, Some("session-output-folder"));
}

#[test]
fn warnings_refuse_a_strict_run() {
    let (model, diagnostics) = carom::files::adm::read_text("open.adm", "Open\nPART/1, GROUND\n");
    let mut loaded = Loaded::from_model(model.unwrap());
    loaded.diagnostics = diagnostics;
    assert!(!loaded.diagnostics.has_errors());
    let folder = tempfile::tempdir().unwrap();
    let request = Request {
        strict: true,
        out: Some(folder.path().join("out")),
        ..until(1.0)
    };
    assert!(carom::run(&mut loaded, &request, &mut ()).is_none());
    assert!(loaded.diagnostics.has_errors());
    assert!(!folder.path().join("out").exists());
}

/// The files of a run, but for what tells of clocks: `run.json` (the time it took) and the first line of a request
/// file (the date).
fn tables(folder: &std::path::Path) -> Vec<(std::ffi::OsString, Vec<u8>)> {
    let files = std::fs::read_dir(folder).unwrap().map(|f| f.unwrap());
    let mut tables: Vec<_> = files
        .filter(|f| f.file_name() != "run.json")
        .map(|f| {
            let mut bytes = std::fs::read(f.path()).unwrap();
            if f.path().extension().is_some_and(|e| e == "req") {
                bytes = bytes.split_off(bytes.iter().position(|b| *b == b'\n').unwrap());
            }
            (f.file_name(), bytes)
        })
        .collect();
    tables.sort();
    tables
}

/// The events and motion of contacts, of a mechanism with redundant constraints, and of one that is integrated explicitly.
#[test]
fn the_same_bits_from_run_to_run_and_beside_another_run() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = tempfile::tempdir().unwrap();
    for (deck, integrator, end) in [
        ("examples/bouncing_ball/ball.adm", "radau", 1.0),
        ("examples/four_bar/four_bar.adm", "radau", 0.5),
        ("examples/andrews/andrews.adm", "dop853", 0.01),
    ] {
        let run = |name: String| {
            let mut loaded = carom::open(root.join(deck), None);
            let request = Request {
                out: Some(folder.path().join(name)),
                formats: vec![find("csv").unwrap()],
                options: carom::dynamics::RunOptions {
                    integrator: Some(integrator.into()),
                    ..Default::default()
                },
                ..until(end)
            };
            let report = carom::run(&mut loaded, &request, &mut ()).unwrap();
            tables(&report.folder)
        };
        let stem = deck.replace('/', "-");
        let first = run(format!("{stem}-first"));
        assert!(first.len() > 3 && first.iter().all(|f| !f.1.is_empty()));
        let beside = std::thread::scope(|scope| {
            let two = ["a", "b"].map(|k| format!("{stem}-{k}"));
            let two = two.map(|name| scope.spawn(|| run(name)));
            two.map(|t| t.join().unwrap())
        });
        for again in beside {
            assert!(again == first, "{deck}: other bits");
        }
    }
}
