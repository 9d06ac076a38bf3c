//! One of two players: who it is, the board, and what stands around it.

use quintet_engine::Rules;
use quintet_words::play;
use web_sys::HtmlCanvasElement;

use super::{SheetHandle, hold_box, preview_box, score_panel};
use crate::app::shared;
use crate::dom::{El, el, follow};
use crate::draw::Volley;
use crate::games::Mode;
use crate::layout::{ReservedSpace, Sharing};
use crate::signals::prelude::*;
use crate::table::{Part, Table};
use quintet_frontend::MatchScore;

/// A player's name, numbers, hold and next around a board. Styles lay it out.
pub(crate) fn player_area(
    table: Table,
    board: usize,
    mode: &Mode,
    rules: Rules,
    place: Sharing,
    (name, rounds): (&str, Option<El>),
    canvas: El,
) -> El {
    let display = table.display(board);
    let sheet = SheetHandle::follow(table, board, rules);
    let stats = mode.panels.iter().map(|&panel| score_panel(display, panel, &rules));
    let class = match place {
        Sharing::Other => "seat other",
        Sharing::Half => "seat half",
        Sharing::Alone | Sharing::Own => "seat own",
    };
    let head = el("div", "seat-head").child(el("h2", "seat-name").text(name)).children(rounds);
    el("section", class)
        .attr("aria-label", name)
        .attr("data-player", if board == 0 { "1" } else { "2" })
        .child(head)
        .children(rules.hold.then(|| hold_box(table, board, rules, sheet)))
        .child(el("div", "stats").children(stats))
        .child(canvas)
        .children((rules.previews > 0).then(|| preview_box(display, rules, sheet)))
}

/// The rounds that a player has won, where a match has several.
pub(crate) fn rounds(score: RwSignal<MatchScore>, player: usize) -> Option<El> {
    let counted = move || score.with(|score| (score.wins[player.min(1)], score.needed()));
    let row = move || {
        let (won, needed) = counted();
        (0..needed).map(|round| if round < won { '●' } else { '○' }).collect()
    };
    let label = move || {
        let (won, needed) = counted();
        play::rounds_won(won, needed)
    };
    let several = score.with_untracked(|score| score.best_of > 1);
    let dots = el("span", "rounds").attr("role", "img").live_attr("aria-label", label);
    several.then(|| dots.words(row))
}

/// The canvas over everything on which attacks fly, as large as the window.
pub(crate) fn attack_canvas(table: Table, rules: Rules, place: Sharing) -> El {
    let shared = shared();
    let overlay = el("canvas", "volley").attr("aria-hidden", "true");
    let canvas: HtmlCanvasElement = overlay.get();
    let made = StoredValue::new(None);
    follow(move || {
        let (viewport, look) = (shared.viewport.get(), shared.look.get());
        let cell = viewport.cell(&rules, ReservedSpace::NOTHING, place);
        let density = viewport.density;
        let [width, height] = [viewport.width, viewport.height].map(|it| (it * density) as u32);
        // The first key changes what is known of the window, and nothing that is painted.
        if made.get_value() == Some((width, height, cell, look.still)) {
            return;
        }
        made.set_value(Some((width, height, cell, look.still)));
        let canvas = canvas.clone();
        table.make_later(Part::Attacks, move || {
            canvas.set_width(width);
            canvas.set_height(height);
            let volley = if look.still { None } else { Volley::new(&canvas, cell) };
            table.attacks.set_canvas(volley, density);
        });
    });
    on_cleanup(move || {
        table.forget(Part::Attacks);
        table.attacks.set_canvas(None, 1.0);
    });
    overlay
}
