//! What a lock is worth: points, lines, level, lives, streaks and attacks.

use crate::board::Board;
use crate::event::{Clear, FivesClear, Spin};
use crate::row_set::RowSet;
use crate::rules::{Attack, Rules, Scoring};

/// Points for 0 to 4 lines, before the level.
///
/// ```
/// use quintet_engine::{Button, Game, GameName, Kind, LINE_POINTS, Position};
///
/// let position = Position::new().board(&["GGGG.GGGGG"; 4]).active(Kind::I, 1, 2, 16).level(3);
/// let mut game = Game::from_position(GameName::Marathon.rules(), 1, &position)?;
/// game.press(Button::HardDrop, game.now(), &mut |_| {})?;
/// assert_eq!(game.view().score, LINE_POINTS[4] * 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub const LINE_POINTS: [u64; 5] = [0, 100, 300, 500, 800];
const MINI_POINTS: [u64; 5] = [100, 200, 400, 500, 800];
const SPIN_POINTS: [u64; 5] = [400, 800, 1200, 1600, 1600];
const PERFECT_POINTS: [u64; 5] = [0, 800, 1200, 1800, 2000];
const PERFECT_BACK_TO_BACK_TETRIS: u64 = 3200;
const COMBO_POINTS: u64 = 50;

/// Lives at the start of Domino. (D-57)
const FIRST_LIVES: i32 = 10;

/// Everything that is counted in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Counters {
    /// Points.
    pub(crate) score: u64,
    /// The level, from 1 on.
    pub(crate) level: u32,
    /// Rows cleared.
    pub(crate) lines: u32,
    /// Pieces locked.
    pub(crate) pieces: u32,
    /// Domino's lives.
    pub(crate) lives: i32,
    /// Whether Domino's streak is on.
    pub(crate) streak: bool,
    /// How many locks in a row have cleared something.
    pub(crate) combo: u32,
    /// Whether the last clear was a difficult one: four lines, or a spin.
    pub(crate) back_to_back: bool,
}

/// What carries over from one lock to the next: combo and back-to-back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Chain {
    /// How many locks in a row have cleared something.
    pub combo: u32,
    /// Whether the last clear was a difficult one: four lines, or a spin.
    pub back_to_back: bool,
}

impl Chain {
    /// Counts a lock that completed this many lines. Returns what the clear itself counts with: the
    /// combo before it, and whether it continues back-to-back.
    ///
    /// ```
    /// use quintet_engine::{Chain, Spin};
    ///
    /// let mut chain = Chain::default();
    /// assert_eq!(chain.lock(4, Spin::None), Chain { combo: 0, back_to_back: false });
    /// assert_eq!(chain.lock(2, Spin::Full), Chain { combo: 1, back_to_back: true });
    /// assert_eq!(chain.lock(1, Spin::None), Chain { combo: 2, back_to_back: false });
    /// ```
    #[expect(clippy::return_self_not_must_use, reason = "some callers want only the change")]
    #[inline]
    pub const fn lock(&mut self, lines: u8, spin: Spin) -> Chain {
        let before = *self;
        if lines == 0 {
            self.combo = 0;
            return Chain { combo: 0, back_to_back: false };
        }
        let is_difficult = lines >= 4 || !matches!(spin, Spin::None);
        *self = Chain { combo: before.combo.saturating_add(1), back_to_back: is_difficult };
        Chain { combo: before.combo, back_to_back: is_difficult && before.back_to_back }
    }
}

/// What a lock scored.
pub(crate) enum LockScore {
    Nothing,
    Cleared(Clear),
    Fives(FivesClear),
}

impl Counters {
    pub(crate) const fn new(rules: &Rules) -> Counters {
        Counters {
            score: 0,
            level: rules.level_after(0),
            lines: 0,
            pieces: 0,
            lives: FIRST_LIVES,
            streak: false,
            combo: 0,
            back_to_back: false,
        }
    }

    pub(crate) fn add_points(&mut self, points: u64) {
        self.score = self.score.saturating_add(points);
    }

    /// Counts a lock that completed these rows, which are still on the board.
    pub(crate) fn count_lock(
        &mut self,
        rules: &Rules,
        board: &Board,
        rows: RowSet,
        spin: Spin,
    ) -> LockScore {
        let score = match rules.scoring {
            Scoring::Fives => self.count_fives(board, rows),
            _ => self.count_clear(rules, board, rows, spin),
        };
        if !rows.is_empty() {
            self.lines = self.lines.saturating_add(u32::from(rows.count()));
            // A-X11: the points above were counted with the level before.
            self.level = rules.level_after(self.lines);
        }
        score
    }

