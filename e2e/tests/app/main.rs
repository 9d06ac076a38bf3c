//! The app in a real browser, screen by screen.

mod start;
