//! The end of a game or of a round.

use crossterm::event::KeyEvent;
use quintet_engine::{Micros, Ranking};
use quintet_words::{per_second, play, results as words, thousands, time};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::{MenuKey, Screen, dialog};
use crate::app::{App, INPUT_GUARD};
use crate::draw::{self, GOLD, TEXT};
use crate::games::{self, Mode};
use crate::keys::code_of;
use crate::sources::{GameResult, Origin};
use crate::store::{Replays, Store};
use quintet_frontend::{Action, MatchScore, Opponent};

/// Again, the replay, the menu.
const ROWS: usize = 3;
/// Columns for what became of a score.
const NOTE_WIDTH: usize = 38;

/// Counts a match against the computer that has been decided.
pub(crate) fn count_match(store: &mut Store, score: MatchScore, mode: &Mode, origin: Origin) {
    if let (Some(winner), Opponent::Computer(level)) = (score.winner(), score.opponent)
        && origin == Origin::New
    {
        quintet_frontend::count_match(store, mode, level, winner == 0);
    }
}

impl App {
    pub(super) fn over_key(
        &mut self,
        event: &KeyEvent,
        key: MenuKey,
        chosen: usize,
        since: Micros,
    ) {
        if self.now - since < INPUT_GUARD {
            return;
        }
        let Screen::Over { result, .. } = &self.screen else { return };
        let map = games::key_map(&self.settings, result.game);
        let action = code_of(event).and_then(|code| map.find(code)).map(|(_, action)| action);
        match (key, chosen) {
            _ if action == Some(Action::Restart) => self.again(),
            (MenuKey::Confirm, 0) => self.again(),
            (MenuKey::Confirm, 1) => {
                let id = result.replay.clone();
                if let Some(replay) = Replays::find(&mut self.store, &id) {
                    self.watch(replay);
                }
            }
            (MenuKey::Confirm | MenuKey::Back, _) => {
                self.local = None;
                self.open_start();
            }
            _ => {
                if let Screen::Over { chosen, .. } = &mut self.screen {
                    *chosen = key.choose(*chosen, ROWS);
                }
            }
        }
    }

    /// The next round of a match that is not decided; else a new game.
    fn again(&mut self) {
        let score = self.local.as_ref().map(|local| local.score);
        match score {
            Some(score) if self.entry().is_duel() && score.winner().is_none() => {
                self.begin_round(score);
            }
            _ => self.begin_game(),
        }
    }

    pub(super) fn draw_over(&self, buffer: &mut Buffer, chosen: usize, result: &GameResult) {
        let (entry, mode) = (result.game, result.mode);
        let score = self.local.as_ref().map(|local| local.score);
        let is_decided = score.is_none_or(|score| score.winner().is_some());
        let title = match (result.winner, score) {
            (Some(winner), Some(score)) => score.verdict(winner),
            _ if entry.is_bare => play::GAME_OVER_BARE.into(),
            _ if result.is_finished() => words::FINISHED.into(),
            _ => words::GAME_OVER_TITLE.into(),
        };
        let again = match (entry.is_duel(), is_decided) {
            (true, true) => words::REMATCH,
            (true, false) => words::NEXT_ROUND,
            _ => words::PLAY_AGAIN,
        };
        let mut notes = notes(result, mode);
        if let Some(told) = &self.told {
            notes.extend(draw::wrap(told, NOTE_WIDTH).into_iter().map(|line| (line, false)));
        }
        let values = if entry.is_bare { Vec::new() } else { values(result, mode, score) };
        let height = (notes.len() + values.len() + 1 + ROWS) as u16;
        let area = dialog(buffer, &title, 42, height);
        let mut y = area.y;
        for (note, is_good) in &notes {
            let colour = if *is_good { GOLD } else { TEXT };
            let style = Style::new().fg(colour).add_modifier(Modifier::BOLD);
            draw::centred(buffer, area, y, note, style);
            y += 1;
        }
        let table = Rect { x: area.x + 4, y, width: area.width.saturating_sub(8), ..area };
        draw::draw_values(buffer, table.intersection(area), &values);
        y += values.len() as u16 + 1;
        let menu = Rect { y: y.min(area.bottom()), height: ROWS as u16, ..area };
        let rows: [String; ROWS] = [again, words::WATCH_REPLAY, words::MAIN_MENU].map(String::from);
        draw::menu(buffer, menu.intersection(area), &rows, chosen);
    }
}

/// What is worth a line of its own; and whether it is good news.
fn notes(result: &GameResult, mode: &Mode) -> Vec<(String, bool)> {
    let mut notes = Vec::new();
    if result.helped {
        notes.push((words::PLAYED_WITH_HINTS.into(), false));
    }
    match result.placing {
        Some(placing) if placing.rank == 0 => notes.push((words::NEW_HIGH_SCORE.into(), true)),
        Some(placing) => {
            let rank = quintet_words::numerals::ordinal(placing.rank as u32 + 1);
            notes.push((rank.to_string(), true));
        }
        None if mode.game.ranking().is_some() && result.origin == Origin::SetUp => {
            notes.push((words::FROM_POSITION.into(), false));
        }
        None if mode.game.ranking() == Some(Ranking::Time) && !result.is_finished() => {
            notes.push((words::GOAL_NOT_REACHED.into(), false));
        }
        None => {}
    }
    notes
}

/// Numbers of the game.
fn values(result: &GameResult, mode: &Mode, score: Option<MatchScore>) -> Vec<(String, String)> {
    let rules = mode.game.rules();
    let mut rows: Vec<(String, String)> = vec![
        (words::FINAL_SCORE.into(), thousands(result.score).to_string()),
        (play::LINES.into(), result.lines.to_string()),
        (words::TIME.into(), time(result.time_us).to_string()),
        (words::PIECES.into(), result.pieces.to_string()),
        (words::PIECES_PER_SECOND.into(), per_second(result.pieces, result.time_us).to_string()),
    ];
    let statistics = &result.statistics;
    if let (true, Some(score)) = (result.winner.is_some(), score) {
        for (player, sent) in result.sent.iter().enumerate() {
            rows.push((format!("{} {}", words::SENT, score.name(player)), sent.to_string()));
        }
    } else if rules.scoring == quintet_engine::Scoring::Fives {
        rows.push((words::ROWS_OF_FIVES.into(), statistics.fives.to_string()));
        rows.push((words::OTHER_ROWS.into(), statistics.not_fives.to_string()));
    } else {
        let names = [words::SINGLES, words::DOUBLES, words::TRIPLES, words::TETRISES];
        for (name, count) in names.into_iter().zip(statistics.clears) {
            rows.push((name.into(), count.to_string()));
        }
        if rules.flip {
            rows.push((words::FLIPS.into(), statistics.flips.to_string()));
        } else {
            rows.push((words::FINESSE_FAULTS.into(), statistics.finesse_faults.to_string()));
        }
    }
    rows
}
