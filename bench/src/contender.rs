//! What either engine must be able to do.

/// A button that both engines have.
#[derive(Debug, Clone, Copy)]
pub enum Button {
    /// One column to the left.
    Left,
    /// One column to the right.
    Right,
    /// A quarter turn clockwise.
    RotateCw,
    /// Down to the ground, and lock.
    HardDrop,
}

/// An engine under measurement, driven through its public interface. Times are microseconds.
///
/// Both play guideline rules on ten by twenty cells: seven-bag, super rotation, five previews, a
/// second a row, half a second of lock delay, 170 and 50 ms of auto-repeat; no pause for clears,
/// none before a spawn.
pub trait Contender {
    /// A new game.
    fn start(seed: u64) -> Self;
    /// A finger goes down.
    fn press(&mut self, button: Button, at: u64);
    /// A finger goes up.
    fn release(&mut self, button: Button, at: u64);
    /// Time passes.
    fn advance(&mut self, now: u64);
    /// Whether the game has ended.
    fn is_over(&self) -> bool;
    /// Lines cleared so far.
    fn lines(&self) -> u32;
}
