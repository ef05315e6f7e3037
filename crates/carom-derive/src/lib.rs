//! `#[derive(Field)]`: names and dimensions of the fields of the model, said once, where the field stands.
//!
//! For use in `carom-model`, whose module `data` has the trait. Of a struct or an enum it makes the three things that
//! follow from its fields: writing it as data, reading it from data, and carrying it into other units.
//!
//! ```text
//! #[derive(Field)]
//! pub struct Screw {
//!     pub tag: Tag,                        // label, name, place: the keys id, name, statement, active
//!     pub i: MarkerId,
//!     #[dimension(L)]                      // an expression in F, M, L, T, ONE and the other fields
//!     pub pitch: f64,
//!     #[dimension(F * L / L.power(*exponent))]
//!     #[absent(0.0)]                       // what holds if a file does not say it; not written then
//!     pub stiffness: f64,
//! }
//! ```
//!
//! A variant of a choice that is marked `#[list]` stands for all names of the list that it holds (`carom_model::data::List`).
//!
//! The fields `tag`, and `pose` with `given`, have keys of their own; a `Span` is where the value stands. A field that holds
//! numbers or functions and has no `#[dimension]` does not compile.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::{Attribute, Data, DeriveInput, Error, Fields, Meta, Result};

/// See the crate.
#[proc_macro_derive(Field, attributes(dimension, absent, list))]
pub fn field(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let input = syn::parse_macro_input!(input as DeriveInput);
    expand(&input)
        .unwrap_or_else(|e| e.to_compile_error())
        .into()
}

fn expand(input: &DeriveInput) -> Result<TokenStream> {
    match &input.data {
        Data::Struct(data) => record(&input.ident, &data.fields),
        Data::Enum(data) => {
            let variants: Result<Vec<Variant>> = data.variants.iter().map(Variant::new).collect();
            Ok(choice(&input.ident, &variants?))
        }
        Data::Union(_) => Err(Error::new_spanned(
            &input.ident,
            "no field of a model is a union",
        )),
    }
}

/// A field: its name in Rust, its key, what holds without it, its dimension.
struct Member {
    ident: Ident,
    key: String,
    /// Whether it is the place of the whole.
    place: bool,
    absent: Option<TokenStream>,
    dimension: TokenStream,
}

