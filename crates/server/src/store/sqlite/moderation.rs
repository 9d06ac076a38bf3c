//! Bans, given names and reports in a SQLite file.

use rusqlite::{Connection, OptionalExtension, Row, params};

use super::SqliteAccounts;
use super::rows::player_from;
use crate::store::columns::{signed, unsigned};
use crate::store::{
    KnownPlayer, Moderation, Pending, PlayerId, Report, ReportLimits, Restrictions, StoreError,
};

impl Moderation for SqliteAccounts {
    fn restrictions(&self, player: PlayerId) -> Pending<'_, Restrictions> {
        self.database().read(move |connection| {
            let found = connection
                .prepare_cached("SELECT banned, fixed_name FROM standings WHERE player = ?1")?
                .query_row([signed(player)], |row| {
                    Ok(Restrictions { banned: row.get(0)?, fixed_name: row.get(1)? })
                })
                .optional()?;
            Ok(found.unwrap_or_default())
        })
    }

    fn set_restrictions(&self, player: PlayerId, restrictions: Restrictions) -> Pending<'_, ()> {
        self.database().write(move |connection| {
            let step = connection.transaction()?;
            step.execute(
                "INSERT INTO standings (player, banned, fixed_name) VALUES (?1, ?2, ?3)
                 ON CONFLICT (player) DO UPDATE
                 SET banned = excluded.banned, fixed_name = excluded.fixed_name",
                params![signed(player), restrictions.banned, restrictions.fixed_name],
            )?;
            if let Some(name) = &restrictions.fixed_name {
                step.execute(
                    "UPDATE players SET name = ?2 WHERE player = ?1",
                    params![signed(player), name],
                )?;
            }
            step.commit()?;
            Ok(())
        })
    }

    fn find_player(&self, player: PlayerId) -> Pending<'_, Option<KnownPlayer>> {
        self.database().read(move |connection| {
            let mut statement = connection.prepare_cached(
                "SELECT player, name, rating, deviation, volatility FROM players
                 WHERE player = ?1",
            )?;
            Ok(statement.query_row([signed(player)], player_from).optional()?)
        })
    }

    fn players_called(&self, name: String, most: u32) -> Pending<'_, Vec<KnownPlayer>> {
        self.database().read(move |connection| {
            let mut statement = connection.prepare_cached(
                "SELECT player, name, rating, deviation, volatility FROM players
                 WHERE name = ?1 ORDER BY player LIMIT ?2",
            )?;
            let players = statement.query_map(params![name, most], player_from)?;
            Ok(players.collect::<Result<_, _>>()?)
        })
    }

    fn report(&self, report: Report, limits: ReportLimits) -> Pending<'_, bool> {
        self.database().write(move |connection| add(connection, &report, limits))
    }

    fn reports(&self, only_open: bool, most: u32) -> Pending<'_, Vec<Report>> {
        self.database().read(move |connection| {
            let mut statement = connection.prepare_cached(
                "SELECT report_id, from_player, about, match_id, score_id, reason, made, is_open
                 FROM reports WHERE is_open OR NOT ?1 ORDER BY report_id DESC LIMIT ?2",
            )?;
            let reports = statement.query_map(params![only_open, most], report_from)?;
            Ok(reports.collect::<Result<_, _>>()?)
        })
    }

    fn close_report(&self, id: u64) -> Pending<'_, bool> {
        self.database().write(move |connection| {
            let closed = connection.execute(
                "UPDATE reports SET is_open = 0 WHERE report_id = ?1 AND is_open",
                [signed(id)],
            )?;
            Ok(closed > 0)
        })
    }
}

fn add(
    connection: &mut Connection,
    report: &Report,
    limits: ReportLimits,
) -> Result<bool, StoreError> {
    let step = connection.transaction()?;
    let from = report.from.map(signed);
    let (about, match_id, score) =
        (signed(report.about), report.match_id.map(signed), report.score.map(signed));
    let is_known: bool = step.query_row(
        "SELECT EXISTS (SELECT 1 FROM reports WHERE is_open AND from_player IS ?1
             AND about = ?2 AND match_id IS ?3 AND score_id IS ?4)",
        params![from, about, match_id, score],
        |row| row.get(0),
    )?;
    if is_known {
        return Ok(true);
    }
    let (mine, all): (u32, u32) = step.query_row(
        "SELECT COALESCE(SUM(from_player IS ?1), 0), COUNT(*) FROM reports
         WHERE is_open AND (from_player IS NULL) = (?1 IS NULL)",
        [from],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )?;
    if all >= limits.total || from.is_some() && mine >= limits.per_player {
        return Ok(false);
    }
    step.execute(
        "INSERT INTO reports (from_player, about, match_id, score_id, reason, made, is_open)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, 1)",
        params![from, about, match_id, score, report.reason, signed(report.made)],
    )?;
    step.commit()?;
    Ok(true)
}

fn report_from(row: &Row<'_>) -> rusqlite::Result<Report> {
    let number = |column: usize| -> rusqlite::Result<Option<u64>> {
        Ok(row.get::<_, Option<i64>>(column)?.map(unsigned))
    };
    Ok(Report {
        id: unsigned(row.get(0)?),
        from: number(1)?,
        about: unsigned(row.get(2)?),
        match_id: number(3)?,
        score: number(4)?,
        reason: row.get(5)?,
        made: unsigned(row.get(6)?),
        is_open: row.get(7)?,
    })
}
