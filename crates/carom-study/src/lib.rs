//! Many runs of one model: designs, Monte Carlo, bifurcations.
//!
//! A [`Study`] is read from a TOML file: the model, the parameters with the numbers of the deck that they take the place
//! of, the design that says which values they take, the responses that are found of each run. Its rows go to a
//! [`Dataset`], a folder of Parquet files with one row for each run, whose bytes depend on the study and nothing else.
//!
//! ```no_run
//! use carom_study::{Dataset, Earlier, Study, run_missing};
//! let study = Study::read("ball.toml").unwrap_or_else(|refused| panic!("{:?}", refused.diagnostics));
//! let mut dataset = Dataset::open(&study, "ball.sweep".as_ref(), Earlier::Resumed).unwrap();
//! run_missing(&mut dataset, &study, 2, &|| false, &mut |_| {}).unwrap();
//! println!("{:?}", dataset.finish().unwrap().ended);
//! ```
//!
//! Beyond one machine, an executor of any kind gives points to workers and their bytes to the dataset:
//! [`Dataset::missing`] → [`Study::run_points`] on a worker that has read the same study → [`Dataset::add_points`].

pub mod basin;
mod continuation;
mod dataset;
mod deck;
mod design;
mod digest;
mod execute;
mod formula;
mod input;
mod normal;
mod orbit;
mod picture;
mod refusal;
mod requests;
mod response;
mod row;
mod run;
mod section;
mod sensitivities;
mod sobol;
mod study;
mod table;

pub use continuation::{Continuation, Direction};
pub use dataset::{
    Counts, Dataset, Earlier, STUDY_FILE, Summary, default_folder, read_summary, write_whole,
};
pub use deck::Deck;
pub use design::{Axis, DESIGNS, Design};
pub use digest::{Digest, Extreme, digests};
pub use execute::{Carrier, run_missing, run_missing_by};
pub use orbit::{
    BifurcationKind, BranchSpec, CurveSpec, ExponentsSpec, OrbitReturn, OrbitSpec, OrbitSpecs,
};
pub use picture::{PictureRequest, Shown, list, picture, shown};
pub use response::{
    EVENT_COLUMNS, EventColumn, Gathering, REDUCERS, Reducer, Response, Rule, Series, Source, Which,
};
pub use row::{Row, Status};
pub use section::{Every, PointColumn, Section};
pub use sensitivities::SensitivityRequest;
pub use study::{Origin, Parameter, Refused, Study, UserLeave};
pub use table::{Column, Values, parquet as parquet_table, read_table};
