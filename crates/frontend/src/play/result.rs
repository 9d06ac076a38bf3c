//! The result of a game: put into the high scores, its replay kept.

use quintet_engine::{BoardResult, EndReason, Phase, Ranking, Replay};
use quintet_records::{Ending, Entry, Kept, Placing, Played, Statistics};
use quintet_words::{Phrase, exact_time, results as words};

use super::{Origin, Session};
use crate::duel::MatchScore;
use crate::games::{self, GameEntry, Mode};
use crate::storage::{Scores, Storage, add_to_history, begin_history};

/// A game that has ended.
#[derive(Clone, Debug)]
pub struct GameResult {
    /// Which game.
    pub game: &'static GameEntry,
    /// Which way it was played.
    pub mode: &'static Mode,
    /// How it began.
    pub origin: Origin,
    /// Why it ended; where two played, for the one who lost.
    pub why: Option<EndReason>,
    /// Who won, where two played.
    pub winner: Option<usize>,
    /// Points.
    pub score: u64,
    /// The level reached.
    pub level: u32,
    /// Rows cleared.
    pub lines: u32,
    /// Pieces locked.
    pub pieces: u32,
    /// The seed that it began with.
    pub seed: u64,
    /// Whether the player asked for hints.
    pub helped: bool,
    /// Time played, in microseconds.
    pub time_us: u64,
    /// How each board stood, and what was counted on it.
    pub boards: Vec<(BoardResult, Statistics)>,
    /// What was counted on the first board.
    pub statistics: Statistics,
    /// Its place among the high scores.
    pub placing: Option<Placing>,
    /// The name of its replay.
    pub replay: String,
}

impl GameResult {
    /// Whether the mode's goal was reached.
    pub fn is_finished(&self) -> bool {
        self.why == Some(EndReason::Finished)
    }

    /// Why it ended before its goal, and whose board that was where two played; `score` names them.
    pub fn why_ended(&self, score: &MatchScore) -> Option<String> {
        let why = why_ended(self.why?).filter(|_| !self.game.is_bare)?;
        Some(match self.winner {
            Some(winner) => words::lost_because(&score.name(other(winner)), why),
            None => why.into(),
        })
    }

    /// Why it is not among the high scores, whatever its score.
    pub fn why_unranked(&self) -> Option<Phrase> {
        match (self.origin, self.mode.ranking()?) {
            (Origin::SetUp, _) => Some(words::FROM_POSITION),
            (Origin::New, Ranking::Time) if !self.is_finished() => Some(words::GOAL_NOT_REACHED),
            (Origin::New, _) => None,
        }
    }

    /// Its place among the high scores, and the distance to the first of them; empty where there is
    /// neither.
    pub fn standing(&self, scores: &Scores) -> String {
        let best = scores.entries().first();
        let distance = best.and_then(|best| match self.mode.ranking()? {
            Ranking::Score if best.score > self.score => {
                Some(words::points_short(best.score - self.score))
            }
            Ranking::Time if self.is_finished() && best.time_us < self.time_us => {
                Some(words::time_behind(&exact_time(self.time_us - best.time_us)))
            }
            _ => None,
        });
        let rank = self.placing.map(|placing| words::rank(placing.rank as u32 + 1));
        rank.into_iter().chain(distance).collect::<Vec<_>>().join(" ")
    }

    /// Takes the result of a session that has ended, and keeps what is worth keeping: in the history
    /// if it is the player's own, among the high scores if it is one of the best, and its replay.
    /// `score` names the players of a duel.
    pub fn keep(
        session: &Session,
        storage: &mut dyn Storage,
        score: &MatchScore,
        date: &str,
    ) -> Option<GameResult> {
        let (game, mode) = (session.game, session.mode);
        let mut result = GameResult::of(session)?;
        let is_own = !game.is_duel() || session.has_computer();
        if is_own && session.origin == Origin::New && !score.has_handicap() {
            add_to_history(storage, game, mode, result.played(date));
        } else {
            begin_history(storage, game, mode);
        }
        let mut scores = Scores::load(storage, game, mode);
        let before = scores.entries().to_vec();
        // A game that waited since its rules have changed does not compare with new ones.
        let is_current = session.board(0).is_some_and(|board| board.rules().are_of_named_game());
        if result.counts() && is_current {
            result.placing = scores.insert(mode.ranking(), result.entry(date));
        }
        let mut kept = result.kept(date);
        if game.is_duel() {
            kept.players = [0, 1].map(|player| score.name(player)).into();
            kept.winner = result.winner.map(|winner| winner as u8);
        }
        result.replay = storage.keep_replay(&session.replay(), kept);
        if let Some(placing) = result.placing {
            scores.refer(placing.rank, &result.replay);
            scores.save(storage, game, mode);
            let fallen = before.iter().filter(|entry| !scores.entries().contains(entry));
            for id in fallen.filter_map(|entry| entry.replay.as_deref()) {
                storage.unrank_replay(id);
            }
        }
        Some(result)
    }

