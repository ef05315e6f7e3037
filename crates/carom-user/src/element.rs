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
    /// Rates and outputs of a GSE at once, which gets states and inputs as arguments.
    Gsesub,
    /// The partial derivatives of its rates by the states, by columns.
    Gsexx,
    /// Those by the inputs.
    Gsexu,
    /// Those of its outputs by the states.
    Gseyx,
    /// Those by the inputs.
    Gseyu,
    /// Rates, or residuals, of a GSE.
    GseDeriv,
    /// Outputs of a GSE.
    GseOutput,
    /// Discrete states of a GSE after a sample.
    GseUpdate,
    /// Time to the next sample of a GSE.
    GseSamp,
    /// Normal force of a CONTACT: 3 numbers, the first of which is the force.
    Cnfsub,
    /// Friction of a CONTACT: 3 numbers.
    Cffsub,
    /// Force and torque of a FIELD, with their derivatives: 6, 36 and 36 numbers.
    Fiesub,
    /// What a COUPLER keeps at zero.
    Cousub,
    /// Its derivatives by the displacements of its joints.
    Couxx,
    /// The second ones, by columns.
    Couxx2,
    /// What a general constraint keeps at zero.
    Gcosub,
    /// What a user-written constraint keeps at zero, of coordinates of parts that it names (UCOVAR).
    Ucosub,
    /// A point of a curve, or its derivative by the parameter: 3 numbers.
    Cursub,
    /// Gives the points of a SPLINE: no numbers, it calls PUT_SPLINE.
    SplineRead,
    /// Runs the analyses: no numbers.
    Consub,
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
    /// time, dflag, iflag, count, result.
    Counted,
    /// time, dflag, iflag, ns, x, ni, u, no, rates, outputs.
    System,
    /// time, iflag, ns, x, ni, u, no, result.
    Partial,
    /// time, place and normal on both sides, gap with its first and second rate, area, dflag, iflag, result.
    Normal,
    /// time, both places, slip and its rate, normal force, area, dflag, iflag, result.
    Friction,
    /// time, displacements, velocities, dflag, iflag, force, its derivatives by both.
    Field,
    /// time, displacements, iflag, result.
    Coupler,
    /// time, coordinates, parameters, what is asked, iflag, value, its first and second derivatives.
    Coordinates,
    /// parameter, iord, iflag, result.
    Curve,
    /// file, block, error flag.
    Spline,
    /// Nothing.
    Control,
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
            Self::Gsesub => "GSESUB",
            Self::Gsexx => "GSEXX",
            Self::Gsexu => "GSEXU",
            Self::Gseyx => "GSEYX",
            Self::Gseyu => "GSEYU",
            Self::GseDeriv => "GSE_DERIV",
            Self::GseOutput => "GSE_OUTPUT",
            Self::GseUpdate => "GSE_UPDATE",
            Self::GseSamp => "GSE_SAMP",
            Self::Cnfsub => "CNFSUB",
            Self::Cffsub => "CFFSUB",
            Self::Fiesub => "FIESUB",
            Self::Cousub => "COUSUB",
            Self::Couxx => "COUXX",
            Self::Couxx2 => "COUXX2",
            Self::Gcosub => "GCOSUB",
            Self::Ucosub => "UCOSUB",
            Self::Cursub => "CURSUB",
            Self::SplineRead => "SPLINE_READ",
            Self::Consub => "CONSUB",
        }
    }

    /// How many numbers it gives, where its element does not say.
    const fn results(self) -> usize {
        match self {
            Self::Vfosub | Self::Vtosub | Self::Cnfsub | Self::Cffsub | Self::Cursub => 3,
            Self::Fiesub => 6,
            Self::Gfosub => 6,
            Self::Reqsub => 8,
            Self::Consub | Self::SplineRead => 0,
            _ => 1,
        }
    }

    pub(crate) const fn shape(self) -> Shape {
        match self {
            Self::Motsub => Shape::Order,
            Self::Reqsub | Self::Sensub | Self::Sevsub | Self::GseSamp => Shape::Plain,
            Self::GseDeriv | Self::GseOutput | Self::GseUpdate => Shape::Counted,
            Self::Gsesub => Shape::System,
            Self::Gsexx | Self::Gsexu | Self::Gseyx | Self::Gseyu => Shape::Partial,
            Self::Cnfsub => Shape::Normal,
            Self::Cffsub => Shape::Friction,
            Self::Fiesub => Shape::Field,
            Self::Cousub | Self::Couxx | Self::Couxx2 => Shape::Coupler,
            Self::Ucosub => Shape::Coordinates,
            Self::Cursub => Shape::Curve,
            Self::SplineRead => Shape::Spline,
            Self::Consub => Shape::Control,
            _ => Shape::Flags,
        }
    }

    /// Whether the routine says in a pass of its own what it reads. A motion reads nothing but time, a coupler its joints, UCOSUB the coordinates
    /// that it names, and CONSUB what it likes.
    pub const fn declares(self) -> bool {
        use Kind::{Consub, Cousub, Couxx, Couxx2, Cursub, Motsub, SplineRead, Ucosub};
        !matches!(
            self,
            Motsub | Consub | Cousub | Couxx | Couxx2 | Cursub | SplineRead | Ucosub
        )
    }

    /// Whether it says what stays zero.
    pub const fn is_constraint(self) -> bool {
        matches!(self, Self::Cousub | Self::Gcosub | Self::Ucosub)
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
    Gse(Gse),
    /// Labels of the graphics on both sides.
    Contact {
        igeom: Vec<i32>,
        jgeom: Vec<i32>,
    },
    Field {
        i: i32,
        j: i32,
    },
    /// Labels of the joints, and T or R for each.
    Coupler {
        joints: Vec<i32>,
        kinds: [u8; 3],
    },
    /// A general constraint.
    Constraint,
    Curve {
        closed: bool,
        order: i32,
        range: [f64; 2],
    },
    Spline {
        file: String,
        block: String,
    },
    /// The CONTROL command.
    Control,
    /// GE, EQ or LE.
    Sensor {
        value: f64,
        error: f64,
        logic: [u8; 2],
    },
}

