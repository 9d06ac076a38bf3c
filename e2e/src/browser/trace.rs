//! The browser's own trace of its main thread.

use std::collections::HashMap;

use serde_json::{Value, json};

use crate::browser::devtools::lock;
use crate::browser::page::Page;

/// Work of scripts: the animation callback, events, what they leave for later, and tidying up.
const SCRIPT: [&str; 7] = [
    "FireAnimationFrame",
    "EventDispatch",
    "RunMicrotasks",
    "FunctionCall",
    "TimerFire",
    "MinorGC",
    "MajorGC",
];
const FRAME: &str = "FireAnimationFrame";
/// What the main thread does at one go.
const TASK: &str = "RunTask";
/// The category that tells of it.
const TASKS: &str = "disabled-by-default-devtools.timeline";

/// What a frame cost, in microseconds.
#[derive(Clone, Copy, Debug)]
pub struct FrameCost {
    /// From the beginning to the end of all script on the main thread since the frame before.
    pub script: f64,
    /// What of that the thread really ran, and did not wait for other programs.
    pub worked: f64,
    /// The animation callback's part of that.
    pub callback: f64,
}

/// What a task cost, in microseconds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LongTask {
    /// From its beginning to its end.
    pub lasted: f64,
    /// What of that the thread really ran.
    pub worked: f64,
    /// What it was made of, by the browser's names, and what the thread ran for each; the most
    /// first.
    pub parts: Vec<(String, f64)>,
}

/// Something that took a while, in microseconds.
#[derive(Clone, Copy)]
struct Span {
    begin: f64,
    end: f64,
    /// The thread's own clock.
    begin_worked: f64,
    end_worked: f64,
    is_frame: bool,
}

impl Page {
    /// What every frame costs while something is done.
    pub fn frame_costs(&self, act: impl FnOnce()) -> Vec<FrameCost> {
        let events = self.trace(&[], act);
        let mut spans: Vec<Span> = on_main_thread(&events)
            .filter_map(|event| {
                let name = event["name"].as_str().filter(|name| SCRIPT.contains(name))?;
                let number = |name: &str| event[name].as_f64();
                let (begin, begin_worked) = (number("ts")?, number("tts")?);
                Some(Span {
                    begin,
                    end: begin + number("dur")?,
                    begin_worked,
                    end_worked: begin_worked + number("tdur")?,
                    is_frame: name == FRAME,
                })
            })
            .collect();
        spans.sort_by(|a, b| a.begin.total_cmp(&b.begin));
        costs(&spans)
    }

    /// The longest task of the page's main thread while something is done.
    pub fn longest_task(&self, act: impl FnOnce()) -> LongTask {
        let events = self.trace(&[TASKS], act);
        let events: Vec<&Value> = on_main_thread(&events).collect();
        longest_task(&events)
    }

    /// Traces what happens meanwhile; every category makes what is traced slower.
    fn trace(&self, more: &[&str], act: impl FnOnce()) -> Vec<Value> {
        let categories = [&["devtools.timeline", "v8", "disabled-by-default-v8.gc"], more].concat();
        let config =
            json!({ "includedCategories": categories, "recordMode": "recordContinuously" });
        self.call(
            "Tracing.start",
            &json!({ "transferMode": "ReportEvents", "traceConfig": config }),
        );
        act();
        self.call("Tracing.end", &json!({}));
        let notices = lock(&self.notices);
        let mut events = Vec::new();
        while let Ok(mut notice) = notices.recv_timeout(crate::PATIENCE) {
            match (notice.method.as_str(), notice.params["value"].as_array_mut()) {
                ("Tracing.dataCollected", Some(some)) => events.append(some),
                ("Tracing.tracingComplete", _) => return events,
                _ => {}
            }
        }
        panic!("the browser did not end its trace");
    }
}

/// The events of the thread that shows most frames.
fn on_main_thread(events: &[Value]) -> impl Iterator<Item = &Value> {
    let on_thread = |event: &Value| (event["pid"].as_u64(), event["tid"].as_u64());
    let mut threads = HashMap::new();
    for event in events.iter().filter(|event| event["name"] == FRAME) {
        *threads.entry(on_thread(event)).or_insert(0) += 1;
    }
    let main = threads.into_iter().max_by_key(|(_, frames)| *frames).map(|(thread, _)| thread);
    events.iter().filter(move |event| Some(on_thread(event)) == main)
}

