//! Tables too long to be looked at whole: of a run with many outputs, those are read that a picture needs.
//!
//! The tables of bodies, requests, joints and forces have one row for each of their elements at each output. The outputs are cut into
//! buckets of one length; of each bucket the first output stays, and those at which any number of any element is smallest or largest
//! in it. What a curve shows at the width of a screen stays as it is, its extremes to the bit, and the same outputs stay in all
//! tables. Where there are so many elements that their extremes would be all outputs, outputs at equal distances stay, and the
//! extremes of the whole run.
//!
//! The tables are read twice, group by group, so that no more is in memory than what stays.

use super::error::ResultError;
use super::read::{Table, groups};
use super::tables::{Column, TABLES, TableSpec};
use std::path::Path;

/// Tables with a row for each element at each output.
const BY_OUTPUT: [&str; 4] = ["bodies", "requests", "joints", "forces"];

/// Tables of a run, and how many outputs stand for how many.
#[derive(Debug)]
pub struct Thinned {
    /// Those that are there, in the order of the manual.
    pub tables: Vec<(&'static TableSpec, Table)>,
    /// Outputs that were read and outputs that there are, if some were left out.
    pub outputs: Option<[usize; 2]>,
}

/// How a table is laid out.
struct Plan {
    spec: &'static TableSpec,
    /// Rows of an output.
    elements: usize,
    outputs: usize,
}

impl Plan {
    fn numbers(&self) -> usize {
        let count = self.spec.columns.len();
        self.elements * count
    }
}

/// Reads the tables of a folder that are there: whole if they have no more than `most` values, else so many.
///
/// # Errors
/// Those of [`Table::read`].
pub fn read(folder: &Path, most: usize) -> Result<Thinned, ResultError> {
    let there = |spec: &&TableSpec| {
        let file = folder.join(spec.name);
        ["parquet", "csv"]
            .iter()
            .any(|e| file.with_extension(e).exists())
    };
    let specs: Vec<&'static TableSpec> = TABLES.iter().filter(there).collect();
    let mut plans = Vec::new();
    for spec in specs.iter().filter(|s| BY_OUTPUT.contains(&s.name)) {
        plans.extend(plan(folder, spec)?);
    }
    let outputs = plans.iter().map(|p| p.outputs).max().unwrap_or(0);
    let each: usize = plans.iter().map(Plan::numbers).sum();
    let regular = plans.iter().all(|p| p.outputs == outputs);
    if !regular || each.saturating_mul(outputs) <= most {
        let whole = |spec: &&'static TableSpec| Ok((*spec, Table::read(folder, spec.name)?));
        let tables = specs.iter().map(whole).collect::<Result<_, _>>()?;
        return Ok(Thinned {
            tables,
            outputs: None,
        });
    }
    let mut marks = Marks::new(outputs, each, (most / each).max(2));
    for plan in &plans {
        marks.look(folder, plan)?;
    }
    let kept = marks.kept;
    let mut times = Vec::new();
    let mut tables = Vec::new();
    for spec in specs {
        let table = match plans.iter().find(|p| p.spec.name == spec.name) {
            Some(plan) => some(folder, plan, &kept)?,
            None if spec.name == "contacts" => at_times(folder, spec, &times)?,
            None => Table::read(folder, spec.name)?,
        };
        if times.is_empty() && plans.iter().any(|p| p.spec.name == spec.name) {
            times = table.numbers("time").to_vec();
            times.dedup();
        }
        tables.push((spec, table));
    }
    let count = kept.iter().filter(|k| **k).count();
    Ok(Thinned {
        tables,
        outputs: Some([count, outputs]),
    })
}

/// The layout of a table; `None` if it has no rows, or is not laid out so.
fn plan(folder: &Path, spec: &'static TableSpec) -> Result<Option<Plan>, ResultError> {
    let (mut rows, mut elements) = (0, None);
    let mut first: Option<Vec<String>> = None;
    groups(folder, spec, &mut |columns| {
        for r in 0..columns[0].len() {
            if elements.is_some() {
                break;
            }
            let key = key(&columns, r);
            match &first {
                None => first = Some(key),
                Some(f) if rows + r > 0 && *f == key => elements = Some(rows + r),
                Some(_) => {}
            }
        }
        rows += columns[0].len();
    })?;
    let elements = elements.unwrap_or(rows);
    Ok((rows > 0 && rows.is_multiple_of(elements)).then(|| Plan {
        spec,
        elements,
        outputs: rows / elements,
    }))
}

/// Whose row it is.
fn key(columns: &[Column], row: usize) -> Vec<String> {
    let part = |c: &Column| match c {
        Column::Number(_) => None,
        Column::Id(v) => Some(v[row].to_string()),
        Column::Text(v) => Some(v[row].to_string()),
    };
    columns.iter().filter_map(part).collect()
}

/// Which outputs stay.
struct Marks {
    kept: Vec<bool>,
    /// Outputs of a bucket.
    bucket: usize,
}

impl Marks {
    /// `each` values of an output, `most` outputs that may stay.
    fn new(outputs: usize, each: usize, most: usize) -> Self {
        // The extremes of all numbers, and the first output.
        let of_bucket = 2 * each + 1;
        let buckets = most / of_bucket;
        let mut kept = vec![false; outputs];
        /// Fewer buckets are no picture.
        const FEW: usize = 500;
        let bucket = if buckets >= FEW {
            let bucket = outputs.div_ceil(buckets);
            kept.iter_mut().step_by(bucket).for_each(|k| *k = true);
            bucket
        } else {
            let step = (2 * outputs).div_ceil(most);
            kept.iter_mut().step_by(step.max(1)).for_each(|k| *k = true);
            outputs
        };
        if let Some(last) = kept.last_mut() {
            *last = true;
        }
        Self { kept, bucket }
    }

