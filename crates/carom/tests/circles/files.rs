//! The modules of a crate, and which file uses which names of which other file.

use super::names::{Child, Module};
use std::collections::{BTreeMap, BTreeSet};

/// Texts by their paths below `src`.
pub type Texts = BTreeMap<String, String>;

/// Of each file the files that it uses, with the names.
pub type Ties = BTreeMap<String, BTreeMap<String, BTreeSet<String>>>;

/// What leads from one module to another before a path is given up: it runs in a circle itself.
const STEPS: u32 = 32;

/// The modules of one program or library.
struct Tree(BTreeMap<Vec<String>, Module>);

/// What the files of a crate use of each other.
///
/// # Panics
/// On what is not Rust, and on modules without a file.
pub fn ties(texts: &Texts) -> Ties {
    let is_root = |file: &&String| {
        let in_bin = file.strip_prefix("bin/").is_some_and(|f| !f.contains('/'));
        in_bin || *file == "lib.rs" || *file == "main.rs"
    };
    let mut ties = Ties::new();
    for root in texts.keys().filter(is_root) {
        let mut tree = Tree(BTreeMap::new());
        tree.read(texts, Vec::new(), root);
        tree.tie(&mut ties);
    }
    ties
}

impl Tree {
    fn read(&mut self, texts: &Texts, at: Vec<String>, file: &str) {
        let text = &texts[file];
        let parsed = syn::parse_file(text).unwrap_or_else(|e| panic!("{file}: {e}"));
        let (folder, name) = file.rsplit_once('/').unwrap_or(("", file));
        let is_head = at.is_empty() || name == "mod.rs";
        let folder = match is_head {
            true => folder.to_owned(),
            false => file.trim_end_matches(".rs").to_owned(),
        };
        self.add(texts, at, file, parsed.items, &folder);
    }

    fn add(
        &mut self,
        texts: &Texts,
        at: Vec<String>,
        file: &str,
        items: Vec<syn::Item>,
        folder: &str,
    ) {
        let (module, children) = Module::new(file, items);
        self.0.insert(at.clone(), module);
        for child in children {
            let (name, part) = match child {
                Child::File(name) => (name, None),
                Child::Part(name, items) => (name, Some(items)),
            };
            let below = [folder, &name].join("/");
            let below = below.trim_start_matches('/');
            let at = [&at[..], &[name]].concat();
            match part {
                Some(items) => self.add(texts, at, file, items, below),
                None => {
                    let places = [format!("{below}.rs"), format!("{below}/mod.rs")];
                    let place = places.iter().find(|place| texts.contains_key(*place));
                    let place = place.unwrap_or_else(|| panic!("{file}: no file of {below}"));
                    self.read(texts, at, place);
                }
            }
        }
    }

    fn tie(&self, ties: &mut Ties) {
        for (at, module) in &self.0 {
            let brought = module
                .uses
                .iter()
                .filter(|u| !u.is_handed_on && u.name.is_some());
            let paths = brought.map(|u| &u.path).chain(&module.paths);
            let of_paths = paths.filter_map(|path| self.find(at, path, false, STEPS));
            let foreign = module
                .calls
                .iter()
                .filter(|name| !module.macros.contains(*name));
            let of_calls = foreign.filter_map(|name| self.find_macro(name));
            for (file, name) in of_paths.chain(of_calls) {
                if file != module.file {
                    let of = ties.entry(module.file.clone()).or_default();
                    of.entry(file).or_default().insert(name);
                }
            }
        }
    }

    /// The file of what a path stands for in a module, and its name there. `is_sure`: it is in the crate.
    fn find(
        &self,
        at: &[String],
        path: &[String],
        is_sure: bool,
        steps: u32,
    ) -> Option<(String, String)> {
        let steps = steps.checked_sub(1)?;
        let (first, rest) = path.split_first()?;
        match &first[..] {
            "crate" => return self.find(&[], rest, true, steps),
            "self" => return self.find(at, rest, true, steps),
            "super" => return self.find(at.split_last()?.1, rest, true, steps),
            _ => {}
        }
        let module = self.0.get(at)?;
        let own = || (module.file.clone(), first.clone());
        if module.defined.contains(first) {
            return Some(own());
        }
        let below = [at, std::slice::from_ref(first)].concat();
        if !rest.is_empty() && self.0.contains_key(&below) {
            return self.find(&below, rest, true, steps);
        }
        let mut known = false;
        for u in module
            .uses
            .iter()
            .filter(|u| u.name.as_ref() == Some(first))
        {
            known = true;
            let found = self.find(at, &[&u.path, rest].concat(), false, steps);
            if found.is_some() {
                return found;
            }
        }
        let of_all = module.uses.iter().filter(|u| u.name.is_none());
        let mut of_all = of_all.filter_map(|u| self.module(at, &u.path, steps));
        let among = of_all.find_map(|within| self.find(&within, path, false, steps));
        let is_module = self.0.contains_key(&below);
        among.or_else(|| (is_sure && !known && !is_module).then(own))
    }

    /// The module that a path stands for.
    fn module(&self, at: &[String], path: &[String], steps: u32) -> Option<Vec<String>> {
        let steps = steps.checked_sub(1)?;
        let Some((first, rest)) = path.split_first() else {
            return Some(at.to_vec());
        };
        match &first[..] {
            "crate" => return self.module(&[], rest, steps),
            "self" => return self.module(at, rest, steps),
            "super" => return self.module(at.split_last()?.1, rest, steps),
            _ => {}
        }
        let below = [at, std::slice::from_ref(first)].concat();
        if self.0.contains_key(&below) {
            return self.module(&below, rest, steps);
        }
        let mut uses = self.0.get(at)?.uses.iter();
        let brought = uses.find(|u| u.name.as_ref() == Some(first))?;
        self.module(at, &[&brought.path, rest].concat(), steps)
    }

    /// A macro, whose name needs no path.
    fn find_macro(&self, name: &str) -> Option<(String, String)> {
        let of = self.0.values().find(|m| m.macros.contains(name))?;
        Some((of.file.clone(), name.to_owned()))
    }
}
