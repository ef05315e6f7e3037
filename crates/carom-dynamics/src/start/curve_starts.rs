//! Where contacts on curves start, as the model asks for it.

use crate::elements::constraint::{Constraint, Drive, Equations as Rows};
use crate::elements::curve::{CurvePair, Side};
use crate::equations::Equations;
use crate::mechanism::coordinate::Coordinate;
use crate::mechanism::term::Term;
use crate::system::System;
use carom_base::Vec3;
use carom_model::curve::PointOnCurve;
use carom_model::{Element, Model};

/// Conditions for the start of points on curves that the deck gives exactly: the place along the curve.
pub fn start_positions(model: &Model, system: &System) -> Vec<Constraint> {
    let exact = |c: &&PointOnCurve| c.start.is_some_and(|s| s.exact);
    let condition = |c: &PointOnCurve| {
        let (number, pair) = pair_of(system, c)?;
        let curve = pair.curve(&system.mechanism, Side::J);
        // The piece was found from the point; so is the parameter.
        let piece = &curve.pieces[pair.start[0]];
        let point = pair.start_point?;
        let u = piece.foot(&point).clamp(0.0, 1.0);
        let direction = piece.slope(u).normalize();
        let at = direction.dot(&piece.at(u));
        Some(kept_along(system, number, pair, direction, at, 0.0))
    };
    let points = model.points_on_curves.iter();
    points.filter(exact).filter_map(condition).collect()
}

/// Conditions for the velocities along curves that the deck gives, where the system is assembled.
pub fn start_velocities(model: &Model, assembled: &Equations) -> Vec<Constraint> {
    let (system, view) = (&assembled.system, assembled.view());
    let condition = |c: &PointOnCurve| {
        let (number, pair) = pair_of(system, c)?;
        let direction = pair.touch(&system.mechanism, &view).tangent.normalize();
        Some(kept_along(
            system,
            number,
            pair,
            direction,
            0.0,
            c.velocity?,
        ))
    };
    model
        .points_on_curves
        .iter()
        .filter_map(condition)
        .collect()
}

fn pair_of<'a>(system: &'a System, c: &PointOnCurve) -> Option<(usize, &'a CurvePair)> {
    let label = c.tag().to_string();
    let mut pairs = system.curve_pairs();
    pairs.find(|(k, _)| system.constraints[*k].label == label)
}

/// The distance of I from J along a direction of J, with its rate.
fn kept_along(
    system: &System,
    number: usize,
    pair: &CurvePair,
    direction: Vec3,
    at: f64,
    rate: f64,
) -> Constraint {
    let of = &system.constraints[number];
    let term = Term {
        factor: 1.0,
        coordinate: Coordinate::AlongDirection(direction.into()),
        i: pair.i,
        j: pair.j,
        slot: None,
    };
    Constraint {
        label: format!("initial condition of {}", of.label),
        span: of.span,
        i: pair.i,
        j: pair.j,
        equations: Rows::Sum(vec![term], Drive::Start(at, rate)),
        first_row: 0,
        bodies: of.bodies.clone(),
    }
}
