//! A picture as pixels, with the fonts beside this crate: the same on every machine.

use crate::canvas::{Anchor, Colour, Item, Path, Text};
use crate::font;
use tiny_skia::{
    Color, FillRule, LineCap, LineJoin, Mask, Paint, PathBuilder, Pixmap, Rect, Stroke, StrokeDash,
    Transform,
};

/// More pixels than any screen or page shows.
const MOST_PIXELS: f64 = 1e8;

/// A picture could not be made.
#[derive(Debug, thiserror::Error)]
pub enum PngError {
    /// Too many pixels, or none.
    #[error("a picture of {width:.0} by {height:.0} pixels is not made")]
    Size {
        /// Asked for.
        width: f64,
        /// Asked for.
        height: f64,
    },
    /// The pixels could not be written.
    #[error("{0}")]
    Encode(String),
}

/// Paints it, `scale` pixels for each unit.
pub fn paint(items: &[Item], size: [f64; 2], scale: f64) -> Result<Vec<u8>, PngError> {
    let [width, height] = size.map(|s| (s * scale).ceil());
    let bad = PngError::Size { width, height };
    if !(width >= 1.0 && height >= 1.0 && width * height <= MOST_PIXELS) {
        return Err(bad);
    }
    let mut board = Board {
        pixels: Pixmap::new(width as u32, height as u32).ok_or(bad)?,
        scale: Transform::from_scale(scale as f32, scale as f32),
        clip: None,
    };
    for item in items {
        match item {
            Item::Rectangle { at, size, colour } => board.rectangle(*at, *size, colour),
            Item::Path(p) => board.path(p),
            Item::Text(t) => board.text(t),
            Item::Clip { at, size } => board.clip(*at, *size),
            Item::Unclip => board.clip = None,
        }
    }
    board
        .pixels
        .encode_png()
        .map_err(|e| PngError::Encode(e.to_string()))
}

struct Board {
    pixels: Pixmap,
    scale: Transform,
    clip: Option<Mask>,
}

impl Board {
    fn rectangle(&mut self, [x, y]: [f64; 2], [w, h]: [f64; 2], colour: Colour) {
        if let Some(rect) = Rect::from_xywh(x as f32, y as f32, w as f32, h as f32) {
            self.pixels
                .fill_rect(rect, &paint_of(colour, 1.0), self.scale, self.clip.as_ref());
        }
    }

    fn clip(&mut self, [x, y]: [f64; 2], [w, h]: [f64; 2]) {
        let rect = Rect::from_xywh(x as f32, y as f32, w as f32, h as f32);
        let mut mask = Mask::new(self.pixels.width(), self.pixels.height());
        if let (Some(mask), Some(rect)) = (&mut mask, rect) {
            let path = PathBuilder::from_rect(rect);
            mask.fill_path(&path, FillRule::Winding, true, self.scale);
        }
        self.clip = mask;
    }

    fn path(&mut self, p: &Path) {
        let mut path = PathBuilder::new();
        for line in &p.lines {
            for (k, [x, y]) in line.iter().map(|p| p.map(|v| v as f32)).enumerate() {
                match k {
                    0 => path.move_to(x, y),
                    _ => path.line_to(x, y),
                }
            }
            if let [[x, y]] = line.as_slice() {
                // A line without length has no ends to be round.
                path.line_to(*x as f32 + 1e-2, *y as f32);
            }
        }
        let Some(path) = path.finish() else {
            return;
        };
        let stroke = Stroke {
            width: p.width as f32,
            line_cap: if p.round {
                LineCap::Round
            } else {
                LineCap::Butt
            },
            line_join: if p.round {
                LineJoin::Round
            } else {
                LineJoin::Miter
            },
            dash: StrokeDash::new(p.dash.iter().map(|&d| d as f32).collect(), 0.0),
            ..Stroke::default()
        };
        let paint = paint_of(p.colour, p.opacity);
        self.pixels
            .stroke_path(&path, &paint, &stroke, self.scale, self.clip.as_ref());
    }

