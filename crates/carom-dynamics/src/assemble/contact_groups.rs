//! Contacts of groups: sides on several bodies.

use crate::assemble::builder::Builder;
use crate::elements::contact_group::{ContactGroup, Sides};
use crate::elements::solid::{Contact, SolidOn};
use crate::mechanism::kinematics::Carrier;
use carom_base::Diagnostic;
use carom_geometry::overlap::Prepared;
use carom_model::analysis::{ContactGroups, ContactRule, Settings};
use carom_model::force::NormalLaw;
use carom_model::{Graphic, Id, Model, PartId};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// So many pairs of shapes are few.
const FEW: usize = 100;
/// More pairs of shapes are no contacts of their own.
const MOST_PAIRS: usize = 5000;

/// A shape and its part.
type Shaped = (Id<Graphic>, PartId);

impl Builder<'_> {
    /// The contact of all shapes of side I with all of side J: that of each pair of parts where these are few, or what is asked for needs it.
    pub(super) fn contact_of_groups(&mut self, c: &carom_model::Contact) {
        let unknown = unknown_to_groups(&self.model.settings, c);
        let most = match (self.model.settings.contact_groups, unknown) {
            (ContactGroups::Near, None) => 0,
            (ContactGroups::Few, None) => FEW,
            _ => MOST_PAIRS,
        };
        let shapes = pairs_of_shapes(self.model, c, most);
        if let Some(pairs) = shapes {
            return self.contacts_of_parts(c, &pairs);
        }
        if let Some([what, instead]) = unknown {
            let message = format!(
                "{} is between groups of shapes on several parts, more than {MOST_PAIRS} pairs, for which there is no {what}",
                c.tag
            );
            let help = format!("{instead} runs; smaller groups have all of them");
            self.error("contact-groups", c.tag.span, message, Some(&help));
            return;
        }
        self.contact_of_near(c);
    }

    /// A contact of groups as those of its pairs of parts: one element of the model and of the results, with all laws, events and analyses.
    fn contacts_of_parts(&mut self, c: &carom_model::Contact, pairs: &[[Shaped; 2]]) {
        let message = format!(
            "{} is between shapes on several parts: {} pairs of shapes",
            c.tag,
            pairs.len()
        );
        let note = Diagnostic::note("contact-groups", c.tag.span, message);
        self.diagnostics
            .push(note.help("--contact-groups near takes less time, and finds no events; Adams and MotionSolve want a contact for each pair of parts"));
        let sides = by_parts(pairs);
        if self.model.settings.rigid.is_some() {
            return self.rigid_contact(c, &sides);
        }
        let Some((normal, friction)) = self.laws(c) else {
            return;
        };
        let (ids, sides_of) = each_once(&c.i, &c.j);
        let Some(mut solids) = self.solids(c, &ids) else {
            return;
        };
        self.check_groups(c, &sides_of, &mut solids);
        let solid: HashMap<Id<Graphic>, SolidOn> = ids.into_iter().zip(solids).collect();
        for [i, j] in sides {
            let [i, j] = [i, j].map(|side| side.iter().map(|id| solid[id].clone()).collect());
            self.contact(c, normal.clone(), friction.clone(), i, j);
        }
    }

    /// The contact by who is near. Shapes of one body do not meet each other.
    fn contact_of_near(&mut self, c: &carom_model::Contact) {
        let Some((normal, friction)) = self.laws(c) else {
            return;
        };
        let (ids, sides) = each_once(&c.i, &c.j);
        let Some(solids) = self.solids(c, &ids) else {
            return;
        };
        // those without bounds behind the others
        let mut sided: Vec<(Sides, SolidOn)> = sides.into_iter().zip(solids).collect();
        sided.sort_by_key(|(_, s)| s.ball.is_none());
        let (sides, mut solids): (Vec<Sides>, Vec<SolidOn>) = sided.into_iter().unzip();
        if let Some(figure) = solids.iter().find(|s| s.solid.is_plane()) {
            let message = format!("{}: {} is a figure in a plane", c.tag, figure.label);
            let help =
                "groups are of solids; a contact for each pair of bodies takes figures in a plane";
            self.error("contact-groups", c.tag.span, message, Some(help));
            return;
        }
        self.check_groups(c, &sides, &mut solids);
        let message = format!(
            "{} is between groups of {} and {} shapes: all of one meet all of the other, unless they are on one part, without events",
            c.tag,
            c.i.len(),
            c.j.len()
        );
        let note = Diagnostic::note("contact-groups", c.tag.span, message);
        self.diagnostics
            .push(note.help("--contact-groups pairs finds events, and knows all analyses; Adams and MotionSolve want a contact for each pair of parts"));
        let (contact, contact_group) = (
            self.system.solid_contacts.contacts.len(),
            self.system.solid_contacts.contact_groups.len(),
        );
        let first = self.system.solid_contacts.solids.len();
        self.system.solid_contacts.solids.append(&mut solids);
        self.system
            .solid_contacts
            .contact_groups
            .push(ContactGroup {
                contact,
                solids: first..self.system.solid_contacts.solids.len(),
                sides,
            });
        let none = (
            self.system.solid_contacts.pairs.len(),
            self.system.solid_contacts.places.len(),
        );
        let element = self.register_contact(c, contact);
        self.system.solid_contacts.contacts.push(Contact {
            label: c.tag.to_string(),
            span: c.tag.span,
            carriers: [Carrier::Ground; 2],
            contact_group: Some(contact_group),
            pairs: none.0..none.0,
            places: none.1..none.1,
            rule: self.model.settings.contact_rule,
            normal,
            friction,
            element,
            counts_by_pair: true,
            bodies: Vec::new(),
            support: Default::default(),
        });
    }

    /// Says what is not computed between the solids, or by facets, once for each kind of pair; triangles become fine where they matter.
    fn check_groups(&mut self, c: &carom_model::Contact, sides: &[Sides], solids: &mut [SolidOn]) {
        let mut kinds: Vec<(Sides, SolidOn)> = Vec::new();
        for (side, solid) in sides.iter().zip(&*solids) {
            let known =
                |(s, k): &(Sides, SolidOn)| s == side && Arc::ptr_eq(&k.solid, &solid.solid);
            if !kinds.iter().any(known) {
                kinds.push((*side, solid.clone()));
            }
        }
        let mut coarse: Vec<Arc<Prepared>> = Vec::new();
        for (k, (x, a)) in kinds.iter().enumerate() {
            for (y, b) in &kinds[k..] {
                let (first, second) = match (x.i && y.j, x.j && y.i) {
                    (true, _) => (a, b),
                    (_, true) => (b, a),
                    _ => continue,
                };
                let faceted = a.solid.needs_faces_with(&b.solid);
                if !faceted || coarse.is_empty() {
                    self.check_pair(c, first, second);
                }
                if self.diagnostics.has_errors() {
                    return;
                }
                if faceted {
                    coarse.extend([a, b].map(|s| Arc::clone(&s.solid)));
                }
            }
        }
        for solid in solids {
            if coarse.iter().any(|form| Arc::ptr_eq(form, &solid.solid)) {
                self.refined(solid);
            }
        }
    }
}

