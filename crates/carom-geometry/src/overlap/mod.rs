//! Overlap of two solids: every volume of intersection with its centroid, the nearest points, the depth, and exact rates.
//!
//! Each solid is given in its own frame; the pose of B in A says how they stand. Results are in the frame of A. A
//! [`Workspace`] holds what a query needs, and a [`Memory`] what is remembered of a pair of solids, so that nothing is allocated once
//! both have grown. What is remembered makes queries faster and never changes a result.

mod analytic;
mod apart;
mod distance;
mod exact;
mod face;
mod faces;
mod form;
mod memory;
mod meshes;
mod nearest;
mod passing;
mod plane;
mod predicates;
mod prepared;
mod query;
mod rate;
mod surface;
mod volume;

use crate::shapes::Cuboid;
use crate::solid::ClosedMesh;
use crate::{Mesh, Refinement, Solid};
use carom_base::{Pose, Vec3};
pub use distance::Separation;
pub use form::Form;
pub use memory::Memory;
use meshes::{Query, Scratch};
pub(crate) use nearest::{Feature, Nearest};
pub(crate) use passing::{Corners, passing};
pub use plane::RimError;
pub use prepared::{FormError, Prepared};
pub use query::{Options, OverlapError};
pub use rate::{Rate1, Rate3};
pub use volume::{FLAGS, Flags, Rates, Volume};

/// Work space of a thread: grows to what the largest pair needs, and then allocates nothing.
#[derive(Default)]
pub struct Workspace {
    scratch: Scratch,
    /// Half-spaces as boxes, for meshes of different size.
    plates: Vec<Plate>,
    /// Of searches for nearest points.
    stack: Vec<(u32, u32)>,
    patches: analytic::Patches,
    seats: plane::Seats,
    /// How far apart the meshes of the last query are, where it has found that.
    apart: Option<Separation>,
}

impl std::fmt::Debug for Workspace {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Workspace")
            .field("volumes", &self.scratch.volumes)
            .finish_non_exhaustive()
    }
}

impl Workspace {
    /// All volumes in which two solids overlap, ordered by x, y, z of their centroids. `pose` is that of B in A.
    pub fn overlap(
        &mut self,
        a: &Prepared,
        b: &Prepared,
        pose: &Pose,
        memory: &mut Memory,
        options: &Options,
    ) -> Result<&[Volume], OverlapError> {
        if a.form.is_plane() || b.form.is_plane() {
            self.in_plane(a, b, pose, options)?;
            return Ok(&self.scratch.volumes);
        }
        if let Some(face) = face::below(a, b, || *pose) {
            self.by_formula(&a.form, &Form::HalfSpace, &face, options)?;
            return Ok(&self.scratch.volumes);
        }
        if let Some(face) = face::below(b, a, || pose.inverse()) {
            self.by_formula(&b.form, &Form::HalfSpace, &face, options)?;
            self.swap_roles(pose);
            return Ok(&self.scratch.volumes);
        }
        if let (Some(x), Some(y)) = (&a.mesh, &b.mesh)
            && memory.owners == [x.id, y.id]
            && memory.still_apart(y, pose)
        {
            self.scratch.volumes.clear();
            self.scratch.rates.clear();
            return Ok(&self.scratch.volumes);
        }
        if analytic::knows(&a.form, &b.form, pose) {
            self.by_formula(&a.form, &b.form, pose, options)?;
            return Ok(&self.scratch.volumes);
        }
        if analytic::knows(&b.form, &a.form, &pose.inverse()) {
            self.by_formula(&b.form, &a.form, &pose.inverse(), options)?;
            self.swap_roles(pose);
            return Ok(&self.scratch.volumes);
        }
        if self.by_distance(a, b, pose, memory, options)? {
            return Ok(&self.scratch.volumes);
        }
        match (&a.mesh, &b.mesh) {
            (Some(x), Some(y)) => self.meshes(x, y, pose, memory, options),
            (Some(x), None) if b.form == Form::HalfSpace => self.on_plate(x, pose, memory, options),
            (None, Some(y)) if a.form == Form::HalfSpace => {
                check(pose)?;
                self.on_plate(y, &pose.inverse(), memory, options)?;
                self.swap_roles(pose);
                Ok(&self.scratch.volumes)
            }
            _ => Err(OverlapError::Unsupported),
        }
    }

