//! A game's first page: its name, its modes, and the way to everything else.

use quintet_protocol::limits::MAX_HANDICAP;
use quintet_words::{Phrase, menu as words, play};
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlSelectElement, KeyboardEvent, MouseEvent};

use super::{controls, demo, rehearse};
use crate::app::shared;
use crate::dom::{El, button, el, follow, live, on_escape, on_window, once_shown, when};
use crate::games::{GAMES, GameEntry, Mode};
use crate::keys::{code_of, is_key};
use crate::page;
use crate::parts::{banner, choice_list, menu, question};
use crate::route::{Route, Router, Screen};
use crate::signals::prelude::*;
use crate::store::{Recent, Settings};
use quintet_frontend::{LEVEL_NAMES, Opponent, ROUNDS, player_name};

/// The start screen of the game that the address names.
pub(crate) fn start() -> El {
    let shared = shared();
    let (router, mobile) = (shared.router, shared.mobile);
    let game = router.now().game;
    remember_mode(game);
    rehearse(game);
    let to = move |screen: Screen| {
        router.go(Route::to(game, screen).in_mode(router.now().mode()));
    };
    // A game that was left goes first: starting another discards it, and asks before.
    let waiting = RwSignal::new(shared.game.unfinished(game).is_some());
    // A link leads here instead of to its game, where another game of the kind waits.
    let is_linked = |route: &Route| {
        route.screen == Screen::Start && (route.seed.is_some() || route.position.is_some())
    };
    let new_wanted = shared.game.new_wanted.try_update_value(std::mem::take) == Some(true);
    let asking = RwSignal::new(waiting.get_untracked() && new_wanted);
    let begin = move || {
        shared.game.give_up(game);
        let mut route = router.now();
        route.mode = Some(route.mode().slug.to_owned());
        router.go(Route { screen: Screen::Play, ..route });
    };
    let resume = move || {
        if shared.game.take_up(game)
            && let Some(route) = shared.game.unfinished(game)
        {
            return router.go(route);
        }
        asking.set(false);
        waiting.set(false);
    };
    follow(move || {
        if waiting.get() && is_linked(&router.get()) {
            asking.set(true);
        }
    });
    let go = move || if waiting.get_untracked() { resume() } else { begin() };
    let start = move |mode: &'static Mode| {
        router.replace(Route::to(game, Screen::Start).in_mode(mode));
        if waiting.get_untracked() {
            asking.set(true);
        } else {
            begin();
        }
    };
    let at_start = move || router.now().screen == Screen::Start && !asking.get_untracked();

    open_game_by_number(at_start);
    // A focused button keeps its own Enter; otherwise Enter starts, or resumes. (A-M10)
    on_window("keydown", move |event: KeyboardEvent| {
        if at_start() && is_key(&event, "Enter") && !event.repeat() && page::focused().is_none() {
            go();
        }
    });

    on_escape(move || {
        if at_start() {
            router.go(Route::home());
        }
    });

    // A-M19: a button does its own job; any other spot starts, or resumes.
    let tap = move |event: MouseEvent| {
        let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
        let on_control =
            target.is_some_and(|it| it.closest("button, select").is_ok_and(|it| it.is_some()));
        if mobile.get_untracked() && at_start() && !on_control {
            go();
        }
    };
    let hint = move || {
        let hint = match (mobile.get(), waiting.get()) {
            (true, true) => words::TAP_TO_RESUME,
            (true, false) => words::TAP_TO_START,
            (false, true) => words::ENTER_RESUMES,
            (false, false) => words::PRESS_ENTER,
        };
        hint.into()
    };
    let buttons = live(move || {
        let mut buttons = Vec::new();
        if waiting.get() {
            buttons.push(button("button wide primary", &words::RESUME, resume));
        }
        let starts = own_starts(game).map(|(mode, label)| (Some(mode), label));
        let one_for_all = own_starts(game).next().is_none().then_some((None, words::START_GAME));
        for (mode, label) in starts.chain(one_for_all) {
            let first = buttons.is_empty();
            let class = if first { "button wide primary" } else { "button wide" };
            let start = move || start(mode.unwrap_or_else(|| router.now().mode()));
            buttons.push(button(class, &label, start));
        }
        if !game.is_bare {
            let label = if game.is_duel() { words::RESULTS } else { words::HIGH_SCORES };
            buttons.push(button("button wide", &label, move || to(Screen::Scores)));
        }
        buttons.push(button("button wide", &words::CONTROLS, move || to(Screen::Controls)));
        once_shown(|| page::focus(".menu .primary"));
        Some(menu(&words::MAIN_MENU, buttons))
    });
    let ask = move || {
        let answers = vec![
            button("button wide primary", &words::RESUME, resume),
            button("button wide", &words::START_NEW, begin),
        ];
        let close = Box::new(move || {
            asking.set(false);
            router.replace(Route::to(game, Screen::Start).in_mode(router.now().mode()));
        });
        question(words::GAME_WAITS, words::GAME_WAITS_NOTE, close, answers)
    };
    let played = Recent::load(shared.store).has(game);
    let (label, class) =
        if played { (words::HOW_TO_PLAY, "link") } else { (words::NEW_HERE, "link gold new-here") };
    let explain = button(class, &label, move || to(Screen::HowToPlay));
    let body = el("div", "start-body")
        .child(banner(&game.banner))
        .child(modes(router, game))
        .children(game.is_duel().then(terms))
        .child(buttons)
        .child(el("p", "press").words(hint))
        .child(explain)
        .child(when(move || mobile.get(), || el("p", "touch-note").text(&words::TOUCH_ENABLED)));
    el("main", "screen start")
        .attr("data-screen", "start")
        .on("click", tap)
        .child(el("div", "horizon").attr("aria-hidden", "true"))
        .child(top_bar(router, game))
        .child(body)
        .child(demo(game))
        .child(when(move || router.get().screen == Screen::Controls, move || controls(game)))
        .child(when(move || asking.get(), ask))
}

