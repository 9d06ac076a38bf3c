//! Rebuilds the server when the embedded app has changed.

use std::env;
use std::fs;

/// Where `cargo xtask dist` puts the app.
const APP: &str = "../../dist";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    // A path that is not there would count as changed every time, and a program that is built without
    // the folder would not find files in it later.
    if let Err(error) = fs::create_dir_all(APP) {
        println!("cargo::warning={APP}: {error}; changes of the app will not be noticed");
    }
    // Other builds read the files when they run.
    if env::var("PROFILE").is_ok_and(|profile| profile == "release") {
        println!("cargo::rerun-if-changed={APP}");
    }
}
