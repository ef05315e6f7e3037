//! Studies that are refused: each diagnostic with the place that it marks.
#![allow(clippy::unwrap_used)] // a helper of a test fails like the test itself

use carom_study::{Refused, Study};
use std::collections::BTreeSet;
use std::fs;

const DECK: &str = "\
Fall
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
PART/1, GROUND
MARKER/10, PART=1
PART/2, MASS=1, CM=20, IP=1,1,1, QG=0,0,20
MARKER/20, PART=2
SFORCE/1, I=20, J=10, TRANSLATION, ACTIONONLY
, FUNCTION = -4*DZ(20,10)
END
";

/// A sound study; the cases change one line of it.
const SOUND: &str = r#"model = "fall.adm"
design = { kind = "grid" }
run = { end = 1 }
[parameters]
m = { at = "PART/2.mass", values = [1, 2] }
[responses]
z = { last = "PART/2.z" }
"#;

fn read(text: &str) -> Result<Study, Refused> {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("fall.adm"), DECK).unwrap();
    fs::write(
        folder.path().join("bad.adm"),
        DECK.replace("MASS=1", "MASS=x"),
    )
    .unwrap();
    fs::write(folder.path().join("points.csv"), "m,k\n1,x\n2,3\n").unwrap();
    fs::write(folder.path().join("points.txt"), "m\n").unwrap();
    fs::write(folder.path().join("empty.csv"), "m\n").unwrap();
    let path = folder.path().join("study.toml");
    fs::write(&path, text).unwrap();
    Study::read(&path)
}

/// Name of the first error, and what it marks.
fn first(text: &str) -> (String, String) {
    let refused = match read(text) {
        Ok(_) => panic!("accepted:\n{text}"),
        Err(refused) => refused,
    };
    let is_error = |d: &&carom::base::Diagnostic| d.severity == carom::base::Severity::Error;
    let d = refused.diagnostics.iter().find(is_error).unwrap();
    let source = refused.sources.get(d.span.source);
    let marked = source.map(|s| s.text[d.span.start as usize..d.span.end as usize].to_owned());
    (d.name.to_owned(), marked.unwrap_or_default())
}

