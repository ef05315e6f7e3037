//! The equations of motion of a model: assembly, constraints, forces, results
