//! A small shared library that has the names of the utilities.
//!
//! Compiled routines refer to `sysary_`, `c_sysary` and the others by name alone, and expect them in a library `libasutility.so`.
//! The program that holds our functions is not always the same: the command line, the Python module, a test, a program of others
//! that uses the crate. None of them exports the names to libraries opened later without special flags of its linker. So the library is
//! made here, in memory: for each name a jump through a table, which is filled in with the addresses of our functions once the library
//! is open. Why not otherwise: docs/decisions/022-names-of-utilities.md.
//!
//! Source of the format: System V ABI, gABI chapters 4 and 5, and its supplement for AMD64.

use crate::utilities::{self, REFUSED};
use libloading::os::unix::{Library, RTLD_GLOBAL, RTLD_NOW};
use std::sync::OnceLock;

/// The name under which libraries ask for it.
pub const NAME: &str = "libasutility.so";
/// The table of addresses in it.
const TABLE: &str = "carom_utilities";

const PAGE: usize = 4096;
/// Bytes of the code for one name.
const STUB: usize = 16;
const SYMBOL: usize = 24;
const BUCKETS: usize = 64;
/// Entries of the dynamic table.
const DYNAMIC: usize = 7;

/// The names of the companion, in the order of its table, and whether the utility is offered.
fn names() -> Vec<String> {
    let offered = utilities::offered().into_iter().map(|(name, _)| name);
    let refused = REFUSED
        .iter()
        .flat_map(|name| [format!("c_{name}"), format!("{}_", name.to_lowercase())]);
    offered.chain(refused).collect()
}

fn hash(name: &str) -> u32 {
    let mut h = 0_u32;
    for b in name.bytes() {
        h = (h << 4).wrapping_add(u32::from(b));
        let g = h & 0xf000_0000;
        h = (h ^ (g >> 24)) & !g;
    }
    h
}

fn pad(bytes: &mut Vec<u8>, to: usize) {
    bytes.resize(bytes.len().next_multiple_of(to), 0);
}

fn half(f: &mut Vec<u8>, x: u16) {
    f.extend(x.to_le_bytes());
}

fn word(f: &mut Vec<u8>, x: u32) {
    f.extend(x.to_le_bytes());
}

fn wide(f: &mut Vec<u8>, x: u64) {
    f.extend(x.to_le_bytes());
}

/// Texts, each with a NUL behind it.
struct Strings(Vec<u8>);

impl Strings {
    /// Adds one; where it is.
    fn place(&mut self, text: &str) -> u32 {
        let at = self.0.len() as u32;
        self.0.extend(text.bytes());
        self.0.push(0);
        at
    }
}

/// Bytes of the file at which its parts begin, in their order.
struct Layout {
    symbols: usize,
    strings: usize,
    hash: usize,
    code: usize,
    code_end: usize,
    /// The dynamic table, which is on a page of its own.
    dynamic: usize,
    /// The table of addresses.
    table: usize,
    end: usize,
}

impl Layout {
    fn new(names: usize, strings: usize) -> Self {
        let symbols = 64 + 4 * 56;
        let count = symbol_count(names);
        let strings_at = symbols + SYMBOL * count;
        let hash = (strings_at + strings).next_multiple_of(8);
        let code = (hash + 4 * (2 + BUCKETS + count)).next_multiple_of(STUB);
        let code_end = code + STUB * names;
        let dynamic = code_end.next_multiple_of(PAGE);
        let table = dynamic + 16 * DYNAMIC;
        Self {
            symbols,
            strings: strings_at,
            hash,
            code,
            code_end,
            dynamic,
            table,
            end: table + 8 * (names + 1),
        }
    }
}

/// The empty symbol, the names, the table.
fn symbol_count(names: usize) -> usize {
    names + 2
}

