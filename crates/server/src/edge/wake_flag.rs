//! Skips polls of a socket that has not been woken.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, Wake, Waker};

use futures_util::task::AtomicWaker;

/// Remembers whether one of the things that a task waits for has woken it. `select!` polls all of
/// them whenever any is ready, and polling a socket in vain costs about as much as reading a message.
pub(crate) struct WakeFlag {
    flag: Arc<Flag>,
    waker: Waker,
}

struct Flag {
    is_woken: AtomicBool,
    task: AtomicWaker,
}

impl Wake for Flag {
    fn wake(self: Arc<Flag>) {
        self.wake_by_ref();
    }

    fn wake_by_ref(self: &Arc<Flag>) {
        self.is_woken.store(true, Ordering::Release);
        self.task.wake();
    }
}

impl WakeFlag {
    /// The first poll is never skipped.
    pub(crate) fn new() -> WakeFlag {
        let flag = Flag { is_woken: AtomicBool::new(true), task: AtomicWaker::new() };
        let flag = Arc::new(flag);
        WakeFlag { waker: Arc::clone(&flag).into(), flag }
    }

    /// Polls if its waker was called since the last poll, or that poll was ready.
    pub(crate) fn poll_if_woken<T>(
        &self,
        context: &Context<'_>,
        poll: impl FnOnce(&mut Context<'_>) -> Poll<T>,
    ) -> Poll<T> {
        // Registered before the flag is read, so that a wake in between is not lost.
        self.flag.task.register(context.waker());
        if !self.flag.is_woken.swap(false, Ordering::Acquire) {
            return Poll::Pending;
        }
        let polled = poll(&mut Context::from_waker(&self.waker));
        if polled.is_ready() {
            self.flag.is_woken.store(true, Ordering::Relaxed);
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
    async fn no_message_is_missed_and_no_poll_is_wasted_on_wakes_of_others() {
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
        let flag = WakeFlag::new();
        let (mut heard, mut others, mut polls) = (Vec::new(), 0, 0);
        loop {
            tokio::select! {
                biased;
                Some(_) = other_receiver.recv() => others += 1,
                message = poll_fn(|context| flag.poll_if_woken(context, |context| {
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
        // One poll finds each number, and one after it is pending.
        assert!(polls <= 202, "{polls} polls");
    }
}
