//! What is drawn.

/// Colours that readers with any kind of colour vision tell apart on white (Okabe, Ito 2008, without their yellow).
pub const PALETTE: [&str; 7] = [
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#000000",
];

/// A picture: panels in columns, filled row by row.
#[derive(Clone, Debug)]
pub struct Figure {
    /// On top; may be empty.
    pub title: String,
    /// Below the title, smaller; may be empty.
    pub subtitle: String,
    /// What the picture shows, for readers who do not see it.
    pub description: String,
    /// Width in pixels.
    pub width: f64,
    /// Panels side by side.
    pub columns: usize,
    /// The panels.
    pub panels: Vec<Panel>,
}

impl Figure {
    /// Panels one below the other.
    pub fn of(panels: Vec<Panel>, description: impl Into<String>) -> Self {
        Self {
            title: String::new(),
            subtitle: String::new(),
            description: description.into(),
            width: 760.0,
            columns: 1,
            panels,
        }
    }
}

/// Curves over common axes.
#[derive(Clone, Debug)]
pub struct Panel {
    /// Above the left end: best the quantity with its unit.
    pub title: String,
    /// Horizontal axis.
    pub x: Axis,
    /// Vertical axis; its label stands beside it, turned.
    pub y: Axis,
    /// Height of the area of the curves, in pixels; grows with a long legend.
    pub height: f64,
    /// Whether a unit is as long on both axes, so that a circle looks like one; the shorter axis then shows more than its range. Linear axes only.
    pub equal: bool,
    /// The curves; those with a name are in the legend, unless there is only one.
    pub curves: Vec<Curve>,
    /// Vertical lines.
    pub marks: Vec<Mark>,
    /// Coloured cells behind the curves.
    pub cells: Option<Cells>,
    /// Whether names are explained beside the panel.
    pub legend: bool,
}

impl Default for Panel {
    fn default() -> Self {
        Self {
            title: String::new(),
            x: Axis::default(),
            y: Axis::default(),
            height: 200.0,
            equal: false,
            curves: Vec::new(),
            marks: Vec::new(),
            cells: None,
            legend: true,
        }
    }
}

/// How numbers become places.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scale {
    /// Proportional.
    #[default]
    Linear,
    /// By their logarithm; what is not positive is left out.
    Log,
}

/// An axis.
#[derive(Clone, Debug, Default)]
pub struct Axis {
    /// Quantity and unit.
    pub label: String,
    /// How numbers become places.
    pub scale: Scale,
    /// From, to; `None`: from the curves. Points outside are not seen.
    pub range: Option<[f64; 2]>,
}

impl Axis {
    /// A linear axis with a label.
    pub fn named(label: impl Into<String>) -> Self {
        Self {
            label: label.into(),
            ..Self::default()
        }
    }

    /// A logarithmic axis with a label.
    pub fn log(label: impl Into<String>) -> Self {
        Self {
            label: label.into(),
            scale: Scale::Log,
            range: None,
        }
    }
}

/// How the points of a curve are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// Joined; a point that is not finite is a gap.
    #[default]
    Line,
    /// A dot each.
    Dots,
    /// A dot each on a line from zero.
    Stems,
}

/// Points with a name.
#[derive(Clone, Debug, Default)]
pub struct Curve {
    /// In the legend; may be empty.
    pub name: String,
    /// x, y.
    pub points: Vec<[f64; 2]>,
    /// How they are drawn.
    pub style: Style,
    /// Colour, counted through [`PALETTE`].
    pub colour: usize,
    /// 0: solid; 1, 2, 3: dashes.
    pub dash: usize,
}

impl Curve {
    /// A solid line in the first colour.
    pub fn line(name: impl Into<String>, points: Vec<[f64; 2]>) -> Self {
        Self {
            name: name.into(),
            points,
            ..Self::default()
        }
    }

    /// Curve number `k` of several: the first round of colours is solid, the next ones are dashed.
    pub fn number(k: usize, name: impl Into<String>, points: Vec<[f64; 2]>) -> Self {
        Self {
            colour: k % PALETTE.len(),
            dash: k / PALETTE.len() % 4,
            ..Self::line(name, points)
        }
    }
}

/// Colours of areas that readers with any kind of colour vision tell apart, the first ones best: those of Okabe and Ito, then lighter and darker ones.
pub const AREAS: [&str; 12] = [
    "#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#f0e442", "#004a75",
    "#ffd27f", "#7fceb9", "#7a3e61", "#f0aa7f",
];

/// A colour that means something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Area {
    /// `#rrggbb`.
    pub colour: &'static str,
    /// In the legend; may be empty.
    pub name: String,
}

/// A grid of cells, each with a colour.
#[derive(Clone, Debug, Default)]
pub struct Cells {
    /// The middles of the first and the last column.
    pub x: [f64; 2],
    /// The middles of the first and the last row, from below.
    pub y: [f64; 2],
    /// Number of columns; that of rows follows.
    pub columns: usize,
    /// Row by row from below: which of the areas.
    pub cells: Vec<u8>,
    /// What the cells can be.
    pub areas: Vec<Area>,
    /// Dots on top, with a border: places, and which of the areas has their colour.
    pub dots: Vec<([f64; 2], u8)>,
}

impl Cells {
    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.cells.len() / self.columns.max(1)
    }

    /// The edges of all of it: x from, to, y from, to.
    pub fn edges(&self) -> [f64; 4] {
        let around = |[from, to]: [f64; 2], n: usize| match n {
            0 | 1 => [from - 0.5, to + 0.5],
            n => {
                let half = 0.5 * (to - from) / (n - 1) as f64;
                [from - half, to + half]
            }
        };
        let [x, y] = [around(self.x, self.columns), around(self.y, self.rows())];
        [x[0], x[1], y[0], y[1]]
    }
}

/// A vertical line.
#[derive(Clone, Debug, Default)]
pub struct Mark {
    /// Where.
    pub x: f64,
    /// Colour, counted through [`PALETTE`].
    pub colour: usize,
    /// Written beside it; may be empty.
    pub label: String,
    /// In the legend, once for all marks of this name and colour; may be empty.
    pub name: String,
}
