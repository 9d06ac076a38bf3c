//! The browser's side of sound: a voice is a few of its nodes, and a cue that has been rendered is one.

use std::cell::OnceCell;
use std::rc::Rc;

use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{AudioBuffer, AudioContext, BiquadFilterType, OfflineAudioContext, OscillatorType};

use super::cues::{Cue, Voice, Wave};
use crate::timers::when_idle;

/// How long a volume takes to change, so that nothing clicks.
const FADE_S: f64 = 0.04;
/// Length of the noise that hits and drops are cut from.
const NOISE_S: f64 = 0.5;
/// How long a voice is held after it has faded out.
const TAIL_S: f64 = 0.02;
/// What a voice swells from and fades to. An exponential ramp never reaches nothing.
const SILENCE: f32 = 0.0001;
/// How many voices sound at a time, effects or music; further ones are left out.
const MOST_VOICES: usize = 48;

#[wasm_bindgen]
extern "C" {
    /// A context by calls that leave little garbage behind. The usual ones make a closure to catch
    /// errors with, and an object for every result that nobody reads. None of these calls fails for
    /// times and pitches of voices.
    type NodeMaker;

    #[wasm_bindgen(method, js_name = createGain)]
    fn gain(this: &NodeMaker) -> SoundNode;
    #[wasm_bindgen(method, js_name = createOscillator)]
    fn oscillator(this: &NodeMaker) -> SoundNode;
    #[wasm_bindgen(method, js_name = createBufferSource)]
    fn buffer_source(this: &NodeMaker) -> SoundNode;
    #[wasm_bindgen(method, js_name = createBiquadFilter)]
    fn filter(this: &NodeMaker) -> SoundNode;

    /// Any node; who made it knows what it has.
    type SoundNode;

    #[wasm_bindgen(method, getter)]
    fn gain(this: &SoundNode) -> Param;
    #[wasm_bindgen(method, getter)]
    fn frequency(this: &SoundNode) -> Param;
    #[wasm_bindgen(method, setter, js_name = type)]
    fn set_wave(this: &SoundNode, wave: OscillatorType);
    #[wasm_bindgen(method, setter, js_name = type)]
    fn set_filter(this: &SoundNode, filter: BiquadFilterType);
    #[wasm_bindgen(method, setter)]
    fn set_buffer(this: &SoundNode, buffer: &AudioBuffer);
    #[wasm_bindgen(method)]
    fn connect(this: &SoundNode, to: &SoundNode);
    #[wasm_bindgen(method)]
    fn start(this: &SoundNode, at: f64);
    #[wasm_bindgen(method)]
    fn stop(this: &SoundNode, at: f64);

    /// What changes in the course of a voice.
    type Param;

    #[wasm_bindgen(method, js_name = setValueAtTime)]
    fn set(this: &Param, value: f32, at: f64);
    #[wasm_bindgen(method, js_name = setTargetAtTime)]
    fn approach(this: &Param, value: f32, at: f64, time: f64);
    #[wasm_bindgen(method, js_name = exponentialRampToValueAtTime)]
    fn ramp(this: &Param, value: f32, at: f64);
}

/// Everything that sounds go through.
pub(super) struct Desk {
    pub(super) context: AudioContext,
    effects: Channel,
    music: Channel,
    noise: AudioBuffer,
    /// Cues that have been rendered; none before the first cue.
    rendered: Option<Rc<Rendered>>,
}

/// Cues by their numbers.
type Rendered = [OnceCell<AudioBuffer>; Cue::ALL.len()];

impl Desk {
    /// Asks the browser for sound; none where it has no sound.
    pub(super) fn open() -> Option<Desk> {
        let context = AudioContext::new().ok()?;
        let volume = || {
            let volume = context.unchecked_ref::<NodeMaker>().gain();
            volume.gain().set(0.0, 0.0);
            volume.connect(context.destination().unchecked_ref());
            Channel::to(volume)
        };
        let (effects, music) = (volume(), volume());
        let noise = noise(&context)?;
        Some(Desk { context, effects, music, noise, rendered: None })
    }

    /// Sets how loud effects and music are, each from 0 to 1.
    pub(super) fn fade(&self, effects: f32, music: f32) {
        let now = self.context.current_time();
        for (channel, to) in [(&self.effects, effects), (&self.music, music)] {
            // Loudness is heard by its square.
            channel.out.gain().approach(to * to, now, FADE_S);
        }
    }

