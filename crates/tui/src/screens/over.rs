//! The end of a game or of a round.

use crossterm::event::KeyEvent;
use quintet_engine::{GameName, Micros, Ranking, Scoring};
use quintet_words::{
    exact_time, menu, per_second, play, results as words, terminal, thousands, time,
};
use ratatui::buffer::Buffer;
use ratatui::style::{Color, Modifier, Style};

use super::{MenuKey, Screen, WatchedFrom, menu_dialog};
use crate::app::{App, INPUT_GUARD};
use crate::draw::{self, GOLD, TEXT};
use crate::games;
use crate::keys::code_of;
use crate::sources::{GameResult, Origin};
use crate::store::Replays;
use quintet_frontend::{Action, MatchScore};

/// Columns of the dialog, and of one without numbers.
const WIDTH: u16 = 62;
const BARE_WIDTH: u16 = 42;
/// The narrowest dialog that shows numbers in two columns.
const TWO_COLUMNS: u16 = 56;
/// Columns for the name of a player, and for each number.
const NAME_WIDTH: usize = 12;
const NUMBER_WIDTH: usize = 7;

/// A line of the dialog.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum OverRow {
    Again,
    Scores,
    Replay,
    /// The same pieces, for a friend or again.
    Race,
    Menu,
}

/// The lines of the dialog: the list of scores where the game has one, and the seed where others can
/// begin as this game began.
fn rows(result: &GameResult) -> Vec<OverRow> {
    let has_list = result.game.is_duel() || result.mode.ranking().is_some();
    let has_seed = result.origin == Origin::New;
    let rows = [
        (OverRow::Again, true),
        (OverRow::Scores, has_list),
        (OverRow::Replay, true),
        (OverRow::Race, has_seed),
        (OverRow::Menu, true),
    ];
    rows.into_iter().filter_map(|(row, is_there)| is_there.then_some(row)).collect()
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
        let rows = rows(result);
        match (key, rows.get(chosen)) {
            _ if action == Some(Action::Restart) => self.again(),
            (MenuKey::Confirm, Some(OverRow::Again)) => self.again(),
            (MenuKey::Confirm, Some(OverRow::Scores)) => {
                self.local = None;
                self.screen = Screen::Scores { chosen: 0 };
            }
            (MenuKey::Confirm, Some(OverRow::Replay)) => {
                let id = result.replay.clone();
                if let Some(replay) = Replays::find(&mut self.store, &id) {
                    self.watch(replay, WatchedFrom::Replays { chosen: 0 });
                }
            }
            (MenuKey::Confirm, Some(OverRow::Race)) => {
                let (game, seed) = (result.mode.game, result.seed);
                self.race(game, seed);
            }
            (MenuKey::Confirm | MenuKey::Back, _) => {
                self.local = None;
                self.open_start();
            }
            _ => {
                if let Screen::Over { chosen, .. } = &mut self.screen {
                    *chosen = key.choose(*chosen, rows.len());
                }
            }
        }
    }

    /// Says how others begin with the same pieces, and has the next game for one begin with them too.
    fn race(&mut self, game: GameName, seed: u64) {
        let command = format!("quintet play {} --seed {seed}", game.name());
        let mut said = vec![terminal::race_seed(&command)];
        let server = self.online.as_ref().map(|online| &online.server);
        said.extend(server.map(|server| terminal::race_link(&server.game_link(game, seed))));
        if game.boards() == 1 {
            self.seed = Some(seed);
            said.push(terminal::RACE_AGAIN.into());
        }
        self.notices.extend(said);
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
        let entry = result.game;
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
        let label = |row: OverRow| match row {
            OverRow::Again => again.into(),
            OverRow::Scores if entry.is_duel() => menu::RESULTS.into(),
            OverRow::Scores => menu::HIGH_SCORES.into(),
            OverRow::Replay => words::WATCH_REPLAY.into(),
            OverRow::Race => words::RACE_SEED.into(),
            OverRow::Menu => words::MAIN_MENU.into(),
        };
        let rows: Vec<String> = rows(result).into_iter().map(label).collect();
        let width = if entry.is_bare { BARE_WIDTH } else { WIDTH }.min(buffer.area.width);
        let inside = usize::from(width.saturating_sub(4));
        let mut lines: Vec<(String, Style)> = Vec::new();
        if let (Some(_), Some(score)) = (result.winner, score.filter(|score| score.best_of > 1)) {
            let [first, second] = score.wins;
            let rounds = menu::best_of(score.best_of);
            let score = words::match_score(first, second);
            let style = Style::new().fg(TEXT).add_modifier(Modifier::BOLD);
            lines.push((format!("{rounds}   {score}"), style));
        }
        let mut note = |words: &str, colour: Color| {
            let style = Style::new().fg(colour).add_modifier(Modifier::BOLD);
            lines.extend(draw::wrap(words, inside).into_iter().map(|line| (line, style)));
        };
        for (words, is_good) in self.notes(result) {
            note(&words, if is_good { GOLD } else { TEXT });
        }
        let numbers = match (result.winner, score) {
            _ if entry.is_bare => Vec::new(),
            (Some(_), Some(score)) => both_boards(result, score, inside),
            _ if width >= TWO_COLUMNS => in_two_columns(&values(result), inside),
            _ => values(result).iter().map(|value| pair(value, inside)).collect(),
        };
        lines.extend(numbers.into_iter().map(|line| (line, Style::new().fg(TEXT))));
        menu_dialog(buffer, &title, width, lines, (&rows, chosen));
    }

    /// What is worth a line of its own, and whether it is good news.
    fn notes(&self, result: &GameResult) -> Vec<(String, bool)> {
        let mut notes: Vec<(String, bool)> = Vec::new();
        let score = self.local.as_ref().map(|local| local.score).unwrap_or_default();
        if let Some(why) = result.why_ended(&score) {
            notes.push((why, false));
        }
        if result.placing.is_some_and(|placing| placing.is_best) {
            notes.push((words::NEW_HIGH_SCORE.into(), true));
        } else if !self.standing.is_empty() {
            notes.push((self.standing.clone(), result.placing.is_some()));
        }
        if result.helped {
            notes.push((words::PLAYED_WITH_HINTS.into(), false));
        }
        if let Some(why) = result.why_unranked() {
            notes.push((why.into(), false));
        }
        notes.extend(self.told.iter().map(|told| (told.clone(), false)));
        notes
    }
}

