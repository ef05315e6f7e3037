//! What `PART_XFORM` holds: the motion of a part's own frame, from the motion of its centre of mass.

use carom_base::{Mat3, Quaternion, Vec3};
use carom_model::run::BodyRow;
use carom_model::{MarkerId, Model, PartId};

/// Centre of mass in the part's frame; zero where the part has none.
pub fn centre(model: &Model, part: PartId) -> Vec3 {
    model.parts[part]
        .cm
        .map_or_else(Vec3::zeros, |cm| model.markers[cm].pose.position)
}

/// The part as the deck places it; velocities that the deck leaves open are zero.
pub fn as_given(model: &Model, id: PartId) -> BodyRow {
    let part = &model.parts[id];
    let pose = part.pose;
    let axes = |marker: Option<MarkerId>| {
        marker.map_or_else(Mat3::identity, |m| {
            let m = &model.markers[m];
            model.parts[m.part].pose.rotation * m.pose.rotation
        })
    };
    let vector = |v: &[Option<f64>; 3]| Vec3::from(v.map(|c| c.unwrap_or(0.0)));
    let v = axes(part.velocity_axes) * vector(&part.velocity);
    let w = axes(part.angular_velocity_axes.or(part.cm)) * vector(&part.angular_velocity);
    BodyRow {
        position: (pose.position + pose.rotation * centre(model, id)).into(),
        orientation: Quaternion::from_matrix(&pose.rotation).0,
        velocity: v.into(),
        angular_velocity: w.into(),
        ..BodyRow::default()
    }
}

/// X Y Z PSI THETA PHI; VX VY VZ WX WY WZ; ACCX ACCY ACCZ WDX WDY WDZ of the part's frame, ground axes.
/// `centre` is the centre of mass in the part's frame.
pub fn frame_quantities(row: &BodyRow, centre: &Vec3) -> [[f64; 6]; 3] {
    let rotation = Quaternion(row.orientation).matrix();
    // from the origin of the part's frame to its centre of mass, ground axes
    let r = rotation * centre;
    let [w, b] = [row.angular_velocity, row.angular_acceleration].map(Vec3::from);
    let p = Vec3::from(row.position) - r;
    let v = Vec3::from(row.velocity) - w.cross(&r);
    let a = Vec3::from(row.acceleration) - b.cross(&r) - w.cross(&w.cross(&r));
    let angles = carom_base::space::angles_313(&rotation);
    [
        join(p.into(), angles),
        join(v.into(), w.into()),
        join(a.into(), b.into()),
    ]
}

fn join(a: [f64; 3], b: [f64; 3]) -> [f64; 6] {
    [a[0], a[1], a[2], b[0], b[1], b[2]]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A part that spins about ground's z with its frame on the axis: the frame rests, the centre circles.
    #[test]
    fn the_frame_of_a_spinning_part_rests() {
        let (w, b, x) = (3.0, 0.5, 2.0);
        let row = BodyRow {
            position: [x, 0.0, 0.0],
            orientation: Quaternion::IDENTITY.0,
            velocity: [0.0, w * x, 0.0],
            angular_velocity: [0.0, 0.0, w],
            acceleration: [-w * w * x, b * x, 0.0],
            angular_acceleration: [0.0, 0.0, b],
        };
        let q = frame_quantities(&row, &Vec3::new(x, 0.0, 0.0));
        assert_eq!(q[0], [0.0; 6]);
        assert_eq!(q[1], [0.0, 0.0, 0.0, 0.0, 0.0, w]);
        assert_eq!(q[2], [0.0, 0.0, 0.0, 0.0, 0.0, b]);
    }
}
