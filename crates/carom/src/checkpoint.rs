//! Checkpoints: what a run that was killed is taken up from.
//!
//! Two files stand beside the results while a run goes on. The journal holds all that was told to the writers of results,
//! in order; the checkpoint holds a state of the run and how much of the journal belongs to it. It is replaced as a whole,
//! after the journal is safe on disk. Each block of the journal and the checkpoint carry a checksum (CRC-32), so that one
//! flipped bit is found and never computed with. To resume, the journal is told again to new writers, whatever their formats, and
//! the run goes on from the state. Both files are gone when the run is done.

use crate::journal_linear;
use crate::plan::Request;
use carom_base::pack::{Packer, Unpacker};
use carom_dynamics::{GuardProof, RunOptions, Statistics};
use carom_files::special;
use carom_model::Model;
use carom_model::analysis::Analysis;
use carom_model::run::{BodyRow, ContactRow, EventKind, EventRow, Frame, Layout, Linearization};
use carom_solve::{Locate, Rejections};
use std::fs::{self, File};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Name of the checkpoint in a folder of results.
pub const CHECKPOINT_FILE: &str = "run.checkpoint";
/// Name of the journal.
pub const JOURNAL_FILE: &str = "run.journal";
/// Wall-clock time between checkpoints where the caller says nothing.
pub const DEFAULT_CADENCE: Duration = Duration::from_secs(30);
/// The journal is kept in memory up to this many bytes.
const MOST_BYTES: usize = 4 << 20;

const NAME: &str = "carom checkpoint";
const VERSION: u64 = 7;
/// No block of the journal is longer: the most that waits, and an entry of a very large model.
const LONGEST_BLOCK: u64 = 1 << 30;
/// Length and checksum in front of a block, 4 bytes each.
const BLOCK_HEAD: u64 = 8;

/// A run at a moment.
#[derive(Clone, Debug, PartialEq)]
pub struct Checkpoint {
    /// Number that changes with the model, the commands and what was asked for.
    pub fingerprint: u64,
    /// When the run began, seconds since 1970.
    pub created: u64,
    /// Which command was being carried out.
    pub command: u64,
    /// Bytes of the journal that belong to it.
    pub journal: u64,
    /// The state of the simulation.
    pub state: Vec<u8>,
}

/// Largest checkpoint that is read, bytes.
const LARGEST: u64 = 4 << 30;

/// Bytes with their checksum behind them.
pub fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    let sum = crc32fast::hash(&bytes);
    bytes.extend_from_slice(&sum.to_le_bytes());
    bytes
}

/// What [`sealed`] sealed, and whether it is still that.
pub fn unsealed(bytes: &[u8]) -> (&[u8], bool) {
    match bytes.split_last_chunk::<4>() {
        Some((inner, sum)) => (inner, crc32fast::hash(inner) == u32::from_le_bytes(*sum)),
        None => (bytes, false),
    }
}

impl Checkpoint {
    /// Writes it; the file is whole at all times.
    pub fn write(&self, folder: &Path) -> io::Result<()> {
        let mut p = Packer::new();
        p.text(NAME);
        p.whole(VERSION);
        p.text(crate::PROGRAM);
        for n in [self.fingerprint, self.created, self.command, self.journal] {
            p.whole(n);
        }
        p.raw(&self.state);
        let bytes = sealed(p.finish());
        let next = folder.join("run.checkpoint.next");
        let written = File::create(&next).and_then(|mut file| {
            file.write_all(&bytes)?;
            file.sync_data()
        });
        if written.is_err() {
            let _ = fs::remove_file(&next);
        }
        written?;
        fs::rename(next, folder.join(CHECKPOINT_FILE))
    }

