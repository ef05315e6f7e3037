//! General systems of equations (GSE): users' routines give rates, or residuals, of states, discrete states and
//! outputs.

use crate::assemble::builder::Builder;
use crate::assemble::builder::SystemArray;
use crate::assemble::caller::Caller;
use crate::assemble::caller::Partial;
use crate::mechanism::function::{Function, FunctionId};
use crate::system::algebraic_loop::EQUATION;
use crate::system::{ExtraState, Sampler, SensorActions, SensorData};
use carom_base::Dialect;
use carom_expr::{Input, Tape};
use carom_model::constraint::UserFunction;
use carom_model::control::{ArrayKind, Comparison};
use carom_model::{Array, GeneralSystem, Id};
use carom_user::{Element, Gse, Kind, library};

/// Labels from here on are those of arrays and slots that no statement makes.
pub(super) const OWN: u32 = 4_000_000_000;

/// The routines of a system.
enum Routines {
    /// GSESUB, with the routines of its derivatives where there are some.
    One(String, Vec<(Kind, String)>),
    /// GSE_DERIV, GSE_OUTPUT, GSE_UPDATE, GSE_SAMP.
    Parts([String; 4]),
}

const PARTS: [Kind; 4] = [
    Kind::GseDeriv,
    Kind::GseOutput,
    Kind::GseUpdate,
    Kind::GseSamp,
];
const DERIVATIVES: [Kind; 4] = [Kind::Gsexx, Kind::Gsexu, Kind::Gseyx, Kind::Gseyu];

