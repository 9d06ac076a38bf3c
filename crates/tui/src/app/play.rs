//! Games as they begin, wait and end.

use quintet_engine::{Playback, Replay};
use quintet_frontend::{MatchScore, Scores, Unfinished, count_match, playback_refused};
use quintet_protocol::http::IssuedTicket;
use quintet_words::{notices as notice_words, replays as replay_words};

use super::App;
use crate::games;
use crate::screens::{Screen, TableWords, WatchedFrom};
use crate::sources::{Demo, GameResult, LocalGame, Origin, Phase, ReplaySource, Session, Source};

impl App {
    /// Begins the chosen game; where its score could be submitted, with a seed of the server.
    pub(crate) fn begin_game(&mut self) {
        let game = self.mode().game;
        if self.waits_for_ticket == Some(game) {
            // A ticket has been requested. A second request would replace it on the server.
            return;
        }
        let rules = game.rules();
        let own_seed = self.seed.is_some();
        if let Some(online) = self.online.as_mut().filter(|_| !own_seed)
            && online.want_ticket(&rules)
        {
            self.open_start();
            self.waits_for_ticket = Some(game);
        } else {
            self.begin_game_now();
        }
    }

    /// Begins the chosen game: the first round of a match where two play it.
    pub(crate) fn begin_game_now(&mut self) {
        let entry = self.entry();
        let score = self.settings.match_score(entry);
        Unfinished::forget(&mut self.store, entry.slug);
        self.begin_round(score);
    }

    /// Begins a round of a match, or a game.
    pub(crate) fn begin_round(&mut self, score: MatchScore) {
        let (entry, mode) = (self.entry(), self.mode());
        let rules = self.settings.apply(*mode.game.rules(), entry);
        let issued = match (&mut self.online, self.seed) {
            (Some(online), None) => online.seed(),
            _ => None,
        };
        let seed = issued.unwrap_or_else(|| self.new_seed());
        let session = Session::new(entry, mode, &vec![rules; mode.game.boards()], seed);
        self.play(session.with_handicap(score.handicap), score);
    }

    /// Plays on from the middle of a replay: a match of one round, where two play.
    pub(crate) fn play_on(&mut self, source: &ReplaySource) {
        let playback = source.playback();
        let Some(name) = playback.replay().rules.first().map(|rules| rules.game) else { return };
        let place = games::of(name);
        let entry = &games::all()[place.0];
        match Session::from_replay(entry, &entry.modes[place.1], playback, source.at()) {
            Some(session) => {
                (self.game, self.modes[place.0]) = place;
                let mut terms = self.settings.terms;
                terms.best_of = 1;
                self.play(session, MatchScore::new(terms));
            }
            None => self.notices.push(replay_words::CANNOT_PLAY_ON.into()),
        }
    }

    fn play(&mut self, session: Session, score: MatchScore) {
        let (count_in, seed, sink) = (self.settings.count_in, (self.seeds)(), self.sink());
        let entry = session.game;
        let counts =
            if entry.is_duel() { count_in } else { self.settings.start_count && !entry.is_bare };
        // A position from a replay goes on at once.
        let counts = counts && session.origin == Origin::New;
        self.local = Some(LocalGame::new(session, score, count_in, seed, sink).begun(counts));
        self.open_table();
        self.screen = Screen::Play;
    }

    /// Clears what an earlier game left on the table.
    fn open_table(&mut self) {
        self.keyboard.forget();
        self.words = TableWords::default();
        (self.submitted, self.told) = (None, None);
        self.kept_at = self.now;
        self.restart_by = None;
        self.set_pace();
        self.best = {
            let (entry, mode) = (self.entry(), self.mode());
            self.store.best_score(entry, mode)
        };
    }

