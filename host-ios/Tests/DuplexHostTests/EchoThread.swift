// A worker in Swift for tests of the pump: it follows docs/protocol.md for inline sessions, or breaks it in a stated way.
// It shares no code with the host: frames are built and read here by hand.
import CHostPlatform
import DuplexHost
import Foundation

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// How the worker misbehaves.
enum Misbehavior: Sendable {
  case none, wrongToken, flipByte, closeEarly, garbage, wrongSequence, silent
}

final class EchoThread: DuplexWorker, @unchecked Sendable {
  let descriptor: Int32
  private let done = DispatchSemaphore(value: 0)

  init(token: [UInt8], _ misbehavior: Misbehavior) {
    var ends: [Int32] = [-1, -1]
    precondition(hp_channel_pair(262_144, &ends) == 0)
    descriptor = ends[0]
    let worker = EchoLoop(ends[1], token, misbehavior)
    Thread.detachNewThread { [done] in
      worker.run()
      done.signal()
    }
  }

  func reading() -> Json { Readings.sharedProcess }

  func finish() -> WorkerExit {
    hp_close(descriptor)
    return WorkerExit(code: done.wait(timeout: .now() + 10) == .success ? 0 : nil)
  }
}

struct EchoStarter: WorkerStarter {
  let facts = Json.object([("kind", .text("command")), ("name", .text("echo thread"))])
  let place = "embedded"
  let needsSlotFiles = false
  let misbehavior: Misbehavior

  func start(token: [UInt8], slots: SlotRegions?, index: Int) throws -> any DuplexWorker {
    EchoThread(token: token, misbehavior)
  }
}

/// One session as the worker knows it.
private struct EchoSession {
  var creditBytes: UInt64 = 0
  var creditFrames: UInt64 = 0
  var receivedFrames: UInt32 = 0
  var echoedFrames: UInt64 = 0
  var echoedBytes: UInt64 = 0
  var releasedBytes: UInt64 = 0
  var releasedFrames: UInt64 = 0
  /// Echoes that the host's credit does not allow yet.
  var waiting: [(sequence: UInt32, payload: [UInt8])] = []
  var hasEnd = false

  func allows(_ bytes: Int) -> Bool {
    echoedFrames - releasedFrames < creditFrames && echoedBytes - releasedBytes + UInt64(bytes) <= creditBytes
  }
}

private final class EchoLoop: @unchecked Sendable {
  private let channel: Int32
  private let misbehavior: Misbehavior
  private var token: [UInt8]
  private var input: [UInt8] = []
  private var sessions: [UInt32: EchoSession] = [:]

  init(_ channel: Int32, _ token: [UInt8], _ misbehavior: Misbehavior) {
    self.channel = channel
    self.misbehavior = misbehavior
    self.token = token
    if misbehavior == .wrongToken { self.token[0] ^= 1 }
  }

  func run() {
    defer { hp_close(channel) }
    if misbehavior == .garbage {
      send(Array(repeating: 0xff, count: 64))
      return drain()
    }
    let hello = word(0x4f48_4345) + [1, 0, 0, 0] + token + word(16_777_216) + word(0)
    send(frame(1, session: 0, sequence: 0, hello))
    var room = [UInt8](repeating: 0, count: 65_536)
    while true {
      let got = hp_receive(channel, &room, room.count, true)
      if got <= 0 { return }
      input += room.prefix(Int(got))
      if misbehavior != .silent, !takeFrames() { return }
    }
  }

  /// False when the loop is to end.
  private func takeFrames() -> Bool {
    while input.count >= 16 {
      let length = Int(read(0))
      guard input.count >= 16 + length else { return true }
      let body = Array(input[16..<16 + length])
      let goesOn = take(input[4], read(8), read(12), body)
      input.removeFirst(16 + length)
      if !goesOn { return false }
    }
    return true
  }

  private func take(_ kind: UInt8, _ session: UInt32, _ sequence: UInt32, _ body: [UInt8]) -> Bool {
    switch kind {
    case 2:
      let credit = EchoSession(creditBytes: readLong(body, 0), creditFrames: readLong(body, 8) & 0xffff_ffff)
      sessions[session] = credit
      send(frame(2, session: session, sequence: 0, []))
    case 3:
      if misbehavior == .closeEarly, sequence == 7 { return false }
      sessions[session]?.receivedFrames += 1
      sessions[session]?.waiting.append((sequence, body))
    case 4:
      sessions[session]?.releasedBytes = readLong(body, 0)
      sessions[session]?.releasedFrames = readLong(body, 8)
    case 6: sessions[session]?.hasEnd = true
    case 7: return false
    default: return true
    }
    echo(session)
    return true
  }

  /// Sends what the credit allows; END once all is echoed.
  private func echo(_ number: UInt32) {
    guard var session = sessions[number] else { return }
    while let next = session.waiting.first, session.allows(next.payload.count) {
      session.waiting.removeFirst()
      session.echoedFrames += 1
      session.echoedBytes += UInt64(next.payload.count)
      sendEcho(number, next, session)
    }
    if session.hasEnd, session.waiting.isEmpty {
      session.hasEnd = false
      send(frame(6, session: number, sequence: session.receivedFrames, []))
    }
    sessions[number] = session
  }

  private func sendEcho(_ number: UInt32, _ next: (sequence: UInt32, payload: [UInt8]), _ session: EchoSession) {
    var payload = next.payload
    if misbehavior == .flipByte, next.sequence == 9 { payload[payload.count - 1] ^= 1 }
    let credit = long(session.echoedBytes) + long(session.echoedFrames)
    let sequence = next.sequence + (misbehavior == .wrongSequence && next.sequence == 5 ? 1 : 0)
    send(frame(4, session: number, sequence: 0, credit) + frame(3, session: number, sequence: sequence, payload))
  }

  private func drain() {
    var room = [UInt8](repeating: 0, count: 4096)
    while hp_receive(channel, &room, room.count, true) > 0 {}
  }

  private func frame(_ kind: UInt8, session: UInt32, sequence: UInt32, _ body: [UInt8]) -> [UInt8] {
    word(UInt32(body.count)) + [kind, 0, 0, 0] + word(session) + word(sequence) + body
  }

  private func word(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
  private func readLong(_ body: [UInt8], _ at: Int) -> UInt64 {
    (0..<8).reduce(0) { $0 | UInt64(body[at + $1]) << (8 * UInt64($1)) }
  }
  private func long(_ value: UInt64) -> [UInt8] { (0..<8).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
  private func read(_ at: Int) -> UInt32 { (0..<4).reduce(0) { $0 | UInt32(input[at + $1]) << (8 * UInt32($1)) } }

  /// A host that has gone is seen by the next read.
  private func send(_ bytes: [UInt8]) {
    let segment: [UInt32] = [0, UInt32(bytes.count)]
    var sent = 0
    while sent < bytes.count {
      let took = hp_send_segments(channel, bytes, segment, 1, sent)
      if took > 0 { sent += Int(took) } else if took == -Int64(EAGAIN) { waitWritable() } else { return }
    }
  }

  private func waitWritable() {
    var ready: UInt8 = 0
    while ready & 2 == 0 { if hp_wait([channel], [true], 1, 100, &ready) < 0 { return } }
  }
}
