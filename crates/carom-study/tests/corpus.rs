//! Every seed of the fuzzer of studies, and every study that once broke something, is tried with each change.

#[path = "../../../fuzz/study.rs"]
mod study;

use std::path::Path;

#[test]
fn studies() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus/study");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).expect("the corpus is there") {
        let path = entry.expect("the folder can be read").path();
        let bytes = std::fs::read(&path).expect("a file can be read");
        if std::panic::catch_unwind(|| study::study(&bytes)).is_err() {
            panic!("{} breaks the target study", path.display());
        }
        count += 1;
    }
    assert!(count > 5, "only {count} inputs");
}
