//! The order in which unknowns are eliminated.

use super::Pattern;

/// Approximate minimum degree order of `A + Aᵀ`: which column to eliminate first, second, ...
///
/// Source: Amestoy, Davis, Duff, SIAM J. Matrix Anal. Appl. 17 (1996) 886, as ported in the crate `amd`.
pub fn minimum_degree(pattern: &Pattern) -> Vec<u32> {
    let starts: Vec<i64> = pattern.starts.iter().map(|&p| i64::from(p)).collect();
    let rows: Vec<i64> = pattern.rows.iter().map(|&r| i64::from(r)).collect();
    match amd::order(pattern.n as i64, &starts, &rows, &amd::Control::default()) {
        Ok((order, _, _)) => order.into_iter().map(|j| j as u32).collect(),
        // Only refused for a malformed pattern; any order is a correct one.
        Err(_) => (0..pattern.n as u32).collect(),
    }
}

/// Is `order` each of 0..n once?
pub fn is_permutation(order: &[u32], n: usize) -> bool {
    let mut seen = vec![false; n];
    order.len() == n
        && order.iter().all(|&j| {
            let free = (j as usize) < n && !seen[j as usize];
            if free {
                seen[j as usize] = true;
            }
            free
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_is_eliminated_from_its_tips() {
        // Hub 0 touches everyone: eliminated first it would fill the matrix.
        let n = 30;
        let star = Pattern::from_entries(n, (0..n).flat_map(|i| [(i, i), (i, 0), (0, i)]));
        let order = minimum_degree(&star);
        assert!(is_permutation(&order, n));
        assert!(order.iter().position(|&j| j == 0) >= Some(n - 2));
    }

    #[test]
    fn an_empty_matrix_has_an_empty_order() {
        assert!(minimum_degree(&Pattern::from_entries(0, [])).is_empty());
    }
}
