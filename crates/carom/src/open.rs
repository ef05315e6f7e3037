//! Opens a model by the ending of its file.

use carom_base::{Diagnostic, Diagnostics, Sources, Span};
use carom_files::{Texts, acf, adm, motionsolve, native};
use carom_model::Model;
use std::path::{Path, PathBuf};

/// A model as read, with what there was to say about it.
#[derive(Clone, Debug, Default)]
pub struct Loaded {
    /// The file it was asked for.
    pub path: PathBuf,
    /// The model; must not be run if the diagnostics have errors. `None` if no text could be read.
    pub model: Option<Model>,
    /// What the readers found.
    pub diagnostics: Diagnostics,
}

/// What a model may be read from: ending and what it is.
pub const ENDINGS: &[(&str, &str)] = &[
    ("adm", "Adams dataset"),
    ("acf", "Adams command file; reads the dataset that it names"),
    ("xml", "MotionSolve model"),
    ("carom.toml", "Carom's own model file"),
];

/// Reads a model: `.adm`, `.acf` (with the dataset that it names), MotionSolve `.xml` or `.carom.toml`, in any case.
///
/// A dataset has no commands of its own. They come from `commands` if given, else from the command file that
/// stands beside the dataset under the same name, if there is one.
pub fn open(path: impl AsRef<Path>, commands: Option<&Path>) -> Loaded {
    open_with(path, commands, &Texts::default())
}

/// The same where `texts` stand for files.
pub fn open_with(path: impl AsRef<Path>, commands: Option<&Path>, texts: &Texts) -> Loaded {
    let path = path.as_ref();
    let ending = path.extension().map(|e| e.to_string_lossy().to_lowercase());
    let read = match ending.as_deref() {
        Some("adm") => adm::read_with(path, texts),
        Some("acf") => acf::read_with(path, texts),
        Some("xml") => motionsolve::read_with(path, texts),
        Some("toml") if is_native(path) => native::read_with(path, texts),
        _ => (None, refusal(path)),
    };
    let mut loaded = Loaded {
        path: path.to_owned(),
        model: read.0,
        diagnostics: read.1,
    };
    let beside = (ending.as_deref() == Some("adm"))
        .then(|| path.with_extension("acf"))
        .filter(|p| texts.get(p).is_some() || p.is_file());
    match (commands, beside) {
        (Some(file), _) => loaded.take_commands(file, texts),
        (None, Some(file)) if loaded.needs_commands() => {
            let message = format!("commands are taken from {}", file.display());
            loaded.diagnostics.push(Diagnostic::note(
                "session-commands-beside",
                Span::NONE,
                message,
            ));
            loaded.take_commands(&file, texts);
        }
        _ => {}
    }
    loaded
}

impl Loaded {
    /// A model that a program built.
    pub fn from_model(model: Model) -> Self {
        Self {
            path: PathBuf::from("model"),
            model: Some(model),
            diagnostics: Diagnostics::default(),
        }
    }

    /// Allows the model to call user-written code: from libraries beside it or that it names, and from `library` where it names none.
    /// Such code runs in this process, with all its rights.
    pub fn allow_user_code(&mut self, library: Option<PathBuf>) {
        let folder = self.path.parent().unwrap_or(Path::new(""));
        if let Some(model) = &mut self.model {
            model.user_code = Some(carom_model::UserCode {
                folder: folder.to_owned(),
                library,
            });
        }
    }

    /// The texts that the diagnostics point into.
    pub fn sources(&self) -> Sources {
        self.model
            .as_ref()
            .map(|m| m.sources.clone())
            .unwrap_or_default()
    }

    /// The model if it may be run.
    pub fn accepted(&self) -> Option<&Model> {
        self.model
            .as_ref()
            .filter(|_| !self.diagnostics.has_errors())
    }

    /// The name of the file without folder and ending; names the results.
    pub fn stem(&self) -> String {
        let stem = self.path.file_stem().map(|s| s.to_string_lossy());
        match stem {
            Some(s) if is_native(&self.path) && s.len() > ".carom".len() => {
                s[..s.len() - ".carom".len()].to_owned()
            }
            Some(s) if !s.is_empty() => s.into_owned(),
            _ => "model".to_owned(),
        }
    }

    fn needs_commands(&self) -> bool {
        self.model.as_ref().is_some_and(|m| m.commands.is_empty())
    }

    fn take_commands(&mut self, file: &Path, texts: &Texts) {
        if let Some(model) = &mut self.model {
            model.commands.clear();
            self.diagnostics
                .extend(acf::read_commands_with(model, file, texts));
        }
    }
}

/// Whether a file is a model file of Carom by its name.
fn is_native(path: &Path) -> bool {
    let name = path.file_name().map(|n| n.to_string_lossy().to_lowercase());
    name.is_some_and(|n| n.ends_with(".carom.toml"))
}

fn refusal(path: &Path) -> Diagnostics {
    let name = path.display();
    let known: Vec<_> = ENDINGS
        .iter()
        .map(|(ending, what)| format!(".{ending} ({what})"))
        .collect();
    let message = format!("{name} is not a model by its ending");
    let d = Diagnostic::error("session-unknown-ending", Span::NONE, message);
    let mut diagnostics = Diagnostics::default();
    diagnostics.push(d.help(format!("models are {}", known.join(", "))));
    diagnostics
}
