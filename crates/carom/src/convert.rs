//! A model written again: as a model file or an Adams dataset, in its own units or in others.

use carom_base::{Diagnostic, Diagnostics, Span, Units};
use carom_files::{adm, native};
use carom_model::{Command, Model};

/// What a model is written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Carom's own model file.
    Toml,
    /// An Adams dataset, with a command file if the model has commands.
    Adm,
}

/// A model as texts.
#[derive(Clone, Debug, Default)]
pub struct Converted {
    /// Name and text of each file. None if the diagnostics have errors.
    pub files: Vec<(String, String)>,
    /// What could not be written, and what was left out.
    pub diagnostics: Diagnostics,
}

/// Writes a model under a name without ending, to the same motion. The model may be in any units, if it names its own.
pub fn convert(model: &Model, stem: &str, form: Form, units: Option<&Units>) -> Converted {
    let mut diagnostics = refusals(model, units.is_some());
    if diagnostics.has_errors() {
        return Converted {
            files: Vec::new(),
            diagnostics,
        };
    }
    let scaled = units.map(|u| {
        let (scaled, told) = model.in_units(u);
        diagnostics.extend(told);
        scaled
    });
    let model = scaled.as_ref().unwrap_or(model);
    let mut files = Vec::new();
    match form {
        Form::Toml => files.push((format!("{stem}.carom.toml"), native::write(model))),
        Form::Adm => {
            let (text, told) = adm::write::dataset(model);
            files.push((format!("{stem}.adm"), text));
            diagnostics.extend(told);
            if !model.commands.is_empty() && !diagnostics.has_errors() {
                let (text, told) = adm::write::commands(model, stem);
                files.push((format!("{stem}.acf"), text));
                diagnostics.extend(told);
            }
        }
    }
    if diagnostics.has_errors() {
        files.clear();
    }
    Converted { files, diagnostics }
}

/// What keeps a model from being written whatever the form is.
fn refusals(model: &Model, other_units: bool) -> Diagnostics {
    let mut list = Diagnostics::default();
    if other_units && model.units.force.name == "none" {
        let what = "the model names no units, so its numbers have no size";
        let d = Diagnostic::error("convert-no-units", Span::NONE, what);
        list.push(d.help(
            "name the four units in the model: UNITS/ in a dataset, [units] in a model file",
        ));
    }
    for u in &model.unsupported {
        let what = format!("{} is not supported: {}", u.statement, u.reason);
        list.push(match u.changes_motion {
            true => Diagnostic::error("convert-not-supported", u.span, what),
            false => Diagnostic::warning("convert-left-out", u.span, what),
        });
    }
    for command in &model.commands {
        let (span, what) = match command {
            Command::Revise { what, span, .. } => (
                *span,
                format!("other data for {what} between analyses are not written"),
            ),
            Command::Unsupported { name, span } => (*span, format!("{name} is not supported")),
            _ => continue,
        };
        list.push(Diagnostic::error("convert-not-supported", span, what));
    }
    list
}

/// Units from their four names: force, mass, length, time; separated by commas.
///
/// # Errors
/// What is wrong with the names.
pub fn units(names: &str) -> Result<Units, String> {
    let list: Vec<&str> = names.split(',').map(str::trim).collect();
    let [force, mass, length, time] = list[..] else {
        return Err(format!(
            "{names} is not a list of four units: FORCE,MASS,LENGTH,TIME, such as newton,kilogram,meter,second"
        ));
    };
    Units::from_names(force, mass, length, time).map_err(|name| {
        use carom_base::units::{FORCE, LENGTH, MASS, TIME};
        let what = [
            ("force", FORCE, force),
            ("mass", MASS, mass),
            ("length", LENGTH, length),
            ("time", TIME, time),
        ];
        let known = what.into_iter().find(|(_, _, given)| *given == name);
        let (kind, list, _) = known.unwrap_or(what[0]);
        let names: Vec<&str> = list.iter().map(|(n, _)| *n).collect();
        format!(
            "{name} is no unit of {kind}; there are {}",
            names.join(", ")
        )
    })
}
