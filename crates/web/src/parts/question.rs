//! A question before something that cannot be undone.

use quintet_words::Phrase;

use super::{menu, overlay};
use crate::dom::{El, el};

/// A dialog that asks; the first answer, which should be the harmless one, has the focus. Escape
/// does what `close` says.
pub(crate) fn question(title: Phrase, note: Phrase, close: Box<dyn Fn()>, answers: Vec<El>) -> El {
    let content = vec![
        el("h2", "question").text(&title),
        el("p", "final-label").text(&note),
        menu(&title, answers),
    ];
    overlay(&title, "overlay", Some(close), content)
}
