//! The elements of a system: constraints, forces, friction, contacts. Each knows its markers by number and hands over rows, values and generalized forces, in any
//! kind of number.

pub mod constraint;
pub mod contact_group;
pub mod curve;
pub mod force_element;
pub mod formula;
pub mod friction;
pub mod gear;
pub mod law;
pub mod multi;
pub(crate) mod penalty;
pub mod slip;
pub mod solid;
pub mod touch;
pub mod user;