    /// Goes on with the game that was kept.
    pub(crate) fn resume_kept(&mut self) {
        let entry = self.entry();
        let kept = Unfinished::load(&mut self.store, entry.slug);
        let resumed = kept.and_then(|kept| {
            self.modes[self.game] = entry.modes.iter().position(|mode| mode.slug == kept.mode)?;
            if kept.is_between_rounds() {
                self.begin_round(kept.score);
                return Some(());
            }
            let replay = kept.replay()?;
            if let Some(online) = &mut self.online {
                let seed = replay.seed;
                online.go_on(kept.ticket.map(|ticket| IssuedTicket { ticket, seed }));
            }
            let origin = if kept.is_new { Origin::New } else { Origin::SetUp };
            let mut session = Session::resumed(entry, self.mode(), origin, replay)?;
            session.hints = kept.hints;
            let (count_in, seed, sink) = (self.settings.count_in, self.random_seed(), self.sink());
            let mut game = LocalGame::new(session, kept.score, count_in, seed, sink).paused();
            game.resume();
            self.local = Some(game);
            self.open_table();
            self.screen = Screen::Play;
            Some(())
        });
        if resumed.is_none() {
            Unfinished::forget(&mut self.store, entry.slug);
            self.notices.push(notice_words::CANNOT_RESUME.into());
        }
    }

    /// Shows a game that plays itself.
    pub(crate) fn begin_demo(&mut self, seed: u64) {
        let session = Session::new(self.entry(), self.mode(), &[self.mode().rules()], seed);
        self.open_table();
        self.screen = Screen::Demo(Box::new(Demo::new(session, seed, self.sink())));
    }

    /// Watches a replay that was chosen somewhere.
    pub(crate) fn watch(&mut self, replay: Replay, from: WatchedFrom) {
        if let Some(rules) = replay.rules.first() {
            self.choose(rules.game);
        }
        match Playback::new(replay) {
            Ok(playback) => {
                self.open_table();
                self.watched_from = from;
                self.screen = Screen::Viewer(Box::new(ReplaySource::new(playback)));
            }
            Err(error) => self.notices.push(replay_words::file_refused(&playback_refused(&error))),
        }
    }

    /// Keeps the game for later, if one is being played, and a match that waits for its next round.
    pub(crate) fn keep_unfinished(&mut self) {
        let Some(local) = &self.local else { return };
        let session = &local.session;
        let is_new = session.origin == Origin::New;
        let kept = Unfinished::new(session.game.slug, session.mode.slug, is_new, local.score);
        let mut kept = match local.phase() {
            Phase::Over if session.boards() > 1 && local.score.winner().is_none() => kept,
            Phase::Over => return,
            _ => kept.played(&session.replay()),
        };
        let online = self.online.as_ref();
        let online = online.and_then(|online| online.ticket(session.seed()));
        (kept.hints, kept.ticket) = (session.hints, online.map(|issued| issued.ticket));
        kept.keep(&mut self.store);
        self.kept_at = self.now;
    }

    pub(crate) fn pause(&mut self) {
        if let Some(local) = &mut self.local {
            local.pause();
            if local.phase() == Phase::Paused {
                self.restart_by = None;
                self.keyboard.forget();
                self.screen = Screen::Paused { chosen: 0 };
                self.keep_unfinished();
            }
        }
    }

    pub(super) fn end_game(&mut self) {
        self.restart_by = None;
        let Some(local) = &mut self.local else { return };
        let (entry, mode) = (local.session.game, local.session.mode);
        let date = self.store.today();
        let result = GameResult::keep(&local.session, &mut self.store, &local.score, &date);
        if let Some(winner) = result.as_ref().and_then(|result| result.winner) {
            local.score.count(winner);
            count_match(&mut self.store, mode, local.score, local.session.origin);
        }
        if local.session.origin == Origin::New
            && let Some(online) = &mut self.online
        {
            let session = &local.session;
            match online.ended(session.seed(), &mode.game.rules(), session.hints > 0) {
                None => {}
                Some(Err(why)) => self.told = Some(why.into()),
                Some(Ok((ranked, secret))) => {
                    self.submitted = Some(ranked.issued().ticket);
                    let to = (online.server.clone(), secret);
                    let (store, links) = (&mut self.store, &self.links);
                    self.submissions.add(store, links, to, ranked, session.replay());
                    self.submissions.tick(self.now);
                }
            }
        }
        Unfinished::forget(&mut self.store, entry.slug);
        self.keep_unfinished();
        self.keyboard.forget();
        if let Some(result) = result {
            self.standing = result.standing(&Scores::load(&mut self.store, entry, mode));
            let since = self.now;
            self.screen = Screen::Over { chosen: 0, since, result: Box::new(result) };
        }
    }
}
