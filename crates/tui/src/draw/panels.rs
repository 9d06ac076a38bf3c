//! What stands beside a board: hold, the coming pieces and the numbers.

use quintet_engine::{Game, Goal, Gravity, Kind, Piece, PlacedPiece, Rotation, Rules, View};
use quintet_words::{
    Phrase, ShortText, numerals, per_second, play as words, tenths, terminal, thousands,
};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::Look;
use super::cells::{self, Cell};
use super::layout::{BoardLayout, CellSize};
use super::palette::{ACCENT, DIM, TEXT};
use crate::games::Panel;

/// The most rows and columns of characters that a piece takes beside a board.
const PIECE_ROWS: u16 = 2;
const PIECE_COLUMNS: u16 = 8;
/// A label, a value and an empty row.
const PANEL_BOX: u16 = 3;

/// What is shown beside a board and is not part of the game's state.
pub(crate) struct Side<'a> {
    pub(crate) panels: &'a [Panel],
    /// The player's name, where several play.
    pub(crate) name: Option<&'a str>,
    /// The best score so far.
    pub(crate) best: u64,
    /// Numbers that the player has switched on.
    pub(crate) live: Vec<(Phrase, ShortText)>,
}

/// Draws everything beside a board.
pub(crate) fn draw_side(
    buffer: &mut Buffer,
    look: &Look,
    cell: CellSize,
    layout: &BoardLayout,
    game: &Game,
    side: &Side<'_>,
) {
    let view = game.view();
    let rules: &Rules = game.rules();
    let mut column = Column { buffer, look, area: layout.numbers, y: layout.numbers.y };
    if let Some(name) = side.name {
        column.text(name, Style::new().fg(ACCENT).add_modifier(Modifier::BOLD));
    }
    let is_small = cell == CellSize::Half;
    let is_shared = layout.next.is_none() && !is_small;
    if rules.hold {
        let kinds: Vec<Kind> = view.hold.into_iter().collect();
        if is_small {
            column.letters(&words::HOLD, &kinds);
        } else if is_shared {
            let indent = column.label_beside(&words::HOLD);
            column.piece(rules, view.hold, view.hold_used, indent);
            column.y += 1;
        } else {
            column.label(&words::HOLD);
            column.piece(rules, view.hold, view.hold_used, 0);
            column.y += 1;
        }
    }
    if is_small && !view.next.is_empty() {
        column.letters(&words::NEXT, view.next);
    }
    let (panels, live) = (side.panels.len() as u16, side.live.len() as u16);
    let in_lines = is_small || is_shared || column.room() < PANEL_BOX * panels + live;
    for &panel in side.panels {
        let (label, value) = shown(panel, rules, &view, side.best);
        if in_lines {
            column.pair(&label, &value);
        } else {
            column.label(&label);
            column.text(&value, Style::new().fg(TEXT).add_modifier(Modifier::BOLD));
            column.y += 1;
        }
    }
    for (label, value) in &side.live {
        column.pair(label, value);
    }
    if is_shared && !view.next.is_empty() {
        column.y += 1;
        column.next_beside(rules, view.next);
    } else if let Some(area) = layout.next.filter(|_| !view.next.is_empty()) {
        let mut column = Column { buffer, look, area, y: area.y };
        column.label(&words::NEXT);
        for &kind in view.next.iter().take(usize::from((column.room() + 1) / (PIECE_ROWS + 1))) {
            column.piece(rules, Some(kind), false, 0);
            column.y += 1;
        }
    }
    if rules.row_sums && !is_small {
        draw_sums(buffer, cell, layout, game);
    }
}

/// The sums of a Domino board, right beside its rows.
fn draw_sums(buffer: &mut Buffer, cell: CellSize, layout: &BoardLayout, game: &Game) {
    let CellSize::Whole(scale) = cell else { return };
    for y in 0..u16::from(game.rules().height) {
        let sum = game.view().board.row_sum(y as i8);
        if sum > 0 {
            let (x, y) = (layout.frame.right(), layout.frame.y + 1 + y * scale + (scale - 1) / 2);
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
            let rows = per_second(1, view.fall_interval.0);
            (words::SPEED, numerals::rows_per_second(&rows).to_string())
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

    /// Label and value in one line, or in two if they do not fit into one.
    fn pair(&mut self, label: &str, value: &str) {
        let width = label.chars().count() + 1 + value.chars().count();
        if width > usize::from(self.area.width) {
            self.label(label);
            return self.pair("", value);
        }
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

    /// A piece, or the room for it.
    fn piece(&mut self, rules: &Rules, kind: Option<Kind>, used: bool, indent: u16) {
        if let Some(kind) = kind {
            let rotation = Rotation::SPAWN;
            let shape = rules.rotation.shapes.shape(kind, rotation);
            let (left, top) = shape.corner();
            let placed = PlacedPiece { piece: Piece { kind, rotation, x: -left, y: -top }, shape };
            for (x, y, tile) in placed.cells() {
                let (x, y) = (self.area.x + indent + 2 * x as u16, self.y + y as u16);
                if y < self.area.bottom() && x + 1 < self.area.right() {
                    let cell = if used { Cell::Ghost(tile) } else { Cell::Filled(tile) };
                    cells::draw(self.buffer, self.look, (x, y), 1, cell);
                }
            }
        }
        self.y += PIECE_ROWS;
    }

    /// A label with room for pieces on its right, or below it where the label is long. Returns how
    /// far pieces are indented.
    fn label_beside(&mut self, words: &str) -> u16 {
        let (indent, y) = (words.chars().count() as u16 + 2, self.y);
        self.label(words);
        if indent + PIECE_COLUMNS > self.area.width {
            return 0;
        }
        self.y = y;
        indent
    }

    /// The coming pieces, with an empty row between them if all of them fit that way.
    fn next_beside(&mut self, rules: &Rules, next: &[Kind]) {
        let indent = self.label_beside(&words::NEXT);
        let gap = u16::from(self.room() + 1 >= next.len() as u16 * (PIECE_ROWS + 1));
        for &kind in next.iter().take(usize::from((self.room() + gap) / (PIECE_ROWS + gap))) {
            self.piece(rules, Some(kind), false, indent);
            self.y += gap;
        }
    }

    /// Rows that are left.
    fn room(&self) -> u16 {
        self.area.bottom().saturating_sub(self.y)
    }
}
