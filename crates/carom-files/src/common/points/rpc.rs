//! RPC III: channels of a time history with a fixed step, in records of 512 bytes.
//!
//! The header is a list of parameters of 128 bytes, a name of 32 and a value of 96, four to a record; FORMAT, NUM_HEADER_BLOCKS and
//! NUM_PARAMS come first. The data follow in groups: of each channel in turn PTS_PER_GROUP values, short integers that SCALE.CHAN_k makes
//! the quantity (full scale 32752), or 4-byte floating point numbers. A last group that is not full is padded. The first value is that at time 0.
//!
//! Source: MTS, RPC III file format; agrees with two independent readers, rpc-reader 0.9 and rpc3-file 1.0.

use super::columns::{Points, place_of, x_and_y};
use std::collections::HashMap;
use std::ops::Range;

/// Bytes of a record.
const RECORD: usize = 512;
/// Bytes of a parameter and of its name.
const PARAMETER: usize = 128;
const NAME: usize = 32;
/// The integer that is full scale: to others, readers give different meanings.
const FULL_SCALE: f64 = 32752.0;

/// An opened time history.
pub(super) struct File<'b> {
    data: &'b [u8],
    is_little: bool,
    is_short: bool,
    /// Seconds between two values.
    step: f64,
    channels: usize,
    per_group: usize,
    /// Values of a channel.
    count: usize,
    names: Vec<String>,
    scales: Vec<f64>,
}

fn text(bytes: &[u8]) -> String {
    let end = bytes.iter().position(|b| *b == 0).unwrap_or(bytes.len());
    String::from_utf8_lossy(&bytes[..end]).trim().to_owned()
}

fn parameter(bytes: &[u8], k: usize) -> Option<(String, String)> {
    let at = k.checked_mul(PARAMETER)?;
    let p = bytes.get(at..at.checked_add(PARAMETER)?)?;
    Some((text(&p[..NAME]).to_ascii_uppercase(), text(&p[NAME..])))
}

/// Whether the bytes begin as such a file does.
pub(super) fn is_one(bytes: &[u8]) -> bool {
    parameter(bytes, 0).is_some_and(|(name, _)| name == "FORMAT")
}

/// The parameters of the header by their names.
struct Header(HashMap<String, String>);

impl Header {
    /// Whether values are short integers; they are floating point numbers else.
    fn is_short(&self) -> Result<bool, String> {
        match self.0.get("FILE_TYPE").map(String::as_str) {
            None | Some("TIME_HISTORY") => {}
            Some(_) => return Err("its FILE_TYPE is not TIME_HISTORY".into()),
        }
        match self.0.get("DATA_TYPE").map(String::as_str) {
            None | Some("SHORT_INTEGER") => Ok(true),
            Some("FLOATING_POINT") => Ok(false),
            Some(_) => Err("its DATA_TYPE is neither SHORT_INTEGER nor FLOATING_POINT".into()),
        }
    }

    fn text(&self, name: &str) -> Result<&str, String> {
        let found = self.0.get(name).map(String::as_str);
        found.ok_or_else(|| format!("its header has no {name}"))
    }

    fn number(&self, name: &str) -> Result<f64, String> {
        let value = self.text(name)?.parse::<f64>().ok();
        value
            .filter(|v| v.is_finite())
            .ok_or_else(|| format!("{name} in its header is no number"))
    }

    /// A whole number above 0; larger ones than any file has are refused by the length of the data.
    fn count(&self, name: &str) -> Result<usize, String> {
        let value = self.number(name)?;
        match value >= 1.0 && value.fract() == 0.0 && value <= f64::from(u32::MAX) {
            true => Ok(value as usize),
            false => Err(format!("{name} in its header is no whole number above 0")),
        }
    }
}

/// Whether there are all values of so many points: in whole groups, or without what fills up the last.
fn is_whole(
    length: usize,
    is_short: bool,
    channels: usize,
    (count, per_group): (usize, usize),
) -> bool {
    let bytes_each = if is_short { 2 } else { 4 };
    let room = |points: usize| points.checked_mul(channels)?.checked_mul(bytes_each);
    let padded = count
        .div_ceil(per_group)
        .checked_mul(per_group)
        .and_then(room);
    padded.is_some_and(|room| room <= length) || room(count) == Some(length)
}

