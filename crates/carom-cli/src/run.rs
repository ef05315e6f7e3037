//! `carom run`.

use crate::args::{self, Contact, ContactArgs, HowArgs, Locator, RunArgs, UserArgs};
use crate::exit::Exit;
use crate::output::{self, Say, err, out, say_error};
use crate::progress::Bar;
use crate::{events, signal, supervise, view};
use carom::base::{Diagnostic, Diagnostics, Span};
use carom::dynamics::{Coordinates, RunOptions};
use carom::files::results::{self, ResultFormat};
use carom::model::analysis::{
    Analysis, ContactGroups, ContactRule, ImpactList, ImpactOrder, OutputGrid, RigidContact,
};
use carom::model::run::EventRow;
use carom::solve::Locate;
use carom::summary::GuardSummary;
use carom::{Loaded, Report, Request};
use serde_json::json;
use std::fmt::Write;
use std::path::Path;
use std::time::Duration;

pub fn run(args: &RunArgs) -> Exit {
    let say = Say::of(args.output.quiet, args.verbose);
    let mut refused = Diagnostics::default();
    let request = request(&args.how, args.output.strict, &mut refused);
    if refused.has_errors() {
        output::diagnostics(&refused, &carom::base::Sources::default(), say);
        return Exit::Refused;
    }
    let mut request = Request {
        out: args.out.clone(),
        resume: args.resume,
        overwrite: args.overwrite,
        checkpoint: args.checkpoint.map(Duration::from_secs),
        ..request
    };
    request.options.verbose_events = args.verbose_events;
    request.options.patient = args.patient;
    let commands = args.how.commands.as_deref();
    let model = (args.model.as_path(), commands);
    let mut folder = None;
    let exit = carry_out(model, &args.how.user, request, say, |report| {
        tell(report, args);
        folder = Some(report.folder.clone());
    });
    match folder {
        Some(folder) if args.view && signal::given().is_none() => {
            signal::stop_listening();
            view::show_run(&folder, args.output.quiet).unwrap_or(exit)
        }
        _ => exit,
    }
}

/// Reads a model with its commands, runs it with progress shown unless only errors are, and prints the diagnostics and
/// then the report. With user-written code another process does, and this one looks after it.
pub fn carry_out(
    (model, commands): (&Path, Option<&Path>),
    user: &UserArgs,
    request: Request,
    say: Say,
    tell: impl FnOnce(&Report),
) -> Exit {
    if user.allow_user_code && !supervise::is_child() {
        // Read now, as the other process reads it: whoever changes the files later changes nothing here.
        return supervise::supervise(Duration::from_secs(user.user_timeout), say, || {
            Some((carom::open(model, commands), request))
        });
    }
    let mut loaded = carom::open(model, commands);
    if user.allow_user_code {
        loaded.allow_user_code(user.user_library.clone());
    }
    carry_out_loaded(loaded, &request, say, tell)
}

fn carry_out_loaded(
    mut loaded: Loaded,
    request: &Request,
    say: Say,
    tell: impl FnOnce(&Report),
) -> Exit {
    let mut bar = Bar::new(say != Say::Errors);
    signal::listen();
    let heard = carom::user::page::is_watched() && say != Say::Errors;
    if heard {
        carom::dynamics::elements::user::listen(|d| {
            err(&format!(
                "{}[{}] {}\n",
                d.severity.word(),
                d.name,
                d.message
            ))
        });
    }
    let report = carom::run(&mut loaded, request, &mut bar);
    let told = match heard {
        true => not_heard(&loaded.diagnostics),
        false => loaded.diagnostics.clone(),
    };
    output::diagnostics(&told, &loaded.sources(), say);
    let Some(report) = report else {
        return Exit::Refused;
    };
    tell(&report);
    if report.is_complete() {
        Exit::Done
    } else {
        Exit::Early
    }
}

