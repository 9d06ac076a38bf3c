//! Seeds from the server, with which a game begins whose score is to be submitted.

use quintet_engine::{GameName, Goal, Micros, Replay, Rules};
use quintet_protocol::http::{IssuedTicket, ranked_games};

/// How old a seed may be when a game begins with it: the server allows a timed game a minute beyond
/// its length, and any other an hour.
const FRESH: [Micros; 2] = [Micros::from_secs(40), Micros::from_secs(30 * 60)];

/// A ticket that the server issued for one game.
#[derive(Clone, Copy, Debug)]
struct Ticket {
    game: GameName,
    issued: IssuedTicket,
    /// When it came.
    came: Micros,
}

impl Ticket {
    fn is_fresh(&self, rules: &Rules, now: Micros) -> bool {
        let most = FRESH[usize::from(rules.goal == Goal::Endless)];
        self.game == rules.game && now - self.came < most
    }
}

/// The ticket for the next game alone, and that of the one being played.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tickets {
    next: Option<Ticket>,
    playing: Option<Ticket>,
}

/// Whether the server has a leaderboard for a game.
pub fn has_list(rules: &Rules) -> bool {
    ranked_games().any(|game| game == rules.game)
}

impl Tickets {
    /// Whether a ticket should be asked for, so that the next game by these rules can be ranked.
    pub fn wants(&self, rules: &Rules, now: Micros) -> bool {
        let is_new = |ticket: &Ticket| {
            ticket.is_fresh(rules, now) && now - ticket.came < Micros(FRESH[0].0 / 2)
        };
        has_list(rules) && !self.next.as_ref().is_some_and(is_new)
    }

    /// A ticket has come.
    pub fn came(&mut self, game: GameName, issued: IssuedTicket, now: Micros) {
        self.next = Some(Ticket { game, issued, came: now });
    }

    /// The seed that a game by these rules is to begin with, so that its score can be submitted.
    pub fn take_seed(&mut self, rules: &Rules, now: Micros) -> Option<u64> {
        self.playing = self.next.take().filter(|ticket| ticket.is_fresh(rules, now));
        self.playing.map(|ticket| ticket.issued.seed)
    }

    /// The number of the ticket that a game was played with, once.
    pub fn redeem(&mut self, replay: &Replay) -> Option<u64> {
        let ticket = self.playing.take()?;
        (ticket.issued.seed == replay.seed).then_some(ticket.issued.ticket)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quintet_engine::Recorder;

    const ISSUED: IssuedTicket = IssuedTicket { ticket: 7, seed: 3 };

    #[test]
    fn a_ticket_serves_one_game_that_begins_soon() {
        let rules = *GameName::Ultra.rules();
        let mut tickets = Tickets::default();
        assert!(tickets.wants(&rules, Micros::ZERO));
        tickets.came(GameName::Ultra, ISSUED, Micros::ZERO);
        assert!(!tickets.wants(&rules, Micros::from_secs(1)));
        assert!(tickets.wants(&rules, Micros::from_secs(21)), "a newer one is better");
        assert_eq!(tickets.take_seed(&rules, Micros::from_secs(39)), Some(3));
        let replay = Recorder::new(&[GameName::Ultra.rules()], 3).replay();
        assert_eq!(tickets.redeem(&replay), Some(7));
        assert_eq!(tickets.redeem(&replay), None);
    }

    #[test]
    fn an_old_ticket_and_another_games_serve_nothing() {
        let mut tickets = Tickets::default();
        tickets.came(GameName::Ultra, ISSUED, Micros::ZERO);
        assert_eq!(tickets.take_seed(&GameName::Ultra.rules(), Micros::from_secs(41)), None);
        tickets.came(GameName::Ultra, ISSUED, Micros::ZERO);
        assert_eq!(tickets.take_seed(&GameName::Marathon.rules(), Micros::ZERO), None);
        let own = Recorder::new(&[GameName::Ultra.rules()], 4).replay();
        assert_eq!(tickets.redeem(&own), None);
    }
}
