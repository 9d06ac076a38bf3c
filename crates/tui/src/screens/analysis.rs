//! What the computer makes of a replay, over its boards.

use crossterm::event::{KeyCode, KeyEvent};
use quintet_bot::JudgedMove;
use quintet_frontend::MoveClass;
use quintet_words::{percent, replays as words};
use ratatui::buffer::Buffer;
use ratatui::style::Style;

use super::{MenuKey, Screen, menu_dialog};
use crate::app::App;
use crate::draw::{DIM, TEXT};
use crate::games;
use crate::sources::{Analysis, Progress, ReplaySource, class, told};

const WIDTH: u16 = 66;
/// Bars of the graph, from the best move to the worst.
const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// A line of the dialog.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AnalysisRow {
    /// One of the worst moves, by its place among the pieces.
    Worst(usize),
    Again,
    Other(usize),
    Close,
}

fn rows(analysis: &Analysis, players: usize) -> Vec<AnalysisRow> {
    let mut rows = match &analysis.progress {
        Progress::Running { .. } => return vec![AnalysisRow::Close],
        Progress::Done(done) => done.worst.iter().map(|&place| AnalysisRow::Worst(place)).collect(),
        Progress::Failed => vec![AnalysisRow::Again],
    };
    if players > 1 {
        rows.push(AnalysisRow::Other(1 - analysis.player.min(1)));
    }
    rows.push(AnalysisRow::Close);
    rows
}

impl App {
    /// Shows the analysis of the replay that is watched, or begins it.
    pub(super) fn open_analysis(&mut self) {
        let Screen::Viewer(viewer) = &mut self.screen else { return };
        if let Some(analysis) = &mut viewer.analysis {
            analysis.chosen = Some(0);
            return;
        }
        let rules = &viewer.playback().replay().rules;
        let has_computer =
            rules.iter().all(|rules| games::all()[games::of(rules.game).0].has_computer);
        if has_computer {
            self.analyse(0);
        } else {
            self.notices.push(words::NO_ANALYSIS.into());
        }
    }

    fn analyse(&mut self, player: usize) {
        let (number, sink) = (self.random_seed(), self.sink());
        let Screen::Viewer(viewer) = &mut self.screen else { return };
        let replay = viewer.playback().replay().clone();
        viewer.analysis = Some(Analysis::start(replay, player, number, sink));
    }

    pub(super) fn analysis_key(&mut self, event: &KeyEvent, key: MenuKey, chosen: usize) {
        let Screen::Viewer(viewer) = &mut self.screen else { return };
        let players = viewer.playback().replay().rules.len();
        let Some(analysis) = &mut viewer.analysis else { return };
        let rows = rows(analysis, players);
        let row = rows[chosen.min(rows.len() - 1)];
        match (key, row) {
            (MenuKey::Confirm, AnalysisRow::Worst(place)) => {
                analysis.chosen = None;
                let entered = analysis.pieces.get(place).map(|piece| piece.entered);
                if let Some(entered) = entered {
                    viewer.stop_at(entered);
                }
            }
            (MenuKey::Confirm, AnalysisRow::Again) => {
                let player = analysis.player;
                self.analyse(player);
            }
            (MenuKey::Confirm, AnalysisRow::Other(player)) => self.analyse(player),
            (MenuKey::Confirm, AnalysisRow::Close) | (MenuKey::Back, _) => close(viewer),
            _ if event.code == KeyCode::Char('a') => close(viewer),
            _ => analysis.chosen = Some(key.choose(chosen, rows.len())),
        }
    }
}

/// Closes the analysis. One that has not been finished is given up.
fn close(viewer: &mut ReplaySource) {
    match &mut viewer.analysis {
        Some(analysis) if matches!(analysis.progress, Progress::Done(_)) => analysis.chosen = None,
        _ => viewer.analysis = None,
    }
}

