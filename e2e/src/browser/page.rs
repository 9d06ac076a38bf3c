//! One page of the app, in a browser context of its own.

use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use quintet_words::menu;

use crate::browser::device::Device;
use crate::browser::devtools::{DevTools, Notice, lock};
use crate::browser::element::{Element, Sought};
use crate::browser::process::{folder, shared};

/// How long a test waits for what it expects: far longer than it takes, on a busy machine too.
pub const PATIENCE: Duration = Duration::from_mins(1);
/// Between two looks at what is waited for: short at first, since most of it is there very soon.
const FIRST_PAUSE: Duration = Duration::from_millis(1);
const LONGEST_PAUSE: Duration = Duration::from_millis(16);

/// A page that is open.
pub struct Page {
    tools: &'static DevTools,
    context: String,
    session: String,
    device: Mutex<Device>,
    pub(crate) notices: Mutex<Receiver<Notice>>,
    troubles: Mutex<Vec<String>>,
    forgiven: Mutex<Vec<&'static str>>,
    /// Modifier keys that are down, as the protocol counts them.
    pub(crate) modifiers: Mutex<u32>,
}

impl Page {
    /// An empty page.
    pub(crate) fn blank(device: Device) -> Page {
        let tools = shared();
        let ask = |method: &str, params: Value, wanted: &str| {
            let answer =
                tools.call(None, method, &params).unwrap_or_else(|error| panic!("{error}"));
            answer[wanted].as_str().expect("it is part of the protocol").to_owned()
        };
        let context = ask("Target.createBrowserContext", json!({}), "browserContextId");
        let blank = json!({
            "url": "about:blank",
            "browserContextId": context,
            "newWindow": true,
            "width": device.width,
            "height": device.height,
        });
        let target = ask("Target.createTarget", blank, "targetId");
        let attach = json!({ "targetId": target, "flatten": true });
        let session = ask("Target.attachToTarget", attach, "sessionId");
        let notices = tools.listen(&session);
        Page {
            tools,
            context,
            session,
            device: Mutex::new(device),
            notices: Mutex::new(notices),
            troubles: Mutex::default(),
            forgiven: Mutex::default(),
            modifiers: Mutex::new(0),
        }
    }

    /// The device that the page runs on.
    pub fn device(&self) -> Device {
        *lock(&self.device)
    }

    /// Sends the page a command of the `DevTools` protocol.
    pub fn call(&self, method: &str, params: &Value) -> Value {
        self.try_call(method, params).unwrap_or_else(|error| panic!("{error}"))
    }

    pub(crate) fn try_call(&self, method: &str, params: &Value) -> Result<Value, String> {
        self.tools.call(Some(&self.session), method, params)
    }

    /// Sends a command to the browser as a whole.
    pub(crate) fn call_browser(&self, method: &str, params: &Value) -> Value {
        self.tools.call(None, method, params).unwrap_or_else(|error| panic!("{error}"))
    }

    /// The name of the browser context that the page lives in.
    pub(crate) fn context(&self) -> &str {
        &self.context
    }

    /// The root of the site under test.
    pub fn site() -> String {
        std::env::var("QUINTET_SITE")
            .expect("the tests in the browser are run by `cargo xtask test e2e`")
    }

    /// Opens the app at an address after the `#`, and waits until it is there. A link to a game begins
    /// it, though an earlier one of the test may wait.
    pub fn go(&self, address: &str) {
        self.follow_link(address);
        let anew = self.button(&menu::START_NEW);
        if address.contains("/play?") && anew.is_there() {
            anew.click();
            anew.wait_until_gone();
        }
    }

    /// The same as a player does who is asked something.
    pub fn follow_link(&self, address: &str) {
        self.go_to(&format!("{}#{address}", Page::site()));
    }

    /// Opens the app at a whole address, and waits until it is there.
    pub fn go_to(&self, url: &str) {
        // Only the part behind the `#` may differ, which by itself loads nothing.
        self.call("Page.navigate", &json!({ "url": "about:blank" }));
        self.call("Page.navigate", &json!({ "url": url }));
        self.wait_for_app();
    }

    /// Loads the page again.
    pub fn reload(&self) {
        self.evaluate("document.documentElement.dataset.old = 'yes'");
        self.call("Page.reload", &json!({}));
        self.wait_for_app();
    }

    fn wait_for_app(&self) {
        self.wait_for(
            "the app",
            "!document.documentElement?.dataset.old && document.readyState === 'complete' \
             && !document.getElementById('boot') && !!document.querySelector('main:not([data-screen=loading])')",
        );
    }

