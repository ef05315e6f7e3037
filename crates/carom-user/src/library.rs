//! Finds libraries and the routines in them.
//!
//! Whether a routine has the C or the Fortran interface is told by how its symbol is spelled: one in mixed case is C, any other
//! is Fortran, with the underscore that compilers on Linux append to it.

use crate::element::Kind;
use crate::{companion, python};
use libloading::os::unix::{Library, RTLD_LAZY, RTLD_LOCAL};
use std::collections::HashMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock, PoisonError};

/// How a routine takes its arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interface {
    /// A structure, then scalars by value.
    C,
    /// Everything by reference: Fortran, and C for MotionSolve.
    Pointers,
    /// A function of a Python script.
    Python,
}

/// Where libraries are looked for, and which one is meant where a statement names none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Places {
    /// The folder of the model.
    pub folder: PathBuf,
    /// The library of routines that are named without one, and for elements without a routine.
    pub default: Option<PathBuf>,
    /// Symbols in mixed case are C routines that take pointers, as in MotionSolve.
    pub pointers: bool,
}

/// A routine.
#[derive(Clone, Debug)]
pub struct Found {
    /// The file.
    pub library: PathBuf,
    /// Its symbol as it is spelled there.
    pub symbol: String,
    /// How it is called.
    pub interface: Interface,
    /// Functions that the library calls and nobody has: a call of one of them ends the program.
    pub unresolved: Vec<String>,
    pub(crate) entry: Entry,
}

/// The address of code in a library that stays open.
pub(crate) type Entry = unsafe extern "C" fn();

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {}", self.symbol, self.library.display())
    }
}

/// Why a routine cannot be called.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Missing {
    /// No library is named.
    #[error("names no library, and there is no default library")]
    NoLibrary,
    /// The library is nowhere.
    #[error("names the library {name}, which is not found")]
    NoFile {
        /// As it is named.
        name: String,
        /// The files that were looked for.
        tried: Vec<PathBuf>,
    },
    /// The library cannot be opened.
    #[error("names the library {}, which cannot be opened: {why}", path.display())]
    Unusable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        why: String,
    },
    /// The routine is not in the library.
    #[error("calls {wanted}, which the library {} does not have", path.display())]
    NoSymbol {
        /// The file.
        path: PathBuf,
        /// The routine.
        wanted: String,
        /// The symbols that were looked for.
        tried: Vec<String>,
        /// What the library has, sorted, a few of them.
        has: Vec<String>,
    },
    /// Users' code cannot be called here.
    #[error("calls users' code, which cannot be called on this system: {0}")]
    Companion(String),
}

impl Missing {
    /// What may be done.
    pub fn help(&self) -> String {
        let list = |paths: &[PathBuf]| {
            let all: Vec<_> = paths.iter().map(|p| p.display().to_string()).collect();
            all.join(", ")
        };
        match self {
            Self::NoLibrary => {
                "name one, ROUTINE=library::routine, or give one with --user-library".into()
            }
            Self::NoFile { tried, .. } => format!("looked for {}", list(tried)),
            Self::Unusable { .. } => {
                "a library for this system is needed: carom build-user compiles sources; or a Python script that runs".into()
            }
            Self::NoSymbol { tried, has, .. } => {
                let has = match has.is_empty() {
                    true => "nothing".to_owned(),
                    false => has.join(", "),
                };
                format!("looked for {}; it has {has}", tried.join(", "))
            }
            Self::Companion(_) => "Linux on x86-64 is needed".into(),
        }
    }
}

/// Library and routine of `ROUTINE=`: `library::routine`, `library:routine`, `::routine`, `library::`, `routine`.
pub fn split(routine: &str) -> (&str, &str) {
    // A backslash may end it, as it ends functions.
    let routine = routine.trim().trim_end_matches('\\').trim_end();
    let (library, name) = match routine.split_once("::") {
        Some(pair) => pair,
        // A single colon, but not that of a drive: C:\lib.dll
        None => match routine.rsplit_once(':') {
            Some((library, name)) if library.len() > 1 => (library, name),
            _ => ("", routine),
        },
    };
    let unquoted = |s: &'static str, text| -> &str { str::trim_matches(text, |c| s.contains(c)) };
    (unquoted("\"' ", library), unquoted("\"' ", name))
}