    /// Reads that of a folder; `None` if there is none.
    ///
    /// # Errors
    /// Why it cannot be used.
    pub fn read(folder: &Path) -> Result<Option<Self>, String> {
        let path = folder.join(CHECKPOINT_FILE);
        let all = match special::read(&path, LARGEST) {
            Ok(bytes) => bytes,
            Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(e) => return Err(format!("{}: {e}", path.display())),
        };
        let (bytes, sound) = unsealed(&all);
        let mut u = Unpacker::new(bytes);
        if u.text() != Some(NAME) {
            return Err(format!("{} is no checkpoint", path.display()));
        }
        let version = u.whole();
        let program = u.text().unwrap_or_default();
        if version != Some(VERSION) || program != crate::PROGRAM {
            return Err(format!(
                "the run was begun by {program}, and this is {}: another version goes on with other bits",
                crate::PROGRAM
            ));
        }
        if !sound {
            return Err(format!(
                "{} is damaged: its checksum is that of other bytes",
                path.display()
            ));
        }
        let mut rest = || {
            Some(Self {
                fingerprint: u.whole()?,
                created: u.whole()?,
                command: u.whole()?,
                journal: u.whole()?,
                state: u.raw()?.to_vec(),
            })
        };
        rest()
            .map(Some)
            .ok_or_else(|| format!("{} is cut off", path.display()))
    }
}

/// A number that changes with all that decides the results: the texts of the model, and the request but for its folder.
pub fn fingerprint(model: &Model, request: &Request) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut mix = |text: &str| {
        for b in text.bytes().chain([0]) {
            hash = (hash ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3);
        }
    };
    model.sources.iter().for_each(|s| mix(&s.text));
    mix(&model.commands.len().to_string());
    // Patience changes when a run is given up, and no bit of it.
    let options = RunOptions {
        patient: false,
        ..request.options.clone()
    };
    mix(&format!(
        "{:?} {:?} {:?} {:?} {:?} {:?} {:?}",
        request.analysis,
        request.end,
        request.output,
        options,
        request.rigid,
        request.contact_rule,
        request.contact_groups
    ));
    request.formats.iter().for_each(|f| mix(f.name()));
    hash
}

