//! A network between a page and a server that a test can stop: nothing is closed, nothing arrives.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

/// Carries connections to a server. Its threads end with their connections, or with the tests.
pub struct Proxy {
    address: String,
    gate: Arc<Gate>,
}

#[derive(Default)]
struct Gate {
    is_frozen: Mutex<bool>,
    changed: Condvar,
}

impl Gate {
    /// Waits while nothing may pass.
    fn pass(&self) {
        let frozen = self.is_frozen.lock().unwrap_or_else(PoisonError::into_inner);
        drop(self.changed.wait_while(frozen, |frozen| *frozen));
    }

    fn set(&self, frozen: bool) {
        *self.is_frozen.lock().unwrap_or_else(PoisonError::into_inner) = frozen;
        self.changed.notify_all();
    }
}

impl Proxy {
    /// A way to the server at this address, as in `http://127.0.0.1:4000/`.
    pub fn to(server: &str) -> Proxy {
        let target = server.trim_start_matches("http://").trim_end_matches('/').to_owned();
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
        let port = listener.local_addr().expect("it is bound").port();
        let gate = Arc::new(Gate::default());
        let doors = Arc::clone(&gate);
        std::thread::spawn(move || {
            for client in listener.incoming().flatten() {
                let Ok(server) = TcpStream::connect(&target) else { continue };
                for (from, to) in [(&client, &server), (&server, &client)] {
                    let (from, to) = (from.try_clone(), to.try_clone());
                    let gate = Arc::clone(&doors);
                    if let (Ok(from), Ok(to)) = (from, to) {
                        std::thread::spawn(move || carry(from, to, &gate));
                    }
                }
            }
        });
        Proxy { address: format!("http://127.0.0.1:{port}/"), gate }
    }

    /// The address to open instead of the server's.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// From now on nothing passes, in connections that exist and in new ones.
    pub fn freeze(&self) {
        self.gate.set(true);
    }

    /// Everything passes again.
    pub fn thaw(&self) {
        self.gate.set(false);
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.thaw();
    }
}

fn carry(mut from: TcpStream, mut to: TcpStream, gate: &Gate) {
    let mut bytes = [0; 4096];
    while let Ok(read @ 1..) = from.read(&mut bytes) {
        gate.pass();
        if to.write_all(&bytes[..read]).is_err() {
            break;
        }
    }
    gate.pass();
    // Either end may be gone already.
    let _ = to.shutdown(Shutdown::Both);
}