    /// Goes back in the page's history.
    pub fn back(&self) {
        self.evaluate("history.back()");
    }

    /// Goes forward in the page's history.
    pub fn forward(&self) {
        self.evaluate("history.forward()");
    }

    /// The part of the address after the `#`.
    pub fn address(&self) -> String {
        let hash = self.evaluate("location.hash");
        hash.as_str().unwrap_or_default().trim_start_matches('#').to_owned()
    }

    /// Waits for an address after the `#` and for its screen; what follows a `?` is ignored.
    pub fn wait_for_address(&self, path: &str) {
        let hash = json!(format!("#{path}"));
        let condition = format!(
            "location.hash.split('?')[0] === {hash} \
             && !document.querySelector('[data-screen=loading]') \
             && (!{hash}.endsWith('/play') || document.querySelector('.game-screen'))"
        );
        self.wait_for(&format!("the address {path}"), &condition);
    }

    /// Runs a script in the page and returns its value, or that of its promise.
    pub fn evaluate(&self, script: &str) -> Value {
        self.try_evaluate(script).unwrap_or_else(|error| panic!("{error}\nin: {script}"))
    }

    pub(crate) fn try_evaluate(&self, script: &str) -> Result<Value, String> {
        let params = json!({ "expression": script, "returnByValue": true, "awaitPromise": true });
        value_of(self.try_call("Runtime.evaluate", &params)?)
    }

    /// Waits until a condition, written in the page's language, holds.
    pub fn wait_for(&self, what: &str, condition: &str) {
        let script = format!("!!({condition})");
        self.wait_until(what, || self.try_evaluate(&script) == Ok(Value::Bool(true)));
    }

    /// Waits until a condition holds.
    pub fn wait_until(&self, what: &str, mut holds: impl FnMut() -> bool) {
        let begin = Instant::now();
        let mut pause = FIRST_PAUSE;
        while !holds() {
            assert!(begin.elapsed() < PATIENCE, "timed out waiting for {what}");
            std::thread::sleep(pause);
            pause = (2 * pause).min(LONGEST_PAUSE);
        }
    }

    /// A script that runs at the beginning of every load from now on.
    pub fn before_every_load(&self, script: &str) {
        if !script.is_empty() {
            self.call("Page.addScriptToEvaluateOnNewDocument", &json!({ "source": script }));
        }
    }

    /// Turns the device, or resizes the window, and waits until the page knows.
    pub fn resize(&self, device: Device) {
        let before = self.device();
        self.evaluate("{ onresize = () => { onresize = null; }; }");
        self.set_device(device);
        if (before.width, before.height) != (device.width, device.height) {
            self.wait_for("the window's new size", "onresize === null");
        }
    }

    /// Takes on another screen, without waiting.
    pub fn set_device(&self, device: Device) {
        let before = std::mem::replace(&mut *lock(&self.device), device);
        device.apply_size(self);
        if before.touch != device.touch {
            device.apply_touch(self);
        }
    }

    /// Cuts the page off from the network, or connects it again.
    pub fn set_offline(&self, offline: bool) {
        let conditions = json!({
            "offline": offline, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1,
        });
        self.call("Network.emulateNetworkConditions", &conditions);
    }

