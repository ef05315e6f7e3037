//! Runs to look at: [`plot`] makes curves of their result tables, [`page`] the mechanism in motion as one HTML file.
//!
//! Everything is read from the folder of a run: its tables, `run.json` with the units, and `scene.json` with names and shapes. The model is not
//! needed any more.

pub mod gltf;
pub mod motion;
pub mod page;
pub mod picture;
pub mod plot;
pub mod quantity;
pub mod run;
pub mod serve;

pub use run::Run;
