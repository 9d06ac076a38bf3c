//! Recorded games that play by themselves, again and again, on small boards.
//!
//! One loop of frames drives all boards of a screen. The recordings are fetched when the screen
//! opens. Boards are made ready one per frame, those outside the window stand still, and so does
//! everything where the player wants little motion.

use arrayvec::ArrayVec;
use quintet_engine::{Event, Micros, Playback, Replay, Rules, TimedEvent};
use quintet_words::play as words;
use wasm_bindgen_futures::spawn_local;
use web_sys::{HtmlCanvasElement, HtmlElement, Text};

use crate::app::shared;
use crate::dom::{El, el, follow, on_window_first};
use crate::draw::{BoardEffects, Look, Painter};
use crate::layout::Viewport;
use crate::online::request_bytes;
use crate::page;
use crate::signals::prelude::*;
use crate::table::Frames;

/// However long the browser let us wait, no more than this passes at once.
const LONGEST_FRAME_MS: f64 = 100.0;
/// How long the end of a recording is seen before it begins again.
const REST_MS: f64 = 1500.0;
/// Events of one frame that start effects; a frame has far fewer.
const EVENTS: usize = 32;

/// Where recordings come from.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pack {
    /// A short game of each kind.
    Games,
    /// What explains the games.
    Lessons,
}

impl Pack {
    /// The attribute of the page that has its address.
    fn attribute(self) -> &'static str {
        match self {
            Pack::Games => "data-shows",
            Pack::Lessons => "data-lessons",
        }
    }

    /// How far a recording has come when it is first seen, and where it stands if nothing may move.
    fn shares(self) -> (f64, f64) {
        match self {
            Pack::Games => (0.4, 0.8),
            Pack::Lessons => (0.0, 0.5),
        }
    }
}

/// What a recording is shown on.
pub(crate) struct Stage {
    /// The recording's name.
    pub(crate) name: &'static str,
    /// The rules of each board.
    pub(crate) rules: Rules,
    /// How many boards it has.
    pub(crate) boards: usize,
    /// How high a board may be in this window, in pixels.
    pub(crate) height: fn(&Viewport) -> f64,
    /// Where to say what clears came to, if anywhere.
    pub(crate) said: Option<Text>,
}

/// All recordings on a screen. A copy is another handle on the same.
#[derive(Clone, Copy)]
pub(crate) struct Shows {
    pack: Pack,
    content: StoredValue<Vec<u8>>,
    acts: StoredValue<Vec<Act>, LocalStorage>,
    frames: StoredValue<Option<Frames>, LocalStorage>,
    last_stamp: StoredValue<f64>,
}

/// One recording and its boards.
struct Act {
    stage: Stage,
    boards: Vec<Board>,
    playback: Option<Playback>,
    cell: u32,
    look: Look,
    /// The moment that is shown; beyond the end while that is seen.
    at_ms: f64,
    is_seen: bool,
    /// Whether it is painted for this window and look.
    is_ready: bool,
}

struct Board {
    canvas: HtmlCanvasElement,
    painter: Option<Painter>,
    effects: BoardEffects,
}

impl Shows {
    /// Fetches a pack of recordings, and plays those that have a stage for as long as the owner
    /// lives.
    pub(crate) fn open(pack: Pack) -> Shows {
        let shows = Shows {
            pack,
            content: StoredValue::default(),
            acts: StoredValue::new_local(Vec::new()),
            frames: StoredValue::new_local(None),
            last_stamp: StoredValue::new(0.0),
        };
        spawn_local(async move {
            let Some(address) = page::marked(pack.attribute()) else { return };
            // Without recordings the boards stay empty; everything else works.
            let Ok(bytes) = request_bytes(&address, None, None).await else { return };
            // By now the player may have left.
            if shows.content.try_set_value(bytes).is_none() {
                shows.run();
            }
        });
        on_window_first("scroll", move |_: web_sys::Event| {
            shows.acts.update_value(|acts| acts.iter_mut().for_each(Act::look_around));
        });
        on_cleanup(move || drop(shows.frames.try_update_value(Option::take)));
        shows
    }

    /// A stage for one recording. It follows the window and the settings.
    pub(crate) fn stage(self, stage: Stage) -> El {
        let shared = shared();
        let canvases: Vec<El> = (0..stage.boards).map(|_| el("canvas", "show-board")).collect();
        let boards = canvases.iter().map(|canvas| Board {
            canvas: canvas.get(),
            painter: None,
            effects: BoardEffects::default(),
        });
        let act = Act {
            boards: boards.collect(),
            stage,
            playback: None,
            cell: 1,
            look: Look::default(),
            at_ms: -1.0,
            is_seen: true,
            is_ready: false,
        };
        let number = self.acts.with_value(Vec::len);
        self.acts.update_value(|acts| acts.push(act));
        follow(move || {
            let (viewport, look) = (shared.viewport.get(), shared.look.get());
            self.acts.update_value(|acts| acts[number].resize(&viewport, look));
            self.run();
        });
        // What happens on it is said in words beside it.
        el("div", "stage").attr("aria-hidden", "true").children(canvases)
    }

    /// Starts the loop of frames, if it does not run.
    fn run(self) {
        if self.content.with_value(Vec::is_empty) {
            return;
        }
        self.frames.update_value(|frames| {
            frames.get_or_insert_with(|| Frames::run(move |stamp| self.frame(stamp)));
        });
    }

