//! The arguments of the command line.

use clap::builder::TypedValueParser;
use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
pub use contacts::{Contact, ContactArgs, ContactGroups, ContactRule, ImpactList, ImpactOrder};
use std::path::PathBuf;

mod contacts;

const STATUS: &str = "\
Exit status:
  0  done
  1  the run ended early; results up to there are kept
  2  the input is refused: the model, an expression, an option
  3  a bug of Carom
  130  interrupted by Ctrl-C (SIGTERM: 143, SIGHUP: 129); as with 1";

const SWEEP_STATUS: &str = "\
Exit status:
  0  all runs went to their end, or to a stop condition
  1  some runs failed, or the study ended early; the other rows are kept
  2  the input is refused: the study, its model, an option
  3  a bug of Carom
  130  interrupted by Ctrl-C (SIGTERM: 143, SIGHUP: 129); as with 1";

const BASIN_STATUS: &str = "\
Exit status:
  0  each start has a label, those of runs that ended early among them
  1  interrupted, or the disk has no place; the rows so far are kept
  2  the input is refused: the study, its model, an option, every start
  3  a bug of Carom
  130  interrupted by Ctrl-C (SIGTERM: 143, SIGHUP: 129); as with 1";

/// What somebody does who has never used it.
const FIRST_STEPS: &str = "\
First steps:
  carom new ball.adm            a small model, to look at and to change
  carom run ball.adm --end 2    its results, in the folder ball.carom
  carom plot ball.carom         curves; carom view ball.carom shows the motion in a browser
  carom examples                more models to start from
  carom explain IMPACT          what a function, statement or message means";

/// Multibody dynamics for machines whose parts hit, push, slide and let go.
#[derive(Debug, Parser)]
#[command(name = "carom", version, after_help = format!("{FIRST_STEPS}\n\n{STATUS}"), propagate_version = true)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    Run(Box<RunArgs>),
    Linear(Box<LinearArgs>),
    New(NewArgs),
    Examples(ExamplesArgs),
    Check(CheckArgs),
    Convert(ConvertArgs),
    Sweep(SweepArgs),
    Sensitivities(SensitivitiesArgs),
    /// Find a periodic orbit with its Floquet multipliers, or an equilibrium with its eigenvalues
    ///
    /// The study's section [orbit] says when the motion returns: period = "2*PI/omega" where time forces it, event = "impact" where nothing does; periods: how
    /// many of these make the orbit; settle: how long the run goes on before Newton's method takes over. A section [equilibrium] in its place asks for what is at rest.
    Orbit(OrbitArgs),
    /// Follow periodic orbits or equilibria in a parameter, stable and unstable ones, with their bifurcations
    ///
    /// The study's section [branch] names the parameter (along), its range (from, to), and how many period doublings (doublings) and crossing branches
    /// (branch_points) are followed. Folds, branch points, period doublings, tori, Hopf bifurcations and grazings are located; docs/orbits.md describes it.
    Branch(OrbitArgs),
    /// Lyapunov exponents of a motion
    ///
    /// The study's section [exponents] says over how many periods of [orbit], and in how many batches for their standard errors.
    Exponents(OrbitArgs),
    Basin(BasinArgs),
    Eval(EvalArgs),
    Overlap(OverlapArgs),
    Mass(MassArgs),
    Explain(ExplainArgs),
    Plot(Box<PlotArgs>),
    View(ViewArgs),
    BuildUser(BuildUserArgs),
    Completions(CompletionArgs),
}

/// Compile user-written subroutines to a shared library
///
/// Sources are C (.c), C++ (.cpp, .cc, .cxx) and Fortran (.f, .for, .f90, ...). The compilers are those of the machine: gcc, g++ and
/// gfortran, or what CC, CXX and FC name. The library is linked to nothing of Carom.
#[derive(Args, Debug)]
#[command(after_help = STATUS)]
pub struct BuildUserArgs {
    /// Sources
    #[arg(required_unless_present = "header")]
    pub files: Vec<PathBuf>,
    /// The library; default: the name of the first source with the ending .so
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Write the header carom_adams.h to this folder
    #[arg(long, value_name = "DIR")]
    pub header: Option<PathBuf>,
}

