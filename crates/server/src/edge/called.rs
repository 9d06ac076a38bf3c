//! Polling something only when it has called for it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, Wake, Waker};

use futures_util::task::AtomicWaker;

/// Whether something has called since it was last polled. A task that waits for several things is
/// woken by any of them; those that have not called need not be polled, which costs as much as
/// reading a message where a socket is concerned.
pub(crate) struct Called {
    call: Arc<Call>,
    waker: Waker,
}

struct Call {
    has_called: AtomicBool,
    task: AtomicWaker,
}

impl Wake for Call {
    fn wake(self: Arc<Call>) {
        self.wake_by_ref();
    }

    fn wake_by_ref(self: &Arc<Call>) {
        self.has_called.store(true, Ordering::Release);
        self.task.wake();
    }
}

impl Called {
    /// The first time it is polled in any case.
    pub(crate) fn new() -> Called {
        let call = Call { has_called: AtomicBool::new(true), task: AtomicWaker::new() };
        let call = Arc::new(call);
        Called { waker: Arc::clone(&call).into(), call }
    }

    /// Polls it, if it has called or was ready the last time.
    pub(crate) fn poll<T>(
        &self,
        context: &Context<'_>,
        poll: impl FnOnce(&mut Context<'_>) -> Poll<T>,
    ) -> Poll<T> {
        // Before looking, so that a call in between wakes the task.
        self.call.task.register(context.waker());
        if !self.call.has_called.swap(false, Ordering::Acquire) {
            return Poll::Pending;
        }
        let polled = poll(&mut Context::from_waker(&self.waker));
        if polled.is_ready() {
            self.call.has_called.store(true, Ordering::Relaxed);
        }
        polled
    }
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;

    use tokio::sync::mpsc::channel;

    use super::*;

    #[tokio::test]
    async fn nothing_is_missed_and_nothing_is_polled_for_others() {
        let (sender, mut receiver) = channel::<u32>(1);
        let (other_sender, mut other_receiver) = channel::<u32>(1);
        let sending = tokio::spawn(async move {
            for number in 0..100 {
                for _ in 0..3 {
                    other_sender.send(number).await.expect("it is received");
                }
                sender.send(number).await.expect("it is received");
            }
        });
        let called = Called::new();
        let (mut heard, mut others, mut polls) = (Vec::new(), 0, 0);
        loop {
            tokio::select! {
                biased;
                Some(_) = other_receiver.recv() => others += 1,
                message = poll_fn(|context| called.poll(context, |context| {
                    polls += 1;
                    receiver.poll_recv(context)
                })) => match message {
                    Some(number) => heard.push(number),
                    None => break,
                },
            }
        }
        sending.await.expect("all is sent");
        assert_eq!(heard, (0..100).collect::<Vec<_>>());
        assert_eq!(others, 300);
        // Each number is found by one poll and followed by one in vain.
        assert!(polls <= 202, "{polls} polls");
    }
}