/// The symbols by which a routine may be known, each with its interface.
fn spellings(kind: Kind, name: &str, pointers: bool) -> Vec<(String, Interface)> {
    let c = if pointers {
        Interface::Pointers
    } else {
        Interface::C
    };
    let is_mixed = |s: &str| s.chars().any(char::is_lowercase) && s.chars().any(char::is_uppercase);
    let name = match name {
        "" | "NULL" => kind.name(),
        given => given,
    };
    let (lower, upper) = (name.to_lowercase(), name.to_uppercase());
    // Sources spell this default in two ways.
    let other = (kind == Kind::GseSamp && upper == kind.name())
        .then(|| spellings(kind, "Gse_sample", pointers));
    let mut list = Vec::new();
    if is_mixed(name) {
        list.push((name.to_owned(), c));
    }
    // The defaults are known in capitals, and so a deck may write them.
    if upper == kind.name() {
        list.push((upper[..1].to_owned() + &lower[1..], c));
    }
    list.push((format!("{lower}_"), Interface::Pointers));
    if lower.contains('_') {
        list.push((format!("{lower}__"), Interface::Pointers));
    }
    list.push((lower, Interface::Pointers));
    list.push((upper, Interface::Pointers));
    list.extend(other.into_iter().flatten());
    let mut once = Vec::new();
    for s in list {
        if !once.contains(&s) {
            once.push(s);
        }
    }
    once
}

/// The files that a name may mean, in the order of search.
fn candidates(name: &str, places: &Places) -> Vec<PathBuf> {
    let written = Path::new(name);
    let mut names: Vec<PathBuf> = vec![written.to_owned()];
    let is_library = |p: &Path| {
        p.extension().is_some_and(|e| e.eq_ignore_ascii_case("so")) || name.contains(".so.")
    };
    if is_script(written) {
        // As it is written.
    } else if !is_library(written) {
        names.insert(0, PathBuf::from(format!("{name}.so")));
        let stem = written
            .extension()
            .filter(|e| e.eq_ignore_ascii_case("dll"))
            .map(|_| written.with_extension("so"));
        names.extend(stem);
        if let Some(file) = written.file_name() {
            let file = format!("lib{}.so", file.to_string_lossy());
            names.push(written.with_file_name(file));
        }
    }
    if written.is_absolute() {
        return names;
    }
    let mut folders = vec![match places.folder.as_os_str().is_empty() {
        true => PathBuf::from("."),
        false => places.folder.clone(),
    }];
    for variable in ["MS_USERDLL_DIR", "LD_LIBRARY_PATH"] {
        let value = std::env::var_os(variable).unwrap_or_default();
        let value = value.to_string_lossy().replace(';', ":");
        // An empty entry would mean the working directory, whatever that is.
        let named = value.split(':').filter(|f| !f.is_empty());
        folders.extend(named.map(PathBuf::from));
    }
    folders
        .iter()
        .flat_map(|f| names.iter().map(move |n| f.join(n)))
        .collect()
}

/// A library that stays open to the end of the program, as its routines may be called until then.
struct Open {
    library: &'static Library,
    unresolved: Vec<String>,
    exported: Vec<String>,
}

fn open(path: &Path) -> Result<&'static Open, Missing> {
    static ALL: OnceLock<Mutex<HashMap<PathBuf, &'static Open>>> = OnceLock::new();
    companion::present().map_err(Missing::Companion)?;
    let all = ALL.get_or_init(Mutex::default);
    let mut all = all.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(open) = all.get(path) {
        return Ok(open);
    }
    let unusable = |why: String| Missing::Unusable {
        path: path.to_owned(),
        why,
    };
    // SAFETY: opening runs the initializers of the library, code of the user that the user has allowed to run.
    let library = unsafe { Library::open(Some(path), RTLD_LAZY | RTLD_LOCAL) }
        .map_err(|e| unusable(reason(&e)))?;
    let library: &'static Library = Box::leak(Box::new(library));
    let symbols = std::fs::read(path)
        .ok()
        .and_then(|bytes| companion::symbols(&bytes))
        .unwrap_or_default();
    let unresolved = symbols
        .needed
        .into_iter()
        // What the program has, or libraries that it has opened for all: the companion.
        // SAFETY: the symbol is only looked up, not used.
        .filter(|name| unsafe {
            library.get::<Entry>(name.as_bytes()).is_err()
                && Library::this().get::<Entry>(name.as_bytes()).is_err()
        })
        .collect();
    let open: &'static Open = Box::leak(Box::new(Open {
        library,
        unresolved,
        exported: symbols.exported,
    }));
    all.insert(path.to_owned(), open);
    Ok(open)
}

/// What the system says of a library, without the error's own preamble.
fn reason(e: &libloading::Error) -> String {
    match e {
        libloading::Error::DlOpen { source, .. } => source.to_string(),
        other => other.to_string(),
    }
}

/// The file of the library that a routine stands in.
///
/// # Errors
/// No library is named, or there is no such file.
pub fn file(routine: &str, places: &Places) -> Result<PathBuf, Missing> {
    let (library, _) = split(routine);
    if matches!(library, "" | "NULL") {
        let default = places.default.as_ref().ok_or(Missing::NoLibrary)?;
        return locate(
            &default.to_string_lossy(),
            &Places {
                folder: PathBuf::from("."),
                ..places.clone()
            },
        );
    }
    locate(library, places)
}

