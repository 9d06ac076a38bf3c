//! A quiet tune in D minor that goes round and round, written for this game.

use super::cues::{Voice, Wave};

/// Length of a step, a sixteenth at 112 beats a minute.
const STEP_S: f64 = 60.0 / 112.0 / 4.0;
/// The lowest octave that MIDI numbers, from C on, in hertz.
const OCTAVE: [f32; 12] = [
    8.1758, 8.662, 9.177, 9.7227, 10.3009, 10.9134, 11.5623, 12.2499, 12.9783, 13.75, 14.5676,
    15.4339,
];
/// Steps of a bar.
const BAR: usize = 16;
/// How far ahead notes are handed to the browser.
const AHEAD_S: f64 = 0.2;

/// The melody: a name and an octave, then its length in eighths; `-` is a rest. A line is two bars.
const MELODY: [&str; 8] = [
    "D5:3 F5:1 E5:2 C5:2 A4:5 C5:1 D5:2",
    "D5:3 F5:1 G5:2 F5:2 D5:6 -:2",
    "A5:3 G5:1 F5:2 C5:2 F5:4 E5:2 C5:2",
    "E5:3 G5:1 E5:2 C5:2 D5:4 E5:2 -:2",
    "G5:3 A5:1 G5:2 D5:2 G5:3 F5:1 D5:4",
    "F5:3 E5:1 D5:2 A4:2 D5:6 -:2",
    "C5:2 E5:2 A5:2 G5:2 F5:3 E5:1 C#5:4",
    "D5:4 A4:2 F4:2 D4:4 -:4",
];

/// The chord of each pair of bars: its root in the bass and three notes above, as MIDI numbers.
const CHORDS: [[u8; 4]; 8] = [
    [38, 62, 65, 69],
    [34, 58, 62, 65],
    [41, 57, 60, 65],
    [36, 55, 60, 64],
    [43, 58, 62, 67],
    [38, 57, 62, 65],
    [33, 57, 61, 64],
    [38, 57, 62, 65],
];

const STEPS: usize = BAR * 2 * MELODY.len();

/// Where in the tune we are.
#[derive(Debug, Default)]
pub(crate) struct Tune {
    step: usize,
    /// When the next step sounds, by the browser's audio clock.
    due_s: f64,
}

impl Tune {
    /// Plays the notes that sound in the near future.
    pub(crate) fn play_until(&mut self, now: f64, mut sing: impl FnMut(&Voice, f64)) {
        if self.due_s < now {
            // Just begun, or the music was away for a while.
            self.due_s = now + 0.05;
        }
        while self.due_s < now + AHEAD_S {
            for voice in voices_at(self.step) {
                sing(&voice, self.due_s);
            }
            self.step = (self.step + 1) % STEPS;
            self.due_s += STEP_S;
        }
    }
}

/// What begins to sound at a step.
fn voices_at(step: usize) -> impl Iterator<Item = Voice> {
    let line = step / (2 * BAR);
    let within = step % (2 * BAR);
    let [root, low, middle, high] = CHORDS[line];
    let bass = within.is_multiple_of(2).then(|| {
        let up = if within % 8 == 6 { 12 } else { 0 };
        note(Wave::Triangle, root + up, 1.7, 0.42)
    });
    let pattern = [low, middle, high, middle + 12, high, middle, low, middle];
    let arpeggio = note(Wave::Square, pattern[within % pattern.len()], 0.9, 0.028);
    let beat = (within % 8 == 4).then_some(Voice {
        wave: Wave::Noise,
        from_hz: 5200.0,
        to_hz: 900.0,
        at_ms: 0.0,
        ms: 70.0,
        gain: 0.05,
    });
    let lead = melody_at(line, within)
        .map(|(pitch, eighths)| note(Wave::Square, pitch, f32::from(eighths) * 2.0 * 0.92, 0.075));
    [bass, Some(arpeggio), beat, lead].into_iter().flatten()
}

/// The melody's note that begins at this step of a line, and its length in eighths.
fn melody_at(line: usize, step: usize) -> Option<(u8, u8)> {
    let mut begin = 0;
    for word in MELODY[line].split(' ') {
        let (name, eighths) = word.split_once(':')?;
        let eighths: u8 = eighths.parse().ok()?;
        if begin == step {
            return Some((midi(name)?, eighths));
        }
        begin += usize::from(eighths) * 2;
    }
    None
}

/// The MIDI number of a note such as `C#5`; none for a rest.
fn midi(name: &str) -> Option<u8> {
    let (tone, octave) = name.split_at_checked(name.len() - 1)?;
    let semitone = ["C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B"]
        .iter()
        .position(|&other| other == tone)?;
    Some((octave.parse::<u8>().ok()? + 1) * 12 + semitone as u8)
}

fn note(wave: Wave, midi: u8, steps: f32, gain: f32) -> Voice {
    let hz = OCTAVE[usize::from(midi % 12)] * f32::from(1_u16 << (midi / 12));
    Voice { wave, from_hz: hz, to_hz: hz, at_ms: 0.0, ms: steps * STEP_S as f32 * 1000.0, gain }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_melody_fills_its_two_bars() {
        for line in MELODY {
            let eighths: usize = line
                .split(' ')
                .map(|word| word.split_once(':').map_or(0, |(_, length)| length.parse().unwrap()))
                .sum();
            assert_eq!(eighths * 2, 2 * BAR, "{line}");
        }
    }

    #[test]
    fn notes_have_their_pitch() {
        assert_eq!(midi("A4"), Some(69));
        assert_eq!(midi("C#5"), Some(73));
        assert_eq!(midi("-"), None);
    }

    #[test]
    fn a_is_tuned_to_440_hertz() {
        let a = note(Wave::Sine, 69, 1.0, 1.0);
        assert!((a.from_hz - 440.0).abs() < 0.01, "{}", a.from_hz);
    }

    #[test]
    fn the_tune_is_handed_out_a_little_ahead_and_goes_round() {
        let mut tune = Tune::default();
        let mut last = 0.0;
        let mut now = 0.0;
        while now < 80.0 {
            tune.play_until(now, |_, at| {
                assert!(at >= last && at < now + AHEAD_S);
                last = at;
            });
            now += 0.016;
        }
        assert!(last > 79.9);
    }
}
