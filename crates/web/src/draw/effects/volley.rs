//! Attacks on their way from one board to another.

use quintet_engine::Micros;
use web_sys::HtmlCanvasElement;

use super::easing::{ease_in_out, span};
use super::lights::{Light, Lights};
use crate::draw::hue::Hue;
use crate::draw::look::Palette;
use crate::draw::surface::{Area, Surface};

/// How long an attack is on its way.
const FLIGHT: Micros = Micros::from_millis(420);
/// How long its impact is seen.
const IMPACT: Micros = Micros::from_millis(220);
/// The most attacks in the air; when more are sent, the oldest goes first.
const MOST: usize = 8;
/// How many points of light an attack trails.
const TAIL: u8 = 14;

/// A place on the canvas, in device pixels.
pub(crate) type Point = (f64, f64);

#[derive(Clone, Copy, Debug)]
struct Attack {
    from: Point,
    to: Point,
    lines: u8,
    at: Micros,
}

impl Attack {
    /// Where it is after this share of its way: it rises, then swoops down on its target.
    fn place(&self, share: f64) -> Point {
        let share = share.clamp(0.0, 1.0);
        let rise = (self.to.0 - self.from.0).abs() * 0.22;
        let middle = (f64::midpoint(self.from.0, self.to.0), self.from.1.min(self.to.1) - rise);
        let bend = |from: f64, middle: f64, to: f64| {
            let left = 1.0 - share;
            left * left * from + 2.0 * left * share * middle + share * share * to
        };
        (bend(self.from.0, middle.0, self.to.0), bend(self.from.1, middle.1, self.to.1))
    }
}

/// Draws attacks in the air on a canvas that lies over all the boards.
#[derive(Debug)]
pub(crate) struct Volley {
    screen: Surface,
    lights: Lights,
    attacks: [Option<Attack>; MOST],
    next: usize,
    size: f64,
    blank: bool,
}

impl Volley {
    /// Ready to draw on a canvas that has its size in device pixels; `cell` is that of the boards.
    pub(crate) fn new(canvas: &HtmlCanvasElement, cell: u32) -> Option<Volley> {
        Some(Volley {
            screen: Surface::of(canvas.clone())?,
            lights: Lights::new(cell.max(1), &Palette::read())?,
            attacks: [None; MOST],
            next: 0,
            size: f64::from(cell),
            blank: true,
        })
    }

    /// Sends an attack of this many rows from one place to another.
    pub(crate) fn send(&mut self, from: Point, to: Point, lines: u8, at: Micros) {
        self.attacks[self.next] = Some(Attack { from, to, lines, at });
        self.next = (self.next + 1) % MOST;
    }

    /// Forgets what is in the air.
    pub(crate) fn clear(&mut self) {
        self.attacks = [None; MOST];
    }

    /// Draws what is in the air.
    pub(crate) fn paint(&mut self, now: Micros) {
        self.lights.draw_next();
        let is_seen = |attack: &Attack| now >= attack.at && now < attack.at + FLIGHT + IMPACT;
        let any = self.attacks.iter().flatten().any(is_seen);
        if !any && self.blank {
            return;
        }
        self.screen.clear();
        self.blank = !any;
        for attack in self.attacks.iter().flatten().filter(|attack| is_seen(attack)) {
            self.paint_attack(attack, now);
        }
        self.screen.thicken();
    }

    fn paint_attack(&self, attack: &Attack, now: Micros) {
        let size = self.size * (0.9 + 0.22 * f64::from(attack.lines.min(8)));
        let flown = span(now, attack.at, FLIGHT);
        if flown < 1.0 {
            for number in (0..TAIL).rev() {
                let behind = f64::from(number) / f64::from(TAIL);
                let share = ease_in_out(flown) - behind * 0.24;
                if share >= 0.0 {
                    let near = 1.0 - behind;
                    let hue = if number == 0 { Hue::WHITE } else { Hue::GOLD };
                    self.light(attack.place(share), size * (0.35 + 0.65 * near), hue, near * near);
                }
            }
        } else {
            let spread = span(now, attack.at + FLIGHT, IMPACT);
            self.light(attack.to, size * (1.0 + 3.0 * spread), Hue::GOLD, 1.0 - spread);
        }
    }

    fn light(&self, (x, y): Point, size: f64, hue: Hue, strength: f64) {
        let at = Area::new(x - size / 2.0, y - size / 2.0, size, size);
        self.lights.draw(&self.screen, Light::Spark, hue, at, strength);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_attack_flies_from_board_to_board_over_an_arc() {
        let attack =
            Attack { from: (100.0, 500.0), to: (700.0, 600.0), lines: 4, at: Micros::ZERO };
        assert_eq!(attack.place(0.0), (100.0, 500.0));
        assert_eq!(attack.place(1.0), (700.0, 600.0));
        assert_eq!(attack.place(0.5).0, 400.0);
        assert!(attack.place(0.5).1 < 500.0);
    }
}