    /// Figures in a plane: how they are apart if they are.
    fn in_plane(
        &mut self,
        a: &Prepared,
        b: &Prepared,
        pose: &Pose,
        options: &Options,
    ) -> Result<Option<Separation>, OverlapError> {
        let Scratch { volumes, rates, .. } = &mut self.scratch;
        volumes.clear();
        rates.clear();
        check(pose)?;
        if !a.form.is_plane_with(&b.form) {
            return Err(OverlapError::Unsupported);
        }
        self.seats.solve(a, b, pose, options, volumes, rates)
    }

    /// A pair that formulas know.
    fn by_formula(
        &mut self,
        a: &Form,
        b: &Form,
        pose: &Pose,
        options: &Options,
    ) -> Result<(), OverlapError> {
        let Scratch { volumes, rates, .. } = &mut self.scratch;
        volumes.clear();
        rates.clear();
        check(pose)?;
        analytic::solve(a, b, pose, options, volumes, rates);
        Ok(())
    }

    /// A sphere on triangles; false for other pairs, and for a sphere whose centre is on the surface.
    fn by_distance(
        &mut self,
        a: &Prepared,
        b: &Prepared,
        pose: &Pose,
        memory: &mut Memory,
        options: &Options,
    ) -> Result<bool, OverlapError> {
        let (Some(x), Some(y)) = (&a.mesh, &b.mesh) else {
            return Ok(false);
        };
        let (radius, mesh, at, forward) = match (&a.form, &b.form) {
            (Form::Sphere { radius }, Form::Mesh) => (*radius, y, *pose, true),
            (Form::Mesh, Form::Sphere { radius }) => (*radius, x, pose.inverse(), false),
            _ => return Ok(false),
        };
        check(pose)?;
        let Scratch { volumes, rates, .. } = &mut self.scratch;
        volumes.clear();
        rates.clear();
        let answer = self
            .patches
            .solve(radius, mesh, &at, options, volumes, rates);
        memory.own(x, y);
        memory.apart_at = None;
        match answer {
            analytic::Answer::Nowhere => return Ok(false),
            analytic::Answer::Meets => {}
            analytic::Answer::Apart(gap) => {
                // of the triangles' faces: others may be nearer by as much as these are off
                memory.gap = (gap - 4.0 * mesh.offset()) * (1.0 - 1e-12)
                    - 1e-14 * (y.centre.norm() + y.radius + pose.position.norm());
                memory.apart_at = Some(*pose);
            }
        }
        if !forward {
            self.swap_roles(pose);
        }
        self.around_hole([x, y], pose, memory, options)?;
        Ok(true)
    }

    /// A ball in a hole touches faces all around, so that the centroid of the volume lies outside of it: there what the faces say around it counts. The rate of how
    /// much is left out.
    fn around_hole(
        &mut self,
        [x, y]: [&ClosedMesh; 2],
        pose: &Pose,
        memory: &mut Memory,
        options: &Options,
    ) -> Result<(), OverlapError> {
        let part = analytic::spread(self.patches.short);
        let Scratch { volumes, rates, .. } = &self.scratch;
        if part == 0.0 || volumes.len() != 1 || x.offset() == 0.0 || y.offset() == 0.0 {
            return Ok(());
        }
        let (at, at_by) = (volumes[0], rates.first().copied());
        let found = self.meshes(x, y, pose, memory, options)?;
        let is_around = match found {
            [v] => v.flags.contains(Flags::CENTROID_OUTSIDE),
            _ => part == 1.0,
        };
        if is_around && part == 1.0 {
            return Ok(());
        }
        let Scratch { volumes, rates, .. } = &mut self.scratch;
        if !is_around {
            volumes.clear();
            volumes.push(at);
            rates.clear();
            rates.extend(at_by);
            return Ok(());
        }
        for k in 0..2 {
            let near = &mut volumes[0].nearest[k];
            *near = at.nearest[k] + (*near - at.nearest[k]) * part;
            if let (Some(rates), Some(by)) = (rates.first_mut(), &at_by) {
                rates.nearest[k] = by.nearest[k] + (rates.nearest[k] - by.nearest[k]) * part;
            }
        }
        Ok(())
    }

