//! Counts allocations: only in the build that `cargo xtask bench web` measures.

use std::alloc::System;

use stats_alloc::{INSTRUMENTED_SYSTEM, StatsAlloc};
use wasm_bindgen::closure::Closure;

use crate::page::window;

#[global_allocator]
static COUNTED: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Gives the page a function that tells how many allocations there have been.
pub(crate) fn tell() {
    let count = Closure::<dyn Fn() -> u32>::new(|| {
        let stats = COUNTED.stats();
        (stats.allocations + stats.reallocations) as u32
    });
    // Only a frozen window would refuse.
    let _ = js_sys::Reflect::set(&window(), &"quintetAllocations".into(), count.as_ref());
    count.forget();
}
