//! What a picture is made of once everything has its place: lines and letters, in pixels, y downwards. [`svg`](crate::svg) writes it, [`png`](crate::png) paints it.

/// A colour, `#rrggbb` or `#rgb`.
pub type Colour = &'static str;

/// Red, green, blue of a colour.
pub fn parts(colour: Colour) -> [u8; 3] {
    let digits = u32::from_str_radix(colour.trim_start_matches('#'), 16).unwrap_or(0);
    let [_, r, g, b] = digits.to_be_bytes();
    [r, g, b]
}

/// A piece of a picture.
#[derive(Clone, Debug)]
pub enum Item {
    /// An area.
    Rectangle {
        at: [f64; 2],
        size: [f64; 2],
        colour: Colour,
    },
    /// Coloured cells, from above.
    Image {
        at: [f64; 2],
        size: [f64; 2],
        columns: usize,
        colours: Vec<Colour>,
    },
    /// Lines.
    Path(Path),
    /// Letters.
    Text(Text),
    /// What follows is seen inside of this rectangle only.
    Clip { at: [f64; 2], size: [f64; 2] },
    /// What follows is seen everywhere again.
    Unclip,
}

/// Polylines with one pen.
#[derive(Clone, Debug)]
pub struct Path {
    /// Each with its points; a single point is a dot.
    pub lines: Vec<Vec<[f64; 2]>>,
    pub colour: Colour,
    pub width: f64,
    pub opacity: f64,
    /// Lengths of strokes and gaps in turn; empty: solid.
    pub dash: &'static [f64],
    /// Round ends and corners.
    pub round: bool,
}

impl Path {
    pub fn new(lines: Vec<Vec<[f64; 2]>>, colour: Colour) -> Self {
        Self {
            lines,
            colour,
            width: 1.0,
            opacity: 1.0,
            dash: &[],
            round: false,
        }
    }

    pub fn line(from: [f64; 2], to: [f64; 2], colour: Colour) -> Self {
        Self::new(vec![vec![from, to]], colour)
    }
}

/// Where a text is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    Start,
    Middle,
    End,
}

/// A line of text.
#[derive(Clone, Debug)]
pub struct Text {
    /// On its base line.
    pub at: [f64; 2],
    pub anchor: Anchor,
    pub size: f64,
    pub bold: bool,
    pub colour: Colour,
    /// Reads upwards.
    pub turned: bool,
    /// A white border keeps it readable over lines.
    pub halo: bool,
    pub text: String,
    /// Behind the text, lighter: a power of ten, such as the factor of an axis.
    pub power: Option<i32>,
    /// Whether the power is a factor of something (×10ᵏ), or stands alone (10ᵏ).
    pub factor: bool,
}

impl Text {
    pub fn new(text: impl Into<String>, at: [f64; 2]) -> Self {
        Self {
            at,
            anchor: Anchor::Start,
            size: 12.0,
            bold: false,
            colour: "#222222",
            turned: false,
            halo: false,
            text: text.into(),
            power: None,
            factor: false,
        }
    }

    /// The pieces of the line: text, size, shift upwards, whether it is of the power.
    pub fn pieces(&self) -> Vec<(String, f64, f64, bool)> {
        let mut list = Vec::new();
        if !self.text.is_empty() {
            list.push((self.text.clone(), self.size, 0.0, false));
        }
        if let Some(k) = self.power {
            let blank = if self.factor && !self.text.is_empty() {
                "  "
            } else {
                ""
            };
            let ten = if self.factor { "×10" } else { "10" };
            list.push((format!("{blank}{ten}"), self.size, 0.0, true));
            let exponent = crate::ticks::minus(&k.to_string());
            list.push((exponent, 0.75 * self.size, 0.35 * self.size, true));
        }
        list
    }
}
