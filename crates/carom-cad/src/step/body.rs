//! The topology of a solid: shells, faces, bounds, oriented edges.
//!
//! ```text
//! solid → closed shells → faces (`same_sense`) → bounds (`orientation`) → loops → oriented edges → edge curves (`same_sense`) → vertices
//! ```
//!
//! A shell of `ORIENTED_CLOSED_SHELL` with orientation `.F.` has all its faces turned over. Loops may also be polygons of points ([`super::polygons`]).

use super::entities::{Entities, Entity};
use super::error::{Fault, StepError};
use super::geometry::Geometry;
use super::reader::{Polygons, Reader};
use super::units::Units;
use crate::brep::{Body, Colour, Edge, Face, Fin, Loop, Region, Shell, Vertex};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// Oriented shells and faces within each other.
const DEEPEST: usize = 8;

/// Types of solids.
pub(super) const SOLIDS: &[&str] = &["MANIFOLD_SOLID_BREP", "BREP_WITH_VOIDS", "FACETED_BREP"];

/// The solid of an entity, in the length unit of its representation.
pub(super) fn body<'a>(
    entities: &Entities<'a>,
    solid: &Entity,
    units: Units,
    geometry: &mut Geometry<'_, 'a>,
    colours: &HashMap<u32, Colour>,
) -> Result<Body, StepError> {
    let mut reader = Reader {
        entities,
        geometry,
        colours,
        body: Body {
            metres: units.metres,
            resolution: units.resolution,
            colour: colours.get(&solid.id).copied(),
            ..Body::default()
        },
        faces: HashSet::new(),
        edges: HashMap::new(),
        vertices: HashMap::new(),
        uses: Vec::new(),
        polygons: Polygons::default(),
    };
    let a = solid.simple(2)?;
    let mut shells = vec![reader.shell(a.reference(1)?, false, 0)?];
    if solid.is("BREP_WITH_VOIDS") {
        for cavity in a.references(2)? {
            shells.push(reader.shell(cavity, false, 0)?);
        }
    }
    reader.body.regions.push(Region { shells });
    reader.turn_loops();
    reader.count_uses();
    reader.check_edges()?;
    Ok(reader.body)
}

