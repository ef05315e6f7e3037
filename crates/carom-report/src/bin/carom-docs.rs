//! Writes the pages of `docs/reference`.

use carom_report::{manual, repository};
use std::process::ExitCode;

fn main() -> ExitCode {
    for page in manual::pages() {
        let path = repository().join(page.path);
        let folder = path.parent().map_or(Ok(()), std::fs::create_dir_all);
        if let Err(e) = folder.and_then(|()| std::fs::write(&path, page.text)) {
            eprintln!("{}: {e}", path.display());
            return ExitCode::FAILURE;
        }
        println!("wrote {}", page.path);
    }
    ExitCode::SUCCESS
}
