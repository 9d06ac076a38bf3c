//! Short names for what a module imports.
//!
//! The names that wasm-bindgen gives carry sixteen digits of a hash each, and stand in the module and
//! in its script. Digits of a hash do not compress.

use std::collections::HashMap;

/// Gives every import a number for a name. The map leads from the old names to the new.
pub(crate) fn short_names<'a>(
    imports: impl Iterator<Item = &'a mut String>,
) -> HashMap<String, String> {
    let number = |(index, name): (usize, &mut String)| {
        let short = format!("i{index}");
        (std::mem::replace(name, short.clone()), short)
    };
    imports.enumerate().map(number).collect()
}

/// The script with these names in place of the old ones.
pub(crate) fn rename(script: &str, names: &HashMap<String, String>) -> String {
    let mut renamed = String::with_capacity(script.len());
    let in_name = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '$';
    let mut rest = script;
    while let Some(start) = rest.find(in_name) {
        let (before, from) = rest.split_at(start);
        let (name, after) = from.split_at(from.find(|c| !in_name(c)).unwrap_or(from.len()));
        renamed.push_str(before);
        renamed.push_str(names.get(name).map_or(name, String::as_str));
        rest = after;
    }
    renamed + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_names_are_renamed_and_parts_of_names_are_not() {
        let mut imports = ["__wbg_a_01".to_owned(), "__wbg_a_012".to_owned()];
        let names = short_names(imports.iter_mut());
        assert_eq!(imports, ["i0", "i1"]);
        let script = "const import0={__wbg_a_01: f, __wbg_a_012: g};x__wbg_a_01()";
        assert_eq!(rename(script, &names), "const import0={i0: f, i1: g};x__wbg_a_01()");
    }
}
