//! What the player says of a recorded game.

use quintet_engine::{Kind, Micros};

use crate::bytes::{Reader, Writer};

/// Where a piece is put.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    /// What is put there.
    pub kind: Kind,
    /// Whether hold is pressed first.
    pub hold: bool,
    /// The cells that it fills, column and row, from the top left.
    pub cells: [(i8, i8); 4],
}

impl Spot {
    pub(crate) fn write(&self, out: &mut Writer<'_>) {
        out.byte(self.kind.number());
        out.byte(u8::from(self.hold));
        for (x, y) in self.cells {
            out.rest(&[x as u8, y as u8]);
        }
    }

    pub(crate) fn read(bytes: &mut Reader<'_>) -> Option<Spot> {
        let (kind, hold) = (Kind::from_number(bytes.byte()?)?, bytes.byte()? != 0);
        let mut cells = [(0, 0); 4];
        for cell in &mut cells {
            *cell = (bytes.byte()? as i8, bytes.byte()? as i8);
        }
        Some(Spot { kind, hold, cells })
    }
}

/// What somebody did with a piece, and what the computer would have done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    /// How many pieces had locked before it.
    pub number: u32,
    /// When it entered.
    pub entered: Micros,
    /// How much worse the move was than the computer's; nothing if it is as good.
    pub loss: u32,
    /// How good the move was, from 1000 down to 0.
    pub accuracy: u32,
    /// What was done.
    pub played: Spot,
    /// What the computer would have done.
    pub best: Spot,
}

impl Judged {
    pub(crate) fn write(&self, out: &mut Writer<'_>) {
        out.number(self.number.into());
        out.number(self.entered.0);
        out.number(self.loss.into());
        out.number(self.accuracy.into());
        self.played.write(out);
        self.best.write(out);
    }

    pub(crate) fn read(bytes: &mut Reader<'_>) -> Option<Judged> {
        Some(Judged {
            number: bytes.number()? as u32,
            entered: Micros(bytes.number()?),
            loss: bytes.number()? as u32,
            accuracy: bytes.number()? as u32,
            played: Spot::read(bytes)?,
            best: Spot::read(bytes)?,
        })
    }
}

/// A whole game, judged.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    /// The mean of all moves' accuracies, in thousandths.
    pub accuracy: u32,
    /// Presses beyond the fewest, all pieces together.
    pub faults: u32,
    /// Pieces without such a press.
    pub without_fault: u32,
    /// The places of the worst moves among those judged, the worst first.
    pub worst: Vec<u32>,
}

impl Verdict {
    pub(crate) fn write(&self, out: &mut Writer<'_>) {
        for number in [self.accuracy, self.faults, self.without_fault, self.worst.len() as u32] {
            out.number(number.into());
        }
        for &place in &self.worst {
            out.number(place.into());
        }
    }

    pub(crate) fn read(bytes: &mut Reader<'_>) -> Option<Verdict> {
        let mut number = || bytes.number().map(|number| number as u32);
        Some(Verdict {
            accuracy: number()?,
            faults: number()?,
            without_fault: number()?,
            worst: (0..number()?).map(|_| number()).collect::<Option<_>>()?,
        })
    }
}
