//! What a frame of play costs.

use std::time::Duration;

use quintet_e2e::Device;

use crate::player;

const WARM_UP: Duration = Duration::from_secs(5);
const TIME: Duration = Duration::from_mins(1);

/// Plays for a minute and tells how long scripts ran for each frame.
pub(crate) fn measure() {
    let page = Device::DESKTOP.running().open(player::ADDRESS);
    let mut game = player::game();
    player::play(&page, &mut game, WARM_UP);
    let costs = page.frame_costs(|| player::play(&page, &mut game, TIME));
    let view = game.view();
    println!("script time per frame, Marathon with all effects, {} s of play", TIME.as_secs());
    println!("  {} frames, {} pieces, {} lines", costs.len(), view.pieces, view.lines);
    for (name, mut times) in [
        ("all script, worked", costs.iter().map(|cost| cost.worked).collect::<Vec<f64>>()),
        ("  frame callback alone", costs.iter().map(|cost| cost.callback).collect()),
        ("with waits for the CPU", costs.iter().map(|cost| cost.script).collect()),
    ] {
        times.sort_by(f64::total_cmp);
        let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize] / 1000.0;
        println!(
            "  {name:<22} p50 {:.2} ms   p99 {:.2} ms   max {:.2} ms",
            at(0.5),
            at(0.99),
            at(1.0)
        );
    }
}
