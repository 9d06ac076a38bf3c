//! Addresses of servers, and links into the app as the terminal understands them.

use std::fmt;

use quintet_engine::GameName;
use quintet_protocol::RoomCode;
use quintet_protocol::limits::ROOM_CODE_LETTERS;
use quintet_words::{online, terminal as words};

use crate::games;

/// The default address of `quintet serve`.
const DEFAULT: &str = "http://127.0.0.1:8080/";

/// The root of a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerAddress(String);

impl ServerAddress {
    /// Reads an address; without a scheme it is `http`.
    pub fn parse(text: &str) -> Result<ServerAddress, String> {
        let text = text.trim();
        let text = if text.contains("://") { text.to_owned() } else { format!("http://{text}") };
        let end = text.find(['#', '?']).unwrap_or(text.len());
        let root = text[..end].trim_end_matches('/');
        let (scheme, rest) = root.split_once("://").unwrap_or(("", root));
        let host = rest.split('/').next().unwrap_or_default();
        let is_plain = |sign: char| sign.is_ascii_graphic() && sign != '@';
        match scheme {
            "http" | "https" if !host.is_empty() && rest.chars().all(is_plain) => {
                Ok(ServerAddress(format!("{root}/")))
            }
            "http" | "https" => Err(words::names_no_server(&text)),
            _ => Err(words::bad_scheme(scheme)),
        }
    }

    /// The address of something on the server.
    pub(crate) fn of(&self, path: &str) -> String {
        format!("{}{path}", self.0)
    }

    /// The address of its socket.
    pub(crate) fn socket(&self) -> String {
        format!("ws{}ws", self.0.trim_start_matches("http"))
    }

    /// The link to a room, which a browser opens too.
    pub(crate) fn room_link(&self, code: RoomCode) -> String {
        self.of(&format!("#/online/{code}"))
    }

    /// The link to a game with these pieces.
    pub(crate) fn game_link(&self, game: GameName, seed: u64) -> String {
        let (entry, mode) = games::of(game);
        let entry = &games::all()[entry];
        let mode = entry.modes[mode].slug;
        self.of(&format!("#/{}/play?mode={mode}&seed={seed}", entry.slug))
    }
}

impl Default for ServerAddress {
    fn default() -> ServerAddress {
        ServerAddress(DEFAULT.to_owned())
    }
}

impl fmt::Display for ServerAddress {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// What a link into the app leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Destination {
    /// The lobby of a server, or a room there.
    Online(ServerAddress, Option<RoomCode>),
    /// A game, with a seed if the link has one.
    Game(GameName, Option<u64>),
}

impl Destination {
    /// Reads a link, such as `https://example.org/#/online/ABC234` or `#/marathon/play?mode=sprint`.
    pub fn parse(link: &str) -> Result<Destination, String> {
        let (server, fragment) =
            link.split_once('#').ok_or_else(|| words::link_without_hash(link))?;
        let (path, query) = fragment.split_once('?').unwrap_or((fragment, ""));
        let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
        match parts.as_slice() {
            ["online"] => Ok(Destination::Online(ServerAddress::parse(server)?, None)),
            ["online", code] => {
                let code = room_code(code)?;
                Ok(Destination::Online(ServerAddress::parse(server)?, Some(code)))
            }
            [game] | [game, "play"] => game_of(game, query),
            _ => Err(words::link_unknown(path)),
        }
    }
}

/// A room's code as a person wrote it.
pub fn room_code(text: &str) -> Result<RoomCode, String> {
    RoomCode::parse(text.trim()).ok_or_else(|| online::bad_code(ROOM_CODE_LETTERS as u32))
}

fn game_of(slug: &str, query: &str) -> Result<Destination, String> {
    let all = games::all();
    let Some(entry) = all.iter().find(|entry| entry.slug == slug) else {
        let names: Vec<&str> = all.iter().map(|entry| entry.slug).collect();
        return Err(words::no_such_game(slug, &names.join(", ")));
    };
    let (mut mode, mut seed) = (&entry.modes[0], None);
    for (name, value) in query.split('&').filter_map(|pair| pair.split_once('=')) {
        match name {
            "mode" => {
                let found = entry.mode(value);
                mode = found.ok_or_else(|| {
                    let modes: Vec<&str> = entry.modes.iter().map(|mode| mode.slug).collect();
                    words::no_such_mode(slug, value, &modes.join(", "))
                })?;
            }
            "seed" => {
                let number = value.parse();
                seed = Some(number.map_err(|_| words::bad_seed(value))?);
            }
            "position" => return Err(words::LINK_WITH_POSITION.into()),
            _ => {}
        }
    }
    Ok(Destination::Game(mode.game, seed))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_a_root_whatever_follows_it() {
        let root = |text: &str| ServerAddress::parse(text).map(|server| server.to_string());
        assert_eq!(root("localhost:8080"), Ok("http://localhost:8080/".to_owned()));
        assert_eq!(root("https://a.example/games/"), Ok("https://a.example/games/".to_owned()));
        assert_eq!(root("http://[::1]:80#/online/x"), Ok("http://[::1]:80/".to_owned()));
        for wrong in ["", "http://", "ftp://a", "http://a b", "http://user@host"] {
            assert!(root(wrong).is_err(), "{wrong}");
        }
        let server = ServerAddress::parse("https://a.example/games").expect("an address");
        assert_eq!(server.socket(), "wss://a.example/games/ws");
        assert_eq!(server.of("api/scores"), "https://a.example/games/api/scores");
    }

    #[test]
    fn links_lead_to_rooms_and_games() {
        let server = ServerAddress::parse("http://a.example:80").expect("an address");
        let code = RoomCode::parse("ABC234").expect("a code");
        let link = server.room_link(code);
        let room = Destination::Online(server.clone(), Some(code));
        assert_eq!(Destination::parse(&link), Ok(room));
        assert_eq!(
            Destination::parse("https://a.example/#/marathon/play?mode=sprint&seed=7"),
            Ok(Destination::Game(GameName::Sprint, Some(7)))
        );
        let link = server.game_link(GameName::Ultra, u64::MAX);
        assert_eq!(
            Destination::parse(&link),
            Ok(Destination::Game(GameName::Ultra, Some(u64::MAX)))
        );
        assert_eq!(Destination::parse("#/flip"), Ok(Destination::Game(GameName::Flip, None)));
    }

    #[test]
    fn a_link_that_makes_no_sense_says_why() {
        let slugs: Vec<&str> = games::all().iter().map(|entry| entry.slug).collect();
        for (link, why) in [
            ("http://a.example/", words::link_without_hash("http://a.example/")),
            ("#/tetris/play", words::no_such_game("tetris", &slugs.join(", "))),
            (
                "#/marathon/play?mode=fast",
                words::no_such_mode("marathon", "fast", "marathon, sprint, ultra"),
            ),
            ("#/marathon/play?seed=abc", words::bad_seed("abc")),
            ("#/marathon/play?seed=18446744073709551616", words::bad_seed("18446744073709551616")),
            ("http://a.example/#/online/short", online::bad_code(6)),
            ("#/marathon/over", words::link_unknown("/marathon/over")),
        ] {
            assert_eq!(Destination::parse(link), Err(why), "{link}");
        }
    }
}
