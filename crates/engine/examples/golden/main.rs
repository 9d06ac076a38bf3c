//! Plays the games that are kept as golden replays in `tests/replays`.
//!
//! ```console
//! $ cargo run -p quintet-engine --example golden              # those that are missing
//! $ cargo run -p quintet-engine --example golden -- NAME …    # these, again
//! ```
//!
//! Each is played by a recipe, always the same way. The test `golden` writes the expected outcome.

mod player;
mod recipes;

use std::error::Error;
use std::fs;
use std::path::Path;

use recipes::{Form, RECIPES};

fn main() -> Result<(), Box<dyn Error>> {
    let names: Vec<String> = std::env::args().skip(1).collect();
    if let Some(unknown) = names.iter().find(|name| RECIPES.iter().all(|it| it.name != **name)) {
        return Err(format!("there is no recipe called {unknown}").into());
    }
    for recipe in RECIPES {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/replays").join(recipe.name);
        let is_wanted = names.iter().any(|name| *name == recipe.name);
        if !is_wanted && (!names.is_empty() || folder.exists()) {
            continue;
        }
        let replay = (recipe.play)().replay();
        fs::create_dir_all(&folder)?;
        match recipe.form {
            Form::Json => fs::write(folder.join("replay.json"), replay.to_json())?,
            Form::Bytes => fs::write(folder.join("replay.qntr"), replay.to_bytes())?,
        }
        println!("{}: {} inputs", recipe.name, replay.inputs.len());
    }
    Ok(())
}
