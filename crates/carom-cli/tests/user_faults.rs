//! Ways in which users' code goes wrong, and what is said of each: the table of docs/reference/user-code-faults.md.
// A helper of a test fails like the test itself.
#![allow(clippy::unwrap_used)]
#![cfg(all(target_os = "linux", target_arch = "x86_64"))]

use std::fmt::Write;
use std::path::Path;
use std::process::{Command, Output};

const SOURCE: &str = r#"
#include "carom_adams.h"
#include <csignal>
#include <cstdlib>
#include <limits>
#include <stdexcept>
extern "C" {
typedef const struct sAdamsSforce* Element;
static int late(double time, int iflag) { return iflag == 0 && time > 0.3; }
extern void nobody_has_this(void);
void c_simsta(int*);

#define ROUTINE(name) void name(Element e, double time, int dflag, int iflag, double* value)
ROUTINE(Crash) { *value = 0; if (late(time, iflag)) *(volatile int*)8 = 1; }
ROUTINE(Leave) { *value = 0; if (late(time, iflag)) std::exit(0); }
ROUTINE(Hang) { volatile int on = 1; *value = 0; while (late(time, iflag) && on) {} }
ROUTINE(Throw) { *value = 0; if (late(time, iflag)) throw std::runtime_error("no"); }
ROUTINE(Abort) { *value = 0; if (late(time, iflag)) std::abort(); }
ROUTINE(Divide) { volatile int zero = 0, many = 1000; *value = 0; if (late(time, iflag)) *value = many / zero; }
ROUTINE(Kill) { *value = 0; if (late(time, iflag)) raise(SIGKILL); }
static double deep(double x) { volatile double room[4096]; room[0] = x; return room[0] + deep(x + 1) + room[4095 - (int)x % 2]; }
ROUTINE(Recurse) { *value = 0; if (late(time, iflag)) *value = deep(time); }
ROUTINE(Nan) { *value = late(time, iflag) ? std::numeric_limits<double>::quiet_NaN() : 0; }
ROUTINE(Infinite) { *value = late(time, iflag) ? std::numeric_limits<double>::infinity() : 0; }
ROUTINE(Overrun) { *value = 0; if (late(time, iflag)) for (int k = 0; k < 8; ++k) value[k] = k; }
ROUTINE(Stop) { *value = 0; c_errmes(late(time, iflag), "the rope is broken", e->ID, "STOP"); }
ROUTINE(Unresolved) { *value = 0; if (late(time, iflag)) nobody_has_this(); }
ROUTINE(Unnamed)
{
    int id[1] = {20}, flag;
    c_sysfnc("AW", id, 1, value, &flag);
    c_errmes(flag && late(time, iflag), "there is no AW", 7, "STOP");
}
ROUTINE(Changes)
{
    int ids[2] = {20, 10}, flag;
    c_sysfnc(late(time, iflag) ? "DY" : "DX", ids, 2, value, &flag);
}
ROUTINE(Counts) { static int n = 0; *value = 1e-9 * ++n; }
ROUTINE(Rows) { int status; *value = 0; if (late(time, iflag)) c_datout(&status); }
ROUTINE(Rare) { int status; *value = 0; if (late(time, iflag)) c_simsta(&status); }
}
"#;

const SCRIPT: &str = "
def RAISES(id, time, par, npar, dflag, iflag):
    return 1 / 0 if time > 0.3 and not iflag else 0.0

def LEAVES(id, time, par, npar, dflag, iflag):
    import os
    if time > 0.3 and not iflag:
        os._exit(3)
    return 0.0
";

const DECK: &str = "a part on a spring
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
PART/1, GROUND
MARKER/10, PART=1
PART/2, MASS=2, CM=20, IP=1,2,3, QG=0,0,0.2
MARKER/20, PART=2
SFORCE/1, TRANSLATION, ACTIONONLY, I=20, J=10, FUNCTION=USER(20,10,8)\\, ROUTINE=ROUTINE_NAME
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
    String::from_utf8_lossy(&both).into_owned()
}

