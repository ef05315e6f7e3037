//! What to run: the commands of a model, changed by what the caller asks for.

use carom_base::{Diagnostic, Diagnostics, Severity, Span};
use carom_dynamics::RunOptions;
use carom_files::results::ResultFormat;
use carom_model::Model;
use carom_model::analysis::{
    Analysis, Command, ContactGroups, ContactRule, End, LinearSettings, OutputGrid, RigidContact,
    Store,
};
use std::collections::HashMap;
use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

/// What the caller asks for beyond the deck. Default: everything as the deck says.
#[derive(Clone, Default)]
pub struct Request {
    /// This analysis in place of those of the model, after the commands before its first one.
    pub analysis: Option<Analysis>,
    /// End of the run, T. Commands beyond it are shortened or dropped; the last analysis in time is prolonged.
    pub end: Option<f64>,
    /// Output times of all analyses in time.
    pub output: Option<OutputGrid>,
    /// Integrator, error, largest step.
    pub options: RunOptions,
    /// Formats of the results beside those that the deck asks for; empty: Parquet tables.
    pub formats: Vec<&'static dyn ResultFormat>,
    /// Folder of the results; `None`: `<model stem>.carom` in the working directory.
    pub out: Option<PathBuf>,
    /// Warnings refuse the model.
    pub strict: bool,
    /// A linear analysis at the end of all commands.
    pub linear: Option<LinearRequest>,
    /// Contacts as impacts and unilateral constraints, in place of their force laws.
    pub rigid: Option<RigidContact>,
    /// How overlaps of solids become forces; `None`: as the model says.
    pub contact_rule: Option<ContactRule>,
    /// How contacts of groups are computed, if not as the model says.
    pub contact_groups: Option<ContactGroups>,
    /// Goes on with a run that was interrupted, from its last checkpoint.
    pub resume: bool,
    /// Replaces an earlier result in the folder; else it is moved aside.
    pub overwrite: bool,
    /// Wall-clock time between checkpoints; `None`: half a minute.
    pub checkpoint: Option<Duration>,
}

/// A linear analysis beyond those of the deck, with all inputs and outputs of the plant that the model has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LinearRequest {
    /// Find equilibrium first.
    pub equilibrium: bool,
    /// Keep forces from depending on velocities.
    pub undamped: bool,
}

impl fmt::Debug for Request {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let formats: Vec<_> = self.formats.iter().map(|f| f.name()).collect();
        f.debug_struct("Request")
            .field("analysis", &self.analysis)
            .field("end", &self.end)
            .field("output", &self.output)
            .field("options", &self.options)
            .field("formats", &formats)
            .field("out", &self.out)
            .field("strict", &self.strict)
            .field("linear", &self.linear)
            .field("rigid", &self.rigid)
            .field("contact_rule", &self.contact_rule)
            .field("contact_groups", &self.contact_groups)
            .field("resume", &self.resume)
            .field("overwrite", &self.overwrite)
            .field("checkpoint", &self.checkpoint)
            .finish()
    }
}

/// Output intervals of a run that neither the deck nor the caller divides.
pub const DEFAULT_STEPS: u32 = 500;

/// Says what is wrong with the numbers of a request.
pub fn check(request: &Request, diagnostics: &mut Diagnostics) {
    let mut positive = |name: &str, x: Option<f64>| {
        if let Some(x) = x.filter(|x| !(x.is_finite() && *x > 0.0)) {
            let message = format!("{name} is {x}; it has to be above 0");
            diagnostics.push(Diagnostic::error("session-bad-option", Span::NONE, message));
        }
    };
    positive("--error", request.options.error);
    positive("--hmax", request.options.hmax);
    positive("--yield-speed", request.rigid.and_then(|r| r.yield_speed));
    match request.output {
        Some(OutputGrid::Interval(dt)) => positive("--dt", Some(dt)),
        Some(OutputGrid::Steps(n)) => positive("--steps", Some(f64::from(n))),
        None => {}
    }
    if let Some(e) = request.rigid.and_then(|r| r.restitution)
        && !(0.0..=1.0).contains(&e)
    {
        let message = format!("--restitution is {e}; it has to be from 0 to 1");
        diagnostics.push(Diagnostic::error("session-bad-option", Span::NONE, message));
    }
    if let Some(end) = request.end.filter(|t| !(t.is_finite() && *t >= 0.0)) {
        let message = format!("--end is {end}; it has to be a time, 0 or later");
        diagnostics.push(Diagnostic::error("session-bad-option", Span::NONE, message));
    }
    if let Some(name) = &request.options.integrator
        && !carom_dynamics::accepts_integrator(name)
    {
        let names = carom_solve::integrators::INTEGRATORS
            .iter()
            .map(|i| i.name());
        let message = format!("there is no integrator {name}");
        let mut d = Diagnostic::error("session-unknown-integrator", Span::NONE, message)
            .suggest(name, names);
        d.help
            .get_or_insert_with(|| "carom explain integrators lists them".to_owned());
        diagnostics.push(d);
    }
}

