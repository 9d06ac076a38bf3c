//! Quiet tunes that go round and round, written for this game.

use super::cues::{Voice, Wave};

/// The lowest octave that MIDI numbers, from C on, in hertz.
const OCTAVE: [f32; 12] = [
    8.1758, 8.662, 9.177, 9.7227, 10.3009, 10.9134, 11.5623, 12.2499, 12.9783, 13.75, 14.5676,
    15.4339,
];
/// Steps of a bar.
const BAR: usize = 16;
/// How far ahead notes are handed to the browser.
const AHEAD_S: f64 = 0.2;

/// A tune to be played round and round.
struct Score {
    /// Length of a step, a sixteenth, in seconds.
    step_s: f64,
    /// The melody: a name and an octave, then its length in eighths; `-` is a rest. A line is two
    /// bars.
    melody: [&'static str; LINES],
    /// The chord of each line: its root in the bass and three notes above, as MIDI numbers.
    chords: [[u8; 4]; LINES],
}

const LINES: usize = 8;

/// The length of a sixteenth note, in seconds, at this many beats per minute.
const fn sixteenth(beats: f64) -> f64 {
    60.0 / beats / 4.0
}

/// Every tune, in the order of the setting.
const SCORES: [Score; 3] = [
    // In D minor.
    Score {
        step_s: sixteenth(112.0),
        melody: [
            "D5:3 F5:1 E5:2 C5:2 A4:5 C5:1 D5:2",
            "D5:3 F5:1 G5:2 F5:2 D5:6 -:2",
            "A5:3 G5:1 F5:2 C5:2 F5:4 E5:2 C5:2",
            "E5:3 G5:1 E5:2 C5:2 D5:4 E5:2 -:2",
            "G5:3 A5:1 G5:2 D5:2 G5:3 F5:1 D5:4",
            "F5:3 E5:1 D5:2 A4:2 D5:6 -:2",
            "C5:2 E5:2 A5:2 G5:2 F5:3 E5:1 C#5:4",
            "D5:4 A4:2 F4:2 D4:4 -:4",
        ],
        chords: [
            [38, 62, 65, 69],
            [34, 58, 62, 65],
            [41, 57, 60, 65],
            [36, 55, 60, 64],
            [43, 58, 62, 67],
            [38, 57, 62, 65],
            [33, 57, 61, 64],
            [38, 57, 62, 65],
        ],
    },
    // In A minor, faster.
    Score {
        step_s: sixteenth(132.0),
        melody: [
            "A4:2 E5:2 D5:1 C5:1 B4:2 C5:3 G4:1 A4:4",
            "C5:2 G5:2 F5:1 E5:1 D5:2 E5:3 C5:1 G4:4",
            "F5:2 E5:1 D5:1 C5:2 A4:2 D5:2 F5:2 E5:4",
            "B4:2 E5:2 G#5:2 B5:2 A5:3 G#5:1 E5:2 -:2",
            "A5:3 E5:1 C5:2 E5:2 G5:3 D5:1 B4:2 D5:2",
            "F5:3 C5:1 A4:2 C5:2 E5:4 -:4",
            "D5:1 E5:1 F5:2 A5:2 F5:2 E5:1 D5:1 C5:2 B4:2 G#4:2",
            "A4:3 C5:1 B4:2 G#4:2 A4:6 -:2",
        ],
        chords: [
            [33, 57, 60, 64],
            [36, 55, 60, 64],
            [41, 57, 60, 65],
            [40, 56, 59, 64],
            [33, 57, 60, 64],
            [41, 57, 60, 65],
            [38, 57, 62, 65],
            [33, 57, 60, 64],
        ],
    },
    // In F major, slower.
    Score {
        step_s: sixteenth(88.0),
        melody: [
            "F4:4 A4:2 C5:2 D5:6 C5:2",
            "A#4:4 D5:2 F5:2 E5:4 C5:4",
            "A5:4 G5:2 F5:2 G5:3 F5:1 D5:4",
            "C5:4 E5:2 G5:2 F5:6 -:2",
            "D5:4 F5:2 A5:2 G5:4 E5:4",
            "C5:3 D5:1 F5:4 D5:4 -:4",
            "A#4:2 D5:2 G5:4 F5:2 E5:2 D5:4",
            "C5:4 A4:2 G4:2 F4:6 -:2",
        ],
        chords: [
            [41, 57, 60, 65],
            [34, 58, 62, 65],
            [38, 57, 62, 65],
            [36, 55, 60, 64],
            [38, 57, 62, 65],
            [41, 57, 60, 65],
            [43, 58, 62, 67],
            [41, 57, 60, 65],
        ],
    },
];

const STEPS: usize = BAR * 2 * LINES;

/// Where in the tune we are.
#[derive(Debug, Default)]
pub(crate) struct Tune {
    /// Which of the tunes.
    number: usize,
    step: usize,
    /// When the next step sounds, by the browser's audio clock.
    due_s: f64,
}

impl Tune {
    /// The beginning of a tune, by its number in the setting.
    pub(crate) fn new(number: usize) -> Tune {
        Tune { number: number.min(SCORES.len() - 1), ..Tune::default() }
    }

