//! What stands beside a board: hold, the coming pieces and the numbers.

use quintet_engine::{Game, Goal, Gravity, Kind, Piece, PlacedPiece, Rotation, Rules, View};
use quintet_words::{play as words, tenths, terminal, thousands};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::Look;
use super::cells::{self, Cell};
use super::layout::{CellSize, Place};
use super::palette::{ACCENT, DIM, TEXT};
use crate::games::Panel;

/// The width of a small piece in characters, and the height of its rows.
const PIECE_ROWS: u16 = 2;

/// What a side says besides what the game says of itself.
pub(crate) struct Side<'a> {
    pub(crate) panels: &'a [Panel],
    /// The player's name, where several play.
    pub(crate) name: Option<&'a str>,
    /// The best score so far.
    pub(crate) best: u64,
}

/// Draws everything beside a board.
pub(crate) fn draw_side(
    buffer: &mut Buffer,
    look: &Look,
    cell: CellSize,
    place: &Place,
    game: &Game,
    &Side { panels, name, best }: &Side<'_>,
) {
    let view = game.view();
    let rules: &Rules = game.rules();
    let mut column = Column { buffer, look, area: place.numbers, y: place.numbers.y };
    if let Some(name) = name {
        column.text(name, Style::new().fg(ACCENT).add_modifier(Modifier::BOLD));
    }
    let is_small = cell == CellSize::Half;
    if rules.hold {
        let kinds: Vec<Kind> = view.hold.into_iter().collect();
        if is_small {
            column.letters(&words::HOLD, &kinds);
        } else {
            column.label(&words::HOLD);
            column.piece(rules, view.hold, view.hold_used);
        }
    }
    if is_small && !view.next.is_empty() {
        column.letters(&words::NEXT, view.next);
    }
    let is_shared = place.next.is_none() && !is_small;
    for &panel in panels {
        let (label, value) = shown(panel, rules, &view, best);
        if is_small || is_shared {
            column.pair(&label, &value);
        } else {
            column.label(&label);
            column.text(&value, Style::new().fg(TEXT).add_modifier(Modifier::BOLD));
            column.y += 1;
        }
    }
    let next = if is_shared { Some(column.rest()) } else { place.next };
    if let Some(area) = next.filter(|_| !view.next.is_empty()) {
        let mut column = Column { buffer, look, area, y: area.y };
        column.label(&words::NEXT);
        for &kind in view.next {
            if column.y + PIECE_ROWS > area.bottom() {
                break;
            }
            column.piece(rules, Some(kind), false);
        }
    }
    if rules.row_sums && !is_small {
        draw_sums(buffer, cell, place, game);
    }
}

/// The sums of a Domino board, right beside its rows.
fn draw_sums(buffer: &mut Buffer, cell: CellSize, place: &Place, game: &Game) {
    let CellSize::Whole(scale) = cell else { return };
    for y in 0..u16::from(game.rules().height) {
        let sum = game.view().board.row_sum(y as i8);
        if sum > 0 {
            let (x, y) = (place.frame.right(), place.frame.y + 1 + y * scale + (scale - 1) / 2);
            let style = Style::new().fg(if sum.is_multiple_of(5) { ACCENT } else { DIM });
            super::text::put(buffer, (x, y), terminal::sums(sum), 3, style);
        }
    }
}

/// Numbers in two columns, as pages show them.
pub(crate) fn draw_values(buffer: &mut Buffer, area: Rect, rows: &[(String, String)]) {
    for ((label, value), y) in rows.iter().zip(area.y..area.bottom()) {
        let width = usize::from(area.width);
        super::text::put(buffer, (area.x, y), label, width, Style::new().fg(DIM));
        let start = area.right().saturating_sub(value.chars().count() as u16).max(area.x);
        super::text::put(buffer, (start, y), value, width, Style::new().fg(TEXT));
    }
}