/// The numbers of a game for one player, each with its name.
fn values(result: &GameResult) -> Vec<(String, String)> {
    let rules = result.mode.rules();
    let tally = &result.statistics;
    let [singles, doubles, triples, tetrises] = tally.clears;
    let first = match result.mode.ranking() {
        Some(Ranking::Time) => (play::TIME, exact_time(result.time_us).to_string()),
        Some(Ranking::Score) | None => (words::FINAL_SCORE, thousands(result.score).to_string()),
    };
    let by_time = result.mode.ranking() == Some(Ranking::Time);
    let mut rows = vec![first];
    rows.extend((!by_time).then(|| (words::TIME, time(result.time_us).to_string())));
    if result.mode.has_levels() {
        rows.push((play::LEVEL, result.level.to_string()));
    }
    rows.extend([
        (play::LINES, result.lines.to_string()),
        (words::PIECES, result.pieces.to_string()),
        (words::PIECES_PER_SECOND, per_second(result.pieces, result.time_us).to_string()),
        (words::SINGLES, singles.to_string()),
        (words::DOUBLES, doubles.to_string()),
    ]);
    if rules.scoring == Scoring::Fives {
        rows.push((words::ROWS_OF_FIVES, tally.fives.to_string()));
        rows.push((words::OTHER_ROWS, tally.not_fives.to_string()));
    } else {
        rows.push((words::TRIPLES, triples.to_string()));
        rows.push((words::TETRISES, tetrises.to_string()));
    }
    if rules.flip {
        rows.push((words::FLIPS, tally.flips.to_string()));
    }
    if result.game.own_handling {
        rows.push((words::FINESSE_FAULTS, tally.finesse_faults.to_string()));
    }
    rows.into_iter().map(|(name, value)| (name.into(), value)).collect()
}

/// A name and its value at the two ends of a line.
fn pair((name, value): &(String, String), width: usize) -> String {
    let value_width = width.saturating_sub(name.chars().count());
    format!("{name}{value:>value_width$}")
}

/// The first half of the values beside the second.
fn in_two_columns(values: &[(String, String)], width: usize) -> Vec<String> {
    const GAP: usize = 4;
    let half = (width - GAP) / 2;
    let rows = values.len().div_ceil(2);
    let (left, right) = values.split_at(rows);
    let mut right = right.iter().map(|value| pair(value, half));
    let row = |value| {
        let right = right.next().unwrap_or_else(|| " ".repeat(half));
        format!("{}{:GAP$}{right}", pair(value, half), "")
    };
    left.iter().map(row).collect()
}

/// The two boards of a duel in numbers, a row for each, with as many columns as fit.
fn both_boards(result: &GameResult, score: MatchScore, width: usize) -> Vec<String> {
    let names = [play::SCORE, play::LEVEL, play::LINES, words::SENT, play::PPS, play::APM];
    let columns = (width.saturating_sub(NAME_WIDTH) / NUMBER_WIDTH).min(names.len());
    let line = |name: &str, numbers: &[String]| {
        let numbers = numbers.iter().take(columns).map(|it| format!("{it:>NUMBER_WIDTH$}"));
        let numbers = numbers.collect::<Vec<_>>().concat();
        format!("{name:<NAME_WIDTH$}{numbers}")
    };
    let head = line("", &names.map(String::from));
    let rows = result.boards.iter().enumerate().map(|(player, (board, counted))| {
        let rate = |count| per_second(count, result.time_us).to_string();
        let numbers = [
            thousands(board.score).to_string(),
            board.level.to_string(),
            board.lines.to_string(),
            counted.sent.to_string(),
            rate(board.pieces),
            rate(counted.sent.saturating_mul(60)),
        ];
        line(&score.name(player), &numbers)
    });
    std::iter::once(head).chain(rows).collect()
}
