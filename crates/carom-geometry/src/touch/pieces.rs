//! Solids that are pieces of one that is not convex.

use super::feature::{Feature, Part, Polyhedra};
use crate::Polyhedron;

/// Two solids that may be pieces of others.
pub fn pair_of(solids: [Polyhedron; 2]) -> Polyhedra {
    let mut pair = Polyhedra { solids };
    let border = pair.border();
    for solid in &mut pair.solids {
        reach_into_notches(solid, 0.5 * border);
    }
    pair
}

/// Edges begin inside of their ends, as there corners are beside them. Where an edge ends in a notch no corner is: it goes on as much farther as the border is wide.
fn reach_into_notches(solid: &mut Polyhedron, by: f64) {
    let notches = &solid.hidden.notches;
    let ends_in_notch = |end: usize| notches.get(end).is_some_and(|notch| *notch);
    for edge in &mut solid.edges {
        let ends = edge.ends.map(ends_in_notch);
        let [from, to] = ends.map(|is_notch| if is_notch { by } else { 0.0 });
        edge.half += 0.5 * (from + to);
        edge.middle += edge.direction * (0.5 * (to - from));
    }
}

/// Whether one of the solids is a piece of another.
pub fn are_pieces(of: &Polyhedra) -> bool {
    let mut solids = of.solids.iter();
    solids.any(|solid| !solid.hidden.faces.is_empty())
}

/// Whether one of two features is inside of the solid that it is a piece of.
pub fn is_hidden(of: &Polyhedra, feature: Feature) -> bool {
    let [i, j] = of.solids.each_ref().map(|solid| &solid.hidden);
    let from = |side: usize| if side == 0 { [i, j] } else { [j, i] };
    match feature {
        Feature::Corner { side, corner, face } => {
            let [own, other] = from(side);
            own.corner(corner) || other.face(face)
        }
        Feature::Edges([a, b]) => i.edge(a) || j.edge(b),
        Feature::Beside { side, corner, edge } => {
            let [own, other] = from(side);
            own.corner(corner) || other.edge(edge)
        }
        Feature::Corners([a, b]) => i.corner(a) || j.corner(b),
        Feature::RimFace { side, face, .. } => from(side)[1].face(face),
        Feature::RimEdge { side, edge, .. } => from(side)[1].edge(edge),
        Feature::Rims { .. } | Feature::Ring { .. } => false,
        Feature::Smooth { side, part, at } => {
            let other = from(side)[1];
            match part {
                Part::Face => other.face(at),
                Part::Edge => other.edge(at),
                Part::Corner => other.corner(at),
                Part::Rim | Part::Ellipsoid => false,
            }
        }
        Feature::RimCorner { side, corner, .. } => from(side)[1].corner(corner),
    }
}
