//! Names that can be shown to others.

use quintet_protocol::Refusal;
use quintet_protocol::limits::MAX_NAME_CHARS;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use unicode_security::confusable_detection::skeleton;
use unicode_security::general_security_profile::IdentifierType;
use unicode_security::{GeneralSecurityProfile, RestrictionLevel, RestrictionLevelDetection as _};

/// The name of a player who has chosen none that can be shown: clients say what they call such a
/// player.
pub(crate) const NAMELESS: &str = "";
/// The most marks on one letter; some languages need two.
const MAX_MARKS: usize = 2;
/// What may stand in a name besides letters, digits and single spaces. `#` begins the tag.
const PUNCTUATION: &str = "-_.'!?+*";
/// Words that belong to bots and the server, wherever they stand in a name.
const RESERVED_ANYWHERE: [&str; 2] = ["server", "quintet"];

/// The name as it is shown, with single spaces and not too long, or why it cannot be.
pub(crate) fn check(name: &str) -> Result<String, Refusal> {
    let composed: String =
        name.nfc().map(|letter| if letter.is_whitespace() { ' ' } else { letter }).collect();
    let words: Vec<&str> = composed.split(' ').filter(|word| !word.is_empty()).collect();
    let short: String = words.join(" ").chars().take(MAX_NAME_CHARS).collect();
    let name = short.trim_end();
    if name.is_empty() {
        return Ok(NAMELESS.to_owned());
    }
    check_letters(name)?;
    let letters: String = name.chars().filter(|&letter| !is_punctuation(letter)).collect();
    if !letters.chars().any(char::is_alphanumeric) {
        return Err(Refusal::NameSymbols);
    }
    if is_reserved(name) {
        return Err(Refusal::NameReserved);
    }
    // One script, or one of East Asia with Latin letters.
    if !letters.as_str().check_restriction_level(RestrictionLevel::HighlyRestrictive) {
        return Err(Refusal::NameMixed);
    }
    Ok(name.to_owned())
}

fn is_punctuation(letter: char) -> bool {
    letter == ' ' || PUNCTUATION.contains(letter)
}

fn check_letters(name: &str) -> Result<(), Refusal> {
    let (mut marks, mut before) = (0, ' ');
    for letter in name.chars() {
        if is_combining_mark(letter) {
            marks += 1;
            let has_base = before.is_alphanumeric() || is_combining_mark(before);
            let is_fit = has_base && letter != before && letter.identifier_allowed();
            if marks > MAX_MARKS || !is_fit {
                return Err(Refusal::NameStacked);
            }
        } else {
            marks = 0;
            if is_invisible(letter) {
                return Err(Refusal::NameInvisible);
            }
            if !(is_punctuation(letter) || letter.is_alphanumeric() && letter.identifier_allowed())
            {
                return Err(Refusal::NameSymbols);
            }
        }
        before = letter;
    }
    Ok(())
}

