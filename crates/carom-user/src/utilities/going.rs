//! The call of a routine that is going on: who answers its questions, and the end of the run that it asks for.

use crate::element::Element;
use crate::host::Host;
use std::cell::{Cell, RefCell};
use std::sync::atomic::{AtomicU64, Ordering};

/// The call of a routine that is going on.
pub(crate) struct Going<'a> {
    pub host: RefCell<&'a mut dyn Host>,
    /// The element, for messages.
    pub owner: &'a str,
    /// The element, as the routine is told of it.
    pub element: &'a Element,
    /// The end of the run that the routine asked for.
    pub stop: RefCell<Option<String>>,
}

thread_local! {
    static GOING: Cell<*const Going<'static>> = const { Cell::new(std::ptr::null()) };
}

/// Runs a call of a routine, whose questions `host` answers; the end of the run that it asked for.
pub(crate) fn answering(
    host: &mut dyn Host,
    (owner, element): (&str, &Element),
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