/// The longest task among these events of one thread.
fn longest_task(events: &[&Value]) -> LongTask {
    let number = |event: &Value, name: &str| event[name].as_f64().unwrap_or(0.0);
    let tasks = events.iter().filter(|event| event["name"] == TASK);
    let longest = tasks.max_by(|a, b| number(a, "dur").total_cmp(&number(b, "dur")));
    let Some(&task) = longest else { return LongTask::default() };
    let end = number(task, "ts") + number(task, "dur");
    let is_inside = |event: &&&Value| {
        event["ph"] == "X"
            && event["name"] != TASK
            && (number(task, "ts")..end).contains(&number(event, "ts"))
    };
    let mut inside: Vec<&&Value> = events.iter().filter(is_inside).collect();
    inside.sort_by(|a, b| number(a, "ts").total_cmp(&number(b, "ts")));
    let mut parts: Vec<(String, f64)> = Vec::new();
    let mut until = f64::MIN;
    // What is nested in a part belongs to it.
    for event in inside {
        if number(event, "ts") < until {
            continue;
        }
        until = number(event, "ts") + number(event, "dur");
        let name = event["name"].as_str().unwrap_or_default();
        let worked = number(event, "tdur");
        match parts.iter_mut().find(|part| part.0 == name) {
            Some(part) => part.1 += worked,
            None => parts.push((name.to_owned(), worked)),
        }
    }
    parts.sort_by(|a, b| b.1.total_cmp(&a.1));
    LongTask { lasted: number(task, "dur"), worked: number(task, "tdur"), parts }
}

/// Sums up what lies between one frame's end and the next, counting what is nested once.
fn costs(spans: &[Span]) -> Vec<FrameCost> {
    let mut costs = Vec::new();
    let (mut script, mut worked) = (0.0, 0.0);
    let (mut until, mut until_worked) = (f64::MIN, f64::MIN);
    for span in spans {
        script += (span.end - span.begin.max(until)).max(0.0);
        worked += (span.end_worked - span.begin_worked.max(until_worked)).max(0.0);
        (until, until_worked) = (until.max(span.end), until_worked.max(span.end_worked));
        if span.is_frame {
            costs.push(FrameCost { script, worked, callback: span.end_worked - span.begin_worked });
            (script, worked) = (0.0, 0.0);
        }
    }
    costs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_task_is_found_with_its_outermost_parts() {
        let event = |name: &str, ts: u32, dur: u32| json!({ "ph": "X", "name": name, "ts": ts, "dur": dur, "tdur": dur - 1 });
        let events = [
            event(TASK, 0, 20),
            event("Paint", 2, 15),
            event(TASK, 30, 40),
            event("Layout", 31, 10),
            event("FunctionCall", 32, 5),
            event("Paint", 45, 12),
            event("Layout", 60, 6),
        ];
        let longest = longest_task(&events.iter().collect::<Vec<_>>());
        let parts = vec![("Layout".to_owned(), 14.0), ("Paint".to_owned(), 11.0)];
        assert_eq!(longest, LongTask { lasted: 40.0, worked: 39.0, parts });
    }

    #[test]
    fn what_is_nested_counts_once_and_every_frame_begins_anew() {
        let span = |begin: f64, end: f64, is_frame| Span {
            begin,
            end,
            begin_worked: begin / 2.0,
            end_worked: end / 2.0,
            is_frame,
        };
        let spans = [
            span(0.0, 10.0, false),
            span(2.0, 8.0, false),
            span(20.0, 26.0, true),
            span(21.0, 24.0, false),
            span(40.0, 44.0, true),
        ];
        let costs = costs(&spans);
        let told: Vec<_> =
            costs.iter().map(|cost| (cost.script, cost.worked, cost.callback)).collect();
        assert_eq!(told, [(16.0, 8.0, 3.0), (4.0, 2.0, 2.0)]);
    }
}
