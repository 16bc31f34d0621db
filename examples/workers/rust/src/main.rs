//! A worker in Rust of the standard library: docs/protocol.md, whole but for slots.
//!
//!     cargo build --release
//!     echometer check-worker target/release/echo-worker --lane socket,tcp,stdio
//!     echometer run --worker target/release/echo-worker --worker-version 1 --lane tcp
mod session;

use session::Session;
use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpListener};
use std::os::fd::FromRawFd;
use std::os::unix::fs::FileTypeExt;
use std::os::unix::net::{UnixListener, UnixStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{channel, Receiver, Sender};
use std::thread;
use std::time::Duration;

pub const HELLO: u8 = 1;
pub const OPEN: u8 = 2;
pub const DATA: u8 = 3;
pub const CREDIT: u8 = 4;
pub const ACK: u8 = 5;
pub const END: u8 = 6;
pub const ERROR: u8 = 7;
pub const CANCEL: u8 = 8;

pub const MOST: u32 = 16_777_216;
const MAGIC: u32 = 0x4F48_4345;

/// Codes of docs/protocol.md section 6.
pub enum Fault {
    Channel(u32),
    Session(u32),
    /// The stream ended, or the host said that it ends.
    Over,
}

pub struct Frame {
    pub kind: u8,
    pub has_slot: bool,
    pub session: u32,
    pub sequence: u32,
    pub body: Vec<u8>,
}

/// Gathers what one frame of the host leads to; a thread of its own writes it, so that reading never waits for a write.
pub struct Outbox {
    gathered: Vec<u8>,
    to_writer: Sender<Vec<u8>>,
}

impl Outbox {
    pub fn say(&mut self, kind: u8, session: u32, sequence: u64, body: &[u8]) {
        self.gathered
            .extend_from_slice(&(body.len() as u32).to_le_bytes());
        self.gathered.extend_from_slice(&[kind, 0, 0, 0]);
        self.gathered.extend_from_slice(&session.to_le_bytes());
        self.gathered
            .extend_from_slice(&(sequence as u32).to_le_bytes());
        self.gathered.extend_from_slice(body);
    }

    fn flush(&mut self) {
        if !self.gathered.is_empty() {
            // An error means that the host is gone, which the next read tells.
            let _ = self.to_writer.send(std::mem::take(&mut self.gathered));
        }
    }
}

fn write_all(parts: &Receiver<Vec<u8>>, mut output: impl Write) {
    while let Ok(part) = parts.recv() {
        if output
            .write_all(&part)
            .and_then(|()| output.flush())
            .is_err()
        {
            return;
        }
    }
}

pub fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes"))
}

pub fn u64_at(bytes: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight bytes"))
}

/// Of several faults the one with the smallest code.
fn header_fault(header: &[u8; 16]) -> Option<u32> {
    let (length, kind, flags) = (u32_at(header, 0), header[4], header[5]);
    let has_slot = header[6] != 0 || header[7] != 0;
    let wrong = match kind {
        HELLO | OPEN => length != 32,
        CREDIT => length != 16,
        ACK | END | CANCEL => length != 0,
        ERROR => length > 256,
        _ => false,
    };
    if wrong || length > MOST {
        return Some(1);
    }
    if !(HELLO..=CANCEL).contains(&kind) {
        return Some(2);
    }
    let is_odd = flags > 1 || (flags == 1 && kind != DATA) || (flags == 0 && has_slot);
    is_odd.then_some(3)
}

fn read_frame(input: &mut impl Read) -> Result<Frame, Fault> {
    let mut header = [0; 16];
    input.read_exact(&mut header).map_err(|_| Fault::Over)?;
    if let Some(code) = header_fault(&header) {
        return Err(Fault::Channel(code));
    }
    let has_slot = header[5] == 1;
    // With a slot no byte follows.
    let length = if has_slot {
        0
    } else {
        u32_at(&header, 0) as usize
    };
    let mut body = vec![0; length];
    input.read_exact(&mut body).map_err(|_| Fault::Over)?;
    let (session, sequence) = (u32_at(&header, 8), u32_at(&header, 12));
    Ok(Frame {
        kind: header[4],
        has_slot,
        session,
        sequence,
        body,
    })
}

struct Worker {
    token: [u8; 16],
    sessions: HashMap<u32, Session>,
    is_greeted: bool,
}

impl Worker {
    fn handle(&mut self, frame: Frame, out: &mut Outbox) -> Result<(), Fault> {
        if (frame.kind == HELLO) == self.is_greeted {
            return Err(Fault::Channel(8)); // ORDER
        }
        if !self.is_greeted {
            return self.greet(&frame);
        }
        if frame.session == 0 {
            return Err(if frame.kind == ERROR {
                Fault::Over
            } else {
                Fault::Channel(9)
            });
        }
        match self.sessions.get_mut(&frame.session) {
            Some(session) => session.take(frame, out),
            None if frame.kind != OPEN => Err(Fault::Channel(9)), // SESSION
            None if frame.sequence != 0 => Err(Fault::Channel(10)), // BODY
            None => {
                let session = Session::open(frame.session, &frame.body, out)?;
                self.sessions.insert(frame.session, session);
                Ok(())
            }
        }
    }

