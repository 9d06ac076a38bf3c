//! The game.

use crossterm::event::{KeyEvent, KeyEventKind};
use quintet_engine::{Micros, Rules};
use quintet_words::{menu, notices, results, terminal};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::{Screen, Tone};
use crate::app::App;
use crate::draw::{self, ACCENT, BAD, DIM, GOLD, Look, TEXT};
use crate::games::{self, Panel};
use crate::keyboard::{Emulation, KeyMeaning, Reports};
use crate::keys::{code_of, needs_releases};
use crate::sources::{LocalGame, Phase, Source};
use crate::store::save_settings;
use quintet_frontend::{Action, key_name};

/// Words in the line above a table.
pub(super) struct Titles {
    pub(super) title: String,
    pub(super) footer: String,
    /// What each player is called, where two play.
    pub(super) names: Vec<String>,
}

impl App {
    /// A key in the game.
    pub(crate) fn play_key(&mut self, event: &KeyEvent, at: Micros) {
        let Some(local) = &self.local else { return };
        let entry = local.session.game;
        let Some(rules) = local.game(0).map(|game| *game.rules()) else { return };
        let map = games::key_map(&self.settings, entry);
        let mut meanings = Vec::new();
        self.keyboard.emulation = Emulation::of(&self.settings);
        self.keyboard.take(&map, &rules, event, at, &mut |meaning| meanings.push(meaning));
        let action = code_of(event).and_then(|code| map.find(code)).map(|(_, action)| action);
        if event.kind == KeyEventKind::Release && action == Some(Action::Restart) {
            self.restart_released();
        }
        for meaning in meanings {
            self.act_on(meaning, at);
        }
    }

    /// Does what a key means.
    pub(crate) fn act_on(&mut self, meaning: KeyMeaning, at: Micros) {
        if matches!(self.screen, Screen::Online(_)) {
            return self.act_online(meaning, at);
        }
        let Some(local) = &mut self.local else { return };
        match meaning {
            KeyMeaning::Input(seat, input) => local.input(seat, input, at),
            KeyMeaning::Command(Action::Pause) => self.pause(),
            KeyMeaning::Command(Action::Restart) => self.restart_pressed(at),
            KeyMeaning::Command(Action::Mute) => self.toggle_bell(),
            KeyMeaning::Command(Action::Hint) => {
                let answers = self.sink();
                if let Some(local) = &mut self.local {
                    local.ask_hint(answers);
                }
            }
            KeyMeaning::Command(_) => {}
        }
    }

    /// Switches the bell, the only sound, and says whether it is on.
    pub(super) fn toggle_bell(&mut self) {
        self.settings.bell = !self.settings.bell;
        save_settings(&mut self.store, &self.settings);
        let said = if self.settings.bell { notices::SOUND_ON } else { notices::SOUND_OFF };
        self.words.say(0, said.into(), self.now);
    }

    /// Whether a clock is on the screen.
    pub(crate) fn shows_time(&self) -> bool {
        let is_time = |panel: &Panel| matches!(panel, Panel::Time | Panel::TimeLeft);
        matches!(self.screen, Screen::Viewer(_)) || self.mode().panels.iter().any(is_time)
    }

    /// Draws the game, also below its dialogs.
    pub(super) fn draw_play(&self, buffer: &mut Buffer, look: &Look) {
        let Some(local) = &self.local else { return };
        let (entry, mode) = (local.session.game, local.session.mode);
        let is_duel = local.session.boards() > 1;
        let names = if is_duel {
            (0..local.session.boards()).map(|board| local.score.name(board)).collect()
        } else {
            Vec::new()
        };
        let mut title = mode.title.text().to_owned();
        if is_duel && local.score.best_of > 1 {
            let [first, second] = local.score.wins;
            let rounds = menu::best_of(local.score.best_of);
            title = format!("{title}   {rounds}   {}", results::match_score(first, second));
        }
        let footer = if entry.is_bare { String::new() } else { self.key_hints(local) };
        let titles = Titles { title, footer, names };
        self.draw_table(buffer, look, local, local.session.boards(), &titles);
        self.draw_restart(buffer, look, local);
    }

    /// Over the board: what a restart that has been begun still needs.
    fn draw_restart(&self, buffer: &mut Buffer, look: &Look, local: &LocalGame) {
        let Some(rules) = local.game(0).map(|game| *game.rules()) else { return };
        let layout = draw::fit(buffer.area, &rules, local.session.boards(), look);
        if let (Some(prompt), Ok(layout)) = (self.restart_prompt(), layout) {
            let frame = layout.boards[0].frame;
            let y = frame.y + frame.height * 2 / 3;
            over_board(buffer, frame, y, &prompt, Style::new().fg(ACCENT));
        }
    }

