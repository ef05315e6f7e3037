//! CONTROL: a user's routine, CONSUB, runs the analyses.
//!
//! The routine is called once. It runs an analysis (ANALYS), changes the model by a command (MODIFY), reads the state (SYSFNC, SYSARY) and writes a row of the
//! results at the state that is reached (DATOUT). An analysis of its own writes no rows.
//!
//! The state is read by an assembly of the model with a request for what is asked, which stands where the run stands: nothing of the run
//! itself changes by being looked at.

use crate::analysis::observer::{Observer, Progress, RunError, SearchProgress, Statistics};
use crate::analysis::run_options::RunOptions;
use crate::analysis::simulation::Interpreter;
use crate::analysis::simulation::Simulation;
use crate::assemble::{assemble, user};
use crate::elements::user::Data;
use crate::equations::report::Reporter;
use crate::output::{EventRow, Frame, Layout};
use crate::start::reassemble;
use crate::system::System;
use carom_base::{Diagnostic, Diagnostics, Dialect, Span, SpannedText};
use carom_expr::Expression;
use carom_model::analysis::{Analysis, Command, End};
use carom_model::constraint::{Function, UserFunction};
use carom_model::output::RequestKind;
use carom_model::run::Linearization;
use carom_model::{Request, Tag};
use carom_user::{Ask, Host, Message, Order, page};
use std::sync::Arc;

/// Relative to the time reached: rounding of a time that a routine counts up itself.
const SAME_TIME: f64 = 1e-9;

impl Simulation {
    /// From now on MODIFY is understood by this.
    pub fn interpret_with(&mut self, interpreter: Interpreter) {
        self.interpreter = Some(interpreter);
    }

    /// Finds the routines of CONTROL commands; what is missing goes to `diagnostics`.
    pub fn find_controllers(&mut self, commands: &[Command], diagnostics: &mut Diagnostics) {
        for command in commands {
            let Command::Control { user, .. } = command else {
                continue;
            };
            if let Some(callee) = user::controller(&self.model, user, diagnostics) {
                let system: &mut System = Arc::make_mut(&mut self.equations.system);
                system
                    .user_code
                    .user_routines
                    .push(format!("CONTROL: {}", callee.found));
                let library = &callee.found.library;
                if !system.user_code.user_libraries.contains(library) {
                    system.user_code.user_libraries.push(library.clone());
                }
            }
        }
    }

    /// CONTROL.
    pub(crate) fn control(
        &mut self,
        user: &UserFunction,
        options: &RunOptions,
        observer: &mut dyn Observer,
    ) -> Result<(), RunError> {
        self.reassemble()?;
        let mut diagnostics = Diagnostics::default();
        let Some(callee) = user::controller(&self.model, user, &mut diagnostics) else {
            return Err(self.cannot_go_on(diagnostics.into_iter().next()));
        };
        let (data, time) = (user::data(&self.model), self.time);
        let mut conductor = Conductor {
            run: self,
            options,
            observer: Quiet {
                told: observer,
                is_stopped: false,
            },
            data,
            failed: None,
        };
        let ask = Ask::Value {
            differencing: false,
        };
        let answer = callee.call(ask, time, &[], &mut conductor);
        let failed = conductor.failed.take();
        match (answer.stop, failed) {
            (None, None) => Ok(()),
            (Some(why), None) => Err(self.refuse(format!("CONTROL: {}: {why}", callee.found))),
            (Some(why), Some(e)) => Err(RunError {
                message: format!("CONTROL: {}: {why}; {}", callee.found, e.message),
                ..e
            }),
            // The routine has taken note of it, or not.
            (None, Some(e)) => {
                let what = format!(
                    "an analysis that CONTROL ran ended early at time {}: {}",
                    e.time, e.message
                );
                self.remark(Diagnostic::warning("user-analysis", Span::NONE, what));
                Ok(())
            }
        }
    }

    /// What these expressions give at the state that is reached; `None`: they have no values here.
    fn values(&self, texts: &[String]) -> Option<Vec<f64>> {
        const FIRST: u32 = 4_000_000_000;
        let mut model = self.model.clone();
        let before = model.requests.len();
        let mut aside = Diagnostics::default();
        for (number, columns) in texts.chunks(8).enumerate() {
            let mut functions: [Option<Function>; 8] = Default::default();
            for (function, text) in functions.iter_mut().zip(columns) {
                let text = SpannedText::bare(text.clone());
                let e = Expression::parse(text, Dialect::Adams, &mut aside)?;
                *function = Some(Function::Expression(e));
            }
            let request = Request {
                tag: Tag::new("REQUEST", FIRST + number as u32),
                titles: Vec::new(),
                comment: String::new(),
                kind: RequestKind::Functions(Box::new(functions)),
            };
            model.requests.insert(request).ok()?;
        }
        let system = assemble(&model, &mut aside)?;
        let mut here = reassemble::go_on(system, &self.equations).ok()?;
        let y = here.unknowns();
        here.settle(self.time, &y).ok()?;
        let mut reporter = Reporter::default();
        let frame = reporter.frame(&mut here, self.time, &y).ok()?;
        let values = frame.requests[before..].iter().flatten().copied();
        let values: Vec<f64> = values.take(texts.len()).collect();
        values.iter().all(|x| x.is_finite()).then_some(values)
    }
}

