//! The worker itself: receives requests, thinks, answers.

mod analyst;
mod bot_player;
mod qr;

use js_sys::{Date, Uint8Array};
use quintet_engine::{Replay, ReplayError};
use quintet_worker::{Answer, Request, Unreadable};
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

use analyst::analyse;
use bot_player::{BotPlayer, hint};
use qr::qr_code;

fn main() {
    let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
    let port = scope.clone();
    let mut bot = None;
    let listen = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        let bytes = Uint8Array::new(&event.data()).to_vec();
        let say = |answer: &Answer| {
            // Fails only for values that cannot be cloned, and bytes can be.
            let _ = port.post_message(&Uint8Array::from(&answer.to_bytes()[..]));
        };
        let request = Request::from_bytes(&bytes);
        if let Some(answer) = request.and_then(|request| answer(&mut bot, request, &say)) {
            say(&answer);
        }
    });
    scope.set_onmessage(Some(listen.as_ref().unchecked_ref()));
    listen.forget();
}

fn answer(bot: &mut Option<BotPlayer>, request: Request, say: &dyn Fn(&Answer)) -> Option<Answer> {
    match request {
        Request::Sit { player, level, seed, replay } => {
            *bot = BotPlayer::new(player, level, seed, &replay);
            None
        }
        Request::Play { piece, now, hash, inputs } => {
            let asked = Date::now();
            let late = move || ((Date::now() - asked).max(0.0) * 1000.0) as u64;
            let bot = bot.as_mut().and_then(|bot| bot.follow(now, hash, &inputs));
            let Some(bot) = bot else { return Some(Answer::OutOfStep) };
            Some(Answer::Inputs { piece, inputs: bot.play(&late) })
        }
        Request::Hint { replay } => hint(&replay),
        Request::Analyse { player, replay } => Some(analyse(player, &replay, say)),
        Request::Read { json } => Some(match read(&json) {
            Ok(replay) => Answer::Read { replay: replay.to_bytes() },
            Err(reason) => Answer::Unreadable(reason),
        }),
        Request::QrCode { link } => Some(Answer::QrCode { picture: qr_code(&link) }),
    }
}

/// A replay in JSON that verifies, or what is wrong with it.
fn read(json: &str) -> Result<Replay, Unreadable> {
    let replay = Replay::from_json(json).map_err(|error| match error {
        ReplayError::TooLarge(_) => Unreadable::TooLarge,
        ReplayError::Version(version) => Unreadable::Version(version),
        ReplayError::Json { line, column, .. } => {
            Unreadable::Json { line: line as u32, column: column as u32 }
        }
        _ => Unreadable::Differs,
    })?;
    replay.verify().map_err(|_| Unreadable::Differs)?;
    Ok(replay)
}
