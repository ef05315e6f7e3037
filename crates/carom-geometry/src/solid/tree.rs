//! A tree of axis-parallel boxes over triangles, at most two in a leaf.

use super::disc::Disc;
use carom_base::Vec3;

/// Triangles in one leaf.
const LEAF: usize = 2;

/// A box of the tree.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub centre: Vec3,
    pub half: Vec3,
    /// The first of two children that follow each other, or the first triangle of a leaf.
    pub first: u32,
    /// Number of triangles of a leaf; 0 for an inner node.
    pub count: u32,
    /// Squared norm of `half`: the larger of two nodes is divided first.
    pub size: f64,
}

impl Node {
    pub(crate) fn is_leaf(&self) -> bool {
        self.count > 0
    }

    /// Squared distance of a point from the box.
    pub(crate) fn distance_squared(&self, p: &Vec3) -> f64 {
        let d = |k: usize| ((p[k] - self.centre[k]).abs() - self.half[k]).max(0.0);
        let (x, y, z) = (d(0), d(1), d(2));
        x * x + y * y + z * z
    }

    /// Whether the ray from `origin` reaches the box before `end`; `inverse` is one over its direction.
    pub(crate) fn is_met(&self, origin: &Vec3, inverse: &Vec3, end: f64) -> bool {
        let (mut enter, mut leave) = (0.0f64, end);
        for k in 0..3 {
            let middle = self.centre[k] - origin[k];
            // The box is widened by the rounding of its own numbers. A ray that is all but parallel to a face takes an age to cross what is
            // lost there, so no room in its parameter would do.
            let reach = self.half[k]
                + 4.0 * f64::EPSILON * (self.centre[k].abs() + origin[k].abs() + self.half[k]);
            let (one, other) = ((middle - reach) * inverse[k], (middle + reach) * inverse[k]);
            let (first, last) = if one <= other {
                (one, other)
            } else {
                (other, one)
            };
            // 0·∞ is not a number, for a ray within a face: comparing passes over it
            enter = if first > enter { first } else { enter };
            leave = if last < leave { last } else { leave };
        }
        // rounding must not lose a box without thickness
        enter <= leave * (1.0 + 1e-12) + 1e-12 * end.min(1.0)
    }
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Tree {
    /// The root first; never empty once built.
    pub nodes: Vec<Node>,
    /// Around the triangles of each node.
    pub discs: Vec<Disc>,
}

impl Tree {
    /// Builds a tree, and the order in which its leaves hold the triangles: `order[k]` is the number of the k-th.
    pub(crate) fn build(corners: &[[Vec3; 3]]) -> (Self, Vec<u32>) {
        let mut order: Vec<u32> = (0..corners.len() as u32).collect();
        let middle: Vec<Vec3> = corners
            .iter()
            .map(|[a, b, c]| (a.inf(b).inf(c) + a.sup(b).sup(c)) * 0.5)
            .collect();
        let mut tree = Self::default();
        tree.push(corners, &order);
        let mut open = vec![(0usize, 0usize, order.len())];
        while let Some((at, begin, end)) = open.pop() {
            if end - begin <= LEAF {
                tree.nodes[at].first = begin as u32;
                tree.nodes[at].count = (end - begin) as u32;
                continue;
            }
            let part = &mut order[begin..end];
            let (low, high) = part.iter().fold(
                (Vec3::repeat(f64::INFINITY), Vec3::repeat(f64::NEG_INFINITY)),
                |(l, h), &t| (l.inf(&middle[t as usize]), h.sup(&middle[t as usize])),
            );
            let axis = (high - low).imax();
            let half = part.len() / 2;
            part.select_nth_unstable_by(half, |&s, &t| {
                // the number decides between equals, so that the tree is the same on every machine
                let [x, y] = [s, t].map(|i| middle[i as usize][axis]);
                x.total_cmp(&y).then(s.cmp(&t))
            });
            let first = tree.nodes.len();
            tree.nodes[at].first = first as u32;
            for (b, e) in [(begin, begin + half), (begin + half, end)] {
                open.push((tree.nodes.len(), b, e));
                tree.push(corners, &order[b..e]);
            }
        }
        (tree, order)
    }

