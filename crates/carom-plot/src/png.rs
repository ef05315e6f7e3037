//! A picture as pixels, with the fonts beside this crate: the same on every machine.

use crate::canvas::{Anchor, Colour, Item, Path, Text, parts};
use crate::font;
use zeno::{Cap, Command, Fill, Join, Mask, PathBuilder, Placement, Stroke, Style, Transform};

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
    if !(width >= 1.0 && height >= 1.0 && width * height <= MOST_PIXELS) {
        return Err(PngError::Size { width, height });
    }
    let mut board = Board {
        width: width as usize,
        pixels: vec![255; 3 * width as usize * height as usize],
        scale: scale as f32,
    };
    for item in items {
        match item {
            Item::Rectangle { at, size, colour } => board.rectangle(*at, *size, colour),
            Item::Image {
                at,
                size,
                columns,
                colours,
            } => board.image(*at, *size, *columns, colours),
            Item::Path(p) => board.path(p),
            Item::Text(t) => board.text(t),
            // Curves are cut to size when they are laid out.
            Item::Clip { .. } | Item::Unclip => {}
        }
    }
    board
        .encode(height as u32)
        .map_err(|e| PngError::Encode(e.to_string()))
}

/// Coloured cells as PNG, a pixel each.
pub fn cells(columns: usize, colours: &[Colour]) -> Result<Vec<u8>, PngError> {
    let columns = columns.max(1);
    let board = Board {
        width: columns,
        pixels: colours.iter().flat_map(|c| parts(c)).collect(),
        scale: 1.0,
    };
    let rows = colours.len() / columns;
    let encoded = board.encode(rows as u32);
    encoded.map_err(|e| PngError::Encode(e.to_string()))
}

/// Rows of red, green, blue.
struct Board {
    width: usize,
    pixels: Vec<u8>,
    scale: f32,
}

impl Board {
    fn encode(&self, height: u32) -> Result<Vec<u8>, png::EncodingError> {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, self.width as u32, height);
        encoder.set_color(png::ColorType::Rgb);
        encoder.write_header()?.write_image_data(&self.pixels)?;
        Ok(bytes)
    }

    fn rectangle(&mut self, [x, y]: [f64; 2], [w, h]: [f64; 2], colour: Colour) {
        let corners = [[x, y], [x + w, y], [x + w, y + h], [x, y + h]];
        let mut path = lines(&corners);
        path.push(Command::Close);
        self.mask(
            &path,
            Style::Fill(Fill::NonZero),
            Transform::IDENTITY,
            colour,
            1.0,
        );
    }

    /// Each pixel takes the colour of the cell that its middle lies in.
    fn image(&mut self, at: [f64; 2], size: [f64; 2], columns: usize, colours: &[Colour]) {
        let scale = f64::from(self.scale);
        let counts = [columns, colours.len() / columns.max(1)];
        let board = [self.width, self.pixels.len() / (3 * self.width)];
        let pixels = |axis: usize| {
            let ends = [at[axis], at[axis] + size[axis]].map(|v| (v * scale).round().max(0.0));
            ends[0] as usize..(ends[1] as usize).min(board[axis])
        };
        let [across, down] = [pixels(0), pixels(1)];
        let cell = |pixel: usize, axis: usize| {
            let share = ((pixel as f64 + 0.5) / scale - at[axis]) / size[axis];
            ((share * counts[axis] as f64).max(0.0) as usize).min(counts[axis].saturating_sub(1))
        };
        for y in down {
            for x in across.clone() {
                let Some(colour) = colours.get(cell(y, 1) * columns + cell(x, 0)) else {
                    continue;
                };
                let to = 3 * (y * self.width + x);
                self.pixels[to..to + 3].copy_from_slice(&parts(colour));
            }
        }
    }

    fn path(&mut self, p: &Path) {
        let (mut path, mut dots) = (Vec::new(), Vec::new());
        for line in &p.lines {
            match line.as_slice() {
                // A line without length has no ends to be round.
                [[x, y]] => {
                    dots.add_circle([*x as f32, *y as f32], 0.5 * p.width as f32);
                }
                points => path.extend(lines(points)),
            }
        }
        let fill = Style::Fill(Fill::NonZero);
        self.mask(&dots, fill, Transform::IDENTITY, p.colour, p.opacity);
        let dashes: Vec<f32> = p.dash.iter().map(|&d| d as f32).collect();
        let mut stroke = Stroke::new(p.width as f32);
        stroke.dash(&dashes, 0.0);
        if p.round {
            stroke.cap(Cap::Round).join(Join::Round);
        } else {
            stroke.cap(Cap::Butt);
        }
        self.mask(
            &path,
            Style::Stroke(stroke),
            Transform::IDENTITY,
            p.colour,
            p.opacity,
        );
    }

    fn text(&mut self, t: &Text) {
        let pieces = t.pieces();
        let widths = pieces
            .iter()
            .map(|(text, size, ..)| font::width(text, *size, t.bold));
        let wide: f64 = widths.sum();
        let mut pen = match t.anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => -0.5 * wide,
            Anchor::End => -wide,
        };
        let [x, y] = t.at.map(|v| v as f32);
        // A quarter turn against the clock, with y downwards.
        let (xx, xy) = if t.turned { (0.0, -1.0) } else { (1.0, 0.0) };
        let place = Transform::new(xx, xy, -xy, xx, x, y);
        for (text, size, up, of_power) in &pieces {
            let light = *of_power && t.factor;
            let face = font::face(t.bold && !light);
            let mut outline = Outline {
                path: Vec::new(),
                scale: *size / f64::from(face.units_per_em()),
                at: [pen, -up],
            };
            for c in text.chars() {
                let glyph = font::glyph(face, c);
                face.outline_glyph(glyph, &mut outline);
                outline.at[0] += font::advance(face, glyph, *size);
            }
            pen = outline.at[0];
            if t.halo {
                let mut border = Stroke::new(3.0);
                border.join(Join::Round);
                self.mask(&outline.path, Style::Stroke(border), place, "#ffffff", 1.0);
            }
            let colour = if light { "#666666" } else { t.colour };
            self.mask(
                &outline.path,
                Style::Fill(Fill::NonZero),
                place,
                colour,
                1.0,
            );
        }
    }

    /// Lays a colour over the pixels, as far as a path covers each of them.
    fn mask(
        &mut self,
        path: &[Command],
        style: Style,
        place: Transform,
        colour: Colour,
        opacity: f64,
    ) {
        if path.is_empty() {
            return;
        }
        let scaled = place.then_scale(self.scale, self.scale);
        let (
            cover,
            Placement {
                left,
                top,
                width,
                height,
            },
        ) = Mask::new(path)
            .style(style)
            .transform(Some(scaled))
            .render();
        let [r, g, b] = parts(colour);
        let rows = self.pixels.len() / (3 * self.width);
        for (k, row) in cover
            .chunks_exact(width.max(1) as usize)
            .enumerate()
            .take(height as usize)
        {
            let y = i64::from(top) + k as i64;
            if !(0..rows as i64).contains(&y) {
                continue;
            }
            for (c, &cover) in row.iter().enumerate().filter(|(_, cover)| **cover > 0) {
                let x = i64::from(left) + c as i64;
                if !(0..self.width as i64).contains(&x) {
                    continue;
                }
                let at = 3 * (y as usize * self.width + x as usize);
                let share = opacity * f64::from(cover) / 255.0;
                for (pixel, ink) in self.pixels[at..at + 3].iter_mut().zip([r, g, b]) {
                    let mixed = (1.0 - share) * f64::from(*pixel) + share * f64::from(ink);
                    *pixel = mixed.round() as u8;
                }
            }
        }
    }
}

