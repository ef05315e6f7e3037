//! Users' routines: found, asked what they read, and made functions of it.

use super::functions::ModelTables;
use crate::assemble::builder::Builder;
use crate::assemble::caller::Caller;
use crate::assemble::caller::Partial;
use crate::assemble::caller::callee;
use crate::elements::user::{Data, FIRST, Partials, Question, Read, Routine, law_calls};
use crate::mechanism::function::{Function, FunctionId};
use crate::mechanism::scale::Scale;
use carom_base::dimension::symbols;
use carom_base::{Diagnostics, Dialect, SpannedText};
use carom_expr::tape::{External, Part, Watched};
use carom_expr::{Expression, Input, Tables, Tape};
use carom_model::constraint::{MotionLevel, MotionTarget, UserFunction};
use carom_model::control::{ArrayKind, Comparison};
use carom_model::force::Kind as Acts;
use carom_model::{
    Diff, MarkerId, Model, Motion, Request, ScalarForce, Sensor, Variable, VectorForce,
};
use carom_user::{Ask, Callee, Element, Host, Kind, Places, RATES, library};
use std::sync::Arc;

impl Builder<'_> {
    /// The functions that a routine gives, one for each of its results; none after a diagnostic.
    pub(super) fn routine(
        &mut self,
        caller: Caller,
        user: &UserFunction,
    ) -> Option<Vec<FunctionId>> {
        self.routine_of(caller, user, &[], Vec::new())
    }

    /// The same of a routine that gets these expressions as arguments, and that others give derivatives of.
    pub(super) fn routine_of(
        &mut self,
        caller: Caller,
        user: &UserFunction,
        given: &[String],
        partials: Vec<(Caller, UserFunction, Partial)>,
    ) -> Option<Vec<FunctionId>> {
        let tapes = self.tapes_of(&caller, user, given, partials)?;
        let owners = (0..tapes.len()).map(|component| caller.component(component));
        let owners: Vec<String> = owners.collect();
        for (owner, tape) in owners.into_iter().zip(&tapes) {
            let function = Function::new(owner, user.span, tape.clone());
            self.system.mechanism.functions.push(function);
        }
        let end = self.system.mechanism.functions.len();
        Some((end - tapes.len()..end).collect())
    }

    /// The tapes of the results of a routine.
    pub(super) fn tapes_of(
        &mut self,
        caller: &Caller,
        user: &UserFunction,
        given: &[String],
        partials: Vec<(Caller, UserFunction, Partial)>,
    ) -> Option<Vec<Tape>> {
        let callee = self.callee(caller, user)?;
        self.list_routine(caller, &callee);
        let data = self.data_for_users();
        let reads = match caller.kind.declares() {
            true => self.reads(&callee, &data, given),
            false => (Vec::new(), Vec::new()),
        };
        let mut texts: Vec<String> = Vec::new();
        if caller.kind != Kind::Motsub {
            texts.push("MODE".into());
        }
        texts.extend(given.iter().map(|text| format!("({text})")));
        for read in &reads.0 {
            texts.extend(self.texts(read.array, &read.name, &read.ids)?);
        }
        let results = callee.results();
        let mut of_others = Vec::new();
        for (other, user, (rows, columns)) in partials {
            of_others.push(Partials {
                callee: self.callee(&other, &user)?,
                rows,
                columns,
            });
        }
        let sizes = self.sizes(&texts);
        let calls = match caller.kind.declares() {
            true => {
                let mut start = vec![0.0, 4.0];
                start.extend(texts[1..].iter().map(|text| self.value_at_start(text)));
                let asked = (&reads.0[..], &reads.1[..]);
                law_calls(&callee, asked, &data, &start, (given.len(), &sizes))
            }
            false => Vec::new(),
        };
        let laws: Vec<Watched> = calls
            .iter()
            .filter(|c| c.mode.is_some())
            .map(|c| c.watched.clone())
            .collect();
        let routine = Routine::new(
            (callee, of_others),
            given.len(),
            reads,
            data,
            (sizes, calls),
        );
        let code: Arc<dyn External> = Arc::new(routine);
        (0..results)
            .map(|component| {
                let tables = Named(ModelTables(self.model));
                let place = (&tables as &dyn Tables, user.span);
                let part = Part {
                    code: Arc::clone(&code),
                    component,
                    laws: &laws,
                };
                Tape::routine(part, &texts, place, self.diagnostics)
            })
            .collect()
    }

    /// Says in the report that a routine is called.
    pub(super) fn list_routine(&mut self, caller: &Caller, callee: &Callee) {
        self.system
            .user_code
            .user_routines
            .push(format!("{}: {}", caller.owner, callee.found));
        let library = &callee.found.library;
        if !self.system.user_code.user_libraries.contains(library) {
            self.system.user_code.user_libraries.push(library.clone());
        }
    }

    /// The size of the time and of what these expressions give, in the units of the model: that of a quantity of their dimension, 1 where that is not
    /// known.
    fn sizes(&self, texts: &[String]) -> Vec<f64> {
        let scale = Scale::new(&self.system, &self.model.units);
        let mass: f64 = self.system.mechanism.bodies.iter().map(|b| b.mass).sum();
        let of = |text: &String| {
            let mut aside = Diagnostics::default();
            let e = Expression::parse(SpannedText::bare(text), Dialect::Adams, &mut aside);
            let [f, m, l, t] = match e {
                // The point of a contact.
                _ if text.contains("CAROM_PRESS") => symbols::F.exponents(),
                _ if text.contains("CAROM_SLIP") => [0.0, 0.0, 1.0, -1.0],
                _ if text.contains("CAROM_P") => symbols::L.exponents(),
                Some(e) => e.dimension().exponents(),
                None => symbols::ONE.exponents(),
            };
            let size = (scale.energy / scale.length).powf(f)
                * mass.powf(m)
                * scale.length.powf(l)
                * scale.time.powf(t);
            match size.is_normal() {
                true => size,
                false => 1.0,
            }
        };
        std::iter::once(scale.time)
            .chain(texts.iter().map(of))
            .collect()
    }

    /// Where libraries are looked for.
    pub(super) fn places(&self) -> Places {
        let allowed = self.model.user_code.as_ref();
        Places {
            folder: allowed.map(|a| a.folder.clone()).unwrap_or_default(),
            default: allowed.and_then(|a| a.library.clone()),
            pointers: self.model.dialect == Dialect::MotionSolve,
        }
    }

    pub(super) fn callee(&mut self, caller: &Caller, user: &UserFunction) -> Option<Arc<Callee>> {
        let owner = &caller.owner;
        if self.model.user_code.is_none() {
            let (library, name) = library::split(&user.routine);
            let name = if name.is_empty() {
                caller.kind.name()
            } else {
                name
            };
            let of = match library {
                "" => "the default library".to_owned(),
                library => format!("the library {library}"),
            };
            self.error(
                "user-code",
                user.span,
                format!("{owner} calls the user-written routine {name} of {of}, which is not allowed"),
                Some("--allow-user-code runs such code, with all rights that you have: only for code that you trust"),
            );
            return None;
        }
        let places = self.places();
        match library::find(caller.kind, &user.routine, &places) {
            Err(missing) => {
                let help = missing.help();
                let message = match missing {
                    // A system may name several routines.
                    library::Missing::NoLibrary => {
                        format!("{owner} {missing} for {}", caller.kind.name())
                    }
                    _ => format!("{owner} {missing}"),
                };
                self.error("user-library", user.span, message, Some(&help));
                None
            }
            Ok(found) => {
                let par: Vec<u64> = user.parameters.iter().map(|p| p.to_bits()).collect();
                let key = format!("{owner} {found} {:?} {par:?}", caller.element);
                let make = || {
                    let (kind, element) = (caller.kind, &caller.element);
                    Callee::new(
                        kind,
                        found.clone(),
                        owner,
                        caller.label,
                        &user.parameters,
                        element,
                    )
                };
                let (callee, is_new) = callee(make, key);
                // Curves and splines know no pass of set-up, and CONSUB runs at once.
                let runs_once =
                    matches!(caller.kind, Kind::Consub | Kind::SplineRead | Kind::Cursub);
                if is_new && !runs_once {
                    let mut host = Asked::new(self, &[], 0);
                    callee.call(Ask::Construct, 0.0, &[], &mut host);
                }
                if !found.unresolved.is_empty() {
                    let list = found.unresolved.join(", ");
                    let message = format!(
                        "{owner}: the library {} calls functions that nobody has: {list}",
                        found.library.display()
                    );
                    let d = carom_base::Diagnostic::warning("user-unresolved", user.span, message);
                    if !self
                        .diagnostics
                        .iter()
                        .any(|told| told.message == d.message)
                    {
                        self.diagnostics
                            .push(d.help("a call of one of them ends the program"));
                    }
                }
                Some(callee)
            }
        }
    }

    /// What a routine reads: as it says when it is asked to, and as it does at the start. If that is more than it has said, it is called in other
    /// places too, as it may read something else there.
    fn reads(
        &mut self,
        callee: &Callee,
        data: &Arc<Data>,
        given: &[String],
    ) -> (Vec<Read>, Vec<Question>) {
        let at_start: Vec<f64> = given.iter().map(|text| self.value_at_start(text)).collect();
        let (mut reads, mut refused) = (Vec::new(), Vec::new());
        let mut ask = |b: &mut Self, ask: Ask, answers: Answers| {
            let mut host = Asked::new(b, &reads, given.len());
            host.refused.append(&mut refused);
            host.data = Some(Arc::clone(data));
            host.answers = answers;
            callee.call(ask, 0.0, &at_start, &mut host);
            (reads, refused) = (
                std::mem::take(&mut host.reads),
                std::mem::take(&mut host.refused),
            );
            reads.len()
        };
        let value = Ask::Value { differencing: true };
        let said = ask(self, Ask::Declare, Answers::Same(0.0));
        let done = ask(self, value, Answers::Start(1.0));
        if done > said {
            for answers in [
                Answers::Start(-1.0),
                Answers::Same(1.0),
                Answers::Same(-1.0),
                Answers::Turns(1.0),
                Answers::Turns(-1.0),
            ] {
                ask(self, value, answers);
            }
        }
        (reads, refused)
    }

    /// The calls of expressions that a function of the state stands for; `None`: there is no such function, or what it names is not there.
    fn texts(&self, array: bool, name: &str, ids: &[i32]) -> Option<Vec<String>> {
        let id = |k: usize| ids.get(k).copied().unwrap_or(0);
        let call = |name: &str, most: usize| {
            let mut ids: Vec<i32> = ids.iter().copied().take(most).collect();
            // Left out at the end is the same as zero there.
            while ids.len() > 1 && ids.last() == Some(&0) {
                ids.pop();
            }
            let ids: Vec<String> = ids.iter().map(i32::to_string).collect();
            format!("{name}({})", ids.join(","))
        };
        let all = |names: &[&str], most: usize| names.iter().map(|n| call(n, most)).collect();
        let (place, angles) = (["DX", "DY", "DZ"], ["PSI", "THETA", "PHI"]);
        let both = |a: Vec<String>, b: Vec<String>| [a, b].concat();
        let entries = |name: &str, size: usize| {
            (1..=size)
                .map(|n| format!("{name}({},{n})", id(0)))
                .collect()
        };
        // Axes of I on those of J: ORIENT 29 counts from 1, three for each axis.
        let cosines = |numbers: std::ops::Range<u32>| {
            let markers = call("", 2);
            let markers = markers.trim_start_matches('(');
            numbers
                .map(|n| format!("ORIENT(29,{},{markers}", n + 1))
                .collect()
        };
        let texts: Vec<String> = match (array, name) {
            (false, _) => vec![call(name, 8)],
            (true, "DISP") => both(all(&place, 3), all(&angles, 2)),
            (true, "TDISP") => all(&place, 3),
            (true, "RDISP") => all(&angles, 2),
            (true, "VEL") => both(all(&["VX", "VY", "VZ"], 4), all(&["WX", "WY", "WZ"], 3)),
            (true, "TVEL") => all(&["VX", "VY", "VZ"], 4),
            (true, "RVEL") => all(&["WX", "WY", "WZ"], 3),
            (true, "ACC") => both(
                all(&["ACCX", "ACCY", "ACCZ"], 4),
                all(&["WDTX", "WDTY", "WDTZ"], 4),
            ),
            (true, "TACC") => all(&["ACCX", "ACCY", "ACCZ"], 4),
            (true, "RACC") => all(&["WDTX", "WDTY", "WDTZ"], 4),
            (true, "FORCE") => both(all(&["FX", "FY", "FZ"], 3), all(&["TX", "TY", "TZ"], 3)),
            (true, "TFORCE") => all(&["FX", "FY", "FZ"], 3),
            (true, "RFORCE") => all(&["TX", "TY", "TZ"], 3),
            // By columns, as COSINES of RCNVRT.
            (true, "DC") => cosines(0..9),
            (true, "UVX") => cosines(0..3),
            (true, "UVY") => cosines(3..6),
            (true, "UVZ") => cosines(6..9),
            (true, "ARRAY") if ids == [RATES] => {
                let (label, size) = self.rates_of?;
                (1..=size).map(|n| format!("ARYVAL({label},{n})")).collect()
            }
            (true, "ARRAY") => {
                let found = self.model.arrays.find(u32::try_from(id(0)).ok()?)?;
                let size = match &self.model.arrays[found].kind {
                    ArrayKind::Constants(list) => list.len(),
                    ArrayKind::Inputs(list) => list.len(),
                    ArrayKind::States(n) | ArrayKind::Outputs(n) => *n,
                };
                entries("ARYVAL", size)
            }
            (true, "PINPUT") => {
                let found = self.model.plant_inputs.find(u32::try_from(id(0)).ok()?)?;
                entries("PINVAL", self.model.plant_inputs[found].variables.len())
            }
            (true, "POUTPUT") => {
                let found = self.model.plant_outputs.find(u32::try_from(id(0)).ok()?)?;
                entries("POUVAL", self.model.plant_outputs[found].variables.len())
            }
            _ => return None,
        };
        let sound = texts.iter().all(|t| self.examined(t).is_some());
        sound.then_some(texts)
    }

    /// What an expression asks of the model, if it is one and the model has it.
    fn examined(&self, text: &str) -> Option<Expression> {
        let mut aside = Diagnostics::default();
        let dialect = Dialect::Adams;
        let e = Expression::parse(SpannedText::bare(text), dialect, &mut aside)?;
        let uses = e.examine(&mut aside);
        let m = self.model;
        let has = |label: &Option<u32>| label.is_none_or(|l| m.markers.find(l).is_some());
        let exists = |input: &Input| match input {
            Input::Measure { markers, .. } => markers.iter().all(has),
            Input::GenericForce { i, j, k, .. } => has(&Some(*i)) && has(j) && has(k),
            Input::Variable(l) => m.variables.find(*l).is_some(),
            Input::Diff(l) | Input::DiffRate(l) => m.diffs.find(*l).is_some(),
            Input::Array(l, _) => m.arrays.find(*l).is_some() || self.is_own_array(*l),
            _ => true,
        };
        let sound = !aside.has_errors() && uses.inputs.iter().all(|(input, _)| exists(input));
        sound.then_some(e)
    }

    /// The value of an expression where the deck places the bodies: zero for what is not known by then.
    fn value_at_start(&mut self, text: &str) -> f64 {
        let mut aside = Diagnostics::default();
        let Some(e) = self.examined(text) else {
            return 0.0;
        };
        let Some(tape) = Tape::compile(&e, &ModelTables(self.model), &mut aside) else {
            return 0.0;
        };
        let inputs: Vec<f64> = tape
            .inputs()
            .iter()
            .map(|input| match input {
                Input::Measure { measure, markers } => {
                    let states = markers.map(|label| {
                        let id = label.and_then(|l| self.model.markers.find(l));
                        let number = id.map_or(0, |id: MarkerId| self.marker(id));
                        self.start_state(number)
                    });
                    measure.eval([&states[0], &states[1], &states[2], &states[3]])
                }
                _ => 0.0,
            })
            .collect();
        let value = tape.eval_live(&inputs, &mut vec![0.0; tape.registers()]);
        if value.is_finite() { value } else { 0.0 }
    }

    /// What routines may ask of the model apart from its state, made once.
    fn data_for_users(&mut self) -> Arc<Data> {
        if let Some(data) = &self.user_data {
            return Arc::clone(data);
        }
        let m = self.model;
        let label = |l: u32| i32::try_from(l).unwrap_or(i32::MAX);
        let curves = m.curves.iter().filter(|c| c.routine.is_none());
        let curves = curves.filter_map(|c| {
            let through = carom_geometry::Curve::through(&c.points, c.closed).ok()?;
            Some((label(c.tag.label), through))
        });
        let arrays = m.arrays.iter().filter_map(|a| match &a.kind {
            ArrayKind::Constants(list) => Some((label(a.tag.label), list.clone())),
            _ => None,
        });
        let has_units = m.units.force.name != "none";
        let u = &m.units;
        let mut data = Data {
            arrays: arrays.collect(),
            strings: m
                .strings
                .iter()
                .map(|s| (label(s.tag.label), s.text.clone()))
                .collect(),
            units: has_units.then_some([u.time.si, u.length.si, u.force.si, u.mass.si]),
            gravity: m.gravity,
            curves: curves.collect(),
            ..Data::default()
        };
        for s in &m.splines {
            for name in ["AKISPL", "CUBSPL"] {
                let z = if s.table.curves.len() > 1 {
                    "CAROM_Z"
                } else {
                    "0"
                };
                let tapes = [0, 2].map(|order| {
                    let text = format!("{name}(CAROM_X,{z},{},{order})", s.tag.label);
                    let mut aside = Diagnostics::default();
                    let text = SpannedText::bare(text);
                    let e = Expression::parse(text, Dialect::Adams, &mut aside)?;
                    Tape::compile(&e, &Named(ModelTables(m)), &mut aside)
                });
                if let [Some(value), Some(second)] = tapes {
                    let key = (name == "AKISPL", label(s.tag.label));
                    data.splines.insert(key, [value, second]);
                }
            }
        }
        let data = Arc::new(data);
        self.user_data = Some(Arc::clone(&data));
        data
    }
}