    fn text(&mut self, t: &Text) {
        let pieces = t.pieces();
        let wide: f64 = pieces
            .iter()
            .map(|(text, size, ..)| font::width(text, *size, t.bold))
            .sum();
        let mut pen = match t.anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => -0.5 * wide,
            Anchor::End => -wide,
        };
        let turn = if t.turned { -90.0 } else { 0.0 };
        let place = Transform::from_rotate(turn).post_translate(t.at[0] as f32, t.at[1] as f32);
        let place = place.post_concat(self.scale);
        for (text, size, up, of_power) in &pieces {
            let light = *of_power && t.factor;
            let face = font::face(t.bold && !light);
            let mut outline = Outline {
                path: PathBuilder::new(),
                scale: *size / f64::from(face.units_per_em()),
                at: [pen, -up],
            };
            for c in text.chars() {
                let glyph = font::glyph(face, c);
                face.outline_glyph(glyph, &mut outline);
                outline.at[0] += font::advance(face, glyph, *size);
            }
            pen = outline.at[0];
            let Some(path) = outline.path.finish() else {
                continue;
            };
            if t.halo {
                let border = Stroke {
                    width: 3.0,
                    line_join: LineJoin::Round,
                    ..Stroke::default()
                };
                self.pixels
                    .stroke_path(&path, &paint_of("#ffffff", 1.0), &border, place, None);
            }
            let colour = if light { "#666666" } else { t.colour };
            self.pixels.fill_path(
                &path,
                &paint_of(colour, 1.0),
                FillRule::Winding,
                place,
                None,
            );
        }
    }
}

/// Takes the outline of a glyph, whose y is upwards, to its place.
struct Outline {
    path: PathBuilder,
    scale: f64,
    at: [f64; 2],
}

impl Outline {
    fn place(&self, x: f32, y: f32) -> (f32, f32) {
        let [left, base] = self.at;
        (
            (left + self.scale * f64::from(x)) as f32,
            (base - self.scale * f64::from(y)) as f32,
        )
    }
}

impl ttf_parser::OutlineBuilder for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.place(x, y);
        self.path.move_to(x, y);
    }
    fn line_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.place(x, y);
        self.path.line_to(x, y);
    }
    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let ((x1, y1), (x, y)) = (self.place(x1, y1), self.place(x, y));
        self.path.quad_to(x1, y1, x, y);
    }
    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let ((x1, y1), (x2, y2), (x, y)) =
            (self.place(x1, y1), self.place(x2, y2), self.place(x, y));
        self.path.cubic_to(x1, y1, x2, y2, x, y);
    }
    fn close(&mut self) {
        self.path.close();
    }
}

fn paint_of(colour: Colour, opacity: f64) -> Paint<'static> {
    let digits = u32::from_str_radix(colour.trim_start_matches('#'), 16).unwrap_or(0);
    let [_, r, g, b] = digits.to_be_bytes();
    let mut paint = Paint::default();
    paint.set_color(Color::from_rgba8(r, g, b, (255.0 * opacity).round() as u8));
    paint.anti_alias = true;
    paint
}

#[cfg(test)]
mod tests {
    use crate::{Curve, Figure, Panel, PngError};
    use tiny_skia::Pixmap;

    #[test]
    fn words_and_curves_leave_ink() {
        let ink = |title: &str, points: Vec<[f64; 2]>| {
            let panel = Panel {
                title: title.into(),
                curves: vec![Curve::line("", points)],
                ..Panel::default()
            };
            let bytes = Figure::of(vec![panel], "d").png(1.0).unwrap();
            let pixels = Pixmap::decode_png(&bytes).unwrap();
            pixels.pixels().iter().filter(|p| p.red() < 128).count()
        };
        let bare = ink("", Vec::new());
        assert!(ink("m·kg²", Vec::new()) > bare + 20);
        assert!(ink("", vec![[0.0, 0.0], [1.0, 1.0]]) > bare + 200);
    }

    #[test]
    fn sizes_without_sense_are_refused() {
        let figure = Figure::of(Vec::new(), "d");
        for scale in [0.0, -1.0, f64::NAN, 1e9] {
            assert!(
                matches!(figure.png(scale), Err(PngError::Size { .. })),
                "{scale}"
            );
        }
    }
}
