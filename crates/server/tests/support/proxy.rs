//! A proxy between players and server that delays, jitters, cuts, swallows, reorders and rewrites.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
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
    /// Up to this much more.
    pub(crate) jitter: AtomicU64,
    /// Bytes per second each way; 0 for as many as there are.
    pub(crate) rate: AtomicU64,
    /// Everything is swallowed, and nobody hangs up: a half-open connection.
    pub(crate) swallow: AtomicBool,
    /// What is on its way to the server when a connection is cut arrives this many milliseconds late,
    /// after whatever the next connection has brought by then; 0 if it is lost.
    pub(crate) hold_up: AtomicU64,
    /// How many pieces came so late.
    pub(crate) stragglers: AtomicU64,
    /// What becomes of the server's answers.
    rewrite: Mutex<Option<Rewrite>>,
    cut: broadcast::Sender<()>,
}

/// Changes what a server has said, and not its length.
type Rewrite = Box<dyn Fn(&mut [u8]) + Send>;

impl Faults {
    /// Changes the server's answers from now on.
    pub(crate) fn rewrite(&self, rewrite: impl Fn(&mut [u8]) + Send + 'static) {
        *self.rewrite.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::new(rewrite));
    }

    fn rewritten(&self, mut said: Vec<u8>) -> Vec<u8> {
        let rewrite = self.rewrite.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(rewrite) = rewrite.as_ref() {
            rewrite(&mut said);
        }
        said
    }

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
            rate: AtomicU64::new(0),
            swallow: AtomicBool::new(false),
            hold_up: AtomicU64::new(0),
            stragglers: AtomicU64::new(0),
            rewrite: Mutex::default(),
            cut,
        });
        let shared = Arc::clone(&faults);
        tokio::spawn(async move {
            while let Ok((near, _)) = listener.accept().await {
                let Ok(far) = TcpStream::connect(server).await else { continue };
                let faults = Arc::clone(&shared);
                tokio::spawn(async move {
                    let (near_in, near_out) = near.into_split();
                    let (far_in, far_out) = far.into_split();
                    let (up, down) = (faults.cut.subscribe(), faults.cut.subscribe());
                    tokio::join!(
                        carry(near_in, far_out, &faults, 1, up),
                        carry(far_in, near_out, &faults, 2, down),
                    );
                });
            }
        });
        Proxy { address, faults }
    }
}

/// Carries bytes one way, each piece after its delay, in order.
async fn carry(
    mut from: OwnedReadHalf,
    mut to: OwnedWriteHalf,
    faults: &Faults,
    seed: u64,
    mut cut: broadcast::Receiver<()>,
) {
    let is_up = seed == 1;
    let (late, mut due) = mpsc::channel::<(Instant, Vec<u8>)>(4096);
    let mut cut_too = cut.resubscribe();
    let reading = async move {
        let mut random = seed;
        let mut buffer = vec![0; 4096];
        loop {
            let count = tokio::select! {
                read = from.read(&mut buffer) => match read {
                    Ok(count @ 1..) => count,
                    _ => break,
                },
                _ = cut.recv() => break,
            };
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let jitter = faults.jitter.load(Ordering::Relaxed);
            let wait = faults.delay.load(Ordering::Relaxed) + (random >> 33) % (jitter + 1);
            let at = Instant::now() + Duration::from_millis(wait);
            let piece = buffer[..count].to_vec();
            let piece = if is_up { piece } else { faults.rewritten(piece) };
            if late.send((at, piece)).await.is_err() {
                break;
            }
        }
    };
    let writing = async move {
        let mut held_up = Duration::ZERO;
        // The other end of this channel is gone when the connection is cut.
        while let Some((at, bytes)) = due.recv().await {
            tokio::time::sleep_until(at).await;
            if cut_too.try_recv().is_ok() {
                held_up = Duration::from_millis(faults.hold_up.load(Ordering::Relaxed));
                if held_up.is_zero() || !is_up {
                    break;
                }
            }
            tokio::time::sleep_until(at + held_up).await;
            if faults.swallow.load(Ordering::Relaxed) {
                continue;
            }
            if !held_up.is_zero() {
                faults.stragglers.fetch_add(1, Ordering::Relaxed);
            }
            if to.write_all(&bytes).await.is_err() {
                break;
            }
            let rate = faults.rate.load(Ordering::Relaxed);
            if let Some(micros) = (bytes.len() as u64 * 1_000_000).checked_div(rate) {
                tokio::time::sleep(Duration::from_micros(micros)).await;
            }
        }
    };
    tokio::join!(reading, writing);
}
