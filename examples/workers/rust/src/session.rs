//! One session: its credit in both directions, its echoes, its end.
use crate::{
    u32_at, u64_at, Fault, Frame, Outbox, ACK, CANCEL, CREDIT, DATA, END, ERROR, MOST, OPEN,
};
use std::collections::VecDeque;

#[derive(Clone, Copy, Default)]
struct Totals {
    bytes: u64,
    frames: u64,
}

impl Totals {
    fn add(&mut self, bytes: usize) {
        self.bytes += bytes as u64;
        self.frames += 1;
    }

    fn minus(self, other: Totals) -> Totals {
        Totals {
            bytes: self.bytes - other.bytes,
            frames: self.frames - other.frames,
        }
    }
}

#[derive(PartialEq)]
enum State {
    Open,
    Draining,
    Ended,
    Dropped,
}

pub struct Session {
    number: u32,
    limit: Totals,
    payload: u64,
    waiting: VecDeque<Vec<u8>>,
    received: Totals,
    done: Totals,
    told: Totals,
    sent: Totals,
    released_by_host: Totals,
    acked: u64,
    state: State,
}

impl Session {
    pub fn open(number: u32, body: &[u8], out: &mut Outbox) -> Result<Session, Fault> {
        let u16_at = |at: usize| u16::from_le_bytes([body[at], body[at + 1]]);
        let limit = Totals {
            bytes: u64_at(body, 0),
            frames: u64::from(u32_at(body, 8)),
        };
        let payload = u64::from(u32_at(body, 12));
        let (storage, slots) = (body[16], u64::from(u16_at(20)));
        let reserved = body[17] != 0 || u16_at(22) != 0 || u32_at(body, 28) != 0;
        let has_slots = u16_at(18) != 0 || slots != 0 || u32_at(body, 24) != 0;
        let contradicts = if storage == 0 {
            has_slots
        } else {
            slots < limit.frames
        };
        if limit.bytes < 1 || limit.frames < 1 || payload > u64::from(MOST) {
            return Err(Fault::Channel(10));
        }
        if storage > 2 || reserved || contradicts {
            return Err(Fault::Channel(10));
        }
        let mut session = Session {
            number,
            limit,
            payload,
            waiting: VecDeque::new(),
            received: Totals::default(),
            done: Totals::default(),
            told: Totals::default(),
            sent: Totals::default(),
            released_by_host: Totals::default(),
            acked: 0,
            state: State::Open,
        };
        if storage == 0 {
            out.say(OPEN, number, 0, &[]);
        } else {
            session.fail(36, out); // SLOT: we were given none
        }
        Ok(session)
    }

    pub fn take(&mut self, frame: Frame, out: &mut Outbox) -> Result<(), Fault> {
        if self.state == State::Dropped {
            return Ok(());
        }
        match self.act(frame, out) {
            Ok(()) => self.advance(out),
            Err(Fault::Session(code)) => self.fail(code, out),
            fault => return fault,
        }
        Ok(())
    }

    fn fail(&mut self, code: u32, out: &mut Outbox) {
        self.drop_all();
        out.say(ERROR, self.number, u64::from(code), &[]);
    }

    fn drop_all(&mut self) {
        self.state = State::Dropped;
        self.waiting.clear();
    }

    fn act(&mut self, frame: Frame, out: &mut Outbox) -> Result<(), Fault> {
        match frame.kind {
            DATA => return self.on_data(frame),
            CREDIT => return self.on_credit(&frame.body),
            ACK => {
                // Totals are sent modulo 2^32.
                let grown = u64::from(frame.sequence.wrapping_sub(self.acked as u32));
                if self.acked + grown > self.sent.frames {
                    return Err(Fault::Session(42)); // ACK_TOTAL
                }
                self.acked += grown;
            }
            END if self.state != State::Open => return Err(Fault::Session(39)), // AFTER_END
            END if frame.sequence != self.received.frames as u32 => {
                return Err(Fault::Session(38)); // END_COUNT
            }
            END => self.state = State::Draining,
            ERROR => self.drop_all(),
            CANCEL if self.state != State::Ended => {
                self.drop_all();
                out.say(END, self.number, self.sent.frames, &[]);
            }
            CANCEL => {}
            _ => return Err(Fault::Channel(8)), // ORDER
        }
        Ok(())
    }

    fn on_data(&mut self, frame: Frame) -> Result<(), Fault> {
        let size = frame.body.len() as u64;
        let way = self.received.minus(self.told);
        let overruns = way.bytes + size > self.limit.bytes || way.frames + 1 > self.limit.frames;
        let fault = match () {
            () if self.state != State::Open => 39, // AFTER_END
            () if frame.sequence != self.received.frames as u32 => 33, // SEQUENCE
            () if frame.has_slot => 36,            // SLOT
            () if size > self.payload => 35,       // SIZE
            // One frame larger than the credit may travel alone.
            () if way.frames > 0 && overruns => 32, // CREDIT_OVERRUN
            () => {
                self.received.add(frame.body.len());
                self.waiting.push_back(frame.body);
                return Ok(());
            }
        };
        Err(Fault::Session(fault))
    }

    fn on_credit(&mut self, body: &[u8]) -> Result<(), Fault> {
        let now = Totals {
            bytes: u64_at(body, 0),
            frames: u64_at(body, 8),
        };
        let before = self.released_by_host;
        let shrinks = now.bytes < before.bytes || now.frames < before.frames;
        if shrinks || now.bytes > self.sent.bytes || now.frames > self.sent.frames {
            return Err(Fault::Session(37)); // CREDIT_TOTALS
        }
        self.released_by_host = now;
        Ok(())
    }

    /// Echoes what the host's credit allows. A payload that is on its way has released its input.
    fn advance(&mut self, out: &mut Outbox) {
        while self
            .waiting
            .front()
            .is_some_and(|payload| self.may_send(payload.len()))
        {
            let Some(payload) = self.waiting.pop_front() else {
                break;
            };
            out.say(DATA, self.number, self.sent.frames, &payload);
            self.sent.add(payload.len());
            self.done.add(payload.len());
            self.report(out);
        }
        if self.state == State::Draining && self.waiting.is_empty() {
            self.state = State::Ended;
            out.say(END, self.number, self.sent.frames, &[]);
        }
    }

    fn may_send(&self, bytes: usize) -> bool {
        let way = self.sent.minus(self.released_by_host);
        let fits = way.bytes + bytes as u64 <= self.limit.bytes && way.frames < self.limit.frames;
        way.frames == 0 || fits
    }

    fn report(&mut self, out: &mut Outbox) {
        let due = self.done.minus(self.told);
        let is_due = 2 * due.bytes >= self.limit.bytes || 2 * due.frames >= self.limit.frames;
        if !is_due && due.bytes + self.payload <= self.limit.bytes {
            return;
        }
        self.told = self.done;
        let body = [
            self.done.bytes.to_le_bytes(),
            self.done.frames.to_le_bytes(),
        ]
        .concat();
        out.say(CREDIT, self.number, 0, &body);
    }
}
