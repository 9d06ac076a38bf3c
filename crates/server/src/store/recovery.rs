//! What a server does before it serves: finishes what the last one left undone.

use quintet_engine::REVISION;
use quintet_protocol::Ending;
use tracing::{error, warn};

use super::{Accounts, Journal, MatchLog, MatchResult, SavedMatch, Scores, StoreError};

/// Result of recovering the matches in a journal.
#[derive(Debug, Default)]
pub struct Recovered {
    /// Those that are on, to be taken up again.
    pub running: Vec<SavedMatch>,
    /// How many had a result that may not have been stored yet.
    pub decided: usize,
    /// How many cannot be taken up again and end without a winner.
    pub ended: usize,
}

/// Stores the results and the games that are in the journal, ends the matches that cannot be restored, and returns
/// the others. What is stored gets this date, in microseconds since 1970.
pub async fn recover(
    journal: &mut dyn Journal,
    accounts: &dyn Accounts,
    scores: &dyn Scores,
    now: u64,
) -> Result<Recovered, StoreError> {
    let mut recovered = Recovered::default();
    for log in journal.logs().await? {
        let match_id = log.match_id;
        match recover_match(log, accounts, scores, now).await? {
            RecoveredMatch::Running(saved) => {
                recovered.running.push(*saved);
                continue;
            }
            RecoveredMatch::Decided => recovered.decided += 1,
            RecoveredMatch::Ended => recovered.ended += 1,
        }
        journal.remove(match_id).await?;
    }
    Ok(recovered)
}

/// Result of recovering one match.
#[derive(Debug)]
pub enum RecoveredMatch {
    /// It is on, to be taken up again.
    Running(Box<SavedMatch>),
    /// It had a result, which is stored.
    Decided,
    /// It cannot be taken up again and has ended without a winner.
    Ended,
}

/// Stores the result of a match, if it has one, or ends it if it cannot be restored.
pub async fn recover_match(
    log: MatchLog,
    accounts: &dyn Accounts,
    scores: &dyn Scores,
    now: u64,
) -> Result<RecoveredMatch, StoreError> {
    let match_id = log.match_id;
    for game in log.ended_games() {
        scores.keep_game(game.played(now)).await?;
    }
    let (players, ranked) = log.players();
    let wins = vec![0; players.len()];
    let unwon = |ending| MatchResult::unwon(match_id, ranked, &players, wins, ending);
    if let Some(result) = log.result() {
        store_result_or_end(accounts, result, now).await?;
        return Ok(RecoveredMatch::Decided);
    }
    if is_decided(accounts, match_id).await? {
        return Ok(RecoveredMatch::Decided);
    }
    let result = match log.restore() {
        Ok(saved) if is_playable(&saved) => return Ok(RecoveredMatch::Running(Box::new(saved))),
        Ok(saved) => {
            warn!(match_id, room = %saved.code, "a match of another engine revision ends");
            saved.unwon(Ending::Upgraded)
        }
        Err(problem) => {
            warn!(match_id, %problem, "a match cannot be taken up again");
            unwon(Ending::Interrupted)
        }
    };
    accounts.store_result(result, now).await?;
    Ok(RecoveredMatch::Ended)
}

/// Stores a result. If the database refuses it for good, the match ends without a winner.
pub async fn store_result_or_end(
    accounts: &dyn Accounts,
    result: &MatchResult,
    now: u64,
) -> Result<(), StoreError> {
    match accounts.store_result(result.clone(), now).await {
        Err(problem) if problem.is_refusal() => {
            let match_id = result.match_id;
            error!(match_id, %problem, "a match has a result that cannot be stored, and ends unwon");
            accounts.store_result(result.interrupted(), now).await
        }
        // Players may have been told this result: if it is not stored, it has to be another time.
        stored => stored,
    }
}

/// Whether the accounts have a result of a match, be it one that cannot be read.
async fn is_decided(accounts: &dyn Accounts, match_id: u64) -> Result<bool, StoreError> {
    match accounts.result(match_id).await {
        Ok(result) => Ok(result.is_some()),
        Err(StoreError::Unreadable(what)) => {
            error!(match_id, what, "the result of a match is unreadable");
            Ok(true)
        }
        Err(problem) => Err(problem),
    }
}

/// Whether the engine would play the game that is on as it was played so far.
fn is_playable(saved: &SavedMatch) -> bool {
    saved.game.as_ref().is_none_or(|game| game.revision == REVISION)
}
