//! A word in block letters, each block a cell of the game.

use crate::dom::{El, drawing, el};

/// Rows of a letter, and a row below for its shadow.
const ROWS: usize = 5;

/// A letter's rows, top first; `#` is a block.
fn letter(letter: char) -> [&'static str; ROWS] {
    match letter {
        'A' => [".##.", "#..#", "####", "#..#", "#..#"],
        'B' => ["###.", "#..#", "###.", "#..#", "###."],
        'D' => ["###.", "#..#", "#..#", "#..#", "###."],
        'E' => ["####", "#...", "###.", "#...", "####"],
        'F' => ["####", "#...", "###.", "#...", "#..."],
        'I' => ["###", ".#.", ".#.", ".#.", "###"],
        'L' => ["#...", "#...", "#...", "#...", "####"],
        'M' => ["#...#", "##.##", "#.#.#", "#...#", "#...#"],
        'N' => ["#...#", "##..#", "#.#.#", "#..##", "#...#"],
        'O' => [".##.", "#..#", "#..#", "#..#", ".##."],
        'P' => ["###.", "#..#", "###.", "#...", "#..."],
        'Q' => [".##.", "#..#", "#..#", "#.##", ".###"],
        'R' => ["###.", "#..#", "###.", "#.#.", "#..#"],
        'S' => [".###", "#...", ".##.", "...#", "###."],
        'T' => ["#####", "..#..", "..#..", "..#..", "..#.."],
        'U' => ["#..#", "#..#", "#..#", "#..#", ".##."],
        _ => ["", "", "", "", ""],
    }
}

/// The blocks of a word as (column, row), and how many columns it takes.
fn blocks(word: &str) -> (Vec<(usize, usize)>, usize) {
    let mut blocks = Vec::new();
    let mut left = 0;
    for rows in word.chars().map(letter) {
        for (y, row) in rows.iter().enumerate() {
            let filled = row.char_indices().filter(|&(_, cell)| cell == '#');
            blocks.extend(filled.map(|(x, _)| (left + x, y)));
        }
        left += rows[0].len() + 1;
    }
    (blocks, left.saturating_sub(1))
}

/// An SVG path of one square a block, inset or shifted by hundredths of a block.
fn path(blocks: &[(usize, usize)], shift: i32, inset: i32, width: i32, height: i32) -> String {
    let squares = blocks.iter().map(|&(x, y)| {
        let place = |cell: usize| cell as i32 * 100 + shift + inset;
        format!("M{} {}h{width}v{height}h-{width}z", place(x), place(y))
    });
    squares.collect()
}

/// The title of a start screen: a word, in capitals.
pub(crate) fn banner(word: &str) -> El {
    title("banner", word, |blocks| vec![("banner-face", path(blocks, 0, 4, 92, 92))])
}

/// The app's own name, each letter in the colour of a piece.
pub(crate) fn wordmark(word: &str) -> El {
    title("banner wordmark", word, |_| {
        let mut left = 0;
        let letters = word.chars().map(|sign| {
            let (mut letter, columns) = blocks(sign.encode_utf8(&mut [0; 4]));
            for (x, _) in &mut letter {
                *x += left;
            }
            left += columns + 1;
            ("banner-face", path(&letter, 0, 4, 92, 92))
        });
        letters.collect()
    })
}

type Layers = Vec<(&'static str, String)>;

fn title(class: &str, word: &str, faces: impl FnOnce(&[(usize, usize)]) -> Layers) -> El {
    let (blocks, columns) = blocks(word);
    let view_box = format!("-8 -8 {} {}", columns * 100 + 42, ROWS * 100 + 42);
    let mut layers = vec![("banner-shadow", path(&blocks, 26, 0, 100, 100))];
    layers.extend(faces(&blocks));
    layers.push(("banner-light", path(&blocks, 0, 4, 92, 12)));
    layers.push(("banner-core", path(&blocks, 0, 24, 52, 52)));
    let layers: Vec<_> = layers.iter().map(|(class, path)| (*class, path.as_str())).collect();
    el("h1", class).child(el("span", "unseen").text(word)).child(drawing(&view_box, &layers))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::GAMES;

    #[test]
    fn every_game_can_be_spelt() {
        let words = GAMES.iter().map(|game| game.banner).chain([quintet_words::menu::QUINTET]);
        for word in words {
            for sign in word.chars() {
                assert!(!letter(sign)[0].is_empty(), "{sign} of {word}");
            }
        }
    }

    #[test]
    fn letters_stand_one_column_apart() {
        let (blocks, columns) = blocks("TI");
        assert_eq!(columns, 5 + 1 + 3);
        assert!(blocks.contains(&(0, 0)) && blocks.contains(&(6, 0)));
        assert!(!blocks.iter().any(|&(x, _)| x == 5));
    }
}
