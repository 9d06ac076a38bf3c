//! A language in place of the built-in English.
//!
//! A language is written as a text file that names each phrase ([`crate::compile`]). The build
//! turns it into a list of texts in the catalogue's order, so that the program carries no names.

use std::sync::OnceLock;

use crate::english::{COUNTS, ENGLISH, LATE_ENGLISH};
use crate::phrase::Phrase;

/// Between the subjects of a compiled language.
pub(crate) const SUBJECT: char = '\x1e';

static INSTALLED: OnceLock<Language> = OnceLock::new();
static LATE: OnceLock<&[&str]> = OnceLock::new();

/// Adds the English texts that a program in a browser does not carry from its start, because only
/// its late screens use them. Other programs have them anyway.
pub fn install_late_english() {
    let _ = LATE.set(LATE_ENGLISH);
}

/// How a language chooses the form of a noun by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plurals {
    /// One form for all numbers: Japanese, Turkish.
    Same,
    /// 1, then the others: English, German, Spanish.
    One,
    /// 0 and 1, then the others: French, Portuguese.
    ZeroOne,
    /// 1, 21, 31 …; 2 to 4, 22 to 24 …; the others: Russian, Ukrainian.
    Slavic,
    /// 1; 2 to 4, 22 to 24 …; the others: Polish.
    Polish,
    /// 1; 2 to 4; the others: Czech, Slovak.
    Czech,
}

impl Plurals {
    /// Every rule, and what a language file calls it.
    pub const ALL: [(&str, Plurals); 6] = [
        ("same", Plurals::Same),
        ("one", Plurals::One),
        ("zero-one", Plurals::ZeroOne),
        ("slavic", Plurals::Slavic),
        ("polish", Plurals::Polish),
        ("czech", Plurals::Czech),
    ];

    /// The rule with this name.
    pub fn from_name(name: &str) -> Option<Plurals> {
        Plurals::ALL.iter().find(|(other, _)| *other == name).map(|&(_, rule)| rule)
    }

    /// Which form a number takes; 0 is the first.
    pub fn form(self, number: i64) -> usize {
        let number = number.unsigned_abs();
        let is_few = matches!(number % 10, 2..=4) && !matches!(number % 100, 12..=14);
        match self {
            Plurals::Same => 0,
            Plurals::One => usize::from(number != 1),
            Plurals::ZeroOne => usize::from(number > 1),
            Plurals::Slavic if number % 10 == 1 && number % 100 != 11 => 0,
            Plurals::Polish | Plurals::Czech if number == 1 => 0,
            Plurals::Slavic | Plurals::Polish => {
                if is_few {
                    1
                } else {
                    2
                }
            }
            Plurals::Czech => {
                if matches!(number, 2..=4) {
                    1
                } else {
                    2
                }
            }
        }
    }
}

/// A language that was loaded.
#[derive(Debug)]
pub struct Language {
    plurals: Plurals,
    /// By subject, one text a line; an empty one stands for the English one.
    texts: Vec<&'static str>,
}

impl Language {
    /// Reads a compiled language; none if it does not fit this program's catalogue. Its texts are
    /// kept for as long as the program runs.
    pub fn parse(compiled: String) -> Option<Language> {
        let compiled: &'static str = compiled.leak();
        let (plurals, texts) = compiled.split_once(SUBJECT)?;
        let texts: Vec<&'static str> = texts.split(SUBJECT).collect();
        let lines = |text: &&str| text.matches('\n').count();
        // A build may carry the subject of the terminal, which is the last one, or not.
        let needed = ENGLISH.len() - usize::from(cfg!(feature = "terminal"));
        let fits = texts.len() >= needed
            && texts.iter().map(lines).zip(COUNTS).all(|(own, all)| own == *all);
        Some(Language { plurals: Plurals::from_name(plurals)?, texts }).filter(|_| fits)
    }

    /// Uses this language from now on. Only the first call of a program counts, so that no two
    /// texts on a screen are in different languages.
    pub fn install(self) {
        let _ = INSTALLED.set(self);
    }
}

pub(crate) fn text(phrase: Phrase) -> &'static str {
    let own = INSTALLED.get().map_or("", |language| line(&language.texts, phrase));
    let english = || Some(line(ENGLISH, phrase)).filter(|text| !text.is_empty());
    let late = || LATE.get().map_or("", |late| line(late, phrase));
    if own.is_empty() { english().unwrap_or_else(late) } else { own }
}

fn line(texts: &[&'static str], Phrase { subject, index }: Phrase) -> &'static str {
    let texts = texts.get(subject as usize).copied().unwrap_or_default();
    texts.split('\n').nth(index.into()).unwrap_or_default()
}

pub(crate) fn plural(number: i64) -> usize {
    INSTALLED.get().map_or(Plurals::One, |language| language.plurals).form(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The app is built without the terminal's subject, the tool that compiles languages with it.
    #[test]
    fn a_language_fits_with_and_without_the_terminals_subject() {
        let blank = |subject: &&str| format!("{SUBJECT}{}", "\n".repeat(subject.lines().count()));
        let whole: String = ENGLISH.iter().map(blank).collect();
        let with = |texts: &str| Language::parse(format!("one{texts}")).is_some();
        assert!(with(&whole));
        assert!(with(&format!("{whole}{SUBJECT}\n\n")));
        let needed = ENGLISH.len() - usize::from(cfg!(feature = "terminal"));
        assert!(with(&ENGLISH[..needed].iter().map(blank).collect::<String>()));
        assert!(!with(&ENGLISH[..needed - 1].iter().map(blank).collect::<String>()));
        assert!(!with(&whole.replacen('\n', "", 1)), "another version's texts");
    }

    #[test]
    fn each_rule_knows_its_forms() {
        let forms = |rule: Plurals, numbers: &[i64]| -> Vec<usize> {
            numbers.iter().map(|&number| rule.form(number)).collect()
        };
        assert_eq!(forms(Plurals::Same, &[0, 1, 2]), [0, 0, 0]);
        assert_eq!(forms(Plurals::One, &[0, 1, -1, 2]), [1, 0, 0, 1]);
        assert_eq!(forms(Plurals::ZeroOne, &[0, 1, 2]), [0, 0, 1]);
        assert_eq!(forms(Plurals::Slavic, &[1, 21, 11, 3, 24, 13, 5, 0]), [0, 0, 2, 1, 1, 2, 2, 2]);
        assert_eq!(forms(Plurals::Polish, &[1, 21, 22, 12, 5]), [0, 2, 1, 2, 2]);
        assert_eq!(forms(Plurals::Czech, &[1, 2, 5, 22]), [0, 1, 2, 2]);
    }
}
