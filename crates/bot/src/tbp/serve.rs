//! The bot's side of the protocol.

use std::io::{self, BufRead, Write};

use quintet_engine::Rules;
use tbp::bot_msg::{Error, Info, Ready, Suggestion};
use tbp::data::{ErrorCause, Move as TbpMove};
use tbp::move_info::MoveInfo;
use tbp::{BotMessage, FrontendMessage};

use super::thinker::{Thinker, Thought};
use super::{Line, Lines, MessageError, Position, PositionError, from_frontend, to_line, to_tbp};
use crate::search::Budget;
use crate::search::state::MoveRules;
use crate::search::weights::Weights;

/// The most moves in a suggestion.
const MAX_MOVES: usize = 5;

/// How the bot plays.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Its evaluation weights.
    pub weights: Weights,
    /// How much it searches each position at most.
    pub budget: Budget,
    /// Whether it spends the whole budget even if a suggestion is requested earlier: slower, but
    /// deterministic.
    pub is_patient: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { weights: Weights::VERSUS, budget: Budget::UNTIL_STOPPED, is_patient: false }
    }
}

/// Why there is no position to search.
#[derive(Debug, thiserror::Error)]
enum ServeError {
    #[error(transparent)]
    Message(#[from] MessageError),
    #[error(transparent)]
    Position(#[from] PositionError),
    #[error("the line is longer than {} bytes", super::MAX_LINE)]
    LineTooLong,
}

/// Serves a frontend until it quits or closes the input. Invalid messages are reported to `errors`,
/// one line each; after one the bot has no position until the next `start`.
///
/// ```
/// use quintet_bot::Budget;
/// use quintet_bot::tbp::{Settings, serve};
///
/// let lines = r#"
/// {"type":"rules","randomizer":"seven_bag"}
/// {"type":"start","hold":null,"queue":["T","O"],"combo":0,"back_to_back":false,"board":[]}
/// {"type":"suggest"}
/// "#;
/// let settings = Settings { budget: Budget::nodes(500), ..Settings::default() };
/// let mut output = Vec::new();
/// serve(settings, lines.as_bytes(), &mut output, &mut std::io::stderr())?;
/// assert_eq!(output.split(|&byte| byte == b'\n').count(), 4); // info, ready, suggestion, end
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn serve(
    settings: Settings,
    input: impl BufRead,
    output: &mut impl Write,
    errors: &mut impl Write,
) -> io::Result<()> {
    let mut bot = Bot { thinker: Thinker::new(settings)?, position: None, rules: move_rules() };
    send(output, &bot_info())?;
    let mut lines = Lines::new(input);
    while let Some(line) = lines.next_line()? {
        match bot.receive(line) {
            Ok(Reply::Message(message)) => send(output, &message)?,
            Ok(Reply::None) => {}
            Ok(Reply::Quit) => break,
            Err(reason) => writeln!(errors, "quintet bot: {reason}")?,
        }
    }
    Ok(())
}

fn send(output: &mut impl Write, message: &BotMessage) -> io::Result<()> {
    output.write_all(&to_line(message))?;
    output.flush()
}

fn bot_info() -> BotMessage {
    let version = env!("CARGO_PKG_VERSION").to_owned();
    Info::new("Quintet".to_owned(), version, "the Quintet authors".to_owned(), Vec::new()).into()
}

/// The protocol has no half turns, so every placement must be reachable without them.
fn move_rules() -> Option<MoveRules> {
    let mut rules = MoveRules::of(&Rules::versus()).ok()?;
    rules.movement.rotation.half = false;
    Some(rules)
}

struct Bot {
    thinker: Thinker,
    position: Option<Position>,
    rules: Option<MoveRules>,
}

enum Reply {
    Message(BotMessage),
    None,
    Quit,
}

impl Bot {
    fn receive(&mut self, line: Line) -> Result<Reply, ServeError> {
        let message = match line {
            Line::TooLong => Err(ServeError::LineTooLong),
            Line::Whole(text) => match from_frontend(&text) {
                // Rules that cannot be parsed, such as an unknown randomizer, are not supported.
                Err(_) if is_rules(&text) => {
                    let error = Error::new(ErrorCause::UnsupportedRules.into());
                    return Ok(Reply::Message(error.into()));
                }
                message => message.map_err(ServeError::from),
            },
        };
        let message = match message {
            Ok(Some(message)) => message,
            Ok(None) => return Ok(Reply::None),
            Err(reason) => {
                // Whatever it meant, our copy of the position may be out of date.
                self.set_position(None);
                return Err(reason);
            }
        };
        match message {
            FrontendMessage::Start(start) => self.step(|_| Position::new(&start)),
            FrontendMessage::Play(play) => self.step(|position| {
                let mut position = position.ok_or(PositionError::Move)?;
                position.play(&play.mv).map(|()| position)
            }),
            FrontendMessage::NewPiece(new) => self.step(|position| {
                let mut position = position.ok_or(PositionError::Piece)?;
                position.new_piece(&new.piece).map(|()| position)
            }),
            FrontendMessage::Stop(_) => {
                self.set_position(None);
                Ok(Reply::None)
            }
            FrontendMessage::Suggest(_) => Ok(Reply::Message(self.suggestion())),
            FrontendMessage::Rules(_) => Ok(Reply::Message(Ready::new().into())),
            FrontendMessage::Quit(_) => Ok(Reply::Quit),
            _ => Ok(Reply::None),
        }
    }

    fn step(
        &mut self,
        change: impl FnOnce(Option<Position>) -> Result<Position, PositionError>,
    ) -> Result<Reply, ServeError> {
        let changed = change(self.position.take());
        match changed {
            Ok(position) => {
                self.set_position(Some(position));
                Ok(Reply::None)
            }
            Err(reason) => {
                self.set_position(None);
                Err(reason.into())
            }
        }
    }

    fn set_position(&mut self, position: Option<Position>) {
        self.position = position;
        let state = self.position.as_ref().zip(self.rules).and_then(|(at, rules)| at.state(rules));
        self.thinker.set_task(state);
    }

    /// The best moves, the best first; no moves means that the bot gives up.
    fn suggestion(&self) -> BotMessage {
        let Some(Thought { choice: Some(choice), time }) = self.thinker.answer() else {
            return Suggestion::new(Vec::new()).into();
        };
        let mut moves = vec![choice.chosen];
        moves.extend(choice.alternatives.iter().map(|&(other, _)| other));
        let mut seen = Vec::new();
        moves.retain(|made| {
            let is_new = !seen.contains(&made.placement);
            seen.push(made.placement);
            is_new
        });
        let moves: Vec<TbpMove> =
            moves.into_iter().take(MAX_MOVES).map(|made| to_tbp(made.placement)).collect();
        let mut suggestion = Suggestion::new(moves);
        let mut info = MoveInfo::default();
        info.nodes = Some(choice.nodes as f64);
        info.nps = Some(choice.nodes as f64 / time.as_secs_f64().max(1e-6));
        info.depth = Some(choice.depth as f64);
        info.extra = Some(format!("value {}", choice.value));
        suggestion.move_info = info;
        suggestion.into()
    }
}

/// Whether a line that is not a valid message is a `rules` message all the same.
fn is_rules(text: &[u8]) -> bool {
    serde_json::from_slice::<serde_json::Value>(text)
        .is_ok_and(|message| message["type"] == "rules")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The bot's replies to these lines, without `info`, and what it reported.
    fn answers(lines: &str) -> (Vec<serde_json::Value>, String) {
        let settings =
            Settings { budget: Budget::nodes(2_000), is_patient: true, ..Settings::default() };
        let (mut output, mut errors) = (Vec::new(), Vec::new());
        serve(settings, lines.as_bytes(), &mut output, &mut errors).expect("memory does not fail");
        let replies: Vec<serde_json::Value> = output
            .split(|&byte| byte == b'\n')
            .filter(|line| !line.is_empty())
            .map(|line| serde_json::from_slice(line).expect("JSON"))
            .collect();
        assert_eq!(replies[0]["type"], "info");
        (replies[1..].to_vec(), String::from_utf8(errors).expect("text"))
    }

    const START: &str = r#"{"type":"start","hold":null,"queue":["O","I","T"],"combo":0,"back_to_back":false,"board":[],"randomizer":{"type":"seven_bag","bag_state":["S","Z","L","J"]}}"#;

    #[test]
    fn a_game_goes_from_rules_to_quit() {
        let (replies, errors) = answers(&format!(
            "{}\n{START}\n{}\n{}\n{}\n{}\n{}\n{}\n{}\n",
            r#"{"type":"rules","randomizer":"seven_bag"}"#,
            r#"{"type":"suggest"}"#,
            r#"{"type":"play","move":{"location":{"type":"O","orientation":"north","x":0,"y":0},"spin":"none"}}"#,
            r#"{"type":"new_piece","piece":"S"}"#,
            r#"{"type":"suggest"}"#,
            r#"{"type":"stop"}"#,
            r#"{"type":"quit"}"#,
            r#"{"type":"suggest"}"#,
        ));
        assert_eq!(errors, "");
        assert_eq!(replies.len(), 3, "{replies:?}");
        assert_eq!(replies[0]["type"], "ready");
        for suggestion in &replies[1..] {
            assert_eq!(suggestion["type"], "suggestion");
            assert!(suggestion["move_info"]["nodes"].as_f64().is_some_and(|nodes| nodes > 0.0));
            assert!(suggestion["moves"].as_array().is_some_and(|moves| !moves.is_empty()));
        }
        let kind = &replies[1]["moves"][0]["location"]["type"];
        assert!(kind == "O" || kind == "I", "{kind}");
    }

    #[test]
    fn every_known_randomizer_is_supported_and_no_other() {
        for randomizer in ["seven_bag", "general_bag", "uniform", "unknown"] {
            let (replies, _) =
                answers(&format!(r#"{{"type":"rules","randomizer":"{randomizer}"}}"#));
            assert_eq!(replies[0]["type"], "ready", "{randomizer}");
        }
        assert_eq!(answers(r#"{"type":"rules"}"#).0[0]["type"], "ready");
        let (replies, _) = answers(r#"{"type":"rules","randomizer":"fair_dice"}"#);
        assert_eq!(replies[0]["type"], "error");
        assert_eq!(replies[0]["reason"], "unsupported_rules");
    }

    #[test]
    fn unknown_messages_change_nothing() {
        let (replies, errors) = answers(&format!(
            "{START}\n\n{}\n{}\n",
            r#"{"type":"weather","sky":"grey"}"#, r#"{"type":"suggest","loudly":true}"#
        ));
        assert_eq!(errors, "");
        assert!(replies[0]["moves"].as_array().is_some_and(|moves| !moves.is_empty()));
    }

    #[test]
    fn after_an_invalid_message_the_bot_waits_for_a_start() {
        for invalid in [
            "not JSON",
            r#"{"type":"play","move":{}}"#,
            r#"{"type":"play","move":{"location":{"type":"Z","orientation":"north","x":4,"y":0},"spin":"none"}}"#,
            r#"{"type":"new_piece","piece":"X"}"#,
            r#"{"type":"start","hold":null,"queue":["O"],"combo":0,"back_to_back":false,"board":[[]]}"#,
            &"x".repeat(3 * super::super::MAX_LINE),
        ] {
            let (replies, errors) = answers(&format!(
                "{START}\n{invalid}\n{{\"type\":\"suggest\"}}\n{START}\n{{\"type\":\"suggest\"}}\n"
            ));
            assert_eq!(errors.lines().count(), 1, "{errors}");
            assert_eq!(replies[0]["moves"].as_array().map(Vec::len), Some(0));
            assert_ne!(replies[1]["moves"].as_array().map(Vec::len), Some(0));
        }
    }

    #[test]
    fn without_a_piece_there_are_no_suggestions() {
        let empty =
            r#"{"type":"start","hold":null,"queue":[],"combo":0,"back_to_back":false,"board":[]}"#;
        let (replies, _) =
            answers(&format!("{{\"type\":\"suggest\"}}\n{empty}\n{{\"type\":\"suggest\"}}\n"));
        assert_eq!(replies.len(), 2);
        assert!(replies.iter().all(|reply| reply["moves"].as_array().is_some_and(Vec::is_empty)));
    }
}