/// Run a model and write results
///
/// Results go to the folder <model>.carom in the working directory. An earlier result there is kept: it is moved to
/// <model>.1.carom, <model>.2.carom and so on, unless --overwrite replaces it. The list of events is printed at the end.
/// Ctrl-C ends the run after the step; what was computed is kept, and --resume goes on from there.
#[derive(Args, Debug)]
#[command(after_help = STATUS)]
pub struct RunArgs {
    /// Adams dataset (.adm) or commands (.acf), MotionSolve model (.xml), or model file (.carom.toml)
    pub model: PathBuf,
    #[command(flatten)]
    pub how: HowArgs,
    /// Folder of the results; default: <model>.carom in the working directory
    #[arg(long, short, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Continue a run that was interrupted from its last checkpoint, to the same bits
    #[arg(long)]
    pub resume: bool,
    /// Replace an earlier result in the folder; else it is moved aside: ball.carom becomes ball.1.carom
    #[arg(long, conflicts_with = "resume")]
    pub overwrite: bool,
    /// Wall-clock time between checkpoints; default: 30 seconds
    #[arg(long, value_name = "SECONDS")]
    pub checkpoint: Option<u64>,
    /// Go on even if the run would take days at its present speed
    #[arg(long)]
    pub patient: bool,
    /// Report every switch of every function as an event
    #[arg(long)]
    pub verbose_events: bool,
    /// Show every note, not one of each kind
    #[arg(long, short)]
    pub verbose: bool,
    /// Show the mechanism in a browser once the run has ended, as `carom view` does
    #[arg(long, conflicts_with = "json")]
    pub view: bool,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// Copy an example to start from; without a name, list them
#[derive(Args, Debug)]
#[command(after_help = STATUS)]
pub struct ExamplesArgs {
    /// The example, such as four_bar
    pub name: Option<String>,
    /// Folder to write its own folder to; default: the working directory
    #[arg(long, short, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Print errors only
    #[arg(long, short)]
    pub quiet: bool,
}

/// What is refused and what is printed: the same for all commands that read a model.
#[derive(Args, Debug)]
pub struct OutputArgs {
    /// Refuse the model on warnings, too; end a run in which an event may have been missed with status 1
    #[arg(long)]
    pub strict: bool,
    /// Print errors only
    #[arg(long, short)]
    pub quiet: bool,
    /// Print as JSON, for other programs
    #[arg(long)]
    pub json: bool,
}

/// Users' own routines.
#[derive(Args, Clone, Debug)]
pub struct UserArgs {
    /// Call user-written code that the model names, with all rights that you have: only for code that you trust
    #[arg(long)]
    pub allow_user_code: bool,
    /// Library of user-written routines that the model names without one
    #[arg(long, value_name = "FILE", requires = "allow_user_code")]
    pub user_library: Option<PathBuf>,
    /// End the run when a call of user-written code takes longer than this
    #[arg(
        long,
        value_name = "SECONDS",
        requires = "allow_user_code",
        default_value_t = 60
    )]
    pub user_timeout: u64,
}