/// The commands to carry out; nothing and a diagnostic if nothing says how long to run.
pub fn commands(model: &Model, request: &Request, diagnostics: &mut Diagnostics) -> Vec<Command> {
    let mut list = written_commands(model, request, diagnostics);
    check_step(model, request, &list, diagnostics);
    if let Some(linear) = request.linear
        && !diagnostics.has_errors()
    {
        if linear.equilibrium {
            list.push(Command::Simulate {
                analysis: Analysis::Static,
                end: None,
                output: None,
                span: Span::NONE,
            });
        }
        let settings = LinearSettings {
            damping: !linear.undamped,
            inputs: model.plant_inputs.ids().collect(),
            outputs: model.plant_outputs.ids().collect(),
            states: model.plant_states.ids().collect(),
            ..LinearSettings::default()
        };
        list.push(Command::Linear(settings, Span::NONE));
    }
    list
}

/// The commands that a run with these options would carry out. Where nothing says how long it runs, which `needs_end` tells, an analysis without
/// an end stands for that of the run.
pub fn commands_to_check(
    model: &Model,
    request: &Request,
    needs_end: &mut bool,
    diagnostics: &mut Diagnostics,
) -> Vec<Command> {
    let mut own = Diagnostics::default();
    let mut list = commands(model, request, &mut own);
    let asked = request.analysis.is_some();
    *needs_end = own.iter().any(|d| d.name == NO_END);
    if *needs_end {
        let leading = until_stop(&model.commands);
        let first = leading.iter().position(simulates);
        list = leading[..first.unwrap_or(leading.len())].to_vec();
        list.push(Command::Simulate {
            analysis: request.analysis.unwrap_or(Analysis::Transient),
            end: None,
            output: None,
            span: Span::NONE,
        });
        check_step(model, request, &list, &mut own);
    }
    let kept = own.into_iter().filter(|d| asked || d.name != NO_END);
    diagnostics.extend(kept);
    if *needs_end && !asked {
        refuse_idle(diagnostics);
    }
    list
}

/// Commands that simulate nothing are refused where nothing else says how long to run; whether there are such.
fn refuse_idle(diagnostics: &mut Diagnostics) -> bool {
    let idle = |d: &Diagnostic| d.name.ends_with("-no-commands");
    diagnostics.raise(idle) || diagnostics.iter().any(idle)
}

/// Whether an error of the texts may be why there is no command that simulates.
fn may_hide_commands(model: &Model, diagnostics: &Diagnostics) -> bool {
    let mut errors = diagnostics.iter().filter(|d| d.severity == Severity::Error);
    errors.any(|d| {
        let source = model.sources.get(d.span.source);
        let ending = source.and_then(|s| s.path.extension());
        // A dataset has no commands.
        ending.is_some_and(|e| !e.eq_ignore_ascii_case("adm"))
    })
}

/// The name of what is said where nothing says how long to run.
const NO_END: &str = "session-no-end";

/// An integrator of fixed step that is asked for needs the length of it.
fn check_step(
    model: &Model,
    request: &Request,
    commands: &[Command],
    diagnostics: &mut Diagnostics,
) {
    let asked = request.options.integrator.as_deref();
    let Some(method) = asked.and_then(carom_solve::integrators::integrator) else {
        return;
    };
    let given = commands.iter().any(|c| match c {
        Command::Integrator(settings, _) => settings.hmax.is_some(),
        _ => false,
    });
    let given = given
        || request
            .options
            .hmax
            .or(model.settings.integrator.hmax)
            .is_some();
    let steps = |c: &Command| match c {
        Command::Simulate { analysis, .. } => {
            matches!(analysis, Analysis::Dynamic | Analysis::Transient)
        }
        _ => false,
    };
    if method.profile().is_fixed && !given && commands.iter().any(steps) {
        let name = method.name();
        let message = format!("{name} takes steps of one length, and none is given");
        let d = Diagnostic::error("session-no-step", Span::NONE, message);
        diagnostics.push(d.help("--hmax 1e-4 gives it; a smaller one costs and errs accordingly"));
    }
}

