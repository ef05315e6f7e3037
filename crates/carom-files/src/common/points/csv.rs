//! Columns of a text with commas, under a row of headers; or a family of curves: z along the first row, x down the first column.
//!
//! How MotionView writes the corner of a family, left of the first z, is not printed: it may hold anything or be missing.

use super::columns::{Points, place_of, x_and_y};

/// A row: where it is (lines from 1) and its cells.
type Row = (usize, Vec<String>);

/// The cells of a line, without blanks around them; quotes keep commas together.
fn cells(line: &str) -> Vec<String> {
    let mut list = vec![String::new()];
    let mut quoted = false;
    for c in line.chars() {
        match c {
            '"' => quoted = !quoted,
            ',' if !quoted => list.push(String::new()),
            c => list.last_mut().expect("one at least").push(c),
        }
    }
    list.iter().map(|c| c.trim().to_owned()).collect()
}

fn rows(bytes: &[u8]) -> Result<Vec<Row>, String> {
    let text = std::str::from_utf8(bytes).map_err(|_| "it is no text in UTF-8".to_string())?;
    let text = text.trim_start_matches('\u{feff}');
    let full = |(_, line): &(usize, &str)| line.contains(|c: char| !c.is_whitespace() && c != ',');
    let lines = text.lines().enumerate().filter(full);
    let row = |(k, line): (usize, &str)| (k + 1, cells(line));
    let rows: Vec<Row> = lines.map(row).collect();
    match rows.len() {
        0 => Err("it is empty".into()),
        _ => Ok(rows),
    }
}

fn number(line: usize, column: usize, cell: &str) -> Result<f64, String> {
    let value = cell.parse::<f64>().ok().filter(|v| v.is_finite());
    value.ok_or_else(|| format!("line {line}, column {} holds no number", column + 1))
}

fn value(row: &Row, column: usize) -> Result<f64, String> {
    match row.1.get(column) {
        Some(cell) => number(row.0, column, cell),
        None => Err(format!("line {} has no column {}", row.0, column + 1)),
    }
}

fn column(rows: &[Row], k: usize) -> Result<Vec<f64>, String> {
    rows.iter().map(|r| value(r, k)).collect()
}

/// The curve of two columns that are named by their headers; the abscissa is the first one where it is not named.
pub(super) fn curve(bytes: &[u8], names: &[&str]) -> Result<Points, String> {
    let rows = rows(bytes)?;
    let headers = &rows[0].1;
    if headers.iter().all(|h| h.parse::<f64>().is_ok()) {
        return Err(
            "its first row holds numbers; it has to hold the headers of the columns".into(),
        );
    }
    let (x, y) = x_and_y(names, "the columns")?;
    let x = x.map_or(Ok(0), |x| place_of(x, headers))?;
    let y = place_of(y, headers)?;
    let said = format!("{} over {}", headers[y], headers[x]);
    Ok(Points::curve(
        column(&rows[1..], x)?,
        column(&rows[1..], y)?,
        said,
    ))
}

/// The family of curves of a text: z in the first row, then a row for each x with the value at each z.
pub(super) fn family(bytes: &[u8]) -> Result<Points, String> {
    let rows = rows(bytes)?;
    let (head, body) = (&rows[0], &rows[1..]);
    let planes = body.first().map_or(0, |r| r.1.len().saturating_sub(1));
    let skip = match head.1.len() {
        n if n == planes + 1 => 1,
        n if n == planes => 0,
        _ => {
            return Err(format!(
                "its first row has no z for each of the {planes} columns beside x"
            ));
        }
    };
    let z: Result<Vec<f64>, String> = (skip..head.1.len()).map(|k| value(head, k)).collect();
    let x = column(body, 0)?;
    let curves: Result<Vec<_>, String> = z?
        .into_iter()
        .enumerate()
        .map(|(k, z)| Ok((z, column(body, k + 1)?)))
        .collect();
    Ok(Points {
        x,
        curves: curves?,
        said: format!("{planes} curves"),
        left_aside: 0,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn families() {
        let expected = vec![(10.0, vec![1.0, 3.0]), (20.0, vec![2.0, 4.0])];
        for head in ["x\\z,10,20", ",10,20", "10,20"] {
            let p = family(format!("{head}\r\n0,1,2\r\n\r\n1,3,4\r\n").as_bytes()).unwrap();
            assert_eq!((p.x, p.curves), (vec![0.0, 1.0], expected.clone()));
        }
        assert!(family(b"1\n0,1,2\n").unwrap_err().contains("first row"));
        assert!(family(b"").unwrap_err().contains("empty"));
    }

    #[test]
    fn faults_have_their_place() {
        for (text, why) in [
            (
                &b"t,y\n0,1\n\n1,q\n"[..],
                "line 4, column 2 holds no number",
            ),
            (b"t,y\n0,1\n1\n", "line 3 has no column 2"),
            (b"0,1\n1,2\n", "first row holds numbers"),
            (b"\n , \n", "it is empty"),
            (b"t,y\n0,\xff\n", "no text"),
            (b"t,y\n0,inf\n", "line 2, column 2"),
        ] {
            assert!(curve(text, &["y"]).unwrap_err().contains(why), "{why}");
        }
    }
}
