//! Who looks on while a run goes on.

use carom_dynamics::{Progress, SearchProgress, Statistics};
use carom_model::analysis::Analysis;
use carom_model::run::EventRow;

/// Looks on while a run goes on.
pub trait Watcher {
    /// The model is assembled; nothing has moved yet.
    fn assembled(&mut self, degrees_of_freedom: i64, redundant: &[String]) {
        let _ = (degrees_of_freedom, redundant);
    }
    /// An analysis begins.
    fn begin(&mut self, analysis: Analysis) {
        let _ = analysis;
    }
    /// After a step; `false` asks for an early end.
    fn progress(&mut self, progress: Progress) -> bool {
        let _ = progress;
        true
    }
    /// After an iteration of a search for an equilibrium; `false` asks for an early end.
    fn search(&mut self, progress: SearchProgress) -> bool {
        let _ = progress;
        true
    }
    /// Why it asked for an end, in the words of `run.json`.
    fn why(&self) -> Option<String> {
        None
    }
    /// An event.
    fn event(&mut self, event: &EventRow) {
        let _ = event;
    }
    /// An analysis ended.
    fn end(&mut self, statistics: &Statistics) {
        let _ = statistics;
    }
}

/// Does not look.
impl Watcher for () {}
