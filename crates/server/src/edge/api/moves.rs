//! Moving to another device, over HTTP: `POST /api/moves` by the old device gives a code of one use,
//! `POST /api/moves?code=CODE` by the new one makes it the player's device in place of the old one.

use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::HeaderMap;
use axum::response::Response;
use quintet_protocol::http::{ErrorCode, MoveCode, MovedDevice};
use serde::Deserialize;

use crate::edge::address::ClientAddress;
use crate::edge::api::answer::Format;
use crate::edge::api::leaderboards::{bearer, player};
use crate::limits::MOVE_CODES_KEPT_FOR;
use crate::secure_random;
use crate::serve::App;

/// The code, if the new device asks.
#[derive(Deserialize)]
pub(crate) struct WhichCode {
    code: Option<String>,
}

/// Gives out a code, or takes one.
pub(crate) async fn take(
    State(app): State<App>,
    format: Format,
    ClientAddress(address): ClientAddress,
    query: Result<Query<WhichCode>, QueryRejection>,
    headers: HeaderMap,
) -> Response {
    let Ok(Query(WhichCode { code })) = query else {
        return format.answer::<()>(Err(ErrorCode::BadRequest));
    };
    let (accounts, now) = (&app.hub.accounts, app.hub.clock.unix());
    let Some(code) = code else {
        let issued = async {
            let player = player(&app.hub, &headers).await?.player;
            let code = secure_random::move_code();
            accounts.offer_move(player, secure_random::text_print(&code), now).await?;
            Ok(MoveCode { code })
        };
        return format.answer(issued.await);
    };
    let moved = async {
        // Guesses count as new devices.
        if !app.hub.addresses.may_add_device(address, app.hub.clock.now()) {
            return Err(ErrorCode::Busy);
        }
        let letters = code.chars().filter(char::is_ascii_alphanumeric);
        let code = secure_random::text_print(&letters.collect::<String>().to_ascii_uppercase());
        let since = now.saturating_sub(MOVE_CODES_KEPT_FOR.as_micros() as u64);
        let secret = bearer(&headers).unwrap_or_else(secure_random::secret);
        let print = secure_random::fingerprint(secret);
        let known = match accounts.player(print.clone()).await? {
            // It has moved already: the answer to an earlier request may have been lost.
            Some(known) => known,
            None => accounts.take_move(code, since, print).await?.ok_or(ErrorCode::NoMove)?,
        };
        Ok(MovedDevice { secret, name: known.name })
    };
    format.answer(moved.await)
}
