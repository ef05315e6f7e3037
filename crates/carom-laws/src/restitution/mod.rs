//! Laws of impacts of rigid bodies: what a coefficient of restitution means, and the list of them.
//!
//! A law answers one contact that strikes with friction ([`Strike`]). Its velocity changes with the impulse by laws of the mechanism and of friction, which are not
//! those of the law: it looks at the end of the compression and says how far the path goes on, or it knows the impulse by a formula.

mod chatterjee_ruina;
mod law;
mod newton;
mod poisson;
mod stronge;
mod yielding;

pub use chatterjee_ruina::CHATTERJEE_RUINA;
pub use law::{Place, RestitutionLaw, Strike, Together, Until};
pub use newton::NEWTON;
pub use poisson::POISSON;
pub use stronge::STRONGE;
pub use yielding::yielding_restitution;

/// All laws, as options name them; the first holds where nothing is said.
pub const RESTITUTION_LAWS: &[RestitutionLaw] = &[NEWTON, POISSON, STRONGE, CHATTERJEE_RUINA];

impl RestitutionLaw {
    /// That of a name.
    pub fn named(name: &str) -> Option<Self> {
        RESTITUTION_LAWS
            .iter()
            .find(|law| law.name == name)
            .copied()
    }

    /// All with their names.
    pub fn words() -> Vec<(&'static str, Self)> {
        RESTITUTION_LAWS
            .iter()
            .map(|law| (law.name, *law))
            .collect()
    }
}

impl Default for RestitutionLaw {
    fn default() -> Self {
        RESTITUTION_LAWS[0]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_law_is_found_by_its_own_name() {
        for law in RESTITUTION_LAWS {
            assert_eq!(RestitutionLaw::named(law.name), Some(*law));
            assert!(!law.meaning.is_empty() && !law.meaning.ends_with('.'));
        }
        assert_eq!(RestitutionLaw::named("galileo"), None);
        assert_eq!(RestitutionLaw::default(), NEWTON);
    }
}
