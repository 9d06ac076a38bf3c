//! A phrase of the catalogue, and how its slots are filled.
//!
//! `{0}` in a template is the first argument. `{0|life|lives}` is the form for that number by the
//! language's plural rule, `{0#st|nd|rd|th}` the form of an English ordinal. A `u64` is a quantity,
//! printed with a separator between thousands; other numbers are printed plainly.

use std::fmt::{self, Write};
use std::ops::Deref;

use crate::english::Subject;
use crate::{language, numbers};

/// A phrase of the catalogue. It reads as its text in the installed language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Phrase {
    pub(crate) subject: Subject,
    pub(crate) index: u8,
}

impl Phrase {
    pub(crate) const fn new(subject: Subject, index: u8) -> Phrase {
        Phrase { subject, index }
    }

    /// The words in the installed language.
    #[inline(never)]
    pub fn text(self) -> &'static str {
        language::text(self)
    }

    /// The words with their slots filled.
    #[inline(never)]
    pub(crate) fn fill<T: Write + Default>(self, args: &[Arg<'_>]) -> T {
        let mut filled = T::default();
        // A text of fixed length keeps what fits.
        let _ = fill(self.text(), args, &mut filled);
        filled
    }
}

impl Deref for Phrase {
    type Target = str;

    fn deref(&self) -> &'static str {
        self.text()
    }
}

impl fmt::Display for Phrase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

impl From<Phrase> for String {
    fn from(phrase: Phrase) -> String {
        phrase.text().to_owned()
    }
}

/// What fills a slot.
#[derive(Clone, Copy)]
pub(crate) enum Arg<'a> {
    Number(i64),
    Quantity(u64),
    Text(&'a str),
}

/// A type of argument, as language files have to know it.
pub(crate) trait Argument {
    /// Whether it chooses between forms.
    const IS_NUMBER: bool;
}

impl Argument for &str {
    const IS_NUMBER: bool = false;
}

impl Argument for Phrase {
    const IS_NUMBER: bool = false;
}

impl Argument for u8 {
    const IS_NUMBER: bool = true;
}

impl Argument for u32 {
    const IS_NUMBER: bool = true;
}

impl Argument for i64 {
    const IS_NUMBER: bool = true;
}

impl Argument for u64 {
    const IS_NUMBER: bool = true;
}

impl<'a> From<&'a str> for Arg<'a> {
    fn from(text: &'a str) -> Arg<'a> {
        Arg::Text(text)
    }
}

impl From<Phrase> for Arg<'_> {
    fn from(phrase: Phrase) -> Self {
        Arg::Text(phrase.text())
    }
}

impl From<i64> for Arg<'_> {
    fn from(number: i64) -> Self {
        Arg::Number(number)
    }
}

impl From<u32> for Arg<'_> {
    fn from(number: u32) -> Self {
        Arg::Number(number.into())
    }
}

impl From<u64> for Arg<'_> {
    fn from(number: u64) -> Self {
        Arg::Quantity(number)
    }
}

impl From<u8> for Arg<'_> {
    fn from(number: u8) -> Self {
        Arg::Number(number.into())
    }
}

fn fill(template: &str, args: &[Arg<'_>], out: &mut dyn Write) -> fmt::Result {
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        let (slot, after) = after.split_once('}').unwrap_or((after, ""));
        out.write_str(before)?;
        fill_slot(slot, args, out)?;
        rest = after;
    }
    out.write_str(rest)
}

