//! Bits of view with their types erased.
//!
//! A view's type names every element and closure in it, and each type is compiled anew. What goes
//! through here is compiled once, which is what keeps the download small.

use leptos::ev::MouseEvent;
use leptos::prelude::*;

/// What a click does.
pub(crate) type Click = Box<dyn FnMut(MouseEvent)>;

/// A handler that does something when clicked.
pub(crate) fn click(mut act: impl FnMut() + 'static) -> Click {
    Box::new(move |_| act())
}

/// Text that follows what it is made of.
pub(crate) fn words(text: impl Fn() -> String + Send + Sync + 'static) -> Signal<String> {
    Signal::derive(text)
}

/// Yes or no, following what it is made of.
pub(crate) fn whether(condition: impl Fn() -> bool + Send + Sync + 'static) -> Signal<bool> {
    Signal::derive(condition)
}

/// A view that is made anew whenever what it is made of changes.
pub(crate) fn live(view: impl Fn() -> AnyView + Send + 'static) -> AnyView {
    fn erased(view: Box<dyn Fn() -> AnyView + Send>) -> AnyView {
        (move || view()).into_any()
    }
    erased(Box::new(view))
}

/// A view that is there only while a condition holds.
pub(crate) fn when(
    condition: impl Fn() -> bool + Send + Sync + 'static,
    view: impl Fn() -> AnyView + Send + 'static,
) -> AnyView {
    // Without the memo, whatever makes the condition run would make the view anew.
    let shown = Memo::new(move |_| condition());
    live(move || if shown.get() { view() } else { ().into_any() })
}

/// Does something now, and again whenever what it looks at changes.
pub(crate) fn follow(act: impl Fn() + 'static) {
    fn erased(act: Box<dyn Fn()>) {
        Effect::new(act);
    }
    erased(Box::new(act));
}

/// A button with a word on it.
pub(crate) fn button(
    class: &'static str,
    label: &'static str,
    act: impl FnMut() + 'static,
) -> AnyView {
    fn erased(class: &'static str, label: &'static str, act: Click) -> AnyView {
        view! { <button class=class on:click=act>{label}</button> }.into_any()
    }
    erased(class, label, click(act))
}

/// A name and a value, as one line of a `dl`.
pub(crate) fn term(name: &'static str, value: String) -> AnyView {
    view! { <div><dt>{name}</dt><dd class="number">{value}</dd></div> }.into_any()
}