/// What is computed, and how: the same for a run and for a check of it.
#[derive(Args, Debug)]
pub struct HowArgs {
    /// Adams commands to carry out; default: the .acf file of the same name beside the dataset
    #[arg(long, value_name = "FILE.acf")]
    pub commands: Option<PathBuf>,
    /// One analysis in place of those of the model; commands before its first analysis are carried out
    #[arg(long, value_enum)]
    pub analysis: Option<Analysis>,
    /// End of the run, in the model's time unit; needed if nothing in the model says how long to run
    #[arg(long, value_name = "T", allow_negative_numbers = true)]
    pub end: Option<f64>,
    /// Number of output intervals of each analysis
    #[arg(long, value_name = "N", conflicts_with = "dt")]
    pub steps: Option<u32>,
    /// Output interval, in the model's time unit
    #[arg(long, value_name = "DT", allow_negative_numbers = true)]
    pub dt: Option<f64>,
    /// Integration method; `carom explain integrators` lists them; default: as the model says, else auto
    #[arg(long, value_name = "NAME")]
    pub integrator: Option<String>,
    /// Error tolerance of each step, absolute and relative; default: as the model says, else 1e-6
    #[arg(long, value_name = "E", allow_negative_numbers = true)]
    pub error: Option<f64>,
    /// Largest step, in the model's time unit; default: as the model says, else none. Events are found without it
    #[arg(long, value_name = "H", allow_negative_numbers = true)]
    pub hmax: Option<f64>,
    #[command(flatten)]
    pub user: UserArgs,
    #[command(flatten)]
    pub contacts: ContactArgs,
    /// How the times of events are found
    #[arg(long, value_enum, default_value_t = Locator::Auto)]
    pub locator: Locator,
    /// The unknowns of dynamic analyses; the same motion, to the tolerance
    #[arg(long, value_enum, default_value_t = Coordinates::Auto)]
    pub coordinates: Coordinates,
    /// Result formats, in place of Parquet tables; may be repeated or separated by commas
    #[arg(long, value_name = "FORMAT", value_delimiter = ',')]
    pub format: Vec<String>,
}

