//! What the C interface hands to a routine about its element.
//!
//! Each statement has a structure of its own, fixed by compiled libraries: the offsets are those of the System V ABI of x86-64
//! (int 4 bytes, double and pointers 8, natural alignment). `char` arrays have no NUL at their end.

/// A kind of routine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Force or torque of an SFORCE: 1 number.
    Sfosub,
    /// Force of a VFORCE in the axes of RM: 3 numbers.
    Vfosub,
    /// Torque of a VTORQUE in the axes of RM: 3 numbers.
    Vtosub,
    /// Force and torque of a GFORCE in the axes of RM: 6 numbers.
    Gfosub,
    /// Value of a VARIABLE.
    Varsub,
    /// Rate, or residual, of a DIFF.
    Difsub,
    /// Motion, or its derivative in time.
    Motsub,
    /// Columns of a REQUEST: 8 numbers.
    Reqsub,
    /// What a SENSOR watches.
    Sensub,
    /// What a SENSOR stores.
    Sevsub,
}

/// How the arguments after the element follow each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// time, dflag, iflag, result.
    Flags,
    /// time, iord, iflag, result.
    Order,
    /// time, iflag, result.
    Plain,
}

impl Kind {
    /// The name that is looked for if the element names none, in upper case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sfosub => "SFOSUB",
            Self::Vfosub => "VFOSUB",
            Self::Vtosub => "VTOSUB",
            Self::Gfosub => "GFOSUB",
            Self::Varsub => "VARSUB",
            Self::Difsub => "DIFSUB",
            Self::Motsub => "MOTSUB",
            Self::Reqsub => "REQSUB",
            Self::Sensub => "SENSUB",
            Self::Sevsub => "SEVSUB",
        }
    }

    /// How many numbers it gives.
    pub const fn results(self) -> usize {
        match self {
            Self::Vfosub | Self::Vtosub => 3,
            Self::Gfosub => 6,
            Self::Reqsub => 8,
            _ => 1,
        }
    }

    pub(crate) const fn shape(self) -> Shape {
        match self {
            Self::Motsub => Shape::Order,
            Self::Reqsub | Self::Sensub | Self::Sevsub => Shape::Plain,
            _ => Shape::Flags,
        }
    }

    /// Whether the routine says in a pass of its own what it reads. A motion reads nothing but time.
    pub const fn declares(self) -> bool {
        !matches!(self, Self::Motsub)
    }
}

/// An element that calls a routine, as the routine is told of it. Markers and joints by label, 0 for none.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)] // The fields are those of the statements.
pub enum Element {
    Sforce {
        i: i32,
        j: i32,
        action_only: bool,
        rotation: bool,
    },
    /// VFORCE and VTORQUE.
    Vector {
        i: i32,
        jfloat: i32,
        rm: i32,
    },
    Gforce {
        i: i32,
        jfloat: i32,
        rm: i32,
    },
    Variable {
        initial: f64,
    },
    Diff {
        static_hold: bool,
        implicit: bool,
        initial: f64,
        initial_rate: f64,
    },
    Motion {
        joint: i32,
        rotation: bool,
        i: i32,
        j: i32,
        /// X, Y, Z, B1, B2 or B3.
        which: [u8; 2],
        /// DISPLACEMENT, VELOCITY or ACCELERATION.
        level: &'static str,
    },
    Request {
        comment: String,
    },
    /// GE, EQ or LE.
    Sensor {
        value: f64,
        error: f64,
        logic: [u8; 2],
    },
}

/// Words of 8 bytes that hold the largest structure.
pub(crate) const WORDS: usize = 12;

/// A structure, with the texts that it points to.
#[derive(Debug)]
pub(crate) struct Record {
    words: Box<[u64; WORDS]>,
    /// The pointers in `words` point into these.
    _texts: Vec<std::ffi::CString>,
    _par: std::sync::Arc<[f64]>,
}

// The pointers in the words point to what the record owns and nobody changes.
// SAFETY: see above; the record is immutable once it is made.
unsafe impl Send for Record {}
// SAFETY: as above.
unsafe impl Sync for Record {}

