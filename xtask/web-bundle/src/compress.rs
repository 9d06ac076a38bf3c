//! Compressing the site, and what a first visit loads of it.

use brotli::enc::BrotliEncoderParams;
use brotli::enc::backward_references::BrotliEncoderMode::{
    BROTLI_MODE_FONT, BROTLI_MODE_GENERIC, BROTLI_MODE_TEXT,
};

use crate::site::Site;

/// Puts beside every file that shrinks a compressed one that a server may send in its place.
pub(crate) fn compress(site: &mut Site) {
    let shrinks = |path: &str| !matches!(path.rsplit_once('.'), Some((_, "png" | "woff2")));
    let compressed: Vec<_> = site
        .files
        .iter()
        .filter(|(path, _)| shrinks(path))
        .map(|(path, bytes)| (format!("{path}.br"), brotli(bytes)))
        .collect();
    site.files.extend(compressed);
}

/// Compresses as well as Brotli can, which takes time. Of its modes the one for fonts does best
/// with WebAssembly, the others with text.
fn brotli(bytes: &[u8]) -> Vec<u8> {
    let compress = |mode| {
        let mut compressed = Vec::new();
        let params = BrotliEncoderParams { quality: 11, lgwin: 22, mode, ..Default::default() };
        brotli::BrotliCompress(&mut &bytes[..], &mut compressed, &params)
            .expect("writing to memory does not fail");
        compressed
    };
    let modes = [BROTLI_MODE_FONT, BROTLI_MODE_GENERIC, BROTLI_MODE_TEXT];
    modes.map(compress).into_iter().min_by_key(Vec::len).unwrap_or_default()
}

/// How many bytes a first visit loads.
pub(crate) fn first_visit_bytes(site: &Site) -> usize {
    site.first.iter().map(|path| sent(site, path)).sum()
}

/// The same in words, file by file.
pub(crate) fn first_visit(site: &Site) -> String {
    let line = |path: &String| format!("  {:>7}  {path}\n", sent(site, path));
    let list: String = site.first.iter().map(line).collect();
    format!("first visit: {} bytes, compressed with Brotli\n{list}", first_visit_bytes(site))
}

/// How many bytes are sent for a file.
fn sent(site: &Site, path: &str) -> usize {
    let compressed = site.files.get(&format!("{path}.br"));
    compressed.unwrap_or_else(|| &site.files[path]).len()
}
