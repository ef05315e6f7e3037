//! Options about contacts.

use carom::laws::{RESTITUTION_LAWS, RestitutionLaw};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser as _};
use clap::{Args, ValueEnum};

/// How contacts are computed.
#[derive(Args, Debug)]
pub struct ContactArgs {
    /// How contacts are computed
    #[arg(long, value_enum, default_value_t = Contact::AsModelled)]
    pub contact: Contact,
    /// Where force laws of contacts of solids find depth, direction and point; default: as the model says, else adams
    #[arg(long, value_enum)]
    pub contact_rule: Option<ContactRule>,
    /// How a contact with shapes of several parts on a side is computed; default: as the model says, else few
    #[arg(long, value_enum)]
    pub contact_groups: Option<ContactGroups>,
    /// Coefficient of restitution of rigid contacts that bring none
    #[arg(long, value_name = "E", allow_negative_numbers = true)]
    pub restitution: Option<f64>,
    /// Speed of an impact beyond which bodies yield: the restitution falls with the fourth root of the speed from there on
    #[arg(long, value_name = "V", allow_negative_numbers = true)]
    pub yield_speed: Option<f64>,
    /// Law of restitution of rigid contacts: what the coefficient is a ratio of
    #[arg(long, value_parser = restitution_laws(), default_value = RestitutionLaw::default().name)]
    pub impact_law: RestitutionLaw,
    /// How rigid contacts that touch answer an impact at one of them
    #[arg(long, value_enum, default_value_t = ImpactOrder::Sequential)]
    pub impact_order: ImpactOrder,
    /// Which of the impacts are listed that follow each other ever faster, infinitely many in a finite time
    #[arg(long, value_enum, default_value_t = ImpactList::Resolved)]
    pub impacts: ImpactList,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Contact {
    /// As the model describes each of them
    AsModelled,
    /// By force laws
    Compliant,
    /// By impacts and unilateral constraints
    Rigid,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ContactRule {
    /// By the points of both surfaces nearest to the centroid of the overlap
    Adams,
    /// Along the vector area of the overlap, by its thickness, at its centroid
    Smooth,
    /// By the gradient of a power of the volume, which makes and takes no energy
    Potential,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ContactGroups {
    /// Like pairs, if there are up to 100 pairs of shapes, otherwise like near
    Few,
    /// Each pair of shapes as a contact of two parts, with events, in all analyses
    Pairs,
    /// By a list of neighbours, without events, in dynamic analyses only
    Near,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ImpactOrder {
    /// One after the other, the fastest first
    Sequential,
    /// All at once
    Simultaneous,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ImpactList {
    /// Those further apart in time than the error tolerance
    Resolved,
    /// Every one, down to rounding
    All,
}

/// The laws by their names, each with its meaning.
fn restitution_laws() -> impl clap::builder::TypedValueParser<Value = RestitutionLaw> {
    let laws = RESTITUTION_LAWS.iter();
    let values = laws.map(|law| PossibleValue::new(law.name).help(law.meaning));
    PossibleValuesParser::new(values).map(|name| RestitutionLaw::named(&name).unwrap_or_default())
}
