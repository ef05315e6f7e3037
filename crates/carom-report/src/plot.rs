//! Curves as SVG: panels one below the other, each with its own axes.

use std::fmt::Write;

const WIDTH: f64 = 760.0;
const LEFT: f64 = 64.0;
const RIGHT: f64 = 16.0;
const TOP: f64 = 26.0;
const BOTTOM: f64 = 40.0;
/// Points closer than this to the line between their neighbours are left out, in pixels.
const THIN: f64 = 0.05;

/// A panel.
#[derive(Clone, Debug, Default)]
pub struct Panel {
    /// Above it.
    pub title: String,
    /// Below the horizontal axis.
    pub x_label: String,
    /// Height of the area of the curve, in pixels.
    pub height: f64,
    /// Range of x; points outside are not drawn.
    pub x_range: [f64; 2],
    /// The curve.
    pub points: Vec<[f64; 2]>,
    /// How they are drawn.
    pub style: Style,
    /// Vertical lines.
    pub marks: Vec<Mark>,
}

/// How the points of a panel are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// Joined.
    #[default]
    Line,
    /// A dot each; those that fall on the same place are drawn once.
    Dots,
}

/// A vertical line at a time.
#[derive(Clone, Debug)]
pub struct Mark {
    /// Where.
    pub x: f64,
    /// Colour.
    pub colour: &'static str,
    /// Written beside it; may be empty.
    pub label: String,
}

/// The panels as an SVG picture.
pub fn svg(panels: &[Panel], description: &str) -> String {
    let height: f64 = panels.iter().map(|p| TOP + p.height + BOTTOM).sum();
    let mut out = String::new();
    // Writing to a string does not fail.
    let _ = write!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" font-family=\"sans-serif\" font-size=\"12\" role=\"img\">\n\
         <title>{}</title>\n<rect width=\"{WIDTH}\" height=\"{height}\" fill=\"#fff\"/>\n",
        escape(description)
    );
    let mut top = 0.0;
    for p in panels {
        panel(&mut out, p, top + TOP);
        top += TOP + p.height + BOTTOM;
    }
    out.push_str("</svg>\n");
    out
}

/// A named curve of [`log_log`].
#[derive(Clone, Debug, Default)]
pub struct Curve {
    /// Beside its last point.
    pub name: String,
    /// Positive numbers; others are left out.
    pub points: Vec<[f64; 2]>,
}

/// Colours that readers with any kind of colour vision tell apart (Okabe, Ito 2008).
const COLOURS: [&str; 7] = [
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#000000",
];

/// Curves over decades of x and y, side by side; each pair is a title, the label of its x axis, and its curves.
pub fn log_log(charts: &[(&str, &str, Vec<Curve>)], y_label: &str, description: &str) -> String {
    let (width, height) = (420.0, 380.0);
    let total = width * charts.len() as f64;
    let mut out = String::new();
    // Writing to a string does not fail.
    let _ = writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {total} {height}\" font-family=\"sans-serif\" font-size=\"12\" role=\"img\">\n\
         <title>{}</title>\n<rect width=\"{total}\" height=\"{height}\" fill=\"#fff\"/>",
        escape(description)
    );
    for (k, (title, x_label, curves)) in charts.iter().enumerate() {
        decades(
            &mut out,
            k as f64 * width,
            (title, x_label, y_label),
            curves,
            [width, height],
        );
    }
    out.push_str("</svg>\n");
    out
}

