//! One board on the page: its canvas, the numbers beside it and the words over it.

use arrayvec::ArrayVec;
use quintet_engine::{Board, Piece, PlacedPiece, TimedEvent, View};
use quintet_frontend::Live;
use web_sys::HtmlCanvasElement;

use super::followed::Followed;
use super::readout::{Flash, Readout, Sums};
use crate::draw::{BoardEffects, Meter, Painter};
use crate::signals::prelude::*;

/// What each row's locked cells add up to; the piece in play is no part of it. (D-72)
fn sums(board: &Board) -> Sums {
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

/// Cells to point out: those of one piece.
pub(crate) type HintCells = ArrayVec<(i8, i8), 4>;

/// What is letters of a board.
#[derive(Default)]
struct Drawing {
    canvases: Canvases,
    /// Cells that are highlighted as long as exactly this many pieces have locked.
    hint: (u32, HintCells),
    effects: BoardEffects,
    letters: Letters,
    sums: Sums,
}

impl Drawing {
    fn show(&mut self, view: &View<'_>) {
        let Drawing { canvases, hint, effects, letters, sums: shown_sums } = self;
        if let Some(painter) = &mut canvases.painter {
            painter.paint(view, effects);
            if hint.0 == view.pieces && view.piece.is_some() {
                painter.point_out(&hint.1);
            }
        }
        if let Some(meter) = &mut canvases.meter {
            meter.paint(view);
        }
        if let Some(canvas) = canvases.board.as_ref().filter(|_| letters.draw(view)) {
            canvas.set_text_content(Some(&letters.text));
            *shown_sums = sums(view.board);
        }
    }
}

/// The board in letters, and what it was letters from.
#[derive(Default)]
struct Letters {
    piece: Option<Piece>,
    pieces: u32,
    filled: u32,
    text: String,
}

impl Letters {
    /// Redraws the board if it has changed; the piece in play is in small letters.
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

/// One board on the page.
#[derive(Clone, Copy)]
pub(crate) struct Display {
    readout: Followed<Readout>,
    drawing: StoredValue<Drawing, LocalStorage>,
}

impl Display {
    /// An empty board.
    pub(crate) fn new() -> Display {
        let drawing = StoredValue::new_local(Drawing::default());
        Display { readout: Followed::new(Readout::default()), drawing }
    }

    /// Gives the board something to be painted on and with.
    pub(crate) fn set_canvas(self, canvases: Canvases) {
        // Nothing is left to update while the app is taken down.
        let _ = self.drawing.try_update_value(|drawing| {
            drawing.canvases = canvases;
            drawing.letters = Letters::default();
        });
    }

    /// A point of the board in window coordinates, from shares of its width and height.
    pub(crate) fn point(self, across: f64, down: f64) -> Option<(f64, f64)> {
        self.drawing.with_value(|drawing| {
            let area = drawing.canvases.board.as_ref()?.get_bounding_client_rect();
            Some((area.left() + across * area.width(), area.top() + down * area.height()))
        })
    }

    /// Starts the visual effects of an event on the board, which now looks like this.
    pub(super) fn start_effects(self, event: &TimedEvent, view: &View<'_>) {
        self.drawing.update_value(|drawing| drawing.effects.start(event, view));
    }

    /// Draws the board and updates the numbers.
    pub(super) fn show(self, view: &View<'_>) {
        let mut sums = Sums::default();
        self.drawing.update_value(|drawing| {
            drawing.show(view);
            sums = drawing.sums;
        });
        self.readout.change(|readout| readout.update(view, sums));
    }

    /// Updates what is counted.
    pub(super) fn count(self, live: Live) {
        self.readout.change(|readout| readout.live = live);
    }

    /// What is shown around the board now.
    pub(crate) fn readout(self) -> Readout {
        self.readout.get()
    }

    /// Flashes words up over the board, or takes them away.
    pub(super) fn flash<T>(
        self,
        slot: impl FnOnce(&mut Readout) -> &mut Option<Flash<T>>,
        words: Option<T>,
    ) {
        self.readout.change(|readout| {
            let flash = words.map(|words| Flash::next(readout, words));
            *slot(readout) = flash;
        });
    }

    /// Calls this with a part of the readout, now and whenever that part changes, for as long as
    /// the owner lives.
    pub(crate) fn follow<T: PartialEq + 'static>(
        self,
        part: impl Fn(&Readout) -> T + 'static,
        act: impl Fn(&T) + 'static,
    ) {
        self.readout.follow(part, act);
    }

    /// Points out cells while this many pieces have locked.
    pub(crate) fn point_out(self, pieces: u32, cells: HintCells) {
        self.drawing.update_value(|drawing| drawing.hint = (pieces, cells));
    }

    /// Removes the effects and words of another game or of another moment.
    pub(super) fn clear(self) {
        self.drawing.update_value(|drawing| {
            drawing.effects.clear();
            drawing.hint.1.clear();
        });
        self.readout.change(|readout| {
            (readout.celebration, readout.level_up, readout.message) = (None, None, None);
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quintet_engine::{Button, Game, GameName, Kind, Micros, Position};
    use reactive_graph::owner::Owner;
    use std::cell::RefCell;
    use std::rc::Rc;

    /// D-72 D-73 D-74
    #[test]
    fn sums_count_locked_cells_and_follow_locks_and_clears() {
        let position = Position::new()
            .board(&["1.......", "000..000"])
            .entering(Kind::domino(2, 3).expect("a tile"));
        let mut game = Game::from_position(GameName::DominoEasy.rules(), 1, &position)
            .expect("it can be played");
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
    fn words_seen(flash: impl FnOnce(Display)) -> Vec<Option<u32>> {
        let seen = Rc::new(RefCell::new(Vec::new()));
        let owner = Owner::new();
        owner.with(|| {
            let (display, notes) = (Display::new(), Rc::clone(&seen));
            let note = move |level: &Option<Flash<u32>>| {
                notes.borrow_mut().push(level.map(|flash| flash.of));
            };
            display.follow(|readout| readout.level_up, note);
            flash(display);
        });
        seen.take()
    }

    #[test]
    fn the_same_words_again_flash_up_again() {
        let seen = words_seen(|display| {
            display.flash(|readout| &mut readout.level_up, Some(2));
            display.flash(|readout| &mut readout.level_up, Some(2));
            display.flash(|readout| &mut readout.level_up, None);
        });
        assert_eq!(seen, [None, Some(2), Some(2), None]);
    }

    #[test]
    fn words_that_go_leave_other_words_alone() {
        let message = (quintet_words::number(5), true);
        let seen = words_seen(|display| {
            display.flash(|readout| &mut readout.message, Some(message));
            display.flash(|readout| &mut readout.level_up, Some(3));
            display.flash(|readout| &mut readout.message, None);
        });
        assert_eq!(seen, [None, Some(3)]);
    }
}
