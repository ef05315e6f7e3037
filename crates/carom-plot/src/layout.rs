//! A figure becomes lines and letters: sizes of the parts of its panels, then each part.

use crate::canvas::{Anchor, Item, Path, Text};
use crate::figure::{
    Area as Colour, Axis, Cells, Curve, Figure, Mark, PALETTE, Panel, Scale, Style,
};
use crate::png::{self, PngError};
use crate::ticks::{self, Ticks};
use crate::{font, svg, thin};
use std::collections::BTreeSet;

/// Between panels side by side, and around the picture.
const MARGIN: f64 = 16.0;
/// Height of a line of text.
const LINE: f64 = 17.0;
const HEAD: f64 = 26.0;
const FOOT: f64 = 26.0;
/// Numbers beyond do not widen an axis.
const LARGEST: f64 = 1e300;
/// Points farther away, in pixels, are out of sight in any case.
const FAR: f64 = 1e5;
/// Marks are lines as long as there are not too many, short strokes at the lower edge beyond.
const MOST_LINES: usize = 40;
/// Names longer than this are cut.
const LONGEST_NAME: usize = 40;
/// Entries of a legend; the rest is counted.
const MOST_ENTRIES: usize = 40;
const GREY: &str = "#666666";

impl Figure {
    /// The figure as SVG.
    pub fn svg(&self) -> String {
        let (items, size) = self.layout();
        svg::write(&items, size, &self.description)
    }

    /// The figure as PNG, `scale` pixels for each unit of its width.
    pub fn png(&self, scale: f64) -> Result<Vec<u8>, PngError> {
        let (items, size) = self.layout();
        png::paint(&items, size, scale)
    }

    fn layout(&self) -> (Vec<Item>, [f64; 2]) {
        let columns = self.columns.max(1);
        let each = (self.width - MARGIN) / columns as f64;
        let mut cells: Vec<Cell> = self.panels.iter().map(Cell::new).collect();
        // Panels below each other have their axes below each other.
        let widths = |cells: &[Cell]| {
            let left = cells.iter().map(Cell::left).fold(44.0, f64::max);
            let most = 0.45 * (each - left);
            let legend = cells.iter().map(Cell::legend_width).fold(0.0, f64::max);
            (left, legend.min(most))
        };
        // Again, as what equal scales add to an axis may make its numbers longer, which takes some of the width.
        let mut taken = (0.0, 0.0);
        for _ in 0..3 {
            taken = widths(&cells);
            for row in cells.chunks_mut(columns) {
                let height = row.iter().map(Cell::height).fold(0.0, f64::max);
                let size = [each - MARGIN - taken.0 - taken.1, height];
                row.iter_mut().for_each(|cell| cell.equalize(size));
            }
        }
        let (left, legend) = taken;
        let mut body = Vec::new();
        let mut top = MARGIN;
        top += caption(&mut body, &self.title, top, 15.0, "#111111", true);
        top += caption(&mut body, &self.subtitle, top, 12.0, GREY, false);
        for row in cells.chunks(columns) {
            let height = row.iter().map(Cell::height).fold(0.0, f64::max);
            let foot = row.iter().map(Cell::foot).fold(0.0, f64::max);
            for (k, cell) in row.iter().enumerate() {
                let area = Area {
                    left: MARGIN + each * k as f64 + left,
                    right: each * (k + 1) as f64 - legend,
                    top: top + HEAD,
                    bottom: top + HEAD + height,
                };
                cell.draw(&mut body, &area);
            }
            top += HEAD + height + foot;
        }
        let size = [self.width, top + 8.0];
        let paper = Item::Rectangle {
            at: [0.0, 0.0],
            size,
            colour: "#ffffff",
        };
        body.insert(0, paper);
        (body, size)
    }
}

