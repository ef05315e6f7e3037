//! Contacts of groups: sides on several bodies.

use super::Builder;
use crate::contact_group::{ContactGroup, Sides};
use crate::kinematics::Carrier;
use crate::solid::{Contact, Grip, Normal, SolidOn};
use carom_base::Diagnostic;
use carom_geometry::overlap::Prepared;
use carom_model::analysis::ContactRule;
use carom_model::force::NormalLaw;
use carom_model::{Graphic, Id};
use std::collections::HashMap;
use std::sync::Arc;

impl Builder<'_> {
    /// The law of a contact that is computed between groups, or what is missing.
    fn law_of_groups(&mut self, c: &carom_model::Contact) -> Option<(Normal, Option<Grip>)> {
        let why = if self.model.settings.rigid.is_some() {
            Some(("rigid contacts", "--contact compliant"))
        } else if self.model.settings.contact_rule == ContactRule::Potential {
            Some(("the rule potential", "--contact-rule adams"))
        } else if matches!(
            c.normal,
            NormalLaw::Volume { .. }
                | NormalLaw::Layers { .. }
                | NormalLaw::Function(_)
                | NormalLaw::User(_)
        ) {
            Some(("normal law by volumes or by a function", "IMPACT"))
        } else if c.friction_routine.is_some() {
            Some((
                "friction by user-written code",
                "friction in the slip velocity",
            ))
        } else if matches!(&c.friction, Some(f) if f.max_stiction_deformation.is_some()) {
            Some((
                "friction that holds by bristles",
                "friction in the slip velocity",
            ))
        } else {
            None
        };
        if let Some((what, instead)) = why {
            let message = format!(
                "{} is between groups of shapes on several bodies, for which there is no {what}",
                c.tag
            );
            let help = format!("{instead} runs; a contact for each pair of bodies has all of them");
            self.error("contact-groups", c.tag.span, message, Some(&help));
            return None;
        }
        self.laws(c)
    }

    /// A contact of all shapes of side I with all of side J. Shapes of one body do not meet each other.
    pub(super) fn contact_of_groups(&mut self, c: &carom_model::Contact) {
        let Some((normal, friction)) = self.law_of_groups(c) else {
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
            .push(note.help("Adams and MotionSolve want the shapes of a side on one body; a contact for each pair of bodies runs there as well"));
        let (contact, contact_group) =
            (self.system.contacts.len(), self.system.contact_groups.len());
        let first = self.system.solids.len();
        self.system.solids.append(&mut solids);
        self.system.contact_groups.push(ContactGroup {
            contact,
            solids: first..self.system.solids.len(),
            sides,
        });
        let none = (self.system.pairs.len(), self.system.places.len());
        self.register_contact(c, contact);
        self.system.contacts.push(Contact {
            label: c.tag.to_string(),
            span: c.tag.span,
            carriers: [Carrier::Ground; 2],
            contact_group: Some(contact_group),
            pairs: none.0..none.0,
            places: none.1..none.1,
            rule: self.model.settings.contact_rule,
            normal,
            friction,
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
                let faceted = a.solid.is_faceted_with(&b.solid);
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
