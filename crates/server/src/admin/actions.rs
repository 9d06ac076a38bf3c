//! What each request of an operator does.

use quintet_engine::GameName;
use quintet_protocol::http::{Span, ranked_games};
use quintet_protocol::{RoomCode, tagged};

use super::Request;
use crate::edge::names;
use crate::limits;
use crate::rooms::room_handle::RoomHandle;
use crate::serve::App;
use crate::store::{KnownPlayer, PlayerId, Report, Restrictions, StoreError};

/// The most reports, or players of one name, that are listed.
const MOST_LISTED: u32 = 1_000;

impl From<StoreError> for Failure {
    fn from(problem: StoreError) -> Failure {
        Failure(problem.to_string())
    }
}

impl From<&str> for Failure {
    fn from(reason: &str) -> Failure {
        Failure(reason.to_owned())
    }
}

/// Why a request was not carried out, for the operator.
pub(super) struct Failure(pub(super) String);

type Lines = Result<Vec<String>, Failure>;

pub(super) async fn carry_out(app: &App, request: Request) -> Lines {
    match request {
        Request::ListScores { game, span } => list_scores(app, &game, &span).await,
        Request::RemoveScore { id } => {
            let removed = app.hub.scores.remove(id).await?;
            if removed { Ok(vec![format!("score {id} is removed")]) } else { not_found("score") }
        }
        Request::ShowPlayer { player } => show_player(app, &player).await,
        Request::BanPlayer { player, lift } => ban(app, &player, lift).await,
        Request::RenamePlayer { player, name } => rename(app, &player, name).await,
        Request::ListRooms => Ok(app.hub.rooms().iter().filter_map(RoomHandle::describe).collect()),
        Request::CloseRoom { code } => {
            let Some(parsed) = RoomCode::parse(&code) else { return not_found("room") };
            let room = app.hub.room(parsed);
            if room.is_some_and(|room| room.dissolve(&app.hub)) {
                return Ok(vec![format!("room {code} is closed")]);
            }
            match &app.hub.cluster {
                Some(cluster) if cluster.dissolve(parsed).await? => {
                    Ok(vec![format!("room {code} is being closed on another node")])
                }
                _ => not_found("room"),
            }
        }
        Request::ShowLimits => Ok(limits::table()
            .into_iter()
            .map(|limit| format!("{}\t{}\t{}", limit.name, limit.value, limit.meaning))
            .collect()),
        Request::ListReports { all } => list_reports(app, all).await,
        Request::CloseReports { ids } => close_reports(app, ids).await,
    }
}

fn not_found(what: &str) -> Lines {
    Err(Failure(format!("there is no such {what}")))
}

async fn list_scores(app: &App, game: &str, span: &str) -> Lines {
    let game = ranked_games().find(|ranked| ranked.name() == game);
    let game = game.ok_or_else(|| {
        let names: Vec<&str> = ranked_games().map(GameName::name).collect();
        Failure(format!("a game with a leaderboard is one of {}", names.join(", ")))
    })?;
    let span = Span::ALL.into_iter().find(|known| known.name() == span);
    let span = span.ok_or("a span is day, week or all")?;
    let (scores, now) = (app.hub.scores.as_ref(), app.hub.clock.unix());
    let list = app.lists.refresh(scores, game, span, now).await?;
    let line = |(place, score): (u32, &crate::store::Score)| {
        let (name, millis) = (tagged(&score.name, score.player), score.duration.0 / 1000);
        format!("{place}\tscore {}\t{name}\t{} points\t{millis} ms", score.id, score.score)
    };
    Ok((1..).zip(&*list).map(line).collect())
}

/// The player that an operator means: a number, or a name with its tag.
async fn find(app: &App, text: &str) -> Result<KnownPlayer, Failure> {
    let accounts = &app.hub.accounts;
    if let Ok(number) = text.parse::<PlayerId>() {
        let found = accounts.find_player(number).await?;
        return found.ok_or("there is no such player".into());
    }
    let Some((name, _)) = text.rsplit_once('#') else {
        return Err("a player is NAME#TAG, or a number".into());
    };
    let called = accounts.players_called(name.to_owned(), MOST_LISTED).await?;
    let mut same = called.into_iter().filter(|known| tagged(&known.name, known.player) == text);
    match (same.next(), same.next()) {
        (Some(known), None) => Ok(known),
        (None, _) => Err("there is no such player".into()),
        (Some(one), Some(other)) => Err(Failure(format!(
            "several players are called so, {} and {} among them: name one by number",
            one.player, other.player
        ))),
    }
}