/// Draws the analysis, if it is open.
pub(super) fn draw_analysis(buffer: &mut Buffer, analysis: &Analysis, players: usize) {
    let Some(chosen) = analysis.chosen else { return };
    let width = WIDTH.min(buffer.area.width);
    let inside = usize::from(width.saturating_sub(4));
    let plain = Style::new().fg(TEXT);
    let lines: Vec<(String, Style)> = match &analysis.progress {
        Progress::Running { all } => {
            let done = analysis.pieces.len() as u32;
            vec![(words::progress(done, (*all).max(done)), plain)]
        }
        Progress::Failed => vec![(words::FAILED.into(), plain)],
        Progress::Done(done) => {
            let mut lines: Vec<(String, Style)> =
                numbers(done, inside).into_iter().map(|line| (line, plain)).collect();
            lines.push((graph(&done.pieces, inside), Style::new().fg(DIM)));
            if !done.worst.is_empty() {
                lines.push((words::WORST_MOVES.into(), Style::new().fg(DIM)));
            }
            lines
        }
    };
    let label = |row: AnalysisRow| match row {
        AnalysisRow::Worst(place) => analysis.pieces.get(place).map(told).unwrap_or_default(),
        AnalysisRow::Again => words::TRY_AGAIN.into(),
        AnalysisRow::Other(player) => words::analyse_player(player as u8 + 1),
        AnalysisRow::Close if matches!(analysis.progress, Progress::Running { .. }) => {
            words::CANCEL.into()
        }
        AnalysisRow::Close => words::CLOSE.into(),
    };
    let rows: Vec<String> = rows(analysis, players).into_iter().map(label).collect();
    menu_dialog(buffer, &words::ANALYSIS_TITLE, width, lines, (&rows, chosen));
}

/// The figures of the whole game, in lines of at most this width.
fn numbers(done: &quintet_bot::Analysis, width: usize) -> Vec<String> {
    let count = done.pieces.len();
    let accuracy = percent(done.accuracy).to_string();
    let accuracy = if count == 0 { words::UNKNOWN.into() } else { accuracy };
    let figures = [
        format!("{} {accuracy}", words::ACCURACY),
        format!("{} {}", words::FINESSE_FAULTS, done.faults),
        format!("{} {}", words::PIECES_WITHOUT, words::share(done.without_fault, count as u32)),
    ];
    let classes = MoveClass::ALL.map(|wanted| {
        let count = done.pieces.iter().filter(|&piece| class(piece) == wanted).count();
        format!("{} {count}", wanted.name())
    });
    let mut lines = together(&figures, width);
    lines.extend(together(&classes, width));
    lines
}

/// Texts side by side, as many as fit into a line.
fn together(texts: &[String], width: usize) -> Vec<String> {
    const GAP: &str = "   ";
    let mut lines: Vec<String> = Vec::new();
    for text in texts {
        match lines.last_mut() {
            Some(line) if line.chars().count() + GAP.len() + text.chars().count() <= width => {
                line.push_str(GAP);
                line.push_str(text);
            }
            _ => lines.push(text.clone()),
        }
    }
    lines
}

/// A bar per piece, or for several pieces the worst of them: the less accurate, the higher.
fn graph(pieces: &[JudgedMove], width: usize) -> String {
    let per_bar = pieces.len().div_ceil(width.max(1)).max(1);
    let bar = |pieces: &[JudgedMove]| {
        let accuracy = pieces.iter().map(JudgedMove::accuracy).min().unwrap_or(1000);
        let lost = 1000_usize.saturating_sub(accuracy as usize);
        BARS[(lost * BARS.len() / 1001).min(BARS.len() - 1)]
    };
    pieces.chunks(per_bar).map(bar).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_stand_side_by_side_where_there_is_room() {
        let texts = ["one 1", "two 2", "three 3"].map(String::from);
        assert_eq!(together(&texts, 40), ["one 1   two 2   three 3"]);
        assert_eq!(together(&texts, 13), ["one 1   two 2", "three 3"]);
    }
}