    fn frame(self, stamp: f64) {
        let elapsed = (stamp - self.last_stamp.get_value()).clamp(0.0, LONGEST_FRAME_MS);
        self.last_stamp.set_value(stamp);
        let mut moves = true;
        self.acts.update_value(|acts| {
            // One at a time, so that no frame takes long.
            if let Some(act) = acts.iter_mut().find(|act| !act.is_ready) {
                self.content.with_value(|content| act.prepare(content, self.pack));
                return;
            }
            moves = acts.iter().any(|act| !act.look.still);
            for act in acts.iter_mut().filter(|act| act.is_seen && !act.look.still) {
                act.step(elapsed);
            }
        });
        if !moves {
            self.frames.set_value(None);
        }
    }
}

impl Act {
    /// Has other painters made, for another window or another look.
    fn resize(&mut self, viewport: &Viewport, look: Look) {
        let Stage { rules, height, .. } = &self.stage;
        let high = height(viewport) * viewport.density / f64::from(rules.height);
        (self.cell, self.look, self.is_ready) = (high.max(2.0) as u32, look, false);
        for board in &mut self.boards {
            board.painter = None;
            let style = HtmlElement::style(&board.canvas);
            let px = |cells: u8| viewport.px(self.cell * u32::from(cells));
            // A bad value is ignored by the browser.
            let _ = style.set_property("width", &px(rules.width));
            let _ = style.set_property("height", &px(rules.height));
        }
    }

    /// Makes everything ready and paints the first picture.
    fn prepare(&mut self, content: &[u8], pack: Pack) {
        self.is_ready = true;
        for board in &mut self.boards {
            board.painter = Painter::new(&board.canvas, &self.stage.rules, self.cell, self.look);
        }
        let (first, still) = pack.shares();
        if self.playback.is_none() {
            let replay = find(content, self.stage.name);
            let replay = replay.and_then(|bytes| Replay::from_bytes(bytes).ok());
            self.playback = replay.and_then(|replay| Playback::new(replay).ok());
            self.at_ms = self.end_ms() * first;
        }
        if self.look.still {
            self.at_ms = self.end_ms() * still;
        }
        self.look_around();
        self.step(0.0);
    }

    fn end_ms(&self) -> f64 {
        self.playback.as_ref().map_or(0.0, |playback| playback.duration().as_millis() as f64)
    }

    /// Whether any of it is inside the window now.
    fn look_around(&mut self) {
        let Some(board) = self.boards.first() else { return };
        let area = board.canvas.get_bounding_client_rect();
        let height = shared().viewport.get_untracked().height;
        self.is_seen = area.bottom() > 0.0 && area.top() < height;
    }

    /// Lets time pass, and paints.
    fn step(&mut self, elapsed_ms: f64) {
        let end = self.end_ms();
        self.at_ms += elapsed_ms;
        if self.at_ms > end + REST_MS {
            self.at_ms = 0.0;
            self.say("");
            self.boards.iter_mut().for_each(|board| board.effects.clear());
        }
        let Some(playback) = &mut self.playback else { return };
        let mut events: ArrayVec<(usize, TimedEvent), EVENTS> = ArrayVec::new();
        let back = elapsed_ms == 0.0;
        // What breaks its rules shows as far as it goes.
        let _ = playback.seek(Micros((self.at_ms * 1000.0) as u64), &mut |player, event| {
            if !back && !events.is_full() {
                events.push((player, event));
            }
        });
        for (player, event) in &events {
            let game = playback.current().game(*player);
            if let (Some(game), Some(board)) = (game, self.boards.get_mut(*player)) {
                board.effects.start(event, &game.view());
            }
        }
        for (player, board) in self.boards.iter_mut().enumerate() {
            let game = playback.current().game(player);
            if let (Some(game), Some(painter)) = (game, &mut board.painter) {
                painter.paint(&game.view(), &board.effects);
            }
        }
        for (_, event) in &events {
            match event.event {
                Event::Fives(fives) => {
                    self.say(&words::fives(fives.sum, fives.multiplier, fives.lives));
                }
                Event::Cleared(clear) if clear.points > 0 => {
                    self.say(&words::cleared(words::clear(clear.lines), clear.points));
                }
                _ => {}
            }
        }
    }

    fn say(&self, text: &str) {
        if let Some(said) = &self.stage.said {
            said.set_data(text);
        }
    }
}

/// A recording of a pack, by its name. Each has the length of its name in a byte, its name, its own
/// length in two bytes, and its content.
fn find<'a>(mut content: &'a [u8], name: &str) -> Option<&'a [u8]> {
    loop {
        let (length, rest) = content.split_first()?;
        let (found, rest) = rest.split_at_checked(usize::from(*length))?;
        let (length, rest) = rest.split_at_checked(2)?;
        let length = u16::from_le_bytes([length[0], length[1]]);
        let (recording, rest) = rest.split_at_checked(usize::from(length))?;
        if found == name.as_bytes() {
            return Some(recording);
        }
        content = rest;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_recording_is_found_by_its_name_and_never_beyond_the_end() {
        let pack = b"\x01a\x02\x00xy\x02bc\x01\x00z";
        assert_eq!(find(pack, "a"), Some(&b"xy"[..]));
        assert_eq!(find(pack, "bc"), Some(&b"z"[..]));
        assert_eq!(find(pack, "d"), None);
        assert_eq!(find(&pack[..pack.len() - 1], "bc"), None);
    }
}
