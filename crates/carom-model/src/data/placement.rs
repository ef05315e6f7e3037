//! Poses: `pose = { position = [1, 0, 0], angles = [0, 1.5707963267948966, 0] }`.

use super::field::Field;
use super::node::{Entries, Node};
use super::reading::{Reading, TableReading};
use super::scaling::{Of, Scaling};
use crate::placement::{Orientation, Placement};
use crate::{Marker, MarkerId, Model, Table};
use carom_base::dimension::symbols::L;
use carom_base::{Mat3, Pose, Vec3};

/// Whether two poses are the same in every bit.
pub fn same(a: &Pose, b: &Pose) -> bool {
    let bits = |p: &Pose| {
        let at = |k: usize| p.rotation[(k / 3, k % 3)].to_bits();
        (
            <[f64; 3]>::from(p.position).map(f64::to_bits),
            std::array::from_fn::<_, 9, _>(at),
        )
    };
    bits(a) == bits(b)
}

impl Placement {
    /// The placement itself if it comes to this pose, to the bit.
    pub fn fits<'a>(
        given: Option<&'a Self>,
        pose: &Pose,
        markers: &Table<Marker>,
    ) -> Option<&'a Self> {
        given.filter(|g| g.pose(markers).is_some_and(|p| same(&p, pose)))
    }
}

impl Entries {
    /// A pose, as it is given if it still is so.
    pub fn pose(&mut self, pose: &Pose, given: Option<&Placement>, model: &Model) {
        let mut entries = Self::default();
        let at = |entries: &mut Self, p: [f64; 3]| {
            let somewhere = p.iter().any(|x| x.to_bits() != 0);
            entries.put("position", somewhere.then(|| p.item(model)));
        };
        if let Some(given) = Placement::fits(given, pose, &model.markers) {
            at(&mut entries, given.position);
            match &given.orientation {
                Orientation::Aligned => {}
                Orientation::Angles(angles) => entries.put("angles", angles.write(model)),
                Orientation::Points { z, x, x_first } => {
                    entries.put("z_point", z.write(model));
                    entries.put("x_point", x.write(model));
                    entries.put("x_first", x_first.write(model));
                }
            }
            entries.put("frame", given.frame.write(model));
        } else {
            at(&mut entries, pose.position.into());
            let aligned = same(
                &Pose {
                    position: Vec3::zeros(),
                    rotation: pose.rotation,
                },
                &Pose::identity(),
            );
            entries.put("axes", (!aligned).then(|| pose.rotation.item(model)));
        }
        if !entries.0.is_empty() {
            self.put("pose", Some(entries.into()));
        }
    }
}

impl TableReading<'_> {
    /// A pose, and how it is given. One in the frame of a marker is completed by `resolve`.
    pub fn pose(&mut self, reading: &mut Reading) -> Option<(Pose, Option<Placement>)> {
        match self.get("pose") {
            None => Some((Pose::identity(), None)),
            Some(node) => read(node, reading),
        }
    }
}

fn read(node: &Node, reading: &mut Reading) -> Option<(Pose, Option<Placement>)> {
    let mut table = reading.table(node)?;
    let position = table.field_or("position", || [0.0; 3], reading);
    let axes = table.field::<Option<Mat3>>("axes", reading);
    let angles = table.field::<Option<[f64; 3]>>("angles", reading);
    let z = table.field::<Option<[f64; 3]>>("z_point", reading);
    let x = table.field::<Option<[f64; 3]>>("x_point", reading);
    let x_first = table.field::<bool>("x_first", reading);
    let frame = table.field::<Option<MarkerId>>("frame", reading);
    table.end(reading);
    let (position, axes, frame, x_first) = (position?, axes?, frame?, x_first?);
    let orientation = match (angles?, z?, x?) {
        (None, None, None) if !x_first => Orientation::Aligned,
        (Some(angles), None, None) if axes.is_none() && !x_first => Orientation::Angles(angles),
        (None, z, x) if axes.is_none() && (x.is_some() || !x_first) => {
            Orientation::Points { z, x, x_first }
        }
        _ => {
            let what = "axes are given by axes, by angles, or by z_point and x_point; x_first needs x_point";
            reading.error("toml-bad-pose", node.span, what);
            return None;
        }
    };
    if let Some(rotation) = axes {
        if frame.is_some() {
            let what = "axes do not go with frame";
            reading.error("toml-bad-pose", node.span, what);
            return None;
        }
        // 1e-9: axes printed with ten digits
        let off = (rotation.transpose() * rotation - Mat3::identity()).amax();
        if off > 1e-9 || rotation.determinant() < 0.0 {
            let what = "the columns of axes are no right-handed unit vectors";
            reading.error("toml-bad-pose", node.span, what);
            return None;
        }
        let position = Vec3::from(position);
        return Some((Pose { position, rotation }, None));
    }
    let given = Placement {
        position,
        orientation,
        frame,
    };
    let Some(pose) = given.local() else {
        let what = "the points do not span a plane";
        reading.error("toml-bad-pose", node.span, what);
        return None;
    };
    Some((pose, Some(given)))
}

/// Completes the poses of markers by how they are given. An error names a marker and what is wrong with it.
pub fn resolve(markers: &mut Table<Marker>) -> Result<(), (MarkerId, &'static str, &'static str)> {
    let frame = |m: &Marker| m.given.as_ref().and_then(|g| g.frame);
    let ids: Vec<MarkerId> = markers.ids().collect();
    let mut done = vec![false; ids.len()];
    for &start in &ids {
        // Up to the part, then back.
        let mut path = Vec::new();
        let mut next = Some(start);
        while let Some(at) = next.filter(|m| !done[m.index()]) {
            if path.len() > ids.len() {
                return Err((start, "toml-marker-cycle", "its frame leads in a circle"));
            }
            path.push(at);
            next = frame(&markers[at]);
        }
        for &marker in path.iter().rev() {
            let m = &markers[marker];
            if frame(m).is_some_and(|f| markers[f].part != m.part) {
                let what = "its frame is a marker of another part";
                return Err((marker, "toml-bad-pose", what));
            }
            if let Some(pose) = m.given.as_ref().and_then(|g| g.pose(markers)) {
                markers[marker].pose = pose;
            }
            done[marker.index()] = true;
        }
    }
    Ok(())
}

impl Scaling {
    /// Lengths of a pose.
    pub fn pose(&mut self, pose: &mut Pose, given: &mut Option<Placement>) {
        let of: Of = L.into();
        pose.position.scale(self, &of);
        let Some(given) = given else { return };
        given.position.scale(self, &of);
        if let Orientation::Points { z, x, .. } = &mut given.orientation {
            z.scale(self, &of);
            x.scale(self, &of);
        }
    }
}
