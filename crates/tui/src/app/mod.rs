//! The whole front end as one value: keys and time go in, a picture comes out. It has no clock and
//! no terminal, so that tests drive it as the real loop does.

mod live;
mod play;
mod restart;

use std::sync::Arc;

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind};
use quintet_engine::{GameName, Micros, Replay};
use quintet_protocol::{PlayState, RoomCode};
use quintet_words::play as play_words;
use ratatui::buffer::Buffer;

use crate::draw::{self, Depth, Look};
use crate::games::{self, GameEntry, Mode};
use crate::keyboard::{Emulation, Keyboard, Reports};
use crate::online::{Links, Online, ServerAddress, Submissions};
use crate::screens::{Scene, Screen, TableWords, WatchedFrom};
use crate::sources::{Answer, LocalGame, Phase, Source};
use crate::store::{Servers, Store, load_settings};
use quintet_frontend::{Characters, Colours, Settings};

/// How often a running game is saved, so that even a SIGKILL loses at most this much.
const KEEP_EVERY: Micros = Micros::from_secs(2);
/// Keys are ignored for this long after the end of a game, so that a key meant for the game does
/// not leave the page.
pub(crate) const INPUT_GUARD: Micros = Micros::from_millis(700);

/// What the terminal can do, and what the command line asked for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Abilities {
    /// How many colours it shows, where the settings leave that open.
    pub depth: Depth,
    /// Whether it shows more than ASCII, where the settings leave that open.
    pub unicode: bool,
    /// What it reports of keys.
    pub reports: Reports,
    /// The command line's choice of colours, before the settings'.
    pub colours: Option<Colours>,
    /// The command line's choice of characters, before the settings'.
    pub characters: Option<Characters>,
}

/// Where the program begins.
#[derive(Debug)]
pub enum Begin {
    /// The menu, at a game if one is named.
    Menu(Option<GameName>),
    /// A game at once, perhaps with a seed of its own.
    Game(GameName, Option<u64>),
    /// A replay.
    Replay(Box<Replay>),
    /// A game that plays itself.
    Demo(GameName, u64),
    /// Over a server: in a room if one is named, and only watching there if that is asked for.
    Online(Option<(RoomCode, bool)>),
}

/// What the front end asks of the world outside.
pub(crate) struct Outside {
    pub(crate) answers: AnswerSink,
    pub(crate) seeds: Box<dyn FnMut() -> u64>,
    pub(crate) links: Links,
    /// The server that the command line names.
    pub(crate) server: Option<ServerAddress>,
}

/// Takes what the computer player chose; called from its thread.
pub(crate) type AnswerSink = Arc<dyn Fn(Answer) + Send + Sync>;

/// The front end.
pub(crate) struct App {
    pub(crate) store: Store,
    pub(crate) settings: Settings,
    pub(crate) keyboard: Keyboard,
    pub(crate) screen: Screen,
    /// The game of the menu, and the mode of each game.
    pub(crate) game: usize,
    pub(crate) modes: Vec<usize>,
    pub(crate) local: Option<LocalGame>,
    pub(crate) words: TableWords,
    pub(crate) notices: Vec<String>,
    pub(crate) now: Micros,
    /// The server that is or was visited, or that scores are submitted to.
    pub(crate) online: Option<Online>,
    /// What was last shown of it.
    pub(crate) scene: Option<Scene>,
    /// The room to enter once the player has a name.
    pub(crate) wanted_room: Option<(RoomCode, bool)>,
    /// The server that the command line names.
    pub(crate) server: Option<ServerAddress>,
    pub(crate) links: Links,
    /// The game that begins as soon as the server has answered the request for a ticket.
    pub(crate) waits_for_ticket: Option<GameName>,
    /// Where the last game stands among the high scores.
    pub(crate) standing: String,
    /// Scores that have no answer yet.
    pub(crate) submissions: Submissions,
    /// The ticket of the last game, if its score was submitted.
    pub(crate) submitted: Option<u64>,
    /// What became of the score of the last game.
    pub(crate) told: Option<String>,
    /// What became of scores of earlier games, for when no game is played.
    pub(crate) late_news: Vec<String>,
    abilities: Abilities,
    answers: AnswerSink,
    seeds: Box<dyn FnMut() -> u64>,
    kept_at: Micros,
    /// Where the replay that is watched was chosen.
    pub(crate) watched_from: WatchedFrom,
    /// The seed that the command line or the player asked for, for the next game.
    pub(crate) seed: Option<u64>,
    /// The best score of the mode when the game began.
    pub(crate) best: u64,
    /// The best result of the mode as a player reads it, where it is shown.
    best_result: String,
    /// Until when a restart that was begun must be confirmed.
    restart_by: Option<Micros>,
    pub(crate) rings: bool,
    pub(crate) quits: bool,
}