fn is_invisible(letter: char) -> bool {
    let by_type = letter.identifier_type() == Some(IdentifierType::Default_Ignorable);
    // Joiners are ordinary in some scripts, but show nothing by themselves; the blank Braille
    // pattern is a symbol that shows nothing.
    by_type
        || letter.is_control()
        || matches!(letter, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2800}' | '\u{feff}')
        || matches!(letter, '\u{2060}'..='\u{206f}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
}

/// Whether a name could be mistaken for a bot's or the server's.
fn is_reserved(name: &str) -> bool {
    // Some letters look like a Latin one only in one case.
    [name.to_lowercase(), name.to_uppercase()].iter().any(|name| {
        let plain = plain(name);
        plain.starts_with("bot")
            || plain.ends_with("bot")
            || plain.ends_with("bots")
            || RESERVED_ANYWHERE.iter().any(|word| plain.contains(word))
    })
}

/// The small Latin letters that a name looks like, without marks and punctuation.
fn plain(name: &str) -> String {
    let letters = skeleton(name).filter(|&letter| !is_combining_mark(letter));
    letters.flat_map(char::to_lowercase).filter_map(read_as_letter).collect()
}

/// The letter that a digit or a symbol is read as; none for punctuation. The table of look-alikes
/// does not have these: they do not look alike, people only write so.
fn read_as_letter(letter: char) -> Option<char> {
    Some(match letter {
        '0' => 'o',
        '3' | 'є' | 'ɛ' => 'e',
        '5' | '$' => 's',
        '6' | '8' | 'ß' | 'β' | 'ʙ' | 'б' | 'ь' | 'þ' => 'b',
        '7' | '+' | 'т' | 'ᴛ' | 'τ' => 't',
        '1' | '!' | 'l' | '|' | 'ı' => 'i',
        'п' | 'ᴨ' | 'η' => 'n',
        'г' | 'ґ' => 'r',
        'ц' | 'μ' => 'u',
        '9' => 'q',
        letter if letter.is_alphanumeric() => letter,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinary_names_stay_as_they_are() {
        for name in [
            "Ada",
            "Jörg",
            "Anna-Lena 3",
            "Мария",
            "李小龍",
            "Abbott",
            "Iván",
            "O'Neill",
            "हिंदी",
            "Nguyễn",
            "Ελένη",
            "さくら",
            "محمد",
            "Łukasz",
            "สมชาย",
            "林 Lin",
        ] {
            assert_eq!(check(name), Ok(name.to_owned()), "{name}");
        }
        assert_eq!(check("Jo\u{308}rg"), Ok("Jörg".to_owned()), "one way to write it");
    }

    #[test]
    fn spaces_are_single_and_what_is_too_long_is_cut() {
        assert_eq!(check("  Ada\n\t B  "), Ok("Ada B".to_owned()));
        assert_eq!(check(&"x".repeat(40)), Ok("x".repeat(MAX_NAME_CHARS)));
        assert_eq!(check(""), Ok(NAMELESS.to_owned()));
        assert_eq!(check(" \u{3000}"), Ok(NAMELESS.to_owned()));
    }

    #[test]
    fn each_refusal_has_its_reason() {
        for (name, reason) in [
            ("A\u{202e}da", Refusal::NameInvisible),
            ("Ad\u{200b}a", Refusal::NameInvisible),
            ("Ada\0", Refusal::NameInvisible),
            ("\u{3164}Ada", Refusal::NameInvisible),
            ("Ada\u{2800}", Refusal::NameInvisible),
            ("\u{1b}[31mred", Refusal::NameInvisible),
            ("A\u{301}\u{302}\u{304}\u{306}da", Refusal::NameStacked),
            ("x\u{302}\u{302}", Refusal::NameStacked),
            ("Ada\u{20dd}", Refusal::NameStacked),
            ("\u{301}Ada", Refusal::NameStacked),
            ("---", Refusal::NameSymbols),
            ("Ada#4821", Refusal::NameSymbols),
            ("Ada\u{1f600}", Refusal::NameSymbols),
            ("𝐀da", Refusal::NameSymbols),
            ("Ａｄａ", Refusal::NameSymbols),
            ("Аda", Refusal::NameMixed),
            ("Αda", Refusal::NameMixed),
        ] {
            assert_eq!(check(name), Err(reason), "{name:?}");
        }
    }

    #[test]
    fn nobody_is_called_like_a_bot_or_the_server() {
        for name in [
            "bot",
            "BOT",
            "B0T",
            "b.o.t",
            "8ot",
            "Вot",
            "воt",
            "вот",
            "ΒΟΤ",
            "Bot 7000",
            "QuintetBot",
            "ß0+",
            "server",
            "S3rver",
            "5erv3r",
            "The Server",
            "ѕеrvеr",
            "SERVER!",
            "bóť",
            "Qu1ntet",
            "Quıntet",
            "bøt",
        ] {
            assert_eq!(check(name), Err(Refusal::NameReserved), "{name}");
        }
        assert!(check("ｂｏｔ").is_err());
    }
}
