//! Turns the compiled browser app into a folder that any static host can serve.
//!
//! `web-bundle ROOT MODULES SITE` reads the sources of the repository in ROOT and the WebAssembly
//! modules in MODULES, and writes the site into the folder SITE. With `--limit BYTES`, which only
//! the feature `compress` understands, it fails if the first visit loads more than that.
//!
//! This is a program of its own, so that `cargo xtask` starts without waiting for what it needs.

mod bind;
#[cfg(feature = "compress")]
mod compress;
mod files;
mod icons;
mod minify;
mod shorten;
mod site;
mod split;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

const USAGE: &str = "usage: web-bundle ROOT MODULES SITE [--limit BYTES]";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words.as_slice() {
        [root, modules, site] => bundle(root, modules, site, None),
        [root, modules, site, "--limit", bytes] => match bytes.parse() {
            Ok(limit) => bundle(root, modules, site, Some(limit)),
            Err(_) => Err(USAGE.into()),
        },
        _ => Err(USAGE.into()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("{reason}");
            ExitCode::FAILURE
        }
    }
}

fn bundle(root: &str, modules: &str, site: &str, limit: Option<usize>) -> Result<(), String> {
    let parts = bind::bind(Path::new(modules))?;
    let folder = PathBuf::from(site);
    let site = site::assemble(Path::new(root), parts)?;
    let (site, first_visit) = compressed(site, limit)?;
    files::write(&site.files, &folder)?;
    print!("{first_visit}");
    Ok(())
}

#[cfg(feature = "compress")]
fn compressed(mut site: site::Site, limit: Option<usize>) -> Result<(site::Site, String), String> {
    compress::compress(&mut site);
    let told = compress::first_visit(&site);
    let total = compress::first_visit_bytes(&site);
    match limit {
        Some(limit) if total > limit => Err(format!("{told}the limit is {limit} bytes")),
        _ => Ok((site, told)),
    }
}

#[cfg(not(feature = "compress"))]
fn compressed(site: site::Site, limit: Option<usize>) -> Result<(site::Site, String), String> {
    match limit {
        None => Ok((site, String::new())),
        Some(_) => Err("a limit of what is sent needs the feature `compress`".into()),
    }
}
