//! Requirement tracing: every claimed row of `docs/spec` is cited by a test, and every citation exists.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::process::root;
use crate::step::Done;

/// The first letter of an ID names the game.
const GAME_LETTERS: &str = "MDBSF";
const SOURCE_ENDINGS: [&str; 5] = ["rs", "ts", "js", "mjs", "py"];
const TEST_FOLDERS: [&str; 2] = ["tests", "e2e"];
/// Not our sources; and xtask, whose own tests cite rows that do not exist.
const SKIPPED_FOLDERS: [&str; 4] = ["target", "node_modules", "dist", "xtask"];

/// One requirement.
#[derive(Debug, PartialEq, Eq)]
struct Row {
    id: String,
    kind: String,
}

/// A game of `docs/spec/README.md`, its rows, and the kinds of row that are claimed to be tested.
struct Game {
    name: String,
    rows: Vec<Row>,
    claimed: Vec<String>,
}

impl Game {
    fn claimed_rows(&self) -> impl Iterator<Item = &Row> {
        self.rows.iter().filter(|row| self.claimed.contains(&row.kind))
    }
}

/// Traces this repository.
pub(crate) fn trace_repository() -> Result<Done, String> {
    let games = read_games(&root().join("docs/spec"))?;
    let mut citations = BTreeMap::new();
    collect_citations(root(), Path::new(""), &mut citations)?;
    trace(&games, &citations).map(Done::Ran)
}

/// The counts of every game, or every row without a test and every citation without a row.
fn trace(games: &[Game], citations: &BTreeMap<String, String>) -> Result<String, String> {
    let known: BTreeSet<&str> =
        games.iter().flat_map(|game| game.rows.iter().map(|row| row.id.as_str())).collect();
    let mut counts = Vec::new();
    let mut faults = Vec::new();
    for game in games {
        let cited = |row: &&Row| citations.contains_key(&row.id);
        counts.push(format!(
            "{:<9} {:>3} of {:>3} claimed rows cited, {:>3} of {:>3} in all",
            game.name,
            game.claimed_rows().filter(cited).count(),
            game.claimed_rows().count(),
            game.rows.iter().filter(cited).count(),
            game.rows.len(),
        ));
        let untested: Vec<&str> =
            game.claimed_rows().filter(|row| !cited(row)).map(|row| row.id.as_str()).collect();
        if !untested.is_empty() {
            faults.push(format!("cited by no test: {}", untested.join(" ")));
        }
    }
    for (id, file) in citations {
        if !known.contains(id.as_str()) {
            faults.push(format!("{id}, cited in {file}, is not a requirement"));
        }
    }
    if faults.is_empty() {
        Ok(counts.join("\n"))
    } else {
        faults.append(&mut counts);
        Err(faults.join("\n"))
    }
}

/// The games that the spec's README lists with their claims, each with the rows of its own file.
fn read_games(folder: &Path) -> Result<Vec<Game>, String> {
    let mut games = Vec::new();
    for (name, claimed) in parse_claims(&read(&folder.join("README.md"))?) {
        let file = folder.join(name.to_lowercase()).with_extension("md");
        let rows = parse_rows(&read(&file)?);
        let mut seen = BTreeSet::new();
        if let Some(twice) = rows.iter().find(|row| !seen.insert(&row.id)) {
            return Err(format!("{}: {} is listed twice", file.display(), twice.id));
        }
        if let Some(empty) = claimed.iter().find(|kind| rows.iter().all(|row| row.kind != **kind)) {
            return Err(format!("{}: no row is of kind `{empty}`", file.display()));
        }
        games.push(Game { name, rows, claimed });
    }
    if games.is_empty() {
        return Err("docs/spec/README.md claims nothing: its table of claims is missing".into());
    }
    Ok(games)
}

/// The lines of the table headed `| Game | Kinds |`.
fn parse_claims(text: &str) -> Vec<(String, Vec<String>)> {
    text.lines()
        .map(cells)
        .skip_while(|cells| *cells != ["Game", "Kinds"])
        .skip(2)
        .map_while(|cells| match cells.as_slice() {
            [game, kinds] => Some((
                (*game).to_owned(),
                kinds
                    .split([',', ' '])
                    .filter(|kind| !kind.is_empty())
                    .map(str::to_owned)
                    .collect(),
            )),
            _ => None,
        })
        .collect()
}