    /// Lets a cue be heard. The first has all of them rendered while the page is idle: several nodes
    /// per voice are more than a frame has time for.
    pub(super) fn play(&mut self, cue: Cue) {
        let rendered = self.rendered.get_or_insert_with(|| {
            let rendered = Rc::<Rendered>::default();
            render_from(0, self.context.sample_rate(), self.noise.clone(), Rc::clone(&rendered));
            rendered
        });
        let maker: &NodeMaker = self.context.unchecked_ref();
        if let Some(cue) = rendered[cue as usize].get() {
            let source = maker.buffer_source();
            source.set_buffer(cue);
            source.connect(&self.effects.out);
            return source.start(0.0);
        }
        let now = self.context.current_time();
        for voice in cue.voices() {
            self.effects.sing(maker, &self.noise, voice, (now, now));
        }
    }

    /// Lets a note of the music be heard at a time that is still to come.
    pub(super) fn play_note(&mut self, voice: &Voice, (now, at): (f64, f64)) {
        self.music.sing(self.context.unchecked_ref(), &self.noise, voice, (now, at));
    }
}

/// Renders the cues from this number on, one after the other while the page is idle.
fn render_from(number: usize, rate: f32, noise: AudioBuffer, rendered: Rc<Rendered>) {
    let Some(&cue) = Cue::ALL.get(number) else { return };
    when_idle(move || {
        spawn_local(async move {
            // A cue that cannot be rendered is made of its voices every time.
            if let Ok(buffer) = render(cue, rate, &noise).await {
                let _ = rendered[number].set(buffer);
            }
            render_from(number + 1, rate, noise, rendered);
        });
    });
}

async fn render(cue: Cue, rate: f32, noise: &AudioBuffer) -> Result<AudioBuffer, JsValue> {
    let samples = (cue.seconds() * rate) as u32;
    let context = OfflineAudioContext::new_with_number_of_channels_and_length_and_sample_rate(
        1, samples, rate,
    )?;
    let mut channel = Channel::to(context.destination().unchecked_into());
    for voice in cue.voices() {
        channel.sing(context.unchecked_ref(), noise, voice, (0.0, 0.0));
    }
    Ok(JsFuture::from(context.start_rendering()?).await?.unchecked_into())
}

/// Effects or music: where voices go, and what they swell and fade by on their way.
struct Channel {
    out: SoundNode,
    /// Made when they are first needed, and used again and again.
    envelopes: Vec<Envelope>,
}

/// What a voice swells and fades by.
struct Envelope {
    node: SoundNode,
    gain: Param,
    /// When the voice that uses it has ended.
    free_at: f64,
}

impl Channel {
    fn to(out: SoundNode) -> Channel {
        Channel { out, envelopes: Vec::with_capacity(MOST_VOICES) }
    }

    /// One voice, from silence to silence.
    fn sing(
        &mut self,
        maker: &NodeMaker,
        noise: &AudioBuffer,
        voice: &Voice,
        (now, at): (f64, f64),
    ) {
        let begin = at + f64::from(voice.at_ms) / 1000.0;
        let end = begin + f64::from(voice.ms) / 1000.0;
        let Some(Envelope { node, gain, free_at }) = self.free_envelope(maker, now) else { return };
        *free_at = end + TAIL_S;
        gain.set(SILENCE, begin);
        gain.ramp(voice.gain, begin + 0.006);
        gain.ramp(SILENCE, end);
        let (source, pitch) = if let Some(wave) = voice.wave.oscillator() {
            let oscillator = maker.oscillator();
            oscillator.set_wave(wave);
            oscillator.connect(node);
            let pitch = oscillator.frequency();
            (oscillator, pitch)
        } else {
            let source = maker.buffer_source();
            source.set_buffer(noise);
            let filter = maker.filter();
            filter.set_filter(BiquadFilterType::Lowpass);
            source.connect(&filter);
            filter.connect(node);
            (source, filter.frequency())
        };
        pitch.set(voice.from_hz, begin);
        if voice.glides() {
            pitch.ramp(voice.to_hz, end);
        }
        source.start(begin);
        source.stop(end + TAIL_S);
    }

    /// An envelope that no voice uses; none where there are enough voices.
    fn free_envelope(&mut self, maker: &NodeMaker, now: f64) -> Option<&mut Envelope> {
        let free = self.envelopes.iter().position(|envelope| envelope.free_at <= now);
        if let Some(free) = free {
            return self.envelopes.get_mut(free);
        }
        if self.envelopes.len() == MOST_VOICES {
            return None;
        }
        let node = maker.gain();
        node.connect(&self.out);
        let gain = node.gain();
        self.envelopes.push(Envelope { node, gain, free_at: 0.0 });
        self.envelopes.last_mut()
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