/// (line of the sound study, what stands in its place, name, what is marked)
#[rustfmt::skip]
const CASES: &[(&str, &str, &str, &str)] = &[
    // the file
    ("[parameters]", "[parameters", "study-syntax", "\n"),
    ("run = { end = 1 }", "rum = { end = 1 }", "study-unknown-key", "rum"),
    ("run = { end = 1 }", "run = { and = 1 }", "study-unknown-key", "and"),
    ("run = { end = 1 }", "run = 1", "study-bad-value", "1"),
    ("model = \"fall.adm\"", "", "study-missing-key", "\n"),
    ("model = \"fall.adm\"", "model = 3", "study-bad-value", "3"),
    ("model = \"fall.adm\"", "model = \"none.adm\"", "file-not-readable", "none.adm"),
    ("model = \"fall.adm\"", "model = \"bad.adm\"", "adm-bad-number", "x"),
    ("model = \"fall.adm\"", "model = \"fall.txt\"", "session-unknown-ending", "fall.txt"),
    // parameters
    ("m = {", "1m = {", "study-bad-name", "1m"),
    ("m = {", "PI = {", "study-bad-name", "PI"),
    ("m = {", "status = {", "study-bad-name", "status"),
    ("[responses]", "[responses]\nM = { last = \"PART/2.x\" }", "study-bad-name", "M"),
    ("PART/2.mass", "PART/2.mas", "study-unknown-place", "PART/2.mas"),
    ("PART/2.mass", "PART/9.mass", "study-unknown-place", "PART/9.mass"),
    ("PART/2.mass", "PART/2.cm", "study-unknown-place", "PART/2.cm"),
    ("values = [1, 2]", "values = [1, 2], was = 3", "study-other-value", "3"),
    ("values = [1, 2]", "values = []", "study-bad-value", "[]"),
    ("values = [1, 2]", "values = [1, \"a\"]", "study-bad-value", "\"a\""),
    ("values = [1, 2]", "values = [1, nan]", "study-bad-value", "nan"),
    ("values = [1, 2]", "values = 1", "study-bad-value", "1"),
    ("values = [1, 2]", "from = 1", "study-missing-key", "from"),
    ("values = [1, 2]", "from = 1, to = 2", "study-missing-key", "from"),
    ("values = [1, 2]", "from = 0, to = 2, points = 3, scale = \"log\"", "study-bad-value", "0, to = 2"),
    ("values = [1, 2]", "from = 1, to = 2, points = 0", "study-bad-value", "0"),
    ("values = [1, 2]", "from = 1, to = 2, points = 3, scale = \"lag\"", "study-bad-value", "\"lag\""),
    ("values = [1, 2]", "values = [1], to = 2", "study-conflict", "to"),
    ("values = [1, 2]", "values = [1], value = 2", "study-conflict", "value"),
    ("values = [1, 2]", "mean = 1, deviation = 2", "study-conflict", "mean"),
    ("values = [1, 2]", "column = \"m\"", "study-conflict", "column"),
    (", values = [1, 2]", "", "study-missing-key", "m"),
    ("values = [1, 2]", "value = \"2*q\"", "expr-unknown-name", "q"),
    ("values = [1, 2]", "value = \"2*TIME\"", "study-formula", "TIME"),
    ("values = [1, 2]", "value = \"2*(\"", "expr-missing-operand", "("),
    ("[responses]", "n = { at = \"PART/2.mass\", values = [1] }\n[responses]", "study-same-place", "n"),
    ("m = { at = \"PART/2.mass\", values = [1, 2] }", "k = { at = [\"SFORCE/1.function\", \"SFORCE/1.function#1\"], values = [1] }",
        "study-same-place", "k"),
    // designs
    ("kind = \"grid\"", "kind = \"gird\"", "study-bad-value", "\"gird\""),
    ("kind = \"grid\"", "points = 3", "study-conflict", "points"),
    ("kind = \"grid\"", "kind = \"random\"", "study-missing-key", "design"),
    ("kind = \"grid\"", "kind = \"sobol\", points = 3, seed = 1", "study-conflict", "seed"),
    ("kind = \"grid\"", "kind = \"random\", points = 0", "study-bad-value", "0"),
    ("kind = \"grid\"", "kind = \"random\", points = 1.5", "study-bad-value", "1.5"),
    ("kind = \"grid\"", "kind = \"file\"", "study-missing-key", "design"),
    ("values = [1, 2]", "from = 1, to = 2, points = 100_000_000 }\nn = { from = 1, to = 2, points = 10", "study-too-large", "n"),
    // results
    ("PART/2.z", "PART/2.zz", "study-unknown-column", "PART/2.zz"),
    ("PART/2.z", "PART/1.z", "study-unknown-column", "PART/1.z"),
    ("PART/2.z", "DZ(20,11)", "missing-element", "DZ(20,11)"),
    ("PART/2.z", "DQ(20,11)", "expr-unknown-function", "DQ"),
    ("last = \"PART/2.z\"", "last = 1", "study-bad-value", "1"),
    ("last = \"PART/2.z\"", "lost = \"PART/2.z\"", "study-unknown-key", "lost"),
    ("last = \"PART/2.z\"", "last = \"PART/2.z\", max = \"PART/2.z\"", "study-conflict", "max"),
    ("last = \"PART/2.z\"", "", "study-missing-key", "z"),
    ("last = \"PART/2.z\"", "at = \"PART/2.z\"", "study-missing-key", "at"),
    ("last = \"PART/2.z\"", "last = \"PART/2.z\", time = 1", "study-conflict", "time"),
    ("last = \"PART/2.z\"", "last = \"PART/2.z\", of = \"SFORCE/1\"", "study-conflict", "of"),
    ("last = \"PART/2.z\"", "last = \"velocity\", event = \"impact\"", "study-unknown-column", "velocity"),
    ("last = \"PART/2.z\"", "last = \"time\", event = \"bump\"", "study-bad-value", "\"bump\""),
    ("last = \"PART/2.z\"", "nth = \"PART/2.z\", number = 1", "study-missing-key", "nth"),
    ("last = \"PART/2.z\"", "count = \"impact\", event = \"impact\"", "study-conflict", "event"),
    ("last = \"PART/2.z\"", "value = \"m\", from = 1", "study-conflict", "from"),
    ("[responses]\nz = { last = \"PART/2.z\" }", "", "study-missing-key", "m"),
    // runs
    ("end = 1", "end = true", "study-bad-value", "true"),
    ("end = 1", "end = -1", "study-bad-value", "-1"),
    ("end = 1", "end = \"1-2*m\"", "study-bad-value", "\"1-2*m\""),
    ("end = 1", "end = \"2*T\"", "expr-unknown-name", "T"),
    ("end = 1", "end = 1, steps = 3, dt = 1", "study-conflict", "dt"),
    ("end = 1", "end = 1, integrator = \"radua5\"", "study-bad-value", "radua5"),
    ("end = 1", "end = 1, error = 0", "study-bad-value", "0"),
    ("end = 1", "end = 1, restitution = 0.5", "study-conflict", "restitution"),
    ("end = 1", "end = 1, contact = \"soft\"", "study-bad-value", "\"soft\""),
    ("end = 1", "", "session-no-end", ""),
    ("[parameters]", "stop = { when = \"DZ(20,10)\" }\n[parameters]", "study-missing-key", "when"),
    ("[parameters]", "stop = { when = \"DZ(20,10)\", above = 1, below = 0 }\n[parameters]", "study-conflict", "below"),
    ("[parameters]", "stop = { event = \"impact\", below = 0 }\n[parameters]", "study-conflict", "below"),
    ("[parameters]", "stop = [{}]\n[parameters]", "study-missing-key", "{}"),
    // sections and continuations
    ("run = { end = 1 }", "run = { end = 1 }\nsection = { points = 3, columns = { z = \"PART/2.z\" } }", "study-missing-key", "section"),
    ("run = { end = 1 }", "section = { every = 1, columns = { x = \"PART/2.z\" } }", "study-missing-key", "section"),
    ("run = { end = 1 }", "section = { every = 1, points = 3 }", "study-missing-key", "section"),
    ("run = { end = 1 }", "run = { end = 1 }\nsection = { every = 1, points = 3, columns = { x = \"PART/2.z\" } }", "study-conflict", "end"),
    ("run = { end = 1 }", "section = { every = 1, event = \"impact\", points = 3 }", "study-conflict", "event"),
    ("run = { end = 1 }", "section = { every = 1, of = \"SFORCE/1\", points = 3 }", "study-conflict", "of"),
    ("run = { end = 1 }", "section = { every = 1, points = 3, columns = { time = \"PART/2.z\" } }", "study-bad-name", "time"),
    ("run = { end = 1 }", "run = { end = 1 }\nsection = { event = \"impact\", points = 3, columns = { x = \"PART/2.z\" } }", "study-unknown-column", "PART/2.z"),
    ("run = { end = 1 }", "run = { end = 1 }\ncontinuation = { along = \"q\" }", "study-bad-value", "q"),
    ("run = { end = 1 }", "run = { end = 1 }\ncontinuation = { direction = \"up\" }", "study-missing-key", "continuation"),
    // sensitivities
    ("run = { end = 1 }", "run = { end = 1 }\nsensitivities = { off = \"z\" }", "study-unknown-key", "off"),
    ("run = { end = 1 }", "run = { end = 1 }\nsensitivities = { of = [\"z\", \"zz\"] }", "study-unknown-response", "zz"),
    ("run = { end = 1 }", "run = { end = 1 }\nsensitivities = { of = [] }", "study-bad-value", "[]"),
    ("run = { end = 1 }", "run = { end = 1 }\nsensitivities = { to = \"n\" }", "study-unknown-parameter", "n"),
    ("[parameters]", "sensitivities = { to = \"mm\" }\n[parameters]\nmm = { value = 2 }", "study-parameter-by-formula", "mm"),
    ("design = { kind = \"grid\" }", "design = { kind = \"list\" }\ncontinuation = { along = \"m\" }", "study-conflict", "continuation"),
];

