//! All runs of a study: on threads of this machine, or point by point for others to spread.

use crate::dataset::Dataset;
use crate::row::{self, Row};
use crate::study::Study;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;

impl Study {
    /// Carries out some runs, one after the other, and gives their rows as bytes for [`Dataset::add_points`].
    ///
    /// This is what a worker of a cluster does. The bytes of a run do not depend on where it ran.
    pub fn run_points(&self, runs: &[u64]) -> Vec<u8> {
        let mut bytes = Vec::new();
        for &run in runs.iter().filter(|r| **r < self.len()) {
            row::append(&self.run(run).pack(), &mut bytes);
        }
        bytes
    }

    /// A number that changes with all that decides the rows: the study, the texts of its model, its points, the program.
    pub fn fingerprint(&self) -> u64 {
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        let mut mix = |bytes: &[u8]| {
            for b in bytes.iter().chain(&[0]) {
                hash = (hash ^ u64::from(*b)).wrapping_mul(0x0100_0000_01b3);
            }
        };
        mix(carom::PROGRAM.as_bytes());
        mix(self.text.as_bytes());
        for source in self.deck.model.sources.iter() {
            mix(source.text.as_bytes());
        }
        mix(&self.points_file);
        hash
    }
}

/// Carries out the runs that a dataset misses, on some threads. `told` hears of each row.
///
/// # Errors
/// The disk's. Runs that fail are rows.
pub fn run_missing(
    dataset: &mut Dataset<'_>,
    study: &Study,
    threads: usize,
    told: &mut dyn FnMut(&Row),
) -> io::Result<()> {
    let runs = dataset.missing();
    let (next, gone) = (AtomicUsize::new(0), AtomicBool::new(false));
    std::thread::scope(|scope| {
        let (send, receive) = mpsc::channel();
        for _ in 0..threads.clamp(1, runs.len().max(1)) {
            let (send, next, gone, runs) = (send.clone(), &next, &gone, &runs);
            scope.spawn(move || {
                while let Some(run) = runs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if gone.load(Ordering::Relaxed) || send.send(study.run(*run)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(send);
        let mut taken = Ok(());
        for row in receive {
            told(&row);
            taken = dataset.add(row);
            if taken.is_err() {
                gone.store(true, Ordering::Relaxed);
                break;
            }
        }
        taken
    })
}
