//! An element of the page, looked up again whenever it is used.

use serde_json::{Value, json};

use crate::browser::page::{Page, value_of};

const FIND_TEXT: &str = include_str!("find_text.js");

/// How an element is found.
#[derive(Clone, Debug)]
pub(crate) enum Sought {
    /// By role and accessible name.
    Role(&'static str, String),
    /// By role and the beginning of its accessible name.
    Starting(&'static str, String),
    /// By its text.
    Text(String),
    /// By a selector.
    Part(String),
}

/// An element of the page.
#[derive(Clone)]
pub struct Element<'p> {
    page: &'p Page,
    sought: Sought,
}

/// The place of an element, in pixels from the top left of the window.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rect {
    /// Its left edge.
    pub left: f64,
    /// Its top edge.
    pub top: f64,
    /// How wide it is.
    pub width: f64,
    /// How high it is.
    pub height: f64,
}

impl Rect {
    /// Its right edge.
    pub fn right(&self) -> f64 {
        self.left + self.width
    }

    /// Its bottom edge.
    pub fn bottom(&self) -> f64 {
        self.top + self.height
    }

    /// Its middle.
    pub fn middle(&self) -> (f64, f64) {
        (self.left + self.width / 2.0, self.top + self.height / 2.0)
    }
}

impl std::fmt::Debug for Element<'_> {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.sought.fmt(out)
    }
}

impl<'p> Element<'p> {
    pub(crate) fn new(page: &'p Page, sought: Sought) -> Element<'p> {
        Element { page, sought }
    }

    /// The page it is on.
    pub fn page(&self) -> &'p Page {
        self.page
    }

    /// Whether it is there at this moment.
    pub fn is_there(&self) -> bool {
        self.look().is_some()
    }

    /// Waits until it is there.
    pub fn wait(&self) -> &Self {
        self.handle();
        self
    }

    /// Waits until it is not there.
    pub fn wait_until_gone(&self) {
        self.page.wait_until(&format!("{:?} to go", self.sought), || !self.is_there());
    }

    /// Calls a function of the page with the element as `this`, and returns its value.
    pub fn ask(&self, function: &str) -> Value {
        let call = json!({
            "objectId": self.handle(),
            "functionDeclaration": function,
            "returnByValue": true,
            "awaitPromise": true,
        });
        let answer = self.page.call("Runtime.callFunctionOn", &call);
        value_of(answer).unwrap_or_else(|error| panic!("{error}\nin: {function}"))
    }

    /// Where it is.
    pub fn rect(&self) -> Rect {
        let rect = self.ask("function() { return this.getBoundingClientRect().toJSON(); }");
        let side = |name: &str| rect[name].as_f64().unwrap_or(f64::NAN);
        Rect { left: side("left"), top: side("top"), width: side("width"), height: side("height") }
    }

    /// Its text, with white space collapsed.
    pub fn words(&self) -> String {
        let text = self.ask("function() { return this.textContent.replace(/\\s+/g, ' ').trim(); }");
        text.as_str().unwrap_or_default().to_owned()
    }

    /// A property of its style, as the browser computed it.
    pub fn style(&self, property: &str) -> String {
        self.style_of("", property)
    }

    /// A property of the style of one of its pseudo-elements, as in `::before`.
    pub fn style_of(&self, pseudo: &str, property: &str) -> String {
        let (pseudo, property) = (json!(pseudo), json!(property));
        let style = self.ask(&format!(
            "function() {{ return getComputedStyle(this, {pseudo}).getPropertyValue({property}); }}"
        ));
        style.as_str().unwrap_or_default().to_owned()
    }

    /// An attribute, if it has it.
    pub fn attribute(&self, name: &str) -> Option<String> {
        let value =
            self.ask(&format!("function() {{ return this.getAttribute({}); }}", json!(name)));
        value.as_str().map(str::to_owned)
    }

    /// Whether it has the focus.
    pub fn has_focus(&self) -> bool {
        self.ask("function() { return document.activeElement === this; }") == true
    }

    /// Waits until it has the focus.
    pub fn wait_for_focus(&self) {
        self.page.wait_until(&format!("{:?} to have the focus", self.sought), || {
            self.is_there() && self.has_focus()
        });
    }

    /// Gives it the focus.
    pub fn focus(&self) {
        self.ask("function() { this.focus(); }");
    }

    /// Clicks its middle.
    pub fn click(&self) {
        let (x, y) = self.reach();
        self.page.click_at(x, y);
    }

    /// Touches its middle for a moment.
    pub fn tap(&self) {
        let (x, y) = self.reach();
        self.page.tap_at(x, y);
    }

    /// Brings it into view, and says where its middle is.
    fn reach(&self) -> (f64, f64) {
        self.ask("function() { this.scrollIntoView({ block: 'nearest', behavior: 'instant' }); }");
        self.rect().middle()
    }

    /// The page's handle for it, once it is there.
    pub(crate) fn handle(&self) -> String {
        let mut found = None;
        self.page.wait_until(&format!("{:?}", self.sought), || {
            found = self.look();
            found.is_some()
        });
        found.expect("it was waited for")
    }

    /// The page's handle for it, if it is there.
    fn look(&self) -> Option<String> {
        match &self.sought {
            Sought::Role(role, name) => self.look_by_role(role, |found| found == name),
            Sought::Starting(role, name) => {
                self.look_by_role(role, |found| found.starts_with(name))
            }
            Sought::Text(text) => self.look_by_script(&format!("({FIND_TEXT})({})", json!(text))),
            Sought::Part(part) => {
                self.look_by_script(&format!("document.querySelector({})", json!(part)))
            }
        }
    }

    fn look_by_script(&self, script: &str) -> Option<String> {
        let params = json!({ "expression": script });
        let answer = self.page.try_call("Runtime.evaluate", &params).ok()?;
        answer["result"]["objectId"].as_str().map(str::to_owned)
    }

    fn look_by_role(&self, role: &str, is_name: impl Fn(&str) -> bool) -> Option<String> {
        let document = self.look_by_script("document")?;
        let query = json!({ "objectId": document, "role": role });
        let answer = self.page.try_call("Accessibility.queryAXTree", &query).ok()?;
        let node = answer["nodes"].as_array()?.iter().find(|node| {
            node["ignored"] == false && node["name"]["value"].as_str().is_some_and(&is_name)
        })?;
        let node = json!({ "backendNodeId": node["backendDOMNodeId"] });
        let object = self.page.try_call("DOM.resolveNode", &node).ok()?;
        object["object"]["objectId"].as_str().map(str::to_owned)
    }
}
