//! What routines call back, each in C (by value, `c_...`) and Fortran (by reference, `..._`, texts with hidden lengths).
//!
//! The error flag is written at every call: 0 good, else bad. Nothing here panics on any argument; null pointers raise the flag or are
//! passed over. A call outside of a call of a routine, say from a thread of the user's own, has no host and raises the flag.

pub(crate) mod control;
pub(crate) mod data;
mod doors;
mod flagged;
mod gse;
pub(crate) mod laws;
pub(crate) mod messages;
pub(crate) mod rotations;
pub(crate) mod state;

pub use flagged::FLAGGED;

use crate::host::Host;
use std::cell::{Cell, RefCell};
use std::ffi::c_int;
use std::sync::atomic::{AtomicU64, Ordering};

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

/// The call of a routine that is going on.
pub(crate) struct Going<'a> {
    pub host: RefCell<&'a mut dyn Host>,
    /// The element, for messages.
    pub owner: &'a str,
    /// The element, as the routine is told of it.
    pub element: &'a crate::element::Element,
    /// The end of the run that the routine asked for.
    pub stop: RefCell<Option<String>>,
}

thread_local! {
    static GOING: Cell<*const Going<'static>> = const { Cell::new(std::ptr::null()) };
}

/// Runs a call of a routine, whose questions `host` answers; the end of the run that it asked for.
pub(crate) fn answering(
    host: &mut dyn Host,
    (owner, element): (&str, &crate::element::Element),
    call: impl FnOnce(),
) -> Option<String> {
    let going = Going {
        host: RefCell::new(host),
        owner,
        element,
        stop: RefCell::new(None),
    };
    let pointer = std::ptr::from_ref(&going).cast::<Going<'static>>();
    let before = GOING.replace(pointer);
    call();
    GOING.set(before);
    going.stop.into_inner()
}

/// What the call that is going on makes of `f`, if there is one.
pub(crate) fn going<R>(f: impl FnOnce(&Going<'_>) -> R) -> Option<R> {
    let pointer = GOING.get();
    // SAFETY: null, or the `Going` of a frame of `answering` further up this thread's stack, which takes it away before it ends.
    unsafe { pointer.as_ref() }.map(f)
}

/// The same for its host. A host does not call utilities, so that it is never asked while it answers.
pub(crate) fn host<R>(f: impl FnOnce(&mut dyn Host) -> R) -> Option<R> {
    going(|g| g.host.try_borrow_mut().ok().map(|mut h| f(&mut **h))).flatten()
}

/// Asks for the end of the run; the first to ask is heard.
pub(crate) fn ask_for_stop(why: String) {
    going(|g| {
        let mut stop = g.stop.borrow_mut();
        stop.get_or_insert(why);
    });
}

static ACCEPTED: AtomicU64 = AtomicU64::new(0);

/// Says that the simulation has come to this time, by a step that is not taken back: what TIMGET tells.
pub fn accepted_to(time: f64) {
    ACCEPTED.store(time.to_bits(), Ordering::Relaxed);
}

/// The time of the end of the last step that was accepted.
pub fn accepted_time() -> f64 {
    f64::from_bits(ACCEPTED.load(Ordering::Relaxed))
}

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
