//! Leaving out what a browser does not need to read.

/// A script without comments on lines of their own and without indentation.
pub(crate) fn script(script: &str) -> String {
    let mut kept = String::with_capacity(script.len());
    let mut in_comment = false;
    for line in script.lines().map(str::trim) {
        in_comment |= line.starts_with("/**");
        if !in_comment && !line.is_empty() && !line.starts_with("//") {
            kept.push_str(line);
            // A line that ends so can be joined with the next.
            if !line.ends_with(['{', ';', ',', '(']) {
                kept.push('\n');
            }
        }
        in_comment &= !line.ends_with("*/");
    }
    kept
}

/// A stylesheet without comments and without spaces that separate nothing.
pub(crate) fn style(style: &str) -> String {
    let mut kept = String::with_capacity(style.len());
    let mut rest = style;
    while let Some((before, after)) = rest.split_once("/*") {
        kept.push_str(before);
        rest = after.split_once("*/").map_or("", |(_, tail)| tail);
    }
    kept.push_str(rest);
    let lines = kept.lines().map(str::trim).filter(|line| !line.is_empty());
    let tight = lines.collect::<Vec<_>>().join("\n");
    [
        (": ", ":"),
        (";\n}", "}"),
        (" {\n", "{"),
        (";\n", ";"),
        ("}\n", "}"),
        (", ", ","),
        (",\n", ","),
    ]
    .iter()
    .fold(tight, |tight, (loose, close)| tight.replace(loose, close))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_blank_lines_leave_the_styles() {
        assert_eq!(style("a { b: c }\n\n/* why */\n  d {\n e: f } /* g */"), "a { b:c }d{e:f }");
    }

    #[test]
    fn comments_and_indentation_leave_the_scripts() {
        assert_eq!(script("/**\n * why\n */\nfoo(\n    // why\n    a,\n    b)\n"), "foo(a,b)\n");
    }
}
