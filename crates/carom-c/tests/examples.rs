//! Compiles and runs the C and the Fortran example and compares every number they print with the laws in Rust;
//! compares the header with the symbols of the library.
//!
//! A missing tool (`cc`, `gfortran`, `nm`) is told by a line that starts with `not run:`; with
//! `CAROM_REQUIRE_TOOLS=1` in the environment it fails the test instead.
// The whole file is a test: what fails here fails the test.
#![allow(clippy::unwrap_used)]

use carom_base::Number;
use carom_laws::jet::{Jet1, Jet2, jet1, jet2};
use carom_laws::{
    bistop, cheby, forcos, forsin, havsin, hunt_crossley, impact, poly, shf, step, step5,
};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Whether the tool answers; if not, says so or fails.
fn available(tool: &str, test: &str) -> bool {
    if Command::new(tool).arg("--version").output().is_ok() {
        return true;
    }
    let required = std::env::var("CAROM_REQUIRE_TOOLS").is_ok_and(|v| v == "1");
    assert!(!required, "{test} needs {tool}, which is not installed");
    // Past the capture of the test harness, so that the line is seen when the test "passes".
    use std::io::Write;
    let _ = writeln!(
        std::io::stderr(),
        "not run: {test} ({tool} is not installed)"
    );
    false
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The folder with `libcarom.a` and `libcarom.so` of this build: two above the test's executable.
fn libraries() -> PathBuf {
    let exe = std::env::current_exe().unwrap();
    let folder = exe.ancestors().nth(2).unwrap().to_path_buf();
    // `cargo test` does not link them. Where the whole workspace is tested `./test` has had them built: dependencies of this package alone have other
    // features, and all crates would be compiled once more.
    if std::env::var_os("CAROM_LIBRARIES_ARE_BUILT").is_none() {
        let mut build = Command::new(env!("CARGO"));
        build.args(["build", "--quiet", "--package", "carom-c"]);
        if folder.ends_with("release") {
            build.arg("--release");
        }
        build.arg("--target-dir").arg(folder.parent().unwrap());
        assert!(build.current_dir(root()).status().unwrap().success());
    }
    assert!(folder.join("libcarom.a").exists());
    folder
}

fn run(command: &mut Command) -> String {
    let output = command.output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(
        output.status.success(),
        "{command:?}\n{}{}",
        text(&output.stdout),
        text(&output.stderr)
    );
    text(&output.stdout)
}

/// What the examples must print, from the Rust functions.
fn expected() -> BTreeMap<String, Vec<f64>> {
    let two = |x, v, f: &dyn Fn(Jet2, Jet2) -> Jet2| jet2(x, v, f).map(Vec::from);
    let one = |f: &dyn Fn(Jet1) -> Jet1| jet1(0.3, f).map(|y| vec![y]);
    let (c, c2) = (Jet1::constant, Jet2::constant);
    let a = [0.5, -1.0, 2.0].map(c);
    let ramp = |f: fn(Jet1, Jet1, Jet1, Jet1, Jet1) -> Jet1| {
        one(&|x| f(x, c(0.0), c(1.0), c(2.0), c(5.0)))
    };
    let [k, e, cmax, d] = [100.0, 1.5, 25.0, 0.1].map(c2);
    let tables = [
        (
            "impact",
            two(0.95, -2.0, &|x, v| impact(x, v, c2(1.0), k, e, cmax, d)),
        ),
        (
            "bistop",
            two(2.15, 2.0, &|x, v| {
                bistop(x, v, c2(1.0), c2(2.0), k, e, cmax, d)
            }),
        ),
        (
            "hunt_crossley",
            two(0.75, -0.5, &|x, v| {
                hunt_crossley(x, v, c2(1.0), c2(1000.0), e, c2(0.2))
            }),
        ),
        ("step", ramp(step)),
        ("step5", ramp(step5)),
        ("havsin", ramp(havsin)),
        (
            "shf",
            one(&|x| shf(x, c(0.1), c(2.0), c(3.0), c(0.25), c(7.0))),
        ),
        ("poly", one(&|x| poly(x, c(0.1), &a))),
        ("cheby", one(&|x| cheby(x, c(0.1), &a))),
        ("forcos", one(&|x| forcos(x, c(0.1), c(4.0), &a))),
        ("forsin", one(&|x| forsin(x, c(0.1), c(4.0), &a))),
    ];
    let mut all = BTreeMap::from([("refused".to_string(), vec![1.0])]);
    for (name, orders) in tables {
        for (iord, numbers) in orders.into_iter().enumerate() {
            all.insert(format!("{name}.{iord}"), numbers);
        }
    }
    all
}

fn compare(printed: &str) {
    let printed: BTreeMap<String, Vec<f64>> = printed
        .lines()
        .map(|line| {
            let mut words = line.split_whitespace();
            let name = words.next().unwrap().to_string();
            (name, words.map(|w| w.parse().unwrap()).collect())
        })
        .collect();
    let expected = expected();
    assert_eq!(
        printed.keys().collect::<Vec<_>>(),
        expected.keys().collect::<Vec<_>>()
    );
    for (name, numbers) in &expected {
        assert_eq!(printed[name].len(), numbers.len(), "{name}");
        for (got, expected) in printed[name].iter().zip(numbers) {
            // Seventeen digits return the same number; 1e-15 leaves room for a build with another optimisation.
            assert!(
                (got - expected).abs() <= 1e-15 * expected.abs(),
                "{name}: {got} {expected}"
            );
        }
    }
}

#[test]
fn c_example() {
    if !available("cc", "C example") {
        return;
    }
    let (root, lib) = (root(), libraries());
    let program = lib.join("carom-example-c");
    run(Command::new("cc")
        .args(["-std=c99", "-Wall", "-Wextra", "-Werror", "-pedantic", "-I"])
        .arg(root.join("crates/carom-c/include"))
        .arg(root.join("examples/c/impact.c"))
        .arg("-o")
        .arg(&program)
        .arg(lib.join("libcarom.a"))
        .args(["-lm", "-lpthread", "-ldl"]));
    compare(&run(&mut Command::new(&program)));
    // The same through the shared library.
    let shared = lib.join("carom-example-c-shared");
    run(Command::new("cc")
        .arg("-I")
        .arg(root.join("crates/carom-c/include"))
        .arg(root.join("examples/c/impact.c"))
        .arg("-o")
        .arg(&shared)
        .arg("-L")
        .arg(&lib)
        .arg("-lcarom")
        .arg(format!("-Wl,-rpath,{}", lib.display())));
    compare(&run(&mut Command::new(&shared)));
}

#[test]
fn fortran_example() {
    if !available("gfortran", "Fortran example") {
        return;
    }
    let (root, lib) = (root(), libraries());
    let program = lib.join("carom-example-fortran");
    run(Command::new("gfortran")
        .args(["-std=f2008", "-Wall", "-Werror"])
        .arg(root.join("examples/fortran/impact.f90"))
        .arg("-o")
        .arg(&program)
        .arg(lib.join("libcarom.a"))
        .args(["-lpthread", "-ldl"]));
    compare(&run(&mut Command::new(&program)));
}

#[test]
fn a_ball_that_is_stepped_has_the_events_of_a_run() {
    if !available("cc", "C example of the solver") {
        return;
    }
    let (root, lib) = (root(), libraries());
    let program = lib.join("carom-example-stepping");
    run(Command::new("cc")
        .args(["-std=c99", "-Wall", "-Wextra", "-Werror", "-pedantic", "-I"])
        .arg(root.join("crates/carom-c/include"))
        .arg(root.join("examples/c/stepping.c"))
        .arg("-o")
        .arg(&program)
        .arg("-L")
        .arg(&lib)
        .arg("-lcarom")
        .arg(format!("-Wl,-rpath,{}", lib.display())));
    let ball = root.join("examples/bouncing_ball/ball.adm");
    let printed = run(Command::new(&program).arg(&ball));
    let lines = |word: &str| -> Vec<Vec<String>> {
        let all = printed
            .lines()
            .map(|l| l.split_whitespace().map(str::to_string));
        let all = all.map(Iterator::collect::<Vec<_>>);
        let mine = all.filter(|l| l[0] == word);
        mine.map(|l| l[1..].to_vec()).collect()
    };
    assert_eq!(lines("freedoms"), [["6"]]);
    // The run of `carom run`, without a stop, bit for bit: seventeen digits return the same number.
    let loaded = carom::open(&ball, None);
    let request = carom::Request {
        end: Some(1.0),
        ..carom::Request::default()
    };
    let whole = carom::simulate(loaded.model.as_ref().unwrap(), &request).unwrap();
    let events = lines("event");
    assert_eq!(events.len(), whole.events.len());
    assert!(events.len() >= 4);
    for (line, e) in events.iter().zip(&whole.events) {
        let (time, force): (f64, f64) = (line[0].parse().unwrap(), line[3].parse().unwrap());
        assert_eq!(
            (time.to_bits(), force.to_bits()),
            (e.time.to_bits(), e.force.to_bits())
        );
        assert_eq!(
            (line[1].as_str(), line[2].as_str()),
            (e.kind.name(), e.element.as_str())
        );
    }
    let end = whole.frames.last().unwrap();
    let height: Vec<f64> = lines("height")[0]
        .iter()
        .map(|x| x.parse().unwrap())
        .collect();
    assert_eq!(height, [1.0, end.bodies[0].position[2]]);
    // From 0.5 m: √(2·0.4/g), twice the same.
    let touch: Vec<f64> = lines("touch")[0]
        .iter()
        .map(|x| x.parse().unwrap())
        .collect();
    assert_eq!(touch[0].to_bits(), touch[1].to_bits());
    // rounding: the fall has no error of the method
    assert!((touch[0] - (0.8f64 / 9.80665).sqrt()).abs() < 1e-12);
    assert!(
        printed.contains("refused there is no output PART/2.height"),
        "{printed}"
    );
}

#[test]
fn the_header_is_of_this_version_and_speaks_c_plus_plus() {
    let header = include_str!("../include/carom_solver.h");
    let version = env!("CARGO_PKG_VERSION");
    assert!(header.contains(&format!("#define CAROM_VERSION \"{version}\"")));
    for (name, part) in ["MAJOR", "MINOR", "PATCH"].iter().zip(version.split('.')) {
        assert!(header.contains(&format!("#define CAROM_VERSION_{name} {part}")));
    }
    if !available("g++", "header in C++") {
        return;
    }
    let check = root().join("crates/carom-c/include/carom_solver.h");
    run(Command::new("g++")
        .args([
            "-std=c++11",
            "-Wall",
            "-Wextra",
            "-Werror",
            "-fsyntax-only",
            "-x",
            "c++",
        ])
        .arg(check));
}

#[test]
fn the_cmake_example_builds() {
    if !available("cmake", "CMake example") {
        return;
    }
    let (root, lib) = (root(), libraries());
    let build = lib.join("carom-example-cmake");
    run(Command::new("cmake")
        .arg("-S")
        .arg(root.join("examples/c"))
        .arg("-B")
        .arg(&build)
        .arg(format!("-DCAROM_LIBRARIES_IN={}", lib.display())));
    run(Command::new("cmake").arg("--build").arg(&build));
    assert!(build.join("stepping").exists());
}

/// Every function that the headers declare.
fn declared() -> BTreeSet<String> {
    let headers = [
        include_str!("../include/carom.h"),
        include_str!("../include/carom_solver.h"),
    ];
    let lines = headers.iter().flat_map(|h| h.lines());
    // Declarations begin at the margin and end on their line.
    let declarations = lines.filter(|l| l.ends_with(");") && !l.starts_with([' ', '/', '#']));
    declarations
        .map(|line| {
            let head = line.split('(').next().unwrap_or_default();
            head.rsplit([' ', '*'])
                .next()
                .unwrap_or_default()
                .to_string()
        })
        .collect()
}

#[test]
fn header_and_library_agree() {
    let declared = declared();
    for name in [
        "impact",
        "bistop",
        "hunt_crossley",
        "step",
        "step5",
        "havsin",
    ]
    .into_iter()
    .chain(["shf", "poly", "cheby", "forcos", "forsin"])
    {
        assert!(declared.contains(&format!("c_{name}")), "c_{name}");
        assert!(declared.contains(&format!("{name}_")), "{name}_");
    }
    if !available("nm", "header against symbols") {
        return;
    }
    let symbols = run(Command::new("nm")
        .args(["--dynamic", "--defined-only"])
        .arg(libraries().join("libcarom.so")));
    let exported: BTreeSet<String> = symbols
        .lines()
        .filter_map(|line| line.split(" T ").nth(1))
        .map(str::to_string)
        .collect();
    assert_eq!(exported, declared);
}
