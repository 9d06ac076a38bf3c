//! Players that search for the best landing of a piece and press the buttons that lead there.

use std::collections::{HashSet, VecDeque};

use quintet_engine::{
    Board, Button, EndReason, Event, Game, Gravity, Micros, Phase, Recorder, Spin, TimedEvent,
};

/// What a player aims for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Style {
    /// A low board without holes.
    Tidy,
    /// Four lines at a time, by a well on the right.
    Wells,
    /// Tidy for this many pieces; then every piece is dropped where it enters.
    GivesUp(u32),
    /// Tidy, and reverses gravity after every this many pieces.
    Flips(u32),
}

/// A random number generator with a fixed seed.
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Dice {
        Dice(seed)
    }

    pub(crate) fn between(&mut self, least: u64, most: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        least + (self.0 >> 33) % (most - least + 1)
    }
}

/// How long a player holds each button and then waits, for one piece.
#[derive(Clone, Copy)]
struct Pace {
    hold: Micros,
    wait: Micros,
}

/// An action and the time since the one before.
type Step = (Micros, Button, bool);

/// Plays on all boards until each has locked this many pieces, or until the end.
pub(crate) fn play(recorder: &mut Recorder, styles: &[Style], pieces: u32, dice: &mut Dice) {
    let mut plans = vec![VecDeque::<Step>::new(); styles.len()];
    let mut next: Vec<Micros> = styles.iter().map(|_| Micros(dice.between(0, 300_000))).collect();
    let ignore = &mut |_, _: TimedEvent| {};
    loop {
        let is_playing = |player: usize| {
            let view = recorder.current().games()[player].view();
            !matches!(view.phase, Phase::Over(_))
                && (view.pieces < pieces || !plans[player].is_empty())
        };
        let Some(player) =
            (0..styles.len()).filter(|&player| is_playing(player)).min_by_key(|&p| next[p])
        else {
            break;
        };
        let at = next[player];
        recorder.advance(at, ignore).expect("time runs forward");
        let game = &recorder.current().games()[player];
        match plans[player].pop_front() {
            Some((_, button, true)) => {
                recorder.press(player, button, at, ignore).expect("time runs forward");
            }
            Some((_, button, false)) => {
                recorder.release(player, button, at, ignore).expect("time runs forward");
            }
            None if game.view().piece.is_some() => {
                let pace = Pace {
                    hold: Micros(dice.between(12_000, 60_000)),
                    wait: Micros(dice.between(8_000, 90_000)),
                };
                plans[player] = steps(&think(game, styles[player], pace), pace);
            }
            None => {}
        }
        let wait = plans[player].front().map_or(Micros(25_000), |&(wait, ..)| wait);
        next[player] += wait;
    }
    recorder.release_all(recorder.current().now(), ignore).expect("time runs forward");
}

/// Buttons tapped one after the other.
fn steps(taps: &[Button], pace: Pace) -> VecDeque<Step> {
    taps.iter()
        .flat_map(|&button| [(pace.wait, button, true), (pace.hold, button, false)])
        .collect()
}

/// The taps that lead to the best landing.
fn think(game: &Game, style: Style, pace: Pace) -> Vec<Button> {
    let start = game.view();
    if let Style::GivesUp(after) = style
        && start.pieces >= after
    {
        return drop_from(&Trial::new(game), pace).map(|trial| trial.taps).unwrap_or_default();
    }
    let must_flip = matches!(style, Style::Flips(every) if start.pieces % every == every - 1);
    let mut first = Trial::new(game);
    if must_flip {
        first = first.tapped(Button::Flip, pace);
    }
    let mut seen = HashSet::new();
    let mut open = VecDeque::from([first]);
    let mut best: Option<(i32, Vec<Button>)> = None;
    while let Some(trial) = open.pop_front() {
        if let Some(dropped) = drop_from(&trial, pace) {
            let worth = dropped.worth(game, style);
            if best.as_ref().is_none_or(|(most, _)| worth > *most) {
                best = Some((worth, dropped.taps));
            }
        }
        for button in [
            Button::Left,
            Button::Right,
            Button::RotateCw,
            Button::RotateCcw,
            Button::Rotate180,
            Button::SoftDrop,
            Button::Hold,
        ] {
            let next = trial.tapped(button, pace);
            let view = next.game.view();
            if view.pieces == start.pieces
                && next.taps.len() < 40
                && let Some(placed) = view.piece
                && seen.insert(placed.piece)
            {
                open.push_back(next);
            }
        }
    }
    best.map(|(_, taps)| taps).unwrap_or_default()
}