/// Linearize a model: eigenvalues, modes, state matrices
///
/// The commands of the model are carried out first, if it has any; the linear analysis is about the state they end in, or about the
/// start. Inputs, outputs and states are those of all PINPUT, POUTPUT and PSTATE (Control_PlantInput, Control_PlantOutput,
/// Reference_PlantState) of the model.
#[derive(Args, Debug)]
#[command(after_help = STATUS)]
pub struct LinearArgs {
    /// Adams dataset (.adm) or commands (.acf), MotionSolve model (.xml), or model file (.carom.toml)
    pub model: PathBuf,
    /// Adams commands to carry out first; default: the .acf file of the same name beside the dataset
    #[arg(long, value_name = "FILE.acf")]
    pub commands: Option<PathBuf>,
    /// Time to run to first, in the model's time unit
    #[arg(long, value_name = "T", allow_negative_numbers = true)]
    pub end: Option<f64>,
    /// Find equilibrium first
    #[arg(long = "static")]
    pub equilibrium: bool,
    /// Keep forces from depending on velocities
    #[arg(long)]
    pub undamped: bool,
    /// Error tolerance of the integration
    #[arg(long, value_name = "E", allow_negative_numbers = true)]
    pub error: Option<f64>,
    /// Result formats, in place of Parquet tables; may be repeated or separated by commas
    #[arg(long, value_name = "FORMAT", value_delimiter = ',')]
    pub format: Vec<String>,
    /// Folder of the results; default: <model>.carom in the working directory
    #[arg(long, short, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Replace an earlier result in the folder; else it is moved aside: ball.carom becomes ball.1.carom
    #[arg(long)]
    pub overwrite: bool,
    #[command(flatten)]
    pub user: UserArgs,
    #[command(flatten)]
    pub output: OutputArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Analysis {
    /// Equations of motion in time
    Dynamic,
    /// Motion of a mechanism without degrees of freedom
    Kinematic,
    /// Equilibrium; with --end a series of them
    Static,
    /// Assembly and initial velocities alone
    Initial,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Coordinates {
    /// Those of the joints where they serve and the method is explicit, else absolute ones
    Auto,
    /// Positions and orientations of all parts
    Absolute,
    /// Displacements and angles of the joints
    Joint,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Locator {
    /// Newton's method on the step length, started from Hénon's step
    Auto,
    /// Hénon's single step
    Henon,
}

/// Write a small model to start from: a ball that falls on a table
///
/// The ending of the file chooses the language. A file that is there already is not replaced.
#[derive(Args, Debug)]
#[command(after_help = STATUS)]
pub struct NewArgs {
    /// File to write: .adm (Adams dataset) or .xml (MotionSolve model)
    pub file: PathBuf,
    /// Print errors only
    #[arg(long, short)]
    pub quiet: bool,
}

/// Read a model, count its degrees of freedom, name redundant constraints and what is unsupported
///
/// All errors are found in one go: those of the text, of arguments, of what is not supported, of geometry, of the assembly, of the
/// commands. With the options of a run, what that run would refuse is refused.
#[derive(Args, Debug)]
#[command(after_help = STATUS)]
pub struct CheckArgs {
    /// Adams dataset (.adm) or commands (.acf), MotionSolve model (.xml), or model file (.carom.toml)
    pub model: PathBuf,
    #[command(flatten)]
    pub how: HowArgs,
    /// Show every note, not one of each kind
    #[arg(long, short)]
    pub verbose: bool,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// Write a model as a model file (.carom.toml) or as an Adams dataset, in its own units or in others
///
/// What is written moves as the model does: without --units to the same bits. With --units every number is carried over by
/// its dimension, those in functions, too. What cannot be written is refused by name, and then nothing is written.
/// docs/convert.md says what becomes of what.
#[derive(Args, Debug)]
#[command(after_help = STATUS)]
pub struct ConvertArgs {
    /// Adams dataset (.adm) or commands (.acf), MotionSolve model (.xml), or model file (.carom.toml)
    pub model: PathBuf,
    /// What to write
    #[arg(long, value_enum)]
    pub to: Form,
    /// Units of what is written, by name, such as newton,tonne,millimeter,second
    #[arg(long, value_name = "FORCE,MASS,LENGTH,TIME")]
    pub units: Option<String>,
    /// Adams commands to go with it; default: the .acf file of the same name beside the dataset
    #[arg(long, value_name = "FILE.acf")]
    pub commands: Option<PathBuf>,
    /// Folder of what is written; default: the working directory
    #[arg(long, short, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Replace files that are there already
    #[arg(long)]
    pub force: bool,
    #[command(flatten)]
    pub output: OutputArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Form {
    /// Carom's own model file, with all that a model has
    Toml,
    /// Adams dataset, and a command file if there are commands
    Adm,
}

/// Run a study: one model many times, with other numbers in it
///
/// The study file names the model, the numbers that vary, the design that says which values they take, and what to find
/// of each run: docs/studies.md describes it. Rows go to the folder <study>.sweep in the working directory, as Parquet
/// files with one row for each run; a run that fails is a row with its reason.
#[derive(Args, Debug)]
#[command(after_help = SWEEP_STATUS)]
pub struct SweepArgs {
    /// The study; with --places, also a model
    #[arg(value_name = "STUDY.toml")]
    pub study: PathBuf,
    /// Folder of the rows; default: <study>.sweep in the working directory
    #[arg(long, short, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Threads; default: as many as the machine has processors
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..).map(usize::from))]
    pub threads: Option<usize>,
    /// Carry out the runs on a Dask cluster, by its scheduler's address, to the same bytes; needs the Python packages carom and distributed
    #[arg(long, value_name = "tcp://HOST:PORT", conflicts_with_all = ["threads", "places", "deck"])]
    pub dask: Option<String>,
    /// Continue a study that was interrupted, to the same bytes
    #[arg(long)]
    pub resume: bool,
    /// Replace an earlier study in the folder; else it is moved aside: ball.sweep becomes ball.1.sweep
    #[arg(long, conflicts_with = "resume")]
    pub overwrite: bool,
    /// List the numbers of the model by the paths that a study names them by, and run nothing
    #[arg(long)]
    pub places: bool,
    /// Print the deck of a run with its numbers in it, and run nothing
    #[arg(long, value_name = "RUN")]
    pub deck: Option<u64>,
    #[command(flatten)]
    pub user: UserArgs,
    /// Carry out these runs alone and write their rows to a file: what a study with user-written code starts for each run
    #[arg(
        long,
        hide = true,
        value_name = "RUNS",
        value_delimiter = ',',
        requires = "rows"
    )]
    pub job: Vec<u64>,
    /// See `job`
    #[arg(long, hide = true, value_name = "FILE")]
    pub rows: Option<PathBuf>,
    /// Print errors only
    #[arg(long, short)]
    pub quiet: bool,
    /// Print the summary as JSON
    #[arg(long)]
    pub json: bool,
}

