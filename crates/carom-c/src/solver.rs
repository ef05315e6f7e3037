//! The solver for C: open, check, run, step. `include/carom_solver.h` is the manual.
//!
//! Every function catches panics, and says what went wrong by its result and [`carom_last_error`], which belongs to the calling thread. Handles are made and
//! taken back here alone; strings that are handed out belong to their handle.

use carom::base::Sources;
use carom::base::diagnostic::render_plain;
use carom::dynamics::{Reached, RunError, RunOptions};
use carom::model::run::EventRow;
use carom::{Loaded, Request, StepError};
use std::cell::RefCell;
use std::collections::VecDeque;
use std::ffi::{CStr, CString, c_char, c_int};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::ptr;

/// The run has ended early, or the simulation cannot go on.
const FAILED: c_int = -1;
/// An input is refused: a model, an option, a name, a number, a null pointer.
const REFUSED: c_int = -2;
/// A bug of ours.
const BUG: c_int = -3;

thread_local! {
    static LAST: RefCell<CString> = RefCell::default();
}

/// A result that is negative, and what there is to say.
type Failure = (c_int, String);

fn refuse(message: impl Into<String>) -> Failure {
    (REFUSED, message.into())
}

fn with_help(message: &str, help: Option<&str>) -> String {
    help.map_or_else(|| message.to_owned(), |h| format!("{message}\n  help: {h}"))
}

fn of_run(e: &RunError) -> Failure {
    (FAILED, with_help(&e.to_string(), e.help.as_deref()))
}

fn of_step(e: &StepError, sources: &Sources) -> Failure {
    match e {
        StepError::Refused(d) => {
            let all: Vec<String> = d.iter().map(|d| render_plain(d, sources)).collect();
            refuse(all.join("\n"))
        }
        StepError::Unknown { message, help } => refuse(with_help(message, help.as_deref())),
        StepError::Run(e) => of_run(e),
    }
}

fn text(s: &str) -> CString {
    // No text of ours has a zero in it but by way of an input.
    CString::new(s.replace('\0', " ")).unwrap_or_default()
}

fn say(message: &str) {
    LAST.with(|last| *last.borrow_mut() = text(message));
}

/// Runs a door: its result, or the one of a failure, which is kept.
fn door<T>(failed: impl FnOnce(c_int) -> T, f: impl FnOnce() -> Result<T, Failure>) -> T {
    match catch_unwind(AssertUnwindSafe(f)) {
        Ok(Ok(result)) => {
            say("");
            result
        }
        Ok(Err((code, message))) => {
            say(&message);
            failed(code)
        }
        Err(_) => {
            say("a bug of Carom: please report it with the model");
            failed(BUG)
        }
    }
}

/// The text behind a pointer.
///
/// # Safety
/// `p` is null or points to a text that ends with a zero.
unsafe fn given<'a>(p: *const c_char, what: &str) -> Result<&'a str, Failure> {
    if p.is_null() {
        return Err(refuse(format!("{what} is a null pointer")));
    }
    // SAFETY: not null, and the caller vouches for the end.
    let text = unsafe { CStr::from_ptr(p) };
    let text = text.to_str();
    text.map_err(|_| refuse(format!("{what} is not UTF-8")))
}

/// What is behind a handle.
///
/// # Safety
/// `p` is null or a handle that was not given back, and that no other thread uses.
unsafe fn behind<'a, T>(p: *mut T) -> Result<&'a mut T, Failure> {
    // SAFETY: null is tested; else the caller vouches for it.
    unsafe { p.as_mut() }.ok_or_else(|| refuse("the handle is a null pointer"))
}

/// A model that was read.
pub struct Model {
    loaded: Loaded,
    said: CString,
}

/// `carom_options` of the header. Zero is as the model says.
#[repr(C)]
pub struct Options {
    end: f64,
    dt: f64,
    error: f64,
    hmax: f64,
    integrator: *const c_char,
    restitution: f64,
    rigid: c_int,
}

/// `carom_check_result` of the header.
#[repr(C)]
pub struct CheckResult {
    accepted: c_int,
    degrees_of_freedom: c_int,
    redundant_constraints: c_int,
}

