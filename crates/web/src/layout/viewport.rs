//! The window: its size, how it is used, and which layout it gets.

use quintet_frontend::{BoardSize, LayoutChoice};
use wasm_bindgen::JsValue;
use web_sys::{Event, PointerEvent};

use crate::dom::{follow, on_window, on_window_first};
use crate::page::window;
use crate::signals::prelude::*;
use crate::store::Settings;

/// M-079: narrower than this is mobile, whatever the device.
const MOBILE_WIDTH: f64 = 768.0;
/// A window of at least this many pixels in both directions is no phone's.
const LARGE_PX: f64 = 600.0;

/// The three ways in which a game is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Layout {
    /// Three columns.
    Desktop,
    /// A phone held upright.
    Portrait,
    /// A phone held sideways.
    Landscape,
}

impl Layout {
    /// Its name for the styles.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Layout::Desktop => "desktop",
            Layout::Portrait => "portrait",
            Layout::Landscape => "landscape",
        }
    }
}

/// What a player chose about sizes and the layout.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Chosen {
    /// How large boards are.
    pub(crate) size: BoardSize,
    /// Per cent of the standard size.
    pub(crate) zoom: u32,
    /// What games are laid out for.
    pub(crate) layout: LayoutChoice,
}

impl Chosen {
    fn of(settings: &Settings) -> Chosen {
        Chosen { size: settings.board_size, zoom: settings.zoom, layout: settings.layout }
    }
}

/// The window as it is now.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Viewport {
    /// Pixels across.
    pub(crate) width: f64,
    /// Pixels down.
    pub(crate) height: f64,
    /// Device pixels in one of these.
    pub(crate) density: f64,
    /// Whether the device can be touched.
    pub(crate) touch: bool,
    /// Whether the player used keys last, and not the screen.
    pub(crate) used_keys: bool,
    /// What the player chose.
    pub(crate) chosen: Chosen,
}

impl Viewport {
    fn now() -> Viewport {
        let window = window();
        let number = |value: Result<JsValue, JsValue>| value.ok().and_then(|value| value.as_f64());
        let handler = js_sys::Reflect::has(&window, &"ontouchstart".into()).unwrap_or(false);
        Viewport {
            width: number(window.inner_width()).unwrap_or(1024.0),
            height: number(window.inner_height()).unwrap_or(768.0),
            density: window.device_pixel_ratio().clamp(0.5, 4.0),
            touch: handler || window.navigator().max_touch_points() > 0,
            used_keys: false,
            chosen: Chosen::default(),
        }
    }

    /// Follows the window, what the player chose, and what is used to play.
    pub(crate) fn follow(settings: RwSignal<Settings>) -> RwSignal<Viewport> {
        let viewport = RwSignal::new(Viewport::now());
        let change = move |change: &dyn Fn(&mut Viewport)| {
            let before = viewport.get_untracked();
            let mut now = before;
            change(&mut now);
            if before != now {
                viewport.set(now);
            }
        };
        on_window("resize", move |_: Event| {
            change(&|viewport| {
                let Viewport { used_keys, chosen, .. } = *viewport;
                *viewport = Viewport { used_keys, chosen, ..Viewport::now() };
            });
        });
        follow(move || {
            let chosen = settings.with(Chosen::of);
            change(&|viewport| viewport.chosen = chosen);
        });
        on_window_first("keydown", move |_: Event| change(&|viewport| viewport.used_keys = true));
        on_window_first("pointerdown", move |event: PointerEvent| {
            if event.pointer_type() == "touch" {
                change(&|viewport| viewport.used_keys = false);
            }
        });
        viewport
    }

    /// A-M18: touch, or narrow. A large screen with touch may be used with keys all the same.
    pub(crate) fn is_mobile(&self) -> bool {
        let is_large = self.width.min(self.height) >= LARGE_PX;
        let touched = match self.chosen.layout {
            LayoutChoice::Automatic => self.touch && !(self.used_keys && is_large),
            LayoutChoice::Keys => false,
            LayoutChoice::Touch => true,
        };
        touched || self.width < MOBILE_WIDTH
    }

    /// How a game is laid out here.
    pub(crate) fn layout(&self) -> Layout {
        match (self.is_mobile(), self.height >= self.width) {
            (false, _) => Layout::Desktop,
            (true, true) => Layout::Portrait,
            // A large tablet held sideways has room enough for the upright layout.
            (true, false) if self.height >= MOBILE_WIDTH => Layout::Portrait,
            (true, false) => Layout::Landscape,
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A window at one device pixel per pixel, with nothing chosen.
    pub(in crate::layout) fn viewport(width: f64, height: f64, touch: bool) -> Viewport {
        let (used_keys, chosen) = (false, Chosen::default());
        Viewport { width, height, density: 1.0, touch, used_keys, chosen }
    }

    /// M-079
    #[test]
    fn touch_or_less_than_768_pixels_is_mobile() {
        assert!(viewport(1440.0, 900.0, true).is_mobile());
        assert!(viewport(767.0, 900.0, false).is_mobile());
        assert!(!viewport(768.0, 900.0, false).is_mobile());
    }

    #[test]
    fn a_large_screen_with_touch_is_laid_out_for_what_is_used_or_chosen() {
        let mut laptop = viewport(1280.0, 800.0, true);
        assert!(laptop.is_mobile());
        laptop.used_keys = true;
        assert!(!laptop.is_mobile());
        laptop.chosen.layout = LayoutChoice::Touch;
        assert!(laptop.is_mobile());
        let mut phone = viewport(844.0, 390.0, true);
        phone.used_keys = true;
        assert!(phone.is_mobile(), "a phone stays one");
        phone.chosen.layout = LayoutChoice::Keys;
        assert!(!phone.is_mobile());
        assert!(Viewport { width: 390.0, ..phone }.is_mobile(), "narrow");
    }
}
