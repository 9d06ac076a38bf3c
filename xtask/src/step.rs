//! Named steps run one after the other, timed, stopping at the first that fails.

use std::time::Duration;

use crate::progress::{Watch, seconds};

/// The result of a step that did not fail.
pub(crate) enum Done {
    /// It ran. The text, often empty, is printed.
    Ran(String),
    /// It ran this many tests, all of which passed. The text is printed.
    Tested(u32, String),
    /// It could not run here, for the reason given, and that is no failure.
    LeftOut(String),
}

/// One thing to check.
pub(crate) struct Step {
    /// What to type to run it alone.
    pub(crate) name: &'static str,
    /// What it does, in a few words.
    pub(crate) what: &'static str,
    /// Runs it. The error is everything there is to know about the failure.
    pub(crate) run: fn() -> Result<Done, String>,
}

/// Does one thing with its progress shown, and prints how long it took.
pub(crate) fn step<T>(what: &str, work: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    println!("==> {what}");
    let watch = Watch::begin();
    let done = work()?;
    let took = watch.elapsed();
    drop(watch);
    println!("    done in {}", seconds(took));
    Ok(done)
}

/// Runs the steps and prints a table of them at the end.
pub(crate) fn run_all(steps: &[&Step]) -> Result<(), String> {
    let mut all = Duration::ZERO;
    let mut table = Vec::new();
    let mut failure = None;
    let mut tests = 0;
    for step in steps {
        if failure.is_some() {
            table.push(line(step, "not run", None));
            continue;
        }
        println!("==> {}: {}", step.name, step.what);
        let watch = Watch::begin();
        let outcome = (step.run)();
        let took = watch.elapsed();
        drop(watch);
        all += took;
        if let Ok(Done::Tested(passed, _)) = &outcome {
            println!("    {passed} tests");
            tests += passed;
        }
        match outcome {
            Ok(Done::Ran(note) | Done::Tested(_, note)) => {
                print_indented(&note);
                println!("    done in {}", seconds(took));
                table.push(line(step, "passed", Some(took)));
            }
            Ok(Done::LeftOut(why)) => {
                println!("    left out: {why}");
                table.push(line(step, "left out", Some(took)));
            }
            Err(everything) => {
                println!("{}", everything.trim_end());
                table.push(line(step, "FAILED", Some(took)));
                failure = Some(step.name);
            }
        }
    }
    println!("\n{}", table.join("\n"));
    match failure {
        None => {
            println!("\nAll steps passed ({}).", seconds(all));
            if tests > 0 {
                println!("{tests} passed, 0 failed");
            }
            Ok(())
        }
        Some(name) => {
            Err(format!("the step `{name}` failed; run it alone with `cargo xtask test {name}`"))
        }
    }
}

fn line(step: &Step, outcome: &str, took: Option<Duration>) -> String {
    let took = took.map(seconds).unwrap_or_default();
    format!("  {:<8} {:<57} {outcome:<9} {took:>8}", step.name, step.what).trim_end().to_owned()
}

fn print_indented(note: &str) {
    for line in note.lines() {
        println!("    {line}");
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    #[test]
    fn the_first_failure_stops_the_steps_behind_it() {
        static REACHED: AtomicU32 = AtomicU32::new(0);
        let well = Step {
            name: "well",
            what: "goes well",
            run: || {
                REACHED.fetch_add(1, Ordering::Relaxed);
                Ok(Done::Ran(String::new()))
            },
        };
        let badly = Step { name: "badly", what: "goes badly", run: || Err("as it must".into()) };
        let verdict = run_all(&[&well, &badly, &well]);
        assert_eq!(REACHED.load(Ordering::Relaxed), 1);
        assert!(verdict.expect_err("a step failed").contains("`badly`"));
    }

    #[test]
    fn a_step_left_out_is_no_failure() {
        let absent = Step {
            name: "absent",
            what: "needs what is not here",
            run: || Ok(Done::LeftOut("no such tool".into())),
        };
        assert_eq!(run_all(&[&absent]), Ok(()));
    }
}