/// `carom_event` of the header.
#[repr(C)]
pub struct Event {
    time: f64,
    kind: *const c_char,
    element: *const c_char,
    gap: f64,
    rate_before: f64,
    rate_after: f64,
    impulse: f64,
    force: f64,
}

/// A dynamic analysis.
pub struct Simulation {
    inner: carom::Simulation,
    sources: Sources,
    names: Vec<CString>,
    events: VecDeque<EventRow>,
    told: [CString; 2],
}

/// # Safety
/// `options` is null or valid, with a text or null as its integrator.
unsafe fn request(options: *const Options) -> Result<Request, Failure> {
    // SAFETY: null is tested; else the caller vouches for it.
    let Some(o) = (unsafe { options.as_ref() }) else {
        return Ok(Request::default());
    };
    let positive = |x: f64| (x != 0.0).then_some(x);
    let integrator = match o.integrator.is_null() {
        true => None,
        // SAFETY: the caller's promise about the options.
        false => Some(unsafe { given(o.integrator, "integrator") }?.to_owned()),
    };
    Ok(Request {
        end: positive(o.end),
        output: positive(o.dt).map(carom::model::analysis::OutputGrid::Interval),
        options: RunOptions {
            integrator,
            error: positive(o.error),
            hmax: positive(o.hmax),
            ..RunOptions::default()
        },
        rigid: (o.rigid != 0).then(|| carom::model::analysis::RigidContact {
            restitution: Some(o.restitution),
            ..carom::model::analysis::RigidContact::default()
        }),
        ..Request::default()
    })
}

/// See `carom_version` in carom_solver.h.
#[unsafe(no_mangle)]
pub extern "C" fn carom_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}

/// See `carom_last_error` in carom_solver.h.
#[unsafe(no_mangle)]
pub extern "C" fn carom_last_error() -> *const c_char {
    LAST.with(|last| last.borrow().as_ptr())
}

/// See `carom_open` in carom_solver.h.
///
/// # Safety
/// `path` and `commands` are null or texts that end with a zero.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_open(path: *const c_char, commands: *const c_char) -> *mut Model {
    door(
        |_| ptr::null_mut(),
        || {
            // SAFETY: the caller's promise about the texts.
            let path = unsafe { given(path, "path") }?;
            let commands = match commands.is_null() {
                true => None,
                // SAFETY: the caller's promise about the texts.
                false => Some(PathBuf::from(unsafe { given(commands, "commands") }?)),
            };
            let loaded = carom::open(path, commands.as_deref());
            let sources = loaded.sources();
            let said: Vec<String> = loaded
                .diagnostics
                .iter()
                .map(|d| render_plain(d, &sources))
                .collect();
            let said = said.join("\n");
            if loaded.accepted().is_none() {
                return Err(refuse(said));
            }
            let said = text(&said);
            Ok(Box::into_raw(Box::new(Model { loaded, said })))
        },
    )
}

/// See `carom_close` in carom_solver.h.
///
/// # Safety
/// `model` is null or a handle of `carom_open` that was not given back.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_close(model: *mut Model) {
    if !model.is_null() {
        // SAFETY: it came from `Box::into_raw`, and the caller gives it back once.
        drop(unsafe { Box::from_raw(model) });
    }
}

/// See `carom_diagnostics` in carom_solver.h.
///
/// # Safety
/// `model` is null or a handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_diagnostics(model: *mut Model) -> *const c_char {
    door(
        |_| ptr::null(),
        || {
            // SAFETY: the caller's promise about the handle.
            let model = unsafe { behind(model) }?;
            Ok(model.said.as_ptr())
        },
    )
}

/// See `carom_check` in carom_solver.h.
///
/// # Safety
/// `model` is null or a handle, `result` null or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_check(model: *mut Model, result: *mut CheckResult) -> c_int {
    door(
        |code| code,
        || {
            // SAFETY: the caller's promise about the handle.
            let model = unsafe { behind(model) }?;
            // SAFETY: the caller's promise about the result.
            let result = unsafe { behind(result) }?;
            let check = carom::check(&mut model.loaded.clone(), false);
            let check = check.ok_or_else(|| refuse("the model could not be read"))?;
            let narrow = |n: i64| c_int::try_from(n).unwrap_or(c_int::MAX);
            *result = CheckResult {
                accepted: c_int::from(check.accepted),
                degrees_of_freedom: check.degrees_of_freedom.map_or(-1, narrow),
                redundant_constraints: narrow(check.redundant_constraints.len() as i64),
            };
            Ok(0)
        },
    )
}

