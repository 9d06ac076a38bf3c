//! One player's place: the numbers beside the board, and the board itself.

use quintet_engine::{Board as Cells, Event, Piece, PlacedPiece, View};
use web_sys::HtmlCanvasElement;

use super::shown::{Beside, Flash, Shown, Sums};
use crate::draw::{Effects, Meter, Painter};
use crate::signals::prelude::*;

/// What each row's locked cells add up to; the piece in play is no part of it. (D-72)
fn sums(board: &Cells) -> Sums {
    let mut sums = Sums::default();
    for (y, sum) in (0..board.height() as i8).zip(&mut sums) {
        let pips = (0..board.width() as i8).filter_map(|x| board.tile(x, y).pips());
        *sum = pips.sum();
    }
    sums
}

/// What a board is shown on, while it is on the page.
#[derive(Default)]
pub(crate) struct Canvases {
    /// The board's own canvas.
    pub(crate) board: Option<HtmlCanvasElement>,
    /// What paints it.
    pub(crate) painter: Option<Painter>,
    /// What shows the garbage that waits for it.
    pub(crate) meter: Option<Meter>,
}

/// A board on the page, while there is one.
#[derive(Default)]
struct Board {
    canvases: Canvases,
    /// Cells that are pointed out while so many pieces have locked.
    hint: (u32, Vec<(i8, i8)>),
    effects: Effects,
    drawn: Drawn,
    sums: Sums,
}

impl Board {
    fn show(&mut self, view: &View<'_>) {
        let Board { canvases, hint, effects, drawn, sums: shown_sums } = self;
        if let Some(painter) = &mut canvases.painter {
            painter.paint(view, effects);
            if hint.0 == view.pieces && view.piece.is_some() {
                painter.point_out(&hint.1);
            }
        }
        if let Some(meter) = &mut canvases.meter {
            meter.paint(view);
        }
        if let Some(canvas) = canvases.board.as_ref().filter(|_| drawn.draw(view)) {
            canvas.set_text_content(Some(&drawn.text));
            *shown_sums = sums(view.board);
        }
    }
}

/// The board in letters, and what it was drawn from.
#[derive(Default)]
struct Drawn {
    piece: Option<Piece>,
    pieces: u32,
    filled: u32,
    text: String,
}

impl Drawn {
    /// Draws the board anew if it has changed; the piece in play is in small letters.
    fn draw(&mut self, view: &View<'_>) -> bool {
        let piece = view.piece.map(|placed| placed.piece);
        let filled = view.board.filled_cells();
        if (piece, view.pieces, filled) == (self.piece, self.pieces, self.filled) {
            return false;
        }
        (self.piece, self.pieces, self.filled) = (piece, view.pieces, filled);
        self.text.clear();
        for y in 0..view.board.height() as i8 {
            for x in 0..view.board.width() as i8 {
                let mut cells = view.piece.into_iter().flat_map(PlacedPiece::cells);
                let falling = cells.find(|&(cx, cy, _)| (cx, cy) == (x, y));
                self.text.push(match falling {
                    Some((.., tile)) => tile.to_char().to_ascii_lowercase(),
                    None => view.board.tile(x, y).to_char(),
                });
            }
            self.text.push('\n');
        }
        true
    }
}

/// One player's place.
#[derive(Clone, Copy)]
pub(crate) struct Seat {
    beside: Beside,
    board: StoredValue<Board, LocalStorage>,
}

impl Seat {
    /// An empty place.
    pub(crate) fn new() -> Seat {
        Seat { beside: Beside::new(), board: StoredValue::new_local(Board::default()) }
    }

    /// Gives the board something to be painted on and with.
    pub(crate) fn set_canvas(self, canvases: Canvases) {
        let given = |board: &mut Board| {
            board.canvases = canvases;
            board.drawn = Drawn::default();
        };
        // When the app is taken down there may be nothing left to tell.
        let _ = self.board.try_update_value(given);
    }

    /// Where something on the board is in the window, from shares of its width and height.
    pub(crate) fn place(self, across: f64, down: f64) -> Option<(f64, f64)> {
        self.board.with_value(|board| {
            let area = board.canvases.board.as_ref()?.get_bounding_client_rect();
            Some((area.left() + across * area.width(), area.top() + down * area.height()))
        })
    }

    /// Something happened on the board, which now looks like this.
    pub(crate) fn listen(self, event: &Event, view: &View<'_>) {
        self.board.update_value(|board| board.effects.listen(event, view));
    }

