//! The host: an interpreter around the module.

use std::process::ExitCode;

use wasmi::{Engine, Linker, Module, Store};

use crate::GOLDEN;

/// Runs the module named on the command line.
pub(crate) fn main() -> ExitCode {
    let verdict = match std::env::args().nth(1) {
        Some(path) => run(&path),
        None => Err("give the path of the module".into()),
    };
    match verdict {
        Ok(()) if GOLDEN.is_empty() => println!("there are no golden replays yet"),
        Ok(()) => println!("{} replays end alike in WebAssembly", GOLDEN.len()),
        Err(reason) => {
            eprintln!("{reason}");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

/// Checks all replays on this machine, and then in the module.
fn run(path: &str) -> Result<(), String> {
    if let Some(golden) = GOLDEN.iter().find(|golden| !golden.holds()) {
        return Err(format!(
            "the golden replay `{}` ends differently on this machine",
            golden.name
        ));
    }
    let bytes = std::fs::read(path).map_err(|error| format!("{path}: {error}"))?;
    let answer = call_main(&bytes).map_err(|error| format!("{path}: {error}"))?;
    let Ok(index) = usize::try_from(answer - 1) else {
        return Ok(());
    };
    let name = GOLDEN.get(index).map_or("?", |golden| golden.name);
    Err(format!("the golden replay `{name}` ends differently in WebAssembly"))
}

/// Calls the module's `main`, which returns its exit code.
fn call_main(module: &[u8]) -> Result<i32, wasmi::Error> {
    let engine = Engine::default();
    let module = Module::new(&engine, module)?;
    let mut store = Store::new(&engine, ());
    let instance = Linker::new(&engine).instantiate_and_start(&mut store, &module)?;
    let main = instance.get_typed_func::<(i32, i32), i32>(&store, "main")?;
    main.call(&mut store, (0, 0))
}
