//! A thin builder over the page: elements whose words and attributes follow Leptos' signals.
//!
//! Leptos' `view!` gives every view a type of its own, and each type is compiled separately: written that
//! way, the screens alone were more than half of a download that has a limit. Here every element has
//! the same type. Signals, effects and owners are Leptos', and what is built under an owner (effects,
//! listeners) ends with it.

use reactive_graph::effect::RenderEffect;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, Event, EventTarget, HtmlElement, KeyboardEvent, Node, Text};

use crate::keys::is_key;
use crate::page::{document, window};
use crate::signals::prelude::*;

const SVG: &str = "http://www.w3.org/2000/svg";

/// An element being built. Cloning it makes another handle on the same element.
#[derive(Clone)]
pub(crate) struct El(Element);

/// An element with this tag and class, if the class is not empty.
pub(crate) fn el(tag: &str, class: &str) -> El {
    let element = document().create_element(tag).expect("every tag is a constant name");
    let el = El(element);
    if class.is_empty() { el } else { el.attr("class", class) }
}

impl El {
    /// With an attribute.
    pub(crate) fn attr(self, name: &str, value: &str) -> El {
        self.set(name, value);
        self
    }

    /// With an attribute that follows what it is made of.
    pub(crate) fn live_attr(self, name: &'static str, value: impl Fn() -> String + 'static) -> El {
        let el = self.clone();
        follow(move || el.set(name, &value()));
        self
    }

    /// With an attribute without a value that comes and goes.
    pub(crate) fn live_flag(self, name: &'static str, wanted: impl Fn() -> bool + 'static) -> El {
        let el = self.clone();
        follow(move || el.mark(name, wanted()));
        self
    }

    /// With a class that comes and goes.
    pub(crate) fn live_class(self, name: &'static str, wanted: impl Fn() -> bool + 'static) -> El {
        let el = self.clone();
        follow(move || el.class(name, wanted()));
        self
    }

    /// Gives it a class, or takes that away.
    pub(crate) fn class(&self, name: &str, wanted: bool) {
        let _ = self.0.class_list().toggle_with_force(name, wanted);
    }

    /// Gives it an attribute without a value, or takes that away.
    pub(crate) fn mark(&self, name: &str, wanted: bool) {
        // Fails only for invalid names, and these are constant.
        let _ = self.0.toggle_attribute_with_force(name, wanted);
    }

    /// With these words after what is in it already.
    pub(crate) fn text(self, words: &str) -> El {
        self.append(&document().create_text_node(words));
        self
    }

    /// With words that follow what they are made of.
    pub(crate) fn words(self, words: impl Fn() -> String + 'static) -> El {
        let node = self.blank();
        follow(move || node.set_data(&words()));
        self
    }

    /// A place for words after what is in it already.
    pub(crate) fn blank(&self) -> Text {
        let node = document().create_text_node("");
        self.append(&node);
        node
    }

    /// Shows this inside, or nothing, in place of what is there.
    pub(crate) fn show(&self, inside: Option<&El>) {
        match inside {
            Some(new) => self.0.replace_children_with_node_1(&new.0),
            None => self.0.replace_children_with_node_0(),
        }
    }

    /// With another element after what is in it already.
    #[expect(clippy::needless_pass_by_value, reason = "a child is its parent's from now on")]
    pub(crate) fn child(self, child: El) -> El {
        self.append(&child.0);
        self
    }

    /// With other elements after what is in it already.
    pub(crate) fn children(self, children: impl IntoIterator<Item = El>) -> El {
        for child in children {
            self.append(&child.0);
        }
        self
    }

    /// Doing something at an event. The event's type is the caller's to know.
    pub(crate) fn on<E: JsCast>(self, name: &'static str, act: impl FnMut(E) + 'static) -> El {
        listen(&self.0, name, false, act);
        self
    }

    /// Doing something when clicked.
    pub(crate) fn on_click(self, mut act: impl FnMut() + 'static) -> El {
        self.on("click", move |_: Event| act())
    }

    /// The element as the type that its tag has.
    pub(crate) fn get<T: JsCast>(&self) -> T {
        self.0.clone().unchecked_into()
    }

    /// Puts it at the end of the page.
    pub(crate) fn mount(&self) {
        if let Some(body) = document().body() {
            let _ = body.append_child(&self.0);
        }
    }

    /// Sets an attribute.
    pub(crate) fn set(&self, name: &str, value: &str) {
        // Fails only for invalid names, and these are constant.
        let _ = self.0.set_attribute(name, value);
    }

    /// Puts another element after what is in it already.
    pub(crate) fn add(&self, child: &El) {
        self.append(&child.0);
    }

    fn append(&self, node: &Node) {
        // Fails only for a node that would hold itself.
        let _ = self.0.append_child(node);
    }
}

/// Does something now, and again whenever what it looks at changes.
pub(crate) fn follow(act: impl Fn() + 'static) {
    fn kept(act: Box<dyn Fn()>) {
        // The owner holds the effect, and with it all that is built in it.
        StoredValue::new_local(RenderEffect::new(move |_| act()));
    }
    kept(Box::new(act));
}

/// Does something once the page shows what is being built now.
pub(crate) fn once_shown(act: impl FnOnce() + 'static) {
    wasm_bindgen_futures::spawn_local(async move { act() });
}

/// An element that is rebuilt whenever what it is made of changes.
pub(crate) fn live(view: impl Fn() -> Option<El> + 'static) -> El {
    let place = el("div", "live");
    let inside = place.clone();
    follow(move || inside.show(view().as_ref()));
    place
}

