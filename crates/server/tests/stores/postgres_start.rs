//! What is refused when a server starts with a PostgreSQL that cannot be used, and what is said. The
//! database is a real one behind a proxy that changes a number in its answer.

use std::time::Duration;

use quintet_server::store::{StoreError, postgres};

use crate::Backend;
use crate::postgres::Database;
use crate::proxy::Proxy;

/// The columns of the answer that a server looks at before anything else: eight bytes, the length
/// of the next, and eight bytes.
const VERSION_AND_CLOCK: usize = 8 + 4 + 8;

/// What is said of a database whose answer is changed, if there is PostgreSQL here.
async fn refusal(
    version: i64,
    change: impl Fn(&mut i64, &mut i64) + Send + 'static,
) -> Option<StoreError> {
    if Database::is_missing() {
        return None;
    }
    let address = Database::default().address;
    let (_, place) = address.split_once('@').expect("user and place");
    let (place, name) = place.split_once('/').expect("place and name");
    let proxy = Proxy::start(place.parse().expect("an address")).await;
    proxy.faults.rewrite(move |said| {
        for begin in 0..said.len().saturating_sub(VERSION_AND_CLOCK) {
            let row = &mut said[begin..begin + VERSION_AND_CLOCK];
            let number = |bytes: &[u8]| i64::from_be_bytes(bytes.try_into().expect("eight bytes"));
            let (mut found, mut clock) = (number(&row[..8]), number(&row[12..]));
            if found == version {
                change(&mut found, &mut clock);
                row[..8].copy_from_slice(&found.to_be_bytes());
                row[12..].copy_from_slice(&clock.to_be_bytes());
            }
        }
    });
    let behind = format!("postgres://postgres@{}/{name}", proxy.address);
    let refused = postgres::open(&behind, Duration::from_mins(10)).await.map(drop);
    Some(refused.expect_err("it is refused, and at once"))
}

/// The version of the server, such as 150014.
async fn version() -> i64 {
    let (client, connection) =
        tokio_postgres::connect(&Database::default().address, tokio_postgres::NoTls)
            .await
            .expect("a server");
    tokio::spawn(connection);
    let asked = "SELECT current_setting('server_version_num')::BIGINT";
    client.query_one(asked, &[]).await.expect("an answer").get(0)
}

#[tokio::test]
async fn an_old_version_is_refused_and_named() {
    if Database::is_missing() {
        return;
    }
    let Some(problem) = refusal(version().await, |version, _| *version = 140_011).await else {
        return;
    };
    let words = problem.to_string();
    assert!(words.contains("version 14;") && words.contains("15 or later"), "{words}");
}

#[tokio::test]
async fn a_clock_that_differs_is_refused_and_by_how_much() {
    if Database::is_missing() {
        return;
    }
    let version = version().await;
    for off in [-90_000_000, 90_000_000] {
        let Some(problem) = refusal(version, move |_, clock| *clock += off).await else { return };
        let words = problem.to_string();
        assert!(words.contains("differ by 9") || words.contains("differ by 8"), "{words}");
        assert!(words.contains("NTP"), "{words}");
    }
}
