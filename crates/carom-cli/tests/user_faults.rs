//! The ways in which users' own code goes wrong: how the run ends, what is said, and what is left of the results.
// A helper of a test fails like the test itself.
#![allow(clippy::unwrap_used)]
#![cfg(all(target_os = "linux", target_arch = "x86_64"))]

use carom::files::results::read::Table;
use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output};
use std::time::{Duration, Instant};

/// Routines that go wrong after 0.3; `WAY` chooses.
const SOURCE: &str = r#"
#include "slv_c_utils.h"
#include <stdexcept>
#include <cstdlib>
#include <cmath>
#include <csignal>
#include <cstring>
#include <thread>
#include <unistd.h>
extern "C" {
adams_c_Sfosub Sfosub;
extern void nobody_has_this(void);
static int depth(int n) { volatile char room[65536]; room[n % 65536] = 1; return n < 0 ? room[0] : depth(n + 1) + room[1]; }
static double sum;
void Sfosub(const struct sAdamsSforce* e, double time, int, int iflag, double* value)
{
    int ids[2] = {20, 10}, flag;
    double x;
    c_sysfnc("DZ", ids, 2, &x, &flag);
    *value = -8 * x;
    if (iflag != 0 || time <= 0.3) return;
    switch ((int)e->PAR[0]) {
    case 1: *(volatile int*)8 = 1; break;
    case 2: std::exit(0);
    case 3: { volatile int on = 1; while (on) {} break; }
    case 4: throw std::runtime_error("no");
    case 5: std::raise(SIGKILL); break;
    case 6: std::abort();
    case 7: _exit(7);
    case 8: *value = std::sqrt(-1 - x * x); break;
    case 9: *value = 1e308 * 1e10 * (2 + x); break;
    case 10: *value = depth(0); break;
    case 11: { volatile int zero = 0; *value = 7 / zero; break; }
    case 12: { void (*volatile none)() = nullptr; none(); break; }
    case 13: nobody_has_this(); break;
    case 14: c_sysfnc("AW", ids, 2, &x, &flag); c_errmes(flag, "no such angle", e->ID, "STOP"); break;
    case 15: c_sysfnc("VZ", ids, 2, &x, &flag); *value -= x; break;
    case 16: { int status; c_modify("PART/2, MASS=3", &status); break; }
    case 17: std::memset(value + 1, 0x41, 16 * sizeof(double)); break;
    case 18: std::thread([] { _exit(3); }).join(); break;
    case 19: close(0); close(1); if (chdir("/")) {} break;
    case 20: sum += 1; *value -= sum * 1e-3; break;
    case 21: c_usrmes(1, "half way", 7, "INFO"); *(volatile int*)8 = 1; break;
    }
}
}
"#;

const DECK: &str = "a part on a spring
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
PART/1, GROUND
MARKER/10, PART=1
PART/2, MASS=2, CM=20, IP=1,2,3, QG=0,0,0.2
MARKER/20, PART=2
SFORCE/1, TRANSLATION, ACTIONONLY, I=20, J=10, FUNCTION=USER(WAY)\\, ROUTINE=faults::
END
";

/// A fault: its number in the source, how the run ends, and what is said.
const FAULTS: &[(u32, i32, &str)] = &[
    (
        1,
        1,
        "ended the program by SIGSEGV (it touched memory that is not its own)",
    ),
    (2, 1, "ended the program with the status 0"),
    (3, 1, "did not come back within 1 s (--user-timeout)"),
    (4, 1, "ended the program by SIGABRT"),
    (
        5,
        1,
        "ended the program by SIGKILL (from outside, or by the system for want of memory)",
    ),
    (6, 1, "ended the program by SIGABRT"),
    (7, 1, "ended the program with the status 7"),
    (8, 1, "its result is NaN"),
    (9, 1, "its result is inf"),
    (10, 1, "ended the program by SIGSEGV"),
    (
        11,
        1,
        "ended the program by SIGFPE (an operation of integers without a result)",
    ),
    (12, 1, "ended the program by SIGSEGV"),
    (13, 1, "ended the program with the status 127"),
    (
        14,
        1,
        "its routine asks for the end of the run: no such angle (id 1)",
    ),
    (
        15,
        1,
        "it asks for VZ(20,10), which it did not ask for when it was to say what it reads",
    ),
    (16, 1, "it called MODIFY, which"),
    // What a routine writes behind its result is in room of ours that nobody reads.
    (17, 0, "user-written code was called"),
    (18, 1, "ended the program with the status 3"),
    (19, 0, ""),
    (
        20,
        0,
        "gives other results when it is called again with the same inputs",
    ),
];

fn carom(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_carom"));
    command.current_dir(folder);
    command
}

fn said(output: &Output) -> String {
    let both = [&output.stdout[..], &output.stderr[..]].concat();
    String::from_utf8(both).unwrap()
}

