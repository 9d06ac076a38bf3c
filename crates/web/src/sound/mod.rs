//! Sound, synthesised in the browser: no sample files, nothing before the player's first touch.

mod cues;
mod tune;

pub(crate) use cues::Cue;

use cues::{Voice, Wave};
use tune::Tune;
use web_sys::{
    AudioBuffer, AudioContext, AudioContextState, AudioNode, BiquadFilterType, GainNode,
    OscillatorType,
};

/// How long a volume takes to change, so that nothing clicks.
const FADE_S: f64 = 0.04;
/// Length of the noise that hits and drops are cut from.
const NOISE_S: f64 = 0.5;

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

/// The browser's side of it.
struct Desk {
    context: AudioContext,
    effects: GainNode,
    music: GainNode,
    noise: AudioBuffer,
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
            desk.fade(&desk.effects, volumes.effects);
            desk.fade(&desk.music, if self.playing { volumes.music } else { 0.0 });
        }
    }

    /// What sounds are played with, once they may be.
    fn awake(&self) -> Option<&Desk> {
        self.desk.as_ref().filter(|_| self.is_awake)
    }

    /// Plays a cue.
    pub(crate) fn play(&self, cue: Cue) {
        let Some(desk) = self.awake() else { return };
        if self.volumes.effects > 0.0 {
            let now = desk.context.current_time();
            for voice in cue.voices() {
                // A voice that cannot be created is left out.
                let _ = desk.sing(voice, now, &desk.effects);
            }
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
        // Not `awake`, which would borrow the tune too.
        let Some(desk) = self.desk.as_ref().filter(|_| self.is_awake) else { return };
        if self.playing && self.volumes.music > 0.0 {
            let now = desk.context.current_time();
            self.tune.play_until(now, |voice, at| drop(desk.sing(voice, at, &desk.music)));
        }
    }
}

impl Desk {
    fn open() -> Option<Desk> {
        let context = AudioContext::new().ok()?;
        let gain = || -> Option<GainNode> {
            let gain = context.create_gain().ok()?;
            gain.gain().set_value(0.0);
            gain.connect_with_audio_node(&context.destination()).ok()?;
            Some(gain)
        };
        let (effects, music) = (gain()?, gain()?);
        let noise = noise(&context)?;
        Some(Desk { context, effects, music, noise })
    }

    fn fade(&self, gain: &GainNode, to: f32) {
        // Loudness is heard by its square.
        let now = self.context.current_time();
        let _ = gain.gain().set_target_at_time(to * to, now, FADE_S);
    }

    /// One voice, from silence to silence.
    fn sing(&self, voice: &Voice, now: f64, out: &GainNode) -> Result<(), wasm_bindgen::JsValue> {
        let begin = now + f64::from(voice.at_ms) / 1000.0;
        let end = begin + f64::from(voice.ms) / 1000.0;
        let envelope = self.context.create_gain()?;
        let gain = envelope.gain();
        gain.set_value_at_time(0.0001, begin)?;
        gain.exponential_ramp_to_value_at_time(voice.gain, begin + 0.006)?;
        gain.exponential_ramp_to_value_at_time(0.0001, end)?;
        envelope.connect_with_audio_node(out)?;
        match voice.wave.oscillator() {
            Some(wave) => self.tone(voice, wave, (begin, end), &envelope),
            None => self.hiss(voice, (begin, end), &envelope),
        }
    }

    fn tone(
        &self,
        voice: &Voice,
        wave: OscillatorType,
        (begin, end): (f64, f64),
        out: &AudioNode,
    ) -> Result<(), wasm_bindgen::JsValue> {
        let oscillator = self.context.create_oscillator()?;
        oscillator.set_type(wave);
        oscillator.frequency().set_value_at_time(voice.from_hz, begin)?;
        oscillator.frequency().exponential_ramp_to_value_at_time(voice.to_hz, end)?;
        oscillator.connect_with_audio_node(out)?;
        oscillator.start_with_when(begin)?;
        oscillator.stop_with_when(end + 0.02)
    }

    fn hiss(
        &self,
        voice: &Voice,
        (begin, end): (f64, f64),
        out: &AudioNode,
    ) -> Result<(), wasm_bindgen::JsValue> {
        let source = self.context.create_buffer_source()?;
        source.set_buffer(Some(&self.noise));
        let filter = self.context.create_biquad_filter()?;
        filter.set_type(BiquadFilterType::Lowpass);
        filter.frequency().set_value_at_time(voice.from_hz, begin)?;
        filter.frequency().exponential_ramp_to_value_at_time(voice.to_hz, end)?;
        source.connect_with_audio_node(&filter)?;
        filter.connect_with_audio_node(out)?;
        let source: &web_sys::AudioScheduledSourceNode = &source;
        source.start_with_when(begin)?;
        source.stop_with_when(end + 0.02)
    }
}

/// Half a second of noise, the same every time.
fn noise(context: &AudioContext) -> Option<AudioBuffer> {
    let rate = context.sample_rate();
    let length = (NOISE_S * f64::from(rate)) as u32;
    let mut state = 0x2545_F491_u32;
    let samples: Vec<f32> = (0..length)
        .map(|_| {
            state ^= state << 13;
            state ^= state >> 17;
            state ^= state << 5;
            state as f32 / u32::MAX as f32 * 2.0 - 1.0
        })
        .collect();
    let buffer = context.create_buffer(1, length, rate).ok()?;
    buffer.copy_to_channel(&samples, 0).ok()?;
    Some(buffer)
}

impl Wave {
    /// The oscillator for it; none for noise.
    fn oscillator(self) -> Option<OscillatorType> {
        match self {
            Wave::Square => Some(OscillatorType::Square),
            Wave::Triangle => Some(OscillatorType::Triangle),
            Wave::Saw => Some(OscillatorType::Sawtooth),
            Wave::Sine => Some(OscillatorType::Sine),
            Wave::Noise => None,
        }
    }
}