/// What a routine is told of a GSE: counts, and labels of arrays.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[allow(missing_docs)] // The names are those of the statement.
pub struct Gse {
    pub ni: i32,
    pub no: i32,
    pub u: i32,
    pub y: i32,
    pub ns: i32,
    pub x: i32,
    pub ic: i32,
    pub static_hold: bool,
    pub implicit: bool,
    pub nd: i32,
    pub xd: i32,
    pub icd: i32,
    pub sample_offset: f64,
}

/// Label of the array that holds the rates of the states of a system that is implicit; no array of a model has it.
pub const RATES: i32 = -1;

impl Element {
    /// How many joints it couples.
    pub(crate) fn joints(&self) -> usize {
        match self {
            Self::Coupler { joints, .. } => joints.len(),
            _ => 0,
        }
    }

    /// How many numbers a routine of this kind gives for this element.
    pub(crate) fn results(&self, kind: Kind) -> usize {
        let of = |n: i32| usize::try_from(n).unwrap_or(0);
        if let (Self::Coupler { joints, .. }, Kind::Couxx | Kind::Couxx2) = (self, kind) {
            return joints.len().pow(if kind == Kind::Couxx { 1 } else { 2 });
        }
        let Self::Gse(g) = self else {
            return kind.results();
        };
        let (ns, ni, no) = (of(g.ns), of(g.ni), of(g.no));
        match kind {
            Kind::Gsesub => ns + no,
            Kind::Gsexx => ns * ns,
            Kind::Gsexu => ns * ni,
            Kind::Gseyx => no * ns,
            Kind::Gseyu => no * ni,
            Kind::GseDeriv => ns,
            Kind::GseOutput => no,
            Kind::GseUpdate => of(g.nd),
            _ => kind.results(),
        }
    }
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
    _lists: Vec<Box<[i32]>>,
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
            _lists: Vec::new(),
        };
        if matches!(element, Element::Control) {
            r.int(0, par.len() as i32);
            r.word(8, par.as_ptr() as u64);
            return r;
        }
        r.int(0, id);
        if let Element::Contact { igeom, jgeom } = element {
            r.ints(4, &[igeom.len() as i32, jgeom.len() as i32]);
            let straight = vec![0; igeom.len().max(jgeom.len())];
            for (at, list) in [(16, igeom), (24, jgeom), (32, &straight), (40, &straight)] {
                r.list(at, list);
            }
            r.int(48, par.len() as i32);
            r.word(56, par.as_ptr() as u64);
            return r;
        }
        if let Element::Spline { file, block } = element {
            r.text(8, file);
            r.text(16, block);
            return r;
        }
        r.int(4, par.len() as i32);
        r.word(8, par.as_ptr() as u64);
        r.fill(element);
        r
    }

    /// What comes behind the label and the constants.
    fn fill(&mut self, element: &Element) {
        match element {
            Element::Contact { .. }
            | Element::Control
            | Element::Constraint
            | Element::Spline { .. } => {}
            Element::Curve {
                closed,
                order,
                range,
            } => {
                self.ints(16, &[i32::from(*closed), *order]);
                self.word(24, range[0].to_bits());
                self.word(32, range[1].to_bits());
            }
            Element::Gse(g) => self.system(g),
            Element::Field { i, j } => self.ints(16, &[*i, *j]),
            Element::Coupler { joints, kinds } => {
                self.int(16, joints.len() as i32);
                self.ints(20, &joints[..joints.len().min(3)]);
                self.bytes(32, kinds);
            }
            Element::Sforce {
                i,
                j,
                action_only,
                rotation,
            } => {
                self.ints(16, &[*i, *j, i32::from(*action_only)]);
                self.text(32, kind_of_force(*rotation));
            }
            Element::Vector { i, jfloat, rm } => self.ints(16, &[*i, *jfloat, *rm]),
            Element::Gforce { i, jfloat, rm } => self.ints(16, &[*i, *rm, *jfloat]),
            Element::Variable { initial } => self.word(16, initial.to_bits()),
            Element::Diff {
                static_hold,
                implicit,
                initial,
                initial_rate,
            } => {
                self.ints(16, &[i32::from(*static_hold), i32::from(*implicit)]);
                self.word(24, initial.to_bits());
                self.word(32, initial_rate.to_bits());
            }
            Element::Motion {
                joint,
                rotation,
                i,
                j,
                which,
                level,
            } => {
                self.int(16, *joint);
                self.text(24, kind_of_force(*rotation));
                self.ints(32, &[*i, *j]);
                self.bytes(40, which);
                self.text(48, level);
            }
            Element::Request { comment } => {
                self.text(16, comment);
                for title in 0..8 {
                    self.text(24 + 8 * title, "");
                }
            }
            Element::Sensor {
                value,
                error,
                logic,
            } => {
                self.word(16, value.to_bits());
                self.word(24, error.to_bits());
                self.bytes(32, logic);
            }
        }
    }

    /// The same of a GSE.
    fn system(&mut self, g: &Gse) {
        self.ints(16, &[g.ni, g.no, g.u, g.y, g.ns, g.x, g.ic]);
        self.ints(44, &[i32::from(g.static_hold), i32::from(g.implicit), 0]);
        self.ints(56, &[g.nd, g.xd, g.icd]);
        self.word(72, g.sample_offset.to_bits());
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

    fn list(&mut self, at: usize, list: &[i32]) {
        let list: Box<[i32]> = list.into();
        // The heap block of a Box stays where it is when the Box moves.
        self.word(at, list.as_ptr() as u64);
        self._lists.push(list);
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
