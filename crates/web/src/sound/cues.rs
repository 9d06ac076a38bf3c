//! Every sound effect as a few voices.

/// The shape of a voice's wave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wave {
    /// Hollow and bright.
    Square,
    /// Soft.
    Triangle,
    /// Sharp.
    Saw,
    /// Pure.
    Sine,
    /// No pitch; the frequencies are those of a low-pass filter.
    Noise,
}

/// One voice: a glide from one pitch to another, from silence to silence.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Voice {
    pub(crate) wave: Wave,
    pub(crate) from_hz: f32,
    pub(crate) to_hz: f32,
    /// When it begins, after the cue.
    pub(crate) at_ms: f32,
    /// How long it sounds.
    pub(crate) ms: f32,
    /// How loud it is at its loudest.
    pub(crate) gain: f32,
}

impl Voice {
    /// Whether its pitch changes.
    pub(crate) fn glides(&self) -> bool {
        self.from_hz.to_bits() != self.to_hz.to_bits()
    }
}

const fn voice(wave: Wave, from_hz: f32, to_hz: f32, at_ms: f32, ms: f32, gain: f32) -> Voice {
    Voice { wave, from_hz, to_hz, at_ms, ms, gain }
}

/// Something that is heard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cue {
    /// A column to the side.
    Move,
    /// A turn.
    Rotate,
    /// A piece has become part of the board.
    Lock,
    /// A piece was dropped all the way.
    HardDrop,
    /// A piece was put aside.
    Hold,
    /// One to three lines.
    ClearSingle,
    /// Four lines.
    ClearTetris,
    /// The level rose.
    LevelUp,
    /// The game is over.
    GameOver,
    /// The goal is reached.
    Finished,
    /// Gravity turned over.
    Flip,
    /// Garbage has come in.
    Garbage,
    /// Three, two, one.
    Count,
    /// Go.
    Go,
}

impl Cue {
    /// Every cue, in the order of their numbers.
    pub(crate) const ALL: [Cue; 14] = [
        Cue::Move,
        Cue::Rotate,
        Cue::Lock,
        Cue::HardDrop,
        Cue::Hold,
        Cue::ClearSingle,
        Cue::ClearTetris,
        Cue::LevelUp,
        Cue::GameOver,
        Cue::Finished,
        Cue::Flip,
        Cue::Garbage,
        Cue::Count,
        Cue::Go,
    ];

