//! Headers of the app's files. `xtask` has a server of its own for tests without matches and
//! includes this file.

/// Nothing from elsewhere, nothing inline; WebAssembly alone may be compiled.
pub(crate) const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; \
    style-src 'self'; font-src 'self'; img-src 'self' data: blob:; connect-src 'self'; \
    manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'";

/// The extension of files that the build has compressed, beside the plain ones.
pub(crate) const PACKED: &str = ".br";

/// How long a browser may keep a file: forever where its name has a hash of its content.
pub(crate) const fn caching(has_hash: bool) -> &'static str {
    if has_hash { "public, max-age=31536000, immutable" } else { "no-cache" }
}

/// What a file is, by its name.
pub(crate) fn kind(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, extension)| extension) {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("wasm") => "application/wasm",
        Some("webmanifest") => "application/manifest+json",
        Some("woff2") => "font/woff2",
        Some("png") => "image/png",
        Some("svg") => "image/svg+xml",
        Some("txt") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
