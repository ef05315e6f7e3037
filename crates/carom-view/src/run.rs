//! The folder of a run.

use carom_base::{Diagnostic, Span};
use carom_files::results::read::Table;
use carom_files::results::scene::Scene;
use carom_files::results::tables::TableSpec;
use carom_files::results::thin;
use serde::Deserialize;
use std::path::{Path, PathBuf};

/// What `run.json` says, as far as pictures need it.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct About {
    /// Always `carom`.
    pub program: String,
    /// `running`, `done` or `early`.
    pub status: String,
    /// The file of the model.
    pub model: String,
    /// Its title.
    pub title: String,
    /// Units of all numbers.
    pub units: UnitNames,
}

/// Units by name.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct UnitNames {
    /// Of forces.
    pub force: String,
    /// Of masses.
    pub mass: String,
    /// Of lengths.
    pub length: String,
    /// Of times.
    pub time: String,
}

/// A run that was read.
#[derive(Clone, Debug)]
pub struct Run {
    /// Its folder.
    pub folder: PathBuf,
    /// What ran.
    pub about: About,
    /// Names and shapes; empty for a run that has none.
    pub scene: Scene,
    /// The tables that are there, in the order of the manual.
    tables: Vec<(&'static TableSpec, Table)>,
    /// Outputs that were read and outputs that there are, if some were left out.
    outputs: Option<[usize; 2]>,
}

/// Values of tables that are read at most, 8 bytes each; of more outputs, those with the extremes are read.
const MOST_VALUES: usize = 25_000_000;

impl Run {
    /// Reads a folder of results. Errors: `view-not-a-run`, `view-no-tables`, `view-bad-table`.
    pub fn read(folder: &Path) -> Result<Self, Diagnostic> {
        Self::read_within(folder, MOST_VALUES)
    }

    /// The same with all outputs, however many there are: for what needs them at equal distances.
    ///
    /// # Errors
    /// Those of [`Run::read`].
    pub fn read_all(folder: &Path) -> Result<Self, Diagnostic> {
        Self::read_within(folder, usize::MAX)
    }

    fn read_within(folder: &Path, most: usize) -> Result<Self, Diagnostic> {
        let about = about(folder)?;
        let read = thin::read(folder, most).map_err(|e| {
            Diagnostic::error("view-bad-table", Span::NONE, e.to_string())
                .help("run the model again: the file is damaged, or of another version")
        })?;
        let tables = read.tables;
        if tables.is_empty() {
            let message = format!("{} has no result tables", folder.display());
            return Err(Diagnostic::error("view-no-tables", Span::NONE, message)
                .help("run the model with --format parquet or --format csv"));
        }
        // A run of a version that wrote none has no names: that is no reason to show nothing.
        let scene = Scene::read(folder).unwrap_or_default();
        Ok(Self {
            folder: folder.to_owned(),
            about,
            scene,
            tables,
            outputs: read.outputs,
        })
    }

    /// What was left out, if anything was.
    pub fn note(&self) -> Option<Diagnostic> {
        let [read, all] = self.outputs?;
        let message = format!(
            "{}: {read} of {all} outputs are read, the smallest and largest values among them",
            self.folder.display()
        );
        Some(Diagnostic::note("view-left-out", Span::NONE, message))
    }

    /// A table; `None` if the run has none of this name.
    pub fn table(&self, name: &str) -> Option<&Table> {
        let found = self.tables.iter().find(|(spec, _)| spec.name == name);
        found.map(|(_, table)| table)
    }

    /// The tables that are there.
    pub fn tables(&self) -> impl Iterator<Item = (&'static TableSpec, &Table)> {
        self.tables.iter().map(|(spec, table)| (*spec, table))
    }

    /// What the run is called: its folder without the ending `.carom`.
    pub fn name(&self) -> String {
        let full = self.folder.canonicalize();
        let path = full.as_deref().unwrap_or(&self.folder);
        let name = path.file_name().map(|n| n.to_string_lossy().into_owned());
        let name = name.unwrap_or_else(|| "run".to_owned());
        name.strip_suffix(".carom").unwrap_or(&name).to_owned()
    }

    /// Output times, each once, in the order of the run.
    pub fn times(&self) -> Vec<f64> {
        let tables = ["bodies", "requests", "joints", "forces"];
        let mut filled = tables.iter().filter_map(|t| self.table(t));
        let mut times = filled
            .find(|t| !t.is_empty())
            .map_or_else(Vec::new, |t| t.numbers("time").to_vec());
        times.dedup();
        times
    }

    /// Whether a contact of a label is between groups: shapes of several parts on a side.
    pub fn is_of_groups(&self, contact: u32) -> bool {
        let part = |g: &usize| self.scene.graphics[*g].part;
        let several = |side: &[usize]| side.iter().any(|g| part(g) != part(&side[0]));
        let mut contacts = self.scene.contacts.iter();
        contacts.any(|c| c.id == contact && (several(&c.i) || several(&c.j)))
    }

    /// What a part, joint, request or contact of a label is called: its name, else statement and label.
    pub fn name_of(&self, table: &str, id: u32) -> String {
        let (name, element) = match table {
            "bodies" | "modes" => {
                let mut bodies = self.scene.bodies.iter().map(|&p| &self.scene.parts[p]);
                let part = bodies.find(|p| p.id == id);
                part.map_or(("", format!("PART/{id}")), |p| {
                    (p.name.as_str(), p.element.clone())
                })
            }
            "joints" => {
                let suffix = format!("/{id}");
                let of = |l: &&carom_files::results::scene::Link| {
                    let mut words = l.element.splitn(2, '/');
                    let statement = words.next().unwrap_or_default();
                    matches!(statement, "JOINT" | "Constraint_Joint")
                        && l.element.ends_with(&suffix)
                };
                let joint = self.scene.joints.iter().find(of);
                joint.map_or(("", format!("JOINT/{id}")), |l| {
                    (l.name.as_str(), l.element.clone())
                })
            }
            "requests" => {
                let request = self.scene.requests.iter().find(|r| r.id == id);
                (
                    request.map_or("", |r| r.name.as_str()),
                    format!("REQUEST/{id}"),
                )
            }
            "contacts" => {
                let contact = self.scene.contacts.iter().find(|c| c.id == id);
                contact.map_or(("", format!("CONTACT/{id}")), |c| {
                    (c.name.as_str(), c.element.clone())
                })
            }
            _ => ("", id.to_string()),
        };
        // Names of Adams View have the path of the model in front: `.model.crank`.
        match name.rsplit('.').next().unwrap_or_default().trim() {
            "" => element,
            last => last.to_owned(),
        }
    }
}

fn about(folder: &Path) -> Result<About, Diagnostic> {
    let refused = |message: String| {
        Diagnostic::error("view-not-a-run", Span::NONE, message)
            .help("name the folder that `carom run` has written, such as ball.carom")
    };
    let path = folder.join("run.json");
    if !folder.exists() {
        return Err(refused(format!("there is no folder {}", folder.display())));
    }
    if !path.exists() {
        let message = format!(
            "{} is no result of Carom: it has no run.json",
            folder.display()
        );
        return Err(refused(message));
    }
    let text = carom_files::special::read_text(&path, 1 << 30)
        .map_err(|e| refused(format!("{} is no result of Carom: {e}", folder.display())))?;
    let about: About = serde_json::from_str(&text)
        .map_err(|e| refused(format!("{} is no result of Carom: {e}", path.display())))?;
    if about.program == "carom" {
        Ok(about)
    } else {
        Err(refused(format!("{} is not of Carom", path.display())))
    }
}