    fn look(&mut self, folder: &Path, plan: &Plan) -> Result<(), ResultError> {
        let width = plan.numbers();
        // For each number of each element: least and largest of the bucket, with their outputs.
        let none = (f64::INFINITY, f64::NEG_INFINITY, usize::MAX, usize::MAX);
        let mut extremes = vec![none; width];
        let (mut row, mut bucket) = (0, 0);
        let kept = &mut self.kept;
        let mut close = |extremes: &mut Vec<(f64, f64, usize, usize)>| {
            for (.., low, high) in extremes.iter() {
                for output in [low, high] {
                    if let Some(k) = kept.get_mut(*output) {
                        *k = true;
                    }
                }
            }
            extremes.fill(none);
        };
        groups(folder, plan.spec, &mut |columns| {
            for r in 0..columns[0].len() {
                let (output, element) = (row / plan.elements, row % plan.elements);
                if output / self.bucket != bucket {
                    close(&mut extremes);
                    bucket = output / self.bucket;
                }
                for (c, column) in columns.iter().enumerate() {
                    if let Column::Number(v) = column {
                        let e = &mut extremes[element * columns.len() + c];
                        if v[r] < e.0 {
                            (e.0, e.2) = (v[r], output);
                        }
                        if v[r] > e.1 {
                            (e.1, e.3) = (v[r], output);
                        }
                    }
                }
                row += 1;
            }
        })?;
        close(&mut extremes);
        Ok(())
    }
}

/// The rows of the outputs that stay.
fn some(folder: &Path, plan: &Plan, kept: &[bool]) -> Result<Table, ResultError> {
    let mut row = 0;
    filtered(folder, plan.spec, &mut |_, _| {
        row += 1;
        kept[(row - 1) / plan.elements]
    })
}

/// The rows at times that stay.
fn at_times(folder: &Path, spec: &'static TableSpec, times: &[f64]) -> Result<Table, ResultError> {
    filtered(folder, spec, &mut |columns, r| {
        let Column::Number(time) = &columns[0] else {
            return true;
        };
        let at = times.partition_point(|t| *t < time[r]);
        times.get(at) == Some(&time[r])
    })
}

fn filtered(
    folder: &Path,
    spec: &'static TableSpec,
    stays: &mut dyn FnMut(&[Column], usize) -> bool,
) -> Result<Table, ResultError> {
    let mut kept = super::tables::Rows::new(spec).columns;
    groups(folder, spec, &mut |columns| {
        for r in 0..columns[0].len() {
            if !stays(&columns, r) {
                continue;
            }
            for (to, from) in kept.iter_mut().zip(&columns) {
                match (to, from) {
                    (Column::Number(a), Column::Number(b)) => a.push(b[r]),
                    (Column::Id(a), Column::Id(b)) => a.push(b[r]),
                    (Column::Text(a), Column::Text(b)) => a.push(b[r].clone()),
                    _ => unreachable!("both are of one table"),
                }
            }
        }
    })?;
    Ok(Table::of(spec, kept))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two requests at many outputs, with one needle each.
    fn folder(outputs: usize) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        let mut text = String::from("time,request,f1,f2,f3,f4,f5,f6,f7,f8\n");
        for k in 0..outputs {
            for id in [1, 2] {
                let needle = if k == 777 * id {
                    9.0
                } else {
                    (k as f64 * 0.01).sin()
                };
                text += &format!("{},{id},{needle},0,0,0,0,0,0,0\n", k as f64 * 0.1);
            }
        }
        std::fs::write(folder.path().join("requests.csv"), text).unwrap();
        folder
    }

    #[test]
    fn extremes_stay() {
        let folder = folder(30_000);
        let most = 20 * 25_000;
        let thinned = read(folder.path(), most).unwrap();
        let [kept, all] = thinned.outputs.unwrap();
        assert!(all == 30_000 && kept < 25_000 && kept > 400, "{kept}");
        let (_, table) = &thinned.tables[0];
        assert_eq!(table.len(), 2 * kept);
        let (ids, values, times) = (
            table.ids("request"),
            table.numbers("f1"),
            table.numbers("time"),
        );
        for id in [1, 2] {
            let needle = (0..table.len()).find(|&r| ids[r] == id && values[r] == 9.0);
            let time = times[needle.unwrap()];
            assert!((time - 77.7 * f64::from(id)).abs() < 1e-9, "{time}");
        }
        // each output has both requests, in their order
        assert!(ids.chunks(2).all(|c| c == [1, 2]));
        assert!(times.chunks(2).all(|c| c[0] == c[1]) && times.is_sorted());
        assert_eq!(times.last(), Some(&2999.9));
    }

    #[test]
    fn a_short_table_stays_whole_and_a_wide_one_keeps_its_largest() {
        let folder = folder(3000);
        let whole = read(folder.path(), 1 << 20).unwrap();
        assert!(whole.outputs.is_none());
        assert_eq!(whole.tables[0].1.len(), 6000);
        let few = read(folder.path(), 2000).unwrap();
        let [kept, _] = few.outputs.unwrap();
        assert!((50..200).contains(&kept), "{kept}");
        assert!(few.tables[0].1.numbers("f1").contains(&9.0));
    }
}
