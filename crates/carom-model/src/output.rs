//! Requests and the files that a deck asks for.

use crate::MarkerId;
use crate::constraint::{Function, UserFunction};
use crate::table::{Tag, tagged};
use carom_derive::Field;
use carom_expr::Input;

/// Which standard request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Field)]
pub enum Standard {
    /// Magnitude, x, y, z; unused, then ψ, θ, φ (or yaw, pitch, roll).
    Displacement,
    /// Magnitude, x, y, z; magnitude, x, y, z of the angular velocity.
    Velocity,
    /// Likewise for accelerations.
    Acceleration,
    /// Likewise for force and torque on I by J.
    Force,
}

/// What a request computes: eight columns F1 ... F8.
#[derive(Clone, Debug, Field)]
pub enum RequestKind {
    /// Of a pair of markers, on the axes of `rm`.
    Standard {
        /// Which.
        which: Standard,
        /// Marker I.
        i: MarkerId,
        /// Marker J; `None`: ground.
        j: Option<MarkerId>,
        /// Axes; `None`: ground.
        rm: Option<MarkerId>,
    },
    /// Expressions; a missing one is zero.
    Functions(#[dimension(Of::Own)] Box<[Option<Function>; 8]>),
    /// The force of one element (MotionSolve's ELEMENTAL_FORCE): component 1 of the input stands for all eight.
    Element(Input),
    /// User-written code.
    User(UserFunction),
}

/// REQUEST, Post_Request.
#[derive(Clone, Debug, Field)]
pub struct Request {
    /// Label, name, place.
    pub tag: Tag,
    /// Column titles, in order; empty strings where the deck gives none.
    pub titles: Vec<String>,
    /// Comment.
    pub comment: String,
    /// What it computes.
    pub kind: RequestKind,
}

/// Files that the deck asks for.
#[derive(Clone, Debug, Default, PartialEq, Field)]
pub struct OutputOptions {
    /// `OUTPUT/REQSAVE`: `.req`.
    pub req: bool,
    /// `OUTPUT/GRSAVE`: `.gra`.
    pub gra: bool,
    /// `RESULTS/...`: `.res` (XRF).
    pub res: bool,
    /// MotionSolve's `plt_file`: `.plt`.
    pub plt: bool,
    /// MotionSolve's `mrf_file`: `.mrf`.
    pub mrf: bool,
    /// Yaw, pitch, roll instead of 3-1-3 angles in displacement requests.
    pub yaw_pitch_roll: bool,
    /// Output prefix that the commands give, if any.
    pub prefix: Option<String>,
}

tagged!(Request);
