//! Understanding the output of cargo and of test binaries while they run.

/// What cargo calls a line that says what it has begun to do. Of no interest once it is done.
const BEGUN: [&str; 6] =
    ["Compiling", "Checking", "Documenting", "Downloading", "Downloaded", "Blocking"];
/// What else is worth showing while it goes on.
const SHOWN: [&str; 6] =
    ["Running", "Doc-tests", "Packaging", "Verifying", "Updating", "Installing"];

/// Follows the output of one command and says how far it has come.
#[derive(Debug, Default)]
pub(crate) struct Follower {
    /// The test binary that is running.
    binary: String,
    tests: u32,
    done: u32,
}

impl Follower {
    /// Takes in a line, or a part of the output that ended with a carriage return, and gives what
    /// it says about the progress of the command.
    pub(crate) fn read(&mut self, line: &str) -> Option<String> {
        let line = line.trim();
        if let Some(bar) = line.strip_prefix("Building [") {
            // 12/174: leptos, web-sys
            let (_, rest) = bar.split_once("] ")?;
            return Some(rest.replacen(": ", " ", 1));
        }
        if let Some(total) =
            line.strip_prefix("running ").and_then(|rest| rest.strip_suffix(" tests"))
        {
            self.tests = total.parse().ok()?;
            self.done = 0;
            return None;
        }
        if let Some(test) = line.strip_prefix("test ").and_then(|rest| rest.split_once(" ... ")) {
            self.done += 1;
            return Some(format!("{} {}/{} {}", self.binary, self.done, self.tests, test.0));
        }
        let (verb, rest) = line.split_once(' ')?;
        let subject = rest.split(" (").next().unwrap_or(rest);
        if matches!(verb, "Running" | "Doc-tests") {
            subject.trim_start_matches("unittests ").clone_into(&mut self.binary);
        }
        let known = BEGUN.contains(&verb) || SHOWN.contains(&verb);
        known.then(|| format!("{} {subject}", verb.to_lowercase()))
    }
}

/// Whether a line says nothing that is worth reading after a failure.
pub(crate) fn is_noise(line: &str) -> bool {
    line.trim_start().split_once(' ').is_some_and(|(verb, _)| BEGUN.contains(&verb))
        && line.starts_with(' ')
}

/// The count in a line such as `test result: ok. 12 passed; 0 failed; …`.
pub(crate) fn tests_passed(line: &str) -> Option<u32> {
    let rest = line.strip_prefix("test result: ok. ")?;
    rest.split(" passed").next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_progress_of_a_build_is_the_count_and_the_crates() {
        let mut follower = Follower::default();
        let bar = "    Building [=======>              ] 45/174: leptos, web-sys         ";
        assert_eq!(follower.read(bar).as_deref(), Some("45/174 leptos, web-sys"));
        let line = "   Compiling leptos v0.8.23";
        assert_eq!(follower.read(line).as_deref(), Some("compiling leptos v0.8.23"));
        assert_eq!(follower.read("warning: unused variable"), None);
    }

    #[test]
    fn tests_are_counted_within_their_binary() {
        let mut follower = Follower::default();
        follower.read("     Running tests/laws.rs (target/debug/deps/laws-0123)");
        follower.read("running 2 tests");
        let first = follower.read("test time_never_runs_backwards ... ok");
        assert_eq!(first.as_deref(), Some("tests/laws.rs 1/2 time_never_runs_backwards"));
        follower.read("   Doc-tests quintet_engine");
        follower.read("running 40 tests");
        let next = follower.read("test src/lib.rs - (line 7) ... ok");
        assert_eq!(next.as_deref(), Some("quintet_engine 1/40 src/lib.rs - (line 7)"));
    }

    #[test]
    fn what_was_compiled_is_no_part_of_a_failure() {
        assert!(is_noise("   Compiling leptos v0.8.23"));
        assert!(!is_noise("error[E0308]: mismatched types"));
        assert!(!is_noise("     Running tests/laws.rs (target/debug/deps/laws-0123)"));
        assert!(!is_noise("Compiling is what the assertion was about"));
    }

    #[test]
    fn passed_tests_are_counted_from_what_cargo_prints() {
        let line = "test result: ok. 12 passed; 0 failed; 0 ignored; 0 measured";
        assert_eq!(tests_passed(line), Some(12));
        assert_eq!(tests_passed("running 12 tests"), None);
    }
}
