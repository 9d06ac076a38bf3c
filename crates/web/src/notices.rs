//! Short messages to the player: what went wrong, what is new. They stay until dismissed.

use std::rc::Rc;

use crate::signals::prelude::*;
use crate::timers::after;

/// One message.
#[derive(Clone)]
pub(crate) struct Notice {
    /// Which one.
    pub(crate) id: u32,
    /// What it says.
    pub(crate) text: String,
    /// A link that it shows.
    pub(crate) link: Option<String>,
    /// What a button beside it offers, beyond dismissing it.
    pub(crate) offer: Option<&'static str>,
    accept: Option<Rc<dyn Fn()>>,
}

/// The messages that are shown.
#[derive(Clone, Copy)]
pub(crate) struct Notices {
    list: RwSignal<Vec<Notice>, LocalStorage>,
    next: StoredValue<u32>,
}

impl Notices {
    /// None yet.
    pub(crate) fn new() -> Notices {
        Notices { list: RwSignal::new_local(Vec::new()), next: StoredValue::default() }
    }

    /// What is shown.
    pub(crate) fn list(self) -> Vec<Notice> {
        self.list.get()
    }

    /// Shows a message, unless it is shown already.
    pub(crate) fn warn(self, text: &str) {
        self.show(text, None, None, None);
    }

    /// Shows a message for a few seconds.
    pub(crate) fn tell(self, text: &str) {
        let told = self.show(text, None, None, None);
        after(4, move || self.dismiss(told));
    }

    /// Shows a message and a link that can be selected.
    pub(crate) fn show_link(self, text: &str, link: String) {
        self.show(text, Some(link), None, None);
    }

    /// Shows a message with an offer, and does what it offers when the player accepts.
    pub(crate) fn offer(self, text: &str, offer: &'static str, accept: impl Fn() + 'static) {
        self.show(text, None, Some(offer), Some(Rc::new(accept)));
    }

    /// Takes a message away by what it says.
    pub(crate) fn withdraw(self, text: &str) {
        self.list.update(|list| list.retain(|notice| notice.text != text));
    }

    /// Takes a message away.
    pub(crate) fn dismiss(self, id: u32) {
        self.list.update(|list| list.retain(|notice| notice.id != id));
    }

    /// The player takes what a message offers.
    pub(crate) fn accept(self, id: u32) {
        let found = |list: &Vec<Notice>| list.iter().find(|notice| notice.id == id).cloned();
        let notice = self.list.with_untracked(found);
        self.dismiss(id);
        if let Some(accept) = notice.and_then(|notice| notice.accept) {
            accept();
        }
    }

    fn show(
        self,
        text: &str,
        link: Option<String>,
        offer: Option<&'static str>,
        accept: Option<Rc<dyn Fn()>>,
    ) -> u32 {
        let same = |notice: &&Notice| notice.text == text && notice.link == link;
        let shown = |list: &Vec<Notice>| list.iter().find(same).map(|notice| notice.id);
        if let Some(id) = self.list.with_untracked(shown) {
            return id;
        }
        let id = self.next.get_value();
        self.next.set_value(id + 1);
        let notice = Notice { id, text: text.to_owned(), link, offer, accept };
        self.list.update(|list| list.push(notice));
        id
    }
}
