//! High scores; in a duel, matches won and lost.

use quintet_engine::{GameName, Ranking};
use quintet_words::{
    Phrase, exact_time, numerals, play, replays, results as words, terminal, thousands,
};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::{MenuKey, Screen, WatchedFrom, column, page};
use crate::app::App;
use crate::draw::{self, ACCENT, DIM, TEXT};
use crate::store::Replays;
use quintet_frontend::{LEVEL_NAMES, Scores, match_tallies};
use quintet_records::Entry;

impl App {
    /// The lists of the mode, the one by today's rules first; none in a duel.
    fn score_lists(&mut self) -> Vec<Scores> {
        let (entry, mode) = (self.entry(), self.mode());
        if entry.is_duel() {
            return Vec::new();
        }
        let mut lists = vec![Scores::load(&mut self.store, entry, mode)];
        lists.extend(Scores::older(&mut self.store, entry, mode));
        lists
    }

    pub(super) fn scores_key(&mut self, key: MenuKey, chosen: usize) {
        let count = self.entry().modes.len();
        let mode = self.modes[self.game];
        let lists = self.score_lists();
        let entries: Vec<&Entry> = lists.iter().flat_map(Scores::entries).collect();
        match (key, entries.get(chosen)) {
            (MenuKey::Back, _) | (MenuKey::Confirm, None) => self.open_start(),
            (MenuKey::Confirm, Some(entry)) => {
                let id = entry.replay.as_deref();
                match id.and_then(|id| Replays::find(&mut self.store, id)) {
                    Some(replay) => self.watch(replay, WatchedFrom::Scores { chosen }),
                    None => self.notices.push(replays::MISSING.into()),
                }
            }
            (MenuKey::Less | MenuKey::More, _) => {
                let step = if key == MenuKey::More { 1 } else { count - 1 };
                self.modes[self.game] = (mode + step) % count;
                self.screen = Screen::Scores { chosen: 0 };
            }
            _ => self.screen = Screen::Scores { chosen: key.choose(chosen, entries.len()) },
        }
    }

    pub(super) fn draw_scores(&mut self, buffer: &mut Buffer, chosen: usize) {
        let (entry, mode) = (self.entry(), self.mode());
        let lists = self.score_lists();
        let has_scores = lists.iter().any(|list| !list.entries().is_empty());
        let title = if entry.is_duel() { words::RESULTS_TITLE } else { words::HIGH_SCORES_TITLE };
        let keys = if has_scores { terminal::SCORE_REPLAY_KEYS } else { terminal::SCORE_KEYS };
        let area = column(page(buffer, &title, &keys), 64);
        draw::centred(buffer, area, area.y, mode.title.text(), Style::new().fg(TEXT));
        // Lines with the number of their score; headings have none.
        let mut lines: Vec<(Option<usize>, String)> = Vec::new();
        if entry.is_duel() {
            let tallies = match_tallies(&mut self.store, mode);
            let (opponent, won, lost) =
                (words::OPPONENT.text(), words::WON.text(), words::LOST.text());
            let head = format!("{opponent:<28}{won:>8}{lost:>8}");
            let level = |(number, &name): (u8, &Phrase)| {
                let (won, lost) = tallies.at(number);
                format!("{:<28}{won:>8}{lost:>8}", words::computer(number, name))
            };
            lines.push((None, head));
            lines.extend((1..).zip(&LEVEL_NAMES).map(level).map(|line| (None, line)));
        } else if !has_scores {
            draw::centred(buffer, area, area.y + 3, &words::NO_SCORES, Style::new().fg(DIM));
            return;
        }
        for (number, scores) in lists.iter().enumerate() {
            if number > 0 {
                lines.extend([String::new(), words::OLDER_SCORES.into()].map(|line| (None, line)));
            }
            let mut rows = table(mode.game, scores).into_iter();
            lines.extend(rows.next().map(|head| (None, head)));
            for row in rows {
                let place = lines.iter().filter(|line| line.0.is_some()).count();
                lines.push((Some(place), row));
            }
        }
        // Columns stay below each other, also in rows with a note at the end.
        let list = column(area, lines[0].1.chars().count() as u16);
        let list = Rect { y: area.y + 2, height: area.height.saturating_sub(2), ..list };
        let list = Rect { width: buffer.area.right() - list.x, ..list };
        let place = lines.iter().position(|line| line.0 == Some(chosen)).unwrap_or(0);
        let height = usize::from(list.height).max(1);
        let first = (place + 1).saturating_sub(height).min(lines.len().saturating_sub(height));
        for ((number, line), y) in lines.iter().skip(first).zip(list.y..list.bottom()) {
            let is_chosen = *number == Some(chosen);
            let style = match number {
                _ if is_chosen => Style::new().fg(ACCENT).add_modifier(Modifier::BOLD),
                None if !entry.is_duel() || y == list.y => Style::new().fg(DIM),
                _ => Style::new().fg(TEXT),
            };
            draw::line(buffer, list, y, line, style);
            if is_chosen && list.x >= 2 {
                draw::put(buffer, (list.x - 2, y), ">", 1, style);
            }
        }
    }
}

/// The rows of a list below their heading.
fn table(game: GameName, scores: &Scores) -> Vec<String> {
    let is_timed = game.ranking() == Some(Ranking::Time);
    let what = if is_timed { play::TIME } else { play::SCORE }.text();
    let (rank, date) = (words::RANK.text(), words::DATE.text());
    let (level, lines) = (play::LEVEL.text(), play::LINES.text());
    let watched = words::REPLAY.text();
    let head = format!("{rank:<6}{what:>14}{level:>8}{lines:>8}   {date:<10}   {watched}");
    let row = |(place, entry): (u32, &Entry)| {
        let rank = numerals::ordinal(place).to_string();
        let value = if is_timed { exact_time(entry.time_us) } else { thousands(entry.score) };
        let value = value.to_string();
        let helped = if entry.helped { format!(" {}", words::WITH_HINTS) } else { String::new() };
        let (level, lines, date) = (entry.level, entry.lines, &entry.date);
        let watch = entry.replay.as_ref().map_or("", |_| words::WATCH.text());
        format!("{rank:<6}{value:>14}{level:>8}{lines:>8}   {date:<10}   {watch:<6}{helped}")
    };
    std::iter::once(head).chain((1..).zip(scores.entries()).map(row)).collect()
}
