//! `carom orbit`, `carom branch`, `carom exponents`.

use crate::args::OrbitArgs;
use crate::output::{self, Say, err, out};
use crate::{Exit, studies};
use carom_stability::{Error, Family, branch, report};
use serde_json::{Value, json};

/// What a command found: text, JSON, files.
struct Found {
    text: String,
    json: Value,
    files: Vec<(&'static str, String)>,
}

/// Reads the study, and prints what is found of it.
fn tell(args: &OrbitArgs, find: impl Fn(&Family<'_>) -> Result<Found, Error>) -> Exit {
    let say = if args.quiet { Say::Errors } else { Say::All };
    let study = match studies::read(&args.study, &args.user, say) {
        Ok(study) => study,
        Err(exit) => return exit,
    };
    if let Some(folder) = &args.out
        && folder.exists()
    {
        err(&format!(
            "error: {} is there already\n  help: --out names a new folder\n",
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
    let Some(folder) = &args.out else {
        return Exit::Done;
    };
    let write = || -> std::io::Result<()> {
        std::fs::create_dir_all(folder)?;
        for (name, text) in &found.files {
            std::fs::write(folder.join(name), text)?;
        }
        Ok(())
    };
    match write() {
        Ok(()) => Exit::Done,
        Err(e) => {
            err(&format!("error: {}: {e}\n", folder.display()));
            Exit::Refused
        }
    }
}

/// Names of the numbers of a state.
fn state_names(family: &Family<'_>) -> Result<Vec<String>, Error> {
    let point = family.study.design.point(0);
    Ok(family.begin(&point, None)?.state_names())
}

pub fn orbit(args: &OrbitArgs) -> Exit {
    tell(args, |family| {
        let found = family.first_orbit()?;
        let count = family.section(&found.point)?.count;
        let states = state_names(family)?;
        let mut json = report::orbit_json(&found);
        json["states"] = json!(states);
        let text = report::orbit(&found, count);
        let alone = branch::Branch::of(found);
        let files = report::tables(&vec![(count, alone)], &family.names(), &states);
        Ok(Found { text, json, files })
    })
}

pub fn branch(args: &OrbitArgs) -> Exit {
    tell(args, |family| {
        let all = family.branches()?;
        let names = family.names();
        let along = family.study.orbits.branch.as_ref().map_or(0, |b| b.along);
        let states = state_names(family)?;
        let mut files = report::tables(&all, &names, &states);
        let figure = report::figure(&all, along, names[along], &states);
        files.push(("branches.svg", figure.svg()));
        Ok(Found {
            text: report::branches(&all, names[along]),
            json: report::branches_json(&all, names[along], &states),
            files,
        })
    })
}

pub fn exponents(args: &OrbitArgs) -> Exit {
    tell(args, |family| {
        let found = family.exponents()?;
        let mut csv = "number,value,standard_error\n".to_owned();
        for (k, e) in found.all.iter().enumerate() {
            csv += &format!("{},{:?},{:?}\n", k + 1, e.value, e.error);
        }
        Ok(Found {
            text: report::exponents(&found),
            json: report::exponents_json(&found),
            files: vec![("exponents.csv", csv)],
        })
    })
}
