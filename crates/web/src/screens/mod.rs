//! The screens, one a file.

mod start;

pub(crate) use start::Start;
