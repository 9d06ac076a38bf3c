//! Leaderboards as they were read last: however many ask for one and however many
//! scores are added to it, it is read once per second.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use quintet_engine::GameName;
use quintet_protocol::http::Span;

use crate::limits::{LISTS_CACHED_FOR, PLACES};
use crate::store::{Score, Scores, StoreError};

const DAY: u64 = 24 * 60 * 60 * 1_000_000;

/// The time that a list begins at.
pub(crate) fn since(span: Span, now: u64) -> u64 {
    match span {
        Span::Day => now.saturating_sub(DAY),
        Span::Week => now.saturating_sub(7 * DAY),
        Span::All => 0,
    }
}

type List = Arc<Vec<Score>>;
/// When a list was read, and the list. The request that reads it holds the lock, so that the others wait for
/// the same answer.
type Slot = Arc<tokio::sync::Mutex<Option<(Instant, List)>>>;

/// All lists that were asked for.
#[derive(Default)]
pub(crate) struct Lists {
    slots: Mutex<HashMap<(GameName, &'static str), Slot>>,
}

impl Lists {
    fn slot(&self, game: GameName, span: Span) -> Slot {
        let mut slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(slots.entry((game, span.name())).or_default())
    }

    /// The best scores, at most a second old. `now` is in microseconds since 1970.
    pub(crate) async fn get(
        &self,
        scores: &dyn Scores,
        game: GameName,
        span: Span,
        now: u64,
    ) -> Result<List, StoreError> {
        let slot = self.slot(game, span);
        let mut cached = slot.lock().await;
        match &*cached {
            Some((read, list)) if read.elapsed() < LISTS_CACHED_FOR => Ok(Arc::clone(list)),
            _ => read(&mut cached, scores, game, span, now).await,
        }
    }

    /// The best scores as they are now, for everybody who asks next, too.
    pub(crate) async fn refresh(
        &self,
        scores: &dyn Scores,
        game: GameName,
        span: Span,
        now: u64,
    ) -> Result<List, StoreError> {
        let slot = self.slot(game, span);
        let mut cached = slot.lock().await;
        read(&mut cached, scores, game, span, now).await
    }

    /// Adds a score that has just been kept to its lists, so that they are not read again for each.
    pub(crate) async fn add(&self, score: &Score) {
        for span in Span::ALL {
            if let Some((_, list)) = &mut *self.slot(score.game, span).lock().await {
                insert(Arc::make_mut(list), score);
            }
        }
    }
}

/// Adds a score to a list that has the best one of each player, as the store would.
fn insert(list: &mut Vec<Score>, score: &Score) {
    let place = |score: &Score| (score.rank_by, score.played);
    if let Some(index) = list.iter().position(|listed| listed.player == score.player) {
        if place(&list[index]) <= place(score) {
            return;
        }
        list.remove(index);
    }
    let index = list.partition_point(|listed| place(listed) <= place(score));
    list.insert(index, score.clone());
    list.truncate(PLACES as usize);
}

async fn read(
    cached: &mut Option<(Instant, List)>,
    scores: &dyn Scores,
    game: GameName,
    span: Span,
    now: u64,
) -> Result<List, StoreError> {
    let list = Arc::new(scores.best(game, since(span, now), PLACES).await?);
    *cached = Some((Instant::now(), Arc::clone(&list)));
    Ok(list)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use quintet_engine::Micros;
    use quintet_protocol::Secret;

    use super::*;
    use crate::ranked::progress::Progress;
    use crate::store::{Ticket, sqlite};

    const GAME: GameName = GameName::Sprint;

    fn score(number: u64, player: u64, rank_by: i64) -> Score {
        let (id, played, name) = (number, number, Secret([player as u8; 16]).to_hex());
        let duration = Micros(rank_by as u64);
        let (score, lines, level) = (0, 40, 1);
        Score { id, player, name, game: GAME, rank_by, score, lines, level, duration, played }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(16))]

        #[test]
        fn a_list_that_scores_are_added_to_is_the_one_that_would_be_read(
            scores in prop::collection::vec((0_u64..150, 0_i64..200), 1..300)
        ) {
            let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
            runtime.block_on(async {
                let (_, store) = sqlite::in_memory().expect("memory");
                let mut list = Vec::new();
                for (number, (player, rank_by)) in (1..).zip(scores) {
                    let score = score(number, player, rank_by);
                    let (ticket, seed, issued) = (number, 0, 0);
                    let progress = Progress::begun(0);
                    let ticket = Ticket { ticket, player, game: GAME, seed, issued, progress };
                    assert!(store.issue(ticket, 0, u32::MAX).await.expect("a ticket"));
                    assert!(store.add(score.clone(), Vec::new()).await.expect("a score"));
                    insert(&mut list, &score);
                }
                assert_eq!(list, store.best(GAME, 0, PLACES).await.expect("a list"));
            });
        }
    }
}
