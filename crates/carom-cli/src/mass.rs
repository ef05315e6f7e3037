//! `carom mass`.

use crate::args::MassArgs;
use crate::exit::Exit;
use crate::output::{self, err, out};
use carom::mass::{Options, table};

pub fn mass(args: &MassArgs) -> Exit {
    let refused = |message: &str| {
        err(&format!("error: {message}\n"));
        Exit::Refused
    };
    let mut options = Options {
        density: args.density,
        ..Options::default()
    };
    if let Some(units) = &args.units {
        options = match options.with_units(units) {
            Ok(options) => options,
            Err(e) => return refused(&format!("--units: {e}")),
        };
    }
    let table = match table(&args.file, &options) {
        Ok(table) => table,
        Err(e) => return refused(&e),
    };
    match args.json {
        true => output::json(&table.json()),
        false => out(&table.text()),
    }
    for (name, why) in &table.refused {
        err(&format!("error: {}: {name}: {why}\n", args.file.display()));
    }
    match table.refused.is_empty() {
        true => Exit::Done,
        false => Exit::Refused,
    }
}