    /// Draws the boards of a source.
    pub(super) fn draw_table(
        &self,
        buffer: &mut Buffer,
        look: &Look,
        source: &dyn Source,
        boards: usize,
        titles: &Titles,
    ) {
        let Some(rules) = source.game(0).map(|game| *game.rules()) else { return };
        let area = buffer.area;
        let layout = match draw::fit(area, &rules, boards, look) {
            Ok(layout) => layout,
            Err(needs) => return too_small(buffer, needs),
        };
        let panels = mode_of(&rules).panels;
        let style = Style::new().fg(ACCENT).add_modifier(Modifier::BOLD);
        draw::centred(buffer, layout.title, layout.title.y, &titles.title, style);
        let footer = draw::fitting_keys(&titles.footer, usize::from(layout.footer.width));
        draw::centred(buffer, layout.footer, layout.footer.y, &footer, Style::new().fg(DIM));
        for (board, place) in layout.boards.iter().enumerate() {
            let Some(game) = source.game(board) else { continue };
            let shown = self.words.board(board);
            let name = titles.names.get(board).map(String::as_str);
            let marks = (&shown.lit_rows, source.hint(board));
            draw::draw_board(buffer, look, layout.cell, place, game, marks);
            let live = self.live_numbers(source, board);
            let side = draw::Side { panels, name, best: self.best, live };
            draw::draw_side(buffer, look, layout.cell, place, game, &side);
            if let Some(flash) = &shown.flash {
                let third = place.frame.y + place.frame.height / 3;
                let (colour, y) = match flash.tone {
                    Tone::Good => (GOLD, third),
                    Tone::Bad => (BAD, third),
                    // On the frame, where it hides no cell.
                    Tone::Plain => (TEXT, place.frame.y),
                };
                over_board(buffer, place.frame, y, &flash.words, Style::new().fg(colour));
            }
            if let Phase::Counting(count) = source.phase() {
                let y = place.frame.y + place.frame.height / 2;
                let style = Style::new().fg(ACCENT).add_modifier(Modifier::BOLD);
                over_board(buffer, place.frame, y, &count.to_string(), style);
            }
        }
    }

    /// The keys of the game.
    fn key_hints(&self, local: &LocalGame) -> String {
        let map = games::key_map(&self.settings, local.session.game);
        let reported =
            |code: &&String| self.keyboard.reports == Reports::Releases || !needs_releases(code);
        let hint = |&action: &Action| {
            let key = map.keys(0, action).iter().find(reported)?;
            Some(format!("{} {}", key_name(key), action.label()))
        };
        let shown = [Action::HardDrop, Action::RotateCw, Action::Hold, Action::Flip, Action::Pause];
        let hints: Vec<String> = shown.iter().filter_map(hint).collect();
        hints.join("   ")
    }
}

fn mode_of(rules: &Rules) -> &'static games::Mode {
    let (game, mode) = games::of(rules.game);
    &games::all()[game].modes[mode]
}

/// Words on a line across a board, which may be wider than the board.
fn over_board(buffer: &mut Buffer, frame: Rect, y: u16, words: &str, style: Style) {
    let width = words.chars().count() as u16 + 2;
    let screen = buffer.area;
    let middle = frame.x + frame.width / 2;
    let x = middle.saturating_sub(width / 2).min(screen.right().saturating_sub(width));
    let style = style.add_modifier(Modifier::BOLD);
    draw::put(buffer, (x, y), format!(" {words} "), usize::from(screen.width), style);
}

/// Says how much room is needed.
fn too_small(buffer: &mut Buffer, (columns, rows): (u16, u16)) {
    let area = buffer.area;
    let lines = [
        terminal::too_small(columns.into(), rows.into()),
        terminal::room(area.width.into(), area.height.into()),
    ];
    let mut y = area.y + area.height.saturating_sub(2) / 2;
    for line in &lines {
        for part in draw::wrap(line, usize::from(area.width).max(1)) {
            draw::centred(buffer, area, y, &part, Style::new().fg(TEXT));
            y += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quintet_words::play as words;
    use ratatui::buffer::Cell;

    #[test]
    fn words_over_a_board_stay_on_the_screen() {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 12, 1));
        over_board(&mut buffer, Rect::new(8, 0, 4, 1), 0, &words::TETRIS, Style::new());
        let line: String = buffer.content.iter().map(Cell::symbol).collect();
        assert_eq!(line, "    TETRIS! ");
    }
}
