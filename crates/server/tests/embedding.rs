//! Whether a program really carries the app that `cargo xtask dist` has written last.
//!
//! A whole release of the server takes minutes to build. So the two files that decide about it, the
//! server's `build.rs` and `src/edge/site/embedded.rs`, are built into a program of a few lines, in folders
//! that lie to each other as in the repository.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Prints the start page that is part of the program.
const MAIN: &str = r#"
#[path = "EMBEDDED"]
mod embedded;

fn main() {
    let files: Vec<_> = embedded::Embedded::iter().collect();
    let page = embedded::Embedded::get("index.html");
    let page = page.map(|file| String::from_utf8_lossy(&file.data).into_owned());
    print!("{} files, {}", files.len(), page.unwrap_or_else(|| "no app".to_owned()));
}
"#;

/// A repository in small, removed at the end.
struct Repository(PathBuf);

impl Repository {
    fn new(name: &str) -> Repository {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("embedding-{name}"));
        let _ = fs::remove_dir_all(&folder);
        let server = Path::new(env!("CARGO_MANIFEST_DIR"));
        let program = folder.join("crates/server");
        fs::create_dir_all(program.join("src")).expect("a folder for tests");
        let embedded = server.join("src/edge/site/embedded.rs").display().to_string();
        let main = MAIN.replace("EMBEDDED", &embedded);
        fs::write(program.join("src/main.rs"), main).expect("a file for tests");
        fs::copy(server.join("build.rs"), program.join("build.rs")).expect("a build script");
        fs::copy(server.join("../../Cargo.lock"), program.join("Cargo.lock")).expect("versions");
        // The same library with the same features.
        let manifest = fs::read_to_string(server.join("Cargo.toml")).expect("a manifest");
        let library = manifest.lines().find(|line| line.starts_with("rust-embed = "));
        let library = library.expect("the server embeds the app");
        let manifest = format!(
            "[package]\nname = \"embedding\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\
             [dependencies]\n{library}\n[workspace]\n"
        );
        fs::write(program.join("Cargo.toml"), manifest).expect("a file for tests");
        Repository(folder)
    }

    /// As `cargo xtask dist` does.
    fn write_app(&self, files: &[(&str, &str)]) {
        let dist = self.0.join("dist");
        let _ = fs::remove_dir_all(&dist);
        for (name, text) in files {
            let path = dist.join(name);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder for tests");
            fs::write(path, text).expect("a file for tests");
        }
    }

    /// Builds the program and gives where it is.
    fn build(&self, profile: &str) -> PathBuf {
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(["build", "--offline", "--profile", profile, "--target-dir"]);
        let output = cargo
            .arg(self.0.join("target"))
            .current_dir(self.0.join("crates/server"))
            .env_remove("CARGO_ENCODED_RUSTFLAGS")
            .output()
            .expect("cargo starts");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let folder = if profile == "dev" { "debug" } else { profile };
        self.0
            .join("target")
            .join(folder)
            .join(format!("embedding{}", std::env::consts::EXE_SUFFIX))
    }
}

impl Drop for Repository {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn said(program: &Path) -> String {
    let output = Command::new(program).output().expect("it starts");
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn a_release_carries_the_app_that_was_written_last() {
    let repository = Repository::new("release");
    let program = repository.build("release");
    assert_eq!(said(&program), "0 files, no app", "a build without `dist`");
    repository.write_app(&[("index.html", "first")]);
    assert_eq!(said(&repository.build("release")), "1 files, first", "after a build without it");
    repository.write_app(&[("index.html", "second"), ("a/app.wasm", "more")]);
    assert_eq!(said(&program), "1 files, first", "it is part of the program");
    assert_eq!(said(&repository.build("release")), "2 files, second", "after another build");
    // Elsewhere there is no repository.
    let moved = repository.0.join("elsewhere");
    fs::copy(&program, &moved).expect("a copy");
    fs::remove_dir_all(repository.0.join("dist")).expect("it was written");
    assert_eq!(said(&moved), "2 files, second");
}

#[test]
fn other_builds_read_the_app_when_they_run() {
    let repository = Repository::new("dev");
    let program = repository.build("dev");
    assert_eq!(said(&program), "0 files, no app");
    repository.write_app(&[("index.html", "first"), ("a/app.wasm", "more")]);
    assert_eq!(said(&program), "2 files, first", "without another build");
}
