//! Tables, `.req` and `.plt` of a small made-up run, written and read back.
// A helper of a test fails like the test itself.
#![allow(clippy::unwrap_used)]

use carom_base::{Dialect, Units};
use carom_files::results::read::Table;
use carom_files::results::req::RequestFile;
use carom_files::results::{Heading, Outcome, ResultWriter, find};
use carom_model::analysis::Analysis;
use carom_model::body::{Marker, Part, PartKind};
use carom_model::constraint::{Joint, JointKind};
use carom_model::output::{Request, RequestKind, Standard};
use carom_model::run::{BodyRow, EventKind, EventRow, Frame, Layout};
use carom_model::{Model, Tag};
use std::path::Path;

/// Two parts, one joint, one request, in mm-kg-s-N.
fn model() -> (Model, Layout) {
    let mut m = Model::new(Dialect::Adams);
    m.title = "Two parts & a \"joint\"".into();
    m.units = Units::from_names("newton", "kilogram", "millimeter", "second").unwrap();
    let ground = m
        .parts
        .insert(Part::new(Tag::new("PART", 1), PartKind::Ground));
    let mut bodies = Vec::new();
    for label in [2, 7] {
        let part = Part::new(Tag::new("PART", label), PartKind::Rigid);
        bodies.push(m.parts.insert(part).unwrap());
    }
    let marker = |label, part| Marker {
        tag: Tag::new("MARKER", label),
        part,
        pose: carom_base::Pose::identity(),
        given: None,
        floating: false,
    };
    let i = m.markers.insert(marker(21, bodies[0])).unwrap();
    let j = m.markers.insert(marker(11, ground.unwrap())).unwrap();
    let joint = Joint {
        tag: Tag::new("JOINT", 4),
        kind: JointKind::Revolute,
        i,
        j,
        initial_translation: [None; 2],
        initial_rotation: [None; 2],
    };
    m.joints.insert(joint).unwrap();
    let request = Request {
        tag: Tag::new("REQUEST", 9),
        titles: Vec::new(),
        comment: "height over ground".into(),
        kind: RequestKind::Standard {
            which: Standard::Velocity,
            i,
            j: Some(j),
            rm: None,
        },
    };
    m.requests.insert(request).unwrap();
    let layout = Layout {
        bodies,
        requests: vec![9],
        joints: vec!["JOINT/4".into(), "MOTION/4".into()],
        forces: vec!["SFORCE/3".into()],
        ..Layout::default()
    };
    (m, layout)
}

/// Numbers that do not survive a detour over text unless all digits are kept.
fn awkward(k: usize) -> f64 {
    (k as f64 * 0.7).sin() / 3.0
}

fn frame(k: usize) -> Frame {
    let three = |n: usize| [awkward(k + n), awkward(k + n + 1), -awkward(k + n + 2)];
    let six = |n: usize| [0, 1, 2, 3, 4, 5].map(|c| awkward(k + n + c) * 1e6);
    let body = |n| BodyRow {
        position: three(n),
        orientation: [1.0, 0.0, 0.0, 0.0],
        velocity: three(n + 3),
        angular_velocity: three(n + 6),
        acceleration: three(n + 9),
        angular_acceleration: three(n + 12),
    };
    Frame {
        time: k as f64 * 0.1,
        bodies: vec![body(0), body(50)],
        requests: vec![[0, 1, 2, 3, 4, 5, 6, 7].map(|c| awkward(k + 100 + c))],
        joints: vec![six(200), six(300)],
        forces: vec![six(400)],
        ..Frame::default()
    }
}

fn event(time: f64, gap: f64) -> EventRow {
    EventRow {
        time,
        kind: EventKind::ContactBegin,
        element: "SFORCE/3".into(),
        gap,
        rate: [-1.5, -1.25],
        impulse: 0.0,
        force: 3.0,
    }
}

const FRAMES: usize = 11;

/// Two analyses, so that the files have more than one group of rows; returns the writer unfinished.
fn write(format: &str, folder: &Path) -> Box<dyn ResultWriter> {
    let (model, layout) = model();
    let heading = Heading {
        model: &model,
        layout: &layout,
        folder,
        stem: "two",
        created: 1_686_696_721,
        program: "Carom test",
    };
    let mut w = find(format).unwrap().create(&heading).unwrap();
    w.begin(Analysis::Dynamic).unwrap();
    for k in 0..FRAMES {
        if k == 6 {
            w.end().unwrap();
            w.begin(Analysis::Dynamic).unwrap();
        }
        w.frame(&frame(k)).unwrap();
    }
    w.event(&event(0.451_600_755_751_787_5, -1e-17)).unwrap();
    w.event(&event(0.5, f64::NAN)).unwrap();
    w.end().unwrap();
    w
}