/// See `carom_run` in carom_solver.h.
///
/// # Safety
/// `model` is null or a handle, `options` null or valid, `folder` null or a text.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_run(
    model: *mut Model,
    options: *const Options,
    folder: *const c_char,
) -> c_int {
    door(
        |code| code,
        || {
            // SAFETY: the caller's promise about the handle.
            let model = unsafe { behind(model) }?;
            let mut request = Request {
                overwrite: true,
                // SAFETY: the caller's promise about the options.
                ..unsafe { request(options) }?
            };
            if !folder.is_null() {
                // SAFETY: the caller's promise about the text.
                request.out = Some(unsafe { given(folder, "folder") }?.into());
            }
            let mut loaded = model.loaded.clone();
            let Some(report) = carom::run(&mut loaded, &request, &mut ()) else {
                let sources = loaded.sources();
                let said = loaded.diagnostics.iter();
                let said: Vec<String> = said.map(|d| render_plain(d, &sources)).collect();
                return Err(refuse(said.join("\n")));
            };
            match report.summary.error {
                None => Ok(0),
                Some(e) => {
                    let said = format!("at time {}: {}", e.time, e.message);
                    Err((FAILED, with_help(&said, e.help.as_deref())))
                }
            }
        },
    )
}

/// See `carom_start` in carom_solver.h.
///
/// # Safety
/// `model` is null or a handle, `options` null or valid, `inputs` null or valid for `count` texts.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_start(
    model: *mut Model,
    options: *const Options,
    inputs: *const *const c_char,
    count: usize,
) -> *mut Simulation {
    door(
        |_| ptr::null_mut(),
        || {
            // SAFETY: the caller's promise about the handle.
            let model = unsafe { behind(model) }?;
            // SAFETY: the caller's promise about the options.
            let request = unsafe { request(options) }?;
            let mut names = Vec::new();
            if count > 0 && inputs.is_null() {
                return Err(refuse("inputs is a null pointer"));
            }
            for k in 0..count {
                // SAFETY: not null, and the caller vouches for `count` texts.
                names.push(unsafe { given(*inputs.add(k), "a name of inputs") }?);
            }
            let sources = model.loaded.sources();
            let accepted = model.loaded.accepted();
            let accepted = accepted.ok_or_else(|| refuse("the model is refused"))?;
            let inner = carom::Simulation::new(accepted, &request, &names);
            let inner = inner.map_err(|e| of_step(&e, &sources))?;
            let names = inner.state_names().iter().map(|n| text(n)).collect();
            Ok(Box::into_raw(Box::new(Simulation {
                inner,
                sources,
                names,
                events: VecDeque::new(),
                told: Default::default(),
            })))
        },
    )
}

/// See `carom_end` in carom_solver.h.
///
/// # Safety
/// `simulation` is null or a handle of `carom_start` that was not given back.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_end(simulation: *mut Simulation) {
    if !simulation.is_null() {
        // SAFETY: it came from `Box::into_raw`, and the caller gives it back once.
        drop(unsafe { Box::from_raw(simulation) });
    }
}

fn code(reached: Reached) -> c_int {
    match reached {
        Reached::Time => 0,
        Reached::Event => 1,
        Reached::End => 2,
        Reached::Halted => 3,
    }
}

/// Moves a simulation on.
///
/// # Safety
/// `simulation` is null or a handle.
unsafe fn go(
    simulation: *mut Simulation,
    f: impl FnOnce(&mut carom::Simulation) -> Result<Reached, RunError>,
) -> c_int {
    door(
        |code| code,
        || {
            // SAFETY: the caller's promise about the handle.
            let s = unsafe { behind(simulation) }?;
            let gone = f(&mut s.inner);
            s.events.extend(s.inner.take_events());
            gone.map(code).map_err(|e| of_run(&e))
        },
    )
}