/// Basins of attraction: which motion each start comes to
///
/// The study is one of `carom sweep`, with a section [basin] in place of responses: period = "2*PI/omega" where time forces the mechanism, event = "impact" where
/// nothing does. Its parameters say where runs start: a grid of two of them is a picture, random points give shares (basin stability). Each run goes on until
/// its motion repeats itself; which motions there are is found, not given. Rows go to <study>.sweep, with the tables basin, attractors and attractor_points and
/// the picture basin.svg beside them. Starts that come to no motion have labels of their own. docs/basins.md describes it.
///
/// Example: carom basin examples/studies/stop_basin.toml
#[derive(Args, Debug)]
#[command(after_help = BASIN_STATUS)]
pub struct BasinArgs {
    /// The study
    #[arg(value_name = "STUDY.toml")]
    pub study: PathBuf,
    /// Folder of rows and tables; default: <study>.sweep in the working directory
    #[arg(long, short, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Threads; default: as many as the machine has processors
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..).map(usize::from))]
    pub threads: Option<usize>,
    /// Carry out the runs on a Dask cluster, by its scheduler's address, to the same bytes; needs the Python packages carom and distributed
    #[arg(long, value_name = "tcp://HOST:PORT", conflicts_with = "threads")]
    pub dask: Option<String>,
    /// Continue a study that was interrupted, to the same bytes; of one that is done, find the labels again
    #[arg(long)]
    pub resume: bool,
    /// Replace an earlier study in the folder; else it is moved aside: ball.sweep becomes ball.1.sweep
    #[arg(long, conflicts_with = "resume")]
    pub overwrite: bool,
    #[command(flatten)]
    pub user: UserArgs,
    /// Print errors only
    #[arg(long, short)]
    pub quiet: bool,
    /// Print as JSON
    #[arg(long)]
    pub json: bool,
}

impl BasinArgs {
    /// The same for the runs.
    pub fn runs(&self) -> SweepArgs {
        SweepArgs {
            study: self.study.clone(),
            out: self.out.clone(),
            threads: self.threads,
            dask: self.dask.clone(),
            resume: self.resume,
            overwrite: self.overwrite,
            places: false,
            deck: None,
            user: self.user.clone(),
            job: Vec::new(),
            rows: None,
            quiet: self.quiet,
            json: self.json,
        }
    }
}

/// A study with `[orbit]` or `[equilibrium]`.
#[derive(Args, Debug)]
#[command(after_help = STATUS)]
pub struct OrbitArgs {
    /// The study; its first point is where the orbit is looked for
    #[arg(value_name = "STUDY.toml")]
    pub study: PathBuf,
    /// Write tables, and their picture, to this new folder, or with --overwrite to one of an earlier result; `carom plot` draws it in other ways
    #[arg(long, short, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Form of these tables
    #[arg(long, value_enum, default_value_t = TableForm::Parquet)]
    pub format: TableForm,
    /// Replace what an earlier result left in the folder
    #[arg(long, requires = "out")]
    pub overwrite: bool,
    #[command(flatten)]
    pub user: UserArgs,
    /// Print errors only
    #[arg(long, short)]
    pub quiet: bool,
    /// Print as JSON
    #[arg(long)]
    pub json: bool,
}

