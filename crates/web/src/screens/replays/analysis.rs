//! How well a replay was played: what the computer makes of it, beside the viewer.

use quintet_engine::{Game, Rules};
use quintet_frontend::MoveClass;
use quintet_words::{percent, replays as words};
use quintet_worker::{Answer, Judged, Request, Spot, Verdict};
use web_sys::{Element, HtmlElement, KeyboardEvent, PointerEvent};

use crate::app::Shared;
use crate::dom::{El, button, drawing, el, follow, live, on_window, term, when};
use crate::games;
use crate::keys::{code_of, is_key};
use crate::layout::{Layout, Viewport};
use crate::page;
use crate::signals::prelude::*;
use crate::table::{Job, ReplaySource, Table};

/// The window width from which there is room beside a board.
const BESIDE_PX: f64 = 1200.0;
/// How much of a piece's share of the graph its bar takes, in hundredths.
const BAR: &str = "h70";

/// How far the computer has come.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Progress {
    /// It has not been asked.
    Idle,
    /// On its way.
    Running,
    /// To the end.
    Done(Verdict),
    /// It could not start, or stopped with an error.
    Failed,
}

/// The analysis of what is being watched.
#[derive(Clone, Copy)]
pub(super) struct Analysis {
    shared: &'static Shared,
    replay: ReplaySource,
    table: Table,
    players: usize,
    player: RwSignal<u64>,
    open: RwSignal<bool>,
    progress: RwSignal<Progress>,
    /// How many pieces have been judged, and how many there are.
    done: RwSignal<u64>,
    all: RwSignal<u64>,
    pieces: StoredValue<Vec<Judged>>,
    /// Which of the pieces is in play at the moment that is shown.
    now: RwSignal<Option<usize>>,
    job: StoredValue<Option<Job>, LocalStorage>,
}

impl Analysis {
    /// Ready to analyse; none for games that the computer cannot play.
    pub(super) fn of(
        shared: &'static Shared,
        (replay, table): (ReplaySource, Table),
        rules: &[Rules],
    ) -> Option<Self> {
        if !rules.iter().all(|rules| games::of(rules.game).0.has_computer) {
            return None;
        }
        let analysis = Analysis {
            shared,
            replay,
            table,
            players: rules.len().min(2),
            player: RwSignal::new(0),
            open: RwSignal::new(false),
            progress: RwSignal::new(Progress::Idle),
            done: RwSignal::new(0),
            all: RwSignal::new(0),
            pieces: StoredValue::default(),
            now: RwSignal::new(None),
            job: StoredValue::new_local(None),
        };
        replay.at_ms.follow(|at| *at, move |_| analysis.look());
        follow(move || {
            analysis.progress.track();
            analysis.done.track();
            analysis.look();
        });
        on_window("keydown", move |event: KeyboardEvent| {
            if is_key(&event, "Escape") && analysis.open.get_untracked() {
                event.prevent_default();
                analysis.close();
            }
        });
        on_cleanup(move || drop(analysis.job.try_update_value(Option::take)));
        Some(analysis)
    }

    fn start(self, player: usize) {
        self.cancel();
        self.player.set(player as u64);
        self.open.set(true);
        self.done.set(0);
        self.progress.set(Progress::Running);
        let replay = self.replay.with(|playback| playback.replay().to_bytes());
        let request = Request::Analyse { player: player as u8, replay };
        let job = Job::start(&request, move |answer| {
            self.hear(answer.unwrap_or(Answer::NoAnalysis));
        });
        if job.is_none() {
            self.hear(Answer::NoAnalysis);
        }
        self.job.set_value(job);
    }

    /// Breaks the analysis off, and forgets it.
    fn cancel(self) {
        self.job.set_value(None);
        self.pieces.update_value(Vec::clear);
        self.now.set(None);
        self.open.set(false);
        self.progress.set(Progress::Idle);
    }

    fn hear(self, answer: Answer) {
        match answer {
            Answer::Judged { all, judged } => {
                self.pieces.update_value(|pieces| pieces.push(judged));
                self.all.set(all.into());
                self.done.set(self.pieces.with_value(Vec::len) as u64);
            }
            Answer::Analysed(verdict) => self.progress.set(Progress::Done(verdict)),
            _ => self.progress.set(Progress::Failed),
        }
    }

