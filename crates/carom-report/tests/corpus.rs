//! Every seed of the fuzzer, and every input that once broke something, is tried with each change.

#[path = "../../../fuzz/inputs.rs"]
mod inputs;
#[path = "../../../fuzz/overlap.rs"]
mod overlap;

use carom_report::repository;

/// Feeds all files of a corpus to its target; a panic names the file.
fn replay(name: &str, target: fn(&[u8])) {
    let folder = repository().join("fuzz/corpus").join(name);
    let mut count = 0;
    for entry in std::fs::read_dir(folder).expect("the corpus is there") {
        let path = entry.expect("the folder can be read").path();
        let bytes = std::fs::read(&path).expect("a file can be read");
        if std::panic::catch_unwind(|| target(&bytes)).is_err() {
            panic!("{} breaks the target {name}", path.display());
        }
        count += 1;
    }
    assert!(count > 5, "{name}: only {count} inputs");
}

#[test]
fn datasets() {
    replay("adm", inputs::adm);
}

#[test]
fn command_files() {
    replay("acf", inputs::acf);
}

#[test]
fn cad_solids() {
    replay("cad", inputs::cad);
}

#[test]
fn expressions() {
    replay("expression", inputs::expression);
}

#[test]
fn motionsolve_models() {
    replay("motionsolve", inputs::motionsolve);
}

#[test]
fn model_files() {
    replay("native", inputs::native);
}

#[test]
fn meshes() {
    replay("mesh", inputs::mesh);
}

#[test]
fn overlaps() {
    replay("overlap", overlap::overlap);
}

#[test]
fn results() {
    replay("results", inputs::results);
}
