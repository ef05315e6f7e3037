//! The mechanism as described: parts, markers, joints, motions, forces, requests, sensors, commands.
//!
//! A [`Model`] is what a deck means, independent of the language it was written in, and it is editable.
//! Nothing here computes: `carom-dynamics` assembles a model into a system.
//!
//! Numbers are in the model's own units, angles in radians.

mod activity;
pub mod analysis;
pub mod body;
pub mod bound;
pub mod constraint;
pub mod control;
pub mod curve;
pub mod data;
pub mod force;
pub mod friction;
pub mod graphics;
pub mod matrix;
pub mod output;
pub mod placement;
pub mod run;
pub mod table;

pub use analysis::{Command, Settings};
pub use body::{Marker, Part, PartKind};
pub use bound::{Binding, Bound};
pub use constraint::{Coupler, GeneralConstraint, Joint, JointKind, Motion, UserConstraint};
pub use control::{
    Array, Diff, GeneralSystem, LinearSystem, Plant, Sensor, Spline, Text, Variable,
};
pub use curve::{Curve, CurveOnCurve, Gear, PointOnCurve};
pub use force::{
    Beam, Bushing, Contact, Field, MultiPoint, Penalty, ScalarForce, SpringDamper, VectorForce,
};
pub use friction::JointFriction;
pub use graphics::Graphic;
pub use matrix::Matrix;
pub use output::{OutputOptions, Request};
pub use placement::{Orientation, Placement};
pub use table::{Element, Id, Table, Tag};

use carom_base::{Dialect, Sources, Span, Units};

/// Index of a part in [`Model::parts`].
pub type PartId = Id<Part>;
/// Index of a marker in [`Model::markers`].
pub type MarkerId = Id<Marker>;
/// Index of a joint in [`Model::joints`] or a primitive in [`Model::primitives`].
pub type JointId = Id<Joint>;

/// A mechanism with its analyses, as authored.
#[derive(Clone, Debug)]
pub struct Model {
    /// Title: line 1 of a dataset.
    pub title: String,
    /// The language it came from; where the solvers differ, it decides.
    pub dialect: Dialect,
    /// The texts it came from, for messages.
    pub sources: Sources,
    /// Units of all numbers.
    pub units: Units,
    /// Acceleration of gravity, ground axes, L·T⁻².
    pub gravity: [f64; 3],
    /// Parts, ground among them.
    pub parts: Table<Part>,
    /// Markers.
    pub markers: Table<Marker>,
    /// JOINT, Constraint_Joint.
    pub joints: Table<Joint>,
    /// JPRIM, Constraint_Jprim: the same kinds with labels of their own.
    pub primitives: Table<Joint>,
    /// COUPLER.
    pub couplers: Table<Coupler>,
    /// GEAR.
    pub gears: Table<Gear>,
    /// PTCV.
    pub points_on_curves: Table<PointOnCurve>,
    /// CVCV.
    pub curves_on_curves: Table<CurveOnCurve>,
    /// GCON.
    pub general_constraints: Table<GeneralConstraint>,
    /// UCON.
    pub user_constraints: Table<UserConstraint>,
    /// MOTION.
    pub motions: Table<Motion>,
    /// SFORCE, Force_Scalar_TwoBody.
    pub scalar_forces: Table<ScalarForce>,
    /// VFORCE; for MotionSolve, Force_Vector_* of type ForceOnly.
    pub vector_forces: Table<VectorForce>,
    /// VTORQUE; Force_Vector_* of type TorqueOnly.
    pub vector_torques: Table<VectorForce>,
    /// GFORCE; Force_Vector_* of type ForceAndTorque.
    pub general_forces: Table<VectorForce>,
    /// SPRINGDAMPER.
    pub spring_dampers: Table<SpringDamper>,
    /// BUSHING.
    pub bushings: Table<Bushing>,
    /// BEAM.
    pub beams: Table<Beam>,
    /// FIELD.
    pub fields: Table<Field>,
    /// NFORCE, Force_MultiPoint.
    pub multi_points: Table<MultiPoint>,
    /// Force_Penalty.
    pub penalties: Table<Penalty>,
    /// CONTACT, Force_Contact.
    pub contacts: Table<Contact>,
    /// FRICTION, Force_JointFriction.
    pub frictions: Table<JointFriction>,
    /// VARIABLE.
    pub variables: Table<Variable>,
    /// DIFF.
    pub diffs: Table<Diff>,
    /// ARRAY.
    pub arrays: Table<Array>,
    /// CURVE.
    pub curves: Table<Curve>,
    /// MATRIX.
    pub matrices: Table<Matrix>,
    /// PINPUT, Control_PlantInput.
    pub plant_inputs: Table<Plant>,
    /// POUTPUT, Control_PlantOutput.
    pub plant_outputs: Table<Plant>,
    /// PSTATE, Reference_PlantState.
    pub plant_states: Table<Plant>,
    /// LSE, Control_StateEqn.
    pub linear_systems: Table<LinearSystem>,
    /// TFSISO, Control_SISO, as the linear systems they are.
    pub transfer_functions: Table<LinearSystem>,
    /// GSE, Control_StateEqn of user-written code.
    pub general_systems: Table<GeneralSystem>,
    /// SPLINE.
    pub splines: Table<Spline>,
    /// STRING.
    pub strings: Table<Text>,
    /// SENSOR.
    pub sensors: Table<Sensor>,
    /// REQUEST.
    pub requests: Table<Request>,
    /// GRAPHICS.
    pub graphics: Table<Graphic>,
    /// Integrator, tolerances.
    pub settings: Settings,
    /// Files that the deck asks for.
    pub output: OutputOptions,
    /// What to do: SIMULATE and its companions, in order.
    pub commands: Vec<Command>,
    /// User-written code may be called; `None`: it must not.
    pub user_code: Option<UserCode>,
    /// Statements that were read and are not supported.
    pub unsupported: Vec<Unsupported>,
    /// The commands that have given other data to elements since the model was read, as written.
    pub revisions: Vec<String>,
    /// Functions of elements that a program takes the place of.
    pub bindings: Vec<Binding>,
}

