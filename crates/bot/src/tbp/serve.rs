//! The bot's side of the protocol.

use std::io::{self, BufRead, Write};

use quintet_engine::Rules;
use tbp::bot_msg::{Error, Info, Ready, Suggestion};
use tbp::data::{ErrorCause, Move as Told};
use tbp::move_info::MoveInfo;
use tbp::{BotMessage, FrontendMessage};

use super::thinker::{Thinker, Thought};
use super::{Line, Lines, MessageError, Position, PositionError, from_frontend, line, told};
use crate::search::Budget;
use crate::search::state::Terms;
use crate::search::weights::Weights;

/// The most moves that a suggestion names.
const MOST_MOVES: usize = 5;

/// How the bot plays.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Its taste.
    pub weights: Weights,
    /// How much it thinks about a position at most.
    pub budget: Budget,
    /// Whether it thinks as much as that even if an answer is wanted before: slower, but the same
    /// every time.
    pub is_patient: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { weights: Weights::VERSUS, budget: Budget::UNTIL_STOPPED, is_patient: false }
    }
}

/// Why there is no position to think about.
#[derive(Debug, thiserror::Error)]
enum Trouble {
    #[error(transparent)]
    Message(#[from] MessageError),
    #[error(transparent)]
    Position(#[from] PositionError),
    #[error("a line longer than {} bytes", super::LONGEST_LINE)]
    LongLine,
}

/// Talks to a frontend until it quits or says no more. What makes no sense is told to `trouble`, a
/// line each; the bot then has no position until it is given another.
pub fn serve(
    settings: Settings,
    input: impl BufRead,
    output: &mut impl Write,
    trouble: &mut impl Write,
) -> io::Result<()> {
    let mut bot = Bot { thinker: Thinker::new(settings)?, position: None, terms: terms() };
    send(output, &bot_info())?;
    let mut lines = Lines::new(input);
    while let Some(heard) = lines.next_line()? {
        match bot.hear(heard) {
            Ok(Then::Say(message)) => send(output, &message)?,
            Ok(Then::Nothing) => {}
            Ok(Then::Quit) => break,
            Err(reason) => writeln!(trouble, "quintet bot: {reason}")?,
        }
    }
    Ok(())
}

fn send(output: &mut impl Write, message: &BotMessage) -> io::Result<()> {
    output.write_all(&line(message))?;
    output.flush()
}

fn bot_info() -> BotMessage {
    let version = env!("CARGO_PKG_VERSION").to_owned();
    Info::new("Quintet".to_owned(), version, "the Quintet authors".to_owned(), Vec::new()).into()
}

/// The protocol knows no half turns, so that every placement must be had without.
fn terms() -> Option<Terms> {
    let mut terms = Terms::of(&Rules::versus()).ok()?;
    terms.movement.half_turns = false;
    Some(terms)
}

struct Bot {
    thinker: Thinker,
    position: Option<Position>,
    terms: Option<Terms>,
}

enum Then {
    Say(BotMessage),
    Nothing,
    Quit,
}

impl Bot {
    fn hear(&mut self, heard: Line) -> Result<Then, Trouble> {
        let message = match heard {
            Line::TooLong => Err(Trouble::LongLine),
            Line::Whole(text) if is_rules(&text) => return Ok(Then::Say(answer_to_rules(&text))),
            Line::Whole(text) => from_frontend(&text).map_err(Trouble::from),
        };
        let message = match message {
            Ok(Some(message)) => message,
            Ok(None) => return Ok(Then::Nothing),
            Err(reason) => {
                // Whatever it meant, the position is no longer what we think.
                self.turn_to(None);
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
                self.turn_to(None);
                Ok(Then::Nothing)
            }
            FrontendMessage::Suggest(_) => Ok(Then::Say(self.suggestion())),
            FrontendMessage::Quit(_) => Ok(Then::Quit),
            _ => Ok(Then::Nothing),
        }
    }

    fn step(
        &mut self,
        change: impl FnOnce(Option<Position>) -> Result<Position, PositionError>,
    ) -> Result<Then, Trouble> {
        let changed = change(self.position.take());
        match changed {
            Ok(position) => {
                self.turn_to(Some(position));
                Ok(Then::Nothing)
            }
            Err(reason) => {
                self.turn_to(None);
                Err(reason.into())
            }
        }
    }

    fn turn_to(&mut self, position: Option<Position>) {
        self.position = position;
        let state = self.position.as_ref().zip(self.terms).and_then(|(at, terms)| at.state(terms));
        self.thinker.turn_to(state);
    }

    /// The best moves, the best first; without any the bot gives up.
    fn suggestion(&self) -> BotMessage {
        let Some(Thought { choice: Some(choice), time }) = self.thinker.answer() else {
            return Suggestion::new(Vec::new()).into();
        };
        let mut moves = vec![choice.chosen];
        moves.extend(choice.rivals.iter().map(|&(rival, _)| rival));
        let mut seen = Vec::new();
        moves.retain(|made| {
            let is_new = !seen.contains(&made.placement);
            seen.push(made.placement);
            is_new
        });
        let moves: Vec<Told> =
            moves.into_iter().take(MOST_MOVES).map(|made| told(made.placement)).collect();
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

/// Whether this is a message about rules, be they understood or not.
fn is_rules(text: &[u8]) -> bool {
    serde_json::from_slice::<serde_json::Value>(text)
        .is_ok_and(|message| message["type"] == "rules")
}

/// Rules that cannot be read, such as a randomizer never heard of, are not supported.
fn answer_to_rules(text: &[u8]) -> BotMessage {
    match from_frontend(text) {
        Ok(Some(FrontendMessage::Rules(_))) => Ready::new().into(),
        _ => Error::new(ErrorCause::UnsupportedRules.into()).into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the bot answers to these lines, its greeting left out.
    fn answers(lines: &str) -> (Vec<serde_json::Value>, String) {
        let settings =
            Settings { budget: Budget::nodes(2_000), is_patient: true, ..Settings::default() };
        let (mut output, mut trouble) = (Vec::new(), Vec::new());
        serve(settings, lines.as_bytes(), &mut output, &mut trouble).expect("memory takes all");
        let said: Vec<serde_json::Value> = output
            .split(|&byte| byte == b'\n')
            .filter(|line| !line.is_empty())
            .map(|line| serde_json::from_slice(line).expect("JSON"))
            .collect();
        assert_eq!(said[0]["type"], "info");
        (said[1..].to_vec(), String::from_utf8(trouble).expect("text"))
    }

    const START: &str = r#"{"type":"start","hold":null,"queue":["O","I","T"],"combo":0,"back_to_back":false,"board":[],"randomizer":{"type":"seven_bag","bag_state":["S","Z","L","J"]}}"#;

    #[test]
    fn a_game_goes_from_rules_to_quit() {
        let (said, trouble) = answers(&format!(
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
        assert_eq!(trouble, "");
        assert_eq!(said.len(), 3, "{said:?}");
        assert_eq!(said[0]["type"], "ready");
        for suggestion in &said[1..] {
            assert_eq!(suggestion["type"], "suggestion");
            assert!(suggestion["move_info"]["nodes"].as_f64().is_some_and(|nodes| nodes > 0.0));
            assert!(suggestion["moves"].as_array().is_some_and(|moves| !moves.is_empty()));
        }
        let kind = &said[1]["moves"][0]["location"]["type"];
        assert!(kind == "O" || kind == "I", "{kind}");
    }

    #[test]
    fn every_known_randomizer_is_taken_and_no_other() {
        for randomizer in ["seven_bag", "general_bag", "uniform", "unknown"] {
            let (said, _) = answers(&format!(r#"{{"type":"rules","randomizer":"{randomizer}"}}"#));
            assert_eq!(said[0]["type"], "ready", "{randomizer}");
        }
        assert_eq!(answers(r#"{"type":"rules"}"#).0[0]["type"], "ready");
        let (said, _) = answers(r#"{"type":"rules","randomizer":"fair_dice"}"#);
        assert_eq!(said[0]["type"], "error");
        assert_eq!(said[0]["reason"], "unsupported_rules");
    }

    #[test]
    fn what_is_not_known_changes_nothing() {
        let (said, trouble) = answers(&format!(
            "{START}\n\n{}\n{}\n",
            r#"{"type":"weather","sky":"grey"}"#, r#"{"type":"suggest","loudly":true}"#
        ));
        assert_eq!(trouble, "");
        assert!(said[0]["moves"].as_array().is_some_and(|moves| !moves.is_empty()));
    }

    #[test]
    fn nonsense_costs_the_position_but_not_the_bot() {
        for nonsense in [
            "no JSON",
            r#"{"type":"play","move":{}}"#,
            r#"{"type":"play","move":{"location":{"type":"Z","orientation":"north","x":4,"y":0},"spin":"none"}}"#,
            r#"{"type":"new_piece","piece":"X"}"#,
            r#"{"type":"start","hold":null,"queue":["O"],"combo":0,"back_to_back":false,"board":[[]]}"#,
            &"x".repeat(3 * super::super::LONGEST_LINE),
        ] {
            let (said, trouble) = answers(&format!(
                "{START}\n{nonsense}\n{{\"type\":\"suggest\"}}\n{START}\n{{\"type\":\"suggest\"}}\n"
            ));
            assert_eq!(trouble.lines().count(), 1, "{trouble}");
            assert_eq!(said[0]["moves"].as_array().map(Vec::len), Some(0));
            assert_ne!(said[1]["moves"].as_array().map(Vec::len), Some(0));
        }
    }

    #[test]
    fn without_a_piece_there_is_nothing_to_suggest() {
        let empty =
            r#"{"type":"start","hold":null,"queue":[],"combo":0,"back_to_back":false,"board":[]}"#;
        let (said, _) =
            answers(&format!("{{\"type\":\"suggest\"}}\n{empty}\n{{\"type\":\"suggest\"}}\n"));
        assert_eq!(said.len(), 2);
        assert!(said.iter().all(|said| said["moves"].as_array().is_some_and(Vec::is_empty)));
    }
}
