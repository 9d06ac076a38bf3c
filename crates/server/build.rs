//! Rebuilds the server when the embedded app has changed.

use std::env;
use std::fs;

/// Where `cargo xtask dist` puts the app.
const APP: &str = "../../dist";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    // Other builds read the files when they run.
    if env::var("PROFILE").is_ok_and(|profile| profile == "release") {
        // A path that is not there would count as changed every time.
        if let Err(error) = fs::create_dir_all(APP) {
            println!("cargo::warning={APP}: {error}; changes of the app will not be noticed");
        }
        println!("cargo::rerun-if-changed={APP}");
    }
}
