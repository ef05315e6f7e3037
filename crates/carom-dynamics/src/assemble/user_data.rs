//! Data of a model that users' routines give, before anything is made of it: points of splines (SPLINE_READ) and curves (CURSUB).
//!
//! A curve is read once, at parameters that divide its range evenly, and from then on is the smooth curve through these points, like one that the
//! deck gives by points. There are so many that in the middle between two of them it is no farther from the routine than 1e-9 of its extent.
//! The derivatives of the routine (`iord` 1 and 2) are not asked for: those of the curve are exact.

use crate::assemble::builder::Builder;
use crate::assemble::caller::Caller;
use carom_base::{Span, Vec3};
use carom_expr::spline::{Beyond, SplineTable};
use carom_model::constraint::UserFunction;
use carom_model::curve::CurveRoutine;
use carom_model::{Curve, Model, Spline};
use carom_user::{Ask, Callee, Element, Host, Kind};
use std::sync::Arc;

/// How far the curve may be from the routine, relative to its extent.
const NEAR: f64 = 1e-9;
/// The fewest and the most parts into which the range is divided.
const PARTS: [usize; 2] = [32, 8192];

/// Whether a model has such data.
pub(super) fn is_needed(model: &Model) -> bool {
    model.curves.iter().any(|c| c.routine.is_some())
        || model.splines.iter().any(|s| s.routine.is_some())
}

impl Builder<'_> {
    /// The model with what its routines give; it is incomplete after a diagnostic.
    pub(super) fn with_users_data(&mut self) -> Model {
        let mut whole = self.model.clone();
        for spline in whole.splines.iter_mut() {
            if let Some(table) = self.points_of_routine(spline) {
                spline.table = Arc::new(table);
            }
        }
        for curve in whole.curves.iter_mut() {
            if let Some(routine) = &curve.routine
                && let Some(points) = self.curve_of_routine(curve, routine)
            {
                curve.points = points;
            }
        }
        whole
    }

    fn data_of_routine(&mut self, owner: &str, span: Span, what: String) {
        self.error("user-data", span, format!("{owner}: {what}"), None);
    }

    fn points_of_routine(&mut self, spline: &Spline) -> Option<SplineTable> {
        let routine = spline.routine.as_ref()?;
        let caller = Caller {
            owner: spline.tag.to_string(),
            label: spline.tag.label,
            kind: Kind::SplineRead,
            element: Element::Spline {
                file: self.beside_the_model(&routine.file),
                block: routine.block.clone(),
            },
        };
        let callee = self.data_callee(&caller, &routine.user)?;
        let mut host = Points {
            id: i32::try_from(spline.tag.label).unwrap_or(0),
            found: None,
            beyond: spline.table.beyond,
        };
        let ask = Ask::Value {
            differencing: false,
        };
        let stop = callee.call(ask, 0.0, &[], &mut host).stop;
        let problem = match (&stop, &host.found) {
            (Some(why), _) => Some(why.clone()),
            (None, None) => Some("it has not called PUT_SPLINE for this spline".to_owned()),
            (None, Some(table)) => table.problem(),
        };
        match problem {
            Some(why) => {
                let what = format!("{}: {why}", callee.found);
                self.data_of_routine(&caller.owner, routine.user.span, what);
                None
            }
            None => host.found,
        }
    }

    /// A file that is named beside the model, as routines open files from the working directory.
    fn beside_the_model(&self, file: &str) -> String {
        let folder = self.places().folder;
        let beside = folder.join(file);
        match beside.is_file() {
            true => beside.to_string_lossy().into_owned(),
            false => file.to_owned(),
        }
    }

    fn data_callee(&mut self, caller: &Caller, user: &UserFunction) -> Option<Arc<Callee>> {
        let callee = self.callee(caller, user)?;
        self.list_routine(caller, &callee);
        Some(callee)
    }

    fn curve_of_routine(&mut self, curve: &Curve, r: &CurveRoutine) -> Option<Vec<[f64; 3]>> {
        let caller = Caller {
            owner: curve.tag.to_string(),
            label: curve.tag.label,
            kind: Kind::Cursub,
            element: Element::Curve {
                closed: curve.closed,
                order: i32::try_from(r.order).unwrap_or(4),
                range: r.range,
            },
        };
        let callee = self.data_callee(&caller, &r.user)?;
        match sampled(&callee, r.range, curve.closed) {
            Ok(points) => Some(points),
            Err(why) => {
                let what = format!("{}: {why}", callee.found);
                self.data_of_routine(&caller.owner, r.user.span, what);
                None
            }
        }
    }
}

/// Points of a routine's curve through which a smooth curve is as near to it as it is to be.
fn sampled(callee: &Callee, [begin, end]: [f64; 2], closed: bool) -> Result<Vec<[f64; 3]>, String> {
    let at = |parameter: f64| -> Result<[f64; 3], String> {
        let answer = callee.call(Ask::Order(0), 0.0, &[parameter], &mut Nobody);
        match answer.stop {
            Some(why) => Err(why),
            None if answer.values.iter().all(|x| x.is_finite()) => {
                Ok([answer.values[0], answer.values[1], answer.values[2]])
            }
            None => Err(format!("its point at {parameter} is no number")),
        }
    };
    let of = |k: f64, parts: usize| begin + (end - begin) * (k / parts as f64);
    let mut parts = PARTS[0];
    loop {
        let mut points = (0..=parts)
            .map(|k| at(of(k as f64, parts)))
            .collect::<Result<Vec<_>, _>>()?;
        let through = carom_geometry::Curve::through(&points, closed).map_err(|e| e.to_string())?;
        let first = Vec3::from(points[0]);
        let far = |p: &[f64; 3]| (Vec3::from(*p) - first).norm();
        let extent = points.iter().map(far).fold(0.0, f64::max);
        let mut off = 0.0_f64;
        for k in 0..parts {
            let x = Vec3::from(at(of(k as f64 + 0.5, parts))?);
            let (piece, u) = through.nearest(&x);
            off = off.max((through.pieces[piece].at(u) - x).norm());
        }
        if off <= NEAR * extent {
            if closed {
                points[parts] = points[0];
            }
            return Ok(points);
        }
        if parts == PARTS[1] {
            return Err(format!(
                "the smooth curve through {parts} of its points is still {off:e} from it, more than {NEAR:e} of its extent {extent}: it has corners"
            ));
        }
        parts *= 2;
    }
}

/// A curve reads nothing of the state.
struct Nobody;
impl Host for Nobody {}

/// Takes the points of a spline.
struct Points {
    id: i32,
    found: Option<SplineTable>,
    beyond: Beyond,
}

impl Host for Points {
    fn put_spline(&mut self, id: i32, x: &[f64], y: &[f64], z: &[f64]) -> bool {
        if id != self.id || y.len() != x.len() * z.len().max(1) {
            return false;
        }
        let heads = if z.is_empty() { &[0.0][..] } else { z };
        let curves = heads.iter().zip(y.chunks_exact(x.len()));
        self.found = Some(SplineTable {
            x: x.to_vec(),
            curves: curves.map(|(z, y)| (*z, y.to_vec())).collect(),
            beyond: self.beyond,
        });
        true
    }
}
