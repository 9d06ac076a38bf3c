//! A player's board and what stands around it.

mod board_canvas;
mod game_board;
mod hold_box;
mod live_numbers;
mod piece_box;
mod player_area;
mod preview_box;
mod row_sums;
mod score_panel;
mod sides;

pub(crate) use board_canvas::board_canvas;
pub(crate) use game_board::{game_board, with_gestures_around};
pub(crate) use live_numbers::live_numbers;
pub(crate) use piece_box::SheetHandle;
pub(crate) use player_area::{attack_canvas, player_area, rounds};
pub(crate) use row_sums::row_sums;
pub(crate) use sides::sides;

use hold_box::hold_box;
use piece_box::{piece_box, piece_name};
use preview_box::preview_box;
use score_panel::score_panel;