/// The expressions that a function of the state stands for, in a model that is assembled; `None`: there is no such function, or what it names is not
/// there.
pub fn texts(model: &Model, array: bool, name: &str, ids: &[i32]) -> Option<Vec<String>> {
    let mut aside = Diagnostics::default();
    Builder::new(model, &mut aside).texts(array, name, ids)
}

/// What routines may ask of a model apart from its state.
pub(crate) fn data(model: &Model) -> Arc<Data> {
    let mut aside = Diagnostics::default();
    Builder::new(model, &mut aside).data_for_users()
}

/// The routine of a CONTROL command; `None` after a diagnostic.
pub fn controller(
    model: &Model,
    user: &UserFunction,
    diagnostics: &mut Diagnostics,
) -> Option<Arc<Callee>> {
    let caller = Caller {
        owner: "CONTROL".into(),
        label: 0,
        kind: Kind::Consub,
        element: Element::Control,
    };
    Builder::new(model, diagnostics).callee(&caller, user)
}

/// The tables of a model, with names for what comes from outside: abscissas of splines, places of contacts.
struct Named<'a>(ModelTables<'a>);

impl Tables for Named<'_> {
    fn spline(&self, label: u32) -> Option<Arc<carom_expr::spline::SplineTable>> {
        self.0.spline(label)
    }
    fn is_named(&self, name: &str) -> bool {
        matches!(name, "CAROM_X" | "CAROM_Z")
            || super::formulas::SPOT.contains(&name)
            || super::formulas::SLIP.contains(&name)
    }
}