fn written_commands(
    model: &Model,
    request: &Request,
    diagnostics: &mut Diagnostics,
) -> Vec<Command> {
    let commands = until_stop(&model.commands);
    let first = commands.iter().position(simulates);
    if first.is_none() || request.analysis.is_some() {
        let leading = &commands[..first.unwrap_or(commands.len())];
        return one_analysis(model, leading, request, diagnostics);
    }
    let mut commands = commands.to_vec();
    if let Some(output) = request.output {
        for c in &mut commands {
            if let Command::Simulate {
                end: Some(_),
                output: grid,
                ..
            } = c
            {
                *grid = Some(output);
            }
        }
    }
    if let Some(end) = request.end {
        commands = end_at(model, commands, end);
    }
    check_outputs(&commands, request.end, diagnostics);
    commands
}

fn simulates(command: &Command) -> bool {
    matches!(
        command,
        Command::Simulate { .. } | Command::Linear(..) | Command::Control { .. }
    )
}

/// These commands, then the one analysis that the request asks for.
fn one_analysis(
    model: &Model,
    leading: &[Command],
    request: &Request,
    diagnostics: &mut Diagnostics,
) -> Vec<Command> {
    let mut all = leading.to_vec();
    let is_at_once = matches!(
        request.analysis,
        Some(Analysis::Static | Analysis::InitialConditions)
    );
    if request.end.is_none() && !is_at_once {
        if request.linear.is_some() && request.analysis.is_none() {
            return all;
        }
        let message = match request.analysis {
            None => "the model has no command that simulates, and no --end is given",
            Some(_) => "an analysis in time is asked for, and no --end is given",
        };
        if request.analysis.is_none()
            && (may_hide_commands(model, diagnostics) || refuse_idle(diagnostics))
        {
            return Vec::new();
        }
        let help = "say how long to run: --end 1.5, or give a command file: --commands FILE.acf";
        let d = Diagnostic::error(NO_END, Span::NONE, message);
        diagnostics.push(d.help(help));
        return Vec::new();
    }
    let output = request.output.unwrap_or(OutputGrid::Steps(DEFAULT_STEPS));
    all.push(Command::Simulate {
        analysis: request.analysis.unwrap_or(Analysis::Transient),
        end: request.end.map(End::Time),
        output: request.end.map(|_| output),
        span: Span::NONE,
    });
    check_outputs(&all, request.end, diagnostics);
    all
}

/// The model as the request and the commands before the first analysis make it, if they change it, and the commands that are left.
pub fn begin(
    model: &Model,
    request: &Request,
    commands: Vec<Command>,
) -> (Option<Model>, Vec<Command>) {
    let (mut changed, commands) = changed_by_commands(model, commands);
    if request.rigid.is_some() {
        let model = changed.get_or_insert_with(|| model.clone());
        model.settings.rigid = request.rigid;
    }
    if let Some(rule) = request.contact_rule {
        let model = changed.get_or_insert_with(|| model.clone());
        model.settings.contact_rule = rule;
    }
    if let Some(groups) = request.contact_groups {
        let model = changed.get_or_insert_with(|| model.clone());
        model.settings.contact_groups = groups;
    }
    (changed, commands)
}

fn changed_by_commands(model: &Model, commands: Vec<Command>) -> (Option<Model>, Vec<Command>) {
    let first = commands.iter().position(simulates);
    let leading = &commands[..first.unwrap_or(commands.len())];
    let changes = |c: &Command| matches!(c, Command::SetActive { .. } | Command::Revise { .. });
    if !leading.iter().any(changes) {
        return (None, commands);
    }
    let mut changed = model.clone();
    let leading = leading.len();
    let mut left = commands;
    let mut number = 0;
    left.retain(|c| {
        number += 1;
        number > leading || !changed.take(c)
    });
    (Some(changed), left)
}