/// A line of text above the panels; its height.
fn caption(
    out: &mut Vec<Item>,
    text: &str,
    top: f64,
    size: f64,
    colour: &'static str,
    bold: bool,
) -> f64 {
    if text.is_empty() {
        return 0.0;
    }
    out.push(Item::Text(Text {
        size,
        colour,
        bold,
        ..Text::new(text, [MARGIN, top + size - 2.0])
    }));
    size + 7.0
}

fn width(text: &str) -> f64 {
    font::width(text, 12.0, false)
}

fn cut(text: &str) -> String {
    if text.chars().count() <= LONGEST_NAME {
        return text.to_owned();
    }
    text.chars().take(LONGEST_NAME - 1).chain(['…']).collect()
}

/// Where the curves of a panel are, in pixels.
struct Area {
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
}

/// An axis whose range is settled.
struct Ranged {
    scale: Scale,
    low: f64,
    high: f64,
}

impl Ranged {
    fn new(axis: &Axis, values: impl Iterator<Item = f64>, tight: bool) -> Self {
        let scale = axis.scale;
        let seen = |v: &f64| v.abs() <= LARGEST && (scale == Scale::Linear || *v >= 1.0 / LARGEST);
        let [low, high] = match axis.range {
            Some([low, high]) if low < high && seen(&low) && seen(&high) => [low, high],
            _ => {
                let all = values.filter(seen);
                let [low, high] = all.fold([f64::INFINITY, f64::NEG_INFINITY], |[a, b], v| {
                    [a.min(v), b.max(v)]
                });
                match scale {
                    Scale::Linear => linear_range(low, high, tight),
                    Scale::Log => log_range(low, high),
                }
            }
        };
        Self { scale, low, high }
    }

    /// Makes a linear range longer, around its middle.
    fn widen(&mut self, factor: f64) {
        let (middle, half) = (
            0.5 * (self.low + self.high),
            0.5 * factor * (self.high - self.low),
        );
        (self.low, self.high) = (middle - half, middle + half);
    }

    /// 0 at the lower end, 1 at the upper one; not a number for what the scale does not have.
    fn share(&self, v: f64) -> f64 {
        match self.scale {
            Scale::Linear => (v - self.low) / (self.high - self.low),
            Scale::Log => (v.ln() - self.low.ln()) / (self.high.ln() - self.low.ln()),
        }
    }
}

fn linear_range(low: f64, high: f64, tight: bool) -> [f64; 2] {
    if low > high {
        return [0.0, 1.0];
    }
    let size = low.abs().max(high.abs());
    // A constant with the rounding of a run around it is a constant.
    if high - low <= 1e-12 * size || size < 1.0 / LARGEST {
        let margin = if size < 1.0 / LARGEST {
            1.0
        } else {
            0.5 * size
        };
        let middle = 0.5 * (low + high);
        return [middle - margin, middle + margin];
    }
    if tight {
        return [low, high];
    }
    let margin = 0.03 * (high - low);
    // A curve that begins or ends at zero stands on its axis.
    let low = if low == 0.0 { 0.0 } else { low - margin };
    [low, if high == 0.0 { 0.0 } else { high + margin }]
}

fn log_range(low: f64, high: f64) -> [f64; 2] {
    if low > high {
        return [1.0, 10.0];
    }
    let (a, b) = (low.log10(), high.log10());
    let (a, b) = if b - a < 3.0 {
        (a - 0.1, b + 0.1)
    } else {
        (a.floor(), b.ceil())
    };
    [10f64.powf(a), 10f64.powf(b)]
}

/// A line of a legend.
enum Entry<'a> {
    Curve(&'a Curve),
    Mark(&'a Mark),
    Area(&'a Colour),
    More(usize),
}

impl Entry<'_> {
    fn text(&self) -> String {
        match self {
            Entry::Curve(c) => cut(&c.name),
            Entry::Mark(m) => cut(&m.name),
            Entry::Area(a) => cut(&a.name),
            Entry::More(n) => format!("and {n} more"),
        }
    }
}

/// A panel with its axes settled.
struct Cell<'a> {
    panel: &'a Panel,
    x: Ranged,
    y: Ranged,
    y_ticks: Vec<(f64, String)>,
    y_factor: i32,
    entries: Vec<Entry<'a>>,
}

