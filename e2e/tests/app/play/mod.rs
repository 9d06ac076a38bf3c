//! A game on the screen, from its first piece to its end.

mod clears;
mod game_over;
mod game_screen;
mod hints;
mod live_numbers;
mod pause;
mod playing;
mod restart;
mod unfinished;