    fn count_clear(&mut self, rules: &Rules, board: &Board, rows: RowSet, spin: Spin) -> LockScore {
        let lines = rows.count();
        let mut chain = Chain { combo: self.combo, back_to_back: self.back_to_back };
        let Chain { combo, back_to_back } = chain.lock(lines, spin);
        (self.combo, self.back_to_back) = (chain.combo, chain.back_to_back);
        if lines == 0 {
            if rules.scoring == Scoring::Guideline {
                self.add_points(spin_points(spin, 0) * u64::from(self.level));
            }
            return LockScore::Nothing;
        }
        let mut clear = Clear {
            rows,
            lines,
            points: 0,
            spin,
            back_to_back,
            combo,
            perfect: board.filled_cells() == u32::from(lines) * u32::from(board.width()),
        };
        clear.points = match rules.scoring {
            Scoring::Lines => points_for(&LINE_POINTS, lines) * u64::from(self.level),
            Scoring::Guideline => guideline_points(&clear) * u64::from(self.level),
            Scoring::None | Scoring::Fives => 0,
        };
        self.add_points(clear.points);
        LockScore::Cleared(clear)
    }

    /// D-51 to D-65: points with the streak as it was, then lives, then the streak.
    fn count_fives(&mut self, board: &Board, rows: RowSet) -> LockScore {
        let mut sum = 0;
        let mut scoring_rows = 0;
        let mut lives = 0;
        for y in rows.iter() {
            let row_sum = board.row_sum(y);
            if is_five_multiple(row_sum) {
                sum += row_sum;
                scoring_rows += 1;
                lives += 2;
            } else {
                lives -= 1;
            }
        }
        let doubled = scoring_rows > 0 && (rows.count() > 1 || self.streak);
        let multiplier = if doubled { 2 } else { 1 };
        let points = u64::from(sum * multiplier);
        self.add_points(points);
        self.lives = self.lives.saturating_add(lives);
        self.streak = scoring_rows > 0;
        if rows.is_empty() {
            return LockScore::Nothing;
        }
        LockScore::Fives(FivesClear { rows, points, sum, multiplier, lives })
    }
}

impl Rules {
    /// The level after this many cleared rows. (A-X10)
    ///
    /// ```
    /// use quintet_engine::Rules;
    ///
    /// assert_eq!(Rules::marathon().level_after(9), 1);
    /// assert_eq!(Rules::marathon().level_after(10), 2);
    /// assert_eq!(Rules::sprint().level_after(30), 1);
    /// ```
    pub const fn level_after(&self, lines: u32) -> u32 {
        if self.level_rises {
            self.start_level.saturating_add(lines / 10)
        } else {
            self.start_level
        }
    }
}

/// Whether a row with this total scores: a multiple of five other than 0. (D-04, D-05)
///
/// ```
/// use quintet_engine::is_five_multiple;
///
/// assert!(is_five_multiple(15));
/// assert!(!is_five_multiple(0) && !is_five_multiple(12));
/// ```
pub fn is_five_multiple(row_sum: u32) -> bool {
    row_sum > 0 && row_sum.is_multiple_of(5)
}

fn points_for(table: &[u64; 5], lines: u8) -> u64 {
    table[usize::from(lines).min(4)]
}

fn spin_points(spin: Spin, lines: u8) -> u64 {
    match spin {
        Spin::None => points_for(&LINE_POINTS, lines),
        Spin::Mini => points_for(&MINI_POINTS, lines),
        Spin::Full => points_for(&SPIN_POINTS, lines),
    }
}

fn guideline_points(clear: &Clear) -> u64 {
    let base = spin_points(clear.spin, clear.lines);
    let base = if clear.back_to_back { base * 3 / 2 } else { base };
    let perfect = match clear.perfect {
        false => 0,
        true if clear.back_to_back && clear.lines == 4 => PERFECT_BACK_TO_BACK_TETRIS,
        true => points_for(&PERFECT_POINTS, clear.lines),
    };
    base + perfect + COMBO_POINTS * u64::from(clear.combo)
}

impl Attack {
    /// How many rows a clear sends.
    pub fn rows_sent(self, clear: &Clear) -> u8 {
        const LINES: [u8; 5] = [0, 0, 1, 2, 4];
        const SPINS: [u8; 5] = [0, 2, 4, 6, 6];
        const COMBO: [u8; 13] = [0, 0, 1, 1, 1, 2, 2, 3, 3, 4, 4, 4, 5];
        const PERFECT: u8 = 10;
        let lines = usize::from(clear.lines).min(4);
        match self {
            Attack::None => 0,
            Attack::Plain => LINES[lines],
            Attack::Modern { .. } => {
                let base = if clear.spin == Spin::Full { SPINS[lines] } else { LINES[lines] };
                let combo = COMBO[(clear.combo as usize).min(COMBO.len() - 1)];
                let perfect = if clear.perfect { PERFECT } else { 0 };
                base + u8::from(clear.back_to_back) + combo + perfect
            }
        }
    }
}
