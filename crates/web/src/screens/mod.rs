//! The screens, one a file; those of one subject are in a folder.

mod controls;
mod home;
mod how_to_play;
mod online;
mod play;
mod replays;
mod score_list;
mod settings;
mod start;
mod statistics;

use wasm_split_helpers::{SplitLoaderError, wasm_split};

use crate::app::shared;
use crate::dom::El;
use crate::route::{Route, Screen};

use controls::controls;
use home::home;
use how_to_play::how_to_play;
use online::{leaderboard, online as online_screen};
use play::{demo, game_screen, rehearse};
use replays::{online_viewer, replay_list, viewer};
use score_list::score_list;
use settings::settings;
use start::start;
use statistics::statistics;

/// What the first part calls in the late one. Nothing else may lead there, or the code stays in the
/// first part.
#[derive(Clone, Copy)]
pub(crate) struct Late {
    /// Builds a screen.
    pub(crate) screen: fn(&Route) -> El,
    /// Connects to the server under the device's name.
    pub(crate) connect: fn(),
    /// Submits the scores that are kept.
    pub(crate) submit: fn(),
}

/// Generates from the table of screens what builds those of the first part, and what builds those
/// of the late part. A screen that is missing does not compile.
macro_rules! screens {
    (
        first { $($($first:pat_param)|+ => $first_screen:expr,)+ }
        late { $($($late:pat_param)|+ => $late_screen:expr,)+ }
    ) => {
        /// Builds the screen of an address, or what is shown until it is here.
        pub(crate) fn screen(route: &Route) -> El {
            match &route.screen {
                $($($first)|+ => $first_screen,)+
                $(
                    #[allow(unused_variables, reason = "what an address names is for the late part")]
                    $($late)|+ => shared().late.screen(route),
                )+
            }
        }

        /// Builds a screen of the late part.
        fn late_screen(route: &Route) -> El {
            match &route.screen {
                $($($late)|+ => $late_screen,)+
                _ => unreachable!("the first part builds its own screens"),
            }
        }
    };
}

// Every screen, one row each. What is played is in the first part.
screens! {
    first {
        Screen::Home => home(),
        Screen::Start | Screen::Controls => start(),
        Screen::Play | Screen::Paused | Screen::Over => game_screen(),
    }
    late {
        Screen::HowToPlay => how_to_play(),
        Screen::Scores => score_list(),
        Screen::Settings => settings(),
        Screen::Statistics | Screen::GameStatistics => statistics(),
        Screen::Replays => replay_list(),
        Screen::Watch(id) => viewer(id),
        Screen::WatchOnline(replay) => online_viewer(replay),
        Screen::Leaders => leaderboard(),
        Screen::Online(_) => online_screen(),
    }
}

/// Fetches the late part.
#[allow(
    unsafe_code,
    clippy::unnecessary_wraps,
    reason = "the call from one module into another is declared as foreign, and may fail before it"
)]
#[wasm_split(late, fallible)]
pub(crate) fn load() -> Result<Late, SplitLoaderError> {
    quintet_words::install_late_english();
    Ok(Late { screen: late_screen, connect: online::greet, submit: || shared().online.submit() })
}