/// Keeps what a routine asks for, before there is a state.
struct Asked<'a, 'b> {
    builder: &'a mut Builder<'b>,
    reads: Vec<Read>,
    refused: Vec<Question>,
    data: Option<Arc<Data>>,
    answers: Answers,
    /// Number of the first argument that is not handed over.
    first: usize,
}

/// What is answered before there is a state.
#[derive(Clone, Copy)]
enum Answers {
    /// This number.
    Same(f64),
    /// Numbers of this size, of one sign and of the other in turn.
    Turns(f64),
    /// What holds where the deck places the bodies, times this.
    Start(f64),
}

impl<'a, 'b> Asked<'a, 'b> {
    fn new(builder: &'a mut Builder<'b>, known: &[Read], given: usize) -> Self {
        Self {
            builder,
            reads: known.to_vec(),
            refused: Vec::new(),
            data: None,
            answers: Answers::Same(0.0),
            first: FIRST + given,
        }
    }
}

impl Host for Asked<'_, '_> {
    fn read(&mut self, array: bool, name: &str, ids: &[i32], out: &mut [f64]) -> Option<usize> {
        let Some(texts) = self.builder.texts(array, name, ids) else {
            self.refused.push((array, name.to_owned(), ids.to_vec()));
            return None;
        };
        let known = |r: &Read| r.array == array && r.name == name && r.ids == ids;
        if !self.reads.iter().any(known) {
            let first = self.reads.last().map_or(self.first, |r| r.first + r.count);
            self.reads.push(Read {
                array,
                name: name.to_owned(),
                ids: ids.to_vec(),
                first,
                count: texts.len(),
            });
        }
        for (value, text) in out.get_mut(..texts.len())?.iter_mut().zip(&texts) {
            *value = match &mut self.answers {
                Answers::Same(x) => *x,
                Answers::Turns(x) => {
                    *x = -*x;
                    *x
                }
                Answers::Start(factor) => *factor * self.builder.value_at_start(text),
            };
        }
        Some(texts.len())
    }
    fn array(&self, id: i32) -> Option<&[f64]> {
        self.data.as_ref()?.arrays.get(&id).map(Vec::as_slice)
    }
    fn string(&self, id: i32) -> Option<&str> {
        self.data.as_ref()?.strings.get(&id).map(String::as_str)
    }
    fn units(&self) -> Option<[f64; 4]> {
        self.data.as_ref()?.units
    }
    fn gravity(&self) -> [f64; 3] {
        self.builder.model.gravity
    }
    fn curve(&mut self, id: i32, parameter: f64, order: i32) -> Option<[f64; 3]> {
        self.data.as_ref()?.curve(id, parameter, order)
    }
    fn spline(
        &mut self,
        _: carom_user::Spline,
        _: i32,
        _: f64,
        _: f64,
        _: i32,
    ) -> Option<[f64; 3]> {
        Some([0.0; 3])
    }
}

