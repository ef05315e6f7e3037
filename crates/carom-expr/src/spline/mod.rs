//! Tables behind AKISPL, CUBSPL, LINSPL and QUISPL.

mod akima;
mod cubic;
mod linear;
mod method;
mod piece;
mod quintic;
mod surface;
mod table;

pub use method::Method;
pub(crate) use surface::Surface;
pub use table::{Beyond, CurveTable, SplineTable};