/// What it does, the routine, the exit status, and what is said; `\u{1}` stands for anything.
const WAYS: &[(&str, &str, i32, &str)] = &[
    (
        "writes to no memory",
        "faults::Crash",
        1,
        "ended the program by SIGSEGV",
    ),
    (
        "leaves the program",
        "faults::Leave",
        1,
        "ended the program with the status 0",
    ),
    (
        "does not come back",
        "faults::Hang",
        1,
        "did not come back within 1 s (--user-timeout)",
    ),
    ("throws", "faults::Throw", 1, "ended the program by SIGABRT"),
    ("aborts", "faults::Abort", 1, "ended the program by SIGABRT"),
    (
        "divides a whole number by zero",
        "faults::Divide",
        1,
        "ended the program by SIGFPE",
    ),
    (
        "is killed",
        "faults::Kill",
        1,
        "ended the program by SIGKILL",
    ),
    (
        "calls itself without end",
        "faults::Recurse",
        1,
        "ended the program by SIGSEGV",
    ),
    ("gives no number", "faults::Nan", 1, "its result is NaN"),
    ("gives infinity", "faults::Infinite", 1, "its result is inf"),
    (
        "writes past its results",
        "faults::Overrun",
        1,
        "it wrote past the end of its results",
    ),
    (
        "asks for the end (ERRMES)",
        "faults::Stop",
        1,
        "its routine asks for the end of the run: the rope is broken (id 1)",
    ),
    (
        "calls a function that nobody has",
        "faults::Unresolved",
        1,
        "ended the program with the status 127",
    ),
    (
        "asks for a function that does not exist",
        "faults::Unnamed",
        1,
        "its routine asks for the end of the run: there is no AW (id 7)",
    ),
    (
        "asks for what it has not declared",
        "faults::Changes",
        1,
        "it asks for DY(20,10), which it did not ask for when it was to say what it reads (iflag)",
    ),
    (
        "gives other results for the same inputs",
        "faults::Counts",
        0,
        "gives other results when it is called again with the same inputs",
    ),
    (
        "calls what CONSUB alone may call",
        "faults::Rows",
        1,
        "it called DATOUT, which CONSUB alone may call",
    ),
    (
        "calls a utility that is not there and has no error flag",
        "faults::Rare",
        1,
        "it called SIMSTA, which is not available",
    ),
    (
        "raises (Python)",
        "script.py::RAISES",
        1,
        "its script fails: ZeroDivisionError: division by zero, line 3",
    ),
    (
        "leaves the interpreter (Python)",
        "script.py::LEAVES",
        1,
        "its script fails: its interpreter has ended (exit status: 3)",
    ),
    (
        "is in a library that is not there",
        "nowhere::Sfosub",
        2,
        "SFORCE/1 names the library nowhere, which is not found",
    ),
    (
        "is not in its library",
        "faults::Nothing",
        2,
        "SFORCE/1 calls Nothing, which the library ",
    ),
    (
        "is in a file that is no library",
        "text::Sfosub",
        2,
        "which cannot be opened",
    ),
    (
        "is in a library for another processor",
        "other::Sfosub",
        2,
        "which cannot be opened",
    ),
    (
        "is in a script that does not run (Python)",
        "broken.py::SFOSUB",
        2,
        "which cannot be opened: SyntaxError",
    ),
];

#[test]
fn each_way_ends_with_routine_and_element_and_results() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path();
    std::fs::write(folder.join("faults.cpp"), SOURCE).unwrap();
    std::fs::write(folder.join("script.py"), SCRIPT).unwrap();
    std::fs::write(folder.join("broken.py"), "def SFOSUB(:\n").unwrap();
    std::fs::write(folder.join("text.so"), "no library\n").unwrap();
    let built = carom(folder, &["build-user", "faults.cpp"]);
    assert!(built.status.success(), "g++ is needed: {}", said(&built));
    // The machine of an ELF file stands in its bytes 18 and 19: 183 is AArch64.
    let mut other = std::fs::read(folder.join("faults.so")).unwrap();
    other[18..20].copy_from_slice(&[183, 0]);
    std::fs::write(folder.join("other.so"), other).unwrap();

    let mut table = "<!-- Made by crates/carom-cli/tests/user_faults.rs; CAROM_BLESS=1 writes it. -->\n# When user-written code goes wrong\n\nEach line is a run of a test. After an exit status of 1 the results up to the last accepted step are kept, and element, routine, library and time are\nnamed; 2 refuses the run before it begins.\n\n| the routine | exit status | what is said |\n|---|---|---|\n".to_owned();
    for (what, routine, status, why) in WAYS {
        let name = routine.replace("::", "_").replace('.', "_");
        let deck = DECK.replace("ROUTINE_NAME", routine);
        std::fs::write(folder.join(format!("{name}.adm")), deck).unwrap();
        let deck = format!("{name}.adm");
        let options =
            "--end 1 --steps 100 --integrator rk4 --hmax 0.01 --allow-user-code --user-timeout 1";
        let mut arguments = vec!["run", deck.as_str()];
        arguments.extend(options.split(' '));
        let run = carom(folder, &arguments);
        let text = said(&run);
        assert_eq!(run.status.code(), Some(*status), "{what}: {text}");
        assert!(text.contains(why), "{what}: {text}");
        let _ = writeln!(table, "| {what} | {status} | {} |", why.trim());
        if *status == 2 {
            continue;
        }
        let symbol = routine.split("::").nth(1).unwrap();
        assert!(
            text.contains(&format!("{symbol} of ")) && text.contains("SFORCE/1"),
            "{text}"
        );
        let json = std::fs::read_to_string(folder.join(format!("{name}.carom/run.json"))).unwrap();
        let json: serde_json::Value = serde_json::from_str(&json).unwrap();
        if *status == 0 {
            assert_eq!(json["status"], "done");
            continue;
        }
        assert_eq!(json["status"], "early", "{what}");
        let time = json["error"]["time"].as_f64().unwrap();
        // Outputs are a hundredth apart, as are the steps.
        assert!(time > 0.29 && time < 0.33, "{what}: {time}");
        let tables = json["files"].as_array().unwrap();
        let bodies = tables
            .iter()
            .find(|f| f.as_str().unwrap().starts_with("bodies."));
        let file = folder
            .join(format!("{name}.carom"))
            .join(bodies.unwrap().as_str().unwrap());
        assert!(std::fs::metadata(file).unwrap().len() > 0, "{what}");
    }
    let page =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/reference/user-code-faults.md");
    if std::env::var_os("CAROM_BLESS").is_some() {
        std::fs::write(&page, &table).unwrap();
    }
    let written = std::fs::read_to_string(&page).unwrap_or_default();
    assert!(
        written == table,
        "{} is not up to date: CAROM_BLESS=1 writes it",
        page.display()
    );
}