/// An element that is there only while a condition holds.
pub(crate) fn when(
    condition: impl Fn() -> bool + Send + Sync + 'static,
    view: impl Fn() -> El + 'static,
) -> El {
    // Without the memo, whatever the condition looks at would rebuild the element.
    fn changes(condition: Box<dyn Fn() -> bool + Send + Sync>) -> Memo<bool> {
        Memo::new(move |_| condition())
    }
    let shown = changes(Box::new(condition));
    live(move || shown.get().then(&view))
}

/// A button with a word on it.
pub(crate) fn button(class: &str, label: &str, act: impl FnMut() + 'static) -> El {
    el("button", class).text(label).on_click(act)
}

/// Does something when Enter is pressed in a field.
pub(crate) fn on_enter(act: impl Fn() + 'static) -> impl FnMut(KeyboardEvent) {
    move |event| {
        if is_key(&event, "Enter") {
            act();
        }
    }
}

/// Does something when Escape is pressed and nobody else has taken it, such as a dialog. A key that
/// is held leads one step back, not through several screens.
pub(crate) fn on_escape(act: impl Fn() + 'static) {
    on_window("keydown", move |event: KeyboardEvent| {
        if is_key(&event, "Escape") && !event.default_prevented() && !event.repeat() {
            act();
        }
    });
}

/// A name and a value, as one line of a `dl`.
pub(crate) fn term(name: &str, value: &str) -> El {
    el("div", "").child(el("dt", "").text(name)).child(el("dd", "number").text(value))
}

/// A drawing of paths, each with its class.
pub(crate) fn drawing(view_box: &str, paths: &[(&str, &str)]) -> El {
    let shape = |tag| {
        El(document().create_element_ns(Some(SVG), tag).expect("every tag is a constant name"))
    };
    let paths =
        paths.iter().map(|(class, path)| shape("path").attr("class", class).attr("d", path));
    shape("svg").attr("viewBox", view_box).attr("aria-hidden", "true").children(paths)
}

/// Listens to the window for as long as the owner lives.
pub(crate) fn on_window<E: JsCast>(name: &'static str, act: impl FnMut(E) + 'static) {
    listen(&window(), name, false, act);
}

/// The same before anything on the page hears of it.
pub(crate) fn on_window_first<E: JsCast>(name: &'static str, act: impl FnMut(E) + 'static) {
    listen(&window(), name, true, act);
}

fn listen<E: JsCast>(
    target: &EventTarget,
    name: &'static str,
    first: bool,
    mut act: impl FnMut(E) + 'static,
) {
    fn kept(target: &EventTarget, name: &'static str, first: bool, act: Box<dyn FnMut(Event)>) {
        let closure = Closure::wrap(act);
        let callback = closure.as_ref().unchecked_ref();
        let _ = target.add_event_listener_with_callback_and_bool(name, callback, first);
        StoredValue::new_local(Listener { target: target.clone(), name, first, closure });
    }
    kept(target, name, first, Box::new(move |event| act(event.unchecked_into())));
}

/// Stops listening when it is dropped.
struct Listener {
    target: EventTarget,
    name: &'static str,
    first: bool,
    closure: Closure<dyn FnMut(Event)>,
}

impl Drop for Listener {
    fn drop(&mut self) {
        let callback = self.closure.as_ref().unchecked_ref();
        let target = &self.target;
        let _ =
            target.remove_event_listener_with_callback_and_bool(self.name, callback, self.first);
    }
}

/// What an event happened to, as the type that the caller knows it to have.
pub(crate) fn target<T: JsCast>(event: &Event) -> T {
    JsValue::from(event.target()).unchecked_into()
}

/// Everything inside that takes the focus.
fn stops(inside: &Element) -> Vec<HtmlElement> {
    let Ok(list) = inside.query_selector_all("button:not([disabled]), a[href], input, select")
    else {
        return Vec::new();
    };
    (0..list.length())
        .filter_map(|index| list.get(index)?.dyn_into().ok())
        .filter(|stop: &HtmlElement| stop.offset_parent().is_some())
        .collect()
}

/// Moves the focus to what is nearest in a direction, if there is anything.
pub(crate) fn focus_towards(inside: &Element, across: f64, down: f64) {
    let middle = |element: &Element| {
        let area = element.get_bounding_client_rect();
        (area.x() + area.width() / 2.0, area.y() + area.height() / 2.0)
    };
    let focused = document().active_element().filter(|it| inside.contains(Some(it)));
    let from = focused.as_ref().map_or((0.0, 0.0), middle);
    let mut nearest: Option<(f64, HtmlElement)> = None;
    for stop in stops(inside) {
        let (x, y) = middle(&stop);
        let (right, below) = (x - from.0, y - from.1);
        let ahead = right * across + below * down;
        // What lies aside counts threefold, so that rows and columns are kept.
        let far = ahead + 3.0 * (right * down).abs().max((below * across).abs());
        if ahead > 1.0 && nearest.as_ref().is_none_or(|(least, _)| far < *least) {
            nearest = Some((far, stop));
        }
    }
    if let Some((_, stop)) = nearest {
        let _ = stop.focus();
    }
}

/// Moves the focus to the next or the previous thing inside these that takes it, round the ends.
pub(crate) fn move_focus(inside: &[Element], step: i32) {
    let stops: Vec<HtmlElement> = inside.iter().flat_map(stops).collect();
    if stops.is_empty() {
        return;
    }
    let focused = document().active_element();
    let now = stops.iter().position(|stop| focused.as_ref() == Some(stop));
    let count = stops.len() as i32;
    let next = match now {
        Some(now) => (now as i32 + step).rem_euclid(count),
        None if step > 0 => 0,
        None => count - 1,
    };
    let _ = stops[next as usize].focus();
}
