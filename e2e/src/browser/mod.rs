//! A real browser, and the pages in it.

pub(crate) mod device;
pub(crate) mod devtools;
pub(crate) mod element;
pub(crate) mod files;
pub(crate) mod keyboard;
pub(crate) mod page;
pub(crate) mod pointer;
pub(crate) mod process;
pub(crate) mod trace;
