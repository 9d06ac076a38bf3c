//! Two people in two windows, over a server.

use quintet_e2e::{Device, Key, Page, Proxy, Server, json};
use quintet_words::{Phrase, menu, online, play, replays, results, settings};

use crate::layout::sizes::look;

/// Over a network time is nobody's to hold.
pub(crate) const REAL: Device = Device { held: false, ..Device::DESKTOP };

/// The server of all tests.
pub(crate) fn server() -> String {
    std::env::var("QUINTET_SERVER")
        .expect("the tests in the browser are run by `cargo xtask test e2e`")
}

/// Opens an address of the app as the server of all tests has it, under this name.
pub(crate) fn enter(address: &str, name: &str) -> Page {
    enter_at(&server(), address, name)
}

/// The same on any server.
pub(crate) fn enter_at(server: &str, address: &str, name: &str) -> Page {
    let page = REAL.window();
    page.go_to(&format!("{server}#{address}"));
    give_name(&page, name);
    page
}

/// Says who one is.
pub(crate) fn give_name(page: &Page, name: &str) {
    page.part(".field").wait();
    page.evaluate(&format!("document.querySelector('.field').value = '{name}'"));
    page.button(&online::GO_ONLINE).click();
}

/// The board of the first or the second place, in letters.
pub(crate) fn board(page: &Page, place: &str) -> String {
    page.part(&format!("[data-player='{place}'] .board-canvas")).words()
}

/// How many cells are not empty, of those that a board shows as letters.
pub(crate) fn filled(board: &str) -> usize {
    board.chars().filter(char::is_ascii_uppercase).count()
}

/// Waits until the match is on and nothing is said over the boards, such as a count.
pub(crate) fn wait_for_play(page: &Page) {
    page.part("[data-screen='match']").wait();
    page.wait_for("time to run", "document.querySelector('.online-said').textContent === ''");
}

/// Frames between two drops: four drops per second, as a person would. Garbage takes longer to
/// arrive than a script takes to fill a board, and a player who is too fast forfeits.
const FRAMES_PER_DROP: u32 = 15;

/// Drops one piece after the other until something holds.
pub(crate) fn drop_until(page: &Page, what: &str, holds: impl Fn() -> bool) {
    page.wait_until(what, || {
        page.press(Key::SPACE);
        page.show_frames(FRAMES_PER_DROP);
        holds()
    });
}

/// Both say that they are ready, and the match begins.
pub(crate) fn begin(pages: [&Page; 2]) {
    for page in pages {
        page.button(&online::READY).click();
    }
    pages.into_iter().for_each(wait_for_play);
}

/// Drops piece upon piece until the round, or the match, is lost: by a full board, since a match
/// that the referee ends for a fault would say the same.
pub(crate) fn lose(page: &Page, words: Phrase) {
    drop_until(page, &words, || page.text(&words).is_there());
    wait_for_guard(page);
    let own = board(page, "1");
    let rows: Vec<&str> = own.split(' ').collect();
    assert!(rows[..3].iter().any(|row| filled(row) > 0), "the board is full: {rows:#?}");
}

/// Lets the time pass in which keys and clicks after the end of a game are ignored.
pub(crate) fn wait_for_guard(page: &Page) {
    page.wait_for_time(750.0);
}

/// Drops seven pieces without hurry: two such rounds are long enough to raise a rating.
fn play_a_while(page: &Page) {
    for pieces in 1..=7 {
        page.wait_until("one more piece", || {
            page.press(Key::SPACE);
            page.show_frames(3 * FRAMES_PER_DROP);
            filled(&board(page, "1")) >= pieces * 4
        });
    }
}

/// Between two games the way on has the focus, and leaving is asked for.
fn leaving_asks(page: &Page) {
    let next = page.button(&results::NEXT_ROUND);
    next.wait_for_focus();
    page.button(&online::LEAVE).click();
    page.text(&online::LEAVE_FORFEITS).wait();
    let stay = page.button(&online::STAY);
    stay.wait_for_focus();
    stay.click();
    page.text(&results::ROUND_LOST).wait();
    next.wait_for_focus();
}