fn folder() -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("faults.cpp"), SOURCE).unwrap();
    let built = carom(dir.path())
        .args(["build-user", "faults.cpp"])
        .output()
        .unwrap();
    assert!(built.status.success(), "g++ is needed: {}", said(&built));
    dir
}

/// The run of a fault: output times of 1/1000, steps of 1/100.
fn run(dir: &Path, way: u32, more: &[&str]) -> Command {
    let name = format!("way{way}.adm");
    std::fs::write(dir.join(&name), DECK.replace("WAY", &way.to_string())).unwrap();
    let mut command = carom(dir);
    command.args([
        "run",
        &name,
        "--end",
        "1",
        "--steps",
        "1000",
        "--integrator",
        "rk4",
        "--hmax",
        "0.01",
    ]);
    command.args([
        "--format",
        "parquet",
        "--format",
        "csv",
        "--allow-user-code",
    ]);
    command.args(more);
    command
}

fn run_json(dir: &Path, way: u32) -> Value {
    let text = std::fs::read_to_string(dir.join(format!("way{way}.carom/run.json"))).unwrap();
    serde_json::from_str(&text).unwrap()
}

/// The times of the rows of the bodies, in both formats.
fn rows(dir: &Path, way: u32) -> Vec<f64> {
    let folder = dir.join(format!("way{way}.carom"));
    let text = std::fs::read_to_string(folder.join("bodies.csv")).unwrap();
    let number = |line: &str| line.split(',').next().unwrap().parse().unwrap();
    let times: Vec<f64> = text.lines().skip(1).map(number).collect();
    // Of two formats the reader takes Parquet.
    let table = Table::read(&folder, "bodies").unwrap();
    assert_eq!(
        table.numbers("time"),
        times,
        "way {way}: the formats differ"
    );
    times
}

/// A run that ends early in the step from 0.3 or just before it has all rows to there, `run.json` says why, nothing but
/// results is in the folder, and a second run goes on where nobody has to clear up.
#[test]
fn each_fault_is_named_and_leaves_its_results() {
    let dir = folder();
    let dir = dir.path();
    for (way, status, words) in FAULTS {
        let output = run(dir, *way, &["--user-timeout", "1"]).output().unwrap();
        let text = said(&output);
        assert_eq!(output.status.code(), Some(*status), "way {way}: {text}");
        assert!(text.contains(words), "way {way}: {text}");
        let times = rows(dir, *way);
        let json = run_json(dir, *way);
        if *status == 0 {
            assert_eq!(
                (times.len(), &json["status"]),
                (1001, &Value::from("done")),
                "way {way}"
            );
            continue;
        }
        assert!(text.contains("SFORCE/1: Sfosub of "), "way {way}: {text}");
        assert_eq!(json["status"], "early", "way {way}");
        assert!(
            json["error"]["message"].as_str().unwrap().contains(words),
            "way {way}: {json}"
        );
        let time = json["error"]["time"].as_f64().unwrap();
        // The evaluation that goes wrong is one of the step from 0.29 or from 0.3: these steps are not accepted.
        assert!((0.29..0.311).contains(&time), "way {way}: {time}");
        assert!(
            (291..=301).contains(&times.len()),
            "way {way}: {} rows",
            times.len()
        );
        assert!(
            times
                .iter()
                .enumerate()
                .all(|(k, t)| (t - k as f64 / 1000.0).abs() < 1e-12)
        );
        for name in ["run.lock", "run.journal", "run.checkpoint"] {
            assert!(
                !dir.join(format!("way{way}.carom/{name}")).exists(),
                "way {way}: {name}"
            );
        }
    }
}

/// What a routine says is shown when it says it: a crash behind it takes nothing away.
#[test]
fn a_message_is_shown_before_the_crash() {
    let dir = folder();
    let text = said(&run(dir.path(), 21, &[]).output().unwrap());
    assert!(
        text.contains("note[user-message] SFORCE/1: half way (7)"),
        "{text}"
    );
    assert!(text.contains("SIGSEGV"), "{text}");
}

#[test]
fn results_of_a_crash_are_looked_at_and_not_gone_on_with() {
    let dir = folder();
    let dir = dir.path();
    run(dir, 1, &[]).output().unwrap();
    let plotted = carom(dir).args(["plot", "way1.carom"]).output().unwrap();
    assert!(plotted.status.success(), "{}", said(&plotted));
    let seen = carom(dir)
        .args(["view", "way1.carom", "--out", "way1.html"])
        .output()
        .unwrap();
    assert!(seen.status.success(), "{}", said(&seen));
    let again = run(dir, 1, &["--resume"]).output().unwrap();
    assert_eq!(again.status.code(), Some(2));
    let text = said(&again);
    assert!(
        text.contains("was not interrupted, it ended by itself at time 0.3"),
        "{text}"
    );
    // A run from the start moves what is there aside.
    let again = run(dir, 1, &[]).output().unwrap();
    assert_eq!(again.status.code(), Some(1));
    assert!(dir.join("way1.1.carom/bodies.csv").is_file());
}

