//! Leaderboards as they were read last: however many ask for one, it is read once per second.

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
