//! The parts that screens are built of.

mod banner;
mod board_canvas;
mod crt;
mod game_board;
mod hold_box;
mod live_numbers;
mod menu;
mod mobile_controls;
mod notice_list;
mod overlay;
mod piece_box;
mod player_area;
mod preview_box;
mod question;
mod row_sums;
mod score_panel;
mod shows;
mod sides;

pub(crate) use banner::{banner, wordmark};
pub(crate) use board_canvas::board_canvas;
pub(crate) use crt::crt;
pub(crate) use game_board::{game_board, with_gestures_around};
pub(crate) use hold_box::hold_box;
pub(crate) use live_numbers::live_numbers;
pub(crate) use menu::menu;
pub(crate) use mobile_controls::{mobile_controls, pause_button};
pub(crate) use notice_list::notice_list;
pub(crate) use overlay::overlay;
pub(crate) use piece_box::{SheetHandle, piece_box, piece_name};
pub(crate) use player_area::{attack_canvas, player_area, rounds};
pub(crate) use preview_box::preview_box;
pub(crate) use question::question;
pub(crate) use row_sums::row_sums;
pub(crate) use score_panel::score_panel;
pub(crate) use shows::{Pack, Shows, Stage};
pub(crate) use sides::sides;
