//! The parts that screens are built of.

mod banner;
mod crt;
mod menu;

pub(crate) use banner::Banner;
pub(crate) use crt::Crt;
pub(crate) use menu::Menu;
