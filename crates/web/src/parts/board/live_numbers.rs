//! Numbers that a player can switch on: speed, keys, finesse, pace and attack.

use quintet_engine::{GameName, Ranking};
use quintet_frontend::LiveNumber;
use quintet_frontend::statistics::best_result;
use quintet_words::{ShortText, play as words};

use crate::app::shared;
use crate::dom::{El, el};
use crate::games::{self, GameEntry, Mode};
use crate::signals::prelude::*;
use crate::table::{Display, Readout};

/// What a number is made of.
type Value = fn(&Readout) -> ShortText;

/// The numbers that are switched on for a board; none where there are none. Finesse can be counted
/// only where every press is seen when it happens.
pub(crate) fn live_numbers(
    display: Display,
    game: &GameEntry,
    mode: &Mode,
    has_finesse: bool,
) -> Option<El> {
    let by_time = mode.ranking() == Some(Ranking::Time);
    let game_of = mode.game;
    let settings = shared().settings.get_untracked();
    let wanted = LiveNumber::wanted(&settings, game, mode);
    let wanted = wanted.filter(|number| has_finesse || *number != LiveNumber::Finesse);
    let rows = wanted.map(|number| {
        let value: Value = match number {
            LiveNumber::Best => {
                return row(number, el("dd", "number").words(move || best(game_of)));
            }
            LiveNumber::Speed => |readout| readout.live.speed(readout.tenths),
            LiveNumber::Keys => |readout| readout.live.keys_per_piece(),
            LiveNumber::Finesse => |readout| readout.live.finesse(),
            LiveNumber::Attack => |readout| readout.live.attack(readout.tenths),
            LiveNumber::Pace if by_time => |readout| readout.live.distance(readout.lines.into()),
            LiveNumber::Pace => |readout| readout.live.distance(readout.score),
        };
        let shown = el("dd", "number");
        let digits = shown.blank();
        display.follow(value, move |value| digits.set_data(value));
        row(number, shown)
    });
    let list: Vec<El> = rows.collect();
    let numbers = el("dl", "live-numbers panel").attr("aria-label", &words::LIVE_NUMBERS);
    (!list.is_empty()).then(|| numbers.children(list))
}

fn row(number: LiveNumber, value: El) -> El {
    let name = el("dt", "").attr("title", &number.title()).text(&number.label());
    el("div", "").child(name).child(value)
}

/// The best result that is kept; it follows the end of every game.
fn best(name: GameName) -> String {
    let shared = shared();
    shared.game.result.track();
    let (game, mode) = games::of(name);
    let scores = shared.store.scores(game, mode);
    best_result(mode, scores.entries()).unwrap_or_default()
}
