//! Takes frames out of the bytes that arrive from a client.

use std::io::Cursor;

use quintet_protocol::limits::MAX_CLIENT_MESSAGE;
use tungstenite::protocol::frame::FrameHeader;
use tungstenite::protocol::frame::coding::{Control, Data, OpCode};

/// How much is read at a time.
const READ_BUFFER: usize = 1024;
/// The longest head of a frame.
const HEAD: usize = 14;
/// The longest payload of a control frame.
const MAX_CONTROL: u64 = 125;

/// A frame, by what it completes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Frame {
    /// The last frame of a binary message.
    Binary,
    /// The last frame of a text.
    Text,
    /// A frame of either that is not the last one.
    Part,
    Ping,
    Pong,
    Close,
}

/// Why bytes are not frames of a client.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Malformed {
    /// A message is larger than any that clients send.
    #[error("a message is too large")]
    TooLarge,
    /// They are not a WebSocket's.
    #[error("the client breaks the protocol")]
    Protocol,
}

/// Takes frames out of the bytes that arrive.
#[derive(Debug)]
pub(super) struct FrameBuffer {
    bytes: Vec<u8>,
    /// What is in it, from the payload of the last frame onward.
    begin: usize,
    end: usize,
    /// The length of that payload.
    payload: usize,
    /// A message whose frames have not all arrived, or had more than one.
    joined: Vec<u8>,
    /// What kind it is of, until its last frame has arrived.
    joining: Option<Data>,
    /// Whether the last message is the joined one.
    is_joined: bool,
}

impl FrameBuffer {
    pub(super) fn new(read: Vec<u8>) -> FrameBuffer {
        let end = read.len();
        FrameBuffer {
            bytes: read,
            begin: 0,
            end,
            payload: 0,
            joined: Vec::new(),
            joining: None,
            is_joined: false,
        }
    }

    /// The payload of the last frame.
    pub(super) fn payload(&self) -> &[u8] {
        &self.bytes[self.begin..self.begin + self.payload]
    }

    /// The last message.
    pub(super) fn message(&self) -> &[u8] {
        if self.is_joined { &self.joined } else { self.payload() }
    }

    /// Where more is read to: at least one byte.
    pub(super) fn space(&mut self) -> &mut [u8] {
        self.bytes.copy_within(self.begin..self.end, 0);
        (self.begin, self.end) = (0, self.end - self.begin);
        let needed = if self.end < READ_BUFFER { READ_BUFFER } else { HEAD + MAX_CLIENT_MESSAGE };
        if self.bytes.len() != needed {
            self.bytes.resize(needed.max(self.end + 1), 0);
        }
        &mut self.bytes[self.end..]
    }

    /// More was read into the space.
    pub(super) const fn note_read(&mut self, bytes: usize) {
        self.end += bytes;
    }

    /// The next frame, if it is there; a message of several frames is complete with its last one.
    pub(super) fn next(&mut self) -> Result<Option<Frame>, Malformed> {
        self.begin += std::mem::take(&mut self.payload);
        let mut cursor = Cursor::new(&self.bytes[self.begin..self.end]);
        let parsed = FrameHeader::parse(&mut cursor).map_err(|_| Malformed::Protocol)?;
        let Some((header, length)) = parsed else { return Ok(None) };
        let head = cursor.position() as usize;
        let FrameHeader { is_final, rsv1, rsv2, rsv3, opcode, mask } = header;
        let Some(mask) = mask.filter(|_| !(rsv1 || rsv2 || rsv3)) else {
            return Err(Malformed::Protocol);
        };
        let is_control = matches!(opcode, OpCode::Control(_));
        if is_control && (!is_final || length > MAX_CONTROL) {
            return Err(Malformed::Protocol);
        }
        let joined = if self.joining.is_some() && !is_control { self.joined.len() } else { 0 };
        if length > (MAX_CLIENT_MESSAGE - joined) as u64 {
            return Err(Malformed::TooLarge);
        }
        let length = length as usize;
        if self.end - self.begin < head + length {
            return Ok(None);
        }
        (self.begin, self.payload) = (self.begin + head, length);
        let payload = &mut self.bytes[self.begin..][..length];
        payload.iter_mut().zip(mask.iter().cycle()).for_each(|(byte, mask)| *byte ^= mask);
        Ok(Some(match opcode {
            OpCode::Control(Control::Close) => Frame::Close,
            OpCode::Control(Control::Ping) => Frame::Ping,
            OpCode::Control(_) => Frame::Pong,
            OpCode::Data(data) => self.join(data, is_final)?,
        }))
    }

