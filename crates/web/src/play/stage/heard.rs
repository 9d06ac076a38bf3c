//! What is heard and read of a game while it is played.

use quintet_engine::{Event, Game, Rules, What, Why};
use quintet_words::{ShortText, play as words, thousands};

use super::{Phase, Stage};
use crate::page;
use crate::play::Session;
use crate::play::shown::Celebration;
use crate::signals::prelude::*;
use crate::sound::{Audio, Cue};

impl Stage {
    /// Makes sound possible; to be called while a key or a touch is handled.
    pub(crate) fn wake(&self) {
        self.audio.update_value(Audio::wake);
    }

    /// Tells everybody what has happened, and ends the game if it has ended.
    pub(super) fn settle(&self) {
        let mut over = false;
        self.session.update_value(|session| {
            let Some(session) = session else { return };
            session.drain(|session, player, event| {
                if let (Some(seat), Some(view)) = (self.seats.get(player), session.view(player)) {
                    seat.listen(event, &view);
                }
                self.listen(session, player, event);
            });
            over = session.is_over();
        });
        if over && self.phase.get_untracked() == Phase::Playing {
            self.end();
        }
    }

    /// Sounds, words and light: of everything on a board whose player is here, and of what an
    /// opponent does to it.
    fn listen(&self, session: &Session, player: usize, event: &Event) {
        let Some(rules) = session.board(player).map(Game::rules) else { return };
        self.volley.listen(&self.seats, player, event, rules.height);
        if self.player_of(player) == player {
            self.hear(player, rules, event, session.winner() == Some(player));
        }
    }

    /// Sounds and words for what happens to a player who is here, and who has won or not.
    pub(crate) fn hear(&self, player: usize, rules: &Rules, event: &Event, won: bool) {
        let Some(seat) = self.seats.get(player) else { return };
        match event.what {
            What::Moved { .. } => self.cue(Cue::Move),
            What::Rotated { .. } => self.cue(Cue::Rotate),
            What::HardDropped { .. } => self.cue(Cue::HardDrop),
            What::Locked { lines: 0, .. } => self.cue(Cue::Lock),
            What::Held { .. } => self.cue(Cue::Hold),
            What::Flipped { .. } => self.cue(Cue::Flip),
            What::GarbageEntered { .. } => self.cue(Cue::Garbage),
            What::Cleared(clear) if self.pulse.with_value(|pulse| pulse.has_words) => {
                let tetris = clear.lines >= 4;
                self.cue(if tetris { Cue::ClearTetris } else { Cue::ClearSingle });
                if let Some(it) = Celebration::of(rules, &clear) {
                    self.pulse.update_value(|pulse| pulse.celebration_left_ms[player] = 800.0);
                    seat.flash(|shown| &mut shown.celebration, Some(it));
                }
                let name = words::clear(clear.lines);
                self.announcer.say(&words::cleared(name, &thousands(clear.points)));
            }
            What::Fives(fives) => {
                let told = words::fives(fives.sum, fives.multiplier, fives.lives);
                self.tell(&told, fives.points > 0);
            }
            What::LevelUp { level } if self.pulse.with_value(|pulse| pulse.has_levels) => {
                self.cue(Cue::LevelUp);
                self.pulse.update_value(|pulse| pulse.level_up_left_ms[player] = 1200.0);
                seat.flash(|shown| &mut shown.level_up, Some(level));
                self.announcer.say(&words::level_reached(level));
            }
            What::Over { why: Why::Finished } => self.cue(Cue::Finished),
            What::Over { why: Why::OpponentOut } if won => self.cue(Cue::Finished),
            What::Over { .. } => self.cue(Cue::GameOver),
            _ => {}
        }
    }

    /// Words over the board for a while, read out too; good ones or bad.
    pub(super) fn tell(&self, text: &str, good: bool) {
        self.announcer.say(text);
        self.pulse.update_value(|pulse| pulse.told_left_ms = 1600.0);
        let told = (ShortText::from(text).unwrap_or_default(), good);
        self.seats[0].flash(|shown| &mut shown.told, Some(told));
    }

    pub(super) fn cue(&self, cue: Cue) {
        if !self.pulse.with_value(|pulse| pulse.silent) {
            page::mark("data-cue", cue.name());
            self.audio.with_value(|audio| audio.play(cue));
        }
    }
}
