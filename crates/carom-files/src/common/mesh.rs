//! Files of triangles that a deck names as shapes, and files that it would have to be.

use super::text::LARGEST_FILE;
use super::{beside, special};
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
        let folder = match folder.as_str() {
            "." | "" => "the folder of the model".to_owned(),
            other => other.to_owned(),
        };
        return Some(Err(format!("the file {named} is not in {folder}")));
    };
    let bytes = special::read(&path, LARGEST_FILE);
    let mesh = bytes.map_err(|e| format!("{}: {e}", path.display()));
    Some(mesh.and_then(|bytes| {
        let read = format.read(&bytes).map(Arc::new);
        read.map_err(|e| format!("{}: {e}", path.display()))
    }))
}

/// Endings of files of solids that are not read, and what they are.
const FOREIGN: &[(&str, &str)] = &[
    ("iges", "an IGES file"),
    ("igs", "an IGES file"),
    ("shl", "a shell file of Adams View"),
    ("slp", "a render file of Adams View"),
    ("h3d", "an H3D file"),
    ("fem", "a file of finite elements"),
];

/// What to do with a file whose ending is known but which is not read.
pub fn foreign(named: &str) -> Option<String> {
    let (_, ending) = named.rsplit_once('.')?;
    let (_, what) = FOREIGN
        .iter()
        .find(|(known, _)| known.eq_ignore_ascii_case(ending))?;
    Some(format!(
        "{named} is {what}, which is not read: the shape can touch nothing; export it as a solid (STEP or Parasolid text) or as a closed surface of triangles \
         (STL, OBJ or PLY, in the length unit of the model) and name that file"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_read_is_told() {
        let told = foreign("parts/Gear.IGS").expect("a known ending");
        assert!(
            told.starts_with("parts/Gear.IGS is an IGES file, which is not read"),
            "{told}"
        );
        assert!(told.contains("STL, OBJ or PLY"));
        let shell = foreign("cam.shl").expect("a known ending");
        assert!(shell.contains("a shell file of Adams View"), "{shell}");
        // those that are read, and those of which nothing is known
        assert_eq!(
            (foreign("a.stl"), foreign("a.step"), foreign("a")),
            (None, None, None)
        );
    }
}
