//! Short messages to the player: what went wrong, what is new. They stay until dismissed.

use std::rc::Rc;

use quintet_words::Phrase;

use crate::signals::prelude::*;
use crate::timers::after;

/// What a notice says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Message {
    /// A phrase as it stands.
    Fixed(Phrase),
    /// A phrase with something filled in.
    Filled(String),
}

impl Message {
    /// The words.
    pub(crate) fn text(&self) -> &str {
        match self {
            Message::Fixed(phrase) => phrase.text(),
            Message::Filled(text) => text,
        }
    }
}

impl From<Phrase> for Message {
    fn from(phrase: Phrase) -> Message {
        Message::Fixed(phrase)
    }
}

impl From<String> for Message {
    fn from(text: String) -> Message {
        Message::Filled(text)
    }
}

/// One message.
#[derive(Clone)]
pub(crate) struct Notice {
    /// Which one.
    pub(crate) id: u32,
    /// What it says.
    pub(crate) message: Message,
    /// A link that it shows.
    pub(crate) link: Option<String>,
    /// What a button beside it offers, beyond dismissing it.
    pub(crate) offer: Option<Phrase>,
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
    pub(crate) fn warn(self, message: impl Into<Message>) {
        self.show(message.into(), None, None, None);
    }

    /// Shows a message for a few seconds.
    pub(crate) fn tell(self, message: impl Into<Message>) {
        let shown = self.show(message.into(), None, None, None);
        after(4, move || self.dismiss(shown));
    }

    /// Shows a message and a link that can be selected.
    pub(crate) fn show_link(self, message: Phrase, link: String) {
        self.show(message.into(), Some(link), None, None);
    }

    /// Shows a message with an offer, and does what it offers when the player accepts. Returns the
    /// message's id, by which it can be dismissed.
    pub(crate) fn offer(self, message: Phrase, offer: Phrase, accept: impl Fn() + 'static) -> u32 {
        self.show(message.into(), None, Some(offer), Some(Rc::new(accept)))
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
        message: Message,
        link: Option<String>,
        offer: Option<Phrase>,
        accept: Option<Rc<dyn Fn()>>,
    ) -> u32 {
        let same = |notice: &&Notice| notice.message == message && notice.link == link;
        let shown = |list: &Vec<Notice>| list.iter().find(same).map(|notice| notice.id);
        if let Some(id) = self.list.with_untracked(shown) {
            return id;
        }
        let id = self.next.get_value();
        self.next.set_value(id + 1);
        let notice = Notice { id, message, link, offer, accept };
        self.list.update(|list| list.push(notice));
        id
    }
}
