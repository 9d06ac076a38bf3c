//! How a game is played: boards that move, and a sentence for each.

use quintet_words::{Phrase, lessons as words, menu};

use crate::app::shared;
use crate::dom::{El, button, el, on_escape, once_shown};
use crate::games::GameEntry;
use crate::layout::Viewport;
use crate::page;
use crate::parts::{Pack, Shows, Stage};
use crate::route::{Route, Screen};

/// A recording of the pack of lessons, and what it shows.
type Lesson = (&'static str, Phrase);

const MARATHON: &[Lesson] = &[
    ("marathon-rows", words::MARATHON_ROWS),
    ("marathon-tetris", words::MARATHON_TETRIS),
    ("marathon-hold", words::MARATHON_HOLD),
    ("marathon-over", words::MARATHON_OVER),
];
const DOMINO: &[Lesson] = &[
    ("domino-five", words::DOMINO_FIVE),
    ("domino-other", words::DOMINO_OTHER),
    ("domino-double", words::DOMINO_DOUBLE),
    ("domino-over", words::DOMINO_OVER),
];
const BATTLE: &[Lesson] =
    &[("battle-attack", words::BATTLE_ATTACK), ("battle-out", words::BATTLE_OUT)];
const MINIMAL: &[Lesson] =
    &[("minimal-rows", words::MINIMAL_ROWS), ("minimal-over", words::MINIMAL_OVER)];
const FLIP: &[Lesson] = &[
    ("flip-turn", words::FLIP_TURN),
    ("flip-time", words::FLIP_TIME),
    ("flip-next", words::FLIP_NEXT),
];

/// The lessons of each game.
const LESSONS: [(&str, &[Lesson]); 5] = [
    ("marathon", MARATHON),
    ("domino", DOMINO),
    ("battle", BATTLE),
    ("minimal", MINIMAL),
    ("flip", FLIP),
];

fn lessons(game: &GameEntry) -> &'static [Lesson] {
    LESSONS.iter().find(|(slug, _)| *slug == game.slug).map_or(&[], |(_, lessons)| lessons)
}

/// The page that explains the game that the address names.
pub(crate) fn how_to_play() -> El {
    let router = shared().router;
    let game = router.now().game;
    let shows = Shows::open(Pack::Lessons);
    let list = lessons(game).iter().map(|&(name, sentence)| {
        let said = el("p", "lesson-said");
        let stage = shows.stage(Stage {
            name,
            rules: game.modes[0].rules(),
            boards: game.boards(),
            height: if game.is_duel() { |viewport| board_px(viewport) * 0.8 } else { board_px },
            said: Some(said.blank()),
        });
        el("li", "lesson panel").children([
            stage,
            el("div", "lesson-words").child(el("p", "").text(&sentence)).child(said),
        ])
    });
    let go = move |screen: Screen| move || router.go(Route::to(game, screen.clone()));
    on_escape(go(Screen::Start));
    once_shown(|| page::focus(".lesson-ways .primary"));
    el("main", "screen how-to-play")
        .attr("data-screen", "how-to-play")
        .attr("data-game", game.slug)
        .child(el("h1", "page-title").text(&words::title(game.name)))
        .child(el("ol", "lessons scroll").attr("tabindex", "0").children(list))
        .child(el("div", "lesson-ways").children([
            button("button primary", &words::PLAY, go(Screen::Start)),
            button("button", &menu::CONTROLS, go(Screen::Controls)),
        ]))
}

/// How high a board of a lesson is.
fn board_px(viewport: &Viewport) -> f64 {
    let Viewport { width, height, .. } = *viewport;
    if width >= 1000.0 && height >= 600.0 { height * 0.4 } else { 144.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::GAMES;

    #[test]
    fn every_lesson_has_a_recording_of_its_game() {
        assert!(LESSONS.iter().all(|(slug, _)| GAMES.iter().any(|game| game.slug == *slug)));
        for game in &GAMES {
            assert!(!lessons(game).is_empty(), "{}", game.slug);
            for (name, _) in lessons(game) {
                assert_eq!(name.split('-').next(), Some(game.slug));
                let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/lessons/");
                assert!(std::path::Path::new(&[folder, name, ".qntr"].concat()).is_file());
            }
        }
    }
}