fn decades(
    out: &mut String,
    left: f64,
    (title, x_label, y_label): (&str, &str, &str),
    curves: &[Curve],
    [width, height]: [f64; 2],
) {
    let logs: Vec<Vec<[f64; 2]>> = curves
        .iter()
        .map(|c| {
            let positive = c.points.iter().filter(|p| p[0] > 0.0 && p[1] > 0.0);
            positive.map(|p| [p[0].log10(), p[1].log10()]).collect()
        })
        .collect();
    let whole = |axis: usize| {
        let all = logs.iter().flatten().map(|p| p[axis]);
        let [low, high] = all.fold([f64::INFINITY, f64::NEG_INFINITY], |[a, b], x| {
            [a.min(x), b.max(x)]
        });
        if low > high {
            [0.0, 1.0]
        } else {
            [low.floor(), high.ceil().max(low.floor() + 1.0)]
        }
    };
    let ([x0, x1], [y0, y1]) = (whole(0), whole(1));
    let (from, to) = (left + LEFT, left + width - 78.0);
    let (top, bottom) = (TOP, height - BOTTOM);
    let px = |x: f64| from + (x - x0) / (x1 - x0) * (to - from);
    let py = |y: f64| bottom - (y - y0) / (y1 - y0) * (bottom - top);
    let _ = writeln!(
        out,
        "<text x=\"{from}\" y=\"{:.1}\" font-weight=\"bold\">{}</text>\n\
         <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>\n\
         <text transform=\"translate({:.1} {:.1}) rotate(-90)\" text-anchor=\"middle\">{}</text>",
        top - 9.0,
        escape(title),
        0.5 * (from + to),
        bottom + 32.0,
        escape(x_label),
        left + 16.0,
        0.5 * (top + bottom),
        escape(y_label)
    );
    for x in x0 as i32..=x1 as i32 {
        let at = px(f64::from(x));
        let _ = writeln!(
            out,
            "<path d=\"M{at:.1} {top}V{bottom}\" stroke=\"#ddd\"/><text x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"middle\">1e{x}</text>",
            bottom + 16.0
        );
    }
    for y in y0 as i32..=y1 as i32 {
        let at = py(f64::from(y));
        let _ = writeln!(
            out,
            "<path d=\"M{from} {at:.1}H{to}\" stroke=\"#ddd\"/><text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">1e{y}</text>",
            from - 6.0,
            at + 4.0
        );
    }
    for (k, (curve, points)) in curves.iter().zip(&logs).enumerate() {
        let colour = COLOURS[k % COLOURS.len()];
        // The second round of colours is dashed.
        let dash = if k < COLOURS.len() {
            ""
        } else {
            " stroke-dasharray=\"5 3\""
        };
        let mut path = String::new();
        for (n, [x, y]) in points.iter().enumerate() {
            let _ = write!(
                path,
                "{}{:.1} {:.1}",
                if n == 0 { 'M' } else { 'L' },
                px(*x),
                py(*y)
            );
        }
        let _ = writeln!(
            out,
            "<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.5\"{dash}/>"
        );
        if let Some([x, y]) = points.last() {
            let _ = writeln!(
                out,
                "<text x=\"{:.1}\" y=\"{:.1}\" fill=\"{colour}\" font-size=\"11\">{}</text>",
                px(*x) + 5.0,
                py(*y) + 4.0,
                escape(&curve.name)
            );
        }
    }
}

fn panel(out: &mut String, p: &Panel, top: f64) {
    let [x0, x1] = p.x_range;
    let inside: Vec<[f64; 2]> = p
        .points
        .iter()
        .copied()
        .filter(|[x, _]| (x0..=x1).contains(x))
        .collect();
    let [y0, y1] = range(inside.iter().map(|p| p[1]));
    let right = WIDTH - RIGHT;
    let bottom = top + p.height;
    let px = |x: f64| LEFT + (x - x0) / (x1 - x0) * (right - LEFT);
    let py = |y: f64| bottom - (y - y0) / (y1 - y0) * p.height;

    let _ = writeln!(
        out,
        "<text x=\"{LEFT}\" y=\"{:.1}\" font-weight=\"bold\">{}</text>",
        top - 9.0,
        escape(&p.title)
    );
    for y in ticks(y0, y1) {
        let at = py(y);
        let _ = writeln!(
            out,
            "<path d=\"M{LEFT} {at:.1}H{right}\" stroke=\"#ddd\"/><text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            LEFT - 6.0,
            at + 4.0,
            short(y)
        );
    }
    for x in ticks(x0, x1) {
        let _ = writeln!(
            out,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
            px(x),
            bottom + 16.0,
            short(x)
        );
    }
    let _ = writeln!(
        out,
        "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
        0.5 * (LEFT + right),
        bottom + 32.0,
        escape(&p.x_label)
    );
    for (k, m) in p
        .marks
        .iter()
        .filter(|m| (x0..=x1).contains(&m.x))
        .enumerate()
    {
        let (x, colour) = (px(m.x), m.colour);
        let _ = writeln!(
            out,
            "<path d=\"M{x:.2} {top}V{bottom}\" stroke=\"{colour}\" stroke-width=\"0.8\"/>"
        );
        if !m.label.is_empty() {
            let _ = writeln!(
                out,
                "<text x=\"{:.1}\" y=\"{:.1}\" fill=\"{colour}\">{}</text>",
                x + 4.0,
                top + 0.66 * p.height + 16.0 * (k % 4) as f64,
                escape(&m.label)
            );
        }
    }
    let pixels: Vec<[f64; 2]> = inside.iter().map(|[x, y]| [px(*x), py(*y)]).collect();
    let mut path = String::new();
    let width = match p.style {
        Style::Line => {
            for (k, [x, y]) in thin(&pixels).iter().enumerate() {
                let _ = write!(path, "{}{x:.2} {y:.2}", if k == 0 { 'M' } else { 'L' });
            }
            1.5
        }
        Style::Dots => {
            // On a grid of half pixels.
            let on_grid = |v: f64| (2.0 * v).round() as i64;
            let places = pixels.iter().map(|[x, y]| (on_grid(*x), on_grid(*y)));
            for (x, y) in places.collect::<std::collections::BTreeSet<_>>() {
                let _ = write!(path, "M{} {}h.5", 0.5 * x as f64, 0.5 * y as f64);
            }
            0.5
        }
    };
    let _ = writeln!(
        out,
        "<path d=\"{path}\" fill=\"none\" stroke=\"#1f5fa8\" stroke-width=\"{width}\"/>\n\
         <path d=\"M{LEFT} {top}V{bottom}H{right}\" fill=\"none\" stroke=\"#444\"/>"
    );
}