impl Reader<'_, '_, '_> {
    /// A shell, turned over or not.
    fn shell(&mut self, id: u32, turned: bool, depth: usize) -> Result<Shell, StepError> {
        let e = self.entities.get(id)?;
        if e.is("ORIENTED_CLOSED_SHELL") && depth < DEEPEST {
            let a = e.simple(4)?;
            return self.shell(a.reference(2)?, turned == a.is_true(3)?, depth + 1);
        }
        if !e.is("CLOSED_SHELL") {
            return e.wrong(Fault::Topology, "a solid is bounded by a CLOSED_SHELL");
        }
        let mut faces = Vec::new();
        for face in e.simple(2)?.references(1)? {
            faces.push(self.body.faces.len());
            let face = self.face(face, turned, depth)?;
            self.body.faces.push(face);
        }
        match faces.is_empty() {
            false => Ok(Shell { faces }),
            true => e.wrong(Fault::Topology, "the shell has no faces"),
        }
    }

    fn face(&mut self, id: u32, turned: bool, depth: usize) -> Result<Face, StepError> {
        let e = self.entities.get(id)?;
        if e.is("ORIENTED_FACE") && depth < DEEPEST {
            let a = e.simple(4)?;
            return self.face(a.reference(2)?, turned == a.is_true(3)?, depth + 1);
        }
        let of_points = e.is("FACE");
        if !(of_points || e.is("ADVANCED_FACE") || e.is("FACE_SURFACE")) {
            return e.wrong(
                Fault::Unsupported,
                "a face with a surface (ADVANCED_FACE) is expected",
            );
        }
        if !self.faces.insert(id) {
            return e.wrong(Fault::Topology, "the face stands twice in the solid");
        }
        let a = e.simple(if of_points { 2 } else { 4 })?;
        let mut loops = Vec::new();
        for bound in a.references(1)? {
            loops.extend(self.bound(bound, turned)?);
        }
        let (surface, reversed) = match of_points {
            true => (self.plane_of(&e, &loops)?, false),
            false => {
                let (surface, other_way) = self.geometry.surface(a.reference(2)?)?;
                (surface, (a.is_true(3)? == turned) != other_way)
            }
        };
        Ok(Face {
            name: format!("#{id}"),
            surface,
            reversed,
            loops,
            colour: self.colours.get(&id).copied(),
        })
    }

    fn bound(&mut self, id: u32, turned: bool) -> Result<Option<Loop>, StepError> {
        let e = self.entities.get(id)?;
        if !(e.is("FACE_BOUND") || e.is("FACE_OUTER_BOUND")) {
            return e.wrong(Fault::Reference, "a bound of a face is expected");
        }
        let a = e.simple(3)?;
        let backwards = a.is_true(2)? == turned;
        let e = self.entities.get(a.reference(1)?)?;
        match e.name().as_str() {
            "VERTEX_LOOP" => Ok(Some(Loop::Vertex(self.vertex(e.simple(2)?.reference(1)?)?))),
            "EDGE_LOOP" => {
                let mut fins = Vec::new();
                for edge in e.simple(2)?.references(1)? {
                    fins.push(self.fin(edge, backwards)?);
                }
                if backwards {
                    fins.reverse();
                }
                self.check_joints(&e, &fins)?;
                Ok(Some(Loop::Fins(fins)))
            }
            "POLY_LOOP" => Ok(Some(self.polygon(&e, backwards)?)),
            other => e.wrong(
                Fault::Unsupported,
                format!("the loop {other:.60} is not supported"),
            ),
        }
    }

    fn fin(&mut self, id: u32, backwards: bool) -> Result<Fin, StepError> {
        let e = self.entities.get(id)?;
        let a = e.of("ORIENTED_EDGE")?;
        let edge = self.edge(a.reference(3)?)?;
        let reversed = a.is_true(4)? == backwards;
        Ok(Fin {
            edge,
            reversed,
            curve: None,
        })
    }

    fn edge(&mut self, id: u32) -> Result<usize, StepError> {
        if let Some(&known) = self.edges.get(&id) {
            return Ok(known);
        }
        let e = self.entities.get(id)?;
        let a = e.of("EDGE_CURVE")?;
        let ends = [self.vertex(a.reference(1)?)?, self.vertex(a.reference(2)?)?];
        let places = ends.map(|v| self.body.vertices[v].point);
        let (curve, reversed) = match self.geometry.conic(a.reference(3)?, places)? {
            Some(arc) => (Arc::new(arc), false),
            None => {
                let (curve, other_way) = self.geometry.curve(a.reference(3)?)?;
                (curve, a.is_true(4)? == other_way)
            }
        };
        let number = self.body.edges.len();
        self.body.edges.push(Edge {
            name: format!("#{id}"),
            curve: Some(curve),
            reversed,
            ends: Some(ends),
            tolerance: 0.0,
        });
        self.uses.push((id, [0, 0]));
        self.edges.insert(id, number);
        Ok(number)
    }

    fn vertex(&mut self, id: u32) -> Result<usize, StepError> {
        if let Some(&known) = self.vertices.get(&id) {
            return Ok(known);
        }
        let e = self.entities.get(id)?;
        let number = self.body.vertices.len();
        self.body.vertices.push(Vertex {
            name: format!("#{id}"),
            point: self.geometry.point(e.of("VERTEX_POINT")?.reference(1)?)?,
            tolerance: 0.0,
        });
        self.vertices.insert(id, number);
        Ok(number)
    }

    /// Each fin begins where the one before it ends.
    fn check_joints(&self, e: &Entity, fins: &[Fin]) -> Result<(), StepError> {
        if fins.is_empty() {
            return e.wrong(Fault::Topology, "the loop has no edges");
        }
        for (k, fin) in fins.iter().enumerate() {
            let next = &fins[(k + 1) % fins.len()];
            let end = |f: &Fin, at_end: bool| {
                let edge = &self.body.edges[f.edge];
                edge.ends.map(|e| e[usize::from(f.reversed != at_end)])
            };
            if end(fin, true) != end(next, false) {
                let names = [fin, next].map(|f| &self.body.edges[f.edge].name);
                let message = format!(
                    "the edge {} does not end where {} begins",
                    names[0], names[1]
                );
                return e.wrong(Fault::Topology, message);
            }
        }
        Ok(())
    }

    /// Turns all loops of some faces around, so that neighbours run through their edges in opposite directions.
    ///
    /// A writer (Open CASCADE, for fillets on frames that it mirrored) gives single faces the right normal and loops that run the
    /// wrong way. The fewer faces are turned; if no choice fits, nothing is, and [`Self::check_edges`] says where.
    fn turn_loops(&mut self) {
        // of each edge: face and direction of each use
        let mut users: Vec<Vec<(usize, bool)>> = vec![Vec::new(); self.body.edges.len()];
        for (f, face) in self.body.faces.iter().enumerate() {
            for fin in fins_of(face) {
                users[fin.edge].push((f, fin.reversed));
            }
        }
        let mut neighbours: Vec<Vec<(usize, bool)>> = vec![Vec::new(); self.body.faces.len()];
        for uses in &users {
            if let [(f, a), (g, b)] = uses[..] {
                neighbours[f].push((g, a == b));
                neighbours[g].push((f, a == b));
            }
        }
        let mut turned: Vec<Option<bool>> = vec![None; neighbours.len()];
        for first in 0..neighbours.len() {
            if turned[first].is_some() {
                continue;
            }
            turned[first] = Some(false);
            let mut part = vec![first];
            let mut at = 0;
            while let Some(&f) = part.get(at) {
                at += 1;
                for &(g, differs) in &neighbours[f] {
                    let needed = turned[f].map(|t| t != differs);
                    match turned[g] {
                        None => {
                            turned[g] = needed;
                            part.push(g);
                        }
                        found if found != needed => return,
                        _ => {}
                    }
                }
            }
            let count = part.iter().filter(|f| turned[**f] == Some(true)).count();
            if 2 * count > part.len() {
                part.iter()
                    .for_each(|f| turned[*f] = turned[*f].map(|t| !t));
            }
        }
        for (face, turned) in self.body.faces.iter_mut().zip(turned) {
            if turned == Some(true) {
                face.loops.iter_mut().for_each(turn);
            }
        }
    }

    fn count_uses(&mut self) {
        for fin in self.body.faces.iter().flat_map(fins_of) {
            self.uses[fin.edge].1[usize::from(fin.reversed)] += 1;
        }
    }

    /// Faces close the shells if each edge is run through once in each direction.
    fn check_edges(&self) -> Result<(), StepError> {
        for (id, uses) in &self.uses {
            let message = match uses {
                [1, 1] => continue,
                [0, 1] | [1, 0] => "the edge has one face: the shell is open there".to_owned(),
                [2, 0] | [0, 2] => {
                    "both faces run through the edge in the same direction".to_owned()
                }
                [with, against] => format!("the edge has {} faces, not two", with + against),
            };
            return self.entities.get(*id)?.wrong(Fault::Topology, message);
        }
        Ok(())
    }
}

fn fins_of(face: &Face) -> impl Iterator<Item = &Fin> {
    face.loops.iter().flat_map(|l| match l {
        Loop::Fins(fins) => &fins[..],
        Loop::Vertex(_) => &[],
    })
}

/// Runs through a loop the other way.
fn turn(l: &mut Loop) {
    if let Loop::Fins(fins) = l {
        fins.reverse();
        fins.iter_mut().for_each(|fin| fin.reversed = !fin.reversed);
    }
}
