//! The model of a study, read again for each run with other numbers in its text.

use carom::base::{Diagnostics, Sources};
use carom::files::places::{self, Place};
use carom::files::{Texts, places::NoPlace};
use carom::model::Model;
use carom::{Loaded, open_with};
use std::path::{Path, PathBuf};

/// The texts of a model, and where numbers are put in.
#[derive(Clone, Debug)]
pub struct Deck {
    /// The file of the model.
    pub path: PathBuf,
    commands: Option<PathBuf>,
    /// All texts it was read from: a run does not look at the disk for them.
    pub texts: Texts,
    /// The model as it is.
    pub model: Model,
    /// The file whose numbers change.
    edited: PathBuf,
}

impl Deck {
    /// Takes a model that was read.
    pub fn new(loaded: Loaded, commands: Option<PathBuf>) -> Option<Self> {
        let model = loaded.model?;
        let part = model.parts.iter().next()?;
        let edited = model.sources.get(part.tag.span.source)?.path.clone();
        Some(Self {
            path: loaded.path,
            commands,
            texts: Texts::of(&model.sources),
            edited,
            model,
        })
    }

    /// A number of the deck by its path.
    ///
    /// # Errors
    /// Why there is none.
    pub fn place(&self, path: &str) -> Result<Place, NoPlace> {
        places::find(&self.model, path)
    }

    /// The model with other numbers. `None` and the diagnostics if it is refused.
    pub fn with(&self, values: &[(&Place, f64)]) -> Result<Model, (Diagnostics, Sources)> {
        let loaded = if values.is_empty() {
            Loaded {
                path: self.path.clone(),
                model: Some(self.model.clone()),
                diagnostics: Diagnostics::default(),
            }
        } else {
            let text = self.texts.get(&self.edited).unwrap_or_default();
            let mut edits: Vec<_> = values
                .iter()
                .map(|(place, x)| (place.span, place.written(*x)))
                .collect();
            let text = places::edit(text, &mut edits);
            let texts = self.texts.with(&self.edited, text);
            open_with(&self.path, self.commands.as_deref(), &texts)
        };
        if loaded.diagnostics.has_errors() || loaded.model.is_none() {
            let sources = loaded.sources();
            return Err((loaded.diagnostics, sources));
        }
        let Some(mut model) = loaded.model else {
            return Err((loaded.diagnostics, Sources::default()));
        };
        model.user_code.clone_from(&self.model.user_code);
        Ok(model)
    }

    /// The text with these numbers, for those who want to run it by hand.
    pub fn text_with(&self, values: &[(&Place, f64)]) -> String {
        let text = self.texts.get(&self.edited).unwrap_or_default();
        let mut edits: Vec<_> = values
            .iter()
            .map(|(place, x)| (place.span, place.written(*x)))
            .collect();
        places::edit(text, &mut edits)
    }
}

/// The path of a file that another one names, seen from its folder.
pub fn beside(file: &Path, name: &str) -> PathBuf {
    file.parent().unwrap_or(Path::new("")).join(name)
}

/// The sources of a model, and a text more.
pub fn with_source(sources: &Sources, path: &Path, text: &str) -> Sources {
    let mut all = sources.clone();
    all.add(path, text.to_owned());
    all
}
