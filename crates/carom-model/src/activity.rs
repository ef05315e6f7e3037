//! Which elements work, and revisions of a model between analyses.
//!
//! Both languages switch elements on and off and give other data to elements between analyses. Neither adds or removes
//! elements, so every table keeps its order, and with it every row of the results.

use crate::analysis::Settings;
use crate::constraint::Function;
use crate::table::{Element, Table, Tag};
use crate::{Command, Model};
use carom_base::Span;
use carom_expr::Expression;

impl Model {
    /// Hands over the tags of all elements that can be switched on and off, in the order of the tables.
    fn for_each_switchable(&mut self, mut take: impl FnMut(&mut Tag)) {
        fn all<T: Element>(table: &mut Table<T>, take: &mut impl FnMut(&mut Tag)) {
            table.iter_mut().for_each(|e| take(e.tag_mut()));
        }
        all(&mut self.joints, &mut take);
        all(&mut self.primitives, &mut take);
        all(&mut self.couplers, &mut take);
        all(&mut self.gears, &mut take);
        all(&mut self.points_on_curves, &mut take);
        all(&mut self.curves_on_curves, &mut take);
        all(&mut self.general_constraints, &mut take);
        all(&mut self.user_constraints, &mut take);
        all(&mut self.motions, &mut take);
        all(&mut self.scalar_forces, &mut take);
        all(&mut self.vector_forces, &mut take);
        all(&mut self.vector_torques, &mut take);
        all(&mut self.general_forces, &mut take);
        all(&mut self.spring_dampers, &mut take);
        all(&mut self.bushings, &mut take);
        all(&mut self.beams, &mut take);
        all(&mut self.fields, &mut take);
        all(&mut self.multi_points, &mut take);
        all(&mut self.penalties, &mut take);
        all(&mut self.contacts, &mut take);
        all(&mut self.frictions, &mut take);
        all(&mut self.sensors, &mut take);
    }

    /// Lets elements work or rest: those whose tag has one of the statement names and one of the labels.
    pub fn set_active(&mut self, statements: &[&str], labels: &[u32], active: bool) {
        self.for_each_switchable(|tag| {
            if statements.contains(&tag.statement) && labels.contains(&tag.label) {
                tag.active = active;
            }
        });
    }

    /// Hands over the tags of all elements.
    fn for_each_tag(&self, mut take: impl FnMut(&Tag)) {
        macro_rules! tables {
            ($($table:ident),+) => {$(self.$table.iter().for_each(|e| take(&e.tag));)+};
        }
        tables!(
            parts,
            markers,
            joints,
            primitives,
            couplers,
            gears,
            points_on_curves,
            curves_on_curves,
            general_constraints,
            user_constraints,
            motions,
            scalar_forces,
            vector_forces,
            vector_torques,
            general_forces,
            spring_dampers,
            bushings,
            beams,
            fields,
            multi_points,
            penalties,
            contacts,
            frictions,
            variables,
            diffs,
            arrays,
            curves,
            matrices,
            plant_inputs,
            plant_outputs,
            plant_states,
            linear_systems,
            transfer_functions,
            general_systems,
            splines,
            strings,
            sensors,
            requests,
            graphics
        );
    }