/// Output times of one analysis; more would fill memory and disk with nothing to look at.
const MOST_OUTPUTS: f64 = 1e8;

/// The time that commands have reached, which RELOAD sets back.
#[derive(Default)]
struct Clock {
    now: f64,
    saved: HashMap<Store, f64>,
}

impl Clock {
    /// Takes note of a command that is no analysis.
    fn note(&mut self, command: &Command) {
        match command {
            Command::Save { to, .. } => {
                self.saved.insert(to.clone(), self.now);
            }
            // The time of a state of another run is not known here.
            Command::Reload { from, .. } => self.now = self.saved.get(from).copied().unwrap_or(0.0),
            _ => {}
        }
    }
}

fn check_outputs(commands: &[Command], latest: Option<f64>, diagnostics: &mut Diagnostics) {
    let mut clock = Clock::default();
    for c in commands {
        clock.note(c);
        let Command::Simulate {
            end: Some(end),
            output,
            span,
            ..
        } = c
        else {
            continue;
        };
        let until = absolute(*end, clock.now);
        let (from, to) = (clock.now, latest.map_or(until, |latest| until.min(latest)));
        clock.now = to;
        let count = match output {
            Some(OutputGrid::Steps(n)) => f64::from(*n),
            Some(OutputGrid::Interval(dt)) => (to - from) / dt,
            None => 1.0,
        };
        if count > MOST_OUTPUTS {
            let message = format!("{count:.0} output times are more than {MOST_OUTPUTS:.0}");
            let d = Diagnostic::error("session-too-many-outputs", *span, message);
            diagnostics.push(d.help("ask for fewer steps or a longer interval"));
        }
    }
}

fn absolute(end: End, now: f64) -> f64 {
    match end {
        End::Time(t) => t,
        End::Duration(d) => now + d,
    }
}

fn until_stop(commands: &[Command]) -> &[Command] {
    let stop = commands.iter().position(|c| *c == Command::Stop);
    &commands[..stop.unwrap_or(commands.len())]
}

/// Analyses that end after `end` end there, those that begin there or later are dropped, and the last one in time
/// is prolonged to `end` if all end before. Where an analysis may end before its end, the run itself knows when the next ones begin
/// ([`run_options`]).
fn end_at(model: &Model, commands: Vec<Command>, end: f64) -> Vec<Command> {
    let mut kept = match may_end_before(model, &commands) {
        true => commands,
        false => cut_at(commands, end),
    };
    let last = kept.iter_mut().rev().find_map(|c| match c {
        Command::Simulate { end: Some(e), .. } => Some(e),
        _ => None,
    });
    if let Some(last) = last {
        *last = End::Time(end);
    }
    kept
}

/// Whether the time that commands reach is known only when they are carried out: a sensor ends an analysis, or a routine controls the run.
fn may_end_before(model: &Model, commands: &[Command]) -> bool {
    let returns = |m: &Model| m.sensors.iter().any(|s| s.ends_command);
    let changes = |c: &Command| match c {
        Command::Revise { revision, .. } => returns(&revision.0),
        Command::Control { .. } => true,
        _ => false,
    };
    returns(model) || commands.iter().any(changes)
}

/// Commands up to a time, where each analysis goes to its end. What ends before stays as it is written.
fn cut_at(commands: Vec<Command>, end: f64) -> Vec<Command> {
    let mut clock = Clock::default();
    let mut kept = Vec::new();
    for mut c in commands {
        clock.note(&c);
        if let Command::Simulate { end: Some(e), .. } = &mut c {
            if clock.now >= end {
                continue;
            }
            clock.now = absolute(*e, clock.now);
            if clock.now > end {
                clock.now = end;
                *e = End::Time(end);
            }
        }
        kept.push(c);
    }
    kept
}