/// The range of some values, a little wider; [0, 1] when there are none.
fn range(values: impl Iterator<Item = f64>) -> [f64; 2] {
    let [low, high] = values.fold([f64::INFINITY, f64::NEG_INFINITY], |[a, b], y| {
        [a.min(y), b.max(y)]
    });
    if low > high {
        return [0.0, 1.0];
    }
    let margin = match high - low {
        0.0 => 0.5,
        d => 0.05 * d,
    };
    [if low == 0.0 { 0.0 } else { low - margin }, high + margin]
}

/// Round numbers in a range, four to nine of them.
fn ticks(low: f64, high: f64) -> Vec<f64> {
    let span = high - low;
    let decade = 10f64.powf((span / 5.0).log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0].map(|s| s * decade);
    let step = steps.into_iter().find(|s| span / s <= 9.0).unwrap_or(span);
    let first = (low / step).ceil() as i64;
    (first..)
        .map(|k| k as f64 * step)
        .take_while(|t| *t <= high + 1e-9 * span)
        .collect()
}

/// A number without the noise of its last digits.
fn short(x: f64) -> String {
    let text = format!("{x:.6}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" {
        "0".into()
    } else {
        text.into()
    }
}

/// Leaves out points that a straight line replaces.
fn thin(points: &[[f64; 2]]) -> Vec<[f64; 2]> {
    let mut kept: Vec<[f64; 2]> = Vec::new();
    let mut start = 0;
    for end in 1..points.len() {
        let off = |k: usize| distance(points[k], points[start], points[end]) > THIN;
        if (start + 1..end).any(off) {
            kept.push(points[start]);
            start = end - 1;
        }
    }
    if let Some(last) = points.last() {
        kept.push(points[start]);
        kept.push(*last);
    }
    kept
}

/// Distance of a point from the line through two others; from the first if they coincide.
fn distance(p: [f64; 2], a: [f64; 2], b: [f64; 2]) -> f64 {
    let (u, v) = ([b[0] - a[0], b[1] - a[1]], [p[0] - a[0], p[1] - a[1]]);
    match u[0].hypot(u[1]) {
        0.0 => v[0].hypot(v[1]),
        length => (u[0] * v[1] - u[1] * v[0]).abs() / length,
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn curves_over_decades_leave_out_what_has_no_logarithm() {
        let curve = Curve {
            name: "a&b".into(),
            points: vec![[1.0, 1e-3], [10.0, 0.0], [100.0, 1e-5]],
        };
        let text = log_log(&[("t", "x", vec![curve])], "y", "d");
        assert!(text.contains("a&amp;b"));
        assert!(text.contains(">1e-3<") && text.contains(">1e2<"));
        let path = text
            .lines()
            .find(|l| l.contains("stroke-width=\"1.5\""))
            .expect("a curve");
        assert_eq!(path.matches(['M', 'L']).count(), 2);
        assert!(!text.contains("NaN"));
    }

    #[test]
    fn ticks_are_round_and_inside() {
        let t = ticks(0.45, 0.48);
        assert_eq!(t.len(), 7);
        assert!((t[0] - 0.45).abs() < 1e-12 && (t[6] - 0.48).abs() < 1e-12);
        assert_eq!(ticks(-1.0, 520.0), [0.0, 100.0, 200.0, 300.0, 400.0, 500.0]);
    }

    #[test]
    fn a_line_becomes_its_ends_and_a_corner_stays() {
        let line: Vec<[f64; 2]> = (0..9).map(|k| [f64::from(k), 2.0 * f64::from(k)]).collect();
        assert_eq!(thin(&line), [[0.0, 0.0], [8.0, 16.0]]);
        let corner = [[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [2.0, 1.0], [2.0, 2.0]];
        assert_eq!(thin(&corner), [[0.0, 0.0], [2.0, 0.0], [2.0, 2.0]]);
    }

    #[test]
    fn text_is_escaped_and_marks_outside_are_left_out() {
        let mark = |x: f64| Mark {
            x,
            colour: "#c00",
            label: "a<b".into(),
        };
        let p = Panel {
            title: "x & y".into(),
            height: 100.0,
            x_range: [0.0, 1.0],
            points: vec![[0.0, 0.0], [1.0, 3.0]],
            marks: vec![mark(0.5), mark(2.0)],
            ..Panel::default()
        };
        let text = svg(&[p], "d");
        assert!(text.contains("x &amp; y"));
        assert_eq!(text.matches("a&lt;b").count(), 1);
    }
}
