//! The system under construction.

use crate::elements::constraint::PairRow;
use crate::mechanism::function::{FunctionId, Source};
use crate::mechanism::kinematics::Carrier;
use crate::system::System;
use carom_base::Diagnostics;
use carom_expr::ElementForce;
use carom_model::{Array, Id, JointKind, MarkerId, Model, PartId};
use std::collections::HashMap;
use std::sync::Arc;

/// An element whose force can be asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::assemble) enum ElementRef {
    Force(usize),
    Constraint(usize),
    /// The first contact, and how many there are.
    Contacts(usize, usize),
}

/// The system under construction.
pub(in crate::assemble) struct Builder<'a> {
    pub(in crate::assemble) model: &'a Model,
    pub(in crate::assemble) system: System,
    pub(in crate::assemble) diagnostics: &'a mut Diagnostics,
    pub(in crate::assemble) carriers: HashMap<PartId, Carrier>,
    pub(in crate::assemble) markers: HashMap<MarkerId, usize>,
    /// Markers that the model does not have, by a label of their own.
    pub(in crate::assemble) own_markers: HashMap<u32, usize>,
    pub(in crate::assemble) elements: HashMap<(ElementForce, u32), ElementRef>,
    /// The places among the forces of the markers of multi-point forces, by label.
    pub(in crate::assemble) multi_points: HashMap<u32, std::ops::Range<usize>>,
    /// Rows of the kinds of joints met so far.
    pub(in crate::assemble) joint_rows: Vec<(JointKind, Arc<[PairRow]>)>,
    /// Function of each variable, by its index in the model.
    pub(in crate::assemble) variables: Vec<Option<usize>>,
    /// Solids of contacts, by the fineness of their triangles.
    pub(in crate::assemble) prepared: Vec<(
        carom_geometry::Refinement,
        Arc<carom_geometry::overlap::Prepared>,
    )>,
    /// Solids of shapes made of triangles.
    pub(in crate::assemble) surfaces: Vec<(
        Id<carom_model::Graphic>,
        Arc<carom_geometry::overlap::Prepared>,
    )>,
    /// Where state and rate of each differential equation are, by its index in the model; an algebraic one has no rate.
    pub(in crate::assemble) diffs: Vec<Option<(Source, Option<FunctionId>)>>,
    /// Where the search for a function begins if it stands in a circle.
    pub(in crate::assemble) starts: Vec<(FunctionId, f64)>,
    /// What users' routines may ask of the model.
    pub(in crate::assemble) user_data: Option<Arc<crate::elements::user::Data>>,
    /// Where the arrays of system elements are.
    pub(in crate::assemble) system_arrays: HashMap<Id<Array>, SystemArray>,
    /// Arrays that no statement makes, by label: the rates of the states of implicit systems.
    pub(in crate::assemble) own_arrays: HashMap<u32, Vec<FunctionId>>,
    /// The one of the system that is being assembled, and its size.
    pub(in crate::assemble) rates_of: Option<(u32, usize)>,
    /// Values that are kept between events and belong to no sensor, by the label that functions know them by.
    pub(in crate::assemble) own_slots: HashMap<u32, usize>,
    /// Bindings of the model that have found their function.
    pub(in crate::assemble) used_bindings: Vec<bool>,
}

impl<'a> Builder<'a> {
    /// Nothing assembled yet.
    pub(in crate::assemble) fn new(model: &'a Model, diagnostics: &'a mut Diagnostics) -> Self {
        let mut system = System::default();
        system.mechanism.ucf = model.units.ucf;
        system.mechanism.gravity = model.gravity.into();
        system.rigid.impacts = model.settings.rigid.unwrap_or_default();
        system.sensing.sensor_slots = model.sensors.len();
        Self {
            model,
            system,
            diagnostics,
            carriers: HashMap::new(),
            markers: HashMap::new(),
            own_markers: HashMap::new(),
            elements: HashMap::new(),
            multi_points: HashMap::new(),
            joint_rows: Vec::new(),
            variables: vec![None; model.variables.len()],
            diffs: vec![None; model.diffs.len()],
            prepared: Vec::new(),
            surfaces: Vec::new(),
            starts: Vec::new(),
            user_data: None,
            system_arrays: HashMap::new(),
            own_arrays: HashMap::new(),
            rates_of: None,
            own_slots: HashMap::new(),
            used_bindings: vec![false; model.bindings.len()],
        }
    }
}

/// Where the entries of an array of a linear system are.
#[derive(Clone, Debug)]
pub(in crate::assemble) enum SystemArray {
    /// Extra states, from this one on.
    States(usize),
    /// Functions.
    Outputs(Vec<FunctionId>),
    /// Values that are kept between samples, from this slot on.
    Held(usize),
    /// Nothing: the element that it belongs to has a diagnostic.
    Refused,
}
