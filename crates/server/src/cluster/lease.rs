//! This node's lease, and how the others are known to be there.

use std::sync::Arc;
use std::time::Instant;

use tracing::{error, info, warn};

use super::message::NodeMessage;
use super::{Cluster, HEARTBEAT, REFEREE_FOR, RENEW_EVERY, lock};
use crate::rooms::hub::Hub;
use crate::store::StoreError;

impl Cluster {
    /// Renews the lease once.
    pub(super) async fn renew(&self) -> Result<(), StoreError> {
        // The lease is as old as the request, whenever the answer comes.
        let begin = Instant::now();
        self.directory.renew(self.node).await?;
        *lock(&self.renewed) = begin;
        Ok(())
    }

    pub(super) async fn keep_lease(&self) {
        let mut every = tokio::time::interval(RENEW_EVERY);
        every.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            every.tick().await;
            match tokio::time::timeout(REFEREE_FOR, self.renew()).await {
                Ok(Ok(())) => {}
                Ok(Err(problem)) => warn!(%problem, "the lease could not be renewed"),
                Err(_) => warn!("the lease could not be renewed in time"),
            }
        }
    }

    /// Tells the others that this node is there, and stops refereeing in time when its lease lapses.
    pub(super) async fn keep_watch(self: Arc<Cluster>, hub: &Arc<Hub>) {
        let mut every = tokio::time::interval(HEARTBEAT);
        let mut was_leased = true;
        loop {
            every.tick().await;
            let is_leased = self.is_leased();
            self.metrics.is_leased.set(i64::from(is_leased));
            if was_leased && !is_leased {
                error!("the lease has lapsed: other nodes may take this one's rooms over");
                hub.abandon_all();
            } else if !was_leased && is_leased {
                info!("the lease is renewed");
            }
            was_leased = is_leased;
            if is_leased {
                self.tell_all(&NodeMessage::Alive { node: self.node }).await;
            }
        }
    }
}
