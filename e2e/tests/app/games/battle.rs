//! Battle: two boards side by side, garbage between them, and a winner.

use quintet_e2e::{Device, Key, Page, Position};
use quintet_words::{keys, menu, play, replays, results};

const BOTH: [&str; 2] = ["1", "2"];

/// Chooses a person at the same keyboard as the opponent, and a number of rounds.
fn two_players(device: Device, rounds: u8) -> Page {
    let page = device.open("/battle?mode=battle");
    page.role("radio", &menu::TWO_PLAYERS).click();
    page.role("radio", &menu::best_of(rounds)).click();
    page
}

/// Opens this position on both boards.
fn open(page: &Page, position: &Position) {
    page.go(&position.address_in("battle", "battle"));
    count_down(page);
}

/// A game of two that begins with this position on both boards.
fn begin(position: &Position) -> Page {
    let page = two_players(Device::DESKTOP, 1);
    open(&page, position);
    page
}

/// Starts a match by the button.
fn start(page: &Page) {
    page.button(&menu::START_GAME).click();
    page.wait_for_address("/battle/play");
    count_down(page);
}

/// Lets the count before a round pass, where there is one.
fn count_down(page: &Page) {
    page.wait_for("the boards", "document.querySelectorAll('.board-canvas').length === 2");
    page.pass(0.0);
    while page.evaluate("!!document.querySelector('.count')?.textContent") == true {
        page.pass(50.0);
    }
}

/// A player's board in letters, top row first.
fn board(page: &Page, player: &str) -> Vec<String> {
    page.pass(0.0);
    let canvas = page.part(&format!("[data-player='{player}'] .board-canvas"));
    canvas.words().split(' ').map(str::to_owned).collect()
}

/// A number beside a player's board.
fn number(page: &Page, player: &str, name: &str) -> String {
    page.part(&format!("[data-player='{player}'] [data-number='{name}'] .number")).words()
}

/// The leftmost column of the piece in play, which is in small letters.
fn column(page: &Page, player: &str) -> Option<usize> {
    let small = |cell: char| cell.is_ascii_lowercase();
    board(page, player).iter().filter_map(|row| row.find(small)).min()
}

/// Two rows that an O fills where it enters.
fn double() -> Position {
    Position::entering("O").board(&["LLLL..LLLL", "JJJJ..JJJJ"]).next(&["I", "T", "S"])
}

/// Drops piece upon piece until somebody has won.
fn lose(page: &Page, drop: Key) {
    page.wait_until("the end of the match", || {
        page.press(drop);
        page.pass(50.0);
        page.has_dialog()
    });
    page.role("dialog", &results::GAME_OVER).wait();
    // Keys are ignored for a moment after the end of a game.
    page.pass(1000.0);
}

/// B-34
#[test]
fn both_boards_are_seen_with_score_level_and_lines_of_each_player() {
    let position = double().with("score", 700).with("lines", 20).with("level", 3);
    let page = begin(&position);
    let rects = BOTH.map(|player| {
        let shown = ["score", "level", "lines"].map(|name| number(&page, player, name));
        assert_eq!(shown, ["700", "3", "20"], "player {player}");
        page.part(&format!("[data-player='{player}'] .board-canvas")).rect()
    });
    for rect in rects {
        assert!(rect.left >= 0.0 && rect.right() <= 1440.0, "{rect:?}");
        assert!(rect.top >= 0.0 && rect.bottom() <= 900.0, "{rect:?}");
        assert!(rect.width > 150.0);
    }
    let [one, two] = rects;
    assert!(one.right() < two.left || two.right() < one.left, "side by side: {rects:?}");
    page.press(Key::SPACE);
    page.wait_until("the points", || {
        page.pass(50.0);
        number(&page, "1", "lines") == "22"
    });
    assert_ne!(number(&page, "1", "score"), "700");
    assert_eq!(number(&page, "2", "score"), "700", "each has numbers of its own");
}

#[test]
fn two_people_play_at_one_keyboard_and_hold_keys_at_the_same_time() {
    let page = begin(&Position::with_piece("O", 0, 7, 3).next(&["I"]));
    let start = BOTH.map(|player| column(&page, player).expect("a piece"));
    page.hold(Key::LEFT);
    page.hold(Key::A);
    let moved = |by: usize| start.map(|at| Some(at - by));
    assert_eq!(BOTH.map(|player| column(&page, player)), moved(1));
    page.pass(169.0);
    assert_eq!(BOTH.map(|player| column(&page, player)), moved(1));
    page.pass(52.0);
    assert_eq!(BOTH.map(|player| column(&page, player)), moved(3), "both repeat exactly");
    page.release(Key::LEFT);
    page.pass(50.0);
    let after = BOTH.map(|player| column(&page, player).expect("a piece"));
    assert_eq!((after[0], after[1]), (start[0] - 3, start[1] - 4), "one goes on alone");
    page.release(Key::A);
}

