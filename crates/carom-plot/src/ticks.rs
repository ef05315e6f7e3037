//! Round numbers for axes, and how they are written.

/// Numbers at an axis with their texts; the texts are to be multiplied by 10^exponent.
#[derive(Clone, Debug, PartialEq)]
pub struct Ticks {
    pub places: Vec<(f64, String)>,
    pub exponent: i32,
}

/// Round numbers in a range, at most `most` of them, a step of 1, 2 or 5 apart.
pub fn linear(low: f64, high: f64, most: usize) -> Ticks {
    let span = high - low;
    let least = span / most.max(2) as f64;
    let decade = 10f64.powf(least.log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0].map(|s| s * decade);
    let step = steps
        .into_iter()
        .find(|s| s * (1.0 + 1e-9) >= least)
        .unwrap_or(span);
    // A range whose numbers are all alike to the last bits has no round numbers between them.
    let first = (low / step - 1e-9).ceil();
    let places: Vec<f64> = (0..=most + 1)
        .map(|k| (first + k as f64) * step)
        .take_while(|t| *t <= high + 1e-9 * span)
        .collect();
    let largest = places.iter().fold(0.0_f64, |m, t| m.max(t.abs()));
    let exponent = match largest {
        m if m >= 1e5 || (m > 0.0 && m < 1e-2) => (m.log10() / 3.0 + 1e-9).floor() as i32 * 3,
        _ => 0,
    };
    let unit = 10f64.powi(exponent);
    let digits = (unit / step).log10().ceil().clamp(0.0, 15.0);
    // A step of 2 or 5 needs as many digits as its decade.
    let digits = (digits + 1e-9).floor() as usize;
    let text = |t: f64| minus(&format!("{:.digits$}", t / unit));
    Ticks {
        places: places.into_iter().map(|t| (t, text(t))).collect(),
        exponent,
    }
}

/// Decades of a range with the exponent as text; between few decades also 2 and 5 times them.
pub fn decades(low: f64, high: f64, most: usize) -> Vec<(f64, Option<i32>)> {
    let (from, to) = (low.log10(), high.log10());
    let (first, last) = ((from - 1e-9).ceil() as i32, (to + 1e-9).floor() as i32);
    let each = ((last - first) as usize / most.max(1) + 1) as i32;
    let mut list = Vec::new();
    for k in first - 1..=last {
        let unit = 10f64.powi(k);
        if k >= first && (k - first) % each == 0 {
            list.push((unit, Some(k)));
        }
        if last - first < 4 {
            let between = (2..10).map(|m| f64::from(m) * unit);
            list.extend(
                between
                    .filter(|t| (low..=high).contains(t))
                    .map(|t| (t, None)),
            );
        }
    }
    list
}

/// With the sign of mathematics; no minus before zero.
pub fn minus(text: &str) -> String {
    match text.strip_prefix('-') {
        None => text.to_owned(),
        Some(rest) if rest.chars().all(|c| matches!(c, '0' | '.')) => rest.to_owned(),
        Some(rest) => format!("−{rest}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(t: &Ticks) -> Vec<&str> {
        t.places.iter().map(|(_, s)| s.as_str()).collect()
    }

    #[test]
    fn ticks_are_round_and_inside() {
        let t = linear(0.45, 0.48, 7);
        assert_eq!(
            texts(&t),
            [
                "0.450", "0.455", "0.460", "0.465", "0.470", "0.475", "0.480"
            ]
        );
        let t = linear(-1.0, 520.0, 6);
        assert_eq!(texts(&t), ["0", "100", "200", "300", "400", "500"]);
        let t = linear(-0.3, 0.3, 4);
        assert_eq!(texts(&t), ["−0.2", "0.0", "0.2"]);
    }

    #[test]
    fn large_and_small_numbers_have_a_common_factor() {
        let t = linear(0.0, 2.1e6, 5);
        assert_eq!(
            (texts(&t), t.exponent),
            (vec!["0.0", "0.5", "1.0", "1.5", "2.0"], 6)
        );
        let t = linear(0.0, 3.3e-5, 4);
        assert_eq!((texts(&t), t.exponent), (vec!["0", "10", "20", "30"], -6));
    }

    #[test]
    fn numbers_that_hardly_differ_end_the_list() {
        let low = 1.0e15;
        let t = linear(low, low + 0.25, 5);
        assert!(t.places.len() <= 7);
    }

    #[test]
    fn few_decades_have_lines_between() {
        let d = decades(0.5, 20.0, 6);
        let named: Vec<_> = d.iter().filter_map(|(_, k)| *k).collect();
        assert_eq!(named, [0, 1]);
        assert_eq!(d.first(), Some(&(0.5, None)));
        assert_eq!(decades(1e-12, 1e12, 8).len(), 7);
    }
}
