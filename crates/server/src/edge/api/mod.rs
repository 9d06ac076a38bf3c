//! What the server answers over HTTP.

pub(crate) mod answer;
pub(crate) mod health;
pub(crate) mod leaderboards;
pub(crate) mod lists;
pub(crate) mod matches;
pub(crate) mod moves;
pub(crate) mod reports;