    /// Lets the page write to the clipboard, as browsers do for a click of a person.
    pub fn allow_clipboard(&self) {
        let origin = self.evaluate("location.origin");
        self.call_browser(
            "Browser.grantPermissions",
            &json!({
                "origin": origin,
                "browserContextId": self.context(),
                "permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"],
            }),
        );
    }

    /// A value of local storage.
    pub fn stored(&self, key: &str) -> Option<String> {
        let text = self.evaluate(&format!("localStorage.getItem({})", json!(key)));
        text.as_str().map(str::to_owned)
    }

    /// Puts a text into local storage.
    pub fn store(&self, key: &str, text: &str) {
        self.evaluate(&format!("localStorage.setItem({}, {})", json!(key), json!(text)));
    }

    /// Waits until fonts are loaded and finite animations have ended.
    pub fn wait_for_stillness(&self) {
        self.evaluate("document.fonts.ready.then(() => true)");
        self.wait_for(
            "animations to end",
            "document.getAnimations().every((animation) => animation.playState !== 'running' \
             || animation.effect.getComputedTiming().endTime === Infinity)",
        );
    }

    /// A picture of the page as PNG.
    pub fn screenshot(&self) -> Vec<u8> {
        // Compressed lightly: nobody keeps these files for long.
        let format = json!({ "format": "png", "optimizeForSpeed": true });
        let shot = self.call("Page.captureScreenshot", &format);
        let data = shot["data"].as_str().expect("it is part of the protocol");
        STANDARD.decode(data).expect("it is base64 by the protocol")
    }

    /// The element with this role and accessible name.
    pub fn role<'p>(&'p self, role: &'static str, name: &str) -> Element<'p> {
        Element::new(self, Sought::Role(role, name.to_owned()))
    }

    /// The element with this role whose accessible name begins so: for names with a description.
    pub fn starting<'p>(&'p self, role: &'static str, name: &str) -> Element<'p> {
        Element::new(self, Sought::Starting(role, name.to_owned()))
    }

    /// Whether a dialog is open: quicker than looking for one by its name, for loops.
    pub fn has_dialog(&self) -> bool {
        self.evaluate("!!document.querySelector('[role=dialog]')") == true
    }

    /// The button with this name.
    pub fn button<'p>(&'p self, name: &str) -> Element<'p> {
        self.role("button", name)
    }

    /// The innermost element with exactly this text.
    pub fn text<'p>(&'p self, text: &str) -> Element<'p> {
        Element::new(self, Sought::Text(text.to_owned()))
    }

    /// The first element that matches a selector: for elements without a name or text.
    pub fn part<'p>(&'p self, selector: &str) -> Element<'p> {
        Element::new(self, Sought::Part(selector.to_owned()))
    }

    /// Console errors that contain this are expected.
    pub fn forgive(&self, part: &'static str) {
        lock(&self.forgiven).push(part);
    }

    /// The errors of the page so far: on its console, and thrown.
    pub fn troubles(&self) -> Vec<String> {
        let mut troubles = lock(&self.troubles);
        troubles.extend(lock(&self.notices).try_iter().filter_map(|notice| trouble(&notice)));
        let forgiven = lock(&self.forgiven);
        troubles.retain(|trouble| !forgiven.iter().any(|part| trouble.contains(part)));
        troubles.clone()
    }

    fn keep_picture(&self) -> Option<PathBuf> {
        let thread = std::thread::current();
        let name = thread.name().unwrap_or("test").replace("::", "-");
        let place = folder().join("failures");
        std::fs::create_dir_all(&place).ok()?;
        let shot = self.try_call("Page.captureScreenshot", &json!({ "format": "png" })).ok()?;
        // A test may have several pages.
        let mut paths = (1..).map(|number| place.join(format!("{name}-{number}.png")));
        let path = paths.find(|path| !path.exists())?;
        std::fs::write(&path, STANDARD.decode(shot["data"].as_str()?).ok()?).ok()?;
        Some(path)
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        let failed = std::thread::panicking();
        let troubles = self.troubles();
        if failed && let Some(path) = self.keep_picture() {
            eprintln!("the page as it was: {}", path.display());
        }
        self.tools.forget(&self.session);
        // Closing the context closes its page; where the browser is gone, so are both.
        let context = json!({ "browserContextId": self.context });
        let _ = self.tools.call(None, "Target.disposeBrowserContext", &context);
        if failed {
            for trouble in troubles {
                eprintln!("the page said: {trouble}");
            }
        } else {
            assert!(troubles.is_empty(), "the page said: {}", troubles.join("\n"));
        }
    }
}

/// The value of an evaluation, or what it threw.
pub(crate) fn value_of(mut answer: Value) -> Result<Value, String> {
    match answer.get("exceptionDetails") {
        Some(details) => Err(told(details)),
        None => Ok(answer["result"]["value"].take()),
    }
}

fn trouble(notice: &Notice) -> Option<String> {
    let params = &notice.params;
    match notice.method.as_str() {
        "Runtime.exceptionThrown" => Some(told(&params["exceptionDetails"])),
        "Runtime.consoleAPICalled" if params["type"] == "error" || params["type"] == "assert" => {
            Some(params["args"].to_string())
        }
        "Log.entryAdded" if params["entry"]["level"] == "error" => {
            Some(format!("{} {}", params["entry"]["text"], params["entry"]["url"]))
        }
        _ => None,
    }
}

fn told(details: &Value) -> String {
    let thrown = details["exception"]["description"].as_str();
    thrown.or(details["text"].as_str()).unwrap_or("something unknown").to_owned()
}