#[test]
fn two_lines_send_one_row_that_waits_and_enters_when_the_other_locks() {
    let page = begin(&double());
    let meter = |page: &Page| {
        let canvases = "[data-player='2'] canvas:not(.board-canvas)";
        page.pass(0.0);
        page.evaluate(&format!(
            "[...document.querySelectorAll(\"{canvases}\")].map((canvas) => canvas.toDataURL()).join()"
        ))
    };
    let before = meter(&page);
    page.press(Key::SPACE);
    page.wait_until("the attack", || {
        page.pass(50.0);
        meter(&page) != before
    });
    assert!(!board(&page, "2").concat().contains('G'), "it only waits");
    page.press(Key::D);
    page.press(Key::F);
    page.wait_until("the garbage", || {
        page.pass(50.0);
        board(&page, "2").concat().contains('G')
    });
    let lowest = board(&page, "2").pop().expect("there are rows");
    assert_eq!(lowest.matches('G').count(), 9, "{lowest}");
    assert!(!board(&page, "1").concat().contains('G'));
}

#[test]
fn pause_stops_both_boards() {
    let page = begin(&double());
    page.press(Key::P);
    page.role("dialog", &play::PAUSED).wait();
    let before = BOTH.map(|player| board(&page, player));
    for key in [Key::LEFT, Key::SPACE, Key::A, Key::S] {
        page.press(key);
    }
    page.pass_swiftly(3000.0);
    assert_eq!(BOTH.map(|player| board(&page, player)), before);
}

/// B-30 B-35
#[test]
fn the_end_says_who_won_and_offers_a_new_match() {
    let rounds = [(Key::SPACE, "PLAYER 2 WINS", 1), (Key::F, "PLAYER 1 WINS", 2)];
    for (drop, winner, loser) in rounds {
        let page = two_players(Device::DESKTOP, 1);
        start(&page);
        lose(&page, drop);
        page.role("heading", winner).wait();
        page.text(&results::lost_because(&play::player(loser), results::WHY_NO_ROOM)).wait();
        for number in [play::SCORE, results::SENT, play::PPS, play::APM, play::KPP, play::FIN] {
            page.role("rowheader", &number).wait();
        }
        // Who only dropped pressed one key per piece; who did nothing pressed none.
        let keys = page.evaluate(
            "[...document.querySelectorAll('.boards-table tr:nth-child(7) td')].map(it => it.textContent)",
        );
        let keys: Vec<String> = serde_json::from_value(keys).expect("a list");
        assert!(keys.contains(&"1.00".to_owned()), "{keys:?}");
        page.button(&results::REMATCH).click();
        page.wait_for_address("/battle/play");
        page.role("dialog", &results::GAME_OVER).wait_until_gone();
        count_down(&page);
        for player in BOTH {
            assert_eq!(number(&page, player, "score"), "0");
            assert!(column(&page, player).is_some(), "player {player} plays again");
        }
    }
}

#[test]
fn keys_of_the_game_that_has_just_ended_move_no_focus() {
    let page = two_players(Device::DESKTOP, 3);
    start(&page);
    page.wait_until("the end of the round", || {
        page.press(Key::F);
        page.pass(50.0);
        page.has_dialog()
    });
    page.role("dialog", &results::GAME_OVER).wait();
    let next = page.button(&results::NEXT_ROUND);
    next.wait_for_focus();
    for key in [Key::DOWN, Key::S, Key::UP, Key::DOWN, Key::ENTER] {
        page.press(key);
        page.pass(300.0);
    }
    assert!(next.has_focus(), "every such key prolongs the wait");
    page.pass(800.0);
    page.press(Key::DOWN);
    page.button(&menu::RESULTS).wait_for_focus();
}

