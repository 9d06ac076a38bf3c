//! Bots that offer themselves to people who wait, over real connections.

mod support;

use quintet_engine::Micros;
use quintet_protocol::{
    ClientMessage, Ending, Refusal, RuleSet, SeatView, ServerMessage, Settings,
};
use quintet_server::Bots;
use support::hands::Hands;
use support::player::{Player, enter};
use support::server::{Folder, Running};

/// A bot offers itself at the next look around.
fn soon(most: usize) -> Bots {
    Bots { after: Micros::from_millis(100), most }
}

fn has_offer(player: &Player) -> bool {
    player.heard.iter().any(|said| matches!(said, ServerMessage::BotOffer { .. }))
}

/// The other's seat.
fn opponent(player: &Player) -> Option<&SeatView> {
    let room = player.client.room()?;
    room.seats[1 - usize::from(room.you?)].as_ref()
}

fn games_begun(player: &Player) -> usize {
    player.heard.iter().filter(|said| matches!(said, ServerMessage::Begin { .. })).count()
}

async fn wait_for_offer(player: &mut Player, rules: RuleSet) {
    player.until("welcome", |player| player.client.is_welcome()).await;
    player.client.send(ClientMessage::QuickMatch { rules });
    player.until("a bot offers itself", has_offer).await;
}

/// In a room with a bot that is ready.
async fn meet_bot(player: &mut Player, rules: RuleSet) {
    wait_for_offer(player, rules).await;
    player.client.send(ClientMessage::AcceptBot);
    enter(player).await;
    player
        .until("the bot is ready", |player| opponent(player).is_some_and(|seat| seat.ready))
        .await;
}

async fn begin_game(player: &mut Player) {
    let begun = games_begun(player);
    player.client.ready();
    player.until("the game begins", |player| games_begun(player) > begun).await;
}

/// Whether this many pieces of the bot's are down.
async fn until_bot_has_played(player: &mut Player, pieces: u32) {
    let bot = 1 - player.client.room().and_then(|room| room.you).expect("a seat");
    player
        .until("the bot plays", |player| {
            player.client.game().is_some_and(|game| game.board(bot).view().pieces >= pieces)
        })
        .await;
}

#[tokio::test]
async fn who_waits_in_vain_plays_a_bot_that_is_called_one_and_keeps_the_rating() {
    for rules in [RuleSet::Versus, RuleSet::Battle] {
        let folder = Folder::new();
        let server = Running::with_bots(&folder, soon(1)).await;
        let every = Micros::from_millis(60);
        let mut player = Player::new("Ada", server.address, Hands::new(every, 400));
        meet_bot(&mut player, rules).await;
        let bot = opponent(&player).expect("a bot");
        assert!(bot.present);
        assert_eq!((bot.name.as_str(), bot.bot, bot.rating), ("", Some(2), 1300));
        begin_game(&mut player).await;
        until_bot_has_played(&mut player, 4).await;
        player.hands = Hands::new(Micros::from_millis(20), 0);
        let over = |wanted: usize| {
            move |player: &Player| {
                let over = |said: &&ServerMessage| matches!(said, ServerMessage::GameOver { .. });
                player.heard.iter().filter(over).count() == wanted
            }
        };
        player.until("the first game is over", over(1)).await;
        begin_game(&mut player).await;
        player.until("the match is decided", |player| player.matches_over() == 1).await;
        let last = player.heard.iter().find_map(|said| match said {
            ServerMessage::MatchOver { outcome, ratings, .. } => Some((*outcome, *ratings)),
            _ => None,
        });
        let (outcome, ratings) = last.expect("it is decided");
        assert_eq!((outcome.ending, outcome.winner), (Ending::Played, Some(1)));
        assert_eq!(ratings, None, "it does not count");
        assert_eq!(player.client.differences(), 0);
        assert_eq!((server.metrics.differences.get(), server.metrics.faults.get()), (0, 0));
        server.stop().await;
    }
}

#[tokio::test]
async fn a_bot_takes_its_seat_again_when_the_server_is_back() {
    let folder = Folder::new();
    let server = Running::with_bots(&folder, soon(1)).await;
    let mut player = Player::new("Ada", server.address, Hands::new(Micros::from_millis(60), 400));
    meet_bot(&mut player, RuleSet::Versus).await;
    begin_game(&mut player).await;
    until_bot_has_played(&mut player, 2).await;
    server.stop().await;
    let server = Running::with_bots(&folder, soon(0)).await;
    player.address = server.address;
    until_bot_has_played(&mut player, 4).await;
    assert!(opponent(&player).is_some_and(|seat| seat.bot == Some(2)));
    assert_eq!(games_begun(&player), 1, "it is the same game");
    player.client.send(ClientMessage::Resign);
    player.until("the match is decided", |player| player.matches_over() == 1).await;
    assert_eq!(player.client.differences(), 0);
    server.stop().await;
}