/// Chooses from one of the lists of a room, as a mouse would.
fn choose(page: &Page, list: usize, index: usize) {
    let list = format!("document.querySelectorAll('.online-choice select')[{list}]");
    page.evaluate(&format!(
        "{list}.selectedIndex = {index}; {list}.dispatchEvent(new Event('change'))"
    ));
}

/// Waits until a list of the room shows this choice, and says whether it can be changed here.
fn wait_for_choice(page: &Page, list: usize, index: usize) -> bool {
    let list = format!("document.querySelectorAll('.online-choice select')[{list}]");
    page.wait_for("the host's choice", &format!("{list}?.selectedIndex === {index}"));
    page.evaluate(&format!("{list}.disabled")) == false
}

/// Whether a phrase is somewhere in a part of the page, in the page's language.
fn includes(part: &str, words: Phrase) -> String {
    format!("document.querySelector('{part}').textContent.includes({})", json!(words.text()))
}

/// What the result of a match says before a rating.
fn told_before_rating() -> String {
    online::new_rating(0).trim_end_matches('0').to_owned()
}

/// The rating that the result of a match tells.
fn rating(page: &Page) -> i32 {
    let told = told_before_rating();
    page.wait_for("a rating", &format!("document.body.textContent.includes({})", json!(told)));
    let result = page.role("dialog", &online::RESULT).words();
    let number = result.split(&told).nth(1).unwrap_or_default();
    let digits: String = number.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().unwrap_or_else(|_| panic!("no rating in: {result}"))
}

/// The name with its tag, as a page shows it in a room.
pub(crate) fn tagged(page: &Page, name: &str) -> String {
    let found = format!("(document.body.textContent.match(/{name}#\\d{{4}}/) ?? [''])[0]");
    page.wait_for("the name with its tag", &found);
    page.evaluate(&found).as_str().expect("text").to_owned()
}

#[test]
fn friends_play_with_garbage_a_reload_and_a_spectator_and_then_a_rematch() {
    let ada = enter("/online", "Ada");
    ada.button(&online::PLAY_A_FRIEND).click();
    ada.part("[data-room]").wait();
    // The host decides what garbage the guest begins with.
    choose(&ada, 3, 4);
    let room = ada.address();
    let grace = enter(&room, "Grace");
    grace.part("[data-room]").wait();
    wait_for_choice(&grace, 3, 4);
    let winner = tagged(&grace, "Grace");
    begin([&ada, &grace]);
    let fan = enter(&room, "Fan");

    drop_until(&grace, "garbage", || board(&grace, "1").contains('G'));
    ada.wait_until("the other's garbage", || board(&ada, "2").contains('G'));
    fan.part("[data-screen='match']").wait();
    fan.wait_until("the garbage, seen later", || board(&fan, "2").contains('G'));

    ada.reload();
    wait_for_play(&ada);
    ada.wait_until("what was missed", || board(&ada, "2").contains('G'));
    lose(&ada, results::YOU_LOSE);
    grace.text(&results::YOU_WIN).wait();
    fan.text(&results::wins(&winner)).wait();

    for page in [&ada, &grace] {
        page.button(&results::REMATCH).click();
    }
    ada.text(&results::YOU_LOSE).wait_until_gone();
    wait_for_play(&ada);
    ada.wait_until("new boards", || !board(&ada, "2").contains('G'));
}

