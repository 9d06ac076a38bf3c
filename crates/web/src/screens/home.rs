//! The front door: a card for every game, with a board that moves, and the way to everything else.

use quintet_engine::Ranking;
use quintet_words::{exact_time, menu as words, thousands};
use web_sys::{Element, KeyboardEvent};

use super::start::open_game_by_number;
use crate::app::{Shared, shared};
use crate::dom::{El, button, el, focus_towards, on_window, once_shown, when};
use crate::games::{GAMES, GameEntry};
use crate::keys::code_of;
use crate::layout::Viewport;
use crate::page;
use crate::parts::{Pack, Shows, Stage, wordmark};
use crate::signals::prelude::*;
use crate::store::Recent;

/// A window at least this large has all cards in a row, with the boards above the words. The style
/// sheet has the same numbers.
const ROW_PX: (f64, f64) = (1100.0, 640.0);
/// Side by side, two boards have this share of the height of one: in the row, and elsewhere.
const TWO_BOARDS: (f64, f64) = (0.58, 0.75);

/// The front door.
pub(crate) fn home() -> El {
    let shared = shared();
    let recent = Recent::load(shared.store);
    let shows = Shows::open(Pack::Games);
    let cards = el("div", "cards").children(recent.order().iter().map(|game| card(shows, game)));
    let more = el("nav", "more").attr("aria-label", &words::MORE).children([
        link(&words::ONLINE, "#/online"),
        link(&words::REPLAYS, "#/replays"),
        link(&words::STATISTICS, "#/statistics"),
        link(&words::SETTINGS, "#/settings"),
    ]);
    open_game_by_number(|| true);
    // Focus the game that was played last, or its CONTINUE if it is unfinished.
    once_shown(|| {
        page::focus(".card-open");
        page::focus(".card:first-child .card-continue");
    });
    let hint = || el("p", "press").text(&words::PRESS_A_NUMBER);
    let screen = el("main", "screen home").attr("data-screen", "home");
    let inside: Element = screen.get();
    on_window("keydown", move |event: KeyboardEvent| {
        let with_others = event.ctrl_key() || event.meta_key() || event.alt_key();
        let code = code_of(&event);
        let (across, down) = match code.as_str() {
            _ if with_others => return,
            "ArrowLeft" => (-1.0, 0.0),
            "ArrowRight" => (1.0, 0.0),
            "ArrowUp" => (0.0, -1.0),
            "ArrowDown" => (0.0, 1.0),
            _ => return,
        };
        event.prevent_default();
        focus_towards(&inside, across, down);
    });
    screen
        .child(el("div", "horizon").attr("aria-hidden", "true"))
        .child(
            el("header", "home-head")
                .child(wordmark(&words::QUINTET))
                .child(el("p", "tagline").text(&words::TAGLINE)),
        )
        .child(cards.child(more))
        .child(when(move || !shared.mobile.get(), hint))
}

fn link(name: &str, address: &str) -> El {
    el("a", "button small").attr("href", address).text(name)
}

/// A game: its number, its board, its name, what it is and the best so far; a game that waits can
/// be continued at once.
fn card(shows: Shows, game: &'static GameEntry) -> El {
    let shared = shared();
    let number = GAMES.iter().position(|other| other == game).map_or(0, |place| place + 1);
    let stage = Stage {
        name: game.slug,
        rules: game.modes[0].rules(),
        boards: game.boards(),
        height: if game.is_duel() { two_boards_px } else { board_px },
        said: None,
    };
    let words = el("div", "card-words")
        .child(el("h2", "card-name").text(&game.name))
        .child(el("p", "card-blurb").text(&game.blurb))
        .children(best(shared, game).map(|best| el("p", "card-best number").text(&best)));
    let open = el("a", "card-open")
        .attr("href", &["#/", game.slug].concat())
        .child(el("kbd", "card-key").attr("aria-hidden", "true").text(&number.to_string()))
        .child(shows.stage(stage))
        .child(words);
    let resume = move || {
        if let Some(route) = shared.game.unfinished(game).filter(|_| shared.game.take_up(game)) {
            shared.router.go(route);
        }
    };
    let waits = shared.game.unfinished(game).map(|_| {
        button("button small primary card-continue", &words::CONTINUE, resume)
            .attr("aria-label", &words::continue_game(game.name))
    });
    el("article", "card").attr("data-game", game.slug).child(open).children(waits)
}

/// Whether all cards stand in a row.
fn is_row(viewport: &Viewport) -> bool {
    viewport.width >= ROW_PX.0 && viewport.height >= ROW_PX.1
}

/// How high each of two boards may be on a card.
fn two_boards_px(viewport: &Viewport) -> f64 {
    let (row, elsewhere) = TWO_BOARDS;
    board_px(viewport) * if is_row(viewport) { row } else { elsewhere }
}

/// How high a board may be on its card.
fn board_px(viewport: &Viewport) -> f64 {
    let Viewport { width, height, .. } = *viewport;
    if is_row(viewport) {
        (height * 0.38).min(width * 0.24)
    } else if width.min(height) >= 600.0 {
        (height * 0.19).min(width * 0.25)
    } else {
        112.0
    }
}

/// The best result of a game, of the first of its modes that has one; of a duel, matches against
/// the computer.
fn best(shared: &Shared, game: &'static GameEntry) -> Option<String> {
    if game.is_duel() {
        let mut sums = (0, 0);
        for mode in game.modes {
            let tallies = shared.store.match_tallies(mode);
            for (won, lost) in (1..=5).map(|level| tallies.at(level)) {
                sums = (sums.0 + won, sums.1 + lost);
            }
        }
        return (sums != (0, 0)).then(|| words::won_lost(sums.0, sums.1));
    }
    game.modes.iter().find_map(|mode| {
        let scores = shared.store.scores(game, mode);
        let entry = scores.entries().first()?;
        Some(words::best(&match mode.ranking()? {
            Ranking::Score => thousands(entry.score),
            Ranking::Time => exact_time(entry.time_us),
        }))
    })
}