/// What the analyses of a run are carried out with.
pub fn run_options(request: &Request) -> RunOptions {
    RunOptions {
        latest: request.end,
        ..request.options.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use carom_base::Dialect;

    fn simulate(analysis: Analysis, end: Option<End>) -> Command {
        Command::Simulate {
            analysis,
            end,
            output: Some(OutputGrid::Steps(10)),
            span: Span::NONE,
        }
    }

    fn deck() -> Model {
        let mut m = Model::new(Dialect::Adams);
        m.commands = vec![
            simulate(Analysis::Static, None),
            simulate(Analysis::Dynamic, Some(End::Time(2.0))),
            simulate(Analysis::Dynamic, Some(End::Duration(3.0))),
            Command::Stop,
            simulate(Analysis::Dynamic, Some(End::Time(100.0))),
        ];
        m
    }

    fn ends(model: &Model, request: &Request) -> Vec<Option<f64>> {
        let mut d = Diagnostics::default();
        let list = commands(model, request, &mut d);
        assert!(d.is_empty());
        list.iter()
            .map(|c| match c {
                Command::Simulate { end, .. } => end.map(|e| match e {
                    End::Time(t) => t,
                    End::Duration(d) => -d,
                }),
                _ => None,
            })
            .collect()
    }

    #[test]
    fn a_deck_runs_as_written_until_stop() {
        let as_written = ends(&deck(), &Request::default());
        assert_eq!(as_written, [None, Some(2.0), Some(-3.0)]);
    }

    #[test]
    fn an_end_shortens_drops_and_prolongs() {
        let until = |end| {
            let request = Request {
                end: Some(end),
                ..Request::default()
            };
            ends(&deck(), &request)
        };
        assert_eq!(until(1.5), [None, Some(1.5)]);
        assert_eq!(until(4.0), [None, Some(2.0), Some(4.0)]);
        assert_eq!(until(9.0), [None, Some(2.0), Some(9.0)]);
    }

    #[test]
    fn a_model_without_commands_needs_an_end() {
        let model = Model::new(Dialect::Adams);
        let mut d = Diagnostics::default();
        assert!(commands(&model, &Request::default(), &mut d).is_empty());
        assert_eq!(d.iter().next().map(|d| d.name), Some("session-no-end"));
        let request = Request {
            end: Some(1.0),
            ..Request::default()
        };
        assert_eq!(ends(&model, &request), [Some(1.0)]);
    }

    #[test]
    fn an_analysis_in_place_of_those_of_the_deck() {
        let ask = |analysis, end| Request {
            analysis: Some(analysis),
            end,
            ..Request::default()
        };
        let mut d = Diagnostics::default();
        let mut deck = deck();
        let silent = Command::SetActive {
            statements: Vec::new(),
            labels: Vec::new(),
            active: false,
            span: Span::NONE,
        };
        deck.commands.insert(0, silent.clone());
        let rest = commands(&deck, &ask(Analysis::Static, None), &mut d);
        assert!(
            matches!(
                &rest[..],
                [a, Command::Simulate { analysis: Analysis::Static, end: None, output: None, .. }] if *a == silent
            ),
            "{rest:?}"
        );
        let moves = ask(Analysis::Kinematic, Some(1.0));
        assert_eq!(ends(&deck, &moves), [None, Some(1.0)]);
        assert!(d.is_empty());
        assert!(commands(&deck, &ask(Analysis::Dynamic, None), &mut d).is_empty());
        assert_eq!(d.iter().next().map(|d| d.name), Some("session-no-end"));
    }

    #[test]
    fn an_endless_list_of_outputs_is_refused() {
        let request = Request {
            output: Some(OutputGrid::Interval(1e-300)),
            ..Request::default()
        };
        let mut d = Diagnostics::default();
        commands(&deck(), &request, &mut d);
        let name = d.iter().next().map(|d| d.name);
        assert_eq!(name, Some("session-too-many-outputs"));
    }

    #[test]
    fn numbers_out_of_range_are_named() {
        let mut request = Request {
            end: Some(f64::NAN),
            output: Some(OutputGrid::Interval(-1.0)),
            ..Request::default()
        };
        request.options.error = Some(0.0);
        request.options.hmax = Some(f64::INFINITY);
        request.options.integrator = Some("radua".into());
        let mut d = Diagnostics::default();
        check(&request, &mut d);
        let said: Vec<_> = d.iter().map(|d| d.message.as_str()).collect();
        assert_eq!(
            said,
            [
                "--error is 0; it has to be above 0",
                "--hmax is inf; it has to be above 0",
                "--dt is -1; it has to be above 0",
                "--end is NaN; it has to be a time, 0 or later",
                "there is no integrator radua",
            ]
        );
    }
}