impl Builder<'_> {
    pub(super) fn general_systems(&mut self) {
        let model = self.model;
        for (k, g) in model.general_systems.iter().enumerate() {
            self.general_system(k as u32, g);
        }
    }

    /// Whether a label is that of an array that no statement makes.
    pub(super) fn is_own_array(&self, label: u32) -> bool {
        self.rates_of.is_some_and(|(own, _)| own == label)
    }

    fn size_of_array(&self, array: Option<Id<Array>>) -> usize {
        match array.map(|id| &self.model.arrays[id].kind) {
            Some(ArrayKind::Constants(list)) => list.len(),
            Some(ArrayKind::Inputs(list)) => list.len(),
            Some(ArrayKind::States(n) | ArrayKind::Outputs(n)) => *n,
            None => 0,
        }
    }

    fn label_of_array(&self, array: Option<Id<Array>>) -> i32 {
        let label = array.map(|id| self.model.arrays[id].tag.label);
        label.and_then(|l| i32::try_from(l).ok()).unwrap_or(0)
    }

    fn told(&self, g: &GeneralSystem) -> Gse {
        let size = |array| self.size_of_array(array) as i32;
        let label = |array| self.label_of_array(array);
        Gse {
            ni: size(g.inputs),
            no: size(g.outputs),
            u: label(g.inputs),
            y: label(g.outputs),
            ns: size(g.states),
            x: label(g.states),
            ic: label(g.start),
            static_hold: g.static_hold,
            implicit: g.implicit,
            nd: size(g.discrete),
            xd: label(g.discrete),
            icd: label(g.discrete_start),
            sample_offset: g.sample_offset,
        }
    }

    fn general_system(&mut self, number: u32, g: &GeneralSystem) {
        let told = self.told(g);
        let [ns, no, nd] = [g.states, g.outputs, g.discrete].map(|a| self.size_of_array(a));
        let caller = |kind: Kind, owner: String| Caller {
            owner,
            label: g.tag.label,
            kind,
            element: Element::Gse(told),
        };
        let label = g.tag.to_string();
        if g.implicit {
            self.rates_of = Some((OWN + number, ns));
        }
        let user = |routine: &str| UserFunction {
            routine: routine.to_owned(),
            ..g.function.clone()
        };
        let equations = if g.implicit {
            format!("{label}{EQUATION}")
        } else {
            label.clone()
        };
        let (rates, outputs, updates, samp) = match self.routines(g) {
            Routines::One(routine, derivatives) => {
                let (given, columns) = self.given(g);
                let rows = [(0, ns), (0, ns), (ns, no), (ns, no)];
                let places = rows.into_iter().zip(columns.into_iter().cycle());
                let partials: Vec<(Caller, UserFunction, Partial)> = DERIVATIVES
                    .into_iter()
                    .zip(places)
                    .filter(|(_, (rows, columns))| rows.1 * columns.1 > 0)
                    .filter_map(|(kind, place)| {
                        let (_, routine) = derivatives.iter().find(|(k, _)| *k == kind)?;
                        Some((caller(kind, label.clone()), user(routine), place))
                    })
                    .collect();
                let found = self.routine_of(
                    caller(Kind::Gsesub, equations),
                    &user(&routine),
                    &given,
                    partials,
                );
                let mut rates = found.unwrap_or_default();
                let outputs = rates.split_off(ns.min(rates.len()));
                if nd > 0 {
                    let what =
                        format!("{label}: discrete states need GSE_UPDATE, and GSESUB has none");
                    self.error("user-library", g.tag.span, what, None);
                }
                if g.implicit {
                    let what =
                        format!("{label}: IMPLICIT needs GSE_DERIV, as GSESUB gets no rates");
                    self.error("user-library", g.tag.span, what, None);
                }
                (rates, outputs, Vec::new(), String::new())
            }
            Routines::Parts([deriv, output, update, samp]) => {
                let get = |b: &mut Self, kind: Kind, owner: &str, routine: &str, count: usize| {
                    match count {
                        0 => Vec::new(),
                        _ => b
                            .routine(caller(kind, owner.to_owned()), &user(routine))
                            .unwrap_or_default(),
                    }
                };
                let rates = get(self, Kind::GseDeriv, &equations, &deriv, ns);
                let outputs = get(self, Kind::GseOutput, &label, &output, no);
                let updates = get(self, Kind::GseUpdate, &label, &update, nd);
                (rates, outputs, updates, samp)
            }
        };
        self.rates_of = None;
        let samp = (
            caller(Kind::GseSamp, format!("{label} SAMPLE_PERIOD")),
            &samp[..],
        );
        self.claim_arrays(number, g, (rates, outputs, updates), samp);
    }

    /// The arrays of a system are its states, outputs and discrete states.
    fn claim_arrays(
        &mut self,
        number: u32,
        g: &GeneralSystem,
        (rates, outputs, updates): (Vec<FunctionId>, Vec<FunctionId>, Vec<FunctionId>),
        (period, samp): (Caller, &str),
    ) {
        let [ns, no, nd] = [g.states, g.outputs, g.discrete].map(|a| self.size_of_array(a));
        let label = g.tag.to_string();
        // An array whose routine is missing has that diagnostic, and no other.
        if rates.len() == ns {
            self.states_of(number, g, rates);
        } else {
            self.claim(&label, g.states, SystemArray::Refused, g.tag.span);
        }
        let outputs = match outputs.len() == no {
            true => SystemArray::Outputs(outputs),
            false => SystemArray::Refused,
        };
        self.claim(&label, g.outputs, outputs, g.tag.span);
        if nd > 0 && updates.len() == nd {
            self.sampled(number, g, updates, period, samp);
        } else {
            self.claim(&label, g.discrete, SystemArray::Refused, g.tag.span);
        }
    }

    /// Which routines there are. Where the statement names none, the library decides.
    fn routines(&self, g: &GeneralSystem) -> Routines {
        let names: Vec<&str> = g.function.routine.split(',').map(str::trim).collect();
        let places = self.places();
        // Looking into a library runs code of it.
        let may = self.model.user_code.is_some();
        let has = |kind: Kind, routine: &str| may && library::find(kind, routine, &places).is_ok();
        let derivatives = |routine: &str| {
            let (library, _) = library::split(routine);
            let default = format!("{library}::");
            let there = DERIVATIVES.into_iter().filter(|kind| has(*kind, &default));
            there.map(|kind| (kind, default.clone())).collect()
        };
        let counts = [g.states, g.outputs, g.discrete].map(|a| self.size_of_array(a) > 0);
        match names[..] {
            [one] => {
                let (library, name) = library::split(one);
                let is_named = !matches!(name, "" | "NULL");
                let parts = || {
                    let name = if is_named { name } else { "" };
                    let each = |k: usize| match counts.iter().filter(|c| **c).count() {
                        1 if k < 3 && counts[k] => format!("{library}::{name}"),
                        _ => format!("{library}::"),
                    };
                    Routines::Parts([0, 1, 2, 3].map(each))
                };
                let is_one = match is_named {
                    // A routine of its own name that gives both, or that of the other language.
                    true => (counts[0] && counts[1]) || self.model.dialect == Dialect::MotionSolve,
                    false => {
                        !PARTS[..3].iter().any(|kind| has(*kind, one)) && has(Kind::Gsesub, one)
                    }
                };
                match is_one && !counts[2] {
                    true => Routines::One(one.to_owned(), derivatives(one)),
                    false => parts(),
                }
            }
            [one, ref others @ ..] if others.len() == 4 => {
                let named = DERIVATIVES.into_iter().zip(others);
                let named = named.map(|(kind, name)| (kind, (*name).to_owned()));
                Routines::One(one.to_owned(), named.collect())
            }
            _ => Routines::Parts(
                [0, 1, 2, 3].map(|k: usize| names.get(k).copied().unwrap_or_default().to_owned()),
            ),
        }
    }

    /// States and inputs as GSESUB gets them, and which columns they are.
    fn given(&self, g: &GeneralSystem) -> (Vec<String>, [(usize, usize); 2]) {
        let entries = |array: Option<Id<Array>>| -> Vec<String> {
            let (label, size) = (self.label_of_array(array), self.size_of_array(array));
            (1..=size).map(|n| format!("ARYVAL({label},{n})")).collect()
        };
        let (x, u) = (entries(g.states), entries(g.inputs));
        let columns = [(0, x.len()), (x.len(), u.len())];
        ([x, u].concat(), columns)
    }

    fn initial_of(&self, array: Option<Id<Array>>, n: usize) -> Vec<f64> {
        match array.map(|id| &self.model.arrays[id].kind) {
            Some(ArrayKind::Constants(list)) if list.len() == n => list.clone(),
            _ => vec![0.0; n],
        }
    }

    /// The states, whose rates are functions, or make residuals zero.
    fn states_of(&mut self, number: u32, g: &GeneralSystem, functions: Vec<FunctionId>) {
        let label = g.tag.to_string();
        let first = self.system.extra.states.len();
        let start = self.initial_of(g.start, functions.len());
        let mut rates = Vec::new();
        for (k, f) in functions.into_iter().enumerate() {
            rates.push(match g.implicit {
                true => {
                    let unknown = self.root_of(format!("{label}: rate of state {}", k + 1), f);
                    self.starts.push((unknown, 0.0));
                    unknown
                }
                false => f,
            });
        }
        for (k, (rate, start)) in rates.iter().zip(start).enumerate() {
            self.system.extra.states.push(ExtraState::Diff(*rate));
            self.system.extra.state_start.push(start);
            if g.static_hold {
                self.system.extra.held.push(first + k);
            }
        }
        if g.implicit {
            self.own_arrays.insert(OWN + number, rates);
        }
        self.claim(&label, g.states, SystemArray::States(first), g.tag.span);
    }

    /// The discrete states, which are kept from one sample to the next, and the clock.
    fn sampled(
        &mut self,
        number: u32,
        g: &GeneralSystem,
        updates: Vec<FunctionId>,
        clock: Caller,
        samp: &str,
    ) {
        let Some(period) = &g.sample_period else {
            return;
        };
        let period = match period {
            carom_model::constraint::Function::User(user) if user.routine.is_empty() => {
                let user = UserFunction {
                    routine: samp.to_owned(),
                    ..user.clone()
                };
                self.routine(clock, &user)
                    .and_then(|all| all.first().copied())
            }
            _ => self.written(period, clock),
        };
        let Some(period) = period else { return };
        let first = self.system.sensing.sensor_slots;
        let number_of_clock = first + updates.len();
        self.system.sensing.sensor_slots = number_of_clock + 1;
        let start = self.initial_of(g.discrete_start, updates.len());
        self.system.sensing.slot_start.extend(start);
        self.system.sensing.slot_start.push(g.sample_offset);
        self.own_slots.insert(OWN + number, number_of_clock);
        let label = format!("{}: sample", g.tag);
        let past = Tape::linear(
            &[(Input::Time, 1.0), (Input::Sensor(OWN + number), -1.0)],
            g.tag.span,
        );
        self.system
            .mechanism
            .functions
            .push(Function::new(label.clone(), g.tag.span, past));
        let function = self.system.mechanism.functions.len() - 1;
        let stores = updates.into_iter().enumerate();
        self.system.sensing.sensors.push(SensorData {
            label,
            number: number_of_clock,
            function,
            value: 0.0,
            comparison: Comparison::GreaterOrEqual,
            actions: SensorActions::default(),
            prints: false,
            evaluate: None,
            sampler: Some(Sampler {
                stores: stores.map(|(k, f)| (f, first + k)).collect(),
                period,
                offset: g.sample_offset,
            }),
            watches_solution: false,
            after_solution: Vec::new(),
            guard: 0,
        });
        self.claim(
            &g.tag.to_string(),
            g.discrete,
            SystemArray::Held(first),
            g.tag.span,
        );
    }
}
