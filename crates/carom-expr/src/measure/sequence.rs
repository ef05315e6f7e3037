//! Angles of the sequences of three rotations that ORIENT numbers.

use super::angles::{angle_313, angle_321};
use carom_base::{Mat3, Number};

/// The axes of the types 1 to 12, about axes that turn with the marker; types 13 to 24 are the same about axes that stay.
const AXES: [[u8; 3]; 12] = [
    [0, 1, 2],
    [1, 2, 0],
    [2, 0, 1],
    [0, 2, 1],
    [1, 0, 2],
    [2, 1, 0],
    [0, 1, 0],
    [0, 2, 0],
    [1, 0, 1],
    [1, 2, 1],
    [2, 0, 2],
    [2, 1, 2],
];

/// One angle of a sequence of three rotations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct EulerAngle {
    kind: u8,
    component: u8,
}

impl EulerAngle {
    /// Angle `component`, 1 to 3, of the sequence `kind`, 1 to 24, as ORIENT counts them.
    pub fn new(kind: u32, component: u32) -> Option<Self> {
        let known = (1..=24).contains(&kind) && (1..=3).contains(&component);
        known.then_some(Self {
            kind: kind as u8,
            component: component as u8,
        })
    }

    /// Number of the sequence, 1 to 24.
    pub fn kind(self) -> u32 {
        self.kind.into()
    }

    /// Which of its angles, 1 to 3.
    pub fn component(self) -> u32 {
        self.component.into()
    }

    /// The axes, 0 to 2, in the order of the rotations.
    pub fn axes(self) -> [usize; 3] {
        AXES[usize::from(self.kind - 1) % 12].map(usize::from)
    }

    /// Whether the axes of the rotations stay where they are, instead of turning along.
    pub fn is_space_fixed(self) -> bool {
        self.kind > 12
    }

    /// Whether it is the second angle, which has no cut: it ends at 0 and π, or at ∓π/2.
    pub fn is_second(self) -> bool {
        self.component == 2
    }

    /// The angle of a rotation.
    ///
    /// On axes in another order every sequence is 3-1-3 or 3-2-1. With the rotations about the axes a, b and c, and s = 1
    /// where a, b and the remaining axis follow each other as x, y, z do, else −1:
    ///
    /// ```text
    /// a-b-a   is 3-1-3 on b, a×b, a
    /// a-b-c   is 3-2-1 on b×a = −s·c, b, a, whose third angle counts about −s·c
    /// ```
    ///
    /// Rotations about axes that stay are those about axes that turn in the opposite order.
    pub(super) fn of<T: Number>(self, r: &Mat3<T>) -> T {
        let (mut axes, mut which) = (self.axes(), self.component);
        if self.is_space_fixed() {
            axes.reverse();
            which = 4 - which;
        }
        let [a, b, c] = axes;
        let is_symmetric = a == c;
        let third = 3 - a - b;
        let follows = (a + 1) % 3 == b;
        let (order, turned) = if is_symmetric {
            ([b, third, a], [false, !follows, false])
        } else {
            ([third, b, a], [follows, false, false])
        };
        let on = Mat3::from_fn(|row, column| {
            let entry = r[(order[row], order[column])];
            if turned[row] == turned[column] {
                entry
            } else {
                -entry
            }
        });
        match (is_symmetric, which) {
            (true, n) => angle_313(usize::from(n - 1), &on),
            (false, 1) => angle_321(0, &on),
            (false, 2) => -angle_321(1, &on),
            (false, _) if follows => -angle_321(2, &on),
            (false, _) => angle_321(2, &on),
        }
    }
}