/// Callers, one for each statement.
impl Builder<'_> {
    fn label_of(&self, marker: MarkerId) -> i32 {
        i32::try_from(self.model.markers[marker].tag.label).unwrap_or(0)
    }

    pub(super) fn of_scalar(&self, e: &ScalarForce) -> Caller {
        Caller {
            owner: e.tag.to_string(),
            label: e.tag.label,
            kind: Kind::Sfosub,
            element: Element::Sforce {
                i: self.label_of(e.i),
                j: self.label_of(e.j),
                action_only: e.action_only,
                rotation: e.kind == Acts::Rotation,
            },
        }
    }

    pub(super) fn of_vector(&self, e: &VectorForce, kind: Kind) -> Caller {
        let i = self.label_of(e.i);
        let rm = e.rm.map_or(0, |m| self.label_of(m));
        let floating = e.reaction.and_then(|(_, m)| m);
        let jfloat = floating.map_or(0, |m| self.label_of(m));
        Caller {
            owner: e.tag.to_string(),
            label: e.tag.label,
            kind,
            element: match kind {
                Kind::Gfosub => Element::Gforce { i, jfloat, rm },
                _ => Element::Vector { i, jfloat, rm },
            },
        }
    }

    pub(super) fn of_field(&self, e: &carom_model::force::Field) -> Caller {
        Caller {
            owner: e.tag.to_string(),
            label: e.tag.label,
            kind: Kind::Fiesub,
            element: Element::Field {
                i: self.label_of(e.i),
                j: self.label_of(e.j),
            },
        }
    }

    pub(super) fn of_constraint(g: &carom_model::GeneralConstraint) -> Caller {
        Caller {
            owner: g.tag.to_string(),
            label: g.tag.label,
            kind: Kind::Gcosub,
            element: Element::Constraint,
        }
    }

    /// COUSUB with the displacements of the joints, and COUXX and COUXX2 where they are named, or stand beside it by their names.
    pub(super) fn coupler_of_routine(
        &mut self,
        c: &carom_model::Coupler,
        user: &UserFunction,
    ) -> Option<FunctionId> {
        use carom_model::constraint::Freedom;
        let (mut given, mut joints, mut kinds) = (Vec::new(), Vec::new(), *b"   ");
        for (k, (joint, freedom, _)) in c.terms.iter().enumerate() {
            let joint = &self.model.joints[*joint];
            let (i, j) = (self.label_of(joint.i), self.label_of(joint.j));
            joints.push(i32::try_from(joint.tag.label).unwrap_or(0));
            let (letter, text) = match freedom {
                Freedom::Translation => (b'T', format!("DZ({i},{j},{j})")),
                Freedom::Rotation => (b'R', format!("AZ({i},{j})")),
            };
            kinds[k] = letter;
            given.push(text);
        }
        let element = Element::Coupler { joints, kinds };
        let caller = |kind: Kind| Caller {
            owner: c.tag.to_string(),
            label: c.tag.label,
            kind,
            element: element.clone(),
        };
        let names: Vec<&str> = user.routine.split(',').map(str::trim).collect();
        let places = self.places();
        let may = self.model.user_code.is_some();
        let n = given.len();
        let mut partials = Vec::new();
        for (k, kind) in [(1, Kind::Couxx), (2, Kind::Couxx2)] {
            let routine = match names.get(k) {
                Some(name) => (*name).to_owned(),
                None => {
                    let (library, _) = library::split(names[0]);
                    let beside = format!("{library}::");
                    if !may || library::find(kind, &beside, &places).is_err() {
                        break;
                    }
                    beside
                }
            };
            let user = UserFunction {
                routine,
                ..user.clone()
            };
            partials.push((caller(kind), user, ((0, 1), (0, n))));
        }
        let first = UserFunction {
            routine: names[0].to_owned(),
            ..user.clone()
        };
        let found = self.routine_of(caller(Kind::Cousub), &first, &given, partials)?;
        found.first().copied()
    }

    pub(super) fn of_variable(v: &Variable) -> Caller {
        Caller {
            owner: v.tag.to_string(),
            label: v.tag.label,
            kind: Kind::Varsub,
            element: Element::Variable { initial: v.initial },
        }
    }

    pub(super) fn of_diff(d: &Diff) -> Caller {
        Caller {
            owner: d.tag.to_string(),
            label: d.tag.label,
            kind: Kind::Difsub,
            element: Element::Diff {
                static_hold: d.static_hold,
                implicit: d.implicit,
                initial: d.initial,
                initial_rate: d.initial_rate,
            },
        }
    }

    pub(super) fn of_motion(&self, m: &Motion) -> Caller {
        use carom_model::constraint::{Freedom, MotionDirection as D};
        let label = |l: u32| i32::try_from(l).unwrap_or(0);
        let (joint, i, j, which, rotation) = match m.target {
            MotionTarget::Joint(joint, freedom) => {
                let tag = &self.model.joints[joint].tag;
                (label(tag.label), 0, 0, *b"  ", freedom == Freedom::Rotation)
            }
            MotionTarget::Markers(i, j, d) => {
                let (which, rotation) = match d {
                    D::X => (*b"X ", false),
                    D::Y => (*b"Y ", false),
                    D::Z => (*b"Z ", false),
                    D::B1 => (*b"B1", true),
                    D::B2 => (*b"B2", true),
                    D::B3 => (*b"B3", true),
                };
                (0, self.label_of(i), self.label_of(j), which, rotation)
            }
        };
        Caller {
            owner: m.tag.to_string(),
            label: m.tag.label,
            kind: Kind::Motsub,
            element: Element::Motion {
                joint,
                rotation,
                i,
                j,
                which,
                level: match m.level {
                    MotionLevel::Displacement => "DISPLACEMENT",
                    MotionLevel::Velocity => "VELOCITY",
                    MotionLevel::Acceleration => "ACCELERATION",
                },
            },
        }
    }

    pub(super) fn of_request_code(r: &Request) -> Caller {
        Caller {
            owner: r.tag.to_string(),
            label: r.tag.label,
            kind: Kind::Reqsub,
            element: Element::Request {
                comment: r.comment.clone(),
            },
        }
    }

    pub(super) fn of_sensor(s: &Sensor, kind: Kind) -> Caller {
        Caller {
            owner: match kind {
                Kind::Sevsub => format!("{} EVALUATE", s.tag),
                _ => s.tag.to_string(),
            },
            label: s.tag.label,
            kind,
            element: Element::Sensor {
                value: s.value,
                error: s.error,
                logic: match s.comparison {
                    Comparison::Equal => *b"EQ",
                    Comparison::GreaterOrEqual => *b"GE",
                    Comparison::LessOrEqual => *b"LE",
                },
            },
        }
    }

    /// A function of one number, by an expression or by a routine.
    pub(super) fn written(
        &mut self,
        function: &carom_model::constraint::Function,
        caller: Caller,
    ) -> Option<FunctionId> {
        use carom_model::constraint::Function as Written;
        match function {
            Written::Expression(e) => self.expression(&caller.owner, e),
            Written::User(user) => match self.binding(&caller.owner) {
                Some(binding) => self.bound(binding, user.span),
                None => self.routine(caller, user)?.first().copied(),
            },
        }
    }
}