    /// Finds the piece in play, and points out where the computer would put it.
    fn look(self) {
        let player = self.player.get_untracked() as usize;
        let number =
            self.replay.with(|playback| playback.current().game(player).map(Game::pieces_locked));
        let found = self.pieces.with_value(|pieces| {
            let place = pieces.binary_search_by_key(&number?, |piece| piece.number).ok()?;
            Some((place, pieces[place].number, pieces[place].best.cells.into()))
        });
        let place = found.as_ref().map(|found| found.0);
        if self.now.get_untracked() != place {
            self.now.set(place);
        }
        if let Some((_, number, cells)) = found {
            self.table.display(player).point_out(number, cells);
        }
    }

    /// Shows the moment when a piece entered.
    fn jump(self, place: usize) {
        let at = self.pieces.with_value(|pieces| pieces.get(place).map(|piece| piece.entered));
        if let Some(at) = at {
            self.replay.running.set(false);
            self.replay.seek(at);
        }
    }

    fn close(self) {
        self.open.set(false);
        page::focus(".opener");
    }

    /// Whether it stands beside the board, and not in place of the controls.
    fn is_beside(self, viewport: Viewport) -> bool {
        let wide = viewport.layout() == Layout::Desktop && viewport.width >= BESIDE_PX;
        self.players == 1 && wide
    }

    /// Follows whatever changes its size.
    pub(super) fn track(self) {
        self.open.track();
        self.progress.track();
    }

    /// The button that asks for it, then opens and closes it.
    pub(super) fn opener(self) -> El {
        let act = move || match self.progress.get_untracked() {
            Progress::Idle => self.start(0),
            _ => self.open.update(|open| *open = !*open),
        };
        button("button small opener", &words::ANALYSE, act)
            .live_attr("aria-expanded", move || self.open.get().to_string())
    }

    /// All that came of it.
    pub(super) fn panel(self) -> El {
        when(
            move || self.open.get(),
            move || {
                let other = live(move || {
                    let other = 1 - self.player.get() as usize;
                    (self.players > 1).then(|| {
                        let label = words::analyse_player(other as u8 + 1);
                        button("link", &label, move || self.start(other))
                    })
                });
                el("section", "analysis panel")
                    .live_class("beside", move || self.is_beside(self.shared.viewport.get()))
                    .attr("aria-label", &words::ANALYSIS)
                    .child(el("h2", "caption-line").text(&words::ANALYSIS_TITLE))
                    .child(other)
                    .child(live(move || {
                        Some(match self.progress.get() {
                            Progress::Idle => return None,
                            Progress::Running => self.waiting(),
                            Progress::Done(verdict) => self.verdict(&verdict),
                            Progress::Failed => self.failure(),
                        })
                    }))
            },
        )
    }

    fn waiting(self) -> El {
        let all = move || self.all.get().max(1) as u32;
        let done = move || self.done.get() as u32;
        let bar = el("progress", "")
            .attr("aria-label", &words::PIECES_JUDGED)
            .live_attr("max", move || all().to_string())
            .live_attr("value", move || done().to_string());
        let cancel = move || {
            self.cancel();
            self.close();
        };
        el("div", "analysis-part")
            .child(button("button small analysis-close", &words::CANCEL, cancel))
            .child(el("p", "").words(move || words::progress(done(), all())))
            .child(bar)
    }

    fn failure(self) -> El {
        let again = move || self.start(self.player.get_untracked() as usize);
        el("div", "analysis-part")
            .child(self.closer())
            .child(el("p", "").attr("role", "alert").text(&words::FAILED))
            .child(button("button small primary", &words::TRY_AGAIN, again))
    }

    /// The way out, which is read before all that stands below it.
    fn closer(self) -> El {
        button("button small analysis-close", &words::CLOSE, move || self.close())
    }

    fn verdict(self, verdict: &Verdict) -> El {
        let count = self.pieces.with_value(Vec::len);
        let without = words::share(verdict.without_fault, count as u32);
        let accuracy = percent(verdict.accuracy);
        let accuracy = if count == 0 { words::UNKNOWN.text() } else { &accuracy };
        let numbers = el("dl", "results").children([
            term(&words::ACCURACY, accuracy),
            term(&words::FINESSE_FAULTS, &verdict.faults.to_string()),
            term(&words::PIECES_WITHOUT, &without),
        ]);
        let classes = MoveClass::ALL.map(|wanted| {
            let of_class =
                |pieces: &Vec<Judged>| pieces.iter().filter(|piece| class(piece) == wanted).count();
            term(&wanted.name(), &self.pieces.with_value(of_class).to_string())
        });
        let worst = verdict.worst.iter().map(|&place| self.worst(place as usize));
        el("div", "analysis-part")
            .child(self.closer())
            .child(
                el("div", "").child(numbers).child(el("dl", "results classes").children(classes)),
            )
            .child(self.graph(count))
            .child(el("p", "analysis-now").words(move || self.words_now()))
            .child(el("h3", "caption-line").text(&words::WORST_MOVES))
            .children(worst)
    }