    /// Results of the query with A and B exchanged become those of the query itself.
    fn swap_roles(&mut self, pose: &Pose) {
        let Scratch { volumes, rates, .. } = &mut self.scratch;
        for (v, r) in volumes.iter_mut().zip(rates.iter_mut()) {
            r.swap_roles(v, pose);
        }
        for v in volumes.iter_mut() {
            v.swap_roles(pose);
        }
        analytic::sort(volumes, rates);
    }

    /// A mesh and the half-space z ≤ 0 of B: a box under the mesh, so large that its other faces are far away.
    fn on_plate(
        &mut self,
        a: &ClosedMesh,
        pose: &Pose,
        memory: &mut Memory,
        options: &Options,
    ) -> Result<&[Volume], OverlapError> {
        check(pose)?;
        let (plate, at) = self.plate_below(a, pose);
        let done = self
            .meshes(a, &plate.mesh, &at, memory, options)
            .map(<[Volume]>::len);
        self.plates.push(plate);
        done?;
        Ok(&self.scratch.volumes)
    }

    /// A box in place of a half-space, and where it stands.
    fn plate_below(&mut self, a: &ClosedMesh, pose: &Pose) -> (Plate, Pose) {
        let exponent = (8.0 * a.radius).log2().ceil();
        let known = self.plates.iter().position(|p| p.exponent == exponent);
        let plate = match known {
            Some(k) => self.plates.swap_remove(k),
            None => Plate::new(exponent),
        };
        let size = exponent.exp2();
        let foot = pose.rotation.tr_mul(&(a.centre - pose.position));
        // off its middle, so that the diagonal of its face is not below the mesh
        let centre = Vec3::new(foot.x + 0.23 * size, foot.y + 0.11 * size, -0.5 * size);
        let at = Pose {
            position: pose.rotation * centre + pose.position,
            rotation: pose.rotation,
        };
        (plate, at)
    }

    /// The surface of all volumes in which two solids overlap as triangles, in the frame of A: closed, normals outwards. Curved solids go by
    /// their triangles. It allocates: for a look, not for a run.
    pub fn surface(
        &mut self,
        a: &Prepared,
        b: &Prepared,
        pose: &Pose,
    ) -> Result<Mesh, OverlapError> {
        check(pose)?;
        match (&a.mesh, &b.mesh) {
            (Some(x), Some(y)) => self.surface_of_meshes(x, y, pose),
            (Some(x), None) if b.form == Form::HalfSpace => {
                let (plate, at) = self.plate_below(x, pose);
                self.surface_of_meshes(x, &plate.mesh, &at)
            }
            (None, Some(_)) if a.form == Form::HalfSpace => {
                let mut mesh = self.surface(b, a, &pose.inverse())?;
                for p in &mut mesh.vertices {
                    *p = pose.rotation * *p + pose.position;
                }
                Ok(mesh)
            }
            _ => Err(OverlapError::Unsupported),
        }
    }

    fn surface_of_meshes(
        &mut self,
        a: &ClosedMesh,
        b: &ClosedMesh,
        pose: &Pose,
    ) -> Result<Mesh, OverlapError> {
        let mut query = Query::new(a, b, pose, &mut self.scratch);
        query.run(&mut Memory::default(), &Options::default())?;
        Ok(query.surface())
    }

    /// All volumes in which two meshes overlap, ordered by x, y, z of their centroids. `pose` is that of B in A.
    pub fn meshes(
        &mut self,
        a: &ClosedMesh,
        b: &ClosedMesh,
        pose: &Pose,
        memory: &mut Memory,
        options: &Options,
    ) -> Result<&[Volume], OverlapError> {
        self.scratch.volumes.clear();
        self.scratch.rates.clear();
        if memory.owners == [a.id, b.id] && memory.still_apart(b, pose) {
            return Ok(&self.scratch.volumes);
        }
        check(pose)?;
        memory.own(a, b);
        memory.apart_at = None;
        let between = pose.rotation * b.centre + pose.position - a.centre;
        let gap = between.norm() - (a.radius + b.radius);
        if gap <= 0.0 {
            let mut query = Query::new(a, b, pose, &mut self.scratch);
            let slack = query.slack;
            let done = query.run(memory, options);
            memory.last = Some(*pose);
            done?;
            if self.scratch.meets() {
                return Ok(&self.scratch.volumes);
            }
            let found = distance::distance(a, b, pose, &mut memory.hint, &mut self.scratch.bounds);
            memory.gap = found.distance - slack;
            self.apart = Some(apart::by_faces(a, b, pose, found, &mut self.stack));
        } else {
            memory.gap = gap * (1.0 - 1e-12);
        }
        memory.apart_at = Some(*pose);
        Ok(&self.scratch.volumes)
    }

