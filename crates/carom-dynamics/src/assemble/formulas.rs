//! Normal laws of contacts that are functions.

use super::functions::ModelTables;
use crate::assemble::builder::Builder;
use crate::assemble::caller::Caller;
use crate::elements::formula::{Asked, Formula, MOST_INPUTS, MOST_SLOTS};
use crate::elements::solid::{Grip, Normal};
use crate::mechanism::function::{Function, Source};
use carom_base::Span;
use carom_expr::{Expression, Incident, Input, Tape};
use carom_model::constraint::UserFunction;
use carom_user::{Element, Kind};
use std::sync::Arc;

/// Names by which a routine's tape asks for the slip speed of a contact and its normal force.
pub(super) const SLIP: [&str; 2] = ["CAROM_SLIP", "CAROM_PRESS"];

/// No slip speed below this part of the speed of the mechanism is told to a routine of friction.
const LEAST_SPEED: f64 = 1e-9;

/// Names by which a routine's tape asks for the point of a contact and its normal.
pub(super) const SPOT: [&str; 6] = [
    "CAROM_PX", "CAROM_PY", "CAROM_PZ", "CAROM_NX", "CAROM_NY", "CAROM_NZ",
];

/// Whether an expression asks for volume or area.
pub(super) fn measures_overlap(e: &Expression) -> bool {
    let asked = e.uses().inputs;
    let is_overlap = |i: &Input| matches!(i, Input::Incident(Incident::Volume | Incident::Area));
    asked.iter().any(|(input, _)| is_overlap(input))
}

impl Builder<'_> {
    /// A normal law as it is written. What it asks of the model becomes functions of the system.
    pub(super) fn formula(&mut self, c: &carom_model::Contact, e: &Expression) -> Option<Normal> {
        let tape = Tape::compile(e, &ModelTables(self.model), self.diagnostics)?;
        self.formula_of(c, tape, e.span())
    }

    /// A normal law that is a user's routine: it gets the gap, its rate, and point and normal on ground axes. The gap's
    /// second rate and the area are zero.
    pub(super) fn formula_of_routine(
        &mut self,
        c: &carom_model::Contact,
        user: &UserFunction,
    ) -> Option<Normal> {
        let caller = self.of_contact(c, Kind::Cnfsub);
        let [p, n] = [&SPOT[..3], &SPOT[3..]];
        let minus = n.iter().map(|n| format!("-{n}"));
        let given: Vec<String> = ["-DEPTH", "-DEPTHDOT", "0", "0"]
            .iter()
            .chain(p)
            .chain(n)
            .chain(p)
            .map(|t| (*t).to_owned())
            .chain(minus)
            .collect();
        let tape = self
            .tapes_of(&caller, user, &given, Vec::new())?
            .into_iter()
            .next()?;
        self.formula_of(c, tape, user.span)
    }

    /// Friction that is a user's routine: it gets the point, the slip velocity on axes whose first is along the slip, the normal force. The slip
    /// displacement and the area are zero. Its first result is the force along the slip.
    pub(super) fn friction_of_routine(
        &mut self,
        c: &carom_model::Contact,
        user: &UserFunction,
    ) -> Option<Grip> {
        let caller = self.of_contact(c, Kind::Cffsub);
        let [speed, press] = SLIP;
        let point = &SPOT[..3];
        let given: Vec<String> = [press, "0", "0", "0", "0", speed, "0", "0"]
            .iter()
            .chain(point)
            .chain(point)
            .map(|t| (*t).to_owned())
            .collect();
        let tape = self
            .tapes_of(&caller, user, &given, Vec::new())?
            .into_iter()
            .next()?;
        let Normal::Formula(formula) = self.formula_of(c, tape, user.span)? else {
            return None;
        };
        let scale = crate::mechanism::scale::Scale::new(&self.system, &self.model.units);
        let least = LEAST_SPEED * scale.length / scale.time;
        let formula = Arc::unwrap_or_clone(formula).of_slip(least);
        Some(Grip::Routine(Arc::new(formula)))
    }

    fn of_contact(&self, c: &carom_model::Contact, kind: Kind) -> Caller {
        let labels = |list: &[carom_model::Id<carom_model::Graphic>]| -> Vec<i32> {
            let label = |g: &carom_model::Id<carom_model::Graphic>| {
                i32::try_from(self.model.graphics[*g].tag.label).unwrap_or(0)
            };
            list.iter().map(label).collect()
        };
        Caller {
            owner: c.tag.to_string(),
            label: c.tag.label,
            kind,
            element: Element::Contact {
                igeom: labels(&c.i),
                jgeom: labels(&c.j),
            },
        }
    }

    fn formula_of(&mut self, c: &carom_model::Contact, tape: Tape, place: Span) -> Option<Normal> {
        let mut asked = Vec::new();
        for (k, input) in tape.inputs().iter().enumerate() {
            let span = tape.input_span(k);
            asked.push(match input {
                Input::Incident(what) => Asked::Place(*what),
                Input::Named(name) if name == SLIP[0] => Asked::Slip,
                Input::Named(name) if name == SLIP[1] => Asked::Press,
                Input::Named(name) => Asked::Spot(SPOT.iter().position(|s| s == name)?),
                Input::Time | Input::Mode | Input::Sensor(_) => {
                    Asked::Model(self.source(input, span)?)
                }
                _ => {
                    let one = Tape::linear(&[(input.clone(), 1.0)], span);
                    let function = Function::new(c.tag.to_string(), span, one);
                    self.system.mechanism.functions.push(function);
                    Asked::Model(Source::Function(self.system.mechanism.functions.len() - 1))
                }
            });
        }
        let formula = Formula::new(place, tape, asked);
        let inputs = formula.inputs();
        if inputs > MOST_INPUTS || formula.slots() > MOST_SLOTS {
            let message = format!(
                "{}: its law has {inputs} inputs and {} places where it may change, more than {MOST_INPUTS} or {MOST_SLOTS}",
                c.tag,
                formula.slots()
            );
            let help = "split it over several VARIABLEs";
            self.error("too-many-switches", place, message, Some(help));
            return None;
        }
        Some(Normal::Formula(Arc::new(formula)))
    }

    /// Normal laws may not look at what follows from them.
    pub(super) fn refuse_formulas(&mut self) {
        for k in 0..self.system.solid_contacts.contacts.len() {
            let reach = self.reach(self.system.solid_contacts.contacts[k].functions().collect());
            let found = reach.into_iter().find_map(|f| {
                let function = &self.system.mechanism.functions[f];
                let loops = |s: &Source| matches!(s, Source::Contact { .. }) || s.needs_solution();
                let input = function.sources.iter().position(loops)?;
                Some(function.tape.input_span(input))
            });
            let Some(span) = found else { continue };
            let message = format!(
                "a law of {} looks at a force of a contact, a reaction or an acceleration, which follow from it",
                self.system.solid_contacts.contacts[k].label
            );
            let help = "it may look at displacements, velocities, variables, differential equations and at DEPTH, DEPTHDOT, VOLUME and AREA";
            self.error("algebraic-loop", span, message, Some(help));
        }
    }
}
