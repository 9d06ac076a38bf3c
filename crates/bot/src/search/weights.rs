//! Evaluation weights.

use std::fmt;
use std::str::FromStr;

use quintet_engine::{Attack, Rules};

/// Declares the weights once, as fields and as a list.
macro_rules! weights {
    ($($(#[doc = $doc:literal])* $name:ident: $value:literal,)*) => {
        /// How much each feature of a position or a lock is worth. Only the proportions matter.
        ///
        /// ```
        /// use quintet_bot::Weights;
        ///
        /// let weights: Weights = "holes -200".parse()?;
        /// assert_eq!(weights, Weights { holes: -200, ..Weights::VERSUS });
        /// # Ok::<(), quintet_bot::WeightsError>(())
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Weights {
            $($(#[doc = $doc])* pub $name: i32,)*
        }

        impl Weights {
            /// The names of the weights, in order.
            pub const NAMES: [&'static str; Weights::COUNT] = [$(stringify!($name)),*];
            /// How many there are.
            pub const COUNT: usize = [$(stringify!($name)),*].len();
            /// Tuned for play against an opponent.
            pub const VERSUS: Weights = Weights { $($name: $value),* };

            /// The weights in the order of their names.
            pub const fn to_array(self) -> [i32; Weights::COUNT] {
                [$(self.$name),*]
            }

            /// The weights with these values in the order of their names.
            pub const fn from_array([$($name),*]: [i32; Weights::COUNT]) -> Weights {
                Weights { $($name),* }
            }
        }
    };
}

weights! {
    /// An empty cell with a filled one somewhere above it.
    holes: -147,
    /// A filled cell above a hole, up to six per column.
    covered: -14,
    /// A row that has holes.
    holed_rows: -12,
    /// An empty cell in a row that covers a hole.
    lids: 7,
    /// A change between filled and empty along a row.
    row_transitions: -36,
    /// A change between filled and empty along a column.
    column_transitions: 9,
    /// A row of the highest column.
    height: -27,
    /// A row of the highest column above half of the board.
    upper_half: -113,
    /// A row of the highest column above three quarters of the board.
    upper_quarter: -316,
    /// Height difference between neighbouring columns, without the deepest well.
    bumpiness: 2,
    /// Its square.
    bumpiness_squared: -4,
    /// A row that is full except for the deepest well, up to four.
    well: 48,
    /// A slot into which a T can be spun.
    t_slot: 12,
    /// One that would clear a row.
    t_slot_1: 189,
    /// One that would clear two rows.
    t_slot_2: 441,
    /// Back-to-back is active.
    back_to_back: 41,
    /// A row sent to the opponent.
    attack: 90,
    /// The combo of a clear.
    combo: 7,
    /// One row cleared.
    clear_1: -90,
    /// Two rows cleared.
    clear_2: -100,
    /// Three rows cleared.
    clear_3: -87,
    /// Four rows cleared.
    clear_4: 66,
    /// Each row cleared by a full spin.
    spin_rows: 84,
    /// A T placed without a full spin that clears rows.
    wasted_t: -180,
}

impl Weights {
    /// Tuned for play alone, where points count and nobody is attacked.
    pub const SOLO: Weights = Weights {
        holes: -160,
        covered: 5,
        holed_rows: -27,
        lids: 0,
        row_transitions: 6,
        column_transitions: -19,
        height: -45,
        upper_half: -125,
        upper_quarter: -332,
        bumpiness: -27,
        bumpiness_squared: -15,
        well: 85,
        t_slot: 16,
        t_slot_1: -3,
        t_slot_2: -5,
        back_to_back: 30,
        attack: 102,
        combo: 9,
        clear_1: -45,
        clear_2: -34,
        clear_3: -10,
        clear_4: 591,
        spin_rows: -13,
        wasted_t: -10,
    };
    /// Tuned for digging through garbage in as few pieces as possible.
    pub const CHEESE: Weights = Weights {
        holes: -36,
        covered: -20,
        holed_rows: -334,
        lids: -5,
        row_transitions: -41,
        column_transitions: -16,
        height: -63,
        upper_half: -64,
        upper_quarter: -407,
        bumpiness: -27,
        bumpiness_squared: -5,
        well: -2,
        t_slot: 13,
        t_slot_1: 16,
        t_slot_2: 3,
        back_to_back: 17,
        attack: -17,
        combo: -4,
        clear_1: 58,
        clear_2: 65,
        clear_3: 159,
        clear_4: 638,
        spin_rows: -8,
        wasted_t: 6,
    };
    /// For a low board without holes.
    pub const TIDY: Weights = Weights {
        holes: -190,
        covered: -18,
        holed_rows: -40,
        lids: 0,
        row_transitions: -8,
        column_transitions: -10,
        height: -60,
        upper_half: -120,
        upper_quarter: -400,
        bumpiness: -22,
        bumpiness_squared: -6,
        well: 0,
        t_slot: 0,
        t_slot_1: 0,
        t_slot_2: 0,
        back_to_back: 0,
        attack: 0,
        combo: 0,
        clear_1: 20,
        clear_2: 50,
        clear_3: 80,
        clear_4: 110,
        spin_rows: 0,
        wasted_t: 0,
    };
    /// For a low board, with little regard to holes.
    pub const UNTIDY: Weights = Weights {
        holes: -95,
        covered: -5,
        holed_rows: 0,
        row_transitions: 0,
        column_transitions: 0,
        ..Weights::TIDY
    };
}

impl Weights {
    /// The bot's own weights for these rules.
    pub const fn for_rules(rules: &Rules) -> Weights {
        match rules.attack {
            Attack::Modern { .. } => Weights::VERSUS,
            Attack::Plain | Attack::None => Weights::SOLO,
        }
    }
}

impl Default for Weights {
    fn default() -> Weights {
        Weights::VERSUS
    }
}

impl fmt::Display for Weights {
    /// One name and value per line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in Weights::NAMES.into_iter().zip(self.to_array()) {
            writeln!(f, "{name} {value}")?;
        }
        Ok(())
    }
}

/// Why text is not valid weights.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WeightsError {
    /// A line is not a name and a whole number in range.
    #[error("line {0} should be a name and a whole number from -10000 to 10000")]
    Line(usize),
    /// There is no such weight.
    #[error("there is no weight called {0}")]
    Name(String),
}

impl FromStr for Weights {
    type Err = WeightsError;

    /// Parses what `Display` writes. Weights that are missing are those of [`Weights::VERSUS`]; empty
    /// lines and those that begin with `#` are ignored.
    fn from_str(text: &str) -> Result<Weights, WeightsError> {
        let mut values = Weights::VERSUS.to_array();
        for (index, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let wrong = WeightsError::Line(index + 1);
            let (name, value) = line.split_once(char::is_whitespace).ok_or(wrong.clone())?;
            let value =
                value.trim().parse().ok().filter(|value| (-10_000..=10_000).contains(value));
            let place = Weights::NAMES.iter().position(|&known| known == name);
            let place = place.ok_or_else(|| WeightsError::Name(name.into()))?;
            values[place] = value.ok_or(wrong)?;
        }
        Ok(Weights::from_array(values))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_parsed_as_they_are_printed() {
        let mut weights = Weights::SOLO;
        weights.holes = -7;
        assert_eq!(format!("# a note\n\n{weights}").parse(), Ok(weights));
        assert_eq!("holes x".parse::<Weights>(), Err(WeightsError::Line(1)));
        assert_eq!("\nholes 99999".parse::<Weights>(), Err(WeightsError::Line(2)));
        assert_eq!("luck 3".parse::<Weights>(), Err(WeightsError::Name("luck".into())));
    }
}