impl App {
    /// Begins.
    pub(crate) fn new(
        mut store: Store,
        abilities: Abilities,
        Outside { answers, seeds, links, server }: Outside,
        begin: Begin,
    ) -> App {
        let settings = load_settings(&mut store);
        let online = server.as_ref().map(|server| {
            let device = Servers::load(&mut store).device(server);
            Online::new(server.clone(), device, &links)
        });
        let submissions = Submissions::load(&mut store, &links);
        let mut app = App {
            store,
            keyboard: Keyboard::new(abilities.reports, Emulation::of(&settings)),
            settings,
            screen: Screen::start(),
            game: 0,
            modes: vec![0; games::all().len()],
            local: None,
            words: TableWords::default(),
            notices: Vec::new(),
            now: Micros::ZERO,
            online,
            scene: None,
            wanted_room: None,
            server,
            links,
            waits_for_ticket: None,
            standing: String::new(),
            submissions,
            submitted: None,
            told: None,
            late_news: Vec::new(),
            abilities,
            answers,
            seeds,
            kept_at: Micros::ZERO,
            watched_from: WatchedFrom::File,
            seed: None,
            best: 0,
            best_result: String::new(),
            restart_by: None,
            rings: false,
            quits: false,
        };
        match begin {
            Begin::Menu(game) => {
                app.choose(game.unwrap_or(GameName::Marathon));
                app.open_start();
            }
            Begin::Game(game, seed) => {
                app.choose(game);
                app.seed = seed;
                app.begin_game();
            }
            Begin::Online(room) => {
                app.choose(GameName::Versus);
                app.open_online(room);
            }
            Begin::Replay(replay) => app.watch(*replay, WatchedFrom::File),
            Begin::Demo(game, seed) => {
                app.choose(game);
                app.begin_demo(seed);
            }
        }
        app
    }

    /// The settings as the command line overrides them, without changing what is kept.
    pub(crate) fn look(&self) -> Look {
        let depth = match self.abilities.colours.unwrap_or(self.settings.colours) {
            Colours::Automatic => self.abilities.depth,
            Colours::True => Depth::True,
            Colours::Indexed => Depth::Indexed,
            Colours::Sixteen => Depth::Sixteen,
            Colours::None => Depth::None,
        };
        let characters = self.abilities.characters.unwrap_or(self.settings.characters);
        let unicode = match characters {
            Characters::Automatic => self.abilities.unicode,
            Characters::Unicode => true,
            Characters::Ascii => false,
        };
        Look::new(&self.settings, depth, unicode)
    }