    /// A node around triangles; its children are not known yet.
    fn push(&mut self, corners: &[[Vec3; 3]], triangles: &[u32]) {
        let (mut low, mut high) = (Vec3::repeat(f64::INFINITY), Vec3::repeat(f64::NEG_INFINITY));
        for &t in triangles {
            for p in &corners[t as usize] {
                low = low.inf(p);
                high = high.sup(p);
            }
        }
        let centre = (low + high) * 0.5;
        // measured from the rounded centre, so that the box holds its points
        let half = (high - centre).sup(&(centre - low));
        self.nodes.push(Node {
            centre,
            half,
            first: 0,
            count: 0,
            size: half.norm_squared(),
        });
        let corners = triangles.iter().map(|&t| corners[t as usize]);
        self.discs.push(Disc::around(corners, &centre, &half));
    }
}

/// Triangles of the tree near to a point, nearest boxes first: `visit` gets a triangle and answers the squared distance from
/// which on nothing is of interest any more.
pub(crate) fn near(
    tree: &Tree,
    p: &Vec3,
    stack: &mut Vec<(u32, u32)>,
    bound: f64,
    mut visit: impl FnMut(u32) -> f64,
) {
    let mut bound = bound;
    stack.clear();
    stack.push((0, 0));
    while let Some((at, bits)) = stack.pop() {
        if f64::from(f32::from_bits(bits)) > bound {
            continue;
        }
        let node = &tree.nodes[at as usize];
        if node.is_leaf() {
            for t in node.first..node.first + node.count {
                bound = bound.min(visit(t));
            }
            continue;
        }
        let children = [node.first, node.first + 1];
        let [x, y] = children.map(|k| tree.nodes[k as usize].distance_squared(p));
        let entry = |k: u32, d: f64| (k, below(d).to_bits());
        let (close, far) = if x <= y {
            (entry(children[0], x), entry(children[1], y))
        } else {
            (entry(children[1], y), entry(children[0], x))
        };
        if x.max(y) <= bound {
            stack.push(far);
        }
        if x.min(y) <= bound {
            stack.push(close);
        }
    }
}

/// A bound from below in 32 bits.
fn below(x: f64) -> f32 {
    (x * (1.0 - 2e-7)) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_box_holds_its_triangles_and_each_triangle_stands_once() {
        let corners: Vec<[Vec3; 3]> = (0..37)
            .map(|i| {
                let p = Vec3::new(f64::from(i * i % 11), f64::from(i % 7), 0.1 * f64::from(i));
                [p, p + Vec3::x(), p + Vec3::y() * 0.3]
            })
            .collect();
        let (tree, order) = Tree::build(&corners);
        let mut seen = vec![0; corners.len()];
        let mut open = vec![(0u32, tree.nodes[0])];
        while let Some((_, node)) = open.pop() {
            if node.is_leaf() {
                for t in node.first..node.first + node.count {
                    let number = order[t as usize] as usize;
                    seen[number] += 1;
                    for p in &corners[number] {
                        assert_eq!(node.distance_squared(p), 0.0);
                    }
                }
                continue;
            }
            for child in [node.first, node.first + 1] {
                let inner = tree.nodes[child as usize];
                assert!(
                    ((inner.centre - node.centre).abs() + inner.half - node.half).max() < 1e-12
                );
                open.push((child, inner));
            }
        }
        assert!(seen.iter().all(|n| *n == 1));
    }

    #[test]
    fn rays_meet_boxes() {
        let node = Node {
            centre: Vec3::new(1.0, 0.0, 0.0),
            half: Vec3::new(0.5, 0.5, 0.0),
            first: 0,
            count: 1,
            size: 0.5,
        };
        let meets = |d: Vec3, end| node.is_met(&Vec3::zeros(), &d.map(f64::recip), end);
        assert!(meets(Vec3::x(), 1.0));
        assert!(!meets(Vec3::x(), 0.4));
        assert!(!meets(-Vec3::x(), 9.0));
        assert!(!meets(Vec3::new(1e-3, 0.0, 1.0), 9.0));
        assert_eq!(node.distance_squared(&Vec3::new(2.5, 0.0, 2.0)), 5.0);
    }
}