/// What of a contact is not computed by who is near, and what is.
fn unknown_to_groups(settings: &Settings, c: &carom_model::Contact) -> Option<[&'static str; 2]> {
    if settings.rigid.is_some() {
        Some(["rigid contacts", "--contact compliant"])
    } else if settings.contact_rule == ContactRule::Potential {
        Some(["the rule potential", "--contact-rule adams"])
    } else if !matches!(&c.normal, NormalLaw::Parametric(law) if !law.asks_volume()) {
        Some(["normal law by volumes or by a function", "IMPACT"])
    } else if c.friction_routine.is_some() {
        Some([
            "friction by user-written code",
            "friction in the slip velocity",
        ])
    } else if matches!(&c.friction, Some(f) if f.max_stiction_deformation.is_some()) {
        Some([
            "friction that holds by bristles",
            "friction in the slip velocity",
        ])
    } else {
        None
    }
}

/// The shapes that meet, one of side I and one of side J with different parts, each two once; `None` where they are more than `most`, or one is on no part.
fn pairs_of_shapes(
    model: &Model,
    c: &carom_model::Contact,
    most: usize,
) -> Option<Vec<[Shaped; 2]>> {
    let shaped = |list: &[Id<Graphic>]| -> Option<Vec<Shaped>> {
        let part = |id: &Id<Graphic>| {
            let marker = model.graphics[*id].marker?;
            Some((*id, model.markers[marker].part))
        };
        list.iter().map(part).collect()
    };
    let (i, j) = (shaped(&c.i)?, shaped(&c.j)?);
    let mut seen = HashSet::new();
    let mut pairs = Vec::new();
    for a in &i {
        for b in &j {
            let (low, high) = (a.0.min(b.0), a.0.max(b.0));
            if a.1 != b.1 && seen.insert((low, high)) {
                pairs.push([*a, *b]);
            }
            if pairs.len() > most {
                return None;
            }
        }
    }
    Some(pairs)
}

/// Pairs of shapes as pairs of lists, all of one with all of the other: one for two parts where their pairs are all of these.
fn by_parts(pairs: &[[Shaped; 2]]) -> Vec<[Vec<Id<Graphic>>; 2]> {
    let mut parts: Vec<Vec<[Id<Graphic>; 2]>> = Vec::new();
    let mut place: HashMap<[PartId; 2], usize> = HashMap::new();
    for [a, b] in pairs {
        let of = [a.1, b.1];
        let at = *place.entry(of).or_insert_with(|| {
            parts.push(Vec::new());
            parts.len() - 1
        });
        parts[at].push([a.0, b.0]);
    }
    let mut sides = Vec::new();
    for pairs in parts {
        let mut lists: [Vec<Id<Graphic>>; 2] = Default::default();
        for pair in &pairs {
            for (list, id) in lists.iter_mut().zip(pair) {
                if !list.contains(id) {
                    list.push(*id);
                }
            }
        }
        if lists[0].len() * lists[1].len() == pairs.len() {
            sides.push(lists);
        } else {
            sides.extend(pairs.iter().map(|[a, b]| [vec![*a], vec![*b]]));
        }
    }
    sides
}

/// The shapes of both sides, each once, with the sides it is on.
fn each_once(i: &[Id<Graphic>], j: &[Id<Graphic>]) -> (Vec<Id<Graphic>>, Vec<Sides>) {
    let mut places: HashMap<Id<Graphic>, usize> = HashMap::new();
    let (mut ids, mut sides): (Vec<Id<Graphic>>, Vec<Sides>) = (Vec::new(), Vec::new());
    let sided = i.iter().map(|id| (id, true));
    for (&id, on_i) in sided.chain(j.iter().map(|id| (id, false))) {
        let place = *places.entry(id).or_insert_with(|| {
            ids.push(id);
            sides.push(Sides::default());
            ids.len() - 1
        });
        sides[place].i |= on_i;
        sides[place].j |= !on_i;
    }
    (ids, sides)
}
