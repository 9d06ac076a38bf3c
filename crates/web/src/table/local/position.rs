//! Start positions as addresses carry them: what `quintet sim` calls `setup`.

use quintet_engine::{ActivePiece, Gravity, Position, Rules, Scoring, View};
use quintet_frontend::Session;
use quintet_words::notices as words;

use crate::route::{Route, Screen};
use crate::store::Json;

/// What a link to the position of a game leads to; none where two play.
pub(crate) fn link(session: &Session) -> Option<Route> {
    let board = session.board(0).filter(|_| session.boards() == 1)?;
    let mut route = Route::to(session.game, Screen::Play).in_mode(session.mode);
    route.seed = Some(session.seed());
    route.position = Some(draw(&board.view(), board.rules()));
    Some(route)
}

/// Reads a position, or says what is wrong with it.
pub(crate) fn parse(text: &str) -> Result<Position, String> {
    read(&Json::parse(text).map_err(|place| words::not_json(place as u32))?)
}

/// The same from JSON that has been read already. A field that is null is not there.
pub(crate) fn read(json: &Json) -> Result<Position, String> {
    let mut position = Position::new();
    let fields = json.fields().ok_or(words::NOT_AN_OBJECT)?;
    for (name, value) in fields.iter().filter(|(_, value)| *value != Json::Null) {
        let done = match name.as_str() {
            "board" => set(&mut position.board, texts(value)),
            "next" => set(&mut position.next, texts(value)),
            "hold" => set(&mut position.hold, value.as_text().map(str::to_owned)),
            "score" => set(&mut position.score, json.number(name)),
            "level" => set(&mut position.level, json.number(name)),
            "lines" => set(&mut position.lines, json.number(name)),
            "lives" => set(&mut position.lives, json.number(name)),
            "streak" => set(&mut position.streak, json.bool(name)),
            "gravity" => set(&mut position.gravity, gravity(value)),
            "active" => set(&mut position.active, active(value)),
            _ => None,
        };
        done.ok_or_else(|| words::bad_field(name))?;
    }
    Ok(position)
}

fn set<T>(field: &mut Option<T>, value: Option<T>) -> Option<()> {
    *field = value;
    field.is_some().then_some(())
}

fn texts(value: &Json) -> Option<Vec<String>> {
    value.items()?.iter().map(|item| item.as_text().map(str::to_owned)).collect()
}

fn gravity(value: &Json) -> Option<Gravity> {
    match value.as_text()? {
        "down" => Some(Gravity::Down),
        "up" => Some(Gravity::Up),
        _ => None,
    }
}

fn active(value: &Json) -> Option<ActivePiece> {
    Some(ActivePiece {
        kind: value.text("kind")?.to_owned(),
        rotation: value.number("rotation").unwrap_or(0),
        x: value.number("x"),
        y: value.number("y"),
    })
}

/// Draws what a player sees of a game, so that [`parse`] makes the same of it.
pub(crate) fn draw(view: &View<'_>, rules: &Rules) -> String {
    let mut board = view.board.stack();
    if view.piece.is_none() {
        // Rows that are about to go would stay for ever.
        board.retain(|row| row.contains('.'));
    }
    let names = |texts: Vec<String>| Json::List(texts.into_iter().map(Json::Text).collect());
    let mut fields = vec![("board", names(board))];
    if let Some(placed) = view.piece {
        let number = |value: i8| Json::Number(value.into());
        let active = Json::object([
            ("kind", Json::Text(placed.piece.kind.to_string())),
            ("rotation", placed.piece.rotation.quarter_turns().into()),
            ("x", number(placed.piece.x)),
            ("y", number(placed.piece.y)),
        ]);
        fields.push(("active", active));
    }
    if !view.next.is_empty() {
        fields.push(("next", names(view.next.iter().map(ToString::to_string).collect())));
    }
    if let Some(kind) = view.hold {
        fields.push(("hold", Json::Text(kind.to_string())));
    }
    if rules.scoring != Scoring::None {
        fields.push(("score", view.score.into()));
        fields.push(("lines", view.lines.into()));
    }
    if rules.scoring == Scoring::Fives {
        fields.push(("lives", Json::Number(view.lives.into())));
        fields.push(("streak", view.streak.into()));
    }
    if view.level != rules.level_after(view.lines) {
        fields.push(("level", view.level.into()));
    }
    if view.gravity == Gravity::Up {
        fields.push(("gravity", "up".into()));
    }
    Json::Object(fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
        .to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use quintet_engine::{Button, Game, GameName, Kind, Micros};

    #[test]
    fn a_drawn_position_reads_as_it_was() {
        for rules in [
            Rules::marathon(),
            Rules::domino_easy(),
            Rules::battle(),
            Rules::minimal(),
            Rules::flip(),
        ] {
            let rules = rules.validate().expect("valid rules");
            let mut game = Game::new(rules, 5);
            let presses = [Button::Hold, Button::HardDrop, Button::Left, Button::SoftDrop];
            let presses = presses.iter().chain(&[Button::RotateCw, Button::HardDrop, Button::Flip]);
            for (at, &button) in (1..).zip(presses) {
                let at = Micros(at * 2_000_000);
                game.press(button, at, &mut |_| {}).expect("time goes on");
                game.release(button, at, &mut |_| {}).expect("time goes on");
            }
            let drawn = draw(&game.view(), &rules);
            let position = parse(&drawn).expect("it is a position");
            let again = Game::from_position(rules, 9, &position).expect("it can be played");
            assert_eq!(draw(&again.view(), &rules), drawn);
            assert_eq!(again.view().board.drawing(), game.view().board.drawing());
            assert_eq!(again.view().piece, game.view().piece);
        }
    }

    #[test]
    fn a_position_reads_as_sim_would_read_it() {
        let text = r#"{"board":["TTTT.TTTTT"],"active":{"kind":"I","rotation":1,"x":2,"y":3},
            "next":["O","T"],"hold":"S","score":1200,"level":4,"lines":31}"#;
        let position = parse(text).expect("it is a position");
        assert_eq!(Ok(&position), serde_json::from_str(text).as_ref().map_err(|_| ()));
        let game = Game::from_position(GameName::Marathon.rules(), 1, &position)
            .expect("it can be played");
        assert_eq!(game.view().hold, Some(Kind::S));
    }

    #[test]
    fn what_makes_no_sense_is_named() {
        assert_eq!(parse("{"), Err(words::not_json(1)));
        assert_eq!(parse("[]"), Err(words::NOT_AN_OBJECT.into()));
        assert_eq!(parse(r#"{"score":-1}"#), Err(words::bad_field("score")));
        assert_eq!(parse(r#"{"bored":[]}"#), Err(words::bad_field("bored")));
    }
}