impl<'a> Cell<'a> {
    fn new(panel: &'a Panel) -> Self {
        let points = || panel.curves.iter().flat_map(|c| &c.points);
        let lines = panel.curves.iter().all(|c| c.style == Style::Line);
        let monotone = |c: &Curve| !c.points.windows(2).any(|w| w[1][0] < w[0][0]);
        let tight = lines && panel.curves.iter().all(monotone);
        let tight = tight || panel.cells.is_some();
        let edges = panel.cells.iter().map(crate::figure::Cells::edges);
        let across = edges.clone().flat_map(|e| [e[0], e[1]]);
        let up = edges.flat_map(|e| [e[2], e[3]]);
        let x = Ranged::new(&panel.x, points().map(|p| p[0]).chain(across), tight);
        let inside = |p: &&[f64; 2]| (x.low..=x.high).contains(&p[0]);
        let stems = panel.curves.iter().any(|c| c.style == Style::Stems);
        let foot = stems.then_some(0.0).filter(|_| points().next().is_some());
        let heights = points().filter(inside).map(|p| p[1]).chain(foot);
        let y = Ranged::new(&panel.y, heights.chain(up), panel.cells.is_some());
        let mut cell = Self {
            panel,
            x,
            y,
            y_ticks: Vec::new(),
            y_factor: 0,
            entries: Vec::new(),
        };
        cell.find_ticks();
        if panel.legend {
            cell.entries = entries(panel);
        }
        cell
    }

    fn find_ticks(&mut self) {
        if self.y.scale == Scale::Linear {
            let most = (self.panel.height / 28.0) as usize;
            let Ticks { places, exponent } = ticks::linear(self.y.low, self.y.high, most);
            (self.y_ticks, self.y_factor) = (places, exponent);
        }
    }

    /// Widens one of the ranges until a unit is as long on both axes, if the panel asks for it; the size of the area in pixels.
    fn equalize(&mut self, size: [f64; 2]) {
        let linear = [&self.x, &self.y].map(|r| r.scale == Scale::Linear);
        if !self.panel.equal || linear != [true; 2] {
            return;
        }
        let each = |r: &Ranged, pixels: f64| (r.high - r.low) / pixels;
        let unit = [each(&self.x, size[0]), each(&self.y, size[1])];
        if unit[0] < unit[1] {
            self.x.widen(unit[1] / unit[0]);
        } else {
            self.y.widen(unit[0] / unit[1]);
            self.find_ticks();
        }
    }

    fn left(&self) -> f64 {
        let texts = self.y_ticks.iter().map(|(_, t)| width(t));
        let label = if self.panel.y.label.is_empty() {
            0.0
        } else {
            LINE
        };
        texts.fold(28.0, f64::max) + 10.0 + label
    }

    fn legend_width(&self) -> f64 {
        let texts = self.entries.iter().map(|e| width(&e.text()));
        texts.map(|w| w + 46.0).fold(0.0, f64::max)
    }

    fn height(&self) -> f64 {
        self.panel.height.max(LINE * self.entries.len() as f64)
    }

    fn foot(&self) -> f64 {
        FOOT + if self.panel.x.label.is_empty() {
            0.0
        } else {
            LINE
        }
    }

