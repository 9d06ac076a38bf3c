//! Bans, given names and reports in PostgreSQL.

use tokio_postgres::Row;

use super::PostgresAccounts;
use super::accounts::player_from;
use crate::store::columns::{signed, unsigned};
use crate::store::{
    KnownPlayer, Moderation, Pending, PlayerId, Report, ReportLimits, Restrictions,
};

/// The lock under which one server at a time counts the open reports.
const REPORTING: i64 = 0x7175_696e_7465_7401;

impl Moderation for PostgresAccounts {
    fn restrictions(&self, player: PlayerId) -> Pending<'_, Restrictions> {
        Box::pin(async move {
            let connection = self.database().connection().await?;
            let statement = connection
                .prepare_cached("SELECT banned, fixed_name FROM standings WHERE player = $1")
                .await?;
            let Some(row) = connection.query_opt(&statement, &[&signed(player)]).await? else {
                return Ok(Restrictions::default());
            };
            Ok(Restrictions { banned: row.try_get(0)?, fixed_name: row.try_get(1)? })
        })
    }

    fn set_restrictions(&self, player: PlayerId, restrictions: Restrictions) -> Pending<'_, ()> {
        Box::pin(async move {
            let mut connection = self.database().connection().await?;
            let step = connection.transaction().await?;
            step.execute(
                "INSERT INTO standings (player, banned, fixed_name) VALUES ($1, $2, $3)
                 ON CONFLICT (player) DO UPDATE
                 SET banned = excluded.banned, fixed_name = excluded.fixed_name",
                &[&signed(player), &restrictions.banned, &restrictions.fixed_name],
            )
            .await?;
            if let Some(name) = &restrictions.fixed_name {
                step.execute(
                    "UPDATE players SET name = $2 WHERE player = $1",
                    &[&signed(player), name],
                )
                .await?;
            }
            step.commit().await?;
            Ok(())
        })
    }

    fn find_player(&self, player: PlayerId) -> Pending<'_, Option<KnownPlayer>> {
        Box::pin(async move {
            let connection = self.database().connection().await?;
            let ask = "SELECT player, name, rating, deviation, volatility FROM players
                       WHERE player = $1";
            let row = connection.query_opt(ask, &[&signed(player)]).await?;
            Ok(row.as_ref().map(player_from).transpose()?)
        })
    }

    fn players_called(&self, name: String, most: u32) -> Pending<'_, Vec<KnownPlayer>> {
        Box::pin(async move {
            let connection = self.database().connection().await?;
            let ask = "SELECT player, name, rating, deviation, volatility FROM players
                       WHERE name = $1 ORDER BY player LIMIT $2";
            let rows = connection.query(ask, &[&name, &i64::from(most)]).await?;
            Ok(rows.iter().map(player_from).collect::<Result<_, _>>()?)
        })
    }

    fn report(&self, report: Report, limits: ReportLimits) -> Pending<'_, bool> {
        Box::pin(async move {
            let mut connection = self.database().connection().await?;
            let step = connection.transaction().await?;
            step.execute("SELECT pg_advisory_xact_lock($1)", &[&REPORTING]).await?;
            let (from, about) = (report.from.map(signed), signed(report.about));
            let (match_id, score) = (report.match_id.map(signed), report.score.map(signed));
            let known = step
                .query_opt(
                    "SELECT 1 FROM reports WHERE is_open AND from_player IS NOT DISTINCT FROM $1
                     AND about = $2 AND match_id IS NOT DISTINCT FROM $3
                     AND score_id IS NOT DISTINCT FROM $4 LIMIT 1",
                    &[&from, &about, &match_id, &score],
                )
                .await?;
            if known.is_some() {
                return Ok(true);
            }
            let counts = step
                .query_one(
                    "SELECT COUNT(*) FILTER (WHERE from_player = $1), COUNT(*) FROM reports
                     WHERE is_open AND (from_player IS NULL) = ($1::BIGINT IS NULL)",
                    &[&from],
                )
                .await?;
            let (mine, all): (i64, i64) = (counts.try_get(0)?, counts.try_get(1)?);
            if all >= limits.total.into() || mine >= limits.per_player.into() {
                return Ok(false);
            }
            step.execute(
                "INSERT INTO reports
                     (from_player, about, match_id, score_id, reason, made, is_open)
                 VALUES ($1, $2, $3, $4, $5, $6, TRUE)",
                &[&from, &about, &match_id, &score, &report.reason, &signed(report.made)],
            )
            .await?;
            step.commit().await?;
            Ok(true)
        })
    }

    fn reports(&self, only_open: bool, most: u32) -> Pending<'_, Vec<Report>> {
        Box::pin(async move {
            let connection = self.database().connection().await?;
            let ask = "SELECT report_id, from_player, about, match_id, score_id, reason, made,
                              is_open
                       FROM reports WHERE is_open OR NOT $1 ORDER BY report_id DESC LIMIT $2";
            let rows = connection.query(ask, &[&only_open, &i64::from(most)]).await?;
            Ok(rows.iter().map(report_from).collect::<Result<_, _>>()?)
        })
    }

    fn close_report(&self, id: u64) -> Pending<'_, bool> {
        Box::pin(async move {
            let connection = self.database().connection().await?;
            let change = "UPDATE reports SET is_open = FALSE WHERE report_id = $1 AND is_open";
            Ok(connection.execute(change, &[&signed(id)]).await? > 0)
        })
    }
}

fn report_from(row: &Row) -> Result<Report, tokio_postgres::Error> {
    let number = |column: usize| -> Result<Option<u64>, tokio_postgres::Error> {
        Ok(row.try_get::<_, Option<i64>>(column)?.map(unsigned))
    };
    Ok(Report {
        id: unsigned(row.try_get(0)?),
        from: number(1)?,
        about: unsigned(row.try_get(2)?),
        match_id: number(3)?,
        score: number(4)?,
        reason: row.try_get(5)?,
        made: unsigned(row.try_get(6)?),
        is_open: row.try_get(7)?,
    })
}
