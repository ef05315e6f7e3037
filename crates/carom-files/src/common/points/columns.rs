//! Points of a spline, and the columns that a name means.

/// Points of a curve, or of a family of curves.
#[derive(Debug, PartialEq)]
pub struct Points {
    /// Abscissas, increasing.
    pub x: Vec<f64>,
    /// z and ordinates of each curve.
    pub curves: Vec<(f64, Vec<f64>)>,
    /// What they are, for the message that names the file.
    pub said: String,
    /// Rows that are left aside, as the abscissas do not increase there.
    pub left_aside: usize,
}

impl Points {
    /// One curve; only its first part if the abscissas stop to increase.
    pub(super) fn curve(mut x: Vec<f64>, mut y: Vec<f64>, said: String) -> Self {
        let rows = x.len();
        let kept = (1..rows).find(|&k| x[k] <= x[k - 1]).unwrap_or(rows);
        x.truncate(kept);
        y.truncate(kept);
        Self {
            x,
            curves: vec![(0.0, y)],
            said,
            left_aside: rows - kept,
        }
    }
}

/// The abscissa and the ordinate that a block names: one name is that of the ordinate.
pub(super) fn x_and_y<'n>(
    names: &[&'n str],
    of: &str,
) -> Result<(Option<&'n str>, &'n str), String> {
    match *names {
        [y] => Ok((None, y)),
        [x, y] => Ok((Some(x), y)),
        _ => Err(format!(
            "a block names the header of y, or those of x and y, of {of}"
        )),
    }
}

/// The place of a name in a list, whatever its case.
pub(super) fn place_of(name: &str, list: &[String]) -> Result<usize, String> {
    let place = list.iter().position(|n| n.eq_ignore_ascii_case(name));
    place.ok_or_else(|| {
        match carom_base::diagnostic::closest(name, list.iter().map(String::as_str)) {
            Some(near) => format!("nothing in it is called {name}; there is {near}"),
            None => format!("nothing in it is called {name}"),
        }
    })
}