#[test]
fn tables_keep_every_bit() {
    for format in ["csv", "parquet"] {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let mut w = write(format, folder);
        w.finish(Outcome::Done).unwrap();
        assert_eq!(w.files().len(), 5);
        assert!(w.files().iter().all(|f| f.exists()));

        let bodies = Table::read(folder, "bodies").unwrap();
        assert_eq!(bodies.len(), 2 * FRAMES);
        assert_eq!(bodies.ids("part")[..4], [2, 7, 2, 7]);
        for k in 0..FRAMES {
            let f = frame(k);
            for (n, b) in f.bodies.iter().enumerate() {
                let at = |column| bodies.numbers(column)[2 * k + n];
                assert_eq!(at("time"), f.time);
                assert_eq!([at("x"), at("y"), at("z")], b.position);
                assert_eq!([at("q0"), at("q1"), at("q2"), at("q3")], b.orientation);
                assert_eq!([at("vx"), at("vy"), at("vz")], b.velocity);
                assert_eq!([at("wx"), at("wy"), at("wz")], b.angular_velocity);
                assert_eq!([at("ax"), at("ay"), at("az")], b.acceleration);
                assert_eq!([at("bx"), at("by"), at("bz")], b.angular_acceleration);
            }
        }

        let requests = Table::read(folder, "requests").unwrap();
        assert_eq!(requests.ids("request"), [9; FRAMES]);
        assert_eq!(requests.numbers("f8")[3], frame(3).requests[0][7]);

        // joint 4 by its label; motion 4 would be mistaken for it and stands with the forces
        let joints = Table::read(folder, "joints").unwrap();
        assert_eq!(joints.ids("joint"), [4; FRAMES]);
        assert_eq!(joints.numbers("tz")[10], frame(10).joints[0][5]);
        let forces = Table::read(folder, "forces").unwrap();
        assert_eq!(forces.words("element")[..2], ["MOTION/4", "SFORCE/3"]);
        assert_eq!(forces.numbers("fx")[4], frame(2).joints[1][0]);
        assert_eq!(forces.numbers("fx")[5], frame(2).forces[0][0]);

        let events = Table::read(folder, "events").unwrap();
        assert_eq!(events.words("kind"), ["contact-begin"; 2]);
        assert_eq!(events.numbers("time")[0], 0.451_600_755_751_787_5);
        assert_eq!(events.numbers("rate_after"), [-1.25; 2]);
        assert!(events.numbers("gap")[1].is_nan());
    }
}

/// A run that is killed never says `finish`; what went to disk can be read all the same.
#[test]
fn a_killed_run_leaves_whole_tables() {
    for format in ["csv", "parquet"] {
        let folder = tempfile::tempdir().unwrap();
        let w = write(format, folder.path());
        let bodies = Table::read(folder.path(), "bodies").unwrap();
        assert_eq!(bodies.len(), 2 * FRAMES);
        assert_eq!(Table::read(folder.path(), "events").unwrap().len(), 2);
        drop(w);
        let csv = folder.path().join("events.csv");
        if let Ok(text) = std::fs::read_to_string(&csv) {
            std::fs::write(&csv, &text[..text.len() - 5]).unwrap();
            assert_eq!(Table::read(folder.path(), "events").unwrap().len(), 1);
        }
    }
}

#[test]
fn tables_that_are_not_there_or_not_tables() {
    let folder = tempfile::tempdir().unwrap();
    let read = |name| Table::read(folder.path(), name).unwrap_err().to_string();
    assert!(read("bodies").contains("bodies.csv"));
    assert!(read("wheels").contains("there is no table of this name"));
    std::fs::write(folder.path().join("events.csv"), "a,b\n1,2\n").unwrap();
    assert!(read("events").contains("does not name the columns"));
    std::fs::write(folder.path().join("forces.parquet"), "PAR1 not really").unwrap();
    assert!(read("forces").contains("forces.parquet"));
    let header = "time,joint,fx,fy,fz,tx,ty,tz";
    let joints = folder.path().join("joints.csv");
    std::fs::write(joints, format!("{header}\n0,1,0,0,0,0,0\n")).unwrap();
    assert!(read("joints").contains("line 2"));
}