/// See `carom_step` in carom_solver.h.
///
/// # Safety
/// `simulation` is null or a handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_step(simulation: *mut Simulation, dt: f64) -> c_int {
    // SAFETY: the caller's promise about the handle.
    unsafe { go(simulation, |s| s.step(dt)) }
}

/// See `carom_run_until` in carom_solver.h.
///
/// # Safety
/// `simulation` is null or a handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_run_until(simulation: *mut Simulation, time: f64) -> c_int {
    // SAFETY: the caller's promise about the handle.
    unsafe { go(simulation, |s| s.run_until(time)) }
}

/// See `carom_advance_to_event` in carom_solver.h.
///
/// # Safety
/// `simulation` is null or a handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_advance_to_event(simulation: *mut Simulation, limit: f64) -> c_int {
    // SAFETY: the caller's promise about the handle.
    unsafe { go(simulation, |s| s.advance_to_event(limit)) }
}

/// Asks a simulation for something.
///
/// # Safety
/// `simulation` is null or a handle.
unsafe fn ask<T>(
    simulation: *mut Simulation,
    failed: impl FnOnce(c_int) -> T,
    f: impl FnOnce(&mut Simulation) -> Result<T, Failure>,
) -> T {
    door(failed, || {
        // SAFETY: the caller's promise about the handle.
        let s = unsafe { behind(simulation) }?;
        f(s)
    })
}

/// See `carom_time` in carom_solver.h.
///
/// # Safety
/// `simulation` is null or a handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_time(simulation: *mut Simulation) -> f64 {
    // SAFETY: the caller's promise about the handle.
    unsafe { ask(simulation, |_| f64::NAN, |s| Ok(s.inner.time())) }
}

/// See `carom_state_size` in carom_solver.h.
///
/// # Safety
/// `simulation` is null or a handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_state_size(simulation: *mut Simulation) -> usize {
    // SAFETY: the caller's promise about the handle.
    unsafe { ask(simulation, |_| 0, |s| Ok(s.inner.state_len())) }
}

/// See `carom_state_name` in carom_solver.h.
///
/// # Safety
/// `simulation` is null or a handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_state_name(
    simulation: *mut Simulation,
    number: usize,
) -> *const c_char {
    let name = |s: &mut Simulation| {
        let name = s.names.get(number);
        let name = name.ok_or_else(|| refuse("the state has fewer numbers"))?;
        Ok(name.as_ptr())
    };
    // SAFETY: the caller's promise about the handle.
    unsafe { ask(simulation, |_| ptr::null(), name) }
}

/// See `carom_get_state` in carom_solver.h.
///
/// # Safety
/// `simulation` is null or a handle, `state` null or valid for writes of `size` numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_get_state(
    simulation: *mut Simulation,
    state: *mut f64,
    size: usize,
) -> c_int {
    let get = |s: &mut Simulation| {
        if state.is_null() || size != s.inner.state_len() {
            return Err(refuse("state is a null pointer, or of another size"));
        }
        let now = s.inner.state().map_err(|e| of_run(&e))?;
        // SAFETY: not null, and the caller vouches for `size` numbers; `now` is ours, so they do not overlap.
        unsafe { ptr::copy_nonoverlapping(now.as_ptr(), state, size) };
        Ok(0)
    };
    // SAFETY: the caller's promise about the handle.
    unsafe { ask(simulation, |code| code, get) }
}

/// See `carom_set_state` in carom_solver.h.
///
/// # Safety
/// `simulation` is null or a handle, `state` null or valid for reads of `size` numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_set_state(
    simulation: *mut Simulation,
    state: *const f64,
    size: usize,
) -> c_int {
    let set = |s: &mut Simulation| {
        if state.is_null() {
            return Err(refuse("state is a null pointer"));
        }
        // SAFETY: not null, and the caller vouches for `size` numbers.
        let state = unsafe { std::slice::from_raw_parts(state, size) };
        s.inner.set_state(state).map_err(|e| refuse(e.message))?;
        s.events.extend(s.inner.take_events());
        Ok(0)
    };
    // SAFETY: the caller's promise about the handle.
    unsafe { ask(simulation, |code| code, set) }
}

