//! Memory that frames ask for.

mod scenes;

use std::time::Duration;

use quintet_e2e::{Device, Page, Value, json};

use crate::player;

/// Notes for every frame how often the app allocated in it, how often since the one before (for
/// keys and for messages), and of which kind it is (by its number in [`KINDS`]): whether a key was
/// pressed or released since the one before, or whether words or a dialog stood over the boards
/// before or after it, since then nobody plays.
const COUNT: &str = "
    window.counted = [];
    const ask = window.requestAnimationFrame.bind(window);
    const allocations = () => window.quintetAllocations?.() ?? 0;
    const isOver = () => document.querySelector('[role=dialog], .online-said p:not(:empty)') !== null;
    let [before, key, last] = [null, false, null];
    for (const kind of ['keydown', 'keyup']) {
        window.addEventListener(kind, () => { key = true; }, true);
    }
    window.requestAnimationFrame = (callback) => ask((stamp) => {
        const start = allocations();
        const over = isOver();
        if (last) counted.push(last[0], last[1], over || last[3] ? 2 : last[2]);
        callback(stamp);
        const end = allocations();
        last = before === null ? null : [end - start, start - before, key ? 1 : 0, over];
        [before, key] = [end, false];
    });
";
const KINDS: [&str; 3] = ["without a key", "with a key", "not in play"];
const WARM_UP: Duration = Duration::from_secs(5);
const TIME: Duration = Duration::from_secs(30);
/// The profiler samples once per this many bytes.
const SAMPLING: u32 = 128;

/// Measures every kind of board in a build that counts.
pub(crate) fn measure() {
    println!("allocations of the app, {} s after a warm-up", TIME.as_secs());
    game();
    scenes::replay();
    scenes::computer();
    scenes::online();
    scenes::demo();
}

/// The root of the site that counts.
fn site() -> String {
    std::env::var("QUINTET_COUNTING_SITE").expect("`cargo xtask bench web` sets it")
}

/// An empty window in which every frame is counted.
fn window(script: &'static str) -> Page {
    let page = Device::DESKTOP.running().with_script(script).window();
    page.before_every_load(COUNT);
    page
}

/// Forgets what was counted during the warm-up, and says what is counted while this is done.
fn count(name: &str, page: &Page, act: impl FnOnce()) {
    page.evaluate("counted.length = 0");
    act();
    let counted = page.evaluate("counted.splice(0)");
    let counted: Vec<u64> =
        counted.as_array().into_iter().flatten().filter_map(Value::as_u64).collect();
    for (number, kind) in KINDS.into_iter().enumerate() {
        let frames: Vec<&[u64]> =
            counted.chunks_exact(3).filter(|frame| frame[2] == number as u64).collect();
        if frames.is_empty() {
            continue;
        }
        for (when, column) in [("in frames", 0), ("between them", 1)] {
            let counts = frames.iter().map(|frame| frame[column]);
            println!(
                "  {name:<20} {kind:<13} {when:<12} {} frames, {} of them without any, most {}, in all {}",
                frames.len(),
                counts.clone().filter(|&count| count == 0).count(),
                counts.clone().max().unwrap_or(0),
                counts.sum::<u64>()
            );
        }
    }
}

/// A game of Marathon, and what it leaves to the browser's collector.
fn game() {
    let page = window("");
    page.go_to(&format!("{}#{}", site(), player::ADDRESS));
    let mut game = player::game();
    player::play(&page, &mut game, WARM_UP);
    count("game", &page, || player::play(&page, &mut game, TIME));
    let options = json!({
        "samplingInterval": SAMPLING,
        "includeObjectsCollectedByMajorGC": true,
        "includeObjectsCollectedByMinorGC": true,
    });
    page.call("HeapProfiler.enable", &json!({}));
    page.call("HeapProfiler.startSampling", &options);
    player::play(&page, &mut game, TIME);
    let frames = page.evaluate("counted.length / 3").as_f64().unwrap_or(1.0);
    let profile = page.call("HeapProfiler.stopSampling", &json!({}));
    let mut sizes = Vec::new();
    collect(&profile["profile"]["head"], &mut sizes);
    sizes.sort_by(|(_, a), (_, b)| b.total_cmp(a));
    println!("what the script of that game leaves to the browser's collector, bytes per frame");
    for (name, size) in sizes.iter().take(8) {
        println!("  {:>8.1}  {name}", size / frames);
    }
}

/// Every function of the app's own script, and how many bytes it asked for.
fn collect(node: &Value, sizes: &mut Vec<(String, f64)>) {
    let (name, url) = (&node["callFrame"]["functionName"], &node["callFrame"]["url"]);
    let size = node["selfSize"].as_f64().unwrap_or(0.0);
    if url.as_str().is_some_and(|url| url.contains("/a/quintet")) && size > 0.0 {
        let name = name.as_str().unwrap_or_default();
        match sizes.iter_mut().find(|(known, _)| known == name) {
            Some((_, sum)) => *sum += size,
            None => sizes.push((name.to_owned(), size)),
        }
    }
    for child in node["children"].as_array().into_iter().flatten() {
        collect(child, sizes);
    }
}
