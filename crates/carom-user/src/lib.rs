//! Users' own subroutines, in C, C++ or Fortran, from shared libraries.
//!
//! [`library::find`] opens a library and finds a routine in it; [`Callee`] is a routine with the constants of the element that
//! calls it; [`Callee::call`] calls it. While it runs, the routine calls back the utilities by name (`c_sysfnc`, `sysary_`, ...):
//! they are exported by a small shared library of ours ([`companion`]) and answered by a [`Host`].
//!
//! Beside the doors to C and Python this is the only place with `unsafe`: a foreign routine can do anything, and nothing here can prevent that.
//! What is promised is the calling sequence; that a routine keeps to its own side of it, only the user can know. Therefore
//! nothing is called unless the user has allowed it.
// Calling foreign code and being called by it needs raw pointers. Each use has its SAFETY line.
#![allow(unsafe_code)]

mod callee;
pub mod companion;
pub mod compile;
mod element;
mod host;
pub mod library;
pub mod page;
mod python;
mod utilities;

pub use callee::{Answer, Ask, Callee, MOST_COORDINATES};
pub use element::{Element, Gse, Kind, RATES};
pub use host::{Host, Message, Order, Spline};
pub use library::{Found, Interface, Missing, Places};
pub use utilities::{FLAGGED, OFFERED, REFUSED, accepted_time, accepted_to};
