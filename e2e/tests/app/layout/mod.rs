//! What every screen looks like, at every size, and to a screen reader.

mod accessibility;
mod announcements;
mod board_size;
mod contrast;
mod focus;
mod looks;
mod notices;
pub(crate) mod sizes;