/// The shared library as a file. The table has one address for each name, then one for what is not offered.
fn image(names: &[String], offered: usize) -> Vec<u8> {
    let mut strings = Strings(vec![0]);
    let soname = strings.place(NAME);
    let name_at: Vec<u32> = names.iter().map(|n| strings.place(n)).collect();
    let table_at = strings.place(TABLE);
    let at = Layout::new(names.len(), strings.0.len());
    let mut f = Vec::with_capacity(at.end);
    write_headers(&mut f, &at);
    write_symbol(&mut f, (0, 0), 0, 0);
    for (k, name) in name_at.iter().enumerate() {
        write_symbol(&mut f, (*name, 0x12), at.code + STUB * k, STUB); // global, function
    }
    write_symbol(&mut f, (table_at, 0x11), at.table, 8 * (names.len() + 1)); // global, object
    f.extend(&strings.0);
    pad(&mut f, 8);
    write_buckets(&mut f, names);
    pad(&mut f, STUB);
    write_code(&mut f, names.len(), offered, at.table);
    pad(&mut f, PAGE);
    let dynamic: [(u64, u64); DYNAMIC] = [
        (14, u64::from(soname)),
        (4, at.hash as u64),
        (5, at.strings as u64),
        (6, at.symbols as u64),
        (10, strings.0.len() as u64),
        (11, SYMBOL as u64),
        (0, 0),
    ];
    for (tag, value) in dynamic {
        wide(&mut f, tag);
        wide(&mut f, value);
    }
    f.resize(at.end, 0);
    f
}

