//! Damaged files, by a fixed seed.

use carom_cad::brep::Bodies;
use carom_cad::{MeshOptions, mesh};
use std::time::{Duration, Instant};

/// A damaged file is answered within this time, also on a slow machine under load: reading takes milliseconds.
const SLOWEST: Duration = Duration::from_secs(20);

/// A sequence of numbers (Marsaglia's xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n.max(1) as u64) as usize
    }
}

/// Damages a file many times; what can still be read is meshed.
pub fn all(name: &str, file: &[u8], times: usize, read: impl Fn(&[u8]) -> Option<Bodies>) {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let (mut refused, mut meshed) = (0, 0);
    for k in 0..times {
        let mut bytes = file.to_vec();
        match k % 4 {
            0 => bytes.truncate(random.below(file.len())),
            _ => {
                for _ in 0..=random.below(3) {
                    let at = random.below(bytes.len());
                    bytes[at] = match random.below(3) {
                        0 => random.below(256) as u8,
                        // digits become other digits: counts and references that lie
                        _ => b"0123456789-.?TF() "[random.below(18)],
                    };
                }
            }
        }
        let start = Instant::now();
        match read(&bytes) {
            None => refused += 1,
            Some(solids) => {
                for body in &solids.bodies {
                    let options = MeshOptions::by_resolution(body, 20.0);
                    meshed += usize::from(options.is_ok_and(|o| mesh(body, &o).is_ok()));
                }
            }
        }
        assert!(
            start.elapsed() < SLOWEST,
            "{name}, damage {k}: {:?}",
            start.elapsed()
        );
    }
    // the test damages what matters, and not all of it
    assert!(
        refused > times / 10 && meshed > 0,
        "{name}: {refused} of {times} refused, {meshed} meshed"
    );
}