#[test]
fn a_game_of_a_match_is_kept_as_a_replay_and_others_can_watch_it() {
    let ada = enter("/online", "Ada");
    ada.button(&online::PLAY_A_FRIEND).click();
    ada.part("[data-room]").wait();
    let grace = enter(&ada.address(), "Grace");
    grace.part("[data-room]").wait();
    let names = [tagged(&ada, "Ada"), tagged(&ada, "Grace")];
    begin([&ada, &grace]);
    lose(&ada, results::YOU_LOSE);
    ada.button(&online::LEAVE).click();
    ada.button(&online::QUICK_MATCH).wait();

    ada.evaluate("location.hash = '#/replays'");
    let said = ".replay-facts";
    ada.part(said).wait();
    let facts = ada.part(said).words();
    let won = replays::met_won(&names[0], &names[1], &names[1], "");
    assert!(facts.starts_with(won.trim_end()), "{facts}");
    ada.button(&replays::WATCH).click();
    ada.part("[data-screen='watch'] [data-player='2']").wait();
    assert_eq!(ada.part("[data-player='2'] .seat-name").words(), names[1]);
    ada.button(&replays::SHARE).wait();
    ada.evaluate("location.hash = '#/'");
    ada.part("[data-screen='home'] .card").wait();
    assert_eq!(ada.part(".card").attribute("data-game").as_deref(), Some("battle"));

    // Somebody else watches what the server has of it, and a reload changes nothing.
    let place = ada.archived()[0]["online"].as_str().expect("where the server keeps it").to_owned();
    let fan = REAL.window();
    fan.go_to(&format!("{}#/online/matches/{place}", server()));
    for _ in 0..2 {
        fan.part("[data-screen='watch'] [data-player='2']").wait();
        assert_eq!(fan.part("[data-player='1'] .seat-name").words(), names[0]);
        fan.evaluate(
            "const range = document.querySelector('.timeline input'); range.value = range.max; \
             range.dispatchEvent(new Event('input'))",
        );
        fan.wait_until("the end", || filled(&board(&fan, "1")) > 20);
        fan.reload();
    }
    fan.forgive("404 (Not Found)");
    fan.go_to(&format!("{}#/online/matches/1/0", server()));
    fan.text(&replays::MISSING).wait();
}

#[test]
fn whoever_goes_elsewhere_in_mid_match_can_come_back_to_it() {
    let ada = enter("/online", "Ada");
    ada.button(&online::PLAY_A_FRIEND).click();
    ada.part("[data-room]").wait();
    let grace = enter(&ada.address(), "Grace");
    grace.part("[data-room]").wait();
    begin([&ada, &grace]);
    drop_until(&ada, "a piece", || filled(&board(&ada, "1")) > 8);

    let elsewhere = "location.hash = '#/'";
    ada.evaluate(elsewhere);
    ada.button(&online::RETURN).click();
    wait_for_play(&ada);
    ada.wait_until("what was played", || filled(&board(&ada, "1")) > 8);

    ada.evaluate(elsewhere);
    ada.button(&online::RETURN).wait();
    ada.back();
    wait_for_play(&ada);
    ada.button(&online::RETURN).wait_until_gone();
    lose(&grace, results::YOU_LOSE);
    ada.text(&results::YOU_WIN).wait();
}

#[test]
fn strangers_are_paired_play_for_their_rating_play_again_and_one_leaves() {
    let server = Server::open();
    let [ada, grace] = ["Ada", "Grace"].map(|name| enter_at(server.address(), "/online", name));
    ada.button(&online::QUICK_MATCH).click();
    ada.text(&online::SEEKING).wait();
    ada.button(&online::CANCEL).click();
    ada.button(&online::QUICK_MATCH).click();
    ada.text(&online::SEEKING).wait();
    grace.button(&online::QUICK_MATCH).click();
    for page in [&ada, &grace] {
        page.part("[data-room]").wait();
        // The best of three.
        wait_for_choice(page, 1, 1);
    }
    begin([&ada, &grace]);
    play_a_while(&grace);
    lose(&ada, results::ROUND_LOST);
    grace.text(&results::ROUND_WON).wait();
    leaving_asks(&ada);
    ada.button(&results::NEXT_ROUND).click();
    // Pressing it twice does not leave.
    ada.button(&online::WAITING).wait_for_focus();
    grace.text(&online::OTHER_READY).wait();
    grace.button(&results::NEXT_ROUND).click();
    for page in [&ada, &grace] {
        page.role("dialog", &online::RESULT).wait_until_gone();
        wait_for_play(page);
    }
    play_a_while(&grace);
    lose(&ada, results::YOU_LOSE);
    grace.text(&results::YOU_WIN).wait();
    grace.text(&results::match_score(2, 0)).wait();
    assert!(rating(&ada) < 1500 && rating(&grace) > 1500, "the loser's falls, the winner's rises");

    for page in [&ada, &grace] {
        page.button(&results::REMATCH).click();
    }
    for page in [&ada, &grace] {
        page.role("dialog", &online::RESULT).wait_until_gone();
        wait_for_play(page);
    }
    grace.press(Key::ESCAPE);
    grace.text(&online::LEAVE_FORFEITS).wait();
    grace.button(&online::LEAVE).click();
    grace.button(&online::QUICK_MATCH).wait();
    ada.text(&results::YOU_WIN).wait();
    ada.wait_for("why", &includes("body", online::ENDED_RESIGNED));
    wait_for_guard(&ada);
    ada.button(&online::LEAVE).click();
    ada.button(&online::QUICK_MATCH).wait();
}