impl<'b> File<'b> {
    pub fn new(bytes: &'b [u8]) -> Result<Self, String> {
        if !is_one(bytes) {
            return Err("it does not begin as an RPC III file does".into());
        }
        let read = |range: Range<usize>| range.map_while(|k| parameter(bytes, k)).collect();
        let first = Header(read(0..3));
        let (is_little, is_vax) =
            match first.text("FORMAT")? {
                "BINARY_IEEE_LITTLE_END" => (true, false),
                "BINARY_IEEE_BIG_END" => (false, false),
                // The order of a VAX; its integers are those of others.
                "BINARY" => (true, true),
                _ => return Err(
                    "its FORMAT is not read: BINARY_IEEE_LITTLE_END and BINARY_IEEE_BIG_END are"
                        .into(),
                ),
            };
        let blocks = first.count("NUM_HEADER_BLOCKS")?;
        let data = blocks.checked_mul(RECORD).and_then(|end| bytes.get(end..));
        let data = data.ok_or("it ends within its header")?;
        let listed = first
            .count("NUM_PARAMS")?
            .min(blocks * (RECORD / PARAMETER));
        let header = Header(read(0..listed));
        let is_short = header.is_short()?;
        if is_vax && !is_short {
            return Err(
                "its FORMAT is BINARY, and floating point numbers of a VAX are not read".into(),
            );
        }
        if is_short
            && header.0.contains_key("INT_FULL_SCALE")
            && header.number("INT_FULL_SCALE")? != FULL_SCALE
        {
            return Err(format!(
                "its INT_FULL_SCALE is not {FULL_SCALE}: what its numbers mean then is not agreed on"
            ));
        }
        let step = header.number("DELTA_T")?;
        if step <= 0.0 {
            return Err("DELTA_T in its header is not above 0".into());
        }
        let channels = header.count("CHANNELS")?;
        let per_group = header.count("PTS_PER_GROUP")?;
        let count = header
            .count("FRAMES")?
            .saturating_mul(header.count("PTS_PER_FRAME")?);
        if !is_whole(data.len(), is_short, channels, (count, per_group)) {
            return Err("it has fewer values than its header says".into());
        }
        let named = |k: usize| {
            header
                .0
                .get(&format!("DESC.CHAN_{}", k + 1))
                .cloned()
                .unwrap_or_default()
        };
        let scale = |k: usize| match is_short {
            true => header.number(&format!("SCALE.CHAN_{}", k + 1)),
            false => Ok(1.0),
        };
        let scales: Result<Vec<f64>, String> = (0..channels).map(scale).collect();
        Ok(Self {
            data,
            is_little,
            is_short,
            step,
            channels,
            per_group,
            count,
            names: (0..channels).map(named).collect(),
            scales: scales?,
        })
    }

    pub fn channels(&self) -> usize {
        self.channels
    }

    fn value(&self, at: usize) -> f64 {
        let raw = |n: usize| self.data.get(at * n..(at + 1) * n).unwrap_or(&[]);
        match (self.is_short, self.is_little) {
            (true, little) => raw(2).try_into().map_or(f64::NAN, |b| {
                f64::from(if little {
                    i16::from_le_bytes(b)
                } else {
                    i16::from_be_bytes(b)
                })
            }),
            (false, little) => raw(4).try_into().map_or(f64::NAN, |b| {
                f64::from(if little {
                    f32::from_le_bytes(b)
                } else {
                    f32::from_be_bytes(b)
                })
            }),
        }
    }

    /// All values of a channel, from 0.
    fn values(&self, channel: usize) -> Result<Vec<f64>, String> {
        let bytes_each = if self.is_short { 2 } else { 4 };
        let is_packed = self.count * self.channels * bytes_each == self.data.len();
        let mut values = Vec::with_capacity(self.count);
        for start in (0..self.count).step_by(self.per_group) {
            let here = self.per_group.min(self.count - start);
            // The channels of a last group that is not padded follow each other at once.
            let stride = if is_packed { here } else { self.per_group };
            let first = start * self.channels + channel * stride;
            values.extend((first..first + here).map(|at| self.value(at) * self.scales[channel]));
        }
        match values.iter().all(|v| v.is_finite()) {
            true => Ok(values),
            false => Err(format!(
                "channel {} has values that are no numbers",
                channel + 1
            )),
        }
    }

    fn times(&self) -> Vec<f64> {
        (0..self.count).map(|k| k as f64 * self.step).collect()
    }

    /// A channel, counted from 1, over time.
    pub fn over_time(&self, channel: u32) -> Result<Points, String> {
        let k = (channel as usize)
            .checked_sub(1)
            .filter(|k| *k < self.channels);
        let k = k.ok_or_else(|| format!("it has no channel {channel}, but {}", self.channels))?;
        let said = match self.names[k].as_str() {
            "" => format!("channel {channel} over time"),
            name => format!("channel {channel}, {name}, over time"),
        };
        Ok(Points::curve(self.times(), self.values(k)?, said))
    }

