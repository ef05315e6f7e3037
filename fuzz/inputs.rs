//! What the fuzz targets do with bytes, and what the replay of the corpora does with each file of them.
//!
//! An input passes when nothing panics and nothing hangs.

use carom_base::diagnostic::render_plain;
use carom_base::{Diagnostics, Dialect, Sources, SpannedText};
use carom_cad::MeshOptions;
use carom_cad::file::Format;
use carom_expr::tape::UNSET;
use carom_expr::{Expression, NoTables, Tape};
use carom_files::results::read::Table;
use carom_files::results::req::RequestFile;
use carom_files::results::scene::Scene;
use carom_files::results::tables::TABLES;
use carom_files::results::thin;
use carom_geometry::ClosedMesh;
use carom_geometry::formats::FORMATS;
use carom_model::Model;
use std::path::{Path, PathBuf};

/// A dataset.
pub fn adm(bytes: &[u8]) {
    let (model, diagnostics) =
        carom_files::adm::read_text("fuzz.adm", String::from_utf8_lossy(bytes));
    tell(model.as_ref(), &diagnostics);
}

/// A command file, which is read from a folder without anything else in it.
pub fn acf(bytes: &[u8]) {
    let (model, diagnostics) = carom_files::acf::read(file(bytes, "acf"));
    tell(model.as_ref(), &diagnostics);
}

/// A MotionSolve model.
pub fn motionsolve(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes).into_owned();
    let (model, diagnostics) = carom_files::motionsolve::read_text(Path::new("fuzz.xml"), text);
    tell(model.as_ref(), &diagnostics);
}

/// A model file. One that is accepted is written again, to a text that says the same.
pub fn native(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let (model, diagnostics) = carom_files::native::read_text("fuzz.carom.toml", &text);
    tell(model.as_ref(), &diagnostics);
    if let Some(model) = model.filter(|_| !diagnostics.has_errors()) {
        let written = carom_files::native::write(&model);
        let (again, diagnostics) = carom_files::native::read_text("fuzz.carom.toml", &written);
        tell(again.as_ref(), &diagnostics);
        let again = again.map(|m| carom_files::native::write(&m));
        assert_eq!(again.as_deref(), Some(written.as_str()), "read again");
    }
}

/// A file of CAD solids, in both formats. What can be read is meshed and measured.
pub fn cad(bytes: &[u8]) {
    for format in [Format::Xt, Format::Step] {
        let Ok(file) = format.read(bytes) else {
            continue;
        };
        for body in &file.solids.bodies {
            if let Ok(options) = MeshOptions::by_resolution(body, 20.0) {
                let _ = carom_cad::mesh(body, &options);
            }
            let _ = carom_cad::mass_properties(body);
        }
    }
}

/// An expression in both languages: parsed, compiled, evaluated with all derivatives and guards.
pub fn expression(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for dialect in [Dialect::Adams, Dialect::MotionSolve] {
        let mut diagnostics = Diagnostics::default();
        let text = SpannedText::bare(text.as_ref());
        if let Some(e) = Expression::parse(text, dialect, &mut diagnostics)
            && let Some(tape) = Tape::compile(&e, &NoTables, &mut diagnostics)
        {
            evaluate(&tape);
        }
        tell(None, &diagnostics);
    }
}

/// A mesh: the first byte says which format, the rest is the file. One that encloses a solid has a mass and a place.
pub fn mesh(bytes: &[u8]) {
    let Some((which, file)) = bytes.split_first() else {
        return;
    };
    let format = FORMATS[usize::from(*which) % FORMATS.len()];
    if let Ok(mesh) = format.read(file)
        && ClosedMesh::new(&mesh).is_ok()
    {
        mesh.mass_properties();
    }
}

/// A file of a result: the first byte says which, a table or the scene; a `.req` file whatever it says.
pub fn results(bytes: &[u8]) {
    let _ = RequestFile::read(&String::from_utf8_lossy(bytes)).map(|f| f.to_string());
    let Some((which, text)) = bytes.split_first() else {
        return;
    };
    let which = usize::from(*which) % (TABLES.len() + 1);
    let name = TABLES
        .get(which)
        .map_or("scene.json".to_owned(), |t| format!("{}.csv", t.name));
    let path = named(text, &name);
    let folder = path.parent().expect("it was made in a folder");
    if let Some(table) = TABLES.get(which) {
        let _ = Table::read(folder, table.name);
        for most in [0, 100, usize::MAX] {
            let _ = thin::read(folder, most);
        }
    } else {
        let _ = Scene::read(folder);
    }
    let _ = std::fs::remove_file(&path);
}

fn evaluate(tape: &Tape) {
    let n = tape.inputs().len();
    let inputs: Vec<f64> = (0..n).map(|k| 0.7 - 0.3 * k as f64).collect();
    let rates = vec![1.0; n];
    let mut modes = vec![UNSET; tape.switches()];
    let mut registers = vec![0.0; tape.registers()];
    tape.eval_live(&inputs, &mut registers);
    tape.settle(&inputs, &rates, &mut modes, &mut registers);
    tape.eval(&inputs, &modes, &mut registers);
    let (mut adjoints, mut gradient) = (registers.clone(), vec![0.0; n]);
    tape.gradient(
        &inputs,
        &modes,
        &mut registers,
        &mut adjoints,
        &mut gradient,
    );
}

/// Messages must be printable, whatever they point at.
fn tell(model: Option<&Model>, diagnostics: &Diagnostics) {
    let none = Sources::default();
    let sources = model.map_or(&none, |m| &m.sources);
    for d in diagnostics {
        render_plain(d, sources);
    }
}

/// The bytes as a file of this process and thread.
fn file(bytes: &[u8], extension: &str) -> PathBuf {
    named(bytes, &format!("input.{extension}"))
}

/// The same, by this name.
fn named(bytes: &[u8], file: &str) -> PathBuf {
    let thread = format!("{:?}", std::thread::current().id());
    let name: String = thread.chars().filter(char::is_ascii_digit).collect();
    let folder = std::env::temp_dir().join(format!("carom-fuzz-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the folder for temporary files can be written");
    let path = folder.join(file);
    std::fs::write(&path, bytes).expect("the folder for temporary files can be written");
    path
}
