// What a channel leaves behind: its fault, its sessions, its samples, as Swift values. Offsets are those of
// KernelAbi.swift.

/// How a channel or session failed (docs/protocol.md section 6).
public struct ChannelFault: Equatable, Sendable {
  public enum Class: UInt32, Sendable { case none, channel, session }

  public let faultClass: Class
  public let code: UInt32
  public let session: UInt32
  public let sequence: UInt32
  public let offset: UInt32
  public let expected: UInt32
  public let got: UInt32
  public let peerCode: UInt32
  /// What the peer said with its ERROR; shown, never interpreted.
  public let text: String

  /// A fault from its numbers.
  public init(
    faultClass: Class, code: UInt32, session: UInt32, sequence: UInt32, offset: UInt32, expected: UInt32,
    got: UInt32, peerCode: UInt32, text: String
  ) {
    self.faultClass = faultClass
    self.code = code
    self.session = session
    self.sequence = sequence
    self.offset = offset
    self.expected = expected
    self.got = got
    self.peerCode = peerCode
    self.text = text
  }

  /// The protocol's name of a code.
  public static func name(of code: UInt32) -> String { KernelAbi.faultNames[code] ?? "FAULT_\(code)" }

  /// The protocol's name of this fault's code.
  public var name: String { Self.name(of: code) }
}

/// One session's record after a trial.
public struct SessionRecord: Equatable, Sendable {
  public let session: UInt32
  public let state: UInt32
  public let faultCode: UInt32
  public let verifiedFrames: UInt64
  public let verifiedBytes: UInt64
  public let mismatches: UInt64
  public let queueHighWaterBytes: UInt64
  public let creditStalls: UInt64
  public let sentFrames: UInt64
  public let ackedFrames: UInt64
  public let warmupVerifiedFrames: UInt64
  public let warmupVerifiedBytes: UInt64
  public let warmupMismatches: UInt64
  public let startedNs: UInt64
  public let endedNs: UInt64
  public let faultSequence: UInt32
  public let faultOffset: UInt32
  public let faultExpected: UInt32
  public let faultGot: UInt32
  public let peerCode: UInt32
}

/// A column of samples in completion order, warm-up first.
public struct SampleColumn: Equatable, Sendable {
  public let samplesNs: [UInt64]
  public let warmup: Int
}

extension KernelChannel {
  /// The channel's first fault.
  public func fault() throws -> ChannelFault {
    let at = UInt32(try kernel.exports.i32("FAULT"))
    let memory = kernel.memory
    let word = { (offset: UInt32) in memory.load(at + offset, as: UInt32.self) }
    typealias At = KernelAbi.Fault
    return ChannelFault(
      faultClass: ChannelFault.Class(rawValue: word(At.class)) ?? .none, code: word(At.code),
      session: word(At.session), sequence: word(At.sequence), offset: word(At.offset),
      expected: word(At.expected), got: word(At.got), peerCode: word(At.peerCode),
      text: Self.shown(memory.read(word(At.text), Int(word(At.textBytes)))))
  }

  /// ASCII of the peer's UTF-8; anything else becomes "?".
  private static func shown(_ bytes: [UInt8]) -> String {
    String(decoding: bytes.map { $0 >= 32 && $0 < 127 ? $0 : 63 }, as: UTF8.self)
  }

  /// The first send decision and the last ack accepted.
  public func stamps() throws -> (startedNs: UInt64, endedNs: UInt64) {
    let at = UInt32(try kernel.exports.i32("CHANNEL"))
    typealias At = KernelAbi.Channel
    return (kernel.memory.load(at + At.startedNs), kernel.memory.load(at + At.endedNs))
  }

  /// The record of `session`.
  public func record(session: UInt32) throws -> SessionRecord {
    let at = UInt32(try kernel.exports.checked("sessionRecord", [.u32(session)]))
    let memory = kernel.memory
    let word = { (offset: UInt32) in memory.load(at + offset, as: UInt32.self) }
    let long = { (offset: UInt32) in memory.load(at + offset, as: UInt64.self) }
    typealias At = KernelAbi.Session
    return SessionRecord(
      session: session, state: word(At.state), faultCode: word(At.faultCode),
      verifiedFrames: long(At.verifiedFrames), verifiedBytes: long(At.verifiedBytes),
      mismatches: long(At.mismatches), queueHighWaterBytes: long(At.queueHighWaterBytes),
      creditStalls: long(At.creditStalls), sentFrames: long(At.sentFrames),
      ackedFrames: long(At.ackedFrames), warmupVerifiedFrames: long(At.warmupVerifiedFrames),
      warmupVerifiedBytes: long(At.warmupVerifiedBytes), warmupMismatches: long(At.warmupMismatches),
      startedNs: long(At.startedNs), endedNs: long(At.endedNs), faultSequence: word(At.faultSequence),
      faultOffset: word(At.faultOffset), faultExpected: word(At.faultExpected),
      faultGot: word(At.faultGot), peerCode: word(At.peerCode))
  }

  /// Column 0 = receipt, 1 = full cycle.
  public func column(_ which: UInt32) throws -> SampleColumn {
    let exports = kernel.exports
    let at = UInt32(bitPattern: try exports.i32("columnAt", [.u32(which)]))
    let count = Int(try exports.i32("columnCount", [.u32(which)]))
    let warmup = Int(try exports.i32("columnWarmup", [.u32(which)]))
    return SampleColumn(samplesNs: count == 0 ? [] : kernel.memory.columns(at, count), warmup: warmup)
  }
}
