// One channel under the pump: the kernel's decisions on one side, a descriptor on the other. It decides when, the
// kernel decides what.
import CHostPlatform
import KernelHost

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// How a channel ended.
public enum ChannelEnd: Sendable {
  /// Every session ended as planned.
  case done
  /// The kernel found a fault; its record says which.
  case fault(ChannelFault)
  /// The lane broke, or the trial was given up.
  case lane(TrialFailure)
  /// A bug of ours: a trap, or a status that a right pump does not get.
  case kernel(KernelError)
}

final class PumpedChannel {
  let kernel: KernelChannel
  let descriptor: Int32
  var end: ChannelEnd?
  var isAtBarrier = false
  /// Grows with every read and write; a watchdog compares two readings.
  var progress: UInt64 = 0
  private var announcedBytes = 0
  private var acceptedBytes = 0

  init(kernel: KernelChannel, descriptor: Int32) {
    self.kernel = kernel
    self.descriptor = descriptor
  }

  /// The peer takes no more bytes. What it sent before it went (an ERROR, perhaps) is still to be read.
  private var isOutputDead = false

  /// Whether announced bytes wait for the socket.
  var owesWrite: Bool { acceptedBytes < announcedBytes && !isOutputDead }

  func begin() {
    attempt {
      let nowNs = hp_now_ns()
      try kernel.channelStart(nowNs: nowNs)
      try advance(nowNs)
    }
  }

  /// Whether nothing but input can move this channel on.
  var canBlock: Bool { end == nil && !owesWrite && wakeNs() == 0 }

  /// Reads once; the stamp is taken on return of the read. False when nothing came.
  @discardableResult
  func read(waiting: Bool) -> Bool {
    let before = progress
    attempt {
      let room = try kernel.inputRoom()
      let got = hp_receive(descriptor, room.baseAddress, room.count, waiting)
      let nowNs = hp_now_ns()
      if got > 0 {
        progress += 1
        try kernel.inputReceived(Int(got), nowNs: nowNs)
        try advance(nowNs)
      } else if got == 0 {
        try peerEnded(nowNs)
      } else if got != -Int64(EAGAIN) {
        try recvFailed(Int32(-got), nowNs)
      }
    }
    return progress != before
  }

  /// Goes on with output that the socket did not take before.
  func writable() {
    attempt { if try send() { try advance(hp_now_ns()) } }
  }

  func leaveBarrier(_ nowNs: UInt64) {
    attempt {
      isAtBarrier = false
      try kernel.start(nowNs: nowNs)
    }
  }

  /// Asks the kernel until it waits.
  func resume() { attempt { try advance(hp_now_ns()) } }

  func stop(_ reason: ChannelEnd) {
    if end == nil { end = reason }
  }

  /// When the kernel wants to be asked again without input; 0 = never.
  func wakeNs() -> UInt64 { end == nil ? ((try? kernel.wakeNs()) ?? 0) : 0 }

  private func advance(_ startNs: UInt64) throws {
    var nowNs = startNs
    while end == nil {
      switch try kernel.poll(nowNs: nowNs) {
      case .wait:
        return
      case .write:
        announcedBytes = try announced()
        acceptedBytes = 0
        // The next send decision starts when the write is done: a fresh stamp.
        if try !send() { continue }
        nowNs = hp_now_ns()
      case .barrier:
        isAtBarrier = true
        return
      case .done:
        end = .done
      case .fault:
        end = .fault(try kernel.fault())
      case .load, .store:
        throw TrialFailure(code: "NO_SLOTS", message: "the kernel asked for a slot that is not mapped")
      }
    }
  }

  private func announced() throws -> Int {
    let table = try kernel.segments()
    return stride(from: 1, to: table.count, by: 2).reduce(0) { $0 + Int(table[$1]) }
  }

  /// Gives the socket what is announced; true when it has taken all of it.
  private func send() throws -> Bool {
    while owesWrite {
      let table = try kernel.segments()
      let sent = hp_send_segments(
        descriptor, kernel.memoryBase, table.baseAddress, table.count / 2, acceptedBytes)
      if sent == -Int64(EAGAIN) || sent == -Int64(EWOULDBLOCK) { return false }
      let nowNs = hp_now_ns()
      if sent < 0 {
        broke("send", Int32(-sent))
        return false
      }
      progress += 1
      acceptedBytes += Int(sent)
      // Partial acceptance is told at the end, because the announced table is read until then.
      if !owesWrite { try kernel.outputWritten(announcedBytes, nowNs: nowNs) }
    }
    return !isOutputDead
  }

  private func peerEnded(_ nowNs: UInt64) throws {
    try kernel.inputEnded(nowNs: nowNs)
    try advance(nowNs)
    // The kernel names what was still owed; an end it has nothing to say about must not be waited for.
    if end == nil { end = .lane(TrialFailure(code: "LANE", message: "the channel broke: the worker closed its end")) }
  }

  private func recvFailed(_ code: Int32, _ nowNs: UInt64) throws {
    if code == ECONNRESET { return try peerEnded(nowNs) }
    broke("recv", code)
  }

  private func broke(_ call: String, _ code: Int32) {
    isOutputDead = true
    if code == EPIPE || code == ECONNRESET { return }
    end = .lane(TrialFailure(code: "LANE", message: "the channel broke: \(call) failed with errno \(code)"))
  }

  private func attempt(_ body: () throws -> Void) {
    guard end == nil else { return }
    do {
      try body()
    } catch let error as KernelError {
      end = .kernel(error)
    } catch {
      end = .lane(TrialFailure.of(error))
    }
  }
}