async fn show_player(app: &App, text: &str) -> Lines {
    let known = find(app, text).await?;
    let restrictions = app.hub.accounts.restrictions(known.player).await?;
    let mut lines = vec![
        format!("player\t{}", known.player),
        format!("name\t{}", tagged(&known.name, known.player)),
        format!("rating\t{}", known.rating.rounded()),
        format!("banned\t{}", restrictions.banned),
        format!("name given\t{}", restrictions.fixed_name.is_some()),
    ];
    let seeds = app.hub.scores.tickets_of(known.player).await?;
    lines.push(format!("ranked games\t{} begun, {} submitted", seeds.issued, seeds.redeemed));
    if let Some(room) = app.hub.room_of(known.player) {
        lines.push(format!("room\t{}", room.code));
    }
    Ok(lines)
}

async fn ban(app: &App, text: &str, lift: bool) -> Lines {
    let known = find(app, text).await?;
    let (player, accounts) = (known.player, &app.hub.accounts);
    let restrictions = accounts.restrictions(player).await?;
    accounts.set_restrictions(player, Restrictions { banned: !lift, ..restrictions }).await?;
    let name = tagged(&known.name, player);
    if lift {
        return Ok(vec![format!("{name} (player {player}) is no longer banned")]);
    }
    let was_here = app.hub.eject(player);
    if let Some(cluster) = &app.hub.cluster {
        cluster.announce_ban(player).await;
    }
    let here = if was_here { ", and was disconnected" } else { "" };
    Ok(vec![format!("{name} (player {player}) is banned{here}")])
}

async fn rename(app: &App, text: &str, name: Option<String>) -> Lines {
    let known = find(app, text).await?;
    let (player, accounts) = (known.player, &app.hub.accounts);
    let name = match name.as_deref().map(names::check) {
        None => None,
        Some(Ok(name)) => Some(name),
        Some(Err(reason)) => return Err(Failure(format!("the name cannot be given: {reason:?}"))),
    };
    let restrictions = accounts.restrictions(player).await?;
    let renamed = Restrictions { fixed_name: name.clone(), ..restrictions };
    accounts.set_restrictions(player, renamed).await?;
    let Some(name) = name else {
        return Ok(vec![format!("player {player} may choose a name again")]);
    };
    app.hub.scores.rename(player, name.clone()).await?;
    app.hub.rename(player, &name);
    if let Some(cluster) = &app.hub.cluster {
        cluster.announce_name(player, name.clone()).await;
    }
    Ok(vec![format!("{} (player {player}) is now {}", known.name, tagged(&name, player))])
}

async fn list_reports(app: &App, all: bool) -> Lines {
    let reports = app.hub.accounts.reports(!all, MOST_LISTED).await?;
    let mut lines = Vec::new();
    for report in reports {
        lines.push(describe(app, &report).await?);
    }
    Ok(lines)
}

/// Closes reports. Those that are not open are named, and are a failure only if no other was closed.
async fn close_reports(app: &App, ids: Vec<u64>) -> Lines {
    let (mut lines, mut is_any) = (Vec::new(), false);
    for id in ids {
        let is_closed = app.hub.accounts.close_report(id).await?;
        is_any |= is_closed;
        let what = if is_closed {
            format!("report {id} is closed")
        } else {
            format!("there is no open report {id}")
        };
        lines.push(what);
    }
    if is_any { Ok(lines) } else { not_found("open report") }
}

async fn describe(app: &App, report: &Report) -> Result<String, Failure> {
    let about = match app.hub.accounts.find_player(report.about).await? {
        Some(known) => tagged(&known.name, known.player),
        None => report.about.to_string(),
    };
    let from = report.from.map_or_else(|| "the server".to_owned(), |from| from.to_string());
    let place = match (report.match_id, report.score) {
        (Some(match_id), _) => format!("match {match_id}"),
        (_, Some(score)) => format!("score {score}"),
        (None, None) => String::new(),
    };
    let state = if report.is_open { "open" } else { "closed" };
    let (id, reason) = (report.id, &report.reason);
    Ok(format!("{id}\t{state}\t{about}\t{place}\t{reason}\tfrom {from}\tat {}", report.made))
}
