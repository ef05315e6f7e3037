//! From series to points: pairs over a common time, Poincaré sections, spectra.

use super::select::Series;
use realfft::RealFftPlanner;

/// Points of y over x, or over its own time. Two series that were not written at the same times are brought together at those of y.
pub fn pairs(y: &Series, x: Option<&Series>) -> Vec<[f64; 2]> {
    let Some(x) = x else {
        return y
            .times
            .iter()
            .zip(&y.values)
            .map(|(&t, &v)| [t, v])
            .collect();
    };
    if x.times == y.times {
        return x
            .values
            .iter()
            .zip(&y.values)
            .map(|(&x, &y)| [x, y])
            .collect();
    }
    let known = y.times.iter().zip(&y.values);
    known
        .filter_map(|(&t, &v)| Some([sample(&x.times, &x.values, t)?.0, v]))
        .collect()
}

/// Points of y over x (or time) at `phase + k·period`, and how many of them lie between outputs and are interpolated.
pub fn poincare(
    y: &Series,
    x: Option<&Series>,
    period: f64,
    phase: Option<f64>,
) -> (Vec<[f64; 2]>, usize) {
    let (Some(&start), Some(&end)) = (y.times.first(), y.times.last()) else {
        return (Vec::new(), 0);
    };
    let zero = phase.unwrap_or(start);
    let first = ((start - zero) / period - 1e-9).ceil();
    // More points than outputs would only show how they are interpolated.
    let most = y.times.len();
    let (mut points, mut between) = (Vec::new(), 0);
    for k in 0..most {
        let t = zero + (first + k as f64) * period;
        if t > end + 1e-9 * period {
            break;
        }
        let Some((vertical, exact)) = sample(&y.times, &y.values, t) else {
            continue;
        };
        let horizontal = match x {
            Some(x) => sample(&x.times, &x.values, t).map(|(v, _)| v),
            None => Some(t),
        };
        if let Some(horizontal) = horizontal {
            points.push([horizontal, vertical]);
            between += usize::from(!exact);
        }
    }
    (points, between)
}

/// The value at a time and whether it was there already: between outputs the cubic through the four nearest, or a straight line where they do not
/// increase. `None` outside the series.
pub fn sample(times: &[f64], values: &[f64], t: f64) -> Option<(f64, bool)> {
    let (first, last) = (*times.first()?, *times.last()?);
    // Output times are sums of intervals: they are right to some roundings.
    let near = 1e-9 * (last - first).abs().max(t.abs() * 1e-3);
    if t < first - near || t > last + near {
        return None;
    }
    let after = times.partition_point(|&s| s < t);
    for k in [after, after.wrapping_sub(1)] {
        if times.get(k).is_some_and(|s| (s - t).abs() <= near) {
            return Some((values[k], true));
        }
    }
    let left = after.saturating_sub(1);
    let right = (left + 1).min(times.len() - 1);
    let from = left.saturating_sub(1).min(times.len().saturating_sub(4));
    let piece = from..(from + 4).min(times.len());
    let increases = times[piece.clone()].windows(2).all(|w| w[0] < w[1]);
    let nodes = if increases { piece } else { left..right + 1 };
    // Lagrange's formula
    let value = nodes
        .clone()
        .map(|i| {
            let others = nodes.clone().filter(|&j| j != i);
            values[i]
                * others
                    .map(|j| (t - times[j]) / (times[i] - times[j]))
                    .product::<f64>()
        })
        .sum();
    Some((value, false))
}

