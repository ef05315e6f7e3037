//! `carom plot`.

use crate::args::PlotArgs;
use crate::exit::Exit;
use crate::output::{self, Say, out};
use carom::base::{Diagnostic, Diagnostics, Sources, Span};
use carom_plot::Figure;
use carom_stability::picture::{Cloud, Drawing};
use carom_study::{PictureRequest, Shown};
use carom_view::plot::{Drawn, Events, Request, check_size, draw, list};
use carom_view::{Run, picture};
use std::path::{Path, PathBuf};

pub fn plot(args: &PlotArgs) -> Exit {
    match carry_out(args) {
        Ok(notes) => {
            let say = if args.quiet { Say::Errors } else { Say::All };
            output::diagnostics(&collect(notes), &Sources::default(), say);
            Exit::Done
        }
        Err(d) => {
            output::diagnostics(&collect(vec![d]), &Sources::default(), Say::All);
            Exit::Refused
        }
    }
}

fn collect(list: Vec<Diagnostic>) -> Diagnostics {
    let mut all = Diagnostics::default();
    for d in list {
        all.push(d);
    }
    all
}

fn carry_out(args: &PlotArgs) -> Result<Vec<Diagnostic>, Diagnostic> {
    for folder in &args.runs {
        if let Some(drawing) = Drawing::read(folder)? {
            return of_orbits(&drawing, folder, args).map(|()| Vec::new());
        }
    }
    if let Some(folder) = args.runs.iter().find(|f| is_study(f)) {
        return of_study(folder, args).map(|()| Vec::new());
    }
    let runs = args
        .runs
        .iter()
        // Spectra and sections are about outputs at equal distances.
        .map(|f| match args.spectrum || args.poincare.is_some() {
            true => Run::read_all(f),
            false => Run::read(f),
        })
        .collect::<Result<Vec<_>, _>>()?;
    if args.list {
        for run in &runs {
            out(&list(run));
        }
        return Ok(Vec::new());
    }
    let (file, kind) = file(args, &runs[0].name())?;
    let Drawn { figure, mut notes } = draw(&runs, &request(args))?;
    notes.extend(runs.iter().filter_map(Run::note));
    write(&figure, &file, kind, args)?;
    Ok(notes)
}

/// Where the picture goes, and what it is.
fn file(args: &PlotArgs, name: &str) -> Result<(PathBuf, picture::Kind), Diagnostic> {
    let file = args.out.clone();
    let file = file.unwrap_or_else(|| PathBuf::from(format!("{name}.plot.svg")));
    let kind = picture::Kind::of(&file)?;
    Ok((file, kind))
}

fn write(
    figure: &Figure,
    file: &Path,
    kind: picture::Kind,
    args: &PlotArgs,
) -> Result<(), Diagnostic> {
    let bytes = picture::encode(figure, kind, args.scale)?;
    std::fs::write(file, bytes).map_err(|e| {
        let message = format!("{} cannot be written: {e}", file.display());
        Diagnostic::error("view-file", Span::NONE, message)
    })?;
    if !args.quiet {
        out(&format!("wrote {}\n", file.display()));
    }
    Ok(())
}

/// Orbits, branches or exponents; a study beside them is drawn behind.
fn of_orbits(drawing: &Drawing, folder: &Path, args: &PlotArgs) -> Result<(), Diagnostic> {
    let others: Vec<&PathBuf> = args.runs.iter().filter(|f| *f != folder).collect();
    refuse_of_runs(folder, "has orbits or exponents", args)?;
    let cloud = match others.as_slice() {
        [] if args.cloud.is_some() => {
            let message = "--cloud names a column of a study, and no folder of one is given";
            return Err(Diagnostic::error("view-bad-option", Span::NONE, message));
        }
        [] => None,
        [study] if is_study(study) => {
            let Shown { columns, own } = carom_study::shown(study)?;
            Some(Cloud {
                columns,
                own,
                column: args.cloud.clone(),
            })
        }
        [other, ..] => {
            let message = format!(
                "{} is drawn with the folder of one study behind it, which {} is not",
                folder.display(),
                other.display()
            );
            return Err(Diagnostic::error("view-bad-option", Span::NONE, message));
        }
    };
    check_size(args.width, args.height)?;
    if args.list {
        out(&drawing.list());
        return Ok(());
    }
    let name = folder.file_stem().map(|s| s.to_string_lossy().into_owned());
    let name = name.unwrap_or_else(|| "orbits".to_owned());
    let (file, kind) = file(args, &name)?;
    let request = carom_stability::picture::Request {
        y: args.y.clone(),
        x: args.x.clone(),
        log: [args.log_x, args.log_y],
        title: args.title.clone().unwrap_or(name),
        width: args.width,
        height: args.height,
    };
    write(&drawing.draw(&request, cloud.as_ref())?, &file, kind, args)
}

/// Refuses the options that only runs have.
fn refuse_of_runs(folder: &Path, what: &str, args: &PlotArgs) -> Result<(), Diagnostic> {
    let of_runs = [
        ("--from", args.from.is_some()),
        ("--to", args.to.is_some()),
        ("--poincare", args.poincare.is_some()),
        ("--spectrum", args.spectrum),
        ("--events", !args.events.is_empty()),
    ];
    if let Some((option, _)) = of_runs.iter().find(|o| o.1) {
        let message = format!("{} {what}, drawn without {option}", folder.display());
        return Err(Diagnostic::error("view-bad-option", Span::NONE, message));
    }
    Ok(())
}

/// The rows of a study.
fn of_study(folder: &Path, args: &PlotArgs) -> Result<(), Diagnostic> {
    refuse_of_runs(folder, "is a study", args)?;
    let of_others = [
        ("a second folder", args.runs.len() > 1),
        ("--cloud", args.cloud.is_some()),
    ];
    if let Some((option, _)) = of_others.iter().find(|o| o.1) {
        let message = format!("{} is a study, drawn without {option}", folder.display());
        return Err(Diagnostic::error("view-bad-option", Span::NONE, message));
    }
    check_size(args.width, args.height)?;
    if args.list {
        out(&carom_study::list(folder)?);
        return Ok(());
    }
    let name = folder.file_stem().map(|s| s.to_string_lossy().into_owned());
    let (file, kind) = file(args, name.as_deref().unwrap_or("study"))?;
    let request = PictureRequest {
        y: args.y.clone(),
        x: args.x.clone(),
        together: args.together,
        log: [args.log_x, args.log_y],
        equal: args.equal,
        title: args.title.clone(),
        width: args.width,
        height: args.height,
    };
    let figure = carom_study::picture(folder, &request)?;
    write(&figure, &file, kind, args)
}

fn is_study(folder: &Path) -> bool {
    carom_study::read_summary(folder).is_some()
}

fn request(args: &PlotArgs) -> Request {
    let events = match args.events.as_slice() {
        [] => Events::Auto,
        [one] if one == "auto" => Events::Auto,
        [one] if one == "none" => Events::None,
        [one] if one == "all" => Events::All,
        kinds => Events::Kinds(kinds.to_vec()),
    };
    Request {
        y: args.y.clone(),
        x: args.x.clone(),
        from: args.from,
        to: args.to,
        poincare: args.poincare,
        phase: args.phase,
        spectrum: args.spectrum,
        events,
        together: args.together,
        equal: args.equal,
        log: [args.log_x, args.log_y],
        title: args.title.clone(),
        width: args.width,
        height: args.height,
    }
}