impl Record {
    pub fn new(id: i32, par: &std::sync::Arc<[f64]>, element: &Element) -> Self {
        let mut r = Self {
            words: Box::new([0; WORDS]),
            _texts: Vec::new(),
            _par: std::sync::Arc::clone(par),
        };
        r.int(0, id);
        r.int(4, par.len() as i32);
        r.word(8, par.as_ptr() as u64);
        match element {
            Element::Sforce {
                i,
                j,
                action_only,
                rotation,
            } => {
                r.ints(16, &[*i, *j, i32::from(*action_only)]);
                r.text(32, kind_of_force(*rotation));
            }
            Element::Vector { i, jfloat, rm } => r.ints(16, &[*i, *jfloat, *rm]),
            Element::Gforce { i, jfloat, rm } => r.ints(16, &[*i, *rm, *jfloat]),
            Element::Variable { initial } => r.word(16, initial.to_bits()),
            Element::Diff {
                static_hold,
                implicit,
                initial,
                initial_rate,
            } => {
                r.ints(16, &[i32::from(*static_hold), i32::from(*implicit)]);
                r.word(24, initial.to_bits());
                r.word(32, initial_rate.to_bits());
            }
            Element::Motion {
                joint,
                rotation,
                i,
                j,
                which,
                level,
            } => {
                r.int(16, *joint);
                r.text(24, kind_of_force(*rotation));
                r.ints(32, &[*i, *j]);
                r.bytes(40, which);
                r.text(48, level);
            }
            Element::Request { comment } => {
                r.text(16, comment);
                for title in 0..8 {
                    r.text(24 + 8 * title, "");
                }
            }
            Element::Sensor {
                value,
                error,
                logic,
            } => {
                r.word(16, value.to_bits());
                r.word(24, error.to_bits());
                r.bytes(32, logic);
            }
        }
        r
    }

    /// The structure, as a routine gets it.
    pub fn as_ptr(&self) -> *const u64 {
        self.words.as_ptr()
    }

    fn word(&mut self, at: usize, value: u64) {
        self.words[at / 8] = value;
    }

    fn bytes(&mut self, at: usize, bytes: &[u8]) {
        for (k, b) in bytes.iter().enumerate() {
            let bits = 8 * ((at + k) % 8);
            let word = &mut self.words[(at + k) / 8];
            *word = (*word & !(0xff << bits)) | (u64::from(*b) << bits);
        }
    }

    fn int(&mut self, at: usize, value: i32) {
        self.bytes(at, &value.to_le_bytes());
    }

    fn ints(&mut self, at: usize, values: &[i32]) {
        for (k, v) in values.iter().enumerate() {
            self.int(at + 4 * k, *v);
        }
    }

    fn text(&mut self, at: usize, text: &str) {
        let clean: Vec<u8> = text.bytes().filter(|b| *b != 0).collect();
        let Ok(text) = std::ffi::CString::new(clean) else {
            return;
        };
        // The heap block of a CString stays where it is when the CString moves.
        self.word(at, text.as_ptr() as u64);
        self._texts.push(text);
    }
}

fn kind_of_force(rotation: bool) -> &'static str {
    if rotation { "ROTATION" } else { "TRANSLATION" }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    fn int(r: &Record, at: usize) -> i32 {
        (r.words[at / 8] >> (8 * (at % 8))) as u32 as i32
    }

    #[test]
    fn offsets_are_those_of_the_interface() {
        let par: Arc<[f64]> = [1.5, 2.5].into();
        let r = Record::new(
            7,
            &par,
            &Element::Gforce {
                i: 11,
                jfloat: 12,
                rm: -1,
            },
        );
        assert_eq!([0, 4, 16, 20, 24].map(|at| int(&r, at)), [7, 2, 11, -1, 12]);
        assert_eq!(r.words[1], par.as_ptr() as u64);
        let vector = Element::Vector {
            i: 11,
            jfloat: 12,
            rm: 13,
        };
        let r = Record::new(7, &par, &vector);
        assert_eq!([16, 20, 24].map(|at| int(&r, at)), [11, 12, 13]);
        let sensor = Element::Sensor {
            value: 2.0,
            error: 0.5,
            logic: *b"GE",
        };
        let r = Record::new(7, &par, &sensor);
        assert_eq!(f64::from_bits(r.words[2]), 2.0);
        assert_eq!(f64::from_bits(r.words[3]), 0.5);
        assert_eq!(r.words[4], u64::from(u16::from_le_bytes(*b"GE")));
    }
}