/// Hears of a run all but its rows.
struct Quiet<'a> {
    told: &'a mut dyn Observer,
    /// The run is to end.
    is_stopped: bool,
}

impl Observer for Quiet<'_> {
    fn begin(&mut self, analysis: Analysis, layout: &Layout, number: usize) {
        self.told.begin(analysis, layout, number);
    }
    fn frame(&mut self, _: &Frame) {}
    fn event(&mut self, event: &EventRow) {
        self.told.event(event);
    }
    fn linear(&mut self, linearization: &Linearization) {
        self.told.linear(linearization);
    }
    fn progress(&mut self, progress: Progress) -> bool {
        let goes_on = self.told.progress(progress);
        self.is_stopped |= !goes_on;
        goes_on
    }
    fn search(&mut self, progress: SearchProgress) -> bool {
        let goes_on = self.told.search(progress);
        self.is_stopped |= !goes_on;
        goes_on
    }
    fn end(&mut self, statistics: &Statistics) {
        self.told.end(statistics);
    }
    fn save(&mut self, name: &str, state: &[u8]) -> Result<(), String> {
        self.told.save(name, state)
    }
    fn load(&mut self, name: &str) -> Result<Vec<u8>, String> {
        self.told.load(name)
    }
}

/// Does what the routine asks for.
struct Conductor<'a> {
    run: &'a mut Simulation,
    options: &'a RunOptions,
    observer: Quiet<'a>,
    data: Arc<Data>,
    /// Why the last analysis ended early, if it did.
    failed: Option<RunError>,
}

impl Conductor<'_> {
    fn carry_out(&mut self, order: Order<'_>) -> Result<(), RunError> {
        let run = &mut *self.run;
        if self.observer.is_stopped || run.halted() {
            return Err(run.refuse("the run has been ended".into()));
        }
        match order {
            Order::Analysis { kind, begin, end } => {
                let analysis = match kind.trim().to_ascii_uppercase().as_str() {
                    "DYNAMIC" | "DYNAMICS" => Analysis::Dynamic,
                    "KINEMATIC" | "KINEMATICS" => Analysis::Kinematic,
                    "STATIC" | "STATICS" => Analysis::Static,
                    "TRANSIENT" => Analysis::Transient,
                    "ASSEMBLY" | "INITIAL_CONDITIONS" => Analysis::InitialConditions,
                    other => return Err(run.refuse(format!("ANALYS knows no analysis {other}"))),
                };
                let now = run.time;
                if (begin - now).abs() > SAME_TIME * now.abs().max(end.abs()) {
                    let why = format!("ANALYS is to begin at {begin}, and the run stands at {now}");
                    return Err(run.refuse(why));
                }
                let until = (end > begin && analysis != Analysis::InitialConditions)
                    .then_some(End::Time(end));
                run.reassemble()?;
                run.simulate(analysis, until, None, self.options, &mut self.observer)
            }
            Order::Modify(text) => {
                let Some(interpreter) = &mut run.interpreter else {
                    return Err(run.refuse("MODIFY is not understood here".into()));
                };
                let commands = interpreter(&run.model.revisions, text);
                let commands =
                    commands.map_err(|why| run.refuse(format!("MODIFY {text}: {why}")))?;
                for command in &commands {
                    run.execute(command, self.options, &mut self.observer)?;
                }
                self.data = user::data(&self.run.model);
                Ok(())
            }
            Order::Output => {
                run.reassemble()?;
                run.report_start(&mut *self.observer.told)
            }
        }
    }
}

impl Host for Conductor<'_> {
    fn control(&mut self, order: Order<'_>) -> Option<i32> {
        let done = page::pausing(|| self.carry_out(order));
        let status = i32::from(done.is_err());
        if !self.observer.is_stopped {
            self.failed = done.err();
        }
        Some(status)
    }
    fn read(&mut self, array: bool, name: &str, ids: &[i32], out: &mut [f64]) -> Option<usize> {
        let texts = user::texts(&self.run.model, array, name, ids)?;
        let values = self.run.values(&texts)?;
        out.get_mut(..values.len())?.copy_from_slice(&values);
        Some(values.len())
    }
    fn array(&self, id: i32) -> Option<&[f64]> {
        self.data.arrays.get(&id).map(Vec::as_slice)
    }
    fn string(&self, id: i32) -> Option<&str> {
        self.data.strings.get(&id).map(String::as_str)
    }
    fn units(&self) -> Option<[f64; 4]> {
        self.data.units
    }
    fn gravity(&self) -> [f64; 3] {
        self.data.gravity
    }
    fn mode(&self) -> i32 {
        0
    }
    fn spline(
        &mut self,
        how: carom_user::Spline,
        id: i32,
        x: f64,
        z: f64,
        order: i32,
    ) -> Option<[f64; 3]> {
        self.data.spline(how, id, x, z, order)
    }
    fn message(&mut self, message: Message) {
        crate::elements::user::say(message);
    }
}
