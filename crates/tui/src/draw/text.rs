//! Words, frames and menus.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::Look;
use super::palette::{ACCENT, DIM, TEXT, reduced};

/// Writes text at a position, clipped to `width` characters and to the screen.
pub(crate) fn put(
    buffer: &mut Buffer,
    place: (u16, u16),
    words: impl AsRef<str>,
    width: usize,
    style: Style,
) {
    if buffer.area.contains(place.into()) {
        buffer.set_stringn(place.0, place.1, words, width, style);
    }
}

/// Words in the middle of a line of an area.
pub(crate) fn centred(buffer: &mut Buffer, area: Rect, y: u16, words: &str, style: Style) {
    if y < area.bottom() {
        let width = (words.chars().count() as u16).min(area.width);
        let x = area.x + (area.width - width) / 2;
        put(buffer, (x, y), words, usize::from(area.width), style);
    }
}

/// Words from the left of a line.
pub(crate) fn line(buffer: &mut Buffer, area: Rect, y: u16, words: &str, style: Style) {
    if y < area.bottom() {
        put(buffer, (area.x, y), words, usize::from(area.width), style);
    }
}

/// A frame around an area, which is emptied.
pub(crate) fn frame(buffer: &mut Buffer, area: Rect, style: Style) {
    let area = area.intersection(buffer.area);
    if area.width < 2 || area.height < 2 {
        return;
    }
    for y in area.y..area.bottom() {
        for x in area.x..area.right() {
            buffer[(x, y)].reset();
        }
    }
    let (left, right) = (area.x, area.right() - 1);
    let (top, bottom) = (area.y, area.bottom() - 1);
    for x in left..=right {
        buffer[(x, top)].set_char('─').set_style(style);
        buffer[(x, bottom)].set_char('─').set_style(style);
    }
    for y in top..=bottom {
        buffer[(left, y)].set_char('│').set_style(style);
        buffer[(right, y)].set_char('│').set_style(style);
    }
    for (x, y, corner) in
        [(left, top, '┌'), (right, top, '┐'), (left, bottom, '└'), (right, bottom, '┘')]
    {
        buffer[(x, y)].set_char(corner).set_style(style);
    }
}

/// A centred menu with one line selected. If not all lines fit, those around the selected one are
/// shown, and arrows tell that there are more above or below.
pub(crate) fn menu(buffer: &mut Buffer, area: Rect, rows: &[String], chosen: usize) {
    let height = usize::from(area.height).max(1);
    let first = (chosen + 1).saturating_sub(height).min(rows.len().saturating_sub(height));
    for ((index, row), y) in rows.iter().enumerate().skip(first).zip(area.y..area.bottom()) {
        let is_chosen = index == chosen;
        let style = if is_chosen {
            Style::new().fg(ACCENT).add_modifier(Modifier::BOLD)
        } else {
            Style::new().fg(TEXT)
        };
        let words = if is_chosen { format!("> {row} <") } else { row.clone() };
        centred(buffer, area, y, &words, style);
    }
    let mut point = |y: u16, arrow: &str, is_there: bool| {
        if is_there && area.width > 0 && area.height > 0 {
            put(buffer, (area.right() - 1, y), arrow, 1, Style::new().fg(DIM));
        }
    };
    point(area.y, "↑", first > 0);
    point(area.bottom().saturating_sub(1), "↓", first + height < rows.len());
}

/// A text in lines of at most this width, broken between words.
pub(crate) fn wrap(words: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in words.split_whitespace() {
        let last = lines.last_mut().expect("there is at least one line");
        let length = last.chars().count();
        if length > 0 && length + 1 + word.chars().count() > width {
            lines.push(word.to_owned());
        } else {
            if length > 0 {
                last.push(' ');
            }
            last.push_str(word);
        }
    }
    lines
}

/// Reduces everything that was drawn to the terminal's colours and characters.
pub(crate) fn finish(buffer: &mut Buffer, look: &Look) {
    for cell in &mut buffer.content {
        let style = reduced(cell.style(), look);
        cell.set_style(style);
        if !look.unicode
            && let Some(sign) = cell.symbol().chars().next().filter(|sign| !sign.is_ascii())
        {
            cell.set_char(plain(sign));
        }
    }
}

/// The ASCII replacement of a character.
const fn plain(sign: char) -> char {
    match sign {
        '─' | '–' | '—' => '-',
        '│' => '|',
        '┌' | '┐' | '└' | '┘' => '+',
        '←' | '◂' => '<',
        '→' | '▸' => '>',
        '↑' => '^',
        '↓' => 'v',
        '×' => 'x',
        '★' => '*',
        '·' | '…' => '.',
        '█' | '▀' | '▄' | '▓' | '▅' | '▆' | '▇' => '#',
        '▁' | '▂' | '▃' => '_',
        '▒' => '%',
        '░' => ':',
        _ => '?',
    }
}

/// Key hints, separated by three spaces, as many as fit into a width. The last hint, the way out, is
/// dropped last.
pub(crate) fn fitting_keys(keys: &str, width: usize) -> String {
    const GAP: &str = "   ";
    let mut hints: Vec<&str> = keys.split(GAP).collect();
    loop {
        let line = hints.join(GAP);
        if line.chars().count() <= width || hints.len() == 1 {
            return line;
        }
        hints.remove(hints.len() - 2);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui::buffer::Cell;

    #[test]
    fn keys_that_do_not_fit_are_left_out_whole() {
        let keys = "↑↓ choose   Enter confirm   Esc back";
        assert_eq!(fitting_keys(keys, 36), keys);
        assert_eq!(fitting_keys(keys, 35), "↑↓ choose   Esc back");
        assert_eq!(fitting_keys(keys, 12), "Esc back");
        assert_eq!(fitting_keys(keys, 3), "Esc back");
        assert_eq!(fitting_keys("", 3), "");
    }

    #[test]
    fn texts_are_broken_between_words() {
        assert_eq!(wrap("one two three", 7), ["one two", "three"]);
        assert_eq!(wrap("", 7), [""]);
        assert_eq!(wrap("immovable", 3), ["immovable"]);
    }

    #[test]
    fn a_long_menu_shows_what_is_around_the_choice() {
        let rows: Vec<String> = (0..9).map(|row| row.to_string()).collect();
        let area = Rect::new(0, 0, 5, 3);
        let mut buffer = Buffer::empty(area);
        menu(&mut buffer, area, &rows, 8);
        let lines: Vec<String> = buffer
            .content
            .chunks(5)
            .map(|row| row.iter().map(Cell::symbol).collect::<String>())
            .collect();
        assert_eq!(lines, ["  6 ↑", "  7  ", "> 8 <"]);
        let mut buffer = Buffer::empty(area);
        menu(&mut buffer, area, &rows, 1);
        let last = buffer.content[10..].iter().map(Cell::symbol).collect::<String>();
        assert_eq!(last, "  2 ↓");
    }
}
