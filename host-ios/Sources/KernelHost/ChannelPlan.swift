// The plan that configures a kernel for one channel, and its layout (docs/abi.md, "Plan"). It checks nothing: the
// kernel says which field it refuses.

/// Where a payload travels; the number is `storage` on the wire (docs/protocol.md section 3).
public enum Storage: String, Codable, Sendable, CaseIterable {
  case inline
  case managed
  case managedDuplex

  var number: UInt32 {
    switch self {
    case .inline: 0
    case .managed: 1
    case .managedDuplex: 2
    }
  }
}

/// When an ACK is written.
public enum AckPolicy: String, Codable, Sendable {
  case separate
  case piggyback

  var number: UInt32 { self == .separate ? 0 : 1 }
}

/// One channel's plan: every session of it has the same parameters.
public struct ChannelPlan: Sendable, Equatable {
  public var seed: UInt64 = 0
  public var sessions: UInt32 = 0
  public var payloadBytes: UInt32 = 0
  public var warmupFrames: UInt32 = 0
  public var measuredFrames: UInt32 = 0
  public var creditBytes: UInt64 = 0
  public var creditFrames: UInt32 = 0
  public var ackEvery: UInt32 = 0
  public var ackPolicy: AckPolicy = .separate
  public var storage: Storage = .inline
  public var slotCount: UInt32 = 0
  public var slotBytes: UInt32 = 0
  public var firstSession: UInt32 = 1
  public var inputBytes: UInt32 = 0
  public var intervalNs: UInt64 = 0
  public var scratchBytes: UInt64 = 0
  public var token: [UInt8] = []
  public var mappedSlots = false

  /// Bytes of the plan in kernel memory.
  public static let bytes = Int(KernelAbi.Plan.bytes)

  /// A plan of zeros: statistics only, once `scratchBytes` is set.
  public init() {}

  /// Writes every field at `at`, reserved ones as 0.
  func write(_ memory: KernelMemory, _ at: UInt32) {
    memory.write([UInt8](repeating: 0, count: Self.bytes), at)
    typealias At = KernelAbi.Plan
    memory.store(seed, at + At.seed)
    memory.store(creditBytes, at + At.creditBytes)
    memory.store(intervalNs, at + At.intervalNs)
    memory.store(scratchBytes, at + At.scratchBytes)
    memory.write(token.prefix(16), at + At.token)
    let words: [(UInt32, UInt32)] = [
      (At.sessions, sessions), (At.payloadBytes, payloadBytes), (At.warmupFrames, warmupFrames),
      (At.measuredFrames, measuredFrames), (At.creditFrames, creditFrames), (At.ackEvery, ackEvery),
      (At.ackPolicy, ackPolicy.number), (At.storage, storage.number), (At.slotCount, slotCount),
      (At.slotBytes, slotBytes), (At.firstSession, firstSession), (At.inputBytes, inputBytes),
      (At.mappedSlots, mappedSlots ? 1 : 0),
    ]
    for (offset, value) in words { memory.store(value, at + offset) }
  }
}