/// A panel's label and value.
fn shown(panel: Panel, rules: &Rules, view: &View<'_>, best: u64) -> (String, String) {
    let now = view.now.as_millis() / 100;
    let (label, value) = match panel {
        Panel::Time => (words::TIME, tenths(now).to_string()),
        Panel::TimeLeft => {
            let limit =
                if let Goal::Time(limit) = rules.goal { limit.as_millis() / 100 } else { 0 };
            (words::TIME, tenths(limit.saturating_sub(now)).to_string())
        }
        Panel::Score => (words::SCORE, thousands(view.score).to_string()),
        Panel::Level => (words::LEVEL, view.level.to_string()),
        Panel::Lines => (words::LINES, view.lines.to_string()),
        Panel::LinesLeft => {
            let goal = if let Goal::Lines(lines) = rules.goal { lines } else { 0 };
            (words::LINES_LEFT, goal.saturating_sub(view.lines).to_string())
        }
        Panel::Best => (words::BEST, thousands(best.max(view.score)).to_string()),
        Panel::Lives => (words::LIVES, view.lives.to_string()),
        Panel::Streak => {
            let on = if view.streak { words::STREAK_ON } else { words::STREAK_OFF };
            (words::STREAK, on.to_string())
        }
        Panel::Speed => {
            let ms = view.fall_interval.as_millis() as u32;
            (words::SPEED, quintet_words::numerals::milliseconds(ms).to_string())
        }
        Panel::Gravity => {
            let down = view.gravity == Gravity::Down;
            let way = if down { words::GRAVITY_DOWN } else { words::GRAVITY_UP };
            (words::GRAVITY, way.to_string())
        }
    };
    (label.to_string(), value)
}

/// A column that is filled from the top; what does not fit is left out.
struct Column<'a> {
    buffer: &'a mut Buffer,
    look: &'a Look,
    area: Rect,
    y: u16,
}

impl Column<'_> {
    fn text(&mut self, words: &str, style: Style) {
        if self.y < self.area.bottom() {
            let width = usize::from(self.area.width);
            super::text::put(self.buffer, (self.area.x, self.y), words, width, style);
            self.y += 1;
        }
    }

    fn label(&mut self, words: &str) {
        self.text(words, Style::new().fg(DIM));
    }

    /// Label and value in one line.
    fn pair(&mut self, label: &str, value: &str) {
        if self.y < self.area.bottom() {
            let area = Rect { y: self.y, height: 1, ..self.area };
            draw_values(self.buffer, area, &[(label.to_owned(), value.to_owned())]);
            self.y += 1;
        }
    }

    /// A label and pieces by their letters, in one line, close together where there is little room.
    fn letters(&mut self, label: &str, kinds: &[Kind]) {
        let letters: Vec<String> = kinds.iter().map(ToString::to_string).collect();
        let apart = letters.join(" ");
        let needed = label.chars().count() + 1 + apart.chars().count();
        let fits = needed <= usize::from(self.area.width);
        self.pair(label, &if fits { apart } else { letters.concat() });
    }

    /// A piece, or the room for it, and an empty row below.
    fn piece(&mut self, rules: &Rules, kind: Option<Kind>, used: bool) {
        if let Some(kind) = kind {
            let rotation = Rotation::SPAWN;
            let shape = rules.rotation.shapes.shape(kind, rotation);
            let (left, top) = shape.corner();
            let placed = PlacedPiece { piece: Piece { kind, rotation, x: -left, y: -top }, shape };
            for (x, y, tile) in placed.cells() {
                let (x, y) = (self.area.x + 2 * x as u16, self.y + y as u16);
                if y < self.area.bottom() && x + 1 < self.area.right() {
                    let cell = if used { Cell::Ghost(tile) } else { Cell::Filled(tile) };
                    cells::draw(self.buffer, self.look, (x, y), 1, cell);
                }
            }
        }
        self.y += PIECE_ROWS + 1;
    }

    /// What is left of the area.
    fn rest(&self) -> Rect {
        let y = (self.y + 1).min(self.area.bottom());
        Rect { y, height: self.area.bottom() - y, ..self.area }
    }
}
