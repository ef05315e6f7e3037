//! Command files: names in the first lines, where the dataset is found, commands and what is wrong with them.

use carom_base::diagnostic::render_plain;
use carom_base::{Diagnostics, Severity};
use carom_files::{acf, adm};
use carom_model::Model;
use carom_model::analysis::{Analysis, Command, End, OutputGrid};
use std::path::Path;
use tempfile::TempDir;

const DECK: &str = "The model\nPART/1, GROUND\nMARKER/1, PART=1\nPART/2\nMARKER/2, PART=2\n\
    JOINT/1, REVOLUTE, I=2, J=1\nJOINT/7, FIXED, I=2, J=1\nSFORCE/3, ROTATION, I=2, J=1, FUNCTION=TIME\nMFORCE/4\nEND\n";

/// A folder with `run.acf` and one dataset.
fn folder(dataset: &str, commands: &str) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(dataset);
    std::fs::create_dir_all(path.parent().expect("inside")).expect("writable");
    std::fs::write(path, DECK).expect("writable");
    std::fs::write(folder.path().join("run.acf"), commands).expect("writable");
    folder
}

fn read(dataset: &str, commands: &str) -> (Model, Diagnostics) {
    let folder = folder(dataset, commands);
    let (model, d) = acf::read(folder.path().join("run.acf"));
    (model.expect("a text gives a model"), d)
}

/// Diagnostics but the note that the dataset has no units and the warning about its MFORCE.
fn said(model: &Model, d: &Diagnostics) -> Vec<&'static str> {
    let own = |n: &&str| *n != "adm-no-units" && *n != "adm-unsupported-statement";
    for d in d {
        assert!(!render_plain(d, &model.sources).is_empty());
    }
    d.iter().map(|d| d.name).filter(own).collect()
}

#[track_caller]
fn accepted(dataset: &str, commands: &str) -> Model {
    let (model, d) = read(dataset, commands);
    assert_eq!(said(&model, &d), [""; 0]);
    assert_eq!(model.title, "The model");
    model
}

#[test]
fn names_in_the_first_lines() {
    let run = "SIMULATE/STATICS\nSTOP\n";
    let prefix = |dataset, commands: &str| {
        let model = accepted(dataset, &format!("{commands}{run}"));
        assert_eq!(model.commands.len(), 2);
        model.output.prefix
    };
    assert_eq!(prefix("arm.adm", "arm\nout\n"), Some("out".into()));
    assert_eq!(prefix("arm.adm", "arm\r\n\r\n"), None);
    assert_eq!(prefix("arm.adm", "arm.adm\n"), None);
    assert_eq!(prefix("arm.adm", "\nfile/model=arm\n"), None);
    assert_eq!(
        prefix("arm.adm", "\nFIL/MOD=arm.adm, OUT=b\n"),
        Some("b".into())
    );
    assert_eq!(
        prefix("arm.adm", "! made by hand\nfile/model=\"arm\"\n"),
        None
    );
    assert_eq!(prefix("arm.adm", "FILE/MODEL=arm\n"), None);
}

#[test]
fn where_the_dataset_is() {
    let run = "SIMULATE/STATICS\n";
    for (dataset, name) in [
        ("sub/arm.adm", "sub/arm"),
        ("sub/arm.adm", "sub\\arm.adm"),
        ("Arm.ADM", "arm"),
        ("ARM.adm", "arm.adm"),
        ("arm", "arm"),
        ("arm.v2.adm", "arm.v2"),
    ] {
        accepted(dataset, &format!("{name}\n\n{run}"));
    }
    let (model, d) = read("other.adm", &format!("arm\n\n{run}"));
    assert_eq!(said(&model, &d), ["acf-file-not-found"]);
    let text = render_plain(d.iter().next().expect("one"), &model.sources);
    assert!(
        text.contains("run.acf:1:1 the dataset arm is not there"),
        "{text}"
    );
    let (model, d) = read("other.adm", "\nSIMULATE/STATICS\n");
    assert_eq!(said(&model, &d), ["acf-no-model"]);
}

