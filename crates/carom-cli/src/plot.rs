//! `carom plot`.

use crate::Exit;
use crate::args::PlotArgs;
use crate::output::{self, Say, out};
use carom::base::{Diagnostic, Diagnostics, Sources, Span};
use carom_view::plot::{Drawn, Events, Request, draw, list};
use carom_view::{Run, picture};
use std::path::PathBuf;

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
    let runs = args
        .runs
        .iter()
        .map(|f| Run::read(f))
        .collect::<Result<Vec<_>, _>>()?;
    if args.list {
        for run in &runs {
            out(&list(run));
        }
        return Ok(Vec::new());
    }
    let file = args
        .out
        .clone()
        .unwrap_or_else(|| PathBuf::from(format!("{}.plot.svg", runs[0].name())));
    let kind = picture::Kind::of(&file)?;
    let Drawn { figure, notes } = draw(&runs, &request(args))?;
    let bytes = picture::encode(&figure, kind, args.scale)?;
    std::fs::write(&file, bytes).map_err(|e| {
        let message = format!("{} cannot be written: {e}", file.display());
        Diagnostic::error("view-file", Span::NONE, message)
    })?;
    if !args.quiet {
        out(&format!("wrote {}\n", file.display()));
    }
    Ok(notes)
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
        log: [args.log_x, args.log_y],
        title: args.title.clone(),
        width: args.width,
        height: args.height,
    }
}
