//! Numbers and texts as bytes and back, bit by bit: for states of runs that are kept in files.
//!
//! Little-endian; a list is its length and its entries; nothing is aligned. What is read is not trusted: a value that the
//! bytes do not hold is `None`, and a list is no longer than the bytes that are left.

/// Writes.
#[derive(Clone, Debug, Default)]
pub struct Packer {
    bytes: Vec<u8>,
}

impl Packer {
    /// Nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// A whole number.
    pub fn whole(&mut self, n: u64) {
        self.bytes.extend_from_slice(&n.to_le_bytes());
    }

    /// A number, with all its bits.
    pub fn number(&mut self, x: f64) {
        self.whole(x.to_bits());
    }

    /// Numbers.
    pub fn numbers(&mut self, list: &[f64]) {
        self.whole(list.len() as u64);
        list.iter().for_each(|x| self.number(*x));
    }

    /// A number that may be missing.
    pub fn optional(&mut self, x: Option<f64>) {
        self.numbers(x.as_slice());
    }

    /// Yes or no.
    pub fn flag(&mut self, yes: bool) {
        self.whole(u64::from(yes));
    }

    /// Bytes.
    pub fn raw(&mut self, bytes: &[u8]) {
        self.whole(bytes.len() as u64);
        self.bytes.extend_from_slice(bytes);
    }

    /// A text.
    pub fn text(&mut self, text: &str) {
        self.raw(text.as_bytes());
    }

    /// All of it.
    pub fn finish(self) -> Vec<u8> {
        self.bytes
    }
}

/// Reads what a [`Packer`] wrote, in the same order.
#[derive(Clone, Debug)]
pub struct Unpacker<'a> {
    bytes: &'a [u8],
}

impl<'a> Unpacker<'a> {
    /// At the beginning.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes }
    }

    /// Whether all was read.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// A whole number.
    pub fn whole(&mut self) -> Option<u64> {
        let (first, rest) = self.bytes.split_first_chunk::<8>()?;
        self.bytes = rest;
        Some(u64::from_le_bytes(*first))
    }

    /// A number, with all its bits.
    pub fn number(&mut self) -> Option<f64> {
        self.whole().map(f64::from_bits)
    }

    /// Numbers.
    pub fn numbers(&mut self) -> Option<Vec<f64>> {
        let count = usize::try_from(self.whole()?).ok()?;
        if count > self.bytes.len() / 8 {
            return None;
        }
        (0..count).map(|_| self.number()).collect()
    }

    /// Numbers, as many as there is room for.
    pub fn numbers_into(&mut self, out: &mut [f64]) -> Option<()> {
        let list = self.numbers()?;
        (list.len() == out.len()).then(|| out.copy_from_slice(&list))
    }

    /// A number that may be missing.
    pub fn optional(&mut self) -> Option<Option<f64>> {
        match self.numbers()?[..] {
            [] => Some(None),
            [x] => Some(Some(x)),
            _ => None,
        }
    }

    /// Yes or no.
    pub fn flag(&mut self) -> Option<bool> {
        match self.whole()? {
            0 => Some(false),
            1 => Some(true),
            _ => None,
        }
    }

    /// Bytes.
    pub fn raw(&mut self) -> Option<&'a [u8]> {
        let count = usize::try_from(self.whole()?).ok()?;
        let (first, rest) = self.bytes.split_at_checked(count)?;
        self.bytes = rest;
        Some(first)
    }

    /// A text.
    pub fn text(&mut self) -> Option<&'a str> {
        std::str::from_utf8(self.raw()?).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_return() {
        let mut p = Packer::new();
        let numbers = [0.1, -0.0, f64::NAN, f64::INFINITY, 5e-324];
        p.numbers(&numbers);
        p.text("größe");
        p.flag(true);
        p.optional(None);
        p.optional(Some(-2.5));
        p.whole(u64::MAX);
        let bytes = p.finish();
        let mut u = Unpacker::new(&bytes);
        let back = u.numbers().expect("numbers");
        let bits = |list: &[f64]| list.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
        assert_eq!(bits(&back), bits(&numbers));
        assert_eq!((u.text(), u.flag()), (Some("größe"), Some(true)));
        assert_eq!((u.optional(), u.optional()), (Some(None), Some(Some(-2.5))));
        assert_eq!((u.whole(), u.whole()), (Some(u64::MAX), None));
        assert!(u.is_empty());
    }

    #[test]
    fn what_is_cut_off_or_wrong_is_nothing() {
        let mut p = Packer::new();
        p.numbers(&[1.0, 2.0]);
        let bytes = p.finish();
        for length in 0..bytes.len() {
            assert_eq!(Unpacker::new(&bytes[..length]).numbers(), None);
        }
        let mut huge = Packer::new();
        huge.whole(u64::MAX);
        let huge = huge.finish();
        assert_eq!(Unpacker::new(&huge).numbers(), None);
        assert_eq!(Unpacker::new(&huge).raw(), None);
        assert_eq!(Unpacker::new(&huge).flag(), None);
        let mut two = [0.0; 2];
        assert_eq!(Unpacker::new(&bytes).numbers_into(&mut two), Some(()));
        assert_eq!(Unpacker::new(&bytes).numbers_into(&mut two[..1]), None);
    }
}
