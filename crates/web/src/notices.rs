//! Short messages to the player: what went wrong, what is new. Most go by themselves. While a game
//! is played, all but the briefest wait: a board and its controls leave no room for them.

use std::rc::Rc;

use quintet_words::Phrase;

use crate::dom::follow;
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

/// How long a message is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lasting {
    /// For a moment, in the middle of a game too.
    Brief,
    /// Until it can have been read.
    Passing,
    /// Until it is dismissed.
    Staying,
}

impl Lasting {
    /// After how many seconds it goes by itself.
    const fn seconds(self) -> Option<i32> {
        match self {
            Lasting::Brief => Some(4),
            Lasting::Passing => Some(10),
            Lasting::Staying => None,
        }
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
    lasting: Lasting,
}

/// The messages that are shown.
#[derive(Clone, Copy)]
pub(crate) struct Notices {
    /// How many pixels of the window's height they take.
    pub(crate) height: RwSignal<f64>,
    list: RwSignal<Vec<Notice>, LocalStorage>,
    held: RwSignal<bool>,
    next: StoredValue<u32>,
}

impl Notices {
    /// None yet.
    pub(crate) fn new() -> Notices {
        Notices {
            height: RwSignal::new(0.0),
            list: RwSignal::new_local(Vec::new()),
            held: RwSignal::new(false),
            next: StoredValue::default(),
        }
    }

    /// What is shown.
    pub(crate) fn list(self) -> Vec<Notice> {
        let held = self.held.get();
        let mut list = self.list.get();
        list.retain(|notice| !held || notice.lasting == Lasting::Brief);
        list
    }

    /// Whether a game is played, and messages wait.
    pub(crate) fn is_held(self) -> bool {
        self.held.get()
    }

    /// Lets all but brief messages wait while this holds, as long as the owner lives.
    pub(crate) fn hold_while(self, held: impl Fn() -> bool + 'static) {
        follow(move || self.hold(held()));
        on_cleanup(move || self.hold(false));
    }

    fn hold(self, held: bool) {
        if self.held.get_untracked() == held {
            return;
        }
        self.held.set(held);
        if !held {
            for notice in self.list.get_untracked() {
                self.dismiss_later(notice.id, notice.lasting);
            }
        }
    }

    fn dismiss_later(self, id: u32, lasting: Lasting) {
        if let Some(seconds) = lasting.seconds() {
            after(seconds, move || self.dismiss(id));
        }
    }

    /// Shows a message for a moment, in the middle of a game too.
    pub(crate) fn tell(self, message: impl Into<Message>) {
        self.show(message.into(), None, None, None, Lasting::Brief);
    }

    /// Shows a message until it can have been read.
    pub(crate) fn warn(self, message: impl Into<Message>) {
        self.show(message.into(), None, None, None, Lasting::Passing);
    }

    /// Shows a message until it is dismissed.
    pub(crate) fn keep(self, message: impl Into<Message>) {
        self.show(message.into(), None, None, None, Lasting::Staying);
    }

    /// Shows a message and a link that can be selected.
    pub(crate) fn show_link(self, message: Phrase, link: String) {
        self.show(message.into(), Some(link), None, None, Lasting::Staying);
    }

    /// Shows a message with an offer, and does what it offers when the player accepts. Returns the
    /// message's id, by which it can be dismissed.
    pub(crate) fn offer(
        self,
        message: impl Into<Message>,
        offer: Phrase,
        accept: impl Fn() + 'static,
    ) -> u32 {
        let accept: Rc<dyn Fn()> = Rc::new(accept);
        self.show(message.into(), None, Some(offer), Some(accept), Lasting::Staying)
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

    /// Shows a message, unless it is shown already. A brief one takes the place of the last brief
    /// one: the sound is either on or off, and what is said again is shown for its whole time.
    fn show(
        self,
        message: Message,
        link: Option<String>,
        offer: Option<Phrase>,
        accept: Option<Rc<dyn Fn()>>,
        lasting: Lasting,
    ) -> u32 {
        let is_brief = lasting == Lasting::Brief;
        let same = |notice: &&Notice| !is_brief && notice.message == message && notice.link == link;
        let shown = |list: &Vec<Notice>| list.iter().find(same).map(|notice| notice.id);
        if let Some(id) = self.list.with_untracked(shown) {
            return id;
        }
        let id = self.next.get_value();
        self.next.set_value(id + 1);
        let notice = Notice { id, message, link, offer, accept, lasting };
        self.list.update(|list| {
            list.retain(|notice| !is_brief || notice.lasting != Lasting::Brief);
            list.push(notice);
        });
        // What waits begins to pass when it is shown.
        if is_brief || !self.held.get_untracked() {
            self.dismiss_later(id, lasting);
        }
        id
    }
}
