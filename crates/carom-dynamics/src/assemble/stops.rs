//! Force laws of contact as unilateral constraints, where contacts are rigid.
//!
//! A force, or a component of a vector force, whose whole function is one IMPACT or BISTOP, or the opposite of one, becomes a stop: the first argument may not fall below
//! the third (nor, for BISTOP, rise above the fourth). Its force acts where the law's force would act.

use crate::assemble::builder::Builder;
use crate::elements::constraint::{Constraint, Equations};
use crate::elements::law::Law;
use crate::system::Stop;
use carom_base::{Diagnostics, SpannedText};
use carom_expr::{Expression, Input};
use carom_model::constraint::Function as Written;
use carom_model::{Model, ScalarForce, Tag};

/// A gap, and the sign with which a force along the law's line opens it.
pub(super) type Gap = (f64, Expression);

impl Builder<'_> {
    /// The gaps of a function that is a law of contact as a whole; none if contacts are compliant or it is something else.
    fn gaps(&self, tag: &Tag, function: &Written) -> Vec<Gap> {
        let name = tag.to_string();
        let is_of_it = |element: &str| {
            let rest = element.strip_prefix(&name);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
        };
        let is_bound = self.model.bindings.iter().any(|b| is_of_it(&b.element));
        if self.model.settings.rigid.is_none() || is_bound {
            return Vec::new();
        }
        let Written::Expression(e) = function else {
            return Vec::new();
        };
        let Some((direction, name, arguments)) = e.as_call() else {
            return Vec::new();
        };
        let difference = |a: &Expression, b: &Expression| {
            let text = SpannedText::bare(format!("({a})-({b})"));
            Expression::parse(text, e.dialect(), &mut Diagnostics::default())
        };
        let pairs: Vec<(f64, Option<Expression>)> = match (name, arguments.len()) {
            ("IMPACT", 7) => vec![(1.0, difference(&arguments[0], &arguments[2]))],
            ("BISTOP", 8) => vec![
                (1.0, difference(&arguments[0], &arguments[2])),
                (-1.0, difference(&arguments[3], &arguments[0])),
            ],
            _ => Vec::new(),
        };
        let gaps = pairs
            .into_iter()
            .filter_map(|(sign, gap)| Some((direction * sign, gap?)));
        gaps.collect()
    }

    /// Makes stops of a scalar force, if that is what it is. Its place among the forces tells what they exert.
    pub(super) fn scalar_stops(&mut self, e: &ScalarForce, law: &Law) -> bool {
        let gaps = self.gaps(&e.tag, &e.function);
        let (i, j) = (self.marker(e.i), self.marker(e.j));
        let element = self.system.forces.len();
        let restitution = self.model.settings.rigid.and_then(|r| r.restitution);
        self.stops(&e.tag, &gaps, restitution, |constraint| Stop {
            label: e.tag.to_string(),
            element,
            constraint,
            guard: 0,
            restitution: 0.0,
            law: Some(law.clone()),
            ends: [i, j, 0],
            has_reaction: !e.action_only,
            component: 0,
            sign: 1.0,
            contact_friction: None,
        });
        !gaps.is_empty()
    }

    /// Makes stops of one component of a vector force, if that is what it is.
    pub(super) fn component_stops(
        &mut self,
        tag: &Tag,
        function: &Written,
        component: usize,
        ends: [usize; 3],
        has_reaction: bool,
    ) -> bool {
        let gaps = self.gaps(tag, function);
        let element = self.system.forces.len();
        let restitution = self.model.settings.rigid.and_then(|r| r.restitution);
        self.stops(tag, &gaps, restitution, |constraint| Stop {
            label: tag.to_string(),
            element,
            constraint,
            guard: 0,
            restitution: 0.0,
            law: Some(Law::Components),
            ends,
            has_reaction,
            component,
            sign: 1.0,
            contact_friction: None,
        });
        !gaps.is_empty()
    }

    /// Stops with these gaps.
    pub(super) fn stops(
        &mut self,
        tag: &Tag,
        gaps: &[Gap],
        restitution: Option<f64>,
        make: impl Fn(usize) -> Stop,
    ) {
        for (sign, gap) in gaps {
            let Some(f) = self.expression(&tag.to_string(), gap) else {
                continue;
            };
            self.system.mechanism.functions[f].span = tag.span;
            // Its bodies are known once its sources are resolved.
            if !self.stop(tag, Equations::Expression(f), (*sign, restitution), &make) {
                return;
            }
        }
    }

    /// A stop with this equation; none, and an error, without a coefficient of restitution.
    pub(super) fn stop(
        &mut self,
        tag: &Tag,
        equations: Equations,
        (sign, restitution): (f64, Option<f64>),
        make: impl Fn(usize) -> Stop,
    ) -> bool {
        let Some(restitution) = restitution else {
            self.error(
                "rigid-restitution",
                tag.span,
                format!("{tag} is a rigid contact and brings no coefficient of restitution"),
                Some("give it with --restitution"),
            );
            return false;
        };
        let mut stop = make(self.system.constraints.len());
        let bodies = match &equations {
            Equations::Touch(touch) => self.bodies_of(&[touch.of.i, touch.of.j]),
            _ => Vec::new(),
        };
        self.system.constraints.push(Constraint {
            label: tag.to_string(),
            span: tag.span,
            i: stop.ends[0],
            j: stop.ends[1],
            equations,
            first_row: 0,
            bodies,
        });
        (stop.sign, stop.restitution) = (sign, restitution);
        self.system.rigid.stops.push(stop);
        true
    }

    /// Forces that contain a law of contact without being one as a whole stay as they are; that is said.
    pub(super) fn note_compliant(&mut self, tag: &Tag, function: &Written) {
        let Written::Expression(e) = function else {
            return;
        };
        if self.model.settings.rigid.is_some() && has_law(self.model, e, &mut Vec::new()) {
            let message =
                format!("{tag} stays compliant: its function is more than one IMPACT or BISTOP");
            let d = carom_base::Diagnostic::warning("rigid-stays-compliant", tag.span, message);
            self.diagnostics
                .push(d.help("a force of its own for each contact becomes rigid"));
        }
    }
}

/// Whether a function, or a variable that it looks at, is a law of contacts.
fn has_law(model: &Model, e: &Expression, seen: &mut Vec<u32>) -> bool {
    let text = e.to_string();
    if text.contains("IMPACT(") || text.contains("BISTOP(") {
        return true;
    }
    let inputs = e.uses().inputs;
    let variables = inputs.iter().filter_map(|(input, _)| match input {
        Input::Variable(label) => Some(*label),
        _ => None,
    });
    for label in variables {
        if seen.contains(&label) {
            continue;
        }
        seen.push(label);
        let mut all = model.variables.iter();
        let of_variable = all.find_map(|v| match &v.function {
            Written::Expression(e) if v.tag.label == label => Some(e),
            _ => None,
        });
        if of_variable.is_some_and(|e| has_law(model, e, seen)) {
            return true;
        }
    }
    false
}
