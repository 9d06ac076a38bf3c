//! The start of a game, rehearsed out of sight while its start screen is idle.
//!
//! Browsers compile a function of WebAssembly when it is first called. A first start calls hundreds
//! of functions, and compiling them took longer than everything else that a start does. So what a
//! start builds is built once beforehand, and painted for some frames on canvases that are not on
//! the page.

use std::cell::Cell;

use reactive_graph::owner::Owner;

use super::game::screen;
use crate::app::shared;
use crate::games::GameEntry;
use crate::signals::prelude::*;
use crate::sound::Audio;
use crate::table::{Demo, Phase, Table};
use crate::timers::when_idle;

/// The last step. The browser is idle once per frame, and some frames call all that paints.
const STEPS: u32 = 12;

thread_local! {
    /// The game that was rehearsed last.
    static REHEARSED: Cell<&'static str> = const { Cell::new("") };
}

/// Whether the start of a game is still to be rehearsed: not where a game of this page waits, since
/// that has been started before. The boards of a rehearsal set the size of all boards on the page, so
/// that no others may be shown before it is over.
pub(super) fn is_ahead(game: &GameEntry) -> bool {
    REHEARSED.get() != game.slug && shared().game.phase.get_untracked() == Phase::Idle
}

/// Rehearses the start of a game, step by step while the page is idle and the owner lives.
pub(crate) fn rehearse(game: &'static GameEntry) {
    if is_ahead(game) {
        let rehearsal = Rehearsal { game, table: None, step: 0, owner: Owner::new() };
        go_on(StoredValue::new_local(rehearsal));
    }
}

fn go_on(rehearsal: StoredValue<Rehearsal, LocalStorage>) {
    when_idle(move || {
        // It is gone once the player has left the start screen.
        if rehearsal.try_update_value(Rehearsal::step) == Some(true) {
            go_on(rehearsal);
        }
    });
}

struct Rehearsal {
    game: &'static GameEntry,
    table: Option<Table>,
    step: u32,
    /// What is built ends with it.
    owner: Owner,
}

impl Rehearsal {
    /// Does the next thing, each short enough for a click not to wait for it. False after the last.
    fn step(&mut self) -> bool {
        let (shared, game) = (shared(), self.game);
        let mode = shared.router.now().mode();
        match (self.step, self.table) {
            (0, _) => {
                let rules = mode.rules();
                let open = || Table::open(Demo::unplayed(game, mode, rules));
                self.table = Some(self.owner.with(open));
            }
            (1, Some(table)) => drop(self.owner.with(|| screen(table, game, mode))),
            // The browser starts its service for sound, and the page waits for that.
            (2, _) => shared.audio.update_value(Audio::open),
            (STEPS, _) => {
                self.owner.cleanup();
                REHEARSED.set(game.slug);
                return false;
            }
            _ => {}
        }
        self.step += 1;
        true
    }
}