    fn draw(&self, out: &mut Vec<Item>, a: &Area) {
        let px = |v: f64| a.left + self.x.share(v) * (a.right - a.left);
        let py = |v: f64| a.bottom - self.y.share(v) * (a.bottom - a.top);
        self.heads(out, a);
        self.draw_y(out, a, py);
        self.draw_x(out, a, px);
        // A little more than the area: lines along its edges are whole.
        out.push(Item::Clip {
            at: [a.left - 1.5, a.top - 3.0],
            size: [a.right - a.left + 3.0, a.bottom - a.top + 6.0],
        });
        if let Some(cells) = &self.panel.cells {
            draw_cells(out, cells, px, py);
        }
        self.draw_marks(out, a, px);
        for c in &self.panel.curves {
            let place = |p: &[f64; 2]| [px(p[0]), py(p[1])].map(|v| v.clamp(-FAR, FAR));
            let points: Vec<[f64; 2]> = c.points.iter().map(place).collect();
            draw_curve(out, c, &points, a, py(0.0).clamp(a.top, a.bottom));
        }
        out.push(Item::Unclip);
        let frame = vec![[a.left, a.top], [a.left, a.bottom], [a.right, a.bottom]];
        out.push(Item::Path(Path::new(vec![frame], "#444444")));
        self.labels_of_marks(out, a, px);
        self.draw_legend(out, a);
    }

    fn heads(&self, out: &mut Vec<Item>, a: &Area) {
        out.push(Item::Text(Text {
            bold: true,
            power: Some(self.y_factor).filter(|k| *k != 0),
            factor: true,
            ..Text::new(&self.panel.title, [a.left, a.top - 9.0])
        }));
        if !self.panel.y.label.is_empty() {
            let at = [a.left - self.left() + 6.0, 0.5 * (a.top + a.bottom)];
            out.push(Item::Text(Text {
                anchor: Anchor::Middle,
                turned: true,
                ..Text::new(&self.panel.y.label, at)
            }));
        }
    }

    fn draw_y(&self, out: &mut Vec<Item>, a: &Area, py: impl Fn(f64) -> f64) {
        let line = |at: f64, strong: bool| {
            let colour = if strong { "#dddddd" } else { "#eeeeee" };
            Item::Path(Path::line([a.left, at], [a.right, at], colour))
        };
        let place = |at: f64| [a.left - 6.0, at + 4.0];
        for (v, text) in &self.y_ticks {
            out.push(line(py(*v), true));
            out.push(Item::Text(Text {
                anchor: Anchor::End,
                ..Text::new(text, place(py(*v)))
            }));
        }
        if self.y.scale == Scale::Log {
            let most = ((a.bottom - a.top) / 24.0) as usize;
            for (v, k) in ticks::decades(self.y.low, self.y.high, most) {
                out.push(line(py(v), k.is_some()));
                out.extend(k.map(|k| ten(k, place(py(v)), Anchor::End)));
            }
        }
    }

    fn draw_x(&self, out: &mut Vec<Item>, a: &Area, px: impl Fn(f64) -> f64) {
        let line = |at: f64, strong: bool| {
            let colour = if strong { "#eaeaea" } else { "#f3f3f3" };
            Item::Path(Path::line([at, a.top], [at, a.bottom], colour))
        };
        let place = |at: f64| [at, a.bottom + 16.0];
        let mut factor = 0;
        let most = ((a.right - a.left) / 62.0) as usize;
        match self.x.scale {
            Scale::Linear => {
                let t = ticks::linear(self.x.low, self.x.high, most);
                factor = t.exponent;
                for (v, text) in t.places {
                    out.push(line(px(v), true));
                    out.push(Item::Text(Text {
                        anchor: Anchor::Middle,
                        ..Text::new(text, place(px(v)))
                    }));
                }
            }
            Scale::Log => {
                for (v, k) in ticks::decades(self.x.low, self.x.high, most) {
                    out.push(line(px(v), k.is_some()));
                    out.extend(k.map(|k| ten(k, place(px(v)), Anchor::Middle)));
                }
            }
        }
        let label = &self.panel.x.label;
        if !label.is_empty() || factor != 0 {
            out.push(Item::Text(Text {
                anchor: Anchor::Middle,
                power: Some(factor).filter(|k| *k != 0),
                factor: true,
                ..Text::new(label, [0.5 * (a.left + a.right), a.bottom + 33.0])
            }));
        }
    }

