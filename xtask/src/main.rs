//! Everything that builds or checks Quintet.
fn main() {}
