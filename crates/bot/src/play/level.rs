//! Five opponents, from one that a child can beat to the strongest.

use quintet_engine::{Attack, Micros, Rules};

use crate::search::state::State;
use crate::search::weights::Weights;
use crate::search::{Budget, Choice, Move, think, think_among};

/// How well and how fast the bot plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// 1 to 5.
    pub number: u8,
    /// How many of the coming pieces it sees.
    pub previews: usize,
    /// Whether it uses hold.
    pub holds: bool,
    /// How many placements it searches per piece.
    pub nodes: u64,
    /// How long it takes per piece.
    pub period: Micros,
    /// How much worse than the best move a move may be and still be chosen at random.
    pub carelessness: i32,
    /// What it plays for.
    pub style: Style,
}

/// What a level plays for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Style {
    /// A low board; does not mind holes much.
    Untidy,
    /// A low board without holes.
    Tidy,
    /// A well at the side, and four rows at once.
    Builder,
    /// As many rows sent as possible.
    Fighter,
}

impl Level {
    /// All five, the easiest first. Each sends about three times as many rows per minute as the one
    /// before it; `quintet bot-score levels` measures that.
    pub const ALL: [Level; 5] = [
        Level {
            number: 1,
            previews: 0,
            holds: false,
            nodes: 800,
            period: Micros::from_millis(2400),
            carelessness: 120,
            style: Style::Untidy,
        },
        Level {
            number: 2,
            previews: 1,
            holds: false,
            nodes: 800,
            period: Micros::from_millis(2100),
            carelessness: 150,
            style: Style::Tidy,
        },
        Level {
            number: 3,
            previews: 1,
            holds: true,
            nodes: 2_000,
            period: Micros::from_millis(1400),
            carelessness: 200,
            style: Style::Builder,
        },
        Level {
            number: 4,
            previews: 3,
            holds: true,
            nodes: 10_000,
            period: Micros::from_millis(850),
            carelessness: 30,
            style: Style::Fighter,
        },
        Level {
            number: 5,
            previews: 6,
            holds: true,
            nodes: 60_000,
            period: Micros::from_millis(240),
            carelessness: 0,
            style: Style::Fighter,
        },
    ];

    /// The level with this number, 1 to 5.
    pub fn new(number: u8) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.number == number)
    }

    /// The weights it uses with these rules.
    pub const fn weights(&self, rules: &Rules) -> Weights {
        match (self.style, rules.attack) {
            (Style::Untidy, _) => Weights::UNTIDY,
            (Style::Tidy, _) => Weights::TIDY,
            (Style::Fighter, Attack::Modern { .. }) => Weights::VERSUS,
            (Style::Builder | Style::Fighter, _) => Weights::SOLO,
        }
    }

    /// Chooses a move as this level does; `random` picks among near-best moves.
    pub fn choose(
        &self,
        state: &State,
        weights: &Weights,
        random: u64,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Option<Choice> {
        let state = self.seen_of(state);
        let choice = think(&state, weights, Budget::nodes(self.nodes), stop)?;
        Some(self.pick(choice, random))
    }

    /// The same among these moves.
    pub(crate) fn choose_among(
        &self,
        state: &State,
        first: &[Move],
        weights: &Weights,
        random: u64,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Option<Choice> {
        let state = self.seen_of(state);
        let choice = think_among(&state, first, weights, Budget::nodes(self.nodes), stop)?;
        Some(self.pick(choice, random))
    }

    /// Every legal move that this level considers.
    pub(crate) fn moves(&self, state: &State) -> Vec<Move> {
        self.seen_of(state).moves()
    }

    /// The part of a position that this level sees.
    fn seen_of(&self, state: &State) -> State {
        let mut state = state.clone().with_previews(self.previews);
        state.can_hold &= self.holds;
        state.rules.hold &= self.holds;
        state
    }

    /// Picks at random among near-best moves.
    fn pick(&self, mut choice: Choice, random: u64) -> Choice {
        let is_near = |&&(_, value): &&(Move, i32)| value >= choice.value - self.carelessness;
        let near: Vec<Move> = choice.alternatives.iter().filter(is_near).map(|it| it.0).collect();
        if self.carelessness > 0 && !near.is_empty() {
            let other = near[(random % near.len() as u64) as usize];
            if other != choice.chosen {
                choice.chosen = other;
                choice.line = vec![other];
            }
        }
        choice
    }
}
