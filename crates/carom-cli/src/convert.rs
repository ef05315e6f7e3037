//! `carom convert`.

use crate::args::{ConvertArgs, Form};
use crate::exit::Exit;
use crate::output::{self, Say, err, out};
use carom::convert::{self, Converted};
use serde_json::json;
use std::path::PathBuf;

pub fn convert(args: &ConvertArgs) -> Exit {
    let say = if args.output.quiet {
        Say::Errors
    } else {
        Say::All
    };
    let units = match args.units.as_deref().map(convert::units).transpose() {
        Ok(units) => units,
        Err(message) => return refused(&message),
    };
    let mut loaded = carom::open(&args.model, args.commands.as_deref());
    if args.output.strict {
        loaded.diagnostics.make_strict();
    }
    let Some(model) = loaded.accepted() else {
        output::diagnostics(&loaded.diagnostics, &loaded.sources(), say);
        return Exit::Refused;
    };
    let form = match args.to {
        Form::Toml => convert::Form::Toml,
        Form::Adm => convert::Form::Adm,
    };
    let folder = args.out.clone().unwrap_or_default();
    let Converted {
        files,
        diagnostics: told,
    } = convert::convert(model, &loaded.stem(), form, units.as_ref());
    loaded.diagnostics.extend(told);
    output::diagnostics(&loaded.diagnostics, &loaded.sources(), say);
    if loaded.diagnostics.has_errors() {
        return Exit::Refused;
    }
    let paths: Vec<PathBuf> = files.iter().map(|(name, _)| folder.join(name)).collect();
    if let Some(taken) = paths.iter().find(|p| !args.force && p.exists()) {
        let message = format!(
            "{} is there already; --force replaces it, --out chooses another folder",
            taken.display()
        );
        return refused(&message);
    }
    if let Some(out) = &args.out
        && let Err(e) = std::fs::create_dir_all(out)
    {
        return refused(&format!("{}: {e}", out.display()));
    }
    for (path, (_, text)) in paths.iter().zip(&files) {
        if let Err(e) = std::fs::write(path, text) {
            return refused(&format!("{}: {e}", path.display()));
        }
    }
    if args.output.json {
        let names: Vec<String> = paths.iter().map(|p| p.display().to_string()).collect();
        output::json(&json!({ "files": names }));
    } else if !args.output.quiet {
        paths
            .iter()
            .for_each(|p| out(&format!("{}\n", p.display())));
    }
    Exit::Done
}

fn refused(message: &str) -> Exit {
    err(&format!("error: {message}\n"));
    Exit::Refused
}