#[test]
fn simulations() {
    let m = accepted(
        "a.adm",
        "a\n\nSIMULATE/DYNAMIC, END=0.25, DTOUT=1.0E-02\nsim/kin, duration=2, steps=50 ! comment\nSIM/STATIC\n\
         SIM/STATICS, END=5, STEPS=3; SIM/TRANSIENT\n, END=6\nSIM/INITIAL_CONDITIONS, VELOCITY\nstop\nSIM/DYN, END=1\n",
    );
    let list: Vec<_> = m
        .commands
        .iter()
        .map(|c| match c {
            Command::Simulate {
                analysis,
                end,
                output,
                ..
            } => Some((*analysis, *end, *output)),
            _ => None,
        })
        .collect();
    use Analysis::{Dynamic, InitialConditions, Kinematic, Static, Transient};
    let steps = |n| Some(OutputGrid::Steps(n));
    assert_eq!(
        list,
        [
            Some((
                Dynamic,
                Some(End::Time(0.25)),
                Some(OutputGrid::Interval(0.01))
            )),
            Some((Kinematic, Some(End::Duration(2.0)), steps(50))),
            Some((Static, None, None)),
            Some((Static, Some(End::Time(5.0)), steps(3))),
            Some((Transient, Some(End::Time(6.0)), None)),
            Some((InitialConditions, None, None)),
            None,
        ]
    );
    assert_eq!(m.commands.last(), Some(&Command::Stop));
}

#[test]
fn activation() {
    let m = accepted(
        "a.adm",
        "a\n\nDEACTIVATE/JOINT, RANGE=1,10\nACTIVATE/SFORCE, ID=3\nSIM/STATICS\n",
    );
    let sets: Vec<_> = m
        .commands
        .iter()
        .filter_map(|c| match c {
            Command::SetActive {
                statements,
                labels,
                active,
                ..
            } => Some((statements[0], labels.clone(), *active)),
            _ => None,
        })
        .collect();
    assert_eq!(
        sets,
        [("JOINT", vec![1, 7], false), ("SFORCE", vec![3], true)]
    );
}

#[test]
fn settings() {
    let m = accepted(
        "a.adm",
        "a\n\nINTEGRATOR/HHT, ERROR=1E-5\nEQUILIBRIUM/MAXIT=50\nSIM/STATICS\nINTEGRATOR/GSTIFF, SI2, HMAX=0.1\nSIM/DYN, END=1\n",
    );
    assert_eq!(m.settings.statics.max_iterations, Some(50));
    assert_eq!(m.settings.integrator.name, None);
    let Command::Integrator(first, _) = &m.commands[0] else {
        panic!("settings")
    };
    assert_eq!(
        (first.name.as_deref(), first.error),
        (Some("hht"), Some(1e-5))
    );
    let Command::Integrator(second, _) = &m.commands[2] else {
        panic!("settings")
    };
    assert_eq!(
        (second.name.as_deref(), second.error),
        (Some("gstiff"), Some(1e-5))
    );
    assert_eq!(second.formulation.as_deref(), Some("si2"));
}

/// Exported command files change the settings of statics between analyses: what is not given stays.
#[test]
fn settings_of_statics_between_analyses() {
    let m = accepted(
        "a.adm",
        "a\n\nEQUIL/ERROR=10, IMBALANCE=10\nSIM/STATICS\nEQUIL/ERROR=1, MAXIT=3\nSIM/STATICS\n",
    );
    assert_eq!(m.settings.statics.error, Some(10.0));
    let Command::Equilibrium(second, _) = &m.commands[1] else {
        panic!("settings between analyses: {:?}", m.commands)
    };
    let given = (second.error, second.imbalance, second.max_iterations);
    assert_eq!(given, (Some(1.0), Some(10.0), Some(3)));
}