/// The fingerprint of a run with users' libraries: theirs is mixed in, as another library goes on with other bits.
pub fn with_libraries(fingerprint: u64, libraries: &[PathBuf]) -> u64 {
    libraries.iter().fold(fingerprint, |hash, path| {
        let sum = fs::read(path).map_or(0, |bytes| crc32fast::hash(&bytes));
        (hash ^ u64::from(sum)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// All that was told to the writers.
pub struct Journal {
    path: PathBuf,
    file: Option<File>,
    buffer: Vec<u8>,
    written: u64,
    /// Every entry is handed to the system at once: it is there even if this process ends in the next moment.
    pub at_once: bool,
}

impl Journal {
    /// An empty one; the file comes with the first bytes.
    pub fn new(folder: &Path) -> Self {
        Self {
            path: folder.join(JOURNAL_FILE),
            file: None,
            buffer: Vec::new(),
            written: 0,
            at_once: false,
        }
    }

    /// One that has `length` bytes already; what stands behind them is forgotten. Its entries are looked through first.
    ///
    /// # Errors
    /// It is too short, or a checksum tells that bytes have changed.
    pub fn reopen(folder: &Path, length: u64) -> io::Result<(Self, Replay)> {
        let mut journal = Self::new(folder);
        let replay = Replay {
            path: journal.path.clone(),
            length,
        };
        if length == 0 {
            return Ok((journal, replay));
        }
        replay.each(&mut |_| Ok(()))?;
        let file = File::options()
            .read(true)
            .append(true)
            .open(&journal.path)?;
        file.set_len(length)?;
        journal.file = Some(file);
        journal.written = length;
        Ok((journal, replay))
    }

    /// What a process that ended somewhere has left: all of it, up to the first block that is not whole.
    pub fn left(folder: &Path) -> Replay {
        let path = folder.join(JOURNAL_FILE);
        let length = fs::metadata(&path).map_or(0, |m| m.len());
        let mut left = Replay { path, length };
        left.length = left.sound();
        left
    }

    /// Adds an entry.
    pub fn add(&mut self, entry: impl FnOnce(&mut Packer)) -> io::Result<()> {
        let mut p = Packer::new();
        entry(&mut p);
        self.buffer.extend_from_slice(&p.finish());
        if self.at_once || self.buffer.len() > MOST_BYTES {
            self.flush()?;
        }
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.buffer.is_empty() {
            return Ok(());
        }
        let file = match &mut self.file {
            Some(file) => file,
            None => self.file.insert(journal_file(&self.path)?),
        };
        let sum = crc32fast::hash(&self.buffer);
        let mut block = Vec::with_capacity(self.buffer.len() + BLOCK_HEAD as usize);
        block.extend_from_slice(&(self.buffer.len() as u32).to_le_bytes());
        block.extend_from_slice(&sum.to_le_bytes());
        block.append(&mut self.buffer);
        file.write_all(&block)?;
        self.written += block.len() as u64;
        Ok(())
    }

    /// Ends a block here: a checkpoint may stand at its end. Its length up to there.
    pub fn mark(&mut self) -> io::Result<u64> {
        self.flush()?;
        Ok(self.written)
    }

    /// Copies it into a folder that was made again; its old name leads nowhere, the open file still does. What it holds.
    pub fn move_in(&mut self, folder: &Path) -> io::Result<Replay> {
        self.path = folder.join(JOURNAL_FILE);
        if let Some(old) = &mut self.file {
            let mut new = journal_file(&self.path)?;
            old.rewind()?;
            io::copy(&mut old.take(self.written), &mut new)?;
            self.file = Some(new);
        }
        self.flush()?;
        Ok(Replay {
            path: self.path.clone(),
            length: self.written,
        })
    }

    /// Gives up what stands behind `length`, for the space that it takes.
    pub fn cut(&mut self, length: u64) {
        self.buffer = Vec::new();
        if let Some(file) = &self.file {
            let _ = file.set_len(length);
        }
    }

    /// Puts all of it on disk. Its length.
    pub fn keep(&mut self) -> io::Result<u64> {
        self.flush()?;
        if let Some(file) = &self.file {
            file.sync_data()?;
        }
        Ok(self.written)
    }
}

/// A new journal; it can be read as well, should its name get lost.
fn journal_file(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.read(true).write(true).create(true).truncate(true);
    options.open(path)
}

/// The part of a journal that belongs to a checkpoint, to be told again.
#[derive(Debug)]
pub struct Replay {
    path: PathBuf,
    length: u64,
}

impl Replay {
    /// How many bytes from its beginning are blocks that are whole and have the right checksum.
    fn sound(&self) -> u64 {
        let mut at = 0;
        let Ok(file) = special::open(&self.path) else {
            return 0;
        };
        let mut file = io::BufReader::new(file);
        loop {
            let mut head = [0; BLOCK_HEAD as usize];
            if file.read_exact(&mut head).is_err() {
                return at;
            }
            let [a, b, c, d, sum @ ..] = head;
            let length = u64::from(u32::from_le_bytes([a, b, c, d]));
            let mut bytes = Vec::new();
            let read = file
                .by_ref()
                .take(length.min(LONGEST_BLOCK))
                .read_to_end(&mut bytes);
            if read.is_err()
                || bytes.len() as u64 != length
                || crc32fast::hash(&bytes) != u32::from_le_bytes(sum)
            {
                return at;
            }
            at += BLOCK_HEAD + length;
        }
    }

    /// Hands over entry after entry; no more than a block of them is in memory.
    ///
    /// # Errors
    /// Those of the disk and of `told`, and damage.
    pub fn each(&self, told: &mut dyn FnMut(Entry) -> io::Result<()>) -> io::Result<()> {
        if self.length == 0 {
            return Ok(());
        }
        let mut file = io::BufReader::new(special::open(&self.path)?).take(self.length);
        let mut at = 0;
        let mut bytes = Vec::new();
        while at < self.length {
            let broken = || {
                let path = self.path.display();
                let message = format!("{path} is damaged in the block at byte {at}");
                io::Error::new(io::ErrorKind::InvalidData, message)
            };
            let mut head = [0; BLOCK_HEAD as usize];
            file.read_exact(&mut head).map_err(|_| broken())?;
            let [a, b, c, d, sum @ ..] = head;
            let length = u64::from(u32::from_le_bytes([a, b, c, d]));
            if length > LONGEST_BLOCK.min(self.length - at - BLOCK_HEAD) {
                return Err(broken());
            }
            bytes.clear();
            file.by_ref().take(length).read_to_end(&mut bytes)?;
            if bytes.len() as u64 != length || crc32fast::hash(&bytes) != u32::from_le_bytes(sum) {
                return Err(broken());
            }
            let mut u = Unpacker::new(&bytes);
            while !u.is_empty() {
                told(Entry::unpack(&mut u).ok_or_else(broken)?)?;
            }
            at += BLOCK_HEAD + length;
        }
        Ok(())
    }
}

/// Removes the files of a run that needs them no more.
pub fn remove(folder: &Path) -> io::Result<()> {
    for name in [CHECKPOINT_FILE, JOURNAL_FILE] {
        match fs::remove_file(folder.join(name)) {
            Err(e) if e.kind() != io::ErrorKind::NotFound => return Err(e),
            _ => {}
        }
    }
    Ok(())
}

/// When the next checkpoint is due.
pub struct Clock {
    last: Instant,
    cadence: Duration,
}

impl Clock {
    /// The first one is due after `cadence`.
    pub fn new(cadence: Duration) -> Self {
        Self {
            last: Instant::now(),
            cadence,
        }
    }

    /// Whether it is time; if so, the next one is due after the cadence.
    pub fn strikes(&mut self) -> bool {
        let due = self.last.elapsed() >= self.cadence;
        if due {
            self.last = Instant::now();
        }
        due
    }
}

/// Something that was told.
#[derive(Clone, Debug, PartialEq)]
pub enum Entry {
    /// An analysis began.
    Begin(Analysis),
    /// An output time.
    Frame(Frame),
    /// An event.
    Event(EventRow),
    /// An analysis ended.
    End(Statistics),
    /// The files were opened.
    Opened(Opening),
    /// What a linear analysis found.
    Linear(Linearization),
}

/// What another process needs to write the tables that the entries of a journal belong to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Opening {
    /// That of [`fingerprint`], without libraries.
    pub fingerprint: u64,
    /// See [`Checkpoint`].
    pub created: u64,
    /// The bodies of the layout, by their number among the parts.
    pub bodies: Vec<u64>,
    /// The layout without its bodies.
    pub layout: Layout,
}

/// Writes for whom the tables are.
pub fn pack_opening(fingerprint: u64, created: u64, layout: &Layout, p: &mut Packer) {
    p.whole(4);
    p.whole(fingerprint);
    p.whole(created);
    p.whole(layout.bodies.len() as u64);
    layout.bodies.iter().for_each(|b| p.whole(b.index() as u64));
    for names in [&layout.joints, &layout.forces] {
        p.whole(names.len() as u64);
        names.iter().for_each(|name| p.text(name));
    }
    for labels in [
        &layout.requests,
        &layout.variables,
        &layout.diffs,
        &layout.contacts,
    ] {
        p.whole(labels.len() as u64);
        labels.iter().for_each(|label| p.whole(u64::from(*label)));
    }
}

fn opening(u: &mut Unpacker<'_>) -> Option<Opening> {
    fn wholes(u: &mut Unpacker<'_>) -> Option<Vec<u64>> {
        let count = u.whole()?;
        (0..count).map(|_| u.whole()).collect()
    }
    fn texts(u: &mut Unpacker<'_>) -> Option<Vec<String>> {
        let count = u.whole()?;
        (0..count).map(|_| u.text().map(str::to_owned)).collect()
    }
    let labels = |u: &mut Unpacker<'_>| -> Option<Vec<u32>> {
        Some(wholes(u)?.iter().map(|l| *l as u32).collect())
    };
    Some(Opening {
        fingerprint: u.whole()?,
        created: u.whole()?,
        bodies: wholes(u)?,
        layout: Layout {
            bodies: Vec::new(),
            joints: texts(u)?,
            forces: texts(u)?,
            requests: labels(u)?,
            variables: labels(u)?,
            diffs: labels(u)?,
            contacts: labels(u)?,
        },
    })
}

const ANALYSES: [Analysis; 6] = [
    Analysis::Dynamic,
    Analysis::Kinematic,
    Analysis::Static,
    Analysis::Transient,
    Analysis::InitialConditions,
    Analysis::Linear,
];

/// Writes the beginning of an analysis.
pub fn pack_begin(analysis: Analysis, p: &mut Packer) {
    p.whole(0);
    let number = ANALYSES.iter().position(|a| *a == analysis);
    p.whole(number.unwrap_or(0) as u64);
}

/// Writes an output time.
pub fn pack_frame(f: &Frame, p: &mut Packer) {
    p.whole(1);
    p.number(f.time);
    p.whole(f.bodies.len() as u64);
    for b in &f.bodies {
        let (first, second) = (b.position.iter(), b.orientation.iter());
        let (third, fourth) = (b.velocity.iter(), b.angular_velocity.iter());
        let (fifth, sixth) = (b.acceleration.iter(), b.angular_acceleration.iter());
        let all = first.chain(second).chain(third).chain(fourth).chain(fifth);
        all.chain(sixth).for_each(|x| p.number(*x));
    }
    p.numbers(f.requests.as_flattened());
    p.numbers(f.joints.as_flattened());
    p.numbers(f.forces.as_flattened());
    p.numbers(&f.variables);
    p.numbers(f.diffs.as_flattened());
    let contacts: Vec<_> = f.contacts.iter().map(contact_numbers).collect();
    p.numbers(contacts.as_flattened());
}

/// Writes an event.
pub fn pack_event(e: &EventRow, p: &mut Packer) {
    p.whole(2);
    p.number(e.time);
    p.text(e.kind.name());
    p.text(&e.element);
    for x in [e.gap, e.rate[0], e.rate[1], e.impulse, e.force] {
        p.number(x);
    }
}

/// Writes the end of an analysis.
pub fn pack_end(s: &Statistics, p: &mut Packer) {
    p.whole(3);
    p.text(&s.kind);
    p.number(s.start);
    p.number(s.end);
    p.text(&s.integrator);
    p.flag(s.reason.is_some());
    p.text(s.reason.as_deref().unwrap_or_default());
    p.text(s.locator.map_or("", Locate::name));
    for n in [
        s.steps,
        s.rejected,
        s.rhs_evaluations,
        s.jacobians,
        s.factorizations,
        s.newton_iterations,
        s.events,
        s.event_steps,
        s.henon_steps,
        s.henon_refused,
        s.guards.proved,
        s.guards.bisected,
        s.guards.sampled,
        s.rejections.error,
        s.rejections.newton,
        s.rejections.singular,
        s.rejections.not_finite,
        s.rejections.model,
    ] {
        p.whole(n);
    }
    p.numbers(s.energy_balance.as_ref().map_or(&[], |b| &b[..]));
    p.number(s.wall_s);
    p.whole(s.guards.sampled_of.len() as u64);
    s.guards.sampled_of.iter().for_each(|name| p.text(name));
}

/// Writes what a linear analysis found.
pub fn pack_linear(l: &Linearization, p: &mut Packer) {
    p.whole(5);
    journal_linear::pack(l, p);
}

impl Entry {
    fn unpack(u: &mut Unpacker<'_>) -> Option<Self> {
        Some(match u.whole()? {
            0 => Self::Begin(*ANALYSES.get(u.whole()? as usize)?),
            1 => Self::Frame(frame(u)?),
            2 => Self::Event(event(u)?),
            3 => Self::End(statistics(u)?),
            4 => Self::Opened(opening(u)?),
            5 => Self::Linear(journal_linear::unpack(u)?),
            _ => return None,
        })
    }
}

fn array<const N: usize>(u: &mut Unpacker<'_>) -> Option<[f64; N]> {
    let mut list = [0.0; N];
    for x in &mut list {
        *x = u.number()?;
    }
    Some(list)
}

fn rows<const N: usize>(u: &mut Unpacker<'_>) -> Option<Vec<[f64; N]>> {
    let list = u.numbers()?;
    let (rows, rest) = list.as_chunks::<N>();
    rest.is_empty().then(|| rows.to_vec())
}

fn frame(u: &mut Unpacker<'_>) -> Option<Frame> {
    let (time, count) = (u.number()?, u.whole()?);
    let mut body = || {
        Some(BodyRow {
            position: array(u)?,
            orientation: array(u)?,
            velocity: array(u)?,
            angular_velocity: array(u)?,
            acceleration: array(u)?,
            angular_acceleration: array(u)?,
        })
    };
    let bodies: Option<Vec<BodyRow>> = (0..count).map(|_| body()).collect();
    Some(Frame {
        time,
        bodies: bodies?,
        requests: rows(u)?,
        joints: rows(u)?,
        forces: rows(u)?,
        variables: u.numbers()?,
        diffs: rows(u)?,
        contacts: contacts(u)?,
    })
}

/// Numbers of a row of contacts: its two counts first, its two labels last.
const CONTACT_NUMBERS: usize = 23;

fn contacts(u: &mut Unpacker<'_>) -> Option<Vec<ContactRow>> {
    let rows = rows::<CONTACT_NUMBERS>(u)?;
    let row = |r: [f64; CONTACT_NUMBERS]| {
        let three = |k: usize| [r[k], r[k + 1], r[k + 2]];
        ContactRow {
            contact: r[0] as u32,
            incident: r[1] as u32,
            solids: [r[21] as u32, r[22] as u32],
            volume: r[2],
            centroid: three(3),
            depth: r[6],
            rate: r[7],
            point: three(8),
            normal: three(11),
            force: r[14],
            friction: three(15),
            slip: three(18),
        }
    };
    Some(rows.into_iter().map(row).collect())
}

fn contact_numbers(c: &ContactRow) -> [f64; CONTACT_NUMBERS] {
    let mut r = [0.0; CONTACT_NUMBERS];
    (r[0], r[1]) = (f64::from(c.contact), f64::from(c.incident));
    (r[21], r[22]) = (f64::from(c.solids[0]), f64::from(c.solids[1]));
    (r[2], r[6], r[7], r[14]) = (c.volume, c.depth, c.rate, c.force);
    for (k, v) in [
        (3, c.centroid),
        (8, c.point),
        (11, c.normal),
        (15, c.friction),
        (18, c.slip),
    ] {
        r[k..k + 3].copy_from_slice(&v);
    }
    r
}

fn event(u: &mut Unpacker<'_>) -> Option<EventRow> {
    let (time, name, element) = (u.number()?, u.text()?, u.text()?.to_owned());
    let kind = EventKind::ALL.iter().find(|k| k.name() == name)?;
    let [gap, before, after, impulse, force] = array(u)?;
    Some(EventRow {
        time,
        kind: *kind,
        element,
        gap,
        rate: [before, after],
        impulse,
        force,
    })
}

fn statistics(u: &mut Unpacker<'_>) -> Option<Statistics> {
    let mut s = Statistics {
        kind: u.text()?.to_owned(),
        start: u.number()?,
        end: u.number()?,
        integrator: u.text()?.to_owned(),
        reason: {
            let given = u.flag()?;
            let reason = u.text()?.to_owned();
            given.then_some(reason)
        },
        locator: {
            let name = u.text()?;
            Locate::ALL.into_iter().find(|l| l.name() == name)
        },
        steps: u.whole()?,
        rejected: u.whole()?,
        rhs_evaluations: u.whole()?,
        jacobians: u.whole()?,
        factorizations: u.whole()?,
        newton_iterations: u.whole()?,
        events: u.whole()?,
        event_steps: u.whole()?,
        henon_steps: u.whole()?,
        henon_refused: u.whole()?,
        guards: GuardProof {
            proved: u.whole()?,
            bisected: u.whole()?,
            sampled: u.whole()?,
            sampled_of: Vec::new(),
        },
        rejections: Rejections {
            error: u.whole()?,
            newton: u.whole()?,
            singular: u.whole()?,
            not_finite: u.whole()?,
            model: u.whole()?,
        },
        energy_balance: match u.numbers()?[..] {
            [] => None,
            [balance, scale] => Some([balance, scale]),
            _ => return None,
        },
        wall_s: u.number()?,
    };
    let count = u.whole()?;
    let names = (0..count).map(|_| u.text().map(str::to_owned));
    s.guards.sampled_of = names.collect::<Option<_>>()?;
    Some(s)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entries(folder: &Path, length: u64) -> io::Result<Vec<Entry>> {
        let (_, replay) = Journal::reopen(folder, length)?;
        let mut entries = Vec::new();
        replay.each(&mut |e| {
            entries.push(e);
            Ok(())
        })?;
        Ok(entries)
    }

    #[test]
    fn one_flipped_bit_is_found() {
        let folder = tempfile::tempdir().unwrap();
        let mut journal = Journal::new(folder.path());
        for k in 0..4 {
            journal.add(|p| pack_begin(ANALYSES[k], p)).unwrap();
            journal.mark().unwrap();
        }
        let c = Checkpoint {
            fingerprint: 1,
            created: 2,
            command: 3,
            journal: journal.keep().unwrap(),
            state: vec![5; 9],
        };
        c.write(folder.path()).unwrap();
        assert_eq!(entries(folder.path(), c.journal).unwrap().len(), 4);
        for name in [CHECKPOINT_FILE, JOURNAL_FILE] {
            let path = folder.path().join(name);
            let sound = fs::read(&path).unwrap();
            for bit in 0..8 * sound.len() {
                let mut bytes = sound.clone();
                bytes[bit / 8] ^= 1 << (bit % 8);
                fs::write(&path, bytes).unwrap();
                let found = match name {
                    CHECKPOINT_FILE => Checkpoint::read(folder.path()).is_err(),
                    _ => entries(folder.path(), c.journal).is_err(),
                };
                assert!(found, "{name}: bit {bit}");
            }
            fs::write(&path, sound).unwrap();
        }
    }

    #[test]
    fn a_journal_gives_back_what_was_told_up_to_the_checkpoint() {
        let folder = tempfile::tempdir().unwrap();
        let f = Frame {
            time: 0.1,
            bodies: vec![BodyRow::default(); 2],
            requests: vec![[1.5; 8]],
            joints: vec![[0.5; 6]; 3],
            forces: Vec::new(),
            variables: vec![2.0],
            diffs: vec![[1.0, 2.0]],
            contacts: vec![ContactRow {
                contact: 1,
                incident: 2,
                solids: [3, 4],
                volume: 0.5,
                centroid: [1.0, 2.0, 3.0],
                depth: 0.25,
                rate: -1.0,
                point: [4.0, 5.0, 6.0],
                normal: [0.0, 0.0, 1.0],
                force: 7.0,
                friction: [8.0, 9.0, 10.0],
                slip: [11.0, 12.0, 13.0],
            }],
        };
        let e = EventRow {
            time: 0.2,
            kind: EventKind::FullDamping,
            element: "SFORCE/1".into(),
            gap: -1.0,
            rate: [1.0, 2.0],
            impulse: 0.0,
            force: 3.0,
        };
        let s = Statistics {
            kind: "dynamic".into(),
            steps: 3,
            energy_balance: Some([1.0, 2.0]),
            ..Statistics::default()
        };
        let mut journal = Journal::new(folder.path());
        journal.add(|p| pack_begin(Analysis::Static, p)).unwrap();
        journal.add(|p| pack_frame(&f, p)).unwrap();
        journal.add(|p| pack_event(&e, p)).unwrap();
        journal.add(|p| pack_end(&s, p)).unwrap();
        let length = journal.keep().unwrap();
        journal.add(|p| pack_frame(&f, p)).unwrap();
        assert!(journal.keep().unwrap() > length);
        for _ in 0..2 {
            let entries = entries(folder.path(), length).unwrap();
            let shall = [
                Entry::Begin(Analysis::Static),
                Entry::Frame(f.clone()),
                Entry::Event(e.clone()),
                Entry::End(s.clone()),
            ];
            assert_eq!(entries, shall);
        }
        assert!(Journal::reopen(folder.path(), length + 1).is_err());
        assert!(Journal::reopen(folder.path(), length - 1).is_err());
        remove(folder.path()).unwrap();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    fn a_checkpoint_returns_or_says_why_not() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(Checkpoint::read(folder.path()), Ok(None));
        let c = Checkpoint {
            fingerprint: 1,
            created: 2,
            command: 3,
            journal: 4,
            state: vec![5, 6],
        };
        c.write(folder.path()).unwrap();
        assert_eq!(Checkpoint::read(folder.path()), Ok(Some(c)));
        let path = folder.path().join(CHECKPOINT_FILE);
        let bytes = fs::read(&path).unwrap();
        fs::write(&path, &bytes[..bytes.len() - 1]).unwrap();
        assert!(
            Checkpoint::read(folder.path())
                .unwrap_err()
                .contains("is damaged")
        );
        fs::write(&path, "anything").unwrap();
        assert!(
            Checkpoint::read(folder.path())
                .unwrap_err()
                .contains("no checkpoint")
        );
    }
}
