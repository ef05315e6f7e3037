//! A mechanism in the coordinates of its joints.

use crate::equations::joint_coordinates::loops::Loops;
use crate::equations::joint_coordinates::programs::Programs;
use crate::equations::joint_coordinates::recursion::Recursion;
use crate::equations::joint_coordinates::tree::Tree;
use crate::equations::singular::approach::Approach;
use carom_base::Mat3;
use carom_solve::sparse::{Matrix, Pattern};

/// A mechanism in the coordinates of its joints.
#[derive(Clone, Debug)]
pub(crate) struct JointCoordinates {
    pub(in crate::equations::joint_coordinates) tree: Tree,
    pub(in crate::equations::joint_coordinates) recursion: Recursion,
    /// Orientation at the origin of the chart against the parent, of each node.
    pub(in crate::equations) charts: Vec<Mat3>,
    /// The node of each body.
    pub(in crate::equations) node_of: Vec<usize>,
    pub(in crate::equations::joint_coordinates) loops: Option<Loops>,
    /// Rows of closing constraints that others imply, which are watched.
    pub(in crate::equations) implied: Vec<usize>,
    /// How near a loop is to a singular position.
    pub(in crate::equations) approach: Approach,
    /// Room for accelerations of the coordinates, and for changes of them.
    pub(in crate::equations) rates: Vec<f64>,
    /// Those of the bodies.
    pub(in crate::equations) accelerations: Vec<f64>,
    /// Derivatives as programs.
    pub(in crate::equations::joint_coordinates) programs: Programs,
    /// Room for rates of all unknowns.
    pub(in crate::equations) room: Vec<f64>,
    /// Mass and Jacobian of what explicit methods do not ask for, and the index of each unknown.
    pub(in crate::equations) shape: (Matrix, Pattern),
    pub(in crate::equations) index: Vec<u8>,
    /// Why the motion is to go on in absolute coordinates, if it is.
    pub leaves: Option<Leaving>,
}

/// Why a motion goes on in absolute coordinates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Leaving {
    /// An implicit method is wanted.
    Stiff,
    /// A loop comes near a singular position.
    NearSingular,
}
