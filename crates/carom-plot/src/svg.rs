//! A picture as SVG.

use crate::canvas::{Anchor, Colour, Item, Path, Text};
use crate::png;
use base64::Engine;
use std::fmt::Write;

const FONT: &str = "Roboto,Helvetica,Arial,sans-serif";

/// Text for SVG: markup stays text, signs that XML does not allow become blanks.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

/// Writes it.
pub fn write(items: &[Item], [width, height]: [f64; 2], description: &str) -> String {
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"{FONT}\" font-size=\"12\" fill=\"#222\" role=\"img\">\n\
         <title>{}</title>\n",
        escape(description)
    );
    for item in items {
        // Writing to a string does not fail.
        let _ = match item {
            Item::Rectangle {
                at: [x, y],
                size: [w, h],
                colour,
            } => {
                writeln!(
                    out,
                    "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{w:.1}\" height=\"{h:.1}\" fill=\"{colour}\"/>"
                )
            }
            Item::Image {
                at,
                size,
                columns,
                colours,
            } => image(&mut out, *at, *size, *columns, colours),
            Item::Path(p) => path(&mut out, p),
            Item::Text(t) => text(&mut out, t),
            Item::Clip {
                at: [x, y],
                size: [w, h],
            } => {
                let place = format!("{x:.1} {y:.1} {w:.1} {h:.1}");
                writeln!(
                    out,
                    "<svg x=\"{x:.1}\" y=\"{y:.1}\" width=\"{w:.1}\" height=\"{h:.1}\" viewBox=\"{place}\">"
                )
            }
            Item::Unclip => writeln!(out, "</svg>"),
        };
    }
    out.push_str("</svg>\n");
    out
}

/// A picture in the picture, whose pixels stay sharp.
fn image(
    out: &mut String,
    [x, y]: [f64; 2],
    [w, h]: [f64; 2],
    columns: usize,
    colours: &[Colour],
) -> std::fmt::Result {
    let Ok(bytes) = png::cells(columns, colours) else {
        return Ok(());
    };
    let data = base64::engine::general_purpose::STANDARD.encode(bytes);
    writeln!(
        out,
        "<image x=\"{x:.1}\" y=\"{y:.1}\" width=\"{w:.1}\" height=\"{h:.1}\" preserveAspectRatio=\"none\" image-rendering=\"optimizeSpeed\" \
         style=\"image-rendering:pixelated\" href=\"data:image/png;base64,{data}\"/>"
    )
}

fn path(out: &mut String, p: &Path) -> std::fmt::Result {
    let mut d = String::new();
    for line in &p.lines {
        match line.as_slice() {
            [[x, y]] => write!(d, "M{x:.1} {y:.1}h0")?,
            [[x, y], [to, level]] if y == level => write!(d, "M{x:.1} {y:.1}H{to:.1}")?,
            [[x, y], [beside, to]] if x == beside => write!(d, "M{x:.1} {y:.1}V{to:.1}")?,
            points => {
                for (k, [x, y]) in points.iter().enumerate() {
                    write!(d, "{}{x:.2} {y:.2}", if k == 0 { 'M' } else { 'L' })?;
                }
            }
        }
    }
    write!(out, "<path d=\"{d}\" fill=\"none\" stroke=\"{}\"", p.colour)?;
    if p.width != 1.0 {
        write!(out, " stroke-width=\"{}\"", p.width)?;
    }
    if p.opacity != 1.0 {
        write!(out, " stroke-opacity=\"{}\"", p.opacity)?;
    }
    if !p.dash.is_empty() {
        let dash: Vec<_> = p.dash.iter().map(f64::to_string).collect();
        write!(out, " stroke-dasharray=\"{}\"", dash.join(" "))?;
    }
    if p.round {
        out.push_str(" stroke-linecap=\"round\" stroke-linejoin=\"round\"");
    }
    writeln!(out, "/>")
}

fn text(out: &mut String, t: &Text) -> std::fmt::Result {
    let [x, y] = t.at;
    match t.turned {
        true => write!(
            out,
            "<text transform=\"translate({x:.1} {y:.1}) rotate(-90)\""
        )?,
        false => write!(out, "<text x=\"{x:.1}\" y=\"{y:.1}\"")?,
    }
    match t.anchor {
        Anchor::Start => {}
        Anchor::Middle => out.push_str(" text-anchor=\"middle\""),
        Anchor::End => out.push_str(" text-anchor=\"end\""),
    }
    if t.size != 12.0 {
        write!(out, " font-size=\"{}\"", t.size)?;
    }
    if t.bold {
        out.push_str(" font-weight=\"500\"");
    }
    if t.colour != "#222222" {
        write!(out, " fill=\"{}\"", t.colour)?;
    }
    if t.halo {
        out.push_str(" stroke=\"#ffffff\" stroke-width=\"3\" paint-order=\"stroke\"");
    }
    out.push('>');
    for (piece, size, up, of_power) in t.pieces() {
        let piece = escape(&piece);
        let blanks = if piece.starts_with(' ') {
            " xml:space=\"preserve\""
        } else {
            ""
        };
        match (of_power, up > 0.0) {
            (false, _) => out.push_str(&piece),
            (true, false) if t.factor => {
                write!(
                    out,
                    "<tspan font-weight=\"400\" fill=\"#666666\"{blanks}>{piece}</tspan>"
                )?;
            }
            (true, false) => out.push_str(&piece),
            (true, true) => write!(
                out,
                "<tspan dy=\"{:.1}\" font-size=\"{size}\">{piece}</tspan>",
                -up
            )?,
        }
    }
    writeln!(out, "</text>")
}
