//! The language of everything on the page.
//!
//! English is part of the app. The other languages that the site carries are named by the page,
//! and the one that the player chose is fetched before the first screen is built.

use quintet_words::Language;

use crate::online::request;
use crate::page;

/// A language other than English.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Offered {
    /// Its code, as in `de`.
    pub(crate) code: String,
    /// What it calls itself.
    pub(crate) name: String,
    /// Where it is.
    address: String,
}

/// The languages that the site carries besides English.
pub(crate) fn offered() -> Vec<Offered> {
    page::marked("data-languages").map(|list| parse(&list)).unwrap_or_default()
}

/// One language a line: code, address and name.
fn parse(list: &str) -> Vec<Offered> {
    let offered = |line: &str| {
        let (code, rest) = line.split_once(' ')?;
        let (address, name) = rest.split_once(' ')?;
        Some(Offered { code: code.to_owned(), name: name.to_owned(), address: address.to_owned() })
    };
    list.lines().filter_map(offered).collect()
}

/// Fetches a language and uses it from now on; false where that fails.
pub(crate) async fn load(code: &str) -> bool {
    let Some(language) = offered().into_iter().find(|language| language.code == code) else {
        return false;
    };
    let Ok(bytes) = request(&language.address, None, None).await else { return false };
    let Some(loaded) = String::from_utf8(bytes).ok().and_then(Language::parse) else {
        return false;
    };
    loaded.install();
    page::mark("lang", code);
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_names_one_language_a_line() {
        let offered = parse("de a/de-1.txt Deutsch\npt a/pt-2.txt Português (Brasil)\n\nbroken");
        let names: Vec<&str> = offered.iter().map(|language| language.name.as_str()).collect();
        assert_eq!(names, ["Deutsch", "Português (Brasil)"]);
        assert_eq!(offered[0].address, "a/de-1.txt");
    }
}
