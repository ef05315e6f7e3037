//! A walk over an interval of time from its start on, in parts that are halved until each is decided.

/// The part in hand, with values of the guards at its ends, and the ends of those that wait behind it.
pub struct Walk<V> {
    a: f64,
    left: Vec<V>,
    /// Ends of the parts ahead, the nearest last, and the values there.
    ends: Vec<f64>,
    at: Vec<V>,
}

impl<V> Default for Walk<V> {
    fn default() -> Self {
        Self {
            a: 0.0,
            left: Vec::new(),
            ends: Vec::new(),
            at: Vec::new(),
        }
    }
}

impl<V: Copy> Walk<V> {
    /// Begins with the whole from `a` to `b`.
    pub fn begin(
        &mut self,
        (a, b): (f64, f64),
        left: impl Iterator<Item = V>,
        right: impl Iterator<Item = V>,
    ) {
        self.a = a;
        self.left.clear();
        self.left.extend(left);
        self.ends.clear();
        self.ends.push(b);
        self.at.clear();
        self.at.extend(right);
    }

    /// The part in hand; `None` at the end.
    pub fn part(&self) -> Option<(f64, f64)> {
        self.ends.last().map(|&b| (self.a, b))
    }

    /// The values at its start.
    pub fn left(&self) -> &[V] {
        &self.left
    }

    /// The values at its end.
    pub fn right(&self) -> &[V] {
        &self.at[self.at.len() - self.left.len()..]
    }

    /// The same, where better ones come to be known.
    pub fn right_mut(&mut self) -> &mut [V] {
        let right = self.at.len() - self.left.len();
        &mut self.at[right..]
    }

    /// How many times it was halved, counted along the way to it.
    pub fn depth(&self) -> usize {
        self.ends.len()
    }

    /// The middle of the part in hand, if there is time between its ends.
    pub fn middle(&self) -> Option<f64> {
        let (a, b) = self.part()?;
        let middle = a + 0.5 * (b - a);
        (middle > a && middle < b).then_some(middle)
    }

    /// Goes on with its first half, `values` being those in the middle.
    pub fn halve(&mut self, middle: f64, values: impl Iterator<Item = V>) {
        self.ends.push(middle);
        self.at.extend(values);
    }

    /// Goes on behind it.
    pub fn advance(&mut self) {
        let right = self.at.len() - self.left.len();
        self.left.copy_from_slice(&self.at[right..]);
        self.at.truncate(right);
        if let Some(b) = self.ends.pop() {
            self.a = b;
        }
    }
}
