//! `carom orbit`, `carom branch`, `carom exponents`.

use crate::args::OrbitArgs;
use crate::exit::Exit;
use crate::output::{self, Say, err, out};
use crate::studies;
use carom_stability::picture::{Drawing, Request};
use carom_stability::report::Summarized;
use carom_stability::tables::{self, Table};
use carom_stability::{Error, Family};
use std::path::Path;

/// Reads the study, and prints what is found of it.
fn tell(args: &OrbitArgs, find: impl Fn(&Family<'_>) -> Result<Summarized, Error>) -> Exit {
    let say = if args.quiet { Say::Errors } else { Say::All };
    let study = match studies::read(&args.study, &args.user, say) {
        Ok(study) => study,
        Err(exit) => return exit,
    };
    if let Some(folder) = &args.out
        && folder.exists()
        && !args.overwrite
    {
        err(&format!(
            "error: {} is there already\n  help: --out names a new folder; --overwrite replaces what an earlier result left in this one\n",
            folder.display()
        ));
        return Exit::Refused;
    }
    output::diagnostics(&study.diagnostics, &study.sources(), say);
    let found = match find(&Family::new(&study)) {
        Ok(found) => found,
        Err(e) => {
            err(&format!("error: {e}\n"));
            return match e {
                Error::Refused(_) => Exit::Refused,
                Error::Run(_) | Error::NotFound(_) => Exit::Early,
            };
        }
    };
    if args.json {
        output::json(&found.json);
    } else if !args.quiet {
        out(&found.text);
    }
    if let Some(folder) = &args.out
        && let Err(e) = write(&found.tables, folder, args)
    {
        err(&format!("error: {e}\n"));
        return Exit::Refused;
    }
    match &found.missing {
        None => Exit::Done,
        Some(why) => {
            err(&format!("error: {why}\n"));
            Exit::Early
        }
    }
}

/// Writes tables and their picture.
fn write(tables: &[Table], folder: &Path, args: &OrbitArgs) -> Result<(), String> {
    if args.overwrite {
        tables::remove(folder)?;
    }
    let mut files = tables::write(tables, folder, args.format.into())?;
    let name = args.study.file_stem();
    let request = Request {
        title: name.map_or_else(String::new, |n| n.to_string_lossy().into_owned()),
        ..Request::default()
    };
    // Tables without a row have no picture.
    if let Ok(figure) = Drawing::of(tables).draw(&request, None) {
        let file = folder.join(tables::PICTURE);
        std::fs::write(&file, figure.svg()).map_err(|e| format!("{}: {e}", file.display()))?;
        files.push(file);
    }
    if !args.quiet && !args.json {
        for file in files {
            out(&format!("wrote {}\n", file.display()));
        }
    }
    Ok(())
}

pub fn orbit(args: &OrbitArgs) -> Exit {
    tell(args, Summarized::orbit)
}

pub fn branch(args: &OrbitArgs) -> Exit {
    tell(args, Summarized::branch)
}

pub fn exponents(args: &OrbitArgs) -> Exit {
    tell(args, Summarized::exponents)
}
