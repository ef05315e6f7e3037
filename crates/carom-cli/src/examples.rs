//! `carom examples`.

use crate::args::ExamplesArgs;
use crate::exit::Exit;
use crate::output::{self, Say, out};
use carom::base::diagnostic::closest;
use carom::base::{Diagnostic, Diagnostics, Sources, Span};
use include_dir::{Dir, include_dir};
use std::path::{Path, PathBuf};

/// The folder `examples` of the repository, as it was when the program was built.
static FILES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../examples");

/// Each example with what it shows, in the order in which a newcomer may try them.
const EXAMPLES: &[(&str, &str)] = &[
    (
        "bouncing_ball",
        "a ball on a table by IMPACT, in both languages",
    ),
    ("four_bar", "a driven four-bar linkage with a spring-damper"),
    (
        "two_masses",
        "two masses press against each other, part and collide, in both languages",
    ),
    (
        "solid_contact",
        "CONTACT between solids: ball, groove, block on an incline, wedge, stack of boxes",
    ),
    (
        "boxes",
        "a box slides over the edge of a table and falls on another one, compliant or rigid",
    ),
    (
        "both_ways",
        "compliant or rigid: a pendulum at a wall, a box on its corner, a cradle, a stack, a Geneva drive",
    ),
    (
        "dominoes",
        "a row of dominoes that falls, compliant or rigid: edges that stick carry with faces that slide",
    ),
    (
        "mechanisms",
        "a Geneva drive, a pair of gears, a cam with its follower, by contact alone",
    ),
    (
        "latch",
        "a latch that passes its dead centre, held by contact",
    ),
    (
        "mesh_contact",
        "a block on a wedge of triangles from an STL file",
    ),
    (
        "cad_contact",
        "the same with solids of STEP files: a ball on a plate, a cam, a Geneva drive, gears",
    ),
    (
        "plane_contact",
        "a cam and a roller: contact between curves in a plane",
    ),
    (
        "spheres",
        "contacts of groups: 27 and 1000 balls drop into a box",
    ),
    (
        "andrews",
        "Andrews' squeezing mechanism, a standard benchmark",
    ),
    ("chain", "a chain of ten links"),
    (
        "published",
        "models of the literature: wheelset, slider-crank with clearance, woodpecker toy, tippe top",
    ),
    (
        "users_code",
        "the ball with its force in a routine: Fortran, a library, a Python script",
    ),
    (
        "studies",
        "study files: designs, Monte Carlo, a bifurcation diagram, orbits, basins of attraction",
    ),
    ("overlap", "input of `carom overlap`: a ball in a groove"),
    ("python", "scripts for the Python package"),
    ("c", "the laws called from C"),
    ("fortran", "the laws called from Fortran"),
    (
        "impact_oscillator",
        "in Rust: a bifurcation diagram of an impact oscillator",
    ),
    (
        "vibrating_table",
        "in Rust: period doublings of a ball on a vibrating table",
    ),
    ("stiff_and_rigid", "in Rust: one deck, compliant and rigid"),
];

pub fn examples(args: &ExamplesArgs) -> Exit {
    let Some(name) = &args.name else {
        list();
        return Exit::Done;
    };
    match copy(name, args.out.as_deref().unwrap_or(Path::new(""))) {
        Ok(written) => {
            if !args.quiet {
                written
                    .iter()
                    .for_each(|file| out(&format!("wrote {}\n", file.display())));
            }
            Exit::Done
        }
        Err(refused) => {
            let mut said = Diagnostics::default();
            said.push(refused);
            output::diagnostics(&said, &Sources::default(), Say::All);
            Exit::Refused
        }
    }
}

fn list() {
    out("carom examples NAME copies an example to a folder of its name:\n\n");
    for (name, text) in EXAMPLES {
        out(&format!("  {name:18}{text}\n"));
    }
}

/// Writes the files of an example; what is there already stays, and is refused before anything is written.
fn copy(name: &str, folder: &Path) -> Result<Vec<PathBuf>, Diagnostic> {
    let error = |message: String| Diagnostic::error("session-example", Span::NONE, message);
    let Some(example) = FILES.get_dir(name).filter(|_| is_listed(name)) else {
        let refused = error(format!("no example is called {name}"));
        return Err(match closest(name, EXAMPLES.iter().map(|(n, _)| *n)) {
            Some(near) => refused.help(format!("did you mean {near}?")),
            None => refused.help("carom examples lists them"),
        });
    };
    let files: Vec<_> = example
        .files()
        .map(|f| (folder.join(f.path()), f.contents()))
        .collect();
    if let Some((taken, _)) = files.iter().find(|(path, _)| path.exists()) {
        let message = format!("{} is there already", taken.display());
        return Err(error(message).help("--out chooses another folder"));
    }
    for (path, contents) in &files {
        let parent = path.parent().unwrap_or(folder);
        std::fs::create_dir_all(parent)
            .and_then(|()| std::fs::write(path, contents))
            .map_err(|e| error(format!("{} cannot be written: {e}", path.display())))?;
    }
    Ok(files.into_iter().map(|(path, _)| path).collect())
}

fn is_listed(name: &str) -> bool {
    EXAMPLES.iter().any(|(n, _)| *n == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_folder_is_listed_once_and_has_no_folders_within() {
        for folder in FILES.dirs() {
            let name = folder.path().to_str().unwrap();
            let listed = EXAMPLES.iter().filter(|(n, _)| *n == name);
            assert_eq!(listed.count(), 1, "{name}");
            // `copy` writes the files of one folder.
            assert_eq!(folder.dirs().count(), 0, "{name}");
        }
        assert_eq!(FILES.dirs().count(), EXAMPLES.len());
    }
}
