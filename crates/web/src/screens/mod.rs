//! The screens, one a file.

mod analysis;
mod controls;
mod data;
mod demo;
mod game;
mod game_over;
mod key_settings;
mod leaderboard;
mod online;
mod online_match;
mod pause;
mod replay_list;
mod score_list;
mod settings;
mod start;
mod viewer;

pub(crate) use controls::controls;
pub(crate) use data::data_settings;
pub(crate) use demo::demo;
pub(crate) use game::game_screen;
pub(crate) use game_over::game_over;
pub(crate) use key_settings::key_settings;
pub(crate) use leaderboard::leaderboard;
pub(crate) use online::online;
pub(crate) use pause::pause;
pub(crate) use replay_list::replay_list;
pub(crate) use score_list::score_list;
pub(crate) use settings::settings;
pub(crate) use start::start;
pub(crate) use viewer::{online_viewer, viewer};
