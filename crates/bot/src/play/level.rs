//! Five opponents, from one that a child can beat to one without mercy.

use quintet_engine::{Attack, Micros, Rules};

use crate::search::state::State;
use crate::search::weights::Weights;
use crate::search::{Budget, Choice, Move, moves, presses, think, think_among};

/// How well and how fast the bot plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// 1 to 5.
    pub number: u8,
    /// How many of the coming pieces it looks at.
    pub previews: usize,
    /// Whether it puts pieces aside.
    pub holds: bool,
    /// How much it thinks about a piece.
    pub nodes: u64,
    /// How long it takes for a piece.
    pub period: Micros,
    /// How much worse than the best a move may seem and still be made.
    pub carelessness: i32,
    /// What it plays for.
    pub taste: Taste,
}

/// What a player plays for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taste {
    /// Any row is welcome, and a hole here and there does no harm.
    Untidy,
    /// Any row is welcome, and the lower the stack the better.
    Tidy,
    /// A well at the side, and four rows at once.
    Builder,
    /// Whatever sends most.
    Fighter,
}

impl Level {
    /// All five, the easiest first.
    pub const ALL: [Level; 5] = [
        Level {
            number: 1,
            previews: 0,
            holds: false,
            nodes: 800,
            period: Micros::from_millis(2400),
            carelessness: 120,
            taste: Taste::Untidy,
        },
        Level {
            number: 2,
            previews: 1,
            holds: false,
            nodes: 800,
            period: Micros::from_millis(1500),
            carelessness: 120,
            taste: Taste::Tidy,
        },
        Level {
            number: 3,
            previews: 2,
            holds: true,
            nodes: 5_000,
            period: Micros::from_millis(900),
            carelessness: 40,
            taste: Taste::Builder,
        },
        Level {
            number: 4,
            previews: 4,
            holds: true,
            nodes: 20_000,
            period: Micros::from_millis(550),
            carelessness: 0,
            taste: Taste::Fighter,
        },
        Level {
            number: 5,
            previews: 6,
            holds: true,
            nodes: 60_000,
            period: Micros::from_millis(240),
            carelessness: 0,
            taste: Taste::Fighter,
        },
    ];

    /// The level with this number, 1 to 5.
    pub fn new(number: u8) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.number == number)
    }

    /// What it likes and dislikes where these are the rules.
    pub const fn weights(&self, rules: &Rules) -> Weights {
        match (self.taste, rules.attack) {
            (Taste::Untidy, _) => Weights::UNTIDY,
            (Taste::Tidy, _) => Weights::TIDY,
            (Taste::Fighter, Attack::Modern { .. }) => Weights::VERSUS,
            (Taste::Builder | Taste::Fighter, _) => Weights::SOLO,
        }
    }

    /// Chooses a move as this level does; `luck` decides among moves that seem nearly as good.
    pub fn choose(
        &self,
        state: &State,
        weights: &Weights,
        luck: u64,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Option<Choice> {
        let state = self.sight(state);
        let choice = think(&state, weights, Budget::nodes(self.nodes), stop)?;
        Some(self.taken(&state, choice, luck))
    }

    /// The same among the moves for which `can` holds.
    pub(crate) fn choose_among(
        &self,
        state: &State,
        can: impl FnMut(&Move) -> bool,
        weights: &Weights,
        luck: u64,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Option<Choice> {
        let state = self.sight(state);
        let first: Vec<Move> = moves(&state).into_iter().filter(can).collect();
        let choice = think_among(&state, &first, weights, Budget::nodes(self.nodes), stop)?;
        Some(self.taken(&state, choice, luck))
    }

    /// What this level sees of a position.
    fn sight(&self, state: &State) -> State {
        let mut state = state.clone().with_previews(self.previews);
        state.can_hold &= self.holds;
        state.terms.hold &= self.holds;
        state
    }

    /// What this level takes of what thinking came to.
    fn taken(&self, state: &State, mut choice: Choice, luck: u64) -> Choice {
        let is_near = |&&(_, value): &&(Move, i32)| value >= choice.value - self.carelessness;
        let near: Vec<Move> = choice.rivals.iter().filter(is_near).map(|rival| rival.0).collect();
        if self.carelessness > 0 && !near.is_empty() {
            let other = near[(luck % near.len() as u64) as usize];
            if other != choice.chosen {
                choice.presses = presses(state, other).unwrap_or_default();
                choice.chosen = other;
                choice.line = vec![other];
            }
        }
        choice
    }
}
