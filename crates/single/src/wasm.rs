//! What a page without the standard library needs: a place for the game, no allocator, no panics.
//! It is what keeps the file small.

use core::alloc::{GlobalAlloc, Layout};
use core::cell::RefCell;

use quintet_engine::Game;

struct Slot(RefCell<Option<Game>>);

// SAFETY: a WebAssembly module without threads runs on one thread only.
unsafe impl Sync for Slot {}

static SLOT: Slot = Slot(RefCell::new(None));

pub(crate) fn with_slot<R>(act: impl FnOnce(&mut Option<Game>) -> R) -> R {
    act(&mut SLOT.0.borrow_mut())
}

/// The rules of a running game allocate nothing, so there is nothing to hand out.
struct NoMemory;

// SAFETY: null is what an allocator answers when there is no memory; nothing is ever given back.
unsafe impl GlobalAlloc for NoMemory {
    unsafe fn alloc(&self, _: Layout) -> *mut u8 {
        core::ptr::null_mut()
    }

    unsafe fn dealloc(&self, _: *mut u8, _: Layout) {}
}

#[global_allocator]
static NO_MEMORY: NoMemory = NoMemory;

#[panic_handler]
fn stop(_: &core::panic::PanicInfo<'_>) -> ! {
    core::arch::wasm32::unreachable()
}