/// How the responses of a study change with its parameters: derivatives from one run
///
/// The study is the file that `carom sweep` takes: a model, parameters with their places in it, responses. One run is carried out, at the first point of its
/// design, together with the derivatives of the motion, through impacts, contacts, friction and switches. Printed are each response R, its derivative with
/// respect to each parameter p, the scaled one p/R·dR/dp, and the events with the derivatives of their times. A derivative that has to be taken with care
/// is marked, and the reason is said: impacts that barely touch, events at the same time, an output at an event.
///
/// Without --of and --to, the section [sensitivities] of the study says which are wanted (of = ["apex"], to = ["k", "e"]); without that, all are shown.
/// docs/sensitivities.md has an example from start to end.
///
/// Example: carom sensitivities examples/studies/ball_sensitivities.toml --to k,e
#[derive(Args, Debug)]
#[command(after_help = STATUS)]
pub struct SensitivitiesArgs {
    /// The study
    #[arg(value_name = "STUDY.toml")]
    pub study: PathBuf,
    /// Responses, by name; may be repeated or separated by commas
    #[arg(long, value_name = "RESPONSE", value_delimiter = ',')]
    pub of: Vec<String>,
    /// Parameters, by name; may be repeated or separated by commas
    #[arg(long, value_name = "PARAMETER", value_delimiter = ',')]
    pub to: Vec<String>,
    /// Go back through the run: for many parameters and few responses (method = "reverse" in the study)
    #[arg(long)]
    pub reverse: bool,
    /// How many events are printed: a number, or all
    #[arg(long, value_name = "N|all", default_value = "20", value_parser = how_many)]
    pub events: usize,
    /// Write the tables sensitivities and event_sensitivities to this folder
    #[arg(long, short, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Form of these tables
    #[arg(long, value_enum, default_value_t = TableForm::Parquet)]
    pub format: TableForm,
    #[command(flatten)]
    pub user: UserArgs,
    /// Print errors only
    #[arg(long, short)]
    pub quiet: bool,
    /// Print as JSON, for other programs
    #[arg(long)]
    pub json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TableForm {
    /// Parquet
    Parquet,
    /// Comma-separated values
    Csv,
}

impl From<TableForm> for carom_stability::tables::Form {
    fn from(form: TableForm) -> Self {
        match form {
            TableForm::Parquet => Self::Parquet,
            TableForm::Csv => Self::Csv,
        }
    }
}

/// A number, or all.
fn how_many(text: &str) -> Result<usize, String> {
    match text {
        "all" => Ok(usize::MAX),
        _ => text.parse().map_err(|_| "a number, or all".to_owned()),
    }
}

/// Evaluate a function expression
///
/// Example: carom eval "IMPACT(x, v, 1.0, 100, 1.5, 25, 0.1)" --let x=0.95 --let v=-2 --derivatives
#[derive(Args, Debug)]
#[command(after_help = STATUS)]
pub struct EvalArgs {
    /// The expression; what it asks of a model is replaced by names
    #[arg(value_name = "EXPR", allow_hyphen_values = true)]
    pub expression: String,
    /// Gives a name a value
    #[arg(long = "let", value_name = "NAME=VALUE")]
    pub lets: Vec<String>,
    /// Also print first and second derivatives by the names
    #[arg(long)]
    pub derivatives: bool,
    /// Language of the expression
    #[arg(long, value_enum, default_value_t = Language::Adams)]
    pub language: Language,
    /// Print as JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Language {
    /// As in Adams datasets
    Adams,
    /// As in MotionSolve models
    #[value(name = "motionsolve")]
    MotionSolve,
}

/// Contact geometry of two solids: each volume of intersection, its centroid, the nearest points, the depth
///
/// The case is a JSON object with the solids A and B, such as {"A": {"type": "sphere", "radius": 1, "center": [0, 0, 0.9]},
/// "B": {"type": "halfspace", "normal": [0, 0, 1], "offset": 0}}, or a list of them in "cases". Solids: halfspace, sphere,
/// spherical_cavity, box, ellipsoid, cylinder, capsule, frustum, cone, torus, vgroove, edge, mesh (vertices and triangles, or a file
/// in STL, OBJ, PLY, STEP or Parasolid text), icosphere.
#[derive(Args, Debug)]
#[command(after_help = STATUS)]
pub struct OverlapArgs {
    /// The case
    #[arg(value_name = "CASE.json")]
    pub case: PathBuf,
    /// Also print direction, depth and point of the force by this rule
    #[arg(long, value_enum)]
    pub rule: Option<Rule>,
    /// Write the surface of the volumes of intersection as triangles, for a look; curved solids go by facets
    #[arg(long, value_name = "FILE.stl")]
    pub stl: Option<PathBuf>,
    /// Print as JSON
    #[arg(long)]
    pub json: bool,
}

/// Volume, area, centre and inertia of the solids in a CAD file
///
/// Reads Parasolid text (.x_t, .xmt_txt) and STEP (.step, .stp). Volume, centre and inertia are integrals over the exact faces, with
/// an estimate of their error. Inertia is about the centre, on the axes of the file: Σ m (r²·1 − r rᵀ).
#[derive(Args, Debug)]
#[command(after_help = STATUS)]
pub struct MassArgs {
    /// File of solids
    pub file: PathBuf,
    /// Density in kg/m³; without it inertia is that at density one
    #[arg(long, value_name = "KG/M3")]
    pub density: Option<f64>,
    /// Units of masses and lengths, such as kilogram,millimeter; default: kilogram and the length unit of the file
    #[arg(long, value_name = "MASS,LENGTH")]
    pub units: Option<String>,
    /// Print as JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Rule {
    /// Along the nearest points
    Adams,
    /// Along the vector area; no push sideways at edges
    Smooth,
    /// The gradient of the volume
    Potential,
}

/// Manual page of a function, statement, element, integrator, format, table, option or diagnostic
#[derive(Args, Debug)]
#[command(after_help = STATUS)]
pub struct ExplainArgs {
    /// A name such as IMPACT, SFORCE, radau5, parquet, events, --hmax or adm-bad-id; none: what there is
    #[arg(allow_hyphen_values = true)]
    pub name: Option<String>,
    /// Print as JSON
    #[arg(long)]
    pub json: bool,
}

/// Curves of results as pictures
///
/// A curve is TABLE.COLUMN[ID]: bodies.z[2], requests.f2, forces.fz[SFORCE/1], contacts.fn[1], bodies.v[ball]. Without ID all elements are meant, without COLUMN
/// all columns that vary; a column without its x, y, z is the length of the vector. Curves of one quantity share a panel. Without --y, requests are
/// drawn, or else positions. --list shows what there is.
///
/// Of a study, a curve is one of its columns, with a dot for each run or each point of a section; without --x, it is drawn over the first parameter that varies.
///
/// Of the folder that carom orbit, branch or exponents wrote, a curve is a column of its tables orbits or orbit_events over the parameter, stable orbits solid and unstable
/// ones dashed, or one of impacts (their speeds), multipliers (in their plane), phase (the motion along one orbit), convergence (of exponents). With the folder of a
/// study besides, the points of that are drawn behind.
///
/// Examples:
///   carom plot ball.carom --y bodies.z[2] --y forces.fz --from 0.4 --to 0.6
///   carom plot ball.carom --x bodies.z[2] --y bodies.vz[2] -o phase.png
///   carom plot soft.carom hard.carom --y requests.velocity
///   carom plot shaker.carom --x bodies.z[2] --y bodies.vz[2] --poincare 0.2 --from 10
///   carom plot vibrating_table.sweep --y phase
///   carom plot stop_branch stop.sweep --y impacts --cloud -speed
#[derive(Args, Debug)]
#[command(after_help = STATUS, verbatim_doc_comment)]
pub struct PlotArgs {
    /// Folders of results; several are drawn over each other; or the folder of a study, or of orbits, branches or exponents
    #[arg(required = true, value_name = "RUN")]
    pub runs: Vec<PathBuf>,
    /// Behind branches: the column of a study whose folder is given, too; with - in front its values are negated
    #[arg(long, value_name = "COLUMN", allow_hyphen_values = true)]
    pub cloud: Option<String>,
    /// A curve; may be repeated
    #[arg(long, value_name = "CURVE", allow_hyphen_values = true)]
    pub y: Vec<String>,
    /// Over what: a curve, or time
    #[arg(long, value_name = "CURVE")]
    pub x: Option<String>,
    /// Picture, .svg or .png; default: <run>.plot.svg in the working directory
    #[arg(long, short, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// First time that is drawn
    #[arg(long, value_name = "T", allow_negative_numbers = true)]
    pub from: Option<f64>,
    /// Last time that is drawn
    #[arg(long, value_name = "T", allow_negative_numbers = true)]
    pub to: Option<f64>,
    /// Poincaré section: a dot once in this period in place of lines
    #[arg(long, value_name = "PERIOD")]
    pub poincare: Option<f64>,
    /// Time of the first dot; default: the first output
    #[arg(
        long,
        value_name = "T",
        requires = "poincare",
        allow_negative_numbers = true
    )]
    pub phase: Option<f64>,
    /// Amplitudes over frequency
    #[arg(long)]
    pub spectrum: bool,
    /// Events that are marked: auto, none, all, or kinds separated by commas
    #[arg(long, value_name = "KINDS", value_delimiter = ',')]
    pub events: Vec<String>,
    /// Draw all curves in one panel
    #[arg(long)]
    pub together: bool,
    /// A unit is as long on both axes: paths to scale
    #[arg(long, requires = "x", conflicts_with_all = ["log_x", "log_y"])]
    pub equal: bool,
    /// Logarithmic horizontal axis
    #[arg(long)]
    pub log_x: bool,
    /// Logarithmic vertical axes
    #[arg(long)]
    pub log_y: bool,
    /// Title; default: that of the model
    #[arg(long, value_name = "TEXT")]
    pub title: Option<String>,
    /// Width of the picture
    #[arg(long, value_name = "PIXELS")]
    pub width: Option<f64>,
    /// Height of each panel
    #[arg(long, value_name = "PIXELS")]
    pub height: Option<f64>,
    /// Pixels of a PNG for each unit of its size
    #[arg(long, value_name = "FACTOR", default_value_t = 2.0)]
    pub scale: f64,
    /// Show tables, columns and elements instead
    #[arg(long)]
    pub list: bool,
    /// Print errors only
    #[arg(long, short)]
    pub quiet: bool,
}

