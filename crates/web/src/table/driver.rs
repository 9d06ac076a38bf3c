//! The driver of every board on a screen: frames, inputs, events, sound, effects, words, numbers
//! and drawing, whatever the source.

use std::rc::Rc;

use quintet_engine::{Button, Game, Input, Micros};
use quintet_words::play as words;

use super::attack_layer::AttackLayer;
use super::display::Display;
use super::frames::Frames;
use super::inputs::Inputs;
use super::later::{Later, Part};
use super::reactions::WordTimers;
use super::sources::{News, Phase, Source};
use crate::announce::Announcer;
use crate::app::shared;
use crate::keys::Action;
use crate::page::page_now;
use crate::signals::prelude::*;
use crate::sound::Audio;
use crate::store::Settings;

/// How many boards a table has room for.
pub(crate) const BOARDS: usize = 2;
/// A-X9: however long the browser let us wait, no more than this passes at once.
pub(super) const LONGEST_FRAME_MS: f64 = 100.0;
/// A frame that has taken this long makes no further parts.
const MAKING_MS: f64 = 4.0;
/// Buttons that do something for as long as they are held.
const LASTING: [Button; 4] = [Button::Left, Button::Right, Button::SoftDrop, Button::StepDown];

/// Boards on a screen. A copy is another handle on the same table.
#[derive(Clone, Copy)]
pub(crate) struct Table {
    /// Kept apart, since they are much to pass about.
    displays: StoredValue<[Display; BOARDS]>,
    /// Attacks in the air.
    pub(crate) attacks: AttackLayer,
    pub(super) inputs: Inputs,
    source: StoredValue<Rc<dyn Source>, LocalStorage>,
    pub(super) words: StoredValue<WordTimers>,
    last_stamp: StoredValue<Option<f64>>,
    later: StoredValue<Later, LocalStorage>,
    pub(super) audio: StoredValue<Audio, LocalStorage>,
    pub(super) announcer: Announcer,
    pub(super) settings: RwSignal<Settings>,
}

impl Table {
    /// Shows what comes from a source, frame by frame for as long as the owner lives.
    pub(crate) fn open(source: impl Source + 'static) -> Table {
        let shared = shared();
        let table = Table {
            displays: StoredValue::new(std::array::from_fn(|_| Display::new())),
            attacks: AttackLayer::new(),
            inputs: Inputs::new(),
            source: StoredValue::new_local(Rc::new(source)),
            words: StoredValue::default(),
            last_stamp: StoredValue::default(),
            later: StoredValue::new_local(Later::default()),
            audio: shared.audio,
            announcer: shared.announcer,
            settings: shared.settings,
        };
        let frames = Frames::run(move |stamp| table.frame(stamp));
        let frames = StoredValue::new_local(Some(frames));
        on_cleanup(move || {
            drop(frames.try_update_value(Option::take));
            table.audio.update_value(|audio| audio.set_playing(false));
        });
        table
    }

    /// One of its boards on the page.
    pub(crate) fn display(self, board: usize) -> Display {
        self.displays.with_value(|displays| displays[board.min(BOARDS - 1)])
    }

    pub(super) fn source(self) -> Rc<dyn Source> {
        self.source.get_value()
    }

    /// Looks at the game on a board.
    pub(super) fn with_game<T>(self, board: usize, look: impl Fn(&Game) -> T) -> Option<T> {
        let mut seen = None;
        self.source().with_game(board, &mut |game| seen = Some(look(game)));
        seen
    }

    /// Has a part made in one of the next frames, in place of what was wanted for it before.
    pub(crate) fn make_later(self, part: Part, make: impl FnOnce() + 'static) {
        self.later.update_value(|later| later.want(part, Box::new(make)));
    }

    /// No longer wants a part that was not made yet.
    pub(crate) fn forget(self, part: Part) {
        // Nothing is left to update while the app is taken down.
        let _ = self.later.try_update_value(|later| later.forget(part));
    }

    /// Makes what is wanted, as much as the frame with this stamp has time for.
    fn make_wanted(self, stamp: f64) {
        let spent = || page_now() - stamp;
        // The first frame after a screen was built lays it out, and the next one makes the parts.
        // Where the clock stands still there is time for both.
        let is_late = |later: &mut Later| later.may_wait() && spent() > 0.0;
        if self.later.try_update_value(is_late) != Some(false) {
            return;
        }
        while let Some(make) = self.later.try_update_value(Later::next).flatten() {
            make();
            if spent() > MAKING_MS {
                return;
            }
        }
        let pictures = self.later.try_update_value(Later::next_pictures);
        for draw in pictures.into_iter().flatten().flatten() {
            draw();
        }
    }

