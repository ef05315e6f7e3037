//! Files of triangles that a deck names as shapes.

use super::beside;
use carom_geometry::Mesh;
use carom_geometry::formats::format_of;
use std::path::Path;
use std::sync::Arc;

/// The triangles of a file, seen from the folder of the file `from`; none if its ending is not that of a format of meshes.
///
/// # Errors
/// Why it cannot be read.
pub fn read(from: &Path, named: &str) -> Option<Result<Arc<Mesh>, String>> {
    let format = format_of(named)?;
    let Some(path) = beside::find(from, &[named]) else {
        let folder = beside::shown_folder(from);
        return Some(Err(format!("the file {named} is not in {folder}")));
    };
    let bytes = std::fs::read(&path);
    let mesh = bytes.map_err(|e| format!("{}: {e}", path.display()));
    Some(mesh.and_then(|bytes| {
        let read = format.read(&bytes).map(Arc::new);
        read.map_err(|e| format!("{}: {e}", path.display()))
    }))
}
