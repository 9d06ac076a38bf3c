//! The computer, as the opponent in a duel and as the source of hints.

use quintet_words::notices as words;

use super::LocalGame;
use crate::dom::once_shown;
use crate::page;
use crate::route::{Route, Screen};
use crate::signals::prelude::*;
use crate::table::computer::{Computer, OPPONENT};
use crate::table::sources::News;
use crate::timers::after;
use quintet_frontend::{Opponent, Session};

impl LocalGame {
    /// Seats the computer at the second board, where it is the opponent. Its worker is told in a
    /// task of its own, so that the click that starts a match does not wait for it.
    pub(super) fn seat_opponent(&'static self, mut session: Session) -> Session {
        let opponent = self.match_score.with_untracked(|score| score.opponent);
        let Opponent::Computer(level) = opponent else { return session };
        if session.game.is_duel() {
            session.seat_computer(OPPONENT);
            after(0, move || self.sit_down(level));
        }
        session
    }

    /// Tells the computer about the match, if that is still on.
    fn sit_down(&'static self, level: u8) {
        if self.with(Session::has_computer) != Some(true) {
            return;
        }
        self.computer.update_value(|computer| {
            if computer.is_none() {
                *computer = Computer::start();
            }
            match computer {
                Some(computer) => self.on_session(|session| {
                    computer.sit_down(session, OPPONENT, level, page::random_seed());
                }),
                None => self.miss_computer(),
            }
        });
    }

    /// The computer plays on, if it is there.
    pub(super) fn move_computer(&'static self) {
        let (mut works, mut advice) = (true, None);
        self.computer.update_value(|computer| {
            self.on_session(|session| {
                if let Some(computer) = computer {
                    works = computer.frame(session);
                    advice = computer.take_hint();
                }
            });
            if !works {
                *computer = None;
            }
        });
        if let Some((pieces, hold, cells)) = advice {
            self.report(News::Hint { pieces, hold, cells });
        }
        if !works {
            self.miss_computer();
        }
    }

    /// Asks the computer where a good player would put the piece. It is no help in a duel.
    pub(super) fn ask_hint(&'static self) {
        if self.with(|session| session.game.is_duel()) != Some(false) {
            return;
        }
        self.computer.update_value(|computer| {
            if computer.is_none() {
                *computer = Computer::start();
            }
            match computer {
                Some(computer) => self.on_session(|session| {
                    session.hints += 1;
                    computer.ask_hint(session);
                }),
                None => self.miss_computer(),
            }
        });
    }

    /// Says that there is no computer player, and offers the other way to play. The game pauses,
    /// since no offer is shown over a board in play.
    fn miss_computer(&'static self) {
        if self.with(|session| session.game.is_duel()) == Some(false) {
            return self.notices.tell(words::NO_HINTS);
        }
        let (settings, router) = (self.settings, self.router);
        self.notices.offer(words::NO_COMPUTER, words::TWO_PLAYERS, move || {
            settings.update(|settings| settings.terms.opponent = Opponent::Person);
            let route = router.now();
            router.replace(Route::to(route.game, Screen::Start).in_mode(route.mode()));
        });
        // By then the game has begun.
        once_shown(|| self.pause());
    }
}
