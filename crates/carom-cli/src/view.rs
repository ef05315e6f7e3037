//! `carom view`.

use crate::args::ViewArgs;
use crate::exit::Exit;
use crate::output::{self, Say, err, out};
use carom::base::{Diagnostic, Diagnostics, Sources, Span};
use carom_view::page::page;
use carom_view::{Run, gltf, serve};
use std::path::Path;

pub fn view(args: &ViewArgs) -> Exit {
    let mut said = Diagnostics::default();
    let done = carry_out(args, &mut said);
    let failed = done.is_err();
    if let Err(d) = done {
        said.push(d);
    }
    let say = if args.quiet { Say::Errors } else { Say::All };
    output::diagnostics(&said, &Sources::default(), say);
    if failed { Exit::Refused } else { Exit::Done }
}

/// The page of a run that has just ended, until the program is interrupted; an exit status if there is nothing to show.
pub fn show_run(folder: &Path, quiet: bool) -> Option<Exit> {
    let shown = view(&ViewArgs {
        run: folder.to_owned(),
        with: Vec::new(),
        out: None,
        gltf: None,
        no_open: false,
        port: 0,
        quiet,
    });
    (shown != Exit::Done).then_some(shown)
}

fn carry_out(args: &ViewArgs, said: &mut Diagnostics) -> Result<(), Diagnostic> {
    let folders = std::iter::once(&args.run).chain(&args.with);
    let runs: Vec<Run> = folders.map(|f| Run::read(f)).collect::<Result<_, _>>()?;
    for note in runs.iter().filter_map(Run::note) {
        said.push(note);
    }
    if let Some(file) = &args.gltf {
        return export(args, &runs[0], file, said);
    }
    let page = page(&runs)?;
    for note in page.notes {
        said.push(note);
    }
    match &args.out {
        Some(file) => {
            write(file, page.html.as_bytes())?;
            if !args.quiet {
                out(&format!("wrote {}\n", file.display()));
            }
            Ok(())
        }
        None => show(args, page.html),
    }
}

fn export(
    args: &ViewArgs,
    run: &Run,
    file: &Path,
    said: &mut Diagnostics,
) -> Result<(), Diagnostic> {
    if !file
        .extension()
        .is_some_and(|e| e.eq_ignore_ascii_case("glb"))
    {
        let message = format!("{} does not end with .glb", file.display());
        return Err(Diagnostic::error(
            "view-unknown-ending",
            Span::NONE,
            message,
        ));
    }
    let film = gltf::film(run)?;
    film.notes.into_iter().for_each(|note| said.push(note));
    write(file, &film.bytes)?;
    if !args.quiet {
        out(&format!("wrote {}\n", file.display()));
    }
    Ok(())
}

fn write(file: &Path, bytes: &[u8]) -> Result<(), Diagnostic> {
    std::fs::write(file, bytes).map_err(|e| {
        let message = format!("{} cannot be written: {e}", file.display());
        Diagnostic::error("view-file", Span::NONE, message)
    })
}

/// Serves the page to this machine until the program is interrupted.
fn show(args: &ViewArgs, html: String) -> Result<(), Diagnostic> {
    let server = serve::Server::new(args.port)?;
    let address = server.address();
    out(&format!("{address}\n"));
    if !args.quiet {
        err("the page is there until this program is interrupted (Ctrl+C)\n");
    }
    if !args.no_open && open::that_detached(&address).is_err() {
        err("no browser could be opened: open the address above\n");
    }
    server.run(&html);
    Ok(())
}
