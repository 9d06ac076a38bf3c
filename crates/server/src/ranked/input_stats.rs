//! How a game was played: finesse, rhythm and think time. Measures that look like a program's are
//! reported to a moderator; no score is refused for them.
//!
//! The thresholds are cautious. They were tried on the five levels of our own bot, of which they find
//! the three slowest (`tests/hands.rs` prints the measures), and on no recordings of people, because
//! there are none: what is known of people is that they hold no key for the same millisecond twice in
//! a row for long, and do not begin every piece after the same time.

use std::fmt;

use quintet_engine::{Button, Event, Input, Micros, Recorder, Replay, TimedEvent, ValidRules};
use quintet_records::Statistics;

/// Fewer pieces say nothing.
const FEWEST_PIECES: u32 = 40;
/// From this percentage on, times that are the same to the millisecond look like a program's.
const SAME: u32 = 35;
/// Below this percentage of their median, the spread of think times looks like a program's.
const EVEN: u32 = 40;
/// A game without an unnecessary press looks like a program's from this many pieces on.
const FAULTLESS_PIECES: u32 = 150;
/// How many of the measures have to look like a program's.
const REPORTED_FROM: usize = 2;

/// The measures of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct InputStats {
    /// Pieces placed.
    pub pieces: u32,
    /// Presses beyond the fewest that were needed.
    pub faults: u32,
    /// Of the times that keys were held down, the percentage in the most frequent millisecond.
    pub same_holds: u32,
    /// The same of the times between two presses for one piece.
    pub same_steps: u32,
    /// The median time from a piece's entry to the first press for it.
    pub think: Micros,
    /// How far the tenth and the ninetieth percentile of these times are apart, in percent of the
    /// median.
    pub think_spread: u32,
}

impl InputStats {
    /// Measures a game of one board; none if it cannot be played.
    pub fn of(replay: &Replay) -> Option<InputStats> {
        let rules = replay.rules.first()?.validate().ok()?;
        let mut recorder = Recorder::new(&[rules], replay.seed);
        let mut seen = Seen::default();
        let mut pressed: [Option<Micros>; Button::ALL.len()] = [None; Button::ALL.len()];
        let (mut holds, mut steps, mut thinks) = (Vec::new(), Vec::new(), Vec::new());
        for timed in &replay.inputs {
            recorder.advance(timed.at, &mut |_, event| seen.take(&rules, &event)).ok()?;
            match timed.input {
                Input::Press(button) => {
                    seen.statistics.press(button);
                    thinks.extend(seen.entered.take().map(|entered| timed.at - entered));
                    steps.extend(seen.last_press.replace(timed.at).map(|last| timed.at - last));
                    pressed[button as usize] = Some(timed.at);
                }
                Input::Release(button) => {
                    let since = pressed[button as usize].take();
                    holds.extend(since.map(|since| timed.at - since));
                }
                Input::Garbage(_) => return None,
            }
            recorder.apply(timed, &mut |_, event| seen.take(&rules, &event)).ok()?;
        }
        thinks.sort_unstable();
        let at = |percent: usize| thinks.get(thinks.len() * percent / 100).copied();
        let think = at(50).unwrap_or_default();
        let spread = at(90).unwrap_or_default() - at(10).unwrap_or_default();
        Some(InputStats {
            pieces: seen.statistics.placed,
            faults: seen.statistics.finesse_faults,
            same_holds: same(&holds),
            same_steps: same(&steps),
            think,
            think_spread: u32::try_from(spread.0 * 100 / think.0.max(1)).unwrap_or(u32::MAX),
        })
    }

    /// Whether a moderator should look at the game.
    pub fn is_suspicious(&self) -> bool {
        let signs = [
            self.same_holds >= SAME,
            self.same_steps >= SAME,
            self.think_spread < EVEN,
            self.faults == 0 && self.pieces >= FAULTLESS_PIECES,
        ];
        let count = signs.into_iter().filter(|&sign| sign).count();
        self.pieces >= FEWEST_PIECES && count >= REPORTED_FROM
    }
}

impl fmt::Display for InputStats {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "{} pieces, {} unnecessary presses, same hold {} %, same step {} %, think {} ms, \
             spread {} %",
            self.pieces,
            self.faults,
            self.same_holds,
            self.same_steps,
            self.think.0 / 1000,
            self.think_spread
        )
    }
}

/// What was seen of the piece in play.
#[derive(Default)]
struct Seen {
    statistics: Statistics,
    /// When it entered, until the first press.
    entered: Option<Micros>,
    /// The last press for it.
    last_press: Option<Micros>,
}

impl Seen {
    fn take(&mut self, rules: &ValidRules, event: &TimedEvent) {
        self.statistics.count(rules, event);
        if let Event::Spawned { .. } = event.event {
            (self.entered, self.last_press) = (Some(event.at), None);
        }
    }
}

/// The percentage of times in the most frequent millisecond.
fn same(times: &[Micros]) -> u32 {
    let mut millis: Vec<u64> = times.iter().map(|time| time.0 / 1000).collect();
    millis.sort_unstable();
    let most = millis.chunk_by(|one, other| one == other).map(<[u64]>::len).max().unwrap_or(0);
    (most * 100 / millis.len().max(1)) as u32
}