/// The rows `| ID | Requirement | Kind |` of a page.
fn parse_rows(text: &str) -> Vec<Row> {
    text.lines()
        .filter_map(|line| {
            let cells = cells(line);
            let (id, kind) = (cells.first()?, cells.last()?);
            (cells.len() == 3 && ids_in(id).eq([*id]))
                .then(|| Row { id: (*id).to_owned(), kind: (*kind).to_owned() })
        })
        .collect()
}

/// The cells of a line of a Markdown table, or nothing. A bar after a backslash is part of its cell.
fn cells(line: &str) -> Vec<&str> {
    let Some(inside) = line.trim().strip_prefix('|').and_then(|line| line.strip_suffix('|')) else {
        return Vec::new();
    };
    let mut cells = Vec::new();
    let mut start = 0;
    for (at, _) in inside.match_indices('|') {
        if !inside[..at].ends_with('\\') {
            cells.push(inside[start..at].trim());
            start = at + 1;
        }
    }
    cells.push(inside[start..].trim());
    cells
}

/// Every ID in a text: the letter of a game, a hyphen, a number (or E and a number), and optionally
/// a dot, a number and a letter, as in `1.9b`.
fn ids_in(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices('-').filter_map(move |(hyphen, _)| {
        let mut before = text[..hyphen].chars().rev();
        let letter = before.next()?;
        let inside_a_word =
            before.next().is_some_and(|c| c.is_alphanumeric() || c == '_' || c == '-');
        if !GAME_LETTERS.contains(letter) || inside_a_word {
            return None;
        }
        let number = &text[hyphen + 1..];
        if !number.starts_with(|c: char| c.is_ascii_digit() || c == 'E') {
            return None;
        }
        let mut length = count(number, |c| c.is_ascii_alphanumeric());
        if let Some(fraction) = number[length..].strip_prefix('.') {
            let digits = count(fraction, |c| c.is_ascii_digit());
            if digits > 0 {
                let suffix =
                    usize::from(fraction[digits..].starts_with(|c: char| c.is_ascii_lowercase()));
                length += 1 + digits + suffix;
            }
        }
        Some(&text[hyphen - 1..hyphen + 1 + length])
    })
}

/// How many bytes of ASCII at the front of a text satisfy a condition.
fn count(text: &str, condition: impl Fn(char) -> bool) -> usize {
    text.find(|c| !condition(c)).unwrap_or(text.len())
}

/// Finds for each cited ID a file that cites it, in all folders below `here`.
fn collect_citations(
    base: &Path,
    here: &Path,
    citations: &mut BTreeMap<String, String>,
) -> Result<(), String> {
    let folder = base.join(here);
    let unreadable = |error| format!("{}: {error}", folder.display());
    for entry in fs::read_dir(&folder).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        let name = entry.file_name();
        let path = here.join(&name);
        let name = name.to_string_lossy();
        if entry.file_type().map_err(unreadable)?.is_dir() {
            if !SKIPPED_FOLDERS.contains(&&*name) && !name.starts_with('.') {
                collect_citations(base, &path, citations)?;
            }
        } else if path
            .extension()
            .is_some_and(|ending| SOURCE_ENDINGS.iter().any(|known| ending == *known))
        {
            let source = read(&base.join(&path))?;
            for id in test_part(&path, &source).into_iter().flat_map(ids_in) {
                citations.entry(id.to_owned()).or_insert_with(|| path.display().to_string());
            }
        }
    }
    Ok(())
}

/// The part of a source that is test: all of it, everything from the first test module on, or nothing.
fn test_part<'a>(path: &Path, source: &'a str) -> Option<&'a str> {
    let in_test_folder = path
        .parent()
        .into_iter()
        .flatten()
        .any(|part| TEST_FOLDERS.iter().any(|folder| part == *folder));
    if in_test_folder || path.file_stem().is_some_and(|stem| stem == "tests") {
        Some(source)
    } else {
        source.find("#[cfg(test)]").map(|start| &source[start..])
    }
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(page: &str) -> Vec<(String, String)> {
        parse_rows(page).into_iter().map(|row| (row.id, row.kind)).collect()
    }

    fn game(rows: &str, claimed: &[&str]) -> Game {
        Game {
            name: "Marathon".into(),
            rows: parse_rows(rows),
            claimed: claimed.iter().map(|kind| (*kind).to_owned()).collect(),
        }
    }

    fn citing(ids: &[&str]) -> BTreeMap<String, String> {
        ids.iter().map(|id| ((*id).to_owned(), "tests/play.rs".to_owned())).collect()
    }

    const PAGE: &str = "\
| ID | Requirement | Kind |
|---|---|---|
| M-901 | Pieces fall | engine |
| F-90.8b | Mode is \"a\" \\| \"b\" | ui |