/// What was not shown when routines said it.
fn not_heard(all: &Diagnostics) -> Diagnostics {
    let mut rest = Diagnostics::default();
    let is_theirs = |d: &Diagnostic| {
        matches!(
            d.name,
            "user-message" | "user-laws" | "user-not-repeated" | "user-unavailable"
        )
    };
    all.iter()
        .filter(|d| !is_theirs(d))
        .for_each(|d| rest.push(d.clone()));
    rest
}

/// The run that options ask for.
pub fn request(how: &HowArgs, strict: bool, refused: &mut Diagnostics) -> Request {
    for (option, given) in [
        ("--restitution", how.contacts.restitution),
        ("--yield-speed", how.contacts.yield_speed),
    ] {
        if given.is_some() && how.contacts.contact != Contact::Rigid {
            let message = format!("{option} belongs to --contact rigid");
            refused.push(Diagnostic::error("session-bad-option", Span::NONE, message));
        }
    }
    Request {
        analysis: how.analysis.map(|analysis| match analysis {
            args::Analysis::Dynamic => Analysis::Dynamic,
            args::Analysis::Kinematic => Analysis::Kinematic,
            args::Analysis::Static => Analysis::Static,
            args::Analysis::Initial => Analysis::InitialConditions,
        }),
        end: how.end,
        output: how
            .steps
            .map(OutputGrid::Steps)
            .or(how.dt.map(OutputGrid::Interval)),
        options: RunOptions {
            integrator: how.integrator.clone(),
            error: how.error,
            hmax: how.hmax,
            verbose_events: false,
            strict,
            patient: false,
            latest: None,
            locate: match how.locator {
                Locator::Auto => Locate::Auto,
                Locator::Henon => Locate::Henon,
            },
            coordinates: match how.coordinates {
                args::Coordinates::Auto => Coordinates::Auto,
                args::Coordinates::Absolute => Coordinates::Absolute,
                args::Coordinates::Joint => Coordinates::Joint,
            },
        },
        formats: formats(&how.format, refused),
        strict,
        rigid: (how.contacts.contact == Contact::Rigid).then(|| rigid(&how.contacts)),
        contact_rule: how.contacts.contact_rule.map(|rule| match rule {
            args::ContactRule::Adams => ContactRule::Adams,
            args::ContactRule::Smooth => ContactRule::Smooth,
            args::ContactRule::Potential => ContactRule::Potential,
        }),
        contact_groups: how.contacts.contact_groups.map(|groups| match groups {
            args::ContactGroups::Few => ContactGroups::Few,
            args::ContactGroups::Pairs => ContactGroups::Pairs,
            args::ContactGroups::Near => ContactGroups::Near,
        }),
        ..Request::default()
    }
}

/// How rigid contacts answer impacts.
fn rigid(args: &ContactArgs) -> RigidContact {
    RigidContact {
        restitution: args.restitution,
        yield_speed: args.yield_speed,
        law: args.impact_law,
        order: match args.impact_order {
            args::ImpactOrder::Sequential => ImpactOrder::Sequential,
            args::ImpactOrder::Simultaneous => ImpactOrder::Simultaneous,
        },
        list: match args.impacts {
            args::ImpactList::Resolved => ImpactList::Resolved,
            args::ImpactList::All => ImpactList::All,
        },
    }
}

/// The formats of these names.
pub fn formats(names: &[String], diagnostics: &mut Diagnostics) -> Vec<&'static dyn ResultFormat> {
    let mut list: Vec<&'static dyn ResultFormat> = Vec::new();
    for name in names {
        match results::find(name) {
            Some(f) if list.iter().any(|g| g.name() == f.name()) => {}
            Some(f) => list.push(f),
            None => {
                let names = results::RESULT_FORMATS.iter().map(|f| f.name());
                let message = format!("there is no result format {name}");
                let d = Diagnostic::error("session-unknown-format", Span::NONE, message);
                let mut d = d.suggest(name, names.clone());
                d.help.get_or_insert_with(|| {
                    format!("formats are {}", names.collect::<Vec<_>>().join(", "))
                });
                diagnostics.push(d);
            }
        }
    }
    list
}

