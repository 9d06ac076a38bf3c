//! Players who send at a steady pace and time what comes back.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use quintet_engine::{Button, Handling, Micros, TimedInput};
use quintet_protocol::{
    ClientMessage, RoomCode, ServerMessage, Settings, VERSION, decode_server, encode, pack_inputs,
};
use tokio::net::TcpStream;
use tokio::sync::{Barrier, mpsc, oneshot};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use crate::served::Served;

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// Which server is under load.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Echo,
    Match,
}

/// What came of a step.
pub(crate) struct Outcome {
    /// Messages a second that arrived.
    pub(crate) rate: f64,
    pub(crate) p50: Duration,
    pub(crate) p99: Duration,
    /// Connections that did not last.
    pub(crate) lost: usize,
    /// Why one of them did not.
    pub(crate) why: Option<String>,
    pub(crate) took: Duration,
    /// Processor time that the servers used meanwhile, in microseconds.
    pub(crate) processor: f64,
    /// The same of other processes, as they were asked for.
    pub(crate) others: Vec<f64>,
}

/// When each of the last messages was sent, in microseconds; a message's number finds its place.
struct Sent {
    start: Instant,
    times: [AtomicU64; 256],
}

impl Sent {
    fn now(&self) -> u64 {
        self.start.elapsed().as_micros() as u64
    }

    fn note(&self, number: u32) {
        self.times[number as usize % 256].store(self.now(), Ordering::Relaxed);
    }

    fn age(&self, number: u32) -> u64 {
        self.now().saturating_sub(self.times[number as usize % 256].load(Ordering::Relaxed))
    }
}

/// Runs this many players for a while, the two of a match on neighbouring servers.
pub(crate) async fn run(
    servers: &[Served],
    kind: Kind,
    players: usize,
    a_second: u32,
    lasting: Duration,
) -> Result<Outcome, String> {
    run_beside(servers, kind, players, a_second, lasting, Vec::new).await
}