    fn greet(&mut self, frame: &Frame) -> Result<(), Fault> {
        let version = u16::from_le_bytes([frame.body[4], frame.body[5]]);
        let fault = match () {
            () if frame.session != 0 || frame.sequence != 0 => 10,
            () if u32_at(&frame.body, 0) != MAGIC => 4,
            () if version != 1 => 5,
            () if frame.body[8..24] != self.token => 6,
            () => {
                self.is_greeted = true;
                return Ok(());
            }
        };
        Err(Fault::Channel(fault))
    }
}

fn serve(
    mut input: impl Read,
    output: impl Write + Send + 'static,
    token: [u8; 16],
    half_close: impl FnOnce(),
) {
    let (to_writer, parts) = channel();
    let writer = thread::spawn(move || write_all(&parts, output));
    let mut out = Outbox {
        gathered: Vec::new(),
        to_writer,
    };
    let mut worker = Worker {
        token,
        sessions: HashMap::new(),
        is_greeted: false,
    };
    let mut hello = [0; 32];
    hello[0..4].copy_from_slice(&MAGIC.to_le_bytes());
    hello[4] = 1;
    hello[8..24].copy_from_slice(&token);
    hello[24..28].copy_from_slice(&MOST.to_le_bytes());
    out.say(HELLO, 0, 0, &hello);
    IS_CONNECTED.store(true, Ordering::Relaxed);
    let fault = loop {
        out.flush();
        if let Err(fault) = read_frame(&mut input).and_then(|frame| worker.handle(frame, &mut out))
        {
            break fault;
        }
    };
    if let Fault::Channel(code) = fault {
        out.say(ERROR, 0, u64::from(code), &[]);
    }
    out.flush();
    drop(out);
    let _ = writer.join();
    if let Fault::Channel(_) = fault {
        // What the host still sends is read, so that the ERROR arrives.
        half_close();
        thread::spawn(|| {
            thread::sleep(Duration::from_secs(1));
            std::process::exit(1);
        });
        let _ = io::copy(&mut input, &mut io::sink());
    }
}

fn option(name: &str) -> Option<String> {
    std::env::args().skip_while(|word| word != name).nth(1)
}

fn read_token() -> io::Result<[u8; 16]> {
    let mut token = [0; 16];
    if let Some(file) = option("--token-file") {
        let text = std::fs::read_to_string(file)?;
        for (byte, digits) in token.iter_mut().zip(text.trim().as_bytes().chunks(2)) {
            let digits = std::str::from_utf8(digits).unwrap_or("");
            *byte = u8::from_str_radix(digits, 16).map_err(io::Error::other)?;
        }
        return Ok(token);
    }
    descriptor("--token-fd")?.read_exact(&mut token)?;
    Ok(token)
}

/// An inherited descriptor is ours.
fn descriptor(name: &str) -> io::Result<File> {
    let number = option(name).and_then(|text| text.parse().ok());
    let number = number.ok_or_else(|| io::Error::other(format!("{name} is missing")))?;
    // SAFETY: the host opened it for us, and nobody else uses it.
    Ok(unsafe { File::from_raw_fd(number) })
}

static IS_CONNECTED: AtomicBool = AtomicBool::new(false);

/// A host that is gone before it connects closes our standard input, if that is a pipe.
fn end_with_stdin() {
    let about = std::fs::metadata("/dev/fd/0").map(|about| about.file_type());
    if about.is_ok_and(|kind| kind.is_fifo() || kind.is_socket()) {
        thread::spawn(|| {
            let _ = io::copy(&mut io::stdin(), &mut io::sink());
            if !IS_CONNECTED.load(Ordering::Relaxed) {
                std::process::exit(3);
            }
        });
    }
}

fn main() -> io::Result<()> {
    let token = read_token()?;
    if std::env::args().any(|word| word == "--stdio") {
        let nothing = || {};
        serve(
            io::BufReader::with_capacity(1 << 18, io::stdin()),
            io::stdout(),
            token,
            nothing,
        );
    } else if let Some(place) = option("--tcp") {
        let listener = TcpListener::bind(place)?;
        end_with_stdin();
        let (stream, _) = listener.accept()?;
        drop(listener);
        stream.set_nodelay(true)?;
        let (input, half) = (stream.try_clone()?, stream.try_clone()?);
        let close = move || drop(half.shutdown(Shutdown::Write));
        serve(
            io::BufReader::with_capacity(1 << 18, input),
            stream,
            token,
            close,
        );
    } else {
        let stream = match option("--socket") {
            Some(path) => {
                let listener = UnixListener::bind(path)?;
                end_with_stdin();
                listener.accept()?.0
            }
            None => UnixStream::from(std::os::fd::OwnedFd::from(descriptor("--fd")?)),
        };
        let (input, half) = (stream.try_clone()?, stream.try_clone()?);
        let close = move || drop(half.shutdown(Shutdown::Write));
        serve(
            io::BufReader::with_capacity(1 << 18, input),
            stream,
            token,
            close,
        );
    }
    std::process::exit(0);
}