#[test]
fn req_records() {
    let folder = tempfile::tempdir().unwrap();
    write("req", folder.path()).finish(Outcome::Done).unwrap();
    let text = std::fs::read_to_string(folder.path().join("two.req")).unwrap();
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(
        lines[0],
        " A.R3    2023-06-13 22:52:01               0         0  3D"
    );
    assert_eq!(lines[1], format!("{:80}", "Two parts & a \"joint\""));
    assert_eq!(lines[2], "    1     MMKGS_N_RACA 1.000000000000000E+03");
    assert_eq!(
        lines[3],
        "          9             2            21            11             5"
    );
    assert_eq!(lines[4], "height over ground  ");
    assert_eq!(lines.len(), 5 + 2 * FRAMES);
    for k in 0..FRAMES {
        assert_eq!(lines[5 + 2 * k].trim().parse(), Ok(k as f64 / 10.0));
        let record = lines[6 + 2 * k].split_whitespace();
        let record: Vec<f64> = record.map(|x| x.parse().unwrap()).collect();
        let f = frame(k).requests[0];
        assert_eq!(record.len(), 6);
        for (r, f) in record.iter().zip([f[1], f[2], f[3], f[5], f[6], f[7]]) {
            // half a unit of the fifth decimal of the mantissa
            assert!((r - f).abs() <= 0.5e-5 * 10f64.powf(f.abs().log10().floor()) * 1.0001);
        }
    }
}

/// Files that Adams 2012 and 2022 wrote are read and written again byte by byte; the first ends its lines as Windows does.
#[test]
fn req_files_of_adams_return() {
    for path in [
        "chrono/adams_2012/test_RackPinion_Case01_ADAMS.req",
        "chrono/adams_2012/test_Revolute_Case01_ADAMS.req",
        "chrono/adams_2012/test_Distance_Case01_ADAMS.req",
        "chrono/adams_2012/test_TransSpring_Case01_ADAMS.req",
        "aview_hpc/test.req",
    ] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../../validation/models")
            .join(path);
        let text = std::fs::read_to_string(&path).unwrap();
        let file = RequestFile::read(&text).unwrap();
        // 26 in the shortest, 501 in the others
        assert!(file.outputs.len() >= 26);
        let ours = match text.contains("\r\n") {
            true => file.to_string().replace('\n', "\r\n"),
            false => file.to_string(),
        };
        let first = ours.lines().zip(text.lines()).find(|(a, b)| a != b);
        assert!(ours == text, "{}: {first:?}", path.display());
    }
}

#[test]
fn plt_records() {
    let folder = tempfile::tempdir().unwrap();
    write("plt", folder.path()).finish(Outcome::Done).unwrap();
    let text = std::fs::read_to_string(folder.path().join("two.plt")).unwrap();
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("MotionSolve v9.1 Plot File"));
    assert_eq!(lines.next(), Some("2023-06-13 22:52:01"));
    let header: Vec<_> = lines.next().unwrap().split_whitespace().collect();
    assert_eq!(header, ["1", "MMKGS_N_RACA", "1.000E+03"]);
    let directory: Vec<_> = lines.next().unwrap().split_whitespace().collect();
    assert_eq!(directory, ["9", "2", "21", "11", "18"]);
    assert_eq!(lines.next(), Some("height over ground"));
    let numbers: Vec<f64> = lines
        .flat_map(str::split_whitespace)
        .map(|x| x.parse().unwrap())
        .collect();
    assert_eq!(numbers.len(), FRAMES * (1 + 6));
}

#[test]
fn refused_formats_say_why() {
    let (model, layout) = model();
    let heading = Heading {
        model: &model,
        layout: &layout,
        folder: Path::new("."),
        stem: "two",
        created: 0,
        program: "Carom test",
    };
    for name in ["gra", "mrf"] {
        let format = find(name).unwrap();
        let Err(e) = format.create(&heading) else {
            panic!("{name} is refused");
        };
        let message = e.to_string();
        assert!(message.starts_with(&format!("format {name} is not written: ")));
        assert!(message.contains(format.refusal().unwrap()));
    }
}

/// Runs of versions whose contacts did not say which solids touch.
#[test]
fn contacts_without_solids_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let row = (0..19).map(|k| format!("{}", f64::from(k) / 2.0));
    let head = "time,contact,incident,volume,cx,cy,cz,depth,rate,px,py,pz,nx,ny,nz,fn,ftx,fty,ftz,sx,sy,sz";
    let row = format!("0.5,7,1,{}", row.collect::<Vec<_>>().join(","));
    let file = folder.path().join("contacts.csv");
    std::fs::write(&file, format!("{head}\n{row}\n{row}\n")).unwrap();
    let table = Table::read(folder.path(), "contacts").unwrap();
    assert_eq!(table.len(), 2);
    assert_eq!(table.ids("contact"), [7, 7]);
    assert_eq!(table.numbers("sz"), [9.0, 9.0]);
    assert_eq!(table.ids("solid_i"), [0, 0]);
    // those of now, and nothing in between
    let both = format!("{head},solid_i,solid_j\n{row},3,4\n");
    std::fs::write(&file, both).unwrap();
    let table = Table::read(folder.path(), "contacts").unwrap();
    assert_eq!(
        (table.ids("solid_i"), table.ids("solid_j")),
        (&[3][..], &[4][..])
    );
    std::fs::write(&file, format!("{head},solid_i\n{row},3\n")).unwrap();
    assert!(Table::read(folder.path(), "contacts").is_err());
}