    /// A channel by its name over another, or over time, which is called Time.
    pub fn named(&self, names: &[&str]) -> Result<Points, String> {
        let (x, y) = x_and_y(names, "the channels")?;
        let k = place_of(y, &self.names)?;
        match x {
            Some(x) if !x.eq_ignore_ascii_case("time") => {
                let x = place_of(x, &self.names)?;
                let said = format!("{} over {}", self.names[k], self.names[x]);
                Ok(Points::curve(self.values(x)?, self.values(k)?, said))
            }
            _ => self.over_time(k as u32 + 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file as the description has it: two channels, 3 frames of 2 points, 2 frames in a group.
    fn bytes(little: bool, short: bool, padded: bool) -> Vec<u8> {
        let format = if little {
            "BINARY_IEEE_LITTLE_END"
        } else {
            "BINARY_IEEE_BIG_END"
        };
        let kind = if short {
            "SHORT_INTEGER"
        } else {
            "FLOATING_POINT"
        };
        let parameters = [
            ("FORMAT", format),
            ("NUM_HEADER_BLOCKS", "4"),
            ("NUM_PARAMS", "14"),
            ("FILE_TYPE", "TIME_HISTORY"),
            ("DELTA_T", "0.25"),
            ("CHANNELS", "2"),
            ("PTS_PER_FRAME", "2"),
            ("PTS_PER_GROUP", "4"),
            ("FRAMES", "3"),
            ("DATA_TYPE", kind),
            ("INT_FULL_SCALE", "32752"),
            ("SCALE.CHAN_1", "0.5"),
            ("SCALE.CHAN_2", "2"),
            ("DESC.CHAN_2", "Force"),
        ];
        let mut out = Vec::new();
        for (name, value) in parameters {
            let mut p = [0u8; PARAMETER];
            p[..name.len()].copy_from_slice(name.as_bytes());
            p[NAME..NAME + value.len()].copy_from_slice(value.as_bytes());
            out.extend(p);
        }
        out.resize(4 * RECORD, 0);
        let last: &[i16] = if padded {
            &[5, 6, 0, 0, -50, -60, 0, 0]
        } else {
            &[5, 6, -50, -60]
        };
        for v in [1, 2, 3, 4, -10, -20, -30, -40].iter().chain(last) {
            match (short, little) {
                (true, true) => out.extend(v.to_le_bytes()),
                (true, false) => out.extend(v.to_be_bytes()),
                (false, true) => out.extend(f32::from(*v).to_le_bytes()),
                (false, false) => out.extend(f32::from(*v).to_be_bytes()),
            }
        }
        out
    }

    #[test]
    fn channels_of_all_forms() {
        for n in 0..8 {
            let (little, short, padded) = (n & 1 == 0, n & 2 == 0, n & 4 == 0);
            let bytes = bytes(little, short, padded);
            let file = File::new(&bytes).unwrap();
            let by = if short { [0.5, 2.0] } else { [1.0, 1.0] };
            let p = file.over_time(1).unwrap();
            assert_eq!(p.x, [0.0, 0.25, 0.5, 0.75, 1.0, 1.25]);
            assert_eq!(
                p.curves[0].1,
                [1.0, 2.0, 3.0, 4.0, 5.0, 6.0].map(|v: f64| v * by[0]),
                "{n}"
            );
            let p = file.named(&["force"]).unwrap();
            assert_eq!(
                p.curves[0].1,
                [-10.0, -20.0, -30.0, -40.0, -50.0, -60.0].map(|v: f64| v * by[1]),
                "{n}"
            );
            assert!(file.over_time(3).unwrap_err().contains("no channel 3"));
            assert!(file.over_time(0).is_err());
        }
    }

    #[test]
    fn faults_are_told() {
        let good = bytes(true, true, true);
        let told = |bytes: &[u8]| File::new(bytes).map(|_| ()).unwrap_err();
        assert!(told(b"FORMAT").contains("does not begin"));
        assert!(told(&good[..RECORD]).contains("within its header"));
        assert!(told(&good[..good.len() - 1]).contains("fewer values"));
        let with = |from: &str, to: &str| {
            let at = good
                .windows(from.len())
                .position(|w| w == from.as_bytes())
                .expect("there");
            let mut bytes = good.clone();
            bytes[at..at + to.len()].copy_from_slice(to.as_bytes());
            told(&bytes)
        };
        assert!(with("32752", "32767").contains("INT_FULL_SCALE"));
        assert!(with("0.25", "-1.0").contains("DELTA_T"));
        assert!(with("SHORT_INTEGER", "LONG_INTEGERS").contains("DATA_TYPE"));
        assert!(with("CHANNELS", "CHANNELX").contains("no CHANNELS"));
        assert!(with("TIME_HISTORY", "HISTOGRAMME_").contains("FILE_TYPE"));
        assert!(with("LITTLE_END", "LITTLE_ENE").contains("FORMAT"));
        let mut vax = bytes(true, false, true);
        vax[NAME..NAME + 22].fill(0);
        vax[NAME..NAME + 6].copy_from_slice(b"BINARY");
        assert!(told(&vax).contains("VAX"));
    }
}
