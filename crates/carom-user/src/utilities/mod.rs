//! What routines call back, each in C (by value, `c_...`) and Fortran (by reference, `..._`, texts with hidden lengths).
//!
//! The error flag is written at every call: 0 good, else bad. Nothing here panics on any argument; null pointers raise the flag or are
//! passed over. A call outside of a call of a routine, say from a thread of the user's own, has no host and raises the flag.

pub(crate) mod control;
pub(crate) mod data;
mod doors;
mod flagged;
mod going;
mod gse;
pub(crate) mod laws;
pub(crate) mod messages;
pub(crate) mod rotations;
pub(crate) mod state;

pub use flagged::FLAGGED;
pub use going::{accepted_time, accepted_to};
pub(crate) use going::{answering, ask_for_stop, host};

use std::ffi::c_int;

/// The utilities that are answered, without `c_` and underscores.
pub const OFFERED: &[&str] = &[
    "sysary",
    "sysfnc",
    "syspar",
    "adams_needs_partials",
    "timget",
    "getmod",
    "anlmod",
    "impact",
    "bistop",
    "step",
    "step5",
    "havsin",
    "poly",
    "cheby",
    "forcos",
    "forsin",
    "shf",
    "akispl",
    "cubspl",
    "put_spline",
    "ucovar",
    "gtcurv",
    "gtaray",
    "gtstrg",
    "gtunts",
    "get_gravity",
    "getstm",
    "getcpu",
    "getinm",
    "getver",
    "getslv",
    "getint",
    "istrng",
    "rstrng",
    "rcnvrt",
    "naninf",
    "errmes",
    "usrmes",
    "adams_declare_threadsafe",
    "adams_smp_group",
    "set_partial_method",
    "get_thread_index",
    "get_nthread",
    "info",
    "fncdep",
    "gse_ns",
    "gse_nd",
    "gse_ni",
    "gse_no",
    "gse_x",
    "gse_xd",
    "gse_xdot",
    "gse_u",
    "gsepar_x",
    "gsepar_xdot",
    "gsepar_u",
    "gsemap_x",
    "gsemap_xdot",
    "gsemap_u",
    "set_dgse_type",
    "carom_switch",
    "analys",
    "modify",
    "datout",
];

/// The utilities that have a name and no answer, and no error flag by which a routine could be told: a call ends the run and names it.
pub const REFUSED: &[&str] = &[
    "simsta",
    "get_solver",
    "get_tinu",
    "get_integrator_details",
    "get_HHT_parameters",
    "get_numdif_info",
    "get_rt_process_mode",
    "get_rt_end_of_warmup_period",
    "get_solver_data",
    "system_kinetic_energy",
    "system_momentum",
    "body_mass_property",
    "add_mass_property",
    "subtract_mass_property",
    "adams_serialize_integers",
    "adams_serialize_doubles",
    "adams_serialize_characters",
    "adams_unserialize_integers",
    "adams_unserialize_doubles",
    "adams_unserialize_characters",
    "gse_output_ics",
    "get_linear_mat_states",
    "get_step_info",
    "get_post_states",
    "get_contact_post",
    "getnumid",
    "gtonam",
    "get_starting_time",
    "get_end_time",
    "extsys_nactive",
    "extsys_ids_active",
    "extsys_ns",
    "extsys_nd",
    "extsys_ni",
    "extsys_no",
    "extsys_set_x_ics",
    "extsys_get_x_ics",
    "extsys_x",
    "extsys_xd",
    "extsys_xdot",
    "extsys_u",
    "extsys_newtimestep",
    "extsys_update_cputime",
    "extsys_corr_conv",
    "extsys_set_rebased_states",
    "extsys_set_x_type",
    "extsys_get_x_type",
    "extsys_marker",
    "extsyspar_x",
    "extsyspar_xdot",
    "extsyspar_u",
    "extsysmap_x",
    "extsysmap_xdot",
    "extsysmap_u",
    "extsyspar_marker_x",
    "extsyspar_marker_xdot",
    "extsyspar_marker_x2",
    "extsysmap_marker_x",
    "extsysmap_marker_xdot",
    "extsysmap_marker_x2",
];

/// Called in the place of a utility of [`REFUSED`].
pub(crate) extern "C" fn not_offered(number: c_int) -> c_int {
    let name = usize::try_from(number)
        .ok()
        .and_then(|k| REFUSED.get(k / 2))
        .copied()
        .unwrap_or("a utility");
    ask_for_stop(format!(
        "it called {}, which is not available",
        name.to_uppercase()
    ));
    0
}

/// Names and addresses of all doors.
pub(crate) fn offered() -> Vec<(String, usize)> {
    let mut all = doors::all();
    all.extend(flagged::all());
    all
}