    fn marks(&self) -> impl Iterator<Item = &Mark> {
        let inside = |m: &&Mark| (self.x.low..=self.x.high).contains(&m.x);
        self.panel.marks.iter().filter(inside)
    }

    fn draw_marks(&self, out: &mut Vec<Item>, a: &Area, px: impl Fn(f64) -> f64) {
        let many = self.marks().count() > MOST_LINES;
        let from = if many { a.bottom - 7.0 } else { a.top };
        for (k, colour) in PALETTE.iter().enumerate() {
            let places: BTreeSet<i64> = self
                .marks()
                .filter(|m| m.colour % PALETTE.len() == k)
                .map(|m| (10.0 * px(m.x)).round() as i64)
                .collect();
            let line = |x: i64| vec![[0.1 * x as f64, from], [0.1 * x as f64, a.bottom]];
            if !places.is_empty() {
                out.push(Item::Path(Path {
                    opacity: if many { 0.9 } else { 0.55 },
                    ..Path::new(places.into_iter().map(line).collect(), colour)
                }));
            }
        }
    }

    fn labels_of_marks(&self, out: &mut Vec<Item>, a: &Area, px: impl Fn(f64) -> f64) {
        for (k, m) in self.marks().filter(|m| !m.label.is_empty()).enumerate() {
            let x = px(m.x);
            let before = x + 6.0 + width(&m.label) > a.right;
            let y = a.top + 0.6 * (a.bottom - a.top) + 16.0 * (k % 4) as f64;
            out.push(Item::Text(Text {
                anchor: if before { Anchor::End } else { Anchor::Start },
                colour: PALETTE[m.colour % PALETTE.len()],
                halo: true,
                ..Text::new(&m.label, [if before { x - 4.0 } else { x + 4.0 }, y])
            }));
        }
    }

    fn draw_legend(&self, out: &mut Vec<Item>, a: &Area) {
        let x = a.right + 14.0;
        for (k, entry) in self.entries.iter().enumerate() {
            let y = a.top + LINE * (k as f64 + 0.5);
            let sample = match entry {
                Entry::Curve(c) if c.style == Style::Line => {
                    pen(c, vec![vec![[x, y], [x + 20.0, y]]])
                }
                Entry::Curve(c) => Path {
                    width: 6.0,
                    round: true,
                    ..pen(c, vec![vec![[x + 10.0, y]]])
                },
                Entry::Mark(m) => Path {
                    width: 1.6,
                    opacity: 0.8,
                    ..Path::line(
                        [x + 10.0, y - 6.0],
                        [x + 10.0, y + 6.0],
                        PALETTE[m.colour % PALETTE.len()],
                    )
                },
                Entry::Area(area) => {
                    out.push(Item::Rectangle {
                        at: [x + 4.0, y - 6.0],
                        size: [13.0, 12.0],
                        colour: area.colour,
                    });
                    Path::new(Vec::new(), GREY)
                }
                Entry::More(_) => Path::new(Vec::new(), GREY),
            };
            if !sample.lines.is_empty() {
                out.push(Item::Path(sample));
            }
            out.push(Item::Text(Text::new(entry.text(), [x + 27.0, y + 4.0])));
        }
    }
}

fn entries(panel: &Panel) -> Vec<Entry<'_>> {
    let named = panel.curves.iter().filter(|c| !c.name.is_empty());
    let mut list: Vec<Entry> = named.map(Entry::Curve).collect();
    if panel.curves.len() == 1 {
        list.clear();
    }
    let areas = panel.cells.iter().flat_map(|c| &c.areas);
    list.extend(areas.filter(|a| !a.name.is_empty()).map(Entry::Area));
    let mut seen = BTreeSet::new();
    for m in &panel.marks {
        if !m.name.is_empty() && seen.insert((&m.name, m.colour)) {
            list.push(Entry::Mark(m));
        }
    }
    if list.len() > MOST_ENTRIES {
        let more = list.len() - MOST_ENTRIES + 1;
        list.truncate(MOST_ENTRIES - 1);
        list.push(Entry::More(more));
    }
    list
}