/// With a checkpoint on disk the run goes on from there, with the same library alone.
#[test]
fn a_run_that_was_killed_goes_on_from_its_checkpoint() {
    let dir = folder();
    let dir = dir.path();
    let killed = run(dir, 5, &["--checkpoint", "0"]).output().unwrap();
    let text = said(&killed);
    assert!(
        text.contains("--resume goes on from the last checkpoint"),
        "{text}"
    );
    assert_eq!(run_json(dir, 5)["resumable"], true);
    assert_eq!(rows(dir, 5).len(), 291);
    let again = run(dir, 5, &["--resume", "--checkpoint", "0"])
        .output()
        .unwrap();
    assert_eq!(again.status.code(), Some(1), "{}", said(&again));
    assert_eq!(rows(dir, 5).len(), 291);
    // The mended library: other bits would follow.
    let mended = SOURCE.replace("std::raise(SIGKILL)", "");
    std::fs::write(dir.join("faults.cpp"), mended).unwrap();
    let built = carom(dir)
        .args(["build-user", "faults.cpp"])
        .output()
        .unwrap();
    assert!(built.status.success());
    let refused = run(dir, 5, &["--resume"]).output().unwrap();
    assert_eq!(refused.status.code(), Some(2));
    assert!(
        said(&refused).contains("another library of routines"),
        "{}",
        said(&refused)
    );
    let done = run(dir, 5, &["--overwrite"]).output().unwrap();
    assert!(done.status.success(), "{}", said(&done));
    assert_eq!(rows(dir, 5).len(), 1001);
}

/// SIGTERM while a routine hangs: it is not waited for, and the rows are there.
#[test]
fn an_end_that_is_asked_for_comes_while_a_routine_hangs() {
    let dir = folder();
    let dir = dir.path();
    let mut child = run(dir, 3, &[]).spawn().unwrap();
    let began = Instant::now();
    let journal = dir.join("way3.carom/run.json");
    while !journal.is_file() && began.elapsed() < Duration::from_secs(30) {
        std::thread::sleep(Duration::from_millis(50));
    }
    std::thread::sleep(Duration::from_millis(700));
    let id = child.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-s", "TERM", &id])
            .status()
            .unwrap()
            .success()
    );
    let status = child.wait().unwrap();
    use std::os::unix::process::ExitStatusExt;
    // The program ends as the signal asks, when its work is put away: well before the 60 s of --user-timeout.
    assert_eq!(status.signal(), Some(15), "{status}");
    assert!(began.elapsed() < Duration::from_secs(40));
    assert!(rows(dir, 3).len() >= 291);
    let json = run_json(dir, 3);
    assert!(
        json["error"]["message"]
            .as_str()
            .unwrap()
            .contains("did not come back after SIGTERM"),
        "{json}"
    );
}

#[test]
fn libraries_that_cannot_be_used_are_refused() {
    let dir = folder();
    let dir = dir.path();
    let refused = |routine: &str| {
        let deck = DECK.replace("WAY", "0").replace("faults::", routine);
        std::fs::write(dir.join("refused.adm"), deck).unwrap();
        let output = carom(dir)
            .args(["run", "refused.adm", "--end", "1", "--allow-user-code"])
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2), "{}", said(&output));
        said(&output)
    };
    let text = refused("nowhere::");
    assert!(
        text.contains("names the library nowhere, which is not found"),
        "{text}"
    );
    let text = refused("faults::Other");
    assert!(text.contains("calls Other, which the library"), "{text}");
    assert!(text.contains("it has Sfosub"), "{text}");
    std::fs::write(
        dir.join("text.so"),
        "no library at all, but a text of some length\n",
    )
    .unwrap();
    let text = refused("text::");
    assert!(text.contains("cannot be opened"), "{text}");
    // The header of the library says another machine: 183 is AArch64.
    let mut foreign = std::fs::read(dir.join("faults.so")).unwrap();
    foreign[18..20].copy_from_slice(&183_u16.to_le_bytes());
    std::fs::write(dir.join("foreign.so"), &foreign).unwrap();
    let text = refused("foreign::");
    assert!(text.contains("cannot be opened"), "{text}");
    // Half of a library.
    std::fs::write(dir.join("half.so"), &foreign[..foreign.len() / 2]).unwrap();
    refused("half::");
    std::fs::write(
        dir.join("start.cpp"),
        "struct A { A() { throw 1; } } a; extern \"C\" void sfosub_() {}",
    )
    .unwrap();
    let built = carom(dir)
        .args(["build-user", "start.cpp"])
        .output()
        .unwrap();
    assert!(built.status.success(), "{}", said(&built));
    // What ends the program while it is opened has no element yet.
    let text = refused("start::");
    assert!(text.contains("ended the program by SIGABRT"), "{text}");
}