    /// A frame is about to be shown.
    fn frame(self, stamp: f64) {
        let last = self.last_stamp.get_value();
        let elapsed = last.map_or(0.0, |last| (stamp - last).clamp(0.0, LONGEST_FRAME_MS));
        self.last_stamp.set_value(Some(stamp));
        self.make_wanted(stamp);
        self.poll_gamepads(stamp);
        self.repeat_held(stamp);
        self.source().frame(stamp, elapsed);
        self.settle();
        self.audio.update_value(Audio::keep_playing);
        if self.source().phase() != Phase::Paused {
            self.run_words(elapsed);
        }
        self.show();
    }

    /// Reacts to everything that has happened.
    pub(super) fn settle(self) {
        let source = self.source();
        let displays = self.displays.get_value();
        let reactions = [0, 1].map(|board| source.reactions(board));
        let mut resumed = false;
        source.drain(&mut |news| match news {
            News::Event { board, event, game, won } => {
                let Some(display) = displays.get(board) else { return };
                display.start_effects(event, &game.view());
                self.attacks.start_effects(&displays, board, event, game.rules().height);
                if let Some(reactions) = reactions[board] {
                    self.react((board, *display), reactions, game.rules(), event, won);
                }
            }
            News::NewGame => {
                self.clear(&displays);
                self.audio.update_value(Audio::rewind);
            }
            News::Jump => self.clear(&displays),
            News::Resumed => resumed = true,
            News::Cue(cue) => self.cue(cue),
            News::Hint { pieces, hold, cells } => {
                displays[0].point_out(pieces, cells);
                if hold {
                    self.flash_message(displays[0], &words::HOLD_FIRST, true);
                }
            }
        });
        if resumed {
            self.press_what_is_held();
        }
        self.audio.update_value(|audio| audio.set_playing(source.has_music()));
    }

    fn clear(self, displays: &[Display; BOARDS]) {
        for display in displays {
            display.clear();
        }
        self.attacks.clear();
        self.words.set_value(WordTimers::default());
    }

    /// Draws the boards and updates the numbers.
    pub(crate) fn show(self) {
        let (source, mut now) = (self.source(), Micros::ZERO);
        for (board, display) in self.displays.get_value().iter().enumerate() {
            source.with_game(board, &mut |game| {
                display.show(&game.view());
                now = now.max(game.now());
            });
            if let Some(live) = source.live(board) {
                display.count(live);
            }
        }
        self.attacks.paint(now);
    }

    /// After a pause, what fingers hold down counts from now on.
    fn press_what_is_held(self) {
        let stamp = self.last_stamp.get_value().unwrap_or(0.0);
        for board in 0..BOARDS {
            for button in LASTING.into_iter().filter(|&button| self.inputs.is_held(board, button)) {
                let on_board = self.with_game(board, |game| game.held_buttons().contains(button));
                if on_board == Some(false) {
                    self.source().input(board, Input::Press(button), stamp);
                }
            }
        }
    }

    /// Whether a player is here who moves pieces on this board.
    pub(crate) fn is_played_here(self, board: usize) -> bool {
        self.source().board_of(board) == board
    }

    /// A key, a touch or a gamepad presses a button. Several may hold the same one.
    pub(crate) fn press(self, board: usize, button: Button, stamp: f64) {
        self.inputs.count_press(board, button);
        self.source().input(board, Input::Press(button), stamp);
        self.settle();
    }

    /// A key, a touch or a gamepad lets a button go; it goes up with the last that holds it.
    pub(crate) fn release(self, board: usize, button: Button, stamp: f64) {
        if self.inputs.count_release(board, button) {
            self.source().input(board, Input::Release(button), stamp);
            self.settle();
        }
    }

    /// Presses and lets go at once: a tap.
    pub(crate) fn tap(self, board: usize, button: Button, stamp: f64) {
        self.press(board, button, stamp);
        self.release(board, button, stamp);
    }

    /// Does what an action asks for that is not a button of the game.
    pub(crate) fn command(self, action: Action) {
        self.source().command(action);
        self.settle();
    }

    /// The page lost the focus: nothing is held any more.
    pub(super) fn step_away(self, stamp: f64) {
        self.inputs.forget();
        self.source().step_away(stamp);
        self.settle();
    }
}
