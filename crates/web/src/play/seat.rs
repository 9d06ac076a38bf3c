//! One player's place: the numbers beside the board, and the board itself.

use quintet_engine::{
    Attack, Board as Cells, Clear, Event, Gravity, Kind, Piece, PlacedPiece, Rules, Spin, View,
};
use web_sys::HtmlCanvasElement;

use crate::draw::{Effects, Meter, Painter};
use crate::signals::prelude::*;
use crate::store::Settings;

/// The coming pieces, as many as can be shown.
pub(crate) type Next = [Option<Kind>; Settings::MAX_PREVIEWS as usize];

/// What the locked pips of each row of a Domino board add up to, the top row first.
pub(crate) type Sums = [u8; 16];

/// What the page shows of a game beside its board. Each changes only when its value does.
#[derive(Clone, Copy)]
pub(crate) struct Numbers {
    /// Points.
    pub(crate) score: RwSignal<u64>,
    /// The level.
    pub(crate) level: RwSignal<u64>,
    /// Rows cleared.
    pub(crate) lines: RwSignal<u64>,
    /// Tenths of a second played.
    pub(crate) tenths: RwSignal<u64>,
    /// Whether anything has shown them yet; telling nobody would allocate ten times a second.
    pub(crate) timed: StoredValue<bool>,
    /// Lives.
    pub(crate) lives: RwSignal<i32>,
    /// Whether the streak is on.
    pub(crate) streak: RwSignal<bool>,
    /// Milliseconds from row to row of the fall.
    pub(crate) fall_ms: RwSignal<u64>,
    /// Which way pieces fall.
    pub(crate) gravity: RwSignal<Gravity>,
    /// What the rows add up to.
    pub(crate) sums: RwSignal<Sums>,
    /// The kind put aside.
    pub(crate) hold: RwSignal<Option<Kind>>,
    /// Whether hold has been used for this piece.
    pub(crate) hold_used: RwSignal<bool>,
    /// The coming pieces.
    pub(crate) next: RwSignal<Next>,
}

impl Numbers {
    fn new() -> Numbers {
        Numbers {
            score: RwSignal::new(0),
            level: RwSignal::new(1),
            lines: RwSignal::new(0),
            tenths: RwSignal::new(0),
            timed: StoredValue::new(false),
            lives: RwSignal::new(0),
            streak: RwSignal::new(false),
            fall_ms: RwSignal::new(0),
            gravity: RwSignal::new(Gravity::Down),
            sums: RwSignal::new(Sums::default()),
            hold: RwSignal::new(None),
            hold_used: RwSignal::new(false),
            next: RwSignal::new(Next::default()),
        }
    }

    /// Takes over what the view says.
    fn show(self, view: &View<'_>) {
        change(self.score, view.score);
        change(self.level, view.level.into());
        change(self.lines, view.lines.into());
        if self.timed.get_value() {
            change(self.tenths, view.now.as_millis() / 100);
        }
        change(self.lives, view.lives);
        change(self.streak, view.streak);
        change(self.fall_ms, view.fall_interval.as_millis());
        change(self.gravity, view.gravity);
        change(self.hold, view.hold);
        change(self.hold_used, view.hold_used);
        let mut next = Next::default();
        for (slot, &kind) in next.iter_mut().zip(view.next) {
            *slot = Some(kind);
        }
        change(self.next, next);
    }
}

/// What each row's locked cells add up to; the piece in play is no part of it. (D-72)
fn sums(board: &Cells) -> Sums {
    let mut sums = Sums::default();
    for (y, sum) in (0..board.height() as i8).zip(&mut sums) {
        let pips = (0..board.width() as i8).filter_map(|x| board.tile(x, y).pips());
        *sum = pips.sum();
    }
    sums
}

fn change<T: PartialEq + Copy + Send + Sync + 'static>(signal: RwSignal<T>, value: T) {
    if signal.get_untracked() != value {
        signal.set(value);
    }
}

/// A clear worth a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Celebration {
    /// The word.
    pub(crate) words: &'static str,
    /// Points for it.
    pub(crate) points: u64,
}

impl Celebration {
    /// Four lines at once; and where modern rules pay for them, spins and an empty board.
    pub(crate) fn of(rules: &Rules, clear: &Clear) -> Option<Celebration> {
        let modern = matches!(rules.attack, Attack::Modern { .. });
        let words = match (clear.spin, clear.lines) {
            _ if modern && clear.perfect => "ALL CLEAR!",
            (Spin::Full, _) if modern => "T-SPIN!",
            (_, 4..) => "TETRIS!",
            _ => return None,
        };
        Some(Celebration { words, points: clear.points })
    }
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
    /// What stands beside the board.
    pub(crate) numbers: Numbers,
    /// The last four lines at once, until their time is over.
    pub(crate) celebration: RwSignal<Option<Celebration>>,
    /// The last level reached, until its time is over.
    pub(crate) level_up: RwSignal<Option<u32>>,
    board: StoredValue<Board, LocalStorage>,
}

impl Seat {
    /// An empty place.
    pub(crate) fn new() -> Seat {
        Seat {
            numbers: Numbers::new(),
            celebration: RwSignal::new(None),
            level_up: RwSignal::new(None),
            board: StoredValue::new_local(Board::default()),
        }
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
        self.numbers.show(view);
        self.board.update_value(|Board { canvases, hint, effects, drawn }| {
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
                change(self.numbers.sums, sums(view.board));
            }
        });
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
        self.celebration.set(None);
        self.level_up.set(None);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quintet_engine::RowSet;
    use quintet_engine::{Button, Game, Micros, Position, Rules};

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

    fn word(rules: Rules, lines: u8, spin: Spin, perfect: bool) -> Option<&'static str> {
        let rows = RowSet::default();
        let (back_to_back, combo, points) = (false, 0, 100);
        let clear = Clear { rows, lines, points, spin, back_to_back, combo, perfect };
        Celebration::of(&rules, &clear).map(|it| it.words)
    }

    #[test]
    fn four_lines_are_celebrated_everywhere_and_spins_where_they_pay() {
        assert_eq!(word(Rules::marathon(), 4, Spin::None, true), Some("TETRIS!"));
        assert_eq!(word(Rules::marathon(), 3, Spin::Full, false), None);
        assert_eq!(word(Rules::battle(), 4, Spin::None, false), Some("TETRIS!"));
        assert_eq!(word(Rules::versus(), 2, Spin::Full, false), Some("T-SPIN!"));
        assert_eq!(word(Rules::versus(), 1, Spin::None, true), Some("ALL CLEAR!"));
        assert_eq!(word(Rules::versus(), 1, Spin::None, false), None);
    }
}
