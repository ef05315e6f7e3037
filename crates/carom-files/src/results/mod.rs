//! Results on disk: one format per file, all listed in [`RESULT_FORMATS`].
//!
//! A format makes a [`ResultWriter`], which is told a run as it happens and writes as it is told, so that
//! what a long run has computed stands on disk before the run ends.

pub mod csv;
mod error;
mod format;
pub mod gra;
pub mod mrf;
#[cfg(feature = "parquet")]
pub mod parquet;
pub mod plt;
pub mod read;
pub mod req;
pub mod res;
pub mod scene;
pub mod stamp;
pub mod tables;
pub mod text;
pub mod thin;
pub mod unit_names;

pub use error::ResultError;
pub use format::{Heading, Outcome, ResultFormat, ResultWriter};

/// The formats, in the order of the manual.
pub const RESULT_FORMATS: &[&dyn ResultFormat] = &[
    #[cfg(feature = "parquet")]
    &parquet::Parquet,
    &csv::Csv,
    &res::Res,
    &req::Req,
    &gra::Gra,
    &plt::Plt,
    &mrf::Mrf,
];

/// The format of a name.
pub fn find(name: &str) -> Option<&'static dyn ResultFormat> {
    RESULT_FORMATS.iter().copied().find(|f| f.name() == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_format_describes_itself() {
        for (i, f) in RESULT_FORMATS.iter().enumerate() {
            assert!(!f.name().is_empty() && f.name().chars().all(|c| c.is_ascii_lowercase()));
            assert!(f.text().len() > 20, "{}", f.name());
            assert!(RESULT_FORMATS[..i].iter().all(|g| g.name() != f.name()));
            assert_eq!(find(f.name()).map(|g| g.text()), Some(f.text()));
        }
        assert!(find("xls").is_none());
    }
}
