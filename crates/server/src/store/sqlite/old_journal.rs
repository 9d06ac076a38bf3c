//! The journal as it was: a table with a row for each transaction.

use std::path::Path;

use rusqlite::Connection;

use super::schema;
use crate::store::StoreError;

/// A row that cannot be read.
const UNREADABLE_ROW: &[u8] = &[u8::MAX];

/// The rows of an old journal, with one that cannot be read wherever some are missing.
pub(in crate::store) fn old_journal_rows(path: &Path) -> Result<Vec<Vec<u8>>, StoreError> {
    let mut connection = Connection::open(path)?;
    schema::migrate(&mut connection, schema::JOURNAL)?;
    let mut statement = connection.prepare("SELECT row, entries FROM journal ORDER BY row")?;
    let mut table = statement.query([])?;
    let (mut rows, mut last): (Vec<Vec<u8>>, Option<i64>) = (Vec::new(), None);
    while let Some(row) = table.next()? {
        let number: i64 = row.get(0)?;
        if last.is_some_and(|last| last + 1 != number) {
            rows.push(UNREADABLE_ROW.into());
        }
        last = Some(number);
        rows.push(row.get_ref(1)?.as_blob().unwrap_or(UNREADABLE_ROW).into());
    }
    Ok(rows)
}
