//! The local socket of operators.

use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt};
use std::path::Path;
use std::time::Duration;

use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{UnixListener, UnixStream};
use tracing::{info, warn};

use super::log::{Log, Operator};
use super::{Answer, Request, actions, log_path, socket_path};
use crate::serve::App;

/// The longest request, in bytes.
const MAX_REQUEST: u64 = 256 * 1024;
/// How long a request may take to arrive.
const REQUEST_LIMIT: Duration = Duration::from_secs(5);

/// A socket that is ready.
pub(crate) struct AdminSocket {
    listener: UnixListener,
    log: Log,
    /// The user the server runs as.
    owner: u32,
}

impl AdminSocket {
    /// Opens the socket in a folder that only the user of this process can enter. The data folder is
    /// locked, so a socket that is there belongs to no server.
    pub(crate) fn open(data: &Path) -> std::io::Result<AdminSocket> {
        let path = socket_path(data);
        let folder = path.parent().unwrap_or(data);
        std::fs::DirBuilder::new().mode(0o700).recursive(true).create(folder)?;
        std::fs::set_permissions(folder, std::fs::Permissions::from_mode(0o700))?;
        let _ = std::fs::remove_file(&path);
        let listener = UnixListener::bind(&path)?;
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600))?;
        let owner = std::fs::metadata(&path)?.uid();
        Ok(AdminSocket { listener, log: Log::open(&log_path(data))?, owner })
    }
}

/// Answers operators, one at a time, until the server stops.
pub(crate) async fn serve(mut socket: AdminSocket, app: App) {
    loop {
        match socket.listener.accept().await {
            Ok((stream, _)) => {
                if let Err(problem) = answer(stream, &mut socket, &app).await {
                    warn!(%problem, "an operator was not answered");
                }
            }
            Err(problem) => {
                warn!(%problem, "the operators' socket fails");
                tokio::time::sleep(REQUEST_LIMIT).await;
            }
        }
    }
}

async fn answer(stream: UnixStream, socket: &mut AdminSocket, app: &App) -> std::io::Result<()> {
    let peer = stream.peer_cred()?;
    let by = Operator { uid: peer.uid(), pid: peer.pid() };
    // The permissions keep others out already, unless somebody has changed them.
    if by.uid != socket.owner && by.uid != 0 {
        warn!(uid = by.uid, "somebody else tried the operators' socket");
        return Ok(());
    }
    let (from, mut to) = stream.into_split();
    let mut line = String::new();
    let mut reader = BufReader::new(from.take(MAX_REQUEST));
    tokio::time::timeout(REQUEST_LIMIT, reader.read_line(&mut line)).await??;
    let done = match serde_json::from_str(&line) {
        Ok(request) => carry_out(socket, app, by, request).await,
        Err(_) => {
            Err("the request cannot be read: is this program of the server's version?".into())
        }
    };
    let mut answer = serde_json::to_vec(&done)?;
    answer.push(b'\n');
    to.write_all(&answer).await
}

async fn carry_out(socket: &mut AdminSocket, app: &App, by: Operator, request: Request) -> Answer {
    if !request.is_change() {
        return actions::carry_out(app, request).await.map_err(|failure| failure.0);
    }
    let unlogged = |problem: std::io::Error| {
        format!("nothing was done, because the log cannot be written: {problem}")
    };
    socket.log.append(by, &request, None).map_err(unlogged)?;
    let done = actions::carry_out(app, request.clone()).await.map_err(|failure| failure.0);
    info!(uid = by.uid, ?request, is_done = done.is_ok(), "an operator's request");
    if let Err(reason) = &done
        && let Err(problem) = socket.log.append(by, &request, Some(reason))
    {
        warn!(%problem, "the operators' log cannot be written");
    }
    done
}