fn fill_slot(slot: &str, args: &[Arg<'_>], out: &mut dyn Write) -> fmt::Result {
    let signs = slot.as_bytes();
    let index = signs.first().map_or(0, |digit| digit.wrapping_sub(b'0'));
    let Some(arg) = args.get(usize::from(index)) else { return Ok(()) };
    let (rule, forms) = (signs.get(1), slot.get(2..).unwrap_or_default());
    let number = match (rule, *arg) {
        (None, Arg::Number(number)) => return write!(out, "{number}"),
        (None, Arg::Quantity(number)) => return out.write_str(&numbers::thousands(number)),
        (None, Arg::Text(text)) => return out.write_str(text),
        (Some(_), Arg::Number(number)) => number,
        (Some(_), Arg::Quantity(number)) => number.try_into().unwrap_or(i64::MAX),
        (Some(_), Arg::Text(_)) => return Ok(()),
    };
    let chosen = if rule == Some(&b'#') { ordinal(number) } else { language::plural(number) };
    out.write_str(form(forms, chosen))
}

/// One of the forms; the last where there are fewer.
fn form(forms: &str, number: usize) -> &str {
    let mut chosen = "";
    for (index, form) in forms.split('|').enumerate() {
        chosen = form;
        if index == number {
            break;
        }
    }
    chosen
}

/// Which of the forms `st`, `nd`, `rd`, `th` an English ordinal has.
fn ordinal(number: i64) -> usize {
    match (number % 10, number % 100) {
        (1, teen) if teen != 11 => 0,
        (2, teen) if teen != 12 => 1,
        (3, teen) if teen != 13 => 2,
        _ => 3,
    }
}

/// Defines the phrases of a subject: `NAME = "text";` and
/// `name(argument: type, …) -> String = "text with {0}";`.
macro_rules! phrases {
    ($subject:ident;
        $($(#[$doc:meta])* $name:ident $(($($arg:ident: $kind:ty),+) -> $out:ty)? = $text:literal;)+
    ) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms, reason = "a variant is called what the phrase is called")]
        enum Id { $($name),+ }

        /// The phrases' names, as language files use them.
        pub(super) const NAMES: &[&str] = &[$(stringify!($name)),+];
        /// Which of their arguments are numbers.
        pub(super) const NUMBER_ARGS: &[&[bool]] =
            &[$(&[$($(<$kind as $crate::phrase::Argument>::IS_NUMBER),+)?]),+];
        /// Their English texts, one per line: an array would cost a pointer for each.
        pub(super) const ENGLISH: &str = concat!($($text, "\n"),+);

        $(phrases!(@item $subject $(#[$doc])* $name $(($($arg: $kind),+) -> $out)?);)+
    };
    (@item $subject:ident $(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        pub const $name: $crate::Phrase = $crate::Phrase::new(
            $crate::english::Subject::$subject,
            Id::$name as u8,
        );
    };
    (@item $subject:ident $(#[$doc:meta])* $name:ident ($($arg:ident: $kind:ty),+) -> $out:ty) => {
        $(#[$doc])*
        pub fn $name($($arg: $kind),+) -> $out {
            $crate::Phrase::new($crate::english::Subject::$subject, Id::$name as u8)
                .fill(&[$($crate::phrase::Arg::from($arg)),+])
        }
    };
}
pub(crate) use phrases;

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(template: &str, args: &[Arg<'_>]) -> String {
        let mut out = String::new();
        fill(template, args, &mut out).expect("a string takes everything");
        out
    }

    #[test]
    fn slots_take_numbers_texts_and_forms_in_any_order() {
        let args = [Arg::Number(1), Arg::Text("Ada")];
        assert_eq!(filled("{1}: {0} {0|row|rows}", &args), "Ada: 1 row");
        assert_eq!(filled("{0|row|rows}", &[Arg::Number(0)]), "rows");
        assert_eq!(filled("{0|row|rows}", &[Arg::Number(-2)]), "rows");
        assert_eq!(filled("no slot", &args), "no slot");
    }

    #[test]
    fn a_quantity_has_separators_and_takes_forms() {
        let points = |count| filled("{0} {0|point|points}", &[Arg::Quantity(count)]);
        assert_eq!(points(1), "1 point");
        assert_eq!(points(12_450), "12,450 points");
        assert_eq!(points(u64::MAX), "18,446,744,073,709,551,615 points");
    }

    #[test]
    fn a_template_that_asks_for_more_than_there_is_shows_the_rest() {
        assert_eq!(filled("{7}a{0", &[Arg::Text("b")]), "ab");
        assert_eq!(filled("{0|one|many}", &[Arg::Text("b")]), "");
    }
}