/// The keys 1 to 5 open the games while this holds.
pub(super) fn open_game_by_number(holds: impl Fn() -> bool + 'static) {
    let router = shared().router;
    on_window("keydown", move |event: KeyboardEvent| {
        let with_others = event.ctrl_key() || event.meta_key() || event.alt_key();
        let code = code_of(&event);
        let digit = code.strip_prefix("Digit").or_else(|| code.strip_prefix("Numpad"));
        let number = digit.and_then(|digit| digit.parse::<usize>().ok()).unwrap_or(0);
        if let Some(game) = GAMES.get(number.wrapping_sub(1))
            && !with_others
            && holds()
        {
            router.go(Route::to(game, Screen::Start));
        }
    });
}

/// The row along the top: the front door, the games, and everything else.
fn top_bar(router: Router, now: &'static GameEntry) -> El {
    let tab = |game: &'static GameEntry| {
        let tab = button("tab", &game.name, move || router.go(Route::to(game, Screen::Start)))
            .attr("title", &game.blurb)
            .attr("data-game", game.slug);
        if game == now { tab.attr("aria-current", "page") } else { tab }
    };
    let home = button("home-link", &words::HOME, move || router.go(Route::home()));
    let games = el("nav", "tabs").attr("aria-label", &words::GAMES).children(GAMES.iter().map(tab));
    let extras = el("nav", "extras").attr("aria-label", &words::MORE).children([
        button("link", &words::ONLINE, move || router.go(Route::to(now, Screen::Online(None)))),
        button("link", &words::REPLAYS, move || router.go(Route::to(now, Screen::Replays))),
        button("link", &words::STATISTICS, move || router.go(Route::to(now, Screen::Statistics))),
        button("link", &words::SETTINGS, move || router.go(Route::to(now, Screen::Settings))),
    ]);
    el("header", "top-bar").children([home, games, extras])
}

/// The modes that have a start button of their own, and what it says.
fn own_starts(game: &'static GameEntry) -> impl Iterator<Item = (&'static Mode, Phrase)> {
    game.modes.iter().filter_map(|mode| Some((mode, mode.start?)))
}

/// The choice of mode, where a game has more than one and one button for all; else what it is.
fn modes(router: Router, game: &'static GameEntry) -> El {
    if game.modes.len() < 2 || own_starts(game).next().is_some() {
        return el("p", "goal").text(&game.blurb);
    }
    let settings = shared().settings;
    let choice = |mode: &'static Mode| {
        let choose = move || {
            router.replace(Route::to(game, Screen::Start).in_mode(mode));
            if game.is_duel() {
                let number = game.modes.iter().position(|other| other.slug == mode.slug);
                let number = number.unwrap_or(0) as u8;
                settings.update(|settings| settings.terms.mode = number);
            }
        };
        button("mode", &mode.name, choose)
            .attr("role", "radio")
            .live_attr("aria-checked", move || (router.get().mode().slug == mode.slug).to_string())
    };
    let row = el("div", "mode-row")
        .attr("role", "radiogroup")
        .attr("aria-label", &words::MODE)
        .children(game.modes.iter().map(choice));
    let goal = el("p", "goal").words(move || router.get().mode().goal.into());
    el("div", "modes").child(row).child(goal)
}

