//! The leaderboards of the server: the best of a day, a week, and of all time.

use crossterm::event::{KeyCode, KeyEvent};
use quintet_engine::{GameName, Ranking, Replay};
use quintet_online::{Reported, shown_name};
use quintet_protocol::http::{LeaderboardEntry, Span, ranked_games};
use quintet_words::{exact_time, online as words, play, results, terminal, thousands};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::{MenuKey, OnlinePage, Reporting, column, page};
use crate::app::App;
use crate::draw::{self, DIM, TEXT};
use crate::games;
use crate::screens::{Screen, WatchedFrom};

impl App {
    /// Opens the leaderboard of the game that is chosen in the menu, or of the first that has one.
    pub(super) fn open_leaders(&mut self) {
        let own = self.mode().game;
        let game = ranked_games().find(|&game| game == own).or_else(|| ranked_games().next());
        if let (Some(game), Some(online)) = (game, &mut self.online) {
            online.list(game, Span::ALL[0]);
            self.show_online(OnlinePage::Leaders { chosen: 0 });
        }
    }

    pub(super) fn leaders_key(&mut self, event: &KeyEvent, key: MenuKey, chosen: usize) {
        let Some(online) = &mut self.online else { return };
        let Some(leaders) = &online.leaders else { return };
        let lists: Vec<GameName> = ranked_games().collect();
        let place = lists.iter().position(|&game| game == leaders.game).unwrap_or(0);
        let span = Span::ALL.iter().position(|&span| span == leaders.span).unwrap_or(0);
        let entries = match &leaders.entries {
            Some(Ok(entries)) => entries.as_slice(),
            _ => &[],
        };
        let (game, count) = (leaders.game, lists.len());
        match key {
            MenuKey::Back => self.show_online(OnlinePage::Main { chosen: 0 }),
            MenuKey::Less => {
                online.list(lists[(place + count - 1) % count], Span::ALL[span]);
                self.show_online(OnlinePage::Leaders { chosen: 0 });
            }
            MenuKey::More => {
                online.list(lists[(place + 1) % count], Span::ALL[span]);
                self.show_online(OnlinePage::Leaders { chosen: 0 });
            }
            _ if event.code == KeyCode::Tab => {
                online.list(game, Span::ALL[(span + 1) % Span::ALL.len()]);
                self.show_online(OnlinePage::Leaders { chosen: 0 });
            }
            MenuKey::Confirm => {
                if let Some(id) = entries.get(chosen).map(|entry| entry.id) {
                    online.fetch_replay(id);
                }
            }
            _ if matches!(event.code, KeyCode::Char('r' | 'R')) => {
                let entry = entries.get(chosen).filter(|_| online.state.can_report());
                if let Some(entry) = entry {
                    let (about, name) = (Reported::Score(entry.id), shown_name(&entry.name, None));
                    let reporting = Reporting { about, name, chosen: 0, back: chosen };
                    self.show_online(OnlinePage::Reporting(reporting));
                }
            }
            _ => {
                let chosen = key.choose(chosen, entries.len());
                self.screen = Screen::Online(OnlinePage::Leaders { chosen });
            }
        }
    }

    /// Shows a replay that the server has sent, if it is still wanted.
    pub(super) fn watch_fetched(&mut self, bytes: Option<Vec<u8>>) {
        let Screen::Online(OnlinePage::Leaders { chosen }) = self.screen else { return };
        match bytes.and_then(|bytes| Replay::from_bytes(&bytes).ok()) {
            Some(replay) => self.watch(replay, WatchedFrom::Leaders { chosen }),
            None => self.notices.push(words::REPLAY_UNAVAILABLE.into()),
        }
    }

    pub(super) fn draw_leaders(&self, buffer: &mut Buffer, chosen: usize) {
        let area = page(buffer, &words::LEADERBOARDS_TITLE, &terminal::LEADER_KEYS);
        let area = column(area, 64);
        let Some(leaders) = self.online.as_ref().and_then(|online| online.leaders.as_ref()) else {
            return;
        };
        let span = match leaders.span {
            Span::Day => words::TODAY,
            Span::Week => words::THIS_WEEK,
            Span::All => words::ALL_TIME,
        };
        let (game, mode) = games::of(leaders.game);
        let name = games::all()[game].modes[mode].title.text();
        let title = format!("◂ {name} ▸   {span}");
        draw::centred(buffer, area, area.y, &title, Style::new().fg(TEXT));
        let told = match &leaders.entries {
            None => words::LOADING,
            Some(Err(_)) => words::NO_LEADERBOARDS,
            Some(Ok(entries)) if entries.is_empty() => words::NOBODY_YET,
            Some(Ok(entries)) => {
                let by_time = leaders.game.ranking() == Some(Ranking::Time);
                return draw_list(buffer, area, entries, by_time, chosen);
            }
        };
        draw::centred(buffer, area, area.y + 3, &told, Style::new().fg(DIM));
    }
}

fn draw_list(
    buffer: &mut Buffer,
    area: Rect,
    entries: &[LeaderboardEntry],
    by_time: bool,
    chosen: usize,
) {
    let value = if by_time { play::TIME } else { play::SCORE }.text();
    let (rank, name, lines) = (results::RANK.text(), results::NAME.text(), play::LINES.text());
    let head = format!("{rank:<6}{name:<22}{value:>14}{lines:>8}");
    draw::centred(buffer, area, area.y + 2, &head, Style::new().fg(DIM));
    let row = |entry: &LeaderboardEntry| {
        let value = if by_time { exact_time(entry.duration_us) } else { thousands(entry.score) };
        let value = value.to_string();
        let name = shown_name(&entry.name, None);
        format!("{:<6}{name:<22}{value:>14}{:>8}", entry.place, entry.lines)
    };
    let rows: Vec<String> = entries.iter().map(row).collect();
    let list = Rect { y: area.y + 3, height: area.height.saturating_sub(3), ..area };
    draw::menu(buffer, list.intersection(area), &rows, chosen);
}
