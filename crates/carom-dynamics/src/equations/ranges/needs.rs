//! What has bounds, and what is looked at to find them: of functions, sources and markers.
#![allow(non_snake_case)]

use crate::elements::constraint::Equations as Rows;
use crate::elements::solid::Pair;
use crate::mechanism::function::{Function, Source};
use crate::system::{GuardOwner, System};
use carom_expr::measure::Role;
use carom_geometry::overlap::Form;
use carom_model::analysis::ContactRule;

/// Which functions have bounds, and which of them are functions of time alone.
pub(in crate::equations) fn bounded_functions(system: &System) -> (Vec<bool>, Vec<bool>) {
    let mut bounded = vec![false; system.mechanism.functions.len()];
    let mut timed_only = bounded.clone();
    for &f in &system.order.dynamic {
        let function = &system.mechanism.functions[f];
        let plain = function.algebraic_loop.is_none() && function.root_of.is_none();
        let sources = || function.sources.iter();
        bounded[f] = plain && sources().all(|s| is_bounded(s, system, &bounded));
        timed_only[f] = bounded[f]
            && sources().all(|s| match s {
                Source::Function(g) => timed_only[*g],
                other => matches!(other, Source::Time | Source::Constant(_) | Source::Mode),
            });
    }
    (bounded, timed_only)
}

/// Those of some functions whose values others of them, or sensors, look at.
pub(in crate::equations) fn asked_values(system: &System, functions: &[usize]) -> Vec<usize> {
    let is_asked = |f: &usize| {
        let asks = |g: &usize| {
            let mut sources = system.mechanism.functions[*g].sources.iter();
            sources.any(|source| match source {
                Source::Function(other) => other == f,
                Source::Applied { element, .. } => {
                    system.forces[*element].functions.contains(&Some(*f))
                }
                _ => false,
            })
        };
        functions.iter().any(asks) || system.sensing.sensors.iter().any(|s| s.function == *f)
    };
    functions.iter().copied().filter(is_asked).collect()
}

/// Stops whose open gaps have bounds.
pub(in crate::equations) fn bounded_stops(system: &System, bounded: &[bool]) -> Vec<usize> {
    let stops = (0..system.rigid.stops.len()).filter(|k| {
        let constraint = &system.constraints[system.rigid.stops[*k].constraint];
        match &constraint.equations {
            Rows::Expression(f) => bounded[*f],
            Rows::Pair(_) => true,
            _ => false,
        }
    });
    stops.collect()
}

/// Whether the value of a source has bounds, functions before it being known to have some.
pub(in crate::equations) fn is_bounded(source: &Source, system: &System, bounded: &[bool]) -> bool {
    match source {
        Source::Function(f) => bounded[*f],
        // The sign of Euler parameters is that of one rotation.
        Source::Measure { measure, .. } => {
            !measure.needs_acceleration() && !measure.is_euler_parameter()
        }
        Source::Applied { element, .. } => system.forces[*element]
            .functions
            .iter()
            .flatten()
            .all(|f| bounded[*f]),
        Source::Reaction { .. }
        | Source::Acceleration(_)
        | Source::Delayed { .. }
        | Source::Friction { .. }
        | Source::Contact { .. }
        | Source::Sum { .. } => false,
        _ => true,
    }
}

/// Guards of functions without bounds, as those in circles, whose values follow from the state alone: without solutions of the equations and overlaps
/// of solids.
pub(in crate::equations) fn looked_at(system: &System, bounded: &[bool]) -> Vec<bool> {
    let mut cheap = vec![true; system.mechanism.functions.len()];
    loop {
        let before = cheap.clone();
        for &f in &system.order.dynamic {
            let is_cheap = |source: &Source| match source {
                Source::Function(g) => before[*g],
                other => is_bounded(other, system, &before),
            };
            cheap[f] = system.mechanism.functions[f].sources.iter().all(is_cheap);
        }
        if cheap == before {
            break;
        }
    }
    let asks = |f: usize| cheap[f] && !bounded[f];
    let is_looked_at = |owner: &GuardOwner| match owner {
        GuardOwner::Switch { function, .. } => asks(*function),
        GuardOwner::Sensor(k) => {
            let sensor = &system.sensing.sensors[*k];
            !sensor.watches_solution && asks(sensor.function)
        }
        _ => false,
    };
    system.arrays.guards.iter().map(is_looked_at).collect()
}

/// What a function looks at beside time and states.
#[derive(Default)]
pub(in crate::equations) struct Needs {
    /// Markers of measures.
    pub(in crate::equations) markers: Vec<usize>,
    /// The values of other functions.
    pub(in crate::equations) values: bool,
    /// More than these.
    pub(in crate::equations) all: bool,
}

impl Needs {
    pub(in crate::equations) fn of(function: &Function) -> Needs {
        let mut needs = Needs::default();
        for source in &function.sources {
            match source {
                Source::Measure {
                    measure, markers, ..
                } => needs.markers.extend(&markers[..measure.roles().len()]),
                Source::Function(_) => needs.values = true,
                Source::Time | Source::Constant(_) | Source::Mode | Source::State(_) => {}
                Source::Sensor(_) | Source::Statistic(_) => {}
                _ => (needs.values, needs.all) = (true, true),
            }
        }
        needs
    }
}

/// What is looked at of a marker beside its place.
#[derive(Clone, Copy, Default)]
pub(in crate::equations) struct Wants {
    pub(in crate::equations) axes: bool,
    pub(in crate::equations) velocities: bool,
}

/// What functions and joints with friction look at of each marker; what nobody looks at is never computed.
pub(in crate::equations) fn wants<'a>(
    system: &System,
    functions: impl Iterator<Item = &'a usize>,
) -> Vec<Wants> {
    let mut wants = vec![Wants::default(); system.mechanism.markers.len()];
    let sources = functions.flat_map(|f| &system.mechanism.functions[*f].sources);
    for source in sources {
        let Source::Measure {
            measure, markers, ..
        } = source
        else {
            continue;
        };
        let axes = !measure.is_displacement() && !measure.is_velocity();
        for (role, m) in measure.roles().iter().zip(markers) {
            let want = &mut wants[*m];
            want.axes |= axes || matches!(role, Role::K | Role::L);
            want.velocities |= measure.needs_velocity();
        }
    }
    for m in system.frictions.iter().flat_map(|f| [f.i, f.j]) {
        (wants[m].axes, wants[m].velocities) = (true, true);
    }
    wants
}

/// Whether the guards of a pair have bounds while it is closed.
pub(in crate::equations) fn has_bounds(system: &System, pair: &Pair) -> bool {
    let contact = &system.solid_contacts.contacts[pair.contact];
    let forms = pair
        .solids
        .map(|s| system.solid_contacts.solids[s].solid.form());
    let balls = forms
        .iter()
        .filter(|f| matches!(f, Form::Sphere { .. }))
        .count();
    let planes = forms
        .iter()
        .filter(|f| matches!(f, Form::HalfSpace))
        .count();
    let is_law = contact.normal.parametric().is_some() && !contact.normal.is_of_volumes();
    contact.rule == ContactRule::Adams && is_law && balls > 0 && balls + planes == 2
}

/// Whether any pair has.
pub(in crate::equations) fn any_has_bounds(system: &System) -> bool {
    system
        .solid_contacts
        .pairs
        .iter()
        .any(|pair| has_bounds(system, pair))
}