#[test]
fn every_mistake_is_marked_where_it_is_made() {
    read(SOUND).unwrap_or_else(|r| panic!("{:#?}", r.diagnostics));
    let mut wrong = Vec::new();
    for (there, instead, name, marked) in CASES {
        assert!(SOUND.contains(there), "{there}");
        let text = SOUND.replacen(there, instead, 1);
        let found = first(&text);
        if (found.0.as_str(), found.1.as_str()) != (*name, *marked) {
            wrong.push(format!(
                "{instead:?}: {found:?}, expected {:?}",
                (name, marked)
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn tables_of_points() {
    let study = |file: &str, parameter: &str| {
        let text = SOUND
            .replace(
                "kind = \"grid\"",
                &format!("kind = \"file\", file = \"{file}\""),
            )
            .replace("values = [1, 2]", parameter);
        first(&text)
    };
    let name = "study-points-file".to_owned();
    assert_eq!(
        study("none.csv", "column = \"m\""),
        (name.clone(), "none.csv".into())
    );
    assert_eq!(
        study("points.csv", "column = \"q\""),
        (name.clone(), "m".into())
    );
    assert_eq!(
        study("points.csv", "column = \"k\""),
        (name.clone(), "m".into())
    );
    assert_eq!(
        study("points.txt", "column = \"m\""),
        (name.clone(), "points.txt".into())
    );
    assert_eq!(
        study("empty.csv", "column = \"m\""),
        (name, "empty.csv".into())
    );
    assert_eq!(
        study("points.csv", "values = [1]"),
        ("study-conflict".into(), "values".into())
    );
}

/// Each explanation of a diagnostic of studies has a case.
#[test]
fn every_diagnostic_of_studies_has_a_case() {
    let all: BTreeSet<&str> = carom::diagnostics::DIAGNOSTICS
        .iter()
        .map(|d| d.0)
        .filter(|d| d.starts_with("study-"))
        .collect();
    let mut tried: BTreeSet<&str> = CASES.iter().map(|c| c.2).collect();
    tried.insert("study-points-file");
    let missing: Vec<_> = all.difference(&tried).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn a_design_that_is_a_list_has_as_many_values_of_each() {
    let text = SOUND.replace("grid", "list").replace(
        "[responses]",
        "v = { at = \"PART/2.vz\", values = [1, 2, 3] }\n[responses]",
    );
    assert_eq!(first(&text), ("study-conflict".into(), "v".into()));
}

/// What is offered in place of a column exists: those of the tables that have it, else one of each; the force of a contact is a function.
#[test]
fn columns_that_are_offered() {
    let contact = "SFORCE/1, I=20, J=10, TRANSLATION, ACTIONONLY\n, FUNCTION = -4*DZ(20,10)\n\
        GRAPHICS/1, ELLIPSOID, CM=20, XSCALE=1, YSCALE=1, ZSCALE=1\nGRAPHICS/2, BOX, CORNER=10, X=1, Y=1, Z=1\n\
        CONTACT/7, IGEOM=1, JGEOM=2, IMPACT, STIFFNESS=1, EXPONENT=2, DAMPING=0, DMAX=1";
    let help = |column: &str| {
        let folder = tempfile::tempdir().unwrap();
        let (before, _) = DECK.split_once("SFORCE").unwrap();
        fs::write(
            folder.path().join("fall.adm"),
            format!("{before}{contact}\nEND\n"),
        )
        .unwrap();
        let path = folder.path().join("study.toml");
        fs::write(&path, SOUND.replace("PART/2.z", column)).unwrap();
        let refused = Study::read(&path).err().unwrap();
        let mut unknown = refused
            .diagnostics
            .iter()
            .filter(|d| d.name == "study-unknown-column");
        unknown.next().unwrap().help.clone().unwrap_or_default()
    };
    assert_eq!(help("PART/7.fx"), "there are SFORCE/1.fx");
    assert_eq!(help("JOINT/1.nothing"), "there are PART/2.x, SFORCE/1.fx");
    assert_eq!(
        help("CONTACT/7.fn"),
        "the force of a contact is a function: CONTACT(7,0,1) is its size"
    );
}

/// A response that looks behind the end of the run is warned of, where it stands: it would only be missing.
#[test]
fn responses_behind_the_end() {
    let cases = [
        ("at = \"PART/2.z\", time = 3", 1),
        ("max = \"PART/2.z\", from = \"2*m\"", 1),
        ("at = \"PART/2.z\", time = 1", 0),
        ("max = \"PART/2.z\", from = 0.5", 0),
    ];
    for (rule, expected) in cases {
        let study = read(&SOUND.replace("last = \"PART/2.z\"", rule));
        let study = study.unwrap_or_else(|_| panic!("refused: {rule}"));
        let all = study.diagnostics.iter();
        let said: Vec<_> = all
            .filter(|d| d.message.contains("the run ends at 1"))
            .collect();
        assert_eq!(said.len(), expected, "{rule}");
    }
}