/// Amplitudes over frequency (cycles per time): the mean is taken off, Hann's window is laid over, and a sine of amplitude A between the lowest
/// and the highest frequency has the peak A, up to 15 % less where its frequency lies between two of the spectrum. Errors: too few values.
pub fn spectrum(times: &[f64], values: &[f64]) -> Result<Vec<[f64; 2]>, &'static str> {
    const FEW: &str = "a spectrum needs at least 16 outputs at increasing times";
    // The last output of one analysis and the first of the next have the same time.
    let mut rows: Vec<(f64, f64)> = times.iter().copied().zip(values.iter().copied()).collect();
    rows.retain(|(t, v)| t.is_finite() && v.is_finite());
    rows.dedup_by(|b, a| b.0 <= a.0);
    let n = rows.len();
    if n < 16 {
        return Err(FEW);
    }
    let (times, values): (Vec<f64>, Vec<f64>) = rows.into_iter().unzip();
    let interval = (times[n - 1] - times[0]) / (n - 1) as f64;
    let even = |k: usize| times[0] + interval * k as f64;
    let mut signal: Vec<f64> = (0..n)
        .map(|k| sample(&times, &values, even(k)).map_or(0.0, |(v, _)| v))
        .collect();
    let mean = signal.iter().sum::<f64>() / n as f64;
    let mut weight = 0.0;
    for (k, v) in signal.iter_mut().enumerate() {
        let w = (std::f64::consts::PI * k as f64 / n as f64).sin().powi(2);
        weight += w;
        *v = (*v - mean) * w;
    }
    let plan = RealFftPlanner::<f64>::new().plan_fft_forward(n);
    let mut output = plan.make_output_vec();
    plan.process(&mut signal, &mut output).map_err(|_| FEW)?;
    let points = output.iter().enumerate().skip(1);
    Ok(points
        .map(|(k, c)| [k as f64 / (n as f64 * interval), 2.0 * c.norm() / weight])
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::TAU;

    #[test]
    fn a_sine_has_its_amplitude_at_its_frequency() {
        // 8 cycles of amplitude 3 on a mean of 5, and 40 cycles of amplitude 0.01
        let times: Vec<f64> = (0..1000).map(|k| 0.002 * f64::from(k)).collect();
        let signal = |t: f64| 5.0 + 3.0 * (TAU * 4.0 * t).sin() + 0.01 * (TAU * 20.0 * t).cos();
        let values: Vec<f64> = times.iter().map(|&t| signal(t)).collect();
        let points = spectrum(&times, &values).unwrap();
        let peak = points.iter().max_by(|a, b| a[1].total_cmp(&b[1])).unwrap();
        assert!(
            (peak[0] - 4.0).abs() < 1e-9 && (peak[1] - 3.0).abs() < 1e-6,
            "{peak:?}"
        );
        let second = points
            .iter()
            .filter(|p| p[0] > 10.0)
            .max_by(|a, b| a[1].total_cmp(&b[1]))
            .unwrap();
        // the side lobes of the first sine fall as the cube of the distance
        assert!(
            (second[0] - 20.0).abs() < 1e-9 && (second[1] - 0.01).abs() < 1e-5,
            "{second:?}"
        );
        // Parseval is not at stake here; Nyquist's frequency is the last
        assert!((points[499][0] - 250.0).abs() < 1e-9);
        assert!(spectrum(&times[..10], &values[..10]).is_err());
    }

    #[test]
    fn uneven_outputs_are_made_even() {
        // a third of the outputs twice as dense; the cubic errs by h⁴·f⁗/24 at most, with h = 0.004: (TAU·4·0.004)⁴/24 = 4e-6
        let times: Vec<f64> = (0..400)
            .map(|k| 0.002 * f64::from(k))
            .chain((0..=800).map(|k| 0.8 + 0.004 * f64::from(k)))
            .collect();
        let values: Vec<f64> = times.iter().map(|&t| (TAU * 4.0 * t).sin()).collect();
        let points = spectrum(&times, &values).unwrap();
        let peak = points.iter().max_by(|a, b| a[1].total_cmp(&b[1])).unwrap();
        assert!(
            (peak[0] - 4.0).abs() < 1e-2 && (peak[1] - 1.0).abs() < 1e-2,
            "{peak:?}"
        );
    }

    #[test]
    fn cubics_are_interpolated_exactly() {
        let times: Vec<f64> = (0..10).map(f64::from).collect();
        let cubic = |t: f64| t * t * t - 4.0 * t + 1.0;
        let values: Vec<f64> = times.iter().map(|&t| cubic(t)).collect();
        for t in [0.3, 4.5, 8.9] {
            let (v, exact) = sample(&times, &values, t).unwrap();
            assert!(!exact && (v - cubic(t)).abs() < 1e-11, "{t} {v}");
        }
        assert_eq!(sample(&times, &values, 3.0), Some((cubic(3.0), true)));
        assert_eq!(sample(&times, &values, 9.5), None);
        // two analyses: no cubic across the time that stands twice
        assert_eq!(
            sample(&[0.0, 1.0, 1.0, 2.0], &[0.0, 1.0, 5.0, 6.0], 1.5),
            Some((5.5, false))
        );
    }

    #[test]
    fn a_section_takes_one_point_a_period() {
        let times: Vec<f64> = (0..=100).map(|k| 0.1 * f64::from(k)).collect();
        let series = |values: Vec<f64>| Series {
            times: times.clone(),
            values,
            over_time: true,
            ..Series::default()
        };
        let y = series(times.iter().map(|t| t * t).collect());
        let (points, between) = poincare(&y, None, 2.0, Some(0.5));
        let at: Vec<f64> = points.iter().map(|p| p[0]).collect();
        assert_eq!((at, between), (vec![0.5, 2.5, 4.5, 6.5, 8.5], 0));
        assert!(points.iter().all(|p| (p[1] - p[0] * p[0]).abs() < 1e-12));
        let (points, between) = poincare(&y, None, 0.25, None);
        assert_eq!((points.len(), between), (41, 20));
        let x = series(times.clone());
        assert_eq!(pairs(&y, Some(&x))[10], [1.0, 1.0]);
    }
}