/// The header of the file and those of its segments.
fn write_headers(f: &mut Vec<u8>, at: &Layout) {
    // 64 bits, little end first, a shared object for x86-64.
    f.extend(b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0");
    half(f, 3);
    half(f, 62);
    word(f, 1);
    wide(f, 0);
    wide(f, 64);
    wide(f, 0);
    word(f, 0);
    for x in [64, 56, 4, 64, 0, 0] {
        half(f, x);
    }
    // Segments: what is read and run, what is written, the dynamic table, a stack that is not run.
    let (run, write) = (5, 6);
    for (kind, flags, start, length, align) in [
        (1, run, 0, at.code_end, PAGE),
        (1, write, at.dynamic, at.end - at.dynamic, PAGE),
        (2, write, at.dynamic, 16 * DYNAMIC, 8),
        (0x6474_e551, write, 0, 0, 16),
    ] {
        word(f, kind);
        word(f, flags);
        for x in [start, start, start, length, length, align] {
            wide(f, x as u64);
        }
    }
}

/// A symbol: the place of its name and its type, where it is, and how long.
fn write_symbol(f: &mut Vec<u8>, (name, info): (u32, u8), at: usize, size: usize) {
    word(f, name);
    f.extend([info, 0]);
    half(f, u16::from(info != 0));
    wide(f, at as u64);
    wide(f, size as u64);
}

/// Buckets of symbols with the same hash, each chained to the next.
fn write_buckets(f: &mut Vec<u8>, names: &[String]) {
    let symbols = symbol_count(names.len());
    let mut first = vec![0_u32; BUCKETS];
    let mut chain = vec![0_u32; symbols];
    let all = names.iter().map(String::as_str).chain([TABLE]);
    for (k, name) in all.enumerate() {
        let bucket = &mut first[hash(name) as usize % BUCKETS];
        chain[k + 1] = std::mem::replace(bucket, k as u32 + 1);
    }
    word(f, BUCKETS as u32);
    word(f, symbols as u32);
    for x in first.into_iter().chain(chain) {
        word(f, x);
    }
}

/// For each name the jump through the table.
fn write_code(f: &mut Vec<u8>, names: usize, offered: usize, table: usize) {
    for k in 0..names {
        let stub = f.len();
        let entry = if k < offered {
            k
        } else {
            f.push(0xbf); // mov edi, number of the name
            word(f, (k - offered) as u32);
            names
        };
        f.extend([0xff, 0x25]); // jmp [rip + ...]
        let after = f.len() + 4;
        word(f, (table + 8 * entry - after) as u32);
        f.resize(stub + STUB, 0xcc);
    }
}

/// Makes and opens the companion, once.
///
/// # Errors
/// Why it cannot be, in words.
pub fn present() -> Result<(), String> {
    static DONE: OnceLock<Result<(), String>> = OnceLock::new();
    DONE.get_or_init(make).clone()
}

#[cfg(not(all(target_os = "linux", target_arch = "x86_64")))]
fn make() -> Result<(), String> {
    Err("it is not Linux on x86-64".into())
}

#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
fn make() -> Result<(), String> {
    use std::fs::File;
    use std::io::Write;
    use std::os::fd::{AsRawFd, FromRawFd};
    let offered = utilities::offered();
    let names = names();
    // SAFETY: a name that ends with NUL; the number that comes back is checked, and owned by nobody else.
    let mut file = unsafe {
        let number = libc::memfd_create(c"libasutility.so".as_ptr(), libc::MFD_CLOEXEC);
        if number < 0 {
            return Err(std::io::Error::last_os_error().to_string());
        }
        File::from_raw_fd(number)
    };
    file.write_all(&image(&names, offered.len()))
        .map_err(|e| e.to_string())?;
    let path = format!("/proc/self/fd/{}", file.as_raw_fd());
    // SAFETY: the library is the one made above; it has no initializers.
    let library =
        unsafe { Library::open(Some(path), RTLD_NOW | RTLD_GLOBAL) }.map_err(|e| e.to_string())?;
    let addresses: Vec<usize> = offered.iter().map(|(_, address)| *address).collect();
    // SAFETY: the table is an object of our own with room for names.len() + 1 addresses, and nothing reads it yet.
    unsafe {
        let table = library
            .get::<*mut usize>(TABLE.as_bytes())
            .map_err(|e| e.to_string())?
            .into_raw()
            .cast::<usize>();
        std::ptr::copy_nonoverlapping(addresses.as_ptr(), table, addresses.len());
        *table.add(names.len()) = utilities::not_offered as *const () as usize;
    }
    // Routines jump through it to the end of the program.
    std::mem::forget(library);
    Ok(())
}

/// The dynamic symbols of a library, sorted.
#[derive(Clone, Debug, Default)]
pub struct Symbols {
    /// What it has.
    pub exported: Vec<String>,
    /// Functions that it needs.
    pub needed: Vec<String>,
}

/// Reads the dynamic symbols of an ELF file of 64 bits; `None` if it is something else.
pub fn symbols(file: &[u8]) -> Option<Symbols> {
    let number = |at: usize, bytes: usize| -> Option<usize> {
        let mut x = [0; 8];
        x[..bytes].copy_from_slice(file.get(at..at.checked_add(bytes)?)?);
        usize::try_from(u64::from_le_bytes(x)).ok()
    };
    if file.get(..6)? != b"\x7fELF\x02\x01" {
        return None;
    }
    let (sections, size, count) = (number(40, 8)?, number(58, 2)?, number(60, 2)?);
    let section = |k: usize| sections.checked_add(k.checked_mul(size)?);
    let of_symbols = (0..count).find_map(|k| {
        let at = section(k)?;
        (number(at + 4, 4)? == 11).then_some(at)
    })?;
    let (at, length) = (number(of_symbols + 24, 8)?, number(of_symbols + 32, 8)?);
    let strings = section(number(of_symbols + 40, 4)?)?;
    let strings = number(strings + 24, 8)?;
    let mut all = Symbols::default();
    for k in 1..length / SYMBOL {
        let at = at.checked_add(k.checked_mul(SYMBOL)?)?;
        let (name, info, place) = (number(at, 4)?, number(at + 4, 1)?, number(at + 6, 2)?);
        let text = file.get(strings.checked_add(name)?..)?;
        let text = text.split(|b| *b == 0).next()?;
        let name = String::from_utf8_lossy(text).into_owned();
        // Bound globally; functions, or of unknown kind as what is needed often is.
        let (binding, kind) = (info >> 4, info & 15);
        match place {
            _ if name.is_empty() => {}
            0 if binding == 1 => all.needed.push(name),
            0 => {}
            _ if binding != 0 && kind == 2 => all.exported.push(name),
            _ => {}
        }
    }
    all.exported.sort();
    all.needed.sort();
    Some(all)
}

#[cfg(all(test, target_os = "linux", target_arch = "x86_64"))]
mod tests {
    use super::*;
    use libloading::os::unix::Library;

    #[test]
    fn each_name_is_found_by_libraries_opened_later() {
        present().expect("the companion opens");
        let program = Library::this();
        let names = names();
        assert!(names.len() > 200);
        for name in &names {
            // SAFETY: looked up only.
            let found = unsafe { program.get::<unsafe extern "C" fn()>(name.as_bytes()) };
            assert!(found.is_ok(), "{name}");
        }
        let mut once = names.clone();
        once.sort();
        once.dedup();
        assert_eq!(once.len(), names.len(), "a name occurs twice");
    }

    #[test]
    fn a_call_by_name_reaches_the_law() {
        present().expect("the companion opens");
        type Step = unsafe extern "C" fn(f64, f64, f64, f64, f64, i32, *mut f64, *mut i32);
        let (mut y, mut flag) = (9.0, 9);
        // SAFETY: the function is ours, with these arguments.
        unsafe {
            let step = Library::this().get::<Step>(b"c_step").expect("c_step");
            step(0.25, 0.0, 0.0, 1.0, 2.0, 0, &mut y, &mut flag);
        }
        // STEP: h0 + (h1 − h0)·s²(3 − 2s) with s = ¼
        assert_eq!((y, flag), (2.0 * 0.0625 * 2.5, 0));
    }
}