#[test]
fn changes_and_saved_states() {
    let m = accepted(
        "a.adm",
        "a\n\nPART/2, IP=3,3,3\nSFORCE/3, FUNCTION=2*TIME\\ ROTATION\nSIM/STATICS\nsav/sys, fil=a\n\
         SFORCE/3, FUNCTION=3\nSIM/DYN, END=1\nrel/system, file=a\nSIM/DYN, END=1\n\
         SAVE/STATES, BUFFER=b\nRELOAD/STATES, BUFFER=b\n",
    );
    let list: Vec<String> = m
        .commands
        .iter()
        .map(|c| match c {
            Command::Revise { what, .. } => what.clone(),
            Command::Simulate { .. } => "simulate".into(),
            Command::Save { to, .. } => format!("save to {to}"),
            Command::Reload { from, scope, .. } => format!("{scope:?} from {from}"),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(
        list,
        [
            "PART/2, SFORCE/3",
            "simulate",
            "save to the file a",
            "SFORCE/3",
            "simulate",
            "System from the file a",
            // the same time again: it went back
            "simulate",
            "save to the buffer b",
            "States from the buffer b",
        ]
    );
    let Command::Revise { revision, .. } = &m.commands[0] else {
        panic!("a revision")
    };
    let part = revision.0.parts.find(2).expect("there");
    assert_eq!(revision.0.parts[part].inertia[(0, 0)], 3.0);
    assert_eq!(revision.0.title, m.title);
}

#[test]
fn wrong_commands() {
    for (command, names) in [
        ("SIMULAT3/DYN, END=1", &["acf-unknown-command"][..]),
        ("S/DYN, END=1", &["adm-ambiguous-statement"]),
        ("SIMULATE DYNAMICS, END=1", &["adm-missing-slash"]),
        ("SIMULATE/3, DYNAMICS, END=1", &["adm-unexpected-id"]),
        ("SIMULATE/END=1", &["adm-missing-argument"]),
        ("SIMULATE/DYN", &["adm-missing-argument"]),
        (
            "SIMULATE/DYN, END=1, DURATION=1",
            &["adm-conflicting-arguments"],
        ),
        (
            "SIMULATE/DYN, END=1, STEPS=5, DTOUT=1",
            &["adm-conflicting-arguments"],
        ),
        ("SIMULATE/DYN, KIN, END=1", &["adm-conflicting-arguments"]),
        ("SIMULATE/DYN, END=0", &["acf-end-not-after-start"]),
        ("SIMULATE/DYN, END=1, STEPS=0", &["adm-out-of-range"]),
        ("SIMULATE/DYN, END=1, STEPS=1.5", &["adm-bad-value"]),
        ("SIMULATE/DYN, UNTIL=1", &["adm-unknown-argument"]),
        ("DEACTIVATE/JOINT, ID=2", &["acf-unknown-element"]),
        ("DEACTIVATE/JOINT", &["adm-missing-argument"]),
        ("DEACTIVATE/ID=1", &["adm-missing-argument"]),
        ("INTEGRATOR/GSTIFF, HHT", &["adm-conflicting-arguments"]),
        ("SFORCE/4, FUNCTION=1", &["acf-unknown-element"]),
        ("SFORCE/3, FUNCTION=DX(99)", &["adm-unknown-element"]),
        ("SFORCE/3, TRANS, ROT", &["adm-conflicting-arguments"]),
        ("SFORCE/3, LENGTH=1", &["adm-unknown-argument"]),
        ("SAVE/SYSTEM", &["adm-missing-argument"]),
        ("SAVE/FILE=a", &["adm-missing-argument"]),
        (
            "RELOAD/SYSTEM, FILE=a, BUFFER=b",
            &["adm-conflicting-arguments"],
        ),
        ("FILE/COMMAND=b", &["acf-file-not-found"]),
    ] {
        let (model, d) = read("a.adm", &format!("a\n\n{command}\nSIM/STATICS\n"));
        assert_eq!(said(&model, &d), names, "{command}");
        assert!(d.has_errors(), "{command}");
        // the command that follows is taken all the same
        assert!(matches!(
            model.commands.last(),
            Some(Command::Simulate { .. })
        ));
    }
    let (model, d) = read(
        "a.adm",
        "a\n\nSIM/DYN, END=2\nSIM/DYN, DUR=1\nSIM/DYN, END=3\n",
    );
    assert_eq!(said(&model, &d), ["acf-end-not-after-start"]);
}

#[test]
fn linear_analyses() {
    let one = |command: &str| accepted("arm.adm", &format!("arm\n\n{command}\nSTOP\n")).commands;
    let Command::Linear(s, _) = &one("LINEAR/EIGENSOL, NODAMPIN")[0] else {
        panic!("a linear analysis")
    };
    assert!(s.eigenvalues && s.shapes && !s.damping && !s.matrices);
    let Command::Linear(s, _) = &one("linear/statemat, file=model.mat")[0] else {
        panic!("a linear analysis")
    };
    assert!(s.matrices && !s.eigenvalues && s.damping);
    assert_eq!(s.file.as_deref(), Some("model.mat"));
    let (model, d) = read("arm.adm", "arm\n\nLINEAR/STATEMAT, PINPUT=4\n");
    assert!(said(&model, &d).contains(&"adm-unknown-element"));
    let (model, d) = read("arm.adm", "arm\n\nLINEAR/PINPUT=4\n");
    assert!(said(&model, &d).contains(&"adm-missing-argument"));
}

#[test]
fn commands_that_are_not_carried_out() {
    for (command, name) in [
        ("LINEAR/EIGENSOL, RM=3", "LINEAR"),
        ("SIM/STATICS\nPART/2, QG=1,0,0", "PART"),
        ("UNITS/LENGTH=MM", "UNITS"),
        ("FLEX_BODY/1", "FLEX_BODY"),
        ("DEACTIVATE/MFORCE, ID=4", "DEACTIVATE"),
    ] {
        let (model, d) = read("a.adm", &format!("a\n\n{command}\nSIM/STATICS\n"));
        if name != "DEACTIVATE" {
            assert_eq!(said(&model, &d), ["acf-unsupported-command"], "{command}");
            assert!(!d.has_errors());
            let unsupported = model.commands.iter().find_map(|c| match c {
                Command::Unsupported { name, .. } => Some(name.as_str()),
                _ => None,
            });
            assert_eq!(unsupported, Some(name));
        } else {
            assert!(said(&model, &d).contains(&"acf-unsupported-command"));
        }
    }
    for command in [
        "INFO/DISPLACEMENT, I=1",
        "TIME/",
        "HELP",
        "debug/eprint",
        "LIST/PART",
    ] {
        let (model, d) = read("a.adm", &format!("a\n\n{command}\nSIM/STATICS\n"));
        assert_eq!(said(&model, &d), ["acf-ignored-command"], "{command}");
        assert_eq!(d.count(Severity::Error), 0);
        assert_eq!(model.commands.len(), 1);
    }
    // After an analysis: what it asks for comes too late.
    for (command, severity) in [
        ("OUTPUT/", Severity::Note),
        ("OUTPUT/REQSAVE", Severity::Warning),
        ("OUTPUT/GRSAVE", Severity::Warning),
    ] {
        let (model, d) = read(
            "a.adm",
            &format!("a\n\nSIM/STATICS\n{command}\nSIM/STATICS\n"),
        );
        assert_eq!(said(&model, &d), ["acf-ignored-command"], "{command}");
        let of_it = |d: &&carom_base::Diagnostic| d.name == "acf-ignored-command";
        assert_eq!(d.iter().find(of_it).map(|d| d.severity), Some(severity));
        assert_eq!(model.commands.len(), 2);
    }
    let early = "a\n\nOUTPUT/REQSAVE\nSIM/STATICS\nOUTPUT/REQSAVE\nSIM/STATICS\n";
    let (model, d) = read("a.adm", early);
    assert!(
        model.output.req
            && d.iter()
                .all(|d| d.name != "acf-ignored-command" || d.severity == Severity::Note)
    );
    let (model, d) = read("a.adm", "a\n\nDEACTIVATE/JOINT, RANGE=2,3\nSTOP\n");
    assert_eq!(said(&model, &d), ["acf-no-commands", "acf-unknown-element"]);
}

/// Whatever stands behind STOP, on its line too.
#[test]
fn nothing_is_read_behind_stop() {
    for behind in [
        "\nJUNK\n",
        "\n, DANGLING\nSIM/DINAMIC, END=-1\nFILE/COMMAND=nowhere\n",
        "; NO/1; SIM/\n",
    ] {
        let model = accepted("a.adm", &format!("a\n\nSIM/STATICS\nSTOP{behind}"));
        assert_eq!(model.commands.len(), 2);
        assert_eq!(model.commands[1], Command::Stop);
    }
}

#[test]
fn control() {
    let text = "a\n\nCONTROL/FUNCTION=USER(1,2)\\, ROUTINE=lib::drive\n";
    let (model, d) = read("a.adm", text);
    assert!(said(&model, &d).is_empty());
    let [Command::Control { user, .. }] = &model.commands[..] else {
        panic!("{:?}", model.commands)
    };
    assert_eq!(user.routine, "lib::drive");
    assert_eq!(user.parameters, [1.0, 2.0]);
    let (model, d) = read("a.adm", "a\n\nCONTROL/FUNCTION=TIME\n");
    assert_eq!(said(&model, &d), ["adm-bad-value"]);
}

#[test]
fn commands_for_a_given_model() {
    let folder = folder("arm.adm", "other\nout\nSIM/DYN, END=1\nSTOP\n");
    let (model, _) = adm::read(folder.path().join("arm.adm"));
    let mut model = model.expect("a text");
    let d = acf::read_commands(&mut model, folder.path().join("run.acf"));
    assert_eq!(said(&model, &d), ["acf-ignored-command"]);
    assert_eq!(model.commands.len(), 2);
    assert_eq!(model.output.prefix.as_deref(), Some("out"));
    // the places of both files are known
    let Command::Simulate { span, .. } = &model.commands[0] else {
        panic!("a simulation")
    };
    assert!(model.sources.place(*span).ends_with("run.acf:3:1"));
    assert!(
        model
            .sources
            .place(model.parts.iter().next().expect("one").tag.span)
            .ends_with("arm.adm:2:1")
    );
}

#[test]
fn files_that_are_not_there() {
    let (model, d) = acf::read(Path::new("/no/such/file.acf"));
    assert!(model.is_none());
    assert_eq!(
        d.iter().map(|d| d.name).collect::<Vec<_>>(),
        ["file-not-readable"]
    );
    let (model, d) = adm::read(Path::new("/no/such/file.adm"));
    assert!(model.is_none());
    assert_eq!(
        d.iter().map(|d| d.name).collect::<Vec<_>>(),
        ["file-not-readable"]
    );
    let (model, d) = adm::read(std::env::temp_dir());
    assert!(model.is_none() && d.has_errors());
}

/// Names of files in quotes of either kind, and a file that begins with RELOAD and names no dataset.
#[test]
fn names_in_quotes_and_reload_without_a_dataset() {
    for first in ["'a'\n", "\"a\"\n", "\nFILE/MODEL='a.adm'\n"] {
        let model = accepted(
            "a.adm",
            &format!("{first}SAVE/SYSTEM, FILE='s'\nSIM/STATICS\n"),
        );
        let Command::Save { to, .. } = &model.commands[0] else {
            panic!("a saved state: {first}")
        };
        assert_eq!(to.to_string(), "the file s");
    }
    let (model, d) = read("a.adm", "RELOAD/SYSTEM, FILE=s\nSIM/STATICS\n");
    let no_model = d.iter().find(|d| d.name == "acf-no-model").unwrap();
    assert!(no_model.message.contains("begins with RELOAD"));
    let place = model.sources.get(no_model.span.source).unwrap();
    let range = no_model.span.start as usize..no_model.span.end as usize;
    assert!(place.text[range].starts_with("RELOAD"));
}
