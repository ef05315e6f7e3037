//! All runs of a study: on threads of this machine, or point by point for others to spread.

use crate::dataset::Dataset;
use crate::row::{self, Row, Status};
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
        let known: Vec<u64> = runs.iter().copied().filter(|r| *r < self.len()).collect();
        for job in self.jobs(&known) {
            self.run_job(&job, &|| false, &mut |row| {
                row::append(&row.pack(), &mut bytes);
                true
            });
        }
        bytes
    }

    /// The rows that [`Study::run_points`] has made bytes of.
    pub fn rows(bytes: &[u8]) -> Vec<Row> {
        row::records(bytes).0
    }

    /// The row of a run that was lost with the process that carried it out.
    pub fn lost(&self, run: u64, reason: String) -> Row {
        self.empty(run, self.values(run), Status::Early, reason)
    }

    /// Carries out one run. With a continuation, the runs before it in its chain are carried out, too.
    pub fn run(&self, run: u64) -> Row {
        let mut last = None;
        self.run_job(&[run], &|| false, &mut |row| {
            last = Some(row);
            true
        });
        last.expect("a job tells each of its runs")
    }

    /// Splits runs into pieces of work that can be done at the same time without doing anything twice: single runs, or
    /// those of one chain of a continuation.
    pub fn jobs(&self, runs: &[u64]) -> Vec<Vec<u64>> {
        let Some(continuation) = &self.continuation else {
            return runs.iter().map(|r| vec![*r]).collect();
        };
        let mut jobs: Vec<(u64, Vec<u64>)> = Vec::new();
        let mut places = std::collections::HashMap::new();
        for &run in runs {
            let first = continuation.chain(run)[0];
            let place = *places.entry(first).or_insert_with(|| {
                jobs.push((first, Vec::new()));
                jobs.len() - 1
            });
            jobs[place].1.push(run);
        }
        jobs.into_iter().map(|j| j.1).collect()
    }

    /// Carries out the runs of one of [`Study::jobs`], until `told` gives `false` or `stop` gives `true`. A run that is
    /// stopped is not told.
    fn run_job(&self, job: &[u64], stop: &dyn Fn() -> bool, told: &mut dyn FnMut(Row) -> bool) {
        let told = &mut |row| !stop() && told(row);
        let Some(continuation) = &self.continuation else {
            for &run in job {
                if !told(self.run_from(run, None, stop).0) {
                    return;
                }
            }
            return;
        };
        let Some(&first) = job.first() else {
            return;
        };
        let mut left: std::collections::HashSet<u64> = job.iter().copied().collect();
        let mut state: Option<Vec<u8>> = None;
        for run in continuation.chain(first) {
            let (row, end) = self.run_from(run, state.as_deref(), stop);
            state = end;
            if left.remove(&run) && !told(row) {
                return;
            }
            if left.is_empty() || stop() {
                return;
            }
        }
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

/// Carries out the runs that a dataset misses, on some threads. `told` hears of each row. When `stop` says so, the runs that
/// are going on end after their step and leave no rows.
///
/// # Errors
/// The disk's. Runs that fail are rows.
pub fn run_missing(
    dataset: &mut Dataset<'_>,
    study: &Study,
    threads: usize,
    stop: &(dyn Fn() -> bool + Sync),
    told: &mut dyn FnMut(&Row),
) -> io::Result<()> {
    let here: &Carrier<'_> = &|job, stop, row| study.run_job(job, stop, row);
    run_missing_by(here, dataset, study, threads, stop, told)
}

/// Carries out a job, and hands over the row of each of its runs, until that gives `false` or the second argument says that it is to stop.
pub type Carrier<'a> = dyn Fn(&[u64], &dyn Fn() -> bool, &mut dyn FnMut(Row) -> bool) + Sync + 'a;

/// The same where others carry out the jobs, say processes of their own.
///
/// # Errors
/// The disk's. Runs that fail are rows.
pub fn run_missing_by(
    carry: &Carrier<'_>,
    dataset: &mut Dataset<'_>,
    study: &Study,
    threads: usize,
    stop: &(dyn Fn() -> bool + Sync),
    told: &mut dyn FnMut(&Row),
) -> io::Result<()> {
    let jobs = study.jobs(&dataset.missing());
    let (next, gone) = (AtomicUsize::new(0), AtomicBool::new(false));
    std::thread::scope(|scope| {
        let (send, receive) = mpsc::channel();
        for _ in 0..threads.clamp(1, jobs.len().max(1)) {
            let (send, next, gone, jobs) = (send.clone(), &next, &gone, &jobs);
            scope.spawn(move || {
                while let Some(job) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let stop = || gone.load(Ordering::Relaxed) || stop();
                    carry(job, &stop, &mut |row| send.send(row).is_ok());
                    if stop() {
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