/// See `carom_save` in carom_solver.h.
///
/// # Safety
/// `simulation` is null or a handle, `bytes` null or valid for writes of `size` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_save(
    simulation: *mut Simulation,
    bytes: *mut u8,
    size: usize,
) -> usize {
    let save = |s: &mut Simulation| {
        let saved = s.inner.save().map_err(|e| of_run(&e))?;
        if !bytes.is_null() && size >= saved.len() {
            // SAFETY: not null, and the caller vouches for `size` bytes; `saved` is ours, so they do not overlap.
            unsafe { ptr::copy_nonoverlapping(saved.as_ptr(), bytes, saved.len()) };
        }
        Ok(saved.len())
    };
    // SAFETY: the caller's promise about the handle.
    unsafe { ask(simulation, |_| 0, save) }
}

/// See `carom_restore` in carom_solver.h.
///
/// # Safety
/// `simulation` is null or a handle, `bytes` null or valid for reads of `size` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_restore(
    simulation: *mut Simulation,
    bytes: *const u8,
    size: usize,
) -> c_int {
    let restore = |s: &mut Simulation| {
        if bytes.is_null() {
            return Err(refuse("bytes is a null pointer"));
        }
        // SAFETY: not null, and the caller vouches for `size` bytes.
        let saved = unsafe { std::slice::from_raw_parts(bytes, size) };
        s.inner.restore(saved).map_err(|e| refuse(e.message))?;
        s.events.clear();
        Ok(0)
    };
    // SAFETY: the caller's promise about the handle.
    unsafe { ask(simulation, |code| code, restore) }
}

/// See `carom_set_input` in carom_solver.h.
///
/// # Safety
/// `simulation` is null or a handle, `name` null or a text.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_set_input(
    simulation: *mut Simulation,
    name: *const c_char,
    value: f64,
) -> c_int {
    let set = |s: &mut Simulation| {
        // SAFETY: the caller's promise about the text.
        let name = unsafe { given(name, "name") }?;
        let set = s.inner.set_input(name, value);
        set.map(|()| 0).map_err(|e| match &e {
            StepError::Run(e) => refuse(e.message.clone()),
            other => of_step(other, &s.sources),
        })
    };
    // SAFETY: the caller's promise about the handle.
    unsafe { ask(simulation, |code| code, set) }
}

/// See `carom_output` in carom_solver.h.
///
/// # Safety
/// `simulation` is null or a handle, `name` null or a text, `value` null or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_output(
    simulation: *mut Simulation,
    name: *const c_char,
    value: *mut f64,
) -> c_int {
    let get = |s: &mut Simulation| {
        // SAFETY: the caller's promise about the text.
        let name = unsafe { given(name, "name") }?;
        // SAFETY: the caller's promise about the value.
        let value = unsafe { behind(value) }?;
        *value = s.inner.output(name).map_err(|e| of_step(&e, &s.sources))?;
        Ok(0)
    };
    // SAFETY: the caller's promise about the handle.
    unsafe { ask(simulation, |code| code, get) }
}

/// See `carom_next_event` in carom_solver.h.
///
/// # Safety
/// `simulation` is null or a handle, `event` null or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_next_event(simulation: *mut Simulation, event: *mut Event) -> c_int {
    let next = |s: &mut Simulation| {
        // SAFETY: the caller's promise about the event.
        let out = unsafe { behind(event) }?;
        let Some(e) = s.events.pop_front() else {
            return Ok(0);
        };
        s.told = [text(e.kind.name()), text(&e.element)];
        *out = Event {
            time: e.time,
            kind: s.told[0].as_ptr(),
            element: s.told[1].as_ptr(),
            gap: e.gap,
            rate_before: e.rate[0],
            rate_after: e.rate[1],
            impulse: e.impulse,
            force: e.force,
        };
        Ok(1)
    };
    // SAFETY: the caller's promise about the handle.
    unsafe { ask(simulation, |code| code, next) }
}
