//! Shell completions and the manual page, from the same table of commands as `--help`.

use std::io::{self, Write};

use clap::{Command, CommandFactory};
use clap_complete::Shell;

use crate::{Arguments, output};

const NAME: &str = "quintet";

/// Prints completions for a shell.
pub(crate) fn completions(shell: Shell) -> Result<(), String> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), NAME, &mut script);
    write(&script)
}

/// Prints the manual page of the program, followed by those of its commands.
pub(crate) fn page() -> Result<(), String> {
    let mut page = Vec::new();
    let mut command = Arguments::command();
    command.build();
    render(&command, &mut page).map_err(|error| error.to_string())?;
    write(&page)
}

fn render(command: &Command, page: &mut Vec<u8>) -> io::Result<()> {
    clap_mangen::Man::new(command.clone()).render(page)?;
    let visible = |command: &&Command| !command.is_hide_set() && command.get_name() != "help";
    command.get_subcommands().filter(visible).try_for_each(|command| render(command, page))
}

fn write(bytes: &[u8]) -> Result<(), String> {
    let mut out = io::stdout().lock();
    let written = out.write_all(bytes).and_then(|()| out.flush());
    written.or_else(output::quiet_when_closed).map_err(|error| output::cannot_write(&error))
}