    fn of(session: &Session) -> Option<GameResult> {
        let view = session.view(0)?;
        let winner = session.winner();
        let phase = session.view(winner.map_or(0, other)).map(|view| view.phase);
        let why = if let Some(Phase::Over(why)) = phase { Some(why) } else { None };
        let boards = session.replay().result.boards;
        Some(GameResult {
            game: session.game,
            mode: session.mode,
            origin: session.origin,
            why,
            winner,
            score: view.score,
            level: view.level,
            lines: view.lines,
            pieces: view.pieces,
            seed: session.seed(),
            helped: session.hints > 0,
            time_us: session.now().0,
            boards: boards.into_iter().zip(session.statistics.iter().cloned()).collect(),
            statistics: session.statistics.first().cloned().unwrap_or_default(),
            placing: None,
            replay: String::new(),
        })
    }

    /// Whether it may enter the high scores: begun from nothing and, where time decides, finished.
    fn counts(&self) -> bool {
        let ranked = match self.mode.ranking() {
            Some(Ranking::Score) => true,
            Some(Ranking::Time) => self.is_finished(),
            None => false,
        };
        self.origin == Origin::New && ranked
    }

    fn played(&self, date: &str) -> Played {
        let reached = self.is_finished() || self.winner == Some(0);
        let ending = if reached { Ending::Reached } else { Ending::Over };
        let played = Played::new(date, ending, self.score, self.lines, self.time_us);
        let played = Played { level: self.level, helped: self.helped.into(), ..played };
        played.counted(&self.statistics)
    }

    fn entry(&self, date: &str) -> Entry {
        Entry {
            score: self.score,
            level: self.level,
            lines: self.lines,
            time_us: self.time_us,
            date: date.to_owned(),
            helped: self.helped,
            replay: None,
        }
    }

    fn kept(&self, date: &str) -> Kept {
        Kept {
            game: self.game.slug.to_owned(),
            mode: self.mode.slug.to_owned(),
            score: self.score,
            lines: self.lines,
            time_us: self.time_us,
            date: date.to_owned(),
            ranked: self.placing.is_some(),
            ..Kept::default()
        }
    }
}

/// The other player of two.
const fn other(player: usize) -> usize {
    1 - player
}

/// Why a game ended before its goal, as a player reads it.
pub const fn why_ended(why: EndReason) -> Option<Phrase> {
    match why {
        EndReason::BlockOut => Some(words::WHY_NO_ROOM),
        EndReason::LockOut => Some(words::WHY_ABOVE),
        EndReason::LivesLost => Some(words::WHY_NO_LIFE),
        _ => None,
    }
}