    /// As [`Workspace::overlap`], and where two solids do not meet, how far apart they are: none if they meet, and the volumes are
    /// [`Workspace::volumes`]. At first touch the distance and the depth of the volume are both zero, so that one with the other is a gap that
    /// is continuous.
    pub fn stand(
        &mut self,
        a: &Prepared,
        b: &Prepared,
        pose: &Pose,
        memory: &mut Memory,
        options: &Options,
    ) -> Result<Option<Separation>, OverlapError> {
        if a.form.is_plane() || b.form.is_plane() {
            return self.in_plane(a, b, pose, options);
        }
        self.apart = None;
        self.scratch.gap = None;
        if !self.overlap(a, b, pose, memory, options)?.is_empty() {
            return Ok(None);
        }
        let met = self.scratch.gap.take();
        if let (Some(found), Some(_), Some(_)) = (self.apart.take().or(met), &a.mesh, &b.mesh) {
            return Ok(Some(found));
        }
        if let Some(found) = apart::by_formula(a, b, pose, &mut self.stack) {
            return Ok(Some(found));
        }
        if let Some(found) = apart::by_triangles(a, b, pose, &mut self.stack) {
            return Ok(Some(found));
        }
        match (&a.mesh, &b.mesh) {
            (Some(x), Some(y)) => {
                let bounds = &mut self.scratch.bounds;
                let found = distance::distance(x, y, pose, &mut memory.hint, bounds);
                Ok(Some(apart::by_faces(x, y, pose, found, &mut self.stack)))
            }
            _ => Err(OverlapError::Unsupported),
        }
    }

    /// Volumes of the last query.
    pub fn volumes(&self) -> &[Volume] {
        &self.scratch.volumes
    }

    /// Rates of the volumes of the last query, in their order; empty unless asked for.
    pub fn rates(&self) -> &[Rates] {
        &self.scratch.rates
    }

    /// The distance of two meshes and where it is; none if they meet.
    pub fn separation(
        &mut self,
        a: &ClosedMesh,
        b: &ClosedMesh,
        pose: &Pose,
        memory: &mut Memory,
    ) -> Result<Option<Separation>, OverlapError> {
        self.meshes(a, b, pose, memory, &Options::default())?;
        if memory.apart_at.is_none() {
            return Ok(None);
        }
        let found = distance::distance(a, b, pose, &mut memory.hint, &mut self.scratch.bounds);
        memory.gap = found.distance * (1.0 - 1e-12) - self.scratch.slack;
        memory.apart_at = Some(*pose);
        Ok(Some(found))
    }

    /// Triangles and boxes compared since the work space was made, for counts of work.
    pub fn work(&self) -> [u64; 2] {
        [self.scratch.pairs_seen, self.scratch.boxes_seen]
    }
}

/// A box of size 2^exponent in place of a half-space.
struct Plate {
    exponent: f64,
    mesh: ClosedMesh,
}

impl Plate {
    fn new(exponent: f64) -> Self {
        let cube = Cuboid::new([exponent.exp2(); 3]).map(|c| c.mesh(Refinement::COARSE));
        let mesh = cube.ok().and_then(|m| ClosedMesh::new(&m).ok());
        Self {
            exponent,
            mesh: mesh.expect("a box with positive edges encloses a solid"),
        }
    }
}

/// A NaN fails in the comparison.
fn check(pose: &Pose) -> Result<(), OverlapError> {
    let r = &pose.rotation;
    let error = (r.transpose() * r - carom_base::Mat3::identity()).amax();
    let finite = pose.position.iter().all(|x| x.is_finite());
    // not a number has to fail as well
    if finite && error < 1e-6 && r.determinant() > 0.0 {
        return Ok(());
    }
    Err(OverlapError::Pose)
}