    /// Takes a frame of a message.
    fn join(&mut self, data: Data, is_final: bool) -> Result<Frame, Malformed> {
        let is_first = self.joining.is_none();
        let kind = match data {
            Data::Continue => self.joining.ok_or(Malformed::Protocol)?,
            kind if is_first => kind,
            _ => return Err(Malformed::Protocol),
        };
        self.is_joined = !(is_first && is_final);
        if self.is_joined {
            if is_first {
                self.joined.clear();
            }
            self.joined.extend_from_slice(&self.bytes[self.begin..][..self.payload]);
        }
        self.joining = (!is_final).then_some(kind);
        Ok(match kind {
            _ if !is_final => Frame::Part,
            Data::Text => Frame::Text,
            _ => Frame::Binary,
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    /// What was taken out, messages with their payload, and why it ended.
    type Taken = (Vec<(Frame, Vec<u8>)>, Option<Malformed>);

    /// Takes out everything from bytes that arrive in these parts.
    fn take<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> Taken {
        let (mut buffer, mut taken) = (FrameBuffer::new(Vec::new()), Vec::new());
        for mut part in parts {
            while !part.is_empty() {
                let space = buffer.space();
                let read = space.len().min(part.len());
                space[..read].copy_from_slice(&part[..read]);
                buffer.note_read(read);
                part = &part[read..];
                loop {
                    match buffer.next() {
                        Ok(None) => break,
                        Err(problem) => return (taken, Some(problem)),
                        Ok(Some(frame @ (Frame::Binary | Frame::Text))) => {
                            taken.push((frame, buffer.message().to_vec()));
                        }
                        Ok(Some(frame)) => taken.push((frame, buffer.payload().to_vec())),
                    }
                }
            }
        }
        (taken, None)
    }

    fn frame(opcode: u8, is_final: bool, mask: Option<[u8; 4]>, payload: &[u8]) -> Vec<u8> {
        let header =
            FrameHeader { is_final, opcode: opcode.into(), mask, ..FrameHeader::default() };
        let mut bytes = Vec::new();
        header.format(payload.len() as u64, &mut bytes).expect("a vector takes everything");
        let mask = mask.unwrap_or_default();
        bytes.extend(payload.iter().zip(mask.iter().cycle()).map(|(byte, mask)| byte ^ mask));
        bytes
    }

    fn masked(opcode: u8, is_final: bool, payload: &[u8]) -> Vec<u8> {
        frame(opcode, is_final, Some([1, 2, 3, 250]), payload)
    }

    fn only(bytes: &[u8]) -> Taken {
        take([bytes])
    }

    #[test]
    fn a_message_in_several_frames_is_one_and_a_ping_may_come_between_them() {
        let parts = [masked(2, false, b"left"), masked(9, true, b"?"), masked(0, true, b"right")];
        let expected = vec![
            (Frame::Part, b"left".to_vec()),
            (Frame::Ping, b"?".to_vec()),
            (Frame::Binary, b"leftright".to_vec()),
        ];
        assert_eq!(only(&parts.concat()), (expected, None));
        let text = only(&[masked(1, true, b"text"), masked(8, true, b"\x03\xe8")].concat());
        let expected = vec![(Frame::Text, b"text".to_vec()), (Frame::Close, vec![3, 0xe8])];
        assert_eq!(text, (expected, None));
    }

    #[test]
    fn what_a_client_must_not_send_is_refused() {
        let refused = |bytes: &[u8]| only(bytes).1;
        let protocol = Some(Malformed::Protocol);
        assert_eq!(refused(&frame(2, true, None, b"unmasked")), protocol);
        assert_eq!(refused(&masked(0, true, b"continues nothing")), protocol);
        let begun = [masked(2, false, b"begun"), masked(2, true, b"and begun again")].concat();
        assert_eq!(refused(&begun), protocol);
        assert_eq!(refused(&masked(9, false, b"part of a ping")), protocol);
        assert_eq!(refused(&masked(9, true, &[7; 126])), protocol);
        assert_eq!(refused(&masked(3, true, b"reserved")), protocol);
        let mut compressed = masked(2, true, b"compressed");
        compressed[0] |= 0x40;
        assert_eq!(refused(&compressed), protocol);
    }

    #[test]
    fn a_message_may_be_as_large_as_the_limit_and_no_larger_in_however_many_frames() {
        let most = vec![7; MAX_CLIENT_MESSAGE];
        assert_eq!(only(&masked(2, true, &most)), (vec![(Frame::Binary, most.clone())], None));
        let too_large = (vec![], Some(Malformed::TooLarge));
        let more = vec![7; MAX_CLIENT_MESSAGE + 1];
        assert_eq!(only(&masked(2, true, &more)), too_large);
        // Its head alone is enough to refuse it.
        assert_eq!(only(&masked(2, true, &vec![7; 70_000])[..HEAD]), too_large);
        let parts = [masked(2, false, &most), masked(0, true, &[7])].concat();
        assert_eq!(only(&parts), (vec![(Frame::Part, most)], Some(Malformed::TooLarge)));
    }

    proptest! {
        /// The parts that bytes arrive in make no difference, and a buffer never grows beyond a frame.
        #[test]
        fn however_frames_are_cut_up_the_same_messages_arrive(
            messages in vec((vec(any::<u8>(), 0..300), any::<[u8; 4]>(), 1..4_usize), 0..8),
            rubbish in vec(any::<u8>(), 0..40),
            cuts in vec(1..200_usize, 1..20),
        ) {
            let mut bytes = Vec::new();
            for (payload, mask, parts) in &messages {
                let part = payload.len().div_ceil(*parts).max(1);
                let mut pieces: Vec<&[u8]> = payload.chunks(part).collect();
                if pieces.is_empty() {
                    pieces.push(&[]);
                }
                for (index, piece) in pieces.iter().enumerate() {
                    let opcode = if index == 0 { 2 } else { 0 };
                    bytes.extend(frame(opcode, index + 1 == pieces.len(), Some(*mask), piece));
                }
            }
            let (taken, problem) = only(&bytes);
            prop_assert_eq!(problem, None);
            let payloads: Vec<_> = messages.into_iter().map(|(payload, ..)| payload).collect();
            let is_whole = |frame: &Frame| *frame != Frame::Part;
            let received = taken.into_iter().filter(|(frame, _)| is_whole(frame));
            let received: Vec<_> = received.map(|(_, message)| message).collect();
            prop_assert_eq!(received, payloads);

            bytes.extend(rubbish);
            let (mut rest, mut parts) = (&bytes[..], Vec::new());
            for cut in cuts.iter().cycle() {
                let (part, after) = rest.split_at(rest.len().min(*cut));
                parts.push(part);
                rest = after;
                if rest.is_empty() {
                    break;
                }
            }
            prop_assert_eq!(take(parts), only(&bytes));
        }
    }
}
