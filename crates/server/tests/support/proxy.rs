//! A proxy between players and server that delays, jitters, cuts and swallows.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{broadcast, mpsc};
use tokio::time::Instant;

/// What the proxy does to what passes through.
pub(crate) struct Faults {
    /// Each way, in milliseconds.
    pub(crate) delay: AtomicU64,
    /// Up to so much more.
    pub(crate) jitter: AtomicU64,
    /// Everything is swallowed, and nobody hangs up: a half-open connection.
    pub(crate) swallow: AtomicBool,
    cut: broadcast::Sender<()>,
}

impl Faults {
    /// Cuts every connection.
    pub(crate) fn cut(&self) {
        let _ = self.cut.send(());
    }
}

pub(crate) struct Proxy {
    pub(crate) address: SocketAddr,
    pub(crate) faults: Arc<Faults>,
}

impl Proxy {
    pub(crate) async fn start(server: SocketAddr) -> Proxy {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let (cut, _) = broadcast::channel(4);
        let faults = Arc::new(Faults {
            delay: AtomicU64::new(0),
            jitter: AtomicU64::new(0),
            swallow: AtomicBool::new(false),
            cut,
        });
        let shared = Arc::clone(&faults);
        tokio::spawn(async move {
            while let Ok((near, _)) = listener.accept().await {
                let Ok(far) = TcpStream::connect(server).await else { continue };
                let faults = Arc::clone(&shared);
                tokio::spawn(async move {
                    let mut cut = faults.cut.subscribe();
                    let (near_in, near_out) = near.into_split();
                    let (far_in, far_out) = far.into_split();
                    tokio::select! {
                        () = carry(near_in, far_out, &faults, 1) => {}
                        () = carry(far_in, near_out, &faults, 2) => {}
                        _ = cut.recv() => {}
                    }
                });
            }
        });
        Proxy { address, faults }
    }
}

/// Carries bytes one way, each piece after its delay, in order.
async fn carry(mut from: OwnedReadHalf, mut to: OwnedWriteHalf, faults: &Faults, seed: u64) {
    let (late, mut due) = mpsc::channel::<(Instant, Vec<u8>)>(4096);
    let reading = async {
        let mut random = seed;
        let mut buffer = vec![0; 4096];
        while let Ok(count @ 1..) = from.read(&mut buffer).await {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let jitter = faults.jitter.load(Ordering::Relaxed);
            let wait = faults.delay.load(Ordering::Relaxed) + (random >> 33) % (jitter + 1);
            let at = Instant::now() + Duration::from_millis(wait);
            if late.send((at, buffer[..count].to_vec())).await.is_err() {
                break;
            }
        }
        drop(late);
    };
    let writing = async {
        while let Some((at, bytes)) = due.recv().await {
            tokio::time::sleep_until(at).await;
            if faults.swallow.load(Ordering::Relaxed) {
                continue;
            }
            if to.write_all(&bytes).await.is_err() {
                break;
            }
        }
    };
    tokio::join!(reading, writing);
}
