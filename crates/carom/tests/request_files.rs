//! The request file of a run beside the one that Adams wrote of the same deck.
#![allow(clippy::unwrap_used)] // a helper of a test fails like the test itself

use carom::Request;
use carom::files::results;
use carom::files::results::req::RequestFile;
use carom::model::analysis::OutputGrid;
use std::path::Path;

/// The head is the same to the byte but for the date; the numbers of the first outputs differ by less than the errors of the
/// reference in its accelerations, angles in degrees and signs of Euler parameters among them.
#[test]
fn heads_and_numbers_are_those_of_adams() {
    let models =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../validation/models/chrono/adams_2012");
    for case in ["RackPinion", "Revolute", "Distance", "TransSpring"] {
        let stem = format!("test_{case}_Case01");
        let theirs = std::fs::read_to_string(models.join(format!("{stem}_ADAMS.req"))).unwrap();
        let theirs = RequestFile::read(&theirs).unwrap();
        let mut loaded = carom::open(models.join(format!("{stem}.adm")), None);
        let folder = tempfile::tempdir().unwrap();
        let mut request = Request {
            end: Some(0.05),
            output: Some(OutputGrid::Steps(5)),
            formats: vec![results::find("req").unwrap()],
            out: Some(folder.path().join("out")),
            ..Request::default()
        };
        request.options.error = Some(1e-9);
        let report = carom::run(&mut loaded, &request, &mut ()).unwrap();
        assert!(report.is_complete(), "{case}");
        let written = std::fs::read_dir(folder.path().join("out")).unwrap();
        let mut written = written.map(|entry| entry.unwrap().path());
        let ours = written.find(|p| p.extension().is_some_and(|e| e == "req"));
        let ours = std::fs::read_to_string(ours.unwrap()).unwrap();
        let mut ours = RequestFile::read(&ours).unwrap();
        ours.head.date.clone_from(&theirs.head.date);
        assert_eq!(ours.head.to_string(), theirs.head.to_string(), "{case}");
        assert_eq!(ours.outputs.len(), 6);
        for ((t, a), (u, b)) in ours.outputs.iter().zip(&theirs.outputs) {
            assert_eq!(t, u);
            for (a, b) in a.iter().flatten().zip(b.iter().flatten()) {
                assert!((a - b).abs() < 1e-3, "{case} at {t}: {a} {b}");
            }
        }
    }
}