M-902 in a sentence is no row.
";

    #[test]
    fn rows_are_read_from_tables_only() {
        let expected = [("M-901", "engine"), ("F-90.8b", "ui")];
        assert_eq!(rows(PAGE), expected.map(|(id, kind)| (id.to_owned(), kind.to_owned())));
    }

    #[test]
    fn ids_are_found_wherever_they_are() {
        let text = "/// M-901, F-91.10b and (F-E90). See D-95: S-94!";
        let found: Vec<_> = ids_in(text).collect();
        assert_eq!(found, ["M-901", "F-91.10b", "F-E90", "D-95", "S-94"]);
    }

    #[test]
    fn what_only_looks_like_an_id_is_skipped() {
        let text = "UTF-8, A-M12, X-1, M-, M-x, SIM-900, -1, M--900, über-M-1, é-9";
        assert_eq!(ids_in(text).count(), 0);
    }

    #[test]
    fn a_full_stop_after_an_id_is_not_part_of_it() {
        assert_eq!(ids_in("see M-901. Then").next(), Some("M-901"));
    }

    #[test]
    fn claims_are_the_rows_under_their_heading() {
        let text = "| Kind | x |\n|---|---|\n| no | claim |\n\n| Game | Kinds |\n|---|---|\n\
                    | Marathon | engine, ui |\n| Flip | |\n\nText.\n";
        let expected = [("Marathon", vec!["engine", "ui"]), ("Flip", vec![])];
        let read = parse_claims(text);
        let read: Vec<_> = read
            .iter()
            .map(|(game, kinds)| (&**game, kinds.iter().map(|kind| &**kind).collect::<Vec<_>>()))
            .collect();
        assert_eq!(read, expected);
    }

    #[test]
    fn a_claimed_row_without_a_test_is_a_fault() {
        let faults = trace(&[game(PAGE, &["engine"])], &citing(&[])).expect_err("nothing is cited");
        assert!(faults.contains("cited by no test: M-901\n"), "{faults}");
        assert!(!faults.contains("F-90.8b"), "not claimed: {faults}");
    }

    #[test]
    fn a_citation_of_no_row_is_a_fault() {
        let citations = citing(&["M-901", "M-977"]);
        let faults = trace(&[game(PAGE, &["engine"])], &citations).expect_err("one is made up");
        assert!(faults.contains("M-977, cited in tests/play.rs"), "{faults}");
        assert!(!faults.contains("M-901"), "{faults}");
    }

    #[test]
    fn a_fully_cited_game_passes_with_its_count() {
        let counts = trace(&[game(PAGE, &["engine"])], &citing(&["M-901"]));
        let counts = counts.expect("the only claimed row is cited");
        assert!(counts.contains("1 of   1 claimed"), "{counts}");
        assert!(counts.contains("1 of   2 in all"), "{counts}");
    }

    #[test]
    fn only_the_test_part_of_a_source_cites() {
        let source = "// M-901\n#[cfg(test)]\n/// M-902\n";
        let in_src = test_part(Path::new("crates/engine/src/bag.rs"), source);
        assert_eq!(in_src, Some("#[cfg(test)]\n/// M-902\n"));
        for whole in ["crates/engine/tests/bag.rs", "e2e/src/menu.rs", "a/src/tests.rs"] {
            assert_eq!(test_part(Path::new(whole), source), Some(source));
        }
        assert_eq!(test_part(Path::new("src/lib.rs"), "// M-901"), None);
    }

    #[test]
    fn the_requirements_of_this_repository_are_readable() {
        let games = read_games(&root().join("docs/spec")).expect("the tables are well-formed");
        let names: Vec<_> = games.iter().map(|game| game.name.as_str()).collect();
        assert_eq!(names, ["Marathon", "Domino", "Battle", "Minimal", "Flip"]);
        let all: usize = games.iter().map(|game| game.rows.len()).sum();
        assert_eq!(all, 577);
    }
}
