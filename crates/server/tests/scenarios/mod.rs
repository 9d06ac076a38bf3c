//! What players and others do to a service at one address, be it one server or several.

mod hostile;
mod matches;
