//! Sound, synthesised in the browser: no sample files, nothing before the player's first touch.

mod cues;
mod desk;
mod tune;

pub(crate) use cues::Cue;

use desk::Desk;
use tune::Tune;
use web_sys::AudioContextState;

/// How loud things are, each from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Volumes {
    /// Effects.
    pub(crate) effects: f32,
    /// Music.
    pub(crate) music: f32,
}

/// The app's voice. Silent until [`Audio::wake`] is called after a key press or a touch, and for
/// good where the browser has no sound.
pub(crate) struct Audio {
    desk: Option<Desk>,
    /// Whether a key was pressed or the screen touched. Until then the browser's clock of sound
    /// stands still, and all that was played meanwhile would be heard at once.
    is_awake: bool,
    volumes: Volumes,
    tune: Tune,
    playing: bool,
}

impl Audio {
    /// Silent as yet.
    pub(crate) fn new(volumes: Volumes) -> Audio {
        Audio { desk: None, is_awake: false, volumes, tune: Tune::default(), playing: false }
    }

    /// Whether the browser has been asked for sound.
    pub(crate) const fn is_open(&self) -> bool {
        self.desk.is_some()
    }

    /// Asks the browser for sound, if any is wanted. The first time it keeps the page waiting while it
    /// starts its service for sound.
    pub(crate) fn open(&mut self) {
        if self.desk.is_none() && (self.volumes.effects > 0.0 || self.volumes.music > 0.0) {
            self.desk = Desk::open();
            self.set_volumes(self.volumes);
        }
    }

    /// Makes sound possible; browsers allow it only after a key or a touch.
    pub(crate) fn wake(&mut self) {
        self.open();
        self.is_awake = true;
        if let Some(desk) = &self.desk
            && desk.context.state() == AudioContextState::Suspended
        {
            // A failure shows at the next sound.
            let _ = desk.context.resume();
        }
    }

    /// Sets how loud things are.
    pub(crate) fn set_volumes(&mut self, volumes: Volumes) {
        self.volumes = volumes;
        if let Some(desk) = &self.desk {
            desk.fade(volumes.effects, if self.playing { volumes.music } else { 0.0 });
        }
    }

    /// Plays a cue.
    pub(crate) fn play(&mut self, cue: Cue) {
        if let Some(desk) = self.desk.as_mut().filter(|_| self.is_awake)
            && self.volumes.effects > 0.0
        {
            desk.play(cue);
        }
    }

    /// Lets the music play, or stops it.
    pub(crate) fn set_playing(&mut self, playing: bool) {
        if self.playing != playing {
            self.playing = playing;
            self.set_volumes(self.volumes);
        }
    }

    /// Starts the music from its beginning the next time it plays.
    pub(crate) fn rewind(&mut self) {
        self.tune = Tune::new(self.tune.number());
    }

    /// Changes over to another tune, by its number in the setting.
    pub(crate) fn choose_tune(&mut self, number: usize) {
        if number != self.tune.number() {
            self.tune = Tune::new(number);
        }
    }

    /// Hands the browser the notes that come next; called every frame while music plays.
    pub(crate) fn keep_playing(&mut self) {
        let Some(desk) = self.desk.as_mut().filter(|_| self.is_awake) else { return };
        if self.playing && self.volumes.music > 0.0 {
            let now = desk.context.current_time();
            self.tune.play_until(now, |voice, at| desk.play_note(voice, (now, at)));
        }
    }
}