impl Member {
    fn new(field: &syn::Field, position: usize) -> Result<Self> {
        let ident = match &field.ident {
            Some(ident) => ident.clone(),
            None => format_ident!("f{position}"),
        };
        let ty = &field.ty;
        let words = quote!(#ty).to_string();
        let measured = words
            .split(|c: char| !c.is_alphanumeric())
            .any(|w| ["f64", "Function", "Expression", "Mat3", "Vec3"].contains(&w));
        let dimension = match argument(&field.attrs, "dimension")? {
            Some(dimension) => dimension,
            None if measured => {
                return Err(Error::new_spanned(
                    field,
                    "a field with numbers says its dimension: #[dimension(F / L)], #[dimension(ONE)]",
                ));
            }
            None => quote!(ONE),
        };
        Ok(Self {
            key: ident.to_string(),
            ident,
            place: words == "Span",
            absent: argument(&field.attrs, "absent")?,
            dimension,
        })
    }

    fn write(&self, value: &TokenStream) -> TokenStream {
        let key = &self.key;
        match &self.absent {
            Some(absent) => quote!(if *#value != #absent {
                entries.put(#key, Some(crate::data::Field::item(#value, model)));
            }),
            None => quote!(entries.put(#key, crate::data::Field::write(#value, model));),
        }
    }

    fn read(&self) -> TokenStream {
        let (ident, key) = (&self.ident, &self.key);
        match &self.absent {
            Some(absent) => quote!(let #ident = keys_.field_or(#key, || #absent, reading);),
            None => quote!(let #ident = keys_.field(#key, reading);),
        }
    }
}

/// The tokens in the parentheses of an attribute.
fn argument(attributes: &[Attribute], name: &str) -> Result<Option<TokenStream>> {
    let Some(attribute) = attributes.iter().find(|a| a.path().is_ident(name)) else {
        return Ok(None);
    };
    match &attribute.meta {
        Meta::List(list) => Ok(Some(list.tokens.clone())),
        other => Err(Error::new_spanned(other, format!("write #[{name}(...)]"))),
    }
}

fn members(fields: &Fields) -> Result<Vec<Member>> {
    let list = fields.iter().enumerate();
    list.map(|(k, f)| Member::new(f, k)).collect()
}

/// Scales members that are bound to their names as mutable references. All dimensions are computed first: they may
/// depend on numbers that are scaled.
fn scale(members: &[Member]) -> TokenStream {
    let dimensions = members.iter().map(|m| {
        let (name, dimension) = (format_ident!("of_{}", m.ident), &m.dimension);
        quote!(let #name: crate::data::Of = {
            use crate::data::Of;
            use carom_base::dimension::symbols::*;
            (#dimension).into()
        };)
    });
    let scaled = members.iter().map(|m| {
        let (ident, name) = (&m.ident, format_ident!("of_{}", m.ident));
        quote!(crate::data::Field::scale(#ident, by, &#name);)
    });
    quote!(#(#dimensions)* #(#scaled)*)
}

fn record(name: &Ident, fields: &Fields) -> Result<TokenStream> {
    let Fields::Named(_) = fields else {
        return Err(Error::new_spanned(name, "fields of a model have names"));
    };
    let tagged = fields
        .iter()
        .any(|f| f.ident.as_ref().is_some_and(|i| i == "tag"));
    let all = members(fields)?;
    let placed = all.iter().any(|m| m.ident == "given");
    let own =
        |m: &Member| m.ident != "tag" && !(placed && (m.ident == "pose" || m.ident == "given"));
    let members: Vec<Member> = all.into_iter().filter(own).collect();
    let idents: Vec<_> = members.iter().map(|m| &m.ident).collect();
    let write = members.iter().map(|m| {
        let ident = &m.ident;
        m.write(&quote!((&self.#ident)))
    });
    let read = members.iter().map(Member::read);
    let scale = scale(&members);
    let write_pose = placed.then(|| quote!(entries.pose(&self.pose, self.given.as_ref(), model);));
    let read_pose = placed.then(|| quote!(let placed = keys_.pose(reading);));
    let take_pose = placed.then(|| quote!(pose: placed.as_ref()?.0, given: placed?.1,));
    let bind_pose = placed.then(|| quote!(pose, given,));
    let scale_pose = placed.then(|| quote!(by.pose(pose, given);));
    let write_tag = tagged.then(|| quote!(entries.tag(&self.tag);));
    let read_tag = tagged.then(|| quote!(let tag = keys_.tag(reading);));
    let take_tag = tagged.then(|| quote!(tag: tag?,));
    let pass_tag = tagged.then(|| quote!(tag: _,));
    Ok(quote! {
        #[automatically_derived]
        #[allow(unused_variables, unused_imports, non_shorthand_field_patterns)]
        impl crate::data::Field for #name {
            fn write(&self, model: &crate::Model) -> Option<crate::data::Value> {
                let mut entries = crate::data::Entries::default();
                #write_tag
                #write_pose
                #(#write)*
                Some(entries.into())
            }
            fn read(node: &crate::data::Node, reading: &mut crate::data::Reading) -> Option<Self> {
                let mut keys_ = reading.table(node)?;
                #read_tag
                #read_pose
                #(#read)*
                keys_.end(reading);
                Some(Self { #take_tag #take_pose #(#idents: #idents?),* })
            }
            fn scale(&mut self, by: &mut crate::data::Scaling, _: &crate::data::Of) {
                let Self { #pass_tag #bind_pose #(#idents),* } = self;
                #scale_pose
                #scale
            }
        }
    })
}

struct Variant {
    ident: Ident,
    key: String,
    members: Vec<Member>,
    named: bool,
    /// The list whose names it stands for.
    list: Option<syn::Type>,
}

impl Variant {
    fn new(of: &syn::Variant) -> Result<Self> {
        let is_list = of.attrs.iter().any(|a| a.path().is_ident("list"));
        let list = match (is_list, of.fields.iter().next(), of.fields.len()) {
            (false, ..) => None,
            (true, Some(field), 1) => Some(field.ty.clone()),
            _ => {
                return Err(Error::new_spanned(
                    &of.ident,
                    "#[list] stands before `Name(Type)`",
                ));
            }
        };
        Ok(Self {
            key: snake(&of.ident.to_string()),
            ident: of.ident.clone(),
            members: members(&of.fields)?,
            named: matches!(of.fields, Fields::Named(_)),
            list,
        })
    }

    /// Its names.
    fn keys(&self) -> TokenStream {
        let key = &self.key;
        match &self.list {
            Some(list) => quote!(keys_.extend(<#list as crate::data::List>::keys());),
            None => quote!(keys_.push(#key);),
        }
    }

    /// The fields that a file has.
    fn said(&self) -> Vec<&Member> {
        self.members.iter().filter(|m| !m.place).collect()
    }

    /// Gives the place of the whole to the fields that hold it.
    fn places(&self) -> TokenStream {
        let idents = self.members.iter().filter(|m| m.place).map(|m| &m.ident);
        quote!(#(let #idents = Some(node.span);)*)
    }

    /// `Self::Name { a, b }`, `Self::Name(f0, f1)`, `Self::Name`.
    fn pattern(&self, value: impl Fn(&Ident) -> TokenStream) -> TokenStream {
        let ident = &self.ident;
        let names = self.members.iter().map(|m| &m.ident);
        let values = self.members.iter().map(|m| value(&m.ident));
        match (self.named, self.members.is_empty()) {
            (_, true) => quote!(Self::#ident),
            (true, _) => quote!(Self::#ident { #(#names: #values),* }),
            (false, _) => quote!(Self::#ident(#(#values),*)),
        }
    }

    fn write(&self) -> TokenStream {
        let (key, pattern) = (&self.key, self.pattern(|i| quote!(#i)));
        let said = self.said();
        let idents: Vec<_> = said.iter().map(|m| &m.ident).collect();
        let value = match (self.named, &idents[..]) {
            (_, [list]) if self.list.is_some() => {
                quote!(return crate::data::Field::write(#list, model))
            }
            (_, []) => quote!(crate::data::Value::text(#key)),
            (true, _) => {
                let write = said.iter().map(|m| {
                    let ident = &m.ident;
                    m.write(&quote!(#ident))
                });
                quote!({
                    let mut entries = crate::data::Entries::default();
                    #(#write)*
                    crate::data::Value::variant(#key, entries.into())
                })
            }
            (false, [one]) => quote!(crate::data::Value::variant(
                #key,
                crate::data::Field::write(#one, model).unwrap_or_else(crate::data::Value::nothing),
            )),
            (false, _) => quote!(crate::data::Value::variant(
                #key,
                crate::data::Value::list([#(crate::data::Field::write(#idents, model)),*]),
            )),
        };
        quote!(#pattern => #value,)
    }

    fn read(&self) -> TokenStream {
        let key = &self.key;
        let made = self.pattern(|i| quote!(#i?));
        if let Some(list) = &self.list {
            return quote!(name if <#list as crate::data::List>::keys().contains(&name) => {
                let f0 = crate::data::Field::read(node, reading);
                Some(#made)
            });
        }
        let (said, places) = (self.said(), self.places());
        let idents: Vec<_> = said.iter().map(|m| &m.ident).collect();
        let body = match (self.named, &idents[..]) {
            (_, []) => quote!(reading.alone(#key, body)?;),
            (true, _) => {
                let read = said.iter().map(|m| m.read());
                quote!(let mut keys_ = reading.body(#key, body, node)?; #(#read)* keys_.end(reading);)
            }
            (false, [one]) => {
                quote!(let #one = crate::data::Field::read(body.unwrap_or(node), reading);)
            }
            (false, _) => {
                let n = idents.len();
                let read = idents.iter().enumerate().map(|(k, ident)| {
                    quote!(let #ident = crate::data::Field::read(&items[#k], reading);)
                });
                quote!(let items = reading.items(#key, body, #n, node)?; #(#read)*)
            }
        };
        quote!(#key => { #body #places Some(#made) })
    }

    fn scale(&self) -> TokenStream {
        let (pattern, scale) = (self.pattern(|i| quote!(#i)), scale(&self.members));
        quote!(#pattern => { #scale })
    }
}

fn choice(name: &Ident, variants: &[Variant]) -> TokenStream {
    let keys = variants.iter().map(Variant::keys);
    let write = variants.iter().map(Variant::write);
    let read = variants.iter().map(Variant::read);
    let scale = variants.iter().map(Variant::scale);
    quote! {
        #[automatically_derived]
        #[allow(unused_variables, unused_imports, non_shorthand_field_patterns)]
        impl crate::data::Field for #name {
            fn write(&self, model: &crate::Model) -> Option<crate::data::Value> {
                Some(match self { #(#write)* })
            }
            fn read(node: &crate::data::Node, reading: &mut crate::data::Reading) -> Option<Self> {
                let mut keys_: Vec<&'static str> = Vec::new();
                #(#keys)*
                let (name, body) = reading.choice(node, &keys_)?;
                match name { #(#read)* _ => None }
            }
            fn scale(&mut self, by: &mut crate::data::Scaling, of: &crate::data::Of) {
                match self { #(#scale)* }
            }
        }
    }
}

/// `RackPinion` as `rack_pinion`.
fn snake(name: &str) -> String {
    let mut out = String::new();
    for (k, c) in name.char_indices() {
        if c.is_uppercase() && k > 0 {
            out.push('_');
        }
        out.extend(c.to_lowercase());
    }
    out
}
