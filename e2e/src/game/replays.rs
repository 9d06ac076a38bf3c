//! The browser's database of replays.

use serde_json::{Value, json};

use crate::browser::page::Page;

/// Opens the database as the app does.
const OPEN: &str = "
    const open = () => new Promise((done, failed) => {
        const request = indexedDB.open('quintet', 1);
        request.onupgradeneeded = () => {
            for (const table of ['about', 'replays']) request.result.createObjectStore(table);
        };
        request.onsuccess = () => done(request.result);
        request.onerror = failed;
    });";

impl Page {
    /// What the database knows of replays, in no order.
    pub fn archived(&self) -> Vec<Value> {
        self.try_archived().unwrap_or_else(|error| panic!("{error}"))
    }

    fn try_archived(&self) -> Result<Vec<Value>, String> {
        let script = "new Promise((done, failed) => {
            const request = db.transaction('about').objectStore('about').getAll();
            request.onsuccess = () => done(request.result.map((text) => JSON.parse(text)));
            request.onerror = failed;
        })";
        Ok(self.in_database(script)?.as_array().cloned().unwrap_or_default())
    }

    /// Waits until the database has this many replays, and gives their names, oldest first.
    pub fn wait_for_archived(&self, count: usize) -> Vec<String> {
        let mut ids: Vec<String> = Vec::new();
        self.wait_until(&format!("{count} replays"), || {
            // The page may be loading again.
            let list = self.try_archived().unwrap_or_default();
            ids = list.iter().filter_map(|it| it["id"].as_str().map(str::to_owned)).collect();
            ids.len() == count
        });
        ids.sort_by_key(|id| id[1..].parse::<u64>().unwrap_or(0));
        ids
    }

    /// Puts replays into the database, each with the same bytes.
    pub fn archive(&self, about: &[Value], bytes: &[u8]) {
        let script = format!(
            "new Promise((done, failed) => {{
                const bytes = new Uint8Array({});
                const change = db.transaction(['about', 'replays'], 'readwrite');
                for (const about of {}) {{
                    about.bytes = bytes.length;
                    change.objectStore('about').put(JSON.stringify(about), about.id);
                    change.objectStore('replays').put(bytes, about.id);
                }}
                change.oncomplete = () => done(true);
                change.onabort = failed;
            }})",
            json!(bytes),
            json!(about)
        );
        self.in_database(&script).unwrap_or_else(|error| panic!("{error}"));
    }

    fn in_database(&self, script: &str) -> Result<Value, String> {
        self.try_evaluate(&format!(
            "(async () => {{
                {OPEN}
                const db = await open();
                try {{ return await {script}; }} finally {{ db.close(); }}
            }})()"
        ))
    }
}
