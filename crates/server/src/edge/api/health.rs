//! Whether the server is well. Anybody may ask, so the database is asked at most once per
//! `HEALTH_CACHED_FOR`.

use std::time::Instant;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

use crate::limits::HEALTH_CACHED_FOR;
use crate::serve::App;

/// What the database said last.
#[derive(Debug, Default)]
pub(crate) struct Health {
    /// When it was asked, and whether it answered. The request that asks holds the lock, so that the
    /// others wait for the same answer.
    last: tokio::sync::Mutex<Option<(Instant, bool)>>,
}

impl Health {
    /// Whether the database answers.
    async fn answers<Asked: Future<Output = bool>>(&self, ask: impl FnOnce() -> Asked) -> bool {
        let mut last = self.last.lock().await;
        match *last {
            Some((asked, answers)) if asked.elapsed() < HEALTH_CACHED_FOR => answers,
            _ => {
                let answers = ask().await;
                *last = Some((Instant::now(), answers));
                answers
            }
        }
    }
}

/// Whether the stores work: the journal accepts entries, the accounts results, and both answer.
pub(crate) async fn health(State(app): State<App>) -> Response {
    let metrics = &app.hub.metrics;
    let has_lease = app.hub.cluster.as_ref().is_none_or(|cluster| cluster.is_leased());
    let fails = metrics.store_fails.get() > 0 || metrics.results_fail.get() > 0 || !has_lease;
    let ask = || async { app.hub.accounts.result(0).await.is_ok() };
    if app.health.answers(ask).await && !fails {
        "well\n".into_response()
    } else {
        let words = "the database fails: the log says why\n";
        (StatusCode::SERVICE_UNAVAILABLE, words).into_response()
    }
}

/// Whether a load balancer may send players here: the stores work, the date is that of the other
/// servers, and the server is not stopping.
pub(crate) async fn readiness(State(app): State<App>) -> Response {
    if app.hub.is_draining() {
        return (StatusCode::SERVICE_UNAVAILABLE, "stopping\n").into_response();
    }
    if app.hub.cluster.as_ref().is_some_and(|cluster| cluster.is_clock_wrong()) {
        let words = "the clock differs from those of other servers: synchronise it\n";
        return (StatusCode::SERVICE_UNAVAILABLE, words).into_response();
    }
    health(State(app)).await
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;

    const REQUESTS: u64 = 1_000;

    #[tokio::test]
    async fn however_many_ask_the_database_is_asked_once_per_second() {
        let (health, asked) = (Health::default(), AtomicU64::new(0));
        let begin = Instant::now();
        for _ in 0..REQUESTS {
            let ask = || async {
                asked.fetch_add(1, Ordering::Relaxed);
                true
            };
            assert!(health.answers(ask).await);
        }
        let asked = asked.into_inner();
        println!("{REQUESTS} requests, {asked} questions to the database");
        assert!(asked <= 1 + begin.elapsed().as_secs() / HEALTH_CACHED_FOR.as_secs());
    }

    #[tokio::test]
    async fn a_database_that_fails_is_asked_again_in_time() {
        let health = Health::default();
        assert!(!health.answers(|| async { false }).await);
        let begin = Instant::now();
        while !health.answers(|| async { true }).await {
            assert!(begin.elapsed() < 60 * HEALTH_CACHED_FOR);
            tokio::time::sleep(HEALTH_CACHED_FOR / 20).await;
        }
    }
}
