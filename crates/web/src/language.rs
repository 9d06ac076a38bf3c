//! The language of everything on the page.
//!
//! English is part of the app. The other languages that the site carries are named by the page;
//! the script that starts the app fetches the one that the player chose (`static/boot.js`).

use quintet_words::Language;

use crate::page;

/// A language other than English.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Offered {
    /// Its code, as in `de`.
    pub(crate) code: String,
    /// What it calls itself.
    pub(crate) name: String,
}

/// The languages that the site carries besides English.
pub(crate) fn offered() -> Vec<Offered> {
    page::marked("data-languages").map(|list| parse(&list)).unwrap_or_default()
}

/// One language a line: code, address and name.
fn parse(list: &str) -> Vec<Offered> {
    let offered = |line: &str| {
        let mut parts = line.splitn(3, ' ').map(str::to_owned);
        let (code, _) = (parts.next()?, parts.next());
        Some(Offered { code, name: parts.next()? })
    };
    list.lines().filter_map(offered).collect()
}

/// Uses the language that was fetched with the page; false where it is missing.
pub(crate) fn install(code: &str) -> bool {
    let fetched = page::marked("data-words").and_then(Language::parse);
    let found = fetched.is_some();
    if let Some(language) = fetched {
        language.install();
        page::mark("lang", code);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_names_one_language_a_line() {
        let offered = parse("de a/de-1.txt Deutsch\npt a/pt-2.txt Português (Brasil)\n\nbroken");
        let names: Vec<&str> = offered.iter().map(|language| language.name.as_str()).collect();
        assert_eq!(names, ["Deutsch", "Português (Brasil)"]);
        assert_eq!(offered[0].code, "de");
    }
}
