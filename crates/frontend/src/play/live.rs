//! Numbers of a running game that a player can switch on: speed, keys, finesse, attack and pace.

use quintet_records::Statistics;
use quintet_words::{Phrase, ShortText, hundredths, percent, play as words, statistics, thousands};

use crate::games::{GameEntry, Mode, Panel};
use crate::settings::Settings;

/// What is counted of a running game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Live {
    /// Pieces placed.
    pub placed: u32,
    /// Pieces placed with unnecessary presses.
    pub faulty: u32,
    /// Presses of any button.
    pub keys: u32,
    /// Rows sent.
    pub sent: u32,
    /// How far the best game was at the same time: points, or rows where time ranks.
    pub best: Option<u64>,
}

impl Live {
    /// What statistics say.
    pub fn of(statistics: &Statistics) -> Live {
        let &Statistics { placed, faulty, keys, sent, .. } = statistics;
        Live { placed, faulty, keys, sent, best: None }
    }

    /// Pieces per second, after this many tenths of a second.
    pub fn speed(&self, tenths: u64) -> ShortText {
        rate(u64::from(self.placed) * 1000, tenths)
    }

    /// Presses per piece.
    pub fn keys_per_piece(&self) -> ShortText {
        rate(u64::from(self.keys) * 100, self.placed.into())
    }

    /// The share of pieces placed without an unnecessary press.
    pub fn finesse(&self) -> ShortText {
        let clean = self.placed.saturating_sub(self.faulty);
        percent((clean * 1000).checked_div(self.placed).unwrap_or(1000))
    }

    /// Rows sent per minute, after this many tenths of a second.
    pub fn attack(&self, tenths: u64) -> ShortText {
        rate(u64::from(self.sent) * 60_000, tenths)
    }

    /// How far these points or rows are ahead of the best game, or behind it.
    pub fn distance(&self, own: u64) -> ShortText {
        match self.best {
            None => ShortText::new(),
            Some(best) if own < best => words::behind(&thousands(best - own)),
            Some(best) => words::ahead(&thousands(own - best)),
        }
    }
}

fn rate(count: u64, per: u64) -> ShortText {
    hundredths(count.checked_div(per).unwrap_or(0))
}

/// One of the numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LiveNumber {
    /// The best result so far.
    Best,
    /// Pieces per second.
    Speed,
    /// Keys per piece.
    Keys,
    /// The share of pieces placed without an unnecessary press.
    Finesse,
    /// Rows sent per minute.
    Attack,
    /// The distance to the best game.
    Pace,
}

impl LiveNumber {
    /// The numbers that are switched on for a mode, from the top.
    pub fn wanted(
        settings: &Settings,
        game: &GameEntry,
        mode: &Mode,
    ) -> impl Iterator<Item = LiveNumber> {
        let pace = settings.live_pace && mode.ranking().is_some();
        let rows = [
            // Some games show it anyway.
            (LiveNumber::Best, pace && !mode.panels.contains(&Panel::Best)),
            (LiveNumber::Speed, settings.live_speed),
            (LiveNumber::Keys, settings.live_keys),
            (LiveNumber::Finesse, settings.live_finesse && game.own_handling),
            (LiveNumber::Attack, settings.live_attack && game.is_duel()),
            (LiveNumber::Pace, pace),
        ];
        let has_numbers = !game.is_bare;
        rows.into_iter().filter(move |row| row.1 && has_numbers).map(|row| row.0)
    }

    /// What it is called beside a board.
    pub const fn label(self) -> Phrase {
        match self {
            LiveNumber::Best => words::BEST,
            LiveNumber::Speed => words::PPS,
            LiveNumber::Keys => words::KPP,
            LiveNumber::Finesse => words::FIN,
            LiveNumber::Attack => words::APM,
            LiveNumber::Pace => words::PACE,
        }
    }

    /// What it is called where there is room.
    pub const fn title(self) -> Phrase {
        match self {
            LiveNumber::Speed => statistics::SPEED,
            LiveNumber::Keys => statistics::KEYS_PER_PIECE,
            LiveNumber::Finesse => statistics::FINESSE,
            LiveNumber::Attack => statistics::ATTACK,
            LiveNumber::Best | LiveNumber::Pace => self.label(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;
    use quintet_engine::GameName;

    #[test]
    fn numbers_are_what_was_counted() {
        let live = Live { placed: 8, faulty: 2, keys: 30, sent: 3, best: Some(1200) };
        assert_eq!(&*live.speed(40), "2.00");
        assert_eq!(&*live.keys_per_piece(), "3.75");
        assert_eq!(&*live.finesse(), "75.0%");
        assert_eq!(&*live.attack(40), "45.00");
        assert_eq!((&*live.distance(1000), &*live.distance(1201)), ("−200", "+1"));
        let none = Live::default();
        assert_eq!((&*none.speed(0), &*none.keys_per_piece()), ("0.00", "0.00"));
        assert_eq!((&*none.finesse(), &*none.distance(5)), ("100.0%", ""));
    }

    #[test]
    fn a_game_has_only_numbers_that_mean_something_in_it() {
        use LiveNumber::{Attack, Best, Finesse, Keys, Pace, Speed};

        let all = Settings {
            live_speed: true,
            live_keys: true,
            live_finesse: true,
            live_pace: true,
            live_attack: true,
            ..Settings::default()
        };
        let wanted = |name: GameName| {
            let (game, mode) = games::of(name);
            LiveNumber::wanted(&all, game, mode).collect::<Vec<_>>()
        };
        assert_eq!(wanted(GameName::Sprint), [Best, Speed, Keys, Finesse, Pace]);
        assert_eq!(wanted(GameName::Versus), [Speed, Keys, Finesse, Attack]);
        assert_eq!(wanted(GameName::DominoHard), [Speed, Keys, Pace]);
        assert_eq!(wanted(GameName::Minimal), []);
    }
}
