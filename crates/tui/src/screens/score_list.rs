//! High scores; in a duel, matches won and lost.

use quintet_engine::{GameName, Ranking};
use quintet_words::{Phrase, exact_time, numerals, play, results as words, terminal, thousands};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::{MenuKey, column, page};
use crate::app::App;
use crate::draw::{self, DIM, TEXT};
use quintet_frontend::{LEVEL_NAMES, Scores, standings};
use quintet_records::Entry;

impl App {
    pub(super) fn scores_key(&mut self, key: MenuKey) {
        let count = self.entry().modes.len();
        let mode = self.modes[self.game];
        match key {
            MenuKey::Back | MenuKey::Confirm => self.open_start(),
            MenuKey::Less => self.modes[self.game] = (mode + count - 1) % count,
            MenuKey::More => self.modes[self.game] = (mode + 1) % count,
            _ => {}
        }
    }

    pub(super) fn draw_scores(&mut self, buffer: &mut Buffer) {
        let (entry, mode) = (self.entry(), self.mode());
        let title = if entry.is_duel() { words::RESULTS_TITLE } else { words::HIGH_SCORES_TITLE };
        let area = column(page(buffer, &title, &terminal::SCORE_KEYS), 64);
        draw::centred(buffer, area, area.y, mode.title.text(), Style::new().fg(TEXT));
        let lines: Vec<String> = if entry.is_duel() {
            let standings = standings(&mut self.store, mode);
            let (opponent, won, lost) =
                (words::OPPONENT.text(), words::WON.text(), words::LOST.text());
            let head = format!("{opponent:<28}{won:>8}{lost:>8}");
            let level = |(number, &name): (u8, &Phrase)| {
                let (won, lost) = standings.at(number);
                format!("{:<28}{won:>8}{lost:>8}", words::computer(number, name))
            };
            std::iter::once(head).chain((1..).zip(&LEVEL_NAMES).map(level)).collect()
        } else {
            let scores = Scores::load(&mut self.store, entry, mode);
            let older = Scores::older(&mut self.store, entry, mode);
            if scores.entries().is_empty() && older.is_empty() {
                draw::centred(buffer, area, area.y + 3, &words::NO_SCORES, Style::new().fg(DIM));
                return;
            }
            let mut lines = table(mode.game, &scores);
            for scores in &older {
                lines.extend([String::new(), words::OLDER_SCORES.text().to_owned()]);
                lines.extend(table(mode.game, scores));
            }
            lines
        };
        // Columns stay below each other, also in rows with a note at the end.
        let list = column(area, lines[0].chars().count() as u16);
        let list = Rect { width: buffer.area.right() - list.x, ..list };
        for (number, line) in (0..).zip(&lines) {
            let style = Style::new().fg(if number == 0 { DIM } else { TEXT });
            draw::line(buffer, list, area.y + 2 + number, line, style);
        }
    }
}

/// The rows of a list below their heading.
fn table(game: GameName, scores: &Scores) -> Vec<String> {
    let is_timed = game.ranking() == Some(Ranking::Time);
    let what = if is_timed { play::TIME } else { play::SCORE }.text();
    let (rank, date) = (words::RANK.text(), words::DATE.text());
    let (level, lines) = (play::LEVEL.text(), play::LINES.text());
    let head = format!("{rank:<6}{what:>14}{level:>8}{lines:>8}   {date:<10}");
    let row = |(place, entry): (u32, &Entry)| {
        let rank = numerals::ordinal(place).to_string();
        let value = if is_timed { exact_time(entry.time_us) } else { thousands(entry.score) };
        let value = value.to_string();
        let helped = if entry.helped { format!(" {}", words::WITH_HINTS) } else { String::new() };
        let (level, lines, date) = (entry.level, entry.lines, &entry.date);
        format!("{rank:<6}{value:>14}{level:>8}{lines:>8}   {date:<10}{helped}")
    };
    std::iter::once(head).chain((1..).zip(scores.entries()).map(row)).collect()
}
