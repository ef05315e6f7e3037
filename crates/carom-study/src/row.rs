//! What a run of a study gives, and how it travels: one row, and the points of its section.

use crate::basin::Motion;
use carom::base::pack::{Packer, Unpacker};

/// How a run went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// To its end.
    Done,
    /// A stop condition, or a sensor of the model, ended it.
    Stopped,
    /// It ended early; the reason says why. Its responses are missing.
    Early,
    /// The model with these numbers is refused; the reason says why.
    Refused,
}

impl Status {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Done, Self::Stopped, Self::Early, Self::Refused];

    /// As tables spell it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::Stopped => "stopped",
            Self::Early => "early",
            Self::Refused => "refused",
        }
    }

    /// Whether the responses are there.
    pub fn is_sound(self) -> bool {
        matches!(self, Self::Done | Self::Stopped)
    }
}

/// One run.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Its number, from 0.
    pub run: u64,
    /// How it went.
    pub status: Status,
    /// Why it did not go to its end; empty if it did.
    pub reason: String,
    /// Time reached.
    pub time: f64,
    /// Steps of the integrator.
    pub steps: u64,
    /// Events.
    pub events: u64,
    /// All parameters, in the order of the study.
    pub parameters: Vec<f64>,
    /// All responses, in the order of the study.
    pub responses: Vec<Option<f64>>,
    /// The points of its section, row behind row: time, columns.
    pub points: Vec<f64>,
    /// What it has come to, where basins are asked for.
    pub motion: Option<Motion>,
}

impl Row {
    /// Writes it.
    pub fn pack(&self) -> Vec<u8> {
        let mut p = Packer::new();
        p.whole(self.run);
        p.whole(self.status as u64);
        p.text(&self.reason);
        p.number(self.time);
        p.whole(self.steps);
        p.whole(self.events);
        p.numbers(&self.parameters);
        p.whole(self.responses.len() as u64);
        self.responses.iter().for_each(|r| p.optional(*r));
        p.numbers(&self.points);
        if let Some(motion) = &self.motion {
            motion.pack(&mut p);
        }
        p.finish()
    }

    /// Reads one; `None` if it is none.
    pub fn unpack(bytes: &[u8]) -> Option<Self> {
        let mut u = Unpacker::new(bytes);
        let run = u.whole()?;
        let status = *Status::ALL.get(u.whole()? as usize)?;
        let reason = u.text()?.to_owned();
        let (time, steps, events) = (u.number()?, u.whole()?, u.whole()?);
        let parameters = u.numbers()?;
        let count = u.whole()?;
        let responses: Option<Vec<_>> = (0..count).map(|_| u.optional()).collect();
        let points = u.numbers()?;
        let motion = match u.is_empty() {
            true => None,
            false => Some(Motion::unpack(&mut u)?),
        };
        u.is_empty().then_some(Self {
            run,
            status,
            reason,
            time,
            steps,
            events,
            parameters,
            responses: responses?,
            points,
            motion,
        })
    }
}

/// The check number of a record: FNV-1a (Fowler, Noll, Vo).
fn check(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |h, b| {
        (h ^ u64::from(*b)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// Appends a record: length, check number, bytes.
pub fn append(record: &[u8], to: &mut Vec<u8>) {
    to.extend_from_slice(&(record.len() as u64).to_le_bytes());
    to.extend_from_slice(&check(record).to_le_bytes());
    to.extend_from_slice(record);
}

/// The rows of whole records at the beginning of `bytes`, and how many bytes these are. What a killed program left
/// unfinished behind them does not count.
pub fn records(bytes: &[u8]) -> (Vec<Row>, usize) {
    let mut rows = Vec::new();
    let mut at = 0;
    let word = |at: usize| {
        let eight = bytes.get(at..at.checked_add(8)?)?;
        Some(u64::from_le_bytes(eight.try_into().ok()?))
    };
    let next = |at: usize| {
        let (length, sum) = (word(at)?, word(at + 8)?);
        let end = (at + 16).checked_add(usize::try_from(length).ok()?)?;
        let record = bytes.get(at + 16..end)?;
        let row = Row::unpack(record).filter(|_| check(record) == sum)?;
        Some((row, end))
    };
    while let Some((row, end)) = next(at) {
        rows.push(row);
        at = end;
    }
    (rows, at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::basin::MotionKind;

    fn row(run: u64) -> Row {
        Row {
            run,
            status: Status::Early,
            reason: "ä reason".into(),
            time: 0.1 + 0.2,
            steps: 7,
            events: 2,
            parameters: vec![1.0, f64::MIN_POSITIVE],
            responses: vec![None, Some(-0.0)],
            points: vec![3.0],
            motion: (run == 1).then(|| Motion {
                kind: MotionKind::Other,
                period: 0,
                returns: 7,
                sequence: "impact SFORCE/1".into(),
            }),
        }
    }

    #[test]
    fn rows_return() {
        for r in [row(0), row(1)] {
            assert_eq!(Row::unpack(&r.pack()), Some(r));
        }
    }

    #[test]
    fn a_journal_that_is_cut_off_or_spoilt_keeps_its_whole_records() {
        let mut bytes = Vec::new();
        append(&row(0).pack(), &mut bytes);
        let one = bytes.len();
        append(&row(1).pack(), &mut bytes);
        assert_eq!(records(&bytes), (vec![row(0), row(1)], bytes.len()));
        for length in one..bytes.len() {
            assert_eq!(records(&bytes[..length]), (vec![row(0)], one));
        }
        for at in one..bytes.len() {
            let mut spoilt = bytes.clone();
            spoilt[at] ^= 1;
            assert_eq!(records(&spoilt).0, [row(0)], "byte {at}");
        }
    }
}
