//! Patches of a surface: triangles that go on into each other smoothly.

use super::edge::Edge;

/// The patch of each triangle, by one of its triangles; `smooth` says it of an edge by its number.
pub(super) fn patches(
    triangles: usize,
    edges: &[Edge],
    smooth: impl Fn(u32, &Edge) -> bool,
) -> Vec<u32> {
    let mut of: Vec<u32> = (0..triangles as u32).collect();
    for (number, edge) in (0u32..).zip(edges) {
        if smooth(number, edge) {
            let [a, b] = [edge.left, edge.right].map(|t| root(&mut of, t));
            of[a.max(b) as usize] = a.min(b);
        }
    }
    for t in 0..triangles as u32 {
        of[t as usize] = root(&mut of, t);
    }
    of
}

/// The triangle by which a patch is known, with half the way to it from there on.
fn root(of: &mut [u32], mut t: u32) -> u32 {
    while of[t as usize] != t {
        let next = of[of[t as usize] as usize];
        of[t as usize] = next;
        t = next;
    }
    t
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A strip of five triangles with one crease.
    #[test]
    fn creases_divide() {
        let edge = |left: u32| Edge {
            ends: [left, left + 1],
            left,
            right: left + 1,
        };
        let strip = [3, 1, 0, 2].map(edge);
        let of = patches(5, &strip, |_, e| e.left != 2);
        assert_eq!(of, [0, 0, 0, 3, 3]);
        assert_eq!(patches(5, &strip, |number, _| number == 3), [0, 1, 2, 2, 4]);
    }
}