/// A duel's address without a mode means the one that was played last.
fn remember_mode(game: &'static GameEntry) {
    let shared = shared();
    let last = shared.settings.with_untracked(|settings| settings.terms.mode);
    let route = shared.router.now();
    if let Some(mode) = game.modes.get(usize::from(last)).filter(|_| game.is_duel())
        && route.mode.is_none()
    {
        shared.router.replace(route.in_mode(mode));
    }
}

/// Against whom, how many rounds, and who begins with garbage.
fn terms() -> El {
    let shared = shared();
    let settings = shared.settings;
    let opponents = Opponent::all().map(|opponent| {
        let (text, label) = match opponent {
            Opponent::Computer(level) => {
                let name = LEVEL_NAMES[usize::from(level) - 1];
                (level.to_string(), words::computer(level, name))
            }
            Opponent::Person => (words::TWO_PLAYERS.into(), words::TWO_PLAYERS.into()),
        };
        let choose = move || settings.update(|settings| settings.terms.opponent = opponent);
        let chosen = move || settings.with(|settings| settings.terms.opponent == opponent);
        radio(&text, &label, choose, chosen)
    });
    let lengths = ROUNDS.map(|rounds| {
        let choose = move || settings.update(|settings| settings.terms.best_of = rounds);
        let chosen = move || settings.with(|settings| settings.terms.best_of == rounds);
        let text = rounds.to_string();
        radio(&text, &words::best_of(rounds), choose, chosen)
    });
    // Who has no keyboard learns from the note that two need one.
    let for_two = move || settings.with(|settings| settings.terms.opponent == Opponent::Person);
    let is_even = move || settings.with(|settings| settings.handicap == [0; 2]);
    let note = move || {
        let mode = shared.router.get().mode();
        match settings.with(|settings| settings.terms.opponent) {
            Opponent::Person => words::SHARED_KEYBOARD.into(),
            Opponent::Computer(_) if !is_even() => words::HANDICAP_NOTE.into(),
            Opponent::Computer(level) => {
                let (won, lost) = shared.store.match_tallies(mode).at(level);
                words::record(LEVEL_NAMES[usize::from(level) - 1], won, lost)
            }
        }
    };
    el("div", "terms")
        .child(choice(&words::OPPONENT, &words::COMPUTER, opponents.collect()))
        .child(el("p", "goal").live_class("needed", move || for_two() || !is_even()).words(note))
        .child(choice(&words::ROUNDS, &words::BEST_OF, lengths.into()))
        .child(handicap(settings))
}

/// How many rows of garbage each player begins with.
fn handicap(settings: RwSignal<Settings>) -> El {
    let rows: Vec<String> = (0..=MAX_HANDICAP).map(|rows| rows.to_string()).collect();
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    let lists = [0, 1].map(|player: usize| {
        let list = choice_list(&rows, move |rows| {
            settings.update(|settings| settings.handicap[player] = rows as u8);
        });
        let shown: HtmlSelectElement = list.get();
        follow(move || {
            let rows = settings.with(|settings| settings.handicap[player]);
            shown.set_selected_index(rows.into());
        });
        let name = move || match (settings.with(|settings| settings.terms.opponent), player) {
            (Opponent::Person, _) => player_name(player),
            (Opponent::Computer(_), 0) => play::YOU.into(),
            (Opponent::Computer(_), _) => words::COMPUTER.into(),
        };
        let list = list.live_attr("aria-label", move || words::garbage_for(&name()));
        let caption = el("span", "terms-caption").attr("aria-hidden", "true").words(name);
        el("span", "handicap").child(caption).child(list)
    });
    choice(&words::GARBAGE, &words::GARBAGE, lists.into()).attr("role", "group")
}

/// A row of things of which one is chosen.
fn choice(label: &str, caption: &str, options: Vec<El>) -> El {
    el("div", "mode-row")
        .attr("role", "radiogroup")
        .attr("aria-label", label)
        .child(el("span", "terms-caption").attr("aria-hidden", "true").text(caption))
        .children(options)
}

fn radio(
    text: &str,
    label: &str,
    choose: impl FnMut() + 'static,
    chosen: impl Fn() -> bool + 'static,
) -> El {
    button("mode", text, choose)
        .attr("role", "radio")
        .attr("aria-label", label)
        .live_attr("aria-checked", move || chosen().to_string())
}
