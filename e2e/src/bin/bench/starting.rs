//! From a click to a game.

use quintet_e2e::{Device, Page};

/// Notes when a board is first shown.
const WATCH: &str = "{
    const look = () => {
        if (document.querySelector('.board-canvas')) window.firstBoard = performance.now();
        else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
}";
const GAMES: [&str; 5] = ["marathon", "domino", "battle", "minimal", "flip"];
const VISITS: usize = 5;
/// A game that has been on for this long has started.
const SETTLED: &str = "new Promise((done) => setTimeout(() => done(true), 500))";
/// What a player notices.
const LONG_TASK_US: f64 = 50_000.0;
/// How many parts of the longest task are named.
const PARTS: usize = 5;

/// First visits to a game by its address, and games started from their start screens.
pub(crate) fn measure() {
    let mut times: Vec<f64> = (0..VISITS).map(|_| first_visit()).collect();
    times.sort_by(f64::total_cmp);
    println!("from a first visit to the first board of Marathon, {VISITS} visits, nothing cached");
    println!("  median {:.0} ms, longest {:.0} ms", times[VISITS / 2], times[VISITS - 1]);
    println!("the longest task when a game is started");
    for game in GAMES {
        let page = Device::DESKTOP.running().open(&format!("/{game}"));
        page.evaluate(SETTLED);
        let task = page.longest_task(|| start(&page, game));
        let note = if task.lasted > LONG_TASK_US { "  LONG" } else { "" };
        let [lasted, worked] = [task.lasted, task.worked].map(|cost| cost / 1000.0);
        println!("  {game:<9} {lasted:>6.1} ms, worked {worked:>6.1} ms{note}");
        let parts = task.parts.iter().take(PARTS);
        let parts = parts.map(|(name, cost)| format!("{name} {:.1}", cost / 1000.0));
        println!("            {}", parts.collect::<Vec<_>>().join(", "));
    }
}

/// Milliseconds until a board is shown in a browser that has never been there.
fn first_visit() -> f64 {
    let page = Device::DESKTOP.running().with_script(WATCH).window();
    page.go("/marathon/play?seed=1");
    page.wait_for("a board", "window.firstBoard > 0");
    page.evaluate("firstBoard").as_f64().unwrap_or(f64::NAN)
}

fn start(page: &Page, game: &str) {
    page.part(".menu .primary").click();
    page.wait_for_address(&format!("/{game}/play"));
    page.evaluate(SETTLED);
}