/// The constraint equations that were left out, as `check` names them.
fn redundant(names: &[String]) -> String {
    /// Lines that a reader looks through; `check` has all.
    const MOST: usize = 12;
    let mut text = String::new();
    for name in names.iter().take(MOST) {
        let _ = writeln!(text, "redundant, left out: {name}");
    }
    if names.len() > MOST {
        let _ = writeln!(
            text,
            "redundant, left out: {} more; carom check names all",
            names.len() - MOST
        );
    }
    text
}

/// The users' routines that were called.
fn user_code(names: &[String]) -> String {
    const MOST: usize = 12;
    let mut text = String::new();
    for name in names.iter().take(MOST) {
        let _ = writeln!(text, "user-written code was called: {name}");
    }
    if names.len() > MOST {
        let more = names.len() - MOST;
        let _ = writeln!(
            text,
            "user-written code was called: {more} more; run.json names all"
        );
    }
    if !names.is_empty() {
        text += "where it jumps nothing is located, but in IMPACT, STEP and switches that it declares: the accuracy there is that of the step control\n";
    }
    text
}

/// Whose events were looked for at single times only, in a line.
fn unproved(guards: &GuardSummary) -> String {
    /// Names that a reader looks through.
    const MOST: usize = 4;
    if guards.sampled == 0 {
        return String::new();
    }
    let names = &guards.sampled_of;
    let mut list = names[..names.len().min(MOST)].join(", ");
    if names.len() > MOST {
        let _ = write!(list, " and {} more", names.len() - MOST);
    }
    let all = guards.proved + guards.bisected + guards.sampled;
    let percent = 100.0 * (all - guards.sampled) as f64 / all as f64;
    format!(
        "not proved that no event was missed: {list} ({percent:.0} % of all looks for events are proofs)\n"
    )
}

/// Of a run that took some time: that the program is built for a first look (profile `quick`), if it is.
fn slow_build(wall_s: f64) -> &'static str {
    /// Seconds from which the time is of interest.
    const LONG: f64 = 5.0;
    let is_quick = env!("CAROM_OPT_LEVEL") == "0" && !cfg!(debug_assertions);
    match is_quick && wall_s > LONG {
        true => {
            "this program is built to be ready soon; one that runs two to five times as fast: cargo install --locked --path crates/carom-cli\n"
        }
        false => "",
    }
}

/// Events and where the results are; why the run ended early.
fn tell(report: &Report, args: &RunArgs) {
    let s = &report.summary;
    if args.output.json {
        output::json(&json!({
            "folder": report.folder,
            "run": s,
            "event_count": report.event_count,
            "events": report.events.iter().map(event).collect::<Vec<_>>(),
        }));
    } else if !args.output.quiet {
        let mut text = user_code(&s.user_code);
        text += &redundant(&s.redundant_constraints);
        text += &events::table(&report.events, report.event_count);
        for a in &s.analyses {
            let _ = write!(text, "{} from {} to {}", a.kind, a.start, a.end);
            if a.steps > 0 {
                let _ = write!(text, ": {}, {} steps", a.integrator, a.steps);
            }
            let _ = writeln!(text, ", {:.3} s", a.wall_s);
            let _ = write!(text, "{}", unproved(&a.guards));
        }
        text += slow_build(s.analyses.iter().map(|a| a.wall_s).sum());
        let folder = report.folder.display();
        let _ = writeln!(text, "results in {folder}: {}", s.files.join(", "));
        if s.files.iter().any(|f| f.starts_with("bodies.")) && !args.view {
            let _ = writeln!(text, "to look at it: carom view {folder}");
        }
        out(&text);
    }
    say_error(s);
    if s.resumable && !args.output.quiet {
        err("   = help: --resume goes on with it, to the same bits\n");
    }
}

fn event(e: &EventRow) -> serde_json::Value {
    json!({
        "time": e.time,
        "kind": e.kind.name(),
        "element": e.element,
        "gap": e.gap,
        "rate_before": e.rate[0],
        "rate_after": e.rate[1],
        "impulse": e.impulse,
        "force": e.force,
    })
}