/// The mechanism in motion, in a browser
///
/// One page with the mechanism in three dimensions, its curves and its events. It is served to this machine only, or written to a file that needs nothing else.
#[derive(Args, Debug)]
#[command(after_help = STATUS)]
pub struct ViewArgs {
    /// Folder of results
    #[arg(value_name = "RUN")]
    pub run: PathBuf,
    /// Another run, whose curves stand beside those of this one; may be given several times
    #[arg(long, value_name = "RUN", conflicts_with = "gltf")]
    pub with: Vec<PathBuf>,
    /// Write the page to a file instead
    #[arg(long, short, value_name = "FILE.html")]
    pub out: Option<PathBuf>,
    /// Write the motion as a glTF animation for other programs instead, in one binary file
    #[arg(long, value_name = "FILE.glb", conflicts_with_all = ["out", "no_open", "port"])]
    pub gltf: Option<PathBuf>,
    /// Leave the browser closed
    #[arg(long)]
    pub no_open: bool,
    /// Port on 127.0.0.1; 0: any that is free
    #[arg(long, value_name = "PORT", default_value_t = 0)]
    pub port: u16,
    /// Print errors only
    #[arg(long, short)]
    pub quiet: bool,
}

/// Print completions for a shell
#[derive(Args, Debug)]
pub struct CompletionArgs {
    /// The shell
    pub shell: Shell,
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn arguments_are_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn each_command_documents_the_exit_status() {
        for mut c in Cli::command().get_subcommands().cloned() {
            if c.get_name() == "completions" {
                continue;
            }
            let help = c.render_long_help().to_string();
            let status = match c.get_name() {
                "sweep" => SWEEP_STATUS,
                "basin" => BASIN_STATUS,
                _ => STATUS,
            };
            for line in status.lines() {
                assert!(help.contains(line.trim()), "{}: {line}", c.get_name());
            }
        }
    }
}
