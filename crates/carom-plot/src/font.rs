//! The letters of the pictures: Roboto, which stands beside this crate.

use std::sync::OnceLock;
use ttf_parser::{Face, GlyphId};

const FONTS: [&[u8]; 2] = [
    include_bytes!("../fonts/Roboto-Regular.ttf"),
    include_bytes!("../fonts/Roboto-Medium.ttf"),
];

/// The regular face, or the bold one.
pub fn face(bold: bool) -> &'static Face<'static> {
    static FACES: OnceLock<[Face<'static>; 2]> = OnceLock::new();
    let faces = FACES.get_or_init(|| {
        FONTS.map(|font| Face::parse(font, 0).expect("the fonts beside this crate are fonts"))
    });
    &faces[usize::from(bold)]
}

/// The glyph of a character; the first one, an empty box, for those that the font does not have.
pub fn glyph(face: &Face, c: char) -> GlyphId {
    face.glyph_index(c).unwrap_or(GlyphId(0))
}

/// How far a glyph moves the pen, at a size in pixels.
pub fn advance(face: &Face, glyph: GlyphId, size: f64) -> f64 {
    let units = face.glyph_hor_advance(glyph).unwrap_or(0);
    f64::from(units) * size / f64::from(face.units_per_em())
}

/// Width of a text in pixels. Readers of an SVG may have another font, of about the same width.
pub fn width(text: &str, size: f64, bold: bool) -> f64 {
    let face = face(bold);
    text.chars()
        .map(|c| advance(face, glyph(face, c), size))
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_have_widths() {
        assert!(width("mm", 12.0, false) > 2.0 * width("i", 12.0, false));
        assert!((width("abc", 24.0, false) - 2.0 * width("abc", 12.0, false)).abs() < 1e-9);
        for c in "aZ09ωΩφ°²³·×−√µЖ…".chars() {
            assert_ne!(glyph(face(false), c), GlyphId(0), "{c}");
        }
    }
}