    pub(crate) fn entry(&self) -> &'static GameEntry {
        &games::all()[self.game]
    }

    pub(crate) fn mode(&self) -> &'static Mode {
        &self.entry().modes[self.modes[self.game]]
    }

    fn choose(&mut self, name: GameName) {
        let (game, mode) = games::of(name);
        self.game = game;
        self.modes[game] = mode;
    }

    fn new_seed(&mut self) -> u64 {
        self.seed.take().unwrap_or_else(|| (self.seeds)())
    }

    /// An unpredictable seed.
    pub(crate) fn random_seed(&mut self) -> u64 {
        (self.seeds)()
    }

    pub(crate) fn sink(&self) -> impl Fn(Answer) + Send + 'static {
        let answers = Arc::clone(&self.answers);
        move |answer| answers(answer)
    }

    /// Called before the program ends, for any reason.
    pub(crate) fn leave(&mut self) {
        if let Some(local) = &mut self.local {
            local.pause();
        }
        self.keep_unfinished();
        self.follow_ranked();
    }

    /// Whether the program must not end yet: the server still has to learn that a ranked game is paused
    /// or has ended, since time that it knows nothing of counts against the game, or it makes this the
    /// device of another player.
    pub(crate) fn has_urgent_news(&self) -> bool {
        let is_pause_untold = match (&self.local, &self.online) {
            (Some(local), Some(online)) if local.phase() != Phase::Over => {
                !online.is_told(local.session.seed(), PlayState::Paused)
            }
            _ => false,
        };
        // The secret that was proposed for this device is kept only once the server has answered.
        let is_taking_over = self.online.as_ref().is_some_and(|online| online.is_taking_over);
        is_pause_untold || is_taking_over || self.submissions.are_urgent()
    }

    /// The terminal lost the focus or the program is suspended: releases all keys and pauses.
    pub(crate) fn step_away(&mut self) {
        self.keyboard.forget();
        if matches!(self.screen, Screen::Play) {
            self.pause();
        }
        let now = self.now;
        if let Some(online) = &mut self.online {
            online.release_all(now);
        }
    }

    /// Takes a key that was read at a moment.
    pub(crate) fn key(&mut self, event: &KeyEvent, at: Micros) {
        self.advance(at);
        let is_fresh = event.kind != KeyEventKind::Release;
        let is_played = matches!(self.screen, Screen::Play) || self.plays_online();
        let dismisses = match event.code {
            KeyCode::Esc => true,
            KeyCode::Enter | KeyCode::Char(' ') => !is_played,
            _ => false,
        };
        if is_fresh && !self.notices.is_empty() && dismisses {
            self.notices.clear();
            return;
        }
        match &self.screen {
            Screen::Play => self.play_key(event, at),
            Screen::Online(_) if self.plays_online() => self.arena_key(event, at),
            _ if is_fresh => self.page_key(event),
            _ => {}
        }
        self.advance(at);
    }

    /// The computer player at one of the boards that are shown.
    #[cfg(test)]
    pub(crate) fn computer(&self) -> Option<&crate::sources::Computer> {
        match (&self.screen, &self.local) {
            (Screen::Demo(demo), _) => Some(demo.computer()),
            (Screen::Play, Some(local)) => local.computer(),
            _ => None,
        }
    }

    /// Takes what a computer player chose.
    pub(crate) fn answer(&mut self, answer: Answer) {
        let holds = match (&mut self.screen, &mut self.local) {
            (Screen::Demo(demo), _) => {
                demo.take(answer);
                false
            }
            (Screen::Viewer(viewer), _) => {
                viewer.take(answer);
                false
            }
            (_, Some(local)) => local.take(answer),
            _ => false,
        };
        if holds {
            self.words.say(0, play_words::HOLD_FIRST.into(), self.now);
        }
    }

    /// Lets time pass.
    pub(crate) fn advance(&mut self, now: Micros) {
        self.expire_keys(now);
        self.now = self.now.max(now);
        self.follow_restart(now);
        if let Some(online) = &mut self.online {
            online.tick(now);
        }
        self.follow_ranked();
        self.submissions.tick(now);
        self.follow_scene();
        if !matches!(self.screen, Screen::Play) && !self.plays_online() {
            self.notices.append(&mut self.late_news);
        }
        let bell = self.settings.bell;
        let mut rings = false;
        let source: &mut dyn Source = match (&mut self.screen, &mut self.local, &mut self.online) {
            (Screen::Play, Some(local), _) => local,
            (Screen::Demo(demo), ..) => demo.as_mut(),
            (Screen::Viewer(viewer), ..) => viewer.as_mut(),
            (Screen::Online(_), _, Some(online)) => online,
            _ => return,
        };
        source.advance(now);
        let look_still = self.settings.is_still(false);
        let rules: Vec<_> = (0..).map_while(|board| Some(*source.game(board)?.rules())).collect();
        let (words, mut locked) = (&mut self.words, false);
        source.drain(&mut |board, event| {
            locked |= matches!(event.event, quintet_engine::Event::Locked { .. });
            if let Some(rules) = rules.get(board) {
                rings |= words.react(board, rules, event, now, look_still);
            }
        });
        self.words.expire(now);
        let phase = source.phase();
        self.rings |= rings && bell;
        match (&self.screen, phase) {
            (Screen::Play, Phase::Over) => self.end_game(),
            (Screen::Play, _) if locked && now - self.kept_at >= KEEP_EVERY => {
                self.keep_unfinished();
            }
            (Screen::Demo(_), Phase::Over) => {
                let seed = (self.seeds)();
                self.begin_demo(seed);
            }
            _ => {}
        }
    }

    /// Tells the server what is played of a ranked game.
    fn follow_ranked(&mut self) {
        if let (Some(online), Some(local)) = (&mut self.online, &self.local) {
            online.follow(&local.session, play_state(local));
        }
    }

    fn expire_keys(&mut self, now: Micros) {
        let mut ended = Vec::new();
        self.keyboard.expire(now, &mut |at, meaning| ended.push((at, meaning)));
        for (at, meaning) in ended {
            self.act_on(meaning, at);
        }
    }

    /// When something happens next by itself.
    pub(crate) fn wake(&self) -> Option<Micros> {
        let source: Option<&dyn Source> = match (&self.screen, &self.local) {
            (Screen::Play, Some(local)) => Some(local),
            (Screen::Demo(demo), _) => Some(demo.as_ref()),
            (Screen::Viewer(viewer), _) => Some(viewer.as_ref()),
            _ => None,
        };
        let is_playing = source.is_some_and(|source| source.phase() == Phase::Playing);
        let ticks = is_playing
            && (self.shows_time() || self.has_rates())
            && !matches!(self.screen, Screen::Online(_));
        // The next tenth of a second that a clock on the screen shows.
        let tick = ticks.then(|| Micros((self.now.0 / 100_000 + 1) * 100_000));
        let connection = self.online.as_ref().and_then(Online::due);
        let report = match (&self.online, &self.local) {
            (Some(online), Some(local)) => {
                online.report_due(local.session.seed(), play_state(local))
            }
            _ => None,
        };
        let due = [
            source.and_then(Source::wake),
            connection,
            report,
            self.submissions.due(),
            self.keyboard.due(),
            self.restart_by,
            self.words.due(),
            tick,
        ];
        due.into_iter().flatten().min()
    }

    /// Draws everything.
    pub(crate) fn draw(&mut self, buffer: &mut Buffer) {
        self.notices.extend(self.store.take_notices());
        let look = self.look();
        self.draw_screen(buffer, &look);
        self.draw_notices(buffer);
        draw::finish(buffer, &look);
    }
}

/// How a game stands, as servers are told of it.
fn play_state(local: &LocalGame) -> PlayState {
    match local.phase() {
        Phase::Playing => PlayState::Playing,
        Phase::Counting(_) | Phase::Paused => PlayState::Paused,
        Phase::Over => PlayState::Ended,
    }
}