/// The same, with the processor time of other processes, which `others` tells. Players have come in
/// before it counts.
pub(crate) async fn run_beside(
    servers: &[Served],
    kind: Kind,
    players: usize,
    a_second: u32,
    lasting: Duration,
    others: impl Fn() -> Vec<f64>,
) -> Result<Outcome, String> {
    let barrier = Arc::new(Barrier::new(players + 1));
    let (results, mut finished) = mpsc::channel(players);
    let every = Duration::from_secs(1) / a_second;
    for pair in 0..players / 2 {
        let start = Instant::now();
        let sent = || Arc::new(Sent { start, times: std::array::from_fn(|_| AtomicU64::new(0)) });
        let (first, second) = (sent(), sent());
        let (code, coded) = oneshot::channel();
        let offset = every.mul_f64(pair as f64 / (players / 2) as f64);
        let plan = |place: usize, mine: &Arc<Sent>, theirs: &Arc<Sent>| Plan {
            address: servers[place % servers.len()].address,
            kind,
            every,
            offset,
            lasting,
            mine: Arc::clone(mine),
            theirs: Arc::clone(theirs),
            barrier: Arc::clone(&barrier),
        };
        let (host, guest) = (plan(pair, &first, &second), plan(pair + 1, &second, &first));
        let results_of_host = results.clone();
        let results_of_guest = results.clone();
        tokio::spawn(async move {
            let ages = host.play(Some(code), None).await;
            let _ = results_of_host.send(ages).await;
        });
        tokio::spawn(async move {
            let ages = guest.play(None, Some(coded)).await;
            let _ = results_of_guest.send(ages).await;
        });
        if pair % 50 == 49 {
            // Let some in before more knock.
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
    drop(results);
    barrier.wait().await;
    let used = || servers.iter().map(Served::processor).sum::<f64>();
    let (begin, busy, others_busy) = (Instant::now(), used(), others());
    let (mut ages, mut held, mut lost, mut why) = (Vec::new(), Vec::new(), 0, None);
    while let Some(result) = finished.recv().await {
        match result {
            Ok((more, socket)) => {
                ages.extend(more);
                // The first to disconnect would make the other wait.
                held.push(socket);
            }
            Err(problem) => {
                lost += 1;
                why = Some(problem);
            }
        }
    }
    let (took, processor) = (begin.elapsed(), used() - busy);
    let others = others().into_iter().zip(others_busy).map(|(after, before)| after - before);
    let others = others.collect();
    ages.sort_unstable();
    let part = |percent: usize| ages.get(ages.len() * percent / 100).copied().unwrap_or(u64::MAX);
    let (p50, p99) = (part(50), part(99));
    let p50 = Duration::from_micros(p50);
    let rate = ages.len() as f64 / lasting.as_secs_f64();
    Ok(Outcome { rate, p50, p99: Duration::from_micros(p99), lost, why, took, processor, others })
}

/// What one player does.
struct Plan {
    address: SocketAddr,
    kind: Kind,
    every: Duration,
    offset: Duration,
    lasting: Duration,
    mine: Arc<Sent>,
    theirs: Arc<Sent>,
    barrier: Arc<Barrier>,
}

impl Plan {
    async fn play(
        self,
        tell_code: Option<oneshot::Sender<RoomCode>>,
        hear_code: Option<oneshot::Receiver<RoomCode>>,
    ) -> Result<(Vec<u64>, Socket), String> {
        let entered = self.enter(tell_code, hear_code).await;
        self.barrier.wait().await;
        let (mut socket, clock) = entered?;
        let offset = match self.kind {
            Kind::Echo => 0,
            Kind::Match => begin_match(&mut socket, clock).await?,
        };
        // Time has to run before fingers move.
        let wait = Duration::from_micros(u64::try_from(-offset).unwrap_or(0));
        let wait = wait.saturating_sub(self.mine.start.elapsed());
        let begin = tokio::time::Instant::now() + wait + self.offset;
        let mut pace = tokio::time::interval_at(begin, self.every);
        // Hands that were held up do not make up for it in a burst.
        pace.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let end = begin + self.lasting;
        let (mut number, mut ages) = (0_u32, Vec::new());
        loop {
            tokio::select! {
                _ = pace.tick() => {
                    if tokio::time::Instant::now() >= end {
                        return Ok((ages, socket));
                    }
                    // The board's time by the server's clock, a hair behind it.
                    let upto = Micros((self.mine.now() as i64 + offset).max(0) as u64);
                    let is_press = number.is_multiple_of(2);
                    let input = if is_press { TimedInput::press } else { TimedInput::release };
                    let inputs = pack_inputs(&[input(Button::Left, upto)], upto);
                    self.mine.note(number);
                    let moves = ClientMessage::Inputs { first: number, upto, inputs };
                    number += 1;
                    send(&mut socket, &moves).await?;
                }
                said = socket.next() => {
                    let Some(Ok(Message::Binary(bytes))) = said else {
                        return Err(format!("the connection broke: {said:?}"));
                    };
                    ages.extend(self.age(&bytes)?);
                }
            }
        }
    }

    /// How long a message that was timed took to come here.
    fn age(&self, bytes: &[u8]) -> Result<Option<u64>, String> {
        match self.kind {
            Kind::Echo => {
                let own =
                    quintet_protocol::decode_client(bytes).map_err(|error| error.to_string())?;
                let ClientMessage::Inputs { first, .. } = own else { return Ok(None) };
                Ok(Some(self.mine.age(first)))
            }
            Kind::Match => match decode_server(bytes).map_err(|error| error.to_string())? {
                ServerMessage::Inputs { first, inputs, .. } if !inputs.is_empty() => {
                    Ok(Some(self.theirs.age(first)))
                }
                ServerMessage::Halt { .. } => Err("the match waits".into()),
                ServerMessage::MatchOver { .. } => Err("the match is over".into()),
                ServerMessage::Farewell { reason } => Err(format!("{reason:?}")),
                _ => Ok(None),
            },
        }
    }

    /// Connects and takes a seat; hands back how the server's clock lies to one's own.
    async fn enter(
        &self,
        tell_code: Option<oneshot::Sender<RoomCode>>,
        hear_code: Option<oneshot::Receiver<RoomCode>>,
    ) -> Result<(Socket, i64), String> {
        let url = format!("ws://{}/ws", self.address);
        let (mut socket, _) = connect_async(url).await.map_err(|error| error.to_string())?;
        if self.kind == Kind::Echo {
            return Ok((socket, 0));
        }
        let (version, name) = (VERSION, "Load".to_owned());
        let hello = ClientMessage::Hello { version, secret: None, name, have: None };
        send(&mut socket, &hello).await?;
        let mut clock = 0;
        let settings = Settings::default();
        if let Some(code) = hear_code {
            let code = code.await.map_err(|_| "the host is gone")?;
            send(&mut socket, &ClientMessage::JoinRoom { code, watch: false }).await?;
        } else {
            send(&mut socket, &ClientMessage::CreateRoom { settings }).await?;
        }
        let mut tell_code = tell_code;
        loop {
            match hear(&mut socket).await? {
                ServerMessage::Welcome { now, .. } => clock = now.0 as i64 - self.mine.now() as i64,
                ServerMessage::Room { code, seats, .. } => {
                    if let Some(tell) = tell_code.take() {
                        let _ = tell.send(code);
                    }
                    if seats.iter().flatten().count() == 2 {
                        return Ok((socket, clock));
                    }
                }
                ServerMessage::Refused { reason } => return Err(format!("{reason:?}")),
                _ => {}
            }
        }
    }
}

/// Begins a match; hands back how the board's time lies to one's own clock.
async fn begin_match(socket: &mut Socket, clock: i64) -> Result<i64, String> {
    let ready = ClientMessage::Ready { handling: Handling::STANDARD, previews: 5 };
    send(socket, &ready).await?;
    loop {
        match hear(socket).await? {
            ServerMessage::Go { at, when } => return Ok(clock - when.0 as i64 + at.0 as i64),
            ServerMessage::Refused { reason } => return Err(format!("{reason:?}")),
            _ => {}
        }
    }
}

async fn send(socket: &mut Socket, message: &ClientMessage) -> Result<(), String> {
    let sent = socket.send(Message::Binary(encode(message).into())).await;
    sent.map_err(|error| error.to_string())
}

async fn hear(socket: &mut Socket) -> Result<ServerMessage, String> {
    match socket.next().await {
        Some(Ok(Message::Binary(bytes))) => {
            decode_server(&bytes).map_err(|error| error.to_string())
        }
        _ => Err("the connection broke".into()),
    }
}
