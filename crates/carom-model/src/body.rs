//! Parts and markers.

use crate::placement::Placement;
use crate::table::{Table, Tag, tagged};
use crate::{MarkerId, PartId};
use carom_base::{Mat3, Pose};
use carom_derive::Field;

/// What a part is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Field)]
pub enum PartKind {
    /// The inertial frame; exactly one.
    Ground,
    /// A rigid body, six degrees of freedom.
    Rigid,
    /// A point mass: three degrees of freedom, its markers do not turn.
    Point,
}

/// A part: PART, POINT_MASS, Body_Rigid, Body_Point.
#[derive(Clone, Debug, Field)]
pub struct Part {
    /// Label, name, place. `statement` tells PART from POINT_MASS; each has labels of its own in Adams,
    /// so a point mass is found by `Model::parts` under its label only if no PART has it.
    pub tag: Tag,
    /// What it is.
    pub kind: PartKind,
    /// `X_GP` at the start, as the deck places it (before assembly).
    pub pose: Pose,
    /// The same as the deck gives it.
    pub given: Option<Placement>,
    /// Mass, M. Zero is legal for a part whose motion constraints and forces fix.
    #[dimension(M)]
    #[absent(0.0)]
    pub mass: f64,
    /// Marker at the centre of mass; ground and massless parts may have none.
    pub cm: Option<MarkerId>,
    /// Marker whose origin and axes `inertia` refers to; `None`: the centre of mass marker.
    pub im: Option<MarkerId>,
    /// The inertia tensor (off-diagonal entries are −∫xy dm and so on), M·L².
    #[dimension(M * L * L)]
    #[absent(Mat3::zeros())]
    pub inertia: Mat3,
    /// Initial velocity of the centre of mass; `None` where the deck gives none.
    #[dimension(L / T)]
    pub velocity: [Option<f64>; 3],
    /// Initial angular velocity; `None` where the deck gives none.
    #[dimension(ONE / T)]
    pub angular_velocity: [Option<f64>; 3],
    /// Marker on whose axes `velocity` is given; `None`: ground axes.
    pub velocity_axes: Option<MarkerId>,
    /// Marker on whose axes `angular_velocity` is given; `None`: the centre of mass marker.
    pub angular_velocity_axes: Option<MarkerId>,
    /// Coordinates that assembly must not move: x, y, z, ψ, θ, φ.
    pub exact: [bool; 6],
    /// Velocities that assembly must not change (MotionSolve's flags): vx, vy, vz, wx, wy, wz.
    pub exact_velocity: [bool; 6],
}

impl Part {
    /// A part at rest on top of the global frame, without mass.
    pub fn new(tag: Tag, kind: PartKind) -> Self {
        Self {
            tag,
            kind,
            pose: Pose::identity(),
            given: None,
            mass: 0.0,
            cm: None,
            im: None,
            inertia: Mat3::zeros(),
            velocity: [None; 3],
            angular_velocity: [None; 3],
            velocity_axes: None,
            angular_velocity_axes: None,
            exact: [false; 6],
            exact_velocity: [false; 6],
        }
    }
}

/// A frame fixed on a part.
#[derive(Clone, Debug, Field)]
pub struct Marker {
    /// Label, name, place.
    pub tag: Tag,
    /// The part that carries it.
    pub part: PartId,
    /// `X_PM`: its pose in the part frame.
    pub pose: Pose,
    /// The same as the deck gives it.
    pub given: Option<Placement>,
    /// A floating marker has no pose of its own: it sits on the I marker of the force that uses it.
    pub floating: bool,
}

impl Placement {
    /// The pose that it comes to, with the poses of the markers.
    pub fn pose(&self, markers: &Table<Marker>) -> Option<Pose> {
        let local = self.local()?;
        Some(match self.frame {
            Some(frame) => markers[frame].pose * local,
            None => local,
        })
    }
}

tagged!(Part, Marker);