#[test]
fn the_host_of_a_room_decides_its_terms_and_the_guest_comes_by_its_link() {
    let ada = enter("/online", "Ada");
    ada.button(&online::PLAY_A_FRIEND).click();
    ada.part("[data-room]").wait();
    ada.wait_for(
        "the code for a camera",
        "document.querySelector('.online-qr img')?.complete \
         && document.querySelector('.online-qr img').naturalWidth > 0",
    );
    let link = ada.evaluate("document.querySelector('.link-field').value");
    let link = link.as_str().expect("the room has a link");
    assert!(link.ends_with(&ada.address()), "{link}");
    // Battle's rules, the best of three, and two rows for the host.
    for (list, index) in [(0, 1), (1, 1), (2, 2)] {
        choose(&ada, list, index);
        wait_for_choice(&ada, list, index);
    }
    let (server, room) = link.split_once('#').expect("an address in the app");
    let grace = enter_at(server, room, "Grace");
    for (list, index) in [(0, 1), (1, 1), (2, 2), (3, 0)] {
        assert!(!wait_for_choice(&grace, list, index), "only the host decides");
    }
    begin([&ada, &grace]);
    assert!(!ada.text(&play::HOLD).is_there(), "Battle has no hold");
    drop_until(&ada, "the host's garbage", || board(&ada, "1").contains('G'));
    lose(&ada, results::ROUND_LOST);
    for page in [&ada, &grace] {
        page.button(&results::NEXT_ROUND).click();
    }
    grace.role("dialog", &online::RESULT).wait_until_gone();
    wait_for_play(&grace);
    lose(&grace, results::ROUND_LOST);
    ada.text(&results::match_score(1, 1)).wait();
    for page in [&ada, &grace] {
        page.button(&results::NEXT_ROUND).click();
    }
    grace.role("dialog", &online::RESULT).wait_until_gone();
    wait_for_play(&grace);
    lose(&grace, results::YOU_LOSE);
    ada.text(&results::match_score(2, 1)).wait();
    let result = ada.role("dialog", &online::RESULT).words();
    assert!(!result.contains(&told_before_rating()), "friends play for fun: {result}");
    // Back in the room everything can be set again.
    ada.button(&online::ROOM).click();
    assert!(wait_for_choice(&ada, 1, 1));
}

#[test]
fn enter_in_the_field_for_a_code_joins_and_copying_a_link_is_answered() {
    let ada = enter("/online", "Ada");
    ada.button(&online::PLAY_A_FRIEND).click();
    ada.part("[data-room]").wait();
    ada.allow_clipboard();
    ada.button(&online::COPY).click();
    ada.text(&online::LINK_COPIED).wait();
    let copied = ada.evaluate("navigator.clipboard.readText()");
    assert_eq!(copied, ada.evaluate("document.querySelector('.link-field').value"));
    let code = ada.part("[data-room]").attribute("data-room").expect("a room has a code");
    let grace = enter("/online", "Grace");
    grace.role("textbox", &online::CODE_LABEL).focus();
    grace.evaluate(&format!("document.activeElement.value = '{code}'"));
    grace.press(Key::ENTER);
    grace.part("[data-room]").wait();
}

#[test]
fn a_match_outlives_its_server() {
    let mut server = Server::open();
    let ada = enter_at(server.address(), "/online", "Ada");
    ada.forgive("WebSocket");
    ada.button(&online::PLAY_A_FRIEND).click();
    ada.part("[data-room]").wait();
    let grace = enter_at(server.address(), &ada.address(), "Grace");
    grace.forgive("WebSocket");
    begin([&ada, &grace]);
    drop_until(&ada, "a stack", || filled(&board(&ada, "1")) >= 16);
    grace.wait_until("the same stack", || filled(&board(&grace, "2")) >= 16);

    server.kill();
    for page in [&ada, &grace] {
        page.text(&online::RECONNECTING).wait();
    }
    server.start_again();
    for page in [&ada, &grace] {
        page.text(&online::RECONNECTING).wait_until_gone();
        wait_for_play(page);
    }
    ada.wait_until("what was played", || filled(&board(&ada, "1")) >= 16);
    lose(&ada, results::YOU_LOSE);
    grace.text(&results::YOU_WIN).wait();
}

