//! The contacts that touch at an event, and what the mechanism does about impulses at them.

use carom_solve::lcp;

/// The contacts that touch at an event, with what the mechanism does about unit impulses at them.
#[derive(Clone)]
pub(in crate::equations) struct Delassus {
    /// Numbers of the stops.
    pub stops: Vec<usize>,
    /// Where the two tangents of each stand among the rows; none of one without friction. The rows of the normals come first.
    pub tangents: Vec<Option<[usize; 2]>>,
    /// Gradient of each gap, then of each slip, length of the velocities.
    pub gradients: Vec<Vec<f64>>,
    /// Change of the velocities by a unit impulse at each.
    pub answers: Vec<Vec<f64>>,
    /// Change of each rate by a unit impulse at each: (n, n), symmetric.
    pub a: Vec<f64>,
    /// Rate of each gap where all bodies stand still.
    pub drift: Vec<f64>,
}

impl Delassus {
    /// Number of rows.
    pub fn len(&self) -> usize {
        self.gradients.len()
    }

    /// What the others leave of the answer of one, relative to it: A's entry less its projection on the columns of the others.
    pub fn left_of(&self, at: usize, others: &[usize]) -> f64 {
        let mut span = Span::of(self);
        others.iter().for_each(|k| span.add(*k));
        span.left_of(at)
    }

    /// Acceleration with which a force of this contact opens it while `others` stay closed.
    pub fn opens_by(&self, at: usize, force: f64, others: &[usize]) -> f64 {
        force * self.a[at * self.len() + at] * self.left_of(at, others)
    }

    /// Impulses of either sign at the `closed` contacts that bring them to rest, and others that keep the rest of `free` ones from approaching. The change
    /// of the velocities is the smallest one that does so, in the metric of the kinetic energy.
    pub fn rest(&self, rates: &[f64], closed: &[usize], free: &[usize]) -> Option<Vec<f64>> {
        let n = self.len();
        let entry = |i: usize, j: usize| self.a[i * n + j];
        let held = |right: Vec<f64>| lcp::solve_on(&self.a, closed, &right);
        let column = |j: usize| closed.iter().map(|i| entry(*i, j)).collect::<Vec<f64>>();
        let stop = held(closed.iter().map(|i| -rates[*i]).collect())?;
        let toward: Option<Vec<_>> = free.iter().map(|j| held(column(*j))).collect();
        let toward = toward?;
        // The others while the closed ones rest: Schur's complement.
        let m = free.len();
        let a: Vec<f64> = (0..m * m)
            .map(|at| {
                entry(free[at / m], free[at % m]) - dot(&column(free[at / m]), &toward[at % m])
            })
            .collect();
        let b: Vec<f64> = free
            .iter()
            .map(|i| rates[*i] + dot(&column(*i), &stop))
            .collect();
        let pushed = lcp::solve(&a, &b)?;
        let mut impulse = vec![0.0; n];
        for (k, i) in closed.iter().enumerate() {
            let less: f64 = toward.iter().zip(&pushed).map(|(t, z)| t[k] * z).sum();
            impulse[*i] = stop[k] - less;
        }
        for (i, z) in free.iter().zip(pushed) {
            impulse[*i] = z;
        }
        Some(impulse)
    }

    /// Forces at the contacts `carry` that keep them from overlapping; `free`: accelerations of the gaps without any.
    pub(super) fn pressed(&self, free: &[f64], carry: &[usize]) -> Option<Vec<f64>> {
        let n = self.len();
        let each = carry.iter();
        let row = |i: &usize| {
            carry
                .iter()
                .map(|j| self.a[i * n + j])
                .collect::<Vec<f64>>()
        };
        let a: Vec<f64> = each.clone().flat_map(row).collect();
        let b: Vec<f64> = each.map(|at| free[*at]).collect();
        let mut force = vec![0.0; n];
        for (at, f) in carry.iter().zip(lcp::solve(&a, &b)?) {
            force[*at] = f;
        }
        Some(force)
    }

    /// Accelerations with which the gaps close while the contacts `carry` are pressed together; `free`: those of the gaps without any contact.
    pub(super) fn drawn_back(&self, free: &[f64], carry: &[usize]) -> Option<Vec<f64>> {
        let force = self.pressed(free, carry)?;
        Some(self.after(free, &force).iter().map(|a| -a).collect())
    }

    /// `rates + A·impulse`.
    pub fn after(&self, rates: &[f64], impulse: &[f64]) -> Vec<f64> {
        let n = self.len();
        let change = |i: usize| (0..n).map(|j| self.a[i * n + j] * impulse[j]).sum::<f64>();
        (0..n).map(|i| rates[i] + change(i)).collect()
    }
}

/// The span of unit impulses in the metric of A, on an orthonormal basis (Gram and Schmidt, twice for rounding).
pub(super) struct Span<'a> {
    of: &'a Delassus,
    /// Vectors of the basis, and A times each.
    basis: Vec<[Vec<f64>; 2]>,
}

impl<'a> Span<'a> {
    pub(super) fn of(of: &'a Delassus) -> Self {
        Self {
            of,
            basis: Vec::new(),
        }
    }

    /// A unit impulse less its projection, and its square.
    fn reduce(&self, at: usize) -> (Vec<f64>, f64) {
        let n = self.of.len();
        let mut v = vec![0.0; n];
        v[at] = 1.0;
        for [q, a] in self.basis.iter().chain(&self.basis) {
            let d = dot(a, &v);
            v.iter_mut().zip(q).for_each(|(v, q)| *v -= d * q);
        }
        let square = dot(&self.times(&v), &v);
        (v, square)
    }

    fn times(&self, v: &[f64]) -> Vec<f64> {
        self.of
            .a
            .chunks_exact(v.len())
            .map(|row| dot(row, v))
            .collect()
    }

    pub(super) fn add(&mut self, at: usize) {
        let (mut v, square) = self.reduce(at);
        v.iter_mut().for_each(|x| *x /= square.sqrt());
        let a = self.times(&v);
        self.basis.push([v, a]);
    }

    /// What the span leaves of a unit impulse, relative to it.
    pub(super) fn left_of(&self, at: usize) -> f64 {
        self.reduce(at).1 / self.of.a[at * self.of.len() + at]
    }
}

/// `A = W·M⁻¹·Wᵀ`, row by row, of the rows W and their answers `M⁻¹·Wᵀ`. A row names the few bodies of its contact.
pub(super) fn delassus(rows: &[Vec<f64>], answers: &[Vec<f64>]) -> Vec<f64> {
    let mut a = Vec::with_capacity(rows.len() * rows.len());
    for row in rows {
        let own: Vec<usize> = (0..row.len()).filter(|k| row[*k] != 0.0).collect();
        let along = |answer: &Vec<f64>| own.iter().map(|k| row[*k] * answer[*k]).sum::<f64>();
        a.extend(answers.iter().map(along));
    }
    a
}

pub(in crate::equations) fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
