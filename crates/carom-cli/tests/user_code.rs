//! Users' own code from the command line: compiled, allowed, called, and what is said when it goes wrong.
// A helper of a test fails like the test itself.
#![allow(clippy::unwrap_used)]
#![cfg(all(target_os = "linux", target_arch = "x86_64"))]

use std::path::Path;
use std::process::{Command, Output};

const SOURCE: &str = r#"
#include "slv_c_utils.h"
#include <stdexcept>
#include <cstdlib>
extern "C" {
adams_c_Sfosub Sfosub, Crash, Leave, Hang, Throw;
static int late(double time, int iflag) { return iflag == 0 && time > 0.3; }
void Sfosub(const struct sAdamsSforce* e, double, int, int, double* value)
{
    int ids[2] = {(int)e->PAR[0], (int)e->PAR[1]}, flag;
    double x;
    c_sysfnc("DZ", ids, 2, &x, &flag);
    *value = -e->PAR[2] * x;
}
void Crash(const struct sAdamsSforce*, double time, int, int iflag, double* value)
{
    *value = 0;
    if (late(time, iflag)) *(volatile int*)8 = 1;
}
void Leave(const struct sAdamsSforce*, double time, int, int iflag, double* value)
{
    *value = 0;
    if (late(time, iflag)) std::exit(0);
}
void Hang(const struct sAdamsSforce*, double time, int, int iflag, double* value)
{
    volatile int on = 1;
    *value = 0;
    while (late(time, iflag) && on) {}
}
void Throw(const struct sAdamsSforce*, double time, int, int iflag, double* value)
{
    *value = 0;
    if (late(time, iflag)) throw std::runtime_error("no");
}
}
"#;

const DECK: &str = "a part on a spring
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
PART/1, GROUND
MARKER/10, PART=1
PART/2, MASS=2, CM=20, IP=1,2,3, QG=0,0,0.2
MARKER/20, PART=2
SFORCE/1, TRANSLATION, ACTIONONLY, I=20, J=10, FUNCTION=USER(20,10,8)\\, ROUTINE=forces::Sfosub
END
";

fn carom(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_carom"))
        .current_dir(folder)
        .args(arguments)
        .output()
        .unwrap()
}

fn said(output: &Output) -> String {
    let both = [&output.stdout[..], &output.stderr[..]].concat();
    String::from_utf8(both).unwrap()
}

/// A folder with the deck and the compiled library.
fn folder() -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("forces.cpp"), SOURCE).unwrap();
    std::fs::write(dir.path().join("m.adm"), DECK).unwrap();
    let built = carom(dir.path(), &["build-user", "forces.cpp"]);
    assert!(built.status.success(), "g++ is needed: {}", said(&built));
    assert!(dir.path().join("forces.so").is_file());
    dir
}

#[test]
fn compiled_allowed_and_called() {
    let dir = folder();
    let refused = carom(dir.path(), &["run", "m.adm", "--end", "1"]);
    assert_eq!(refused.status.code(), Some(2));
    let text = said(&refused);
    assert!(
        text.contains("SFORCE/1 calls the user-written routine Sfosub of the library forces"),
        "{text}"
    );
    assert!(text.contains("--allow-user-code"), "{text}");
    let check = carom(dir.path(), &["check", "m.adm", "--allow-user-code"]);
    assert!(check.status.success(), "{}", said(&check));
    let run = carom(
        dir.path(),
        &[
            "run",
            "m.adm",
            "--end",
            "1",
            "--steps",
            "10",
            "--format",
            "csv",
            "--error",
            "1e-9",
            "--allow-user-code",
        ],
    );
    let text = said(&run);
    assert!(run.status.success(), "{text}");
    assert!(
        text.starts_with("user-written code was called: SFORCE/1: Sfosub of "),
        "{text}"
    );
    let json = std::fs::read_to_string(dir.path().join("m.carom/run.json")).unwrap();
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["status"], "done");
    assert!(
        json["user_code"][0]
            .as_str()
            .unwrap()
            .starts_with("SFORCE/1: Sfosub of ")
    );
    // Once for each evaluation of the equations at least.
    let counted = json["analyses"][0]["rhs_evaluations"].as_u64().unwrap();
    assert!(json["user_calls"][0].as_u64().unwrap() >= counted, "{json}");
    let table = std::fs::read_to_string(dir.path().join("m.carom/bodies.csv")).unwrap();
    let column = table
        .lines()
        .next()
        .unwrap()
        .split(',')
        .position(|c| c == "z")
        .unwrap();
    let last = table
        .lines()
        .last()
        .unwrap()
        .split(',')
        .nth(column)
        .unwrap();
    let z: f64 = last.parse().unwrap();
    // ω² = 8/2: z = 0.2·cos 2t; ten times the tolerance
    assert!((z - 0.2 * 2.0_f64.cos()).abs() < 1e-8, "{z}");
}

#[test]
fn what_goes_wrong_is_told_with_routine_and_element() {
    let dir = folder();
    for (routine, why) in [
        ("Crash", "ended the program by SIGSEGV"),
        ("Leave", "ended the program with the status 0"),
        ("Hang", "did not come back within 1 s"),
        ("Throw", "ended the program by SIGABRT"),
    ] {
        let deck = DECK.replace("forces::Sfosub", &format!("forces::{routine}"));
        let name = format!("{routine}.adm");
        std::fs::write(dir.path().join(&name), deck).unwrap();
        let run = carom(
            dir.path(),
            &[
                "run",
                &name,
                "--end",
                "1",
                "--steps",
                "100",
                "--integrator",
                "rk4",
                "--hmax",
                "0.01",
                "--allow-user-code",
                "--user-timeout",
                "1",
            ],
        );
        let text = said(&run);
        assert_eq!(run.status.code(), Some(1), "{text}");
        assert!(text.contains(&format!("SFORCE/1: {routine} of ")), "{text}");
        assert!(text.contains(why), "{text}");
        let json =
            std::fs::read_to_string(dir.path().join(format!("{routine}.carom/run.json"))).unwrap();
        let json: serde_json::Value = serde_json::from_str(&json).unwrap();
        assert_eq!(json["status"], "early");
        let time = json["error"]["time"].as_f64().unwrap();
        assert!(time > 0.3 && time < 0.33, "{time}");
        assert!(json["error"]["message"].as_str().unwrap().contains(why));
    }
}

#[test]
fn sources_that_do_not_compile_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("a.c"), "this is no C\n").unwrap();
    let built = carom(dir.path(), &["build-user", "a.c"]);
    assert_eq!(built.status.code(), Some(2));
    assert!(said(&built).contains("gcc -c"), "{}", said(&built));
    let built = carom(dir.path(), &["build-user", "a.pas"]);
    assert!(
        said(&built).contains("no source in C, C++ or Fortran"),
        "{}",
        said(&built)
    );
}