fn lines(points: &[[f64; 2]]) -> Vec<Command> {
    let mut path = Vec::with_capacity(points.len() + 1);
    for (k, point) in points.iter().map(|p| p.map(|v| v as f32)).enumerate() {
        match k {
            0 => path.move_to(point),
            _ => path.line_to(point),
        };
    }
    path
}

/// Takes the outline of a glyph, whose y is upwards, to its place.
struct Outline {
    path: Vec<Command>,
    scale: f64,
    at: [f64; 2],
}

impl Outline {
    fn place(&self, x: f32, y: f32) -> [f32; 2] {
        let [left, base] = self.at;
        let across = left + self.scale * f64::from(x);
        [across as f32, (base - self.scale * f64::from(y)) as f32]
    }
}

impl ttf_parser::OutlineBuilder for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        let p = self.place(x, y);
        self.path.move_to(p);
    }
    fn line_to(&mut self, x: f32, y: f32) {
        let p = self.place(x, y);
        self.path.line_to(p);
    }
    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let (c, p) = (self.place(x1, y1), self.place(x, y));
        self.path.quad_to(c, p);
    }
    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let (c, d, p) = (self.place(x1, y1), self.place(x2, y2), self.place(x, y));
        self.path.curve_to(c, d, p);
    }
    fn close(&mut self) {
        self.path.close();
    }
}

#[cfg(test)]
mod tests {
    use crate::{Curve, Figure, Panel, PngError};

    #[test]
    fn words_and_curves_leave_ink() {
        let ink = |title: &str, points: Vec<[f64; 2]>| {
            let panel = Panel {
                title: title.into(),
                curves: vec![Curve::line("", points)],
                ..Panel::default()
            };
            let bytes = Figure::of(vec![panel], "d").png(1.0).unwrap();
            let mut reader = png::Decoder::new(std::io::Cursor::new(bytes))
                .read_info()
                .unwrap();
            let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
            reader.next_frame(&mut pixels).unwrap();
            pixels.chunks(3).filter(|p| p[0] < 128).count()
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