fn locate(name: &str, places: &Places) -> Result<PathBuf, Missing> {
    let tried = candidates(name, places);
    match tried.iter().find(|p| p.is_file()) {
        Some(path) => Ok(std::fs::canonicalize(path).unwrap_or_else(|_| path.clone())),
        None => Err(Missing::NoFile {
            name: name.to_owned(),
            tried,
        }),
    }
}

/// Finds the routine that an element calls: opens its library. Code of the library runs.
///
/// # Errors
/// The library or the routine is missing, or the library cannot be opened.
pub fn find(kind: Kind, routine: &str, places: &Places) -> Result<Found, Missing> {
    let path = file(routine, places)?;
    if is_script(&path) {
        return function(kind, routine, path);
    }
    let open = open(&path)?;
    let (_, name) = split(routine);
    let spellings = spellings(kind, name, places.pointers);
    for (symbol, interface) in &spellings {
        // SAFETY: the symbol is taken for the entry of a routine; see `Callee::call` for what is relied on.
        if let Ok(entry) = unsafe { open.library.get::<Entry>(symbol.as_bytes()) }
            && open.exported.iter().any(|e| e == symbol)
        {
            return Ok(Found {
                library: path,
                symbol: symbol.clone(),
                interface: *interface,
                unresolved: open.unresolved.clone(),
                entry: *entry,
            });
        }
    }
    const MOST: usize = 12;
    Err(Missing::NoSymbol {
        path,
        wanted: match name {
            "" | "NULL" => kind.name().to_owned(),
            given => given.to_owned(),
        },
        tried: spellings.into_iter().map(|(s, _)| s).collect(),
        has: open.exported.iter().take(MOST).cloned().collect(),
    })
}

fn is_script(path: &Path) -> bool {
    path.extension().is_some_and(|e| e == "py" || e == "pyc")
}

/// A function of a script. Its code runs.
fn function(kind: Kind, routine: &str, path: PathBuf) -> Result<Found, Missing> {
    extern "C" fn none() {}
    let has = match python::load(&path) {
        Ok(has) => has,
        Err(why) => return Err(Missing::Unusable { path, why }),
    };
    let (_, name) = split(routine);
    let wanted = match name {
        "" | "NULL" => kind.name(),
        given => given,
    };
    let tried: Vec<String> = [
        wanted.to_owned(),
        wanted.to_uppercase(),
        wanted.to_lowercase(),
    ]
    .into();
    match tried.iter().find(|t| has.contains(t)) {
        Some(symbol) => Ok(Found {
            library: path,
            symbol: symbol.clone(),
            interface: Interface::Python,
            unresolved: Vec::new(),
            entry: none,
        }),
        None => Err(Missing::NoSymbol {
            path,
            wanted: wanted.to_owned(),
            tried,
            has,
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn routine_names() {
        for (text, expected) in [
            ("lib::Sub", ("lib", "Sub")),
            ("lib:Sub", ("lib", "Sub")),
            ("lib::Sub\\", ("lib", "Sub")),
            ("::Sub", ("", "Sub")),
            ("lib::", ("lib", "")),
            ("Sub", ("", "Sub")),
            ("/a/lib.so::Sub", ("/a/lib.so", "Sub")),
            ("\"lib::Sub\"", ("lib", "Sub")),
            ("", ("", "")),
        ] {
            assert_eq!(split(text), expected, "{text}");
        }
    }

    #[test]
    fn the_spelling_decides_the_interface() {
        use Interface::{C, Pointers};
        let of = |name: &str| {
            let all = spellings(Kind::Sfosub, name, false);
            all.into_iter()
                .map(|(s, i)| format!("{s} {i:?}"))
                .collect::<Vec<_>>()
                .join(", ")
        };
        assert_eq!(
            of(""),
            "Sfosub C, sfosub_ Pointers, sfosub Pointers, SFOSUB Pointers"
        );
        assert_eq!(
            of("MySub"),
            "MySub C, mysub_ Pointers, mysub Pointers, MYSUB Pointers"
        );
        assert_eq!(
            of("my_sub"),
            "my_sub_ Pointers, my_sub__ Pointers, my_sub Pointers, MY_SUB Pointers"
        );
        assert_eq!(spellings(Kind::Sfosub, "MySub", true)[0].1, Pointers);
        assert_eq!(spellings(Kind::Sfosub, "MySub", false)[0].1, C);
    }

    #[test]
    fn beside_the_model_comes_first_and_the_working_directory_is_not_searched() {
        let places = Places {
            folder: PathBuf::from("/models"),
            ..Places::default()
        };
        let list = candidates("tire", &places);
        assert_eq!(list[0], Path::new("/models/tire.so"));
        assert!(list.contains(&PathBuf::from("/models/libtire.so")));
        assert!(list.iter().all(|p| p.is_absolute()));
        assert_eq!(candidates("/x/tire.so", &places), [Path::new("/x/tire.so")]);
        assert!(candidates("tire.dll", &places).contains(&PathBuf::from("/models/tire.so")));
    }
}
