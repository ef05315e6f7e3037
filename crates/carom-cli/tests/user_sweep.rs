//! Studies with user-written code: each run in a process of its own.
// A helper of a test fails like the test itself.
#![allow(clippy::unwrap_used)]
#![cfg(all(target_os = "linux", target_arch = "x86_64"))]

use std::path::Path;
use std::process::{Command, Output};

/// A spring that keeps a memory, as COMMON blocks do, and crashes for a part that begins above 1.
const SOURCE: &str = r#"
#include "carom_adams.h"
static int calls, highest;
adams_c_Sfosub Sfosub;
void Sfosub(const struct sAdamsSforce* e, double time, int dflag, int iflag, double* value)
{
    int ids[2] = {(int)e->PAR[0], (int)e->PAR[1]}, flag;
    double x;
    c_sysfnc("DZ", ids, 2, &x, &flag);
    if (calls++ == 0) highest = 0;
    if (x > 0.5) highest = 1;
    *value = highest ? -2 * e->PAR[2] * x : -e->PAR[2] * x;
    if (!iflag && time > 0.3 && x > 1) *(volatile int*)8 = 1;
}
"#;

const DECK: &str = "a part on a spring
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
PART/1, GROUND
MARKER/10, PART=1
PART/2, MASS=2, CM=20, IP=1,2,3, QG=0,0,0.2
MARKER/20, PART=2
SFORCE/1, TRANSLATION, ACTIONONLY, I=20, J=10, FUNCTION=USER(20,10,1)\\, ROUTINE=spring::Sfosub
END
";

const STUDY: &str = "model = \"m.adm\"
[run]
end = 1
steps = 10
error = 1e-9
[parameters]
z0 = { at = \"PART/2.qg.z\", values = [0.2, 0.9, 0.3, 4.0, 0.4] }
[responses]
z = { last = \"DZ(20,10)\" }
";

fn carom(folder: &Path, arguments: &[&str]) -> Output {
    let mut c = Command::new(env!("CARGO_BIN_EXE_carom"));
    c.current_dir(folder).args(arguments).output().unwrap()
}

fn said(output: &Output) -> String {
    let both = [&output.stdout[..], &output.stderr[..]].concat();
    String::from_utf8_lossy(&both).into_owned()
}

#[test]
fn each_run_has_a_process_of_its_own() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path();
    std::fs::write(folder.join("spring.c"), SOURCE).unwrap();
    std::fs::write(folder.join("m.adm"), DECK).unwrap();
    std::fs::write(folder.join("s.toml"), STUDY).unwrap();
    let built = carom(folder, &["build-user", "spring.c"]);
    assert!(built.status.success(), "gcc is needed: {}", said(&built));
    let refused = carom(folder, &["sweep", "s.toml"]);
    assert_eq!(refused.status.code(), Some(2), "{}", said(&refused));
    assert!(
        said(&refused).contains("--allow-user-code"),
        "{}",
        said(&refused)
    );

    let of = |out: &str, threads: &str| {
        let arguments = [
            "sweep",
            "s.toml",
            "--allow-user-code",
            "--out",
            out,
            "--threads",
            threads,
        ];
        let o = carom(folder, &arguments);
        let text = said(&o);
        // One run of five is lost, and the study goes on.
        assert_eq!(o.status.code(), Some(1), "{text}");
        assert!(text.contains("5 runs: 4 done, 1 early"), "{text}");
        assert!(
            text.contains("SFORCE/1: Sfosub of ") && text.contains("ended the program by SIGSEGV"),
            "{text}"
        );
        let runs = std::fs::read_dir(folder.join(out).join("runs")).unwrap();
        let mut files: Vec<_> = runs
            .map(|f| std::fs::read(f.unwrap().path()).unwrap())
            .collect();
        files.sort();
        files
    };
    // With a memory that runs share, the order of the runs would count.
    assert_eq!(of("one", "1"), of("three", "3"));
}