    /// Which tune it is.
    pub(crate) fn number(&self) -> usize {
        self.number
    }

    /// Plays the notes that sound in the near future.
    pub(crate) fn play_until(&mut self, now: f64, mut sing: impl FnMut(&Voice, f64)) {
        if self.due_s < now {
            // Just begun, or the music was away for a while.
            self.due_s = now + 0.05;
        }
        let score = &SCORES[self.number];
        while self.due_s < now + AHEAD_S {
            for voice in voices_at(score, self.step) {
                sing(&voice, self.due_s);
            }
            self.step = (self.step + 1) % STEPS;
            self.due_s += score.step_s;
        }
    }
}

/// What begins to sound at a step.
fn voices_at(score: &Score, step: usize) -> impl Iterator<Item = Voice> + use<> {
    let line = step / (2 * BAR);
    let within = step % (2 * BAR);
    let length = |steps: f32| steps * score.step_s as f32 * 1000.0;
    let [root, low, middle, high] = score.chords[line];
    let bass = within.is_multiple_of(2).then(|| {
        let up = if within % 8 == 6 { 12 } else { 0 };
        note(Wave::Triangle, root + up, length(1.7), 0.42)
    });
    let pattern = [low, middle, high, middle + 12, high, middle, low, middle];
    let arpeggio = note(Wave::Square, pattern[within % pattern.len()], length(0.9), 0.028);
    let beat = (within % 8 == 4).then_some(Voice {
        wave: Wave::Noise,
        from_hz: 5200.0,
        to_hz: 900.0,
        at_ms: 0.0,
        ms: 70.0,
        gain: 0.05,
    });
    let lead = melody_at(score.melody[line], within).map(|(pitch, eighths)| {
        note(Wave::Square, pitch, length(f32::from(eighths) * 2.0 * 0.92), 0.075)
    });
    [bass, Some(arpeggio), beat, lead].into_iter().flatten()
}

/// The melody's note that begins at this step of a line, and its length in eighths.
fn melody_at(line: &str, step: usize) -> Option<(u8, u8)> {
    let mut begin = 0;
    for word in line.split(' ') {
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

fn note(wave: Wave, midi: u8, ms: f32, gain: f32) -> Voice {
    let hz = OCTAVE[usize::from(midi % 12)] * f32::from(1_u16 << (midi / 12));
    Voice { wave, from_hz: hz, to_hz: hz, at_ms: 0.0, ms, gain }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_melody_fills_its_two_bars() {
        for line in SCORES.iter().flat_map(|score| score.melody) {
            let mut eighths = 0;
            for word in line.split(' ') {
                let (name, length) = word.split_once(':').expect("a note has a length");
                assert!(name == "-" || midi(name).is_some(), "{word}");
                eighths += length.parse::<usize>().expect("a length is a number");
            }
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
        for number in 0..SCORES.len() {
            let mut tune = Tune::new(number);
            let mut last = 0.0;
            let mut now = 0.0;
            while now < 100.0 {
                tune.play_until(now, |_, at| {
                    assert!(at >= last && at < now + AHEAD_S);
                    last = at;
                });
                now += 0.016;
            }
            assert!(last > 99.9);
        }
    }
}
