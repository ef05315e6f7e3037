//! The values of a matrix, from the orders and forms in which decks give them to row by row.

/// The most entries that a matrix may have; a deck with more means something else.
pub const MOST_ENTRIES: usize = 1 << 24;

/// The number of entries of a matrix of this size, or what is wrong with it.
pub fn entries(rows: f64, columns: f64) -> Result<(usize, usize), String> {
    if rows * columns > MOST_ENTRIES as f64 {
        return Err(format!(
            "{rows} rows and {columns} columns are more than the {MOST_ENTRIES} entries that a matrix may have"
        ));
    }
    Ok((rows as usize, columns as usize))
}

/// Values given row by row or column by column, as rows. Their number fits the size.
pub fn dense(
    rows: usize,
    columns: usize,
    by_rows: bool,
    values: &[f64],
) -> Result<Vec<f64>, String> {
    if values.len() != rows * columns {
        return Err(format!(
            "{rows} rows and {columns} columns need {} values, not {}",
            rows * columns,
            values.len()
        ));
    }
    if by_rows {
        return Ok(values.to_vec());
    }
    let at = |k: usize| values[(k % columns) * rows + k / columns];
    Ok((0..values.len()).map(at).collect())
}

/// Entries with their row and column, counted from 1; all others are zero. The error says which entry is wrong.
pub fn sparse(
    rows: usize,
    columns: usize,
    entries: impl Iterator<Item = (f64, f64, f64)>,
) -> Result<Vec<f64>, (usize, String)> {
    let mut values = vec![0.0; rows * columns];
    let mut taken = vec![false; rows * columns];
    for (k, (i, j, value)) in entries.enumerate() {
        let inside = |x: f64, n: usize| x >= 1.0 && x <= n as f64 && x.fract() == 0.0;
        if !inside(i, rows) || !inside(j, columns) {
            let what =
                format!("row {i}, column {j} is no place in {rows} rows and {columns} columns");
            return Err((k, what));
        }
        let at = (i as usize - 1) * columns + j as usize - 1;
        if std::mem::replace(&mut taken[at], true) {
            return Err((k, format!("row {i}, column {j} is given twice")));
        }
        values[at] = value;
    }
    Ok(values)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_and_places() {
        let by_columns = [11.0, 21.0, 12.0, 22.0, 13.0, 23.0];
        let by_rows = [11.0, 12.0, 13.0, 21.0, 22.0, 23.0];
        assert_eq!(dense(2, 3, false, &by_columns).unwrap(), by_rows);
        assert_eq!(dense(2, 3, true, &by_rows).unwrap(), by_rows);
        assert!(dense(2, 3, true, &by_rows[1..]).is_err());
        let list = [(2.0, 3.0, 23.0), (1.0, 1.0, 11.0)];
        let values = sparse(2, 3, list.into_iter()).unwrap();
        assert_eq!(values, [11.0, 0.0, 0.0, 0.0, 0.0, 23.0]);
        for wrong in [
            (3.0, 1.0, 0.0),
            (0.0, 1.0, 0.0),
            (1.5, 1.0, 0.0),
            (2.0, 3.0, 0.0),
        ] {
            let list = [list[0], wrong];
            assert_eq!(sparse(2, 3, list.into_iter()).unwrap_err().0, 1);
        }
        assert!(entries(1e5, 1e5).is_err());
        assert_eq!(entries(3.0, 4.0), Ok((3, 4)));
    }
}