/// Lines as a curve has them.
fn pen(c: &Curve, lines: Vec<Vec<[f64; 2]>>) -> Path {
    const DASHES: [&[f64]; 4] = [&[], &[6.0, 3.0], &[2.0, 2.5], &[8.0, 3.0, 2.0, 3.0]];
    Path {
        width: 1.6,
        dash: DASHES[c.dash % 4],
        ..Path::new(lines, PALETTE[c.colour % PALETTE.len()])
    }
}

fn draw_curve(out: &mut Vec<Item>, c: &Curve, points: &[[f64; 2]], a: &Area, zero: f64) {
    if c.style == Style::Line {
        // With a margin, so that the cut is out of sight.
        let (low, high) = ([a.left - 9.0, a.top - 9.0], [a.right + 9.0, a.bottom + 9.0]);
        let lines = thin::clip(thin::polylines(points), low, high);
        out.push(Item::Path(pen(c, lines)));
        return;
    }
    let seen = || {
        points
            .iter()
            .filter(|p| (a.left - 4.0..=a.right + 4.0).contains(&p[0]))
            .filter(|p| (a.top - 4.0..=a.bottom + 4.0).contains(&p[1]))
    };
    if c.style == Style::Stems {
        let stems = seen().map(|&[x, y]| vec![[x, zero], [x, y]]).collect();
        out.push(Item::Path(Path {
            opacity: 0.45,
            ..Path::new(stems, PALETTE[c.colour % PALETTE.len()])
        }));
    }
    // On a grid of half pixels: what falls on the same place is drawn once.
    let on_grid = |v: f64| (2.0 * v).round() as i64;
    let places: BTreeSet<_> = seen().map(|p| (on_grid(p[0]), on_grid(p[1]))).collect();
    let width = match places.len() {
        0..=60 => 5.0,
        61..=400 => 3.5,
        401..=4000 => 2.0,
        _ => 0.8,
    };
    let dot = |(x, y)| vec![[0.5 * x as f64, 0.5 * y as f64]];
    out.push(Item::Path(Path {
        width,
        dash: &[],
        round: true,
        ..pen(c, places.into_iter().map(dot).collect())
    }));
}

/// Cells with their dots.
fn draw_cells(
    out: &mut Vec<Item>,
    cells: &Cells,
    px: impl Fn(f64) -> f64,
    py: impl Fn(f64) -> f64,
) {
    let colour = |k: u8| cells.areas.get(usize::from(k)).map_or(GREY, |a| a.colour);
    let [left, right, low, high] = cells.edges();
    let at = [px(left), py(high)];
    // From above, and from left to right, whichever way the axes of the grid go.
    let (falls, turned) = (cells.y[1] < cells.y[0], cells.x[1] < cells.x[0]);
    let mut rows: Vec<Vec<&'static str>> = cells
        .cells
        .chunks(cells.columns.max(1))
        .map(|row| row.iter().map(|k| colour(*k)).collect())
        .collect();
    if !falls {
        rows.reverse();
    }
    if turned {
        rows.iter_mut().for_each(|row| row.reverse());
    }
    let size = [px(right) - at[0], py(low) - at[1]];
    out.push(Item::Image {
        at: [0, 1].map(|k: usize| at[k] + size[k].min(0.0)),
        size: size.map(f64::abs),
        columns: cells.columns,
        colours: rows.concat(),
    });
    for (pen, own) in [(11.0, Some("#000000")), (9.0, Some("#ffffff")), (6.5, None)] {
        for (place, area) in &cells.dots {
            out.push(Item::Path(Path {
                width: pen,
                round: true,
                ..Path::new(
                    vec![vec![[px(place[0]), py(place[1])]]],
                    own.unwrap_or(colour(*area)),
                )
            }));
        }
    }
}

