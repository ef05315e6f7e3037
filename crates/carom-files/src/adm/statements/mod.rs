//! The statements of a dataset, one file each.

use super::build::{Builder, Built, Record, Stop};
use super::syntax::Syntax;
use crate::common::coverage::Status;
use crate::common::system;
use carom_model::{Element, LinearSystem, Table};

mod accgrav;
mod array;
mod beam;
mod bushing;
mod contact;
mod coupler;
mod curve;
mod cvcv;
mod diff;
mod end;
pub(crate) mod equilibrium;
mod field;
mod friction;
mod gcon;
mod gear;
mod gforce;
mod graphics;
mod gse;
pub(crate) mod integrator;
mod joint;
mod jprim;
mod left_aside;
mod lse;
mod marker;
mod matrix;
mod motion;
mod mrequest;
mod nforce;
mod output;
mod part;
mod plant;
mod point_mass;
mod preferences;
mod ptcv;
mod refused;
mod request;
mod results;
mod sensor;
mod sforce;
mod spline;
mod springdamper;
mod string;
mod tfsiso;
mod ucon;
mod units;
mod variable;
mod vforce;
mod vtorque;

/// A statement: how it is written and what it becomes.
#[derive(Debug)]
pub struct Statement {
    /// Name, arguments, status.
    pub syntax: Syntax,
    /// Elements of earlier phases are there when it is built.
    pub phase: u8,
    /// It may stand in a dataset once.
    pub once: bool,
    /// Whether a run without it would move differently.
    pub changes_motion: bool,
    /// Its arguments are not looked at.
    pub opaque: bool,
    /// Arguments that are not in its table are left aside with a note.
    pub leaves_aside: bool,
    /// Makes the element. `None` for statements that are left aside or not supported.
    pub build: Option<fn(&Record, &mut Builder) -> Built>,
    /// Completes the element when all markers are there.
    pub link: Option<fn(&Record, &mut Builder) -> Built>,
}

impl Statement {
    /// A statement that becomes an element of the model.
    const fn new(syntax: Syntax, phase: u8, build: fn(&Record, &mut Builder) -> Built) -> Self {
        Self {
            syntax,
            phase,
            once: false,
            changes_motion: true,
            opaque: false,
            leaves_aside: false,
            build: Some(build),
            link: None,
        }
    }

    /// A statement that becomes nothing.
    const fn without_element(syntax: Syntax, changes_motion: bool) -> Self {
        Self {
            syntax,
            phase: SETTINGS,
            once: false,
            changes_motion,
            opaque: true,
            leaves_aside: false,
            build: None,
            link: None,
        }
    }

    /// Without influence on the motion by itself.
    const fn motionless(mut self) -> Self {
        self.changes_motion = false;
        self
    }

    /// What its table does not have is left aside.
    const fn leaving_aside(mut self) -> Self {
        self.leaves_aside = true;
        self
    }

    /// At most one in a dataset.
    const fn once(mut self) -> Self {
        self.once = true;
        self
    }

    /// Completed when all markers are there.
    const fn linked(mut self, link: fn(&Record, &mut Builder) -> Built) -> Self {
        self.link = Some(link);
        self
    }

    /// Why the statement is not supported, if it is not.
    pub fn refusal(&self) -> Option<&'static str> {
        match self.syntax.status {
            Status::Refused(reason) => Some(reason),
            _ => None,
        }
    }
}

/// Phase of settings and of everything that names no other element.
pub const SETTINGS: u8 = 0;
/// Phase of PART.
pub const PARTS: u8 = 1;
/// Phase of POINT_MASS.
pub const POINT_MASSES: u8 = 2;
/// Phase of MARKER; after it, what waits for markers is completed.
pub const MARKERS: u8 = 3;
/// Phase of what needs markers or nothing: variables, joints, curves.
pub const ELEMENTS: u8 = 4;
/// Phase of GRAPHICS, which may need curves, and are needed by contacts.
pub const SHAPES: u8 = 5;
/// Phase of what needs elements of the phases before: arrays, motions, forces, requests.
pub const USERS: u8 = 6;

/// Phase of what needs arrays and matrices.
pub const SYSTEMS: u8 = 7;

/// All statements, in the order of the manual.
pub const STATEMENTS: &[&Statement] = &[
    &accgrav::STATEMENT,
    &array::STATEMENT,
    &beam::STATEMENT,
    &bushing::STATEMENT,
    &refused::CBKSUB,
    &refused::CLEARANCE,
    &contact::STATEMENT,
    &coupler::STATEMENT,
    &curve::STATEMENT,
    &cvcv::STATEMENT,
    &refused::CVSF,
    &left_aside::DEBUG,
    &diff::STATEMENT,
    &end::STATEMENT,
    &equilibrium::STATEMENT,
    &refused::EXTERNAL_SYSTEM,
    &refused::FE_LOAD,
    &refused::FE_NODE,
    &refused::FE_PART,
    &field::STATEMENT,
    &refused::FLEX_BODY,
    &friction::STATEMENT,
    &gcon::STATEMENT,
    &gear::STATEMENT,
    &gforce::STATEMENT,
    &graphics::STATEMENT,
    &gse::STATEMENT,
    &left_aside::IC,
    &integrator::STATEMENT,
    &joint::STATEMENT,
    &jprim::STATEMENT,
    &left_aside::KINEMATICS,
    &lse::STATEMENT,
    &left_aside::LSOLVER,
    &marker::STATEMENT,
    &left_aside::MATERIAL,
    &matrix::STATEMENT,
    &refused::MFORCE,
    &motion::STATEMENT,
    &mrequest::STATEMENT,
    &nforce::STATEMENT,
    &refused::NODE,
    &output::STATEMENT,
    &part::STATEMENT,
    &plant::PINPUT,
    &point_mass::STATEMENT,
    &plant::POUTPUT,
    &preferences::STATEMENT,
    &plant::PSTATE,
    &ptcv::STATEMENT,
    &refused::PTSF,
    &request::STATEMENT,
    &results::STATEMENT,
    &refused::SECTION,
    &sensor::STATEMENT,
    &sforce::STATEMENT,
    &refused::SFSF,
    &spline::STATEMENT,
    &springdamper::STATEMENT,
    &string::STATEMENT,
    &refused::SURFACE,
    &tfsiso::STATEMENT,
    &refused::TIRE,
    &ucon::STATEMENT,
    &units::STATEMENT,
    &variable::STATEMENT,
    &vforce::STATEMENT,
    &vtorque::STATEMENT,
];

/// Gives arrays without a size that of a linear system, and reports the first one that does not fit it.
fn check_arrays(r: &Record, b: &mut Builder, s: &LinearSystem) -> Built {
    system::size_arrays(&mut b.model, s);
    match system::problems(&b.model, s).into_iter().next() {
        None => Ok(()),
        Some((role, kind, what)) => {
            let name = if kind {
                "adm-array-type"
            } else {
                "adm-array-size"
            };
            Err(b.error(r, name, r.place(&format!("{role:?}")), &what))
        }
    }
}

/// Enters an element. Labels were found to be unique before.
fn insert<T: Element>(table: &mut Table<T>, element: T) -> Built {
    table
        .insert(element)
        .map(|_| ())
        .map_err(|_| Stop::Reported)
}
