//! Attacks that are seen flying from one board to the other.

use quintet_engine::{Event, Micros, TimedEvent};

use super::display::Display;
use crate::draw::Volley;
use crate::signals::prelude::*;

/// The canvas over the boards and what flies there.
#[derive(Clone, Copy)]
pub(crate) struct AttackLayer(StoredValue<Air, LocalStorage>);

#[derive(Default)]
struct Air {
    volley: Option<Volley>,
    density: f64,
    /// How far down each board's last clear was, as a share of the board.
    last_clear: [f64; 2],
}

impl Air {
    fn send(&mut self, displays: &[Display; 2], from: usize, lines: u8, at: Micros) {
        let down = self.last_clear[from];
        let ends = (displays[from].point(0.5, down), displays[1 - from].point(0.0, 0.97));
        if let (Some(volley), (Some(from), Some(to))) = (&mut self.volley, ends) {
            let device = |(x, y): (f64, f64)| (x * self.density, y * self.density);
            volley.send(device(from), device(to), lines, at);
        }
    }
}

impl AttackLayer {
    /// Nothing in the air, and no canvas yet.
    pub(super) fn new() -> AttackLayer {
        AttackLayer(StoredValue::new_local(Air::default()))
    }

    /// Gives attacks a canvas as large as the window, with this many device pixels per pixel.
    pub(crate) fn set_canvas(self, volley: Option<Volley>, density: f64) {
        // When the app is taken down there may be nothing left to tell.
        let _ = self.0.try_update_value(|air| {
            air.volley = volley;
            air.density = density;
        });
    }

    /// An event on a board of this height: a clear is remembered, and an attack flies from there to
    /// the other board's meter.
    pub(super) fn start_effects(
        self,
        displays: &[Display; 2],
        board: usize,
        event: &TimedEvent,
        height: u8,
    ) {
        self.0.update_value(|air| match event.event {
            Event::Cleared(clear) => {
                let lowest = clear.rows.iter().max().unwrap_or(0);
                if let Some(down) = air.last_clear.get_mut(board) {
                    *down = (f64::from(lowest) + 0.5) / f64::from(height);
                }
            }
            Event::GarbageSent { lines } => air.send(displays, board.min(1), lines, event.at),
            _ => {}
        });
    }

    /// Draws what is in the air.
    pub(super) fn paint(self, now: Micros) {
        self.0.update_value(|air| {
            if let Some(volley) = &mut air.volley {
                volley.paint(now);
            }
        });
    }

    /// Another game begins, or a replay jumps: nothing flies any more.
    pub(super) fn clear(self) {
        self.0.update_value(|air| {
            if let Some(volley) = &mut air.volley {
                volley.clear();
            }
        });
    }
}
