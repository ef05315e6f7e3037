//! What is being called right now, in memory that another process can look at.
//!
//! A routine may crash, leave the program or never come back, and take the run with it. The process that started the run then
//! looks here to name the routine, its element and the time.
//!
//! ```text
//! byte 0  number of the description, 0: nothing is being called      (u64)
//!      8  count of calls so far                                      (u64)
//!     16  time of the simulation at the call                         (f64)
//!   256·n text of description n = 1, 2, ..., padded with NUL
//! ```

use std::fs::{File, OpenOptions};
use std::io;
use std::os::fd::AsRawFd;
use std::path::Path;
use std::sync::atomic::{AtomicPtr, AtomicU64, AtomicUsize, Ordering};

const SLOT: usize = 256;
const SLOTS: usize = 4096;
const BYTES: usize = SLOT * SLOTS;

/// The name of the environment variable by which a run is told where its page is.
pub const VARIABLE: &str = "CAROM_USER_PAGE";

static PAGE: AtomicPtr<u8> = AtomicPtr::new(std::ptr::null_mut());
static NEXT: AtomicUsize = AtomicUsize::new(1);

/// A page to look at.
#[derive(Debug)]
pub struct Page {
    start: *mut u8,
}

/// What a page says.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// The element and its routine.
    pub what: String,
    /// The time of the simulation.
    pub time: f64,
    /// How many calls were begun before it.
    pub count: u64,
}

fn map(file: &File) -> io::Result<*mut u8> {
    file.set_len(BYTES as u64)?;
    // SAFETY: a fresh shared mapping of a file that has this length; nobody shortens it.
    let start = unsafe {
        libc::mmap(
            std::ptr::null_mut(),
            BYTES,
            libc::PROT_READ | libc::PROT_WRITE,
            libc::MAP_SHARED,
            file.as_raw_fd(),
            0,
        )
    };
    if start == libc::MAP_FAILED {
        return Err(io::Error::last_os_error());
    }
    Ok(start.cast())
}

fn word(start: *mut u8, number: usize) -> &'static AtomicU64 {
    // SAFETY: the mapping is aligned to pages, long enough, and never taken away.
    unsafe { &*start.cast::<AtomicU64>().add(number) }
}

/// From now on calls of this process are written to the page of this file.
///
/// # Errors
/// The file cannot be opened or mapped.
pub fn write_to(path: &Path) -> io::Result<()> {
    let file = OpenOptions::new().read(true).write(true).open(path)?;
    // SAFETY: a number is set; a run that nobody looks after any more is asked to end.
    #[cfg(target_os = "linux")]
    unsafe {
        libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGTERM);
    }
    PAGE.store(map(&file)?, Ordering::Release);
    Ok(())
}

/// Room for a text on the page; the last room is shared by all that come later.
pub(crate) fn describe(what: &str) -> usize {
    let slot = NEXT.fetch_add(1, Ordering::Relaxed).min(RESULTS - 1);
    write_text(slot, what);
    slot
}

/// The last description is the folder of the results of the run.
const RESULTS: usize = SLOTS - 1;

fn write_text(slot: usize, what: &str) {
    let start = PAGE.load(Ordering::Acquire);
    if !start.is_null() {
        let length = what.len().min(SLOT - 1);
        // SAFETY: slot < SLOTS and length < SLOT keep the write within the mapping, which nobody else writes to.
        unsafe {
            let at = start.add(SLOT * slot);
            std::ptr::write_bytes(at, 0, SLOT);
            std::ptr::copy_nonoverlapping(what.as_ptr(), at, length);
        }
    }
}

/// Whether another process looks at the page of this one.
pub fn is_watched() -> bool {
    !PAGE.load(Ordering::Acquire).is_null()
}

/// Says where the results of the run are.
pub fn tell_results(folder: &Path) {
    write_text(RESULTS, &folder.to_string_lossy());
}

/// A call begins; what was going on before, for [`leave`].
#[inline]
pub(crate) fn enter(slot: usize, time: f64) -> u64 {
    let start = PAGE.load(Ordering::Relaxed);
    if start.is_null() {
        return 0;
    }
    word(start, 2).store(time.to_bits(), Ordering::Relaxed);
    let count = word(start, 1);
    count.store(count.load(Ordering::Relaxed) + 1, Ordering::Relaxed);
    word(start, 0).swap(slot as u64, Ordering::AcqRel)
}

#[inline]
pub(crate) fn leave(before: u64) {
    let start = PAGE.load(Ordering::Relaxed);
    if !start.is_null() {
        word(start, 0).store(before, Ordering::Release);
    }
}

/// What a routine has asked for is being done, which may take its time: nothing is being called meanwhile.
pub fn pausing<R>(act: impl FnOnce() -> R) -> R {
    let start = PAGE.load(Ordering::Relaxed);
    if start.is_null() {
        return act();
    }
    let before = word(start, 0).swap(0, Ordering::AcqRel);
    let result = act();
    let count = word(start, 1);
    count.store(count.load(Ordering::Relaxed) + 1, Ordering::Relaxed);
    leave(before);
    result
}

impl Page {
    /// A new page in this file, for the process that looks at it.
    ///
    /// # Errors
    /// The file cannot be made or mapped.
    pub fn create(path: &Path) -> io::Result<Self> {
        let file = OpenOptions::new()
            .read(true)
            .write(true)
            .create_new(true)
            .open(path)?;
        let start = map(&file)?;
        Ok(Self { start })
    }

    /// How many calls were begun.
    pub fn count(&self) -> u64 {
        word(self.start, 1).load(Ordering::Acquire)
    }

    fn text(&self, slot: usize) -> String {
        // SAFETY: the slot is within the mapping; its text was written before its number was.
        let text = unsafe { std::slice::from_raw_parts(self.start.add(SLOT * slot), SLOT) };
        let end = text.iter().position(|b| *b == 0).unwrap_or(SLOT);
        String::from_utf8_lossy(&text[..end]).into_owned()
    }

    /// The folder of the results, if the run has come so far.
    pub fn results(&self) -> Option<std::path::PathBuf> {
        let text = self.text(RESULTS);
        (!text.is_empty()).then(|| text.into())
    }

    /// What is being called.
    pub fn call(&self) -> Option<Call> {
        let slot = word(self.start, 0).load(Ordering::Acquire) as usize;
        if slot == 0 || slot >= SLOTS {
            return None;
        }
        Some(Call {
            what: self.text(slot),
            time: f64::from_bits(word(self.start, 2).load(Ordering::Relaxed)),
            count: self.count(),
        })
    }
}