    /// Its name.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Cue::Move => "sfx-move",
            Cue::Rotate => "sfx-rotate",
            Cue::Lock => "sfx-lock",
            Cue::HardDrop => "sfx-hard-drop",
            Cue::Hold => "sfx-hold",
            Cue::ClearSingle => "sfx-clear-single",
            Cue::ClearTetris => "sfx-clear-tetris",
            Cue::LevelUp => "sfx-level-up",
            Cue::GameOver => "sfx-game-over",
            Cue::Finished => "sfx-finished",
            Cue::Flip => "sfx-flip",
            Cue::Garbage => "sfx-garbage",
            Cue::Count => "sfx-count",
            Cue::Go => "sfx-go",
        }
    }

    /// When the last of its voices has ended, in seconds after the cue.
    pub(crate) fn seconds(self) -> f32 {
        self.voices().iter().map(|voice| voice.at_ms + voice.ms).fold(0.0, f32::max) / 1000.0
    }

    /// Its voices.
    pub(crate) const fn voices(self) -> &'static [Voice] {
        use Wave::{Noise, Saw, Sine, Square, Triangle};
        match self {
            Cue::Move => const { &[voice(Square, 190.0, 210.0, 0.0, 34.0, 0.10)] },
            Cue::Rotate => {
                const {
                    &[
                        voice(Triangle, 420.0, 640.0, 0.0, 60.0, 0.30),
                        voice(Square, 840.0, 1280.0, 0.0, 40.0, 0.04),
                    ]
                }
            }
            Cue::Lock => {
                const {
                    &[
                        voice(Triangle, 150.0, 80.0, 0.0, 90.0, 0.45),
                        voice(Noise, 1400.0, 300.0, 0.0, 50.0, 0.16),
                    ]
                }
            }
            Cue::HardDrop => {
                const {
                    &[
                        voice(Saw, 210.0, 48.0, 0.0, 130.0, 0.30),
                        voice(Noise, 4200.0, 220.0, 0.0, 120.0, 0.34),
                        voice(Sine, 90.0, 42.0, 10.0, 160.0, 0.60),
                    ]
                }
            }
            Cue::Hold => {
                const {
                    &[
                        voice(Triangle, 494.0, 494.0, 0.0, 70.0, 0.26),
                        voice(Triangle, 740.0, 740.0, 55.0, 110.0, 0.26),
                    ]
                }
            }
            Cue::ClearSingle => {
                const {
                    &[
                        voice(Square, 523.25, 523.25, 0.0, 90.0, 0.11),
                        voice(Square, 659.26, 659.26, 65.0, 90.0, 0.11),
                        voice(Square, 783.99, 783.99, 130.0, 200.0, 0.12),
                        voice(Noise, 6000.0, 800.0, 0.0, 220.0, 0.10),
                    ]
                }
            }
            Cue::ClearTetris => {
                const {
                    &[
                        voice(Square, 523.25, 523.25, 0.0, 100.0, 0.12),
                        voice(Square, 659.26, 659.26, 75.0, 100.0, 0.12),
                        voice(Square, 783.99, 783.99, 150.0, 100.0, 0.12),
                        voice(Square, 1046.5, 1046.5, 225.0, 130.0, 0.13),
                        voice(Square, 1318.5, 1318.5, 300.0, 420.0, 0.12),
                        voice(Saw, 261.63, 261.63, 225.0, 520.0, 0.09),
                        voice(Saw, 392.0, 392.0, 225.0, 520.0, 0.07),
                        voice(Noise, 9000.0, 500.0, 0.0, 480.0, 0.14),
                    ]
                }
            }
            Cue::LevelUp => {
                const {
                    &[
                        voice(Triangle, 392.0, 392.0, 0.0, 110.0, 0.28),
                        voice(Triangle, 523.25, 523.25, 90.0, 110.0, 0.28),
                        voice(Triangle, 659.26, 659.26, 180.0, 110.0, 0.28),
                        voice(Triangle, 880.0, 880.0, 270.0, 320.0, 0.30),
                    ]
                }
            }
            Cue::GameOver => {
                const {
                    &[
                        voice(Saw, 392.0, 370.0, 0.0, 240.0, 0.16),
                        voice(Saw, 311.13, 294.0, 220.0, 260.0, 0.16),
                        voice(Saw, 233.08, 116.0, 460.0, 900.0, 0.18),
                        voice(Sine, 98.0, 40.0, 460.0, 1100.0, 0.45),
                    ]
                }
            }
            Cue::Finished => {
                const {
                    &[
                        voice(Square, 587.33, 587.33, 0.0, 120.0, 0.11),
                        voice(Square, 739.99, 739.99, 110.0, 120.0, 0.11),
                        voice(Square, 880.0, 880.0, 220.0, 120.0, 0.11),
                        voice(Square, 1174.7, 1174.7, 330.0, 600.0, 0.12),
                        voice(Triangle, 293.66, 293.66, 330.0, 700.0, 0.30),
                    ]
                }
            }
            Cue::Flip => {
                const {
                    &[
                        voice(Sine, 180.0, 720.0, 0.0, 240.0, 0.34),
                        voice(Noise, 400.0, 5000.0, 0.0, 220.0, 0.10),
                    ]
                }
            }
            Cue::Garbage => {
                const {
                    &[
                        voice(Saw, 82.0, 60.0, 0.0, 220.0, 0.26),
                        voice(Noise, 900.0, 200.0, 0.0, 200.0, 0.26),
                    ]
                }
            }
            Cue::Count => const { &[voice(Sine, 660.0, 660.0, 0.0, 110.0, 0.30)] },
            Cue::Go => const { &[voice(Sine, 990.0, 990.0, 0.0, 240.0, 0.32)] },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cue_is_heard_and_has_a_name_of_its_own() {
        for cue in Cue::ALL {
            assert!(!cue.voices().is_empty(), "{}", cue.name());
            assert_eq!(Cue::ALL[cue as usize], cue);
            let same = Cue::ALL.iter().filter(|other| other.name() == cue.name());
            assert_eq!(same.count(), 1, "{}", cue.name());
        }
    }

    #[test]
    fn no_voice_glides_from_or_to_nothing() {
        // An exponential glide has no way to or from zero.
        for voice in Cue::ALL.iter().flat_map(|cue| cue.voices()) {
            assert!(voice.from_hz > 0.0 && voice.to_hz > 0.0 && voice.gain > 0.0 && voice.ms > 0.0);
        }
    }
}
