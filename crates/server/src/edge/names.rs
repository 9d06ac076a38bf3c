//! Names that can be shown to others.

use quintet_protocol::limits::MAX_NAME_CHARS;

/// The name of a player whose own name cannot be shown.
pub(crate) const NAMELESS: &str = "Player";

/// Cleans a name: no control or invisible characters, single spaces, not too long, and nothing that
/// could be mistaken for a bot or the server.
pub(crate) fn clean(name: &str) -> String {
    let visible: String = name
        .chars()
        .map(|letter| if letter.is_whitespace() { ' ' } else { letter })
        .filter(|&letter| is_fit(letter))
        .collect();
    let single: Vec<&str> = visible.split(' ').filter(|word| !word.is_empty()).collect();
    let short: String = single.join(" ").chars().take(MAX_NAME_CHARS).collect();
    let name = short.trim_end();
    if name.chars().any(char::is_alphanumeric) && !is_reserved(name) {
        name.to_owned()
    } else {
        NAMELESS.to_owned()
    }
}

/// Letters, digits and a little punctuation, of any script, in its ordinary form.
fn is_fit(letter: char) -> bool {
    let is_odd_form = matches!(
        letter,
        // Enclosed, superscript, mathematical and full-width forms only serve to look alike.
        '\u{2070}'..='\u{218f}' | '\u{2460}'..='\u{24ff}' | '\u{ff00}'..='\u{ffef}'
        | '\u{1d400}'..='\u{1d7ff}' | '\u{1f100}'..='\u{1f1ff}'
        | '\u{2c60}'..='\u{2c7f}' | '\u{a720}'..='\u{a7ff}' | '\u{1d00}'..='\u{1dbf}'
        | '\u{250}'..='\u{2ff}' | '\u{e0000}'..='\u{e0fff}'
    );
    !is_odd_form && (letter.is_alphanumeric() || " -_.'!?#+*".contains(letter))
}

/// Whether a name could be mistaken for a bot's or the server's.
fn is_reserved(name: &str) -> bool {
    let plain: String = name.chars().filter_map(look).collect();
    plain.starts_with("bot")
        || plain.ends_with("bot")
        || plain.ends_with("bots")
        || plain.contains("server")
        || plain.contains("quintet")
}

/// The small Latin letter that a character looks like; none for punctuation.
fn look(letter: char) -> Option<char> {
    let letter = letter.to_lowercase().next().unwrap_or(letter);
    Some(match letter {
        '0' | 'ö' | 'ó' | 'ò' | 'ô' | 'õ' | 'ø' | 'ō' | 'ő' | 'ŏ' | 'о' | 'ο' | 'օ' | 'ό' | 'º'
        | 'ơ' | 'ǒ' | 'ọ' | 'ӧ' => 'o',
        '3' | 'é' | 'è' | 'ê' | 'ë' | 'ē' | 'ė' | 'ę' | 'ě' | 'ĕ' | 'е' | 'ё' | 'ε' | 'έ' | 'є' => {
            'e'
        }
        '5' | '$' | 'ś' | 'š' | 'ş' | 'ŝ' | 'ș' | 'ѕ' => 's',
        '8' | '6' | 'ß' | 'в' | 'ь' | 'б' | 'β' | 'Ь' | 'ƀ' | 'ƅ' | 'þ' => 'b',
        '7' | '+' | 'ţ' | 'ť' | 'ț' | 'ŧ' | 'т' | 'τ' | 'ƭ' => 't',
        'ŕ' | 'ř' | 'ŗ' | 'г' | 'ґ' => 'r',
        'ѵ' | 'ν' | 'υ' | 'ṽ' => 'v',
        '1' | '!' | 'í' | 'ì' | 'î' | 'ï' | 'ı' | 'і' | 'ї' | 'ι' | 'l' | '|' => 'i',
        'ñ' | 'ń' | 'ň' | 'п' | 'η' => 'n',
        'ú' | 'ù' | 'û' | 'ü' | 'ū' | 'ц' | 'џ' | 'μ' => 'u',
        'ԛ' | '9' => 'q',
        letter if letter.is_alphanumeric() => letter,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinary_names_stay_as_they_are() {
        for name in ["Ada", "Jörg", "Anna-Lena 3", "Мария", "李小龍", "Abbott", "Iván", "O'Neill"]
        {
            assert_eq!(clean(name), name);
        }
    }

    #[test]
    fn what_cannot_be_seen_goes_and_what_is_too_long_is_cut() {
        assert_eq!(clean("  A\u{202e}d\u{200b}a\n\t B\0 "), "Ada B");
        assert_eq!(clean("\u{1b}[31mred"), "31mred");
        assert_eq!(clean(&"x".repeat(40)), "x".repeat(MAX_NAME_CHARS));
        assert_eq!(clean("---"), NAMELESS);
        assert_eq!(clean(""), NAMELESS);
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
            "Bot 7000",
            "QuintetBot",
            "ß0+",
            "ｂｏｔ",
            "server",
            "S3rver",
            "5erv3r",
            "The Server",
            "ѕеrvеr",
            "SERVER!",
            "bóť",
        ] {
            assert_eq!(clean(name), NAMELESS, "{name}");
        }
    }
}
