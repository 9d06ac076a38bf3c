//! The local game as a table shows it.

use quintet_engine::{Game, Input};
use quintet_frontend::{Live, Session};

use super::LocalGame;
use crate::keys::Action;
use crate::page;
use crate::signals::prelude::*;
use crate::table::sources::{News, Phase, Reactions, Source};

impl Source for &'static LocalGame {
    fn frame(&self, stamp: f64, elapsed_ms: f64) {
        self.time.update_value(|time| time.last_stamp = stamp);
        match self.phase() {
            Phase::Playing => {
                self.on_session(|session| session.advance(page::micros(stamp)));
                self.move_computer();
            }
            Phase::Counting(count) => self.count(count, elapsed_ms),
            Phase::Idle | Phase::Paused | Phase::Over => {}
        }
        self.count_restart(elapsed_ms);
    }

    fn drain(&self, report: &mut dyn FnMut(News<'_>)) {
        self.news.update_value(|news| news.drain(..).for_each(&mut *report));
        let mut over = false;
        self.on_session(|session| {
            session.drain(&mut |session, board, event| {
                if let Some(game) = session.board(board) {
                    let won = session.winner() == Some(board);
                    report(News::Event { board, event, game, won });
                }
            });
            over = session.is_over();
        });
        if over && self.phase() == Phase::Playing {
            self.end();
        }
    }

    fn with_game(&self, board: usize, look: &mut dyn FnMut(&Game)) {
        self.with(|session| session.board(board).map(look));
    }

    fn live(&self, board: usize) -> Option<Live> {
        self.with(|session| {
            let best = self.pace.with_value(|pace| pace.at(session.now()));
            session.statistics.get(board).map(|counted| Live { best, ..Live::of(counted) })
        })
        .flatten()
    }

    fn phase(&self) -> Phase {
        self.phase.get_untracked()
    }

    fn reactions(&self, board: usize) -> Option<Reactions> {
        let reactions = self.with(|session| Reactions {
            sounds: session.game.has_sound,
            clears: !session.game.is_bare,
            levels: session.mode.has_levels(),
        });
        // An opponent is heard by what it does to the player here.
        reactions.filter(|_| self.board_of(board) == board)
    }

    fn has_music(&self) -> bool {
        let has_sound = self.with(|session| session.game.has_sound);
        self.phase() == Phase::Playing && has_sound == Some(true)
    }

    fn board_of(&self, player: usize) -> usize {
        self.match_score.with_untracked(|score| score.player_of(player))
    }

    fn input(&self, board: usize, input: Input, stamp: f64) {
        let takes = self.with(|session| {
            let game = session.board(board)?;
            Some(match input {
                Input::Press(_) => self.phase() == Phase::Playing,
                Input::Release(button) => game.held_buttons().contains(button),
                Input::Garbage(_) => false,
            })
        });
        if takes.flatten() == Some(true) {
            self.on_session(|session| session.input(board, input, page::micros(stamp)));
        }
    }

    fn command(&self, action: Action) {
        match (action, self.phase()) {
            (Action::Pause, Phase::Playing | Phase::Counting(_)) => self.pause(),
            (Action::Pause, Phase::Paused) => self.resume(),
            (Action::Hint, Phase::Playing) => self.ask_hint(),
            (Action::Restart, Phase::Over) => self.restart(),
            // The bare game has no dialog with a way out.
            (Action::Pause, Phase::Over)
                if self.with(|session| session.game.is_bare) == Some(true) =>
            {
                self.leave();
            }
            (Action::Restart, Phase::Playing | Phase::Counting(_)) => self.hold_restart(),
            (Action::Restart, Phase::Paused)
                if self.with(|session| session.game.restarts_any_time) == Some(true) =>
            {
                self.restart();
            }
            _ => {}
        }
    }

    fn command_ends(&self, action: Action) {
        if action == Action::Restart {
            self.restarting.set(false);
        }
    }

    /// A-M32: the game waits.
    fn step_away(&self, _stamp: f64) {
        self.on_session(Session::release_all);
        self.pause();
    }

    fn ended_at(&self) -> f64 {
        self.time.with_value(|time| time.ended_at)
    }
}