/// Where user-written code is found that a model may call.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UserCode {
    /// The folder of the model.
    pub folder: std::path::PathBuf,
    /// The library of routines that are named without one.
    pub library: Option<std::path::PathBuf>,
}

/// A statement that the language knows and Carom does not compute.
#[derive(Clone, Debug, PartialEq)]
pub struct Unsupported {
    /// The statement with its label: `CVCV/3`.
    pub statement: String,
    /// Where it stands.
    pub span: Span,
    /// Whether a run without it would move differently. Such a model is refused.
    pub changes_motion: bool,
    /// Why, in a few words.
    pub reason: String,
}

impl Model {
    /// An empty model: no parts, not even ground.
    pub fn new(dialect: Dialect) -> Self {
        Self {
            title: String::new(),
            dialect,
            sources: Sources::default(),
            units: Units::none(1.0),
            gravity: [0.0; 3],
            parts: Table::default(),
            markers: Table::default(),
            joints: Table::default(),
            primitives: Table::default(),
            couplers: Table::default(),
            gears: Table::default(),
            points_on_curves: Table::default(),
            curves_on_curves: Table::default(),
            general_constraints: Table::default(),
            user_constraints: Table::default(),
            motions: Table::default(),
            scalar_forces: Table::default(),
            vector_forces: Table::default(),
            vector_torques: Table::default(),
            general_forces: Table::default(),
            spring_dampers: Table::default(),
            bushings: Table::default(),
            beams: Table::default(),
            fields: Table::default(),
            multi_points: Table::default(),
            penalties: Table::default(),
            contacts: Table::default(),
            frictions: Table::default(),
            variables: Table::default(),
            diffs: Table::default(),
            arrays: Table::default(),
            curves: Table::default(),
            matrices: Table::default(),
            plant_inputs: Table::default(),
            plant_outputs: Table::default(),
            plant_states: Table::default(),
            linear_systems: Table::default(),
            transfer_functions: Table::default(),
            general_systems: Table::default(),
            splines: Table::default(),
            strings: Table::default(),
            sensors: Table::default(),
            requests: Table::default(),
            graphics: Table::default(),
            settings: Settings::default(),
            output: OutputOptions::default(),
            commands: Vec::new(),
            user_code: None,
            unsupported: Vec::new(),
            revisions: Vec::new(),
            bindings: Vec::new(),
        }
    }

    /// The ground part, if the model has one.
    pub fn ground(&self) -> Option<PartId> {
        self.parts
            .ids()
            .find(|&p| self.parts[p].kind == PartKind::Ground)
    }
}
