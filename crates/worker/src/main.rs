//! The worker itself: listens, thinks, answers.

mod analyst;
mod player;

use js_sys::{Date, Uint8Array};
use quintet_worker::{Answer, Request};
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

use analyst::analyse;
use player::{Player, hint};

fn main() {
    let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
    let port = scope.clone();
    let mut player = None;
    let listen = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        let bytes = Uint8Array::new(&event.data()).to_vec();
        let say = |answer: &Answer| {
            // Refused only for what cannot be copied, and bytes can.
            let _ = port.post_message(&Uint8Array::from(&answer.to_bytes()[..]));
        };
        let request = Request::from_bytes(&bytes);
        if let Some(answer) = request.and_then(|request| answer(&mut player, request, &say)) {
            say(&answer);
        }
    });
    scope.set_onmessage(Some(listen.as_ref().unchecked_ref()));
    listen.forget();
}

fn answer(player: &mut Option<Player>, request: Request, say: &dyn Fn(&Answer)) -> Option<Answer> {
    match request {
        Request::Sit { player: seat, level, seed, replay } => {
            *player = Player::sit(seat, level, seed, &replay);
            None
        }
        Request::Play { piece, now, hash, inputs } => {
            let begun = Date::now();
            let late = move || ((Date::now() - begun).max(0.0) * 1000.0) as u64;
            let answer = player.as_mut().and_then(|player| player.follow(now, hash, &inputs));
            let Some(player) = answer else { return Some(Answer::OutOfStep) };
            Some(Answer::Inputs { piece, inputs: player.play(&late) })
        }
        Request::Hint { replay } => hint(&replay),
        Request::Analyse { player, replay } => Some(analyse(player, &replay, say)),
    }
}