#[tokio::test]
async fn there_are_no_more_bots_than_there_may_be_and_one_that_is_left_is_free_again() {
    let folder = Folder::new();
    let server = Running::with_bots(&folder, soon(1)).await;
    let mut first = Player::idle("Ada", server.address);
    let mut second = Player::idle("Grace", server.address);
    second.until("welcome", |player| player.client.is_welcome()).await;
    second.client.send(ClientMessage::AcceptBot);
    let refused =
        |reason| move |player: &Player| player.heard.contains(&ServerMessage::Refused { reason });
    second.until("nothing was offered", refused(Refusal::OutOfPhase)).await;

    // Rules that nobody else plays by, so that they are not brought together.
    wait_for_offer(&mut first, RuleSet::Versus).await;
    second.client.send(ClientMessage::QuickMatch { rules: RuleSet::Battle });
    second.until("a bot offers itself", has_offer).await;
    first.client.send(ClientMessage::AcceptBot);
    enter(&mut first).await;
    second.client.send(ClientMessage::AcceptBot);
    second.until("there is none left", refused(Refusal::ServerFull)).await;

    first.until("the bot is there", |player| opponent(player).is_some()).await;
    first.client.leave();
    first.until("nobody is in a room", |_| server.metrics.rooms.get() == 0).await;
    second.heard.clear();
    second.client.send(ClientMessage::AcceptBot);
    enter(&mut second).await;
    server.stop().await;
}

fn refused(reason: Refusal) -> impl FnMut(&Player) -> bool {
    move |player| player.heard.contains(&ServerMessage::Refused { reason })
}

/// Asks for a bot until there is one: the place of the last may not be free yet.
async fn ask_bot(host: &mut Player, level: u8) {
    let is_full = ServerMessage::Refused { reason: Refusal::ServerFull };
    while !opponent(host).is_some_and(|seat| seat.ready) {
        host.heard.clear();
        host.client.send(ClientMessage::SetBot { level: Some(level) });
        host.until("the bot is ready", |host| {
            host.heard.contains(&is_full) || opponent(host).is_some_and(|seat| seat.ready)
        })
        .await;
    }
}

#[tokio::test]
async fn a_host_asks_a_bot_of_any_level_into_the_room_and_sends_it_away() {
    let folder = Folder::new();
    let server = Running::with_bots(&folder, soon(1)).await;
    let mut host = Player::new("Ada", server.address, Hands::new(Micros::from_millis(60), 400));
    host.client.send(ClientMessage::CreateRoom { settings: Settings::default() });
    enter(&mut host).await;
    let code = host.code();
    for level in [0, 6] {
        host.heard.clear();
        host.client.send(ClientMessage::SetBot { level: Some(level) });
        host.until("there is no such level", refused(Refusal::Unplayable)).await;
    }
    for level in [4, 1] {
        ask_bot(&mut host, level).await;
        let bot = opponent(&host).expect("a bot");
        assert_eq!((bot.name.as_str(), bot.bot), ("", Some(level)));
        let mut friend = Player::idle("Grace", server.address);
        friend.client.send(ClientMessage::JoinRoom { code, watch: false });
        enter(&mut friend).await;
        friend.client.send(ClientMessage::SetBot { level: None });
        friend.until("only the host may", refused(Refusal::OutOfPhase)).await;
        friend.client.leave();
        friend.until("the friend has left", |player| player.client.room().is_none()).await;
        if level == 1 {
            begin_game(&mut host).await;
            until_bot_has_played(&mut host, 3).await;
            host.client.send(ClientMessage::Resign);
            host.until("the match is decided", |player| player.matches_over() == 1).await;
        }
        host.client.send(ClientMessage::SetBot { level: None });
        host.until("the bot has left", |host| opponent(host).is_none()).await;
    }
    let mut friend = Player::idle("Grace", server.address);
    friend.client.send(ClientMessage::JoinRoom { code, watch: false });
    enter(&mut friend).await;
    assert_eq!(friend.client.room().and_then(|room| room.you), Some(1), "the seat is free again");
    assert_eq!(host.client.differences(), 0);
    server.stop().await;
}
