//! What a run tells. The types stand in `carom-model`, so that the writers of results share them.

pub use carom_model::run::{BodyRow, ContactRow, EventKind, EventRow, Frame, Layout};