    /// Shows the game as it is now.
    pub(crate) fn show(self, view: &View<'_>) {
        let mut sums = Sums::default();
        self.board.update_value(|board| {
            board.show(view);
            sums = board.sums;
        });
        self.beside.change(|shown| shown.take(view, sums));
    }

    /// What is shown beside the board now.
    pub(crate) fn shown(self) -> Shown {
        self.beside.now()
    }

    /// Flashes words up over the board, or takes them away.
    pub(crate) fn flash<T>(
        self,
        place: impl FnOnce(&mut Shown) -> &mut Option<Flash<T>>,
        words: Option<T>,
    ) {
        self.beside.change(|shown| {
            let flash = words.map(|words| Flash::next(shown, words));
            *place(shown) = flash;
        });
    }

    /// Does something with a part of what is shown, now and whenever that part changes, for as long
    /// as the owner lives.
    pub(crate) fn follow<T: PartialEq + 'static>(
        self,
        part: impl Fn(&Shown) -> T + 'static,
        act: impl Fn(&T) + 'static,
    ) {
        let mut last = None;
        self.beside.follow(Box::new(move |shown| {
            let now = part(shown);
            if last.as_ref() != Some(&now) {
                act(&now);
                last = Some(now);
            }
        }));
    }

    /// Points out cells until another piece has locked than these.
    pub(crate) fn point_out(self, pieces: u32, cells: Vec<(i8, i8)>) {
        self.board.update_value(|board| board.hint = (pieces, cells));
    }

    /// Forgets the effects of another game.
    pub(crate) fn clear(self) {
        self.board.update_value(|board| {
            board.effects.clear();
            board.hint.1.clear();
        });
        self.beside.change(|shown| {
            (shown.celebration, shown.level_up, shown.told) = (None, None, None);
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quintet_engine::{Button, Game, Kind, Micros, Position, Rules};
    use reactive_graph::owner::Owner;
    use std::cell::RefCell;
    use std::rc::Rc;

    /// D-72 D-73 D-74
    #[test]
    fn sums_count_locked_cells_and_follow_locks_and_clears() {
        let position = Position::new()
            .board(&["1.......", "000..000"])
            .entering(Kind::from_name("2:3").expect("a tile"));
        let mut game =
            Game::from_position(Rules::domino_easy(), 1, &position).expect("it can be played");
        let rows = |game: &Game| sums(game.view().board)[13..].to_vec();
        assert_eq!(rows(&game), [0, 1, 0], "the falling tile is no part of it");
        game.press(Button::HardDrop, Micros(1), &mut |_| {}).expect("time goes on");
        assert_eq!(rows(&game), [0, 0, 1], "the full row is gone, and the one above came down");
        game.release(Button::HardDrop, Micros(2), &mut |_| {}).expect("time goes on");
        game.press(Button::HardDrop, Micros(3), &mut |_| {}).expect("time goes on");
        let on_board = game.view().board.filled_cells();
        let total: u32 = sums(game.view().board).iter().map(|&sum| u32::from(sum)).sum();
        assert_eq!(on_board, 3);
        assert!(total >= 1, "the tile that locked counts now");
    }

    /// What followed the words over a board, in the order in which it was called.
    fn words_seen(flash: impl FnOnce(Seat)) -> Vec<Option<u32>> {
        let seen = Rc::new(RefCell::new(Vec::new()));
        let owner = Owner::new();
        owner.with(|| {
            let (seat, notes) = (Seat::new(), Rc::clone(&seen));
            let note = move |level: &Option<Flash<u32>>| {
                notes.borrow_mut().push(level.map(|flash| flash.of));
            };
            seat.follow(|shown| shown.level_up, note);
            flash(seat);
        });
        seen.take()
    }

    #[test]
    fn the_same_words_again_flash_up_again() {
        let seen = words_seen(|seat| {
            seat.flash(|shown| &mut shown.level_up, Some(2));
            seat.flash(|shown| &mut shown.level_up, Some(2));
            seat.flash(|shown| &mut shown.level_up, None);
        });
        assert_eq!(seen, [None, Some(2), Some(2), None]);
    }

    #[test]
    fn words_that_go_leave_other_words_alone() {
        let told = (quintet_words::number(5), true);
        let seen = words_seen(|seat| {
            seat.flash(|shown| &mut shown.told, Some(told));
            seat.flash(|shown| &mut shown.level_up, Some(3));
            seat.flash(|shown| &mut shown.told, None);
        });
        assert_eq!(seen, [None, Some(3)]);
    }
}
