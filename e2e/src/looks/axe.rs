//! Accessibility checks by axe-core.

use std::sync::OnceLock;

use serde_json::Value;

use crate::browser::page::Page;

impl Page {
    /// The violations that axe-core finds in the page, one per line.
    pub fn accessibility_faults(&self) -> Vec<String> {
        static AXE: OnceLock<String> = OnceLock::new();
        let axe = AXE.get_or_init(|| {
            let path =
                std::env::var("QUINTET_AXE").expect("`cargo xtask test e2e` fetches axe-core");
            std::fs::read_to_string(path).expect("axe-core was fetched")
        });
        self.evaluate(&format!("{axe}; true"));
        let found = self.evaluate(
            "axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations)",
        );
        let faults = found.as_array().expect("axe-core lists what it found");
        faults.iter().flat_map(fault).collect()
    }
}

fn fault(violation: &Value) -> Vec<String> {
    let nodes = violation["nodes"].as_array().map_or(&[][..], Vec::as_slice);
    let told = |node: &Value| {
        format!("{}: {} {}", violation["id"], node["target"], node["failureSummary"])
    };
    nodes.iter().map(told).collect()
}