#[test]
fn a_connection_that_is_stuck_is_noticed_and_the_match_goes_on() {
    let server = Server::open();
    let proxy = Proxy::to(server.address());
    let ada = enter_at(proxy.address(), "/online", "Ada");
    ada.forgive("WebSocket");
    ada.button(&online::PLAY_A_FRIEND).click();
    ada.part("[data-room]").wait();
    let grace = enter_at(server.address(), &ada.address(), "Grace");
    let host = tagged(&grace, "Ada");
    begin([&ada, &grace]);
    drop_until(&ada, "a stack", || filled(&board(&ada, "1")) >= 8);

    proxy.freeze();
    ada.text(&online::RECONNECTING).wait();
    let left = online::seconds_left(0);
    let left = left.trim_start_matches('0');
    ada.wait_for(
        "the time left",
        &format!("document.querySelector('.online-said').textContent.endsWith({})", json!(left)),
    );
    grace.text(&online::waiting_for(&host)).wait();
    proxy.thaw();
    ada.text(&online::RECONNECTING).wait_until_gone();
    wait_for_play(&ada);
    ada.wait_until("what was played", || filled(&board(&ada, "1")) >= 8);
    lose(&grace, results::YOU_LOSE);
    ada.text(&results::YOU_WIN).wait();
}

#[test]
fn a_room_outlives_a_look_at_the_settings() {
    let server = Server::open();
    let ada = enter_at(server.address(), "/online", "Ada");
    ada.button(&online::PLAY_A_FRIEND).click();
    ada.part("[data-room]").wait();
    let room = ada.address();
    ada.button(&menu::SETTINGS).click();
    ada.part("[data-screen='settings']").wait();
    let grace = enter_at(server.address(), &room, "Grace");
    grace.part("[data-room]").wait();
    ada.text(&online::GUEST_HERE).wait();
    ada.button(&settings::DONE).click();
    ada.part("[data-room]").wait();
    assert_eq!(ada.address(), room);
    begin([&ada, &grace]);
}

#[test]
fn a_bot_plays_whoever_waits_and_says_that_it_is_one() {
    let server = Server::with_bots();
    let ada = enter_at(server.address(), "/online", "Ada");
    ada.button(&online::QUICK_MATCH).click();
    ada.button(&online::PLAY_THE_BOT).wait();
    let mut faults = Vec::new();
    look(&ada, "a bot is offered", &mut faults);
    assert_eq!(faults, [""; 0]);
    ada.button(&online::PLAY_THE_BOT).click();
    ada.part("[data-room]").wait();
    // A newcomer meets a bot of the second level, whose rating is 1300.
    let seats = ada.part(".online-seats").words();
    assert!(seats.contains(&online::bot_name(2)) && seats.contains(&online::bot(1300)), "{seats}");
    ada.button(&online::READY).click();
    wait_for_play(&ada);
    ada.wait_until("the bot's pieces", || filled(&board(&ada, "2")) >= 20);
    lose(&ada, results::ROUND_LOST);
    ada.button(&results::NEXT_ROUND).click();
    ada.role("dialog", &online::RESULT).wait_until_gone();
    wait_for_play(&ada);
    lose(&ada, results::YOU_LOSE);
    let result = ada.role("dialog", &online::RESULT).words();
    let counts = result.contains(&told_before_rating());
    assert!(!counts, "a bot's match counts for nothing: {result}");
    ada.button(&online::LEAVE).click();
    ada.button(&online::QUICK_MATCH).wait();
}

#[test]
fn a_page_without_a_server_says_so_and_goes_on() {
    let page = REAL.open("/online");
    page.forgive("WebSocket");
    page.part(".field").wait();
    page.evaluate("document.querySelector('.field').value = 'Ada'");
    page.button(&online::GO_ONLINE).click();
    page.wait_for("plain words", &includes("main", online::NO_SERVER));
    page.button(&results::BACK_TO_MENU).click();
    page.part("[data-screen='home']").wait();
}
