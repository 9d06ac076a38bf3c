//! `tetris.html`: Minimal as one file, made from `crates/single`.

use std::fs;

use crate::process::{cargo, quiet, root, target_dir};
use crate::setup;
use crate::step::Done;

const FILE: &str = "tetris.html";
const TEMPLATE: &str = "crates/single/page.html";
const PLACE: &str = "{{wasm}}";
/// The whole game, page included, fits into this many bytes.
const MOST: usize = 40_000;

/// Builds and writes the file.
pub(crate) fn write() -> Result<(), String> {
    let page = build()?;
    fs::write(root().join(FILE), &page).map_err(|error| format!("{FILE}: {error}"))?;
    println!("{FILE}: {} bytes", page.len());
    Ok(())
}

/// Fails if the file is not what its source builds, or is too large.
pub(crate) fn check() -> Result<Done, String> {
    let page = build()?;
    let committed = fs::read_to_string(root().join(FILE)).unwrap_or_default();
    if committed != page {
        return Err(format!("{FILE} is not what its source builds; run `cargo xtask single`"));
    }
    if page.len() > MOST {
        return Err(format!("{FILE} has {} bytes, more than {MOST}", page.len()));
    }
    Ok(Done::Ran(format!("{} of {MOST} bytes", page.len())))
}

fn build() -> Result<String, String> {
    const TARGET: &str = "wasm32-unknown-unknown";
    setup::need_target(TARGET)?;
    let package = ["build", "-p", "quintet-single"];
    quiet(cargo(package).args(["--profile", "single", "--target", TARGET]))?;
    let module = target_dir().join(TARGET).join("single/quintet_single.wasm");
    let wasm = fs::read(&module).map_err(|error| format!("{}: {error}", module.display()))?;
    let template = fs::read_to_string(root().join(TEMPLATE))
        .map_err(|error| format!("{TEMPLATE}: {error}"))?;
    Ok(template.replacen(PLACE, &base64(&wasm), 1))
}

fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let byte = |at: usize| u32::from(three.get(at).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for letter in 0..4 {
            if letter <= three.len() {
                let index = bits >> (18 - 6 * letter) & 63;
                text.push(char::from(LETTERS[index as usize]));
            } else {
                text.push('=');
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_follows_the_standard() {
        let known =
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("fooba", "Zm9vYmE=")];
        for (plain, coded) in known {
            assert_eq!(base64(plain.as_bytes()), coded);
        }
    }
}
