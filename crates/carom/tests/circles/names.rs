//! Which names a file defines, brings into scope and uses, tests left aside.

use proc_macro2::{Spacing, TokenStream, TokenTree};
use std::collections::BTreeSet;
use syn::visit::{self, Visit};
use syn::{Attribute, Item, UseTree, Visibility};

/// A name that a module brings into scope.
#[derive(Debug)]
pub struct Use {
    /// What it stands for.
    pub path: Vec<String>,
    /// Its name here; `None` for all names of `path`.
    pub name: Option<String>,
    /// Whether it is handed on to others: this alone is no use.
    pub is_handed_on: bool,
}

/// A module: a file, or a part of one.
#[derive(Debug, Default)]
pub struct Module {
    /// Below `src`.
    pub file: String,
    pub defined: BTreeSet<String>,
    /// Macros, which are known to all modules behind them.
    pub macros: BTreeSet<String>,
    pub uses: Vec<Use>,
    /// All paths in its code.
    pub paths: BTreeSet<Vec<String>>,
    /// Names of the macros that it calls.
    pub calls: BTreeSet<String>,
}

/// A module within another one.
pub enum Child {
    /// In a file of its own.
    File(String),
    /// In the same file.
    Part(String, Vec<Item>),
}

impl Module {
    /// A module of these items, and the modules within it.
    pub fn new(file: &str, items: Vec<Item>) -> (Self, Vec<Child>) {
        let mut module = Self {
            file: file.to_owned(),
            ..Self::default()
        };
        let mut children = Vec::new();
        for item in items {
            if is_test(attributes(&item)) {
                continue;
            }
            module.define(&item);
            if let Item::Mod(within) = item {
                let name = within.ident.to_string();
                children.push(match within.content {
                    Some((_, items)) => Child::Part(name, items),
                    None => Child::File(name),
                });
                continue;
            }
            let mut bound = Bound::default();
            bound.visit_item(&item);
            let mut names = Names {
                module: &mut module,
                bound: bound.0,
            };
            names.visit_item(&item);
        }
        (module, children)
    }

    fn define(&mut self, item: &Item) {
        let name = match item {
            Item::Const(i) => &i.ident,
            Item::Enum(i) => &i.ident,
            Item::Fn(i) => &i.sig.ident,
            Item::Static(i) => &i.ident,
            Item::Struct(i) => &i.ident,
            Item::Trait(i) => &i.ident,
            Item::Type(i) => &i.ident,
            Item::Union(i) => &i.ident,
            Item::Macro(i) => {
                self.macros
                    .extend(i.ident.as_ref().map(ToString::to_string));
                return;
            }
            _ => return,
        };
        self.defined.insert(name.to_string());
    }

    fn bring(&mut self, tree: &UseTree, before: &[String], is_handed_on: bool) {
        let with = |name: &syn::Ident| {
            let mut path = before.to_vec();
            path.push(name.to_string());
            path
        };
        let (path, name) = match tree {
            UseTree::Path(t) => return self.bring(&t.tree, &with(&t.ident), is_handed_on),
            UseTree::Group(t) => {
                let trees = t.items.iter();
                return trees.for_each(|tree| self.bring(tree, before, is_handed_on));
            }
            UseTree::Glob(_) => (before.to_vec(), None),
            UseTree::Name(t) if t.ident == "self" => (before.to_vec(), before.last().cloned()),
            UseTree::Name(t) => (with(&t.ident), Some(t.ident.to_string())),
            UseTree::Rename(t) if t.ident == "self" => {
                (before.to_vec(), Some(t.rename.to_string()))
            }
            UseTree::Rename(t) => (with(&t.ident), Some(t.rename.to_string())),
        };
        self.uses.push(Use {
            path,
            name,
            is_handed_on,
        });
    }
}

fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(i) => &i.attrs,
        Item::Enum(i) => &i.attrs,
        Item::Fn(i) => &i.attrs,
        Item::Impl(i) => &i.attrs,
        Item::Macro(i) => &i.attrs,
        Item::Mod(i) => &i.attrs,
        Item::Static(i) => &i.attrs,
        Item::Struct(i) => &i.attrs,
        Item::Trait(i) => &i.attrs,
        Item::Type(i) => &i.attrs,
        Item::Use(i) => &i.attrs,
        _ => &[],
    }
}

/// Whether it is there for tests only.
fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|a| {
        let condition = a.meta.require_list().map(|list| list.tokens.to_string());
        a.path().is_ident("test")
            || a.path().is_ident("cfg") && condition.is_ok_and(|c| c == "test")
    })
}

/// Names of variables and of items within functions: they hide others.
#[derive(Default)]
struct Bound(BTreeSet<String>);

impl<'a> Visit<'a> for Bound {
    fn visit_pat_ident(&mut self, pattern: &'a syn::PatIdent) {
        let name = pattern.ident.to_string();
        // What begins with a capital is a constant that is compared with.
        if name.starts_with(|c: char| c.is_lowercase() || c == '_') {
            self.0.insert(name);
        }
        visit::visit_pat_ident(self, pattern);
    }

    fn visit_item_fn(&mut self, function: &'a syn::ItemFn) {
        self.0.insert(function.sig.ident.to_string());
        visit::visit_item_fn(self, function);
    }
}

/// Collects the names of one item.
struct Names<'m> {
    module: &'m mut Module,
    bound: BTreeSet<String>,
}

impl Names<'_> {
    fn take(&mut self, path: Vec<String>) {
        if !(path.is_empty() || path.len() == 1 && self.bound.contains(&path[0])) {
            self.module.paths.insert(path);
        }
    }

    /// Paths in what a macro is given, which may be no Rust.
    fn take_tokens(&mut self, tokens: TokenStream) {
        let (mut path, mut colons, mut is_member) = (Vec::new(), 0, false);
        for token in tokens {
            let (before, was_member) = (colons, is_member);
            (colons, is_member) = (0, false);
            match token {
                TokenTree::Ident(name) => {
                    if before != 2 {
                        self.take(std::mem::take(&mut path));
                    }
                    // A method or a field is no path.
                    if !was_member {
                        path.push(name.to_string());
                    }
                    continue;
                }
                TokenTree::Punct(p) if p.as_char() == ':' => {
                    colons = before + 1;
                    continue;
                }
                TokenTree::Punct(p) if p.as_char() == '!' && p.spacing() == Spacing::Alone => {
                    self.module.calls.extend(path.pop());
                    path.clear();
                }
                TokenTree::Punct(p) => is_member = p.as_char() == '.',
                TokenTree::Group(group) => self.take_tokens(group.stream()),
                TokenTree::Literal(_) => {}
            }
            self.take(std::mem::take(&mut path));
        }
        self.take(path);
    }
}

impl<'a> Visit<'a> for Names<'_> {
    fn visit_item(&mut self, item: &'a Item) {
        if !is_test(attributes(item)) {
            visit::visit_item(self, item);
        }
    }

    fn visit_impl_item_fn(&mut self, function: &'a syn::ImplItemFn) {
        if !is_test(&function.attrs) {
            visit::visit_impl_item_fn(self, function);
        }
    }

    fn visit_item_use(&mut self, item: &'a syn::ItemUse) {
        let is_handed_on = !matches!(item.vis, Visibility::Inherited);
        self.module.bring(&item.tree, &[], is_handed_on);
    }

    fn visit_path(&mut self, path: &'a syn::Path) {
        let names = path.segments.iter().map(|s| s.ident.to_string());
        self.take(names.collect());
        visit::visit_path(self, path);
    }

    fn visit_pat_ident(&mut self, pattern: &'a syn::PatIdent) {
        self.take(vec![pattern.ident.to_string()]);
        visit::visit_pat_ident(self, pattern);
    }

    fn visit_macro(&mut self, call: &'a syn::Macro) {
        let name = call.path.segments.last().map(|s| s.ident.to_string());
        self.module.calls.extend(name);
        self.take_tokens(call.tokens.clone());
    }
}