/// A copy of the game, the taps made in it, and its events.
#[derive(Clone)]
struct Trial {
    game: Game,
    taps: Vec<Button>,
    events: Vec<Event>,
}

impl Trial {
    fn new(game: &Game) -> Trial {
        Trial { game: game.clone(), taps: Vec::new(), events: Vec::new() }
    }

    fn tapped(&self, button: Button, pace: Pace) -> Trial {
        let Trial { mut game, mut taps, mut events } = self.clone();
        let at = game.now() + pace.wait;
        let sink = &mut |event: TimedEvent| events.push(event.event);
        game.press(button, at, sink).expect("time runs forward");
        game.release(button, at + pace.hold, sink).expect("time runs forward");
        taps.push(button);
        Trial { game, taps, events }
    }

    /// How good this is: the points of the lock, and the board afterwards.
    fn worth(&self, before: &Game, style: Style) -> i32 {
        let mut game = self.game.clone();
        let pause = game.rules().clear_pause + game.rules().entry_delay;
        game.advance(game.now() + pause, &mut |_| {}).expect("time runs forward");
        let view = game.view();
        let mut worth = match view.phase {
            Phase::Over(EndReason::Finished) => 1_000_000,
            Phase::Over(_) => -1_000_000,
            _ => 0,
        };
        let surface = Surface::of(view.board, view.gravity);
        let wants_well = style == Style::Wells && surface.tallest() <= 12;
        for event in &self.events {
            worth += match *event {
                Event::Cleared(clear) => match (clear.lines, clear.spin, wants_well) {
                    _ if clear.perfect => 5000,
                    (_, Spin::Full, _) => 4000,
                    (_, Spin::Mini, _) => 1000,
                    (4, ..) => 3000,
                    (lines, _, true) => -40 * i32::from(lines),
                    (lines, _, false) => 90 * i32::from(lines),
                },
                Event::Fives(fives) => fives.points as i32 * 30 + fives.lives * 60,
                Event::GarbageSent { lines } | Event::GarbageCancelled { lines } => {
                    100 * i32::from(lines)
                }
                _ => 0,
            };
        }
        let held = i32::from(view.hold != before.view().hold);
        worth - surface.badness(wants_well) - held
    }
}

/// Brings the piece down and locks it; none if it takes too long.
fn drop_from(trial: &Trial, pace: Pace) -> Option<Trial> {
    if trial.game.rules().hard_drop {
        return Some(trial.tapped(Button::HardDrop, pace));
    }
    let pieces = trial.game.view().pieces;
    let mut trial = trial.clone();
    for _ in 0..40 {
        trial = trial.tapped(Button::SoftDrop, pace);
        if trial.game.view().pieces > pieces || trial.game.is_over() {
            return Some(trial);
        }
    }
    None
}

/// The heights of the columns, from where pieces come to rest, and the holes below.
struct Surface {
    heights: Vec<i32>,
    holes: i32,
}

impl Surface {
    fn of(board: &Board, gravity: Gravity) -> Surface {
        let height = board.height() as i8;
        // From the floor up, in the direction opposite to gravity.
        let row = |up: i8| if gravity == Gravity::Down { height - 1 - up } else { up };
        let mut surface = Surface { heights: Vec::new(), holes: 0 };
        for x in 0..board.width() as i8 {
            let top = (0..height).rev().find(|&up| board.is_taken(x, row(up)));
            let tall = top.map_or(0, |up| up + 1);
            surface.holes += (0..tall).filter(|&up| !board.is_taken(x, row(up))).count() as i32;
            surface.heights.push(i32::from(tall));
        }
        surface
    }

    fn tallest(&self) -> i32 {
        self.heights.iter().copied().max().unwrap_or(0)
    }

    fn badness(&self, wants_well: bool) -> i32 {
        let (heights, well) = if wants_well {
            let (well, heights) = self.heights.split_last().expect("a board has columns");
            (heights, *well)
        } else {
            (&self.heights[..], 0)
        };
        let steps: i32 = heights.windows(2).map(|pair| (pair[0] - pair[1]).abs()).sum();
        let tall: i32 = heights.iter().sum();
        51 * tall + 90 * self.holes + 20 * steps + 300 * well
    }
}