#[test]
fn the_best_of_three_takes_two_rounds() {
    let page = two_players(Device::DESKTOP, 3);
    start(&page);
    lose(&page, Key::F);
    page.role("heading", &results::round_to(&play::player(1))).wait();
    page.text(&results::match_score(1, 0)).wait();
    page.button(&results::NEXT_ROUND).click();
    page.role("dialog", &results::GAME_OVER).wait_until_gone();
    count_down(&page);
    page.role("image", &play::rounds_won(1, 2)).wait();
    lose(&page, Key::F);
    page.role("heading", &results::wins(&play::player(1))).wait();
    page.text(&results::match_score(2, 0)).wait();
    page.button(&results::REMATCH).wait();
}

#[test]
fn the_keys_of_both_players_can_be_changed() {
    let page = Device::DESKTOP.open("/battle");
    let drop = keys::of_player(keys::HARD_DROP, &play::player_lower(2));
    page.button(&menu::SETTINGS).click();
    page.button(&keys::remove("F", &drop)).click();
    page.button(&keys::add(&drop)).click();
    page.text(&keys::PRESS_A_KEY).wait();
    page.press(Key::G);
    page.button(&keys::remove("G", &drop)).wait();
    page.go("/battle?mode=battle");
    page.role("radio", &menu::TWO_PLAYERS).click();
    open(&page, &double());
    page.press(Key::F);
    page.pass(100.0);
    assert_eq!(number(&page, "2", "lines"), "0");
    page.press(Key::G);
    page.wait_until("the drop", || {
        page.pass(50.0);
        number(&page, "2", "lines") == "2"
    });
    assert_eq!(number(&page, "1", "lines"), "0");
}

#[test]
fn on_a_phone_the_own_board_is_large_and_the_other_small() {
    for device in [Device::PHONE, Device::PHONE_SIDEWAYS] {
        let page = device.window();
        open(&page, &double());
        let [own, other] = BOTH.map(|player| {
            let rect = page.part(&format!("[data-player='{player}'] .board-canvas")).rect();
            assert!(rect.left >= 0.0 && rect.right() <= f64::from(device.width), "{rect:?}");
            assert!(rect.top >= 0.0 && rect.bottom() <= f64::from(device.height), "{rect:?}");
            rect
        });
        assert!(own.height > 1.3 * other.height, "{own:?} {other:?}");
        assert!(own.right() <= other.left || other.bottom() <= own.top, "{own:?} {other:?}");
        page.button(&play::HARD_DROP).tap();
        page.wait_until("the lines", || {
            page.pass(50.0);
            number(&page, "1", "lines") == "2"
        });
    }
}

#[test]
fn on_a_phone_hold_and_next_stay_where_they_are_when_a_match_ends() {
    for device in [Device::PHONE, Device::PHONE_SIDEWAYS] {
        let page = device.open("/battle/play?mode=versus&seed=3");
        page.pass_swiftly(2500.0);
        let places = || [".own .hold", ".own .next"].map(|part| page.part(part).rect());
        let before = places();
        lose(&page, Key::SPACE);
        assert_eq!(places(), before);
    }
}

#[test]
fn the_computer_plays_by_itself_and_its_matches_are_counted() {
    let page = Device::DESKTOP.open("/battle?mode=battle");
    page.role("radio", &menu::computer(1, menu::LEVEL_1)).click();
    start(&page);
    page.wait_until("pieces of the computer", || {
        page.pass_swiftly(500.0);
        let capitals = |cell: &char| cell.is_ascii_uppercase();
        board(&page, "2").concat().chars().filter(capitals).count() >= 8
    });
    lose(&page, Key::SPACE);
    page.role("heading", &results::YOU_LOSE).wait();
    page.button(&menu::RESULTS).click();
    page.role("columnheader", &results::LOST).wait();
    let cells = ["1", "2", "3"].map(|at| page.part(&format!("tbody td:nth-child({at})")).words());
    assert_eq!(cells[0], results::computer(1, menu::LEVEL_1));
    assert_eq!(cells[1..], ["0", "1"]);
}

#[test]
fn a_replay_of_a_match_shows_both_boards() {
    let page = two_players(Device::DESKTOP, 1);
    start(&page);
    lose(&page, Key::SPACE);
    page.button(&results::WATCH_REPLAY).click();
    page.wait_for("the viewer", "document.querySelector('main').dataset.screen === 'watch'");
    page.role("slider", &replays::TIME).focus();
    page.press(Key::END);
    page.pass(0.0);
    let boards = page
        .evaluate("[...document.querySelectorAll('.board-canvas')].map((it) => it.textContent)");
    let boards = boards.as_array().expect("boards");
    assert_eq!(boards.len(), 2);
    assert_ne!(boards[0], boards[1], "one is full, the other nearly empty");
}

