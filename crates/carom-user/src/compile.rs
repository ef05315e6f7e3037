//! Compiles sources of routines to a shared library, with the compilers of the machine.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The declarations of the interface, in our own words.
pub const HEADER: &str = include_str!("../include/carom_adams.h");
/// Headers of the same meaning that sources ask for.
const SAME: &[&str] = &[
    "slv_c_utils.h",
    "slv_cbksub.h",
    "utilCcallable.h",
    "msolvsub_c_include.h",
];
/// Others that sources ask for, with what stands in them.
const OTHERS: &[(&str, &str)] = &[
    ("userPortName.h", include_str!("../include/port_names.h")),
    // Sources made on another system ask for it and need nothing of it.
    ("Windows.h", ""),
    ("windows.h", ""),
    (
        "slv_cbksub_util.h",
        "static const char* get_event_name(int event) { static char text[16]; \
         __builtin_sprintf(text, \"event %d\", event); return text; }\n",
    ),
];

/// Why there is no library.
#[derive(Debug, thiserror::Error)]
pub enum CannotCompile {
    /// What the file is written in is not known.
    #[error("{0} is no source in C, C++ or Fortran by its ending")]
    Ending(PathBuf),
    /// There is no compiler.
    #[error("the compiler {0} is not found")]
    NoCompiler(String),
    /// The compiler refuses.
    #[error("{command} fails:\n{said}")]
    Refused {
        /// The command.
        command: String,
        /// What the compiler says.
        said: String,
    },
    /// A file cannot be written.
    #[error("{0}")]
    File(#[from] std::io::Error),
}

/// The variable that names the compiler of a file, and the usual one.
fn compiler(file: &Path) -> Option<(&'static str, &'static str)> {
    let ending = file.extension()?.to_str()?;
    Some(match ending {
        "c" => ("CC", "gcc"),
        "cc" | "cpp" | "cxx" | "C" => ("CXX", "g++"),
        "f" | "for" | "ftn" | "F" | "f90" | "F90" | "f95" | "f03" | "f08" => ("FC", "gfortran"),
        _ => return None,
    })
}

fn run(command: &mut Command) -> Result<(), CannotCompile> {
    let program = command.get_program().to_string_lossy().into_owned();
    let output = match command.output() {
        Ok(output) => output,
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => {
            return Err(CannotCompile::NoCompiler(program));
        }
        Err(e) => return Err(e.into()),
    };
    if output.status.success() {
        return Ok(());
    }
    let arguments = command.get_args().map(|a| a.to_string_lossy().into_owned());
    let all: Vec<String> = std::iter::once(program).chain(arguments).collect();
    Err(CannotCompile::Refused {
        command: all.join(" "),
        said: String::from_utf8_lossy(&output.stderr)
            .trim_end()
            .to_owned(),
    })
}

/// Compiles `sources` to the shared library `to`; files on the way stand in the folder `work`. The library is linked to nothing of ours.
///
/// # Errors
/// A source of unknown language, no compiler, or what the compiler says.
pub fn build(sources: &[PathBuf], to: &Path, work: &Path) -> Result<(), CannotCompile> {
    std::fs::write(work.join("carom_adams.h"), HEADER)?;
    for name in SAME {
        std::fs::write(work.join(name), "#include \"carom_adams.h\"\n")?;
    }
    for (name, text) in OTHERS {
        std::fs::write(work.join(name), text)?;
    }
    let mut objects = Vec::new();
    let mut linker = "CC";
    for (k, source) in sources.iter().enumerate() {
        let (variable, usual) =
            compiler(source).ok_or_else(|| CannotCompile::Ending(source.clone()))?;
        if variable == "CXX" || (variable == "FC" && linker == "CC") {
            linker = variable;
        }
        let object = work.join(format!("{k}.o"));
        let mut command = named(variable, usual);
        // No contraction to fused operations: the same bits on each machine.
        command.args(["-c", "-O2", "-fPIC", "-ffp-contract=off"]);
        if variable == "CC" {
            // A declaration without arguments is one of any: the header says why.
            command.arg("-std=gnu17");
        }
        command.arg("-I").arg(work);
        run(command.arg(source).arg("-o").arg(&object))?;
        objects.push(object);
    }
    let usual = ["gcc", "g++", "gfortran"][["CC", "CXX", "FC"]
        .iter()
        .position(|v| *v == linker)
        .unwrap_or(0)];
    let is_fortran = |s: &PathBuf| compiler(s).is_some_and(|(v, _)| v == "FC");
    let mut command = named(linker, usual);
    command
        .arg("-shared")
        .args(&objects)
        .arg("-o")
        .arg(to)
        .arg("-lm");
    if linker == "CXX" && sources.iter().any(is_fortran) {
        command.arg("-lgfortran");
    }
    run(&mut command)
}

fn named(variable: &str, usual: &str) -> Command {
    Command::new(std::env::var_os(variable).unwrap_or_else(|| usual.into()))
}
