//! Keys, touches and gamepads.

mod gamepad;
mod gestures;
mod keys;
mod phone;
mod touch;