    fn worst(self, place: usize) -> El {
        let label = self.pieces.with_value(|pieces| pieces.get(place).map(told));
        button("worst", &label.unwrap_or_default(), move || {
            self.jump(place);
            if !self.is_beside(self.shared.viewport.get_untracked()) {
                self.close();
            }
        })
    }

    fn words_now(self) -> String {
        let told = |place: usize| self.pieces.with_value(|pieces| pieces.get(place).map(told));
        self.now.get().and_then(told).unwrap_or_default()
    }

    /// What every piece lost, as bars; a slider over the pieces.
    fn graph(self, count: usize) -> El {
        let last = count.saturating_sub(1);
        let bars = self.pieces.with_value(|pieces| bars(pieces));
        let view_box = ["0 0 ", &(count.max(1) * 100).to_string(), " 1000"].concat();
        let mark = el("div", "graph-now");
        let style = mark.get::<HtmlElement>().style();
        follow(move || {
            let thousandths = self.now.get().unwrap_or(0) * 100_000 / count.max(1);
            let left = ["calc(", &thousandths.to_string(), "% / 1000)"].concat();
            // A bad value is ignored by the browser.
            let _ = style.set_property("left", &left);
        });
        let key = move |event: KeyboardEvent| {
            let now = self.now.get_untracked().unwrap_or(0);
            self.jump(match code_of(&event).as_str() {
                "ArrowLeft" | "ArrowDown" => now.saturating_sub(1),
                "ArrowRight" | "ArrowUp" => (now + 1).min(last),
                "Home" => 0,
                "End" => last,
                _ => return,
            });
            event.prevent_default();
        };
        let graph = el("div", "graph");
        let area: Element = graph.get();
        let point = move |event: PointerEvent| {
            let area = area.get_bounding_client_rect();
            let share = (f64::from(event.client_x()) - area.left()) / area.width().max(1.0);
            self.jump(((share * count as f64).max(0.0) as usize).min(last));
        };
        graph
            .attr("role", "slider")
            .attr("tabindex", "0")
            .attr("aria-label", &words::LOSS_BY_PIECE)
            .attr("aria-valuemin", "1")
            .attr("aria-valuemax", &count.to_string())
            .live_attr("aria-valuenow", move || (self.now.get().unwrap_or(0) + 1).to_string())
            .live_attr("aria-valuetext", move || self.words_now())
            .on("keydown", key)
            .on("pointerdown", point)
            .child(drawing(&view_box, &[("bars", &bars)]).attr("preserveAspectRatio", "none"))
            .child(mark)
    }
}

/// A bar a piece: the less accurate, the higher.
fn bars(pieces: &[Judged]) -> String {
    let mut path = String::new();
    for (place, piece) in pieces.iter().enumerate() {
        let (x, top) = ((place * 100 + 15).to_string(), piece.accuracy.min(990).to_string());
        path.push_str(&["M", &x, " 1000V", &top, BAR, "V1000z"].concat());
    }
    path
}

/// A piece in words: how good the move was, and what would have been better.
fn told(piece: &Judged) -> String {
    let Spot { kind, hold, cells } = piece.best;
    class(piece).told(piece.number + 1, kind, hold, cells.map(|(x, _)| x))
}

fn class(piece: &Judged) -> MoveClass {
    MoveClass::of(piece.accuracy, piece.loss > 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use quintet_engine::{Kind, Micros};

    fn judged(accuracy: u32, hold: bool, columns: [i8; 4]) -> Judged {
        let best = Spot { kind: Kind::I, hold, cells: columns.map(|x| (x, 19)) };
        let (number, entered, loss) = (13, Micros(0), 1000 - accuracy);
        Judged { number, entered, loss, accuracy, played: best, best }
    }

    #[test]
    fn bars_stand_side_by_side_and_are_higher_for_worse_moves() {
        let pieces = [judged(700, false, [0; 4]), judged(700, false, [0; 4])];
        assert_eq!(bars(&pieces), "M15 1000V700h70V1000zM115 1000V700h70V1000z");
    }
}