/// Keeps a game that was played over a server: its replay, and what came of it in the history.
pub fn keep_online_game(
    storage: &mut dyn Storage,
    replay: &Replay,
    kept: Kept,
    played: Option<Played>,
    date: &str,
) -> String {
    let (game, mode) = games::of(replay.rules[0].game);
    match played {
        Some(played) => add_to_history(storage, game, mode, played.on(date)),
        None => begin_history(storage, game, mode),
    }
    let (game, mode) = (game.slug.to_owned(), mode.slug.to_owned());
    storage.keep_replay(replay, Kept { game, mode, date: date.to_owned(), ..kept })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::duel::{MatchTerms, Opponent};
    use crate::storage::{Memory, history};
    use quintet_engine::{Button, GameName, Input, Micros};
    use quintet_records::Document;

    /// Plays by hard drops alone until the game is over.
    fn played(name: GameName, origin: Origin) -> Session {
        let (game, mode) = games::of(name);
        let rules = vec![mode.rules(); game.boards()];
        let mut session = Session::new(game, mode, &rules, 7);
        session.origin = origin;
        let mut stamp = Micros::ZERO;
        while !session.is_over() {
            session.advance(stamp);
            session.input(0, Input::Press(Button::HardDrop), stamp);
            session.input(0, Input::Release(Button::HardDrop), stamp);
            stamp += Micros::from_millis(90);
        }
        session
    }

    fn keep(session: &Session, memory: &mut Memory, score: MatchScore) -> GameResult {
        GameResult::keep(session, memory, &score, "2026-01-05").expect("there is a board")
    }

    /// M-076 M-165
    #[test]
    fn a_game_of_ones_own_is_listed_counted_and_its_replay_kept() {
        let (mut memory, score) = (Memory::default(), MatchScore::default());
        let session = played(GameName::Marathon, Origin::New);
        let result = keep(&session, &mut memory, score);
        assert_eq!(result.placing, Some(Placing { rank: 0, is_best: true }));
        let (game, mode) = (session.game, session.mode);
        let scores = Scores::load(&mut memory, game, mode);
        let entry = &scores.entries()[0];
        assert_eq!((entry.score, &entry.replay), (result.score, &Some(result.replay.clone())));
        assert_eq!(history(&mut memory, game, mode).count(), 1);
        let kept = &memory.replays[0];
        assert_eq!((&kept.id, kept.ranked), (&result.replay, true));
    }

    #[test]
    fn a_time_is_behind_the_best_by_milliseconds() {
        let mut memory = Memory::default();
        let session = played(GameName::Sprint, Origin::New);
        let mut result = keep(&session, &mut memory, MatchScore::default());
        (result.why, result.time_us) = (Some(EndReason::Finished), 60_004_000);
        let mut scores = Scores::default();
        scores.insert(Some(Ranking::Time), Entry { time_us: 60_000_000, ..result.entry("") });
        let behind = words::time_behind("0:00.004");
        assert!(result.standing(&scores).ends_with(&behind), "{}", result.standing(&scores));
    }

    #[test]
    fn a_game_over_a_server_is_counted_on_its_day() {
        let mut memory = Memory::default();
        let session = played(GameName::Versus, Origin::New);
        let result = GameResult::of(&session).expect("there is a board").played("");
        let (replay, kept) = (session.replay(), Kept { score: 7, ..Kept::default() });
        keep_online_game(&mut memory, &replay, kept, Some(result), "2026-01-05");
        let kept = &memory.replays[0];
        let shown = (kept.mode.as_str(), kept.date.as_str(), kept.score);
        assert_eq!(shown, (session.mode.slug, "2026-01-05", 7));
        let history = history(&mut memory, session.game, session.mode);
        assert_eq!(history.games()[0].day, 20_260_105);
    }

    #[test]
    fn a_game_from_a_position_leaves_nothing_but_its_replay() {
        let mut memory = Memory::default();
        let session = played(GameName::Marathon, Origin::SetUp);
        let result = keep(&session, &mut memory, MatchScore::default());
        assert_eq!(result.placing, None);
        let (game, mode) = (session.game, session.mode);
        assert_eq!(Scores::load(&mut memory, game, mode).entries(), []);
        assert_eq!(history(&mut memory, game, mode).count(), 0);
        assert_eq!(memory.replays.len(), 1);
    }

    #[test]
    fn the_replay_of_an_entry_that_fell_out_is_ranked_no_more() {
        let mut memory = Memory::default();
        let session = played(GameName::Marathon, Origin::New);
        for _ in 0..11 {
            keep(&session, &mut memory, MatchScore::default());
        }
        let ranked = memory.replays.iter().filter(|kept| kept.ranked).count();
        assert_eq!((memory.replays.len(), ranked), (11, 10), "the eleventh equals the tenth");
        // One better game, and the last of the ten falls out.
        let (game, mode) = (session.game, session.mode);
        let mut scores = Scores::load(&mut memory, game, mode);
        let last = scores.entries()[9].replay.clone().expect("it was kept");
        let worse = scores.entries().iter().map(|entry| Entry { score: 1, ..entry.clone() });
        let worse: Vec<Entry> = worse.collect();
        memory.write_document("scores/marathon/marathon", worse.to_json());
        scores = Scores::load(&mut memory, game, mode);
        assert_eq!(scores.entries().len(), 10);
        let result = keep(&session, &mut memory, MatchScore::default());
        assert_eq!(result.placing, Some(Placing { rank: 0, is_best: true }));
        let fallen = memory.replays.iter().find(|kept| kept.id == last).expect("it is kept");
        assert!(!fallen.ranked);
    }

    #[test]
    fn a_duel_names_its_players_and_counts_against_the_computer_on_even_terms_only() {
        let terms = MatchTerms { opponent: Opponent::Person, ..MatchTerms::default() };
        let uneven = MatchScore { handicap: [0, 1], ..MatchScore::default() };
        let scores = [(MatchScore::new(terms), 0), (MatchScore::default(), 1), (uneven, 0)];
        for (score, counted) in scores {
            let mut memory = Memory::default();
            let mut session = played(GameName::Battle, Origin::New);
            if score.opponent != Opponent::Person {
                session.seat_computer(1);
            }
            let result = keep(&session, &mut memory, score);
            let kept = &memory.replays[0];
            assert_eq!(kept.players, [score.name(0), score.name(1)]);
            assert_eq!(kept.winner, Some(1), "the one who dropped piece upon piece has lost");
            let why = words::lost_because(&score.name(0), words::WHY_NO_ROOM);
            assert_eq!(result.why_ended(&score), Some(why));
            assert!(result.boards[0].1.keys > 0 && result.boards[1].1.keys == 0);
            assert_eq!(history(&mut memory, session.game, session.mode).count(), counted);
        }
    }
}
