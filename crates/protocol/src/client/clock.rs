//! What the server's clock shows, as far as a client can tell.

use quintet_engine::Micros;

/// An estimate of the server's clock from pings. The answer with the shortest round trip is the most
/// exact; it ages, so that the estimate follows a clock that drifts.
#[derive(Clone, Copy, Debug, Default)]
pub struct ServerClock {
    best: Option<Sample>,
}

#[derive(Clone, Copy, Debug)]
struct Sample {
    /// Server's time less the client's, where the answer was halfway.
    offset: i64,
    round_trip: Micros,
}

/// How much a sample's round trip is taken to grow with every later ping, so that it is replaced.
const STALENESS: Micros = Micros::from_millis(1);

impl ServerClock {
    /// Takes in an answer: when it was asked for and received by the client's clock, and what the
    /// server's clock showed.
    pub fn take(&mut self, sent: Micros, received: Micros, server: Micros) {
        let round_trip = received - sent;
        let middle = sent.0 + round_trip.0 / 2;
        let sample = Sample { offset: server.0 as i64 - middle as i64, round_trip };
        match &mut self.best {
            Some(best) if best.round_trip < round_trip => best.round_trip += STALENESS,
            best => *best = Some(sample),
        }
    }

    /// A first guess, from a message that has just come.
    pub fn guess(&mut self, received: Micros, server: Micros) {
        let offset = server.0 as i64 - received.0 as i64;
        self.best = Some(Sample { offset, round_trip: Micros::from_secs(10) });
    }

    /// The server's clock at this moment of the client's.
    pub fn at(&self, client: Micros) -> Micros {
        let offset = self.best.map_or(0, |best| best.offset);
        Micros(client.0.saturating_add_signed(offset))
    }

    /// How long the best answer took to come.
    pub fn round_trip(&self) -> Option<Micros> {
        self.best.map(|best| best.round_trip)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_quickest_answer_is_trusted() {
        let mut clock = ServerClock::default();
        clock.take(Micros(1_000), Micros(101_000), Micros(5_000_000));
        assert_eq!(clock.at(Micros(51_000)), Micros(5_000_000));
        clock.take(Micros(200_000), Micros(202_000), Micros(5_130_000));
        assert_eq!(clock.at(Micros(201_000)), Micros(5_130_000));
        clock.take(Micros(300_000), Micros(600_000), Micros(9_000_000));
        assert_eq!(clock.at(Micros(201_000)), Micros(5_130_000), "a slow answer changes nothing");
    }
}
