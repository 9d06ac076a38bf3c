//! The parts that screens are built of.

mod banner;
mod board;
mod boards_table;
mod choice_list;
mod crt;
mod menu;
mod mobile_controls;
mod notice_list;
mod overlay;
mod question;
mod report;
mod shows;

pub(crate) use banner::{banner, wordmark};
pub(crate) use board::{
    SheetHandle, attack_canvas, board_canvas, game_board, live_numbers, player_area, rounds,
    row_sums, sides, with_gestures_around,
};
pub(crate) use boards_table::boards_table;
pub(crate) use choice_list::choice_list;
pub(crate) use crt::crt;
pub(crate) use menu::menu;
pub(crate) use mobile_controls::{mobile_controls, pause_button};
pub(crate) use notice_list::notice_list;
pub(crate) use overlay::overlay;
pub(crate) use question::question;
pub(crate) use report::report;
pub(crate) use shows::{Pack, Shows, Stage};