/// A power of ten at an axis.
fn ten(k: i32, at: [f64; 2], anchor: Anchor) -> Item {
    let plain = match k {
        -1 => "0.1",
        0 => "1",
        1 => "10",
        2 => "100",
        _ => "",
    };
    Item::Text(Text {
        anchor,
        power: Some(k).filter(|_| plain.is_empty()),
        ..Text::new(plain, at)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn panel() -> Panel {
        Panel {
            title: "x & y".into(),
            x: Axis {
                range: Some([0.0, 1.0]),
                ..Axis::named("<time>")
            },
            curves: vec![Curve::line("one", vec![[0.0, 0.0], [1.0, 3.0]])],
            ..Panel::default()
        }
    }

    /// The text of a picture that is XML.
    fn words(svg: &str) -> Vec<String> {
        let tree = roxmltree::Document::parse(svg).unwrap_or_else(|e| panic!("{e}\n{svg}"));
        let texts = tree.descendants().filter(|n| n.has_tag_name("text"));
        texts
            .map(|n| {
                n.descendants()
                    .filter(|d| d.is_text())
                    .filter_map(|d| d.text())
                    .collect()
            })
            .collect()
    }

    #[test]
    fn text_is_escaped_and_marks_outside_are_left_out() {
        let mark = |x: f64| Mark {
            x,
            label: "a<b\"'\u{1}".into(),
            ..Mark::default()
        };
        let mut p = panel();
        p.marks = vec![mark(0.5), mark(2.0)];
        let words = words(&Figure::of(vec![p], "<script>").svg());
        assert!(words.contains(&"x & y".to_owned()) && words.contains(&"<time>".to_owned()));
        assert_eq!(words.iter().filter(|w| *w == "a<b\"' ").count(), 1);
    }

    #[test]
    fn one_curve_needs_no_legend_and_several_have_one() {
        let mut p = panel();
        assert!(!words(&Figure::of(vec![p.clone()], "").svg()).contains(&"one".to_owned()));
        p.curves.push(Curve::number(1, "a".repeat(100), Vec::new()));
        let words = words(&Figure::of(vec![p], "").svg());
        assert!(words.contains(&"one".to_owned()));
        assert!(words.contains(&format!("{}…", "a".repeat(39))));
    }

    #[test]
    fn logarithms_leave_out_what_has_none() {
        let p = Panel {
            x: Axis::log("x"),
            y: Axis::log("y"),
            curves: vec![Curve::line("", vec![[1.0, 1e-3], [10.0, 0.0], [1e6, 1e-5]])],
            ..Panel::default()
        };
        let svg = Figure::of(vec![p], "").svg();
        assert!(words(&svg).contains(&"10−5".to_owned()), "{svg}");
        assert!(!svg.contains("NaN") && !svg.contains("inf"));
    }

    #[test]
    fn on_equal_scales_a_circle_is_one() {
        let at = |k: u32| (0.1 * f64::from(k)).sin_cos();
        let circle = (0..63).map(|k| [1e4 + 3.0 * at(k).0, 3.0 * at(k).1]);
        let size = |equal: bool, columns: usize| {
            let round = Panel {
                curves: vec![Curve::line("", circle.clone().collect())],
                equal,
                ..Panel::default()
            };
            let high = Panel {
                height: 300.0,
                ..panel()
            };
            let figure = Figure {
                columns,
                ..Figure::of(vec![round, high], "")
            };
            let (items, _) = figure.layout();
            let path = items.iter().find_map(|i| match i {
                Item::Path(p) if p.lines[0].len() > 50 => Some(&p.lines[0]),
                _ => None,
            });
            let extent = |k: usize| {
                let all = path.into_iter().flatten().map(|p| p[k]);
                all.clone().fold(f64::MIN, f64::max) - all.fold(f64::MAX, f64::min)
            };
            [extent(0), extent(1)]
        };
        for columns in [1, 2] {
            let [wide, high] = size(true, columns);
            // 63 points miss the outermost ones of the circle by up to 1 − cos 0.05
            assert!((wide / high - 1.0).abs() < 2e-3, "{wide} {high}");
            assert!(high > 150.0, "{high}");
        }
        let [wide, high] = size(false, 1);
        assert!(wide > 1.3 * high, "{wide} {high}");
    }

    #[test]
    fn numbers_of_any_size_stay_in_the_picture() {
        let extremes = [
            f64::MIN_POSITIVE,
            1e-300,
            f64::MAX,
            f64::INFINITY,
            f64::NAN,
            -1e308,
        ];
        for (k, &a) in extremes.iter().enumerate() {
            for &b in &extremes[k..] {
                for scale in [Scale::Linear, Scale::Log] {
                    let axis = Axis {
                        scale,
                        ..Axis::default()
                    };
                    let p = Panel {
                        x: axis.clone(),
                        y: axis,
                        curves: vec![Curve::line("", vec![[a, b], [b, a], [a, a]])],
                        ..Panel::default()
                    };
                    let svg = Figure::of(vec![p], "").svg();
                    words(&svg);
                    assert!(
                        !svg.contains("NaN") && !svg.contains("inf"),
                        "{a} {b}\n{svg}"
                    );
                }
            }
        }
    }

    /// The cells stand upright whichever way the axes of the grid go, in both kinds of pictures.
    #[test]
    fn cells_have_their_places() {
        let area = |colour, name: &str| Colour {
            colour,
            name: name.into(),
        };
        let picture = |x: [f64; 2], y: [f64; 2], cells: [u8; 4]| {
            let cells = Cells {
                x,
                y,
                columns: 2,
                cells: cells.to_vec(),
                areas: vec![area("#ff0000", "one"), area("#0000ff", "<two>")],
                dots: vec![([0.0, 0.0], 1)],
            };
            let panel = Panel {
                cells: Some(cells),
                legend: false,
                ..Panel::default()
            };
            Figure::of(vec![panel], "d")
        };
        // below left and above right blue
        let upright = picture([0.0, 1.0], [0.0, 1.0], [1, 0, 0, 1]);
        for other in [
            picture([1.0, 0.0], [0.0, 1.0], [0, 1, 1, 0]),
            picture([0.0, 1.0], [1.0, 0.0], [0, 1, 1, 0]),
            picture([1.0, 0.0], [1.0, 0.0], [1, 0, 0, 1]),
        ] {
            assert_eq!(upright.svg(), other.svg());
            assert_eq!(upright.png(1.0).unwrap(), other.png(1.0).unwrap());
        }
        let (items, _) = upright.layout();
        let found = items.iter().find_map(|i| match i {
            Item::Image {
                at, size, colours, ..
            } => Some((*at, *size, colours.clone())),
            _ => None,
        });
        let (at, size, colours) = found.unwrap();
        assert_eq!(colours, ["#ff0000", "#0000ff", "#0000ff", "#ff0000"]);
        let bytes = upright.png(1.0).unwrap();
        let mut reader = ::png::Decoder::new(std::io::Cursor::new(bytes))
            .read_info()
            .unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut pixels).unwrap();
        let pixel = |share: [f64; 2]| {
            let [x, y] = [0, 1].map(|k: usize| (at[k] + share[k] * size[k]) as usize);
            pixels[3 * (y * info.width as usize + x)..][..3].to_vec()
        };
        assert_eq!(pixel([0.1, 0.1]), [255, 0, 0]);
        assert_eq!(pixel([0.9, 0.1]), [0, 0, 255]);
        assert_eq!(pixel([0.1, 0.9]), [0, 0, 255]);
    }

    #[test]
    fn a_constant_with_rounding_is_a_flat_line() {
        let [low, high] = linear_range(1.0, 1.0 + 1e-15, false);
        assert!(low < 0.6 && high > 1.4);
    }
}
