//! Circles given by two markers.

use carom_model::{MarkerId, Model};

/// The radius of the circle about the z axis of one marker through the origin of another; none if they are on two parts or on one axis.
pub fn radius(model: &Model, centre: MarkerId, through: MarkerId) -> Option<f64> {
    let [centre, through] = [centre, through].map(|m| &model.markers[m]);
    if centre.part != through.part {
        return None;
    }
    let local = centre.pose.inverse() * through.pose;
    let radius = local.position.x.hypot(local.position.y);
    (radius > 0.0).then_some(radius)
}
