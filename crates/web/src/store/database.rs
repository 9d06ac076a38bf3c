//! The browser's database, `IndexedDB`, as far as the app needs it: two tables of values by name.

use js_sys::{Array, Promise, Reflect};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

use crate::page::window;

#[wasm_bindgen]
extern "C" {
    type Factory;
    #[wasm_bindgen(method, catch)]
    fn open(this: &Factory, name: &str, version: u32) -> Result<Request, JsValue>;

    /// A request under way.
    pub(super) type Request;
    #[wasm_bindgen(method, getter)]
    fn result(this: &Request) -> JsValue;
    #[wasm_bindgen(method, setter)]
    fn set_onsuccess(this: &Request, call: &JsValue);
    #[wasm_bindgen(method, setter)]
    fn set_onerror(this: &Request, call: &JsValue);
    #[wasm_bindgen(method, setter)]
    fn set_onupgradeneeded(this: &Request, call: &JsValue);

    #[derive(Clone)]
    type Handle;
    #[wasm_bindgen(method, catch, js_name = createObjectStore)]
    fn create_table(this: &Handle, name: &str) -> Result<Table, JsValue>;
    #[wasm_bindgen(method, catch)]
    fn transaction(this: &Handle, tables: &Array, mode: &str) -> Result<Transaction, JsValue>;

    type Transaction;
    #[wasm_bindgen(method, catch, js_name = objectStore)]
    fn table(this: &Transaction, name: &str) -> Result<Table, JsValue>;
    #[wasm_bindgen(method, catch)]
    fn commit(this: &Transaction) -> Result<(), JsValue>;
    #[wasm_bindgen(method, catch)]
    fn abort(this: &Transaction) -> Result<(), JsValue>;
    #[wasm_bindgen(method, getter)]
    fn error(this: &Transaction) -> JsValue;
    #[wasm_bindgen(method, setter)]
    fn set_oncomplete(this: &Transaction, call: &JsValue);
    #[wasm_bindgen(method, setter)]
    fn set_onabort(this: &Transaction, call: &JsValue);

    /// A table within a transaction.
    pub(super) type Table;
    /// Writes a value under a name.
    #[wasm_bindgen(method, catch)]
    pub(super) fn put(this: &Table, value: &JsValue, name: &str) -> Result<Request, JsValue>;
    /// Asks for the value under a name.
    #[wasm_bindgen(method, catch)]
    pub(super) fn get(this: &Table, name: &str) -> Result<Request, JsValue>;
    /// Removes the value under a name.
    #[wasm_bindgen(method, catch)]
    pub(super) fn delete(this: &Table, name: &str) -> Result<Request, JsValue>;
    /// Removes all values.
    #[wasm_bindgen(method, catch)]
    pub(super) fn clear(this: &Table) -> Result<Request, JsValue>;
    /// Asks for the number of values.
    #[wasm_bindgen(method, catch)]
    pub(super) fn count(this: &Table) -> Result<Request, JsValue>;
    /// Asks for all values.
    #[wasm_bindgen(method, catch, js_name = getAll)]
    pub(super) fn get_all(this: &Table) -> Result<Request, JsValue>;
}

const NAME: &str = "quintet";
/// What lists show of replays, and the replays themselves.
pub(super) const ABOUT: &str = "about";
pub(super) const REPLAYS: &str = "replays";
const VERSION: u32 = 1;

/// Why something could not be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Failure {
    /// There is no room left.
    Full,
    /// Anything else: damaged, closed, forbidden.
    Broken,
}

impl Failure {
    fn of(error: &JsValue) -> Failure {
        let name = Reflect::get(error, &"name".into()).ok().and_then(|name| name.as_string());
        if name.as_deref() == Some("QuotaExceededError") { Failure::Full } else { Failure::Broken }
    }
}

impl From<JsValue> for Failure {
    fn from(error: JsValue) -> Failure {
        Failure::of(&error)
    }
}

/// A database that is open.
#[derive(Clone)]
pub(super) struct Database(Handle);

impl Database {
    /// Opens it; none where the browser has no database for us.
    pub(super) async fn open() -> Option<Database> {
        // Where storage is forbidden even asking fails.
        let factory = Reflect::get(&window(), &"indexedDB".into()).ok()?;
        let factory = Some(factory).filter(JsValue::is_object)?.unchecked_into::<Factory>();
        let request = factory.open(NAME, VERSION).ok()?;
        let opened = request.clone().unchecked_into::<Request>();
        let create = Closure::once(move || {
            let handle: Handle = opened.result().unchecked_into();
            for table in [ABOUT, REPLAYS] {
                // Refused only if it is there already.
                let _ = handle.create_table(table);
            }
        });
        request.set_onupgradeneeded(create.as_ref());
        let handle = answer(&request).await.ok()?;
        Some(Database(handle.unchecked_into()))
    }

    /// Writes to the tables, [`ABOUT`] and [`REPLAYS`]: all that `act` asks for, or none of it.
    pub(super) async fn write(
        &self,
        act: &dyn Fn(&Table, &Table) -> Result<(), JsValue>,
    ) -> Result<(), Failure> {
        let transaction = self.transaction(&[ABOUT, REPLAYS], "readwrite")?;
        let asked = act(&transaction.table(ABOUT)?, &transaction.table(REPLAYS)?);
        // Commits at once: otherwise a page that is closed right now would lose the transaction. Old
        // browsers do not have this function; they commit when all requests are done. If a request
        // failed, the whole transaction is undone.
        let _ = if asked.is_ok() { transaction.commit() } else { transaction.abort() };
        asked?;
        let ended = Promise::new(&mut |done, failed| {
            transaction.set_oncomplete(&done);
            transaction.set_onabort(&failed);
        });
        let ended = JsFuture::from(ended).await;
        ended.map(drop).map_err(|_| Failure::of(&transaction.error()))
    }

    /// Asks a table for something.
    pub(super) async fn read(
        &self,
        table: &str,
        ask: &dyn Fn(&Table) -> Result<Request, JsValue>,
    ) -> Result<JsValue, Failure> {
        let transaction = self.transaction(&[table], "readonly")?;
        answer(&ask(&transaction.table(table)?)?).await
    }

    fn transaction(&self, tables: &[&str], mode: &str) -> Result<Transaction, JsValue> {
        let names: Array = tables.iter().map(|&table| JsValue::from_str(table)).collect();
        self.0.transaction(&names, mode)
    }
}

/// What comes of a request.
async fn answer(request: &Request) -> Result<JsValue, Failure> {
    let ended = Promise::new(&mut |done, failed| {
        request.set_onsuccess(&done);
        request.set_onerror(&failed);
    });
    JsFuture::from(ended).await.map_err(|_| Failure::Broken)?;
    Ok(request.result())
}
