//! Language files: what a translator writes, and what a program loads.
//!
//! ```text
//! # A comment.
//! name = Deutsch
//! plurals = one
//!
//! [menu]
//! START_GAME = SPIEL STARTEN
//! best_of = Bis zu {0} {0|Runde|Runden}
//! ```
//!
//! A section is a module of the catalogue, a key the name of a phrase in it. A phrase that is left
//! out stays English.

use std::fmt;

use crate::english::{ENGLISH, NAMES, NUMBER_ARGS};
use crate::language::{Plurals, SUBJECT};

/// A language file that has been checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compiled {
    /// What the language calls itself.
    pub name: String,
    /// What [`crate::Language::parse`] reads.
    pub text: String,
    /// The phrases that stay English, as `subject.NAME`.
    pub missing: Vec<String>,
}

/// Why a language file cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompileError {
    /// The line, from 1; 0 where the file as a whole lacks something.
    pub line: usize,
    /// What is wrong with it.
    pub reason: &'static str,
}

impl fmt::Display for CompileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.reason)
    }
}

impl std::error::Error for CompileError {}

/// Checks a language file against the catalogue and makes of it what a program loads.
pub fn compile(source: &str) -> Result<Compiled, CompileError> {
    let (mut name, mut plurals) = (None, None);
    let mut texts: Vec<Vec<&str>> = NAMES.iter().map(|(_, names)| vec![""; names.len()]).collect();
    let mut subject = None;
    for (line, text) in (1..).zip(source.lines().map(str::trim)) {
        let wrong = |reason| Err(CompileError { line, reason });
        if text.is_empty() || text.starts_with('#') {
            continue;
        }
        if let Some(section) = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')) {
            subject = NAMES.iter().position(|(module, _)| *module == section);
            if subject.is_none() {
                return wrong("no such section");
            }
            continue;
        }
        let Some((key, value)) = text.split_once('=') else {
            return wrong("expected `NAME = text`");
        };
        let (key, value) = (key.trim(), value.trim());
        match (subject, key) {
            (None, "name") => name = Some(value.to_owned()),
            (None, "plurals") => match Plurals::from_name(value) {
                Some(_) => plurals = Some(value),
                None => return wrong("no such plural rule"),
            },
            (None, _) => return wrong("only `name` and `plurals` come before the first section"),
            (Some(subject), _) => {
                let Some(index) = NAMES[subject].1.iter().position(|name| *name == key) else {
                    return wrong("no such phrase in this section");
                };
                if !texts[subject][index].is_empty() {
                    return wrong("this phrase has been given already");
                }
                let english = ENGLISH[subject].lines().nth(index).unwrap_or_default();
                if slots(value).iter().any(|slot| !slots(english).contains(slot)) {
                    return wrong("it has a slot that the English text lacks");
                }
                if !has_forms_of_numbers_only(value, NUMBER_ARGS[subject][index]) {
                    return wrong("it has forms of an argument that is not a number");
                }
                texts[subject][index] = value;
            }
        }
    }
    let lacks = |reason| CompileError { line: 0, reason };
    let missing = missing(&texts);
    let mut compiled = plurals.ok_or(lacks("`plurals` is missing"))?.to_owned();
    for subject in texts {
        compiled.push(SUBJECT);
        for text in subject {
            compiled.push_str(text);
            compiled.push('\n');
        }
    }
    Ok(Compiled { name: name.ok_or(lacks("`name` is missing"))?, text: compiled, missing })
}

fn missing(texts: &[Vec<&str>]) -> Vec<String> {
    let of_subject = |((subject, names), texts): (&(&str, &[&str]), &Vec<&str>)| {
        let missing = names.iter().zip(texts).filter(|(_, text)| text.is_empty());
        missing.map(|(name, _)| format!("{subject}.{name}")).collect::<Vec<_>>()
    };
    NAMES.iter().zip(texts).flat_map(of_subject).collect()
}

/// Whether a template chooses between forms by numbers only: a text would choose none.
fn has_forms_of_numbers_only(template: &str, numbers: &[bool]) -> bool {
    template.split('{').skip(1).all(|slot| {
        let mut signs = slot.chars();
        let argument = signs.next().and_then(|digit| digit.to_digit(10)).unwrap_or(0);
        signs.next() == Some('}') || numbers.get(argument as usize) == Some(&true)
    })
}

/// The arguments that a template uses.
fn slots(template: &str) -> Vec<char> {
    template.split('{').skip(1).filter_map(|slot| slot.chars().next()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reason(source: &str) -> (usize, &'static str) {
        let error = compile(source).expect_err("it must be refused");
        (error.line, error.reason)
    }

    #[test]
    fn english_has_forms_of_numbers_only() {
        for (english, numbers) in ENGLISH.iter().zip(NUMBER_ARGS) {
            for (text, numbers) in english.lines().zip(*numbers) {
                assert!(has_forms_of_numbers_only(text, numbers), "{text}");
            }
        }
    }

    #[test]
    fn mistakes_are_named_with_their_line() {
        let head = "name = X\nplurals = one\n";
        let with = |rest: &str| reason(&format!("{head}{rest}"));
        assert_eq!(with("[nowhere]"), (3, "no such section"));
        assert_eq!(with("[menu]\nNO_PHRASE = x"), (4, "no such phrase in this section"));
        assert_eq!(with("[menu]\nSTART_GAME"), (4, "expected `NAME = text`"));
        assert_eq!(with("START_GAME = x").0, 3);
        let twice = with("[menu]\nSTART_GAME = x\nSTART_GAME = y");
        assert_eq!(twice, (5, "this phrase has been given already"));
        let slot = with("[menu]\nbest_of = {0} of {1}");
        assert_eq!(slot, (4, "it has a slot that the English text lacks"));
        let forms = with("[replays]\nin_column = {0|a|b} {1|a|b}");
        assert_eq!(forms, (4, "it has forms of an argument that is not a number"));
        assert!(compile(&format!("{head}[replays]\nin_column = {{0}} {{1|a|b}}")).is_ok());
        assert_eq!(reason("plurals = dual"), (1, "no such plural rule"));
        assert_eq!(reason("plurals = one"), (0, "`name` is missing"));
    }
}
