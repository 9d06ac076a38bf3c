//! The colours in which light is thrown.

use quintet_engine::{CellContent, Kind, Tile};

use super::colour::Colour;
use super::look::Palette;

/// The colour of a light: that of a kind of piece, or one of the effects' own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Hue(u8);

impl Hue {
    /// How many there are.
    pub(super) const COUNT: u8 = 10;
    /// Plain light.
    pub(super) const WHITE: Hue = Hue(7);
    /// Four rows at once.
    pub(super) const GOLD: Hue = Hue(8);
    /// What an opponent sent.
    pub(super) const GARBAGE: Hue = Hue(9);

    /// The light of a piece; dominoes are white.
    pub(super) fn of_kind(kind: Kind) -> Hue {
        kind.letter().map_or(Hue::WHITE, |_| Hue(kind.number() - 1))
    }

    /// The light of a cell; none for an empty one.
    pub(super) fn of_tile(tile: Tile) -> Option<Hue> {
        match tile.content() {
            CellContent::Empty => None,
            CellContent::Piece(kind) => Some(Hue::of_kind(kind)),
            CellContent::Garbage => Some(Hue::GARBAGE),
            CellContent::Half { .. } => Some(Hue::WHITE),
        }
    }

    /// The hue with this number, below [`Hue::COUNT`].
    pub(super) const fn new(number: u8) -> Hue {
        Hue(number)
    }

    /// Its number, below [`Hue::COUNT`].
    pub(super) const fn number(self) -> u8 {
        self.0
    }

    /// Its colour.
    pub(super) fn colour(self, palette: &Palette) -> Colour {
        match self {
            Hue::WHITE => Colour::WHITE,
            Hue::GOLD => palette.gold,
            Hue::GARBAGE => palette.garbage,
            Hue(number) => {
                Kind::from_number(number + 1).map_or(Colour::WHITE, |kind| palette.piece(kind))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_a_light_of_its_own_and_dominoes_share_one() {
        for (number, kind) in (0..).zip(Kind::TETROMINOES) {
            assert_eq!(Hue::of_kind(kind).number(), number);
            assert_eq!(Hue::of_tile(Tile::piece(kind)), Some(Hue::of_kind(kind)));
        }
        assert_eq!(Hue::of_tile(Tile::half(3, None)), Some(Hue::WHITE));
        assert_eq!(Hue::of_tile(Tile::GARBAGE), Some(Hue::GARBAGE));
        assert_eq!(Hue::of_tile(Tile::EMPTY), None);
    }

    /// F-10.2 F-E2: an empty cell has no colour; each kind has one of its own in every theme.
    #[test]
    fn the_seven_kinds_have_seven_colours_written_as_six_hexadecimal_digits() {
        assert_eq!(Hue::of_tile(Tile::EMPTY), None);
        let letters = Kind::TETROMINOES.map(|kind| kind.letter().expect("a tetromino"));
        let tokens = include_str!("../../style/tokens.css");
        let colours = letters.map(|letter| {
            let name = format!("--color-piece-{}: ", letter.to_ascii_lowercase());
            tokens.lines().filter_map(|line| line.trim().strip_prefix(&name)).collect::<Vec<_>>()
        });
        let themes = colours[0].len();
        assert!(themes >= 1);
        for theme in 0..themes {
            let mut of_theme: Vec<&str> = colours
                .iter()
                .map(|colours| colours[theme].strip_suffix(';').expect("one value per line"))
                .collect();
            for colour in &of_theme {
                let digits = colour.strip_prefix('#').expect("#RRGGBB");
                assert!(digits.len() == 6 && digits.chars().all(|digit| digit.is_ascii_hexdigit()));
            }
            of_theme.sort_unstable();
            of_theme.dedup();
            assert_eq!(of_theme.len(), 7, "no two kinds look the same");
        }
    }
}
