//! Where the game is kept when this is no page: one for each thread, so that tests have their own.

use std::cell::RefCell;

use quintet_engine::Game;

thread_local! {
    static SLOT: RefCell<Option<Game>> = const { RefCell::new(None) };
}

pub(crate) fn with_slot<R>(act: impl FnOnce(&mut Option<Game>) -> R) -> R {
    SLOT.with_borrow_mut(act)
}
