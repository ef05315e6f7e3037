//! The tables of a model, by their keys.

/// A table of the model in a file.
#[derive(Debug)]
pub struct Row {
    /// Its key: `[[joint]]`.
    pub key: &'static str,
    /// The names of its statements in both languages; the first one need not be said.
    pub statements: &'static [&'static str],
}

/// Calls a macro with each table of the model: field, key, statements of both languages.
macro_rules! with_tables {
    ($then:ident) => {
        $then! {
            parts "part" ["PART", "POINT_MASS", "Body_Rigid", "Body_Point"];
            markers "marker" ["MARKER", "Reference_Marker"];
            joints "joint" ["JOINT", "Constraint_Joint"];
            primitives "primitive" ["JPRIM", "Constraint_Jprim"];
            couplers "coupler" ["COUPLER", "Constraint_Coupler"];
            gears "gear" ["GEAR", "Constraint_Gear"];
            points_on_curves "point_on_curve" ["PTCV", "Constraint_PTCV"];
            curves_on_curves "curve_on_curve" ["CVCV", "Constraint_CVCV"];
            general_constraints "general_constraint" ["GCON", "Constraint_General"];
            user_constraints "user_constraint" ["UCON", "Constraint_UserConstr"];
            motions "motion" ["MOTION", "Motion_Joint", "Motion_Marker"];
            scalar_forces "scalar_force" ["SFORCE", "Force_Scalar_TwoBody"];
            vector_forces "vector_force" ["VFORCE", "Force_Vector_OneBody", "Force_Vector_TwoBody"];
            vector_torques "vector_torque" ["VTORQUE", "Force_Vector_OneBody", "Force_Vector_TwoBody"];
            general_forces "general_force" ["GFORCE", "Force_Vector_OneBody", "Force_Vector_TwoBody"];
            spring_dampers "spring_damper" ["SPRINGDAMPER", "Force_SpringDamper"];
            bushings "bushing" ["BUSHING", "Force_Bushing"];
            beams "beam" ["BEAM", "Force_Beam"];
            fields "field" ["FIELD", "Force_Field"];
            multi_points "multi_point" ["NFORCE", "Force_MultiPoint"];
            penalties "penalty" ["Force_Penalty"];
            contacts "contact" ["CONTACT", "Force_Contact"];
            frictions "friction" ["FRICTION", "Force_JointFriction"];
            variables "variable" ["VARIABLE", "Reference_Variable"];
            diffs "diff" ["DIFF", "Control_Diff"];
            arrays "array" ["ARRAY", "Reference_Array"];
            curves "curve" ["CURVE", "Reference_ParamCurve"];
            matrices "matrix" ["MATRIX", "Reference_Matrix"];
            plant_inputs "plant_input" ["PINPUT", "Control_PlantInput"];
            plant_outputs "plant_output" ["POUTPUT", "Control_PlantOutput"];
            plant_states "plant_state" ["PSTATE", "Reference_PlantState"];
            linear_systems "linear_system" ["LSE", "Control_StateEqn"];
            transfer_functions "transfer_function" ["TFSISO", "Control_SISO"];
            general_systems "general_system" ["GSE", "Control_StateEqn"];
            splines "spline" ["SPLINE", "Reference_Spline"];
            strings "string" ["STRING", "Reference_String"];
            sensors "sensor" ["SENSOR", "Sensor_Event"];
            requests "request" ["REQUEST", "Post_Request"];
            graphics "graphic" ["GRAPHICS", "Post_Graphic"];
        }
    };
}
pub(super) use with_tables;

macro_rules! rows {
    ($($table:ident $key:literal [$($statement:literal),+];)+) => {
        /// The tables of a model, in the order of a file.
        pub const ROWS: &[&Row] = &[$(&Row { key: $key, statements: &[$($statement),+] }),+];
    };
}
with_tables!(rows);

/// The table with a key.
pub(super) fn row(key: &str) -> &'static Row {
    let row = ROWS.iter().find(|r| r.key == key);
    row.expect("keys are those of the list")
}