    /// The tag of the element whose text a place is in: the last one that begins at or before it.
    fn owner(&self, place: Span) -> Option<(&'static str, Span)> {
        let mut owner: Option<(&'static str, Span)> = None;
        self.for_each_tag(|tag| {
            let before = tag.span.source == place.source && tag.span.start <= place.start;
            let nearer = owner.is_none_or(|(_, span)| span.start <= tag.span.start);
            if tag.span != Span::NONE && before && nearer {
                owner = Some((tag.statement, tag.span));
            }
        });
        owner
    }

    /// Lets the element rest whose text a place is in, so that others can be looked at without it; a variable or a differential
    /// equation becomes a constant. Whether anything has changed.
    pub fn rest_at(&mut self, place: Span) -> bool {
        let Some((_, span)) = self.owner(place) else {
            return false;
        };
        let mut changed = false;
        self.for_each_switchable(|tag| {
            if tag.span == span && tag.active {
                (tag.active, changed) = (false, true);
            }
        });
        let variables = self.variables.iter_mut().filter(|v| v.tag.span == span);
        let functions = variables.map(|v| &mut v.function);
        let diffs = self.diffs.iter_mut().filter(|d| d.tag.span == span);
        let diffs = diffs.map(|d| {
            d.implicit = false;
            &mut d.function
        });
        // The function of a force that rests is still looked at.
        let forces = self.scalar_forces.iter_mut().filter(|f| f.tag.span == span);
        let forces = forces.map(|f| &mut f.function);
        let vectors = self
            .vector_forces
            .iter_mut()
            .chain(self.vector_torques.iter_mut())
            .chain(self.general_forces.iter_mut());
        let vectors = vectors.filter(|f| f.tag.span == span);
        let vectors = vectors.flat_map(|f| f.components.iter_mut().flatten());
        for function in functions.chain(diffs).chain(forces).chain(vectors) {
            let still = matches!(function, Function::Expression(e) if e.number() == Some(0.0));
            *function = Function::Expression(Expression::constant(0.0));
            changed |= !still;
        }
        changed
    }

    /// Whether each element that can be switched works, in the order of the tables.
    pub fn activity(&mut self) -> Vec<bool> {
        let mut list = Vec::new();
        self.for_each_switchable(|tag| list.push(tag.active));
        list
    }

    /// Sets what [`Model::activity`] gave; elements beyond the end of the list work.
    pub fn set_activity(&mut self, list: &[bool]) {
        let mut list = list.iter();
        self.for_each_switchable(|tag| tag.active = list.next().copied().unwrap_or(true));
    }

    /// Takes a command that changes the model itself; `false` for any other command.
    pub fn take(&mut self, command: &Command) -> bool {
        match command {
            Command::SetActive {
                statements,
                labels,
                active,
                ..
            } => self.set_active(statements, labels, *active),
            Command::Revise { revision, .. } => {
                let activity = self.activity();
                let commands = std::mem::take(&mut self.commands);
                let sources = std::mem::take(&mut self.sources);
                let output = std::mem::take(&mut self.output);
                // How contacts are computed is not in the deck, which is what the command changes.
                let Settings {
                    rigid,
                    contact_rule,
                    contact_groups,
                    ..
                } = self.settings;
                *self = Self {
                    commands,
                    sources,
                    output,
                    ..Model::clone(&revision.0)
                };
                self.settings.rigid = rigid;
                self.settings.contact_rule = contact_rule;
                self.settings.contact_groups = contact_groups;
                self.set_activity(&activity);
            }
            _ => return false,
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use crate::analysis::{ContactRule, Revision};
    use crate::constraint::Function;
    use crate::force::Kind;
    use crate::{Command, MarkerId, Model, ScalarForce, Tag};
    use carom_base::{Dialect, Span};
    use std::sync::Arc;

    fn force(model: &Model, statement: &'static str, label: u32) -> ScalarForce {
        let marker: MarkerId = model.markers.ids().next().expect("a marker");
        let constant = crate::constraint::UserFunction {
            parameters: Vec::new(),
            routine: String::new(),
            span: Span::NONE,
        };
        ScalarForce {
            tag: Tag::new(statement, label),
            kind: Kind::Translation,
            i: marker,
            j: marker,
            action_only: true,
            function: Function::User(constant),
        }
    }

    fn model() -> Model {
        let mut m = Model::new(Dialect::Adams);
        let part = m
            .parts
            .insert(crate::Part::new(
                Tag::new("PART", 1),
                crate::PartKind::Ground,
            ))
            .expect("a free label");
        let marker = crate::Marker {
            tag: Tag::new("MARKER", 1),
            part,
            pose: carom_base::Pose::identity(),
            given: None,
            floating: false,
        };
        m.markers.insert(marker).expect("a free label");
        for label in [3, 4] {
            let f = force(&m, "SFORCE", label);
            m.scalar_forces.insert(f).expect("a free label");
        }
        m
    }

    #[test]
    fn elements_are_switched_by_statement_and_label() {
        let mut m = model();
        m.set_active(&["VFORCE"], &[3], false);
        assert_eq!(m.activity(), [true, true]);
        m.set_active(&["VFORCE", "SFORCE"], &[4, 7], false);
        assert_eq!(m.activity(), [true, false]);
        m.set_active(&["SFORCE"], &[4], true);
        assert_eq!(m.activity(), [true, true]);
    }

    #[test]
    fn the_owner_of_a_place_rests() {
        let mut m = model();
        let source = m.sources.add("a.adm", "x".repeat(100));
        let at = |start: usize| Span::new(source, start, start + 1);
        for (k, f) in m.scalar_forces.iter_mut().enumerate() {
            f.tag.span = at(10 + 20 * k);
        }
        assert!(!m.rest_at(at(9)), "before all of them");
        assert!(!m.rest_at(Span::NONE));
        assert!(m.rest_at(at(29)));
        assert_eq!(m.activity(), [false, true]);
        assert!(!m.rest_at(at(12)), "it rests already");
        assert!(m.rest_at(at(30)));
        assert_eq!(m.activity(), [false, false]);
    }

    #[test]
    fn a_revision_keeps_what_rests() {
        let mut m = model();
        m.set_active(&["SFORCE"], &[3], false);
        let rigid = Some(crate::analysis::RigidContact::default());
        m.settings.rigid = rigid;
        m.settings.contact_rule = ContactRule::Smooth;
        let mut other = model();
        other.gravity = [0.0, 0.0, -1.0];
        let revise = Command::Revise {
            what: "ACCGRAV".into(),
            revision: Revision(Arc::new(other)),
            span: Span::NONE,
        };
        assert!(m.take(&revise));
        assert_eq!(m.gravity, [0.0, 0.0, -1.0]);
        assert_eq!(m.activity(), [false, true]);
        assert_eq!(m.settings.rigid, rigid);
        assert_eq!(m.settings.contact_rule, ContactRule::Smooth);
        assert!(!m.take(&Command::Stop));
    }
}
