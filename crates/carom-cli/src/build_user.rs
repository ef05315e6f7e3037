//! `carom build-user`.

use crate::args::BuildUserArgs;
use crate::exit::Exit;
use crate::output::{err, out};
use carom::user::compile;
use std::path::PathBuf;

pub fn build(args: &BuildUserArgs) -> Exit {
    if let Some(folder) = &args.header {
        let path = folder.join("carom_adams.h");
        if let Err(e) = std::fs::write(&path, compile::HEADER) {
            err(&format!("error: {}: {e}\n", path.display()));
            return Exit::Refused;
        }
        out(&format!("{}\n", path.display()));
    }
    let Some(first) = args.files.first() else {
        return Exit::Done;
    };
    let to = match &args.output {
        Some(to) => to.clone(),
        None => PathBuf::from(first.file_name().unwrap_or_default()).with_extension("so"),
    };
    let work = std::env::temp_dir().join(format!("carom-build-{}", std::process::id()));
    let built = std::fs::create_dir_all(&work)
        .map_err(compile::CannotCompile::from)
        .and_then(|()| compile::build(&args.files, &to, &work));
    // What is left of it does no harm.
    let _ = std::fs::remove_dir_all(&work);
    match built {
        Ok(()) => {
            out(&format!("{}\n", to.display()));
            Exit::Done
        }
        Err(e) => {
            err(&format!("error: {e}\n"));
            Exit::Refused
        }
    }
}