/// Loads the page again, and resumes the match.
fn resume(page: &Page) {
    page.reload();
    page.wait_for_address("/battle");
    page.button(&menu::RESUME).wait_for_focus();
    page.press(Key::ENTER);
    page.wait_for_address("/battle/play");
}

#[test]
fn a_match_is_resumed_after_a_reload_in_a_round_and_between_rounds() {
    let page = two_players(Device::DESKTOP, 3);
    start(&page);
    lose(&page, Key::F);
    resume(&page);
    count_down(&page);
    page.role("image", &play::rounds_won(1, 2)).wait();
    page.press(Key::SPACE);
    page.press(Key::F);
    page.pass(300.0);
    let before = BOTH.map(|player| board(&page, player));
    resume(&page);
    page.wait_for("the boards", "document.querySelectorAll('.board-canvas').length === 2");
    assert_eq!(BOTH.map(|player| board(&page, player)), before);
    page.role("image", &play::rounds_won(1, 2)).wait();
    count_down(&page);
    lose(&page, Key::F);
    page.role("heading", &results::wins(&play::player(1))).wait();
}

#[test]
fn a_match_against_the_computer_is_resumed_after_a_reload() {
    let page = Device::DESKTOP.open("/battle?mode=versus");
    page.role("radio", &menu::computer(1, menu::LEVEL_1)).click();
    start(&page);
    let locked = |page: &Page| {
        let capitals = |cell: &char| cell.is_ascii_uppercase();
        board(page, "2").concat().chars().filter(capitals).count()
    };
    page.wait_until("pieces of the computer", || {
        page.pass_swiftly(500.0);
        locked(&page) >= 4
    });
    page.press(Key::P);
    let before = locked(&page);
    resume(&page);
    page.wait_for("the boards", "document.querySelectorAll('.board-canvas').length === 2");
    assert_eq!(locked(&page), before);
    count_down(&page);
    page.text(&play::computer(1)).wait();
    page.wait_until("more pieces of the computer", || {
        page.pass_swiftly(500.0);
        locked(&page) > before
    });
}

/// Chooses rows of garbage for a player by keys.
fn give_garbage(page: &Page, name: &str, rows: usize) {
    page.tab_to(&page.role("combobox", &menu::garbage_for(name)));
    for _ in 0..rows {
        page.press(Key::DOWN);
    }
}

fn garbage_for(page: &Page, name: &str) -> String {
    let list = page.role("combobox", &menu::garbage_for(name));
    list.ask("function() { return this.value; }").as_str().unwrap_or_default().to_owned()
}

#[test]
fn a_player_begins_with_garbage_and_the_choice_is_kept() {
    let page = two_players(Device::DESKTOP, 3);
    give_garbage(&page, &play::player(1), 3);
    page.reload();
    assert_eq!(garbage_for(&page, &play::player(1)), "3");
    assert_eq!(garbage_for(&page, &play::player(2)), "0");
    for round in 1..=2 {
        if round == 1 {
            start(&page);
        } else {
            lose(&page, Key::SPACE);
            page.button(&results::NEXT_ROUND).click();
            count_down(&page);
        }
        let rows = |player| {
            let board = board(&page, player);
            board.iter().filter(|row| row.contains('G')).count()
        };
        assert_eq!(BOTH.map(rows), [0, 0], "it only waits");
        page.press(Key::SPACE);
        page.press(Key::F);
        page.pass(100.0);
        assert_eq!(BOTH.map(rows), [3, 0], "round {round}");
    }
}

#[test]
fn a_match_with_garbage_at_the_start_counts_nowhere() {
    let page = Device::PHONE.open("/battle?mode=battle");
    let list = page.role("combobox", &menu::garbage_for(&menu::COMPUTER));
    // A tap on the list opens it, and starts no game.
    list.tap();
    assert_eq!(page.address(), "/battle?mode=battle");
    list.ask("function() { this.value = '5'; this.dispatchEvent(new Event('change')); }");
    page.text(&menu::HANDICAP_NOTE).wait();
    start(&page);
    lose(&page, Key::SPACE);
    page.text(&results::WITH_HANDICAP).wait();
    page.button(&menu::RESULTS).click();
    page.wait_for_address("/battle/scores");
    let counted = page.evaluate("[...document.querySelectorAll('.standings td.number')].every((it) => it.textContent === '0')");
    assert_eq!(counted, true);
}
