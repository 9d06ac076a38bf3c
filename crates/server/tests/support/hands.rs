//! Hands that play a board: well, or badly.

use quintet_engine::{Button, Event, Game, Input, Micros};

/// What a board is like after a placement.
struct Outlook {
    cleared: i64,
    holes: i64,
    /// The sum of the columns' heights.
    total: i64,
    /// The sum of the differences between neighbouring columns.
    rough: i64,
}

/// The buttons that bring the piece in play to a good place, the drop included.
pub(crate) fn good_placement(game: &Game) -> Vec<Button> {
    best_placement(game, |Outlook { cleared, holes, total, rough }| {
        // Two rows or more at a time are worth waiting for while there is room: they attack.
        let single = if total < 80 { -250 } else { 80 };
        let reward = [0, single, 200, 400, 800][cleared.clamp(0, 4) as usize];
        reward - holes * 80 - total * 8 - rough * 7
    })
}

/// The same for somebody who only wants to stay in.
pub(crate) fn calm_placement(game: &Game) -> Vec<Button> {
    best_placement(game, |Outlook { cleared, holes, total, rough }| {
        cleared * 76 - holes * 36 - total * 51 - rough * 18
    })
}

fn best_placement(game: &Game, judge: impl Fn(Outlook) -> i64) -> Vec<Button> {
    let mut best: Option<(i64, Vec<Button>)> = None;
    for turns in 0..4_usize {
        for (side, most) in [(Button::Left, 6), (Button::Right, 6)] {
            for steps in 0..most {
                let mut buttons = vec![Button::RotateCw; turns];
                buttons.extend(std::iter::repeat_n(side, steps));
                buttons.push(Button::HardDrop);
                let worth = worth(game, &buttons, &judge);
                if best.as_ref().is_none_or(|(known, _)| worth > *known) {
                    best = Some((worth, buttons));
                }
            }
        }
    }
    best.map(|(_, buttons)| buttons).unwrap_or_default()
}

fn worth(game: &Game, buttons: &[Button], judge: &impl Fn(Outlook) -> i64) -> i64 {
    let mut game = game.clone();
    let now = game.now();
    let mut cleared = 0_i64;
    for &button in buttons {
        let mut listen = |event: quintet_engine::TimedEvent| {
            if let Event::Cleared(clear) = event.event {
                cleared += i64::from(clear.lines);
            }
        };
        game.press(button, now, &mut listen).expect("no time passes");
        game.release(button, now, &mut |_| {}).expect("no time passes");
    }
    if game.is_over() {
        return i64::MIN;
    }
    let view = game.view();
    let (width, height) = (view.board.width() as i8, view.board.height() as i8);
    let (mut holes, mut total, mut rough, mut before) = (0, 0, 0, None);
    for x in 0..width {
        let top = (0..height).find(|&y| view.board.is_taken(x, y)).unwrap_or(height);
        holes += (top..height).filter(|&y| !view.board.is_taken(x, y)).count() as i64;
        let tall = i64::from(height - top);
        total += tall;
        rough += before.map_or(0, |before: i64| (before - tall).abs());
        before = Some(tall);
    }
    judge(Outlook { cleared, holes, total, rough })
}

/// Plays a board, an input every so often.
pub(crate) struct Hands {
    planned: Vec<Button>,
    /// The button that is down.
    down: Option<Button>,
    next: Micros,
    every: Micros,
    /// After this many pieces of a game, everything is dropped where it stands.
    good_for: u32,
}

impl Hands {
    /// Hands that play well for this many pieces of each game, then give up.
    pub(crate) fn new(every: Micros, good_for: u32) -> Hands {
        Hands { planned: Vec::new(), down: None, next: Micros::ZERO, every, good_for }
    }

    /// When the hands will next do something.
    pub(crate) fn next(&self) -> Micros {
        self.next
    }

    /// What the hands do now, looking at the board; nothing while it is not their time.
    pub(crate) fn act(&mut self, game: &Game, now: Micros) -> Option<Input> {
        let is_idle = game.now() == Micros::ZERO || game.is_over();
        if is_idle || now < self.next || game.view().piece.is_none() && self.down.is_none() {
            return None;
        }
        self.next = now + self.every;
        if let Some(button) = self.down.take() {
            return Some(Input::Release(button));
        }
        if self.planned.is_empty() {
            self.planned = if game.pieces_locked() < self.good_for {
                good_placement(game)
            } else {
                vec![Button::HardDrop]
            };
            self.planned.reverse();
        }
        let button = self.planned.pop()?;
        self.down = Some(button);
        Some(Input::Press(button))
    }
}
