//! Where files go, and what day it is.

use std::env;
use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

/// The folders of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folders {
    /// Settings.
    pub config: PathBuf,
    /// Scores, replays and unfinished games.
    pub data: PathBuf,
}

impl Folders {
    /// By `XDG_CONFIG_HOME` and `XDG_DATA_HOME`, or their defaults below the home folder; none where
    /// there is no home folder.
    pub fn of_user() -> Option<Folders> {
        let folder = |variable: &str| {
            let path = PathBuf::from(env::var_os(variable)?);
            // A relative path is invalid by the specification.
            path.is_absolute().then_some(path)
        };
        let home = || folder("HOME").or_else(|| folder("USERPROFILE"));
        let config = folder("XDG_CONFIG_HOME").or_else(|| Some(home()?.join(".config")))?;
        let data = folder("XDG_DATA_HOME").or_else(|| Some(home()?.join(".local/share")))?;
        Some(Folders { config: config.join("quintet"), data: data.join("quintet") })
    }
}

/// The date in UTC, as YYYY-MM-DD.
pub(super) fn today() -> String {
    let passed = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    date((passed.as_secs() / 86_400) as i64)
}

/// The date this many days after 1970-01-01. Years begin in March here, so that a leap day is the
/// last of its year.
fn date(days: i64) -> String {
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_have_dates() {
        assert_eq!(date(0), "1970-01-01");
        assert_eq!(date(11_016), "2000-02-29");
        assert_eq!(date(20_773), "2026-11-16");
        assert_eq!(date(47_540), "2100-02-28");
        assert_eq!(date(47_541), "2100-03-01");
    }
}
